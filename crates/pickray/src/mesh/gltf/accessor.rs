//! Accessors: lists of numbers in buffers. The layout that an accessor states is checked against the bytes of its
//! buffer before any number is read.

use super::buffers::{Buffer, Buffers};
use super::document::{Document, Items};
use super::views::{View, Views, Within};
use crate::mesh::problem::{Item, List, Problem, Use};
use crate::mesh::problems::quoted;
use crate::mesh::refusal::Refusal;
use crate::work::{Progress, memory};
use serde::Deserialize;
use std::collections::HashMap;
use std::rc::Rc;

/// Number of bytes read at once; they stay in the cache.
const BLOCK: usize = 128 << 10;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AccessorItem {
    buffer_view: Option<u32>,
    #[serde(default)]
    byte_offset: u64,
    component_type: u32,
    #[serde(default)]
    normalized: bool,
    count: u64,
    #[serde(rename = "type")]
    shape: String,
    sparse: Option<SparseItem>,
}

#[derive(Deserialize)]
struct SparseItem {
    count: u64,
    indices: SparsePart,
    values: SparsePart,
}

/// Place of the indices or the values of sparse elements; values have the accessor's component type.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SparsePart {
    buffer_view: u32,
    #[serde(default)]
    byte_offset: u64,
    component_type: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn of_code(code: u32) -> Option<Self> {
        Some(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    pub fn size(self) -> u64 {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }
}

impl Use {
    /// Returns the number of numbers in an element of this type, or `None` if it cannot be used so.
    fn lanes(self, shape: &str) -> Option<u64> {
        match (self, shape) {
            (Self::Positions | Self::Colors | Self::Displacements | Self::Normals, "VEC3") => Some(3),
            (Self::TextureCoordinates, "VEC2") => Some(2),
            (Self::Translations | Self::Scales, "VEC3") => Some(3),
            (Self::Colors | Self::Joints | Self::Weights | Self::Rotations, "VEC4") => Some(4),
            (Self::Indices, "SCALAR") => Some(1),
            (Self::Matrices, "MAT4") => Some(16),
            _ => None,
        }
    }

    /// Returns whether numbers of this type can be used so.
    fn takes(self, component: Component) -> bool {
        match self {
            Self::Positions | Self::Displacements | Self::TextureCoordinates => component != Component::U32,
            Self::Translations | Self::Scales => component != Component::U32,
            Self::Colors | Self::Weights => matches!(component, Component::U8 | Component::U16 | Component::F32),
            Self::Indices => matches!(component, Component::U8 | Component::U16 | Component::U32),
            Self::Joints => matches!(component, Component::U8 | Component::U16),
            Self::Matrices => component == Component::F32,
            Self::Rotations | Self::Normals => matches!(component, Component::I8 | Component::I16 | Component::F32),
        }
    }

    /// Returns whether whole numbers in this use are fractions of the largest one; `normalized` is what the accessor
    /// says.
    fn normalizes(self, normalized: bool) -> bool {
        match self {
            Self::Colors | Self::Weights | Self::Rotations | Self::Normals => true,
            Self::Joints => false,
            _ => normalized,
        }
    }
}

/// Elements at equal distances in a buffer or in decoded bytes, all of which are there.
#[derive(Clone, Copy, Debug)]
pub struct ElementRow {
    pub within: Within,
    /// Byte of the buffer where the first element begins.
    pub start: u64,
    /// Number of bytes from the beginning of one element to that of the next, at least `size`.
    pub stride: u64,
    /// Number of bytes of an element.
    pub size: u64,
    pub count: u64,
    pub component: Component,
}

/// Rows of elements that were decoded, by the accessors that they stand for.
pub type Rows = Rc<HashMap<u32, ElementRow>>;

/// List of elements, each one or several numbers, in a buffer. Elements for which no bytes are given are zero.
pub struct Accessor {
    name: Item,
    pub count: u64,
    normalized: bool,
    row: Option<ElementRow>,
    /// Indices of the elements that are replaced, and the values that replace them; `None` if no element is replaced.
    sparse: Option<[ElementRow; 2]>,
}

impl Accessor {
    /// Returns the accessor `index`, to which the item `by` refers, after checking that it fits the use `used`. If the
    /// file gives no bytes for the elements, their count is not checked.
    pub fn open(source: &mut Source, index: u32, by: &Item, used: Use) -> Result<Self, Refusal> {
        let document = source.document;
        let item = source.accessors.get(document, index, by)?;
        let name = List::Accessors.item(index);
        let refused = |what: Problem| document.refused(List::Accessors, index, what);
        let Some(lanes) = used.lanes(&item.shape) else { return Err(refused(unfit(name, &item.shape, used))) };
        let component_of = |code: u32| {
            let unknown = || refused(Problem::UnknownComponent { item: name.clone(), code });
            Component::of_code(code).ok_or_else(unknown)
        };
        let decoded = source.decoded.get(&index).copied();
        let count = decoded.map_or(item.count, |row| row.count);
        let component = match decoded {
            Some(row) => row.component,
            None => component_of(item.component_type)?,
        };
        if !used.takes(component) {
            return Err(refused(unfit(name, &format!("{component:?}").to_lowercase(), used)));
        }
        let size = lanes * component.size();
        let mut row = |view: u32, start: u64, size: u64, count: u64, component: Component| {
            ElementRow::open(
                source,
                (view, &name),
                ElementRow { within: Within::Buffer(0), start, stride: size, size, count, component },
            )
        };
        let base = match decoded {
            Some(decoded) if decoded.size < size => return Err(refused(Problem::CompressionUnfit { item: name })),
            Some(decoded) => Some(ElementRow { size, ..decoded }),
            None => item.buffer_view.map(|view| row(view, item.byte_offset, size, count, component)).transpose()?,
        };
        let sparse = match &item.sparse {
            Some(sparse) if sparse.count > count => {
                let replaced = sparse.count;
                return Err(refused(Problem::ReplacesMore { item: name, replaced, count }));
            }
            Some(SparseItem { count: n, indices, values }) => {
                let of_indices = component_of(indices.component_type.unwrap_or(0))?;
                if !matches!(of_indices, Component::U8 | Component::U16 | Component::U32) {
                    return Err(refused(unfit(name, &format!("{of_indices:?}").to_lowercase(), Use::Indices)));
                }
                Some([
                    row(indices.buffer_view, indices.byte_offset, of_indices.size(), *n, of_indices)?,
                    row(values.buffer_view, values.byte_offset, size, *n, component)?,
                ])
            }
            None => None,
        };
        Ok(Self { normalized: used.normalizes(item.normalized), name, count, row: base, sparse })
    }

    /// Returns the number of elements for which the file gives bytes. An element replaced by the sparse list counts
    /// twice.
    pub fn n_given(&self) -> u64 {
        let replaced = self.sparse.as_ref().map_or(0, |[_, values]| values.count);
        self.row.map_or(0, |row| row.count) + replaced
    }

    /// Reads the first `N` numbers of each element, and returns them.
    pub fn numbers<const N: usize>(&self, source: &mut Source) -> Result<Vec<[f32; N]>, Refusal> {
        let read = |row: &ElementRow, source: &mut Source| row.numbers(source, self);
        let base = self.row.as_ref().map(|row| read(row, source)).transpose()?;
        self.with_replaced(base, [0.0; N], source, read)
    }

    /// Calls `take` with the index and the first `N` numbers of each element that the file stores, in a buffer view or
    /// sparsely. All other elements are zeros, for which `take` is not called.
    pub fn each_given<const N: usize>(
        &self,
        source: &mut Source,
        mut take: impl FnMut(usize, [f32; N]),
    ) -> Result<(), Refusal> {
        let Some([_, values]) = self.sparse.as_ref().filter(|_| self.row.is_none()) else {
            let none = self.row.is_none();
            let all = if none { Vec::new() } else { self.numbers(source)? };
            all.into_iter().enumerate().for_each(|(place, numbers)| take(place, numbers));
            return Ok(());
        };
        let places = self.places(source)?;
        let mut given: Vec<(usize, [f32; N])> = places.into_iter().zip(values.numbers(source, self)?).collect();
        // Of two values for one element the last counts.
        given.reverse();
        given.sort_by_key(|&(place, _)| place);
        given.dedup_by_key(|&mut (place, _)| place);
        given.into_iter().for_each(|(place, numbers)| take(place, numbers));
        Ok(())
    }

    /// Returns the indices of the elements that other values replace.
    fn places(&self, source: &mut Source) -> Result<Vec<usize>, Refusal> {
        let Some([places, _]) = &self.sparse else { return Ok(Vec::new()) };
        let places = places.indices(source, &self.name)?;
        match places.iter().find(|&&place| u64::from(place) >= self.count) {
            Some(&element) => {
                let (item, count) = (self.name.clone(), self.count);
                Err(Refusal::damaged(None, Problem::ReplacesAbsent { item, element, count }))
            }
            None => Ok(places.into_iter().map(|place| place as usize).collect()),
        }
    }

    /// Reads all elements as indices of vertices, and returns them.
    pub fn indices(&self, source: &mut Source) -> Result<Vec<u32>, Refusal> {
        let read = |row: &ElementRow, source: &mut Source| row.indices(source, &self.name);
        let base = self.row.as_ref().map(|row| read(row, source)).transpose()?;
        self.with_replaced(base, 0, source, read)
    }

    /// Returns the elements of `base`, or `zero` without one, with those replaced for which other values are given.
    fn with_replaced<T: Copy>(
        &self,
        base: Option<Vec<T>>,
        zero: T,
        source: &mut Source,
        read: impl Fn(&ElementRow, &mut Source) -> Result<Vec<T>, Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        let mut list = match base {
            Some(list) => list,
            None => memory::filled(self.count as usize, zero)?,
        };
        if let Some([_, values]) = &self.sparse {
            for (place, value) in self.places(source)?.into_iter().zip(read(values, source)?) {
                list[place] = value;
            }
        }
        Ok(list)
    }
}

/// Returns the problem with an accessor that is not fit for a use.
fn unfit(item: Item, held: &str, used: Use) -> Problem {
    Problem::Unfit { item, held: quoted(held), used }
}

pub struct Source<'d, 'a, 'p> {
    pub document: &'d Document<'d>,
    pub buffers: Buffers<'a>,
    pub progress: &'p Progress,
    /// `true` to read texture coordinates, normals and textures.
    pub attributes: bool,
    /// Rows of the accessors that the compressed data of the primitive, which is read just now, stand for.
    pub decoded: Rows,
    #[cfg(feature = "draco")]
    pub streams: super::draco::Streams,
    accessors: Items<AccessorItem>,
    views: Views<'a>,
}

