//! The window with its OpenGL context, and the two that draw into it: the renderer, then the panels.

use super::Event;
use crate::app::AppError;
use crate::render::Renderer;
use crate::render::context::{WindowConfig, WindowContext};
use egui_winit::winit;
use std::sync::Arc;
use std::time::Duration;
use winit::dpi::LogicalSize;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::{Window, WindowAttributes};

/// The size of a window that was never sized, in logical pixels.
const FIRST_SIZE: (f64, f64) = (1280.0, 800.0);

/// The smallest window in which the panels leave something to the picture, in logical pixels.
const LEAST_SIZE: (f64, f64) = (480.0, 320.0);

/// How long a frame draws triangles at most: what is longer is felt while the camera moves.
const FRAME_TIME: Duration = Duration::from_millis(50);

/// A window that can be drawn into. Fields are dropped in order: GL objects before their context, that before the
/// window.
pub struct Canvas {
    /// Draws the scene.
    pub renderer: Renderer,
    /// Draws the panels.
    pub painter: egui_glow::Painter,
    /// Turns winit's events into egui's.
    pub input: egui_winit::State,
    pub context: WindowContext,
    pub window: Arc<Window>,
}

impl Canvas {
    /// Opens a window, not shown yet, of `size` in logical pixels. Fails where there is none to be had, or no OpenGL
    /// for it.
    pub fn open(
        event_loop: &ActiveEventLoop,
        proxy: EventLoopProxy<Event>,
        egui: &egui::Context,
        size: Option<(f64, f64)>,
    ) -> Result<Self, AppError> {
        let (width, height) = size.unwrap_or(FIRST_SIZE);
        // Shown after the first frame: no blank window flashes, and AccessKit wants to be told of a window before it is
        // seen.
        let attributes = WindowAttributes::default()
            .with_title("pickray")
            .with_inner_size(LogicalSize::new(width, height))
            .with_min_inner_size(LogicalSize::new(LEAST_SIZE.0, LEAST_SIZE.1))
            .with_window_icon(super::icon::icon())
            .with_visible(false);
        let (config, window) = configured(event_loop, attributes)?;
        let window = Arc::new(window);
        let size = window.inner_size();
        let context = WindowContext::new(config, window.clone(), (size.width, size.height), true)?;
        let mut renderer = Renderer::new(context.gl().clone())?;
        renderer.set_frame_time(Some(FRAME_TIME));
        let painter = egui_glow::Painter::new(context.gl().clone(), "", None, false).map_err(no_window)?;
        let mut input = egui_winit::State::new(
            egui.clone(),
            egui::ViewportId::ROOT,
            event_loop,
            Some(window.scale_factor() as f32),
            window.theme(),
            Some(painter.max_texture_side()),
        );
        input.init_accesskit(event_loop, &window, proxy);
        Ok(Self { renderer, painter, input, context, window })
    }

    /// Releases what the painter made; to be called once, before the canvas is dropped.
    pub fn close(&mut self) {
        if self.context.make_current().is_ok() {
            self.painter.destroy();
        }
    }
}

fn no_window(error: impl std::fmt::Display) -> AppError {
    AppError::NoWindow(error.to_string())
}

/// Makes a window with the visual that its GL configuration needs; on Windows the window comes first.
fn configured(event_loop: &ActiveEventLoop, attributes: WindowAttributes) -> Result<(WindowConfig, Window), AppError> {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    let hook = winit::platform::x11::register_xlib_error_hook as fn(_);
    #[cfg(not(all(unix, not(target_vendor = "apple"))))]
    let hook: fn(crate::render::context::XlibErrorHook) = |_| {};
    if cfg!(windows) {
        let window = event_loop.create_window(attributes).map_err(no_window)?;
        let config = WindowConfig::find(event_loop, Some(&window), hook)?;
        Ok((config, window))
    } else {
        let config = WindowConfig::find(event_loop, None, hook)?;
        let window = glutin_winit::finalize_window(event_loop, attributes, config.config()).map_err(no_window)?;
        Ok((config, window))
    }
}
