//! Texts of numbers, with enough digits to tell the numbers apart, and of the same width as neighbouring numbers.

pub(in crate::app) use pickray::pick::explain::duration;

use std::ops::Range;

/// Returns a whole number as text, with commas between the thousands.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Greatest number of signs that a number is written with.
const SIGNS: i32 = 9;

/// Number of digits behind the first one of a mesh's size to which its places are written.
const DIGITS_OF_SIZE: i32 = 4;

/// Returns a number as a text of about six significant digits; a large one has as many as fit into nine characters.
pub fn number(x: f64) -> String {
    // Three such numbers stand side by side.
    let room = |exponent: i32| SIGNS - (exponent + 2) - i32::from(x < 0.0);
    compact(x, 1e-2..1e8, |exponent| if exponent < 4 { (5 - exponent).min(6) } else { room(exponent) }, 3)
}

/// Returns a number as text. If its size is in `plain`, the text has at most as many decimals as `decimals` returns for
/// the power of ten of its first digit; otherwise it has an exponent, and `digits` decimals before it.
pub fn compact(x: f64, plain: Range<f64>, decimals: impl Fn(i32) -> i32, digits: usize) -> String {
    let size = x.abs();
    let text = if size == 0.0 {
        "0".to_owned()
    } else if size == f64::INFINITY {
        if x < 0.0 { "−∞" } else { "∞" }.to_owned()
    } else if plain.contains(&size) {
        fixed(x, decimals(size.log10().floor() as i32).max(0) as usize)
    } else if x.is_nan() {
        "NaN".to_owned()
    } else {
        format!("{x:.digits$e}")
    };
    text.replace('-', "−")
}

/// Returns the numbers of a vector with as many decimals as fit into `signs`, or an exponent, common to all.
pub fn vector(numbers: &[f64], signs: usize) -> Vec<String> {
    let largest = numbers.iter().filter(|x| x.is_finite()).fold(0.0, |most: f64, x| most.max(x.abs()));
    let is_plain = largest == 0.0 || (1e-3..1e8).contains(&largest);
    // A power of ten that is no normal number has lost its digits.
    let exponent = if largest == 0.0 { 0 } else { (largest.log10().floor() as i32).max(f64::MIN_10_EXP) };
    let plain = (0..=if largest < 0.1 { 6 } else { 5 }).rev().map(|decimals| with_decimals(numbers, decimals, None));
    let scaled = (0..=3).rev().map(|decimals| with_decimals(numbers, decimals, Some(exponent)));
    let mut ways = plain.filter(|_| is_plain).chain(scaled);
    let fits = |texts: &Vec<String>| texts.iter().all(|text| text.chars().count() <= signs);
    ways.find(fits).unwrap_or_else(|| with_decimals(numbers, 0, Some(exponent)))
}

/// Returns coordinates as [`vector`] does, with decimals that tell apart the points of a mesh of this `size`.
pub fn place(numbers: &[f64], signs: usize, size: f64) -> Vec<String> {
    let largest = numbers.iter().filter(|x| x.is_finite()).fold(0.0, |most: f64, x| most.max(x.abs()));
    let is_far = 0.0 < size && size < largest && largest < 1e15;
    let decimals = if is_far { decimals_at(size, DIGITS_OF_SIZE) } else { 0 };
    let usual = vector(numbers, signs);
    let n_decimals = |text: &String| text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    if !is_far || usual.iter().all(|text| !text.contains('e') && decimals <= n_decimals(text)) {
        return usual;
    }
    with_decimals(numbers, decimals, None)
}

/// Returns the decimals, at most 9, that give a coordinate `digits` digits after the first one of the mesh's `size`.
pub fn decimals_at(size: f64, digits: i32) -> usize {
    (digits - size.log10().floor() as i32).clamp(0, 9) as usize
}

