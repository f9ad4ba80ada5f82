//! Why not this one? What kept a triangle from being the answer of the last pick.

use super::{Picking, PickingAction};
use crate::app::desk::Desk;
use crate::app::job::{Answer, Pending};
use crate::app::texts::t;
use crate::math::CursorPosition;
use crate::pick::{PickOptions, TriangleId, WhyNot, nearest_in_pixels_with, why_not};
use crate::scene::View;
use glam::DMat4;

/// A triangle that was asked about.
#[derive(Debug, Default)]
pub struct WhyQuestion {
    /// The answer; `None` while the triangle nearest in pixels is looked for.
    pub answer: Option<WhyNot>,
    /// The pick that it is about.
    asked_of: Option<Asked>,
    /// The triangle nearest in pixels.
    nearest: Pending<Option<TriangleId>>,
}

/// All that an answer depends on, beside the triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Asked {
    view: View,
    cursor: CursorPosition,
    options: PickOptions,
    world_from_object: DMat4,
}

impl Asked {
    pub(super) fn of(desk: &Desk) -> Option<Self> {
        let (picked, object) = (desk.picked.as_ref()?, desk.scene.objects().first()?);
        let world_from_object = object.world_from_object;
        Some(Self { view: picked.view, cursor: picked.cursor, options: desk.options(), world_from_object })
    }
}

impl Picking {
    /// Asks about the triangle under the mouse; where that is the hit or none, about the one that is inspected or
    /// selected beside it; after a miss about the one nearest in pixels.
    pub(super) fn ask_why(&mut self, desk: &mut Desk) {
        let Some(picked) = &desk.picked else {
            return desk.tell(t!("why-no-pick"));
        };
        let hit = picked.trace.hit.as_ref().map(|hit| hit.id());
        let other = |id: &TriangleId| Some(*id) != hit;
        let selected = if desk.selection.len() == 1 { desk.selection.iter().next() } else { None };
        let meant = [desk.hover, picked.id(), selected].into_iter().flatten().find(other).or(hit);
        match meant {
            Some(id) => self.ask_why_of(desk, id),
            None => self.ask_why_nearest(desk),
        }
    }

    /// Asks about this one.
    pub(super) fn ask_why_of(&mut self, desk: &mut Desk, id: TriangleId) {
        self.forget_why(desk);
        self.why = Some(WhyQuestion { answer: answer(desk, id), asked_of: Asked::of(desk), nearest: Pending::Idle });
        desk.marked = vec![id];
    }

    fn ask_why_nearest(&mut self, desk: &mut Desk) {
        let Some(asked) = Asked::of(desk) else { return };
        self.forget_why(desk);
        let mut nearest = Pending::Idle;
        let scene = desk.scene.clone();
        nearest.begin(
            &mut desk.jobs,
            move |progress| nearest_in_pixels_with(&scene, &asked.view, asked.cursor, &asked.options, progress).ok(),
            |answer| PickingAction::NearestFound(answer).into(),
        );
        self.why = Some(WhyQuestion { answer: None, asked_of: Some(asked), nearest });
    }

    pub(super) fn nearest_found(&mut self, desk: &mut Desk, answer: Answer<Option<TriangleId>>) {
        match self.why.as_mut().and_then(|why| why.nearest.take(answer)) {
            Some(Some(id)) => self.ask_why_of(desk, id),
            Some(None) => {
                self.forget_why(desk);
                desk.tell(t!("why-none"));
            }
            None => {}
        }
    }

    /// Drops the question; whether there was one.
    pub(super) fn forget_why(&mut self, desk: &mut Desk) -> bool {
        let Some(mut why) = self.why.take() else { return false };
        why.nearest.stop();
        desk.marked.clear();
        true
    }

    /// Answers anew where the setup of the pick is another, and drops the question with its pick.
    pub(super) fn follow_why(&mut self, desk: &mut Desk) {
        let Some(why) = &mut self.why else { return };
        let (now, before) = (Asked::of(desk), why.asked_of);
        if now == before {
            return;
        }
        let same_pick = now.zip(before).filter(|(now, before)| now.cursor == before.cursor);
        match (why.answer, same_pick) {
            (Some(WhyNot { id, .. }), Some(_)) => {
                why.answer = answer(desk, id);
                why.asked_of = now;
            }
            _ => {
                self.forget_why(desk);
            }
        }
    }
}

