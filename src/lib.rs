//! The program: its window, which a page has too, its lessons and its command line.

#[cfg(feature = "lesson")]
pub mod situation_text;

#[cfg(feature = "lesson")]
pub mod lesson;

#[cfg(feature = "render")]
pub mod render;

#[cfg(feature = "window")]
#[doc(hidden)]
pub mod app;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
