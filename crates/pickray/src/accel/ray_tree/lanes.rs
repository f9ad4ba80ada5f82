//! Tests of a ray against the boxes of a node and the triangles of a leaf, on eight lanes at once, in the vector
//! instructions of any processor.
//!
//! Answers may differ between processors, but by no more than the slack by which boxes are widened.
//!
//! Based on: Sven Woop, Carsten Benthin and Ingo Wald, "Watertight Ray/Triangle Intersection", Journal of Computer
//! Graphics Techniques 2013, for the leaf test. Departure: it only finds out which triangles the ray surely misses.

pub mod packet;

use super::grid::GridRay;
use super::layout::{LANES, Leaf, Node};
use fearless_simd::{Simd, f32x8, f64x4, i32x8, prelude::*, u8x16, u8x32, u32x8};
#[cfg(target_feature = "simd128")]
use std::arch::wasm32::v128;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256, __m256i};

/// Places of a node's last 16 bytes that hold the origin and the scale, in every lane; 0x80 is a zero byte.
const ORIGIN_BYTES: [[u8; 4]; 4] = [[0, 1, 2, 0x80], [3, 4, 5, 0x80], [6, 7, 8, 0x80], [0x80, 0x80, 9, 10]];

/// Ray that is ready for both tests.
#[derive(Clone, Copy)]
pub struct Aimed<S: Simd> {
    line: Line<S>,
    axes: [usize; 3],
    entry: [f32; 4],
    slope: [f32; 4],
}

/// Line whose parameter at a plane is `plane * inverse - constant`, for each axis.
#[derive(Clone, Copy)]
struct Line<S: Simd> {
    /// Reciprocals of the components of the line's direction, each repeated in all lanes.
    inverse: [f32x8<S>; 3],
    /// Constants where the line enters a box; `far_constant` has those where it leaves.
    near_constant: [f32x8<S>; 3],
    far_constant: [f32x8<S>; 3],
    /// For each axis, a shuffle to integers of the row of planes that the line meets first; `far` is that of the other.
    near: [u8x32<S>; 3],
    far: [u8x32<S>; 3],
}

impl<S: Simd> Aimed<S> {
    #[inline(always)]
    pub fn new(ray: &GridRay<S>) -> Self {
        let (inverse, constant) = (in_all_lanes(ray.inverse), in_all_lanes(ray.constant));
        let singles = |x: f64x4<S>| {
            let [a, b, c, d, ..] = x.narrow(x).to_array();
            [a, b, c, d]
        };
        let (entry, slope) = (singles(ray.entry), singles(ray.slope));
        Self { line: Line::new(inverse, constant, constant), axes: ray.axes, entry, slope }
    }

    /// Returns a mask of the boxes that the ray meets at a parameter of at most `limit`, one bit per lane, and the
    /// parameter at which it enters each box. Boxes in lanes without a child are upside down by more than any rounding:
    /// the ray leaves them before it enters.
    #[inline(always)]
    pub fn boxes(&self, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        let simd = self.line.inverse[0].simd;
        let parts = [self.line.slab(node, 0), self.line.slab(node, 1), self.line.slab(node, 2)];
        let [x, y, z] = &parts;
        let near = larger(larger(x.near, y.near), larger(z.near, f32x8::splat(simd, 0.0)));
        let far = smaller(smaller(x.far, y.far), smaller(z.far, f32x8::splat(simd, limit)));
        (near.simd_le(far).to_bitmask() as u32, near.to_array())
    }

    /// Returns a mask of the triangles that the ray may hit: bit i for triangle i of the leaf. `error` is
    /// [`Grid::leaf_error`](super::grid::Grid::leaf_error).
    #[inline(always)]
    pub fn triangles(&self, error: &[f32; 3], leaf: &Leaf) -> u32 {
        let [x, y, z] = [self.axes[0] & 3, self.axes[1] & 3, self.axes[2] & 3];
        let entry = [self.entry[x], self.entry[y], self.entry[z]];
        let slope = [self.slope[x], self.slope[y]];
        let corners = Corners::of(self.line.inverse[0].simd, leaf);
        EdgesPassed::of(self.axes, entry, slope, error, leaf, &corners).not_missed() & ((1 << leaf.len()) - 1)
    }
}

