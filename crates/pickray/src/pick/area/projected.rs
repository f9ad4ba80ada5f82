//! Points of an object projected to the picture, but before the division by w, so that nothing has to be rounded.

use super::screen_region::Rectangle;
use crate::geometry::{self, Triangle};
use crate::math::Viewport;
use crate::math::bounded::{Bounded, Number};
use crate::math::predicates::Sign;
use crate::scene::View;
use glam::{DMat4, DVec2, DVec3, DVec4};

/// Point in homogeneous coordinates x, y, depth and w, seen at x / w, y / w, in pixels from the top left.
pub(super) type Point<T> = [T; 4];

/// Matrix from an object's space to the picture, row by row. Tests are exact for the numbers that this matrix holds.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    pub rows: [DVec4; 4],
}

impl Projection {
    /// Returns the matrix from an object's space to the picture of a view; `None` where it is not finite.
    pub fn new(view: &View, world_from_object: &DMat4) -> Option<Self> {
        let clip_from_object = view.clip_from_eye() * (view.eye_from_world() * *world_from_object);
        let [x, y, depth, w] = [0, 1, 2, 3].map(|row| clip_from_object.row(row));
        let Viewport { x: left, y: low, width, height } = view.viewport;
        let half = 0.5 * DVec2::new(f64::from(width), f64::from(height));
        let middle = DVec2::new(f64::from(left), f64::from(view.framebuffer.height) - f64::from(low))
            + DVec2::new(half.x, -half.y);
        let up = half.y * view.clip_space().y_sign();
        let rows = [half.x * x + middle.x * w, middle.y * w - up * y, depth, w];
        rows.iter().all(|row| row.is_finite()).then_some(Self { rows })
    }

    pub fn corners<T: Number>(&self, triangle: &Triangle) -> [Point<T>; 3] {
        triangle.corners().map(|corner| self.point(corner))
    }

    /// Returns a point of object space in homogeneous coordinates of the picture, rounded.
    pub fn at(&self, point: DVec3) -> DVec4 {
        DVec4::from_array(self.rows.map(|row| row.dot(point.extend(1.0))))
    }

    fn point<T: Number>(&self, point: DVec3) -> Point<T> {
        let [x, y, z] = point.to_array().map(T::new);
        self.rows.map(|row| {
            let [p, q, r, s] = row.to_array().map(T::new);
            p * x.clone() + q * y.clone() + (r * z.clone() + s)
        })
    }
}

/// Returns a rectangle around points; `None` where one of them may be on the plane of the eye or behind it.
pub(super) fn rectangle_around(points: &[Point<Bounded>]) -> Option<Rectangle> {
    let mut around = Rectangle::around([]);
    for [x, y, _, w] in points {
        let least_w = w.value - w.error;
        // Written so that NaN is not before the eye.
        let is_before_eye = least_w > w.error;
        let place = DVec2::new(x.value, y.value) / w.value;
        let error = (DVec2::new(x.error, y.error) + place.abs() * w.error) / least_w;
        let error = error * (1.0 + 16.0 * f64::EPSILON) + 4.0 * f64::EPSILON * place.abs() + f64::MIN_POSITIVE;
        if !(is_before_eye && place.is_finite() && error.is_finite()) {
            return None;
        }
        around.min = around.min.min(place - error);
        around.max = around.max.max(place + error);
    }
    Some(around)
}

/// Returns the part of a convex polygon where the linear `slack` is not negative, if any; `None` if a sign is unknown.
/// Nothing is divided.
#[inline(never)]
pub(super) fn clipped<T: Number>(polygon: &[Point<T>], slack: impl Fn(&Point<T>) -> T) -> Option<Vec<Point<T>>> {
    let slacks: Vec<T> = polygon.iter().map(slack).collect();
    let signs: Vec<Sign> = slacks.iter().map(T::known_sign).collect::<Option<_>>()?;
    let kept = |i: usize, _| (signs[i] != Sign::Negative).then(|| polygon[i].clone());
    let crossing = |i: usize, next: usize| {
        (signs[i] * signs[next] == Sign::Negative).then(|| {
            let (here, there) = (magnitude(&slacks[i]), magnitude(&slacks[next]));
            std::array::from_fn(|k| polygon[i][k].clone() * there.clone() + polygon[next][k].clone() * here.clone())
        })
    };
    Some(geometry::clipped(polygon.len(), kept, crossing))
}

/// Returns the magnitude of a number whose sign is known.
pub(super) fn magnitude<T: Number>(x: &T) -> T {
    if x.known_sign() == Some(Sign::Negative) { T::ZERO - x.clone() } else { x.clone() }
}

/// Returns `true` if one of several values is true; `None` where no value is true and one is unknown.
pub(super) fn any(all: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut answer = Some(false);
    for one in all {
        if one == Some(true) {
            return one;
        }
        answer = answer.and(one);
    }
    answer
}

/// Returns `true` if all of several values are true; `None` where no value is false and one is unknown.
pub(super) fn all(all: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    any(all.into_iter().map(|one| one.map(|one| !one))).map(|is_one_false| !is_one_false)
}

/// Returns `true` if no number is negative; `None` where none is known to be negative and a sign is unknown.
pub(super) fn none_negative<T: Number>(numbers: impl IntoIterator<Item = T>) -> Option<bool> {
    all(numbers.into_iter().map(|number| number.known_sign().map(|sign| sign != Sign::Negative)))
}

/// Returns `true` if a number is above zero; `None` where its sign is unknown.
pub(super) fn is_positive<T: Number>(number: &T) -> Option<bool> {
    number.known_sign().map(|sign| sign == Sign::Positive)
}
