//! Nodes: where each stands, and which meshes those of the default scene place.

use super::document::{Document, name_of};
use crate::mesh::Node;
use crate::mesh::problem::{Item, List, Problem};
use crate::mesh::refusal::Refusal;
use glam::{DAffine3, DMat3, DQuat, DVec3};
use serde::Deserialize;

#[derive(Deserialize)]
struct SceneItem {
    #[serde(default)]
    nodes: Vec<u32>,
}

/// A node as the document has it.
#[derive(Deserialize)]
pub struct NodeItem {
    name: Option<String>,
    #[serde(default)]
    children: Vec<u32>,
    mesh: Option<u32>,
    pub skin: Option<u32>,
    /// Its own weights of morph targets.
    pub weights: Option<Vec<f64>>,
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
}

/// A mesh of the document in one of its poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PosedMesh {
    pub mesh: u32,
    /// `None` where it stands as its positions say.
    pub pose: Option<u32>,
}

/// A mesh of the document where a node places it.
#[derive(Debug, PartialEq)]
pub struct PlacedMesh {
    /// The name of the node, and its place in the document.
    pub node: String,
    pub index: u32,
    pub shape: PosedMesh,
    pub world_from_object: DAffine3,
    /// True where the node mirrors, which decides a triangle's front, also where a skin moves the mesh elsewhere.
    pub mirrors: bool,
}

pub struct Nodes<'d> {
    document: &'d Document<'d>,
    items: Vec<NodeItem>,
    parents: Vec<Option<u32>>,
    /// Where each stands, as far as that is known.
    worlds: Vec<Option<DAffine3>>,
}

impl<'d> Nodes<'d> {
    /// Returns those of a document. None may have two parents.
    pub fn read(document: &'d Document<'d>) -> Result<Self, Refusal> {
        let read = |i| document.get(List::Nodes, i, &Item::Document);
        let items: Vec<NodeItem> = (0..document.count(List::Nodes)).map(read).collect::<Result<_, _>>()?;
        let parents = parents(document, &items)?;
        Ok(Self { document, worlds: vec![None; items.len()], items, parents })
    }

    /// Returns a node that a mesh is placed by.
    pub fn item(&self, index: u32) -> &NodeItem {
        &self.items[index as usize]
    }

    /// Returns the meshes of the default scene, depth first, and whether there is one: else all roots are taken.
    pub fn placed_meshes(&mut self) -> Result<(Vec<PlacedMesh>, bool), Refusal> {
        let (document, all) = (self.document, List::Nodes);
        let roots = match document.default_scene() {
            Some(scene) => document.get::<SceneItem>(List::Scenes, scene, &Item::Document)?.nodes,
            None => (0..self.items.len() as u32).filter(|&i| self.parents[i as usize].is_none()).collect(),
        };
        let mut placed = Vec::new();
        let mut ahead: Vec<(u32, DAffine3)> = roots.into_iter().rev().map(|root| (root, DAffine3::IDENTITY)).collect();
        while let Some((index, world_from_parent)) = ahead.pop() {
            let node = node(&self.items, index, &Item::DefaultScene)?;
            if self.worlds[index as usize].is_some() {
                return Err(self.met_twice(index));
            }
            let world = self.world_below(world_from_parent, index)?;
            if let Some(mesh) = node.mesh {
                let node = name_of(node.name.as_deref(), all, index).to_string();
                let mirrors = world.matrix3.determinant() < 0.0;
                let shape = PosedMesh { mesh, pose: None };
                placed.push(PlacedMesh { node, index, shape, world_from_object: world, mirrors });
            }
            ahead.extend(node.children.iter().rev().map(|&child| (child, world)));
            self.worlds[index as usize] = Some(world);
        }
        Ok((placed, document.default_scene().is_some()))
    }

