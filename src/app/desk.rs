//! Type [`Desk`]: the state that all tools share and the window shows, without types of window, panels or GPU.

pub(super) mod changing;
pub(super) mod choosing;
pub(super) mod hiding;
pub(super) mod history;
pub(super) mod loading;
pub(super) mod locating;
pub(super) mod navigate;
pub(super) mod objects;
mod parts;
pub(super) mod pasting;
pub(super) mod picked;
pub(super) mod preparing;
pub(super) mod present;
pub(super) mod restoring;
pub(super) mod second_view;
pub(super) mod selecting;
pub(super) mod set_aside;

pub use choosing::Exporting;
pub use loading::{Awaited, Loading};
pub use objects::{ObjectList, ObjectRow};
pub use parts::{Files, Messages, Pointer, Shown};
use parts::{Moved, Zoomed};
pub use present::Presenting;
pub use restoring::Restoring;
pub use second_view::SecondView;
pub use set_aside::SetAside;

use crate::app::action::{Action, Effect, Message};
use crate::app::arrangement::{Pane, Workspace};
use crate::app::input::ClickMode;
use crate::app::job::{Answer, Memo, Pending, Task};
use crate::app::listed::Listed;
use crate::app::platform::{has_coarse_pointer, perform, timed};
use crate::app::settings::{RayView, Settings};
use crate::app::texts::t;
use glam::DVec3;
use history::{Flipped, Hidden, Inspection, Step, Steps, bytes_of};
use pickray::geometry::{Aabb, Triangle};
use pickray::math::{self, CursorPosition, PixelSample};
use pickray::pick::explain::PickTrace;
use pickray::pick::{self, HitDetails, Selection, TriangleId, TriangleIds};
use pickray::scene::{Object, Scene, View};
use pickray::study::{Annotations, PageName, Revision, Study};
use std::hint::black_box;

/// State that all tools share and the window shows. Panels read it; only `update` changes it.
#[derive(Debug)]
pub struct Desk {
    pub settings: Settings,
    pub workspace: Workspace,
    pub tool: &'static str,
    /// Page of the lesson that is open; `None` if no lesson is open.
    pub page: Option<PageName>,
    /// Scene, view and options of the picks, with the last click.
    pub study: Study,
    /// Measures and landmarks of the study's scene; no pick depends on them.
    pub annotations: Annotations,
    /// Last pick, made anew when the study changes; `None` if nothing was picked.
    pub picked: Option<Picked>,
    /// Revision of the pick's inputs for which `picked` was made.
    picked_for: Memo<Revision, ()>,
    /// State of the picture: views, rectangle and whatever else decides how the study is displayed.
    pub shown: Shown,
    pub pointer: Pointer,
    pub selected: Selected,
    pub files: Files,
    pub messages: Messages,
}

/// Pick that is inspected, with what the panels show of it.
#[derive(Debug)]
pub struct Picked {
    /// Trace of every step from the cursor to the hit.
    pub trace: PickTrace,
    /// Time that the pick takes without recording its trace, in seconds.
    pub seconds: f64,
    /// Hit that is inspected: the closest, or one behind it that was asked for.
    pub hit: Option<HitDetails>,
    /// Index of the inspected hit among all along the ray, from 0, and their number; `None` until they were asked for.
    pub place: Option<(usize, usize)>,
    /// Text of the triangle's line in its file, or why there is none; idle if there is no file.
    pub line_text: Pending<Result<String, String>>,
}

/// Selection, and what else commands act on.
#[derive(Debug, Default)]
pub struct Selected {
    pub triangles: Selection,
    /// Row of the list of objects that commands on objects act on: the last hit's, or one that was clicked.
    pub row: Option<Listed>,
    /// `true` if the hide command acts on the object of `row`; `false` if on the selected triangles.
    pub means_objects: bool,
    history: Steps,
    /// Triangles whose selection changed since they were last drawn; the code that draws them empties it.
    pub changed: TriangleIds,
    /// Number of changes of the selection or the visibility since the start, including undo and redo.
    steps: u64,
    /// Triangles that the tool in use highlights with another colour.
    pub marked: Vec<TriangleId>,
    locating: Option<locating::Locating>,
}

impl Desk {
    pub fn new(settings: Settings) -> Self {
        let study = Study::default();
        Self {
            settings,
            workspace: Workspace::default(),
            tool: "",
            page: None,
            shown: Shown::new(study.view().camera),
            study,
            annotations: Annotations::default(),
            picked: None,
            picked_for: Memo::default(),
            pointer: Pointer { touched: has_coarse_pointer(), ..Pointer::default() },
            selected: Selected::default(),
            files: Files::default(),
            messages: Messages::default(),
        }
    }

    /// Returns the scene of the workspace in use: the one picked in or, in Collide, the one that its tool arranged.
    pub fn scene(&self) -> &Scene {
        if self.workspace.picks() { self.study.scene() } else { &self.shown.arranged }
    }

