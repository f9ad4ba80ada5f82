//! The window's own list of files.

use super::*;
use egui::Key;
use pickray_app::app::action::Message;
use pickray_app::app::chooser::{FileRequest, Purpose};
use pickray_app::app::platform::writing::Kind;

/// A folder with meshes, another folder, a text and a saved pick.
fn farm() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("barn")).expect("a folder");
    for file in ["bull.obj", "cow.obj", "notes.txt", "old.pick.json", "barn/calf.obj"] {
        std::fs::write(folder.path().join(file), "").expect("written");
    }
    folder
}

/// The list, open on a folder; the path that is chosen is told.
fn list(folder: &tempfile::TempDir, purpose: Purpose) -> Harness<'static, App> {
    let mut harness = usual();
    let tell = |paths: Vec<std::path::PathBuf>| {
        let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        Action::Tell(Message::word(paths.join(" and ")))
    };
    let folder = Some(folder.path().to_owned());
    let request = FileRequest::new(("Which file?", folder), purpose, tell);
    harness.act(Action::ChooseFile(request));
    work(&mut harness);
    harness
}

fn work(harness: &mut Harness<'_, App>) {
    harness.run();
    harness.state_mut().work();
    harness.run();
}

fn press(harness: &mut Harness<'_, App>, key: Key) {
    harness.key_press(key);
    work(harness);
}

fn enter(harness: &mut Harness<'_, App>, text: &str) {
    harness.event(egui::Event::Text(text.to_owned()));
    harness.run();
    press(harness, Key::Enter);
}

/// The path that was chosen, inside its folder; `None` while the list is open.
fn chosen(harness: &Harness<'_, App>, folder: &tempfile::TempDir) -> Option<String> {
    let desk = harness.desk();
    assert_eq!(desk.messages.sheet.is_some(), desk.files.chooser.is_some());
    let path = desk.messages.last.as_ref().filter(|_| desk.messages.sheet.is_none())?.text.clone();
    Some(path.trim_start_matches(&folder.path().display().to_string()).to_owned())
}

#[test]
fn a_mesh_is_opened_by_the_keyboard_alone() {
    let folder = farm();
    let mut harness = list(&folder, Purpose::OpenMesh);
    for shown in ["barn/", "bull.obj", "cow.obj"] {
        harness.get_by_label(shown);
    }
    assert!(!harness.shows("notes.txt"), "it is no mesh");
    enter(&mut harness, "CO");
    assert_eq!(chosen(&harness, &folder).as_deref(), Some("/cow.obj"));

    let mut harness = list(&folder, Purpose::OpenMesh);
    press(&mut harness, Key::ArrowDown);
    press(&mut harness, Key::Enter);
    harness.get_by_label("calf.obj");
    assert!(!harness.shows("cow.obj"), "it is in the folder above");
    press(&mut harness, Key::ArrowUp);
    press(&mut harness, Key::Enter);
    assert_eq!(chosen(&harness, &folder).as_deref(), Some("/barn/calf.obj"));

    let mut harness = list(&folder, Purpose::OpenMesh);
    enter(&mut harness, "barn/../notes.txt");
    assert!(chosen(&harness, &folder).is_some_and(|path| path.ends_with("/notes.txt")), "a path is taken as it is");

    let mut harness = list(&folder, Purpose::OpenMesh);
    harness.state_mut().update(Action::Command(Command::Escape));
    work(&mut harness);
    assert!(harness.desk().messages.sheet.is_none() && harness.desk().messages.last.is_none());
}

#[test]
fn a_mesh_is_opened_by_the_mouse_and_the_folder_left_by_its_buttons() {
    let folder = farm();
    let mut harness = list(&folder, Purpose::OpenMesh);
    for _ in 0..2 {
        harness.get_by_label("barn/").click();
        work(&mut harness);
    }
    harness.get_by_label("calf.obj");
    harness.get_by_label("Up").click();
    work(&mut harness);
    harness.get_by_label("All files").click();
    work(&mut harness);
    harness.get_by_label("notes.txt").click();
    work(&mut harness);
    assert_eq!(chosen(&harness, &folder), None, "it is chosen first");
    harness.get_by_role_and_label(Role::Button, "Open").click();
    work(&mut harness);
    assert_eq!(chosen(&harness, &folder).as_deref(), Some("/notes.txt"));
}

#[test]
fn several_meshes_are_taken_together_with_ctrl() {
    let folder = farm();
    let mut harness = list(&folder, Purpose::OpenMeshes);
    for file in ["cow.obj", "bull.obj"] {
        harness.get_by_label(file).click_modifiers(egui::Modifiers::COMMAND);
        work(&mut harness);
    }
    press(&mut harness, Key::Enter);
    let both = chosen(&harness, &folder).expect("they are chosen");
    assert!(both.starts_with("/bull.obj and ") && both.ends_with("/cow.obj"), "{both}");
}

#[test]
fn a_pick_is_saved_under_a_new_name_and_replaced_when_that_is_asked_for_twice() {
    let folder = farm();
    let save = || Purpose::Save("new.pick.json".to_owned(), Kind::SavedPick);
    let mut harness = list(&folder, save());
    press(&mut harness, Key::Enter);
    assert_eq!(chosen(&harness, &folder).as_deref(), Some("/new.pick.json"));

    let mut harness = list(&folder, save());
    harness.get_by_label("old.pick.json").click();
    work(&mut harness);
    press(&mut harness, Key::Enter);
    assert_eq!(chosen(&harness, &folder), None);
    harness.get_by_label_contains("old.pick.json already exists");
    harness.get_by_label("Replace").click();
    work(&mut harness);
    assert_eq!(chosen(&harness, &folder).as_deref(), Some("/old.pick.json"));

    let mut harness = list(&folder, save());
    harness.get_by_label("All files").click();
    work(&mut harness);
    harness.get_by_label("cow.obj").click();
    work(&mut harness);
    harness.get_by_role_and_label(Role::Button, "Save").click();
    work(&mut harness);
    harness.get_by_label_contains("is a mesh; name another file");
    assert_eq!(chosen(&harness, &folder), None, "a mesh is never replaced");
}
