//! The desk: what every tool shares and the window shows. No window, panel or GPU type is in here.

pub(super) mod aside;
pub(super) mod changing;
pub(super) mod choosing;
pub(super) mod crosshair;
pub(super) mod exporting;
pub(super) mod inspections;
pub(super) mod loading;
pub(super) mod navigate;
pub(super) mod picked;
pub(super) mod present;
pub(super) mod restoring;
pub(super) mod selecting;

pub use aside::Aside;
pub use exporting::Exporting;
use inspections::Inspections;
pub use loading::Loading;
pub use picked::Picked;
pub use present::Presenting;
pub use restoring::Restoring;

use crate::app::action::{Chooser, Effect, Job, Normals, Sheet};
use crate::app::answers::MeshSource;
use crate::app::job::Pending;
use crate::app::keys::{Command, Key, Modifiers};
use crate::app::message::Message;
use crate::app::pane::Pane;
use crate::app::platform::fonts::Font;
use crate::app::settings::{RayView, Settings};
use crate::app::texts::{of_loading, t};
use crate::app::workspace::Workspace;
use crate::geometry::Aabb;
use crate::math::{CursorPosition, Viewport};
use crate::mesh::{LoadError, LoadReport};
use crate::pick::{self, Memo, PageName, Revision, Selection, Situation, Study, TriangleId};
use crate::render::FrameStats;
use crate::scene::{Camera, Object, Projection, Scene, View};
use glam::DVec3;

/// What every tool shares, and the window shows. Panels read it; `update` alone has it changed.
pub struct Desk {
    /// What is remembered to the next start.
    pub settings: Settings,
    /// What the window is used for.
    pub workspace: Workspace,
    /// The page of a lesson that is open.
    pub page: Option<PageName>,
    /// A situation of a page that is to be opened with it.
    pub(super) page_wanted: Option<Box<Situation>>,
    /// What is shown to a room, while it is.
    pub presenting: Option<Presenting>,
    /// The id of the tool in use.
    pub tool: &'static str,
    /// What goes into a pick.
    pub study: Study,
    /// What is wrong with the change of it that was refused last.
    pub problem: Option<String>,
    /// What a bench shows in place of the objects as they are picked: these, arranged otherwise, and behind them what
    /// the bench adds.
    pub(super) arranged: Scene,
    /// Where the mesh of each object of the study came from.
    pub sources: Vec<MeshSource>,
    /// What its file had to say.
    pub report: Option<LoadReport>,
    /// How long it took to read, in seconds.
    pub load_seconds: f64,
    /// How many positions its vertices were joined to, once smooth shading has asked which triangles are neighbours.
    pub n_positions: Option<usize>,
    /// The part of the framebuffer that the panels leave to the picture.
    pub picture: Viewport,
    /// The free view of the split picture.
    pub aside: Aside,
    /// Which of the views the mouse was over last.
    pub(super) mouse_over: Pane,
    /// Physical pixels to a logical one.
    pub scale_factor: f64,
    /// The point that orbits turn about, in world space.
    pub pivot: DVec3,
    /// The selected triangles.
    pub selection: Selection,
    /// What was inspected at each step of the selection.
    pub(super) inspections: Inspections,
    /// Triangles whose state changed since they were last drawn; taken by whoever draws.
    pub changed: Vec<TriangleId>,
    /// Where the mouse is in the picture, while it is over it and drags nothing.
    pub(super) mouse: Option<CursorPosition>,
    /// Whether the panels show something else for what the mouse is over in the picture; taken by whoever runs them.
    pub panels_changed: bool,
    /// The triangle under the mouse.
    pub hover: Option<TriangleId>,
    /// How many picks hovering has cost since the start.
    pub hover_picks: u64,
    /// The last pick.
    pub picked: Memo<Revision, Option<Picked>>,
    /// Triangles that the tool in use points out: filled in another colour.
    pub marked: Vec<TriangleId>,
    /// Keys of the tool in use that are held.
    pub held: Vec<Key>,
    /// A box around what the tool in use shows instead of the objects; the camera frames it.
    pub stage: Option<Aabb>,
    /// The crosshair of those who pick without a mouse, at the centre of a pixel.
    pub crosshair: Option<CursorPosition>,
    /// What is being read.
    pub loading: Option<Loading>,
    /// The file that is being written.
    pub exporting: Option<Exporting>,
    /// The situation that is restored as soon as its meshes are there.
    pub(super) restoring: Option<Box<Restoring>>,
    /// The line that tells of what went wrong or was done.
    pub message: Option<Message>,
    /// What is open above the picture.
    pub sheet: Option<Sheet>,
    /// Whether the panel at the side was asked for in a window that has little room for it.
    unfolded: bool,
    /// The window's own list of files, while its sheet is open.
    pub chooser: Option<Chooser>,
    /// Whether a file is held over the window.
    pub dropping: bool,
    /// The modifier keys held.
    pub modifiers: Modifiers,
    /// What the last frame cost.
    pub frame: Option<FrameStats>,
    /// Normals that smooth shading waits for, with their mesh; the shell asks for them and gives them to the GPU.
    pub normals: Pending<Normals>,
    /// Fonts for letters that the program's own lack; the shell asks for them and gives them to the panels.
    pub fonts: Pending<Vec<Font>>,
    /// What is to be done beside the window; taken by the shell.
    pub jobs: Vec<Job>,
    /// What is to be done outside; taken by the shell.
    pub effects: Vec<Effect>,
    /// Whether the camera has yet to be set up for the mesh, for which the picture's shape must be known.
    unframed: bool,
    /// Whether another mesh came that the tools have yet to be told of.
    pub(super) mesh_changed: bool,
}

