//! What can happen, as one value: `update` alone makes something of it.

use crate::app::answers::{LoadResult, MeshSource, Saved};
use crate::app::chooser::{self, ChooserAction};
use crate::app::input::{Gesture, Wheel};
use crate::app::job::{self, Answer};
use crate::app::keys::{Command, Key, Modifiers};
use crate::app::message::Message;
use crate::app::platform::exporting::{Export, ExportResult};
use crate::app::platform::fonts::Font;
use crate::app::settings::Settings;
use crate::app::situation_text::SituationError;
use crate::math::{CursorPosition, FramebufferSize, Viewport};
use crate::mesh::Mesh;
use crate::pick::{Change, Situation, TriangleId};
use crate::render::{FrameStats, Image, PackedNormals};
use std::any::{Any, TypeId};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// The normals of a mesh, for smooth shading.
pub type Normals = (Arc<Mesh>, PackedNormals);

/// Work beside the window that ends in an action.
pub type Job = job::Job<Action>;

/// A question for a file that is answered by an action.
pub type FileRequest = chooser::FileRequest<Action>;

/// The list of files that asks for one.
pub type Chooser = chooser::Chooser<Action>;

/// Everything that can happen.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there are a few in a frame, each moved once or twice")]
pub enum Action {
    /// A key, a menu entry or a button.
    Command(Command),
    /// The mouse, in the picture.
    Gesture(Gesture),
    /// A button went down in the picture; a gesture may come of it.
    Press,
    /// The wheel was turned in the picture.
    Zoom(Wheel),
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
    /// The window has this size, in logical pixels, to be remembered.
    WindowSize(f64, f64),
    /// Modifier keys went down or up.
    Modifiers(Modifiers),
    /// A key that the tool in use takes went down (true) or up.
    Key(Key, bool),
    /// No key is held any longer, as when the window loses the focus.
    KeysUp,
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
    /// Look for fonts that have these letters.
    FindFonts(BTreeSet<char>),
    /// Fonts for letters were found.
    FontsFound(Answer<Vec<Font>>),
    /// The system's file dialog was closed.
    NoFileChosen,
    /// The system has no file dialog: ask in the window.
    ChooseFile(FileRequest),
    /// To the window's own list of files.
    Chooser(ChooserAction),
    /// A situation was read, or could not be.
    Situation(Box<Result<Situation, SituationError>>),
    /// Text came from the clipboard into the picture.
    Pasted(String),
    /// A file was saved, or could not be.
    Saved(Saved),
    /// Write meshes into this file.
    Export(Export, PathBuf),
    /// Stop writing them.
    CancelExport,
    /// Meshes were written, or could not be.
    Exported(Answer<ExportResult>),
    /// Forget the recent files.
    ForgetRecent,
    /// Settings were changed in a panel.
    Settings(Settings),
    /// Take the lesson in a file, or those of a folder.
    TakeLessons(PathBuf),
    /// Change something that goes into a pick.
    Study(Change),
    /// Select nothing.
    ClearSelection,
    /// Show what is known of a triangle and bring it into view.
    GoTo(TriangleId),
    /// The field that asks for a triangle.
    EditPlace {
        /// What has been typed.
        text: String,
        /// Whether to go there now.
        submit: bool,
    },
    /// Put this on the clipboard and say so.
    Copy {
        /// What is copied.
        text: String,
        /// What the message calls it.
        name: String,
    },
    /// Put the record of the hit on the clipboard as JSON.
    CopyJson,
    /// Make a picture as the settings have it, for a file or (true) the clipboard.
    TakePicture(bool),
    /// The picture for a file was made, or why it could not be.
    PictureTaken(Result<Image, String>),
    /// The picture was written to this file, or why it could not be.
    PictureSaved(Saved),
    /// Open a sheet, or close it.
    Sheet(Option<Sheet>),
    /// Use this tool of the present workspace, by its id.
    UseTool(&'static str),
    /// Go on in the workspace and with the tool that the settings remember; only with the tool where something was
    /// asked for (false).
    Resume(bool),
    /// Close the message.
    CloseMessage,
    /// Say this.
    Tell(Message),
    /// A file is held over the window, or no longer.
    Dropping(bool),
    /// A frame was drawn.
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
    /// The type of the tool.
    pub tool: TypeId,
    /// What it is to do, of the type that it expects.
    pub action: Box<dyn Any + Send>,
}

impl Action {
    /// An action of the tool `T`.
    pub fn tool<T: 'static>(action: impl Any + Send) -> Self {
        Self::Tool(ToolAction { tool: TypeId::of::<T>(), action: Box::new(action) })
    }
}

/// What only the world outside can do at once; taken by the shell.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Put text on the clipboard.
    Copy(String),
    /// Take the text of the clipboard.
    Paste,
    /// Draw a picture: for a file or (true) the clipboard.
    TakePicture(bool),
    /// Give the keyboard to the panels.
    FocusPanels,
    /// Say on the terminal, if there is one, what went wrong.
    TellTerminal(String),
    /// Write the settings.
    SaveSettings,
    /// Close the window.
    Quit,
}

/// What covers the picture until it is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// Keys and mouse.
    Help,
    /// The settings.
    Settings,
    /// How a picture is saved.
    Picture,
    /// The load report.
    Report,
    /// The window's own list of files.
    ChooseFile,
    /// Asks for a triangle; what has been typed, and what is wrong with it.
    GoTo {
        /// What has been typed.
        text: String,
        /// What is wrong with it.
        problem: Option<String>,
    },
}
