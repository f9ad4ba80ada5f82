//! Fast path of reading OBJ: the most frequent lines, `v`, `vt` and `vn` with short decimals and `f` with three or four
//! corners, are each read as a whole. All bytes of a line are classified at once to find where its words end, so that
//! no word waits for the one before it, and the digits of all words are combined in parallel.
//!
//! Based on: Geoff Langdale and Daniel Lemire, Parsing Gigabytes of JSON per Second, 2019 (ends of words as bits of a
//! mask); Wojciech Muła, SSE: conversion from string to integer, 2014 (neighbours joined by multiply-and-add).
//! Departure: only instructions that every x86-64 has.
//!
//! All other lines are left to the slower reader in `statements`, which reads every form of line.

use crate::mesh::numbers::POWERS;
use safe_arch::*;

/// Number of bytes, from the beginning of a line on, that the text must hold for the fast path to read the line.
pub const REACH: usize = LONGEST + 8;
/// Most bytes of a line within which its words must begin and end.
const LONGEST: usize = 128;

/// Block of [`REACH`] bytes of text that begins at the start of a line and may reach into the following lines.
pub type Line = [u8; REACH];

/// Powers of ten, then their negatives, by which a mantissa is divided.
const DIVISORS: [f64; 32] = {
    let mut divisors = [1.0; 32];
    let mut i = 0;
    while i < 16 {
        divisors[i] = POWERS[i];
        divisors[16 + i] = -POWERS[i];
        i += 1;
    }
    divisors
};

/// Calls `push` with what `read` returns of lines from `at` on; returns the place of the first odd or one past `end`.
#[inline(always)]
fn each<T>(
    text: &[u8],
    mut at: usize,
    end: usize,
    read: impl Fn(&Line) -> Option<(T, usize)>,
    mut push: impl FnMut(T),
) -> usize {
    while at < end
        && let Some(line) = text[at..].first_chunk()
        && let Some((values, length)) = read(line)
    {
        push(values);
        at += length;
    }
    at
}

/// Appends lines `f a b c` as vertices from 0; returns the place of the next line, and the highest vertex plus 1, or 0.
pub fn triangles(text: &[u8], at: usize, end: usize, triangles: &mut Vec<[u32; 3]>) -> (usize, u32) {
    let n = triangles.len();
    let mut highest = m128::default();
    let at = each(text, at, end, triangle, |vertices| {
        // Numbers of 31 bits are in the same order as bits of floats.
        highest = max_m128(highest, cast_to_m128_from_m128i(vertices));
        let [a, b, c, _]: [u32; 4] = vertices.into();
        triangles.push([a, b, c]);
    });
    let [a, b, c, _]: [u32; 4] = cast_to_m128i_from_m128(highest).into();
    let highest = if triangles.len() > n { a.max(b).max(c) + 1 } else { 0 };
    (at, highest)
}

/// Reads lines `f` of three or four corners as [`triangles`] does; `push` gets corners, highest indices and number.
pub fn faces<const UV: bool, const NORMAL: bool>(
    text: &[u8],
    at: usize,
    end: usize,
    mut push: impl FnMut([[u32; 4]; 4], [u32; 4], usize),
) -> usize {
    each(text, at, end, face::<UV, NORMAL>, |(corners, n)| {
        // Numbers of 31 bits are in the same order as bits of floats.
        let [a, b, c, d] = corners.map(cast_to_m128_from_m128i);
        let highest = max_m128(max_m128(a, b), max_m128(c, d));
        push(corners.map(Into::into), cast_to_m128i_from_m128(highest).into(), n);
    })
}

/// Calls `push` with the positions of lines `v x y z` from byte `at` on; returns the offset of the first other line.
pub fn vertices(text: &[u8], at: usize, end: usize, push: impl FnMut([f64; 3])) -> usize {
    each(text, at, end, |line| decimals(line, b"v "), push)
}

pub fn normals(text: &[u8], at: usize, end: usize, push: impl FnMut([f64; 3])) -> usize {
    each(text, at, end, |line| decimals(line, b"vn "), push)
}

pub fn texture_coordinates(text: &[u8], at: usize, end: usize, push: impl FnMut([f64; 2])) -> usize {
    each(text, at, end, |line| decimals(line, b"vt "), push)
}

