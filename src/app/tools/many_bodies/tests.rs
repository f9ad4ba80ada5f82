//! Tests of the bench of many bodies: time, buttons and other benches.

use super::ManyBodiesAction;
use super::*;
use crate::app::action::Action;
use crate::app::answers::MeshSource;
use crate::app::keys::Command;
use crate::app::settings::Settings;
use crate::app::update::State;
use crate::app::workspace::Workspace;
use pickray::math::{FramebufferSize, Viewport};
use pickray::mesh::samples::Sample;

/// Returns a teapot, on the bench.
fn bench() -> State {
    let mut state = State::new(Settings::default());
    state.act(Action::Open(MeshSource::Sample(Sample::Teapot)));
    let mesh = Arc::new(Sample::Teapot.mesh().expect("a mesh"));
    state.load(mesh);
    state.lay_out(Viewport::new(800, 600), FramebufferSize::new(800, 600)).command(Command::Show(Workspace::Collide));
    state.act(Action::UseTool("many_bodies"));
    state
}

fn world(state: &State) -> &World {
    state.tools.get::<ManyBodies>().world.as_ref().expect("bodies")
}

/// Returns every two boxes that overlap, found by trying all.
fn overlapping(state: &State) -> Vec<[u32; 2]> {
    let boxes = world(state).boxes();
    let meet = |a: &Aabb, b: &Aabb| a.min.cmple(b.max).all() && b.min.cmple(a.max).all();
    let all = (0..boxes.len()).flat_map(|i| (i + 1..boxes.len()).map(move |j| (i, j)));
    all.filter(|&(i, j)| meet(&boxes[i], &boxes[j])).map(|(i, j)| [i as u32, j as u32]).collect()
}

fn assert_true(state: &State) {
    let bench = &state.tools.get::<ManyBodies>();
    let mut pairs = world(state).pairs().to_vec();
    pairs.sort_unstable();
    assert_eq!(pairs, overlapping(state));
    assert_eq!(bench.other.expect("compared").pairs, pairs.len());
    assert!(bench.ends.is_sorted_by(|p, q| p.0 <= q.0) && bench.ends.len() == 2 * bench.count());
    assert_eq!(bench.last.expect("an update").stats.structure, Structure::SweepAndPrune);
}

#[test]
fn time_moves_the_bodies_and_their_pairs_are_those_of_all_boxes_tried() {
    let mut state = bench();
    assert!(state.is_moving());
    assert_true(&state);
    let before = world(&state).boxes().to_vec();
    let mut changes = 0;
    for _ in 0..30 {
        state.act(Action::Tick(0.02));
        assert_true(&state);
        changes += state.tools.get::<ManyBodies>().world.as_ref().expect("bodies").changes().added.len();
    }
    assert!(world(&state).boxes() != before && changes > 0);
}

#[test]
fn held_they_do_not_move_nor_ask_for_frames_and_a_step_moves_them_once() {
    let mut state = bench();
    state.act(ManyBodiesAction::Run(false));
    assert!(!state.is_moving());
    let before = world(&state).boxes().to_vec();
    state.act(Action::Tick(0.5));
    assert_eq!(world(&state).boxes(), before);
    state.act(ManyBodiesAction::Step);
    assert_ne!(world(&state).boxes(), before);
    assert!(!state.is_moving());
    assert_true(&state);
    let h = Key::Char('h');
    for (down, moving) in [(true, true), (false, true), (true, false), (false, false)] {
        state.act(Action::Key(h, down));
        assert_eq!((state.is_moving(), state.tools.in_use(&state.desk).takes_key(h)), (moving, true));
    }
}

#[test]
fn bodies_are_counted_added_removed_and_taken_elsewhere() {
    let mut state = bench();
    state.act(ManyBodiesAction::Run(false));
    for (action, count) in [
        (ManyBodiesAction::Count(40), 40),
        (ManyBodiesAction::Add, 41),
        (ManyBodiesAction::Remove, 40),
        (ManyBodiesAction::Remove, 39),
        (ManyBodiesAction::Count(1), 2),
        (ManyBodiesAction::Remove, 2),
        (ManyBodiesAction::Count(60), 60),
    ] {
        state.act(action);
        assert_eq!(state.tools.get::<ManyBodies>().count(), count, "{action:?}");
        assert_true(&state);
    }
    let before = world(&state).boxes().to_vec();
    state.act(ManyBodiesAction::Teleport);
    assert_true(&state);
    let (body, _) = state.tools.get::<ManyBodies>().teleported.expect("one");
    let moved: Vec<_> = (0..60).filter(|&i| world(&state).boxes()[i] != before[i]).collect();
    assert_eq!(moved, [body as usize]);
}

#[test]
fn the_camera_sees_the_room_here_and_the_mesh_elsewhere() {
    let mut state = bench();
    let (room, camera) = (state.desk.bounds(), state.desk.view().camera);
    assert_eq!(room, state.tools.get::<ManyBodies>().room());
    for corner in room.corners() {
        let seen = state.desk.view().cursor_from_world(corner).expect("before the eye");
        assert!((0.0..=800.0).contains(&seen.x) && (0.0..=600.0).contains(&seen.y), "{seen:?}");
    }
    assert!(!state.desk.scene().objects()[0].visible);
    state.command(Command::Show(Workspace::Pick));
    assert!(state.desk.scene().objects()[0].visible && state.desk.view().camera != camera && !state.is_moving());
    assert_eq!(state.desk.bounds(), state.desk.scene().bounds());
    let there = state.desk.view().camera;
    state.command(Command::Show(Workspace::Collide)).command(Command::Show(Workspace::Pick));
    assert_eq!(state.desk.view().camera, there, "the camera comes back to where it was");
}

#[test]
fn shapes_follow_the_choice_and_numbers_that_are_none_change_nothing() {
    let mut state = bench();
    let triangles = |state: &State| state.tools.get::<ManyBodies>().mesh.as_ref().expect("a mesh").n_triangles();
    assert_eq!(triangles(&state), 12);
    state.act(ManyBodiesAction::Shape(BodyShape::Ball));
    assert_eq!(triangles(&state), 20);
    state.act(ManyBodiesAction::Count(10)).act(ManyBodiesAction::Shape(BodyShape::Open));
    assert_eq!(triangles(&state), state.desk.scene().objects()[0].mesh.n_triangles());
    state.act(ManyBodiesAction::Count(10_000));
    assert_eq!(triangles(&state), 12, "too many for a teapot each");
    for action in [ManyBodiesAction::Speed(f64::NAN), ManyBodiesAction::Window(f64::NAN)] {
        state.act(action);
    }
    assert_eq!((state.tools.get::<ManyBodies>().speed, state.tools.get::<ManyBodies>().window), (1.0, 0.5));
    state.act(ManyBodiesAction::Axis(2));
    let z = state.tools.get::<ManyBodies>().ends[0];
    let least = world(&state).boxes().iter().map(|aabb| aabb.min.z).fold(f64::INFINITY, f64::min);
    assert_eq!((z.0, z.2), (least, false));
}
