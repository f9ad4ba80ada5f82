//! What the window is used for.

use crate::app::texts::t;
use serde::{Deserialize, Serialize};

/// What the window is used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Workspace {
    /// Triangles are picked.
    #[default]
    Pick,
    /// Collisions are tried.
    Collide,
}

impl Workspace {
    /// Both, in the order of their tabs.
    pub const ALL: [Self; 2] = [Self::Pick, Self::Collide];

    /// What its tab says.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pick => t!("workspace-pick"),
            Self::Collide => t!("workspace-collide"),
        }
    }
}
