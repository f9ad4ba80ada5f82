//! Broad phases over boxes that drift in a cube with reflecting walls.

use super::harness::{Run, measure};
use crate::files::{self, records};
use glam::DVec3;
use pickray::accel::{BroadPhase, Structure};
use pickray::geometry::Aabb;

/// `pickray` lets the library choose its structure; `pickray-brute`, `pickray-sap` and `pickray-tree` choose one.
/// Moving the boxes is part of a frame, as it is for the peers; the first update, at the start, is building, as it is
/// for the trees among them.
pub fn run(way: &str, path: &str) -> Result<(), String> {
    let words: Vec<u32> = files::read(path)?;
    let (n_boxes, n_frames, side) = (words[0] as usize, words[1] as usize, f32::from_bits(words[2]));
    let start = records::<9>(&words, 3, n_boxes);
    let mut moving = start.clone();
    let broad = match way {
        "pickray" => BroadPhase::default(),
        "pickray-brute" => BroadPhase::with_structure(Structure::BruteForce),
        "pickray-sap" => BroadPhase::with_structure(Structure::SweepAndPrune),
        "pickray-tree" => BroadPhase::with_structure(Structure::LinearTree),
        _ => return Err(format!("no way {way}: pickray, pickray-brute, pickray-sap or pickray-tree")),
    };
    // One pass: after the last frame the first one would be a jump of everything.
    let run = Run { case: "broad", way, inputs: &[path], n_queries: n_frames, passes: 1 };
    let mut aabbs = Vec::with_capacity(n_boxes);
    let (mut swaps, mut tests, mut sorted) = (0, 0, 0);
    let broad = measure(
        &run,
        || {
            let mut broad = broad;
            broad.update(&start.iter().map(aabb).collect::<Vec<_>>());
            broad
        },
        |broad, frame| {
            if frame == 0 {
                moving.copy_from_slice(&start);
            }
            aabbs.clear();
            for record in &mut moving {
                for k in 0..3 {
                    if record[k] + record[6 + k] < 0.0 || record[k] + record[6 + k] > side {
                        record[6 + k] = -record[6 + k];
                    }
                    record[k] += record[6 + k];
                }
                aabbs.push(aabb(record));
            }
            let pairs = broad.update(&aabbs).len() as u64;
            let stats = broad.stats();
            (swaps, tests, sorted) = (swaps + stats.swaps, tests + stats.tests, sorted + u64::from(stats.sorted));
            pairs
        },
    )?;
    let frames = n_frames as u64;
    eprintln!(
        "{:?}: {} swaps and {} tests a frame, sorted {sorted} times in {frames}",
        broad.stats().structure,
        swaps / frames,
        tests / frames
    );
    Ok(())
}

fn aabb(record: &[f32; 9]) -> Aabb {
    let [x, y, z, hx, hy, hz, ..] = record.map(f64::from);
    let (center, half) = (DVec3::new(x, y, z), DVec3::new(hx, hy, hz));
    Aabb::new(center - half, center + half)
}
