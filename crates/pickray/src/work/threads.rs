//! Runs work on several threads, or on as many as the system can start, even if that is only the present one.

use super::{Cancelled, OutOfMemory, Progress, memory};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::mem::take;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{Builder, LocalKey};

/// Bytes of addresses that have to be left where another thread is started: its stack, and the 64 MiB, up to 128 until
/// they are aligned, that glibc keeps for what a thread allocates. With less, small allocations that nobody can refuse
/// fail.
const BESIDE_THREADS: usize = 192 << 20;

thread_local! {
    /// Number of threads that the work of this thread may take; `None` where nobody has said.
    static ALLOWED: Cell<Option<NonZero<usize>>> = const { Cell::new(None) };
}

/// Calls `work` on the present thread, limits it to `threads` threads in total, and returns its result. The limit
/// applies to all work of the library that uses several threads (reading, building, refitting, batches of rays), if the
/// present thread calls it before `work` returns.
///
/// All cores are used by default with the feature `parallel`, and only the present thread without it.
///
/// ```
/// use pickray::{Mesh, with_threads};
/// use std::num::NonZero;
///
/// let corners = vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]];
/// let one = NonZero::new(1).expect("a number above 0");
/// let mesh = with_threads(one, || Mesh::from_triangles(corners, vec![[0, 1, 2]]))?;
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
pub fn with_threads<R>(threads: NonZero<usize>, work: impl FnOnce() -> R) -> R {
    with(&ALLOWED, Some(threads), work)
}

/// Calls `work` with `cell` set to `value`, and restores what it held before.
pub(super) fn with<T: Copy + 'static, R>(cell: &'static LocalKey<Cell<T>>, value: T, work: impl FnOnce() -> R) -> R {
    struct Restore<T: Copy + 'static>(&'static LocalKey<Cell<T>>, T);
    impl<T: Copy> Drop for Restore<T> {
        fn drop(&mut self) {
            self.0.set(self.1);
        }
    }
    let _restore = Restore(cell, cell.replace(value));
    work()
}

/// Returns how many threads may work at once: 1 without the feature `parallel`; otherwise the limit set by
/// [`with_threads`], if any; otherwise the number that the system can run at once. The system is asked only once, as
/// that takes longer than reading a small mesh.
pub fn available() -> usize {
    static AVAILABLE: OnceLock<usize> = OnceLock::new();
    if !cfg!(feature = "parallel") {
        return 1;
    }
    let of_system = || *AVAILABLE.get_or_init(|| std::thread::available_parallelism().map_or(1, NonZero::get));
    ALLOWED.get().map_or_else(of_system, NonZero::get)
}

/// Calls `work` with each item, up to `threads` items at once, and returns the results in the order of the items.
pub fn in_parallel<T: Send, R: Send>(threads: usize, items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let mut results = Vec::with_capacity(items.len());
    in_order(threads.min(items.len()), items.into_iter(), work, |result| results.push(result));
    results
}

/// Calls `work` with each item, up to `threads` items at once, and `take` with each result in the order of the items,
/// on the thread that has it while the others work on.
pub fn in_order<T, R: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) + Send,
) {
    if threads <= 1 {
        return items.for_each(|item| take(work(item)));
    }
    let done = Mutex::new((0, BTreeMap::new(), take));
    for_each(threads, items.enumerate(), |(i, item)| {
        let result = work(item);
        let (next, waiting, take) = &mut *done.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.insert(i, result);
        while let Some(result) = waiting.remove(next) {
            take(result);
            *next += 1;
        }
    });
}

/// Does `work` for each item, up to `threads` of them at once. On one thread nothing is allocated.
pub fn for_each<T>(threads: usize, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    if threads <= 1 {
        return items.for_each(work);
    }
    let queue = Mutex::new(items);
    let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    on_each(threads, Builder::new, || {
        while let Some(item) = take() {
            work(item);
        }
    });
}

/// Sets each of `values` to the result of `compute` for its index, on all [`available`] threads. Advances `progress`,
/// and checks it for cancelling before each block of `block` values.
pub fn fill<T: Send>(
    values: &mut [T],
    block: usize,
    progress: &Progress,
    compute: impl Fn(usize) -> T + Sync,
) -> Result<(), Cancelled> {
    let blocks = values.chunks_mut(block).zip((0..).step_by(block)).collect();
    let filled = try_each(blocks, progress, |(values, first): (&mut [T], usize)| {
        values.iter_mut().zip(first..).for_each(|(value, index)| *value = compute(index));
    });
    filled.map(drop)
}

/// Calls `work` with each item, on all [`available`] threads, and returns the results in the order of the items.
/// Advances `progress`, and checks it for cancelling before each item.
pub fn try_each<T: Send, R: Send>(
    items: Vec<T>,
    progress: &Progress,
    work: impl Fn(T) -> R + Sync,
) -> Result<Vec<R>, Cancelled> {
    let n = items.len() as f32;
    let results = in_parallel(available(), items.into_iter().enumerate().collect(), |(i, item)| {
        progress.check()?;
        let result = work(item);
        progress.advance((i + 1) as f32 / n);
        Ok(result)
    });
    results.into_iter().collect()
}

