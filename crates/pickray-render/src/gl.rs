//! OpenGL objects, each with an owning type: made by `new`, deleted when dropped; and the fixed state of a drawing
//! pass.
//!
//! Every call assumes that the OpenGL context is current on the calling thread. The caller of
//! [`Renderer::new`](super::Renderer::new) guarantees this, and drops the renderer before the context.

use glow::HasContext;
use pickray::intersect::Culling;
use pickray::math::FramebufferSize;
use pickray::scene::View;
use std::sync::Arc;

/// Error when a picture cannot be drawn.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The driver refused to make an OpenGL object; holds the driver's message.
    #[error("the OpenGL driver refused an object: {0}; restart, or draw on the CPU")]
    Object(String),
    /// A shader does not compile, or a program does not link.
    #[error("the {stage} shader of {name} was refused by the OpenGL driver; please report this text:\n{log}\n{text}")]
    Shader {
        /// Name of the shader program.
        name: &'static str,
        /// Stage that failed: vertex, fragment, or linked.
        stage: &'static str,
        /// Compiler's or linker's log from the driver.
        log: String,
        /// Source of the shader, with line numbers.
        text: String,
    },
    /// The driver does not support a framebuffer's combination of attachments; holds the framebuffer's OpenGL status.
    #[error("the OpenGL driver does not draw into the framebuffer that is needed (status {0:#x}); draw on the CPU")]
    Framebuffer(u32),
    /// Picture with more columns or rows than the GPU takes, or than there is memory for.
    #[error(
        "a picture of {width}x{height} pixels is more than the GPU takes (at most {limit} a side, and its memory): ask \
         for a smaller one"
    )]
    PictureTooLarge {
        /// Columns of pixels.
        width: i32,
        /// Rows of pixels.
        height: i32,
        /// Largest number of columns or rows that the GPU takes; can be 0 if the GPU has too little memory.
        limit: i32,
    },
    /// Mesh that does not fit on the GPU.
    #[error(
        "a mesh of {triangles} triangles ({bytes} bytes) is more than the GPU takes: at most {limit} {what}; it can \
         still be picked offscreen: pickray pick FILE --at X,Y"
    )]
    MeshTooLarge {
        /// Number of triangles of the mesh.
        triangles: u64,
        /// Bytes that the mesh needs on the GPU.
        bytes: u64,
        /// Largest number that the GPU takes, of the things that `what` names.
        limit: u64,
        /// Words that say what `limit` counts (triangles, for example), and why there is a limit.
        what: &'static str,
    },
}

/// An OpenGL call on a [`glow::Context`].
macro_rules! call {
    ($gl:expr, $($call:tt)*) => {{
        // SAFETY: the context is current, as the module's first lines demand, and memory is passed as slices only.
        #[allow(unsafe_code, reason = "an OpenGL call")]
        let answer = unsafe { $gl.$($call)* };
        answer
    }};
}
pub(super) use call;

/// OpenGL functions of the context, shared by all objects made in it.
pub(super) type Gl = Arc<glow::Context>;

/// Returns bytes for a call that reads or fills them. A browser's view of them is empty if its own handle moves the
/// memory: so a handle is taken and released before, and the view gets its place.
pub(super) fn settled<T>(gl: &Gl, bytes: T) -> T {
    if cfg!(target_arch = "wasm32") {
        call!(gl, get_parameter_i32(glow::UNPACK_ALIGNMENT));
    }
    bytes
}

