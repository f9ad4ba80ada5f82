//! Closest hits of eight neighbouring rays, which go through the tree together.
//!
//! Rays that diverge, begin far apart or pass far from the bounds go through the tree one by one. So do all rays on
//! processors without AVX2.
//!
//! Based on: Ingo Wald, Philipp Slusallek, Carsten Benthin and Markus Wagner, Interactive Rendering with Coherent Ray
//! Tracing, 2001 (one ray per lane); Solomon Boulos, Ingo Wald and Peter Shirley, Geometric and Arithmetic Culling
//! Methods for Entire Ray Packets, 2006. Departure: all children of a node are tested against one thick line around the
//! rays first, and then each child that the line meets against each ray.

mod found;

use super::super::super::grid::{FARTHEST, GREATEST_POWER, Grid, LEAST_POWER, NEAR, STEEPEST, limit};
use super::super::super::layout::{ChildRef, LANES, Leaf, Line, Node};
use super::super::super::packets::{EightRays, ray_of};
use super::super::super::traverse::{Stack, Waiting, prefetch};
use super::super::super::{RayTree, TriangleHit};
use super::{Corners, EdgesPassed, Four256, row_of, rows_met, sixteen_bytes, spread};
use crate::accel::RayOptions;
use crate::intersect::{Culling, Four};
use found::{Found, SureHit};
use glam::DVec3;
use std::arch::x86_64::*;

/// Grid steps by which the thick line is thicker than its rays: more than what its numbers lose, each at most 2²⁶ steps
/// and rounded to f32 at most four times.
const SLACK: f64 = 64.0;

/// Relative slack of a place along the thick line, or of a parameter, for what its numbers lose.
const PLACE_SLACK: f32 = 1.0 / (1 << 20) as f32;

/// Least number of grid steps in a unit: of larger meshes a parameter for a length is below what an f32 holds.
const LEAST_STEPS_PER_UNIT: f64 = 1.0 / (1u128 << 100) as f64;

/// Greatest distance of rays from the middle of the thick line, as a share of the longest side of the bounds.
const THICKEST: f64 = 1.0 / 16.0;

const ALL_RAYS: u32 = 0xff;

/// Eight rays in the tree, a lane each, with the numbers that a `GridRay` has for one.
struct Packet {
    inverse: [__m256; 3],
    constant: [__m256; 3],
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
    limits: [f32; LANES],
    /// Parameter of the thick line at which each ray begins. From that point on, the line's parameter grows by `way`
    /// for each unit of the ray's own parameter.
    offset: [f32; LANES],
    way: [f32; LANES],
    /// Least growth of the parameter of each ray in a unit of length along the main axis, in the mesh's space.
    parameter_per_unit: [f32; LANES],
}

/// Line that all rays stay near to within the bounds. Its parameter counts grid steps along the rays' main axis from
/// the face of the bounds where they come from.
struct ThickLine {
    inverse: [__m256; 3],
    near_constant: [__m256; 3],
    far_constant: [__m256; 3],
    near: [__m256i; 3],
    far: [__m256i; 3],
}

/// Finds the [closest hit](RayTree::closest) of each of eight rays. Returns `false`, and finds
/// nothing, if the rays do not stay close to one another.
///
/// # Safety
/// [`is_available`](super::is_available) has returned `true`.
#[expect(unsafe_code, reason = "the lanes' instructions")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn closest_hits(
    tree: &RayTree,
    rays: &EightRays,
    options: &RayOptions<[Option<u32>; LANES]>,
    hits: &mut [Option<TriangleHit>; LANES],
) -> bool {
    let Some(root) = tree.root else { return true };
    let Some((mut packet, line)) = aim(&tree.grid, rays, options.range.max) else { return false };
    let lines = tree.lines.as_slice();
    // Only a sure hit may wait: no ray begins within the bounds, has a range that begins later, or skips a triangle.
    let may_wait = packet.come_from_outside && options.range.min <= 0.0 && options.skip.iter().all(Option::is_none);
    let mut found = Found::new(tree, rays, options, hits);
    let mut room = Stack::ROOM;
    let mut stack = Stack::new(&mut room);
    let mut limit = packet.set_limits_along(&[f32::INFINITY; LANES]);
    stack.push_sorted(0, with_rays(0.0, root, ALL_RAYS));
    while let Some(present) = stack.pop() {
        if present.entry() > limit {
            continue;
        }
        let child = present.child();
        if !child.is_leaf() {
            push_children(&mut stack, &packet, &line, lines, Node::at(lines, child.line()), limit);
            continue;
        }
        let leaf = Leaf::at(lines, child.line());
        let corners = Corners::of(leaf);
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
        limit = packet.set_limits_along(&reach);
    }
    found.decide_what_waits();
    true
}

