//! Transforms of nodes and of instances: a matrix, or a translation, a rotation and a scale. A node may place its mesh
//! many times, by lists of these.
//!
//! Based on: Khronos, glTF vendor extension EXT_mesh_gpu_instancing, 2021. Lists with other names are ignored, as they
//! place no triangles; where there are no others, they count the instances.

use super::accessor::{Accessor, Use};
use super::items::List;
use super::source::Source;
use super::unfolding::Made;
use crate::mesh::refusal::Result;
use crate::work::memory;
use glam::{DAffine3, DMat4, DQuat, DVec3};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Returns the transform that a matrix gives, column by column, or what is wrong with the matrix.
pub fn of_matrix(matrix: &[f64; 16]) -> Result<DAffine3, &'static str> {
    if [3, 7, 11, 15].map(|at| matrix[at]) != [0.0, 0.0, 0.0, 1.0] {
        return Err("has a matrix whose last row is not 0 0 0 1");
    }
    finite(DAffine3::from_mat4(DMat4::from_cols_array(matrix)))
}

/// Returns the transform that scales, rotates by a quaternion x, y, z, w, and translates, or what is wrong with it.
pub fn of_parts(
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
) -> Result<DAffine3, &'static str> {
    let turn = DQuat::from_array(rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
    let length = turn.length();
    if length == 0.0 || !length.is_finite() {
        return Err("has a rotation of no length");
    }
    // Exactly 1 for nearly all, which keeps their numbers.
    let turn = if length == 1.0 { turn } else { turn / length };
    let [scale, shift] = [scale.unwrap_or([1.0; 3]), translation.unwrap_or([0.0; 3])].map(DVec3::from);
    finite(DAffine3::from_scale_rotation_translation(scale, turn, shift))
}

pub fn finite(transform: DAffine3) -> Result<DAffine3, &'static str> {
    if transform.is_finite() { Ok(transform) } else { Err("is placed by numbers that are not finite") }
}

/// Extension of a node that places its mesh as many instances.
#[derive(Clone, Deserialize)]
pub struct Instancing {
    attributes: InstanceAccessors,
}

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
    /// Returns the transform from each instance to the space of the node; `None` if no list gives their number.
    pub fn transforms(self, source: &mut Source, node: u32) -> Result<Option<Vec<DAffine3>>> {
        let (document, item) = (source.document, List::Nodes.item(node));
        let InstanceAccessors { translation, rotation, scale, others } = self.attributes;
        let mut count = None;
        let mut open = |index: Option<u32>, used: Use| -> Result<Option<Accessor>> {
            let Some(index) = index else { return Ok(None) };
            let list = Accessor::open(source, index, &item, used)?;
            let instances = *count.get_or_insert(list.count);
            if list.count != instances {
                let what = format!("{item} has {instances} instances and {} {used} of them", list.count);
                return Err(document.refused(List::Accessors.item(index), what));
            }
            Ok(Some(list))
        };
        let translations = open(translation, Use::TRANSLATIONS)?;
        let rotations = open(rotation, Use::ROTATIONS)?;
        let scales = open(scale, Use::SCALES)?;
        let other = others.values().find_map(|accessor| u32::try_from(accessor.as_u64()?).ok());
        let count = match (count, other) {
            (Some(count), _) => count,
            (None, Some(other)) => source.count(other, &item)?,
            (None, None) => return Ok(None),
        };
        // A count of elements without bytes may be any.
        source.make(Made::Objects, count, &item)?;
        let translations = numbers::<3>(translations, source)?;
        let rotations = numbers::<4>(rotations, source)?;
        let scales = numbers::<3>(scales, source)?;
        let mut transforms = Vec::new();
        memory::reserve(&mut transforms, count as usize)?;
        for i in 0..count as usize {
            let transform = of_parts(at(&translations, i), at(&rotations, i), at(&scales, i));
            transforms.push(transform.map_err(|what| document.refused(item, format!("{item} {what}")))?);
        }
        Ok(Some(transforms))
    }
}

fn numbers<const N: usize>(list: Option<Accessor>, source: &mut Source) -> Result<Option<Vec<[f32; N]>>> {
    list.map(|list| list.numbers(source)).transpose()
}

fn at<const N: usize>(list: &Option<Vec<[f32; N]>>, i: usize) -> Option<[f64; N]> {
    list.as_ref().map(|list| list[i].map(f64::from))
}
