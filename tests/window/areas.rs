//! Areas in a real window: what a box, a lasso and a brush select, and how a stroke is taken back and turned past.

use crate::harness::{App, Start, keysym};
use crate::on;
use pickray::math::CursorPosition;
use pickray::mesh::WriteFormat;
use pickray::mesh::samples::Sample;
use pickray::pick::{PickOptions, ScreenRegion, SelectOptions, TriangleIds, pick, select_in};
use pickray::scene::View;
use std::f64::consts::TAU;
use std::time::Duration;

/// The radius of the brush at first, in logical pixels.
const RADIUS: f64 = 24.0;

/// The keys that take the tools.
const BOX: u32 = keysym::B;
const LASSO: u32 = keysym::Q;
const BRUSH: u32 = keysym::J;

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
        self.app.move_to(CursorPosition { x, ..self.app.middle() });
        self.app.settle();
    }

    /// Returns the places of a drag: so far along a diagonal, around in a loop, along a line.
    fn places(&self, tool: u32) -> Vec<CursorPosition> {
        match tool {
            BOX => [-0.3, 0.0, 0.2, 0.4].map(|share| self.at(share, share)).to_vec(),
            LASSO => {
                let angles = (0..24).map(|k| f64::from(k) / 24.0 * TAU);
                angles.map(|angle| self.at(0.4 * angle.cos(), 0.4 * angle.sin())).collect()
            }
            _ => {
                // So near to each other that the brush is put down at these places alone.
                let from = self.at(-0.1, 0.0);
                (0..10).map(|k| CursorPosition { x: from.x + RADIUS * f64::from(k), ..from }).collect()
            }
        }
    }

    /// Holds the left button down on the way along these places, with a frame for each.
    fn draw(&mut self, places: &[CursorPosition]) {
        self.app.move_to(places[0]);
        self.app.settle();
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

    /// Returns what the library takes where a tool is dragged along these places.
    fn taken(&self, tool: u32, places: &[CursorPosition]) -> TriangleIds {
        let disc = |center: &CursorPosition| ScreenRegion::Disc { center: *center, radius: 2.0 * RADIUS };
        let regions = match tool {
            BOX => vec![ScreenRegion::Rectangle { from: places[0], to: places[places.len() - 1] }],
            LASSO => vec![ScreenRegion::Lasso(places.to_vec())],
            _ => places.iter().map(disc).collect(),
        };
        let mut all = TriangleIds::default();
        for region in &regions {
            let taken = select_in(&self.app.scene, &self.view, region, &SelectOptions::default());
            all.union_with(&taken.expect("a region").triangles);
        }
        all
    }

    /// Returns how many triangles are selected.
    fn selected(&self) -> usize {
        self.app.last_frame().selected
    }

    /// Returns the places that look selected.
    fn seen(&self) -> Vec<CursorPosition> {
        self.app.selected_around(self.app.middle(), 400)
    }
}

#[test]
fn each_tool_selects_what_the_library_does_and_draws_what_changes_alone() {
    let mut shown = Shown::new();
    let start = shown.app.last_frame();
    for tool in [BOX, LASSO, BRUSH] {
        shown.app.press(tool);
        let places = shown.places(tool);
        let expected = shown.taken(tool, &places);
        shown.draw(&places);
        shown.end();
        assert_eq!(shown.selected(), expected.len(), "key {tool:x}");
        let seen = shown.seen();
        assert!(500 < seen.len(), "{} pixels, key {tool:x}", seen.len());
        // Outlines reach a little beyond what is selected.
        let is_near = |at: &CursorPosition| {
            let around = [-4.0, 0.0, 4.0].map(|y| [-4.0, 0.0, 4.0].map(|x| (x, y)));
            around.as_flattened().iter().any(|(x, y)| {
                let at = CursorPosition { x: at.x + x, y: at.y + y };
                let hit = pick(&shown.app.scene, &shown.view, at, &PickOptions::default());
                hit.is_some_and(|hit| expected.contains(hit.id()))
            })
        };
        assert_eq!(seen.iter().step_by(50).find(|at| !is_near(at)), None, "key {tool:x}");
        shown.app.press_with_control(keysym::Z);
        assert_eq!((shown.selected(), shown.seen().len()), (0, 0), "key {tool:x}: undone in one step");
    }
    let frames = shown.app.frames();
    for pair in frames.windows(2).filter(|pair| start.frame_number <= pair[0].frame_number) {
        let changed = pair[0].selected.abs_diff(pair[1].selected) as u64;
        assert!(pair[1].triangles_drawn <= changed + 2, "{pair:?}");
    }
}

#[test]
fn escape_takes_a_stroke_back_with_space_held_a_drag_turns_the_camera_and_h_hides_until_alt_h() {
    let mut shown = Shown::new();
    let spot = shown.at(0.1, 0.1);
    let first = shown.app.pixel(spot);
    shown.app.press(BOX);
    shown.draw(&shown.places(BOX));
    // A job finds it, beside the window.
    shown.app.wait("what the stroke would take", |line| 50 < line.selected);
    shown.app.press(keysym::ESCAPE);
    shown.app.move_to(shown.at(0.5, -0.3));
    shown.end();
    assert_eq!((shown.selected(), shown.app.pixel(spot)), (0, first), "neither selected nor turned");

    shown.app.press_with_control(keysym::A);
    shown.app.press(keysym::H);
    assert_ne!(shown.app.pixel(spot), first, "what is selected is hidden");
    shown.app.press_with(keysym::ALT, keysym::H);
    assert_eq!((shown.selected(), shown.app.pixel(spot)), (0, first));

    // The tool is still in use. A key that is held repeats: nothing comes to rest before it goes up.
    shown.app.move_to(spot);
    shown.app.settle();
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
