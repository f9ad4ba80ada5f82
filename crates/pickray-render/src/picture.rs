//! Offscreen picture that a frame is drawn into, and that is read back.

use super::RenderError;
use super::gl::{Framebuffer, Gl, Texture, call, gl_size, settled};
use super::image::Image;
use glow::HasContext;
use pickray::math::FramebufferSize;

/// Framebuffer of a picture that a frame is drawn into.
pub(super) struct Picture {
    framebuffer: Framebuffer,
    // Held by the framebuffer.
    _texture: Texture,
}

impl Picture {
    /// Returns a picture of this size, cleared and bound for drawing; `None` if the size has no pixel.
    pub(super) fn new(gl: &Gl, size: FramebufferSize) -> Result<Option<Self>, RenderError> {
        let framebuffer = Framebuffer::new(gl)?;
        let texture = Texture::new(gl)?;
        let limit = call!(gl, get_parameter_i32(glow::MAX_TEXTURE_SIZE));
        let [width, height] = gl_size(size);
        if width < 1 || height < 1 {
            return Ok(None);
        }
        let fits = width <= limit && height <= limit;
        if !fits || !texture.allocate(glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE, width, height) {
            return Err(RenderError::PictureTooLarge { width, height, limit });
        }
        framebuffer.attach_texture(glow::COLOR_ATTACHMENT0, &texture);
        framebuffer.check()?;
        call!(gl, disable(glow::SCISSOR_TEST));
        call!(gl, clear_color(0.0, 0.0, 0.0, 0.0));
        call!(gl, clear(glow::COLOR_BUFFER_BIT));
        Ok(Some(Self { framebuffer, _texture: texture }))
    }

    /// Returns the pixels of the picture, and leaves its framebuffer bound.
    pub(super) fn read_back(&self, gl: &Gl, size: FramebufferSize) -> Image {
        self.framebuffer.bind();
        let mut image = Image::new(size.width, size.height, [0; 4]);
        let pixels = glow::PixelPackData::Slice(Some(settled(gl, image.pixels.as_flattened_mut())));
        call!(gl, pixel_store_i32(glow::PACK_ALIGNMENT, 4));
        let [width, height] = gl_size(size);
        call!(gl, read_pixels(0, 0, width, height, glow::RGBA, glow::UNSIGNED_BYTE, pixels));
        image.flipped()
    }
}
