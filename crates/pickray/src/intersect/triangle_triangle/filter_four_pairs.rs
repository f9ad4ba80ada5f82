//! Filter of the triangle-triangle test for four pairs at once in AVX2 registers, without branches.

use super::{DETERMINANT_ERROR, LARGEST_EXTENT, SMALLEST_EXTENT};
use std::arch::x86_64::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FourVerdicts {
    /// Bit i is set where pair i certainly meets.
    pub meet: u8,
    /// Bit i is set where pair i certainly does not meet.
    pub apart: u8,
}

/// Four points, one of each pair of triangles: four x, four y, four z.
type FourPoints = [__m256d; 3];

/// Returns the verdicts of [`super::filtered`] on four pairs of triangles, given corner by corner in `p` and `q`.
#[target_feature(enable = "avx2")]
pub(crate) fn filter_four(p: [[&[f32; 4]; 4]; 3], q: [[&[f64; 4]; 4]; 3]) -> FourVerdicts {
    let [pa, pb, pc] = [points_of_f32(p[0]), points_of_f32(p[1]), points_of_f32(p[2])];
    let [qa, qb, qc] = [points_of_f64(q[0]), points_of_f64(q[1]), points_of_f64(q[2])];

    // The bound that all determinants share, and whether it holds.
    let low = least(least(least(pa, pb), pc), least(least(qa, qb), qc));
    let high = greatest(greatest(greatest(pa, pb), pc), greatest(greatest(qa, qb), qc));
    let [x, y, z] = minus(high, low);
    let bound = _mm256_mul_pd(_mm256_mul_pd(_mm256_mul_pd(_mm256_set1_pd(DETERMINANT_ERROR), x), y), z);
    let minus_bound = _mm256_sub_pd(_mm256_setzero_pd(), bound);
    let smallest = _mm256_min_pd(_mm256_min_pd(x, y), z);
    let largest = _mm256_max_pd(_mm256_max_pd(x, y), z);
    let in_range = and(
        _mm256_cmp_pd::<_CMP_GE_OQ>(smallest, _mm256_set1_pd(SMALLEST_EXTENT)),
        _mm256_cmp_pd::<_CMP_LE_OQ>(largest, _mm256_set1_pd(LARGEST_EXTENT)),
    );

    let p_sides = Sides::new([qa, qb, qc], [pa, pb, pc], bound, minus_bound);
    let q_sides = Sides::new([pa, pb, pc], [qa, qb, qc], bound, minus_bound);

    // The lone corner comes first; the others are exchanged where the other triangle's first corner is below.
    let [p0, p1, p2] = p_sides.turned([pa, pb, pc], q_sides.first_below);
    let [q0, q1, q2] = q_sides.turned([qa, qb, qc], p_sides.first_below);
    let (begin, end) = (determinant(p0, p1, q0, q1), determinant(p0, p2, q2, q0));

    let crossing = and(p_sides.certain, q_sides.certain);
    let beside = or(p_sides.on_one_side, q_sides.on_one_side);
    let gap = or(above(begin, bound), above(end, bound));
    let overlap = and(above(minus_bound, begin), above(minus_bound, end));
    let apart = and(in_range, or(beside, and(crossing, gap)));
    let meet = _mm256_andnot_pd(beside, and(in_range, and(crossing, overlap)));
    FourVerdicts { meet: _mm256_movemask_pd(meet) as u8, apart: _mm256_movemask_pd(apart) as u8 }
}

/// Masks of the sides on which the corners of four triangles lie of the planes of four others.
struct Sides {
    /// Lanes in which it is certain on which side of the plane each corner lies.
    certain: __m256d,
    /// Lanes in which all three corners certainly lie on one side of the plane.
    on_one_side: __m256d,
    /// Lanes in which the second corner is alone on its side of the plane; `third` is the same for the third corner.
    second: __m256d,
    third: __m256d,
    /// Lanes in which the corner alone on its side is certainly below the plane.
    first_below: __m256d,
}

