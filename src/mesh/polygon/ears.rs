//! Cuts a small polygon into triangles by ears, also one that touches itself.
//!
//! Based on: Gary Meisters, Polygons Have Ears, 1975; the order of preference after Martin Held, FIST: Fast Industrial-Strength Triangulation of
//! Polygons, 2001. Quadratic at best: for small polygons.

use super::Triangles;
use crate::math::predicates::{Sign, orient2d};
use glam::{DVec2, Vec2};

/// How much an ear has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    /// A left turn whose triangle holds no other corner.
    Clear,
    /// No turn at all.
    Flat,
    /// A left turn whose triangle holds no other corner in its inside.
    Touched,
}

/// Appends triangles for the counter-clockwise polygon `points` to `cut`; `false` when no ear is left.
pub fn cut(points: &[Vec2], cut: &mut Triangles) -> bool {
    let points: &[DVec2] = &points.iter().map(|point| point.as_dvec2()).collect::<Vec<_>>();
    let mut ring: Vec<u32> = (0..points.len() as u32).collect();
    let mut from = 0;
    while ring.len() > 3 {
        let n = ring.len();
        let ear = [Demand::Clear, Demand::Flat, Demand::Touched]
            .into_iter()
            .find_map(|demand| (from..from + n).map(|i| i % n).find(|&i| is_ear(points, &ring, i, demand)));
        let Some(ear) = ear else { return false };
        cut.push(around(&ring, ear));
        ring.remove(ear);
        from = ear.saturating_sub(1);
    }
    cut.push([ring[0], ring[1], ring[2]]);
    true
}

/// The corner at place `i` of the ring between its neighbours.
fn around(ring: &[u32], i: usize) -> [u32; 3] {
    let n = ring.len();
    [ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]]
}

fn is_ear(points: &[DVec2], ring: &[u32], i: usize, demand: Demand) -> bool {
    let [a, b, c] = around(ring, i).map(|corner| points[corner as usize]);
    let turn = orient2d(a, b, c);
    if demand == Demand::Flat {
        return turn == Sign::Zero;
    }
    if turn != Sign::Positive {
        return false;
    }
    let outside = if demand == Demand::Clear { Sign::Negative } else { Sign::Zero };
    ring.iter().map(|&corner| points[corner as usize]).all(|p| {
        let on_corner = p == a || p == b || p == c;
        on_corner || [(a, b), (b, c), (c, a)].into_iter().any(|(from, to)| orient2d(from, to, p) as i8 <= outside as i8)
    })
}
