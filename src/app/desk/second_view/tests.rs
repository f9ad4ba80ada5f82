//! Tests of the split picture, driven by actions.

use crate::app::action::Action;
use crate::app::input::{Button, ClickMode, DragTo, Gesture, Press};
use crate::app::keys::{Command, Modifiers};
use crate::app::pane::Pane;
use crate::app::settings::RayView;
use crate::app::update::tests::{MIDDLE, change, click, middle, state, wheel};
use crate::app::update::{State, update};
use crate::app::workspace::Workspace;
use glam::DVec3;
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::pick::explain::Mistake;
use pickray::scene::navigation::StandardView;
use pickray::scene::{Camera, View};
use pickray::study::{Change, PageName, Plane, PlaneName};

/// Returns a picture that was picked in, and split then.
fn split() -> State {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Replace);
    update(&mut state, Action::Command(Command::NextRayView));
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
    for expected in [RayView::Split, RayView::Off, RayView::Ray] {
        update(&mut state, Action::Command(Command::NextRayView));
        assert_eq!((state.desk.settings.ray, state.desk.is_split()), (expected, expected == RayView::Split));
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
            update(&mut state, Action::Layout { viewport, framebuffer, scale_factor });
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
    change(&mut state, [Change::Far(Plane::Named(PlaneName::Infinite))]);
    update(&mut state, Action::Command(Command::NextRayView));
    let at = middle(state.desk.view());
    click(&mut state, at, ClickMode::Replace);
    assert!(state.desk.view().camera.far.is_infinite() && shows_the_pick(&state));
}

#[test]
fn both_views_are_framed_each_time_the_split_begins_and_the_camera_comes_back() {
    let mut state = state();
    click(&mut state, MIDDLE, ClickMode::Replace);
    let before = state.desk.view().camera;
    let shows_all = |state: &State| {
        let view = state.desk.view();
        view.camera.shows_all_of(state.desk.scene(), view.aspect())
    };
    for _ in 0..2 {
        assert!(shows_all(&state), "in the whole picture");
        update(&mut state, Action::Command(Command::NextRayView));
        assert!(shows_all(&state) && shows_the_pick(&state));
        assert_eq!(state.desk.view().camera.axes(), before.axes(), "from where it looked");
        let cursor = middle(&state.desk.shown.second_view.view);
        update(&mut state, Action::Zoom(wheel(cursor, 0.2)));
        assert!(!shows_the_pick(&state));
        for _ in 0..2 {
            update(&mut state, Action::Command(Command::NextRayView));
        }
        assert_eq!(state.desk.view().camera, before);
    }
}

