//! Poses of a mesh: vertices are displaced by the weights of morph targets, and moved by the joints of a skin.
//!
//! Based on: Khronos, glTF 2.0 Specification, version 2.0.1, 2021, sections 3.7.2.2 (morph targets) and 3.7.3 (skins).
//! Vertices are displaced, then moved by joints (normals by the inverse transposes of their matrices), all in f64, and
//! rounded once. The weights of a vertex's joints, which should add up to 1, are divided by their sum. A vertex without
//! such weights follows its first joint, as in three.js. A skinned mesh stands in the world by its joints, whatever the
//! transform of its node.

use super::accessor::{Accessor, Use};
use super::attributes::{open, put};
use super::nodes::{Nodes, PlacedMesh};
use super::primitives::{ReadMesh, Run};
use super::skins::Skins;
use super::source::{Rows, Source};
use super::tally::Tally;
use super::unfolding::Made;
use crate::math::inverse_transpose;
use crate::mesh::attributes::TEXTURE_SETS;
use crate::mesh::bounds::{bounds_of_points, box_of};
use crate::mesh::coordinates::is_storable;
use crate::mesh::origin;
use crate::mesh::problem::Kind;
use crate::mesh::problems::quoted;
use crate::mesh::refusal::Refusal;
use crate::work::memory;
use glam::{DAffine3, DMat3, DVec3};
use std::collections::HashMap;

/// Distance of a sum of weights from 1 above which it is told: weights of f32 are off by less, those of bytes by 1/255
/// or more.
const UNEVEN: f64 = 1e-4;

#[derive(PartialEq, Eq, Hash)]
struct Pose {
    mesh: u32,
    skin: Option<u32>,
    /// Bit patterns of the morph target weights that the node gives; `None` if the weights of the mesh apply.
    weights: Option<Vec<u64>>,
}

#[derive(Default)]
pub struct Poses {
    known: HashMap<Pose, u32>,
    skins: Skins,
}

impl Poses {
    /// Finds the pose in which the node of `it` shows the mesh, and sets the number of the pose in `it`. Returns the
    /// posed mesh if the pose is new; `None` if it is known, or nothing poses the mesh. `base` is the same mesh without
    /// a pose.
    pub fn pose(
        &mut self,
        source: &mut Source,
        tally: &mut Tally,
        nodes: &mut Nodes,
        base: &ReadMesh,
        it: &mut PlacedMesh,
    ) -> Result<Option<ReadMesh>, Refusal> {
        let node = nodes.item(it.index);
        let skin = match (node.skin, &base.without_joints) {
            (Some(_), Some(primitive)) => {
                let what = format!("has a skin, and {primitive} no joints and weights; it stands where its node is");
                tally.tell(Kind::Pose, || format!("{} {what}", quoted(&it.node)));
                None
            }
            (skin, _) => skin,
        };
        let own = node.weights.as_deref().filter(|own| !own.is_empty());
        if let Some(own) = own {
            base.check_weights(own, tally, &quoted(&it.node));
        }
        let own = own.map(|own| base.moving_weights(own)).filter(|own| *own != base.weights);
        let weights = own.unwrap_or(&base.weights);
        if skin.is_none() && weights.is_empty() {
            return Ok(None);
        }
        let bits = own.map(|own| own.iter().map(|weight| weight.to_bits()).collect());
        let n = self.known.len() as u32;
        let number = *self.known.entry(Pose { mesh: it.shape.mesh, skin, weights: bits }).or_insert(n);
        it.shape.pose = Some(number);
        if skin.is_some() {
            it.world_from_object = DAffine3::IDENTITY;
        }
        if number < n {
            return Ok(None);
        }
        let weights = weights.to_vec();
        let by = quoted(&it.node);
        tally.unfolded.add(Made::Vertices, base.positions.len() as u64, source.buffers.bytes, &by)?;
        tally.unfolded.add(Made::Triangles, base.triangles.len() as u64, source.buffers.bytes, &by)?;
        let joints = skin.map(|skin| self.skins.get(source, tally, nodes, (skin, &it.node))).transpose()?;
        base.posed(source, tally, &weights, joints.as_deref()).map(Some)
    }
}

impl Run {
    /// Opens an accessor that has a value for each vertex, and counts the values that are read.
    fn open(
        &self,
        source: &mut Source,
        tally: &mut Tally,
        (index, used, made): (u32, Use, Made),
    ) -> Result<Accessor, Refusal> {
        source.decoded = Rows::clone(&self.decoded);
        let accessor = open(source, tally, (&self.name, self.range.len() as u64), (index, used, made));
        source.decoded = Rows::default();
        accessor
    }

