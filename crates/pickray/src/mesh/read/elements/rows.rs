//! Reading of the lines of a text as records of elements.

use super::line::{Line, next_line};
use super::part::{Part, out_of_range};
use super::{Element, Fields, Number, Value};
use crate::mesh::numbers::no_coordinate;
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::report::quoted;
use crate::mesh::text::blanks_end;

pub struct Rows<'a> {
    /// Element to which the next record belongs, followed by all elements after it.
    elements: &'a [Element],
    /// Number of records of the first of `elements` that have not been read yet.
    left: u64,
    slots: Vec<PropertyUse>,
    comment: Option<u8>,
}

#[derive(Clone, Copy)]
enum PropertyUse {
    Skipped(Value),
    Coordinate(usize),
    /// Component of a colour: red, green or blue, counted from 0, and the type of the number.
    Color(usize, Number),
    Texture(usize),
    Normal(usize),
    Image,
    FaceTexture,
    Face,
    Strip,
}

struct RecordValues {
    position: [Option<f64>; 3],
    color: [Option<u8>; 3],
    texture: [f64; 2],
    normal: [f64; 3],
    image: Option<i64>,
}

impl<'a> Rows<'a> {
    pub fn new(elements: &'a [Element], records_ahead: u64, comment: Option<u8>) -> Self {
        let mut rows = Self { elements, left: 0, slots: Vec::new(), comment };
        rows.begin(elements, records_ahead);
        rows
    }

    fn begin(&mut self, mut elements: &'a [Element], mut records_ahead: u64) {
        while let [first, rest @ ..] = elements
            && first.n_lines() <= records_ahead
        {
            records_ahead -= first.n_lines();
            elements = rest;
        }
        self.elements = elements;
        self.left = elements.first().map_or(0, |first| first.n_lines() - records_ahead);
        self.slots = elements.first().map_or(Vec::new(), slots);
    }

    /// Returns whether a line is a record, by its first byte behind blanks.
    #[inline(always)]
    fn is_record(&self, first: u8) -> bool {
        !matches!(first, b'\n' | b'\r') && Some(first) != self.comment
    }

    pub fn count(&self, text: &[u8], end: usize) -> u64 {
        let (mut records, mut at) = (0, 0);
        while at < end {
            let start = blanks_end(text, at);
            records += u64::from(self.is_record(text[start]));
            at = next_line(text, start);
        }
        records
    }

    /// Reads the lines in `text[..end]`, which padding follows, into `part`; returns how many are records.
    pub fn read(&mut self, text: &[u8], end: usize, part: &mut Part) -> u64 {
        let (mut records, mut at) = (0, 0);
        while at < end {
            let start = blanks_end(text, at);
            part.piece.n_lines = part.piece.n_lines.saturating_add(1);
            at = match self.elements {
                [element, rest @ ..] if self.is_record(text[start]) => {
                    let next = match element.fields {
                        Fields::Skipped => next_line(text, start),
                        _ => self.record(element, Line::new(text, start, self.comment), part),
                    };
                    records += 1;
                    self.left -= 1;
                    if self.left == 0 {
                        self.begin(rest, 0);
                    }
                    next
                }
                _ => next_line(text, start),
            };
        }
        records
    }

