//! Measurement of times, percentiles and memory, and a sweep through the caches; `benches/peers` uses this file, too.

use serde::Serialize;
use std::fs;
use std::hint::black_box;
use std::time::Instant;

/// Number of readings of the clock that tell how long a reading takes.
const CLOCK_READINGS: usize = 1001;

/// Least number of bytes that go through the caches between two cold picks.
const LEAST_SWEEP: usize = 128 << 20;
/// Largest number of bytes that go through the caches: no cache is as large.
const LARGEST_SWEEP: usize = 2 << 30;
/// Factor from the size of the last cache to the bytes that go through: its lines are not replaced strictly in turn.
const SWEEP_PER_CACHE: usize = 2;
/// Bytes of a cache line; a sweep writes one byte of each.
const CACHE_LINE: usize = 64;

/// Clock that subtracts the time of reading the clock from the times that it measures.
pub struct Clock {
    own_seconds: f64,
}

impl Clock {
    pub fn new() -> Self {
        let bare = Self { own_seconds: 0.0 };
        let readings = (0..CLOCK_READINGS).map(|_| bare.time(|| ())).collect();
        Self { own_seconds: Percentiles::of(readings).map_or(0.0, |readings| readings.median) }
    }

    /// Returns the seconds that `work` takes, without the clock's own time.
    #[inline(always)]
    pub fn time(&self, work: impl FnOnce()) -> f64 {
        let start = Instant::now();
        work();
        (start.elapsed().as_secs_f64() - self.own_seconds).max(0.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Percentiles {
    pub median: f64,
    pub p90: f64,
    pub p99: f64,
    pub max: f64,
}

impl Percentiles {
    /// Returns percentiles of times, if there are any: the p-th is the smallest that at least p % are no longer than.
    pub fn of(mut times: Vec<f64>) -> Option<Self> {
        times.sort_by(f64::total_cmp);
        let count = times.len();
        let at = |percent: usize| times[(count * percent).div_ceil(100).saturating_sub(1)];
        (count > 0).then(|| Self { median: at(50), p90: at(90), p99: at(99), max: at(100) })
    }
}

/// Returns the peak of this process's resident memory in bytes; `None` if the system does not tell.
pub fn peak_resident_bytes() -> Option<u64> {
    peak_of_status(&fs::read_to_string("/proc/self/status").ok()?)
}

/// Reads the peak of resident memory, in bytes, from the text of Linux' `/proc/self/status`.
fn peak_of_status(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Returns how many bytes have to be written through this processor's caches until they hold no other data.
pub fn sweep_bytes() -> usize {
    let sizes = (0..8)
        .map_while(|index| fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size")).ok());
    let largest = sizes.filter_map(|size| cache_bytes(&size)).max().unwrap_or(0);
    largest.saturating_mul(SWEEP_PER_CACHE).clamp(LEAST_SWEEP, LARGEST_SWEEP)
}

fn cache_bytes(text: &str) -> Option<usize> {
    text.trim().strip_suffix('K')?.parse::<usize>().ok()?.checked_mul(1024)
}

/// Writes a byte to every cache line of a buffer, to evict other data from the processor's caches.
pub fn sweep(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().step_by(CACHE_LINE) {
        *byte = byte.wrapping_add(1);
    }
    black_box(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_the_nearest_ranks() {
        let hundred = (1..=100).rev().map(f64::from).collect();
        assert_eq!(Percentiles::of(hundred), Some(Percentiles { median: 50.0, p90: 90.0, p99: 99.0, max: 100.0 }));
        let three = Percentiles { median: 2.0, p90: 3.0, p99: 3.0, max: 3.0 };
        assert_eq!(Percentiles::of(vec![3.0, 1.0, 2.0]), Some(three));
        let one = Percentiles { median: 7.0, p90: 7.0, p99: 7.0, max: 7.0 };
        assert_eq!(Percentiles::of(vec![7.0]), Some(one));
        assert_eq!(Percentiles::of(Vec::new()), None);
    }

    #[test]
    fn sizes_are_read_as_linux_writes_them() {
        assert_eq!(peak_of_status("Name:\tpickray\nVmHWM:\t    5124 kB\nVmRSS:\t 4000 kB\n"), Some(5124 * 1024));
        assert_eq!(peak_of_status("Name:\tpickray\n"), None);
        assert_eq!(cache_bytes("32768K\n"), Some(32 << 20));
        assert_eq!(cache_bytes("?"), None);
    }

    #[test]
    fn a_sweep_writes_every_line() {
        let mut bytes = vec![1; 10 * CACHE_LINE];
        sweep(&mut bytes);
        assert_eq!(bytes.iter().filter(|byte| **byte == 2).count(), 10);
    }
}