/// Returns each of the first three numbers, rounded to f32, in all lanes.
#[inline(always)]
fn in_all_lanes<S: Simd>(x: f64x4<S>) -> [f32x8<S>; 3] {
    let twice = x.narrow(x);
    [f32x8::splat(x.simd, twice[0]), f32x8::splat(x.simd, twice[1]), f32x8::splat(x.simd, twice[2])]
}

/// Parameters at which a line enters and leaves the children's slabs on one axis, and the planes that it meets there.
struct Slab<S: Simd> {
    near: f32x8<S>,
    far: f32x8<S>,
    planes: [f32x8<S>; 2],
}

impl<S: Simd> Line<S> {
    #[inline(always)]
    fn new(inverse: [f32x8<S>; 3], near_constant: [f32x8<S>; 3], far_constant: [f32x8<S>; 3]) -> Self {
        const ZEROS: u32 = 0x8080_8000;
        let first = u32x8::simd_from(inverse[0].simd, [0, 1, 2, 3, 4, 5, 6, 7].map(|lane: u32| lane + ZEROS));
        // The upper row of planes lies eight bytes after the lower one, and comes first where the sign bit is set.
        let near = |axis: usize| first + ((inverse[axis].bitcast::<u32x8<S>>() >> 31) << 3);
        let near = [near(0), near(1), near(2)];
        let far = |axis: usize| (near[axis] ^ 8).bitcast();
        let far = [far(0), far(1), far(2)];
        let near = [near[0].bitcast(), near[1].bitcast(), near[2].bitcast()];
        Self { inverse, near_constant, far_constant, near, far }
    }

    #[inline(always)]
    fn slab(&self, node: &Node, axis: usize) -> Slab<S> {
        let (inverse, origin) = (self.inverse[axis], origin(self.inverse[axis].simd, node, axis));
        let step = scale(inverse.simd, node) * inverse;
        let planes = self.planes(node, axis);
        let near_base = origin.mul_sub(inverse, self.near_constant[axis]);
        let far_base = origin.mul_sub(inverse, self.far_constant[axis]);
        Slab { near: planes[0].mul_add(step, near_base), far: planes[1].mul_add(step, far_base), planes }
    }

    /// Returns the planes of a node's children on one axis: those that the line meets first, and the others.
    #[inline(always)]
    fn planes(&self, node: &Node, axis: usize) -> [f32x8<S>; 2] {
        let simd = self.inverse[axis].simd;
        if chooses_bytes(simd) {
            let rows = sixteen_bytes(simd, node, 16 * axis);
            let chosen = |places: u8x32<S>| to_float(rows.swizzle_dyn_within_blocks(places).bitcast());
            return [chosen(self.near[axis]), chosen(self.far[axis])];
        }
        let near = 2 * axis + usize::from(self.inverse[axis][0].is_sign_negative());
        let row = |row: usize| node.planes[row].map(f32::from).simd_into(simd);
        [row(near), row(near ^ 1)]
    }
}

/// Returns a coordinate of a node's origin in every lane.
#[inline(always)]
fn origin<S: Simd>(simd: S, node: &Node, axis: usize) -> f32x8<S> {
    if chooses_bytes(simd) {
        return to_float(in_every_lane(simd, node, axis).bitcast());
    }
    f32x8::splat(simd, node.origin()[axis] as f32)
}

/// Returns a node's scale in every lane.
#[inline(always)]
fn scale<S: Simd>(simd: S, node: &Node) -> f32x8<S> {
    if chooses_bytes(simd) { in_every_lane(simd, node, 3).bitcast() } else { f32x8::splat(simd, node.scale()) }
}

