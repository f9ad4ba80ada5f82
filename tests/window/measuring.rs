//! Measuring in a real window: the mark under the mouse is the corner or edge that the library finds there, and what a
//! click takes.

use crate::harness::{App, FrameLine, Start, keysym};
use crate::on;
use pickray::geometry::measure::distance;
use pickray::math::CursorPosition;
use pickray::mesh::WriteFormat;
use pickray::mesh::samples::Sample;
use pickray::pick::{Features, MeshPoint, PickOptions, nearest_feature, pick};
use pickray::scene::View;
use pickray::study::{Measure, MeasureKind, Measured, SurfacePoint};

/// Distance within which a point snaps, in logical pixels.
const SNAP: f64 = 12.0;

fn start(sample: Sample, scale: f64) -> (App, View) {
    let mut obj = Vec::new();
    sample.mesh().expect("a mesh").write(WriteFormat::Obj, &mut obj).expect("written");
    let app = App::start(&Start { scale: Some(scale), ..on(&String::from_utf8(obj).expect("text")) });
    let view = app.first_view();
    (app, view)
}

/// Returns the place at these shares of the picture's middle third.
fn place(view: &View, across: f64, down: f64) -> CursorPosition {
    let [width, height] = [view.viewport.width, view.viewport.height].map(f64::from);
    let top = f64::from(view.framebuffer.height) - f64::from(view.viewport.y) - height;
    let (x, y) = (width * (1.0 + across) / 3.0, height * (1.0 + down) / 3.0);
    CursorPosition { x: (f64::from(view.viewport.x) + x).round(), y: (top + y).round() }
}

/// Returns the point that the library finds at the centre of the pixel of a place.
fn expected(app: &App, view: &View, at: CursorPosition, features: Option<Features>) -> Option<SurfacePoint> {
    let (cursor, options) = (CursorPosition { x: at.x + 0.5, y: at.y + 0.5 }, PickOptions::default());
    let radius = SNAP * app.last_frame().scale_factor;
    let near = features.and_then(|features| nearest_feature(&app.scene, view, cursor, radius, features, &options));
    let (id, weights) = match near {
        Some(near) => (near.triangle, near.weights),
        None => {
            let hit = pick(&app.scene, view, cursor, &options)?;
            (hit.id(), [1.0 - hit.u - hit.v, hit.u, hit.v])
        }
    };
    Some(SurfacePoint { object: id.object, on: MeshPoint { triangle: id.triangle, weights } })
}

fn measures(line: &FrameLine) -> &[Measure] {
    &line.annotations.measures
}

/// Returns the point that the mark shows after the mouse came to a place.
fn aimed(app: &App, at: CursorPosition) -> Option<SurfacePoint> {
    app.move_to(at);
    app.settle();
    app.last_frame().aim
}

#[test]
fn the_mark_under_the_mouse_is_what_a_click_takes_and_undo_takes_it_back_on_a_teapot_and_a_million_triangles() {
    for (sample, scale) in [(Sample::Teapot, 2.0), (Sample::NoisySphere, 1.0)] {
        let (mut app, view) = start(sample, scale);
        app.press(keysym::D);
        for features in [Some(Features::default()), None, Some(Features { corners: true, edges: false })] {
            for k in 0..5 {
                let at = place(&view, 0.2 + 0.07 * f64::from(k), 0.5 + 0.04 * f64::from(k % 3));
                assert_eq!(aimed(&app, at), expected(&app, &view, at, features), "{features:?} at {at:?}");
            }
            app.press(keysym::S);
        }
        let [from, to, other] = [(0.3, 0.5), (0.7, 0.6), (0.5, 0.4)].map(|(x, y)| place(&view, x, y));
        let points = [from, to].map(|at| {
            let point = aimed(&app, at).expect("a surface");
            app.click_here();
            point
        });
        app.settle();
        let made = app.last_frame();
        assert_eq!(measures(&made), [Measure { kind: MeasureKind::Distance, points: points.to_vec() }]);
        let [a, b] = points.map(|point| point.position(&app.scene).expect("it is there"));
        assert_eq!(measures(&made)[0].value(&app.scene), Some(Measured::Distance(distance(a, b))));
        assert_eq!((made.selected, made.picked), (0, None), "nothing is picked");

        // From its end to another place: one step of the history.
        let end = view.cursor_from_world(b).expect("before the eye");
        app.move_to(CursorPosition { x: end.x.round(), y: end.y.round() });
        app.settle();
        app.button(true);
        for share in [0.3, 0.6, 1.0] {
            let way = |from: f64, to: f64| (from + share * (to - from)).round();
            app.move_to(CursorPosition { x: way(end.x, other.x), y: way(end.y, other.y) });
            app.settle();
        }
        app.button(false);
        app.settle();
        let moved = app.last_frame();
        let there = expected(&app, &view, other, Some(Features::default())).expect("a surface");
        assert_eq!(measures(&moved), [Measure { kind: MeasureKind::Distance, points: vec![points[0], there] }]);
        for (with_shift, expected) in
            [(false, measures(&made)), (false, &[]), (true, measures(&made)), (true, measures(&moved))]
        {
            if with_shift {
                app.key(keysym::SHIFT, true);
            }
            app.press_with_control(keysym::Z);
            if with_shift {
                app.key(keysym::SHIFT, false);
            }
            app.settle();
            assert_eq!(measures(&app.last_frame()), expected);
        }
    }
}

#[test]
fn with_the_keyboard_alone_a_path_is_measured_and_ended_and_a_landmark_placed() {
    let (mut app, view) = start(Sample::Teapot, 1.0);
    app.press(keysym::D);
    app.press_with(keysym::SHIFT, keysym::D);
    app.press(keysym::K);
    app.strike(keysym::ENTER);
    app.settle();
    let landmarks = app.last_frame().annotations.landmarks;
    let [width, height] = [view.viewport.width, view.viewport.height].map(f64::from);
    let top = f64::from(view.framebuffer.height) - f64::from(view.viewport.y) - height;
    let middle =
        CursorPosition { x: (f64::from(view.viewport.x) + 0.5 * width).floor(), y: (top + 0.5 * height).floor() };
    let point = expected(&app, &view, middle, Some(Features::default()));
    assert_eq!(landmarks.iter().map(|it| Some(it.at)).collect::<Vec<_>>(), [point]);
    app.press_with_control(keysym::Z);
    app.wait("the landmark to be gone", |line| line.annotations.is_empty());
}
