//! Cuts a polygon into triangles by a horizontal line that sweeps over it from top to bottom, in O(n log n).
//!
//! Based on: Michael Garey, David Johnson, Franco Preparata and Robert Tarjan, Triangulating a Simple Polygon, 1978
//! (the parts between the edges that the line meets are monotone, and a monotone part is cut with a stack); Stefan
//! Hertel and Kurt Mehlhorn, Fast Triangulation of Simple Polygons, 1983 (both in one pass). Departures: which edge
//! bounds a part follows from the direction of the edge and never from numbers. A search by exact signs is needed only
//! for a corner whose two edges both go down. For a polygon that crosses itself, the sweep returns `false` or triangles
//! that are turned over, which the caller detects.

use super::order::Order;
use super::{Triangles, turn};
use crate::math::predicates::Sign;
use glam::Vec2;
use std::collections::TryReserveError;

#[derive(Debug, Default)]
pub struct Sweep {
    /// Corners of the polygon from top to bottom; those at the same height from left to right.
    queue: Vec<u32>,
    rank: Vec<u32>,
    parts: Vec<Slab>,
    /// Indices in `parts` of the parts that the sweep line meets, from left to right.
    order: Order,
    /// Index in `parts` of the part that each edge bounds; an edge has the index of the corner where it begins.
    part_at: Vec<u32>,
    links: Vec<Link>,
}

/// Part of the polygon between two neighbouring edges on the line; the polygon runs down left edges and up right ones.
#[derive(Clone, Copy, Debug)]
struct Slab {
    /// Corner where the left edge begins, its upper end; `right` is where the right edge begins, its lower end.
    left: u32,
    right: u32,
    /// Corners not yet in all of their triangles; where two parts have met, the left of two chains, `second` the right.
    chain: WaitingCorners,
    second: Option<WaitingCorners>,
}

/// Stack of corners on one side that wait for a corner below; its lowest corner lies on the other side.
#[derive(Clone, Copy, Debug)]
struct WaitingCorners {
    top: u32,
    side: ChainSide,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChainSide {
    Left,
    Right,
}

/// Corner of a chain, and the link under it in the stack.
#[derive(Clone, Copy, Debug)]
struct Link {
    corner: u32,
    under: u32,
}

const NONE: u32 = u32::MAX;

/// Least number of bytes that a sweep takes per corner; several times as many if the line meets many parts.
pub const MEMORY_PER_CORNER: usize = 3 * size_of::<u32>() + size_of::<Link>();

impl Sweep {
    pub fn reserve(&mut self, n: usize) -> Result<(), TryReserveError> {
        for vec in [&mut self.queue, &mut self.rank, &mut self.part_at] {
            vec.clear();
            vec.try_reserve(n)?;
        }
        Ok(())
    }

    /// Appends triangles of a counter-clockwise polygon to `cut`; returns `false` if it is found to cross itself.
    pub fn cut(&mut self, points: &[Vec2], cut: &mut Triangles) -> bool {
        let n = points.len() as u32;
        self.parts.clear();
        self.order.clear();
        self.links.clear();
        self.part_at.clear();
        self.part_at.resize(points.len(), NONE);
        self.queue.clear();
        self.queue.extend(0..n);
        self.queue.sort_unstable_by(|&i, &j| {
            let (p, q) = (points[i as usize], points[j as usize]);
            q.y.total_cmp(&p.y).then(p.x.total_cmp(&q.x)).then(i.cmp(&j))
        });
        self.rank.clear();
        self.rank.resize(points.len(), 0);
        for (rank, &corner) in self.queue.iter().enumerate() {
            self.rank[corner as usize] = rank as u32;
        }

        let mut run = Sweeping { points, cut, sweep: self };
        for place in 0..n {
            let corner = run.sweep.queue[place as usize];
            if run.visit(corner).is_none() {
                return false;
            }
        }
        true
    }
}

struct Sweeping<'a, 'b> {
    points: &'a [Vec2],
    cut: &'a mut Triangles<'b>,
    sweep: &'a mut Sweep,
}

impl Sweeping<'_, '_> {
    fn next(&self, corner: u32) -> u32 {
        if corner + 1 == self.points.len() as u32 { 0 } else { corner + 1 }
    }

