//! Ray of the reader's own program: its text, what is wrong with it, and the click that it comes from.

use super::Picking;
use super::mistakes::{self, MistakeAction};
use crate::app::desk::{Desk, changing};
use crate::app::diagnosis::Answer;
use crate::app::settings::RayView;
use pickray::study::Change;

/// Reads and diagnoses a text; with `None`, goes back to the lessons.
#[derive(Debug)]
pub struct OwnRayAction(pub Option<String>);

impl Picking {
    /// Shows the click of a ray through its own camera, beside the view from the side, and the step where it is wrong.
    pub(super) fn act_on_own_ray(&mut self, desk: &mut Desk, OwnRayAction(text): OwnRayAction) {
        // The ray before may have set a mistake and a scale factor.
        mistakes::close(desk);
        self.own_ray = text.map(Answer::of);
        let Some(answer) = &self.own_ray else { return };
        // It takes the place of a lesson's page.
        self.learning.leave(desk);
        let Answer { given: Ok(given), diagnosis: Some(found), .. } = answer else { return };
        // The same place of the picture, which has another size here: that of the right ray.
        let view = found.view.with_viewport(desk.view().viewport, desk.view().framebuffer);
        let Some(cursor) = found.right.and_then(|[_, ahead]| view.cursor_from_world(ahead)) else { return };
        desk.settings.ray = RayView::Split;
        desk.study.set_view(view);
        changing::change(desk, &Change::ScaleFactor(Some(given.scale_factor)));
        changing::change(desk, &Change::Pick(cursor.into()));
        if let Some(mistake) = answer.mistake() {
            self.explain.change_mistake(desk, MistakeAction::ShowAtStep(mistake));
        }
    }
}
