//! Cameras that see all of a box or a scene: their positions, and clip planes around the box or scene.

use super::{Camera, Projection, Scene, UpAxis};
use crate::geometry::Aabb;
use glam::DVec3;
use std::f64::consts::PI;

/// Width and height of a picture, in multiples of what the framed bounds need.
const FRAME_MARGIN: f64 = 1.08;

/// Largest shares of the picture's height (`HIGH`) and width (`WIDE`) that objects fill at the start.
const HIGH: f64 = 0.75;
const WIDE: f64 = 0.8;

/// Distance of the objects below the middle of the picture at the start, in halves of its height, as in portraits.
const LOWER: f64 = 0.03;

/// Angles at the start, in radians: between the longer side on the ground and the picture (`THREE_QUARTERS`), and of
/// the camera above the horizon (`FROM_ABOVE`).
const THREE_QUARTERS: f64 = PI / 7.2;
const FROM_ABOVE: f64 = PI / 9.0;

/// Angle of the camera above the horizon for flat subjects, in radians: from lower, they are hardly more than a line.
const FLAT_FROM_ABOVE: f64 = 2.0 * FROM_ABOVE;

/// Depth, in widths, above which a subject is seen from its side: a head is deeper than wide.
const LONGER: f64 = 1.5;

/// Height, as a share of the lesser of width and depth, below which a subject lies flat.
const FLAT: f64 = 0.25;

/// Room left before and behind the bounds by fitted clip planes, in depths of the bounds.
const DEPTH_MARGIN: f64 = 0.01;

/// Room left by fitted clip planes for rounding, in distances of the farthest corner: flat bounds have no depth.
const DEPTH_ROUNDING: f64 = 1.0 / (1 << 20) as f64;

/// Least distance of a fitted near plane, as a share of the distance to the target, unless [`NEAR_PER_FAR`] gives less.
const NEAR_PER_DISTANCE: f64 = 0.01;

/// Least distance of a fitted near plane, as a share of that of the far plane, unless [`NEAR_PER_DISTANCE`] gives less.
const NEAR_PER_FAR: f64 = 0.001;

/// Least size of framed bounds, as a share of their distance from the origin: for smaller ones f64 is too coarse.
const LEAST_SIZE: f64 = 1.0 / (1_u64 << 40) as f64;

impl Camera {
    /// Returns a camera that sees all of `bounds` (world), as [`framing_scene`](Self::framing_scene) returns it for
    /// objects that fill the box up to its corners. Empty bounds count as the unit cube about the origin.
    pub fn framing(bounds: &Aabb, aspect: f64, up: UpAxis) -> Self {
        Self::toward_three_quarters(bounds, up.up(), up.front()).filled_by_box(bounds, aspect)
    }

    /// Returns the camera that a window opens with: perspective, from the front, a little to the right and above. The
    /// visible objects fill three quarters of the height of a picture `aspect` times as wide as high, or most of its
    /// width where they are wider, and stand a little lower than the middle. `up` tells which axis stands upright and
    /// where the front is. Objects much deeper than wide are seen from the right, a little to the front, and flat ones
    /// from farther above. The camera's `target` is near the middle of the objects' bounds, at the same depth.
    pub fn framing_scene(scene: &Scene, aspect: f64, up: UpAxis) -> Self {
        Self::toward_three_quarters(&scene.bounds(), up.up(), up.front()).filled_by(scene, aspect)
    }

    /// Returns a camera with the default view direction for `bounds`: from the front, a little to the right and above.
    /// Its position is arbitrary. `up` and `front` are unit vectors at a right angle to each other.
    #[doc(hidden)]
    pub fn toward_three_quarters(bounds: &Aabb, up: DVec3, front: DVec3) -> Self {
        let corners = framable(bounds).corners();
        let axes = [up.cross(front), up, front];
        let [width, height, depth] = axes.map(|axis| {
            let along = corners.map(|corner| corner.dot(axis));
            along.into_iter().fold(f64::MIN, f64::max) - along.into_iter().fold(f64::MAX, f64::min)
        });
        let yaw = if depth > LONGER * width { 0.5 * PI - THREE_QUARTERS } else { THREE_QUARTERS };
        let pitch = if height < FLAT * width.min(depth) { FLAT_FROM_ABOVE } else { FROM_ABOVE };
        let level = yaw.sin() * axes[0] + yaw.cos() * front;
        Self::look_at(pitch.cos() * level + pitch.sin() * up, DVec3::ZERO, up)
    }

