//! One measurement: build, warm rays, cold rays, memory.

use crate::input::{Ray, Triangles};
use serde::{Deserialize, Serialize};
use std::fs;
use std::hint::black_box;
use std::time::Instant;

/// The triangle of a ray that hits none.
pub const MISS: u32 = u32::MAX;

/// Passes over the rays that hit, after one that is not timed.
const PASSES: usize = 5;
/// Rays that are cast cold, each after this many bytes of other data.
const COLD_RAYS: usize = 51;
const SWEEP: usize = 128 << 20;
const CACHE_LINE: usize = 64;

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
/// Times are those of the processor, so that other work on the machine shows only through shared caches; single cold rays
/// are too short for that clock and are timed on the wall.
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
    let pass = || {
        let start = processor_seconds();
        let sum = hitting.iter().fold(0_u32, |sum, ray| sum.wrapping_add(cast(&scene, ray)));
        black_box(sum);
        (processor_seconds() - start) * 1e9 / hitting.len() as f64
    };
    pass();
    let warm_ns = median((0..PASSES).map(|_| pass()).collect());
    let peak_mb = peak_resident_mb();

    let mut other_data = vec![0_u8; SWEEP];
    let cold = hitting.iter().take(COLD_RAYS).map(|ray| {
        for byte in other_data.iter_mut().step_by(CACHE_LINE) {
            *byte = byte.wrapping_add(1);
        }
        black_box(&mut other_data);
        let start = Instant::now();
        black_box(cast(&scene, ray));
        start.elapsed().as_secs_f64() * 1e9
    });
    let cold_ns = median(cold.collect());
    Ok((Measured { build_ms, warm_ns, cold_ns, peak_mb, rays: rays.len(), hits: hitting.len() }, found))
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Processor time of this process.
fn processor_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` may be written.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(failed, 0, "Linux has this clock");
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Keeps this process, and the threads that it will start, where it is: builders then use one thread.
pub fn stay_on_one_processor() {
    // SAFETY: an all-zero set is empty; the set is read within its size.
    let failed = unsafe {
        let present = libc::sched_getcpu();
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(usize::try_from(present).unwrap_or(0), &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set)
    };
    assert_eq!(failed, 0, "a process may choose among its processors");
}

fn peak_resident_mb() -> f64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux tells");
    peak.trim().trim_end_matches("kB").trim().parse::<f64>().expect("a number") * 1024.0 / 1e6
}
