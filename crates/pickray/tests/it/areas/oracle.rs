//! What a region takes, by rationals and divisions, with nothing of the library but its matrices.

use crate::rational::{clipped, sign};
use crate::*;
use pickray::math::ClipY;
use pickray::mesh::RegionTest;
use pickray::pick::ScreenRegion;

pub type Number = BigRational;
/// x and y down from the top left, depth and w: places of the picture times w.
pub type Projected = [Number; 4];
pub type Place = [Number; 2];

/// Left, right, top and bottom of the viewport.
pub fn frame(view: &View) -> [Number; 4] {
    let viewport = view.viewport;
    let [x, y, width, height] = [viewport.x, viewport.y, viewport.width, viewport.height].map(f64::from);
    let bottom = f64::from(view.framebuffer.height) - y;
    [x, x + width, bottom - height, bottom].map(rational)
}

/// The matrix to the picture, as the library is exact for it.
pub fn rows(view: &View, world_from_object: &DMat4) -> [Projected; 4] {
    let clip = view.clip_from_eye() * (view.eye_from_world() * *world_from_object);
    let viewport = view.viewport;
    let [left, low, width, height] = [viewport.x, viewport.y, viewport.width, viewport.height].map(f64::from);
    let column = 0.5 * width * clip.row(0) + (left + 0.5 * width) * clip.row(3);
    let middle = f64::from(view.framebuffer.height) - low - 0.5 * height;
    let up = if view.clip_space().y == ClipY::Up { 0.5 * height } else { -0.5 * height };
    let rows = [column, middle * clip.row(3) - up * clip.row(1), clip.row(2), clip.row(3)];
    rows.map(|row| row.to_array().map(rational))
}

pub fn projected(rows: &[Projected; 4], corner: DVec3) -> Projected {
    let [x, y, z] = corner.to_array().map(rational);
    rows.each_ref().map(|[a, b, c, d]| a * &x + b * &y + c * &z + d)
}

/// Six numbers that are negative where a point is beyond a plane of the view or a side of a frame.
pub fn slacks(view: &View, [left, right, top, bottom]: &[Number; 4], [x, y, depth, w]: &Projected) -> [Number; 6] {
    let space = view.clip_space();
    let [low, high] = [space.near.min(space.far), space.near.max(space.far)].map(rational);
    [depth - low * w, high * w - depth, x - left * w, right * w - x, y - top * w, bottom * w - y]
}

/// Returns the share of the way from `a` to `b` that leads to the place nearest to `from`, and the square of the
/// distance left.
pub fn nearest(from: &Place, a: &Place, b: &Place) -> (Number, Number) {
    let way: Place = std::array::from_fn(|k| &b[k] - &a[k]);
    let length = &way[0] * &way[0] + &way[1] * &way[1];
    let along = (0..2).map(|k| &way[k] * (&from[k] - &a[k])).sum::<Number>();
    let share = if length.is_zero() { length } else { (along / length).max(Number::zero()).min(Number::one()) };
    let apart: Place = std::array::from_fn(|k| &a[k] + &share * &way[k] - &from[k]);
    (share, &apart[0] * &apart[0] + &apart[1] * &apart[1])
}

pub struct Oracle<'a> {
    view: &'a View,
    region: &'a ScreenRegion,
    /// Left, right, top and bottom of what of the picture the region may be in.
    frame: [Number; 4],
}

impl<'a> Oracle<'a> {
    /// `None` where a rectangle around the region lies beside the picture.
    pub fn new(view: &'a View, region: &'a ScreenRegion) -> Option<Self> {
        let (low, high) = match region {
            ScreenRegion::Rectangle { from, to } => extremes(&[*from, *to]),
            ScreenRegion::Lasso(points) => extremes(points),
            ScreenRegion::Disc { center, radius } => {
                let (center, radius) = (place(*center), rational(*radius));
                (center.clone().map(|x| x - &radius), center.map(|x| x + &radius))
            }
        };
        let [left, right, top, bottom] = frame(view);
        let ([low_x, low_y], [high_x, high_y]) = (low, high);
        let frame = [left.max(low_x), right.min(high_x), top.max(low_y), bottom.min(high_y)];
        (frame[0] <= frame[1] && frame[2] <= frame[3]).then_some(Self { view, region, frame })
    }

