//! Tests of the bench of two meshes: drags, numbers and answers that come late.

use super::TwoMeshesAction;
use super::*;
use crate::app::update::tests::*;
use pickray::collide::ContactMesh;

fn mesh(sample: Sample) -> Arc<Mesh> {
    Arc::new(sample.mesh().expect("a mesh"))
}

fn load(state: &mut State, sample: Sample) {
    state.load(mesh(sample));
}

fn load_second(state: &mut State, loaded: Loaded) {
    let loading = state.tools.get::<TwoMeshes>().loading.as_ref().expect("it is read");
    let progress = loading.result.progress().expect("it is read").clone();
    state.act(TwoMeshesAction::Loaded(job::Answer::new(progress, Ok(loaded))));
}

/// Returns a cube in the bench, its work done.
fn cube() -> State {
    let mut state = State::new(Settings::default());
    state.act(Action::Open(MeshSource::Sample(Sample::Cube)));
    load(&mut state, Sample::Cube);
    state.idle();
    state.lay_out(Viewport::new(800, 600), FramebufferSize::new(800, 600)).command(Command::Show(Workspace::Collide));
    state.act(Action::UseTool("two_meshes")).settle();
    state
}

fn drag(state: &mut State, from: DVec3, to: DVec3, begins: bool) {
    let view = *state.desk.view();
    let [from, to] = [from, to].map(|point| view.cursor_from_world(point).expect("seen"));
    state.act(dragged(view, from, to, begins));
}

/// Returns a place on the arrow of x, in world space.
fn on_arrow(state: &State) -> DVec3 {
    let gizmo = state.tools.get::<TwoMeshes>().gizmo(&state.desk).expect("handles");
    let [start, neck] = gizmo.lines(Handle::Arrow(0))[0];
    0.3 * start + 0.7 * neck
}

/// Returns the contact that the library finds in the scene as it stands.
fn truth(state: &State) -> pickray::collide::MeshContact {
    let ready = |i: usize| {
        let mesh = state.desk.scene().objects()[i].mesh.clone();
        ContactMesh::new(mesh)
    };
    let place = |i: usize| state.desk.scene().objects()[i].world_from_object;
    let (a, b) = (ready(0), ready(1));
    pickray::collide::contact(&mut PairFinder::new(), (&a, &place(0)), (&b, &place(1))).expect("affine")
}

fn assert_true(state: &State) {
    let answer = state.tools.get::<TwoMeshes>().answer.as_ref().expect("an answer");
    let truth = truth(state);
    assert_eq!(answer.contact, truth);
    let mut lit: Vec<_> = truth
        .pairs
        .iter()
        .flat_map(|&[a, b]| [TriangleId { object: 0, triangle: a }, TriangleId { object: 1, triangle: b }])
        .collect();
    lit.sort_unstable();
    lit.dedup();
    assert_eq!(state.desk.selected.marked, lit);
    assert_eq!(answer.lit.iter().sum::<usize>(), lit.len());
}

#[test]
fn the_first_mesh_again_stands_beside_it_and_what_meets_is_lit() {
    let state = cube();
    assert_eq!(state.desk.scene().objects().len(), 2);
    assert!(!state.desk.selected.marked.is_empty());
    assert_true(&state);
}

#[test]
fn an_arrow_moves_the_second_mesh_alone_and_every_motion_is_answered() {
    let mut state = cube();
    let camera = state.desk.view().camera.eye;
    let (from, before) = (on_arrow(&state), state.tools.get::<TwoMeshes>().place);
    for (step, begins) in [(0.1, true), (0.3, false), (0.7, false)] {
        drag(&mut state, from, from + step * DVec3::X, begins);
        let moved = state.tools.get::<TwoMeshes>().place.translation - before.translation;
        assert!((moved - step * DVec3::X).length() < 1e-9, "{moved}");
        assert_true(&state);
    }
    assert_eq!(
        (state.desk.view().camera.eye, state.desk.scene().objects()[0].world_from_object),
        (camera, DMat4::IDENTITY)
    );
    // Esc puts it back, and the rest of the drag does nothing.
    state.command(Command::Escape);
    drag(&mut state, from, from + DVec3::X, false);
    assert_eq!((state.tools.get::<TwoMeshes>().place, state.desk.view().camera.eye), (before, camera));
}

#[test]
fn a_drag_beside_the_handles_orbits() {
    let mut state = cube();
    let (eye, place) = (state.desk.view().camera.eye, state.tools.get::<TwoMeshes>().place);
    let view = *state.desk.view();
    let (from, to) = (CursorPosition { x: 5.0, y: 5.0 }, CursorPosition { x: 90.0, y: 40.0 });
    state.act(dragged(view, from, to, true));
    assert_ne!(state.desk.view().camera.eye, eye);
    assert_eq!(state.tools.get::<TwoMeshes>().place, place);
}

