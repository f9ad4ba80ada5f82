//! Outline of a region, with exact tests of which triangles of an object the region takes.
//!
//! Tests use a triangle's corners before the division by w: in f64 with error bounds and, where the bounds leave a sign
//! open, again in exact numbers. The near and the far depth and the frame around the region are six planes, each linear
//! in x, y, depth and w. A point between both depths has w >= 0.

use super::disc::Disc;
use super::lasso::{Lasso, sum};
use super::projected::{Point, Projection, clipped, rectangle_around};
use super::screen_region::Rectangle;
use crate::accel::Placement;
use crate::geometry::Triangle;
use crate::math::bounded::Bounded;
use crate::math::bounded::Number;
use crate::math::exact::Exact;
use crate::math::predicates::Sign;
use crate::mesh::RegionTest;
use glam::{DVec2, DVec4};

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

    /// Returns `true` if a place of the picture lies in the region.
    pub fn holds(&self, place: DVec2) -> bool {
        let within = Rectangle::around([place]);
        let point = [place.x, place.y, 0.0, 1.0];
        within.overlaps(&self.frame)
            && match &self.shape {
                Shape::Frame => true,
                Shape::Lasso(lasso) => lasso
                    .holds(&point.map(<Bounded as Number>::new), &within)
                    .unwrap_or_else(|| lasso.holds(&point.map(Exact::new), &within).expect("exact numbers have signs")),
                Shape::Disc(disc) => disc
                    .holds(&point.map(<Bounded as Number>::new))
                    .unwrap_or_else(|| disc.holds(&point.map(Exact::new)).expect("exact numbers have signs")),
            }
    }

    /// Returns the placement of a rectangle of the picture relative to the region's shape; what lies outside the frame
    /// does not count.
    pub fn place(&self, rectangle: &Rectangle) -> Placement {
        match &self.shape {
            Shape::Frame => Placement::Inside,
            Shape::Lasso(lasso) => lasso.place(rectangle),
            Shape::Disc(disc) => disc.place(rectangle),
        }
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

    /// Returns the part of a triangle between the near and the far plane; `None` where the answer depends on a sign
    /// that error bounds leave open.
    pub fn between_planes<T: Number>(&self, corners: &[Point<T>; 3]) -> Option<Vec<Point<T>>> {
        let mut polygon = corners.to_vec();
        for side in &self.sides()[..2] {
            polygon = clipped(&polygon, |point| slack(*side, point))?;
        }
        Some(polygon)
    }

    /// Returns `true` if the region takes a triangle that is seen within `near`; `None` where the answer depends on a
    /// sign that error bounds leave open.
    fn decide<T: Number>(&self, corners: &[Point<T>; 3], test: RegionTest, near: &Rectangle) -> Option<bool> {
        match test {
            RegionTest::Touching => self.meets(corners, near),
            RegionTest::Inside => {
                let is_within = self.frames(corners)?;
                if is_within { self.shape.holds_triangle(corners, near) } else { Some(false) }
            }
            RegionTest::Centroid => {
                let centroid = sum(corners);
                let is_within = self.frames(std::slice::from_ref(&centroid))?;
                if is_within { self.shape.holds(&centroid, near) } else { Some(false) }
            }
        }
    }

    /// Returns `true` if all points lie between both depths and in the frame; `None` where the answer depends on a sign
    /// that error bounds leave open.
    fn frames<T: Number>(&self, points: &[Point<T>]) -> Option<bool> {
        let mut open = false;
        for side in self.sides() {
            for point in points {
                match slack(side, point).known_sign() {
                    Some(Sign::Negative) => return Some(false),
                    Some(_) => {}
                    None => open = true,
                }
            }
        }
        (!open).then_some(true)
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
        if polygon.is_empty() { Some(false) } else { self.shape.meets(&polygon, near) }
    }
}

impl Shape {
    fn meets<T: Number>(&self, polygon: &[Point<T>], near: &Rectangle) -> Option<bool> {
        match self {
            Self::Frame => Some(true),
            Self::Lasso(lasso) => lasso.meets(polygon, near),
            Self::Disc(disc) => disc.meets(polygon),
        }
    }

    fn holds_triangle<T: Number>(&self, corners: &[Point<T>; 3], near: &Rectangle) -> Option<bool> {
        match self {
            Self::Frame => Some(true),
            Self::Lasso(lasso) => lasso.holds_triangle(corners, near),
            Self::Disc(disc) => super::projected::all(corners.iter().map(|corner| disc.holds(corner))),
        }
    }

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
