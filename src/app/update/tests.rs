//! Tests of how actions change the state.

mod camera;
mod fingers;
mod gestures;
mod parts;
mod seen_first;
mod several_objects;
mod textures;
mod up_axis;

use super::*;
use crate::app::answers::LoadResult;
use crate::app::arrangement::Detent;
use crate::app::job::Answer;
use pickray::pick::HitDetails;
use pickray::pick::explain::PickTrace;

// What most tests of the state name: they begin with all that is here.
pub(in crate::app) use crate::app::action::Action;
pub(in crate::app) use crate::app::answers::{Loaded, MeshSource};
pub(in crate::app) use crate::app::arrangement::Pane;
pub(in crate::app) use crate::app::arrangement::Workspace;
pub(in crate::app) use crate::app::desk::{Picked, restoring};
pub(in crate::app) use crate::app::input::{Button, ClickMode, DragTo, Gesture, Press};
pub(in crate::app) use crate::app::keys::{Command, Key, Modifiers};
pub(in crate::app) use crate::app::settings::{RayView, Settings};
pub(in crate::app) use crate::app::tools::picking::Picking;
pub(in crate::app) use crate::app::update::tests::gestures::{left_press, modifiers_of, pressed, right_click, wheel};
pub(in crate::app) use crate::app::update::{State, update};
pub(in crate::app) use glam::{DMat4, DVec3};
pub(in crate::app) use pickray::intersect::Culling;
pub(in crate::app) use pickray::math::{CursorPosition, FramebufferSize, Viewport};
pub(in crate::app) use pickray::mesh::samples::Sample;
pub(in crate::app) use pickray::mesh::{Load, Mesh};
pub(in crate::app) use pickray::pick::explain::Mistake;
pub(in crate::app) use pickray::pick::{PickOptions, TriangleId};
pub(in crate::app) use pickray::scene::navigation::StandardView;
pub(in crate::app) use pickray::scene::{Camera, Object, Placement, Scene, View};
pub(in crate::app) use pickray::study::{Change, Objects, Plane, PlaneName};
pub(in crate::app) use std::sync::Arc;

/// Returns the action of a drag with the left button.
pub(in crate::app) fn dragged(view: View, from: CursorPosition, to: CursorPosition, begins: bool) -> Action {
    Action::Gesture(Gesture::Drag(DragTo { press: left_press(from, view, Modifiers::NONE), to, begins }))
}

/// Returns the changes that give all objects this placement, except for roundings of the angles.
pub(in crate::app) fn placing(Placement { translate, rotate, scale }: Placement) -> [Change; 3] {
    [Change::Moved(translate), Change::Turned(rotate.map(f64::to_degrees)), Change::Scaled(scale)]
}

/// Returns the result of reading this mesh from a file, without a report.
pub(in crate::app) fn loaded(mesh: impl Into<Arc<Mesh>>) -> Loaded {
    loaded_scene(Scene::of(Object::new("mesh", mesh.into())))
}

