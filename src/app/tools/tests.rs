//! Tests of the benches: clicks, keys and drags.

use super::bounds::BoundsAction;
use super::box_tree::{BoxTree, BoxTreeAction};
use super::sphere::{Sphere, SphereAction};
use super::two_meshes::TwoMeshesAction;
use super::two_triangles::{self, Case, TwoTriangles, TwoTrianglesAction};
use crate::app::input::Wheel;
use crate::app::probe::Making;
use crate::app::tool::{Activity, Toolbox};
use crate::app::update::tests::*;
use pickray::collide::{SlideEnd, slide};
use pickray::intersect::{TriangleIntersection, Way};
use pickray_render::offscreen::Offscreen;
use pickray_render::{Frame, FrameStats, Palette, Style};

/// Returns three triangles behind each other, seen from the front.
fn three() -> State {
    after(|it| it.go_to(Workspace::Collide))
}

impl State {
    fn sphere(&self) -> &Sphere {
        self.tools.get::<Sphere>()
    }

    /// Returns the centre of the sphere that is shown.
    fn center(&self) -> Option<DVec3> {
        self.sphere().shown().map(|sphere| sphere.center)
    }

    fn takes_key(&self, letter: char) -> bool {
        self.tools.in_use(&self.desk).takes_key(&self.desk, Key::Char(letter))
    }

    fn eye(&self) -> DVec3 {
        self.desk.view().camera.eye
    }
}

/// Returns a window that shows a sample from the front, in the Collide workspace.
fn sample(sample: Sample) -> State {
    let mut state = state_of(sample.mesh().expect("a mesh"));
    state.go_to(Workspace::Collide);
    state
}

fn triangle(triangle: u32) -> TriangleId {
    TriangleId { object: 0, triangle }
}

#[test]
fn a_click_carries_the_sphere_to_what_the_library_says_it_touches_first() {
    let mut state = sample(Sample::Teapot);
    let run = state.pick(MIDDLE).sphere().run.clone().expect("a way");
    let (sphere, displacement) = (run.sweep.sphere, run.sweep.displacement);
    assert_eq!(run.sweep.hit, state.desk.scene().sweep(&sphere, displacement));
    assert_eq!(run.path, slide(state.desk.scene(), &sphere, displacement));
    let hit = run.sweep.hit.expect("the teapot is in the middle");
    assert!(!hit.contact.overlapping, "it starts before the mesh");
    assert_eq!(state.desk.selected.marked, [triangle(hit.triangle)]);
    assert!(state.desk.selected.triangles.is_empty() && state.desk.picked.is_none(), "nothing is picked");
    let gap = (state.center().expect("a sphere") - (sphere.center + hit.contact.t * displacement)).length();
    assert!(gap < 0.01 * sphere.radius, "it is shown where it touches");
}

#[test]
fn the_sphere_follows_the_mouse_until_a_click_keeps_its_way_and_esc_lets_it_go() {
    let mut state = three();
    let is_gone = |state: &State| state.desk.selected.marked.is_empty() && state.sphere().run.is_none();
    assert_eq!(state.hover(MIDDLE).desk.selected.marked, [triangle(0)]);
    assert!(is_gone(state.leave()));
    state.pick(MIDDLE).hover(NOTHING).leave();
    assert_eq!(state.desk.selected.marked, [triangle(0)], "a way that was clicked stays");
    assert!(is_gone(state.command(Command::Escape)));
}

#[test]
fn time_leads_the_sphere_along_its_way_and_stands_still_at_the_end() {
    let mut state = three();
    let run = state.pick(MIDDLE).sphere().run.clone().expect("a way");
    assert_eq!(state.act(SphereAction::Time(0.5)).act(SphereAction::Play(true)).sphere().time, 0.5, "it goes on");
    assert_eq!(state.act(SphereAction::Time(0.0)).center(), Some(run.sweep.sphere.center));
    assert!(state.act(SphereAction::Play(true)).is_moving());
    let times: Vec<f64> = (0..1000).map(|_| state.act(Action::Tick(0.016)).sphere().time).collect();
    assert!(times.is_sorted() && !state.is_moving() && times[999] == 1.0);
    assert_eq!(state.center(), Some(run.path.end));
    let stop = run.sweep.sphere.center + run.sweep.hit.expect("a hit").contact.t * run.sweep.displacement;
    assert_eq!(state.act(SphereAction::Slides(false)).center(), Some(stop));
}

