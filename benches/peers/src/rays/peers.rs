//! The libraries, by name.

use super::embree::{self, Choice, Scene};
use super::input::{Place, Ray};
use super::measured::{self, MISS, Measured};
use crate::files::Triangles;
use glam::{DMat4, DVec3, Vec3A};
use obvhs::BvhBuildParams;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::RayHit;
use obvhs::rt_triangle::RtTriangle;
use parry3d::math::Vector;
use parry3d::shape::{CompositeShapeRef, TriMesh};
use pickray::intersect::Culling;
use pickray::mesh::Mesh;
use pickray::scene::Object;
use std::sync::Arc;
use std::time::Duration;

/// The one that all are compared with.
pub const OWN: &str = "pickray";

const EMBREE: [(&str, Choice); 6] = [
    ("embree3 simd256", Choice { version: 3, simd256: true, robust: false }),
    ("embree3", Choice { version: 3, simd256: false, robust: false }),
    ("embree3 robust", Choice { version: 3, simd256: true, robust: true }),
    ("embree4 simd256", Choice { version: 4, simd256: true, robust: false }),
    ("embree4", Choice { version: 4, simd256: false, robust: false }),
    ("embree4 robust", Choice { version: 4, simd256: true, robust: true }),
];
const OTHERS: [&str; 2] = ["obvhs", "parry3d"];

/// All that can be measured here; says which Embree is missing and how to get it.
pub fn present() -> Vec<&'static str> {
    let mut present = vec![OWN];
    for version in [3, 4] {
        match embree::library(version) {
            Ok(_) => {
                present.extend(EMBREE.iter().filter(|(_, choice)| choice.version == version).map(|(name, _)| *name))
            }
            Err(error) => eprintln!("without Embree {version}: {error}"),
        }
    }
    present.extend(OTHERS);
    present
}

/// pickray and the peers of a list.
pub fn named(list: &str) -> Result<Vec<&'static str>, String> {
    let all = || [OWN].into_iter().chain(EMBREE.iter().map(|(name, _)| *name)).chain(OTHERS);
    let wanted: Vec<&str> = list.split(',').map(str::trim).collect();
    match wanted.iter().find(|name| !all().any(|known| known == **name)) {
        Some(unknown) => Err(format!("there is no peer {unknown:?}: {}", all().collect::<Vec<_>>().join(", "))),
        None => {
            for (_, choice) in EMBREE.iter().filter(|(name, _)| wanted.contains(name)) {
                embree::library(choice.version)?;
            }
            Ok(all().filter(|name| *name == OWN || wanted.contains(name)).collect())
        }
    }
}

/// Whether a peer takes instances of a mesh.
pub fn takes_instances(peer: &str) -> bool {
    !OTHERS.contains(&peer)
}

/// Returns `true` if a peer is asked for closest points, sweeps and contact.
pub fn takes_nearness(peer: &str) -> bool {
    [OWN, "parry3d"].contains(&peer)
}

/// Whether a peer refits its tree.
pub fn takes_motion(peer: &str) -> bool {
    !OTHERS.contains(&peer)
}

/// Whether a peer is measured with slices of rays.
pub fn takes_slices(peer: &str) -> bool {
    peer != "obvhs"
}

/// Measures the peer of a name on a mesh, or on instances of it where there are `places`; the triangle of each ray
/// comes with it, those of instances counted on.
pub fn measure(peer: &str, mesh: Triangles, places: &[Place], rays: &[Ray]) -> Result<(Measured, Vec<u32>), String> {
    if let Some(choice) = embree_named(peer) {
        return measured::measure(mesh, rays, |mesh| Scene::build(choice, mesh, places), Scene::closest);
    }
    match peer {
        OWN if !places.is_empty() => own_instances(mesh, places, rays),
        _ if !places.is_empty() => Err(format!("{peer} is not measured with instances")),
        OWN => measured::measure(mesh, rays, own_mesh, own_closest),
        "obvhs" => obvhs(mesh, rays),
        "parry3d" => measured::measure(mesh, rays, parry_mesh, parry_closest),
        _ => Err(format!("there is no peer {peer:?}")),
    }
}

/// The Embree of a name.
pub fn embree_named(peer: &str) -> Option<Choice> {
    EMBREE.iter().find(|(name, _)| *name == peer).map(|(_, choice)| *choice)
}

