//! What actions make of the state.

use super::*;
use crate::app::input::Drag;
use crate::app::keys::ClickMode;
use crate::app::platform::Loaded;
use crate::mesh::Mesh;
use crate::scene::navigation::StandardView;
use glam::DVec3;

/// The answer to what is being read.
pub(in crate::app) fn answer_load(state: &State, result: LoadResult) -> Answer<LoadResult> {
    let progress = state.loading.as_ref().and_then(|loading| loading.result.progress()).expect("a mesh is being read");
    Answer::new(progress.clone(), result)
}

/// Three triangles behind each other, seen from the front in a window of 600 × 400 with a panel at its left.
pub(in crate::app) fn state() -> State {
    let corners = |z: f32| [[-1.0, -1.0, z], [1.0, -1.0, z], [0.0, 1.0, z]];
    let positions = [0.0, -0.5, -1.0].map(corners).as_flattened().to_vec();
    let mesh = Mesh::from_triangles(positions, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8]]).expect("a mesh");
    let mut state = State::new(Settings::default());
    update(&mut state, Action::Open(MeshSource::File("three.obj".into())));
    let loaded = Loaded { mesh: Arc::new(mesh), report: None, seconds: 0.0 };
    let answer = answer_load(&state, Ok(loaded));
    update(&mut state, Action::Loaded(answer));
    let viewport = Viewport { x: 100, y: 20, width: 500, height: 380 };
    let framebuffer = FramebufferSize { width: 600, height: 400 };
    update(&mut state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Front)));
    state.changed.clear();
    state.jobs.clear();
    state
}

pub(in crate::app) const MIDDLE: CursorPosition = CursorPosition { x: 350.0, y: 190.0 };
pub(in crate::app) const NOTHING: CursorPosition = CursorPosition { x: 101.0, y: 1.0 };

pub(in crate::app) fn click(state: &mut State, cursor: CursorPosition, mode: ClickMode) {
    let view = state.view;
    update(state, Action::Gesture(Gesture::Pick { cursor, view, mode, double: false }));
}

fn selected(state: &State) -> Vec<u32> {
    state.selection.iter().map(|id| id.triangle).collect()
}

#[test]
fn alt_clicks_and_tab_step_through_the_hits_behind_and_around_again() {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Replace);
    assert_eq!(selected(&state), [0]);
    for expected in [1, 2, 0] {
        click(&mut state, MIDDLE, ClickMode::Behind);
        assert_eq!(selected(&state), [expected]);
    }
    update(&mut state, Action::Command(Command::NextHit));
    assert_eq!(selected(&state), [1]);
    assert_eq!(state.picked.as_ref().and_then(|picked| picked.place), Some((1, 3)));
}

#[test]
fn an_alt_click_at_a_new_place_takes_what_is_behind_the_nearest() {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Behind);
    assert_eq!(selected(&state), [1]);
}

#[test]
fn the_modifiers_replace_add_toggle_and_remove() {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Behind);
    click(&mut state, MIDDLE, ClickMode::Add);
    assert_eq!(selected(&state), [0, 1]);
    click(&mut state, MIDDLE, ClickMode::Toggle);
    assert_eq!(selected(&state), [1]);
    click(&mut state, MIDDLE, ClickMode::Toggle);
    click(&mut state, MIDDLE, ClickMode::Remove);
    assert_eq!(selected(&state), [1]);
    click(&mut state, MIDDLE, ClickMode::Replace);
    assert_eq!(selected(&state), [0]);
}

#[test]
fn a_click_on_nothing_clears_and_undo_brings_back() {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Replace);
    click(&mut state, NOTHING, ClickMode::Replace);
    assert_eq!(selected(&state), [0_u32; 0]);
    update(&mut state, Action::Command(Command::Undo));
    assert_eq!(selected(&state), [0]);
    update(&mut state, Action::Command(Command::Redo));
    assert_eq!(selected(&state), [0_u32; 0]);
}

#[test]
fn what_changed_is_told_to_whoever_draws() {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Replace);
    assert_eq!(state.changed, [TriangleId { object: 0, triangle: 0 }]);
    state.changed.clear();
    click(&mut state, MIDDLE, ClickMode::Behind);
    assert_eq!(state.changed, [0, 1].map(|triangle| TriangleId { object: 0, triangle }));
}

#[test]
fn hovering_selects_nothing_and_picks_nothing() {
    let mut state = state();
    update(&mut state, Action::Hover(Some(MIDDLE)));
    assert_eq!(state.hover, Some(TriangleId { object: 0, triangle: 0 }));
    assert!(state.selection.is_empty() && state.picked.is_none() && state.changed.is_empty());
    update(&mut state, Action::Hover(None));
    assert_eq!(state.hover, None);
}

#[test]
fn a_click_picks_with_the_view_of_its_press_whatever_the_camera_did_since() {
    let mut state = state();
    let view = state.view;
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Top)));
    let mode = ClickMode::Replace;
    update(&mut state, Action::Gesture(Gesture::Pick { cursor: MIDDLE, view, mode, double: false }));
    assert_eq!(selected(&state), [0]);
    assert_eq!(state.picked.as_ref().map(|picked| picked.view), Some(view));
}

