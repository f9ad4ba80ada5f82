//! Sentences that say why a triangle was not hit.

use super::{WhyNot, WhyNotReason};
use crate::intersect::Side;
use crate::math::PixelSample;
use crate::pick::explain::digits::number_in_words;
use crate::pick::explain::{CutAway, OutlinePart};
use crate::pick::{TriangleId, Unpickable};
use glam::DVec2;
use std::fmt;

/// Largest ratio of a direction's smaller component to its larger one at which one word tells it: the tangent of 22.5°.
const ONE_WORD: f64 = std::f64::consts::SQRT_2 - 1.0;

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.write_reason(f)?;
        match self.cut_away {
            Some(CutAway { id, distance }) if id != self.id => {
                let cut = self.name(id);
                write!(f, " The near plane cuts away {cut}, {} before it.", number_in_words(distance))
            }
            _ => Ok(()),
        }
    }
}

impl WhyNot {
    fn write_reason(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let asked = self.name(self.id);
        let name = format!("T{}", &asked[1..]);
        match self.reason {
            WhyNotReason::NoRay { why } => write!(f, "There is no ray: {why}."),
            WhyNotReason::Unpickable { why: Unpickable::Hidden } => {
                write!(f, "{name} is not there to hit: its object is hidden.")
            }
            WhyNotReason::Unpickable { why } => write!(f, "{name} cannot be hit: {why}."),
            WhyNotReason::Hidden => write!(f, "{name} is hidden."),
            WhyNotReason::NotFinite => write!(f, "{name} cannot be hit: not all of its coordinates are finite."),
            WhyNotReason::ZeroDirection => {
                write!(f, "{name} cannot be hit: in its object's space both points of the ray are the same.")
            }
            WhyNotReason::NoArea => write!(f, "{name} has no area: its corners lie on a line."),
            WhyNotReason::Parallel { in_plane: true } => {
                write!(f, "{name} is seen edge-on: the ray lies in its plane.")
            }
            WhyNotReason::Parallel { in_plane: false } => write!(f, "The ray is parallel to {asked}."),
            WhyNotReason::BeforeNear { behind_eye: true, .. } => write!(f, "{name} is behind the eye."),
            WhyNotReason::BeforeNear { distance, .. } => write!(f, "{name} is before the near plane{}.", by(distance)),
            WhyNotReason::BeyondFar { distance } => write!(f, "{name} is beyond the far plane{}.", by(distance)),
            WhyNotReason::Beside { pixels, offset, of } => {
                let sample = match self.sample {
                    PixelSample::Center => "centre",
                    PixelSample::Corner => "lower left corner",
                };
                write!(f, "{name} is beside the ray: the pixel's {sample} lies ")?;
                if pixels > 0.0 {
                    let unit = if number_in_words(pixels) == "1" { "pixel" } else { "pixels" };
                    write!(f, "{} {unit} {} {}.", number_in_words(pixels), direction_in_words(offset), part(of))
                } else {
                    write!(f, "so close to {} that only exact arithmetic can tell.", part(of))
                }
            }
            WhyNotReason::Culled { side } => {
                let side = if side == Side::Front { "front" } else { "back" };
                write!(f, "{name} shows its {side}, which is culled.")
            }
            WhyNotReason::Nearer { triangle, distance } => {
                let other = self.name(triangle);
                if distance == 0.0 {
                    write!(f, "{name} is met at the same t as {other}, and the lower number wins.")
                } else {
                    let distance = number_in_words(distance);
                    write!(f, "{name} is behind: {other} is nearer, by {distance} world units.")
                }
            }
            WhyNotReason::Hit => write!(f, "{name} is the hit."),
        }
    }

    /// Returns a triangle's name within a sentence. Objects are named where one other than the first is meant.
    fn name(&self, id: TriangleId) -> String {
        let nearer = if let WhyNotReason::Nearer { triangle, .. } = self.reason { Some(triangle) } else { None };
        let cut_away = self.cut_away.map(|cut| cut.id);
        let is_first = [Some(self.id), nearer, cut_away].into_iter().flatten().all(|id| id.object == 0);
        let TriangleId { object, triangle } = id;
        if is_first { format!("triangle {triangle}") } else { format!("triangle {triangle} of object {object}") }
    }
}

fn by(distance: Option<f64>) -> String {
    distance.map(|distance| format!(", by {}", number_in_words(distance))).unwrap_or_default()
}

