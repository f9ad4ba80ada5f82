//! Reading of the lines of a text as records of elements.

use super::element::{Element, Fields, Rest, Value};
use super::line::{Line, next_line};
use super::number::Number;
use super::part::{Part, out_of_range};
use crate::mesh::coordinates::no_coordinate;
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::problems::quoted;
use crate::mesh::text::blanks_end;

/// Reader of the lines of a text as records of consecutive elements.
pub struct Rows<'a> {
    /// Element to which the next record belongs, followed by all elements after it.
    elements: &'a [Element],
    /// Number of records of the first of `elements` that have not been read yet.
    left: u64,
    slots: Vec<PropertyUse>,
    /// Byte that begins a comment, or `None` for formats without comments.
    comment: Option<u8>,
}

/// Use that is made of a property.
#[derive(Clone, Copy)]
enum PropertyUse {
    Skipped(Value),
    /// Coordinate of a vertex: x, y or z, counted from 0.
    Coordinate(usize),
    /// Component of a colour: red, green or blue, counted from 0, and the type of the number.
    Color(usize, Number),
    /// List of the vertices of a face.
    Face,
    /// List of the vertices of a strip.
    Strip,
}

/// Position and colour in a record, as far as they were read.
#[derive(Default)]
struct RecordValues {
    position: [Option<f64>; 3],
    color: [Option<u8>; 3],
}

impl<'a> Rows<'a> {
    /// Returns a reader of the lines that follow the first `records_ahead` records of `elements`.
    pub fn new(elements: &'a [Element], records_ahead: u64, comment: Option<u8>) -> Self {
        let mut rows = Self { elements, left: 0, slots: Vec::new(), comment };
        rows.begin(elements, records_ahead);
        rows
    }

    /// Continues behind so many records of these elements.
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

    /// Returns the number of lines in `text[..end]` that are records.
    pub fn count(&self, text: &[u8], end: usize) -> u64 {
        let (mut records, mut at) = (0, 0);
        while at < end {
            let start = blanks_end(text, at);
            records += u64::from(self.is_record(text[start]));
            at = next_line(text, start);
        }
        records
    }

    /// Reads the lines in `text[..end]` into `part`; returns how many of them are records of the elements. Padding must
    /// follow the text.
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
        let mut values = RecordValues::default();
        for (i, &slot) in self.slots.iter().enumerate() {
            let is_read = match slot {
                PropertyUse::Coordinate(k) => line.number().map(|x| values.position[k] = Some(x)).is_some(),
                PropertyUse::Color(k, of) => line.number().map(|x| values.color[k] = Some(of.color_byte(x))).is_some(),
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
        match element.rest {
            Rest::Color => {
                if let Some(color) = color(&mut line) {
                    values.color = color.map(Some);
                }
            }
            Rest::Nothing if line.is_at_end() => {}
            Rest::Nothing => {
                // What stands where a colour should is perhaps none.
                values.color = [None; 3];
                behind(element, &line, part, place);
            }
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

/// Returns the use that is made of each property of an element.
fn slots(element: &Element) -> Vec<PropertyUse> {
    let mut slots: Vec<PropertyUse> =
        element.properties.iter().map(|property| PropertyUse::Skipped(property.value)).collect();
    let mut colored = None;
    match element.fields {
        Fields::Skipped => {}
        Fields::Vertex { position, color } => {
            for (k, property) in position.into_iter().enumerate() {
                slots[property] = PropertyUse::Coordinate(k);
            }
            colored = color;
        }
        Fields::Face { corners, color } => {
            slots[corners] = PropertyUse::Face;
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
    #[inline(always)]
    fn give(&self, element: &Element, part: &mut Part, place: u32) {
        let of_vertex = matches!(element.fields, Fields::Vertex { .. });
        if of_vertex {
            match self.position {
                [Some(x), Some(y), Some(z)] => part.vertex([x, y, z], place),
                _ => {
                    let problem = Problem::ThreeNumbers { count: self.position.iter().flatten().count() };
                    part.unusable_vertex((Kind::VertexNumbers, problem), place);
                }
            }
        }
        if let [Some(red), Some(green), Some(blue)] = self.color {
            let color = [red, green, blue];
            if of_vertex { part.color_vertex(color) } else { part.color_face(color) }
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
            part.piece.problems.add(Kind::Value, place, || Problem::ValueUnreadable { property: quoted(name) });
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

/// Returns the reason why corner `i` of `n` cannot be read.
#[cold]
fn no_corner(line: &Line, n: usize, i: usize) -> (Kind, Problem) {
    if line.is_at_end() {
        return (Kind::FaceIndex, Problem::CornersMissing { expected: n, count: i });
    }
    (Kind::FaceIndex, Problem::NoCorner { word: quoted(line.word()) })
}

/// Returns the colour that the rest of a line of OFF begins with: three numbers, from 0 to 255 where all are whole,
/// else from 0 to 1. `None` for fewer: a single number is the place in a palette that nobody has.
fn color(line: &mut Line) -> Option<[u8; 3]> {
    let (mut shares, mut are_whole) = ([0.0; 3], true);
    for share in &mut shares {
        are_whole &= line.word().iter().all(u8::is_ascii_digit);
        *share = line.number()?;
    }
    let number = if are_whole { Number::U8 } else { Number::F64 };
    Some(shares.map(|share| number.color_byte(share)))
}
