//! Everything that can happen, as one value of [`Action`], which `update` alone acts on.

use crate::app::answers::{LoadResult, MeshSource, Saved};
use crate::app::chooser::{self, ChooserAction};
use crate::app::input::{Gesture, Wheel};
use crate::app::job::{self, Answer};
use crate::app::keys::{Command, Key, Modifiers};
use crate::app::listed::Listed;
use crate::app::message::Message;
use crate::app::platform::exporting::{Export, ExportResult};
use crate::app::platform::fonts::Font;
use crate::app::settings::Settings;
use crate::app::situation_text::SituationError;
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::mesh::Mesh;
use pickray::pick::TriangleId;
use pickray::scene::UpAxis;
use pickray::study::{Change, Situation};
use pickray_render::{FrameStats, Image, PackedNormals};
use std::any::{Any, TypeId};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Mesh and its normals for smooth shading; `None` where they could not be computed.
pub type Normals = (Arc<Mesh>, Option<PackedNormals>);

/// Work beside the window; its answer is an action.
pub type Job = job::Job<Action>;

/// Work that the person waits for, and the action that stops it.
pub type Work<'a> = job::Work<'a, Action>;

/// Question for a file, and the action that its answer becomes.
pub type FileRequest = chooser::FileRequest<Action>;

pub type Chooser = chooser::Chooser<Action>;

