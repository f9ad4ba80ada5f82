//! Triangles over shared vertices, without the tree that ray queries need.

use super::bounds::bounds_of_corners;
use super::{Attributes, Colors, Mesh, Source, Textures};
use crate::accel::BuildError;
use crate::geometry::Aabb;
use crate::work::{OutOfMemory, Progress, packed, threads};
use glam::DVec3;
use std::ops::Range;

/// Checked positions and triangles, and the source of each triangle in a file.
///
/// Vertices are stored as an [`origin`](Self::origin) in f64, and [`positions`](Self::positions) in f32 relative to it,
/// so that a scan in map coordinates keeps its shape. The origin is zero for a mesh that lies near zero.
///
/// Ray queries need a [`Mesh`], which [`build`](Self::build) makes from an indexed mesh. Drawing or converting
/// triangles needs only the indexed mesh, which saves the time and the memory of the tree.
///
/// ```no_run
/// use pickray::Load;
///
/// let (indexed, report) = Load::file("cow.obj").indexed_mesh()?;
/// println!("{} triangles in {} s", indexed.triangles().len(), report.read_seconds);
/// let mesh = indexed.build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct IndexedMesh {
    pub(super) origin: DVec3,
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) bounds: Aabb,
    pub(super) source: Source,
    pub(super) colors: Colors,
    pub(super) attributes: Attributes,
    pub(super) textures: Textures,
}
packed!(struct IndexedMesh { origin, positions, triangles, bounds, source, colors, attributes, textures });

impl IndexedMesh {
    /// Builds the tree over the triangles, and returns the mesh.
    ///
    /// # Errors
    /// [`OutOfMemory`] where there is not enough memory.
    pub fn build(self) -> Result<Mesh, OutOfMemory> {
        self.build_with(&Progress::default()).map_err(BuildError::uncancelled)
    }

    /// Builds the tree and returns the mesh, as [`build`](Self::build) does, and tells `progress` how much is done.
    ///
    /// # Errors
    /// [`BuildError`] when `progress` was cancelled, or there is not enough memory.
    pub fn build_with(self, progress: &Progress) -> Result<Mesh, BuildError> {
        Mesh::over(self.into(), progress)
    }

    /// Returns the origin, in object space, to which [`positions`](Self::positions) are local.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Returns the distance, in object space, by which rounding to f32 has moved a corner of a triangle at most: 2⁻²³
    /// of the greatest coordinates relative to the [`origin`](Self::origin). A mesh made of f32 has lost nothing of
    /// it. A point that was computed on the mesh as it was given lies no farther from the mesh as it is: a ray that
    /// begins there meets it if its origin is taken back by this distance, and leaves it if moved on by as much.
    pub fn rounding(&self) -> f64 {
        let reach = (self.bounds.min - self.origin).abs().max((self.bounds.max - self.origin).abs());
        // Two roundings, as the mesh may have changed its origin; the least f32 is that of tiny meshes.
        (f64::from(f32::EPSILON) * reach.length()).max(f64::from(f32::from_bits(2)))
    }

    /// Returns the positions of all vertices in f32, relative to the [`origin`](Self::origin). All are finite; vertices
    /// that no triangle uses are included.
    pub fn positions(&self) -> &[[f32; 3]] {
        &self.positions
    }

    /// Returns the triangles as indices into [`positions`](Self::positions), counter-clockwise as seen from the front;
    /// at least one.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Returns the smallest box around all triangles, in object space. Vertices that no triangle uses may lie outside.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Returns the smallest box around the triangles whose indices are in `runs`, in object space.
    ///
    /// # Panics
    /// When a run goes beyond the triangles of the mesh.
    #[doc(hidden)]
    pub fn bounds_of(&self, runs: &[Range<u32>]) -> Aabb {
        let triangles = runs.iter().map(|run| &self.triangles[run.start as usize..run.end as usize]);
        let triangles: Vec<_> = triangles.collect();
        bounds_of_corners(self.origin, &self.positions, &triangles, threads::available())
    }

    /// Returns the source of the triangles: the place in a file from which each came.
    pub fn source(&self) -> &Source {
        &self.source
    }
}
