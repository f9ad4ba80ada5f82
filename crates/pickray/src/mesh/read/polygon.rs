//! Cuts polygons in space into triangles that cover them, whatever their shape.
//!
//! A polygon of n corners always becomes n − 2 triangles on its own corners. It is projected along the axis closest to
//! its normal (Newell's, so that it need not be planar). The fan around the first corner is kept if it covers the
//! polygon, as it does for convex ones. Otherwise the polygon is cut by a sweep in O(n log n), or, if it is small and
//! touches itself, by ears. The result of each method is accepted only if no triangle is turned over: triangles that
//! join the corners of a polygon without crossing, all counter-clockwise like the polygon itself, cover it once. All
//! signs are exact.

mod ears;
mod order;
mod sweep;

use crate::math::predicates::{Sign, orient2d};
use crate::work::memory::{self, OutOfMemory};
use glam::{DVec2, DVec3, Vec2};

/// Most corners of a polygon that is tried by ears, in quadratic time, where the sweep does not succeed. Larger
/// polygons that touch themselves are rare; a polygon that crosses itself costs each of its corners this much in vain.
const EARS: usize = 256;
/// Least bytes of memory that cutting takes for each corner of a polygon.
const MEMORY_PER_CORNER: usize = 3 * size_of::<u32>() + size_of::<Vec2>() + sweep::MEMORY_PER_CORNER;

/// Cuts polygons into triangles, one polygon after the other; keeps its buffers for the next polygon.
#[derive(Debug, Default)]
pub struct Cutter {
    corners: Vec<u32>,
    /// Indices into `corners` of those that lie elsewhere than the one before, and their projected positions.
    ring: Vec<u32>,
    points: Vec<Vec2>,
    sweep: sweep::Sweep,
    others: Vec<u32>,
}

impl Cutter {
    /// Replaces `triangles`, the fan of one polygon, by triangles that cover the polygon, unless the fan already covers
    /// it. `others` hold for the triangles' corners what they held for the fan's. Returns `false` for one that crosses.
    pub fn cut<'a>(
        &mut self,
        positions: &[[f32; 3]],
        triangles: &mut [[u32; 3]],
        others: impl IntoIterator<Item = &'a mut [[u32; 3]]>,
    ) -> Result<bool, OutOfMemory> {
        let point = |corner: u32| DVec3::from(positions[corner as usize].map(f64::from));
        if let [[a, b, c], [_, _, d]] = *triangles
            && fan_covers_quad([a, b, c, d].map(point))
        {
            return Ok(true);
        }

        // Look at the polygon along the axis of its normal first: if it cannot be cut as seen from there, along others.
        let normal = newell_normal(triangles, point);
        let mut axes = [0, 1, 2];
        axes.sort_by(|&i, &j| normal[j].abs().total_cmp(&normal[i].abs()));
        for axis in axes.into_iter().filter(|&axis| normal[axis] != 0.0) {
            let seen =
                if normal[axis] > 0.0 { [(axis + 1) % 3, (axis + 2) % 3] } else { [(axis + 2) % 3, (axis + 1) % 3] };
            if all_turn(positions, triangles, seen, Sign::Positive) {
                return Ok(true);
            }
            self.reserve(triangles.len() + 2)?;
            self.corners.clear();
            self.corners.extend(&triangles[0][..2]);
            self.corners.extend(triangles.iter().map(|triangle| triangle[2]));
            if self.cut_seen(positions, triangles, seen) {
                for fan in others {
                    self.others.clear();
                    self.others.extend(&fan[0][..2]);
                    self.others.extend(fan.iter().map(|triangle| triangle[2]));
                    for (other, places) in fan.iter_mut().zip(&*triangles) {
                        *other = places.map(|place| self.others[place as usize]);
                    }
                }
                for triangle in triangles {
                    *triangle = triangle.map(|place| self.corners[place as usize]);
                }
                return Ok(true);
            }
            for (i, triangle) in triangles.iter_mut().enumerate() {
                *triangle = [self.corners[0], self.corners[i + 1], self.corners[i + 2]];
            }
        }
        let is_on_a_line =
            [[0, 1], [1, 2], [2, 0]].into_iter().all(|seen| all_turn(positions, triangles, seen, Sign::Zero));
        Ok(is_on_a_line)
    }

    fn reserve(&mut self, n: usize) -> Result<(), OutOfMemory> {
        memory::check((n * MEMORY_PER_CORNER) as u64)?;
        for vec in [&mut self.corners, &mut self.ring, &mut self.others] {
            vec.clear();
            vec.try_reserve(n).map_err(|_| memory::missing(n * MEMORY_PER_CORNER))?;
        }
        self.points.clear();
        self.points.try_reserve(n).map_err(|_| memory::missing(n * MEMORY_PER_CORNER))?;
        self.sweep.reserve(n).map_err(|_| memory::missing(n * MEMORY_PER_CORNER))
    }

    /// Cuts the polygon, counter-clockwise as seen by two axes, into `triangles` of places in `corners`, if it can.
    fn cut_seen(&mut self, positions: &[[f32; 3]], triangles: &mut [[u32; 3]], seen: [usize; 2]) -> bool {
        let n = self.corners.len() as u32;
        let mut cut = Triangles { all: triangles, len: 0 };

        // A corner where the one before is makes a triangle without area.
        self.ring.clear();
        self.points.clear();
        for (place, &corner) in (0..).zip(&self.corners) {
            // Zeros lose their sign, which would sort them.
            let here = Vec2::from(seen.map(|axis| positions[corner as usize][axis] + 0.0));
            let repeats_last = self.points.last() == Some(&here);
            let repeats_first = place == n - 1 && self.points.first() == Some(&here);
            if repeats_last || repeats_first {
                let before = *self.ring.last().expect("a repeated corner has one before it");
                cut.push([before, place, (place + 1) % n]);
            } else {
                self.ring.push(place);
                self.points.push(here);
            }
        }
        if self.ring.len() < 3 {
            return false;
        }

        let repeated = cut.len;
        let n = self.ring.len() as u32;
        let points = &self.points;
        if let Some(start) = (0..n.min(4)).find(|&start| fan_covers(points, start)) {
            for i in 2..n {
                cut.push([start, (start + i - 1) % n, (start + i) % n]);
            }
        } else if !(self.sweep.cut(points, &mut cut) && covers(points, cut.behind(repeated))) {
            cut.len = repeated;
            if n as usize > EARS || !ears::cut(points, &mut cut) || !covers(points, cut.behind(repeated)) {
                return false;
            }
        }
        for triangle in &mut cut.all[repeated..] {
            *triangle = triangle.map(|i| self.ring[i as usize]);
        }
        true
    }
}

