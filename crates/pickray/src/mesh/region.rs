//! Triangles of a mesh in a box, a sphere or a frustum.

use crate::accel::{Placement, QueryObserver};
use crate::geometry::{Aabb, Frustum, HalfSpace, Sphere, Triangle};
use crate::intersect::{triangle_aabb, triangle_half_spaces, triangle_sphere};
use crate::math::bounded::{Bounded, Number};
use crate::math::exact::{Exact, dot};
use crate::math::predicates::Sign;
use crate::mesh::Mesh;
use crate::work::packed;
use glam::DVec3;
use std::ops::ControlFlow;

/// Condition on which a triangle counts as part of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionTest {
    /// Triangles that share at least one point with the region; points on its surface count.
    Touching,
    /// Triangles that lie wholly in the region; its surface belongs to the region.
    Inside,
    /// Triangles whose centroid lies in the region: a third of the sum of the corners, not rounded.
    Centroid,
}

packed!(enum RegionTest [Touching, Inside, Centroid]);

/// Region of object space in which triangles are looked for.
#[derive(Clone, Copy, Debug)]
pub enum Region<'a> {
    /// An axis-aligned box.
    Box(&'a Aabb),
    /// A sphere.
    Sphere(&'a Sphere),
    /// The space between the planes of a frustum.
    Frustum(&'a Frustum),
}

/// Largest relative error of lengths of vectors: three differences, squares, sums and a root.
const LENGTH_ERROR: f64 = 8.0 * f64::EPSILON;

/// Least and greatest length whose squares are sure neither to underflow nor to overflow.
const LEAST_LENGTH: f64 = 1e-150;
const GREATEST_LENGTH: f64 = 1e150;

/// Largest error of `normal · p`, relative to the sum of its terms' magnitudes: a product and three sums.
const PLANE_ERROR: f64 = 4.0 * f64::EPSILON;

impl Mesh {
    /// Returns the indices, in ascending order, of the triangles that pass `test` for a region of object space: a
    /// closed box, a closed sphere or a frustum. The decision is exact for the region's numbers and the corners that
    /// [`triangle`](Self::triangle) returns. With the frustum of a part of a window, these are all triangles seen
    /// through that part, and those that others hide.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::geometry::Aabb;
    /// use pickray::mesh::{Mesh, RegionTest};
    ///
    /// let corners = vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [1., 1., 0.]];
    /// let mesh = Mesh::from_triangles(corners, vec![[0, 1, 2], [1, 3, 2]])?;
    /// let lower_left = Aabb::new(DVec3::splat(-1.0), DVec3::new(0.5, 0.5, 1.0));
    /// assert_eq!(mesh.triangles_in(&lower_left, RegionTest::Touching), [0, 1]);
    /// let left = Aabb::new(DVec3::ZERO, DVec3::new(1.0, 1.0, 0.0));
    /// assert_eq!(mesh.triangles_in(&left, RegionTest::Inside), [0, 1]);
    /// # Ok::<(), pickray::mesh::MeshError>(())
    /// ```
    pub fn triangles_in<'a>(&self, region: impl Into<Region<'a>>, test: RegionTest) -> Vec<u32> {
        self.some_triangles_in(region.into(), test, usize::MAX).unwrap_or_default()
    }

    /// Calls `found` once with each of the [`triangles_in`](Self::triangles_in) a region, in no particular order.
    pub fn for_each_triangle_in<'a>(&self, region: impl Into<Region<'a>>, test: RegionTest, found: impl FnMut(u32)) {
        self.for_each_triangle_in_observed(region, test, &mut (), found);
    }

    /// Calls `found` as [`for_each_triangle_in`](Self::for_each_triangle_in) does, and `observer` for each box, local
    /// to the mesh's origin, and each triangle tested. Nothing is tested in a box that lies wholly in the region.
    #[doc(hidden)]
    pub fn for_each_triangle_in_observed<'a>(
        &self,
        region: impl Into<Region<'a>>,
        test: RegionTest,
        observer: &mut impl QueryObserver,
        mut found: impl FnMut(u32),
    ) {
        let _ = self.visit_triangles_in(region.into(), test, observer, |triangle| {
            found(triangle);
            ControlFlow::Continue(())
        });
    }

    /// Returns the [`triangles_in`](Self::triangles_in) a region; `None` if they are more than `most`.
    #[doc(hidden)]
    pub fn some_triangles_in(&self, region: Region, test: RegionTest, most: usize) -> Option<Vec<u32>> {
        let mut triangles = Vec::new();
        let all = self.visit_triangles_in(region, test, &mut (), |triangle| {
            if triangles.len() == most {
                return ControlFlow::Break(());
            }
            triangles.push(triangle);
            ControlFlow::Continue(())
        });
        triangles.sort_unstable();
        all.is_continue().then_some(triangles)
    }

    /// Returns whether any triangle passes `test` for a region of object space; stops at the first triangle that does.
    pub fn any_triangle_in<'a>(&self, region: impl Into<Region<'a>>, test: RegionTest) -> bool {
        self.visit_triangles_in(region.into(), test, &mut (), |_| ControlFlow::Break(())).is_break()
    }

    fn visit_triangles_in(
        &self,
        region: Region,
        test: RegionTest,
        observer: &mut impl QueryObserver,
        found: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !region.is_sound() {
            return ControlFlow::Continue(());
        }
        let place = |aabb: &Aabb| region.place(aabb);
        let passes = |triangle: u32| match test {
            RegionTest::Touching => region.meets(&self.triangle(triangle)),
            RegionTest::Inside => region.holds(&self.triangle(triangle)),
            RegionTest::Centroid => region.holds_centroid(&self.triangle(triangle)),
        };
        self.visit_triangles_placed(place, passes, observer, found)
    }

    /// Calls `found`, until it returns `Break`, with all triangles in boxes that `place` finds inside, and with those
    /// in unsure ones that `passes` accepts. `place` takes boxes in object space, `observer` local ones and triangles.
    pub(crate) fn visit_triangles_placed(
        &self,
        place: impl Fn(&Aabb) -> Placement,
        passes: impl FnMut(u32) -> bool,
        observer: &mut impl QueryObserver,
        found: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Move a box as corners of triangles are moved: rounding is monotone, so it still holds them.
        let place = |local: &Aabb, _| place(&Aabb::new(self.origin + local.min, self.origin + local.max));
        self.tree.in_region(place, passes, observer, found)
    }
}

