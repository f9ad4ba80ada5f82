//! Picks and the tree under them on the samples: `cargo bench --bench picks`,
//! `cargo bench --bench picks -- closest_hit`.
//!
//! An item is a ray that hits, or a triangle that is built over; peers are measured by `benches/peers`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use glam::{DMat4, DVec2, DVec3};
use pickray::accel::RayTree;
use pickray::geometry::{Ray, Sphere};
use pickray::intersect::Culling;
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::samples::Sample;
use pickray::mesh::{Mesh, RegionTest};
use pickray::pick::explain::{Mistake, MistakeInputs, mistake_pattern, pick_traced_mistaken, pick_with_each_mistake};
use pickray::scene::navigation::orbit;
use pickray::scene::{Camera, Object, Scene, UpAxis, View};
use pickray::{PickOptions, PickRay};
use std::sync::Arc;

/// By size.
const SAMPLES: [Sample; 4] = [Sample::Icosphere, Sample::Teapot, Sample::TorusKnot, Sample::NoisySphere];
/// Those that have an inside.
const CLOSED: [Sample; 3] = [Sample::Icosphere, Sample::TorusKnot, Sample::NoisySphere];
const RAYS: usize = 2_000;
const SIZE: FramebufferSize = FramebufferSize { width: 1280, height: 720 };
const SEED: u64 = 1;

fn main() {
    divan::main();
}

/// A sample, shown by its name.
struct Named(Sample);

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.0.id())
    }
}

fn samples() -> impl Iterator<Item = Named> {
    SAMPLES.into_iter().map(Named)
}

fn closed_samples() -> impl Iterator<Item = Named> {
    CLOSED.into_iter().map(Named)
}

/// Rays through random pixels of views around a mesh, those that hit.
fn clicks(mesh: &Mesh) -> Vec<Ray> {
    let mut random = fastrand::Rng::with_seed(SEED);
    let bounds = mesh.bounds();
    let first = Camera::framing(&bounds, f64::from(SIZE.width) / f64::from(SIZE.height), UpAxis::Y);
    let mut rays = Vec::new();
    while rays.len() < RAYS {
        let (yaw, pitch) = (6.0 * random.f64(), 2.0 * random.f64() - 1.0);
        let camera = orbit(&first, first.target, UpAxis::default(), yaw, pitch).with_depth_fitted(&bounds);
        let pixel = DVec2::new(f64::from(random.u32(..SIZE.width)) + 0.5, f64::from(random.u32(..SIZE.height)) + 0.5);
        let ray = View::new(camera, SIZE).ray(pixel).expect("the camera is sound");
        let ray = Ray::between(ray.near, ray.far);
        if mesh.closest_hit(&ray, Culling::None).is_some() {
            rays.push(ray);
        }
    }
    rays
}

fn mesh_and_clicks(sample: &Named) -> (Mesh, Vec<Ray>) {
    let mesh = sample.0.mesh().expect("a mesh");
    let rays = clicks(&mesh);
    (mesh, rays)
}

#[divan::bench(args = samples(), sample_count = 20, sample_size = 1, max_time = 2)]
fn closest_hit(bencher: Bencher, sample: &Named) {
    let (mesh, rays) = mesh_and_clicks(sample);
    bencher.counter(ItemsCount::new(rays.len())).bench_local(|| {
        for ray in &rays {
            black_box(mesh.closest_hit(black_box(ray), Culling::None));
        }
    });
}

/// The same rays, each from its origin along a direction.
#[divan::bench(args = samples(), sample_count = 20, sample_size = 1, max_time = 2)]
fn closest_hit_along(bencher: Bencher, sample: &Named) {
    let (mesh, rays) = mesh_and_clicks(sample);
    let along = |ray: &Ray| Ray::from_direction(ray.origin, ray.direction().normalize()).expect("a direction");
    let rays: Vec<Ray> = rays.iter().map(along).collect();
    bencher.counter(ItemsCount::new(rays.len())).bench_local(|| {
        for ray in &rays {
            black_box(mesh.closest_hit(black_box(ray), Culling::None));
        }
    });
}

/// The same rays at the teapot a million units away: from beside it, where the mesh's origin is subtracted without a
/// rounding, and from near zero, where that loses something.
#[divan::bench(args = ["from beside it", "from near zero"], sample_count = 20, sample_size = 1, max_time = 2)]
fn closest_hit_far_out(bencher: Bencher, from: &str) {
    let (mesh, rays) = mesh_and_clicks(&Named(Sample::Teapot));
    let place = DVec3::new(1e6, 0.0, -1e6);
    let corners = (0..mesh.n_vertices() as u32).map(|vertex| (mesh.vertex(vertex) + place).to_array());
    let far = Mesh::new(&corners.collect::<Vec<_>>(), mesh.triangles()).expect("a mesh");
    let moved = |ray: &Ray| match from {
        "from beside it" => Ray::between(ray.origin + place, ray.target + place),
        _ => Ray::between(0.3 * ray.origin, ray.at(mesh.closest_hit(ray, Culling::None).expect("a hit").t) + place),
    };
    let rays: Vec<Ray> = rays.iter().map(moved).collect();
    bencher.counter(ItemsCount::new(rays.len())).bench_local(|| {
        for ray in &rays {
            black_box(far.closest_hit(black_box(ray), Culling::None));
        }
    });
}