#[test]
fn the_wheel_with_shift_changes_the_radius_and_the_way_with_it() {
    let mut state = three();
    let (camera, radius) = (state.view().camera, state.pick(MIDDLE).sphere().radius);
    let with_shift = Wheel { modifiers: Modifiers::SHIFT, ..wheel(MIDDLE, 0.5) };
    assert_eq!((state.act(Action::Zoom(with_shift)).sphere().radius, state.view().camera), (2.0 * radius, camera));
    assert_eq!(state.sphere().run.as_ref().map(|run| run.sweep.sphere.radius), Some(2.0 * radius));
    (0..100).for_each(|_| _ = state.act(Action::Zoom(with_shift)));
    assert!(state.sphere().radius <= 0.4 * state.desk.bench_diagonal());
    assert_ne!(state.zoom(MIDDLE, 0.5).desk.view().camera, camera, "without Shift it zooms");
}

#[test]
fn the_player_goes_where_keys_lead_and_never_ends_up_inside() {
    let mut random = seeded();
    let mut state = sample(Sample::Teapot);
    assert!(!state.pick(MIDDLE).act(SphereAction::Player(true)).is_moving());
    let keys = [Key::Left, Key::Right, Key::Up, Key::Down, Key::Char('e'), Key::Char('q'), Key::Char('w')];
    let mut met = 0;
    for step in 0..600 {
        if step == 300 {
            state.act(SphereAction::Gravity(true));
        }
        if step % 20 == 0 {
            let radius = state.desk.bench_diagonal() * (0.01 + 0.2 * random.f64());
            state.act(SphereAction::Radius(radius));
        }
        let pressed = keys[random.usize(..keys.len())];
        let before = state.act(Action::Key(pressed, random.bool())).center().expect("the player");
        let sphere = state.act(Action::Tick(0.05)).sphere().shown().expect("the player");
        met += usize::from(!state.desk.selected.marked.is_empty());
        let inside = state.desk.scene().sweep(&sphere, DVec3::ZERO).is_some_and(|hit| hit.contact.overlapping);
        assert!(!inside, "step {step}: {before} to {}", sphere.center);
    }
    assert!(met > 0, "it met the teapot");
}

#[test]
fn the_player_falls_onto_the_mesh_and_lies_there() {
    let mut state = sample(Sample::Cube);
    state.act(SphereAction::Player(true)).act(Action::Key(Key::Left, true)).act(Action::Tick(0.016));
    let moved = state.act(Action::KeysUp).center();
    assert_eq!(state.act(Action::Tick(0.5)).center(), moved, "without gravity it floats");
    state.act(SphereAction::Gravity(true));
    let comes_to_rest = (0..2000).any(|_| !state.act(Action::Tick(0.016)).is_moving());
    let sphere = state.sphere().shown().expect("the player");
    let top = state.desk.scene().bounds().max.y;
    assert!(comes_to_rest && (sphere.center.y - top - sphere.radius).abs() < 0.01 * sphere.radius, "{sphere:?}");
    let step = state.sphere().player.as_ref().and_then(|player| player.step.clone()).expect("a step");
    assert_ne!(step.ended, SlideEnd::Stuck);
}

#[test]
fn keys_are_the_players_only_while_there_is_one_and_none_stays_held() {
    let mut state = three();
    assert!(!state.takes_key('w'));
    assert!(state.act(Action::Key(Key::Char('w'), true)).desk.pointer.held.is_empty());
    state.act(SphereAction::Player(true));
    assert!(state.takes_key('w') && !state.takes_key('o'));
    assert!(state.act(Action::Key(Key::Char('w'), true)).is_moving());
    assert!(!state.act(Action::KeysUp).is_moving());
    assert!(!state.go_to(Workspace::Pick).takes_key('w'));
}

fn pair(state: &State) -> &two_triangles::Seen {
    state.tools.get::<TwoTriangles>().seen.as_ref().expect("two triangles")
}

