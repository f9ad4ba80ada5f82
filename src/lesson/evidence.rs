//! What goals and predictions are compared with.

use pickray::pick::HitDetails;
use pickray::pick::explain::{MistakenPick, PickTrace, WhyNot};
use pickray::study::{HiddenMistake, Study};

/// All that is known of the last pick when a goal is checked.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The last pick; `None` before one was made.
    pub trace: Option<&'a PickTrace>,
    /// The hit that is inspected: the closest, or one behind it that was asked for.
    pub inspected: Option<&'a HitDetails>,
    /// Why a triangle was not hit, where that was asked.
    pub why_not: Option<&'a WhyNot>,
    /// The same pick with the mistake that is shown, where one is.
    pub mistake: Option<&'a MistakenPick>,
    /// Whether the mistake that is hidden was named; `None` where none is hidden.
    pub found: Option<bool>,
    /// Physical pixels to a logical one.
    pub scale_factor: f64,
}

/// The answers to a study, computed at once.
#[derive(Clone, Debug)]
pub struct Observed {
    trace: Option<PickTrace>,
    why_not: Option<WhyNot>,
    mistake: Option<MistakenPick>,
    found: Option<bool>,
    scale_factor: f64,
}

impl Observed {
    /// Computes them.
    pub fn of(study: &Study) -> Self {
        Self {
            trace: study.trace(),
            why_not: study.why_not(),
            mistake: study.mistake().and_then(|mistake| study.mistaken(mistake)),
            found: study.hidden().map(HiddenMistake::is_named),
            scale_factor: study.scale_factor(),
        }
    }

    /// Returns the same, as goals are checked on it; the closest hit is inspected.
    pub fn evidence(&self) -> Evidence<'_> {
        Evidence {
            trace: self.trace.as_ref(),
            inspected: self.trace.as_ref().and_then(|trace| trace.hit.as_ref()),
            why_not: self.why_not.as_ref(),
            mistake: self.mistake.as_ref(),
            found: self.found,
            scale_factor: self.scale_factor,
        }
    }
}
