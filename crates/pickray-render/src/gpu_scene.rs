//! Scene on the GPU, kept in step with the scene of each frame: its meshes, and the state of each triangle of its
//! objects.

use super::frame::{Frame, FrameStats};
use super::gl::{Gl, RenderError};
use super::gpu_images::GpuImages;
use super::kept::{Drawable, Look, Part};
use super::mesh_buffer::{Layer, Limits, MeshBuffer};
use super::style::Shading;
use super::triangle_state::{HIDDEN, MARKED, SELECTED, TriangleState};
use pickray::mesh::{Mesh, TriangleSet};
use pickray::pick::TriangleId;
use pickray::scene::{Object, Scene};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Bytes of meshes that one frame uploads unless told otherwise: about a twentieth of a second's work.
const UPLOAD_BUDGET: usize = 16 << 20;

/// Bytes uploaded at a time: a browser, which copies them several times, may take a twentieth of a second.
const UPLOAD_SLICE: usize = 2 << 20;

/// Object of the scene on the GPU: its mesh, and the states of its triangles.
pub(super) struct Slot {
    mesh: Arc<Mesh>,
    pub(super) state: TriangleState,
    /// States of the triangles of the simplified mesh; `None` until it is drawn, and if there is none.
    pub(super) simplified: Option<TriangleState>,
    /// `true` if states changed since those of the simplified mesh were found.
    is_changed: bool,
    /// Triangles of the object that are already marked as hidden in the states on the GPU.
    hidden: TriangleSet,
}

impl Slot {
    fn hide(&mut self, hidden: &TriangleSet) {
        if self.hidden != *hidden {
            let mut changed = hidden.clone();
            changed.toggle_with(&self.hidden);
            changed.iter().for_each(|triangle| self.state.set(triangle, HIDDEN, hidden.contains(triangle)));
            self.hidden.clone_from(hidden);
        }
    }
}

/// Part of the last frame's scene that is on the GPU.
pub(super) struct GpuScene {
    /// Slots of the scene's objects; `None` for an object never shown, or whose mesh the GPU refused.
    pub(super) slots: Vec<Option<Slot>>,
    pub(super) meshes: Vec<MeshBuffer>,
    pub(super) images: GpuImages,
    pub(super) refused: Vec<(Arc<Mesh>, RenderError)>,
    marked: Vec<TriangleId>,
    /// `true` if objects are to be shown that no frame had time to make slots for.
    misses_slots: bool,
    pub(super) limits: Limits,
    pub(super) upload_budget: usize,
    gl: Gl,
}

impl GpuScene {
    pub(super) fn new(gl: &Gl) -> Self {
        Self {
            slots: Vec::new(),
            meshes: Vec::new(),
            images: GpuImages::new(gl),
            refused: Vec::new(),
            marked: Vec::new(),
            misses_slots: false,
            limits: Limits::of(gl),
            upload_budget: UPLOAD_BUDGET,
            gl: Arc::clone(gl),
        }
    }

    /// Brings the GPU's copy of the scene up to a frame, in about `time`; returns the triangles whose states changed.
    pub(super) fn follow(
        &mut self,
        frame: &Frame,
        time: Option<Duration>,
        stats: &mut FrameStats,
    ) -> Result<Vec<Part>, RenderError> {
        self.follow_objects(frame, time, stats)?;
        let changed = self.write_states(frame, stats);
        for buffer in &mut self.meshes {
            buffer.show(Layer::Colors, frame.style.colors)?;
            buffer.show(Layer::TextureCoordinates, frame.style.textures)?;
        }
        let meshes: Vec<_> =
            self.meshes.iter().filter(|buffer| buffer.shows_textures()).map(|buffer| &*buffer.mesh).collect();
        self.images.follow(&meshes, self.limits.texture_size)?;
        self.upload(frame.scene, time, stats);
        self.count_memory(frame, stats);
        Ok(changed)
    }

    pub(super) fn upload_all(&mut self, scene: &Scene) -> Result<(), RenderError> {
        // A mesh that no frame has shown stays until a frame's scene is without it.
        for object in scene.objects().iter().filter(|object| object.visible) {
            self.make_buffer(&object.mesh)?;
        }
        for buffer in &mut self.meshes {
            buffer.upload(usize::MAX);
        }
        Ok(())
    }

