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
//! has. Once nothing moves, all triangles are drawn, a slice in each frame. The previous picture stays on the screen
//! until the last slice.

use super::frame::Frame;
use super::gl::{Framebuffer, Gl, RenderError, Renderbuffer, Texture, call};
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

/// State of a picture: what it shows of the objects.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum State {
    /// Simplified meshes: something moves, and a frame has no time for all triangles.
    Moving,
    /// Triangles that come slice by slice; while `is_hidden`, the last picture stays on the screen.
    Filling { is_hidden: bool },
    /// All triangles that are on the GPU.
    #[default]
    Resting,
}

impl State {
    pub(super) const HIDDEN: Self = Self::Filling { is_hidden: true };
}

/// Drawing that brings a picture up to date.
pub(super) enum Work {
    /// All triangles, over a fresh background; their picture is not kept.
    Whole,
    /// Simplified meshes, over a fresh background; their picture is not kept.
    Simplified,
    /// Triangles to draw over a fresh background.
    RedrawAll(Vec<Part>),
    /// Triangles to draw into the kept picture: those in it whose look changed, then those that are not yet in it.
    Parts { changed: Vec<Part>, added: Vec<Part> },
}

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
    /// Number of the object's triangles, from the first, that are uploaded and can be drawn.
    pub(super) n_uploaded: usize,
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
        self.objects.iter().enumerate().map(|(index, object)| (index, 0..object.drawable.n_uploaded)).collect()
    }

    /// Returns whether all triangles are in the same places as in `other`, whatever their colours.
    pub(super) fn has_shape_of(&self, other: &Self) -> bool {
        !self.moved_since(other) && self.style.culling == other.style.culling && self.all() == other.all()
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

struct Shown {
    look: Look,
    hover: Option<TriangleId>,
    /// Number of triangles of each object that are in the picture, counted from the first.
    drawn: Vec<usize>,
    state: State,
}

impl Shown {
    /// Returns the triangles left to draw; `None` if the look differs by more, or one comes before a drawn one.
    fn missing(&self, look: &Look) -> Option<Vec<Part>> {
        let (drawn, before) = (&self.drawn, &self.look);
        let same = self.state != State::Moving
            && !look.moved_since(before)
            && look.style == before.style
            && look.scale_factor == before.scale_factor;
        let mut missing: Vec<Part> = Vec::new();
        for (index, (now, before)) in look.objects.iter().zip(&before.objects).enumerate() {
            let same = same
                && now.color == before.color
                && (drawn[index] == 0 || now.drawable.looks_as(before.drawable))
                && drawn[index] <= now.drawable.n_uploaded;
            if !same || !missing.is_empty() && drawn[index] > 0 {
                return None;
            }
            if drawn[index] < now.drawable.n_uploaded {
                missing.push((index, drawn[index]..now.drawable.n_uploaded));
            }
        }
        same.then_some(missing)
    }

    /// Returns the drawn triangles whose state or hover changed; `None` if drawing all is no slower.
    fn changed(&self, hover: Option<TriangleId>, mut changed: Vec<Part>, samples: usize) -> Option<Vec<Part>> {
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
            run.end = run.end.min(self.drawn.get(*object).copied().unwrap_or(0));
        }
        changed.retain(|(_, run)| !run.is_empty());
        let few = count(&changed).saturating_mul(samples) <= self.drawn.iter().sum::<usize>().max(FEW_TRIANGLES);
        (few && changed.len() <= MOST_RUNS).then_some(changed)
    }
}

pub(super) struct Kept {
    gl: Gl,
    // The framebuffers refer to the buffers, and are dropped before them.
    /// Framebuffer with the kept colours, the triangle numbers, and the depth buffer of the picture's target.
    whole: Framebuffer,
    /// Framebuffer with the kept colours and the depth buffer of the picture's target, without triangle numbers.
    pub(super) colors: Framebuffer,
    _color: Renderbuffer,
    numbers: Texture,
    size: [i32; 3],
    /// Content of the kept picture; `None` if the next frame cannot use it.
    shown: Option<Shown>,
}

