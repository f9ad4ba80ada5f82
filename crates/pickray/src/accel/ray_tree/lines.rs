//! Memory of the tree: cache lines, in huge pages if the system provides them.

use super::layout::Line;
use crate::work::memory::{self, OutOfMemory};
use crate::work::packed::{Packed, Packer, Unpacker};
#[cfg(target_os = "linux")]
use memmap2::MmapMut;
#[cfg(all(target_os = "linux", not(miri)))]
use memmap2::{Advice, MmapOptions};

/// Bytes of a huge page. Memory of at least half as much comes in huge pages: a walk touches pages all over the tree,
/// and each miss of the page tables costs as much as one of the caches.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 << 20;

/// Cache lines of a tree, zero until written.
#[derive(Debug)]
pub enum Lines {
    Owned(Vec<Line>),
    /// Lines in a memory mapping, stored from the first boundary of a huge page on.
    #[cfg(target_os = "linux")]
    #[cfg_attr(miri, expect(dead_code, reason = "Miri maps no memory"))]
    Mapped {
        map: MmapMut,
        first: usize,
        len: usize,
    },
}

impl Clone for Lines {
    fn clone(&self) -> Self {
        let mut copy = Self::reserve(self.as_slice().len()).expect("memory for a copy");
        copy.as_mut_slice().copy_from_slice(self.as_slice());
        copy
    }
}

impl Packed for Lines {
    fn pack(&self, out: &mut Packer) {
        out.list(self.as_slice());
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        let n = from.length()?;
        let bytes = from.take(n, size_of::<Line>())?;
        let mut lines = Self::reserve(n).ok()?;
        bytemuck::cast_slice_mut(lines.as_mut_slice()).copy_from_slice(bytes);
        Some(lines)
    }
}

impl Lines {
    /// Reserves `len` lines. Lines in a mapping take memory only once they are written: reserving too many costs only
    /// address space, which [`truncate`](Self::truncate) returns.
    pub fn reserve(len: usize) -> Result<Self, OutOfMemory> {
        #[cfg(all(target_os = "linux", not(miri)))]
        if len * size_of::<Line>() >= HUGE_PAGE / 2
            && let Some(lines) = Self::mapped(len)
        {
            return Ok(lines);
        }
        memory::filled(len, bytemuck::Zeroable::zeroed()).map(Self::Owned)
    }

    /// Maps `len` lines; `None` where the system does not give the memory.
    #[cfg(all(target_os = "linux", not(miri)))]
    fn mapped(len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<Line>())?.checked_add(HUGE_PAGE)?;
        let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon().ok()?;
        let first = map.as_ptr().align_offset(HUGE_PAGE);
        // Refused advice means small pages: slower, not wrong.
        let _ = map.advise(Advice::HugePage);
        Some(Self::Mapped { map, first, len })
    }

    /// Drops all lines after the first `len` and frees their memory.
    pub fn truncate(&mut self, len: usize) {
        match self {
            Self::Owned(lines) => {
                lines.truncate(len);
                // Not `shrink_to_fit`, which ends the program where there is no room for a copy.
                let mut fitting = Vec::new();
                if len < lines.capacity() && fitting.try_reserve_exact(len).is_ok() {
                    fitting.extend_from_slice(lines);
                    *lines = fitting;
                }
            }
            #[cfg(target_os = "linux")]
            Self::Mapped { map, first, len: present } => {
                let bytes = (*first + len * size_of::<Line>()).next_multiple_of(HUGE_PAGE);
                if bytes < map.len() {
                    #[expect(unsafe_code, reason = "memmap2 cannot know that no one else has the mapping's address")]
                    // SAFETY: the mapping is anonymous, owned by `self`, borrowed by nobody, and only shrinks where it
                    // lies.
                    let shrunk = unsafe { map.remap(bytes, memmap2::RemapOptions::new()) };
                    // Where that fails the pages stay reserved, untouched.
                    let _ = shrunk;
                }
                *present = len.min(*present);
            }
        }
    }

    #[inline]
    pub fn as_slice(&self) -> &[Line] {
        match self {
            Self::Owned(lines) => lines,
            #[cfg(target_os = "linux")]
            Self::Mapped { map, first, len } => bytemuck::cast_slice(&map[*first..*first + len * size_of::<Line>()]),
        }
    }

    pub fn as_mut_slice(&mut self) -> &mut [Line] {
        match self {
            Self::Owned(lines) => lines,
            #[cfg(target_os = "linux")]
            Self::Mapped { map, first, len } => {
                bytemuck::cast_slice_mut(&mut map[*first..*first + *len * size_of::<Line>()])
            }
        }
    }
}

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
