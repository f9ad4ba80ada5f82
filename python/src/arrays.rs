//! Arrays that come from Python: read where they lie if they are f32 or f64 in C order, else copied once by NumPy.

use crate::options::culling;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pickray::accel::{Points, Rays, Skip};
use pickray::glam::{DMat4, DVec3, DVec4};
use pickray::{Ray, RayOptions, TriangleId};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Argument of any type, for NumPy to read.
pub type Any<'a, 'py> = &'a Bound<'py, PyAny>;

/// Vectors in an array of shape `(..., 3)`, kept alive.
pub enum Vectors<'py> {
    F32(PyReadonlyArrayDyn<'py, f32>),
    F64(PyReadonlyArrayDyn<'py, f64>),
}

#[derive(Clone, Copy)]
pub enum Triples<'a> {
    F32(&'a [[f32; 3]]),
    F64(&'a [[f64; 3]]),
}

impl<'py> Vectors<'py> {
    /// Reads an argument called `name`.
    pub fn new(name: &str, value: Any<'_, 'py>) -> PyResult<Self> {
        let vectors = match (in_order::<f32>(value), in_order::<f64>(value)) {
            (Some(array), _) => Self::F32(array),
            (_, Some(array)) => Self::F64(array),
            _ => Self::converted(name, value)?,
        };
        let shape = vectors.whole_shape();
        if shape.last() != Some(&3) {
            return Err(refused(format!("{name} has shape {}, not (n, 3) or (3,)", tuple(shape))));
        }
        Ok(vectors)
    }

    fn converted(name: &str, value: Any<'_, 'py>) -> PyResult<Self> {
        let array = as_array(name, value, "fiu")?;
        let is_f32 = array.getattr("dtype")?.getattr("char")?.eq("f")?;
        Ok(if is_f32 { Self::F32(required(name, &array)?) } else { Self::F64(required(name, &array)?) })
    }

    fn whole_shape(&self) -> &[usize] {
        match self {
            Self::F32(array) => array.shape(),
            Self::F64(array) => array.shape(),
        }
    }

    /// Returns the shape without the three coordinates: that of what is answered.
    pub fn shape(&self) -> &[usize] {
        let shape = self.whole_shape();
        &shape[..shape.len() - 1]
    }

    pub fn triples(&self) -> Triples<'_> {
        match self {
            Self::F32(array) => Triples::F32(rows(array)),
            Self::F64(array) => Triples::F64(rows(array)),
        }
    }

    /// Returns the only vector, without NaN.
    pub fn single(&self, name: &str) -> PyResult<DVec3> {
        match self.shape() {
            [] => match self.triples().point(0) {
                point if point.is_nan() => Err(refused(format!("{name} has a coordinate that is NaN"))),
                point => Ok(point),
            },
            _ => Err(refused(format!("{name} has shape {}, not (3,)", tuple(self.whole_shape())))),
        }
    }
}

impl Points for Triples<'_> {
    fn n_points(&self) -> usize {
        match self {
            Self::F32(triples) => triples.len(),
            Self::F64(triples) => triples.len(),
        }
    }

    #[inline]
    fn point(&self, index: usize) -> DVec3 {
        match self {
            Self::F32(triples) => triples.point(index),
            Self::F64(triples) => triples.point(index),
        }
    }
}

/// Keyword arguments of a query of rays.
pub type Options<'a, 'py> = &'a Bound<'py, PyDict>;

/// Rays, origins and directions of which there are as many or one for all, and what is asked about them.
pub struct RayQuery<'py> {
    origins: Vectors<'py>,
    directions: Vectors<'py>,
    skip: Vec<PyReadonlyArrayDyn<'py, i64>>,
    asked: RayOptions,
}

