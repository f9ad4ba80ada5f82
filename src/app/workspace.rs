//! Uses of the window: picking, collisions and lessons.

use crate::app::texts::{choices, t};
use serde::{Deserialize, Serialize};

choices! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Workspace {
        #[default]
        Pick => t!("workspace-pick"),
        Collide => t!("workspace-collide"),
        /// Lessons: picking, with a page of a lesson beside the picture.
        Learn => t!("workspace-learn"),
    }
}

impl Workspace {
    /// Returns `true` if picks are made in the workspace; `false` if a tool arranges the objects there instead.
    pub const fn picks(self) -> bool {
        matches!(self, Self::Pick | Self::Learn)
    }
}
