//! Tests of how actions change the state.

mod fingers;
mod parts;
mod seen_first;
mod several_objects;
mod textures;
mod up_axis;

use super::*;
use crate::app::answers::{LoadResult, Loaded, MeshSource};
use crate::app::arrangement::Detent;
use crate::app::desk::Picked;
use crate::app::input::{CLICKS, ClickMode, DragTo, Wheel, zoom_factor};
use crate::app::job::Answer;
use crate::app::keys::{Command, Modifiers};
use crate::app::pane::Pane;
use crate::app::settings::RayView;
use crate::app::tools::picking::{Explain, Picking};
use glam::DVec3;
use pickray::intersect::Culling;
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::mesh::Mesh;
use pickray::mesh::samples::Sample;
use pickray::pick::TriangleId;
use pickray::pick::explain::Mistake;
use pickray::scene::navigation::StandardView;
use pickray::scene::{Camera, Object, Placement, Scene, View};
use pickray::study::{Change, SavedObject, Situation};
use std::sync::Arc;

/// Returns the modifiers with which a click has this mode.
pub(in crate::app) fn modifiers_of(mode: ClickMode) -> Modifiers {
    CLICKS.iter().find(|row| row.1 == mode).expect("each mode has its row").0
}

/// Returns a press of the left button at `cursor`, with this view.
pub(in crate::app) fn left_press(cursor: CursorPosition, view: View, modifiers: Modifiers) -> Press {
    Press { button: Button::Left, cursor, modifiers, pane: Pane::Picking, view, seconds: 0.0 }
}

/// Returns the action of a left click.
pub(in crate::app) fn pressed(cursor: CursorPosition, view: View, mode: ClickMode, double: bool) -> Action {
    Action::Gesture(Gesture::Click { press: left_press(cursor, view, modifiers_of(mode)), double })
}

/// Returns the action of a right click.
pub(in crate::app) fn right_click(cursor: CursorPosition, view: View) -> Action {
    let press = Press { button: Button::Right, ..left_press(cursor, view, Modifiers::NONE) };
    Action::Gesture(Gesture::Click { press, double: false })
}

/// Returns the action of a drag with the left button.
pub(in crate::app) fn dragged(view: View, from: CursorPosition, to: CursorPosition, begins: bool) -> Action {
    Action::Gesture(Gesture::Drag(DragTo { press: left_press(from, view, Modifiers::NONE), to, begins }))
}

/// Returns a turn of the wheel at `cursor` that multiplies the camera's distance by `factor`.
pub(in crate::app) fn wheel(cursor: CursorPosition, factor: f64) -> Wheel {
    Wheel { cursor, factor, modifiers: Modifiers::NONE }
}

/// Returns a drag with the middle button, from the middle.
fn panned(view: View, to: CursorPosition) -> Action {
    let press = Press { button: Button::Middle, ..left_press(MIDDLE, view, Modifiers::NONE) };
    Action::Gesture(Gesture::Drag(DragTo { press, to, begins: true }))
}

/// Makes changes of the picks' inputs, one after the other.
pub(in crate::app) fn change(state: &mut State, changes: impl IntoIterator<Item = Change>) {
    changes.into_iter().for_each(|change| update(state, Action::Study(change)));
}

/// Returns the changes that give all objects this placement, except for roundings of the angles.
pub(in crate::app) fn placing(Placement { translate, rotate, scale }: Placement) -> [Change; 3] {
    [Change::Moved(translate), Change::Turned(rotate.map(f64::to_degrees)), Change::Scaled(scale)]
}

/// Returns the result of reading this mesh from a file, without a report.
pub(in crate::app) fn loaded(mesh: impl Into<Arc<Mesh>>) -> Loaded {
    Loaded { scene: Scene::of(Object::new("mesh", mesh.into())), report: None, seconds: 0.0, unbuilt: None }
}