impl<'py> RayQuery<'py> {
    /// Reads rays and keyword arguments. Triangles to skip are named by these `columns`: objects of a scene have a
    /// mask, too.
    pub fn new(
        origins: Any<'_, 'py>,
        directions: Any<'_, 'py>,
        options: Option<Options<'_, 'py>>,
        columns: &[&str],
    ) -> PyResult<Self> {
        let (mut t_min, mut t_max, mut asked, mut skip) = (0.0, f64::INFINITY, RayOptions::default(), Vec::new());
        for (name, value) in options.into_iter().flatten() {
            match name.extract::<&str>()? {
                "t_min" => t_min = option("t_min", &value)?,
                "t_max" => t_max = option("t_max", &value)?,
                "culling" => asked = asked.culling(culling(value.extract()?)?),
                "mask" if columns.len() > 1 => asked = asked.mask(value.extract::<Mask>()?.0),
                "skip" if value.is_none() => {}
                "skip" => skip = skipped(&value, columns)?,
                name => {
                    return Err(PyTypeError::new_err(format!("{name:?} is no keyword argument of a query of rays")));
                }
            }
        }
        let (origins, directions) = (Vectors::new("origins", origins)?, Vectors::new("directions", directions)?);
        let rays = Self { origins, directions, skip, asked: asked.range(t_min..=t_max) };
        let (origins, directions) = (rays.origins.shape(), rays.directions.shape());
        if origins != directions && !origins.is_empty() && !directions.is_empty() {
            let [origins, directions] = [&rays.origins, &rays.directions].map(|v| tuple(v.whole_shape()));
            return Err(refused(format!(
                "origins has shape {origins} and directions {directions}: give as many of both, or one for all"
            )));
        }
        match rays.skip.iter().map(|column| column.shape()).find(|shape| !shape.is_empty() && *shape != rays.shape()) {
            None => Ok(rays),
            Some(shape) => Err(refused(format!("skip has shape {}, not {}", tuple(shape), tuple(rays.shape())))),
        }
    }

    /// Returns the shape of what is answered.
    pub fn shape(&self) -> &[usize] {
        let shapes = [self.origins.shape(), self.directions.shape()];
        if shapes[0].is_empty() { shapes[1] } else { shapes[0] }
    }

    pub fn batch(&self) -> RayBatch<'_> {
        let steps = [&self.origins, &self.directions].map(|vectors| usize::from(!vectors.shape().is_empty()));
        let [origins, directions] = [&self.origins, &self.directions].map(Vectors::triples);
        RayBatch { origins, directions, steps, n: self.shape().iter().product() }
    }

    /// Returns what is asked, for [`batch`](Self::batch).
    pub fn options(&self) -> RayOptions<Skipped<'_>> {
        self.asked.skip(Skipped(self.skip.iter().map(numbers).collect()))
    }
}

/// Reads columns that name triangles: of hits or a dict by name; one column may be given by itself.
fn skipped<'py>(value: Any<'_, 'py>, columns: &[&str]) -> PyResult<Vec<PyReadonlyArrayDyn<'py, i64>>> {
    let column = |name: &&str| {
        let column = match (value.cast::<PyDict>(), columns) {
            (Ok(dict), _) => dict.get_item(name)?,
            (_, [_]) => Some(value.getattr_opt(name)?.unwrap_or_else(|| value.clone())),
            _ => value.getattr_opt(name)?,
        };
        let column = column.ok_or_else(|| refused(format!("skip has no {name}: give hits, or a dict of columns")))?;
        array_of("skip", &column, "iu")
    };
    columns.iter().map(column).collect()
}

/// Mask of an object or a query.
#[derive(Clone, Copy)]
pub struct Mask(pub u32);

impl FromPyObject<'_, '_> for Mask {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let mask = value.extract::<u32>().map(Self);
        mask.map_err(|_| refused(format!("mask is {}, not a whole number from 0 to {}", *value, u32::MAX)))
    }
}

/// Returns a number that is not NaN.
pub fn number(name: &str, number: f64) -> PyResult<f64> {
    if number.is_nan() { Err(refused(format!("{name} is NaN"))) } else { Ok(number) }
}

fn option(name: &str, value: Any) -> PyResult<f64> {
    number(name, value.extract().map_err(|_| PyTypeError::new_err(format!("{name} is {value}, not a number")))?)
}

