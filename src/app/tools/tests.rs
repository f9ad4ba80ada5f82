//! What the benches make of clicks, keys and drags.

use super::sphere::Action as SphereAction;
use super::two_triangles::{Action as PairAction, Case};
use super::*;
use crate::app::input::Drag;
use crate::app::keys::{ClickMode, Modifiers};
use crate::app::platform::{Loaded, MeshSource};
use crate::app::settings::Settings;
use crate::app::state::tests::answer_load;
use crate::app::state::{self, update};
use crate::collide::{SlideEnd, slide, sweep_scene};
use crate::intersect::{TriangleIntersection, Way};
use crate::math::{FramebufferSize, Viewport};
use crate::mesh::Mesh;
use crate::mesh::samples::Sample;
use crate::scene::navigation::StandardView;
use glam::DVec3;
use std::sync::Arc;

const MIDDLE: CursorPosition = CursorPosition { x: 350.0, y: 190.0 };

fn on(mesh: Mesh) -> State {
    let mut state = State::new(Settings::default());
    update(&mut state, Action::Open(MeshSource::File("some.obj".into())));
    let loaded = Loaded { mesh: Arc::new(mesh), report: None, seconds: 0.0 };
    let answer = answer_load(&state, Ok(loaded));
    update(&mut state, Action::Loaded(answer));
    let viewport = Viewport { x: 100, y: 20, width: 500, height: 380 };
    let framebuffer = FramebufferSize { width: 600, height: 400 };
    update(&mut state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Front)));
    update(&mut state, Action::Command(Command::Show(Workspace::Collide)));
    state
}

/// Three triangles behind each other, seen from the front.
fn three() -> State {
    let corners = |z: f32| [[-1.0, -1.0, z], [1.0, -1.0, z], [0.0, 1.0, z]];
    let positions = [0.0, -0.5, -1.0].map(corners).as_flattened().to_vec();
    on(Mesh::from_triangles(positions, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8]]).expect("a mesh"))
}

fn sample(sample: Sample) -> State {
    on(sample.mesh(&crate::accel::Progress::default()).expect("a mesh"))
}

fn click(state: &mut State, cursor: CursorPosition) {
    let view = state.view;
    update(state, Action::Gesture(Gesture::Pick { cursor, view, mode: ClickMode::Replace, double: false }));
}

fn key(state: &mut State, key: Key, down: bool) {
    update(state, Action::Collide(CollideAction::Key(key, down)));
}

fn triangle(triangle: u32) -> TriangleId {
    TriangleId { object: 0, triangle }
}

#[test]
fn a_click_carries_the_sphere_to_what_the_library_says_it_touches_first() {
    let mut state = sample(Sample::Teapot);
    click(&mut state, MIDDLE);
    let run = state.collide.sphere.run.clone().expect("a way");
    let (sphere, displacement) = (run.sweep.sphere, run.sweep.displacement);
    assert_eq!(run.sweep.hit, sweep_scene(&state.scene, &sphere, displacement));
    assert_eq!(run.path, slide(&state.scene, &sphere, displacement));
    let hit = run.sweep.hit.expect("the teapot is in the middle");
    assert!(!hit.contact.overlapping, "it starts before the mesh");
    assert_eq!(state.marked(), [triangle(hit.triangle)]);
    assert!(state.selection.is_empty() && state.picked.is_none(), "nothing is picked");
    let shown = state.collide.sphere.shown().expect("a sphere");
    let gap = (shown.center - (sphere.center + hit.contact.t * displacement)).length();
    assert!(gap < 0.01 * sphere.radius, "it is shown where it touches");
}

#[test]
fn the_sphere_follows_the_mouse_until_a_click_keeps_its_way_and_esc_lets_it_go() {
    let mut state = three();
    update(&mut state, Action::Hover(Some(MIDDLE)));
    assert_eq!(state.marked(), [triangle(0)]);
    update(&mut state, Action::Hover(None));
    assert!(state.marked().is_empty() && state.collide.sphere.run.is_none());
    click(&mut state, MIDDLE);
    update(&mut state, Action::Hover(Some(CursorPosition { x: 101.0, y: 1.0 })));
    update(&mut state, Action::Hover(None));
    assert_eq!(state.marked(), [triangle(0)], "a way that was clicked stays");
    update(&mut state, Action::Command(Command::Escape));
    assert!(state.marked().is_empty() && state.collide.sphere.run.is_none());
}