/// Returns the vertices of a line `f a b c`, from 0, in the first three lanes, and its length; `None` for other lines.
#[inline(always)]
fn triangle(line: &Line) -> Option<(m128i, usize)> {
    let mut ends = word_ends(line, 0, None) | word_ends(line, 16, None) << 16;
    let a = 2;
    let a_end = next_end(&mut ends);
    let b_end = next_end(&mut ends);
    let c_end = next_end(&mut ends);
    let (b, c) = (a_end + 1, b_end + 1);

    // Where a word has no digit, or more than eight, its length less one is none of 0 to 7.
    let (a_more, b_more, c_more) = (a_end.wrapping_sub(a + 1), b_end.wrapping_sub(b + 1), c_end.wrapping_sub(c + 1));
    let are_short = (a_more | b_more | c_more) < 8;
    let are_blanks = (line[a_end % LONGEST] == b' ') & (line[b_end % LONGEST] == b' ');
    if !(are_short & are_blanks & (line[..2] == *b"f ")) {
        return None;
    }
    let length = length(line, c_end)?;
    let first = in_words(digits(line, a, a_more), digits(line, b, b_more));
    let last = in_words(digits(line, c, c_more), 0);
    let vertices = of_eight(of_four(first), of_four(last));
    let vertices = sub_i32_m128i(vertices, set_splat_i32_m128i(1));
    // Counted from 1, only the lane behind the third is 0.
    (move_mask_m128(cast_to_m128_from_m128i(vertices)) == 0b1000).then_some((vertices, length))
}

/// Returns the corners of a face line, their number, three or four (the last of three is repeated), and its length.
/// A corner is the indices, from 0, of vertex, texture coordinate and normal, and a number without meaning. Without
/// `UV` or `NORMAL`, corners that name one are not read, and its index has no meaning.
#[inline(always)]
fn face<const UV: bool, const NORMAL: bool>(line: &Line) -> Option<(([m128i; 4], usize), usize)> {
    let thirty_two = |from| word_ends(line, from, None) | word_ends(line, from + 16, None) << 16;
    let sixty_four = |from| u128::from(thirty_two(from) | thirty_two(from + 32) << 32);
    let (mut ends, mut start) = (sixty_four(0) | sixty_four(64) << 64, 2);
    if line[..2] != *b"f " {
        return None;
    }

    // Digits of an index, or of none, the byte behind them, and its place.
    let mut word = |is_empty: bool| {
        let end = ends.trailing_zeros() as usize;
        ends &= ends.wrapping_sub(1);
        let (from, more) = (start, end.wrapping_sub(start + 1));
        start = end + 1;
        let fits = if is_empty { more == usize::MAX } else { more < 8 };
        fits.then(|| (digits(line, from, more % 8), line[end % LONGEST], end))
    };
    let mut corner = || {
        let (vertex, mut behind, mut end) = word(false)?;
        let (mut uv, mut normal) = (vertex, vertex);
        if UV || NORMAL {
            let second = if behind == b'/' { word(!UV)? } else { return None };
            (behind, end) = (second.1, second.2);
            uv = if UV { second.0 } else { vertex };
        }
        if NORMAL {
            (normal, behind, end) = if behind == b'/' { word(false)? } else { return None };
        }
        let numbers = of_eight(of_four(in_words(vertex, uv)), of_four(in_words(normal, normal)));
        Some((sub_i32_m128i(numbers, set_splat_i32_m128i(1)), behind, end))
    };
    let (a, behind_a, _) = corner()?;
    let (b, behind_b, _) = corner()?;
    let (c, behind_c, mut end) = corner()?;
    let (mut n, mut d) = (3, c);
    if behind_c == b' ' {
        (d, _, end) = corner()?;
        n = 4;
    }
    let length = length(line, end).filter(|_| behind_a == b' ' && behind_b == b' ')?;

    // An index of 0 has become negative.
    let count_from_one = move_mask_m128(cast_to_m128_from_m128i(a | b | c | d)) == 0;
    count_from_one.then_some((([a, b, c, d], n), length))
}

