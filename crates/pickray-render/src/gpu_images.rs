//! Images of textures on the GPU: uploaded some rows at a time, each once, whatever number of meshes shows it.

use super::gl::{Gl, RenderError, Sampler, Texture, call};
use super::mipmap::halved;
use glow::HasContext;
use pickray::mesh::{self, Image, Mesh, Pixels, Wrap};
use std::collections::HashMap;
use std::sync::Arc;

/// Texture unit of `u_texture` in `shaders/mesh.glsl`.
pub(super) const TEXTURE_UNIT: u32 = 3;

/// Limit of the GPU, for which it does not show an image as the image is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureLimit {
    /// The image is larger than any texture of the GPU, and was made smaller.
    MadeSmaller {
        /// Number of columns of the smaller image.
        width: u32,
        /// Number of rows of the smaller image.
        height: u32,
    },
    /// Nothing: the GPU has no memory for the image.
    NoMemory,
}

struct GpuImage {
    image: Image,
    /// Texture; `None` if there is no memory for it.
    texture: Option<Texture>,
    size: [u32; 2],
    /// Smaller image to upload in place of one that is too large; `None` once that is done.
    smaller: Option<Pixels>,
    rows: u32,
}

impl GpuImage {
    /// Allocates memory for an image that is decoded, and uploads nothing yet.
    fn new(gl: &Gl, image: &Image, pixels: &Pixels, largest: u32) -> Result<Self, RenderError> {
        let is_too_large = |pixels: &Pixels| largest < pixels.width().max(pixels.height());
        let mut smaller = None;
        while let Some(larger) = Some(smaller.as_ref().unwrap_or(pixels)).filter(|pixels| is_too_large(pixels)) {
            let Some(half) = halved(larger) else { break };
            smaller = Some(half);
        }
        let fitting = smaller.as_ref().unwrap_or(pixels);
        let size = [fitting.width(), fitting.height()];
        let texture = Texture::new(gl)?;
        let is_allocated = !is_too_large(fitting) && texture.allocate_image(size.map(|n| n as i32));
        Ok(Self { image: image.clone(), texture: is_allocated.then_some(texture), size, smaller, rows: 0 })
    }

    fn row_bytes(&self) -> usize {
        4 * self.size[0] as usize
    }

    /// Returns the numbers of bytes that are uploaded, and of all.
    fn progress(&self) -> (usize, usize) {
        let all = if self.texture.is_some() { self.size[1] as usize } else { 0 };
        (self.rows as usize * self.row_bytes(), all * self.row_bytes())
    }

    fn is_ready(&self) -> bool {
        self.texture.is_some() && self.rows == self.size[1]
    }

    /// Uploads rows, one at least and up to `budget` bytes, then makes the smaller levels; returns the number of bytes.
    fn upload(&mut self, budget: usize) -> usize {
        let Some((texture, pixels)) = self.texture.as_ref().zip(self.smaller.as_ref().or(self.image.pixels())) else {
            return 0;
        };
        let row_bytes = self.row_bytes();
        let rows = ((budget / row_bytes).max(1) as u32).min(self.size[1] - self.rows);
        let first = self.rows as usize * row_bytes;
        texture.write_rows(self.rows, [self.size[0], rows], &pixels.bytes()[first..first + rows as usize * row_bytes]);
        self.rows += rows;
        if self.rows == self.size[1] {
            if !texture.finish_image() {
                (self.texture, self.rows) = (None, 0);
            }
            self.smaller = None;
        }
        rows as usize * row_bytes
    }
}

pub(super) struct GpuImages {
    gl: Gl,
    images: Vec<GpuImage>,
    samplers: HashMap<(Wrap, Wrap, bool), Sampler>,
    /// Texture of one pixel, for what has no texture: a browser complains of a unit without one.
    blank: Option<Texture>,
}

impl GpuImages {
    pub(super) fn new(gl: &Gl) -> Self {
        Self { gl: Arc::clone(gl), images: Vec::new(), samplers: HashMap::new(), blank: None }
    }

