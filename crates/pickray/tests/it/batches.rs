//! Many rays and points at once: each answer is what its question alone gets, whoever owns the memory.

use crate::queries::{Masked, Met, check_batch, check_ray, of_one, of_scene};
use crate::*;
use pickray::accel::{HitColumns, OriginsAndDirections, Rays};
use pickray::pick;
use pickray::with_threads;
use std::num::NonZero;

/// Origins and directions around a mesh; some make no ray.
fn arrays(random: &mut Rng, n: usize) -> (Vec<[f64; 3]>, Vec<[f64; 3]>) {
    let origins: Vec<_> = (0..n).map(|_| (3.0 * vector(random)).to_array()).collect();
    let directions = origins.iter().enumerate().map(|(i, origin)| match i % 97 {
        0 => [0.0; 3],
        1 => [f64::NAN, 1.0, 0.0],
        _ => ((vector(random) - DVec3::from(*origin)) * 10f64.powi(random.i32(-9..9))).to_array(),
    });
    let directions = directions.collect();
    (origins, directions)
}

/// Columns of hits, owned.
struct Columns {
    objects: Vec<i64>,
    triangles: Vec<i64>,
    t: Vec<f64>,
    u: Vec<f64>,
    v: Vec<f64>,
    sides: Vec<i8>,
}

impl Columns {
    fn new(n: usize) -> Self {
        let zeros = || vec![0.0; n];
        Self { objects: vec![0; n], triangles: vec![0; n], t: zeros(), u: zeros(), v: zeros(), sides: vec![0; n] }
    }

    fn of_mesh(&mut self) -> HitColumns<'_> {
        let Self { triangles, t, u, v, sides, .. } = self;
        HitColumns { triangles, t, u, v, sides }
    }

    fn hit(&self, i: usize) -> Option<MeshHit> {
        if self.triangles[i] < 0 {
            assert!(self.t[i].is_nan() && self.u[i].is_nan() && self.v[i].is_nan() && self.sides[i] == 0);
            return None;
        }
        let side = if self.sides[i] == 1 { Side::Front } else { Side::Back };
        Some(MeshHit { triangle: self.triangles[i] as u32, t: self.t[i], u: self.u[i], v: self.v[i], side })
    }
}

fn on_threads(work: impl Fn()) {
    for threads in [1, 3] {
        with_threads(NonZero::new(threads).expect("above 0"), &work);
    }
}

fn meshes() -> [Mesh; 2] {
    [Sample::Icosphere, Sample::TorusKnot].map(|sample| sample.mesh().expect("a mesh"))
}

/// Returns all hits of each ray of a batch, asked alone.
fn of_each(rays: &(impl Rays + ?Sized), all: impl Fn(&Ray) -> Vec<Met>) -> Vec<Vec<Met>> {
    (0..rays.n_rays()).map(|i| rays.ray(i).map_or(Vec::new(), |ray| all(&ray))).collect()
}

/// Returns all hits of each ray of a batch on a mesh, asked alone, after every query of the batch was held against
/// them.
fn checked(mesh: &Mesh, rays: &(impl Rays + ?Sized)) -> Vec<Vec<Met>> {
    let expected = of_each(rays, |ray| of_one(mesh.all_hits(ray, Culling::None)));
    check_batch(mesh, rays, &expected);
    expected
}

#[test]
fn each_ray_of_a_batch_is_answered_by_a_mesh_as_alone() {
    let mut random = seeded();
    for mesh in meshes() {
        let n = 5_000;
        let (origins, directions) = arrays(&mut random, n);
        let batch = OriginsAndDirections { origins: &origins, directions: &directions };
        let expected = checked(&mesh, &batch);
        assert!(expected.iter().filter(|hits| !hits.is_empty()).count() > n / 50, "the rays hit little");
        let sound: Vec<Ray> = (0..n).filter_map(|i| batch.ray(i)).collect();
        checked(&mesh, &sound[..]);

        let (mut hits, mut columns) = (vec![None; n], Columns::new(n));
        mesh.closest_hits(&batch, .., hits.as_mut_slice());
        mesh.closest_hits(&batch, .., columns.of_mesh());
        assert!((0..n).all(|i| columns.hit(i) == hits[i]));
        // Each form of the triangles to skip: hits, the column of their triangles, options of one for each ray, and one
        // for all.
        let named: Vec<Option<u32>> = hits.iter().map(|hit| Some(hit.as_ref()?.triangle)).collect();
        let first_but = |skip: &dyn Fn(usize) -> Option<u32>| -> Vec<Option<MeshHit>> {
            let left =
                |(i, all): (usize, &Vec<Met>)| all.iter().map(|met| met.1).find(|hit| Some(hit.triangle) != skip(i));
            expected.iter().enumerate().map(left).collect()
        };
        let left = first_but(&|i| named[i]);
        let (mut second, options) = (vec![None; n], RayOptions::default());
        mesh.closest_hits(&batch, options.skip(hits.as_slice()), second.as_mut_slice());
        assert_eq!(second, left);
        mesh.closest_hits(&batch, options.skip(named.as_slice()), second.as_mut_slice());
        assert_eq!(second, left);
        mesh.closest_hits(&batch, options.skip(columns.triangles.as_slice()), second.as_mut_slice());
        assert_eq!(second, left);
        let one = named.iter().copied().flatten().next();
        mesh.closest_hits(&batch, options.skip(one), second.as_mut_slice());
        assert_eq!(second, first_but(&|_| one));
    }
}

