//! Many rays and points at once: each answer is what its question alone gets, whoever owns the memory.

use crate::random;
use fastrand::Rng;
use glam::{DMat4, DVec3};
use pickray::accel::{HitColumns, OriginsAndDirections};

use pickray::mesh::samples::Sample;
use pickray::pick;
use pickray::{Culling, Mesh, MeshHit, Object, PickOptions, Ray, RayOptions, Scene, Side};
use pickray::{TriangleId, with_threads};
use std::num::NonZero;
use std::sync::Arc;

/// Origins and directions around a mesh; some make no ray.
fn arrays(random: &mut Rng, n: usize) -> (Vec<[f64; 3]>, Vec<[f64; 3]>) {
    let origins: Vec<_> = (0..n).map(|_| (3.0 * random::vector(random)).to_array()).collect();
    let directions = origins.iter().enumerate().map(|(i, origin)| match i % 97 {
        0 => [0.0; 3],
        1 => [f64::NAN, 1.0, 0.0],
        _ => ((random::vector(random) - DVec3::from(*origin)) * 10f64.powi(random.i32(-9..9))).to_array(),
    });
    let directions = directions.collect();
    (origins, directions)
}

fn ray(origin: [f64; 3], direction: [f64; 3]) -> Option<Ray> {
    Ray::from_direction(origin.into(), direction.into())
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

#[test]
fn each_ray_of_a_batch_is_answered_by_a_mesh_as_alone() {
    let mut random = random::seeded();
    for mesh in meshes() {
        let n = 5_000;
        let (origins, directions) = arrays(&mut random, n);
        let batch = OriginsAndDirections { origins: &origins, directions: &directions };
        let rays: Vec<Option<Ray>> = origins.iter().zip(&directions).map(|(o, d)| ray(*o, *d)).collect();
        for (culling, range) in
            [(Culling::None, 0.0..=f64::INFINITY), (Culling::Back, 1.0..=1e6), (Culling::Front, 0.0..=1e3)]
        {
            let closest = |ray: &Ray| mesh.closest_hit(ray, RayOptions::from(culling).range(range.clone()));
            let expected: Vec<_> = rays.iter().map(|ray| closest(ray.as_ref()?)).collect();
            assert!(expected.iter().flatten().count() > n / 50, "the rays hit little");
            on_threads(|| {
                let mut hits = vec![None; n];
                mesh.closest_hits(&batch, RayOptions::from(culling).range(range.clone()), hits.as_mut_slice());
                assert_eq!(hits, expected);
                let mut columns = Columns::new(n);
                mesh.closest_hits(&batch, RayOptions::from(culling).range(range.clone()), columns.of_mesh());
                assert!((0..n).all(|i| columns.hit(i) == expected[i]));

                let (mut met, mut counts) = (vec![false; n], vec![0; n]);
                mesh.any_hits(&batch, RayOptions::from(culling).range(range.clone()), met.as_mut_slice());
                mesh.hit_counts(&batch, RayOptions::from(culling).range(range.clone()), counts.as_mut_slice());
                let all = mesh.hit_lists(&batch, RayOptions::from(culling).range(range.clone()));
                for (i, ray) in rays.iter().enumerate() {
                    let alone = ray.map_or(Vec::new(), |ray| mesh.all_hits(&ray, culling));
                    let alone: Vec<_> = alone.into_iter().filter(|hit| range.contains(&hit.t)).collect();
                    assert_eq!((met[i], counts[i]), (!alone.is_empty(), alone.len() as u32), "{ray:?}");
                    assert_eq!(all.of(i), alone, "{ray:?}");
                }

                // Each form of the triangles to skip: hits, the column of their triangles, options of one for each ray,
                // and one for all.
                let (column, skip) = (columns.triangles.as_slice(), hits.as_slice());
                let named: Vec<Option<u32>> = hits.iter().map(|hit| Some(hit.as_ref()?.triangle)).collect();
                let left: Vec<Vec<MeshHit>> = (0..n)
                    .map(|i| all.of(i).iter().copied().filter(|hit| Some(hit.triangle) != named[i]).collect())
                    .collect();
                let first: Vec<_> = left.iter().map(|hits| hits.first().copied()).collect();
                let mut second = vec![None; n];
                mesh.closest_hits(
                    &batch,
                    RayOptions::from(culling).skip(skip).range(range.clone()),
                    second.as_mut_slice(),
                );
                assert_eq!(second, first);
                let options = RayOptions::from(culling).skip(named.as_slice());
                mesh.closest_hits(&batch, options.range(range.clone()), second.as_mut_slice());
                assert_eq!(second, first);
                let options = RayOptions::from(culling).skip(column);
                mesh.closest_hits(&batch, options.range(range.clone()), second.as_mut_slice());
                assert_eq!(second, first);
                mesh.any_hits(&batch, options.range(range.clone()), met.as_mut_slice());
                mesh.hit_counts(&batch, options.range(range.clone()), counts.as_mut_slice());
                let rest = mesh.hit_lists(&batch, options.range(range.clone()));
                for (i, left) in left.iter().enumerate() {
                    assert_eq!((met[i], counts[i]), (!left.is_empty(), left.len() as u32), "{:?}", rays[i]);
                    assert_eq!(rest.of(i), left, "{:?}", rays[i]);
                }
                let one = named.iter().copied().flatten().next();
                let options = RayOptions::from(culling).skip(one);
                let rest = mesh.hit_lists(&batch, options.range(range.clone()));
                for (i, ray) in rays.iter().enumerate() {
                    let left = all.of(i).iter().filter(|hit| Some(hit.triangle) != one);
                    assert!(rest.of(i).iter().eq(left), "{ray:?}");
                }
            });
        }
        let sound: Vec<Ray> = rays.iter().flatten().copied().collect();
        let expected: Vec<_> = sound.iter().map(|ray| mesh.closest_hit(ray, Culling::None)).collect();
        let mut hits = vec![None; sound.len()];
        mesh.closest_hits(&sound, Culling::None, &mut hits);
        assert_eq!(hits, expected);
    }
}

/// Rays of pixels row by row: eyes outside, at and in the mesh, angles down to a thousandth of a degree, or none.
fn picture(random: &mut Rng, center: DVec3, size: f64) -> Vec<(DVec3, DVec3)> {
    let eye = center + size * 10f64.powf(random.f64() * 3.0 - 2.0) * random::vector(random);
    let toward = if random.bool() { center } else { center + size * 0.5 * random::vector(random) } - eye;
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
    let mut random = random::seeded();
    let far = |mesh: &Mesh| {
        let at = |p: &[f32; 3]| p.map(|x| 1e7 + f64::from(x));
        let positions: Vec<[f64; 3]> = mesh.positions().iter().map(at).collect();
        Mesh::new(&positions, mesh.triangles()).expect("a mesh")
    };
    let flat: Vec<[f32; 3]> = (0..33 * 33).map(|i| [(i % 33) as f32, (i / 33) as f32, 0.0]).collect();
    let quad = |i: u32| [[i, i + 1, i + 33], [i + 34, i + 33, i + 1], [i, i + 1, i + 33]];
    let flat = Mesh::from_triangles(flat, (0..32 * 33).filter(|i| i % 33 < 32).flat_map(quad).collect());
    let samples = [Sample::Triangle, Sample::Cube, Sample::Icosphere, Sample::TorusKnot];
    let mut meshes = samples.map(|sample| sample.mesh().expect("a mesh")).to_vec();
    meshes.extend([far(&meshes[2]), flat.expect("a mesh"), shells(&meshes[2], 1e-6), shells(&meshes[2], 0.05)]);
    assert_ne!(meshes[4].origin(), DVec3::ZERO, "it is far from the origin");
    meshes.extend([1e-36, 1e30].map(|size| scaled(&meshes[2], size)));
    let (mut n_hits, mut n_left) = (0, 0);
    for mesh in meshes {
        let bounds = mesh.bounds();
        for number in 0..60 {
            let picture = picture(&mut random, bounds.center(), bounds.size().max_element());
            let (origins, directions): (Vec<_>, Vec<_>) =
                picture.iter().map(|(o, d)| (o.to_array(), d.to_array())).unzip();
            let batch = OriginsAndDirections { origins: &origins, directions: &directions };
            let points: Vec<Ray> =
                picture.iter().map(|&(origin, direction)| Ray::between(origin, origin + direction)).collect();
            for (culling, range) in [
                (Culling::None, 0.0..=f64::INFINITY),
                (Culling::Back, 0.0..=1.5),
                (Culling::Back, 0.1..=3.0),
                (Culling::Front, 0.0..=2.5),
            ] {
                let (mut by_direction, mut by_points) = (vec![None; picture.len()], vec![None; picture.len()]);
                mesh.closest_hits(&batch, RayOptions::from(culling).range(range.clone()), by_direction.as_mut_slice());
                mesh.closest_hits(
                    points.as_slice(),
                    RayOptions::from(culling).range(range.clone()),
                    by_points.as_mut_slice(),
                );
                let mut met = vec![false; picture.len()];
                mesh.any_hits(&batch, RayOptions::from(culling).range(range.clone()), met.as_mut_slice());
                for i in 0..picture.len() {
                    let alone = ray(origins[i], directions[i])
                        .and_then(|ray| mesh.closest_hit(&ray, RayOptions::from(culling).range(range.clone())));
                    assert_eq!(by_direction[i], alone, "{:?}", picture[i]);
                    assert_eq!(met[i], alone.is_some(), "{:?}", picture[i]);
                    assert_eq!(
                        by_points[i],
                        mesh.closest_hit(&points[i], RayOptions::from(culling).range(range.clone())),
                        "{:?}",
                        points[i]
                    );
                    n_hits += usize::from(alone.is_some());
                }

                // What each of them met is skipped, by all or by some; every fourth picture asks.
                if number % 4 != 0 {
                    continue;
                }
                let (mut skip, mut second) = (by_direction.clone(), vec![None; picture.len()]);
                if random.bool() {
                    skip.iter_mut().filter(|_| random.bool()).for_each(|hit| *hit = None);
                }
                let options = RayOptions::from(culling).skip(skip.as_slice());
                mesh.closest_hits(&batch, options.range(range.clone()), second.as_mut_slice());
                mesh.any_hits(&batch, options.range(range.clone()), met.as_mut_slice());
                for i in 0..picture.len() {
                    let mut expected = by_direction[i];
                    if let (Some(skip), Some(ray)) = (skip[i], ray(origins[i], directions[i])) {
                        let mut left = mesh.all_hits(&ray, culling).into_iter();
                        expected = left.find(|hit| range.contains(&hit.t) && hit.triangle != skip.triangle);
                        n_left += usize::from(expected.is_some());
                    }
                    assert_eq!((second[i], met[i]), (expected, expected.is_some()), "{:?}", picture[i]);
                }
            }
        }
    }
    assert!(n_left > 500, "few hits are left: {n_left}");
    assert!(n_hits > 20_000, "the rays hit little: {n_hits}");
}

#[test]
fn arrays_of_f32_are_read_where_they_lie() {
    let mesh = Sample::Icosphere.mesh().expect("a mesh");
    let (origins, directions) = ([[0.1_f32, 0.2, 5.0]; 3], [[0.0_f32, 0.0, -0.1], [0.0; 3], [0.1, 0.0, 0.0]]);
    let mut hits = [None; 3];
    let rays = OriginsAndDirections { origins: &origins, directions: &directions };
    mesh.closest_hits(&rays, Culling::None, hits.as_mut_slice());
    let alone = ray(origins[0].map(f64::from), directions[0].map(f64::from)).expect("a ray");
    assert_eq!(hits, [mesh.closest_hit(&alone, Culling::None), None, None]);
    assert!(hits[0].is_some());
}

#[test]
fn each_point_of_a_batch_is_answered_as_alone() {
    let mut random = random::seeded();
    let [mesh, _] = meshes();
    let points: Vec<DVec3> = (0..3_000).map(|_| 2.0 * random::vector(&mut random)).collect();
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
        assert!(
            points.iter().zip(&closest).all(|(point, closest)| scene.closest_point(*point, f64::INFINITY) == *closest)
        );
    });
}

