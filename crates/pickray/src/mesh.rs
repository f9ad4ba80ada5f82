//! Indexed triangle meshes in object space, with their tree and the source of each triangle.

mod adjacency;
mod beside;
mod bounds;
mod companions;
mod encoding;
mod format;
mod hits;
mod indexed;
mod inside;
mod joined;
mod looks;
mod moving;
mod numbers;
mod origin;
mod positions;
pub mod problem;
mod read;
mod region;
mod report;
pub mod samples;
mod saved;
mod source;
mod text;
mod triangle_set;
mod write;

pub use crate::accel::TriangleHit as MeshHit;
pub use adjacency::Adjacency;
#[doc(hidden)]
pub use beside::{NotBeside, NotOpened, find_beside, folder_of, open_beside, open_regular};
#[doc(hidden)]
pub use bounds::BoundingFit;
#[doc(hidden)]
pub use encoding::percent_decoded;
pub use encoding::set_name_decoder;
pub use format::Format;
pub use hits::MeshClosest;
pub use indexed::IndexedMesh;
pub use inside::NoInside;
pub use joined::Defects;
#[doc(hidden)]
pub use joined::JoinedVertices;
pub(crate) use looks::Srgb8;
pub use looks::attributes::CornerValues;
pub(crate) use looks::attributes::{Attributes, TEXTURE_SETS};
pub use looks::image::{Image, ImageKind, Pixels};
pub use looks::{Colors, Texel, Texture, Textures, Wrap};
#[doc(hidden)]
pub use looks::{linear_from_srgb, srgb_from_linear};
pub use positions::{Axis, Indices, Positions};
pub use read::Load;
pub use read::parts::Node;
pub(crate) use read::parts::{Parts, Placed};
pub use region::{Region, RegionTest};
pub(crate) use report::InFile;
pub use report::{LoadError, LoadReport, Warning};
pub use saved::RestoreError;
pub use source::{LineTextError, Place, Record, Source};
pub use triangle_set::{TriangleRun, TriangleSet};
pub use write::{LeftOut, MeshPart, WriteError, WriteFormat, Written, write_meshes};

use crate::accel::{BuildError, RayTree};
use crate::geometry::{MovedRay, Ray, Triangle};
use crate::math::Shortest;
use crate::work::said::said;
use crate::work::{OutOfMemory, Progress, packed};
use glam::DVec3;
use inside::OddEdges;
use problem::Need;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Triangles over shared vertices, in object space.
///
/// Derefs to the [`IndexedMesh`] over which its tree is built. All f64 results are in object space. Methods panic where
/// the mesh lacks the triangle, or the vertex, whose index they are given.
///
/// | what one calls first | |
/// |---|---|
/// | a mesh | [`new`](Self::new) of arrays, [`open`](Self::open) of a file, [`Load`] of files in memory |
/// | what a ray meets | [`closest_hit`](Self::closest_hit), [`any_hit`](Self::any_hit), [`all_hits`](Self::all_hits) |
/// | many rays | [`closest_hits`](Self::closest_hits) and its like, into memory of yours |
/// | a point | [`closest_point`](Self::closest_point), [`contains`](Self::contains) and how far inside |
/// | what lies in a box, a sphere or a frustum | [`triangles_in`](Self::triangles_in) |
/// | a triangle | [`triangle`](Self::triangle), [`n_triangles`](Self::n_triangles) |
/// | vertices that move | [`refit`](Self::refit), [`update`](Self::update) |
///
/// Positions are stored in f32 relative to an origin in f64; [`IndexedMesh::new`] describes the rounding.
///
/// ```
/// use glam::DVec3;
/// use pickray::{geometry::Ray, intersect::Culling, mesh::Mesh};
///
/// let mesh = Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
/// let ray = Ray::between(DVec3::new(0.25, 0.25, 5.0), DVec3::new(0.25, 0.25, 4.0));
/// let hit = mesh.closest_hit(&ray, Culling::None).expect("a hit");
/// assert_eq!((hit.triangle, hit.t), (0, 5.0));
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh {
    /// Positions and triangles, shared with viewers that draw them before the tree is built.
    indexed: Arc<IndexedMesh>,
    tree: RayTree,
    /// Adjacency of the triangles, made when it is first asked for, and dropped when vertices move.
    adjacency: OnceLock<Arc<Adjacency>>,
    /// Edges that an odd number of triangles share, found when first needed, and dropped when vertices move.
    odd_edges: OnceLock<OddEdges>,
}
packed!(struct Mesh { indexed, tree, adjacency, odd_edges });

