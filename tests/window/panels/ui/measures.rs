//! The list of measures and landmarks, and what can be done there.

use super::*;
use pickray_app::app::input::ClickMode;
use pickray_app::app::keys::{Chord, Key, bindings};
use pickray_app::app::settings::LengthUnit;
use pickray_app::app::tools::picking::measuring::{Mark, Measuring};

fn measuring<'a>(harness: &'a Harness<'_, App>) -> &'a Measuring {
    &harness.tool::<Picking>().measuring
}

/// Clicks near corners of the first triangle of the mesh.
fn click_corners(harness: &mut Harness<'static, App>, corners: &[usize]) {
    for &corner in corners {
        let desk = harness.desk();
        let (view, corner) = (*desk.view(), desk.scene().objects()[0].triangle_in_world(0).corners()[corner]);
        let at = view.cursor_from_world(corner).expect("before the eye");
        harness.act(pressed(CursorPosition::new(at.x + 2.0, at.y - 2.0), view, ClickMode::Replace, false));
    }
}

/// Makes a distance and two landmarks.
fn with_marks() -> Harness<'static, App> {
    let mut harness = window([1400.0, 1400.0], 1.0);
    harness.press_role(Role::Button, "Measure");
    click_corners(&mut harness, &[0, 1]);
    harness.press_role(Role::Button, "Landmarks");
    click_corners(&mut harness, &[1, 0]);
    harness
}

#[test]
fn the_list_names_goes_to_reorders_and_removes_measures_and_landmarks() {
    let mut harness = with_marks();
    assert!(harness.shows("Measures (1), landmarks (2)"));
    let places = |harness: &Harness<'_, App>| -> Vec<_> {
        harness.desk().annotations.landmarks.iter().map(|it| (it.name.clone(), it.at)).collect()
    };
    let before = places(&harness);
    let field = harness.get_by_role_and_label(Role::TextInput, "Name of landmark 2");
    field.focus();
    harness.run();
    harness.get_by_role_and_label(Role::TextInput, "Name of landmark 2").type_text("tip");
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(places(&harness), [before[0].clone(), ("tip".to_owned(), before[1].1)]);
    harness.get_all_by_role_and_label(Role::Button, "Up").nth(1).expect("a button").click();
    harness.run();
    assert_eq!(places(&harness), [("tip".to_owned(), before[1].1), before[0].clone()]);
    for expected in [[before[0].clone(), ("tip".to_owned(), before[1].1)], [before[0].clone(), before[1].clone()]] {
        harness.command(Command::Undo);
        assert_eq!(places(&harness), expected);
    }
    let row = harness
        .get_all_by_role(Role::Button)
        .find(|it| it.accesskit_node().label().is_some_and(|it| it.contains("Distance  ")));
    row.expect("a row").click();
    harness.run();
    assert_eq!(measuring(&harness).chosen, Some(Mark::Measure(0)));
    assert!(harness.shows("Along x, y, z") && harness.shows("Point 2"), "its parts and ends");
    harness.get_all_by_role_and_label(Role::Button, "Remove").next().expect("a button").click();
    harness.run();
    assert!(harness.shows("Measures (0), landmarks (2)"));
    harness.press_role(Role::Button, "Remove all");
    assert!(!harness.shows("Copy CSV"));
    harness.command(Command::Undo);
    assert_eq!(places(&harness).len(), 2);
}

#[test]
fn what_the_mouse_is_over_in_the_list_is_pointed_out_and_no_longer() {
    let mut harness = with_marks();
    let row = harness.get_by_role_and_label(Role::TextInput, "Name of landmark 1").rect().center();
    harness.hover_at(row);
    harness.run_steps(3);
    assert_eq!(measuring(&harness).pointed, Some(Mark::Landmark(0)));
    harness.hover_at(harness.state().picture.center());
    harness.run_steps(3);
    assert_eq!(measuring(&harness).pointed, None);
}

#[test]
fn the_unit_stands_behind_lengths_and_is_remembered_and_copies_have_it() {
    let mut harness = with_marks();
    harness.press_role(Role::Button, "cm");
    assert_eq!(harness.desk().settings.unit, LengthUnit::Centimetre);
    assert!(harness.state().effects.contains(&Effect::SaveSettings));
    for (button, part) in [("Text", " cm"), ("JSON", "\"unit\": \"cm\""), ("Table (CSV)", ",cm,")] {
        harness.press("Copy").press(button);
        let copied = |effect: &Effect| matches!(effect, Effect::Copy(text) if text.contains(part));
        assert!(harness.state().effects.iter().any(copied), "{button}: {:?}", harness.state().effects);
    }
}

#[test]
fn a_path_is_ended_by_a_button_that_fingers_have_too() {
    let mut harness = window([1400.0, 1400.0], 1.0);
    harness.press_role(Role::Button, "Measure").press_role(Role::Button, "Path");
    click_corners(&mut harness, &[0]);
    assert!(!measuring(&harness).can_end_path());
    click_corners(&mut harness, &[1]);
    harness.press_role(Role::Button, "End");
    assert_eq!(harness.desk().annotations.measures.len(), 1);
}

/// Returns the command that a key runs now.
fn command(harness: &Harness<'static, App>, modifiers: Modifiers, key: Key) -> Option<Command> {
    harness.state().state.command_of(Chord { modifiers, key }, panels::focus(&harness.ctx))
}

#[test]
fn from_the_name_of_a_landmark_keys_lead_to_the_next_name_and_letters_run_no_command() {
    let mut harness = with_marks();
    let name = |harness: &Harness<'static, App>| {
        let mut fields = harness.query_all_by_role(Role::TextInput).filter(|field| field.is_focused());
        fields.next().and_then(|field| field.accesskit_node().label())
    };
    let a = |harness: &Harness<'static, App>| command(harness, Modifiers::COMMAND, Key::Char('a'));
    assert_eq!(a(&harness), Some(Command::SelectAll));
    for (key, there) in [(egui::Key::Enter, None), (egui::Key::Tab, Some("Name of landmark 1"))] {
        harness.get_by_role_and_label(Role::TextInput, "Name of landmark 1").focus();
        harness.run();
        harness.key_press(key);
        harness.run_steps(3);
        assert_eq!((name(&harness).as_deref(), a(&harness)), (Some("Name of landmark 2"), None), "{key:?}");
        harness.key_press_modifiers(egui::Modifiers::SHIFT, key);
        harness.run_steps(3);
        assert_eq!(name(&harness).as_deref(), there, "with Shift");
    }
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    harness.get_all_by_role_and_label(Role::Button, "Up").next().expect("a button").focus();
    harness.run_steps(3);
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
