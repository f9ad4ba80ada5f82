//! A box in a real window: how its stroke is taken back and turned past, and what it selects is hidden.

use crate::harness::{App, Start, keysym};
use crate::on;
use pickray::math::CursorPosition;
use pickray::mesh::WriteFormat;
use pickray::mesh::samples::Sample;
use pickray::scene::View;
use std::time::Duration;

/// A teapot in a window at scale 2.
struct Shown {
    app: App,
    view: View,
}

impl Shown {
    fn new() -> Self {
        let mut obj = Vec::new();
        Sample::Teapot.mesh().expect("a mesh").write(WriteFormat::Obj, &mut obj).expect("written");
        let app = App::start(&Start { scale: Some(2.0), ..on(&String::from_utf8(obj).expect("text")) });
        let view = app.first_view();
        let shown = Self { app, view };
        assert_eq!(shown.app.last_frame().scale_factor, 2.0);
        shown.leave();
        shown
    }

    /// Returns the corner of a pixel, in shares of half the picture's height from its middle.
    fn at(&self, across: f64, down: f64) -> CursorPosition {
        let middle = self.app.middle();
        let half = 0.5 * f64::from(self.view.viewport.height);
        CursorPosition { x: (middle.x + across * half).round(), y: (middle.y + down * half).round() }
    }

    /// Moves the mouse to where no mesh is.
    fn leave(&self) {
        let x = f64::from(self.view.viewport.x) + 9.0;
        self.app.rest_at(CursorPosition { x, ..self.app.middle() });
    }

    /// Holds the left button down on the way along these places, with a frame for each.
    fn draw(&mut self, places: &[CursorPosition]) {
        self.app.rest_at(places[0]);
        self.app.button(true);
        for place in &places[1..] {
            let before = self.app.last_frame().frame_number;
            self.app.move_to(*place);
            self.app.wait("a stroke", |line| before < line.frame_number);
            // Moves that come close behind each other may be made one.
            std::thread::sleep(Duration::from_millis(40));
        }
        self.app.settle();
    }

    /// Lets the left button go, and moves the mouse away.
    fn end(&self) {
        self.app.button(false);
        self.app.settle();
        self.leave();
    }

    /// Returns how many triangles are selected.
    fn selected(&self) -> usize {
        self.app.last_frame().selected
    }
}

#[test]
fn escape_takes_a_stroke_back_with_space_held_a_drag_turns_the_camera_and_h_hides_until_alt_h() {
    let mut shown = Shown::new();
    let start = shown.app.last_frame();
    let spot = shown.at(0.1, 0.1);
    let first = shown.app.pixel(spot);
    shown.app.press(keysym::B);
    shown.draw(&[-0.3, 0.0, 0.2, 0.4].map(|share| shown.at(share, share)));
    // A job finds it, beside the window.
    shown.app.wait("what the stroke would take", |line| 50 < line.selected);
    shown.app.press(keysym::ESCAPE);
    shown.app.move_to(shown.at(0.5, -0.3));
    shown.end();
    assert_eq!((shown.selected(), shown.app.pixel(spot)), (0, first), "neither selected nor turned");
    // What changes is drawn alone.
    let frames = shown.app.frames();
    for pair in frames.windows(2).filter(|pair| start.frame_number <= pair[0].frame_number) {
        let changed = pair[0].selected.abs_diff(pair[1].selected) as u64;
        assert!(pair[1].triangles_drawn <= changed + 2, "{pair:?}");
    }

    shown.app.press_with_control(keysym::A);
    shown.app.press(keysym::H);
    assert_ne!(shown.app.pixel(spot), first, "what is selected is hidden");
    shown.app.press_with(keysym::ALT, keysym::H);
    assert_eq!((shown.selected(), shown.app.pixel(spot)), (0, first));

    // The tool is still in use. A key that is held repeats: nothing comes to rest before it goes up.
    shown.app.rest_at(spot);
    shown.app.key(keysym::SPACE, true);
    shown.app.button(true);
    for (x, y) in [(0.2, 0.1), (0.6, 0.2), (0.5, 0.3)] {
        shown.app.move_to(shown.at(x, y));
    }
    shown.app.button(false);
    shown.app.key(keysym::SPACE, false);
    shown.leave();
    assert!(shown.selected() == 0 && shown.app.pixel(spot) != first, "the camera is turned");
}
