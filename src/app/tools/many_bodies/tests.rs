//! Tests of the bench of many bodies: time, buttons and other benches.

use super::ManyBodiesAction;
use super::*;
use crate::app::update::tests::*;

/// Returns a teapot, on the bench.
fn bench() -> State {
    let mut state = state_of(Sample::Teapot.mesh().expect("a mesh"));
    state.lay_out(Viewport::new(800, 600), FramebufferSize::new(800, 600)).command(Command::ResetView);
    state.go_to(Workspace::Collide).act(Action::UseTool("many_bodies"));
    state
}

fn bodies(state: &State) -> &ManyBodies {
    state.tools.get::<ManyBodies>()
}

/// Chooses otherwise than before.
fn choose(state: &mut State, choice: impl FnOnce(&mut Choices)) -> &mut State {
    let mut chosen = bodies(state).chosen;
    choice(&mut chosen);
    state.act(ManyBodiesAction::Choose(chosen))
}

fn world(state: &State) -> &World {
    bodies(state).world.as_ref().expect("bodies")
}

/// Returns every two boxes that overlap, found by trying all.
fn overlapping(state: &State) -> Vec<[u32; 2]> {
    let boxes = &world(state).boxes;
    let meet = |a: &Aabb, b: &Aabb| a.min.cmple(b.max).all() && b.min.cmple(a.max).all();
    let all = (0..boxes.len()).flat_map(|i| (i + 1..boxes.len()).map(move |j| (i, j)));
    all.filter(|&(i, j)| meet(&boxes[i], &boxes[j])).map(|(i, j)| [i as u32, j as u32]).collect()
}

fn assert_true(state: &State) {
    let bench = bodies(state);
    let ends = world(state).broad.end_points(bench.chosen.axis);
    let mut pairs = world(state).broad.pairs().to_vec();
    pairs.sort_unstable();
    assert_eq!(pairs, overlapping(state));
    assert_eq!(bench.other.expect("compared").pairs, pairs.len());
    assert!(ends.is_sorted_by(|p, q| p.value <= q.value) && ends.len() == 2 * bench.count());
    assert_eq!(bench.last.expect("an update").stats.structure, Structure::SweepAndPrune);
}

#[test]
fn time_moves_the_bodies_and_their_pairs_are_those_of_all_boxes_tried() {
    let mut state = bench();
    assert!(state.is_moving());
    assert_true(&state);
    let before = world(&state).boxes.to_vec();
    let mut changes = 0;
    for _ in 0..30 {
        state.act(Action::Tick(0.02));
        assert_true(&state);
        changes += world(&state).broad.changes().added.len();
    }
    assert!(world(&state).boxes != before && changes > 0);
}

#[test]
fn held_they_do_not_move_nor_ask_for_frames_and_a_step_moves_them_once() {
    let mut state = bench();
    assert!(!choose(&mut state, |chosen| chosen.runs = false).is_moving());
    let before = world(&state).boxes.to_vec();
    assert_eq!(world(state.act(Action::Tick(0.5))).boxes, before);
    assert_ne!(world(state.act(ManyBodiesAction::Step)).boxes, before);
    assert!(!state.is_moving());
    assert_true(&state);
    let h = Key::Char('h');
    for (down, moving) in [(true, true), (false, true), (true, false), (false, false)] {
        state.act(Action::Key(h, down));
        assert_eq!((state.is_moving(), state.tools.in_use(&state.desk).takes_key(&state.desk, h)), (moving, true));
    }
}

#[test]
fn bodies_are_counted_added_removed_and_taken_elsewhere() {
    let mut state = bench();
    choose(&mut state, |chosen| chosen.runs = false);
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
        assert_eq!(bodies(&state).count(), count, "{action:?}");
        assert_true(&state);
    }
    let before = world(&state).boxes.to_vec();
    state.act(ManyBodiesAction::Teleport);
    assert_true(&state);
    let (body, _) = bodies(&state).teleported.expect("one");
    let moved: Vec<_> = (0..60).filter(|&i| world(&state).boxes[i] != before[i]).collect();
    assert_eq!(moved, [body as usize]);
}

#[test]
fn the_camera_sees_the_room_here_and_the_mesh_elsewhere() {
    let mut state = bench();
    let (room, camera) = (state.desk.bounds(), state.desk.view().camera);
    assert_eq!(room, bodies(&state).room());
    for corner in room.corners() {
        let seen = state.desk.view().cursor_from_world(corner).expect("before the eye");
        assert!((0.0..=800.0).contains(&seen.x) && (0.0..=600.0).contains(&seen.y), "{seen:?}");
    }
    assert!(!state.desk.scene().objects()[0].visible);
    state.go_to(Workspace::Pick);
    assert!(state.desk.scene().objects()[0].visible && state.desk.view().camera != camera && !state.is_moving());
    assert_eq!(state.desk.bounds(), state.desk.scene().bounds());
    let there = state.desk.view().camera;
    let again = state.go_to(Workspace::Collide).go_to(Workspace::Pick).view().camera;
    assert_eq!(again, there, "the camera comes back to where it was");
}

#[test]
fn shapes_follow_the_choice_and_numbers_that_are_none_change_nothing() {
    let mut state = bench();
    let triangles = |state: &State| bodies(state).mesh(&state.desk).expect("a mesh").n_triangles();
    assert_eq!(triangles(&state), 12);
    assert_eq!(triangles(choose(&mut state, |chosen| chosen.shape = BodyShape::Ball)), 20);
    choose(state.act(ManyBodiesAction::Count(10)), |chosen| chosen.shape = BodyShape::Open);
    assert_eq!(triangles(&state), state.desk.scene().objects()[0].mesh.n_triangles());
    assert_eq!(triangles(state.act(ManyBodiesAction::Count(10_000))), 12, "too many for a teapot each");
    choose(&mut state, |chosen| (chosen.speed, chosen.window) = (f64::NAN, f64::NAN));
    assert_eq!((bodies(&state).chosen.speed, bodies(&state).chosen.window), (1.0, 0.5));
    choose(&mut state, |chosen| chosen.axis = 2);
    let z = world(&state).broad.end_points(bodies(&state).chosen.axis)[0];
    let least = world(&state).boxes.iter().map(|aabb| aabb.min.z).fold(f64::INFINITY, f64::min);
    assert_eq!((z.value, z.is_max()), (least, false));
}
