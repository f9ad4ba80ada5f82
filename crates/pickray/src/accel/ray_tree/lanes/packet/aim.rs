//! Eight rays on the grid of a tree, and the thick line around them.

use super::super::super::eight_rays::{EightRays, ray_of};
use super::super::super::grid::{FARTHEST, GREATEST_POWER, Grid, LEAST_POWER, NEAR, STEEPEST, axes_around};
use super::super::super::layout::LANES;
use super::super::Line;
use super::{PLACE_SLACK, Packet, SLACK};
use crate::math::four_f64::{greatest, larger, less, powers_of_two, reciprocals_of_powers, smaller};
use fearless_simd::{Simd, f32x8, f64x4, prelude::*};
use glam::DVec3;

/// Least number of grid steps in a unit: of larger meshes a parameter for a length is below what an f32 holds.
const LEAST_STEPS_PER_UNIT: f64 = 1.0 / (1u128 << 100) as f64;

/// Greatest distance of rays from the middle of the thick line, as a share of the longest side of the bounds.
const THICKEST: f64 = 1.0 / 16.0;

/// Four numbers for the first four rays, and four for the others.
type Halves<S> = [f64x4<S>; 2];

/// Returns the rays on the grid, and the line near them; `None` if they do not go side by side, or one is astray.
#[inline(always)]
pub fn aim<S: Simd>(simd: S, grid: &Grid, rays: &EightRays, t_max: f64) -> Option<(Packet<S>, Line<S>)> {
    let [origins, from, to, ..] = rays;
    let first = ray_of(rays, 0).direction();
    let sizes = first.abs();
    let main = if sizes.x >= sizes.y.max(sizes.z) { 0 } else { 1 + usize::from(sizes.z > sizes.y) };
    let (min, extent) = (grid.min().to_array(), grid.extent().to_array());
    let is_back = first[main] < 0.0;
    let (near_face, far_face) = if is_back { (extent[main], 0.0) } else { (0.0, extent[main]) };
    let steps_per_unit = grid.steps_per_unit() * (1.0 + f64::from(PLACE_SLACK));
    let unit_per_step = grid.steps_per_unit().recip(); // exact: a power of two
    let zeros = f64x4::splat(simd, 0.0);
    let (mut steps_per_t, mut starts) = ([[0.0; 4]; 2], [[0.0; 4]; 2]);
    let mut come_from_outside = steps_per_unit >= LEAST_STEPS_PER_UNIT;
    let [mut inverses, mut constants, mut entries, mut slopes] = [[[zeros; 2]; 3]; 4];
    let [mut offsets, mut ways, mut per_unit] = [[zeros; 2]; 3];
    let mut near = [[f64::INFINITY, f64::NEG_INFINITY].map(|x| f64x4::splat(simd, x)); 3];
    let mut far = near;
    for half in 0..2 {
        let four = |rows: &[[f64; LANES]; 3], k: usize| f64x4::simd_from(simd, rows[k].as_chunks().0[half]);
        let way_of = |k: usize| four(to, k) - four(from, k);
        let direction = [way_of(0), way_of(1), way_of(2)];
        let length = direction[main].abs();
        let power = powers_of_two(length);
        let of_power = reciprocals_of_powers(power);
        let reciprocal = [1.0 / direction[0], 1.0 / direction[1], 1.0 / direction[2]];
        let steepest = f64x4::splat(simd, STEEPEST);
        let inverse = |k: usize| smaller(reciprocal[k].abs() * power, steepest).copysign(direction[k]);
        let inverse = [inverse(0), inverse(1), inverse(2)];
        let origin = |k: usize| (four(origins, k) - min[k]) * grid.steps_per_unit();
        let origin = [origin(0), origin(1), origin(2)];
        let start = larger((near_face - origin[main]) * inverse[main], zeros);
        let begin = |k: usize| (direction[k] * of_power).mul_add(start, origin[k]);
        let begin = [begin(0), begin(1), begin(2)];

        let mut is_sound = less(start, FARTHEST);
        is_sound &= less(f64x4::splat(simd, LEAST_POWER), power) & less(power, GREATEST_POWER);
        let (before, behind) = (near_face - begin[main], far_face - begin[main]);
        for k in 0..3 {
            // The signs of the direction and the main axis have to be those of the first ray.
            let turned = less(inverse[k], 0.0);
            let has_signs = turned == if first[k].is_sign_negative() { 0b1111 } else { 0 };
            is_sound &= less(begin[k].abs(), NEAR) & !less(length, direction[k].abs());
            is_sound = if has_signs { is_sound } else { 0 };
            let slope = direction[k] * reciprocal[main];
            let (at_near, at_far) = (slope.mul_add(before, begin[k]), slope.mul_add(behind, begin[k]));
            near[k] = [smaller(near[k][0], at_near), larger(near[k][1], at_near)];
            far[k] = [smaller(far[k][0], at_far), larger(far[k][1], at_far)];
            inverses[k][half] = inverse[k];
            constants[k][half] = begin[k] * inverse[k];
            entries[k][half] = begin[k].mul_add(unit_per_step, f64x4::splat(simd, min[k]));
            slopes[k][half] = slope;
        }
        if is_sound & 0b1111 != 0b1111 {
            return None;
        }
        come_from_outside &= less(f64x4::splat(simd, SLACK), start) == 0b1111;
        offsets[half] = before.abs();
        ways[half] = length * of_power;
        per_unit[half] = inverse[main].abs() * steps_per_unit;
        steps_per_t[half] = (power * grid.steps_per_unit()).to_array();
        starts[half] = start.to_array();
    }
    let singles = |[low, high]: Halves<S>| low.narrow(high);
    let three = |x: [Halves<S>; 3]| [singles(x[0]), singles(x[1]), singles(x[2])];
    let mut packet = Packet {
        inverse: three(inverses),
        constant: three(constants),
        axes: axes_around(main),
        is_back,
        come_from_outside,
        entry: three(entries).map(|x| x.to_array()),
        slope: three(slopes).map(|x| x.to_array()),
        steps_per_t: bytemuck::cast(steps_per_t),
        start: bytemuck::cast(starts),
        limits: f32x8::splat(simd, f32::INFINITY),
        offset: singles(offsets),
        way: singles(ways),
        parameter_per_unit: singles(per_unit),
    };
    if t_max < f64::INFINITY {
        for lane in 0..LANES {
            packet.set_limit(lane, t_max);
        }
    }
    Some((packet, thick_line(&near, &far, first, extent, main)?))
}

