//! Tests of the bench of two meshes: drags, numbers and answers that come late.

use super::TwoMeshesAction;
use super::*;
use crate::app::tool::Panel;
use crate::app::update::tests::*;
use pickray::collide::ContactMesh;
use pickray_render::{Overlay, Palette, Srgb, Theme};

fn mesh(sample: Sample) -> Arc<Mesh> {
    Arc::new(sample.mesh().expect("a mesh"))
}

impl State {
    fn bench(&self) -> &TwoMeshes {
        self.tools.get::<TwoMeshes>()
    }

    fn place(&self) -> MeshPose {
        self.bench().place
    }

    /// Puts the second mesh to this place, and has it answered.
    fn put(&mut self, place: MeshPose) -> &mut Self {
        self.act(TwoMeshesAction::Place(place, true)).settle()
    }
}

/// Drops a file, which is read as this.
fn drop_second(state: &mut State, loaded: Loaded) {
    state.act(Action::Dropped(MeshSource::File("second.obj".into()))).idle();
    assert!(state.desk.files.loading.is_none() && state.is_working());
    let loading = state.bench().loading.as_ref().expect("it is read");
    let progress = loading.result.progress().expect("it is read").clone();
    state.act(TwoMeshesAction::Loaded(job::Answer::new(progress, Ok(loaded)))).settle();
}

/// Returns a cube in the bench, its work done.
fn cube() -> State {
    let mut state = State::new(Settings::default());
    state.act(Action::Open(MeshSource::Sample(Sample::Cube))).load(mesh(Sample::Cube)).idle();
    state.lay_out(Viewport::new(800, 600), FramebufferSize::new(800, 600)).go_to(Workspace::Collide);
    state.act(Action::UseTool("two_meshes")).settle();
    state
}

fn drag(state: &mut State, from: DVec3, to: DVec3, begins: bool) {
    let view = state.view();
    let [from, to] = [from, to].map(|point| view.cursor_from_world(point).expect("seen"));
    state.act(dragged(view, from, to, begins));
}

/// Returns a place on the arrow of x, in world space.
fn on_arrow(state: &State) -> DVec3 {
    let gizmo = state.bench().gizmo(&state.desk).expect("handles");
    let [start, neck] = gizmo.lines(Handle::Arrow(0))[0];
    0.3 * start + 0.7 * neck
}

/// Returns the contact that the library finds in the scene as it stands.
fn truth(state: &State) -> pickray::collide::MeshContact {
    let [a, b] = [0, 1].map(|i| &state.desk.scene().objects()[i]);
    let [first, second] = [a, b].map(|object| ContactMesh::new(object.mesh.clone()));
    let placed = ((&first, &a.world_from_object), (&second, &b.world_from_object));
    pickray::collide::contact(&mut PairFinder::new(), placed.0, placed.1).expect("affine")
}

fn assert_true(state: &State) {
    let answer = state.bench().answer.as_ref().expect("an answer");
    let truth = truth(state);
    assert_eq!(answer.contact, truth);
    let id = |(object, triangle)| TriangleId { object, triangle };
    let mut lit: Vec<_> = truth.pairs.iter().flat_map(|&[a, b]| [(0, a), (1, b)].map(id)).collect();
    lit.sort_unstable();
    lit.dedup();
    assert_eq!(state.desk.selected.marked, lit);
    assert_eq!(answer.lit.iter().sum::<usize>(), lit.len());
}

#[test]
fn an_arrow_moves_the_second_mesh_alone_and_every_motion_is_answered() {
    let mut state = cube();
    let camera = state.view().camera.eye;
    let (from, before) = (on_arrow(&state), state.place());
    for (step, begins) in [(0.1, true), (0.3, false), (0.7, false)] {
        drag(&mut state, from, from + step * DVec3::X, begins);
        let moved = state.place().translation - before.translation;
        assert!((moved - step * DVec3::X).length() < 1e-9, "{moved}");
        assert_true(&state);
    }
    let first = state.desk.scene().objects()[0].world_from_object;
    assert_eq!((state.view().camera.eye, first), (camera, DMat4::IDENTITY));
    // Esc puts it back, and the rest of the drag does nothing.
    drag(state.command(Command::Escape), from, from + DVec3::X, false);
    assert_eq!((state.place(), state.view().camera.eye), (before, camera));
}

#[test]
fn a_drag_beside_the_handles_orbits() {
    let mut state = cube();
    let (eye, place) = (state.view().camera.eye, state.place());
    let turned = state.drag(CursorPosition { x: 5.0, y: 5.0 }, CursorPosition { x: 90.0, y: 40.0 }).view().camera.eye;
    assert!(turned != eye && state.place() == place);
}

#[test]
fn undo_takes_back_a_whole_drag_and_redo_makes_it_again() {
    let mut state = cube();
    let (from, before) = (on_arrow(&state), state.place());
    for (step, begins) in [(0.1, true), (0.2, false), (0.4, false)] {
        drag(&mut state, from, from + step * DVec3::X, begins);
    }
    let after = state.place();
    assert!(!state.desk.selected.triangles.can_undo(), "the selection is another history");
    for (command, place) in [(Command::Undo, before), (Command::Redo, after), (Command::Undo, before)] {
        assert_eq!(state.command(command).settle().place(), place);
        assert_true(&state);
    }
}

#[test]
fn numbers_turn_it_and_far_away_nothing_is_lit() {
    let mut state = cube();
    let turned = state.place().with_degrees(DVec3::new(10.0, 20.0, 30.0));
    assert_true(state.put(turned));
    let away = MeshPose { translation: DVec3::X * 50.0, ..turned };
    assert!(state.put(away).desk.selected.marked.is_empty());
    assert_true(state.act(TwoMeshesAction::Reset).settle());
    assert!(!state.desk.selected.marked.is_empty());
}

