//! Rows of elements in buffers, from which numbers are read.

use super::items::Item;
use super::source::{Component, ElementRow, Source};
use crate::mesh::refusal::Refusal;
use crate::work::memory;

/// Number of bytes read at once; they stay in the cache.
const BLOCK: usize = 128 << 10;

impl ElementRow {
    /// Returns the row of the accessor `by` in the view `name`; `row` gives all but the buffer, the stride and the
    /// place there.
    pub fn open(source: &mut Source, (name, by): (Item, Item), row: Self) -> Result<Self, Refusal> {
        let document = source.document;
        let view = source.view(name.index, &by)?;
        let stride = view.stride.unwrap_or(row.size);
        if stride < row.size || stride > u64::from(u32::MAX) {
            let what = format!("{name} has a stride of {stride} bytes, and {by} elements of {}", row.size);
            return Err(document.refused(name, what));
        }
        let end = row.count.checked_sub(1).map_or(Some(0), |before| before.checked_mul(stride)?.checked_add(row.size));
        if end.and_then(|end| end.checked_add(row.start)).is_none_or(|end| end > view.length) {
            return Err(document.refused(name, format!("{by} reaches beyond the end of {name}")));
        }
        Ok(Self { within: view.within, start: view.start + row.start, stride, ..row })
    }

    /// Calls `take` with the bytes of all elements, some at a time, each but the last with what lies ahead of the next
    /// one.
    fn each_block(&self, source: &mut Source, name: Item, mut take: impl FnMut(&[u8])) -> Result<(), Refusal> {
        let at_once = (BLOCK as u64 / self.stride).max(1);
        let mut bytes = Vec::new();
        let mut done = 0;
        while done < self.count {
            source.progress.check()?;
            let n = at_once.min(self.count - done);
            let length = ((n - 1) * self.stride + self.size) as usize;
            if bytes.len() < length {
                bytes = memory::filled(length, 0)?;
            }
            source.bytes(self.within, &name)?.read(self.start + done * self.stride, &mut bytes[..length])?;
            take(&bytes[..length]);
            done += n;
        }
        Ok(())
    }

    /// Reads the first `N` numbers of each element, and returns them; `normalized` ones are fractions of the largest.
    pub fn numbers<const N: usize>(
        &self,
        source: &mut Source,
        name: Item,
        normalized: bool,
    ) -> Result<Vec<[f32; N]>, Refusal> {
        let mut list = reserved(self.count)?;
        self.each_block(source, name, |bytes| match (self.component, normalized) {
            (Component::F32, _) => extend(&mut list, bytes, self, f32::from_le_bytes),
            (Component::I8, true) => extend(&mut list, bytes, self, |[x]| (f32::from(x as i8) / 127.0).max(-1.0)),
            (Component::U8, true) => extend(&mut list, bytes, self, |[x]| f32::from(x) / 255.0),
            (Component::I16, true) => {
                extend(&mut list, bytes, self, |x| (f32::from(i16::from_le_bytes(x)) / 32767.0).max(-1.0));
            }
            (Component::U16, true) => extend(&mut list, bytes, self, |x| f32::from(u16::from_le_bytes(x)) / 65535.0),
            (Component::I8, false) => extend(&mut list, bytes, self, |[x]| f32::from(x as i8)),
            (Component::U8, false) => extend(&mut list, bytes, self, |[x]| f32::from(x)),
            (Component::I16, false) => extend(&mut list, bytes, self, |x| f32::from(i16::from_le_bytes(x))),
            (Component::U16, false) => extend(&mut list, bytes, self, |x| f32::from(u16::from_le_bytes(x))),
            (Component::U32, _) => extend(&mut list, bytes, self, |x| u32::from_le_bytes(x) as f32),
        })?;
        Ok(list)
    }

    /// Reads all elements as indices of vertices, and returns them.
    pub fn indices(&self, source: &mut Source, name: Item) -> Result<Vec<u32>, Refusal> {
        let mut list = reserved(self.count)?;
        self.each_block(source, name, |bytes| {
            let elements = bytes.chunks(self.stride as usize);
            match self.component {
                Component::U8 => list.extend(elements.map(|x| u32::from(x[0]))),
                Component::U16 => list.extend(elements.map(|x| u32::from(u16::from_le_bytes([x[0], x[1]])))),
                _ => list.extend(elements.map(|x| u32::from_le_bytes([x[0], x[1], x[2], x[3]]))),
            }
        })?;
        Ok(list)
    }
}

/// Adds the first `N` numbers of each element in `bytes` to `list`.
fn extend<const N: usize, const B: usize>(
    list: &mut Vec<[f32; N]>,
    bytes: &[u8],
    row: &ElementRow,
    number: impl Fn([u8; B]) -> f32,
) {
    list.extend(bytes.chunks(row.stride as usize).map(|element| {
        let (numbers, _) = element.as_chunks::<B>();
        std::array::from_fn(|i| number(numbers[i]))
    }));
}

fn reserved<T>(count: u64) -> Result<Vec<T>, Refusal> {
    memory::check(count.saturating_mul(size_of::<T>() as u64))?;
    let mut list = Vec::new();
    memory::reserve(&mut list, count as usize)?;
    Ok(list)
}
