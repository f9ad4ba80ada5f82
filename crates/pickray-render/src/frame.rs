//! Frames: all that a picture shows, and how its objects look by that. Where the last picture is kept, the looks of
//! both tell what is left to draw.
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

use super::overlay::Overlay;
use super::style::Style;
use super::swarm::Swarm;
use super::warp::Warp;
use glam::DMat4;
use pickray::geometry::Aabb;
use pickray::mesh::{Mesh, TriangleSet};
use pickray::pick::{Selection, TriangleId};
use pickray::scene::{Camera, Scene, View};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Frame to draw: all that its picture depends on.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Scene with the objects to draw.
    pub scene: &'a Scene,
    /// View to draw: the camera, and the part of the framebuffer to fill.
    pub view: &'a View,
    /// Style in which the picture is drawn.
    pub style: &'a Style,
    /// Physical pixels to a logical pixel: lines, dots and patterns are this many times as wide.
    pub scale_factor: f64,
    /// The selected triangles.
    pub selection: &'a Selection,
    /// Triangles that were selected or deselected since the last frame, in any order, repeated or not, as the methods
    /// of [`Selection`] returned them. Only these triangles' states are looked up and written to the GPU.
    pub changed: &'a [TriangleId],
    /// Triangles that a tool points out, filled in another colour than selected ones.
    pub marked: &'a [TriangleId],
    /// Triangle under the cursor; `None` if the cursor is on no triangle.
    pub hover: Option<TriangleId>,
    /// Triangle whose locator (a ring) shrinks, and how much wider the ring is: from 1 (widest) to 0 (final size).
    pub locating: Option<(TriangleId, f64)>,
    /// Swarm of many small bodies, drawn besides the objects; only OpenGL draws it.
    pub swarm: Option<&'a Swarm>,
    /// Lines and points drawn over the scene.
    pub overlays: &'a [Overlay],
    /// Warp of the world before it is drawn; the ground's grid is left out of a warped world. The bodies of the swarm
    /// are not warped. Only OpenGL warps surfaces.
    pub warp: Option<Warp>,
    /// `true` if the background is left out; colours in the picture are then multiplied by their opacity.
    pub transparent: bool,
}

impl<'a> Frame<'a> {
    /// Returns a frame of a scene with no hovered or marked triangle and no overlays, at a scale factor of 1.
    pub fn new(scene: &'a Scene, view: &'a View, style: &'a Style, selection: &'a Selection) -> Self {
        let (changed, marked, overlays): (&[TriangleId], &[TriangleId], &[Overlay]) = (&[], &[], &[]);
        Self {
            scene,
            view,
            style,
            scale_factor: 1.0,
            selection,
            changed,
            marked,
            hover: None,
            locating: None,
            swarm: None,
            overlays,
            warp: None,
            transparent: false,
        }
    }

    /// Returns a box in world space around all visible objects and the swarm's room.
    pub(super) fn bounds(&self) -> Aabb {
        self.swarm.map_or(Aabb::EMPTY, |swarm| swarm.room).union(self.scene.bounds())
    }

    /// Returns the depths in world units where a wireframe begins to fade and is faintest: the scene's smallest and
    /// largest. `None` without a wireframe, in a warped world, or if the box has no depth before the camera.
    pub(super) fn fading_depths(&self) -> Option<[f64; 2]> {
        if !self.style.wireframe || self.warp.is_some() {
            return None;
        }
        let (bounds, camera) = (self.scene.bounds(), &self.view.camera);
        let depths = bounds.corners().map(|corner| camera.depth_of(corner));
        let nearest = depths.into_iter().fold(f64::INFINITY, f64::min).max(camera.near);
        let farthest = depths.into_iter().fold(f64::NEG_INFINITY, f64::max);
        (!bounds.is_empty() && nearest < farthest).then_some([nearest, farthest])
    }

    pub(super) fn has_bodies(&self) -> bool {
        self.swarm.is_some_and(|swarm| !swarm.bodies.is_empty())
    }
}

/// Triangles of one object of the scene: the object's index and the range of its triangles.
pub(super) type Part = (usize, Range<usize>);

/// Look of the objects: everything that their picture depends on, except the states of triangles and the hover.
#[derive(Clone)]
pub(super) struct Look {
    /// Camera that sees the objects, and the matrix from its eye space to clip space.
    seen_by: (Camera, DMat4),
    warp: Option<Warp>,
    pub(super) style: Style,
    pub(super) scale_factor: f64,
    pub(super) objects: Vec<ObjectLook>,
}

