//! Painter of the objects' triangles: all of them, only those that changed, or simplified meshes in their place.

use super::eye_relative::{EyeRelative, unit_of_eye};
use super::frame::{Frame, Part};
use super::gl::{Buffer, Gl, PassState, RenderError, call};
use super::gpu_images::TEXTURE_UNIT;
use super::gpu_scene::{GpuScene, TriangleState};
use super::mesh_buffer::{Chunk, GpuSimplified, Layer, MeshBuffer, Run};
use super::program::{Program, Sources, can_choose_samples, shader};
use super::stats::FrameStats;
use super::style::{Palette, Shading, linear_from_srgb};
use glam::Vec4;
use glow::HasContext;
use pickray::mesh::{RegionTest, Texture};
use pickray::scene::Object;
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Number of triangles that a frame has time for, however slow the machine. The time of a frame is measured if it draws
/// as many, or half of what there is time for.
pub(super) const LEAST_SLICE: usize = 1 << 15;

#[derive(Clone, Copy)]
pub(super) enum Pass<'a> {
    /// Draws triangles with a depth test: nearer triangles hide farther ones.
    Objects,
    /// Draws triangles that changed, into the samples of the kept picture that already show them.
    Changes,
    /// Draws simplified meshes where there are some, in place of all triangles.
    Simplified,
    /// Draws what shows nothing but its surface of simplified meshes, faster; the rest comes with `Simplified`.
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

/// Compiles `shaders/mesh.glsl` with these lines before it.
pub(super) fn mesh_program(gl: &Gl, before: &'static str) -> Result<Program, RenderError> {
    const MESH: &str = shader!("mesh.glsl");
    Program::new(gl, &Sources { name: "mesh", vertex: MESH, fragment: MESH, before })
}

impl MeshPainter {
    pub(super) fn new(gl: &Gl) -> Result<Self, RenderError> {
        let changes = || mesh_program(gl, concat!("#define CHANGES\n", shader!("light.glsl")));
        Ok(Self {
            objects: mesh_program(gl, shader!("light.glsl"))?,
            changes: can_choose_samples(gl).then(changes).transpose()?,
            plain: OnceCell::new(),
            gl: Arc::clone(gl),
        })
    }

    /// Draws the triangles in `parts`, ranges of a frame's objects, into the bound target.
    pub(super) fn draw(&self, scene: &GpuScene, frame: &Frame, parts: &[Part], pass: Pass, stats: &mut FrameStats) {
        // What the faster program draws comes first.
        if matches!(pass, Pass::Simplified) {
            self.draw(scene, frame, parts, Pass::Plain, stats);
        }
        match pass {
            // What is in front has been found, and what of it is covered.
            Pass::Changes => PassState::flat(frame.view),
            Pass::Objects | Pass::Simplified | Pass::Plain | Pass::InSight(_) => PassState {
                coverage: frame.style.wireframe,
                culling: frame.style.culling,
                ..PassState::surfaces(frame.view)
            },
        }
        .apply(&self.gl);
        let program = self.program(pass);
        program.bind();
        Self::set_style(program, frame);

        let unit = unit_of_eye(&frame.view.camera);
        let fading = frame.fading_depths().map(|depths| depths.map(|depth| depth * unit));
        let mut placed = None;
        for (index, triangles) in parts.iter().cloned() {
            let Some(Some(slot)) = scene.slots.get(index) else { continue };
            let Some(buffer) = scene.shown_buffer(frame, index) else { continue };

            // The mesh, or the simplified one in its place, and which of its triangles this pass draws.
            let has_textures = buffer.is_with(Layer::TextureCoordinates);
            let simplified = buffer.simplified().zip(slot.simplified.as_ref());
            let simplified = simplified.filter(|_| matches!(pass, Pass::Simplified | Pass::Plain));
            let (batch, states, triangles) = match simplified {
                Some((mesh, states)) => {
                    let is_bare = !has_textures && !frame.style.wireframe;
                    let plain = if is_bare { self.plain(mesh, states) } else { 0..0 };
                    let rest = plain.end..mesh.n_triangles();
                    let runs = if has_textures { &mesh.runs[..] } else { &[] };
                    let chunks = std::slice::from_ref(&mesh.chunk);
                    let batch = Batch { chunks, n_uploaded: mesh.n_triangles(), runs };
                    (batch, states, if matches!(pass, Pass::Plain) { plain } else { rest })
                }
                None if matches!(pass, Pass::Plain) => continue,
                None => (Batch::of(buffer), &slot.state, triangles),
            };
            let some = match pass {
                Pass::InSight(all) => Some(all.iter().find(|(of, _)| *of == index).map_or(&[][..], |(_, some)| some)),
                _ => None,
            };
            if triangles.is_empty() {
                continue;
            }

            // Several parts of one object share its uniforms.
            if placed != Some(index) {
                let simplified = simplified.map(|(mesh, _)| mesh);
                let is_placed = Self::place(program, frame, fading, (index, buffer, simplified));
                placed = is_placed.then_some(index);
                states.bind();
            }
            if placed.is_none() {
                continue;
            }
            stats.triangles_drawn += some.map_or(triangles.len(), <[u32]>::len) as u64;
            stats.draw_calls += batch.draw(triangles, some, |first, texture| {
                program.set_u32("u_first_triangle", first);
                program.set_i32("u_textured", scene.images.bind(&buffer.mesh, texture).into());
            });
        }
        scene.images.release();
    }

