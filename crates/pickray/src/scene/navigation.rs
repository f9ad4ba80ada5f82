//! Moves of a camera: pure functions from a camera, or the view in which a drag began, to the moved camera.
//!
//! A drag is computed from the view at the press of the button and the present cursor, so that rounding does not add
//! up. Of these functions, only [`frame`] changes the clip planes: after the others, call
//! [`Camera::with_depth_fitted`].

use super::{Camera, Projection, UpAxis, View, unit};
use crate::geometry::Aabb;
use crate::math::CursorPosition;
use glam::{DMat3, DVec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::FRAC_PI_2;

/// Closest zoom, as a share of the largest coordinate of eye and point zoomed to: nearer, f64 is too coarse.
const NEAREST: f64 = 1.0 / (1_u64 << 30) as f64;

/// The height of a unit right axis up to which a camera counts as upright: half the digits of f64.
const UPRIGHT: f64 = 1.0 / (1 << 26) as f64;

/// Farthest that a zoom goes out: beyond it squares of distances overflow.
const FARTHEST: f64 = 1e150;

/// View along an axis, named for the side of the subject that it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StandardView {
    /// View of the front, which faces +z where y is up, and −y where z is up.
    Front,
    /// View of the back, opposite the front.
    Back,
    /// View of the side at the right of a viewer who sees the front.
    Right,
    /// View of the side at the left of a viewer who sees the front.
    Left,
    /// View from above; the front is at the bottom of the picture.
    Top,
    /// View from below; the front is at the top of the picture.
    Bottom,
}

/// Returns the camera turned as on a turntable: by `yaw` about the `up` axis through `pivot`, then tilted by `pitch`,
/// both in radians. A positive yaw turns the subject to the right, and a positive pitch raises the eye. The tilt ends
/// at straight up and straight down.
///
/// The pivot stays where it is in the picture, at the same distance. A camera that was rolled is upright afterwards.
pub fn orbit(camera: &Camera, pivot: DVec3, up: UpAxis, yaw: f64, pitch: f64) -> Camera {
    let axis = up.up();
    let (right, elevation) = heading(&camera.axes(), axis);
    let elevation = (elevation + pitch).clamp(-FRAC_PI_2, FRAC_PI_2);
    let right = (DMat3::from_axis_angle(axis, -yaw) * right).normalize();
    turned(camera, pivot, upright_axes(right, axis, elevation))
}

/// Returns the horizontal right axis of the upright camera where one of these `axes` is, and the elevation (radians).
fn heading(axes: &DMat3, axis: DVec3) -> (DVec3, f64) {
    let (right, back) = (axes.x_axis, axes.z_axis);
    let height = back.dot(axis);
    let elevation = height.atan2((back - axis * height).length());
    // Straight up and down the view direction has no heading, but an upright camera's right axis always has.
    let right = if right.dot(axis).abs() > UPRIGHT {
        axis.cross(back)
    } else if axes.y_axis.dot(axis) < -UPRIGHT {
        -right
    } else {
        right
    };
    let level = right - axis * right.dot(axis);
    (unit(level).unwrap_or_else(|| axis.any_orthonormal_vector()), elevation)
}

/// Returns right, up and back of an upright camera with this horizontal right axis, `elevation` above the horizon.
fn upright_axes(right: DVec3, axis: DVec3, elevation: f64) -> DMat3 {
    let toward_eye = right.cross(axis);
    let (sin, cos) = if elevation.abs() == FRAC_PI_2 { (elevation.signum(), 0.0) } else { elevation.sin_cos() };
    DMat3::from_cols(right, cos * axis - sin * toward_eye, cos * toward_eye + sin * axis)
}

/// Returns the camera turned about `pivot`, as one rigid body with its target, until its axes are `axes`.
fn turned(camera: &Camera, pivot: DVec3, axes: DMat3) -> Camera {
    let rotation = axes * camera.axes().transpose();
    let distance = camera.distance();
    let eye = pivot + rotation * (camera.eye - pivot);
    Camera { eye, target: eye - distance * axes.z_axis, up: axes.y_axis, ..*camera }
}

/// Returns the camera moved across its view direction so that the point under the cursor `from`, at the depth of
/// `pivot`, comes under the cursor `to`.
///
/// A pivot not in front of the eye is replaced by the camera's target. Nothing moves if the viewport has no pixel.
pub fn pan(view: &View, pivot: DVec3, from: CursorPosition, to: CursorPosition) -> Camera {
    let camera = &view.camera;
    let depth = working_depth(camera, pivot);
    let (Some(from), Some(to)) = (view.point_under(from, depth), view.point_under(to, depth)) else { return *camera };
    moved(camera, from - to)
}

