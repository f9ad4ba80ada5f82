//! The ray of a pick: the pixel unprojected at depth 0 and at depth 1.
//!
//! Projections of all kinds (perspective, orthographic, off-centre, infinite, reversed) go through the same code: the
//! ray is never "camera position plus direction".

use super::double::Double;
use super::unproject::HomogeneousPoint;
use glam::{DMat4, DVec3};
use serde::{Deserialize, Serialize};

/// Line of sight of a window position, in object space: `near` at t = 0, `far` at t = 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PickRay {
    /// The point on the near plane, t = 0.
    pub near: DVec3,
    /// The point on the far plane, t = 1. If the plane is at infinity, a point as far beyond `near` as `near` is from
    /// the eye.
    pub far: DVec3,
    /// The largest visible t, counted from 0: 1, or infinity if the far plane is at infinity.
    pub t_max: f64,
    /// `true` if depth 1 is the near plane (reversed-Z).
    pub reversed: bool,
    /// The exact difference `near + direction - far` for a ray that was made from a direction; else `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) beyond: Option<DVec3>,
}

impl PickRay {
    /// Returns the ray from `near` through `far`, visible for t from 0 to `t_max`.
    #[inline]
    pub const fn new(near: DVec3, far: DVec3, t_max: f64) -> Self {
        Self { near, far, t_max, reversed: false, beyond: None }
    }
}

/// Ends of a pick ray before the division by w: at depth 0 and 1, or at the near and the far depth of a clip space.
pub(super) struct HomogeneousRay<'a> {
    pub depths: [HomogeneousPoint; 2],
    /// The modelview matrix, to find the nearer end of parallel rays by eye z; `None` if that end is the first of
    /// `depths`.
    pub modelview: Option<&'a DMat4>,
}

impl HomogeneousRay<'_> {
    /// Returns the ray, or `None` if the near plane is at infinity or behind the eye, or if a number is not finite.
    pub fn resolved(&self) -> Option<PickRay> {
        let reversed = self.reversed();
        let [depth_0, depth_1] = self.depths;
        let (near, far) = if reversed { (depth_1, depth_0) } else { (depth_0, depth_1) };
        if near.w_is_zero() || near.w().hi < 0.0 {
            return None;
        }
        let near_point = near.divided()?;
        let (far_point, t_max) =
            if far.w().hi > far.w_error { (far.divided()?, 1.0) } else { (beyond(&near, &far), f64::INFINITY) };
        far_point.is_finite().then_some(PickRay { reversed, ..PickRay::new(near_point, far_point, t_max) })
    }

    /// Returns `true` if the second of `depths` is the near end. The homogeneous w is 1 / clip w, and clip w grows away
    /// from a perspective eye. Parallel rays have constant w, and eye z decides, which falls away from the camera.
    fn reversed(&self) -> bool {
        let [depth_0, depth_1] = &self.depths;
        let difference = (depth_0.w() - depth_1.w()).hi;
        if difference.abs() > depth_0.w_error + depth_1.w_error {
            return difference < 0.0;
        }
        let Some(modelview) = self.modelview else { return false };
        let Some((start, end)) = depth_0.divided().zip(depth_1.divided()) else { return false };
        modelview.transform_vector3(end - start).z > 0.0
    }
}

/// Returns a point on the ray beyond `near`, for a far plane at infinity or beyond it (w below zero). If the plane is
/// at infinity, the point is as far from `near` as `near` is from the eye.
fn beyond(near: &HomogeneousPoint, far: &HomogeneousPoint) -> DVec3 {
    let w = near.w();
    let far_w = if far.w_is_zero() { Double::from(0.0) } else { far.w() };
    DVec3::from_array(std::array::from_fn(|i| {
        let at_near = near.coordinates[i].quotient(w);
        (at_near + (far.coordinates[i] - at_near * far_w).quotient(w)).hi
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Viewport, orthographic, perspective, perspective_reversed, pick_ray};
    use glam::DVec2;

    const VIEWPORT: Viewport = Viewport { x: 10, y: 20, width: 640, height: 480 };

    fn ray_at_centre(projection: DMat4) -> PickRay {
        pick_ray(DVec2::new(330.0, 260.0), &DMat4::IDENTITY, &projection, VIEWPORT).expect("a ray")
    }

    fn assert_near(point: DVec3, expected: DVec3) {
        assert!((point - expected).length() <= 1e-14 * expected.length(), "{point} is not {expected}");
    }

    #[test]
    fn a_perspective_ray_goes_from_plane_to_plane() {
        let ray = ray_at_centre(perspective(1.0, 4.0 / 3.0, 0.5, 8.0));
        assert_near(ray.near, DVec3::new(0.0, 0.0, -0.5));
        assert_near(ray.far, DVec3::new(0.0, 0.0, -8.0));
        assert_eq!((ray.t_max, ray.reversed), (1.0, false));
    }

    #[test]
    fn reversed_depth_is_noticed() {
        let ray = ray_at_centre(perspective_reversed(1.0, 4.0 / 3.0, 0.5, 8.0));
        assert_near(ray.near, DVec3::new(0.0, 0.0, -0.5));
        assert_near(ray.far, DVec3::new(0.0, 0.0, -8.0));
        assert_eq!((ray.t_max, ray.reversed), (1.0, true));
    }

    #[test]
    fn an_infinite_far_plane_opens_the_interval() {
        for projection in [perspective, perspective_reversed] {
            let ray = ray_at_centre(projection(1.0, 4.0 / 3.0, 0.5, f64::INFINITY));
            assert_near(ray.near, DVec3::new(0.0, 0.0, -0.5));
            assert_near(ray.far, DVec3::new(0.0, 0.0, -1.0));
            assert_eq!(ray.t_max, f64::INFINITY);
        }
    }

    #[test]
    fn an_orthographic_ray_is_parallel_to_the_view() {
        let ray = ray_at_centre(orthographic(-4.0, 4.0, -3.0, 3.0, 1.0, 9.0));
        assert_near(ray.near, DVec3::new(0.0, 0.0, -1.0));
        assert_near(ray.far, DVec3::new(0.0, 0.0, -9.0));
        assert_eq!((ray.t_max, ray.reversed), (1.0, false));
        let reversed = ray_at_centre(orthographic(-4.0, 4.0, -3.0, 3.0, 9.0, 1.0));
        assert_near(reversed.near, DVec3::new(0.0, 0.0, -1.0));
        assert!(reversed.reversed);
    }
}