    pub(super) fn program(&self, pass: Pass) -> &Program {
        let special = match pass {
            Pass::Changes => self.changes.as_ref(),
            Pass::Plain => self.plain_program(),
            Pass::Objects | Pass::Simplified | Pass::InSight(_) => None,
        };
        special.unwrap_or(&self.objects)
    }

    fn plain_program(&self) -> Option<&Program> {
        let plain = || mesh_program(&self.gl, concat!("#define PLAIN\n", shader!("light.glsl"))).ok();
        self.plain.get_or_init(plain).as_ref()
    }

    /// Returns the triangles of a simplified mesh that show nothing but their surface: none if any is selected, marked
    /// or hidden, or the driver refuses the program.
    fn plain(&self, mesh: &GpuSimplified, states: &TriangleState) -> Range<usize> {
        if states.are_none_set() && self.plain_program().is_some() { mesh.not_alone() } else { 0..0 }
    }

    /// Sets the uniforms of an object, for its mesh or its simplified one; returns `false` if it cannot be drawn.
    fn place(
        program: &Program,
        frame: &Frame,
        fading: Option<[f64; 2]>,
        (index, buffer, simplified): (usize, &MeshBuffer, Option<&GpuSimplified>),
    ) -> bool {
        let (before, object) = (&frame.scene.objects()[..index], &frame.scene.objects()[index]);
        let Some(relative) = EyeRelative::new(object, frame.view) else { return false };
        // With nothing warped, all is before the plane.
        let (relative, front) = frame.warp.map_or((relative, Vec4::W), |warp| relative.warped(&warp, frame.view));
        program.set_place(&relative);
        program.set_vec4("u_front", front.to_array());
        program.set_mat3("u_normals", relative.normals);
        let fade = fading.map_or([0.0; 2], |[nearest, farthest]| {
            [nearest + f64::from(relative.offset.z), (farthest - nearest).recip()].map(|x| x as f32)
        });
        program.set_vec2("u_fade", fade);

        let hovered = frame.hover.filter(|id| id.object as usize == index).map(|id| id.triangle);
        let hovered = simplified.map_or(hovered, |simplified| simplified.alone(hovered?));
        program.set_u32("u_hovered", hovered.unwrap_or(u32::MAX));
        program.set_i32("u_any_hidden", (!object.hidden.is_empty()).into());
        let first = 1 + before.iter().map(|object| object.mesh.n_triangles()).sum::<usize>();
        program.set_u32("u_first_number", first as u32);

        program.set_vec3("u_color", object.color);
        program.set_i32("u_colored", buffer.is_with(Layer::Colors).into());
        program.set_i32("u_simplified", simplified.is_some().into());
        let is_smooth = frame.style.shading == Shading::Smooth && buffer.has_normals();
        program.set_i32("u_smooth", (is_smooth || simplified.is_some()).into());
        true
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

/// Triangles of a mesh, or of a simplified one, that can be drawn.
pub(super) struct Batch<'a> {
    chunks: &'a [Chunk],
    /// Number of triangles, from the first, that are uploaded.
    n_uploaded: usize,
    /// Runs of one texture; empty if no textures are shown.
    pub(super) runs: &'a [Run],
}

impl<'a> Batch<'a> {
    pub(super) fn of(buffer: &'a MeshBuffer) -> Self {
        let runs = if buffer.is_with(Layer::TextureCoordinates) { &buffer.runs[..] } else { &[] };
        Self { chunks: &buffer.chunks, n_uploaded: buffer.n_uploaded(), runs }
    }

