//! Attributes of a primitive that are read: positions, colours, and joints with their weights.

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// Accessors of a primitive's attributes, as indices in the document. Attributes that are not read are ignored.
#[derive(Default)]
pub struct Attributes {
    pub position: Option<u32>,
    pub color: Option<u32>,
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