/// Returns numbers as texts with so many decimals, less common zeros at the end, and with an exponent if given.
fn with_decimals(numbers: &[f64], decimals: usize, exponent: Option<i32>) -> Vec<String> {
    let scale = exponent.map_or(1.0, |exponent| 10f64.powi(exponent));
    let ending = exponent.map_or(String::new(), |exponent| format!("e{exponent}"));
    let digits = numbers.iter().map(|x| format!("{:.decimals$}", x / scale));
    // A number that is rounded to zero has no sign.
    let digits = digits.map(|text| match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|sign| sign == '0' || sign == '.') => zero.to_owned(),
        _ => text,
    });
    let digits: Vec<_> = digits.collect();
    let zeros = |text: &String| text.chars().rev().take_while(|&sign| sign == '0').count();
    let finite = || digits.iter().zip(numbers).filter(|(_, x)| x.is_finite());
    let common = finite().map(|(text, _)| zeros(text)).min().unwrap_or(0).min(decimals);
    let spare = if exponent.is_some() { 0 } else { common + usize::from(common == decimals && decimals > 0) };
    let written = |(text, &x): (&String, &f64)| {
        if x.is_finite() { format!("{}{ending}", &text[..text.len() - spare]).replace('-', "−") } else { number(x) }
    };
    digits.iter().zip(numbers).map(written).collect()
}

