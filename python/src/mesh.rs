//! A mesh, as Python sees it.
//!
//! Meshes are snapshots behind a lock. Whoever asks keeps the snapshot that was there. A refit makes another one where
//! somebody still asks.
//!
//! Code here has no `unsafe`; PyO3 and rust-numpy have it.

use crate::arrays::{Any, Options, RayQuery, Vectors, number, refused, table, triangles};
use crate::attributes::{self, Values};
use crate::columns::{Answer, Columns, Found, closest, filled};
use crate::errors::{load_error, mesh_error, no_inside, warn};
use crate::options::{culling, region_test, work};
use crate::view::Click;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pickray::accel::Rays;
use pickray::geometry::{Aabb, Frustum, HalfSpace, Sphere};
use pickray::glam::DVec3;
use pickray::mesh::{IndexedMesh, Indices, Positions};
use pickray::work::Progress;
use pickray::{Load, Object, PickOptions, Scene};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

/// Triangles over shared vertices, with a tree that answers rays and points.
///
/// vertices: (n, 3) float32 or float64. Those in float64 are rounded to float32, about an origin of the mesh's own
///     where they lie far out; `vertices` tells what they became.
/// faces: (m, 3) of any integer type, counter-clockwise as seen from the front.
/// uv, uv2, normals: texture coordinates of two sets, and normals, of any number type: (n, 2) or (n, 3), one for each
///     vertex, or (m, 3, 2) or (m, 3, 3), one for each corner of each face. What is not finite is none.
/// Raises ValueError, which names the row, for indices out of range and vertices that are not finite.
///
/// Rays are origins and directions, each of shape (n, 3), or (3,) for one or the same for all, in float32 or float64
/// and C order (others are copied first). t counts in lengths of the direction: it is a distance where that is a unit
/// vector. Answers are arrays of shape (n,), scalars where both are (3,). A ray whose direction is zero, or one of
/// whose numbers is not finite, hits nothing.
#[pyclass(module = "pickray", frozen)]
pub struct Mesh {
    mesh: RwLock<Arc<pickray::Mesh>>,
}

/// Columns that name a triangle.
const COLUMNS: [&str; 1] = ["triangle"];

/// Vertices, faces, texture coordinates of two sets, and normals.
type Arrays<'py> =
    (Bound<'py, PyAny>, Bound<'py, PyArray2<u32>>, Option<Py<PyAny>>, Option<Py<PyAny>>, Option<Py<PyAny>>);

impl Mesh {
    /// Returns the mesh as it is now, whatever becomes of it meanwhile.
    pub fn snapshot(&self) -> Arc<pickray::Mesh> {
        self.mesh.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl From<pickray::Mesh> for Mesh {
    fn from(mesh: pickray::Mesh) -> Self {
        Self { mesh: RwLock::new(Arc::new(mesh)) }
    }
}

#[pymethods]
impl Mesh {
    #[new]
    #[pyo3(signature = (vertices, faces, uv = None, uv2 = None, normals = None))]
    fn new(vertices: Any, faces: Any, uv: Values, uv2: Values, normals: Values) -> PyResult<Self> {
        let (py, vertices) = (vertices.py(), Vertices::new(vertices)?);
        let positions = vertices.positions();
        let faces = Indices::from(triangles(faces, positions.len())?);
        let build = || Ok(IndexedMesh::new(positions, faces)?.build_with(&Progress::of_thread())?);
        let mut mesh = work(py, build)?.map_err(mesh_error)?;
        attributes::set(&mut mesh, "uv", &uv, |mesh, values| mesh.set_texture_coordinates(0, values))?;
        attributes::set(&mut mesh, "uv2", &uv2, |mesh, values| mesh.set_texture_coordinates(1, values))?;
        attributes::set(&mut mesh, "normals", &normals, pickray::Mesh::set_normals)?;
        Ok(mesh.into())
    }

    /// Reads a mesh from a file: OBJ, PLY, STL, OFF, glTF or GLB, told by its first bytes. What a file holds in several
    /// objects is joined; `Scene.open` keeps them apart. What was wrong but could be read is told by `warnings`.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let load = || Load::file(path).progress(&Progress::of_thread()).mesh();
        let (mesh, report) = work(py, load)?.map_err(load_error)?;
        warn(py, &report)?;
        Ok(mesh.into())
    }

    /// The vertices, (n, 3) float64, as the mesh holds them.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let mesh = self.snapshot();
        let origin = mesh.origin();
        let place = |local: &[f32; 3]| (origin + DVec3::from(local.map(f64::from))).to_array();
        let numbers: Vec<f64> = mesh.positions().iter().flat_map(place).collect();
        numbers.into_pyarray(py).reshape([mesh.positions().len(), 3])
    }