impl Desk {
    /// An empty window with these settings.
    pub fn new(settings: Settings) -> Self {
        let camera = Camera::framing(&Aabb::EMPTY, 1.0);
        Self {
            settings,
            workspace: Workspace::default(),
            page: None,
            page_wanted: None,
            presenting: None,
            tool: "",
            study: Study::default(),
            problem: None,
            arranged: Scene::default(),
            sources: Vec::new(),
            report: None,
            load_seconds: 0.0,
            n_positions: None,
            picture: Viewport::new(1, 1),
            aside: Aside::new(camera),
            mouse_over: Pane::Picking,
            scale_factor: 1.0,
            pivot: camera.target,
            selection: Selection::default(),
            inspections: Inspections::default(),
            changed: Vec::new(),
            mouse: None,
            panels_changed: false,
            hover: None,
            hover_picks: 0,
            picked: Memo::default(),
            marked: Vec::new(),
            held: Vec::new(),
            stage: None,
            crosshair: None,
            loading: None,
            exporting: None,
            restoring: None,
            message: None,
            sheet: None,
            unfolded: false,
            chooser: None,
            dropping: false,
            modifiers: Modifiers::NONE,
            frame: None,
            normals: Pending::Idle,
            fonts: Pending::Idle,
            jobs: Vec::new(),
            effects: Vec::new(),
            unframed: true,
            mesh_changed: false,
        }
    }

    /// Returns the objects that are shown.
    pub fn scene(&self) -> &Scene {
        if self.workspace.picks() { self.study.scene() } else { &self.arranged }
    }

    /// Returns the objects that the bench in use shows, to be arranged.
    pub(super) fn scene_mut(&mut self) -> &mut Scene {
        &mut self.arranged
    }

    /// Returns the camera, and the part of the framebuffer that shows what it sees.
    pub fn view(&self) -> &View {
        self.study.view()
    }

    /// Returns the scale factor of the screen, whatever the size of the interface.
    pub fn screen_scale_factor(&self) -> f64 {
        self.scale_factor / f64::from(self.interface_size())
    }

    /// Whether the ladder is shown below the picture.
    pub fn shows_ladder(&self) -> bool {
        match self.workspace {
            Workspace::Pick => self.settings.panels.chain || self.presenting.is_some(),
            Workspace::Collide => false,
            Workspace::Learn => true,
        }
    }

    /// Returns the objects of the file, without what a tool adds.
    pub fn opened(&self) -> &[Object] {
        self.study.scene().objects()
    }

    /// Returns where the mesh of the first object came from.
    pub fn source(&self) -> Option<&MeshSource> {
        self.sources.first()
    }

    /// Returns what the mesh is called: its file's name, or the sample's.
    pub fn mesh_name(&self) -> Option<String> {
        self.source().map(MeshSource::name)
    }

    /// Takes away the objects that a tool added.
    pub(super) fn remove_added(&mut self) {
        let opened = self.opened().len() as u32;
        self.arranged.truncate(opened);
    }

    /// Returns a box in world space around all that is shown; what the camera frames.
    pub fn bounds(&self) -> Aabb {
        self.stage.unwrap_or_else(|| self.scene().bounds())
    }

