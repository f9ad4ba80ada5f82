//! Transforms of nodes and instances: a matrix, or a translation, a rotation and a scale.

use crate::mesh::problem::{Item, Problem};
use glam::{DAffine3, DMat3, DQuat, DVec3};

/// Translation, rotation (a quaternion x, y, z, w) and scale of a node or an instance; `None` where one is not given.
pub struct Parts {
    pub translation: Option<[f64; 3]>,
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
}

/// Returns the transform of `item` that a matrix gives, or the problem with the matrix. The matrix is given column by
/// column.
pub fn of_matrix(matrix: &[f64; 16], item: &Item) -> Result<DAffine3, Problem> {
    let [x, y, z, shift] = [0, 4, 8, 12].map(|at| DVec3::from_slice(&matrix[at..at + 3]));
    if [3, 7, 11, 15].map(|at| matrix[at]) != [0.0, 0.0, 0.0, 1.0] {
        return Err(Problem::NotAffine { item: item.clone() });
    }
    finite(DAffine3::from_mat3_translation(DMat3::from_cols(x, y, z), shift), item)
}

/// Returns the transform of `item` that scales, then rotates, then translates by `parts`, or the problem with them.
pub fn of_parts(parts: &Parts, item: &Item) -> Result<DAffine3, Problem> {
    let turn = DQuat::from_array(parts.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
    let length = turn.length();
    if length == 0.0 || !length.is_finite() {
        return Err(Problem::NoRotation { item: item.clone() });
    }
    // Exactly 1 for nearly all, which keeps their numbers.
    let turn = if length == 1.0 { turn } else { turn / length };
    let scale = DVec3::from(parts.scale.unwrap_or([1.0; 3]));
    let transform =
        DAffine3::from_scale_rotation_translation(scale, turn, DVec3::from(parts.translation.unwrap_or([0.0; 3])));
    finite(transform, item)
}

/// Returns `transform` if it is finite, or the problem that the transform of `item` is not finite.
pub fn finite(transform: DAffine3, item: &Item) -> Result<DAffine3, Problem> {
    if transform.is_finite() { Ok(transform) } else { Err(Problem::PlacedNotFinite { item: item.clone() }) }
}
