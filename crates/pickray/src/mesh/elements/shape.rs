//! Shape of a binary record, mostly one for each element: offsets of properties, lengths of lists.

use super::number::{ByteOrder, Number};
use super::{Element, Fields, Value};

/// Shape of a record: offsets of its properties, lengths of its lists.
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

/// Result of measuring a record.
#[derive(Debug, PartialEq)]
pub enum Measured {
    Whole,
    /// The record is longer than the bytes given: it has at least this number of bytes.
    Longer(u64),
    /// The record has a list with this negative count, which is an error.
    Negative(i64),
}

impl RecordShape {
    /// Sets this shape to that of the record of `element` at the beginning of `bytes`.
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
}

impl RecordShape {
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
