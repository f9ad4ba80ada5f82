//! Placement of the boxes in an object's tree relative to a region: inside, outside or unsure. A box that is not unsure
//! is placed rightly, whatever the rounding errors.

use super::outline::{Outline, Shape};
use super::projected::Projection;
use super::screen_region::Rectangle;
use crate::accel::Placement;
use crate::geometry::Aabb;
use glam::{DVec2, DVec3, DVec4};

/// Largest error of a sum of four products, relative to the sum of its terms' magnitudes, where its factors are
/// themselves rounded sums of two products: eight roundings, and as much again for those of the bound.
const ERROR: f64 = 8.0 * f64::EPSILON;

/// Linear function of a point, and the magnitudes of what its factors are made of.
#[derive(Clone, Copy, Debug)]
struct Linear {
    factors: DVec4,
    magnitudes: DVec4,
}

/// Test of the boxes in one object's tree against a region.
pub(super) struct Boxes<'a> {
    outline: &'a Outline,
    sides: [Linear; 6],
    /// Linear functions of a point in object space: its x, y and w in the picture, before the division by w.
    place: [Linear; 3],
}

impl<'a> Boxes<'a> {
    pub fn new(outline: &'a Outline, projection: &Projection) -> Self {
        let sides = outline.sides().map(|side| Linear {
            factors: (0..4).map(|k| side[k] * projection.rows[k]).sum(),
            magnitudes: (0..4).map(|k| (side[k] * projection.rows[k]).abs()).sum(),
        });
        let [x, y, _, w] = projection.rows;
        let place = [x, y, w].map(|factors| Linear { factors, magnitudes: factors.abs() });
        Self { outline, sides, place }
    }

    /// Returns the placement of a box (object space) relative to the volume that is seen through the region.
    pub fn place(&self, aabb: &Aabb) -> Placement {
        let mut placement = Placement::Inside;
        for side in &self.sides {
            let [least, most] = side.range(aabb);
            if most < 0.0 {
                return Placement::Outside;
            }
            // What overflows is not above anything.
            let is_within = least > 0.0;
            if !is_within {
                placement = Placement::Unsure;
            }
        }
        if matches!(self.outline.shape, Shape::Frame) {
            return placement;
        }
        match self.seen(aabb).map(|seen| self.outline.place(&seen.common(&self.outline.frame))) {
            Some(Placement::Outside) => Placement::Outside,
            Some(Placement::Inside) => placement,
            Some(Placement::Unsure) | None => Placement::Unsure,
        }
    }

    /// Returns a lower bound of the distance between a place of the picture and what is seen of a box (object space)
    /// within the region's frame and between both planes; `None` where nothing of it is.
    pub fn distance(&self, aabb: &Aabb, from: DVec2) -> Option<f64> {
        let is_outside = self.sides.iter().any(|side| side.range(aabb)[1] < 0.0);
        (!is_outside).then(|| self.seen(aabb).map_or(0.0, |seen| seen.distance(from)))
    }

    /// Returns a rectangle around the picture of a box; `None` where a part of it may not be before the eye.
    fn seen(&self, aabb: &Aabb) -> Option<Rectangle> {
        let [x_error, y_error, w_error] = self.place.map(|linear| linear.error(aabb));
        let mut seen = Rectangle::around([]);
        for corner in aabb.corners() {
            let [x, y, w] = self.place.map(|linear| linear.at(corner));
            let least_w = w - w_error;
            // What overflows is not before the eye either.
            let is_before_eye = least_w > w_error;
            if !is_before_eye {
                return None;
            }
            let place = DVec2::new(x, y) / w;
            let error = (DVec2::new(x_error, y_error) + place.abs() * w_error) / least_w + ERROR * place.abs();
            seen = Rectangle { min: seen.min.min(place - error), max: seen.max.max(place + error) };
        }
        (seen.min.is_finite() && seen.max.is_finite()).then_some(seen)
    }
}

impl Linear {
    fn at(&self, point: DVec3) -> f64 {
        self.factors.dot(point.extend(1.0))
    }

    /// Returns the largest error of the function, and of its factors, anywhere in a box.
    fn error(&self, aabb: &Aabb) -> f64 {
        ERROR * self.magnitudes.dot(aabb.min.abs().max(aabb.max.abs()).extend(1.0)) + f64::MIN_POSITIVE
    }

    /// Returns the least and the largest value of the function over a box; NaN where a number overflows.
    fn range(&self, aabb: &Aabb) -> [f64; 2] {
        let normal = self.factors.truncate();
        let (at_min, at_max) = (normal * aabb.min, normal * aabb.max);
        let error = self.error(aabb);
        let least = at_min.min(at_max).element_sum() + self.factors.w - error;
        [least, at_min.max(at_max).element_sum() + self.factors.w + error]
    }
}
