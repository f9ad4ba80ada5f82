//! Loading an OBJ file with one loader: seconds, processor seconds of all threads and peak memory of the load alone,
//! then what shows a wrong mesh, as the JSON line that the drivers of `peers/obj` print.
//!
//! `pickray-positions` leaves texture coordinates and normals out; `pickray-mesh` builds the tree as well. One file a
//! process, so that the peak memory and the first touch of each page are its own; `taskset -c 1` for one core.

use crate::clock::processor_seconds;
use crate::files::Triangles;
use crate::measure::peak_resident_bytes;
use pickray::mesh::{Load, Mesh};
use std::time::Instant;

pub const USAGE: &str = "usage: pickray-peers obj pickray|pickray-positions|pickray-mesh|tobj FILE";

/// Wall seconds, processor seconds, and the peak of memory so far in bytes.
struct Cost {
    wall: f64,
    processor: f64,
    peak: u64,
}

pub fn run(arguments: &[&str]) -> Result<(), String> {
    let (loader, (mesh, cost)) = match *arguments {
        ["pickray", path] => ("pickray", pickray(path, true)?),
        ["pickray-positions", path] => ("pickray-positions", pickray(path, false)?),
        ["pickray-mesh", path] => ("pickray-mesh", pickray_mesh(path)?),
        ["tobj", path] => ("tobj", tobj(path)?),
        _ => return Err(USAGE.to_owned()),
    };
    println!("{}", line(loader, &mesh, &cost));
    Ok(())
}

fn measured<T>(load: impl FnOnce() -> Result<T, String>) -> Result<(T, Cost), String> {
    let (start, processor) = (Instant::now(), processor_seconds());
    let loaded = load()?;
    let (wall, processor) = (start.elapsed().as_secs_f64(), processor_seconds() - processor);
    Ok((loaded, Cost { wall, processor, peak: peak_resident_bytes().unwrap_or(0) }))
}

fn pickray(path: &str, attributes: bool) -> Result<(Triangles, Cost), String> {
    let load = || Load::file(path).attributes(attributes).indexed_mesh().map_err(|error| error.to_string());
    let ((mesh, _), cost) = measured(load)?;
    Ok((Triangles { positions: mesh.positions().to_vec(), triangles: mesh.triangles().to_vec() }, cost))
}

fn pickray_mesh(path: &str) -> Result<(Triangles, Cost), String> {
    let ((mesh, _), cost) = measured(|| Mesh::open(path).map_err(|error| error.to_string()))?;
    Ok((Triangles { positions: mesh.positions().to_vec(), triangles: mesh.triangles().to_vec() }, cost))
}

fn tobj(path: &str) -> Result<(Triangles, Cost), String> {
    let options =
        tobj::LoadOptions { triangulate: true, ignore_points: true, ignore_lines: true, ..Default::default() };
    let load = || {
        let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
        let mut file = std::io::BufReader::with_capacity(1 << 20, file);
        tobj::load_obj_buf(&mut file, &options, |_| Ok(Default::default())).map_err(|error| error.to_string())
    };
    let ((models, _), cost) = measured(load)?;
    let mut all = Triangles { positions: Vec::new(), triangles: Vec::new() };
    for mesh in models.iter().map(|model| &model.mesh) {
        let first = all.positions.len() as u32;
        all.positions.extend(mesh.positions.as_chunks::<3>().0);
        all.triangles.extend(mesh.indices.as_chunks::<3>().0.iter().map(|corners| corners.map(|i| first + i)));
    }
    Ok((all, cost))
}

fn line(loader: &str, mesh: &Triangles, cost: &Cost) -> String {
    let (mut min, mut max, mut area) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3], 0.0);
    for corners in &mesh.triangles {
        let [a, b, c] = corners.map(|corner| mesh.positions[corner as usize].map(f64::from));
        for p in [a, b, c] {
            min = std::array::from_fn(|k| min[k].min(p[k]));
            max = std::array::from_fn(|k| max[k].max(p[k]));
        }
        let (u, v): ([f64; 3], [f64; 3]) = (std::array::from_fn(|k| b[k] - a[k]), std::array::from_fn(|k| c[k] - a[k]));
        let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        area += 0.5 * cross.iter().map(|x| x * x).sum::<f64>().sqrt();
    }
    let (vertices, triangles) = (mesh.positions.len(), mesh.triangles.len());
    format!(
        "{{\"loader\":\"{loader}\",\"ok\":true,\"secs\":{:.6},\"cpu\":{:.6},\"rss_kb\":{},\"verts\":{vertices},\
         \"tris\":{triangles},\"area\":{area:.9e},\
         \"bbox\":[{:.9e},{:.9e},{:.9e},{:.9e},{:.9e},{:.9e}],\"bad_tris\":0}}",
        cost.wall,
        cost.processor,
        cost.peak / 1024,
        min[0],
        min[1],
        min[2],
        max[0],
        max[1],
        max[2]
    )
}
