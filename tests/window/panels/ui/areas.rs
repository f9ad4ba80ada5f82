//! The weights of a hit as areas: three parts of the triangle, in the picture and in the loupe.

use super::*;
use pickray_app::app::tools::picking::ladder::loupe;

/// The triangles that are painted and let something through, each with its fill: those at headings do not.
fn triangles(harness: &Window) -> Vec<([Pos2; 3], Color32)> {
    let triangle = |(shape, _): (&Shape, Rect)| match shape {
        Shape::Path(path) if path.closed && (1..255).contains(&path.fill.a()) => {
            path.points.as_slice().try_into().ok().map(|points| (points, path.fill))
        }
        _ => None,
    };
    shapes(harness).into_iter().filter_map(triangle).collect()
}

fn area([a, b, c]: [Pos2; 3]) -> f64 {
    let (b, c) = (b - a, c - a);
    f64::from(0.5 * (b.x * c.y - b.y * c.x).abs())
}

#[test]
fn the_areas_are_the_weights_and_have_one_colour_in_the_picture_and_in_the_loupe() {
    let mut harness = window([1280.0, 900.0], 1.0);
    harness.state_mut().update(Action::Command(Command::ToggleExplain));
    harness.pick(0).frames(3);
    assert_eq!(triangles(&harness).len(), 0, "another step is open, or none");
    harness.show(LadderAction::Open(Step::Triangle));
    let loupe = loupe(harness.desk()).expect("a triangle");
    let weights = loupe.in_window.expect("it is before the eye").weights.expect("it is not edge-on");
    let painted = triangles(&harness);
    let picture = harness.picture();
    let (in_picture, in_loupe): (Vec<_>, Vec<_>) =
        painted.into_iter().partition(|(corners, _)| corners.iter().all(|corner| picture.contains(*corner)));
    for parts in [&in_picture, &in_loupe] {
        assert_eq!(parts.len(), 3, "{in_picture:?} {in_loupe:?}");
        let whole: f64 = parts.iter().map(|(corners, _)| area(*corners)).sum();
        for ((corners, _), weight) in parts.iter().zip(weights) {
            assert!((area(*corners) / whole - weight).abs() < 2e-3, "{corners:?} {weights:?}");
        }
    }
    let colors = |parts: &[([Pos2; 3], Color32)]| parts.iter().map(|(_, color)| *color).collect::<Vec<_>>();
    assert_eq!(colors(&in_picture), colors(&in_loupe));
    assert!(colors(&in_picture)[0] != colors(&in_picture)[1] && colors(&in_picture)[1] != colors(&in_picture)[2]);
}
