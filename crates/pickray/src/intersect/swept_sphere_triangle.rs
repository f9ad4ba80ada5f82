//! A moving sphere against a triangle: the first time of impact.
//!
//! Based on: Kasper Fauerby, Improved Collision Detection and Response, 2003 (after Paul Nettle, Generic Collision
//! Detection for Games Using Ellipsoids, 2000): the plane first, then the edges and vertices. Departures: both sides
//! count; the start is decided exactly; a triangle is rejected because of its plane only if the sphere is clear of that
//! plane; roots are bounded by the displacement and lose no digits; nothing is compared with an absolute epsilon. Where
//! rounding could have put a contact on the wrong side of a border, the distance to the whole triangle, which is convex
//! in time, is followed by Newton's method.

mod approach;
mod start;
mod sweep_trace;

pub(super) use start::state as start_state;
pub use start::{Contact, SweepStart};
pub use sweep_trace::{SweepCandidate, SweepTrace, SweepVerdict};

use crate::geometry::{Feature, RelativeTriangle, Sphere, Triangle};
use approach::Approach;
use glam::DVec3;
use sweep_trace::SweepObserver;

/// Magnitude beyond which, or below whose inverse, input is scaled: products of eight lengths leave f64's range.
const LARGEST: f64 = (1u128 << 100) as f64;

/// Distance by which the plane of a contact is put behind it, relative to the largest number. A computed time is that
/// of a radius which is off by three times the slack of [`Approach`] at most, 8 ε of twice the farthest corner and the
/// way. With ten roundings of the plane that is less than 64 ε of the sum of a corner's largest coordinate, the
/// centre's, the displacement's and the radius.
const BEHIND: f64 = 64.0 * f64::EPSILON;

/// Distance that a search goes farther for triangles met at the same time as another, relative to the largest number. A
/// computed time is that of a radius which is off by less than [`BEHIND`]; that is this much of the way even where the
/// sphere comes 2²⁰ times slower nearer than it moves.
const LATER: f64 = BEHIND * (1 << 20) as f64;

/// Returns the contact at the first t in \[0, 1\] at which the sphere, its centre at `sphere.center + t *
/// displacement`, touches the closed triangle, from either side.
///
/// Sphere, displacement and triangle are in the same space, with finite coordinates and a radius of 0 or more; else,
/// and if they never touch, the answer is `None`. Touching or overlapping at the start is decided exactly, and is a
/// contact at t = 0 even if the sphere moves away. Later times are those of a sphere whose radius differs by a few
/// roundings of the distances involved; where such a sphere only grazes, any time while it touches. A triangle of zero
/// area is the segment or the point that its corners span.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{Sphere, Triangle};
/// use pickray::intersect::{Feature, swept_sphere_triangle};
///
/// let triangle = Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y);
/// let sphere = Sphere { center: DVec3::new(1.0, 1.0, 3.0), radius: 1.0 };
/// let contact = swept_sphere_triangle(&sphere, DVec3::new(0.0, 0.0, -4.0), &triangle).unwrap();
/// assert_eq!((contact.t, contact.feature, contact.normal), (0.5, Feature::Face, DVec3::Z));
/// ```
pub fn swept_sphere_triangle(sphere: &Sphere, displacement: DVec3, triangle: &Triangle) -> Option<Contact> {
    let moving = MovingSphere::new(sphere, displacement)?;
    moving.contact(triangle, 1.0, &mut ())
}

/// Returns the answer of [`swept_sphere_triangle`] with the steps that led to it.
pub fn swept_sphere_triangle_traced(sphere: &Sphere, displacement: DVec3, triangle: &Triangle) -> SweepTrace {
    let mut trace = SweepTrace {
        sphere: *sphere,
        displacement,
        triangle: *triangle,
        plane: None,
        start: None,
        candidates: Vec::new(),
        contact: None,
    };
    if let Some(moving) = MovingSphere::new(sphere, displacement) {
        trace.contact = moving.contact(triangle, 1.0, &mut trace);
    }
    trace
}

/// Moving sphere, whose numbers are checked once for all triangles that it is tested against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingSphere {
    pub(crate) center: DVec3,
    pub(crate) radius: f64,
    pub(crate) displacement: DVec3,
    /// The length of the displacement.
    way: f64,
    /// `true` if a triangle that is touched at the start counts only when the sphere moves towards it.
    approaching: bool,
}

/// First time at which a moving sphere meets a triangle; the place of contact is not yet computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Impact {
    pub(crate) t: f64,
    pub(crate) overlapping: bool,
}

impl MovingSphere {
    /// Returns the moving sphere, or `None` if anything is not finite or the radius is negative.
    pub(crate) fn new(sphere: &Sphere, displacement: DVec3) -> Option<Self> {
        let Sphere { center, radius } = *sphere;
        let valid = center.is_finite() && displacement.is_finite() && radius.is_finite() && radius >= 0.0;
        let way = displacement.length();
        valid.then_some(Self { center, radius, displacement, way, approaching: false })
    }

    /// Returns the sphere, set to ignore triangles that it touches at the start unless it moves towards them.
    pub(crate) fn approaching(self) -> Self {
        Self { approaching: true, ..self }
    }

