//! Balls swept towards one mesh.

use super::harness::{Run, dump, measure};
use crate::files::{self, Triangles, records};
use glam::DVec3;
use pickray::geometry::Sphere;
use pickray::mesh::Mesh;
use pickray::scene::Object;

/// Walks the mesh's tree. The times of impact go to the file that the variable `TIMES` names, where the peers' judge
/// reads them.
pub fn run(mesh_path: &str, sweeps_path: &str) -> Result<(), String> {
    let words: Vec<u32> = files::read(sweeps_path)?;
    let sweeps: Vec<(Sphere, DVec3)> = records::<7>(&words, 1, words[0] as usize)
        .into_iter()
        .map(|record| {
            let [cx, cy, cz, dx, dy, dz, radius] = record.map(f64::from);
            (Sphere { center: DVec3::new(cx, cy, cz), radius }, DVec3::new(dx, dy, dz))
        })
        .collect();
    let Triangles { positions, triangles } = Triangles::read(mesh_path)?;
    let mut times = vec![f32::NAN; sweeps.len()];
    let run =
        Run { case: "sweep", way: "pickray", inputs: &[mesh_path, sweeps_path], n_queries: sweeps.len(), passes: 4 };
    measure(
        &run,
        || {
            let mesh = Mesh::from_triangles(positions.clone(), triangles.clone()).expect("a mesh");
            Object::new("mesh", mesh.into())
        },
        |object, k| {
            let (sphere, displacement) = &sweeps[k];
            let hit = object.sweep(sphere, *displacement);
            times[k] = hit.map_or(f32::INFINITY, |hit| hit.contact.t as f32);
            u64::from(hit.is_some())
        },
    )?;
    dump("TIMES", &times)
}