impl Sides {
    #[target_feature(enable = "avx2")]
    fn new([a, b, c]: [FourPoints; 3], corners: [FourPoints; 3], bound: __m256d, minus_bound: __m256d) -> Self {
        let normal = cross(minus(b, a), minus(c, a));
        let [h0, h1, h2] = [corners[0], corners[1], corners[2]];
        let (h0, h1, h2) = (dot(normal, minus(h0, a)), dot(normal, minus(h1, a)), dot(normal, minus(h2, a)));
        let (a0, a1, a2) = (above(h0, bound), above(h1, bound), above(h2, bound));
        let (b0, b1, b2) = (above(minus_bound, h0), above(minus_bound, h1), above(minus_bound, h2));
        let second = and(_mm256_xor_pd(a1, a0), _mm256_xor_pd(a1, a2));
        let third = and(_mm256_xor_pd(a2, a0), _mm256_xor_pd(a2, a1));
        let first_below = _mm256_blendv_pd(_mm256_blendv_pd(b0, b1, second), b2, third);
        Self {
            certain: and(and(or(a0, b0), or(a1, b1)), or(a2, b2)),
            on_one_side: or(and(and(a0, a1), a2), and(and(b0, b1), b2)),
            second,
            third,
            first_below,
        }
    }

    /// Returns the corners from the one alone on its side, the other two exchanged where `exchanged`.
    #[target_feature(enable = "avx2")]
    fn turned(&self, [a, b, c]: [FourPoints; 3], exchanged: __m256d) -> [FourPoints; 3] {
        let first = or_where(or_where(a, b, self.second), c, self.third);
        let next = or_where(or_where(b, c, self.second), a, self.third);
        let last = or_where(or_where(c, a, self.second), b, self.third);
        [first, or_where(next, last, exchanged), or_where(last, next, exchanged)]
    }
}

/// Returns four points of f32 as f64, the fourth numbers left out.
#[target_feature(enable = "avx2")]
fn points_of_f32([s, t, u, v]: [&[f32; 4]; 4]) -> FourPoints {
    let load = |p: &[f32; 4]| _mm_setr_ps(p[0], p[1], p[2], p[3]);
    let (s, t, u, v) = (load(s), load(t), load(u), load(v));
    let (xy01, xy23) = (_mm_unpacklo_ps(s, t), _mm_unpacklo_ps(u, v));
    let (z01, z23) = (_mm_unpackhi_ps(s, t), _mm_unpackhi_ps(u, v));
    [
        _mm256_cvtps_pd(_mm_movelh_ps(xy01, xy23)),
        _mm256_cvtps_pd(_mm_movehl_ps(xy23, xy01)),
        _mm256_cvtps_pd(_mm_movelh_ps(z01, z23)),
    ]
}

/// Returns four points of f64, the fourth numbers left out.
#[target_feature(enable = "avx2")]
fn points_of_f64([s, t, u, v]: [&[f64; 4]; 4]) -> FourPoints {
    let load = |p: &[f64; 4]| _mm256_setr_pd(p[0], p[1], p[2], p[3]);
    let (s, t, u, v) = (load(s), load(t), load(u), load(v));
    let (xz01, yw01) = (_mm256_unpacklo_pd(s, t), _mm256_unpackhi_pd(s, t));
    let (xz23, yw23) = (_mm256_unpacklo_pd(u, v), _mm256_unpackhi_pd(u, v));
    [
        _mm256_permute2f128_pd::<0x20>(xz01, xz23),
        _mm256_permute2f128_pd::<0x20>(yw01, yw23),
        _mm256_permute2f128_pd::<0x31>(xz01, xz23),
    ]
}

#[target_feature(enable = "avx2")]
fn and(a: __m256d, b: __m256d) -> __m256d {
    _mm256_and_pd(a, b)
}

#[target_feature(enable = "avx2")]
fn or(a: __m256d, b: __m256d) -> __m256d {
    _mm256_or_pd(a, b)
}

#[target_feature(enable = "avx2")]
fn above(a: __m256d, b: __m256d) -> __m256d {
    _mm256_cmp_pd::<_CMP_GT_OQ>(a, b)
}

#[target_feature(enable = "avx2")]
fn least(a: FourPoints, b: FourPoints) -> FourPoints {
    [_mm256_min_pd(a[0], b[0]), _mm256_min_pd(a[1], b[1]), _mm256_min_pd(a[2], b[2])]
}

