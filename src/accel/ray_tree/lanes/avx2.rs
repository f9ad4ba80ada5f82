//! The two tests in AVX2 and FMA instructions.

mod four;

use super::super::grid::GridRay;
use super::super::layout::{LANES, Leaf, Node};
use super::super::sink::Sink;
use super::super::{QueryObserver, RayTree, traverse};
use super::Lanes;
use crate::geometry::Ray;
use crate::intersect::Culling;
use four::Four256;
use glam::DVec3;
use std::arch::x86_64::*;

/// For processors that have AVX2 and FMA; only to be used inside of a function compiled for those.
pub struct Avx2;

/// What the box test needs of a ray, each number in all lanes.
#[derive(Clone, Copy)]
pub struct Slabs {
    inverse: [__m256; 3],
    near: [__m256; 3],
    far: [__m256; 3],
    near_row: [usize; 3],
}

/// Places of a node's last 16 bytes that make up the origin's whole numbers and the scale, in every lane; -1 is a zero byte.
const ORIGIN_BYTES: [[i8; 4]; 4] = [[0, 1, 2, -1], [3, 4, 5, -1], [6, 7, 8, -1], [-1, -1, 9, 10]];

#[expect(unsafe_code, reason = "vector instructions; every call is inlined where the processor is known to have them")]
impl Lanes for Avx2 {
    type Slabs = Slabs;
    type Four = Four256;

    #[inline(always)]
    fn slabs(ray: &GridRay) -> Slabs {
        // SAFETY: the processor has what `Avx2` asks for.
        unsafe { slabs(ray) }
    }

    #[inline(always)]
    fn boxes(slabs: &Slabs, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        // SAFETY: the processor has what `Avx2` asks for.
        unsafe { boxes(slabs, node, limit) }
    }

    #[inline(always)]
    fn triangles(ray: &GridRay, leaf: &Leaf) -> u32 {
        // SAFETY: the processor has what `Avx2` asks for.
        unsafe { triangles(ray, leaf) }
    }
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn slabs(ray: &GridRay) -> Slabs {
    Slabs { inverse: wide(&ray.inverse), near: wide(&ray.near), far: wide(&ray.far), near_row: ray.near_row }
}

/// Each of the first three numbers in all lanes.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn wide(x: &[f32; 4]) -> [__m256; 3] {
    #[expect(unsafe_code, reason = "a load by pointer")]
    // SAFETY: there are four numbers.
    let x = unsafe { _mm_loadu_ps(x.as_ptr()) };
    let twice = _mm256_set_m128(x, x);
    [
        _mm256_permute_ps::<0b00_00_00_00>(twice),
        _mm256_permute_ps::<0b01_01_01_01>(twice),
        _mm256_permute_ps::<0b10_10_10_10>(twice),
    ]
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn boxes(slabs: &Slabs, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
    let tail = node_tail(node);
    let scale = _mm256_castsi256_ps(spread(tail, 3));
    let (near_x, far_x) = slab(slabs, node, 0, tail, scale);
    let (near_y, far_y) = slab(slabs, node, 1, tail, scale);
    let (near_z, far_z) = slab(slabs, node, 2, tail, scale);
    let near = _mm256_max_ps(_mm256_max_ps(near_x, near_y), _mm256_max_ps(near_z, _mm256_setzero_ps()));
    let far = _mm256_min_ps(_mm256_min_ps(far_x, far_y), _mm256_min_ps(far_z, _mm256_set1_ps(limit)));
    let met = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(near, far)) as u32;
    let mut entries = [0.0; LANES];
    #[expect(unsafe_code, reason = "a store by pointer")]
    // SAFETY: there are eight numbers of room.
    unsafe {
        _mm256_storeu_ps(entries.as_mut_ptr(), near);
    }
    (met & ((1 << node.children()) - 1), entries)
}

/// Where the ray enters and leaves the children's slabs on one axis.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn slab(slabs: &Slabs, node: &Node, axis: usize, tail: __m256i, scale: __m256) -> (__m256, __m256) {
    let origin = _mm256_cvtepi32_ps(spread(tail, axis));
    let step = _mm256_mul_ps(scale, slabs.inverse[axis]);
    let near_base = _mm256_fmadd_ps(origin, slabs.inverse[axis], slabs.near[axis]);
    let far_base = _mm256_fmadd_ps(origin, slabs.inverse[axis], slabs.far[axis]);
    let near_row = slabs.near_row[axis];
    let near = _mm256_fmadd_ps(planes(node, near_row), step, near_base);
    let far = _mm256_fmadd_ps(planes(node, near_row ^ 1), step, far_base);
    (near, far)
}

/// The last 16 bytes of a node, twice.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn node_tail(node: &Node) -> __m256i {
    let bytes: &[u8; size_of::<Node>()] = bytemuck::cast_ref(node);
    let tail = bytes[48..].as_ptr().cast::<__m128i>();
    #[expect(unsafe_code, reason = "a load by pointer")]
    // SAFETY: 16 bytes are left of the node.
    let tail = unsafe { _mm_loadu_si128(tail) };
    _mm256_broadcastsi128_si256(tail)
}

/// The whole number (0 to 2) or the scale (3) of the node's origin, in every lane.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn spread(tail: __m256i, k: usize) -> __m256i {
    _mm256_shuffle_epi8(tail, _mm256_set1_epi32(i32::from_ne_bytes(ORIGIN_BYTES[k].map(|byte| byte as u8))))
}