#[test]
fn two_clicks_give_two_triangles_and_what_decides_about_them() {
    let mut state = three();
    assert!(state.act(Action::UseTool("two_triangles")).pick(MIDDLE).tools.get::<TwoTriangles>().seen.is_none());
    assert_eq!(state.look_from(StandardView::Back).pick(MIDDLE).desk.selected.marked, [triangle(0), triangle(2)]);
    assert!(!pair(&state).trace.meet && pair(&state).trace.way == Way::BesideQ);
    assert_eq!(pair(&state).boxes[0].first_separating, Some(2), "they are apart along z");
    state.command(Command::Escape);
    assert!(state.tools.get::<TwoTriangles>().seen.is_none() && state.desk.selected.marked.is_empty());
}

#[test]
fn the_selected_triangles_are_taken_to_the_bench_and_can_be_taken_free() {
    let mut state = three();
    state.command(Command::SelectAll).act(Action::UseTool("two_triangles"));
    assert_eq!(state.tools.get::<TwoTriangles>().clicked, [Some(triangle(0)), Some(triangle(1))]);
    let (p, q) = (pair(&state).trace.p, pair(&state).trace.q);
    assert!(!pair(&state).trace.meet);
    assert!(state.act(TwoTrianglesAction::Free(true)).desk.selected.marked.is_empty());
    assert_eq!((pair(&state).trace.p, pair(&state).trace.q), (p, q));
    let clicked = state.act(Action::LetGo).act(TwoTrianglesAction::Free(false)).tools.get::<TwoTriangles>().clicked;
    assert_eq!(clicked, [Some(triangle(0)), Some(triangle(1))], "Esc beside free ones takes nothing");
}

#[test]
fn a_corner_follows_the_mouse_in_the_plane_that_faces_the_camera() {
    let mut state = three();
    state.act(Action::UseTool("two_triangles")).act(TwoTrianglesAction::Case(Case::Crossing));
    let objects = state.desk.scene().objects();
    assert!(pair(&state).trace.meet && objects.len() == 3 && !objects[0].visible);
    let (view, corner) = (state.view(), pair(&state).trace.q.a);
    let from = view.cursor_from_world(corner).expect("before the camera");
    assert_eq!(state.hover(from).tools.get::<TwoTriangles>().corner, Some([1, 0]));
    let to = CursorPosition { x: from.x + 40.0, y: from.y - 30.0 };
    state.act(dragged(view, from, CursorPosition { x: from.x + 5.0, y: from.y }, true));
    assert_eq!(state.act(dragged(view, from, to, false)).view().camera, view.camera, "the camera stays");
    let moved = pair(&state).trace.q.a;
    let seen = view.cursor_from_world(moved).expect("before the camera");
    assert!(seen.distance(to) < 1e-6, "{seen:?}");
    assert!((view.camera.depth_of(moved) - view.camera.depth_of(corner)).abs() < 1e-9);

    let beside = CursorPosition { x: from.x + 200.0, y: from.y + 3.0 };
    let turned = state.act(dragged(view, beside, to, true)).view().camera;
    assert_ne!(turned, view.camera, "beside every corner it orbits");
    assert_eq!(pair(&state).trace.q.a, moved);
}

#[test]
fn every_case_is_shown_and_leaving_puts_the_mesh_back() {
    let mut state = three();
    let bounds = state.desk.scene().bounds();
    state.act(Action::UseTool("two_triangles"));
    for case in Case::ALL {
        state.act(TwoTrianglesAction::Case(case));
        assert_eq!(pair(&state).interval, pair(&state).trace.meet, "{case:?}");
        let polygon = matches!(pair(&state).trace.intersection, Some(TriangleIntersection::Polygon(_)));
        assert_eq!(polygon, case == Case::Coplanar);
    }
    state.go_to(Workspace::Pick);
    assert_eq!((state.desk.scene().objects().len(), state.desk.scene().bounds()), (1, bounds));
    assert_eq!(state.command(Command::ResetView).pick(MIDDLE).n_selected(), 1);
}

