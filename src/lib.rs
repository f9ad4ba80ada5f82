//! The program: its window, which a page has, too, its lessons and its command line.

pub mod situation_text;

pub mod lesson;

#[doc(hidden)]
pub mod app;

#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
pub mod cli;
