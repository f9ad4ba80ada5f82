//! The ray tree's answers are those of testing every triangle, bit for bit.

use crate::exact_rays;
use crate::oracle::{self, Soup, point};
use crate::queries::{check_ray, exact, of_one};
use crate::*;
use pickray::accel::{Query, QueryCounts, RayTree};

/// Triangles of a soup up to which brute force is itself held against whole numbers of any length.
const FEW: usize = 20;

/// Compares every query with brute force on one ray; says how many hits there were.
pub fn check(soup: &Soup, trees: &[RayTree; 2], ray: &Ray, context: &str) -> usize {
    let expected = of_one(oracle::hits(soup, ray));
    if soup.1.len() <= FEW {
        let ends = [ray.origin, ray.target].map(|point| point.to_array());
        assert_eq!(exact(&exact_rays::hits(&soup.0, &soup.1, ends)), expected, "{context}, {ray:?}");
    }
    trees.iter().for_each(|tree| check_ray(tree, ray, &expected, || context.to_owned()));
    expected.len()
}

/// The tree of a soup, walked in this processor's best instructions and in those that all processors have.
pub fn build((positions, triangles): &Soup) -> [RayTree; 2] {
    let tree = RayTree::build(positions, triangles).expect("memory");
    [tree.clone(), tree.portable()]
}

/// What a soup looks like, by name.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Small triangles anywhere in the unit cube.
    Scattered,
    /// Large triangles through each other.
    Crossing,
    /// Needles whose third corner is next to the line of the others.
    Slivers,
    /// Corners on a coarse grid: shared edges, equal, degenerate and axis-aligned triangles.
    Lattice,
    /// A flat grid, whose boxes are flat.
    Flat,
    /// The same triangle many times over, and triangles of no area.
    Repeated,
    /// Corners of whole numbers up to the scale, on shared edges; a sixth of the triangles is the first, turned over.
    Whole,
}

pub const KINDS: [Kind; 6] =
    [Kind::Scattered, Kind::Crossing, Kind::Slivers, Kind::Lattice, Kind::Flat, Kind::Repeated];

