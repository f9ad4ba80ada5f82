//! Painter of the objects' triangles: all of them, only those that changed, or simplified meshes in their place.

use super::RenderError;
use super::eye_relative::{EyeRelative, unit_of_eye};
use super::frame::{Frame, FrameStats};
use super::gl::Gl;
use super::gpu_images::TEXTURE_UNIT;
use super::gpu_scene::GpuScene;
use super::kept::Part;
use super::mesh_buffer::{GpuSimplified, Layer};
use super::pass_state::PassState;
use super::program::{Program, Sources, can_choose_samples, shader, sources};
use super::style::{Palette, Shading, linear_from_srgb};
use super::triangle_state::TriangleState;
use glam::Vec4;
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(super) enum Pass<'a> {
    /// Draws triangles with a depth test: nearer triangles hide farther ones.
    Objects,
    /// Draws triangles that changed, into the samples of the kept picture that already show them.
    Changes,
    /// Draws simplified meshes where there are some, in place of all triangles.
    Simplified,
    /// Draws of simplified meshes what shows nothing but its surface, by a program that takes less time; what is left
    /// comes with `Simplified`.
    Plain,
    /// Draws triangles in sight, in place of all; of each object those with these indices, in ascending order.
    InSight(&'a [(usize, Vec<u32>)]),
}

pub(super) struct MeshPainter {
    objects: Program,
    /// Program that draws changed triangles into the kept picture; `None` if the driver cannot choose samples.
    changes: Option<Program>,
    /// Program of [`Pass::Plain`]; `None` if the driver refuses it.
    pub(super) plain: OnceCell<Option<Program>>,
    gl: Gl,
}

const BEFORE: &str = concat!(shader!("state.glsl"), shader!("light.glsl"));
const BEFORE_CHANGES: &str = concat!("#define CHANGES\n", shader!("state.glsl"), shader!("light.glsl"));

impl MeshPainter {
    pub(super) fn new(gl: &Gl) -> Result<Self, RenderError> {
        Ok(Self {
            objects: Program::new(gl, &Sources { before: BEFORE, ..sources!("mesh") })?,
            changes: can_choose_samples(gl)
                .then(|| Program::new(gl, &Sources { before: BEFORE_CHANGES, ..sources!("mesh") }))
                .transpose()?,
            plain: OnceCell::new(),
            gl: Arc::clone(gl),
        })
    }

