//! Window on a desktop system, created with the X11 visual that its OpenGL configuration needs, and its icon.

use crate::app::AppError;
use crate::app::shell::display::Event;
#[cfg(all(unix, not(target_vendor = "apple")))]
use crate::app::shell::drops;
use egui_winit::winit;
use pickray::mesh::Image;
use pickray_render::context::WindowConfig;
pub use pickray_render::context::WindowContext;
use std::sync::Arc;
use winit::dpi::LogicalSize;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::monitor::MonitorHandle;
use winit::window::{Icon, Window, WindowAttributes};

/// Size of a window that was never sized, in logical pixels.
const FIRST_SIZE: (f64, f64) = (1280.0, 800.0);

/// Most of the monitor's width and height that a window takes at first: the rest is for title bar and desktop.
const MOST_OF_MONITOR: [f64; 2] = [0.95, 0.87];

/// Size of the smallest window in which the panels leave something to the picture, in logical pixels.
const LEAST_SIZE: (f64, f64) = (480.0, 320.0);

/// Icon of the window: a triangle with a ray through it, 64 pixels wide and high.
const ICON: &[u8] = include_bytes!("../../../../assets/icon.png");

/// Opens a hidden window of `size` in logical pixels or a default, fitted to the monitor. Fails without it or OpenGL.
pub fn open(event_loop: &ActiveEventLoop, size: Option<(f64, f64)>) -> Result<(WindowContext, Arc<Window>), AppError> {
    let logical = |monitor: MonitorHandle| monitor.size().to_logical(monitor.scale_factor());
    let monitor = match size {
        // The window may have been left on any of them.
        Some(_) => event_loop.available_monitors().map(logical).reduce(larger),
        None => event_loop.primary_monitor().or_else(|| event_loop.available_monitors().next()).map(logical),
    };
    // The window is shown after the first frame, if the system draws hidden windows, so that no blank one flashes.
    let attributes = WindowAttributes::default()
        .with_title("pickray")
        .with_inner_size(fitting(size, monitor))
        .with_min_inner_size(LogicalSize::new(LEAST_SIZE.0, LEAST_SIZE.1))
        .with_window_icon(icon())
        .with_visible(false);
    let (config, window) = configured(event_loop, named(attributes))?;
    let window = Arc::new(window);
    let size = window.inner_size();
    Ok((WindowContext::new(config, window.clone(), (size.width, size.height), true)?, window))
}

fn larger(a: LogicalSize<f64>, b: LogicalSize<f64>) -> LogicalSize<f64> {
    LogicalSize::new(a.width.max(b.width), a.height.max(b.height))
}

/// Returns the size of a window that was left at `size`, or never sized, so that all of it is on the monitor.
fn fitting(size: Option<(f64, f64)>, monitor: Option<LogicalSize<f64>>) -> LogicalSize<f64> {
    let (width, height) = size.unwrap_or(FIRST_SIZE);
    // X11 without a known monitor has one of a pixel in winit.
    let Some(monitor) = monitor.filter(|monitor| monitor.width > 1.0 && monitor.height > 1.0) else {
        return LogicalSize::new(width, height);
    };
    let fit = |side: f64, most: f64, share: f64| {
        let was_there = size.is_some() && side <= most;
        if was_there { side } else { side.min((share * most).floor()) }
    };
    let [across, up] = MOST_OF_MONITOR;
    LogicalSize::new(fit(width, monitor.width, across), fit(height, monitor.height, up))
}

/// Connects the window, before it is visible, to assistive technology and drops of X11; on Windows shows it.
pub fn attend(
    input: &mut egui_winit::State,
    event_loop: &ActiveEventLoop,
    window: &Window,
    proxy: EventLoopProxy<Event>,
) {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    drops::listen(window, proxy.clone());
    input.init_accesskit(event_loop, window, proxy);
    // Windows draws no hidden window: shown after its first frame it would never be.
    if cfg!(windows) {
        window.set_visible(true);
    }
}

/// Does nothing: on a desktop, egui-winit copies to the clipboard by itself.
pub fn copy(_: &mut egui::PlatformOutput, _: &EventLoopProxy<Event>) {}

/// Gives the window the name of its desktop file, by which desktops find its icon.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    // X11 takes the name from the same place.
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
    let hook: fn(pickray_render::context::XlibErrorHook) = |_| {};
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

fn icon() -> Option<Icon> {
    let image = Image::of_encoded("icon.png", ICON.to_vec());
    let pixels = image.decode().ok()?;
    Icon::from_rgba(pixels.bytes().to_vec(), pixels.width(), pixels.height()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_fits_its_monitor_with_its_title_bar_the_first_time() {
        let monitor = |width, height| Some(LogicalSize::new(width, height));
        for (width, height) in [(1366.0, 768.0), (1280.0, 800.0), (1280.0, 720.0), (1024.0, 600.0), (853.0, 480.0)] {
            let size = fitting(None, monitor(width, height));
            assert!(size.width <= width && size.height + 60.0 <= height, "{size:?} on {width} × {height}");
        }
        assert_eq!(fitting(None, monitor(1920.0, 1080.0)), LogicalSize::new(FIRST_SIZE.0, FIRST_SIZE.1));
        for none in [None, monitor(1.0, 1.0)] {
            assert_eq!(fitting(None, none), LogicalSize::new(FIRST_SIZE.0, FIRST_SIZE.1));
        }
    }

    #[test]
    fn a_window_comes_back_as_it_was_left_as_far_as_its_monitor_has_room() {
        let monitor = Some(LogicalSize::new(1366.0, 768.0));
        assert_eq!(fitting(Some((1366.0, 741.0)), monitor), LogicalSize::new(1366.0, 741.0));
        for left_elsewhere in [(1920.0, 1017.0), (2000.0, 700.0)] {
            let size = fitting(Some(left_elsewhere), monitor);
            assert!(size.width < 1366.0 && size.height <= 700.0, "{size:?}");
        }
        // A window that fits a larger monitor beside this one was there.
        let two = [LogicalSize::new(1366.0, 768.0), LogicalSize::new(1080.0, 1920.0)].into_iter().reduce(larger);
        assert_eq!(fitting(Some((1080.0, 1900.0)), two), LogicalSize::new(1080.0, 1900.0));
    }

    #[test]
    fn the_icon_is_understood() {
        assert!(icon().is_some());
    }
}
