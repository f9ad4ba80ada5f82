//! A ray against the region between pairs of parallel planes: the one routine of boxes and fixed-direction hulls.
//!
//! Based on: Timothy Kay and James Kajiya, Ray Tracing Complex Scenes, SIGGRAPH 1986, section 2.
//!
//! Departures: each number carries a bound of its error, and where the bounds leave a doubt the comparison is made
//! exactly, so that a ray in a face, through an edge or a corner of the closed solid is a hit; a plane parallel to the
//! ray is a case of its own, so that 0 · ∞ does not occur.

use crate::math::bounded::Bounded;
use crate::math::double::ROUNDOFF;
use crate::math::exact::Exact;
use crate::math::predicates::Sign;

/// Returns `a - b`, with the error of one rounding.
#[inline]
pub(super) fn difference(a: f64, b: f64) -> Bounded {
    let value = a - b;
    Bounded { value, error: ROUNDOFF * value.abs() }
}

/// Returns the quotient by a number that is certainly not zero.
fn quotient(dividend: Bounded, divisor: Bounded) -> Bounded {
    let value = dividend.value / divisor.value;
    // As n/d - n'/d' = ((n - n') - (n/d) (d - d')) / d', and one rounding; twice that covers the roundings here.
    let propagated = (dividend.error + value.abs() * divisor.error) / (divisor.value.abs() - divisor.error);
    Bounded { value, error: 2.0 * (propagated + ROUNDOFF * value.abs()) + f64::MIN_POSITIVE }
}

/// Region between two parallel planes, relative to a ray. `below` and `above` are `normal · (p - origin)` for the
/// points p of the lower and of the upper plane; `velocity` is `normal · direction`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab<T> {
    pub below: T,
    pub above: T,
    pub velocity: T,
}

/// Returns the first and the last t at which the ray is in all slabs, the first at 0 or more; `None` if there is none.
///
/// `exactly` returns the same slabs without error, and is called only if rounding leaves a doubt. The last t is
/// infinite if the ray is parallel to all slabs.
pub(super) fn ray_slabs<E: IntoIterator<Item = Slab<Exact>>>(
    slabs: impl IntoIterator<Item = Slab<Bounded>>,
    exactly: impl FnOnce() -> E,
) -> Option<(f64, f64)> {
    let (mut entry, mut exit) = (0.0_f64, f64::INFINITY);
    // The exact entry and exit lie between these.
    let (mut entry_low, mut entry_high, mut exit_low, mut exit_high) = (0.0_f64, 0.0_f64, f64::INFINITY, f64::INFINITY);
    let mut certain = true;
    for Slab { below, above, velocity } in slabs {
        let (near, far) = match velocity.sign() {
            Some(Sign::Zero) => {
                if below.sign() == Some(Sign::Positive) || above.sign() == Some(Sign::Negative) {
                    return None;
                }
                certain &= below.value <= -below.error && above.error <= above.value;
                continue;
            }
            Some(Sign::Positive) => (quotient(below, velocity), quotient(above, velocity)),
            Some(Sign::Negative) => (quotient(above, velocity), quotient(below, velocity)),
            None => {
                certain = false;
                continue;
            }
        };

        // Narrow the interval by this slab: as computed, and at the ends of the error bounds.
        entry = entry.max(near.value);
        entry_low = entry_low.max(near.value - near.error);
        entry_high = entry_high.max(near.value + near.error);
        exit = exit.min(far.value);
        exit_low = exit_low.min(far.value - far.error);
        exit_high = exit_high.min(far.value + far.error);
        if entry_low > exit_high {
            return None;
        }
    }
    if certain && entry_high <= exit_low { Some((entry, exit)) } else { decide(exactly()) }
}

/// Returns the first and the last t at which the ray is in all slabs, by exact numbers, each result rounded once.
#[cold]
fn decide(slabs: impl IntoIterator<Item = Slab<Exact>>) -> Option<(f64, f64)> {
    let (mut entry, mut exit) = ((Exact::ZERO, Exact::new(1.0)), None::<(Exact, Exact)>);
    for Slab { below, above, velocity } in slabs {
        let (near, far, speed) = match velocity.sign() {
            Sign::Zero if below.sign() == Sign::Positive || above.sign() == Sign::Negative => return None,
            Sign::Zero => continue,
            Sign::Positive => (below, above, velocity),
            Sign::Negative => (-above, -below, -velocity),
        };
        if is_less(&entry, &(near.clone(), speed.clone())) {
            entry = (near, speed.clone());
        }
        let far = (far, speed);
        if exit.as_ref().is_none_or(|exit| is_less(&far, exit)) {
            exit = Some(far);
        }
    }
    let rounded = |(numerator, denominator): &(Exact, Exact)| numerator.quotient(denominator);
    match exit {
        Some(exit) if is_less(&exit, &entry) => None,
        Some(exit) => Some((rounded(&entry), rounded(&exit))),
        None => Some((0.0, f64::INFINITY)),
    }
}

/// Returns `true` if the fraction `a` is below `b`; the denominators are positive.
fn is_less(a: &(Exact, Exact), b: &(Exact, Exact)) -> bool {
    (a.0.clone() * b.1.clone() - b.0.clone() * a.1.clone()).sign() == Sign::Negative
}
