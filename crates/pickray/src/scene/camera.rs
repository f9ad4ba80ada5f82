//! Camera: position, direction and projection, and the two matrices that follow from them.
//!
//! Based on: the OpenGL specification and GLU (`gluLookAt`, `gluPerspective`), in f64. Departures: an `up` that is
//! parallel to the view direction still gives a frame, the far plane may be infinite, and depth may be reversed.

use super::unit;
use crate::math::{self, DepthRange};
use crate::work::packed;
use glam::{DAffine3, DMat3, DMat4, DVec3};
use serde::{Deserialize, Serialize};

/// Default vertical field of view of a camera, in radians: 45°.
pub const DEFAULT_FOV_Y: f64 = std::f64::consts::FRAC_PI_4;

/// `|forward × up|` of unit vectors up to which they count as parallel: the cross product's own rounding.
const PARALLEL: f64 = 8.0 * f64::EPSILON;

/// Projection from eye space to clip space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Projection {
    /// Perspective projection, in which lines of sight meet in the eye.
    Perspective {
        /// Vertical field of view in radians, between 0 and π.
        fov_y: f64,
    },
    /// Orthographic projection, in which lines of sight are parallel.
    Orthographic {
        /// Height of the picture in world units.
        height: f64,
    },
}

packed!(enum Projection [Perspective { fov_y }, Orthographic { height }]);

impl Projection {
    /// Returns `true` if the projection is valid: a field of view between 0 and π, or a finite height above 0.
    pub(crate) fn is_open(&self) -> bool {
        match *self {
            Self::Perspective { fov_y } => 0.0 < fov_y && fov_y < std::f64::consts::PI,
            Self::Orthographic { height } => 0.0 < height && height < f64::INFINITY,
        }
    }
}

/// A camera in world space; eye space looks along −z with y up, as in OpenGL.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// Position of the eye, in world space.
    pub eye: DVec3,
    /// Point in the middle of the picture, in world space. The camera turns about it unless another pivot is given.
    pub target: DVec3,
    /// Direction that points up in the picture, in world space. Its component along the view direction is ignored.
    pub up: DVec3,
    /// Projection of the picture, perspective or orthographic.
    pub projection: Projection,
    /// Distance of the near plane along the view direction: above 0 in perspective, any in orthographic.
    pub near: f64,
    /// Distance of the far plane along the view direction, above `near`; infinite is allowed in perspective.
    #[serde(with = "infinite_as_text")]
    pub far: f64,
    /// `true` if depth runs backwards: 1 (NDC z = 1) at the near plane, 0 (NDC z = −1) at the far plane.
    #[serde(default)]
    pub reversed_z: bool,
}

packed!(struct Camera { eye, target, up, projection, near, far, reversed_z });

impl Camera {
    /// Returns a perspective camera at `eye` that looks at `target`, with the default field of view of 45°. The clip
    /// planes lie at 0.1 and 10 times the distance to the target.
    pub fn look_at(eye: DVec3, target: DVec3, up: DVec3) -> Self {
        let distance = (eye - target).length();
        Self {
            eye,
            target,
            up,
            projection: Projection::Perspective { fov_y: DEFAULT_FOV_Y },
            near: 0.1 * distance,
            far: 10.0 * distance,
            reversed_z: false,
        }
    }

    /// Returns the near and the far plane as a range of depths.
    #[doc(hidden)]
    pub fn depth_range(&self) -> DepthRange {
        let Self { near, far, .. } = *self;
        match self.projection {
            Projection::Perspective { .. } => DepthRange::Perspective { near, far },
            Projection::Orthographic { .. } => DepthRange::Parallel { near, far },
        }
    }

    /// Returns the unit axes of eye space in world space, as columns: right, up, and back (against the view direction).
    ///
    /// An `up` that is zero counts as +y. An `up` parallel to the view direction is replaced by the direction in which
    /// the tilt of a turntable ends: −z looking straight down y, +y looking straight down z.
    pub fn axes(&self) -> DMat3 {
        let back = unit(self.eye - self.target).unwrap_or(DVec3::Z);
        let up = unit(self.up).unwrap_or(DVec3::Y);
        let across = up.cross(back);
        let right = if across.length() > PARALLEL {
            across.normalize()
        } else {
            let north = if up.z.abs() > up.x.abs().max(up.y.abs()) { DVec3::Y } else { DVec3::NEG_Z };
            (north * up.dot(back).signum()).cross(back).normalize()
        };
        DMat3::from_cols(right, back.cross(right), back)
    }

    /// Returns the unit direction from the eye to the target.
    pub fn forward(&self) -> DVec3 {
        -self.axes().z_axis
    }

    /// Returns the matrix from world to eye space, as `gluLookAt` makes it.
    pub fn eye_from_world(&self) -> DMat4 {
        let eye_axes = self.axes().transpose();
        DAffine3::from_mat3_translation(eye_axes, -(eye_axes * self.eye)).into()
    }

