//! Picture of the objects that is kept between frames: the colour and the triangle number of every sample.
//!
//! Pictures with more samples than `MOST_SAMPLES` are not kept but drawn whole in each frame. The same holds for a
//! swarm without objects, and for all pictures where shaders cannot choose samples (OpenGL ES 3.0).
//!
//! When only the look of triangles changes, these triangles are redrawn alone, each at the samples that show it. Thus
//! the picture equals a full redraw, byte by byte, even where triangles are coplanar. Newly uploaded triangles are
//! drawn after those already in the picture, in the order of a full redraw. Grid and strokes are drawn over a copy of
//! the picture.
//!
//! While the camera or an object moves, simplified meshes are drawn if drawing all triangles takes longer than a frame
//! has. Once nothing moves, all triangles are drawn, a slice in each frame. The previous picture
//! stays on the screen until the last slice.

use super::RenderError;
use super::frame::Frame;
use super::gl::{Framebuffer, Gl, Renderbuffer, Texture, call};
use super::program::{Program, can_choose_samples};
use super::style::Style;
use super::target::Target;
use super::warp::Warp;
use glam::{DMat4, IVec2};
use glow::HasContext;
use pickray::mesh::{Mesh, TriangleSet};
use pickray::pick::TriangleId;
use pickray::scene::Camera;
use std::ops::Range;
use std::sync::Arc;

/// Number of samples of the largest picture that is kept: 4 a pixel at 3840 × 2160.
const MOST_SAMPLES: u64 = 4 * 3840 * 2160;

/// Largest number of runs of changed triangles that are drawn by themselves; with more, all is drawn anew.
const MOST_RUNS: usize = 2048;

/// Changed triangles, times samples, that are drawn by themselves however few triangles there are in all.
const FEW_TRIANGLES: usize = 1 << 14;

/// Triangles of one object of the scene: the object's index and the range of its triangles.
pub(super) type Part = (usize, Range<usize>);

/// Look of the objects: everything that their picture depends on, except the states of triangles and the hover.
#[derive(Clone)]
pub(super) struct Look {
    /// Camera that sees the objects, and the matrix from its eye space to clip space.
    seen_by: (Camera, DMat4),
    warp: Option<Warp>,
    style: Style,
    scale_factor: f64,
    objects: Vec<ObjectLook>,
}

#[derive(Clone)]
struct ObjectLook {
    mesh: Arc<Mesh>,
    world_from_object: DMat4,
    color: [f32; 3],
    hidden: TriangleSet,
    drawable: Drawable,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Drawable {
    /// Number of the object's triangles, from the first, that are on the GPU and can be drawn.
    pub(super) there: usize,
    pub(super) smooth: bool,
    pub(super) colored: bool,
    /// Number of images that are shown on the object.
    pub(super) images: usize,
}

impl Drawable {
    /// Returns whether the triangles of both are shaded and coloured alike.
    fn looks_as(self, other: Self) -> bool {
        (self.smooth, self.colored, self.images) == (other.smooth, other.colored, other.images)
    }
}

impl Look {
    /// Returns the look of a frame's objects; `drawable` returns, for an object's index, what can be drawn of it.
    pub(super) fn new(frame: &Frame, drawable: impl Fn(usize) -> Drawable) -> Self {
        let objects = frame.scene.objects().iter().enumerate().map(|(index, object)| {
            let (mesh, world_from_object, color) = (object.mesh.clone(), object.world_from_object, object.color);
            ObjectLook { mesh, world_from_object, color, hidden: object.hidden.clone(), drawable: drawable(index) }
        });
        Self {
            seen_by: (frame.view.camera, frame.view.opengl_clip_from_eye()),
            warp: frame.warp,
            objects: objects.collect(),
            style: frame.style.clone(),
            scale_factor: frame.scale_factor,
        }
    }

    pub(super) fn all(&self) -> Vec<Part> {
        self.objects.iter().enumerate().map(|(index, object)| (index, 0..object.drawable.there)).collect()
    }

