//! Where the meshes of a command stand: a matrix as 16 numbers, or a turn, a size and a shift.

use super::{CliError, values};
use clap::Args;
use glam::{DMat4, DVec3};

/// The places of two meshes in the world.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Places")]
pub struct PlacementArgs {
    /// Where the second mesh stands: 16 numbers with commas between, row by row (the shift is the 4th, 8th and 12th)
    #[arg(long, value_name = "M", value_parser = values::matrix, allow_hyphen_values = true,
        conflicts_with_all = ["translate", "rotate", "scale"])]
    transform: Option<DMat4>,
    /// Where the first mesh stands, likewise
    #[arg(long, value_name = "M", value_parser = values::matrix, allow_hyphen_values = true)]
    transform_a: Option<DMat4>,
    /// Both matrices are given column by column, as OpenGL keeps them (the shift is the 13th to 15th)
    #[arg(long)]
    column_major: bool,
    /// Shift the second mesh, after it is turned and scaled
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    translate: Option<DVec3>,
    /// Turn the second mesh about the axes through the origin, first x, then y, then z, in degrees
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    rotate: Option<DVec3>,
    /// Scale the second mesh about the origin, alike or by axis, before it is turned
    #[arg(long, value_name = "S|X,Y,Z", value_parser = values::scale, allow_hyphen_values = true)]
    scale: Option<DVec3>,
}

impl PlacementArgs {
    /// The transforms of the first and of the second mesh into the world, both affine.
    ///
    /// # Errors
    /// When a matrix is not.
    pub fn transforms(&self) -> Result<(DMat4, DMat4), CliError> {
        let given = |matrix: Option<DMat4>| {
            let rows = matrix.unwrap_or(DMat4::IDENTITY);
            if self.column_major { rows.transpose() } else { rows }
        };
        let world_from_a = affine(given(self.transform_a), "--transform-a")?;
        let world_from_b =
            if self.transform.is_some() { affine(given(self.transform), "--transform")? } else { self.steps() };
        Ok((world_from_a, world_from_b))
    }

    fn steps(&self) -> DMat4 {
        let degrees = self.rotate.unwrap_or(DVec3::ZERO);
        let [x, y, z] = degrees.to_array().map(f64::to_radians);
        let turn = DMat4::from_rotation_z(z) * DMat4::from_rotation_y(y) * DMat4::from_rotation_x(x);
        let shift = DMat4::from_translation(self.translate.unwrap_or(DVec3::ZERO));
        shift * turn * DMat4::from_scale(self.scale.unwrap_or(DVec3::ONE))
    }
}

/// The matrix, if it is affine.
fn affine(matrix: DMat4, option: &str) -> Result<DMat4, CliError> {
    let last_row = matrix.row(3).to_array();
    if last_row != [0.0, 0.0, 0.0, 1.0] {
        let [p, q, r, s] = last_row;
        return Err(CliError::Usage(format!(
            "{option} has the last row {p},{q},{r},{s} and not 0,0,0,1: numbers are read row by row, with --column-major column by column"
        )));
    }
    Ok(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_is_scaled_then_turned_then_shifted() {
        let args = PlacementArgs {
            translate: Some(DVec3::new(10.0, 0.0, 0.0)),
            rotate: Some(DVec3::new(90.0, 0.0, 90.0)),
            scale: Some(DVec3::new(1.0, 2.0, 3.0)),
            ..PlacementArgs::default()
        };
        let (_, world_from_b) = args.transforms().expect("invertible");
        // Doubled, y is turned about x to z; z stays where it is about z.
        let y = world_from_b.transform_point3(DVec3::Y);
        assert!((y - DVec3::new(10.0, 0.0, 2.0)).length() < 1e-12, "{y}");
        let x = world_from_b.transform_point3(DVec3::X);
        assert!((x - DVec3::new(10.0, 1.0, 0.0)).length() < 1e-12, "{x}");
    }

    #[test]
    fn rows_and_columns_say_the_same() {
        let rows = DMat4::from_translation(DVec3::new(1.0, 2.0, 3.0));
        let by_rows = PlacementArgs { transform: Some(rows), ..PlacementArgs::default() };
        let by_columns = PlacementArgs { transform: Some(rows.transpose()), column_major: true, ..by_rows.clone() };
        let get = |args: &PlacementArgs| args.transforms().expect("invertible").1;
        assert_eq!(get(&by_rows), get(&by_columns));
        let mistaken = PlacementArgs { transform: Some(rows.transpose()), ..by_rows };
        let told = mistaken.transforms().expect_err("the last row is the shift").to_string();
        assert!(told.contains("1,2,3,1") && told.contains("--column-major"), "{told}");
    }
}
