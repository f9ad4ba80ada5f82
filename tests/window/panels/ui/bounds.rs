//! The benches of the bounding volumes and of the trees of boxes.

use super::*;
use pickray::geometry::BoundingKind;
use pickray_app::app::tools::box_tree::{BoxTree, QueryShape};
use pickray_render::Overlay;

/// On a bench, with what is computed for it.
fn at(bench: &str) -> Window {
    let mut harness = usual();
    harness.press("Collide").press_and_show(bench).work();
    harness
}

fn n_lines(harness: &Window) -> usize {
    let overlays = {
        let state = &harness.state().state;
        state.tools.in_use(&state.desk).overlays(&state.desk, Pane::Picking, &Palette::DARK)
    };
    overlays.iter().map(|overlay| if let Overlay::Lines(lines, _) = overlay { lines.len() } else { 0 }).sum()
}

#[test]
fn volumes_are_listed_with_their_measures_and_drawn_where_they_are_ticked() {
    let mut harness = at("Bounds");
    harness.sees(&["Volume", "Surface", "Passed", "In vain", "100 %"]);
    for name in ["Sphere", "OBB"] {
        harness.press_role(Role::CheckBox, name);
    }
    assert_eq!(n_lines(&harness), 0, "nothing is ticked");
    harness.press_role(Role::CheckBox, "AABB");
    assert_eq!(n_lines(&harness), 12);
    for kind in BoundingKind::ALL.into_iter().filter(|kind| matches!(kind, BoundingKind::Kdop(_))) {
        let before = n_lines(&harness);
        harness.press_role(Role::CheckBox, kind.name());
        assert!(n_lines(&harness) > before + 6, "{}", kind.name());
    }
}

#[test]
fn the_ray_says_of_each_volume_whether_it_is_met_and_where() {
    let mut harness = at("Bounds");
    harness.pick(0).sees(&["Triangle 0"]);
    assert_eq!(harness.query_all_by_label("met").count(), 6);
    assert_eq!(harness.query_all_by_label("missed").count(), 0);
    harness.miss().sees(&["Misses the mesh"]);
    assert_eq!(harness.query_all_by_label("missed").count() + harness.query_all_by_label("in vain").count(), 6);
    assert!(!harness.press("Let go").shows("Misses the mesh"));
}

#[test]
fn what_is_not_computed_yet_shows_its_progress() {
    for bench in ["Bounds", "Box tree"] {
        let mut harness = usual();
        harness.press("Collide").press_and_show(bench).sees(&["starting"]);
        harness.get_by_role(Role::ProgressIndicator);
    }
}

#[test]
fn the_panel_says_which_tree_is_shown_and_what_it_is_for_and_one_control_shows_the_other() {
    let mut harness = at("Box tree");
    harness.get_by_label_contains("Every pick walks this tree.");
    harness.sees(&["Query", "All 1 box of this level."]);
    assert!(!harness.shows("It would have 5"));
    harness.press("The leafless tree").get_by_label_contains("no pick walks it.");
    harness.sees(&["2, one less than triangles", "It would have 5", "All 1 box of this level."]);
    assert_eq!(n_lines(&harness), 12);
    harness.pick(0);
    assert_eq!(n_lines(&harness), 12, "no ray goes through it");
    assert!(!harness.shows("Query") && !harness.shows("Triangle 0"));
    harness.press("The tree of picks").sees(&["Triangle 0"]);
}

#[test]
fn the_tree_of_picks_shows_a_level_and_the_way_of_a_ray_and_of_a_ball() {
    let mut harness = at("Box tree");
    assert_eq!(n_lines(&harness), 12);
    assert_eq!(n_lines(harness.press("Draw the boxes of a level")), 0);
    harness.pick(0).sees(&["Triangle 0", "Tested of all"]);
    assert!(n_lines(&harness) >= 12 + 3, "a box and a triangle that were tested");
    assert_eq!(harness.press("Ball").tool::<BoxTree>().chosen.shape, QueryShape::Ball);
    let touched = |harness: &Window| harness.tool::<BoxTree>().query.as_ref().expect("an answer").found.len();
    let before = touched(&harness);
    harness.get_by_label_contains("Touches");
    harness.focus(Role::Slider, "Radius");
    for _ in 0..60 {
        harness.key(egui::Key::ArrowRight);
    }
    assert!(touched(&harness) > before, "a larger ball touches more");
}

#[test]
fn the_boxes_of_the_last_pick_are_drawn_where_the_view_menu_says() {
    let mut harness = picked(usual());
    assert_eq!(n_lines(&harness), 0);
    harness.press("View").press_and_show("Boxes that the ray was tested against");
    let trace = &harness.desk().picked.as_ref().expect("a pick").trace;
    assert!(trace.counts.boxes > 0);
    assert_eq!(n_lines(&harness) as u64, 12 * trace.counts.boxes);
}
