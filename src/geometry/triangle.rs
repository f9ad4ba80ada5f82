//! A triangle of three corners.

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Three corners; counter-clockwise as seen from the front.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Triangle {
    /// First corner, of barycentric weight `w = 1 - u - v`.
    pub a: DVec3,
    /// Second corner, of barycentric weight `u`.
    pub b: DVec3,
    /// Third corner, of barycentric weight `v`.
    pub c: DVec3,
}

impl Triangle {
    /// The triangle of these corners, in this order.
    pub const fn new(a: DVec3, b: DVec3, c: DVec3) -> Self {
        Self { a, b, c }
    }
}
