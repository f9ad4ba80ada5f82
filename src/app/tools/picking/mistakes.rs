//! Mistakes beside the right pick: which is shown or hidden, what it does to the last pick, and whether it was found.

mod texts;

pub use texts::{MistakeTexts, texts};

use super::Picking;
use super::why::Asked;
use crate::app::desk::Desk;
use crate::app::texts::t;
use crate::math::SplitMix;
use crate::pick::{
    Mistake, MistakeInputs, MistakenPick, PatternArrow, PickTrace, can_be_found, mistake_pattern, pick_traced_mistaken,
    pick_with_each_mistake,
};
use crate::scene::View;

/// How many arrows there are across and down the picture.
const ARROWS: [u32; 2] = [16, 9];

/// A mistake that is to be found.
#[derive(Clone, Debug, PartialEq)]
pub struct WhichOne {
    /// The mistake.
    pub mistake: Mistake,
    /// What was guessed, the last one last.
    pub guesses: Vec<Mistake>,
    /// Whether somebody wanted to be told.
    pub is_told: bool,
}

impl WhichOne {
    /// A mistake that was hidden just now.
    pub fn new(mistake: Mistake) -> Self {
        Self { mistake, guesses: Vec::new(), is_told: false }
    }

    /// Whether it was named by whoever looks for it.
    pub fn was_named(&self) -> bool {
        self.guesses.contains(&self.mistake)
    }

    /// Whether it was named, or told.
    pub fn is_found(&self) -> bool {
        self.is_told || self.was_named()
    }
}

/// The mistakes of the ladder.
#[derive(Debug, Default)]
pub struct Mistakes {
    /// The mistake that is shown beside the right pick.
    pub shown: Option<Mistake>,
    /// The one that is to be found.
    pub which_one: Option<WhichOne>,
    /// What each does to the last pick, while one is at work.
    pub picks: Vec<MistakenPick>,
    /// The chain of the pick with the mistake that is shown.
    pub trace: Option<PickTrace>,
    /// Where it leads all over the picture.
    pub pattern: Vec<PatternArrow>,
    /// What these were computed for.
    computed: Option<Computed>,
    /// How many were hidden so far.
    hidden: u64,
}

/// All that the numbers depend on.
#[derive(Clone, Debug, PartialEq)]
struct Computed {
    asked: Asked,
    mistake: Mistake,
    /// The picture that the pattern is over.
    view: View,
}

/// What can be done with them.
#[derive(Clone, Copy, Debug)]
pub enum MistakeAction {
    /// Show this one beside the right pick, or none; while one is hidden, guess that it is this one.
    Take(Option<Mistake>),
    /// Hide one, to be found.
    Hide,
    /// Tell which is hidden.
    Tell,
}

impl Mistakes {
    /// The mistake whose ray is shown, whether its name is told or not.
    pub fn at_work(&self) -> Option<Mistake> {
        self.which_one.as_ref().map(|which| which.mistake).or(self.shown)
    }

    /// What the mistake at work does to the last pick.
    pub fn effect(&self) -> Option<&MistakenPick> {
        self.of(self.at_work()?)
    }

    /// What a mistake does to the last pick, where that is computed.
    pub fn of(&self, mistake: Mistake) -> Option<&MistakenPick> {
        self.picks.iter().find(|pick| pick.mistake == mistake)
    }

    /// Whether the names of mistakes say what they do: not while one of them is to be found.
    pub fn may_tell(&self) -> bool {
        self.which_one.as_ref().is_none_or(WhichOne::is_found)
    }
}

impl Picking {
    pub(super) fn act_on_mistakes(&mut self, desk: &mut Desk, action: MistakeAction) {
        let mistakes = &mut self.mistakes;
        match (action, &mut mistakes.which_one) {
            (MistakeAction::Take(Some(guess)), Some(which)) if !which.is_found() => which.guesses.push(guess),
            (MistakeAction::Take(mistake), _) => {
                mistakes.which_one = None;
                mistakes.shown = mistake.filter(|_| mistakes.shown != mistake);
            }
            (MistakeAction::Hide, _) => self.hide_one(desk),
            (MistakeAction::Tell, Some(which)) => which.is_told = true,
            (MistakeAction::Tell, None) => {}
        }
    }

