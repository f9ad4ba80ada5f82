//! Tests of areas: strokes, neighbours and files of selections.

use super::*;
use crate::app::desk::selecting;
use crate::app::update::tests::*;
use pickray::pick::{SavedSelection, ScreenArea, ScreenRegion, SelectOptions, TriangleIds, select_in};
use pickray::work::Progress;

fn teapot() -> State {
    state_of(Sample::Teapot.mesh().expect("a sample"))
}

fn areas(state: &State) -> &Areas {
    &state.tools.get::<Picking>().areas
}

fn tool(state: &State) -> StripTool {
    state.tools.get::<Picking>().tool
}

fn selected(state: &State) -> TriangleIds {
    state.desk.selected.triangles.triangles().clone()
}

fn drag(press: Press, to: CursorPosition, begins: bool) -> Action {
    Action::Gesture(Gesture::Drag(DragTo { press, to, begins }))
}

impl State {
    /// Drags the left button over these places.
    fn stroke(&mut self, places: &[(f64, f64)], mode: ClickMode) -> &mut Self {
        self.draw(places, mode).act(Action::Gesture(Gesture::DragEnds))
    }

    /// Drags the left button over these places, without an end.
    fn draw(&mut self, places: &[(f64, f64)], mode: ClickMode) -> &mut Self {
        let at = |&(x, y): &(f64, f64)| CursorPosition { x, y };
        let press = left_press(at(&places[0]), *self.desk.view(), modifiers_of(mode));
        for (index, place) in places[1..].iter().enumerate() {
            self.act(drag(press, at(place), index == 0));
        }
        self
    }

    /// Lets the mouse be over a triangle.
    fn hover(&mut self, triangle: u32) -> &mut Self {
        self.desk.pointer.hover = Some(TriangleId { object: 0, triangle });
        self
    }
}

/// Returns the triangles that the library takes in a region of the present view.
fn taken(state: &State, region: &ScreenRegion, options: SelectOptions) -> TriangleIds {
    select_in(state.desk.scene(), state.desk.view(), region, &options).expect("a region").triangles
}

fn rectangle(from: (f64, f64), to: (f64, f64)) -> ScreenRegion {
    let [from, to] = [from, to].map(|(x, y)| CursorPosition { x, y });
    ScreenRegion::Rectangle { from, to }
}

const FROM: (f64, f64) = (300.0, 120.0);
const TO: (f64, f64) = (420.0, 230.0);

#[test]
fn a_box_takes_what_the_library_does_visible_and_through_by_each_rule() {
    for through in [false, true] {
        for (rule, ..) in RULES {
            let mut state = teapot();
            state.command(Command::SelectByBox);
            if through {
                state.command(Command::ToggleThrough);
            }
            state.act(AreaAction::Rule(rule));
            state.stroke(&[FROM, (350.0, 150.0), TO], ClickMode::Replace);
            let options = SelectOptions { test: rule, through, ..SelectOptions::default() };
            let expected = taken(&state, &rectangle(FROM, TO), options);
            assert!(expected.len() > 50, "{}", expected.len());
            assert_eq!(selected(&state), expected);
            state.command(Command::Undo);
            assert!(selected(&state).is_empty(), "all of it is one step");
            state.command(Command::Redo);
            assert_eq!(selected(&state), expected);
        }
    }
}

#[test]
fn the_modifiers_are_those_of_a_click() {
    let mut state = teapot();
    state.command(Command::SelectByBox).stroke(&[FROM, TO], ClickMode::Replace);
    let first = selected(&state);
    let second = taken(&state, &rectangle((380.0, 120.0), (460.0, 230.0)), SelectOptions::default());
    let after = |mode| {
        let mut state = teapot();
        state.command(Command::SelectByBox).stroke(&[FROM, TO], ClickMode::Replace);
        state.stroke(&[(380.0, 120.0), (460.0, 230.0)], mode);
        selected(&state)
    };
    let with = |of: fn(&mut TriangleIds, &TriangleIds)| {
        let mut ids = first.clone();
        of(&mut ids, &second);
        ids
    };
    assert_eq!(after(ClickMode::Replace), second);
    assert_eq!(after(ClickMode::Add), with(TriangleIds::union_with));
    assert_eq!(after(ClickMode::Toggle), with(TriangleIds::toggle_with));
    assert_eq!(after(ClickMode::Remove), with(TriangleIds::subtract));
}

