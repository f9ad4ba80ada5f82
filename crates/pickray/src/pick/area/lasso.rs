//! Tests of a lasso, a polygon in the picture filled by the even-odd rule, against polygons that are given before the
//! division by w.

use super::cells::Cells;
use super::projected::{Point, all, any, clipped, is_positive, magnitude, none_negative};
use super::screen_region::Rectangle;
use crate::accel::Placement;
use crate::math::bounded::Number;
use crate::math::exact::Exact;
use crate::math::predicates::Sign;
use glam::DVec2;

/// Polygon in the picture, filled by the even-odd rule. Points on its outline belong to it.
#[derive(Clone, Debug)]
pub(super) struct Lasso {
    sides: Vec<OutlineSide>,
    cells: Cells,
}

/// Side of the outline, from `a` to `b`, which are two points.
#[derive(Clone, Copy, Debug)]
struct OutlineSide {
    a: DVec2,
    b: DVec2,
}

impl Lasso {
    /// Returns the lasso with these corners. Its tests are right only for points and rectangles within `frame`.
    pub fn new(points: &[DVec2], frame: &Rectangle) -> Self {
        let mut ends: Vec<[[f64; 2]; 2]> = Vec::with_capacity(points.len());
        for (a, b) in points.iter().zip(points.iter().cycle().skip(1)).filter(|(a, b)| a != b) {
            // Adding zero leaves one zero of two.
            let [a, b] = [a, b].map(|end| (*end + 0.0).to_array());
            ends.push(if a < b { [a, b] } else { [b, a] });
        }
        ends.sort_unstable_by(|p, q| p.partial_cmp(q).expect("finite numbers"));
        let odd = ends.chunk_by(|p, q| p == q).filter(|equal| equal.len() % 2 == 1);
        let sides: Vec<OutlineSide> =
            odd.map(|equal| equal[0].map(DVec2::from)).map(|[a, b]| OutlineSide { a, b }).collect();
        let ends: Vec<_> = sides.iter().map(|side| [side.a, side.b]).collect();
        let is_odd = |place: DVec2| {
            let point = [place.x, place.y, 0.0, 1.0].map(Exact::new);
            is_odd(&sides, &point, &Rectangle::around([place])).expect("exact numbers have signs")
        };
        let cells = Cells::new(&ends, frame, is_odd);
        Self { sides, cells }
    }

    /// Returns `true` if a non-empty convex polygon within `near` shares a point with the lasso; `None` where the
    /// answer depends on a sign that error bounds leave open.
    pub fn meets<T: Number>(&self, polygon: &[Point<T>], near: &Rectangle) -> Option<bool> {
        self.known(near).or_else(|| {
            let sides = self.sides_near(near).map(|side| side.meets(polygon));
            // What no side meets is inside or outside as a whole.
            if any(sides)? { Some(true) } else { is_odd(&self.sides, &polygon[0], near) }
        })
    }

    /// Returns `true` if the projected triangle within `near` lies in the lasso as a whole: its centroid lies inside,
    /// and no side of the lasso passes between its corners, except along a triangle that is seen edge-on. `None` where
    /// the answer depends on a sign that error bounds leave open.
    pub fn holds_triangle<T: Number>(&self, corners: &[Point<T>; 3], near: &Rectangle) -> Option<bool> {
        self.known(near).or_else(|| {
            let is_crossed = any(self.sides_near(near).map(|side| side.crosses(corners)))?;
            if is_crossed { Some(false) } else { self.holds(&sum(corners), near) }
        })
    }

    /// Returns `true` if a point within `near` lies in the lasso; `None` where the answer depends on a sign that error
    /// bounds leave open.
    pub fn holds<T: Number>(&self, point: &Point<T>, near: &Rectangle) -> Option<bool> {
        self.known(near).or_else(|| {
            let is_on_side = any(self.sides_near(near).map(|side| side.holds(point)))?;
            if is_on_side { Some(true) } else { is_odd(&self.sides, point, near) }
        })
    }

    /// Returns the placement of a rectangle relative to the lasso.
    pub fn place(&self, rectangle: &Rectangle) -> Placement {
        self.cells.place(rectangle)
    }

    fn known(&self, near: &Rectangle) -> Option<bool> {
        match self.cells.place(near) {
            Placement::Inside => Some(true),
            Placement::Outside => Some(false),
            Placement::Unsure => None,
        }
    }

    fn sides_near(&self, near: &Rectangle) -> impl Iterator<Item = &OutlineSide> {
        self.sides.iter().filter(|side| Rectangle::around([side.a, side.b]).overlaps(near))
    }
}

/// Returns the sum of three points in homogeneous coordinates: their centroid, with each coordinate, w included, three
/// times as large.
pub(super) fn sum<T: Number>([a, b, c]: &[Point<T>; 3]) -> Point<T> {
    std::array::from_fn(|k| a[k].clone() + b[k].clone() + c[k].clone())
}

