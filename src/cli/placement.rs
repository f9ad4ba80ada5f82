//! Options that place a command's meshes in the world: a matrix as 16 numbers, or rotation, scale and shift.

use super::camera::change;
use super::{CliError, values};
use clap::Args;
use glam::{DMat4, DVec3};
use pickray::scene::Placement;
use pickray::study::{Change, Study};

/// Options for the places of two meshes in the world.
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
    #[command(flatten)]
    moved: MoveArgs,
}

/// Options that move a mesh: of two the second.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Places")]
pub struct MoveArgs {
    /// Shift the mesh (all of a scene as one, in `collide` the second), after it is turned and scaled
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    translate: Option<DVec3>,
    /// Turn it about the axes through the origin, first x, then y, then z, in degrees
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    rotate: Option<DVec3>,
    /// Scale it about the origin, alike or by axis, before it is turned; a negative factor mirrors
    #[arg(long, value_name = "S|X,Y,Z", value_parser = values::scale, allow_hyphen_values = true)]
    scale: Option<DVec3>,
}

impl MoveArgs {
    /// Moves all objects of a study as one. Fails when the transform flattens them, so that nothing can be hit.
    pub fn apply(&self, study: &mut Study) -> Result<(), CliError> {
        let moves = [
            ("--scale", self.scale.map(Change::Scaled)),
            ("--rotate", self.rotate.map(Change::Turned)),
            ("--translate", self.translate.map(Change::Moved)),
        ];
        moves.into_iter().try_for_each(|(option, made)| made.map_or(Ok(()), |made| change(study, option, made)))
    }

    fn matrix(&self) -> DMat4 {
        Placement {
            translate: self.translate.unwrap_or(DVec3::ZERO),
            rotate: self.rotate.unwrap_or(DVec3::ZERO).map(f64::to_radians),
            scale: self.scale.unwrap_or(DVec3::ONE),
        }
        .matrix()
    }
}

impl PlacementArgs {
    /// Returns the transforms of the first and of the second mesh into the world, both affine. Fails when a given
    /// matrix is not affine.
    pub fn transforms(&self) -> Result<(DMat4, DMat4), CliError> {
        let given = |matrix: Option<DMat4>| {
            let rows = matrix.unwrap_or(DMat4::IDENTITY);
            if self.column_major { rows.transpose() } else { rows }
        };
        let world_from_a = affine(given(self.transform_a), "--transform-a")?;
        let world_from_b =
            if self.transform.is_some() { affine(given(self.transform), "--transform")? } else { self.moved.matrix() };
        Ok((world_from_a, world_from_b))
    }
}

/// Returns the matrix of an option. Fails if it is not affine.
fn affine(matrix: DMat4, option: &str) -> Result<DMat4, CliError> {
    let last_row = matrix.row(3).to_array();
    if last_row != [0.0, 0.0, 0.0, 1.0] {
        let [p, q, r, s] = last_row;
        return Err(CliError::Usage(format!(
            "{option} has the last row {p},{q},{r},{s} and not 0,0,0,1: numbers are read row by row, with \
             --column-major column by column"
        )));
    }
    Ok(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;

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
