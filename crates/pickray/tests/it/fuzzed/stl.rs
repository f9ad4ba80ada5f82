//! Any bytes as an STL file: no panic, no hang, no more triangles than bytes, and read in small steps they are what
//! they are as a whole.

use super::loaded::whole_as_cut;
use pickray::mesh::Format;

/// Bytes of the shortest facet, and of a record.
const SHORTEST: usize = 50;

/// Bytes before the first record of a binary file.
const HEADER: usize = 84;

/// Checks what the bytes make; the beginning of an ascii file or of a binary one takes the place of the first byte
/// where there is none.
pub fn check(bytes: &[u8]) {
    let is_binary = bytes.len() >= HEADER && (bytes.len() - HEADER).is_multiple_of(SHORTEST);
    let bytes = match bytes {
        whole if is_binary || whole.starts_with(b"solid") => whole.to_vec(),
        [choice, rest @ ..] if choice.is_multiple_of(2) => [b"solid \n", rest].concat(),
        [count, rest @ ..] => behind_a_header(*count, rest),
        [] => Vec::new(),
    };
    if let Ok((mesh, report)) = whole_as_cut("fuzz.stl", &bytes)
        && report.format != Some(Format::Obj)
    {
        assert!(mesh.n_triangles() <= bytes.len() / SHORTEST);
        assert!(mesh.positions().as_flattened().iter().all(|x| x.is_finite()));
    }
}

/// A binary file that counts few records, the first of which is taken for one: its normal has the length 1.
fn behind_a_header(count: u8, bytes: &[u8]) -> Vec<u8> {
    let mut binary = vec![0; 80];
    binary.extend([count, 0, 0, 0]);
    binary.extend([[0; 4], [0; 4], 1f32.to_le_bytes()].concat());
    binary.extend(bytes);
    binary
}
