//! Hits of a ray on the triangles of a tree: the first hit, any hit, or all hits, along the whole ray or a part of it.

use super::grid::{Aim, FarRay, GridRay};
#[cfg(target_arch = "x86_64")]
use super::lanes::avx2;
use super::lanes::{Lanes, Portable};
use super::layout::{ChildRef, LANES, Leaf, Node};
use super::parameters::Parameters;
use super::traverse::{Query, walk};
use super::{Path, QueryObserver, RayTree, TriangleHit};
use crate::accel::RayOptions;
use crate::geometry::{ExactRay, MovedRay, Ray};
use crate::intersect::{Culling, IndexedTriangle, PreparedRay, RayTriangleHit, order_of_t};
use glam::DVec3;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::{ControlFlow, RangeBounds};

/// Value of t that a walk is told where nothing is of interest any more.
const ENOUGH: f64 = f64::NEG_INFINITY;

/// Number of rays whose hits are searched for together in one walk through the tree.
pub(crate) const PACKET: usize = LANES;

/// Largest difference of rays that go together: of directions, relative to the longest component of the first one, and
/// of origins, relative to the longest side of the bounds.
#[cfg(target_arch = "x86_64")]
const APART: f64 = 1.0 / 16.0;
/// Lanes of the rays that are held against the first one, by which rays in no order are recognised.
#[cfg(target_arch = "x86_64")]
const HELD_AGAINST_FIRST: [usize; 2] = [7, 4];

/// Eight rays, one in each lane: x, y and z of their origins, then of `from`, of `to`, and of the two summands of
/// `lost`, which are fields of [`ExactRay`].
pub(crate) type EightRays = [[[f64; PACKET]; 3]; 5];