    /// Reads a record; returns where the next line begins.
    #[inline(always)]
    fn record(&self, element: &Element, mut line: Line, part: &mut Part) -> usize {
        let place = part.piece.n_lines;
        let mut values = RecordValues::NONE;
        for (i, &slot) in self.slots.iter().enumerate() {
            let is_read = match slot {
                PropertyUse::Coordinate(k) => line.number().map(|x| values.position[k] = Some(x)).is_some(),
                PropertyUse::Color(k, of) => line.number().map(|x| values.color[k] = Some(of.color_byte(x))).is_some(),
                PropertyUse::Texture(k) => any_number(&mut line).map(|x| values.texture[k] = x).is_some(),
                PropertyUse::Normal(k) => any_number(&mut line).map(|x| values.normal[k] = x).is_some(),
                PropertyUse::Image => line.number().map(|image| values.image = Some(image as i64)).is_some(),
                PropertyUse::FaceTexture => texture_list(&mut line, part),
                PropertyUse::Face => {
                    if !face(&mut line, part, place) {
                        return line.next();
                    }
                    true
                }
                PropertyUse::Strip => {
                    strip(&mut line, part, place);
                    true
                }
                PropertyUse::Skipped(Value::One(_)) => line.skip(),
                PropertyUse::Skipped(Value::List { .. }) => line.skip_list(),
            };
            if !is_read {
                values.missing(element, i, &line, part, place);
                return line.next();
            }
        }
        if element.may_end_in_color {
            if let Some(color) = color(&mut line) {
                values.color = color.map(Some);
            }
        } else if !line.is_at_end() {
            // What stands where a colour should is perhaps none.
            values.color = [None; 3];
            behind(element, &line, part, place);
        }
        values.give(element, part, place);
        line.next()
    }
}

impl Element {
    /// Returns the number of lines that the element's records take: records without properties take none.
    pub fn n_lines(&self) -> u64 {
        if self.properties.is_empty() { 0 } else { self.count }
    }
}

fn slots(element: &Element) -> Vec<PropertyUse> {
    let mut slots: Vec<PropertyUse> =
        element.properties.iter().map(|property| PropertyUse::Skipped(property.value)).collect();
    let mut colored = None;
    match element.fields {
        Fields::Skipped => {}
        Fields::Vertex { position, color, texture, normal } => {
            let mut set = |properties: &[usize], of: fn(usize) -> PropertyUse| {
                properties.iter().enumerate().for_each(|(k, &property)| slots[property] = of(k));
            };
            set(&position, PropertyUse::Coordinate);
            set(texture.as_ref().map_or(&[], |texture| &texture[..]), PropertyUse::Texture);
            set(normal.as_ref().map_or(&[], |normal| &normal[..]), PropertyUse::Normal);
            colored = color;
        }
        Fields::Face { corners, color, texture, image } => {
            slots[corners] = PropertyUse::Face;
            for (property, of) in [(texture, PropertyUse::FaceTexture), (image, PropertyUse::Image)] {
                property.into_iter().for_each(|property| slots[property] = of);
            }
            colored = color;
        }
        Fields::Strip { corners } => slots[corners] = PropertyUse::Strip,
    }
    for (k, property) in colored.into_iter().flatten().enumerate() {
        if let Value::One(number) = element.properties[property].value {
            slots[property] = PropertyUse::Color(k, number);
        }
    }
    slots
}

impl RecordValues {
    const NONE: Self =
        Self { position: [None; 3], color: [None; 3], texture: [f64::NAN; 2], normal: [f64::NAN; 3], image: None };

    #[inline(always)]
    fn give(&self, element: &Element, part: &mut Part, place: u32) {
        match element.fields {
            Fields::Vertex { texture, normal, .. } => {
                match self.position {
                    [Some(x), Some(y), Some(z)] => part.vertex([x, y, z], place),
                    _ => {
                        let problem = Problem::ThreeNumbers { count: self.position.iter().flatten().count() };
                        part.unusable_vertex((Kind::VertexNumbers, problem), place);
                    }
                }
                if texture.is_some() {
                    part.texture_vertex(self.texture, place);
                }
                if normal.is_some() {
                    part.normal_of_vertex(self.normal, place);
                }
            }
            Fields::Face { texture: Some(_), .. } => part.texture_face(place),
            _ => {}
        }
        if let Some(image) = self.image {
            part.image_of_face(image);
        }
        if let [Some(red), Some(green), Some(blue)] = self.color {
            match element.fields {
                Fields::Vertex { .. } => part.color_vertex([red, green, blue]),
                _ => part.color_face([red, green, blue]),
            }
        }
    }

