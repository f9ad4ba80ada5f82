//! What long work needs, whatever it is about: its progress and its end ahead of time, threads, memory that is asked
//! for, and bytes that hand it to another instance. Knows no geometry.

#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod packed;
mod progress;
#[doc(hidden)]
pub mod threads;

#[doc(hidden)]
pub use crate::packed;
pub use memory::{Limit, OutOfMemory, Room};
#[doc(hidden)]
pub use progress::uncancelled;
pub use progress::{Cancelled, Progress};
pub use threads::with_threads;