/// Rays of pixels row by row: eyes outside, at and in the mesh, angles down to a thousandth of a degree, or none.
fn picture(random: &mut Rng, center: DVec3, size: f64) -> Vec<(DVec3, DVec3)> {
    let eye = center + size * 10f64.powf(random.f64() * 3.0 - 2.0) * vector(random);
    let toward = if random.bool() { center } else { center + size * 0.5 * vector(random) } - eye;
    let toward = match random.u32(..4) {
        0 => DVec3::from_array([[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, -0.0]][random.usize(..3)]),
        _ => toward,
    };
    let (right, up) = toward.normalize().any_orthonormal_pair();
    let pixel = 10f64.powf(random.f64() * 5.0 - 6.0);
    let is_parallel = random.bool();
    let mut rays = Vec::new();
    for row in 0..12 {
        for column in 0..40 {
            let across = f64::from(column - 20) * right + f64::from(row - 6) * up;
            let (origin, direction) = if is_parallel {
                (eye + pixel * size * across, toward)
            } else {
                (eye, toward + pixel * toward.length() * across)
            };
            // Lengths are anyhow, and now and then there is no ray.
            let length = if random.u32(..200) == 0 { 0.0 } else { 10f64.powi(random.i32(-3..4)) };
            rays.push((origin, if random.bool() { direction } else { length * direction }));
        }
    }
    rays
}

fn scaled(mesh: &Mesh, size: f32) -> Mesh {
    let positions = mesh.positions().iter().map(|p| p.map(|x| size * x)).collect();
    Mesh::from_triangles(positions, mesh.triangles().to_vec()).expect("a mesh")
}

/// A mesh within itself, thrice, at these distances relative to its size.
fn shells(mesh: &Mesh, distance: f32) -> Mesh {
    let n = mesh.positions().len() as u32;
    let sizes = [1.0, 1.0 + distance, 1.0 + 2.0 * distance];
    let positions = sizes.iter().flat_map(|size| mesh.positions().iter().map(move |p| p.map(|x| size * x)));
    let triangles = (0..3).flat_map(|i| mesh.triangles().iter().map(move |t| t.map(|corner| corner + i * n)));
    Mesh::from_triangles(positions.collect(), triangles.collect()).expect("a mesh")
}

#[test]
fn rays_of_neighbouring_pixels_are_answered_as_alone() {
    let mut random = seeded();
    let far = |mesh: &Mesh| {
        let at = |p: &[f32; 3]| p.map(|x| 1e7 + f64::from(x));
        let positions: Vec<[f64; 3]> = mesh.positions().iter().map(at).collect();
        Mesh::new(&positions, mesh.triangles()).expect("a mesh")
    };
    let (positions, triangles) = grid(32, |x, y| [x as f32, y as f32, 0.0]);
    // A quarter of its triangles lie there twice.
    let flat = Mesh::from_triangles(positions, [&triangles[..], &triangles[..512]].concat());
    let samples = [Sample::Triangle, Sample::Cube, Sample::Icosphere, Sample::TorusKnot];
    let mut meshes = samples.map(|sample| sample.mesh().expect("a mesh")).to_vec();
    meshes.extend([far(&meshes[2]), flat.expect("a mesh"), shells(&meshes[2], 1e-6), shells(&meshes[2], 0.05)]);
    assert_ne!(meshes[4].origin(), DVec3::ZERO, "it is far from the origin");
    meshes.extend([1e-36, 1e30].map(|size| scaled(&meshes[2], size)));
    let mut n_hits = 0;
    for mesh in meshes {
        let bounds = mesh.bounds();
        for number in 0..6 {
            let picture = picture(&mut random, bounds.center(), bounds.size().max_element());
            let expected = if number % 2 == 0 {
                let (origins, directions): (Vec<_>, Vec<_>) =
                    picture.iter().map(|(o, d)| (o.to_array(), d.to_array())).unzip();
                checked(&mesh, &OriginsAndDirections { origins: &origins, directions: &directions })
            } else {
                let through = picture.iter().map(|&(origin, direction)| Ray::between(origin, origin + direction));
                checked(&mesh, &through.collect::<Vec<_>>()[..])
            };
            n_hits += expected.iter().filter(|hits| !hits.is_empty()).count();
        }
    }
    assert!(n_hits > 2_000, "the rays hit little: {n_hits}");
}

