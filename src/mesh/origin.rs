//! Where the local positions of a mesh count from: zero, or a short number near the mesh when it lies far out.
//!
//! An f32 has 24 bits. Of a coordinate that is 2ⁿ times as large as the mesh, n of them say where the mesh lies and are lost to its
//! shape.

use crate::geometry::Aabb;
use glam::DVec3;

/// A mesh that lies farther out than this many times its size gets an origin of its own; a nearer one loses at most 4 of 24 bits.
const FAR: f64 = 16.0;

/// Whether a mesh in `bounds` keeps its shape when it counts from zero.
pub fn is_near(bounds: &Aabb) -> bool {
    bounds.is_empty() || reach(bounds).max_element() <= FAR * bounds.size().max_element()
}

/// The origin for a mesh in `bounds`: on each axis zero, or, where the coordinates exceed [`FAR`] times the largest side, about the
/// middle.
///
/// An origin that is not zero is a whole multiple of a power of two not below the largest side. With that few bits, a coordinate
/// near the mesh less the origin, and the origin plus a local position, are exact in f64 up to 2⁵² sides away from zero.
pub fn origin_for(bounds: &Aabb) -> DVec3 {
    let side = bounds.size().max_element();
    let unit = power_of_two_from(side);
    let (middle, reach) = (bounds.center(), reach(bounds));
    DVec3::from(std::array::from_fn(|k| {
        if reach[k] <= FAR * side {
            return 0.0;
        }
        let units = middle[k] / unit;
        if units.abs() < (1u64 << 52) as f64 { units.round() * unit } else { middle[k] }
    }))
}

/// The largest coordinates without their signs.
fn reach(bounds: &Aabb) -> DVec3 {
    bounds.min.abs().max(bounds.max.abs())
}

/// The smallest power of two that is not below `x`; zero or a subnormal number for such.
fn power_of_two_from(x: f64) -> f64 {
    let floor = f64::from_bits(x.to_bits() & f64::INFINITY.to_bits());
    if floor == x { x } else { 2.0 * floor }
}

/// `position` less `origin`, rounded to f32. A vertex that no triangle uses may lie so far across from the origin that it is beyond f32: it becomes
/// the outermost.
pub fn local(position: [f64; 3], origin: DVec3) -> [f32; 3] {
    std::array::from_fn(|k| ((position[k] - origin[k]) as f32).clamp(f32::MIN, f32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_near_zero_keeps_its_numbers() {
        let bounds = Aabb::new(DVec3::new(7.0, -8.0, 3.0), DVec3::new(8.0, -7.0, 4.0));
        assert_eq!(origin_for(&bounds), DVec3::ZERO);
    }

    #[test]
    fn a_mesh_far_out_counts_from_a_short_number_beside_it() {
        let min = DVec3::new(6_378_137.0, 4_500_000.0, 120.0);
        let bounds = Aabb::new(min, min + DVec3::new(0.25, 0.25, 0.0));
        let origin = origin_for(&bounds);
        assert!((origin - bounds.center()).abs().max_element() <= 0.25);
        for corner in bounds.corners() {
            let local = local(corner.to_array(), origin);
            assert_eq!(origin + DVec3::from(local.map(f64::from)), corner);
        }
    }

    #[test]
    fn a_mesh_of_no_size_far_out_counts_from_itself() {
        let point = DVec3::new(1e9 + 0.1, 0.0, 0.0);
        assert_eq!(origin_for(&Aabb::new(point, point)), point);
    }
}
