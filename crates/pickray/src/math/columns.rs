//! Conversion of matrices from arrays of columns, as other libraries hand them over.

use glam::DMat4;

/// Returns the matrix with the given columns, whose numbers are f32 or f64.
///
/// Arrays of columns are what `glam`'s `to_cols_array_2d` gives in any of its versions, and what `cgmath` and
/// `nalgebra` turn into by `into()`. The last column is the translation of a matrix that multiplies column vectors. In
/// libraries that multiply row vectors from the left, such as Direct3D and Unreal, a matrix's rows are the columns
/// here.
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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Mat4;

    #[test]
    fn a_matrix_of_f32_keeps_every_digit() {
        let columns = std::array::from_fn(|i| std::array::from_fn(|j| 0.1 * (4 * i + j) as f32));
        assert_eq!(matrix_from_columns(columns), Mat4::from_cols_array_2d(&columns).as_dmat4());
    }
}
