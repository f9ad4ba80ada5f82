//! Finds the triangles that share edges: first all sides from one position, then among those the ones to another.

use super::Adjacency;
use crate::accel::BuildError;
use crate::mesh::{IndexedMesh, JoinedVertices};
use crate::work::{Cancelled, OutOfMemory, Progress, memory};
use std::ops::Range;

/// Ends a list: twice as many as there are sides in any mesh.
const NONE: u32 = u32::MAX;
/// Sides or positions between two looks at the progress.
const CHECK_EVERY: usize = 1 << 16;
/// Shares of the time until vertices are joined, and until each side is in a list, measured on 10 million triangles.
const JOINED: f32 = 0.4;
const LISTED: f32 = 0.6;

impl Adjacency {
    /// Returns that of a mesh. [`Mesh::adjacency`](crate::mesh::Mesh::adjacency) keeps it, too.
    ///
    /// Beside the 12 bytes a triangle that it keeps it takes up to 8 bytes a vertex meanwhile, and before that 10.
    ///
    /// # Errors
    /// [`OutOfMemory`] where there is not enough.
    pub fn of(mesh: &IndexedMesh) -> Result<Self, OutOfMemory> {
        Self::of_with(mesh, &Progress::default()).map_err(BuildError::uncancelled)
    }

    /// [`of`](Self::of), telling `progress`, whose present stage it fills.
    ///
    /// # Errors
    /// [`BuildError`] when `progress` was cancelled, or there is not enough memory.
    pub fn of_with(mesh: &IndexedMesh, progress: &Progress) -> Result<Self, BuildError> {
        let joined = JoinedVertices::of_with(mesh, progress)?;
        progress.advance(JOINED);
        let mut lists = Lists {
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

/// The sides from each position to those of higher numbers.
struct Lists<E> {
    /// For each position the first of its sides.
    heads: Vec<u32>,
    /// For each side the next one from its position, and then that of its edge.
    next: Vec<u32>,
    /// Gives the positions of a side, the lower number first.
    ends: E,
}

impl<E: Fn(u32) -> (u32, u32)> Lists<E> {
    fn fill(&mut self, progress: &Progress) -> Result<(), BuildError> {
        for place in 0..self.next.len() {
            look(progress, JOINED..LISTED, place, self.next.len())?;
            let side = place as u32;
            let (from, to) = (self.ends)(side);
            self.next[place] = if from == to { side } else { std::mem::replace(&mut self.heads[from as usize], side) };
        }
        Ok(())
    }

    /// Makes a ring of each edge's sides.
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

/// Tells `progress` how much of a share of the time is over, now and then.
fn look(progress: &Progress, share: Range<f32>, done: usize, of: usize) -> Result<(), Cancelled> {
    if done.is_multiple_of(CHECK_EVERY) {
        progress.check()?;
        progress.advance(share.start + (share.end - share.start) * done as f32 / of as f32);
    }
    Ok(())
}
