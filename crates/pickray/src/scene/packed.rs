//! Scenes as bytes: what a page's worker has read and built goes over to the page.

use super::Scene;
use crate::work::packed;

impl Scene {
    /// Returns the scene with all its trees as bytes, for [`from_packed`](Self::from_packed); the tree over many
    /// objects is built first.
    #[doc(hidden)]
    pub fn to_packed(&self) -> Vec<u8> {
        let _ = self.tree();
        packed::to_bytes(self)
    }

    /// Returns the scene that [`to_packed`](Self::to_packed) made into `bytes`, no tree built. The bytes come from this
    /// very program in another instance of itself, never from a file or a link. `None` where they are cut off or
    /// another version's; otherwise changed ones may make a scene that answers wrongly, or panics when it is asked.
    #[doc(hidden)]
    pub fn from_packed(bytes: &[u8]) -> Option<Self> {
        packed::from_bytes(bytes)
    }
}
