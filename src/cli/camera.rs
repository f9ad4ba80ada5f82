//! The camera of a command: what the options say, and the window's choice for the rest.

use super::{CliError, values};
use crate::geometry::Aabb;
use crate::math::{CursorPosition, FramebufferSize, Shortest, Viewport};
use crate::pick::PlanesGiven;
use crate::scene::navigation::{UpAxis, orbit};
use crate::scene::{Camera, Projection, View, unit};
use clap::Args;
use glam::{DQuat, DVec2, DVec3};

/// The size of pictures that nobody gave a size.
pub const DEFAULT_SIZE: FramebufferSize = FramebufferSize { width: 1280, height: 720 };

/// The view of a command.
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
    /// What is up in the picture [default: 0,1,0]
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
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
    /// The view that these options give of a scene with these bounds (world).
    ///
    /// # Errors
    /// When they allow no picture.
    pub fn view(&self, bounds: &Aabb) -> Result<View, CliError> {
        let framebuffer = self.size.unwrap_or(DEFAULT_SIZE);
        let mut view = View::new(Camera::framing(bounds, 1.0), framebuffer);
        view.viewport = self.viewport.unwrap_or(view.viewport);
        view.camera = self.camera(bounds, view.aspect())?;
        Ok(view)
    }

    /// Which clip planes these options give.
    pub fn planes_given(&self) -> PlanesGiven {
        PlanesGiven { near: self.near.is_some(), far: self.far.is_some() }
    }

    fn camera(&self, bounds: &Aabb, aspect: f64) -> Result<Camera, CliError> {
        let mut camera = Camera::framing(bounds, aspect);
        let up = self.up.map(|up| {
            unit(up).ok_or_else(|| {
                CliError::Usage("--up 0,0,0 is no direction: give one that is up in the picture".to_owned())
            })
        });
        let up = up.transpose()?;
        if let Some(up) = up {
            camera = turned_up(&camera, up).framed(bounds, aspect);
        }
        match (self.fov, self.ortho) {
            (Some(degrees), _) if degrees >= 180.0 => {
                return Err(CliError::Usage(format!(
                    "--fov {} is too wide: it must be below 180 degrees",
                    Shortest([degrees])
                )));
            }
            (Some(degrees), _) => {
                camera.projection = Projection::Perspective { fov_y: degrees.to_radians() };
                camera = camera.framed(bounds, aspect);
            }
            (None, Some(height)) => camera.projection = Projection::Orthographic { height },
            (None, None) => {}
        }
        let from_target = camera.eye - camera.target;
        (camera.eye, camera.target) = match (self.eye, self.target) {
            (Some(eye), target) => (eye, target.unwrap_or(camera.target)),
            (None, Some(target)) => (target + from_target, target),
            (None, None) => (camera.eye, camera.target),
        };
        if camera.eye == camera.target {
            let target =
                if self.target.is_some() { "--target" } else { "the middle of the mesh, which --target replaces" };
            return Err(CliError::Usage(format!("--eye is the same point as {target}: move one of them")));
        }
        // A framed camera's up follows its own view direction; that of a given one is the option's.
        if self.eye.is_some() {
            camera.up = up.unwrap_or(DVec3::Y);
        }
        camera.reversed_z = self.reversed_z;
        self.with_planes(camera.with_depth_fitted(bounds))
    }

    /// The camera with the planes given; one that is not given keeps its place, or makes room.
    fn with_planes(&self, mut camera: Camera) -> Result<Camera, CliError> {
        let perspective = matches!(camera.projection, Projection::Perspective { .. });
        let (near, far) = (self.near.unwrap_or(camera.near), self.far.unwrap_or(camera.far));
        let [shown_near, shown_far] = [near, far].map(|distance| Shortest([distance]));
        if perspective && near <= 0.0 {
            return Err(CliError::Usage(format!(
                "--near {shown_near} is not before the eye: in a perspective it must be above 0"
            )));
        }
        if !perspective && far == f64::INFINITY {
            return Err(CliError::Usage("--far inf has no orthographic picture: give a finite distance".to_owned()));
        }
        if near >= far {
            return Err(CliError::Usage(match (self.near, self.far) {
                (Some(_), Some(_)) => format!("--near {shown_near} must be less than --far {shown_far}"),
                (Some(_), None) => {
                    format!("--near {shown_near} is beyond the mesh, which ends at {shown_far}: give --far too")
                }
                _ => format!("--far {shown_far} is before the mesh, which begins at {shown_near}: give --near too"),
            }));
        }
        (camera.near, camera.far) = (near, far);
        if !camera.has_picture(1.0) {
            return Err(CliError::Usage(format!(
                "planes at {shown_near} and {shown_far} are too far apart or too close together for a picture"
            )));
        }
        Ok(camera)
    }
}

/// The camera looking from the front of a subject whose `up` this is, a little to the right and above.
fn turned_up(camera: &Camera, up: DVec3) -> Camera {
    let turn = DQuat::from_rotation_arc(DVec3::Y, up);
    Camera { eye: camera.target + turn * (camera.eye - camera.target), up, ..*camera }
}

/// The angle between one view and the next, in radians: multiples of the golden angle never meet, and spread evenly.
const YAW: f64 = 2.399_963_229_728_653;

/// How far views are tilted in turn, in radians: from their camera's own height, from above, from below.
const PITCHES: [f64; 3] = [0.0, 0.6, -0.9];

/// `first`, then others around its target without end, with clip planes around `bounds` (world).
pub fn views_around(first: View, bounds: Aabb) -> impl Iterator<Item = View> {
    let turned = move |index: usize| {
        let (yaw, pitch) = (YAW * index as f64, PITCHES[index % PITCHES.len()]);
        let camera = orbit(&first.camera, first.camera.target, UpAxis::default(), yaw, pitch);
        first.with_camera(camera.with_depth_fitted(&bounds))
    };
    std::iter::once(first).chain((1..).map(turned))
}

/// The cursor at a position of the command line.
pub fn cursor(at: DVec2) -> CursorPosition {
    CursorPosition { x: at.x, y: at.y }
}
