//! Evidence that goals and predictions are compared with.

use pickray::pick::HitDetails;
use pickray::pick::explain::{MistakenPick, PickTrace, WhyNot};
use pickray::study::{HiddenMistake, Study};

/// Evidence on which a goal is checked: all that is known of the last pick.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Trace of the last pick; `None` before a pick was made.
    pub trace: Option<&'a PickTrace>,
    /// Hit that is inspected: the closest, or a farther one that the reader chose; `None` if there is no hit.
    pub inspected: Option<&'a HitDetails>,
    /// Reason why a triangle was not hit; `None` if nobody asked.
    pub why_not: Option<&'a WhyNot>,
    /// Last pick, made again with the mistake that is shown; `None` if no mistake is shown.
    pub mistake: Option<&'a MistakenPick>,
    /// `Some(true)` once the hidden mistake was named, `Some(false)` before; `None` if no mistake is hidden.
    pub found: Option<bool>,
    /// Scale factor of the screen: physical pixels to a logical one.
    pub scale_factor: f64,
}

/// Answers that a study gives, computed at once: what [`Evidence`] borrows from.
#[derive(Clone, Debug)]
pub struct Observed {
    trace: Option<PickTrace>,
    why_not: Option<WhyNot>,
    mistake: Option<MistakenPick>,
    found: Option<bool>,
    scale_factor: f64,
}

impl Observed {
    /// Computes the answers of a study: its trace, why a triangle was not hit, and the pick with the mistake shown.
    pub fn of(study: &Study) -> Self {
        Self {
            trace: study.trace(),
            why_not: study.why_not(),
            mistake: study.mistake().and_then(|mistake| study.mistaken(mistake)),
            found: study.hidden().map(HiddenMistake::is_named),
            scale_factor: study.scale_factor(),
        }
    }

    /// Returns the answers as goals are checked on them; the hit that is inspected is the closest.
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