macro_rules! objects {
    ($($(#[$doc:meta])* $name:ident $create:ident $delete:ident)*) => {$(
        $(#[$doc])*
        pub(super) struct $name {
            gl: Gl,
            id: glow::$name,
        }

        impl $name {
            pub(super) fn new(gl: &Gl) -> Result<Self, RenderError> {
                let id = call!(gl, $create()).map_err(RenderError::Object)?;
                Ok(Self { gl: Arc::clone(gl), id })
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                call!(self.gl, $delete(self.id));
            }
        }
    )*};
}

objects! {
    Buffer create_buffer delete_buffer
    /// A vertex array object: it says which buffers feed which attributes.
    VertexArray create_vertex_array delete_vertex_array
    Texture create_texture delete_texture
    /// A sampler object: how a texture is read, whatever the texture itself says.
    Sampler create_sampler delete_sampler
    Renderbuffer create_renderbuffer delete_renderbuffer
    Framebuffer create_framebuffer delete_framebuffer
}

impl VertexArray {
    pub(super) fn bind(&self) {
        call!(self.gl, bind_vertex_array(Some(self.id)));
    }

    /// Makes attributes from `first` on, of these numbers of floats each, take their values from the bound buffer, one
    /// after the other: those of each vertex, or of each instance.
    pub(super) fn set_floats(&self, first: u32, floats: &[i32], is_by_instance: bool) {
        self.bind();
        let (stride, mut offset) = (4 * floats.iter().sum::<i32>(), 0);
        for (location, &n) in (first..).zip(floats) {
            call!(self.gl, enable_vertex_attrib_array(location));
            call!(self.gl, vertex_attrib_pointer_f32(location, n, glow::FLOAT, false, stride, offset));
            call!(self.gl, vertex_attrib_divisor(location, is_by_instance.into()));
            offset += 4 * n;
        }
        call!(self.gl, bind_vertex_array(None));
    }
}

impl Buffer {
    fn bind(&self) {
        call!(self.gl, bind_buffer(glow::ARRAY_BUFFER, Some(self.id)));
    }

    /// Binds the buffer and gives it memory with undefined contents; returns `false` if there is none.
    pub(super) fn allocate(&self, bytes: usize) -> bool {
        let Ok(size) = i32::try_from(bytes) else { return false };
        clear_errors(&self.gl);
        self.bind();
        call!(self.gl, buffer_data_size(glow::ARRAY_BUFFER, size, glow::STATIC_DRAW));
        call!(self.gl, get_error()) == glow::NO_ERROR
    }

    /// Overwrites the buffer's bytes from `offset` on with `bytes`, which must fit into the allocated memory.
    pub(super) fn write(&self, offset: usize, bytes: &[u8]) {
        let offset = i32::try_from(offset).expect("buffers are allocated with sizes that fit i32");
        self.bind();
        call!(self.gl, buffer_sub_data_u8_slice(glow::ARRAY_BUFFER, offset, settled(&self.gl, bytes)));
    }

    /// Fills the buffer with the indices of vertices, and makes it that of the bound vertex array.
    pub(super) fn fill_elements(&self, indices: &[u32]) {
        call!(self.gl, bind_buffer(glow::ELEMENT_ARRAY_BUFFER, Some(self.id)));
        let bytes = settled(&self.gl, bytemuck::cast_slice(indices));
        call!(self.gl, buffer_data_u8_slice(glow::ELEMENT_ARRAY_BUFFER, bytes, glow::STREAM_DRAW));
    }

    /// Binds the buffer and replaces its memory by a copy of `bytes`, of the same size.
    pub(super) fn replace(&self, bytes: &[u8]) {
        self.bind();
        call!(self.gl, buffer_data_u8_slice(glow::ARRAY_BUFFER, settled(&self.gl, bytes), glow::STREAM_DRAW));
    }
}

impl Texture {
    pub(super) fn bind(&self, unit: u32) {
        self.bind_as(glow::TEXTURE_2D, unit);
    }

    /// Binds the texture as one of an OpenGL kind, such as that of multisample textures.
    pub(super) fn bind_as(&self, kind: u32, unit: u32) {
        call!(self.gl, active_texture(glow::TEXTURE0 + unit));
        call!(self.gl, bind_texture(kind, Some(self.id)));
    }

    /// Allocates a texture with the samples that a renderbuffer's texels have; returns `false` if memory runs out.
    pub(super) fn allocate_samples(&self, internal_format: u32, samples: i32, width: i32, height: i32) -> bool {
        clear_errors(&self.gl);
        let (kind, internal_format) = (glow::TEXTURE_2D_MULTISAMPLE, internal_format as i32);
        self.bind_as(kind, 0);
        call!(self.gl, tex_image_2d_multisample(kind, samples, internal_format, width, height, true));
        let allocated = call!(self.gl, get_error()) == glow::NO_ERROR;
        call!(self.gl, bind_texture(kind, None));
        allocated
    }

    /// Gives the texture one unfiltered level of `width` × `height` texels; returns `false` if there is no memory.
    pub(super) fn allocate(&self, internal_format: u32, format: u32, kind: u32, width: i32, height: i32) -> bool {
        clear_errors(&self.gl);
        self.bind(0);
        for (parameter, value) in [
            (glow::TEXTURE_MIN_FILTER, glow::NEAREST),
            (glow::TEXTURE_MAG_FILTER, glow::NEAREST),
            (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
            (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
            (glow::TEXTURE_MAX_LEVEL, 0),
        ] {
            call!(self.gl, tex_parameter_i32(glow::TEXTURE_2D, parameter, value as i32));
        }
        let nothing = glow::PixelUnpackData::Slice(None);
        let internal_format = internal_format as i32;
        call!(self.gl, tex_image_2d(glow::TEXTURE_2D, 0, internal_format, width, height, 0, format, kind, nothing));
        call!(self.gl, get_error()) == glow::NO_ERROR
    }

    /// Gives the texture memory for an image of sRGB; returns `false` if there is none.
    pub(super) fn allocate_image(&self, [width, height]: [i32; 2]) -> bool {
        let is_allocated = self.allocate(glow::SRGB8_ALPHA8, glow::RGBA, glow::UNSIGNED_BYTE, width, height);
        call!(self.gl, tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MAX_LEVEL, 1000));
        is_allocated
    }

    /// Writes rows of an image, from row `first` on, four bytes a pixel.
    pub(super) fn write_rows(&self, first: u32, [width, rows]: [u32; 2], bytes: &[u8]) {
        self.bind(0);
        let (kind, pixels) = (glow::TEXTURE_2D, glow::PixelUnpackData::Slice(Some(settled(&self.gl, bytes))));
        let [first, width, rows] = [first, width, rows].map(|n| n as i32);
        call!(self.gl, tex_sub_image_2d(kind, 0, 0, first, width, rows, glow::RGBA, glow::UNSIGNED_BYTE, pixels));
    }

    /// Makes the smaller levels of an image; returns `false` if there is no memory for them.
    pub(super) fn finish_image(&self) -> bool {
        clear_errors(&self.gl);
        self.bind(0);
        call!(self.gl, generate_mipmap(glow::TEXTURE_2D));
        call!(self.gl, get_error()) == glow::NO_ERROR
    }
}

impl Sampler {
    /// Sets how a texture goes on to its sides, and whether its pixels, where large, are squares.
    pub(super) fn set(&self, [side, up]: [u32; 2], nearest: bool) {
        for (parameter, value) in [
            (glow::TEXTURE_WRAP_S, side),
            (glow::TEXTURE_WRAP_T, up),
            (glow::TEXTURE_MIN_FILTER, glow::LINEAR_MIPMAP_LINEAR),
            (glow::TEXTURE_MAG_FILTER, if nearest { glow::NEAREST } else { glow::LINEAR }),
        ] {
            call!(self.gl, sampler_parameter_i32(self.id, parameter, value as i32));
        }
    }

    pub(super) fn bind(&self, unit: u32) {
        call!(self.gl, bind_sampler(unit, Some(self.id)));
    }
}

impl Framebuffer {
    pub(super) fn bind(&self) {
        self.bind_as(glow::FRAMEBUFFER);
    }

    /// Makes the framebuffer the target of drawing, of reading, or of both, as the OpenGL constant `target` says.
    pub(super) fn bind_as(&self, target: u32) {
        call!(self.gl, bind_framebuffer(target, Some(self.id)));
    }

    pub(super) fn attach_texture(&self, attachment: u32, texture: &Texture) {
        self.attach_texture_as(glow::TEXTURE_2D, attachment, texture);
    }

    pub(super) fn attach_texture_as(&self, kind: u32, attachment: u32, texture: &Texture) {
        self.bind();
        call!(self.gl, framebuffer_texture_2d(glow::FRAMEBUFFER, attachment, kind, Some(texture.id), 0));
    }

    pub(super) fn attach_renderbuffer(&self, attachment: u32, renderbuffer: &Renderbuffer) {
        self.bind();
        let renderbuffer = Some(renderbuffer.id);
        call!(self.gl, framebuffer_renderbuffer(glow::FRAMEBUFFER, attachment, glow::RENDERBUFFER, renderbuffer));
    }

    /// Binds the framebuffer; fails if the driver does not support its combination of attachments.
    pub(super) fn check(&self) -> Result<(), RenderError> {
        self.bind();
        let status = call!(self.gl, check_framebuffer_status(glow::FRAMEBUFFER));
        if status == glow::FRAMEBUFFER_COMPLETE { Ok(()) } else { Err(RenderError::Framebuffer(status)) }
    }
}

impl Renderbuffer {
    /// Gives the renderbuffer memory; `samples` of 0 makes it single-sampled. Returns `false` if there is no memory.
    pub(super) fn allocate(&self, format: u32, samples: i32, width: i32, height: i32) -> bool {
        clear_errors(&self.gl);
        call!(self.gl, bind_renderbuffer(glow::RENDERBUFFER, Some(self.id)));
        call!(self.gl, renderbuffer_storage_multisample(glow::RENDERBUFFER, samples, format, width, height));
        call!(self.gl, get_error()) == glow::NO_ERROR
    }
}

/// Returns the framebuffer bound for drawing, of this context; `None` for the window's or canvas's own.
pub(super) fn bound_framebuffer(gl: &Gl) -> Option<glow::Framebuffer> {
    // On the web, glow looks for it among those that it made, and panics where it is the canvas's own, which alone
    // draws into a buffer of this name.
    if cfg!(target_arch = "wasm32") && call!(gl, get_parameter_i32(glow::DRAW_BUFFER0)) == glow::BACK as i32 {
        return None;
    }
    call!(gl, get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING))
}

/// Returns a framebuffer's width and height as signed integers, which OpenGL takes.
pub(super) fn gl_size(size: FramebufferSize) -> [i32; 2] {
    [size.width, size.height].map(|n| i32::try_from(n).unwrap_or(i32::MAX))
}

/// Discards errors of earlier calls, in a few queries, as a lost context answers each with an error.
fn clear_errors(gl: &Gl) {
    for _ in 0..16 {
        if call!(gl, get_error()) == glow::NO_ERROR {
            break;
        }
    }
}

/// Fixed OpenGL state of a drawing pass.
pub(super) struct PassState {
    /// Comparison function of the depth test; `None` turns the test off.
    pub depth: Option<u32>,
    /// `true` if the pass changes the depth buffer.
    pub write_depth: bool,
    /// `true` if the pass blends colours by their opacity.
    pub blend: bool,
    /// `true` if a fragment's opacity decides how many of its samples are covered.
    pub coverage: bool,
    /// Side that is culled, if any.
    pub culling: Culling,
    /// Winding, in the picture, of the corners of a triangle whose front is seen: `glow::CCW` or `glow::CW`.
    pub front: u32,
}

impl PassState {
    /// State without a depth test: all that is drawn covers what was drawn before.
    pub const FLAT: Self = Self {
        depth: None,
        write_depth: true,
        blend: false,
        coverage: false,
        culling: Culling::None,
        front: glow::CCW,
    };

    /// Returns the state without a depth test, with the winding that front faces have in a view.
    pub fn flat(view: &View) -> Self {
        Self { front: if view.is_mirrored() { glow::CW } else { glow::CCW }, ..Self::FLAT }
    }

    /// Returns the state with a depth test, nearer surfaces before farther ones, and a view's winding of front faces.
    pub fn surfaces(view: &View) -> Self {
        let depth = if view.camera.reversed_z { glow::GREATER } else { glow::LESS };
        Self { depth: Some(depth), ..Self::flat(view) }
    }

    /// Sets all of this state in OpenGL, whatever it was before.
    pub fn apply(&self, gl: &Gl) {
        let switch = |capability: u32, on: bool| {
            if on {
                call!(gl, enable(capability));
            } else {
                call!(gl, disable(capability));
            }
        };
        for off in [glow::SCISSOR_TEST, glow::STENCIL_TEST, glow::DITHER, glow::POLYGON_OFFSET_FILL] {
            switch(off, false);
        }
        if !gl.version().is_embedded {
            switch(glow::FRAMEBUFFER_SRGB, false);
        }
        switch(glow::DEPTH_TEST, self.depth.is_some());
        switch(glow::CULL_FACE, self.culling != Culling::None);
        switch(glow::BLEND, self.blend);
        switch(glow::SAMPLE_ALPHA_TO_COVERAGE, self.coverage);
        if let Some(function) = self.depth {
            call!(gl, depth_func(function));
        }
        call!(gl, depth_mask(self.write_depth));
        call!(gl, color_mask(true, true, true, true));
        call!(gl, front_face(self.front));
        call!(gl, cull_face(if self.culling == Culling::Front { glow::FRONT } else { glow::BACK }));
        call!(gl, blend_equation(glow::FUNC_ADD));
        call!(
            gl,
            blend_func_separate(glow::SRC_ALPHA, glow::ONE_MINUS_SRC_ALPHA, glow::ONE, glow::ONE_MINUS_SRC_ALPHA)
        );
    }
}
