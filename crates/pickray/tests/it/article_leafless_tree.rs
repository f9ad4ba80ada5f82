//! The tree of boxes without leaf nodes of the article 如何实现复杂网络模型模型的碰撞检测: its claims, on the case that it reports on,
//! two meshes of 3,072 triangles.

use crate::oracle::{Soup, triangle_of};
use pickray::accel::{AabbTree, TreeChild};
use pickray::geometry::Aabb;
use std::f64::consts::TAU;

/// A torus of 48 by 32 squares: 3,072 triangles.
fn torus() -> Soup {
    let (m, n) = (48u32, 32u32);
    let position = |i: u32| {
        let (a, b) = (TAU * f64::from(i / n) / f64::from(m), TAU * f64::from(i % n) / f64::from(n));
        let ring = 1.0 + 0.4 * b.cos();
        [ring * a.cos(), ring * a.sin(), 0.4 * b.sin()].map(|x| x as f32)
    };
    let at = |i: u32, j: u32| i % m * n + j % n;
    let square = |k: u32| {
        let (i, j) = (k / n, k % n);
        [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
    };
    ((0..m * n).map(position).collect(), (0..m * n).flat_map(square).collect())
}

fn tree((positions, triangles): &Soup) -> AabbTree {
    AabbTree::build(positions, triangles)
}

/// The tree with a leaf node for each triangle, as the article's own has before its leaves are left out: nodes against
/// nodes down to two leaves, then triangles. Counts tests of boxes and of triangles, and pairs that meet.
struct WithLeaves<'a> {
    mesh: &'a Soup,
    tree: &'a AabbTree,
}

impl WithLeaves<'_> {
    fn aabb(&self, child: TreeChild) -> Aabb {
        match child {
            TreeChild::Node(node) => self.tree.node(node).aabb,
            TreeChild::Triangle(index) => Aabb::from_points(triangle_of(self.mesh, index).corners()),
        }
    }

    fn n_nodes(&self) -> usize {
        self.tree.n_nodes() + self.tree.n_triangles()
    }
}

#[test]
fn n_triangles_need_n_minus_one_nodes_and_not_two_n_minus_one() {
    let mesh = torus();
    let tree = tree(&mesh);
    assert_eq!((tree.n_triangles(), tree.n_nodes()), (3072, 3071));
    assert_eq!(WithLeaves { mesh: &mesh, tree: &tree }.n_nodes(), 2 * 3072 - 1);
}

#[test]
fn boxes_of_a_moved_mesh_are_made_anew_from_the_bottom_up() {
    let mut mesh = torus();
    let mut tree = tree(&mesh);
    for position in &mut mesh.0 {
        position[2] += 0.2 * (3.0 * position[0]).sin();
    }
    tree.refit(&mesh.0).expect("finite");
    for index in 0..tree.n_nodes() as u32 {
        let node = tree.node(index);
        let full = WithLeaves { mesh: &mesh, tree: &tree };
        assert_eq!(node.aabb, full.aabb(node.children[0]).union(full.aabb(node.children[1])));
    }
}