#[target_feature(enable = "avx2")]
fn greatest(a: FourPoints, b: FourPoints) -> FourPoints {
    [_mm256_max_pd(a[0], b[0]), _mm256_max_pd(a[1], b[1]), _mm256_max_pd(a[2], b[2])]
}

#[target_feature(enable = "avx2")]
fn minus(a: FourPoints, b: FourPoints) -> FourPoints {
    [_mm256_sub_pd(a[0], b[0]), _mm256_sub_pd(a[1], b[1]), _mm256_sub_pd(a[2], b[2])]
}

#[target_feature(enable = "avx2")]
fn or_where(a: FourPoints, b: FourPoints, mask: __m256d) -> FourPoints {
    [_mm256_blendv_pd(a[0], b[0], mask), _mm256_blendv_pd(a[1], b[1], mask), _mm256_blendv_pd(a[2], b[2], mask)]
}

#[target_feature(enable = "avx2")]
fn cross(a: FourPoints, b: FourPoints) -> FourPoints {
    [minor(a[1], b[2], b[1], a[2]), minor(a[2], b[0], b[2], a[0]), minor(a[0], b[1], b[0], a[1])]
}

/// Returns `a b - c d`.
#[target_feature(enable = "avx2")]
fn minor(a: __m256d, b: __m256d, c: __m256d, d: __m256d) -> __m256d {
    _mm256_sub_pd(_mm256_mul_pd(a, b), _mm256_mul_pd(c, d))
}

#[target_feature(enable = "avx2")]
fn dot(a: FourPoints, b: FourPoints) -> __m256d {
    let (x, y, z) = (_mm256_mul_pd(a[0], b[0]), _mm256_mul_pd(a[1], b[1]), _mm256_mul_pd(a[2], b[2]));
    _mm256_add_pd(_mm256_add_pd(x, y), z)
}

#[target_feature(enable = "avx2")]
fn determinant(a: FourPoints, b: FourPoints, c: FourPoints, d: FourPoints) -> __m256d {
    dot(cross(minus(b, a), minus(c, a)), minus(d, a))
}

#[cfg(test)]
mod tests {
    use super::super::filtered;
    use super::*;
    use crate::geometry::Triangle;
    use glam::DVec3;
    use std::array::from_fn;

    #[test]
    fn it_says_what_the_filter_says_of_each_pair() {
        if !is_x86_feature_detected!("avx2") {
            return; // such a processor never comes here
        }
        let mut random = crate::work::seeded();
        let mut seen = [0; 3];
        for _ in 0..5_000 {
            let grid = random.bool();
            let scale = [0, 0, 0, -120, 100][random.usize(0..5)];
            let mut coordinate = || {
                let unit = if grid { f64::from(random.i32(-3..=3)) } else { random.f64() * 2.0 - 1.0 };
                unit * f64::exp2(f64::from(scale))
            };
            let p: [[[f32; 4]; 3]; 4] = from_fn(|_| from_fn(|_| from_fn(|_| coordinate() as f32)));
            let q: [[[f64; 4]; 3]; 4] = from_fn(|_| from_fn(|_| from_fn(|_| coordinate())));
            let by_corner = |k: usize| (from_fn(|i| &p[i][k]), from_fn(|i| &q[i][k]));
            let [(pa, qa), (pb, qb), (pc, qc)] = from_fn(by_corner);
            #[expect(unsafe_code, reason = "calls code for a processor feature")]
            // SAFETY: the processor has the feature.
            let verdicts = unsafe { filter_four([pa, pb, pc], [qa, qb, qc]) };
            for i in 0..4 {
                let [p, q] = [p[i].map(|corner| corner.map(f64::from)), q[i]]
                    .map(|corners| corners.map(|[x, y, z, _]| DVec3::new(x, y, z)))
                    .map(|[a, b, c]| Triangle::new(a, b, c));
                let expected = filtered(&p, &q);
                let (meet, apart) = (verdicts.meet >> i & 1 == 1, verdicts.apart >> i & 1 == 1);
                assert_eq!((meet, apart), (expected == Some(true), expected == Some(false)), "{p:?} {q:?}");
                seen[expected.map_or(2, usize::from)] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