/// Triangles of a polygon so far, in memory for as many as it has.
struct Triangles<'a> {
    all: &'a mut [[u32; 3]],
    len: usize,
}

impl Triangles<'_> {
    /// Adds a triangle; triangles beyond those of the polygon are only counted.
    fn push(&mut self, triangle: [u32; 3]) {
        if let Some(place) = self.all.get_mut(self.len) {
            *place = triangle;
        }
        self.len += 1;
    }

    /// Returns the triangles behind the first `n`; none if there are too many or too few in all.
    fn behind(&self, n: usize) -> &[[u32; 3]] {
        if self.len == self.all.len() { &self.all[n..] } else { &[] }
    }
}

/// Returns whether the triangles `abc` and `acd` cover the quad; `false` also where rounding errors leave it open.
#[inline]
fn fan_covers_quad([a, b, c, d]: [DVec3; 4]) -> bool {
    let (ab, ac, ad) = (b - a, c - a, d - a);
    // Twice the quad's area vector, by which Newell's normal differs in nothing but scale.
    let normal = ac.cross(d - b);
    let axis = normal.abs().max_position();
    let (x, y) = ((axis + 1) % 3, (axis + 2) % 3);
    // Three roundings of at most 2⁻⁵³ in each product, one in the difference.
    const BOUND: f64 = 4.0 / (1u64 << 53) as f64;
    let sign = |p: DVec3, q: DVec3| {
        let (left, right) = (p[x] * q[y], p[y] * q[x]);
        let determinant = left - right;
        if determinant.abs() > BOUND * (left.abs() + right.abs()) { determinant * normal[axis] } else { 0.0 }
    };
    sign(ab, ac) > 0.0 && sign(ac, ad) > 0.0
}

fn turn(points: &[Vec2], corners: [u32; 3]) -> Sign {
    turn_of(corners.map(|i| points[i as usize].as_dvec2()))
}

fn turn_of([a, b, c]: [DVec2; 3]) -> Sign {
    count_work();
    orient2d(a, b, c)
}

#[inline(always)]
fn count_work() {
    #[cfg(test)]
    tests::WORK.set(tests::WORK.get() + 1);
}

fn fan_covers(points: &[Vec2], start: u32) -> bool {
    let n = points.len() as u32;
    (2..n).all(|i| turn(points, [start, (start + i - 1) % n, (start + i) % n]) == Sign::Positive)
}

fn covers(points: &[Vec2], cut: &[[u32; 3]]) -> bool {
    cut.len() == points.len() - 2 && cut.iter().all(|&triangle| turn(points, triangle) != Sign::Negative)
}

/// Returns whether all triangles turn the `way` that is asked for, as they are seen.
fn all_turn(positions: &[[f32; 3]], triangles: &[[u32; 3]], seen: [usize; 2], way: Sign) -> bool {
    let point = |corner: u32| DVec2::from(seen.map(|axis| f64::from(positions[corner as usize][axis])));
    triangles.iter().all(|&corners| turn_of(corners.map(point)) == way)
}

/// Returns the sum of the cross products of neighbouring corners, seen from the first one of the fan.
fn newell_normal(triangles: &[[u32; 3]], point: impl Fn(u32) -> DVec3) -> DVec3 {
    let first = point(triangles[0][0]);
    triangles.iter().map(|&[_, b, c]| (point(b) - first).cross(point(c) - first)).sum()
}

#[cfg(test)]
mod tests;
