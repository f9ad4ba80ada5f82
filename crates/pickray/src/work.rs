//! Progress and cancelling, threads, checked allocation of memory, values as bytes for another instance of the program,
//! and sentences: what any long computation needs. Nothing here knows geometry.

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
