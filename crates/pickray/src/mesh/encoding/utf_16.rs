//! Conversion to UTF-8 of texts in UTF-16 that begin with a byte-order mark.

use crate::work::{OutOfMemory, memory};

/// Name of the encoding UTF-16 in reports.
pub const NAME: &str = "UTF-16";

/// Returns whether a text begins with the byte-order mark of UTF-16, in either order of bytes.
pub fn has_mark(text: &[u8]) -> bool {
    text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff")
}

/// Returns a text in UTF-16, which begins with a byte-order mark, as UTF-8 without the mark. An unpaired surrogate
/// becomes three bytes that encode its number, so that no surrogate is lost.
pub fn to_utf_8(text: &[u8]) -> Result<Vec<u8>, OutOfMemory> {
    let unit = if text.starts_with(b"\xff\xfe") { u16::from_le_bytes } else { u16::from_be_bytes };
    let (pairs, _) = text.get(2..).unwrap_or_default().as_chunks();
    let mut utf_8 = Vec::new();
    memory::reserve(&mut utf_8, 3 * pairs.len())?;
    for letter in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        match letter {
            Ok(letter) => utf_8.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(half) => {
                let half = half.unpaired_surrogate();
                utf_8.extend([0xe0 | (half >> 12) as u8, 0x80 | (half >> 6 & 0x3f) as u8, 0x80 | (half & 0x3f) as u8]);
            }
        }
    }
    Ok(utf_8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_of_bytes_are_read_and_a_half_of_a_pair_is_kept() {
        let units: Vec<u16> = "\u{feff}v 红 🐄\r\n".encode_utf16().chain([0xd83d, 0x41]).collect();
        for (bytes, order) in [(u16::to_le_bytes as fn(u16) -> [u8; 2], "little"), (u16::to_be_bytes, "big")] {
            let mut text: Vec<u8> = units.iter().flat_map(|&unit| bytes(unit)).collect();
            assert!(has_mark(&text));
            text.push(7);
            let want = ["v 红 🐄\r\n".as_bytes(), b"\xed\xa0\xbdA"].concat();
            assert_eq!(to_utf_8(&text).expect("room"), want, "{order}");
        }
        assert_eq!(to_utf_8(b"\xff\xfe").expect("room"), b"");
    }
}
