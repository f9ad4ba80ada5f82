//! The Collide workspace in a real window.

use crate::harness::{App, Start, keysym};
use glam::DVec3;
use pickray::math::CursorPosition;
use pickray::mesh::Load;
use pickray::scene::{Object, Scene};
use pickray_app::app::action::Action;
use pickray_app::app::arrangement::Workspace;
use pickray_app::app::gizmo::{Gizmo, Handle};
use pickray_app::app::keys::Command;
use pickray_app::app::settings::Settings;
use pickray_app::app::update::{State, update};
use std::sync::Arc;
use std::time::Duration;

/// A square of two triangles that faces +z.
const SQUARE: &str = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n";

/// The program on the square, on the bench of this name.
pub fn at_bench(bench: &str) -> App {
    let app = App::start(&Start { obj: SQUARE.to_owned(), ..Start::default() });
    // A place for the focus: there is no window manager to give it.
    app.rest_at(app.middle_of(0));
    let seen = || app.last_frame().bench;
    for _ in 0..8 {
        let before = seen();
        app.strike(keysym::F3);
        assert!(app.comes_to(|_| seen() != before), "F3 leads on from {before:?}");
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

#[test]
fn an_arrow_dragged_moves_the_second_mesh_and_what_meets_lights_up_and_goes_out() {
    // A square, and its copy turned by nothing: they lie in one plane, and overlap in a part.
    let first = App::start(&Start { obj: SQUARE.to_owned(), ..Start::default() }).first_view();
    let app = at_bench("Two meshes");
    let lit = app.comes_to(|app| app.last_frame().marked > 0);
    assert!(lit, "the copy lies in the same plane: {:?}", app.last_frame());
    // The copy stands 0.4 widths aside, where a part of it would be out of the picture; its middle is the centre of the
    // handles.
    let mut state = State::new(Settings::default());
    let mesh = Load::bytes("square.obj", SQUARE.as_bytes()).mesh().expect("a mesh").0;
    state.desk.study.open(Scene::of(Object::new("square", Arc::new(mesh))));
    state.desk.study.set_view(app.view_from_first_camera(&first));
    update(&mut state, Action::Command(Command::Show(Workspace::Collide)));
    update(&mut state, Action::UseTool("two_meshes"));
    let view = *state.desk.view();
    let center = DVec3::new(0.8, 0.0, 0.0);
    let scale_factor = app.last_frame().scale_factor;
    let gizmo = Gizmo { view: &view, scale_factor, center };
    let [start, neck] = gizmo.lines(Handle::Arrow(0))[0];
    let grip = 0.3 * start + 0.7 * neck;
    let from = view.cursor_from_world(grip).expect("before the camera");
    let drag = |by: f64| {
        let to = view.cursor_from_world(grip + by * DVec3::X).expect("before the camera");
        app.rest_at(from);
        app.drag_to(to);
    };
    drag(1.6);
    assert!(app.comes_to(|app| app.last_frame().marked == 0), "apart nothing is lit: {:?}", app.last_frame());
    app.press_with_control(keysym::of('z'));
    assert!(app.comes_to(|app| app.last_frame().marked > 0), "taken back they meet: {:?}", app.last_frame());
    // Keys do not overtake the mouse, however many events a slow frame takes at once.
    drag(1.6);
    app.press_with_control(keysym::of('z'));
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
    assert!(app.comes_to(|app| seen(app) != before), "they move");
    app.press(keysym::of('h'));
    let (held, frame) = (seen(&app), app.last_frame().frame_number);
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(app.last_frame().frame_number, frame, "with nothing moving nothing is drawn");
    assert_eq!(seen(&app), held);
    app.strike(keysym::of('h'));
    assert!(app.comes_to(|app| seen(app) != held), "they go on");
}
