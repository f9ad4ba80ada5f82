//! Answers on the last pick: why a triangle was not hit, and all hits along a right click's ray, to choose from.

use super::{Picking, select_hit};
use crate::app::desk::{Desk, Picked, changing};
use crate::app::input::Press;
use crate::app::job::{Answer, OnDemand, Pending, Task};
use crate::app::keys::Command;
use crate::app::texts::t;
use pickray::math::CursorPosition;
use pickray::pick::explain::WhyNot;
use pickray::pick::{self, Hit, PickOptions, TriangleId, nearest_in_pixels_with};
use pickray::scene::{Scene, View};
use pickray::study::{Change, Click, PageName, Revision, Study};
use pickray::work::{Progress, packed};

/// Answer to why a triangle was not hit, and the search for the triangle to ask about.
#[derive(Debug, Default)]
pub struct Why {
    pub(in crate::app) answer: OnDemand<(Revision, Option<TriangleId>), Option<WhyNot>>,
    /// Triangle that was last asked about, and highlighted.
    marked: Option<TriangleId>,
    /// Search for the triangle that is nearest in pixels to the pick.
    pub nearest: Pending<Option<TriangleId>>,
    /// `true` while a click is awaited on the triangle that was expected to be hit.
    pub awaits_click: bool,
    /// `true` if the last click answered which triangle was expected to be hit.
    pub took_click: bool,
    /// Subject of the search, or of the awaited click.
    about: Option<About>,
}

/// Revision and inspected triangle of a pick, and the page of a lesson on which it was asked about.
type About = (Revision, Option<TriangleId>, Option<PageName>);

#[derive(Debug)]
pub enum WhyAction {
    NearestFound(Answer<Option<TriangleId>>),
    Forget,
}

pub(in crate::app) struct FindNearest {
    pub scene: Scene,
    pub view: View,
    pub cursor: CursorPosition,
    pub options: PickOptions,
}

packed!(struct FindNearest { scene, view, cursor, options });

impl Task for FindNearest {
    type Answer = Option<TriangleId>;

    fn run(self, progress: &Progress) -> Option<Self::Answer> {
        nearest_in_pixels_with(&self.scene, &self.view, self.cursor, &self.options, progress).ok()
    }
}

impl Why {
    /// Returns the answer to why a triangle was not hit by the last pick; `None` if no triangle is asked about.
    pub fn answer(&self, study: &Study) -> Option<WhyNot> {
        *self.answer.get((study.pick_revision(), study.question()), || study.why_not())
    }

    /// Highlights the triangle of another question; gives up searches and clicks that were about another pick or page.
    pub(super) fn follow(&mut self, desk: &mut Desk) {
        if self.about.take_if(|about| *about != present(desk)).is_some() {
            self.nearest.stop();
            self.awaits_click = false;
        }
        let question = desk.study.question();
        if std::mem::replace(&mut self.marked, question) != question {
            desk.selected.marked = question.into_iter().collect();
        }
    }

    /// Asks why the triangle under the mouse was not hit, or else the inspected one, or the only selected one. If they
    /// were hit, waits for a click on a triangle. After a miss, asks about the triangle nearest in pixels.
    pub(super) fn ask(&mut self, desk: &mut Desk) {
        if desk.scene().objects().is_empty() {
            return desk.tell(t!("no-mesh"));
        }
        let Some(picked) = &desk.picked else {
            return desk.tell(t!("why-no-pick"));
        };
        let hit = picked.trace.hit.as_ref().map(|hit| hit.id());
        let other = |id: &TriangleId| Some(*id) != hit;
        let selected = if desk.selected.triangles.len() == 1 { desk.selected.triangles.iter().next() } else { None };
        match [desk.pointer.hover, picked.id(), selected].into_iter().flatten().find(other) {
            Some(id) => self.ask_about(desk, id),
            None if hit.is_some() => {
                self.forget(desk);
                (self.awaits_click, self.about) = (true, Some(present(desk)));
            }
            None => {
                let Some(Click { view, cursor, .. }) = desk.study.last_click().copied() else { return };
                self.forget(desk);
                self.about = Some(present(desk));
                let (scene, options) = (desk.study.scene().clone(), *desk.study.options());
                let task = FindNearest { scene, view, cursor, options };
                desk.begin(&mut self.nearest, task, WhyAction::NearestFound);
            }
        }
    }

