//! Shader programs. GLSL 3.30 and GLSL ES 3.00 share their sources; a header names the version at run time.

use super::eye_relative::EyeRelative;
use super::gl::{Gl, RenderError, call};
use glam::{Mat3, Mat4, Vec3};
use glow::HasContext;
use pickray::scene::{Camera, Projection};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

/// Source of a program: its name in messages, and a file of `shaders/` for each stage.
pub(super) struct Sources {
    pub(super) name: &'static str,
    pub(super) vertex: &'static str,
    pub(super) fragment: &'static str,
    /// Definitions, and functions of `shaders/*.glsl`: lines put before both stages, each with its line end. In the
    /// vertex stage `VERTEX` is defined, too.
    pub(super) before: &'static str,
}

/// Text of a file of `shaders/`, compiled in; several literals make one name.
macro_rules! shader {
    ($($name:literal),+) => {
        include_str!(concat!("../../../shaders/", $($name),+))
    };
}

/// Makes the `Sources` of `shaders/NAME.vert` and `shaders/NAME.frag`.
macro_rules! sources {
    ($name:literal) => {
        sources!($name, $name)
    };
    ($vertex:literal, $fragment:literal) => {
        $crate::program::Sources {
            name: $fragment,
            vertex: $crate::program::shader!($vertex, ".vert"),
            fragment: $crate::program::shader!($fragment, ".frag"),
            before: "",
        }
    };
}
pub(super) use {shader, sources};

pub(super) struct Program {
    gl: Gl,
    id: glow::Program,
    uniforms: RefCell<HashMap<&'static str, Option<glow::UniformLocation>>>,
}

impl Program {
    /// Compiles and links the sources; the error carries the stage, its source and the driver's log.
    pub(super) fn new(gl: &Gl, sources: &Sources) -> Result<Self, RenderError> {
        let id = call!(gl, create_program()).map_err(RenderError::Object)?;
        let program = Self { gl: Arc::clone(gl), id, uniforms: RefCell::default() };
        let header = header(gl);
        for (stage, kind, defined, source) in [
            ("vertex", glow::VERTEX_SHADER, "#define VERTEX\n", sources.vertex),
            ("fragment", glow::FRAGMENT_SHADER, "", sources.fragment),
        ] {
            let shader = call!(gl, create_shader(kind)).map_err(RenderError::Object)?;
            let text = format!("{header}{defined}{}#line 1\n{source}", sources.before);
            call!(gl, shader_source(shader, &text));
            call!(gl, compile_shader(shader));
            let compiled = call!(gl, get_shader_compile_status(shader));
            let log = call!(gl, get_shader_info_log(shader));
            if compiled {
                call!(gl, attach_shader(id, shader));
            }
            // An attached shader lives on until its program goes.
            call!(gl, delete_shader(shader));
            if !compiled {
                return Err(RenderError::Shader { name: sources.name, stage, log, text: numbered(&text) });
            }
        }
        call!(gl, link_program(id));
        if !call!(gl, get_program_link_status(id)) {
            let log = call!(gl, get_program_info_log(id));
            let text = numbered(sources.vertex) + &numbered(sources.fragment);
            return Err(RenderError::Shader { name: sources.name, stage: "linked", log, text });
        }
        Ok(program)
    }

    /// Binds the program for drawing; the methods that set uniforms need it to be bound.
    pub(super) fn bind(&self) {
        call!(self.gl, use_program(Some(self.id)));
    }

    fn at(&self, name: &'static str) -> Option<glow::UniformLocation> {
        let mut uniforms = self.uniforms.borrow_mut();
        let at = uniforms.entry(name).or_insert_with(|| call!(self.gl, get_uniform_location(self.id, name)));
        // A number natively, but an object on the web.
        #[allow(clippy::clone_on_copy, reason = "not `Copy` on the web")]
        at.clone()
    }

    pub(super) fn set_i32(&self, name: &'static str, value: i32) {
        call!(self.gl, uniform_1_i32(self.at(name).as_ref(), value));
    }

    pub(super) fn set_u32(&self, name: &'static str, value: u32) {
        call!(self.gl, uniform_1_u32(self.at(name).as_ref(), value));
    }

    pub(super) fn set_f32(&self, name: &'static str, value: f32) {
        call!(self.gl, uniform_1_f32(self.at(name).as_ref(), value));
    }

    pub(super) fn set_vec2(&self, name: &'static str, value: impl Into<[f32; 2]>) {
        call!(self.gl, uniform_2_f32_slice(self.at(name).as_ref(), &value.into()));
    }

