//! Unit of length that one unit of a file stands for.

use crate::app::texts::{choices, t};
use serde::{Deserialize, Serialize};

choices! {
    /// Unit that lengths are written with; the numbers are those of the file.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum LengthUnit {
        /// Unit of the file's format: metres in glTF, none in other formats.
        #[default]
        #[serde(rename = "file")]
        OfFile => t!("unit-of-file"),
        #[serde(rename = "mm")]
        Millimetre => "mm",
        #[serde(rename = "cm")]
        Centimetre => "cm",
        #[serde(rename = "m")]
        Metre => "m",
        #[serde(rename = "in")]
        Inch => "in",
    }
}

impl LengthUnit {
    /// Returns the symbol of the unit; empty for that of the file.
    pub fn symbol(self) -> &'static str {
        if self == Self::OfFile { "" } else { self.name() }
    }
}