/// Returns the result of reading this scene from a file, without a report.
pub(in crate::app) fn loaded_scene(scene: Scene) -> Loaded {
    Loaded { scene, report: None, seconds: 0.0, unbuilt: None }
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

/// Steps of a person at the window, so that a test reads as a script.
impl State {
    pub(crate) fn act(&mut self, action: impl Into<Action>) -> &mut Self {
        update(self, action.into());
        self
    }

    pub(crate) fn command(&mut self, command: Command) -> &mut Self {
        self.act(Action::Command(command))
    }

    pub(crate) fn click(&mut self, cursor: CursorPosition, mode: ClickMode) -> &mut Self {
        let view = *self.desk.view();
        self.act(pressed(cursor, view, mode, false))
    }

    /// Clicks without a modifier.
    pub(crate) fn pick(&mut self, cursor: CursorPosition) -> &mut Self {
        self.click(cursor, ClickMode::Replace)
    }

    /// Drags the left button between two places.
    pub(crate) fn drag(&mut self, from: CursorPosition, to: CursorPosition) -> &mut Self {
        let view = self.view();
        self.act(dragged(view, from, to, true))
    }

    pub(crate) fn hover(&mut self, cursor: CursorPosition) -> &mut Self {
        self.act(Action::Hover(Some(cursor)))
    }

    /// Moves the mouse out of the picture.
    pub(crate) fn leave(&mut self) -> &mut Self {
        self.act(Action::Hover(None))
    }

    /// Turns the wheel so that the camera's distance is multiplied by `factor`.
    pub(crate) fn zoom(&mut self, cursor: CursorPosition, factor: f64) -> &mut Self {
        self.act(Action::Zoom(wheel(cursor, factor)))
    }

    pub(crate) fn look_from(&mut self, side: StandardView) -> &mut Self {
        self.command(Command::ViewFrom(side))
    }

    pub(crate) fn go_to(&mut self, workspace: Workspace) -> &mut Self {
        self.command(Command::Show(workspace))
    }

    /// Makes changes of the picks' inputs, one after the other.
    pub(crate) fn change(&mut self, changes: impl IntoIterator<Item = Change>) -> &mut Self {
        changes.into_iter().for_each(|change| update(self, Action::Study(change)));
        self
    }

    /// Shows the ladder and the setup.
    pub(crate) fn explain(&mut self) -> &mut Self {
        self.desk.settings.panels.explain = true;
        self
    }

    /// Gives the picture this place in a window of this size.
    pub(crate) fn lay_out(&mut self, viewport: Viewport, framebuffer: FramebufferSize) -> &mut Self {
        self.act(Action::Layout { viewport, framebuffer, scale_factor: 1.0 })
    }

    /// Answers for the file that is being read.
    pub(crate) fn answer(&mut self, result: LoadResult) -> &mut Self {
        let answer = answer_load(self, result);
        self.act(Action::Loaded(answer))
    }

    /// Opens a file of this name with this mesh.
    pub(crate) fn open(&mut self, name: &str, mesh: impl Into<Arc<Mesh>>) -> &mut Self {
        self.act(Action::Open(MeshSource::File(name.into()))).load(mesh)
    }

    /// Answers for the file that is being read with this mesh.
    pub(crate) fn load(&mut self, mesh: impl Into<Arc<Mesh>>) -> &mut Self {
        self.answer(Ok(loaded(mesh)))
    }

    /// Does the jobs that were asked for, and those that they lead to; returns how many they were.
    pub(crate) fn work(&mut self) -> usize {
        let jobs = std::mem::take(&mut self.desk.files.jobs);
        let n_jobs = jobs.len();
        jobs.into_iter().for_each(|job| update(self, job.run()));
        if n_jobs == 0 { 0 } else { n_jobs + self.work() }
    }

    /// Does the jobs that were asked for, and those that they lead to.
    pub(crate) fn settle(&mut self) -> &mut Self {
        self.work();
        self
    }

    /// Does the job that was asked for last.
    pub(crate) fn run_job(&mut self) -> &mut Self {
        let job = self.desk.files.jobs.pop().expect("a job");
        self.act(job.run())
    }

    /// Forgets the jobs that were asked for.
    pub(crate) fn idle(&mut self) -> &mut Self {
        self.desk.files.jobs.clear();
        self
    }

    pub(crate) fn view(&self) -> View {
        *self.desk.view()
    }

    pub(crate) fn picking(&self) -> &Picking {
        self.tools.get::<Picking>()
    }

    pub(crate) fn trace(&self) -> &PickTrace {
        &self.desk.picked.as_ref().expect("a pick").trace
    }

    pub(crate) fn hit(&self) -> &HitDetails {
        self.desk.picked.as_ref().and_then(|picked| picked.hit.as_ref()).expect("a hit")
    }

    /// Returns what is inspected, of any object.
    pub(crate) fn inspected_id(&self) -> Option<TriangleId> {
        self.desk.picked.as_ref().and_then(Picked::id)
    }

    /// Returns the triangle that is inspected.
    pub(crate) fn inspected(&self) -> Option<u32> {
        self.inspected_id().map(|id| id.triangle)
    }

    /// Returns the rank of what is inspected among the hits, and how many they are.
    pub(crate) fn rank(&self) -> Option<(usize, usize)> {
        self.desk.picked.as_ref().and_then(|picked| picked.place)
    }

    /// Returns the triangle under the mouse.
    pub(crate) fn hovered(&self) -> Option<u32> {
        self.desk.pointer.hover.map(|id| id.triangle)
    }

    pub(crate) fn n_selected(&self) -> usize {
        self.desk.selected.triangles.len()
    }

    pub(crate) fn selected(&self) -> Vec<u32> {
        self.desk.selected.triangles.iter().map(|id| id.triangle).collect()
    }

    /// Returns what was said last; nothing if nothing was.
    pub(crate) fn told(&self) -> &str {
        self.desk.messages.last.as_ref().map_or("", |message| &message.text)
    }

    /// Returns `true` if what was said last is an error.
    pub(crate) fn complains(&self) -> bool {
        self.desk.messages.last.as_ref().is_some_and(|message| message.is_error)
    }

    /// Returns what was copied last.
    pub(crate) fn copied(&self) -> Option<String> {
        let copies = |effect: &Effect| if let Effect::Copy(text) = effect { Some(text.clone()) } else { None };
        self.desk.files.effects.iter().rev().find_map(copies)
    }
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
    state_of_file("three.obj", loaded(mesh))
}

/// Returns the state of such a window, which shows what was read from a file of this name.
pub(in crate::app) fn state_of_file(name: &str, loaded: Loaded) -> State {
    let mut state = State::new(Settings::default());
    state.act(Action::Open(MeshSource::File(name.into()))).answer(Ok(loaded));
    state.lay_out(Viewport { x: 100, y: 20, width: 500, height: 380 }, FramebufferSize::new(600, 400));
    state.look_from(StandardView::Front);
    state.desk.selected.changed = Default::default();
    state.idle();
    state
}

/// Returns the state of [`state`] after these steps.
pub(in crate::app) fn after(steps: impl FnOnce(&mut State) -> &mut State) -> State {
    let mut state = state();
    steps(&mut state);
    state
}

/// Returns random numbers of a new seed, which is printed.
pub(in crate::app) fn seeded() -> fastrand::Rng {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    fastrand::Rng::with_seed(seed)
}

pub(in crate::app) const MIDDLE: CursorPosition = CursorPosition { x: 350.0, y: 190.0 };
pub(in crate::app) const NOTHING: CursorPosition = CursorPosition { x: 101.0, y: 1.0 };

/// Returns the middle of a view.
pub(in crate::app) fn middle(view: &View) -> CursorPosition {
    let Viewport { x, y, width, height } = view.viewport;
    let top = f64::from(view.framebuffer.height) - f64::from(y) - 0.5 * f64::from(height);
    CursorPosition { x: f64::from(x) + 0.5 * f64::from(width), y: top }
}

#[test]
fn colours_of_the_file_are_shown_until_they_are_switched_off_and_that_is_remembered() {
    let mut state = state();
    assert!(state.desk.settings.style.colors);
    for shown in [false, true] {
        assert_eq!(state.command(Command::ToggleColors).is_on(Command::ToggleColors), Some(shown));
        assert!(state.desk.files.effects.drain(..).any(|effect| matches!(effect, Effect::SaveSettings)));
        let saved = serde_json::to_string(&state.desk.settings).expect("JSON");
        let read: Settings = serde_json::from_str(&saved).expect("settings");
        assert_eq!((state.desk.settings.style.colors, read.style.colors), (shown, shown));
    }
}

#[test]
fn alt_clicks_and_tab_step_through_the_hits_behind_and_around_again() {
    let mut state = state();
    assert_eq!(state.pick(MIDDLE).selected(), [0]);
    for expected in [1, 2, 0] {
        assert_eq!(state.click(MIDDLE, ClickMode::Behind).selected(), [expected]);
    }
    assert_eq!(state.command(Command::NextHit).selected(), [1]);
    assert_eq!(state.rank(), Some((1, 3)));
}

#[test]
fn the_modifiers_replace_add_toggle_and_remove_and_nothing_clears() {
    let mut state = state();
    assert_eq!(state.click(MIDDLE, ClickMode::Behind).click(MIDDLE, ClickMode::Add).selected(), [0, 1]);
    assert_eq!(state.click(MIDDLE, ClickMode::Toggle).selected(), [1]);
    assert_eq!(state.click(MIDDLE, ClickMode::Toggle).click(MIDDLE, ClickMode::Remove).selected(), [1]);
    assert_eq!(state.pick(MIDDLE).selected(), [0]);
    assert_eq!(state.pick(NOTHING).selected(), [0; 0]);
    assert_eq!(state.command(Command::Undo).selected(), [0]);
    assert_eq!(state.command(Command::Redo).selected(), [0; 0]);
}

#[test]
fn what_changed_is_told_to_whoever_draws() {
    let mut state = state();
    let changed = |state: &State| state.desk.selected.changed.iter().map(|id| id.triangle).collect::<Vec<_>>();
    assert_eq!(changed(state.pick(MIDDLE)), [0]);
    state.desk.selected.changed = Default::default();
    assert_eq!(changed(state.click(MIDDLE, ClickMode::Behind)), [0, 1]);
}

#[test]
fn the_mouse_and_frames_of_a_view_that_rests_are_followed_by_nobody() {
    let mut state = state();
    state.desk.settings.ray = RayView::Split;
    let divided = |state: &State| !state.desk.shown.second_view.view.viewport.is_empty();
    for action in [Action::Hover(Some(MIDDLE)), Action::Hover(None), Action::Room(1280.0, 720.0)] {
        assert!(!divided(state.act(action)));
    }
    assert!(divided(state.act(Action::KeysUp)));
}

#[test]
fn a_click_picks_with_the_view_of_its_press_whatever_the_camera_did_since() {
    let mut state = state();
    let view = state.view();
    let click = pressed(MIDDLE, view, ClickMode::Replace, false);
    assert_eq!(state.look_from(StandardView::Top).act(click).selected(), [0]);
    assert_eq!(state.trace().view, view);
}

#[test]
fn a_double_click_makes_the_hit_the_pivot_and_leaves_the_picture_as_it_is() {
    let mut state = state();
    let view = state.view();
    let point = state.act(pressed(MIDDLE, view, ClickMode::Replace, true)).hit().point_world;
    assert_eq!((state.desk.shown.pivot, state.view().camera.eye), (point, view.camera.eye));
    let turned = state.drag(MIDDLE, CursorPosition { x: MIDDLE.x + 80.0, y: MIDDLE.y + 30.0 }).view();
    let seen = turned.cursor_from_world(point).expect("before the camera");
    assert!(seen.distance(MIDDLE) < 1.0, "the pivot stays where it is: {seen:?}");
}

#[test]
fn escape_closes_what_is_open_before_it_clears() {
    let mut state = after(|it| it.pick(MIDDLE));
    state.act(right_click(MIDDLE, state.view())).act(Action::Sheet(Some(Sheet::Help)));
    for open in [(false, true, 1), (false, false, 1), (false, false, 0)] {
        state.command(Command::Escape);
        assert_eq!((state.desk.messages.sheet.is_some(), state.picking().hits.is_some(), state.n_selected()), open);
    }
}

#[test]
fn escape_stops_what_is_read_and_forgets_what_it_was_read_for() {
    let mut state = after(|it| it.pick(MIDDLE));
    let mut situation = restoring::situation(&state.desk).expect("a situation");
    state.act(Action::Open(MeshSource::File("three.obj".into())));
    // A file that is being read under its name is taken to be its mesh.
    situation.objects.iter_mut().for_each(|object| object.checksum.clear());
    assert!(state.act(Action::Situation(Box::new(Ok(situation)))).desk.files.restoring.is_some());
    let progress = state.desk.files.loading.as_ref().and_then(|loading| loading.result.progress()).cloned();
    state.command(Command::Escape);
    assert!(state.desk.files.loading.is_none() && state.desk.files.restoring.is_none());
    assert!(progress.expect("it is being read").check().is_err(), "the reader is told");
    assert!(state.told().contains("three.obj"));
    assert_eq!(state.selected(), [0], "Esc does one thing");
}

#[test]
fn escape_stops_what_is_read_before_it_closes_the_line_that_tells_the_guessed_up() {
    let mut state = state();
    state.desk.messages.up = Some("z".to_owned());
    state.act(Action::Open(MeshSource::File("other.obj".into()))).command(Command::Escape);
    assert!(state.desk.files.loading.is_none() && state.desk.messages.up.is_some());
    assert_eq!(state.command(Command::Escape).desk.messages.up, None);
}

#[test]
fn the_crosshair_starts_in_the_middle_stays_in_the_picture_and_goes_with_the_first_movement_of_the_mouse() {
    let mut state = state();
    let crosshair = |state: &State| state.desk.pointer.crosshair;
    assert_eq!(crosshair(state.command(Command::ToggleCrosshair)), Some(CursorPosition { x: 350.5, y: 190.5 }));
    (0..100).for_each(|_| _ = state.command(Command::MoveCrosshair(-10, 0)));
    assert_eq!(crosshair(&state), Some(CursorPosition { x: 100.5, y: 190.5 }));
    state.command(Command::MoveCrosshair(127, 0)).command(Command::MoveCrosshair(123, 0));
    assert_eq!(state.command(Command::PickAtCrosshair).selected(), [0]);
    let before = crosshair(&state);
    for hover in [None, before] {
        assert_eq!(crosshair(state.act(Action::Hover(hover))), before, "the mouse is elsewhere, or rests");
    }
    assert!(crosshair(state.hover(MIDDLE)).is_none() && state.desk.shown.panels_changed);
    assert!(crosshair(state.command(Command::MoveCrosshair(1, 0))).is_some(), "a key shows it again");
}

#[test]
fn a_sheet_takes_the_place_of_the_side_panel_in_a_small_window_and_is_drawn_over_where_there_is_to_be_read() {
    let mut state = state();
    let shows = |state: &mut State, width: f64, height: f64| {
        state.act(Action::Room(width, height));
        (state.desk.has_sheet(), state.desk.shows_side_panel())
    };
    assert_eq!(shows(&mut state, 600.0, 480.0), (false, true));
    assert_eq!(shows(&mut state, 400.0, 700.0), (true, false));
    state.command(Command::ToggleSidePanel);
    assert_eq!(shows(&mut state, 700.0, 400.0), (true, true), "it is turned");
    assert_eq!(shows(&mut state, 800.0, 600.0), (false, true));
    state.command(Command::ToggleSidePanel);
    assert_eq!(shows(&mut state, 800.0, 600.0), (false, false));
    assert_eq!(shows(&mut state, 400.0, 700.0), (true, true));
    assert_eq!(state.act(Action::Detent(Detent::Line)).command(Command::ToggleExplain).desk.shown.detent, Detent::Half);
    assert_eq!(state.go_to(Workspace::Learn).go_to(Workspace::Pick).desk.shown.detent, Detent::Line);
    assert_eq!(state.go_to(Workspace::Learn).desk.shown.detent, Detent::Half);
    state.desk.settings.interface_size.0 = 1.5;
    assert!(shows(&mut state, 800.0, 800.0).0, "in large type");
}

#[test]
fn undo_brings_back_what_was_inspected_and_escape_leaves_nothing_old() {
    let mut state = after(|it| it.pick(MIDDLE).click(MIDDLE, ClickMode::Behind).pick(NOTHING));
    let seen = |state: &State| {
        let inspected = state.desk.picked.as_ref().map(|picked| (picked.id().map(|id| id.triangle), picked.place));
        (state.selected(), inspected)
    };
    let (nothing, behind) = ((vec![], None), (vec![1], Some((Some(1), Some((1, 3))))));
    assert_eq!(seen(&state), (vec![], Some((None, None))));
    assert_eq!(seen(state.command(Command::Undo)), behind);
    assert_eq!(seen(state.command(Command::Undo)), (vec![0], Some((Some(0), None))));
    assert_eq!(seen(state.command(Command::Undo)), nothing);
    assert_eq!(seen(state.command(Command::Redo).command(Command::Redo)), behind);
    assert_eq!(seen(state.command(Command::Escape)), nothing, "nothing old is left");
    assert_eq!(seen(state.command(Command::Undo)), behind);
}

#[test]
fn a_picture_is_drawn_by_the_shell_and_its_file_asked_for() {
    let mut state = state();
    state.desk.files.effects.clear();
    state.act(Action::Sheet(Some(Sheet::Picture))).act(Action::TakePicture(false));
    assert_eq!(state.desk.messages.sheet, None);
    assert_eq!(state.desk.files.effects, [Effect::TakePicture(false)]);
    assert_eq!((state.desk.picture_size(1), state.desk.picture_size(4)), ((500, 380), (2000, 1520)));
    let jobs = state.desk.files.jobs.len();
    state.act(Action::PictureTaken(Ok(pickray_render::Image::new(1, 1, [1, 2, 3, 4]))));
    assert_eq!(state.desk.files.jobs.len(), jobs + 1, "a file is asked for");
    state.act(Action::PictureTaken(Err("too large".to_owned())));
    assert!(state.complains() && state.told() == "too large");
}

#[test]
fn smooth_shading_tells_how_many_positions_the_vertices_were_joined_to() {
    let positions = [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]].map(|[x, y]| [x as f32, y as f32, 0.0]);
    let mut state = state_of(Mesh::from_triangles(positions.to_vec(), vec![[0, 1, 2], [3, 4, 5]]).expect("a mesh"));
    assert_eq!(state.desk.files.n_positions, None, "nobody has asked");
    let mesh = state.desk.scene().objects()[0].mesh.clone();
    assert_eq!(state.act(Action::ComputeNormals(mesh)).run_job().desk.files.n_positions, Some(4));
}
