//! Construction of the adjacency of a mesh: the sides of triangles are listed by position, then sides between the same
//! two positions are linked.

use super::Adjacency;
use crate::accel::BuildError;
use crate::mesh::{IndexedMesh, JoinedVertices};
use crate::work::{Cancelled, OutOfMemory, Progress, memory};
use std::ops::Range;

/// End of a list: twice as many as there are sides in any mesh.
const NONE: u32 = u32::MAX;
/// Number of sides or positions between two looks at the progress.
const CHECK_EVERY: usize = 1 << 16;
/// Shares of the time until vertices are joined, and until each side is in a list, measured on 10 million triangles.
const JOINED: f32 = 0.4;
const LISTED: f32 = 0.6;

impl Adjacency {
    /// Returns the adjacency of a mesh. [`Mesh::adjacency`](crate::mesh::Mesh::adjacency) returns one that the mesh
    /// keeps.
    /// Memory used by the construction: at first up to 10 bytes a vertex, then up to 8 bytes a vertex beside the 12
    /// bytes a triangle that the adjacency keeps.
    ///
    /// # Errors
    /// [`OutOfMemory`] where there is not enough memory.
    pub fn of(mesh: &IndexedMesh) -> Result<Self, OutOfMemory> {
        Self::of_with(mesh, &Progress::default()).map_err(BuildError::uncancelled)
    }

    /// Returns the adjacency of a mesh and tells `progress` how much of it is made. The work fills the current stage of
    /// `progress`.
    ///
    /// # Errors
    /// [`BuildError`] when `progress` was cancelled, or there is not enough memory.
    pub fn of_with(mesh: &IndexedMesh, progress: &Progress) -> Result<Self, BuildError> {
        let joined = JoinedVertices::of_with(mesh, progress)?;
        progress.advance(JOINED);
        let mut lists = SideLists {
            heads: memory::filled(joined.n_positions(), NONE)?,
            next: memory::filled(3 * mesh.triangles.len(), NONE)?,
            ends: |side| {
                let (corners, corner) = (mesh.triangles[side as usize / 3], side as usize % 3);
                let [from, to] = [corners[corner], corners[(corner + 1) % 3]].map(|vertex| joined.number(vertex));
                (from.min(to), from.max(to))
            },
        };
        lists.fill(progress)?;
        lists.close(progress)?;
        progress.advance(1.0);
        Ok(Self { next: lists.next })
    }
}

/// Lists of the sides from each position to positions of higher numbers.
struct SideLists<E> {
    /// First side in the list of each position, by the number of the position. The list holds the sides that lead from
    /// this position to positions of higher numbers.
    heads: Vec<u32>,
    /// Next side in the list of the same position, by the number of the side. Once sides are linked, the next side at
    /// the same edge.
    next: Vec<u32>,
    /// Function that returns the numbers of a side's two positions, the lower one first.
    ends: E,
}

impl<E: Fn(u32) -> (u32, u32)> SideLists<E> {
    fn fill(&mut self, progress: &Progress) -> Result<(), BuildError> {
        for place in 0..self.next.len() {
            look(progress, JOINED..LISTED, place, self.next.len())?;
            let side = place as u32;
            let (from, to) = (self.ends)(side);
            self.next[place] = if from == to { side } else { std::mem::replace(&mut self.heads[from as usize], side) };
        }
        Ok(())
    }

    /// Links the sides of each edge into a ring.
    fn close(&mut self, progress: &Progress) -> Result<(), BuildError> {
        let mut around: Vec<u64> = Vec::new();
        for position in 0..self.heads.len() {
            look(progress, LISTED..1.0, position, self.heads.len())?;
            around.clear();
            let mut side = self.heads[position];
            while side != NONE {
                memory::reserve(&mut around, 1)?;
                around.push(u64::from((self.ends)(side).1) << 32 | u64::from(side));
                side = self.next[side as usize];
            }
            around.sort_unstable();
            for edge in around.chunk_by(|a, b| a >> 32 == b >> 32) {
                for (side, next) in edge.iter().zip(edge.iter().cycle().skip(1)) {
                    self.next[*side as u32 as usize] = *next as u32;
                }
            }
        }
        Ok(())
    }
}

/// Tells `progress` now and then how much of a share of the time is over; fails once cancelled.
fn look(progress: &Progress, share: Range<f32>, done: usize, of: usize) -> Result<(), Cancelled> {
    if done.is_multiple_of(CHECK_EVERY) {
        progress.check()?;
        progress.advance(share.start + (share.end - share.start) * done as f32 / of as f32);
    }
    Ok(())
}
