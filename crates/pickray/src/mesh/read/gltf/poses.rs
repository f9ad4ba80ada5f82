//! Poses of a mesh: vertices are displaced by the weights of morph targets, and moved by the joints of a skin.
//!
//! Based on: Khronos, glTF 2.0 Specification, version 2.0.1, 2021, sections 3.7.2.2 (morph targets) and 3.7.3 (skins).
//! Vertices are displaced, then moved by joints (normals by the inverse transposes of their matrices), all in f64, and
//! rounded once. The weights of a vertex's joints, which should add up to 1, are divided by their sum. A vertex without
//! such weights follows its first joint, as in three.js. A skinned mesh stands in the world by its joints, whatever the
//! transform of its node.

use super::accessor::{Accessor, Use};
use super::attributes::{Target, open, put};
use super::document::{Item, List};
use super::nodes::{Nodes, PlacedMesh};
use super::primitives::{ReadMesh, Run};
use super::source::{Made, Rows, Source};
use crate::math::inverse_transpose;
use crate::mesh::bounds::{bounds_of_points, box_of};
use crate::mesh::numbers::is_storable;
use crate::mesh::origin;
use crate::mesh::problem::Kind;
use crate::mesh::report::{Refusal, Result, quoted};
use crate::work::memory::{self, OutOfMemory};
use glam::{DAffine3, DMat3, DMat4, DVec3};
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt::Display;
use std::rc::Rc;

/// Distance of a sum of weights from 1 above which it is told: f32 are off by less, bytes by 1/255 or more.
const UNEVEN: f64 = 1e-4;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SkinItem {
    inverse_bind_matrices: Option<u32>,
    joints: Vec<u32>,
}

/// Pose of a mesh: mesh, skin, and bit patterns of the weights that the node gives in place of the mesh's own.
type Pose = (u32, Option<u32>, Option<Vec<u64>>);

/// For each joint of a skin, its transform to the world times its inverse bind matrix.
type Joints = Rc<[DAffine3]>;

#[derive(Default)]
pub struct Poses {
    known: HashMap<Pose, u32>,
    skins: HashMap<u32, Joints>,
}

impl Poses {
    /// Sets in `it` the pose in which its node shows `base`; returns the posed mesh, `None` if it is known or unposed.
    pub fn pose(
        &mut self,
        source: &mut Source,
        nodes: &mut Nodes,
        base: &ReadMesh,
        it: &mut PlacedMesh,
    ) -> Result<Option<ReadMesh>> {
        let (node, by) = (nodes.item(it.index), quoted(&it.node));
        let mut skin = node.skin;
        if let (Some(_), Some(primitive)) = (skin, &base.without_joints) {
            let what = format!("has a skin, and {primitive} no joints and weights; it stands where its node is");
            source.tell(Kind::Pose, || format!("{by} {what}"));
            skin = None;
        }
        let own = node.weights.as_deref().filter(|own| !own.is_empty());
        if let Some(own) = own {
            base.check_weights(own, source, &by);
        }
        let own = own.map(|own| base.moving_weights(own)).filter(|own| *own != base.weights);
        let weights = own.unwrap_or(&base.weights);
        if skin.is_none() && weights.is_empty() {
            return Ok(None);
        }

        let bits = own.map(|own| own.iter().map(|weight| weight.to_bits()).collect());
        let n = self.known.len() as u32;
        let number = *self.known.entry((it.shape.mesh, skin, bits)).or_insert(n);
        it.shape.pose = Some(number);
        if skin.is_some() {
            it.world_from_object = DAffine3::IDENTITY;
        }
        if number < n {
            return Ok(None);
        }
        let weights = weights.to_vec();
        source.make(Made::Vertices, base.positions.len() as u64, &by)?;
        source.make(Made::Triangles, base.triangles.len() as u64, &by)?;
        let joints = skin.map(|skin| self.joints(source, nodes, skin, &it.node)).transpose()?;
        base.posed(source, &weights, joints.as_deref()).map(Some)
    }

    fn joints(&mut self, source: &mut Source, nodes: &mut Nodes, index: u32, by: &dyn Display) -> Result<Joints> {
        if let Some(joints) = self.skins.get(&index) {
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
            let matrices = inverse_bind_matrices(source, matrices, name)?;
            if matrices.len() < joints.len() {
                let (joints, matrices) = (joints.len(), matrices.len());
                return refused(&format!("has {joints} joints and {matrices} inverse bind matrices"));
            }
            joints.iter_mut().zip(matrices).for_each(|(joint, matrix)| *joint *= matrix);
        }
        if !joints.iter().all(|joint| joint.is_finite()) {
            return refused("moves its joints by numbers that are not finite");
        }
        let joints: Joints = joints.into();
        self.skins.insert(index, Rc::clone(&joints));
        Ok(joints)
    }
}