/// Instances on a grid that move a little in each frame, and a pick among them.
#[divan::bench(args = ["set_transforms", "object_mut", "new scene"], sample_count = 20, max_time = 4)]
fn ten_thousand_moved(bencher: Bencher, how: &str) {
    let mesh = Arc::new(Sample::Icosphere.mesh().expect("a mesh"));
    let at = |i: u32, time: f64| {
        let place = DVec3::new(f64::from(i % 100), f64::from(i / 100), 0.1 * (time + f64::from(i)).sin());
        DMat4::from_rotation_translation(glam::DQuat::from_rotation_z(time), 3.0 * place)
    };
    let anew =
        |time: f64| -> Scene { (0..10_000).map(|i| Object::from(mesh.clone()).with_transform(at(i, time))).collect() };
    let ray = Ray::between(DVec3::new(150.0, 150.0, 9.0), DVec3::new(150.1, 150.2, 0.0));
    let (mut scene, mut time) = (anew(0.0), 0.0);
    scene.closest_hit(&ray, ..).expect("a hit");
    let moved: Vec<Vec<DMat4>> = (0..2).map(|t| (0..10_000).map(|i| at(i, f64::from(t))).collect()).collect();
    bencher.bench_local(|| {
        time = 1.0 - time;
        let moved = &moved[time as usize];
        match how {
            "set_transforms" => scene.set_transforms((0..).zip(moved.iter().copied())),
            "object_mut" => {
                (0..).zip(moved).for_each(|(i, transform)| scene.object_mut(i).world_from_object = *transform);
            }
            _ => scene = anew(time),
        }
        black_box(scene.closest_hit(black_box(&ray), ..))
    });
}

#[divan::bench(args = samples(), sample_count = 20, sample_size = 1, max_time = 2)]
fn all_hits(bencher: Bencher, sample: &Named) {
    let (mesh, rays) = mesh_and_clicks(sample);
    bencher.counter(ItemsCount::new(rays.len())).bench_local(|| {
        for ray in &rays {
            black_box(mesh.all_hits(black_box(ray), Culling::None));
        }
    });
}

/// A closed mesh and random points of its box.
fn mesh_and_points(sample: &Named) -> (Mesh, Vec<DVec3>) {
    let mesh = sample.0.mesh().expect("a mesh");
    mesh.check_closed().expect("a closed mesh");
    let (bounds, mut random) = (mesh.bounds(), fastrand::Rng::with_seed(SEED));
    let mut point = || bounds.min + bounds.size() * DVec3::from([0; 3].map(|_| random.f64()));
    let points = (0..RAYS).map(|_| point()).collect();
    (mesh, points)
}

#[divan::bench(args = closed_samples(), sample_count = 20, sample_size = 1, max_time = 2)]
fn contains(bencher: Bencher, sample: &Named) {
    let (mesh, points) = mesh_and_points(sample);
    let contains = |point: &DVec3| mesh.contains(black_box(*point)) == Ok(true);
    bencher
        .counter(ItemsCount::new(points.len()))
        .bench_local(|| points.iter().filter(|point| contains(point)).count());
}

#[divan::bench(args = closed_samples(), sample_count = 20, sample_size = 1, max_time = 2)]
fn signed_distance(bencher: Bencher, sample: &Named) {
    let (mesh, points) = mesh_and_points(sample);
    bencher.counter(ItemsCount::new(points.len())).bench_local(|| {
        for point in &points {
            let _ = black_box(mesh.signed_distance(black_box(*point)));
        }
    });
}

/// How long it takes to find out that a mesh is closed, beside building its tree.
#[divan::bench(args = closed_samples(), sample_count = 5, sample_size = 1, max_time = 4)]
fn check_closed(bencher: Bencher, sample: &Named) {
    let (positions, triangles) = sample.0.positions_and_triangles();
    let mesh = || Mesh::from_triangles(positions.clone(), triangles.clone()).expect("a mesh");
    bencher.counter(ItemsCount::new(triangles.len())).with_inputs(mesh).bench_local_refs(|mesh| mesh.check_closed());
}

