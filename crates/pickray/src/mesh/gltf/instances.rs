//! Instances of a mesh: a node places its mesh many times, by lists of translations, rotations and scales.
//!
//! Based on: Khronos, glTF vendor extension EXT_mesh_gpu_instancing, 2021. Lists with other names are ignored, as they
//! place no triangles; where there are no others, they count the instances.

use super::accessor::{Accessor, Source};
use super::tally::Tally;
use super::transform::{self, Parts};
use super::unfolding::Made;
use crate::mesh::problem::{List, Problem, Use};
use crate::mesh::refusal::Refusal;
use crate::work::memory;
use glam::DAffine3;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Extension of a node that places its mesh as many instances.
#[derive(Clone, Deserialize)]
pub struct Instancing {
    attributes: InstanceAccessors,
}

/// Accessors that have an element for each instance.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct InstanceAccessors {
    translation: Option<u32>,
    rotation: Option<u32>,
    scale: Option<u32>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

impl Instancing {
    /// Returns the transform from each instance to the space of its node; `node` is the index of this node in the
    /// document. `None` if the extension has no list, so that the number of instances is unknown.
    pub fn transforms(
        self,
        source: &mut Source,
        tally: &mut Tally,
        node: u32,
    ) -> Result<Option<Vec<DAffine3>>, Refusal> {
        let (document, item) = (source.document, List::Nodes.item(node));
        let InstanceAccessors { translation, rotation, scale, others } = self.attributes;
        let mut count = None;
        let mut open = |index: Option<u32>, used: Use| -> Result<Option<Accessor>, Refusal> {
            let Some(index) = index else { return Ok(None) };
            let list = Accessor::open(source, index, &item, used)?;
            let instances = *count.get_or_insert(list.count);
            if list.count != instances {
                let (item, count) = (item.clone(), list.count);
                let what = Problem::InstanceCount { item, instances, count, what: used };
                return Err(document.refused(List::Accessors, index, what));
            }
            Ok(Some(list))
        };
        let translations = open(translation, Use::Translations)?;
        let rotations = open(rotation, Use::Rotations)?;
        let scales = open(scale, Use::Scales)?;
        let other = others.values().find_map(|accessor| u32::try_from(accessor.as_u64()?).ok());
        let count = match (count, other) {
            (Some(count), _) => count,
            (None, Some(other)) => source.count(other, &item)?,
            (None, None) => return Ok(None),
        };
        // A count of elements without bytes may be any.
        tally.unfolded.add(Made::Objects, count, source.n_bytes(), || item.clone())?;
        let translations = numbers::<3>(translations, source)?;
        let rotations = numbers::<4>(rotations, source)?;
        let scales = numbers::<3>(scales, source)?;
        let mut transforms = Vec::new();
        memory::reserve(&mut transforms, count as usize)?;
        for i in 0..count as usize {
            let parts = Parts {
                translation: translations.as_ref().map(|list| list[i].map(f64::from)),
                rotation: rotations.as_ref().map(|list| list[i].map(f64::from)),
                scale: scales.as_ref().map(|list| list[i].map(f64::from)),
            };
            let transform = transform::of_parts(&parts, &item);
            transforms.push(transform.map_err(|what| document.refused(List::Nodes, node, what))?);
        }
        Ok(Some(transforms))
    }
}

fn numbers<const N: usize>(list: Option<Accessor>, source: &mut Source) -> Result<Option<Vec<[f32; N]>>, Refusal> {
    list.map(|list| list.numbers(source)).transpose()
}
