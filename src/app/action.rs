//! What can happen, as one value: `update` alone makes something of it.

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

/// The normals of a mesh, for smooth shading; `None` where they could not be computed.
pub type Normals = (Arc<Mesh>, Option<PackedNormals>);

/// Work beside the window that ends in an action.
pub type Job = job::Job<Action>;

/// What is waited for, and the action that stops it.
pub type Work<'a> = job::Work<'a, Action>;

/// A question for a file that is answered by an action.
pub type FileRequest = chooser::FileRequest<Action>;

pub type Chooser = chooser::Chooser<Action>;

/// Everything that can happen.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there are a few in a frame, each moved once or twice")]
pub enum Action {
    Command(Command),
    /// The mouse or fingers, in the picture.
    Gesture(Gesture),
    /// A button went down in the picture; a gesture may come of it.
    Press,
    /// A finger came down at this place of the picture, or on a panel.
    Touched(Option<CursorPosition>),
    Zoom(Wheel),
    /// The mouse is over this place of the picture, or no longer over it.
    Hover(Option<CursorPosition>),
    /// The window or the panels changed what is left to the picture.
    Layout {
        /// The rest, in window coordinates.
        viewport: Viewport,
        framebuffer: FramebufferSize,
        /// Physical pixels to a logical one.
        scale_factor: f64,
    },
    /// The window has room for so many of the system's logical pixels.
    Room(f64, f64),
    /// The window has this size, in logical pixels, to be remembered.
    WindowSize(f64, f64),
    Modifiers(Modifiers),
    /// A key that the tool in use takes went down (true) or up.
    Key(Key, bool),
    /// No key is held any longer, as when the window loses the focus.
    KeysUp,
    Open(MeshSource),
    /// Open this beside what is open, or is being opened.
    Add(MeshSource),
    /// Open these as one scene, in the place of what is open or beside it.
    OpenAll {
        sources: Vec<MeshSource>,
        adds: bool,
    },
    /// These were dropped on the window: one, read as whatever mesh is meant, or several as one scene.
    FilesDropped(Vec<PathBuf>),
    /// This was dropped on the window: read it, as whatever mesh is meant.
    Dropped(MeshSource),
    CancelLoading,
    Loaded(Answer<LoadResult>),
    /// The text of the picked triangle's line was read, or why it could not be.
    LineRead(Answer<Result<String, String>>),
    ComputeNormals(Arc<Mesh>),
    NormalsComputed(Answer<Normals>),
    FindFonts(BTreeSet<char>),
    FontsFound(Answer<Vec<Font>>),
    /// The texts of the language came.
    TextsCame,
    /// The system's file dialog was closed.
    NoFileChosen,
    /// The system has no file dialog: ask in the window.
    ChooseFile(FileRequest),
    /// Take the files that were chosen for what was asked.
    FilesChosen(FileRequest, Vec<PathBuf>),
    Chooser(ChooserAction),
    Situation(Box<Result<Situation, SituationError>>),
    /// Ask for the file of the mesh that a situation waits for.
    ChooseWanted,
    /// Open what was chosen as that mesh.
    OpenWanted(MeshSource),
    /// Wait no longer for the mesh of a situation.
    LetSituationGo,
    /// Text came from the clipboard into the picture.
    Pasted(String),
    /// A file was saved, or why it could not be; with the question that it was the answer to.
    Saved(Saved, Option<FileRequest>),
    /// Write meshes into this file, likewise.
    Export(Export, PathBuf, Option<FileRequest>),
    CancelExport,
    Exported(Answer<ExportResult>),
    ForgetRecent,
    /// Look at the open mesh with this axis up.
    TakeAsUp(UpAxis),
    Settings(Settings),
    /// Take the lesson in a file, or those of a folder.
    TakeLessons(PathBuf),
    /// Change something that goes into a pick.
    Study(Change),
    Objects(ObjectsAction),
    /// Show what a row of the list of objects stands for, or hide it.
    ShowRow(Listed, bool),
    ClearSelection,
    /// Show what is known of a triangle and bring it into view.
    GoTo(TriangleId),
    /// The field that asks for a triangle.
    EditPlace {
        text: String,
        submit: bool,
    },
    Copy {
        text: String,
        /// Its name in the message.
        name: String,
    },
    /// Put the record of the hit on the clipboard as JSON.
    CopyJson,
    /// Make a picture as the settings have it, for a file or (true) the clipboard.
    TakePicture(bool),
    /// The picture for a file was made, or why it could not be.
    PictureTaken(Result<Image, String>),
    Sheet(Option<Sheet>),
    UseTool(&'static str),
    /// Go on in the workspace and with the tool that the settings remember; only with the tool where something was
    /// asked for (false).
    Resume(bool),
    CloseMessage,
    /// Close the line about the axis that was guessed to be up.
    CloseUp,
    Tell(Message),
    /// A file is held over the window, or no longer.
    Dropping(bool),
    Drawn(FrameStats),
    /// To one of the tools, in use or not.
    Tool(ToolAction),
    /// Show this share of the way to NDC, 0 to 1, in the free view of a split picture.
    ScrubNdc(f64),
    /// So many seconds went by since the last frame; only while something moves.
    Tick(f64),
}

/// An action of one tool's own, which only that tool looks into.
#[derive(Debug)]
pub struct ToolAction {
    pub tool: TypeId,
    pub action: Box<dyn Any + Send>,
}

/// An action on a row of the list of objects.
#[derive(Clone, Copy, Debug)]
pub enum ObjectsAction {
    /// Take it for what is done next.
    Select(Listed),
    /// Bring it into view, and take it for what is done next.
    Frame(Listed),
    /// Point it out in the picture.
    PointOut(Option<Listed>),
    /// Fold a row, or unfold it.
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

/// A thing that only the world outside can do at once; taken by the shell.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Copy(String),
    Paste,
    /// Draw a picture: for a file or (true) the clipboard.
    TakePicture(bool),
    FocusPanels,
    /// Say on the terminal, if there is one, what went wrong.
    TellTerminal(String),
    SaveSettings,
    Quit,
}

/// A sheet that covers the picture until it is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// Keys and mouse.
    Help,
    Settings,
    Picture,
    Report,
    /// What went wrong since the start.
    Errors,
    ChooseFile,
    /// Asks for a triangle; what has been typed, and what is wrong with it.
    GoTo {
        text: String,
        problem: Option<String>,
    },
}
