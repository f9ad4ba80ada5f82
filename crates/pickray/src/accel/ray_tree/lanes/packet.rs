//! Closest hits of eight neighbouring rays, which go through the tree together.
//!
//! Rays that diverge, begin far apart or pass far from the bounds go through the tree one by one. So do all rays on
//! processors without AVX2 or NEON.
//!
//! Based on: Ingo Wald, Philipp Slusallek, Carsten Benthin and Markus Wagner, Interactive Rendering with Coherent Ray
//! Tracing, 2001 (one ray per lane); Solomon Boulos, Ingo Wald and Peter Shirley, Geometric and Arithmetic Culling
//! Methods for Entire Ray Packets, 2006. Departure: all children of a node are tested against one thick line around the
//! rays first, and then each child that the line meets against each ray.

mod aim;
mod found;

use super::super::eight_rays::EightRays;
use super::super::grid::limit;
use super::super::layout::{self, ChildRef, LANES, Leaf, Node};
use super::super::traverse::{Stack, Waiting, prefetch};
use super::super::{RayTree, TriangleHit};
use super::{Corners, EdgesPassed, Line, larger, look_up, origin, row_of, scale, smaller};
use crate::accel::RayOptions;
use crate::intersect::Culling;
use fearless_simd::{Simd, f32x8, prelude::*};
use found::{Found, SureHit};

/// Grid steps by which the thick line is thicker than its rays: more than what its numbers lose, each at most 2²⁶ steps
/// and rounded to f32 at most four times.
const SLACK: f64 = 64.0;

/// Relative slack of a place along the thick line, or of a parameter, for what its numbers lose.
const PLACE_SLACK: f32 = 1.0 / (1 << 20) as f32;

const ALL_RAYS: u32 = 0xff;

/// Eight rays in the tree, a lane each, with the numbers that a `GridRay` has for one.
struct Packet<S: Simd> {
    inverse: [f32x8<S>; 3],
    constant: [f32x8<S>; 3],
    axes: [usize; 3],
    /// `true` if the rays go in the negative direction of their main axis.
    is_back: bool,
    /// `true` if all rays begin in front of the bounds along the main axis, and f32 can hold the numbers of
    /// `parameter_per_unit`.
    come_from_outside: bool,
    entry: [[f32; LANES]; 3],
    slope: [[f32; LANES]; 3],
    steps_per_t: [f64; LANES],
    start: [f64; LANES],
    /// Parameter of each ray beyond which hits are of no interest.
    limits: f32x8<S>,
    /// Parameter of the thick line at which each ray begins. From that point on, the line's parameter grows by `way`
    /// for each unit of the ray's own parameter.
    offset: f32x8<S>,
    way: f32x8<S>,
    /// Least growth of the parameter of each ray in a unit of length along the main axis, in the mesh's space.
    parameter_per_unit: f32x8<S>,
}

/// Finds the [closest hit](RayTree::closest) of each of eight rays. Returns `false`, and finds
/// nothing, if the rays do not stay close to one another.
#[inline(always)]
pub fn closest_hits<S: Simd>(
    simd: S,
    tree: &RayTree,
    rays: &EightRays,
    options: &RayOptions<[Option<u32>; LANES]>,
    hits: &mut [Option<TriangleHit>; LANES],
) -> bool {
    let Some(root) = tree.root else { return true };
    let Some((mut packet, line)) = aim::aim(simd, &tree.grid, rays, options.range.max) else { return false };
    let lines = tree.lines.as_slice();
    // Only a sure hit may wait: no ray begins within the bounds, has a range that begins later, or skips a triangle.
    let may_wait = packet.come_from_outside && options.range.min <= 0.0 && options.skip.iter().all(Option::is_none);
    let mut found = Found::new(simd, tree, rays, options, hits);
    let mut room = Stack::ROOM;
    let mut stack = Stack::new(&mut room);
    let mut limit = packet.set_limits_along([f32::INFINITY; LANES].simd_into(simd));
    stack.push_sorted(0, with_rays(0.0, root, ALL_RAYS));
    while let Some(present) = stack.pop() {
        if present.entry() > limit {
            continue;
        }
        let child = present.child();
        if !child.is_leaf() {
            packet.push_children(&mut stack, &line, lines, Node::at(lines, child.line()), limit);
            continue;
        }
        let leaf = Leaf::at(lines, child.line());
        let corners = Corners::of(simd, leaf);
        let extents = packet.extents(leaf, &corners);
        let present_places = (1 << leaf.len()) - 1;
        let mut left = present.entry().to_bits() & ALL_RAYS;
        let mut reach = [f32::INFINITY; LANES];
        while left != 0 {
            let lane = left.trailing_zeros() as usize % LANES;
            left &= left - 1;
            let edges = packet.edges(lane, &tree.grid.leaf_error, leaf, &corners);
            let (mut candidates, certain) = packet.candidates(&edges, options.culling);
            candidates &= present_places;
            if may_wait && candidates & certain != 0 && candidates.is_power_of_two() {
                let place = candidates.trailing_zeros() as usize % LANES;
                let along = packet.along(lane, &extents, place, tree.grid.leaf_error[1]);
                reach[lane] = found.let_wait(lane, SureHit { line: child.line(), place, along });
                continue;
            }
            while candidates != 0 {
                let place = candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                if let Some(t) = found.decide(lane, child.line(), place) {
                    packet.set_limit(lane, t);
                }
            }
        }
        limit = packet.set_limits_along(reach.simd_into(simd));
    }
    found.decide_what_waits();
    true
}

