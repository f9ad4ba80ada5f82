//! State of each triangle of an object on the GPU (selected, marked, hidden): one byte each, of which only those that
//! change are written.

use super::gl::{Gl, RenderError, Texture, call, settled};
use super::mesh_buffer::Limits;
use super::simplified::SimplifiedMesh;
use glow::HasContext;
use std::sync::Arc;

/// Bits of a state, as in `shaders/state.glsl`.
pub(super) const SELECTED: u8 = 1;
pub(super) const MARKED: u8 = 2;
pub(super) const HIDDEN: u8 = 4;

/// Number of separate runs beyond which the entries between them are written, too: a call costs more than some bytes.
const MANY_RUNS: usize = 1024;
/// Largest number of entries between two of many runs that are written along.
const SMALL_GAP: usize = 256;

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
mod tests {
    use super::*;
    use crate::context::OffscreenContext;
    use crate::gl::Framebuffer;

    fn read_back(gl: &Gl, state: &TriangleState) -> Vec<u8> {
        let framebuffer = Framebuffer::new(gl).expect("a framebuffer");
        framebuffer.attach_texture(glow::COLOR_ATTACHMENT0, &state.texture);
        framebuffer.check().expect("an integer framebuffer");
        let (columns, rows) = (state.columns as i32, (state.states.len() / state.columns) as i32);
        let mut texels = vec![0_u8; state.states.len() * 16];
        let pixels = glow::PixelPackData::Slice(Some(&mut texels));
        call!(gl, read_pixels(0, 0, columns, rows, glow::RGBA_INTEGER, glow::UNSIGNED_INT, pixels));
        texels.chunks_exact(16).map(|texel| texel[0]).collect()
    }

    #[test]
    fn only_what_changed_is_written_and_the_texture_holds_it() {
        let context = OffscreenContext::new().unwrap_or_else(|error| panic!("{error}"));
        let gl = context.gl();
        let limits = Limits { texture_size: 64, ..Limits::of(gl) };
        let seed = fastrand::u64(..);
        println!("seed {seed}");
        let mut random = fastrand::Rng::with_seed(seed);
        for n in [1, 2, 63, 64, 65, 1000, 4096] {
            let mut state = TriangleState::new(gl, n, &limits).expect("a texture");
            assert_eq!(read_back(gl, &state), state.states, "{n} fresh");
            let mut changed = std::collections::BTreeSet::new();
            for _ in 0..n.min(200) {
                let triangle = random.u32(0..n as u32);
                state.set(triangle, SELECTED, true);
                changed.insert(triangle);
            }
            assert_eq!(state.flush().1, changed.len() as u64);
            assert_eq!(state.flush(), (Vec::new(), 0));
            assert_eq!(read_back(gl, &state), state.states, "{n} changed");
        }
    }

    #[test]
    fn what_ends_as_it_was_is_not_marked_twice_and_ids_out_of_range_are_ignored() {
        let context = OffscreenContext::new().unwrap_or_else(|error| panic!("{error}"));
        let mut state = TriangleState::new(context.gl(), 10, &Limits::of(context.gl())).expect("a texture");
        state.set(3, SELECTED, true);
        state.set(3, MARKED, true);
        state.set(3, MARKED, true);
        state.set(10, SELECTED, true);
        assert_eq!(state.flush(), (vec![(3, 4)], 1));
    }

    #[test]
    fn whole_rows_and_many_scattered_entries_are_written_right() {
        let context = OffscreenContext::new().unwrap_or_else(|error| panic!("{error}"));
        let gl = context.gl();
        let mut state = TriangleState::new(gl, 100_000, &Limits::of(gl)).expect("a texture");
        for triangle in 100..99_000 {
            state.set(triangle, SELECTED, true);
        }
        assert_eq!(state.flush(), (vec![(100, 99_000)], 98_900));
        assert_eq!(read_back(gl, &state), state.states);
        for triangle in (0..100_000).step_by(7) {
            state.set(triangle, MARKED, true);
        }
        let (changed, written) = state.flush();
        assert!(changed.len() == 100_000_usize.div_ceil(7) && 100_000 / 7 <= written);
        assert_eq!(read_back(gl, &state), state.states);
    }

    #[test]
    fn runs_join_neighbours_and_small_gaps() {
        assert_eq!(runs(&[1, 2, 3, 7, 9], 0), [(1, 4), (7, 8), (9, 10)]);
        assert_eq!(runs(&[1, 2, 3, 7, 9], 1), [(1, 4), (7, 10)]);
        assert_eq!(runs(&[], 3), []);
    }
}
