//! Numbers, lengths, positions, colours and durations as text for people, with only their significant digits.

use crate::geometry::Aabb;
use crate::scene::{Object, Scene};
use glam::{DMat4, DVec3};

/// Returns a number as text of at most nine digits.
pub fn number(x: f64) -> String {
    rounded(x, 9)
}

/// Returns a number as text of at most three digits, for use in a sentence.
pub fn number_in_words(x: f64) -> String {
    rounded(x, 3)
}

fn rounded(x: f64, digits: usize) -> String {
    let rounded: f64 = format!("{:.*e}", digits - 1, x).parse().unwrap_or(x);
    if rounded != 0.0 && !(1e-4..1e15).contains(&rounded.abs()) { format!("{rounded:e}") } else { format!("{rounded}") }
}

/// Format for positions in a mesh: with the decimals to which coordinates in f32, relative to its origin, are exact.
#[derive(Clone, Copy, Debug)]
pub struct Coordinates {
    decimals: usize,
}

impl Coordinates {
    /// Returns the format for positions within these bounds, with 0 to 15 decimals.
    pub fn within(bounds: &Aabb) -> Self {
        Self::right_to(bounds.size().max_element() * 0.5 * f64::from(f32::EPSILON))
    }

    /// Returns the format for lengths between points of a scene, without decimals that may come of rounding to f32.
    pub fn of_lengths(scene: &Scene) -> Self {
        let rounding = |object: &Object| {
            let DMat4 { x_axis, y_axis, z_axis, .. } = object.world_from_object;
            let scale = [x_axis, y_axis, z_axis].map(|axis| axis.truncate().length()).into_iter().fold(0.0, f64::max);
            scale * object.mesh.rounding()
        };
        // Each of two ends is rounded, and what is shown is rounded to half of its last decimal.
        Self::right_to(2.0 * scene.objects().iter().map(rounding).fold(0.0, f64::max))
    }

    fn right_to(error: f64) -> Self {
        // No more than 15 decimals are shown.
        Self { decimals: (-error.log10()).floor().clamp(0.0, 15.0) as usize }
    }

    /// Returns a position as text, `x, y, z`.
    pub fn show(self, v: DVec3) -> String {
        v.to_array().map(|x| self.coordinate(x)).join(", ")
    }

    /// Returns a length as text, with the decimals of positions; one that they round to 0 gets digits of its own.
    pub fn length(self, x: f64) -> String {
        let text = self.coordinate(x);
        if text == "0" { number(x) } else { text }
    }

    /// Returns one coordinate of a position as text.
    pub fn coordinate(self, x: f64) -> String {
        if x.abs() >= 1e15 {
            return number(x);
        }
        let rounded: f64 = format!("{x:.*}", self.decimals).parse().unwrap_or(x);
        format!("{}", rounded + 0.0)
    }
}

/// Returns a number of things as text, where `what` is the name of one thing: `1 box`, `2 boxes`.
pub fn count(n: u64, what: &str) -> String {
    let ending = match n {
        1 => "",
        _ if what.ends_with('x') => "es",
        _ => "s",
    };
    format!("{n} {what}{ending}")
}

/// Returns an sRGB colour, each part between 0 and 1, as web pages write it: `#a3a3a3`.
pub fn hex_color(color: [f32; 3]) -> String {
    let [red, green, blue] = color.map(|x| (x * 255.0).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns seconds as text in a unit that fits: µs, ms or s.
pub fn duration(seconds: f64) -> String {
    if seconds < 1e-3 {
        format!("{:.1} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_show_the_digits_that_they_have() {
        let at = |size: f64| Coordinates::within(&Aabb::new(DVec3::ZERO, DVec3::splat(size)));
        let x = |v: f64| DVec3::new(v, 0.0, -0.0);
        assert_eq!(at(10.0).show(x(f64::from(1.660355_f32))), "1.660355, 0, 0");
        assert_eq!(at(100.0).show(x(5_400_000.123456789)), "5400000.12346, 0, 0");
        assert_eq!(at(1e-6).show(x(1.25e-7)), "0.000000125, 0, 0");
        assert_eq!(at(1e30).show(x(2.5e29)), "2.5e29, 0, 0");
        assert_eq!(at(0.0).show(x(0.5)), "0.5, 0, 0");
        assert_eq!([12.00000004, 1.23e-9, 0.0].map(|length| at(10.0).length(length)), ["12", "1.23e-9", "0"]);
    }

    #[test]
    fn numbers_are_short_and_still_numbers() {
        for (x, text) in
            [(0.1 + 0.2, "0.3"), (-0.0, "-0"), (1e300, "1e300"), (5_400_000.123456789, "5400000.12"), (1e-7, "1e-7")]
        {
            assert_eq!(number(x), text);
        }
        assert_eq!(number(f64::INFINITY), "inf");
        assert_eq!([0.1234, 123.4, 123456.0].map(number_in_words), ["0.123", "123", "123000"]);
    }
}
