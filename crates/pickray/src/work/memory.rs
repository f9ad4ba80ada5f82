//! Amount of memory that this process can still get, and allocation of arrays that returns it where one does not fit.
//!
//! On Linux the limits of the machine, of the process and of its control groups (version 2) are read. On other systems,
//! and if Linux does not tell, the amount is unknown, and an error is returned only when an allocation fails.

use crate::work::said::{Parts, Said, example, said};
use std::fmt;

/// Number of bytes below which an allocation is always tried.
const WORTH_ASKING: u64 = 16 << 20;

/// Number of bytes left for small allocations where a large array grows.
const SMALL: usize = 4 << 20;
/// Number of bytes from which on an array is large.
const LARGE: usize = 64 << 10;

/// Shortage of memory: more is needed than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Least number of bytes that are needed.
    pub needed: u64,
    /// Memory that is still available; `None` if the system does not tell.
    pub room: Option<Room>,
}

/// Memory that is still available, and the limit that determines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Number of bytes that can still be had.
    pub bytes: u64,
    /// Limit because of which no more than `bytes` are available.
    pub limit: Limit,
}

impl std::error::Error for OutOfMemory {}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl Said for OutOfMemory {
    fn parts(&self) -> Option<Parts> {
        self.sentence().parts()
    }
}
example! { OutOfMemory = OutOfMemory { needed: 5 << 30, room: None } }

impl OutOfMemory {
    fn sentence(&self) -> Missing {
        let needed = Bytes(self.needed).to_string();
        match self.room {
            Some(Room { bytes, limit }) => Missing::Room { needed, room: Bytes(bytes).to_string(), limit },
            None => Missing::All { needed },
        }
    }
}

said! {
    /// Message about a shortage of memory.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Missing {
        Room { needed: String, room: String, limit: Limit } =>
            "{needed} of memory are needed and {room} are available ({limit})",
        All { needed: String } => "{needed} of memory are needed and not available",
    }
}

said! {
    /// Kind of limit on the memory of a process.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Limit {
        Machine => "the free memory of this machine",
        AddressSpace => "the limit of this process, `ulimit -v`",
        Data => "the limit of this process, `ulimit -d`",
        ControlGroup => "the limit of its control group",
    }
}

#[derive(Debug)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 as f64 {
            bytes if bytes >= 1e9 => write!(f, "{:.1} GB", bytes / 1e9),
            bytes => write!(f, "{:.1} MB", bytes / 1e6),
        }
    }
}

/// Returns an error if the system says that fewer than `needed` bytes can still be had.
pub fn check(needed: u64) -> Result<(), OutOfMemory> {
    if needed < WORTH_ASKING {
        return Ok(());
    }
    match room() {
        Some(room) if room.bytes < needed => Err(OutOfMemory { needed, room: Some(room) }),
        _ => Ok(()),
    }
}

/// Reserves memory for `more` elements of `vec` or, if there is enough, for many more, as a growing `Vec` does.
pub fn reserve<T>(vec: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    if vec.capacity() - vec.len() >= more {
        return Ok(());
    }
    let refused = || missing(more.saturating_mul(size_of::<T>()));
    vec.try_reserve(more).or_else(|_| vec.try_reserve_exact(more)).map_err(|_| refused())?;
    // Small allocations are not checked in this way, so leave some room for them.
    let is_large = vec.capacity().saturating_mul(size_of::<T>()) >= LARGE;
    if !is_large || is_left(SMALL) { Ok(()) } else { Err(refused()) }
}

/// Returns `true` if `bytes` bytes can still be allocated, by allocating and freeing them, however few.
pub fn is_left(bytes: usize) -> bool {
    let mut some = Vec::<u8>::new();
    let is_left = some.try_reserve_exact(bytes).is_ok();
    // Keep the compiler from removing an allocation that is not used.
    std::hint::black_box(&some);
    is_left
}

/// Returns `n` elements equal to `value`, or an error where there is no memory for them.
pub fn filled<T: Clone>(n: usize, value: T) -> Result<Vec<T>, OutOfMemory> {
    let bytes = n.saturating_mul(size_of::<T>());
    check(bytes as u64)?;
    let mut vec = Vec::new();
    vec.try_reserve_exact(n).map_err(|_| missing(bytes))?;
    vec.resize(n, value);
    Ok(vec)
}

/// Returns a list of items, or an error where there is no memory for it.
pub fn collected<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut list = Vec::new();
    reserve(&mut list, items.len())?;
    list.extend(items);
    Ok(list)
}

/// Returns a copy of a list, or an error where there is no memory for it.
pub fn copied<T: Clone>(list: &[T]) -> Result<Vec<T>, OutOfMemory> {
    check(size_of_val(list) as u64)?;
    let mut copy = Vec::new();
    reserve(&mut copy, list.len())?;
    copy.extend_from_slice(list);
    Ok(copy)
}

pub fn missing(bytes: usize) -> OutOfMemory {
    OutOfMemory { needed: bytes as u64, room: room() }
}

/// Returns the memory that can be had by the tightest of all limits; `None` where none is known.
fn room() -> Option<Room> {
    #[cfg(target_os = "linux")]
    return linux::room(std::path::Path::new("/"));
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(any(target_os = "linux", test))]
mod linux {
    use super::{Limit, Room};
    use std::path::Path;

