//! Binary data: records of bytes, element after element.
//!
//! Where all records of an element have the shape of its first one, as those of triangles have, each of them stands at a known byte, and parts are
//! read in parallel. Each record is held to that shape; where one has another, the element is read again from its beginning, run by run.

use super::element::{Element, Fields, Value};
use super::number::{ByteOrder, Number};
use super::part::Part;
use super::reading::Reading;
use super::shape::{Measured, Shape};
use crate::accel::threads::in_parallel;
use crate::accel::{OutOfMemory, RayTree, memory};
use crate::mesh::problems::Problem;
use crate::mesh::text::Window;
use crate::mesh::{LoadError, MAX_TRIANGLES};
use std::ops::Range;

/// Bytes up to which a first record tells the shape of all. Numbers of all properties that a header may have take less.
const LONGEST_FIRST: u64 = 1 << 20;

/// Records of an element that stand one after the other.
struct Stretch<'a> {
    element: &'a Element,
    /// Where they stand.
    bytes: Range<u64>,
    /// How many records of the element stand ahead of them.
    first: u64,
    /// How many there are at most.
    count: u64,
    /// The shape that all of them must have, where they must.
    shape: Option<Shape>,
}

/// What was read of an element.
pub struct Read {
    pub parts: Vec<Part>,
    /// How many whole records there are.
    pub records: u64,
    /// Where the next element begins.
    pub end: u64,
}

impl Read {
    /// Nothing, of an element whose records do not come.
    pub fn none(end: u64) -> Self {
        Self { parts: Vec::new(), records: 0, end }
    }
}

/// Numbers of a record, each with its offset.
type Place = (usize, Number);

/// Reads the records of `element`, which begin at byte `start`.
pub fn read(reading: &Reading, element: &Element, order: ByteOrder, start: u64) -> Result<Read, LoadError> {
    let left = reading.text.len() - start;
    let all = Stretch { element, bytes: start..reading.text.len(), first: 0, count: element.count, shape: None };
    let most = element.count.min(left / element.least_length());
    if element.count == 0 || element.properties.is_empty() {
        return Ok(Read { parts: Vec::new(), records: element.count, end: start });
    }
    if element.is_read() && most > MAX_TRIANGLES as u64 {
        return Err(LoadError::too_many(reading.name, element.plural(), most, MAX_TRIANGLES as u64));
    }
    let shape = first_shape(reading, &all, order)?;
    let records = element.count.min(left.checked_div(shape.length as u64).unwrap_or(0));
    let has_lists = element.fixed_length().is_none();
    let is_strip = matches!(element.fields, Fields::Strip { .. });
    if !is_strip && (!has_lists || records == element.count) {
        let end = start + records * shape.length as u64;
        if !element.is_read() && !has_lists {
            return Ok(Read { parts: Vec::new(), records, end });
        }
        if let Some(parts) = read_in_parallel(reading, &all, order, &shape, records)? {
            return Ok(Read { parts, records, end });
        }
    }
    let mut part = Part::new(reading.plan.exact);
    let (records, end) = read_stretch(reading, &all, order, &mut part)?;
    Ok(Read { parts: vec![part], records, end })
}

/// The shape of the first record, as far as it is not too long to be read at once.
fn first_shape(reading: &Reading, all: &Stretch, order: ByteOrder) -> Result<Shape, LoadError> {
    let mut shape = Shape::default();
    let mut window = Window::new(reading.text, all.bytes.clone(), reading.plan.step);
    let mut needed = 1;
    while (window.text().len() as u64) < needed && window.fill().map_err(|error| reading.failed(error))? {
        needed = match shape.measure(all.element, window.text(), order) {
            Measured::Longer(needed) if needed <= LONGEST_FIRST => needed,
            _ => break,
        };
    }
    Ok(shape)
}

/// The parts of the first so many records; `None` where not all of them have this shape.
fn read_in_parallel(
    reading: &Reading,
    all: &Stretch,
    order: ByteOrder,
    shape: &Shape,
    records: u64,
) -> Result<Option<Vec<Part>>, LoadError> {
    let length = shape.length as u64;
    let triangles = match all.element.fields {
        Fields::Face { corners, .. } => shape.list(shape.offsets[corners]).0.saturating_sub(2) as u64,
        _ => 0,
    };
    let of_record = triangles * (size_of::<[u32; 3]>() as u64 + RayTree::LEAST_MEMORY) + size_of::<[f32; 3]>() as u64;
    memory::check(records * of_record).map_err(|missing| reading.failed(missing))?;
    let of_part = records.div_ceil(reading.plan.pieces as u64).max(1);
    let stretches = (0..records).step_by(of_part as usize).map(|first| {
        let count = of_part.min(records - first);
        let start = all.bytes.start + first * length;
        Stretch { bytes: start..start + count * length, first, count, shape: Some(shape.clone()), ..*all }
    });
    let parts = in_parallel(reading.plan.threads, stretches.collect(), |stretch| {
        let mut part = Part::new(reading.plan.exact);
        let vertices = if matches!(stretch.element.fields, Fields::Vertex { .. }) { stretch.count } else { 0 };
        part.reserve(vertices as usize, (stretch.count * triangles) as usize)
            .map_err(|missing| reading.failed(missing))?;
        let (read, _) = read_stretch(reading, &stretch, order, &mut part)?;
        Ok((read == stretch.count).then_some(part))
    });
    parts.into_iter().collect()
}

