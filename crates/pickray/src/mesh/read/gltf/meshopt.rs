//! Decoder of the bitstreams of meshopt: attributes, triangles and indices, and the filters of attributes.
//!
//! Based on: Khronos, glTF extension KHR_meshopt_compression, 2025, appendices A and B. EXT_meshopt_compression has
//! version 0 of attributes alone, and not the filter for colours. Both are read under either name. Numbers out of the
//! ranges that filters take yield some number.

mod triangles;

use serde::Deserialize;

/// Largest number of bytes that one byte stands for: a byte position that never changes takes 2 bits for 256 elements.
const MOST_OF_A_BYTE: u64 = 1024;

/// Extension of a buffer view that holds its compressed bytes.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Compression {
    pub buffer: u32,
    #[serde(default)]
    pub byte_offset: u64,
    pub byte_length: u64,
    byte_stride: u64,
    count: u64,
    mode: Mode,
    #[serde(default)]
    filter: Filter,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Mode {
    Attributes,
    Triangles,
    Indices,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Filter {
    #[default]
    None,
    Octahedral,
    Quaternion,
    Exponential,
    Color,
}

impl Compression {
    /// Returns the number of bytes that decoding gives, if mode, filter, stride and count fit together.
    pub fn decoded_length(&self) -> Option<u64> {
        let stride = self.byte_stride;
        let fits = match (self.mode, self.filter) {
            (Mode::Attributes, Filter::None | Filter::Exponential) => stride.is_multiple_of(4),
            (Mode::Attributes, Filter::Octahedral | Filter::Color) => stride == 4 || stride == 8,
            (Mode::Attributes, Filter::Quaternion) => stride == 8,
            (Mode::Triangles, Filter::None) => matches!(stride, 2 | 4) && self.count.is_multiple_of(3),
            (Mode::Indices, Filter::None) => matches!(stride, 2 | 4),
            _ => false,
        };
        self.count.checked_mul(stride).filter(|_| fits && 0 < stride && stride <= 256)
    }

    /// Returns whether the compressed bytes can stand for so many as decoding is to give, `length`.
    pub fn is_backed(&self, length: u64) -> bool {
        length / MOST_OF_A_BYTE <= self.byte_length
    }

    /// Fills `into`, of the [length](Self::decoded_length) that decoding gives; `None` if the data are damaged.
    pub fn decode(&self, from: &[u8], into: &mut [u8]) -> Option<()> {
        let stride = self.byte_stride as usize;
        match self.mode {
            Mode::Attributes => attributes(from, stride, into)?,
            Mode::Triangles => triangles::decode(from, into, stride)?,
            Mode::Indices => indices(from, into, stride)?,
        }
        match (self.filter, stride) {
            (Filter::None, _) => {}
            (Filter::Octahedral, 4) => octahedral8(into),
            (Filter::Octahedral, _) => octahedral16(into),
            (Filter::Quaternion, _) => quaternion(into),
            (Filter::Exponential, _) => exponential(into),
            (Filter::Color, 4) => color8(into),
            (Filter::Color, _) => color16(into),
        }
        Some(())
    }
}

fn take<'a>(from: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (taken, rest) = from.split_at_checked(n)?;
    *from = rest;
    Some(taken)
}

