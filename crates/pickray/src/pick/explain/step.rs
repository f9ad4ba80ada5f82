//! Steps of a pick: the spaces that it goes through, in their order.

use serde::{Deserialize, Serialize};

/// Space that the cursor goes through on its way to the triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Cursor of the mouse.
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
    /// Triangle that is tested.
    Triangle,
}

impl Step {
    /// All steps, in the order from the cursor to the triangle.
    pub const ALL: [Self; 7] =
        [Self::Cursor, Self::Window, Self::Ndc, Self::Eye, Self::World, Self::Object, Self::Triangle];
}
