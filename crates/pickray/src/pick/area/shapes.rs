//! Tests of a lasso, a polygon in the picture filled by the even-odd rule, and of a disc, against polygons that are
//! given before the division by w. They return `None` where the answer depends on a sign that error bounds leave open.

use super::projected::{Point, all, any, clipped, is_positive, magnitude, none_negative};
use super::screen_region::Rectangle;
use crate::accel::Placement;
use crate::math::CursorPosition;
use crate::math::bounded::Number;
use crate::math::exact::Exact;
use crate::math::predicates::Sign;
use glam::{DVec2, UVec2};

/// Number of cells along each side of the grid.
const SIDE: usize = 256;

/// Distance beyond its cell, in cells, that a side may reach without being noticed: far more than is rounded.
const MARGIN: f64 = 1e-6;

/// Largest relative error of distances and their squares: differences, squares and a sum.
const SQUARE_ERROR: f64 = 8.0 * f64::EPSILON;

/// Polygon in the picture, filled by the even-odd rule. Points on its outline belong to it.
#[derive(Clone, Debug)]
pub(super) struct Lasso {
    sides: Vec<OutlineSide>,
    pub cells: Cells,
}

/// Side of the outline, from `a` to `b`, which are two points.
#[derive(Clone, Copy, Debug)]
struct OutlineSide {
    a: DVec2,
    b: DVec2,
}

impl Lasso {
    /// Returns the lasso with these corners. Its tests are right only for points and rectangles within `frame`.
    pub fn new(points: &[CursorPosition], frame: &Rectangle) -> Self {
        let mut ends: Vec<[[f64; 2]; 2]> = Vec::with_capacity(points.len());
        for (a, b) in points.iter().zip(points.iter().cycle().skip(1)).filter(|(a, b)| a != b) {
            // Adding zero makes −0 the 0 that it equals.
            let [a, b] = [a, b].map(|end| [end.x + 0.0, end.y + 0.0]);
            ends.push(if a < b { [a, b] } else { [b, a] });
        }
        ends.sort_unstable_by(|p, q| p.partial_cmp(q).expect("finite numbers"));
        let odd = ends.chunk_by(|p, q| p == q).filter(|equal| equal.len() % 2 == 1);
        let sides: Vec<OutlineSide> =
            odd.map(|equal| equal[0].map(DVec2::from)).map(|[a, b]| OutlineSide { a, b }).collect();
        let is_odd = |place: DVec2| {
            let point = [place.x, place.y, 0.0, 1.0].map(Exact::new);
            is_odd(&sides, &point, &Rectangle::around([place])).expect("exact numbers have signs")
        };
        let cells = Cells::new(&sides, frame, is_odd);
        Self { sides, cells }
    }

    /// Returns `true` if a non-empty convex polygon within `near` shares a point with the lasso.
    pub fn meets<T: Number>(&self, polygon: &[Point<T>], near: &Rectangle) -> Option<bool> {
        self.known(near).or_else(|| {
            let sides = self.sides_near(near).map(|side| side.meets(polygon));
            // A polygon that meets no side lies wholly inside or wholly outside.
            if any(sides)? { Some(true) } else { is_odd(&self.sides, &polygon[0], near) }
        })
    }

    /// Returns `true` if the projected triangle within `near` lies in the lasso as a whole: its centroid lies inside,
    /// and no side of the lasso passes between its corners, except along a triangle that is seen edge-on.
    pub fn holds_triangle<T: Number>(&self, corners: &[Point<T>; 3], near: &Rectangle) -> Option<bool> {
        self.known(near).or_else(|| {
            let is_crossed = any(self.sides_near(near).map(|side| side.crosses(corners)))?;
            if is_crossed { Some(false) } else { self.holds(&sum(corners), near) }
        })
    }

    /// Returns `true` if a point within `near` lies in the lasso.
    pub fn holds<T: Number>(&self, point: &Point<T>, near: &Rectangle) -> Option<bool> {
        self.known(near).or_else(|| {
            let is_on_side = any(self.sides_near(near).map(|side| side.holds(point)))?;
            if is_on_side { Some(true) } else { is_odd(&self.sides, point, near) }
        })
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

/// Returns the sum of three points in homogeneous coordinates: their centroid, with all coordinates times three.
pub(super) fn sum<T: Number>([a, b, c]: &[Point<T>; 3]) -> Point<T> {
    std::array::from_fn(|k| a[k].clone() + b[k].clone() + c[k].clone())
}

/// Returns `true` if a line to the right from a point in `near`, on no side, crosses an odd number of sides.
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
            // Swap left and right if the side runs downwards.
            let is_left = is_positive(&side.height(point))?;
            is_odd ^= is_left == above_a;
        }
    }
    Some(is_odd)
}

