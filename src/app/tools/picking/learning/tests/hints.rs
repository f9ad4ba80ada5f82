//! Pages that are solved by their hints alone, whatever their reader tried before.

use super::*;
use pickray::pick::TriangleId;
use pickray::study::PlaneName;

/// Steps of a reader.
type Steps = fn(&mut State) -> &mut State;

/// Opens a page of a built-in lesson for each of some states that a reader may have brought it to, and does what its
/// last hint says.
fn follow_hint(lesson: &str, page: &str, states: &[Steps], hint: Steps) {
    for (number, get_there) in states.iter().enumerate() {
        let mut state = learning();
        assert!(!get_there(state.begin(lesson, page)).is_solved(), "{page}, state {number}");
        assert!(hint(&mut state).is_solved(), "{page} from state {number}");
    }
}

impl State {
    fn click_at(&mut self, x: f64, y: f64) -> &mut Self {
        self.pick(CursorPosition { x, y })
    }

    /// Asks why the next hit behind is not the hit.
    fn ask_about_next(&mut self) -> &mut Self {
        self.command(Command::NextHit).command(Command::WhyNot)
    }
}

/// Returns how far the first hit of the last pick lies along the view direction.
fn depth_of_hit(state: &State) -> f64 {
    let picked = state.desk.picked.as_ref().expect("a pick");
    picked.trace.view.camera.depth_of(picked.hit.as_ref().expect("a hit").point_world)
}

#[test]
fn the_hints_on_culling_lead_to_the_goal_whatever_was_tried_before() {
    let states: [Steps; 7] = [
        |it| it,
        |it| it.change([Change::Culling(Culling::Back)]),
        |it| it.change([Change::Culling(Culling::Back)]).ask_about_next().click_at(620.0, 400.0),
        |it| it.change([Change::Near(Plane::At(8.5)), Change::Culling(Culling::Back)]),
        |it| it.change([Change::Near(Plane::At(8.5))]).click_at(620.0, 400.0).ask_about_next(),
        |it| it.click_at(5.0, 5.0),
        |it| it.ask_about_next(),
    ];
    follow_hint("why-not-this-one", "culled", &states, |it| {
        it.change([Change::Reset]).click_at(620.0, 400.0).leave();
        it.ask_about_next().change([Change::Culling(Culling::Back)])
    });
    // As the first hint says.
    let mut state = learning();
    let front = state.begin("why-not-this-one", "culled").change([Change::Culling(Culling::Back)]).inspected_id();
    assert_eq!(state.command(Command::NextHit).inspected_id(), front, "Tab reaches no back");
    state.change([Change::Near(Plane::At(8.5))]);
    assert!(state.desk.picked.as_ref().is_some_and(|picked| picked.hit.is_none()), "nor does a click");
}

/// Puts the near plane to where the hit is so many times as far from the eye, also if that uncovers a nearer hit.
fn put_near(state: &mut State, times: f64) -> &mut State {
    for _ in 0..2 {
        let near = depth_of_hit(state) / times;
        state.change([Change::Near(Plane::At(near))]);
    }
    state
}

#[test]
fn the_hints_on_a_plane_at_infinity_lead_to_the_goals_whatever_was_tried_before() {
    let states: [Steps; 4] = [
        |it| it,
        |it| it.change([Change::Near(Plane::At(8.0))]),
        |it| it.change([Change::Reversed(false)]).command(Command::NextHit).command(Command::NextRayView),
        |it| it.change([Change::Far(Plane::At(100.0)), Change::Near(Plane::At(7.5))]),
    ];
    follow_hint("a-plane-at-infinity", "no-far-plane", &states, |it| {
        put_near(it.change([Change::Far(Plane::Named(PlaneName::Infinite))]), 2.503)
    });
    follow_hint("a-plane-at-infinity", "backwards", &states, |it| {
        put_near(it.change([Change::Far(Plane::Named(PlaneName::Infinite)), Change::Reversed(true)]), 10.01)
    });
    for (page, just_not_enough) in [("no-far-plane", 2.497), ("backwards", 9.99)] {
        let mut state = learning();
        let is_solved = put_near(state.begin("a-plane-at-infinity", page), just_not_enough).is_solved();
        assert!(!is_solved, "{page}");
    }
}

#[test]
fn the_hints_on_whose_space_it_is_lead_to_the_goals_whatever_was_tried_before() {
    let states: [Steps; 4] = [
        |it| it,
        |it| it.change([Change::Moved(DVec3::new(0.0, 1.0, -0.5))]),
        |it| it.change([Change::Near(Plane::At(6.5)), Change::Moved(DVec3::new(0.5, 9.0, 0.0))]),
        |it| it.change([Change::Reset]),
    ];
    follow_hint("whose-space", "two-numbers", &states, |it| {
        let near = |state: &State| {
            let y: f64 = state.trace().ray.as_ref().expect("a ray").near.world.y;
            (1e4 * y).round() / 1e4
        };
        let y = near(it.change([Change::Near(Plane::At(5.0))]));
        assert_eq!(near(it.change([Change::Moved(DVec3::new(0.5, y, 0.0))])), y);
        it
    });
    let states: [Steps; 3] = [
        |it| it,
        |it| it.change([Change::Scaled(DVec3::splat(2.0))]),
        |it| it.change([Change::Scaled(DVec3::new(0.5, 1.0, 2.0))]),
    ];
    follow_hint("whose-space", "t-stays", &states, |it| it.change([Change::Scaled(DVec3::ONE)]));
    let states: [Steps; 3] = [|it| it, |it| it.click_at(5.0, 5.0), |it| it.click_at(1100.0, 480.0)];
    follow_hint("whose-space", "matrix-forgotten", &states, |it| it.click_at(740.0, 440.0));
}

#[test]
fn the_hints_on_triangles_behind_and_beside_lead_to_the_goals_whatever_was_tried_before() {
    let states: [Steps; 4] =
        [|it| it, |it| it.command(Command::NextHit), |it| it.command(Command::WhyNot), |it| it.click_at(5.0, 5.0)];
    follow_hint("why-not-this-one", "behind", &states, |it| it.click_at(620.0, 400.0).leave().ask_about_next());
    follow_hint("why-not-this-one", "beside", &states, |it| {
        it.command(Command::Escape).click_at(680.0, 360.0);
        let beside = TriangleId { object: 0, triangle: 1466 };
        let middle = it.desk.scene().objects()[0].triangle_in_world(beside.triangle).centroid();
        let seen = it.desk.view().cursor_from_world(middle);
        assert_eq!(it.act(Action::Hover(seen)).desk.pointer.hover, Some(beside));
        it.command(Command::WhyNot)
    });
}
