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
    ///
    /// # Errors
    /// [`OutOfMemory`] for a polygon that is too large.
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
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::collections::HashMap;

    thread_local! {
        /// Number of steps of cutting on this thread: orientation tests, and corners tested against an ear.
        pub(in crate::mesh) static WORK: Cell<u64> = const { Cell::new(0) };
    }

    /// The area of the triangles that a polygon was cut into, after checks that hold for any: all corners in their
    /// places, each side of the polygon once, each diagonal once in each direction.
    fn cut(positions: &[[f32; 3]]) -> (bool, f64) {
        let n = positions.len() as u32;
        let mut triangles: Vec<[u32; 3]> = (2..n).map(|i| [0, i - 1, i]).collect();
        let outcome = Cutter::default().cut(positions, &mut triangles, []).expect("memory");
        let mut sides = HashMap::new();
        for [a, b, c] in &triangles {
            for side in [(a, b), (b, c), (c, a)] {
                *sides.entry(side).or_insert(0) += 1;
            }
        }
        assert!(sides.values().all(|&times| times == 1));
        assert!(sides.keys().all(|&(a, b)| (a + 1) % n == *b || sides.contains_key(&(b, a))));
        let point = |corner: u32| DVec3::from(positions[corner as usize].map(f64::from));
        let area = |[a, b, c]: [u32; 3]| 0.5 * (point(b) - point(a)).cross(point(c) - point(a)).length();
        (outcome, triangles.into_iter().map(area).sum())
    }

    /// Twice the signed area of a flat polygon.
    fn doubled_area(points: &[[f32; 2]]) -> f64 {
        let n = points.len();
        let side = |i: usize| {
            let ([ax, ay], [bx, by]) = (points[i].map(f64::from), points[(i + 1) % n].map(f64::from));
            ax * by - ay * bx
        };
        (0..n).map(side).sum()
    }

    /// Cuts a flat polygon from each of some first corners, in both directions and three planes; the triangles have its
    /// area each time.
    fn assert_covered(points: &[[f32; 2]]) {
        let n = points.len();
        let area = 0.5 * doubled_area(points).abs();
        for start in (0..n).step_by(n.div_ceil(6)) {
            for (plane, reversed) in [(0, false), (1, true), (2, false), (0, true)] {
                let mut polygon: Vec<[f32; 3]> = (0..n)
                    .map(|i| {
                        let [x, y] = points[(start + i) % n];
                        let mut p = [x, y, 0.25 * x + 0.125 * y];
                        p.rotate_right(plane);
                        p
                    })
                    .collect();
                if reversed {
                    polygon.reverse();
                }
                let (outcome, found) = cut(&polygon);
                // The plane is tilted: its areas are larger by the root of 1 + 1/16 + 1/64.
                let want = area * (1.0f64 + 1.0 / 16.0 + 1.0 / 64.0).sqrt();
                assert!(outcome, "{n} corners from {start}");
                assert!((found - want).abs() <= 1e-5 * want, "{n} corners from {start}: {found} and not {want}");
            }
        }
    }

    #[test]
    fn corners_and_parts_may_be_met_twice() {
        for polygon in [
            // Repeated and straight corners.
            "0 0, 1 0, 1 1, 0 1, 0 0",
            "0 0, 0 0, 1 0, 2 0, 2 0, 2 0, 2 2, 0 2, 0 1",
            "0 0, 1 0, 2 0, 3 0, 3 3, 2 3, 2 1, 1 1, 1 2, 1 3, 0 3",
            // A hole on a slit, which is left open.
            "0 0, 4 0, 4 4, 0 4, 0 0, 1 1, 1 3, 3 3, 3 1, 1 1",
            // Parts that touch in a corner.
            "0 0, 1 1, 2 0, 2 2, 1 1, 0 2",
            "0 0, 4 0, 4 4, 2 0, 0 4",
        ] {
            let numbers: Vec<f32> = polygon.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
            assert_covered(numbers.as_chunks::<2>().0);
        }
    }

    #[test]
    fn a_polygon_that_crosses_itself_stays_a_fan() {
        assert_eq!(cut(&[[0., 0., 0.], [1., 1., 0.], [1., 0., 0.], [0., 1., 0.]]), (false, 1.0));
        let star: Vec<[f32; 3]> =
            (0..5).map(|i| (0.8 * std::f32::consts::PI * i as f32).sin_cos()).map(|(x, y)| [x, y, 0.]).collect();
        assert!(!cut(&star).0);
    }

    #[test]
    fn a_polygon_without_area_stays_a_fan() {
        assert_eq!(cut(&[[1., 2., 3.]; 9]), (true, 0.0));
        let line: Vec<[f32; 3]> = (0..9).map(|i| [i as f32, 2. * i as f32, 0.]).collect();
        assert_eq!(cut(&line), (true, 0.0));
    }

    #[test]
    fn a_saddle_is_cut_from_its_first_corner() {
        let saddle = [[0., 0., 0.], [1., 0., 1.], [1., 1., 0.], [0., 1., 1.]];
        let mut triangles = [[0, 1, 2], [0, 2, 3]];
        assert_eq!(Cutter::default().cut(&saddle, &mut triangles, []), Ok(true));
        assert_eq!(triangles, [[0, 1, 2], [0, 2, 3]]);
    }

    /// Returns a closed curve around zero whose distance varies: simple, and as jagged as one likes.
    fn star(n: usize, mut distance: impl FnMut(usize) -> f64) -> Vec<[f32; 2]> {
        let at = |i: usize, r: f64| {
            let (sin, cos) = (std::f64::consts::TAU * i as f64 / n as f64).sin_cos();
            [(r * cos) as f32, (r * sin) as f32]
        };
        (0..n).map(|i| at(i, distance(i))).collect()
    }

    fn comb(teeth: usize) -> Vec<[f32; 2]> {
        let tooth = |i: usize| [[i as f32, 0.0], [i as f32 + 0.5, 1000.0]];
        let mut comb: Vec<_> = (0..teeth).flat_map(tooth).collect();
        comb.extend([[teeth as f32, 0.0], [teeth as f32, -1.0], [0.0, -1.0]]);
        comb
    }

    fn spiral(n: usize) -> Vec<[f32; 2]> {
        let turn = |i: usize, inner: f64| {
            let angle = 60.0 * i as f64 / n as f64;
            let r = 1.0 + angle + inner;
            [(r * angle.cos()) as f32, (r * angle.sin()) as f32]
        };
        (0..n).map(|i| turn(i, 3.0)).chain((0..n).rev().map(|i| turn(i, 0.0))).collect()
    }

    /// Returns the outline of a random tree of grid cells: full of straight lines and equal coordinates.
    fn maze(size: usize, random: &mut fastrand::Rng) -> Vec<[f32; 2]> {
        let mut inside = vec![vec![false; size + 2]; size + 2];
        inside[size / 2][size / 2] = true;
        for _ in 0..20 * size * size {
            let (x, y) = (random.usize(1..=size), random.usize(1..=size));
            // A cell joins where it touches one side and nothing else, so that the outline stays one simple curve.
            let around = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)]
                .map(|(dx, dy)| inside[y + dy - 1][x + dx - 1]);
            let sides = around.iter().step_by(2).filter(|&&cell| cell).count();
            let changes = (0..8).filter(|&i| around[i] != around[(i + 1) % 8]).count();
            inside[y][x] |= sides == 1 && changes == 2;
        }
        let cells = (0..inside.len().pow(2)).map(|i| (i % inside.len(), i / inside.len()));
        let first = cells.into_iter().find(|&(x, y)| inside[y][x]).expect("a cell");
        let ((mut x, mut y), mut way) = (first, (1, 0));
        let mut outline = Vec::new();
        loop {
            outline.push([x as f32, y as f32]);
            (x, y) = (x.wrapping_add_signed(way.0), y.wrapping_add_signed(way.1));
            if (x, y) == first {
                return outline;
            }
            // The inside stays on the left.
            let cell_on_left = |way| match way {
                (1, 0) => inside[y][x],
                (0, 1) => inside[y][x - 1],
                (-1, 0) => inside[y - 1][x - 1],
                _ => inside[y - 1][x],
            };
            let turned_right = |(dx, dy): (isize, isize)| (dy, -dx);
            let ways = [turned_right(way), way, turned_right(turned_right(turned_right(way)))];
            let follows = |&way: &(isize, isize)| cell_on_left(way) && !cell_on_left(turned_right(way));
            way = ways.into_iter().find(follows).expect("an outline goes on");
        }
    }

    #[test]
    fn random_simple_polygons_are_covered() {
        let seed = 5;
        let mut random = fastrand::Rng::with_seed(seed);
        for n in (3..40).chain([100, 1000, 5000]) {
            assert_covered(&star(n, |_| 0.1 + random.f64()));
            assert_covered(&star(n, |i| if i % 2 == 0 { 1.0 } else { 1e-3 }));
        }
        for size in [5, 8, 20, 60] {
            for _ in 0..5 {
                assert_covered(&maze(size, &mut random));
            }
        }
        assert_covered(&comb(500));
        assert_covered(&spiral(1000));
    }

    /// Polygons of about `n` corners each that cross themselves, or fold back onto themselves, in as many ways as there
    /// are names for.
    fn crossing(n: usize, random: &mut fastrand::Rng) -> Vec<(&'static str, Vec<[f32; 2]>)> {
        let circle = star(n, |_| 1.0);
        let around = |k: usize| (0..n).map(|i| circle[i * k % n]).collect::<Vec<_>>();
        let swapped = |mut polygon: Vec<[f32; 2]>| {
            let last = polygon.len() - 1;
            polygon.swap(last, last - 3);
            polygon
        };
        let mut place = [0.0_f32; 2];
        let mut step = |by: f32| {
            place = place.map(|x| x + by * (random.f32() - 0.5));
            place
        };
        let walk = (0..n).map(|_| step(1.0)).collect();
        let doodle = (0..n).map(|_| step(1.0).map(f32::round)).collect();
        vec![
            ("scattered", (0..n).map(|_| [random.f32(), random.f32()]).collect()),
            ("few places", (0..n).map(|_| [random.u8(..4).into(), random.u8(..4).into()]).collect()),
            ("walk", walk),
            ("walk on a grid", doodle),
            ("star", around(n / 2 - 1)),
            ("twice around", around(2)),
            ("comb", swapped(comb(n / 2))),
            ("spiral", swapped(spiral(n / 2))),
            ("jagged", swapped(star(n, |i| 1.0 + (i % 2) as f64))),
            ("there and back", (0..n).map(|i| [(i % 7) as f32, (i % 3) as f32 * 1e-3]).collect()),
            ("round and crossed at its end", swapped(star(n, |_| 1.0))),
        ]
    }

    #[test]
    fn a_crossing_polygon_costs_a_square_up_to_a_limit_and_hardly_more_than_its_corners_beyond() {
        let seed = 17;
        let mut random = fastrand::Rng::with_seed(seed);
        for n in [16, 32, 64, 128, 200, 256, 512, 1024, 2048, 60_000] {
            for (name, polygon) in crossing(n, &mut random) {
                let positions: Vec<[f32; 3]> = polygon.iter().map(|&[x, y]| [x, y, 0.01 * x]).collect();
                let mut triangles: Vec<[u32; 3]> = (2..positions.len() as u32).map(|i| [0, i - 1, i]).collect();
                WORK.set(0);
                Cutter::default().cut(&positions, &mut triangles, []).expect("memory");
                let mut ring = polygon;
                ring.dedup();
                let n = ring.len() as u64;
                let for_each = if n <= EARS as u64 { 4 * n } else { 2 * u64::from(n.ilog2()) };
                let work = WORK.get();
                assert!(work <= for_each * n, "{name}, {n} corners, seed {seed}: {work} steps");
            }
        }
    }

    #[test]
    fn sixty_thousand_corners_of_any_shape_take_few_steps_each() {
        for polygon in [star(60_000, |_| 1.0), star(60_000, |i| 1.0 + (i % 2) as f64), comb(30_000), spiral(30_000)] {
            let positions: Vec<[f32; 3]> = polygon.iter().map(|&[x, y]| [x, y, 0.0]).collect();
            let mut triangles: Vec<[u32; 3]> = (2..positions.len() as u32).map(|i| [0, i - 1, i]).collect();
            WORK.set(0);
            assert_eq!(Cutter::default().cut(&positions, &mut triangles, []), Ok(true));
            let steps = WORK.get() / positions.len() as u64;
            assert!(steps < 16, "{steps} steps for each corner: a square would be thousands");
        }
    }
}
