//! Tests of the bitstreams of meshopt, by encoders that choose at random among all that the specification allows.

use super::*;
use fastrand::Rng;

fn compression(mode: Mode, filter: Filter, byte_stride: u64, count: u64) -> Compression {
    Compression { buffer: 0, byte_offset: 0, byte_length: 0, byte_stride, count, mode, filter }
}

fn decoded(mode: Mode, stride: usize, from: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut into = vec![0xaa; length];
    let of = compression(mode, Filter::None, stride as u64, (length / stride) as u64);
    assert_eq!(of.decoded_length(), Some(length as u64));
    of.decode(from, &mut into).map(|()| into)
}

/// Returns the code of a difference: its sign is the lowest bit. The two's complement has `bits` bits.
fn zigzag(delta: u32, bits: u32) -> u32 {
    let signed = (delta << (32 - bits)) as i32 >> (32 - bits);
    ((signed << 1) ^ (signed >> 31)) as u32 & (u32::MAX >> (32 - bits))
}

/// Encodes elements of `stride` bytes, with modes, control and widths at random.
fn encoded(random: &mut Rng, elements: &[u8], stride: usize) -> Vec<u8> {
    let version = random.u8(..2);
    let modes: Vec<u8> = (0..stride / 4).map(|_| [0, 1, 2 | random.u8(..32) << 4][random.usize(..3)]).collect();
    let first: Vec<u8> = (0..stride).map(|_| random.u8(..)).collect();
    let mut out = vec![0xa0 | version];
    let mut last = first.clone();
    for block in elements.chunks(((8192 / stride) & !15).min(256) * stride) {
        // Coded differences of each byte position.
        let mut lists = vec![Vec::new(); stride];
        for element in block.chunks(stride) {
            for channel in 0..stride / 4 {
                let at = 4 * channel..4 * channel + 4;
                let [new, old] = [&element[at.clone()], &last[at]].map(|x| u32::from_le_bytes(x.try_into().unwrap()));
                let sub = |shift: u32, bits: u32| {
                    let mask = u32::MAX >> (32 - bits);
                    zigzag((new >> shift & mask).wrapping_sub(old >> shift & mask), bits) << shift
                };
                let code = match if version == 0 { 0 } else { modes[channel] } {
                    0 => sub(0, 8) | sub(8, 8) | sub(16, 8) | sub(24, 8),
                    1 => sub(0, 16) | sub(16, 16),
                    mode => (new ^ old).rotate_left((mode >> 4).into()),
                };
                (0..4).for_each(|k| lists[4 * channel + k].push(code.to_le_bytes()[k]));
            }
            last.copy_from_slice(element);
        }
        let controls: Vec<usize> = lists
            .iter()
            .map(|list| match random.usize(..4) {
                2 if list.iter().any(|&x| x != 0) => 3,
                0 if version == 1 && list.chunks(16).any(|group| count_of(group, 4) > 16) => 1,
                control => control,
            })
            .collect();
        if version == 1 {
            out.extend(controls.chunks(4).map(|it| (0..4).fold(0, |byte, k| byte | (it[k] << (2 * k)) as u8)));
        }
        for (list, control) in lists.iter_mut().zip(controls) {
            let widths = match (version, control) {
                (0, _) => [0, 2, 4, 8],
                (_, 0) => [0, 1, 2, 4],
                (_, 1) => [1, 2, 4, 8],
                (_, 2) => continue,
                _ => {
                    out.append(list);
                    continue;
                }
            };
            list.resize(list.len().next_multiple_of(16), 0);
            let mut choices = std::iter::repeat_with(|| random.usize(..4));
            let fits = |group: &[u8], choice: usize| widths[choice] > 0 || group.iter().all(|&x| x == 0);
            let chosen_for = |group| choices.find(|&choice| fits(group, choice)).expect("they have no end");
            let chosen: Vec<usize> = list.chunks(16).map(chosen_for).collect();
            let mut header = vec![0; chosen.len().div_ceil(4)];
            chosen.iter().enumerate().for_each(|(i, choice)| header[i / 4] |= (choice << (i % 4 * 2)) as u8);
            out.append(&mut header);
            for (group, choice) in list.chunks(16).zip(chosen) {
                write_group(&mut out, group, widths[choice]);
            }
        }
    }
    let tail = stride + if version == 1 { stride / 4 } else { 0 };
    let least = if version == 1 { 24 } else { 32 };
    out.resize(out.len() + usize::saturating_sub(least, tail), 0);
    out.extend(first);
    if version == 1 {
        out.extend(modes);
    }
    out
}

/// Returns the number of bytes that a group takes behind its codes.
fn count_of(group: &[u8], width: usize) -> usize {
    group.iter().filter(|&&x| usize::from(x) >= (1 << width) - 1).count()
}

