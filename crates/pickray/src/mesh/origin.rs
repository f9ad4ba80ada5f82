//! Origin to which the f32 positions of a mesh are relative: zero, or a point with few digits near a mesh far out.
//!
//! If coordinates are 2ⁿ times as large as the mesh, n of the 24 bits of an f32 hold its place, not its shape.

use crate::geometry::Aabb;
use crate::math::double::power_of_two_up_to;
use glam::DVec3;

/// Distance from zero, in sizes of a mesh, beyond which it gets an origin of its own; a nearer one loses at most 4 of
/// 24 bits and a bit. Like the other limits it is no round number, so that rounding seldom decides between two origins.
const FAR: f64 = 16.4371;
/// Largest unit of an origin, as a multiple of the mesh's largest side.
const LARGEST_UNIT: f64 = 1.3713;
/// Share of a unit from which on the middle of a mesh is rounded up to the next unit.
const NEXT_UNIT: f64 = 0.5629;

/// Error for a mesh that f32 would make a point, near zero or at infinity; holds its longest side.
#[derive(Debug)]
pub struct UnfitSize(pub f64);

impl UnfitSize {
    pub fn is_large(&self) -> bool {
        self.0 > 1.0
    }
}

/// Returns whether a mesh of these bounds, perhaps rounded to f32, keeps its shape in f32 with an origin of zero:
/// `true` for empty bounds, `false` for a single point, as only exact positions tell whether such a mesh had a size.
pub fn is_near(bounds: &Aabb) -> bool {
    let rounded = |corner: DVec3| global(local(corner.to_array(), DVec3::ZERO), DVec3::ZERO);
    let bounds = Aabb::new(rounded(bounds.min), rounded(bounds.max));
    let side = bounds.size().max_element();
    bounds.is_empty() || side > 0.0 && reach(&bounds).max_element() <= FAR * side
}

/// Returns the [origin](origin_for) of a mesh of these bounds, not rounded; fails if f32 would make it a point.
pub fn origin_that_keeps(bounds: &Aabb) -> Result<DVec3, UnfitSize> {
    let origin = origin_for(bounds);
    let rounded = |corner: DVec3| local(corner.to_array(), origin);
    let is_lost = bounds.min != bounds.max && rounded(bounds.min) == rounded(bounds.max);
    if is_lost { Err(UnfitSize(bounds.size().max_element())) } else { Ok(origin) }
}

/// Returns the origin for a mesh with these `bounds`: zero if the mesh is [near](is_near) zero. Otherwise each
/// coordinate is about the middle of the mesh where coordinates exceed [`FAR`] times the largest side, else zero.
///
/// A coordinate other than zero is an integer multiple of a power of two that is about the largest side. With so few
/// bits, the origin can be subtracted from a coordinate near the mesh, and a local position added to it, without
/// rounding in f64, up to a distance of 2⁵² sides from zero.
pub fn origin_for(bounds: &Aabb) -> DVec3 {
    if is_near(bounds) {
        return DVec3::ZERO;
    }
    let side = bounds.size().max_element();
    let unit = power_of_two_up_to(LARGEST_UNIT * side);
    let (middle, reach) = (bounds.center(), reach(bounds));
    DVec3::from(std::array::from_fn(|k| {
        if reach[k] <= FAR * side {
            return 0.0;
        }
        let units = middle[k] / unit;
        if units.abs() < (1u64 << 52) as f64 { (units + (1.0 - NEXT_UNIT)).floor() * unit } else { middle[k] }
    }))
}

/// Moves `positions` from `origin` to the origin that reading them from a file would choose; returns it and the bounds.
///
/// Rounding to f32 moves the bounds, which determine the origin: near the border between two, each may call for the
/// other. Each step rounds to a larger power of two, none beyond the mesh's size, so the loop ends, mostly at once.
pub fn settle(mut origin: DVec3, positions: &mut [[f32; 3]], mut bounds: Aabb) -> (DVec3, Aabb) {
    loop {
        let next = origin_for(&bounds);
        if next == origin {
            return (origin, bounds);
        }
        for position in positions.iter_mut() {
            *position = local(global(*position, origin).to_array(), next);
        }
        let rounded = |corner: DVec3| global(local(corner.to_array(), next), next);
        (origin, bounds) = (next, Aabb::new(rounded(bounds.min), rounded(bounds.max)));
    }
}

fn reach(bounds: &Aabb) -> DVec3 {
    bounds.min.abs().max(bounds.max.abs())
}

/// Returns `position` less `origin`, rounded to f32, but finite: only unused vertices lie beyond f32.
pub fn local(position: [f64; 3], origin: DVec3) -> [f32; 3] {
    std::array::from_fn(|k| ((position[k] - origin[k]) as f32).clamp(f32::MIN, f32::MAX))
}

