//! The strip at the picture's left edge, and what the panel says of what an area took.

use super::*;
use pickray::mesh::RegionTest;
use pickray_app::app::input::DragTo;
use pickray_app::app::tools::picking::StripTool;

fn areas(harness: &Window) -> &pickray_app::app::tools::picking::areas::Areas {
    &harness.picking().areas
}

/// Drags the left button from one corner of the picture to the other.
fn drag_over_all(harness: &mut Window) {
    let (picture, view) = (harness.picture().shrink(4.0), harness.view());
    let at = |corner: Pos2| CursorPosition::new(f64::from(corner.x), f64::from(corner.y));
    let press = left_press(at(picture.min), view, Modifiers::NONE);
    let app = harness.state_mut();
    app.update(Action::Gesture(Gesture::Drag(DragTo { press, to: at(picture.max), begins: true })));
    app.update(Action::Gesture(Gesture::DragEnds));
    harness.rest();
}

#[test]
fn the_strip_takes_each_tool_and_its_second_row_what_counts_as_taken() {
    let mut harness = usual();
    assert!(!harness.shows("Through"), "a click needs no second row");
    for (name, tool) in [("Box", StripTool::Box), ("Lasso", StripTool::Lasso), ("Brush", StripTool::Brush)] {
        for _ in 0..2 {
            assert_eq!(harness.press_role(Role::Button, name).picking().tool, tool, "pressed again, it stays");
        }
        assert_eq!(harness.shows("24 px"), tool == StripTool::Brush);
        for (name, through) in [("Through", true), ("Visible", false)] {
            harness.press_role(Role::Button, name);
            assert_eq!(areas(&harness).through, through);
        }
        let rules = [RegionTest::Inside, RegionTest::Centroid, RegionTest::Touching];
        for (name, rule) in ["Enclose", "Centre", "Touch"].into_iter().zip(rules) {
            harness.press_role(Role::Button, name);
            assert_eq!(areas(&harness).rule, rule);
        }
    }
    assert_eq!(harness.press_role(Role::Button, "Click").picking().tool, StripTool::Click);
    assert!(!harness.shows("Touch"));
    assert!(!harness.press("Collide").shows("Lasso"), "it is there where triangles are picked alone");
}

#[test]
fn in_a_low_picture_the_strip_has_all_its_buttons() {
    let mut harness = window([640.0, 360.0], 2.0);
    harness.explain();
    let picture = harness.picture();
    for button in ["Click", "Box", "Lasso", "Brush", "Measure"] {
        let place = harness.button(button);
        assert!(picture.contains_rect(place), "{button} at {place} in {picture}");
    }
    for height in [220.0, 240.0, 260.0] {
        harness.set_size(egui::vec2(640.0, height));
        let (picture, strip) = (harness.frames(6).picture(), harness.area("strip"));
        let [above, below] = [strip.top() - picture.top(), picture.bottom() - strip.bottom()];
        assert!(above <= below, "{strip} in {picture} leaves less room below it");
    }
}

#[test]
fn after_a_box_the_panel_shows_area_extent_and_parts_and_what_is_hidden() {
    let mut harness = usual();
    harness.press_role(Role::Button, "Box").press_role(Role::Button, "Through");
    drag_over_all(&mut harness);
    harness.get_by_label("Selection (3)");
    let sum = &harness.picking().sum;
    let summary = *sum.summary.get().expect("few triangles are added up at once");
    assert_eq!((summary.area, summary.parts), (6.0, Some(2)));
    assert_eq!((summary.bounds.min, summary.bounds.max), (glam::DVec3::NEG_ONE, glam::DVec3::new(1.0, 1.0, 0.0)));
    harness.shows_all(&["Area", "From", "To", "Parts"]);
    let line = harness.rect("Parts").y_range();
    assert!(harness.query_all_by_label("2").any(|number| line.contains(number.rect().center().y)), "in its line");

    harness.press_role(Role::Button, "Copy").press_role(Role::Button, "Numbers as JSON");
    let copied = |effect: &Effect| matches!(effect, Effect::Copy(text) if text == "[0,1,2]");
    assert!(harness.state().effects.iter().any(copied), "{:?}", harness.state().effects);
    harness.command(Command::HideObjects).sees(&["3 triangles are hidden."]);
    assert!(!harness.shows("Parts"), "nothing is selected");
    harness.command(Command::Undo).sees(&["Selection (3)", "Parts"]);
    assert!(!harness.shows("3 triangles are hidden."));
}

#[test]
fn after_a_window_of_another_size_the_strip_is_as_in_a_fresh_one() {
    let (wide, narrow) = ([1200.0, 800.0], [390.0, 844.0]);
    for (sizes, tool) in [
        (&[wide, narrow, wide][..], "Click"),
        (&[narrow, wide, narrow], "Click"),
        (&[wide, narrow, wide], "Measure"),
        (&[narrow, wide, narrow], "Measure"),
        (&[[844.0, 390.0], narrow, [844.0, 390.0]], "Brush"),
    ] {
        let [changed, fresh] = [sizes, &sizes[..1]].map(|sizes| {
            let mut harness = window(sizes[0], 1.0);
            harness.press_role(Role::Button, tool);
            for &[width, height] in sizes {
                harness.set_size(egui::vec2(width, height));
                harness.frames(6);
            }
            ["strip", "strip's second row"]
                .map(|name| Some(egui::AreaState::load(&harness.ctx, egui::Id::unique(name))?.rect()))
        });
        assert_eq!(changed, fresh, "{sizes:?}, {tool}");
    }
}
