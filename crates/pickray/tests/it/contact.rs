//! Mesh against mesh: pairs as the exact oracle finds them on whole corners in whole places, and curves that close.

use crate::exact_contact::{Point, Triangle, meet, overlap};
use crate::*;
use pickray::accel::{Pair, PairFinder};
use pickray::collide::{ContactMesh, contact, first_contact};

fn ready(positions: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>) -> ContactMesh {
    let mesh = Arc::new(Mesh::from_triangles(positions, triangles).expect("a mesh"));
    ContactMesh::new(mesh)
}

#[test]
fn the_curves_of_two_closed_meshes_close() {
    let mut random = seeded();
    let cube = ContactMesh::new(cube());
    let mut n_curves = 0;
    for _ in 0..200 {
        let mut place = |reach| DMat4::from_rotation_translation(turn(&mut random), reach * vector(&mut random));
        let (world_from_a, world_from_b) = (place(1.0), place(2.0));
        let finder = &mut PairFinder::new();
        let found = contact(finder, (&cube, &world_from_a), (&cube, &world_from_b)).expect("invertible transforms");
        let (first, _) = first_contact(finder, (&cube, &world_from_a), (&cube, &world_from_b)).expect("as above");
        assert_eq!(first.is_some(), !found.pairs.is_empty());
        for curve in &found.curves {
            assert!(curve.closed && curve.points.len() >= 3, "{curve:?}");
            for point in &curve.points {
                // On the surface of both cubes.
                for world_from_mesh in [&world_from_a, &world_from_b] {
                    let local = world_from_mesh.inverse().transform_point3(*point);
                    assert!((local.abs().max_element() - 1.0).abs() < 1e-12, "{local}");
                }
            }
        }
        let n_segments: usize = found.curves.iter().map(|curve| curve.points.len()).sum();
        assert!(n_segments <= found.pairs.len());
        assert_eq!(found.pairs.is_empty(), found.curves.is_empty());
        n_curves += found.curves.len();
    }
    assert!(n_curves > 50, "{n_curves}");
}

#[test]
fn cubes_that_touch_meet_and_an_ulp_apart_do_not() {
    let cube = ContactMesh::new(cube());
    let at = |x: f64| DMat4::from_translation(DVec3::new(x, 0.0, 0.0));
    let meet = |x: f64| first_contact(&mut PairFinder::new(), (&cube, &at(0.0)), (&cube, &at(x))).expect("affine").0;
    assert!(meet(2.0).is_some());
    assert!(meet(2.0f64.next_up().next_up()).is_none());
}

#[test]
fn a_transform_without_an_inverse_or_out_of_range_in_the_space_of_the_other_gives_no_answer() {
    let cube = ContactMesh::new(cube());
    let flat = DMat4::from_scale(DVec3::new(1.0, 0.0, 1.0));
    assert!(contact(&mut PairFinder::new(), (&cube, &flat), (&cube, &DMat4::IDENTITY)).is_none());
    assert!(first_contact(&mut PairFinder::new(), (&cube, &DMat4::IDENTITY), (&cube, &flat)).is_none());
    let [tiny, huge] = [1e-50, 1e50].map(|scale| DMat4::from_scale(DVec3::splat(scale)));
    assert!(contact(&mut PairFinder::new(), (&cube, &tiny), (&cube, &huge)).is_none());
}

#[test]
fn a_cube_does_not_cut_itself_and_a_pierced_one_does() {
    assert_eq!(ContactMesh::new(cube()).self_contacts().0, Vec::<[u32; 2]>::new());
    let mut positions = cube().positions().to_vec();
    positions.extend([[0.2, 0.1, 0.0], [0.3, 0.1, 0.0], [0.2, 0.1, 3.0]]);
    let mut triangles = cube().triangles().to_vec();
    triangles.push([8, 9, 10]);
    let pierced = ready(positions, triangles);
    let (pairs, _) = pierced.self_contacts();
    assert!(!pairs.is_empty() && pairs.iter().all(|pair| pair[1] == 12), "{pairs:?}");
    let contact = pierced.self_contact();
    assert_eq!((contact.pairs, contact.curves.len()), (pairs, 1));
    let curve = &contact.curves[0];
    assert!(!curve.closed && curve.points.iter().all(|point| (point.z - 1.0).abs() < 1e-12), "{curve:?}");
}

