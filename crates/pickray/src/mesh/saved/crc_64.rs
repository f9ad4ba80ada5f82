//! CRC-64, which is different for any two byte strings that differ in one or two bits or in 64 neighbouring bits.
//!
//! Based on: ECMA-182, Data Interchange on 12,7 mm 48-Track Magnetic Tape Cartridges, 1992, with its bits reversed as
//! in the XZ file format; Michael Kounavis and Frank Berry, A Systematic Approach to Building High Performance
//! Software-Based CRC Generators, 2005 (a table for each byte of a word). Departure: the eight words of a row are
//! processed in parallel, since a word depends only on the word above it in its own column.

/// Polynomial of the code, its highest power in the lowest bit.
const POLYNOMIAL: u64 = 0xc96c_5795_d787_0f42;

/// Words of a row.
const WORDS: usize = 8;

/// Sums of each byte alone: followed by nothing, and as byte `k` of a word, followed by the rest of it and seven more.
static ALONE: [u64; 256] = alone();
static IN_ROW: [[u64; 256]; 8] = in_row();

const fn alone() -> [u64; 256] {
    let (mut sums, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let (mut sum, mut bit) = (byte as u64, 0);
        while bit < 8 {
            sum = (sum >> 1) ^ (POLYNOMIAL * (sum & 1));
            bit += 1;
        }
        sums[byte] = sum;
        byte += 1;
    }
    sums
}

const fn in_row() -> [[u64; 256]; 8] {
    let (of_byte, mut sums, mut byte) = (alone(), [[0; 256]; 8], 0);
    while byte < 256 {
        let (mut sum, mut n_behind) = (of_byte[byte], 0);
        while n_behind < 8 * WORDS {
            if 8 * WORDS - 8 <= n_behind {
                sums[8 * WORDS - 1 - n_behind][byte] = sum;
            }
            sum = (sum >> 8) ^ of_byte[(sum & 255) as usize];
            n_behind += 1;
        }
        byte += 1;
    }
    sums
}

/// Returns the CRC-64 of bytes.
pub fn crc_64(bytes: &[u8]) -> u64 {
    // What comes before a row acts on its words as if it were added to them. The last row is left for the end.
    let (rows, _) = bytes.as_chunks::<{ 8 * WORDS }>();
    let rows = &rows[..rows.len().saturating_sub(1)];
    let mut before = [0; WORDS];
    before[0] = !0;
    for row in rows {
        for (sum, word) in before.iter_mut().zip(row.as_chunks().0) {
            let word = (*sum ^ u64::from_le_bytes(*word)).to_le_bytes();
            *sum = (0..8).fold(0, |sum, k| sum ^ IN_ROW[k][usize::from(word[k])]);
        }
    }
    let added =
        [0; 8].into_iter().chain(before[1..].iter().flat_map(|sum| sum.to_le_bytes())).chain(std::iter::repeat(0));
    let rest = bytes[rows.as_flattened().len()..].iter().zip(added);
    !rest.fold(before[0], |sum, (byte, added)| (sum >> 8) ^ ALONE[usize::from(sum as u8 ^ byte ^ added)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sum bit by bit.
    fn plain(bytes: &[u8]) -> u64 {
        let bit = |sum: u64, _| (sum >> 1) ^ (POLYNOMIAL * (sum & 1));
        !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u64::from(*byte), bit))
    }

    #[test]
    fn the_sum_is_that_of_the_xz_format_for_every_length() {
        assert_eq!(crc_64(b"123456789"), 0x995d_c9bb_df19_39fa, "the catalogue's check value");
        let mut random = fastrand::Rng::with_seed(3);
        let bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(700).collect();
        for n in 0..bytes.len() {
            assert_eq!(crc_64(&bytes[..n]), plain(&bytes[..n]), "{n} bytes");
        }
    }

    #[test]
    fn no_two_flipped_bits_of_a_sample_have_the_sum_of_the_bytes() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(1_000).collect();
        let sum = crc_64(&bytes);
        let mut sample: Vec<usize> = (0..8_000).filter(|_| random.u8(..) < 8).collect();
        sample.extend([0, 63, 7_999]);
        for (k, p) in sample.iter().enumerate() {
            bytes[p / 8] ^= 1 << (p % 8);
            assert_ne!(crc_64(&bytes), sum, "{p}");
            for q in sample[..k].iter().filter(|q| *q != p) {
                bytes[q / 8] ^= 1 << (q % 8);
                assert_ne!(crc_64(&bytes), sum, "{p} and {q}");
                bytes[q / 8] ^= 1 << (q % 8);
            }
            bytes[p / 8] ^= 1 << (p % 8);
        }
    }
}