/// Returns the object-space position of a [`local`] one, but for its rounding; with an origin of zero, −0 stays −0.
pub fn global(local: [f32; 3], origin: DVec3) -> DVec3 {
    DVec3::from(std::array::from_fn(|k| {
        let x = f64::from(local[k]);
        if origin[k] == 0.0 { x } else { origin[k] + x }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::double::Double;

    #[test]
    fn a_mesh_near_zero_keeps_its_numbers_and_one_of_no_size_far_out_counts_from_itself() {
        let near = Aabb::new(DVec3::new(7.0, -8.0, 3.0), DVec3::new(8.0, -7.0, 4.0));
        assert_eq!(origin_for(&near), DVec3::ZERO);
        let point = DVec3::new(1e9 + 0.1, 0.0, 0.0);
        assert_eq!(origin_for(&Aabb::new(point, point)), point);
    }

    #[test]
    fn corners_are_sums_that_f64_holds() {
        let mut random = crate::work::seeded();
        let mut far = 0;
        for _ in 0..50_000 {
            let mut signed = |power: i32| (random.f64() - 0.5) * f64::exp2(f64::from(random.i32(-power..=power)));
            let (place, size) = (DVec3::new(signed(40), signed(40), signed(40)), signed(60));
            let points = [(); 4].map(|()| place + size * DVec3::new(signed(2), signed(2), signed(2)));
            let bounds = points.into_iter().fold(Aabb::EMPTY, Aabb::including);
            let origin = origin_for(&bounds);
            let mut locals = points.map(|point| local(point.to_array(), origin));
            let rounded = locals.map(|local| global(local, origin)).into_iter().fold(Aabb::EMPTY, Aabb::including);
            let (origin, _) = settle(origin, &mut locals, rounded);
            far += u32::from(origin != DVec3::ZERO);
            for (point, local) in points.iter().zip(locals) {
                let lost = |k: usize| Double::sum(origin[k], f64::from(local[k])).lo;
                assert_eq!([lost(0), lost(1), lost(2)], [0.0; 3], "{point} of {points:?} about {origin}");
            }
        }
        assert!(far > 10_000, "{far}");
    }

    #[test]
    fn a_mesh_is_too_small_where_f32_would_make_a_point_of_it() {
        let kept = |side: f64, place: f64| {
            let min = DVec3::new(place, 0.0, 0.0);
            origin_that_keeps(&Aabb::new(min, min + DVec3::new(0.0, side, 0.5 * side))).is_ok()
        };
        for place in [0.0, 5.0, 1e9] {
            assert!(kept(0.0, place) && kept(1e-40, place) && !kept(1e-50, place), "{place}");
        }
        assert!(origin_that_keeps(&Aabb::EMPTY).is_ok());
    }

    #[test]
    fn what_an_origin_leaves_of_a_mesh_has_that_origin() {
        let seed = 93;
        let mut random = fastrand::Rng::with_seed(seed);
        let mut settled_later = 0;
        for round in 0..200_000 {
            let side =
                f64::exp2(random.i32(-6..7).into()) * [1.0, LARGEST_UNIT, 1.0 / LARGEST_UNIT][random.usize(0..3)];
            // Places at the borders between origins, as near as rounding may move them.
            let steps = [FAR, 20.0 + NEXT_UNIT, 1e6, 1e6 + NEXT_UNIT][random.usize(0..4)];
            let off = || 1.0 + 3e-7 * (fastrand::Rng::with_seed(round).f64() - 0.5);
            let size = DVec3::new(side * off(), side * random.f64(), side * random.f64());
            let max = side * (steps + random.f64() * 1e-6 - 0.5e-6) * DVec3::new(1.0, random.f64(), 0.0);
            let exact = Aabb::new(max - size, max);
            let origin = origin_for(&exact);
            let mut positions = [exact.min, exact.max].map(|corner| local(corner.to_array(), origin));
            let [min, max] = positions.map(|corner| global(corner, origin));
            let (settled, bounds) = settle(origin, &mut positions, Aabb::new(min, max));
            settled_later += u32::from(settled != origin);
            assert_eq!(positions.map(|corner| global(corner, settled)), [bounds.min, bounds.max], "seed {seed}");
            assert_eq!(origin_for(&bounds), settled, "seed {seed}");
            let again = [bounds.min, bounds.max].map(|corner| local(corner.to_array(), settled));
            assert_eq!(again, positions, "seed {seed}");
        }
        assert!(settled_later > 0, "no mesh lay at a border");
    }
}
