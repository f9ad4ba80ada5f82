//! Which triangles share edges, and what is reached over them, beside a plain search with positions as keys.

use crate::rational::{Point, cross, dot, exact, minus};
use crate::*;
use pickray::accel::BuildError;
use pickray::mesh::{Adjacency, JoinedVertices, TriangleSet};
use pickray::work::Cancelled;
use std::collections::HashMap;
use std::f64::consts::{FRAC_PI_2, PI};

type Set = BTreeSet<u32>;
/// The bits of a position's coordinates.
type Key = [u64; 3];

/// Returns the two positions of a triangle's edge as numbers that tell them apart; `None` of one between equal ones.
fn key(mesh: &Mesh, triangle: u32, edge: usize) -> Option<[Key; 2]> {
    let bits = |p: DVec3| p.to_array().map(|x| if x == 0.0 { 0 } else { x.to_bits() });
    let corners = mesh.triangle(triangle).corners().map(bits);
    let mut ends = [corners[edge], corners[(edge + 1) % 3]];
    ends.sort_unstable();
    (ends[0] != ends[1]).then_some(ends)
}

/// What a plain search finds.
struct Plain<'a> {
    mesh: &'a Mesh,
    of_edge: HashMap<[Key; 2], Set>,
    normals: Vec<Option<Point>>,
}

impl<'a> Plain<'a> {
    fn new(mesh: &'a Mesh) -> Self {
        let mut of_edge: HashMap<_, Set> = HashMap::new();
        for triangle in 0..mesh.n_triangles() as u32 {
            for key in (0..3).filter_map(|edge| key(mesh, triangle, edge)) {
                of_edge.entry(key).or_default().insert(triangle);
            }
        }
        let normal = |triangle| normal(&mesh.triangle(triangle).corners());
        Self { mesh, of_edge, normals: (0..mesh.n_triangles() as u32).map(normal).collect() }
    }

    fn across(&self, triangle: u32, edge: usize) -> Set {
        let mut others = key(self.mesh, triangle, edge).map_or_else(Set::new, |key| self.of_edge[&key].clone());
        others.remove(&triangle);
        others
    }

    fn around(&self, triangle: u32) -> Set {
        (0..3).flat_map(|edge| self.across(triangle, edge)).collect()
    }

    /// Returns what is reached by way of triangles that pass.
    fn reached(&self, seed: u32, passes: impl Fn(u32) -> bool) -> Set {
        let (mut reached, mut front) = (Set::from([seed]), vec![seed]);
        while !front.is_empty() {
            let next: Set = front.iter().flat_map(|&triangle| self.around(triangle)).filter(|&t| passes(t)).collect();
            front = next.into_iter().filter(|&triangle| reached.insert(triangle)).collect();
        }
        reached
    }

    fn grown(&self, set: &Set) -> Set {
        set.iter().flat_map(|&triangle| self.around(triangle)).chain(set.iter().copied()).collect()
    }

    fn shrunk(&self, set: &Set) -> Set {
        set.iter().copied().filter(|&triangle| self.around(triangle).is_subset(set)).collect()
    }

    fn n_parts(&self, set: &Set) -> usize {
        let (mut left, mut n_parts) = (set.clone(), 0);
        while let Some(seed) = left.pop_first() {
            left = &left - &self.reached(seed, |triangle| set.contains(&triangle));
            n_parts += 1;
        }
        n_parts
    }

    fn flat(&self, seed: u32, angle: f64) -> Set {
        let Some(own) = &self.normals[seed as usize] else { return Set::from([seed]) };
        self.reached(seed, |triangle| {
            self.normals[triangle as usize].as_ref().is_none_or(|other| between(own, other) <= angle)
        })
    }
}

/// Returns the exact normal; `None` of a triangle without area.
fn normal(corners: &[DVec3; 3]) -> Option<Point> {
    let [a, b, c] = corners.map(exact);
    let normal = cross(&minus(&b, &a), &minus(&c, &a));
    normal.iter().any(|x| !x.is_zero()).then_some(normal)
}

