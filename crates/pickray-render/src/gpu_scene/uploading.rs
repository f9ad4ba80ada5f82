//! Objects, meshes and images of a scene that come to the GPU and leave it.

use super::{GpuScene, MARKED, SELECTED, Slot, TriangleState};
use crate::frame::Frame;
use crate::gl::RenderError;
use crate::mesh_buffer::MeshBuffer;
use crate::stats::FrameStats;
use pickray::mesh::{Mesh, TriangleSet};
use pickray::scene::{Object, Scene};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Bytes uploaded at a time: a browser, which copies them several times, may take a twentieth of a second.
const UPLOAD_SLICE: usize = 2 << 20;

impl GpuScene {
    /// Makes slots and buffers those of the scene's objects, one slot at least and no other after `time`; frees others.
    pub(super) fn follow_objects(
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

    pub(crate) fn upload_all(&mut self, scene: &Scene) -> Result<(), RenderError> {
        // A mesh that no frame has shown stays until a frame's scene is without it.
        for object in scene.objects().iter().filter(|object| object.visible) {
            self.make_buffer(&object.mesh)?;
        }
        for buffer in &mut self.meshes {
            buffer.upload(usize::MAX);
        }
        Ok(())
    }

    /// Uploads the next slices of meshes and images that are not complete, one at least, and no other after `time`.
    pub(super) fn upload(&mut self, scene: &Scene, time: Option<Duration>, stats: &mut FrameStats) {
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

    pub(super) fn count_memory(&self, frame: &Frame, stats: &mut FrameStats) {
        let states =
            |slot: &Slot| slot.state.gpu_bytes() + slot.simplified.as_ref().map_or(0, TriangleState::gpu_bytes);
        let states = self.slots.iter().flatten().map(states);
        let meshes = self.meshes.iter().map(MeshBuffer::gpu_bytes);
        stats.gpu_bytes = states.chain(meshes).sum::<u64>() + self.images.gpu_bytes();
        let refused = frame.scene.objects().iter().filter(|object| self.is_refused(&object.mesh));
        stats.objects_refused = refused.count() as u32;
    }
}