    /// Returns the mesh that is drawn in place of the scene while its tree is built; `None` if no tree is built.
    pub fn awaited(&self) -> Option<&Awaited> {
        self.files.loading.as_ref()?.awaited.as_ref()
    }

    /// Returns the objects that are drawn: the scene, or a mesh whose tree is still being built.
    pub fn drawn_scene(&self) -> &Scene {
        self.awaited().map_or(self.scene(), |awaited| &awaited.scene)
    }

    /// Returns the scene that the tool of the Collide workspace shows, for that tool to arrange.
    pub(super) fn scene_mut(&mut self) -> &mut Scene {
        &mut self.shown.arranged
    }

    /// Returns the view that is picked in: camera and rectangle of the framebuffer.
    pub fn view(&self) -> &View {
        self.study.view()
    }

    /// Returns `true` if the picture is split and there is something to pick.
    pub fn is_split(&self) -> bool {
        let splits = self.workspace.picks() && self.settings.ray == RayView::Split;
        splits && !self.scene().objects().is_empty()
    }

    pub fn pane_at(&self, cursor: CursorPosition) -> Pane {
        let window = math::window_from_cursor(cursor, self.view().framebuffer, PixelSample::Center);
        if self.is_split() && self.shown.second_view.view.viewport.contains(window) {
            Pane::SecondView
        } else {
            Pane::Picking
        }
    }

    /// Returns the view that keys act on: the one that the mouse was over last.
    pub fn pane(&self) -> Pane {
        if self.is_split() { self.shown.mouse_over } else { Pane::Picking }
    }

    pub fn view_of(&self, pane: Pane) -> &View {
        match pane {
            Pane::Picking => self.view(),
            Pane::SecondView => &self.shown.second_view.view,
        }
    }

    /// Returns the point that orbits in a view turn about, in world space.
    pub fn pivot_of(&self, pane: Pane) -> DVec3 {
        match pane {
            Pane::Picking => self.shown.pivot,
            Pane::SecondView => self.shown.second_view.pivot,
        }
    }

    pub(super) fn pivot_of_mut(&mut self, pane: Pane) -> &mut DVec3 {
        match pane {
            Pane::Picking => &mut self.shown.pivot,
            Pane::SecondView => &mut self.shown.second_view.pivot,
        }
    }

    /// Returns the objects of the open files, without what a tool adds.
    pub fn opened(&self) -> &[Object] {
        self.study.scene().objects()
    }

    pub(super) fn remove_added(&mut self) {
        let opened = self.opened().len() as u32;
        self.shown.arranged.truncate(opened);
    }

    /// Returns the world-space box that the camera frames: the one that a tool set, or that of all drawn objects.
    pub fn bounds(&self) -> Aabb {
        self.shown.stage.unwrap_or_else(|| self.drawn_scene().bounds())
    }

    /// Highlights these triangles in the picture, if the tool of this id is in use.
    pub(super) fn point_out(&mut self, tool: &str, triangles: impl IntoIterator<Item = TriangleId>) {
        if self.tool == tool {
            self.selected.marked.clear();
            self.selected.marked.extend(triangles);
        }
    }

    /// Returns a triangle in world space; `None` if the scene has no such object.
    pub fn triangle(&self, id: TriangleId) -> Option<Triangle> {
        Some(id.object_in(self.scene())?.triangle_in_world(id.triangle))
    }

    /// Begins a task whose answer `pending` awaits, and which comes in the action that `action` makes.
    pub(super) fn begin<T: Task, A: Into<Action>>(
        &mut self,
        pending: &mut Pending<T::Answer>,
        task: T,
        action: impl FnOnce(Answer<T::Answer>) -> A + Send + 'static,
    ) {
        pending.begin_waiting(&mut self.files.jobs, |progress| perform(task, progress), action);
    }

    /// Returns the triangle that is seen at `cursor`; `None` if no triangle is there.
    pub(super) fn pick_id(&self, view: &View, cursor: CursorPosition) -> Option<TriangleId> {
        Some(pick::pick(self.scene(), view, cursor, &self.options())?.id())
    }

    /// Returns the world-space point that is seen at `cursor`; `None` where nothing is hit.
    pub(super) fn pick_point(&self, view: &View, cursor: CursorPosition) -> Option<DVec3> {
        let hit = pick::pick(self.scene(), view, cursor, &self.options())?;
        let object = hit.id().object_in(self.scene())?;
        Some(object.triangle_in_world(hit.triangle).at(hit.u, hit.v))
    }

    pub(super) fn tell(&mut self, text: impl Into<String>) {
        self.messages.say(Message::word(text));
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.messages.say(Message::error(text));
    }

    /// Says that a file could not be read, on the terminal, too: the file may have been named on the command line.
    pub(super) fn complain_of_file(&mut self, text: String) {
        self.files.effects.push(Effect::TellTerminal(text.replace(['\n', '\r'], " ")));
        // Of files that were opened together each is named, as long as there is room.
        let fits = |before: &Message| before.is_error && before.text != text && before.text.lines().count() < 8;
        let before = self.messages.last.take().filter(fits);
        self.complain(text);
        if let (Some(before), Some(last)) = (before, &mut self.messages.last) {
            last.text = before.text + "\n" + &last.text;
        }
    }

