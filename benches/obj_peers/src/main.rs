//! Loads OBJ files with one loader and prints a JSON line for each: seconds, CPU seconds of all threads and peak memory of the load alone, then what
//! shows a wrong mesh.
//!
//! `pickray-obj-peers pickray|pickray-mesh|tobj FILE...`; `pickray-mesh` builds the tree as well. One file a process, so that the peak memory and the
//! first touch of each page are its own; `taskset -c 1` for one core.

use pickray::accel::Progress;
use pickray::mesh::{IndexedMesh, Mesh};
use std::time::Instant;

/// Positions and triangles, from whichever loader.
struct Soup {
    positions: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

/// Wall seconds, CPU seconds, and the peak of memory so far in KiB.
struct Cost {
    wall: f64,
    cpu: f64,
    peak: u64,
}

fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a place for what the call writes.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

fn measured<T>(load: impl FnOnce() -> Result<T, String>) -> Result<(T, Cost), String> {
    let (start, cpu) = (Instant::now(), cpu_seconds());
    let loaded = load()?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    Ok((loaded, Cost { wall, cpu, peak: peak_memory() }))
}

fn pickray(path: &str) -> Result<(Soup, Cost), String> {
    let load = || IndexedMesh::open(path.as_ref(), &Progress::default()).map_err(|error| error.to_string());
    let ((mesh, _), cost) = measured(load)?;
    Ok((Soup { positions: mesh.positions().to_vec(), triangles: mesh.triangles().to_vec() }, cost))
}

fn pickray_mesh(path: &str) -> Result<(Soup, Cost), String> {
    let ((mesh, _), cost) = measured(|| Mesh::open(path.as_ref()).map_err(|error| error.to_string()))?;
    Ok((Soup { positions: mesh.positions().to_vec(), triangles: mesh.triangles().to_vec() }, cost))
}

fn tobj(path: &str) -> Result<(Soup, Cost), String> {
    let options =
        tobj::LoadOptions { triangulate: true, ignore_points: true, ignore_lines: true, ..Default::default() };
    let load = || {
        let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
        let mut file = std::io::BufReader::with_capacity(1 << 20, file);
        tobj::load_obj_buf(&mut file, &options, |_| Ok(Default::default())).map_err(|error| error.to_string())
    };
    let ((models, _), cost) = measured(load)?;
    let mut soup = Soup { positions: Vec::new(), triangles: Vec::new() };
    for mesh in models.iter().map(|model| &model.mesh) {
        let first = soup.positions.len() as u32;
        soup.positions.extend(mesh.positions.as_chunks::<3>().0);
        soup.triangles.extend(mesh.indices.as_chunks::<3>().0.iter().map(|corners| corners.map(|i| first + i)));
    }
    Ok((soup, cost))
}

/// The JSON line that the drivers of `peers/obj` print.
fn line(loader: &str, soup: &Soup, cost: &Cost) -> String {
    let (mut min, mut max, mut area) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3], 0.0);
    for corners in &soup.triangles {
        let [a, b, c] = corners.map(|corner| soup.positions[corner as usize].map(f64::from));
        for p in [a, b, c] {
            min = std::array::from_fn(|k| min[k].min(p[k]));
            max = std::array::from_fn(|k| max[k].max(p[k]));
        }
        let (u, v): ([f64; 3], [f64; 3]) = (std::array::from_fn(|k| b[k] - a[k]), std::array::from_fn(|k| c[k] - a[k]));
        let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        area += 0.5 * cross.iter().map(|x| x * x).sum::<f64>().sqrt();
    }
    let (vertices, triangles) = (soup.positions.len(), soup.triangles.len());
    format!(
        "{{\"loader\":\"{loader}\",\"ok\":true,\"secs\":{:.6},\"cpu\":{:.6},\"rss_kb\":{},\"verts\":{vertices},\"tris\":{triangles},\
         \"area\":{area:.9e},\"bbox\":[{:.9e},{:.9e},{:.9e},{:.9e},{:.9e},{:.9e}],\"bad_tris\":0}}",
        cost.wall, cost.cpu, cost.peak, min[0], min[1], min[2], max[0], max[1], max[2]
    )
}

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: pickray-obj-peers pickray|pickray-mesh|tobj FILE...";
    let loader = arguments.next().ok_or(usage)?;
    for path in arguments {
        let (soup, cost) = match loader.as_str() {
            "pickray" => pickray(&path)?,
            "pickray-mesh" => pickray_mesh(&path)?,
            "tobj" => tobj(&path)?,
            _ => return Err(usage.into()),
        };
        println!("{}", line(&loader, &soup, &cost));
    }
    Ok(())
}
