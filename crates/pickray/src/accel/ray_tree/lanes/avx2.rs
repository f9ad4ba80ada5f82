//! Tests of a ray against boxes and triangles in AVX2 and FMA instructions.

mod four_f64_avx2;
mod packet;

use super::super::grid::GridRay;
use super::super::layout::{LANES, Leaf, Node};
use super::super::{QueryObserver, RayTree, walks};
use super::Lanes;
use crate::geometry::ExactRay;
use crate::intersect::{Culling, Four, IndexedTriangle, RayTriangleHit};
use four_f64_avx2::Four256;
use glam::DVec3;
pub use packet::closest_hits;
use std::arch::x86_64::*;

/// [`Lanes`] in AVX2 and FMA instructions; only for use in functions that are compiled for these instructions.
pub struct Avx2;

#[derive(Clone, Copy)]
pub struct Aimed {
    /// Reciprocals of the components of the ray's direction, each repeated in all lanes.
    inverse: [__m256; 3],
    constant: [__m256; 3],
    /// For each axis, a shuffle to integers of the row of planes that the ray meets first; `far` is that of the other.
    near: [__m256i; 3],
    far: [__m256i; 3],
    at_leaves: AtLeaves,
}

/// Numbers of a ray that the leaf test takes.
#[derive(Clone, Copy)]
struct AtLeaves {
    axes: [usize; 3],
    entry: [f32; 4],
    slope: [f32; 4],
}

impl AtLeaves {
    #[inline(always)]
    fn of(ray: &GridRay<Four256>) -> Self {
        Self { axes: ray.axes, entry: ray.entry.singles(), slope: ray.slope.singles() }
    }
}

/// Places of a node's last 16 bytes that hold the origin and the scale, in every lane; -1 is a zero byte.
const ORIGIN_BYTES: [[i8; 4]; 4] = [[0, 1, 2, -1], [3, 4, 5, -1], [6, 7, 8, -1], [-1, -1, 9, 10]];

#[expect(unsafe_code, reason = "vector instructions; every call is inlined where the processor is known to have them")]
impl Lanes for Avx2 {
    type Aimed = Aimed;
    type Four = Four256;

    #[inline(always)]
    fn aimed(ray: &GridRay<Four256>) -> Aimed {
        // SAFETY: the processor has what `Avx2` asks for.
        unsafe { aimed(ray) }
    }

    #[inline(always)]
    fn boxes(ray: &Aimed, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        // SAFETY: the processor has what `Avx2` asks for.
        unsafe { boxes(ray, node, limit) }
    }

    #[inline(always)]
    fn triangles(ray: &Aimed, error: &[f32; 3], leaf: &Leaf) -> u32 {
        // SAFETY: the processor has what `Avx2` asks for.
        unsafe { triangles(&ray.at_leaves, error, leaf) }
    }
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn aimed(ray: &GridRay<Four256>) -> Aimed {
    let inverse = wide(ray.inverse);
    let (near, far) = rows_met(inverse);
    Aimed { inverse, constant: wide(ray.constant), near, far, at_leaves: AtLeaves::of(ray) }
}

/// Returns [`Aimed::near`] and [`Aimed::far`] for these reciprocals of a direction.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn rows_met(inverse: [__m256; 3]) -> ([__m256i; 3], [__m256i; 3]) {
    let (lower, upper) = (row(0), row(8));
    // `blendv` chooses by the sign bit.
    let choose = |positive: __m256i, negative: __m256i, axis: usize| {
        let [positive, negative] = [_mm256_castsi256_ps(positive), _mm256_castsi256_ps(negative)];
        _mm256_castps_si256(_mm256_blendv_ps(positive, negative, inverse[axis]))
    };
    let near = [choose(lower, upper, 0), choose(lower, upper, 1), choose(lower, upper, 2)];
    (near, [choose(upper, lower, 0), choose(upper, lower, 1), choose(upper, lower, 2)])
}

