//! Walks of one ray through a tree, which tell of each triangle that the ray hits.

use super::grid::{FarRay, GridRay};
use super::lanes::Aimed;
use super::layout::{ChildRef, LANES, Leaf, Node};
use super::observe::{Observed, tell_bounds};
use super::traverse::{Walker, walk};
use super::{Processor, QueryObserver, RayTree};
use crate::geometry::{ExactRay, MovedRay};
use crate::intersect::{Culling, IndexedTriangle, PreparedRay, RayTriangleHit};
use crate::math::four_f64::baseline;
use fearless_simd::Simd;

/// Search for the hits of a ray, which is given beside it, in a tree.
pub struct Search<'a, 't, O, F> {
    pub tree: &'t RayTree,
    /// Two points that are subtracted from the ray, if it was moved.
    #[cfg(target_arch = "x86_64")]
    pub less: &'a [&'a glam::DVec3; 2],
    pub culling: Culling,
    /// Greatest t of a hit at first; then the last t that `found` returned counts.
    pub t_max: f64,
    pub observer: &'a mut O,
    /// Function that is called with every hit up to the limit, and perhaps with others; it returns the t up to which it
    /// wants more, `None` if unchanged.
    pub found: &'a mut F,
}

impl RayTree {
    /// Tells `found` of hits up to `t_max`, as [`Search`] says.
    #[inline]
    pub(super) fn each_hit<'t, O: QueryObserver>(
        &'t self,
        ray: &MovedRay,
        culling: Culling,
        t_max: f64,
        observer: &mut O,
        mut found: impl FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
    ) {
        let search = Search {
            tree: self,
            #[cfg(target_arch = "x86_64")]
            less: &ray.less,
            culling,
            t_max,
            observer,
            found: &mut found,
        };
        match self.processor {
            Processor::Baseline => cast::<_, true, O, _>(baseline(), &ray.exact(), search),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "a function for processors that have its instructions")]
            // SAFETY: an `Avx2` exists only where the processor has its instructions.
            Processor::Avx2(_) => unsafe {
                use super::avx2::walk;
                use crate::geometry::Ray;
                // Straight from the ray: as an `ExactRay` it would be stored first, which costs some 8 % of a pick.
                let Ray { origin: o, target: p, .. } = ray.ray;
                match (ray.ray.given_direction(), ray.is_as_given()) {
                    (None, true) => walk::<false, false, _, _>(o.x, o.y, o.z, p.x, p.y, p.z, search),
                    (None, false) => walk::<false, true, _, _>(o.x, o.y, o.z, p.x, p.y, p.z, search),
                    (Some(d), true) => walk::<true, false, _, _>(o.x, o.y, o.z, d.x, d.y, d.z, search),
                    (Some(d), false) => walk::<true, true, _, _>(o.x, o.y, o.z, d.x, d.y, d.z, search),
                }
            },
        }
    }
}

/// Searches for the hits of a ray, which may have lost something only if `MOVED` is `true`.
#[inline(always)]
pub fn cast<'t, S: Simd, const MOVED: bool, O: QueryObserver, F>(simd: S, ray: &ExactRay, search: Search<'_, 't, O, F>)
where
    F: FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
{
    let Search { tree, culling, t_max, observer, found, .. } = search;
    if tree.root.is_none() {
        return;
    }
    let Some(grid_ray) = GridRay::aim(simd, &tree.grid, ray) else {
        return cast_astray(tree, ray, culling, observer, found);
    };
    if O::ACTIVE {
        tell_bounds(tree, ray, observer);
    }
    let (aimed, observed) = (&Aimed::new(&grid_ray), Observed::new(tree, observer));
    let limit = grid_ray.limit(t_max);
    let mut aimed_ray = AimedRay::<S, MOVED, O, F> { simd, ray, culling, grid_ray: &grid_ray, aimed, observed, found };
    walk(tree, &mut aimed_ray, limit);
}

/// Tells `found` of every hit of a ray that the tests in lanes cannot bound.
#[cold]
#[inline(never)]
fn cast_astray<'t, O: QueryObserver>(
    tree: &'t RayTree,
    ray: &ExactRay,
    culling: Culling,
    observer: &mut O,
    found: &mut impl FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
) {
    if tell_bounds(tree, ray, observer) {
        let far_ray = FarRay::new(&tree.grid, ray);
        let observed = Observed::new(tree, observer);
        walk(tree, &mut AstrayRay { ray, culling, far_ray, observed, found }, f32::INFINITY);
    }
}

struct AimedRay<'a, S: Simd, const MOVED: bool, O, F> {
    simd: S,
    ray: &'a ExactRay,
    culling: Culling,
    grid_ray: &'a GridRay<S>,
    aimed: &'a Aimed<S>,
    observed: Observed<'a, O>,
    found: &'a mut F,
}

impl<'t, S: Simd, const MOVED: bool, O: QueryObserver, F> Walker<'t> for AimedRay<'_, S, MOVED, O, F>
where
    F: FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
{
    #[inline(always)]
    fn boxes(&mut self, child: ChildRef, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        let (met, entries) = self.aimed.boxes(node, limit);
        self.observed.boxes(child, node, met);
        (met, entries)
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: &'t Leaf, mut limit: f32) -> f32 {
        let mut candidates = self.aimed.triangles(&self.observed.tree.grid.leaf_error, leaf);
        self.observed.missed(leaf, !candidates);
        while candidates != 0 {
            let place = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let index = leaf.triangles[place];
            let (simd, ray) = (self.simd, self.ray);
            let prepared = if MOVED { PreparedRay::new(simd, ray) } else { PreparedRay::as_given(simd, ray) };
            let outcome = prepared.meet(self.ray, leaf.triangle(place), self.culling);
            if O::ACTIVE {
                self.observed.observer.triangle_tested(index, outcome.is_some());
            }
            if let Some(hit) = outcome
                && let Some(t) = (self.found)(index, hit, leaf.triangle(place))
            {
                limit = self.grid_ray.limit(t);
            }
        }
        limit
    }
}

/// Query along a ray that the tests in lanes cannot bound, tested in f64 until there are enough hits.
struct AstrayRay<'a, O, F> {
    ray: &'a ExactRay,
    culling: Culling,
    /// Ray for tests against boxes in f64; `None` if its numbers do not permit them: then every box counts as met.
    far_ray: Option<FarRay>,
    observed: Observed<'a, O>,
    found: &'a mut F,
}

impl<'t, O: QueryObserver, F> Walker<'t> for AstrayRay<'_, O, F>
where
    F: FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
{
    fn boxes(&mut self, child: ChildRef, node: &Node, _: f32) -> (u32, [f32; LANES]) {
        let met = node.met_by(self.far_ray.as_ref());
        self.observed.boxes(child, node, met);
        (met, [0.0; LANES])
    }

    fn leaf(&mut self, leaf: &'t Leaf, limit: f32) -> f32 {
        for place in 0..leaf.len() {
            let outcome = PreparedRay::new(baseline(), self.ray).meet(self.ray, leaf.triangle(place), self.culling);
            self.observed.observer.triangle_tested(leaf.triangles[place], outcome.is_some());
            if let Some(t) = outcome.and_then(|hit| (self.found)(leaf.triangles[place], hit, leaf.triangle(place)))
                && t < 0.0
            {
                return t as f32;
            }
        }
        limit
    }
}