impl<'d, 'a, 'p> Source<'d, 'a, 'p> {
    pub fn new(document: &'d Document<'d>, buffers: Buffers<'a>, progress: &'p Progress) -> Self {
        let (accessors, views) = (Items::of(List::Accessors), Views::new());
        Self {
            document,
            buffers,
            progress,
            attributes: true,
            decoded: Rows::default(),
            #[cfg(feature = "draco")]
            streams: HashMap::new(),
            accessors,
            views,
        }
    }

    /// Returns the view `index`, to which the item `by` refers.
    pub fn view(&mut self, index: u32, by: &Item) -> Result<View, Refusal> {
        self.views.get(self.document, &mut self.buffers, index, by)
    }

    /// Returns the buffer or the decoded bytes that `within` names for the item `by`.
    pub fn bytes(&mut self, within: Within, by: &Item) -> Result<&Buffer<'a>, Refusal> {
        match within {
            Within::Buffer(index) => self.buffers.get(self.document, index, by),
            Within::Decoded(place) => Ok(self.views.decoded(place)),
        }
    }

    /// Returns the number of bytes of the document and of the buffers that were opened so far.
    pub fn n_bytes(&self) -> u64 {
        self.document.n_bytes() + self.buffers.bytes
    }

    /// Returns whether the file gives no bytes for the accessor `index`, so that all its numbers are zero. The item
    /// `by` refers to this accessor.
    pub fn is_zero(&mut self, index: u32, by: &Item) -> Result<bool, Refusal> {
        let item = self.accessors.get(self.document, index, by)?;
        Ok(item.buffer_view.is_none() && item.sparse.is_none())
    }

    /// Returns the number of elements of the accessor `index`, as the file states it. The item `by` refers to it.
    pub fn count(&mut self, index: u32, by: &Item) -> Result<u64, Refusal> {
        Ok(self.accessors.get(self.document, index, by)?.count)
    }

    /// Counts bytes that are about to be decoded, as [`Views::admit`] does.
    #[cfg(feature = "draco")]
    pub fn admit(&mut self, length: u64, by: &Item) -> Result<(), Refusal> {
        self.views.admit(&mut self.buffers, length, by)
    }

    /// Keeps decoded bytes, and returns where they are.
    #[cfg(feature = "draco")]
    pub fn keep(&mut self, bytes: Vec<u8>) -> Within {
        Within::Decoded(self.views.keep(bytes))
    }
}

