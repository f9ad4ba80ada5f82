//! Projection: from object space to window coordinates.
//!
//! Based on: `gluProject`, The OpenGL Graphics System Utility Library 1.3, section 5.4. Departure: intermediate results
//! have twice the precision of f64, so that the answer carries the rounding of the last step only.

use super::double::{DOUBLE_ROUNDOFF, Double};
use super::{ClipSpace, Viewport};
use glam::{DMat4, DVec3};

/// Relative error of clip w per unit of the sum of the magnitudes of its 16 terms: the product with the modelview,
/// exact, and three additions; then a product and three additions; one more for the rounding of the sum of magnitudes.
const CLIP_ERROR: f64 = 8.0 * DOUBLE_ROUNDOFF;

/// Returns the window coordinates of a point of object space, as `gluProject` does: x and y in physical pixels from the
/// lower left of the window, z the depth, 0 at NDC -1 and 1 at NDC 1.
///
/// `modelview` is `eye_from_object`, `projection` is `clip_from_eye`. `None` if clip w is 0 (the plane of the eye) or
/// the result is not finite. A point behind a perspective eye has window coordinates too, with depth above 1; in an
/// empty viewport all points have the same position, as in GLU.
///
/// ```
/// use glam::{DMat4, DVec3};
/// use pickray::math::{Viewport, perspective, project};
///
/// let projection = perspective(1.0, 4.0 / 3.0, 0.5, 8.0);
/// let viewport = Viewport { x: 0, y: 0, width: 640, height: 480 };
/// let window = project(DVec3::new(0.0, 0.0, -0.5), &DMat4::IDENTITY, &projection, viewport).unwrap();
/// assert_eq!((window.x, window.y, window.z), (320.0, 240.0, 0.0));
/// ```
pub fn project(object: DVec3, modelview: &DMat4, projection: &DMat4, viewport: Viewport) -> Option<DVec3> {
    project_in(object, modelview, projection, viewport, ClipSpace::OPENGL)
}

/// Returns the window coordinates of a point of object space, for the projection matrix of any graphics interface. The
/// same as [`project`] for [`ClipSpace::OPENGL`].
///
/// Window y counts upwards from the lower left, whichever way NDC y points; depth is 0 at the smaller NDC depth of the
/// clip space, 1 at the larger. `None` as for [`project`], and if the depths of `clip_space` are equal or not finite.
///
/// ```
/// use glam::{DMat4, DVec3};
/// use pickray::math::{ClipSpace, Viewport, project_in};
///
/// // wgpu's depth runs from 0 at the near plane to 1 at the far one.
/// let projection = glam::dcamera::rh::proj::directx::perspective(1.0, 4.0 / 3.0, 0.5, 8.0);
/// let viewport = Viewport { x: 0, y: 0, width: 640, height: 480 };
/// let near = DVec3::new(0.0, 0.0, -0.5);
/// let window = project_in(near, &DMat4::IDENTITY, &projection, viewport, ClipSpace::WGPU).unwrap();
/// assert_eq!((window.x, window.y, window.z), (320.0, 240.0, 0.0));
/// ```
pub fn project_in(
    object: DVec3,
    modelview: &DMat4,
    projection: &DMat4,
    viewport: Viewport,
    clip_space: ClipSpace,
) -> Option<DVec3> {
    let [low, high] = clip_space.depths()?;
    let object = object.extend(1.0);
    let eye: [Double; 4] =
        std::array::from_fn(|row| sum_of_four(|k| Double::product(modelview.col(k)[row], object[k])));
    let clip: [Double; 4] = std::array::from_fn(|row| sum_of_four(|k| Double::from(projection.col(k)[row]) * eye[k]));

    // Where w is lost in its own error the point is on the plane of the eye.
    let w_error = CLIP_ERROR * (projection.abs() * (modelview.abs() * object.abs())).w;
    let [x, y, z, w] = clip;
    if !w.exceeds(w_error) {
        return None;
    }
    let (width, height) = (f64::from(viewport.width), f64::from(viewport.height));
    let half = |clip: Double, size: f64| (clip + w).quotient(w) * Double::from(0.5 * size);
    let y = y * Double::from(clip_space.y_sign());
    let depth = (z - w * Double::from(low)).quotient(w).quotient(Double::difference(high, low));
    let window = DVec3::new(
        (Double::from(f64::from(viewport.x)) + half(x, width)).hi,
        (Double::from(f64::from(viewport.y)) + half(y, height)).hi,
        depth.hi,
    );
    window.is_finite().then_some(window)
}

/// Returns the sum of four terms, one for each column of a row.
pub(super) fn sum_of_four(term: impl Fn(usize) -> Double) -> Double {
    (term(0) + term(1)) + (term(2) + term(3))
}
