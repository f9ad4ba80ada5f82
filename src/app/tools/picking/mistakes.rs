//! Deliberate mistakes in a pick: which one is shown or hidden, its effect on the last pick, and whether it was found.

use super::{Explain, Picking};
use crate::app::desk::{Desk, changing};
use crate::app::diagnosis::Answer;
use crate::app::job::OnDemand;
use crate::app::settings::RayView;
pub use crate::app::texts::of_mistake::{TRIANGLE_FORMULAS, lines, name, where_seen};
use crate::app::texts::t;
use glam::DVec2;
use pickray::math::{CursorPosition, SplitMix};
use pickray::pick::explain::{
    Mistake, MistakenPick, PatternArrow, PickTrace, can_be_found, mistake_pattern, pick_traced_mistaken,
    pick_with_each_mistake,
};
use pickray::study::{Change, Click, HiddenMistake, Revision, Study};
use std::rc::Rc;

const ARROWS: [u32; 2] = [16, 9];

/// Key of a mistake's numbers: revision of the pick, scale factor, mistake at work.
type MistakeKey = (Revision, f64, Mistake);

/// Effects of mistakes on the last pick; none while no mistake is at work or the ladder is closed.
#[derive(Debug, Default)]
pub struct Mistakes {
    pub(in crate::app) effects: OnDemand<Option<(Revision, f64)>, Vec<MistakenPick>>,
    pub(in crate::app) trace: OnDemand<Option<MistakeKey>, Option<PickTrace>>,
    pub(in crate::app) pattern: OnDemand<Option<(MistakeKey, Revision)>, Vec<PatternArrow>>,
    /// Number of times so far that a mistake was hidden for the user to find.
    n_hidden: u64,
}

#[derive(Clone, Copy, Debug)]
pub enum MistakeAction {
    /// Show a mistake in place of the one at work; `None` ends that.
    Show(Option<Mistake>),
    /// Show a mistake at its step of the ladder.
    ShowAtStep(Mistake),
    /// Guess which mistake is hidden.
    Guess(Mistake),
    /// Put a hidden mistake to work, which the user is to find by its effect.
    Hide,
    Tell,
}

/// Reads and diagnoses a text; with `None`, goes back to the lessons.
#[derive(Debug)]
pub struct OwnRayAction(pub Option<String>);

impl Mistakes {
    pub fn effects(&self, desk: &Desk) -> Rc<Vec<MistakenPick>> {
        let key = key(desk).map(|(pick, factor, _)| (pick, factor));
        self.effects.get(key, || key.map_or_else(Vec::new, |_| effects(&desk.study)))
    }

    /// Returns the effect of a mistake on the last pick; `None` if there are no effects.
    pub fn of(&self, desk: &Desk, mistake: Mistake) -> Option<MistakenPick> {
        self.effects(desk).iter().find(|pick| pick.mistake == mistake).copied()
    }

    /// Returns the effect on the last pick of the mistake at work, shown or hidden.
    pub fn effect(&self, desk: &Desk) -> Option<MistakenPick> {
        self.of(desk, desk.study.mistake_at_work()?)
    }

    /// Returns the effect of the last guess on the last pick; `None` unless a mistake is hidden and not yet found.
    pub fn wrong_guess(&self, desk: &Desk) -> Option<MistakenPick> {
        self.of(desk, *desk.study.hidden().filter(|hidden| !hidden.is_found())?.guesses.last()?)
    }

    pub fn trace(&self, desk: &Desk) -> Rc<Option<PickTrace>> {
        let (key, study) = (key(desk), &desk.study);
        self.trace.get(key, || {
            let (Click { view, cursor, .. }, (.., mistake)) = study.last_click().zip(key)?;
            let inputs = study.mistake_inputs();
            Some(pick_traced_mistaken(study.scene(), view, *cursor, study.options(), mistake, &inputs))
        })
    }

    /// Returns arrows over the picture, each from a pixel to where the mistake leads its pick.
    pub fn pattern(&self, desk: &Desk) -> Rc<Vec<PatternArrow>> {
        let (key, study) = (key(desk), &desk.study);
        self.pattern.get(key.map(|key| (key, study.view_revision())), || {
            let Some((picked, (.., mistake))) = desk.picked.as_ref().zip(key) else { return Vec::new() };
            let hit = picked.trace.hit.as_ref().map(|hit| hit.point_world);
            let inputs = study.mistake_inputs();
            mistake_pattern(study.scene(), study.view(), study.options(), (mistake, &inputs), hit, ARROWS)
        })
    }
}