impl std::ops::Deref for Mesh {
    type Target = IndexedMesh;

    fn deref(&self) -> &IndexedMesh {
        &self.indexed
    }
}

said! {
    @english
    /// Reason why positions and triangles cannot be made into a mesh, or the vertices of a mesh cannot be moved.
    /// Triangles, vertices and values are given by their index, from 0: the first one with the error.
    #[derive(Clone, Debug, PartialEq, thiserror::Error)]
    #[non_exhaustive]
    pub enum MeshError {
        NoTriangles => "the mesh has no triangles: give it at least one",
        IndexOutOfRange { triangle: usize, index: u32, vertices: usize } =>
            "triangle {triangle} names vertex {index}, but there are only {vertices} vertices (counted from 0): \
             correct the index",
        /// Position of a vertex that a triangle uses:
        NotFinite { vertex: usize, position: [f64; 3] }
        where x = Shortest([position[0]]), y = Shortest([position[1]]), z = Shortest([position[2]]) =>
            "vertex {vertex} is not finite ({x}, {y}, {z}): leave it out or correct it",
        /// Position that is beyond the range of f32, relative to the mesh's origin:
        TooFar { vertex: usize, position: [f64; 3] }
        where x = Shortest([position[0]]), y = Shortest([position[1]]), z = Shortest([position[2]]) =>
            "vertex {vertex} lies too far from the middle of the mesh ({x}, {y}, {z}): leave it out or correct it",
        TooSmall { side: f64 } => "the longest side of the mesh is {side:e}, which f32 rounds to a point: scale it up",
        TooLarge { side: f64 } => "the longest side of the mesh is {side:e}, more than f32 can hold: scale it down",
        /// List whose length is not a multiple of three:
        LeftOver { count: usize, what: &'static str, whole: &'static str } =>
            "the last {count} {what} make no whole {whole}: give three for each",
        TooMany { what: &'static str, count: usize, limit: usize } =>
            "{count} {what} are too many: a mesh has at most {limit}",
        /// Positions for a refit, or for an update, which moves vertices from the first one on:
        VertexCount { given: usize, wanted: usize } =>
            "{given} positions were given for {wanted} vertices: give one for each",
        /// First vertex of an update:
        NoVertex { first: usize, vertices: usize } =>
            "positions were given from vertex {first} on, but there are only {vertices} vertices (counted from 0): \
             give a lower number",
        /// Values for the corners of triangles, by vertex or by triangle:
        ValueCount { given: usize, wanted: usize, each: &'static str } =>
            "{given} values were given for the {wanted} {each} of the mesh: give one for each",
        NoValue { triangle: usize, index: u32, values: usize } =>
            "triangle {triangle} names value {index}, but there are only {values} values (counted from 0): correct the \
             index",
        NoTextureSet { set: usize } => "there is no set {set} of texture coordinates: a mesh has sets 0 and 1",
        OutOfMemory(#[from] error: OutOfMemory) => "{error}: use fewer triangles",
        /// Cancellation of the work through its [`Progress`]:
        Cancelled => "cancelled",
    }
}

impl From<BuildError> for MeshError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Cancelled(_) => Self::Cancelled,
            BuildError::OutOfMemory(error) => Self::OutOfMemory(error),
        }
    }
}

/// Share of a load's progress (0 to 1) taken by reading the file, as timed on a file of 1 million triangles.
pub(crate) const READING: Range<f32> = 0.0..0.04;
pub(crate) const BUILDING: Range<f32> = 0.04..1.0;
const MAX_VERTICES: usize = u32::MAX as usize;
const MAX_TRIANGLES: usize = RayTree::MAX_TRIANGLES;

