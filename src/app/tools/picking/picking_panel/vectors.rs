//! The vectors of the ray-triangle test as arrows in the free view, with their letters in the paper on the test. The
//! paper calls D × E₂ P, which is the projection elsewhere.
//!
//! Based on: Tomas Möller and Ben Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997, section 3.

use crate::app::desk::Desk;
use crate::app::pane::Pane;
use crate::app::tools::picking::ladder::{Ladder, loupe};
use glam::DVec3;
use pickray::math::CursorPosition;
use pickray::pick::explain::{Loupe, Step};
use pickray::scene::Object;
use pickray_render::{Behind, Overlay, Palette, Pen, Srgb};

/// The length of an arrow's head, in logical pixels.
const HEAD: f64 = 9.0;

/// Greatest length of a head, as a share of its arrow.
const MOST_OF_ARROW: f64 = 0.35;

/// Half the width of a head over its length.
const HEAD_SLOPE: f64 = 0.45;

/// Share of an arrow at its tip over which its length in pixels is measured.
const MEASURED: f64 = 1.0 / 256.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VectorKind {
    Edge,
    /// Vector T from a corner of the triangle to the ray's origin, or the ray's direction D.
    Ray,
    /// Cross product of an edge of the triangle with D or T.
    Product,
}

/// A vector of the test in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arrow {
    letter: &'static str,
    kind: VectorKind,
    from: DVec3,
    along: DVec3,
}

impl Arrow {
    fn to(&self) -> DVec3 {
        self.from + self.along
    }

    fn color(&self, palette: &Palette) -> Srgb {
        palette.vectors[self.kind as usize]
    }
}

/// Returns all vectors of the test in world space, taken there from object space by the object's matrix; so products
/// may no longer be perpendicular to their factors.
fn arrows(loupe: &Loupe, object: &Object) -> [Arrow; 6] {
    let matrix = object.world_from_object;
    let world = |local: DVec3| matrix.transform_point3(local + object.mesh.origin());
    let steps = &loupe.in_f64;
    let (a, o) = (world(loupe.test.corners[0]), world(loupe.local_ray.origin));
    [
        ("E₁", VectorKind::Edge, a, steps.e1),
        ("E₂", VectorKind::Edge, a, steps.e2),
        ("T", VectorKind::Ray, a, steps.t_vec),
        ("D", VectorKind::Ray, o, steps.d),
        ("D × E₂", VectorKind::Product, a, steps.p),
        ("Q", VectorKind::Product, a, steps.q),
    ]
    .map(|(letter, kind, from, along)| Arrow { letter, kind, from, along: matrix.transform_vector3(along) })
}

/// Returns where a point of the world is seen in the free view, if it is before the eye.
fn seen(point: DVec3, desk: &Desk) -> Option<CursorPosition> {
    desk.shown.second_view.view.cursor_from_world(desk.drawn_in(Pane::SecondView, point)?)
}

fn is_in_picture(point: DVec3, desk: &Desk) -> bool {
    desk.drawn_in(Pane::SecondView, point).is_some_and(|drawn| desk.shown.second_view.view.shows(drawn))
}

/// Returns the arrows that are drawn, while the picture is split and the ladder's last step open; an arrow that would
/// leave the picture is as long as the longer of both edges.
fn shown(ladder: &Ladder, desk: &Desk) -> Vec<Arrow> {
    let is_shown = desk.is_split() && ladder.open == Some(Step::Triangle);
    let Some(loupe) = loupe(desk).filter(|_| is_shown) else { return Vec::new() };
    let Some(object) = desk.scene().objects().get(loupe.id.object as usize) else { return Vec::new() };
    let all = arrows(&loupe, object);
    let edge = all[0].along.length().max(all[1].along.length());
    let fitted = |arrow: Arrow| {
        let is_whole = arrow.kind == VectorKind::Edge || is_in_picture(arrow.to(), desk);
        let along = if is_whole { arrow.along } else { edge * arrow.along.try_normalize()? };
        (arrow.from.is_finite() && along.is_finite() && along != DVec3::ZERO).then_some(Arrow { along, ..arrow })
    };
    all.into_iter().filter_map(fitted).collect()
}

/// Returns the drawing of the vectors as arrows, whose heads have the same size on the screen.
pub fn overlays(ladder: &Ladder, desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let overlay = |arrow: Arrow| {
        let mut lines = vec![[arrow.from, arrow.to()]];
        lines.extend(head(&arrow, desk).into_iter().flatten());
        // D runs along the ray, which is seen on either side of it.
        let width = if arrow.letter == "D" { 1.25 } else { 2.0 };
        Overlay::Lines(lines, Pen::new(arrow.color(palette), width).behind(Behind::Drawn))
    };
    shown(ladder, desk).into_iter().map(overlay).collect()
}

