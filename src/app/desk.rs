//! Type [`Desk`]: the state that all tools share and the window shows. It contains no type of the window, the panels or
//! the GPU.

pub(super) mod changing;
pub(super) mod choosing;
pub(super) mod exporting;
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

pub use exporting::Exporting;
pub use loading::{Awaited, Loading};
pub use objects::{ObjectList, ObjectRow};
pub use parts::{Files, Messages, Pointer, Shown};
use parts::{Moved, Zoomed};
pub use picked::Picked;
pub use present::Presenting;
pub use restoring::Restoring;
pub use second_view::SecondView;
pub use selecting::Selected;
pub use set_aside::SetAside;

use crate::app::action::{Action, Effect};
use crate::app::answers::{MeshSource, Refused};
use crate::app::arrangement::Figure;
use crate::app::input::Drag;
use crate::app::job::{Answer, Pending, Task};
use crate::app::keys::Command;
use crate::app::memo::Memo;
use crate::app::message::Message;
use crate::app::pane::Pane;
use crate::app::platform::abilities::has_coarse_pointer;
use crate::app::platform::perform;
use crate::app::settings::{LengthUnit, RayView, Settings};
use crate::app::texts::{of_library, t};
use crate::app::workspace::Workspace;
use glam::DVec3;
use pickray::geometry::{Aabb, Triangle};
use pickray::math::{self, CursorPosition, PixelSample};
use pickray::mesh::Format;
use pickray::pick::{self, TriangleId};
use pickray::scene::{Object, Projection, Scene, UpAxis, View};
use pickray::study::{Annotations, PageName, Revision, Study};
use pickray_render::Shading;
use std::path::PathBuf;

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
    pub picked: Memo<Revision, Option<Picked>>,
    /// State of the picture: views, rectangle and whatever else decides how the study is displayed.
    pub shown: Shown,
    pub pointer: Pointer,
    pub selected: Selected,
    pub files: Files,
    pub messages: Messages,
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
            picked: Memo::default(),
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

    /// Returns the symbol of the unit that lengths are written with; empty if it is not known. glTF counts in metres.
    pub fn length_unit(&self) -> &'static str {
        let is_gltf = |object: &Object| matches!(object.mesh.source().format(), Some(Format::Gltf | Format::Glb));
        match self.settings.unit {
            LengthUnit::OfFile if self.opened().iter().all(is_gltf) => LengthUnit::Metre.symbol(),
            unit => unit.symbol(),
        }
    }

    /// Returns the physical pixels per logical pixel of the screen, whatever the size of the interface.
    pub fn screen_scale_factor(&self) -> f64 {
        self.shown.scale_factor / f64::from(self.interface_size())
    }

    pub fn shows_ladder(&self) -> bool {
        match self.workspace {
            _ if self.shown.figure == Some(Figure::Picture) => false,
            _ if self.shown.figure == Some(Figure::Ladder) => true,
            Workspace::Pick => self.settings.panels.explain || self.shown.presenting.is_some(),
            Workspace::Collide => false,
            Workspace::Learn => true,
        }
    }

    /// Returns the objects of the open files, without what a tool adds.
    pub fn opened(&self) -> &[Object] {
        self.study.scene().objects()
    }

    /// Returns the source of the first object's mesh; `None` if no mesh is open.
    pub fn source(&self) -> Option<&MeshSource> {
        self.files.sources.first()
    }

    /// Returns the folder of the first object's file; `None` if no file is open.
    pub fn folder(&self) -> Option<PathBuf> {
        self.source().and_then(MeshSource::folder)
    }

    /// Returns the name of the first object's mesh: its file's name, or the sample's. `None` if no mesh is open.
    pub fn mesh_name(&self) -> Option<String> {
        self.source().map(MeshSource::name)
    }

    pub(super) fn remove_added(&mut self) {
        let opened = self.opened().len() as u32;
        self.shown.arranged.truncate(opened);
    }

    /// Returns the world-space box that the camera frames: the one that a tool set, or that of all drawn objects.
    pub fn bounds(&self) -> Aabb {
        self.shown.stage.unwrap_or_else(|| self.drawn_scene().bounds())
    }

    /// Extent of a mesh in the picture below which it is a dot, in logical pixels.
    const DOT: f64 = 12.0;

    /// Returns `true` if all objects are outside of the picture, or together no larger than a dot in it.
    pub fn has_lost_sight(&self) -> bool {
        let bounds = self.scene().bounds();
        let has_some = self.workspace.picks() && !bounds.is_empty() && !self.view().viewport.is_empty();
        has_some && (self.is_dot(&bounds) || !self.view().shows_any_of(self.scene()))
    }

    /// Returns `true` if a world-space box is a dot, in the picture or beside it.
    fn is_dot(&self, bounds: &Aabb) -> bool {
        let corners = bounds.corners().map(|corner| self.view().cursor_from_world(corner));
        let [Some(first), ..] = corners else { return false };
        let most = Self::DOT * self.shown.scale_factor;
        corners.iter().all(|corner| corner.is_some_and(|at| (at.x - first.x).abs().max((at.y - first.y).abs()) < most))
    }

    /// Returns the width and height, in pixels, of a saved picture that is `scale` times as large as on the screen.
    pub fn picture_size(&self, scale: u8) -> (u32, u32) {
        let side = |length: i32| u32::from(scale) * length.max(0).unsigned_abs();
        (side(self.shown.picture.width), side(self.shown.picture.height))
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

    /// Returns the diagonal of the mesh that benches work on; 1 where it has none.
    pub fn bench_diagonal(&self) -> f64 {
        let diagonal = self.bench_object().map_or(1.0, |object| object.mesh.bounds().size().length());
        if diagonal.is_finite() && diagonal > 0.0 { diagonal } else { 1.0 }
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

    /// Returns `true` if the Tab key inspects the next hit behind the one that is inspected.
    pub fn tab_takes_next_hit(&self) -> bool {
        self.workspace.picks() && self.picked.as_ref().is_some_and(|picked| picked.id().is_some())
    }

    /// Returns `true` if the picture's switch for this command is on; `None` if the command is no such switch.
    pub fn is_on(&self, command: Command) -> Option<bool> {
        match command {
            Command::ToggleOrthographic => {
                let camera = &self.view_of(self.pane()).camera;
                Some(matches!(camera.projection, Projection::Orthographic { .. }))
            }
            Command::ToggleSmooth => Some(self.settings.style.shading == Shading::Smooth),
            Command::ToggleUp => Some(self.study.up_axis() == UpAxis::Z),
            Command::ToggleSidePanel => Some(self.shows_side_panel()),
            Command::ToggleExplain => Some(self.shows_ladder()),
            Command::NextRayView => Some(self.settings.ray != RayView::Off),
            Command::ToggleNdc => Some(self.is_split() && self.shown.second_view.ndc > 0.0),
            Command::ToggleCrosshair => Some(self.pointer.crosshair.is_some()),
            Command::Present => Some(self.shown.presenting.is_some()),
            // A copy, since switches are lent for changes.
            _ => self.settings.clone().switch(command).map(|on| *on),
        }
    }

    /// Returns the triangle that is seen at `cursor`; `None` if no triangle is there.
    pub(super) fn pick_id(&self, view: &View, cursor: CursorPosition) -> Option<TriangleId> {
        Some(pick::pick(self.scene(), view, cursor, &self.options())?.id())
    }

    /// Returns the words on a triangle: its index, its place in the file, and its object where there are several.
    pub fn triangle_in_words(&self, id: TriangleId) -> Option<String> {
        let object = id.object_in(self.scene())?;
        let index = id.triangle.to_string();
        let words = match object.mesh.source().place(id.triangle) {
            Some(place) => t!("selection-row-at", triangle = index, place = of_library::said(&place)),
            None => t!("triangle-number", index = index),
        };
        Some(match self.opened().len() {
            ..2 => words,
            _ => t!("selection-row-of", row = words, object = of_library::mesh_name(&object.name)),
        })
    }

    /// Returns the world-space point that is seen at `cursor`; `None` where nothing is hit.
    pub(super) fn pick_point(&self, view: &View, cursor: CursorPosition) -> Option<DVec3> {
        let hit = pick::pick(self.scene(), view, cursor, &self.options())?;
        let object = hit.id().object_in(self.scene())?;
        Some(object.triangle_in_world(hit.triangle).at(hit.u, hit.v))
    }

    /// Returns the words for the simplest gesture that orbits: of a finger where fingers are used, else of the mouse.
    pub fn orbit_gesture(&self) -> Option<&'static str> {
        if self.pointer.is_finger() {
            return Some(t!("gesture-one-finger"));
        }
        self.settings.navigation.gesture(Drag::Orbit)
    }

    pub(super) fn tell(&mut self, text: impl Into<String>) {
        self.messages.say(Message::word(text));
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.messages.say(Message::error(text));
    }

    /// Says that a file could not be read, on the terminal, too: the file may have been named on the command line.
    pub(super) fn complain_of_file(&mut self, Refused(text): Refused) {
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
}