/// pickray's mesh.
pub fn own_mesh(mesh: Triangles) -> Result<Mesh, String> {
    Mesh::from_triangles(mesh.positions, mesh.triangles).map_err(|error| error.to_string())
}

/// pickray's ray.
#[inline]
pub fn own_ray(ray: &Ray) -> pickray::geometry::Ray {
    let [origin, direction] = [ray.origin, ray.direction].map(|vector| DVec3::from(vector.map(f64::from)));
    pickray::geometry::Ray::from_direction(origin, direction).expect("a unit direction")
}

#[inline]
pub fn own_closest(mesh: &Mesh, ray: &Ray) -> u32 {
    mesh.closest_hit(&own_ray(ray), Culling::None).map_or(MISS, |hit| hit.triangle)
}

/// pickray's matrix.
pub fn own_place(place: &Place) -> DMat4 {
    let [x, y, z, at] = place.map(|column| DVec3::from(column.map(f64::from)));
    DMat4::from_cols(x.extend(0.0), y.extend(0.0), z.extend(0.0), at.extend(1.0))
}

/// pickray's scene of instances.
pub fn own_scene(mesh: &Arc<Mesh>, places: &[Place]) -> pickray::scene::Scene {
    places.iter().map(|place| Object::from(mesh.clone()).with_transform(own_place(place))).collect()
}

fn own_instances(mesh: Triangles, places: &[Place], rays: &[Ray]) -> Result<(Measured, Vec<u32>), String> {
    let n_triangles = mesh.triangles.len() as u32;
    let build = |mesh: Triangles| {
        let mesh = Arc::new(own_mesh(mesh)?);
        let scene = own_scene(&mesh, places);
        // The first one has the tree built.
        rays.first().map(|ray| closest_instance(&scene, ray, n_triangles));
        Ok(scene)
    };
    measured::measure(mesh, rays, build, |scene, ray| closest_instance(scene, ray, n_triangles))
}

pub fn closest_instance(scene: &pickray::scene::Scene, ray: &Ray, n_triangles: u32) -> u32 {
    let ray = own_ray(ray);
    let hit = scene.closest_hit(&ray, ..);
    hit.map_or(MISS, |hit| hit.object * n_triangles + hit.triangle)
}

/// Eight-wide compressed nodes; triangles in the order of the leaves, as its documentation advises.
fn obvhs(mesh: Triangles, rays: &[Ray]) -> Result<(Measured, Vec<u32>), String> {
    let build = |mesh: Triangles| {
        let corner = |index: u32| Vec3A::from(mesh.positions[index as usize]);
        let triangles: Vec<_> = mesh
            .triangles
            .iter()
            .map(|&[a, b, c]| obvhs::triangle::Triangle { v0: corner(a), v1: corner(b), v2: corner(c) })
            .collect();
        let tree = build_cwbvh_from_tris(&triangles, BvhBuildParams::medium_build(), &mut Duration::default());
        let ordered: Vec<RtTriangle> =
            tree.primitive_indices.iter().map(|&i| (&triangles[i as usize]).into()).collect();
        Ok((tree, ordered))
    };
    measured::measure(mesh, rays, build, |(tree, ordered), ray| {
        let (mut hit, ray) = (RayHit::none(), obvhs::ray::Ray::new_inf(ray.origin.into(), ray.direction.into()));
        let met = tree.ray_traverse(ray, &mut hit, |ray, id| ordered[id].intersect(ray));
        if met { tree.primitive_indices[hit.primitive_id as usize] } else { MISS }
    })
}

/// parry's mesh.
pub fn parry_mesh(mesh: Triangles) -> Result<TriMesh, String> {
    TriMesh::new(mesh.positions.into_iter().map(vector).collect(), mesh.triangles).map_err(|error| error.to_string())
}

#[inline]
pub fn parry_closest(mesh: &TriMesh, ray: &Ray) -> u32 {
    let ray = parry3d::query::Ray::new(vector(ray.origin), vector(ray.direction));
    // `TriMesh::cast_local_ray` is this, and drops the triangle.
    CompositeShapeRef(mesh).cast_local_ray(&ray, f32::MAX, false).map_or(MISS, |(triangle, _)| triangle)
}

fn vector([x, y, z]: [f32; 3]) -> Vector {
    Vector::new(x, y, z)
}
