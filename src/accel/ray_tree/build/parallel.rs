//! Jobs shared out among threads.

use crate::accel::{Cancelled, Progress};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Threads to build with: what the system lets this process use at once.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Runs `work` for each of `jobs`, each thread with a state of its own, and returns the states. Whoever is free takes the next job.
///
/// # Errors
/// [`Cancelled`], before the next job, when `progress` was cancelled.
pub fn run<S: Send>(
    jobs: usize,
    progress: &Progress,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) + Sync,
) -> Result<Vec<S>, Cancelled> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut state = state();
        while progress.check().is_ok() {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                break;
            }
            work(&mut state, job);
        }
        state
    };
    let threads = threads().min(jobs);
    let states = if threads <= 1 {
        vec![worker()]
    } else {
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
            let mut states = vec![worker()];
            for other in others {
                states.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            states
        })
    };
    progress.check()?;
    Ok(states)
}