/// Returns the places of eight bytes from `first` on, each in a lane of its own with zeros above it.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn row(first: i32) -> __m256i {
    const ZEROS: i32 = 0x8080_8000_u32 as i32;
    _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(first + ZEROS))
}

/// Returns each of the first three numbers, rounded to f32, in all lanes.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn wide(x: Four256) -> [__m256; 3] {
    let x = x.narrow();
    let twice = _mm256_set_m128(x, x);
    [
        _mm256_permute_ps::<0b00_00_00_00>(twice),
        _mm256_permute_ps::<0b01_01_01_01>(twice),
        _mm256_permute_ps::<0b10_10_10_10>(twice),
    ]
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn boxes(ray: &Aimed, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
    let tail = sixteen_bytes(node, 48);
    let scale = _mm256_castsi256_ps(spread(tail, 3));
    let (near_x, far_x) = slab(ray, node, 0, tail, scale);
    let (near_y, far_y) = slab(ray, node, 1, tail, scale);
    let (near_z, far_z) = slab(ray, node, 2, tail, scale);
    let near = _mm256_max_ps(_mm256_max_ps(near_x, near_y), _mm256_max_ps(near_z, _mm256_setzero_ps()));
    let far = _mm256_min_ps(_mm256_min_ps(far_x, far_y), _mm256_min_ps(far_z, _mm256_set1_ps(limit)));
    let met = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(near, far)) as u32;
    let mut entries = [0.0; LANES];
    #[expect(unsafe_code, reason = "a store by pointer")]
    // SAFETY: there are eight numbers of room.
    unsafe {
        _mm256_storeu_ps(entries.as_mut_ptr(), near);
    }
    (met, entries)
}

/// Returns the parameters at which the ray enters and leaves the children's slabs on one axis.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn slab(ray: &Aimed, node: &Node, axis: usize, tail: __m256i, scale: __m256) -> (__m256, __m256) {
    let origin = _mm256_cvtepi32_ps(spread(tail, axis));
    let step = _mm256_mul_ps(scale, ray.inverse[axis]);
    let base = _mm256_fmsub_ps(origin, ray.inverse[axis], ray.constant[axis]);
    let rows = sixteen_bytes(node, 16 * axis);
    let near = _mm256_cvtepi32_ps(_mm256_shuffle_epi8(rows, ray.near[axis]));
    let far = _mm256_cvtepi32_ps(_mm256_shuffle_epi8(rows, ray.far[axis]));
    (_mm256_fmadd_ps(near, step, base), _mm256_fmadd_ps(far, step, base))
}

/// Returns sixteen bytes of a node from `first` (0, 16, 32 or 48) on, twice.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn sixteen_bytes(node: &Node, first: usize) -> __m256i {
    let bytes: &[u8; size_of::<Node>()] = bytemuck::cast_ref(node);
    let bytes = bytes[first..first + 16].as_ptr().cast::<__m128i>();
    #[expect(unsafe_code, reason = "a load by pointer")]
    // SAFETY: there are 16 bytes.
    let bytes = unsafe { _mm_loadu_si128(bytes) };
    _mm256_broadcastsi128_si256(bytes)
}

/// Returns a number of the node's origin (`k` from 0 to 2) or scale (3) in every lane; `tail` is its last 16 bytes.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn spread(tail: __m256i, k: usize) -> __m256i {
    _mm256_shuffle_epi8(tail, _mm256_set1_epi32(i32::from_ne_bytes(ORIGIN_BYTES[k].map(|byte| byte as u8))))
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn triangles(ray: &AtLeaves, error: &[f32; 3], leaf: &Leaf) -> u32 {
    // Not by `map`: its closure would be compiled for all processors, and not inlined here.
    let [x, y, z] = [ray.axes[0] & 3, ray.axes[1] & 3, ray.axes[2] & 3];
    let entry = [ray.entry[x], ray.entry[y], ray.entry[z]];
    let slope = [ray.slope[x], ray.slope[y], ray.slope[z]];
    EdgesPassed::of(ray.axes, entry, slope, error, leaf, &Corners::of(leaf)).not_missed() & ((1 << leaf.len()) - 1)
}

