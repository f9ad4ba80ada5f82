//! Deliberate mistakes in the computation of a pick, shown beside the right pick: which one is shown or hidden, its
//! effect on the last pick, and whether the user has found it. Also symptoms of picks that go wrong, with the mistakes
//! that each may come from and the lessons about them.

use super::Picking;
use crate::app::desk::{Desk, changing};
use crate::app::memo::Memo;
use crate::app::texts::{Text, t};
use crate::lesson::builtin;
use glam::DVec2;
use pickray::math::{CursorPosition, SplitMix, Viewport};
use pickray::pick::explain::{
    Mistake, MistakenPick, PatternArrow, PickTrace, can_be_found, mistake_pattern, pick_traced_mistaken,
    pick_with_each_mistake,
};
use pickray::study::{Change, Click, HiddenMistake, Revision, Study};

/// Number of arrows across and down the picture.
const ARROWS: [u32; 2] = [16, 9];

/// Key of a mistake's numbers: revision of the pick, scale factor, mistake at work.
type MistakeKey = (Revision, f64, Mistake);

/// Effects that deliberate mistakes in the ladder's steps have on the last pick.
#[derive(Debug, Default)]
pub struct Mistakes {
    /// Effect of each mistake on the last pick; empty while no mistake is at work.
    pub picks: Memo<Option<(Revision, f64)>, Vec<MistakenPick>>,
    /// Trace of the last pick, computed with the mistake at work; `None` if no mistake is at work.
    pub trace: Memo<Option<MistakeKey>, Option<PickTrace>>,
    /// Arrows over the whole picture, each from a pixel to where the mistake at work leads a pick of that pixel.
    pub pattern: Memo<Option<(MistakeKey, Revision)>, Vec<PatternArrow>>,
    /// Number of times so far that a mistake was hidden for the user to find.
    n_hidden: u64,
}

/// Action on the deliberate mistakes.
#[derive(Clone, Copy, Debug)]
pub enum MistakeAction {
    /// Show a mistake beside the right pick, or end it if `None`. While a mistake is hidden, guess that it is this one.
    Take(Option<Mistake>),
    /// Show a mistake at its step of the ladder, in place of a mistake that is shown or hidden.
    Look(Mistake),
    /// Put a hidden mistake to work, which the user is to find by its effect.
    Hide,
    /// Tell the user which mistake is hidden.
    Tell,
}

impl Mistakes {
    /// Returns the effect on the last pick of the mistake at work, shown or hidden. `None` if no mistake is at work, or
    /// if its effect is not computed.
    pub fn effect(&self, study: &Study) -> Option<&MistakenPick> {
        self.of(study.mistake_at_work()?)
    }

    /// Returns the effect of a mistake on the last pick; `None` if it is not computed.
    pub fn of(&self, mistake: Mistake) -> Option<&MistakenPick> {
        self.picks.iter().find(|pick| pick.mistake == mistake)
    }

    /// Returns the effect of the last guess on the last pick; `None` unless a mistake is hidden and not yet found.
    pub fn wrong_guess(&self, study: &Study) -> Option<&MistakenPick> {
        let hidden = study.hidden().filter(|hidden| !hidden.is_found())?;
        self.of(*hidden.guesses.last()?)
    }

    /// Returns whether the effects of mistakes may be shown beside their names: `false` while a hidden mistake is to be
    /// found.
    pub fn may_tell(&self, study: &Study) -> bool {
        study.hidden().is_none_or(HiddenMistake::is_found)
    }

    /// Computes the effects of mistakes on the last pick anew, if the pick has changed; drops them while no mistake is
    /// at work or the ladder is closed.
    pub(super) fn follow(&mut self, desk: &Desk) {
        let study = &desk.study;
        let (pick, view, factor) = (study.pick_revision(), study.view_revision(), study.scale_factor());
        let mistake = study.mistake_at_work().filter(|_| desk.shows_ladder());
        self.picks.renew(mistake.map(|_| (pick, factor)), || mistake.map_or_else(Vec::new, |_| effects(study)));
        let key = mistake.map(|mistake| (pick, factor, mistake));
        let inputs = study.mistake_inputs();
        let click = study.last_click().zip(mistake);
        self.trace.renew(key, || {
            let (Click { view, cursor, .. }, mistake) = click?;
            Some(pick_traced_mistaken(study.scene(), view, *cursor, study.options(), mistake, &inputs))
        });
        self.pattern.renew(key.map(|key| (key, view)), || {
            let Some((picked, mistake)) = desk.picked.as_ref().zip(mistake) else { return Vec::new() };
            let hit = picked.trace.hit.as_ref().map(|hit| hit.point_world);
            mistake_pattern(study.scene(), study.view(), study.options(), (mistake, &inputs), hit, ARROWS)
        });
    }
}

