//! Any bytes as an OFF file: no panic, no hang, no more triangles than bytes, and read in small pieces they are what
//! they are as a whole.

use super::loaded::whole_as_cut;
use pickray::mesh::Format;

const KEYWORDS: [&[u8]; 5] = [b"OFF", b"COFF", b"NOFF", b"STOFF", b"STCNOFF"];

/// Keywords, some with counts: one takes the place of the first byte, which chooses it, where there is no keyword.
const HEADS: [&str; 6] =
    ["OFF ", "OFF\n4 3 0\n", "STCNOFF 4 3\n", "COFF 5 4294967295\n", "STOFF\n3 2\n", "#\noff3 1 0 "];

/// Checks what the bytes make.
pub fn check(bytes: &[u8]) {
    let word = bytes.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let bytes = match bytes {
        [choice, rest @ ..] if !KEYWORDS.contains(&word) => {
            [HEADS[usize::from(*choice) % HEADS.len()].as_bytes(), rest].concat()
        }
        whole => whole.to_vec(),
    };
    if let Ok((mesh, report)) = whole_as_cut("fuzz.off", &bytes) {
        assert_ne!(report.format, Some(Format::Obj));
        assert!(mesh.n_triangles() <= bytes.len());
        assert!(mesh.positions().as_flattened().iter().all(|x| x.is_finite()));
    }
}
