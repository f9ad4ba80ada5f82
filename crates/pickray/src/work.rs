//! Tools for any long computation, without geometry: progress and cancelling, threads, allocation with errors, values
//! as bytes for another instance of the program, and messages that can be translated.

#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod packed;
mod progress;
#[doc(hidden)]
pub mod said;
#[doc(hidden)]
pub mod threads;

#[doc(hidden)]
pub use crate::packed;
pub use memory::{Limit, OutOfMemory, Room};
#[doc(hidden)]
pub use progress::uncancelled;
pub use progress::{Cancelled, Progress};
pub use threads::with_threads;