impl OutlineSide {
    /// Returns a point's distance from the side's line, positive on its left, times the side's length and the w.
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

    /// Returns `true` if a convex polygon shares a point with the side.
    fn meets<T: Number>(&self, polygon: &[Point<T>]) -> Option<bool> {
        let is_beside = |of: Sign| polygon.iter().all(|corner| self.height(corner).known_sign() == Some(of));
        if is_beside(Sign::Positive) || is_beside(Sign::Negative) {
            return Some(false);
        }
        let left = clipped(polygon, |point| self.after_start(point))?;
        let left = clipped(&left, |point| self.before_end(point))?;
        // The clipped polygon lies between both ends: it meets the side if it has points on the line or on both sides.
        let heights: Vec<_> = left.iter().map(|point| self.height(point).known_sign()).collect();
        let reaches = |beyond: Sign| any(heights.iter().map(|sign| sign.map(|sign| sign != beyond)));
        all([reaches(Sign::Positive), reaches(Sign::Negative)])
    }

    /// Returns `true` if the side has a point between the corners of a triangle: one of which each corner has a weight
    /// above zero; `false` where the triangle lies on the side's line.
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
        // The side's line cuts the triangle's outline in two points, which may coincide in the picture.
        let on_line = |far: &dyn Fn(&Point<T>) -> T| -> Vec<T> {
            let at_corner = (0..3).filter(|&i| signs[i] == Sign::Zero).map(|i| far(&corners[i]));
            let opposite = [(0, 1), (1, 2), (2, 0)].into_iter().filter(|&(i, j)| signs[i] * signs[j] == Sign::Negative);
            let between = opposite
                .map(|(i, j)| far(&corners[i]) * magnitude(&heights[j]) + far(&corners[j]) * magnitude(&heights[i]));
            at_corner.chain(between).collect()
        };
        // The side reaches between the two points if one lies after its start, or both on it, and likewise for its end.
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

/// Grid of cells over a rectangle of the picture, each inside an outline, outside, or perhaps crossed by it.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    min: DVec2,
    step: DVec2,
    /// Distance from a cell, in cells along x and y, within which a side counts as passing through it.
    margin: DVec2,
    /// Summed-area table, row by row: the numbers of inside (x) and outside cells (y) in earlier columns and rows.
    sums: Vec<UVec2>,
}

impl Cells {
    /// Returns the grid over `frame` for the sides of an outline; `is_inside` is asked only of points far from sides.
    fn new(sides: &[OutlineSide], frame: &Rectangle, is_inside: impl Fn(DVec2) -> bool) -> Self {
        let step = (frame.max - frame.min) / SIDE as f64;
        let size = frame.min.abs().max(frame.max.abs());
        let margin = MARGIN + 8.0 * f64::EPSILON * size / step;
        let mut grid = Self { min: frame.min, step, margin, sums: Vec::new() };
        // A frame without an extent, or whose extent is lost in the rounding of its coordinates, decides no cell.
        let is_known = margin.max_element() < 0.25;
        let mut cells = vec![if is_known { Placement::Outside } else { Placement::Unsure }; SIDE * SIDE];
        if is_known {
            sides.iter().for_each(|side| grid.mark(side, &mut cells));
            grid.fill(&mut cells, is_inside);
        }
        grid.sums = sums(&cells);
        grid
    }

    /// Returns whether the part of a rectangle in the grid's frame lies inside or outside the outline;
    /// [`Placement::Unsure`] where the cells do not decide it.
    pub fn place(&self, rectangle: &Rectangle) -> Placement {
        let [left, right] = self.range(rectangle.min.x, rectangle.max.x, 0);
        let [low, high] = self.range(rectangle.min.y, rectangle.max.y, 1);
        if left >= right || low >= high {
            return Placement::Unsure;
        }
        let at = |column: usize, row: usize| self.sums[row * (SIDE + 1) + column];
        let count = at(right, high) + at(left, low) - at(left, high) - at(right, low);
        let all = ((right - left) * (high - low)) as u32;
        match count {
            UVec2 { x, .. } if x == all => Placement::Inside,
            UVec2 { y, .. } if y == all => Placement::Outside,
            _ => Placement::Unsure,
        }
    }

