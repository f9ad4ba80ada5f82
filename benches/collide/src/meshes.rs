//! Mesh against mesh.

use crate::harness::{Run, load_mesh, measure, words};
use glam::{DAffine3, DQuat, DVec3};
use pickray::accel::{AabbTree, PairFinder, Progress};

fn poses(path: &str) -> Vec<DAffine3> {
    let words = words(path);
    let numbers: Vec<f64> = words[2..].chunks_exact(2).map(|w| f64::from_bits(u64::from(w[0]) | u64::from(w[1]) << 32)).collect();
    numbers.chunks_exact(7).map(|p| DAffine3::from_rotation_translation(DQuat::from_xyzw(p[0], p[1], p[2], p[3]), DVec3::new(p[4], p[5], p[6]))).collect()
}

/// `pickray-any` says whether the meshes meet, `pickray-all` how many pairs of triangles do.
pub fn run(way: &str, a_path: &str, b_path: &str, poses_path: &str) {
    let (a, b, poses) = (load_mesh(a_path), load_mesh(b_path), poses(poses_path));
    let inputs = [a_path, b_path, poses_path];
    let run = |case| Run { case, way, inputs: &inputs, n_queries: poses.len(), passes: 4 };
    let build = || (tree(&a), tree(&b), PairFinder::new());
    match way {
        "pickray-any" => {
            measure(&run("boolean"), build, |(a, b, finder), k| u64::from(finder.first(a, b, &poses[k]).0.is_some()));
        }
        "pickray-all" => {
            measure(&run("pairs"), build, |(a, b, finder), k| {
                let mut n_pairs = 0;
                finder.all(a, b, &poses[k], |_, _| n_pairs += 1);
                n_pairs
            });
        }
        _ => panic!("no way {way}: pickray-any or pickray-all"),
    }
}

fn tree((positions, triangles): &(Vec<[f32; 3]>, Vec<[u32; 3]>)) -> AabbTree {
    AabbTree::build(positions, triangles, &Progress::default()).expect("nobody cancels")
}
