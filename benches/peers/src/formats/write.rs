//! The files: a mesh in each format, as exporters write it.

use crate::files::Triangles;
use bytemuck::cast_slice;
use std::fmt::Write;

/// The name of each file, and what makes it.
pub const FORMATS: [(&str, fn(&Triangles) -> Vec<u8>); 5] = [
    ("binary.stl", binary_stl),
    ("ascii.stl", ascii_stl),
    ("binary.ply", binary_ply),
    ("ascii.ply", ascii_ply),
    ("mesh.glb", glb),
];

fn corners(mesh: &Triangles) -> impl Iterator<Item = [[f32; 3]; 3]> {
    mesh.triangles.iter().map(|corners| corners.map(|corner| mesh.positions[corner as usize]))
}

fn normal([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    let [a, b, c] = [a, b, c].map(glam::Vec3::from);
    (b - a).cross(c - a).normalize_or_zero().to_array()
}

fn binary_stl(mesh: &Triangles) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for corners in corners(mesh) {
        bytes.extend_from_slice(cast_slice(&normal(corners)));
        bytes.extend_from_slice(cast_slice(&corners));
        bytes.extend([0, 0]);
    }
    bytes
}

fn ascii_stl(mesh: &Triangles) -> Vec<u8> {
    let mut text = String::from("solid grid\n");
    for corners in corners(mesh) {
        let [x, y, z] = normal(corners);
        let _ = write!(text, "  facet normal {x:.6} {y:.6} {z:.6}\n    outer loop\n");
        for [x, y, z] in corners {
            let _ = writeln!(text, "      vertex {x:.6} {y:.6} {z:.6}");
        }
        text += "    endloop\n  endfacet\n";
    }
    text += "endsolid grid\n";
    text.into_bytes()
}

fn ply_header(mesh: &Triangles, encoding: &str) -> String {
    format!(
        "ply\nformat {encoding} 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\n\
         element face {}\nproperty list uchar int vertex_indices\nend_header\n",
        mesh.positions.len(),
        mesh.triangles.len()
    )
}

fn binary_ply(mesh: &Triangles) -> Vec<u8> {
    let mut bytes = ply_header(mesh, "binary_little_endian").into_bytes();
    bytes.extend_from_slice(cast_slice(&mesh.positions));
    for corners in &mesh.triangles {
        bytes.push(3);
        bytes.extend_from_slice(cast_slice(corners));
    }
    bytes
}

fn ascii_ply(mesh: &Triangles) -> Vec<u8> {
    let mut text = ply_header(mesh, "ascii");
    for [x, y, z] in &mesh.positions {
        let _ = writeln!(text, "{x:.6} {y:.6} {z:.6}");
    }
    for [a, b, c] in &mesh.triangles {
        let _ = writeln!(text, "3 {a} {b} {c}");
    }
    text.into_bytes()
}

fn glb(mesh: &Triangles) -> Vec<u8> {
    let positions: &[u8] = cast_slice(&mesh.positions);
    let indices: &[u8] = cast_slice(&mesh.triangles);
    let (n, m) = (positions.len(), indices.len());
    let bounds = |pick: fn(f32, f32) -> f32| {
        let all = mesh.positions.iter().copied();
        all.reduce(|a, b| [0, 1, 2].map(|i| pick(a[i], b[i]))).unwrap_or_default()
    };
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],"buffers":[{{"byteLength":{}}}],
"bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":{n}}},{{"buffer":0,"byteOffset":{n},"byteLength":{m}}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":{},"type":"VEC3","min":{:?},"max":{:?}}},
{{"bufferView":1,"componentType":5125,"count":{},"type":"SCALAR"}}]}}"#,
        n + m,
        mesh.positions.len(),
        bounds(f32::min),
        bounds(f32::max),
        3 * mesh.triangles.len()
    );
    while json.len() % 4 != 0 {
        json.push(' ');
    }
    let chunks: [(&[u8; 4], &[&[u8]]); 2] = [(b"JSON", &[json.as_bytes()]), (b"BIN\0", &[positions, indices])];
    let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, parts) in chunks {
        bytes.extend((parts.iter().map(|part| part.len()).sum::<usize>() as u32).to_le_bytes());
        bytes.extend(kind);
        parts.iter().for_each(|part| bytes.extend_from_slice(part));
    }
    let length = bytes.len() as u32;
    bytes[8..12].copy_from_slice(&length.to_le_bytes());
    bytes
}