#[test]
fn time_leads_the_sphere_along_its_way_and_stands_still_at_the_end() {
    let mut state = three();
    click(&mut state, MIDDLE);
    let run = state.collide.sphere.run.clone().expect("a way");
    update(&mut state, SphereAction::Time(0.0).into());
    assert_eq!(state.collide.sphere.shown().map(|sphere| sphere.center), Some(run.sweep.sphere.center));
    update(&mut state, SphereAction::Play(true).into());
    assert!(state.is_moving());
    let mut before = 0.0;
    for _ in 0..1000 {
        update(&mut state, Action::Tick(0.016));
        assert!(before <= state.collide.sphere.time);
        before = state.collide.sphere.time;
    }
    assert!(!state.is_moving() && before == 1.0);
    assert_eq!(state.collide.sphere.shown().map(|sphere| sphere.center), Some(run.path.end));
    update(&mut state, SphereAction::Slides(false).into());
    let stop = run.sweep.sphere.center + run.sweep.hit.expect("a hit").contact.t * run.sweep.displacement;
    assert_eq!(state.collide.sphere.shown().map(|sphere| sphere.center), Some(stop));
}

#[test]
fn the_wheel_with_shift_changes_the_radius_and_the_way_with_it() {
    let mut state = three();
    click(&mut state, MIDDLE);
    let (camera, radius) = (state.view.camera, state.collide.sphere.radius);
    update(&mut state, Action::Modifiers(Modifiers::SHIFT));
    update(&mut state, Action::Zoom(MIDDLE, 0.5));
    assert_eq!((state.view.camera, state.collide.sphere.radius), (camera, 2.0 * radius));
    assert_eq!(state.collide.sphere.run.as_ref().map(|run| run.sweep.sphere.radius), Some(2.0 * radius));
    for _ in 0..100 {
        update(&mut state, Action::Zoom(MIDDLE, 0.5));
    }
    assert!(state.collide.sphere.radius <= 0.4 * state.collide.sphere.diagonal);
    update(&mut state, Action::Modifiers(Modifiers::NONE));
    update(&mut state, Action::Zoom(MIDDLE, 0.5));
    assert_ne!(state.view.camera, camera, "without Shift it zooms");
}

#[test]
fn the_player_goes_where_keys_lead_and_never_ends_up_inside() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    let mut state = sample(Sample::Teapot);
    click(&mut state, MIDDLE);
    update(&mut state, SphereAction::Player(true).into());
    assert!(!state.is_moving());
    let keys = [Key::Left, Key::Right, Key::Up, Key::Down, Key::Char('e'), Key::Char('q'), Key::Char('w')];
    let mut met = 0;
    for step in 0..600 {
        if step == 300 {
            update(&mut state, SphereAction::Gravity(true).into());
        }
        if step % 20 == 0 {
            let radius = state.collide.sphere.diagonal * (0.01 + 0.2 * random.f64());
            update(&mut state, SphereAction::Radius(radius).into());
        }
        let pressed = keys[random.usize(..keys.len())];
        key(&mut state, pressed, random.bool());
        let before = state.collide.sphere.shown().expect("the player").center;
        update(&mut state, Action::Tick(0.05));
        let sphere = state.collide.sphere.shown().expect("the player");
        met += usize::from(!state.marked().is_empty());
        let inside = sweep_scene(&state.scene, &sphere, DVec3::ZERO).is_some_and(|hit| hit.contact.overlapping);
        assert!(!inside, "step {step}: {before} to {}", sphere.center);
    }
    assert!(met > 0, "it met the teapot");
}

#[test]
fn the_player_falls_onto_the_mesh_and_lies_there() {
    let mut state = sample(Sample::Cube);
    update(&mut state, SphereAction::Player(true).into());
    update(&mut state, SphereAction::Gravity(true).into());
    let mut steps = 0;
    while state.is_moving() && steps < 2000 {
        update(&mut state, Action::Tick(0.016));
        steps += 1;
    }
    assert!(!state.is_moving(), "it came to rest");
    let sphere = state.collide.sphere.shown().expect("the player");
    let top = state.scene.bounds().max.y;
    assert!((sphere.center.y - top - sphere.radius).abs() < 0.01 * sphere.radius, "on the top: {sphere:?}");
    let step = state.collide.sphere.player.as_ref().and_then(|player| player.step.clone()).expect("a step");
    assert_ne!(step.ended, SlideEnd::Stuck);
}

