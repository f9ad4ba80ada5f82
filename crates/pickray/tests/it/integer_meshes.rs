//! Meshes of whole corners in whole places against the exact oracle: all pairs of two, and of one with itself.

use crate::exact_contact::{Point, Triangle, meet, overlap};
use crate::random::seeded;
use fastrand::Rng;
use glam::{DMat4, DVec3, DVec4};
use pickray::accel::PairFinder;
use pickray::collide::{ContactMesh, contact, first_contact};
use pickray::mesh::Mesh;
use std::sync::Arc;

/// Coordinates reach this far from zero; f32 holds all whole numbers up to the last.
const REACHES: [i32; 4] = [2, 6, 1 << 20, 1 << 24];

/// A mesh of few vertices, so that corners and edges are shared; some triangles are there again, turned or reversed,
/// some are points or segments, and many lie in planes.
fn mesh(random: &mut Rng, reach: i32) -> ContactMesh {
    let n_vertices = random.u32(3..16);
    let flat = random.u8(..3) == 0;
    let vertex = |random: &mut Rng| {
        let mut point = [0; 3].map(|_| random.i32(-reach..=reach) as f32);
        point[2] = if flat { (point[0] / reach as f32).round() } else { point[2] };
        point
    };
    let positions: Vec<[f32; 3]> = (0..n_vertices).map(|_| vertex(random)).collect();
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for _ in 0..random.usize(1..14) {
        let earlier = triangles.get(random.usize(..triangles.len().max(1))).copied();
        match (random.u8(..8), earlier) {
            (0, Some([a, b, c])) => triangles.push([[a, b, c], [b, c, a], [a, c, b]][random.usize(..3)]),
            (1, Some([a, _, _])) => triangles.push([a, a, random.u32(..n_vertices)]),
            (2 | 3, Some([a, b, _])) => triangles.push([b, a, random.u32(..n_vertices)]),
            _ => triangles.push(std::array::from_fn(|_| random.u32(..n_vertices))),
        }
    }
    let mesh = Arc::new(Mesh::from_triangles(positions, triangles).expect("a mesh"));
    ContactMesh::new(mesh)
}

/// A turn that takes axes to axes, maybe a mirror with it, and a shift, all of whole numbers.
fn place(random: &mut Rng, reach: i32) -> DMat4 {
    let mut axes = [DVec4::X, DVec4::Y, DVec4::Z].map(|axis| if random.bool() { axis } else { -axis });
    random.shuffle(&mut axes);
    let [x, y, z] = if random.bool() { axes } else { [DVec4::X, DVec4::Y, DVec4::Z] };
    let shift = [0; 3].map(|_| f64::from(random.i32(-reach..=reach)));
    DMat4::from_cols(x, y, z, DVec3::from_array(shift).extend(1.0))
}

/// The triangles in the world, in whole numbers.
fn placed(mesh: &ContactMesh, world_from_mesh: &DMat4) -> Vec<Triangle> {
    let place = |corner: DVec3| -> Point { world_from_mesh.transform_point3(corner).to_array().map(|x| x as i64) };
    let n = mesh.mesh().n_triangles() as u32;
    (0..n).map(|index| mesh.mesh().triangle(index).corners().map(place)).collect()
}

#[test]
fn two_meshes_meet_in_the_pairs_that_whole_numbers_say() {
    let mut random = seeded();
    let finder = &mut PairFinder::new();
    let (mut tried, mut met) = (0, 0);
    for round in 0..200 {
        let reach = REACHES[round % REACHES.len()];
        let (a, b) = (mesh(&mut random, reach), mesh(&mut random, reach));
        let (world_from_a, world_from_b) = (place(&mut random, reach / 2), place(&mut random, reach / 2));
        let (triangles_a, triangles_b) = (placed(&a, &world_from_a), placed(&b, &world_from_b));
        let mut expected = Vec::new();
        for (i, p) in (0..).zip(&triangles_a) {
            expected.extend((0..).zip(&triangles_b).filter(|(_, q)| meet(p, q)).map(|(j, _)| [i, j]));
        }
        let told = || format!("round {round}");
        let found = contact(finder, (&a, &world_from_a), (&b, &world_from_b)).expect("invertible transforms");
        assert_eq!(found.pairs, expected, "{}", told());
        let (first, _) = first_contact(finder, (&a, &world_from_a), (&b, &world_from_b)).expect("as above");
        assert_eq!(first.is_some(), !expected.is_empty(), "{}", told());
        assert!(first.is_none_or(|pair| expected.contains(&pair)), "{}", told());
        let shared = found.curves.len() + found.flat.len() + found.points.len();
        assert_eq!(shared == 0, expected.is_empty(), "{}: what meets shares something", told());
        tried += triangles_a.len() * triangles_b.len();
        met += expected.len();
    }
    assert!(met > tried / 20, "only {met} pairs of {tried}");
}

#[test]
fn a_mesh_cuts_itself_in_the_pairs_that_whole_numbers_say() {
    let mut random = seeded();
    let (mut tried, mut met) = (0, 0);
    for round in 0..400 {
        let mesh = mesh(&mut random, REACHES[round % REACHES.len()]);
        let triangles = placed(&mesh, &DMat4::IDENTITY);
        let mut expected = Vec::new();
        for (i, p) in triangles.iter().enumerate() {
            let later = (i + 1..triangles.len()).filter(|&j| overlap(p, &triangles[j]));
            expected.extend(later.map(|j| [i as u32, j as u32]));
        }
        let told = || format!("round {round}");
        let found = mesh.self_contact();
        assert_eq!(found.pairs, expected, "{}", told());
        let (first, _) = mesh.first_self_contact();
        assert_eq!(first.is_some(), !expected.is_empty(), "{}", told());
        assert!(first.is_none_or(|pair| expected.contains(&pair)), "{}", told());
        tried += triangles.len() * (triangles.len() - 1) / 2;
        met += expected.len();
    }
    assert!(met > tried / 20, "only {met} pairs of {tried}");
}