fn write_group(out: &mut Vec<u8>, group: &[u8], width: usize) {
    if width == 8 {
        return out.extend(group);
    }
    let ones = (1_u32 << width) - 1;
    let start = out.len();
    out.resize(start + 2 * width, 0);
    for (j, &byte) in group.iter().enumerate().filter(|_| width > 0) {
        let per_byte = 8 / width;
        let place = if width == 1 { j % 8 } else { (per_byte - 1 - j % per_byte) * width };
        out[start + j / per_byte] |= (u32::from(byte).min(ones) << place) as u8;
        if u32::from(byte) >= ones {
            out.push(byte);
        }
    }
}

#[test]
fn random_attributes_are_what_was_encoded_and_no_byte_more_or_less_is() {
    const SEED: u64 = 1;
    let mut random = Rng::with_seed(SEED);
    for number in 0..2_000 {
        let most = [3, 64][random.usize(..2)];
        let stride = 4 * random.usize(1..=most);
        let count = [random.usize(..40), 256, 257, random.usize(..600)][random.usize(..4)];
        let mut elements: Vec<u8> = (0..stride * count).map(|_| random.u8(..)).collect();
        for channel in 0..stride {
            // Positions that stay the same, that change little, and any.
            let (kind, start) = (random.u8(..3), random.u8(..));
            for (i, byte) in elements.iter_mut().skip(channel).step_by(stride).enumerate() {
                *byte = [start, start.wrapping_add((i / 3) as u8), *byte][usize::from(kind)];
            }
        }
        let stream = encoded(&mut random, &elements, stride);
        let told = format!("case {number} of seed {SEED}: {count} elements of {stride} bytes");
        assert!(decoded(Mode::Attributes, stride, &stream, elements.len()) == Some(elements.clone()), "{told}");
        let at = random.usize(1..stream.len());
        for other in [[&stream[..at], &[0], &stream[at..]].concat(), stream[..stream.len() - 1].to_vec()] {
            let found = decoded(Mode::Attributes, stride, &other, elements.len());
            assert!(found.is_none_or(|found| count == 0 || found != elements || elements == [0; 4]), "{told}");
        }
    }
}

