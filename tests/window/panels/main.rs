//! The window's panels without a window, driven as assistive technology drives them.

#[path = "../../../src/app/update/tests/gestures.rs"]
mod gestures;
mod pixel_check;
mod ui;

// The module of gestures names it so in the program's own tests.
use pickray_app::app;
