//! Meshes that move: new positions for the same triangles, and a new tree where the old one has become slow.
//!
//! A moved mesh always answers queries exactly as a mesh with a new tree over the same positions would.

use crate::accel::RayTree;
use crate::geometry::Aabb;
use crate::mesh::bounds::box_of;
use crate::mesh::indexed::{are_finite, origin_of, refusal, settle};
use crate::mesh::{IndexedMesh, Mesh, MeshError, Positions, origin};
use crate::work::Progress;
use glam::DVec3;
use std::sync::Arc;

/// Number of positions looked at once.
const BLOCK: usize = 512;

/// Divisor of the number of vertices: an update of more than this part of them refits all of the tree at once.
const MANY: usize = 8;

/// Ratio of the vertices' box to the triangles' above which it takes too many digits from the tree's boxes.
const LOOSE: f64 = 2.0;

impl Mesh {
    /// Moves all vertices to new positions in object space. Rays are answered exactly as by a mesh made of them.
    ///
    /// Takes less than a tenth of the time of building the tree. Allocates nothing but what starting threads takes, and
    /// meshes of fewer than some 80,000 triangles start none. The tree keeps its shape, so queries get slower where
    /// neighbouring triangles move apart; [`tree_cost_ratio`](Self::tree_cost_ratio) measures this. The
    /// [`origin`](crate::mesh::IndexedMesh::origin) becomes that of a mesh made of these positions.
    ///
    /// ```
    /// # use pickray::mesh::samples::Sample;
    /// let mut mesh = Sample::Icosphere.mesh()?;
    /// let rest = mesh.positions().to_vec();
    /// for frame in 0..3 {
    ///     let sway = |[x, y, z]: [f32; 3]| [x + 0.1 * (frame as f32 + y).sin(), y, z];
    ///     let moved: Vec<_> = rest.iter().map(|&position| sway(position)).collect();
    ///     mesh.refit(&moved)?;
    /// }
    /// assert!(mesh.tree_cost_ratio() < 1.2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MeshError::VertexCount`] when the numbers of positions and vertices differ; [`MeshError::NotFinite`] or
    /// [`MeshError::TooFar`] for the position of a vertex that a triangle uses; [`MeshError::TooSmall`]. The mesh is
    /// unchanged after any of these. [`MeshError::OutOfMemory`] when corners that were equal have parted, so that the
    /// tree must be built again, and there is no memory for it. The vertices have moved in this case:
    /// [rebuild](Self::rebuild) the mesh before any query.
    pub fn refit<'a>(&mut self, positions: impl Into<Positions<'a>>) -> Result<(), MeshError> {
        let positions = positions.into();
        if positions.len() != self.n_vertices() || positions.left_over() > 0 {
            return Err(MeshError::VertexCount { given: positions.len(), wanted: self.n_vertices() });
        }
        let origin = origin_of(&positions, &self.triangles)?;
        self.check_positions(0, &positions, origin)?;
        self.indexed_mut().origin = origin;
        self.move_vertices(0, &positions);
        self.refit_tree()?;
        if positions.are_f64() {
            self.indexed_mut().settle_origin();
            if self.origin != origin {
                self.refit_tree()?;
            }
        }
        Ok(())
    }

    /// Moves as many vertices as there are `positions`, from vertex `first` on, to these positions in object space.
    ///
    /// Reads all triangles once to find those that move. Updating the tree takes time that grows with their number; the
    /// first update allocates some 6 bytes per triangle of the mesh, which are kept. If at most one vertex in eight is
    /// given, the [`bounds`](crate::mesh::IndexedMesh::bounds) grow but never shrink, and the origin stays. If more are
    /// given, a mesh that moves far away from its origin gets a new one; other vertices stay as far as f32 holds them.
    ///
    /// # Errors
    /// Errors of [`refit`](Self::refit); [`MeshError::NoVertex`] when the mesh has no vertex `first`;
    /// [`MeshError::VertexCount`] when fewer vertices than `positions` follow from `first` on. [`MeshError::TooSmall`]
    /// is returned only if all vertices are given: moving some of them may shrink the mesh to a point without an error.
    /// [`MeshError::OutOfMemory`] also if the first update has too little memory: the vertices have moved then.
    pub fn update<'a>(&mut self, first: usize, positions: impl Into<Positions<'a>>) -> Result<(), MeshError> {
        let (positions, vertices) = (positions.into(), self.n_vertices());
        let (n, wanted) = (positions.len(), vertices.saturating_sub(first));
        if first > vertices || wanted == 0 && n > 0 {
            return Err(MeshError::NoVertex { first, vertices });
        }
        if n > wanted || positions.left_over() > 0 {
            return Err(MeshError::VertexCount { given: n, wanted });
        }
        if n == vertices {
            origin_of(&positions, &self.triangles)?;
        }
        self.check_positions(first, &positions, self.origin)?;
        self.move_vertices(first, &positions);
        if n > self.n_vertices() / MANY {
            self.refit_tree()?;
            return self.follow(first, &positions);
        }
        let Self { indexed, tree, .. } = self;
        let indexed = Arc::make_mut(indexed);
        let moves = |corners: &[u32; 3]| corners.iter().any(|&vertex| (vertex as usize).wrapping_sub(first) < n);
        let moved = || (0..).zip(&indexed.triangles).filter(|(_, corners)| moves(corners));
        let corners = moved().flat_map(|(_, corners)| corners);
        let points =
            corners.map(|&vertex| indexed.origin + DVec3::from(indexed.positions[vertex as usize].map(f64::from)));
        indexed.bounds = points.fold(indexed.bounds, Aabb::including);
        Ok(tree.update(&indexed.positions, &indexed.triangles, moved().map(|(triangle, _)| triangle))?)
    }

    /// Returns the expected cost of a ray query relative to that right after the tree was last built; 1 before any
    /// vertex moves. By the surface area heuristic, it is the ratio of the numbers of boxes that a random line meets;
    /// queries get slower by about this factor.
    pub fn tree_cost_ratio(&self) -> f64 {
        if self.tree.built_cost() > 0.0 { self.tree.cost() / self.tree.built_cost() } else { 1.0 }
    }

    /// Builds the tree again, over the mesh as it is now.
    ///
    /// # Errors
    /// [`MeshError::OutOfMemory`]; the tree stays as it was.
    pub fn rebuild(&mut self) -> Result<(), MeshError> {
        self.tree = RayTree::build_with(&self.indexed.positions, &self.indexed.triangles, &Progress::default())?;
        Ok(())
    }

    /// Replaces the tree by that of `fresh`, a mesh built of a copy of this one, and refits it if vertices have moved
    /// since. A tree can be built in the background: [build](IndexedMesh::build) a clone of the [`IndexedMesh`] there.
    ///
    /// # Errors
    /// [`MeshError::OutOfMemory`] as for a [`refit`](Self::refit).
    ///
    /// # Panics
    /// When `fresh` has other triangles.
    pub fn swap_tree(&mut self, fresh: Self) -> Result<(), MeshError> {
        assert!(fresh.triangles == self.triangles, "the tree is that of another mesh");
        self.tree = fresh.tree;
        if fresh.indexed.positions == self.positions { Ok(()) } else { self.refit_tree() }
    }

    /// Checks that vertices from number `first` on may have these positions: finite and near enough where used.
    fn check_positions(&self, first: usize, positions: &Positions, origin: DVec3) -> Result<(), MeshError> {
        let mut block = [[0.0; 3]; BLOCK];
        for start in (0..positions.len()).step_by(BLOCK) {
            let block = &mut block[..BLOCK.min(positions.len() - start)];
            positions.copy_local(start, origin, block);
            if are_finite(block.as_flattened()) {
                continue;
            }
            for place in (0..block.len()).filter(|&place| !are_finite(&block[place])) {
                let vertex = first + start + place;
                if self.triangles.as_flattened().contains(&(vertex as u32)) {
                    return Err(refusal(vertex, positions.get(start + place)));
                }
            }
        }
        Ok(())
    }

    fn move_vertices(&mut self, first: usize, positions: &Positions) {
        let indexed = self.indexed_mut();
        let moved = &mut indexed.positions[first..][..positions.len()];
        positions.copy_local(0, indexed.origin, moved);
        if !are_finite(moved.as_flattened()) {
            settle(moved);
        }
    }

    /// Changes the origin where the mesh left its own; vertices from `first` on are known exactly.
    fn follow(&mut self, first: usize, positions: &Positions) -> Result<(), MeshError> {
        let (old, new) = (self.origin, origin::origin_for(&self.bounds));
        let keeps_bits = old == DVec3::ZERO && !positions.are_f64();
        if new == old || keeps_bits {
            return Ok(());
        }
        let indexed = self.indexed_mut();
        for position in &mut indexed.positions {
            *position = origin::local(origin::global(*position, old).to_array(), new);
        }
        indexed.origin = new;
        self.move_vertices(first, positions);
        self.refit_tree()
    }

    /// Returns the indexed mesh, copied where it is shared, for a change; drops what was computed of it.
    fn indexed_mut(&mut self) -> &mut IndexedMesh {
        self.adjacency.take();
        self.odd_edges.take();
        Arc::make_mut(&mut self.indexed)
    }

    fn refit_tree(&mut self) -> Result<(), MeshError> {
        let Self { indexed, tree, .. } = self;
        let indexed = Arc::make_mut(indexed);
        let [min, max] = box_of(&indexed.positions).map(|corner| DVec3::from(corner.map(f64::from)));
        let mut bounds = Aabb::new(min, max);
        loop {
            let of_triangles = tree.refit_within(&indexed.positions, &indexed.triangles, bounds)?;
            let is_loose = bounds.size().max_element() > LOOSE * of_triangles.size().max_element();
            bounds = of_triangles;
            if !is_loose {
                break;
            }
        }
        indexed.bounds = Aabb::new(indexed.origin + bounds.min, indexed.origin + bounds.max);
        Ok(())
    }
}