    /// Makes slots and buffers those of the scene's objects, one slot at least and no other after `time`; frees others.
    fn follow_objects(
        &mut self,
        frame: &Frame,
        time: Option<Duration>,
        stats: &mut FrameStats,
    ) -> Result<(), RenderError> {
        let (start, mut is_first) = (Instant::now(), true);
        self.misses_slots = false;
        let objects = frame.scene.objects();
        let in_scene = |mesh: &Arc<Mesh>| objects.iter().any(|object| object.mesh.looks_as(mesh));
        self.meshes.retain(|buffer| in_scene(&buffer.mesh));
        self.refused.retain(|(mesh, _)| in_scene(mesh));
        self.slots.truncate(objects.len());
        self.slots.resize_with(objects.len(), || None);

        for (index, object) in objects.iter().enumerate() {
            self.slots[index].take_if(|slot| !slot.mesh.looks_as(&object.mesh));
            if self.slots[index].is_some() || !object.visible || self.is_refused(&object.mesh) {
                continue;
            }
            if !std::mem::take(&mut is_first) && time.is_some_and(|time| time <= start.elapsed()) {
                self.misses_slots = true;
                continue;
            }
            match self.slot_of(object, index as u32, frame) {
                Ok(slot) => {
                    stats.bytes_uploaded += slot.state.gpu_bytes();
                    self.slots[index] = Some(slot);
                }
                Err(error @ RenderError::MeshTooLarge { .. }) => {
                    self.meshes.retain(|buffer| !buffer.is_of(&object.mesh));
                    self.refused.push((Arc::clone(&object.mesh), error));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn is_refused(&self, mesh: &Arc<Mesh>) -> bool {
        self.refused.iter().any(|(refused, _)| refused.looks_as(mesh))
    }

    fn make_buffer(&mut self, mesh: &Arc<Mesh>) -> Result<(), RenderError> {
        if self.buffer_of(mesh).is_none() {
            self.meshes.push(MeshBuffer::new(&self.gl, mesh, &self.limits)?);
        }
        Ok(())
    }

    fn slot_of(&mut self, object: &Object, index: u32, frame: &Frame) -> Result<Slot, RenderError> {
        self.make_buffer(&object.mesh)?;
        let mut state = TriangleState::new(&self.gl, object.mesh.n_triangles(), &self.limits)?;
        for id in frame.selection.iter().filter(|id| id.object == index) {
            state.set(id.triangle, SELECTED, true);
        }
        for id in self.marked.iter().filter(|id| id.object == index) {
            state.set(id.triangle, MARKED, true);
        }
        Ok(Slot {
            mesh: Arc::clone(&object.mesh),
            state,
            hidden: TriangleSet::default(),
            simplified: None,
            is_changed: true,
        })
    }

    /// Writes the states of the triangles that changed, and returns which triangles those are.
    fn write_states(&mut self, frame: &Frame, stats: &mut FrameStats) -> Vec<Part> {
        let Self { slots, marked, .. } = self;
        let mut set = |id: TriangleId, bit, on| {
            if let Some(Some(slot)) = slots.get_mut(id.object as usize) {
                slot.state.set(id.triangle, bit, on);
            }
        };
        for &id in frame.changed {
            set(id, SELECTED, frame.selection.contains(id));
        }
        if marked != frame.marked {
            let [before, now]: [BTreeSet<_>; 2] = [&*marked, frame.marked].map(|ids| ids.iter().copied().collect());
            for &id in before.symmetric_difference(&now) {
                set(id, MARKED, now.contains(&id));
            }
            frame.marked.clone_into(marked);
        }
        let mut changed = Vec::new();
        for (index, (slot, object)) in self.slots.iter_mut().zip(frame.scene.objects()).enumerate() {
            let Some(slot) = slot else { continue };
            slot.hide(&object.hidden);
            let (runs, written) = slot.state.flush();
            slot.is_changed |= written > 0;
            changed.extend(runs.into_iter().map(|(first, end)| (index, first..end)));
            stats.state_entries_written += written;
        }
        stats.bytes_uploaded += stats.state_entries_written;
        changed
    }

    pub(super) fn follow_simplified(&mut self, stats: &mut FrameStats) -> Result<(), RenderError> {
        for slot in self.slots.iter_mut().flatten().filter(|slot| slot.is_changed) {
            let buffer = self.meshes.iter().find(|buffer| buffer.is_of(&slot.mesh));
            let Some(simplified) = buffer.and_then(MeshBuffer::simplified) else { continue };
            let states = match &mut slot.simplified {
                Some(states) => states,
                none => none.insert(TriangleState::new(&self.gl, simplified.n_triangles(), &self.limits)?),
            };
            states.follow(&slot.state, &simplified.mesh);
            stats.bytes_uploaded += states.flush().1;
            slot.is_changed = false;
        }
        Ok(())
    }

    /// Uploads the next slices of meshes and images that are not complete, one at least, and no other after `time`.
    fn upload(&mut self, scene: &Scene, time: Option<Duration>, stats: &mut FrameStats) {
        let start = Instant::now();
        let is_late = || time.is_some_and(|time| time <= start.elapsed());
        let (mut left, mut bytes) = (self.upload_budget, 0);
        for buffer in &mut self.meshes {
            let is_missing_some = |(uploaded, all)| uploaded < all;
            while left > 0 && is_missing_some(buffer.progress()) && (bytes == 0 || !is_late()) {
                let slice = left.min(UPLOAD_SLICE);
                let uploaded = buffer.upload(slice);
                left = left.saturating_sub(uploaded);
                bytes += uploaded;
                if slice < UPLOAD_SLICE {
                    break;
                }
            }
        }
        while left > 0 && (bytes == 0 || !is_late()) {
            let uploaded = self.images.upload(left.min(UPLOAD_SLICE));
            left = if uploaded == 0 { 0 } else { left.saturating_sub(uploaded) };
            bytes += uploaded;
        }
        stats.bytes_uploaded += bytes as u64;

        let shown = || scene.objects().iter().filter(|object| object.visible && !self.is_refused(&object.mesh));
        let progress = shown().filter_map(|object| self.buffer_of(&object.mesh)).map(MeshBuffer::progress);
        let (uploaded, all) =
            progress.chain(self.images.progress()).fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
        stats.uploaded = if all == 0 { 1.0 } else { (uploaded as f64 / all as f64) as f32 };
        if self.misses_slots {
            stats.uploaded *= self.slots.iter().flatten().count() as f32 / self.slots.len() as f32;
        }
    }

    pub(super) fn buffer_of(&self, mesh: &Arc<Mesh>) -> Option<&MeshBuffer> {
        self.meshes.iter().find(|buffer| buffer.is_of(mesh))
    }

    /// Returns the mesh of a frame's object, by the object's index; `None` if the object is not drawn.
    pub(super) fn shown_buffer(&self, frame: &Frame, index: usize) -> Option<&MeshBuffer> {
        let object = frame.scene.objects().get(index).filter(|object| object.visible)?;
        // The lines of a wireframe are blended, so that each copy shows.
        if !frame.style.wireframe && frame.scene.is_covered(index as u32) {
            return None;
        }
        self.slots.get(index)?.as_ref()?;
        self.buffer_of(&object.mesh)
    }

    /// Returns the meshes that a frame draws, one for each object.
    pub(super) fn shown(&self, frame: &Frame) -> impl Iterator<Item = &MeshBuffer> {
        (0..frame.scene.objects().len()).filter_map(|index| self.shown_buffer(frame, index))
    }

    /// Returns the look of a frame's objects: of whole meshes alone, unless some triangles of a mesh may be drawn.
    pub(super) fn look(&self, frame: &Frame, may_be_some: bool, stats: &mut FrameStats) -> Look {
        let is_smooth = frame.style.shading == Shading::Smooth;
        stats.normals_missing |= is_smooth && self.shown(frame).any(|buffer| !buffer.has_normals());
        let is_whole = |buffer: &MeshBuffer| buffer.is_complete() && !self.misses_slots;
        Look::new(frame, |index| {
            let buffer = self.shown_buffer(frame, index);
            buffer.map_or(Drawable::default(), |buffer| Drawable {
                n_uploaded: if may_be_some || is_whole(buffer) { buffer.n_uploaded() } else { 0 },
                smooth: is_smooth && buffer.has_normals(),
                colored: buffer.is_with(Layer::Colors),
                images: match buffer.is_with(Layer::TextureCoordinates) {
                    true => self.images.n_ready(&buffer.mesh),
                    false => 0,
                },
            })
        })
    }

    fn count_memory(&self, frame: &Frame, stats: &mut FrameStats) {
        let states =
            |slot: &Slot| slot.state.gpu_bytes() + slot.simplified.as_ref().map_or(0, TriangleState::gpu_bytes);
        let states = self.slots.iter().flatten().map(states);
        let meshes = self.meshes.iter().map(MeshBuffer::gpu_bytes);
        stats.gpu_bytes = states.chain(meshes).sum::<u64>() + self.images.gpu_bytes();
        let refused = frame.scene.objects().iter().filter(|object| self.is_refused(&object.mesh));
        stats.objects_refused = refused.count() as u32;
    }
}
