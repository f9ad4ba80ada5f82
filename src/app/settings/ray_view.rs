//! How the ray of the last pick is shown.

use crate::app::texts::t;
use serde::{Deserialize, Serialize};

/// How the ray of the last pick is shown. Settings of before there were two views say true or false.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", from = "Stored")]
pub enum RayView {
    /// Not at all.
    Off,
    /// In the picture, once another camera looks at it.
    #[default]
    Ray,
    /// In a view of its own beside that of the pick.
    Split,
}

impl RayView {
    /// All of them, in the order in which R goes through them.
    pub const ALL: [Self; 3] = [Self::Off, Self::Ray, Self::Split];

    /// Returns what the menus call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => t!("ray-off"),
            Self::Ray => t!("ray-shown"),
            Self::Split => t!("ray-in-two-views"),
        }
    }

    /// Returns the next one, after the last the first.
    pub const fn next(self) -> Self {
        match self {
            Self::Off => Self::Ray,
            Self::Ray => Self::Split,
            Self::Split => Self::Off,
        }
    }
}

/// What a file of settings may say.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Shown(bool),
    Named(Name),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Name {
    Off,
    Ray,
    Split,
}

impl From<Stored> for RayView {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Shown(false) | Stored::Named(Name::Off) => Self::Off,
            Stored::Shown(true) | Stored::Named(Name::Ray) => Self::Ray,
            Stored::Named(Name::Split) => Self::Split,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_back_from_a_file_and_an_old_switch_is_understood() {
        for view in RayView::ALL {
            let text = serde_json::to_string(&view).expect("JSON");
            assert_eq!(serde_json::from_str::<RayView>(&text).expect("it is read back"), view);
        }
        for (text, view) in [("true", RayView::Ray), ("false", RayView::Off)] {
            assert_eq!(serde_json::from_str::<RayView>(text).expect("a switch of before"), view);
        }
        assert!(serde_json::from_str::<RayView>("\"both\"").is_err());
    }

    #[test]
    fn one_follows_the_other_in_the_order_in_which_they_are_listed() {
        for (k, view) in RayView::ALL.into_iter().enumerate() {
            assert_eq!(view.next(), RayView::ALL[(k + 1) % 3]);
        }
    }
}
