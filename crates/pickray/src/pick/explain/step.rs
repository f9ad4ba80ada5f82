//! The spaces that a pick goes through, in their order.

use serde::{Deserialize, Serialize};

/// A space that the cursor goes through on its way to the triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The mouse.
    Cursor,
    /// Window coordinates.
    Window,
    /// Normalised device coordinates.
    Ndc,
    /// Eye space, before and after the division by w.
    Eye,
    /// World space.
    World,
    /// Object space.
    Object,
    /// The triangle.
    Triangle,
}

impl Step {
    /// All, in the order of the way.
    pub const ALL: [Self; 7] =
        [Self::Cursor, Self::Window, Self::Ndc, Self::Eye, Self::World, Self::Object, Self::Triangle];
}