impl Packet {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn edges(&self, lane: usize, error: &[f32; 3], leaf: &Leaf, corners: &Corners) -> EdgesPassed {
        let of = |rows: &[[f32; LANES]; 3]| self.axes.map(|axis| rows[axis % 3][lane]);
        EdgesPassed::of(self.axes, of(&self.entry), of(&self.slope), error, leaf, corners)
    }

    /// Returns the places where a ray may hit a triangle, a bit each, those of no triangle among them, and those where
    /// it hits one for certain if it does not begin behind it.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn candidates(&self, edges: &EdgesPassed, culling: Culling) -> (u32, u32) {
        let candidates = edges.not_missed();
        let [left, right] = edges.all_on_the_left_or_right();
        match (culling, self.is_back) {
            (Culling::None, _) => (candidates, left | right),
            (Culling::Back, true) | (Culling::Front, false) => (candidates & !right, left),
            (Culling::Back, false) | (Culling::Front, true) => (candidates & !left, right),
        }
    }

    /// Returns the least and the greatest coordinate of each triangle on the main axis, turned so that the rays go up.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn extents(&self, leaf: &Leaf, corners: &Corners) -> [[f32; LANES]; 2] {
        let sign = _mm256_set1_ps(if self.is_back { -0.0 } else { 0.0 });
        let row = _mm256_xor_ps(row_of(leaf, self.axes[2]), sign);
        let a = _mm256_permutevar8x32_ps(row, corners.a);
        let b = _mm256_permutevar8x32_ps(row, corners.b);
        let c = _mm256_permutevar8x32_ps(row, corners.c);
        let mut extents = [[0.0; LANES]; 2];
        store(&mut extents[0], _mm256_min_ps(_mm256_min_ps(a, b), c));
        store(&mut extents[1], _mm256_max_ps(_mm256_max_ps(a, b), c));
        extents
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
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn set_limits_along(&mut self, along: &[f32; LANES]) -> f32 {
        let limits = _mm256_min_ps(_mm256_mul_ps(load(along), load(&self.parameter_per_unit)), load(&self.limits));
        let places = _mm256_fmadd_ps(limits, load(&self.way), load(&self.offset));
        let slack = _mm256_fmadd_ps(places, _mm256_set1_ps(PLACE_SLACK), _mm256_set1_ps(SLACK as f32));
        let places = _mm256_add_ps(places, slack);
        store(&mut self.limits, limits);
        _mm_cvtss_f32(super::greatest(places))
    }
}

/// Returns a child that waits for some rays, a bit each, in place of the last bits of its entry.
#[inline(always)]
fn with_rays(entry: f32, child: ChildRef, rays: u32) -> Waiting {
    // The low 8 bits will hold the ray mask; subtract 256 first, so the stored entry never exceeds the true one.
    let entry = entry.to_bits().saturating_sub(ALL_RAYS + 1) & !ALL_RAYS;
    Waiting::new(f32::from_bits(entry | rays), child)
}