    fn previous(&self, corner: u32) -> u32 {
        corner.checked_sub(1).unwrap_or(self.points.len() as u32 - 1)
    }

    fn orient(&self, a: u32, b: u32, c: u32) -> Sign {
        turn(self.points, [a, b, c])
    }

    /// Moves the line down to a corner; `None` if the edges there are not those of a simple polygon.
    fn visit(&mut self, corner: u32) -> Option<()> {
        let (previous, next) = (self.previous(corner), self.next(corner));
        let below = |other: u32| self.sweep.rank[other as usize] > self.sweep.rank[corner as usize];
        match (below(previous), below(next)) {
            (true, true) => return self.open(corner),
            (false, false) => return self.close(corner),
            (false, true) => {
                let part = self.bounded(previous, |part| part.left)?;
                self.reach(part, corner, ChainSide::Left);
                self.sweep.parts[part as usize].left = corner;
                self.sweep.part_at[corner as usize] = part;
            }
            (true, false) => {
                let part = self.bounded(corner, |part| part.right)?;
                self.reach(part, corner, ChainSide::Right);
                self.sweep.parts[part as usize].right = previous;
                self.sweep.part_at[previous as usize] = part;
            }
        }
        Some(())
    }

    /// Returns the part that has `edge` as the side that `of` names; `None` if no part has.
    fn bounded(&self, edge: u32, of: impl Fn(&Slab) -> u32) -> Option<u32> {
        let part = self.sweep.part_at[edge as usize];
        self.sweep.parts.get(part as usize).filter(|part| of(part) == edge).map(|_| part)
    }

    /// Takes in a corner whose edges both go down: a part begins there, or one is parted in two.
    fn open(&mut self, corner: u32) -> Option<()> {
        let (left, right) = (corner, self.previous(corner));
        let turn = self.orient(right, corner, self.next(corner));
        let place = self.sweep.order.last_before(|part| {
            let upper = self.sweep.parts[part as usize].left;
            self.is_right_of(corner, upper, self.next(upper))
        });
        let around = place.filter(|&part| {
            let lower = self.sweep.parts[part as usize].right;
            !self.is_right_of(corner, self.next(lower), lower)
        });
        let new = self.sweep.parts.len() as u32;
        match around {
            None => {
                if turn == Sign::Negative {
                    return None;
                }
                let chain = self.chain(corner);
                self.sweep.parts.push(Slab { left, right, chain, second: None });
                self.sweep.part_at[right as usize] = new;
            }
            Some(part) => {
                if turn == Sign::Positive {
                    return None;
                }
                let Slab { right: far, chain, second, .. } = self.sweep.parts[part as usize];
                let (mut chain, mut other) = match (second, chain.side) {
                    (Some(second), _) => (chain, second),
                    // The diagonal to the last corner of the stack, which stays with the side that it lies on.
                    (None, ChainSide::Left) => (self.chain(self.corner(chain.top)), chain),
                    (None, ChainSide::Right) => (chain, self.chain(self.corner(chain.top))),
                };
                self.append(&mut chain, corner, ChainSide::Right);
                self.append(&mut other, corner, ChainSide::Left);
                let old = &mut self.sweep.parts[part as usize];
                (old.right, old.chain, old.second) = (right, chain, None);
                self.sweep.parts.push(Slab { left, right: far, chain: other, second: None });
                self.sweep.part_at[right as usize] = part;
                self.sweep.part_at[far as usize] = new;
            }
        }
        self.sweep.part_at[left as usize] = new;
        self.sweep.order.insert(new, place);
        Some(())
    }