/// Two square tubes crossed, as one mesh: each is cut along a closed curve by the sides of the other.
#[test]
fn the_curves_of_a_mesh_through_itself_close_whichever_triangle_comes_first() {
    let side = |k: usize| [[-1.0f32, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]][k % 4];
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for tube in 0..2 {
        for k in 0..4 {
            let first = positions.len() as u32;
            let at = |[u, v]: [f32; 2], along: f32| {
                if tube == 0 { [along, u, v] } else { [0.5 * u + 0.125, along, 0.5 * v + 0.25] }
            };
            positions.extend([at(side(k), -3.0), at(side(k + 1), -3.0), at(side(k + 1), 3.0), at(side(k), 3.0)]);
            triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        }
    }
    // Turned about, so that lower and higher indices meet both ways.
    triangles.swap(1, 12);
    triangles.swap(6, 9);
    let contact = ready(positions, triangles).self_contact();
    assert_eq!(contact.curves.len(), 2, "{:?}", contact.curves);
    for curve in &contact.curves {
        assert!(curve.closed, "{curve:?}");
        assert!((curve.length() - 4.0).abs() < 1e-9, "the smaller tube is 1 wide: {}", curve.length());
    }
}

/// As many equal triangles in the floor, turned and reversed, and as many equal ones that stand on end through it.
fn stacks(floors: usize, fins: usize) -> ContactMesh {
    let positions =
        vec![[0., 0., 0.], [4., 0., 0.], [0., 4., 0.], [1., 1., -1.], [1., 1., 1.], [2., 1., 1.], [4., 0., -0.]];
    let floor = (0..floors).map(|i| [[0, 1, 2], [1, 2, 0], [0, 2, 6]][i % 3]);
    let fin = (0..fins).map(|i| [[3, 4, 5], [5, 4, 3]][i % 2]);
    ready(positions, floor.chain(fin).collect())
}

#[test]
fn equal_triangles_are_in_every_pair_and_what_they_share_is_told_once() {
    let both = stacks(9, 5);
    let found = both.self_contact();
    assert_eq!(found.pairs.len(), 14 * 13 / 2, "each meets each");
    assert_eq!((found.curves.len(), found.flat.len(), found.points.len()), (1, 2, 0), "{found:?}");

    let (floors, fins) = (stacks(9, 0), stacks(0, 5));
    let place = &DMat4::IDENTITY;
    let found = contact(&mut PairFinder::new(), (&floors, place), (&fins, place)).expect("invertible");
    assert_eq!((found.pairs.len(), found.curves.len(), found.flat.len()), (45, 1, 0), "{found:?}");
    let one = contact(&mut PairFinder::new(), (&stacks(1, 0), place), (&stacks(0, 1), place)).expect("invertible");
    assert_eq!(found.curves, one.curves);
}

#[test]
fn the_first_pair_of_a_mesh_with_itself_ends_the_search() {
    let (pair, counts) = stacks(300, 0).first_self_contact();
    assert!(pair.is_some_and(|[i, j]| i < j && j < 300), "{pair:?}");
    assert_eq!(counts.triangle_triangle, 1);
    assert_eq!(ContactMesh::new(cube()).first_self_contact().0, None);
}

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
    ready(positions, triangles)
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
    let place = |corner: DVec3| -> Point { world_from_mesh.transform_point3(corner).to_array().map(|x| x as i128) };
    let n = mesh.mesh().n_triangles() as u32;
    (0..n).map(|index| mesh.mesh().triangle(index).corners().map(place)).collect()
}

/// Asserts that these pairs were found, and one of them as the first.
fn check(round: usize, expected: &[Pair], pairs: &[Pair], first: Option<Pair>) {
    assert_eq!(pairs, expected, "round {round}");
    assert_eq!(first.is_some(), !expected.is_empty(), "round {round}");
    assert!(first.is_none_or(|pair| expected.contains(&pair)), "round {round}");
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
        let found = contact(finder, (&a, &world_from_a), (&b, &world_from_b)).expect("invertible transforms");
        let (first, _) = first_contact(finder, (&a, &world_from_a), (&b, &world_from_b)).expect("as above");
        check(round, &expected, &found.pairs, first);
        let shared = found.curves.len() + found.flat.len() + found.points.len();
        assert_eq!(shared == 0, expected.is_empty(), "round {round}: what meets shares something");
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
        check(round, &expected, &mesh.self_contact().pairs, mesh.first_self_contact().0);
        tried += triangles.len() * (triangles.len() - 1) / 2;
        met += expected.len();
    }
    assert!(met > tried / 20, "only {met} pairs of {tried}");
}
