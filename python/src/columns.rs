//! Arrays that go to Python: NumPy's own memory, filled with the interpreter let go.

use crate::arrays::refused;
use numpy::{Element, IntoPyArray, PyArray, PyArray1, PyArrayMethods};
use pickray::accel::{Answers, HitColumns, Lists};
use pickray::collide::SceneClosest;
use pickray::geometry::ClosestPoint;
use pickray::mesh::MeshClosest;
use pickray::{MeshHit, Side};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use std::iter::repeat_n;

/// Answer of a query: an array, a scalar, or a named tuple of these.
pub type Answer = PyResult<Py<PyAny>>;

pub fn zeros<T: Element>(py: Python<'_>, n: usize) -> Bound<'_, PyArray1<T>> {
    PyArray::zeros(py, n, false)
}

/// Lets `fill` write all of a new array, and returns it in this shape.
pub fn filled<T: Element>(py: Python, shape: &[usize], fill: impl FnOnce(&mut [T]) -> PyResult<()>) -> Answer {
    let array = zeros(py, shape.iter().product());
    fill(array.readwrite().as_slice_mut().map_err(unwritable)?)?;
    shaped(array.into_any(), shape).map(Bound::unbind)
}

/// Returns an array in the shape of what was asked: a scalar for a single ray or point.
fn shaped<'py>(array: Bound<'py, PyAny>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    match shape {
        [] => array.get_item(0),
        [_] => Ok(array),
        _ => array.call_method1("reshape", (PyTuple::new(array.py(), shape)?,)),
    }
}

fn unwritable(error: impl ToString) -> PyErr {
    refused(error.to_string())
}

/// Columns of hits that are being written.
pub struct Columns<'py> {
    object: Option<Bound<'py, PyArray1<i64>>>,
    triangle: Bound<'py, PyArray1<i64>>,
    t: Bound<'py, PyArray1<f64>>,
    u: Bound<'py, PyArray1<f64>>,
    v: Bound<'py, PyArray1<f64>>,
    side: Bound<'py, PyArray1<i8>>,
}

impl<'py> Columns<'py> {
    /// Columns of a mesh's hits; of a scene's they have an object.
    pub fn new(py: Python<'py>, n: usize, of_scene: bool) -> Self {
        let object = of_scene.then(|| zeros(py, n));
        let (triangle, side) = (zeros(py, n), zeros(py, n));
        Self { object, triangle, t: zeros(py, n), u: zeros(py, n), v: zeros(py, n), side }
    }

    /// Lets `fill` write them: the objects, empty where there are none, and the rest.
    pub fn fill(&self, fill: impl FnOnce(&mut [i64], HitColumns) -> PyResult<()>) -> PyResult<()> {
        let (mut triangles, mut sides) = (self.triangle.readwrite(), self.side.readwrite());
        let (mut t, mut u, mut v) = (self.t.readwrite(), self.u.readwrite(), self.v.readwrite());
        let mut objects = self.object.as_ref().map(|object| object.readwrite());
        let objects = match &mut objects {
            Some(objects) => objects.as_slice_mut().map_err(unwritable)?,
            None => &mut [],
        };
        let hits = HitColumns {
            triangles: triangles.as_slice_mut().map_err(unwritable)?,
            t: t.as_slice_mut().map_err(unwritable)?,
            u: u.as_slice_mut().map_err(unwritable)?,
            v: v.as_slice_mut().map_err(unwritable)?,
            sides: sides.as_slice_mut().map_err(unwritable)?,
        };
        fill(objects, hits)
    }

    /// Returns them as `pickray.Hits`, or as what else such columns are: with the rays ahead, the objects behind.
    pub fn into_result(self, shape: &[usize], rays: Option<Bound<'py, PyAny>>) -> Answer {
        let py = self.t.py();
        let name = match (&rays, &self.object) {
            (None, None) => "Hits",
            (None, Some(_)) => "SceneHits",
            (Some(_), None) => "AllHits",
            (Some(_), Some(_)) => "AllSceneHits",
        };
        let Self { object, triangle, t, u, v, side } = self;
        let columns = [triangle.into_any(), t.into_any(), u.into_any(), v.into_any(), side.into_any()];
        let columns = columns.into_iter().chain(object.map(Bound::into_any)).map(|column| shaped(column, shape));
        let columns = rays.into_iter().map(Ok).chain(columns).collect::<PyResult<Vec<_>>>()?;
        result(py, name, columns)
    }
}

/// All hits of many rays, in columns that grow.
#[derive(Default)]
pub struct Found {
    n_rays: i64,
    rays: Vec<i64>,
    objects: Vec<i64>,
    triangles: Vec<i64>,
    t: Vec<f64>,
    u: Vec<f64>,
    v: Vec<f64>,
    sides: Vec<i8>,
}

