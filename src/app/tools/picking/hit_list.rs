//! List of all hits along the ray of a right click. Mouse and keys choose a hit from it, as in a menu.

use super::{Picking, select_hit};
use crate::app::desk::Desk;
use crate::app::keys::Command;
use pickray::math::CursorPosition;
use pickray::pick::{self, Hit};
use pickray::scene::View;

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
    use crate::app::action::{Action, Message};
    use crate::app::input::ClickMode;
    use crate::app::update::State;
    use crate::app::update::tests::{MIDDLE, NOTHING, right_click, state};

    /// Returns a window with the list of the hits at a place.
    fn listed(cursor: CursorPosition) -> State {
        let mut state = state();
        state.act(right_click(cursor, state.view()));
        state
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
        let hovered = |state: &mut State, x: f64| {
            state.hover(CursorPosition { x: MIDDLE.x + x, ..MIDDLE });
            state.hovered()
        };
        assert_eq!(hovered(&mut state, 0.0), Some(0));
        assert_eq!(state.click(MIDDLE, ClickMode::Behind).desk.pointer.hover, None, "at once");
        assert_eq!([0.0, 3.0, 9.0].map(|x| hovered(&mut state, x)), [None, None, Some(0)]);
        state.pick(MIDDLE);
        assert_eq!(hovered(&mut state, 0.0), Some(0));
    }
}
