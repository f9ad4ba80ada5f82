//! Walks of one ray through a tree, which tell of each triangle that the ray hits.

use super::grid::{FarRay, GridRay};
use super::lanes::{Lanes, Portable};
use super::layout::{ChildRef, LANES, Leaf, Node};
use super::observe::{Observed, tell_bounds};
use super::traverse::{Walker, walk};
use super::{QueryObserver, RayTree, Simd};
use crate::geometry::{ExactRay, MovedRay};
use crate::intersect::{Culling, IndexedTriangle, PreparedRay, RayTriangleHit};

impl RayTree {
    /// Tells `found` of hits up to `t_max`; `found` returns the t up to which it wants more, `None` if unchanged.
    #[inline]
    pub(super) fn each_hit<'t, O: QueryObserver>(
        &'t self,
        ray: MovedRay,
        culling: Culling,
        t_max: f64,
        observer: &mut O,
        found: &mut impl FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
    ) {
        match self.simd {
            Simd::Portable => cast::<Portable, true, O>(self, &ray.exact(), culling, t_max, observer, found),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "a function for processors that have its instructions")]
            // SAFETY: they are only ever chosen where they were found.
            Simd::Avx2 => unsafe {
                use super::lanes::avx2::walk;
                use crate::geometry::Ray;
                // Straight from the ray: as an `ExactRay` it would be stored first, which costs some 8 % of a pick.
                let MovedRay { ray: Ray { origin: o, target: p, .. }, less } = &ray;
                macro_rules! walk {
                    ($along:literal, $moved:literal, $to:ident) => {
                        walk::<$along, $moved, _, _>(
                            self, o.x, o.y, o.z, $to.x, $to.y, $to.z, less, culling, t_max, observer, found,
                        )
                    };
                }
                match (ray.ray.given_direction(), ray.is_as_given()) {
                    (None, true) => walk!(false, false, p),
                    (None, false) => walk!(false, true, p),
                    (Some(direction), true) => walk!(true, false, direction),
                    (Some(direction), false) => walk!(true, true, direction),
                }
            },
        }
    }
}

/// Calls `found` with every hit at a t up to a limit, and perhaps with other hits. The limit is `t_max` at first, then
/// the last t that `found` returned. The ray may have lost something only if `MOVED` is `true`.
#[inline(always)]
pub fn cast<'t, L: Lanes, const MOVED: bool, O: QueryObserver>(
    tree: &'t RayTree,
    ray: &ExactRay,
    culling: Culling,
    t_max: f64,
    observer: &mut O,
    found: &mut impl FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
) {
    if tree.root.is_none() {
        return;
    }
    let Some(grid_ray) = GridRay::<L::Four>::aim(&tree.grid, ray) else {
        return cast_astray(tree, ray, culling, observer, found);
    };
    if O::ACTIVE {
        tell_bounds(tree, ray, observer);
    }
    let (aimed, observed) = (&L::aimed(&grid_ray), Observed::new(tree, observer));
    let limit = grid_ray.limit(t_max);
    walk(tree, &mut AimedRay::<L, MOVED, O, _> { ray, culling, grid_ray: &grid_ray, aimed, observed, found }, limit);
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

struct AimedRay<'a, L: Lanes, const MOVED: bool, O, F> {
    ray: &'a ExactRay,
    culling: Culling,
    grid_ray: &'a GridRay<L::Four>,
    aimed: &'a L::Aimed,
    observed: Observed<'a, O>,
    found: &'a mut F,
}

impl<'t, L: Lanes, const MOVED: bool, O: QueryObserver, F> Walker<'t> for AimedRay<'_, L, MOVED, O, F>
where
    F: FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
{
    #[inline(always)]
    fn boxes(&mut self, child: ChildRef, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        let (met, entries) = L::boxes(self.aimed, node, limit);
        self.observed.boxes(child, node, met);
        (met, entries)
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: &'t Leaf, mut limit: f32) -> f32 {
        let mut candidates = L::triangles(self.aimed, &self.observed.tree.grid.leaf_error, leaf);
        self.observed.missed(leaf, !candidates);
        while candidates != 0 {
            let place = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let index = leaf.triangles[place];
            let prepared = if MOVED { PreparedRay::<L::Four>::new(self.ray) } else { PreparedRay::as_given(self.ray) };
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
            let outcome = PreparedRay::<[f64; 4]>::new(self.ray).meet(self.ray, leaf.triangle(place), self.culling);
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
