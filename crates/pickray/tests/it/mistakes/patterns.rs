//! Patterns that mistakes make over a picture, and how they can be told apart.

use super::*;
use crate::*;
use pickray::math::PixelSample;
use pickray::pick::explain::{MistakenPick, PatternArrow, can_be_found, mistake_pattern};

#[test]
fn patterns_are_constant_mirrored_or_growing_from_the_centre() {
    let scene = scene();
    let [view, _] = views(&scene);
    let inputs = inputs(&view);
    let pattern = |mistake: Mistake| {
        let options = PickOptions { culling: Culling::None, sample: PixelSample::Center, ..PickOptions::default() };
        let arrows = mistake_pattern(&scene, &view, &options, (mistake, &inputs), None, [16, 9]);
        assert_eq!(arrows.len(), 144);
        let vector = |arrow: PatternArrow| {
            let to = arrow.to.expect("it is seen");
            (arrow.from, DVec2::new(to.x - arrow.from.x, to.y - arrow.from.y))
        };
        arrows.into_iter().map(vector).collect::<Vec<_>>()
    };
    for (_, arrow) in pattern(Mistake::ViewportOffsetIgnored) {
        assert!((arrow - DVec2::new(40.0, -60.0)).length() < 1e-6, "constant: {arrow}");
    }
    for (from, arrow) in pattern(Mistake::WindowTakenForViewport) {
        // The middle of the window, (450, 350), is taken for the middle of the picture, (360, 400).
        let expected = DVec2::new(360.0 + (from.x - 450.0) * 640.0 / 900.0, 400.0 + (from.y - 350.0) * 480.0 / 700.0);
        let to = DVec2::new(from.x, from.y) + arrow;
        assert!((to - expected).length() < 1e-6, "another centre: {to} from {from:?}");
    }
    for (from, arrow) in pattern(Mistake::YNotFlipped) {
        assert!((arrow - DVec2::new(0.0, 700.0 - 2.0 * from.y)).length() < 1e-6, "mirrored: {arrow} at {from:?}");
    }
    for (from, arrow) in pattern(Mistake::LogicalPixels) {
        let expected = DVec2::new(from.x / SCALE - from.x, from.y / SCALE - from.y);
        assert!((arrow - expected).length() < 1.5, "growing from the top left: {arrow} at {from:?}");
    }
}

#[test]
fn which_one_can_always_be_decided() {
    let scene = scene();
    let options = PickOptions::default();
    let mut random = seeded();
    let mut found = BTreeSet::new();
    for view in views(&scene) {
        let inputs = inputs(&view);
        for _ in 0..CURSORS {
            let at = cursor(&mut random);
            let wrong = |mistake| pick_mistaken(&scene, &view, at, &options, mistake, &inputs).expect("a ray");
            let picks = Mistake::ALL.map(wrong);
            for mistake in can_be_found(&picks) {
                found.insert(mistake);
                let hidden = picks.iter().find(|pick| pick.mistake == mistake).expect("it was made");
                assert!(hidden.changes);
                for other in picks.iter().filter(|pick| pick.mistake != mistake) {
                    assert!(differ(hidden, other), "{hidden:?} and {other:?}");
                }
            }
        }
    }
    assert!(found.len() >= 11, "{found:?}");
}

/// Returns `true` if a viewer can tell both apart.
fn differ(a: &MistakenPick, b: &MistakenPick) -> bool {
    let apart = a.cursor.zip(b.cursor).map(|(a, b)| (a.x - b.x).hypot(a.y - b.y));
    a.hit != b.hit || a.cursor.is_some() != b.cursor.is_some() || apart.is_some_and(|apart| 1.9 < apart)
}
