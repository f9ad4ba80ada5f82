//! Attributes of a primitive: positions, colours, texture coordinates, normals, and joints with their weights.

use super::accessor::{Accessor, Use};
use super::source::{Made, Source};
use crate::mesh::problem::Kind;
use crate::mesh::report::Result;
use crate::work::memory::{self, OutOfMemory};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Accessors of a primitive's attributes that are read, by name: primitives that agree in them share vertices.
#[derive(Clone, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(from = "BTreeMap<String, AnyIndex>")]
pub struct Attributes(pub BTreeMap<String, u32>);

/// Names of the attributes that are read, beside joints and weights, of which a primitive may have several sets.
const READ: [&str; 5] = ["POSITION", "COLOR_0", "TEXCOORD_0", "TEXCOORD_1", "NORMAL"];

impl From<BTreeMap<String, AnyIndex>> for Attributes {
    fn from(mut all: BTreeMap<String, AnyIndex>) -> Self {
        all.retain(|name, _| READ.contains(&name.as_str()) || set_of(name).is_some());
        Self(all.into_iter().filter_map(|(name, index)| Some((name, index.0?))).collect())
    }
}

/// Returns the number of a set of joints or of their weights by the name of the attribute.
fn set_of(name: &str) -> Option<u32> {
    name.strip_prefix("JOINTS_").or(name.strip_prefix("WEIGHTS_"))?.parse().ok()
}

impl Attributes {
    pub fn get(&self, name: &str) -> Option<u32> {
        self.0.get(name).copied()
    }

    /// Returns the accessors of joints and of weights for each set; `None` if there is no set, or one lacks either.
    pub fn joints(&self) -> Option<Vec<[u32; 2]>> {
        let sets: BTreeSet<u32> = self.0.keys().filter_map(|name| set_of(name)).collect();
        let pair = |set: u32| Some([self.get(&format!("JOINTS_{set}"))?, self.get(&format!("WEIGHTS_{set}"))?]);
        let pairs: Option<Vec<_>> = sets.into_iter().map(pair).collect();
        pairs.filter(|pairs| !pairs.is_empty())
    }
}

/// Index of an accessor in a document that may be damaged: what is no index counts as one of no accessor.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct AnyIndex(pub Option<u32>);

impl<'de> Deserialize<'de> for AnyIndex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Self(serde_json::from_str(text.get()).unwrap_or(Some(u32::MAX))))
    }
}

/// Accessors of the displacements of a morph target; `None` of those that it does not displace.
#[derive(Clone, PartialEq, Eq, Hash, Deserialize)]
pub struct Target {
    #[serde(rename = "POSITION")]
    pub position: Option<u32>,
    #[serde(rename = "NORMAL", default)]
    pub normal: AnyIndex,
}

/// Opens an accessor with a value for each of the `n` vertices of the primitive `name`, and counts what is read.
pub fn open(source: &mut Source, (name, n): (&str, u64), (index, used, made): (u32, Use, Made)) -> Result<Accessor> {
    let accessor = Accessor::open(source, index, &name, used)?;
    accessor.check_count(source, (name, n), used)?;
    // Skip displacements that the file does not give: they are zero.
    let n_read = if used == Use::DISPLACEMENTS { accessor.n_given() } else { n.max(accessor.n_given()) };
    source.make(made, n_read, &format_args!("{name} with accessor {index}"))?;
    Ok(accessor)
}

/// Reads a value for each of the `n` vertices of the primitive `name`; none, which is told, of a damaged accessor.
pub fn values<const N: usize>(
    source: &mut Source,
    (name, n): (&str, u64),
    (index, used): (Option<u32>, Use),
) -> Result<Vec<[f32; N]>> {
    let Some(index) = index.filter(|_| source.attributes) else { return Ok(Vec::new()) };
    let accessor = open(source, (name, n), (index, used, Made::Attributes));
    let read = accessor.and_then(|accessor| accessor.numbers::<N>(source));
    let values = source.or_left_out(read, used)?;
    let mut odd = values.iter().enumerate().filter(|(_, value)| !value.iter().all(|x| x.is_finite()));
    if let Some((vertex, _)) = odd.next() {
        let count = 1 + odd.count();
        let what = format!("{count} of its {used} are not finite, the first are those of vertex {vertex}");
        source.tell(Kind::Attribute, || format!("{name}: {what}; they are left out"));
    }
    Ok(values)
}

/// Puts the values of the vertices of `range`, or none, at the end of the list; vertices without one have `absent`.
pub fn put<T: Copy>(list: &mut Vec<T>, range: &Range<u32>, values: Vec<T>, absent: T) -> Result<(), OutOfMemory> {
    if list.is_empty() && (range.start == 0 || values.is_empty()) {
        *list = values;
        return Ok(());
    }
    memory::reserve(list, range.end as usize - list.len())?;
    list.resize(range.start as usize, absent);
    list.extend(values);
    list.resize(range.end as usize, absent);
    Ok(())
}

#[cfg(test)]
mod tests;