/// Returns `true` if effects of mistakes may be told: no hidden mistake is to be found.
pub fn may_tell(study: &Study) -> bool {
    study.hidden().is_none_or(HiddenMistake::is_found)
}

/// Returns what the numbers of the mistake at work depend on; `None` if no mistake is at work, or the ladder is closed.
fn key(desk: &Desk) -> Option<MistakeKey> {
    let study = &desk.study;
    let mistake = study.mistake_at_work().filter(|_| desk.shows_ladder())?;
    Some((study.pick_revision(), study.scale_factor(), mistake))
}

impl Explain {
    pub(super) fn change_mistake(&mut self, desk: &mut Desk, action: MistakeAction) {
        match action {
            MistakeAction::Show(mistake) => show(desk, mistake, None),
            MistakeAction::ShowAtStep(mistake) => {
                // Where nothing was picked, what the camera looks at is picked first.
                let middle = desk.view().cursor_from_world(desk.view().camera.target);
                if let Some(CursorPosition { x, y }) = middle.filter(|_| desk.picked.is_none()) {
                    changing::change(desk, &Change::Pick(DVec2::new(x, y)));
                }
                self.ladder.open = Some(mistake.step());
                show(desk, Some(mistake), None);
            }
            MistakeAction::Guess(mistake) => changing::change(desk, &Change::NameMistake(mistake)),
            MistakeAction::Hide => self.mistakes.hide_one(desk),
            MistakeAction::Tell => changing::change(desk, &Change::TellMistake),
        }
    }
}

impl Mistakes {
    fn hide_one(&mut self, desk: &mut Desk) {
        let picks = effects(&desk.study);
        let mut candidates = can_be_found(&picks);
        if 1 < candidates.len() {
            let before = desk.study.hidden().map(|hidden| hidden.mistake);
            candidates.retain(|candidate| Some(*candidate) != before);
        }
        if candidates.is_empty() {
            changing::change(desk, &Change::HiddenMistake(None));
            return desk.tell(t!("which-one-none"));
        }
        self.n_hidden += 1;
        // Another one each time, but the same in every run.
        let seed =
            picks.iter().filter_map(|pick| pick.pixels_off).fold(self.n_hidden, |seed, off| seed ^ off.to_bits());
        let mistake = candidates[SplitMix(seed).next_u64() as usize % candidates.len()];
        show(desk, None, Some(mistake));
    }
}

impl Picking {
    /// Shows the click of a ray through its own camera, beside the view from the side, and the step where it is wrong.
    pub(super) fn act_on_own_ray(&mut self, desk: &mut Desk, OwnRayAction(text): OwnRayAction) {
        // The ray before may have set a mistake and a scale factor.
        close(desk);
        (self.own_ray, desk.shown.own_ray) = (text.map(Answer::of), None);
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
        // It is shown as far as the pick's own ray goes.
        let [origin, towards] = found.given;
        let length = desk.picked.as_ref().and_then(|it| desk.finite_ray(it)).map_or(0.0, |[a, b]| a.distance(b));
        desk.shown.own_ray = Some([origin, origin + length * (towards - origin).normalize_or_zero()]);
        if let Some(mistake) = answer.mistake() {
            self.explain.change_mistake(desk, MistakeAction::ShowAtStep(mistake));
        }
    }
}

/// Ends the mistake at work, and the display scale that was set for it; returns whether one was at work.
pub(super) fn close(desk: &mut Desk) -> bool {
    let was_at_work = desk.study.mistake_at_work().is_some();
    show(desk, None, None);
    changing::change(desk, &Change::ScaleFactor(None));
    was_at_work
}

fn show(desk: &mut Desk, shown: Option<Mistake>, hidden: Option<Mistake>) {
    changing::change(desk, &Change::Mistake(shown));
    changing::change(desk, &Change::HiddenMistake(hidden));
}

