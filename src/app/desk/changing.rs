//! Changes of the picks' inputs, as the window makes them.

use super::{Desk, picked, selecting};
use crate::app::input::ClickMode;
use crate::app::texts::of_library;
use pickray::math::CursorPosition;
use pickray::pick::PickOptions;
use pickray::study::Change;

impl Desk {
    pub fn options(&self) -> PickOptions {
        if self.workspace.picks() { *self.study.options() } else { PickOptions::default() }
    }
}

/// Changes an input of the picks and picks again; a pick also selects. `Messages::refused` keeps why it is refused.
pub(in crate::app) fn change(desk: &mut Desk, change: &Change) {
    if let Change::Pick(place) = *change {
        let view = *desk.view();
        return picked::click(desk, &view, CursorPosition::new(place.x, place.y), ClickMode::Replace);
    }
    // Hiding is a step of the history.
    selecting::step(desk, |desk| apply(desk, change));
}

/// Makes a change other than a click; the caller records it as part of a step of the history.
pub(super) fn apply(desk: &mut Desk, change: &Change) {
    desk.messages.refused = desk.study.apply(change).err().map(|error| of_library::sentence(&error));
    picked::renew(desk);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::update::tests::*;
    use pickray::pick::explain::pick_traced;
    use pickray::study::CameraPlace;

    fn near(distance: f64) -> Change {
        Change::Near(Plane::At(distance))
    }

    fn far(distance: f64) -> Change {
        Change::Far(Plane::At(distance))
    }

    /// Returns the distance of z = 0, where the first of three triangles lies, from the eye.
    fn distance(state: &State) -> f64 {
        state.desk.view().camera.depth_of(DVec3::ZERO)
    }

    #[test]
    fn with_everything_at_its_default_the_trace_is_that_of_the_library_bit_for_bit() {
        let state = after(|it| it.pick(MIDDLE));
        let scene = Scene::of(Object::new("three.obj", state.desk.scene().objects()[0].mesh.clone()));
        let camera = state.desk.view().camera.with_depth_fitted(&scene.bounds());
        let view = state.desk.view().with_camera(camera);
        let expected = pick_traced(&scene, &view, MIDDLE, &PickOptions::default());
        assert_eq!(*state.trace(), expected);
    }

    #[test]
    fn a_near_plane_cuts_triangles_away_and_a_far_plane_those_behind() {
        let mut state = state();
        assert_eq!(state.pick(MIDDLE).inspected(), Some(0));
        let first = distance(&state);
        assert_eq!(state.change([near(first + 0.25)]).inspected(), Some(1), "the last pick is made again");
        assert_eq!(state.desk.pick_id(state.desk.view(), MIDDLE).map(|id| id.triangle), Some(1));
        assert_eq!(state.change([far(first + 0.3)]).inspected(), None);
        assert_eq!(state.desk.selected.triangles.iter().next().map(|id| id.triangle), Some(0), "the selection stays");
        state.look_from(StandardView::Front);
        assert_eq!(state.desk.view().camera.near, first + 0.25, "planes that were typed stay when the camera moves");
        assert_eq!(state.change([Change::Reset]).inspected(), Some(0));
    }

    #[test]
    fn depth_may_run_backwards_and_without_end_and_the_hit_is_the_same() {
        let mut state = after(|it| it.pick(MIDDLE));
        let before = state.hit().point_world;
        for reversed_z in [false, true] {
            assert_eq!(state.change([far(f64::INFINITY), Change::Reversed(reversed_z)]).desk.messages.refused, None);
            let ray = state.trace().ray.expect("a ray");
            assert_eq!((ray.t_max, ray.reversed_z), (None, reversed_z));
            assert!((state.hit().point_world - before).length() < 1e-9);
        }
        state.command(Command::ToggleOrthographic);
        assert!(state.desk.view().camera.far.is_finite(), "an orthographic view has no infinite far plane");
        assert_eq!(state.command(Command::ToggleOrthographic).desk.view().camera.far, f64::INFINITY);
    }

    #[test]
    fn what_allows_no_picture_is_refused_with_the_reason_and_the_last_good_value_stays() {
        let mut state = after(|it| it.change([near(1.0), far(9.0)]));
        let good = state.desk.study.clone();
        let nowhere = CameraPlace { eye: DVec3::ONE, target: DVec3::ONE, up: DVec3::Y };
        for (bad, reason) in [
            (near(9.0), "closer than the far plane"),
            (near(0.0), "a distance above 0"),
            (near(f64::NAN), "finite"),
            (Change::Perspective(183.0), "between 0 and 180 degrees"),
            (Change::Orthographic(0.0), "above 0"),
            (Change::Scaled(DVec3::new(1.0, 0.0, 1.0)), "leaves nothing to hit"),
            (Change::Camera(nowhere), "two points"),
            (Change::WhyNot(Some(TriangleId { object: 0, triangle: 3 })), "no triangle 3"),
            (Change::HideTriangles([TriangleId { object: 0, triangle: 3 }].into()), "no triangle 3"),
            (Change::ScaleFactor(Some(0.0)), "above 0"),
        ] {
            state.change([bad]);
            let problem = state.desk.messages.refused.clone().expect("a reason");
            assert!(problem.contains(reason), "{problem}");
            assert_eq!(state.desk.study, good);
        }
        assert_eq!(state.change([near(2.0)]).desk.messages.refused, None);
    }

    #[test]
    fn a_mesh_that_is_moved_is_picked_where_it_is_seen_and_goes_back_in_benches() {
        let translate = DVec3::new(0.0, 0.0, 3.0);
        let mut state = after(|it| it.change([Change::Moved(translate)]).pick(MIDDLE));
        let hit = state.hit();
        assert!((hit.point_world.z - 3.0).abs() < 1e-9 && hit.point_object.z.abs() < 1e-9, "{hit:?}");
        let placed = |state: &State| state.desk.scene().objects()[0].world_from_object;
        assert_eq!(placed(state.go_to(Workspace::Collide)), DMat4::IDENTITY);
        assert_eq!(placed(state.go_to(Workspace::Pick)), DMat4::from_translation(translate));
    }

    #[test]
    fn backs_are_not_hit_where_they_are_culled_and_a_mirror_makes_fronts_of_them() {
        let mut state = state();
        assert_eq!(state.look_from(StandardView::Back).pick(MIDDLE).inspected(), Some(2));
        assert_eq!(state.change([Change::Culling(Culling::Back)]).inspected(), None);
        assert_eq!(state.desk.pick_id(state.desk.view(), MIDDLE), None);
        state.change([Change::Scaled(DVec3::new(-1.0, 1.0, 1.0))]);
        assert_eq!(state.desk.pick_id(state.desk.view(), MIDDLE), Some(TriangleId { object: 0, triangle: 2 }));
        state.go_to(Workspace::Collide);
        assert_eq!(state.desk.options(), PickOptions::default(), "benches ask for both sides");
    }
}