/// Calls `work` for each job number below `jobs`, on all [`available`] threads, each with its own state from `state`.
/// Returns the states of all threads. Checks `progress` for cancelling before each job.
pub fn run<S: Send>(
    jobs: usize,
    progress: &Progress,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) + Sync,
) -> Result<Vec<S>, Cancelled> {
    let next = AtomicUsize::new(0);
    let states = on_each(available().min(jobs), Builder::new, || {
        let mut state = state();
        while progress.check().is_ok() {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                break;
            }
            work(&mut state, job);
        }
        state
    });
    progress.check()?;
    Ok(states)
}

/// Does `work` on this thread and up to `threads` − 1 others, as the system makes them; returns all results.
fn on_each<R: Send>(threads: usize, builder: impl Fn() -> Builder, work: impl Fn() -> R + Sync) -> Vec<R> {
    let allowed = ALLOWED.get();
    let work = || {
        ALLOWED.set(allowed);
        work()
    };
    std::thread::scope(|scope| {
        let start = |_| memory::is_left(BESIDE_THREADS).then(|| builder().spawn_scoped(scope, work).ok())?;
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let mut results = vec![work()];
        for other in others {
            results.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

/// Returns all `parts` in a row.
pub fn joined<T: Copy + Send + Sync>(mut parts: Vec<Vec<T>>, zero: T, threads: usize) -> Result<Vec<T>, OutOfMemory> {
    if let [part] = &mut parts[..] {
        return Ok(take(part));
    }
    let mut all = memory::filled(parts.iter().map(Vec::len).sum(), zero)?;
    let places = parts_of(&mut all, parts.iter().map(Vec::len));
    in_parallel(threads, places.into_iter().zip(&parts).collect(), |(place, part)| place.copy_from_slice(part));
    Ok(all)
}

/// Returns `all` cut into consecutive parts of these lengths, which add up to its own.
pub fn parts_of<T>(mut all: &mut [T], lengths: impl Iterator<Item = usize>) -> Vec<&mut [T]> {
    lengths.map(|length| all.split_off_mut(..length).expect("the lengths add up")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 7] {
            assert!(in_parallel(threads, (0..100).collect(), |i| i * i).into_iter().eq((0..100).map(|i| i * i)));
            assert!(in_parallel(threads, Vec::<u8>::new(), |i| i).is_empty());
        }
    }

    #[test]
    fn each_item_is_worked_on_once() {
        for threads in [1, 3] {
            let sum = AtomicUsize::new(0);
            for_each(threads, 0..1000, |i| _ = sum.fetch_add(i, Ordering::Relaxed));
            assert_eq!(sum.into_inner(), 499_500);
        }
    }

    #[test]
    fn each_job_is_done_once_until_somebody_cancels() {
        let progress = Progress::default();
        let done = run(1000, &progress, Vec::new, |done: &mut Vec<usize>, job| done.push(job)).expect("not cancelled");
        let mut done = done.concat();
        done.sort_unstable();
        assert_eq!(done, (0..1000).collect::<Vec<_>>());
        progress.cancel();
        assert!(run(1000, &progress, || (), |(), _| panic!("nothing is begun")).is_err());
    }

    #[test]
    fn work_takes_as_many_threads_as_it_is_allowed_and_those_it_starts_know_it() {
        let [two, three] = [2, 3].map(|n| NonZero::new(n).expect("above 0"));
        let outside = available();
        with_threads(three, || {
            assert_eq!(available(), if cfg!(feature = "parallel") { 3 } else { 1 });
            with_threads(two, || {
                let seen = in_parallel(available(), vec![(); 8], |()| (std::thread::current().id(), available()));
                let threads: std::collections::HashSet<_> = seen.iter().map(|(id, _)| id).collect();
                assert!(threads.len() <= 2 && seen.iter().all(|(_, available)| *available <= 2), "{seen:?}");
            });
            assert_eq!(available(), if cfg!(feature = "parallel") { 3 } else { 1 });
        });
        let panicked = std::panic::catch_unwind(|| with_threads(two, || panic!("on purpose")));
        assert!(panicked.is_err() && available() == outside);
    }

    #[cfg(all(target_pointer_width = "64", not(miri)))]
    #[test]
    fn where_the_system_gives_no_thread_the_present_one_does_the_work() {
        // No system has room for a stack of this size.
        let unmakeable = || Builder::new().stack_size(1 << 60);
        assert!(unmakeable().spawn(|| ()).is_err());
        let present = std::thread::current().id();
        assert_eq!(on_each(8, unmakeable, || std::thread::current().id()), [present]);
    }
}
