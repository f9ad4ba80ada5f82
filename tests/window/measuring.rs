//! Measuring in a real window: the mark under the mouse is the corner or edge that the library finds there, and what a
//! click takes.

use crate::harness::{App, FrameLine, Start, keysym};
use crate::on;
use pickray::math::CursorPosition;
use pickray::mesh::WriteFormat;
use pickray::mesh::samples::Sample;
use pickray::pick::{Features, MeshPoint, PickOptions, nearest_feature, pick};
use pickray::scene::View;
use pickray::study::{Measure, MeasureKind, SurfacePoint};

/// Distance within which a point snaps, in logical pixels.
const SNAP: f64 = 12.0;

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
fn the_mark_under_the_mouse_is_what_a_click_takes_a_drag_moves_it_and_undo_takes_both_back() {
    let mut obj = Vec::new();
    Sample::Teapot.mesh().expect("a mesh").write(WriteFormat::Obj, &mut obj).expect("written");
    let mut app = App::start(&Start { scale: Some(2.0), ..on(&String::from_utf8(obj).expect("text")) });
    let (view, middle) = (app.first_view(), app.middle());
    let at = |x: f64, y: f64| CursorPosition { x: (middle.x + x).round(), y: (middle.y + y).round() };
    app.press(keysym::D);
    for features in [Some(Features::default()), None] {
        for at in [at(-100.0, 0.0), at(-60.0, 20.0), at(70.0, 40.0)] {
            assert_eq!(aimed(&app, at), expected(&app, &view, at, features), "{features:?} at {at:?}");
        }
        app.press(keysym::S);
    }
    app.press(keysym::S);
    let points = [at(-120.0, 10.0), at(110.0, 30.0)].map(|at| {
        let point = aimed(&app, at).expect("a surface");
        app.click_here();
        point
    });
    app.settle();
    let made = app.last_frame();
    assert_eq!(measures(&made), [Measure { kind: MeasureKind::Distance, points: points.to_vec() }]);
    assert_eq!((made.selected, made.picked), (0, None), "nothing is picked");

    // From its end to another place.
    let (end, other) = (points[1].position(&app.scene).expect("it is there"), at(0.0, -20.0));
    let end = view.cursor_from_world(end).expect("before the eye");
    app.move_to(CursorPosition { x: end.x.round(), y: end.y.round() });
    app.settle();
    app.drag_to(other);
    app.settle();
    let there = expected(&app, &view, other, Some(Features::default())).expect("a surface");
    assert_eq!(measures(&app.last_frame()), [Measure { kind: MeasureKind::Distance, points: vec![points[0], there] }]);
    for left in [measures(&made), &[]] {
        app.press_with_control(keysym::Z);
        assert_eq!(measures(&app.last_frame()), left);
    }
}
