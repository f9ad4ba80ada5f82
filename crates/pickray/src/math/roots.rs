//! Time at which a moving point comes within a distance of a resting one.
//!
//! Based on: Kasper Fauerby, Improved Collision Detection and Response, 2003, `getLowestRoot`. Departures: the textbook
//! `(-b - sqrt(b² - 4ac)) / 2a` subtracts nearly equal numbers for big spheres, long steps and grazing passes. Here the
//! discriminant and the constant term are products of sums and differences of lengths, so that the answer is the exact
//! one for a radius changed by a few roundings of those lengths; and the exit is never taken for the entry.

use glam::DVec3;

/// Returns the least `s` at which `|offset + s * velocity| = radius`, for a point that starts outside (`|offset| >
/// radius`) and comes closer. `None` if the point starts inside, recedes, stands still or passes by. The result is
/// positive and not bounded above.
pub(crate) fn entry_time(offset: DVec3, velocity: DVec3, radius: f64) -> Option<f64> {
    let approach = -offset.dot(velocity);
    let distance = offset.length();
    if approach <= 0.0 || distance <= radius {
        return None;
    }
    // b² - ac: the reach of the sphere against the distance at which the point passes, both times the speed.
    let reach = velocity.length() * radius;
    let passing = offset.cross(velocity).length();
    let discriminant = (reach - passing) * (reach + passing);
    if discriminant < 0.0 {
        return None;
    }
    // The nearer root, its denominator a sum of two numbers that are not negative.
    let time = (distance - radius) * (distance + radius) / (approach + discriminant.sqrt());
    time.is_finite().then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_is_found_and_not_the_exit() {
        let t = entry_time(DVec3::new(-4.0, 0.0, 0.0), DVec3::new(2.0, 0.0, 0.0), 1.0);
        assert_eq!(t, Some(1.5));
    }

    #[test]
    fn starting_inside_receding_resting_and_passing_by_are_misses() {
        let start = DVec3::new(-4.0, 0.0, 0.0);
        assert_eq!(entry_time(0.1 * start, DVec3::X, 1.0), None);
        assert_eq!(entry_time(start, -DVec3::X, 1.0), None);
        assert_eq!(entry_time(start, DVec3::ZERO, 1.0), None);
        assert_eq!(entry_time(start + 2.0 * DVec3::Y, DVec3::X, 1.0), None);
    }

    #[test]
    fn a_graze_touches() {
        assert_eq!(entry_time(DVec3::new(-4.0, 1.0, 0.0), DVec3::X, 1.0), Some(4.0));
    }

    #[test]
    fn a_big_sphere_close_by_keeps_its_digits() {
        // A gap of 2^-20 at radius 2^20: b² and 4ac agree in their first 80 bits.
        let (gap, radius) = (2f64.powi(-20), 2f64.powi(20));
        let t = entry_time(DVec3::new(radius + gap, 0.0, 0.0), DVec3::new(-1.0, 0.0, 0.0), radius);
        assert_eq!(t, Some(gap));
    }
}