/// Returns the angle between two directions: where it is one of 0, π/2 and π, exactly that.
fn between(a: &Point, b: &Point) -> f64 {
    let along = dot(a, b);
    let squared: BigRational = &along * &along / (dot(a, a) * dot(b, b));
    let acute = if squared == rational(1.0) { 0.0 } else { squared.to_f64().expect("up to 1").sqrt().acos() };
    if along.is_negative() { PI - acute } else { acute }
}

fn set(plain: &Set) -> TriangleSet {
    plain.iter().copied().collect()
}

/// Returns each of so many triangles with some probability.
fn some(n: u32, random: &mut Rng) -> Set {
    let share = random.f64();
    (0..n).filter(|_| random.f64() < share).collect()
}

/// Angles between integer directions for which f64 and rationals agree to the last bit.
const RIGHT: [f64; 3] = [0.0, FRAC_PI_2, PI];

/// Compares everything with the plain search: flat regions within some angles, and within random ones, which no two
/// triangles have.
fn compare(mesh: &Mesh, angles: &[f64], random: &mut Rng, context: &str) {
    let plain = Plain::new(mesh);
    let adjacency = mesh.adjacency().expect("memory");
    let n = mesh.n_triangles() as u32;
    assert_eq!(adjacency.n_triangles(), n as usize);
    for (triangle, edge) in (0..n).flat_map(|triangle| (0..3).map(move |edge| (triangle, edge))) {
        let across: Set = adjacency.across(triangle, edge).collect();
        assert_eq!(across, plain.across(triangle, edge), "triangle {triangle}, edge {edge}, {context}");
    }
    for _ in 0..4 {
        let seed = random.u32(..n);
        assert_eq!(adjacency.linked(seed), set(&plain.reached(seed, |_| true)), "from {seed}, {context}");
        for angle in [PI * random.f64(), 0.3 * random.f64()].into_iter().chain(angles.iter().copied()) {
            let flat = adjacency.flat_region(mesh, seed, angle);
            assert_eq!(flat, set(&plain.flat(seed, angle)), "from {seed}, within {angle}, {context}");
        }
        let chosen = some(n, random);
        let ours = set(&chosen);
        let (grown, shrunk) = (adjacency.grow(&ours), adjacency.shrink(&ours));
        assert_eq!(grown, set(&plain.grown(&chosen)), "{chosen:?}, {context}");
        assert_eq!(shrunk, set(&plain.shrunk(&chosen)), "{chosen:?}, {context}");
        assert_eq!(adjacency.n_parts(&ours), plain.n_parts(&chosen), "{chosen:?}, {context}");
        // The laws.
        let fewer = set(&some(n, random).intersection(&chosen).copied().collect());
        assert!(is_within(&ours, &adjacency.shrink(&grown)), "{context}");
        assert!(is_within(&adjacency.grow(&shrunk), &ours), "{context}");
        assert!(is_within(&adjacency.grow(&fewer), &grown), "{context}");
        assert!(is_within(&adjacency.shrink(&fewer), &shrunk), "{context}");
    }
    let (all, none) = (TriangleSet::all(n), TriangleSet::default());
    assert_eq!((adjacency.grow(&all), adjacency.shrink(&all)), (all.clone(), all), "{context}");
    assert_eq!((adjacency.grow(&none), adjacency.shrink(&none)), (none.clone(), none), "{context}");
    assert_eq!(adjacency.n_parts(&TriangleSet::default()), 0);
}

fn is_within(part: &TriangleSet, whole: &TriangleSet) -> bool {
    part.iter().all(|triangle| whole.contains(triangle))
}

/// Triangles between few points of a grid, some of them given more than once, with zeros of both signs: edges of many
/// triangles, and triangles of no area and of equal corners.
fn crowd(random: &mut Rng) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let (n_points, side) = (random.usize(1..40), random.i32(1..5));
    let mut positions: Vec<[f64; 3]> =
        (0..n_points).map(|_| [0; 3].map(|_| f64::from(random.i32(-side..=side)))).collect();
    for _ in 0..random.usize(0..40) {
        let signed = |x: f64| if x == 0.0 { -x } else { x };
        positions.push(positions[random.usize(..positions.len())].map(signed));
    }
    let corners = |random: &mut Rng| [0; 3].map(|_| random.u32(..positions.len() as u32));
    let triangles = (0..random.usize(1..80)).map(|_| corners(random)).collect();
    (positions, triangles)
}