/// Returns a number as text with at most `decimals` decimals, and without zeros at its end.
pub fn fixed(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Reads the number in a field's text; text that is still `shown` gives all digits of `value`. `None` if not finite.
pub fn typed(text: &str, value: f64, shown: &str) -> Option<f64> {
    if text == shown {
        return Some(value);
    }
    let plain: String = text.chars().filter(|c| !c.is_whitespace() && *c != '°').collect();
    plain.replace('−', "-").parse().ok().filter(|x: &f64| x.is_finite())
}

/// Returns numbers as texts of the same width, with their decimal points aligned.
pub fn aligned(numbers: &[f64]) -> Vec<String> {
    let largest = numbers.iter().filter(|x| x.is_finite()).fold(0.0, |most: f64, x| most.max(x.abs()));
    let wide = largest >= 1e8 || (largest > 0.0 && largest < 1e-3);
    let decimals = match largest {
        1e4.. => 2,
        100.0.. => 4,
        _ => 6,
    };
    let written: Vec<_> = numbers
        .iter()
        .map(|&x| {
            let text = if !x.is_finite() {
                number(x)
            } else if wide {
                format!("{x:.5e}")
            } else {
                format!("{:.decimals$}", if x == 0.0 { 0.0 } else { x })
            };
            text.replace('-', "−")
        })
        .collect();
    let width = written.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    written.into_iter().map(|text| format!("{text:>width$}")).collect()
}

pub fn matrix(m: &glam::DMat4) -> String {
    let columns: Vec<_> = (0..4).map(|i| aligned(&m.col(i).to_array())).collect();
    let row = |row: usize| columns.iter().map(|column| column[row].as_str()).collect::<Vec<_>>().join("  ");
    [0, 1, 2, 3].map(row).join("\n")
}

/// Returns a number of bytes as text, in a unit that fits.
pub fn bytes(n: u64) -> String {
    let n = n as f64;
    match n {
        _ if n < 1e3 => format!("{n} B"),
        _ if n < 1e6 => format!("{:.1} kB", n / 1e3),
        _ if n < 1e9 => format!("{:.1} MB", n / 1e6),
        _ => format!("{:.2} GB", n / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        for (n, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(count(n), text);
        }
    }

    #[test]
    fn numbers_are_short_and_lose_no_digit_that_counts() {
        for (x, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-2.5, "−2.5"),
            (100.0, "100"),
            (12_345.678_9, "12345.679"),
            (500_123.25, "500123.25"),
            (-500_123.25, "−500123.2"),
            (4_649_797.26, "4649797.3"),
            (-4_649_797.26, "−4649797"),
            (12_345_678.9, "12345679"),
            (1.0 / 3.0, "0.333333"),
            (-0.013_939_71, "−0.01394"),
            (1e-9, "1.000e−9"),
            (6.02e23, "6.020e23"),
            (f64::INFINITY, "∞"),
        ] {
            assert_eq!(number(x), text);
        }
    }

    #[test]
    fn the_numbers_of_a_vector_have_the_same_decimals() {
        for (numbers, signs, texts) in [
            ([0.006_020_3, 0.021_641, -1.002_29], 8, ["0.00602", "0.02164", "−1.00229"]),
            ([-1.176e-7, 0.6, -0.8], 8, ["0.0", "0.6", "−0.8"]),
            ([0.592_595_4, 0.410_803, 0.692_873], 7, ["0.59260", "0.41080", "0.69287"]),
            ([6.434, 3.15, 4.0], 8, ["6.434", "3.150", "4.000"]),
            ([-3.0, 0.0, -2.0], 8, ["−3", "0", "−2"]),
            ([100.0, 20.0, 0.0], 8, ["100", "20", "0"]),
            ([0.0, -0.0, 0.0], 8, ["0", "0", "0"]),
            ([0.021_641_2, -0.006_02, 0.0], 8, ["0.02164", "−0.00602", "0.00000"]),
            ([500_123.25, 4_649_797.26, 0.5], 9, ["500123.2", "4649797.3", "0.5"]),
            ([1.5e-5, -2e-6, 0.0], 8, ["1.50e−5", "−0.20e−5", "0.00e−5"]),
            ([6.02e23, 1e22, 0.0], 8, ["6.020e23", "0.100e23", "0.000e23"]),
            ([f64::INFINITY, f64::NAN, 1.25], 8, ["∞", "NaN", "1.25"]),
            ([9.999_999, -9.999_999, 0.0], 8, ["10", "−10", "0"]),
        ] {
            assert_eq!(vector(&numbers, signs), texts, "{numbers:?}");
        }
    }

    #[test]
    fn places_of_a_mesh_are_told_apart_however_far_from_the_origin_it_is() {
        for (numbers, size, texts) in [
            ([500_123.25, 4_649_797.262_3, 120.5], 100.0, ["500123.25", "4649797.26", "120.50"]),
            ([500_123.25, 4_649_797.262_3, 120.5], 2e3, ["500123.2", "4649797.3", "120.5"]),
            ([500_123.25, 4_649_797.262_3, 120.5], 2e6, ["500123", "4649797", "120"]),
            ([-1e6 - 0.001_25, 1e6, 0.0], 0.02, ["−1000000.00125", "1000000.00000", "0.00000"]),
            ([12_345_678.0, -20_037_508.34, 0.0], 50.0, ["12345678.00", "−20037508.34", "0.00"]),
            ([6.434, 3.15, 4.0], 7.0, ["6.434", "3.150", "4.000"]),
            ([1.5e20, 0.0, 0.0], 2.0, ["1.500e20", "0.000e20", "0.000e20"]),
        ] {
            assert_eq!(place(&numbers, 8, size), texts, "{numbers:?} in a mesh of {size}");
        }
        let corners = [4_649_797.261, 4_649_797.264, 4_649_797.267].map(|y| place(&[500_123.25, y, 120.5], 8, 10.0));
        assert!(corners[0] != corners[1] && corners[1] != corners[2], "{corners:?}");
    }

    #[test]
    fn the_numbers_of_a_vector_keep_to_their_column() {
        for largest in (-300..300).step_by(3).map(|power| 1.234_567_8 * 10f64.powi(power)) {
            for signs in 8..=10 {
                let texts = vector(&[largest, -largest, 0.1 * largest], signs);
                assert!(texts.iter().all(|text| text.chars().count() <= signs), "{texts:?} in {signs} signs");
            }
        }
        let least = f64::from_bits(1);
        assert_eq!(vector(&[least, 0.0, -least], 8).len(), 3);
    }

    #[test]
    fn a_number_that_is_only_looked_at_keeps_its_digits() {
        let value = 2.0 / 3.0;
        assert_eq!(typed(&number(value), value, &number(value)), Some(value));
        for (text, x) in [("−2.5", -2.5), (" 1e−3 ", 1e-3), ("45°", 45.0)] {
            assert_eq!(typed(text, value, "0.666667"), Some(x));
        }
        for text in ["", "two", "1,5", "inf", "NaN"] {
            assert_eq!(typed(text, value, "0.666667"), None);
        }
    }

    #[test]
    fn what_stands_in_a_column_has_one_width() {
        for numbers in [[1.0, -20.5, 0.0, 3.25], [1e9, -1e-9, 0.0, 1.0], [f64::INFINITY, 1.0, -1.0, 0.5]] {
            let widths: Vec<_> = aligned(&numbers).iter().map(|text| text.chars().count()).collect();
            assert!(widths.iter().all(|&width| width == widths[0]), "{:?}", aligned(&numbers));
        }
    }

    #[test]
    fn a_matrix_is_written_row_by_row() {
        let m = glam::DMat4::from_translation(glam::DVec3::new(7.0, 8.0, 9.0));
        let first = matrix(&m).lines().next().expect("a row").to_owned();
        assert!(first.trim_end().ends_with("7.000000"), "{first}");
    }

    #[test]
    fn durations_and_sizes_have_units() {
        assert_eq!(duration(2.5e-6), "2.5 µs");
        assert_eq!(duration(0.0421), "42.1 ms");
        assert_eq!(bytes(36_000_000), "36.0 MB");
    }
}
