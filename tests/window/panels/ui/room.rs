//! What fits into windows of any size, and what keeps its place.

use super::*;

#[test]
fn a_panel_that_a_small_window_made_narrow_is_as_wide_as_before_in_a_large_one() {
    let mut harness = window([1200.0, 800.0], 1.0);
    let resize = |harness: &mut Window, width: f32| {
        harness.set_size(egui::vec2(width, 800.0));
        width - 8.0 - harness.frames(4).picture().right()
    };
    let before = resize(&mut harness, 1200.0);
    let narrow = resize(&mut harness, 520.0);
    assert!(narrow < before - 50.0, "{narrow} of {before}");
    assert_eq!(resize(&mut harness, 1200.0), before);
    // Dragged to another width, it keeps that.
    let grip = egui::pos2(harness.picture().right(), 500.0);
    harness.hover_at(grip);
    harness.rest().drag(grip, grip - egui::vec2(60.0, 0.0));
    let wider = resize(&mut harness, 1200.0);
    assert!((wider - before - 60.0).abs() < 8.0, "{wider}, not {before} and 60");
    resize(&mut harness, 520.0);
    assert!((resize(&mut harness, 1200.0) - wider).abs() < 1.5);
}

#[test]
fn the_side_panel_is_hidden_and_shown_with_a_key_and_stands_at_the_left_where_settings_say_so() {
    let mut harness = usual();
    assert!(!harness.command(Command::ToggleSidePanel).shows("Hit"));
    harness.press("«").sees(&["Hit"]);
    harness.act(Action::Sheet(Some(Sheet::Settings))).press("Side panel at the left");
    assert!(harness.desk().settings.panels.left);
    assert!(harness.picture().left() > 200.0, "the picture begins right of the panel");
}

#[test]
fn the_ladder_shows_every_space_in_one_row_and_opens_one() {
    // 1280 × 720 at a scale factor of 1.5.
    let mut harness = window([853.0, 480.0], 1.5);
    harness.explain().pick(0);
    let whole = Rect::from_min_size(Pos2::ZERO, egui::vec2(853.0, 480.0));
    let mut top = f32::INFINITY;
    for step in ["Cursor", "Window", "NDC", "Eye", "World", "Object", "Triangle"] {
        let rung = harness.button(step);
        assert!(whole.contains_rect(rung), "{step} is cut: {rung:?}");
        top = top.min(rung.top());
    }
    assert!(240.0 < top, "more than half of a low window is left to the picture: {top}");
    for (step, word) in [
        ("Cursor", "physical = scale factor × logical"),
        ("Window", "winX, winY, winZ of gluUnProject"),
        ("NDC", "the viewport transform"),
        ("Eye", "this is what w is for"),
        ("World", "world = V⁻¹ eye"),
        ("Object", "the inverse model matrix"),
        ("Triangle", "Möller and Trumbore, 1997"),
    ] {
        harness.press_role(Role::Button, step);
        let shown = harness.get_by_label_contains(word).rect();
        assert!(shown.right() <= 853.0 && shown.left() >= 0.0, "{step} is cut: {shown:?}");
    }
    harness.get_by_label("the closest hit");
}

#[test]
fn the_bar_has_the_switches_of_the_first_minute_of_which_explain_stays_in_a_narrow_window_and_none_is_cut() {
    for (width, switches) in [(800.0, 5..6), (768.0, 4..6), (700.0, 1..5), (480.0, 1..5)] {
        let harness = window([width, 600.0], 1.0);
        let shown: Vec<_> = ["Explain", "Orthographic", "Grid", "Edges", "Smooth"]
            .into_iter()
            .map_while(|label| harness.query_all_by_label(label).find(|node| node.rect().top() < 40.0))
            .collect();
        assert!(switches.contains(&shown.len()), "{} switches at {width}", shown.len());
        let learn = harness.query_all_by_label("Learn").next().expect("a workspace").rect();
        assert!(shown.iter().all(|node| learn.right() < node.rect().left() && node.rect().right() < width));
    }
}

#[test]
fn explain_shows_ladder_and_setup() {
    let mut harness = picked(window([800.0, 1000.0], 1.0));
    let explained = ["Setup", "NDC", "Near plane", "Reversed depth", "Pixel sample", "Ray of the pick"];
    assert!(explained.iter().all(|label| !harness.shows(label)), "none of it until it is asked for");
    harness.press("Explain");
    assert!(explained.iter().all(|label| harness.shows(label)));
    harness.command(Command::ToggleExplain);
    assert!(!harness.desk().settings.panels.explain && !harness.shows("Setup"));
    assert!(!harness.go_to(Workspace::Collide).shows("Explain"), "a bench has no pick to explain");
}

