//! Any bytes as a PLY file: no panic, no hang, no more triangles than bytes, and read in small pieces they are what
//! they are as a whole.

use super::loaded::whole_as_cut;
use pickray::mesh::Format;

const FORMATS: [&str; 3] = ["ascii", "binary_little_endian", "binary_big_endian"];

/// What makes elements of the bytes: positions in words and in bytes, lists of all kinds.
const ELEMENTS: &str = "element vertex 3\nproperty float x\nproperty float y\nproperty short z\nproperty uchar red\n\
                        property uchar green\nproperty float blue\nproperty list uchar short near\nelement face 4\n\
                        property char flag\nproperty list uchar char vertex_indices\n\
                        property list short uchar weights\n\
                        element tristrips 1\n\
                        property list char char vertex_index\nend_header\n";

/// Checks what the bytes make; the beginning of a file takes the place of the first byte, which chooses it, where there
/// is none.
pub fn check(bytes: &[u8]) {
    let bytes = match bytes {
        [choice, rest @ ..] if !bytes.starts_with(b"ply\n") && !bytes.starts_with(b"ply\r") => {
            [head(*choice).as_bytes(), rest].concat()
        }
        whole => whole.to_vec(),
    };
    if let Ok((mesh, report)) = whole_as_cut("fuzz.ply", &bytes) {
        assert_ne!(report.format, Some(Format::Obj));
        assert!(mesh.n_triangles() <= bytes.len());
        assert!(mesh.positions().as_flattened().iter().all(|x| x.is_finite()));
    }
}

fn head(choice: u8) -> String {
    let elements = if choice.is_multiple_of(2) { ELEMENTS } else { "" };
    match FORMATS.get(usize::from(choice / 2) % 4) {
        Some(format) => format!("ply\nformat {format} 1.0\n{elements}"),
        None => "ply\n".to_owned(),
    }
}
