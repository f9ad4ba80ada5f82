//! Options of ray queries: sides that can be hit, objects that count, the range of t, and a triangle to leave out.

use super::TriangleHit;
use crate::intersect::Culling;
use std::ops::{Bound, RangeBounds};

/// Options of a ray query of a mesh or a scene, or of a batch of them. By default, a ray hits both sides of every
/// triangle, at any t of at least 0.
///
/// A [`Culling`] or a range of t alone is enough where a query takes options: `mesh.any_hit(&ray, ..=1.0)`.
///
/// ```
/// use pickray::glam::DVec3;
/// use pickray::{Culling, Mesh, Ray, RayOptions};
///
/// let mesh = Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
/// let ray = Ray::between(DVec3::new(0.25, 0.25, 5.0), DVec3::new(0.25, 0.25, 4.0));
/// let options = RayOptions::default().culling(Culling::Back).range(..=1.0);
/// assert!(mesh.closest_hit(&ray, options).is_none(), "the triangle lies behind the second point");
/// assert!(mesh.any_hit(&ray, ..=5.0));
/// assert!(!mesh.any_hit(&ray, RayOptions::default().skip(Some(0))));
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayOptions<S = ()> {
    pub(crate) culling: Culling,
    pub(crate) mask: u32,
    pub(crate) range: Parameters,
    pub(crate) skip: S,
}

impl Default for RayOptions {
    fn default() -> Self {
        Self { culling: Culling::None, mask: u32::MAX, range: Parameters::of(..), skip: () }
    }
}

impl From<Culling> for RayOptions {
    fn from(culling: Culling) -> Self {
        Self::default().culling(culling)
    }
}

/// Takes a range of t, as [`RayOptions::range`] does.
impl<R: RangeBounds<f64>> From<R> for RayOptions {
    #[inline]
    fn from(range: R) -> Self {
        Self::default().range(range)
    }
}

impl<S> RayOptions<S> {
    /// Returns the options with the sides that can be hit: in a scene, front and back as seen in world space.
    #[must_use]
    pub fn culling(self, culling: Culling) -> Self {
        Self { culling, ..self }
    }

    /// Returns the options with bits that select objects: an object whose [mask](crate::Object::mask) has none of these
    /// bits cannot be hit. A query of a mesh has no objects, and takes no notice.
    #[must_use]
    pub fn mask(self, mask: u32) -> Self {
        Self { mask, ..self }
    }

    /// Returns the options with a range of t for hits: `..=1.0`, for example, for hits between a ray's two points. An
    /// open end at the start means 0. A range from `Bound::Excluded(0.0)` leaves out hits at the origin.
    ///
    /// Boxes beyond the end of the range are not opened, so that a shorter range costs less.
    #[must_use]
    #[inline]
    pub fn range(self, range: impl RangeBounds<f64>) -> Self {
        Self { range: Parameters::of(range), ..self }
    }

    /// Returns the options with a triangle that cannot be hit, at any t: an `Option` of its index in a mesh, or of its
    /// [`TriangleId`](crate::TriangleId) in a scene. A batch takes any [`Skip`], such as the hits of the batch before.
    ///
    /// A ray that goes on from a hit begins at a point that is rounded: a little before the triangle, on it or behind
    /// it. If it skips that triangle, it never meets it again. Only this one is left out: neither others with the same
    /// corners, nor its neighbours. A ray that begins at an edge or a corner may meet a neighbour there, at t = 0 or,
    /// by as much as its origin is rounded, above it.
    #[must_use]
    pub fn skip<T>(self, skip: T) -> RayOptions<T> {
        RayOptions { culling: self.culling, mask: self.mask, range: self.range, skip }
    }

    /// Returns the options for the mesh of an object, whose sides change places where its transform mirrors.
    #[inline]
    pub(crate) fn in_object(self, mirrored: bool) -> Self {
        Self { culling: self.culling.in_object(mirrored), ..self }
    }

    /// Returns the options of ray `index` of a batch; those of a single ray are of index 0.
    #[inline]
    pub(crate) fn of<T>(&self, index: usize) -> RayOptions<Option<T>>
    where
        S: Skip<T>,
    {
        let Self { culling, mask, range, ref skip } = *self;
        RayOptions { culling, mask, range, skip: skip.of(index) }
    }

