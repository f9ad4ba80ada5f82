//! Everything that the window shows, and the one function that changes it. No window, panel or GPU type is in here.

pub(in crate::app) mod loading;
pub(in crate::app) mod navigate;
pub(in crate::app) mod picking;
pub(in crate::app) mod saving;
pub(in crate::app) mod verify;

pub use crate::app::tools::{Bench, Collide, CollideAction, Workspace};
pub use loading::{LoadResult, Loading};
pub use picking::{HitList, Picked};
pub use saving::PickToSave;
pub use verify::{Candidate, CheckAction, Checked, Inspected, PixelCheck};

use crate::accel::Progress;
use crate::app::input::Gesture;
use crate::app::job::{Answer, Job, Pending};
use crate::app::keys::{Command, Modifiers};
use crate::app::platform::{Asked, MeshSource, Saved};
use crate::app::settings::{Settings, ThemeChoice};
use crate::app::tools;
use crate::math::{CursorPosition, FramebufferSize, Viewport};
use crate::mesh::{LoadReport, Mesh};
use crate::pick::{Selection, TriangleId};
use crate::render::{FrameStats, PackedNormals};
use crate::scene::{Camera, Scene, View};
use glam::DVec3;
use std::sync::Arc;

/// What the window shows. Panels read it; [`update`] alone changes it.
pub struct State {
    /// What is remembered to the next start.
    pub settings: Settings,
    /// What the window is used for.
    pub workspace: Workspace,
    /// The benches of the Collide workspace.
    pub collide: Collide,
    /// The objects.
    pub scene: Scene,
    /// Where the mesh came from.
    pub source: Option<MeshSource>,
    /// What its file had to say.
    pub report: Option<LoadReport>,
    /// How long it took to read, in seconds.
    pub load_seconds: f64,
    /// The camera, and the part of the framebuffer that the panels leave to the picture.
    pub view: View,
    /// Physical pixels to a logical one.
    pub scale_factor: f64,
    /// The point that orbits turn about, in world space.
    pub pivot: DVec3,
    /// The selected triangles.
    pub selection: Selection,
    /// Triangles whose state changed since they were last drawn; taken by whoever draws.
    pub changed: Vec<TriangleId>,
    /// The triangle under the mouse.
    pub hover: Option<TriangleId>,
    /// How many picks hovering has cost since the start.
    pub hover_picks: u64,
    /// The last pick.
    pub picked: Option<Picked>,
    /// The check of every pixel, and its map.
    pub check: Option<PixelCheck>,
    /// The list of all hits that a right click asked for.
    pub hits: Option<HitList>,
    /// The crosshair of those who pick without a mouse, at the centre of a pixel.
    pub crosshair: Option<CursorPosition>,
    /// What is being read.
    pub loading: Option<Loading>,
    /// The line that tells of what went wrong or was done.
    pub message: Option<Message>,
    /// What is open above the picture.
    pub sheet: Option<Sheet>,
    /// Whether a file is held over the window.
    pub dropping: bool,
    /// The modifier keys held.
    pub modifiers: Modifiers,
    /// What the last frame cost.
    pub frame: Option<FrameStats>,
    /// Normals that smooth shading waits for, with their mesh; the shell asks for them and gives them to the GPU.
    pub normals: Pending<Normals>,
    /// What is to be done beside the window; taken by the shell.
    pub jobs: Vec<Job>,
    /// What is to be done outside; taken by the shell.
    pub effects: Vec<Effect>,
    /// Whether the camera has yet to be set up for the mesh, for which the picture's shape must be known.
    unframed: bool,
}

/// The normals of a mesh, for smooth shading.
pub type Normals = (Arc<Mesh>, PackedNormals);

/// A line for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The words.
    pub text: String,
    /// Whether something went wrong: such a line stays until it is closed.
    pub is_error: bool,
    /// Whether the load report says more.
    pub about_report: bool,
}

impl Message {
    /// Something was done.
    pub fn word(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_error: false, about_report: false }
    }

    /// Something went wrong.
    pub fn error(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_error: true, about_report: false }
    }
}

/// What covers the picture until it is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// Keys and mouse.
    Help,
    /// The settings.
    Settings,
    /// The load report.
    Report,
    /// Asks for a triangle; what has been typed, and what is wrong with it.
    GoToFace {
        /// What has been typed.
        text: String,
        /// What is wrong with it.
        problem: Option<String>,
    },
}

/// What only the world outside can do at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Put text on the clipboard.
    Copy(String),
    /// Give the keyboard to the panels.
    FocusPanels,
    /// Write the settings.
    SaveSettings,
    /// Close the window.
    Quit,
}