    /// Draws those given triangles that are uploaded, or of these `some`, in ascending order. Calls `before_each` with
    /// a chunk's first triangle and the texture. Returns the number of draw calls.
    pub(super) fn draw(
        &self,
        triangles: Range<usize>,
        some: Option<&[u32]>,
        mut before_each: impl FnMut(u32, Option<&Texture>),
    ) -> u32 {
        let mut calls = 0;
        for (run, texture) in self.runs(triangles) {
            for chunk in self.chunks {
                let start = run.start.max(chunk.triangles.start);
                let end = run.end.min(self.n_uploaded).min(chunk.triangles.end);
                let some = some.map(|some| {
                    let place = |end: usize| some.partition_point(|&triangle| (triangle as usize) < end);
                    &some[place(start)..place(end.max(start))]
                });
                if start < end && some.is_none_or(|some| !some.is_empty()) {
                    before_each(chunk.triangles.start as u32, texture);
                    draw_chunk(chunk, start..end, some);
                    calls += 1;
                }
            }
        }
        calls
    }

    /// Returns the runs of some triangles, each with its texture.
    fn runs(&self, triangles: Range<usize>) -> impl Iterator<Item = (Range<usize>, Option<&Texture>)> {
        let first = self.runs.partition_point(|run| run.end <= triangles.start);
        let whole = std::iter::repeat_n((triangles.clone(), None), usize::from(self.runs.is_empty()));
        let (mut start, last) = (triangles.start, triangles.end);
        let runs = self.runs[first..].iter().map_while(move |run| {
            let part = start..run.end.min(last);
            start = run.end;
            (!part.is_empty()).then_some((part, run.texture.as_ref()))
        });
        whole.chain(runs)
    }
}

/// Draws triangles of a chunk, or only `some` of them.
fn draw_chunk(Chunk { gl, array, triangles: all, .. }: &Chunk, triangles: Range<usize>, some: Option<&[u32]>) {
    array.bind();
    match some.map(|some| (some, Buffer::new(gl))) {
        None => {
            let [start, n] = [triangles.start - all.start, triangles.len()].map(|n| 3 * n as i32);
            call!(gl, draw_arrays(glow::TRIANGLES, start, n));
        }
        Some((some, Ok(buffer))) => {
            let corners = some.iter().flat_map(|triangle| [0, 1, 2].map(|k| 3 * (triangle - all.start as u32) + k));
            let corners: Vec<u32> = corners.collect();
            buffer.fill_elements(&corners);
            call!(gl, draw_elements(glow::TRIANGLES, corners.len() as i32, glow::UNSIGNED_INT, 0));
        }
        Some((_, Err(_))) => {}
    }
    call!(gl, bind_vertex_array(None));
}

/// Returns the triangles of each object that are in sight, in ascending order, if they are `most` at most together.
pub(super) fn in_sight(frame: &Frame, most: usize) -> Option<Vec<(usize, Vec<u32>)>> {
    // A tree without boxes is not built yet.
    let is_built = |object: &Object| !object.visible || !object.mesh.tree().bounds().is_empty();
    if frame.warp.is_some() || !frame.scene.objects().iter().all(is_built) {
        return None;
    }
    let view = frame.view;
    let outline = view.viewport.corners();
    let (mut parts, mut left) = (Vec::new(), most);
    let shown = frame.scene.objects().iter().enumerate().filter(|(_, object)| object.visible);
    for (index, object) in shown {
        let frustum = view.frustum(&outline, &object.world_from_object)?;
        let found = object.mesh.some_triangles_in((&frustum).into(), RegionTest::Touching, left)?;
        left -= found.len();
        parts.push((index, found));
    }
    Some(parts)
}

/// Draws some triangles, whose number `draw` returns; with the time of a frame, follows how many are drawn in a second
/// by how long it took until `wait` found the GPU at rest.
pub(super) fn measure(rate: &mut Option<f64>, time: Option<Duration>, wait: impl Fn(), draw: impl FnOnce() -> usize) {
    let start = time.map(|time| {
        wait();
        (time, Instant::now())
    });
    let triangles = draw();
    if let Some((time, start)) = start {
        wait();
        let each = start.elapsed().as_secs_f64() / triangles.max(1) as f64;
        let each = rate.map_or(each, |rate| 0.5 * (each + 1.0 / rate));
        *rate = Some((1.0 / each).max(LEAST_SLICE as f64 / time.as_secs_f64()));
    }
}
