//! Attributes of a primitive that are read: positions, colours, texture coordinates, normals, and joints with their
//! weights.

use crate::mesh::attributes::TEXTURE_SETS;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;

/// Accessors of a primitive's attributes, as indices in the document. Attributes that are not read are ignored.
#[derive(Default)]
pub struct Attributes {
    pub position: Option<u32>,
    pub color: Option<u32>,
    /// Accessors of texture coordinates and normals.
    pub block: BlockSource,
    /// Accessors of joints and of their weights, by the number of the set. A set gives each vertex four joints and four
    /// weights.
    sets: BTreeMap<u32, [Option<u32>; 2]>,
    /// Names of the attributes that are read, with their accessors.
    pub named: Vec<(String, u32)>,
}

impl Attributes {
    /// Returns the accessors of joints and of weights, one pair for each set. `None` if there is no set, or if a set
    /// lacks joints or weights.
    pub fn joints(&self) -> Option<Vec<[u32; 2]>> {
        let sets: Option<Vec<_>> = self.sets.values().map(|&[joints, weights]| Some([joints?, weights?])).collect();
        sets.filter(|sets| !sets.is_empty())
    }
}

/// Accessors of the texture coordinates and normals that make a [`Block`](super::blocks::Block). Primitives that name
/// the same ones for the same vertices share it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BlockSource {
    pub texture_coordinates: [AnyIndex; TEXTURE_SETS],
    pub normals: AnyIndex,
    /// Accessor of the displacements of normals for each morph target.
    pub targets: Vec<AnyIndex>,
}

impl BlockSource {
    /// Returns whether a primitive with these accessors has neither texture coordinates nor normals.
    pub fn is_empty(&self) -> bool {
        self.normals.0.is_none() && self.texture_coordinates.iter().all(|set| set.0.is_none())
    }
}

/// Index of an accessor that a damaged document need not give: what is no index counts as one of no accessor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AnyIndex(pub Option<u32>);

impl<'de> Deserialize<'de> for AnyIndex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Self(serde_json::from_str(text.get()).unwrap_or(Some(u32::MAX))))
    }
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
            let set_of = |start: &str| name.strip_prefix(start)?.parse::<u32>().ok();
            let [first, second] = &mut attributes.block.texture_coordinates;
            let of_block = match name.as_str() {
                "TEXCOORD_0" => Some(first),
                "TEXCOORD_1" => Some(second),
                "NORMAL" => Some(&mut attributes.block.normals),
                _ => None,
            };
            if let Some(place) = of_block {
                *place = map.next_value()?;
                attributes.named.extend(place.0.map(|accessor| (name, accessor)));
                continue;
            }
            let place = if name == "POSITION" {
                &mut attributes.position
            } else if name == "COLOR_0" {
                &mut attributes.color
            } else if let Some(set) = set_of("JOINTS_") {
                &mut attributes.sets.entry(set).or_default()[0]
            } else if let Some(set) = set_of("WEIGHTS_") {
                &mut attributes.sets.entry(set).or_default()[1]
            } else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            *place = map.next_value()?;
            let accessor = *place;
            attributes.named.extend(accessor.map(|accessor| (name, accessor)));
        }
        Ok(attributes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_joints_count_as_pairs() {
        let joints = |text: &str| serde_json::from_str::<Attributes>(text).expect("attributes").joints();
        let both = r#"{"WEIGHTS_1":4,"NORMAL":"x","JOINTS_0":1,"JOINTS_1":3,"WEIGHTS_0":2,"POSITION":0}"#;
        assert_eq!(joints(both), Some(vec![[1, 2], [3, 4]]));
        assert_eq!(joints(r#"{"JOINTS_0":1,"WEIGHTS_0":2,"JOINTS_1":3}"#), None);
        assert_eq!(joints(r#"{"POSITION":0,"_JOINTS":1}"#), None);
        let damaged = serde_json::from_str::<Attributes>(r#"{"JOINTS_0":"x"}"#);
        assert!(damaged.is_err());
    }
}