impl Region<'_> {
    /// Returns whether the region's numbers make one; a box may be infinite, and holds nothing with a NaN in it.
    fn is_sound(&self) -> bool {
        let Self::Sphere(sphere) = self else { return true };
        sphere.center.is_finite() && sphere.radius.is_finite() && sphere.radius >= 0.0
    }

    fn meets(&self, triangle: &Triangle) -> bool {
        match self {
            Self::Box(aabb) => triangle_aabb(triangle, aabb),
            Self::Sphere(sphere) => triangle_sphere(triangle, sphere),
            Self::Frustum(frustum) => triangle_half_spaces(triangle, frustum.half_spaces()),
        }
    }

    fn holds(&self, triangle: &Triangle) -> bool {
        let contains = |corner: &DVec3| match self {
            Self::Box(aabb) => aabb.contains(*corner),
            Self::Sphere(sphere) => sphere.contains(*corner),
            Self::Frustum(frustum) => frustum.contains(*corner),
        };
        triangle.corners().iter().all(contains)
    }

    fn holds_centroid(&self, triangle: &Triangle) -> bool {
        let corners = triangle.corners();
        let by_bounds = self.has_thrice::<Bounded>(corners.map(|corner| corner.to_array().map(Number::new)));
        by_bounds.unwrap_or_else(|| {
            let corners = corners.map(|corner| corner.to_array().map(Number::new));
            self.has_thrice::<Exact>(corners).expect("exact numbers have signs")
        })
    }

    /// Returns whether a third of the sum of finite points lies in the region; `None` if a sign is open.
    fn has_thrice<T: Number>(&self, [a, b, c]: [[T; 3]; 3]) -> Option<bool> {
        let point: [T; 3] = std::array::from_fn(|k| a[k].clone() + b[k].clone() + c[k].clone());
        let thrice = |x: f64| T::new(3.0) * T::new(x);
        let all = |mut slacks: Vec<T>| {
            slacks.retain(|slack| !matches!(slack.known_sign(), Some(Sign::Zero | Sign::Positive)));
            let is_beyond = slacks.iter().any(|slack| slack.known_sign() == Some(Sign::Negative));
            (is_beyond || slacks.is_empty()).then_some(!is_beyond)
        };
        match self {
            Self::Box(aabb) => {
                // A side at infinity holds everything, or the box holds no box of the tree.
                let side = |k: usize, bound: f64, inward: f64| {
                    bound.is_finite().then(|| T::new(inward) * (point[k].clone() - thrice(bound)))
                };
                let sides = (0..3).flat_map(|k| [side(k, aabb.min[k], 1.0), side(k, aabb.max[k], -1.0)]);
                all(sides.flatten().collect())
            }
            Self::Sphere(sphere) => {
                let way: [T; 3] = std::array::from_fn(|k| point[k].clone() - thrice(sphere.center[k]));
                let radius = thrice(sphere.radius);
                all(vec![radius.clone() * radius - dot(&way, &way)])
            }
            Self::Frustum(frustum) => {
                let slack = |half_space: &HalfSpace| {
                    let normal = half_space.normal.to_array().map(T::new);
                    thrice(half_space.offset) - dot(&normal, &point)
                };
                all(frustum.half_spaces().iter().map(slack).collect())
            }
        }
    }

    /// Returns the placement of a box to the region; unsure if rounding leaves it open.
    fn place(&self, aabb: &Aabb) -> Placement {
        match self {
            Self::Box(region) => beside_box(region, aabb),
            Self::Sphere(sphere) => beside_sphere(sphere, aabb),
            Self::Frustum(frustum) => beside_planes(frustum.half_spaces(), aabb),
        }
    }
}

