//! Tests of the axis that is up, in the window.

use super::*;
use pickray::scene::UpAxis;

/// Returns an ascii STL file as read: the square of the other tests, standing on z.
fn scan() -> Loaded {
    let facet = |[a, b, c]: [[i32; 3]; 3]| {
        let corner = |[x, y, z]: [i32; 3]| format!("vertex {x} {y} {z}\n");
        format!("facet normal 0 -1 0\nouter loop\n{}{}{}endloop\nendfacet\n", corner(a), corner(b), corner(c))
    };
    let facets = [[[0, 0, 0], [1, 0, 0], [1, 0, 2]], [[0, 0, 0], [1, 0, 2], [0, 0, 2]]].map(facet).concat();
    let text = format!("solid scan\n{facets}endsolid scan\n");
    let (scene, report) = Load::bytes("scan.stl", text.as_bytes()).scene().expect("a mesh");
    Loaded { report: Some(report), ..loaded_scene(scene) }
}

fn open_scan(state: &mut State) -> &mut State {
    state.act(Action::Open(MeshSource::File("scan.stl".into()))).answer(Ok(scan()))
}

#[test]
fn a_scan_stands_on_z_which_is_told_with_a_switch_that_turns_the_camera_alone() {
    let mut state = state();
    open_scan(&mut state);
    let told = state.desk.messages.up.clone().expect("a word");
    assert_eq!(told, "scan.stl: z is taken as up, as in most STL files.");
    let (scene, aspect) = (state.desk.scene(), state.desk.view().aspect());
    let (scan, corners) = (scene.clone(), scene.objects()[0].triangle_in_world(1));
    let framed = |up| Camera::framing_scene(&scan, aspect, up);
    assert_eq!(state.desk.view().camera, framed(UpAxis::Z), "as the command line frames it");
    assert_eq!(state.act(Action::TakeAsUp(UpAxis::Y)).desk.view().camera, framed(UpAxis::Y));
    assert_eq!(state.desk.scene().objects()[0].triangle_in_world(1), corners);
    let camera = state.command(Command::ResetView).view().camera;
    assert_eq!(camera, framed(UpAxis::Y), "what was chosen holds for the mesh");
    assert_eq!(open_scan(&mut state).view().camera, framed(UpAxis::Z), "and not for the next");
}

#[test]
fn the_axis_of_the_settings_is_up_in_every_file_without_a_word() {
    let mut state = state();
    let settings = Settings { up: Some(UpAxis::Y), ..state.desk.settings.clone() };
    open_scan(state.act(Action::Settings(settings)));
    assert_eq!((state.desk.study.up_axis(), &state.desk.messages.up), (UpAxis::Y, &None));
    let by_format = Settings { up: None, ..state.desk.settings.clone() };
    let up = state.act(Action::Settings(by_format)).desk.study.up_axis();
    assert_eq!(up, UpAxis::Z, "the format decides again, at once");
}

#[test]
fn the_line_about_the_axis_stays_until_it_was_used_or_closed() {
    for (end, up) in [
        (Action::CloseUp, UpAxis::Z),
        (Action::TakeAsUp(UpAxis::Y), UpAxis::Y),
        (Action::Command(Command::Escape), UpAxis::Z),
    ] {
        let mut state = after(open_scan);
        state.pick(MIDDLE).command(Command::CopyRecord).act(Action::CloseMessage);
        assert!(state.desk.messages.up.is_some(), "something else was done and said");
        state.act(end);
        assert_eq!((&state.desk.messages.up, state.desk.study.up_axis()), (&None, up));
    }
}

#[test]
fn an_axis_that_is_kept_for_a_format_is_up_in_all_its_files_without_a_word() {
    let mut state = after(|it| open_scan(it).act(Action::TakeAsUp(UpAxis::Y)));
    let camera = state.desk.view().camera;
    let up_in = [("STL".to_owned(), UpAxis::Y)].into();
    let settings = Settings { up_in, ..state.desk.settings.clone() };
    assert_eq!(state.act(Action::Settings(settings)).desk.view().camera, camera, "it is up already");
    open_scan(&mut state);
    assert_eq!((state.desk.study.up_axis(), &state.desk.messages.up), (UpAxis::Y, &None));
    let kept = open_scan(state.act(Action::TakeAsUp(UpAxis::Z))).desk.study.up_axis();
    assert_eq!(kept, UpAxis::Z, "another choice is kept, too");
    let settings = Settings { up_in: Default::default(), ..state.desk.settings.clone() };
    assert!(open_scan(state.act(Action::Settings(settings))).desk.messages.up.is_some(), "it is a guess again");
}

#[test]
fn an_obj_that_seems_to_lie_is_told_of_and_one_that_stands_is_not() {
    let opened = |corners: [[f64; 3]; 3]| {
        let vertices = corners.map(|[x, y, z]| format!("v {x} {y} {z}\n")).concat();
        let (scene, report) = Load::bytes("a.obj", format!("{vertices}f 1 2 3\n").as_bytes()).scene().expect("a mesh");
        state_of_file("a.obj", Loaded { report: Some(report), ..loaded_scene(scene) })
    };
    let mut state = opened([[-1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 3.0]]);
    assert!(state.desk.messages.up.as_ref().is_some_and(|told| told.contains("seems to lie")));
    assert_eq!(state.desk.study.up_axis(), UpAxis::Y, "it is as the format has it until somebody says so");
    state.act(Action::TakeAsUp(UpAxis::Z));
    assert_eq!((state.desk.study.up_axis(), &state.desk.messages.up), (UpAxis::Z, &None));
    assert_eq!(opened([[-1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [0.0, 3.0, 0.0]]).desk.messages.up, None);
}

#[test]
fn the_axis_that_was_chosen_goes_with_a_situation() {
    let mut there = after(open_scan);
    there.act(Action::TakeAsUp(UpAxis::Y)).pick(MIDDLE).command(Command::CopySituation);
    let line = there.copied().expect("it is copied");
    let mut here = after(open_scan);
    assert_eq!(here.act(Action::Pasted(line)).desk.study.up_axis(), UpAxis::Y);
    assert_eq!(here.desk.view().camera, there.desk.view().camera);
}
