//! The panel of a hit: its record, the hits behind it, and what is selected.

use super::*;

#[test]
fn a_pick_shows_its_triangle_line_and_names() {
    let mut harness = picked(usual());
    assert_eq!(harness.state().jobs.len(), 1, "the line is read");
    harness.read_line("f 1 2 3 4");
    harness.sees(&["Triangle 0", "line 7", "f 1 2 3 4", "quad", "tin", "1, part 1 of 2 (4 corners)"]);
    harness.sees(&["Face", "Group", "Material", "Point", "Normal", "Area", "Side"]);
    for (heading, labels) in [
        ("Barycentric", &["Barycentric u v w", "Place"][..]),
        ("Corners", &["Corner a", "Corner b", "Corner c", "Edge lengths"]),
        ("Ray", &["t", "From the eye", "From near", "Angle to the ray", "Window x, y", "Depth"]),
        ("Cost", &["Tested", "Took"]),
    ] {
        assert!(labels.iter().all(|label| !harness.shows(label)), "{heading} is folded at first");
        lowest(&harness, heading).expect("a heading").click();
        harness.rest().sees(labels);
    }
    let open = &harness.desk().settings.open_sections;
    assert!(open.contains("Cost") && open.len() == 4, "the settings remember it: {open:?}");
}

#[test]
fn a_miss_says_why_and_clears_what_undo_brings_back() {
    let mut harness = picked(usual());
    harness.miss().sees(&["Nothing is hit"]);
    assert_eq!(harness.selected(), [0; 0]);
    assert_eq!(harness.command(Command::Undo).selected(), [0]);
    harness.get_by_label("Triangle 0");
    assert!(!harness.shows("Nothing is hit"), "what is inspected comes back with it");
}

#[test]
fn the_record_is_copied_from_the_panel_and_the_edit_menu_which_undoes_the_pick() {
    let mut harness = picked(usual());
    let of_panel = ["Record as text", "Record as JSON"].map(|entry| ("Copy", entry));
    let of_menu = ["Copy the record of the pick", "Copy the record as JSON"].map(|entry| ("Edit", entry));
    for (menu, entry) in of_panel.into_iter().chain(of_menu) {
        harness.press(menu).press_part(entry);
        let Some(Effect::Copy(copied)) = harness.state_mut().effects.pop() else { panic!("{entry}") };
        assert_eq!(copied.starts_with('{'), entry.ends_with("JSON"), "{entry}: {copied}");
    }
    harness.press("Edit");
    let undo = harness.query_all_by_label_contains("Undo").min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    undo.expect("an entry").click();
    assert_eq!(harness.rest().selected(), [0; 0]);
}

#[test]
fn a_click_in_the_list_of_the_selection_goes_there() {
    let mut harness = picked(usual());
    harness.click(1, ClickMode::Add).sees(&["Selection (2)"]);
    let before = harness.view().camera;
    assert_ne!(harness.press_part("Triangle 0  ·").view().camera, before);
    assert_eq!((harness.inspected(), harness.selected().len()), (Some(0), 2), "going there selects nothing else");
}

#[test]
fn the_hits_of_a_right_click_are_listed_and_chosen() {
    let mut harness = usual();
    harness.command(Command::ViewFrom(StandardView::Front)).right_click(2).sees(&["2 hits, nearest first"]);
    assert_eq!(harness.selected(), [0; 0], "a list selects nothing");
    assert!(harness.press_part("2.  Triangle 2").picking().hits.is_none());
    assert_eq!(harness.selected(), [2]);
    harness.get_by_label("2 of 2 along the ray");
    // By fingers.
    harness.act(Action::Touched(None)).right_click(2).sees(&["Choose a hit"]);
    let told = harness.query_all_by_label("Tap").count();
    assert_eq!(told, 1, "the list comes first, and a tap in the picture is told of no more");
}

#[test]
fn a_list_of_hits_that_was_short_grows() {
    let mut harness = usual();
    let corners = (0..8).map(|z| format!("v -1 -1 {z}\nv 1 -1 {z}\nv 0 1 {z}\n"));
    let faces = (0..8).map(|i| format!("f {} {} {}\n", 3 * i + 1, 3 * i + 2, 3 * i + 3));
    harness.open(&corners.chain(faces).collect::<String>()).command(Command::ViewFrom(StandardView::Front));
    let view = harness.view();
    for x in [-1.2, 0.0] {
        let cursor = view.cursor_from_world(glam::dvec3(x, -0.3, 7.0)).expect("before the camera");
        harness.act(right_click(cursor, view));
    }
    let first = harness.get_by_label_contains("1.  Triangle 7").rect();
    assert!(harness.rect("8 hits, nearest first").bottom() <= first.top());
    let list = harness.area("hits");
    assert!(list.contains_rect(harness.get_by_label_contains("8.  Triangle 0").rect()), "{list}");
}

#[test]
fn the_bytes_of_a_binary_record_are_folded_and_a_line_of_text_is_not() {
    let mut harness = usual();
    let corners: [f32; 12] = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let numbers = corners.iter().flat_map(|x| x.to_le_bytes()).collect();
    let bytes = [vec![b' '; 80], 1_u32.to_le_bytes().to_vec(), numbers, vec![0; 2]].concat();
    harness.open_as("one.stl", loaded_bytes("one.stl", &bytes)).pick(0).read_line("00 00 80 3f");
    assert!(!harness.shows("00 00 80 3f"));
    harness.press("Bytes").sees(&["00 00 80 3f"]);
}