    /// Returns the memory that the tightest limit leaves, read from system files below `root`; `None` if there is none.
    pub fn room(root: &Path) -> Option<Room> {
        let text = |path: &str| std::fs::read_to_string(root.join(path)).unwrap_or_default();
        let (limits, status, meminfo) = (text("proc/self/limits"), text("proc/self/status"), text("proc/meminfo"));
        let of_process = |limit: &str, present: &str| {
            let limit = number(limits.lines().find_map(|line| line.strip_prefix(limit))?)?;
            Some(limit.saturating_sub(kilobytes(&status, present)?))
        };
        let swap = kilobytes(&meminfo, "SwapFree:").unwrap_or(0);
        [
            (kilobytes(&meminfo, "MemAvailable:").map(|bytes| bytes + swap), Limit::Machine),
            (of_process("Max address space", "VmSize:"), Limit::AddressSpace),
            (of_process("Max data size", "VmData:"), Limit::Data),
            (in_groups(&root.join("sys/fs/cgroup"), &text("proc/self/cgroup"), swap), Limit::ControlGroup),
        ]
        .into_iter()
        .filter_map(|(bytes, limit)| Some(Room { bytes: bytes?, limit }))
        .min_by_key(|room| room.bytes)
    }

    /// Returns the fewest bytes that the control group of this process, or one that it is in, leaves, with the swap
    /// that it may have. Pages of files count as left: they are given back when memory is needed.
    fn in_groups(mount: &Path, groups: &str, swap: u64) -> Option<u64> {
        let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
        let left = |folder: &Path| {
            let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
            let (limit, present) = (number(&text("memory.max"))?, number(&text("memory.current"))?);
            let stat = text("memory.stat");
            let of_files = |name| stat.lines().find_map(|line| number(line.strip_prefix(name)?)).unwrap_or(0);
            let files: u64 = ["inactive_file ", "active_file "].map(of_files).iter().sum();
            let swap = number(&text("memory.swap.max")).map_or(swap, |most| most.min(swap));
            Some(limit.saturating_sub(present.saturating_sub(files)).saturating_add(swap))
        };
        let folder = mount.join(group);
        folder.ancestors().take_while(|folder| folder.starts_with(mount)).filter_map(left).min()
    }

    /// Returns the number that the text begins with; `None` for words such as `max`.
    fn number(text: &str) -> Option<u64> {
        text.split_whitespace().next()?.parse().ok()
    }

    /// Returns the number of kilobytes behind `name` in `text`, in bytes.
    fn kilobytes(text: &str, name: &str) -> Option<u64> {
        number(text.lines().find_map(|line| line.strip_prefix(name))?).map(|n| n * 1024)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        const MB: u64 = 1 << 20;

        /// Returns the room in a system with these files, each a path and its text.
        fn system(files: &[(&str, &str)]) -> Option<Room> {
            room(crate::work::folder_of(files).path())
        }

        #[test]
        fn the_tightest_limit_counts() {
            let meminfo = ("proc/meminfo", "MemTotal: 9999999 kB\nMemAvailable:  1024 kB\nSwapFree: 2048 kB\n");
            assert_eq!(system(&[]), None);
            assert_eq!(system(&[meminfo]), Some(Room { bytes: 3 * MB, limit: Limit::Machine }));
            let status = ("proc/self/status", "VmSize:\t 1024 kB\nVmData:\t 512 kB\n");
            let limits = |space: &str, data: &str| {
                format!(
                    "Limit  Soft Limit  Hard Limit Units\nMax data size {data} bytes\nMax address space {space} \
                     unlimited bytes\n"
                )
            };
            let text = limits("3145728", "unlimited");
            let room = system(&[meminfo, status, ("proc/self/limits", &text)]);
            assert_eq!(room, Some(Room { bytes: 2 * MB, limit: Limit::AddressSpace }));
            let text = limits("3145728", "524288");
            let room = system(&[meminfo, status, ("proc/self/limits", &text)]);
            assert_eq!(room, Some(Room { bytes: 0, limit: Limit::Data }));
        }

        #[test]
        fn a_group_has_what_its_tightest_ancestor_leaves_the_pages_of_files_and_its_swap() {
            let groups = [
                ("proc/self/cgroup", "0::/a/b\n"),
                ("sys/fs/cgroup/memory.stat", "anon 5\n"),
                ("sys/fs/cgroup/a/memory.max", "8388608\n"),
                ("sys/fs/cgroup/a/memory.current", "4194304\n"),
                ("sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 1048576\nactive_file 1048576\n"),
                ("sys/fs/cgroup/a/b/memory.max", "max\n"),
                ("sys/fs/cgroup/a/b/memory.current", "7\n"),
            ];
            assert_eq!(system(&groups), Some(Room { bytes: 6 * MB, limit: Limit::ControlGroup }));
            let swap = ("proc/meminfo", "SwapFree: 3072 kB\n");
            assert_eq!(system(&[&groups[..], &[swap]].concat()).map(|room| room.bytes), Some(9 * MB));
            let no_swap = ("sys/fs/cgroup/a/memory.swap.max", "0\n");
            assert_eq!(system(&[&groups[..], &[swap, no_swap]].concat()).map(|room| room.bytes), Some(6 * MB));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_has_is_refused_with_its_size() {
        let error = filled(1 << 57, 0u8).expect_err("no machine has it");
        assert!(error.to_string().starts_with("144115188.1 GB of memory are needed and "), "{error}");
        let error = reserve(&mut Vec::<u64>::new(), 1 << 59).expect_err("no machine has it");
        assert_eq!(error.needed, 1 << 62);
        assert_eq!(filled(3, 7), Ok(vec![7; 3]));
        let room = Room { bytes: 1_500_000_000, limit: Limit::AddressSpace };
        let error = OutOfMemory { needed: 2_345_678, room: Some(room) };
        let want = "2.3 MB of memory are needed and 1.5 GB are available (the limit of this process, `ulimit -v`)";
        assert_eq!(error.to_string(), want);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_system_tells_what_it_has() {
        let room = room().expect("Linux tells");
        assert!(room.bytes > 1 << 20, "{room:?}");
    }
}
