//! Tree over the triangles of one mesh that finds the first triangle, or all triangles, that a ray meets.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod axis_query;
mod build;
mod duplicates;
mod eight_rays;
mod grid;
mod horizon;
mod lanes;
mod layout;
mod lines;
mod observe;
mod packets;
mod queries;
mod refit;
mod region_query;
mod saved;
mod shape;
mod sphere_query;
mod traverse;
mod update;
mod walks;

pub(super) use build::binary::{BinaryNode, BuildItem, area as half_area, grow};
pub(super) use build::morton_code;
pub(crate) use eight_rays::{EightRays, PACKET, set_each};
pub(crate) use horizon::Horizon;
pub(super) use layout::{ChildRef, larger, smaller};
pub(crate) use lines::{prefetch, prefetch_pair};
pub use observe::{QueryCounts, QueryObserver};
pub use queries::Query;
pub(crate) use region_query::{Inside, Placement, TreeBox};
pub(crate) use saved::SavedTree;
pub(crate) use sphere_query::{SpherePath, Visitor};
pub(super) use traverse::{Stack, Waiting};

use crate::geometry::Aabb;
use crate::intersect::{RayTriangleHit, Side};
use crate::work::packed::{Packed, Packer, Unpacker};
use crate::work::said::said;
use crate::work::{Cancelled, OutOfMemory, Progress, packed};
use duplicates::Duplicates;
use grid::Grid;
use lines::Lines;
use shape::TreeShape;

/// Hit of a ray on a triangle of a tree.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TriangleHit {
    /// Index of the triangle in the list that the tree was built over.
    pub triangle: u32,
    /// Parameter of the ray at the hit, 0 or more: the hit is at `origin + t * direction`.
    pub t: f64,
    /// Barycentric weight of the triangle's second corner.
    pub u: f64,
    /// Barycentric weight of the triangle's third corner.
    pub v: f64,
    /// Side of the triangle that the ray meets.
    pub side: Side,
}

/// Tree of boxes over the triangles of one mesh, for rays.
///
/// Rays are in the space of the positions that the tree was built from. Hits are bit for bit those that
/// [`ray_triangle`](crate::intersect::ray_triangle) returns for each triangle: the tree skips what changes no answer.
#[derive(Clone, Debug)]
pub struct RayTree {
    lines: Lines,
    root: Option<ChildRef>,
    grid: Grid,
    bounds: Aabb,
    duplicates: Duplicates,
    shape: TreeShape,
    processor: Processor,
}
packed!(struct RayTree { lines, root, grid, bounds, duplicates, shape, processor });

/// Processor whose instructions a walk through the tree is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Processor {
    /// Any that the program is compiled for.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2(fearless_simd::x86::Avx2),
}

impl Processor {
    /// Returns the processor that the program runs on.
    pub(super) fn present() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = fearless_simd::Level::new().as_avx2() {
            return Self::Avx2(avx2);
        }
        Self::Baseline
    }

    /// Returns the result of `work`, which is compiled for this processor if its closure is always inlined.
    #[inline(always)]
    pub(super) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        match self {
            Self::Baseline => work(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(simd) => fearless_simd::Simd::vectorize(simd, work),
        }
    }
}

impl Packed for Processor {
    /// Writes nothing: the program that unpacks chooses by its own processor.
    fn pack(&self, _: &mut Packer) {}

    fn unpack(_: &mut Unpacker) -> Option<Self> {
        Some(Self::present())
    }
}

said! {
    @english
    /// Reason why a tree could not be built.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    #[non_exhaustive]
    pub enum BuildError {
        Cancelled(#[from] error: Cancelled) => "{error}",
        OutOfMemory(#[from] error: OutOfMemory) => "{error}",
    }
}

impl BuildError {
    /// Returns the contained `OutOfMemory` of a build that nobody could cancel, as its progress was not shared.
    pub(crate) fn uncancelled(self) -> OutOfMemory {
        match self {
            Self::OutOfMemory(error) => error,
            Self::Cancelled(_) => unreachable!("nobody else holds this progress"),
        }
    }
}

/// Cache lines that a tree takes for each triangle at most: a leaf for each, and one node fewer than leaves.
const LINES_PER_TRIANGLE: usize = layout::LEAF_LINES + 1;

impl RayTree {
    /// Largest number of triangles that a tree holds, 715,827,882: a triangle may need three cache lines, and the
    /// tree's references to cache lines have 31 bits.
    pub const MAX_TRIANGLES: usize = (layout::MAX_LINES - 1) / LINES_PER_TRIANGLE;

    /// Least number of bytes that building a tree takes for each triangle: its share of a full leaf, and its sort key.
    pub(crate) const LEAST_MEMORY: u64 = (layout::LEAF_LINES * 64 / layout::LEAF_TRIANGLES + 8) as u64;

    /// Builds a tree over `triangles`, which index `positions`, all finite.
    ///
    /// # Errors
    /// [`OutOfMemory`] where there is not enough memory.
    ///
    /// # Panics
    /// When a triangle has an index beyond the end of `positions`, or there are more than
    /// [`MAX_TRIANGLES`](Self::MAX_TRIANGLES).
    pub fn build(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Result<Self, OutOfMemory> {
        Self::build_with(positions, triangles, &Progress::default()).map_err(BuildError::uncancelled)
    }

    /// Builds a tree as [`build`](Self::build) does, telling `progress` how far the build has come.
    ///
    /// # Errors
    /// [`BuildError`] when `progress` was cancelled meanwhile, or there is not enough memory.
    ///
    /// # Panics
    /// For the same reasons as [`build`](Self::build).
    pub fn build_with(positions: &[[f32; 3]], triangles: &[[u32; 3]], progress: &Progress) -> Result<Self, BuildError> {
        build::build(&build::Soup { positions, triangles }, progress)
    }

    /// Returns a box around all triangles: the smallest such box until [`update`](Self::update) moves triangles, then
    /// perhaps a larger one. The box is empty when the tree has no triangle.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Returns the number of bytes of memory that the tree takes.
    pub fn memory(&self) -> usize {
        size_of_val(self.lines.as_slice()) + self.duplicates.memory() + self.shape.memory()
    }

    /// Returns how many trees this thread has built, not counting trees without a triangle; for tests.
    #[doc(hidden)]
    pub fn builds() -> usize {
        build::BUILDS.get()
    }

    /// Returns the tree, set to be searched in the instructions that all processors have; for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn portable(self) -> Self {
        Self { processor: Processor::Baseline, ..self }
    }
}

impl TriangleHit {
    fn new(triangle: u32, hit: RayTriangleHit) -> Self {
        Self { triangle, t: hit.t, u: hit.u, v: hit.v, side: hit.side }
    }
}