/// Returns `true` if a line to the right from a point within `near`, which is on no side, crosses an odd number of
/// sides; `None` where the answer depends on a sign that error bounds leave open.
fn is_odd<T: Number>(sides: &[OutlineSide], point: &Point<T>, near: &Rectangle) -> Option<bool> {
    let mut is_odd = false;
    for side in sides {
        let (low, high) = (side.a.y.min(side.b.y), side.a.y.max(side.b.y));
        if high < near.min.y || near.max.y < low || side.a.x.max(side.b.x) < near.min.x {
            continue;
        }
        let is_above = |end: DVec2| none_negative([point[1].clone() - T::new(end.y) * point[3].clone()]);
        let (above_a, above_b) = (is_above(side.a)?, is_above(side.b)?);
        if above_a != above_b {
            // What is left of a side that goes up is right of the same side going down.
            let is_left = is_positive(&side.height(point))?;
            is_odd ^= is_left == above_a;
        }
    }
    Some(is_odd)
}

impl OutlineSide {
    /// Returns the distance of a point from the side's line, positive on its left, times the side's length and the
    /// point's w.
    fn height<T: Number>(&self, point: &Point<T>) -> T {
        let ([dx, dy], [x, y]) = (self.direction::<T>(), way(self.a, point));
        dx * y - dy * x
    }

    /// Returns the distance of a point along the side from its start, times the side's length and the point's w.
    fn after_start<T: Number>(&self, point: &Point<T>) -> T {
        let ([dx, dy], [x, y]) = (self.direction::<T>(), way(self.a, point));
        dx * x + dy * y
    }

    /// Returns the distance of a point along the side before its end, times the side's length and the point's w.
    fn before_end<T: Number>(&self, point: &Point<T>) -> T {
        let ([dx, dy], [x, y]) = (self.direction::<T>(), way(self.b, point));
        T::ZERO - (dx * x + dy * y)
    }

    fn direction<T: Number>(&self) -> [T; 2] {
        [T::new(self.b.x) - T::new(self.a.x), T::new(self.b.y) - T::new(self.a.y)]
    }

    fn holds<T: Number>(&self, point: &Point<T>) -> Option<bool> {
        let is_on_line = self.height(point).known_sign().map(|sign| sign == Sign::Zero);
        all([is_on_line, none_negative([self.after_start(point)]), none_negative([self.before_end(point)])])
    }

    /// Returns `true` if a convex polygon shares a point with the side; `None` where the answer depends on a sign that
    /// error bounds leave open.
    fn meets<T: Number>(&self, polygon: &[Point<T>]) -> Option<bool> {
        let is_beside = |of: Sign| polygon.iter().all(|corner| self.height(corner).known_sign() == Some(of));
        if is_beside(Sign::Positive) || is_beside(Sign::Negative) {
            return Some(false);
        }
        let left = clipped(polygon, |point| self.after_start(point))?;
        let left = clipped(&left, |point| self.before_end(point))?;
        // What is left lies between both ends: it meets the side where it reaches from one side of it to the other.
        let heights: Vec<_> = left.iter().map(|point| self.height(point).known_sign()).collect();
        let reaches = |beyond: Sign| any(heights.iter().map(|sign| sign.map(|sign| sign != beyond)));
        all([reaches(Sign::Positive), reaches(Sign::Negative)])
    }

    /// Returns `true` if the side has a point between the corners of a triangle: one of which each corner has a weight
    /// above zero; `false` where the triangle lies on the side's line, `None` where the answer depends on a sign that
    /// error bounds leave open.
    fn crosses<T: Number>(&self, corners: &[Point<T>; 3]) -> Option<bool> {
        let heights = corners.each_ref().map(|corner| self.height(corner));
        let signs = heights.each_ref().map(T::known_sign);
        if signs == [Some(Sign::Positive); 3] || signs == [Some(Sign::Negative); 3] {
            return Some(false);
        }
        let [Some(a), Some(b), Some(c)] = signs else { return None };
        let signs = [a, b, c];
        if !(signs.contains(&Sign::Positive) && signs.contains(&Sign::Negative)) {
            return Some(false);
        }
        // Its line passes between two points of the triangle's edges, which may be seen as one.
        let on_line = |far: &dyn Fn(&Point<T>) -> T| -> Vec<T> {
            let at_corner = (0..3).filter(|&i| signs[i] == Sign::Zero).map(|i| far(&corners[i]));
            let opposite = [(0, 1), (1, 2), (2, 0)].into_iter().filter(|&(i, j)| signs[i] * signs[j] == Sign::Negative);
            let between = opposite
                .map(|(i, j)| far(&corners[i]) * magnitude(&heights[j]) + far(&corners[j]) * magnitude(&heights[i]));
            at_corner.chain(between).collect()
        };
        // Some of what lies between them is beyond each end: one of both is, or both lie on it as one.
        let reaches = |far: Vec<T>| {
            let is_at_end = all(far.iter().map(|far| far.known_sign().map(|sign| sign == Sign::Zero)));
            any(far.iter().map(is_positive).chain([is_at_end]))
        };
        all([reaches(on_line(&|point| self.after_start(point))), reaches(on_line(&|point| self.before_end(point)))])
    }
}

/// Returns the vector from a place to a point, times the point's w.
fn way<T: Number>(from: DVec2, [x, y, _, w]: &Point<T>) -> [T; 2] {
    [x.clone() - T::new(from.x) * w.clone(), y.clone() - T::new(from.y) * w.clone()]
}