#[test]
fn keys_are_the_players_only_while_there_is_one_and_none_stays_held() {
    let mut state = three();
    assert!(!state.takes_key(Key::Char('w')));
    key(&mut state, Key::Char('w'), true);
    assert!(state.collide.held.is_empty());
    update(&mut state, SphereAction::Player(true).into());
    assert!(state.takes_key(Key::Char('w')) && !state.takes_key(Key::Char('o')));
    key(&mut state, Key::Char('w'), true);
    assert!(state.is_moving());
    update(&mut state, Action::Collide(CollideAction::KeysUp));
    assert!(!state.is_moving());
    update(&mut state, Action::Command(Command::Show(Workspace::Pick)));
    assert!(!state.takes_key(Key::Char('w')));
}

fn pair(state: &State) -> &two_triangles::Seen {
    state.collide.two_triangles.seen.as_ref().expect("two triangles")
}

#[test]
fn two_clicks_give_two_triangles_and_what_decides_about_them() {
    let mut state = three();
    update(&mut state, Action::Collide(CollideAction::Choose(Bench::TwoTriangles)));
    click(&mut state, MIDDLE);
    assert!(state.collide.two_triangles.seen.is_none());
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Back)));
    click(&mut state, MIDDLE);
    assert_eq!(state.marked(), [triangle(0), triangle(2)]);
    assert!(!pair(&state).trace.meet);
    assert_eq!(pair(&state).trace.way, Way::BesideQ);
    assert_eq!(pair(&state).boxes[0].first_separating, Some(2), "they are apart along z");
    update(&mut state, Action::Command(Command::Escape));
    assert!(state.collide.two_triangles.seen.is_none() && state.marked().is_empty());
}

#[test]
fn the_selected_triangles_are_taken_to_the_bench() {
    let mut state = three();
    update(&mut state, Action::Command(Command::SelectAll));
    update(&mut state, Action::Collide(CollideAction::Choose(Bench::TwoTriangles)));
    assert_eq!(state.collide.two_triangles.clicked, [Some(triangle(0)), Some(triangle(1))]);
    assert!(!pair(&state).trace.meet);
}

#[test]
fn a_corner_follows_the_mouse_in_the_plane_that_faces_the_camera() {
    let mut state = three();
    update(&mut state, Action::Collide(CollideAction::Choose(Bench::TwoTriangles)));
    update(&mut state, PairAction::Case(Case::Crossing).into());
    assert!(pair(&state).trace.meet && state.scene.objects.len() == 3 && !state.scene.objects[0].visible);
    let (view, corner) = (state.view, pair(&state).trace.q.a);
    let from = view.cursor_from_world(corner).expect("before the camera");
    update(&mut state, Action::Hover(Some(from)));
    assert_eq!(state.collide.two_triangles.corner, Some([1, 0]));
    let drag = |state: &mut State, to: CursorPosition, begins: bool| {
        update(state, Action::Gesture(Gesture::Drag { drag: Drag::Orbit, view, from, to, begins }));
    };
    let to = CursorPosition { x: from.x + 40.0, y: from.y - 30.0 };
    drag(&mut state, CursorPosition { x: from.x + 5.0, y: from.y }, true);
    drag(&mut state, to, false);
    assert_eq!(state.view.camera, view.camera, "the camera stays");
    let moved = pair(&state).trace.q.a;
    let seen = view.cursor_from_world(moved).expect("before the camera");
    assert!((seen.x - to.x).hypot(seen.y - to.y) < 1e-6, "{seen:?}");
    assert!((view.camera.depth_of(moved) - view.camera.depth_of(corner)).abs() < 1e-9);

    let beside = CursorPosition { x: from.x + 200.0, y: from.y + 3.0 };
    update(&mut state, Action::Gesture(Gesture::Drag { drag: Drag::Orbit, view, from: beside, to, begins: true }));
    assert_ne!(state.view.camera, view.camera, "beside every corner it orbits");
    assert_eq!(pair(&state).trace.q.a, moved);
}

#[test]
fn every_case_is_shown_and_leaving_puts_the_mesh_back() {
    let mut state = three();
    let bounds = state.scene.bounds();
    update(&mut state, Action::Collide(CollideAction::Choose(Bench::TwoTriangles)));
    for case in Case::ALL {
        update(&mut state, PairAction::Case(case).into());
        assert_eq!(pair(&state).interval, pair(&state).trace.meet, "{case:?}");
        let polygon = matches!(pair(&state).trace.intersection, Some(TriangleIntersection::Polygon(_)));
        assert_eq!(polygon, case == Case::Coplanar);
    }
    update(&mut state, Action::Command(Command::Show(Workspace::Pick)));
    assert_eq!((state.scene.objects.len(), state.scene.bounds()), (1, bounds));
    click(&mut state, MIDDLE);
    assert_eq!(state.selection.len(), 1);
}

