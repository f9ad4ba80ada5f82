//! The split picture in a real window.

use super::harness::{App, Start, keysym};
use super::{SQUARE, on};
use pickray::math::{CursorPosition, Viewport};

/// The pixels of the free view that have the selection's colour.
fn selected_in_second_view(app: &App) -> usize {
    let frame = app.last_frame();
    let Viewport { x, y, width, height } = frame.second_view.expect("a split picture");
    let reach = width.min(height) / 2 - 2;
    let top = frame.framebuffer[1] as i32 - y - height;
    let middle = CursorPosition { x: f64::from(x + width / 2), y: f64::from(top + height / 2) };
    app.selected_around(middle, reach as i16)
}

#[test]
fn r_twice_splits_the_picture_and_a_click_at_the_left_colours_the_triangle_in_both_views() {
    let settings = r#"{"show_ray": "off"}"#;
    let mut app = App::start(&Start { settings: Some(settings.to_owned()), ..on(SQUARE) });
    let whole = app.last_frame();
    assert_eq!(whole.second_view, None);
    for _ in 0..2 {
        app.press(keysym::of('r'));
    }
    let split = app.last_frame();
    let right = split.viewport.x + split.viewport.width;
    assert!(split.second_view.is_some_and(|second_view| second_view.x > right), "{split:?}");
    assert_eq!((split.gpu_bytes, selected_in_second_view(&app)), (whole.gpu_bytes, 0));
    // All is seen in the half as it was in the whole.
    let middle = glam::DVec3::new(0.3, -0.4, 0.0);
    let at = app.first_view().cursor_from_world(middle).expect("before the camera");
    assert_eq!(app.click(at).picked.map(|id| id.triangle), Some(0));
    app.settle();
    assert!(app.looks_selected(at, true), "{:?} after the click", app.pixel(at));
    assert!(selected_in_second_view(&app) > 50, "{} pixels in the free view", selected_in_second_view(&app));

    app.press(keysym::of('r'));
    let last = app.last_frame();
    assert_eq!((last.second_view, last.viewport, last.selected), (None, whole.viewport, 1));
}
