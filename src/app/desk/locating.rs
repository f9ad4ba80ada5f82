//! Marks that help to find a place: the crosshair, to pick without a mouse, and a ring that closes in on a small hit.

use super::{Desk, Picked};
use pickray::math::CursorPosition;
use pickray::pick::TriangleId;
use pickray::scene::View;
use pickray_render::has_locator;

const CONTRACTION_SECONDS: f64 = 0.2;

#[derive(Debug)]
pub(super) struct Locating {
    triangle: TriangleId,
    /// Seconds since the triangle was hit.
    age: f64,
}

impl Desk {
    /// Returns the triangle in the contracting ring, with the share, 1 to 0, that is left. `None` without a ring.
    pub(in crate::app) fn locating(&self) -> Option<(TriangleId, f64)> {
        let Locating { triangle, age } = self.selected.locating.as_ref()?;
        Some((*triangle, (1.0 - age / CONTRACTION_SECONDS).powi(3)))
    }
}

/// Begins to contract the ring around the last hit, if that is small enough and the settings allow motion.
pub(in crate::app) fn begin(desk: &mut Desk) {
    let hit = desk.picked.as_ref().and_then(Picked::id).filter(|&id| desk.selected.triangles.contains(id));
    let is_small = |id: &TriangleId| {
        let triangle = id.object_in(desk.scene()).map(|object| object.triangle_in_world(id.triangle));
        triangle.is_some_and(|triangle| has_locator(&triangle, desk.view(), desk.shown.scale_factor))
    };
    let ringed = hit.filter(|id| !desk.settings.reduces_motion() && is_small(id));
    desk.selected.locating = ringed.map(|triangle| Locating { triangle, age: 0.0 });
}

/// Continues the contraction of the ring for so many seconds, and removes the ring at its end.
pub(in crate::app) fn tick(desk: &mut Desk, seconds: f64) {
    desk.selected.locating.take_if(|locating| {
        locating.age += seconds;
        CONTRACTION_SECONDS <= locating.age
    });
}

pub(in crate::app) fn toggle_crosshair(desk: &mut Desk) {
    desk.pointer.crosshair = match desk.pointer.crosshair {
        Some(_) => None,
        None => {
            let (viewport, height) = (desk.view().viewport, f64::from(desk.view().framebuffer.height));
            let x = f64::from(viewport.x) + 0.5 * f64::from(viewport.width);
            let y = height - (f64::from(viewport.y) + 0.5 * f64::from(viewport.height));
            Some(within_picture(desk.view(), CursorPosition { x, y }))
        }
    };
}

/// Moves the crosshair by `x` and `y` physical pixels, y down; shows it if it was hidden.
pub(in crate::app) fn move_crosshair(desk: &mut Desk, x: f64, y: f64) {
    match desk.pointer.crosshair {
        Some(crosshair) => {
            let moved = CursorPosition { x: crosshair.x + x, y: crosshair.y + y };
            desk.pointer.crosshair = Some(within_picture(desk.view(), moved));
        }
        None => toggle_crosshair(desk),
    }
}

/// Returns the centre of the pixel of the picture that is nearest to `at`.
pub(in crate::app) fn within_picture(view: &View, at: CursorPosition) -> CursorPosition {
    let viewport = view.viewport;
    let left = f64::from(viewport.x);
    let top = f64::from(view.framebuffer.height) - f64::from(viewport.y) - f64::from(viewport.height);
    let pixel = |x: f64, first: f64, length: i32| {
        let last = first + f64::from((length - 1).max(0));
        x.floor().clamp(first, last) + 0.5
    };
    CursorPosition { x: pixel(at.x, left, viewport.width), y: pixel(at.y, top, viewport.height) }
}

#[cfg(test)]
mod tests {
    use crate::app::update::tests::*;

    /// Returns the picture of three triangles so far away that they are small.
    fn far_away(settings: impl Fn(&mut Settings)) -> State {
        let mut state = state();
        let mut changed = state.desk.settings.clone();
        settings(&mut changed);
        state.act(Action::Settings(changed)).zoom(MIDDLE, 40.0);
        state
    }

    #[test]
    fn the_ring_around_a_small_hit_contracts_once_and_then_nothing_moves() {
        let mut state = far_away(|_| {});
        assert_eq!(state.pick(MIDDLE).n_selected(), 1, "the hit is there at once");
        let mut left = Vec::new();
        while state.is_moving() {
            left.push(state.desk.locating().expect("a ring on its way").1);
            state.act(Action::Tick(0.016));
        }
        assert!((12..=13).contains(&left.len()) && left[0] == 1.0 && left.is_sorted_by(|a, b| a > b), "{left:?}");
        assert!(left[6] < 0.2, "most of the way is made in the first half of the time: {left:?}");
        assert!(state.desk.locating().is_none());
    }

    #[test]
    fn nothing_moves_around_a_large_hit_nor_where_motion_is_reduced() {
        for mut state in [state(), far_away(|settings| settings.reduced_motion = true)] {
            assert_eq!(state.pick(MIDDLE).n_selected(), 1);
            assert!(!state.is_moving());
        }
    }

    #[test]
    fn a_click_that_lets_the_triangle_go_leaves_no_ring_on_its_way() {
        let mut state = far_away(|_| {});
        for is_moving in [true, false] {
            assert_eq!(state.click(MIDDLE, ClickMode::Toggle).is_moving(), is_moving);
        }
    }
}
