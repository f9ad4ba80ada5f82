//! All ways to ask along rays, each held against the hits that an oracle has.

use crate::exact_rays::ExactHit;
use pickray::accel::{Query, RayTree, Rays, TriangleHit};
use pickray::{Culling, Hit, Mesh, MeshHit, Ray, RayOptions, Scene, Side, TriangleId, with_threads};
use std::num::NonZero;
use std::ops::{Bound, ControlFlow, RangeBounds};

/// A hit behind the number of its object; of a tree or a mesh, that is 0.
pub type Met = (u32, TriangleHit);

/// A part of a ray.
type Part = (Bound<f64>, Bound<f64>);

pub const ALL: Part = (Bound::Unbounded, Bound::Unbounded);
const CULLINGS: [Culling; 3] = [Culling::None, Culling::Back, Culling::Front];

fn within(from: f64, to: f64) -> Part {
    (Bound::Included(from), Bound::Included(to))
}

pub fn of_one(hits: impl IntoIterator<Item = TriangleHit>) -> Vec<Met> {
    hits.into_iter().map(|hit| (0, hit)).collect()
}

pub fn of_scene(&Hit { object, triangle, t, u, v, side, .. }: &Hit) -> Met {
    (object, MeshHit { triangle, t, u, v, side })
}

pub fn exact(hits: &[ExactHit]) -> Vec<Met> {
    of_one(hits.iter().map(|&ExactHit { triangle, t, u, v, front }| {
        let side = if front { Side::Front } else { Side::Back };
        TriangleHit { triangle, t, u, v, side }
    }))
}

pub fn id((object, hit): &Met) -> TriangleId {
    TriangleId { object: *object, triangle: hit.triangle }
}

/// Options of a query about a ray.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    culling: Culling,
    range: Part,
    skip: Option<TriangleId>,
}

impl Wanted {
    fn options(&self) -> RayOptions {
        RayOptions::from(self.culling).range(self.range)
    }

    fn of_mesh(&self) -> RayOptions<Option<u32>> {
        self.options().skip(self.skip.map(|id| id.triangle))
    }

    fn of(&self, hits: &[Met]) -> Vec<Met> {
        let is_seen = |side| match self.culling {
            Culling::None => true,
            Culling::Back => side == Side::Front,
            Culling::Front => side == Side::Back,
        };
        let is_wanted = |met: &Met| is_seen(met.1.side) && self.range.contains(&met.1.t) && self.skip != Some(id(met));
        hits.iter().copied().filter(is_wanted).collect()
    }
}

/// Answers to many rays that are asked together: what is closest, whether there is a hit, how many there are, and all.
pub struct Together {
    closest: Vec<Option<Met>>,
    any: Vec<bool>,
    counts: Vec<u32>,
    all: Vec<Vec<Met>>,
}

/// Something that rays meet.
pub trait Target {
    fn all(&self, ray: &Ray, wanted: &Wanted) -> Vec<Met>;

    fn closest(&self, ray: &Ray, wanted: &Wanted) -> Option<Met>;

    fn any(&self, ray: &Ray, wanted: &Wanted) -> bool;

    /// Returns all hits in the order in which they are found.
    fn visited(&self, ray: &Ray, wanted: &Wanted) -> Vec<Met>;
}

/// Something that many rays meet at once, each without the triangle that it skips.
pub trait TargetOfMany: Target {
    fn together(&self, rays: &(impl Rays + ?Sized), wanted: &Wanted, skip: Option<&[Option<TriangleId>]>) -> Together;
}