#[test]
fn undo_takes_back_a_whole_drag_and_redo_makes_it_again() {
    let mut state = cube();
    let (from, before) = (on_arrow(&state), state.tools.get::<TwoMeshes>().place);
    for (step, begins) in [(0.1, true), (0.2, false), (0.4, false)] {
        drag(&mut state, from, from + step * DVec3::X, begins);
    }
    let after = state.tools.get::<TwoMeshes>().place;
    assert!(!state.desk.selected.triangles.can_undo(), "the selection is another history");
    for (command, place) in [(Command::Undo, before), (Command::Redo, after), (Command::Undo, before)] {
        state.command(command).settle();
        assert_eq!(state.tools.get::<TwoMeshes>().place, place);
        assert_true(&state);
    }
}

#[test]
fn numbers_turn_it_and_far_away_nothing_is_lit() {
    let mut state = cube();
    let turned = state.tools.get::<TwoMeshes>().place.with_degrees(DVec3::new(10.0, 20.0, 30.0));
    state.act(TwoMeshesAction::Place(turned, true)).settle();
    assert_true(&state);
    let away = MeshPose { translation: DVec3::X * 50.0, ..turned };
    state.act(TwoMeshesAction::Place(away, true)).settle();
    assert!(state.desk.selected.marked.is_empty());
    state.act(TwoMeshesAction::Reset).settle();
    assert_true(&state);
    assert!(!state.desk.selected.marked.is_empty());
}

#[test]
fn while_an_answer_is_awaited_only_the_latest_place_is_asked_for_after_it() {
    let mut state = cube();
    let place = state.tools.get::<TwoMeshes>().place;
    for step in 1..=5 {
        let translation = place.translation + 0.05 * f64::from(step) * DVec3::X;
        state.act(TwoMeshesAction::Place(MeshPose { translation, ..place }, true));
    }
    assert_eq!(state.desk.files.jobs.len(), 1);
    assert_eq!(state.work(), 2, "the first, and the latest");
    assert_true(&state);
}

#[test]
fn first_contact_only_is_one_pair_that_meets() {
    let mut state = cube();
    state.act(TwoMeshesAction::FirstOnly(true)).settle();
    let found = &state.tools.get::<TwoMeshes>().answer.as_ref().expect("an answer").contact;
    assert_eq!((found.pairs.len(), found.curves.len()), (1, 0));
    assert!(truth(&state).pairs.contains(&found.pairs[0]));
    assert_eq!(state.desk.selected.marked.len(), 2);
}

#[test]
fn a_dropped_file_becomes_the_second_mesh_and_an_opened_one_the_first() {
    let mut state = cube();
    state.act(Action::Dropped(MeshSource::File("second.obj".into()))).idle();
    assert!(state.desk.files.loading.is_none() && state.is_working());
    load_second(&mut state, loaded(mesh(Sample::Icosphere)));
    state.settle();
    let triangles =
        |state: &State| state.desk.scene().objects().iter().map(|o| o.mesh.n_triangles()).collect::<Vec<_>>();
    let sphere = mesh(Sample::Icosphere).n_triangles();
    assert_eq!(triangles(&state), [12, sphere]);
    assert_true(&state);

    state.act(Action::Open(MeshSource::Sample(Sample::Icosphere))).idle();
    load(&mut state, Sample::Icosphere);
    state.settle();
    assert_eq!(triangles(&state), [sphere, sphere]);
    assert_true(&state);
}

/// Returns the bench of the cube, which goes from -1 to 1, with a second mesh from an OBJ file of this text.
fn second(obj: &str) -> State {
    let mut state = cube();
    state.act(Action::Dropped(MeshSource::File("second.obj".into()))).idle();
    let progress = pickray::work::Progress::default();
    let (mesh, report) = Load::bytes("second.obj", obj.as_bytes()).progress(&progress).mesh().expect("a mesh");
    load_second(&mut state, Loaded { report: Some(report), ..loaded(mesh) });
    state.settle();
    state
}

#[test]
fn a_second_file_near_the_first_stands_where_it_says_and_one_far_away_beside_the_first() {
    let near = second("v 0 0 0\nv 3 0 0\nv 0 3 0\nf 1 2 3\n");
    assert_eq!(near.tools.get::<TwoMeshes>().place, MeshPose::default());
    let far = second("v 500000 4000000 90\nv 500003 4000000 90\nv 500000 4000003 90\nf 1 2 3\n");
    let [first, second] = [0, 1].map(|i| far.desk.scene().objects()[i].bounds());
    assert!(first.contains(second.center()), "{second:?}");
    assert_true(&far);
}

