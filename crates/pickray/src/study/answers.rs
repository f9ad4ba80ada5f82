//! Answers to the questions asked of a study, computed anew at each call.

use super::{Click, Study};
use crate::pick::explain::{Mistake, MistakeInputs, MistakenPick, WhyNot, pick_mistaken, why_not};

impl Study {
    /// Returns why the triangle that was asked about is not the hit; `None` where there is no click or no question.
    pub fn why_not(&self) -> Option<WhyNot> {
        let Click { view, cursor, .. } = self.click?;
        why_not(&self.scene, &view, cursor, &self.options, self.question?)
    }

    /// Returns the last click's pick, made again with a mistake; `None` if nothing was clicked.
    pub fn mistaken(&self, mistake: Mistake) -> Option<MistakenPick> {
        let Click { view, cursor, .. } = self.click?;
        pick_mistaken(&self.scene, &view, cursor, &self.options, mistake, &self.mistake_inputs())
    }

    /// Returns the inputs that some mistakes wrongly use for the last click's pick: the scale factor, and the view
    /// before the camera's last move ahead of the click.
    pub fn mistake_inputs(&self) -> MistakeInputs {
        MistakeInputs { scale_factor: self.scale_factor(), last_view: self.click.and_then(|click| click.view_before) }
    }
}
