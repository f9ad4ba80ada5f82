//! Nodes of a document: their transforms to the world, and the meshes that nodes of the default scene place, each once
//! or many times, by lists of translations, rotations and scales.
//!
//! Based on: Khronos, glTF vendor extension EXT_mesh_gpu_instancing, 2021. Lists with other names are ignored, as they
//! place no triangles; where there are no others, they count the instances.

use super::accessor::{Accessor, Use};
use super::document::{Document, List};
use super::source::{Made, Source};
use crate::mesh::Node;
use crate::mesh::problem::Kind;
use crate::mesh::report::{Refusal, Result};
use crate::work::memory;
use glam::{DAffine3, DMat4, DQuat, DVec3};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;

const MET_TWICE: &str = "is met twice: nodes form a cycle";

#[derive(Deserialize)]
struct SceneItem {
    #[serde(default)]
    nodes: Vec<u32>,
}

#[derive(Deserialize)]
pub struct NodeItem {
    name: Option<String>,
    #[serde(default)]
    children: Vec<u32>,
    mesh: Option<u32>,
    pub skin: Option<u32>,
    /// Weights of morph targets that the node gives in place of the mesh's own.
    pub weights: Option<Vec<f64>>,
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
    extensions: Option<Extensions>,
}

#[derive(Deserialize)]
struct Extensions {
    #[serde(rename = "KHR_node_visibility")]
    visibility: Option<Visibility>,
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    instancing: Option<Instancing>,
}

#[derive(Clone, Copy, Deserialize)]
struct Visibility {
    visible: Option<bool>,
}

impl NodeItem {
    fn hides(&self) -> bool {
        let visibility = self.extensions.as_ref().and_then(|extensions| extensions.visibility);
        visibility.is_some_and(|it| it.visible == Some(false))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PosedMesh {
    pub mesh: u32,
    /// Number of the pose, or `None` if neither morph targets nor a skin move the mesh.
    pub pose: Option<u32>,
}

#[derive(Debug, PartialEq)]
pub struct PlacedMesh {
    /// Name of the node, or of the instance below it.
    pub node: String,
    pub index: u32,
    /// Number of the node or instance in the tree that [`Nodes::into_tree`] returns.
    pub met: u32,
    pub shape: PosedMesh,
    pub world_from_object: DAffine3,
    /// `true` if the node mirrors the mesh, which turns the fronts of triangles even where a skin moves the mesh.
    pub mirrors: bool,
    /// `false` if the node or one of its ancestors hides the mesh.
    pub visible: bool,
}

pub struct Nodes<'d> {
    document: &'d Document<'d>,
    items: Vec<NodeItem>,
    /// Index of the first parent of each node, by the index of the node; `None` for a root.
    parents: Vec<Option<u32>>,
    /// Transform of each node to the world, once computed: below the parent of its first visit, else below its first.
    worlds: Vec<Option<DAffine3>>,
    /// Names of nodes below each parent, and of instances below their nodes, with the place of the parent here.
    met: Vec<(String, Option<u32>)>,
}

#[derive(Clone, Copy)]
struct Below {
    world_from_parent: DAffine3,
    parent: Option<u32>,
    visible: bool,
    /// `true` if an ancestor was visited before, below another parent.
    again: bool,
}

impl<'d> Nodes<'d> {
    pub fn read(document: &'d Document<'d>) -> Result<Self> {
        let read = |i| document.get(List::Nodes.item(i), &"the document");
        let items: Vec<NodeItem> = (0..document.count(List::Nodes)).map(read).collect::<Result<_, _>>()?;
        let mut parents = vec![None; items.len()];
        for (parent, children) in (0..).zip(items.iter().map(|item| &item.children)) {
            for &child in children {
                node(&items, child, &List::Nodes.item(parent))?;
                parents[child as usize].get_or_insert(parent);
            }
        }
        Ok(Self { document, worlds: vec![None; items.len()], items, parents, met: Vec::new() })
    }

    pub fn item(&self, index: u32) -> &NodeItem {
        &self.items[index as usize]
    }

