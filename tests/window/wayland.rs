//! The program on Wayland, in a compositor (Weston) that is itself a window of the test's X server. These few tests run
//! everywhere; with `PICKRAY_WINDOWS_ON=wayland` all others do, too.

use crate::harness::{App, Start, has_compositor, keysym};
use crate::{SQUARE, click_and_see, copy_and_paste, on};

fn composited() -> Option<Start> {
    has_compositor().then(|| Start { composited: true, ..on(SQUARE) })
}

#[test]
fn a_click_on_wayland_recolours_the_triangle_in_the_next_frame() {
    let Some(start) = composited() else { return };
    let mut app = App::start(&start);
    click_and_see(&mut app, 0);
    app.press(keysym::ESCAPE);
    assert!(app.quit().0.success());
}

#[test]
fn a_compositor_that_is_gone_ends_the_program_with_an_error() {
    let Some(start) = composited() else { return };
    let (status, told) = App::start(&start).end_compositor();
    let last = told.lines().last().unwrap_or_default();
    assert_eq!((status.code(), last.contains("pickray: the connection to the display")), (Some(2), true), "{told}");
}

#[test]
fn a_pick_is_copied_and_pasted_on_wayland() {
    let Some(start) = composited() else { return };
    copy_and_paste(&mut App::start(&start));
}