/// Reads records up to one that is not whole, or not of the shape that it must have: how many, and where they end.
fn read_stretch(
    reading: &Reading,
    stretch: &Stretch,
    order: ByteOrder,
    part: &mut Part,
) -> Result<(u64, u64), LoadError> {
    let Stretch { element, ref bytes, first, count, .. } = *stretch;
    let mut shape = stretch.shape.clone().unwrap_or_default();
    let mut window = Window::new(reading.text, bytes.clone(), reading.plan.step);
    let (mut read, mut at) = (0, bytes.start);
    while read < count && window.fill().map_err(|error| reading.failed(error))? {
        let mut used = 0;
        while read < count && used < window.text().len() {
            let rest = &window.text()[used..];
            let run = shape.run(rest, count - read, order);
            if run > 0 {
                let records = &rest[..run * shape.length];
                let place = Run { first: first + read, at: at + used as u64, order };
                read_run(part, element, &shape, records, place).map_err(|missing| reading.failed(missing))?;
                read += run as u64;
                used += records.len();
                continue;
            }
            if stretch.shape.is_some() {
                if rest.len() >= shape.length {
                    return Ok((read, at + used as u64));
                }
                break;
            }
            match shape.measure(element, rest, order) {
                Measured::Whole => {}
                Measured::Longer(needed) if needed <= bytes.end - at - used as u64 => break,
                Measured::Longer(_) => return Ok((read, at + used as u64)),
                Measured::Negative(count) => {
                    let why = format!("a list of {count} entries; what stands behind it cannot be read");
                    part.piece.problems.add(Problem::NegativeList, part.n_faces() + 1, || why);
                    return Ok((read, at + used as u64));
                }
            }
        }
        window.drop_front(used);
        at += used as u64;
        reading.went_on(used)?;
    }
    Ok((read, at))
}

/// Where a run of records stands.
struct Run {
    /// How many records of the element stand ahead of it.
    first: u64,
    /// The byte of the file where it begins.
    at: u64,
    order: ByteOrder,
}

/// Appends what records of one shape say.
fn read_run(
    part: &mut Part,
    element: &Element,
    shape: &Shape,
    records: &[u8],
    Run { first, at, order }: Run,
) -> Result<(), OutOfMemory> {
    let length = shape.length;
    let n = records.len() / length;
    let place = |property: usize| match element.properties[property].value {
        Value::One(number) | Value::List { item: number, .. } => (shape.offsets[property], number),
    };
    let color_of =
        |color: [Place; 3], record: &[u8]| color.map(|(at, number)| number.color_byte(number.read(record, at, order)));
    match element.fields {
        Fields::Skipped => {}
        Fields::Vertex { position, color } => {
            part.reserve(n, 0)?;
            let (position, color) = (position.map(place), color.map(|color| color.map(place)));
            for (number, record) in (first + 1..).zip(records.chunks_exact(length)) {
                part.vertex(position.map(|(at, number)| number.read(record, at, order)), number as u32);
                if let Some(color) = color {
                    part.color_vertex(color_of(color, record));
                }
            }
        }
        Fields::Face { corners, color } => {
            let ((offset, item), color) = (place(corners), color.map(|color| color.map(place)));
            let (count, items) = shape.list(offset);
            part.reserve(0, n * count.saturating_sub(2))?;
            let number = part.n_faces() + 1;
            part.records.push_run(number, at, length as u32, length as u32);
            for (number, record) in (number..).zip(records.chunks_exact(length)) {
                let corner = |i| item.read_whole(record, items + i * item.size(), order);
                match count {
                    3 => part.face([0, 1, 2].map(|i| Ok(corner(i))).into_iter(), number),
                    _ => part.face((0..count).map(|i| Ok(corner(i))), number),
                };
                if let Some(color) = color {
                    part.color_face(color_of(color, record));
                }
            }
        }
        Fields::Strip { corners } => {
            let (offset, item) = place(corners);
            let (count, items) = shape.list(offset);
            part.reserve(0, n * count.saturating_sub(2))?;
            let size = item.size();
            for (record, at) in records.chunks_exact(length).zip((at..).step_by(length)) {
                let corner = |i| item.read_whole(record, items + i * size, order);
                part.strip((0..count).map(corner), |part, i| {
                    // The record of a triangle is its three indices.
                    let number = part.n_faces() + 1;
                    part.records.push_run(number, at + (items + i * size) as u64, 3 * size as u32, size as u32);
                    number
                });
            }
        }
    }
    Ok(())
}
