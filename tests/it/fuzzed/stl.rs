//! Any bytes as an STL file: no panic, no hang, no more triangles than bytes, and read in small steps they are what they are as a whole.

use super::loaded::told;
use pickray::mesh::{Format, Mesh};

/// Bytes of the shortest facet, and of a record.
const SHORTEST: usize = 50;

/// Checks what the bytes make behind the beginning of an ascii file, of a binary one, and by themselves.
pub fn check(bytes: &[u8]) {
    let mut binary = vec![0; 80];
    binary.extend([bytes.first().copied().unwrap_or(0), 0, 0, 0]);
    // A first record that is taken for one: its normal has the length 1.
    binary.extend([[0; 4], [0; 4], 1f32.to_le_bytes()].concat());
    binary.extend(bytes);
    for bytes in [bytes, &[b"solid \n", bytes].concat(), &binary] {
        let whole = Mesh::from_bytes("fuzz.stl", bytes);
        for step in [16, 64] {
            let cut = Mesh::from_bytes_in_pieces("fuzz.stl", bytes, 1, step);
            assert_eq!(told(&cut), told(&whole), "{step} bytes at once");
        }
        if let Ok((mesh, report)) = &whole
            && report.format != Some(Format::Obj)
        {
            assert!(mesh.n_triangles() <= bytes.len() / SHORTEST);
            assert!(mesh.positions().as_flattened().iter().all(|x| x.is_finite()));
        }
    }
}
