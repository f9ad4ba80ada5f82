//! Stopwatch that times work, on systems that have a clock.

/// Stopwatch that counts seconds; always shows 0 on `wasm32-unknown-unknown`, as in browsers, where std has no clock.
pub struct Stopwatch {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    start: std::time::Instant,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self {
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            start: std::time::Instant::now(),
        }
    }

    pub fn seconds(&self) -> f64 {
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        return self.start.elapsed().as_secs_f64();
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        0.0
    }
}
