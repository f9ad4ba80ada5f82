//! The window's own list of files.

use super::*;
use egui::Key;

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
fn list(folder: &tempfile::TempDir, purpose: Purpose) -> Window {
    let mut harness = usual();
    let tell = |paths: Vec<std::path::PathBuf>| {
        let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        Action::Tell(Message::word(paths.join(" and ")))
    };
    let request = FileRequest::new(("Which file?", Some(folder.path().to_owned())), purpose, tell);
    harness.act(Action::ChooseFile(request)).work();
    harness
}

fn press(harness: &mut Window, keys: &[Key]) {
    for key in keys {
        harness.key(*key).work();
    }
}

/// Clicks what have these labels.
fn click(harness: &mut Window, labels: &[&str]) {
    for label in labels {
        harness.press(label).work();
    }
}

fn enter(harness: &mut Window, text: &str) {
    harness.event(egui::Event::Text(text.to_owned()));
    press(harness.rest(), &[Key::Enter]);
}

/// The path that was chosen, inside its folder; `None` while the list is open.
fn chosen(harness: &Window, folder: &tempfile::TempDir) -> Option<String> {
    let desk = harness.desk();
    assert_eq!(desk.messages.sheet.is_some(), desk.files.chooser.is_some());
    let path = desk.messages.last.as_ref().filter(|_| desk.messages.sheet.is_none())?.text.clone();
    Some(path.trim_start_matches(&folder.path().display().to_string()).to_owned())
}

#[test]
fn a_mesh_is_opened_by_the_keyboard_alone() {
    let folder = farm();
    let mut harness = list(&folder, Purpose::OpenMesh);
    harness.sees(&["barn/", "bull.obj", "cow.obj"]);
    assert!(!harness.shows("notes.txt"), "it is no mesh");
    enter(&mut harness, "CO");
    assert_eq!(chosen(&harness, &folder).as_deref(), Some("/cow.obj"));

    let mut harness = list(&folder, Purpose::OpenMesh);
    press(&mut harness, &[Key::ArrowDown, Key::Enter]);
    harness.get_by_label("calf.obj");
    assert!(!harness.shows("cow.obj"), "it is in the folder above");
    press(&mut harness, &[Key::ArrowUp, Key::Enter]);
    assert_eq!(chosen(&harness, &folder).as_deref(), Some("/barn/calf.obj"));

    let mut harness = list(&folder, Purpose::OpenMesh);
    harness.command(Command::Escape).work();
    assert!(harness.desk().messages.sheet.is_none() && harness.desk().messages.last.is_none());
}

#[test]
fn a_mesh_is_opened_by_the_mouse_and_the_folder_left_by_its_buttons() {
    let folder = farm();
    let mut harness = list(&folder, Purpose::OpenMesh);
    click(&mut harness, &["barn/", "barn/"]);
    harness.get_by_label("calf.obj");
    click(&mut harness, &["Up", "All files", "notes.txt"]);
    assert_eq!(chosen(&harness, &folder), None, "it is chosen first");
    harness.press_role(Role::Button, "Open").work();
    assert_eq!(chosen(&harness, &folder).as_deref(), Some("/notes.txt"));
}

#[test]
fn several_meshes_are_taken_together_with_ctrl() {
    let folder = farm();
    let mut harness = list(&folder, Purpose::OpenMeshes);
    for file in ["cow.obj", "bull.obj"] {
        harness.get_by_label(file).click_modifiers(egui::Modifiers::COMMAND);
        harness.rest().work();
    }
    press(&mut harness, &[Key::Enter]);
    let both = chosen(&harness, &folder).expect("they are chosen");
    assert!(both.starts_with("/bull.obj and ") && both.ends_with("/cow.obj"), "{both}");
}
