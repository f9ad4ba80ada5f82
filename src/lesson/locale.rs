//! Languages of lessons.

use serde::{Deserialize, Serialize};

/// Language in which a lesson has words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Locale {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    Chinese,
}

impl Locale {
    /// Languages that lessons can have, all of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Returns the code of the language, as it stands in the names of files: "en" or "zh-CN".
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-CN",
        }
    }
}
