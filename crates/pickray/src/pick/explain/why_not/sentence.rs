//! Sentences that say why a triangle was not hit.

use super::{WhyNot, WhyNotReason};
use crate::intersect::Side;
use crate::math::PixelSample;
use crate::pick::explain::figures::number_in_words;
use crate::pick::explain::{CutAway, OutlinePart};
use crate::pick::{NoRay, TriangleId, Unpickable};
use crate::work::said::{Parts, Said, capitalized, said};
use glam::DVec2;
use std::fmt;

/// Largest ratio of a direction's smaller component to its larger one at which one word tells it: the tangent of 22.5°.
const ONE_WORD: f64 = std::f64::consts::SQRT_2 - 1.0;

said! {
    /// Sentence, or two, on why a triangle was not hit. The first letter is lower-case.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Why {
        CutAway { reason: Box<Self>, other: Named, distance: String } =>
            "{reason} The near plane cuts away {other}, {distance} nearer.",
        NoRay { why: NoRay } => "there is no ray: {why}.",
        Hidden { name: Named } => "{name} cannot be hit: its object is hidden.",
        Unpickable { name: Named, why: Unpickable } => "{name} cannot be hit: {why}.",
        ItselfHidden { name: Named } => "{name} is hidden.",
        NotFinite { name: Named } => "{name} cannot be hit: not all of its coordinates are finite.",
        ZeroDirection { name: Named } =>
            "{name} cannot be hit: in its object's space both points of the ray are the same.",
        NoArea { name: Named } => "{name} has no area: its corners lie on a line.",
        InPlane { name: Named } => "{name} is seen edge-on: the ray lies in its plane.",
        Parallel { name: Named } => "the ray is parallel to {name}.",
        BehindEye { name: Named } => "{name} is behind the eye.",
        BeforeNear { name: Named } => "{name} is nearer than the near plane.",
        BeforeNearBy { name: Named, distance: String } => "{name} is nearer than the near plane, by {distance}.",
        BeyondFar { name: Named } => "{name} is beyond the far plane.",
        BeyondFarBy { name: Named, distance: String } => "{name} is beyond the far plane, by {distance}.",
        Beside { name: Named, sample: PixelSample, distance: Pixels, way: Way, part: OutlinePart } =>
            "{name} is beside the ray: the pixel's {sample} lies {distance} {way} {part}.",
        BesideExact { name: Named, sample: PixelSample, part: OutlinePart } =>
            "{name} is beside the ray: the pixel's {sample} lies so close to {part} that only exact \
             arithmetic can tell.",
        ShowsFront { name: Named } => "{name} shows its front, which is culled.",
        ShowsBack { name: Named } => "{name} shows its back, which is culled.",
        SameT { name: Named, other: Named } => "{name} is met at the same t as {other}, and the lower number wins.",
        Nearer { name: Named, other: Named, distance: String } =>
            "{name} is behind: {other} is nearer, by {distance} world units.",
        Hit { name: Named } => "{name} is the hit.",
    }
}

said! {
    /// Name of a triangle within a sentence: its index, and that of its object where needed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Named {
        Triangle { triangle: u32 } => "triangle {triangle}",
        OfObject { triangle: u32, object: u32 } => "triangle {triangle} of object {object}",
    }
}

said! {
    PixelSample {
        Center => "centre",
        Corner => "lower left corner",
    }
}

said! {
    /// Distance in pixels, as words within a sentence.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Pixels {
        One => "1 pixel",
        Several { count: String } => "{count} pixels",
    }
}

said! {
    /// Direction from a triangle's outline to the pixel's sample, as words within a sentence, with the preposition.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Way {
        Left => "left of",
        Right => "right of",
        Below => "below",
        Above => "above",
        BelowLeft => "below and left of",
        BelowRight => "below and right of",
        AboveLeft => "above and left of",
        AboveRight => "above and right of",
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&capitalized(&self.sentence()))
    }
}

impl Said for WhyNot {
    fn parts(&self) -> Option<Parts> {
        self.sentence().parts()
    }
}

impl WhyNot {
    fn sentence(&self) -> Why {
        let reason = self.reason_in_words();
        match self.cut_away {
            Some(CutAway { id, distance }) if id != self.id => {
                Why::CutAway { reason: reason.into(), other: self.named(id), distance: number_in_words(distance) }
            }
            _ => reason,
        }
    }

    fn reason_in_words(&self) -> Why {
        let (name, words) = (self.named(self.id), number_in_words);
        match self.reason {
            WhyNotReason::NoRay { why } => Why::NoRay { why },
            WhyNotReason::Unpickable { why: Unpickable::Hidden } => Why::Hidden { name },
            WhyNotReason::Unpickable { why } => Why::Unpickable { name, why },
            WhyNotReason::Hidden => Why::ItselfHidden { name },
            WhyNotReason::NotFinite => Why::NotFinite { name },
            WhyNotReason::ZeroDirection => Why::ZeroDirection { name },
            WhyNotReason::NoArea => Why::NoArea { name },
            WhyNotReason::Parallel { in_plane: true } => Why::InPlane { name },
            WhyNotReason::Parallel { in_plane: false } => Why::Parallel { name },
            WhyNotReason::BeforeNear { behind_eye: true, .. } => Why::BehindEye { name },
            WhyNotReason::BeforeNear { distance: None, .. } => Why::BeforeNear { name },
            WhyNotReason::BeforeNear { distance: Some(by), .. } => Why::BeforeNearBy { name, distance: words(by) },
            WhyNotReason::BeyondFar { distance: None } => Why::BeyondFar { name },
            WhyNotReason::BeyondFar { distance: Some(by) } => Why::BeyondFarBy { name, distance: words(by) },
            WhyNotReason::Beside { pixels, offset, of } => {
                let (sample, count) = (self.sample, words(pixels));
                let distance = if count == "1" { Pixels::One } else { Pixels::Several { count } };
                if pixels > 0.0 {
                    Why::Beside { name, sample, distance, way: way(offset), part: of }
                } else {
                    Why::BesideExact { name, sample, part: of }
                }
            }
            WhyNotReason::Culled { side: Side::Front } => Why::ShowsFront { name },
            WhyNotReason::Culled { side: Side::Back } => Why::ShowsBack { name },
            WhyNotReason::Nearer { triangle, distance: 0.0 } => Why::SameT { name, other: self.named(triangle) },
            WhyNotReason::Nearer { triangle, distance } => {
                Why::Nearer { name, other: self.named(triangle), distance: words(distance) }
            }
            WhyNotReason::Hit => Why::Hit { name },
        }
    }

