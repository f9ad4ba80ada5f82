//! The window's panels without a window, driven as assistive technology drives them.

mod pixel_check;
mod ui;