/// Returns the line that all rays stay near to within the bounds, between the middles of where they pass the two faces
/// across their main axis; `None` where it is too thick, or does not go as the rays do. Its parameter counts grid steps
/// along the main axis from the face where the rays come from. `near` and `far` have, for each axis, the least and the
/// greatest number of where rays pass a face, in any lane. `first` is the direction of one ray.
#[inline(always)]
fn thick_line<S: Simd>(
    near: &[Halves<S>; 3],
    far: &[Halves<S>; 3],
    first: DVec3,
    extent: [f64; 3],
    main: usize,
) -> Option<Line<S>> {
    let simd = near[0][0].simd;
    let (least, most) = (|x: f64x4<S>| -greatest(-x)[0], |x: f64x4<S>| greatest(x)[0]);
    let thickest = THICKEST * extent[0].max(extent[1]).max(extent[2]);
    let none = [f32x8::splat(simd, 0.0); 3];
    let (mut inverses, mut near_constant, mut far_constant) = (none, none, none);
    for k in 0..3 {
        let (near_low, near_high) = (least(near[k][0]), most(near[k][1]));
        let (far_low, far_high) = (least(far[k][0]), most(far[k][1]));
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
        inverses[k] = f32x8::splat(simd, inverse as f32);
        near_constant[k] = f32x8::splat(simd, (from * inverse + widening) as f32);
        far_constant[k] = f32x8::splat(simd, (from * inverse - widening) as f32);
    }
    Some(Line::new(inverses, near_constant, far_constant))
}