impl Picking {
    pub(super) fn act_on_mistakes(&mut self, desk: &mut Desk, action: MistakeAction) {
        let may_tell = self.mistakes.may_tell(&desk.study);
        match action {
            MistakeAction::Take(Some(guess)) if !may_tell => changing::change(desk, &Change::NameMistake(guess)),
            MistakeAction::Take(mistake) => {
                self.show_mistakes(desk, mistake.filter(|_| desk.study.mistake() != mistake), None);
            }
            MistakeAction::Look(mistake) => self.look_at_mistake(desk, mistake),
            MistakeAction::Hide => self.hide_one(desk),
            MistakeAction::Tell => changing::change(desk, &Change::TellMistake),
        }
    }

    /// Shows a mistake at its step; if nothing was picked, picks what the camera looks at first.
    fn look_at_mistake(&mut self, desk: &mut Desk, mistake: Mistake) {
        let middle = desk.view().cursor_from_world(desk.view().camera.target);
        if let Some(CursorPosition { x, y }) = middle.filter(|_| desk.picked.is_none()) {
            changing::change(desk, &Change::Pick(DVec2::new(x, y)));
        }
        self.ladder.open = Some(mistake.step());
        self.show_mistakes(desk, Some(mistake), None);
    }

    /// Hides a mistake that can be found out by the last pick.
    fn hide_one(&mut self, desk: &mut Desk) {
        let picks = effects(&desk.study);
        let mut candidates = can_be_found(&picks);
        if 1 < candidates.len() {
            let before = desk.study.hidden().map(|hidden| hidden.mistake);
            candidates.retain(|candidate| Some(*candidate) != before);
        }
        if candidates.is_empty() {
            self.show_mistakes(desk, desk.study.mistake(), None);
            return desk.tell(t!("which-one-none"));
        }
        let mistakes = &mut self.mistakes;
        mistakes.n_hidden += 1;
        let seed =
            picks.iter().filter_map(|pick| pick.pixels_off).fold(mistakes.n_hidden, |seed, off| seed ^ off.to_bits());
        let mistake = candidates[SplitMix(seed).next_u64() as usize % candidates.len()];
        self.show_mistakes(desk, None, Some(mistake));
    }

    /// Ends the mistake that is shown or hidden, on Esc, unless a page of a lesson is open. Returns whether a mistake
    /// was ended.
    pub(super) fn put_mistakes_away(&mut self, desk: &mut Desk) -> bool {
        self.learning.open.is_none() && self.close_mistakes(desk)
    }

    /// Ends the mistake that is shown or hidden, and the display scale that was set for mistakes about pixels. Returns
    /// whether a mistake was at work.
    pub(super) fn close_mistakes(&mut self, desk: &mut Desk) -> bool {
        let was_at_work = desk.study.mistake_at_work().is_some();
        self.show_mistakes(desk, None, None);
        changing::change(desk, &Change::ScaleFactor(None));
        was_at_work
    }

    fn show_mistakes(&mut self, desk: &mut Desk, shown: Option<Mistake>, hidden: Option<Mistake>) {
        changing::change(desk, &Change::Mistake(shown));
        changing::change(desk, &Change::HiddenMistake(hidden));
    }
}

/// Returns the effect of each mistake on the last pick; empty if nothing was picked.
fn effects(study: &Study) -> Vec<MistakenPick> {
    let Some(Click { view, cursor, .. }) = study.last_click() else { return Vec::new() };
    pick_with_each_mistake(study.scene(), view, *cursor, study.options(), &study.mistake_inputs())
}

/// Texts that the window shows about a deliberate mistake.
#[derive(Clone, Copy, Debug)]
pub struct MistakeTexts {
    /// Name of the mistake: a few words.
    pub name: Text,
    /// Right line of code, without the mistake.
    pub right: Text,
    /// Wrong line of code, with the mistake.
    pub wrong: Text,
    /// Text on where the effect of the mistake is seen, and what to do to see it.
    pub shows: Text,
}

pub fn texts(mistake: Mistake) -> MistakeTexts {
    let id = format!("mistake-{}", mistake.name().replace('_', "-"));
    let text = |ending| Text::composed(&format!("{id}{ending}"));
    MistakeTexts { name: text(""), right: text("-right-formula"), wrong: text("-wrong-formula"), shows: text("-shows") }
}

