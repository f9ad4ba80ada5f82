//! Closest points, sweeps, slides and contact of scenes of instances: of pickray, and of parry's tree over boxes.

use super::input::{self, Place};
use super::measured::median_pass_ns;
use super::peers::{self, OWN};
use crate::apart;
use crate::clock::stay_on_one_processor;
use crate::files::{self, Triangles};
use fastrand::Rng;
use glam::{DMat4, DVec3};
use parry3d::bounding_volume::Aabb;
use parry3d::math::{Pose, Vector};
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhNode};
use parry3d::query::{self, PointQuery, Ray, RayCast, ShapeCastHit, ShapeCastOptions};
use parry3d::shape::{Ball, Shape, TriMesh};
use pickray::accel::PairFinder;
use pickray::collide::{ContactMesh, contact_candidates, first_contact, slide};
use pickray::geometry::Sphere;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// Questions of each kind.
const QUESTIONS: usize = 1000;
/// Radius of the balls, and size of the mesh that is held against the scene, in sizes of an instance.
const BALL: f64 = 0.1;
const OTHER: f64 = 0.5;

/// Times that one process measured, in nanoseconds for one question; parry has no slides.
#[derive(Serialize, Deserialize)]
struct Near {
    closest_ns: f64,
    sweep_ns: f64,
    slide_ns: Option<f64>,
    contact_ns: f64,
    /// The mean of the distances; how many balls touched something; how many objects meet the mesh.
    mean_distance: f64,
    touched: usize,
    met: usize,
}

/// Measures each scene of instances and prints a table of it.
pub fn run(meshes: &[&str], runs: usize, peers: &[&str]) -> Result<(), String> {
    println!("| instances | peer | closest point | sweep | slide | contact | mean distance | touched | met |");
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    meshes.iter().try_for_each(|name| apart::in_a_folder(|folder| run_in(folder, name, runs, peers)))
}

fn run_in(folder: &Path, name: &str, runs: usize, peers: &[&str]) -> Result<(), String> {
    let file = |name: &str| folder.join(name).display().to_string();
    let [mesh, places, rays] = ["mesh.tri", "places.mat", "clicks.rays"].map(file);
    input::prepare(name, 1, [&mesh, &places, &rays])?;
    for peer in peers {
        let mut all: Vec<Near> = Vec::new();
        for _ in 0..runs {
            all.push(apart::measured(&["rays", "--measure-near", peer, &mesh, &places])?);
        }
        let us = |of: fn(&Near) -> f64| {
            let least = all.iter().map(of).fold(f64::NAN, f64::min);
            if least.is_nan() { "–".to_owned() } else { format!("{:.2} µs", least / 1e3) }
        };
        println!(
            "| {name} | {peer} | {} | {} | {} | {} | {:.6} | {} | {} |",
            us(|near| near.closest_ns),
            us(|near| near.sweep_ns),
            us(|near| near.slide_ns.unwrap_or(f64::NAN)),
            us(|near| near.contact_ns),
            all[0].mean_distance,
            all[0].touched,
            all[0].met,
        );
    }
    Ok(())
}

/// A point beside an instance, and a way from there.
type Question = (DVec3, DVec3);

fn questions(size: f64, places: &[Place]) -> Vec<Question> {
    let mut random = Rng::with_seed(2024);
    let mut vector = || DVec3::from(std::array::from_fn::<f64, 3, _>(|_| 2.0 * random.f64() - 1.0));
    let shifts: Vec<Question> = (0..QUESTIONS).map(|_| (1.5 * size * vector(), 3.0 * size * vector())).collect();
    let at = |i: usize| DVec3::from(places[i * 7919 % places.len()][3].map(f64::from));
    shifts.into_iter().enumerate().map(|(i, (shift, way))| (at(i) + shift, way)).collect()
}

/// The process of one measurement: its result goes to stdout as JSON.
pub fn measure_one([peer, mesh, places]: [&str; 3]) -> Result<(), String> {
    stay_on_one_processor();
    let (mesh, places): (_, Vec<Place>) = (Triangles::read(mesh)?, files::read(places)?);
    let bounds = input::bounds(&mesh.positions);
    let size = bounds.min.abs().max(bounds.max.abs()).length();
    let questions = questions(size, &places);
    let near = match peer {
        OWN => own(mesh, &places, size, &questions)?,
        _ => parry(mesh, &places, size, &questions)?,
    };
    println!("{}", serde_json::to_string(&near).map_err(|error| error.to_string())?);
    Ok(())
}

fn of_each<T>(questions: &[Question], mut answer: impl FnMut(&Question) -> T) -> f64 {
    median_pass_ns(questions.len(), || {
        questions.iter().for_each(|question| _ = std::hint::black_box(answer(question)));
    })
}

