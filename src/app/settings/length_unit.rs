//! Unit of length that one unit of a file stands for.

use crate::app::texts::t;
use serde::{Deserialize, Serialize};

/// Unit that lengths are written with; the numbers are those of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LengthUnit {
    /// Unit of the file's format: metres in glTF, none in other formats.
    #[default]
    #[serde(rename = "file")]
    OfFile,
    #[serde(rename = "mm")]
    Millimetre,
    #[serde(rename = "cm")]
    Centimetre,
    #[serde(rename = "m")]
    Metre,
    #[serde(rename = "in")]
    Inch,
}

impl LengthUnit {
    /// All units, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::OfFile, Self::Millimetre, Self::Centimetre, Self::Metre, Self::Inch];

    /// Returns the symbol of the unit; empty for that of the file.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::OfFile => "",
            Self::Millimetre => "mm",
            Self::Centimetre => "cm",
            Self::Metre => "m",
            Self::Inch => "in",
        }
    }

    pub fn name(self) -> &'static str {
        if self == Self::OfFile { t!("unit-of-file") } else { self.symbol() }
    }
}