/// Sets the ray of each lane, which is zeros, to `ray(lane)`; returns `None` as soon as `ray` returns `None`.
#[inline(always)]
pub(crate) fn set_each(rays: &mut EightRays, ray: impl Fn(usize) -> Option<ExactRay>) -> Option<()> {
    let set = |rows: &mut [[[f64; PACKET]; 3]], lane: usize, points: &[DVec3]| {
        for (rows, point) in rows.iter_mut().zip(points) {
            for (row, number) in rows.iter_mut().zip(point.to_array()) {
                row[lane] = number;
            }
        }
    };
    for lane in 0..PACKET {
        let ExactRay { origin, from, to, lost } = ray(lane)?;
        set(&mut rays[..3], lane, &[origin, from, to]);
        if let Some(lost) = lost {
            set(&mut rays[3..], lane, &lost);
        }
    }
    Some(())
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn ray_of(rays: &EightRays, lane: usize) -> ExactRay {
    let [origin, from, to, first, second] = rays.each_ref().map(|[x, y, z]| DVec3::new(x[lane], y[lane], z[lane]));
    let is_as_given = from == DVec3::ZERO || from == origin;
    let lost = if is_as_given && first == DVec3::ZERO { None } else { Some([first, second]) };
    ExactRay { origin, from, to, lost }
}

impl RayTree {
    /// Returns the hit of smallest t (of lowest triangle index where t is equal, also before it is rounded); `None` if
    /// the ray misses, is a point or is not finite.
    #[inline]
    pub fn closest_hit(&self, ray: &Ray, options: impl Into<RayOptions>) -> Option<TriangleHit> {
        self.closest_hit_in(MovedRay::as_given(ray), options.into(), Parameters::of(..))
    }

    /// Returns the [`closest_hit`](Self::closest_hit) among hits with t in `range`: `..=1.0`, for example, for hits
    /// between the ray's two points.
    ///
    /// Boxes beyond the end of the range are not opened, so that a shorter range costs less.
    #[inline]
    pub fn closest_hit_within(
        &self,
        ray: &Ray,
        options: impl Into<RayOptions>,
        range: impl RangeBounds<f64>,
    ) -> Option<TriangleHit> {
        self.closest_hit_in(MovedRay::as_given(ray), options.into(), Parameters::of(range))
    }

    /// Returns the [`closest_hit_within`](Self::closest_hit_within) a range. Compiled once, here: a program of many
    /// codegen units does not find all that is inlined in the walk.
    pub(crate) fn closest_hit_in(&self, ray: MovedRay, options: RayOptions, range: Parameters) -> Option<TriangleHit> {
        self.closest_hit_within_observed(ray, options, range, &mut (), |_| true)
    }

    /// Returns the [`closest_hit`](Self::closest_hit), and reports every box and triangle tested to `observer`. Of
    /// several equal triangles, only one is tested.
    #[inline]
    pub fn closest_hit_observed(
        &self,
        ray: &Ray,
        options: impl Into<RayOptions>,
        observer: &mut impl QueryObserver,
    ) -> Option<TriangleHit> {
        let (ray, all) = (MovedRay::as_given(ray), Parameters::of(..));
        self.closest_hit_within_observed(ray, options.into(), all, observer, |_| true)
    }

    /// Returns the [`closest_hit_within`](Self::closest_hit_within) `range` among triangles that are `shown`, and
    /// reports every box and triangle tested to `observer`.
    #[inline]
    pub(crate) fn closest_hit_within_observed(
        &self,
        ray: MovedRay,
        options: RayOptions,
        range: Parameters,
        observer: &mut impl QueryObserver,
        shown: impl Fn(u32) -> bool,
    ) -> Option<TriangleHit> {
        let mut closest: Option<(TriangleHit, IndexedTriangle)> = None;
        self.walk(ray, options.culling, range.max, observer, &mut |triangle, hit, corners| {
            let triangle = self.least_equal(triangle, |triangle| Some(triangle) != options.skip && shown(triangle))?;
            let is_behind = |(best, of_best): &(TriangleHit, _)| {
                best.t < hit.t
                    || best.t == hit.t && order(|| ray.exact(), (best.triangle, *of_best), (triangle, corners)).is_lt()
            };
            if !range.contain(hit.t) || closest.as_ref().is_some_and(is_behind) {
                return None;
            }
            closest = Some((TriangleHit::new(triangle, hit), corners));
            Some(hit.t)
        });
        closest.map(|(hit, _)| hit)
    }

    /// Writes to `hits` the [`closest_hit_within`](Self::closest_hit_within) `range` of each of the eight rays that
    /// `fill` writes, all found in one walk. Returns `None`, and finds nothing, if `fill` returns `None`, if the rays
    /// are not close to one another and nearly parallel, or if the processor has no instructions for eight rays at
    /// once.
    #[inline(always)]
    pub(crate) fn closest_hits_together(
        &self,
        fill: impl FnOnce(&mut EightRays) -> Option<()>,
        options: &RayOptions<[Option<u32>; PACKET]>,
        range: &Parameters,
        hits: &mut [Option<TriangleHit>; PACKET],
    ) -> Option<()> {
        #[cfg(target_arch = "x86_64")]
        if self.path == Path::Avx2 {
            let mut rays = EightRays::default();
            fill(&mut rays)?;
            let first = ray_of(&rays, 0);
            for lane in HELD_AGAINST_FIRST {
                let ray = ray_of(&rays, lane);
                let apart = (ray.origin - first.origin).abs().max_element();
                let parting = (ray.direction() - first.direction()).abs().max_element();
                let are_near = apart <= APART * self.bounds.size().max_element()
                    && parting <= APART * first.direction().abs().max_element();
                if !are_near {
                    return None;
                }
            }
            #[expect(unsafe_code, reason = "a function for processors that have its instructions")]
            // SAFETY: the path is only ever chosen where they were found.
            return unsafe { avx2::closest_hits(self, &rays, options, range, hits) }.then_some(());
        }
        let _ = (fill, options, range, hits);
        None
    }

    /// Returns `true` if the ray meets a triangle at a t in `range`. The search ends at the first hit found, whichever
    /// that is: for shadows and lines of sight.
    #[inline]
    pub fn any_hit(&self, ray: &Ray, options: impl Into<RayOptions>, range: impl RangeBounds<f64>) -> bool {
        self.any_hit_in(MovedRay::as_given(ray), options.into(), Parameters::of(range))
    }

    /// Returns whether there is [`any_hit`](Self::any_hit) in a range. Compiled once, as the closest hit is.
    pub(crate) fn any_hit_in(&self, ray: MovedRay, options: RayOptions, range: Parameters) -> bool {
        self.hits_with_observed(ray, options, range, &mut (), |_| ControlFlow::Break(())).is_break()
    }

    /// Calls `found` with every hit at a t in `range`, in no particular order, until `found` breaks. Nothing is
    /// allocated.
    #[inline]
    pub fn hits_with(
        &self,
        ray: &Ray,
        options: impl Into<RayOptions>,
        range: impl RangeBounds<f64>,
        found: impl FnMut(TriangleHit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.hits_with_observed(MovedRay::as_given(ray), options.into(), Parameters::of(range), &mut (), found)
    }

    /// Calls `found` with hits as [`hits_with`](Self::hits_with) does, and reports every box and triangle tested to
    /// `observer`. Of several equal triangles, only one is tested.
    #[inline]
    pub(crate) fn hits_with_observed(
        &self,
        ray: MovedRay,
        options: RayOptions,
        range: Parameters,
        observer: &mut impl QueryObserver,
        mut found: impl FnMut(TriangleHit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        self.walk(ray, options.culling, range.max, observer, &mut |triangle, hit, _| {
            if range.contain(hit.t) && flow.is_continue() {
                let mut triangles = self.with_duplicates(triangle).filter(|triangle| Some(*triangle) != options.skip);
                flow = triangles.try_for_each(|triangle| found(TriangleHit::new(triangle, hit)));
            }
            flow.is_break().then_some(ENOUGH)
        });
        flow
    }

    /// Returns every hit, sorted by t, exactly, then by triangle index.
    #[inline]
    pub fn all_hits(&self, ray: &Ray, options: impl Into<RayOptions>) -> Vec<TriangleHit> {
        self.all_hits_in(MovedRay::as_given(ray), options.into())
    }

    /// Returns [`all_hits`](Self::all_hits), and reports every box and triangle tested to `observer`. Of several equal
    /// triangles, only one is tested.
    pub fn all_hits_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut impl QueryObserver,
    ) -> Vec<TriangleHit> {
        let mut hits = Vec::new();
        self.list_hits(MovedRay::as_given(ray), culling.into(), Parameters::of(..), observer, &mut hits);
        hits
    }

    /// Returns [`all_hits`](Self::all_hits) of a ray that may be moved. Compiled once, as the closest hit is.
    pub(crate) fn all_hits_in(&self, ray: MovedRay, options: RayOptions) -> Vec<TriangleHit> {
        let mut hits = Vec::new();
        self.list_hits(ray, options, Parameters::of(..), &mut (), &mut hits);
        hits
    }

    /// Appends every hit at a t in `range`, sorted as [`all_hits`](Self::all_hits) are, and reports every box and
    /// triangle tested to `observer`.
    pub(crate) fn list_hits(
        &self,
        ray: MovedRay,
        options: RayOptions,
        range: Parameters,
        observer: &mut impl QueryObserver,
        hits: &mut Vec<TriangleHit>,
    ) {
        let first = hits.len();
        let _ = self.hits_with_observed(ray, options, range, observer, |hit| {
            hits.push(hit);
            ControlFlow::Continue(())
        });
        let hits = &mut hits[first..];
        hits.sort_unstable_by(|a, b| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle)));
        if hits.windows(2).any(|pair| pair[0].t == pair[1].t) {
            self.sort_exactly(ray, options.culling, hits);
        }
    }

    /// Sorts hits of which some have the same rounded t. A second walk finds their corners, which hits do not hold.
    #[cold]
    fn sort_exactly(&self, ray: MovedRay, culling: Culling, hits: &mut [TriangleHit]) {
        let mut corners = HashMap::new();
        self.walk(ray, culling, f64::INFINITY, &mut (), &mut |triangle, _, of_it| {
            corners.extend(self.with_duplicates(triangle).map(|triangle| (triangle, of_it)));
            None
        });
        let met = |hit: &TriangleHit| (hit.triangle, corners[&hit.triangle]);
        hits.sort_by(|a, b| a.t.total_cmp(&b.t).then_with(|| order(|| ray.exact(), met(a), met(b))));
    }

    /// Returns the index `triangle`, which the tree holds, then those of the equal triangles that the tree leaves out.
    #[inline]
    pub(super) fn with_duplicates(&self, triangle: u32) -> impl Iterator<Item = u32> {
        std::iter::once(triangle).chain(self.duplicates.of(triangle))
    }

    /// Returns the lowest index of `triangle`, which the tree holds, and its equals that counts; `None` if there is
    /// none.
    #[inline]
    pub(super) fn least_equal(&self, triangle: u32, counts: impl Fn(u32) -> bool) -> Option<u32> {
        if counts(triangle) { Some(triangle) } else { self.duplicates.of(triangle).find(|equal| counts(*equal)) }
    }

    /// Tells `found` of hits up to `t_max`; `found` returns the t up to which it wants more, or `None` where that has
    /// not changed.
    #[inline]
    fn walk<'t, O: QueryObserver>(
        &'t self,
        ray: MovedRay,
        culling: Culling,
        t_max: f64,
        observer: &mut O,
        found: &mut impl FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
    ) {
        match self.path {
            Path::Portable => cast::<Portable, true, O>(self, &ray.exact(), culling, t_max, observer, found),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "a function for processors that have its instructions")]
            // SAFETY: the path is only ever chosen where they were found.
            Path::Avx2 => unsafe {
                use super::lanes::avx2::walk;
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

/// Returns the order of two triangles that a ray meets at one rounded t: by the exact t, then by index.
#[cold]
#[inline(never)]
pub fn order(ray: impl FnOnce() -> ExactRay, a: (u32, IndexedTriangle), b: (u32, IndexedTriangle)) -> Ordering {
    let ray = ray();
    order_of_t(&(ray, a.1.triangle()), &(ray, b.1.triangle())).then(a.0.cmp(&b.0))
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
    let Aim::At(grid_ray) = GridRay::<L::Four>::aim(&tree.grid, ray) else {
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

impl<'t, L: Lanes, const MOVED: bool, O: QueryObserver, F> Query<'t> for AimedRay<'_, L, MOVED, O, F>
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
    /// Ray for tests against boxes in f64; `None` if its numbers do not permit these tests, so that every box counts as
    /// met.
    far_ray: Option<FarRay>,
    observed: Observed<'a, O>,
    found: &'a mut F,
}

impl<'t, O: QueryObserver, F> Query<'t> for AstrayRay<'_, O, F>
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

/// Tells `observer` of the tree's bounds; returns `true` if the ray may meet anything in them.
fn tell_bounds<O: QueryObserver>(tree: &RayTree, ray: &ExactRay, observer: &mut O) -> bool {
    let direction = ray.direction();
    let is_ray = ray.origin.is_finite() && direction.is_finite() && direction != DVec3::ZERO;
    let extent = tree.grid.extent();
    let may_meet = is_ray && FarRay::new(&tree.grid, ray).is_none_or(|ray| ray.may_meet(DVec3::ZERO, extent));
    observer.box_tested(&tree.bounds, 0, may_meet);
    may_meet
}

/// Observer of a walk, with the depths of the boxes that were met, if it is active.
struct Observed<'a, O> {
    tree: &'a RayTree,
    observer: &'a mut O,
    depths: Vec<(ChildRef, u32)>,
}

impl<'a, O: QueryObserver> Observed<'a, O> {
    #[inline(always)]
    fn new(tree: &'a RayTree, observer: &'a mut O) -> Self {
        let root = tree.root.filter(|_| O::ACTIVE).map(|root| (root, 0));
        Self { tree, observer, depths: root.into_iter().collect() }
    }

    /// Tells the observer of all boxes of the node `parent`, of which those in `met` will be opened.
    #[inline(always)]
    fn boxes(&mut self, parent: ChildRef, node: &Node, met: u32) {
        if O::ACTIVE {
            let place = self.depths.iter().rposition(|(child, _)| *child == parent).expect("its parent met it");
            let depth = self.depths.swap_remove(place).1 + 1;
            for lane in 0..node.children() {
                let [lower, upper] = node.corners(lane);
                let is_met = met >> lane & 1 != 0;
                self.observer.box_tested(&self.tree.grid.aabb(lower, upper), depth, is_met);
                if is_met {
                    self.depths.push((node.child(lane), depth));
                }
            }
        }
    }

    /// Tells the observer of the triangles of a leaf that are surely missed, a bit a place.
    #[inline(always)]
    fn missed(&mut self, leaf: &Leaf, missed: u32) {
        if O::ACTIVE {
            for place in (0..leaf.len()).filter(|place| missed >> place & 1 != 0) {
                self.observer.triangle_tested(leaf.triangles[place], false);
            }
        }
    }
}
