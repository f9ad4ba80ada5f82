//! Any bytes as an OBJ file: no panic, no hang, and cut into pieces they are what they are as a whole.

use super::loaded::whole_as_cut;

/// Checks what the bytes make.
pub fn check(bytes: &[u8]) {
    let _ = whole_as_cut("fuzz.obj", bytes);
}
