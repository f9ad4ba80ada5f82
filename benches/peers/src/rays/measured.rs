//! One measurement: build, warm rays, cold rays, memory.

use super::input::Ray;
use crate::clock::processor_seconds;
use crate::files::Triangles;
use crate::measure::{Clock, Percentiles, peak_resident_bytes, sweep, sweep_bytes};
use serde::{Deserialize, Serialize};
use std::hint::black_box;

/// The triangle of a ray that hits none.
pub const MISS: u32 = u32::MAX;

/// Passes over the rays that hit, after one that is not timed.
const PASSES: usize = 5;
/// Rays that are cast cold, each after other data has gone through the caches.
const COLD_RAYS: usize = 51;

/// What one process measured.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// From positions and indices in memory to the first ray.
    pub build_ms: f64,
    /// Of a ray that hits, caches warm: the median of the passes.
    pub warm_ns: f64,
    /// The median of single rays that hit.
    pub cold_ns: f64,
    /// Peak of the whole process, mesh and rays included.
    pub peak_mb: f64,
    pub rays: usize,
    pub hits: usize,
}

/// Builds, casts every ray, and measures; the triangles come with it.
///
/// Times are those of the processor, so that other work on the machine shows only through shared caches; single cold
/// rays are too short for that clock and are timed on the wall.
pub fn measure<S>(
    mesh: Triangles,
    rays: &[Ray],
    build: impl FnOnce(Triangles) -> Result<S, String>,
    cast: impl Fn(&S, &Ray) -> u32,
) -> Result<(Measured, Vec<u32>), String> {
    let start = processor_seconds();
    let scene = build(mesh)?;
    let build_ms = (processor_seconds() - start) * 1e3;

    let found: Vec<u32> = rays.iter().map(|ray| cast(&scene, ray)).collect();
    let hitting: Vec<Ray> = rays.iter().zip(&found).filter(|(_, hit)| **hit != MISS).map(|(ray, _)| *ray).collect();
    let warm_ns = warm_ns(&hitting, |ray| cast(&scene, ray));
    let peak_mb = peak_resident_bytes().map_or(f64::NAN, |bytes| bytes as f64 / 1e6);

    let (clock, mut swept) = (Clock::new(), vec![1; sweep_bytes()]);
    let cold = hitting.iter().take(COLD_RAYS).map(|ray| {
        sweep(&mut swept);
        1e9 * clock.time(|| {
            black_box(cast(&scene, ray));
        })
    });
    let cold_ns = median(cold.collect());
    Ok((Measured { build_ms, warm_ns, cold_ns, peak_mb, rays: rays.len(), hits: hitting.len() }, found))
}

/// What one of the rays costs with caches warm: the median of the passes over them.
pub fn warm_ns(rays: &[Ray], cast: impl Fn(&Ray) -> u32) -> f64 {
    median_pass_ns(rays.len(), || rays.iter().fold(0_u32, |sum, ray| sum.wrapping_add(cast(ray))))
}

/// The median time of some passes over `count` items, a share for each, after one that is not timed. What a pass
/// returns is kept from being left out.
pub fn median_pass_ns<T>(count: usize, mut pass: impl FnMut() -> T) -> f64 {
    let mut timed = || {
        let start = processor_seconds();
        black_box(pass());
        (processor_seconds() - start) * 1e9 / count as f64
    };
    timed();
    median((0..PASSES).map(|_| timed()).collect())
}

/// The middle one.
pub fn median(times: Vec<f64>) -> f64 {
    Percentiles::of(times).map_or(f64::NAN, |times| times.median)
}
