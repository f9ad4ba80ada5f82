//! The parts of a desk; a tool takes those that it needs.

use super::{Aside, Exporting, Loading, ObjectList, Presenting, Restoring};
use crate::app::action::{Chooser, Effect, Job, Normals, Sheet};
use crate::app::answers::MeshSource;
use crate::app::desk::history::Steps;
use crate::app::input::Press;
use crate::app::job::Pending;
use crate::app::keys::{Key, Modifiers};
use crate::app::listed::Listed;
use crate::app::message::Message;
use crate::app::pane::Pane;
use crate::app::platform::fonts::Font;
use glam::DVec3;
use pickray::geometry::Aabb;
use pickray::math::{CursorPosition, Viewport};
use pickray::mesh::LoadReport;
use pickray::pick::{Selection, TriangleId, TriangleIds};
use pickray::scene::{Camera, Scene};
use pickray::study::Situation;
use pickray_render::FrameStats;
use std::collections::VecDeque;

/// How the study is displayed.
pub struct Shown {
    /// The objects of a bench, in place of those that are picked: these, arranged otherwise, and behind them what the
    /// bench adds.
    pub(in crate::app) arranged: Scene,
    /// The object that benches show.
    pub(super) bench_object: u32,
    /// A box around what the tool in use shows instead of the objects; the camera frames it.
    pub stage: Option<Aabb>,
    /// The part of the framebuffer that the panels leave to the picture.
    pub picture: Viewport,
    /// The free view of the split picture.
    pub aside: Aside,
    /// Which of the views the mouse was over last.
    pub(in crate::app) mouse_over: Pane,
    /// Physical pixels to a logical one.
    pub scale_factor: f64,
    /// The point that orbits turn about, in world space.
    pub pivot: DVec3,
    /// What the wheel was turned to last, until the mouse or the camera moves otherwise.
    pub(super) zoomed: Option<Zoomed>,
    /// How large the interface is so that it has room in the window, relative to the system's size.
    pub(in crate::app) fit: f32,
    /// How it is shown to a room, while it is.
    pub presenting: Option<Presenting>,
    /// The camera that framed all last: while nobody moves it or picks, all is framed again where the picture's shape
    /// changes.
    pub(super) framed: Camera,
    /// True while the page of a lesson wants the panel at the left, wherever it is else.
    pub(in crate::app) panel_left: bool,
    /// True once the panel at the side was asked for in a window that has little room for it.
    pub(super) unfolded: bool,
    /// True where the panels show something else for what the mouse is over in the picture; taken by whoever runs them.
    pub panels_changed: bool,
    /// The cost of the last frame.
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
            frame: None,
        }
    }
}

/// Where the wheel zooms to.
#[derive(Clone, Copy)]
pub(super) struct Zoomed {
    pub pane: Pane,
    pub cursor: CursorPosition,
    /// The camera as it was left.
    pub camera: Camera,
    /// The point that was under the mouse when the wheel began to turn.
    pub point: DVec3,
}

/// The mouse and the keys.
#[derive(Default)]
pub struct Pointer {
    /// Where the mouse is in the picture, while it is over it and drags nothing.
    pub(in crate::app) mouse: Option<CursorPosition>,
    /// The triangle under the mouse.
    pub hover: Option<TriangleId>,
    /// The row of the list of objects that the mouse is over, and the box around what it stands for.
    pub row: Option<(Listed, Aabb)>,
    /// The axis on whose end the mouse is, by its number.
    pub axis: Option<usize>,
    /// How many picks hovering has cost since the start.
    pub hover_picks: u64,
    /// Keys of the tool in use that are held.
    pub held: Vec<Key>,
    /// The modifier keys held.
    pub modifiers: Modifiers,
    /// True once a finger was on the screen.
    pub touched: bool,
    /// The crosshair of those who pick without a mouse, at the centre of a pixel.
    pub crosshair: Option<CursorPosition>,
}

impl Pointer {
    /// Returns whether gestures of fingers are told of: the screen takes them, and no mouse is over the picture.
    pub fn is_finger(&self) -> bool {
        self.touched && self.mouse.is_none()
    }
}

