//! Grid of coarse cells over an outline, with which rectangles far from its sides are found to be inside or outside at
//! once.

use super::screen_region::Rectangle;
use crate::accel::Placement;
use glam::{DVec2, UVec2};

/// Number of cells along each side of the grid.
const SIDE: usize = 256;

/// Distance beyond its cell, in cells, that a side may reach without being noticed: far more than is rounded.
const MARGIN: f64 = 1e-6;

/// Grid of cells that fill a rectangle of the picture. Each cell is known to lie inside an outline, to lie outside it,
/// or sides of the outline may pass through it.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    min: DVec2,
    step: DVec2,
    /// Distance from a cell within which a side of the outline counts as passing through it: along x and along y, in
    /// cells.
    margin: DVec2,
    /// Summed-area table of the grid, row by row: the numbers of inside cells (x) and of outside cells (y) that lie in
    /// both an earlier column and an earlier row.
    sums: Vec<UVec2>,
}

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Inside,
    Outside,
    Mixed,
}

impl Cells {
    /// Returns the grid over `frame` for the sides of an outline. `is_inside` returns `true` for a point inside the
    /// outline; it is called only with points that no side comes near.
    pub fn new(sides: &[[DVec2; 2]], frame: &Rectangle, is_inside: impl Fn(DVec2) -> bool) -> Self {
        let step = (frame.max - frame.min) / SIDE as f64;
        let size = frame.min.abs().max(frame.max.abs());
        let margin = MARGIN + 8.0 * f64::EPSILON * size / step;
        let mut grid = Self { min: frame.min, step, margin, sums: Vec::new() };
        // Without an extent, or one that is lost in its coordinates, nothing is known of any cell.
        let is_known = margin.max_element() < 0.25;
        let mut cells = vec![if is_known { Cell::Outside } else { Cell::Mixed }; SIDE * SIDE];
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
    fn mark(&self, [a, b]: &[DVec2; 2], cells: &mut [Cell]) {
        let [first, last] = self.range(a.y.min(b.y), a.y.max(b.y), 1);
        let error = 8.0 * f64::EPSILON * (a.x.abs() + b.x.abs());
        for row in first..last {
            let x_at = |row: f64| {
                let share = (self.min.y + row * self.step.y - a.y) / (b.y - a.y);
                a.x + share.clamp(0.0, 1.0) * (b.x - a.x)
            };
            let (p, q) = (x_at(row as f64 - self.margin.y), x_at(row as f64 + 1.0 + self.margin.y));
            // A level side, and one of numbers that overflow, is all along in its rows.
            let is_level = !(p.is_finite() && q.is_finite()) || a.y == b.y;
            let (p, q) = if is_level { (a.x, b.x) } else { (p, q) };
            let [left, right] = self.range(p.min(q) - error, p.max(q) + error, 0);
            cells[row * SIDE + left..row * SIDE + right].fill(Cell::Mixed);
        }
    }

    /// Fills in for cells that no side touches whether they are inside or outside; neighbours lie alike.
    fn fill(&self, cells: &mut [Cell], is_inside: impl Fn(DVec2) -> bool) {
        for i in 0..cells.len() {
            if cells[i] == Cell::Mixed {
                continue;
            }
            let (column, row) = (i % SIDE, i / SIDE);
            let before = [(0 < column).then(|| cells[i - 1]), (0 < row).then(|| cells[i - SIDE])];
            let known = before.into_iter().flatten().find(|cell| *cell != Cell::Mixed);
            cells[i] = known.unwrap_or_else(|| {
                let middle = self.min + self.step * (DVec2::new(column as f64, row as f64) + 0.5);
                if is_inside(middle) { Cell::Inside } else { Cell::Outside }
            });
        }
    }
}

/// Returns the numbers of cells before each column and row that are inside, and that are outside.
fn sums(cells: &[Cell]) -> Vec<UVec2> {
    let mut sums = vec![UVec2::ZERO; (SIDE + 1) * (SIDE + 1)];
    for (row, cells) in cells.chunks_exact(SIDE).enumerate() {
        let mut in_row = UVec2::ZERO;
        for (column, cell) in cells.iter().enumerate() {
            in_row += UVec2::new((*cell == Cell::Inside).into(), (*cell == Cell::Outside).into());
            sums[(row + 1) * (SIDE + 1) + column + 1] = sums[row * (SIDE + 1) + column + 1] + in_row;
        }
    }
    sums
}