#[test]
fn crowds_of_triangles_are_searched_as_by_positions_also_far_out() {
    let mut random = seeded();
    for round in 0..160 {
        let (mut positions, triangles) = crowd(&mut random);
        let is_far = round % 4 == 3;
        let (far, unit) = ([0; 3].map(|_| (random.f64() - 0.5) * 1e7), [1.0, 0.001, 30.0][random.usize(..3)]);
        for position in positions.iter_mut().filter(|_| is_far) {
            *position = [0, 1, 2].map(|k| far[k] + unit * position[k]);
        }
        let mesh = Mesh::new(&positions, &triangles).expect("a mesh");
        let angles = if is_far { &[][..] } else { &RIGHT };
        compare(&mesh, angles, &mut random, &format!("round {round}: {positions:?}, {triangles:?}"));
    }
}

#[test]
fn a_sliver_whose_area_f64_rounds_off_has_its_normal() {
    let positions = [
        [2848160.8937219447, 2650503.6149773197, 259787.67552609305],
        [2848159.8937219447, 2650501.6149773197, 259787.67552609305],
        [2848158.8937219447, 2650499.6149773197, 259787.67552609305],
        [2848158.8937219447, 2650504.6149773197, 259789.67552609305],
    ];
    let mesh = Mesh::new(&positions, &[[0_u32, 1, 2], [1, 0, 3]]).expect("a mesh");
    let plain = Plain::new(&mesh);
    assert!(mesh.triangle(0).scaled_normal() == DVec3::ZERO && plain.normals[0].is_some());
    let adjacency = mesh.adjacency().expect("memory");
    for (seed, angle) in [(0, 2.0), (0, 3.0), (1, 2.0), (1, 3.0)] {
        let flat = adjacency.flat_region(&mesh, seed, angle);
        assert_eq!(flat, set(&plain.flat(seed, angle)), "from {seed}, within {angle}");
        assert_eq!(flat.len(), angle as usize - 1);
    }
}

#[test]
fn tiny_and_huge_crowds_are_as_flat_as_others() {
    let mut random = seeded();
    for _ in 0..60 {
        let (positions, triangles) = crowd(&mut random);
        let meshes = [1.0, 2_f64.powi(-120), 2_f64.powi(-140), 2_f64.powi(120)].map(|unit| {
            let positions: Vec<_> = positions.iter().map(|p| p.map(|x| unit * x)).collect();
            Mesh::new(&positions, &triangles).expect("a mesh")
        });
        let (seed, angle) = (random.u32(..triangles.len() as u32), PI * random.f64());
        let flat = |mesh: &Mesh| mesh.adjacency().expect("memory").flat_region(mesh, seed, angle);
        for scaled in &meshes[1..] {
            assert_eq!(scaled.adjacency(), meshes[0].adjacency());
            assert_eq!(flat(scaled), flat(&meshes[0]), "from {seed}, within {angle}: {positions:?}, {triangles:?}");
        }
    }
}

#[test]
fn no_angle_and_one_below_zero_leave_the_seed_alone() {
    let (positions, triangles) = grid(3, |x, y| [x as f32, y as f32, 0.0]);
    let mesh = Mesh::from_triangles(positions, triangles).expect("a mesh");
    for angle in [f64::NAN, -0.1, f64::NEG_INFINITY] {
        assert_eq!(mesh.adjacency().expect("memory").flat_region(&mesh, 5, angle), [5].into_iter().collect());
    }
    for angle in [0.0, -0.0, f64::INFINITY] {
        assert_eq!(mesh.adjacency().expect("memory").flat_region(&mesh, 5, angle), TriangleSet::all(18));
    }
}

#[test]
fn a_hundred_thousand_triangles_at_one_edge_are_neighbours() {
    let n = 100_000_u32;
    let rim = (0..n).map(|k| [1.0, (f64::from(k) * 1e-4).sin() as f32, k as f32]);
    let positions: Vec<_> = [[0.0; 3], [0.0, 1.0, 0.0]].into_iter().chain(rim).collect();
    let triangles: Vec<_> = (0..n).map(|k| [k % 2, 1 - k % 2, k + 2]).collect();
    let mesh = Mesh::from_triangles(positions, triangles).expect("a mesh");
    let adjacency = mesh.adjacency().expect("memory");
    let (all, even) = (TriangleSet::all(n), (0..n).step_by(2).collect::<TriangleSet>());
    assert_eq!(adjacency.across(0, 0).count(), n as usize - 1);
    assert_eq!((adjacency.linked(n / 2), adjacency.grow(&even)), (all.clone(), all.clone()));
    assert_eq!((adjacency.n_parts(&even), adjacency.n_parts(&all)), (1, 1));
    assert_eq!((adjacency.shrink(&even), adjacency.shrink(&all)), (TriangleSet::default(), all));
}

