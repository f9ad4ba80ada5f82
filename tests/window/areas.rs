//! Areas in a real window: what a box, a lasso and a brush select, what hangs together with it, and what is hidden.

use crate::harness::{App, FrameLine, Start, keysym, on_wayland};
use crate::on;
use glam::DVec2;
use pickray::math::CursorPosition;
use pickray::mesh::samples::Sample;
use pickray::mesh::{TriangleSet, WriteFormat};
use pickray::pick::{PickOptions, ScreenRegion, SelectOptions, TriangleIds, pick_all, select_in};
use pickray::scene::{Scene, View};
use std::f64::consts::TAU;
use std::time::Duration;

/// The radius of the brush at first, in logical pixels.
const RADIUS: f64 = 24.0;

/// Across and down the mesh's picture, so many places are looked at.
const LOOKS: usize = 20;

/// The keys that take the tools.
const BOX: u32 = keysym::B;
const LASSO: u32 = keysym::Q;
const BRUSH: u32 = keysym::J;

/// A sample in a window, and what the library says of its picture.
struct Shown {
    app: App,
    scene: Scene,
    view: View,
    /// The corners of the box around the mesh in the picture.
    frame: [DVec2; 2],
}

impl Shown {
    fn new(sample: Sample, scale: f64) -> Self {
        let mut obj = Vec::new();
        sample.mesh().expect("a mesh").write(WriteFormat::Obj, &mut obj).expect("written");
        let app = App::start(&Start { scale: Some(scale), ..on(&String::from_utf8(obj).expect("text")) });
        let (scene, view) = (app.scene.clone(), app.first_view());
        let object = &scene.objects()[0];
        let corners = (0..object.mesh.n_triangles() as u32).flat_map(|index| object.triangle_in_world(index).corners());
        let places = corners.map(|corner| view.cursor_from_world(corner).expect("it is before the camera"));
        let frame = places.fold([DVec2::INFINITY, DVec2::NEG_INFINITY], |[low, high], at| {
            let at = DVec2::new(at.x, at.y);
            [low.min(at), high.max(at)]
        });
        let shown = Self { app, scene, view, frame };
        shown.leave();
        shown
    }

    /// Returns the corner of a pixel at these shares of the mesh's picture.
    fn at(&self, across: f64, down: f64) -> CursorPosition {
        let at = self.frame[0] + DVec2::new(across, down) * (self.frame[1] - self.frame[0]);
        CursorPosition { x: at.x.round(), y: at.y.round() }
    }

    /// Moves the mouse to where no mesh is.
    fn leave(&self) {
        let x = f64::from(self.view.viewport.x) + 9.0;
        self.app.move_to(CursorPosition { x, ..self.at(0.0, 0.5) });
        self.app.settle();
    }

    /// Returns the places of a drag: so far along a diagonal, around in a loop, along a line.
    fn places(&self, tool: u32) -> Vec<CursorPosition> {
        match tool {
            BOX => [0.3, 0.4, 0.5, 0.7].map(|share| self.at(share, share)).to_vec(),
            LASSO => {
                let angles = (0..24).map(|k| f64::from(k) / 24.0 * TAU);
                angles.map(|angle| self.at(0.5 + 0.25 * angle.cos(), 0.5 + 0.25 * angle.sin())).collect()
            }
            _ => {
                // So near to each other that the brush is put down at these places alone.
                let (from, step) = (self.at(0.4, 0.5), 0.5 * self.radius());
                (0..10).map(|k| CursorPosition { x: from.x + step * f64::from(k), ..from }).collect()
            }
        }
    }