impl Mesh {
    /// Returns a mesh of the triangles that `indices` form of `positions`. Both may be arrays, flat lists of numbers or
    /// vertex buffers; positions may be f32 or f64. [`IndexedMesh::new`] describes how numbers are rounded. To observe
    /// the progress of building the tree, call [`IndexedMesh::new`] and [`build_with`](IndexedMesh::build_with).
    ///
    /// ```
    /// use pickray::mesh::{Indices, Mesh, Positions};
    ///
    /// let corners = [[500_000.25_f64, 0.0, 0.0], [500_001.25, 0.0, 0.0], [500_000.25, 0.0, 1.0]];
    /// let mesh = Mesh::new(&corners, &[0_u16, 1, 2])?;
    /// assert_eq!(mesh.vertex(1).x, 500_001.25);
    ///
    /// // z up, and no indices.
    /// let mesh = Mesh::new(Positions::from(&corners).z_up(), Indices::IN_ORDER)?;
    /// assert_eq!(mesh.vertex(2).y, 1.0);
    /// # Ok::<(), pickray::mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// Errors of [`IndexedMesh::new`], and [`MeshError::OutOfMemory`].
    pub fn new<'a>(positions: impl Into<Positions<'a>>, indices: impl Into<Indices<'a>>) -> Result<Self, MeshError> {
        Ok(IndexedMesh::new(positions, indices)?.build()?)
    }

    /// Returns the mesh of `triangles`, each three indices into `positions`, counter-clockwise as seen from the front.
    /// The mesh keeps the lists as they are; its origin is zero. [`new`](Self::new) takes lists of other types.
    ///
    /// # Errors
    /// [`MeshError`] when there is no triangle, an index is out of range, or a vertex in use is not finite.
    pub fn from_triangles(positions: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        Ok(IndexedMesh::of_lists(positions, triangles)?.build()?)
    }

    /// Returns the mesh in a file of any [`Format`], and a report. [`Load`] also takes files in memory.
    ///
    /// # Errors
    /// [`LoadError`] when the file cannot be read or holds nothing that a ray could hit. Smaller problems are warnings
    /// in the report: the rest of the file is loaded.
    pub fn open(path: impl AsRef<Path>) -> Result<(Self, LoadReport), LoadError> {
        Load::file(path).mesh()
    }

    fn with_tree(indexed: Arc<IndexedMesh>, name: &str, progress: &Progress) -> Result<Self, LoadError> {
        let n_triangles = indexed.triangles.len();
        Self::over(indexed, progress).map_err(|error| match error {
            BuildError::Cancelled(_) => LoadError::Cancelled { name: name.to_owned() },
            BuildError::OutOfMemory(missing) => {
                let size = Need::Tree { triangles: n_triangles };
                LoadError::OutOfMemory { name: name.to_owned(), size, missing }
            }
        })
    }

    fn over(indexed: Arc<IndexedMesh>, progress: &Progress) -> Result<Self, BuildError> {
        let tree = RayTree::build_with(&indexed.positions, &indexed.triangles, progress)?;
        Ok(Self::with(indexed, tree))
    }

    fn with(indexed: Arc<IndexedMesh>, tree: RayTree) -> Self {
        Self { indexed, tree, adjacency: OnceLock::new(), odd_edges: OnceLock::new() }
    }

    /// Returns a mesh of `indexed` with an empty tree: it can be drawn, but no ray hits it.
    pub(crate) fn drawable(indexed: &Arc<IndexedMesh>) -> Result<Self, OutOfMemory> {
        Ok(Self::with(indexed.clone(), RayTree::build(&[], &[])?))
    }

    /// Returns whether this mesh and `other` share their triangles in memory, and so look the same.
    #[doc(hidden)]
    pub fn looks_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.indexed, &other.indexed)
    }

    /// Returns the number of vertices, including those that no triangle uses.
    pub fn n_vertices(&self) -> usize {
        self.positions.len()
    }

    /// Returns the number of triangles; at least 1.
    pub fn n_triangles(&self) -> usize {
        self.triangles.len()
    }

    /// Returns the corners of a triangle, in object space.
    pub fn triangle(&self, index: u32) -> Triangle {
        self.placed(&self.triangles[index as usize].map(|vertex| self.positions[vertex as usize]))
    }

    /// Returns a triangle as the tree holds it: its corners in object space, minus the mesh's origin.
    pub(crate) fn local_triangle(&self, index: u32) -> Triangle {
        let position = |vertex: u32| DVec3::from(self.positions[vertex as usize].map(f64::from));
        let [a, b, c] = self.triangles[index as usize].map(position);
        Triangle::new(a, b, c)
    }

    /// Returns the triangle of corners local to the mesh's origin, moved to object space.
    fn placed(&self, corners: &[[f32; 3]; 3]) -> Triangle {
        let [a, b, c] = corners.map(|corner| self.origin + DVec3::from(corner.map(f64::from)));
        Triangle::new(a, b, c)
    }

    /// Returns the position of a vertex, in object space.
    pub fn vertex(&self, index: u32) -> DVec3 {
        self.origin + DVec3::from(self.positions[index as usize].map(f64::from))
    }

    /// Returns the tree over the triangles; its boxes and corners are relative to the mesh's origin.
    #[doc(hidden)]
    pub fn tree(&self) -> &RayTree {
        &self.tree
    }

    /// Returns `ray`, given in object space, relative to the mesh's origin, rounded: to be shown.
    pub(crate) fn local_ray(&self, ray: &Ray) -> Ray {
        ray.relative_to(self.origin)
    }

    /// Returns `ray`, given in object space, relative to the mesh's origin, exactly: as queries of the tree take it.
    #[inline]
    pub(crate) fn moved_ray<'a>(&'a self, ray: &'a Ray) -> MovedRay<'a> {
        MovedRay { ray, less: [&DVec3::ZERO, &self.indexed.origin] }
    }
}