    pub(super) fn ask_about(&mut self, desk: &mut Desk, id: TriangleId) {
        self.awaits_click = false;
        changing::change(desk, &Change::WhyNot(Some(id)));
    }

    /// Asks why the clicked triangle was not hit, if a click is awaited; returns whether a click was awaited.
    pub(super) fn take_click(&mut self, desk: &mut Desk, press: &Press) -> bool {
        self.took_click = self.awaits_click;
        if !self.took_click {
            return false;
        }
        match desk.pick_id(&press.view, press.cursor) {
            Some(id) => self.ask_about(desk, id),
            None => desk.tell(t!("why-which-nothing")),
        }
        true
    }

    pub(super) fn act(&mut self, desk: &mut Desk, action: WhyAction) {
        match action {
            WhyAction::NearestFound(answer) => match self.nearest.take(answer) {
                Some(Some(id)) => changing::change(desk, &Change::WhyNot(Some(id))),
                Some(None) => desk.tell(t!("why-none")),
                None => {}
            },
            WhyAction::Forget => _ = self.forget(desk),
        }
    }

    /// Drops the question why a triangle was not hit; returns whether there was such a question.
    pub(super) fn forget(&mut self, desk: &mut Desk) -> bool {
        let was_asked = desk.study.question().is_some();
        if was_asked {
            changing::change(desk, &Change::WhyNot(None));
        }
        let was_awaited = std::mem::take(&mut self.awaits_click);
        self.nearest.stop() | was_awaited | was_asked
    }
}

fn present(desk: &Desk) -> About {
    (desk.study.pick_revision(), desk.picked.as_ref().and_then(Picked::id), desk.page.clone())
}

#[derive(Clone, Debug)]
pub struct HitList {
    pub cursor: CursorPosition,
    pub view: View,
    /// The hits, nearest first.
    pub hits: Vec<Hit>,
    /// Index in `hits` of the highlighted hit, which Enter selects.
    pub pointed: usize,
}

#[derive(Clone, Copy, Debug)]
pub enum HitsAction {
    Choose(usize),
    /// Highlight the hit with this index in the list of hits, because the mouse is over its row.
    PointOut(usize),
    Close,
}

impl Picking {
    pub(super) fn act_on_hits(&mut self, desk: &mut Desk, action: HitsAction) {
        match action {
            HitsAction::Choose(index) => self.choose(desk, index),
            HitsAction::PointOut(index) => self.point_to_hit(desk, index),
            HitsAction::Close => _ = self.close_hits(desk),
        }
    }

    /// Opens the list of all hits along the ray at `cursor`, with the nearest one highlighted.
    pub(super) fn list_hits(&mut self, desk: &mut Desk, view: &View, cursor: CursorPosition) {
        let hits = pick::pick_all(desk.scene(), view, cursor, &desk.options());
        self.hits = Some(HitList { cursor, view: *view, hits, pointed: 0 });
        self.point_to_hit(desk, 0);
    }

    /// Highlights the hit with this index, at most the last, and its triangle as if the mouse were over it.
    pub(super) fn point_to_hit(&mut self, desk: &mut Desk, index: usize) {
        if let Some(list) = &mut self.hits {
            list.pointed = index.min(list.hits.len().saturating_sub(1));
            desk.pointer.hover = list.hits.get(list.pointed).map(Hit::id);
        }
    }

    pub(super) fn close_hits(&mut self, desk: &mut Desk) -> Option<HitList> {
        let list = self.hits.take()?;
        desk.pointer.hover = None;
        Some(list)
    }

    /// Runs a command while the list is open: arrows highlight, Enter selects, Esc closes. Returns `true` if it did.
    pub(super) fn command_of_list(&mut self, desk: &mut Desk, command: Command) -> bool {
        let Some(list) = self.hits.as_ref().filter(|_| desk.messages.sheet.is_none()) else { return false };
        let pointed = list.pointed;
        match command {
            Command::MoveCrosshair(_, y) => self.point_to_hit(desk, pointed.saturating_add_signed(y.into())),
            Command::NextHit => self.point_to_hit(desk, pointed + 1),
            Command::PickAtCrosshair => self.choose(desk, pointed),
            Command::Escape => return self.close_hits(desk).is_some(),
            _ => return false,
        }
        true
    }