/// Columns that name the triangles to skip, with a number for each ray or one for all: objects, if any, then triangles.
pub struct Skipped<'a>(Vec<&'a [i64]>);

impl Skipped<'_> {
    #[inline]
    fn number(&self, column: usize, index: usize) -> Option<u32> {
        let numbers = self.0.get(column)?;
        numbers[if numbers.len() == 1 { 0 } else { index }].try_into().ok()
    }
}

impl Skip<u32> for Skipped<'_> {
    #[inline]
    fn of(&self, index: usize) -> Option<u32> {
        self.number(0, index)
    }
}

impl Skip<TriangleId> for Skipped<'_> {
    fn of(&self, index: usize) -> Option<TriangleId> {
        Some(TriangleId { object: self.number(0, index)?, triangle: self.number(1, index)? })
    }
}

/// Rays read from where their numbers lie.
pub struct RayBatch<'a> {
    origins: Triples<'a>,
    directions: Triples<'a>,
    /// From one ray to the next: 0 where there is one vector for all.
    steps: [usize; 2],
    n: usize,
}

impl RayBatch<'_> {
    #[inline]
    fn vectors(&self, index: usize) -> [DVec3; 2] {
        let [of_origin, of_direction] = self.steps.map(|step| step * index);
        [self.origins.point(of_origin), self.directions.point(of_direction)]
    }
}

impl Rays for RayBatch<'_> {
    fn n_rays(&self) -> usize {
        self.n
    }

    #[inline]
    fn ray(&self, index: usize) -> Option<Ray> {
        let [origin, direction] = self.vectors(index);
        Ray::from_direction(origin, direction)
    }

    #[inline]
    fn line(&self, index: usize) -> Option<[DVec3; 3]> {
        let [origin, direction] = self.vectors(index);
        Some([origin, DVec3::ZERO, direction])
    }
}

/// Reads triangles of any integer type; what is no index of a vertex is refused with its row.
pub fn triangles(faces: Any, n_vertices: usize) -> PyResult<Vec<[u32; 3]>> {
    let array = as_array("faces", faces, "iu")?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape.len() != 2 || shape[1] != 3 {
        return Err(refused(format!("faces has shape {}, not (m, 3)", tuple(&shape))));
    }
    if let Some(array) = in_order::<u32>(&array) {
        return narrowed(rows(&array), n_vertices);
    }
    if let Some(array) = in_order::<i32>(&array) {
        return narrowed(rows(&array), n_vertices);
    }
    match array.getattr("dtype")?.getattr("name")?.eq("uint64")? {
        true => narrowed(rows(&required::<u64>("faces", &array)?), n_vertices),
        false => narrowed(rows(&required::<i64>("faces", &array)?), n_vertices),
    }
}

fn narrowed<T: Copy + std::fmt::Display + TryInto<u32>>(rows: &[[T; 3]], n: usize) -> PyResult<Vec<[u32; 3]>> {
    let index = |corner: T| corner.try_into().ok().filter(|&index| (index as usize) < n);
    let narrow = |[a, b, c]: [T; 3]| Some([index(a)?, index(b)?, index(c)?]);
    let mut triangles = Vec::with_capacity(rows.len());
    for (row, &corners) in rows.iter().enumerate() {
        let Some(triangle) = narrow(corners) else {
            let [a, b, c] = corners;
            let why = format!("faces[{row}] is ({a}, {b}, {c}), but vertices are counted from 0 to {}", n as i64 - 1);
            return Err(refused(why));
        };
        triangles.push(triangle);
    }
    Ok(triangles)
}

