//! The same work on many things, on several threads.

use std::sync::{Mutex, PoisonError};

/// What `work` makes of each item, in their order; up to `threads` of them are worked on at once.
pub fn in_parallel<T: Send, R: Send>(threads: usize, items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(items.len());
    if threads <= 1 {
        return items.into_iter().map(work).collect();
    }
    let n = items.len();
    let queue = Mutex::new(items.into_iter().enumerate());
    let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let mut done: Vec<(usize, R)> = Vec::with_capacity(n);
    std::thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            while let Some((i, item)) = take() {
                done.push((i, work(item)));
            }
            done
        };
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        done.extend(worker());
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    done.sort_unstable_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 7] {
            assert_eq!(
                in_parallel(threads, (0..100).collect(), |i| i * i),
                (0..100).map(|i| i * i).collect::<Vec<_>>()
            );
            assert!(in_parallel(threads, Vec::<u8>::new(), |i| i).is_empty());
        }
    }
}
