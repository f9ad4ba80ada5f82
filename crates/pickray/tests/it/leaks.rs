//! Rays at the edges and vertices of closed meshes, a million in four runs: none slips through.
//!
//! Three things are known of such a ray without asking any ray test. One that starts outside and leads to a point
//! inside has to hit before that point, and one that starts inside has to hit. And where it meets no edge exactly, it
//! enters as often as it leaves.

use crate::oracle::Soup;
use crate::random::{direction, seeded};
use fastrand::Rng;
use glam::{DMat4, DQuat, DVec3};
use pickray::intersect::{Culling, Side, ray_triangle_report};
use pickray::math::predicates::Sign;
use pickray::mesh::samples::Sample;
use pickray::mesh::{Load, Mesh};
use pickray::pick::ObjectRay;
use pickray::{Hit, Object, Ray, Scene};
use std::sync::Arc;
use std::thread;

/// Rays at each mesh; there are ten meshes.
const RAYS: u64 = 26_000;
/// Number of rays of which one is asked for all its hits.
const THOROUGH_EVERY: u64 = 4;
/// Of hits whose weights are all above this the exact signs need not be asked: weights are right to some 1e-15.
const SURELY_WITHIN: f64 = 1e-9;

/// A closed mesh in its place.
struct Body {
    name: &'static str,
    object: Object,
    /// Points strictly inside, in object space, and how far around each is inside, too.
    inside: Vec<DVec3>,
    clearance: f64,
}

impl Body {
    /// Returns a body around zero.
    fn new(name: &'static str, (positions, triangles): Soup, clearance: f64) -> Self {
        let mesh = Mesh::from_triangles(positions, triangles).expect("a mesh");
        Self { name, object: Object::from(Arc::new(mesh)), inside: vec![DVec3::ZERO], clearance }
    }

    /// Returns a vertex or a point of an edge, in object space.
    fn aim(&self, random: &mut Rng) -> DVec3 {
        let corners = self.object.mesh.triangle(random.u32(..self.object.mesh.n_triangles() as u32)).corners();
        let place = random.usize(..3);
        corners[place].lerp(corners[(place + 1) % 3], [0.0, 0.5, 0.05 + 0.9 * random.f64()][random.usize(..3)])
    }

    /// Returns a ray through an aim, the t at which it has to hit at the latest, and whether it starts outside.
    fn shot(&self, random: &mut Rng) -> (Ray, Option<f64>, bool) {
        let point = self.aim(random);
        let inside = self.inside[random.usize(..self.inside.len())] + self.clearance * direction(random);
        let bounds = self.object.mesh.bounds();
        let far = bounds.size().length() * [1.5, 3.0, 100.0][random.usize(..3)] * (1.0 + random.f64());
        let mut along_an_axis = point;
        along_an_axis[random.usize(..3)] += far * [-1.0, 1.0][random.usize(..2)];
        let (from, to, before, from_outside) = match random.u32(..4) {
            0 => (inside + far * (point - inside).normalize(), inside, Some(1.0), true),
            1 => (inside, point, Some(f64::INFINITY), false),
            2 => (bounds.center() + far * direction(random), point, None, true),
            _ => (along_an_axis, point, None, true),
        };
        let [from, to] = [from, to].map(|end| self.object.world_from_object.transform_point3(end));
        (Ray::between(from, to), before, from_outside)
    }
}

fn is_on_an_edge(body: &Body, ray: &Ray, hit: &Hit) -> bool {
    if hit.u.min(hit.v).min(1.0 - hit.u - hit.v) > SURELY_WITHIN {
        return false;
    }
    let in_object = ObjectRay::new(&body.object, ray).expect("an inverse").ray;
    let triangle = body.object.mesh.triangle(hit.triangle);
    let [_, u, v, w, _] = ray_triangle_report(&in_object, &triangle, Culling::None).signs;
    [u, v, w].contains(&Sign::Zero)
}

#[derive(Debug, Default)]
struct Count {
    hits: u64,
    leaks: u64,
    balanced: u64,
    uneven: u64,
    first: Option<Ray>,
}

fn fire(body: &Body, seed: u64, rays: u64) -> Count {
    let (mut random, mut count) = (Rng::with_seed(seed), Count::default());
    let scene = Scene::of(body.object.clone());
    for number in 0..rays {
        let (ray, before, from_outside) = body.shot(&mut random);
        let hit = scene.closest_hit(&ray, ..);
        count.hits += u64::from(hit.is_some());
        let is_leak = before.is_some_and(|latest| hit.is_none_or(|hit| hit.t > latest));
        count.leaks += u64::from(is_leak);
        let mut is_uneven = false;
        if from_outside && number % THOROUGH_EVERY == 0 {
            let hits = scene.all_hits(&ray, ..);
            if !hits.iter().any(|hit| is_on_an_edge(body, &ray, hit)) {
                is_uneven = 2 * hits.iter().filter(|hit| hit.side == Side::Front).count() != hits.len();
                count.balanced += u64::from(!is_uneven);
                count.uneven += u64::from(is_uneven);
            }
        }
        if is_leak || is_uneven {
            count.first = count.first.or(Some(ray));
        }
    }
    count
}

