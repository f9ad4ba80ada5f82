//! Stand-ins: a few triangles drawn in place of a whole mesh while it moves and drawing all of it would take too long.
//! Their order is fixed: spread evenly over the mesh's surface, large triangles first. Each stand-in is enlarged to its
//! share of the surface's area and somewhat more, and turned into the plane of the surface around it.
//!
//! Based on: Pavlos S. Efraimidis and Paul G. Spirakis, "Weighted random sampling with a reservoir", Information
//! Processing Letters 97, 2006, algorithm A: the triangles of the smallest −ln(u) / area. Departure: u is a hash of the
//! triangle's index, so that the order is the same each time.

mod local_surface;

use glam::{DQuat, DVec3};
pub(super) use local_surface::LocalSurface;
use local_surface::MeanPlane;

/// Ratio of a mesh's triangles to those in its order.
const SPARSENESS: usize = 64;

/// Largest number of triangles in the order of a mesh.
const MOST: usize = 1 << 20;

/// Smallest number of triangles of a mesh that is drawn by stand-ins while it moves; smaller meshes are always drawn
/// whole.
pub(super) const LEAST: usize = 1 << 15;

/// Smallest number of stand-ins of a mesh; at least so many are drawn, however slow the machine. Software rendering
/// takes as long for them as for the largest mesh that has no stand-ins.
pub(super) const LEAST_STAND_INS: usize = 1 << 14;

/// Ratio of the area of a drawn stand-in to what it stands for: of the surface e⁻⁵ is left bare, 1/150.
const OVERLAP: f64 = 5.0;

/// Order of a mesh's stand-ins (triangles drawn in place of the whole mesh), built up while triangles are added.
pub(super) struct Spread {
    most: usize,
    /// Smallest number of stand-ins that are drawn.
    least: usize,
    /// Sort keys of the stand-ins, the smallest first; the lower 32 bits of a key are the triangle's index.
    keys: Vec<u64>,
    area: f64,
}

impl Spread {
    /// Returns an empty order for a part with `part` triangles of a mesh of `whole` triangles; `None` if the mesh is so
    /// small that it is always drawn whole.
    pub(super) fn of(part: usize, whole: usize) -> Option<Self> {
        let share = |of: usize| (of as f64 * part as f64 / whole as f64) as usize;
        let least = share(LEAST_STAND_INS);
        let most = (part / SPARSENESS).clamp(least, share(MOST));
        (LEAST <= whole).then(|| Self { most, least, keys: Vec::new(), area: 0.0 })
    }

