//! The files that hold meshes, queries and answers: numbers of 32 bits and more as a little-endian processor keeps
//! them.

use bytemuck::{AnyBitPattern, NoUninit, cast_slice, cast_slice_mut};
use std::fs::{self, File};
use std::io::{self, Read, Write};

/// Positions, and triangles that index them.
pub struct Triangles {
    pub positions: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

impl Triangles {
    /// Reads a `.tri` file: both counts, positions, triangles. Nothing is held twice meanwhile, for memory is measured.
    pub fn read(path: &str) -> Result<Self, String> {
        let read = || -> io::Result<Self> {
            let mut file = File::open(path)?;
            let mut counts = [0_u32; 2];
            file.read_exact(cast_slice_mut(&mut counts))?;
            let [n_vertices, n_triangles] = counts.map(|count| count as usize);
            let mut mesh = Self { positions: vec![[0.0; 3]; n_vertices], triangles: vec![[0; 3]; n_triangles] };
            file.read_exact(cast_slice_mut(&mut mesh.positions))?;
            file.read_exact(cast_slice_mut(&mut mesh.triangles))?;
            Ok(mesh)
        };
        read().map_err(|error| format!("{path}: {error}"))
    }

    pub fn write(&self, path: &str) -> Result<(), String> {
        let write = || -> io::Result<()> {
            let mut file = File::create(path)?;
            file.write_all(cast_slice(&[self.positions.len() as u32, self.triangles.len() as u32]))?;
            file.write_all(cast_slice(&self.positions))?;
            file.write_all(cast_slice(&self.triangles))
        };
        write().map_err(|error| format!("{path}: {error}"))
    }
}

/// Reads a file that is a list of `T`.
pub fn read<T: AnyBitPattern + NoUninit>(path: &str) -> Result<Vec<T>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let whole = bytes.len() / size_of::<T>() * size_of::<T>();
    Ok(bytemuck::pod_collect_to_vec(&bytes[..whole]))
}

pub fn write<T: NoUninit>(path: &str, list: &[T]) -> Result<(), String> {
    fs::write(path, cast_slice(list)).map_err(|error| format!("{path}: {error}"))
}

/// The `count` records of `N` f32 that follow the first `skip` words.
pub fn records<const N: usize>(words: &[u32], skip: usize, count: usize) -> Vec<[f32; N]> {
    words[skip..].as_chunks().0[..count].iter().map(|record| record.map(f32::from_bits)).collect()
}
