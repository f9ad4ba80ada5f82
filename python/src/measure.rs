//! Measures of points.

use crate::arrays::{Any, Vectors, refused};
use pickray::accel::Points;
use pickray::geometry::measure;
use pickray::glam::DVec3;
use pyo3::prelude::*;

/// Returns the points of arrays of shape (3,), by their names; refuses NaN and infinite coordinates.
fn points<const N: usize>(named: [(&str, Any); N]) -> PyResult<[DVec3; N]> {
    let mut points = [DVec3::ZERO; N];
    for (point, (name, value)) in points.iter_mut().zip(named) {
        *point = finite(name, Vectors::new(name, value)?.single(name)?)?;
    }
    Ok(points)
}

fn finite(name: &str, point: DVec3) -> PyResult<DVec3> {
    if point.is_finite() { Ok(point) } else { Err(refused(format!("{name} has a coordinate that is not finite"))) }
}

/// Returns the distance between two points of shape (3,), exact to a few roundings; 0 if they are equal.
#[pyfunction]
pub fn distance(a: Any, b: Any) -> PyResult<f64> {
    let [a, b] = points([("a", a), ("b", b)])?;
    Ok(measure::distance(a, b).length)
}

/// Returns the length of the path through points of shape (n, 3), in order.
#[pyfunction]
pub fn path_length(points: Any) -> PyResult<f64> {
    let vectors = Vectors::new("points", points)?;
    let triples = vectors.triples();
    let points = (0..triples.n_points()).map(|index| finite("points", triples.point(index)));
    Ok(measure::path_length(&points.collect::<PyResult<Vec<_>>>()?))
}

/// Returns the angle at b between the directions to a and c, points of shape (3,), in radians from 0 to π. It is exact
/// to a few roundings of the angle itself. None if a or c equals b.
#[pyfunction]
pub fn angle(a: Any, b: Any, c: Any) -> PyResult<Option<f64>> {
    let [a, b, c] = points([("a", a), ("b", b), ("c", c)])?;
    Ok(measure::angle(a, b, c))
}