#[test]
fn another_mesh_is_met_with_fresh_benches() {
    let mut state = three();
    state.pick(MIDDLE).act(Action::Open(MeshSource::Sample(Sample::Cube))).load(Sample::Cube.mesh().expect("a cube"));
    assert!(state.sphere().run.is_none() && state.desk.selected.marked.is_empty());
    assert_eq!(state.desk.workspace, Workspace::Collide);
}

#[test]
fn the_next_start_goes_on_where_the_window_was_left_but_for_a_file_that_is_asked_for() {
    let mut state = State::new(Settings::default());
    state.go_to(Workspace::Collide).act(Action::UseTool("bounds"));
    let written = serde_json::to_string(&state.desk.settings).expect("written");
    for (nothing_asked_for, tool) in [(true, "bounds"), (false, "picking")] {
        let settings: Settings = serde_json::from_str(&written).expect("read");
        let mut next = State::new(settings);
        next.act(Action::Open(MeshSource::Sample(Sample::Cube))).act(Action::Resume(nothing_asked_for));
        assert_eq!(next.desk.tool, tool);
        assert_eq!(next.desk.settings.workspace, next.desk.workspace);
        next.go_to(Workspace::Collide);
        assert_eq!(next.tools.in_use(&next.desk).name(), if nothing_asked_for { "Box tree" } else { "Bounds" });
    }
}

/// Draws the picture of the tool in use; returns the picture's cost, and how many of the drawn triangles belong to
/// bodies.
pub(in crate::app) fn draw(offscreen: &mut Offscreen, state: &mut State) -> (FrameStats, u64) {
    let changed = std::mem::take(&mut state.desk.selected.changed).to_vec();
    let (desk, style) = (&state.desk, Style::default());
    let (tool, palette) = (state.tools.in_use(desk), Palette::of(style.theme));
    let (overlays, swarm) = (tool.overlays(desk, Pane::Picking, palette), tool.swarm(desk, palette));
    let frame = Frame {
        changed: &changed,
        marked: &desk.selected.marked,
        hover: desk.pointer.hover,
        swarm: swarm.as_ref(),
        overlays: &overlays,
        ..Frame::new(desk.drawn_scene(), desk.view(), &style, &desk.selected.triangles)
    };
    let (_, stats) = offscreen.draw(&frame).expect("a picture");
    (stats, swarm.map_or(0, |swarm| (swarm.bodies.len() * swarm.shape.n_triangles()) as u64))
}

#[test]
fn the_mouse_over_the_picture_draws_what_changed_and_no_more_in_every_tool() {
    let mut offscreen = Offscreen::new().unwrap_or_else(|error| panic!("{error}"));
    let mut state = sample(Sample::Icosphere);
    let tools = Toolbox::default();
    for tool in [Workspace::Pick, Workspace::Collide].into_iter().flat_map(|workspace| tools.of(workspace)) {
        let workspace = if tool.id() == "picking" { Workspace::Pick } else { Workspace::Collide };
        if state.desk.workspace != workspace {
            state.go_to(workspace);
        }
        draw(&mut offscreen, state.act(Action::UseTool(tool.id())).settle());
        let across =
            (0..16).map(|k| CursorPosition { x: 230.0 + 70.0 * f64::from(k % 4), y: 100.0 + 50.0 * f64::from(k / 4) });
        let mut hovered = 0;
        for to in across.map(Some).chain([None, Some(MIDDLE)]) {
            let (stats, of_bodies) = draw(&mut offscreen, state.act(Action::Hover(to)));
            let drawn = stats.triangles_drawn - of_bodies;
            assert!(drawn <= stats.state_entries_written + 2, "{drawn} in {} at {to:?}", tool.name());
            hovered += u64::from(state.desk.pointer.hover.is_some());
        }
        let is_empty = state.desk.scene().bounds().is_empty();
        assert!(hovered > 3 || is_empty, "the mesh is under the mouse in {}", tool.name());
    }
}

/// Returns a window that shows three triangles, one behind another. The first was picked, and then a bench was chosen.
pub(super) fn after_a_pick(bench: &'static str) -> State {
    after(|it| it.pick(MIDDLE).idle().go_to(Workspace::Collide).act(Action::UseTool(bench)))
}