#[test]
fn a_face_is_gone_to_by_its_line_and_one_that_is_not_there_is_said_to_be_missing() {
    let mut harness = usual();
    harness.command(Command::GoToTriangle);
    for (typed, triangle) in [("line 1", None), ("2", Some(2))] {
        harness.get_by_role(Role::TextInput).focus();
        harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        harness.rest().write(typed).key(egui::Key::Enter);
        assert_eq!(harness.desk().messages.sheet.is_none(), triangle.is_some());
        assert_eq!(harness.shows("No face begins on line 1."), triangle.is_none());
        assert_eq!(harness.inspected(), triangle);
    }
}

/// Buttons for a selection.
const BUTTONS: [&str; 2] = ["Clear", "Export…"];

#[test]
fn what_is_done_with_a_selection_stays_where_it_is_and_in_sight_when_a_part_is_selected() {
    let mut harness = window([1280.0, 800.0], 1.0);
    harness.open(&squares(30)).pick(900);
    let first_row = |harness: &Window| harness.get_by_label_contains("Triangle 0  ·").rect().min;
    let places = |harness: &Window| BUTTONS.map(|label| harness.rect(label));
    let before = places(&harness);
    assert!(before.iter().all(|rect| rect.bottom() < 780.0), "{before:?}");
    assert_eq!(harness.command(Command::SelectAll).selected().len(), 1800);
    assert_eq!(places(&harness), before, "with 1,800 selected");
    assert!(harness.query_all_by_label_contains("  ·  ").count() < 12, "few rows are written");
    let first = first_row(&harness);
    harness.pick(0);
    assert_eq!((places(&harness), first_row(&harness)), (before, first), "with one");
    harness.command(Command::SelectAll).command(Command::InvertSelection);
    assert!(BUTTONS.iter().all(|label| !harness.shows(label)), "with none");
}

#[test]
fn what_is_done_with_a_selection_comes_with_the_first_pick_below_what_scrolls() {
    let places = |harness: &Window| BUTTONS.map(|label| harness.rect(label));
    for explain in [false, true] {
        let mut harness = window([1366.0, 768.0], 1.0);
        harness.state_mut().state.desk.settings.panels.explain = explain;
        harness.state_mut().state.desk.settings.open_sections.insert("Corners".to_owned());
        assert!(BUTTONS.iter().all(|label| !harness.rest().shows(label)), "nothing is selected");
        let before = places(harness.pick(0));
        assert!(before.iter().all(|rect| rect.bottom() < 768.0), "{before:?}");
        assert_eq!(places(harness.pick(0)), before, "Explain: {explain}");
        let label = harness.rect("tin");
        assert!(label.bottom() < before[0].top(), "the rest scrolls above them: {label}");
    }
    // In a low window they scroll with the rest.
    let mut harness = picked(window([800.0, 320.0], 1.0));
    assert!(320.0 < places(harness.act(Action::Detent(Detent::Half)))[0].top());
}

#[test]
fn beside_a_hit_the_question_asks_which_triangle_was_expected_and_a_click_answers() {
    let mut harness = picked(usual());
    harness.press("Why not?").sees(&["The triangle you expected"]);
    harness.get_by_label_contains("Which triangle did you expect?");
    let view = harness.view();
    let corner = CursorPosition { x: f64::from(view.viewport.x) + 80.0, y: 60.0 };
    harness.show(pressed(corner, view, ClickMode::Replace, false));
    let [asks, told] = ["Which triangle did you expect?", "There is no triangle here"]
        .map(|words| harness.get_by_label_contains(words).rect().expand(8.0));
    assert!(!asks.intersects(told), "the question is covered: {asks} by {told}");
    harness.state_mut().update(Action::Hover(None));
    harness.act(Action::Touched(None)).get_by_label_contains("Tap it, or press long and choose it");
    assert!(harness.pick(1).query_by_label_contains("Which triangle did you expect?").is_none());
    harness.get_by_label_contains("Triangle 1 is beside the ray");
    assert_eq!(harness.inspected(), Some(0));
}

#[test]
fn corners_far_from_the_origin_are_told_apart_in_a_panel_of_any_width() {
    for width in [1280.0, 610.0] {
        let mut harness = window([width, 1400.0], 1.0);
        let utm =
            "v 500123.25 4649797.25 120.5\nv 500123.75 4649797.25 120.5\nv 500123.25 4649797.75 121.25\nf 1 2 3\n";
        harness.open(utm).pick(0);
        lowest(&harness, "Corners").expect("a heading").click();
        harness.rest().shows_all(&["4649797.25", "4649797.75", "500123.75", "121.25"]);
        let right = harness.picture().right();
        let cut = |node: &egui_kittest::Node<'_>| node.rect().left() < right || width - 8.0 < node.rect().right();
        assert!(!harness.query_all_by_label_contains("4649797.").any(|node| cut(&node)), "cut at {width}");
    }
}