#[test]
fn a_stroke_shows_what_it_would_take_and_esc_takes_it_back_then_the_gesture() {
    let mut state = teapot();
    state.pick(MIDDLE);
    let before = selected(&state);
    state.command(Command::SelectByBox).draw(&[FROM, TO], ClickMode::Add);
    assert!(selected(&state).len() > 50);
    assert_eq!(areas(&state).stroke.as_ref().and_then(|stroke| stroke.count).map(|count| count > 50), Some(true));
    state.command(Command::Escape);
    assert_eq!((selected(&state), tool(&state)), (before.clone(), StripTool::Box));
    let view = *state.desk.view();
    let press = left_press(CursorPosition::new(FROM.0, FROM.1), view, Modifiers::NONE);
    state.act(drag(press, CursorPosition::new(TO.0, TO.1), false));
    assert_eq!((selected(&state), state.desk.view().camera), (before.clone(), view.camera), "nor does the camera turn");
    state.act(Action::Gesture(Gesture::DragEnds));
    assert_eq!(selected(&state), before, "nothing comes of it any more");
    state.command(Command::Escape);
    assert_eq!(tool(&state), StripTool::Click);
    state.command(Command::Undo);
    assert!(selected(&state).is_empty(), "the click alone was a step");
}

#[test]
fn what_covers_no_pixel_joins_although_the_rest_was_selected_already() {
    let mut state = teapot();
    let view = *state.desk.view();
    let region = rectangle((101.0, 1.0), (590.0, 370.0));
    let area = ScreenArea::new(&view, &region).expect("a region");
    let options = SelectOptions::default();
    let seen = area.seen_at_pixels(state.desk.scene(), &options, &Progress::default()).expect("not cancelled");
    let all = taken(&state, &region, options);
    assert!(seen.len() < all.len(), "some cover no pixel");
    selecting::select(&mut state.desk, ClickMode::Replace, seen);
    state.command(Command::SelectByBox).stroke(&[(101.0, 1.0), (590.0, 370.0)], ClickMode::Replace);
    assert_eq!(selected(&state), all);
}

#[test]
fn a_stroke_is_taken_back_where_the_picture_is_another() {
    let mut state = teapot();
    state.command(Command::SelectByBox).draw(&[FROM, TO], ClickMode::Replace);
    assert!(!selected(&state).is_empty());
    state.act(Action::Zoom(wheel(MIDDLE, 0.8)));
    assert!(selected(&state).is_empty() && areas(&state).stroke.is_none());
    state.act(Action::Gesture(Gesture::DragEnds));
    assert!(selected(&state).is_empty(), "nothing comes of it any more");
}

#[test]
fn a_lasso_takes_what_the_library_does_and_one_of_two_points_is_told() {
    let mut state = teapot();
    state.command(Command::SelectByLasso);
    let way = [(300.0, 120.0), (420.0, 130.0), (400.0, 230.0), (320.0, 215.0)];
    state.stroke(&way, ClickMode::Replace);
    let lasso = ScreenRegion::Lasso(way.map(|(x, y)| CursorPosition { x, y }).to_vec());
    let expected = taken(&state, &lasso, SelectOptions::default());
    assert!(expected.len() > 50 && selected(&state) == expected);
    state.stroke(&[(300.0, 120.0), (420.0, 130.0)], ClickMode::Replace);
    assert!(state.desk.messages.last.as_ref().is_some_and(|message| message.text.contains("three")));
    assert_eq!(selected(&state), expected);
}

