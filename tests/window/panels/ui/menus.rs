//! Menus, help and the list of commands; files that are opened, read and exported.

use super::*;

#[test]
fn the_help_lists_every_key_and_fingers_once_one_was_on_the_screen() {
    let mut harness = usual();
    harness.command(Command::ToggleHelp);
    for (chord, row) in bindings_where(false) {
        harness.shows_all(&[&chord.to_string(), row.name.shown()]);
    }
    assert!(!harness.shows("Long press"));
    // Most of these stand in the last line, too.
    let gestures = ["One finger", "Two fingers", "Tap", "Double tap", "Long press"];
    harness.act(Action::Touched(None)).shows_all(&gestures);
    assert_eq!(harness.press("Close").desk().messages.sheet, None);
}

#[test]
fn a_load_shows_its_progress_and_can_be_cancelled() {
    let mut harness = usual();
    harness.show(Action::Open(MeshSource::File("/somewhere/large.obj".into()))).sees(&["Reading large.obj"]);
    let progress = harness.desk().files.loading.as_ref().and_then(|loading| loading.result.progress()).cloned();
    assert!(harness.press("Cancel").desk().files.loading.is_none());
    assert!(progress.expect("loading").is_cancelled());
    assert_eq!(harness.desk().scene().objects()[0].name, "two.obj", "the present mesh stays");
}

#[test]
fn a_failed_load_keeps_the_mesh_and_says_file_line_and_reason() {
    let mut harness = usual();
    let error = Load::bytes("broken.obj", b"v 0 0 0\nf 1 2 3\n").mesh().expect_err("no mesh");
    let words = error.to_string();
    harness.state_mut().open("broken.obj", Err(error.to_string()));
    assert!(words.starts_with("broken.obj:2: "), "{words}");
    harness.rest().sees(&[&words]);
    assert!(harness.state().effects.contains(&Effect::TellTerminal(words)), "it may have been named there");
    assert_eq!(harness.desk().scene().objects()[0].name, "two.obj");
}

#[test]
fn an_empty_picture_has_buttons_to_open_a_file_or_a_sample() {
    let mut harness = usual();
    harness.state_mut().state = State::new(Settings::default());
    harness.rest().press("Open…");
    assert_eq!(std::mem::take(&mut harness.state_mut().jobs).len(), 1, "it asks for a file");
    harness.press_part("Samples").press_and_show(Sample::ALL[0].name());
    assert_eq!(harness.read_now(), Some(MeshSource::Sample(Sample::ALL[0])));
    assert!(!harness.shows("Open…"), "a mesh is on its way");
}

