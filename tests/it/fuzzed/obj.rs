//! Any bytes as an OBJ file: no panic, no hang, and cut into pieces they are what they are as a whole.

use super::loaded::told;
use pickray::mesh::Mesh;

/// Checks what the bytes make.
pub fn check(bytes: &[u8]) {
    let whole = Mesh::from_bytes("fuzz.obj", bytes);
    for (pieces, step) in [(3, 16), (17, 64)] {
        let cut = Mesh::from_bytes_in_pieces("fuzz.obj", bytes, pieces, step);
        assert_eq!(told(&cut), told(&whole), "{pieces} pieces, {step} bytes at once");
    }
}