    /// Returns this camera moved, not turned, so that the objects of `scene` fill the picture as far as with
    /// [`framing_scene`](Self::framing_scene). An orthographic camera also changes its height.
    #[doc(hidden)]
    pub fn filled_by(&self, scene: &Scene, aspect: f64) -> Self {
        let bounds = scene.bounds();
        if bounds != framable(&bounds) {
            return self.filled_by_box(&bounds, aspect);
        }
        self.filled(&bounds, aspect, |directions| scene.reach(bounds.center(), directions))
    }

    /// Returns `true` if no visible object reaches beyond the edges of this camera's picture.
    #[doc(hidden)]
    pub fn shows_all_of(&self, scene: &Scene, aspect: f64) -> bool {
        let axes = self.axes();
        // Half the picture's height is linear in depth: its value at the eye, and its slope.
        let (at_eye, slope) = match self.projection {
            Projection::Perspective { fov_y } => (0.0, (0.5 * fov_y).tan()),
            Projection::Orthographic { height } => (0.5 * height, 0.0),
        };
        let edges = [(0.0, 1.0, 1.0), (0.0, -1.0, 1.0), (1.0, 0.0, aspect), (-1.0, 0.0, aspect)];
        let reach = scene.reach(self.eye, edges.map(|(x, y, edge)| axes * DVec3::new(x, y, edge * slope)));
        reach.iter().zip(edges).all(|(reach, (.., edge))| *reach <= edge * at_eye)
    }

    /// Returns this camera moved, not turned, so that `bounds` (world) fills the picture as far as with
    /// [`framing`](Self::framing). An orthographic camera also changes its height.
    #[doc(hidden)]
    pub fn filled_by_box(&self, bounds: &Aabb, aspect: f64) -> Self {
        let bounds = framable(bounds);
        let corners = bounds.corners().map(|corner| corner - bounds.center());
        let reach = |direction: DVec3| corners.iter().map(|corner| direction.dot(*corner)).fold(f64::MIN, f64::max);
        self.filled(&bounds, aspect, |directions| directions.map(reach))
    }

    /// Returns this camera moved so that something fills the picture as far as it shall at the start. `reach` returns
    /// how far that something reaches from the middle of `bounds` in some directions (world).
    fn filled(&self, bounds: &Aabb, aspect: f64, reach: impl Fn([DVec3; 4]) -> [f64; 4]) -> Self {
        let aspect = if aspect.is_finite() && aspect > 0.0 { aspect } else { 1.0 };
        let (axes, size) = (self.axes(), bounds.size());

        // How fast half the picture's height grows with depth.
        let slope = match self.projection {
            Projection::Perspective { fov_y } => (0.5 * fov_y).tan(),
            Projection::Orthographic { .. } => 0.0,
        };

        // With the eye at (x, y, z) from the middle, half the picture is s = slope z high there. A point p is no higher
        // than an edge at e halves of the picture where p.y − y ≤ e (s − slope p.z), that is where
        // p.y + e slope p.z ≤ y + e s; and so for the other edges.
        let reach_at = |[wide, high]: [f64; 2]| {
            let aside = aspect * wide;
            let edges = [(0.0, 1.0, high - LOWER), (0.0, -1.0, high + LOWER), (1.0, 0.0, aside), (-1.0, 0.0, aside)];
            reach(edges.map(|(x, y, edge)| axes * DVec3::new(x, y, edge * slope)))
        };

        // Edges that are opposite are both reached at the least s.
        let [top, bottom, right, left] = reach_at([WIDE, HIGH]);
        let needed = [(right + left) / (2.0 * aspect), 0.5 * (top + bottom)];
        let half_height = (needed[0] / WIDE).max(needed[1] / HIGH);

        // Where less is needed, edges in proportion have the same room beyond them on both sides.
        let [top, bottom, right, left] =
            reach_at(if half_height > 0.0 { needed.map(|n| n / half_height) } else { [0.0; 2] });
        let (x, y) = (0.5 * (right - left), 0.5 * (top - bottom) + LOWER * half_height);
        let half_height = half_height.max(LEAST_SIZE * size.max_element());
        let mut camera = *self;
        let distance = match self.projection {
            Projection::Perspective { .. } => half_height / slope,
            Projection::Orthographic { .. } => {
                camera.projection = Projection::Orthographic { height: 2.0 * half_height };
                size.length()
            }
        };
        camera.target = bounds.center() + axes * DVec3::new(x, y, 0.0);
        camera.eye = camera.target + distance * axes.z_axis;
        camera.up = axes.y_axis;
        camera.with_depth_fitted(bounds)
    }

