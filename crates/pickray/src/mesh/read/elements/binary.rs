//! Reading of elements in a binary file: records in bytes, element after element.
//! Records of the shape of the first one, as triangles have, are read in parallel, and compared with that shape. If one
//! differs, the element is read again from its beginning, by runs of consecutive records of one shape.

use super::part::Part;
use super::run::{Measured, RecordShape, Run};
use super::{ByteOrder, Element, Fields, Value};
use crate::accel::RayTree;
use crate::mesh::MAX_TRIANGLES;
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::report::{Refusal, Result};
use crate::mesh::text::{Reading, Window};
use crate::work::threads::in_parallel;
use crate::work::{OutOfMemory, memory};
use std::ops::Range;

const TRIANGLE: u64 = size_of::<[u32; 3]>() as u64 + RayTree::LEAST_MEMORY;
/// Number of bytes up to which a first record tells the shape of all; as many numbers as a header may have take less.
const LONGEST_FIRST: u64 = 1 << 20;

/// Records of an element that stand one after the other.
struct Stretch<'a> {
    element: &'a Element,
    bytes: Range<u64>,
    /// Index of the stretch's first record among all records of the element.
    first: u64,
    /// Largest number of records in the stretch.
    count: u64,
    /// Shape that all records of the stretch must have; `None` if each record may have a shape of its own.
    shape: Option<RecordShape>,
}

/// Appends the records of `element` from byte `start` on to `parts`; returns how many are whole, and their end.
pub fn read(
    reading: &Reading,
    element: &Element,
    order: ByteOrder,
    start: u64,
    parts: &mut Vec<Part>,
) -> Result<(u64, u64)> {
    if element.count == 0 || element.properties.is_empty() {
        return Ok((element.count, start));
    }
    let left = reading.text.len() - start;
    let most = element.count.min(left / element.least_length());
    if element.is_read() && most > MAX_TRIANGLES as u64 {
        return Err(Refusal::too_many(element.plural(), most, MAX_TRIANGLES as u64));
    }
    let all = Stretch { element, bytes: start..reading.text.len(), first: 0, count: element.count, shape: None };
    let shape = first_shape(reading, &all, order)?;
    let records = element.count.min(left.checked_div(shape.length as u64).unwrap_or(0));
    let end = start + records * shape.length as u64;
    let has_lists = element.properties.iter().any(|property| matches!(property.value, Value::List { .. }));
    if !element.is_read() && !has_lists {
        return Ok((records, end));
    }

    // Records of one shape tell how much memory they will take; ask for it before any of it is filled.
    let is_known = !has_lists || records == element.count;
    if is_known {
        let of_record = shape.n_triangles(element) * TRIANGLE + size_of::<[f32; 3]>() as u64;
        memory::check(records * of_record)?;
    }
    if reading.plan.pieces == 1 {
        // One part for all elements: what it holds is the mesh's as it is.
        if parts.is_empty() {
            parts.push(Part::new(reading.plan.exact));
        }
        if is_known {
            reserve(&mut parts[0], element, &shape, records)?;
        }
        return read_stretch(reading, &all, order, &mut parts[0]);
    }
    if is_known
        && !matches!(element.fields, Fields::Strip { .. })
        && let Some(read) = read_in_parallel(reading, &all, order, &shape, records)?
    {
        parts.extend(read);
        return Ok((records, end));
    }
    let mut part = Part::new(reading.plan.exact);
    let read = read_stretch(reading, &all, order, &mut part)?;
    parts.push(part);
    Ok(read)
}

fn reserve(part: &mut Part, element: &Element, shape: &RecordShape, records: u64) -> Result<(), OutOfMemory> {
    if let Fields::Vertex { texture, normal, .. } = element.fields {
        memory::reserve(&mut part.piece.texture.values, if texture.is_some() { records as usize } else { 0 })?;
        memory::reserve(&mut part.piece.normal.values, if normal.is_some() { records as usize } else { 0 })?;
    }
    let vertices = if matches!(element.fields, Fields::Vertex { .. }) { records } else { 0 };
    part.piece.reserve(vertices as usize, (records * shape.n_triangles(element)) as usize)
}

/// Returns the shape of the first record; its length is 0 if the record is cut off or too long to be read at once.
fn first_shape(reading: &Reading, all: &Stretch, order: ByteOrder) -> Result<RecordShape> {
    let mut shape = RecordShape::default();
    let mut window = Window::new(reading.text, all.bytes.clone(), reading.plan.step);
    let mut needed = 1;
    while (window.text().len() as u64) < needed && window.fill()? {
        needed = match shape.measure(all.element, window.text(), order) {
            Measured::Longer(needed) if needed <= LONGEST_FIRST => needed,
            _ => break,
        };
    }
    Ok(shape)
}

/// Returns the parts of the first `records` records, or `None` if not all of them have this shape.
fn read_in_parallel(
    reading: &Reading,
    all: &Stretch,
    order: ByteOrder,
    shape: &RecordShape,
    records: u64,
) -> Result<Option<Vec<Part>>> {
    let length = shape.length as u64;
    let of_part = records.div_ceil(reading.plan.pieces as u64).max(1);
    let stretches = (0..records).step_by(of_part as usize).map(|first| {
        let count = of_part.min(records - first);
        let start = all.bytes.start + first * length;
        Stretch { bytes: start..start + count * length, first, count, shape: Some(shape.clone()), ..*all }
    });
    let parts = in_parallel(reading.plan.threads, stretches.collect(), |stretch| {
        let mut part = Part::new(reading.plan.exact);
        reserve(&mut part, stretch.element, shape, stretch.count)?;
        let (read, _) = read_stretch(reading, &stretch, order, &mut part)?;
        Ok((read == stretch.count).then_some(part))
    });
    parts.into_iter().collect()
}

/// Reads records up to one that is cut off, or not of the shape it must have; returns how many, and their end.
fn read_stretch(reading: &Reading, stretch: &Stretch, order: ByteOrder, part: &mut Part) -> Result<(u64, u64)> {
    let Stretch { element, ref bytes, first, count, .. } = *stretch;
    let mut shape = stretch.shape.clone().unwrap_or_default();
    let mut window = Window::new(reading.text, bytes.clone(), reading.plan.step);
    let (mut read, mut at) = (0, bytes.start);
    while read < count && window.fill()? {
        let mut used = 0;
        while read < count && used < window.text().len() {
            let rest = &window.text()[used..];
            let run = shape.run(rest, count - read, order);
            if run > 0 {
                let bytes = &rest[..run * shape.length];
                let run = Run { element, shape: &shape, bytes, first: first + read, at: at + used as u64, order };
                run.read(part)?;
                read += (bytes.len() / shape.length) as u64;
                used += bytes.len();
                continue;
            }

            // The next record has another shape: an error in a part that was cut at records of one shape.
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
                    let number = part.n_faces() + 1;
                    part.piece.problems.add(Kind::NegativeList, number, || Problem::NegativeList { count });
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