#[expect(unsafe_code, reason = "a load by pointer")]
#[target_feature(enable = "avx2,fma")]
#[inline]
fn load(numbers: &[f32; LANES]) -> __m256 {
    // SAFETY: there are eight.
    unsafe { _mm256_loadu_ps(numbers.as_ptr()) }
}

/// Returns the rays on the grid, and the line near them; `None` if they do not go side by side, or one is astray.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn aim(grid: &Grid, rays: &EightRays, t_max: f64) -> Option<(Packet, ThickLine)> {
    let [origins, from, to, ..] = rays;
    let first = ray_of(rays, 0).direction();
    let sizes = first.abs();
    let main = if sizes.x >= sizes.y.max(sizes.z) { 0 } else { 1 + usize::from(sizes.z > sizes.y) };
    let (min, extent) = (grid.min().to_array(), grid.extent().to_array());
    let is_back = first[main] < 0.0;
    let (near_face, far_face) = if is_back { (extent[main], 0.0) } else { (0.0, extent[main]) };
    let all = Four256::all;
    let (near_face, far_face, one) = (all(near_face), all(far_face), all(1.0));
    let steps_per_unit = grid.steps_per_unit() * (1.0 + f64::from(PLACE_SLACK));
    let room = [[0.0; LANES]; 3];
    let mut packet = Packet {
        inverse: [_mm256_setzero_ps(); 3],
        constant: [_mm256_setzero_ps(); 3],
        axes: [if main == 2 { 0 } else { main + 1 }, if main == 0 { 2 } else { main - 1 }, main],
        is_back,
        come_from_outside: steps_per_unit >= LEAST_STEPS_PER_UNIT,
        entry: room,
        slope: room,
        steps_per_t: [0.0; LANES],
        start: [0.0; LANES],
        limits: [f32::INFINITY; LANES],
        parameter_per_unit: [0.0; LANES],
        offset: [0.0; LANES],
        way: [0.0; LANES],
    };
    let [mut inverses, mut constants, mut entries, mut slopes] = [[[_mm_setzero_ps(); 2]; 3]; 4];
    let [mut offsets, mut ways, mut per_unit] = [[_mm_setzero_ps(); 2]; 3];
    let mut near = [[all(f64::INFINITY), all(f64::NEG_INFINITY)]; 3];
    let mut far = near;
    for half in 0..2 {
        let four = |rows: &[[f64; LANES]; 3], k: usize| Four256::new(rows[k].as_chunks().0[half]);
        let way_of = |k: usize| four(to, k).minus(four(from, k));
        let direction = [way_of(0), way_of(1), way_of(2)];
        let length = direction[main].abs();
        let power = length.powers_of_two();
        let of_power = power.reciprocals_of_powers();
        let reciprocal = |k: usize| one.over(direction[k]);
        let reciprocal = [reciprocal(0), reciprocal(1), reciprocal(2)];
        let inverse = |k: usize| reciprocal[k].abs().times(power).min(all(STEEPEST)).with_signs_of(direction[k]);
        let inverse = [inverse(0), inverse(1), inverse(2)];
        let origin = |k: usize| four(origins, k).minus(all(min[k])).times(all(grid.steps_per_unit()));
        let origin = [origin(0), origin(1), origin(2)];
        let start = near_face.minus(origin[main]).times(inverse[main]).max(all(0.0));
        let begin = |k: usize| direction[k].times(of_power).times_plus(start, origin[k]);
        let begin = [begin(0), begin(1), begin(2)];

        // Exact: `steps_per_unit` is a power of two.
        let unit_per_step = grid.steps_per_unit().recip();
        let mut is_sound = start.less(all(FARTHEST)) & all(LEAST_POWER).less(power) & power.less(all(GREATEST_POWER));
        let (before, behind) = (near_face.minus(begin[main]), far_face.minus(begin[main]));
        for k in 0..3 {
            // The signs of the direction and the main axis have to be those of the first ray.
            let turned = one.with_signs_of(inverse[k]).less(all(0.0));
            let has_signs = turned == if first[k].is_sign_negative() { 0b1111 } else { 0 };
            is_sound &= begin[k].abs().less(all(NEAR)) & !length.less(direction[k].abs());
            is_sound = if has_signs { is_sound } else { 0 };
            let slope = direction[k].times(reciprocal[main]);
            let (at_near, at_far) = (slope.times_plus(before, begin[k]), slope.times_plus(behind, begin[k]));
            near[k] = [near[k][0].min(at_near), near[k][1].max(at_near)];
            far[k] = [far[k][0].min(at_far), far[k][1].max(at_far)];
            inverses[k][half] = inverse[k].narrow();
            constants[k][half] = begin[k].times(inverse[k]).narrow();
            entries[k][half] = begin[k].times_plus(all(unit_per_step), all(min[k])).narrow();
            slopes[k][half] = slope.narrow();
        }
        if is_sound & 0b1111 != 0b1111 {
            return None;
        }
        packet.come_from_outside &= all(SLACK).less(start) == 0b1111;
        offsets[half] = before.abs().narrow();
        ways[half] = length.times(of_power).narrow();
        per_unit[half] = inverse[main].abs().times(all(steps_per_unit)).narrow();
        packet.steps_per_t.as_chunks_mut().0[half] = power.times(all(grid.steps_per_unit())).array();
        packet.start.as_chunks_mut().0[half] = start.array();
    }
    let whole = |[low, high]: [__m128; 2]| _mm256_set_m128(high, low);
    for k in 0..3 {
        packet.inverse[k] = whole(inverses[k]);
        packet.constant[k] = whole(constants[k]);
        store(&mut packet.entry[k], whole(entries[k]));
        store(&mut packet.slope[k], whole(slopes[k]));
    }
    store(&mut packet.offset, whole(offsets));
    store(&mut packet.way, whole(ways));
    store(&mut packet.parameter_per_unit, whole(per_unit));
    if t_max < f64::INFINITY {
        for lane in 0..LANES {
            packet.set_limit(lane, t_max);
        }
    }

    Some((packet, ThickLine::around(&near, &far, first, extent, main)?))
}

