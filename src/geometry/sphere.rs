//! A sphere.

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// The closed ball around `center`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sphere {
    /// The centre.
    pub center: DVec3,
    /// The radius, not negative.
    pub radius: f64,
}
