//! Options of ray queries: sides that can be hit, and a triangle to leave out.

use super::TriangleHit;
use crate::intersect::Culling;

/// Options of a ray query of a mesh, or of a batch of them. Where no triangle is left out, a [`Culling`] does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RayOptions<S = Option<u32>> {
    /// Sides that can be hit.
    pub culling: Culling,
    /// Index of the triangle that cannot be hit, at any t; `None` for none. A batch takes any [`Skip`], such as a slice
    /// with a triangle for each ray.
    ///
    /// A ray that goes on from a hit begins at a point that is rounded: a little before the triangle, on it or behind
    /// it. If it skips that triangle, it never meets it again. Only this one is left out: neither others with the same
    /// corners, nor its neighbours. A ray that begins at an edge or a corner may meet a neighbour there, at t = 0 or,
    /// by as much as its origin is rounded, above it. A range from `Bound::Excluded(0.0)` leaves out those at 0.
    pub skip: S,
}

impl From<Culling> for RayOptions {
    fn from(culling: Culling) -> Self {
        Self { culling, skip: None }
    }
}

impl<S> RayOptions<S> {
    /// Returns the options for the mesh of an object, whose sides change places where its transform mirrors.
    pub(crate) fn in_object(self, mirrored: bool) -> Self {
        Self { culling: self.culling.in_object(mirrored), ..self }
    }
}

impl<S: Skip<u32>> RayOptions<S> {
    /// Returns the options of ray `index` of a batch.
    #[inline]
    pub(crate) fn of(&self, index: usize) -> RayOptions {
        RayOptions { culling: self.culling, skip: self.skip.of(index) }
    }
}

/// Triangles that the rays of a batch leave out, each named by a `T`: its index in a mesh, its
/// [`TriangleId`](crate::TriangleId) in a scene. An `Option` of one is for all rays. A slice has an item for each ray.
/// The hits of the batch before do as they are: in a slice, or as columns of indices, where −1 is a miss.
pub trait Skip<T>: Sync {
    /// Returns the number of rays, or `None` for any number.
    fn n_rays(&self) -> Option<usize> {
        None
    }

    /// Returns the triangle that ray `index` leaves out.
    fn of(&self, index: usize) -> Option<T>;
}

impl<T: Copy + Sync> Skip<T> for Option<T> {
    #[inline]
    fn of(&self, _: usize) -> Self {
        *self
    }
}

impl<T: Copy + Sync> Skip<T> for &[Option<T>] {
    fn n_rays(&self) -> Option<usize> {
        Some(self.len())
    }

    #[inline]
    fn of(&self, index: usize) -> Option<T> {
        self[index]
    }
}

impl Skip<u32> for &[Option<TriangleHit>] {
    fn n_rays(&self) -> Option<usize> {
        Some(self.len())
    }

    #[inline]
    fn of(&self, index: usize) -> Option<u32> {
        self[index].map(|hit| hit.triangle)
    }
}

/// Numbers of no triangle, such as −1, leave none out.
impl Skip<u32> for &[i64] {
    fn n_rays(&self) -> Option<usize> {
        Some(self.len())
    }

    #[inline]
    fn of(&self, index: usize) -> Option<u32> {
        u32::try_from(self[index]).ok()
    }
}

/// Panics where `skip` has triangles for another number of rays.
pub(crate) fn check_skip<T>(skip: &impl Skip<T>, n_rays: usize) {
    assert!(skip.n_rays().is_none_or(|n| n == n_rays), "there is one triangle to skip for each ray");
}
