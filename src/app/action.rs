//! Type [`Action`], whose values stand for all that can happen; `update` alone acts on them.

use crate::app::answers::{LoadResult, MeshSource, Saved};
use crate::app::arrangement::{Detent, Figure};
use crate::app::chooser::{self, ChooserAction};
use crate::app::input::{Gesture, Wheel};
use crate::app::job::{self, Answer};
use crate::app::keys::{Command, Key, Modifiers};
use crate::app::listed::Listed;
use crate::app::platform::fonts::Font;
use crate::app::platform::meshes::{Export, ExportResult};
use crate::app::settings::Settings;
use crate::situation_text::SituationError;
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::mesh::{self, Mesh};
use pickray::pick::TriangleId;
use pickray::scene::UpAxis;
use pickray::study::{Change, Situation};
use pickray_render::{FrameStats, Image, PackedNormals, SimplifiedMesh, TextureLimit};
use std::any::{Any, TypeId};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Mesh and its normals for smooth shading; `None` where they could not be computed.
pub type Normals = (Arc<Mesh>, Option<PackedNormals>);

/// Simplified meshes, each with its mesh; `None` for a mesh that cannot be simplified.
pub type Simplified = Vec<(Arc<Mesh>, Option<SimplifiedMesh>)>;
pub type Job = job::Job<Action>;
pub type Work<'a> = job::Work<'a, Action>;
pub type FileRequest = chooser::FileRequest<Action>;
pub type Chooser = chooser::Chooser<Action>;