pub fn soup(kind: Kind, n: usize, scale: f64, offset: DVec3, random: &mut Rng) -> Soup {
    let mut corners: Vec<DVec3> = Vec::new();
    let grid = if matches!(kind, Kind::Whole) { scale } else { 4.0 };
    for i in 0..n {
        let (a, b, c) = (vector(random), vector(random), vector(random));
        corners.extend(match kind {
            Kind::Scattered => [a, a + 0.1 * b, a + 0.1 * c],
            Kind::Crossing => [a, b, c],
            Kind::Slivers => [a, b, a.lerp(b, random.f64()) + 1e-9 * c],
            // On an edge of the one before, or with corners of its own.
            Kind::Lattice | Kind::Whole if i % 3 > 0 => {
                [corners[3 * i - 2], corners[3 * i - 3], (grid * c).round() / grid]
            }
            Kind::Whole if i % 6 == 3 => [corners[1], corners[0], corners[2]],
            Kind::Lattice | Kind::Whole => [a, b, c].map(|p| (grid * p).round() / grid),
            Kind::Flat => [a, b, c].map(|p| DVec3::new((8.0 * p.x).round() / 8.0, (8.0 * p.y).round() / 8.0, 0.25)),
            Kind::Repeated if i % 4 == 3 => [a, a, b],
            Kind::Repeated if i >= 4 => [corners[0], corners[1], corners[2]],
            Kind::Repeated => [a, b, c],
        });
    }
    let positions = corners.iter().map(|p| (scale * *p + offset).as_vec3().to_array()).collect();
    (positions, (0..n as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

/// A ray at something of the soup: a corner, an edge, an inside, anywhere, along an axis, or from within.
pub fn ray(soup: &Soup, random: &mut Rng) -> Ray {
    let (positions, triangles) = soup;
    let scale =
        positions.iter().map(|p| point(*p) - point(positions[0])).fold(DVec3::splat(1e-30), |m, p| m.max(p.abs()));
    let [a, b, c] = triangles[random.usize(..triangles.len())].map(|i| point(positions[i as usize]));
    let target = match random.u32(..5) {
        0 => a,
        1 => a.lerp(b, random.f64()),
        2 => a.midpoint(c),
        3 => a + random.f64() * (b - a) + random.f64() * (c - a),
        _ => a + 0.3 * scale * vector(random),
    };
    let along = match random.u32(..4) {
        0 => [DVec3::X, DVec3::NEG_Y, DVec3::Z][random.usize(..3)] * scale.max_element(),
        1 => scale * DVec3::new(signed(random), 0.0, signed(random)),
        _ => scale * vector(random),
    };
    let reach = [1e-9, 0.5, 3.0, 3.0, 1e6][random.usize(..5)];
    let origin = if random.u32(..4) == 0 { a.midpoint(b) } else { target - reach * along };
    let through = match random.u32(..4) {
        0 => target,
        1 => origin + 1e-12 * (target - origin),
        2 => origin + 1e9 * (target - origin),
        _ => origin + 2.0 * (target - origin),
    };
    Ray::between(origin, through)
}

/// A ray along an axis from a point of a coarse grid: in the faces of boxes.
fn ray_in_faces(_: &Soup, random: &mut Rng) -> Ray {
    let mut origin = DVec3::from([0; 3].map(|_| f64::from(random.i32(-5..=5)) / 4.0));
    let axis = random.usize(..3);
    origin[axis] = signed(random) * 2.0;
    let mut target = origin;
    target[axis] += signed(random);
    Ray::between(origin, target)
}

/// A ray at a corner that was moved into a face of the bounds, from far away along another axis.
fn ray_from_afar((positions, _): &Soup, random: &mut Rng) -> Ray {
    let bounds = Aabb::from_points(positions.iter().map(|p| point(*p)));
    let mut target = point(positions[random.usize(..positions.len())]);
    let (across, along) = [(0, 1), (1, 2), (2, 0), (0, 2), (1, 0), (2, 1)][random.usize(..6)];
    target[across] = [bounds.min, bounds.max][random.usize(..2)][across];
    let mut origin = target;
    origin[along] += bounds.size().x * [1e2, -1e3, 1e6, -1e9][random.usize(..4)];
    Ray::between(origin, target)
}

/// A ray with whole ends that goes exactly through a corner, an edge, the middle or the plane of a triangle.
fn whole_ray((positions, triangles): &Soup, random: &mut Rng) -> Ray {
    let mut any = || point(positions[random.usize(..positions.len())]);
    let anywhere = 2.0 * any() - any();
    let [a, b, c] = triangles[random.usize(..triangles.len())].map(|i| point(positions[i as usize]));
    let origin = [a + b - c, a, anywhere, anywhere][random.usize(..4)];
    // What the ray goes through, as a sum of whole points and their number.
    let places = [(a, 1.0), (a + b, 2.0), (a + b + c, 3.0), (2.0 * b - c, 1.0), (3.0 * a + b, 4.0)];
    let (sum, count) = places[random.usize(..places.len())];
    // As many times the way there, which is whole again.
    let way = sum - count * origin;
    let (from, to) = [(-1.0, 0.0), (-1.0, 2.0), (1.0, 0.0), (0.0, 1.0)][random.usize(..4)];
    Ray::between(origin + from * way, origin + to * way)
}

#[test]
fn every_query_at_every_kind_of_mesh_gets_the_answer_of_brute_force() {
    const SIZES: [(f64, DVec3); 3] = [(1.0, DVec3::ZERO), (1e-6, DVec3::ZERO), (1e7, DVec3::ZERO)];
    let places = [&SIZES[..], &[(1.0, DVec3::new(1e5, -3e6, 7e4))]].concat();
    let large = [Kind::Scattered, Kind::Slivers, Kind::Lattice, Kind::Repeated];
    type RaySource = fn(&Soup, &mut Rng) -> Ray;
    type Source<'a> = (&'a [Kind], &'a [(f64, DVec3)], &'a [usize], RaySource, usize);
    // f32 holds all whole numbers up to the last.
    let reaches = [2.0, 40.0, f64::from(1 << 20), f64::from(1 << 24)].map(|reach| (reach, DVec3::ZERO));
    let sources: [Source; 6] = [
        (&KINDS, &places, &[1, 2, 7, 300], ray, 25),
        (&large, &SIZES[..1], &[6_000], ray, 10),
        (&[Kind::Scattered], &SIZES[..1], &[200_000], ray, 6),
        (&[Kind::Lattice], &SIZES[..1], &[400], ray_in_faces, 600),
        (&[Kind::Lattice], &SIZES, &[300], ray_from_afar, 300),
        (&[Kind::Whole], &reaches, &[3, 7, FEW], whole_ray, 80),
    ];
    let mut random = seeded();
    for (number, (kinds, places, sizes, ray, rays)) in sources.into_iter().enumerate() {
        let (mut hits, mut of_all) = (0, 0);
        for &kind in kinds {
            for (&(scale, offset), &n) in places.iter().flat_map(|place| sizes.iter().map(move |n| (place, n))) {
                let soup = soup(kind, n, scale, offset, &mut random);
                let trees = build(&soup);
                let context = format!("{kind:?} x{n}, scale {scale}");
                assert_eq!(trees[0].bounds(), Aabb::from_points(soup.0.iter().map(|p| point(*p))), "{context}");
                hits += (0..rays).map(|_| check(&soup, &trees, &ray(&soup, &mut random), &context)).sum::<usize>();
                of_all += rays;
            }
        }
        assert!(hits > of_all / 4, "source {number}: {hits} hits of {of_all} rays miss what they should try");
    }
}

/// Few enough steps for Miri, which checks each access to memory: `scripts/miri` runs this.
#[test]
fn small_trees_answer_as_brute_force_does() {
    let mut random = seeded();
    for kind in [Kind::Crossing, Kind::Repeated] {
        let soup = soup(kind, 24, 1.0, DVec3::ZERO, &mut random);
        check(&soup, &build(&soup), &ray(&soup, &mut random), "a small tree");
    }
    let nothing = Soup::default();
    check(&nothing, &build(&nothing), &Ray::between(DVec3::ZERO, DVec3::ONE), "no triangle");
}

#[test]
fn rays_without_a_direction_or_with_wild_numbers_hit_nothing() {
    let soup = soup(Kind::Crossing, 50, 1.0, DVec3::ZERO, &mut seeded());
    let trees = build(&soup);
    let inside = point(soup.0[0]);
    for wild in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for k in 0..3 {
            let mut p = inside;
            p[k] = wild;
            for ray in [Ray::between(p, inside), Ray::between(inside, p), Ray::between(p, p)] {
                for tree in &trees {
                    assert_eq!(tree.closest(Query::new(&ray, ..)), None, "{ray:?}");
                    assert_eq!(tree.all(Query::new(&ray, ..)), [], "{ray:?}");
                }
            }
        }
    }
    assert_eq!(trees[0].closest(Query::new(&Ray::between(inside, inside), ..)), None);
    let across = Ray::between(DVec3::splat(-f64::MAX), DVec3::splat(f64::MAX));
    assert_eq!(trees[0].closest(Query::new(&across, ..)), None, "the direction is no number");
}

#[test]
fn counting_changes_no_answer_and_a_tree_saves_most_of_the_work() {
    let mut random = seeded();
    let soup = soup(Kind::Scattered, 2_000, 1.0, DVec3::ZERO, &mut random);
    let [tree, _] = build(&soup);
    let (mut counts, mut rays) = (QueryCounts::default(), 0);
    for _ in 0..300 {
        let ray = ray(&soup, &mut random);
        let counted = tree.closest_of(Query::new(&ray, ..), &mut counts, |_| true);
        assert_eq!(counted, tree.closest(Query::new(&ray, ..)));
        rays += 1;
    }
    assert!(counts.triangles > 0 && counts.boxes > rays, "{counts:?}");
    assert!(counts.triangles < 100 * rays, "{counts:?} for {rays} rays and 2000 triangles");
}

#[test]
fn a_build_reports_how_far_it_is_and_stops_when_cancelled() {
    let soup = soup(Kind::Scattered, 20_000, 1.0, DVec3::ZERO, &mut seeded());
    let progress = Progress::default();
    assert!(RayTree::build_with(&soup.0, &soup.1, &progress).is_ok());
    assert_eq!(progress.fraction(), 1.0);
    let progress = Progress::default();
    progress.cancel();
    assert!(RayTree::build_with(&soup.0, &soup.1, &progress).is_err());
}
