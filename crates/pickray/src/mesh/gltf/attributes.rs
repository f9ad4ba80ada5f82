//! Attributes of a primitive: positions, colours, texture coordinates, normals, and joints with their weights.

use super::accessor::{Accessor, Use};
use super::source::Source;
use super::unfolding::Made;
use crate::mesh::attributes::TEXTURE_SETS;
use crate::mesh::problem::Kind;
use crate::mesh::refusal::Result;
use crate::work::memory::{self, OutOfMemory};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// Accessors of a primitive's attributes, as indices in the document. Attributes that are not read are ignored.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Attributes {
    pub position: Option<u32>,
    pub color: Option<u32>,
    pub texture_coordinates: [Option<u32>; TEXTURE_SETS],
    pub normals: Option<u32>,
    /// Accessors of four joints and of their four weights, by the number of the set.
    sets: BTreeMap<u32, [Option<u32>; 2]>,
    pub named: BTreeMap<String, u32>,
}

impl Attributes {
    /// Returns the accessors of joints and of weights for each set; `None` if there is no set, or one lacks either.
    pub fn joints(&self) -> Option<Vec<[u32; 2]>> {
        let sets: Option<Vec<_>> = self.sets.values().map(|&[joints, weights]| Some([joints?, weights?])).collect();
        sets.filter(|sets| !sets.is_empty())
    }
}

/// Index of an accessor that a damaged document need not give: what is no index counts as one of no accessor.
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

impl<'de> Deserialize<'de> for Attributes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AttributesVisitor)
    }
}

struct AttributesVisitor;

impl<'de> Visitor<'de> for AttributesVisitor {
    type Value = Attributes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of attributes")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Attributes, M::Error> {
        let mut attributes = Attributes::default();
        while let Some(name) = map.next_key::<String>()? {
            let set = |start: &str| name.strip_prefix(start)?.parse::<u32>().ok();
            let joints = || set("JOINTS_").map(|set| (set, 0)).or_else(|| Some((set("WEIGHTS_")?, 1)));
            let (place, is_needed) = match name.as_str() {
                "POSITION" => (&mut attributes.position, true),
                "COLOR_0" => (&mut attributes.color, true),
                "TEXCOORD_0" => (&mut attributes.texture_coordinates[0], false),
                "TEXCOORD_1" => (&mut attributes.texture_coordinates[1], false),
                "NORMAL" => (&mut attributes.normals, false),
                _ => match joints() {
                    Some((set, of_pair)) => (&mut attributes.sets.entry(set).or_default()[of_pair], true),
                    None => {
                        map.next_value::<IgnoredAny>()?;
                        continue;
                    }
                },
            };
            *place = if is_needed { map.next_value()? } else { map.next_value::<AnyIndex>()?.0 };
            let accessor = *place;
            attributes.named.extend(accessor.map(|accessor| (name, accessor)));
        }
        Ok(attributes)
    }
}

/// Opens an accessor with a value for each of the `n` vertices of the primitive `name`, and counts what is read.
pub fn open(source: &mut Source, (name, n): (&str, u64), (index, used, made): (u32, Use, Made)) -> Result<Accessor> {
    let accessor = Accessor::open(source, index, &name, used)?;
    accessor.check_count(source, (name, n), used)?;
    // Displacements that are zero are passed over; all others are read.
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

/// Puts the values of the vertices of `range`, or none, behind those of the vertices before. The list has a value for
/// each vertex once it has any; vertices without one have `absent`.
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
