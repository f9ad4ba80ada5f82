//! Matrices: projections, `clip_from_eye`, in OpenGL's convention, matrices of other libraries, and those of normals.
//!
//! Projections are based on: The OpenGL Specification 2.1, section 2.11.2 (`glFrustum`, `glOrtho`) and `gluPerspective`
//! of GLU 1.3. The infinite and reversed forms are their limits and their mirror image in depth.
//!
//! Eye space: right-handed, the camera at the origin looking along -z, y up. Clip space: visible points have -w <= x,
//! y, z <= w, so that NDC reaches from -1 at the near plane to 1 at the far plane (the other way round where reversed).

use glam::{DMat3, DMat4, DVec4};

/// Returns `clip_from_eye` of the frustum through left..right, bottom..top of the near plane: `glFrustum`.
///
/// Arguments are in eye space units, 0 < `near` < `far`; `far` may be infinite.
pub fn frustum(left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64) -> DMat4 {
    let (z_from_z, z_from_w) = if far.is_infinite() {
        (-1.0, -2.0 * near)
    } else {
        (-(far + near) / (far - near), -2.0 * far * near / (far - near))
    };
    DMat4::from_cols(
        DVec4::new(2.0 * near / (right - left), 0.0, 0.0, 0.0),
        DVec4::new(0.0, 2.0 * near / (top - bottom), 0.0, 0.0),
        DVec4::new((right + left) / (right - left), (top + bottom) / (top - bottom), z_from_z, -1.0),
        DVec4::new(0.0, 0.0, z_from_w, 0.0),
    )
}

/// Returns `clip_from_eye` of a symmetric perspective: `gluPerspective`.
///
/// `fov_y` is the full vertical angle in radians, between 0 and π; `aspect` is width over height; 0 < `near` < `far` in
/// eye space units, and `far` may be infinite.
pub fn perspective(fov_y: f64, aspect: f64, near: f64, far: f64) -> DMat4 {
    let focal = 1.0 / (0.5 * fov_y).tan();
    let mut matrix = frustum(-1.0, 1.0, -1.0, 1.0, near, far);
    matrix.x_axis.x = focal / aspect;
    matrix.y_axis.y = focal;
    matrix
}

/// Returns [`perspective`] with depth reversed: the near plane at NDC 1 (depth 1), the far plane at NDC -1 (depth 0).
pub fn perspective_reversed(fov_y: f64, aspect: f64, near: f64, far: f64) -> DMat4 {
    let mut matrix = perspective(fov_y, aspect, near, far);
    matrix.z_axis.z = -matrix.z_axis.z;
    matrix.w_axis.z = -matrix.w_axis.z;
    matrix
}

/// Returns `clip_from_eye` of the box left..right, bottom..top, -near..-far of eye space: `glOrtho`.
///
/// The distances `near` and `far` count along -z, are finite, and may be negative.
pub fn orthographic(left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64) -> DMat4 {
    let (width, height, depth) = (right - left, top - bottom, far - near);
    DMat4::from_cols(
        DVec4::new(2.0 / width, 0.0, 0.0, 0.0),
        DVec4::new(0.0, 2.0 / height, 0.0, 0.0),
        DVec4::new(0.0, 0.0, -2.0 / depth, 0.0),
        DVec4::new(-(right + left) / width, -(top + bottom) / height, -(far + near) / depth, 1.0),
    )
}

/// Returns the matrix with the given columns, whose numbers are f32 or f64.
///
/// Arrays of columns are what `glam`'s `to_cols_array_2d` gives in any of its versions, and what `cgmath` and
/// `nalgebra` turn into by `into()`. The last column is the translation of a matrix that multiplies column vectors. In
/// libraries that multiply row vectors, such as Direct3D and Unreal, a matrix's rows are the columns here.
///
/// ```
/// use glam::DVec3;
/// use pickray::math::matrix_from_columns;
///
/// let moved = [[1.0_f32, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [2.0, 3.0, 4.0, 1.0]];
/// assert_eq!(matrix_from_columns(moved).transform_point3(DVec3::ZERO), DVec3::new(2.0, 3.0, 4.0));
/// ```
pub fn matrix_from_columns<T: Into<f64>>(columns: [[T; 4]; 4]) -> DMat4 {
    DMat4::from_cols_array_2d(&columns.map(|column| column.map(Into::into)))
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Mat4};

    /// NDC of a point of eye space.
    fn ndc(matrix: DMat4, eye: DVec3) -> DVec3 {
        let clip = matrix * eye.extend(1.0);
        clip.truncate() / clip.w
    }

    #[test]
    fn the_planes_of_every_projection_reach_the_ends_of_ndc() {
        let (near, far) = (0.5, 8.0);
        let cases = [
            (perspective(1.0, 1.5, near, far), -1.0, 1.0),
            (perspective_reversed(1.0, 1.5, near, far), 1.0, -1.0),
            (frustum(-0.25, 0.75, -0.5, 1.5, near, far), -1.0, 1.0),
            (orthographic(-2.0, 3.0, -1.0, 4.0, near, far), -1.0, 1.0),
        ];
        for (matrix, at_near, at_far) in cases {
            assert!((ndc(matrix, DVec3::new(0.0, 0.0, -near)).z - at_near).abs() < 1e-15);
            assert!((ndc(matrix, DVec3::new(0.0, 0.0, -far)).z - at_far).abs() < 1e-15);
        }
    }

    #[test]
    fn the_frustum_goes_through_the_corners_of_its_rectangle() {
        let matrix = frustum(-0.25, 0.75, -0.5, 1.5, 0.5, 8.0);
        assert_eq!(ndc(matrix, DVec3::new(-0.25, -0.5, -0.5)), DVec3::NEG_ONE);
        assert_eq!(ndc(matrix, DVec3::new(0.75, 1.5, -0.5)), DVec3::new(1.0, 1.0, -1.0));
    }

    #[test]
    fn an_infinite_far_plane_is_the_limit_of_distant_ones() {
        let infinite = perspective(1.0, 1.5, 0.5, f64::INFINITY);
        let distant = perspective(1.0, 1.5, 0.5, 1e300);
        assert_eq!(infinite, distant);
        assert_eq!(infinite * DVec4::new(0.0, 0.0, -1.0, 0.0), DVec4::new(0.0, 0.0, 1.0, 1.0));
    }

    #[test]
    fn a_matrix_of_f32_keeps_every_digit() {
        let columns = std::array::from_fn(|i| std::array::from_fn(|j| 0.1 * (4 * i + j) as f32));
        assert_eq!(matrix_from_columns(columns), Mat4::from_cols_array_2d(&columns).as_dmat4());
    }
}