#[test]
fn clicked_triangles_can_be_taken_free() {
    let mut state = three();
    update(&mut state, Action::Command(Command::SelectAll));
    update(&mut state, Action::Collide(CollideAction::Choose(Bench::TwoTriangles)));
    let (p, q) = (pair(&state).trace.p, pair(&state).trace.q);
    update(&mut state, PairAction::Free(true).into());
    assert_eq!((pair(&state).trace.p, pair(&state).trace.q), (p, q));
    assert!(state.marked().is_empty());
}

#[test]
fn another_mesh_is_met_with_fresh_benches() {
    let mut state = three();
    click(&mut state, MIDDLE);
    update(&mut state, Action::Open(MeshSource::Sample(Sample::Cube)));
    let mesh = Sample::Cube.mesh(&crate::accel::Progress::default()).expect("a cube");
    let loaded = Loaded { mesh: Arc::new(mesh), report: None, seconds: 0.0 };
    let answer = answer_load(&state, Ok(loaded));
    update(&mut state, Action::Loaded(answer));
    assert!(state.collide.sphere.run.is_none() && state.marked().is_empty());
    assert_eq!(state.workspace, Workspace::Collide);
}

#[test]
fn the_next_start_goes_on_where_the_window_was_left_but_for_a_file_that_is_asked_for() {
    let mut state = State::new(Settings::default());
    update(&mut state, Action::Command(Command::Show(Workspace::Collide)));
    update(&mut state, Action::Collide(CollideAction::Choose(Bench::Bounds)));
    let written = serde_json::to_string(&state.settings).expect("written");
    for (nothing_asked_for, bench) in [(true, Some(Bench::Bounds)), (false, None)] {
        let settings: Settings = serde_json::from_str(&written).expect("read");
        let mut next = State::new(settings);
        update(&mut next, Action::Open(MeshSource::Sample(Sample::Cube)));
        update(&mut next, Action::Resume(nothing_asked_for));
        assert_eq!((next.bench(), next.collide.bench), (bench, Bench::Bounds));
        assert_eq!(next.settings.workspace, next.workspace);
    }
}

/// Three triangles behind each other of which the middle of the first was picked, and a bench.
pub(super) fn after_a_pick(bench: Bench) -> State {
    let mut state = state::tests::state();
    state::tests::click(&mut state, MIDDLE, ClickMode::Replace);
    state.jobs.clear();
    update(&mut state, Action::Command(Command::Show(Workspace::Collide)));
    update(&mut state, Action::Collide(CollideAction::Choose(bench)));
    state
}

/// Does what is to be computed.
pub(super) fn compute(state: &mut State) {
    for job in std::mem::take(&mut state.jobs) {
        update(state, job.run());
    }
}

#[test]
fn what_is_computed_for_another_mesh_is_stopped_and_its_answer_not_taken() {
    let mut state = after_a_pick(Bench::BoxTree);
    let of_first = state.jobs.pop().expect("a tree is built");
    let progress = state.collide.box_tree.tree.progress().expect("it is built").clone();
    update(&mut state, Action::Collide(CollideAction::Choose(Bench::Sphere)));
    update(&mut state, Action::Collide(CollideAction::Choose(Bench::BoxTree)));
    assert!(state.jobs.is_empty(), "it is under way");
    super::mesh_changed(&mut state);
    assert!(progress.is_cancelled());
    let of_second = state.jobs.pop().expect("another tree is built");
    update(&mut state, of_first.run());
    assert!(state.is_computing() && state.collide.box_tree.tree.get().is_none());
    update(&mut state, of_second.run());
    assert!(!state.is_computing() && state.collide.box_tree.tree.get().is_some());
}

#[test]
fn what_was_stopped_is_not_waited_for() {
    for bench in [Bench::Bounds, Bench::BoxTree] {
        let mut state = after_a_pick(bench);
        assert!(state.is_computing());
        let bounds = state.collide.bounds.volumes.progress();
        bounds.or(state.collide.box_tree.tree.progress()).expect("one is computed").cancel();
        compute(&mut state);
        assert!(!state.is_computing());
    }
}
