//! Trace of a sphere's sweep against a triangle: every value that the test computed, for display.

use super::start::Contact;
use super::start::SweepStart;
use crate::geometry::{Feature, Sphere, Triangle};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Trace of every step of one [`swept_sphere_triangle`](super::swept_sphere_triangle).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SweepTrace {
    /// The sphere at the start.
    pub sphere: Sphere,
    /// The displacement of the sphere's centre from the start.
    pub displacement: DVec3,
    /// The triangle that the sphere may touch.
    pub triangle: Triangle,
    /// The signed height of the sphere's centre over the triangle's plane at the start, positive in front, and its
    /// change per unit of t; `None` for a triangle of zero area.
    pub plane: Option<(f64, f64)>,
    /// The state at the start, the triangle's distance from the sphere's centre, and the closest feature; `None` if the
    /// sphere is clear of the plane, so that these are not needed.
    pub start: Option<(SweepStart, f64, Feature)>,
    /// The features tried, in the order of trying; features that were not needed are missing.
    pub candidates: Vec<SweepCandidate>,
    /// The first contact; `None` if the sphere never touches the triangle.
    pub contact: Option<Contact>,
}

/// Feature of a triangle, tried as a place of first contact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepCandidate {
    /// The feature; for a face its plane is tried, for an edge its line.
    pub feature: Feature,
    /// The time at which the sphere reaches the plane, line or vertex of the feature; `None` if it does not.
    pub t: Option<f64>,
    /// The verdict on the feature.
    pub verdict: SweepVerdict,
}

/// Reason why a feature is a place of contact, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SweepVerdict {
    /// The feature is touched at its t; the earliest such feature is the contact.
    Touches,
    /// The feature is touched at its border, or a little later than its t.
    TouchesAtBorder,
    /// The face's plane is reached outside the triangle, or the edge's line beyond the ends of the edge.
    OffFeature,
    /// The feature would be reached after the end of the displacement.
    AfterEnd,
    /// The sphere moves away from the feature, or along it, or not at all.
    Recedes,
    /// The sphere passes the feature at a distance greater than its radius.
    PassesBy,
    /// The sphere's centre, projected onto the triangle's plane, stays on the inner side of the edge, or of both edges
    /// of the corner: another feature is closer.
    Hidden,
    /// The sphere's centre is within the radius of the infinite plane or line from the start: another feature is first.
    StartsWithin,
}

impl SweepVerdict {
    /// Returns the verdict on a feature that the sphere does not reach by t = 1. `t` is the time at which it would
    /// reach the feature, if ever; `closing` is above zero if it comes closer to the feature.
    pub(super) fn missed(closing: f64, t: Option<f64>) -> Self {
        if closing <= 0.0 {
            Self::Recedes
        } else if t.is_some() {
            Self::AfterEnd
        } else {
            Self::PassesBy
        }
    }

    /// Returns the verdict on a feature reached near its border; `settled` is the time of contact, if there is one.
    pub(super) fn followed(settled: Option<f64>) -> Self {
        if settled.is_some() { Self::TouchesAtBorder } else { Self::OffFeature }
    }
}

/// Observer of every step of a sweep; `()` observes nothing and costs nothing.
pub(crate) trait SweepObserver {
    fn plane(&mut self, _height: f64, _speed: f64) {}
    fn start(&mut self, _start: SweepStart, _distance: f64, _feature: Feature) {}
    fn candidate(&mut self, _feature: Feature, _t: Option<f64>, _verdict: SweepVerdict) {}
}

impl SweepObserver for () {}

impl SweepObserver for SweepTrace {
    fn plane(&mut self, height: f64, speed: f64) {
        self.plane = Some((height, speed));
    }

    fn start(&mut self, start: SweepStart, distance: f64, feature: Feature) {
        self.start = Some((start, distance, feature));
    }

    fn candidate(&mut self, feature: Feature, t: Option<f64>, verdict: SweepVerdict) {
        let t = t.filter(|t| t.is_finite());
        self.candidates.push(SweepCandidate { feature, t, verdict });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intersect::swept_sphere_triangle_traced;

    #[test]
    fn a_trace_names_the_contact_and_why_the_face_was_not_it() {
        let triangle = Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y);
        let sphere = Sphere { center: DVec3::new(2.0, -0.5, 3.0), radius: 1.0 };
        let trace = swept_sphere_triangle_traced(&sphere, DVec3::new(0.0, 0.0, -4.0), &triangle);
        let of = |feature| trace.candidates.iter().find(|c| c.feature == feature).expect("it was tried");
        assert_eq!(trace.plane, Some((3.0, -4.0)));
        assert_eq!((of(Feature::Face).t, of(Feature::Face).verdict), (Some(0.5), SweepVerdict::OffFeature));
        assert_eq!(of(Feature::Edge(0)).verdict, SweepVerdict::Touches);
        assert_eq!(of(Feature::Vertex(1)).verdict, SweepVerdict::PassesBy);
        assert_eq!(of(Feature::Vertex(2)).verdict, SweepVerdict::Hidden);
        assert_eq!(trace.contact.unwrap().feature, Feature::Edge(0));
        let text = serde_json::to_string(&trace).unwrap();
        assert_eq!(serde_json::from_str::<SweepTrace>(&text).unwrap(), trace);
    }
}
