//! Making of GLB files for tests.

use crate::mesh::{IndexedMesh, Load, LoadReport, Warning};
use glam::DMat4;
use serde_json::{Value, json};

type Vertex = [f64; 3];

pub const TRIANGLE: [Vertex; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

pub fn loaded(file: &[u8]) -> (IndexedMesh, LoadReport) {
    Load::bytes("t.glb", file).indexed_mesh().expect("a mesh")
}

/// Returns the message with which a file is refused.
pub fn refused(file: &[u8]) -> String {
    Load::bytes("t.glb", file).indexed_mesh().map(drop).expect_err("refused").to_string()
}

pub fn told(list: &[Warning]) -> Vec<String> {
    list.iter().map(|it| it.problem.to_string()).collect()
}

/// GLB file in the making.
#[derive(Default)]
pub struct Glb {
    pub bin: Vec<u8>,
    pub views: Vec<Value>,
    pub accessors: Vec<Value>,
}

impl Glb {
    pub fn view(&mut self, bytes: impl IntoIterator<Item = u8>) -> usize {
        let start = self.bin.len();
        self.bin.extend(bytes);
        self.views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": self.bin.len() - start}));
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        self.views.len() - 1
    }

    pub fn accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Adds an accessor of the type `shape` with these f32, and returns its index.
    pub fn floats<const N: usize>(&mut self, shape: &str, list: &[[f64; N]]) -> usize {
        let view = self.view(list.as_flattened().iter().flat_map(|&x| (x as f32).to_le_bytes()));
        self.accessor(json!({"bufferView": view, "componentType": 5126, "count": list.len(), "type": shape}))
    }

    /// Adds an accessor of vectors of four whole numbers, 1 or 2 bytes each, and returns its index.
    pub fn whole(&mut self, size: usize, normalized: bool, list: &[[u16; 4]]) -> usize {
        let view = self.view(list.as_flattened().iter().flat_map(|x| x.to_le_bytes().into_iter().take(size)));
        let code = if size == 1 { 5121 } else { 5123 };
        let (n, shape) = (list.len(), "VEC4");
        self.accessor(
            json!({"bufferView": view, "componentType": code, "normalized": normalized, "count": n, "type": shape}),
        )
    }

    /// Adds an accessor of displacements of which only the given ones are not zero, and returns its index.
    pub fn sparse(&mut self, count: usize, given: &[(u8, Vertex)]) -> usize {
        let places = self.view(given.iter().map(|(place, _)| *place));
        let values = self.view(given.iter().flat_map(|(_, by)| by.iter().flat_map(|&x| (x as f32).to_le_bytes())));
        self.accessor(json!({"componentType": 5126, "count": count, "type": "VEC3", "sparse": {"count": given.len(),
            "indices": {"bufferView": places, "componentType": 5121}, "values": {"bufferView": values}}}))
    }

    pub fn matrices(&mut self, list: &[DMat4]) -> usize {
        self.floats("MAT4", &list.iter().map(DMat4::to_cols_array).collect::<Vec<_>>())
    }

    pub fn file(&self, nodes: Value, meshes: Value, skins: Value) -> Vec<u8> {
        self.file_of(json!({"scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes, "meshes": meshes, "skins": skins}))
    }

    /// Returns the file of a document with these lists besides those of accessors, views and buffers.
    pub fn file_of(&self, mut document: Value) -> Vec<u8> {
        document["asset"] = json!({"version": "2.0"});
        document["accessors"] = json!(self.accessors);
        document["bufferViews"] = json!(self.views);
        document["buffers"] = json!([{"byteLength": self.bin.len()}]);
        let chunk = |kind: &[u8], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes(), kind, bytes].concat();
        let json = document.to_string();
        [b"glTF\x02\0\0\0\0\0\0\0".to_vec(), chunk(b"JSON", json.as_bytes()), chunk(b"BIN\0", &self.bin)].concat()
    }
}