/// Everything that can happen.
#[derive(Debug)]
pub enum Action {
    /// A key, a menu entry or a button.
    Command(Command),
    /// The mouse, in the picture.
    Gesture(Gesture),
    /// Distances to what is under the cursor times this factor.
    Zoom(CursorPosition, f64),
    /// The mouse is over this place of the picture, or no longer over it.
    Hover(Option<CursorPosition>),
    /// The window or the panels changed what is left to the picture.
    Layout {
        /// What is left, in window coordinates.
        viewport: Viewport,
        /// The whole.
        framebuffer: FramebufferSize,
        /// Physical pixels to a logical one.
        scale_factor: f64,
    },
    /// Modifier keys went down or up.
    Modifiers(Modifiers),
    /// Read this mesh.
    Open(MeshSource),
    /// This was dropped on the window: read it, as whatever mesh is meant.
    Dropped(MeshSource),
    /// Stop reading.
    CancelLoading,
    /// A mesh was read, or could not be.
    Loaded(Answer<LoadResult>),
    /// The text of the picked triangle's line was read, or why it could not be.
    LineRead(Answer<Result<String, String>>),
    /// Compute the normals of this mesh.
    ComputeNormals(Arc<Mesh>),
    /// The normals of a mesh were computed.
    NormalsComputed(Answer<Normals>),
    /// The file dialog was answered.
    Asked(Asked),
    /// The dialog for a file to save to was answered.
    Saved(Saved),
    /// Forget the recent files.
    ForgetRecent,
    /// Settings were changed in a panel.
    Change(Settings),
    /// Select nothing.
    ClearSelection,
    /// Take this one of the list of hits.
    ChooseHit(usize),
    /// Close the list of hits.
    CloseHits,
    /// Show what is known of a triangle and bring it into view.
    GoTo(TriangleId),
    /// Something was typed into the field that asks for a triangle; the second says whether to go there now.
    TypeFace(String, bool),
    /// Put this on the clipboard and say so, calling it by the second.
    Copy(String, String),
    /// Put the record of the hit on the clipboard as JSON.
    CopyJson,
    /// Open a sheet, or close it.
    Sheet(Option<Sheet>),
    /// Go on in the workspace and on the bench that the settings remember; only on the bench where something was asked for (false).
    Resume(bool),
    /// Close the message.
    CloseMessage,
    /// Say this.
    Tell(Message),
    /// A file is held over the window, or no longer.
    Dropping(bool),
    /// A frame was drawn.
    Drawn(FrameStats),
    /// To the check of every pixel.
    Check(CheckAction),
    /// In the Collide workspace.
    Collide(CollideAction),
    /// So many seconds went by since the last frame; only while [`State::is_moving`].
    Tick(f64),
}

impl State {
    /// An empty window with these settings.
    pub fn new(settings: Settings) -> Self {
        let framebuffer = FramebufferSize { width: 1, height: 1 };
        let camera = Camera::framing(&crate::geometry::Aabb::EMPTY, 1.0);
        Self {
            settings,
            workspace: Workspace::default(),
            collide: Collide::default(),
            scene: Scene::default(),
            source: None,
            report: None,
            load_seconds: 0.0,
            view: View::new(camera, framebuffer),
            scale_factor: 1.0,
            pivot: camera.target,
            selection: Selection::default(),
            changed: Vec::new(),
            hover: None,
            hover_picks: 0,
            picked: None,
            check: None,
            hits: None,
            crosshair: None,
            loading: None,
            message: None,
            sheet: None,
            dropping: false,
            modifiers: Modifiers::NONE,
            frame: None,
            normals: Pending::Idle,
            jobs: Vec::new(),
            effects: Vec::new(),
            unframed: true,
        }
    }

    pub(in crate::app) fn tell(&mut self, text: impl Into<String>) {
        self.message = Some(Message::word(text));
    }

    pub(in crate::app) fn complain(&mut self, text: impl Into<String>) {
        self.message = Some(Message::error(text));
    }

    pub(in crate::app) fn copy(&mut self, text: String, name: &str) {
        self.tell(format!("Copied {name}."));
        self.effects.push(Effect::Copy(text));
    }
}

/// Changes the state by what happened; what must be done outside is left in [`State::effects`].
pub fn update(state: &mut State, action: Action) {
    // A word about what was done is read by the time that something else is done; an error stays until it is closed.
    if matches!(action, Action::Command(_) | Action::Gesture(Gesture::Pick { .. }) | Action::Copy(..) | Action::GoTo(_))
    {
        state.message.take_if(|message| !message.is_error);
    }
    if let Some(action) = tools::left_over(state, action) {
        act(state, action);
    }
    verify::drop_stale(state);
}

