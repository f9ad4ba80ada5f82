//! Targets of drawing: colour and depth at several samples a pixel, resolved into a texture; and the picture of the
//! objects that is kept.

use super::gl::{Framebuffer, Gl, RenderError, Renderbuffer, Texture, call};
use super::program::{Program, can_choose_samples};
use glam::IVec2;
use glow::HasContext;
use std::sync::Arc;

pub(super) struct Target {
    gl: Gl,
    // The framebuffers refer to the buffers, and are dropped before them.
    drawn: Framebuffer,
    resolved: Framebuffer,
    /// Framebuffer of the same colours, with its own depth; made when something is first drawn over them.
    over: Option<(Framebuffer, Renderbuffer)>,
    color: Renderbuffer,
    depth: Renderbuffer,
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

    /// Returns a second colour buffer with the same samples, which shares the target's depth; `None` without memory.
    pub(super) fn other_colors(&self) -> Option<Colors> {
        let (framebuffer, buffer) = (Framebuffer::new(&self.gl).ok()?, Renderbuffer::new(&self.gl).ok()?);
        if !buffer.allocate(glow::RGBA8, self.samples, self.width, self.height) {
            return None;
        }
        framebuffer.attach_renderbuffer(glow::COLOR_ATTACHMENT0, &buffer);
        framebuffer.attach_renderbuffer(glow::DEPTH_ATTACHMENT, &self.depth);
        framebuffer.check().ok()?;
        Some(Colors { framebuffer, buffer })
    }

    /// Copies the colours at all samples from others.
    pub(super) fn copy(&self, from: &Colors) {
        self.blit(&from.framebuffer, &self.drawn, glow::COLOR_BUFFER_BIT);
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

/// Colours at all samples of a target, drawn with the target's depth.
pub(super) struct Colors {
    // It refers to the buffer, and is dropped before it.
    pub(super) framebuffer: Framebuffer,
    buffer: Renderbuffer,
}

/// Number of samples of the largest picture that is kept: 4 a pixel at 3840 × 2160.
const MOST_SAMPLES: u64 = 4 * 3840 * 2160;

/// Kinds and units of the textures of the numbers in `shaders/mesh.glsl`, of one sample a pixel and of several.
const NUMBER_UNITS: [(u32, u32); 2] = [(glow::TEXTURE_2D, 1), (glow::TEXTURE_2D_MULTISAMPLE, 2)];

/// Picture of the objects that is kept between frames: the colour and the triangle number of every sample.
pub(super) struct Kept {
    gl: Gl,
    // The framebuffers refer to the buffers, and are dropped before them.
    /// Framebuffer with the kept colours, the triangle numbers, and the depth buffer of the picture's target.
    whole: Framebuffer,
    /// The kept colours, without triangle numbers.
    pub(super) colors: Colors,
    numbers: Texture,
    size: [i32; 3],
}

impl Kept {
    /// Returns a picture that shares a target's depth; `None` if it is too large, or the driver cannot keep any.
    pub(super) fn new(gl: &Gl, target: &Target) -> Option<Self> {
        let Target { width, height, samples, .. } = *target;
        let n_samples = width as u64 * height as u64 * samples.max(1) as u64;
        if !can_choose_samples(gl) || MOST_SAMPLES < n_samples {
            return None;
        }
        let (whole, numbers) = (Framebuffer::new(gl).ok()?, Texture::new(gl).ok()?);
        let (kind, is_allocated) = match samples {
            0 => (glow::TEXTURE_2D, numbers.allocate(glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE, width, height)),
            _ => (glow::TEXTURE_2D_MULTISAMPLE, numbers.allocate_samples(glow::RGBA8, samples, width, height)),
        };
        let colors = target.other_colors().filter(|_| is_allocated)?;
        whole.attach_renderbuffer(glow::COLOR_ATTACHMENT0, &colors.buffer);
        whole.attach_renderbuffer(glow::DEPTH_ATTACHMENT, &target.depth);
        whole.attach_texture_as(kind, glow::COLOR_ATTACHMENT1, &numbers);
        whole.check().ok()?;
        call!(gl, draw_buffers(&[glow::COLOR_ATTACHMENT0, glow::COLOR_ATTACHMENT1]));
        // The driver may give more samples than it was asked for.
        let samples = call!(gl, get_parameter_i32(glow::SAMPLES)).max(samples);
        Some(Self { gl: Arc::clone(gl), whole, colors, numbers, size: [width, height, samples] })
    }

    /// Returns the number of samples a pixel, 1 without multisampling.
    pub(super) fn samples(&self) -> i32 {
        self.size[2].max(1)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.size.iter().map(|&n| n.max(1) as u64).product::<u64>() * 8
    }

    /// Binds the kept colours, with the target's depth buffer, for drawing.
    pub(super) fn bind_colors(&self) {
        self.colors.framebuffer.bind();
        call!(self.gl, viewport(0, 0, self.size[0], self.size[1]));
    }

    pub(super) fn bind(&self) {
        self.whole.bind();
        call!(self.gl, viewport(0, 0, self.size[0], self.size[1]));
    }

    /// Clears the picture's triangle numbers; the picture must be bound by [`bind`](Self::bind).
    pub(super) fn clear_numbers(&self) {
        call!(self.gl, clear_buffer_f32_slice(glow::COLOR, 1, &[0.0; 4]));
    }

    /// Makes `program`, of `shaders/mesh.glsl`, draw colours alone, at samples that already show their triangle.
    pub(super) fn choose_samples(&self, program: &Program) {
        self.bind_colors();
        program.set_i32("u_samples", self.samples());
        program.set_i32("u_number_shown", NUMBER_UNITS[0].1 as i32);
        program.set_i32("u_numbers_shown", NUMBER_UNITS[1].1 as i32);
        let (kind, unit) = NUMBER_UNITS[usize::from(self.samples() > 1)];
        self.numbers.bind_as(kind, unit);
    }

    /// Unbinds the texture of the triangles' numbers, so that it can be drawn into.
    pub(super) fn release_samples(&self) {
        for (kind, unit) in NUMBER_UNITS {
            call!(self.gl, active_texture(glow::TEXTURE0 + unit));
            call!(self.gl, bind_texture(kind, None));
        }
        call!(self.gl, active_texture(glow::TEXTURE0));
    }

    /// Copies the colours of pixels from `start` to `end` to others of the same size and samples.
    pub(super) fn copy_part_to(&self, to: &Colors, start: IVec2, end: IVec2) {
        self.colors.framebuffer.bind_as(glow::READ_FRAMEBUFFER);
        to.framebuffer.bind_as(glow::DRAW_FRAMEBUFFER);
        let ([x, y], [to_x, to_y]) = (start.to_array(), end.to_array());
        let color = glow::COLOR_BUFFER_BIT;
        call!(self.gl, blit_framebuffer(x, y, to_x, to_y, x, y, to_x, to_y, color, glow::NEAREST));
    }
}
