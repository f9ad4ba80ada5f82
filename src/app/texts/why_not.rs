//! Reasons why a triangle was not hit, in the language of the window; in English the text of [`WhyNot`].

use super::{of_library, t};
use glam::DVec2;
use pickray::intersect::Side;
use pickray::math::PixelSample;
use pickray::pick::explain::{CutAway, OutlinePart, WhyNot, WhyNotReason, direction, number_in_words};
use pickray::pick::{TriangleId, Unpickable};

/// Returns the answer, in one sentence or two.
pub fn sentence(why: &WhyNot) -> String {
    let reason = reason(why);
    match why.cut_away {
        Some(CutAway { id, distance }) if id != why.id => {
            t!("why-cut-away", reason = reason, other = name(why, id), distance = number_in_words(distance))
        }
        _ => reason,
    }
}

fn reason(why: &WhyNot) -> String {
    let name = name_first(why, why.id);
    match why.reason {
        WhyNotReason::NoRay { why } => t!("why-no-ray", why = of_library::no_ray(why)),
        WhyNotReason::Unpickable { why: Unpickable::Hidden } => t!("why-hidden", name = name),
        WhyNotReason::Unpickable { why } => t!("why-unpickable", name = name, why = of_library::unpickable(why)),
        WhyNotReason::Hidden => t!("why-itself-hidden", name = name),
        WhyNotReason::NotFinite => t!("why-not-finite", name = name),
        WhyNotReason::ZeroDirection => t!("why-zero-direction", name = name),
        WhyNotReason::NoArea => t!("why-no-area", name = name),
        WhyNotReason::Parallel { in_plane: true } => t!("why-in-plane", name = name),
        WhyNotReason::Parallel { in_plane: false } => t!("why-parallel", name = self::name(why, why.id)),
        WhyNotReason::BeforeNear { behind_eye: true, .. } => t!("why-behind-eye", name = name),
        WhyNotReason::BeforeNear { distance: None, .. } => t!("why-before-near", name = name),
        WhyNotReason::BeforeNear { distance: Some(distance), .. } => {
            t!("why-before-near-by", name = name, distance = number_in_words(distance))
        }
        WhyNotReason::BeyondFar { distance: None } => t!("why-beyond-far", name = name),
        WhyNotReason::BeyondFar { distance: Some(distance) } => {
            t!("why-beyond-far-by", name = name, distance = number_in_words(distance))
        }
        WhyNotReason::Beside { pixels, offset, of } => beside(name, why.sample, pixels, offset, of),
        WhyNotReason::Culled { side: Side::Front } => t!("why-shows-front", name = name),
        WhyNotReason::Culled { side: Side::Back } => t!("why-shows-back", name = name),
        WhyNotReason::Nearer { triangle, distance: 0.0 } => {
            t!("why-same-t", name = name, other = self::name(why, triangle))
        }
        WhyNotReason::Nearer { triangle, distance } => {
            let other = self::name(why, triangle);
            t!("why-nearer", name = name, other = other, distance = number_in_words(distance))
        }
        WhyNotReason::Hit => t!("why-hit", name = name),
        _ => why.to_string(),
    }
}

fn beside(name: String, sample: PixelSample, pixels: f64, offset: DVec2, of: OutlinePart) -> String {
    let sample = match sample {
        PixelSample::Center => t!("why-sample-centre"),
        PixelSample::Corner => t!("why-sample-corner"),
    };
    if pixels > 0.0 {
        let pixels = number_in_words(pixels);
        let distance = t!("why-pixels", count = if pixels == "1" { 1 } else { 2 }, pixels = pixels);
        let direction = direction_in_words(offset);
        t!("why-beside", name = name, sample = sample, distance = distance, direction = direction, part = part(of))
    } else {
        t!("why-beside-exact", name = name, sample = sample, part = part(of))
    }
}

fn direction_in_words(offset: DVec2) -> &'static str {
    match direction(offset) {
        (Some(true), Some(true)) => t!("why-below-left"),
        (Some(false), Some(true)) => t!("why-below-right"),
        (Some(true), Some(false)) => t!("why-above-left"),
        (Some(false), Some(false)) => t!("why-above-right"),
        (Some(true), None) => t!("why-left"),
        (Some(false), None) => t!("why-right"),
        (None, Some(true)) => t!("why-below"),
        (None, _) => t!("why-above"),
    }
}

fn part(part: OutlinePart) -> String {
    match part {
        OutlinePart::Edge(edge) => t!("why-edge", edge = ["ab", "bc", "ca"][usize::from(edge % 3)]),
        OutlinePart::Vertex(corner) => t!("why-corner", corner = ["a", "b", "c"][usize::from(corner % 3)]),
        OutlinePart::NearCut => t!("why-near-cut").to_owned(),
        OutlinePart::FarCut => t!("why-far-cut").to_owned(),
    }
}

/// Returns a triangle's name within a sentence. Objects are named if one other than the first is meant.
fn name(why: &WhyNot, id: TriangleId) -> String {
    named(why, id, false)
}