#[test]
fn a_brush_paints_its_way_and_the_wheel_with_shift_sets_its_radius() {
    let mut state = teapot();
    state.command(Command::SelectByBrush);
    let radius = areas(&state).radius;
    let camera = state.desk.view().camera;
    let mut turned = wheel(MIDDLE, 0.5);
    turned.modifiers = Modifiers::SHIFT;
    state.act(Action::Zoom(turned));
    assert_eq!((areas(&state).radius, state.desk.view().camera), (2.0 * radius, camera));
    state.act(Action::Zoom(wheel(MIDDLE, 0.9)));
    assert_ne!(state.desk.view().camera, camera, "the wheel alone zooms");
    let (from, to) = ((300.0, 150.0), (400.0, 150.0));
    state.stroke(&[from, to], ClickMode::Replace);
    let all = selected(&state);
    for x in [300.0, 350.0, 400.0] {
        let disc = ScreenRegion::Disc { center: CursorPosition::new(x, 150.0), radius: 10.0 };
        let inside = taken(&state, &disc, SelectOptions::default());
        let mut missing = inside.clone();
        missing.subtract(&all);
        assert!(!inside.is_empty() && missing.is_empty(), "at {x}");
    }
    let around = rectangle((300.0 - 2.0 * radius, 150.0 - 2.0 * radius), (400.0 + 2.0 * radius, 150.0 + 2.0 * radius));
    let mut beyond = all;
    beyond.subtract(&taken(&state, &around, SelectOptions::default()));
    assert!(beyond.is_empty(), "none is farther than the radius");
    state.desk.shown.scale_factor = 2.0;
    state.draw(&[from, to], ClickMode::Replace);
    let drawn = areas(&state).stroke.as_ref().expect("a stroke").radius;
    assert_eq!(drawn, 2.0 * areas(&state).radius, "on a fine screen it has twice as many pixels");
}

#[test]
fn with_space_held_and_by_other_buttons_drags_move_the_camera() {
    let mut state = teapot();
    state.command(Command::SelectByLasso);
    let moved = |state: &mut State, press: Press| {
        let before = state.desk.view().camera;
        state.act(drag(press, CursorPosition { x: 420.0, y: 230.0 }, true)).act(Action::Gesture(Gesture::DragEnds));
        state.desk.view().camera != before
    };
    let press = left_press(MIDDLE, *state.desk.view(), Modifiers::NONE);
    assert!(!moved(&mut state, press));
    state.act(Action::Key(Key::Space, true));
    for habits in NavigationPreset::ALL {
        state.desk.settings.navigation = habits;
        let press = Press { view: *state.desk.view(), ..press };
        assert!(moved(&mut state, press), "{habits:?}");
    }
    state.desk.settings.navigation = NavigationPreset::Pickray;
    let press = left_press(MIDDLE, *state.desk.view(), Modifiers::NONE);
    state.act(Action::Key(Key::Space, false));
    assert!(!moved(&mut state, press));
    assert!(moved(&mut state, Press { button: Button::Middle, ..press }));
}

#[test]
fn in_blenders_habits_the_left_drag_is_a_box() {
    let mut state = teapot();
    state.desk.settings.navigation = NavigationPreset::Blender;
    state.stroke(&[FROM, TO], ClickMode::Replace);
    assert_eq!(selected(&state), taken(&state, &rectangle(FROM, TO), SelectOptions::default()));
    assert_eq!(tool(&state), StripTool::Click);
}

#[test]
fn a_box_beside_the_mesh_clears_and_one_beside_the_picture_is_told() {
    let mut state = teapot();
    state.command(Command::SelectAll).command(Command::SelectByBox);
    state.stroke(&[(101.0, 1.0), (110.0, 8.0)], ClickMode::Replace);
    assert!(selected(&state).is_empty());
    state.command(Command::SelectAll).stroke(&[(10.0, 10.0), (90.0, 90.0)], ClickMode::Replace);
    assert!(!selected(&state).is_empty() && state.desk.messages.last.is_some());
}

/// Returns a cube and, beside it, another.
fn two_cubes() -> State {
    let cube = Sample::Cube.mesh().expect("a sample");
    let n = cube.positions().len() as u32;
    let beside = cube.positions().iter().map(|&[x, y, z]| [x + 4.0, y, z]);
    let positions = cube.positions().iter().copied().chain(beside).collect();
    let second = cube.triangles().iter().map(|corners| corners.map(|corner| corner + n));
    let triangles = cube.triangles().iter().copied().chain(second).collect();
    state_of(Mesh::from_triangles(positions, triangles).expect("a mesh"))
}