fn beside_box(region: &Aabb, aabb: &Aabb) -> Placement {
    if !(region.min.cmple(aabb.max).all() && aabb.min.cmple(region.max).all()) {
        Placement::Outside
    } else if region.contains(aabb.min) && region.contains(aabb.max) {
        Placement::Inside
    } else {
        Placement::Unsure
    }
}

fn beside_sphere(sphere: &Sphere, aabb: &Aabb) -> Placement {
    let (below, above) = (aabb.min - sphere.center, sphere.center - aabb.max);
    let nearest = below.max(above).max(DVec3::ZERO).length();
    let farthest = below.abs().max(above.abs()).length();
    if !(LEAST_LENGTH..=GREATEST_LENGTH).contains(&farthest) {
        Placement::Unsure
    } else if nearest * (1.0 - LENGTH_ERROR) > sphere.radius {
        Placement::Outside
    } else if farthest * (1.0 + LENGTH_ERROR) < sphere.radius {
        Placement::Inside
    } else {
        Placement::Unsure
    }
}

fn beside_planes(half_spaces: &[HalfSpace], aabb: &Aabb) -> Placement {
    let mut placement = Placement::Inside;
    for HalfSpace { normal, offset } in half_spaces {
        let (at_min, at_max) = (normal * aabb.min, normal * aabb.max);
        let (least, most) = (at_min.min(at_max).element_sum(), at_min.max(at_max).element_sum());
        let size = at_min.abs().max(at_max.abs()).element_sum() + offset.abs();
        let error = PLANE_ERROR * size + f64::MIN_POSITIVE;
        if least - error > *offset {
            return Placement::Outside;
        }
        // Sums that overflow are not less than anything.
        let is_within = most + error < *offset;
        if !is_within {
            placement = Placement::Unsure;
        }
    }
    placement
}

impl<'a> From<&'a Aabb> for Region<'a> {
    fn from(aabb: &'a Aabb) -> Self {
        Self::Box(aabb)
    }
}

impl<'a> From<&'a Sphere> for Region<'a> {
    fn from(sphere: &'a Sphere) -> Self {
        Self::Sphere(sphere)
    }
}

impl<'a> From<&'a Frustum> for Region<'a> {
    fn from(frustum: &'a Frustum) -> Self {
        Self::Frustum(frustum)
    }
}
