//! Fixed state of OpenGL (depth test, blending, culling) that a drawing pass depends on.

use super::gl::{Gl, call};
use glow::HasContext;
use pickray::intersect::Culling;
use pickray::scene::View;

/// Fixed OpenGL state of a drawing pass.
pub struct PassState {
    /// Comparison function of the depth test; `None` if there is no test.
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

    /// Returns the state with a depth test (nearer surfaces hide farther ones), with the winding that front faces have
    /// in a view.
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