/// Returns what is found by a visit, which goes on to its end.
fn collected<T>(visit: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> ControlFlow<()>) -> Vec<T> {
    let mut found = Vec::new();
    let flow = visit(&mut |hit| {
        found.push(hit);
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    found
}

impl Target for RayTree {
    fn all(&self, ray: &Ray, wanted: &Wanted) -> Vec<Met> {
        of_one(self.all(Query::new(ray, wanted.of_mesh())))
    }

    fn closest(&self, ray: &Ray, wanted: &Wanted) -> Option<Met> {
        Some((0, self.closest(Query::new(ray, wanted.of_mesh()))?))
    }

    fn any(&self, ray: &Ray, wanted: &Wanted) -> bool {
        self.any(Query::new(ray, wanted.of_mesh()))
    }

    fn visited(&self, ray: &Ray, wanted: &Wanted) -> Vec<Met> {
        of_one(collected(|found| self.visit(Query::new(ray, wanted.of_mesh()), found)))
    }
}

impl Target for Mesh {
    fn all(&self, ray: &Ray, wanted: &Wanted) -> Vec<Met> {
        of_one(self.all_hits(ray, wanted.of_mesh()))
    }

    fn closest(&self, ray: &Ray, wanted: &Wanted) -> Option<Met> {
        Some((0, self.closest_hit(ray, wanted.of_mesh())?))
    }

    fn any(&self, ray: &Ray, wanted: &Wanted) -> bool {
        self.any_hit(ray, wanted.of_mesh())
    }

    fn visited(&self, ray: &Ray, wanted: &Wanted) -> Vec<Met> {
        of_one(collected(|found| self.visit_hits(ray, wanted.of_mesh(), found)))
    }
}

/// Asks a mesh or a scene everything about many rays at once; `$met` tells of a hit.
macro_rules! together {
    ($target:expr, $rays:expr, $options:expr, $met:expr) => {{
        let (rays, options) = ($rays, $options);
        let n = rays.n_rays();
        let (mut closest, mut any, mut counts) = (vec![None; n], vec![false; n], vec![0; n]);
        $target.closest_hits(rays, options, closest.as_mut_slice());
        $target.any_hits(rays, options, any.as_mut_slice());
        $target.hit_counts(rays, options, counts.as_mut_slice());
        let lists = $target.hit_lists(rays, options);
        let all = (0..n).map(|i| lists.of(i).iter().map($met).collect()).collect();
        Together { closest: closest.iter().map(|hit| hit.as_ref().map($met)).collect(), any, counts, all }
    }};
}

impl TargetOfMany for Mesh {
    fn together(&self, rays: &(impl Rays + ?Sized), wanted: &Wanted, skip: Option<&[Option<TriangleId>]>) -> Together {
        let (met, options) = (|hit: &MeshHit| (0, *hit), wanted.options());
        let Some(skip) = skip else { return together!(self, rays, options, met) };
        let skip: Vec<_> = skip.iter().map(|id| Some(id.as_ref()?.triangle)).collect();
        together!(self, rays, options.skip(&skip[..]), met)
    }
}

/// A scene, of whose objects those count that have some bit of a mask.
pub struct Masked<'a>(pub &'a Scene, pub u32);

impl Masked<'_> {
    fn options(&self, wanted: &Wanted) -> RayOptions<Option<TriangleId>> {
        wanted.options().mask(self.1).skip(wanted.skip)
    }
}

impl Target for Masked<'_> {
    fn all(&self, ray: &Ray, wanted: &Wanted) -> Vec<Met> {
        self.0.all_hits(ray, self.options(wanted)).iter().map(of_scene).collect()
    }

    fn closest(&self, ray: &Ray, wanted: &Wanted) -> Option<Met> {
        self.0.closest_hit(ray, self.options(wanted)).as_ref().map(of_scene)
    }

    fn any(&self, ray: &Ray, wanted: &Wanted) -> bool {
        self.0.any_hit(ray, self.options(wanted))
    }

    fn visited(&self, ray: &Ray, wanted: &Wanted) -> Vec<Met> {
        collected(|found| self.0.visit_hits(ray, self.options(wanted), found)).iter().map(of_scene).collect()
    }
}