fn name_first(why: &WhyNot, id: TriangleId) -> String {
    named(why, id, true)
}

fn named(why: &WhyNot, id: TriangleId, is_first: bool) -> String {
    let [object, triangle] = [id.object, id.triangle].map(|index| index.to_string());
    match (names_objects(why), is_first) {
        (true, false) => t!("why-name-of-object", triangle = triangle, object = object),
        (true, true) => t!("why-name-first-of-object", triangle = triangle, object = object),
        (false, false) => t!("why-name", triangle = triangle),
        (false, true) => t!("why-name-first", triangle = triangle),
    }
}

fn names_objects(why: &WhyNot) -> bool {
    let nearer = if let WhyNotReason::Nearer { triangle, .. } = why.reason { Some(triangle) } else { None };
    let cut_away = why.cut_away.map(|cut| cut.id);
    [Some(why.id), nearer, cut_away].into_iter().flatten().any(|id| id.object != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::texts::{Language, speak};
    use pickray::math::{CursorPosition, FramebufferSize};
    use pickray::mesh::Mesh;
    use pickray::pick::explain::why_not;
    use pickray::pick::{NoRay, PickOptions};
    use pickray::scene::{Camera, Scene, View};

    const ID: TriangleId = TriangleId { object: 0, triangle: 12 };

    /// Returns an explanation as a pick gives it, but with this reason.
    fn why(sample: PixelSample, reason: WhyNotReason, cut_away: Option<CutAway>) -> WhyNot {
        let mesh = Mesh::from_triangles(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]);
        let scene = Scene::of(mesh.expect("a mesh").into());
        let view = View::new(Camera::framing_scene(&scene, 1.0, scene.up_axis()), FramebufferSize::new(8, 8));
        let mut why = why_not(
            &scene,
            &view,
            CursorPosition::new(4.0, 4.0),
            &PickOptions::default(),
            TriangleId { object: 0, triangle: 0 },
        )
        .expect("an explanation");
        (why.id, why.sample, why.reason, why.cut_away) = (ID, sample, reason, cut_away);
        why
    }

    fn reasons() -> Vec<WhyNotReason> {
        let parts = [OutlinePart::Edge(1), OutlinePart::Vertex(2), OutlinePart::NearCut, OutlinePart::FarCut];
        let offsets =
            [(-0.2, 0.0), (0.2, 0.0), (0.0, 3.0), (0.0, -1.0), (3.0, -4.0), (-3.0, -4.0), (3.0, 4.0), (-3.0, 4.0)];
        let besides = offsets.into_iter().flat_map(|(x, y)| {
            let offset = DVec2::new(x, y);
            parts.map(|of| WhyNotReason::Beside { pixels: offset.length(), offset, of })
        });
        let other = TriangleId { object: 0, triangle: 7 };
        let distances = [None, Some(2.5)];
        besides
            .chain(parts.map(|of| WhyNotReason::Beside { pixels: 0.0, offset: DVec2::ZERO, of }))
            .chain([0.0, 0.31].map(|distance| WhyNotReason::Nearer { triangle: other, distance }))
            .chain([Side::Front, Side::Back].map(|side| WhyNotReason::Culled { side }))
            .chain(distances.map(|distance| WhyNotReason::BeforeNear { distance, behind_eye: false }))
            .chain(distances.map(|distance| WhyNotReason::BeforeNear { distance, behind_eye: true }))
            .chain(distances.map(|distance| WhyNotReason::BeyondFar { distance }))
            .chain([true, false].map(|in_plane| WhyNotReason::Parallel { in_plane }))
            .chain(
                [Unpickable::Hidden, Unpickable::Masked, Unpickable::SingularTransform]
                    .map(|why| WhyNotReason::Unpickable { why }),
            )
            .chain([
                WhyNotReason::NoRay { why: NoRay::OutsideViewport },
                WhyNotReason::NotFinite,
                WhyNotReason::ZeroDirection,
                WhyNotReason::NoArea,
                WhyNotReason::Hit,
            ])
            .collect()
    }

    #[test]
    fn english_is_what_the_library_says() {
        let cuts = [None, Some(CutAway { id: TriangleId { object: 1, triangle: 3 }, distance: 0.25 })];
        for reason in reasons() {
            for (sample, cut_away) in [PixelSample::Center, PixelSample::Corner].into_iter().zip(cuts) {
                let why = why(sample, reason, cut_away);
                assert_eq!(sentence(&why), why.to_string());
            }
        }
    }

    #[test]
    fn chinese_puts_the_words_in_its_own_order() {
        speak(Language::Chinese);
        let beside = WhyNotReason::Beside { pixels: 5.0, offset: DVec2::new(-3.0, -4.0), of: OutlinePart::Edge(0) };
        let why = why(PixelSample::Center, beside, None);
        assert_eq!(sentence(&why), "三角形 12 不在射线上：像素的中心位于它的边 ab 的左下方，相距 5 像素。");
    }
}
