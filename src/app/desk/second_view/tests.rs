//! Tests of the split picture, driven by actions.

use crate::app::update::tests::*;
use pickray::study::PageName;

/// Returns a picture that was picked in, and split then.
fn split() -> State {
    let state = after(|it| it.pick(MIDDLE).command(Command::NextRayView));
    assert_eq!(state.desk.settings.ray, RayView::Split);
    state
}

impl State {
    fn second_view(&self) -> &View {
        &self.desk.shown.second_view.view
    }

    fn free_camera(&self) -> Camera {
        self.second_view().camera
    }

    /// Turns the wheel in the middle of the free view.
    fn zoom_free(&mut self, factor: f64) -> &mut Self {
        let cursor = middle(self.second_view());
        self.zoom(cursor, factor)
    }
}

/// Returns a left button that went down in the middle of the free view.
fn press_second_view(state: &State) -> Press {
    let view = state.desk.shown.second_view.view;
    let cursor = middle(&view);
    assert_eq!(state.desk.pane_at(cursor), Pane::SecondView);
    Press { pane: Pane::SecondView, ..left_press(cursor, view, Modifiers::NONE) }
}

/// Returns whether the free view shows the eye, both rectangles and the ray of the last pick.
fn shows_the_pick(state: &State) -> bool {
    let picked = state.desk.picked.as_ref().expect("a pick");
    let ray = picked.trace.ray.expect("a ray");
    let finite = state.desk.finite_view(picked);
    let rectangles = [finite.camera.near, finite.camera.far].map(|depth| finite.rectangle_at(depth));
    let others = [finite.camera.eye, ray.near.world].into_iter().chain(ray.t_max.map(|_| ray.far.world));
    rectangles.as_flattened().iter().copied().chain(others).all(|point| state.second_view().shows(point))
}

#[test]
fn r_goes_from_the_ray_to_two_views_to_none_and_the_picture_is_whole_again() {
    let mut state = state();
    let before = state.view();
    for (expected, told) in [
        (RayView::Split, "Ray of the pick: Two views. R again: Off."),
        (RayView::Off, "Ray of the pick: Off. R again: One view."),
        (RayView::Ray, "Ray of the pick: One view. R again: Two views."),
    ] {
        assert_eq!(state.command(Command::NextRayView).told(), told);
        assert_eq!((state.desk.settings.ray, state.desk.is_split()), (expected, expected == RayView::Split));
    }
    assert_eq!(state.view(), before);
    assert!(state.second_view().viewport.is_empty());
}

#[test]
fn the_views_lie_side_by_side_or_one_above_the_other_and_each_fills_its_half() {
    let mut state = split();
    for (width, height) in [(1001, 700), (700, 1001), (900, 900), (64, 48)] {
        for scale_factor in [1.0, 1.5, 2.0] {
            let viewport = Viewport { x: 20, y: 30, width, height };
            let framebuffer = FramebufferSize { width: 1100, height: 1100 };
            state.act(Action::Layout { viewport, framebuffer, scale_factor });
            let [one, other] = [state.view(), *state.second_view()].map(|view| view.viewport);
            assert_eq!(state.second_view().framebuffer, framebuffer);
            let halves = [other.width * 2 + 3 >= width - 2, other.height * 2 + 3 >= height - 2];
            assert_eq!(halves, [true; 2], "{other:?} is half of the picture");
            let sizes = [one, other].map(|viewport| (viewport.width, viewport.height));
            assert_eq!(sizes[0], sizes[1], "the one fills its half as the other does");
            let is_within = |Viewport { x, y, width: w, height: h }| {
                20 <= x && 30 <= y && x + w <= 20 + width && y + h <= 30 + height
            };
            assert!(is_within(one) && is_within(other));
            let between = if height > width { one.y - (other.y + other.height) } else { other.x - (one.x + one.width) };
            assert!(between >= scale_factor.round() as i32, "{one:?} and {other:?}");
        }
    }
}