    /// Returns whether all triangles are in the same places as in `other`, whatever their colours.
    pub(super) fn has_shape_of(&self, other: &Self) -> bool {
        let there = |look: &Self| look.all().into_iter().map(|(_, triangles)| triangles.end);
        !self.moved_since(other) && self.style.culling == other.style.culling && there(self).eq(there(other))
    }

    /// Returns whether other things are seen than in `before`, or from elsewhere.
    pub(super) fn moved_since(&self, before: &Self) -> bool {
        let differ = |(now, before): (&ObjectLook, &ObjectLook)| {
            !now.mesh.looks_as(&before.mesh)
                || now.world_from_object != before.world_from_object
                || now.hidden != before.hidden
        };
        self.seen_by != before.seen_by
            || self.warp != before.warp
            || self.objects.len() != before.objects.len()
            || self.objects.iter().zip(&before.objects).any(differ)
    }
}

pub(super) enum Work {
    /// Triangles to draw over a fresh background.
    Anew(Vec<Part>),
    /// Triangles to draw into the kept picture: first those already in it whose look changed, then those that are not
    /// yet in it.
    Parts { changed: Vec<Part>, added: Vec<Part> },
    /// Simplified meshes, to draw over a fresh background. Their picture is not kept.
    Simplified,
}

pub(super) fn count(parts: &[Part]) -> usize {
    parts.iter().map(|(_, triangles)| triangles.len()).sum()
}

/// Returns the first triangles of the parts, `most` at most.
fn first_of(parts: impl IntoIterator<Item = Part>, most: usize) -> Vec<Part> {
    let mut left = most;
    let cut = parts.into_iter().map(|(object, Range { start, end })| {
        let end = end.min(start.saturating_add(left));
        left -= end - start;
        (object, start..end)
    });
    cut.filter(|(_, triangles)| !triangles.is_empty()).collect()
}

struct KeptState {
    look: Look,
    hover: Option<TriangleId>,
    /// Number of triangles of each object that are in the picture, counted from the first; `None` while the picture
    /// shows simplified meshes instead.
    drawn: Option<Vec<usize>>,
    /// `true` while the previous picture stays on the screen, until this picture is complete.
    hidden: bool,
}

impl KeptState {
    fn is_complete(&self) -> bool {
        let there = self.look.objects.iter().map(|object| object.drawable.there);
        self.drawn.as_ref().is_some_and(|drawn| there.eq(drawn.iter().copied()))
    }

    /// Returns the triangles to draw after those drawn; `None` if the look differs by more, or one comes before a drawn
    /// one.
    fn missing(&self, look: &Look) -> Option<Vec<Part>> {
        let (drawn, before) = (self.drawn.as_ref()?, &self.look);
        let same = look.seen_by == before.seen_by
            && look.warp == before.warp
            && look.style == before.style
            && look.scale_factor == before.scale_factor
            && look.objects.len() == before.objects.len();
        let mut missing: Vec<Part> = Vec::new();
        for (index, (now, before)) in look.objects.iter().zip(&before.objects).enumerate() {
            let same = same
                && now.mesh.looks_as(&before.mesh)
                && now.world_from_object == before.world_from_object
                && now.color == before.color
                && now.hidden == before.hidden
                && (drawn[index] == 0 || now.drawable.looks_as(before.drawable))
                && drawn[index] <= now.drawable.there;
            if !same || !missing.is_empty() && drawn[index] > 0 {
                return None;
            }
            if drawn[index] < now.drawable.there {
                missing.push((index, drawn[index]..now.drawable.there));
            }
        }
        same.then_some(missing)
    }