#[test]
fn connected_and_flat_parts_grow_and_shrink() {
    let mut state = two_cubes();
    state.command(Command::SelectLinked);
    assert!(selected(&state).is_empty() && state.desk.messages.last.is_some(), "there is nothing to begin with");
    state.hover(0).command(Command::SelectLinked);
    assert!(selected(&state).iter().eq((0..12).map(|triangle| TriangleId { object: 0, triangle })));
    state.command(Command::SelectFlat);
    let side = selected(&state);
    assert_eq!(side.len(), 2);
    state.command(Command::Grow);
    assert_eq!(selected(&state).len(), 6);
    state.command(Command::Shrink);
    assert_eq!(selected(&state), side);
    state.hover(12);
    state.desk.pointer.modifiers = Modifiers::SHIFT;
    state.command(Command::SelectLinked);
    assert_eq!(selected(&state).len(), 14, "with Shift it joins");
    for n in [2, 6, 2, 12, 0] {
        state.command(Command::Undo);
        assert_eq!(selected(&state).len(), n);
    }
}

#[test]
fn the_wheel_sets_the_angle_of_the_flat_region_within_its_step() {
    let mut state = two_cubes();
    state.hover(0).command(Command::SelectFlat);
    assert_eq!(selected(&state).len(), 2);
    let mut turned = wheel(MIDDLE, 0.1);
    turned.modifiers = Modifiers::SHIFT;
    state.act(Action::Zoom(turned));
    assert_eq!((areas(&state).angle, selected(&state).len()), (100.0, 10), "all but the opposite side");
    state.act(Action::Zoom(turned));
    assert_eq!((areas(&state).angle, selected(&state).len()), (180.0, 12));
    state.command(Command::Undo);
    assert!(selected(&state).is_empty());
    state.act(Action::Zoom(turned));
    assert!(selected(&state).is_empty(), "it was taken back");
}

#[test]
fn what_is_hidden_is_never_taken() {
    let mut state = two_cubes();
    state.hover(0).command(Command::SelectFlat);
    let side = selected(&state);
    state.command(Command::HideObjects).command(Command::SelectAll);
    assert_eq!(selected(&state).len(), 22);
    state.hover(5).command(Command::SelectLinked);
    let mut taken = selected(&state);
    taken.intersect_with(&side);
    assert!(taken.is_empty() && selected(&state).len() == 10);
    state.command(Command::SelectByBox).command(Command::ToggleThrough);
    state.stroke(&[(101.0, 1.0), (590.0, 370.0)], ClickMode::Replace);
    let mut taken = selected(&state);
    taken.intersect_with(&side);
    assert!(taken.is_empty() && !selected(&state).is_empty());
}

#[test]
fn a_saved_selection_comes_back_and_that_of_another_mesh_is_refused() {
    let mut state = two_cubes();
    state.pick(NOTHING);
    let ids: TriangleIds = [3, 7].map(|triangle| TriangleId { object: 0, triangle }).into();
    let saved = SavedSelection::new(state.desk.scene(), &ids);
    let read = |state: &mut State, saved: SavedSelection| {
        state.act(AreaAction::Read(Ok(saved)));
    };
    read(&mut state, saved.clone());
    assert_eq!(selected(&state), ids);
    let mut other = teapot();
    read(&mut other, saved);
    assert!(selected(&other).is_empty());
    assert!(other.complains());
}

#[test]
fn measures_of_a_selection_follow_it() {
    let mut state = two_cubes();
    state.command(Command::SelectAll);
    let summary = |state: &State| *state.tools.get::<Picking>().sum.summary.get().expect("measures");
    let all = summary(&state);
    assert_eq!((all.area, all.parts), (48.0, Some(2)));
    state.hover(0).command(Command::SelectLinked);
    assert_eq!((summary(&state).area, summary(&state).parts), (24.0, Some(1)));
    assert_eq!(summary(&state).bounds.max.x, 1.0);
}
