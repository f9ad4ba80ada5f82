//! Tests of a disc in the picture against polygons that are given before the division by w.

use super::projected::{Point, all, any, is_positive, none_negative};
use super::screen_region::Rectangle;
use crate::accel::Placement;
use crate::math::bounded::Number;
use crate::math::predicates::Sign;
use glam::DVec2;

/// Largest relative error of distances and their squares: differences, squares and a sum.
const SQUARE_ERROR: f64 = 8.0 * f64::EPSILON;

#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    pub center: DVec2,
    pub radius: f64,
}

impl Disc {
    /// Returns `true` if a non-empty polygon shares a point with the disc; `None` where the answer depends on a sign
    /// that error bounds leave open.
    pub fn meets<T: Number>(&self, polygon: &[Point<T>]) -> Option<bool> {
        let sides = || polygon.iter().zip(polygon.iter().cycle().skip(1));
        any([
            any(polygon.iter().map(|corner| self.holds(corner))),
            any(sides().map(|(from, to)| self.meets_between(from, to))),
            self.center_is_inside(sides()),
        ])
    }

    /// Returns `true` if a point lies in the disc; `None` where the answer depends on a sign that error bounds leave
    /// open.
    pub fn holds<T: Number>(&self, point: &Point<T>) -> Option<bool> {
        let ([x, y], reach) = (self.way(point), T::new(self.radius) * point[3].clone());
        none_negative([reach.clone() * reach - (x.clone() * x + y.clone() * y)])
    }

    /// Returns the placement of a rectangle relative to the disc.
    pub fn place(&self, rectangle: &Rectangle) -> Placement {
        let (below, above) = (rectangle.min - self.center, self.center - rectangle.max);
        let nearest = below.max(above).max(DVec2::ZERO).length_squared();
        let farthest = below.abs().max(above.abs()).length_squared();
        let squared = self.radius * self.radius;
        if nearest * (1.0 - SQUARE_ERROR) > squared * (1.0 + SQUARE_ERROR) + f64::MIN_POSITIVE {
            Placement::Outside
        } else if farthest * (1.0 + SQUARE_ERROR) + f64::MIN_POSITIVE < squared * (1.0 - SQUARE_ERROR) {
            Placement::Inside
        } else {
            Placement::Unsure
        }
    }

    /// Returns the vector from the disc's centre to a point, times the point's w.
    fn way<T: Number>(&self, [x, y, _, w]: &Point<T>) -> [T; 2] {
        [x.clone() - T::new(self.center.x) * w.clone(), y.clone() - T::new(self.center.y) * w.clone()]
    }

    /// Returns `true` if the point of a side that is nearest to the centre lies between its ends and in the disc;
    /// `None` where the answer depends on a sign that error bounds leave open.
    fn meets_between<T: Number>(&self, from: &Point<T>, to: &Point<T>) -> Option<bool> {
        let ([ax, ay], [bx, by]) = (self.way(from), self.way(to));
        let (v, w) = (from[3].clone(), to[3].clone());
        // Both times both w, so that they can be subtracted.
        let (ax, ay) = (ax * w.clone(), ay * w.clone());
        let (bx, by) = (bx * v.clone(), by * v.clone());
        let (dx, dy) = (bx.clone() - ax.clone(), by.clone() - ay.clone());
        let after_start = T::ZERO - (ax.clone() * dx.clone() + ay.clone() * dy.clone());
        let before_end = bx.clone() * dx.clone() + by.clone() * dy.clone();
        let reach = T::new(self.radius) * v * w;
        let twice_area = ax * by - ay * bx;
        let within = reach.clone() * reach * (dx.clone() * dx + dy.clone() * dy) - twice_area.clone() * twice_area;
        all([is_positive(&after_start), is_positive(&before_end), none_negative([within])])
    }

    /// Returns `true` if the disc's centre lies in the interior of a convex polygon; `None` where the answer depends on
    /// a sign that error bounds leave open.
    fn center_is_inside<'a, T: Number + 'a>(
        &self,
        sides: impl Iterator<Item = (&'a Point<T>, &'a Point<T>)>,
    ) -> Option<bool> {
        let (mut left, mut right) = (false, false);
        let mut open = false;
        for (from, to) in sides {
            let ([ax, ay], [bx, by]) = (self.way(from), self.way(to));
            match (ax * by - ay * bx).known_sign() {
                None => open = true,
                Some(sign) => {
                    left |= sign == Sign::Positive;
                    right |= sign == Sign::Negative;
                }
            }
        }
        if left && right { Some(false) } else { (!open).then_some(left || right) }
    }
}