    /// The width and the height of a saved picture that is so many times as large as on the screen, in pixels.
    pub fn picture_size(&self, scale: u8) -> (u32, u32) {
        let side = |length: i32| u32::from(scale) * length.max(0).unsigned_abs();
        (side(self.view().viewport.width), side(self.view().viewport.height))
    }

    /// The least width of the panel at the side, in logical pixels.
    pub(super) const LEAST_SIDE_WIDTH: f32 = 220.0;

    /// The most of the window's width that the panel at the side takes without being asked for.
    pub(super) const MOST_OF_WIDTH: f32 = 0.45;

    /// The width of a window below which the panel at the side folds by itself, in logical pixels.
    const NARROW: f64 = (Self::LEAST_SIDE_WIDTH / Self::MOST_OF_WIDTH) as f64;

    /// Whether the window is so narrow that the panel at the side is folded until it is asked for.
    fn is_narrow(&self) -> bool {
        let width = f64::from(self.view().framebuffer.width) / self.scale_factor;
        // Before the first frame the window has no size.
        1.0 < width && width < Self::NARROW
    }

    /// Whether the panel at the side is shown.
    pub fn shows_side_panel(&self) -> bool {
        let is_open = match self.workspace {
            Workspace::Pick => self.settings.panels.inspector && self.presenting.is_none(),
            Workspace::Collide => self.settings.panels.bench && self.presenting.is_none(),
            Workspace::Learn => self.settings.panels.lesson && (self.presenting.is_none() || self.page.is_some()),
        };
        if self.is_narrow() { self.unfolded } else { is_open }
    }

    /// Shows or hides the panel at the side; in a narrow window until it is closed or made wider.
    pub(super) fn toggle_side_panel(&mut self) {
        if self.is_narrow() {
            self.unfolded = !self.unfolded;
            return;
        }
        let panels = &mut self.settings.panels;
        let is_open = match self.workspace {
            Workspace::Pick => &mut panels.inspector,
            Workspace::Collide => &mut panels.bench,
            Workspace::Learn => &mut panels.lesson,
        };
        *is_open = !*is_open;
        self.effects.push(Effect::SaveSettings);
    }

    /// Points out triangles, where the tool of this id is in use.
    pub(super) fn point_out(&mut self, tool: &str, triangles: impl IntoIterator<Item = TriangleId>) {
        if self.tool == tool {
            self.marked.clear();
            self.marked.extend(triangles);
        }
    }

    /// Whether a switch of the picture is on; `None` where it is none of its.
    pub fn is_on(&self, command: Command) -> Option<bool> {
        let style = &self.settings.style;
        match command {
            Command::ToggleOrthographic => {
                let camera = &self.view_of(self.pane()).camera;
                Some(matches!(camera.projection, Projection::Orthographic { .. }))
            }
            Command::ToggleEdges => Some(style.edges),
            Command::ToggleGrid => Some(style.grid),
            Command::ToggleWireframe => Some(style.wireframe),
            Command::ToggleColors => Some(style.colors),
            Command::NextRayView => Some(self.settings.ray != RayView::Off),
            Command::ToggleNdc => Some(self.is_split() && self.aside.ndc > 0.0),
            Command::ToggleCrosshair => Some(self.crosshair.is_some()),
            Command::Present => Some(self.presenting.is_some()),
            _ => None,
        }
    }

    /// Returns the triangle that is seen at a place of the picture.
    pub(super) fn pick_id(&self, view: &View, cursor: CursorPosition) -> Option<TriangleId> {
        Some(pick::pick(self.scene(), view, cursor, &self.options())?.id())
    }

    /// Returns the point of the world that is seen at a place of the picture.
    pub(super) fn pick_point(&self, view: &View, cursor: CursorPosition) -> Option<DVec3> {
        let hit = pick::pick(self.scene(), view, cursor, &self.options())?;
        let object = hit.id().object_in(self.scene())?;
        Some(object.triangle_in_world(hit.triangle).at(hit.u, hit.v))
    }

    pub(super) fn tell(&mut self, text: impl Into<String>) {
        self.message = Some(Message::word(text));
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.message = Some(Message::error(text));
    }

    /// Complains of a file that is not read, on the terminal, too: it may have been named there.
    pub(super) fn complain_of_file(&mut self, error: &LoadError) {
        self.complain(of_loading::load_error(error));
        self.effects.push(Effect::TellTerminal(error.to_string().replace(['\n', '\r'], " ")));
    }

    pub(super) fn copy(&mut self, text: String, name: &str) {
        self.tell(t!("copied", what = name));
        self.effects.push(Effect::Copy(text));
    }
}