impl<S: Simd> Packet<S> {
    #[inline(always)]
    fn edges(&self, lane: usize, error: &[f32; 3], leaf: &Leaf, corners: &Corners<S>) -> EdgesPassed<S> {
        let of = |rows: &[[f32; LANES]; 3]| self.axes.map(|axis| rows[axis % 3][lane]);
        let (entry, [x, y, _]) = (of(&self.entry), of(&self.slope));
        EdgesPassed::of(self.axes, entry, [x, y], error, leaf, corners)
    }

    /// Returns the places where a ray may hit a triangle, a bit each, those of no triangle among them, and those where
    /// it hits one for certain if it does not begin behind it.
    #[inline(always)]
    fn candidates(&self, edges: &EdgesPassed<S>, culling: Culling) -> (u32, u32) {
        let candidates = edges.not_missed();
        let [left, right] = edges.all_on_the_left_or_right();
        match (culling, self.is_back) {
            (Culling::None, _) => (candidates, left | right),
            (Culling::Back, true) | (Culling::Front, false) => (candidates & !right, left),
            (Culling::Back, false) | (Culling::Front, true) => (candidates & !left, right),
        }
    }

    /// Returns the least and the greatest coordinate of each triangle on the main axis, turned so that the rays go up.
    #[inline(always)]
    fn extents(&self, leaf: &Leaf, corners: &Corners<S>) -> [[f32; LANES]; 2] {
        let row = row_of(corners.a.simd, leaf, self.axes[2]) * if self.is_back { -1.0 } else { 1.0 };
        let (a, b, c) = (look_up(row, corners.a), look_up(row, corners.b), look_up(row, corners.c));
        [smaller(smaller(a, b), c).to_array(), larger(larger(a, b), c).to_array()]
    }

    /// Returns a triangle's least and greatest distance along the main axis from a ray's start (mesh space), ± `slack`.
    #[inline(always)]
    fn along(&self, lane: usize, extents: &[[f32; LANES]; 2], place: usize, slack: f32) -> [f32; 2] {
        let entry = self.entry[self.axes[2] % 3][lane];
        let entry = if self.is_back { -entry } else { entry };
        [extents[0][place] - entry - slack, extents[1][place] - entry + slack]
    }

    /// Sets the limit of a ray, which wants no hit of a t greater than `t`.
    #[inline(always)]
    fn set_limit(&mut self, lane: usize, t: f64) {
        self.limits[lane] = limit(t, self.steps_per_t[lane], self.start[lane]);
    }

    /// Lowers the rays' limits to distances `along` the main axis; returns the place beyond which no ray wants a hit.
    #[inline(always)]
    fn set_limits_along(&mut self, along: f32x8<S>) -> f32 {
        self.limits = smaller(along * self.parameter_per_unit, self.limits);
        let places = self.limits.mul_add(self.way, self.offset);
        (places + places.mul_add(PLACE_SLACK, SLACK as f32)).reduce_max()
    }