/// Lanes of the corners of each triangle, in the lowest three bits of its place; places 6 and 7 are nobody's.
struct Corners {
    a: __m256i,
    b: __m256i,
    c: __m256i,
}

impl Corners {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn of(leaf: &Leaf) -> Self {
        // Shift the nine bits of each triangle, three for each corner, to the bottom of the triangle's lane.
        let indices = _mm256_set1_epi64x(leaf.indices as i64);
        let even = _mm256_castsi256_ps(_mm256_srlv_epi64(indices, _mm256_setr_epi64x(0, 9, 36, 45)));
        let odd = _mm256_castsi256_ps(_mm256_srlv_epi64(indices, _mm256_setr_epi64x(18, 27, 54, 54)));
        let a = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(even, odd));
        Self { a, b: _mm256_srli_epi32::<3>(a), c: _mm256_srli_epi32::<6>(a) }
    }
}

/// Edge functions of a ray for each triangle of a leaf.
struct EdgesPassed {
    /// Least of the three edge functions of each triangle; `most` is the greatest. An edge function is positive where
    /// the ray passes on the right of the edge, as seen from the far end of the ray's main axis.
    least: __m256,
    most: __m256,
    /// Bound of the error of the edge functions.
    error: __m256,
}

impl EdgesPassed {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn of(
        axes: [usize; 3],
        entry: [f32; 3],
        slope: [f32; 3],
        error: &[f32; 3],
        leaf: &Leaf,
        corners: &Corners,
    ) -> Self {
        // Project the corners along the ray, which starts at their origin and goes along the main axis.
        let from_entry = |k: usize| _mm256_sub_ps(row_of(leaf, axes[k]), _mm256_set1_ps(entry[k]));
        let along = from_entry(2);
        let x = _mm256_fnmadd_ps(_mm256_set1_ps(slope[0]), along, from_entry(0));
        let y = _mm256_fnmadd_ps(_mm256_set1_ps(slope[1]), along, from_entry(1));
        let sign = _mm256_set1_ps(-0.0);
        let m = greatest(_mm256_add_ps(_mm256_andnot_ps(sign, x), _mm256_andnot_ps(sign, y)));
        let [constant, linear, square] = error.map(|x| _mm_set_ss(x));
        let error = _mm256_broadcastss_ps(_mm_fmadd_ss(_mm_fmadd_ss(square, m, linear), m, constant));

        let (ax, ay) = corner(corners.a, x, y);
        let (bx, by) = corner(corners.b, x, y);
        let (cx, cy) = corner(corners.c, x, y);
        let u = _mm256_fmsub_ps(cx, by, _mm256_mul_ps(bx, cy));
        let v = _mm256_fmsub_ps(ax, cy, _mm256_mul_ps(cx, ay));
        let w = _mm256_fmsub_ps(bx, ay, _mm256_mul_ps(ax, by));
        let least = _mm256_min_ps(_mm256_min_ps(u, v), w);
        let most = _mm256_max_ps(_mm256_max_ps(u, v), w);
        Self { least, most, error }
    }

    /// Returns a bit for each place, of a triangle or not, where the ray may pass all edges on one side.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn not_missed(&self) -> u32 {
        let some_left = _mm256_cmp_ps::<_CMP_LT_OQ>(self.least, _mm256_xor_ps(self.error, _mm256_set1_ps(-0.0)));
        let some_right = _mm256_cmp_ps::<_CMP_GT_OQ>(self.most, self.error);
        !(_mm256_movemask_ps(_mm256_and_ps(some_left, some_right)) as u32)
    }

    /// Returns the triangles with all edges on one side for certain: with the ray on the left, and on the right.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn all_on_the_left_or_right(&self) -> [u32; 2] {
        let left = _mm256_cmp_ps::<_CMP_LT_OQ>(self.most, _mm256_xor_ps(self.error, _mm256_set1_ps(-0.0)));
        let right = _mm256_cmp_ps::<_CMP_GT_OQ>(self.least, self.error);
        [_mm256_movemask_ps(left) as u32, _mm256_movemask_ps(right) as u32]
    }
}

