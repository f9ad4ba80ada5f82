//! New positions for a few triangles of a tree: their leaves, and the boxes above them.

use super::build::Soup;
use super::build::binary::Bounds;
use super::build::collapse;
use super::layout::{LANES, Leaf, Line, Node};
use super::shape::{Links, NOWHERE, half_surface};
use super::{BuildError, RayTree};
use crate::geometry::Aabb;
use glam::DVec3;

/// Room left on each side of bounds that a triangle has left, as a share of their longest side.
const ROOM: f64 = 0.25;

/// Reason why a triangle cannot be moved within its leaf.
enum Unmoved {
    /// Triangle that is in no leaf, no longer fits into its leaf, or no longer equals its duplicates.
    NoLeaf,
    /// Triangle that reaches beyond the bounds of the tree.
    Outside,
}

impl RayTree {
    /// Refits the tree as [`refit`](Self::refit) does, if only the triangles with indices in `moved` have moved. The
    /// time taken grows with their number, and with the logarithm of the number of all triangles.
    ///
    /// The first update takes memory for links from children to parents, some 6 bytes for each triangle. If a triangle
    /// leaves the [`bounds`](Self::bounds), the whole tree is refitted, with room around it for further moves.
    ///
    /// # Errors
    /// [`BuildError::OutOfMemory`] as for [`refit`](Self::refit), and when there is not enough memory for the links.
    ///
    /// # Panics
    /// For the same reasons as [`refit`](Self::refit), and when an index in `moved` is not below the number of
    /// triangles.
    pub fn update(
        &mut self,
        positions: &[[f32; 3]],
        triangles: &[[u32; 3]],
        moved: impl IntoIterator<Item = u32>,
    ) -> Result<(), BuildError> {
        assert_eq!(
            triangles.len(),
            self.shape.n_triangles,
            "a tree is updated with the triangles that it was built over"
        );
        let soup = Soup { positions, triangles };
        if self.shape.links.is_none() {
            self.shape.links = Some(Links::of(self.lines.as_slice(), self.root, self.shape.n_triangles)?);
        }
        for triangle in moved {
            match self.move_triangle(&soup, triangle) {
                Ok(()) => {}
                Err(Unmoved::NoLeaf) => return self.build_again(&soup),
                Err(Unmoved::Outside) => return self.refit_with_room(&soup, ROOM),
            }
        }
        Ok(())
    }

    fn move_triangle(&mut self, soup: &Soup, triangle: u32) -> Result<(), Unmoved> {
        let links = self.shape.links.as_ref().expect("an update makes them first");
        let line = links.leaves[triangle as usize];
        let corners = |index: u32| soup.corners(index as usize);
        if line == NOWHERE || self.duplicates.of(triangle).any(|duplicate| corners(duplicate) != corners(triangle)) {
            return Err(Unmoved::NoLeaf);
        }
        let lines = self.lines.as_mut_slice();
        let leaf = Leaf::at_mut(lines, line as usize);
        let before = leaf.corners;
        let indices = leaf.triangles;
        leaf.refit(|place| corners(indices[place])).ok_or(Unmoved::NoLeaf)?;
        if leaf.corners == before {
            return Ok(());
        }
        let bounds = leaf.bounds();
        if !holds(&self.bounds, &bounds) {
            return Err(Unmoved::Outside);
        }
        let box_in_steps = collapse::widened(&self.grid, &bounds);
        let area_in_steps =
            climb(lines, links, line as usize, box_in_steps, |leaf| collapse::widened(&self.grid, &leaf.bounds()));
        self.shape.cost += area_in_steps / self.grid.steps_per_unit().powi(2);
        Ok(())
    }
}

fn holds(outer: &Aabb, inner: &Bounds) -> bool {
    (0..3).all(|k| outer.min[k] <= f64::from(inner[k]) && f64::from(-inner[k + 4]) <= outer.max[k])
}

/// Sets the box of the node or leaf at line `child` to `present`, in grid steps, in all nodes above it, as far up as
/// anything changes. Returns how much the area of boxes grew; `box_of` returns the box of a leaf.
fn climb(
    lines: &mut [Line],
    links: &Links,
    mut child: usize,
    mut present: [DVec3; 2],
    box_of: impl Fn(&Leaf) -> [DVec3; 2],
) -> f64 {
    let mut grown = 0.0;
    while let Some(parent) = links.parent(child) {
        let before = *Node::at(lines, parent);
        let lane = before.lane_of(child);
        let origin = DVec3::from(before.origin().map(f64::from));
        let [lower, upper] = collapse::planes(origin, before.scale(), &present);

        // A box beyond the grid of its node takes a new grid, and so the boxes of all children.
        let mut node = before;
        if lower.iter().chain(&upper).all(|plane| (0..=255).contains(plane)) {
            node.set_box(lane, lower.map(|x| x as u8), upper.map(|x| x as u8));
        } else {
            let mut children = [([DVec3::ZERO; 2], false); LANES];
            for (place, child) in children[..node.children()].iter_mut().enumerate() {
                let below = before.child(place);
                let bounds = match below.is_leaf() {
                    _ if place == lane => present,
                    true => box_of(Leaf::at(lines, below.line())),
                    false => around(Node::at(lines, below.line())),
                };
                *child = (bounds, below.is_leaf());
            }
            node = collapse::encode(&children[..node.children()], node.base());
        }
        *Node::at_mut(lines, parent) = node;
        grown += area(&node) - area(&before);
        present = around(&node);
        if present == around(&before) {
            break;
        }
        child = parent;
    }
    grown
}

fn around(node: &Node) -> [DVec3; 2] {
    let corners = (0..node.children()).map(|lane| node.corners(lane));
    corners.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[min, max], [lower, upper]| [min.min(lower), max.max(upper)])
}

/// Returns half the surface of all children's boxes.
fn area(node: &Node) -> f64 {
    let of_child = |lane| {
        let [lower, upper] = node.corners(lane);
        half_surface(upper - lower)
    };
    (0..node.children()).map(of_child).sum()
}