#[test]
fn a_picture_that_was_framed_is_framed_again_in_its_half_and_whole_where_nobody_moved_it() {
    let lay_out = |state: &mut State, width: i32| {
        let (viewport, framebuffer) = (Viewport::new(width, 380), FramebufferSize { width: 1000, height: 400 });
        update(state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    };
    let is_framed = |state: &State| {
        let (view, up) = (state.desk.view(), state.desk.study.up_axis());
        let framed = Camera::framing_scene(state.desk.scene(), view.aspect(), up);
        (view.camera.eye, view.camera.target) == (framed.eye, framed.target)
    };
    let mut state = state();
    update(&mut state, Action::Command(Command::ResetView));
    update(&mut state, Action::Command(Command::NextRayView));
    for width in [300, 900, 200] {
        lay_out(&mut state, width);
        assert!(state.desk.is_split() && is_framed(&state), "{width}");
    }
    update(&mut state, Action::Command(Command::NextRayView));
    assert!(!state.desk.is_split() && is_framed(&state));
    let mut moved = crate::app::update::tests::state();
    let axes = moved.desk.view().camera.axes();
    update(&mut moved, Action::Command(Command::NextRayView));
    lay_out(&mut moved, 300);
    assert_eq!(moved.desk.view().camera.axes(), axes, "from where it looked");
}

#[test]
fn another_pick_is_framed_only_where_a_part_of_it_is_out_of_the_free_view() {
    let mut state = split();
    let at = middle(state.desk.view());
    click(&mut state, at, ClickMode::Replace);
    let framed = state.desk.shown.second_view.view.camera;
    click(&mut state, CursorPosition { x: at.x + 3.0, ..at }, ClickMode::Replace);
    assert_eq!(state.desk.shown.second_view.view.camera, framed);
    let (before, cursor) =
        (state.desk.picked.as_ref().expect("a pick").trace.view, middle(&state.desk.shown.second_view.view));
    update(&mut state, Action::Zoom(wheel(cursor, 0.2)));
    let near = state.desk.shown.second_view.view.camera;
    assert_ne!(near, framed);
    click(&mut state, at, ClickMode::Replace);
    assert!(shows_the_pick(&state) && state.desk.shown.second_view.view.camera != near);
    assert_eq!(state.desk.picked.as_ref().expect("a pick").trace.view, before, "the camera of the picks has not moved");
}

#[test]
fn another_page_planes_or_scale_frame_the_free_view_anew_unless_somebody_moved_it() {
    let page = |state: &mut State, name: &str| {
        state.desk.page = Some(PageName { lesson: "a".to_owned(), page: name.to_owned() });
        update(state, Action::KeysUp);
    };
    let camera = |state: &State| state.desk.shown.second_view.view.camera;
    for change_made in [Change::Far(Plane::At(100.0)), Change::Scaled(DVec3::splat(0.25))] {
        let mut state = split();
        let before = camera(&state);
        change(&mut state, [change_made.clone()]);
        assert!(camera(&state) != before && shows_the_pick(&state), "{change_made:?}");
    }
    let mut state = split();
    let (before, cursor) = (camera(&state), middle(&state.desk.shown.second_view.view));
    update(&mut state, Action::Zoom(wheel(cursor, 3.0)));
    let moved = camera(&state);
    change(&mut state, [Change::Far(Plane::At(100.0)), Change::Scaled(DVec3::splat(0.25)), Change::Reset]);
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
    update(&mut state, Action::Command(Command::ToggleOrthographic));
    click(&mut state, MIDDLE, ClickMode::Replace);
    update(&mut state, Action::Command(Command::NextRayView));
    let eye = state.desk.picked.as_ref().expect("a pick").trace.view.camera.eye;
    let shows_eye = |state: &State| contains(&state.desk.shown.second_view.view, eye);
    assert!(!shows_eye(&state), "else the picture would be far away for nothing");
    change(&mut state, [Change::Mistake(Some(Mistake::EyeAsOrigin))]);
    assert!(shows_eye(&state) && state.desk.second_view_eye(state.desk.picked.as_ref().expect("a pick")) == Some(eye));
    change(&mut state, [Change::Mistake(None)]);
    assert!(!shows_eye(&state));
}

#[test]
fn clicks_and_hovers_in_the_free_view_pick_nothing() {
    let mut state = split();
    let (trace, selected) =
        (state.desk.picked.as_ref().expect("a pick").trace.clone(), state.desk.selected.triangles.len());
    let mut press = press_second_view(&state);
    for (button, double) in [(Button::Left, false), (Button::Left, true), (Button::Right, false)] {
        press.button = button;
        update(&mut state, Action::Gesture(Gesture::Click { press, double }));
    }
    update(&mut state, Action::Hover(Some(press.cursor)));
    assert_eq!((state.desk.pointer.hover, state.desk.pointer.hover_picks), (None, 0));
    assert_eq!(
        (&state.desk.picked.as_ref().expect("a pick").trace, state.desk.selected.triangles.len()),
        (&trace, selected)
    );
    let at = middle(state.desk.view());
    update(&mut state, Action::Hover(Some(at)));
    assert!(state.desk.pointer.hover.is_some(), "the other view is hovered");
}

#[test]
fn a_click_between_both_views_changes_nothing() {
    let mut state = split();
    let Viewport { x, width, .. } = state.desk.view().viewport;
    assert!(x + width < state.desk.shown.second_view.view.viewport.x, "there is room between them");
    let between = CursorPosition { x: f64::from(x + width) + 0.5, y: middle(state.desk.view()).y };
    click(&mut state, between, ClickMode::Replace);
    assert_eq!(state.desk.selected.triangles.len(), 1);
}

#[test]
fn a_hit_near_the_edge_of_the_picture_is_in_the_middle_of_its_half_and_goes_back() {
    for at in [MIDDLE, CursorPosition { x: 140.0, ..MIDDLE }, CursorPosition { x: 560.0, ..MIDDLE }] {
        let mut state = state();
        update(&mut state, Action::Zoom(wheel(MIDDLE, 0.25)));
        click(&mut state, at, ClickMode::Replace);
        let (before, pick) = (*state.desk.view(), state.desk.picked.as_ref().expect("a pick").trace.clone());
        let hit = state.desk.picked.as_ref().and_then(|picked| picked.hit.clone()).expect("a hit");
        update(&mut state, Action::Command(Command::NextRayView));
        let split = *state.desk.view();
        let seen = split.cursor_from_world(hit.point_world).expect("before the eye");
        let expected = CursorPosition { y: at.y, ..middle(&split) };
        assert!(seen.distance(expected) < 1.5, "{at:?}: {seen:?}, not {expected:?}");
        assert_eq!(split.camera == before.camera, at == MIDDLE, "it is moved where it must be");
        assert_eq!((split.camera.projection, split.camera.axes()), (before.camera.projection, before.camera.axes()));
        // A click on what is seen there hits it.
        click(&mut state, seen, ClickMode::Replace);
        let again = state.desk.picked.as_ref().and_then(|picked| picked.hit.clone()).expect("a hit");
        assert!(again.point_world.distance(hit.point_world) < 0.02 && again.id() == hit.id(), "{again:?}");
        for _ in 0..2 {
            update(&mut state, Action::Command(Command::NextRayView));
        }
        assert_eq!(*state.desk.view(), before);
        assert_ne!(state.desk.picked.as_ref().expect("a pick").trace, pick, "picks keep the view they were made in");
    }
}

#[test]
fn a_camera_that_was_moved_in_its_half_stays_when_the_picture_is_whole_again() {
    let mut state = state();
    update(&mut state, Action::Zoom(wheel(MIDDLE, 0.25)));
    click(&mut state, CursorPosition { x: 140.0, ..MIDDLE }, ClickMode::Replace);
    let before = state.desk.view().camera;
    update(&mut state, Action::Command(Command::NextRayView));
    assert_ne!(state.desk.view().camera, before);
    let at = middle(state.desk.view());
    update(&mut state, Action::Zoom(wheel(at, 0.9)));
    let camera = state.desk.view().camera;
    update(&mut state, Action::Command(Command::NextRayView));
    assert_eq!(state.desk.view().camera, camera);
}

#[test]
fn drags_wheel_and_keys_over_the_free_view_move_it_alone_and_the_ray_stays() {
    let mut state = split();
    let (left, pivot) = (*state.desk.view(), state.desk.shown.pivot);
    let trace = state.desk.picked.as_ref().expect("a pick").trace.clone();
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
        update(&mut state, action);
        let camera = state.desk.shown.second_view.view.camera;
        assert_eq!(!cameras.contains(&camera), moves, "{camera:?}");
        cameras.push(camera);
        assert_eq!((*state.desk.view(), state.desk.shown.pivot), (left, pivot));
        assert_eq!(state.desk.picked.as_ref().expect("a pick").trace, trace);
    }
    update(&mut state, Action::Command(Command::ResetView));
    assert_eq!(state.desk.shown.second_view.view.camera, cameras[0], "the first framing comes back");
    let at = middle(&left);
    update(&mut state, Action::Hover(Some(at)));
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Top)));
    assert_ne!(state.desk.view().camera, left.camera, "the left view is free to move, too");
    assert_eq!(state.desk.picked.as_ref().expect("a pick").trace, trace);
}

