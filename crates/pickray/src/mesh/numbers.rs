//! Decimal numbers out of text, eight digits at a time, bit for bit what `str::parse::<f64>` makes of them;
//! coordinates, and the problems with them.
//!
//! Based on: William D. Clinger, How to Read Floating Point Numbers Accurately, 1990 (the fast path: a mantissa and a
//! power of ten that f64 holds exactly take one correctly rounded operation); Daniel Lemire, Number Parsing at a
//! Gigabyte per Second, 2021 (digits of a word at once). Departure: between the fast path and the standard library
//! stands one exact integer division, which takes the 17 digits of an f64 printed in full.
//!
//! All functions of this module need a text with at least [`PADDING`] readable bytes behind its end.

use crate::mesh::problem::{Kind, Problem};
use crate::mesh::report::quoted;

/// Number of bytes that must be readable behind the end of a text.
pub const PADDING: usize = 96;

/// Powers of ten that f64 holds exactly.
pub const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];
/// Powers of ten by which a mantissa is scaled as an integer.
const INTEGER_POWERS: [u64; 20] = {
    let (mut powers, mut i) = ([1; 20], 1);
    while i < 20 {
        powers[i] = powers[i - 1] * 10;
        i += 1;
    }
    powers
};
/// Largest integer up to which all are exact in f64.
const EXACT: u64 = 1 << 53;
/// Number of digits of which any fit in 64 bits.
const MAX_DIGITS: usize = 19;

/// Returns the number at byte `at`, and its end; infinity if it is too large, `None` for what is none, `inf` and `nan`.
#[inline(always)]
pub fn number(text: &[u8], at: usize) -> Option<(f64, usize)> {
    short_decimal(text, at).or_else(|| any_number(text, at))
}

/// Returns a number as `-12.345`, and its end: up to seven digits ahead of the point and one to eight behind it.
#[inline(always)]
fn short_decimal(text: &[u8], at: usize) -> Option<(f64, usize)> {
    // In a window of fixed length, places need no checks.
    let window: &[u8; 32] = text.get(at..)?.first_chunk()?;
    let eight = |at: usize| digit_values(window[at % 24..].first_chunk().expect("within the window"));

    // One mask holds the places of point and end, so that neither waits for the other.
    let bits = |at: usize| others(eight(at)).wrapping_mul(GATHER) >> 56 << at;
    let negative = usize::from(window[0] == b'-');
    let mut ends = (bits(0) | bits(8) | bits(16)) & !(negative as u64);
    let point = ends.trailing_zeros() as usize;
    ends &= ends.wrapping_sub(1);
    let end = ends.trailing_zeros() as usize;

    // Written so that one test, which nearly always goes the same way, stands for all conditions.
    let (whole, part) = (point.wrapping_sub(negative), end.wrapping_sub(point + 1));
    let are_short = (whole.wrapping_sub(1) < 7) & (part.wrapping_sub(1) < 8);
    if !(are_short & (window[point % 32] == b'.') & (window[end % 32] <= b' ')) {
        return None;
    }
    let whole = Digits { bytes: eight(negative), count: whole }.value();
    let mantissa = whole * INTEGER_POWERS[part] + Digits { bytes: eight(point + 1), count: part }.value();
    // Fifteen digits also fit in 63 bits, from which the conversion is one instruction.
    let magnitude = mantissa as i64 as f64 / POWERS[part];
    Some((f64::from_bits(magnitude.to_bits() | (negative as u64) << 63), at + end))
}

/// Returns eight bytes of text as the values of digits, the first in the lowest byte.
#[inline(always)]
fn digit_values(text: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*text) ^ 0x3030_3030_3030_3030
}