/// Returns `result` as the answer for the file that is being read; a single object gets the name of its file.
pub(in crate::app) fn answer_load(state: &State, mut result: LoadResult) -> Answer<LoadResult> {
    let loading = state.desk.files.loading.as_ref().expect("a mesh is being read");
    if let Ok(Loaded { scene, .. }) = &mut result
        && scene.objects().len() == 1
    {
        scene.object_mut(0).name = loading.source.name();
    }
    Answer::new(loading.result.progress().expect("a mesh is being read").clone(), result)
}

/// Returns the state of a window of 600 × 400 pixels with a panel at its left. It shows three triangles behind each
/// other from the front.
pub(in crate::app) fn state() -> State {
    let corners = |z: f32| [[-1.0, -1.0, z], [1.0, -1.0, z], [0.0, 1.0, z]];
    let positions = [0.0, -0.5, -1.0].map(corners).as_flattened().to_vec();
    state_of(Mesh::from_triangles(positions, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8]]).expect("a mesh"))
}

/// Returns the state of a window of 600 × 400 pixels with a panel at its left. It shows a mesh from the front.
pub(in crate::app) fn state_of(mesh: Mesh) -> State {
    let mut state = State::new(Settings::default());
    update(&mut state, Action::Open(MeshSource::File("three.obj".into())));
    let answer = answer_load(&state, Ok(loaded(mesh)));
    update(&mut state, Action::Loaded(answer));
    let viewport = Viewport { x: 100, y: 20, width: 500, height: 380 };
    let framebuffer = FramebufferSize { width: 600, height: 400 };
    update(&mut state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Front)));
    state.desk.selected.changed = Default::default();
    state.desk.files.jobs.clear();
    state
}

pub(in crate::app) const MIDDLE: CursorPosition = CursorPosition { x: 350.0, y: 190.0 };
pub(in crate::app) const NOTHING: CursorPosition = CursorPosition { x: 101.0, y: 1.0 };

/// Returns the middle of a view.
pub(in crate::app) fn middle(view: &View) -> CursorPosition {
    let Viewport { x, y, width, height } = view.viewport;
    let top = f64::from(view.framebuffer.height) - f64::from(y) - 0.5 * f64::from(height);
    CursorPosition { x: f64::from(x) + 0.5 * f64::from(width), y: top }
}

pub(in crate::app) fn click(state: &mut State, cursor: CursorPosition, mode: ClickMode) {
    let view = *state.desk.view();
    update(state, pressed(cursor, view, mode, false));
}

#[test]
fn r_tells_which_of_its_three_states_it_is_in() {
    let mut state = state();
    for (view, next) in [("Two views", "Off"), ("Off", "One view"), ("One view", "Two views")] {
        update(&mut state, Action::Command(Command::NextRayView));
        let told = state.desk.messages.last.as_ref().expect("a word");
        assert_eq!(told.text, format!("Ray of the pick: {view}. R again: {next}."));
    }
}

fn selected(state: &State) -> Vec<u32> {
    state.desk.selected.triangles.iter().map(|id| id.triangle).collect()
}

#[test]
fn colours_of_the_file_are_shown_until_they_are_switched_off_and_that_is_remembered() {
    let mut state = state();
    assert!(state.desk.settings.style.colors);
    for shown in [false, true] {
        update(&mut state, Action::Command(Command::ToggleColors));
        assert_eq!((state.desk.settings.style.colors, state.is_on(Command::ToggleColors)), (shown, Some(shown)));
        assert!(state.desk.files.effects.drain(..).any(|effect| matches!(effect, Effect::SaveSettings)));
        let saved = serde_json::to_string(&state.desk.settings).expect("JSON");
        assert_eq!(serde_json::from_str::<Settings>(&saved).expect("settings").style.colors, shown);
    }
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
    assert_eq!(state.desk.picked.as_ref().and_then(|picked| picked.place), Some((1, 3)));
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
    assert_eq!(state.desk.selected.changed.to_vec(), [TriangleId { object: 0, triangle: 0 }]);
    state.desk.selected.changed = Default::default();
    click(&mut state, MIDDLE, ClickMode::Behind);
    assert_eq!(state.desk.selected.changed.to_vec(), [0, 1].map(|triangle| TriangleId { object: 0, triangle }));
}