#[test]
fn each_ray_of_a_batch_is_answered_by_a_scene_as_alone() {
    let mut random = random::seeded();
    let meshes = meshes().map(Arc::new);
    let mut scene = Scene::new();
    for i in 0..60 {
        let place = DMat4::from_translation(4.0 * random::vector(&mut random)) * DMat4::from_rotation_z(f64::from(i));
        let object = Object::from(meshes[i as usize % 2].clone()).with_transform(place);
        scene.push(Object { mask: 1 << (i % 3), ..object });
    }
    let n = 3_000;
    let (origins, directions) = arrays(&mut random, n);
    let batch = OriginsAndDirections { origins: &origins, directions: &directions };
    for (mask, range) in [(u32::MAX, 0.0..=f64::INFINITY), (0b101, 0.5..=3.0)] {
        let options = PickOptions { mask, ..PickOptions::default() };
        let alone = |i: usize| -> Vec<pick::Hit> {
            let Some(ray) = ray(origins[i], directions[i]) else { return Vec::new() };
            scene.all_hits(&ray, &options).into_iter().filter(|hit| range.contains(&hit.t)).collect()
        };
        let expected: Vec<_> = (0..n).map(alone).collect();
        assert!(expected.iter().flatten().all(|hit| mask >> (hit.object % 3) & 1 == 1));
        assert!(expected.iter().filter(|hits| !hits.is_empty()).count() > n / 50, "the rays hit little");
        on_threads(|| {
            let (mut hits, mut met, mut counts) = (vec![None; n], vec![false; n], vec![0; n]);
            scene.closest_hits(&batch, RayOptions::from(&options).range(range.clone()), hits.as_mut_slice());
            scene.any_hits(&batch, RayOptions::from(&options).range(range.clone()), met.as_mut_slice());
            scene.hit_counts(&batch, RayOptions::from(&options).range(range.clone()), counts.as_mut_slice());
            let all = scene.hit_lists(&batch, RayOptions::from(&options).range(range.clone()));
            let mut columns = Columns::new(n);
            let mut objects = std::mem::take(&mut columns.objects);
            let in_columns = pick::SceneHitColumns { objects: &mut objects, hits: columns.of_mesh() };
            scene.closest_hits(&batch, RayOptions::from(&options).range(range.clone()), in_columns);
            for (i, expected) in expected.iter().enumerate() {
                assert_eq!(all.of(i), expected, "{:?} {:?}", origins[i], directions[i]);
                assert_eq!((hits[i], met[i]), (expected.first().copied(), !expected.is_empty()));
                assert_eq!(counts[i], expected.len() as u32);
                assert_eq!(objects[i], expected.first().map_or(-1, |hit| hit.object.into()));
                assert_eq!(columns.hit(i).map(|hit| (hit.triangle, hit.t)), hits[i].map(|hit| (hit.triangle, hit.t)));
            }

            // Each form of the triangles to skip: hits, two columns, options of one for each ray.
            let named: Vec<Option<TriangleId>> = hits.iter().map(|hit| Some(hit.as_ref()?.id())).collect();
            let left: Vec<Vec<pick::Hit>> =
                (0..n).map(|i| all.of(i).iter().copied().filter(|hit| Some(hit.id()) != named[i]).collect()).collect();
            let first: Vec<_> = left.iter().map(|hits| hits.first().copied()).collect();
            let of_all = RayOptions::from(&options);
            let mut second = vec![None; n];
            let options = of_all.skip(hits.as_slice());
            scene.closest_hits(&batch, options.range(range.clone()), second.as_mut_slice());
            assert_eq!(second, first);
            let options = of_all.skip(named.as_slice());
            scene.closest_hits(&batch, options.range(range.clone()), second.as_mut_slice());
            assert_eq!(second, first);
            let options = of_all.skip((objects.as_slice(), columns.triangles.as_slice()));
            scene.closest_hits(&batch, options.range(range.clone()), second.as_mut_slice());
            assert_eq!(second, first);
            scene.any_hits(&batch, options.range(range.clone()), met.as_mut_slice());
            scene.hit_counts(&batch, options.range(range.clone()), counts.as_mut_slice());
            let rest = scene.hit_lists(&batch, options.range(range.clone()));
            for (i, left) in left.iter().enumerate() {
                assert_eq!(rest.of(i), left, "{:?} {:?}", origins[i], directions[i]);
                assert_eq!((met[i], counts[i]), (!left.is_empty(), left.len() as u32));
                if let (Some(ray), Some(skip)) = (ray(origins[i], directions[i]), named[i]) {
                    let one = of_all.skip(Some(skip));
                    let mut all = scene.all_hits(&ray, &PickOptions { mask, ..PickOptions::default() });
                    all.retain(|hit| hit.id() != skip);
                    assert_eq!(scene.all_hits(&ray, one), all);
                    assert_eq!(scene.closest_hit(&ray, one), all.first().copied());
                    assert_eq!(scene.any_hit(&ray, one), !all.is_empty());
                }
            }
        });
    }
}