#[test]
fn while_an_answer_is_awaited_only_the_latest_place_is_asked_for_after_it() {
    let mut state = cube();
    let place = state.place();
    for step in 1..=5 {
        let translation = place.translation + 0.05 * f64::from(step) * DVec3::X;
        state.act(TwoMeshesAction::Place(MeshPose { translation, ..place }, true));
    }
    assert_eq!((state.desk.files.jobs.len(), state.work()), (1, 2), "the first, and the latest");
    assert_true(&state);
}

#[test]
fn first_contact_only_is_one_pair_that_meets() {
    let mut state = cube();
    state.act(TwoMeshesAction::FirstOnly(true)).settle();
    let found = &state.bench().answer.as_ref().expect("an answer").contact;
    assert_eq!((found.pairs.len(), found.curves.len()), (1, 0));
    assert!(truth(&state).pairs.contains(&found.pairs[0]));
    assert_eq!(state.desk.selected.marked.len(), 2);
}

#[test]
fn a_dropped_file_becomes_the_second_mesh_and_an_opened_one_the_first() {
    let mut state = cube();
    drop_second(&mut state, loaded(mesh(Sample::Icosphere)));
    let triangles =
        |state: &State| state.desk.scene().objects().iter().map(|o| o.mesh.n_triangles()).collect::<Vec<_>>();
    let sphere = mesh(Sample::Icosphere).n_triangles();
    assert_eq!(triangles(&state), [12, sphere]);
    assert_true(&state);

    state.act(Action::Open(MeshSource::Sample(Sample::Icosphere))).idle().load(mesh(Sample::Icosphere)).settle();
    assert_eq!(triangles(&state), [sphere, sphere]);
    assert_true(&state);
}

/// Returns the bench of the cube, which goes from -1 to 1, with a second mesh from an OBJ file of this text.
fn second(obj: &str) -> State {
    let mut state = cube();
    let (mesh, report) = Load::bytes("second.obj", obj.as_bytes()).mesh().expect("a mesh");
    drop_second(&mut state, Loaded { report: Some(report), ..loaded(mesh) });
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
    let eye = |state: &State| state.view().camera.eye;
    let framed = eye(&state);
    assert_ne!(eye(state.go_to(Workspace::Pick)), framed);
    let again = eye(state.go_to(Workspace::Collide));
    assert!((again - framed).length() < 1e-9 * framed.length(), "both are framed again");
    let moved = eye(state.zoom(CursorPosition { x: 400.0, y: 300.0 }, 0.5));
    assert_eq!(eye(state.go_to(Workspace::Pick)), moved);
}

#[test]
fn an_answer_about_meshes_that_are_gone_is_dropped() {
    let mut state = cube();
    let place = MeshPose { translation: DVec3::ZERO, ..state.place() };
    state.act(TwoMeshesAction::Place(place, true));
    let late = state.desk.files.jobs.pop().expect("it asks").run();
    state.act(Action::Open(MeshSource::Sample(Sample::Triangle))).idle().load(mesh(Sample::Triangle)).act(late);
    assert!(state.bench().answer.is_none() && state.desk.selected.marked.is_empty());
    assert_true(state.settle());
}

#[test]
fn elsewhere_the_second_mesh_is_not_in_the_scene_and_it_is_found_where_it_was_left() {
    let mut state = cube();
    let from = on_arrow(&state);
    drag(&mut state, from, from + 0.2 * DVec3::X, true);
    let place = state.place();
    let objects = state.go_to(Workspace::Pick).desk.scene().objects().len();
    assert_eq!((objects, state.desk.selected.marked.len()), (1, 0));
    let objects = state.go_to(Workspace::Collide).settle().desk.scene().objects().len();
    assert_eq!((objects, state.place()), (2, place));
    assert_true(&state);
}

/// Returns the colours of the handles that are drawn.
fn handles(state: &State, palette: &Palette) -> Vec<Srgb> {
    let overlays = state.bench().overlays(&state.desk, Pane::Picking, palette);
    let colors = overlays.iter().filter_map(|overlay| match overlay {
        Overlay::Lines(_, pen) | Overlay::Rings(_, _, pen) => Some(pen.color),
        _ => None,
    });
    colors.filter(|color| *color == palette.hover || palette.axes.contains(color)).collect()
}

#[test]
fn the_handle_under_the_mouse_is_lit_and_no_triangle_with_it() {
    let mut state = cube();
    let cursor = state.desk.view().cursor_from_world(on_arrow(&state)).expect("seen");
    assert_eq!((state.hover(cursor).bench().hovered, state.hovered()), (Some(Handle::Arrow(0)), None));
    let palette = Palette::of(Theme::Dark);
    let ([x, y, z], lit) = (palette.axes, palette.hover);
    assert_eq!(handles(&state, palette), [lit, lit, y, z, x, y, z], "the middle, the arrows, and the rings");
    assert_eq!(state.leave().bench().hovered, None);
}

#[test]
fn a_handle_is_held_until_its_drag_ends_whether_something_hovers_then_or_not() {
    let mut state = cube();
    let from = on_arrow(&state);
    drag(&mut state, from, from + 0.2 * DVec3::X, true);
    let n_handles = |state: &State| handles(state, Palette::of(Theme::Dark)).len();
    assert_eq!((state.bench().held, n_handles(&state)), (Some(Handle::Arrow(0)), 1), "the others are in the way");
    let place = state.place();
    let held = state.act(Action::Gesture(Gesture::DragEnds)).leave().bench().held;
    assert_eq!((held, n_handles(&state)), (None, 7), "the other handles are there again");
    assert_eq!(state.command(Command::Escape).place(), place, "what has ended is not taken back");
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
