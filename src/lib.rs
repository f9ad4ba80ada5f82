//! Library of the `pickray` program: its window (which also runs in a web page), its lessons and its command line.

pub mod language;

pub mod situation_text;

pub mod lesson;

#[doc(hidden)]
pub mod app;

#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
pub mod cli;
