//! Rays with whole ends at meshes with whole corners, against the exact oracle: which triangles, in which order, and
//! every bit of t, u and v.

use crate::fuzzed::ray_tree::check_both;
use crate::random::seeded;
use fastrand::Rng;
use glam::DVec3;
use pickray::accel::RayTree;
use pickray::geometry::Ray;

/// Coordinates reach this far from zero: f32 holds all whole numbers up to the last.
const REACHES: [i32; 4] = [2, 40, 1 << 20, 1 << 24];
const RAYS: usize = 16;

type Soup = (Vec<[f32; 3]>, Vec<[u32; 3]>);

fn whole(random: &mut Rng, reach: i32) -> f64 {
    f64::from(random.i32(-reach..=reach))
}

/// Triangles that share corners and edges, some without area, some there again as they are, turned or reversed.
fn soup(random: &mut Rng, reach: i32) -> Soup {
    let n_vertices = random.u32(3..24);
    let flat = random.u8(..4) == 0;
    let positions: Vec<[f32; 3]> = (0..n_vertices)
        .map(|_| {
            let [x, y, z] = std::array::from_fn(|_| whole(random, reach) as f32);
            if flat { [x, y, x.min(1.0)] } else { [x, y, z] }
        })
        .collect();
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for _ in 0..random.usize(1..30) {
        let earlier = triangles.get(random.usize(..triangles.len().max(1))).copied();
        match (random.u8(..8), earlier) {
            (0, Some([a, b, c])) => {
                let again = [[a, b, c], [b, c, a], [a, c, b]][random.usize(..3)];
                triangles.extend(vec![again; random.usize(1..12)]);
            }
            (1 | 2, Some([a, b, _])) => triangles.push([b, a, random.u32(..n_vertices)]),
            _ => triangles.push(std::array::from_fn(|_| random.u32(..n_vertices))),
        }
    }
    (positions, triangles)
}

/// A ray through a corner, an edge, a triangle, along one, or anywhere.
fn ray((positions, triangles): &Soup, random: &mut Rng, reach: i32) -> Ray {
    let triangle = triangles[random.usize(..triangles.len())];
    let [a, b, c] = triangle.map(|corner| DVec3::from(positions[corner as usize].map(f64::from)));
    let anywhere = |random: &mut Rng| DVec3::from_array(std::array::from_fn(|_| 2.0 * whole(random, reach)));
    let origin = match random.u8(..6) {
        0 => a + b - c,
        1 => a,
        _ => anywhere(random),
    };
    // What the ray goes through, as a sum of whole points and their number: a corner, an edge, the middle, the plane.
    let (sum, count) = match random.u8(..6) {
        0 => (a, 1.0),
        1 => (a + b, 2.0),
        2 => (a + b + c, 3.0),
        3 => (2.0 * b - c, 1.0),
        4 => (3.0 * a + b, 4.0),
        _ => (anywhere(random), 1.0),
    };
    // As many times the way there, which is whole again.
    let way = sum - count * origin;
    match random.u8(..4) {
        0 => Ray::between(origin - way, origin),
        1 => Ray::between(origin - way, origin + 2.0 * way),
        2 => Ray::between(origin + way, origin),
        _ => Ray::between(origin, origin + way),
    }
}

#[test]
fn every_hit_of_whole_rays_is_the_exact_one() {
    let mut random = seeded();
    let (mut met, mut rays) = (0, 0);
    for round in 0..160 {
        let reach = REACHES[round % REACHES.len()];
        let soup = soup(&mut random, reach);
        let tree = RayTree::build(&soup.0, &soup.1).expect("memory");
        let trees = [tree.clone().portable(), tree];
        for _ in 0..RAYS {
            met += check_both(&trees, &soup.0, &soup.1, &ray(&soup, &mut random, reach));
            rays += 1;
        }
    }
    assert!(met > rays, "only {met} hits of {rays} rays");
}
