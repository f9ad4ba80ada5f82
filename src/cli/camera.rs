//! Camera and meshes of a command, placed by its options. Without an option, they are as when the window opens.

use super::{CliError, values};
use clap::Args;
use glam::{DMat4, DQuat, DVec3};
use pickray::geometry::Aabb;
use pickray::math::{FramebufferSize, Shortest, Viewport};
use pickray::scene::navigation::orbit;
use pickray::scene::{Camera, Placement, UpAxis, View, middle, unit};
use pickray::study::{CameraPlace, Change, ChangeError, Plane, Study};

/// Size of a command's picture without the option `--size`, in pixels.
pub const DEFAULT_SIZE: FramebufferSize = FramebufferSize { width: 1280, height: 720 };

/// Options of a command for its view.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Camera")]
pub struct ViewArgs {
    /// Size of the picture in pixels [default: 1280x720]
    #[arg(long, value_name = "WxH", value_parser = values::size)]
    size: Option<FramebufferSize>,
    /// Part of the picture that shows the scene, from the lower left [default: all]
    #[arg(long, value_name = "X,Y,WxH", value_parser = values::viewport, allow_hyphen_values = true)]
    viewport: Option<Viewport>,
    /// Position of the camera [default: where it sees the whole mesh]
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    eye: Option<DVec3>,
    /// Point that it looks at [default: the middle of the mesh]
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    target: Option<DVec3>,
    /// Up direction of the picture: y, z, or any direction [default: z for PLY and STL, else y]
    #[arg(long, value_name = "y|z|X,Y,Z", value_parser = values::direction, allow_hyphen_values = true)]
    up: Option<DVec3>,
    /// Vertical field of view of a perspective, in degrees [default: 45]
    #[arg(long, value_name = "DEG", value_parser = values::positive, allow_hyphen_values = true,
        conflicts_with = "ortho")]
    fov: Option<f64>,
    /// Orthographic, with a picture of this height in world units
    #[arg(long, value_name = "HEIGHT", value_parser = values::positive, allow_hyphen_values = true)]
    ortho: Option<f64>,
    /// Distance of the near plane [default: in front of the mesh]
    #[arg(long, value_name = "N", value_parser = values::number, allow_hyphen_values = true)]
    near: Option<f64>,
    /// Distance of the far plane, or inf [default: behind the mesh]
    #[arg(long, value_name = "F", value_parser = values::number_or_infinity, allow_hyphen_values = true)]
    far: Option<f64>,
    /// Depth 1 at the near plane, 0 at the far plane
    #[arg(long)]
    reversed_z: bool,
}

impl ViewArgs {
    /// Sets a study's picture size and camera, which else sees the whole scene. Fails if camera or planes are invalid.
    pub fn apply(&self, study: &mut Study) -> Result<(), CliError> {
        let bounds = study.scene().bounds();
        let mut view = View::new(study.view().camera, self.size.unwrap_or(DEFAULT_SIZE));
        view.viewport = self.viewport.unwrap_or(view.viewport);
        let up = self.up.map(|up| unit(up).ok_or_else(|| refused("--up", ChangeError::Up))).transpose()?;
        let axis = UpAxis::ALL.into_iter().find(|axis| up == Some(axis.up()));
        study.set_up_axis(axis);
        let camera = match up.filter(|_| axis.is_none()) {
            Some(up) => {
                let front = DQuat::from_rotation_arc(DVec3::Y, up) * DVec3::Z;
                Camera::toward_three_quarters(&bounds, up, front).filled_by(study.scene(), view.aspect())
            }
            None => Camera::framing_scene(study.scene(), view.aspect(), study.up_axis()),
        };
        study.set_view(view.with_camera(camera));
        if let Some(degrees) = self.fov {
            change(study, &format!("--fov {}", Shortest([degrees])), Change::Perspective(degrees))?;
            study.set_view(view.with_camera(study.view().camera.filled_by(study.scene(), view.aspect())));
        }
        if let Some(height) = self.ortho {
            change(study, "--ortho", Change::Orthographic(height))?;
        }
        self.place(up, study)?;
        change(study, "--reversed-z", Change::Reversed(self.reversed_z))?;
        self.set_planes(study)
    }

