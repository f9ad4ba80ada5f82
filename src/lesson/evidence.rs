//! What goals and predictions are compared with.

use crate::pick::{PickTrace, WhyNot};

/// All that is known of the last pick when a goal is checked.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The last pick; `None` before one was made.
    pub trace: Option<&'a PickTrace>,
    /// Why a triangle was not hit, where that was asked.
    pub why_not: Option<&'a WhyNot>,
    /// Physical pixels to a logical one.
    pub scale_factor: f64,
}
