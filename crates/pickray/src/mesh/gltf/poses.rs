//! Poses of a mesh: vertices are displaced by the weights of morph targets, and moved by the joints of a skin.
//!
//! Based on: Khronos, glTF 2.0 Specification, version 2.0.1, 2021, sections 3.7.2.2 (morph targets) and 3.7.3 (skins).
//! Vertices are displaced, then moved by joints (normals by the inverse transposes of their matrices), all in f64, and
//! rounded once. The weights of a vertex's joints, which should add up to 1, are divided by their sum. A vertex without
//! such weights follows its first joint, as in three.js. A skinned mesh stands in the world by its joints, whatever the
//! transform of its node.

use super::accessor::{Accessor, Rows, Source};
use super::blocks::{self, Block};
use super::nodes::{Nodes, PlacedMesh};
use super::primitives::{ReadMesh, Run};
use super::skins::Skins;
use super::tally::Tally;
use super::unfolding::Made;
use crate::mesh::bounds::{bounds_of_points, box_of};
use crate::mesh::coordinates::is_storable;
use crate::mesh::origin;
use crate::mesh::problem::{Item, Kind, Problem, Use};
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
                let (node, primitive) = (quoted(&it.node), primitive.clone());
                tally.tell(Kind::Pose, || Problem::SkinUnfit { node, primitive });
                None
            }
            (skin, _) => skin,
        };
        let own = node.weights.as_deref().filter(|own| !own.is_empty());
        if let Some(own) = own {
            base.check_weights(own, tally, || Item::Named { name: quoted(&it.node) });
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
        let n_triangles = base.triangles.len() as u64;
        let by = || Item::Named { name: quoted(&it.node) };
        tally.unfolded.add(Made::Vertices, base.positions.len() as u64, source.buffers.bytes, by)?;
        tally.unfolded.add(Made::Triangles, n_triangles, source.buffers.bytes, by)?;
        let joints = skin
            .map(|skin| self.skins.get(source, tally, nodes, (skin, &Item::Named { name: it.node.clone() })))
            .transpose()?;
        let (positions, matrices) = posed(source, tally, base, &weights, joints.as_deref())?;
        let mut blocks = Vec::new();
        memory::reserve(&mut blocks, base.blocks.len())?;
        for block in &base.blocks {
            source.progress.check()?;
            blocks.push(block.posed(source, tally, &weights, &matrices)?);
        }
        base.posed(&positions, blocks).map(Some)
    }
}

/// Returns the vertices of a mesh, displaced by weights of morph targets and moved by joints, and the matrices by which
/// joints turned them; no matrices unless the mesh has joints and normals.
fn posed(
    source: &mut Source,
    tally: &mut Tally,
    base: &ReadMesh,
    weights: &[f64],
    joints: Option<&[DAffine3]>,
) -> Result<(Vec<DVec3>, Vec<DMat3>), Refusal> {
    let mut positions = memory::filled(base.positions.len(), DVec3::ZERO)?;
    let turns = joints.is_some() && base.blocks.iter().any(|block| !block.normals.is_empty());
    let mut matrices = memory::filled(if turns { positions.len() } else { 0 }, DMat3::ZERO)?;
    positions.iter_mut().zip(&base.positions).for_each(|(to, &from)| *to = DVec3::from(from.map(f64::from)));
    for run in &base.runs {
        source.progress.check()?;
        let range = run.range.start as usize..run.range.end as usize;
        let vertices = &mut positions[range.clone()];
        let n = weights.len().min(run.targets.len()) as u64;
        tally.unfolded.add(Made::Values, n, source.buffers.bytes, || run.name.clone())?;
        for (&weight, target) in weights.iter().zip(&run.targets) {
            if let &Some(target) = target
                && weight != 0.0
            {
                displace(source, tally, run, vertices, (target, weight))?;
            }
        }
        if let (Some(joints), Some(sets)) = (joints, &run.joints) {
            let matrices = matrices.get_mut(range).unwrap_or_default();
            move_by_joints(source, tally, run, (vertices, matrices), (sets, joints))?;
        }
        if let Some(far) = vertices.iter().position(|vertex| !is_storable(vertex.to_array())) {
            return Err(Refusal::damaged(None, Problem::PosedFarOut { item: run.name.clone(), vertex: far }));
        }
    }
    Ok((positions, matrices))
}

