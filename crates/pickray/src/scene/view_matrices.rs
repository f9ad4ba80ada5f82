//! Matrices of another renderer, and the camera nearest to them.

use super::camera::DEFAULT_FOV_Y;
use super::{Camera, Projection, unit};
use crate::math::{ClipSpace, PickRay, Unprojector, Viewport};
use crate::work::packed;
use glam::{DMat4, DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Distance of a perspective's target without a far plane, in near distances, as [`Camera::look_at`] has it.
const TARGET_WITHOUT_FAR: f64 = 10.0;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ViewMatrices {
    pub eye_from_world: DMat4,
    pub clip_from_eye: DMat4,
    pub clip_space: ClipSpace,
}

packed!(struct ViewMatrices { eye_from_world, clip_from_eye, clip_space });

impl ViewMatrices {
    /// Returns the camera nearest to the matrices; one at the origin that looks along −z where they give no rays.
    pub fn camera(&self) -> Camera {
        let fallback = Camera {
            projection: Projection::Perspective { fov_y: DEFAULT_FOV_Y },
            ..Camera::look_at(DVec3::ZERO, DVec3::NEG_Z, DVec3::Y)
        };
        self.camera_of_rays().unwrap_or(fallback)
    }

    fn camera_of_rays(&self) -> Option<Camera> {
        let [middle, below, above] = self.rays_in_eye()?;
        let is_perspective = self.clip_from_eye.row(3).truncate() != DVec3::ZERO;

        // Clip w grows away from a perspective eye; between parallel planes NDC z goes from one to the other.
        let plane = if is_perspective { self.clip_from_eye.row(3) } else { self.clip_from_eye.row(2) };
        let forward = (self.eye_from_world.transpose() * plane.truncate().extend(0.0)).truncate();
        let is_backwards = !is_perspective && self.clip_space.far < self.clip_space.near;
        let forward = unit(if is_backwards { -forward } else { forward })?;

        // Differences are taken in eye space, where an eye far from the origin costs no digits.
        let world_from_eye = self.eye_from_world.try_inverse()?;
        let in_world = |difference: DVec3| world_from_eye.transform_vector3(difference);
        let center = if is_perspective { self.center_of_projection()? } else { DVec3::ZERO };
        let [near, far] = [middle.near, middle.far].map(|point| in_world(point - center).dot(forward));
        let far = if middle.t_max < f64::INFINITY { far } else { f64::INFINITY };
        let up = in_world(above.near - below.near);

        let (projection, depth) = if is_perspective {
            let depth = if far < f64::INFINITY { (near * far).sqrt() } else { TARGET_WITHOUT_FAR * near };
            (Projection::Perspective { fov_y: 2.0 * (0.5 * up.length()).atan2(near) }, depth)
        } else {
            (Projection::Orthographic { height: up.length() }, 0.5 * (far - near))
        };
        let eye = world_from_eye.transform_point3(center);
        let camera = Camera {
            eye,
            target: eye + depth * forward,
            up: unit(up)?,
            projection,
            near,
            far,
            reversed_z: middle.reversed,
        };
        (eye.is_finite() && camera.target.is_finite() && camera.target != eye).then_some(camera)
    }

    /// Returns the lines of sight, in eye space, in the middle of the picture and of its lower and upper edge.
    fn rays_in_eye(&self) -> Option<[PickRay; 3]> {
        // Where in NDC a line of sight is does not depend on the picture's size.
        let unprojector = Unprojector::new(&DMat4::IDENTITY, &self.clip_from_eye, Viewport::new(2, 2))?;
        let unprojector = unprojector.for_rays(Some(self.clip_space))?;
        let ray = |y: f64| unprojector.pick_ray(DVec2::new(1.0, y));
        Some([ray(1.0)?, ray(0.0)?, ray(2.0)?])
    }

    /// Returns the point, in eye space, where the lines of sight of a perspective meet; `None` where it is not finite.
    fn center_of_projection(&self) -> Option<DVec3> {
        let center = self.clip_from_eye.try_inverse()?.z_axis;
        let point = center.truncate() / center.w;
        point.is_finite().then_some(point)
    }
}
