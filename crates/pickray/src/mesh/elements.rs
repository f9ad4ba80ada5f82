//! Elements, of which PLY and OFF files consist: lists of records with the same properties, as text or as binary data.

mod ascii;
mod binary;
mod data;
mod line;
mod number;
mod part;
mod rows;
mod run;

pub use ascii::{AsciiBody, FirstWord};
pub use data::{Data, Job};
pub use number::{ByteOrder, Number};

use super::problem::{Problem, Word};
use super::problems::quoted;

/// Element of a file: a list of records with the same properties.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub name: String,
    /// Number of records of the element, as the header gives it.
    pub count: u64,
    pub properties: Vec<Property>,
    pub fields: Fields,
    /// Words that are allowed on a line behind the properties, if the file is a text.
    pub rest: Rest,
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
        /// Index of the property that lists the vertices of a face.
        corners: usize,
        color: Option<[usize; 3]>,
        /// Index of the property that lists two numbers for each corner.
        texture: Option<usize>,
        /// Index of the property that is the number of the face's image.
        image: Option<usize>,
    },
    Strip {
        /// Index of the property that lists the vertices of a strip of triangles.
        corners: usize,
    },
    /// Element whose records are not read.
    Skipped,
}

/// Words that are allowed on a line of text behind the properties of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// No words: any are reported as a problem.
    Nothing,
    /// A colour of three or four numbers, as in OFF, and any words behind it.
    Color,
}

const COLORS: [[&str; 3]; 3] =
    [["red", "green", "blue"], ["r", "g", "b"], ["diffuse_red", "diffuse_green", "diffuse_blue"]];
const TEXTURE: [[&str; 2]; 3] = [["s", "t"], ["u", "v"], ["texture_u", "texture_v"]];
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

impl Element {
    /// Returns an element without properties, of which nothing is read.
    pub fn new(name: &str, count: u64) -> Self {
        Self { name: name.to_owned(), count, properties: Vec::new(), fields: Fields::Skipped, rest: Rest::Nothing }
    }

    pub fn push(&mut self, name: &str, value: Value) {
        self.properties.push(Property { name: name.to_owned(), value });
    }

    /// Finds the properties to be read by their names and sets `fields`, or returns the problem with the properties.
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

    /// Returns whether any property of the element is read.
    pub fn is_read(&self) -> bool {
        self.fields != Fields::Skipped
    }

    /// Returns the word that messages use for the element's records, in the plural.
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

/// Returns the number of records that a word of the header gives, or the problem with that word.
pub fn count_of(word: &[u8]) -> Result<u64, Problem> {
    let count = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
    count.ok_or_else(|| Problem::HeaderCount { word: quoted(word) })
}