#[test]
fn what_is_computed_for_another_mesh_is_stopped_and_its_answer_not_taken() {
    let mut state = after_a_pick("box_tree");
    let of_first = state.desk.files.jobs.pop().expect("a tree is built");
    let progress = state.tools.get::<BoxTree>().trees.progress().expect("it is built").clone();
    state.act(Action::UseTool("sphere")).act(Action::UseTool("box_tree"));
    assert!(state.desk.files.jobs.is_empty(), "it is under way");
    let mesh = state.desk.scene().objects()[0].mesh.clone();
    state.act(Action::Open(MeshSource::File("other.obj".into()))).idle().load(mesh);
    assert!(progress.is_cancelled());
    let of_second = state.desk.files.jobs.pop().expect("another tree is built");
    state.act(of_first.run());
    assert!(state.is_working() && state.tools.get::<BoxTree>().trees.get().is_none());
    state.act(of_second.run());
    assert!(!state.is_working() && state.tools.get::<BoxTree>().trees.get().is_some());
}

#[test]
fn what_a_bench_builds_is_named_over_the_picture_stopped_there_and_begun_again() {
    let again: [(_, _, fn() -> Action); 3] = [
        ("bounds", "Fitting the bounding volumes", || BoundsAction::Volumes(Making::Begin).into()),
        ("box_tree", "Building the tree of boxes", || BoxTreeAction::Trees(Making::Begin).into()),
        ("two_meshes", "Building the trees of both meshes", || TwoMeshesAction::Find.into()),
    ];
    for (bench, title, begin_again) in again {
        let mut state = after_a_pick(bench);
        let Activity::Works(Some(work)) = state.tools.in_use(&state.desk).activity(&state.desk) else {
            panic!("{bench} builds something")
        };
        assert_eq!(work.title, title);
        assert!(!state.act(work.cancel).settle().is_working(), "{bench} has stopped");
        assert!(state.act(begin_again()).is_working());
        assert!(!state.settle().is_working(), "{bench} is done");
    }
}

#[test]
fn the_camera_stands_back_for_what_is_larger_than_the_mesh_and_returns_when_the_bench_is_left() {
    let mut state = sample(Sample::Teapot);
    let (before, pivot) = (state.command(Command::ResetView).view().camera, state.desk.shown.pivot);
    for tool in ["bounds", "box_tree"] {
        let stage = state.act(Action::UseTool(tool)).desk.shown.stage.expect("it shows more than the mesh");
        let is_whole = |state: &State| stage.corners().into_iter().all(|corner| state.desk.view().shows(corner));
        assert!(is_whole(&state) && state.view().camera.axes().abs_diff_eq(before.axes(), 1e-12), "{tool}");
        assert!(is_whole(state.command(Command::ResetView)), "{tool} at home");
        assert!(state.act(Action::UseTool("sphere")).desk.shown.stage.is_none());
        assert_eq!(state.command(Command::ResetView).eye(), before.eye);
        state.act(Action::UseTool(tool)).act(Action::UseTool("sphere"));
        assert_eq!((state.eye(), state.desk.shown.pivot), (before.eye, pivot), "{tool}");
    }
}

#[test]
fn free_triangles_fill_the_picture_and_the_camera_returns_from_them() {
    let mut state = sample(Sample::Teapot);
    let (before, pivot) = (state.desk.view().camera, state.desk.shown.pivot);
    state.act(Action::UseTool("two_triangles")).act(TwoTrianglesAction::Free(true));
    let pair = state.tools.get::<TwoTriangles>().free_pair.expect("a pair");
    let corners: Vec<_> = pair.iter().flat_map(|triangle| triangle.corners()).collect();
    let seen: Vec<_> = corners.iter().map(|&at| state.desk.view().cursor_from_world(at).expect("seen")).collect();
    assert!(corners.iter().all(|&corner| state.desk.view().shows(corner)));
    let extent = |along: fn(&CursorPosition) -> f64| {
        let (least, most) = seen.iter().map(along).fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
        most - least
    };
    assert!(extent(|at| at.x / 500.0).max(extent(|at| at.y / 380.0)) > 0.4, "they are large in it: {seen:?}");
    state.act(Action::UseTool("sphere"));
    assert_eq!((state.desk.view().camera.eye, state.desk.shown.pivot), (before.eye, pivot));
}
