//! The Collide workspace in a real window.

use crate::harness::{App, Start, keysym};
use pickray::app::state::collide::two_triangles::Case;
use pickray::math::CursorPosition;
use pickray::render::Style;
use std::time::{Duration, Instant};

/// A square of two triangles that faces +z.
const SQUARE: &str = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n";

/// The program on the square, on the bench of this name.
pub fn at_bench(bench: &str) -> App {
    let app = App::start(&Start { obj: SQUARE.to_owned(), ..Start::default() });
    // A place for the focus: there is no window manager to give it.
    app.move_to(app.middle_of(0));
    app.settle();
    for _ in 0..8 {
        app.press(keysym::F3);
        if app.last_frame().bench.as_deref() == Some(bench) {
            return app;
        }
    }
    panic!("no bench {bench}: {:?}", app.last_frame());
}

/// Whether a pixel comes to have more blue than red by 50 of 255, as what is pointed out and what is drawn in sky blue has, or comes to have not.
fn is_blue(app: &App, at: CursorPosition, shall: bool) -> bool {
    let deadline = Instant::now() + Duration::from_secs(3);
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
    let at = |x: f64, y: f64| view.cursor_from_world(glam::DVec3::new(x, y, 0.0)).expect("before the camera");
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

#[test]
fn the_corner_of_a_free_triangle_is_dragged_by_its_handle() {
    let app = at_bench("Two triangles");
    let first = app.first_view();
    app.press(keysym::T);
    let view = app.view_from_first_camera(&first);
    let bounds = pickray::geometry::Aabb::new(glam::DVec3::new(-1.0, -1.0, 0.0), glam::DVec3::new(1.0, 1.0, 0.0));
    let [_, q] = Case::Crossing.pair(&Style::default(), &bounds);
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
