//! Ambient occlusion, which darkens folds and creases: the picture's colours are multiplied by how open the
//! surroundings of each point are.
//!
//! Simplified meshes, wireframes, a warped world and the picture made on the CPU have no occlusion.
//!
//! After a hover or click, the shaded copy of the picture is made again only in the rectangle around the changed
//! triangles.
//!
//! Based on: Morgan McGuire, Michael Mara and David Luebke, "Scalable Ambient Obscurance", 2012: taps along a spiral,
//! the normal from the depth, a blur that stays on the surface. Departures: occluders count by their angle over the
//! surface, at two distances (for folds and for creases). Openness has half as many columns and rows as the picture.
//! The result is divided by its mean over the visible surfaces, so that a picture stays as bright as without occlusion.
//!
//! Occlusion is computed from depth once nothing moves in the picture, in these passes: the depth of one sample a
//! pixel; the openness of every fourth pixel; a blur along rows and one along columns; sums for the mean; the factor of
//! each pixel. The kept picture's colours are copied and multiplied by the factors. Where triangles are redrawn in the
//! kept picture, only that part of the copy is made again. The swarm's bodies, the grid and strokes are drawn
//! afterwards. If the driver refuses a part of this, the picture has no occlusion.

use super::eye_relative::{clip_from_unit_eye, unit_of_eye};
use super::frame::{Frame, Look, Part, count};
use super::gl::{Framebuffer, Gl, PassState, RenderError, Texture, VertexArray, call};
use super::program::{Program, Sources, shader, sources};
use super::target::{Colors, Kept, Target};
use glam::{DVec2, DVec4, IVec2};
use glow::HasContext;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Reach of what hides a fold and of what hides a crease, as a share of the picture's height at the target.
const REACH: [f64; 2] = [0.16, 0.035];

/// Largest reach of what hides a fold and of what hides a crease, as a share of the scene's diagonal.
const REACH_IN_SCENE: [f64; 2] = [0.22, 0.05];

/// Distance from a surface's plane beyond which places are not of it, as a share of the picture's height.
const THICKNESS: f64 = 0.006;

/// Time in which something fades in, while frames are limited in time.
const FADE_TIME: Duration = Duration::from_millis(250);
/// Number of parts along each side into which the picture is summed up.
const PARTS: i32 = 16;

pub(super) struct OcclusionPainter {
    gl: Gl,
    find: Program,
    blur: Program,
    sum: Program,
    whole: Program,
    over: Program,
    no_attributes: VertexArray,
}

const SHARED: &str = shader!("occlusion.glsl");
const SHARED_WITH_LIGHT: &str = concat!(shader!("light.glsl"), shader!("occlusion.glsl"));

impl OcclusionPainter {
    pub(super) fn new(gl: &Gl) -> Result<Self, RenderError> {
        let program = |sources: Sources, before| Program::new(gl, &Sources { before, ..sources });
        Ok(Self {
            gl: Arc::clone(gl),
            find: program(sources!("occlusion", "occlusion_find"), SHARED)?,
            blur: program(sources!("occlusion", "occlusion_blur"), SHARED)?,
            sum: program(sources!("occlusion", "occlusion_sum"), SHARED_WITH_LIGHT)?,
            whole: program(sources!("occlusion_whole"), SHARED)?,
            over: program(sources!("occlusion", "occlusion_over"), SHARED)?,
            no_attributes: VertexArray::new(gl)?,
        })
    }