fn effects(study: &Study) -> Vec<MistakenPick> {
    let Some(Click { view, cursor, .. }) = study.last_click() else { return Vec::new() };
    pick_with_each_mistake(study.scene(), view, *cursor, study.options(), &study.mistake_inputs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tools::picking::learning::LearningAction;
    use crate::app::update::tests::*;
    use crate::lesson::{Lesson, builtin};
    use std::collections::BTreeSet;

    fn mistakes(state: &State) -> &Mistakes {
        &state.picking().explain.mistakes
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
        assert!(mistakes(&state).effects(&state.desk).is_empty() && mistakes(&state).trace(&state.desk).is_none());
        state.act(MistakeAction::Show(Some(Mistake::YNotFlipped)));
        assert_eq!(mistakes(&state).effects(&state.desk).len(), Mistake::ALL.len());
        assert_eq!(mistakes(&state).pattern(&state.desk).len(), 16 * 9);
        let picked = state.desk.picked.as_ref().expect("a pick");
        let trace = mistakes(&state).trace(&state.desk);
        let trace = trace.as_ref().as_ref().expect("a trace");
        let effect = mistakes(&state).effect(&state.desk).expect("an effect");
        let height = f64::from(picked.trace.view.framebuffer.height);
        let expected = (height - 2.0 * (picked.trace.cursor.y.floor() + 0.5)).abs();
        assert!((trace.window.y - picked.trace.window.y).abs() == expected);
        assert!((effect.pixels_off.expect("it is seen") - expected).abs() < 1e-6);

        state.command(Command::ToggleExplain);
        assert!(mistakes(&state).effects(&state.desk).is_empty() && mistakes(&state).pattern(&state.desk).is_empty());
    }

    #[test]
    fn a_click_on_its_name_and_escape_take_it_away() {
        let mut state = clicked();
        state.act(MistakeAction::Show(Some(Mistake::PixelCorner))).act(MistakeAction::Show(None));
        assert_eq!(state.desk.study.mistake_at_work(), None);
        state.act(MistakeAction::Show(Some(Mistake::PixelCorner))).act(MistakeAction::Show(Some(Mistake::YNotFlipped)));
        assert_eq!(state.desk.study.mistake_at_work(), Some(Mistake::YNotFlipped));
        assert_eq!(state.command(Command::Escape).desk.study.mistake_at_work(), None);
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
            assert!(!may_tell(&state.desk.study));
            let effect = mistakes(&state).effect(&state.desk).expect("an effect");
            let effects = mistakes(&state).effects(&state.desk);
            for other in effects.iter().filter(|pick| pick.mistake != mistake) {
                assert!(effect.can_be_told_from(other), "{effect:?} {other:?}");
            }
            let wrong = Mistake::ALL.into_iter().find(|other| *other != mistake);
            state.act(MistakeAction::Guess(wrong.expect("another")));
            assert!(!may_tell(&state.desk.study), "a wrong guess tells nothing");
            state.act(MistakeAction::Guess(mistake));
            assert!(may_tell(&state.desk.study));
            assert_eq!(state.desk.study.mistake_at_work(), Some(mistake), "its ray stays");
        }
        assert!(hidden.len() > 2, "not always the same: {hidden:?}");
        state.act(MistakeAction::Hide).act(MistakeAction::Tell);
        assert!(may_tell(&state.desk.study));
        assert_eq!(state.act(MistakeAction::Show(None)).desk.study.mistake_at_work(), None);
    }

    #[test]
    fn escape_does_not_take_what_a_page_of_a_lesson_hides() {
        let mut state = after(|it| it.go_to(Workspace::Learn));
        let hides = |lesson: &Lesson| lesson.pages[0].hidden_mistake.is_some();
        let lesson = builtin().iter().position(hides).expect("a lesson that hides a mistake");
        state.act(LearningAction::Open(lesson));
        for _ in 0..4 {
            state.command(Command::Escape);
        }
        assert_eq!(state.desk.study.mistake_at_work(), builtin()[lesson].pages[0].hidden_mistake);
        assert_eq!(state.act(LearningAction::List).desk.study.mistake_at_work(), None, "it goes with its page");
    }

    #[test]
    fn without_a_pick_there_is_nothing_to_find() {
        let mut state = state();
        state.desk.settings.panels.explain = true;
        assert_eq!(state.act(MistakeAction::Hide).desk.study.mistake_at_work(), None);
        assert!(state.desk.messages.last.is_some());
    }
}
