//! Cuts a small polygon into triangles by ears, also one that touches itself.
//!
//! Based on: Gary Meisters, Polygons Have Ears, 1975; the order of preference after Martin Held, FIST: Fast
//! Industrial-Strength Triangulation of Polygons, 2001. Quadratic: for small polygons.

use super::{Triangles, turn_of};
use crate::math::predicates::Sign;
use glam::{DVec2, Vec2};

/// Demand on a corner that is to be an ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    /// The corner turns left, and its triangle holds no other corner in its inside or on its sides.
    Clear,
    /// The corner turns left, and its triangle holds no other corner in its inside; other corners may lie on its sides.
    Touched,
    /// The corner lies on one line with its neighbours, so that its triangle has no area.
    Flat,
}

/// Facts about a corner between its present neighbours.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    turn: Option<Sign>,
    /// Corners from which to go on searching for one that makes this no ear, for [`Demand::Clear`] and `Touched`.
    next: [usize; 2],
    /// For each corner in `next`, `true` if it is known to make this corner no ear as long as it is not cut off.
    is_blocked: [bool; 2],
}

struct Ears {
    points: Vec<DVec2>,
    ring: Vec<u32>,
    is_left: Vec<bool>,
    known: Vec<Known>,
}

/// Appends triangles for the counter-clockwise polygon `points` to `cut`; returns `false` if no ear is left.
pub fn cut(points: &[Vec2], cut: &mut Triangles) -> bool {
    let n = points.len();
    let mut ears = Ears {
        points: points.iter().map(|point| point.as_dvec2()).collect(),
        ring: (0..n as u32).collect(),
        is_left: vec![true; n],
        known: vec![Known::default(); n],
    };
    let mut from = 0;
    while ears.ring.len() > 3 {
        let n = ears.ring.len();
        let ear = [Demand::Clear, Demand::Flat, Demand::Touched]
            .into_iter()
            .find_map(|demand| (from..from + n).map(|i| i % n).find(|&i| ears.is_ear(i, demand)));
        let Some(ear) = ear else { return false };
        cut.push(ears.take(ear));
        from = ear.saturating_sub(1);
    }
    cut.push([ears.ring[0], ears.ring[1], ears.ring[2]]);
    true
}

impl Ears {
    /// Returns the corner at place `i` of the ring, between its neighbours.
    fn around(&self, i: usize) -> [u32; 3] {
        let n = self.ring.len();
        [self.ring[(i + n - 1) % n], self.ring[i], self.ring[(i + 1) % n]]
    }

    /// Cuts off the corner at place `i` of the ring; returns its triangle.
    fn take(&mut self, i: usize) -> [u32; 3] {
        let triangle @ [before, corner, after] = self.around(i);
        self.ring.remove(i);
        self.is_left[corner as usize] = false;
        for neighbour in [before, after] {
            self.known[neighbour as usize] = Known::default();
        }
        triangle
    }

    fn is_ear(&mut self, i: usize, demand: Demand) -> bool {
        let triangle = self.around(i).map(|corner| self.points[corner as usize]);
        let known = &mut self.known[self.ring[i] as usize];
        let turn = *known.turn.get_or_insert_with(|| turn_of(triangle));
        if demand == Demand::Flat {
            return turn == Sign::Zero;
        }
        let (next, is_blocked) = (&mut known.next[demand as usize], &mut known.is_blocked[demand as usize]);
        if turn != Sign::Positive || *is_blocked && self.is_left[*next] {
            return false;
        }
        *is_blocked = (*next..self.points.len()).any(|corner| {
            *next = corner;
            self.is_left[corner] && is_in_the_way(triangle, self.points[corner], demand)
        });
        !*is_blocked
    }
}

fn is_in_the_way([a, b, c]: [DVec2; 3], p: DVec2, demand: Demand) -> bool {
    super::count_work();
    let (min, max) = (a.min(b).min(c), a.max(b).max(c));
    if p.cmplt(min).any() || p.cmpgt(max).any() || p == a || p == b || p == c {
        return false;
    }
    let inside = if demand == Demand::Clear { Sign::Zero } else { Sign::Positive };
    [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| turn_of([from, to, p]) as i8 >= inside as i8)
}
