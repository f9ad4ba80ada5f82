//! Accessors: lists of numbers in buffers, whose layout is checked before any number is read.

use super::document::{Item, List};
use super::source::{Source, Within, unfit};
use crate::mesh::read::elements::Number::{self, F32, F64, I8, I16, I32, U8, U16, U32};
use crate::mesh::report::{Refusal, Result, quoted};
use crate::work::memory;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// Number of bytes read at once; they stay in the cache.
const BLOCK: usize = 128 << 10;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccessorItem {
    pub buffer_view: Option<u32>,
    #[serde(default)]
    byte_offset: u64,
    component_type: u32,
    #[serde(default)]
    normalized: bool,
    pub count: u64,
    #[serde(rename = "type")]
    shape: String,
    pub sparse: Option<SparseItem>,
}

#[derive(Deserialize)]
pub struct SparseItem {
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

fn component_of(code: u32) -> Option<Number> {
    Some(match code {
        5120 => I8,
        5121 => U8,
        5122 => I16,
        5123 => U16,
        5125 => U32,
        5126 => F32,
        _ => return None,
    })
}

/// Meaning of the numbers in an accessor: the word for them, which is its text, the types that elements and components
/// may have, and whether whole numbers are fractions of the largest one; `None` if the accessor says that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Use(&'static str, &'static [&'static str], &'static [Number], Option<bool>);

const ANY: &[Number] = &[I8, U8, I16, U16, F32];
const SIGNED: &[Number] = &[I8, I16, F32];
const UNSIGNED: &[Number] = &[U8, U16, F32];
const WHOLE: &[Number] = &[U8, U16, U32];

impl Use {
    pub const POSITIONS: Self = Self("positions", &["VEC3"], ANY, None);
    pub const COLORS: Self = Self("colours", &["VEC3", "VEC4"], UNSIGNED, Some(true));
    pub const INDICES: Self = Self("indices", &["SCALAR"], WHOLE, None);
    pub const TEXTURE_COORDINATES: Self = Self("texture coordinates", &["VEC2"], ANY, None);
    pub const NORMALS: Self = Self("normals", &["VEC3"], SIGNED, Some(true));
    pub const DISPLACEMENTS: Self = Self("displacements", &["VEC3"], ANY, None);
    pub const JOINTS: Self = Self("joints", &["VEC4"], &[U8, U16], Some(false));
    pub const WEIGHTS: Self = Self("weights", &["VEC4"], UNSIGNED, Some(true));
    pub const MATRICES: Self = Self("matrices", &["MAT4"], &[F32], None);
    pub const TRANSLATIONS: Self = Self("translations", &["VEC3"], ANY, None);
    pub const ROTATIONS: Self = Self("rotations", &["VEC4"], SIGNED, Some(true));
    pub const SCALES: Self = Self("scales", &["VEC3"], ANY, None);
}

impl Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Elements at equal distances in a buffer or in decoded bytes, all of which are there.
#[derive(Clone, Copy, Debug)]
pub struct ElementRow {
    pub within: Within,
    pub start: u64,
    /// Number of bytes from the beginning of one element to that of the next, at least `size`.
    pub stride: u64,
    pub size: u64,
    pub count: u64,
    pub component: Number,
}

impl ElementRow {
    /// Calls `take` with the bytes of some elements at a time, each but the last with what lies ahead of the next one.
    fn each_block(&self, source: &mut Source, name: Item, mut take: impl FnMut(&[u8])) -> Result<()> {
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

    /// Reads the first `N` numbers of each element; `normalized` ones are fractions of the largest.
    fn numbers<const N: usize>(&self, source: &mut Source, name: Item, normalized: bool) -> Result<Vec<[f32; N]>> {
        let mut list = reserved(self.count)?;
        self.each_block(source, name, |bytes| match (self.component, normalized) {
            (F32, _) => extend(&mut list, bytes, self, f32::from_le_bytes),
            (I8, true) => extend(&mut list, bytes, self, |[x]| (f32::from(x as i8) / 127.0).max(-1.0)),
            (U8, true) => extend(&mut list, bytes, self, |[x]| f32::from(x) / 255.0),
            (I16, true) => {
                extend(&mut list, bytes, self, |x| (f32::from(i16::from_le_bytes(x)) / 32767.0).max(-1.0));
            }
            (U16, true) => extend(&mut list, bytes, self, |x| f32::from(u16::from_le_bytes(x)) / 65535.0),
            (I8, false) => extend(&mut list, bytes, self, |[x]| f32::from(x as i8)),
            (U8, false) => extend(&mut list, bytes, self, |[x]| f32::from(x)),
            (I16, false) => extend(&mut list, bytes, self, |x| f32::from(i16::from_le_bytes(x))),
            (U16, false) => extend(&mut list, bytes, self, |x| f32::from(u16::from_le_bytes(x))),
            (U32, _) => extend(&mut list, bytes, self, |x| u32::from_le_bytes(x) as f32),
            (I32 | F64, _) => unreachable!("glTF has no such numbers"),
        })?;
        Ok(list)
    }

    fn indices(&self, source: &mut Source, name: Item) -> Result<Vec<u32>> {
        let mut list = reserved(self.count)?;
        self.each_block(source, name, |bytes| {
            let elements = bytes.chunks(self.stride as usize);
            match self.component {
                U8 => list.extend(elements.map(|x| u32::from(x[0]))),
                U16 => list.extend(elements.map(|x| u32::from(u16::from_le_bytes([x[0], x[1]])))),
                _ => list.extend(elements.map(|x| u32::from_le_bytes([x[0], x[1], x[2], x[3]]))),
            }
        })?;
        Ok(list)
    }
}

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

pub fn reserved<T>(count: u64) -> Result<Vec<T>> {
    memory::check(count.saturating_mul(size_of::<T>() as u64))?;
    let mut list = Vec::new();
    memory::reserve(&mut list, count as usize)?;
    Ok(list)
}

/// List of elements, each one or several numbers, in a buffer. Elements for which no bytes are given are zero.
pub struct Accessor {
    name: Item,
    pub count: u64,
    normalized: bool,
    row: Option<ElementRow>,
    /// Indices of the elements that are replaced, and the values that replace them.
    sparse: Option<[ElementRow; 2]>,
}

impl Accessor {
    /// Returns the accessor `index`, to which `by` refers, if it fits its use; without bytes, its count is not checked.
    pub fn open(source: &mut Source, index: u32, by: &dyn Display, used: Use) -> Result<Self> {
        let document = source.document;
        let item = source.accessors.get(document, index, by)?;
        let name = List::Accessors.item(index);
        let refused = |what: String| document.refused(name, format!("{name} {what}"));
        let holds = |held: &str, used: Use| refused(format!("holds {}, which are no {used}", quoted(held)));
        let holds_numbers = |held: Number, used: Use| holds(&format!("{held:?}").to_lowercase(), used);
        let Use(_, shapes, components, fractions) = used;
        let lanes = match item.shape.as_str() {
            shape if !shapes.contains(&shape) => return Err(holds(shape, used)),
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let component_of =
            |code: u32| component_of(code).ok_or_else(|| refused(format!("is of the unknown component type {code}")));
        let decoded = source.decoded.get(&index).copied();
        let count = decoded.map_or(item.count, |row| row.count);
        let component = match decoded {
            Some(row) => row.component,
            None => component_of(item.component_type)?,
        };
        if !components.contains(&component) {
            return Err(holds_numbers(component, used));
        }

        // Check rows against their views here: reading them later takes all of their bytes for granted.
        let mut row = |index: u32, start: u64, size: u64, count: u64, component: Number| {
            let (view, named) = (source.view(index, &name)?, List::Views.item(index));
            let stride = view.stride.unwrap_or(size);
            if stride < size || stride > u64::from(u32::MAX) {
                let what = format!("{named} has a stride of {stride} bytes, and {name} elements of {size}");
                return Err(document.refused(named, what));
            }
            let end = count.checked_sub(1).map_or(Some(0), |before| before.checked_mul(stride)?.checked_add(size));
            if end.and_then(|end| end.checked_add(start)).is_none_or(|end| end > view.length) {
                return Err(document.refused(named, format!("{name} reaches beyond the end of {named}")));
            }
            Ok(ElementRow { within: view.within, start: view.start + start, stride, size, count, component })
        };
        let size = lanes * component.size() as u64;
        let base = match decoded {
            Some(decoded) if decoded.size < size => return Err(document.refused(name, unfit(&name))),
            Some(decoded) => Some(ElementRow { size, ..decoded }),
            None => item.buffer_view.map(|view| row(view, item.byte_offset, size, count, component)).transpose()?,
        };
        let sparse = match &item.sparse {
            Some(sparse) if sparse.count > count => {
                return Err(refused(format!("replaces {} of its {count} elements", sparse.count)));
            }
            Some(SparseItem { count: n, indices, values }) => {
                let of_indices = component_of(indices.component_type.unwrap_or(0))?;
                if !WHOLE.contains(&of_indices) {
                    return Err(holds_numbers(of_indices, Use::INDICES));
                }
                Some([
                    row(indices.buffer_view, indices.byte_offset, of_indices.size() as u64, *n, of_indices)?,
                    row(values.buffer_view, values.byte_offset, size, *n, component)?,
                ])
            }
            None => None,
        };
        Ok(Self { normalized: fractions.unwrap_or(item.normalized), name, count, row: base, sparse })
    }

    pub fn check_count(&self, source: &Source, (name, n): (&str, u64), used: Use) -> Result<()> {
        if self.count == n {
            return Ok(());
        }
        Err(source.document.refused(self.name, format!("{name} has {n} vertices and {} {used}", self.count)))
    }

    /// Returns the number of elements for which the file gives bytes; one that is replaced counts twice.
    pub fn n_given(&self) -> u64 {
        let replaced = self.sparse.as_ref().map_or(0, |[_, values]| values.count);
        self.row.map_or(0, |row| row.count) + replaced
    }

    pub fn numbers<const N: usize>(&self, source: &mut Source) -> Result<Vec<[f32; N]>> {
        self.all([0.0; N], source, |row, source| row.numbers(source, self.name, self.normalized))
    }

    /// Calls `take` with the index and the first `N` numbers of each element that the file stores; others are zeros.
    pub fn each_given<const N: usize>(&self, source: &mut Source, mut take: impl FnMut(usize, [f32; N])) -> Result<()> {
        if self.row.is_some() {
            self.numbers(source)?.into_iter().enumerate().for_each(|(place, numbers)| take(place, numbers));
        } else if let Some([_, values]) = &self.sparse {
            let places = self.places(source)?;
            // Of two values for one element the last counts.
            let values = values.numbers(source, self.name, self.normalized)?;
            let given: BTreeMap<usize, [f32; N]> = places.into_iter().zip(values).collect();
            given.into_iter().for_each(|(place, numbers)| take(place, numbers));
        }
        Ok(())
    }

    /// Returns the indices of the elements that other values replace.
    fn places(&self, source: &mut Source) -> Result<Vec<usize>> {
        let Some([places, _]) = &self.sparse else { return Ok(Vec::new()) };
        let places = places.indices(source, self.name)?;
        let (name, count) = (self.name, self.count);
        match places.iter().find(|&&place| u64::from(place) >= count) {
            Some(element) => Err(Refusal::gltf(format!("{name} replaces element {element}, and it has {count}"))),
            None => Ok(places.into_iter().map(|place| place as usize).collect()),
        }
    }

    pub fn indices(&self, source: &mut Source) -> Result<Vec<u32>> {
        self.all(0, source, |row, source| row.indices(source, self.name))
    }

    /// Reads all elements, `zero` where the file gives none, and replaces those for which other values are given.
    fn all<T: Copy>(
        &self,
        zero: T,
        source: &mut Source,
        read: impl Fn(&ElementRow, &mut Source) -> Result<Vec<T>>,
    ) -> Result<Vec<T>> {
        let mut list = match &self.row {
            Some(row) => read(row, source)?,
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
