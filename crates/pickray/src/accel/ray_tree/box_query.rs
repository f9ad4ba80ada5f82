//! Queries for the boxes that a ray or a moving sphere meets, and for those near a point. Each triangle of the tree
//! stands for a box: two of its corners are opposite corners of the box.

use super::grid::{Aim, FarRay, GridRay};
use super::lanes::{Lanes, Portable};
use super::layout::{ChildRef, LANES, LEAF_TRIANGLES, Leaf, Node};
use super::sphere_query::{Moving, NodeBounds, Resting, SpherePath, enters};
use super::traverse::{Walker, walk};
use super::{RayTree, Simd};
use crate::geometry::Ray;
use glam::DVec3;

/// Visitor of the boxes that a query may meet.
pub(crate) trait BoxVisitor {
    /// Announces a box that will be visited soon, unless another visit ends the query before it. The visitor may
    /// prefetch the memory that the visit needs.
    fn expect(&self, index: u32);

    /// Visits a box; returns the largest t, or the largest distance, at which further boxes are of interest.
    fn visit(&mut self, index: u32) -> f64;
}

impl RayTree {
    /// Shows `visitor` the boxes that the ray may meet at t from 0 to `t_max`, roughly from near to far, each at most
    /// once. A box is named by the index of the triangle that stands for it: the triangle's first corner is the lower
    /// corner of the box, its second the upper.
    ///
    /// Boxes have to be a little larger than the objects in them: with u = 2⁻⁵³ and C the largest coordinate of all
    /// boxes, the point of the ray at t that is compared with a box is off by up to 8 u (|1 − t| (|origin| + C) + |t|
    /// (|target| + C)). For a ray made from a direction it is off by up to 8 u (|origin| + C + |t direction|).
    #[inline]
    pub(crate) fn boxes_along(&self, ray: &Ray, t_max: f64, visitor: &mut impl BoxVisitor) {
        match self.simd {
            Simd::Portable => cast::<Portable>(self, ray, t_max, visitor),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "a function for processors that have its instructions")]
            // SAFETY: they are only ever chosen where they were found.
            Simd::Avx2 => unsafe { cast_avx2(self, ray, t_max, visitor) },
        }
    }

    /// Shows `visitor` the boxes that the sphere may meet at t from 0 to `t_max`, in the manner of
    /// [`boxes_along`](Self::boxes_along). `misplaced` of the path has to cover what rounding loses of the box's
    /// contents.
    pub(crate) fn boxes_met(&self, path: &SpherePath, t_max: f64, visitor: &mut impl BoxVisitor) {
        let Some(moving) = Moving::new(self, path, t_max) else { return };
        let half = path.half_extents + moving.slack / self.grid.steps_per_unit();
        let entry = |lower: DVec3, upper: DVec3| {
            let (lower, upper) = (lower - half - path.center, upper + half - path.center);
            enters(lower, upper, path.displacement, t_max).unwrap_or(f64::INFINITY)
        };
        self.visit_boxes(&moving, entry, t_max, visitor);
    }

    /// Shows `visitor` the boxes that may be within `distance` of the point, roughly from near to far, each at most
    /// once. `misplaced` is the greatest distance by which rounding may have moved the point or what a box holds.
    pub(crate) fn boxes_near(&self, point: DVec3, distance: f64, misplaced: f64, visitor: &mut impl BoxVisitor) {
        let resting = Resting::new(self, point, misplaced);
        let slack = resting.slack / self.grid.steps_per_unit();
        let entry = |lower: DVec3, upper: DVec3| (lower - point).max(point - upper).max(DVec3::ZERO).length() - slack;
        self.visit_boxes(&resting, entry, distance, visitor);
    }

    /// Shows `visitor` the boxes that a query may meet up to `t_max`; `entry` returns the least t at which it may meet
    /// the box between two corners.
    fn visit_boxes(
        &self,
        bounds: &impl NodeBounds,
        entry: impl Fn(DVec3, DVec3) -> f64,
        t_max: f64,
        visitor: &mut impl BoxVisitor,
    ) {
        let mut query = BoundedQuery { bounds, entry, search: Search { tree: self, t_max, visitor } };
        match self.simd {
            Simd::Portable => walk(self, &mut query, bounds.limit(t_max)),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "a function for processors that have its instructions")]
            // SAFETY: they are only ever chosen where they were found.
            Simd::Avx2 => unsafe { walk_avx2(self, &mut query, bounds.limit(t_max)) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
fn cast_avx2(tree: &RayTree, ray: &Ray, t_max: f64, visitor: &mut impl BoxVisitor) {
    cast::<super::lanes::avx2::Avx2>(tree, ray, t_max, visitor);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
fn walk_avx2<'t>(tree: &'t RayTree, query: &mut impl Walker<'t>, limit: f32) {
    walk(tree, query, limit);
}

#[inline(always)]
fn cast<L: Lanes>(tree: &RayTree, ray: &Ray, t_max: f64, visitor: &mut impl BoxVisitor) {
    if tree.root.is_none() {
        return;
    }
    let line = LeafRay::along(ray);
    let search = Search { tree, t_max, visitor };
    let ray = &ray.exact();
    match GridRay::<L::Four>::aim(&tree.grid, ray) {
        Aim::At(grid_ray) => {
            let limit = grid_ray.limit(t_max);
            let aimed = &L::aimed(&grid_ray);
            walk(tree, &mut AimedQuery::<L, _> { grid_ray: &grid_ray, aimed, line, search }, limit);
        }
        Aim::Astray => {
            let far_ray = FarRay::new(&tree.grid, ray);
            if far_ray.is_none_or(|ray| ray.may_meet(DVec3::ZERO, tree.grid.extent())) {
                walk(tree, &mut AstrayQuery { far_ray, line, search }, f32::INFINITY);
            }
        }
    }
}

struct AimedQuery<'a, L: Lanes, V> {
    grid_ray: &'a GridRay<L::Four>,
    aimed: &'a L::Aimed,
    line: LeafRay,
    search: Search<'a, V>,
}