#[test]
fn hovering_selects_nothing_and_picks_nothing() {
    let mut state = state();
    update(&mut state, Action::Hover(Some(MIDDLE)));
    assert_eq!(state.desk.pointer.hover, Some(TriangleId { object: 0, triangle: 0 }));
    assert!(
        state.desk.selected.triangles.is_empty()
            && state.desk.picked.is_none()
            && state.desk.selected.changed.is_empty()
    );
    update(&mut state, Action::Hover(None));
    assert_eq!(state.desk.pointer.hover, None);
}

#[test]
fn the_mouse_and_frames_of_a_view_that_rests_are_followed_by_nobody() {
    let mut state = state();
    state.desk.settings.ray = RayView::Split;
    let divided = |state: &State| !state.desk.shown.second_view.view.viewport.is_empty();
    for action in [Action::Hover(Some(MIDDLE)), Action::Hover(None), Action::Room(1280.0, 720.0)] {
        update(&mut state, action);
        assert!(!divided(&state));
    }
    update(&mut state, Action::KeysUp);
    assert!(divided(&state));
}

#[test]
fn a_click_picks_with_the_view_of_its_press_whatever_the_camera_did_since() {
    let mut state = state();
    let view = *state.desk.view();
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Top)));
    let mode = ClickMode::Replace;
    update(&mut state, pressed(MIDDLE, view, mode, false));
    assert_eq!(selected(&state), [0]);
    assert_eq!(state.desk.picked.as_ref().map(|picked| picked.trace.view), Some(view));
}

#[test]
fn a_double_click_makes_the_hit_the_pivot_and_leaves_the_picture_as_it_is() {
    let mut state = state();
    let (view, mode) = (*state.desk.view(), ClickMode::Replace);
    update(&mut state, pressed(MIDDLE, view, mode, true));
    let point = state.desk.picked.as_ref().and_then(|picked| picked.hit.as_ref()).expect("a hit").point_world;
    assert_eq!(state.desk.shown.pivot, point);
    assert_eq!(state.desk.view().camera.eye, view.camera.eye);
    let (from, to) = (MIDDLE, CursorPosition { x: MIDDLE.x + 80.0, y: MIDDLE.y + 30.0 });
    let view = *state.desk.view();
    update(&mut state, dragged(view, from, to, true));
    let seen = state.desk.view().cursor_from_world(point).expect("before the camera");
    assert!(seen.distance(MIDDLE) < 1.0, "the pivot stays where it is: {seen:?}");
}

#[test]
fn a_pan_keeps_what_was_gripped_under_the_mouse() {
    let mut state = state();
    let to = CursorPosition { x: MIDDLE.x + 60.0, y: MIDDLE.y - 40.0 };
    let before = state
        .desk
        .view()
        .point_under(MIDDLE, state.desk.view().camera.depth_of(state.desk.shown.pivot))
        .expect("a point");
    let view = *state.desk.view();
    update(&mut state, panned(view, to));
    let after = state.desk.view().cursor_from_world(before).expect("before the camera");
    assert!(after.distance(to) < 1e-6, "{after:?}");
}

#[test]
fn frame_and_home_bring_all_into_view_again() {
    let mut state = state();
    let bounds = state.desk.scene().bounds();
    for command in [Command::FrameSelection, Command::ResetView] {
        let gone = CursorPosition { x: 4e4, y: 0.0 };
        let view = *state.desk.view();
        update(&mut state, panned(view, gone));
        update(&mut state, Action::Command(command));
        for corner in bounds.corners() {
            let seen = state.desk.view().window_from_world(corner).expect("before the camera");
            assert!(state.desk.view().viewport.contains(seen.truncate()), "{corner} at {seen} after {command:?}");
        }
    }
}