#[test]
fn the_first_split_frames_the_eye_both_rectangles_and_the_ray() {
    assert!(shows_the_pick(&split()));
    // With the picture split before anything is picked, and without an end in the far plane.
    let mut state = state();
    state.change([Change::Far(Plane::Named(PlaneName::Infinite))]).command(Command::NextRayView);
    let at = middle(state.desk.view());
    assert!(shows_the_pick(state.pick(at)) && state.view().camera.far.is_infinite());
}

#[test]
fn both_views_are_framed_each_time_the_split_begins_and_the_camera_comes_back() {
    let mut state = after(|it| it.pick(MIDDLE));
    let before = state.view().camera;
    let shows_all = |state: &State| state.view().camera.shows_all_of(state.desk.scene(), state.view().aspect());
    for _ in 0..2 {
        assert!(shows_all(&state), "in the whole picture");
        assert!(shows_all(state.command(Command::NextRayView)) && shows_the_pick(&state));
        assert_eq!(state.view().camera.axes(), before.axes(), "from where it looked");
        assert!(!shows_the_pick(state.zoom_free(0.2)));
        state.command(Command::NextRayView).command(Command::NextRayView);
        assert_eq!(state.view().camera, before);
    }
}

#[test]
fn a_picture_that_was_framed_is_framed_again_in_its_half_and_whole_where_nobody_moved_it() {
    let lay_out = |state: &mut State, width: i32| {
        state.lay_out(Viewport::new(width, 380), FramebufferSize { width: 1000, height: 400 });
    };
    let is_framed = |state: &State| {
        let (view, up) = (state.desk.view(), state.desk.study.up_axis());
        let framed = Camera::framing_scene(state.desk.scene(), view.aspect(), up);
        (view.camera.eye, view.camera.target) == (framed.eye, framed.target)
    };
    let mut state = after(|it| it.command(Command::ResetView));
    lay_out(&mut state, 420);
    let whole = state.view().camera;
    assert_ne!(state.command(Command::NextRayView).view().camera, whole, "its half shows less");
    for width in [300, 900, 200] {
        lay_out(&mut state, width);
        assert!(state.desk.is_split() && is_framed(&state), "{width}");
    }
    assert!(is_framed(state.command(Command::NextRayView)) && !state.desk.is_split());
    let mut moved = crate::app::update::tests::state();
    let axes = moved.view().camera.axes();
    lay_out(moved.command(Command::NextRayView), 300);
    assert_eq!(moved.view().camera.axes(), axes, "from where it looked");
}

#[test]
fn another_pick_is_framed_only_where_a_part_of_it_is_out_of_the_free_view() {
    let mut state = split();
    let at = middle(state.desk.view());
    let framed = state.pick(at).free_camera();
    assert_eq!(state.pick(CursorPosition { x: at.x + 3.0, ..at }).free_camera(), framed);
    let before = state.trace().view;
    let near = state.zoom_free(0.2).free_camera();
    assert_ne!(near, framed);
    assert!(shows_the_pick(state.pick(at)) && state.free_camera() != near);
    assert_eq!(state.trace().view, before, "the camera of the picks has not moved");
}

#[test]
fn another_page_planes_or_scale_frame_the_free_view_anew_unless_somebody_moved_it() {
    let page = |state: &mut State, name: &str| {
        state.desk.page = Some(PageName { lesson: "a".to_owned(), page: name.to_owned() });
        state.act(Action::KeysUp).free_camera()
    };
    for change_made in [Change::Far(Plane::At(100.0)), Change::Scaled(DVec3::splat(0.25))] {
        let mut state = split();
        let before = state.free_camera();
        assert!(state.change([change_made.clone()]).free_camera() != before, "{change_made:?}");
        assert!(shows_the_pick(&state), "{change_made:?}");
    }
    let mut state = split();
    let before = state.free_camera();
    let moved = state.zoom_free(3.0).free_camera();
    state.change([Change::Far(Plane::At(100.0)), Change::Scaled(DVec3::splat(0.25)), Change::Reset]);
    assert_eq!(page(&mut state, "two"), moved, "somebody moved it");
    // As if it had been framed for something larger.
    state.desk.shown.second_view.framed = Some(moved);
    assert_eq!((page(&mut state, "two"), page(&mut state, "three")), (moved, before));
}