#[derive(Clone)]
pub(super) struct ObjectLook {
    mesh: Arc<Mesh>,
    world_from_object: DMat4,
    pub(super) color: [f32; 3],
    hidden: TriangleSet,
    pub(super) drawable: Drawable,
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
    pub(super) fn looks_as(self, other: Self) -> bool {
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
    /// All triangles or, of a picture that is moving, simplified meshes, over a fresh background; nothing is kept.
    Whole,
    /// Triangles to draw over a fresh background.
    RedrawAll(Vec<Part>),
    /// Triangles to draw into the kept picture: those in it whose look changed, then those that are not yet in it.
    Parts { changed: Vec<Part>, added: Vec<Part> },
}

/// Largest number of runs of changed triangles that are drawn by themselves; with more, all is drawn anew.
const MOST_RUNS: usize = 2048;

/// Changed triangles, times samples, that are drawn by themselves however few triangles there are in all.
const FEW_TRIANGLES: usize = 1 << 14;

/// Time without a movement after which all triangles are drawn where the picture is not kept: drawing them cannot be
/// interrupted, and a hand stops for a moment now and then.
const REST: Duration = Duration::from_millis(200);

/// Record of what a picture shows of the objects. It tells what is left to draw.
#[derive(Default)]
pub(super) struct Shown {
    /// Content of the kept picture; `None` if the next frame cannot use it.
    content: Option<Content>,
    /// Look of the objects that are not kept, and when it last moved.
    seen: Option<(Look, Instant)>,
}

struct Content {
    look: Look,
    hover: Option<TriangleId>,
    /// Number of triangles of each object that are in the picture, counted from the first.
    drawn: Vec<usize>,
    state: State,
}

impl Shown {
    /// Returns what to draw, and the state of the picture after that. The picture then shows `look` and `frame.hover`,
    /// or comes closer to them by about `most` triangles. `samples` of each pixel can be kept, if any. `changed` are
    /// the triangles whose states changed, in order. With `simplifies`, simplified meshes are drawn while the camera or
    /// an object moves.
    pub(super) fn show(
        &mut self,
        look: Look,
        frame: &Frame,
        changed: Vec<Part>,
        samples: Option<i32>,
        most: usize,
        simplifies: bool,
    ) -> (Work, State) {
        let before = self.content.take();
        let n_triangles = frame.scene.objects().iter().map(|object| object.mesh.n_triangles() as u64).sum::<u64>();
        // There is more in a kept picture than bodies, and its triangles are told apart by 32 bits.
        let can_be_kept = (!frame.has_bodies() || 0 < count(&look.all())) && n_triangles < u64::from(u32::MAX);
        let Some(samples) = samples.filter(|_| can_be_kept) else {
            let is_moving = simplifies && self.moves(&look);
            return (Work::Whole, if is_moving { State::Moving } else { State::Resting });
        };

        // Only what looks different is drawn into the kept picture, unless all of it does.
        let parts = before.as_ref().and_then(|before| {
            let missing = before.missing(&look)?;
            Some((before.changed(frame.hover, changed, samples as usize)?, missing))
        });
        let moved = before.as_ref().is_none_or(|before| look.moved_since(&before.look));
        let (work, mut drawn, is_hidden) = match (parts, before) {
            (Some((changed, missing)), Some(Content { drawn, state, .. })) => {
                (Work::Parts { changed, added: first_of(missing, most) }, drawn, state == State::HIDDEN)
            }
            _ if moved && simplifies => (Work::Whole, vec![0; look.objects.len()], false),
            _ => (Work::RedrawAll(first_of(look.all(), most)), vec![0; look.objects.len()], !moved),
        };

        if let Work::RedrawAll(added) | Work::Parts { added, .. } = &work {
            added.iter().for_each(|(object, triangles)| drawn[*object] = triangles.end);
        }
        let is_complete = drawn.iter().eq(look.objects.iter().map(|object| &object.drawable.n_uploaded));
        let state = match work {
            Work::Whole => State::Moving,
            _ if is_complete => State::Resting,
            _ => State::Filling { is_hidden },
        };
        self.content = Some(Content { look, hover: frame.hover, drawn, state });
        (work, state)
    }

    /// Returns whether the objects move, or have moved until just now; `look` is theirs in this frame.
    fn moves(&mut self, look: &Look) -> bool {
        match &mut self.seen {
            Some((seen, since)) if !look.moved_since(seen) => since.elapsed() < REST,
            seen => seen.replace((look.clone(), Instant::now())).is_some(),
        }
    }

    /// Forgets the content of the kept picture, so that the next frame is drawn whole.
    pub(super) fn forget(&mut self) {
        self.content = None;
    }
}

impl Content {
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

    /// Returns the triangles to draw again, since their state or hover changed; `None` if drawing all is as fast.
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

#[cfg(test)]
#[cfg(feature = "offscreen")]
mod tests;