#[test]
fn escape_closes_what_is_open_before_it_clears() {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Replace);
    let view = *state.desk.view();
    update(&mut state, right_click(MIDDLE, view));
    update(&mut state, Action::Sheet(Some(Sheet::Help)));
    let escape = |state: &mut State| update(state, Action::Command(Command::Escape));
    escape(&mut state);
    assert!(state.desk.messages.sheet.is_none() && state.tools.get::<Picking>().hits.is_some());
    escape(&mut state);
    assert!(state.tools.get::<Picking>().hits.is_none() && state.desk.selected.triangles.len() == 1);
    escape(&mut state);
    assert!(state.desk.selected.triangles.is_empty());
}

#[test]
fn the_picture_is_framed_again_as_its_shape_changes_until_somebody_moves_it_or_picks() {
    let layout = |state: &mut State, width| {
        let (viewport, framebuffer) = (Viewport::new(width, 400), FramebufferSize { width: 1000, height: 400 });
        update(state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    };
    let place = |state: &State| (state.desk.view().camera.eye, state.desk.view().camera.target);
    let home = || {
        let mut state = state();
        update(&mut state, Action::Command(Command::ResetView));
        state
    };
    let mut state = home();
    for width in [300, 900, 120] {
        let before = place(&state);
        layout(&mut state, width);
        let framed = Camera::framing_scene(state.desk.scene(), f64::from(width) / 400.0, state.desk.study.up_axis());
        assert_eq!(place(&state), (framed.eye, framed.target));
        assert_ne!(place(&state), before, "at a width of {width}");
    }
    let acts: [fn(&mut State); 4] = [
        |state| {
            let view = *state.desk.view();
            update(state, dragged(view, MIDDLE, NOTHING, true));
        },
        |state| update(state, Action::Zoom(wheel(MIDDLE, 0.5))),
        |state| update(state, Action::Command(Command::ViewFrom(StandardView::Top))),
        |state| click(state, MIDDLE, ClickMode::Replace),
    ];
    for act in acts {
        let mut state = home();
        act(&mut state);
        let before = place(&state);
        layout(&mut state, 300);
        assert_eq!(place(&state), before);
    }
}

#[test]
fn escape_stops_what_is_read_and_forgets_what_it_was_read_for() {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Replace);
    let situation = restoring::situation(&state.desk).expect("a situation");
    update(&mut state, Action::Open(MeshSource::File("three.obj".into())));
    // A file that is being read under its name is taken to be its mesh.
    let objects = situation.objects.iter().cloned().map(|object| SavedObject { checksum: String::new(), ..object });
    let situation = Situation { objects: objects.collect(), ..situation };
    update(&mut state, Action::Situation(Box::new(Ok(situation))));
    assert!(state.desk.files.restoring.is_some());
    let progress = state.desk.files.loading.as_ref().and_then(|loading| loading.result.progress()).cloned();
    update(&mut state, Action::Command(Command::Escape));
    assert!(state.desk.files.loading.is_none() && state.desk.files.restoring.is_none());
    assert!(progress.expect("it is being read").check().is_err(), "the reader is told");
    assert!(state.desk.messages.last.as_ref().is_some_and(|message| message.text.contains("three.obj")));
    assert_eq!(selected(&state), [0], "Esc does one thing");
}

#[test]
fn escape_stops_what_is_read_before_it_closes_the_line_that_tells_the_guessed_up() {
    let mut state = state();
    state.desk.messages.up = Some("z".to_owned());
    update(&mut state, Action::Open(MeshSource::File("other.obj".into())));
    update(&mut state, Action::Command(Command::Escape));
    assert!(state.desk.files.loading.is_none() && state.desk.messages.up.is_some());
    update(&mut state, Action::Command(Command::Escape));
    assert_eq!(state.desk.messages.up, None);
}

