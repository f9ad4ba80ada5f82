//! What goals and predictions are compared with.

use crate::pick::{MistakenPick, PickTrace, WhyNot};

/// All that is known of the last pick when a goal is checked.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The last pick; `None` before one was made.
    pub trace: Option<&'a PickTrace>,
    /// Why a triangle was not hit, where that was asked.
    pub why_not: Option<&'a WhyNot>,
    /// The same pick with the mistake that is shown, where one is.
    pub mistake: Option<&'a MistakenPick>,
    /// Whether the mistake that is hidden was named; `None` where none is hidden.
    pub found: Option<bool>,
    /// Physical pixels to a logical one.
    pub scale_factor: f64,
}