    /// Returns the first contact with `triangle` at a t up to `t_max`, or `None` if there is no contact.
    pub fn contact(&self, triangle: &Triangle, t_max: f64, observer: &mut impl SweepObserver) -> Option<Contact> {
        if let Some(factor) = self.scale_needed(triangle) {
            let contact = self.scaled(factor).contact(&scaled(triangle, factor), t_max, observer)?;
            return Some(Contact { point: contact.point / factor, ..contact });
        }
        let impact = self.impact::<false>(triangle, t_max, observer)?;
        Some(self.contact_at(triangle, impact))
    }

    /// Returns the first impact on the triangle at a t up to `t_max`, or `None` if there is none. Fast for a search
    /// among many triangles, most of which are not the first that the sphere meets.
    ///
    /// [`needs_scaling`](Self::needs_scaling) must be `false` for the triangle's largest coordinate.
    pub(crate) fn impact_of_many(&self, triangle: &Triangle, t_max: f64) -> Option<Impact> {
        self.impact::<true>(triangle, t_max, &mut ())
    }

    fn impact<const MANY: bool>(
        &self,
        triangle: &Triangle,
        t_max: f64,
        observer: &mut impl SweepObserver,
    ) -> Option<Impact> {
        Approach::new(self, triangle, t_max).impact::<MANY>(observer)
    }

    /// Returns the normal and the offset of the plane through the point of contact of `impact`, or a little behind it,
    /// perpendicular to the line from that point to the sphere's centre. The normal points away from the centre. `None`
    /// if the sphere moves away from the plane, or its centre is on the triangle.
    ///
    /// A triangle wholly beyond the plane, with corners up to `largest` on any axis, is farther from the centre than
    /// the radius at the time of the impact and at any time before.
    pub(crate) fn plane_at(&self, triangle: &Triangle, impact: Impact, largest: f64) -> Option<(DVec3, f64)> {
        let relative = RelativeTriangle::new(triangle, self.center);
        let at = impact.t * self.displacement;
        let away = relative.closest_to(at).0.try_normalize()?;
        let behind = BEHIND * (largest + self.largest());
        (away.dot(self.displacement) >= 0.0).then(|| (away, away.dot(self.center + at) + self.radius + behind))
    }

    /// Returns a t after `t` and at most 1, up to which a triangle with corners up to `largest` on any axis has to be
    /// searched for, so that it is found if the sphere meets it at `t` as computed: rounding must not hide it.
    pub(crate) fn a_little_later(&self, t: f64, largest: f64) -> f64 {
        // A sphere at rest, of which the quotient is infinite or no number, meets all that it meets at 0.
        (t + LATER * (largest + self.largest()) / self.way).min(1.0)
    }

    /// Returns the largest of the sphere's own numbers, or up to thrice that.
    fn largest(&self) -> f64 {
        self.center.abs().max_element() + self.displacement.abs().max_element() + self.radius
    }

    pub(crate) fn contact_at(&self, triangle: &Triangle, impact: Impact) -> Contact {
        let relative = RelativeTriangle::new(triangle, self.center);
        let (offset, feature) = relative.closest_to(impact.t * self.displacement);
        let at = self.center + impact.t * self.displacement;
        let (point, _) = relative.on_triangle(triangle, offset, feature, at);
        let against = |normal: DVec3| if normal.dot(self.displacement) > 0.0 { -normal } else { normal };
        let normal = match (feature, relative.normal.try_normalize()) {
            (Feature::Face, Some(normal)) if offset.dot(normal) > 0.0 => -normal,
            (Feature::Face, Some(normal)) if offset.dot(normal) < 0.0 => normal,
            (_, normal) => (-offset)
                .try_normalize()
                .unwrap_or_else(|| normal.map(against).or((-self.displacement).try_normalize()).unwrap_or(DVec3::Z)),
        };
        Contact { t: impact.t, point, normal, feature, overlapping: impact.overlapping }
    }

    /// Returns `true` if f64 may over- or underflow for the sphere and a triangle with corners up to `largest`.
    pub(crate) fn needs_scaling(&self, largest: f64) -> bool {
        let own = self.center.abs().max(self.displacement.abs()).max_element().max(self.radius);
        let largest = largest.max(own);
        !((1.0 / LARGEST..=LARGEST).contains(&largest) || largest == 0.0 || !largest.is_finite())
    }

    /// Returns the power of two by which to scale first, or `None` if sizes do not need it.
    fn scale_needed(&self, triangle: &Triangle) -> Option<f64> {
        let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(DVec3::abs);
        let largest = a.max(b).max(c).max_element();
        let needed = self.needs_scaling(largest);
        let largest = largest.max(self.center.abs().max(self.displacement.abs()).max_element()).max(self.radius);
        // Half the exponent at a time keeps the factor itself, and its inverse, within range.
        needed.then(|| 2f64.powi(-(largest.log2() / 2.0).round() as i32))
    }

    fn scaled(&self, factor: f64) -> Self {
        Self {
            center: self.center * factor,
            radius: self.radius * factor,
            displacement: self.displacement * factor,
            way: (self.displacement * factor).length(),
            ..*self
        }
    }
}

fn scaled(triangle: &Triangle, factor: f64) -> Triangle {
    Triangle::new(triangle.a * factor, triangle.b * factor, triangle.c * factor)
}
