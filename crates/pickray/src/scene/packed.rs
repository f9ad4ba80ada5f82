//! Scenes as bytes: the form in which a web page's worker hands a scene, read and with its trees built, to the page.

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

    /// Returns the scene that [`to_packed`](Self::to_packed) made into `bytes`, without building a tree. The bytes must
    /// come from another instance of this very program, never from a file or a link. `None` where the bytes are cut off
    /// or were made by another version. A scene from bytes changed in other ways may give wrong answers, or panic in a
    /// query.
    #[doc(hidden)]
    pub fn from_packed(bytes: &[u8]) -> Option<Self> {
        packed::from_bytes(bytes)
    }
}
