//! Mesh against mesh.

use super::harness::{Run, measure};
use crate::files::{self, Triangles};
use glam::{DAffine3, DQuat, DVec3};
use pickray::accel::{AabbTree, PairFinder};

fn read_poses(path: &str) -> Result<Vec<DAffine3>, String> {
    let words: Vec<u32> = files::read(path)?;
    let poses: Vec<[f64; 7]> = bytemuck::pod_collect_to_vec(&words[2..]);
    let pose = |[qx, qy, qz, qw, x, y, z]: [f64; 7]| {
        DAffine3::from_rotation_translation(DQuat::from_xyzw(qx, qy, qz, qw), DVec3::new(x, y, z))
    };
    Ok(poses.into_iter().map(pose).collect())
}

/// `pickray-any` says whether the meshes meet, `pickray-all` how many pairs of triangles do.
pub fn run(way: &str, a_path: &str, b_path: &str, poses_path: &str) -> Result<(), String> {
    let (a, b, poses) = (Triangles::read(a_path)?, Triangles::read(b_path)?, read_poses(poses_path)?);
    let inputs = [a_path, b_path, poses_path];
    let run = |case| Run { case, way, inputs: &inputs, n_queries: poses.len(), passes: 4 };
    let build = || (tree(&a), tree(&b), PairFinder::new());
    match way {
        "pickray-any" => {
            measure(&run("boolean"), build, |(a, b, finder), k| u64::from(finder.first(a, b, &poses[k]).0.is_some()))?;
        }
        "pickray-all" => {
            measure(&run("pairs"), build, |(a, b, finder), k| {
                let mut n_pairs = 0;
                finder.all(a, b, &poses[k], |_, _| n_pairs += 1);
                n_pairs
            })?;
        }
        _ => return Err(format!("no way {way}: pickray-any or pickray-all")),
    }
    Ok(())
}

fn tree(mesh: &Triangles) -> AabbTree {
    AabbTree::build(&mesh.positions, &mesh.triangles)
}
