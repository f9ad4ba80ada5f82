//! A million rays at the edges and vertices of closed meshes: none slips through.
//!
//! Three things are known of such a ray without asking any ray test. One that starts outside and leads to a point
//! inside has to hit before that point, and one that starts inside has to hit. One that goes through a corner or an
//! edge whose triangles all face it has to hit at least one of them. And where it meets no edge exactly, it enters as
//! often as it leaves.

use crate::random::vector;
use fastrand::Rng;
use glam::{DMat4, DQuat, DVec3};
use pickray::accel::{Query, QueryObserver, RayTree, TriangleHit};
use pickray::geometry::{Ray, Triangle};
use pickray::intersect::{Culling, Side, ray_triangle, ray_triangle_report};
use pickray::math::FramebufferSize;
use pickray::math::predicates::Sign;
use pickray::mesh::samples::Sample;
use pickray::mesh::{Load, Mesh};
use pickray::pick::ObjectRay;
use pickray::scene::{Camera, Object, Projection, Scene, View};
use std::sync::Arc;
use std::thread;

/// Rays at each mesh; there are ten meshes.
const RAYS: u64 = 102_000;
const SEED: u64 = 1_000_003;
/// One ray in so many is compared with all the triangles that it is aimed at, and cast again, by the walk that uses no
/// special instructions, for all hits, and by the test that leaks.
const THOROUGH_EVERY: u64 = 4;
/// A triangle faces a ray when the cosine between its normal and the ray is at least this: then rounding of the ray,
/// some 1e-15 of the mesh, moves it across the triangles around its aim by far less than they are wide.
const FACING: f64 = 0.05;

/// Of hits whose weights are all above this the exact signs need not be asked: weights are right to some 1e-15.
const SURELY_WITHIN: f64 = 1e-9;

/// A closed mesh, alone in a scene.
struct Body {
    name: &'static str,
    scene: Scene,
    /// The same triangles, walked in plain instructions; its space is the mesh's, less the mesh's origin.
    portable: RayTree,
    /// Points strictly inside, in object space, and how far around each is inside too.
    inside: Vec<DVec3>,
    clearance: f64,
    /// Of each vertex, where the triangles at it begin in `around`.
    starts: Vec<u32>,
    around: Vec<u32>,
}

impl Body {
    fn new(name: &'static str, mesh: Mesh, inside: Vec<DVec3>, clearance: f64) -> Self {
        Self::placed(name, mesh, inside, clearance, DMat4::IDENTITY)
    }

    fn placed(name: &'static str, mesh: Mesh, inside: Vec<DVec3>, clearance: f64, world_from_object: DMat4) -> Self {
        let mut starts = vec![0; mesh.n_vertices() + 1];
        for &corner in mesh.triangles().as_flattened() {
            starts[corner as usize + 1] += 1;
        }
        for vertex in 0..mesh.n_vertices() {
            starts[vertex + 1] += starts[vertex];
        }
        let (mut free, mut around) = (starts.clone(), vec![0; 3 * mesh.n_triangles()]);
        for (triangle, corners) in mesh.triangles().iter().enumerate() {
            for &corner in corners {
                around[free[corner as usize] as usize] = triangle as u32;
                free[corner as usize] += 1;
            }
        }
        let tree = RayTree::build(mesh.positions(), mesh.triangles()).expect("memory");
        let scene = Scene::of(Object::new(name, Arc::new(mesh)).with_transform(world_from_object));
        Self { name, scene, portable: tree.portable(), inside, clearance, starts, around }
    }

    fn mesh(&self) -> &Mesh {
        &self.scene.objects()[0].mesh
    }