/// A pick among ten thousand turned spheres.
#[divan::bench(sample_count = 20, sample_size = 1, max_time = 2)]
fn pick_among_instances(bencher: Bencher) {
    let mesh = Arc::new(Sample::Icosphere.mesh().expect("a mesh"));
    let place = |i: u32| {
        let at = DVec3::from([i % 22, i / 22 % 22, i / 484].map(|k| 3.0 * f64::from(k)));
        Object::new("", mesh.clone()).with_transform(DMat4::from_translation(at) * DMat4::from_rotation_x(f64::from(i)))
    };
    let scene: Scene = (0..10_000).map(place).collect();
    let view = View::new(Camera::framing(&scene.bounds(), 16.0 / 9.0, scene.up_axis()), SIZE);
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut pixel = || [SIZE.width, SIZE.height].map(|n| f64::from(random.u32(..n)) + 0.5);
    let rays: Vec<_> = (0..RAYS).map(|_| view.ray(DVec2::from(pixel())).expect("the camera is sound")).collect();
    let pick = |ray: &PickRay| scene.closest_hit(&black_box(*ray).into(), ..=ray.t_max);
    pick(&rays[0]);
    bencher.counter(ItemsCount::new(RAYS)).bench_local(|| rays.iter().filter_map(pick).count());
}

/// Each vertex pushed out or in along itself, by a wave that goes on; positions are computed before.
#[divan::bench(args = samples(), sample_count = 20, sample_size = 1, max_time = 2)]
fn refit(bencher: Bencher, sample: &Named) {
    let mut mesh = sample.0.mesh().expect("a mesh");
    let rest = mesh.positions().to_vec();
    let frame = |k: u8| {
        let swollen = |&[x, y, z]: &[f32; 3]| [x, y, z].map(|p| p * (1.0 + 0.1 * (f32::from(k) + 4.0 * y).sin()));
        rest.iter().map(swollen).collect::<Vec<_>>()
    };
    let frames = [0, 1, 2, 3].map(frame);
    let mut next = frames.iter().cycle();
    bencher
        .counter(ItemsCount::new(mesh.n_triangles()))
        .bench_local(|| mesh.refit(black_box(next.next().expect("they go round"))).expect("they are finite"));
}

/// The triangles within a ball about a vertex, of a tenth of the mesh's size.
#[divan::bench(args = samples(), sample_count = 20, sample_size = 1, max_time = 2)]
fn triangles_in_a_ball(bencher: Bencher, sample: &Named) {
    let mesh = sample.0.mesh().expect("a mesh");
    let radius = 0.1 * mesh.bounds().size().max_element();
    let ball = Sphere { center: mesh.triangle(0).a, radius };
    bencher.bench_local(|| mesh.triangles_in(black_box(&ball), RegionTest::Touching));
}

/// What the window computes of mistakes when an input changes: each of them, the chain of the one shown, and its
/// arrows.
#[divan::bench(args = samples(), sample_count = 50, sample_size = 1, max_time = 2)]
fn mistakes(bencher: Bencher, sample: &Named) {
    let mesh = sample.0.mesh().expect("a mesh");
    let scene = Scene::of(Object::new("mesh", mesh.into()));
    let view = View::new(Camera::framing(&scene.bounds(), 1.5, scene.up_axis()), FramebufferSize::new(1200, 800));
    let (options, inputs) = (PickOptions::default(), MistakeInputs { scale_factor: 2.0, last_view: None });
    let (cursor, shown) = (CursorPosition::new(640.0, 410.0), Mistake::YNotFlipped);
    bencher.bench_local(|| {
        black_box(pick_with_each_mistake(&scene, &view, black_box(cursor), &options, &inputs));
        black_box(pick_traced_mistaken(&scene, &view, black_box(cursor), &options, shown, &inputs));
        black_box(mistake_pattern(&scene, &view, &options, (shown, &inputs), None, [16, 9]))
    });
}

#[divan::bench(args = samples(), sample_count = 5, sample_size = 1, max_time = 4)]
fn build(bencher: Bencher, sample: &Named) {
    let (positions, triangles) = sample.0.positions_and_triangles();
    bencher
        .counter(ItemsCount::new(triangles.len()))
        .bench_local(|| RayTree::build(black_box(&positions), black_box(&triangles)));
}

/// The mesh with its tree, from what [`Mesh::save`] wrote.
#[divan::bench(args = samples(), sample_count = 5, sample_size = 1, max_time = 4)]
fn restore(bencher: Bencher, sample: &Named) {
    let mesh = sample.0.mesh().expect("a mesh");
    let saved = mesh.save();
    bencher.counter(ItemsCount::new(mesh.n_triangles())).bench_local(|| Mesh::restore(black_box(&saved)));
}