/// Returns the two or three numbers of a line such as `v x y z` behind its `word`, and its length. Numbers are such as
/// `-12.345`, up to seven digits ahead of the point and up to eight behind it.
#[inline(always)]
fn decimals<const N: usize, const START: usize>(line: &Line, word: &[u8; START]) -> Option<([f64; N], usize)> {
    let sign = Some(b'-');
    let mut ends = word_ends(line, 0, sign) | word_ends(line, 16, sign) << 16 | word_ends(line, 32, sign) << 32;
    ends &= !0 << START;
    let mut decimal = |at| Decimal::new(line, at, next_end(&mut ends), next_end(&mut ends));
    let x = decimal(START);
    let y = decimal(x.end + 1);
    let z = if N == 3 { decimal(y.end + 1) } else { y };

    let is_plain = x.is_plain & y.is_plain & z.is_plain & (line[..START] == *word);
    let is_short = ((x.whole | y.whole | z.whole) < 8) & ((x.part_more | y.part_more | z.part_more) < 8);
    let are_blanks = (line[x.end % LONGEST] == b' ') & (N == 2 || line[y.end % LONGEST] == b' ');
    if !(is_plain & is_short & are_blanks) {
        return None;
    }
    let length = length(line, z.end)?;
    let wholes = in_words(x.whole(line), y.whole(line));
    let parts = in_words(x.part(line), y.part(line));
    let third = if N == 3 { in_words(z.whole(line), z.part(line)) } else { m128i::default() };
    // A sign where a digit should be.
    let signs = (wholes | parts | third) & set_splat_i8_m128i(0x10);
    if move_mask_i8_m128i(shl_imm_u16_m128i::<3>(signs)) != 0 {
        return None;
    }
    // Lanes x, y, x, y.
    let xy = of_eight(of_four(wholes), of_four(parts));
    let xy_wholes = convert_to_m128d_from_lower2_i32_m128i(xy);
    let xy_parts = convert_to_m128d_from_lower2_i32_m128i(shuffle_ai_f32_all_m128i::<0b11_10_11_10>(xy));
    // Up to 15 digits are an f64, and so are the powers: only the division rounds.
    let mantissas = add_m128d(mul_m128d(xy_wholes, set_m128d(y.power(), x.power())), xy_parts);
    let [x, y]: [f64; 2] = div_m128d(mantissas, set_m128d(y.divisor(), x.divisor())).into();
    let mut numbers = [x; N];
    numbers[1] = y;
    if N == 3 {
        let lanes = of_eight(of_four(third), m128i::default());
        let [whole, part]: [f64; 2] = convert_to_m128d_from_lower2_i32_m128i(lanes).into();
        numbers[2] = (whole * z.power() + part) / z.divisor();
    }
    Some((numbers, length))
}

/// Places of the parts of a decimal number in its line.
#[derive(Clone, Copy)]
struct Decimal {
    negative: bool,
    start: usize,
    whole: usize,
    /// Number of digits behind the decimal point, less one.
    part_more: usize,
    end: usize,
    is_plain: bool,
}

impl Decimal {
    #[inline(always)]
    fn new(line: &Line, at: usize, point: usize, end: usize) -> Self {
        let negative = line[at % LONGEST] == b'-';
        let start = at + usize::from(negative);
        let (whole, part_more) = (point.wrapping_sub(start), end.wrapping_sub(point + 2));
        Self { negative, start, whole, part_more, end, is_plain: line[point % LONGEST] == b'.' }
    }

    /// Returns the digits ahead of the point, one a byte, in the last bytes; 0 if there are none.
    #[inline(always)]
    fn whole(self, line: &Line) -> u64 {
        (bytes(line, self.start) << 8).wrapping_shl(56 - 8 * self.whole as u32)
    }

    /// Returns the digits behind the point, one a byte, in the last bytes.
    #[inline(always)]
    fn part(self, line: &Line) -> u64 {
        digits(line, self.start + self.whole + 1, self.part_more)
    }

    #[inline(always)]
    fn power(self) -> f64 {
        POWERS[1 + self.part_more % 8]
    }

    #[inline(always)]
    fn divisor(self) -> f64 {
        DIVISORS[1 + self.part_more % 8 + 16 * usize::from(self.negative)]
    }
}

/// Returns a bit for each of 16 bytes from `from` on that is neither digit nor `inner`, but for a line's first two.
#[inline(always)]
fn word_ends(line: &Line, from: usize, inner: Option<u8>) -> u64 {
    let text = m128i::from(*line[from..].first_chunk::<16>().expect("within reach"));
    // The digits become the ten smallest of the signed bytes.
    let moved = sub_i8_m128i(text, set_splat_i8_m128i((b'0' + 128) as i8));
    let mut of_words = cmp_lt_mask_i8_m128i(moved, set_splat_i8_m128i(-128 + 10));
    if let Some(inner) = inner {
        of_words |= cmp_eq_mask_i8_m128i(text, set_splat_i8_m128i(inner as i8));
    }
    let of_words = move_mask_i8_m128i(of_words) as u32;
    u64::from(!of_words & if from == 0 { 0xfffc } else { 0xffff })
}

/// Clears the lowest bit of `ends` and returns its place; 63 if no bit is set.
#[inline(always)]
fn next_end(ends: &mut u64) -> usize {
    let end = (*ends | 1 << 63).trailing_zeros();
    *ends &= ends.wrapping_sub(1);
    end as usize
}