impl ThickLine {
    /// Returns the line between the middles of where rays pass the two faces across their main axis; `None` where it is
    /// too thick, or does not go as the rays do. `near` and `far` have, for each axis, the least and the greatest
    /// number of where rays pass a face, in any lane. `first` is the direction of one ray.
    #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn around(
        near: &[[Four256; 2]; 3],
        far: &[[Four256; 2]; 3],
        first: DVec3,
        extent: [f64; 3],
        main: usize,
    ) -> Option<Self> {
        let least = |x: Four256| -x.times(Four256::all(-1.0)).greatest().first();
        let greatest = |x: Four256| x.greatest().first();
        let thickest = THICKEST * extent[0].max(extent[1]).max(extent[2]);
        let none = [_mm256_setzero_ps(); 3];
        let (mut inverses, mut near_constant, mut far_constant) = (none, none, none);
        for k in 0..3 {
            let (near_low, near_high) = (least(near[k][0]), greatest(near[k][1]));
            let (far_low, far_high) = (least(far[k][0]), greatest(far[k][1]));
            let thickness = 0.5 * (near_high - near_low).max(far_high - far_low);
            let (from, to) = (0.5 * (near_low + near_high), 0.5 * (far_low + far_high));
            let way = (to - from) / extent[main];
            let goes_as_rays = way == 0.0 || way.is_sign_negative() == first[k].is_sign_negative();
            if thickness > thickest || !goes_as_rays {
                return None;
            }
            let inverse = (1.0 / way.abs()).min(STEEPEST);
            let widening = (thickness + SLACK) * inverse;
            let inverse = inverse.copysign(first[k]);
            inverses[k] = _mm256_set1_ps(inverse as f32);
            near_constant[k] = _mm256_set1_ps((from * inverse + widening) as f32);
            far_constant[k] = _mm256_set1_ps((from * inverse - widening) as f32);
        }
        let (near, far) = rows_met(inverses);
        Some(Self { inverse: inverses, near_constant, far_constant, near, far })
    }
}

