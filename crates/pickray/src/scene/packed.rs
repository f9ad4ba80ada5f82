//! A scene as bytes: what a page's worker has read and built goes over to the page.

use super::Scene;
use crate::work::packed;

impl Scene {
    /// Returns the scene with all its trees as bytes, for [`from_packed`](Self::from_packed); that over many objects is
    /// built for it.
    #[doc(hidden)]
    pub fn to_packed(&self) -> Vec<u8> {
        let _ = self.tree();
        packed::to_bytes(self)
    }

    /// Returns the same scene, no tree built: of bytes that this very program packed in another instance of itself,
    /// never of a file or a link. `None` where they are cut off or another version's; otherwise changed ones may make
    /// a scene that answers wrongly, or panics when it is asked.
    #[doc(hidden)]
    pub fn from_packed(bytes: &[u8]) -> Option<Self> {
        packed::from_bytes(bytes)
    }
}
