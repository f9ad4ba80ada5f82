//! The window of a desktop, with the visual that its OpenGL needs.

use crate::app::AppError;
use crate::app::shell::event::Event;
use crate::app::shell::icon::icon;
use crate::render::context::WindowConfig;
pub use crate::render::context::WindowContext;
use egui_winit::winit;
use std::sync::Arc;
use winit::dpi::LogicalSize;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::{Window, WindowAttributes};

/// The size of a window that was never sized, in logical pixels.
const FIRST_SIZE: (f64, f64) = (1280.0, 800.0);

/// The smallest window in which the panels leave something to the picture, in logical pixels.
const LEAST_SIZE: (f64, f64) = (480.0, 320.0);

/// Opens a window, not shown yet, of `size` in logical pixels. Fails where there is none to be had, or no OpenGL for
/// it.
pub fn open(event_loop: &ActiveEventLoop, size: Option<(f64, f64)>) -> Result<(WindowContext, Arc<Window>), AppError> {
    let (width, height) = size.unwrap_or(FIRST_SIZE);
    // Shown after the first frame: no blank window flashes, and AccessKit wants to be told of a window before it is
    // seen.
    let attributes = WindowAttributes::default()
        .with_title("pickray")
        .with_inner_size(LogicalSize::new(width, height))
        .with_min_inner_size(LogicalSize::new(LEAST_SIZE.0, LEAST_SIZE.1))
        .with_window_icon(icon())
        .with_visible(false);
    let (config, window) = configured(event_loop, named(attributes))?;
    let window = Arc::new(window);
    let size = window.inner_size();
    Ok((WindowContext::new(config, window.clone(), (size.width, size.height), true)?, window))
}

/// Tells assistive technology of what the window shows, before that is seen.
pub fn attend(
    input: &mut egui_winit::State,
    event_loop: &ActiveEventLoop,
    window: &Window,
    proxy: EventLoopProxy<Event>,
) {
    input.init_accesskit(event_loop, window, proxy);
}

/// Leaves what is copied to egui-winit.
pub fn copy(_: &mut egui::PlatformOutput) {}

/// Gives the window the name of its desktop file, by which desktops find its icon.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    // X11 takes it from the same place.
    winit::platform::wayland::WindowAttributesExtWayland::with_name(attributes, "pickray", "pickray")
}

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    attributes
}

/// Makes a window with the visual that its GL configuration needs; on Windows the window comes first.
fn configured(event_loop: &ActiveEventLoop, attributes: WindowAttributes) -> Result<(WindowConfig, Window), AppError> {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    let hook = winit::platform::x11::register_xlib_error_hook as fn(_);
    #[cfg(not(all(unix, not(target_vendor = "apple"))))]
    let hook: fn(crate::render::context::XlibErrorHook) = |_| {};
    if cfg!(windows) {
        let window = event_loop.create_window(attributes).map_err(AppError::no_window)?;
        let config = WindowConfig::find(event_loop, Some(&window), hook)?;
        Ok((config, window))
    } else {
        let config = WindowConfig::find(event_loop, None, hook)?;
        let window =
            glutin_winit::finalize_window(event_loop, attributes, config.config()).map_err(AppError::no_window)?;
        Ok((config, window))
    }
}
