//! Evidence: what is known of the last pick, which goals and predictions are checked against.

use glam::DMat4;
use pickray::pick::HitDetails;
use pickray::pick::explain::{MistakenPick, PickTrace, WhyNot};
use pickray::study::{HiddenMistake, Study};

/// Evidence on which a goal is checked: all that is known of the last pick.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Trace of the last pick; `None` before a pick was made.
    pub trace: Option<PickTrace>,
    /// Model transform of the first object; `None` in a scene without objects.
    pub model: Option<DMat4>,
    /// Hit that is inspected: the closest, or a farther one that the reader chose; `None` if there is no hit.
    pub inspected: Option<HitDetails>,
    /// Reason why a triangle was not hit; `None` if nobody asked.
    pub why_not: Option<WhyNot>,
    /// Last pick, made again with the mistake that is shown; `None` if no mistake is shown.
    pub mistake: Option<MistakenPick>,
    /// `Some(true)` once the user has guessed the hidden mistake, `Some(false)` before; `None` if no mistake is hidden.
    pub found: Option<bool>,
    /// Number of physical pixels per logical pixel: that of the screen, or the one that a page assumes instead.
    pub scale_factor: f64,
}

impl Evidence {
    /// Computes the evidence of a study's last pick, with the closest hit as the inspected one.
    pub fn of(study: &Study) -> Self {
        let trace = study.trace();
        Self {
            inspected: trace.as_ref().and_then(|trace| trace.hit.clone()),
            trace,
            model: study.scene().objects().first().map(|object| object.world_from_object),
            why_not: study.why_not(),
            mistake: study.mistake().and_then(|mistake| study.mistaken(mistake)),
            found: study.hidden().map(HiddenMistake::is_named),
            scale_factor: study.scale_factor(),
        }
    }
}
