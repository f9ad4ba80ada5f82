//! Text and marks over the picture, painted into a picture that is saved. They are laid out at its resolution, so that
//! letters stay sharp.

use crate::app::update::State;
use crate::app::{panels, theme};
use egui::epaint::ClippedShape;
use egui::{ClippedPrimitive, Context, Pos2, RawInput, Rect, TexturesDelta, Theme, Vec2};
use pickray::math::{FramebufferSize, Viewport};
use std::sync::Arc;

/// Writes the text and marks over a desk's picture into an image of all of its framebuffer, without a GPU.
#[cfg(not(target_arch = "wasm32"))]
pub fn write_over(image: &mut pickray_render::Image, state: &State, theme: pickray_render::Theme) {
    let theme = if theme == pickray_render::Theme::Dark { Theme::Dark } else { Theme::Light };
    if let Some(mut words) = Words::over(state, theme, 1) {
        super::blend::blend(image, &words.primitives, &mut words.textures, words.pixels_per_point);
    }
}

/// Tessellated text and marks, to be painted over a saved picture.
pub struct Words {
    primitives: Vec<ClippedPrimitive>,
    textures: TexturesDelta,
    pixels_per_point: f32,
}

impl Words {
    /// Returns the text and marks for a picture `scale` times the window's; `None` if it has no pixel.
    pub fn over(state: &State, theme: Theme, scale: u8) -> Option<Self> {
        let (desk, Viewport { x, y, width, height }) = (&state.desk, state.desk.shown.picture);
        if desk.shown.picture.is_empty() {
            return None;
        }
        let framebuffer = desk.view().framebuffer;
        let in_points = |x: i32, y: i32| Vec2::new(x as f32, y as f32) / desk.shown.scale_factor as f32;
        let corner = in_points(x, framebuffer.height as i32 - y - height);
        let area = Rect::from_min_size(corner.to_pos2(), in_points(width, height));
        let whole = in_points(framebuffer.width as i32, framebuffer.height as i32);
        let pixels_per_point = desk.shown.scale_factor as f32 * f32::from(scale);
        let ctx = Context::default();
        theme::install(&ctx);
        ctx.set_theme(theme);
        ctx.set_pixels_per_point(pixels_per_point);
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, whole));
        let mut shapes: Vec<ClippedShape> = Vec::new();
        let output = ctx.run_ui(RawInput { screen_rect, ..RawInput::default() }, |ui| {
            shapes = panels::written_over(ui, state, area);
        });
        for shape in &mut shapes {
            shape.clip_rect = shape.clip_rect.translate(-corner);
            shape.shape.translate(-corner);
        }
        let primitives = ctx.tessellate(shapes, pixels_per_point);
        Some(Self { primitives, textures: output.textures_delta, pixels_per_point })
    }

    /// Paints the text and marks over the bound framebuffer of `size`. Paints nothing if the driver refuses a painter.
    pub fn paint(&mut self, gl: &Arc<glow::Context>, size: FramebufferSize) {
        let Ok(mut painter) = egui_glow::Painter::new(gl.clone(), "", None, false) else { return };
        let size = [size.width, size.height];
        painter.paint_and_update_textures(size, self.pixels_per_point, &self.primitives, &mut self.textures);
        painter.destroy();
    }
}