/// Returns the direction of an offset (y up), horizontal and then vertical: `true` for left, `false` for right; `true`
/// for down, `false` for up. `None` where the offset in that direction is not worth telling.
pub fn direction(offset: DVec2) -> (Option<bool>, Option<bool>) {
    let size = offset.abs();
    let (left, down) = (offset.x < 0.0, offset.y < 0.0);
    if size.y <= ONE_WORD * size.x {
        (Some(left), None)
    } else if size.x <= ONE_WORD * size.y {
        (None, Some(down))
    } else {
        (Some(left), Some(down))
    }
}

/// Returns the direction of an offset in words, with the preposition.
fn direction_in_words(offset: DVec2) -> String {
    let (left, down) = direction(offset);
    let across = left.map(|left| if left { "left of" } else { "right of" });
    let up = down.map(|down| if down { "below" } else { "above" });
    [up, across].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

fn part(part: OutlinePart) -> String {
    match part {
        OutlinePart::Edge(edge) => format!("its edge {}", ["ab", "bc", "ca"][usize::from(edge % 3)]),
        OutlinePart::Vertex(corner) => format!("its corner {}", ["a", "b", "c"][usize::from(corner % 3)]),
        OutlinePart::NearCut => "where the near plane cuts it".to_owned(),
        OutlinePart::FarCut => "where the far plane cuts it".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pick::NoRay;

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
        assert_eq!(
            beside(-0.2, 0.05, OutlinePart::Edge(1)),
            "Triangle 12 is beside the ray: the pixel's centre lies 0.206 pixels left of its edge bc."
        );
        assert!(beside(0.0, 3.0, OutlinePart::Vertex(2)).ends_with("lies 3 pixels above its corner c."));
        assert!(beside(0.0, -1.0, OutlinePart::NearCut).ends_with("lies 1 pixel below where the near plane cuts it."));
        assert!(beside(3.0, -4.0, OutlinePart::Edge(0)).ends_with("lies 5 pixels below and right of its edge ab."));
        assert!(
            beside(0.0, 0.0, OutlinePart::Edge(2)).ends_with("to its edge ca that only exact arithmetic can tell.")
        );
    }

    #[test]
    fn every_reason_is_a_sentence() {
        let other = TriangleId { object: 0, triangle: 7 };
        for (reason, expected) in [
            (WhyNotReason::Hit, "Triangle 12 is the hit."),
            (
                WhyNotReason::Nearer { triangle: other, distance: 0.31 },
                "Triangle 12 is behind: triangle 7 is nearer, by 0.31 world units.",
            ),
            (
                WhyNotReason::Nearer { triangle: other, distance: 0.0 },
                "Triangle 12 is met at the same t as triangle 7, and the lower number wins.",
            ),
            (WhyNotReason::Culled { side: Side::Back }, "Triangle 12 shows its back, which is culled."),
            (
                WhyNotReason::BeforeNear { distance: Some(2.5), behind_eye: false },
                "Triangle 12 is before the near plane, by 2.5.",
            ),
            (WhyNotReason::BeforeNear { distance: None, behind_eye: true }, "Triangle 12 is behind the eye."),
            (WhyNotReason::BeyondFar { distance: None }, "Triangle 12 is beyond the far plane."),
            (WhyNotReason::Parallel { in_plane: false }, "The ray is parallel to triangle 12."),
            (
                WhyNotReason::NoRay { why: NoRay::OutsideViewport },
                "There is no ray: the cursor is outside the viewport.",
            ),
            (
                WhyNotReason::Unpickable { why: Unpickable::SingularTransform },
                "Triangle 12 cannot be hit: the object's transform has no inverse.",
            ),
        ] {
            assert_eq!(sentence(reason), expected);
        }
    }

    #[test]
    fn what_is_cut_away_is_a_second_sentence_and_objects_are_named_where_there_are_more() {
        let cut = CutAway { id: TriangleId { object: 1, triangle: 3 }, distance: 0.25 };
        let mut why = WhyNot { id: ID, sample: PixelSample::Center, reason: WhyNotReason::Hit, cut_away: Some(cut) };
        assert_eq!(
            why.to_string(),
            "Triangle 12 of object 0 is the hit. The near plane cuts away triangle 3 of object 1, 0.25 before it."
        );
        why.cut_away = Some(CutAway { id: ID, ..cut });
        assert_eq!(why.to_string(), "Triangle 12 is the hit.");
    }
}