#[test]
fn arrays_of_f32_are_read_where_they_lie() {
    let mesh = Sample::Icosphere.mesh().expect("a mesh");
    let (origins, directions) = ([[0.1_f32, 0.2, 5.0]; 3], [[0.0_f32, 0.0, -0.1], [0.0; 3], [0.1, 0.0, 0.0]]);
    let mut hits = [None; 3];
    let rays = OriginsAndDirections { origins: &origins, directions: &directions };
    mesh.closest_hits(&rays, Culling::None, hits.as_mut_slice());
    let [origin, direction] = [origins[0], directions[0]].map(|it| DVec3::from(it.map(f64::from)));
    let alone = Ray::from_direction(origin, direction).expect("a ray");
    assert_eq!(hits, [mesh.closest_hit(&alone, Culling::None), None, None]);
    assert!(hits[0].is_some());
}

#[test]
fn each_point_of_a_batch_is_answered_as_alone() {
    let mut random = seeded();
    let [mesh, _] = meshes();
    let points: Vec<DVec3> = (0..3_000).map(|_| 2.0 * vector(&mut random)).collect();
    let scene = Scene::of(Object::from(mesh.clone()).with_transform(DMat4::from_scale(DVec3::new(1.0, 2.0, 3.0))));
    on_threads(|| {
        let mut closest = vec![None; points.len()];
        mesh.closest_points(points.as_slice(), 0.5, closest.as_mut_slice());
        assert!(points.iter().zip(&closest).all(|(point, closest)| mesh.closest_point(*point, 0.5) == *closest));
        let (mut inside, mut distances) = (vec![false; points.len()], vec![0.0; points.len()]);
        mesh.contains_each(points.as_slice(), inside.as_mut_slice()).expect("a closed mesh");
        mesh.signed_distances(points.as_slice(), distances.as_mut_slice()).expect("a closed mesh");
        for ((point, inside), distance) in points.iter().zip(&inside).zip(&distances) {
            assert_eq!((mesh.contains(*point), mesh.signed_distance(*point)), (Ok(*inside), Ok(*distance)));
        }
        let mut closest = vec![None; points.len()];
        scene.closest_points(&points, f64::INFINITY, &mut closest);
        assert!(points.iter().map(|point| scene.closest_point(*point, f64::INFINITY)).eq(closest));
    });
}

#[test]
fn each_ray_of_a_batch_is_answered_by_a_scene_as_alone() {
    let mut random = seeded();
    let meshes = meshes().map(Arc::new);
    let mut scene = Scene::new();
    for i in 0..60 {
        let place = DMat4::from_translation(4.0 * vector(&mut random)) * DMat4::from_rotation_z(f64::from(i));
        let object = Object::from(meshes[i as usize % 2].clone()).with_transform(place);
        scene.push(Object { mask: 1 << (i % 3), ..object });
    }
    let n = 3_000;
    let (origins, directions) = arrays(&mut random, n);
    let batch = OriginsAndDirections { origins: &origins, directions: &directions };
    for mask in [u32::MAX, 0b101] {
        let options = PickOptions { mask, ..PickOptions::default() };
        let all = |ray: &Ray| -> Vec<Hit> { scene.all_hits(ray, &options) };
        let expected: Vec<Vec<Hit>> = (0..n).map(|i| batch.ray(i).map_or(Vec::new(), |ray| all(&ray))).collect();
        assert!(expected.iter().flatten().all(|hit| mask >> (hit.object % 3) & 1 == 1));
        assert!(expected.iter().filter(|hits| !hits.is_empty()).count() > n / 50, "the rays hit little");
        let in_mask = Masked(&scene, mask);
        let met: Vec<Vec<Met>> = expected.iter().map(|hits| hits.iter().map(of_scene).collect()).collect();
        check_batch(&in_mask, &batch, &met);

        let (mut hits, mut columns) = (vec![None; n], Columns::new(n));
        scene.closest_hits(&batch, &options, hits.as_mut_slice());
        let mut objects = std::mem::take(&mut columns.objects);
        let in_columns = pick::SceneHitColumns { objects: &mut objects, hits: columns.of_mesh() };
        scene.closest_hits(&batch, &options, in_columns);
        for (i, met) in met.iter().enumerate() {
            assert_eq!(columns.hit(i).map(|hit| (objects[i] as u32, hit)), met.first().copied());
            assert_eq!(objects[i] == -1, met.is_empty());
            if let Some(ray) = batch.ray(i).filter(|_| i % 10 == 0) {
                check_ray(&in_mask, &ray, met, String::new);
            }
        }
        // Each form of the triangles to skip: hits, two columns, options of one for each ray.
        let named: Vec<Option<TriangleId>> = hits.iter().map(|hit| Some(hit.as_ref()?.id())).collect();
        let left = |i: usize| expected[i].iter().find(|hit| Some(hit.id()) != named[i]).copied();
        let left: Vec<_> = (0..n).map(left).collect();
        let (mut second, options) = (vec![None; n], RayOptions::from(&options));
        scene.closest_hits(&batch, options.skip(hits.as_slice()), second.as_mut_slice());
        assert_eq!(second, left);
        scene.closest_hits(&batch, options.skip(named.as_slice()), second.as_mut_slice());
        assert_eq!(second, left);
        let columns = (objects.as_slice(), columns.triangles.as_slice());
        scene.closest_hits(&batch, options.skip(columns), second.as_mut_slice());
        assert_eq!(second, left);
    }
}