    fn around(&self, vertex: u32) -> &[u32] {
        &self.around[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }
}

/// A vertex or a point of an edge, in object space, and the triangles that share it.
struct Aim {
    point: DVec3,
    fan: Vec<u32>,
}

/// A ray in object space, and what is known of it.
struct Shot {
    ray: Ray,
    fan: Vec<u32>,
    /// It has to hit at this t at the latest, whatever its fan says.
    before: Option<f64>,
    /// It starts outside, so that it enters as often as it leaves.
    from_outside: bool,
}

fn direction(random: &mut Rng) -> DVec3 {
    loop {
        let v = vector(random);
        if (0.01..=1.0).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}

impl Body {
    fn aim(&self, random: &mut Rng) -> Aim {
        let corners = self.mesh().triangles()[random.usize(..self.mesh().n_triangles())];
        let place = random.usize(..3);
        let (from, to) = (corners[place], corners[(place + 1) % 3]);
        let (a, b) = (self.mesh().vertex(from), self.mesh().vertex(to));
        let both = || self.around(from).iter().copied().filter(|t| self.around(to).contains(t)).collect();
        match random.u32(..3) {
            0 => Aim { point: a, fan: self.around(from).to_vec() },
            1 => Aim { point: a.midpoint(b), fan: both() },
            _ => Aim { point: a.lerp(b, 0.05 + 0.9 * random.f64()), fan: both() },
        }
    }

    fn shot(&self, random: &mut Rng) -> Shot {
        let Aim { point, fan } = self.aim(random);
        let bounds = self.mesh().bounds();
        let size = bounds.size().length();
        let inside = self.inside[random.usize(..self.inside.len())] + self.clearance * direction(random);
        let far = size * [1.5, 3.0, 100.0][random.usize(..3)] * (1.0 + random.f64());
        match random.u32(..5) {
            // From outside, through the aim, to a point inside.
            0 => {
                let origin = inside + far * (point - inside).normalize();
                Shot { ray: Ray::between(origin, inside), fan, before: Some(1.0), from_outside: true }
            }
            // From inside.
            1 => Shot { ray: Ray::between(inside, point), fan, before: Some(f64::INFINITY), from_outside: false },
            // From anywhere outside.
            2 => {
                let ray = Ray::between(bounds.center() + far * direction(random), point);
                Shot { ray, fan, before: None, from_outside: true }
            }
            // Along an axis: in the faces of boxes.
            3 => {
                let mut origin = point;
                origin[random.usize(..3)] += far * [-1.0, 1.0][random.usize(..2)];
                Shot { ray: Ray::between(origin, point), fan, before: None, from_outside: true }
            }
            _ => Shot { ray: self.unprojected(point, random), fan, before: None, from_outside: true },
        }
    }

    /// The ray through the aim's place in a picture.
    fn unprojected(&self, point: DVec3, random: &mut Rng) -> Ray {
        let object = &self.scene.objects()[0];
        let bounds = self.scene.bounds();
        let mut view = View::new(
            Camera::look_at(direction(random), DVec3::ZERO, DVec3::Y),
            FramebufferSize { width: 1279, height: 719 },
        );
        if random.bool() {
            view.camera.projection = Projection::Orthographic { height: 1.0 };
        }
        view.camera = view.camera.framed(&bounds, view.aspect());
        let in_world = object.world_from_object.transform_point3(point);
        let window = view.window_from_world(in_world).expect("it is before the eye");
        object_ray(object, &view.ray(window.truncate()).expect("the camera is sound").into())
    }
}

/// A ray of the world in object space, on the way of every pick.
fn object_ray(object: &Object, ray: &Ray) -> Ray {
    ObjectRay::new(object, ray).expect("the transform has an inverse").ray
}

/// A shot in object space as it comes back from the world.
fn through_the_world(object: &Object, ray: &Ray) -> Ray {
    if object.world_from_object == DMat4::IDENTITY {
        return *ray;
    }
    let [near, far] = [ray.origin, ray.target].map(|point| object.world_from_object.transform_point3(point));
    object_ray(object, &Ray::between(near, far))
}

/// Whether a triangle faces the ray, or turns its back to it, so plainly that rounding does not matter.
fn faces(triangle: &Triangle, ray: &Ray) -> Option<Side> {
    let normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a);
    let cosine = -normal.normalize().dot(ray.direction().normalize());
    if cosine >= FACING {
        Some(Side::Front)
    } else if cosine <= -FACING {
        Some(Side::Back)
    } else {
        None
    }
}

/// Whether a caster's closest hit lets a shot through; `slack` is how much later than the exact t it may be.
fn leaks(body: &Body, shot: &Shot, closest_t: Option<f64>, slack: f64) -> bool {
    let t = closest_t.unwrap_or(f64::INFINITY);
    let late = |limit: f64| t == f64::INFINITY || t > limit + slack * limit.abs();
    if shot.before.is_some_and(late) {
        return true;
    }
    let triangles = shot.fan.iter().map(|&index| body.mesh().triangle(index));
    let sides: Vec<_> = triangles.clone().map(|triangle| faces(&triangle, &shot.ray)).collect();
    let must_hit = sides[0].is_some() && sides.iter().all(|side| *side == sides[0]);
    let exact = triangles.filter_map(|triangle| ray_triangle(&shot.ray, &triangle, Culling::None));
    match exact.map(|hit| hit.t).min_by(f64::total_cmp) {
        Some(limit) => late(limit),
        None => must_hit,
    }
}

/// Whether what all hits say contradicts that the surface is closed; `None` where the ray meets an edge exactly, so
/// that they do not say.
fn is_uneven(body: &Body, ray: &Ray, hits: &[TriangleHit]) -> Option<bool> {
    let mut balance = 0;
    for hit in hits {
        balance += if hit.side == Side::Front { 1 } else { -1 };
        if hit.u.min(hit.v).min(1.0 - hit.u - hit.v) > SURELY_WITHIN {
            continue;
        }
        let [_, u, v, w, _] = ray_triangle_report(ray, &body.mesh().triangle(hit.triangle), Culling::None).signs;
        if [u, v, w].contains(&Sign::Zero) {
            return None;
        }
    }
    Some(balance != 0)
}

#[derive(Debug, Default)]
struct Count {
    rays: u64,
    hits: u64,
    leaks: u64,
    thorough: u64,
    portable_leaks: u64,
    balanced: u64,
    uneven: u64,
    plain_leaks: u64,
    first: Option<Ray>,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.rays += other.rays;
        self.hits += other.hits;
        self.leaks += other.leaks;
        self.thorough += other.thorough;
        self.portable_leaks += other.portable_leaks;
        self.balanced += other.balanced;
        self.uneven += other.uneven;
        self.plain_leaks += other.plain_leaks;
        self.first = self.first.or(other.first);
    }
}