#[test]
fn the_eye_that_wrong_rays_begin_at_is_in_the_free_view_of_a_parallel_one_too() {
    let mut state = after(|it| it.command(Command::ToggleOrthographic).pick(MIDDLE).command(Command::NextRayView));
    let eye = state.trace().view.camera.eye;
    let shows_eye = |state: &State| state.second_view().shows(eye);
    assert!(!shows_eye(&state), "else the picture would be far away for nothing");
    assert!(shows_eye(state.change([Change::Mistake(Some(Mistake::EyeAsOrigin))])));
    assert_eq!(state.desk.second_view_eye(state.desk.picked.as_ref().expect("a pick")), Some(eye));
    assert!(!shows_eye(state.change([Change::Mistake(None)])));
}

#[test]
fn clicks_and_hovers_in_the_free_view_and_clicks_between_both_pick_nothing() {
    let mut state = split();
    let (trace, selected) = (state.trace().clone(), state.n_selected());
    let press = press_second_view(&state);
    for (button, double) in [(Button::Left, false), (Button::Left, true), (Button::Right, false)] {
        state.act(Action::Gesture(Gesture::Click { press: Press { button, ..press }, double }));
    }
    assert_eq!((state.hover(press.cursor).hovered(), state.desk.pointer.hover_picks), (None, 0));
    assert_eq!((state.trace(), state.n_selected()), (&trace, selected));
    let at = middle(state.desk.view());
    assert!(state.hover(at).hovered().is_some(), "the other view is hovered");

    let Viewport { x, width, .. } = state.view().viewport;
    assert!(x + width < state.second_view().viewport.x, "there is room between them");
    assert_eq!(state.pick(CursorPosition { x: f64::from(x + width) + 0.5, y: at.y }).n_selected(), selected);
}

#[test]
fn a_hit_near_the_edge_of_the_picture_is_in_the_middle_of_its_half_and_goes_back() {
    for at in [MIDDLE, CursorPosition { x: 140.0, ..MIDDLE }, CursorPosition { x: 560.0, ..MIDDLE }] {
        let mut state = after(|it| it.zoom(MIDDLE, 0.25).pick(at));
        let (before, pick, hit) = (state.view(), state.trace().clone(), state.hit().clone());
        let split = state.command(Command::NextRayView).view();
        let seen = split.cursor_from_world(hit.point_world).expect("before the eye");
        let expected = CursorPosition { y: at.y, ..middle(&split) };
        assert!(seen.distance(expected) < 1.5, "{at:?}: {seen:?}, not {expected:?}");
        assert_eq!(split.camera == before.camera, at == MIDDLE, "it is moved where it must be");
        assert_eq!((split.camera.projection, split.camera.axes()), (before.camera.projection, before.camera.axes()));
        // A click on what is seen there hits it.
        let again = state.pick(seen).hit().clone();
        assert!(again.point_world.distance(hit.point_world) < 0.02 && again.id() == hit.id(), "{again:?}");
        assert_eq!(state.command(Command::NextRayView).command(Command::NextRayView).view(), before);
        assert_ne!(*state.trace(), pick, "picks keep the view they were made in");
    }
}

#[test]
fn a_camera_that_was_moved_in_its_half_stays_when_the_picture_is_whole_again() {
    let mut state = after(|it| it.zoom(MIDDLE, 0.25).pick(CursorPosition { x: 140.0, ..MIDDLE }));
    let before = state.view().camera;
    assert_ne!(state.command(Command::NextRayView).view().camera, before);
    let at = middle(state.desk.view());
    let camera = state.zoom(at, 0.9).view().camera;
    assert_eq!(state.command(Command::NextRayView).view().camera, camera);
}