    /// Tells the problem with the value that the line stands at, and appends the values ahead of it.
    #[cold]
    fn missing(&self, element: &Element, property: usize, line: &Line, part: &mut Part, place: u32) {
        let is_coordinate = matches!(element.fields, Fields::Vertex { position, .. } if position.contains(&property));
        if is_coordinate && !line.is_at_end() {
            return part.unusable_vertex(no_coordinate(line.word()), place);
        }
        if !is_coordinate {
            let name = &element.properties[property].name;
            let problem = || Problem::ValueUnreadable { property: quoted(name) };
            if matches!(element.fields, Fields::Face { corners, .. } if property < corners) {
                return part.leave_out((Kind::Value, problem()), place);
            }
            part.piece.problems.add(Kind::Value, place, problem);
        }
        self.give(element, part, place);
    }
}

/// Tells that more stands on a line than the properties.
#[cold]
fn behind(element: &Element, line: &Line, part: &mut Part, place: u32) {
    let word = line.word();
    let problems = &mut part.piece.problems;
    match element.fields {
        Fields::Vertex { .. } => problems.add(Kind::VertexRest, place, || Problem::VertexRest { word: quoted(word) }),
        _ => problems.add(Kind::FaceRest, place, || Problem::FaceRest { word: quoted(word) }),
    }
}

/// Appends the face whose corners come next, their number ahead; returns whether they could be read.
#[inline(always)]
fn face(line: &mut Line, part: &mut Part, place: u32) -> bool {
    let mut i = 0;
    let problem = match n_corners(line) {
        Err(problem) => problem,
        Ok(n) => {
            let corners = (0..n).map(|corner| {
                i = corner;
                line.whole()
            });
            match part.face(corners, place) {
                Ok(()) => return true,
                Err(wrong) => wrong.map_or_else(|| no_corner(line, n, i), out_of_range),
            }
        }
    };
    part.leave_out(problem, place);
    false
}

/// Returns the next word as a number, NaN if it is none; `None` at the end of the line.
#[inline(always)]
fn any_number(line: &mut Line) -> Option<f64> {
    line.number().or_else(|| line.skip().then_some(f64::NAN))
}

/// Reads the list of texture coordinates that comes next; returns whether it is whole.
fn texture_list(line: &mut Line, part: &mut Part) -> bool {
    part.texture_list.clear();
    let count = line.whole().unwrap_or(0);
    for _ in 0..count {
        let Some(number) = any_number(line) else {
            part.texture_list.clear();
            return false;
        };
        part.texture_list.push(number);
    }
    true
}

/// Appends the strip whose corners come next, their number ahead, up to one that cannot be read.
fn strip(line: &mut Line, part: &mut Part, place: u32) {
    let mut problem = None;
    match n_corners(line) {
        Ok(n) => {
            let corners = (0..n).map_while(|i| {
                let corner = line.whole();
                if corner.is_none() {
                    problem = Some(no_corner(line, n, i));
                }
                corner
            });
            part.strip(corners, |_, _| place);
        }
        Err(wrong) => problem = Some(wrong),
    }
    if let Some(problem) = problem {
        part.leave_out(problem, place);
    }
}

#[inline(always)]
fn n_corners(line: &mut Line) -> Result<usize, (Kind, Problem)> {
    let word = line.word();
    let n = line.whole().and_then(|n| usize::try_from(n).ok());
    n.ok_or_else(|| (Kind::FaceIndex, Problem::NoCornerCount { word: quoted(word) }))
}

#[cold]
fn no_corner(line: &Line, n: usize, i: usize) -> (Kind, Problem) {
    if line.is_at_end() {
        return (Kind::FaceIndex, Problem::CornersMissing { expected: n, count: i });
    }
    (Kind::FaceIndex, Problem::NoCorner { word: quoted(line.word()) })
}

/// Returns the colour ahead in a line of OFF: three numbers, from 0 to 255 where all are whole, else from 0 to 1.
/// `None` for fewer: a single number is the place in a palette that nobody has.
fn color(line: &mut Line) -> Option<[u8; 3]> {
    let (mut shares, mut are_whole) = ([0.0; 3], true);
    for share in &mut shares {
        are_whole &= line.word().iter().all(u8::is_ascii_digit);
        *share = line.number()?;
    }
    let number = if are_whole { Number::U8 } else { Number::F64 };
    Some(shares.map(|share| number.color_byte(share)))
}