#[test]
fn all_inverted_is_none() {
    let mut state = state();
    update(&mut state, Action::Command(Command::SelectAll));
    assert_eq!(state.desk.selected.triangles.len(), 3);
    update(&mut state, Action::Command(Command::InvertSelection));
    assert!(state.desk.selected.triangles.is_empty());
}

#[test]
fn the_crosshair_starts_in_the_middle_and_stays_in_the_picture() {
    let mut state = state();
    update(&mut state, Action::Command(Command::ToggleCrosshair));
    assert_eq!(state.desk.pointer.crosshair, Some(CursorPosition { x: 350.5, y: 190.5 }));
    for _ in 0..100 {
        update(&mut state, Action::Command(Command::MoveCrosshair(-10, 0)));
    }
    assert_eq!(state.desk.pointer.crosshair, Some(CursorPosition { x: 100.5, y: 190.5 }));
    update(&mut state, Action::Command(Command::MoveCrosshair(127, 0)));
    update(&mut state, Action::Command(Command::MoveCrosshair(123, 0)));
    update(&mut state, Action::Command(Command::PickAtCrosshair));
    assert_eq!(selected(&state), [0]);
}

#[test]
fn the_crosshair_goes_with_the_first_movement_of_the_mouse_over_the_picture() {
    let mut state = state();
    update(&mut state, Action::Command(Command::ToggleCrosshair));
    let crosshair = state.desk.pointer.crosshair;
    for hover in [None, crosshair] {
        update(&mut state, Action::Hover(hover));
        assert_eq!(state.desk.pointer.crosshair, crosshair, "the mouse is elsewhere, or rests");
    }
    update(&mut state, Action::Hover(Some(MIDDLE)));
    assert!(state.desk.pointer.crosshair.is_none() && state.desk.shown.panels_changed);
    update(&mut state, Action::Command(Command::MoveCrosshair(1, 0)));
    assert!(state.desk.pointer.crosshair.is_some(), "a key shows it again");
}

#[test]
fn a_sheet_takes_the_place_of_the_side_panel_in_a_small_window_and_is_drawn_over_where_there_is_to_be_read() {
    let mut state = state();
    let shows = |state: &mut State, width: f64, height: f64| {
        update(state, Action::Room(width, height));
        (state.desk.has_sheet(), state.desk.shows_side_panel())
    };
    assert_eq!(shows(&mut state, 600.0, 480.0), (false, true));
    assert_eq!(shows(&mut state, 400.0, 700.0), (true, false));
    update(&mut state, Action::Command(Command::ToggleSidePanel));
    assert_eq!(shows(&mut state, 700.0, 400.0), (true, true), "it is turned");
    assert_eq!(shows(&mut state, 800.0, 600.0), (false, true));
    update(&mut state, Action::Command(Command::ToggleSidePanel));
    assert_eq!(shows(&mut state, 800.0, 600.0), (false, false));
    assert_eq!(shows(&mut state, 400.0, 700.0), (true, true));
    update(&mut state, Action::Detent(Detent::Line));
    update(&mut state, Action::Command(Command::ToggleExplain));
    assert_eq!(state.desk.shown.detent, Detent::Half);
    update(&mut state, Action::Command(Command::Show(Workspace::Learn)));
    update(&mut state, Action::Command(Command::Show(Workspace::Pick)));
    assert_eq!(state.desk.shown.detent, Detent::Line);
    update(&mut state, Action::Command(Command::Show(Workspace::Learn)));
    assert_eq!(state.desk.shown.detent, Detent::Half);
    state.desk.settings.interface_size.0 = 1.5;
    assert!(shows(&mut state, 800.0, 800.0).0, "in large type");
}

