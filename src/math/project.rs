//! Object space to window coordinates and back, in f64.
//!
//! Based on: `gluProject` and `gluUnProject`, The OpenGL Graphics System Utility Library 1.3, section 5.4.

use super::Viewport;
use glam::{DMat4, DVec2, DVec3};

/// Window coordinates of a point of object space: x and y in physical pixels from the lower left of the window, z the depth,
/// 0 at NDC -1 and 1 at NDC 1. The equivalent of `gluProject`.
///
/// `modelview` is `eye_from_object`, `projection` is `clip_from_eye`. `None` where clip w is 0 (the plane of the eye), where the viewport is empty and where the
/// result is not finite.
pub fn project(object: DVec3, modelview: &DMat4, projection: &DMat4, viewport: Viewport) -> Option<DVec3> {
    if viewport.is_empty() {
        return None;
    }
    let clip = *projection * (*modelview * object.extend(1.0));
    if clip.w == 0.0 {
        return None;
    }
    let ndc = clip.truncate() / clip.w;
    let window = DVec3::new(
        f64::from(viewport.x) + 0.5 * (ndc.x + 1.0) * f64::from(viewport.width),
        f64::from(viewport.y) + 0.5 * (ndc.y + 1.0) * f64::from(viewport.height),
        0.5 * (ndc.z + 1.0),
    );
    window.is_finite().then_some(window)
}

/// The point of object space seen at a point of window coordinates. The equivalent of `gluUnProject`.
///
/// `window` is x and y in physical pixels from the lower left of the window, z the depth (0 near, 1 far); `modelview` is `eye_from_object`,
/// `projection` is `clip_from_eye`. `None` where their product is singular, where the viewport is empty, and where the point lies at infinity.
pub fn unproject(window: DVec3, modelview: &DMat4, projection: &DMat4, viewport: Viewport) -> Option<DVec3> {
    let object = unproject_homogeneous(window, modelview, projection, viewport)?;
    if object.w == 0.0 {
        return None;
    }
    let point = object.truncate() / object.w;
    point.is_finite().then_some(point)
}

/// `inverse(projection * modelview)` applied to NDC, before the division by w.
pub(super) fn unproject_homogeneous(
    window: DVec3,
    modelview: &DMat4,
    projection: &DMat4,
    viewport: Viewport,
) -> Option<glam::DVec4> {
    let ndc = viewport.ndc_from_window(DVec2::new(window.x, window.y))?;
    let object_from_clip = (*projection * *modelview).try_inverse()?;
    let object = object_from_clip * ndc.extend(2.0 * window.z - 1.0).extend(1.0);
    object.is_finite().then_some(object)
}