/// A row of planes as numbers.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn planes(node: &Node, row: usize) -> __m256 {
    let first = std::ptr::from_ref(node).cast::<__m128i>();
    #[expect(unsafe_code, reason = "a load by pointer")]
    // SAFETY: rows 0 to 7 of 8 bytes are all within the node's 64.
    let row = unsafe { _mm_loadl_epi64(first.byte_add(8 * (row & 7))) };
    _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(row))
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn triangles(ray: &GridRay, leaf: &Leaf) -> u32 {
    // The corners seen along the ray: it comes from their origin and goes along the main axis.
    let along = from_entry(ray, leaf, 2);
    let x = across(ray, along, leaf, 0);
    let y = across(ray, along, leaf, 1);
    let sign = _mm256_set1_ps(-0.0);
    let size = _mm256_add_ps(_mm256_andnot_ps(sign, x), _mm256_andnot_ps(sign, y));

    // Three bits a corner: shifted so that they are the lowest of the lane of their triangle. Places 6 and 7 are nobody's.
    let indices = _mm256_set1_epi64x(leaf.indices as i64);
    let even = _mm256_castsi256_ps(_mm256_srlv_epi64(indices, _mm256_setr_epi64x(0, 9, 36, 45)));
    let odd = _mm256_castsi256_ps(_mm256_srlv_epi64(indices, _mm256_setr_epi64x(18, 27, 54, 54)));
    let a = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(even, odd));
    let (b, c) = (_mm256_srli_epi32::<3>(a), _mm256_srli_epi32::<6>(a));

    // The ray misses a triangle when it passes two edges on different sides.
    let (ax, ay, am) = corner(a, x, y, size);
    let (bx, by, bm) = corner(b, x, y, size);
    let (cx, cy, cm) = corner(c, x, y, size);
    let u = _mm256_fmsub_ps(cx, by, _mm256_mul_ps(bx, cy));
    let v = _mm256_fmsub_ps(ax, cy, _mm256_mul_ps(cx, ay));
    let w = _mm256_fmsub_ps(bx, ay, _mm256_mul_ps(ax, by));
    let m = _mm256_max_ps(_mm256_max_ps(am, bm), cm);
    let [constant, linear, square] = ray.error.map(|x| _mm256_set1_ps(x));
    let error = _mm256_fmadd_ps(_mm256_fmadd_ps(square, m, linear), m, constant);
    let least = _mm256_min_ps(_mm256_min_ps(u, v), w);
    let most = _mm256_max_ps(_mm256_max_ps(u, v), w);
    let negative = _mm256_cmp_ps::<_CMP_LT_OQ>(least, _mm256_xor_ps(error, sign));
    let positive = _mm256_cmp_ps::<_CMP_GT_OQ>(most, error);
    let missed = _mm256_movemask_ps(_mm256_and_ps(negative, positive)) as u32;
    !missed & ((1 << leaf.len()) - 1)
}

/// The numbers of each triangle's corner.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn corner(index: __m256i, x: __m256, y: __m256, size: __m256) -> (__m256, __m256, __m256) {
    (_mm256_permutevar8x32_ps(x, index), _mm256_permutevar8x32_ps(y, index), _mm256_permutevar8x32_ps(size, index))
}

/// The corners on one of the ray's axes, less where the ray enters the bounds.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn from_entry(ray: &GridRay, leaf: &Leaf, axis: usize) -> __m256 {
    let first = std::ptr::from_ref(leaf).cast::<f32>();
    #[expect(unsafe_code, reason = "a load by pointer")]
    // SAFETY: rows 0 to 3 of 32 bytes are all within the leaf's 128.
    let row = unsafe { _mm256_load_ps(first.byte_add(32 * (ray.axes[axis] & 3))) };
    _mm256_sub_ps(row, _mm256_set1_ps(ray.entry[axis]))
}

/// How far the corners lie from the ray on one of the axes across, at where they are `along` it.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn across(ray: &GridRay, along: __m256, leaf: &Leaf, axis: usize) -> __m256 {
    let from_entry = _mm256_sub_ps(from_entry(ray, leaf, axis), _mm256_set1_ps(ray.entry_rest[axis]));
    _mm256_fnmadd_ps(_mm256_set1_ps(ray.slope[axis]), along, from_entry)
}

/// Whether the processor has what [`walk`] needs.
pub fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// A walk in these instructions.
///
/// The ray's numbers are arguments of their own, which stay in registers: to load a vector that was just stored piece by piece
/// stops the processor for as long as a node takes.
///
/// # Safety
/// [`is_available`] says so.
#[expect(unsafe_code, reason = "the lanes' instructions")]
#[expect(clippy::too_many_arguments, reason = "for speed, as said above")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn walk<O: QueryObserver, S: Sink>(
    tree: &RayTree,
    ox: f64,
    oy: f64,
    oz: f64,
    px: f64,
    py: f64,
    pz: f64,
    culling: Culling,
    observer: &mut O,
    sink: &mut S,
) {
    let ray = Ray::new(DVec3::new(ox, oy, oz), DVec3::new(px, py, pz));
    traverse::walk::<Avx2, O, S>(tree, &ray, culling, observer, sink);
}
