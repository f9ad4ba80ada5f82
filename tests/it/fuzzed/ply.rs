//! Any bytes as a PLY file: no panic, no hang, no more triangles than bytes, and read in small pieces they are what they are as a whole.

use super::loaded::told;
use pickray::mesh::{Format, Mesh};

/// What makes elements of the bytes: positions in words and in bytes, lists of all kinds.
const ELEMENTS: &str = "element vertex 3\nproperty float x\nproperty float y\nproperty short z\nproperty uchar red\nproperty uchar green\n\
                        property float blue\nproperty list uchar short near\nelement face 4\nproperty char flag\n\
                        property list uchar char vertex_indices\nproperty list short uchar weights\nelement tristrips 1\n\
                        property list char char vertex_index\nend_header\n";

/// Checks what the bytes make behind the beginning of a file of each format, and by themselves.
pub fn check(bytes: &[u8]) {
    let behind = |format: &str, elements: &str| {
        [b"ply\nformat ", format.as_bytes(), b" 1.0\n", elements.as_bytes(), bytes].concat()
    };
    let formats = ["ascii", "binary_little_endian", "binary_big_endian"];
    let all = formats.iter().flat_map(|format| [behind(format, ELEMENTS), behind(format, "")]);
    for bytes in all.chain([[b"ply\n", bytes].concat()]) {
        let whole = Mesh::from_bytes("fuzz.ply", &bytes);
        for (pieces, step) in [(1, 16), (3, 64), (9, 5)] {
            let cut = Mesh::from_bytes_in_pieces("fuzz.ply", &bytes, pieces, step);
            assert_eq!(told(&cut), told(&whole), "{pieces} pieces, {step} bytes at once");
        }
        if let Ok((mesh, report)) = &whole {
            assert_ne!(report.format, Some(Format::Obj));
            assert!(mesh.n_triangles() <= bytes.len());
            assert!(mesh.positions().as_flattened().iter().all(|x| x.is_finite()));
        }
    }
}
