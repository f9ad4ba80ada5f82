//! Inverse transpose of a matrix, by which normals turn as the matrix turns a surface.

use glam::DMat3;

/// Returns the inverse transpose of a matrix but for a positive factor, which is 1 of a rotation. Not finite for a
/// matrix that leaves no plane a plane.
pub fn inverse_transpose(matrix: &DMat3) -> DMat3 {
    if *matrix == DMat3::IDENTITY {
        return *matrix;
    }
    let largest = matrix.to_cols_array().into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let scaled = *matrix * (1.0 / largest);
    let (x, y, z) = (scaled.x_axis, scaled.y_axis, scaled.z_axis);
    let cofactors = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
    let size = (cofactors.to_cols_array().into_iter().map(|x| x * x).sum::<f64>() / 3.0).sqrt();
    let sign = if scaled.determinant() < 0.0 { -1.0 } else { 1.0 };
    cofactors * (sign / size)
}