impl ElementRow {
    /// Returns the row in the view `index`, of which `row` gives all but the buffer, the stride and the place there.
    fn open(source: &mut Source, (index, by): (u32, &Item), row: Self) -> Result<Self, Refusal> {
        let (document, name) = (source.document, List::Views.item(index));
        let view = source.view(index, by)?;
        let stride = view.stride.unwrap_or(row.size);
        if stride < row.size || stride > u64::from(u32::MAX) {
            let what = Problem::ShortStride { item: name, stride, other: by.clone(), size: row.size };
            return Err(document.refused(List::Views, index, what));
        }
        let end = row.count.checked_sub(1).map_or(Some(0), |before| before.checked_mul(stride)?.checked_add(row.size));
        if end.and_then(|end| end.checked_add(row.start)).is_none_or(|end| end > view.length) {
            return Err(document.refused(List::Views, index, Problem::ReachesBeyond { item: by.clone(), of: name }));
        }
        Ok(Self { within: view.within, start: view.start + row.start, stride, ..row })
    }

    /// Calls `take` with the bytes of all elements, some at a time, each but the last with what lies ahead of the next
    /// one.
    fn each_block(&self, source: &mut Source, name: &Item, mut take: impl FnMut(&[u8])) -> Result<(), Refusal> {
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
            source.bytes(self.within, name)?.read(self.start + done * self.stride, &mut bytes[..length])?;
            take(&bytes[..length]);
            done += n;
        }
        Ok(())
    }

    /// Reads the first `N` numbers of each element, and returns them.
    fn numbers<const N: usize>(&self, source: &mut Source, of: &Accessor) -> Result<Vec<[f32; N]>, Refusal> {
        let mut list = reserved(self.count)?;
        self.each_block(source, &of.name, |bytes| match (self.component, of.normalized) {
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

    fn indices(&self, source: &mut Source, name: &Item) -> Result<Vec<u32>, Refusal> {
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