    pub(super) fn set_vec3(&self, name: &'static str, value: impl Into<[f32; 3]>) {
        call!(self.gl, uniform_3_f32_slice(self.at(name).as_ref(), &value.into()));
    }

    pub(super) fn set_vec4(&self, name: &'static str, value: [f32; 4]) {
        call!(self.gl, uniform_4_f32_slice(self.at(name).as_ref(), &value));
    }

    pub(super) fn set_mat3(&self, name: &'static str, matrix: Mat3) {
        call!(self.gl, uniform_matrix_3_f32_slice(self.at(name).as_ref(), false, matrix.as_ref()));
    }

    pub(super) fn set_mat4(&self, name: &'static str, matrix: Mat4) {
        call!(self.gl, uniform_matrix_4_f32_slice(self.at(name).as_ref(), false, matrix.as_ref()));
    }

    pub(super) fn set_place(&self, relative: &EyeRelative) {
        self.set_vec3("u_center_high", relative.high);
        self.set_vec3("u_center_low", relative.low);
        self.set_mat3("u_linear", relative.linear);
        self.set_vec3("u_offset", relative.offset);
        self.set_mat4("u_clip_from_eye", relative.clip_from_eye);
    }

    /// Sets the uniform `u_toward_viewer`: the direction to the viewer in eye space.
    pub(super) fn set_viewer(&self, camera: &Camera) {
        // In perspective the direction to the viewer differs from point to point, which is said by zero.
        let toward_viewer = match camera.projection {
            Projection::Perspective { .. } => Vec3::ZERO,
            Projection::Orthographic { .. } => Vec3::Z,
        };
        self.set_vec3("u_toward_viewer", toward_viewer);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        call!(self.gl, delete_program(self.id));
    }
}

/// Returns whether shaders can choose single samples (sources then have `KEEPS`); those of OpenGL ES 3.0 cannot.
pub(super) fn can_choose_samples(gl: &Gl) -> bool {
    !gl.version().is_embedded && gl.supported_extensions().contains("GL_ARB_sample_shading")
}

/// Returns the lines before the sources: the version, precisions where they must be said, `KEEPS` (see
/// [`can_choose_samples`]) and `PRECISE`, which keeps the compiler from reordering sums where it has a word for that.
fn header(gl: &Gl) -> String {
    let version = gl.version();
    if version.is_embedded {
        return "#version 300 es\n\
                precision highp float;\nprecision highp int;\nprecision highp sampler2D;\nprecision highp usampler2D;\n\
                #define PRECISE\n"
            .to_owned();
    }
    let mut header = "#version 330 core\n".to_owned();
    if can_choose_samples(gl) {
        header += "#extension GL_ARB_sample_shading : enable\n#define KEEPS\n";
    }
    header += if gl.supported_extensions().contains("GL_ARB_gpu_shader5") {
        "#extension GL_ARB_gpu_shader5 : enable\n#define PRECISE precise\n"
    } else {
        "#define PRECISE\n"
    };
    header
}

/// Returns a source with its lines numbered as drivers number them, the header's lines before 1.
fn numbered(source: &str) -> String {
    let header = source.lines().position(|line| line == "#line 1").map_or(0, |line| line + 1);
    let mut text = String::new();
    for (index, line) in source.lines().enumerate() {
        let number = index as i64 + 1 - header as i64;
        let _ = writeln!(text, "{number:4} {line}");
    }
    text
}

#[cfg(test)]
#[cfg(feature = "offscreen")]
mod tests {
    use super::*;
    use crate::tests::context;

    #[test]
    fn a_shader_error_names_stage_line_and_log() {
        let context = context();
        let sources = Sources {
            name: "broken",
            vertex: "void main() {\n    gl_Position = nonsense;\n}\n",
            fragment: "void main() {}\n",
            before: "",
        };
        let error = Program::new(context.gl(), &sources).err().expect("nonsense does not compile").to_string();
        assert!(error.contains("broken") && error.contains("vertex"), "{error}");
        assert!(error.contains("   2     gl_Position = nonsense;"), "{error}");
        assert!(error.to_lowercase().contains("nonsense"), "{error}");
    }

    #[test]
    fn lines_are_numbered_from_the_end_of_the_header() {
        let expected = "  -1 #version 330 core\n   0 #line 1\n   1 a\n   2 b\n";
        assert_eq!(numbered("#version 330 core\n#line 1\na\nb\n"), expected);
    }
}
