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
pub use progress::{Cancelled, Progress};
#[doc(hidden)]
pub use progress::{stoppable, uncancelled};
pub use threads::with_threads;

// The tests of the public face share these with the tests beside the code.
#[cfg(test)]
#[path = "../tests/it/folder.rs"]
mod folder;
#[cfg(test)]
#[path = "../tests/it/random.rs"]
mod random;
#[cfg(test)]
pub use folder::{folder_of, write_files};
#[cfg(test)]
pub use random::{seeded, turn, vector, whole};
