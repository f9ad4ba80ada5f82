//! Types of numbers in PLY, and how their bytes are read from a record.

/// Order of a number's bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    LittleEndian,
    BigEndian,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

/// Types of numbers by the two names that headers have for each.
const NAMES: [(&str, &str, Number); 8] = [
    ("char", "int8", Number::I8),
    ("uchar", "uint8", Number::U8),
    ("short", "int16", Number::I16),
    ("ushort", "uint16", Number::U16),
    ("int", "int32", Number::I32),
    ("uint", "uint32", Number::U32),
    ("float", "float32", Number::F32),
    ("double", "float64", Number::F64),
];

impl Number {
    pub fn of_name(name: &[u8]) -> Option<Self> {
        let is_it = |(short, sized, _): &&(&str, &str, _)| [short.as_bytes(), sized.as_bytes()].contains(&name);
        NAMES.iter().find(is_it).map(|&(.., number)| number)
    }

    /// Returns the number of bytes that a number of this type takes in a record.
    pub fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Returns the number of this type at byte `at` of a record. Numbers of all types are exact in f64.
    #[inline(always)]
    pub fn read(self, record: &[u8], at: usize, order: ByteOrder) -> f64 {
        match self {
            Self::F32 => f64::from(f32::from_le_bytes(bytes(record, at, order))),
            Self::F64 => f64::from_le_bytes(bytes(record, at, order)),
            whole => whole.read_whole(record, at, order) as f64,
        }
    }

    /// Returns the whole number of this type at byte `at` of a record.
    #[inline(always)]
    pub fn read_whole(self, record: &[u8], at: usize, order: ByteOrder) -> i64 {
        match self {
            Self::I8 => i64::from(record[at] as i8),
            Self::U8 => i64::from(record[at]),
            Self::I16 => i64::from(i16::from_le_bytes(bytes(record, at, order))),
            Self::U16 => i64::from(u16::from_le_bytes(bytes(record, at, order))),
            Self::I32 => i64::from(i32::from_le_bytes(bytes(record, at, order))),
            Self::U32 => i64::from(u32::from_le_bytes(bytes(record, at, order))),
            Self::F32 | Self::F64 => unreachable!("fields are lists of whole numbers"),
        }
    }

    /// Returns `share`, a component of a colour stored as a number of this type, converted to 8 bits. Full intensity is
    /// 1 for floating-point types, 65535 for types of 16 bits, and 255 for all others.
    #[inline(always)]
    pub fn color_byte(self, share: f64) -> u8 {
        let white = match self {
            Self::F32 | Self::F64 => 1.0,
            Self::U16 => 65535.0,
            _ => 255.0,
        };
        (share / white * 255.0).round() as u8
    }
}

/// Returns the bytes at `at` of a record, the last one first if `order` is big-endian.
#[inline(always)]
fn bytes<const N: usize>(record: &[u8], at: usize, order: ByteOrder) -> [u8; N] {
    let mut bytes = *record[at..].first_chunk().expect("a record holds its numbers");
    if order == ByteOrder::BigEndian {
        bytes.reverse();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_read_in_both_orders() {
        for (name, value, big_endian) in [
            ("char", -2.0, &[0xfe][..]),
            ("uint8", 254.0, &[0xfe]),
            ("short", -2.0, &[0xff, 0xfe]),
            ("uint16", 65534.0, &[0xff, 0xfe]),
            ("int", -2.0, &[0xff, 0xff, 0xff, 0xfe]),
            ("uint32", 4_294_967_294.0, &[0xff, 0xff, 0xff, 0xfe]),
            ("float", -1.5, &[0xbf, 0xc0, 0, 0]),
            ("float64", -1.5, &[0xbf, 0xf8, 0, 0, 0, 0, 0, 0]),
        ] {
            let number = Number::of_name(name.as_bytes()).expect("a type");
            assert_eq!(number.size(), big_endian.len());
            let little_endian: Vec<u8> = big_endian.iter().rev().copied().collect();
            for (record, order) in [(big_endian, ByteOrder::BigEndian), (&little_endian, ByteOrder::LittleEndian)] {
                assert_eq!(number.read(&[&[9; 3], record].concat(), 3, order), value, "{name}");
            }
        }
        assert_eq!(Number::of_name(b"int64"), None);
    }

    #[test]
    fn colours_of_every_type_become_bytes() {
        assert_eq!([0.0, 127.0, 255.0, 300.0, -1.0].map(|x| Number::U8.color_byte(x)), [0, 127, 255, 255, 0]);
        assert_eq!([0.0, 0.5, 1.0, 2.0, f64::NAN].map(|x| Number::F32.color_byte(x)), [0, 128, 255, 255, 0]);
        assert_eq!([0.0, 32896.0, 65535.0].map(|x| Number::U16.color_byte(x)), [0, 128, 255]);
    }
}