    pub fn through(&self, scene: &Scene, test: RegionTest) -> Vec<TriangleId> {
        let mut found = Vec::new();
        for (object, placed) in (0..).zip(scene.objects()) {
            if !placed.visible || placed.object_from_world().is_none() {
                continue;
            }
            let rows = rows(self.view, &placed.world_from_object);
            for triangle in 0..placed.mesh.n_triangles() as u32 {
                let corners = placed.mesh.triangle(triangle).corners().map(|corner| projected(&rows, corner));
                if !placed.hidden.contains(triangle) && self.takes(&corners, test) {
                    found.push(TriangleId { object, triangle });
                }
            }
        }
        found
    }

    fn takes(&self, corners: &[Projected; 3], test: RegionTest) -> bool {
        let is_framed =
            |point: &Projected| slacks(self.view, &self.frame, point).iter().all(|slack| !slack.is_negative());
        match test {
            RegionTest::Touching => {
                let mut polygon = corners.to_vec();
                for k in 0..6 {
                    polygon = clipped(&polygon, |point| slacks(self.view, &self.frame, point)[k].clone());
                }
                let polygon: Vec<Place> = polygon.iter().map(divided).collect();
                !polygon.is_empty() && self.meets(&polygon)
            }
            RegionTest::Inside => {
                corners.iter().all(is_framed) && self.holds_triangle(&corners.each_ref().map(divided))
            }
            RegionTest::Centroid => {
                let sum: Projected = std::array::from_fn(|k| &corners[0][k] + &corners[1][k] + &corners[2][k]);
                is_framed(&sum) && holds_place(self.region, &divided(&sum))
            }
        }
    }

    /// Whether a convex polygon in the frame shares a point with the region.
    fn meets(&self, polygon: &[Place]) -> bool {
        match self.region {
            ScreenRegion::Rectangle { .. } => true,
            ScreenRegion::Disc { center, radius } => {
                let (center, squared) = (place(*center), rational(*radius) * rational(*radius));
                is_in(polygon, &center) || edges(polygon).any(|[a, b]| nearest(&center, a, b).1 <= squared)
            }
            ScreenRegion::Lasso(points) => {
                let sides = sides(points);
                polygon.iter().any(|corner| holds_place(self.region, corner))
                    || sides.iter().any(|[a, b]| is_in(polygon, a) || edges(polygon).any(|[p, q]| cross(a, b, p, q)))
            }
        }
    }

    fn holds_triangle(&self, corners: &[Place; 3]) -> bool {
        if !corners.iter().all(|corner| holds_place(self.region, corner)) {
            return false;
        }
        let ScreenRegion::Lasso(points) = self.region else { return true };
        let is_along = |[a, b]: &[Place; 2]| corners.iter().all(|corner| turn(a, b, corner) == 0);
        if sides(points).iter().any(|side| !is_along(side) && passes_between(side, corners)) {
            return false;
        }
        let three = Number::from_integer(3.into());
        holds_place(self.region, &std::array::from_fn(|k| (&corners[0][k] + &corners[1][k] + &corners[2][k]) / &three))
    }
}

/// Whether a place of the picture lies in a region, were it endless.
pub fn holds(region: &ScreenRegion, at: DVec2) -> bool {
    holds_place(region, &place(at))
}

fn holds_place(region: &ScreenRegion, at: &Place) -> bool {
    match region {
        ScreenRegion::Rectangle { from, to } => {
            let (low, high) = extremes(&[*from, *to]);
            (0..2).all(|k| low[k] <= at[k] && at[k] <= high[k])
        }
        ScreenRegion::Disc { center, radius } => {
            let center = place(*center);
            nearest(&center, at, at).1 <= rational(*radius) * rational(*radius)
        }
        ScreenRegion::Lasso(points) => {
            let sides = sides(points);
            let is_right = |[a, b]: &&[Place; 2]| {
                let x = |share: Number| &a[0] + share * (&b[0] - &a[0]);
                (a[1] <= at[1]) != (b[1] <= at[1]) && at[0] < x((&at[1] - &a[1]) / (&b[1] - &a[1]))
            };
            sides.iter().any(|[a, b]| is_on(a, b, at)) || sides.iter().filter(is_right).count() % 2 == 1
        }
    }
}

fn place(at: impl Into<DVec2>) -> Place {
    at.into().to_array().map(rational)
}

