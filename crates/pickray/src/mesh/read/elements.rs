//! Elements, of which PLY and OFF files consist: lists of records with the same properties, as text or as binary data.

mod ascii;
mod binary;
mod data;
mod line;
mod part;
mod rows;
mod run;

pub use ascii::{AsciiBody, FirstWord};
pub use data::Data;

use crate::mesh::problem::{Problem, Word};
use crate::mesh::report::quoted;

#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub name: String,
    pub count: u64,
    pub properties: Vec<Property>,
    pub fields: Fields,
    /// `true` if a line may go on with a colour of three or four numbers, and any words, as in OFF.
    pub may_end_in_color: bool,
}

/// Property of an element: a number or a list of numbers that each record has.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    pub name: String,
    pub value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    One(Number),
    List { count: Number, item: Number },
}

/// Properties of an element that are read, as indices into `Element::properties`; all others are skipped.
#[derive(Clone, Debug, PartialEq)]
pub enum Fields {
    Vertex {
        position: [usize; 3],
        color: Option<[usize; 3]>,
        texture: Option<[usize; 2]>,
        normal: Option<[usize; 3]>,
    },
    Face {
        corners: usize,
        color: Option<[usize; 3]>,
        /// Index of the property that lists two numbers for each corner.
        texture: Option<usize>,
        image: Option<usize>,
    },
    Strip {
        corners: usize,
    },
    Skipped,
}

const COLORS: [[&str; 3]; 3] =
    [["red", "green", "blue"], ["r", "g", "b"], ["diffuse_red", "diffuse_green", "diffuse_blue"]];
const TEXTURE: [[&str; 2]; 3] = [["s", "t"], ["u", "v"], ["texture_u", "texture_v"]];
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

impl Element {
    pub fn new(name: &str, count: u64) -> Self {
        let (properties, fields) = (Vec::new(), Fields::Skipped);
        Self { name: name.to_owned(), count, properties, fields, may_end_in_color: false }
    }

    pub fn push(&mut self, name: &str, value: Value) {
        self.properties.push(Property { name: name.to_owned(), value });
    }

    pub fn find_fields(&mut self) -> Result<(), Problem> {
        self.fields = match self.name.as_str() {
            "vertex" => {
                let [x, y, z] = ["x", "y", "z"]
                    .map(|name| self.number(name).ok_or_else(|| Problem::HeaderCoordinate { name: quoted(name) }));
                let texture = self.numbers(&TEXTURE);
                let normal = self.numbers(&[["nx", "ny", "nz"]]);
                Fields::Vertex { position: [x?, y?, z?], color: self.numbers(&COLORS), texture, normal }
            }
            "face" => match self.corners()? {
                Some(corners) => Fields::Face {
                    corners,
                    color: self.numbers(&COLORS),
                    texture: self.properties.iter().position(|property| {
                        property.name == "texcoord" && matches!(property.value, Value::List { .. })
                    }),
                    image: self.number("texnumber"),
                },
                None => Fields::Skipped,
            },
            "tristrips" => self.corners()?.map_or(Fields::Skipped, |corners| Fields::Strip { corners }),
            _ => Fields::Skipped,
        };
        Ok(())
    }

    pub fn is_read(&self) -> bool {
        self.fields != Fields::Skipped
    }

    pub fn plural(&self) -> Word {
        match self.fields {
            Fields::Vertex { .. } => Word::Vertices,
            Fields::Face { .. } => Word::Faces,
            Fields::Strip { .. } => Word::Strips,
            Fields::Skipped => Word::Records,
        }
    }

    /// Returns the smallest number of bytes that a record can take in a binary file, but at least 1.
    pub fn least_length(&self) -> u64 {
        let least = self.properties.iter().map(|property| match property.value {
            Value::One(number) | Value::List { count: number, .. } => number.size() as u64,
        });
        least.sum::<u64>().max(1)
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.properties.iter().position(|property| property.name == name && matches!(property.value, Value::One(_)))
    }

    /// Returns the properties of the first `names` that are all there.
    fn numbers<const N: usize>(&self, names: &[[&str; N]]) -> Option<[usize; N]> {
        names.iter().find_map(|names| {
            let found = names.map(|name| self.number(name));
            found.iter().all(Option::is_some).then(|| found.map(Option::unwrap_or_default))
        })
    }

    fn corners(&self) -> Result<Option<usize>, Problem> {
        let Some(place) = self.properties.iter().position(|property| CORNERS.contains(&property.name.as_str())) else {
            return Ok(None);
        };
        match self.properties[place].value {
            Value::List { item, .. } if !item.is_float() => Ok(Some(place)),
            _ => Err(Problem::HeaderList { property: quoted(&self.properties[place].name) }),
        }
    }
}

pub fn count_of(word: &[u8]) -> Result<u64, Problem> {
    let count = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
    count.ok_or_else(|| Problem::HeaderCount { word: quoted(word) })
}

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

    /// Returns a component of a colour in 8 bits; full intensity is 1 for floats, 65535 for 16 bits, else 255.
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