    /// Draws the triangles in `parts`, ranges of a frame's objects, into the bound target.
    pub(super) fn draw(&self, scene: &GpuScene, frame: &Frame, parts: &[Part], pass: Pass, stats: &mut FrameStats) {
        let style = frame.style;
        if matches!(pass, Pass::Simplified) {
            self.draw(scene, frame, parts, Pass::Plain, stats);
        }
        match pass {
            Pass::Objects | Pass::Simplified | Pass::Plain | Pass::InSight(_) => {
                let surfaces = PassState::surfaces(frame.view);
                PassState { coverage: style.wireframe, culling: style.culling, ..surfaces }
            }
            // What is in front has been found, and what of it is covered.
            Pass::Changes => PassState::flat(frame.view),
        }
        .apply(&self.gl);
        let program = self.program(pass);
        program.bind();
        Self::set_style(program, frame);
        let unit = unit_of_eye(&frame.view.camera);
        let fading = frame.fading_depths().map(|depths| depths.map(|depth| depth * unit));
        let mut placed = None;
        for (index, triangles) in parts {
            let (index, object) = (*index, &frame.scene.objects()[*index]);
            let Some(Some(slot)) = scene.slots.get(index) else { continue };
            let Some(buffer) = scene.shown_buffer(frame, index) else { continue };
            let simplified = buffer.simplified().filter(|_| matches!(pass, Pass::Simplified | Pass::Plain));
            let simplified = simplified.zip(slot.simplified.as_ref());
            let has_textures = buffer.is_with(Layer::TextureCoordinates);
            let plain = simplified.filter(|_| !has_textures && !style.wireframe);
            let plain = plain.map_or(0..0, |simplified| self.plain(simplified));
            if plain.is_empty() && matches!(pass, Pass::Plain) {
                continue;
            }
            if placed.replace(index) != Some(index) {
                let Some(relative) = EyeRelative::new(object, frame.view) else {
                    placed = None;
                    continue;
                };
                // With nothing warped, all is before the plane.
                let (relative, front) =
                    frame.warp.map_or((relative, Vec4::W), |warp| relative.warped(&warp, frame.view));
                simplified.map_or(&slot.state, |(_, states)| states).bind();
                program.set_i32("u_any_hidden", (!object.hidden.is_empty()).into());
                program.set_place(&relative);
                program.set_vec4("u_front", front.to_array());
                let fade = fading.map_or([0.0; 2], |[nearest, farthest]| {
                    [nearest + f64::from(relative.offset.z), (farthest - nearest).recip()].map(|x| x as f32)
                });
                program.set_vec2("u_fade", fade);
                program.set_mat3("u_normals", relative.normals);
                program.set_vec3("u_color", object.color);
                let hovered = frame.hover.filter(|id| id.object as usize == index).map(|id| id.triangle);
                let hovered = simplified.map_or(hovered, |(simplified, _)| simplified.alone(hovered?));
                program.set_u32("u_hovered", hovered.unwrap_or(u32::MAX));
                let smooth = style.shading == Shading::Smooth && buffer.has_normals();
                program.set_i32("u_smooth", (smooth || simplified.is_some()).into());
                program.set_i32("u_simplified", simplified.is_some().into());
                program.set_i32("u_colored", buffer.is_with(Layer::Colors).into());
                let before = &frame.scene.objects()[..index];
                let first = 1 + before.iter().map(|object| object.mesh.n_triangles()).sum::<usize>();
                program.set_u32("u_first_number", first as u32);
            }
            let mesh = &object.mesh;
            let before_each = |first| program.set_u32("u_first_triangle", first);
            let draw = |(run, texture): (Range<usize>, _)| {
                program.set_i32("u_textured", scene.images.bind(mesh, texture).into());
                match simplified {
                    Some((simplified, _)) => simplified.draw(run),
                    None => buffer.draw(run, before_each),
                }
            };
            let (calls, drawn): (u32, _) = match simplified {
                Some((simplified, _)) => {
                    before_each(0);
                    let left = plain.end..simplified.n_triangles();
                    let some = if matches!(pass, Pass::Plain) { plain } else { left };
                    let n = some.len();
                    (simplified.runs(has_textures, some).map(draw).sum(), n)
                }
                None if let Pass::InSight(objects) = pass => {
                    let some = objects.iter().find(|(of, _)| *of == index).map_or(&[][..], |(_, some)| some);
                    let place = |end: usize| some.partition_point(|&triangle| (triangle as usize) < end);
                    let draw = |(run, texture): (Range<usize>, _)| {
                        program.set_i32("u_textured", scene.images.bind(mesh, texture).into());
                        buffer.draw_some(&some[place(run.start)..place(run.end)], before_each)
                    };
                    (buffer.runs(triangles.clone()).map(draw).sum(), some.len())
                }
                None => (buffer.runs(triangles.clone()).map(draw).sum(), triangles.len()),
            };
            stats.draw_calls += calls;
            stats.triangles_drawn += drawn as u64;
        }
        scene.images.release();
    }

    pub(super) fn program(&self, pass: Pass) -> &Program {
        let special = match pass {
            Pass::Changes => self.changes.as_ref(),
            Pass::Plain => self.plain_program(),
            _ => None,
        };
        special.unwrap_or(&self.objects)
    }

    fn plain_program(&self) -> Option<&Program> {
        let sources = Sources { before: BEFORE, ..sources!("mesh", "simplified") };
        self.plain.get_or_init(|| Program::new(&self.gl, &sources).ok()).as_ref()
    }

    /// Returns the triangles of a simplified mesh that show nothing but their surface: none if any is selected, marked
    /// or hidden, or the driver refuses the program.
    fn plain(&self, (mesh, states): (&GpuSimplified, &TriangleState)) -> Range<usize> {
        if states.are_none_set() && self.plain_program().is_some() { mesh.not_alone() } else { 0..0 }
    }

    /// Sets the uniforms of the mesh programs that are the same for all objects.
    fn set_style(program: &Program, frame: &Frame) {
        let style = frame.style;
        let palette = Palette::of(style.theme);
        program.set_viewer(&frame.view.camera);
        program.set_i32("u_state", 0);
        program.set_i32("u_texture", TEXTURE_UNIT as i32);
        program.set_i32("u_wireframe", style.wireframe.into());
        program.set_f32("u_scale", frame.scale_factor as f32);
        for (name, color) in [
            ("u_back", palette.back),
            ("u_selected", palette.selected),
            ("u_selected_stripe", palette.selected_stripe),
            ("u_marked", palette.marked),
            ("u_marked_dot", palette.marked_dot),
            ("u_hover", palette.hover),
        ] {
            program.set_vec3(name, linear_from_srgb(color));
        }
        let [red, green, blue, opacity] = palette.edge;
        program.set_vec4("u_edge", [red, green, blue, if style.edges { opacity } else { 0.0 }]);
        program.set_vec3("u_selected_outline", palette.selected_outline);
        program.set_vec3("u_background", palette.background());
    }
}