#[test]
fn all_of_a_second_mesh_comes_into_the_picture_when_it_is_put_there() {
    let state = second("v 0 0 0\nv 30 0 0\nv 0 3 0\nf 1 2 3\n");
    let viewport = state.desk.view().viewport;
    for corner in state.desk.scene().bounds().corners() {
        let window = state.desk.view().window_from_world(corner).expect("before the camera");
        assert!(viewport.contains(window.truncate()), "{corner} is seen at {window}");
    }
}

#[test]
fn the_camera_goes_back_to_where_it_was_when_the_bench_is_left_unless_it_was_moved() {
    let mut state = second("v 0 0 0\nv 30 0 0\nv 0 3 0\nf 1 2 3\n");
    let framed = state.desk.view().camera.eye;
    state.command(Command::Show(Workspace::Pick));
    let before = state.desk.view().camera.eye;
    assert_ne!(before, framed);
    state.command(Command::Show(Workspace::Collide));
    assert!((state.desk.view().camera.eye - framed).length() < 1e-9 * framed.length(), "both are framed again");
    state.act(Action::Zoom(wheel(CursorPosition { x: 400.0, y: 300.0 }, 0.5)));
    let moved = state.desk.view().camera.eye;
    state.command(Command::Show(Workspace::Pick));
    assert_eq!(state.desk.view().camera.eye, moved);
}

#[test]
fn an_answer_about_meshes_that_are_gone_is_dropped() {
    let mut state = cube();
    let place = state.tools.get::<TwoMeshes>().place;
    state.act(TwoMeshesAction::Place(MeshPose { translation: DVec3::ZERO, ..place }, true));
    let late = state.desk.files.jobs.pop().expect("it asks").run();
    state.act(Action::Open(MeshSource::Sample(Sample::Triangle))).idle();
    load(&mut state, Sample::Triangle);
    state.act(late);
    assert!(state.tools.get::<TwoMeshes>().answer.is_none() && state.desk.selected.marked.is_empty());
    state.settle();
    assert_true(&state);
}

#[test]
fn elsewhere_the_second_mesh_is_not_in_the_scene_and_it_is_found_where_it_was_left() {
    let mut state = cube();
    let from = on_arrow(&state);
    drag(&mut state, from, from + 0.2 * DVec3::X, true);
    let place = state.tools.get::<TwoMeshes>().place;
    state.command(Command::Show(Workspace::Pick));
    assert_eq!((state.desk.scene().objects().len(), state.desk.selected.marked.len()), (1, 0));
    state.command(Command::Show(Workspace::Collide)).settle();
    assert_eq!((state.desk.scene().objects().len(), state.tools.get::<TwoMeshes>().place), (2, place));
    assert_true(&state);
}

#[test]
fn the_handle_under_the_mouse_is_lit_and_no_triangle_with_it() {
    let mut state = cube();
    let cursor = state.desk.view().cursor_from_world(on_arrow(&state));
    state.act(Action::Hover(cursor));
    assert_eq!((state.tools.get::<TwoMeshes>().hovered, state.desk.pointer.hover), (Some(Handle::Arrow(0)), None));
    state.act(Action::Hover(None));
    assert_eq!(state.tools.get::<TwoMeshes>().hovered, None);
}

#[test]
fn a_handle_is_held_until_its_drag_ends_whether_something_hovers_then_or_not() {
    let mut state = cube();
    let from = on_arrow(&state);
    drag(&mut state, from, from + 0.2 * DVec3::X, true);
    assert_eq!(state.tools.get::<TwoMeshes>().held, Some(Handle::Arrow(0)));
    let place = state.tools.get::<TwoMeshes>().place;
    state.act(Action::Gesture(Gesture::DragEnds)).act(Action::Hover(None));
    assert_eq!(state.tools.get::<TwoMeshes>().held, None, "the other handles are there again");
    state.command(Command::Escape);
    assert_eq!(state.tools.get::<TwoMeshes>().place, place, "what has ended is not taken back");
}

#[test]
fn a_turn_is_about_the_middle_and_a_shift_moves_it() {
    let center = DVec3::new(5.0, 1.0, -2.0);
    let place = MeshPose { translation: DVec3::X, ..MeshPose::default() }.with_degrees(DVec3::new(10.0, 50.0, -20.0));
    assert!((place.transform(center).transform_point3(center) - (center + DVec3::X)).length() < 1e-12);
    assert_eq!(MeshPose::default().transform(center), DMat4::IDENTITY);
}

#[test]
fn degrees_come_back_and_turn_about_x_first() {
    let degrees = DVec3::new(30.0, -40.0, 120.0);
    let place = MeshPose::default().with_degrees(degrees);
    assert!((place.degrees() - degrees).length() < 1e-9);
    let turned = MeshPose::default().with_degrees(DVec3::new(90.0, 0.0, 90.0)).rotation * DVec3::Y;
    assert!((turned - DVec3::Z).length() < 1e-12, "y to z about x, and z stays: {turned}");
}
