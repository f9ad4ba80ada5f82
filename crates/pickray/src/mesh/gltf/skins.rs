//! Skins: lists of joints, and the transforms with which the joints move vertices.

use super::accessor::{Accessor, Use};
use super::items::{Item, List};
use super::nodes::Nodes;
use super::source::Source;
use super::tally::Tally;
use super::unfolding::Made;
use crate::mesh::problem::Kind;
use crate::mesh::refusal::Refusal;
use glam::{DAffine3, DMat3, DVec3};
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt::Display;
use std::rc::Rc;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SkinItem {
    inverse_bind_matrices: Option<u32>,
    joints: Vec<u32>,
}

/// Skins that nodes use, by their indices in the document.
#[derive(Default)]
pub struct Skins {
    read: HashMap<u32, Rc<[DAffine3]>>,
}

impl Skins {
    /// Returns, for each joint of the skin `index`, its transform to the world times its inverse bind matrix. The item
    /// called `by` refers to this skin.
    pub fn get(
        &mut self,
        source: &mut Source,
        tally: &mut Tally,
        nodes: &mut Nodes,
        (index, by): (u32, &dyn Display),
    ) -> Result<Rc<[DAffine3]>, Refusal> {
        if let Some(joints) = self.read.get(&index) {
            return Ok(Rc::clone(joints));
        }
        let document = source.document;
        let name = List::Skins.item(index);
        let item: SkinItem = document.get(name, by)?;
        let refused = |what: &str| Err(document.refused(name, format!("{name} {what}")));
        if item.joints.is_empty() {
            return refused("has no joints");
        }
        let mut joints = Vec::new();
        for &joint in &item.joints {
            joints.push(nodes.world(joint, &name)?);
        }
        if let Some(matrices) = item.inverse_bind_matrices {
            let matrices = inverse_bind_matrices(source, tally, matrices, name)?;
            if matrices.len() < joints.len() {
                let (joints, matrices) = (joints.len(), matrices.len());
                return refused(&format!("has {joints} joints and {matrices} inverse bind matrices"));
            }
            joints.iter_mut().zip(matrices).for_each(|(joint, matrix)| *joint *= matrix);
        }
        if !joints.iter().all(|joint| joint.is_finite()) {
            return refused("moves its joints by numbers that are not finite");
        }
        let joints: Rc<[DAffine3]> = joints.into();
        self.read.insert(index, Rc::clone(&joints));
        Ok(joints)
    }
}

/// Reads the inverse bind matrices of the skin `name`; last rows that are not 0 0 0 1 are told, and count as that.
fn inverse_bind_matrices(
    source: &mut Source,
    tally: &mut Tally,
    index: u32,
    name: Item,
) -> Result<Vec<DAffine3>, Refusal> {
    let accessor = Accessor::open(source, index, &name, Use::Matrices)?;
    let by = format!("{name} with accessor {index}");
    tally.unfolded.add(Made::Values, accessor.count, source.buffers.bytes, &by)?;
    let matrices = accessor.numbers::<16>(source)?;
    let odd = matrices.iter().filter(|matrix| [3, 7, 11, 15].map(|at| matrix[at]) != [0.0, 0.0, 0.0, 1.0]).count();
    if odd > 0 {
        let what = "of its inverse bind matrices have a last row that is not 0 0 0 1; it is passed over";
        tally.tell(Kind::Pose, || format!("{name}: {odd} {what}"));
    }
    let affine = |matrix: [f32; 16]| {
        let [x, y, z, shift] =
            [0, 4, 8, 12].map(|at| DVec3::new(matrix[at].into(), matrix[at + 1].into(), matrix[at + 2].into()));
        DAffine3::from_mat3_translation(DMat3::from_cols(x, y, z), shift)
    };
    Ok(matrices.into_iter().map(affine).collect())
}