    /// Closes the list and selects this hit; or asks why it was not hit, if the user was asked what was expected.
    fn choose(&mut self, desk: &mut Desk, index: usize) {
        let Some(list) = self.close_hits(desk) else { return };
        match list.hits.get(index) {
            Some(hit) if self.explain.why.awaits_click => self.explain.why.ask_about(desk, hit.id()),
            Some(_) => select_hit(desk, &list, index),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::Message;
    use crate::app::update::tests::*;
    use pickray::pick::explain::WhyNotReason;

    fn ask(state: &mut State) -> &mut State {
        state.command(Command::WhyNot)
    }

    fn answer(state: &State) -> Option<WhyNot> {
        state.picking().explain.why.answer(&state.desk.study)
    }

    /// Returns `true` if nothing is answered, nor pointed out.
    fn is_over(state: &State) -> bool {
        answer(state).is_none() && state.desk.selected.marked.is_empty()
    }

    fn awaits(state: &State) -> bool {
        state.picking().explain.why.awaits_click
    }

    fn answered(state: &State) -> (u32, WhyNotReason) {
        let why = answer(state).expect("an answer");
        assert_eq!(state.desk.selected.marked, [why.id], "it is pointed out");
        (why.id.triangle, why.reason)
    }

    #[test]
    fn the_triangle_under_the_mouse_is_asked_about_and_the_answer_follows_the_setup() {
        let mut state = state();
        assert!(answer(ask(&mut state)).is_none() && !state.told().is_empty(), "it says that nothing was picked");
        state.pick(MIDDLE).desk.pointer.hover = Some(TriangleId { object: 0, triangle: 1 });
        let asked = answered(ask(&mut state));
        assert!(matches!(asked, (1, WhyNotReason::Nearer { triangle, .. }) if triangle.triangle == 0));
        let near = state.desk.view().camera.depth_of(DVec3::ZERO) + 0.7;
        let nearer = answered(state.change([Change::Near(Plane::At(near))]));
        assert!(matches!(nearer, (1, WhyNotReason::BeforeNear { .. })));
        let culled = answered(state.change([Change::Reset, Change::Culling(Culling::Back)]));
        assert!(matches!(culled, (1, WhyNotReason::Nearer { .. })), "it shows its front");
        assert!(is_over(state.command(Command::Escape)));
        assert_eq!(state.n_selected(), 1, "Esc closes one thing");
    }

    #[test]
    fn beside_a_hit_the_next_click_says_which_triangle_was_expected() {
        let mut state = after(|it| it.pick(MIDDLE));
        let before = (state.desk.study.last_click().copied(), state.desk.selected.steps());
        assert!(awaits(ask(&mut state).pick(NOTHING)) && !state.told().is_empty(), "there is none");
        assert_eq!(answered(state.pick(MIDDLE)), (0, WhyNotReason::Hit));
        assert!(!awaits(&state));
        assert_eq!((state.desk.study.last_click().copied(), state.desk.selected.steps()), before, "nothing is picked");
        let view = state.view();
        let chosen = answered(ask(&mut state).act(right_click(MIDDLE, view)).act(HitsAction::Choose(2)));
        assert!(matches!(chosen, (2, WhyNotReason::Nearer { triangle, .. }) if triangle.triangle == 0));
        assert!(!awaits(ask(&mut state).command(Command::Escape)) && state.n_selected() == 1, "Esc ends the question");
        assert!(awaits(ask(&mut state)));
        assert!(!awaits(state.command(Command::NextHit)), "another triangle is inspected");
    }

    #[test]
    fn a_double_click_says_which_triangle_was_expected_once() {
        let mut state = after(|it| ask(it.pick(MIDDLE)));
        let (view, steps) = (state.view(), state.desk.selected.steps());
        for double in [false, true] {
            let answered = answered(state.act(pressed(MIDDLE, view, ClickMode::Replace, double)));
            assert_eq!(answered, (0, WhyNotReason::Hit));
        }
        assert_eq!(state.desk.selected.steps(), steps, "nothing is picked");
        assert!(state.pick(NOTHING).selected().is_empty(), "the next click picks");
    }

    #[test]
    fn another_click_is_another_question() {
        let mut state = after(|it| it.pick(MIDDLE).click(MIDDLE, ClickMode::Behind));
        // The mouse is still over the one that was hit.
        state.desk.pointer.hover = Some(TriangleId { object: 0, triangle: 0 });
        assert!(matches!(answered(ask(&mut state)), (1, WhyNotReason::Nearer { .. })), "the one that is inspected");
        assert!(is_over(state.pick(NOTHING)));
    }

    #[test]
    fn a_miss_is_about_the_triangle_nearest_in_pixels() {
        let state = after(|it| ask(it.pick(NOTHING)).run_job());
        let (_, reason) = answered(&state);
        assert!(matches!(reason, WhyNotReason::Beside { pixels, .. } if pixels > 1.0), "{reason:?}");
    }

    #[test]
    fn with_no_mesh_there_is_nothing_to_ask_about() {
        let mut state = State::new(Settings::default());
        assert_eq!(state.pick(MIDDLE).command(Command::WhyNot).told(), "No mesh yet.");
        assert!(state.desk.files.jobs.is_empty());
    }

    /// Returns a window with the list of the hits at a place.
    fn listed(cursor: CursorPosition) -> State {
        after(|it| it.act(right_click(cursor, it.view())))
    }

    fn list(state: &State) -> Option<&HitList> {
        state.picking().hits.as_ref()
    }

    #[test]
    fn arrows_point_to_a_hit_which_is_lit_and_enter_takes_it() {
        let mut state = listed(MIDDLE);
        let (up, down) = (Command::MoveCrosshair(0, -1), Command::MoveCrosshair(0, 1));
        for (command, expected) in [(up, 0), (down, 1), (Command::NextHit, 2), (down, 2), (up, 1)] {
            state.command(command);
            assert_eq!(list(&state).map(|list| list.pointed), Some(expected), "after {command:?}");
            assert_eq!(state.hovered(), Some(expected as u32));
        }
        // The mouse is moved elsewhere in the picture.
        assert_eq!(state.hover(NOTHING).hovered(), Some(1));
        state.command(Command::PickAtCrosshair);
        assert!(list(&state).is_none() && state.desk.pointer.crosshair.is_none(), "nothing else is picked");
        assert_eq!(state.selected(), [1]);
        assert_eq!(state.rank(), Some((1, 3)));
    }

    #[test]
    fn a_list_of_no_hits_takes_the_keys_too() {
        let mut state = listed(NOTHING);
        for command in [Command::MoveCrosshair(0, 1), Command::MoveCrosshair(1, 0), Command::PickAtCrosshair] {
            assert!(list(&state).is_some());
            state.command(command);
        }
        assert!(list(&state).is_none() && state.desk.pointer.crosshair.is_none() && state.selected().is_empty());
    }

    #[test]
    fn escape_closes_the_list_before_anything_below_it() {
        let mut state = listed(MIDDLE);
        state.act(Action::Tell(Message::error("Something went wrong."))).command(Command::Escape);
        assert!(list(&state).is_none() && state.desk.pointer.hover.is_none());
        assert!(state.desk.messages.last.is_some(), "Esc closes one thing");
    }

    #[test]
    fn what_lies_before_a_hit_that_was_taken_behind_is_not_lit_until_the_mouse_is_moved_away() {
        let mut state = state();
        let hovered = |state: &mut State, x: f64| state.hover(CursorPosition { x: MIDDLE.x + x, ..MIDDLE }).hovered();
        assert_eq!(hovered(&mut state, 0.0), Some(0));
        assert_eq!(state.click(MIDDLE, ClickMode::Behind).desk.pointer.hover, None, "at once");
        assert_eq!([0.0, 3.0, 9.0].map(|x| hovered(&mut state, x)), [None, None, Some(0)]);
        assert_eq!(hovered(state.pick(MIDDLE), 0.0), Some(0));
    }
}