    /// The triangles, (m, 3) uint32.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let mesh = self.snapshot();
        mesh.triangles().as_flattened().to_vec().into_pyarray(py).reshape([mesh.triangles().len(), 3])
    }

    /// Texture coordinates, float32 as the file has them: (n, 2), one for each vertex, or (m, 3, 2), one for each
    /// corner of each face; NaN where there is none. None if the mesh has none. V runs upwards from the bottom of a
    /// picture, in meshes from glTF downwards from its top.
    #[getter]
    fn uv(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mesh = self.snapshot();
        attributes::get(py, &mesh, mesh.texture_coordinates(0))
    }

    /// Texture coordinates of the second set, as `uv`.
    #[getter]
    fn uv2(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mesh = self.snapshot();
        attributes::get(py, &mesh, mesh.texture_coordinates(1))
    }

    /// Normals, float32 and of any length: (n, 3), one for each vertex, or (m, 3, 3), one for each corner of each face;
    /// NaN where there is none. None if the mesh has none.
    #[getter]
    fn normals(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mesh = self.snapshot();
        attributes::get(py, &mesh, mesh.normals())
    }

    /// The images of the mesh's textures, as `Image`: name, width and height, and what is wrong with those that cannot
    /// be shown.
    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let image = py.import("pickray._results")?.getattr("Image")?;
        let mesh = self.snapshot();
        let images = mesh.textures().images().iter().map(|one| match one.size() {
            Ok([width, height]) => image.call1((one.name(), width, height, None::<String>)),
            Err(problem) => image.call1((one.name(), 0, 0, format!("it {problem}"))),
        });
        images.collect()
    }

    /// Returns values at the points of hits, mixed by the weights of their triangles' corners: float64 of the hits'
    /// shape, and behind it k. Misses have NaN.
    ///
    /// hits: `Hits`, `AllHits` or whatever has `triangle`, `u` and `v`, as `Pick`.
    /// values: any numbers, (n,) or (n, k), one for each vertex, or (m, 3, k), one for each corner of each face:
    ///     `mesh.interpolate(hits, mesh.uv)`.
    fn interpolate(&self, hits: Any, values: Any) -> Answer {
        attributes::interpolate(&self.snapshot(), hits, values)
    }

    /// The least and the greatest corner of the box around all triangles, (2, 3) float64.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let Aabb { min, max } = self.snapshot().bounds();
        Ok(PyArray2::from_vec2(py, &[min.to_array().to_vec(), max.to_array().to_vec()])?)
    }

    /// The distance by which rounding to float32 has moved a corner of a triangle at most; nothing was lost of vertices
    /// in float32. A ray that begins on the mesh as it was given meets it if its origin is taken back by as much.
    #[getter]
    fn rounding(&self) -> f64 {
        self.snapshot().rounding()
    }

    /// Returns the number of triangles.
    fn __len__(&self) -> usize {
        self.snapshot().n_triangles()
    }

    fn __repr__(&self) -> String {
        let mesh = self.snapshot();
        format!("pickray.Mesh({} vertices, {} triangles)", mesh.n_vertices(), mesh.n_triangles())
    }

    /// Pickles the numbers; the tree is built again where they arrive.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Arrays<'py>)> {
        let (py, mesh) = (slf.py(), slf.get().snapshot());
        let vertices = if mesh.origin() == DVec3::ZERO {
            let numbers = mesh.positions().as_flattened().to_vec().into_pyarray(py);
            numbers.reshape([mesh.positions().len(), 3])?.into_any()
        } else {
            slf.get().vertices(py)?.into_any()
        };
        let mesh = slf.get();
        Ok((slf.get_type().into_any(), (vertices, mesh.faces(py)?, mesh.uv(py)?, mesh.uv2(py)?, mesh.normals(py)?)))
    }

    /// Returns the closest hit of each ray, as `Hits`: the columns triangle, t, u, v and side.
    ///
    /// origins, directions: (n, 3) or (3,), see `Mesh`.
    /// t_min, t_max: hits are looked for at t from here to there, in lengths of the direction.
    /// culling: "none", "back" to hit fronts alone, or "front" to hit backs alone.
    /// skip: triangles that the rays do not hit: `hits`, (n,) indices, or one for all rays; −1 for none. Rays that go
    ///     on from hits skip them: their origins are rounded, so that they may meet the same triangle again. Its
    ///     neighbours are not skipped; at an edge one can be met at a t of 0, or of that rounding.
    #[pyo3(
        signature = (origins, directions, **options),
        text_signature = "($self, origins, directions, *, t_min=0.0, t_max=..., culling='none', skip=None)"
    )]
    fn closest_hit(&self, origins: Any, directions: Any, options: Option<Options>) -> Answer {
        let (py, mesh, rays) = (origins.py(), self.snapshot(), RayQuery::new(origins, directions, options, &COLUMNS)?);
        let (batch, options) = (rays.batch(), rays.options());
        let columns = Columns::new(py, batch.n_rays(), false);
        columns.fill(|_, hits| work(py, || mesh.closest_hits(&batch, options, hits)))?;
        columns.into_result(rays.shape(), None)
    }

    /// Returns every hit of each ray, as `AllHits`: the columns of `Hits`, and `ray`, the index of the ray. Hits are in
    /// the order of the rays, a ray's by t, then by triangle. Through an edge or a vertex all triangles there are hit.
    ///
    /// Takes what `closest_hit` takes.
    #[pyo3(
        signature = (origins, directions, **options),
        text_signature = "($self, origins, directions, *, t_min=0.0, t_max=..., culling='none', skip=None)"
    )]
    fn all_hits(&self, origins: Any, directions: Any, options: Option<Options>) -> Answer {
        let (py, mesh, rays) = (origins.py(), self.snapshot(), RayQuery::new(origins, directions, options, &COLUMNS)?);
        let (batch, options) = (rays.batch(), rays.options());
        let mut found = Found::default();
        work(py, || mesh.hit_lists_to(&batch, options, |lists| found.extend(&lists, |hit| (None, hit))))?;
        found.into_result(py, false)
    }

    /// Returns whether each ray meets a triangle, (n,) bool. Takes what `closest_hit` takes, and less time.
    #[pyo3(
        signature = (origins, directions, **options),
        text_signature = "($self, origins, directions, *, t_min=0.0, t_max=..., culling='none', skip=None)"
    )]
    fn any_hit(&self, origins: Any, directions: Any, options: Option<Options>) -> Answer {
        let (py, mesh, rays) = (origins.py(), self.snapshot(), RayQuery::new(origins, directions, options, &COLUMNS)?);
        let (batch, options) = (rays.batch(), rays.options());
        filled(py, rays.shape(), |met: &mut [bool]| work(py, || mesh.any_hits(&batch, options, met)))
    }

    /// Returns how many triangles each ray meets, (n,) uint32. Takes what `closest_hit` takes.
    #[pyo3(
        signature = (origins, directions, **options),
        text_signature = "($self, origins, directions, *, t_min=0.0, t_max=..., culling='none', skip=None)"
    )]
    fn count_hits(&self, origins: Any, directions: Any, options: Option<Options>) -> Answer {
        let (py, mesh, rays) = (origins.py(), self.snapshot(), RayQuery::new(origins, directions, options, &COLUMNS)?);
        let (batch, options) = (rays.batch(), rays.options());
        filled(py, rays.shape(), |counts: &mut [u32]| work(py, || mesh.hit_counts(&batch, options, counts)))
    }

    /// Returns the closest point of the mesh to each point, as `Closest`: the columns triangle, point and distance, −1
    /// and NaN where there is none.
    ///
    /// points: (n, 3) or (3,).
    /// max_distance: nothing farther away is looked for.
    #[pyo3(signature = (points, *, max_distance = f64::INFINITY))]
    fn closest_point(&self, points: Any, max_distance: f64) -> Answer {
        let (py, mesh, points) = (points.py(), self.snapshot(), Vectors::new("points", points)?);
        let (triples, max_distance) = (points.triples(), number("max_distance", max_distance)?);
        closest(py, points.shape(), false, |found| work(py, || mesh.closest_points(triples, max_distance, found)))
    }

    /// Returns whether each point lies inside the mesh or on its surface, (n,) bool: decided exactly, by how often a
    /// half-line from there crosses the surface, each crossing of an edge or a vertex counted once.
    ///
    /// points: (n, 3) or (3,).
    /// Raises ValueError where the mesh is not closed.
    fn contains(&self, points: Any) -> Answer {
        let (py, mesh, points) = (points.py(), self.snapshot(), Vectors::new("points", points)?);
        let triples = points.triples();
        filled(py, points.shape(), |inside: &mut [bool]| {
            work(py, || mesh.contains_each(triples, inside))?.map_err(no_inside)
        })
    }

    /// Returns the distance of each point from the surface, (n,) float64: negative inside, as in Open3D.
    ///
    /// Takes what `contains` takes, and raises what it raises.
    fn signed_distance(&self, points: Any) -> Answer {
        let (py, mesh, points) = (points.py(), self.snapshot(), Vectors::new("points", points)?);
        let triples = points.triples();
        filled(py, points.shape(), |distances: &mut [f64]| {
            work(py, || mesh.signed_distances(triples, distances))?.map_err(no_inside)
        })
    }

    /// Raises ValueError, which names an edge, unless the mesh is closed: an even number of triangles at each edge.
    fn check_closed(&self, py: Python<'_>) -> PyResult<()> {
        let mesh = self.snapshot();
        work(py, || mesh.check_closed())?.map_err(no_inside)
    }

    /// Returns the triangles in a box, (k,) int64 in order: decided exactly.
    ///
    /// low, high: (3,), the least and the greatest corner.
    /// test: "touching" the box, lying "inside", or by their "centroid".
    #[pyo3(signature = (low, high, *, test = "touching"))]
    fn triangles_in_box(&self, low: Any, high: Any, test: &str) -> PyResult<Py<PyArray1<i64>>> {
        let py = low.py();
        let low = Vectors::new("low", low)?.single("low")?;
        let high = Vectors::new("high", high)?.single("high")?;
        let (mesh, test) = (self.snapshot(), region_test(test)?);
        Ok(indices(py, work(py, || mesh.triangles_in(&Aabb::new(low, high), test))?))
    }

    /// Returns the triangles in a sphere, (k,) int64 in order: decided exactly.
    ///
    /// center: (3,). radius: a length. test: as for `triangles_in_box`.
    #[pyo3(signature = (center, radius, *, test = "touching"))]
    fn triangles_in_sphere(&self, center: Any, radius: f64, test: &str) -> PyResult<Py<PyArray1<i64>>> {
        let py = center.py();
        let center = Vectors::new("center", center)?.single("center")?;
        let sphere = Sphere { center, radius: number("radius", radius)? };
        let (mesh, test) = (self.snapshot(), region_test(test)?);
        Ok(indices(py, work(py, || mesh.triangles_in(&sphere, test))?))
    }

    /// Returns the triangles between planes, (k,) int64 in order: decided exactly. `pickray.frustum` makes the planes
    /// through a part of a window.
    ///
    /// planes: (p, 4), rows (nx, ny, nz, d) of half-spaces nx·x + ny·y + nz·z <= d. test: as for `triangles_in_box`.
    #[pyo3(signature = (planes, *, test = "touching"))]
    fn triangles_in_frustum(&self, planes: Any, test: &str) -> PyResult<Py<PyArray1<i64>>> {
        let (py, planes) = (planes.py(), table::<4>("planes", planes)?);
        if let Some(row) = planes.iter().position(|plane| !plane.iter().all(|n| n.is_finite())) {
            return Err(refused(format!("planes[{row}] is not finite")));
        }
        let frustum = Frustum::new(planes.into_iter().map(|[x, y, z, d]| HalfSpace::new(DVec3::new(x, y, z), d)));
        let (mesh, test) = (self.snapshot(), region_test(test)?);
        Ok(indices(py, work(py, || mesh.triangles_in(&frustum.expect("finite planes"), test))?))
    }

    /// Moves all vertices; the tree follows in a small part of the time that building it takes.
    ///
    /// vertices: (n, 3), as many as the mesh has. Nothing moves where one is refused with ValueError.
    /// A scene keeps the mesh that it was given: `Scene.set_mesh` gives it this one.
    fn refit(&self, vertices: Any) -> PyResult<()> {
        let (py, vertices) = (vertices.py(), Vertices::new(vertices)?);
        let positions = vertices.positions();
        let refit = || {
            let mut mesh = self.mesh.write().unwrap_or_else(PoisonError::into_inner);
            Arc::make_mut(&mut *mesh).refit(positions)
        };
        work(py, refit)?.map_err(mesh_error)
    }

    /// Returns the triangle under a cursor as `Pick`, or None: for those who draw with matrices of their own.
    ///
    /// view_matrix, projection_matrix: (4, 4), for column vectors: a translation is in the last column. Of a mesh with
    ///     a model matrix give `view_matrix @ model_matrix`, or pick in a `Scene`.
    /// viewport: (width, height) in pixels; or (x, y, width, height) with the lower left corner, as glViewport has it,
    ///     and then the `window`, (width, height).
    /// x, y: the cursor in pixels from the upper left corner of the window; of VTK's, which counts from the lower left,
    ///     give `height - 1 - y`. They name a pixel, and the ray goes through its centre, where it is drawn.
    /// sample: "exact" takes the ray through the point (x, y) itself, which lies in the pixel (⌊x⌋, ⌊y⌋).
    /// clip: "opengl" (depth from −1 to 1), "wgpu" (0 to 1; Direct3D and Metal too) or "vulkan" (0 to 1, y down), each
    ///     also with "-reversed" for reversed depth.
    /// culling: "none", "back" to hit fronts alone, or "front" to hit backs alone.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (
        view_matrix, projection_matrix, viewport, x, y, *,
        sample = "center", clip = "opengl", window = None, culling = "none",
    ))]
    fn pick(
        &self,
        view_matrix: Any,
        projection_matrix: Any,
        viewport: Any,
        x: f64,
        y: f64,
        sample: &str,
        clip: &str,
        window: Option<(u32, u32)>,
        culling: &str,
    ) -> PyResult<Option<Py<PyAny>>> {
        let options = PickOptions { culling: self::culling(culling)?, ..PickOptions::default() };
        let scene = Scene::of(Object::from(self.snapshot()));
        let click = Click { view_matrix, projection_matrix, viewport, cursor: (x, y), sample, clip, window };
        click.pick(&options, |find| find(&scene))
    }
}

/// Vertices from Python, borrowed.
struct Vertices<'py>(Vectors<'py>);

impl<'py> Vertices<'py> {
    fn new(vertices: Any<'_, 'py>) -> PyResult<Self> {
        let vectors = Vectors::new("vertices", vertices)?;
        if vectors.shape().len() != 1 {
            return Err(refused("vertices has to be of shape (n, 3)".into()));
        }
        Ok(Self(vectors))
    }

    fn positions(&self) -> Positions<'_> {
        self.0.triples().into()
    }
}

fn indices(py: Python<'_>, triangles: Vec<u32>) -> Py<PyArray1<i64>> {
    triangles.into_iter().map(i64::from).collect::<Vec<_>>().into_pyarray(py).unbind()
}