    /// Returns the largest number of stand-ins that there will be.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Adds a triangle, by its index within the part of the mesh, to the order.
    pub(super) fn add(&mut self, index: u32, corners: &[[f32; 3]; 3]) {
        let [a, b, c] = corners.map(|corner| glam::Vec3::from(corner).as_dvec3());
        let area = 0.5 * (b - a).cross(c - a).length();
        self.area += area;
        let u = (f64::from(hash(index)) + 0.5) / (1_u64 << 32) as f64;
        // Of positive numbers, the bits are in the order of the values.
        let key = (-u.ln() / area) as f32;
        self.keys.push(u64::from(key.to_bits()) << 32 | u64::from(index));
        if 2 * self.most + SPARSENESS <= self.keys.len() {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.most < self.keys.len() {
            self.keys.select_nth_unstable(self.most);
            self.keys.truncate(self.most);
        }
    }

    /// Returns the triangles' indices in the order of the stand-ins, the area of all triangles that were added, and the
    /// longest [`side`] to which a stand-in is enlarged.
    pub(super) fn finish(mut self) -> (Vec<u32>, f64, f32) {
        self.cut();
        self.keys.sort_unstable();
        let side = side(self.area, self.least);
        (self.keys.into_iter().map(|key| key as u32).collect(), self.area, side)
    }
}

/// Stand-in: a triangle that stands for others, before it is enlarged about its middle.
pub(super) struct StandIn {
    pub(super) middle: [f32; 3],
    /// Corners of the triangle, relative to its middle.
    pub(super) from_middle: [[f32; 3]; 3],
    /// Normal with the direction of the surface's mean normal around the stand-in, and the cube root of the mean
    /// normal's length. The cube root brightens rough surfaces, whose facets that face the viewer are seen most and are
    /// brighter than the mean.
    pub(super) normal: [f32; 3],
    /// Growth of the stand-in: multiplied by a length from [`side`], it is the factor that enlarges the stand-in about
    /// its middle. A factor below 1 leaves the stand-in as it is.
    pub(super) growth: f32,
}

impl StandIn {
    /// Returns the stand-in of a triangle, turned into the plane of the surface around the triangle. Its growth to a
    /// square of a given [`side`] is limited for needle-like triangles.
    pub(super) fn new(corners: [[f32; 3]; 3], surface: &LocalSurface) -> Self {
        let [a, b, c] = corners.map(|corner| glam::Vec3::from(corner).as_dvec3());
        let area = 0.5 * (b - a).cross(c - a);
        let longest = (b - a).length().max((c - b).length()).max((a - c).length());
        let growth = area.length().sqrt().recip().min(2.0 / longest) as f32;
        let middle = (a + b + c) / 3.0;
        let own = MeanPlane { middle, normal: area.normalize_or_zero() };
        let plane = surface.near(middle).filter(|plane| 0.0 < plane.normal.dot(own.normal)).unwrap_or(own);
        let up = plane.normal.normalize_or_zero();
        let turn = DQuat::from_rotation_arc(own.normal, up);
        let f32s = |v: DVec3| v.as_vec3().to_array();
        Self {
            middle: f32s(middle + (plane.middle - middle).dot(up) * up),
            from_middle: [a, b, c].map(|corner| f32s(turn * (corner - middle))),
            normal: f32s(plane.normal.length().cbrt() * up),
            growth: if growth.is_finite() { growth } else { 0.0 },
        }
    }
}

/// Returns the side of the square that each of `count` stand-ins covers on a surface of the given area, with some
/// overlap.
pub(super) fn side(area: f64, count: usize) -> f32 {
    (OVERLAP * area / count.max(1) as f64).sqrt() as f32
}

/// Returns a number scattered over 32 bits without visible pattern, a bijection: Chris Wellons' `lowbias32`.
fn hash(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "offscreen")]
    mod pictures;

    use super::*;

    /// Returns a strip of 2n triangles along x, each twice as wide in its second half.
    fn strip(n: u32) -> Vec<[[f32; 3]; 3]> {
        let triangle = |k: u32| {
            let (from, width) = if k < n { (k as f32, 1.0) } else { (n as f32 + 2.0 * (k - n) as f32, 2.0) };
            [[from, 0.0, 0.0], [from + width, 0.0, 0.0], [from, 1.0, 0.0]]
        };
        (0..2 * n).map(triangle).collect()
    }

    fn order(triangles: &[[[f32; 3]; 3]]) -> (Vec<u32>, f64, f32) {
        let mut spread = Spread::of(triangles.len(), triangles.len()).expect("large enough");
        (0..).zip(triangles).for_each(|(index, corners)| spread.add(index, corners));
        spread.finish()
    }

    #[test]
    fn the_order_is_fixed_has_no_triangle_twice_and_hits_each_eighth_of_the_area_alike() {
        let triangles = strip(24_000);
        let (indices, area, _) = order(&triangles);
        assert_eq!((indices.len(), area), (LEAST_STAND_INS, 0.5 * 72_000.0));
        assert_eq!(order(&triangles).0, indices);
        let distinct: std::collections::BTreeSet<_> = indices.iter().collect();
        assert_eq!(distinct.len(), indices.len());
        for first in [200, 700, 1500] {
            let mut hits = [0; 8];
            for &index in &indices[..first] {
                hits[triangles[index as usize][0][0] as usize / 9000] += 1;
            }
            let even = first / 8;
            assert!(hits.iter().all(|&hits| even / 2 < hits && hits < 2 * even), "{hits:?} of the first {first}");
        }
    }

    #[test]
    fn a_triangle_that_is_most_of_the_mesh_comes_first_and_those_without_area_last() {
        let mut triangles = strip(20_000);
        triangles[1234] = [[0.0; 3], [1e7, 0.0, 0.0], [0.0, 1e7, 0.0]];
        triangles[17] = [[1.0; 3]; 3];
        let (indices, ..) = order(&triangles);
        assert_eq!(indices[0], 1234);
        assert!(!indices.contains(&17));
    }

    #[test]
    fn a_triangle_grows_to_its_square_but_not_to_a_needle_and_none_shrinks_to_nothing() {
        let area_of = |corners: [[f32; 3]; 3], side: f32| {
            let StandIn { from_middle, growth, .. } = stand_in(corners);
            let [a, b, c] = from_middle.map(|corner| glam::Vec3::from(corner) * (growth * side).max(1.0));
            0.5 * (b - a).cross(c - a).length()
        };
        let triangle = [[3.0, 1.0, 0.0], [3.1, 1.0, 0.0], [3.0, 1.1, 0.0]];
        for count in [10, 1000] {
            let stands_for = 4096.0 / count as f32;
            assert!((area_of(triangle, side(4096.0, count)) / (OVERLAP as f32 * stands_for) - 1.0).abs() < 1e-3);
        }
        assert!((area_of(triangle, 0.01) / 0.005 - 1.0).abs() < 1e-3, "a large one stays");
        let needle = stand_in([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1e-6, 0.0]]);
        assert!(needle.growth <= 2.0);
        let flat = stand_in([[1.0; 3]; 3]);
        assert_eq!((flat.growth, flat.from_middle), (0.0, [[0.0; 3]; 3]));
    }

    /// Returns the stand-in of a triangle to which no other is near.
    fn stand_in(corners: [[f32; 3]; 3]) -> StandIn {
        StandIn::new(corners, &LocalSurface::of(1, 1.0, |_| corners))
    }

    #[test]
    fn a_small_mesh_has_none() {
        assert!(Spread::of(LEAST - 1, LEAST - 1).is_none());
    }
}