/// The icosphere of a size, somewhere else.
fn ball(name: &'static str, radius: f64, center: DVec3) -> Body {
    let (positions, triangles) = Sample::Icosphere.positions_and_triangles();
    let place = |p: [f32; 3]| (radius * DVec3::from(p.map(f64::from)) + center).as_vec3().to_array();
    let soup = (positions.into_iter().map(place).collect(), triangles);
    Body { inside: vec![center], ..Body::new(name, soup, 0.3 * radius) }
}

/// The knot and the middles of its rings of 24 vertices.
fn knot(name: &'static str, world_from_object: DMat4) -> Body {
    let soup = Sample::TorusKnot.positions_and_triangles();
    let middle = |ring: &[[f32; 3]]| ring.iter().map(|p| DVec3::from(p.map(f64::from))).sum::<DVec3>() / 24.0;
    let inside = soup.0.chunks(24).map(middle).collect();
    let body = Body::new(name, soup, 0.1);
    Body { inside, object: body.object.with_transform(world_from_object), ..body }
}

/// A flat, round cushion of needles: 3,000 from each pole to the nearest of five rings, and two between any two of
/// those.
fn cushion() -> Body {
    let (around, rings) = (3_000_u32, 5_u32);
    let mut positions = vec![[0.0, -1e-3, 0.0], [0.0, 1e-3, 0.0]];
    for ring in 1..=rings {
        let height = f64::from(ring) / f64::from(rings + 1) * std::f64::consts::PI;
        for step in 0..around {
            let turn = f64::from(step) / f64::from(around) * std::f64::consts::TAU;
            let p = DVec3::new(height.sin() * turn.cos(), -1e-3 * height.cos(), height.sin() * turn.sin());
            positions.push(p.as_vec3().to_array());
        }
    }
    let corner = |ring: u32, step: u32| 2 + ring * around + step % around;
    let mut triangles = Vec::new();
    for step in 0..around {
        triangles.push([0, corner(0, step), corner(0, step + 1)]);
        triangles.push([1, corner(rings - 1, step + 1), corner(rings - 1, step)]);
        for ring in 0..rings - 1 {
            let [a, b] = [0, 1].map(|k| corner(ring, step + k));
            let [c, d] = [0, 1].map(|k| corner(ring + 1, step + k));
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    Body::new("cushion of slivers", (positions, triangles), 1e-4)
}

/// The icosphere as a file in map coordinates, whose mesh has an origin of its own.
fn surveyed() -> Body {
    let (positions, triangles) = Sample::Icosphere.positions_and_triangles();
    let center = DVec3::new(692_417.125, 5_337_123.5, 512.25);
    let mut text = String::new();
    for p in positions {
        let DVec3 { x, y, z } = 30.0 * DVec3::from(p.map(f64::from)) + center;
        text += &format!("v {x:.4} {y:.4} {z:.4}\n");
    }
    for [a, b, c] in triangles {
        text += &format!("f {} {} {}\n", a + 1, b + 1, c + 1);
    }
    let (mesh, _) = Load::bytes("survey.obj", text.as_bytes()).mesh().expect("a mesh");
    assert_ne!(mesh.origin(), DVec3::ZERO, "it is far from the origin");
    Body { name: "survey", object: Object::from(Arc::new(mesh)), inside: vec![center], clearance: 9.0 }
}

fn bodies() -> [Body; 10] {
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, -0.5).normalize(), 0.7);
    let placed = DMat4::from_scale_rotation_translation(DVec3::new(3.0, -0.2, 1.1), turn, DVec3::new(70.0, -3.0, 12.0));
    [
        ball("icosphere", 1.0, DVec3::ZERO),
        ball("tiny icosphere", 1e-6, DVec3::ZERO),
        ball("huge icosphere", 1e7, DVec3::ZERO),
        ball("icosphere far away", 1_000.0, DVec3::new(4e5, -2e6, 7e4)),
        knot("torus knot", DMat4::IDENTITY),
        knot("turned, stretched and mirrored knot", placed),
        Body::new("noisy sphere", Sample::NoisySphere.positions_and_triangles(), 0.3),
        cushion(),
        surveyed(),
        Body::new("cube", Sample::Cube.positions_and_triangles(), 0.5),
    ]
}

#[test]
fn of_rays_at_edges_and_vertices_of_closed_meshes_none_leaks() {
    let mut balanced = 0;
    for body in bodies() {
        let seed = u64::from(seeded().u32(..));
        // Rays are independent of each other: each thread has its own.
        let counts = thread::scope(|scope| {
            let body = &body;
            let halves = [seed, seed + 1].map(|seed| scope.spawn(move || fire(body, seed, RAYS / 2)));
            halves.map(|half| half.join().expect("no panic"))
        });
        for (seed, count) in (seed..).zip(counts) {
            assert_eq!((count.leaks, count.uneven), (0, 0), "{}, seed {seed}: {count:?}", body.name);
            assert!(count.hits > RAYS / 4, "rays miss what they aim at: {}, seed {seed}: {count:?}", body.name);
            balanced += count.balanced;
        }
    }
    assert!(balanced > 12_000, "{balanced}");
}
