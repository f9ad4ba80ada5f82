//! Steps of a pick: the spaces that it goes through, in their order.

use serde::{Deserialize, Serialize};

/// Step of a pick on the way from the cursor to the triangle, named after the space that it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Position of the cursor, in physical pixels from the top left.
    Cursor,
    /// Window coordinates, in physical pixels from the lower left.
    Window,
    /// Normalised device coordinates.
    Ndc,
    /// Eye space, before and after the division by w.
    Eye,
    /// World space.
    World,
    /// Object space.
    Object,
    /// Triangle that the ray is tested with.
    Triangle,
}

impl Step {
    /// All steps, in the order from the cursor to the triangle.
    pub const ALL: [Self; 7] =
        [Self::Cursor, Self::Window, Self::Ndc, Self::Eye, Self::World, Self::Object, Self::Triangle];
}