/// A ring that contracts around a triangle.
pub(super) struct Locating {
    pub triangle: TriangleId,
    /// Seconds since its triangle was hit.
    pub age: f64,
}

/// The selected triangles.
#[derive(Default)]
pub struct Selected {
    /// The triangles.
    pub triangles: Selection,
    /// The row that is meant by what is done with objects: that of the last hit, or one that was clicked in their list.
    pub row: Option<Listed>,
    /// True where hiding means this row, not the triangles.
    pub means_objects: bool,
    /// What goes with the steps of their history.
    pub(super) history: Steps,
    /// Triangles whose state changed since they were last drawn; taken by whoever draws.
    pub changed: TriangleIds,
    /// Steps that the selection has made, forwards or back.
    pub(super) steps: u64,
    /// Triangles that the tool in use points out: filled in another colour.
    pub marked: Vec<TriangleId>,
    /// The ring that contracts around the last hit, while it does.
    pub(super) locating: Option<Locating>,
}

impl Selected {
    /// Returns how many steps the selection has made, forwards or back.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// The files that are open, and the work beside the window.
#[derive(Default)]
pub struct Files {
    /// Where the mesh of each object of the study came from.
    pub sources: Vec<MeshSource>,
    /// The list of the study's objects.
    pub objects: ObjectList,
    /// What each of the files had to say.
    pub reports: Vec<LoadReport>,
    /// How long they took to read, in seconds.
    pub load_seconds: f64,
    /// How many positions its vertices were joined to, once smooth shading has asked which triangles are neighbours.
    pub n_positions: Option<usize>,
    /// The file that is being read.
    pub loading: Option<Loading>,
    /// The files that are read next, to be added.
    pub waiting: VecDeque<MeshSource>,
    /// The file that is being written.
    pub exporting: Option<Exporting>,
    /// The situation that is restored as soon as its meshes are there.
    pub(in crate::app) restoring: Option<Box<Restoring>>,
    /// A situation of a page that is to be opened with it.
    pub(in crate::app) page_wanted: Option<Box<Situation>>,
    /// The window's own list of files, while its sheet is open.
    pub chooser: Option<Chooser>,
    /// True while a file is held over the window.
    pub dropping: bool,
    /// Normals that smooth shading waits for, with their mesh; the shell asks for them and gives them to the GPU.
    pub normals: Pending<Normals>,
    /// Fonts for letters that the program's own lack; the shell asks for them and gives them to the panels.
    pub fonts: Pending<Vec<Font>>,
    /// Work to be done beside the window; taken by the shell.
    pub jobs: Vec<Job>,
    /// Work to be done outside; taken by the shell.
    pub effects: Vec<Effect>,
    /// True where another mesh came that the tools have yet to be told of.
    pub(in crate::app) mesh_changed: bool,
    /// True where objects came beside those that are open, and the tools have yet to be told.
    pub(in crate::app) objects_added: bool,
    /// True where that mesh was seen already, so that the camera stays.
    pub(in crate::app) mesh_seen_before: bool,
    /// A click that waited for its tree.
    pub(in crate::app) waiting_click: Option<Press>,
}

/// The words of the window.
#[derive(Default)]
pub struct Messages {
    /// The line that tells of what went wrong or was done.
    pub last: Option<Message>,
    /// The line that tells which axis was guessed to be up; it stays until another is taken, or it is closed.
    pub up: Option<String>,
    /// How many lines there were since the start: tells one from the next.
    pub said: u64,
    /// What went wrong since the start, the last at the end.
    pub errors: VecDeque<String>,
    /// The sheet that is open above the picture.
    pub sheet: Option<Sheet>,
    /// Why a change of the study was refused last.
    pub refused: Option<String>,
}

impl Messages {
    /// Errors before the last so many are forgotten.
    const MOST_ERRORS: usize = 200;

    /// Shows a line; an error is also kept, once where it comes again and again.
    pub(in crate::app) fn say(&mut self, message: Message) {
        if message.is_error && self.errors.back() != Some(&message.text) {
            self.errors.push_back(message.text.clone());
            self.errors.drain(..self.errors.len().saturating_sub(Self::MOST_ERRORS));
        }
        self.said += 1;
        self.last = Some(message);
    }
}
