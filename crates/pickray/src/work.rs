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

/// Returns random numbers of a new seed, which is printed.
#[cfg(test)]
pub fn seeded() -> fastrand::Rng {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    fastrand::Rng::with_seed(seed)
}

/// Returns a vector of coordinates from −1 to 1.
#[cfg(test)]
pub fn vector(random: &mut fastrand::Rng) -> glam::DVec3 {
    glam::DVec3::from_array(std::array::from_fn(|_| 2.0 * random.f64() - 1.0))
}
