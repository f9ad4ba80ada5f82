//! Near and far clip planes that the caller sets, in place of planes fitted to the scene.

use super::{Camera, Projection};
use crate::geometry::Aabb;
use crate::math::Shortest;
use crate::work::said::said;

/// Clip planes given as distances along the view direction; a plane that is not given is fitted to the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClipPlanes {
    /// Distance of the near plane: above 0 in a perspective, any in an orthographic view; `None` to fit it.
    pub near: Option<f64>,
    /// Distance of the far plane; infinite is allowed in a perspective; `None` to fit it.
    pub far: Option<f64>,
    /// `true` if depth runs backwards, from 1 at the near plane to 0 at the far plane.
    pub reversed_z: bool,
}

said! {
    /// Error of clip planes with which a camera has no valid projection.
    #[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
    #[non_exhaustive]
    pub enum PlaneError {
        NearNotFinite => "the near plane needs a finite distance",
        FarNotFinite => "the far plane needs a finite distance",
        NearBehindEye => "in a perspective the near plane needs a distance above 0",
        InfiniteOrthographic => "an orthographic view needs a far plane at a finite distance",
        Crossed { near: f64, far: f64 }
        where near = Shortest([*near]).to_string(), far = Shortest([*far]).to_string() =>
            "the near plane must be closer than the far plane, and {near} is not less than {far}",
        NoInverse => "the planes are too far apart or too close together for a picture",
    }
}

impl Camera {
    /// Returns this camera with the clip planes that `planes` sets. A plane that is `None` there is fitted to `bounds`
    /// (world). If it would lie on the wrong side of the given plane, it is put on the right one.
    ///
    /// # Errors
    /// [`PlaneError`] if the given planes are invalid for the camera's projection.
    pub(crate) fn with_planes(&self, planes: &ClipPlanes, bounds: &Aabb) -> Result<Self, PlaneError> {
        let perspective = matches!(self.projection, Projection::Perspective { .. });
        let ClipPlanes { near, far, reversed_z } = *planes;
        if near.is_some_and(|near| !near.is_finite()) {
            return Err(PlaneError::NearNotFinite);
        }
        if perspective && near.is_some_and(|near| near <= 0.0) {
            return Err(PlaneError::NearBehindEye);
        }
        if !perspective && far == Some(f64::INFINITY) {
            return Err(PlaneError::InfiniteOrthographic);
        }
        if far.is_some_and(|far| !far.is_finite() && far != f64::INFINITY) {
            return Err(PlaneError::FarNotFinite);
        }

        // Fitting keeps an infinite far plane, so start from a finite one: only a given plane may be infinite.
        let mut camera = Self { far: self.near, reversed_z, ..*self }.with_depth_fitted(bounds);
        let (fitted_near, fitted_far) = (camera.near, camera.far);
        camera.near = near.unwrap_or(fitted_near);
        camera.far = far.unwrap_or(fitted_far);
        if camera.near >= camera.far {
            match (near, far) {
                (Some(near), Some(far)) => return Err(PlaneError::Crossed { near, far }),
                (Some(near), None) => camera.far = near + (fitted_far - fitted_near),
                // A perspective sees nothing up to a far plane that is not before the eye.
                (_, Some(far)) if perspective && far <= 0.0 => {
                    return Err(PlaneError::Crossed { near: fitted_near, far });
                }
                (_, Some(far)) if perspective => camera.near = far * (fitted_near / fitted_far),
                _ => camera.near = camera.far - (fitted_far - fitted_near),
            }
        }
        if camera.has_picture(1.0) { Ok(camera) } else { Err(PlaneError::NoInverse) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn camera() -> Camera {
        Camera::look_at(DVec3::new(0.0, 0.0, 10.0), DVec3::ZERO, DVec3::Y)
    }

    fn orthographic() -> Camera {
        Camera { projection: Projection::Orthographic { height: 4.0 }, ..camera() }
    }

    fn planes(near: impl Into<Option<f64>>, far: impl Into<Option<f64>>) -> ClipPlanes {
        ClipPlanes { near: near.into(), far: far.into(), reversed_z: false }
    }

    const BOUNDS: Aabb = Aabb { min: DVec3::NEG_ONE, max: DVec3::ONE };

    #[test]
    fn planes_that_are_not_given_are_fitted() {
        for camera in [camera(), orthographic()] {
            let fitted = camera.with_depth_fitted(&BOUNDS);
            assert_eq!(camera.with_planes(&ClipPlanes::default(), &BOUNDS), Ok(fitted));
            let near = camera.with_planes(&planes(9.5, None), &BOUNDS).expect("planes");
            assert_eq!((near.near, near.far), (9.5, fitted.far));
            let far = camera.with_planes(&planes(None, 10.5), &BOUNDS).expect("planes");
            assert_eq!((far.near, far.far), (fitted.near, 10.5));
            let reversed = ClipPlanes { reversed_z: true, ..planes(3.0, 4.0) };
            let both = camera.with_planes(&reversed, &BOUNDS).expect("planes");
            assert_eq!((both.near, both.far, both.reversed_z), (3.0, 4.0, true));
        }
        let infinite = Camera { far: f64::INFINITY, ..camera() };
        assert_eq!(infinite.with_planes(&ClipPlanes::default(), &BOUNDS), Ok(camera().with_depth_fitted(&BOUNDS)));
        let given = camera().with_planes(&planes(None, f64::INFINITY), &BOUNDS).expect("a perspective");
        assert_eq!(given.far, f64::INFINITY);
    }

    #[test]
    fn a_fitted_plane_makes_room_for_a_given_one() {
        for camera in [camera(), orthographic()] {
            for given in [planes(50.0, None), planes(None, 2.0)] {
                let moved = camera.with_planes(&given, &BOUNDS).expect("room");
                assert!(given.near.is_none_or(|near| near == moved.near) && moved.near < moved.far, "{moved:?}");
                assert!(given.far.is_none_or(|far| far == moved.far), "{moved:?}");
            }
        }
        assert!(camera().with_planes(&planes(None, 2.0), &BOUNDS).expect("room").near > 0.0);
    }

    #[test]
    fn planes_that_allow_no_picture_are_refused() {
        let refused =
            |camera: Camera, planes: ClipPlanes| camera.with_planes(&planes, &BOUNDS).expect_err("no picture");
        assert_eq!(refused(camera(), planes(0.0, None)), PlaneError::NearBehindEye);
        assert_eq!(refused(camera(), planes(-1.0, 5.0)), PlaneError::NearBehindEye);
        assert_eq!(refused(camera(), planes(5.0, 5.0)), PlaneError::Crossed { near: 5.0, far: 5.0 });
        assert_eq!(refused(camera(), planes(f64::NAN, 5.0)), PlaneError::NearNotFinite);
        assert_eq!(refused(orthographic(), planes(1.0, f64::NAN)), PlaneError::FarNotFinite);
        assert_eq!(refused(orthographic(), planes(None, f64::INFINITY)), PlaneError::InfiniteOrthographic);
        assert_eq!(refused(camera(), planes(1e-200, 1e-199)), PlaneError::NoInverse);
        assert!(matches!(refused(camera(), planes(None, -3.0)), PlaneError::Crossed { .. }));
        assert!(orthographic().with_planes(&planes(-3.0, -1.0), &BOUNDS).is_ok(), "behind the eye");
    }
}
