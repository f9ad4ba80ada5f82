//! Window of the program: [`update::update`] changes the [`desk::Desk`] and the tools, and the [`panels`] show both.

pub mod action;
pub mod answers;
pub mod arrangement;
pub mod chooser;
pub mod desk;
pub mod diagnosis;
pub mod gizmo;
pub mod input;
pub mod job;
pub mod keys;
pub mod listed;
mod numbers;
pub mod panels;
pub mod platform;
pub mod probe;
pub mod settings;
mod shapes;
mod shell;
#[cfg(any(target_arch = "wasm32", test))]
mod tasks;
pub mod texts;
pub mod theme;
pub mod tool;
pub mod tools;
pub mod update;

#[cfg(not(target_arch = "wasm32"))]
pub use shell::write_over;

use pickray::study::Situation;
use pickray_render::RenderError;
#[cfg(not(target_arch = "wasm32"))]
use pickray_render::context::ContextError;
use std::path::PathBuf;

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Files and samples to open, as one scene.
    pub files: Vec<answers::MeshSource>,
    /// Situation (the saved inputs of a pick) to restore, on its own mesh or on the one in `files`.
    pub situation: Option<Situation>,
    /// Language to speak from now on; `None` for that of the settings.
    pub language: Option<texts::Language>,
    pub learn: bool,
    /// File of the lesson to begin with, or a folder of lessons; `None` for no lesson.
    pub lessons: Option<PathBuf>,
    /// File that gets a line of JSON for each frame drawn.
    pub frame_log: Option<platform::writing::Target>,
}

/// Error that keeps the window from opening, or that closes it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AppError {
    /// Lack of a display to open a window on: no X server, no Wayland compositor.
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
    #[cfg(not(target_arch = "wasm32"))]
    #[error(transparent)]
    NoOpenGl(#[from] ContextError),
    #[cfg(target_arch = "wasm32")]
    #[error("the page has no canvas whose id is {0}")]
    NoCanvas(&'static str),
    #[cfg(target_arch = "wasm32")]
    #[error("no WebGL 2 in this browser: switch on its hardware acceleration, or use a newer one")]
    NoWebGl,
    #[error(transparent)]
    Render(#[from] RenderError),
    /// Other failure, in words that say what to do.
    #[error("{0}")]
    Told(String),
}

impl AppError {
    fn no_window(error: impl std::fmt::Display) -> Self {
        Self::NoWindow(error.to_string())
    }
}

/// Opens the window and returns when it is closed.
#[cfg(not(target_arch = "wasm32"))]
pub fn run(options: Options) -> Result<(), AppError> {
    shell::run(options)
}

/// Opens the window in the page's canvas and returns at once; if an error ends it later, `failed` is called with it.
#[cfg(target_arch = "wasm32")]
pub fn spawn(options: Options, failed: impl FnOnce(AppError) + 'static) -> Result<(), AppError> {
    platform::register_encodings();
    shell::spawn(options, failed)
}

/// Makes this a page's worker, which loads meshes and does tasks for the page from now on.
#[cfg(target_arch = "wasm32")]
pub fn work() {
    platform::register_encodings();
    platform::page::serve(tasks::perform);
}
