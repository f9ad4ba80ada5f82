//! Unprojection: from window coordinates to object space, and the ray of a pick: a pixel unprojected at two depths.
//!
//! Projections of all kinds (perspective, orthographic, off-centre, infinite, reversed) go through the same code: the
//! ray is never "camera position plus direction".
//!
//! Based on: `gluUnProject`, The OpenGL Graphics System Utility Library 1.3, section 5.4. Departures: by the adjugate
//! in twice the precision of f64, with a bound of its error, so that a singular matrix and a point at infinity are told
//! from nearly singular and very distant ones; a far plane at infinity is no failure for a pick's ray.

use super::double::{DOUBLE_ROUNDOFF, Double};
use super::project::sum_of_four;
use super::{ClipSpace, Viewport};
use glam::{DMat4, DVec2, DVec3, DVec4};
use serde::{Deserialize, Serialize};
use std::ops::{Add, Mul};

/// Relative error of the determinant and of each homogeneous coordinate, per unit of the sum of the magnitudes of their
/// terms. An entry of the matrix is a sum of four exact products: three operations, and three entries meet in a
/// cofactor, which adds a product and a subtraction, a product and two additions; NDC are off by three operations; the
/// last row takes a product and three additions. 9 + 5 + 3 + 4; the rest covers the rounding of magnitudes.
const ADJUGATE_ERROR: f64 = 32.0 * DOUBLE_ROUNDOFF;

/// Line of sight of a window position, in object space: `near` at t = 0, `far` at t = 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PickRay {
    /// The point on the near plane, t = 0.
    pub near: DVec3,
    /// The point on the far plane, t = 1. If it is at infinity, a point as far beyond `near` as that is from the eye.
    pub far: DVec3,
    /// The largest visible t, counted from 0: 1, or infinity if the far plane is at infinity.
    pub t_max: f64,
    /// `true` if depth 1 is the near plane (reversed-Z).
    pub reversed: bool,
    /// The exact difference `near + direction - far` for a ray that was made from a direction; else `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) beyond: Option<DVec3>,
}

impl PickRay {
    /// Returns the ray from `near` through `far`, visible for t from 0 to `t_max`.
    #[inline]
    pub const fn new(near: DVec3, far: DVec3, t_max: f64) -> Self {
        Self { near, far, t_max, reversed: false, beyond: None }
    }
}

/// Returns the point of object space seen at a point of window coordinates, as `gluUnProject` does.
///
/// `window` is x and y in physical pixels from the lower left of the window, z the depth (0 near, 1 far); `modelview`
/// is `eye_from_object`, `projection` is `clip_from_eye`. `None` if their product is singular, the viewport is empty,
/// the point lies at infinity, or an argument is not finite.
///
/// ```
/// use glam::{DMat4, DVec3};
/// use pickray::math::{Viewport, perspective, unproject};
///
/// let projection = perspective(1.0, 4.0 / 3.0, 0.5, 8.0);
/// let viewport = Viewport { x: 0, y: 0, width: 640, height: 480 };
/// let near = unproject(DVec3::new(320.0, 240.0, 0.0), &DMat4::IDENTITY, &projection, viewport);
/// assert_eq!(near, Some(DVec3::new(0.0, 0.0, -0.5)));
/// assert_eq!(unproject(DVec3::ZERO, &DMat4::ZERO, &projection, viewport), None);
/// ```
pub fn unproject(window: DVec3, modelview: &DMat4, projection: &DMat4, viewport: Viewport) -> Option<DVec3> {
    unproject_in(window, modelview, projection, viewport, ClipSpace::OPENGL)
}

/// Returns the ray from near to far plane through a window position (origin lower left, y up), in object space.
///
/// `None` if the product of the matrices is singular, the viewport is empty, the near plane is not in front of the eye,
/// or an argument is not finite.
///
/// ```
/// use glam::{DMat4, DVec2, DVec3};
/// use pickray::math::{Viewport, perspective, pick_ray};
///
/// let viewport = Viewport { x: 0, y: 0, width: 640, height: 480 };
/// let endless = perspective(1.0, 4.0 / 3.0, 0.5, f64::INFINITY);
/// let ray = pick_ray(DVec2::new(320.0, 240.0), &DMat4::IDENTITY, &endless, viewport).unwrap();
/// assert_eq!((ray.near, ray.t_max), (DVec3::new(0.0, 0.0, -0.5), f64::INFINITY));
/// ```
pub fn pick_ray(window: DVec2, modelview: &DMat4, projection: &DMat4, viewport: Viewport) -> Option<PickRay> {
    Unprojector::new(modelview, projection, viewport)?.for_rays(None)?.pick_ray(window)
}

