//! Limits on what a small document can ask for: it could use the same bytes again and again, or none at all.

use crate::mesh::problem::{Advice, Problem, Word};
use crate::mesh::refusal::{Refusal, Result};
use crate::mesh::{MAX_TRIANGLES, MAX_VERTICES};
use std::fmt::Display;

/// Largest number of vertices or triangles that a document makes whatever its size: some 100 MB with the tree.
const FREE: u64 = 1 << 20;

/// Largest number of vertices or triangles that a larger document makes for each byte of its buffers. Without repeating
/// itself a real file makes one of 20 bytes or more (6 of indices, half a vertex of 28), and at most one of a byte: it
/// would have to hold all that it has 80 times. Nodes that place a mesh often repeat nothing.
const PER_BYTE: u64 = 4;

/// Number of decoded bytes that count as one vertex: 64 MiB can be decoded of any file, and 256 bytes of each byte of a
/// larger one. Of scans Draco makes up to 50, of a smooth grid of 2.4 million triangles 120.
const DECODED: u64 = 64;

/// Number of vertices that an object counts for, with its name and its place in the tree of nodes.
const OBJECT: u64 = 4;

/// Kind of thing that a document asks for, counted so that a small document cannot ask for very many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    Vertices,
    Triangles,
    /// Values that pose meshes: displacements of morph targets, joints and their weights, matrices of skins.
    Values,
    /// Texture coordinates and normals.
    Attributes,
    /// Nodes, each as often as the scene holds it, and instances. A node takes at least 5 bytes of the document.
    Objects,
    /// Bytes of compressed data once they are decoded.
    Decoded,
}

const WORDS: [&str; 6] =
    ["vertices", "triangles", "values of poses", "texture coordinates and normals", "objects", "bytes"];

#[derive(Default)]
pub struct Unfolded([u64; 6]);

impl Unfolded {
    /// Counts `n` more things that the item called `by` asks for, and fails if they are now too many for so many bytes
    /// of buffers, and for objects of the document.
    pub fn add(&mut self, made: Made, n: u64, bytes: u64, by: &dyn Display) -> Result<()> {
        let total = &mut self.0[made as usize];
        *total = total.saturating_add(n);
        let count = *total;
        match made {
            Made::Vertices if count > MAX_VERTICES as u64 => {
                return Err(Refusal::too_many(Word::Vertices, count, MAX_VERTICES as u64));
            }
            Made::Triangles if count > MAX_TRIANGLES as u64 => {
                return Err(Refusal::too_many(Word::Triangles, count, MAX_TRIANGLES as u64));
            }
            _ => {}
        }
        let most = FREE.max(bytes.saturating_mul(PER_BYTE));
        let (most, advice) = match made {
            Made::Objects => (most / OBJECT, Advice::Correct),
            Made::Decoded => (most.saturating_mul(DECODED), Advice::Correct),
            _ => (most, Advice::Instance),
        };
        if count > most {
            let what = WORDS[made as usize];
            let detail =
                format!("{by} would make {count} {what}, and the bytes that are there stand for {most} at most");
            return Err(Refusal::of(Problem::Gltf { detail }, advice));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::gltf::items::List;

    #[test]
    fn what_is_made_is_bounded_by_the_bytes_it_is_made_of() {
        let told = |result: Result<(), Refusal>| result.map_err(|it| it.into_load_error("t", 0).to_string());
        let mut unfolded = Unfolded::default();
        assert_eq!(told(unfolded.add(Made::Vertices, FREE, 0, &"the document")), Ok(()));
        assert_eq!(told(unfolded.add(Made::Triangles, FREE, 0, &"the document")), Ok(()));
        let why = "t: glTF: mesh 0 would make 1048577 triangles, and the bytes that are there stand for 1048576 at \
                   most; place one mesh by several nodes instead of repeating it";
        assert_eq!(told(unfolded.add(Made::Triangles, 1, 9, &List::Meshes.item(0))), Err(why.to_owned()));
        assert_eq!(told(unfolded.add(Made::Triangles, FREE, FREE, &"the document")), Ok(()));
        assert_eq!(told(unfolded.add(Made::Objects, FREE, FREE, &"the document")), Ok(()));
        let why = told(unfolded.add(Made::Objects, 1, FREE, &List::Nodes.item(3))).expect_err("too many");
        assert!(why.contains("node 3 would make 1048577 objects") && why.contains("; correct the file"), "{why}");
        assert_eq!(told(unfolded.add(Made::Decoded, 64 << 20, 1, &"the document")), Ok(()));
        assert_eq!(told(unfolded.add(Made::Decoded, 64 << 20, 1 << 19, &"the document")), Ok(()));
        let why = told(unfolded.add(Made::Decoded, 1, 1 << 19, &List::Views.item(2))).expect_err("too many");
        assert!(why.contains("buffer view 2 would make 134217729 bytes"), "{why}");
        let why = told(unfolded.add(Made::Triangles, u64::MAX, u64::MAX, &"the document")).expect_err("too many");
        assert!(why.contains("that a mesh can have"), "{why}");
    }
}
