//! Fading of what appears once nothing moves.

use std::time::Duration;
use web_time::Instant;

/// Time in which something fades in, while frames are limited in time.
const TIME: Duration = Duration::from_millis(250);

/// Returns how strongly something is shown that has begun to fade in at a time: from 0 to 1.
pub(super) fn shown_since(since: Instant) -> f32 {
    let share = (since.elapsed().as_secs_f32() / TIME.as_secs_f32()).min(1.0);
    share * share * (3.0 - 2.0 * share)
}