/// Returns the camera moved towards (`factor` below 1) or away from (above 1) what is under the cursor. The distance to
/// the depth of `pivot` is multiplied by `factor`; the point under the cursor at that depth stays under it. An
/// orthographic camera changes its height instead.
///
/// The eye never reaches the depth of `pivot`, however often a zoom is repeated.
pub fn zoom_to(view: &View, pivot: DVec3, cursor: CursorPosition, factor: f64) -> Camera {
    let camera = &view.camera;
    let depth = working_depth(camera, pivot);
    let Some(fixed) = view.point_under(cursor, depth) else { return *camera };
    let extent = match camera.projection {
        Projection::Perspective { .. } => depth,
        Projection::Orthographic { height } => height,
    };
    if !(factor > 0.0 && factor.is_finite() && extent > 0.0) {
        return *camera;
    }
    let reach = camera.eye.abs().max(fixed.abs()).max_element();
    let nearest = (NEAREST * reach).max(f64::MIN_POSITIVE).min(extent);
    let factor = (extent * factor).clamp(nearest, FARTHEST.max(extent)) / extent;
    match camera.projection {
        Projection::Perspective { .. } => {
            let eye = fixed + factor * (camera.eye - fixed);
            Camera { eye, target: eye + factor * (camera.target - camera.eye), ..*camera }
        }
        Projection::Orthographic { height } => {
            let toward = (1.0 - factor) * (fixed - camera.eye);
            let forward = camera.forward();
            let across = toward - forward * toward.dot(forward);
            Camera { projection: Projection::Orthographic { height: factor * height }, ..moved(camera, across) }
        }
    }
}

/// Returns the camera moved, not turned, so that `bounds` (a selection's, or the scene's) fill the picture.
pub fn frame(view: &View, bounds: &Aabb) -> Camera {
    view.camera.framed(bounds, view.aspect())
}

/// Returns the camera turned about its target, at the same distance, so that it shows the given side of the subject.
pub fn view_from(camera: &Camera, side: StandardView, up: UpAxis) -> Camera {
    let (axis, front) = (up.up(), up.front());
    let right = axis.cross(front);
    let (right, elevation) = match side {
        StandardView::Front => (right, 0.0),
        StandardView::Back => (-right, 0.0),
        StandardView::Right => (-front, 0.0),
        StandardView::Left => (front, 0.0),
        StandardView::Top => (right, FRAC_PI_2),
        StandardView::Bottom => (right, -FRAC_PI_2),
    };
    let axes = upright_axes(right, axis, elevation);
    Camera { eye: camera.target + camera.distance() * axes.z_axis, up: axes.y_axis, ..*camera }
}

/// Returns the camera with an orthographic projection in place of a perspective one, or the reverse. Objects at the
/// target's depth stay as large as before.
///
/// `fov_y` is the vertical field of view of a new perspective, in radians; the distance to the target follows from it.
/// Toggling to orthographic and back is exact as long as `fov_y` is the same.
pub fn toggle_projection(camera: &Camera, fov_y: f64) -> Camera {
    match camera.projection {
        Projection::Perspective { .. } => {
            let height = camera.height_at(camera.distance());
            Camera { projection: Projection::Orthographic { height }, ..*camera }
        }
        Projection::Orthographic { height } => {
            let distance = 0.5 * height / (0.5 * fov_y).tan();
            let eye = camera.target + distance * camera.axes().z_axis;
            Camera { eye, projection: Projection::Perspective { fov_y }, ..*camera }
        }
    }
}

/// Returns the camera with its target at the depth of `pivot`, so that zooming, toggling of the projection and clip
/// planes refer to that depth; the picture stays as it is. A pivot that is not in front of the eye changes nothing.
pub fn set_pivot(camera: &Camera, pivot: DVec3) -> Camera {
    let depth = camera.depth_of(pivot);
    if depth > 0.0 { Camera { target: camera.eye + depth * camera.forward(), ..*camera } } else { *camera }
}

/// Returns the camera moved, not turned, at the same distance, so that `point` is its target.
pub fn center_on(camera: &Camera, point: DVec3) -> Camera {
    moved(camera, point - camera.target)
}

fn moved(camera: &Camera, by: DVec3) -> Camera {
    Camera { eye: camera.eye + by, target: camera.target + by, ..*camera }
}

/// Returns the depth of the pivot, or of the target where the pivot is not before the eye.
fn working_depth(camera: &Camera, pivot: DVec3) -> f64 {
    let depth = camera.depth_of(pivot);
    if depth > 0.0 { depth } else { camera.distance() }
}