#[test]
fn a_double_click_makes_the_hit_the_pivot_and_leaves_the_picture_as_it_is() {
    let mut state = state();
    let (view, mode) = (state.view, ClickMode::Replace);
    update(&mut state, Action::Gesture(Gesture::Pick { cursor: MIDDLE, view, mode, double: true }));
    let point = state.picked.as_ref().and_then(|picked| picked.hit.as_ref()).expect("a hit").point_world;
    assert_eq!(state.pivot, point);
    assert_eq!(state.view.camera.eye, view.camera.eye);
    let (from, to) = (MIDDLE, CursorPosition { x: MIDDLE.x + 80.0, y: MIDDLE.y + 30.0 });
    let view = state.view;
    update(&mut state, Action::Gesture(Gesture::Drag { drag: Drag::Orbit, view, from, to, begins: true }));
    let seen = state.view.cursor_from_world(point).expect("before the camera");
    assert!((seen.x - MIDDLE.x).hypot(seen.y - MIDDLE.y) < 1.0, "the pivot stays where it is: {seen:?}");
}

#[test]
fn a_pan_keeps_what_was_gripped_under_the_mouse() {
    let mut state = state();
    let to = CursorPosition { x: MIDDLE.x + 60.0, y: MIDDLE.y - 40.0 };
    let before = state.view.point_under(MIDDLE, state.view.camera.depth_of(state.pivot)).expect("a point");
    let view = state.view;
    update(&mut state, Action::Gesture(Gesture::Drag { drag: Drag::Pan, view, from: MIDDLE, to, begins: true }));
    let after = state.view.cursor_from_world(before).expect("before the camera");
    assert!((after.x - to.x).hypot(after.y - to.y) < 1e-6, "{after:?}");
}

#[test]
fn frame_and_home_bring_all_into_view_again() {
    let mut state = state();
    let bounds = state.scene.bounds();
    for command in [Command::FrameSelection, Command::ResetView] {
        let gone = CursorPosition { x: 4e4, y: 0.0 };
        let view = state.view;
        update(
            &mut state,
            Action::Gesture(Gesture::Drag { drag: Drag::Pan, view, from: MIDDLE, to: gone, begins: true }),
        );
        update(&mut state, Action::Command(command));
        for corner in bounds.corners() {
            let seen = state.view.window_from_world(corner).expect("before the camera");
            assert!(state.view.viewport.contains(seen.truncate()), "{corner} at {seen} after {command:?}");
        }
    }
}

#[test]
fn escape_closes_what_is_open_before_it_clears() {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Replace);
    let view = state.view;
    update(&mut state, Action::Gesture(Gesture::ListHits { cursor: MIDDLE, view }));
    update(&mut state, Action::Sheet(Some(Sheet::Help)));
    let escape = |state: &mut State| update(state, Action::Command(Command::Escape));
    escape(&mut state);
    assert!(state.sheet.is_none() && state.hits.is_some());
    escape(&mut state);
    assert!(state.hits.is_none() && state.selection.len() == 1);
    escape(&mut state);
    assert!(state.selection.is_empty());
}

#[test]
fn all_inverted_is_none() {
    let mut state = state();
    update(&mut state, Action::Command(Command::SelectAll));
    assert_eq!(state.selection.len(), 3);
    update(&mut state, Action::Command(Command::InvertSelection));
    assert!(state.selection.is_empty());
}

#[test]
fn the_crosshair_starts_in_the_middle_and_stays_in_the_picture() {
    let mut state = state();
    update(&mut state, Action::Command(Command::ToggleCrosshair));
    assert_eq!(state.crosshair, Some(CursorPosition { x: 350.5, y: 190.5 }));
    for _ in 0..100 {
        update(&mut state, Action::Command(Command::MoveCrosshair(-10, 0)));
    }
    assert_eq!(state.crosshair, Some(CursorPosition { x: 100.5, y: 190.5 }));
    update(&mut state, Action::Command(Command::MoveCrosshair(127, 0)));
    update(&mut state, Action::Command(Command::MoveCrosshair(123, 0)));
    update(&mut state, Action::Command(Command::PickAtCrosshair));
    assert_eq!(selected(&state), [0]);
}

#[test]
fn a_minimised_window_costs_no_view() {
    let mut state = state();
    let camera = state.view.camera;
    let viewport = Viewport { x: 0, y: 0, width: 0, height: 0 };
    let framebuffer = FramebufferSize { width: 0, height: 0 };
    update(&mut state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    click(&mut state, MIDDLE, ClickMode::Replace);
    for command in crate::app::keys::BINDINGS.iter().map(|binding| binding.command) {
        update(&mut state, Action::Command(command));
    }
    assert!(state.view.camera.eye.is_finite());
    update(
        &mut state,
        Action::Layout {
            viewport: Viewport { width: 600, height: 400, ..viewport },
            framebuffer: FramebufferSize { width: 600, height: 400 },
            scale_factor: 1.0,
        },
    );
    update(&mut state, Action::Command(Command::ResetView));
    assert!((state.view.camera.distance() / camera.distance() - 1.0).abs() < 1.0);
}

#[test]
fn going_to_a_triangle_looks_at_its_front() {
    let mut state = state();
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Back)));
    update(&mut state, Action::GoTo(TriangleId { object: 0, triangle: 0 }));
    assert!(state.view.camera.forward().dot(DVec3::NEG_Z) > 0.9);
    assert_eq!(state.picked.as_ref().and_then(Picked::id), Some(TriangleId { object: 0, triangle: 0 }));
    assert!(state.selection.is_empty(), "going somewhere selects nothing");
}
