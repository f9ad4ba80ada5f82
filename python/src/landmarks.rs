//! Landmarks, as Python sees them.

use crate::arrays::{Any, array_of, numbers, refused, table};
use crate::mesh::Mesh;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pickray::glam::DVec3;
use pickray::pick::{LandmarkError, MeshLandmark, MeshPoint, PlacedLandmark};
use pyo3::prelude::*;
use std::io;
use std::path::{Path, PathBuf};

/// Named points, optionally on triangles of a mesh.
///
/// names: a list of n strings.
/// points: (n, 3), finite.
/// triangles, weights: (n,) integers and (n, 3), the triangles on which the points lie, and the barycentric weights; -1
///     if only the point is known.
#[pyclass(module = "pickray", frozen)]
pub struct Landmarks {
    landmarks: pickray::pick::Landmarks,
    moved: Option<Vec<f64>>,
}

fn in_file(path: &Path) -> impl Fn(LandmarkError) -> PyErr {
    move |error| refused(format!("{}: {error}", path.display()))
}

fn unusable(path: &Path) -> impl Fn(io::Error) -> PyErr {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

impl Landmarks {
    fn iter(&self) -> impl ExactSizeIterator<Item = &MeshLandmark> {
        self.landmarks.landmarks.iter()
    }
}

#[pymethods]
impl Landmarks {
    #[new]
    #[pyo3(signature = (names, points, triangles = None, weights = None))]
    fn new(names: Vec<String>, points: Any, triangles: Option<Any>, weights: Option<Any>) -> PyResult<Self> {
        let (n, points) = (names.len(), table::<3>("points", points)?);
        let triangles = triangles.map_or(Ok(vec![-1; n]), |triangles| {
            array_of::<i64>("triangles", triangles, "iu").map(|array| numbers(&array).to_vec())
        })?;
        let weights = weights.map_or(Ok(vec![[f64::NAN; 3]; n]), |weights| table::<3>("weights", weights))?;
        let lengths = [("points", points.len()), ("triangles", triangles.len()), ("weights", weights.len())];
        if let Some((what, length)) = lengths.into_iter().find(|&(_, length)| length != n) {
            return Err(refused(format!("{what} are {length}, and names {n}: give as many of both")));
        }
        let rows = names.into_iter().enumerate().map(|(row, name)| {
            let (point, weights) = (DVec3::from(points[row]), weights[row]);
            let on = u32::try_from(triangles[row]).ok().map(|triangle| MeshPoint { triangle, weights });
            if !point.is_finite() || on.is_some_and(|on| !DVec3::from(on.weights).is_finite()) {
                return Err(refused(format!("points[{row}] or its weights are not finite")));
            }
            Ok(MeshLandmark { name, point, on })
        });
        let landmarks = pickray::pick::Landmarks::new(rows.collect::<PyResult<_>>()?);
        Ok(Self { landmarks, moved: None })
    }

    /// Reads a .json, .csv or .pp file (MeshLab's picked points). Leaves out picked points that are not active. Raises
    /// ValueError, which names the line, for an invalid file.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Self> {
        let bytes = std::fs::read(&path).map_err(unusable(&path))?;
        let mut landmarks = pickray::pick::Landmarks::from_bytes(&path, &bytes).map_err(in_file(&path))?;
        landmarks.landmarks.retain(|landmark| landmark.point.is_finite());
        Ok(Self { landmarks, moved: None })
    }

    /// Writes a .json, .csv or .pp file, chosen by the extension. Replaces an existing file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let text = self.landmarks.to_text(&path).map_err(in_file(&path))?;
        std::fs::write(&path, text).map_err(unusable(&path))
    }

    /// Returns the landmarks put onto a mesh, with `moved`: on their triangles if the points lie there, or else at the
    /// closest points of the mesh.
    fn onto(&self, mesh: &Bound<'_, Mesh>) -> PyResult<Self> {
        let mesh = mesh.get().snapshot();
        let placed = self.landmarks.onto(&mesh).map_err(|error| refused(error.to_string()))?;
        let (landmarks, moved) = placed.into_iter().map(|PlacedLandmark { landmark, moved }| (landmark, moved)).unzip();
        Ok(Self { landmarks: pickray::pick::Landmarks::new(landmarks), moved: Some(moved) })
    }

    fn __len__(&self) -> usize {
        self.iter().len()
    }

    fn __repr__(&self) -> String {
        format!("pickray.Landmarks({} points)", self.__len__())
    }

    /// The names, a list.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.iter().map(|landmark| landmark.name.clone()).collect()
    }

    /// The points, (n, 3) float64.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let numbers: Vec<f64> = self.iter().flat_map(|landmark| landmark.point.to_array()).collect();
        numbers.into_pyarray(py).reshape([self.__len__(), 3])
    }

    /// The triangles, (n,) int64; -1 if only the point is known.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let triangles = self.iter().map(|landmark| landmark.on.map_or(-1, |on| on.triangle.into()));
        triangles.collect::<Vec<_>>().into_pyarray(py)
    }

    /// The barycentric weights, (n, 3) float64; NaN if only the point is known.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let weights = self.iter().flat_map(|landmark| landmark.on.map_or([f64::NAN; 3], |on| on.weights));
        weights.collect::<Vec<_>>().into_pyarray(py).reshape([self.__len__(), 3])
    }

    /// Distances by which `onto` moved the landmarks, (n,) float64; None without `onto`.
    #[getter]
    fn moved<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.moved.clone().map(|moved| moved.into_pyarray(py))
    }
}
