//! Tests of the camera: how it is moved, framed, brought back and kept, and what follows it.

use super::*;
use crate::app::input::zoom_factor;
use crate::app::tools::picking::Explain;

/// Returns a drag with the middle button, from the middle.
fn panned(view: View, to: CursorPosition) -> Action {
    let press = Press { button: Button::Middle, ..left_press(MIDDLE, view, Modifiers::NONE) };
    Action::Gesture(Gesture::Drag(DragTo { press, to, begins: true }))
}

#[test]
fn a_pan_keeps_what_was_gripped_under_the_mouse() {
    let mut state = state();
    let to = CursorPosition { x: MIDDLE.x + 60.0, y: MIDDLE.y - 40.0 };
    let view = state.view();
    let before = view.point_under(MIDDLE, view.camera.depth_of(state.desk.shown.pivot)).expect("a point");
    let after = state.act(panned(view, to)).view().cursor_from_world(before).expect("before the camera");
    assert!(after.distance(to) < 1e-6, "{after:?}");
}

#[test]
fn frame_and_home_bring_all_into_view_again() {
    let mut state = state();
    for command in [Command::FrameSelection, Command::ResetView] {
        let panned = panned(state.view(), CursorPosition { x: 4e4, y: 0.0 });
        let view = state.act(panned).command(command).view();
        for corner in state.desk.scene().bounds().corners() {
            let seen = view.window_from_world(corner).expect("before the camera");
            assert!(view.viewport.contains(seen.truncate()), "{corner} at {seen} after {command:?}");
        }
    }
}

#[test]
fn the_picture_is_framed_again_as_its_shape_changes_until_somebody_moves_it_or_picks() {
    let lay_out = |state: &mut State, width| {
        state.lay_out(Viewport::new(width, 400), FramebufferSize::new(1000, 400));
    };
    let place = |state: &State| (state.view().camera.eye, state.view().camera.target);
    let home = || after(|it| it.command(Command::ResetView));
    let mut state = home();
    for width in [300, 900, 120] {
        let before = place(&state);
        lay_out(&mut state, width);
        let framed = Camera::framing_scene(state.desk.scene(), f64::from(width) / 400.0, state.desk.study.up_axis());
        assert_eq!(place(&state), (framed.eye, framed.target));
        assert_ne!(place(&state), before, "at a width of {width}");
    }
    let acts: [fn(&mut State) -> &mut State; 4] = [
        |state| state.drag(MIDDLE, NOTHING),
        |state| state.zoom(MIDDLE, 0.5),
        |state| state.look_from(StandardView::Top),
        |state| state.pick(MIDDLE),
    ];
    for act in acts {
        let mut state = home();
        let before = place(act(&mut state));
        lay_out(&mut state, 300);
        assert_eq!(place(&state), before);
    }
}

#[test]
fn a_minimised_window_costs_no_view() {
    let mut state = state();
    let camera = state.desk.view().camera;
    state.lay_out(Viewport::new(0, 0), FramebufferSize::new(0, 0)).pick(MIDDLE);
    for command in crate::app::keys::COMMANDS.iter().map(|binding| binding.command) {
        state.command(command);
    }
    assert!(state.desk.view().camera.eye.is_finite());
    state.lay_out(Viewport::new(600, 400), FramebufferSize::new(600, 400)).command(Command::ResetView);
    assert!((state.desk.view().camera.distance() / camera.distance() - 1.0).abs() < 1.0);
}

#[test]
fn going_to_a_triangle_looks_at_its_front() {
    let mut state = after(|it| it.look_from(StandardView::Back));
    state.act(Action::GoTo(TriangleId { object: 0, triangle: 0 }));
    assert!(state.view().camera.forward().dot(DVec3::NEG_Z) > 0.9);
    assert_eq!((state.inspected(), state.n_selected()), (Some(0), 0), "going somewhere selects nothing");
}

#[test]
fn the_camera_of_the_pick_comes_back() {
    let mut state = after(|it| it.pick(MIDDLE));
    let camera = state.view().camera;
    assert_ne!(state.drag(MIDDLE, CursorPosition { x: 420.0, y: 150.0 }).view().camera, camera);
    assert_eq!(state.command(Command::BackToPick).view().camera, camera);
}

#[test]
fn the_surfaces_in_front_of_the_inspected_triangle_are_counted_from_where_the_camera_is() {
    let mut state = state();
    let count = |state: &State| state.picking().explain.in_front(&state.desk);
    assert_eq!(count(state.pick(MIDDLE)), Some(0));
    assert_eq!(count(state.click(MIDDLE, ClickMode::Behind).click(MIDDLE, ClickMode::Behind)), Some(2));
    assert_eq!(count(state.look_from(StandardView::Back)), Some(0), "from behind it is the first");
    assert_eq!(count(state.command(Command::Escape)), None);
    // Of triangles that coincide each has those before it in front.
    let corners = vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
    let mut state = state_of(Mesh::from_triangles(corners, vec![[0, 1, 2]; 3]).expect("a mesh"));
    state.pick(MIDDLE);
    for expected in [0, 1, 2, 0] {
        assert_eq!(count(&state), Some(expected));
        state.command(Command::NextHit);
    }
}