/// Event, or request of the person, on which `update` acts.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there are a few in a frame, each moved once or twice")]
pub enum Action {
    Command(Command),
    Gesture(Gesture),
    /// Press of a mouse button or of a finger in the picture, which may begin a gesture.
    Press,
    /// Touch of a finger at this point of the picture; `None` for a touch outside the picture, on a panel.
    Touched(Option<CursorPosition>),
    Zoom(Wheel),
    /// Place of the mouse or, while it rests, of the crosshair; `None` outside. Any other place hides the crosshair.
    Hover(Option<CursorPosition>),
    /// Change of the picture's rectangle, which the panels leave free, or of the window's size.
    Layout {
        /// Rectangle of the picture, in window coordinates.
        viewport: Viewport,
        framebuffer: FramebufferSize,
        scale_factor: f64,
    },
    /// Width and height of the window's inside, in the system's logical pixels, by which its parts are arranged.
    Room(f64, f64),
    Detent(Detent),
    /// Shows one part of the window alone, as a figure in an article.
    ShowAlone(Figure),
    OpenWhole,
    /// Width and height of the window to be remembered in the settings, in logical pixels.
    WindowSize(f64, f64),
    Modifiers(Modifiers),
    /// Press (`true`) or release of a key; a press counts where the tool in use takes the key.
    Key(Key, bool),
    KeysUp,
    Open(MeshSource),
    /// Opens a mesh beside those that are open or being opened.
    Add(MeshSource),
    /// Opens meshes as one scene, in place of the open meshes or, if `adds`, beside them.
    OpenAll {
        sources: Vec<MeshSource>,
        adds: bool,
    },
    /// Drop of files on the window: a single file becomes [`Action::Dropped`], and several are opened as one scene.
    FilesDropped(Vec<PathBuf>),
    /// Drop of a mesh on the window. It is opened if the tool in use does not take it.
    Dropped(MeshSource),
    CancelLoading,
    Loaded(Answer<LoadResult>),
    /// Text of the picked triangle's line in its file, or why it could not be read.
    LineRead(Answer<Result<String, String>>),
    ComputeNormals(Arc<Mesh>),
    NormalsComputed(Answer<Normals>),
    /// Meshes to simplify, each with the number of triangles to be left of it.
    Simplify(Vec<(Arc<Mesh>, u32)>),
    Simplified(Answer<Simplified>),
    DecodeImage(mesh::Image),
    ImageDecoded(Answer<mesh::Image>),
    /// Image of this name, which the GPU does not show as it is.
    ImageLimited(String, TextureLimit),
    FindFonts(BTreeSet<char>),
    FontsFound(Answer<Vec<Font>>),
    /// End of a job that leaves nothing to do: no file was chosen, or texts came, which the next frame shows.
    Nothing,
    /// Opens the window's own list of files, where the system has no file dialog.
    ChooseFile(FileRequest),
    FilesChosen(FileRequest, Vec<PathBuf>),
    Chooser(ChooserAction),
    Situation(Box<Result<Situation, SituationError>>),
    /// Asks for the file of a mesh that a situation needs before it can be restored.
    ChooseWanted,
    OpenWanted(MeshSource),
    /// Opens the situation about whose many triangles the person is asked.
    OpenManyTriangles,
    /// Gives up restoring a situation whose mesh is not open.
    LetSituationGo,
    Pasted(String),
    /// Outcome of saving a file, and the request for which the file was chosen, so that it can be repeated.
    Saved(Saved, Option<FileRequest>),
    /// Writes meshes into the file of this path; the request is the one for which the file was chosen.
    Export(Export, PathBuf, Option<FileRequest>),
    CancelExport,
    Exported(Answer<ExportResult>),
    ForgetRecent,
    /// Makes this axis of the open mesh the one that points up.
    TakeAsUp(UpAxis),
    Settings(Settings),
    /// Opens the lesson in the file of this path, or the lessons of the folder.
    TakeLessons(PathBuf),
    /// Changes an input of the picks, such as the camera, the scene or an option.
    Study(Change),
    SelectRow(Listed),
    /// Selects a row and brings its objects into view.
    FrameRow(Listed),
    /// Highlights a row's objects in the picture; with `None`, ends the highlight.
    PointOutRow(Option<Listed>),
    FoldRow(usize),
    /// Shows (`true`) or hides the objects or the part that a row of the list of objects stands for.
    ShowRow(Listed, bool),
    /// Lets go of what was clicked for the tool in use, as Esc does.
    LetGo,
    /// Shows the data of a triangle and brings it into view.
    GoTo(TriangleId),
    /// Edits the field that asks for the number of a triangle; if `submit`, goes to that triangle.
    EditPlace {
        text: String,
        submit: bool,
    },
    Copy {
        text: String,
        /// Name of the text in the message that says it was copied.
        name: String,
    },
    /// Makes a picture with the options in the settings: for the clipboard if `true`, else for a file.
    TakePicture(bool),
    /// Picture to be saved in a file, or why it could not be made.
    PictureTaken(Result<Image, String>),
    Sheet(Option<Sheet>),
    UseTool(&'static str),
    /// Switches to the tool of the settings and, if `true`, to their workspace: nothing was asked for at the start.
    Resume(bool),
    CloseMessage,
    /// Closes the line that says which axis was guessed to be up.
    CloseUp,
    Tell(Message),
    Dropping(bool),
    Drawn(FrameStats),
    /// Action of a single tool, which need not be the tool in use.
    Tool(ToolAction),
    /// Sets the morph of a split picture's second view: 0 is world space, 1 is the NDC of the pick.
    ScrubNdc(f64),
    /// Time since the last frame, in seconds; sent only while something moves.
    Tick(f64),
}

/// Action of a single tool, which only the code of that tool looks into.
#[derive(Debug)]
pub struct ToolAction {
    pub tool: TypeId,
    pub action: Box<dyn Any + Send>,
}

impl Action {
    pub fn tool<T: 'static>(action: impl Any + Send) -> Self {
        Self::Tool(ToolAction { tool: TypeId::of::<T>(), action: Box::new(action) })
    }
}

impl From<Command> for Action {
    fn from(command: Command) -> Self {
        Self::Command(command)
    }
}

impl From<Change> for Action {
    fn from(change: Change) -> Self {
        Self::Study(change)
    }
}

/// Side effect that the desk asks for. The shell (the code with the window and the GPU) carries it out at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Copy(String),
    OpenAddress(String),
    Paste,
    /// Draws a picture: for the clipboard if `true`, else for a file.
    TakePicture(bool),
    FocusPanels,
    /// Prints a problem on the terminal, if there is one.
    TellTerminal(String),
    SaveSettings,
    Quit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sheet {
    Help,
    Settings,
    Picture,
    Report,
    Errors,
    ChooseFile,
    /// Sheet that finds commands, with the letters typed so far and the place of the chosen command in the list.
    Palette {
        typed: String,
        chosen: usize,
    },
    /// Sheet that asks for a triangle, with the text typed so far and what is wrong with it.
    GoTo {
        text: String,
        problem: Option<String>,
    },
}

/// Message in the window that tells the person what went wrong or was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    /// `true` for an error, which stays on the screen until it was read, also while other things are done.
    pub is_error: bool,
    pub about_report: bool,
}

impl Message {
    pub fn word(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_error: false, about_report: false }
    }

    pub fn error(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_error: true, about_report: false }
    }
}
