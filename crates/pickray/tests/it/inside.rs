//! Inside, outside or on the surface, against exact rationals on half-lines of other directions, and winding numbers.

use crate::closest_point::squared_to_triangle;
use crate::rational::{Point, cross, dot, exact, minus};
use crate::*;
use pickray::mesh::{Adjacency, Defects, Indices, NoInside};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Where a point lies: `Less` inside, `Equal` on the surface, `Greater` outside.
type Place = Ordering;

/// Asks the mesh in both ways.
fn place(mesh: &Mesh, point: DVec3) -> Place {
    let contains = mesh.contains(point).expect("a closed mesh");
    let distance = mesh.signed_distance(point).expect("a closed mesh");
    assert_eq!(contains, distance <= 0.0, "{distance} at {point:?}");
    if distance != 0.0 {
        let closest = mesh.closest_point(point, f64::INFINITY).expect("a triangle").closest.distance;
        assert_eq!(distance.abs(), closest.max(f64::from_bits(1)), "at {point:?}");
    }
    distance.total_cmp(&0.0)
}

fn corners(mesh: &Mesh) -> Vec<[DVec3; 3]> {
    (0..mesh.n_triangles() as u32).map(|triangle| mesh.triangle(triangle).corners()).collect()
}

/// Whether a half-line from a point off a triangle goes through it; `None` through an edge, or along it.
fn crosses(from: &Point, way: &Point, [a, b, c]: &[Point; 3]) -> Option<bool> {
    let (e1, e2, s) = (minus(b, a), minus(c, a), minus(from, a));
    let normal = cross(&e1, &e2);
    if normal.iter().all(Zero::is_zero) {
        return Some(false);
    }
    let (way_e2, s_e1) = (cross(way, &e2), cross(&s, &e1));
    let det = dot(&e1, &way_e2);
    if det.is_zero() {
        return if dot(&s, &normal).is_zero() { None } else { Some(false) };
    }
    let [u, v, t] = [dot(&s, &way_e2), dot(way, &s_e1), dot(&e2, &s_e1)].map(|volume| volume / &det);
    let w = BigRational::one() - &u - &v;
    if t.is_negative() || [&u, &v, &w].iter().any(|weight| weight.is_negative()) {
        return Some(false);
    }
    if [u, v, w].iter().any(Zero::is_zero) { None } else { Some(true) }
}

/// The place of a point by rationals, on the first half-line of a random direction that meets no edge.
fn exact_place(triangles: &[[DVec3; 3]], point: DVec3, random: &mut Rng) -> Place {
    let from = exact(point);
    let triangles: Vec<_> = triangles.iter().map(|corners| corners.map(exact)).collect();
    let may_hold = |corners: &[Point; 3]| {
        (0..3).all(|k| corners.iter().any(|c| c[k] <= from[k]) && corners.iter().any(|c| c[k] >= from[k]))
    };
    if triangles.iter().filter(|corners| may_hold(corners)).any(|corners| squared_to_triangle(&from, corners).is_zero())
    {
        return Place::Equal;
    }
    loop {
        let way = [0; 3].map(|_| rational(f64::from(random.i32(-1000..1000))));
        let crossed: Option<Vec<_>> = triangles.iter().map(|corners| crosses(&from, &way, corners)).collect();
        if let Some(crossed) = crossed.filter(|_| !way.iter().all(Zero::is_zero)) {
            let is_inside = crossed.iter().filter(|crossed| **crossed).count() % 2 == 1;
            return if is_inside { Place::Less } else { Place::Greater };
        }
    }
}

/// A box between two corners on a grid.
fn solid(min: [i32; 3], max: [i32; 3]) -> Vec<[[i32; 3]; 3]> {
    let (_, faces) = Sample::Cube.positions_and_triangles();
    let at = |i: u32| std::array::from_fn(|k| if i >> k & 1 == 0 { min[k] } else { max[k] });
    faces.into_iter().map(|face| face.map(at)).collect()
}

/// Four faces of a tetrahedron or twelve of a box, corners on a grid: many lie in a plane, some have no area.
fn cell(random: &mut Rng, reach: i32) -> Vec<[[i32; 3]; 3]> {
    let mut corner = || [0; 3].map(|_| random.i32(-reach..=reach));
    let ends = [corner(), corner(), corner(), corner()];
    let mut faces = if random.bool() {
        [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]].map(|face| face.map(|i| ends[i])).to_vec()
    } else {
        solid(ends[0], ends[1])
    };
    for face in &mut faces {
        random.shuffle(face);
    }
    faces
}

/// Where the corners of a grid are.
struct Placement {
    scale: f64,
    shift: DVec3,
    /// Corners are moved off the grid.
    is_bent: bool,
    /// Each triangle has vertices of its own, as in STL.
    is_split: bool,
}

