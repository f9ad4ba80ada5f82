//! The Collide workspace in a real window.

use crate::harness::{App, Start, keysym};
use glam::DVec3;
use pickray::geometry::Aabb;
use pickray::math::CursorPosition;
use pickray::mesh::Load;
use pickray::scene::{Object, Scene, UpAxis, View};
use pickray_app::app::action::Action;
use pickray_app::app::gizmo::{Gizmo, Handle};
use pickray_app::app::keys::Command;
use pickray_app::app::settings::Settings;
use pickray_app::app::tools::two_triangles::{self, Case};
use pickray_app::app::update::{State, update};
use pickray_app::app::workspace::Workspace;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A square of two triangles that faces +z.
const SQUARE: &str = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n";

/// The program on the square, on the bench of this name.
pub fn at_bench(bench: &str) -> App {
    let app = App::start(&Start { obj: SQUARE.to_owned(), ..Start::default() });
    // A place for the focus: there is no window manager to give it.
    app.move_to(app.middle_of(0));
    app.settle();
    let seen = || app.last_frame().bench;
    for _ in 0..8 {
        let before = seen();
        type_key(&app, keysym::F3);
        assert!(wait_for(&app, |_| seen() != before), "F3 leads on from {before:?}");
        if seen().as_deref() == Some(bench) {
            // That one does not come to rest by itself, nor on the way to another.
            if bench != "Many bodies" {
                app.settle();
            }
            return app;
        }
    }
    panic!("no bench {bench}: {:?}", app.last_frame());
}

/// Whether a pixel comes to have more blue than red by 50 of 255, as what is pointed out and what is drawn in sky blue
/// has, or comes to have not.
fn is_blue(app: &App, at: CursorPosition, shall: bool) -> bool {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let [red, _, blue] = app.pixel(at);
        let is = i32::from(blue) - i32::from(red) > 50;
        if is == shall || deadline < Instant::now() {
            return is;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_click_sends_a_sphere_and_what_it_touches_lights_up_until_it_is_let_go() {
    let first = App::start(&Start { obj: SQUARE.to_owned(), ..Start::default() }).first_view();
    let mut app = at_bench("Sphere");
    let view = app.view_from_first_camera(&first);
    let at = |x: f64, y: f64| view.cursor_from_world(DVec3::new(x, y, 0.0)).expect("before the camera");
    // In the lower right triangle, with a place of it that no line goes through; and in the upper left one.
    let (touched, lit, other) = (at(0.4, -0.4), at(0.85, -0.6), at(-0.85, 0.6));
    app.move_to(CursorPosition { x: 4.0, y: 100.0 });
    app.settle();
    assert!(!is_blue(&app, lit, false), "{:?} before", app.pixel(lit));
    app.move_to(touched);
    app.settle();
    assert!(is_blue(&app, lit, true), "it is lit as soon as the mouse carries the sphere there: {:?}", app.pixel(lit));
    let frame = app.click_here();
    assert_eq!((frame.marked, frame.selected), (1, 0));
    app.move_to(CursorPosition { x: 4.0, y: 100.0 });
    app.settle();
    assert!(is_blue(&app, lit, true), "a click keeps it: {:?}", app.pixel(lit));
    assert!(!is_blue(&app, other, false), "its neighbour is not touched: {:?}", app.pixel(other));
    app.press(keysym::ESCAPE);
    assert!(!is_blue(&app, lit, false), "Esc lets it go: {:?}", app.pixel(lit));
}

/// The view of the square that a bench has after these actions: it moves the camera to what it shows.
pub fn view_at(tool: &'static str, view: &View, actions: impl IntoIterator<Item = Action>) -> View {
    let mut state = State::new(Settings::default());
    let mesh = Load::bytes("square.obj", SQUARE.as_bytes()).mesh().expect("a mesh").0;
    state.desk.study.open(Scene::of(Object::new("square", Arc::new(mesh))));
    state.desk.study.set_view(*view);
    update(&mut state, Action::Command(Command::Show(Workspace::Collide)));
    update(&mut state, Action::UseTool(tool));
    actions.into_iter().for_each(|action| update(&mut state, action));
    *state.desk.view()
}

#[test]
fn the_corner_of_a_free_triangle_is_dragged_by_its_handle() {
    let app = at_bench("Two triangles");
    let first = app.first_view();
    app.press(keysym::T);
    let free = two_triangles::TwoTrianglesAction::Free(true).into();
    let view = view_at("two_triangles", &app.view_from_first_camera(&first), [free]);
    let bounds = Aabb::new(DVec3::new(-1.0, -1.0, 0.0), DVec3::new(1.0, 1.0, 0.0));
    let [_, q] = Case::Crossing.pair(UpAxis::Y, &bounds);
    let from = view.cursor_from_world(q.c).expect("before the camera");
    let to = CursorPosition { x: from.x - 80.0, y: from.y };
    assert!(is_blue(&app, from, true), "the handle is where the corner is seen: {:?}", app.pixel(from));
    assert!(!is_blue(&app, to, false), "{:?} before", app.pixel(to));
    app.move_to(from);
    app.settle();
    app.button(true);
    for step in 1..=10 {
        let part = f64::from(step) / 10.0;
        app.move_to(CursorPosition { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) });
        std::thread::sleep(Duration::from_millis(5));
    }
    app.button(false);
    app.settle();
    assert!(is_blue(&app, to, true), "the handle has come along: {:?}", app.pixel(to));
    assert!(!is_blue(&app, from, false), "and is gone from where it was: {:?}", app.pixel(from));
}

#[test]
fn an_arrow_dragged_moves_the_second_mesh_and_what_meets_lights_up_and_goes_out() {
    // A square, and its copy turned by nothing: they lie in one plane, and overlap in a part.
    let first = App::start(&Start { obj: SQUARE.to_owned(), ..Start::default() }).first_view();
    let app = at_bench("Two meshes");
    let lit = wait_for(&app, |app| app.last_frame().marked > 0);
    assert!(lit, "the copy lies in the same plane: {:?}", app.last_frame());
    // The copy stands 0.4 widths aside, where a part of it would be out of the picture; its middle is the centre of the
    // handles.
    let view = view_at("two_meshes", &app.view_from_first_camera(&first), []);
    let center = DVec3::new(0.8, 0.0, 0.0);
    let scale_factor = app.last_frame().scale_factor;
    let gizmo = Gizmo { view: &view, scale_factor, center };
    let [start, neck] = gizmo.lines(Handle::Arrow(0))[0];
    let grip = 0.3 * start + 0.7 * neck;
    let from = view.cursor_from_world(grip).expect("before the camera");
    let drag = |by: f64| {
        let to = view.cursor_from_world(grip + by * DVec3::X).expect("before the camera");
        app.move_to(from);
        app.settle();
        app.button(true);
        for step in 1..=10 {
            let part = f64::from(step) / 10.0;
            app.move_to(CursorPosition { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) });
            std::thread::sleep(Duration::from_millis(10));
        }
        app.button(false);
    };
    drag(1.6);
    assert!(wait_for(&app, |app| app.last_frame().marked == 0), "apart nothing is lit: {:?}", app.last_frame());
    app.press_with_control(keysym::Z);
    assert!(wait_for(&app, |app| app.last_frame().marked > 0), "taken back they meet: {:?}", app.last_frame());
    // Keys do not overtake the mouse, however many events a slow frame takes at once.
    drag(1.6);
    app.press_with_control(keysym::Z);
    assert!(app.last_frame().marked > 0, "taken back at once they meet: {:?}", app.last_frame());
}