    /// Hides one of those that can be found out by the last pick.
    fn hide_one(&mut self, desk: &mut Desk) {
        let before = self.mistakes.which_one.take().map(|which| which.mistake);
        let picks = effects(desk);
        let mut candidates = can_be_found(&picks);
        if 1 < candidates.len() {
            candidates.retain(|candidate| Some(*candidate) != before);
        }
        if candidates.is_empty() {
            return desk.tell(t!("which-one-none"));
        }
        let mistakes = &mut self.mistakes;
        mistakes.hidden += 1;
        let seed =
            picks.iter().filter_map(|pick| pick.pixels_off).fold(mistakes.hidden, |seed, off| seed ^ off.to_bits());
        let mistake = candidates[SplitMix(seed).next() as usize % candidates.len()];
        mistakes.shown = None;
        mistakes.which_one = Some(WhichOne::new(mistake));
    }

    /// Esc: ends what was shown or hidden, but for what the page of a lesson shows or hides; whether there was
    /// something.
    pub(super) fn put_mistakes_away(&mut self) -> bool {
        self.learning.open.is_none() && self.close_mistakes()
    }

    /// Ends what was shown or hidden; whether there was something.
    pub(super) fn close_mistakes(&mut self) -> bool {
        let mistakes = &mut self.mistakes;
        mistakes.which_one.take().is_some() | mistakes.shown.take().is_some()
    }

    /// Computes what mistakes do to the last pick where that is another than before; nothing while none is at work or
    /// the ladder is closed.
    pub(super) fn follow_mistakes(&mut self, desk: &Desk) {
        let mistakes = &mut self.mistakes;
        let mistake = mistakes.at_work().filter(|_| desk.shows_ladder());
        let wanted = Asked::of(desk).zip(mistake).map(|(asked, mistake)| Computed { asked, mistake, view: desk.view });
        if wanted == mistakes.computed {
            return;
        }
        mistakes.picks = if wanted.is_some() { effects(desk) } else { Vec::new() };
        (mistakes.pattern, mistakes.trace) = (Vec::new(), None);
        mistakes.computed = wanted;
        let Some((picked, mistake)) = desk.picked.as_ref().zip(mistake) else { return };
        let (options, inputs) = (desk.options(), inputs(desk));
        let hit = picked.trace.hit.as_ref().map(|hit| hit.point_world);
        mistakes.pattern = mistake_pattern(&desk.scene, &desk.view, &options, (mistake, &inputs), hit, ARROWS);
        let trace = pick_traced_mistaken(&desk.scene, &picked.view, picked.cursor, &options, mistake, &inputs);
        mistakes.trace = Some(trace);
    }
}

/// What mistakes take for something else, in this window.
pub(super) fn inputs(desk: &Desk) -> MistakeInputs {
    MistakeInputs { scale_factor: desk.taught_scale_factor(), last_view: desk.last_view }
}