impl<L: Lanes, V: BoxVisitor> Walker<'_> for AimedQuery<'_, L, V> {
    #[inline(always)]
    fn boxes(&mut self, _: ChildRef, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        L::boxes(self.aimed, node, limit)
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: &Leaf, _: f32) -> f32 {
        self.line.visit(leaf, &mut self.search);
        self.grid_ray.limit(self.search.t_max)
    }
}

/// Query along a ray that the tests in lanes cannot bound, in f64.
struct AstrayQuery<'a, V> {
    /// Ray for tests against boxes in f64; `None` if its numbers do not permit these tests, so that every box counts as
    /// met.
    far_ray: Option<FarRay>,
    line: LeafRay,
    search: Search<'a, V>,
}

impl<V: BoxVisitor> Walker<'_> for AstrayQuery<'_, V> {
    fn boxes(&mut self, _: ChildRef, node: &Node, _: f32) -> (u32, [f32; LANES]) {
        (node.met_by(self.far_ray.as_ref()), [0.0; LANES])
    }

    fn leaf(&mut self, leaf: &Leaf, limit: f32) -> f32 {
        self.line.visit(leaf, &mut self.search);
        limit
    }
}

/// Query by bounds that are no ray's.
struct BoundedQuery<'a, B, E, V> {
    bounds: &'a B,
    entry: E,
    search: Search<'a, V>,
}

impl<B: NodeBounds, E: Fn(DVec3, DVec3) -> f64, V: BoxVisitor> Walker<'_> for BoundedQuery<'_, B, E, V> {
    #[inline(always)]
    fn boxes(&mut self, _: ChildRef, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        self.bounds.bounds(node, limit)
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: &Leaf, _: f32) -> f32 {
        self.search.visit(leaf, |corners, t_max| {
            let [lower, upper] = corners.map(|at| DVec3::from([0, 1, 2].map(|k| f64::from(leaf.corners[k][at]))));
            let entry = (self.entry)(lower, upper);
            (entry, if entry > t_max { f64::NEG_INFINITY } else { f64::INFINITY })
        });
        self.bounds.limit(self.search.t_max)
    }
}

struct Search<'a, V> {
    tree: &'a RayTree,
    t_max: f64,
    visitor: &'a mut V,
}

impl<V: BoxVisitor> Search<'_, V> {
    /// Visits the boxes of a leaf that the query meets, the one that it enters first before the others. `span` returns
    /// at which t a query up to a limit enters and leaves the box of two corners, which it misses if it leaves first.
    #[inline(always)]
    fn visit(&mut self, leaf: &Leaf, span: impl Fn([usize; 2], f64) -> (f64, f64)) {
        let mut met = [(0.0, 0); LEAF_TRIANGLES];
        let mut count = 0;
        for place in 0..leaf.len() {
            let (near, far) = span(leaf.first_two_corners(place), self.t_max);
            if near > far {
                continue;
            }
            self.visitor.expect(leaf.triangles[place]);
            let entry = near;
            let mut at = count;
            while at > 0 && met[at - 1].0 > entry {
                met[at] = met[at - 1];
                at -= 1;
            }
            met[at] = (entry, leaf.triangles[place]);
            count += 1;
        }
        for &(entry, index) in &met[..count] {
            for index in self.tree.with_duplicates(index) {
                if entry > self.t_max {
                    return;
                }
                self.t_max = self.visitor.visit(index);
            }
        }
    }
}

/// Ray in f64 for the boxes of leaves.
struct LeafRay {
    origin: DVec3,
    inverse: DVec3,
}

impl LeafRay {
    fn along(ray: &Ray) -> Self {
        Self { origin: ray.origin, inverse: ray.direction().recip() }
    }

    #[inline(always)]
    fn visit(&self, leaf: &Leaf, search: &mut Search<'_, impl BoxVisitor>) {
        let planes = self.planes(leaf);
        search.visit(leaf, |[lower, upper], t_max| {
            planes.iter().fold((0.0, t_max), |(near, far), t| {
                let (a, b) = (t[lower], t[upper]);
                (larger(smaller(a, b), near), smaller(larger(a, b), far))
            })
        });
    }

    /// Returns the t at which the ray passes each corner of a leaf on each axis. Where that is no number the ray lies
    /// in a plane of a box: either answer to whether it meets that box is right, as boxes are wider than what they
    /// hold.
    #[inline(always)]
    fn planes(&self, leaf: &Leaf) -> [[f64; LANES]; 3] {
        let (origin, inverse) = (self.origin.to_array(), self.inverse.to_array());
        let mut planes = [[0.0; LANES]; 3];
        for (k, planes) in planes.iter_mut().enumerate() {
            for (plane, &corner) in planes.iter_mut().zip(&leaf.corners[k]) {
                *plane = (f64::from(corner) - origin[k]) * inverse[k];
            }
        }
        planes
    }
}

/// Returns the larger number, or `b` where either is not a number, as the processor's instructions do.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