/// Returns the length, end included, of a line whose last word ends at `at`; `None` if the line does not end there.
#[inline(always)]
fn length(line: &Line, at: usize) -> Option<usize> {
    let at = at % LONGEST;
    match line[at] {
        b'\n' => Some(at + 1),
        b'\r' if line[at + 1] == b'\n' => Some(at + 2),
        _ => None,
    }
}

/// Returns eight bytes of a line from `at` on, as the values of digits.
#[inline(always)]
fn bytes(line: &Line, at: usize) -> u64 {
    let at = at % LONGEST;
    u64::from_le_bytes(*line[at..].first_chunk().expect("within reach")) ^ 0x3030_3030_3030_3030
}

/// Returns the values of `more + 1` digits from `at` on, in the last bytes, with zeros ahead; `more` is at most 7.
#[inline(always)]
fn digits(line: &Line, at: usize, more: usize) -> u64 {
    bytes(line, at).wrapping_shl(8 * (more as u32 ^ 7))
}

#[inline(always)]
fn in_words(first: u64, second: u64) -> m128i {
    set_i64_m128i(second as i64, first as i64)
}

/// Joins sixteen digits to four numbers of four digits.
#[inline(always)]
fn of_four(digits: m128i) -> m128i {
    let tens = digits & set_splat_i16_m128i(0xff);
    let pairs = add_i16_m128i(mul_i16_keep_low_m128i(tens, set_splat_i16_m128i(10)), shr_imm_u16_m128i::<8>(digits));
    mul_i16_horizontal_add_m128i(pairs, set_splat_i32_m128i(1 << 16 | 100))
}

/// Joins eight numbers of four digits to four numbers of eight digits.
#[inline(always)]
fn of_eight(first: m128i, last: m128i) -> m128i {
    mul_i16_horizontal_add_m128i(pack_i32_to_i16_m128i(first, last), set_splat_i32_m128i(1 << 16 | 10_000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn usual_lines_are_read_here_and_others_are_left() {
        for (text, is_read) in [
            ("v -.5 9999999.99999999 -0.0", true),
            ("vn 0.1 -1.25 0.12345678", true),
            ("vt 0.5 -12.0", true),
            ("f 1/2/3 12345678/1/1 4/5/6", true),
            ("f 1//3 2//1 4//6 7//7", true),
            ("f 1/2 2/1 4/6 7/7", true),
            ("f 1 2 3 99999999", true),
            ("v 1 2 3", false),
            ("v 12345678.0 0.0 0.0", false),
            ("vn 0.1 0.123456789 0.1", false),
            ("vt 0.5", false),
            ("f 1 2 0", false),
            ("f 1 2 -3", false),
            ("f 1/2 2/1 3", false),
            ("f 123456789 1 2", false),
        ] {
            let mut line = [b'\n'; REACH];
            line[..text.len()].copy_from_slice(text.as_bytes());
            let lengths = [
                decimals::<3, 2>(&line, b"v ").map(|it| it.1),
                decimals::<3, 3>(&line, b"vn ").map(|it| it.1),
                decimals::<2, 3>(&line, b"vt ").map(|it| it.1),
                face::<true, true>(&line).map(|it| it.1),
                face::<false, true>(&line).map(|it| it.1),
                face::<true, false>(&line).map(|it| it.1),
                face::<false, false>(&line).map(|it| it.1),
            ];
            let read: Vec<usize> = lengths.into_iter().flatten().collect();
            assert_eq!(read, if is_read { vec![text.len() + 1] } else { vec![] }, "{text}");
        }
    }

    #[test]
    fn triangles_are_read_up_to_another_form_or_the_end() {
        let mut random = Rng::with_seed(14);
        let (mut text, mut want) = (String::new(), Vec::new());
        for _ in 0..100_000 {
            let corners = [(); 3].map(|()| 10u32.pow(random.u32(1..9))).map(|limit| random.u32(1..limit));
            text += &format!("f {} {} {}{}", corners[0], corners[1], corners[2], ["\n", "\r\n"][random.usize(..2)]);
            want.push(corners.map(|corner| corner - 1));
        }
        let (end, mut read) = (text.len(), Vec::new());
        text += &format!("f 1 2 3\n{}", "\n".repeat(REACH));
        let highest = want.as_flattened().iter().max().expect("corners") + 1;
        assert_eq!(triangles(text.as_bytes(), 0, end, &mut read), (end, highest));
        assert_eq!(read, want);
        assert_eq!(triangles(b"f 1 2 3\n", 0, 8, &mut Vec::new()), (0, 0), "no reach");
    }
}