#[test]
fn a_minimised_window_costs_no_view() {
    let mut state = state();
    let camera = state.desk.view().camera;
    let viewport = Viewport { x: 0, y: 0, width: 0, height: 0 };
    let framebuffer = FramebufferSize { width: 0, height: 0 };
    update(&mut state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    click(&mut state, MIDDLE, ClickMode::Replace);
    for command in crate::app::keys::COMMANDS.iter().map(|binding| binding.command) {
        update(&mut state, Action::Command(command));
    }
    assert!(state.desk.view().camera.eye.is_finite());
    update(
        &mut state,
        Action::Layout {
            viewport: Viewport { width: 600, height: 400, ..viewport },
            framebuffer: FramebufferSize { width: 600, height: 400 },
            scale_factor: 1.0,
        },
    );
    update(&mut state, Action::Command(Command::ResetView));
    assert!((state.desk.view().camera.distance() / camera.distance() - 1.0).abs() < 1.0);
}

#[test]
fn going_to_a_triangle_looks_at_its_front() {
    let mut state = state();
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Back)));
    update(&mut state, Action::GoTo(TriangleId { object: 0, triangle: 0 }));
    assert!(state.desk.view().camera.forward().dot(DVec3::NEG_Z) > 0.9);
    assert_eq!(state.desk.picked.as_ref().and_then(Picked::id), Some(TriangleId { object: 0, triangle: 0 }));
    assert!(state.desk.selected.triangles.is_empty(), "going somewhere selects nothing");
}

#[test]
fn undo_brings_back_what_was_inspected_and_escape_leaves_nothing_old() {
    let mut state = state();
    let inspected =
        |state: &State| state.desk.picked.as_ref().map(|picked| (picked.id().map(|id| id.triangle), picked.place));
    let command = |state: &mut State, command| update(state, Action::Command(command));
    click(&mut state, MIDDLE, ClickMode::Replace);
    click(&mut state, MIDDLE, ClickMode::Behind);
    click(&mut state, NOTHING, ClickMode::Replace);
    assert_eq!((selected(&state), inspected(&state)), (vec![], Some((None, None))));
    command(&mut state, Command::Undo);
    assert_eq!((selected(&state), inspected(&state)), (vec![1], Some((Some(1), Some((1, 3))))));
    command(&mut state, Command::Undo);
    assert_eq!((selected(&state), inspected(&state)), (vec![0], Some((Some(0), None))));
    command(&mut state, Command::Undo);
    assert_eq!((selected(&state), inspected(&state)), (vec![], None));
    command(&mut state, Command::Redo);
    command(&mut state, Command::Redo);
    assert_eq!((selected(&state), inspected(&state)), (vec![1], Some((Some(1), Some((1, 3))))));
    command(&mut state, Command::Escape);
    assert_eq!((selected(&state), inspected(&state)), (vec![], None), "nothing old is left");
    command(&mut state, Command::Undo);
    assert_eq!((selected(&state), inspected(&state)), (vec![1], Some((Some(1), Some((1, 3))))));
}

#[test]
fn the_camera_of_the_pick_comes_back() {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Replace);
    let view = *state.desk.view();
    update(&mut state, dragged(view, MIDDLE, CursorPosition { x: 420.0, y: 150.0 }, true));
    assert_ne!(state.desk.view().camera, view.camera);
    update(&mut state, Action::Command(Command::BackToPick));
    assert_eq!(state.desk.view().camera, view.camera);
}

#[test]
fn the_surfaces_in_front_of_the_inspected_triangle_are_counted_from_where_the_camera_is() {
    let mut state = state();
    let count = |state: &State| state.tools.get::<Picking>().explain.in_front(&state.desk);
    click(&mut state, MIDDLE, ClickMode::Replace);
    assert_eq!(count(&state), Some(0));
    click(&mut state, MIDDLE, ClickMode::Behind);
    click(&mut state, MIDDLE, ClickMode::Behind);
    assert_eq!(count(&state), Some(2));
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Back)));
    assert_eq!(count(&state), Some(0), "from behind it is the first");
    update(&mut state, Action::Command(Command::Escape));
    assert_eq!(count(&state), None);
}

