//! Any bytes as an OFF file: no panic, no hang, no more triangles than bytes, and read in small pieces they are what they are as a whole.

use super::loaded::told;
use pickray::mesh::{Format, Mesh};

/// Checks what the bytes make behind some keywords and counts.
pub fn check(bytes: &[u8]) {
    for head in ["OFF ", "OFF\n4 3 0\n", "STCNOFF 4 3\n", "COFF 5 4294967295\n", "STOFF\n3 2\n"] {
        let bytes = [head.as_bytes(), bytes].concat();
        let whole = Mesh::from_bytes("fuzz.off", &bytes);
        for (pieces, step) in [(1, 16), (3, 64), (9, 5)] {
            let cut = Mesh::from_bytes_in_pieces("fuzz.off", &bytes, pieces, step);
            assert_eq!(told(&cut), told(&whole), "{pieces} pieces, {step} bytes at once");
        }
        if let Ok((mesh, report)) = &whole {
            assert_ne!(report.format, Some(Format::Obj));
            assert!(mesh.n_triangles() <= bytes.len());
            assert!(mesh.positions().as_flattened().iter().all(|x| x.is_finite()));
        }
    }
}