    /// Puts the children of a node that some ray meets on the stack, to wait.
    #[inline(always)]
    fn push_children(&self, stack: &mut Stack, line: &Line<S>, lines: &[layout::Line], node: &Node, limit: f32) {
        let simd = self.limits.simd;
        let slabs = [line.slab(node, 0), line.slab(node, 1), line.slab(node, 2)];
        let (mut near, mut far) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, limit));
        let mut planes = [[[0.0f32; LANES]; 2]; 3];
        for (axis, slab) in slabs.iter().enumerate() {
            (near, far) = (larger(slab.near, near), smaller(slab.far, far));
            planes[axis] = [slab.planes[0].to_array(), slab.planes[1].to_array()];
        }
        let mut met = near.simd_le(far).to_bitmask() as u32;
        if met == 0 {
            return;
        }
        let entries = near.to_array();

        let scale = scale(simd, node);
        let step = |axis: usize| scale * self.inverse[axis];
        let steps = [step(0), step(1), step(2)];
        let base = |axis: usize| origin(simd, node, axis).mul_sub(self.inverse[axis], self.constant[axis]);
        let bases = [base(0), base(1), base(2)];
        let bottom = stack.len;
        while met != 0 {
            let lane = met.trailing_zeros() as usize % LANES;
            met &= met - 1;
            let (mut near, mut far) = (f32x8::splat(simd, 0.0), self.limits);
            for axis in 0..3 {
                let [near_plane, far_plane] = [planes[axis][0][lane], planes[axis][1][lane]];
                near = larger(steps[axis].mul_add(near_plane, bases[axis]), near);
                far = smaller(steps[axis].mul_add(far_plane, bases[axis]), far);
            }
            let rays = near.simd_le(far).to_bitmask() as u32;
            if rays != 0 {
                let child = node.child(lane);
                prefetch(lines, child);
                stack.push_sorted(bottom, with_rays(entries[lane], child, rays));
            }
        }
    }
}

/// Returns a child that waits for some rays, a bit each, in place of the last bits of its entry.
#[inline(always)]
fn with_rays(entry: f32, child: ChildRef, rays: u32) -> Waiting {
    // The low 8 bits will hold the ray mask; subtract 256 first, so the stored entry never exceeds the true one.
    let entry = entry.to_bits().saturating_sub(ALL_RAYS + 1) & !ALL_RAYS;
    Waiting::new(f32::from_bits(entry | rays), child)
}

#[cfg(test)]
mod tests {
    use super::super::super::eight_rays::set_each;
    use super::*;
    use crate::geometry::ExactRay;
    use crate::math::four_f64::baseline;
    use glam::DVec3;

    /// A bowl of 2 × 20 × 20 triangles.
    fn bowl() -> RayTree {
        let place = |i: u16| f32::from(i) / 10.0 - 1.0;
        let corner = |(x, y): (f32, f32)| [x, y, x * x + y * y];
        let positions: Vec<_> = (0..21 * 21).map(|i| corner((place(i % 21), place(i / 21)))).collect();
        let cells = (0..20 * 20).map(|i| i / 20 * 21 + i % 20);
        let triangles: Vec<_> = cells.flat_map(|i| [[i, i + 1, i + 21], [i + 1, i + 22, i + 21]]).collect();
        RayTree::build(&positions, &triangles).expect("memory")
    }

    /// The rays of eight neighbouring pixels.
    fn neighbours(pixel: f64) -> EightRays {
        let mut rays = EightRays::default();
        let direction = |lane| DVec3::new(0.03 + pixel * lane as f64, 0.1, -1.0);
        assert!(set_each(&mut rays, |lane| Some(ExactRay::along(DVec3::new(0.0, 0.0, 4.0), direction(lane)))));
        rays
    }

    #[test]
    fn neighbours_go_together_and_others_do_not() {
        let tree = bowl();
        let together = |rays: &EightRays| {
            let mut hits = [None; LANES];
            let options = RayOptions::default().skip([None; LANES]);
            let are_found = closest_hits(baseline(), &tree, rays, &options, &mut hits);
            assert_eq!(are_found, hits.iter().any(Option::is_some));
            are_found
        };
        assert!(together(&neighbours(0.001)));
        assert!(!together(&neighbours(0.1)), "too far apart");
        assert!(!together(&neighbours(-0.01)), "some go to the left");
        let mut rays = neighbours(0.001);
        let [_, _, to, ..] = &mut rays;
        to[2][5] = f64::NAN;
        assert!(!together(&rays));
    }
}