#[test]
fn of_triangles_that_coincide_each_has_those_before_it_in_front() {
    let corners = vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
    let mut state = state_of(Mesh::from_triangles(corners, vec![[0, 1, 2]; 3]).expect("a mesh"));
    click(&mut state, MIDDLE, ClickMode::Replace);
    assert_eq!(state.tools.get::<Picking>().explain.in_front(&state.desk), Some(0));
    for expected in [1, 2, 0] {
        update(&mut state, Action::Command(Command::NextHit));
        assert_eq!(state.tools.get::<Picking>().explain.in_front(&state.desk), Some(expected));
    }
}

#[test]
fn a_click_on_the_end_of_an_axis_looks_along_it_and_again_from_the_other_side() {
    let mut state = state();
    let toward_eye = |state: &State| -state.desk.view().camera.forward();
    update(&mut state, Action::Command(Command::ResetView));
    for (index, axis) in DVec3::AXES.into_iter().enumerate() {
        for side in [1.0, -1.0] {
            let mut places = (0..500)
                .flat_map(|x| (0..400).map(move |y| CursorPosition { x: 100.0 + f64::from(x), y: f64::from(y) }));
            let under = |at: &CursorPosition| {
                axis_under(state.desk.view(), &state.desk.settings.style, 1.0, *at) == Some(index)
            };
            let end = places.find(under).expect("an arm of the triad");
            click(&mut state, end, ClickMode::Replace);
            assert!((toward_eye(&state) - side * axis).length() < 1e-9, "{axis}: {}", toward_eye(&state));
            assert!(state.desk.picked.is_none(), "nothing is picked there");
        }
        update(&mut state, Action::Command(Command::ResetView));
    }
}

#[test]
fn a_triangle_is_gone_to_by_index_face_and_line_in_any_case_of_letters() {
    let mut state = state();
    for (typed, triangle) in
        [("2", Some(2)), ("Triangle 1", Some(1)), ("face 3", Some(2)), ("FACE 1", Some(0)), ("face 0", None)]
    {
        update(&mut state, Action::EditPlace { text: typed.to_owned(), submit: true });
        let found = state.desk.messages.sheet.is_none().then(|| selected(&state)[0]);
        assert_eq!(found, triangle, "{typed}");
        state.desk.messages.sheet = None;
    }
}

#[test]
fn a_picture_is_drawn_by_the_shell_and_its_file_asked_for() {
    let mut state = state();
    state.desk.files.effects.clear();
    update(&mut state, Action::Sheet(Some(Sheet::Picture)));
    update(&mut state, Action::TakePicture(false));
    assert_eq!(
        (state.desk.messages.sheet.take(), state.desk.files.effects.as_slice()),
        (None, &[Effect::TakePicture(false)][..])
    );
    assert_eq!((state.desk.picture_size(1), state.desk.picture_size(4)), ((500, 380), (2000, 1520)));
    let jobs = state.desk.files.jobs.len();
    update(&mut state, Action::PictureTaken(Ok(pickray_render::Image::new(1, 1, [1, 2, 3, 4]))));
    assert_eq!(state.desk.files.jobs.len(), jobs + 1, "a file is asked for");
    update(&mut state, Action::PictureTaken(Err("too large".to_owned())));
    assert!(state.desk.messages.last.as_ref().is_some_and(|message| message.is_error && message.text == "too large"));
}

#[test]
fn smooth_shading_tells_how_many_positions_the_vertices_were_joined_to() {
    let positions = [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]].map(|[x, y]| [x as f32, y as f32, 0.0]);
    let mut state = state_of(Mesh::from_triangles(positions.to_vec(), vec![[0, 1, 2], [3, 4, 5]]).expect("a mesh"));
    assert_eq!(state.desk.files.n_positions, None, "nobody has asked");
    let mesh = state.desk.scene().objects()[0].mesh.clone();
    update(&mut state, Action::ComputeNormals(mesh));
    let job = state.desk.files.jobs.pop().expect("normals are computed");
    update(&mut state, job.run());
    assert_eq!(state.desk.files.n_positions, Some(4));
}