impl Found {
    /// Appends the hits of the next rays; `row` returns the object of a hit in a scene, and the hit in its mesh.
    pub fn extend<H: Copy>(&mut self, lists: &Lists<H>, row: impl Fn(H) -> (Option<u32>, MeshHit)) {
        let mut begin = 0;
        for &end in &lists.ends {
            self.rays.extend(repeat_n(self.n_rays, end - begin));
            (begin, self.n_rays) = (end, self.n_rays + 1);
        }
        let rows = || lists.answers.iter().map(|&hit| row(hit));
        self.objects.extend(rows().filter_map(|(object, _)| object.map(i64::from)));
        self.triangles.extend(rows().map(|(_, hit)| i64::from(hit.triangle)));
        self.t.extend(rows().map(|(_, hit)| hit.t));
        self.u.extend(rows().map(|(_, hit)| hit.u));
        self.v.extend(rows().map(|(_, hit)| hit.v));
        self.sides.extend(rows().map(|(_, hit)| if hit.side == Side::Front { 1 } else { -1 }));
    }

    /// Returns them as `pickray.AllHits`, or `AllSceneHits` with objects.
    pub fn into_result(self, py: Python<'_>, of_scene: bool) -> Answer {
        let Self { rays, objects, triangles, t, u, v, sides, .. } = self;
        let columns = Columns {
            object: of_scene.then(|| objects.into_pyarray(py)),
            triangle: triangles.into_pyarray(py),
            t: t.into_pyarray(py),
            u: u.into_pyarray(py),
            v: v.into_pyarray(py),
            side: sides.into_pyarray(py),
        };
        columns.into_result(&[rays.len()], Some(rays.into_pyarray(py).into_any()))
    }
}

/// Closest points in columns: −1 and NaN where there is none.
pub struct Closest<'a> {
    pub objects: &'a mut [i64],
    pub triangles: &'a mut [i64],
    pub points: &'a mut [[f64; 3]],
    pub distances: &'a mut [f64],
}

/// Closest point of a mesh or a scene.
pub trait Nearest {
    /// Returns the object, of a scene, the triangle, and the point.
    fn row(self) -> (Option<u32>, u32, ClosestPoint);
}

impl Nearest for MeshClosest {
    fn row(self) -> (Option<u32>, u32, ClosestPoint) {
        (None, self.triangle, self.closest)
    }
}

impl Nearest for SceneClosest {
    fn row(self) -> (Option<u32>, u32, ClosestPoint) {
        (Some(self.object), self.triangle, self.closest)
    }
}

impl<A: Nearest> Answers<Option<A>> for Closest<'_> {
    type Part = Self;

    fn n_answers(&self) -> usize {
        self.triangles.len()
    }

    fn split(self, n: usize) -> (Self, Self) {
        let of_scene = !self.objects.is_empty();
        let (objects, other_objects) = self.objects.split_at_mut(if of_scene { n } else { 0 });
        let (triangles, other_triangles) = self.triangles.split_at_mut(n);
        let (points, other_points) = self.points.split_at_mut(n);
        let (distances, other_distances) = self.distances.split_at_mut(n);
        let rest = Self {
            objects: other_objects,
            triangles: other_triangles,
            points: other_points,
            distances: other_distances,
        };
        (Self { objects, triangles, points, distances }, rest)
    }

    fn write(&mut self, index: usize, answer: Option<A>) {
        let row = answer.map(A::row);
        if let Some(place) = self.objects.get_mut(index) {
            *place = row.and_then(|(object, ..)| object).map_or(-1, i64::from);
        }
        self.triangles[index] = row.map_or(-1, |(_, triangle, _)| triangle.into());
        self.points[index] = row.map_or([f64::NAN; 3], |(.., closest)| closest.point.to_array());
        self.distances[index] = row.map_or(f64::NAN, |(.., closest)| closest.distance);
    }
}

/// Lets `fill` write closest points, and returns them as `pickray.Closest`, or `SceneClosest` with objects.
pub fn closest(py: Python, shape: &[usize], of_scene: bool, fill: impl FnOnce(Closest) -> PyResult<()>) -> Answer {
    let n = shape.iter().product();
    let (objects, triangles) = (zeros::<i64>(py, if of_scene { n } else { 0 }), zeros::<i64>(py, n));
    let (points, distances) = (zeros::<f64>(py, 3 * n), zeros::<f64>(py, n));
    fill(Closest {
        objects: objects.readwrite().as_slice_mut().map_err(unwritable)?,
        triangles: triangles.readwrite().as_slice_mut().map_err(unwritable)?,
        points: points.readwrite().as_slice_mut().map_err(unwritable)?.as_chunks_mut().0,
        distances: distances.readwrite().as_slice_mut().map_err(unwritable)?,
    })?;
    let points = points.call_method1("reshape", (PyTuple::new(py, [shape, &[3]].concat())?,))?;
    let mut columns = vec![shaped(triangles.into_any(), shape)?, points, shaped(distances.into_any(), shape)?];
    if of_scene {
        columns.push(shaped(objects.into_any(), shape)?);
    }
    result(py, if of_scene { "SceneClosest" } else { "Closest" }, columns)
}

/// Makes one of the named tuples of the module `pickray._results`.
pub fn result<'py>(
    py: Python<'py>,
    name: &str,
    fields: impl IntoIterator<Item = Bound<'py, PyAny>, IntoIter: ExactSizeIterator>,
) -> Answer {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || Ok::<_, PyErr>(py.import("pickray._results")?.unbind()))?;
    Ok(module.bind(py).getattr(name)?.call1(PyTuple::new(py, fields)?)?.unbind())
}