#[test]
fn the_example_of_the_specification_gives_its_differences() {
    let codes = [0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
    let mut bytes = [0; 16];
    let mut from = [&[2][..], &codes].concat();
    read_groups(&mut &from[..], [0, 2, 4, 8], &mut bytes).expect("a group");
    let deltas = bytes.map(|byte| unfolded(byte.into()) as i8);
    assert_eq!(deltas, [-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0]);
    from.pop();
    assert_eq!(read_groups(&mut &from[..], [0, 2, 4, 8], &mut bytes), None);
    for (bytes, number) in [(&[0x7f][..], 0x7f), (&[0x81, 0x04], 0x201), (&[0xff, 0xa0, 0x05], 0x1_507f)] {
        assert_eq!(take_number(&mut &*bytes), Some(number));
    }
    assert_eq!(take_number(&mut &[0xff; 5][..]), None);
}

fn write_number(out: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

#[test]
fn random_indices_are_what_was_encoded() {
    const SEED: u64 = 2;
    let mut random = Rng::with_seed(SEED);
    for number in 0..500 {
        let stride = [2, 4][random.usize(..2)];
        let most = if stride == 2 { 1 << 16 } else { 1 << 30 };
        let indices: Vec<u32> = (0..random.usize(..200)).map(|_| random.u32(..most)).collect();
        let (mut stream, mut last) = (vec![0xd1], [0_u32; 2]);
        for &index in &indices {
            let which = random.usize(..2);
            write_number(&mut stream, zigzag(index.wrapping_sub(last[which]), 31) << 1 | which as u32);
            last[which] = index;
        }
        stream.extend([0; 4]);
        let want: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()[..stride].to_vec()).collect();
        let found = decoded(Mode::Indices, stride, &stream, want.len());
        assert!(found == Some(want.clone()), "case {number} of seed {SEED}");
        assert_eq!(decoded(Mode::Indices, stride, &stream[..stream.len() - 1], want.len()), None);
        assert_eq!(decoded(Mode::Indices, stride, &[&stream[..], &[0]].concat(), want.len()), None);
    }
}

#[test]
fn triangles_by_each_kind_of_code() {
    let pairs = [0x00, 0x10, 0x21, 0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let stream = |codes: &[u8], data: &[u8]| [&[0xe1], codes, data, &pairs].concat();
    let read = |codes: &[u8], data: &[u8]| {
        let bytes = decoded(Mode::Triangles, 4, &stream(codes, data), 12 * codes.len())?;
        Some(bytes.as_chunks::<4>().0.iter().map(|&index| u32::from_le_bytes(index)).collect::<Vec<_>>())
    };
    // Three new vertices; across the edge 0 2 a new one; across that to 2 the vertex 0, three back; the vertices one
    // before and one after the last given; a given one, of which the difference is 20; a pair from the table.
    let codes = [0xf0, 0x00, 0x13, 0x0d, 0x0e, 0x0f, 0xf1];
    let want = [[0, 1, 2], [0, 2, 3], [3, 2, 0], [3, 0, u32::MAX], [3, u32::MAX, 0], [3, 0, 20], [4, 20, 5]];
    assert_eq!(read(&codes, &[40]), Some(want.concat()));
    // All given; then the count of new vertices begins again.
    let codes = [0xff, 0xfe, 0xfe, 0xff];
    let data = [0xff, 10, 2, 1, 0x1f, 7, 0x00, 0xf0, 4, 6];
    assert_eq!(read(&codes, &data), Some([[5, 6, 5], [0, 5, 1], [0, 1, 2], [3, 6, 3]].concat()));
    for (codes, data) in [
        (&[0x00][..], &[][..]),
        (&[0xf1], &[]),
        (&[0xf0, 0x30], &[]),
        (&[0xf0, 0x03], &[]),
        (&[0xfe], &[]),
        (&[0xff], &[0xf0]),
        (&[0xf0], &[0]),
    ] {
        assert_eq!(read(codes, data), None, "{codes:x?} {data:x?}");
    }
    let mut lying = stream(&[0xf0], &[]);
    lying[2] = 0x0f;
    assert_eq!(decoded(Mode::Triangles, 4, &lying, 12), None);
}

#[test]
fn filters_give_the_numbers_of_their_formulas() {
    let filter = |filter: Filter, stride: u64, bytes: &[u8]| {
        let count = bytes.len() as u64 / stride;
        let of = compression(Mode::Attributes, filter, stride, count);
        assert_eq!(of.decoded_length(), Some(bytes.len() as u64));
        // Each element as it is: literal differences of two bytes, from elements of zero.
        let mut random = Rng::with_seed(3);
        let mut into = vec![0; bytes.len()];
        of.decode(&encoded(&mut random, bytes, stride as usize), &mut into).expect("bytes");
        into
    };
    let words = |numbers: &[i16]| numbers.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>();
    // +z, and (1, 1, -1) / √3 from beyond the corner, both in 8 of 8 bits; +x in 10 of 16 bits.
    assert_eq!(filter(Filter::Octahedral, 4, &[0, 0, 127, 9]), [0, 0, 127, 9]);
    let third = 127.0 * 2.0 / 3.0;
    let back = filter(Filter::Octahedral, 4, &[third as u8, third as u8, 127, 0]);
    assert!(back[..2].iter().all(|&x| x.abs_diff(73) < 2) && (back[2] as i8 + 73).abs() < 3, "{back:?}");
    assert_eq!(filter(Filter::Octahedral, 8, &words(&[511, 0, 511, -5])), words(&[32767, 0, 0, -5]));
    // A half in each component, of which the second is the one left out, in 12 bits.
    let half = (2047.0 * std::f32::consts::FRAC_1_SQRT_2).round() as i16;
    let turned = filter(Filter::Quaternion, 8, &words(&[half, half, -half, 2044 | 1]));
    let turned: Vec<i16> = turned.as_chunks().0.iter().map(|&x| i16::from_le_bytes(x)).collect();
    let want = [-16384, 16384, 16384, 16384];
    assert!(turned.iter().zip(want).all(|(&x, y): (&i16, i32)| (i32::from(x) - y).abs() < 20), "{turned:?}");
    let coded = [(-3 << 24) | 5, (2 << 24) | 0xff_ffff, 0x64_00_00_01, -100 << 24 | 1, i32::MIN];
    let floats = filter(Filter::Exponential, 4, &coded.map(i32::to_le_bytes).concat());
    let want = [0.625, -4.0, 2_f32.powi(50) * 2_f32.powi(50), 2_f32.powi(-50) * 2_f32.powi(-50), -0.0];
    let floats: Vec<f32> = floats.as_chunks().0.iter().map(|&x| f32::from_le_bytes(x)).collect();
    assert_eq!(floats, want);
    // White, and red of half alpha, in 8 bits; the same red in 5 of 16 bits.
    assert_eq!(filter(Filter::Color, 4, &[255, 0, 0, 255]), [255; 4]);
    assert_eq!(filter(Filter::Color, 4, &[64, 128 - 1, (-64_i8) as u8, 128 | 63]), [255, 0, 1, 127]);
    let red = filter(Filter::Color, 8, &words(&[8, 15, -8, 16 | 7]));
    assert_eq!(red, [31, 0, 1, 15].map(|x: u32| ((x * 65535 + 15) / 31) as u16).map(u16::to_le_bytes).concat());
}
