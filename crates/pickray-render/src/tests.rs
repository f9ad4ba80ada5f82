//! Random numbers and renderers for tests.

/// Returns random numbers of a new seed, which is printed.
pub(crate) fn seeded() -> fastrand::Rng {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    fastrand::Rng::with_seed(seed)
}

#[cfg(feature = "offscreen")]
pub(crate) fn offscreen() -> crate::offscreen::Offscreen {
    crate::offscreen::Offscreen::new().unwrap_or_else(|error| panic!("{error}"))
}