fn fire(body: &Body, seed: u64, rays: u64) -> Count {
    let (mut random, mut count) = (Rng::with_seed(seed), Count::default());
    let mesh = body.mesh();
    for number in 0..rays {
        let mut shot = body.shot(&mut random);
        shot.ray = through_the_world(&body.scene.objects()[0], &shot.ray);
        let hit = mesh.closest_hit(&shot.ray, Culling::None);
        count.rays += 1;
        count.hits += u64::from(hit.is_some());
        let thorough = number % THOROUGH_EVERY == 0;
        // A hit of one of the triangles aimed at is no leak, and the others' exact t takes the most time of all.
        let as_aimed =
            hit.is_some_and(|hit| shot.fan.contains(&hit.triangle) && shot.before.is_none_or(|t| hit.t <= t));
        let mut bad = (thorough || !as_aimed) && leaks(body, &shot, hit.map(|hit| hit.t), 0.0);
        count.leaks += u64::from(bad);
        if thorough {
            bad |= fire_again(body, &shot, hit, &mut count);
        }
        if bad {
            count.first = count.first.or(Some(shot.ray));
        }
    }
    count
}

/// The other ways to cast the same ray; says whether one of pickray's contradicts the first, or itself.
fn fire_again(body: &Body, shot: &Shot, hit: Option<TriangleHit>, count: &mut Count) -> bool {
    count.thorough += 1;
    let mesh = body.mesh();
    let local = Ray::between(shot.ray.origin - mesh.origin(), shot.ray.target - mesh.origin());
    let differs = body.portable.closest(Query::new(&local, ..)) != hit;
    count.portable_leaks += u64::from(differs);

    let mut tested = Tested::default();
    let mut all = Vec::new();
    mesh.tree().list(Query::new(&local, ..), &mut tested, &mut all);
    let uneven = if shot.from_outside { is_uneven(body, &shot.ray, &all) } else { None };
    count.balanced += u64::from(uneven == Some(false));
    count.uneven += u64::from(uneven == Some(true));

    let plain = tested.0.iter().filter_map(|&index| plain_test(&shot.ray, &mesh.triangle(index)));
    count.plain_leaks += u64::from(leaks(body, shot, plain.min_by(f64::total_cmp), PLAIN_SLACK));
    differs || uneven == Some(true)
}

/// The triangles that a walk looks at: all that the ray meets are among them.
#[derive(Default)]
struct Tested(Vec<u32>);

impl QueryObserver for Tested {
    fn triangle_tested(&mut self, triangle: u32, _: bool) {
        self.0.push(triangle);
    }
}

/// What is allowed to the plain test, which rounds: it does not count as a leak to be later by this share.
const PLAIN_SLACK: f64 = 1e-6;
/// The epsilon of the plain test, as it stands in many a program.
const PLAIN_EPSILON: f64 = 1e-12;

/// The test of Möller and Trumbore as it is mostly written, which leaks: what has to be found to trust the count of
/// zero.
fn plain_test(ray: &Ray, triangle: &Triangle) -> Option<f64> {
    let (along, toward_b, toward_c) = (ray.direction(), triangle.b - triangle.a, triangle.c - triangle.a);
    let p = along.cross(toward_c);
    let determinant = toward_b.dot(p);
    if determinant.abs() < PLAIN_EPSILON {
        return None;
    }
    let from_a = ray.origin - triangle.a;
    let u = from_a.dot(p) / determinant;
    let q = from_a.cross(toward_b);
    let v = along.dot(q) / determinant;
    let t = toward_c.dot(q) / determinant;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > PLAIN_EPSILON).then_some(t)
}

