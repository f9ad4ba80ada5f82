//! Choices of the settings that have names: the unit of length, and how the ray of the last pick is shown.

use crate::app::texts::{choices, t};
use serde::{Deserialize, Deserializer, Serialize};

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

choices! {
    /// Choice of how the ray of the last pick is shown, in the order in which the R key goes through them.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum RayView {
        /// No ray.
        Off => t!("ray-off"),
        /// Ray in the picture, visible once the camera has moved since the pick.
        #[default]
        Ray => t!("ray-shown"),
        /// Ray in a second view, beside the view of the pick.
        Split => t!("ray-in-two-views"),
    }
}

impl RayView {
    /// Returns the next choice; after the last one, the first.
    pub const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

/// Reads a choice from the settings. Settings from before the split view have `true` or `false` instead.
pub fn stored_ray_view<'a, D: Deserializer<'a>>(deserializer: D) -> Result<RayView, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored {
        Shown(bool),
        Named(RayView),
    }
    Ok(match Stored::deserialize(deserializer)? {
        Stored::Shown(false) => RayView::Off,
        Stored::Shown(true) => RayView::Ray,
        Stored::Named(view) => view,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> serde_json::Result<RayView> {
        stored_ray_view(&mut serde_json::Deserializer::from_str(text))
    }

    #[test]
    fn it_comes_back_from_a_file_and_an_old_switch_is_understood() {
        for view in RayView::ALL {
            let text = serde_json::to_string(&view).expect("JSON");
            assert_eq!(read(&text).expect("it is read back"), view);
        }
        for (text, view) in [("true", RayView::Ray), ("false", RayView::Off)] {
            assert_eq!(read(text).expect("a switch of before"), view);
        }
        assert!(read("\"both\"").is_err());
    }

    #[test]
    fn one_follows_the_other_in_the_order_in_which_they_are_listed() {
        for (k, view) in RayView::ALL.into_iter().enumerate() {
            assert_eq!(view.next(), RayView::ALL[(k + 1) % 3]);
        }
    }
}