/// Reads the inverse bind matrices of the skin `name`; last rows that are not 0 0 0 1 are told, and count as that.
fn inverse_bind_matrices(source: &mut Source, index: u32, name: Item) -> Result<Vec<DAffine3>> {
    let accessor = Accessor::open(source, index, &name, Use::MATRICES)?;
    source.make(Made::Values, accessor.count, &format_args!("{name} with accessor {index}"))?;
    let matrices = accessor.numbers::<16>(source)?;
    let odd = matrices.iter().filter(|matrix| [3, 7, 11, 15].map(|at| matrix[at]) != [0.0, 0.0, 0.0, 1.0]).count();
    if odd > 0 {
        let what = "of its inverse bind matrices have a last row that is not 0 0 0 1; it is ignored";
        source.tell(Kind::Pose, || format!("{name}: {odd} {what}"));
    }
    let affine = |matrix: [f32; 16]| DAffine3::from_mat4(DMat4::from_cols_array(&matrix.map(f64::from)));
    Ok(matrices.into_iter().map(affine).collect())
}

fn widened(vectors: &[[f32; 3]]) -> Result<Vec<DVec3>, OutOfMemory> {
    memory::collected(vectors.iter().map(|&vector| DVec3::from(vector.map(f64::from))))
}

impl Run {
    fn open(&self, source: &mut Source, index: u32, used: Use, made: Made) -> Result<Accessor> {
        source.decoded = Rows::clone(&self.decoded);
        let accessor = open(source, (&self.name, self.range.len() as u64), (index, used, made));
        source.decoded = Rows::default();
        accessor
    }

    /// Displaces vectors of these vertices by weights of morph targets, whose accessors `of` returns.
    fn displace(
        &self,
        source: &mut Source,
        vectors: &mut [DVec3],
        weights: &[f64],
        of: fn(&Target) -> Option<u32>,
        (used, made): (Use, Made),
    ) -> Result<()> {
        for (&weight, target) in weights.iter().zip(&self.from.targets).filter(|&(&weight, _)| weight != 0.0) {
            let Some(accessor) = of(target) else { continue };
            let accessor = self.open(source, accessor, used, made)?;
            accessor.each_given(source, |vertex, by| vectors[vertex] += weight * DVec3::from(by.map(f64::from)))?;
        }
        Ok(())
    }

    /// Displaces these vertices by morph targets, and moves them as [`move_by_joints`](Self::move_by_joints) does.
    fn pose(
        &self,
        source: &mut Source,
        (vertices, matrices): (&mut [DVec3], &mut [DMat3]),
        (weights, joints): (&[f64], Option<&[DAffine3]>),
    ) -> Result<()> {
        source.make(Made::Values, weights.len().min(self.from.targets.len()) as u64, &self.name)?;
        self.displace(source, vertices, weights, |target| target.position, (Use::DISPLACEMENTS, Made::Values))?;
        if let (Some(joints), Some(sets)) = (joints, self.from.attributes.joints()) {
            self.move_by_joints(source, (vertices, matrices), (&sets, joints))?;
        }
        match vertices.iter().position(|vertex| !is_storable(vertex.to_array())) {
            Some(far) => {
                let what = format!("vertex {far} is posed farther out than a mesh can hold");
                Err(Refusal::gltf(format!("{}: {what}", self.name)))
            }
            None => Ok(()),
        }
    }

    /// Returns the `normals` of these vertices, displaced by morph targets and turned by matrices, if there are any.
    fn pose_normals(
        &self,
        source: &mut Source,
        (normals, matrices): (&[[f32; 3]], &[DMat3]),
        weights: &[f64],
    ) -> Result<Vec<[f32; 3]>> {
        let made = normals.len().saturating_add(self.from.targets.len()) as u64;
        source.make(Made::Attributes, made, &self.name)?;
        let mut posed = widened(normals)?;
        self.displace(source, &mut posed, weights, |target| target.normal.0, (Use::NORMALS, Made::Attributes))?;
        posed.iter_mut().zip(matrices).for_each(|(normal, matrix)| *normal = inverse_transpose(matrix) * *normal);
        Ok(memory::collected(posed.into_iter().map(|normal| normal.as_vec3().to_array()))?)
    }

