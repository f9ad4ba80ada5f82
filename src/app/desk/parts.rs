//! Parts of the desk, so that a tool takes only those that it needs.

use super::{Aside, Exporting, Loading, ObjectList, Presenting, Restoring};
use crate::app::action::{Chooser, Effect, Job, Normals, Sheet};
use crate::app::answers::MeshSource;
use crate::app::job::Pending;
use crate::app::keys::{Key, Modifiers};
use crate::app::listed::Listed;
use crate::app::memo::Memo;
use crate::app::message::Message;
use crate::app::pane::Pane;
use crate::app::platform::fonts::Font;
use glam::DVec3;
use pickray::geometry::Aabb;
use pickray::math::{CursorPosition, Viewport};
use pickray::mesh::LoadReport;
use pickray::pick::TriangleId;
use pickray::scene::{Camera, Scene, View};
use pickray::study::Revision;
use pickray_render::FrameStats;
use std::collections::VecDeque;

/// State of the picture: how the study is displayed.
pub struct Shown {
    /// Objects that a bench shows instead of those that are picked in: the open objects, arranged anew, and behind them
    /// those that the bench adds.
    pub(in crate::app) arranged: Scene,
    /// Index of the object that benches show.
    pub(super) bench_object: u32,
    /// World-space box that the tool in use has the camera frame, in the place of the objects.
    pub stage: Option<Aabb>,
    /// Rectangle of the framebuffer that the panels leave to the picture.
    pub picture: Viewport,
    /// Free view of the split picture.
    pub aside: Aside,
    /// View that the mouse was over last.
    pub(in crate::app) mouse_over: Pane,
    /// Physical pixels per logical pixel.
    pub scale_factor: f64,
    /// Point that orbits turn about, in world space.
    pub pivot: DVec3,
    /// Target of the wheel's last turn; `None` once the mouse or the camera was moved in another way.
    pub(super) zoomed: Option<Zoomed>,
    /// Size of the interface for which the window has room, relative to the system's.
    pub(in crate::app) fit: f32,
    /// State of the presentation to a room; `None` while there is none.
    pub presenting: Option<Presenting>,
    /// Camera when everything was framed last. While nobody moves the camera or picks, everything is framed again when
    /// the picture changes its shape.
    pub(super) framed: Camera,
    /// `true` while the page of a lesson wants the side panel at the left, wherever the settings have it.
    pub(in crate::app) panel_left: bool,
    /// `true` while the side panel is shown in a narrow window, since somebody asked for it.
    pub(super) unfolded: bool,
    /// `true` if the panels have to be drawn anew because the mouse is over something else in the picture; the shell
    /// resets it.
    pub panels_changed: bool,
    /// Key of what was there when the tool in use last followed an action: what picks depend on, both views, the scale.
    pub(in crate::app) followed: Memo<(Revision, Revision, View, f64), ()>,
    /// Cost of the last frame.
    pub frame: Option<FrameStats>,
}

impl Shown {
    pub(super) fn new(camera: Camera) -> Self {
        Self {
            arranged: Scene::default(),
            bench_object: 0,
            stage: None,
            picture: Viewport::new(1, 1),
            aside: Aside::new(camera),
            mouse_over: Pane::Picking,
            scale_factor: 1.0,
            pivot: camera.target,
            zoomed: None,
            fit: 1.0,
            presenting: None,
            framed: camera,
            panel_left: false,
            unfolded: false,
            panels_changed: false,
            followed: Memo::default(),
            frame: None,
        }
    }
}

/// Point that the wheel zooms to, as long as it turns at one place.
#[derive(Clone, Copy)]
pub(super) struct Zoomed {
    pub pane: Pane,
    pub cursor: CursorPosition,
    /// Camera as the last turn of the wheel left it.
    pub camera: Camera,
    /// Point that was under the mouse when the wheel began to turn, in world space.
    pub point: DVec3,
}