fn sample(sample: Sample) -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    sample.positions_and_triangles()
}

/// The icosphere of a size, somewhere else.
fn ball(name: &'static str, radius: f64, center: DVec3) -> Body {
    let (positions, triangles) = sample(Sample::Icosphere);
    let place = |p: [f32; 3]| (radius * DVec3::from(p.map(f64::from)) + center).as_vec3().to_array();
    let mesh = Mesh::from_triangles(positions.into_iter().map(place).collect(), triangles).expect("a mesh");
    Body::new(name, mesh, vec![center], 0.3 * radius)
}

/// The knot and the middles of its rings of 24 vertices.
fn knot(name: &'static str, world_from_object: DMat4) -> Body {
    let (positions, triangles) = sample(Sample::TorusKnot);
    let middle = |ring: &[[f32; 3]]| ring.iter().map(|p| DVec3::from(p.map(f64::from))).sum::<DVec3>() / 24.0;
    let inside = positions.chunks(24).map(middle).collect();
    let mesh = Mesh::from_triangles(positions, triangles).expect("a mesh");
    Body::placed(name, mesh, inside, 0.1, world_from_object)
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
    let mesh = Mesh::from_triangles(positions, triangles).expect("a mesh");
    Body::new("cushion of slivers", mesh, vec![DVec3::ZERO], 1e-4)
}

/// The icosphere as a file in map coordinates, whose mesh has an origin of its own.
fn surveyed() -> Body {
    let (positions, triangles) = sample(Sample::Icosphere);
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
    Body::new("survey", mesh, vec![center], 9.0)
}

fn bodies() -> [fn() -> Body; 10] {
    let turned = || {
        let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, -0.5).normalize(), 0.7);
        knot("turned, stretched and mirrored knot", {
            DMat4::from_scale_rotation_translation(DVec3::new(3.0, -0.2, 1.1), turn, DVec3::new(70.0, -3.0, 12.0))
        })
    };
    [
        || ball("icosphere", 1.0, DVec3::ZERO),
        || ball("tiny icosphere", 1e-6, DVec3::ZERO),
        || ball("huge icosphere", 1e7, DVec3::ZERO),
        || ball("icosphere far away", 1_000.0, DVec3::new(4e5, -2e6, 7e4)),
        || knot("torus knot", DMat4::IDENTITY),
        turned,
        || {
            let (positions, triangles) = sample(Sample::NoisySphere);
            let mesh = Mesh::from_triangles(positions, triangles).expect("a mesh");
            Body::new("noisy sphere", mesh, vec![DVec3::ZERO], 0.3)
        },
        cushion,
        surveyed,
        || {
            let (positions, triangles) = sample(Sample::Cube);
            let mesh = Mesh::from_triangles(positions, triangles).expect("a mesh");
            Body::new("cube", mesh, vec![DVec3::ZERO], 0.5)
        },
    ]
}

#[test]
fn of_a_million_rays_at_edges_and_vertices_of_closed_meshes_none_leaks() {
    let mut total = Count::default();
    for (number, make) in (0..).zip(bodies()) {
        let body = make();
        let seed = SEED + 2 * number;
        // Rays are independent of each other: each thread has its own.
        let count = thread::scope(|scope| {
            let body = &body;
            let halves = [seed, seed + 1].map(|seed| scope.spawn(move || fire(body, seed, RAYS / 2)));
            halves.into_iter().fold(Count::default(), |mut sum, half| {
                sum.add(half.join().expect("no panic"));
                sum
            })
        });
        println!("{}, seeds {seed} and {}: {count:?}", body.name, seed + 1);
        assert_eq!(
            (count.leaks, count.portable_leaks, count.uneven),
            (0, 0, 0),
            "{}, seeds {seed} and {}: {count:?}",
            body.name,
            seed + 1
        );
        assert!(
            count.hits > count.rays / 2,
            "{} of {} rays hit {}: they miss what they aim at",
            count.hits,
            count.rays,
            body.name
        );
        assert!(count.plain_leaks > 0, "a test that leaks does not on {}: its rays prove nothing", body.name);
        total.add(count);
    }
    println!("{total:?}");
    assert!(total.rays >= 1_000_000 && total.thorough >= 250_000 && total.balanced > 100_000, "{total:?}");
}