#[test]
fn turning_the_camera_computes_nothing_of_the_last_pick_again() {
    let mut state = state();
    state.desk.settings.panels.explain = true;
    click(&mut state, MIDDLE, ClickMode::Replace);
    let about = Change::WhyNot(Some(TriangleId { object: 0, triangle: 1 }));
    change(&mut state, [about, Change::Mistake(Some(Mistake::YNotFlipped))]);
    let computed = |state: &State| {
        let (explain, desk) = (&state.tools.get::<Picking>().explain, &state.desk);
        let Explain { why, mistakes, in_front, .. } = explain;
        let _ = (explain.in_front(desk), why.answer(&desk.study), mistakes.effects(desk));
        let _ = (mistakes.trace(desk), mistakes.pattern(desk));
        let of_pick = [why.answer.computed(), mistakes.effects.computed()];
        let seen = [in_front.computed(), mistakes.pattern.computed()];
        (desk.picked.computed(), of_pick, mistakes.trace.computed(), seen)
    };
    let (picks, answers, traces, seen) = computed(&state);
    for frame in 1..=5_u32 {
        let (view, x) = (*state.desk.view(), f64::from(frame));
        update(&mut state, dragged(view, MIDDLE, CursorPosition { x: MIDDLE.x + 40.0 + x, ..MIDDLE }, true));
        assert_ne!(*state.desk.view(), view);
        // What is seen now from elsewhere is seen anew: the surfaces in front, and the pattern over the picture.
        let seen = seen.map(|n| n + u64::from(frame));
        assert_eq!(computed(&state), (picks, answers, traces, seen));
    }
    change(&mut state, [Change::Culling(Culling::Back)]);
    assert_eq!((computed(&state).0, computed(&state).1), (picks + 1, answers.map(|n| n + 1)));
}

#[test]
fn the_wheel_stops_before_the_surface_under_the_mouse_and_never_loses_the_mesh() {
    for sample in [Sample::Teapot, Sample::Cube, Sample::NoisySphere] {
        for orthographic in [false, true] {
            let mut state = state();
            update(&mut state, Action::Open(MeshSource::Sample(sample)));
            let mesh = sample.mesh().expect("a mesh");
            let answer = answer_load(&state, Ok(loaded(mesh)));
            update(&mut state, Action::Loaded(answer));
            if orthographic {
                update(&mut state, Action::Command(Command::ToggleOrthographic));
            }
            let view = *state.desk.view();
            let hit = state.desk.pick_id(&view, MIDDLE).expect("a surface");
            let point = state.desk.pick_point(&view, MIDDLE).expect("a surface");
            for notch in 0..40 {
                update(&mut state, Action::Zoom(wheel(MIDDLE, zoom_factor(1.0))));
                let view = *state.desk.view();
                assert_eq!(state.desk.pick_id(&view, MIDDLE), Some(hit), "{sample:?}, {orthographic}, {notch}");
                assert!(orthographic || view.camera.near < view.camera.depth_of(point), "{sample:?}, {notch}");
            }
            for _ in 0..40 {
                update(&mut state, Action::Zoom(wheel(MIDDLE, zoom_factor(-1.0))));
            }
            assert_eq!(state.desk.pick_id(state.desk.view(), MIDDLE), Some(hit), "and back");
            update(&mut state, Action::Command(Command::ResetView));
            assert_eq!(state.desk.pick_id(state.desk.view(), NOTHING), None);
            for _ in 0..40 {
                update(&mut state, Action::Zoom(wheel(NOTHING, zoom_factor(1.0))));
                assert!(!state.desk.has_lost_sight(), "{sample:?}, {orthographic}");
            }
            let view = *state.desk.view();
            update(&mut state, panned(view, CursorPosition { x: 9e5, ..MIDDLE }));
            assert!(state.desk.has_lost_sight(), "it can be dragged out");
        }
    }
}
