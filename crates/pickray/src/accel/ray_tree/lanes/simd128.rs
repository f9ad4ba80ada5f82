//! Tests of a ray against boxes and triangles in WebAssembly's SIMD instructions. Whether a program uses them is
//! settled when it is compiled, not when it runs.
//!
//! Web pages are compiled for size; the compiler then makes no vector instructions of the loops in `portable.rs`.

mod four_f64_simd128;

use super::super::grid::GridRay;
use super::super::layout::{LANES, Leaf, Node};
use super::Lanes;
use crate::intersect::Four;
use four_f64_simd128::Four128;
use std::arch::wasm32::*;

pub struct Simd128;

pub struct Aimed {
    /// Reciprocals of the components of the ray's direction, in lanes 0 to 2.
    inverse: v128,
    constant: v128,
    /// For each axis, a shuffle of the bytes of its two rows of planes into the order in which the ray meets them.
    order: [v128; 3],
    axes: [usize; 3],
    entry: [f32; 4],
    slope: [f32; 4],
}

/// Places of a node's last 16 bytes that hold the origin and, in the last lane, the scale; 16 is a zero byte.
const ORIGIN_BYTES: v128 = i8x16(0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 16, 16, 9, 10);

impl Lanes for Simd128 {
    type Aimed = Aimed;
    type Four = Four128;

    #[inline(always)]
    fn aimed(ray: &GridRay<Four128>) -> Aimed {
        let inverse = ray.inverse.narrow();
        // The sign bit of the axis's lane flips the third bit of each place.
        let flips = v128_and(i32x4_shr(inverse, 31), i8x16_splat(8));
        let rows = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        let [x, y, z, _] = in_all_lanes(flips);
        Aimed {
            inverse,
            constant: ray.constant.narrow(),
            order: [v128_xor(rows, x), v128_xor(rows, y), v128_xor(rows, z)],
            axes: ray.axes,
            entry: ray.entry.singles(),
            slope: ray.slope.singles(),
        }
    }

    #[inline(always)]
    fn boxes(ray: &Aimed, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        let [x, y, z, tail]: [v128; 4] = bytemuck::cast(*node);
        let origin_and_scale = i8x16_swizzle(tail, ORIGIN_BYTES);
        let base = f32x4_sub(f32x4_mul(f32x4_convert_i32x4(origin_and_scale), ray.inverse), ray.constant);
        let step = f32x4_mul(i32x4_shuffle::<3, 3, 3, 3>(origin_and_scale, origin_and_scale), ray.inverse);
        let ([step_x, step_y, step_z, _], [base_x, base_y, base_z, _]) = (in_all_lanes(step), in_all_lanes(base));
        let all = [f32x4_splat(0.0), f32x4_splat(0.0), f32x4_splat(limit), f32x4_splat(limit)];
        let inside = within(all, i8x16_swizzle(x, ray.order[0]), step_x, base_x);
        let inside = within(inside, i8x16_swizzle(y, ray.order[1]), step_y, base_y);
        let [near, more_near, far, more_far] = within(inside, i8x16_swizzle(z, ray.order[2]), step_z, base_z);
        let met = i32x4_bitmask(f32x4_le(near, far)) | i32x4_bitmask(f32x4_le(more_near, more_far)) << 4;
        (u32::from(met), bytemuck::cast([near, more_near]))
    }

    #[inline(always)]
    fn triangles(ray: &Aimed, error: &[f32; 3], leaf: &Leaf) -> u32 {
        // Project the corners along the ray, which starts at their origin and goes along the main axis.
        let along = from_entry(ray, leaf, 2);
        let x = across(ray, along, leaf, 0);
        let y = across(ray, along, leaf, 1);
        let sizes = [0, 1].map(|half| f32x4_add(f32x4_abs(x[half]), f32x4_abs(y[half])));
        let m = f32x4_pmax(sizes[0], sizes[1]);
        let m = f32x4_pmax(m, i32x4_shuffle::<2, 3, 0, 1>(m, m));
        let m = f32x4_extract_lane::<0>(f32x4_pmax(m, i32x4_shuffle::<1, 0, 3, 2>(m, m)));
        let error = f32x4_splat((error[2] * m + error[1]) * m + error[0]);
        let first = missed([x, y], leaf.indices, error);
        let last = missed([x, y], leaf.indices >> 36, error);
        !(first | last << 4) & ((1 << leaf.len()) - 1)
    }
}