    fn radius(&self) -> f64 {
        RADIUS * self.app.last_frame().scale_factor
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

    /// Drags along these places, and moves the mouse away.
    fn drag(&mut self, places: &[CursorPosition]) {
        self.draw(places);
        self.app.button(false);
        self.app.settle();
        self.leave();
    }

    /// Returns what the library takes where a tool is dragged along these places.
    fn taken(&self, tool: u32, places: &[CursorPosition], through: bool) -> TriangleIds {
        let points: Vec<_> = places.iter().map(|at| DVec2::new(at.x, at.y)).collect();
        let disc = |center: &DVec2| ScreenRegion::Disc { center: *center, radius: self.radius() };
        let regions = match tool {
            BOX => vec![ScreenRegion::Rectangle { from: points[0], to: points[points.len() - 1] }],
            LASSO => vec![ScreenRegion::Lasso(points)],
            _ => points.iter().map(disc).collect(),
        };
        let options = SelectOptions { through, ..SelectOptions::default() };
        let mut all = TriangleIds::default();
        for region in &regions {
            all.union_with(&select_in(&self.scene, &self.view, region, &options).expect("a region").triangles);
        }
        all
    }

    /// Returns the places that are looked at.
    fn looked_at(&self) -> Vec<CursorPosition> {
        let share = |k: usize| (k as f64 + 0.5) / LOOKS as f64;
        (0..LOOKS * LOOKS).map(|k| self.at(share(k % LOOKS), share(k / LOOKS))).collect()
    }

    /// Returns the colours there.
    fn colors(&self) -> Vec<[u8; 3]> {
        self.looked_at().into_iter().map(|at| self.app.pixel(at)).collect()
    }

    /// Looks at the picture: what surely is selected, or is not, has its colour, and what is nothing that of the empty
    /// picture, where that is known. Returns how many places are selected, are not, and are empty.
    fn look(&self, selected: &TriangleIds, empty: Option<&[[u8; 3]]>) -> [usize; 3] {
        let reach = 3.0 * self.app.last_frame().scale_factor;
        let offsets = [-reach, 0.0, reach].map(|y| [-reach, 0.0, reach].map(|x| DVec2::new(x, y)));
        let mut n = [0; 3];
        for (k, at) in self.looked_at().into_iter().enumerate() {
            let hits = offsets.as_flattened().iter().map(|by| {
                let at = CursorPosition { x: at.x + 0.5 + by.x, y: at.y + 0.5 + by.y };
                pick_all(&self.scene, &self.view, at, &PickOptions::default())
            });
            let hits: Vec<_> = hits.collect();
            let is_selected = hits.iter().all(|hits| hits.first().is_some_and(|hit| selected.contains(hit.id())));
            let is_none = hits.iter().flatten().all(|hit| !selected.contains(hit.id()));
            if !is_selected && !is_none {
                continue;
            }
            let (color, reach) = (self.app.pixel(at), if is_selected { reach as i16 } else { 0 });
            // Edges of what is selected are lighter than its colour.
            let looks_selected = !self.app.selected_around(at, reach).is_empty();
            assert_eq!(looks_selected, is_selected, "{color:?} at {at:?}");
            let is_empty = hits.iter().all(Vec::is_empty);
            let is_mesh = hits.iter().all(|hits| !hits.is_empty());
            if let Some(empty) = empty {
                assert!(!is_empty || self.app.pixel(at) == empty[k], "{color:?} for {:?} at {at:?}", empty[k]);
                assert!(!is_mesh || self.app.pixel(at) != empty[k], "nothing is seen at {at:?}");
            }
            n[0] += usize::from(is_selected);
            n[1] += usize::from(!is_selected && is_mesh);
            n[2] += usize::from(is_empty);
        }
        n
    }

    /// Returns how many triangles are selected.
    fn selected(&self) -> usize {
        self.app.last_frame().selected
    }

    /// Hides these alone, for the library.
    fn hide(&mut self, hidden: &TriangleIds) {
        let of_first = hidden.by_object().next().map(|(_, triangles)| triangles.clone());
        let hide = |object: &pickray::scene::Object| {
            let mut object = object.clone();
            object.hidden = of_first.clone().unwrap_or_default();
            object
        };
        self.scene = self.scene.objects().iter().map(hide).collect();
    }

    /// Returns all triangles but these.
    fn all_but(&self, ids: &TriangleIds) -> TriangleIds {
        let n = self.scene.objects()[0].mesh.n_triangles() as u32;
        let mut all = TriangleIds::of(0, TriangleSet::all(n));
        all.subtract(ids);
        all
    }
}

/// Holds that each of these frames drew what was selected or no longer, and what the mouse came from and to.
fn assert_changes_alone_are_drawn(frames: &[FrameLine]) {
    for pair in frames.windows(2) {
        let changed = pair[0].selected.abs_diff(pair[1].selected) as u64;
        assert!(pair[1].triangles_drawn <= changed + 2, "{pair:?}");
    }
}

#[test]
fn each_tool_selects_what_the_library_does_visible_and_through_and_draws_what_changes_alone() {
    for scale in [1.0, 2.0] {
        let mut shown = Shown::new(Sample::Teapot, scale);
        let start = shown.app.last_frame();
        assert_eq!(start.scale_factor, scale);
        for through in [false, true] {
            for tool in [BOX, LASSO, BRUSH] {
                shown.app.press(tool);
                let places = shown.places(tool);
                let expected = shown.taken(tool, &places, through);
                shown.drag(&places);
                let what = format!("key {tool:x}, through: {through}, scale {scale}");
                assert_eq!(shown.selected(), expected.len(), "{what}");
                let [inside, outside, _] = shown.look(&expected, None);
                assert!(5 < inside && 30 < outside, "{inside} and {outside} places, {what}");
                shown.app.press_with_control(keysym::Z);
                assert_eq!(shown.selected(), 0, "{what}: undone in one step");
            }
            shown.app.press(keysym::V);
        }
        shown.look(&TriangleIds::default(), None);
        let frames: Vec<_> =
            shown.app.frames().into_iter().filter(|line| start.frame_number <= line.frame_number).collect();
        assert!(frames.iter().any(|line| 50 < line.triangles_drawn), "strokes are seen while they last");
        assert_changes_alone_are_drawn(&frames);
    }
}

#[test]
fn escape_takes_a_stroke_back_and_what_is_left_of_the_drag_does_nothing() {
    let mut shown = Shown::new(Sample::Teapot, 1.0);
    let first = shown.colors();
    shown.app.press(BOX);
    shown.draw(&shown.places(BOX));
    // A job finds it, beside the window.
    shown.app.wait("what the stroke would take", |line| 50 < line.selected);
    shown.app.press(keysym::ESCAPE);
    assert_eq!(shown.selected(), 0);
    shown.app.move_to(shown.at(0.9, 0.2));
    shown.app.button(false);
    shown.leave();
    assert_eq!((shown.selected(), shown.colors()), (0, first.clone()), "neither selected nor turned");
    // The tool is still in use, and put away by the next Esc.
    let expected = shown.taken(BOX, &shown.places(BOX), false);
    shown.drag(&shown.places(BOX));
    assert_eq!(shown.selected(), expected.len());
    shown.app.press(keysym::ESCAPE);
    assert_eq!(shown.selected(), expected.len());
    shown.drag(&shown.places(BOX));
    assert_eq!(shown.selected(), expected.len(), "this drag turns the camera");
    assert_ne!(shown.colors(), first);
}

#[test]
fn with_space_held_a_drag_turns_the_camera_while_the_lasso_is_in_use() {
    let mut shown = Shown::new(Sample::Teapot, 1.0);
    let first = shown.colors();
    shown.app.press(LASSO);
    // A key that is held repeats: nothing comes to rest before it goes up.
    shown.app.move_to(shown.at(0.5, 0.5));
    shown.app.settle();
    shown.app.key(keysym::SPACE, true);
    shown.app.button(true);
    for (x, y) in [(0.6, 0.55), (0.8, 0.6), (0.5, 0.6)] {
        shown.app.move_to(shown.at(x, y));
    }
    shown.app.button(false);
    shown.app.key(keysym::SPACE, false);
    shown.leave();
    assert!(shown.app.frames().iter().all(|line| line.selected == 0 && line.click_after_frame.is_none()));
    let turned = shown.colors();
    assert_ne!(turned, first);
    shown.drag(&shown.places(LASSO));
    assert!(50 < shown.selected(), "without Space drags are the lasso's again");
    shown.app.press_with_control(keysym::Z);
    assert_eq!((shown.selected(), shown.colors()), (0, turned), "and turn nothing");
}

#[test]
fn h_hides_what_is_selected_shift_h_all_else_and_alt_h_shows_all_again() {
    let mut shown = Shown::new(Sample::Teapot, 1.0);
    let (first, nothing) = (shown.colors(), TriangleIds::default());
    shown.app.press_with_control(keysym::A);
    shown.app.press(keysym::H);
    let empty = shown.colors();
    shown.app.press_with(keysym::ALT, keysym::H);
    assert_eq!((shown.selected(), shown.colors()), (0, first.clone()));
    let [_, mesh, background] = shown.look(&nothing, Some(&empty));
    assert!(100 < mesh && 50 < background, "{mesh} and {background} places");

    shown.app.press(BOX);
    for through in [false, true] {
        let places = shown.places(BOX);
        let taken = shown.taken(BOX, &places, through);
        shown.drag(&places);
        shown.app.press(keysym::H);
        assert_eq!(shown.selected(), 0, "what is hidden is not selected");
        shown.hide(&taken);
        let [_, left, beside] = shown.look(&nothing, Some(&empty));
        assert_eq!(background + 20 < beside, through, "{beside} places are background");
        assert!(left < mesh || !through, "{left} places of the mesh");
        shown.app.press_with_control(keysym::Z);
        assert_eq!(shown.selected(), taken.len(), "hiding is a step");
        shown.hide(&nothing);
        shown.look(&taken, Some(&empty));

        shown.app.press_with(keysym::SHIFT, keysym::H);
        assert_eq!(shown.selected(), taken.len());
        shown.hide(&shown.all_but(&taken));
        let [kept, others, _] = shown.look(&taken, Some(&empty));
        assert!(10 < kept && others == 0, "{kept} and {others} places");
        shown.app.press_with(keysym::ALT, keysym::H);
        shown.hide(&nothing);
        let [again, others, _] = shown.look(&taken, Some(&empty));
        assert!(10 < again && 50 < others, "{again} and {others} places");
        shown.app.press(keysym::V);
        shown.drag(&[shown.at(0.0, 0.0), CursorPosition { x: shown.at(0.0, 0.0).x - 20.0, ..shown.at(0.0, 0.0) }]);
        assert_eq!((shown.selected(), shown.colors()), (0, first.clone()), "a box beside the mesh clears");
    }
}

#[test]
fn l_selects_the_connected_part_under_the_mouse_and_u_the_flat_region_whose_angle_the_wheel_sets() {
    let shown = Shown::new(Sample::Teapot, 1.0);
    let mesh = shown.scene.objects()[0].mesh.clone();
    let adjacency = mesh.adjacency().expect("neighbours");
    let mut parts = Vec::new();
    for (across, down) in [(0.5, 0.6), (0.5, 0.05), (0.95, 0.4)] {
        shown.app.move_to(shown.at(across, down));
        shown.app.settle();
        let Some(seed) = shown.app.last_frame().hover else { continue };
        shown.app.press(keysym::L);
        let linked = adjacency.linked(seed.triangle);
        assert_eq!(shown.selected(), linked.len());
        parts.push(shown.selected());
        shown.app.press(keysym::U);
        assert_eq!(shown.selected(), adjacency.flat_region(&mesh, seed.triangle, 10.0_f64.to_radians()).len());
        shown.app.press_with_control(keysym::Z);
        shown.app.press_with_control(keysym::Z);
        assert_eq!(shown.selected(), 0);
    }
    assert!(!parts.is_empty() && parts.iter().all(|part| 1 < *part), "{parts:?}");
    shown.app.move_to(shown.at(0.5, 0.6));
    shown.app.settle();
    let seed = shown.app.last_frame().hover.expect("the teapot's belly");
    shown.app.press(keysym::U);
    let before = shown.selected();
    shown.app.key(keysym::SHIFT, true);
    // On X11 a button that is no real wheel's counts where it goes down and where it goes up.
    shown.app.wheel(5);
    shown.app.key(keysym::SHIFT, false);
    shown.app.settle();
    let counted = if on_wayland() { 5 } else { 10 };
    let angle = (0..counted).fold(10.0, |angle, _| angle / 0.88_f64);
    let expected = adjacency.flat_region(&mesh, seed.triangle, angle.to_radians());
    assert!(before < expected.len(), "{before} and {}", expected.len());
    assert_eq!(shown.selected(), expected.len());
}

#[test]
fn on_a_million_triangles_a_box_and_a_brush_are_seen_and_undone() {
    let mut shown = Shown::new(Sample::NoisySphere, 1.0);
    let start = shown.app.last_frame();
    shown.app.press(BOX);
    for through in [false, true] {
        let places = shown.places(BOX);
        let expected = shown.taken(BOX, &places, through);
        assert!(10_000 < expected.len());
        shown.drag(&places);
        shown.app.wait("all that the box takes", |line| line.selected == expected.len());
        shown.app.settle();
        assert_eq!(shown.selected(), expected.len(), "through: {through}");
        let [inside, outside, _] = shown.look(&expected, None);
        assert!(10 < inside && 30 < outside, "{inside} and {outside} places, through: {through}");
        shown.app.press_with_control(keysym::Z);
        assert_eq!(shown.selected(), 0, "through: {through}");
        shown.look(&TriangleIds::default(), None);
        shown.app.press(keysym::V);
    }
    shown.app.press(BRUSH);
    let brushed = shown.app.last_frame();
    let places = shown.places(BRUSH);
    let expected = shown.taken(BRUSH, &places, false);
    shown.drag(&places);
    assert_eq!(shown.selected(), expected.len());
    let frames = shown.app.frames();
    assert_changes_alone_are_drawn(&frames[brushed.frame_number as usize..]);
    assert!(frames.iter().skip(start.frame_number as usize).all(|line| line.gpu_bytes == start.gpu_bytes));
}