/// Returns the point of object space seen at a point of window coordinates, for the projection matrix of any graphics
/// interface. The same as [`unproject`] for [`ClipSpace::OPENGL`].
///
/// Window y counts upwards from the lower left, whichever way NDC y points; depth 0 is the smaller NDC depth of the
/// clip space, 1 the larger. `None` as for [`unproject`], and if the depths of `clip_space` are equal or not finite.
pub fn unproject_in(
    window: DVec3,
    modelview: &DMat4,
    projection: &DMat4,
    viewport: Viewport,
    clip_space: ClipSpace,
) -> Option<DVec3> {
    clip_space.depths()?;
    let unprojector = Unprojector::new(modelview, projection, viewport)?;
    let across = unprojector.terms(0, unprojector.ndc(window.truncate(), clip_space.y_sign()));
    let depth = unprojector.depth_terms(clip_space.double_ndc_depth(window.z));
    let point = unprojector.joined(&across, &depth);
    if point.w_is_zero() { None } else { point.divided() }
}

/// Returns the ray from near to far plane, as [`pick_ray`], for the projection matrix of any graphics interface.
///
/// The window position counts upwards from the lower left, whichever way NDC y points. A perspective's matrix itself
/// says which plane is nearer and whether one is at infinity. Parallel lines of sight go by `near` and `far` of
/// `clip_space`, so that the view may look along either axis. `None` as for [`pick_ray`], and if the two depths of
/// `clip_space` are equal or not finite.
///
/// ```
/// use glam::{DMat4, DVec2, DVec3};
/// use pickray::math::{ClipSpace, Viewport, pick_ray_in};
///
/// // wgpu, depth reversed, no far plane.
/// let projection = glam::dcamera::rh::proj::directx::perspective_infinite_reverse(1.0, 4.0 / 3.0, 0.5);
/// let viewport = Viewport { x: 0, y: 0, width: 640, height: 480 };
/// let centre = DVec2::new(320.0, 240.0);
/// let ray = pick_ray_in(centre, &DMat4::IDENTITY, &projection, viewport, ClipSpace::WGPU.reversed()).unwrap();
/// assert_eq!((ray.near, ray.t_max), (DVec3::new(0.0, 0.0, -0.5), f64::INFINITY));
/// ```
pub fn pick_ray_in(
    window: DVec2,
    modelview: &DMat4,
    projection: &DMat4,
    viewport: Viewport,
    clip_space: ClipSpace,
) -> Option<PickRay> {
    Unprojector::new(modelview, projection, viewport)?.for_rays(Some(clip_space))?.pick_ray(window)
}

/// Precomputed part of [`unproject`], for many points with the same matrices and viewport.
#[derive(Clone, Debug)]
pub(crate) struct Unprojector {
    /// The adjugate of `projection * modelview`, row by row, negated if needed to make the determinant positive.
    adjugate: [[Double; 4]; 4],
    /// For each entry of `adjugate`, the sum of the magnitudes of its terms.
    magnitudes: [[f64; 4]; 4],
    /// Powers of two that bring each column of the modelview to about 1, and multiply the homogeneous coordinates.
    scale: DVec4,
    modelview: DMat4,
    viewport: Viewport,
}

/// Precomputed part of [`pick_ray`], for many pixels with the same matrices and viewport.
#[derive(Clone, Debug)]
pub(crate) struct RayUnprojector {
    unprojector: Unprojector,
    /// The clip space of the projection; `None` for OpenGL's, where the matrices say which plane is near.
    clip_space: Option<ClipSpace>,
    /// The terms of the homogeneous coordinates for window depths 0 and 1, or for near and far of `clip_space`.
    ends: [Terms; 2],
}

/// Summands of the homogeneous coordinates that come from two coordinates of NDC: x and y, or depth and 1.
#[derive(Clone, Copy, Debug)]
struct Terms {
    sums: [Double; 4],
    w_magnitude: f64,
}

