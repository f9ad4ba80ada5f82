//! Arrangement of the window's parts by its room: side panel or sheet; the uses of the window, and figures.

use crate::app::texts::{choices, t};
use serde::{Deserialize, Serialize};

/// Width of a window below which a sheet at the bottom takes the place of the side panel, in logical pixels.
const NARROW: f32 = 600.0;

/// Height of a window below which a sheet at the right takes the place of the side panel, in logical pixels.
const LOW: f32 = 480.0;

/// Width below which a low window has no room for a sheet at the right, in logical pixels.
const LEAST_BESIDE: f32 = 560.0;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// Side panel beside the picture, with the ladder below it.
    #[default]
    Wide,
    /// Sheet at the bottom, with everything in it: a telephone held upright.
    SheetBelow,
    /// Sheet at the right, with everything in it: a telephone held sideways.
    SheetBeside,
}

impl Arrangement {
    /// Returns the arrangement for a window of `width` × `height` logical pixels.
    pub fn of(width: f32, height: f32) -> Self {
        match (width < NARROW, height < LOW) {
            (_, true) if height < width && LEAST_BESIDE <= width => Self::SheetBeside,
            (true, _) => Self::SheetBelow,
            _ => Self::Wide,
        }
    }
}

/// Size at which the sheet stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detent {
    /// Only its handle, with a line on what was hit.
    #[default]
    Line,
    Half,
    /// All but a glimpse of the picture.
    Whole,
}

impl Detent {
    pub const ALL: [Self; 3] = [Self::Line, Self::Half, Self::Whole];
}

choices! {
    /// Part of the window that is all that a figure in an article shows, by its name in an address.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Figure {
        /// Picture, with what is drawn over it.
        Picture => "picture",
        /// Picture and ladder.
        Ladder => "ladder",
        /// Picture and page of a lesson.
        Lesson => "lesson",
    }
}

choices! {
    /// Use of the window: picking, collisions or lessons.
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

/// View of a split picture; a whole picture has only [`Pane::Picking`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    /// View that is picked in.
    #[default]
    Picking,
    /// View that shows the pick from the side, and is never picked in.
    SecondView,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telephones_have_a_sheet_where_they_are_long_and_tablets_and_desktops_have_none() {
        use Arrangement::{SheetBelow, SheetBeside, Wide};
        for (width, height, arrangement) in [
            (390.0, 844.0, SheetBelow),
            (844.0, 390.0, SheetBeside),
            (599.0, 500.0, SheetBelow),
            (400.0, 470.0, SheetBelow),
            (600.0, 400.0, SheetBeside),
            (320.0, 300.0, SheetBelow),
            (540.0, 400.0, SheetBelow),
            (600.0, 480.0, Wide),
            (768.0, 1024.0, Wide),
            (1366.0, 768.0, Wide),
        ] {
            assert_eq!(Arrangement::of(width, height), arrangement, "{width} × {height}");
        }
    }
}