/// What each mistake does to the last pick.
fn effects(desk: &Desk) -> Vec<MistakenPick> {
    let Some(picked) = &desk.picked else { return Vec::new() };
    let (options, inputs) = (desk.options(), inputs(desk));
    pick_with_each_mistake(&desk.scene, &picked.view, picked.cursor, &options, &inputs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::Action;
    use crate::app::keys::{ClickMode, Command};
    use crate::app::tools::picking;
    use crate::app::tools::picking::learning::LearningAction;
    use crate::app::update::tests::{MIDDLE, click, state};
    use crate::app::update::{State, update};
    use crate::app::workspace::Workspace;
    use crate::lesson::{Lesson, builtin};
    use crate::math::CursorPosition;

    fn act(state: &mut State, action: MistakeAction) {
        update(state, picking::PickingAction::Mistake(action).into());
    }

    fn mistakes(state: &State) -> &Mistakes {
        &state.tools.get::<Picking>().mistakes
    }

    fn clicked() -> State {
        let mut state = state();
        state.desk.settings.panels.chain = true;
        let aside = CursorPosition { x: MIDDLE.x + 13.0, y: MIDDLE.y - 21.0 };
        click(&mut state, aside, ClickMode::Replace);
        state
    }

    #[test]
    fn nothing_is_computed_until_a_mistake_is_taken_and_while_the_ladder_is_closed() {
        let mut state = clicked();
        assert!(mistakes(&state).picks.is_empty() && mistakes(&state).trace.is_none());
        act(&mut state, MistakeAction::Take(Some(Mistake::YNotFlipped)));
        assert_eq!(mistakes(&state).picks.len(), Mistake::ALL.len());
        assert_eq!(mistakes(&state).pattern.len(), 16 * 9);
        let picked = state.desk.picked.as_ref().expect("a pick");
        let trace = mistakes(&state).trace.as_ref().expect("a trace");
        let effect = mistakes(&state).effect().expect("an effect");
        let height = f64::from(picked.view.framebuffer.height);
        let expected = (height - 2.0 * (picked.cursor.y.floor() + 0.5)).abs();
        assert!((trace.window.y - picked.trace.window.y).abs() == expected);
        assert!((effect.pixels_off.expect("it is seen") - expected).abs() < 1e-6);

        state.desk.settings.panels.chain = false;
        update(&mut state, Action::Hover(None));
        assert!(mistakes(&state).picks.is_empty() && mistakes(&state).pattern.is_empty());
    }

    #[test]
    fn the_same_name_again_and_escape_take_it_away() {
        let mut state = clicked();
        for _ in 0..2 {
            act(&mut state, MistakeAction::Take(Some(Mistake::PixelCorner)));
        }
        assert_eq!(mistakes(&state).at_work(), None);
        act(&mut state, MistakeAction::Take(Some(Mistake::PixelCorner)));
        act(&mut state, MistakeAction::Take(Some(Mistake::YNotFlipped)));
        assert_eq!(mistakes(&state).at_work(), Some(Mistake::YNotFlipped));
        update(&mut state, Action::Command(Command::Escape));
        assert_eq!(mistakes(&state).at_work(), None);
        assert!(!state.desk.selection.is_empty(), "one thing at a time");
    }

    #[test]
    fn a_hidden_one_can_be_told_from_all_others_and_is_found_by_its_name() {
        let mut state = clicked();
        let mut hidden = std::collections::BTreeSet::new();
        for _ in 0..20 {
            act(&mut state, MistakeAction::Hide);
            let mistake = mistakes(&state).at_work().expect("one is hidden");
            hidden.insert(mistake);
            assert!(!mistakes(&state).may_tell());
            let effect = *mistakes(&state).effect().expect("an effect");
            let others = mistakes(&state).picks.iter().filter(|pick| pick.mistake != mistake);
            for other in others {
                assert!(effect.can_be_told_from(other), "{effect:?} {other:?}");
            }
            let wrong = Mistake::ALL.into_iter().find(|other| *other != mistake);
            act(&mut state, MistakeAction::Take(wrong));
            assert!(!mistakes(&state).may_tell(), "a wrong guess tells nothing");
            act(&mut state, MistakeAction::Take(Some(mistake)));
            assert!(mistakes(&state).may_tell());
            assert_eq!(mistakes(&state).at_work(), Some(mistake), "its ray stays");
        }
        assert!(hidden.len() > 2, "not always the same: {hidden:?}");
        act(&mut state, MistakeAction::Hide);
        act(&mut state, MistakeAction::Tell);
        assert!(mistakes(&state).may_tell());
        act(&mut state, MistakeAction::Take(None));
        assert_eq!(mistakes(&state).at_work(), None);
    }

    #[test]
    fn escape_does_not_take_what_a_page_of_a_lesson_hides() {
        let mut state = state();
        update(&mut state, Action::Command(Command::Show(Workspace::Learn)));
        let hides = |lesson: &Lesson| lesson.pages[0].hidden_mistake.is_some();
        let lesson = builtin().iter().position(hides).expect("a lesson that hides a mistake");
        update(&mut state, picking::PickingAction::Learning(LearningAction::Open(lesson)).into());
        for _ in 0..4 {
            update(&mut state, Action::Command(Command::Escape));
        }
        assert_eq!(mistakes(&state).at_work(), builtin()[lesson].pages[0].hidden_mistake);
        update(&mut state, picking::PickingAction::Learning(LearningAction::List).into());
        assert_eq!(mistakes(&state).at_work(), None, "it goes with its page");
    }

    #[test]
    fn without_a_pick_there_is_nothing_to_find() {
        let mut state = state();
        state.desk.settings.panels.chain = true;
        act(&mut state, MistakeAction::Hide);
        assert_eq!(mistakes(&state).at_work(), None);
        assert!(state.desk.message.is_some());
    }
}
