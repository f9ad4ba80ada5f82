//! Pictures that are drawn in full and read back from the GPU.

use super::frame::Frame;
use super::gl::{Framebuffer, Gl, RenderError, Texture, bound_framebuffer, call, gl_size, settled};
use super::image::Image;
use super::renderer::Renderer;
use glow::HasContext;
use pickray::math::FramebufferSize;

impl Renderer {
    /// Returns a frame, drawn in full, as a picture of its framebuffer's size. The framebuffer that was bound before is
    /// bound again, and the next frame is drawn anew.
    ///
    /// # Errors
    /// When the picture is too large for the GPU.
    pub fn picture(&mut self, frame: &Frame) -> Result<Image, RenderError> {
        self.picture_of_panes(std::slice::from_ref(frame), || {})
    }

    /// Returns several views of one scene, drawn in full, as a picture of their framebuffer's size, like
    /// [`picture`](Self::picture) for one view. The function `over` is called after the views are drawn, with the
    /// picture's framebuffer bound, to draw over them.
    ///
    /// # Errors
    /// When the picture is too large for the GPU.
    pub fn picture_of_panes(&mut self, frames: &[Frame], over: impl FnOnce()) -> Result<Image, RenderError> {
        let Some(frame) = frames.first() else { return Ok(Image::new(0, 0, [0; 4])) };
        let shown_on = bound_framebuffer(&self.gl);
        let size = frame.view.framebuffer;
        let Some(picture) = Picture::new(&self.gl, size)? else {
            return Ok(Image::new(size.width, size.height, [0; 4]));
        };
        let time = std::mem::take(&mut self.frame_time);
        let budget = std::mem::replace(&mut self.scene.upload_budget, usize::MAX);
        self.panes.clear();
        let drawn = self.draw_panes(frames);
        self.panes.clear();
        over();
        (self.frame_time, self.scene.upload_budget) = (time, budget);
        let image = drawn.map(|_| picture.read_back(&self.gl, size));
        call!(self.gl, bind_framebuffer(glow::FRAMEBUFFER, shown_on));
        image.map(|image| if frame.transparent { image.with_colors_divided() } else { image })
    }
}

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