/// Event, or wish of the person, on which `update` acts.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there are a few in a frame, each moved once or twice")]
pub enum Action {
    Command(Command),
    /// Gesture of the mouse or of fingers in the picture.
    Gesture(Gesture),
    /// Press of a mouse button or of a finger in the picture; a gesture may come of it.
    Press,
    /// Touch of a finger, at this place of the picture; `None` for one on a panel.
    Touched(Option<CursorPosition>),
    Zoom(Wheel),
    /// Place of the mouse in the picture; `None` when it has left the picture.
    Hover(Option<CursorPosition>),
    /// Change of the room that the panels leave to the picture, or of the window's size.
    Layout {
        /// Rectangle of the picture, in window coordinates.
        viewport: Viewport,
        framebuffer: FramebufferSize,
        /// Physical pixels per logical pixel.
        scale_factor: f64,
    },
    /// Width and height of the window's inside, in the system's logical pixels.
    Room(f64, f64),
    /// Width and height of the window to be remembered in the settings, in logical pixels.
    WindowSize(f64, f64),
    Modifiers(Modifiers),
    /// Press (`true`) or release of a key; a press counts where the tool in use takes the key.
    Key(Key, bool),
    /// Release of all keys, as when the window loses the focus.
    KeysUp,
    Open(MeshSource),
    /// Opens a mesh beside those that are open or being opened.
    Add(MeshSource),
    /// Opens meshes as one scene, instead of what is open or, if `adds`, beside it.
    OpenAll {
        sources: Vec<MeshSource>,
        adds: bool,
    },
    /// Drop of files on the window: one goes to [`Action::Dropped`], several open as one scene.
    FilesDropped(Vec<PathBuf>),
    /// Drop of a mesh on the window, for the tool in use to take; where it does not, it is opened.
    Dropped(MeshSource),
    CancelLoading,
    Loaded(Answer<LoadResult>),
    /// Text of the picked triangle's line in its file, or why it could not be read.
    LineRead(Answer<Result<String, String>>),
    ComputeNormals(Arc<Mesh>),
    NormalsComputed(Answer<Normals>),
    FindFonts(BTreeSet<char>),
    FontsFound(Answer<Vec<Font>>),
    /// Arrival of the words of the window's language.
    TextsCame,
    /// End of the system's file dialog without a file.
    NoFileChosen,
    /// Opens the window's own list of files, where the system has no file dialog.
    ChooseFile(FileRequest),
    /// Hands over the files that were chosen to the request that asked for them.
    FilesChosen(FileRequest, Vec<PathBuf>),
    Chooser(ChooserAction),
    Situation(Box<Result<Situation, SituationError>>),
    /// Asks for the file of the mesh that a situation waits for.
    ChooseWanted,
    /// Opens the mesh that was chosen for a situation that waits for one.
    OpenWanted(MeshSource),
    /// Gives up waiting for the mesh of a situation.
    LetSituationGo,
    /// Text that was pasted into the picture from the clipboard.
    Pasted(String),
    /// Outcome of saving a file, and the question for which it was chosen.
    Saved(Saved, Option<FileRequest>),
    /// Writes meshes into a file; with the question for which the file was chosen.
    Export(Export, PathBuf, Option<FileRequest>),
    CancelExport,
    Exported(Answer<ExportResult>),
    ForgetRecent,
    /// Looks at the open mesh with this axis up.
    TakeAsUp(UpAxis),
    Settings(Settings),
    /// Opens the lesson in a file, or those of a folder.
    TakeLessons(PathBuf),
    /// Changes something that goes into a pick.
    Study(Change),
    Objects(ObjectsAction),
    /// Shows (`true`) or hides the objects or the part that a row of the list of objects stands for.
    ShowRow(Listed, bool),
    ClearSelection,
    /// Shows what is known of a triangle and brings it into view.
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
    /// Copies the record of the hit to the clipboard, as JSON.
    CopyJson,
    /// Makes a picture with the options in the settings, for the clipboard (`true`) or a file.
    TakePicture(bool),
    /// Picture to be saved in a file, or why it could not be made.
    PictureTaken(Result<Image, String>),
    Sheet(Option<Sheet>),
    UseTool(&'static str),
    /// Takes up the tool that the settings name and, if nothing was asked for when the window was started (`true`),
    /// their workspace.
    Resume(bool),
    CloseMessage,
    /// Closes the line that says which axis was guessed to be up.
    CloseUp,
    Tell(Message),
    /// Files are held over the window (`true`), or no longer.
    Dropping(bool),
    Drawn(FrameStats),
    /// Action of one tool's own, whether it is in use or not.
    Tool(ToolAction),
    /// Draws the free view of a split picture at this share of the way from the world (0) to NDC (1).
    ScrubNdc(f64),
    /// Seconds that went by since the last frame; comes only while something moves.
    Tick(f64),
}

/// Action of one tool's own; no other code looks into it.
#[derive(Debug)]
pub struct ToolAction {
    pub tool: TypeId,
    pub action: Box<dyn Any + Send>,
}

/// Action on a row of the list of objects.
#[derive(Clone, Copy, Debug)]
pub enum ObjectsAction {
    /// Selects a row, for what is done next.
    Select(Listed),
    /// Selects a row and brings its objects into view.
    Frame(Listed),
    /// Points out a row's objects in the picture; `None` ends it.
    PointOut(Option<Listed>),
    /// Folds the row at this place of the list, or unfolds it.
    Fold(usize),
}

impl From<ObjectsAction> for Action {
    fn from(action: ObjectsAction) -> Self {
        Self::Objects(action)
    }
}

impl Action {
    pub fn tool<T: 'static>(action: impl Any + Send) -> Self {
        Self::Tool(ToolAction { tool: TypeId::of::<T>(), action: Box::new(action) })
    }
}

/// Work that only the shell around the desk can do, at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Copy(String),
    Paste,
    /// Draws a picture, for the clipboard (`true`) or a file.
    TakePicture(bool),
    FocusPanels,
    /// Says on the terminal, if there is one, what went wrong.
    TellTerminal(String),
    SaveSettings,
    Quit,
}

/// Sheet that covers the picture until it is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// Keys and mouse gestures.
    Help,
    Settings,
    Picture,
    Report,
    /// Errors since the start.
    Errors,
    ChooseFile,
    /// Question for a triangle, with the text typed so far and what is wrong with it.
    GoTo {
        text: String,
        problem: Option<String>,
    },
}
