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
pub mod listed;
pub mod memo;
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
#[cfg(any(target_arch = "wasm32", test))]
mod tasks;
pub mod texts;
pub mod theme;
pub mod tool;
pub mod toolbox;
pub mod tools;
pub mod update;
pub mod workspace;

use pickray::study::Situation;
use pickray_render::RenderError;
#[cfg(not(target_arch = "wasm32"))]
use pickray_render::context::ContextError;
use std::path::PathBuf;

/// Options with which the window is opened.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Meshes to open, as one scene.
    pub files: Vec<answers::MeshSource>,
    /// Inputs of a pick to restore, on the file or on the mesh that they name.
    pub situation: Option<Situation>,
    pub learn: bool,
    /// Lesson to begin with, or a folder of lessons.
    pub lessons: Option<PathBuf>,
    /// Target of the frame log: a line of JSON for each frame drawn.
    pub frame_log: Option<platform::writing::Target>,
}

/// Reason why there is no window, or no longer one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AppError {
    /// System without a display to open a window on: no X server, no Wayland compositor.
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
    /// Display without an OpenGL that is new enough.
    #[cfg(not(target_arch = "wasm32"))]
    #[error(transparent)]
    NoOpenGl(#[from] ContextError),
    /// Page without an element of this id to draw into.
    #[cfg(target_arch = "wasm32")]
    #[error("the page has no canvas whose id is {0}")]
    NoCanvas(&'static str),
    /// Browser that gives the canvas no WebGL 2 context.
    #[cfg(target_arch = "wasm32")]
    #[error("no WebGL 2 in this browser: switch on its hardware acceleration, or take a newer one")]
    NoWebGl,
    /// Driver that refuses what the renderer needs.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// File of the frame log that may not be opened.
    #[error(transparent)]
    Write(#[from] platform::writing::WriteError),
    /// Frame log that cannot be written any longer.
    #[error("{}: {error}; name another file for --frame-log", .path.display())]
    FrameLog {
        path: PathBuf,
        #[source]
        error: std::io::Error,
    },
}

impl AppError {
    fn no_window(error: impl std::fmt::Display) -> Self {
        Self::NoWindow(error.to_string())
    }
}

/// Opens the window and returns when it is closed. Fails with [`AppError::NoDisplay`] if there is nothing to open a
/// window on; the other errors say what the display or the driver refused.
#[cfg(not(target_arch = "wasm32"))]
pub fn run(options: Options) -> Result<(), AppError> {
    shell::run(options)
}

/// Opens the window in the page's canvas, whose id is `pickray`, with what the page's address asks for, and returns at
/// once. What ends the window later is handed to `failed`.
#[cfg(target_arch = "wasm32")]
pub fn spawn(options: Options, failed: impl FnOnce(AppError) + 'static) -> Result<(), AppError> {
    platform::encodings::register();
    shell::spawn(options, failed)
}

/// Loads meshes and does tasks for the page that runs this as its worker, from now on.
#[cfg(target_arch = "wasm32")]
pub fn work() {
    platform::encodings::register();
    platform::page::work::serve(tasks::perform);
}
