//! What hands do without a thought: the wheel, and the list of a right click.

use crate::harness::{App, keysym};
use crate::{SQUARE, on, sheet};
use pickray::math::CursorPosition;
use pickray::mesh::WriteFormat;
use pickray::mesh::samples::Sample;

/// Returns squares that cover the picture, each by its middle and how far it reaches from there.
fn squares(app: &App) -> [(CursorPosition, i16); 2] {
    let line = app.last_frame();
    let [x, y, width, height] =
        [line.viewport.x, line.viewport.y, line.viewport.width, line.viewport.height].map(f64::from);
    assert!(height < width && width < 2.0 * height, "{line:?}");
    let (reach, y) = (0.5 * height, f64::from(line.framebuffer[1]) - y - 0.5 * height);
    [x + reach, x + width - reach].map(|x| (CursorPosition { x, y }, reach as i16 - 1))
}

#[test]
fn forty_notches_of_the_wheel_end_before_the_surface_and_leave_the_mesh_in_sight() {
    let mut ball = Vec::new();
    Sample::Icosphere.mesh().expect("a mesh").write(WriteFormat::Obj, &mut ball).expect("written");
    let ball = String::from_utf8(ball).expect("text");
    for (name, obj, triangle) in [("square", SQUARE, 0), ("sheet", &sheet(20), 400), ("ball", &ball, 9)] {
        let mut app = App::start(&on(obj));
        let surface = app.middle_of(triangle);
        let viewport = app.last_frame().viewport;
        let background = CursorPosition { x: f64::from(viewport.x) + 9.0, ..surface };
        app.press_with_control(keysym::A);
        for orthographic in [false, true] {
            let home = |app: &App| {
                app.strike(keysym::HOME);
                if orthographic {
                    app.strike(keysym::O);
                }
            };
            home(&app);
            let before = app.last_frame().frame_number;
            app.move_to(background);
            app.move_to(surface);
            let hover =
                app.wait("the surface under the mouse", |line| before < line.frame_number && line.hover.is_some());
            app.wheel(40);
            app.settle();
            assert_eq!(app.last_frame().hover, hover.hover, "{name}, orthographic: {orthographic}: it is gone through");
            assert!(app.looks_selected(surface, true), "{name}, orthographic: {orthographic}");

            home(&app);
            app.move_to(background);
            app.wheel(40);
            app.settle();
            assert_eq!(app.last_frame().hover, None, "{name}: the mouse is beside it");
            let seen: usize =
                squares(&app).map(|(middle, reach)| app.selected_around(middle, reach).len()).iter().sum();
            assert!(seen > 0, "{name}, orthographic: {orthographic}: nothing is in sight");
        }
    }
}

#[test]
fn in_the_list_of_a_right_click_arrows_and_enter_choose_and_escape_closes_it() {
    let app = App::start(&on(SQUARE));
    let at = app.middle_of(0);
    app.move_to(at);
    app.settle();
    app.right_click();
    app.settle();
    app.press(keysym::DOWN);
    let pointed = app.last_frame();
    assert_eq!((pointed.hover.map(|id| id.triangle), pointed.selected), (Some(2), 0), "{pointed:?}");
    app.press(keysym::ENTER);
    let chosen = app.last_frame();
    assert_eq!((chosen.picked.map(|id| id.triangle), chosen.selected), (Some(2), 1), "{chosen:?}");
    app.right_click();
    app.settle();
    app.press(keysym::ESCAPE);
    assert_eq!(app.last_frame().selected, 1, "the list was closed");
    app.press(keysym::ESCAPE);
    assert_eq!(app.last_frame().selected, 0, "nothing was open");
}