#[cfg(test)]
mod tests {
    use super::report::Refusal;
    use super::text::{BUFFER, Job, Plan, Text};
    use super::*;

    /// Plan to read a text at once, in one piece.
    pub const WHOLE: Plan = Plan { threads: 1, pieces: 1, step: BUFFER, exact: false, attributes: true };

    pub type Loaded = (IndexedMesh, LoadReport);

    fn read_until(progress: &Progress, reader: Reader, bytes: &[u8], plan: Plan) -> Result<Loaded, Refusal> {
        reader(Job { text: &Text::Bytes(bytes), plan, file: None, companions: None, progress })
    }

    /// Reader of a format.
    type Reader = fn(Job) -> Result<Loaded, Refusal>;

    /// Returns what a reader makes of the bytes of a file that is called `t`.
    pub fn read(reader: Reader, bytes: &[u8], plan: Plan) -> Result<Loaded, LoadError> {
        let read = read_until(&Progress::default(), reader, bytes, plan);
        read.map_err(|refusal| refusal.into_load_error("t", bytes.len() as u64))
    }

    pub fn stops(reader: Reader, bytes: &[u8]) -> bool {
        let progress = Progress::default();
        progress.cancel();
        matches!(read_until(&progress, reader, bytes, WHOLE), Err(Refusal::Cancelled))
    }

    /// Asserts that a message has these words in it.
    #[track_caller]
    pub fn assert_tells(told: &str, why: &str) {
        assert!(told.contains(why), "{told}");
    }

    /// Asserts that a report has these warnings, which begin so, each with its line or the number of its record, or 0.
    #[track_caller]
    pub fn assert_told(report: &LoadReport, expected: &[(u32, &str)]) {
        let place = |it: &Warning| it.line.or(it.record).unwrap_or(0);
        let told: Vec<_> = report.warnings.iter().map(|it| (place(it), it.problem.to_string())).collect();
        let is_it =
            |(told, expected): (&(u32, String), &(u32, &str))| told.0 == expected.0 && told.1.starts_with(expected.1);
        assert!(told.len() == expected.len() && told.iter().zip(expected).all(is_it), "{told:#?}");
    }

    #[test]
    fn a_load_ends_with_all_of_it_done() {
        let progress = Progress::default();
        let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        Load::bytes("t.obj", text.as_bytes()).progress(&progress).mesh().expect("a mesh");
        assert_eq!((progress.fraction(), progress.stage()), (1.0, "building the tree"));
    }
}