#[test]
fn what_is_kept_is_dropped_when_vertices_move_and_goes_with_copies() {
    let (positions, triangles) = grid(2, |x, y| [x as f32, y as f32, 0.0]);
    let mut mesh = Mesh::from_triangles(positions.clone(), triangles.clone()).expect("a mesh");
    assert!(mesh.kept_adjacency().is_none());
    let first: *const Adjacency = mesh.adjacency().expect("memory");
    assert_eq!(first, mesh.kept_adjacency().expect("it was asked for") as *const _);
    let scene = Scene::of(Object::new("wall", Arc::new(mesh.clone())));
    let unpacked = Scene::from_packed(&scene.to_packed()).expect("a scene");
    assert_eq!(unpacked.objects()[0].mesh.kept_adjacency(), mesh.kept_adjacency());

    // A corner goes where another is: two edges from it have the same ends as two others then.
    let moved = positions[1];
    for whole in [false, true] {
        let mut mesh = mesh.clone();
        if whole {
            let mut positions = positions.clone();
            positions[0] = moved;
            mesh.refit(&positions).expect("finite");
        } else {
            mesh.update(0, &[moved]).expect("finite");
        }
        assert!(mesh.kept_adjacency().is_none());
        compare(&mesh, &RIGHT, &mut seeded(), "moved");
        assert_ne!(mesh.adjacency(), scene.objects()[0].mesh.adjacency());
    }
    mesh.rebuild().expect("memory");
    assert!(mesh.kept_adjacency().is_some(), "no vertex has moved");

    let fresh = Mesh::from_triangles(positions, triangles).expect("a mesh");
    fresh.keep_adjacency(mesh.adjacency().expect("memory").clone());
    assert_eq!(fresh.kept_adjacency(), mesh.kept_adjacency());
}

#[test]
fn a_search_for_neighbours_that_is_cancelled_stops_and_leaves_the_mesh_as_it_was() {
    let mesh = Sample::TorusKnot.mesh().expect("a sample");
    for at in [0.0, 0.2, 0.45] {
        let progress = Arc::new_cyclic(|weak: &std::sync::Weak<Progress>| {
            let weak = weak.clone();
            Progress::heard_by(move |fraction| {
                if let Some(progress) = weak.upgrade().filter(|_| at <= fraction) {
                    progress.cancel();
                }
            })
        });
        progress.advance(0.0);
        assert_eq!(mesh.adjacency_with(&progress), Err(BuildError::Cancelled(Cancelled)), "at {at}");
        assert!(progress.fraction() < 1.0);
        assert!(mesh.kept_adjacency().is_none());
    }
    let progress = Progress::default();
    assert_eq!(mesh.adjacency_with(&progress).expect("memory").linked(0).len(), mesh.n_triangles());
    assert_eq!(progress.fraction(), 1.0);
    progress.cancel();
    assert!(mesh.adjacency_with(&progress).is_ok(), "what is kept is not made again");
}

#[test]
fn vertices_are_numbered_by_position_as_they_first_come() {
    let mut random = seeded();
    for _ in 0..200 {
        let (positions, _) = crowd(&mut random);
        let mesh = Mesh::new(&positions, &[[0_u32, 0, 0]]).expect("a mesh");
        let joined = JoinedVertices::of(&mesh).expect("memory");
        let mut numbers = HashMap::new();
        for (vertex, position) in (0..).zip(&positions) {
            let next = numbers.len() as u32;
            let number = *numbers.entry(position.map(|x| x as i64)).or_insert(next);
            assert_eq!(joined.number(vertex), number, "vertex {vertex} of {positions:?}");
        }
        assert_eq!(joined.n_positions(), numbers.len());
    }
}