#[test]
fn many_bodies_move_until_they_are_held() {
    let app = at_bench("Many bodies");
    let viewport = app.last_frame().viewport;
    let top = f64::from(app.last_frame().framebuffer[1]) - f64::from(viewport.y + viewport.height);
    let seen = |app: &App| -> Vec<[u8; 3]> {
        let at = |i: u32, j: u32| CursorPosition {
            x: f64::from(viewport.x) + f64::from(viewport.width) * (0.3 + 0.05 * f64::from(i)),
            y: top + f64::from(viewport.height) * (0.3 + 0.05 * f64::from(j)),
        };
        (0..8).flat_map(|i| (0..8).map(move |j| (i, j))).map(|(i, j)| app.pixel(at(i, j))).collect()
    };
    let before = seen(&app);
    assert!(wait_for(&app, |app| seen(app) != before), "they move");
    app.press(keysym::H);
    let (held, frame) = (seen(&app), app.last_frame().frame_number);
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(app.last_frame().frame_number, frame, "with nothing moving nothing is drawn");
    assert_eq!(seen(&app), held);
    type_key(&app, keysym::H);
    assert!(wait_for(&app, |app| seen(app) != held), "they go on");
}

/// Presses a key, and waits for nothing.
fn type_key(app: &App, keysym: u32) {
    app.key(keysym, true);
    app.key(keysym, false);
}

/// Whether something comes to hold.
fn wait_for(app: &App, holds: impl Fn(&App) -> bool) -> bool {
    let deadline = Instant::now() + Duration::from_secs(30);
    while Instant::now() < deadline {
        if holds(app) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    false
}
