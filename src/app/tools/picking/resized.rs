//! Picture that was resized since the last click. The click is made again at the pixel that shows its place now, so
//! that the ladder's numbers are of the picture that is seen.

use super::Picking;
use crate::app::desk::{Desk, picked};
use crate::lesson::fitted_cursor;
use pickray::math::{PixelSample, window_from_cursor};
use pickray::pick;
use pickray::study::{Change, Click};

impl Picking {
    /// Makes the last click again while the ladder is shown, if the picture was resized and its camera is still the
    /// click's. The click stays as it was if another triangle is at that pixel.
    pub(super) fn follow_size(&mut self, desk: &mut Desk) {
        let Some(click) = desk.study.last_click().copied().filter(|_| desk.shows_ladder()) else { return };
        let now = *desk.view();
        if now == click.view || now.viewport.is_empty() || !is_resized(desk) {
            return;
        }
        // Always from the first place, so that roundings to whole pixels do not add up.
        let is_same = |revision| revision == desk.study.pick_revision();
        let first = self.first_click.filter(|&(revision, _)| is_same(revision)).map_or(click, |(_, first)| first);
        let cursor = fitted_cursor(first.cursor, &first.view, &now);
        let hits = pick::pick_all(desk.scene(), &now, cursor, &desk.options());
        let Some(before) = &*desk.picked else { return };
        let (id, place) = (before.id(), before.place);
        let index = id.and_then(|id| hits.iter().position(|hit| hit.id() == id));
        let is_there = match (id, place) {
            (None, _) => hits.is_empty(),
            (Some(_), None) => index == Some(0),
            (Some(_), Some(_)) => index.is_some(),
        };
        let window = window_from_cursor(cursor, now.framebuffer, PixelSample::Center);
        if !is_there || !now.viewport.contains(window) {
            return;
        }
        let question = desk.study.question();
        picked::pick(desk, &now, cursor);
        picked::choose_place(desk, index.filter(|_| place.is_some()));
        // The triangle was known before, so the change does not fail.
        let _ = desk.study.apply(&Change::WhyNot(question));
        self.first_click = Some((desk.study.pick_revision(), first));
    }
}

/// Returns `true` if the picture has another size or place than at the last click, and the same camera.
pub(super) fn is_resized(desk: &Desk) -> bool {
    let is_other = |Click { view, .. }: &Click| view.camera == desk.view().camera && view != desk.view();
    desk.study.last_click().is_some_and(is_other)
}

/// Returns the size at which the last pick is drawn, as a share of the size at its click. `None` if it is the same, or
/// if the camera has moved.
pub fn drawn_share(desk: &Desk) -> Option<f64> {
    let click = desk.study.last_click().filter(|_| is_resized(desk))?;
    let [was, is] = [&click.view, desk.view()].map(|view| f64::from(view.viewport.height));
    (was != is && was > 0.0).then_some(is / was)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::Action;
    use crate::app::desk::Picked;
    use crate::app::keys::{ClickMode, Command};
    use crate::app::update::tests::{MIDDLE, NOTHING, click, state};
    use crate::app::update::{State, update};
    use pickray::math::Viewport;
    use pickray::scene::View;
    use pickray::scene::navigation::StandardView;

    /// Makes the picture less high, as the ladder does.
    fn shrink(state: &mut State) {
        let viewport = Viewport { x: 100, y: 210, width: 500, height: 190 };
        let framebuffer = state.desk.view().framebuffer;
        update(state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    }

    fn view_of_pick(state: &State) -> View {
        state.desk.picked.as_ref().expect("a pick").trace.view
    }

    #[test]
    fn a_click_before_the_ladder_is_made_again_above_it_with_its_question() {
        let mut state = state();
        click(&mut state, MIDDLE, ClickMode::Replace);
        let (before, id) = (view_of_pick(&state), state.desk.picked.as_ref().and_then(Picked::id));
        update(&mut state, Action::Study(Change::WhyNot(id)));
        shrink(&mut state);
        assert_eq!(view_of_pick(&state), before, "without the ladder it stays");
        assert_eq!(drawn_share(&state.desk), Some(0.5));
        update(&mut state, Action::Command(Command::ToggleExplain));
        assert_eq!((view_of_pick(&state), drawn_share(&state.desk)), (*state.desk.view(), None));
        assert_eq!((state.desk.picked.as_ref().and_then(Picked::id), state.desk.study.question()), (id, id));
    }

    #[test]
    fn a_click_stays_where_its_pixel_is_out_of_the_picture_or_the_camera_has_moved() {
        for (cursor, turns) in [(NOTHING, false), (MIDDLE, true)] {
            let mut state = state();
            state.desk.settings.panels.explain = true;
            click(&mut state, cursor, ClickMode::Replace);
            let before = view_of_pick(&state);
            if turns {
                update(&mut state, Action::Command(Command::ViewFrom(StandardView::Right)));
            }
            let narrow = Viewport { width: 150, ..state.desk.view().viewport };
            let framebuffer = state.desk.view().framebuffer;
            update(&mut state, Action::Layout { viewport: narrow, framebuffer, scale_factor: 1.0 });
            assert_eq!(view_of_pick(&state), before, "{cursor:?}");
        }
    }
}
