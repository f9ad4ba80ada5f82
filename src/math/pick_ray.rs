//! The ray of a pick: the pixel unprojected at depth 0 and at depth 1.
//!
//! There is one code path for perspective, orthographic, off-centre, infinite and reversed projections: the ray is never
//! "camera position plus direction".

use super::{Viewport, project::unproject_homogeneous};
use glam::{DMat4, DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// The line of sight of a window position, in object space: `near` at t = 0, `far` at t = 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PickRay {
    /// The point on the near plane, t = 0.
    pub near: DVec3,
    /// The point on the far plane, t = 1; where that is at infinity, a point beyond `near` as far from it as `near` is from the eye.
    pub far: DVec3,
    /// What is visible has 0 <= t <= `t_max`: 1, or infinity where the far plane is at infinity.
    pub t_max: f64,
    /// Whether depth 1 is the near plane (reversed-Z).
    pub reversed: bool,
}

/// The ray from the near plane to the far plane through a window position (origin lower left, y up), in object space.
///
/// `None` where the matrices are singular, the viewport is empty, or the near plane is at infinity.
pub fn pick_ray(window: DVec2, modelview: &DMat4, projection: &DMat4, viewport: Viewport) -> Option<PickRay> {
    let at = |depth: f64| {
        let homogeneous = unproject_homogeneous(window.extend(depth), modelview, projection, viewport)?;
        let eye = *modelview * homogeneous;
        Some((homogeneous, eye))
    };
    let ((depth_0, eye_0), (depth_1, eye_1)) = (at(0.0)?, at(1.0)?);

    // Homogeneous w is 1 / clip w, and clip w grows away from a perspective eye; it is constant where rays are parallel, and there eye z
    // decides.
    let reversed = if eye_0.w != eye_1.w { eye_0.w < eye_1.w } else { eye_0.z < eye_1.z };
    let (near, far) = if reversed { (depth_1, depth_0) } else { (depth_0, depth_1) };
    if near.w <= 0.0 {
        return None;
    }

    let near_point = near.truncate() / near.w;
    let (far_point, t_max) = if far.w > 0.0 {
        (far.truncate() / far.w, 1.0)
    } else {
        (near_point + (far.truncate() - near_point * far.w) / near.w, f64::INFINITY)
    };
    (near_point.is_finite() && far_point.is_finite()).then_some(PickRay {
        near: near_point,
        far: far_point,
        t_max,
        reversed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{orthographic, perspective, perspective_reversed};

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
