//! Computation of a pick's ray in f32, as many programs do it, for comparison with the computation in f64.

use crate::math::Viewport;
use crate::pick::explain::PickTrace;
use crate::scene::View;
use glam::{DVec3, Vec2, Vec3, Vec4};
use serde::{Deserialize, Serialize};

/// Point of a line of sight, computed in f32 in every step from window coordinates to world space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SinglePoint {
    /// Window coordinates: x and y in physical pixels from the lower left, z the depth.
    pub window: Vec3,
    /// Normalised device coordinates.
    pub ndc: Vec3,
    /// Homogeneous eye coordinates: the inverse of the projection, taken in f32, applied to the NDC.
    pub eye_homogeneous: Vec4,
    /// Point in eye space, after the division by w.
    pub eye: Vec3,
    /// Point in world space.
    pub world: Vec3,
    /// Point in the space of the object that was hit, or else of the first object that was tested; `None` where none
    /// was tested.
    pub object: Option<Vec3>,
    /// Distance in the picture between the pixel's sample and the projection of `world`, in physical pixels; `None`
    /// where `world` is not before the eye, or is at infinity.
    pub pixels_off: Option<f64>,
}

/// Returns the points of these window coordinates, computed in f32 for a view, without `object` and `pixels_off`.
pub(super) fn single_points(view: &View, windows: [DVec3; 2]) -> [SinglePoint; 2] {
    let (Viewport { x, y, width, height }, clip_space) = (view.viewport, view.clip_space());
    let (corner, size) = (Vec2::new(x as f32, y as f32), Vec2::new(width as f32, height as f32));
    let y_sign = clip_space.y_sign() as f32;
    let [low, high] = clip_space.depth_range();
    let (low, range) = (low as f32, (high - low) as f32);
    let (eye_from_clip, world_from_eye) = (view.clip_from_eye().as_mat4().inverse(), view.world_from_eye().as_mat4());
    windows.map(|window| {
        let window = window.as_vec3();
        let place = 2.0 * (window.truncate() - corner) / size - 1.0;
        let ndc = Vec3::new(place.x, y_sign * place.y, low + range * window.z);
        let eye_homogeneous = eye_from_clip * ndc.extend(1.0);
        let eye = eye_homogeneous.truncate() / eye_homogeneous.w;
        let world = world_from_eye.transform_point3(eye);
        SinglePoint { window, ndc, eye_homogeneous, eye, world, object: None, pixels_off: None }
    })
}

impl PickTrace {
    /// Returns the near and the far point of the pick's ray, computed in f32 from the view of the trace; `None`
    /// where the pick has no ray.
    #[doc(hidden)]
    pub fn in_single_precision(&self) -> Option<[SinglePoint; 2]> {
        let ray = self.ray.as_ref().ok()?;
        let points = single_points(&self.view, [ray.near.window, ray.far.window]);
        let object_from_world =
            self.cast_of(self.hit.as_ref().map(|hit| hit.object)).map(|cast| cast.object_from_world.as_mat4());
        Some(points.map(|point| {
            let object = object_from_world.map(|matrix| matrix.transform_point3(point.world));
            SinglePoint { object, pixels_off: self.pixels_off(point.world), ..point }
        }))
    }

    /// Returns the distance in physical pixels from the pixel's sample to a projected point; `None` if not finite.
    fn pixels_off(&self, world: Vec3) -> Option<f64> {
        let seen = self.view.window_from_world(Some(world).filter(|world| world.is_finite())?.as_dvec3())?;
        let off = seen.truncate() - self.window;
        off.is_finite().then(|| off.length())
    }
}

#[cfg(test)]
mod tests {
    use crate::math::{CursorPosition, FramebufferSize};
    use crate::mesh::samples::Sample;
    use crate::pick::PickOptions;
    use crate::pick::explain::{ObjectOutcome, pick_traced};
    use crate::scene::{Camera, Object, Scene, View};
    use glam::{DMat4, DVec3};

    #[test]
    fn near_the_origin_f32_is_off_by_less_than_a_pixel_and_far_from_it_by_many() {
        let mesh = Sample::Cube.mesh().expect("a mesh").into();
        for (shift, is_far_off) in [(0.0, false), (1e7, true)] {
            let moved = DMat4::from_translation(DVec3::splat(shift));
            let scene = Scene::of(Object::new("cube", std::sync::Arc::clone(&mesh)).with_transform(moved));
            let camera = Camera::framing(&scene.bounds(), 1.5, scene.up_axis());
            let view = View::new(camera, FramebufferSize::new(1200, 800));
            let trace = pick_traced(&scene, &view, CursorPosition::new(300.0, 500.0), &PickOptions::default());
            let [near, far] = trace.in_single_precision().expect("a ray");
            for point in [near, far] {
                let off = point.pixels_off.expect("it is seen");
                assert_eq!(off > 5.0, is_far_off, "{off} pixels at {shift}");
                assert!(is_far_off || off < 0.1, "{off} pixels");
            }
            let ray = trace.ray.expect("a ray");
            let ObjectOutcome::Tested(cast) = &trace.objects[0].outcome else { panic!("untested") };
            let object = near.object.expect("it was tested").as_dvec3();
            assert!(is_far_off || (object - cast.ray.origin).length() < 1e-5, "{object}");
            assert!((near.ndc.as_dvec3() - ray.near.ndc).length() < 1e-5, "{near:?}");
            assert!((far.eye.as_dvec3() - ray.far.eye).length() < 1e-3 * ray.far.eye.length(), "{far:?}");
        }
    }

    #[test]
    fn a_far_point_at_infinity_is_a_direction_in_f32_too_and_points_between_keep_to_the_line() {
        let scene = Scene::of(Object::new("cube", std::sync::Arc::new(Sample::Cube.mesh().expect("a mesh"))));
        let camera = Camera::framing(&scene.bounds(), 1.5, scene.up_axis());
        for camera in [camera, Camera { far: f64::INFINITY, ..camera }] {
            let view = View::new(camera, FramebufferSize::new(1200, 800));
            let trace = pick_traced(&scene, &view, CursorPosition::new(640.0, 410.0), &PickOptions::default());
            let ray = trace.ray.expect("a ray");
            let direction = (ray.far.world - ray.near.world).normalize();
            for depth in [0.0, 0.25, 0.5, 0.999] {
                let point = trace.point_at(depth).expect("a point");
                assert_eq!(point.window.z, depth);
                let from_near = point.world - ray.near.world;
                assert!(from_near.reject_from_normalized(direction).length() < 1e-9, "{depth}: {point:?}");
                let [a, b] = [point.eye_homogeneous.truncate(), ray.near.eye_homogeneous.truncate()];
                assert!((a - b).length() < 1e-12, "before the division points of a line of sight differ in w alone");
            }
            assert!(trace.point_at(0.0).expect("a point").world.distance(ray.near.world) < 1e-9);
        }
    }
}