#[test]
fn rays_of_neighbouring_pixels_are_answered_by_a_scene_as_alone() {
    let mut random = random::seeded();
    let meshes = meshes().map(Arc::new);
    let mut n_hits = 0;
    for round in 0..60 {
        let mut scene = Scene::new();
        for i in 0..random.u32(1..6) {
            let place = match random.u32(..3) {
                0 => DMat4::IDENTITY,
                1 => DMat4::from_scale(DVec3::new(-1.0, 1.0, 0.5)),
                _ => DMat4::from_translation(random::vector(&mut random)) * DMat4::from_rotation_z(f64::from(round)),
            };
            let object = Object::from(meshes[random.usize(..2)].clone()).with_transform(place);
            let hidden = (0..object.mesh.triangles().len() as u32).filter(|triangle| triangle % 5 == i).collect();
            let object = if random.bool() { object } else { Object { hidden, ..object } };
            scene.push(Object { mask: 1 << (i % 3), visible: random.u32(..8) > 0, ..object });
        }
        let picture = picture(&mut random, DVec3::ZERO, 3.0);
        let rays: Vec<Ray> =
            picture.iter().map(|&(origin, direction)| Ray::between(origin, origin + direction)).collect();
        for (culling, mask, range) in [
            (Culling::None, u32::MAX, 0.0..=f64::INFINITY),
            (Culling::Back, 0b101, 0.5..=3.0),
            (Culling::Front, u32::MAX, 0.0..=5.0),
        ] {
            let options = PickOptions { mask, culling, ..PickOptions::default() };
            let mut hits = vec![None; rays.len()];
            scene.closest_hits(rays.as_slice(), RayOptions::from(&options).range(range.clone()), hits.as_mut_slice());
            for (ray, &hit) in rays.iter().zip(&hits) {
                let all = scene.all_hits(ray, &options);
                assert_eq!(hit, all.into_iter().find(|hit| range.contains(&hit.t)), "{ray:?}");
                n_hits += usize::from(hit.is_some());
            }
            let skip = hits.clone();
            let skipping = RayOptions::from(culling).mask(mask).skip(skip.as_slice());
            scene.closest_hits(rays.as_slice(), skipping.range(range.clone()), hits.as_mut_slice());
            for (i, ray) in rays.iter().enumerate() {
                let all = scene.all_hits(ray, &options);
                let is_left =
                    |hit: &pick::Hit| range.contains(&hit.t) && skip[i].is_none_or(|skip| hit.id() != skip.id());
                assert_eq!(hits[i], all.into_iter().find(is_left), "{ray:?}");
            }
        }
    }
    assert!(n_hits > 2_000, "the rays hit little: {n_hits}");
}

