//! Prefetching: requests to the processor to fetch memory into its caches before it is read.

/// Asks the processor to fetch two cache lines: that of `place` and the next one.
#[inline(always)]
pub(crate) fn prefetch_pair<T>(place: *const T) {
    const LINE_BYTES: usize = 64;
    prefetch(place);
    prefetch(place.wrapping_byte_add(LINE_BYTES));
}

/// Asks the processor to fetch the cache line of `place`; does nothing on processors other than x86-64.
#[inline(always)]
pub(crate) fn prefetch<T>(place: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "the instruction takes a pointer")]
        // SAFETY: it reads nothing and never faults.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(place.cast());
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = place;
}
