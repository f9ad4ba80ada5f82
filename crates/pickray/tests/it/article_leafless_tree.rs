//! The tree of boxes without leaf nodes of the article 如何实现复杂网络模型模型的碰撞检测: its claims, on the case that it reports on,
//! two meshes of 3,072 triangles.

use crate::oracle::{Soup, triangle_of};
use glam::{DAffine3, DVec3};
use pickray::accel::{AabbTree, BottomTest, PairCounts, PairFinder, TreeChild};
use pickray::geometry::{Aabb, Triangle};
use pickray::intersect::triangle_triangle;
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

    fn halves(&self, child: TreeChild) -> Vec<TreeChild> {
        match child {
            TreeChild::Node(node) => self.tree.node(node).children.to_vec(),
            TreeChild::Triangle(_) => vec![child],
        }
    }

    fn n_nodes(&self) -> usize {
        self.tree.n_nodes() + self.tree.n_triangles()
    }
}

fn with_leaves(a: &WithLeaves, b: &WithLeaves, shift: DVec3) -> (PairCounts, usize) {
    let (mut counts, mut n_meet) = (PairCounts::default(), 0);
    let moved = |t: Triangle| Triangle::new(t.a + shift, t.b + shift, t.c + shift);
    let mut waiting = vec![(a.tree.root().expect("a node"), b.tree.root().expect("a node"))];
    while let Some((i, j)) = waiting.pop() {
        counts.box_box += 1;
        let (p, q) = (a.aabb(i), b.aabb(j));
        if !(p.min.cmple(q.max + shift).all() && (q.min + shift).cmple(p.max).all()) {
            continue;
        }
        if let (TreeChild::Triangle(i), TreeChild::Triangle(j)) = (i, j) {
            counts.triangle_triangle += 1;
            n_meet += usize::from(triangle_triangle(&triangle_of(a.mesh, i), &moved(triangle_of(b.mesh, j))));
            continue;
        }
        for i in a.halves(i) {
            waiting.extend(b.halves(j).into_iter().map(|j| (i, j)));
        }
    }
    (counts, n_meet)
}

#[test]
fn n_triangles_need_n_minus_one_nodes_and_not_two_n_minus_one() {
    let mesh = torus();
    let tree = tree(&mesh);
    assert_eq!((tree.n_triangles(), tree.n_nodes()), (3072, 3071));
    assert_eq!(WithLeaves { mesh: &mesh, tree: &tree }.n_nodes(), 2 * 3072 - 1);
}

#[test]
fn triangles_against_boxes_at_the_bottom_leave_fewer_tests() {
    let mesh = torus();
    let tree = tree(&mesh);
    let full = WithLeaves { mesh: &mesh, tree: &tree };
    let total = |counts: &PairCounts| counts.box_box + counts.triangle_box + counts.triangle_triangle;
    for shift in [DVec3::new(0.5, 0.3, 0.2), DVec3::new(1.9, 0.1, 0.4)] {
        let (with_leaves, n_meet) = with_leaves(&full, &full, shift);
        let mut finder = PairFinder::with_bottom_test(BottomTest::SeparatingAxes);
        let mut n_found = 0;
        let without = finder.all(&tree, &tree, &DAffine3::from_translation(shift), |_, _| n_found += 1);
        assert_eq!(n_found, n_meet);
        assert!(n_found > 0 && without.triangle_box > 0);
        assert!(without.box_box < with_leaves.box_box, "{without:?} {with_leaves:?}");
        assert!(total(&without) < total(&with_leaves), "{without:?} {with_leaves:?}");
    }
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