/// Returns the right and the wrong line of code of a mistake. For an ignored viewport offset, the lines are about y if
/// only the y offset of `viewport` is not zero.
pub fn lines(mistake: Mistake, viewport: Viewport) -> [Text; 2] {
    let MistakeTexts { right, wrong, .. } = texts(mistake);
    match mistake {
        Mistake::ViewportOffsetIgnored if viewport.x == 0 && viewport.y != 0 => [
            Text("mistake-viewport-offset-ignored-right-y-formula"),
            Text("mistake-viewport-offset-ignored-wrong-y-formula"),
        ],
        _ => [right, wrong],
    }
}

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

const ASPECT: Lead = lead(Mistake::WindowAspect, "the-drawer-moved-my-viewport", "middle-of-what");
const LOGICAL: Lead = lead(Mistake::LogicalPixels, "two-screens", "half-the-way");
const NOT_FLIPPED: Lead = lead(Mistake::YNotFlipped, "y-the-other-way", "not-turned");
const CORNER: Lead = lead(Mistake::PixelCorner, "half-a-pixel", "the-corner");

/// Symptoms of picks that go wrong, the most frequent first. Tests compare the mistakes of each with their patterns
/// over the picture.
pub const SYMPTOMS: [Symptom; 10] = [
    Symptom {
        words: Text("symptom-from-centre"),
        leads: &[
            NOT_FLIPPED,
            ASPECT,
            lead(Mistake::HorizontalFieldOfView, "why-w", "one-over-depth"),
            lead(Mistake::EyeAsOrigin, "parallel-rays", "where-it-is-right"),
        ],
    },
    Symptom { words: Text("symptom-from-corner"), leads: &[OTHER_MIDDLE, LOGICAL] },
    Symptom { words: Text("symptom-same-everywhere"), leads: &[OFFSET_IGNORED, OTHER_HEIGHT, CORNER] },
    Symptom { words: Text("symptom-mirrored"), leads: &[NOT_FLIPPED] },
    Symptom { words: Text("symptom-same-ray"), leads: &[lead(Mistake::NoDivisionByWInWorld, "why-w", "not-divided")] },
    Symptom { words: Text("symptom-panel"), leads: &[OTHER_MIDDLE, ASPECT, OFFSET_IGNORED, OTHER_HEIGHT] },
    Symptom { words: Text("symptom-screen"), leads: &[LOGICAL] },
    Symptom {
        words: Text("symptom-behind"),
        leads: &[
            lead(Mistake::TNotTested, "one-pixel-two-depths", "a-whole-line"),
            lead(Mistake::DepthsMinusOneAndOne, "one-pixel-two-depths", "minus-one-and-one"),
        ],
    },
    Symptom {
        words: Text("symptom-wrong-one"),
        leads: &[lead(Mistake::DirectionNormalized, "whose-space", "t-stays"), CORNER],
    },
    Symptom {
        words: Text("symptom-nothing"),
        leads: &[
            lead(Mistake::NoDivisionByW, "why-w", "not-divided"),
            lead(Mistake::TransposedMatrix, "why-w", "one-over-depth"),
            lead(Mistake::InversesInWrongOrder, "why-w", "one-over-depth"),
            lead(Mistake::ModelMatrixForgotten, "whose-space", "matrix-forgotten"),
            lead(Mistake::AbsoluteEpsilon, "moller-and-trumbore", "the-sign"),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keys::Command;
    use crate::app::tools::picking::Picking;
    use crate::app::tools::picking::learning::LearningAction;
    use crate::app::tools::picking::mistakes::MistakeAction;
    use crate::app::update::State;
    use crate::app::update::tests::{MIDDLE, state};
    use crate::app::workspace::Workspace;
    use crate::lesson::{Lesson, Page, builtin};
    use pickray::math::CursorPosition;
    use pickray::study::Change;
    use std::collections::BTreeSet;

    fn mistakes(state: &State) -> &Mistakes {
        &state.tools.get::<Picking>().mistakes
    }

    fn clicked() -> State {
        let mut state = state();
        state.desk.settings.panels.explain = true;
        let second_view = CursorPosition { x: MIDDLE.x + 13.0, y: MIDDLE.y - 21.0 };
        state.pick(second_view);
        state
    }

    #[test]
    fn nothing_is_computed_until_a_mistake_is_taken_and_while_the_ladder_is_closed() {
        let mut state = clicked();
        assert!(mistakes(&state).picks.is_empty() && mistakes(&state).trace.is_none());
        state.act(MistakeAction::Take(Some(Mistake::YNotFlipped)));
        assert_eq!(mistakes(&state).picks.len(), Mistake::ALL.len());
        assert_eq!(mistakes(&state).pattern.len(), 16 * 9);
        let picked = state.desk.picked.as_ref().expect("a pick");
        let trace = mistakes(&state).trace.as_ref().expect("a trace");
        let effect = mistakes(&state).effect(&state.desk.study).expect("an effect");
        let height = f64::from(picked.trace.view.framebuffer.height);
        let expected = (height - 2.0 * (picked.trace.cursor.y.floor() + 0.5)).abs();
        assert!((trace.window.y - picked.trace.window.y).abs() == expected);
        assert!((effect.pixels_off.expect("it is seen") - expected).abs() < 1e-6);

        state.command(Command::ToggleExplain);
        assert!(mistakes(&state).picks.is_empty() && mistakes(&state).pattern.is_empty());
    }

    #[test]
    fn the_same_name_again_and_escape_take_it_away() {
        let mut state = clicked();
        for _ in 0..2 {
            state.act(MistakeAction::Take(Some(Mistake::PixelCorner)));
        }
        assert_eq!(state.desk.study.mistake_at_work(), None);
        state.act(MistakeAction::Take(Some(Mistake::PixelCorner)));
        state.act(MistakeAction::Take(Some(Mistake::YNotFlipped)));
        assert_eq!(state.desk.study.mistake_at_work(), Some(Mistake::YNotFlipped));
        state.command(Command::Escape);
        assert_eq!(state.desk.study.mistake_at_work(), None);
        assert!(!state.desk.selected.triangles.is_empty(), "one thing at a time");
    }

    #[test]
    fn a_hidden_one_can_be_told_from_all_others_and_is_found_by_its_name() {
        let mut state = clicked();
        let mut hidden = BTreeSet::new();
        for _ in 0..20 {
            state.act(MistakeAction::Hide);
            let mistake = state.desk.study.mistake_at_work().expect("one is hidden");
            hidden.insert(mistake);
            assert!(!mistakes(&state).may_tell(&state.desk.study));
            let effect = *mistakes(&state).effect(&state.desk.study).expect("an effect");
            let others = mistakes(&state).picks.iter().filter(|pick| pick.mistake != mistake);
            for other in others {
                assert!(effect.can_be_told_from(other), "{effect:?} {other:?}");
            }
            let wrong = Mistake::ALL.into_iter().find(|other| *other != mistake);
            state.act(MistakeAction::Take(wrong));
            assert!(!mistakes(&state).may_tell(&state.desk.study), "a wrong guess tells nothing");
            state.act(MistakeAction::Take(Some(mistake)));
            assert!(mistakes(&state).may_tell(&state.desk.study));
            assert_eq!(state.desk.study.mistake_at_work(), Some(mistake), "its ray stays");
        }
        assert!(hidden.len() > 2, "not always the same: {hidden:?}");
        state.act(MistakeAction::Hide).act(MistakeAction::Tell);
        assert!(mistakes(&state).may_tell(&state.desk.study));
        state.act(MistakeAction::Take(None));
        assert_eq!(state.desk.study.mistake_at_work(), None);
    }

    #[test]
    fn escape_does_not_take_what_a_page_of_a_lesson_hides() {
        let mut state = state();
        state.command(Command::Show(Workspace::Learn));
        let hides = |lesson: &Lesson| lesson.pages[0].hidden_mistake.is_some();
        let lesson = builtin().iter().position(hides).expect("a lesson that hides a mistake");
        state.act(LearningAction::Open(lesson));
        for _ in 0..4 {
            state.command(Command::Escape);
        }
        assert_eq!(state.desk.study.mistake_at_work(), builtin()[lesson].pages[0].hidden_mistake);
        state.act(LearningAction::List);
        assert_eq!(state.desk.study.mistake_at_work(), None, "it goes with its page");
    }

    #[test]
    fn without_a_pick_there_is_nothing_to_find() {
        let mut state = state();
        state.desk.settings.panels.explain = true;
        state.act(MistakeAction::Hide);
        assert_eq!(state.desk.study.mistake_at_work(), None);
        assert!(state.desk.messages.last.is_some());
    }

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
            state.act(MistakeAction::Look(lead.mistake));
            let picking = state.tools.get::<Picking>();
            assert_eq!(picking.ladder.open, Some(lead.mistake.step()));
            assert_eq!(state.desk.study.mistake_at_work(), Some(lead.mistake));
            let effect = picking.mistakes.effect(&state.desk.study).expect("a pick");
            assert!(effect.right.is_some() && state.desk.picked.as_ref().is_some_and(|picked| picked.hit.is_some()));
            // Once more does not put it away, and what was clicked stays.
            let clicked = *state.desk.study.last_click().expect("a click");
            state.act(MistakeAction::Look(lead.mistake));
            assert_eq!(state.desk.study.mistake_at_work(), Some(lead.mistake));
            assert_eq!(state.desk.study.last_click(), Some(&clicked));
        }
    }
}
