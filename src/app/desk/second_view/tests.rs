//! Tests of the split picture, driven by actions.

use crate::app::update::tests::*;
use pickray::study::PageName;

/// Returns a picture that was picked in, and split then.
fn split() -> State {
    let mut state = state();
    state.pick(MIDDLE).command(Command::NextRayView);
    assert_eq!(state.desk.settings.ray, RayView::Split);
    state
}

/// Returns a left button that went down in the middle of the free view.
fn press_second_view(state: &State) -> Press {
    let view = state.desk.shown.second_view.view;
    let cursor = middle(&view);
    assert_eq!(state.desk.pane_at(cursor), Pane::SecondView);
    Press { button: Button::Left, cursor, modifiers: Modifiers::NONE, pane: Pane::SecondView, view, seconds: 0.0 }
}

fn contains(view: &View, point: DVec3) -> bool {
    view.cursor_from_world(point).is_some()
        && view.window_from_world(point).is_some_and(|window| view.viewport.contains(window.truncate()))
}

/// Returns whether the free view shows the eye, both rectangles and the ray of the last pick.
fn shows_the_pick(state: &State) -> bool {
    let picked = state.desk.picked.as_ref().expect("a pick");
    let ray = picked.trace.ray.expect("a ray");
    let finite = state.desk.finite_view(picked);
    let rectangles = [finite.camera.near, finite.camera.far].map(|depth| finite.rectangle_at(depth));
    let mut points = rectangles.as_flattened().to_vec();
    points.extend([finite.camera.eye, ray.near.world]);
    points.extend(ray.t_max.map(|_| ray.far.world));
    points.into_iter().all(|point| contains(&state.desk.shown.second_view.view, point))
}

#[test]
fn r_goes_from_the_ray_to_two_views_to_none_and_the_picture_is_whole_again() {
    let mut state = state();
    let before = *state.desk.view();
    for (expected, told) in [
        (RayView::Split, "Ray of the pick: Two views. R again: Off."),
        (RayView::Off, "Ray of the pick: Off. R again: One view."),
        (RayView::Ray, "Ray of the pick: One view. R again: Two views."),
    ] {
        state.command(Command::NextRayView);
        assert_eq!((state.desk.settings.ray, state.desk.is_split()), (expected, expected == RayView::Split));
        assert_eq!(state.told(), told);
    }
    assert_eq!(*state.desk.view(), before);
    assert!(state.desk.shown.second_view.view.viewport.is_empty());
}

#[test]
fn the_views_lie_side_by_side_or_one_above_the_other_and_each_fills_its_half() {
    let mut state = split();
    for (width, height) in [(1001, 700), (700, 1001), (900, 900), (64, 48)] {
        for scale_factor in [1.0, 1.5, 2.0] {
            let viewport = Viewport { x: 20, y: 30, width, height };
            let framebuffer = FramebufferSize { width: 1100, height: 1100 };
            state.act(Action::Layout { viewport, framebuffer, scale_factor });
            let (picking, second_view) = (*state.desk.view(), state.desk.shown.second_view.view);
            assert_eq!(second_view.framebuffer, framebuffer);
            let halves =
                [second_view.viewport.width * 2 + 3 >= width - 2, second_view.viewport.height * 2 + 3 >= height - 2];
            assert_eq!(halves, [true; 2], "{second_view:?} is half of the picture");
            let sizes = [picking, second_view].map(|view| (view.viewport.width, view.viewport.height));
            assert_eq!(sizes[0], sizes[1], "the one fills its half as the other does");
            assert!([picking, second_view].iter().all(|view| {
                let Viewport { x, y, width: w, height: h } = view.viewport;
                20 <= x && 30 <= y && x + w <= 20 + width && y + h <= 30 + height
            }));
            let between = if height > width {
                picking.viewport.y - (second_view.viewport.y + second_view.viewport.height)
            } else {
                second_view.viewport.x - (picking.viewport.x + picking.viewport.width)
            };
            assert!(between >= scale_factor.round() as i32, "{picking:?} and {second_view:?}");
        }
    }
}

#[test]
fn the_first_split_frames_the_eye_both_rectangles_and_the_ray() {
    assert!(shows_the_pick(&split()));
    // With the picture split before anything is picked, and without an end in the far plane.
    let mut state = state();
    state.change([Change::Far(Plane::Named(PlaneName::Infinite))]).command(Command::NextRayView);
    state.pick(middle(state.desk.view()));
    assert!(state.desk.view().camera.far.is_infinite() && shows_the_pick(&state));
}