/// Returns the greatest number, in the lowest lane.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn greatest(x: __m256) -> __m128 {
    let of_halves = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps::<1>(x));
    let of_pairs = _mm_max_ps(of_halves, _mm_movehl_ps(of_halves, of_halves));
    _mm_max_ss(of_pairs, _mm_movehdup_ps(of_pairs))
}

/// Returns `x` and `y` of one corner of each triangle; `index` has the corner's lane.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn corner(index: __m256i, x: __m256, y: __m256) -> (__m256, __m256) {
    (_mm256_permutevar8x32_ps(x, index), _mm256_permutevar8x32_ps(y, index))
}

/// Returns the coordinates of a leaf's corners on one axis.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn row_of(leaf: &Leaf, axis: usize) -> __m256 {
    let first = std::ptr::from_ref(leaf).cast::<f32>();
    #[expect(unsafe_code, reason = "a load by pointer")]
    // SAFETY: rows 0 to 3 of 32 bytes are all within the leaf's 128.
    unsafe {
        _mm256_load_ps(first.byte_add(32 * (axis & 3)))
    }
}

/// Returns `true` if the processor has all instructions that [`walk`] uses.
pub fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Walks through the tree along a ray in AVX2 and FMA instructions. The origin of the ray is `ox`, `oy`, `oz`; `px`,
/// `py`, `pz` are its direction if `ALONG` is `true`, and otherwise the second point that it goes through. If `MOVED`
/// is `true`, the two points of `less` are subtracted from it first.
///
/// The coordinates are separate arguments so that they stay in registers: loading a vector that was just stored piece
/// by piece stalls the processor for as long as a test of a node takes.
///
/// # Safety
/// [`is_available`] has returned `true`.
#[expect(unsafe_code, reason = "the lanes' instructions")]
#[expect(clippy::too_many_arguments, reason = "for speed, as said above")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn walk<
    't,
    const ALONG: bool,
    const MOVED: bool,
    O: QueryObserver,
    F: FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
>(
    tree: &'t RayTree,
    ox: f64,
    oy: f64,
    oz: f64,
    px: f64,
    py: f64,
    pz: f64,
    less: &[&DVec3; 2],
    culling: Culling,
    t_max: f64,
    observer: &mut O,
    found: &mut F,
) {
    tree.prefetch_root();
    #[cfg(not(miri))]
    prefetch_code(walk::<ALONG, MOVED, O, F> as *const i8);
    let (origin, to) = (DVec3::new(ox, oy, oz), DVec3::new(px, py, pz));
    let ray = if ALONG { ExactRay::along(origin, to) } else { ExactRay::through(origin, to) };
    let ray = if MOVED { ray.less(*less) } else { ray };
    walks::cast::<Avx2, MOVED, O>(tree, &ray, culling, t_max, observer, found);
}

/// Length of a walk's code, about; [`PAIR_BYTES`] is that of the pairs of cache lines in which processors fetch.
#[cfg(not(miri))]
const CODE_BYTES: usize = 4096;
#[cfg(not(miri))]
const PAIR_BYTES: usize = 128;

/// Asks the processor to fetch the code at `first` at once: after a pause it would wait for each line in turn.
#[cfg(not(miri))]
#[inline(always)]
fn prefetch_code(first: *const i8) {
    for pair in (0..CODE_BYTES).step_by(PAIR_BYTES) {
        #[expect(unsafe_code, reason = "the instruction takes a pointer")]
        // SAFETY: it reads nothing and never faults.
        unsafe {
            _mm_prefetch::<_MM_HINT_T1>(first.wrapping_add(pair));
        }
    }
}
