//! Camera of a command, set by its options. Without an option, it is the camera with which the window opens.

use super::{CliError, values};
use clap::Args;
use glam::{DQuat, DVec3};
use pickray::geometry::Aabb;
use pickray::math::{FramebufferSize, Shortest, Viewport};
use pickray::scene::navigation::orbit;
use pickray::scene::{Camera, UpAxis, View, middle, unit};
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
    /// Where the camera stands [default: where it sees all of the mesh]
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    eye: Option<DVec3>,
    /// What it looks at [default: the middle of the mesh]
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    target: Option<DVec3>,
    /// What is up in the picture: y, z, or any direction [default: z for PLY and STL, else y]
    #[arg(long, value_name = "y|z|X,Y,Z", value_parser = values::direction, allow_hyphen_values = true)]
    up: Option<DVec3>,
    /// Vertical field of view of a perspective, in degrees [default: 45]
    #[arg(
        long,
        value_name = "DEG",
        value_parser = values::positive,
        allow_hyphen_values = true,
        conflicts_with = "ortho"
    )]
    fov: Option<f64>,
    /// Orthographic, with a picture of this height in world units
    #[arg(long, value_name = "HEIGHT", value_parser = values::positive, allow_hyphen_values = true)]
    ortho: Option<f64>,
    /// Distance of the near plane [default: before the mesh]
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
    /// Sets a study's picture size and camera as these options say. Without an option, the camera is placed to see the
    /// whole scene. Fails if the options give an invalid camera or invalid clip planes.
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
                return Err(CliError::Usage(told));
            }
            (None, Some(far)) if far <= begins => {
                let [far, begins] = [far, begins].map(shown);
                let told = format!("--far {far} is before the mesh, which begins at {begins}: give --near too");
                return Err(CliError::Usage(told));
            }
            _ => {}
        }
        let near = self.near.map(|near| (format!("--near {}", shown(near)), Change::Near(Plane::At(near))));
        let far = self.far.map(|far| (format!("--far {}", shown(far)), Change::Far(Plane::At(far))));
        // The farther plane is set first: the other has room before it.
        let planes = if self.near < Some(ends) { [near, far] } else { [far, near] };
        planes.into_iter().flatten().try_for_each(|(option, made)| change(study, &option, made))
    }

    /// Puts the camera of a study where the options say.
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
    CliError::Usage(format!("{option}: {error}"))
}

/// Angle between one view and the next, in radians: multiples of the golden angle never meet, and spread evenly.
const YAW: f64 = 2.399_963_229_728_653;

/// Tilts of views in turn, in radians: at their camera's own height, from above, from below.
const PITCHES: [f64; 3] = [0.0, 0.6, -0.9];

/// Returns an endless sequence of views: `first`, then others around its target, turned about the axis `up`, with clip
/// planes around the world-space `bounds`.
pub fn views_around(first: View, bounds: Aabb, up: UpAxis) -> impl Iterator<Item = View> {
    let turned = move |index: usize| {
        let (yaw, pitch) = (YAW * index as f64, PITCHES[index % PITCHES.len()]);
        let camera = orbit(&first.camera, first.camera.target, up, yaw, pitch);
        first.with_camera(camera.with_depth_fitted(&bounds))
    };
    std::iter::once(first).chain((1..).map(turned))
}