    /// Displaces these vertices by weights of morph targets and moves them by joints. `matrices`, zero or none, become
    /// the sums of the joints' matrices, by weight.
    fn pose(
        &self,
        source: &mut Source,
        tally: &mut Tally,
        (vertices, matrices): (&mut [DVec3], &mut [DMat3]),
        (weights, joints): (&[f64], Option<&[DAffine3]>),
    ) -> Result<(), Refusal> {
        let targets = &self.from.targets;
        let n = weights.len().min(targets.len()) as u64;
        tally.unfolded.add(Made::Values, n, source.buffers.bytes, &self.name)?;
        for (&weight, target) in weights.iter().zip(targets).filter(|&(&weight, _)| weight != 0.0) {
            let Some(target) = target.position else { continue };
            let accessor = self.open(source, tally, (target, Use::Displacements, Made::Values))?;
            accessor.each_given(source, |vertex, by| vertices[vertex] += weight * DVec3::from(by.map(f64::from)))?;
        }
        if let (Some(joints), Some(sets)) = (joints, &self.from.joints) {
            move_by_joints(source, tally, self, (vertices, matrices), (sets, joints))?;
        }
        match vertices.iter().position(|vertex| !is_storable(vertex.to_array())) {
            Some(far) => {
                let what = format!("vertex {far} is posed farther out than a mesh can hold");
                Err(Refusal::gltf(format!("{}: {what}", self.name)))
            }
            None => Ok(()),
        }
    }

    /// Returns the `normals` of these vertices, displaced by weights of morph targets and turned by the matrices that
    /// move the vertices, if there are any.
    fn pose_normals(
        &self,
        source: &mut Source,
        tally: &mut Tally,
        (normals, matrices): (&[[f32; 3]], &[DMat3]),
        weights: &[f64],
    ) -> Result<Vec<[f32; 3]>, Refusal> {
        let made = normals.len().saturating_add(self.from.targets.len()) as u64;
        tally.unfolded.add(Made::Attributes, made, source.buffers.bytes, &self.name)?;
        let mut posed = memory::filled(normals.len(), DVec3::ZERO)?;
        posed.iter_mut().zip(normals).for_each(|(to, &from)| *to = DVec3::from(from.map(f64::from)));
        for (&weight, target) in weights.iter().zip(&self.from.targets).filter(|&(&weight, _)| weight != 0.0) {
            let Some(target) = target.normal.0 else { continue };
            let accessor = self.open(source, tally, (target, Use::Normals, Made::Attributes))?;
            accessor.each_given(source, |vertex, by| posed[vertex] += weight * DVec3::from(by.map(f64::from)))?;
        }
        posed.iter_mut().zip(matrices).for_each(|(normal, matrix)| *normal = inverse_transpose(matrix) * *normal);
        let mut rounded = Vec::new();
        memory::reserve(&mut rounded, posed.len())?;
        rounded.extend(posed.into_iter().map(|normal| normal.as_vec3().to_array()));
        Ok(rounded)
    }
}

/// Moves vertices to the mean of the places where their joints put them, by weight. `matrices`, zero or none, become
/// the sums of the joints' matrices, by weight.
fn move_by_joints(
    source: &mut Source,
    tally: &mut Tally,
    run: &Run,
    (vertices, matrices): (&mut [DVec3], &mut [DMat3]),
    (sets, joints): (&[[u32; 2]], &[DAffine3]),
) -> Result<(), Refusal> {
    let mut sums = memory::filled(vertices.len(), (DVec3::ZERO, 0.0))?;
    let mut first_joints = Vec::new();
    let (mut absent, mut n_absent) = (None, 0);
    for &[names, weights] in sets {
        // An f32 holds every u16.
        let names = run.open(source, tally, (names, Use::Joints, Made::Values))?.numbers::<4>(source)?;
        let weights = run.open(source, tally, (weights, Use::Weights, Made::Values))?.numbers::<4>(source)?;
        for (i, ((there, sum), vertex)) in sums.iter_mut().zip(&*vertices).enumerate() {
            for (joint, weight) in names[i].into_iter().zip(weights[i]).filter(|&(_, weight)| weight != 0.0) {
                match joints.get(joint as usize) {
                    Some(world_from_object) => {
                        *there += f64::from(weight) * world_from_object.transform_point3(*vertex);
                        *sum += f64::from(weight);
                        if let Some(matrix) = matrices.get_mut(i) {
                            *matrix += world_from_object.matrix3 * f64::from(weight);
                        }
                    }
                    None => {
                        n_absent += 1;
                        absent = absent.or(Some((joint as u32, i)));
                    }
                }
            }
        }
        if first_joints.is_empty() {
            first_joints = names;
        }
    }
    if let Some((joint, vertex)) = absent {
        let what = format!("the first is joint {joint} of vertex {vertex}; they are passed over");
        let names = "joints that its vertices name are not there";
        tally.tell(Kind::Pose, || format!("{}: {n_absent} {names}, {what}", run.name));
    }
    let first_joint = |vertex: usize| joints.get(first_joints[vertex][0] as usize).unwrap_or(&joints[0]);
    for (i, matrix) in matrices.iter_mut().enumerate().filter(|(i, _)| !is_usable(sums[*i].1)) {
        *matrix = first_joint(i).matrix3;
    }
    divide_by_weights(tally, run, vertices, (&sums, first_joint));
    Ok(())
}

