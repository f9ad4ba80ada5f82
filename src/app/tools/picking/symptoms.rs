//! Symptoms of picks that go wrong, with the mistakes that each may come from and the lessons about them.

use crate::app::texts::Text;
use crate::lesson::builtin;
use pickray::pick::explain::Mistake;

/// Symptom of picks that go wrong, in the words that users find for it, with the mistakes that may cause it.
#[derive(Clone, Copy, Debug)]
pub struct Symptom {
    /// Description of the symptom, in the words that users find for it.
    pub words: Text,
    /// Mistakes that the symptom may come from, the likeliest first.
    pub leads: &'static [Lead],
}

/// Mistake that a symptom may come from, with the page of a lesson about it.
#[derive(Clone, Copy, Debug)]
pub struct Lead {
    pub mistake: Mistake,
    /// Name of the lesson about the mistake; `page` is the id of the page in this lesson.
    lesson: &'static str,
    page: &'static str,
}

impl Lead {
    /// Returns the index of the lesson about the mistake among the built-in ones, and the index of the page in the
    /// lesson.
    pub fn page(&self) -> (usize, usize) {
        let place = builtin().iter().position(|lesson| lesson.name == self.lesson).unwrap_or_default();
        let page = builtin()[place].pages.iter().position(|page| page.id == self.page).unwrap_or_default();
        (place, page)
    }
}

const fn lead(mistake: Mistake, lesson: &'static str, page: &'static str) -> Lead {
    Lead { mistake, lesson, page }
}

const OFFSET_IGNORED: Lead = lead(Mistake::ViewportOffsetIgnored, "the-drawer-moved-my-viewport", "offset-forgotten");
const OTHER_HEIGHT: Lead = lead(Mistake::FlippedByViewportHeight, "the-drawer-moved-my-viewport", "whose-height");
const OTHER_MIDDLE: Lead = lead(Mistake::WindowTakenForViewport, "the-drawer-moved-my-viewport", "another-middle");

/// Symptoms of picks that go wrong, the most frequent first.
pub const SYMPTOMS: [Symptom; 7] = [
    Symptom {
        words: Text("symptom-from-centre"),
        leads: &[OTHER_MIDDLE, lead(Mistake::EyeAsOrigin, "parallel-rays", "where-it-is-right")],
    },
    Symptom { words: Text("symptom-mirrored"), leads: &[lead(Mistake::YNotFlipped, "y-the-other-way", "not-turned")] },
    Symptom { words: Text("symptom-panel"), leads: &[OTHER_MIDDLE, OFFSET_IGNORED, OTHER_HEIGHT] },
    Symptom { words: Text("symptom-screen"), leads: &[lead(Mistake::LogicalPixels, "two-screens", "half-the-way")] },
    Symptom {
        words: Text("symptom-behind"),
        leads: &[
            lead(Mistake::TNotTested, "one-pixel-two-depths", "a-whole-line"),
            lead(Mistake::DepthsMinusOneAndOne, "one-pixel-two-depths", "minus-one-and-one"),
        ],
    },
    Symptom {
        words: Text("symptom-wrong-one"),
        leads: &[
            lead(Mistake::DirectionNormalized, "whose-space", "t-stays"),
            lead(Mistake::PixelCorner, "half-a-pixel", "the-corner"),
        ],
    },
    Symptom {
        words: Text("symptom-nothing"),
        leads: &[
            lead(Mistake::NoDivisionByW, "why-w", "not-divided"),
            lead(Mistake::ModelMatrixForgotten, "whose-space", "matrix-forgotten"),
            lead(Mistake::AbsoluteEpsilon, "moller-and-trumbore", "the-sign"),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::Action;
    use crate::app::keys::Command;
    use crate::app::tools::picking::learning::LearningAction;
    use crate::app::tools::picking::mistakes::MistakeAction;
    use crate::app::tools::picking::{Picking, PickingAction};
    use crate::app::update::tests::state;
    use crate::app::update::update;
    use crate::app::workspace::Workspace;
    use crate::lesson::Page;
    use pickray::study::Change;

    fn shows(page: &Page, mistake: Mistake) -> bool {
        let shown = Change::Mistake(Some(mistake));
        page.prediction.as_ref().is_some_and(|prediction| prediction.reveal.contains(&shown))
    }

    #[test]
    fn every_symptom_leads_to_a_page_that_shows_its_mistake_where_one_does() {
        for lead in SYMPTOMS.iter().flat_map(|symptom| symptom.leads) {
            let (lesson, page) = lead.page();
            let found = &builtin()[lesson];
            assert_eq!((found.name.as_str(), found.pages[page].id.as_str()), (lead.lesson, lead.page));
            let has_page = builtin().iter().flat_map(|lesson| &lesson.pages).any(|page| shows(page, lead.mistake));
            assert_eq!(shows(&found.pages[page], lead.mistake), has_page, "{lead:?}");
        }
    }

    #[test]
    fn a_lead_opens_the_step_with_the_mistake_and_clicks_where_nobody_did() {
        for lead in SYMPTOMS.iter().flat_map(|symptom| symptom.leads) {
            let mut state = state();
            state.desk.settings.panels.explain = true;
            update(&mut state, PickingAction::Mistake(MistakeAction::Look(lead.mistake)).into());
            let picking = state.tools.get::<Picking>();
            assert_eq!(picking.ladder.open, Some(lead.mistake.step()));
            assert_eq!(state.desk.study.mistake_at_work(), Some(lead.mistake));
            let effect = picking.mistakes.effect(&state.desk.study).expect("a pick");
            assert!(effect.right.is_some() && state.desk.picked.as_ref().is_some_and(|picked| picked.hit.is_some()));
            // Once more does not put it away, and what was clicked stays.
            let clicked = *state.desk.study.last_click().expect("a click");
            update(&mut state, PickingAction::Mistake(MistakeAction::Look(lead.mistake)).into());
            assert_eq!(state.desk.study.mistake_at_work(), Some(lead.mistake));
            assert_eq!(state.desk.study.last_click(), Some(&clicked));
        }
    }

    #[test]
    fn a_lead_opens_its_page_from_the_list_and_from_picking() {
        for workspace in [Workspace::Pick, Workspace::Learn] {
            let mut state = state();
            update(&mut state, Action::Command(Command::Show(workspace)));
            let (lesson, page) = OTHER_MIDDLE.page();
            update(&mut state, Action::Command(Command::Show(Workspace::Learn)));
            update(&mut state, PickingAction::Learning(LearningAction::OpenPage(lesson, page)).into());
            let open = state.tools.get::<Picking>().learning.open.as_ref().expect("a page");
            assert_eq!((open.lesson, open.page), (lesson, page));
        }
    }
}
