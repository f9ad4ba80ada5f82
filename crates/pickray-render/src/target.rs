//! Targets of drawing: colour and depth at several samples a pixel, resolved into a texture; and a picture that is read
//! back.

use super::gl::{Framebuffer, Gl, RenderError, Renderbuffer, Texture, call, gl_size, settled};
use super::image::Image;
use glow::HasContext;
use pickray::math::FramebufferSize;
use std::sync::Arc;

pub(super) struct Target {
    gl: Gl,
    // The framebuffers refer to the buffers, and are dropped before them.
    drawn: Framebuffer,
    resolved: Framebuffer,
    /// Framebuffer of the same colours, with its own depth; made when something is first drawn over them.
    over: Option<(Framebuffer, Renderbuffer)>,
    color: Renderbuffer,
    pub(super) depth: Renderbuffer,
    pub(super) picture: Texture,
    width: i32,
    height: i32,
    /// Number of samples a pixel that was asked for; `samples` says how many there are.
    wanted_samples: i32,
    samples: i32,
}

impl Target {
    pub(super) fn new(gl: &Gl, width: i32, height: i32, samples: u8) -> Result<Self, RenderError> {
        let limit = call!(gl, get_parameter_i32(glow::MAX_RENDERBUFFER_SIZE));
        if limit < width || limit < height {
            return Err(RenderError::PictureTooLarge { width, height, limit });
        }
        let wanted_samples = i32::from(samples);
        let most = call!(gl, get_parameter_i32(glow::MAX_SAMPLES));
        let mut samples = if wanted_samples <= 1 { 0 } else { wanted_samples.min(most) };
        // Drivers may refuse a number of samples below their maximum, or have no memory for it: fewer then.
        loop {
            match Self::with_samples(gl, width, height, wanted_samples, samples) {
                Err(_) if 0 < samples => samples /= 2,
                answer => return answer,
            }
        }
    }

    fn with_samples(gl: &Gl, width: i32, height: i32, wanted_samples: i32, samples: i32) -> Result<Self, RenderError> {
        let (color, depth, picture) = (Renderbuffer::new(gl)?, Renderbuffer::new(gl)?, Texture::new(gl)?);
        let (drawn, resolved) = (Framebuffer::new(gl)?, Framebuffer::new(gl)?);
        let allocated = color.allocate(glow::RGBA8, samples, width, height)
            && depth.allocate(glow::DEPTH_COMPONENT24, samples, width, height)
            && picture.allocate(glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE, width, height);
        if !allocated {
            return Err(RenderError::PictureTooLarge { width, height, limit: 0 });
        }
        drawn.attach_renderbuffer(glow::COLOR_ATTACHMENT0, &color);
        drawn.attach_renderbuffer(glow::DEPTH_ATTACHMENT, &depth);
        drawn.check()?;
        resolved.attach_texture(glow::COLOR_ATTACHMENT0, &picture);
        resolved.check()?;
        Ok(Self {
            gl: Arc::clone(gl),
            drawn,
            resolved,
            over: None,
            color,
            depth,
            picture,
            width,
            height,
            wanted_samples,
            samples,
        })
    }

    /// Returns whether the target is of this size and was made for this many samples.
    pub(super) fn fits(&self, width: i32, height: i32, samples: u8) -> bool {
        (self.width, self.height, self.wanted_samples) == (width, height, i32::from(samples))
    }

    /// Returns the numbers of columns, of rows, and of samples a pixel; 0 samples without multisampling.
    pub(super) fn size(&self) -> [i32; 3] {
        [self.width, self.height, self.samples]
    }

    pub(super) fn bytes(&self) -> u64 {
        let (pixels, over) = (self.width as u64 * self.height as u64, u64::from(self.over.is_some()));
        pixels * (4 + (8 + 4 * over) * self.samples.max(1) as u64)
    }

    pub(super) fn bind(&self) {
        self.drawn.bind();
        call!(self.gl, viewport(0, 0, self.width, self.height));
    }

    /// Binds the colour buffer with a copy of the depth buffer, so that drawing over the picture leaves the original
    /// depth as it is. Returns `false` if there is no memory for the copy.
    pub(super) fn bind_over(&mut self) -> Result<bool, RenderError> {
        if self.over.is_none() {
            let (framebuffer, depth) = (Framebuffer::new(&self.gl)?, Renderbuffer::new(&self.gl)?);
            if !depth.allocate(glow::DEPTH_COMPONENT24, self.samples, self.width, self.height) {
                return Ok(false);
            }
            framebuffer.attach_renderbuffer(glow::COLOR_ATTACHMENT0, &self.color);
            framebuffer.attach_renderbuffer(glow::DEPTH_ATTACHMENT, &depth);
            framebuffer.check()?;
            self.over = Some((framebuffer, depth));
        }
        let Some((over, _)) = &self.over else { return Ok(false) };
        self.blit(&self.drawn, over, glow::DEPTH_BUFFER_BIT);
        over.bind();
        Ok(true)
    }

    /// Copies the colours at all samples from another framebuffer with the same size and samples.
    pub(super) fn copy(&self, from: &Framebuffer) {
        self.blit(from, &self.drawn, glow::COLOR_BUFFER_BIT);
    }

    /// Copies the depth of one sample of each pixel to a framebuffer of the same size.
    pub(super) fn copy_depth_to(&self, to: &Framebuffer) {
        self.blit(&self.drawn, to, glow::DEPTH_BUFFER_BIT);
    }

    /// Averages the samples of each pixel into [`Self::picture`].
    pub(super) fn resolve(&self) {
        self.blit(&self.drawn, &self.resolved, glow::COLOR_BUFFER_BIT);
    }

    /// Returns the picture, and puts another, without content, in its place; `None` if there is no memory for one.
    pub(super) fn set_aside(&mut self) -> Option<Texture> {
        let picture = Texture::new(&self.gl).ok()?;
        if !picture.allocate(glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE, self.width, self.height) {
            return None;
        }
        self.resolved.attach_texture(glow::COLOR_ATTACHMENT0, &picture);
        Some(std::mem::replace(&mut self.picture, picture))
    }

    /// Waits until all is drawn that was asked for, in a browser, too, which does not wait where it is merely told to.
    pub(super) fn wait(&self) {
        self.resolve();
        self.resolved.bind();
        let mut pixel = [0; 4];
        let pixels = glow::PixelPackData::Slice(Some(&mut pixel));
        call!(self.gl, read_pixels(0, 0, 1, 1, glow::RGBA, glow::UNSIGNED_BYTE, pixels));
    }

    fn blit(&self, from: &Framebuffer, to: &Framebuffer, what: u32) {
        from.bind_as(glow::READ_FRAMEBUFFER);
        to.bind_as(glow::DRAW_FRAMEBUFFER);
        let (w, h) = (self.width, self.height);
        call!(self.gl, blit_framebuffer(0, 0, w, h, 0, 0, w, h, what, glow::NEAREST));
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
