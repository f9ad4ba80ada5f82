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
/// vertices: (n, 3) float32 or float64. float64 is rounded to float32, for distant meshes relative to a local origin;
///     `vertices` returns the rounded values.
/// faces: (m, 3) of any integer type, counter-clockwise as seen from the front.
/// uv, uv2, normals: two sets of texture coordinates, and normals, of any number type: (n, 2) or (n, 3), one for each
///     vertex, or (m, 3, 2) or (m, 3, 3), one for each corner of each face. Values that are not finite are left out.
/// Raises ValueError, which names the row, for indices out of range and vertices that are not finite.
///
/// Rays are origins and directions, each of shape (n, 3), or (3,) for one ray or the same value for all. float32 and
/// float64 in C order are read in place, other arrays copied. t counts in lengths of the direction: for a unit vector
/// it is a distance. Answers are arrays of shape (n,), or scalars if both are (3,). A ray with a zero direction, or
/// with a number that is not finite, hits nothing.
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

    /// Reads a mesh from a file: OBJ, PLY, STL, OFF, glTF or GLB, recognised by its first bytes. Joins all objects of
    /// the file; `Scene.open` keeps them apart. Problems that do not prevent reading become Python's warnings.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let load = || Load::file(path).progress(&Progress::of_thread()).mesh();
        let (mesh, report) = work(py, load)?.map_err(load_error)?;
        warn(py, &report)?;
        Ok(mesh.into())
    }

    /// The vertices as the mesh holds them, (n, 3) float64.
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
    /// corner of each face; NaN where one is missing. None if the mesh has none. V runs upwards from the bottom of the
    /// image, or downwards from its top if the mesh comes from glTF.
    #[getter]
    fn uv(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mesh = self.snapshot();
        attributes::get(py, &mesh, mesh.texture_coordinates(0))
    }

    /// The second set of texture coordinates, in the form of `uv`.
    #[getter]
    fn uv2(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mesh = self.snapshot();
        attributes::get(py, &mesh, mesh.texture_coordinates(1))
    }

    /// Normals, float32 and of any length: (n, 3), one for each vertex, or (m, 3, 3), one for each corner of each face;
    /// NaN where one is missing. None if the mesh has none.
    #[getter]
    fn normals(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mesh = self.snapshot();
        attributes::get(py, &mesh, mesh.normals())
    }

    /// The images of the mesh's textures, as `Image`: name, width and height, and why an image cannot be shown.
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

    /// Returns values interpolated at hits by their barycentric weights: float64 of the hits' shape, followed by k.
    /// Misses have NaN.
    ///
    /// hits: `Hits`, `AllHits` or anything else with `triangle`, `u` and `v`, such as `Pick`.
    /// values: any numbers, (n,) or (n, k), one for each vertex, or (m, 3, k), one for each corner of each face:
    ///     `mesh.interpolate(hits, mesh.uv)`.
    fn interpolate(&self, hits: Any, values: Any) -> Answer {
        attributes::interpolate(&self.snapshot(), hits, values)
    }

    /// The least and the greatest corner of the bounding box, (2, 3) float64.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let Aabb { min, max } = self.snapshot().bounds();
        Ok(PyArray2::from_vec2(py, &[min.to_array().to_vec(), max.to_array().to_vec()])?)
    }

    /// The largest distance by which rounding to float32 moved a corner; 0 for vertices given in float32. A ray that
    /// begins on the mesh as given still meets it if its origin is moved back by this distance.
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

    /// Pickles the numbers; unpickling builds the tree again.
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
    /// t_min, t_max: the least and the greatest t of a hit, in lengths of the direction.
    /// culling: "none", "back" to hit only fronts, or "front" to hit only backs.
    /// skip: triangles that the rays do not hit: `hits`, (n,) indices, or one for all rays; −1 for none. Use it for
    ///     rays that continue from hits: their origins are rounded, so they could meet the same triangle again. Neighbours
    ///     are not skipped; at an edge, a ray can meet one at a t of 0, or of about that rounding.
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

    /// Returns every hit of each ray, as `AllHits`: the columns of `Hits`, and `ray`, the index of the ray. Hits are
    /// sorted by ray, then by t, then by triangle. A ray through an edge or a vertex hits all triangles there.
    ///
    /// Takes the arguments of `closest_hit`.
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

    /// Returns whether each ray meets a triangle, (n,) bool. Faster than `closest_hit`, with the same arguments.
    #[pyo3(
        signature = (origins, directions, **options),
        text_signature = "($self, origins, directions, *, t_min=0.0, t_max=..., culling='none', skip=None)"
    )]
    fn any_hit(&self, origins: Any, directions: Any, options: Option<Options>) -> Answer {
        let (py, mesh, rays) = (origins.py(), self.snapshot(), RayQuery::new(origins, directions, options, &COLUMNS)?);
        let (batch, options) = (rays.batch(), rays.options());
        filled(py, rays.shape(), |met: &mut [bool]| work(py, || mesh.any_hits(&batch, options, met)))
    }

    /// Returns how many triangles each ray meets, (n,) uint32. Takes the arguments of `closest_hit`.
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
    /// and NaN if there is none.
    ///
    /// points: (n, 3) or (3,).
    /// max_distance: the largest distance to search.
    #[pyo3(signature = (points, *, max_distance = f64::INFINITY))]
    fn closest_point(&self, points: Any, max_distance: f64) -> Answer {
        let (py, mesh, points) = (points.py(), self.snapshot(), Vectors::new("points", points)?);
        let (triples, max_distance) = (points.triples(), number("max_distance", max_distance)?);
        closest(py, points.shape(), false, |found| work(py, || mesh.closest_points(triples, max_distance, found)))
    }

    /// Returns whether each point lies inside the mesh or on its surface, (n,) bool. The answer is exact: it counts how
    /// often a half-line from the point crosses the surface, at an edge or a vertex once.
    ///
    /// points: (n, 3) or (3,).
    /// Raises ValueError if the mesh is not closed.
    fn contains(&self, points: Any) -> Answer {
        let (py, mesh, points) = (points.py(), self.snapshot(), Vectors::new("points", points)?);
        let triples = points.triples();
        filled(py, points.shape(), |inside: &mut [bool]| {
            work(py, || mesh.contains_each(triples, inside))?.map_err(no_inside)
        })
    }

    /// Returns the distance of each point from the surface, (n,) float64: negative inside, as in Open3D.
    ///
    /// Takes the arguments of `contains`, and raises the same errors.
    fn signed_distance(&self, points: Any) -> Answer {
        let (py, mesh, points) = (points.py(), self.snapshot(), Vectors::new("points", points)?);
        let triples = points.triples();
        filled(py, points.shape(), |distances: &mut [f64]| {
            work(py, || mesh.signed_distances(triples, distances))?.map_err(no_inside)
        })
    }

    /// Raises ValueError, which names an edge, unless the mesh is closed: each edge has an even number of triangles.
    fn check_closed(&self, py: Python<'_>) -> PyResult<()> {
        let mesh = self.snapshot();
        work(py, || mesh.check_closed())?.map_err(no_inside)
    }

    /// Returns the triangles in a box, (k,) int64 in ascending order. The answer is exact.
    ///
    /// low, high: (3,), the least and the greatest corner.
    /// test: "touching" the box, entirely "inside" it, or with their "centroid" in it.
    #[pyo3(signature = (low, high, *, test = "touching"))]
    fn triangles_in_box(&self, low: Any, high: Any, test: &str) -> PyResult<Py<PyArray1<i64>>> {
        let py = low.py();
        let low = Vectors::new("low", low)?.single("low")?;
        let high = Vectors::new("high", high)?.single("high")?;
        let (mesh, test) = (self.snapshot(), region_test(test)?);
        Ok(indices(py, work(py, || mesh.triangles_in(&Aabb::new(low, high), test))?))
    }

    /// Returns the triangles in a sphere, (k,) int64 in ascending order. The answer is exact.
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

    /// Returns the triangles between planes, (k,) int64 in ascending order. The answer is exact. `pickray.frustum`
    /// makes the planes through a part of a window.
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

    /// Moves all vertices, and refits the tree in a fraction of the time that building takes.
    ///
    /// vertices: (n, 3), as many as the mesh has. Raises ValueError for invalid vertices, and then moves nothing.
    /// A scene keeps the mesh as it was added: pass this one to `Scene.set_mesh`.
    fn refit(&self, vertices: Any) -> PyResult<()> {
        let (py, vertices) = (vertices.py(), Vertices::new(vertices)?);
        let positions = vertices.positions();
        let refit = || {
            let mut mesh = self.mesh.write().unwrap_or_else(PoisonError::into_inner);
            Arc::make_mut(&mut *mesh).refit(positions)
        };
        work(py, refit)?.map_err(mesh_error)
    }

    /// Returns the triangle under a cursor as `Pick`, or None, for the matrices of your own renderer.
    ///
    /// view_matrix, projection_matrix: (4, 4), for column vectors: a translation is in the last column. For a mesh with
    ///     a model matrix pass `view_matrix @ model_matrix`, or pick in a `Scene`.
    /// viewport: (width, height) in pixels; or (x, y, width, height) with the lower left corner, as in glViewport,
    ///     together with `window`, (width, height).
    /// x, y: the cursor in pixels from the upper left corner of the window. VTK counts y from the bottom: pass
    ///     `height - 1 - y`. x and y name a pixel, and the ray goes through its centre.
    /// sample: "exact" takes the ray through the point (x, y) itself, which lies in the pixel (⌊x⌋, ⌊y⌋).
    /// clip: "opengl" (depth from −1 to 1), "wgpu" (0 to 1; Direct3D and Metal too) or "vulkan" (0 to 1, y down), each
    ///     also with "-reversed" for reversed depth.
    /// culling: "none", "back" to hit only fronts, or "front" to hit only backs.
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