#[test]
fn a_load_without_warnings_is_not_coloured_as_one_with_them() {
    let mut harness = usual();
    harness.press_role(Role::Link, "1 warning").sees(&["line 13"]);
    harness.act(Action::Sheet(None)).open("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert!(harness.query_by_role_and_label(Role::Link, "No warnings").is_none(), "it has no link's colour");
    assert_eq!(harness.press("No warnings").desk().messages.sheet, Some(Sheet::Report));
}

#[test]
fn a_library_that_is_not_there_is_named_in_place_of_no_warnings() {
    let mut harness = usual();
    let text = "mtllib absent.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n";
    let (scene, report) = Load::files("one.obj", &[("one.obj", text)]).scene().expect("a mesh");
    harness.open_as("one.obj", Loaded { scene, report: Some(report), seconds: 0.001, unbuilt: None });
    assert!(!harness.shows("No warnings"));
    let told = "`absent.mtl` is not read: it was not opened or dropped together with the mesh";
    assert_eq!(harness.query_all_by_label_contains(told).count(), 2, "in the panel, and at once as a message");
    assert_eq!(harness.press_role(Role::Link, "Remarks").desk().messages.sheet, Some(Sheet::Report));
    assert!(!harness.shows("No warnings."));
}

/// Types into the list of commands, and presses Enter.
fn find_command(harness: &mut Window, letters: &str) -> Option<Sheet> {
    harness.command(Command::ShowPalette).write(letters).key(egui::Key::Enter).desk().messages.sheet.clone()
}

#[test]
fn a_command_is_found_by_a_few_letters_and_run_by_enter_or_chosen_by_arrows_or_a_click() {
    let mut harness = usual();
    let before = harness.desk().settings.style.wireframe;
    assert_eq!(find_command(&mut harness, "WIREF"), None);
    assert_ne!(harness.desk().settings.style.wireframe, before);
    assert!(matches!(find_command(&mut harness, "grow"), Some(Sheet::Palette { .. })), "it can do nothing now");
    harness.get_by_label_contains("Grow Nothing is selected.");
    harness.state_mut().update(Action::Sheet(None));
    find_command(&mut harness, "select all");
    assert_eq!(harness.selected().len(), 3);
    find_command(&mut harness, "no such command");
    harness.sees(&["No command has these letters."]);
    harness.act(Action::Sheet(None)).command(Command::ShowPalette).write("workspace");
    for key in [egui::Key::ArrowDown, egui::Key::ArrowDown, egui::Key::ArrowUp, egui::Key::Enter] {
        harness.key(key);
    }
    assert_eq!(harness.desk().workspace, Workspace::Collide, "the second of three");
    harness.command(Command::ShowPalette).write("workspace").press_part("Pick workspace");
    assert_eq!(harness.desk().workspace, Workspace::Pick);
}

#[test]
fn the_mesh_is_exported_from_the_file_menu_and_what_is_selected_where_something_is() {
    let mut harness = usual();
    let open = |harness: &mut Window| {
        harness.press("File");
        ["Export mesh…", "Export selection…"].map(|entry| !harness.get_by_label(entry).accesskit_node().is_disabled())
    };
    assert_eq!(open(&mut harness), [true, false]);
    harness.get_by_label("File").click();
    harness.pick(0);
    assert_eq!(open(&mut harness), [true, true]);
    let jobs = harness.state().jobs.len();
    assert_eq!(harness.press("Export selection…").state().jobs.len(), jobs + 1, "a file is asked for");
    harness.go_to(Workspace::Collide);
    assert_eq!(open(&mut harness), [false, false], "the scene has more than the mesh");
}

#[test]
fn the_view_menu_switches_textures_and_the_report_lists_coordinates_normals_and_images() {
    let (mut mesh, _) = Load::bytes("two.obj", TWO.as_bytes()).mesh().expect("two triangles");
    let coordinates = CornerValues::by_vertex(vec![[0.5; 2]; mesh.n_vertices()]);
    mesh.set_texture_coordinates(0, coordinates).expect("one a vertex");
    let normals = CornerValues::by_corner(vec![[0.0, 0.0, 1.0]], vec![[0; 3]; mesh.n_triangles()]);
    mesh.set_normals(normals).expect("one each");
    let wood = Image::of_pixels("wood.png", Pixels::new(3, 2, vec![255; 24]).expect("pixels"));
    let lost = Image::of_encoded("lost.webp", b"RIFF____WEBP".to_vec());
    mesh.set_textures(Vec::new(), vec![wood, lost.clone()]);
    let mut harness = usual();
    let scene = Scene::of(mesh.into());
    harness.open_as("two.obj", Loaded { scene, report: None, seconds: 0.0, unbuilt: None });
    for is_on in [true, false, true] {
        assert_eq!(harness.desk().settings.style.textures, is_on);
        let toggled = harness.press("View").get_by_label("Textures").accesskit_node().toggled();
        assert_eq!(toggled == Some(egui::accesskit::Toggled::True), is_on);
        harness.press("Textures");
    }
    assert!(harness.state().effects.contains(&Effect::SaveSettings));

    let shown = ["by vertex", "by corner", "wood.png, 3 × 2 pixels", "lost.webp, not decoded yet"];
    harness.act(Action::Sheet(Some(Sheet::Report))).shows_all(&shown);
    assert!(lost.decode().is_err());
    assert!(harness.rest().shows("lost.webp is a WebP image, but only PNG and JPEG are shown"));
}