/// Opens an accessor that has a value for each vertex of `run`, and counts the values that are read.
fn open(source: &mut Source, tally: &mut Tally, run: &Run, (index, used): (u32, Use)) -> Result<Accessor, Refusal> {
    source.decoded = Rows::clone(&run.decoded);
    let accessor = blocks::open(source, tally, (&run.name, run.range.len() as u64), (index, used, Made::Values));
    source.decoded = Rows::default();
    accessor
}

/// Adds the displacements of a morph target, times its weight, to the vertices.
fn displace(
    source: &mut Source,
    tally: &mut Tally,
    run: &Run,
    vertices: &mut [DVec3],
    (target, weight): (u32, f64),
) -> Result<(), Refusal> {
    let accessor = open(source, tally, run, (target, Use::Displacements))?;
    accessor.each_given(source, |vertex, by| vertices[vertex] += weight * DVec3::from(by.map(f64::from)))
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
        let names = open(source, tally, run, (names, Use::Joints))?.numbers::<4>(source)?;
        let weights = open(source, tally, run, (weights, Use::Weights))?.numbers::<4>(source)?;
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
        let (item, count) = (run.name.clone(), n_absent);
        tally.tell(Kind::Pose, || Problem::JointsAbsent { item, count, joint, vertex });
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
    let (mut uneven, mut weightless) = (ProblemVertices::default(), ProblemVertices::default());
    for (i, (vertex, &(there, sum))) in vertices.iter_mut().zip(sums).enumerate() {
        if is_usable(sum) {
            *vertex = there / sum;
            uneven.add_if((sum - 1.0).abs() > UNEVEN, i);
        } else {
            *vertex = first_joint(i).transform_point3(*vertex);
            weightless.add_if(true, i);
        }
    }
    let item = || run.name.clone();
    uneven.tell(tally, Kind::Weights, |count, vertex| Problem::WeightsSum { item: item(), count, vertex });
    weightless.tell(tally, Kind::Pose, |count, vertex| Problem::Weightless { item: item(), count, vertex });
}

/// Returns whether weights of this sum can be divided by it.
fn is_usable(sum: f64) -> bool {
    sum > 0.0 && sum.is_finite()
}

/// Vertices that have the same problem: how many, and the first.
#[derive(Default)]
struct ProblemVertices {
    n: u64,
    first: usize,
}

impl ProblemVertices {
    fn add_if(&mut self, is_one: bool, vertex: usize) {
        if is_one && self.n == 0 {
            self.first = vertex;
        }
        self.n += u64::from(is_one);
    }

    fn tell(&self, tally: &mut Tally, kind: Kind, problem: impl FnOnce(u64, usize) -> Problem) {
        if self.n > 0 {
            tally.tell(kind, || problem(self.n, self.first));
        }
    }
}

impl ReadMesh {
    /// Returns `weights` without those beyond the last morph target of the mesh; empty if all are 0 and so move
    /// nothing.
    pub fn moving_weights<'w>(&self, weights: &'w [f64]) -> &'w [f64] {
        let weights = &weights[..weights.len().min(self.n_targets)];
        if weights.iter().all(|&weight| weight == 0.0) { &[] } else { weights }
    }

    /// Reports a problem if the number of weights differs from the number of morph targets. `by` returns the item that
    /// gives the weights.
    pub fn check_weights(&self, weights: &[f64], tally: &mut Tally, by: impl FnOnce() -> Item) {
        let (weights, targets) = (weights.len(), self.n_targets);
        if weights != targets {
            tally.tell(Kind::Pose, || Problem::WeightCount { item: by(), weights, targets });
        }
    }

    /// Returns the same mesh with its vertices at `positions`, and with these blocks.
    fn posed(&self, positions: &[DVec3], blocks: Vec<Block>) -> Result<Self, Refusal> {
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
            triangles: memory::copied(&self.triangles)?,
            primitives: memory::copied(&self.primitives)?,
            blocks,
            by_corner: self.by_corner,
            ..Self::default()
        })
    }
}

#[cfg(test)]
mod tests;
