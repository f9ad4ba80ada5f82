//! The line at the foot of the picture, and the list of what went wrong.

use super::*;
use pickray::scene::UpAxis;
use pickray_app::situation_text;

/// Lets so many seconds pass in which nothing is done.
fn wait(harness: &mut Window, seconds: usize) -> &mut Window {
    // A step is a quarter of a second.
    harness.frames(4 * seconds)
}

#[test]
fn an_error_fades_once_there_was_time_to_read_it_and_stays_in_the_list() {
    let mut harness = usual();
    let text = "The file is not there: choose another.";
    harness.state_mut().update(Action::Tell(Message::error(text)));
    wait(&mut harness, 60).get_by_label(text);
    // Somebody is there.
    harness.hover_at(egui::pos2(200.0, 300.0));
    wait(&mut harness, 5).get_by_label(text);
    // One that comes again has its time again.
    harness.state_mut().update(Action::Tell(Message::error(text)));
    harness.hover_at(egui::pos2(210.0, 300.0));
    wait(&mut harness, 5).get_by_label(text);
    assert!(!wait(&mut harness, 5).shows(text) && harness.desk().messages.last.is_none());
    harness.act(Action::Tell(Message::error("Something else.")));
    harness.act(Action::Sheet(Some(Sheet::Errors))).act(Action::CloseMessage).sees(&["Something else."]);
    assert_eq!(harness.get_all_by_label(text).count(), 1, "it is told once");
}

#[test]
fn a_line_under_the_mouse_is_being_read() {
    let mut harness = usual();
    let text = "Saved as picture.png.";
    harness.act(Action::Tell(Message::word(text)));
    harness.get_by_label(text).hover();
    wait(&mut harness, 60).get_by_label(text);
    harness.hover_at(egui::pos2(200.0, 300.0));
    assert!(!wait(&mut harness, 10).shows(text));
}

#[test]
fn the_line_about_the_axis_that_is_up_stays_beside_others_and_keeps_a_choice_for_the_format() {
    let mut harness = usual();
    harness.open("v -1 -1 0\nv 1 1 0\nv 0 0 3\nf 1 2 3\n");
    harness.state_mut().update(Action::CloseMessage);
    let told = "two.obj: y is taken as up, as in most OBJ files, but the mesh seems to lie on its back.";
    harness.hover_at(egui::pos2(200.0, 300.0));
    wait(&mut harness, 60).show(Action::Tell(Message::word("Copied the record.")));
    let [line, other] = [told, "Copied the record."].map(|text| harness.get_by_label(text).rect());
    assert!(other.bottom() < line.top(), "one above the other: {other} and {line}");
    harness.press("For all OBJ files");
    let kept = |harness: &Window| harness.desk().settings.up_in.get("OBJ").copied();
    assert_eq!(kept(&harness), Some(UpAxis::Y));
    harness.press("z is up");
    assert_eq!((kept(&harness), harness.desk().study.up_axis()), (Some(UpAxis::Z), UpAxis::Z));
    assert!(!harness.shows(told), "it was used");
    harness.act(Action::Sheet(Some(Sheet::Settings))).sees(&["Up in OBJ"]);
}

#[test]
fn a_situation_that_waits_says_for_which_mesh_until_it_is_let_go() {
    let mut harness = picked(usual());
    let app = harness.state_mut();
    app.update(Action::Command(Command::CopySituation));
    let mut situation = situation_text::from_line(app.copied()[0]).expect("a situation");
    situation.objects[0].checksum = "0".repeat(16);
    situation.objects[0].mesh = "/of/another/cow.obj".to_owned();
    app.update(Action::Situation(Box::new(Ok(situation))));
    app.update(Action::CloseMessage);
    harness.rest().sees(&["The situation waits for cow.obj"]);
    assert!(!harness.press("Cancel").shows("The situation waits for cow.obj"));
    assert!(harness.desk().mesh_wanted().is_none());
}
