//! The benches of the bounding volumes and of the tree of boxes in a real window.

use crate::collide::{at_bench, view_at};
use crate::harness::{App, keysym};
use glam::DVec3;
use pickray::math::CursorPosition;
use pickray::scene::View;
use std::time::{Duration, Instant};

/// Whether a pixel about a place comes to have a colour, or none comes to have it.
fn is_about(app: &App, at: CursorPosition, color: fn(i32, i32, i32) -> bool, shall: bool) -> bool {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let around = (-2..=2).flat_map(|y| (-2..=2).map(move |x| (f64::from(x), f64::from(y))));
        let is = around.map(|(x, y)| app.pixel(CursorPosition { x: at.x + x, y: at.y + y })).any(|pixel| {
            let [red, green, blue] = pixel.map(i32::from);
            color(red, green, blue)
        });
        if is == shall || deadline < Instant::now() {
            return is;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Of the edges of the oriented box.
const YELLOW: fn(i32, i32, i32) -> bool = |red, green, blue| red.min(green) - blue > 50;

/// Of the boxes of a level.
const PINK: fn(i32, i32, i32) -> bool = |red, green, blue| red.min(blue) - green > 20;

/// A bench with the mouse off the picture, and its view; what it computes in the background is there, since frames
/// follow each other until then.
fn at(bench: &str, tool: &'static str) -> (App, View) {
    let app = at_bench(bench);
    let view = view_at(tool, &app.view_from_first_camera(&app.first_view()), []);
    app.move_to(CursorPosition { x: f64::from(app.last_frame().framebuffer[0]) - 8.0, y: 8.0 });
    app.settle();
    (app, view)
}

#[test]
fn a_box_is_drawn_around_the_mesh_and_goes_with_its_bench() {
    let (app, view) = at("Bounds", "bounds");
    let border = view.cursor_from_world(DVec3::new(1.0, 0.2, 0.0)).expect("before the camera");
    assert!(is_about(&app, border, YELLOW, true), "{:?} at an edge of the box", app.pixel(border));
    while app.last_frame().bench.as_deref() != Some("Sphere") {
        app.press(keysym::F3);
    }
    assert!(!is_about(&app, border, YELLOW, false), "{:?} on another bench", app.pixel(border));
}

#[test]
fn a_click_asks_the_tree_and_the_triangle_it_finds_lights_up() {
    let (mut app, view) = at("Box tree", "box_tree");
    let border = view.cursor_from_world(DVec3::new(1.0, 0.2, 0.0)).expect("before the camera");
    assert!(is_about(&app, border, PINK, true), "{:?} at the edge of the root's box", app.pixel(border));
    app.move_to(view.cursor_from_world(DVec3::new(0.4, -0.4, 0.0)).expect("before the camera"));
    app.settle();
    let frame = app.click_here();
    assert_eq!((frame.marked, frame.selected), (1, 0));
    app.press(keysym::ESCAPE);
    app.move_to(CursorPosition { x: 4.0, y: 100.0 });
    app.settle();
    assert_eq!(app.last_frame().marked, 0, "Esc lets it go");
}