    /// Takes in a corner whose edges both come from above: a part ends there, or two become one.
    fn close(&mut self, corner: u32) -> Option<()> {
        let left = self.bounded(corner, |part| part.right)?;
        let right = self.bounded(self.previous(corner), |part| part.left)?;
        if left == right {
            let Slab { chain, second, .. } = self.sweep.parts[left as usize];
            self.finish(chain, corner);
            if let Some(second) = second {
                self.finish(second, corner);
            }
            self.sweep.order.remove(left);
            return Some(());
        }
        self.reach(left, corner, ChainSide::Right);
        self.reach(right, corner, ChainSide::Left);
        let Slab { right: far, chain, .. } = self.sweep.parts[right as usize];
        let merged = &mut self.sweep.parts[left as usize];
        (merged.right, merged.second) = (far, Some(chain));
        self.sweep.part_at[far as usize] = left;
        self.sweep.order.remove(right);
        Some(())
    }

    /// Ends the edge on `side` of a part in `corner`, which finishes the chain of that side if there are two.
    fn reach(&mut self, part: u32, corner: u32, side: ChainSide) {
        let Slab { mut chain, second, .. } = self.sweep.parts[part as usize];
        if let Some(mut second) = second {
            if side == ChainSide::Left {
                std::mem::swap(&mut chain, &mut second);
            }
            self.finish(second, corner);
        }
        self.append(&mut chain, corner, side);
        let part = &mut self.sweep.parts[part as usize];
        (part.chain, part.second) = (chain, None);
    }

    /// Returns whether a `corner` whose edges go down is right of an edge; on it, it lies where its neighbours do.
    fn is_right_of(&self, corner: u32, upper: u32, lower: u32) -> bool {
        [corner, self.previous(corner), self.next(corner)]
            .into_iter()
            .map(|c| self.orient(upper, lower, c))
            .find(|&sign| sign != Sign::Zero)
            .is_none_or(|sign| sign == Sign::Positive)
    }

    fn chain(&mut self, corner: u32) -> WaitingCorners {
        WaitingCorners { top: self.link(corner, NONE), side: ChainSide::Left }
    }

    fn link(&mut self, corner: u32, under: u32) -> u32 {
        self.sweep.links.push(Link { corner, under });
        self.sweep.links.len() as u32 - 1
    }

    fn corner(&self, link: u32) -> u32 {
        self.sweep.links[link as usize].corner
    }

    /// Adds a corner on `side`, below all others, to the chain, and takes away all corners that it sees.
    fn append(&mut self, chain: &mut WaitingCorners, corner: u32, side: ChainSide) {
        if chain.side != side {
            let last = self.corner(chain.top);
            self.finish(*chain, corner);
            let under = self.link(last, NONE);
            *chain = WaitingCorners { top: self.link(corner, under), side };
            return;
        }
        let mut top = chain.top;
        loop {
            let Link { corner: above, under } = self.sweep.links[top as usize];
            if under == NONE {
                break;
            }
            let triangle = match side {
                ChainSide::Left => [self.corner(under), above, corner],
                ChainSide::Right => [corner, above, self.corner(under)],
            };
            if self.orient(triangle[0], triangle[1], triangle[2]) != Sign::Positive {
                break;
            }
            self.cut.push(triangle);
            top = under;
        }
        chain.top = self.link(corner, top);
    }

    /// Ends a chain with a corner on the other side, below all others, which sees the whole chain.
    fn finish(&mut self, chain: WaitingCorners, corner: u32) {
        let Link { corner: mut last, mut under } = self.sweep.links[chain.top as usize];
        while under != NONE {
            let Link { corner: next, under: further } = self.sweep.links[under as usize];
            self.cut.push(match chain.side {
                ChainSide::Left => [next, last, corner],
                ChainSide::Right => [last, next, corner],
            });
            (last, under) = (next, further);
        }
    }
}