    pub(crate) fn checked<T>(self, n_rays: usize) -> Self
    where
        S: Skip<T>,
    {
        assert!(self.skip.n_rays().is_none_or(|n| n == n_rays), "there is one triangle to skip for each ray");
        self
    }
}

/// Closed interval of a ray's parameter t; empty if an end is NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    pub min: f64,
    pub max: f64,
}

impl Parameters {
    /// Returns a range as a closed interval: an excluded end is the next f64 inwards, a missing end 0 or infinity.
    pub fn of(range: impl RangeBounds<f64>) -> Self {
        let min = match range.start_bound() {
            Bound::Included(&t) => t,
            Bound::Excluded(t) => t.next_up(),
            Bound::Unbounded => 0.0,
        };
        let max = match range.end_bound() {
            Bound::Included(&t) => t,
            Bound::Excluded(t) => t.next_down(),
            Bound::Unbounded => f64::INFINITY,
        };
        Self { min, max }
    }

    #[inline(always)]
    pub fn contain(&self, t: f64) -> bool {
        self.min <= t && t <= self.max
    }
}

/// Triangles that rays leave out, each named by a `T`: its index in a mesh, its [`TriangleId`](crate::TriangleId) in a
/// scene. `()` leaves none out; an `Option` of one is for all rays. A slice or `Vec` has an item for each ray. The hits
/// of the batch before do as they are: as a list, or as columns of indices, where −1 is a miss.
pub trait Skip<T>: Sync {
    /// Returns the number of rays, or `None` for any number.
    fn n_rays(&self) -> Option<usize> {
        None
    }

    /// Returns the triangle that ray `index` leaves out.
    fn of(&self, index: usize) -> Option<T>;
}

impl<T> Skip<T> for () {
    #[inline]
    fn of(&self, _: usize) -> Option<T> {
        None
    }
}

impl<T: Copy + Sync> Skip<T> for Option<T> {
    #[inline]
    fn of(&self, _: usize) -> Self {
        *self
    }
}

impl<T: Copy + Sync> Skip<T> for [Option<T>] {
    fn n_rays(&self) -> Option<usize> {
        Some(self.len())
    }

    #[inline]
    fn of(&self, index: usize) -> Option<T> {
        self[index]
    }
}

impl Skip<u32> for [Option<TriangleHit>] {
    fn n_rays(&self) -> Option<usize> {
        Some(self.len())
    }

    #[inline]
    fn of(&self, index: usize) -> Option<u32> {
        self[index].map(|hit| hit.triangle)
    }
}

/// Numbers of no triangle, such as −1, leave none out.
impl Skip<u32> for [i64] {
    fn n_rays(&self) -> Option<usize> {
        Some(self.len())
    }

    #[inline]
    fn of(&self, index: usize) -> Option<u32> {
        u32::try_from(self[index]).ok()
    }
}

impl<T, S: Skip<T> + ?Sized> Skip<T> for &S {
    fn n_rays(&self) -> Option<usize> {
        (**self).n_rays()
    }

    #[inline]
    fn of(&self, index: usize) -> Option<T> {
        (**self).of(index)
    }
}

/// Implements [`Skip`] for owners of a list, by the list.
macro_rules! skip_in {
    ($($owner:ty),*) => {$(
        impl<T, E> Skip<T> for $owner
        where
            [E]: Skip<T>,
            Self: Sync,
        {
            fn n_rays(&self) -> Option<usize> {
                self[..].n_rays()
            }

            #[inline]
            fn of(&self, index: usize) -> Option<T> {
                self[..].of(index)
            }
        }
    )*};
}
skip_in!(Vec<E>, &mut Vec<E>, &mut [E]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_belong_to_a_range_as_they_do_in_rust() {
        let one = 1.0_f64;
        assert_eq!(Parameters::of(..), Parameters { min: 0.0, max: f64::INFINITY });
        assert!(Parameters::of(0.5..=one).contain(1.0) && !Parameters::of(0.5..one).contain(1.0));
        assert!(Parameters::of(0.5..one).contain(one.next_down()) && Parameters::of(0.5..).contain(0.5));
        assert!(!Parameters::of((Bound::Excluded(0.5), Bound::Unbounded)).contain(0.5));
        assert!(!Parameters::of(f64::NAN..).contain(1.0) && !Parameters::of(..f64::NAN).contain(1.0));
        assert!(!Parameters::of(2.0..1.0).contain(1.5));
    }
}
