//! Outline of a region, with exact tests of which triangles of an object the region takes, and quick ones of boxes.
//!
//! Tests use a triangle's corners before the division by w: in f64 with error bounds and, where the bounds leave a sign
//! open and the answer is `None`, again in exact numbers. The near and the far depth and the frame around the region
//! are six planes, each linear in x, y, depth and w. A point between both depths has w >= 0.

use super::projected::{Point, Projection, all, clipped, none_negative, rectangle_around};
use super::screen_region::Rectangle;
use super::shapes::{Disc, Lasso, sum};
use crate::accel::Placement;
use crate::geometry::{Aabb, Triangle};
use crate::math::bounded::{Bounded, Number};
use crate::math::exact::Exact;
use crate::math::predicates::Sign;
use crate::mesh::RegionTest;
use glam::{DVec2, DVec3, DVec4};

/// Largest error of a sum of four products, relative to the sum of its terms' magnitudes, where its factors are
/// themselves rounded sums of two products: eight roundings, and as much again for those of the bound.
const ERROR: f64 = 8.0 * f64::EPSILON;

/// Part of a region that lies in the picture, and the depths between which things are seen.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// Depths of the near and the far plane after the division by w, the smaller one first.
    pub depths: [f64; 2],
    /// Rectangle around the region, cut off at the viewport.
    pub frame: Rectangle,
    pub shape: Shape,
}

#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Shape that fills all of the frame.
    Frame,
    Lasso(Lasso),
    Disc(Disc),
}

impl Outline {
    /// Returns `true` if a triangle, given in object space, touches the region, lies inside it, or has its centroid in
    /// it, whichever `test` asks for.
    pub fn takes(&self, projection: &Projection, triangle: &Triangle, test: RegionTest) -> bool {
        let corners = projection.corners::<Bounded>(triangle);
        let near = rectangle_around(&corners).map_or(self.frame, |around| around.common(&self.frame));
        if near.is_empty() {
            return false;
        }
        let decided = self.decide(&corners, test, &near);
        decided.unwrap_or_else(|| {
            let corners = projection.corners::<Exact>(triangle);
            self.decide(&corners, test, &near).expect("exact numbers have signs")
        })
    }

    pub fn holds(&self, place: DVec2) -> bool {
        let within = Rectangle::around([place]);
        let point = [place.x, place.y, 0.0, 1.0];
        let holds_exactly = || self.shape.holds(&point.map(Exact::new), &within).expect("exact numbers have signs");
        within.overlaps(&self.frame)
            && self.shape.holds(&point.map(<Bounded as Number>::new), &within).unwrap_or_else(holds_exactly)
    }

    /// Returns the six planes that bound the frame and the depth range. Each holds the factors of x, y, depth and w in
    /// a sum that is zero or more for points inside.
    pub fn sides(&self) -> [DVec4; 6] {
        let ([low, high], Rectangle { min, max }) = (self.depths, self.frame);
        [
            DVec4::new(0.0, 0.0, 1.0, -low),
            DVec4::new(0.0, 0.0, -1.0, high),
            DVec4::new(1.0, 0.0, 0.0, -min.x),
            DVec4::new(-1.0, 0.0, 0.0, max.x),
            DVec4::new(0.0, 1.0, 0.0, -min.y),
            DVec4::new(0.0, -1.0, 0.0, max.y),
        ]
    }

    /// Returns the part of a triangle between the near and the far plane.
    pub fn between_planes<T: Number>(&self, corners: &[Point<T>; 3]) -> Option<Vec<Point<T>>> {
        let mut polygon = corners.to_vec();
        for side in &self.sides()[..2] {
            polygon = clipped(&polygon, |point| slack(*side, point))?;
        }
        Some(polygon)
    }

    fn decide<T: Number>(&self, corners: &[Point<T>; 3], test: RegionTest, near: &Rectangle) -> Option<bool> {
        match test {
            RegionTest::Touching => self.meets(corners, near),
            RegionTest::Inside if !self.frames(corners)? => Some(false),
            RegionTest::Inside => match &self.shape {
                Shape::Frame => Some(true),
                Shape::Lasso(lasso) => lasso.holds_triangle(corners, near),
                Shape::Disc(disc) => all(corners.iter().map(|corner| disc.holds(corner))),
            },
            RegionTest::Centroid => {
                let centroid = sum(corners);
                let is_within = self.frames(std::slice::from_ref(&centroid))?;
                if is_within { self.shape.holds(&centroid, near) } else { Some(false) }
            }
        }
    }

    /// Returns `true` if all points lie between both depths and in the frame.
    fn frames<T: Number>(&self, points: &[Point<T>]) -> Option<bool> {
        none_negative(self.sides().iter().flat_map(|side| points.iter().map(move |point| slack(*side, point))))
    }

    fn meets<T: Number>(&self, corners: &[Point<T>; 3], near: &Rectangle) -> Option<bool> {
        let mut cutting = Vec::new();
        let mut is_within = [true; 3];
        for side in self.sides() {
            let signs = corners.each_ref().map(|corner| slack(side, corner).known_sign());
            if signs == [Some(Sign::Negative); 3] {
                return Some(false);
            }
            let is_passed = signs.map(|sign| matches!(sign, Some(Sign::Zero | Sign::Positive)));
            if is_passed != [true; 3] {
                cutting.push(side);
            }
            is_within = std::array::from_fn(|i| is_within[i] && is_passed[i]);
        }
        if is_within != [false; 3] && matches!(self.shape, Shape::Frame) {
            return Some(true);
        }
        let mut polygon = corners.to_vec();
        for side in cutting {
            polygon = clipped(&polygon, |point| slack(side, point))?;
        }
        match &self.shape {
            _ if polygon.is_empty() => Some(false),
            Shape::Frame => Some(true),
            Shape::Lasso(lasso) => lasso.meets(&polygon, near),
            Shape::Disc(disc) => disc.meets(&polygon),
        }
    }
}

impl Shape {
    fn holds<T: Number>(&self, point: &Point<T>, near: &Rectangle) -> Option<bool> {
        match self {
            Self::Frame => Some(true),
            Self::Lasso(lasso) => lasso.holds(point, near),
            Self::Disc(disc) => disc.holds(point),
        }
    }
}

/// Returns the distance of a point within a side, in no unit: negative outside.
#[inline(never)]
fn slack<T: Number>(side: DVec4, point: &Point<T>) -> T {
    let terms = (0..4).filter(|&k| side[k] != 0.0).map(|k| T::new(side[k]) * point[k].clone());
    terms.fold(T::ZERO, |sum, term| sum + term)
}

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
            // Compare this way around, so that NaN counts as not within.
            let is_within = least > 0.0;
            if !is_within {
                placement = Placement::Unsure;
            }
        }
        let seen = || Some(self.seen(aabb)?.common(&self.outline.frame));
        let of_shape = match &self.outline.shape {
            Shape::Frame => Some(Placement::Inside),
            Shape::Lasso(lasso) => seen().map(|seen| lasso.cells.place(&seen)),
            Shape::Disc(disc) => seen().map(|seen| disc.place(&seen)),
        };
        match of_shape.unwrap_or(Placement::Unsure) {
            Placement::Inside => placement,
            other => other,
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
        let errors = self.place.map(|linear| linear.error(aabb));
        rectangle_around(&aabb.corners().map(|corner| {
            let of = |k: usize| Bounded { value: self.place[k].at(corner), error: errors[k] };
            [of(0), of(1), Bounded::ZERO, of(2)]
        }))
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
