//! How long something takes, many times over.

use serde::Serialize;
use std::time::Instant;

/// How often the clock is read to learn how long that takes.
const CLOCK_READINGS: usize = 1001;

/// A clock that leaves out its own time.
pub struct Clock {
    own_seconds: f64,
}

impl Clock {
    pub fn new() -> Self {
        let bare = Self { own_seconds: 0.0 };
        let readings = (0..CLOCK_READINGS).map(|_| bare.time(|| ())).collect();
        Self { own_seconds: Percentiles::of(readings).map_or(0.0, |readings| readings.median) }
    }

    /// Seconds that `work` takes.
    #[inline(always)]
    pub fn time(&self, work: impl FnOnce()) -> f64 {
        let start = Instant::now();
        work();
        (start.elapsed().as_secs_f64() - self.own_seconds).max(0.0)
    }
}

/// What share of the times is at most this, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Percentiles {
    pub median: f64,
    pub p90: f64,
    pub p99: f64,
    pub max: f64,
}

impl Percentiles {
    /// Each is one of the times, the smallest that enough of them do not exceed. `None` of no times.
    pub fn of(mut times: Vec<f64>) -> Option<Self> {
        times.sort_by(f64::total_cmp);
        let count = times.len();
        let at = |percent: usize| times[(count * percent).div_ceil(100).saturating_sub(1)];
        (count > 0).then(|| Self { median: at(50), p90: at(90), p99: at(99), max: at(100) })
    }
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
}