impl TargetOfMany for Masked<'_> {
    fn together(&self, rays: &(impl Rays + ?Sized), wanted: &Wanted, skip: Option<&[Option<TriangleId>]>) -> Together {
        let options = wanted.options().mask(self.1);
        let Some(skip) = skip else { return together!(self.0, rays, options, of_scene) };
        together!(self.0, rays, options.skip(skip), of_scene)
    }
}

/// Holds every query along a ray against all its hits in their order: of both sides or one, without a triangle, and of
/// parts of the ray that end at hits, between them, and nowhere.
pub fn check_ray(target: &impl Target, ray: &Ray, expected: &[Met], told: impl Fn() -> String) {
    let t = |i: usize| expected.get(i).map_or(1.0, |met| met.1.t);
    let (first, second, last) = (t(0), t(1), t(expected.len().saturating_sub(1)));
    let parts = [
        ALL,
        within(0.0, first),
        within(first, second),
        within(0.5 * (first + second), last),
        (Bound::Included(second), Bound::Unbounded),
        within(last, first),
        (Bound::Excluded(first), Bound::Excluded(last)),
    ];
    let by_id = |mut hits: Vec<Met>| {
        hits.sort_by_key(id);
        hits
    };
    // Of a ray that misses all, parts are much alike.
    let parts = if expected.is_empty() { &parts[..2] } else { &parts[..] };
    for culling in CULLINGS {
        let seen = Wanted { culling, range: ALL, skip: None }.of(expected);
        let mut skips = vec![None, seen.first().map(id), seen.last().map(id)];
        skips.dedup();
        for skip in skips {
            for &range in if skip.is_none() { parts } else { &parts[..2] } {
                let wanted = Wanted { culling, range, skip };
                let (told, left) = (|| format!("{}, {wanted:?}, {ray:?}", told()), wanted.of(expected));
                // Lists take the most time.
                if range == ALL {
                    assert_eq!(target.all(ray, &wanted), left, "{}", told());
                }
                assert_eq!(target.closest(ray, &wanted), left.first().copied(), "{}", told());
                assert_eq!(target.any(ray, &wanted), !left.is_empty(), "{}", told());
                assert_eq!(by_id(target.visited(ray, &wanted)), by_id(left), "{}", told());
            }
        }
    }
}

/// Holds every query of many rays at once against all hits of each, on one thread and on three: of both sides or one,
/// of a part of the rays, and without what each of them met.
pub fn check_batch(target: &(impl TargetOfMany + Sync), rays: &(impl Rays + ?Sized), expected: &[Vec<Met>]) {
    assert_eq!(rays.n_rays(), expected.len());
    let parts = [(1, ALL), (3, within(0.5, 3.0)), (1, within(0.0, 1.5))];
    for (culling, (threads, range)) in CULLINGS.into_iter().zip(parts) {
        let wanted = Wanted { culling, range, skip: None };
        let all: Vec<Vec<Met>> = expected.iter().map(|hits| wanted.of(hits)).collect();
        // What two of three met.
        let met = all.iter().enumerate().map(|(i, hits)| hits.first().map(id).filter(|_| i % 3 > 0));
        let met: Vec<_> = met.collect();
        for skip in [None, Some(&met[..])] {
            let found = with_threads(NonZero::new(threads).expect("above 0"), || target.together(rays, &wanted, skip));
            for (i, hits) in all.iter().enumerate() {
                let is_left = |hit: &Met| skip.is_none_or(|skip| Some(id(hit)) != skip[i]);
                let left: Vec<Met> = hits.iter().copied().filter(is_left).collect();
                let told = || format!("{wanted:?} without {:?}: {:?}", skip.map(|skip| skip[i]), rays.ray(i));
                assert_eq!(found.all[i], left, "{}", told());
                assert_eq!(found.closest[i], left.first().copied(), "{}", told());
                assert_eq!((found.any[i], found.counts[i]), (!left.is_empty(), left.len() as u32), "{}", told());
            }
        }
    }
}
