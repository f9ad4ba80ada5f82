//! Values at the corners of triangles as arrays: texture coordinates, normals, and any that the caller has.

use crate::arrays::{Any, array_of, numbers, refused, tuple};
use crate::columns::{Answer, filled};
use crate::errors::mesh_error;
use numpy::{IntoPyArray, PyArrayMethods, PyUntypedArrayMethods};
use pickray::Mesh;
use pickray::mesh::{CornerValues, MeshError};
use pyo3::prelude::*;

pub type Values<'py> = Option<Bound<'py, PyAny>>;

/// Sets values of a mesh, if given: (n, N) by vertex, or (m, 3, N) by corner.
pub fn set<const N: usize>(
    mesh: &mut Mesh,
    name: &str,
    values: &Values,
    set: impl FnOnce(&mut Mesh, CornerValues<N>) -> Result<(), MeshError>,
) -> PyResult<()> {
    let Some(values) = values else { return Ok(()) };
    let array = array_of::<f32>(name, values, "fiu")?;
    let numbers = numbers(&array).as_chunks().0.to_vec();
    let (n, m) = (mesh.n_vertices(), mesh.n_triangles());
    let values = match *array.shape() {
        [vertices, columns] if vertices == n && columns == N => CornerValues::by_vertex(numbers),
        [triangles, 3, columns] if triangles == m && columns == N => {
            CornerValues::by_corner(numbers, (0..m as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect::<Vec<_>>())
        }
        ref shape => {
            let shape = tuple(shape);
            return Err(refused(format!("{name} has shape {shape}, not ({n}, {N}) or ({m}, 3, {N})")));
        }
    };
    set(mesh, values).map_err(mesh_error)
}

/// Returns values of a mesh, (n, N) by vertex or (m, 3, N) by corner, NaN where a corner has none; `None` without any.
pub fn get<const N: usize>(py: Python, mesh: &Mesh, values: Option<&CornerValues<N>>) -> PyResult<Option<Py<PyAny>>> {
    let Some(values) = values else { return Ok(None) };
    let (numbers, shape): (Vec<f32>, &[usize]) = match values.corners() {
        None => (values.values().as_flattened().to_vec(), &[mesh.n_vertices(), N]),
        Some(_) => {
            let of = |triangle| values.of_triangle(triangle, mesh.triangles()[triangle as usize]);
            let corners = (0..mesh.n_triangles() as u32).flat_map(of);
            (corners.flat_map(|value| value.unwrap_or([f32::NAN; N])).collect(), &[mesh.n_triangles(), 3, N])
        }
    };
    Ok(Some(numbers.into_pyarray(py).reshape(shape)?.into_any().unbind()))
}

/// Mixes values at hits by the weights of their corners. Misses have NaN.
pub fn interpolate(mesh: &Mesh, hits: Any, values: Any) -> Answer {
    let py = hits.py();
    let triangles = array_of::<i64>("triangle", &hits.getattr("triangle")?, "fiu")?;
    let [u, v] = ["u", "v"].map(|name| array_of::<f64>(name, &hits.getattr(name)?, "fiu"));
    let (u, v, values) = (u?, v?, array_of::<f64>("values", values, "fiu")?);
    let (n, m) = (mesh.n_vertices(), mesh.n_triangles());
    // Numbers of a value, and whether there is one for each corner.
    let (columns, by_corner) = match *values.shape() {
        [vertices] if vertices == n => (None, false),
        [vertices, columns] if vertices == n => (Some(columns), false),
        [triangles, 3, columns] if triangles == m => (Some(columns), true),
        ref shape => {
            let shape = tuple(shape);
            return Err(refused(format!("values has shape {shape}, not ({n},), ({n}, k) or ({m}, 3, k)")));
        }
    };
    if u.shape() != triangles.shape() || v.shape() != triangles.shape() {
        return Err(refused("triangle, u and v of the hits have different shapes".into()));
    }
    let shape: Vec<usize> = triangles.shape().iter().copied().chain(columns).collect();
    let columns = columns.unwrap_or(1);
    let (triangles, [u, v, values]) = (numbers(&triangles), [&u, &v, &values].map(numbers));
    if let Some(&beyond) = triangles.iter().find(|&&triangle| triangle >= m as i64) {
        return Err(refused(format!(
            "the hits name triangle {beyond}, but the mesh has {m} triangles, counted from 0"
        )));
    }
    filled(py, &shape, |mixed: &mut [f64]| {
        let hits = triangles.iter().zip(u.iter().zip(v));
        for (mixed, (&triangle, (&u, &v))) in mixed.chunks_exact_mut(columns.max(1)).zip(hits) {
            let Ok(triangle) = usize::try_from(triangle) else {
                mixed.fill(f64::NAN);
                continue;
            };
            let vertices = mesh.triangles()[triangle];
            let index = |k: usize| if by_corner { 3 * triangle + k } else { vertices[k] as usize };
            let [a, b, c] = [0, 1, 2].map(|k| &values[index(k) * columns..]);
            let weighed = |i: usize| (1.0 - u - v) * a[i] + u * b[i] + v * c[i];
            (0..).zip(mixed).for_each(|(i, mixed)| *mixed = weighed(i));
        }
        Ok(())
    })
}