#[test]
fn both_views_are_framed_each_time_the_split_begins_and_the_camera_comes_back() {
    let mut state = state();
    state.pick(MIDDLE);
    let before = state.desk.view().camera;
    let shows_all = |state: &State| {
        let view = state.desk.view();
        view.camera.shows_all_of(state.desk.scene(), view.aspect())
    };
    for _ in 0..2 {
        assert!(shows_all(&state), "in the whole picture");
        state.command(Command::NextRayView);
        assert!(shows_all(&state) && shows_the_pick(&state));
        assert_eq!(state.desk.view().camera.axes(), before.axes(), "from where it looked");
        let cursor = middle(&state.desk.shown.second_view.view);
        state.act(Action::Zoom(wheel(cursor, 0.2)));
        assert!(!shows_the_pick(&state));
        for _ in 0..2 {
            state.command(Command::NextRayView);
        }
        assert_eq!(state.desk.view().camera, before);
    }
}

#[test]
fn a_picture_that_was_framed_is_framed_again_in_its_half_and_whole_where_nobody_moved_it() {
    let lay_out = |state: &mut State, width: i32| {
        let (viewport, framebuffer) = (Viewport::new(width, 380), FramebufferSize { width: 1000, height: 400 });
        state.act(Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    };
    let is_framed = |state: &State| {
        let (view, up) = (state.desk.view(), state.desk.study.up_axis());
        let framed = Camera::framing_scene(state.desk.scene(), view.aspect(), up);
        (view.camera.eye, view.camera.target) == (framed.eye, framed.target)
    };
    let mut state = state();
    state.command(Command::ResetView).command(Command::NextRayView);
    for width in [300, 900, 200] {
        lay_out(&mut state, width);
        assert!(state.desk.is_split() && is_framed(&state), "{width}");
    }
    state.command(Command::NextRayView);
    assert!(!state.desk.is_split() && is_framed(&state));
    let mut moved = crate::app::update::tests::state();
    let axes = moved.desk.view().camera.axes();
    moved.command(Command::NextRayView);
    lay_out(&mut moved, 300);
    assert_eq!(moved.desk.view().camera.axes(), axes, "from where it looked");
}

#[test]
fn another_pick_is_framed_only_where_a_part_of_it_is_out_of_the_free_view() {
    let mut state = split();
    let at = middle(state.desk.view());
    state.pick(at);
    let framed = state.desk.shown.second_view.view.camera;
    state.pick(CursorPosition { x: at.x + 3.0, ..at });
    assert_eq!(state.desk.shown.second_view.view.camera, framed);
    let (before, cursor) = (state.trace().view, middle(&state.desk.shown.second_view.view));
    state.act(Action::Zoom(wheel(cursor, 0.2)));
    let near = state.desk.shown.second_view.view.camera;
    assert_ne!(near, framed);
    state.pick(at);
    assert!(shows_the_pick(&state) && state.desk.shown.second_view.view.camera != near);
    assert_eq!(state.trace().view, before, "the camera of the picks has not moved");
}

#[test]
fn another_page_planes_or_scale_frame_the_free_view_anew_unless_somebody_moved_it() {
    let page = |state: &mut State, name: &str| {
        state.desk.page = Some(PageName { lesson: "a".to_owned(), page: name.to_owned() });
        state.act(Action::KeysUp);
    };
    let camera = |state: &State| state.desk.shown.second_view.view.camera;
    for change_made in [Change::Far(Plane::At(100.0)), Change::Scaled(DVec3::splat(0.25))] {
        let mut state = split();
        let before = camera(&state);
        state.change([change_made.clone()]);
        assert!(camera(&state) != before && shows_the_pick(&state), "{change_made:?}");
    }
    let mut state = split();
    let (before, cursor) = (camera(&state), middle(&state.desk.shown.second_view.view));
    state.act(Action::Zoom(wheel(cursor, 3.0)));
    let moved = camera(&state);
    state.change([Change::Far(Plane::At(100.0)), Change::Scaled(DVec3::splat(0.25)), Change::Reset]);
    page(&mut state, "two");
    assert_eq!(camera(&state), moved, "somebody moved it");
    // As if it had been framed for something larger.
    state.desk.shown.second_view.framed = Some(moved);
    page(&mut state, "two");
    assert_eq!(camera(&state), moved);
    page(&mut state, "three");
    assert_eq!(camera(&state), before);
}

#[test]
fn the_eye_that_wrong_rays_begin_at_is_in_the_free_view_of_a_parallel_one_too() {
    let mut state = state();
    state.command(Command::ToggleOrthographic).pick(MIDDLE).command(Command::NextRayView);
    let eye = state.trace().view.camera.eye;
    let shows_eye = |state: &State| contains(&state.desk.shown.second_view.view, eye);
    assert!(!shows_eye(&state), "else the picture would be far away for nothing");
    state.change([Change::Mistake(Some(Mistake::EyeAsOrigin))]);
    assert!(shows_eye(&state) && state.desk.second_view_eye(state.desk.picked.as_ref().expect("a pick")) == Some(eye));
    state.change([Change::Mistake(None)]);
    assert!(!shows_eye(&state));
}

#[test]
fn clicks_and_hovers_in_the_free_view_pick_nothing() {
    let mut state = split();
    let (trace, selected) = (state.trace().clone(), state.desk.selected.triangles.len());
    let mut press = press_second_view(&state);
    for (button, double) in [(Button::Left, false), (Button::Left, true), (Button::Right, false)] {
        press.button = button;
        state.act(Action::Gesture(Gesture::Click { press, double }));
    }
    state.act(Action::Hover(Some(press.cursor)));
    assert_eq!((state.desk.pointer.hover, state.desk.pointer.hover_picks), (None, 0));
    assert_eq!((state.trace(), state.desk.selected.triangles.len()), (&trace, selected));
    let at = middle(state.desk.view());
    state.act(Action::Hover(Some(at)));
    assert!(state.desk.pointer.hover.is_some(), "the other view is hovered");
}

#[test]
fn a_click_between_both_views_changes_nothing() {
    let mut state = split();
    let Viewport { x, width, .. } = state.desk.view().viewport;
    assert!(x + width < state.desk.shown.second_view.view.viewport.x, "there is room between them");
    let between = CursorPosition { x: f64::from(x + width) + 0.5, y: middle(state.desk.view()).y };
    state.pick(between);
    assert_eq!(state.desk.selected.triangles.len(), 1);
}

#[test]
fn a_hit_near_the_edge_of_the_picture_is_in_the_middle_of_its_half_and_goes_back() {
    for at in [MIDDLE, CursorPosition { x: 140.0, ..MIDDLE }, CursorPosition { x: 560.0, ..MIDDLE }] {
        let mut state = state();
        state.act(Action::Zoom(wheel(MIDDLE, 0.25))).pick(at);
        let (before, pick) = (*state.desk.view(), state.trace().clone());
        let hit = state.hit().clone();
        state.command(Command::NextRayView);
        let split = *state.desk.view();
        let seen = split.cursor_from_world(hit.point_world).expect("before the eye");
        let expected = CursorPosition { y: at.y, ..middle(&split) };
        assert!(seen.distance(expected) < 1.5, "{at:?}: {seen:?}, not {expected:?}");
        assert_eq!(split.camera == before.camera, at == MIDDLE, "it is moved where it must be");
        assert_eq!((split.camera.projection, split.camera.axes()), (before.camera.projection, before.camera.axes()));
        // A click on what is seen there hits it.
        state.pick(seen);
        let again = state.hit().clone();
        assert!(again.point_world.distance(hit.point_world) < 0.02 && again.id() == hit.id(), "{again:?}");
        for _ in 0..2 {
            state.command(Command::NextRayView);
        }
        assert_eq!(*state.desk.view(), before);
        assert_ne!(*state.trace(), pick, "picks keep the view they were made in");
    }
}

#[test]
fn a_camera_that_was_moved_in_its_half_stays_when_the_picture_is_whole_again() {
    let mut state = state();
    state.act(Action::Zoom(wheel(MIDDLE, 0.25))).pick(CursorPosition { x: 140.0, ..MIDDLE });
    let before = state.desk.view().camera;
    state.command(Command::NextRayView);
    assert_ne!(state.desk.view().camera, before);
    let at = middle(state.desk.view());
    state.act(Action::Zoom(wheel(at, 0.9)));
    let camera = state.desk.view().camera;
    state.command(Command::NextRayView);
    assert_eq!(state.desk.view().camera, camera);
}

#[test]
fn drags_wheel_and_keys_over_the_free_view_move_it_alone_and_the_ray_stays() {
    let mut state = split();
    let (left, pivot) = (*state.desk.view(), state.desk.shown.pivot);
    let trace = state.trace().clone();
    let press = press_second_view(&state);
    let mut cameras = vec![state.desk.shown.second_view.view.camera];
    let to = CursorPosition { x: press.cursor.x + 40.0, y: press.cursor.y + 9.0 };
    let command = |command| Action::Command(command);
    for action in [
        Action::Gesture(Gesture::Drag(DragTo { press, to, begins: true })),
        Action::Zoom(wheel(press.cursor, 0.5)),
        Action::Hover(Some(press.cursor)),
        command(Command::ViewFrom(StandardView::Top)),
        command(Command::ToggleOrthographic),
        command(Command::FrameSelection),
    ] {
        let moves = !matches!(action, Action::Hover(_));
        state.act(action);
        let camera = state.desk.shown.second_view.view.camera;
        assert_eq!(!cameras.contains(&camera), moves, "{camera:?}");
        cameras.push(camera);
        assert_eq!((*state.desk.view(), state.desk.shown.pivot), (left, pivot));
        assert_eq!(*state.trace(), trace);
    }
    state.command(Command::ResetView);
    assert_eq!(state.desk.shown.second_view.view.camera, cameras[0], "the first framing comes back");
    let at = middle(&left);
    state.act(Action::Hover(Some(at))).command(Command::ViewFrom(StandardView::Top));
    assert_ne!(state.desk.view().camera, left.camera, "the left view is free to move, too");
    assert_eq!(*state.trace(), trace);
}

#[test]
fn a_drag_over_the_free_view_moves_its_camera_while_a_box_is_in_use_and_selects_nothing() {
    let mut state = split();
    state.command(Command::SelectByBox);
    let (press, selected) = (press_second_view(&state), state.desk.selected.triangles.clone());
    let camera = state.desk.shown.second_view.view.camera;
    let to = CursorPosition { x: press.cursor.x + 40.0, y: press.cursor.y + 9.0 };
    state.act(Action::Gesture(Gesture::Drag(DragTo { press, to, begins: true })));
    state.act(Action::Gesture(Gesture::DragEnds));
    assert_ne!(state.desk.shown.second_view.view.camera, camera);
    assert_eq!(state.desk.selected.triangles.triangles(), selected.triangles());
}

#[test]
fn only_the_pick_workspace_is_split() {
    let mut state = split();
    let half = state.desk.view().viewport;
    state.command(Command::Show(Workspace::Collide));
    assert_eq!((state.desk.is_split(), state.desk.view().viewport), (false, state.desk.shown.picture));
    state.command(Command::Show(Workspace::Pick));
    assert_eq!((state.desk.is_split(), state.desk.view().viewport), (true, half));
}

#[test]
fn n_goes_to_ndc_and_back_in_its_time_and_moves_neither_camera_nor_the_ray() {
    let mut state = split();
    let before = (*state.desk.view(), state.desk.shown.second_view.view, state.trace().clone());
    assert!(!state.is_moving() && state.desk.second_view_warp().is_none(), "the world is as it is");
    for goal in [1.0, 0.0] {
        state.command(Command::ToggleNdc);
        let mut seconds = 0.0;
        while state.is_moving() {
            state.act(Action::Tick(0.016));
            seconds += 0.016;
            assert!(seconds < 2.0, "it comes to an end");
        }
        assert!(
            (0.5..0.7).contains(&seconds) && state.desk.shown.second_view.ndc == goal,
            "{seconds} s to {}",
            state.desk.shown.second_view.ndc
        );
        assert_eq!(state.desk.second_view_warp().is_some(), goal == 1.0);
    }
    state.act(Action::ScrubNdc(0.25));
    assert_eq!((state.desk.shown.second_view.ndc, state.is_moving()), (0.25, false));
    let trace = state.trace().clone();
    assert_eq!((*state.desk.view(), state.desk.shown.second_view.view, trace), before);
    state.command(Command::ToggleNdc).act(Action::Tick(0.1)).command(Command::ToggleNdc).act(Action::Tick(9.0));
    assert_eq!(state.desk.shown.second_view.ndc, 0.0, "pressed again on the way, it turns back");
}

#[test]
fn n_says_what_it_needs() {
    let mut state = state();
    for (command, word) in
        [(Command::ToggleNdc, "R shows two views"), (Command::NextRayView, ""), (Command::ToggleNdc, "click")]
    {
        state.command(command);
        let said = state.desk.messages.last.as_ref().map_or("", |message| message.text.as_str());
        assert!(said.contains(word) && !state.is_moving(), "{said}");
    }
}

#[test]
fn the_cube_of_ndc_is_in_the_picture_of_the_free_view() {
    let state = split();
    let view = state.desk.finite_view(state.desk.picked.as_ref().expect("a pick"));
    let warp = pickray_render::Warp::toward_ndc(&view, 1.0);
    for depth in [view.camera.near, view.camera.far] {
        for corner in view.rectangle_at(depth) {
            let place = warp.point(corner).expect("before the eye");
            assert!(contains(&state.desk.shown.second_view.view, place), "{place}");
        }
    }
}