    /// Returns the first node, of which all others can be had; `None` where there are none.
    pub fn first(&self) -> Option<Node> {
        let name = |index: u32| name_of(self.item(index).name.as_deref(), List::Nodes, index).to_string();
        let all = (0..).zip(&self.parents).map(|(index, &parent)| (name(index), parent));
        (!self.parents.is_empty()).then(|| Node::of_all(all, 0))
    }

    /// Returns where a node stands, which `by` names and which need not be in the scene.
    pub fn world(&mut self, index: u32, by: &Item) -> Result<DAffine3, Refusal> {
        node(&self.items, index, by)?;
        let (mut unknown, mut at) = (Vec::new(), Some(index));
        let above = loop {
            let Some(node) = at else { break DAffine3::IDENTITY };
            if let Some(world) = self.worlds[node as usize] {
                break world;
            }
            if unknown.len() == self.items.len() {
                return Err(self.met_twice(node));
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

    /// Returns where a node stands whose parent stands there.
    fn world_below(&self, world_from_parent: DAffine3, index: u32) -> Result<DAffine3, Refusal> {
        let item = List::Nodes.item(index);
        let local = local(&self.items[index as usize], &item).map(|local| world_from_parent * local);
        let world = local.and_then(|world| finite(world, &item));
        world.map_err(|what| self.document.refused(List::Nodes, index, what))
    }

    fn met_twice(&self, index: u32) -> Refusal {
        self.document.refused(List::Nodes, index, Problem::MetTwice { item: List::Nodes.item(index) })
    }
}

fn node<'n>(nodes: &'n [NodeItem], index: u32, by: &Item) -> Result<&'n NodeItem, Refusal> {
    nodes.get(index as usize).ok_or_else(|| Refusal::absent(by, List::Nodes.item(index)))
}

/// Returns the parent of each node. None may have two.
fn parents(document: &Document, nodes: &[NodeItem]) -> Result<Vec<Option<u32>>, Refusal> {
    let mut parents = vec![None; nodes.len()];
    for (parent, children) in (0..).zip(nodes.iter().map(|node| &node.children)) {
        for &child in children {
            node(nodes, child, &List::Nodes.item(parent))?;
            if parents[child as usize].replace(parent).is_some() {
                let what = Problem::TwoParents { item: List::Nodes.item(child) };
                return Err(document.refused(List::Nodes, child, what));
            }
        }
    }
    Ok(parents)
}

/// Returns the transform of a node below its parent; what is wrong with it where it is none.
fn local(node: &NodeItem, item: &Item) -> Result<DAffine3, Problem> {
    let local = match node.matrix {
        Some(matrix) => {
            let [x, y, z, shift] = [0, 4, 8, 12].map(|at| DVec3::from_slice(&matrix[at..at + 3]));
            if [3, 7, 11, 15].map(|at| matrix[at]) != [0.0, 0.0, 0.0, 1.0] {
                return Err(Problem::NotAffine { item: item.clone() });
            }
            DAffine3::from_mat3_translation(DMat3::from_cols(x, y, z), shift)
        }
        None => {
            let turn = DQuat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
            let length = turn.length();
            if length == 0.0 || !length.is_finite() {
                return Err(Problem::NoRotation { item: item.clone() });
            }
            // Exactly 1 for nearly all, which keeps their numbers.
            let turn = if length == 1.0 { turn } else { turn / length };
            DAffine3::from_scale_rotation_translation(
                DVec3::from(node.scale.unwrap_or([1.0; 3])),
                turn,
                DVec3::from(node.translation.unwrap_or([0.0; 3])),
            )
        }
    };
    finite(local, item)
}

fn finite(transform: DAffine3, item: &Item) -> Result<DAffine3, Problem> {
    if transform.is_finite() { Ok(transform) } else { Err(Problem::PlacedNotFinite { item: item.clone() }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(rest: &str) -> Result<(Vec<PlacedMesh>, bool), String> {
        let text = format!(r#"{{"asset":{{"version":"2.0"}},{rest}}}"#);
        let document = Document::new(text.as_bytes(), false).expect("a document");
        let placed = Nodes::read(&document).and_then(|mut nodes| nodes.placed_meshes());
        placed.map_err(|refusal| refusal.into_load_error("t", 0).to_string())
    }

    #[test]
    fn meshes_stand_where_all_nodes_above_put_them() {
        let (placed, has_scene) = placed(
            r#""scene":1,"scenes":[{"nodes":[9]},{"nodes":[2,0]}],"nodes":[
            {"mesh":4,"name":"last"},
            {"mesh":1,"scale":[1,2,1],"children":[3]},
            {"mesh":0,"name":"first","translation":[1,0,0],
             "rotation":[0,0,0.7071067811865476,0.7071067811865476],"children":[1,4]},
            {"mesh":2,"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,5,0,1],"name":""},
            {"mesh":3}]"#,
        )
        .expect("nodes");
        let found: Vec<_> = placed.iter().map(|it| (it.node.as_str(), it.shape.mesh)).collect();
        assert_eq!(found, [("first", 0), ("node 1", 1), ("node 3", 2), ("node 4", 3), ("last", 4)]);
        let end = placed[2].world_from_object.transform_point3(DVec3::new(1.0, 1.0, 0.0));
        assert!((end - DVec3::new(1.0 - 12.0, 1.0, 0.0)).length() < 1e-12, "{end}");
        assert!(has_scene && placed.iter().all(|it| !it.mirrors));
    }

    #[test]
    fn each_node_knows_its_name_and_those_that_hold_it() {
        let text = r#"{"asset":{"version":"2.0"},"nodes":[
            {"mesh":0,"name":"wheel"},{"children":[0]},{"name":"car","children":[1]}]}"#;
        let document = Document::new(text.as_bytes(), false).expect("a document");
        let wheel = Nodes::read(&document).expect("nodes").first();
        let chain: Vec<_> = std::iter::successors(wheel, Node::parent).map(|node| node.name().to_owned()).collect();
        assert_eq!(chain, ["wheel", "node 1", "car"]);
    }

    #[test]
    fn without_a_scene_all_roots_are_taken() {
        let (placed, has_scene) = placed(r#""nodes":[{"mesh":0},{"children":[0]},{"mesh":1}]"#).expect("nodes");
        assert_eq!((placed.iter().map(|it| it.shape.mesh).collect::<Vec<_>>(), has_scene), (vec![0, 1], false));
    }

    #[test]
    fn circles_second_parents_and_broken_transforms_are_refused() {
        for (nodes, why) in [
            (r#"{"children":[1]},{"children":[0]}"#, "node 0 is met twice"),
            (r#"{"children":[1,1]},{}"#, "node 1 is the child of two nodes"),
            (r#"{"children":[7]}"#, "node 0 names node 7, which is not there"),
            (r#"{"matrix":[1,2,3]}"#, "node 0 cannot be read: invalid length 3"),
            (r#"{"matrix":[1,0,0,1, 0,1,0,0, 0,0,1,0, 0,0,0,1]}"#, "node 0 has a matrix whose last row"),
            (r#"{"rotation":[0,0,0,0]}"#, "node 0 has a rotation of no length"),
            (r#"{"scale":[1e200,1,1],"children":[1]},{"scale":[1e200,1,1]}"#, "node 1 is placed by numbers"),
        ] {
            let told = placed(&format!(r#""scenes":[{{"nodes":[0]}}],"nodes":[{nodes}]"#)).expect_err(nodes);
            assert!(told.contains(why), "{told}");
        }
    }

    #[test]
    fn a_long_chain_of_nodes_takes_no_stack() {
        let n = 200_000;
        let chain: Vec<_> = (1..n).map(|child| format!(r#"{{"children":[{child}]}}"#)).collect();
        let nodes = format!(r#""scenes":[{{"nodes":[0]}}],"nodes":[{},{{"mesh":0}}]"#, chain.join(","));
        assert_eq!(placed(&nodes).expect("nodes").0.len(), 1);
    }
}