/// Returns the two lines of an arrow's head, as long as [`HEAD`] where it is seen from the side.
fn head(arrow: &Arrow, desk: &Desk) -> Option<[[DVec3; 2]; 2]> {
    let tip = arrow.to();
    let at = seen(tip, desk)?;
    // The way that makes so many pixels, over a short one that is measured.
    let stretched = |short: DVec3, pixels: f64| {
        let other = seen(tip + short, desk)?;
        let measured = at.distance(other);
        (0.0 < measured).then(|| short * (pixels / measured))
    };
    let back = stretched(-MEASURED * arrow.along, HEAD * desk.shown.scale_factor)?;
    let back = back.clamp_length_max(MOST_OF_ARROW * arrow.along.length());
    let across = arrow.along.cross(tip - desk.shown.second_view.view.camera.eye).try_normalize()?;
    // Where the arrow is short, its head is no wider.
    let pixels = at.distance(seen(tip + back, desk)?);
    let side = stretched(MEASURED * arrow.along.length() * across, HEAD_SLOPE * pixels)?;
    Some([[tip, tip + back + side], [tip, tip + back - side]])
}

/// Returns point in world space, letter and colour for each arrow. The point is the arrow's tip. For T and D it is
/// before the tip, where the names of the ray's points stand.
pub fn letters(ladder: &Ladder, desk: &Desk, palette: &Palette) -> Vec<(DVec3, String, Srgb)> {
    let letter = |arrow: Arrow| {
        let share = if arrow.kind == VectorKind::Ray { 0.6 } else { 1.0 };
        (arrow.from + share * arrow.along, arrow.letter.to_owned(), arrow.color(palette))
    };
    shown(ladder, desk).into_iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tools::picking::ladder::LadderAction;
    use crate::app::update::tests::*;

    /// Returns a split picture with a hit, the mesh placed so, and the last step open.
    fn open(placement: Placement) -> State {
        let mut state = state();
        state.desk.settings.panels.explain = true;
        state.change(placing(placement)).pick(MIDDLE).command(Command::NextRayView);
        state.act(LadderAction::Open(Step::Triangle));
        state
    }

    fn ladder(state: &State) -> &Ladder {
        &state.picking().explain.ladder
    }

    fn is_near(a: DVec3, b: DVec3) -> bool {
        (a - b).length() <= 1e-12 * (1.0 + b.length())
    }

    #[test]
    fn the_arrows_of_the_edges_end_at_the_corners_and_those_of_the_ray_at_its_points_however_the_mesh_is_placed() {
        let mirrored = Placement { scale: DVec3::new(-1.5, 0.75, 1.25), ..Placement::default() };
        let moved =
            Placement { translate: DVec3::new(0.25, -0.125, 0.5), rotate: DVec3::new(0.2, 0.3, 0.4), ..mirrored };
        for placement in [Placement::default(), mirrored, moved] {
            let state = open(placement);
            let loupe = loupe(&state.desk).expect("a triangle");
            let object = &state.desk.scene().objects()[0];
            let world = |corner: DVec3| object.world_from_object.transform_point3(corner);
            let triangle = object.mesh.triangle(loupe.id.triangle);
            let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(world);
            let [e1, e2, t, d, p, q] = arrows(&loupe, object);
            assert!(is_near(e1.to(), b) && is_near(e2.to(), c), "{e1:?} and {e2:?}");
            assert!([e1, e2, t, p, q].iter().all(|arrow| is_near(arrow.from, a)));
            let ray = state.trace().ray.expect("a ray");
            assert!(is_near(t.to(), ray.near.world) && is_near(d.from, ray.near.world), "{t:?} and {d:?}");
            assert!(is_near(d.to(), ray.far.world), "{d:?}");
        }
    }

    #[test]
    fn an_arrow_that_would_leave_the_picture_is_as_long_as_an_edge_and_points_the_same_way() {
        let mut state = open(Placement::default());
        let object = state.desk.scene().objects()[0].clone();
        let all = arrows(&loupe(&state.desk).expect("a triangle"), &object);
        let edge = all[0].along.length().max(all[1].along.length());
        let corners = [all[0].from, all[0].to(), all[1].to()];
        let (whole, aspect) = (state.desk.shown.second_view.view.camera, state.desk.shown.second_view.view.aspect());
        let mut shortened = 0;
        for (camera, ndc) in [(whole, 0.0), (whole, 0.5), (whole, 1.0), (whole.framed_around(&corners, aspect), 0.0)] {
            state.desk.shown.second_view.view.camera = camera;
            state.act(Action::ScrubNdc(ndc));
            for arrow in shown(ladder(&state), &state.desk) {
                let whole = all.iter().find(|other| other.letter == arrow.letter).expect("one of them");
                if is_in_picture(whole.to(), &state.desk) {
                    assert_eq!(arrow, *whole);
                } else {
                    assert!((arrow.along.length() - edge).abs() < 1e-12 * edge);
                    assert!(arrow.along.angle_between(whole.along) < 1e-6);
                    shortened += 1;
                }
            }
        }
        assert!(shortened > 0);
    }

    #[test]
    fn they_are_drawn_in_a_split_picture_while_the_last_step_is_open() {
        let mut state = open(Placement::default());
        let letters = |state: &State| {
            let all = letters(ladder(state), &state.desk, &Palette::LIGHT);
            all.into_iter().map(|(_, letter, _)| letter).collect::<Vec<_>>()
        };
        assert_eq!(letters(&state), ["E₁", "E₂", "T", "D", "D × E₂", "Q"]);
        assert_eq!(overlays(ladder(&state), &state.desk, &Palette::LIGHT).len(), 6);
        state.act(LadderAction::Open(Step::Object));
        assert!(letters(&state).is_empty());
        state.act(LadderAction::Open(Step::Triangle)).command(Command::NextRayView);
        assert!(letters(&state).is_empty());
    }
}
