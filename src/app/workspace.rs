//! Uses of the window: picking, collisions and lessons.

use crate::app::texts::t;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Workspace {
    /// Picking of triangles.
    #[default]
    Pick,
    /// Trying out of collisions.
    Collide,
    /// Lessons: picking, with a page of a lesson beside the picture.
    Learn,
}

impl Workspace {
    pub const ALL: [Self; 3] = [Self::Pick, Self::Collide, Self::Learn];

    pub fn name(self) -> &'static str {
        match self {
            Self::Pick => t!("workspace-pick"),
            Self::Collide => t!("workspace-collide"),
            Self::Learn => t!("workspace-learn"),
        }
    }

    /// Returns `true` if picks are made in the workspace; `false` if a tool arranges the objects there instead.
    pub const fn picks(self) -> bool {
        matches!(self, Self::Pick | Self::Learn)
    }
}