    /// Draws over all of the bound framebuffer; textures, each in the unit of its place, are read by these names.
    fn draw(&self, program: &Program, textures: &[(&'static str, &Texture)]) {
        for (unit, (name, texture)) in textures.iter().enumerate() {
            texture.bind(unit as u32);
            program.set_i32(name, unit as i32);
        }
        self.no_attributes.bind();
        call!(self.gl, draw_arrays(glow::TRIANGLES, 0, 3));
        call!(self.gl, bind_vertex_array(None));
        // What follows may draw into them.
        for unit in (0..textures.len() as u32).rev() {
            call!(self.gl, active_texture(glow::TEXTURE0 + unit));
            call!(self.gl, bind_texture(glow::TEXTURE_2D, None));
        }
    }
}

/// Texture that is drawn into.
struct Layer {
    gl: Gl,
    // It refers to the texture, and is dropped before it.
    framebuffer: Framebuffer,
    texture: Texture,
    size: [i32; 2],
}

impl Layer {
    fn new(gl: &Gl, [format, of, kind]: [u32; 3], size: [i32; 2]) -> Option<Self> {
        let (framebuffer, texture) = (Framebuffer::new(gl).ok()?, Texture::new(gl).ok()?);
        if !texture.allocate(format, of, kind, size[0], size[1]) {
            return None;
        }
        if of == glow::DEPTH_COMPONENT {
            framebuffer.attach_texture(glow::DEPTH_ATTACHMENT, &texture);
            call!(gl, draw_buffers(&[glow::NONE]));
            call!(gl, read_buffer(glow::NONE));
        } else {
            framebuffer.attach_texture(glow::COLOR_ATTACHMENT0, &texture);
        }
        framebuffer.check().ok()?;
        Some(Self { gl: Arc::clone(gl), framebuffer, texture, size })
    }

    fn bind(&self) {
        self.framebuffer.bind();
        call!(self.gl, viewport(0, 0, self.size[0], self.size[1]));
    }
}

pub(super) struct Occlusion {
    depth: Layer,
    /// Openness (0 to 1) of points; the first layer holds it before and after the blurs, the second between them.
    found: [Layer; 2],
    sums: Layer,
    factor: Layer,
    /// Colours of the kept picture, multiplied by the occlusion; made once all of the occlusion has been found.
    shaded: Option<Colors>,
    /// Number of samples a pixel, 1 without multisampling.
    samples: i32,
    /// Area where `shaded` is out of date, because the kept picture changed.
    stale: Area,
    /// Look of the objects in the last frame, to tell whether anything moved.
    seen: Option<Look>,
    /// Time at which the occlusion began to be shown; `None` until it is computed.
    since: Option<Instant>,
}

impl Occlusion {
    /// Makes the occlusion of pictures of a target's size; `None` if the driver refuses its textures.
    pub(super) fn new(gl: &Gl, target: &Target) -> Option<Self> {
        let [width, height, samples] = target.size();
        let half = [width, height].map(|n| (n + 1) / 2);
        let [depth, four, two] = [
            [glow::DEPTH_COMPONENT24, glow::DEPTH_COMPONENT, glow::UNSIGNED_INT],
            [glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE],
            [glow::RG8, glow::RG, glow::UNSIGNED_BYTE],
        ];
        Some(Self {
            depth: Layer::new(gl, depth, [width, height])?,
            found: [Layer::new(gl, four, half)?, Layer::new(gl, four, half)?],
            sums: Layer::new(gl, four, [PARTS; 2])?,
            factor: Layer::new(gl, two, [width, height])?,
            shaded: None,
            samples: samples.max(1),
            stale: Area::ALL,
            seen: None,
            since: None,
        })
    }

    pub(super) fn bytes(&self) -> u64 {
        let bytes = |layer: &Layer, each: u64| layer.size.iter().map(|&n| n as u64).product::<u64>() * each;
        let [first, second] = &self.found;
        let layers = [(&self.depth, 4), (first, 4), (second, 4), (&self.sums, 4), (&self.factor, 2)];
        let shaded = self.shaded.as_ref().map_or(0, |_| bytes(&self.factor, 4 * self.samples as u64));
        layers.into_iter().map(|(layer, each)| bytes(layer, each)).sum::<u64>() + shaded
    }

    /// Forgets the occlusion, so that the next frame computes it anew.
    pub(super) fn forget(&mut self) {
        (self.seen, self.since) = (None, None);
    }

    /// Adds an area where the kept picture was redrawn, so that its colours with occlusion are computed again there.
    pub(super) fn note(&mut self, redrawn: Area) {
        self.stale = self.stale.with(redrawn);
    }

    /// Draws the kept picture's colours into a target, multiplied by the occlusion of the objects. Without a kept
    /// picture, the target's own colours are multiplied. The target must hold the depth of all that `look` shows. With
    /// `fades`, occlusion fades in once nothing moves. Returns whether the occlusion is fully shown.
    pub(super) fn draw(
        &mut self,
        painter: &OcclusionPainter,
        (target, kept): (&Target, Option<&Kept>),
        frame: &Frame,
        look: &Look,
        fades: bool,
    ) -> bool {
        let copy = || kept.iter().for_each(|kept| target.copy(&kept.colors));
        let rests = self.seen.as_ref().is_some_and(|seen| seen.has_shape_of(look));
        if !rests {
            (self.seen, self.since) = (Some(look.clone()), None);
            if fades {
                copy();
                return false;
            }
        }

        if self.since.is_none() {
            self.find(painter, target, frame);
            self.stale = Area::ALL;
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        let shown = if fades { shown_since(since) } else { 1.0 };
        if shown == 1.0
            && let Some(kept) = kept
            && self.shade(painter, target, kept, frame).is_some()
        {
            return true;
        }

        copy();
        target.bind();
        self.multiply(painter, frame, Area::ALL.within(self.factor.size), shown);
        shown == 1.0
    }

    /// Brings the copy of the kept colours up to date and copies it to the target; `None` if there is no memory.
    fn shade(&mut self, painter: &OcclusionPainter, target: &Target, kept: &Kept, frame: &Frame) -> Option<()> {
        if self.shaded.is_none() {
            self.shaded = Some(target.other_colors()?);
            self.stale = Area::ALL;
        }
        let shaded = self.shaded.as_ref()?;
        let stale = std::mem::replace(&mut self.stale, Area::NONE).within(self.factor.size);
        if !stale.is_empty() {
            let gl = &painter.gl;
            kept.copy_part_to(shaded, stale.start, stale.end);
            shaded.framebuffer.bind();
            call!(gl, viewport(0, 0, self.factor.size[0], self.factor.size[1]));
            self.multiply(painter, frame, stale, 1.0);
        }
        target.copy(shaded);
        Some(())
    }

    fn find(&self, painter: &OcclusionPainter, target: &Target, frame: &Frame) {
        target.copy_depth_to(&self.depth.framebuffer);
        PassState::FLAT.apply(&painter.gl);
        let camera = &frame.view.camera;
        let ndc_from_eye = clip_from_unit_eye(frame.view);
        let w = ndc_from_eye.row(3);
        // The height of the picture at the target, and how many pixels a length is where w is 1.
        let at_target = w.dot(DVec4::new(0.0, 0.0, -camera.distance() * unit_of_eye(camera), 1.0));
        let across = [0, 1].map(|row| ndc_from_eye.row(row).truncate().length());
        let height = 2.0 * at_target.abs() / across[1];
        let extent = frame.scene.bounds().size().length() * unit_of_eye(camera);
        let reach = [0, 1].map(|k| (REACH[k] * height).min(REACH_IN_SCENE[k] * extent) as f32);
        let pixels = [0, 1].map(|k| (0.5 * across[k] * f64::from(self.depth.size[k])) as f32);

        let with_places = |program: &Program| {
            program.bind();
            program.set_f32("u_empty", if camera.reversed_z { 0.0 } else { 1.0 });
            program.set_mat4("u_eye_from_ndc", ndc_from_eye.inverse().as_mat4());
            program.set_f32("u_thickness", (THICKNESS * height) as f32);
        };
        let (depth, [found, blurred]) = (("u_depth", &self.depth.texture), &self.found);
        with_places(&painter.find);
        painter.find.set_vec2("u_reach", reach);
        painter.find.set_vec2("u_pixels", pixels);
        painter.find.set_vec4("u_w", w.as_vec4().to_array());
        found.bind();
        painter.draw(&painter.find, &[depth]);

        with_places(&painter.blur);
        for (from, to, step) in [(found, blurred, [1.0, 0.0]), (blurred, found, [0.0, 1.0])] {
            painter.blur.set_vec2("u_step", step);
            to.bind();
            painter.draw(&painter.blur, &[depth, ("u_found", &from.texture)]);
        }

        painter.sum.bind();
        painter.sum.set_i32("u_parts", PARTS);
        self.sums.bind();
        painter.draw(&painter.sum, &[("u_found", &found.texture)]);

        with_places(&painter.whole);
        self.factor.bind();
        painter.draw(&painter.whole, &[depth, ("u_found", &found.texture), ("u_sums", &self.sums.texture)]);
    }

    /// Multiplies all but the background by the occlusion, in a part of the framebuffer that is bound.
    fn multiply(&self, painter: &OcclusionPainter, frame: &Frame, part: Area, strength: f32) {
        let reversed = frame.view.camera.reversed_z;
        // Drawn as far away as the background is, before which everything lies.
        let (depth, far) = if reversed { (glow::LESS, -1.0) } else { (glow::GREATER, 1.0) };
        PassState { depth: Some(depth), write_depth: false, blend: true, ..PassState::FLAT }.apply(&painter.gl);
        // Cut with a margin: the shader does it to the pixel.
        let (start, size) = (part.start - 2, part.end - part.start + 4);
        call!(painter.gl, enable(glow::SCISSOR_TEST));
        call!(painter.gl, scissor(start.x, start.y, size.x, size.y));
        painter.over.bind();
        painter.over.set_f32("u_depth_drawn", far);
        painter.over.set_f32("u_strength", strength);
        painter.over.set_vec4("u_part", [part.start.x, part.start.y, part.end.x, part.end.y].map(|n| n as f32));
        for (brightens, source, kept) in [(false, glow::ZERO, glow::SRC_COLOR), (true, glow::DST_COLOR, glow::ONE)] {
            painter.over.set_i32("u_brightens", brightens.into());
            call!(painter.gl, blend_func_separate(source, kept, glow::ZERO, glow::ONE));
            painter.draw(&painter.over, &[("u_factor", &self.factor.texture)]);
        }
        call!(painter.gl, disable(glow::SCISSOR_TEST));
    }
}

/// Largest number of triangles that are looked at one by one; more may be anywhere.
const FEW: usize = 64;

/// Distance around its corners at which a triangle may cover samples, in pixels.
const MARGIN: i32 = 2;

/// Rectangle of pixels that were redrawn, from `start` up to but without `end`, counted from the lower left.
#[derive(Clone, Copy)]
pub(super) struct Area {
    start: IVec2,
    end: IVec2,
}

impl Area {
    pub(super) const ALL: Self = Self { start: IVec2::ZERO, end: IVec2::MAX };
    const NONE: Self = Self { start: IVec2::MAX, end: IVec2::ZERO };

    /// Returns a rectangle that covers the pixels of the given triangles of a frame. It is the whole picture for more
    /// than 64 triangles, or for a triangle that reaches behind the eye.
    pub(super) fn of(frame: &Frame, parts: &[&[Part]]) -> Self {
        if FEW < parts.iter().map(|parts| count(parts)).sum() {
            return Self::ALL;
        }
        let view = frame.view;
        let corner = DVec2::new(f64::from(view.viewport.x), f64::from(view.viewport.y));
        let mut area = Self::NONE;
        for (object, triangle) in parts.iter().copied().flatten().flat_map(|(k, run)| run.clone().map(move |t| (*k, t)))
        {
            let triangle = frame.scene.objects()[object].triangle_in_world(triangle as u32);
            for point in [triangle.a, triangle.b, triangle.c] {
                // No corner tells where a triangle ends that reaches behind the eye.
                let Some(cursor) = view.cursor_from_world(point) else { return Self::ALL };
                let from_lower_left = DVec2::new(cursor.x, f64::from(view.framebuffer.height) - cursor.y) - corner;
                let pixel = from_lower_left.as_ivec2().clamp(IVec2::ZERO, IVec2::splat(1 << 24));
                area = area.with(Self { start: pixel - MARGIN, end: pixel + 1 + MARGIN });
            }
        }
        area
    }

    fn with(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the part of the area that lies within a picture of this size.
    fn within(self, size: [i32; 2]) -> Self {
        Self { start: self.start.max(IVec2::ZERO), end: self.end.min(size.into()) }
    }

    fn is_empty(self) -> bool {
        self.start.cmpge(self.end).any()
    }
}

/// Returns how strongly something is shown that has begun to fade in at a time: from 0 to 1.
pub(super) fn shown_since(since: Instant) -> f32 {
    let share = (since.elapsed().as_secs_f32() / FADE_TIME.as_secs_f32()).min(1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
#[cfg(feature = "offscreen")]
mod tests;