    /// Returns the range of cells that coordinates from one to another may lie in, its end excluded.
    fn range(&self, from: f64, to: f64, axis: usize) -> [usize; 2] {
        let in_cells = |x: f64| (x - self.min[axis]) / self.step[axis];
        let cell = |x: f64| (x.floor().max(0.0) as usize).min(SIDE - 1);
        [cell(in_cells(from) - self.margin[axis]), cell(in_cells(to) + self.margin[axis]) + 1]
    }

    /// Marks the cells that a side may touch.
    fn mark(&self, OutlineSide { a, b }: &OutlineSide, cells: &mut [Placement]) {
        let [first, last] = self.range(a.y.min(b.y), a.y.max(b.y), 1);
        let error = 8.0 * f64::EPSILON * (a.x.abs() + b.x.abs());
        for row in first..last {
            let x_at = |row: f64| {
                let share = (self.min.y + row * self.step.y - a.y) / (b.y - a.y);
                a.x + share.clamp(0.0, 1.0) * (b.x - a.x)
            };
            let (p, q) = (x_at(row as f64 - self.margin.y), x_at(row as f64 + 1.0 + self.margin.y));
            // A level side, and one whose numbers overflow, covers all of its x in each row.
            let is_level = !(p.is_finite() && q.is_finite()) || a.y == b.y;
            let (p, q) = if is_level { (a.x, b.x) } else { (p, q) };
            let [left, right] = self.range(p.min(q) - error, p.max(q) + error, 0);
            cells[row * SIDE + left..row * SIDE + right].fill(Placement::Unsure);
        }
    }

    /// Fills in for cells that no side touches whether they are inside or outside; neighbours lie alike.
    fn fill(&self, cells: &mut [Placement], is_inside: impl Fn(DVec2) -> bool) {
        for i in 0..cells.len() {
            if cells[i] == Placement::Unsure {
                continue;
            }
            let (column, row) = (i % SIDE, i / SIDE);
            let before = [(0 < column).then(|| cells[i - 1]), (0 < row).then(|| cells[i - SIDE])];
            let known = before.into_iter().flatten().find(|cell| *cell != Placement::Unsure);
            cells[i] = known.unwrap_or_else(|| {
                let middle = self.min + self.step * (DVec2::new(column as f64, row as f64) + 0.5);
                if is_inside(middle) { Placement::Inside } else { Placement::Outside }
            });
        }
    }
}

fn sums(cells: &[Placement]) -> Vec<UVec2> {
    let mut sums = vec![UVec2::ZERO; (SIDE + 1) * (SIDE + 1)];
    for (row, cells) in cells.chunks_exact(SIDE).enumerate() {
        let mut in_row = UVec2::ZERO;
        for (column, cell) in cells.iter().enumerate() {
            in_row += UVec2::new((*cell == Placement::Inside).into(), (*cell == Placement::Outside).into());
            sums[(row + 1) * (SIDE + 1) + column + 1] = sums[row * (SIDE + 1) + column + 1] + in_row;
        }
    }
    sums
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    pub center: DVec2,
    pub radius: f64,
}

impl Disc {
    /// Returns `true` if a non-empty polygon shares a point with the disc.
    pub fn meets<T: Number>(&self, polygon: &[Point<T>]) -> Option<bool> {
        let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
        any([
            any(polygon.iter().map(|corner| self.holds(corner))),
            any(sides.map(|(from, to)| self.meets_between(from, to))),
            self.center_is_inside(polygon),
        ])
    }

    pub fn holds<T: Number>(&self, point: &Point<T>) -> Option<bool> {
        let ([x, y], reach) = (way(self.center, point), T::new(self.radius) * point[3].clone());
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

    /// Returns `true` if the point of a side that is nearest to the centre lies between its ends and in the disc.
    fn meets_between<T: Number>(&self, from: &Point<T>, to: &Point<T>) -> Option<bool> {
        let ([ax, ay], [bx, by]) = (way(self.center, from), way(self.center, to));
        let (v, w) = (from[3].clone(), to[3].clone());
        // Multiply both ends by both w, so that they can be subtracted.
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

    /// Returns `true` if the disc's centre lies in the interior of a convex polygon.
    fn center_is_inside<T: Number>(&self, polygon: &[Point<T>]) -> Option<bool> {
        let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
        let [is_left, is_right, is_open] = sides.fold([false; 3], |[left, right, open], (from, to)| {
            let ([ax, ay], [bx, by]) = (way(self.center, from), way(self.center, to));
            let turn = (ax * by - ay * bx).known_sign();
            [left || turn == Some(Sign::Positive), right || turn == Some(Sign::Negative), open || turn.is_none()]
        });
        if is_left && is_right { Some(false) } else { (!is_open).then_some(is_left || is_right) }
    }
}
