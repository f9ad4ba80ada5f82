//! The loaders: each makes a mesh of a file, in lists of its own, which are not counted when they become others for the
//! comparison.

use crate::clock::processor_seconds;
use crate::files::Triangles;
use pickray::mesh::Load;
use serde::Deserialize;
use std::fs::File;
use std::io::BufReader;

/// The processor seconds that it took, and the mesh.
type Reader = fn(&str) -> Result<(f64, Triangles), String>;

/// The name of each, the endings of what it loads, and itself; pickray's comes first.
pub const LOADERS: [(&str, &[&str], Reader); 4] = [
    ("pickray", &["stl", "ply", "glb"], pickray),
    ("stl_io", &["stl"], stl_io),
    ("serde-ply", &["ply"], serde_ply),
    ("gltf", &["glb"], gltf),
];

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn opened(path: &str) -> Result<BufReader<File>, String> {
    Ok(BufReader::with_capacity(1 << 20, File::open(path).map_err(told)?))
}

/// What `load` makes, and how long that takes.
fn timed<T>(load: impl FnOnce() -> Result<T, String>) -> Result<(f64, T), String> {
    let start = processor_seconds();
    let loaded = load()?;
    Ok((processor_seconds() - start, loaded))
}

fn pickray(path: &str) -> Result<(f64, Triangles), String> {
    let (seconds, (mesh, _)) = timed(|| Load::file(path).indexed_mesh().map_err(told))?;
    Ok((seconds, Triangles { positions: mesh.positions().to_vec(), triangles: mesh.triangles().to_vec() }))
}

/// Facets as they stand; what joins their vertices would take longer.
fn stl_io(path: &str) -> Result<(f64, Triangles), String> {
    timed(|| {
        let mut file = opened(path)?;
        let mut positions = Vec::new();
        for facet in stl_io::create_stl_reader(&mut file).map_err(told)? {
            positions.extend(facet.map_err(told)?.vertices.map(|vertex| vertex.0));
        }
        let triangles = (0..positions.len() as u32).step_by(3).map(|first| [first, first + 1, first + 2]).collect();
        Ok(Triangles { positions, triangles })
    })
}

fn serde_ply(path: &str) -> Result<(f64, Triangles), String> {
    #[derive(Deserialize)]
    struct Vertex {
        x: f32,
        y: f32,
        z: f32,
    }
    #[derive(Deserialize)]
    struct Face {
        vertex_indices: [u32; 3],
    }
    #[derive(Deserialize)]
    struct Mesh {
        vertex: Vec<Vertex>,
        face: Vec<Face>,
    }
    let (seconds, mesh): (f64, Mesh) = timed(|| serde_ply::from_reader(opened(path)?).map_err(told))?;
    let mesh = Triangles {
        positions: mesh.vertex.iter().map(|vertex| [vertex.x, vertex.y, vertex.z]).collect(),
        triangles: mesh.face.iter().map(|face| face.vertex_indices).collect(),
    };
    Ok((seconds, mesh))
}

fn gltf(path: &str) -> Result<(f64, Triangles), String> {
    timed(|| {
        let gltf::Gltf { document, blob } = gltf::Gltf::open(path).map_err(told)?;
        let mut all = Triangles { positions: Vec::new(), triangles: Vec::new() };
        for primitive in document.meshes().flat_map(|mesh| mesh.primitives()) {
            let reader = primitive.reader(|_| blob.as_deref());
            all.positions.extend(reader.read_positions().ok_or("no positions")?);
            let indices: Vec<u32> = reader.read_indices().ok_or("no indices")?.into_u32().collect();
            all.triangles.extend(indices.as_chunks::<3>().0);
        }
        Ok(all)
    })
}
