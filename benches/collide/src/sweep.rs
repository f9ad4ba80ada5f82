//! Balls swept towards one mesh.

use crate::harness::{Run, load_mesh, measure, records, words};
use glam::DVec3;
use pickray::collide::sweep_object;
use pickray::geometry::Sphere;
use pickray::mesh::Mesh;
use pickray::scene::Object;

/// `pickray` walks the mesh's tree. The times of impact go to the file that the variable `TIMES` names, where the peers' judge reads them.
pub fn run(way: &str, mesh_path: &str, sweeps_path: &str) {
    assert_eq!(way, "pickray", "no other way to sweep");
    let sweeps_words = words(sweeps_path);
    let sweeps: Vec<(Sphere, DVec3)> = records::<7>(&sweeps_words, 1, sweeps_words[0] as usize)
        .into_iter()
        .map(|record| {
            let [cx, cy, cz, dx, dy, dz, radius] = record.map(f64::from);
            (Sphere { center: DVec3::new(cx, cy, cz), radius }, DVec3::new(dx, dy, dz))
        })
        .collect();
    let (positions, triangles) = load_mesh(mesh_path);
    let mut times = vec![f32::NAN; sweeps.len()];
    let run = Run { case: "sweep", way, inputs: &[mesh_path, sweeps_path], n_queries: sweeps.len(), passes: 4 };
    measure(
        &run,
        || {
            let mesh = Mesh::from_triangles(positions.clone(), triangles.clone()).expect("a mesh");
            Object::new("mesh", mesh.into())
        },
        |object, k| {
            let (sphere, displacement) = &sweeps[k];
            let hit = sweep_object(object, sphere, *displacement);
            times[k] = hit.map_or(f32::INFINITY, |hit| hit.contact.t as f32);
            u64::from(hit.is_some())
        },
    );
    if let Ok(path) = std::env::var("TIMES") {
        let lines: String = times.iter().map(|t| format!("{t}\n")).collect();
        std::fs::write(&path, lines).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}
