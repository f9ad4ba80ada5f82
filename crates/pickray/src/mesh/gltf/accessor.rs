//! Accessors: lists of numbers in buffers. The layout that an accessor states is checked against the bytes of its
//! buffer before any number is read.

use super::items::{Item, List};
use super::source::{Component, ElementRow, Source, SparseItem, Within, unfit};
use crate::mesh::problems::quoted;
use crate::mesh::refusal::Refusal;
use crate::work::memory;
use std::fmt::{self, Display};

/// Meaning of the numbers in an accessor; its text is the word for them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Use {
    Positions,
    Colors,
    Indices,
    TextureCoordinates,
    Normals,
    /// Displacements of a morph target.
    Displacements,
    Joints,
    /// Weights of joints.
    Weights,
    /// Matrices of a skin.
    Matrices,
    /// Values of instances.
    Translations,
    Rotations,
    Scales,
}

impl Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rules().0)
    }
}

impl Use {
    /// Returns the word for the numbers, the types that elements and components may have, and whether whole numbers are
    /// fractions of the largest one; `None` if the accessor says that.
    fn rules(self) -> (&'static str, &'static [&'static str], &'static [Component], Option<bool>) {
        use Component::*;
        const ANY: &[Component] = &[I8, U8, I16, U16, F32];
        const SIGNED: &[Component] = &[I8, I16, F32];
        const UNSIGNED: &[Component] = &[U8, U16, F32];
        match self {
            Self::Positions => ("positions", &["VEC3"], ANY, None),
            Self::Colors => ("colours", &["VEC3", "VEC4"], UNSIGNED, Some(true)),
            Self::Indices => ("indices", &["SCALAR"], WHOLE, None),
            Self::TextureCoordinates => ("texture coordinates", &["VEC2"], ANY, None),
            Self::Normals => ("normals", &["VEC3"], SIGNED, Some(true)),
            Self::Displacements => ("displacements", &["VEC3"], ANY, None),
            Self::Joints => ("joints", &["VEC4"], &[U8, U16], Some(false)),
            Self::Weights => ("weights", &["VEC4"], UNSIGNED, Some(true)),
            Self::Matrices => ("matrices", &["MAT4"], &[F32], None),
            Self::Translations => ("translations", &["VEC3"], ANY, None),
            Self::Rotations => ("rotations", &["VEC4"], SIGNED, Some(true)),
            Self::Scales => ("scales", &["VEC3"], ANY, None),
        }
    }
}

/// Component types of indices.
const WHOLE: &[Component] = &[Component::U8, Component::U16, Component::U32];

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
    /// Returns the accessor `index`, to which the item called `by` refers, after checking that it fits the use
    /// `used`. If the file gives no bytes for the elements, their count is not checked.
    pub fn open(source: &mut Source, index: u32, by: &dyn Display, used: Use) -> Result<Self, Refusal> {
        let document = source.document;
        let item = source.accessors.get(document, index, by)?;
        let name = List::Accessors.item(index);
        let refused = |what: String| document.refused(name, format!("{name} {what}"));
        let holds = |held: &str, used: Use| refused(format!("holds {}, which are no {used}", quoted(held)));
        let holds_numbers = |held: Component, used: Use| holds(&format!("{held:?}").to_lowercase(), used);
        let (_, shapes, components, fractions) = used.rules();
        let lanes = match item.shape.as_str() {
            shape if !shapes.contains(&shape) => return Err(holds(shape, used)),
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let component_of = |code: u32| {
            Component::of_code(code).ok_or_else(|| refused(format!("is of the unknown component type {code}")))
        };
        let decoded = source.decoded.get(&index).copied();
        let count = decoded.map_or(item.count, |row| row.count);
        let component = match decoded {
            Some(row) => row.component,
            None => component_of(item.component_type)?,
        };
        if !components.contains(&component) {
            return Err(holds_numbers(component, used));
        }
        let size = lanes * component.size();
        let mut row = |view: u32, start: u64, size: u64, count: u64, component: Component| {
            ElementRow::open(
                source,
                (List::Views.item(view), name),
                ElementRow { within: Within::Buffer(0), start, stride: size, size, count, component },
            )
        };
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
                    return Err(holds_numbers(of_indices, Use::Indices));
                }
                Some([
                    row(indices.buffer_view, indices.byte_offset, of_indices.size(), *n, of_indices)?,
                    row(values.buffer_view, values.byte_offset, size, *n, component)?,
                ])
            }
            None => None,
        };
        Ok(Self { normalized: fractions.unwrap_or(item.normalized), name, count, row: base, sparse })
    }

    /// Fails unless there is an element for each of the `n` vertices of the primitive `name`.
    pub fn check_count(&self, source: &Source, (name, n): (&str, u64), used: Use) -> Result<(), Refusal> {
        if self.count == n {
            return Ok(());
        }
        Err(source.document.refused(self.name, format!("{name} has {n} vertices and {} {used}", self.count)))
    }

    /// Returns the number of elements for which the file gives bytes. An element replaced by the sparse list counts
    /// twice.
    pub fn n_given(&self) -> u64 {
        let replaced = self.sparse.as_ref().map_or(0, |[_, values]| values.count);
        self.row.map_or(0, |row| row.count) + replaced
    }

    /// Reads the first `N` numbers of each element, and returns them.
    pub fn numbers<const N: usize>(&self, source: &mut Source) -> Result<Vec<[f32; N]>, Refusal> {
        let read = |row: &ElementRow, source: &mut Source| row.numbers(source, self.name, self.normalized);
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
        let mut given: Vec<(usize, [f32; N])> =
            places.into_iter().zip(values.numbers(source, self.name, self.normalized)?).collect();
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
        let places = places.indices(source, self.name)?;
        match places.iter().find(|&&place| u64::from(place) >= self.count) {
            Some(&element) => {
                let (name, count) = (self.name, self.count);
                Err(Refusal::gltf(format!("{name} replaces element {element}, and it has {count}")))
            }
            None => Ok(places.into_iter().map(|place| place as usize).collect()),
        }
    }

    /// Reads all elements as indices of vertices, and returns them.
    pub fn indices(&self, source: &mut Source) -> Result<Vec<u32>, Refusal> {
        let read = |row: &ElementRow, source: &mut Source| row.indices(source, self.name);
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