    /// Moves vertices to the weighted means of where their joints put them; adds their sums to `matrices`, if any.
    fn move_by_joints(
        &self,
        source: &mut Source,
        (vertices, matrices): (&mut [DVec3], &mut [DMat3]),
        (sets, joints): (&[[u32; 2]], &[DAffine3]),
    ) -> Result<()> {
        let name = &self.name;
        let mut sums = memory::filled(vertices.len(), (DVec3::ZERO, 0.0))?;
        let mut first_joints = Vec::new();
        let (mut absent, mut n_absent) = (None, 0);
        for &[joint_names, weights] in sets {
            // An f32 holds every u16.
            let names = self.open(source, joint_names, Use::JOINTS, Made::Values)?.numbers::<4>(source)?;
            let weights = self.open(source, weights, Use::WEIGHTS, Made::Values)?.numbers::<4>(source)?;
            for (i, ((there, sum), vertex)) in sums.iter_mut().zip(&*vertices).enumerate() {
                for (joint, weight) in names[i].into_iter().zip(weights[i]).filter(|&(_, weight)| weight != 0.0) {
                    let Some(world_from_object) = joints.get(joint as usize) else {
                        n_absent += 1;
                        absent = absent.or(Some((joint as u32, i)));
                        continue;
                    };
                    *there += f64::from(weight) * world_from_object.transform_point3(*vertex);
                    *sum += f64::from(weight);
                    if let Some(matrix) = matrices.get_mut(i) {
                        *matrix += world_from_object.matrix3 * f64::from(weight);
                    }
                }
            }
            if first_joints.is_empty() {
                first_joints = names;
            }
        }
        if let Some((joint, vertex)) = absent {
            let what = format!("the first is joint {joint} of vertex {vertex}; they are ignored");
            let names = "joints that its vertices name are not there";
            source.tell(Kind::Pose, || format!("{name}: {n_absent} {names}, {what}"));
        }

        // Means are divided by the sums of the weights. Vertices without weights go with their first joints.
        let (mut uneven, mut weightless) = ((0, None), (0, None));
        for (i, (vertex, (there, sum))) in vertices.iter_mut().zip(sums).enumerate() {
            if sum > 0.0 && sum.is_finite() {
                *vertex = there / sum;
                if (sum - 1.0).abs() > UNEVEN {
                    uneven = (uneven.0 + 1, uneven.1.or(Some(i)));
                }
                continue;
            }
            let joint = joints.get(first_joints[i][0] as usize).unwrap_or(&joints[0]);
            *vertex = joint.transform_point3(*vertex);
            if let Some(matrix) = matrices.get_mut(i) {
                *matrix = joint.matrix3;
            }
            weightless = (weightless.0 + 1, weightless.1.or(Some(i)));
        }
        if let (n, Some(first)) = uneven {
            let what = format!("the weights of {n} vertices do not add up to 1, the first is vertex {first}");
            source.tell(Kind::Weights, || format!("{name}: {what}; they are divided by their sum"));
        }
        if let (n, Some(first)) = weightless {
            let what = format!("{n} vertices have no weights, the first is vertex {first}");
            source.tell(Kind::Pose, || format!("{name}: {what}; they go with their first joint"));
        }
        Ok(())
    }
}

impl ReadMesh {
    /// Returns `weights` without those beyond the last morph target; none if all are 0 and so move nothing.
    pub fn moving_weights<'w>(&self, weights: &'w [f64]) -> &'w [f64] {
        let weights = &weights[..weights.len().min(self.n_targets)];
        if weights.iter().all(|&weight| weight == 0.0) { &[] } else { weights }
    }

    /// Reports a problem if the item called `by` gives another number of weights than there are morph targets.
    pub fn check_weights(&self, weights: &[f64], source: &mut Source, by: &str) {
        let (weights, targets) = (weights.len(), self.n_targets);
        if weights != targets {
            source.tell(Kind::Pose, || format!("{by} gives {weights} weights, and there are {targets} morph targets"));
        }
    }

    /// Returns the same mesh in a pose. Attributes that cannot be posed are told and left out.
    fn posed(&self, source: &mut Source, weights: &[f64], joints: Option<&[DAffine3]>) -> Result<Self> {
        let mut positions = widened(&self.positions)?;
        let mut normals = Vec::new();
        for run in &self.runs {
            source.progress.check()?;
            let range = run.range.start as usize..run.range.end as usize;
            let turns = joints.is_some() && run.has_normals;
            let mut matrices = memory::filled(if turns { range.len() } else { 0 }, DMat3::ZERO)?;
            run.pose(source, (&mut positions[range.clone()], &mut matrices), (weights, joints))?;
            let mut posed = Vec::new();
            if run.has_normals {
                let of_run = run.pose_normals(source, (&self.normals[range], &matrices), weights);
                posed = source.or_left_out(of_run, Use::NORMALS)?;
            }
            put(&mut normals, &run.range, posed, [f32::NAN; 3])?;
        }

        let bounds = bounds_of_points(positions.len(), |vertex| positions[vertex], &[&self.triangles]);
        let origin = origin::origin_that_keeps(&bounds)?;
        let local = memory::collected(positions.iter().map(|vertex| origin::local(vertex.to_array(), origin)))?;
        let n = self.texture_coordinates.iter().map(Vec::len).sum::<usize>() as u64;
        let name = self.primitives.first().map_or("the mesh", |primitive| &primitive.name);
        let counted = source.make(Made::Attributes, n, &name);
        let [a, b] = self.texture_coordinates.each_ref().map(|set| memory::copied(set));
        let coordinates = counted.and_then(|()| Ok([a?, b?]));
        Ok(Self {
            bounds: box_of(&local),
            positions: local,
            origin,
            colors: memory::copied(&self.colors)?,
            texture_coordinates: source.or_left_out(coordinates, Use::TEXTURE_COORDINATES)?,
            normals,
            triangles: memory::copied(&self.triangles)?,
            primitives: memory::copied(&self.primitives)?,
            ..Self::default()
        })
    }
}

#[cfg(test)]
mod tests;
