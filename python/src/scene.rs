//! A scene of placed meshes, as Python sees it.

use crate::arrays::{Any, Mask, Options, RayQuery, Vectors, matrices, matrix, number, refused};
use crate::columns::{Answer, Columns, Found, closest, filled};
use crate::errors::{load_error, warn};
use crate::mesh::Mesh;
use crate::options::{culling, work};
use crate::view::Click;
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods};
use pickray::accel::Rays;
use pickray::glam::DMat4;
use pickray::pick::{Features, Hit, SceneHitColumns};
use pickray::work::Progress;
use pickray::{Load, MeshHit, Object, PickOptions};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

/// Columns that name a triangle of an object.
const COLUMNS: [&str; 2] = ["object", "triangle"];

const ALL: Mask = Mask(u32::MAX);

/// Meshes placed in the world: instances share their mesh, and a tree over all objects answers rays.
///
/// Rays are as for `Mesh`, in world space; t is the same number in world space and in the space of each mesh. Objects
/// are numbered in the order in which they were added.
#[pyclass(module = "pickray", frozen)]
pub struct Scene {
    scene: RwLock<Arc<pickray::Scene>>,
}

impl Scene {
    /// Returns the scene as it is now, whatever becomes of it meanwhile.
    fn snapshot(&self) -> Arc<pickray::Scene> {
        self.scene.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes the scene, or a copy where somebody still asks.
    fn change<R: Send>(&self, py: Python<'_>, change: impl FnOnce(&mut pickray::Scene) -> R + Send) -> R {
        py.detach(|| change(Arc::make_mut(&mut *self.scene.write().unwrap_or_else(PoisonError::into_inner))))
    }

    fn change_object(&self, py: Python<'_>, index: i64, change: impl FnOnce(&mut Object) + Send) -> PyResult<()> {
        self.change(py, |scene| {
            let len = scene.objects().len();
            let object = u32::try_from(index).ok().and_then(|index| scene.get_mut(index));
            let mut object = object.ok_or_else(|| no_object(index, len))?;
            change(&mut object);
            Ok(())
        })
    }
}

fn no_object(index: i64, len: usize) -> PyErr {
    PyIndexError::new_err(format!("there is no object {index} in a scene of {len}"))
}

/// Refuses matrices of which one gives its mesh no place in the world, where queries would pass over it.
fn check_places<'a>(name: &str, placed: impl IntoIterator<Item = (&'a Arc<pickray::Mesh>, &'a DMat4)>) -> PyResult<()> {
    let has_place = |(mesh, transform): (&Arc<pickray::Mesh>, &DMat4)| {
        Object::from(mesh.clone()).with_transform(*transform).object_from_world().is_some()
    };
    match placed.into_iter().position(|placed| !has_place(placed)) {
        None => Ok(()),
        Some(row) => Err(refused(format!(
            "{name}[{row}] places nothing: its numbers have to be finite, its last row 0 0 0 1, its determinant not 0 \
             as far as float64 tells, and the mesh within 1e75 of the origin"
        ))),
    }
}

#[pymethods]
impl Scene {
    #[new]
    fn new() -> Self {
        Self { scene: RwLock::default() }
    }