#[inline(always)]
fn in_all_lanes(x: v128) -> [v128; 4] {
    [
        i32x4_shuffle::<0, 0, 0, 0>(x, x),
        i32x4_shuffle::<1, 1, 1, 1>(x, x),
        i32x4_shuffle::<2, 2, 2, 2>(x, x),
        i32x4_shuffle::<3, 3, 3, 3>(x, x),
    ]
}

/// Returns where the ray enters (two halves) and leaves (two halves) the boxes so far, narrowed by one axis's slabs;
/// `planes` are those that it meets first, then the others.
#[inline(always)]
fn within([near, more_near, far, more_far]: [v128; 4], planes: v128, step: v128, base: v128) -> [v128; 4] {
    let (nears, fars) = (u16x8_extend_low_u8x16(planes), u16x8_extend_high_u8x16(planes));
    let at = |planes: v128| f32x4_add(f32x4_mul(f32x4_convert_i32x4(planes), step), base);
    [
        f32x4_pmax(near, at(u32x4_extend_low_u16x8(nears))),
        f32x4_pmax(more_near, at(u32x4_extend_high_u16x8(nears))),
        f32x4_pmin(far, at(u32x4_extend_low_u16x8(fars))),
        f32x4_pmin(more_far, at(u32x4_extend_high_u16x8(fars))),
    ]
}

/// Returns a leaf's corners on one of the ray's axes, relative to where the ray begins.
#[inline(always)]
fn from_entry(ray: &Aimed, leaf: &Leaf, axis: usize) -> [v128; 2] {
    let axis = ray.axes[axis];
    let [low, high]: [v128; 2] = bytemuck::cast(leaf.corners[axis]);
    let entry = f32x4_splat(ray.entry[axis]);
    [f32x4_sub(low, entry), f32x4_sub(high, entry)]
}

/// Returns the corners' distances from the ray on an axis across; `along` is how far they lie along the main axis.
#[inline(always)]
fn across(ray: &Aimed, along: [v128; 2], leaf: &Leaf, axis: usize) -> [v128; 2] {
    let slope = f32x4_splat(ray.slope[ray.axes[axis]]);
    let [low, high] = from_entry(ray, leaf, axis);
    [f32x4_sub(low, f32x4_mul(slope, along[0])), f32x4_sub(high, f32x4_mul(slope, along[1]))]
}

/// Returns which of four triangles the ray surely misses, a bit each: it passes two of their edges on different sides.
#[inline(always)]
fn missed([x, y]: [[v128; 2]; 2], indices: u64, error: v128) -> u32 {
    let (low, high) = (indices as u32, (indices >> 18) as u32);
    let a = i32x4(low as i32, (low >> 9) as i32, high as i32, (high >> 9) as i32);
    let corner = |index: v128| {
        // Compute the places of a number's four bytes in its table of eight numbers.
        let places = i32x4_mul(v128_and(index, i32x4_splat(7)), i32x4_splat(0x0404_0404));
        let places = i32x4_add(places, i32x4_splat(0x0302_0100));
        let of_high = i8x16_sub(places, i8x16_splat(16));
        // A swizzle gives zero for a place beyond its table, so that `or` joins both halves.
        let of = |[low, high]: [v128; 2]| v128_or(i8x16_swizzle(low, places), i8x16_swizzle(high, of_high));
        (of(x), of(y))
    };
    let ((ax, ay), (bx, by), (cx, cy)) = (corner(a), corner(u32x4_shr(a, 3)), corner(u32x4_shr(a, 6)));
    let u = f32x4_sub(f32x4_mul(cx, by), f32x4_mul(bx, cy));
    let v = f32x4_sub(f32x4_mul(ax, cy), f32x4_mul(cx, ay));
    let w = f32x4_sub(f32x4_mul(bx, ay), f32x4_mul(ax, by));
    let some_left = f32x4_lt(f32x4_pmin(f32x4_pmin(u, v), w), f32x4_neg(error));
    let some_right = f32x4_gt(f32x4_pmax(f32x4_pmax(u, v), w), error);
    u32::from(i32x4_bitmask(v128_and(some_left, some_right)))
}