/// Takes a number of 7 bits a byte (LEB128) off a list, and returns it.
fn take_number(from: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14, 21, 28] {
        let byte = take(from, 1)?[0];
        number |= u32::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/// Returns the difference that a number stands for, whose lowest bit is the sign.
fn unfolded(number: u32) -> u32 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

fn write_index(index: u32, into: &mut [u8]) {
    into.copy_from_slice(&index.to_le_bytes()[..into.len()]);
}

fn attributes(from: &[u8], stride: usize, into: &mut [u8]) -> Option<()> {
    let (header, rest) = from.split_first()?;
    let (n_channels, least) = match header {
        0xa0 => (0, 32),
        0xa1 => (stride / 4, 24),
        _ => return None,
    };

    // The first element and the channels' modes stand behind all blocks.
    let (mut rest, tail) = rest.split_at_checked(rest.len().checked_sub((stride + n_channels).max(least))?)?;
    let (first, modes) = tail[tail.len() - stride - n_channels..].split_at(stride);
    let mut last = [[0; 4]; 64];
    last.as_flattened_mut()[..stride].copy_from_slice(first);
    let at_once = ((8192 / stride) & !15).min(256);
    for block in into.chunks_mut(at_once * stride) {
        let n = block.len() / stride;
        let control = take(&mut rest, n_channels)?;
        for (channel, last) in last[..stride / 4].iter_mut().enumerate() {
            let mut deltas = [[0; 256]; 4];
            for (k, deltas) in deltas.iter_mut().enumerate() {
                let widths = match control.get(channel).map(|byte| byte >> (2 * k) & 3) {
                    None => [0, 2, 4, 8],
                    Some(0) => [0, 1, 2, 4],
                    Some(1) => [1, 2, 4, 8],
                    Some(2) => continue,
                    Some(_) => {
                        deltas[..n].copy_from_slice(take(&mut rest, n)?);
                        continue;
                    }
                };
                read_groups(&mut rest, widths, &mut deltas[..n.next_multiple_of(16)])?;
            }

            // Elements are stored as differences from the one before.
            let mode = modes.get(channel).copied().unwrap_or(0);
            for (i, element) in block.chunks_mut(stride).enumerate() {
                *last = changed(*last, [0, 1, 2, 3].map(|k| deltas[k][i]), mode)?;
                element[4 * channel..][..4].copy_from_slice(last);
            }
        }
    }
    rest.is_empty().then_some(())
}

/// Reads one byte of all elements of a block, in groups of 16, whose headers choose from these `widths` in bits.
fn read_groups(from: &mut &[u8], widths: [usize; 4], into: &mut [u8]) -> Option<()> {
    let header = take(from, into.len().div_ceil(64))?;
    for (i, group) in into.chunks_mut(16).enumerate() {
        let width = widths[usize::from(header[i / 4] >> (i % 4 * 2) & 3)];
        let packed = take(from, 2 * width)?;
        match width {
            0 => group.fill(0),
            8 => group.copy_from_slice(packed),
            _ => {
                // A code of ones says that the byte stands behind the codes. Codes of one bit begin at the lowest.
                let ones = (1 << width) - 1;
                for (j, byte) in group.iter_mut().enumerate() {
                    let place = j * width % 8;
                    let shift = if width == 1 { place } else { 8 - width - place };
                    let code = packed[j * width / 8] >> shift & ones;
                    *byte = if code == ones { take(from, 1)?[0] } else { code };
                }
            }
        }
    }
    Some(())
}

/// Returns four bytes of an element, from those of the element before and their coded difference.
fn changed(last: [u8; 4], delta: [u8; 4], mode: u8) -> Option<[u8; 4]> {
    let byte = |last: u8, delta: u8| last.wrapping_add(unfolded(delta.into()) as u8);
    let word = |k: usize| {
        let delta = unfolded(u16::from_le_bytes([delta[k], delta[k + 1]]).into());
        u16::from_le_bytes([last[k], last[k + 1]]).wrapping_add(delta as u16).to_le_bytes()
    };
    match mode {
        0 => Some([0, 1, 2, 3].map(|k| byte(last[k], delta[k]))),
        1 => {
            let ([a, b], [c, d]) = (word(0), word(2));
            Some([a, b, c, d])
        }
        _ if mode & 15 == 2 => {
            let delta = u32::from_le_bytes(delta).rotate_right((mode >> 4).into());
            Some((u32::from_le_bytes(last) ^ delta).to_le_bytes())
        }
        _ => None,
    }
}

fn indices(from: &[u8], into: &mut [u8], stride: usize) -> Option<()> {
    let mut rest = from.strip_prefix(&[0xd1])?;
    let mut last = [0_u32; 2];
    for index in into.chunks_mut(stride) {
        let code = take_number(&mut rest)?;
        let last = &mut last[(code & 1) as usize];
        *last = last.wrapping_add(unfolded(code >> 1));
        write_index(*last, index);
    }
    (rest.len() == 4).then_some(())
}

/// Turns each vector of four `$int` by a function of its numbers, which gives numbers of type `$out`.
macro_rules! filter {
    ($name:ident, $int:ty, $out:ty, $of:expr) => {
        fn $name(bytes: &mut [u8]) {
            const SIZE: usize = size_of::<$int>();
            for element in bytes.as_chunks_mut::<{ 4 * SIZE }>().0 {
                let parts = element.as_chunks::<SIZE>().0;
                let numbers = [0, 1, 2, 3].map(|k| <$int>::from_le_bytes(parts[k]));
                let decoded: [$out; 4] = $of(numbers);
                element.as_chunks_mut::<SIZE>().0.iter_mut().zip(decoded).for_each(|(to, it)| *to = it.to_le_bytes());
            }
        }
    };
}

filter!(octahedral8, i8, i8, |[x, y, one, rest]: [i8; 4]| {
    let [x, y, z] = direction([x, y, one].map(f32::from)).map(|x| (x * 127.0).round() as i8);
    [x, y, z, rest]
});
filter!(octahedral16, i16, i16, |[x, y, one, rest]: [i16; 4]| {
    let [x, y, z] = direction([x, y, one].map(f32::from)).map(|x| (x * 32767.0).round() as i16);
    [x, y, z, rest]
});
filter!(quaternion, i16, i16, rotation);
filter!(color8, u8, u8, |[y, co, cg, alpha]: [u8; 4]| {
    rgba(y.into(), (co as i8).into(), (cg as i8).into(), alpha.into()).map(|x| (x * 255.0).round() as u8)
});
filter!(color16, u16, u16, |[y, co, cg, alpha]: [u16; 4]| {
    rgba(y.into(), (co as i16).into(), (cg as i16).into(), alpha.into()).map(|x| (x * 65535.0).round() as u16)
});

/// Returns the unit vector of a point on the octahedron, whose coordinates are in units of `one`.
fn direction([x, y, one]: [f32; 3]) -> [f32; 3] {
    let (x, y) = (x / one, y / one);
    let z = 1.0 - x.abs() - y.abs();
    let back = z.min(0.0);
    let (x, y) = (x - back.copysign(x), y - back.copysign(y));
    let length = (x * x + y * y + z * z).sqrt();
    [x, y, z].map(|x| x / length)
}

/// Returns the quaternion of three of its components, in the order that the last number gives with the scale.
fn rotation([x, y, z, one]: [i16; 4]) -> [i16; 4] {
    let scale = std::f32::consts::FRAC_1_SQRT_2 / f32::from(one | 3);
    let small = [x, y, z].map(|x| f32::from(x) * scale);
    let largest = (1.0 - small.iter().map(|x| x * x).sum::<f32>()).max(0.0).sqrt();
    let mut rotation = [0; 4];
    for (k, x) in [largest, small[0], small[1], small[2]].into_iter().enumerate() {
        rotation[((one & 3) as usize + k) % 4] = (x * 32767.0).round() as i16;
    }
    rotation
}

/// Returns a colour of luma, chroma and alpha, from 0 to 1; the highest bit of alpha gives the number of bits.
fn rgba(y: i32, co: i32, cg: i32, alpha: i32) -> [f32; 4] {
    let all = (2 << alpha.checked_ilog2().unwrap_or(0)) - 1;
    let alpha = alpha & (all >> 1);
    [y + co - cg, y + cg, y - co - cg, alpha << 1 | alpha & 1].map(|x| x as f32 / all as f32)
}

/// Turns whole numbers of 24 bits with an exponent of 8 bits into floating-point numbers.
fn exponential(bytes: &mut [u8]) {
    for number in bytes.as_chunks_mut::<4>().0 {
        let coded = i32::from_le_bytes(*number);
        let (exponent, mantissa) = (coded >> 24, coded << 8 >> 8);
        let power = f64::from_bits(((exponent + 1023) as u64) << 52);
        *number = ((f64::from(mantissa) * power) as f32).to_le_bytes();
    }
}

#[cfg(test)]
mod tests;
