//! The window's panels without a window, driven as assistive technology drives them.

#[path = "../../../src/app/update/tests/gestures.rs"]
mod gestures;
mod ui;

// `gestures.rs` is shared with the program's own tests, and uses `crate::app`.
use pickray_app::app;
