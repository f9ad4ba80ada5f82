//! How tight each bounding volume is around a mesh, and how many rays each lets through in vain.
//!
//!     cargo run --release -p pickray --example bounding_volumes [FILE.obj]

use pickray::geometry::{BoundingKind, BoundingVolume, Ray, Sphere};
use pickray::intersect::{Culling, pretest_counts, ray_bounding_volume, rays_through};
use pickray::mesh::{Mesh, samples::Sample};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

const N_RAYS: u32 = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(path) = std::env::args().nth(1) {
        let (mesh, _) = Mesh::open(&path)?;
        return table(&path, &mesh);
    }
    for sample in [Sample::Cube, Sample::Icosphere, Sample::TorusKnot, Sample::Teapot] {
        table(sample.name(), &sample.mesh()?)?;
    }
    Ok(())
}

fn table(name: &str, mesh: &Mesh) -> Result<(), Box<dyn Error>> {
    println!("{name}: {} triangles, {N_RAYS} rays through its smallest ball", mesh.n_triangles());
    println!(
        "{:8} {:>12} {:>12} {:>9} {:>9} {:>9} {:>9}",
        "", "volume", "surface", "passed", "in vain", "ns a ray", "fit ms"
    );
    let points = || (0..mesh.n_vertices() as u32).map(|index| mesh.vertex(index));
    let ball = Sphere::enclosing(points()).ok_or("the mesh has no vertex")?;
    let rays: Vec<Ray> = rays_through(&ball, N_RAYS).collect();
    let is_hit: Vec<bool> = rays.iter().map(|ray| mesh.closest_hit(ray, Culling::None).is_some()).collect();
    for kind in BoundingKind::ALL {
        let start = Instant::now();
        let volume = BoundingVolume::enclosing(kind, points()).ok_or("the mesh has no vertex")?;
        let fit = start.elapsed();

        let mut answers = is_hit.iter();
        let counts = pretest_counts(&volume, rays.iter().copied(), |_| answers.next() == Some(&true));
        assert_eq!(counts.lost, 0, "{} loses hits", kind.name());

        let start = Instant::now();
        for ray in &rays {
            black_box(ray_bounding_volume(black_box(ray), black_box(&volume)));
        }
        let nanoseconds = start.elapsed().as_nanos() as f64 / rays.len() as f64;
        println!(
            "{:8} {:12.5} {:12.5} {:8.1}% {:8.1}% {:9.1} {:9.2}",
            kind.name(),
            volume.volume(),
            volume.surface_area(),
            100.0 * counts.passed as f64 / counts.rays as f64,
            100.0 * counts.share_in_vain(),
            nanoseconds,
            1e3 * fit.as_secs_f64()
        );
    }
    println!();
    Ok(())
}
