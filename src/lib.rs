//! Library of the `pickray` program: its window (which also runs in a web page), its lessons and its command line.

#[doc(hidden)]
pub mod app;
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod language;
#[doc(hidden)]
pub mod lesson;
#[doc(hidden)]
pub mod situation_text;
