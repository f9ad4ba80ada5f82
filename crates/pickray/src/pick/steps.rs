//! Steps of a pick as a trait, and the ray that they make, in every space from window to world. The default methods are
//! the right steps; a [mistake](crate::pick::explain::Mistake) replaces one of them.

use crate::accel::{Parameters, RayOptions};
use crate::geometry::Ray;
use crate::math::{self, ClipSpace, CursorPosition, PickRay, PixelSample, Viewport};
use crate::mesh::MeshHit;
use crate::pick::{ObjectRay, PickObserver, Unpickable};
use crate::scene::{Object, Sightlines, View};
use glam::{DMat4, DVec2, DVec3, DVec4};
use serde::{Deserialize, Serialize};

/// Steps from the cursor to the triangle, each of which takes the result of the one before.
pub(super) trait Steps {
    /// Returns window coordinates of the sample of the pixel under the cursor.
    fn window(&self, view: &View, cursor: CursorPosition, sample: PixelSample) -> DVec2 {
        math::window_from_cursor(cursor, view.framebuffer, sample)
    }

    /// Returns the ray in world space, with its steps in NDC and eye space; `None` if the projection has no inverse.
    fn ray(&self, view: &View, window: DVec2) -> Option<RayTrace> {
        RayChain::new(view).ray(window)
    }

    fn object_ray(&self, object: &Object, ray: &Ray) -> Result<ObjectRay, Unpickable> {
        ObjectRay::new(object, ray)
    }

    /// Returns `true` if the scene's tree finds all hits: rays are rightly moved, and hits lie between the planes.
    fn allows_tree(&self) -> bool {
        true
    }

    /// Returns the closest hit of an object, side as in the world.
    fn closest<O: PickObserver>(
        &self,
        object: &Object,
        ray: &ObjectRay,
        options: RayOptions<Option<u32>>,
        observer: &mut O,
    ) -> Option<MeshHit> {
        // An observer is to see hits beyond the far plane, too: search without that limit, and drop them here.
        let Parameters { min, max } = options.range;
        let t_max = if O::ACTIVE { f64::INFINITY } else { max };
        ray.closest(object, options.range(min..=t_max), observer).filter(|hit| hit.t <= max)
    }
}

pub(super) struct RightSteps;

impl Steps for RightSteps {}

/// Ray of a pick, with the steps of the computation of its two points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RayTrace {
    /// Near point of the ray, t = 0, in every space from window to world.
    pub near: PlanePoint,
    /// Far point of the ray, t = 1, in every space from window to world.
    pub far: PlanePoint,
    /// Largest t that a hit may have; `None` where the far plane is at infinity and no hit is too far.
    pub t_max: Option<f64>,
    /// `true` if window depth runs backwards: 1 at the near plane, 0 at the far plane.
    pub reversed_z: bool,
}

/// Point of a pixel's line of sight, in every space from window to world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlanePoint {
    /// Window coordinates: x and y in physical pixels from the lower left, z the depth.
    pub window: DVec3,
    /// Normalised device coordinates in the [clip space](View::clip_space) of the view: z is −1 to 1 for a camera.
    pub ndc: DVec3,
    /// Clip coordinates: NDC with w = 1, since NDC determine clip coordinates only up to a factor.
    pub clip: DVec4,
    /// Homogeneous eye coordinates: the inverse of the projection applied to the clip coordinates; w is 0 for a point
    /// at infinity, up to the rounding of the inverse.
    pub eye_homogeneous: DVec4,
    /// Point in eye space, after the division by w. The inverse and the division are computed in twice the precision of
    /// the numbers shown. For a point at infinity, it is a point on the way there, as far beyond the near point as the
    /// near point is from the eye.
    pub eye: DVec3,
    /// Point in world space.
    pub world: DVec3,
}

impl PlanePoint {
    /// Returns the point with these window coordinates and NDC, by plain inverse matrices; not finite where w is 0.
    pub(super) fn new(window: DVec3, ndc: DVec3, eye_from_clip: &DMat4, world_from_eye: &DMat4) -> Self {
        let clip = ndc.extend(1.0);
        let eye_homogeneous = *eye_from_clip * clip;
        let eye = eye_homogeneous.truncate() / eye_homogeneous.w;
        Self { window, ndc, clip, eye_homogeneous, eye, world: world_from_eye.transform_point3(eye) }
    }
}

/// Inverse matrices and other values of a view, with which the [`RayTrace`] of any of its pixels is computed.
#[derive(Clone, Debug)]
pub(super) struct RayChain {
    in_eye: Sightlines,
    /// Lines of sight in world space of a view given by matrices, whose rays skip eye space; `None` with a camera.
    pub in_world: Option<Sightlines>,
    pub eye_from_clip: DMat4,
    pub world_from_eye: DMat4,
    pub clip_space: ClipSpace,
    viewport: Viewport,
}

impl RayChain {
    pub(super) fn new(view: &View) -> Self {
        Self {
            in_eye: view.sightlines_in_eye(),
            in_world: view.has_matrices().then(|| view.sightlines()),
            eye_from_clip: view.clip_from_eye().try_inverse().unwrap_or(DMat4::IDENTITY),
            world_from_eye: view.world_from_eye(),
            clip_space: view.clip_space(),
            viewport: view.viewport,
        }
    }

    /// Returns the ray that [`View::ray`] returns for a point of the window (origin lower left), with its steps.
    pub(super) fn ray(&self, window: DVec2) -> Option<RayTrace> {
        let in_eye = self.in_eye.ray(window)?;
        let in_world = match &self.in_world {
            Some(sightlines) => sightlines.ray(window)?,
            None => {
                let [near, far] = [in_eye.near, in_eye.far].map(|point| self.world_from_eye.transform_point3(point));
                PickRay { near, far, ..in_eye }
            }
        };
        let PickRay { near, far, t_max, reversed, .. } = in_world;
        let (near_depth, far_depth) = if reversed { (1.0, 0.0) } else { (0.0, 1.0) };
        let point = |depth: f64, eye: DVec3, world: DVec3| {
            let window = window.extend(depth);
            let ndc = self.clip_space.ndc_from_window(window, self.viewport)?;
            let clip = ndc.extend(1.0);
            Some(PlanePoint { window, ndc, clip, eye_homogeneous: self.eye_from_clip * clip, eye, world })
        };
        let (near, far) = (point(near_depth, in_eye.near, near)?, point(far_depth, in_eye.far, far)?);
        let t_max = (t_max < f64::INFINITY).then_some(t_max);
        let is_finite = near.world.is_finite() && far.world.is_finite();
        is_finite.then_some(RayTrace { near, far, t_max, reversed_z: reversed })
    }
}

impl RayTrace {
    /// Returns the ray through the near and the far point in world space, without the steps of its computation.
    pub fn pick_ray(&self) -> PickRay {
        let t_max = self.t_max.unwrap_or(f64::INFINITY);
        PickRay { reversed: self.reversed_z, ..PickRay::new(self.near.world, self.far.world, t_max) }
    }
}