    /// Returns this camera moved, not turned, so that all of `bounds` (world) is in the picture. The clip planes are
    /// fitted to `bounds`.
    #[must_use]
    pub fn framed(&self, bounds: &Aabb, aspect: f64) -> Self {
        let bounds = framable(bounds);
        self.framed_about(bounds.center(), &bounds.corners(), aspect)
    }

    /// Returns this camera moved, not turned, so that all `points` (world) are in the picture. The clip planes are
    /// fitted to the points. The camera comes closer than it would for the axis-aligned box around the points.
    #[must_use]
    #[doc(hidden)]
    pub fn framed_around(&self, points: &[DVec3], aspect: f64) -> Self {
        let bounds = Aabb::from_points(points.iter().copied());
        if bounds != framable(&bounds) {
            return self.framed(&bounds, aspect);
        }
        let (axes, middle) = (self.axes(), bounds.center());
        let in_axes = Aabb::from_points(points.iter().map(|&point| axes.transpose() * (point - middle)));
        self.framed_about(middle + axes * in_axes.center(), points, aspect)
    }

    /// Returns this camera moved so that `center` is in the middle and all of the points are in the picture.
    fn framed_about(&self, center: DVec3, points: &[DVec3], aspect: f64) -> Self {
        let aspect = if aspect.is_finite() && aspect > 0.0 { aspect } else { 1.0 };
        let axes = self.axes();
        let bounds = Aabb::from_points(points.iter().copied());
        let corners: Vec<DVec3> = points.iter().map(|&point| axes.transpose() * (point - center)).collect();
        let mut camera = *self;
        let distance = match self.projection {
            // A corner at (x, y, z) from the centre is in a picture of half-height h per unit of depth, from d, where
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

    /// Returns this camera with clip planes around `bounds` (world). An infinite far plane of perspective stays.
    ///
    /// The near plane of a perspective camera stays in front of the eye. If the eye is within `bounds` or close to it,
    /// the near plane lies at a hundredth of the distance to the target, or at a thousandth of the far distance if that
    /// is less. If all of `bounds` is behind the eye, the planes lie on both sides of the target. The near plane of an
    /// orthographic camera may lie behind the eye.
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

/// Returns the middle of `bounds`, about which a camera that frames them turns; the origin for empty bounds.
#[doc(hidden)]
pub fn middle(bounds: &Aabb) -> DVec3 {
    framable(bounds).center()
}

/// Returns bounds of some size around `bounds`, for which a distance to look from exists.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{CursorPosition, FramebufferSize};
    use crate::mesh::samples::Sample;
    use crate::scene::navigation::zoom_to;
    use crate::scene::{Object, View};

    /// Boxes as meshes have them: cubes, wide, tall and deep ones, sheets that lie and stand, and a line.
    const SIZES: [DVec3; 9] = [
        DVec3::ONE,
        DVec3::new(6.0, 1.0, 2.0),
        DVec3::new(1.0, 7.0, 1.0),
        DVec3::new(1.0, 2.0, 9.0),
        DVec3::new(3.0, 0.0, 2.0),
        DVec3::new(2.0, 3.0, 0.0),
        DVec3::new(0.0, 2.0, 3.0),
        DVec3::new(20.0, 0.1, 0.1),
        DVec3::new(0.0, 0.0, 4.0),
    ];

    /// Returns the lower left and the upper right of the corners in a picture, in halves of it from its middle.
    fn extent(camera: &Camera, bounds: &Aabb, aspect: f64) -> Aabb {
        let clip_from_world = camera.clip_from_eye(aspect) * camera.eye_from_world();
        Aabb::from_points(bounds.corners().map(|corner| clip_from_world.project_point3(corner)))
    }

    #[test]
    fn at_first_a_box_is_whole_and_fills_the_height_or_where_that_is_too_wide_the_width() {
        for size in SIZES {
            for up in UpAxis::ALL {
                for aspect in [0.2, 0.75, 1.0, 1.78, 4.0] {
                    let bounds = Aabb::new(DVec3::splat(7.0), DVec3::splat(7.0) + size);
                    let perspective = Camera::framing(&bounds, aspect, up);
                    let flat = Camera { projection: Projection::Orthographic { height: 1.0 }, ..perspective };
                    for camera in [perspective, flat.filled_by_box(&bounds, aspect)] {
                        let Aabb { min, max } = extent(&camera, &bounds, aspect);
                        let [left, right] = [-min.x, max.x].map(|edge| edge / WIDE);
                        let (lower, upper) = (-min.y / (HIGH + LOWER), max.y / (HIGH - LOWER));
                        let fullest = left.max(right).max(lower).max(upper);
                        let is_full = |a: f64, b: f64| a.min(b) > 1.0 - 1e-9;
                        assert!(fullest < 1.0 + 1e-9, "{size} in {aspect} is cut off: {min}, {max}");
                        assert!(is_full(left, right) || is_full(lower, upper), "{size} in {aspect}: {min}, {max}");
                        assert!(-1.0 < min.z && max.z < 1.0, "{size} is between the planes");
                    }
                }
            }
        }
    }

    #[test]
    fn all_of_a_scene_is_shown_until_the_camera_comes_too_close() {
        let scene = Scene::of(Object::new("sphere", Sample::Icosphere.mesh().expect("a mesh").into()));
        let perspective = Camera::framing_scene(&scene, 0.7, UpAxis::Y);
        let flat = Camera { projection: Projection::Orthographic { height: 1.0 }, ..perspective };
        let flat = flat.filled_by(&scene, 0.7);
        let corners = extent(&perspective, &scene.bounds(), 0.7);
        assert!(corners.max.x > 1.0, "corners of the bounds are out of the picture");
        for camera in [perspective, flat] {
            let view = View::new(camera, FramebufferSize::new(700, 1000));
            assert!(camera.shows_all_of(&scene, 0.7));
            let near = zoom_to(&view, scene.bounds().center(), CursorPosition::new(350.0, 500.0), 0.7);
            assert!(!near.shows_all_of(&scene, 0.7), "{near:?}");
        }
    }

    #[test]
    fn a_mesh_stands_a_little_lower_than_the_middle() {
        for size in SIZES {
            let bounds = Aabb::new(DVec3::ZERO, size);
            let Aabb { min, max } = extent(&Camera::framing(&bounds, 1.5, UpAxis::Y), &bounds, 1.5);
            let (lower, aside) = (-0.5 * (min.y + max.y), 0.5 * (min.x + max.x));
            assert!((0.02..0.04).contains(&lower) && aside.abs() < 0.01, "{size}: {lower}, {aside}");
        }
    }

    #[test]
    fn the_long_side_is_turned_to_the_viewer_and_what_lies_flat_is_seen_from_above() {
        for size in SIZES {
            for up in UpAxis::ALL {
                let (across, front) = (up.up().cross(up.front()), up.front());
                let [wide, deep] = [across, front].map(|axis| size.dot(axis.abs()));
                let camera = Camera::framing(&Aabb::new(DVec3::ZERO, size), 1.5, up);
                let [seen_wide, seen_deep] = [across, front].map(|axis| camera.axes().x_axis.dot(axis).abs());
                assert_eq!(deep > LONGER * wide, seen_deep > seen_wide, "{size}, {up:?}");
                let steepness = -camera.forward().dot(up.up());
                let is_sheet = size.dot(up.up().abs()) == 0.0 && wide.min(deep) > 0.0;
                assert_eq!(is_sheet, steepness > 0.5, "{size}, {up:?}: {steepness}");
            }
        }
    }
}