/// A point of object space in homogeneous coordinates, before the division by w, with a bound of the error of w.
#[derive(Clone, Copy, Debug)]
struct HomogeneousPoint {
    coordinates: [Double; 4],
    w_error: f64,
}

impl Unprojector {
    /// Returns the unprojector, or `None` if the matrices' product is singular or not finite, or the viewport empty.
    pub fn new(modelview: &DMat4, projection: &DMat4, viewport: Viewport) -> Option<Self> {
        if viewport.is_empty() {
            return None;
        }

        // Scaled by powers of two, which round nothing, tiny and huge models keep clear of under- and overflow.
        let scale = DVec4::from_array(std::array::from_fn(|k| power_of_two_near(modelview.col(k))));
        let matrix = std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                sum_of_four(|k| Double::product(projection.col(k)[row], modelview.col(column)[k] * scale[column]))
            })
        });
        let sums: [[f64; 4]; 4] = std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let term = |k: usize| projection.col(k)[row] * modelview.col(column)[k] * scale[column];
                (0..4).map(|k| term(k).abs()).sum()
            })
        });
        let magnitudes = adjugate(&sums, |a, b| a + b, |sum| sum);
        let adjugate = adjugate(&matrix, |a: Double, b| a - b, |minor| -minor);

        // The determinant, expanded along the first row; if lost in its error, it is zero for all that can be known.
        let determinant = sum_of_four(|k| matrix[0][k] * adjugate[k][0]);
        let error = ADJUGATE_ERROR * (0..4).map(|k| sums[0][k] * magnitudes[k][0]).sum::<f64>();
        if !(determinant.exceeds(error) && error.is_finite()) {
            return None;
        }
        let adjugate = if determinant.hi < 0.0 { adjugate.map(|row| row.map(|entry| -entry)) } else { adjugate };
        Some(Self { adjugate, magnitudes, scale, modelview: *modelview, viewport })
    }

    /// Returns the unprojector of rays, or `None` if the two depths of the clip space are equal or not finite.
    pub fn for_rays(self, clip_space: Option<ClipSpace>) -> Option<RayUnprojector> {
        let depths = match clip_space {
            Some(clip_space) => {
                clip_space.depths()?;
                [clip_space.near, clip_space.far]
            }
            None => [-1.0, 1.0],
        };
        let ends = depths.map(|depth| self.depth_terms(Double::from(depth)));
        Some(RayUnprojector { unprojector: self, clip_space, ends })
    }

    /// Returns NDC x and y of a window position, y multiplied by `y_sign`.
    fn ndc(&self, window: DVec2, y_sign: f64) -> [Double; 2] {
        let Viewport { x, y, width, height } = self.viewport;
        let across = |window: f64, start: i32, size: i32| {
            let (offset, size) = (Double::difference(window, f64::from(start)), Double::from(f64::from(size)));
            (offset + offset - size).quotient(size)
        };
        let up = across(window.y, y, height);
        [across(window.x, x, width), if y_sign < 0.0 { -up } else { up }]
    }

    fn depth_terms(&self, depth: Double) -> Terms {
        self.terms(2, [depth, Double::from(1.0)])
    }

    /// Returns the terms of two coordinates, `first` and the next, of x, y, depth and 1.
    fn terms(&self, first: usize, coordinates: [Double; 2]) -> Terms {
        let of_row = |row: usize| {
            let [a, b] = [self.adjugate[row][first], self.adjugate[row][first + 1]];
            a * coordinates[0] + b * coordinates[1]
        };
        let [a, b] = coordinates.map(|coordinate| coordinate.hi.abs());
        let w_magnitude = self.magnitudes[3][first] * a + self.magnitudes[3][first + 1] * b;
        Terms { sums: std::array::from_fn(of_row), w_magnitude }
    }

    fn joined(&self, across: &Terms, depth: &Terms) -> HomogeneousPoint {
        let coordinates =
            std::array::from_fn(|row| (across.sums[row] + depth.sums[row]).times_power_of_two(self.scale[row]));
        let w_magnitude = across.w_magnitude + depth.w_magnitude;
        HomogeneousPoint { coordinates, w_error: ADJUGATE_ERROR * w_magnitude * self.scale.w }
    }
}