    pub(super) fn copy(&mut self, text: String, name: &str) {
        self.tell(t!("copied", what = name));
        self.files.effects.push(Effect::Copy(text));
    }

    /// Lets commands on objects act on the inspected one if there are several and at most one triangle is selected.
    pub(in crate::app) fn mean_object(&mut self) {
        self.light_row();
        self.selected.means_objects = self.selected.triangles.len() <= 1 && self.files.objects.has_several();
    }

    /// Returns the view, cursor and chosen hit of the inspected pick; `None` if no pick is inspected.
    pub(in crate::app) fn inspection(&self) -> Option<Inspection> {
        let Picked { trace, place, .. } = self.picked.as_ref()?;
        Some(Inspection { view: trace.view, cursor: trace.cursor, place: place.map(|(index, _)| index) })
    }
}

/// Picks at `cursor`, inspects the hit and selects it by `mode`, as one step of the history.
pub(in crate::app) fn click(desk: &mut Desk, view: &View, cursor: CursorPosition, mode: ClickMode) {
    step(desk, |desk| {
        inspect(desk, view, cursor);
        let id = desk.picked.as_ref().and_then(Picked::id);
        change_selection(desk, |selection| apply(selection, mode, id));
        desk.mean_object();
    });
}

/// Calls `act`, and records as one step of the history what it selected, hid, inspected, measured and named.
pub(in crate::app) fn step(desk: &mut Desk, act: impl FnOnce(&mut Desk)) {
    let (before, hidden, steps) = (desk.inspection(), Hidden::of(&desk.study), desk.selected.steps);
    let annotations = desk.annotations.clone();
    act(desk);
    let flipped = Hidden::of(&desk.study).since(&hidden);
    let annotated = (desk.annotations != annotations).then(|| [annotations, desk.annotations.clone()]);
    if steps == desk.selected.steps && (flipped.is_some() || annotated.is_some()) {
        let annotations = annotated.iter().flatten();
        let bytes = flipped.as_ref().map_or(0, Flipped::bytes) + annotations.map(bytes_of).sum::<usize>();
        desk.selected.triangles.mark(bytes);
        desk.selected.steps += 1;
    }
    if steps < desk.selected.steps {
        let inspected = [before, desk.inspection()];
        let Selected { triangles, history, .. } = &mut desk.selected;
        history.undone.clear();
        history.done.push_back(Step { inspected, flipped, annotated });
        // The selection forgets its oldest steps.
        history.done.drain(..history.done.len().saturating_sub(triangles.n_undoable()));
    }
}

/// Picks at `cursor` and inspects the hit; the selection stays.
pub(in crate::app) fn inspect(desk: &mut Desk, view: &View, cursor: CursorPosition) {
    desk.study.click(view, cursor);
    renew(desk);
}

/// Makes the last pick again, if any of its inputs has changed.
pub(in crate::app) fn renew(desk: &mut Desk) {
    let study = &desk.study;
    if !desk.picked_for.renew(study.pick_revision(), || ()) {
        return;
    }
    desk.picked = Picked::of(study);
    // After a miss of all boxes the ladder goes on to the space of the first object.
    if let Some(picked) = desk.picked.as_mut().filter(|picked| picked.trace.objects.is_empty())
        && let Some(first) = study.scene().objects().iter().position(|object| object.visible)
    {
        picked.trace.ask(study.scene(), first as u32);
    }
    desk.read_line();
}

impl Picked {
    /// Returns the triangle that is inspected; `None` if nothing was hit.
    pub fn id(&self) -> Option<TriangleId> {
        self.hit.as_ref().map(HitDetails::id)
    }

    /// Makes the pick of a study's last click; `None` if the study has no click.
    pub fn of(study: &Study) -> Option<Self> {
        let trace = study.trace()?;
        let PickTrace { view, cursor, options, .. } = &trace;
        let seconds = timed(|| black_box(pick::pick(study.scene(), view, *cursor, options))).1;
        Some(Self { hit: trace.hit.clone(), trace, seconds, place: None, line_text: Pending::Idle })
    }
}

/// Changes which triangles are selected, and marks them to be drawn again; to be called within [`step`].
pub(in crate::app) fn change_selection(desk: &mut Desk, change: impl FnOnce(&mut Selection) -> &TriangleIds) {
    let changed = change(&mut desk.selected.triangles);
    desk.selected.steps += u64::from(!changed.is_empty());
    desk.selected.changed.union_with(changed);
}

/// Selects triangles in a selection as a click of this mode does; returns those that were selected or deselected.
pub(in crate::app) fn apply(selection: &mut Selection, mode: ClickMode, ids: impl Into<TriangleIds>) -> &TriangleIds {
    match mode {
        ClickMode::Replace | ClickMode::Behind => selection.replace(ids),
        ClickMode::Add => selection.add(ids),
        ClickMode::Toggle => selection.toggle(ids),
        ClickMode::Remove => selection.remove(ids),
    }
}