    /// Returns the meshes that nodes place, depth first, from the default scene or else from all nodes without parents.
    pub fn placed_meshes(&mut self, source: &mut Source) -> Result<Vec<PlacedMesh>> {
        let document = self.document;
        let roots = match document.scene {
            Some(scene) => document.get::<SceneItem>(List::Scenes.item(scene), &"the document")?.nodes,
            None => (0..self.items.len() as u32).filter(|&i| self.parents[i as usize].is_none()).collect(),
        };

        // Walk with a list of its own instead of recursion, which a deep file would overflow.
        let top = Below { world_from_parent: DAffine3::IDENTITY, parent: None, visible: true, again: false };
        let (mut placed, mut is_open) = (Vec::new(), vec![false; self.items.len()]);
        // Steps into nodes below a parent, and, without one, out of nodes.
        let mut ahead: Vec<(u32, Option<Below>)> = roots.iter().rev().map(|&root| (root, Some(top))).collect();
        while let Some((index, at)) = ahead.pop() {
            let Some(at) = at else {
                is_open[index as usize] = false;
                continue;
            };
            let item = List::Nodes.item(index);
            let node = node(&self.items, index, &"the scene")?;
            if std::mem::replace(&mut is_open[index as usize], true) {
                return Err(self.refused(index, MET_TWICE));
            }
            source.make(Made::Objects, 1, &item)?;
            let is_second = self.worlds[index as usize].is_some();
            if is_second && !at.again {
                let what = "is placed more than once, by several parents or by the scene, too, which glTF does not \
                            allow; it is loaded each time";
                source.tell(Kind::Parents, || format!("{item} {what}"));
            }

            // Place the mesh of the node, then step into its children, first to last.
            let world = self.world_below(at.world_from_parent, index)?;
            let (met, visible) = (self.met.len() as u32, at.visible && !node.hides());
            let name = item.name(node.name.as_deref());
            if let Some(mesh) = node.mesh {
                let mirrors = world.matrix3.determinant() < 0.0;
                let (node, shape) = (name.clone(), PosedMesh { mesh, pose: None });
                placed.push(PlacedMesh { node, index, met, shape, world_from_object: world, mirrors, visible });
            }
            let again = at.again || is_second;
            let below = Some(Below { world_from_parent: world, parent: Some(met), visible, again });
            ahead.push((index, None));
            ahead.extend(node.children.iter().rev().map(|&child| (child, below)));
            self.met.push((name, at.parent));
            self.worlds[index as usize].get_or_insert(world);
        }
        Ok(placed)
    }

    /// Adds the mesh `it` to `placed`: once, or once for each instance if its node lists instances.
    pub fn place(&mut self, source: &mut Source, it: PlacedMesh, placed: &mut Vec<PlacedMesh>) -> Result<()> {
        let instancing = self.item(it.index).extensions.as_ref().and_then(|it| it.instancing.clone());
        let transforms = instancing.map(|instancing| instancing.transforms(source, it.index)).transpose()?;
        let Some(transforms) = transforms.flatten() else {
            placed.push(it);
            return Ok(());
        };
        memory::reserve(placed, transforms.len())?;
        for (i, node_from_instance) in transforms.into_iter().enumerate() {
            let world = finite(it.world_from_object * node_from_instance);
            let world_from_object = world.map_err(|what| self.refused(it.index, what))?;
            let mirrors = it.mirrors != (node_from_instance.matrix3.determinant() < 0.0);
            let (node, met) = (format!("{}, instance {i}", it.node), self.met.len() as u32);
            self.met.push((node.clone(), Some(it.met)));
            placed.push(PlacedMesh { node, met, world_from_object, mirrors, ..it });
        }
        Ok(())
    }

    /// Returns the node that was visited first, if any, from which all others can be reached.
    pub fn into_tree(self) -> Option<Node> {
        (!self.met.is_empty()).then(|| Node::of_all(self.met.into_iter(), 0))
    }

    /// Returns the transform to the world of the node `index`, which need not be in the scene; `by` refers to it.
    pub fn world(&mut self, index: u32, by: &dyn Display) -> Result<DAffine3> {
        node(&self.items, index, by)?;
        let (mut unknown, mut at) = (Vec::new(), Some(index));
        let above = loop {
            let Some(node) = at else { break DAffine3::IDENTITY };
            if let Some(world) = self.worlds[node as usize] {
                break world;
            }
            if unknown.len() == self.items.len() {
                return Err(self.refused(node, MET_TWICE));
            }
            unknown.push(node);
            at = self.parents[node as usize];
        };
        unknown.into_iter().rev().try_fold(above, |above, node| {
            let world = self.world_below(above, node)?;
            self.worlds[node as usize] = Some(world);
            Ok(world)
        })
    }

    fn world_below(&self, world_from_parent: DAffine3, index: u32) -> Result<DAffine3> {
        let &NodeItem { matrix, translation, rotation, scale, .. } = &self.items[index as usize];
        let local = match matrix {
            Some(matrix) => of_matrix(&matrix),
            None => of_parts(translation, rotation, scale),
        };
        local.and_then(|local| finite(world_from_parent * local)).map_err(|what| self.refused(index, what))
    }

    fn refused(&self, index: u32, what: &str) -> Refusal {
        let item = List::Nodes.item(index);
        self.document.refused(item, format!("{item} {what}"))
    }
}

fn node<'n>(nodes: &'n [NodeItem], index: u32, by: &dyn Display) -> Result<&'n NodeItem> {
    nodes.get(index as usize).ok_or_else(|| List::Nodes.item(index).is_absent(by))
}

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

        // Nothing in the file bounds this count: elements without bytes take no room in it.
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

#[cfg(test)]
mod tests;
