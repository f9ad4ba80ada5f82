//! Records of a binary file that have one shape and stand one after the other: offsets of properties, lengths of lists.

use super::part::Part;
use super::{ByteOrder, Element, Fields, Number, Value};
use crate::mesh::Srgb8;
use crate::work::OutOfMemory;
use std::slice::ChunksExact;

pub struct Run<'a> {
    pub element: &'a Element,
    pub shape: &'a RecordShape,
    pub bytes: &'a [u8],
    pub first: u64,
    pub at: u64,
    pub order: ByteOrder,
}

/// Offset and type of a number in each record, or of the first number of a list.
type NumberPlace = (usize, Number);

impl Run<'_> {
    pub fn read(&self, part: &mut Part) -> Result<(), OutOfMemory> {
        match self.element.fields {
            Fields::Skipped => Ok(()),
            Fields::Vertex { .. } => self.vertices(part),
            Fields::Face { .. } => self.faces(part),
            Fields::Strip { corners } => self.strips(corners, part),
        }
    }

    fn records(&self) -> ChunksExact<'_, u8> {
        self.bytes.chunks_exact(self.shape.length)
    }

    fn place(&self, property: usize) -> NumberPlace {
        match self.element.properties[property].value {
            Value::One(number) | Value::List { item: number, .. } => (self.shape.offsets[property], number),
        }
    }

    #[inline(always)]
    fn color(&self, color: [NumberPlace; 3], record: &[u8]) -> Srgb8 {
        color.map(|(at, number)| number.color_byte(number.read(record, at, self.order)))
    }

    #[inline(always)]
    fn numbers<const N: usize>(&self, places: [NumberPlace; N], record: &[u8]) -> [f64; N] {
        places.map(|(at, number)| number.read(record, at, self.order))
    }

    fn vertices(&self, part: &mut Part) -> Result<(), OutOfMemory> {
        let Fields::Vertex { position, color, texture, normal } = self.element.fields else { return Ok(()) };
        part.piece.reserve(self.records().len(), 0)?;
        let position = position.map(|property| self.place(property));
        let color = color.map(|color| color.map(|property| self.place(property)));
        let texture = texture.map(|texture| texture.map(|property| self.place(property)));
        let normal = normal.map(|normal| normal.map(|property| self.place(property)));
        let little_endian = self.order == ByteOrder::LittleEndian;
        let are_usual = little_endian && position.iter().all(|&(_, number)| number == Number::F32);
        for (number, record) in (self.first + 1..).zip(self.records()) {
            let position = if are_usual {
                position.map(|(at, _)| Number::F32.read(record, at, ByteOrder::LittleEndian))
            } else {
                self.numbers(position, record)
            };
            part.vertex(position, number as u32);
            if let Some(color) = color {
                part.color_vertex(self.color(color, record));
            }
            if let Some(texture) = texture {
                part.texture_vertex(self.numbers(texture, record), number as u32);
            }
            if let Some(normal) = normal {
                part.normal_of_vertex(self.numbers(normal, record), number as u32);
            }
        }
        Ok(())
    }

    fn faces(&self, part: &mut Part) -> Result<(), OutOfMemory> {
        let Fields::Face { corners, color, texture, image } = self.element.fields else { return Ok(()) };
        let (offset, item) = self.place(corners);
        let color = color.map(|color| color.map(|property| self.place(property)));
        let (count, items) = self.shape.list(offset);
        part.piece.reserve(0, self.records().len() * count.saturating_sub(2))?;
        let (first, length) = (part.n_faces() + 1, self.shape.length as u32);

        // A face without triangles is never hit, so its record is never asked for.
        if count >= 3 {
            part.records.push_run(first, self.at, length, length);
        }
        let texture = texture.map(|property| self.place(property)).map(|(at, item)| (self.shape.list(at), item));
        let image = image.map(|property| self.place(property));
        let are_bare = color.is_none() && texture.is_none() && image.is_none();
        let triangles = if count == 3 && are_bare { self.triangles(items, item, part) } else { 0 };
        for (number, record) in (first + triangles as u32..).zip(self.records().skip(triangles)) {
            let corner = |i| item.read_whole(record, items + i * item.size(), self.order);
            part.read_face((0..count).map(corner), number);
            if let Some(color) = color {
                part.color_face(self.color(color, record));
            }
            if let Some(((count, items), item)) = texture {
                part.texture_list.clear();
                part.texture_list.extend((0..count).map(|i| item.read(record, items + i * item.size(), self.order)));
                part.texture_face(number);
            }
            if let Some(image) = image {
                let [image] = self.numbers([image], record);
                part.image_of_face(image as i64);
            }
        }
        Ok(())
    }

    /// Appends the triangles at byte `items` of each record, up to one with a bad index; returns how many.
    fn triangles(&self, items: usize, item: Number, part: &mut Part) -> usize {
        // Read as unsigned, a negative index is beyond all vertices, and so is refused.
        if item.size() == 4 && self.order == ByteOrder::LittleEndian {
            let corner = |record: &[u8], at| Number::U32.read_whole(record, at, ByteOrder::LittleEndian) as u32;
            return part.triangles(self.records().map(|record| [0, 4, 8].map(|at| corner(record, items + at))));
        }
        let corner = |record: &[u8], i| item.read_whole(record, items + i * item.size(), self.order) as u32;
        part.triangles(self.records().map(|record| [0, 1, 2].map(|i| corner(record, i))))
    }

    fn strips(&self, corners: usize, part: &mut Part) -> Result<(), OutOfMemory> {
        let (offset, item) = self.place(corners);
        let ((count, items), size) = (self.shape.list(offset), item.size());
        part.piece.reserve(0, self.records().len() * count.saturating_sub(2))?;
        for (record, at) in self.records().zip((self.at..).step_by(self.shape.length)) {
            let corner = |i| item.read_whole(record, items + i * size, self.order);
            part.strip((0..count).map(corner), |part, i| {
                // The record of a triangle is its three indices.
                let number = part.n_faces() + 1;
                part.records.push_run(number, at + (items + i * size) as u64, 3 * size as u32, size as u32);
                number
            });
        }
        Ok(())
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordShape {
    /// Offset of each property in the record; for a list, the offset of its count.
    pub offsets: Vec<usize>,
    lists: Vec<CountedList>,
    /// Number of bytes of the record; 0 before a record was measured.
    pub length: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct CountedList {
    at: usize,
    counted_by: Number,
    count: i64,
}

#[derive(Debug, PartialEq)]
pub enum Measured {
    Whole,
    /// The record is longer than the bytes given: it has at least this number of bytes.
    Longer(u64),
    /// The record has a list with this negative count, which is an error.
    Negative(i64),
}

impl RecordShape {
    pub fn measure(&mut self, element: &Element, bytes: &[u8], order: ByteOrder) -> Measured {
        self.offsets.clear();
        self.lists.clear();
        self.length = 0;
        let mut end = 0u64;
        for property in &element.properties {
            let at = end as usize;
            self.offsets.push(at);
            let (Value::One(number) | Value::List { count: number, .. }) = property.value;
            end += number.size() as u64;
            if end > bytes.len() as u64 {
                return Measured::Longer(end);
            }
            if let Value::List { count: counted_by, item } = property.value {
                let count = counted_by.read_whole(bytes, at, order);
                if count < 0 {
                    return Measured::Negative(count);
                }
                self.lists.push(CountedList { at, counted_by, count });
                end += count as u64 * item.size() as u64;
                if end > bytes.len() as u64 {
                    return Measured::Longer(end);
                }
            }
        }
        self.length = end as usize;
        Measured::Whole
    }

    /// Returns how many consecutive records have this shape, from the beginning of `bytes` on and at most `most`.
    pub fn run(&self, bytes: &[u8], most: u64, order: ByteOrder) -> usize {
        let Some(records) = bytes.len().checked_div(self.length) else { return 0 };
        let records = most.min(records as u64) as usize;
        match self.lists[..] {
            [] => records,
            [list] => self.fitting(bytes, records, |record| list.is_in(record, order)),
            _ => self.fitting(bytes, records, |record| self.lists.iter().all(|list| list.is_in(record, order))),
        }
    }

    #[inline(always)]
    fn fitting(&self, bytes: &[u8], records: usize, fits: impl Fn(&[u8]) -> bool) -> usize {
        bytes.chunks_exact(self.length).take(records).take_while(|record| fits(record)).count()
    }

    /// Returns the number of items of the list that begins at `offset` of a record, and the offset of its first item.
    pub fn list(&self, offset: usize) -> (usize, usize) {
        let list = self.lists.iter().find(|list| list.at == offset).expect("a list begins there");
        (list.count as usize, offset + list.counted_by.size())
    }

    /// Returns the number of triangles into which a face of this shape is cut; 0 if records of `element` are no faces.
    pub fn n_triangles(&self, element: &Element) -> u64 {
        match element.fields {
            Fields::Face { corners, .. } if self.length > 0 => {
                self.list(self.offsets[corners]).0.saturating_sub(2) as u64
            }
            _ => 0,
        }
    }
}

impl CountedList {
    #[inline(always)]
    fn is_in(self, record: &[u8], order: ByteOrder) -> bool {
        self.counted_by.read_whole(record, self.at, order) == self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_one_shape_make_a_run() {
        let mut element = Element::new("face", 9);
        element.push("flags", Value::One(Number::U8));
        element.push("corners", Value::List { count: Number::U8, item: Number::U16 });
        element.push("weights", Value::List { count: Number::I16, item: Number::U8 });
        let order = ByteOrder::BigEndian;
        let triangle = [7, 3, 0, 1, 0, 2, 0, 3, 0, 1, 9];
        let quad = [7, 4, 0, 1, 0, 2, 0, 3, 0, 4, 0, 1, 9];
        let bytes = [&triangle[..], &triangle, &quad, &triangle].concat();
        let mut shape = RecordShape::default();
        assert_eq!(shape.run(&bytes, 9, order), 0);
        assert_eq!(shape.measure(&element, &bytes, order), Measured::Whole);
        assert_eq!((shape.length, shape.list(1), shape.list(8)), (11, (3, 2), (1, 10)));
        assert_eq!((shape.run(&bytes, 9, order), shape.run(&bytes, 1, order)), (2, 1));
        assert_eq!(shape.measure(&element, &bytes[22..30], order), Measured::Longer(10));
        assert_eq!(shape.run(&bytes, 9, order), 0);
        let negative = [7, 0, 0xff, 0xff];
        assert_eq!(shape.measure(&element, &negative, order), Measured::Negative(-1));
    }
}
