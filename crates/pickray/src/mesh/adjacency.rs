//! Adjacency of the triangles of a mesh: neighbours across edges, and regions of triangles connected over edges.

use crate::accel::BuildError;
use crate::math::double::power_of_two_up_to;
use crate::math::exact::{Exact, cross, difference};
use crate::mesh::{IndexedMesh, JoinedVertices, Mesh, TriangleSet};
use crate::work::{OutOfMemory, Progress, memory, packed};
use glam::{DVec3, DVec4};
use std::ops::Range;
use std::sync::Arc;

/// End of a list: twice as many as there are sides in any mesh.
const NONE: u32 = u32::MAX;
const CHECK_EVERY: usize = 1 << 16;
/// Shares of the time until vertices are joined, and until each side is in a list, measured on 10 million triangles.
const JOINED: f32 = 0.4;
const LISTED: f32 = 0.6;

/// Neighbours of each triangle of a mesh, across each of its edges.
///
/// Edges are those between positions, as [`JoinedVertices`](super::JoinedVertices) tells them apart, so that triangles
/// that repeat their vertices, as in STL or along a seam, are neighbours. The winding does not matter, and all
/// triangles at an edge are neighbours of each other, however many. A side between two equal corners is no edge.
///
/// [`Mesh::adjacency`] makes the adjacency of a mesh and keeps it with the mesh. It takes 12 bytes a triangle. Methods
/// panic if the mesh lacks a triangle that they are given, or if the mesh they are given is another one.
///
/// ```
/// use pickray::mesh::{Mesh, TriangleSet, samples::Sample};
///
/// let mesh = Sample::Cube.mesh()?;
/// let adjacency = mesh.adjacency()?;
/// assert_eq!(adjacency.linked(0).len(), 12);
///
/// let side = adjacency.flat_region(&mesh, 0, 0.1);
/// assert_eq!(side.iter().collect::<Vec<_>>(), [0, 1]);
/// let around = adjacency.grow(&side);
/// assert_eq!((around.len(), adjacency.n_parts(&around)), (6, 1));
/// assert_eq!(adjacency.shrink(&around), side);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjacency {
    /// For each side (three times its triangle plus its first corner), the next at its edge, in an ascending ring.
    next: Vec<u32>,
}
packed!(struct Adjacency { next });

impl Mesh {
    /// Returns the adjacency of the triangles. The first call makes it, which takes a third to one and a half of the
    /// time of building the tree over the triangles. It is kept until vertices move, and copies of the mesh share it.
    ///
    /// # Errors
    /// [`OutOfMemory`] where there is not enough memory.
    pub fn adjacency(&self) -> Result<&Adjacency, OutOfMemory> {
        self.adjacency_with(&Progress::default()).map_err(BuildError::uncancelled)
    }

    /// Returns the [`adjacency`](Self::adjacency) and tells `progress` how much of it is made, in its current stage.
    ///
    /// # Errors
    /// [`BuildError`] when `progress` was cancelled, or there is not enough memory.
    pub fn adjacency_with(&self, progress: &Progress) -> Result<&Adjacency, BuildError> {
        if let Some(kept) = self.adjacency.get() {
            return Ok(kept);
        }
        let made = Adjacency::of_with(self, progress)?;
        Ok(self.adjacency.get_or_init(|| Arc::new(made)))
    }

    /// Returns the adjacency of the triangles if it has been made, or `None`; makes nothing, so takes no time.
    #[doc(hidden)]
    pub fn kept_adjacency(&self) -> Option<&Adjacency> {
        self.adjacency.get().map(|kept| &**kept)
    }

    /// Keeps `made`, the adjacency of a copy of this mesh, unless the mesh already has an adjacency.
    #[doc(hidden)]
    pub fn keep_adjacency(&self, made: Adjacency) {
        assert_eq!(made.n_triangles(), self.n_triangles(), "neighbours in another mesh");
        self.adjacency.get_or_init(|| Arc::new(made));
    }
}