impl Placement {
    fn random(random: &mut Rng, round: usize) -> Self {
        let far = DVec3::new(500_000.25, 4_500_000.0, 120.5);
        let (scale, shift) = [
            (1.0, DVec3::ZERO),
            (1.0, far),
            (0.01, far),
            (2f64.powi(-120), DVec3::ZERO),
            (2f64.powi(100), DVec3::ZERO),
            (0.1, DVec3::splat(-7.0)),
            (1.0, DVec3::splat(1e15)),
        ][round % 7];
        Self { scale, shift, is_bent: random.u8(..3) == 0, is_split: random.bool() }
    }

    fn mesh(&self, faces: &[[[i32; 3]; 3]], random: &mut Rng) -> Mesh {
        let mut positions = HashMap::new();
        let mut place = |corner: [i32; 3]| -> [f64; 3] {
            let bend = if self.is_bent { 0.3 * vector(random) } else { DVec3::ZERO };
            let at = self.shift + self.scale * (DVec3::from(corner.map(f64::from)) + bend);
            *positions.entry(corner).or_insert(at.to_array())
        };
        let faces: Vec<_> = faces.iter().map(|face| face.map(&mut place)).collect();
        let all: Vec<[f64; 3]> = faces.as_flattened().to_vec();
        if self.is_split {
            return Mesh::new(&all, Indices::IN_ORDER).expect("a mesh");
        }
        let mut vertices = all;
        vertices.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        vertices.dedup();
        let number = |at: [f64; 3]| vertices.iter().position(|other| *other == at).expect("a vertex") as u32;
        let triangles: Vec<_> = faces.iter().map(|face| face.map(number)).collect();
        Mesh::new(&vertices, &triangles).expect("a mesh")
    }
}

/// A point that is aimed: at a corner, an edge or a face, in line with corners, or next to such a point.
fn aimed(triangles: &[[DVec3; 3]], random: &mut Rng) -> DVec3 {
    let mut any = || triangles[random.usize(..triangles.len())];
    let ([a, b, c], other, third) = (any(), any(), any());
    let mut point = match random.u8(..8) {
        0 => a,
        1 => 0.5 * a + 0.5 * b,
        2 => 0.5 * a + 0.25 * b + 0.25 * c,
        3 | 4 => DVec3::new(a.x, other[0].y, third[0].z),
        5 => 0.5 * a + 0.5 * other[0],
        _ => 0.25 * a + 0.25 * b + 0.25 * c + 0.25 * other[0],
    };
    if random.u8(..3) == 0 {
        let axis = random.usize(..3);
        point[axis] = if random.bool() { point[axis].next_up() } else { point[axis].next_down() };
    }
    point
}

#[test]
fn points_in_line_with_corners_edges_and_faces_lie_where_rationals_say() {
    let mut random = seeded();
    let mut n_of = [0; 3];
    for round in 0..140 {
        let reach = [1, 2, 2, 4, 1000][random.usize(..5)];
        let mut faces: Vec<_> = (0..random.usize(1..8)).flat_map(|_| cell(&mut random, reach)).collect();
        random.shuffle(&mut faces);
        let mesh = Placement::random(&mut random, round).mesh(&faces, &mut random);
        let triangles = corners(&mesh);
        for _ in 0..24 {
            let point = aimed(&triangles, &mut random);
            let expected = exact_place(&triangles, point, &mut random);
            assert_eq!(place(&mesh, point), expected, "round {round}: {point:?} in {triangles:?}");
            n_of[(expected as i8 + 1) as usize] += 1;
        }
    }
    assert!(n_of.iter().all(|&n| n > 200), "{n_of:?}");
}

#[test]
fn a_distance_that_rounds_to_nothing_keeps_its_sign() {
    let (cube, faces) = Sample::Cube.positions_and_triangles();
    let mesh = Mesh::from_triangles(cube.iter().map(|p| p.map(|x| x + 1.0)).collect(), faces).expect("a mesh");
    let least = f64::from_bits(1);
    let at = |x: f64| mesh.signed_distance(DVec3::new(x, 0.7, 1.1)).expect("a closed mesh");
    assert_eq!([0.5, 0.25, least, 0.0, -least, -0.25].map(at), [-0.5, -0.25, -least, 0.0, least, 0.25]);
    assert!(at(1e-200) < 0.0 && at(-1e-200) > 0.0);
}

#[test]
fn a_point_that_is_not_finite_lies_outside() {
    let cube = Sample::Cube.mesh().expect("a mesh");
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let point = DVec3::new(0.0, bad, 0.5);
        assert_eq!(cube.contains(point), Ok(false));
        let distance = cube.signed_distance(point).expect("a closed mesh");
        assert!(if bad.is_nan() { distance.is_nan() } else { distance == f64::INFINITY }, "{distance}");
    }
    let far = cube.signed_distance(DVec3::splat(-f64::MAX)).expect("a closed mesh");
    assert!(far > 1e308, "{far}");
}

fn split(faces: &[[[i32; 3]; 3]]) -> Mesh {
    let placement = Placement { scale: 1.0, shift: DVec3::ZERO, is_bent: false, is_split: true };
    placement.mesh(faces, &mut Rng::with_seed(0))
}

