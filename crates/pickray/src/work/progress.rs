//! Progress of a long computation, and cancelling it, shared between the thread that computes and those that watch.

use super::threads::with;
use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Error of a computation that was stopped by [`Progress::cancel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Progress of a computation: fraction done, name of the present stage, and a request to stop.
///
/// A watcher reads [`fraction`](Self::fraction) and [`stage`](Self::stage), and may [`cancel`](Self::cancel); the
/// computation calls [`check`](Self::check), and ends soon after. All of these take `&self`, on any thread. Functions
/// that take a progress have names that end in `_with`, and a counterpart without it
/// that takes none; a [`Load`](crate::mesh::Load) is given its progress by a method.
#[derive(Default)]
pub struct Progress {
    /// Fraction of the work done, 0 to 1, as the bits of an `f32`, which keep the order of non-negative floats.
    fraction: AtomicU32,
    cancelled: AtomicBool,
    /// `true` to be cancelled by what [`stoppable`] was given.
    of_thread: bool,
    stage: Mutex<Stage>,
    listener: Option<Listener>,
}

/// Function that is told the fraction done and the name of the stage.
type Listener = Box<dyn Fn(f32, &'static str) + Send + Sync>;

#[derive(Clone, Copy, Debug, Default)]
struct Stage {
    name: &'static str,
    /// Start and end of the stage within the whole work, from 0 to 1; `None` before the first stage begins.
    share: Option<(f32, f32)>,
}

thread_local! {
    /// Function that says whether the work of this thread is to stop; `None` where nobody stops it.
    static STOP: Cell<Option<fn() -> bool>> = const { Cell::new(None) };
}

/// Calls `work` on the present thread and returns its result, which means nothing once `stop` has returned `true`:
/// batches, and all that has a [`Progress::of_thread`], end soon after. `stop` is called now and then, on this thread.
#[doc(hidden)]
pub fn stoppable<R>(stop: fn() -> bool, work: impl FnOnce() -> R) -> R {
    with(&STOP, Some(stop), work)
}

/// Returns the result of `work`, which is called with a progress that nobody else has and so nobody can cancel.
pub fn uncancelled<T>(work: impl FnOnce(&Progress) -> Result<T, Cancelled>) -> T {
    work(&Progress::default()).unwrap_or_else(|Cancelled| unreachable!("nobody else holds this progress"))
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fraction, stage) = (self.fraction(), self.stage());
        f.debug_struct("Progress").field("fraction", &fraction).field("stage", &stage).finish_non_exhaustive()
    }
}

impl Progress {
    /// Returns a progress that calls `listener` with each new fraction done, from 0 to 1, on the thread that computes.
    /// It serves watchers that cannot read the progress themselves. It is called often and should return soon.
    pub fn heard_by(listener: impl Fn(f32) + Send + Sync + 'static) -> Self {
        Self::heard_in_stages(move |fraction, _| listener(fraction))
    }

    /// Returns a progress that calls `listener` with each new fraction done, from 0 to 1, and the name of the stage, on
    /// the thread that computes.
    #[doc(hidden)]
    pub fn heard_in_stages(listener: impl Fn(f32, &'static str) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Box::new(listener)), ..Self::default() }
    }

    /// Returns a progress that is cancelled once the present thread's work is to stop, as [`stoppable`] describes.
    #[doc(hidden)]
    pub fn of_thread() -> Self {
        Self { of_thread: true, ..Self::default() }
    }

    /// Returns the share of the whole work that is done, from 0 to 1; never falls.
    pub fn fraction(&self) -> f32 {
        f32::from_bits(self.fraction.load(Ordering::Relaxed))
    }

    /// Returns the name of the present stage, in words to show to a person; empty before the first stage.
    pub fn stage(&self) -> &'static str {
        self.lock().name
    }

    /// Asks the computation to stop soon: from now on, [`check`](Self::check) returns an error.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Returns `Ok` if nobody asked to stop.
    ///
    /// # Errors
    /// [`Cancelled`] when somebody asked to stop.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.of_thread && STOP.get().is_some_and(|stop| stop()) {
            self.cancel();
        }
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }

    /// Begins the stage `name`, which takes the part `share` of the whole work (0 to 1).
    #[doc(hidden)]
    pub fn begin(&self, name: &'static str, share: Range<f32>) {
        *self.lock() = Stage { name, share: Some((share.start, share.end)) };
        self.raise(share.start);
    }

    /// Records that the share `done` (0 to 1) of the present stage is done, or of the whole work if no stage has begun.
    #[doc(hidden)]
    pub fn advance(&self, done: f32) {
        let (start, end) = self.lock().share.unwrap_or((0.0, 1.0));
        self.raise(start + (end - start) * done.clamp(0.0, 1.0));
    }

    fn raise(&self, fraction: f32) {
        self.fraction.fetch_max(fraction.clamp(0.0, 1.0).to_bits(), Ordering::Relaxed);
        if let Some(tell) = &self.listener {
            tell(self.fraction(), self.stage());
        }
    }

    /// Locks the stage, also when a thread panicked while it held the lock: the value is whole at any time.
    fn lock(&self) -> std::sync::MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_share_one_fraction_that_never_falls() {
        let progress = Progress::default();
        assert_eq!((progress.fraction(), progress.stage()), (0.0, ""));
        progress.begin("reading", 0.0..0.5);
        progress.advance(0.5);
        assert_eq!((progress.fraction(), progress.stage()), (0.25, "reading"));
        progress.begin("building", 0.5..1.0);
        assert_eq!((progress.fraction(), progress.stage()), (0.5, "building"));
        progress.advance(0.5);
        assert_eq!(progress.fraction(), 0.75);
        progress.advance(1.0);
        progress.advance(0.1);
        assert_eq!(progress.fraction(), 1.0);
    }

    #[test]
    fn a_listener_hears_every_fraction() {
        let (send, heard) = std::sync::mpsc::channel();
        let progress = Progress::heard_by(move |fraction| send.send(fraction).expect("somebody listens"));
        progress.begin("reading", 0.0..0.5);
        progress.advance(0.5);
        progress.advance(1.0);
        assert_eq!(heard.try_iter().collect::<Vec<_>>(), [0.0, 0.25, 0.5]);
    }

    #[test]
    fn a_watcher_on_another_thread_stops_the_worker() {
        let progress = Progress::default();
        assert_eq!(progress.check(), Ok(()));
        std::thread::scope(|scope| {
            scope.spawn(|| progress.cancel());
            while progress.check().is_ok() {
                std::thread::yield_now();
            }
        });
        assert_eq!(progress.check(), Err(Cancelled));
    }
}
