//! A camera that sees all of something: where to stand, and clip planes around it.

use super::{Camera, Projection, UpAxis};
use crate::geometry::Aabb;
use glam::DVec3;

/// Pictures are this many times as wide and high as what is framed needs.
const FRAME_MARGIN: f64 = 1.08;

/// Room left before and behind the bounds by fitted clip planes, in depths of the bounds.
const DEPTH_MARGIN: f64 = 0.01;

/// Room left by fitted clip planes for rounding, in distances of the farthest corner: flat bounds have no depth.
const DEPTH_ROUNDING: f64 = 1.0 / (1 << 20) as f64;

/// A fitted near plane is no closer than this share of the distance to the target, unless [`NEAR_PER_FAR`] is less.
const NEAR_PER_DISTANCE: f64 = 0.01;

/// See [`NEAR_PER_DISTANCE`]: the same in distances of the far plane.
const NEAR_PER_FAR: f64 = 0.001;

/// Bounds smaller than this share of their distance from the origin are framed so large: f64 is too coarse.
const LEAST_SIZE: f64 = 1.0 / (1_u64 << 40) as f64;

impl Camera {
    /// The camera that a window opens with: perspective, from the front, a little to the right and above, all of
    /// `bounds` (world) in a picture `aspect` times as wide as high; `up` tells which axis stands upright in it and
    /// where the front is. Empty bounds count as the unit cube about the origin.
    pub fn framing(bounds: &Aabb, aspect: f64, up: UpAxis) -> Self {
        let (yaw, pitch) = (30_f64.to_radians(), 20_f64.to_radians());
        let (up, front) = (up.up(), up.front());
        let level = yaw.sin() * up.cross(front) + yaw.cos() * front;
        let toward_eye = pitch.cos() * level + pitch.sin() * up;
        Self::look_at(toward_eye, DVec3::ZERO, up).framed(bounds, aspect)
    }

    /// This camera moved, not turned, so that all of `bounds` (world) is in the picture, clip planes fitted.
    #[must_use]
    pub fn framed(&self, bounds: &Aabb, aspect: f64) -> Self {
        let bounds = framable(bounds);
        self.framed_about(bounds.center(), &bounds.corners(), aspect)
    }

    /// This camera moved, not turned, so that all of these points (world) are in the picture, clip planes fitted:
    /// closer than a box around them along the axes of the world would have it.
    #[must_use]
    pub fn framed_around(&self, points: &[DVec3], aspect: f64) -> Self {
        let bounds = Aabb::from_points(points.iter().copied());
        if bounds != framable(&bounds) {
            return self.framed(&bounds, aspect);
        }
        let (axes, middle) = (self.axes(), bounds.center());
        let in_axes = Aabb::from_points(points.iter().map(|&point| axes.transpose() * (point - middle)));
        self.framed_about(middle + axes * in_axes.center(), points, aspect)
    }

    /// This camera moved so that `center` is in the middle and all of the points are in the picture.
    fn framed_about(&self, center: DVec3, points: &[DVec3], aspect: f64) -> Self {
        let aspect = if aspect.is_finite() && aspect > 0.0 { aspect } else { 1.0 };
        let axes = self.axes();
        let bounds = Aabb::from_points(points.iter().copied());
        let corners: Vec<DVec3> = points.iter().map(|&point| axes.transpose() * (point - center)).collect();
        let mut camera = *self;
        let distance = match self.projection {
            // A corner at (x, y, z) from the centre is in a picture of half-height h per unit of depth, taken from d,
            // where
            // |y| ≤ h (d − z) and |x| ≤ h aspect (d − z).
            Projection::Perspective { fov_y } => {
                let h = (0.5 * fov_y).tan() / FRAME_MARGIN;
                corners.iter().map(|c| c.z + (c.y.abs() / h).max(c.x.abs() / (h * aspect))).fold(0.0, f64::max)
            }
            Projection::Orthographic { .. } => {
                let half_height = corners.iter().map(|c| c.y.abs().max(c.x.abs() / aspect)).fold(0.0, f64::max);
                let height = 2.0 * FRAME_MARGIN * half_height.max(LEAST_SIZE * bounds.size().max_element());
                camera.projection = Projection::Orthographic { height };
                bounds.size().length()
            }
        };
        camera.target = center;
        camera.eye = center + distance * axes.z_axis;
        camera.up = axes.y_axis;
        camera.with_depth_fitted(&bounds)
    }

    /// This camera with clip planes around `bounds` (world). An infinite far plane stays infinite in perspective.
    ///
    /// In perspective the near plane stays before the eye: where the eye is in the bounds or close, at a hundredth of
    /// the distance to the target, or a thousandth of that to the far plane if that is less. Where all is behind the
    /// eye, the planes are put around the target. In orthographic the near plane may lie behind the eye.
    #[must_use]
    pub fn with_depth_fitted(&self, bounds: &Aabb) -> Self {
        let depths = framable(bounds).corners().map(|corner| self.depth_of(corner));
        let least = depths.iter().copied().fold(f64::INFINITY, f64::min);
        let most = depths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let margin = DEPTH_MARGIN * (most - least) + DEPTH_ROUNDING * least.abs().max(most.abs());
        let mut camera = *self;
        match self.projection {
            Projection::Orthographic { .. } => (camera.near, camera.far) = (least - margin, most + margin),
            Projection::Perspective { .. } => {
                let far = if most + margin > 0.0 { most + margin } else { 10.0 * self.distance() };
                let floor = (NEAR_PER_DISTANCE * self.distance()).min(NEAR_PER_FAR * far);
                camera.near = floor.max(least - margin);
                camera.far = if self.far == f64::INFINITY { f64::INFINITY } else { far };
            }
        }
        camera
    }
}

/// Bounds of some size around `bounds`, for which a distance to look from exists.
fn framable(bounds: &Aabb) -> Aabb {
    if bounds.is_empty() || !bounds.min.is_finite() || !bounds.max.is_finite() {
        return Aabb::new(DVec3::splat(-0.5), DVec3::splat(0.5));
    }
    let center = bounds.center();
    let reach = bounds.min.abs().max(bounds.max.abs()).max_element();
    let size = bounds.size().max_element();
    if size > LEAST_SIZE * reach {
        return *bounds;
    }
    // A point has no size to go by: a unit of its file is as good as any, where f64 still tells units apart there.
    let half = if size > 0.0 { 0.5 * LEAST_SIZE * reach } else { 0.5_f64.max(LEAST_SIZE * reach) };
    Aabb::new(center - half, center + half)
}