    /// Makes the images those of meshes that show textures, as far as they are decoded; frees all others.
    pub(super) fn follow(&mut self, meshes: &[&Mesh], largest: i32) -> Result<(), RenderError> {
        let shown = || meshes.iter().flat_map(|mesh| mesh.textures().images());
        self.images.retain(|there| shown().any(|image| image.is(&there.image)));
        for image in shown() {
            if let Some(pixels) = image.pixels().filter(|_| !self.images.iter().any(|there| there.image.is(image))) {
                self.images.push(GpuImage::new(&self.gl, image, pixels, largest as u32)?);
            }
        }
        if self.blank.is_none() {
            let blank = Texture::new(&self.gl)?;
            blank.allocate(glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE, 1, 1);
            self.blank = Some(blank);
        }
        let textures = meshes.iter().flat_map(|mesh| mesh.textures().materials()).flatten();
        for mesh::Texture { wrap: [side, up], nearest, .. } in textures {
            if !self.samplers.contains_key(&(*side, *up, *nearest)) {
                let sampler = Sampler::new(&self.gl)?;
                sampler.set([*side, *up].map(gl_wrap), *nearest);
                self.samplers.insert((*side, *up, *nearest), sampler);
            }
        }
        Ok(())
    }

    /// Uploads the next rows of the first image that is not complete; returns the number of bytes, 0 if all are there.
    pub(super) fn upload(&mut self, budget: usize) -> usize {
        let next = self.images.iter_mut().find(|image| image.texture.is_some() && !image.is_ready());
        next.map_or(0, |image| image.upload(budget))
    }

    pub(super) fn progress(&self) -> impl Iterator<Item = (usize, usize)> {
        self.images.iter().map(GpuImage::progress)
    }

    /// Returns the bytes of all images and their smaller levels, which take a third of the image.
    pub(super) fn gpu_bytes(&self) -> u64 {
        self.progress().map(|(_, bytes)| bytes as u64 * 4 / 3).sum()
    }

    pub(super) fn n_ready(&self, mesh: &Mesh) -> usize {
        let is_ready = |image: &&Image| self.images.iter().any(|there| there.image.is(image) && there.is_ready());
        mesh.textures().images().iter().filter(is_ready).count()
    }

    /// Binds the image and the sampler of a texture; returns `false` if there is none to be shown.
    pub(super) fn bind(&self, mesh: &Mesh, texture: Option<&mesh::Texture>) -> bool {
        let image = texture.map(|texture| &mesh.textures().images()[texture.image as usize]);
        let found = image.and_then(|image| self.images.iter().find(|there| there.image.is(image) && there.is_ready()));
        let shown = found.and_then(|found| found.texture.as_ref());
        shown.or(self.blank.as_ref()).iter().for_each(|texture| texture.bind(TEXTURE_UNIT));
        let [side, up] = texture.map_or_else(Default::default, |texture| texture.wrap);
        let sampler = self.samplers.get(&(side, up, texture.is_some_and(|texture| texture.nearest)));
        sampler.filter(|_| shown.is_some()).iter().for_each(|sampler| sampler.bind(TEXTURE_UNIT));
        shown.is_some()
    }

    /// Unbinds what [`bind`](Self::bind) bound.
    pub(super) fn release(&self) {
        call!(self.gl, active_texture(glow::TEXTURE0 + TEXTURE_UNIT));
        call!(self.gl, bind_texture(glow::TEXTURE_2D, None));
        call!(self.gl, bind_sampler(TEXTURE_UNIT, None));
        call!(self.gl, active_texture(glow::TEXTURE0));
    }

    pub(super) fn limited(&self) -> impl Iterator<Item = (&Image, TextureLimit)> {
        self.images.iter().filter_map(|there| {
            let [width, height] = there.size;
            let is_whole = there.image.pixels().is_some_and(|pixels| [pixels.width(), pixels.height()] == there.size);
            match &there.texture {
                None => Some((&there.image, TextureLimit::NoMemory)),
                Some(_) => (!is_whole).then_some((&there.image, TextureLimit::MadeSmaller { width, height })),
            }
        })
    }
}

fn gl_wrap(wrap: Wrap) -> u32 {
    match wrap {
        Wrap::Repeat => glow::REPEAT,
        Wrap::Mirror => glow::MIRRORED_REPEAT,
        Wrap::Clamp => glow::CLAMP_TO_EDGE,
    }
}