    fn set_planes(&self, study: &mut Study) -> Result<(), CliError> {
        let Camera { near: begins, far: ends, .. } = study.view().camera;
        let shown = |distance| Shortest([distance]);
        match (self.near, self.far) {
            (Some(near), None) if ends <= near && near.is_finite() => {
                let [near, ends] = [near, ends].map(shown);
                let told = format!("--near {near} is beyond the mesh, which ends at {ends}: give --far too");
                return Err(CliError(told));
            }
            (None, Some(far)) if far <= begins => {
                let [far, begins] = [far, begins].map(shown);
                let told = format!("--far {far} is nearer than the mesh, which begins at {begins}: give --near too");
                return Err(CliError(told));
            }
            _ => {}
        }
        let near = self.near.map(|near| (format!("--near {}", shown(near)), Change::Near(Plane::At(near))));
        let far = self.far.map(|far| (format!("--far {}", shown(far)), Change::Far(Plane::At(far))));
        // The farther plane is set first: the other has room before it.
        let planes = if self.near < Some(ends) { [near, far] } else { [far, near] };
        planes.into_iter().flatten().try_for_each(|(option, made)| change(study, &option, made))
    }

    fn place(&self, up: Option<DVec3>, study: &mut Study) -> Result<(), CliError> {
        let camera = study.view().camera;
        let (eye, target) = match (self.eye, self.target) {
            (None, None) => return Ok(()),
            (Some(eye), target) => (eye, target.unwrap_or(middle(&study.scene().bounds()))),
            (None, Some(target)) => (target + (camera.eye - camera.target), target),
        };
        // A framed camera's up follows its own view direction; that of a given one is the option's.
        let up = if self.eye.is_some() { up.unwrap_or(study.up_axis().up()) } else { camera.up };
        let option = if self.eye.is_some() { "--eye" } else { "--target" };
        change(study, option, Change::Camera(CameraPlace { eye, target, up }))
    }
}

/// Makes the change to a study that a command-line option asks for. Fails when the change is impossible.
pub fn change(study: &mut Study, option: &str, change: Change) -> Result<(), CliError> {
    study.apply(&change).map_err(|error| refused(option, error))
}

fn refused(option: &str, error: ChangeError) -> CliError {
    CliError(format!("{option}: {error}"))
}

/// Angle between one view and the next, in radians: multiples of the golden angle never meet, and spread evenly.
const YAW: f64 = 2.399_963_229_728_653;

/// Tilts of views in turn, in radians: at their camera's own height, from above, from below.
const PITCHES: [f64; 3] = [0.0, 0.6, -0.9];

/// Returns endless views: `first`, then others turned about `up` around its target, with planes around `bounds`.
pub fn views_around(first: View, bounds: Aabb, up: UpAxis) -> impl Iterator<Item = View> {
    let turned = move |index: usize| {
        let (yaw, pitch) = (YAW * index as f64, PITCHES[index % PITCHES.len()]);
        let camera = orbit(&first.camera, first.camera.target, up, yaw, pitch);
        first.with_camera(camera.with_depth_fitted(&bounds))
    };
    std::iter::once(first).chain((1..).map(turned))
}

/// Options for the places of two meshes in the world.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Places")]
pub struct PlacementArgs {
    /// Transform of the second mesh: 16 numbers with commas between, row by row (the shift is the 4th, 8th and 12th)
    #[arg(long, value_name = "M", value_parser = values::matrix, allow_hyphen_values = true,
        conflicts_with_all = ["translate", "rotate", "scale"])]
    transform: Option<DMat4>,
    /// Transform of the first mesh, written in the same way
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
    /// Move the mesh after turning and scaling (the whole scene; in `collide` the second mesh)
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    translate: Option<DVec3>,
    /// Turn it about the axes x, y and z through the origin, in this order, in degrees
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    rotate: Option<DVec3>,
    /// Scale it about the origin, uniformly or by axis, before turning; a negative factor mirrors
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
    /// Returns the transforms of both meshes into the world. Fails when a given matrix is not affine.
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
        return Err(CliError(format!(
            "{option} has the last row {p},{q},{r},{s} and not 0,0,0,1: numbers are read row by row, with \
             --column-major column by column"
        )));
    }
    Ok(matrix)
}
