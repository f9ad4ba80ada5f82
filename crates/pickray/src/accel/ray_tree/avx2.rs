//! Walk through a tree in AVX2 and FMA instructions, fetched before it runs.

use super::QueryObserver;
use super::walks::{Search, cast};
use crate::geometry::ExactRay;
use crate::intersect::{IndexedTriangle, RayTriangleHit};
use fearless_simd::x86::Avx2;
use glam::DVec3;

/// Walks through the tree along a ray in AVX2 and FMA instructions. The origin of the ray is `ox`, `oy`, `oz`; `px`,
/// `py`, `pz` are its direction if `ALONG` is `true`, and otherwise the second point that it goes through. If `MOVED`
/// is `true`, the two points of `search.less` are subtracted from it first.
///
/// The coordinates are separate arguments so that they stay in registers: loading a vector that was just stored piece
/// by piece stalls the processor for as long as a test of a node takes.
#[target_feature(enable = "avx2,bmi1,bmi2,cmpxchg16b,f16c,fma,fxsr,lzcnt,movbe,popcnt,xsave")]
pub fn walk<
    't,
    const ALONG: bool,
    const MOVED: bool,
    O: QueryObserver,
    F: FnMut(u32, RayTriangleHit, IndexedTriangle<'t>) -> Option<f64>,
>(
    ox: f64,
    oy: f64,
    oz: f64,
    px: f64,
    py: f64,
    pz: f64,
    search: Search<'_, 't, O, F>,
) {
    search.tree.prefetch_root();
    #[cfg(not(miri))]
    prefetch_code(walk::<ALONG, MOVED, O, F> as *const i8);
    let (origin, to) = (DVec3::new(ox, oy, oz), DVec3::new(px, py, pz));
    let ray = if ALONG { ExactRay::along(origin, to) } else { ExactRay::through(origin, to) };
    let ray = if MOVED { ray.less(*search.less) } else { ray };
    cast::<_, MOVED, O, F>(Avx2::assume_supported(), &ray, search);
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
            std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T1 }>(first.wrapping_add(pair));
        }
    }
}