#[test]
fn the_file_menu_and_the_help_can_be_read_in_the_smallest_window() {
    let mut harness = window([480.0, 320.0], 1.0);
    harness.press("Menu").press("File");
    for entry in ["Open…", "Export selection…", "Quit"] {
        let shown = harness.get_by_label_contains(entry).rect();
        assert!(0.0 <= shown.left() && shown.right() <= 480.0, "{entry} at {shown}");
    }
    harness.command(Command::ToggleHelp);
    for words in ["Ctrl+Shift+Click", "Take out of the selection", "Copy the situation: everything in the pick"] {
        let shown = lowest(&harness, words).expect("it is listed").rect();
        assert!(shown.height() < 40.0 && 80.0 < shown.width(), "{words} is broken into pieces: {shown}");
    }
}

#[test]
fn the_panels_leave_the_picture_most_of_the_room_at_every_scale_factor() {
    for scale in [1.0, 1.25, 1.5, 1.75, 2.0] {
        for size in [[640.0, 480.0], [1280.0, 800.0], [1920.0, 1080.0]] {
            let harness = window(size, scale);
            let picture = harness.picture();
            assert!(picture.width() >= 0.45 * size[0] && picture.height() >= 0.8 * size[1], "{picture:?} of {size:?}");
            let viewport = harness.desk().view().viewport;
            assert_eq!(viewport.width, (picture.width() * scale).round() as i32);
        }
    }
}

#[test]
fn the_ladder_has_one_height_and_the_picture_stays_where_it_is() {
    for size in [[1280.0, 720.0], [853.0, 480.0], [640.0, 480.0], [1920.0, 1080.0]] {
        let mut harness = window(size, 1.0);
        let whole = harness.picture();
        assert_eq!(harness.explain().picture(), whole, "nothing is explained before the first pick");
        let before = harness.pick(1).picture();
        assert_eq!(harness.pick(0).read_line(&"f 1/2/3 ".repeat(40)).picture(), before, "after a pick of {size:?}");
        assert!(120.0 <= before.height() && before.height() < whole.height(), "{before:?}");
        for step in ["Cursor", "Eye", "Triangle", "Triangle"] {
            assert_eq!(harness.press_role(Role::Button, step).picture(), before, "{step} in a window of {size:?}");
        }
        assert_eq!(harness.go_to(Workspace::Collide).go_to(Workspace::Learn).picture(), before, "in lessons, too");
    }
}

#[test]
fn no_hint_is_cut_off_in_a_narrow_window() {
    for width in [1280.0, 800.0, 500.0] {
        let mut harness = window([width, 600.0], 1.0);
        harness.act(Action::Modifiers(Modifiers::COMMAND));
        let hints = ["Add or take out", "Select all", "Invert the selection", "Undo", "Redo"];
        let shown: Vec<_> = hints.map(|hint| lowest(&harness, hint).filter(|it| it.rect().top() > 560.0)).into();
        let shown: Vec<_> = shown.into_iter().flatten().collect();
        assert!(!shown.is_empty() && (width < 1280.0 || shown.len() == 4), "{} at {width}", shown.len());
        assert!(shown.iter().all(|hint| hint.rect().right() <= width), "at {width}");
    }
}

#[test]
fn the_view_menu_and_the_help_fit_into_a_small_window() {
    let mut harness = window([800.0, 600.0], 1.0);
    // With all that it can have: a pick, and a second view of it.
    assert!(harness.pick(0).command(Command::NextRayView).desk().is_split());
    let last = harness.press("View").rect("Theme");
    assert!(last.bottom() <= 600.0, "{last}");
    let eye = harness.press("Look").view().camera.eye;
    assert_ne!(harness.press_part("From the front").view().camera.eye, eye);
    harness.command(Command::ToggleHelp);
    let [key, words] = ["Home", "Reset the view"].map(|label| harness.rect(label).center().y);
    assert!((key - words).abs() <= 1.0, "they stand in one line: {key} and {words}");
    let edge = harness.rect("Close").right();
    for label in ["Orthographic view", "perspective", "Verify every pixel against the GPU", "off"] {
        for shown in harness.query_all_by_label(label) {
            assert!(shown.rect().right() <= edge, "{label}: {} beyond {edge}", shown.rect());
        }
    }
}