#[test]
fn rays_of_neighbouring_pixels_are_answered_by_a_scene_as_alone() {
    let mut random = seeded();
    let meshes = meshes().map(Arc::new);
    let mut n_hits = 0;
    for round in 0..60 {
        let mut scene = Scene::new();
        for i in 0..random.u32(1..6) {
            let place = match random.u32(..3) {
                0 => DMat4::IDENTITY,
                1 => DMat4::from_scale(DVec3::new(-1.0, 1.0, 0.5)),
                _ => DMat4::from_translation(vector(&mut random)) * DMat4::from_rotation_z(f64::from(round)),
            };
            let object = Object::from(meshes[random.usize(..2)].clone()).with_transform(place);
            let hidden = (0..object.mesh.triangles().len() as u32).filter(|triangle| triangle % 5 == i).collect();
            let object = if random.bool() { object } else { Object { hidden, ..object } };
            scene.push(Object { mask: 1 << (i % 3), visible: random.u32(..8) > 0, ..object });
        }
        let picture = picture(&mut random, DVec3::ZERO, 3.0);
        let rays: Vec<Ray> =
            picture.iter().map(|&(origin, direction)| Ray::between(origin, origin + direction)).collect();
        for mask in [u32::MAX, 0b101] {
            let all = |ray: &Ray| scene.all_hits(ray, RayOptions::default().mask(mask)).iter().map(of_scene).collect();
            let expected = of_each(&rays[..], all);
            check_batch(&Masked(&scene, mask), &rays[..], &expected);
            n_hits += expected.iter().filter(|hits| !hits.is_empty()).count();
        }
    }
    assert!(n_hits > 2_000, "the rays hit little: {n_hits}");
}

#[test]
fn a_batch_without_an_answer_or_a_triangle_to_skip_for_each_ray_is_refused() {
    let mesh = Sample::Cube.mesh().expect("a mesh");
    let scene = Scene::of(Object::from(mesh.clone()));
    let (rays, options) = ([Ray::between(DVec3::ZERO, DVec3::X); 2], RayOptions::default());
    let skips = "one triangle to skip for each ray";
    for (ask, why) in [
        (&(|| mesh.closest_hits(&rays[..], .., &mut [None; 1][..])) as &dyn Fn(), "one answer a question"),
        (&|| mesh.any_hits(&rays[..], options.skip(&[-1_i64; 3][..]), &mut [false; 2][..]), skips),
        (&|| drop(scene.hit_lists(&rays[..], options.mask(1).skip(&[None::<Hit>; 1][..]))), skips),
    ] {
        let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).expect_err(why);
        let told = told.downcast_ref::<&str>().map(|told| (*told).to_owned()).or(told.downcast_ref().cloned());
        assert!(told.is_some_and(|told: String| told.contains(why)), "{why}");
    }
}

#[test]
fn a_batch_of_points_at_an_open_mesh_is_refused() {
    let mesh = Sample::Triangle.mesh().expect("a mesh");
    let points = [[0.0_f32; 3]; 2];
    assert!(mesh.contains_each(points.as_slice(), [false; 2].as_mut_slice()).is_err());
    assert!(mesh.signed_distances(points.as_slice(), [0.0; 2].as_mut_slice()).is_err());
}