#[test]
fn drags_wheel_and_keys_over_the_free_view_move_it_alone_and_the_ray_stays() {
    let mut state = split();
    let (left, pivot, trace) = (state.view(), state.desk.shown.pivot, state.trace().clone());
    let (press, selected) = (press_second_view(&state), state.selected());
    let mut cameras = vec![state.free_camera()];
    let drag = |right: f64| {
        let to = CursorPosition { x: press.cursor.x + right, y: press.cursor.y + 9.0 };
        Action::Gesture(Gesture::Drag(DragTo { press, to, begins: true }))
    };
    for action in [
        drag(40.0),
        Action::Command(Command::SelectByBox),
        drag(70.0),
        Action::Gesture(Gesture::DragEnds),
        Action::Zoom(wheel(press.cursor, 0.5)),
        Action::Hover(Some(press.cursor)),
        Action::Command(Command::ViewFrom(StandardView::Top)),
        Action::Command(Command::ToggleOrthographic),
        Action::Command(Command::FrameSelection),
    ] {
        let rests = matches!(action, Action::Command(Command::SelectByBox) | Action::Gesture(Gesture::DragEnds));
        let moves = !rests && !matches!(action, Action::Hover(_));
        let camera = state.act(action).free_camera();
        assert_eq!(!cameras.contains(&camera), moves, "{camera:?}");
        cameras.push(camera);
        assert_eq!((state.view(), state.desk.shown.pivot, state.trace()), (left, pivot, &trace));
        assert_eq!(state.selected(), selected, "though a box is in use");
    }
    assert_eq!(state.command(Command::ResetView).free_camera(), cameras[0], "the first framing comes back");
    let turned = state.hover(middle(&left)).look_from(StandardView::Top).view().camera;
    assert_ne!(turned, left.camera, "the left view is free to move, too");
    assert_eq!(*state.trace(), trace);
}

#[test]
fn only_the_pick_workspace_is_split() {
    let mut state = split();
    let half = state.view().viewport;
    let seen = |state: &State| (state.desk.is_split(), state.view().viewport);
    assert_eq!(seen(state.go_to(Workspace::Collide)), (false, state.desk.shown.picture));
    assert_eq!(seen(state.go_to(Workspace::Pick)), (true, half));
}

#[test]
fn n_goes_to_ndc_and_back_in_its_time_and_moves_neither_camera_nor_the_ray() {
    let mut state = split();
    let all = |state: &State| (state.view(), *state.second_view(), state.trace().clone());
    let before = all(&state);
    assert!(!state.is_moving() && state.desk.second_view_warp().is_none(), "the world is as it is");
    for goal in [1.0, 0.0] {
        state.command(Command::ToggleNdc);
        let ticks = (1..125).find(|_| !state.act(Action::Tick(0.016)).is_moving()).expect("it comes to an end");
        let (seconds, ndc) = (0.016 * f64::from(ticks), state.desk.shown.second_view.ndc);
        assert!((0.5..0.7).contains(&seconds) && ndc == goal, "{seconds} s to {ndc}");
        assert_eq!(state.desk.second_view_warp().is_some(), goal == 1.0);
    }
    state.act(Action::ScrubNdc(0.25));
    assert_eq!((state.desk.shown.second_view.ndc, state.is_moving()), (0.25, false));
    assert_eq!(all(&state), before);
    state.command(Command::ToggleNdc).act(Action::Tick(0.1)).command(Command::ToggleNdc).act(Action::Tick(9.0));
    assert_eq!(state.desk.shown.second_view.ndc, 0.0, "pressed again on the way, it turns back");
}

#[test]
fn n_says_what_it_needs() {
    let mut state = state();
    let (ndc, split) = (Command::ToggleNdc, Command::NextRayView);
    for (command, word) in [(ndc, "R shows two views"), (split, ""), (ndc, "click")] {
        assert!(state.command(command).told().contains(word) && !state.is_moving(), "{}", state.told());
    }
}

#[test]
fn the_cube_of_ndc_is_in_the_picture_of_the_free_view() {
    let state = split();
    let view = state.desk.finite_view(state.desk.picked.as_ref().expect("a pick"));
    let warp = pickray_render::Warp::toward_ndc(&view, 1.0);
    for corner in [view.camera.near, view.camera.far].into_iter().flat_map(|depth| view.rectangle_at(depth)) {
        let place = warp.point(corner).expect("before the eye");
        assert!(state.second_view().shows(place), "{place}");
    }
}
