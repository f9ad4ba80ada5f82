//! Computation of a pick's ray in f32, as many programs do it, for comparison with the computation in f64.

use crate::math::project_in;
use crate::pick::explain::PickTrace;
use crate::scene::View;
use glam::{DMat4, DVec2, DVec3, Mat4, Vec2, Vec3, Vec4};
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

/// Matrices and other values of a view in f32, which take a point from window coordinates to world space.
pub(super) struct SingleChain {
    eye_from_clip: Mat4,
    world_from_eye: Mat4,
    corner: Vec2,
    size: Vec2,
    /// Sign of y in NDC: 1 where it points upwards, −1 where it points downwards. The next field, `depths`, holds the
    /// NDC z of window depth 0 and the range of NDC z.
    y_sign: f32,
    depths: [f32; 2],
}

impl SingleChain {
    pub(super) fn new(clip_from_eye: &DMat4, world_from_eye: &DMat4, view: &View) -> Self {
        let (viewport, clip_space) = (view.viewport, view.clip_space());
        let [low, high] = clip_space.depth_range();
        Self {
            eye_from_clip: clip_from_eye.as_mat4().inverse(),
            world_from_eye: world_from_eye.as_mat4(),
            corner: Vec2::new(viewport.x as f32, viewport.y as f32),
            size: Vec2::new(viewport.width as f32, viewport.height as f32),
            y_sign: clip_space.y_sign() as f32,
            depths: [low as f32, (high - low) as f32],
        }
    }

    /// Returns the point with these window coordinates, computed in f32, with `object` and `pixels_off` left `None`.
    pub(super) fn point(&self, window: DVec3) -> SinglePoint {
        let window = window.as_vec3();
        let place = 2.0 * (window.truncate() - self.corner) / self.size - 1.0;
        let [low, range] = self.depths;
        let ndc = Vec3::new(place.x, self.y_sign * place.y, low + range * window.z);
        let eye_homogeneous = self.eye_from_clip * ndc.extend(1.0);
        let eye = eye_homogeneous.truncate() / eye_homogeneous.w;
        let world = self.world_from_eye.transform_point3(eye);
        SinglePoint { window, ndc, eye_homogeneous, eye, world, object: None, pixels_off: None }
    }
}

impl PickTrace {
    /// Returns the near and the far point of the pick's ray, computed in f32 from the matrices of the trace; `None`
    /// where the pick has no ray.
    #[doc(hidden)]
    pub fn in_single_precision(&self) -> Option<[SinglePoint; 2]> {
        let ray = self.ray.as_ref().ok()?;
        let chain = SingleChain::new(&self.clip_from_eye, &self.world_from_eye, &self.view);
        let object_from_world =
            self.cast_of(self.hit.as_ref().map(|hit| hit.object)).map(|cast| cast.object_from_world.as_mat4());
        let point = |window: DVec3| {
            let point = chain.point(window);
            let object = object_from_world.map(|matrix| matrix.transform_point3(point.world));
            SinglePoint { object, pixels_off: self.pixels_off(point.world), ..point }
        };
        Some([point(ray.near.window), point(ray.far.window)])
    }

    /// Returns the distance in the picture between the pixel's sample and the projection of a point in world space, in
    /// physical pixels; `None` where it is not finite.
    fn pixels_off(&self, world: Vec3) -> Option<f64> {
        if !world.is_finite() {
            return None;
        }
        let View { viewport, .. } = self.view;
        let seen =
            project_in(world.as_dvec3(), &self.eye_from_world, &self.clip_from_eye, viewport, self.view.clip_space())?;
        let off: DVec2 = seen.truncate() - self.window;
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
                assert!(
                    (a - b).length() < 1e-12,
                    "before the division all points of a line of sight differ in w alone"
                );
            }
            assert!(trace.point_at(0.0).expect("a point").world.distance(ray.near.world) < 1e-9);
        }
    }
}