/// Divides moved vertices by the sums of their weights; those without weights go with one joint.
fn divide_by_weights<'j>(
    tally: &mut Tally,
    run: &Run,
    vertices: &mut [DVec3],
    (sums, first_joint): (&[(DVec3, f64)], impl Fn(usize) -> &'j DAffine3),
) {
    // How many vertices there are of each kind, and the first.
    let (mut uneven, mut weightless) = ((0, None), (0, None));
    let count = |(n, first): &mut (u64, Option<usize>), vertex: usize| {
        *n += 1;
        first.get_or_insert(vertex);
    };
    for (i, (vertex, &(there, sum))) in vertices.iter_mut().zip(sums).enumerate() {
        if is_usable(sum) {
            *vertex = there / sum;
            if (sum - 1.0).abs() > UNEVEN {
                count(&mut uneven, i);
            }
        } else {
            *vertex = first_joint(i).transform_point3(*vertex);
            count(&mut weightless, i);
        }
    }
    let name = &run.name;
    if let (n, Some(first)) = uneven {
        let what = format!("the weights of {n} vertices do not add up to 1, the first is vertex {first}");
        tally.tell(Kind::Weights, || format!("{name}: {what}; they are divided by their sum"));
    }
    if let (n, Some(first)) = weightless {
        let what = format!("{n} vertices have no weights, the first is vertex {first}");
        tally.tell(Kind::Pose, || format!("{name}: {what}; they go with their first joint"));
    }
}

/// Returns whether weights of this sum can be divided by it.
fn is_usable(sum: f64) -> bool {
    sum > 0.0 && sum.is_finite()
}

impl ReadMesh {
    /// Returns `weights` without those beyond the last morph target of the mesh; empty if all are 0 and so move
    /// nothing.
    pub fn moving_weights<'w>(&self, weights: &'w [f64]) -> &'w [f64] {
        let weights = &weights[..weights.len().min(self.n_targets)];
        if weights.iter().all(|&weight| weight == 0.0) { &[] } else { weights }
    }

    /// Reports a problem if the number of weights differs from the number of morph targets. The item called `by` gives
    /// the weights.
    pub fn check_weights(&self, weights: &[f64], tally: &mut Tally, by: &str) {
        let (weights, targets) = (weights.len(), self.n_targets);
        if weights != targets {
            tally.tell(Kind::Pose, || format!("{by} gives {weights} weights, and there are {targets} morph targets"));
        }
    }

    /// Returns the same mesh, displaced by weights of morph targets and moved by joints. Attributes that cannot be
    /// posed are told and left out.
    fn posed(
        &self,
        source: &mut Source,
        tally: &mut Tally,
        weights: &[f64],
        joints: Option<&[DAffine3]>,
    ) -> Result<Self, Refusal> {
        let mut positions = memory::filled(self.positions.len(), DVec3::ZERO)?;
        positions.iter_mut().zip(&self.positions).for_each(|(to, &from)| *to = DVec3::from(from.map(f64::from)));
        let mut normals = Vec::new();
        for run in &self.runs {
            source.progress.check()?;
            let range = run.range.start as usize..run.range.end as usize;
            let turns = joints.is_some() && run.has_normals;
            let mut matrices = memory::filled(if turns { range.len() } else { 0 }, DMat3::ZERO)?;
            run.pose(source, tally, (&mut positions[range.clone()], &mut matrices), (weights, joints))?;
            let mut posed = Vec::new();
            if run.has_normals {
                let of_run = run.pose_normals(source, tally, (&self.normals[range], &matrices), weights);
                posed = tally.or_left_out(of_run, Use::Normals)?;
            }
            put(&mut normals, &run.range, posed, [f32::NAN; 3])?;
        }

        let bounds = bounds_of_points(positions.len(), |vertex| positions[vertex], &[&self.triangles]);
        let origin = origin::origin_that_keeps(&bounds)?;
        let mut local = Vec::new();
        memory::reserve(&mut local, positions.len())?;
        local.extend(positions.iter().map(|vertex| origin::local(vertex.to_array(), origin)));
        Ok(Self {
            bounds: box_of(&local),
            positions: local,
            origin,
            colors: memory::copied(&self.colors)?,
            texture_coordinates: self.copied_coordinates(source, tally)?,
            normals,
            triangles: memory::copied(&self.triangles)?,
            primitives: memory::copied(&self.primitives)?,
            ..Self::default()
        })
    }

    /// Returns a copy of the texture coordinates; none, which is told, if there are too many.
    fn copied_coordinates(&self, source: &Source, tally: &mut Tally) -> Result<[Vec<[f32; 2]>; TEXTURE_SETS], Refusal> {
        let n = self.texture_coordinates.iter().map(Vec::len).sum::<usize>() as u64;
        let name = self.primitives.first().map_or("the mesh", |primitive| &primitive.name);
        let counted = tally.unfolded.add(Made::Attributes, n, source.buffers.bytes, &name);
        let [a, b] = self.texture_coordinates.each_ref().map(|set| memory::copied(set));
        tally.or_left_out(counted.and_then(|()| Ok([a?, b?])), Use::TextureCoordinates)
    }
}

#[cfg(test)]
mod tests;
