//! Pages that are solved by their hints alone, whatever their reader tried before.

use super::*;
use pickray::pick::TriangleId;
use pickray::study::PlaneName;

/// Opens a page of a built-in lesson for each of some states that a reader may have brought it to, and does what its
/// last hint says.
fn follow_hint(lesson: &str, page: &str, states: &[fn(&mut State)], hint: fn(&mut State)) {
    for (number, get_there) in states.iter().enumerate() {
        let mut state = learning();
        state.begin(lesson, page);
        get_there(&mut state);
        assert!(!state.is_solved(), "{page}, state {number}");
        hint(&mut state);
        assert!(state.is_solved(), "{page} from state {number}");
    }
}

fn press(state: &mut State, commands: &[Command]) {
    commands.iter().for_each(|&command| update(state, Action::Command(command)));
}

fn click_at(state: &mut State, x: f64, y: f64) {
    state.act(pressed(CursorPosition { x, y }, state.view(), ClickMode::Replace, false));
}

/// Returns how far the first hit of the last pick lies along the view direction.
fn depth_of_hit(state: &State) -> f64 {
    let picked = state.desk.picked.as_ref().expect("a pick");
    picked.trace.view.camera.depth_of(picked.hit.as_ref().expect("a hit").point_world)
}

#[test]
fn the_hints_on_culling_lead_to_the_goal_whatever_was_tried_before() {
    let states: [fn(&mut State); 7] = [
        |_| {},
        |state| _ = state.change([Change::Culling(Culling::Back)]),
        |state| {
            state.change([Change::Culling(Culling::Back)]);
            press(state, &[Command::NextHit, Command::WhyNot]);
            click_at(state, 620.0, 400.0);
        },
        |state| _ = state.change([Change::Near(Plane::At(8.5)), Change::Culling(Culling::Back)]),
        |state| {
            state.change([Change::Near(Plane::At(8.5))]);
            click_at(state, 620.0, 400.0);
            press(state, &[Command::NextHit, Command::WhyNot]);
        },
        |state| click_at(state, 5.0, 5.0),
        |state| press(state, &[Command::NextHit, Command::WhyNot]),
    ];
    follow_hint("why-not-this-one", "culled", &states, |state| {
        state.change([Change::Reset]);
        click_at(state, 620.0, 400.0);
        state.leave();
        press(state, &[Command::NextHit, Command::WhyNot]);
        state.change([Change::Culling(Culling::Back)]);
    });
    // As the first hint says.
    let mut state = learning();
    state.begin("why-not-this-one", "culled");
    state.change([Change::Culling(Culling::Back)]);
    let front = state.inspected_id();
    press(&mut state, &[Command::NextHit]);
    assert_eq!(state.inspected_id(), front, "Tab reaches no back");
    state.change([Change::Near(Plane::At(8.5))]);
    assert!(state.desk.picked.as_ref().is_some_and(|picked| picked.hit.is_none()), "nor does a click");
}

/// Puts the near plane to where the hit is so many times as far from the eye, also if that uncovers a nearer hit.
fn put_near(state: &mut State, times: f64) {
    for _ in 0..2 {
        let near = depth_of_hit(state) / times;
        state.change([Change::Near(Plane::At(near))]);
    }
}

#[test]
fn the_hints_on_a_plane_at_infinity_lead_to_the_goals_whatever_was_tried_before() {
    let states: [fn(&mut State); 4] = [
        |_| {},
        |state| _ = state.change([Change::Near(Plane::At(8.0))]),
        |state| {
            state.change([Change::Reversed(false)]);
            press(state, &[Command::NextHit, Command::NextRayView]);
        },
        |state| _ = state.change([Change::Far(Plane::At(100.0)), Change::Near(Plane::At(7.5))]),
    ];
    follow_hint("a-plane-at-infinity", "no-far-plane", &states, |state| {
        state.change([Change::Far(Plane::Named(PlaneName::Infinite))]);
        put_near(state, 2.503);
    });
    follow_hint("a-plane-at-infinity", "backwards", &states, |state| {
        state.change([Change::Far(Plane::Named(PlaneName::Infinite)), Change::Reversed(true)]);
        put_near(state, 10.01);
    });
    for (page, just_not_enough) in [("no-far-plane", 2.497), ("backwards", 9.99)] {
        let mut state = learning();
        state.begin("a-plane-at-infinity", page);
        put_near(&mut state, just_not_enough);
        assert!(!state.is_solved(), "{page}");
    }
}

#[test]
fn the_hints_on_whose_space_it_is_lead_to_the_goals_whatever_was_tried_before() {
    let states: [fn(&mut State); 4] = [
        |_| {},
        |state| _ = state.change([Change::Moved(DVec3::new(0.0, 1.0, -0.5))]),
        |state| _ = state.change([Change::Near(Plane::At(6.5)), Change::Moved(DVec3::new(0.5, 9.0, 0.0))]),
        |state| _ = state.change([Change::Reset]),
    ];
    follow_hint("whose-space", "two-numbers", &states, |state| {
        let near = |state: &State| {
            let y: f64 = state.trace().ray.as_ref().expect("a ray").near.world.y;
            (1e4 * y).round() / 1e4
        };
        state.change([Change::Near(Plane::At(5.0))]);
        let y = near(state);
        state.change([Change::Moved(DVec3::new(0.5, y, 0.0))]);
        assert_eq!(near(state), y);
    });
    let states: [fn(&mut State); 3] = [
        |_| {},
        |state| _ = state.change([Change::Scaled(DVec3::splat(2.0))]),
        |state| _ = state.change([Change::Scaled(DVec3::new(0.5, 1.0, 2.0))]),
    ];
    follow_hint("whose-space", "t-stays", &states, |state| _ = state.change([Change::Scaled(DVec3::ONE)]));
    let states: [fn(&mut State); 3] =
        [|_| {}, |state| click_at(state, 5.0, 5.0), |state| click_at(state, 1100.0, 480.0)];
    follow_hint("whose-space", "matrix-forgotten", &states, |state| click_at(state, 740.0, 440.0));
}

#[test]
fn the_hints_on_triangles_behind_and_beside_lead_to_the_goals_whatever_was_tried_before() {
    let states: [fn(&mut State); 4] = [
        |_| {},
        |state| press(state, &[Command::NextHit]),
        |state| press(state, &[Command::WhyNot]),
        |state| click_at(state, 5.0, 5.0),
    ];
    follow_hint("why-not-this-one", "behind", &states, |state| {
        click_at(state, 620.0, 400.0);
        state.leave();
        press(state, &[Command::NextHit, Command::WhyNot]);
    });
    follow_hint("why-not-this-one", "beside", &states, |state| {
        press(state, &[Command::Escape]);
        click_at(state, 680.0, 360.0);
        let beside = TriangleId { object: 0, triangle: 1466 };
        let corners = state.desk.scene().objects()[0].triangle_in_world(beside.triangle);
        let seen = state.desk.view().cursor_from_world((corners.a + corners.b + corners.c) / 3.0);
        assert_eq!(state.act(Action::Hover(seen)).desk.pointer.hover, Some(beside));
        press(state, &[Command::WhyNot]);
    });
}
