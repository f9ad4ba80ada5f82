//! The window: winit's events become [`action::Action`]s, [`update::update`] changes the [`desk::Desk`] and the tools,
//! and the renderer and the [`panels`] show them.

pub mod action;
pub mod answers;
pub mod chooser;
pub mod desk;
pub mod gizmo;
pub mod input;
pub mod job;
pub mod keys;
pub mod message;
mod numbers;
pub mod pane;
pub mod panels;
pub mod platform;
pub mod probe;
pub mod settings;
mod shapes;
mod shell;
pub mod situation_text;
pub mod texts;
pub mod theme;
pub mod tool;
pub mod toolbox;
pub mod tools;
pub mod update;
pub mod workspace;

use crate::pick::Situation;
use crate::render::RenderError;
use crate::render::context::ContextError;
use std::path::PathBuf;

/// How to start.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What to open, as one scene.
    pub files: Vec<answers::MeshSource>,
    /// The inputs of a pick to restore, on the file or on the mesh that they name.
    pub situation: Option<Situation>,
    pub learn: bool,
    /// A lesson to begin with, or a folder of them.
    pub lessons: Option<PathBuf>,
    /// Where to write a line of JSON for each frame drawn.
    pub frame_log: Option<platform::writing::Target>,
}

/// Why there is no window, or no longer one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AppError {
    /// There is no display to open a window on: no X server, no Wayland compositor.
    #[error(
        "no display: {0}; set DISPLAY or WAYLAND_DISPLAY, or use `pickray pick` and `pickray render`, which need none"
    )]
    NoDisplay(String),
    #[error("no window: {0}")]
    NoWindow(String),
    #[error(
        "the connection to the display broke, and the window is gone with it: start again where there is a display"
    )]
    DisplayLost,
    #[error("the window was destroyed from outside: start again to open another")]
    WindowLost,
    /// The display gives no OpenGL that is new enough.
    #[error(transparent)]
    NoOpenGl(#[from] ContextError),
    /// The driver refuses what the renderer needs.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The file of the frame log may not be opened.
    #[error(transparent)]
    Write(#[from] platform::writing::WriteError),
    /// The frame log cannot be written any longer.
    #[error("{}: {error}; name another file for --frame-log", .path.display())]
    FrameLog {
        path: PathBuf,
        #[source]
        error: std::io::Error,
    },
}

/// Opens the window and returns when it is closed. Fails with [`AppError::NoDisplay`] where there is nothing to open a
/// window on; the other errors say what the display or the driver refused.
pub fn run(options: Options) -> Result<(), AppError> {
    shell::run(options)
}