impl RayUnprojector {
    /// Returns the ray through a window position, as [`pick_ray`], or as [`pick_ray_in`] if a clip space is known.
    /// `None` if the near plane is at infinity or behind the eye, or if a number is not finite.
    pub fn pick_ray(&self, window: DVec2) -> Option<PickRay> {
        let Self { unprojector, clip_space, ends } = self;
        let ndc = unprojector.ndc(window, clip_space.map_or(1.0, |clip_space| clip_space.y_sign()));
        let across = unprojector.terms(0, ndc);
        let depths = ends.each_ref().map(|end| unprojector.joined(&across, end));
        let is_swapped = self.second_is_near(&depths);
        let [near, far] = if is_swapped { [depths[1], depths[0]] } else { depths };
        if near.w_is_zero() || near.w().hi < 0.0 {
            return None;
        }
        let near_point = near.divided()?;
        let (far_point, t_max) =
            if far.w().hi > far.w_error { (far.divided()?, 1.0) } else { (beyond(&near, &far), f64::INFINITY) };

        // A perspective's matrix says which plane is near, even if the clip space was given the wrong way round.
        let reversed = is_swapped != clip_space.is_some_and(|space| space.far < space.near);
        far_point.is_finite().then_some(PickRay { reversed, ..PickRay::new(near_point, far_point, t_max) })
    }

    /// Returns `true` if the second of `depths` is the near end. The homogeneous w is 1 / clip w, and clip w grows away
    /// from a perspective eye. Parallel rays have constant w. They begin at the near depth of a known clip space; else
    /// eye z decides, which falls away from the camera.
    fn second_is_near(&self, [first, second]: &[HomogeneousPoint; 2]) -> bool {
        let difference = (first.w() - second.w()).hi;
        if difference.abs() > first.w_error + second.w_error {
            return difference < 0.0;
        }
        let ends = if self.clip_space.is_some() { None } else { first.divided().zip(second.divided()) };
        ends.is_some_and(|(start, end)| self.unprojector.modelview.transform_vector3(end - start).z > 0.0)
    }
}

impl HomogeneousPoint {
    fn w(&self) -> Double {
        self.coordinates[3]
    }

    /// Returns `true` if w is zero within its error (a point at infinity) or not a number.
    fn w_is_zero(&self) -> bool {
        !self.w().exceeds(self.w_error)
    }

    fn divided(&self) -> Option<DVec3> {
        let [x, y, z, w] = self.coordinates;
        let point = DVec3::new(x.quotient(w).hi, y.quotient(w).hi, z.quotient(w).hi);
        point.is_finite().then_some(point)
    }
}

/// Returns a point on the ray beyond `near`, for a far plane at infinity or beyond it (w below zero). If the plane is
/// at infinity, the point is as far from `near` as `near` is from the eye.
fn beyond(near: &HomogeneousPoint, far: &HomogeneousPoint) -> DVec3 {
    let w = near.w();
    let far_w = if far.w_is_zero() { Double::from(0.0) } else { far.w() };
    DVec3::from_array(std::array::from_fn(|i| {
        let at_near = near.coordinates[i].quotient(w);
        (at_near + (far.coordinates[i] - at_near * far_w).quotient(w)).hi
    }))
}

/// Returns the power of two that brings the largest component near 1; 1 if that component is not normal.
fn power_of_two_near(column: DVec4) -> f64 {
    let largest = column.abs().max_element();
    if largest.is_normal() { f64::exp2(-largest.log2().round()) } else { 1.0 }
}

/// Indices of the rows or columns other than each of the four.
const OTHERS: [[usize; 3]; 4] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];

/// Returns the transposed matrix of cofactors: the inverse times the determinant. With `minus` and `negative` that
/// leave every sign positive, it returns the sums of the magnitudes of the terms.
fn adjugate<T: Copy + Add<Output = T> + Mul<Output = T>>(
    matrix: &[[T; 4]; 4],
    minus: impl Fn(T, T) -> T,
    negative: impl Fn(T) -> T,
) -> [[T; 4]; 4] {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let ([i, j, k], [p, q, r]) = (OTHERS[column], OTHERS[row]);
            let pair = |p: usize, q: usize| minus(matrix[j][p] * matrix[k][q], matrix[j][q] * matrix[k][p]);
            let minor = minus(matrix[i][p] * pair(q, r), matrix[i][q] * pair(p, r)) + matrix[i][r] * pair(p, q);
            if (row + column) % 2 == 0 { minor } else { negative(minor) }
        })
    })
}