/// Returns the bytes of a node's origin (`k` from 0 to 2) or scale (3) in every lane.
#[inline(always)]
fn in_every_lane<S: Simd>(simd: S, node: &Node, k: usize) -> u8x32<S> {
    let places = u32x8::splat(simd, u32::from_le_bytes(ORIGIN_BYTES[k]));
    sixteen_bytes(simd, node, 48).swizzle_dyn_within_blocks(places.bitcast::<u8x32<S>>())
}

/// Returns sixteen bytes of a node from `first` (0, 16, 32 or 48) on, twice.
#[inline(always)]
fn sixteen_bytes<S: Simd>(simd: S, node: &Node, first: usize) -> u8x32<S> {
    let bytes: &[u8; size_of::<Node>()] = bytemuck::cast_ref(node);
    u8x32::block_splat(u8x16::from_slice(simd, &bytes[first..first + 16]))
}

#[inline(always)]
fn to_float<S: Simd>(x: i32x8<S>) -> f32x8<S> {
    f32x8::float_from(x)
}

/// Returns `true` if one instruction chooses sixteen bytes out of sixteen, and gives zero for place 0x80.
#[inline(always)]
fn chooses_bytes<S: Simd>(simd: S) -> bool {
    #[cfg(target_arch = "x86_64")]
    return simd.level().as_avx2().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    return cfg!(all(any(target_arch = "aarch64", target_feature = "simd128"), target_endian = "little"))
        && !simd.level().is_fallback();
}

/// Places of the corners of each triangle among a leaf's eight, in a lane for each triangle; 6 and 7 are unused.
struct Corners<S: Simd> {
    a: u32x8<S>,
    b: u32x8<S>,
    c: u32x8<S>,
}

impl<S: Simd> Corners<S> {
    #[inline(always)]
    fn of(simd: S, leaf: &Leaf) -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = simd.level().as_avx2() {
            let a: u32x8<S> = indices_avx2(avx2, leaf.indices).simd_into(simd);
            return Self { a, b: a >> 3, c: a >> 6 };
        }
        // Shift the nine bits of each triangle, three for each corner, to the bottom of the triangle's lane.
        let of = |place: usize| (leaf.indices >> (9 * place)) as u32;
        let a = u32x8::simd_from(simd, [of(0), of(1), of(2), of(3), of(4), of(5), 0, 0]);
        // The four bytes of a number follow one another.
        let bytes = |index: u32x8<S>| (index & 7) * 0x0404_0404 + 0x0302_0100;
        Self { a: bytes(a), b: bytes(a >> 3), c: bytes(a >> 6) }
    }
}

/// Returns the numbers of a row at the places that [`Corners`] has.
#[inline(always)]
fn look_up<S: Simd>(row: f32x8<S>, places: u32x8<S>) -> f32x8<S> {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = row.simd.level().as_avx2() {
        return look_up_avx2(avx2, row.into(), places.into()).simd_into(row.simd);
    }
    if chooses_bytes(row.simd) {
        return row.swizzle_dyn(places.bitcast::<u8x32<S>>());
    }
    places.to_array().map(|place| row[place as usize >> 2 & 7]).simd_into(row.simd)
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn indices_avx2(_avx2: Avx2, indices: u64) -> __m256i {
        use std::arch::x86_64::*;
        let indices = _mm256_set1_epi64x(indices as i64);
        let even = _mm256_castsi256_ps(_mm256_srlv_epi64(indices, _mm256_setr_epi64x(0, 9, 36, 45)));
        let odd = _mm256_castsi256_ps(_mm256_srlv_epi64(indices, _mm256_setr_epi64x(18, 27, 54, 54)));
        _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(even, odd))
    }
);

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn look_up_avx2(_avx2: Avx2, row: __m256, indices: __m256i) -> __m256 {
        std::arch::x86_64::_mm256_permutevar8x32_ps(row, indices)
    }
);

/// Edge functions of a ray for each triangle of a leaf.
struct EdgesPassed<S: Simd> {
    /// Least of the three edge functions of each triangle; `most` is the greatest. An edge function is positive where
    /// the ray passes on the right of the edge, as seen from the far end of the ray's main axis.
    least: f32x8<S>,
    most: f32x8<S>,
    /// Bound of the error of the edge functions.
    error: f32x8<S>,
}