impl Kept {
    /// Returns a picture that shares a target's depth; `None` if it is too large, or the driver cannot keep any.
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
        let (kind, allocated) = match samples {
            0 => (glow::TEXTURE_2D, numbers.allocate(glow::RGBA8, glow::RGBA, glow::UNSIGNED_BYTE, width, height)),
            _ => (glow::TEXTURE_2D_MULTISAMPLE, numbers.allocate_samples(glow::RGBA8, samples, width, height)),
        };
        let allocated = allocated && color.allocate(glow::RGBA8, samples, width, height);
        if !allocated {
            return Ok(None);
        }
        for framebuffer in [&whole, &colors] {
            framebuffer.attach_renderbuffer(glow::COLOR_ATTACHMENT0, &color);
            framebuffer.attach_renderbuffer(glow::DEPTH_ATTACHMENT, &target.depth);
        }
        colors.check()?;
        whole.attach_texture_as(kind, glow::COLOR_ATTACHMENT1, &numbers);
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
    /// about `most` triangles, and the state of the picture after that. `changed` are the triangles whose states
    /// changed, in order. With `simplifies`, simplified meshes are drawn while the camera or an object moves.
    pub(super) fn show(
        &mut self,
        look: Look,
        frame: &Frame,
        changed: Vec<Part>,
        most: usize,
        simplifies: bool,
    ) -> (Work, State) {
        let before = self.shown.take();
        let parts = before.as_ref().and_then(|before| {
            let missing = before.missing(&look)?;
            Some((before.changed(frame.hover, changed, self.size[2].max(1) as usize)?, missing))
        });
        let moved = before.as_ref().is_none_or(|before| look.moved_since(&before.look));
        let (work, mut drawn, is_hidden) = match (parts, before) {
            (Some((changed, missing)), Some(Shown { drawn, state, .. })) => {
                (Work::Parts { changed, added: first_of(missing, most) }, drawn, state == State::HIDDEN)
            }
            _ if moved && simplifies => (Work::Simplified, vec![0; look.objects.len()], false),
            _ => (Work::RedrawAll(first_of(look.all(), most)), vec![0; look.objects.len()], !moved),
        };

        if let Work::RedrawAll(added) | Work::Parts { added, .. } = &work {
            added.iter().for_each(|(object, triangles)| drawn[*object] = triangles.end);
        }
        let is_complete = drawn.iter().eq(look.objects.iter().map(|object| &object.drawable.n_uploaded));
        let state = match work {
            Work::Simplified => State::Moving,
            _ if is_complete => State::Resting,
            _ => State::Filling { is_hidden },
        };
        self.shown = Some(Shown { look, hover: frame.hover, drawn, state });
        (work, state)
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

    /// Makes `program`, of `shaders/mesh.frag`, draw colours alone, at samples that already show their triangle.
    pub(super) fn choose_samples(&self, program: &Program) {
        self.bind_colors();
        let samples = self.size[2].max(1);
        program.set_i32("u_samples", samples);
        program.set_i32("u_number_shown", NUMBER_UNITS[0].1 as i32);
        program.set_i32("u_numbers_shown", NUMBER_UNITS[1].1 as i32);
        let (kind, unit) = NUMBER_UNITS[usize::from(samples > 1)];
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

    /// Copies the colours of pixels from `start` to `end` to a framebuffer of the same size and samples.
    pub(super) fn copy_part_to(&self, to: &Framebuffer, start: IVec2, end: IVec2) {
        self.colors.bind_as(glow::READ_FRAMEBUFFER);
        to.bind_as(glow::DRAW_FRAMEBUFFER);
        let ([x, y], [to_x, to_y]) = (start.to_array(), end.to_array());
        let color = glow::COLOR_BUFFER_BIT;
        call!(self.gl, blit_framebuffer(x, y, to_x, to_y, x, y, to_x, to_y, color, glow::NEAREST));
    }
}

/// Kinds and units of the textures of the numbers in `shaders/mesh.frag`, of one sample a pixel and of several.
const NUMBER_UNITS: [(u32, u32); 2] = [(glow::TEXTURE_2D, 1), (glow::TEXTURE_2D_MULTISAMPLE, 2)];

#[cfg(test)]
#[cfg(feature = "offscreen")]
mod tests;