/// The least and the greatest coordinates.
fn extremes(points: &[CursorPosition]) -> (Place, Place) {
    let reduce = |pick: fn(DVec2, DVec2) -> DVec2| points.iter().map(|&at| at.into()).reduce(pick).expect("points");
    (place(reduce(DVec2::min)), place(reduce(DVec2::max)))
}

fn divided([x, y, _, w]: &Projected) -> Place {
    [x / w, y / w]
}

/// The sides of a lasso that are there an odd number of times, and have a length.
fn sides(points: &[CursorPosition]) -> Vec<[Place; 2]> {
    let mut odd: Vec<[CursorPosition; 2]> = Vec::new();
    for (i, &a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        let same = odd.iter().position(|side| *side == [a, b] || *side == [b, a]);
        match same {
            _ if a == b => {}
            Some(same) => _ = odd.remove(same),
            None => odd.push([a, b]),
        }
    }
    odd.into_iter().map(|side| side.map(place)).collect()
}

fn edges(polygon: &[Place]) -> impl Iterator<Item = [&Place; 2]> {
    (0..polygon.len()).map(|i| [&polygon[i], &polygon[(i + 1) % polygon.len()]])
}

/// 1 where `c` lies left of the way from `a` to `b`, 0 on its line.
fn turn(a: &Place, b: &Place, c: &Place) -> i32 {
    sign(&((&b[0] - &a[0]) * (&c[1] - &a[1]) - (&b[1] - &a[1]) * (&c[0] - &a[0])))
}

fn is_on(a: &Place, b: &Place, at: &Place) -> bool {
    let between = |k: usize| (&at[k] - &a[k]) * (&at[k] - &b[k]) <= Number::zero();
    turn(a, b, at) == 0 && between(0) && between(1)
}

/// Whether two closed segments share a point.
fn cross(a: &Place, b: &Place, p: &Place, q: &Place) -> bool {
    let apart = turn(a, b, p) * turn(a, b, q) < 0 && turn(p, q, a) * turn(p, q, b) < 0;
    apart || is_on(a, b, p) || is_on(a, b, q) || is_on(p, q, a) || is_on(p, q, b)
}

/// Whether a place lies in a convex polygon, which may be flat, or on its edge.
fn is_in(polygon: &[Place], at: &Place) -> bool {
    let turns: Vec<i32> = edges(polygon).map(|[a, b]| turn(a, b, at)).collect();
    let is_beside = turns.iter().all(|&turn| turn >= 0) || turns.iter().all(|&turn| turn <= 0);
    let is_flat = turns.iter().all(|&turn| turn == 0);
    edges(polygon).any(|[a, b]| is_on(a, b, at)) || (is_beside && !is_flat)
}

/// Whether a side has a point in the interior of a triangle, or, where that has none, between its ends.
fn passes_between([a, b]: &[Place; 2], corners: &[Place; 3]) -> bool {
    let [p, q, r] = corners;
    let area = turn(p, q, r);
    if area == 0 {
        // Seen edge-on: its ends are the two corners that are farthest apart.
        let (from, to) = corners.iter().fold((p, p), |(low, high), corner| (low.min(corner), high.max(corner)));
        let (from_side, to_side) = (turn(a, b, from), turn(a, b, to));
        return from_side * to_side < 0 && turn(from, to, a) * turn(from, to, b) <= 0;
    }
    // The part of the side within all three edges, by shares of it.
    let (mut from, mut to) = (Number::zero(), Number::one());
    let at = |share: &Number| -> Place { std::array::from_fn(|k| &a[k] + share * (&b[k] - &a[k])) };
    for [u, v] in [[p, q], [q, r], [r, p]] {
        let height = |c: &Place| {
            let height = (&v[0] - &u[0]) * (&c[1] - &u[1]) - (&v[1] - &u[1]) * (&c[0] - &u[0]);
            if area > 0 { height } else { -height }
        };
        let (at_a, at_b) = (height(a), height(b));
        if !at_a.is_positive() && !at_b.is_positive() {
            return false;
        }
        if at_a.is_negative() || at_b.is_negative() {
            let share = &at_a / (&at_a - &at_b);
            if at_a.is_negative() { from = from.max(share) } else { to = to.min(share) }
        }
    }
    let middle = at(&((&from + &to) / Number::from_integer(2.into())));
    from <= to && [[p, q], [q, r], [r, p]].iter().all(|[u, v]| turn(u, v, &middle) * area > 0)
}