#[test]
fn a_drag_over_the_free_view_moves_its_camera_while_a_box_is_in_use_and_selects_nothing() {
    let mut state = split();
    update(&mut state, Action::Command(Command::SelectByBox));
    let (press, selected) = (press_second_view(&state), state.desk.selected.triangles.clone());
    let camera = state.desk.shown.second_view.view.camera;
    let to = CursorPosition { x: press.cursor.x + 40.0, y: press.cursor.y + 9.0 };
    update(&mut state, Action::Gesture(Gesture::Drag(DragTo { press, to, begins: true })));
    update(&mut state, Action::Gesture(Gesture::DragEnds));
    assert_ne!(state.desk.shown.second_view.view.camera, camera);
    assert_eq!(state.desk.selected.triangles.triangles(), selected.triangles());
}

#[test]
fn only_the_pick_workspace_is_split() {
    let mut state = split();
    let half = state.desk.view().viewport;
    update(&mut state, Action::Command(Command::Show(Workspace::Collide)));
    assert_eq!((state.desk.is_split(), state.desk.view().viewport), (false, state.desk.shown.picture));
    update(&mut state, Action::Command(Command::Show(Workspace::Pick)));
    assert_eq!((state.desk.is_split(), state.desk.view().viewport), (true, half));
}

#[test]
fn n_goes_to_ndc_and_back_in_its_time_and_moves_neither_camera_nor_the_ray() {
    let mut state = split();
    let before = (
        *state.desk.view(),
        state.desk.shown.second_view.view,
        state.desk.picked.as_ref().expect("a pick").trace.clone(),
    );
    assert!(!state.is_moving() && state.desk.second_view_warp().is_none(), "the world is as it is");
    for goal in [1.0, 0.0] {
        update(&mut state, Action::Command(Command::ToggleNdc));
        let mut seconds = 0.0;
        while state.is_moving() {
            update(&mut state, Action::Tick(0.016));
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
    update(&mut state, Action::ScrubNdc(0.25));
    assert_eq!((state.desk.shown.second_view.ndc, state.is_moving()), (0.25, false));
    let trace = state.desk.picked.as_ref().expect("a pick").trace.clone();
    assert_eq!((*state.desk.view(), state.desk.shown.second_view.view, trace), before);
    update(&mut state, Action::Command(Command::ToggleNdc));
    update(&mut state, Action::Tick(0.1));
    update(&mut state, Action::Command(Command::ToggleNdc));
    update(&mut state, Action::Tick(9.0));
    assert_eq!(state.desk.shown.second_view.ndc, 0.0, "pressed again on the way, it turns back");
}

#[test]
fn n_says_what_it_needs() {
    let mut state = state();
    for (command, word) in
        [(Command::ToggleNdc, "R shows two views"), (Command::NextRayView, ""), (Command::ToggleNdc, "click")]
    {
        update(&mut state, Action::Command(command));
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