    /// Returns the drawn triangles whose state or hover changed; `None` if drawing all is no slower.
    fn changed(&self, hover: Option<TriangleId>, mut changed: Vec<Part>, samples: usize) -> Option<Vec<Part>> {
        let drawn = self.drawn.as_ref()?;
        // An edge that is drawn alone covers less than a selected triangle.
        if self.look.style.wireframe && !changed.is_empty() {
            return None;
        }
        if self.hover != hover {
            for id in [self.hover, hover].into_iter().flatten() {
                let (object, triangle) = (id.object as usize, id.triangle as usize);
                if !changed.iter().any(|(index, run)| *index == object && run.contains(&triangle)) {
                    changed.push((object, triangle..triangle.saturating_add(1)));
                }
            }
        }
        for (object, run) in &mut changed {
            run.end = run.end.min(drawn.get(*object).copied().unwrap_or(0));
        }
        changed.retain(|(_, run)| !run.is_empty());
        let few = count(&changed).saturating_mul(samples) <= drawn.iter().sum::<usize>().max(FEW_TRIANGLES);
        (few && changed.len() <= MOST_RUNS).then_some(changed)
    }
}

pub(super) struct Kept {
    gl: Gl,
    // The framebuffers refer to the buffers, and are dropped before them.
    /// Framebuffer with the kept colours, the triangle numbers, and the depth buffer of the picture's target.
    whole: Framebuffer,
    /// Framebuffer with the kept colours and the depth buffer of the picture's target, without triangle numbers.
    colors: Framebuffer,
    _color: Renderbuffer,
    numbers: Texture,
    size: [i32; 3],
    /// Content of the kept picture; `None` if the next frame cannot use it.
    shown: Option<KeptState>,
}

impl Kept {
    /// Returns a kept picture for a target, whose depth buffer it shares; `None` if it would be too large, or the
    /// driver cannot keep pictures.
    pub(super) fn new(gl: &Gl, target: &Target) -> Option<Self> {
        let [width, height, samples] = target.size();
        let n_samples = width as u64 * height as u64 * samples.max(1) as u64;
        if !can_choose_samples(gl) || MOST_SAMPLES < n_samples {
            return None;
        }
        Self::of_size(gl, target).ok().flatten()
    }

    fn of_size(gl: &Gl, target: &Target) -> Result<Option<Self>, RenderError> {
        let [width, height, samples] = target.size();
        let (color, numbers) = (Renderbuffer::new(gl)?, Texture::new(gl)?);
        let (whole, colors) = (Framebuffer::new(gl)?, Framebuffer::new(gl)?);
        let allocated = color.allocate(glow::RGBA8, samples, width, height)
            && if samples == 0 {
                numbers.allocate(glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE, width, height)
            } else {
                numbers.allocate_samples(glow::RGBA8, samples, width, height)
            };
        if !allocated {
            return Ok(None);
        }
        for framebuffer in [&whole, &colors] {
            framebuffer.attach_renderbuffer(glow::COLOR_ATTACHMENT0, &color);
            framebuffer.attach_renderbuffer(glow::DEPTH_ATTACHMENT, target.depth());
        }
        colors.check()?;
        if samples == 0 {
            whole.attach_texture(glow::COLOR_ATTACHMENT1, &numbers);
        } else {
            whole.attach_samples(glow::COLOR_ATTACHMENT1, &numbers);
        }
        whole.check()?;
        call!(gl, draw_buffers(&[glow::COLOR_ATTACHMENT0, glow::COLOR_ATTACHMENT1]));
        // The driver may give more samples than it was asked for.
        let samples = call!(gl, get_parameter_i32(glow::SAMPLES)).max(samples);
        let size = [width, height, samples];
        Ok(Some(Self { gl: Arc::clone(gl), whole, colors, _color: color, numbers, size, shown: None }))
    }

    pub(super) fn bytes(&self) -> u64 {
        self.size.iter().map(|&n| n.max(1) as u64).product::<u64>() * 8
    }

