//! The list of measures and landmarks, and what can be done there.

use super::*;
use pickray_app::app::keys::{Chord, Key, bindings};
use pickray_app::app::settings::LengthUnit;
use pickray_app::app::tools::picking::measuring::{Mark, Measuring};

fn measuring(harness: &Window) -> &Measuring {
    &harness.picking().measuring
}

/// Clicks near corners of the first triangle of the mesh.
fn click_corners(harness: &mut Window, corners: &[usize]) {
    for &corner in corners {
        let corner = harness.desk().scene().objects()[0].triangle_in_world(0).corners()[corner];
        let at = harness.view().cursor_from_world(corner).expect("before the eye");
        harness.click_at(CursorPosition::new(at.x + 2.0, at.y - 2.0));
    }
}

/// Makes a distance and two landmarks.
fn with_marks() -> Window {
    let mut harness = window([1400.0, 1400.0], 1.0);
    click_corners(harness.press_role(Role::Button, "Measure"), &[0, 1]);
    click_corners(harness.press_role(Role::Button, "Landmarks"), &[1, 0]);
    harness
}

#[test]
fn the_list_names_goes_to_reorders_and_removes_measures_and_landmarks() {
    let mut harness = with_marks();
    harness.sees(&["Measures (1), landmarks (2)"]);
    let places = |harness: &Window| -> Vec<_> {
        harness.desk().annotations.landmarks.iter().map(|it| (it.name.clone(), it.at)).collect()
    };
    let before = places(&harness);
    let tip = ("tip".to_owned(), before[1].1);
    harness.focus(Role::TextInput, "Name of landmark 2");
    harness.get_by_role_and_label(Role::TextInput, "Name of landmark 2").type_text("tip");
    harness.rest().key_press(egui::Key::Enter);
    assert_eq!(places(harness.frames(3)), [before[0].clone(), tip.clone()]);
    harness.get_all_by_role_and_label(Role::Button, "Up").nth(1).expect("a button").click();
    assert_eq!(places(harness.rest()), [tip.clone(), before[0].clone()]);
    for expected in [[before[0].clone(), tip], [before[0].clone(), before[1].clone()]] {
        assert_eq!(places(harness.command(Command::Undo)), expected);
    }
    let is_row = |it: &egui_kittest::Node<'_>| it.accesskit_node().label().is_some_and(|it| it.contains("Distance  "));
    harness.get_all_by_role(Role::Button).find(is_row).expect("a row").click();
    assert_eq!(measuring(harness.rest()).chosen, Some(Mark::Measure(0)));
    assert!(harness.shows("Along x, y, z") && harness.shows("Point 2"), "its parts and ends");
    harness.get_all_by_role_and_label(Role::Button, "Remove").next().expect("a button").click();
    assert!(harness.rest().shows("Measures (0), landmarks (2)"));
    assert!(!harness.press_role(Role::Button, "Remove all").shows("Copy CSV"));
    assert_eq!(places(harness.command(Command::Undo)).len(), 2);
}

#[test]
fn what_the_mouse_is_over_in_the_list_is_pointed_out_and_no_longer() {
    let mut harness = with_marks();
    let row = harness.get_by_role_and_label(Role::TextInput, "Name of landmark 1").rect().center();
    for (at, pointed) in [(row, Some(Mark::Landmark(0))), (harness.picture().center(), None)] {
        harness.hover_at(at);
        assert_eq!(measuring(harness.frames(3)).pointed, pointed);
    }
}

#[test]
fn the_unit_stands_behind_lengths_and_is_remembered_and_copies_have_it() {
    let mut harness = with_marks();
    assert_eq!(harness.press_role(Role::Button, "cm").desk().settings.unit, LengthUnit::Centimetre);
    assert!(harness.state().effects.contains(&Effect::SaveSettings));
    for (button, part) in [("Text", " cm"), ("JSON", "\"unit\": \"cm\""), ("Table (CSV)", ",cm,")] {
        let copied = harness.press("Copy").press(button).state().copied();
        assert!(copied.iter().any(|text| text.contains(part)), "{button}: {copied:?}");
    }
}