    /// Reads a file like `Mesh.open`. In glTF each node with a mesh is an object, and so is each instance; objects of
    /// the same mesh share it. Rays do not hit objects that the file hides.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let load = || Load::file(path).progress(&Progress::of_thread()).scene();
        let (scene, report) = work(py, load)?.map_err(load_error)?;
        warn(py, &report)?;
        Ok(Self { scene: RwLock::new(scene.into()) })
    }

    /// Adds an object and returns its index.
    ///
    /// mesh: a `Mesh`, shared, as it is now.
    /// transform: (4, 4), affine, from the mesh's space to the world: a translation is in the last column.
    /// mask: 32 bits; a query whose mask has no bit in common ignores the object.
    #[pyo3(signature = (mesh, transform = None, *, mask = ALL, name = ""))]
    fn add(
        &self,
        py: Python<'_>,
        mesh: &Bound<'_, Mesh>,
        transform: Option<Any>,
        mask: Mask,
        name: &str,
    ) -> PyResult<u32> {
        let mesh = mesh.get().snapshot();
        let transform = transform.map_or(Ok(DMat4::IDENTITY), |transform| matrix("transform", transform))?;
        check_places("transform", [(&mesh, &transform)])?;
        let object = Object { mask: mask.0, ..Object::new(name, mesh) }.with_transform(transform);
        Ok(self.change(py, |scene| scene.push(object)))
    }

    /// Adds many objects of one mesh and returns their indices, (n,) int64.
    ///
    /// transforms: (n, 4, 4), as for `add`.
    #[pyo3(signature = (mesh, transforms, *, mask = ALL))]
    fn add_instances(&self, mesh: &Bound<'_, Mesh>, transforms: Any, mask: Mask) -> PyResult<Py<PyArray1<i64>>> {
        let (py, mesh, transforms) = (mesh.py(), mesh.get().snapshot(), matrices("transforms", transforms)?);
        check_places("transforms", transforms.iter().map(|transform| (&mesh, transform)))?;
        let add = |scene: &mut pickray::Scene| {
            let object = |transform| Object { mask: mask.0, ..Object::from(mesh.clone()) }.with_transform(transform);
            let added = transforms.into_iter().map(|transform| i64::from(scene.push(object(transform))));
            added.collect::<Vec<_>>()
        };
        Ok(self.change(py, add).into_pyarray(py).unbind())
    }

    /// Returns the number of objects.
    fn __len__(&self) -> usize {
        self.snapshot().objects().len()
    }

    fn __repr__(&self) -> String {
        format!("pickray.Scene({} objects)", self.__len__())
    }

    /// The objects' names: those of the file, or given to `add`.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.snapshot().objects().iter().map(|object| object.name.clone()).collect()
    }

    /// The objects' transforms, (n, 4, 4) float64.
    #[getter]
    fn transforms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let scene = self.snapshot();
        let objects = scene.objects();
        let rows = objects.iter().flat_map(|object| object.world_from_object.transpose().to_cols_array());
        rows.collect::<Vec<_>>().into_pyarray(py).reshape([objects.len(), 4, 4])
    }

    /// Moves objects, all at once; the tree over them is refitted once.
    ///
    /// transforms: (k, 4, 4), as for `add`.
    /// objects: (k,) indices of the objects; all of them by default.
    #[pyo3(signature = (transforms, objects = None))]
    fn set_transforms(&self, py: Python<'_>, transforms: Any, objects: Option<Vec<i64>>) -> PyResult<()> {
        let transforms = matrices("transforms", transforms)?;
        self.change(py, |scene| {
            let len = scene.objects().len();
            let objects = objects.unwrap_or_else(|| (0..len as i64).collect());
            if objects.len() != transforms.len() {
                return Err(refused(format!("{} transforms for {} objects", transforms.len(), objects.len())));
            }
            if let Some(&index) = objects.iter().find(|&&index| index < 0 || index >= len as i64) {
                return Err(no_object(index, len));
            }
            let meshes = objects.iter().map(|&index| &scene.objects()[index as usize].mesh);
            check_places("transforms", meshes.zip(&transforms))?;
            scene.set_transforms(objects.into_iter().map(|index| index as u32).zip(transforms));
            Ok(())
        })
    }

    /// Gives an object another mesh, or the same one after it moved.
    fn set_mesh(&self, py: Python<'_>, object: i64, mesh: &Bound<'_, Mesh>) -> PyResult<()> {
        let mesh = mesh.get().snapshot();
        self.change_object(py, object, |object| object.mesh = mesh)
    }

    /// Gives an object another mask; 0 hides it from all rays.
    fn set_mask(&self, py: Python<'_>, object: i64, mask: Mask) -> PyResult<()> {
        self.change_object(py, object, |object| object.mask = mask.0)
    }

    /// Returns the closest hit of each ray, as `SceneHits`: the columns triangle, t, u, v, side and object.
    ///
    /// mask: ignores objects that have no bit in common with it.
    /// skip: `hits`, or a dict of the arrays `object` and `triangle`. The rest is as for `Mesh.closest_hit`.
    #[pyo3(
        signature = (origins, directions, **options),
        text_signature = "($self, origins, directions, *, t_min=0.0, t_max=..., culling='none', mask=..., skip=None)"
    )]
    fn closest_hit(&self, origins: Any, directions: Any, options: Option<Options>) -> Answer {
        let (py, rays) = (origins.py(), RayQuery::new(origins, directions, options, &COLUMNS)?);
        let (batch, options) = (rays.batch(), rays.options());
        let columns = Columns::new(py, batch.n_rays(), true);
        columns.fill(|objects, hits| {
            let hits = SceneHitColumns { objects, hits };
            work(py, || self.snapshot().closest_hits(&batch, options, hits))
        })?;
        columns.into_result(rays.shape(), None)
    }

    /// Returns every hit of each ray, as `AllSceneHits`: sorted by ray, then by t, then by object, then by triangle.
    /// Takes the arguments of `closest_hit`.
    #[pyo3(
        signature = (origins, directions, **options),
        text_signature = "($self, origins, directions, *, t_min=0.0, t_max=..., culling='none', mask=..., skip=None)"
    )]
    fn all_hits(&self, origins: Any, directions: Any, options: Option<Options>) -> Answer {
        let (py, rays) = (origins.py(), RayQuery::new(origins, directions, options, &COLUMNS)?);
        let (batch, options) = (rays.batch(), rays.options());
        let row = |Hit { object, triangle, t, u, v, side }: Hit| (Some(object), MeshHit { triangle, t, u, v, side });
        let mut found = Found::default();
        let take = |lists| found.extend(&lists, row);
        work(py, || self.snapshot().hit_lists_to(&batch, options, take))?;
        found.into_result(py, true)
    }

    /// Returns whether each ray meets anything, (n,) bool. Takes the arguments of `closest_hit`.
    #[pyo3(
        signature = (origins, directions, **options),
        text_signature = "($self, origins, directions, *, t_min=0.0, t_max=..., culling='none', mask=..., skip=None)"
    )]
    fn any_hit(&self, origins: Any, directions: Any, options: Option<Options>) -> Answer {
        let (py, rays) = (origins.py(), RayQuery::new(origins, directions, options, &COLUMNS)?);
        let (batch, options) = (rays.batch(), rays.options());
        filled(py, rays.shape(), |met: &mut [bool]| work(py, || self.snapshot().any_hits(&batch, options, met)))
    }

    /// Returns how many triangles each ray meets, (n,) uint32. Takes the arguments of `closest_hit`.
    #[pyo3(
        signature = (origins, directions, **options),
        text_signature = "($self, origins, directions, *, t_min=0.0, t_max=..., culling='none', mask=..., skip=None)"
    )]
    fn count_hits(&self, origins: Any, directions: Any, options: Option<Options>) -> Answer {
        let (py, rays) = (origins.py(), RayQuery::new(origins, directions, options, &COLUMNS)?);
        let (batch, options) = (rays.batch(), rays.options());
        filled(py, rays.shape(), |counts: &mut [u32]| work(py, || self.snapshot().hit_counts(&batch, options, counts)))
    }

    /// Returns the closest point of all objects to each point, as `SceneClosest`: the columns triangle, point, distance
    /// and object, in world space.
    ///
    /// points: (n, 3) or (3,).
    /// max_distance: the largest distance to search.
    #[pyo3(signature = (points, *, max_distance = f64::INFINITY))]
    fn closest_point(&self, points: Any, max_distance: f64) -> Answer {
        let (py, points) = (points.py(), Vectors::new("points", points)?);
        let (triples, max_distance) = (points.triples(), number("max_distance", max_distance)?);
        closest(py, points.shape(), true, |found| {
            work(py, || self.snapshot().closest_points(triples, max_distance, found))
        })
    }

    /// Returns the triangle under a cursor as `Pick`, or None. Takes the arguments of `Mesh.pick`, and a mask.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (
        view_matrix, projection_matrix, viewport, x, y, *,
        sample = "center", clip = "opengl", window = None, culling = "none", mask = ALL,
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
        mask: Mask,
    ) -> PyResult<Option<Py<PyAny>>> {
        let options = options(culling, mask)?;
        let click = Click { view_matrix, projection_matrix, viewport, cursor: (x, y), sample, clip, window };
        click.pick(&options, |find| find(&self.snapshot()))
    }

    /// Returns the visible corner nearest to a cursor within a radius in pixels or, if there is none, the nearest
    /// visible edge, as `NearestFeature`, or None.
    ///
    /// corners, edges: whether to look for each. The rest is as for `pick`. Distances are from the centre of the pixel
    /// under the cursor.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (
        view_matrix, projection_matrix, viewport, x, y, radius, *,
        corners = true, edges = true, clip = "opengl", window = None, culling = "none", mask = ALL,
    ))]
    fn nearest_feature(
        &self,
        view_matrix: Any,
        projection_matrix: Any,
        viewport: Any,
        x: f64,
        y: f64,
        radius: f64,
        corners: bool,
        edges: bool,
        clip: &str,
        window: Option<(u32, u32)>,
        culling: &str,
        mask: Mask,
    ) -> PyResult<Option<Py<PyAny>>> {
        let options = options(culling, mask)?;
        let click = Click { view_matrix, projection_matrix, viewport, cursor: (x, y), sample: "center", clip, window };
        click.nearest_feature(&self.snapshot(), radius, Features { corners, edges }, &options)
    }
}

fn options(culling: &str, mask: Mask) -> PyResult<PickOptions> {
    Ok(PickOptions { culling: self::culling(culling)?, mask: mask.0, ..PickOptions::default() })
}