fn act(state: &mut State, action: Action) {
    match action {
        Action::Command(command) => run(state, command),
        Action::Gesture(gesture) => match gesture {
            Gesture::Pick { cursor, view, mode, double } => picking::click(state, &view, cursor, mode, double),
            Gesture::ListHits { cursor, view } => picking::list_hits(state, &view, cursor),
            Gesture::Drag { drag, view, from, to, .. } => navigate::drag(state, drag, &view, from, to),
        },
        Action::Zoom(cursor, factor) => navigate::zoom(state, cursor, factor),
        Action::Hover(cursor) => picking::hover(state, cursor),
        Action::Layout { viewport, framebuffer, scale_factor } => {
            navigate::layout(state, viewport, framebuffer, scale_factor);
        }
        Action::Modifiers(modifiers) => state.modifiers = modifiers,
        Action::Open(source) | Action::Dropped(source) => loading::open(state, source),
        Action::CancelLoading => loading::cancel(state),
        Action::Loaded(answer) => loading::loaded(state, answer),
        Action::LineRead(answer) => {
            if let Some(picked) = &mut state.picked {
                picked.line_text.keep(answer);
            }
        }
        Action::ComputeNormals(mesh) => {
            let compute = move |progress: &Progress| Some((mesh.clone(), PackedNormals::of(&mesh, progress).ok()?));
            state.normals.begin(&mut state.jobs, compute, Action::NormalsComputed);
        }
        Action::NormalsComputed(answer) => {
            state.normals.keep(answer);
        }
        Action::Asked(answer) => loading::asked(state, answer),
        Action::Saved(saved) => saving::saved(state, saved),
        Action::ForgetRecent => {
            state.settings.recent.clear();
            state.effects.push(Effect::SaveSettings);
        }
        Action::Change(settings) => change(state, settings),
        Action::ClearSelection => picking::clear(state),
        Action::ChooseHit(index) => picking::choose(state, index),
        Action::CloseHits => state.hits = None,
        Action::GoTo(id) => picking::go_to(state, id),
        Action::TypeFace(text, go) => picking::type_face(state, text, go),
        Action::Copy(text, name) => state.copy(text, &name),
        Action::CopyJson => picking::copy_json(state),
        Action::Sheet(sheet) => state.sheet = sheet,
        Action::Resume(nothing_asked_for) => tools::resume(state, nothing_asked_for),
        Action::CloseMessage => state.message = None,
        Action::Tell(message) => state.message = Some(message),
        Action::Dropping(dropping) => state.dropping = dropping,
        Action::Drawn(frame) => state.frame = Some(frame),
        Action::Check(action) => verify::update(state, action),
        Action::Collide(action) => tools::update(state, action),
        Action::Tick(seconds) => tools::pass(state, seconds),
    }
}

fn run(state: &mut State, command: Command) {
    match command {
        Command::Open => loading::ask_for_file(state, Action::Asked),
        Command::Quit => state.effects.push(Effect::Quit),
        Command::FrameSelection => navigate::frame(state),
        Command::ResetView => navigate::home(state),
        Command::ViewFrom(side) => navigate::view_from(state, side),
        Command::ToggleOrthographic => navigate::toggle_orthographic(state),
        Command::ToggleEdges => restyle(state, |style| style.edges = !style.edges),
        Command::ToggleGrid => restyle(state, |style| style.grid = !style.grid),
        Command::ToggleWireframe => restyle(state, |style| style.wireframe = !style.wireframe),
        Command::ToggleRay => {
            let mut settings = state.settings.clone();
            settings.show_ray = !settings.show_ray;
            change(state, settings);
        }
        Command::VerifyPixels => verify::toggle(state),
        Command::Escape => escape(state),
        Command::Undo => picking::undo(state),
        Command::Redo => picking::redo(state),
        Command::SelectAll => picking::select_all(state),
        Command::InvertSelection => picking::invert(state),
        Command::GoToFace => state.sheet = Some(Sheet::GoToFace { text: String::new(), problem: None }),
        Command::NextHit => picking::next_hit(state),
        Command::SavePick => saving::save_pick(state),
        Command::CopyRecord => picking::copy_text(state),
        Command::ToggleHelp => {
            state.sheet = if state.sheet == Some(Sheet::Help) { None } else { Some(Sheet::Help) };
        }
        Command::ToggleCrosshair => picking::toggle_crosshair(state),
        Command::MoveCrosshair(x, y) => picking::move_crosshair(state, f64::from(x), f64::from(y)),
        Command::PickAtCrosshair => picking::pick_at_crosshair(state),
        Command::FocusPanels => state.effects.push(Effect::FocusPanels),
        Command::Show(workspace) => tools::show(state, workspace),
    }
}

/// Closes the topmost thing that is open; with nothing open, clears the selection.
fn escape(state: &mut State) {
    if state.sheet.take().is_some()
        || state.hits.take().is_some()
        || state.message.take().is_some()
        || verify::close(state)
    {
        return;
    }
    if state.crosshair.take().is_none() {
        picking::clear(state);
    }
}

fn restyle(state: &mut State, change: impl FnOnce(&mut crate::render::Style)) {
    change(&mut state.settings.style);
    state.effects.push(Effect::SaveSettings);
}

fn change(state: &mut State, settings: Settings) {
    if settings != state.settings {
        state.settings = settings;
        state.effects.push(Effect::SaveSettings);
    }
}

impl ThemeChoice {
    /// What the menus call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "As the desktop",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }
}

#[cfg(test)]
pub(in crate::app) mod tests;