impl<S: Simd> EdgesPassed<S> {
    #[inline(always)]
    fn of(
        axes: [usize; 3],
        entry: [f32; 3],
        slope: [f32; 2],
        error: &[f32; 3],
        leaf: &Leaf,
        corners: &Corners<S>,
    ) -> Self {
        // Project the corners along the ray, which starts at their origin and goes along the main axis.
        let simd = corners.a.simd;
        let from_entry = |k: usize| row_of(simd, leaf, axes[k]) - entry[k];
        let along = from_entry(2);
        let x = along.mul_add(-slope[0], from_entry(0));
        let y = along.mul_add(-slope[1], from_entry(1));
        let m = f32x8::splat(simd, (x.abs() + y.abs()).reduce_max());
        let error = m.mul_add(error[2], error[1]).mul_add(m, error[0]);

        let (ax, ay) = (look_up(x, corners.a), look_up(y, corners.a));
        let (bx, by) = (look_up(x, corners.b), look_up(y, corners.b));
        let (cx, cy) = (look_up(x, corners.c), look_up(y, corners.c));
        let u = cx.mul_sub(by, bx * cy);
        let v = ax.mul_sub(cy, cx * ay);
        let w = bx.mul_sub(ay, ax * by);
        let least = smaller(smaller(u, v), w);
        let most = larger(larger(u, v), w);
        Self { least, most, error }
    }

    /// Returns a bit for each place, of a triangle or not, where the ray may pass all edges on one side.
    #[inline(always)]
    fn not_missed(&self) -> u32 {
        let (some_left, some_right) = (self.least.simd_lt(-self.error), self.most.simd_gt(self.error));
        !((some_left & some_right).to_bitmask() as u32)
    }

    /// Returns the triangles with all edges on one side for certain: with the ray on the left, and on the right.
    #[inline(always)]
    fn all_on_the_left_or_right(&self) -> [u32; 2] {
        let (left, right) = (self.most.simd_lt(-self.error), self.least.simd_gt(self.error));
        [left.to_bitmask() as u32, right.to_bitmask() as u32]
    }
}

/// Returns the coordinates of a leaf's corners on one axis.
#[inline(always)]
fn row_of<S: Simd>(simd: S, leaf: &Leaf, axis: usize) -> f32x8<S> {
    let rows: &[[f32; LANES]; 4] = bytemuck::cast_ref(leaf);
    f32x8::load_array_ref(simd, &rows[axis & 3])
}

/// Returns the larger number of each lane, or either if one is NaN.
#[inline(always)]
fn larger<S: Simd>(a: f32x8<S>, b: f32x8<S>) -> f32x8<S> {
    // `max` of WebAssembly takes several instructions of most processors, for NaN and zeros.
    #[cfg(target_feature = "simd128")]
    return halves(a, b, |a, b| std::arch::wasm32::f32x4_pmax(b, a));
    #[cfg(not(target_feature = "simd128"))]
    return a.max(b);
}

/// Returns the smaller number of each lane, or either if one is NaN.
#[inline(always)]
fn smaller<S: Simd>(a: f32x8<S>, b: f32x8<S>) -> f32x8<S> {
    #[cfg(target_feature = "simd128")]
    return halves(a, b, |a, b| std::arch::wasm32::f32x4_pmin(b, a));
    #[cfg(not(target_feature = "simd128"))]
    return a.min(b);
}

#[cfg(target_feature = "simd128")]
#[inline(always)]
fn halves<S: Simd>(a: f32x8<S>, b: f32x8<S>, of: impl Fn(v128, v128) -> v128) -> f32x8<S> {
    let ((a_low, a_high), (b_low, b_high)) = (a.split(), b.split());
    let join = |a: fearless_simd::f32x4<S>, b: fearless_simd::f32x4<S>| -> fearless_simd::f32x4<S> {
        of(a.into(), b.into()).simd_into(a.simd)
    };
    join(a_low, b_low).combine(join(a_high, b_high))
}
