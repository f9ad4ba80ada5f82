//! Parts of the desk, separate to be borrowed alone; and its answers to panels and tools: names of files, sizes, words.

use super::{Desk, Exporting, Loading, ObjectList, Presenting, Restoring, SecondView, SetAside};
use crate::app::action::{Chooser, Effect, Job, Message, Normals, Sheet, Simplified};
use crate::app::answers::MeshSource;
use crate::app::arrangement::{Arrangement, Detent, Figure, Pane, Workspace};
use crate::app::input::Drag;
use crate::app::job::{Memo, Pending};
use crate::app::keys::{Key, Modifiers};
use crate::app::listed::Listed;
use crate::app::platform::fonts::Font;
use crate::app::settings::LengthUnit;
use crate::app::texts::{of_library, t};
use glam::DVec3;
use pickray::geometry::Aabb;
use pickray::math::{CursorPosition, Viewport};
use pickray::mesh::{Format, Image, LoadReport};
use pickray::pick::TriangleId;
use pickray::scene::{Camera, Object, Scene, View};
use pickray::study::Revision;
use pickray_render::{FrameStats, Shading};
use std::collections::VecDeque;
use std::path::PathBuf;

/// State of the picture: views, rectangle and whatever else decides how the study is displayed.
#[derive(Debug)]
pub struct Shown {
    /// Scene of the Collide workspace: the open objects as its tool arranges them, then those that the tool adds.
    pub(in crate::app) arranged: Scene,
    /// Index of the object that the tools of the Collide workspace work on.
    pub(super) bench_object: u32,
    /// World-space box that the tool in use has the camera frame in place of the objects; `None` for the objects.
    pub stage: Option<Aabb>,
    /// Rectangle of the framebuffer that the panels leave to the picture.
    pub picture: Viewport,
    pub second_view: SecondView,
    /// Line of the reader's own ray in world space.
    pub(in crate::app) own_ray: Option<[DVec3; 2]>,
    pub(in crate::app) mouse_over: Pane,
    /// Physical pixels per logical pixel.
    pub scale_factor: f64,
    /// Shading and edges as chosen for meshes without normals and textures, while one with these is open.
    pub(super) plain_look: Option<(Shading, bool)>,
    /// Point that orbits turn about, in world space.
    pub pivot: DVec3,
    /// Point that the wheel zooms to; `None` once the mouse or the camera was moved in another way.
    pub(super) zoomed: Option<Zoomed>,
    /// Camera before a tool moved it for as long as it is in use; `None` if the tool did not.
    pub(in crate::app) moved: Option<Moved>,
    pub(in crate::app) arrangement: Arrangement,
    pub detent: Detent,
    /// Part of the window that is shown alone, in an article; `None` for the whole window.
    pub(in crate::app) figure: Option<Figure>,
    pub presenting: Option<Presenting>,
    /// Camera when everything was last framed, which a new shape of the picture repeats until it moves or picks.
    pub(super) framed: Camera,
    /// `true` while a lesson's page puts the side panel at the left, whatever the settings say.
    pub(in crate::app) panel_left: bool,
    /// `true` if the panels must be drawn again, since the mouse is over something else; the shell resets it.
    pub panels_changed: bool,
    /// Inputs when the tool last followed an action: two revisions of the study, the free view and the scale factor.
    pub(in crate::app) followed: Memo<(Revision, Revision, View, f64), ()>,
    pub frame: Option<FrameStats>,
}

/// Camera and pivot before a tool moved the camera, and the camera after that.
#[derive(Debug)]
pub(in crate::app) struct Moved {
    pub(super) camera: Camera,
    pub(super) pivot: DVec3,
    pub(super) to: Camera,
}

impl Shown {
    pub(super) fn new(camera: Camera) -> Self {
        Self {
            arranged: Scene::default(),
            bench_object: 0,
            stage: None,
            picture: Viewport::new(1, 1),
            second_view: SecondView::new(camera),
            own_ray: None,
            mouse_over: Pane::Picking,
            scale_factor: 1.0,
            plain_look: None,
            pivot: camera.target,
            zoomed: None,
            moved: None,
            arrangement: Arrangement::default(),
            detent: Detent::default(),
            figure: None,
            presenting: None,
            framed: camera,
            panel_left: false,
            panels_changed: false,
            followed: Memo::default(),
            frame: None,
        }
    }
}

/// Point that the wheel zooms to, as long as it turns at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zoomed {
    pub pane: Pane,
    pub cursor: CursorPosition,
    /// Camera as the last turn of the wheel left it.
    pub camera: Camera,
    /// Point that was under the mouse when the wheel began to turn, in world space.
    pub point: DVec3,
}

#[derive(Debug, Default)]
pub struct Pointer {
    /// Place of the mouse in the picture; `None` while the mouse is elsewhere or drags.
    pub(in crate::app) mouse: Option<CursorPosition>,
    pub hover: Option<TriangleId>,
    /// Row of the list of objects that the mouse is over, with the world-space box around its objects or part.
    pub row: Option<(Listed, Aabb)>,
    /// Axis whose end in the picture is under the mouse: 0, 1, 2 for x, y, z.
    pub axis: Option<usize>,
    /// Number of picks made for hovering since the start.
    pub hover_picks: u64,
    /// `true` once a tool has taken the present drag back, so that the rest of it does nothing.
    pub(in crate::app) is_drag_over: bool,
    pub held: Vec<Key>,
    pub modifiers: Modifiers,
    /// `true` if the system says that fingers are used, or once one was: controls are then as large as a finger needs.
    pub touched: bool,
    /// Place of the crosshair for picking without a mouse, the centre of a pixel; `None` while the crosshair is hidden.
    pub crosshair: Option<CursorPosition>,
}