fn answer(desk: &Desk, id: TriangleId) -> Option<WhyNot> {
    let picked = desk.picked.as_ref()?;
    why_not(&desk.scene, &picked.view, picked.cursor, &desk.options(), id)
}

#[cfg(test)]
mod tests {
    use crate::app::action::{Action, SetupAction};
    use crate::app::keys::{ClickMode, Command};
    use crate::app::tools::picking::Picking;
    use crate::app::update::tests::{MIDDLE, NOTHING, click, state};
    use crate::app::update::{State, update};
    use crate::intersect::Culling;
    use crate::pick::{PickOptions, TriangleId, WhyNotReason};
    use crate::scene::ClipPlanes;

    fn ask(state: &mut State) {
        update(state, Action::Command(Command::WhyNot));
    }

    fn answered(state: &State) -> (u32, WhyNotReason) {
        let why = state.tools.get::<Picking>().why.as_ref().expect("a question").answer.expect("an answer");
        assert_eq!(state.desk.marked, [why.id], "it is pointed out");
        (why.id.triangle, why.reason)
    }

    #[test]
    fn the_triangle_under_the_mouse_is_asked_about_and_the_answer_follows_the_setup() {
        let mut state = state();
        ask(&mut state);
        assert!(state.tools.get::<Picking>().why.is_none() && state.desk.message.is_some(), "there is no pick");
        click(&mut state, MIDDLE, ClickMode::Replace);
        state.desk.hover = Some(TriangleId { object: 0, triangle: 1 });
        ask(&mut state);
        assert!(matches!(answered(&state), (1, WhyNotReason::Nearer { triangle, .. }) if triangle.triangle == 0));
        let near = state.desk.view.camera.depth_of(glam::DVec3::ZERO) + 0.7;
        let planes = ClipPlanes { near: Some(near), ..ClipPlanes::default() };
        update(&mut state, Action::Setup(SetupAction::Planes(planes)));
        assert!(matches!(answered(&state), (1, WhyNotReason::BeforeNear { .. })));
        update(&mut state, Action::Setup(SetupAction::Reset));
        let culled = PickOptions { culling: Culling::Back, ..PickOptions::default() };
        update(&mut state, Action::Setup(SetupAction::Options(culled)));
        assert!(matches!(answered(&state), (1, WhyNotReason::Nearer { .. })), "it shows its front");
        update(&mut state, Action::Command(Command::Escape));
        assert!(state.tools.get::<Picking>().why.is_none() && state.desk.marked.is_empty());
        assert_eq!(state.desk.selection.len(), 1, "Esc closes one thing");
    }

    #[test]
    fn a_hit_says_so_and_another_click_is_another_question() {
        let mut state = state();
        click(&mut state, MIDDLE, ClickMode::Replace);
        ask(&mut state);
        assert_eq!(answered(&state), (0, WhyNotReason::Hit));
        click(&mut state, MIDDLE, ClickMode::Behind);
        // The mouse is still over the one that was hit.
        state.desk.hover = Some(TriangleId { object: 0, triangle: 0 });
        ask(&mut state);
        assert!(matches!(answered(&state), (1, WhyNotReason::Nearer { .. })), "the one that is inspected");
        click(&mut state, NOTHING, ClickMode::Replace);
        assert!(state.tools.get::<Picking>().why.is_none() && state.desk.marked.is_empty());
    }

    #[test]
    fn a_miss_is_about_the_triangle_nearest_in_pixels() {
        let mut state = state();
        click(&mut state, NOTHING, ClickMode::Replace);
        ask(&mut state);
        let job = state.desk.jobs.pop().expect("it is looked for");
        update(&mut state, job.run());
        let (_, reason) = answered(&state);
        assert!(matches!(reason, WhyNotReason::Beside { pixels, .. } if pixels > 1.0), "{reason:?}");
    }
}