#[test]
fn what_the_next_clicks_make_is_lit_alone() {
    let mut harness = window([1400.0, 1400.0], 1.0);
    harness.press_role(Role::Button, "Measure");
    for name in ["Path", "Landmarks", "Distance"] {
        harness.press_role(Role::Button, name);
        let toggled = |it: &str| harness.get_by_role_and_label(Role::Button, it).accesskit_node().toggled();
        let is_lit = |it: &&str| toggled(it) == Some(egui::accesskit::Toggled::True);
        let lit: Vec<_> = ["Distance", "Path", "Landmarks"].into_iter().filter(is_lit).collect();
        assert_eq!(lit, [name]);
    }
}

#[test]
fn a_path_is_ended_by_a_button_that_fingers_have_too() {
    let mut harness = window([1400.0, 1400.0], 1.0);
    click_corners(harness.press_role(Role::Button, "Measure").press_role(Role::Button, "Path"), &[0]);
    assert!(!measuring(&harness).can_end_path());
    click_corners(&mut harness, &[1]);
    assert_eq!(harness.press_role(Role::Button, "End").desk().annotations.measures.len(), 1);
}

/// Returns the command that a key runs now.
fn command(harness: &Window, modifiers: Modifiers, key: Key) -> Option<Command> {
    harness.state().state.command_of(Chord { modifiers, key }, panels::focus(&harness.ctx))
}

#[test]
fn from_the_name_of_a_landmark_keys_lead_to_the_next_name_and_letters_run_no_command() {
    let mut harness = with_marks();
    let name = |harness: &Window| {
        let mut fields = harness.query_all_by_role(Role::TextInput).filter(|field| field.is_focused());
        fields.next().and_then(|field| field.accesskit_node().label())
    };
    let a = |harness: &Window| command(harness, Modifiers::COMMAND, Key::Char('a'));
    assert_eq!(a(&harness), Some(Command::SelectAll));
    for (key, there) in [(egui::Key::Enter, None), (egui::Key::Tab, Some("Name of landmark 1"))] {
        harness.focus(Role::TextInput, "Name of landmark 1").key_press(key);
        harness.frames(3);
        assert_eq!((name(&harness).as_deref(), a(&harness)), (Some("Name of landmark 2"), None), "{key:?}");
        harness.key_press_modifiers(egui::Modifiers::SHIFT, key);
        assert_eq!(name(harness.frames(3)).as_deref(), there, "with Shift");
    }
    harness.key_press(egui::Key::Escape);
    harness.frames(3).get_all_by_role_and_label(Role::Button, "Up").next().expect("a button").focus();
    harness.frames(3);
    assert_eq!((name(&harness), a(&harness)), (None, None), "letters stay there");
}

#[test]
fn while_a_sheet_is_open_keys_reach_nothing_behind_it() {
    let mut harness = window([1200.0, 800.0], 1.0);
    assert!(bindings().all(|(it, row)| command(&harness, it.modifiers, it.key) == Some(row.command)));
    let go_to = Sheet::GoTo { text: String::new(), problem: None };
    let palette = Sheet::Palette { typed: String::new(), chosen: 0 };
    for sheet in [Sheet::Help, Sheet::Settings, Sheet::Picture, Sheet::Report, Sheet::Errors, go_to, palette] {
        harness.show(Action::Sheet(Some(sheet.clone())));
        let reached: Vec<_> = bindings().filter_map(|(it, _)| command(&harness, it.modifiers, it.key)).collect();
        let closes = |it: &Command| match it {
            Command::Escape => true,
            Command::Quit => !matches!(sheet, Sheet::GoTo { .. } | Sheet::Palette { .. }),
            Command::ToggleHelp => sheet == Sheet::Help,
            _ => false,
        };
        assert!(reached.iter().all(closes), "{reached:?} in {sheet:?}");
        assert!(reached.contains(&Command::Escape), "{sheet:?}");
    }
}
