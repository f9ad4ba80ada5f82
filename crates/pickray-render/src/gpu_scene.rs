//! Scene on the GPU, kept in step with the scene of each frame: its meshes, and the state of each triangle of its
//! objects (selected, marked, hidden). Only states that change are written.

mod uploading;

use super::frame::{Drawable, Frame, Look, Part};
use super::gl::{Gl, RenderError, Texture, call, settled};
use super::gpu_images::GpuImages;
use super::mesh_buffer::{Layer, Limits, MeshBuffer};
use super::simplified::SimplifiedMesh;
use super::stats::FrameStats;
use super::style::Shading;
use glow::HasContext;
use pickray::mesh::{Mesh, TriangleSet};
use pickray::pick::TriangleId;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of meshes that one frame uploads unless told otherwise: about a twentieth of a second's work.
const UPLOAD_BUDGET: usize = 16 << 20;

/// Bits of a state, as in `shaders/mesh.glsl`.
pub(super) const SELECTED: u8 = 1;
pub(super) const MARKED: u8 = 2;
pub(super) const HIDDEN: u8 = 4;

/// Number of separate runs beyond which the entries between them are written, too: a call costs more than some bytes.
const MANY_RUNS: usize = 1024;
/// Largest number of entries between two of many runs that are written along.
const SMALL_GAP: usize = 256;

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
}

/// States of triangles, a byte each: an `R8UI` texture that is filled row by row, and a copy of it in memory.
pub(super) struct TriangleState {
    gl: Gl,
    texture: Texture,
    columns: usize,
    states: Vec<u8>,
    /// Triangles whose state in `states` has not been written to the texture yet.
    dirty: Vec<u32>,
    n_triangles: usize,
}

impl TriangleState {
    /// Returns states for `n_triangles` triangles, all 0, in memory and in the texture.
    pub(super) fn new(gl: &Gl, n_triangles: usize, limits: &Limits) -> Result<Self, RenderError> {
        // Nearly square, so that neither side reaches the limit before the other.
        let side = (n_triangles as f64).sqrt().ceil() as usize;
        let columns = side.next_power_of_two().min(limits.texture_size as usize);
        let rows = n_triangles.div_ceil(columns);
        let texture = Texture::new(gl)?;
        let states = vec![0; columns * rows];
        if !texture.allocate(glow::R8UI, glow::RED_INTEGER, glow::UNSIGNED_BYTE, columns as i32, rows as i32) {
            return Err(RenderError::MeshTooLarge {
                triangles: n_triangles as u64,
                bytes: states.len() as u64,
                limit: 0,
                what: "more, its memory is used up",
            });
        }
        let state = Self { gl: Arc::clone(gl), texture, columns, states, dirty: Vec::new(), n_triangles };
        state.write(0, state.states.len());
        Ok(state)
    }

    pub(super) fn gpu_bytes(&self) -> u64 {
        self.states.len() as u64
    }

    /// Returns whether no bit of any state is set.
    pub(super) fn are_none_set(&self) -> bool {
        self.states.iter().all(|state| *state == 0)
    }

    /// Makes the texture the one that shaders read from unit 0.
    pub(super) fn bind(&self) {
        self.texture.bind(0);
    }

    /// Sets the states of a simplified mesh to those that most triangles of its mesh around each have.
    pub(super) fn follow(&mut self, mesh: &Self, simplified: &SimplifiedMesh) {
        for triangle in 0..self.n_triangles as u32 {
            let around = simplified.around(triangle as usize).map(|source| mesh.states[source as usize]);
            for bit in [SELECTED, MARKED, HIDDEN] {
                let most = around.iter().filter(|state| **state & bit != 0).count() > around.len() / 2;
                self.set(triangle, bit, most);
            }
        }
    }

    /// Sets or clears a bit of a triangle's state; ids out of range are ignored.
    pub(super) fn set(&mut self, triangle: u32, bit: u8, on: bool) {
        if self.n_triangles <= triangle as usize {
            return;
        }
        let state = &mut self.states[triangle as usize];
        let wanted = if on { *state | bit } else { *state & !bit };
        if *state != wanted {
            *state = wanted;
            self.dirty.push(triangle);
        }
    }

    /// Writes the states that changed to the texture; returns their ranges (ends excluded), and the number written.
    pub(super) fn flush(&mut self) -> (Vec<(usize, usize)>, u64) {
        let mut dirty = std::mem::take(&mut self.dirty);
        dirty.sort_unstable();
        dirty.dedup();
        let changed = runs(&dirty, 0);
        let joined = (MANY_RUNS < changed.len()).then(|| runs(&dirty, SMALL_GAP));
        let mut written = 0;
        for &(first, end) in joined.as_ref().unwrap_or(&changed) {
            written += end - first;
            self.write(first, end);
        }
        (changed, written as u64)
    }

    /// Writes the entries from `first` up to `end`, those that fill whole rows in one call.
    fn write(&self, first: usize, end: usize) {
        self.texture.bind(0);
        call!(self.gl, pixel_store_i32(glow::UNPACK_ALIGNMENT, 1));
        let mut at = first;
        while at < end {
            let (row, column) = (at / self.columns, at % self.columns);
            let rows = if column == 0 { ((end - at) / self.columns).max(1) } else { 1 };
            let columns = (end - at).min(self.columns - column);
            let states = settled(&self.gl, &self.states[at..at + rows * columns]);
            let (kind, bytes) = (glow::UNSIGNED_BYTE, glow::PixelUnpackData::Slice(Some(states)));
            let ([x, y, w, h], target) = ([column, row, columns, rows].map(|n| n as i32), glow::TEXTURE_2D);
            call!(self.gl, tex_sub_image_2d(target, 0, x, y, w, h, glow::RED_INTEGER, kind, bytes));
            at += rows * columns;
        }
        call!(self.gl, pixel_store_i32(glow::UNPACK_ALIGNMENT, 4));
    }
}

/// Returns the runs (first, one past the last) of sorted, distinct numbers, joined over gaps of up to `gap`.
fn runs(sorted: &[u32], gap: usize) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &number in sorted {
        let number = number as usize;
        match runs.last_mut() {
            Some((_, end)) if number <= *end + gap => *end = number + 1,
            _ => runs.push((number, number + 1)),
        }
    }
    runs
}

#[cfg(test)]
#[cfg(feature = "offscreen")]
mod tests;