impl Pointer {
    /// Returns `true` if hints should name gestures of fingers, since these are used and no mouse is over the picture.
    pub fn is_finger(&self) -> bool {
        self.touched && self.mouse.is_none()
    }
}

#[derive(Debug, Default)]
pub struct Files {
    /// Source of the mesh of each object of the study.
    pub sources: Vec<MeshSource>,
    pub objects: ObjectList,
    /// Load reports of the open files, except for those that have none.
    pub reports: Vec<LoadReport>,
    /// Time that reading the files took, in seconds.
    pub load_seconds: f64,
    /// Number of positions that the first mesh's vertices were joined to; `None` until smooth shading has counted them.
    pub n_positions: Option<usize>,
    /// Mesh that is being read, or whose tree is being built; `None` if nothing is being opened.
    pub loading: Option<Loading>,
    /// Sources of the meshes to read next, each added to the open ones.
    pub waiting: VecDeque<MeshSource>,
    pub exporting: Option<Exporting>,
    /// Situation that is to be restored once its meshes are open; `None` if there is none.
    pub(in crate::app) restoring: Option<Box<Restoring>>,
    /// Scene, pick and selection of before a lesson, until Learn is left or another mesh is opened; `None` without one.
    pub(in crate::app) set_aside: Option<Box<SetAside>>,
    pub chooser: Option<Chooser>,
    /// `true` while a file is held over the window.
    pub dropping: bool,
    /// Normals for smooth shading, with their mesh; the shell asks for them and gives them to the GPU.
    pub normals: Pending<Normals>,
    /// Simplified meshes; the shell asks for them and gives them to the GPU.
    pub simplified: Pending<Simplified>,
    pub image: Pending<Image>,
    /// Number of the last message on images of textures, as `Messages::said` counts them.
    pub said_of_images: Option<u64>,
    /// Fonts for letters that the built-in fonts lack; the shell asks for them and gives them to the panels.
    pub fonts: Pending<Vec<Font>>,
    /// Jobs to start in the background; the shell takes them out.
    pub jobs: Vec<Job>,
    /// Effects outside the desk to carry out; the shell takes them out.
    pub effects: Vec<Effect>,
}

#[derive(Debug, Default)]
pub struct Messages {
    pub last: Option<Message>,
    /// Line that tells which axis was guessed to be up; `None` once another axis is chosen or the line is closed.
    pub up: Option<String>,
    /// Number of messages shown since the start, which distinguishes a message from an equal later one.
    pub said: u64,
    /// Texts of the errors since the start, the latest last.
    pub errors: VecDeque<String>,
    pub sheet: Option<Sheet>,
    /// Reason why the last change of the study was refused; `None` if it was accepted.
    pub refused: Option<String>,
}

impl Messages {
    /// Number of errors that are kept; older ones are forgotten.
    const MOST_ERRORS: usize = 200;

    /// Shows a message. An error is also kept in `errors`, but only once if it is repeated.
    pub(in crate::app) fn say(&mut self, message: Message) {
        if message.is_error && self.errors.back() != Some(&message.text) {
            self.errors.push_back(message.text.clone());
            self.errors.drain(..self.errors.len().saturating_sub(Self::MOST_ERRORS));
        }
        self.said += 1;
        self.last = Some(message);
    }
}

impl Desk {
    /// Returns the symbol of the unit of lengths; empty if it is unknown. glTF uses metres.
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

    /// Returns the source of the first object's mesh; `None` if no mesh is open.
    pub fn source(&self) -> Option<&MeshSource> {
        self.files.sources.first()
    }

    pub fn folder(&self) -> Option<PathBuf> {
        self.source().and_then(MeshSource::folder)
    }

    /// Returns the name of the first object's mesh: its file's name, or the sample's. `None` if no mesh is open.
    pub fn mesh_name(&self) -> Option<String> {
        self.source().map(MeshSource::name)
    }

    /// Extent of a mesh in the picture below which it is a dot, in logical pixels.
    const DOT: f64 = 12.0;

    /// Returns `true` if all objects are outside of the picture, or together no larger than a dot in it.
    pub fn has_lost_sight(&self) -> bool {
        let bounds = self.scene().bounds();
        let has_some = self.workspace.picks() && !bounds.is_empty() && !self.view().viewport.is_empty();
        has_some && (self.is_dot(&bounds) || !self.view().shows_any_of(self.scene()))
    }

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

    /// Returns the diagonal of the mesh that benches work on; 1 where it has none.
    pub fn bench_diagonal(&self) -> f64 {
        let diagonal = self.bench_object().map_or(1.0, |object| object.mesh.bounds().size().length());
        if diagonal.is_finite() && diagonal > 0.0 { diagonal } else { 1.0 }
    }

    /// Returns `true` if the Tab key inspects the next hit behind the one that is inspected.
    pub fn tab_takes_next_hit(&self) -> bool {
        self.workspace.picks() && self.picked.as_ref().is_some_and(|picked| picked.id().is_some())
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

    /// Returns the words for a plain click: of the crosshair's key, a finger or the mouse.
    pub fn click_gesture(&self) -> &'static str {
        match self.pointer.crosshair {
            Some(_) => t!("key-enter"),
            None if self.pointer.is_finger() => t!("gesture-tap"),
            None => t!("gesture-plain-click"),
        }
    }

    /// Returns the words for the simplest gesture that orbits: of a finger where fingers are used, else of the mouse.
    pub fn orbit_gesture(&self) -> Option<&'static str> {
        if self.pointer.is_finger() {
            return Some(t!("gesture-one-finger"));
        }
        self.settings.navigation.gesture(Drag::Orbit)
    }
}