#[test]
fn equal_triangles_count_each() {
    for (n, expected) in [(1, Place::Less), (40, Place::Greater), (41, Place::Less)] {
        let mesh = split(&vec![solid([0; 3], [4; 3]); n].concat());
        assert_eq!(place(&mesh, DVec3::new(1.0, 2.0, 3.0)), expected, "{n} boxes");
        assert_eq!(place(&mesh, DVec3::new(4.0, 2.0, 3.0)), Place::Equal, "{n} boxes");
    }
}

/// Says what a mesh should of its edges, by a plain search: none has an odd number of triangles, or of those with area.
fn plain_check(faces: &[[[i32; 3]; 3]]) -> Result<(), NoInside> {
    let odd = |counts: &dyn Fn(&[[i32; 3]; 3]) -> bool| {
        let mut sides_of: HashMap<[[i32; 3]; 2], Vec<u32>> = HashMap::new();
        for (triangle, face) in (0..).zip(faces).filter(|(_, face)| counts(face)) {
            for edge in 0..3 {
                let mut ends = [face[edge as usize], face[(edge as usize + 1) % 3]];
                ends.sort_unstable();
                if ends[0] != ends[1] {
                    sides_of.entry(ends).or_default().push(3 * triangle + edge);
                }
            }
        }
        let odd = sides_of.into_values().filter(|sides| sides.len() % 2 == 1);
        odd.map(|sides| sides[0]).collect::<Vec<_>>()
    };
    let has_area = |face: &[[i32; 3]; 3]| {
        let [a, b, c] = face.map(|corner| DVec3::from(corner.map(f64::from)));
        (b - a).cross(c - a) != DVec3::ZERO
    };
    let all = odd(&|_| true);
    match all.iter().min() {
        Some(&first) if !odd(&has_area).is_empty() => {
            Err(NoInside::Open { n_edges: all.len() as u64, triangle: first / 3, edge: first as usize % 3 })
        }
        _ => Ok(()),
    }
}

#[test]
fn a_mesh_is_closed_where_each_edge_has_an_even_number_of_triangles() {
    let mut random = seeded();
    let mut n_of = [0; 2];
    for round in 0..400 {
        let mut faces: Vec<_> = (0..random.usize(1..4)).flat_map(|_| cell(&mut random, 1)).collect();
        for _ in 0..random.usize(..3) {
            let (from, to) = (random.usize(..faces.len()), random.usize(..faces.len()));
            match random.u8(..4) {
                0 => faces.push(faces[from]),
                1 => faces.push([faces[from][0], faces[from][1], faces[to][2]]),
                2 => faces.push([faces[from][0], faces[from][0], faces[to][2]]),
                _ => drop(faces.swap_remove(from)),
            }
        }
        if faces.is_empty() {
            continue;
        }
        random.shuffle(&mut faces);
        let placement = Placement { scale: 1.0, shift: DVec3::ZERO, is_bent: false, is_split: random.bool() };
        let (mesh, expected) = (placement.mesh(&faces, &mut random), plain_check(&faces));
        assert_eq!(mesh.check_closed(), expected, "round {round}: {faces:?}");
        n_of[usize::from(expected.is_ok())] += 1;
        if Defects::of(&mesh).expect("memory").is_closed() {
            assert_eq!(expected, Ok(()), "round {round}: {faces:?}");
        }
    }
    assert!(n_of.iter().all(|&n| n > 40), "{n_of:?}");
}

#[test]
fn a_mesh_that_is_not_closed_says_where() {
    let lone = Sample::Triangle.mesh().expect("a mesh");
    let refused = NoInside::Open { n_edges: 3, triangle: 0, edge: 0 };
    assert_eq!((lone.check_closed(), lone.contains(DVec3::ZERO)), (Err(refused), Err(refused)));
    assert_eq!(lone.signed_distance(DVec3::ZERO), Err(refused));
    let said = "the mesh is not closed: edge 0 of triangle 0 is one of 3 with an odd number of triangles: fill its \
                holes, or ask for the closest point";
    assert_eq!(refused.to_string(), said);
}

#[test]
fn whether_it_is_closed_is_found_out_again_when_vertices_move() {
    let mut mesh = split(&solid([0; 3], [4; 3]));
    assert_eq!(mesh.contains(DVec3::ONE), Ok(true));
    let rest = mesh.positions().to_vec();
    let moved: Vec<_> = rest.iter().map(|p| p.map(|x| x + 10.0)).collect();
    mesh.refit(&moved).expect("finite positions");
    assert_eq!((mesh.contains(DVec3::ONE), mesh.contains(DVec3::splat(11.0))), (Ok(false), Ok(true)));
    mesh.update(0, &[[9.0_f32, 9.0, 9.0]]).expect("a finite position");
    assert!(mesh.contains(DVec3::splat(11.0)).is_err(), "a corner has left the others");
    mesh.update(0, &moved[..1]).expect("a finite position");
    let adjacency = Adjacency::of_with(&mesh, &Progress::default()).expect("memory");
    mesh.keep_adjacency(adjacency);
    assert_eq!(mesh.contains(DVec3::splat(11.0)), Ok(true));
}
