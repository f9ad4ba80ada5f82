//! Window with its OpenGL context, and what draws into it: the renderer, then the painter of the panels.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(target_arch = "wasm32")]
mod page;

use crate::app::AppError;
use crate::app::shell::display::Event;
#[cfg(not(target_arch = "wasm32"))]
use desktop as place;
use egui_winit::winit;
#[cfg(target_arch = "wasm32")]
use page as place;
use pickray_render::Renderer;
pub use place::copy;
use std::sync::Arc;
use std::time::Duration;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::Window;

/// Time that a frame draws triangles at most: a longer one is felt while the camera moves.
const FRAME_TIME: Duration = Duration::from_millis(50);

/// Window that can be drawn into. Fields are dropped in order: GL objects, then their context, then the window.
pub struct Canvas {
    pub renderer: Renderer,
    pub painter: egui_glow::Painter,
    /// State that turns winit's events into egui's.
    pub input: egui_winit::State,
    /// Number of times so far that the browser has restored a lost context.
    #[cfg(target_arch = "wasm32")]
    restored: usize,
    pub context: place::WindowContext,
    pub window: Arc<Window>,
    /// Theme of the window's frame; `None` for the system's.
    framed: Option<egui::Theme>,
}

impl Canvas {
    /// Gives the window's frame a theme, or with `None` that of the system.
    pub fn frame_as(&mut self, theme: Option<egui::Theme>) {
        if self.framed == theme {
            return;
        }
        self.framed = theme;
        self.window.set_theme(theme.map(|theme| match theme {
            egui::Theme::Dark => winit::window::Theme::Dark,
            egui::Theme::Light => winit::window::Theme::Light,
        }));
    }

    /// Opens a hidden window of `size` in logical pixels, or the page's canvas. Fails without one, or OpenGL for it.
    pub fn open(
        event_loop: &ActiveEventLoop,
        proxy: EventLoopProxy<Event>,
        egui: &egui::Context,
        size: Option<(f64, f64)>,
    ) -> Result<Self, AppError> {
        let (context, window) = place::open(event_loop, size)?;
        let (renderer, painter) = drawing_into(&context)?;
        let mut input = egui_winit::State::new(
            egui.clone(),
            egui::ViewportId::ROOT,
            event_loop,
            Some(window.scale_factor() as f32),
            window.theme(),
            Some(painter.max_texture_side()),
        );
        place::attend(&mut input, event_loop, &window, proxy);
        Ok(Self {
            renderer,
            painter,
            input,
            #[cfg(target_arch = "wasm32")]
            restored: 0,
            context,
            window,
            framed: None,
        })
    }

    /// Makes renderer and painter again, after a lost context was restored; the panels run before the next drawing.
    #[cfg(target_arch = "wasm32")]
    pub fn restore(&mut self) -> Result<(), AppError> {
        (self.renderer, self.painter) = drawing_into(&self.context)?;
        // At another limit egui draws all letters anew, and hands them over whole.
        self.restored += 1;
        self.input.set_max_texture_side(self.painter.max_texture_side() - self.restored % 2);
        Ok(())
    }

    /// Frees the painter's GPU objects. To be called once, before the canvas is dropped.
    pub fn close(&mut self) {
        if self.context.make_current().is_ok() {
            self.painter.destroy();
        }
    }
}

fn drawing_into(context: &place::WindowContext) -> Result<(Renderer, egui_glow::Painter), AppError> {
    let mut renderer = Renderer::new(context.gl().clone())?;
    renderer.set_frame_time(Some(FRAME_TIME));
    let painter = egui_glow::Painter::new(context.gl().clone(), "", None, false).map_err(AppError::no_window)?;
    Ok((renderer, painter))
}