/// Reads a matrix of shape (4, 4), or many of shape (n, 4, 4), that multiply columns: row i, column j is `[i, j]`.
pub fn matrices(name: &str, value: Any) -> PyResult<Vec<DMat4>> {
    let array = array_of::<f64>(name, value, "fiu")?;
    let shape = array.shape();
    if !matches!(shape, [4, 4] | [_, 4, 4]) {
        return Err(refused(format!("{name} has shape {}, not (4, 4)", tuple(shape))));
    }
    let matrices = numbers(&array).as_chunks().0.iter().map(|rows| DMat4::from_cols_array(rows).transpose());
    let matrices: Vec<_> = matrices.collect();
    let last = DVec4::W;
    match matrices.iter().position(|matrix| matrix.row(3) != last && matrix.w_axis == last && matrix.is_finite()) {
        None => Ok(matrices),
        Some(row) => Err(refused(format!(
            "{name}[{row}] moves by its last row, as matrices for row vectors do: give its transpose"
        ))),
    }
}

/// Returns the only matrix.
pub fn matrix(name: &str, value: Any) -> PyResult<DMat4> {
    match matrices(name, value)?[..] {
        [matrix] => Ok(matrix),
        ref many => Err(refused(format!("{name} has {} matrices, not one", many.len()))),
    }
}

/// Returns an array of f64 with so many columns, as rows.
pub fn table<const N: usize>(name: &str, value: Any) -> PyResult<Vec<[f64; N]>> {
    let array = array_of::<f64>(name, value, "fiu")?;
    match array.shape() {
        &[_, columns] if columns == N => Ok(numbers(&array).as_chunks().0.to_vec()),
        shape => Err(refused(format!("{name} has shape {}, not (n, {N})", tuple(shape)))),
    }
}

pub fn refused(why: String) -> PyErr {
    PyValueError::new_err(why)
}

/// Reads an argument as an array of `T`: where its numbers, of these kinds, are of another type or layout, a copy.
pub fn array_of<'py, T: Element>(name: &str, value: Any<'_, 'py>, kinds: &str) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    required(name, &as_array(name, value, kinds)?)
}

/// Returns an array that lies in memory as Rust reads it: aligned, in C order.
fn in_order<'py, T: Element>(value: Any<'_, 'py>) -> Option<PyReadonlyArrayDyn<'py, T>> {
    let array = value.cast::<PyArrayDyn<T>>().ok().filter(|array| array.is_c_contiguous())?.try_readonly().ok()?;
    array.as_slice().is_ok().then_some(array)
}

/// Returns the numbers of an array that was read [in order](in_order).
pub fn numbers<'a, T: Element>(array: &'a PyReadonlyArrayDyn<'_, T>) -> &'a [T] {
    array.as_slice().expect("looked at when it was read")
}

fn rows<'a, T: Element>(array: &'a PyReadonlyArrayDyn<'_, T>) -> &'a [[T; 3]] {
    numbers(array).as_chunks().0
}

/// Returns an argument as an array of numbers of these kinds, of any layout.
fn as_array<'py>(name: &str, value: Any<'_, 'py>, kinds: &str) -> PyResult<Bound<'py, PyAny>> {
    let array = if value.cast::<PyUntypedArray>().is_ok() {
        value.clone()
    } else {
        value.py().import("numpy")?.call_method1("asarray", (value,))?
    };
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let is_empty = array.getattr("size")?.eq(0)?;
    if kinds.contains(&kind) || is_empty && kind == "f" {
        return Ok(array);
    }
    let wanted = if kinds == "iu" { "integers" } else { "numbers" };
    Err(refused(format!("{name} has dtype {dtype}, not one of {wanted}")))
}

/// Returns the same numbers in this type, aligned and in C order.
fn required<'py, T: Element>(name: &str, array: Any<'_, 'py>) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let py = array.py();
    let array = py.import("numpy")?.call_method1("require", (array, T::get_dtype(py), "CA"))?;
    in_order(&array).ok_or_else(|| refused(format!("{name} cannot be read as an array of numbers")))
}

/// Returns a shape as Python shows it.
pub fn tuple(shape: &[usize]) -> String {
    match shape {
        [n] => format!("({n},)"),
        _ => format!("({})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}

impl<'a> From<Triples<'a>> for pickray::mesh::Positions<'a> {
    fn from(triples: Triples<'a>) -> Self {
        match triples {
            Triples::F32(triples) => triples.into(),
            Triples::F64(triples) => triples.into(),
        }
    }
}