    /// Returns the matrix from eye to world space: the rigid inverse of [`Camera::eye_from_world`], with the exact eye.
    pub fn world_from_eye(&self) -> DMat4 {
        DAffine3::from_mat3_translation(self.axes(), self.eye).into()
    }

    /// Returns the matrix from eye to clip space (OpenGL's, NDC z in −1 to 1) for a picture `aspect` times as wide as
    /// high.
    ///
    /// The matrix is singular, and picks miss, where the clip planes or the projection are invalid: an orthographic
    /// camera with an infinite far plane, for example. An `aspect` that is not finite or not above 0 counts as 1.
    pub fn clip_from_eye(&self, aspect: f64) -> DMat4 {
        let aspect = if aspect.is_finite() && aspect > 0.0 { aspect } else { 1.0 };
        let (near, far) = (self.near, self.far);
        match self.projection {
            Projection::Perspective { fov_y } if self.reversed_z => {
                math::perspective_reversed(fov_y, aspect, near, far)
            }
            Projection::Perspective { fov_y } => math::perspective(fov_y, aspect, near, far),
            Projection::Orthographic { height } => {
                let (x, y) = (0.5 * height * aspect, 0.5 * height);
                let (at_minus_1, at_1) = if self.reversed_z { (far, near) } else { (near, far) };
                math::orthographic(-x, x, -y, y, at_minus_1, at_1)
            }
        }
    }

    /// Returns the distance from the eye to the target.
    pub fn distance(&self) -> f64 {
        (self.eye - self.target).length()
    }

    /// Returns the height of the picture at `depth` along the view direction, in world units.
    #[doc(hidden)]
    pub fn height_at(&self, depth: f64) -> f64 {
        match self.projection {
            Projection::Perspective { fov_y } => 2.0 * depth * (0.5 * fov_y).tan(),
            Projection::Orthographic { height } => height,
        }
    }

    /// Returns `true` if the camera can draw a picture `aspect` times as wide as high: its projection is valid, its
    /// near plane lies before its far plane, and f64 can invert its projection matrix.
    #[doc(hidden)]
    pub fn has_picture(&self, aspect: f64) -> bool {
        let matrix = self.clip_from_eye(aspect);
        self.projection.is_open() && self.near < self.far && matrix.is_finite() && matrix.try_inverse().is_some()
    }

    /// Returns the distance of `point` (world) along the view direction; negative behind the eye.
    pub fn depth_of(&self, point: DVec3) -> f64 {
        (point - self.eye).dot(self.forward())
    }
}

/// Serialisation of an infinite far plane as the text `"infinite"`, which JSON can hold.
mod infinite_as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Distance {
        Number(f64),
        Text(String),
    }

    pub fn serialize<S: Serializer>(distance: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if *distance == f64::INFINITY {
            serializer.serialize_str("infinite")
        } else {
            serializer.serialize_f64(*distance)
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        match Distance::deserialize(deserializer)? {
            Distance::Number(distance) => Ok(distance),
            Distance::Text(text) if text == "infinite" => Ok(f64::INFINITY),
            Distance::Text(text) => Err(D::Error::custom(format!("{text:?} is neither a number nor \"infinite\""))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(point: DVec3, expected: DVec3) {
        assert!((point - expected).length() <= 1e-14, "{point} is not {expected}");
    }

    #[test]
    fn an_up_along_the_view_direction_still_gives_a_frame() {
        for (eye, up, in_picture) in [
            (DVec3::Y, DVec3::Y, DVec3::NEG_Z),
            (DVec3::NEG_Y, DVec3::Y, DVec3::Z),
            (DVec3::Z, DVec3::Z, DVec3::Y),
            (DVec3::NEG_Z, DVec3::Z, DVec3::NEG_Y),
            (DVec3::X, DVec3::X, DVec3::NEG_Z),
            (DVec3::Z, DVec3::ZERO, DVec3::Y),
        ] {
            let axes = Camera::look_at(eye, DVec3::ZERO, up).axes();
            assert_near(axes.y_axis, in_picture);
            assert_near(axes.z_axis, eye);
            assert_near(axes.x_axis, axes.y_axis.cross(axes.z_axis));
        }
    }

    #[test]
    fn the_frame_is_right_at_any_scale() {
        for scale in [1e-300, 1e-160, 1e-6, 1.0, 1e7, 1e160] {
            let camera = Camera::look_at(scale * DVec3::new(3.0, 0.0, 4.0), DVec3::ZERO, scale * DVec3::Y);
            assert_near(camera.axes().z_axis, DVec3::new(0.6, 0.0, 0.8));
            assert_near(camera.axes().y_axis, DVec3::Y);
        }
    }

    #[test]
    fn a_far_plane_that_is_neither_a_number_nor_infinite_is_refused() {
        let camera = Camera { far: f64::INFINITY, ..Camera::look_at(DVec3::ONE, DVec3::ZERO, DVec3::Y) };
        let text = serde_json::to_string(&camera).expect("JSON");
        assert!(serde_json::from_str::<Camera>(&text.replace("infinite", "beyond")).is_err());
        assert_eq!(serde_json::from_str::<Camera>(&text).expect("a camera"), camera);
    }
}