impl Adjacency {
    /// Returns the adjacency of a mesh, and tells `progress` how much of it is made, in its current stage.
    /// [`Mesh::adjacency`] returns one that the mesh keeps. The construction takes up to 10 bytes a vertex, then up to
    /// 8 bytes a vertex beside the 12 bytes a triangle that are kept.
    ///
    /// # Errors
    /// [`BuildError`] when `progress` was cancelled, or there is not enough memory.
    pub fn of_with(mesh: &IndexedMesh, progress: &Progress) -> Result<Self, BuildError> {
        let joined = JoinedVertices::of_with(mesh, progress)?;
        progress.advance(JOINED);
        let (n_positions, n_sides) = (joined.n_positions(), 3 * mesh.triangles.len());
        // A side is named by the numbers of its two positions, the lower one first, whichever way a triangle runs.
        let ends = |side: u32| {
            let (corners, corner) = (mesh.triangles[side as usize / 3], side as usize % 3);
            let [from, to] = [corners[corner], corners[(corner + 1) % 3]].map(|vertex| joined.number(vertex));
            (from.min(to), from.max(to))
        };
        let look = |share: Range<f32>, done: usize, of: usize| {
            if done.is_multiple_of(CHECK_EVERY) {
                progress.check()?;
                progress.advance(share.start + (share.end - share.start) * done as f32 / of as f32);
            }
            Ok::<(), BuildError>(())
        };

        // List the sides from each position to positions of higher numbers.
        let (mut heads, mut next) = (memory::filled(n_positions, NONE)?, memory::filled(n_sides, NONE)?);
        for (side, next) in (0..).zip(&mut next) {
            look(JOINED..LISTED, side as usize, n_sides)?;
            let (from, to) = ends(side);
            *next = if from == to { side } else { std::mem::replace(&mut heads[from as usize], side) };
        }

        // Link the sides of each edge into a ring.
        let mut around: Vec<u64> = Vec::new();
        for (position, &head) in heads.iter().enumerate() {
            look(LISTED..1.0, position, n_positions)?;
            around.clear();
            let mut side = head;
            while side != NONE {
                memory::reserve(&mut around, 1)?;
                around.push(u64::from(ends(side).1) << 32 | u64::from(side));
                side = next[side as usize];
            }
            around.sort_unstable();
            for edge in around.chunk_by(|a, b| a >> 32 == b >> 32) {
                for (side, after) in edge.iter().zip(edge.iter().cycle().skip(1)) {
                    next[*side as u32 as usize] = *after as u32;
                }
            }
        }
        progress.advance(1.0);
        Ok(Self { next })
    }

    /// Returns the number of triangles of the mesh.
    pub fn n_triangles(&self) -> usize {
        self.next.len() / 3
    }

    /// Returns the number of bytes of memory that the adjacency takes.
    pub fn memory(&self) -> usize {
        size_of_val(&self.next[..])
    }

    /// Returns the indices of the other triangles at an edge of `triangle`. Edge 0 joins its first and second corner,
    /// edge 1 the second and third, edge 2 the third and first.
    pub fn across(&self, triangle: u32, edge: usize) -> impl Iterator<Item = u32> {
        assert!(edge < 3, "a triangle has 3 edges, not an edge {edge}");
        let side = 3 * triangle + edge as u32;
        self.behind(side).map(|side| side / 3).filter(move |other| *other != triangle)
    }

    /// Returns the triangle `seed` and all that are connected to it over shared edges, directly or through others.
    pub fn linked(&self, seed: u32) -> TriangleSet {
        let mut reached = TriangleSet::default();
        self.flood(seed, &mut reached, |_| true);
        reached
    }

    /// Returns the connected region around the triangle `seed` in which every normal is within `angle` (radians) of the
    /// seed's normal, not of a neighbour's, so that the region does not creep around a bend.
    ///
    /// A triangle of no area has no normal: it joins the region wherever it touches it, so that slivers leave no holes.
    /// If the seed has no area, the region is the seed alone. A triangle of opposite winding has the opposite normal;
    /// an `angle` of π or more takes it, as it takes every triangle. Normals are compared in f64, without a tolerance.
    /// With f32 positions, normals of triangles on one slanted plane differ by some 1e-7.
    pub fn flat_region(&self, mesh: &Mesh, seed: u32, angle: f64) -> TriangleSet {
        let Some(normal) = normal(mesh, seed).filter(|_| 0.0 <= angle) else { return TriangleSet::from_iter([seed]) };
        // Of a length near 1, so that its product with another one's does not overflow.
        let normal = normal / power_of_two_up_to(normal.abs().max_element());
        let mut reached = TriangleSet::default();
        self.flood(seed, &mut reached, |triangle| {
            self::normal(mesh, triangle)
                .is_none_or(|other| normal.cross(other).length().atan2(normal.dot(other)) <= angle)
        });
        reached
    }

    /// Returns a set of triangles together with all triangles that share an edge with one of them.
    pub fn grow(&self, set: &TriangleSet) -> TriangleSet {
        let mut grown = set.clone();
        for side in set.iter().flat_map(sides) {
            // The next one of the set goes on from there.
            grown.extend(self.behind(side).map(|side| side / 3).take_while(|other| !set.contains(*other)));
        }
        grown
    }

    /// Returns a set of triangles without those that share an edge with a triangle outside the set.
    pub fn shrink(&self, set: &TriangleSet) -> TriangleSet {
        let mut around = self.grow(set);
        around.subtract(set);
        let mut shrunk = set.clone();
        shrunk.subtract(&self.grow(&around));
        shrunk
    }

    /// Returns the number of connected parts of a set of triangles; different parts share no edge.
    pub fn n_parts(&self, set: &TriangleSet) -> usize {
        let mut reached = TriangleSet::default();
        let mut n_parts = 0;
        for seed in set.iter() {
            if !reached.contains(seed) {
                self.flood(seed, &mut reached, |triangle| set.contains(triangle));
                n_parts += 1;
            }
        }
        n_parts
    }

    /// Calls `edge` for each edge with its highest side, then the others, ascending; a side of equal corners is one.
    pub(super) fn for_each_edge(&self, mut edge: impl FnMut(u32, &mut dyn Iterator<Item = u32>)) {
        for (side, &next) in (0..).zip(&self.next) {
            if next <= side {
                edge(side, &mut self.behind(side));
            }
        }
    }