/// State of the mouse, the fingers and the keys.
#[derive(Default)]
pub struct Pointer {
    /// Place of the mouse in the picture; `None` while the mouse is elsewhere or drags.
    pub(in crate::app) mouse: Option<CursorPosition>,
    /// Triangle under the mouse.
    pub hover: Option<TriangleId>,
    /// Row of the list of objects that the mouse is over, and the world-space box around its objects.
    pub row: Option<(Listed, Aabb)>,
    /// Axis whose end in the picture is under the mouse: 0, 1, 2 for x, y, z.
    pub axis: Option<usize>,
    /// Number of picks that hovering has cost since the start.
    pub hover_picks: u64,
    /// Keys of the tool in use that are held.
    pub held: Vec<Key>,
    /// Modifier keys that are held.
    pub modifiers: Modifiers,
    /// `true` once a finger was on the screen.
    pub touched: bool,
    /// Place of the crosshair for picking without a mouse, the centre of a pixel; `None` while the crosshair is hidden.
    pub crosshair: Option<CursorPosition>,
}

impl Pointer {
    /// Returns `true` if gestures of fingers are to be told: the screen takes them, and no mouse is over the picture.
    pub fn is_finger(&self) -> bool {
        self.touched && self.mouse.is_none()
    }
}

/// Open files, and the work beside the window.
#[derive(Default)]
pub struct Files {
    /// Source of the mesh of each object of the study.
    pub sources: Vec<MeshSource>,
    /// List of the study's objects.
    pub objects: ObjectList,
    /// Load reports of the open files, except for those that have none.
    pub reports: Vec<LoadReport>,
    /// Time that reading the files took, in seconds.
    pub load_seconds: f64,
    /// Number of positions that the first mesh's vertices were joined to; `None` until smooth shading has counted them.
    pub n_positions: Option<usize>,
    /// Mesh that is being read, or whose tree is being built.
    pub loading: Option<Loading>,
    /// Meshes that are read next, to be added.
    pub waiting: VecDeque<MeshSource>,
    /// Export that is under way.
    pub exporting: Option<Exporting>,
    /// Situation that is restored as soon as its meshes are there.
    pub(in crate::app) restoring: Option<Box<Restoring>>,
    /// List of files of the window's own, while its sheet is open.
    pub chooser: Option<Chooser>,
    /// `true` while a file is held over the window.
    pub dropping: bool,
    /// Normals that smooth shading waits for, with their mesh; the shell asks for them and gives them to the GPU.
    pub normals: Pending<Normals>,
    /// Fonts for letters that the program's own lack; the shell asks for them and gives them to the panels.
    pub fonts: Pending<Vec<Font>>,
    /// Jobs to be done beside the window; taken by the shell.
    pub jobs: Vec<Job>,
    /// Effects outside the desk that are to be brought about; taken by the shell.
    pub effects: Vec<Effect>,
}

/// Messages, errors and sheet of the window.
#[derive(Default)]
pub struct Messages {
    /// Line that tells what went wrong or was done.
    pub last: Option<Message>,
    /// Line that tells which axis was guessed to be up; it stays until another axis is chosen or the line is closed.
    pub up: Option<String>,
    /// Number of lines shown since the start, which tells one line from the next.
    pub said: u64,
    /// Errors since the start, the latest last.
    pub errors: VecDeque<String>,
    /// Sheet that is open above the picture.
    pub sheet: Option<Sheet>,
    /// Reason why the last change of the study was refused; `None` if it was accepted.
    pub refused: Option<String>,
}

impl Messages {
    /// Number of errors that are kept; older ones are forgotten.
    const MOST_ERRORS: usize = 200;

    /// Shows a line; an error is also kept in `errors`, but only once if it comes again and again.
    pub(in crate::app) fn say(&mut self, message: Message) {
        if message.is_error && self.errors.back() != Some(&message.text) {
            self.errors.push_back(message.text.clone());
            self.errors.drain(..self.errors.len().saturating_sub(Self::MOST_ERRORS));
        }
        self.said += 1;
        self.last = Some(message);
    }
}
