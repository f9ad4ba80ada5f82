//! A tree over the triangles of one mesh that answers which of them a ray meets, first or all.

mod ball_query;
mod build;
mod grid;
mod horizon;
mod lanes;
mod layout;
mod lines;
mod observe;
mod ray_query;
mod traverse;
mod twins;

pub(crate) use ball_query::{BallPath, Visitor};
pub(crate) use horizon::Horizon;
pub use observe::{QueryCounts, QueryObserver};

use super::{Cancelled, OutOfMemory, Progress};
use crate::geometry::{Aabb, Ray};
use crate::intersect::{Culling, RayTriangleHit, Side};
use grid::Grid;
use lanes::Portable;
use layout::ChildRef;
use lines::Lines;
use twins::Twins;

/// Where a ray meets which triangle of a tree.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TriangleHit {
    /// Index of the triangle in the list that the tree was built over.
    pub triangle: u32,
    /// The ray's parameter, in lengths of its direction, 0 or more.
    pub t: f64,
    /// Barycentric weight of the triangle's second corner.
    pub u: f64,
    /// Barycentric weight of the triangle's third corner.
    pub v: f64,
    /// The side met.
    pub side: Side,
}

/// The triangles of one mesh, sorted into boxes.
///
/// Rays are in the space of the positions it was built from. Whether and where a ray meets a triangle is what
/// [`ray_triangle`](crate::intersect::ray_triangle) says about it, bit for bit: the tree only leaves out triangles that cannot matter.
#[derive(Clone, Debug)]
pub struct RayTree {
    lines: Lines,
    root: Option<ChildRef>,
    grid: Grid,
    bounds: Aabb,
    twins: Twins,
    path: Path,
}

/// The instructions that a walk is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Path {
    /// The fastest that this processor has.
    fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if lanes::avx2::is_available() {
            return Self::Avx2;
        }
        Self::Portable
    }
}

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Somebody asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// It does not fit.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// A leaf for each triangle, and a node less than leaves: more is never needed.
const LINES_PER_TRIANGLE: usize = layout::LEAF_LINES + 1;

impl RayTree {
    /// The most triangles that a tree holds: 715,827,882. Each may need three of the cache lines that a child is numbered by.
    pub const MAX_TRIANGLES: usize = (layout::MAX_LINES - 1) / LINES_PER_TRIANGLE;

    /// Bytes for a triangle that building a tree takes at least: full leaves, and the keys that they are made by.
    pub(crate) const LEAST_MEMORY: u64 = (layout::LEAF_LINES * 64 / layout::LEAF_TRIANGLES + 8) as u64;

    /// A tree over `triangles`, which index `positions`.
    ///
    /// Triangles with a corner that is not finite are left out: no ray meets them.
    ///
    /// # Errors
    /// [`BuildError`] when `progress` was cancelled meanwhile, or there is not enough memory.
    ///
    /// # Panics
    /// When a triangle names a position that is not there, or there are more than [`MAX_TRIANGLES`](Self::MAX_TRIANGLES).
    pub fn build(positions: &[[f32; 3]], triangles: &[[u32; 3]], progress: &Progress) -> Result<Self, BuildError> {
        build::build(&build::Soup { positions, triangles }, progress)
    }

    /// The smallest box around all triangles; empty when there are none.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Bytes of memory that the tree takes.
    pub fn memory(&self) -> usize {
        size_of_val(self.lines.as_slice()) + self.twins.memory()
    }

    /// Returns the tree with walks in plain Rust only, for tests.
    #[doc(hidden)]
    pub fn portable(self) -> Self {
        Self { path: Path::Portable, ..self }
    }

    /// Returns the hit of smallest t and then of lowest index, or `None` if the ray misses, has no direction or is not finite.
    #[inline]
    pub fn closest_hit(&self, ray: &Ray, culling: Culling) -> Option<TriangleHit> {
        self.closest_hit_observed(ray, culling, &mut ())
    }

    /// [`closest_hit`](Self::closest_hit), telling `observer` of each box and triangle on the way; of many equal triangles it is told of one.
    #[inline]
    pub fn closest_hit_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut impl QueryObserver,
    ) -> Option<TriangleHit> {
        let mut closest: Option<TriangleHit> = None;
        self.walk(ray, culling, observer, &mut |triangle, hit| {
            if closest.is_some_and(|best| (best.t, best.triangle) <= (hit.t, triangle)) {
                return None;
            }
            closest = Some(TriangleHit::new(triangle, hit));
            Some(hit.t)
        });
        closest
    }

    /// Every hit, by t, then by triangle index.
    pub fn all_hits(&self, ray: &Ray, culling: Culling) -> Vec<TriangleHit> {
        self.all_hits_observed(ray, culling, &mut ())
    }

    /// [`all_hits`](Self::all_hits), telling `observer` of each box and triangle on the way; of many equal triangles it is told of one.
    pub fn all_hits_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut impl QueryObserver,
    ) -> Vec<TriangleHit> {
        let mut hits = Vec::new();
        self.walk(ray, culling, observer, &mut |triangle, hit| {
            hits.push(TriangleHit::new(triangle, hit));
            hits.extend(self.twins.of(triangle).map(|twin| TriangleHit::new(twin, hit)));
            None
        });
        hits.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle)));
        hits
    }

    /// Tells `found` of the hits that it still wants; it returns the t up to which that is, where it has changed.
    #[inline]
    fn walk<O: QueryObserver>(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut O,
        found: &mut impl FnMut(u32, RayTriangleHit) -> Option<f64>,
    ) {
        match self.path {
            Path::Portable => ray_query::cast::<Portable, O>(self, ray, culling, observer, found),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "a function for processors that have its instructions")]
            // SAFETY: the path is only ever chosen where they were found.
            Path::Avx2 => unsafe {
                let (o, p) = (ray.origin, ray.target);
                lanes::avx2::walk(self, o.x, o.y, o.z, p.x, p.y, p.z, culling, observer, found);
            },
        }
    }
}

impl TriangleHit {
    fn new(triangle: u32, hit: RayTriangleHit) -> Self {
        Self { triangle, t: hit.t, u: hit.u, v: hit.v, side: hit.side }
    }
}