fn own(mesh: Triangles, places: &[Place], size: f64, questions: &[Question]) -> Result<Near, String> {
    let mesh = Arc::new(peers::own_mesh(mesh)?);
    let scene = peers::own_scene(&mesh, places);
    let (ready, mut finder) = (ContactMesh::new(mesh), PairFinder::new());
    let distance = |at: DVec3| scene.closest_point(at, f64::INFINITY).expect("a scene").closest.distance;
    let sphere = |center: DVec3| Sphere { center, radius: BALL * size };
    let mut met = |at: DVec3| {
        let placed = DMat4::from_translation(at) * DMat4::from_scale(DVec3::splat(OTHER));
        let met = |index: &u32| {
            let other = (&ready, &scene.objects()[*index as usize].world_from_object);
            first_contact(&mut finder, (&ready, &placed), other).is_some_and(|(pair, _)| pair.is_some())
        };
        contact_candidates(&scene, (&ready, &placed)).into_iter().filter(met).count()
    };
    Ok(Near {
        closest_ns: of_each(questions, |(at, _)| distance(*at)),
        sweep_ns: of_each(questions, |(at, way)| scene.sweep(&sphere(*at), *way)),
        slide_ns: Some(of_each(questions, |(at, way)| slide(&scene, &sphere(*at), *way))),
        contact_ns: of_each(questions, |(at, _)| met(*at)),
        mean_distance: questions.iter().map(|(at, _)| distance(*at)).sum::<f64>() / questions.len() as f64,
        touched: questions.iter().filter(|(at, way)| scene.sweep(&sphere(*at), *way).is_some()).count(),
        met: questions.iter().map(|(at, _)| met(*at)).sum(),
    })
}

/// A mesh at many places, under a tree over their boxes.
struct ParryScene {
    tree: Bvh,
    mesh: TriMesh,
    poses: Vec<Pose>,
}

impl ParryScene {
    /// The closest point: the tree's own search.
    fn distance(&self, at: Vector) -> f64 {
        let project = |index: u32, _: f32| Some(self.mesh.project_point(&self.poses[index as usize], at, false));
        self.tree.project_point(at, f32::MAX, project).map_or(f64::NAN, |(_, (distance, _))| f64::from(distance))
    }

    /// The first touch: the search of parry's composite shapes, with a scene's objects for parts.
    fn sweep(&self, ball: &Ball, at: Vector, way: Vector) -> Option<(u32, ShapeCastHit)> {
        let (ray, half) = (Ray::new(at, way), Vector::splat(ball.radius));
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let entry = |node: &BvhNode, best: f32| {
            let widened = Aabb { mins: node.mins() - half, maxs: node.maxs() + half };
            widened.cast_local_ray(&ray, best, true).unwrap_or(f32::MAX)
        };
        let touch = |index: u32, _: f32| {
            let (pose, place) = (&self.poses[index as usize], Pose::from_translation(at));
            query::cast_shapes(pose, Vector::ZERO, &self.mesh, &place, way, ball, options).expect("a ball and a mesh")
        };
        self.tree.find_best(options.max_time_of_impact.next_up(), entry, touch)
    }

    fn met(&self, other: &TriMesh, at: Vector) -> usize {
        let place = Pose::from_translation(at);
        let meets = |index: &u32| {
            let pose = &self.poses[*index as usize];
            query::intersection_test(&place, other, pose, &self.mesh).expect("two meshes").intersecting
        };
        self.tree.intersect_aabb(&other.compute_aabb(&place)).filter(meets).count()
    }
}

fn parry(mesh: Triangles, places: &[Place], size: f64, questions: &[Question]) -> Result<Near, String> {
    let scaled = |[x, y, z]: [f32; 3]| [x * OTHER as f32, y * OTHER as f32, z * OTHER as f32];
    let other = Triangles {
        positions: mesh.positions.iter().copied().map(scaled).collect(),
        triangles: mesh.triangles.clone(),
    };
    let (mesh, other) = (peers::parry_mesh(mesh)?, peers::parry_mesh(other)?);
    let pose = |place: &Place| {
        let [x, y, z, at] = place.map(Vector::from);
        Pose::from_parts(at, parry3d::math::Rotation::from_mat3(&parry3d::math::Matrix::from_cols(x, y, z)))
    };
    let poses: Vec<Pose> = places.iter().map(pose).collect();
    let boxes: Vec<Aabb> = poses.iter().map(|pose| mesh.compute_aabb(pose)).collect();
    let scene = ParryScene { tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes), mesh, poses };
    let ball = Ball::new((BALL * size) as f32);
    let narrow = |v: &DVec3| Vector::from(v.as_vec3().to_array());
    let sweep = |(at, way): &Question| scene.sweep(&ball, narrow(at), narrow(way));
    Ok(Near {
        closest_ns: of_each(questions, |(at, _)| scene.distance(narrow(at))),
        sweep_ns: of_each(questions, sweep),
        slide_ns: None,
        contact_ns: of_each(questions, |(at, _)| scene.met(&other, narrow(at))),
        mean_distance: questions.iter().map(|(at, _)| scene.distance(narrow(at))).sum::<f64>() / questions.len() as f64,
        touched: questions.iter().filter(|question| sweep(question).is_some()).count(),
        met: questions.iter().map(|(at, _)| scene.met(&other, narrow(at))).sum(),
    })
}