#[test]
fn a_click_on_the_end_of_an_axis_looks_along_it_and_again_from_the_other_side() {
    let mut state = state();
    let at = |x: i32, y: i32| CursorPosition { x: 100.0 + f64::from(x), y: f64::from(y) };
    for (index, axis) in DVec3::AXES.into_iter().enumerate() {
        state.command(Command::ResetView);
        for side in [1.0, -1.0] {
            let mut places = (0..500).flat_map(|x| (0..400).map(move |y| at(x, y)));
            let (view, style) = (state.view(), &state.desk.settings.style);
            let end = places.find(|&at| axis_under(&view, style, 1.0, at) == Some(index)).expect("an arm of the triad");
            let toward_eye = -state.pick(end).view().camera.forward();
            assert!((toward_eye - side * axis).length() < 1e-9, "{axis}: {toward_eye}");
            assert!(state.desk.picked.is_none(), "nothing is picked there");
        }
    }
}

#[test]
fn turning_the_camera_computes_nothing_of_the_last_pick_again() {
    let about = Change::WhyNot(Some(TriangleId { object: 0, triangle: 1 }));
    let mut state = after(|it| it.explain().pick(MIDDLE).change([about, Change::Mistake(Some(Mistake::YNotFlipped))]));
    let computed = |state: &State| {
        let (explain, desk) = (&state.picking().explain, &state.desk);
        let Explain { why, mistakes, in_front, .. } = explain;
        let _ = (explain.in_front(desk), why.answer(&desk.study), mistakes.effects(desk));
        let _ = (mistakes.trace(desk), mistakes.pattern(desk));
        let of_pick = [why.answer.computed(), mistakes.effects.computed()];
        let seen = [in_front.computed(), mistakes.pattern.computed()];
        (desk.picked.as_ref().map(|picked| picked.seconds), of_pick, mistakes.trace.computed(), seen)
    };
    // A pick that is made again takes a time of its own.
    state.desk.picked.as_mut().expect("a pick").seconds = -1.0;
    let (picks, answers, traces, seen) = computed(&state);
    for frame in 1..=5_u32 {
        let view = state.view();
        state.drag(MIDDLE, CursorPosition { x: MIDDLE.x + 40.0 + f64::from(frame), ..MIDDLE });
        assert_ne!(state.view(), view);
        // What is seen now from elsewhere is seen anew: the surfaces in front, and the pattern over the picture.
        let seen = seen.map(|n| n + u64::from(frame));
        assert_eq!(computed(&state), (picks, answers, traces, seen));
    }
    let (picks_now, answers_now, ..) = computed(state.change([Change::Culling(Culling::Back)]));
    assert_eq!((picks_now != picks, answers_now), (true, answers.map(|n| n + 1)));
}

#[test]
fn the_wheel_stops_before_the_surface_under_the_mouse_and_never_loses_the_mesh() {
    let samples = [Sample::Teapot, Sample::Cube, Sample::NoisySphere];
    for (sample, orthographic) in samples.into_iter().flat_map(|sample| [false, true].map(|it| (sample, it))) {
        let mut state = state();
        state.act(Action::Open(MeshSource::Sample(sample))).load(sample.mesh().expect("a mesh"));
        if orthographic {
            state.command(Command::ToggleOrthographic);
        }
        let under = |state: &State, at| state.desk.pick_id(state.desk.view(), at);
        let hit = under(&state, MIDDLE);
        let point = state.desk.pick_point(state.desk.view(), MIDDLE).expect("a surface");
        for notch in 0..40 {
            let view = state.zoom(MIDDLE, zoom_factor(1.0)).view();
            assert_eq!(under(&state, MIDDLE), hit, "{sample:?}, {orthographic}, {notch}");
            assert!(orthographic || view.camera.near < view.camera.depth_of(point), "{sample:?}, {notch}");
        }
        (0..40).for_each(|_| _ = state.zoom(MIDDLE, zoom_factor(-1.0)));
        assert_eq!(under(&state, MIDDLE), hit, "and back");
        assert_eq!(under(state.command(Command::ResetView), NOTHING), None);
        for _ in 0..40 {
            assert!(!state.zoom(NOTHING, zoom_factor(1.0)).desk.has_lost_sight(), "{sample:?}, {orthographic}");
        }
        state.act(panned(state.view(), CursorPosition { x: 9e5, ..MIDDLE }));
        assert!(state.desk.has_lost_sight(), "it can be dragged out");
    }
}
