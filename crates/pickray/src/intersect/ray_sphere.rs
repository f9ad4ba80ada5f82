//! A ray against a sphere, decided exactly.
//!
//! Based on: Christer Ericson, Real-Time Collision Detection, 2005, section 5.3.2; Eric Haines, Johannes Günther, Tomas
//! Akenine-Möller, Precision Improvements for Ray/Sphere Intersection, Ray Tracing Gems, 2019, chapter 7 (the
//! discriminant from the line's distance, the roots without cancellation).
//!
//! Departure: with `s` from the centre to the origin, the two signs that decide, of `|d|² r² - |s × d|²` and of
//! `|s|² - r²`, are exact where bounds of their errors leave a doubt.

use crate::geometry::{Ray, Sphere};
use crate::math::double::ROUNDOFF;
use crate::math::exact::{Exact, difference, dot};
use crate::math::predicates::Sign;
use glam::DVec3;

/// The error of the discriminant per unit of `|d|² r² + |s|² |d|²`. The first product passes eight roundings. Each
/// component of the cross product is off by four roundings of the sum of its two magnitudes, whose vector is at most
/// √2 |s| |d| long, so that its square is off by 2 · 4 · √2 of them; its squares and sums, and the last subtraction,
/// add five. The rest covers the roundings of the bound.
const DISCRIMINANT_ERROR: f64 = 24.0 * ROUNDOFF;

/// The error of `|s|² - r²` per unit of `|s|² + r²`, of `s · d` per unit of `|s| |d|`: six roundings, and more.
const SQUARE_ERROR: f64 = 8.0 * ROUNDOFF;

/// Returns the t at which the ray enters and leaves the closed sphere, or `None` if it misses. The entry is at 0 or
/// more: at 0 if the origin is inside.
///
/// Ray and sphere are in the same space, of finite coordinates below 2^1000; else the answer is `None`. The decision
/// whether the ray hits is exact, touching counts, and a sphere of radius 0 is a point. The values of t are right to
/// within a few roundings; those of a grazing ray, to within the square root of a rounding. A ray of two equal points
/// hits if its point is inside, with the exit at infinity.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{Ray, Sphere};
/// use pickray::intersect::ray_sphere;
///
/// let sphere = Sphere { center: DVec3::new(5.0, 0.0, 0.0), radius: 2.0 };
/// assert_eq!(ray_sphere(&Ray::between(DVec3::ZERO, DVec3::X), &sphere), Some((3.0, 7.0)));
/// assert_eq!(ray_sphere(&Ray::between(sphere.center, DVec3::ZERO), &sphere), Some((0.0, 0.4)));
/// ```
pub fn ray_sphere(ray: &Ray, sphere: &Sphere) -> Option<(f64, f64)> {
    let (s, d, r) = (ray.origin - sphere.center, ray.direction(), sphere.radius);
    if !(s.is_finite() && d.is_finite() && r.is_finite()) || r < 0.0 {
        return None;
    }

    // Scaled by powers of two so that squares of squares stay clear of under- and overflow.
    let (length_scale, direction_scale) =
        (scale_to_one(s.abs().max_element().max(r)), scale_to_one(d.abs().max_element()));
    let scaled = Scaled { s: s * length_scale, d: d * direction_scale, r: r * length_scale };
    let inside = scaled.inside().unwrap_or_else(|| sphere.contains(ray.origin));
    if ray.exact().is_point() {
        return inside.then_some((0.0, f64::INFINITY));
    }
    if !(inside || scaled.hits_from_outside().unwrap_or_else(|| hits_from_outside(ray, sphere))) {
        return None;
    }
    let (entry, exit) = scaled.roots(inside);
    let t = |root: f64| (root / length_scale * direction_scale).min(f64::MAX);
    Some((t(entry), t(exit)))
}

/// Returns a power of two that brings a number that is not negative near 1, as far as one can.
fn scale_to_one(size: f64) -> f64 {
    if size > 0.0 { f64::exp2((-size.log2().floor()).clamp(-1000.0, 1000.0)) } else { 1.0 }
}

/// Origin relative to the centre, direction and radius, scaled to be near 1.
struct Scaled {
    s: DVec3,
    d: DVec3,
    r: f64,
}

impl Scaled {
    /// Returns `true` if the origin is in the sphere, or `None` if that is not certain.
    fn inside(&self) -> Option<bool> {
        let (s, r) = (self.s.length_squared(), self.r * self.r);
        ((s - r).abs() > SQUARE_ERROR * (s + r) + f64::MIN_POSITIVE).then_some(s < r)
    }

    /// Returns `true` if the sphere is ahead and the line comes as close as the radius, or `None` if that is uncertain.
    fn hits_from_outside(&self) -> Option<bool> {
        let (b, b_error) = (self.s.dot(self.d), SQUARE_ERROR * self.s.length() * self.d.length());
        if b > b_error {
            return Some(false);
        }
        let d = self.d.length_squared();
        let (reach, distance) = (d * (self.r * self.r), self.s.cross(self.d).length_squared());
        let error = DISCRIMINANT_ERROR * (reach + d * self.s.length_squared()) + f64::MIN_POSITIVE;
        if distance - reach > error {
            return Some(false);
        }
        (b < -b_error && reach - distance > error).then_some(true)
    }

    /// Returns the entry and the exit of a ray that hits.
    fn roots(&self, inside: bool) -> (f64, f64) {
        let d = self.d.length_squared();
        let b = self.s.dot(self.d);
        let root = (d * (self.r * self.r) - self.s.cross(self.d).length_squared()).max(0.0).sqrt();
        let c = (self.s.length() - self.r) * (self.s.length() + self.r);

        // The root of -b ± root that adds is without cancellation; the other follows from their product, c.
        if inside {
            let exit = if b > 0.0 { -c / (b + root) } else { (root - b) / d };
            (0.0, exit.max(0.0))
        } else {
            let far = root - b;
            let exit = (far / d).max(0.0);
            (if far > 0.0 { (c / far).clamp(0.0, exit) } else { 0.0 }, exit)
        }
    }
}

/// Returns `true` if a ray that starts outside has the sphere ahead and comes as close as the radius, exactly.
#[cold]
fn hits_from_outside(ray: &Ray, sphere: &Sphere) -> bool {
    let ray = ray.exact();
    let (s, d) = (difference(ray.origin, sphere.center), difference(ray.to, ray.from));
    let r = Exact::new(sphere.radius);
    let (b, d_squared, c) = (dot(&s, &d), dot(&d, &d), dot(&s, &s) - r.clone() * r);
    b.sign() == Sign::Negative && (b.clone() * b - d_squared * c).sign() != Sign::Negative
}