/// Returns the high bit of each byte that is no digit's value. Bytes behind one beyond ASCII may be marked as well.
#[inline(always)]
fn others(bytes: u64) -> u64 {
    // A byte above 9 has its high bit or gets it from the sum; a carry out of it only reaches bytes behind it.
    (bytes.wrapping_add(0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080
}

/// Multiplier that moves the high bits of eight bytes together, into the highest byte of the product.
const GATHER: u64 = 0x0002_0408_1020_4081;

#[derive(Clone, Copy)]
struct Digits {
    /// Values of the digits, the first in the lowest byte; bytes behind the last digit are arbitrary.
    bytes: u64,
    count: usize,
}

impl Digits {
    #[inline(always)]
    fn at(text: &[u8], at: usize) -> Option<Self> {
        let bytes = digit_values(text.get(at..)?.first_chunk()?);
        Some(Self { bytes, count: (others(bytes).trailing_zeros() / 8) as usize })
    }

    /// Returns the value of the digits, of which there is at least one.
    #[inline(always)]
    fn value(self) -> u64 {
        // Shift the last digit to the highest byte, so that zeros fill up ahead of the first; then join neighbours.
        let digits = self.bytes.wrapping_shl(64 - 8 * self.count as u32);
        let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
        const PAIR: u64 = 0x0000_00ff_0000_00ff;
        const LOW: u64 = 100 + (1_000_000 << 32);
        const HIGH: u64 = 1 + (10_000 << 32);
        let low = (pairs & PAIR).wrapping_mul(LOW);
        let high = (pairs >> 16 & PAIR).wrapping_mul(HIGH);
        low.wrapping_add(high) >> 32
    }
}

/// Returns the [`number`] and its end in every form that the standard library takes, but for `inf` and `nan`.
#[cold]
#[inline(never)]
fn any_number(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let negative = text[at] == b'-';
    let start = at + usize::from(negative || text[at] == b'+');
    let (mut mantissa, mut significant) = (0u64, 0);
    let mut end = read_digits(text, start, &mut mantissa, &mut significant);
    let whole = end - start;
    let mut exponent = 0i64;
    if byte(text, end) == b'.' {
        let point = end;
        end = read_digits(text, point + 1, &mut mantissa, &mut significant);
        exponent = -((end - point - 1) as i64);
        if whole == 0 && end == point + 1 {
            return None;
        }
    } else if whole == 0 {
        return None;
    }
    if byte(text, end) | 0x20 == b'e' {
        let sign = byte(text, end + 1);
        let first = end + 1 + usize::from(sign == b'-' || sign == b'+');
        let mut power = 0u64;
        let last = read_digits(text, first, &mut power, &mut 0);
        if last == first {
            return None;
        }
        // An exponent of more digits is settled by the standard library.
        let power = if last - first <= 9 { power as i64 } else { i64::from(i32::MAX) };
        exponent += if sign == b'-' { -power } else { power };
        end = last;
    }
    let magnitude = if significant <= MAX_DIGITS { exactly(mantissa, exponent) } else { None };
    let magnitude = match magnitude {
        Some(magnitude) => magnitude,
        None => std::str::from_utf8(&text[start..end]).ok()?.parse().ok()?,
    };
    Some((if negative { -magnitude } else { magnitude }, end))
}

/// Appends the digits at `at` to `mantissa`, which may wrap, and counts all but leading zeros; returns where they end.
fn read_digits(text: &[u8], mut at: usize, mantissa: &mut u64, significant: &mut usize) -> usize {
    while let Some(digits) = Digits::at(text, at).filter(|digits| digits.count == 8) {
        if *significant > 0 {
            *significant += 8;
        } else if digits.bytes != 0 {
            *significant = 8 - digits.bytes.trailing_zeros() as usize / 8;
        }
        *mantissa = mantissa.wrapping_mul(100_000_000).wrapping_add(digits.value());
        at += 8;
    }
    while byte(text, at).is_ascii_digit() {
        let digit = u64::from(text[at] - b'0');
        *significant += usize::from(*significant > 0 || digit > 0);
        *mantissa = mantissa.wrapping_mul(10).wrapping_add(digit);
        at += 1;
    }
    at
}

/// Rounds `mantissa` · 10^`exponent` to f64, ties to even; `None` where that takes more than 128 bits.
fn exactly(mantissa: u64, exponent: i64) -> Option<f64> {
    if mantissa == 0 {
        return Some(0.0);
    }
    let power = usize::try_from(exponent.unsigned_abs()).ok()?;
    if mantissa <= EXACT && power < POWERS.len() {
        let (mantissa, power) = (mantissa as f64, POWERS[power]);
        return Some(if exponent < 0 { mantissa / power } else { mantissa * power });
    }
    let &power = INTEGER_POWERS.get(power)?;
    if exponent >= 0 {
        return Some((u128::from(mantissa) * u128::from(power)) as f64);
    }
    // A quotient of 62 bits or more, with a bit set at its end when something remains, rounds as the true one. Both
    // shifts leave the quotient below 2⁶⁴, which is one machine division.
    let (shift, power_shift) = (mantissa.leading_zeros(), power.leading_zeros());
    let dividend = u128::from(mantissa << shift) << 63;
    let divisor = u128::from(power << power_shift);
    let quotient = dividend / divisor;
    let rounded = quotient as u64 | u64::from(quotient * divisor != dividend);
    let scale = power_shift as i32 - shift as i32 - 63;
    Some(rounded as f64 * f64::from_bits(((1023 + scale) as u64) << 52))
}

fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// Returns the unsigned integer at byte `at`, and its end; `None` if it has no digit or more than eight.
#[inline(always)]
pub fn short_index(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let digits = Digits::at(text, at)?;
    let end = at + digits.count;
    (digits.count > 0 && !byte(text, end).is_ascii_digit()).then(|| (digits.value() as u32, end))
}

/// Returns three coordinates from `words`, each with its offset in the text `padded`, or the problem with them.
pub fn coordinates<'a>(
    padded: &[u8],
    words: &mut impl Iterator<Item = (usize, &'a [u8])>,
) -> Result<[f64; 3], (Kind, Problem)> {
    let mut position = [0.0; 3];
    for (i, coordinate) in position.iter_mut().enumerate() {
        let Some((at, word)) = words.next() else {
            return Err((Kind::VertexNumbers, Problem::ThreeNumbers { count: i }));
        };
        *coordinate = match number(padded, at).filter(|&(_, end)| end == at + word.len()) {
            Some((value, _)) if is_storable([value, 0.0, 0.0]) => value,
            Some(_) => return Err((Kind::VertexRange, Problem::NumberTooLarge { number: quoted(word) })),
            None => return Err(no_coordinate(word)),
        };
    }
    Ok(position)
}

pub fn no_coordinate(word: &[u8]) -> (Kind, Problem) {
    let shown = quoted(word);
    if is_not_finite(word) {
        return (Kind::VertexRange, Problem::NotFinite { number: shown });
    }
    let is_hexadecimal = word.len() > 2 && word[1].eq_ignore_ascii_case(&b'x');
    let problem = if word.contains(&b',') {
        Problem::DecimalComma { word: shown }
    } else if is_hexadecimal {
        Problem::Hexadecimal { word: shown }
    } else {
        Problem::NoNumber { word: shown }
    };
    (Kind::VertexNumbers, problem)
}

/// Returns whether all coordinates of a position are finite as f32.
#[inline(always)]
pub fn is_storable(position: [f64; 3]) -> bool {
    // From the middle between the largest f32 and the next power of two on, numbers round to infinity.
    const BEYOND: f64 = f32::MAX as f64 + (1u128 << 103) as f64;
    (position[0].abs() < BEYOND) & (position[1].abs() < BEYOND) & (position[2].abs() < BEYOND)
}

/// Returns whether a word is one that programs print for NaN or infinity.
pub fn is_not_finite(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"-").or(word.strip_prefix(b"+")).unwrap_or(word);
    let names: [&[u8]; 7] = [b"nan", b"inf", b"infinity", b"1.#inf", b"1.#ind", b"1.#qnan", b"nan(ind)"];
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(text: &str) -> Option<f64> {
        let mut padded = text.as_bytes().to_vec();
        padded.extend([b'\n'; PADDING]);
        number(&padded, 0).filter(|&(_, end)| end == text.len()).map(|(value, _)| value)
    }

    /// Returns the number that the standard library reads, which takes `inf` and `nan` as well.
    fn theirs(text: &str) -> Option<f64> {
        text.parse().ok().filter(|_| !text.to_ascii_lowercase().contains(['n', 'y', 'f']))
    }

    fn assert_same(text: &str) {
        assert_eq!(ours(text).map(f64::to_bits), theirs(text).map(f64::to_bits), "`{text}`");
    }

    #[test]
    fn odd_and_hard_numbers_come_out_as_in_the_standard_library() {
        const WORDS: &str = "
            0 -0 +0 1 -1 +1 .5 5. . - + -. 1e 1e+ 1E-2 1.e0 00001.0 -.25e1 1,5 0x10 1_000 inf nan -inf infinity
            1e999 -1e999 1e-999 1e308 4.9e-324 2.4703282292062327e-324 2.4703282292062328e-324
            2.2250738585072011e-308 1.7976931348623157e308 1.7976931348623159e308 9007199254740993
            9007199254740992.5 9007199254740993.0 18446744073709551615 18446744073709551616 0.1e22 1e23 8.5e22
            0.000000000000000000000000000001 1--2 0-2 1.2.3 1e2.5 123456789012345678901234567890
            0.00000000000000000000000000000000000000012345678901234567890 6378137.123456789 0.35444599999999998
            1e99999999999999999999 0e99999999999999999999 1e-99999999999999999999
            1.00000005960464477539062500000000000000000000000000000001 12345678.12345678 1234567.1234567
            00000000.00000000 00000000000000000000000000000000001 --1 +-1 1f 1.0d0 ٣
        ";
        for text in WORDS.split_whitespace().chain(["", "1 2"]) {
            assert_same(text);
        }
    }

    #[test]
    fn a_million_random_numbers_and_as_much_garbage_come_out_as_in_the_standard_library() {
        let mut random = crate::work::seeded();
        let digits = |random: &mut fastrand::Rng, most: usize| -> String {
            (0..random.usize(..=most)).map(|_| char::from(b'0' + random.u8(..10))).collect()
        };
        for _ in 0..1_000_000 {
            let sign = ["", "", "-", "+"][random.usize(..4)];
            let (whole, point) = (digits(&mut random, 11), ["", ".", "."][random.usize(..3)]);
            let part = if point.is_empty() { String::new() } else { digits(&mut random, 22) };
            let exponent = match random.u8(..8) {
                0 => format!("e{}", random.i32(-340..340)),
                1 => format!("E{}{}", ["", "+", "-"][random.usize(..3)], digits(&mut random, 3)),
                _ => String::new(),
            };
            assert_same(&format!("{sign}{whole}{point}{part}{exponent}"));
            let garbage = (0..random.usize(..12)).map(|_| char::from(b"0123456789.+-eE,x "[random.usize(..18)]));
            assert_same(&garbage.collect::<String>());
        }
    }

    #[test]
    fn every_f64_printed_in_any_way_comes_back() {
        let mut random = crate::work::seeded();
        for _ in 0..500_000 {
            let any = f64::from_bits(random.u64(..));
            let usual = (random.f64() - 0.5) * 10f64.powi(random.i32(-6..10));
            for value in [any, usual, f64::from(usual as f32)].into_iter().filter(|value| value.is_finite()) {
                let precision = random.usize(..18);
                let shortest = format!("{value:e}");
                assert_eq!(ours(&shortest), Some(value));
                let fixed = if value.abs() < 1e20 { format!("{value:.precision$}") } else { String::new() };
                [shortest, format!("{value}"), format!("{value:.precision$e}"), fixed]
                    .iter()
                    .for_each(|it| assert_same(it));
            }
        }
    }

    #[test]
    fn an_index_is_one_to_eight_digits() {
        let read = |text: &str| {
            let mut padded = text.as_bytes().to_vec();
            padded.extend([b' '; PADDING]);
            short_index(&padded, 0)
        };
        for index in [0, 1, 9, 10, 99, 123, 4567, 89012, 345_678, 9_999_999, 12_345_678] {
            assert_eq!(read(&index.to_string()), Some((index, index.to_string().len())));
        }
        assert_eq!(read("0010/7"), Some((10, 4)));
        assert_eq!((read(""), read("-1"), read("123456789")), (None, None, None));
    }
}