#[test]
#[should_panic(expected = "one answer a question")]
fn a_batch_with_too_little_room_is_refused() {
    let mesh = Sample::Cube.mesh().expect("a mesh");
    let rays = [Ray::between(DVec3::ZERO, DVec3::X); 2];
    mesh.closest_hits(rays.as_slice(), Culling::None, [None; 1].as_mut_slice());
}

#[test]
#[should_panic(expected = "one triangle to skip for each ray")]
fn a_batch_with_more_triangles_to_skip_than_rays_is_refused() {
    let mesh = Sample::Cube.mesh().expect("a mesh");
    let rays = [Ray::between(DVec3::ZERO, DVec3::X); 2];
    let options = RayOptions::default().skip([-1_i64; 3].as_slice());
    mesh.any_hits(rays.as_slice(), options, [false; 2].as_mut_slice());
}

#[test]
#[should_panic(expected = "one triangle to skip for each ray")]
fn a_batch_along_which_a_scene_is_asked_with_fewer_triangles_to_skip_than_rays_is_refused() {
    let scene = Scene::of(Object::from(Sample::Cube.mesh().expect("a mesh")));
    let rays = [Ray::between(DVec3::ZERO, DVec3::X); 2];
    let options = RayOptions::default().mask(1).skip([None::<pick::Hit>; 1].as_slice());
    scene.hit_lists(rays.as_slice(), options);
}

#[test]
fn a_batch_of_points_at_an_open_mesh_is_refused() {
    let mesh = Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]]).expect("a mesh");
    let points = [[0.0_f32; 3]; 2];
    assert!(mesh.contains_each(points.as_slice(), [false; 2].as_mut_slice()).is_err());
    assert!(mesh.signed_distances(points.as_slice(), [0.0; 2].as_mut_slice()).is_err());
}