    /// Returns a triangle's name within a sentence. Objects are named where one other than the first is meant.
    fn named(&self, id: TriangleId) -> Named {
        let nearer = if let WhyNotReason::Nearer { triangle, .. } = self.reason { Some(triangle) } else { None };
        let cut_away = self.cut_away.map(|cut| cut.id);
        let is_first = [Some(self.id), nearer, cut_away].into_iter().flatten().all(|id| id.object == 0);
        let TriangleId { object, triangle } = id;
        if is_first { Named::Triangle { triangle } } else { Named::OfObject { triangle, object } }
    }
}

/// Returns the direction of an offset (y up), without a horizontal or vertical part that is not worth telling.
fn way(offset: DVec2) -> Way {
    let size = offset.abs();
    let (left, down) = (offset.x < 0.0, offset.y < 0.0);
    let is_across = size.y <= ONE_WORD * size.x;
    let is_upright = !is_across && size.x <= ONE_WORD * size.y;
    match (left, down) {
        (true, _) if is_across => Way::Left,
        (false, _) if is_across => Way::Right,
        (_, true) if is_upright => Way::Below,
        (_, false) if is_upright => Way::Above,
        (true, true) => Way::BelowLeft,
        (false, true) => Way::BelowRight,
        (true, false) => Way::AboveLeft,
        (false, false) => Way::AboveRight,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: TriangleId = TriangleId { object: 0, triangle: 12 };

    fn sentence(reason: WhyNotReason) -> String {
        WhyNot { id: ID, sample: PixelSample::Center, reason, cut_away: None }.to_string()
    }

    fn beside(x: f64, y: f64, of: OutlinePart) -> String {
        let offset = DVec2::new(x, y);
        sentence(WhyNotReason::Beside { pixels: offset.length(), offset, of })
    }

    #[test]
    fn a_place_beside_is_told_in_pixels_with_the_way_there() {
        let nearly = "Triangle 12 is beside the ray: the pixel's centre lies 0.206 pixels left of its edge bc.";
        assert_eq!(beside(-0.2, 0.05, OutlinePart::Edge(1)), nearly);
        assert!(beside(0.0, 3.0, OutlinePart::Vertex(2)).ends_with("lies 3 pixels above its corner c."));
        assert!(beside(0.0, -1.0, OutlinePart::NearCut).ends_with("lies 1 pixel below where the near plane cuts it."));
        assert!(beside(3.0, -4.0, OutlinePart::Edge(0)).ends_with("lies 5 pixels below and right of its edge ab."));
        let exact = beside(0.0, 0.0, OutlinePart::Edge(2));
        assert!(exact.ends_with("to its edge ca that only exact arithmetic can tell."), "{exact}");
    }

    #[test]
    fn every_reason_is_a_sentence() {
        use WhyNotReason as Reason;
        let nearer = |distance| Reason::Nearer { triangle: TriangleId { object: 0, triangle: 7 }, distance };
        let before = |distance, behind_eye| Reason::BeforeNear { distance, behind_eye };
        let flat = Unpickable::SingularTransform;
        for (reason, expected) in [
            (Reason::Hit, "It is the hit."),
            (nearer(0.31), "It is behind: triangle 7 is nearer, by 0.31 world units."),
            (nearer(0.0), "It is met at the same t as triangle 7, and the lower number wins."),
            (Reason::Culled { side: Side::Back }, "It shows its back, which is culled."),
            (before(Some(2.5), false), "It is nearer than the near plane, by 2.5."),
            (before(None, true), "It is behind the eye."),
            (Reason::BeyondFar { distance: None }, "It is beyond the far plane."),
            (Reason::Parallel { in_plane: false }, "The ray is parallel to triangle 12."),
            (Reason::NoRay { why: NoRay::OutsideViewport }, "There is no ray: the cursor is outside the viewport."),
            (Reason::Unpickable { why: flat }, "It cannot be hit: the object's transform has no inverse."),
        ] {
            assert_eq!(sentence(reason), expected.replace("It ", "Triangle 12 "));
        }
    }

    #[test]
    fn what_is_cut_away_is_a_second_sentence_and_objects_are_named_where_there_are_more() {
        let cut = CutAway { id: TriangleId { object: 1, triangle: 3 }, distance: 0.25 };
        let mut why = WhyNot { id: ID, sample: PixelSample::Center, reason: WhyNotReason::Hit, cut_away: Some(cut) };
        let both = "Triangle 12 of object 0 is the hit. The near plane cuts away triangle 3 of object 1, 0.25 nearer.";
        assert_eq!(why.to_string(), both);
        why.cut_away = Some(CutAway { id: ID, ..cut });
        assert_eq!(why.to_string(), "Triangle 12 is the hit.");
    }
}