    /// Forgets the picture's content, so that the next frame is drawn whole.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// Returns what to draw so that the picture shows `look` and `frame.hover`, or comes closer to them by drawing
    /// about `most` triangles. `changed` are the triangles whose states changed, in order. With `simplifies`,
    /// simplified meshes are drawn while the camera or an object moves.
    pub(super) fn show(
        &mut self,
        look: Look,
        frame: &Frame,
        changed: Vec<Part>,
        most: usize,
        simplifies: bool,
    ) -> Work {
        let before = self.shown.take();
        let parts = before.as_ref().and_then(|before| {
            let missing = before.missing(&look)?;
            Some((before.changed(frame.hover, changed, self.size[2].max(1) as usize)?, missing))
        });
        let moved = before.as_ref().is_none_or(|before| look.moved_since(&before.look));
        let all = look.all();
        let none_drawn = vec![0; look.objects.len()];
        let (work, drawn, hidden) = match (parts, before) {
            (Some((changed, missing)), Some(KeptState { drawn, hidden, .. })) => {
                (Work::Parts { changed, added: first_of(missing, most) }, drawn, hidden)
            }
            _ if moved && simplifies => (Work::Simplified, None, false),
            _ => (Work::Anew(first_of(all, most)), Some(none_drawn), !moved),
        };
        let mut shown = KeptState { look, hover: frame.hover, drawn, hidden };
        if let (Work::Anew(added) | Work::Parts { added, .. }, Some(drawn)) = (&work, &mut shown.drawn) {
            added.iter().for_each(|(object, triangles)| drawn[*object] = triangles.end);
        }
        shown.hidden &= !shown.is_complete();
        self.shown = Some(shown);
        work
    }

    pub(super) fn is_complete(&self) -> bool {
        self.shown.as_ref().is_some_and(KeptState::is_complete)
    }

    pub(super) fn is_hidden(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.hidden)
    }

    /// Binds the kept colours, with the target's depth buffer, for drawing.
    pub(super) fn bind_colors(&self) {
        self.colors.bind();
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

    /// Makes `program` (from `shaders/mesh.frag`) draw only colours, and each triangle only at the samples that already
    /// show this triangle.
    pub(super) fn choose_samples(&self, program: &Program) {
        self.bind_colors();
        let samples = self.size[2].max(1);
        program.set_i32("u_samples", samples);
        program.set_i32("u_number_shown", NUMBER_UNIT as i32);
        program.set_i32("u_numbers_shown", NUMBERS_UNIT as i32);
        if samples == 1 { self.numbers.bind(NUMBER_UNIT) } else { self.numbers.bind_samples(NUMBERS_UNIT) }
    }

    /// Unbinds the texture of the triangles' numbers, so that it can be drawn into.
    pub(super) fn release_samples(&self) {
        for (unit, kind) in [(NUMBER_UNIT, glow::TEXTURE_2D), (NUMBERS_UNIT, glow::TEXTURE_2D_MULTISAMPLE)] {
            call!(self.gl, active_texture(glow::TEXTURE0 + unit));
            call!(self.gl, bind_texture(kind, None));
        }
        call!(self.gl, active_texture(glow::TEXTURE0));
    }

    /// Copies the colours of the rectangle of pixels from `start` to `end` to a framebuffer of the same size and
    /// samples.
    pub(super) fn copy_part_to(&self, to: &Framebuffer, start: IVec2, end: IVec2) {
        self.colors.bind_as(glow::READ_FRAMEBUFFER);
        to.bind_as(glow::DRAW_FRAMEBUFFER);
        let ([x, y], [to_x, to_y]) = (start.to_array(), end.to_array());
        let color = glow::COLOR_BUFFER_BIT;
        call!(self.gl, blit_framebuffer(x, y, to_x, to_y, x, y, to_x, to_y, color, glow::NEAREST));
    }

    /// Copies the picture's colours to the target that the picture belongs to.
    pub(super) fn copy_to(&self, target: &Target) {
        target.copy(&self.colors);
    }
}

/// Texture units of the numbers in `shaders/mesh.frag`.
const NUMBER_UNIT: u32 = 1;
const NUMBERS_UNIT: u32 = 2;

#[cfg(all(test, feature = "offscreen"))]
mod tests;