    /// Adds to `reached` the seed and all triangles linked to it over edges that `is_in` accepts and `reached` lacks.
    fn flood(&self, seed: u32, reached: &mut TriangleSet, is_in: impl Fn(u32) -> bool) {
        assert!((seed as usize) < self.n_triangles(), "triangle {seed} of {}", self.n_triangles());
        reached.insert(seed);
        let mut waiting = vec![seed];
        while let Some(triangle) = waiting.pop() {
            for side in sides(triangle) {
                // From the first that is reached, the rest of the ring is.
                let of_edge = self.behind(side).map(|side| side / 3);
                let first =
                    of_edge.map(|other| (other, reached.contains(other))).find(|&(other, known)| known || is_in(other));
                if let Some((other, false)) = first {
                    reached.insert(other);
                    waiting.push(other);
                }
            }
        }
    }

    /// Returns the other sides at the edge of `side`, from the next one on.
    fn behind(&self, side: u32) -> impl Iterator<Item = u32> {
        let next = |side: u32| self.next[side as usize];
        std::iter::successors(Some(next(side)), move |side| Some(next(*side))).take_while(move |other| *other != side)
    }

    /// Returns the edges of the mesh's outline, each as two end points in object space. `eye` is a point (w = 1) or a
    /// direction (w = 0) of object space. An edge belongs to the outline if all its triangles lie on one side of the
    /// plane through edge and eye, whatever their winding. For pictures: rounded where a triangle is seen edge-on.
    pub fn outline(&self, mesh: &Mesh, eye: DVec4) -> Vec<[DVec3; 2]> {
        let corner = |side: u32, k: u32| {
            let triangle = mesh.triangle(side / 3);
            [triangle.a, triangle.b, triangle.c][((side + k) % 3) as usize]
        };
        let n_sides = 3 * self.n_triangles() as u32;
        let outlining = |side: u32| {
            let [a, b] = [corner(side, 0), corner(side, 1)];
            let across = (b - a).cross(eye.truncate() - eye.w * a);
            let is_right = |of: u32| 0.0 < across.dot(corner(of, 2) - a);
            let mut others = self.behind(side);
            let own = is_right(side);
            // Each edge once: from the first of its sides.
            (a != b && others.all(|other| side < other && is_right(other) == own)).then_some([a, b])
        };
        (0..n_sides).filter_map(outlining).collect()
    }
}

fn sides(triangle: u32) -> Range<u32> {
    3 * triangle..3 * triangle + 3
}

/// Ratio of the product of two edges to their normal above which too many digits of the normal are rounded off.
const SLIVER: f64 = 1e6;

/// Returns the normal of a triangle, not normalised; `None` if it has no area.
fn normal(mesh: &Mesh, triangle: u32) -> Option<DVec3> {
    // Of what f32 hold, the products neither overflow nor vanish.
    let triangle = mesh.local_triangle(triangle);
    let [a, b, c] = triangle.corners();
    let (normal, longest) = (triangle.scaled_normal(), |edge: DVec3| edge.abs().max_element());
    if SLIVER * longest(normal) > longest(b - a) * longest(c - a) {
        return Some(normal);
    }
    let exactly = || cross(&difference(b, a), &difference(c, a)).each_ref().map(Exact::rounded).into();
    (!triangle.is_degenerate()).then(exactly)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::samples::Sample;
    use std::collections::HashMap;

    #[test]
    fn a_cube_seen_from_a_corner_has_an_outline_of_six_edges_and_from_a_side_of_four() {
        let mesh = Sample::Cube.mesh().expect("a cube");
        let adjacency = mesh.adjacency().expect("memory");
        for (eye, edges) in [
            (DVec4::new(5.0, 6.0, 7.0, 1.0), 6),
            (DVec4::new(5.0, 6.0, 7.0, 0.0), 6),
            (DVec4::new(0.1, 0.2, 9.0, 1.0), 4),
        ] {
            let outline = adjacency.outline(&mesh, eye);
            assert_eq!(outline.len(), edges, "{outline:?} from {eye}");
            let mut ends: HashMap<[u64; 3], u32> = HashMap::new();
            let name = |point: DVec3| point.to_array().map(f64::to_bits);
            outline.iter().flatten().for_each(|point| *ends.entry(name(*point)).or_default() += 1);
            assert!(ends.values().all(|n| *n == 2), "closed: {outline:?}");
        }
    }

    #[test]
    fn a_surface_that_ends_is_outlined_where_it_ends_whatever_its_winding() {
        let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        for second in [[0, 2, 3], [0, 3, 2]] {
            let mesh = Mesh::from_triangles(positions.clone(), vec![[0, 1, 2], second]).expect("a square");
            let outline = mesh.adjacency().expect("memory").outline(&mesh, DVec4::new(0.5, 0.5, 3.0, 1.0));
            assert_eq!(outline.len(), 4, "{outline:?}");
        }
    }
}
