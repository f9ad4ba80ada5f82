//! Tests of areas: strokes, neighbours and files of selections.

use super::*;
use crate::app::desk::selecting;
use crate::app::input::Wheel;
use crate::app::update::tests::*;
use pickray::pick::{SavedSelection, ScreenArea, ScreenRegion, SelectOptions, TriangleIds, select_in};
use pickray::work::Progress;

fn teapot() -> State {
    state_of(Sample::Teapot.mesh().expect("a sample"))
}

fn areas(state: &State) -> &Areas {
    &state.picking().areas
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
    fn over(&mut self, triangle: u32) -> &mut Self {
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
    for (through, (rule, ..)) in [false, true].into_iter().flat_map(|through| RULES.map(|row| (through, row))) {
        let mut state = teapot();
        state.command(Command::SelectByBox).act(AreaAction::Rule(rule));
        if through {
            state.command(Command::ToggleThrough);
        }
        let options = SelectOptions { test: rule, through, ..SelectOptions::default() };
        let expected = taken(&state, &rectangle(FROM, TO), options);
        assert!(expected.len() > 50, "{}", expected.len());
        assert_eq!(selected(state.stroke(&[FROM, (350.0, 150.0), TO], ClickMode::Replace)), expected);
        assert!(selected(state.command(Command::Undo)).is_empty(), "all of it is one step");
        assert_eq!(selected(state.command(Command::Redo)), expected);
    }
}

#[test]
fn the_modifiers_are_those_of_a_click() {
    let second = [(380.0, 120.0), (460.0, 230.0)];
    let of_second = taken(&teapot(), &rectangle(second[0], second[1]), SelectOptions::default());
    type Set = fn(&mut TriangleIds, &TriangleIds);
    let sets: [(_, Set); 4] = [
        (ClickMode::Replace, |ids, second| *ids = second.clone()),
        (ClickMode::Add, TriangleIds::union_with),
        (ClickMode::Toggle, TriangleIds::toggle_with),
        (ClickMode::Remove, TriangleIds::subtract),
    ];
    for (mode, set) in sets {
        let mut state = teapot();
        let mut expected = selected(state.command(Command::SelectByBox).stroke(&[FROM, TO], ClickMode::Replace));
        set(&mut expected, &of_second);
        assert_eq!(selected(state.stroke(&second, mode)), expected, "{mode:?}");
    }
}

#[test]
fn a_stroke_shows_what_it_would_take_and_esc_takes_it_back_then_the_gesture() {
    let mut state = teapot();
    let before = selected(state.pick(MIDDLE));
    assert!(selected(state.command(Command::SelectByBox).draw(&[FROM, TO], ClickMode::Add)).len() > 50);
    assert!(areas(&state).stroke.as_ref().and_then(|stroke| stroke.count).is_some_and(|count| count > 50));
    let seen = |state: &State| (selected(state), state.picking().tool);
    assert_eq!(seen(state.command(Command::Escape)), (before.clone(), StripTool::Box));
    let view = state.view();
    let press = left_press(CursorPosition::new(FROM.0, FROM.1), view, Modifiers::NONE);
    let drawn = selected(state.act(drag(press, CursorPosition::new(TO.0, TO.1), false)));
    assert_eq!((drawn, state.view().camera), (before.clone(), view.camera), "nor does the camera turn");
    let ended = selected(state.act(Action::Gesture(Gesture::DragEnds)));
    assert_eq!(ended, before, "nothing comes of it any more");
    assert_eq!(seen(state.command(Command::Escape)).1, StripTool::Click);
    assert!(selected(state.command(Command::Undo)).is_empty(), "the click alone was a step");
}

#[test]
fn what_covers_no_pixel_joins_although_the_rest_was_selected_already() {
    let mut state = teapot();
    let way = [(101.0, 1.0), (590.0, 370.0)];
    let (region, options) = (rectangle(way[0], way[1]), SelectOptions::default());
    let area = ScreenArea::new(&state.view(), &region).expect("a region");
    let seen = area.seen_at_pixels(state.desk.scene(), &options, &Progress::default()).expect("not cancelled");
    let all = taken(&state, &region, options);
    assert!(seen.len() < all.len(), "some cover no pixel");
    selecting::select(&mut state.desk, ClickMode::Replace, seen);
    assert_eq!(selected(state.command(Command::SelectByBox).stroke(&way, ClickMode::Replace)), all);
}

#[test]
fn a_stroke_is_taken_back_where_the_picture_is_another() {
    let mut state = teapot();
    assert!(!selected(state.command(Command::SelectByBox).draw(&[FROM, TO], ClickMode::Replace)).is_empty());
    assert!(selected(state.zoom(MIDDLE, 0.8)).is_empty() && areas(&state).stroke.is_none());
    let ended = selected(state.act(Action::Gesture(Gesture::DragEnds)));
    assert!(ended.is_empty(), "nothing comes of it any more");
}

#[test]
fn a_lasso_takes_what_the_library_does_and_one_of_two_points_is_told() {
    let mut state = teapot();
    let way = [(300.0, 120.0), (420.0, 130.0), (400.0, 230.0), (320.0, 215.0)];
    let lasso = ScreenRegion::Lasso(way.map(|(x, y)| CursorPosition { x, y }).to_vec());
    let expected = taken(&state, &lasso, SelectOptions::default());
    assert!(expected.len() > 50);
    assert_eq!(selected(state.command(Command::SelectByLasso).stroke(&way, ClickMode::Replace)), expected);
    assert!(state.stroke(&way[..2], ClickMode::Replace).told().contains("three"));
    assert_eq!(selected(&state), expected);
}

#[test]
fn a_brush_paints_its_way_and_the_wheel_with_shift_sets_its_radius() {
    let mut state = teapot();
    let radius = areas(state.command(Command::SelectByBrush)).radius;
    let camera = state.view().camera;
    let turned = Wheel { modifiers: Modifiers::SHIFT, ..wheel(MIDDLE, 0.5) };
    assert_eq!((areas(state.act(Action::Zoom(turned))).radius, state.view().camera), (2.0 * radius, camera));
    assert_ne!(state.zoom(MIDDLE, 0.9).view().camera, camera, "the wheel alone zooms");
    let way = [(300.0, 150.0), (400.0, 150.0)];
    let all = selected(state.stroke(&way, ClickMode::Replace));
    for x in [300.0, 350.0, 400.0] {
        let disc = ScreenRegion::Disc { center: CursorPosition::new(x, 150.0), radius: 10.0 };
        let mut missing = taken(&state, &disc, SelectOptions::default());
        let n_inside = missing.len();
        missing.subtract(&all);
        assert!(0 < n_inside && missing.is_empty(), "at {x}");
    }
    let around = rectangle((300.0 - 2.0 * radius, 150.0 - 2.0 * radius), (400.0 + 2.0 * radius, 150.0 + 2.0 * radius));
    let mut beyond = all;
    beyond.subtract(&taken(&state, &around, SelectOptions::default()));
    assert!(beyond.is_empty(), "none is farther than the radius");
    state.desk.shown.scale_factor = 2.0;
    let drawn = areas(state.draw(&way, ClickMode::Replace)).stroke.as_ref().expect("a stroke").radius;
    assert_eq!(drawn, 2.0 * areas(&state).radius, "on a fine screen it has twice as many pixels");
}

#[test]
fn with_space_held_and_by_other_buttons_drags_move_the_camera() {
    let mut state = teapot();
    state.command(Command::SelectByLasso);
    let moved = |state: &mut State, button: Button| {
        let before = state.view();
        let press = Press { button, ..left_press(MIDDLE, before, Modifiers::NONE) };
        state.act(drag(press, CursorPosition { x: 420.0, y: 230.0 }, true)).act(Action::Gesture(Gesture::DragEnds));
        state.view().camera != before.camera
    };
    assert!(!moved(&mut state, Button::Left));
    state.act(Action::Key(Key::Space, true));
    for habits in NavigationPreset::ALL {
        state.desk.settings.navigation = habits;
        assert!(moved(&mut state, Button::Left), "{habits:?}");
    }
    state.desk.settings.navigation = NavigationPreset::Pickray;
    assert!(!moved(state.act(Action::Key(Key::Space, false)), Button::Left));
    assert!(moved(&mut state, Button::Middle));
}

#[test]
fn in_blenders_habits_the_left_drag_is_a_box() {
    let mut state = teapot();
    state.desk.settings.navigation = NavigationPreset::Blender;
    let expected = taken(&state, &rectangle(FROM, TO), SelectOptions::default());
    assert_eq!(selected(state.stroke(&[FROM, TO], ClickMode::Replace)), expected);
    assert_eq!(state.picking().tool, StripTool::Click);
}

#[test]
fn a_box_beside_the_mesh_clears_and_one_beside_the_picture_is_told() {
    let mut state = teapot();
    state.command(Command::SelectAll).command(Command::SelectByBox);
    assert!(selected(state.stroke(&[(101.0, 1.0), (110.0, 8.0)], ClickMode::Replace)).is_empty());
    state.command(Command::SelectAll).stroke(&[(10.0, 10.0), (90.0, 90.0)], ClickMode::Replace);
    assert!(!selected(&state).is_empty() && !state.told().is_empty());
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
    let nothing = selected(state.command(Command::SelectLinked));
    assert!(nothing.is_empty() && !state.told().is_empty(), "there is nothing to begin with");
    let linked = selected(state.over(0).command(Command::SelectLinked));
    assert!(linked.iter().eq((0..12).map(|triangle| TriangleId { object: 0, triangle })));
    let side = selected(state.command(Command::SelectFlat));
    assert_eq!((side.len(), selected(state.command(Command::Grow)).len()), (2, 6));
    assert_eq!(selected(state.command(Command::Shrink)), side);
    state.over(12).desk.pointer.modifiers = Modifiers::SHIFT;
    assert_eq!(selected(state.command(Command::SelectLinked)).len(), 14, "with Shift it joins");
    for n in [2, 6, 2, 12, 0] {
        assert_eq!(selected(state.command(Command::Undo)).len(), n);
    }
}

#[test]
fn the_wheel_sets_the_angle_of_the_flat_region_within_its_step() {
    let mut state = two_cubes();
    assert_eq!(selected(state.over(0).command(Command::SelectFlat)).len(), 2);
    let turned = Wheel { modifiers: Modifiers::SHIFT, ..wheel(MIDDLE, 0.1) };
    // 100 degrees take all but the opposite side.
    for (angle, n) in [(100.0, 10), (180.0, 12)] {
        state.act(Action::Zoom(turned));
        assert_eq!((areas(&state).angle, selected(&state).len()), (angle, n));
    }
    assert!(selected(state.command(Command::Undo)).is_empty());
    assert!(selected(state.act(Action::Zoom(turned))).is_empty(), "it was taken back");
}

#[test]
fn what_is_hidden_is_never_taken() {
    let mut state = two_cubes();
    let side = selected(state.over(0).command(Command::SelectFlat));
    let assert_taken = |state: &State, n: Option<usize>| {
        let mut taken = selected(state);
        assert!(!taken.is_empty() && n.is_none_or(|n| taken.len() == n), "{}", taken.len());
        taken.intersect_with(&side);
        assert!(taken.is_empty());
    };
    assert_taken(state.command(Command::HideObjects).command(Command::SelectAll), Some(22));
    assert_taken(state.over(5).command(Command::SelectLinked), Some(10));
    state.command(Command::SelectByBox).command(Command::ToggleThrough);
    assert_taken(state.stroke(&[(101.0, 1.0), (590.0, 370.0)], ClickMode::Replace), None);
}

#[test]
fn a_saved_selection_comes_back_and_that_of_another_mesh_is_refused() {
    let mut state = two_cubes();
    state.pick(NOTHING);
    let ids: TriangleIds = [3, 7].map(|triangle| TriangleId { object: 0, triangle }).into();
    let saved = SavedSelection::new(state.desk.scene(), &ids);
    assert_eq!(selected(state.act(AreaAction::Read(Ok(saved.clone())))), ids);
    let mut other = teapot();
    assert!(selected(other.act(AreaAction::Read(Ok(saved)))).is_empty() && other.complains());
}

#[test]
fn measures_of_a_selection_follow_it() {
    let mut state = two_cubes();
    let summary = |state: &State| *state.picking().sum.summary.get().expect("measures");
    let all = summary(state.command(Command::SelectAll));
    assert_eq!((all.area, all.parts), (48.0, Some(2)));
    let one = summary(state.over(0).command(Command::SelectLinked));
    assert_eq!((one.area, one.parts, one.bounds.max.x), (24.0, Some(1), 1.0));
}