/// Puts the children of a node that some ray meets on the stack, to wait.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn push_children(stack: &mut Stack, packet: &Packet, line: &ThickLine, lines: &[Line], node: &Node, limit: f32) {
    let tail = sixteen_bytes(node, 48);
    let scale = _mm256_castsi256_ps(spread(tail, 3));
    let origin = |axis: usize| _mm256_cvtepi32_ps(spread(tail, axis));
    let origin = [origin(0), origin(1), origin(2)];

    let (mut near, mut far) = (_mm256_setzero_ps(), _mm256_set1_ps(limit));
    let mut planes = [[0.0f32; LANES]; 6];
    for axis in 0..3 {
        let rows = sixteen_bytes(node, 16 * axis);
        let near_row = _mm256_cvtepi32_ps(_mm256_shuffle_epi8(rows, line.near[axis]));
        let far_row = _mm256_cvtepi32_ps(_mm256_shuffle_epi8(rows, line.far[axis]));
        store(&mut planes[2 * axis], near_row);
        store(&mut planes[2 * axis + 1], far_row);
        let inverse = line.inverse[axis];
        let step = _mm256_mul_ps(scale, inverse);
        let near_base = _mm256_fmsub_ps(origin[axis], inverse, line.near_constant[axis]);
        let far_base = _mm256_fmsub_ps(origin[axis], inverse, line.far_constant[axis]);
        near = _mm256_max_ps(_mm256_fmadd_ps(near_row, step, near_base), near);
        far = _mm256_min_ps(_mm256_fmadd_ps(far_row, step, far_base), far);
    }
    let mut met = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(near, far)) as u32;
    if met == 0 {
        return;
    }
    let mut entries = [0.0f32; LANES];
    store(&mut entries, near);

    let step = |axis: usize| _mm256_mul_ps(scale, packet.inverse[axis]);
    let steps = [step(0), step(1), step(2)];
    let base = |axis: usize| _mm256_fmsub_ps(origin[axis], packet.inverse[axis], packet.constant[axis]);
    let bases = [base(0), base(1), base(2)];
    let limits = load(&packet.limits);
    let bottom = stack.len;
    while met != 0 {
        let lane = met.trailing_zeros() as usize % LANES;
        met &= met - 1;
        let (mut near, mut far) = (_mm256_setzero_ps(), limits);
        for axis in 0..3 {
            let near_plane = _mm256_set1_ps(planes[2 * axis][lane]);
            let far_plane = _mm256_set1_ps(planes[2 * axis + 1][lane]);
            near = _mm256_max_ps(_mm256_fmadd_ps(near_plane, steps[axis], bases[axis]), near);
            far = _mm256_min_ps(_mm256_fmadd_ps(far_plane, steps[axis], bases[axis]), far);
        }
        let rays = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(near, far)) as u32;
        if rays != 0 {
            let child = node.child(lane);
            prefetch(lines, child);
            stack.push_sorted(bottom, with_rays(entries[lane], child, rays));
        }
    }
}

#[expect(unsafe_code, reason = "a store by pointer")]
#[target_feature(enable = "avx2,fma")]
#[inline]
fn store(to: &mut [f32; LANES], numbers: __m256) {
    // SAFETY: there is room for eight.
    unsafe { _mm256_storeu_ps(to.as_mut_ptr(), numbers) }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::packets::set_each;
    use super::*;
    use crate::geometry::ExactRay;

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
        if !super::super::is_available() {
            return;
        }
        let tree = bowl();
        let together = |rays: &EightRays| {
            let mut hits = [None; LANES];
            #[expect(unsafe_code, reason = "a function for processors that have its instructions")]
            // SAFETY: they were found.
            let are_found = unsafe { closest_hits(&tree, rays, &RayOptions::default().skip([None; LANES]), &mut hits) };
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
