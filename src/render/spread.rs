//! Which triangles stand for a mesh while it moves faster than all of it can be drawn: a fixed order, even over its
//! surface, large ones first, each drawn as large as what it stands for and more.
//!
//! Based on: Pavlos S. Efraimidis and Paul G. Spirakis, "Weighted random sampling with a reservoir", Information
//! Processing Letters 97, 2006, algorithm A: the triangles of the smallest −ln(u) / area. Departure: u is a hash of the
//! triangle's index, so that the order is the same each time.

/// One of this many triangles is in the order.
const SPARSENESS: usize = 32;

/// No mesh has more in its order.
const MOST: usize = 1 << 20;

/// A mesh of fewer triangles is drawn whole.
pub(super) const LEAST: usize = 1 << 15;

/// No triangle stands for less than this share of its part: as many are drawn in any case.
const FIRST: usize = 1 << 12;

/// A drawn triangle covers this many times the area that it stands for, so that few holes are left between them.
const OVERLAP: f64 = 2.0;

/// The order of some triangles of a mesh, while they are added.
pub(super) struct Spread {
    most: usize,
    /// Smaller keys come first; the lower half is the triangle's index.
    keys: Vec<u64>,
    area: f64,
}

impl Spread {
    /// For `part` of the triangles of a mesh of `whole`; `None` of a mesh that is drawn whole.
    pub(super) fn of(part: usize, whole: usize) -> Option<Self> {
        let most = (part / SPARSENESS).min((MOST as f64 * part as f64 / whole as f64) as usize);
        (LEAST <= whole).then(|| Self { most, keys: Vec::new(), area: 0.0 })
    }

    /// Adds the triangle of that index among the part.
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

    /// The indices in their order, and the area of all that were added.
    pub(super) fn finish(mut self) -> (Vec<u32>, f64) {
        self.cut();
        self.keys.sort_unstable();
        (self.keys.into_iter().map(|key| key as u32).collect(), self.area)
    }
}

/// The triangle at a place in the order of a part of that area, grown about its middle until it and those before it
/// cover the part with some overlap, but not to a needle.
pub(super) fn grown(corners: [[f32; 3]; 3], place: usize, area: f64) -> [[f32; 3]; 3] {
    let [a, b, c] = corners.map(|corner| glam::Vec3::from(corner).as_dvec3());
    let own = 0.5 * (b - a).cross(c - a).length();
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    let share = OVERLAP * area / (place + 1).max(FIRST) as f64;
    let factor = (share / own).sqrt().min(2.0 * share.sqrt() / longest).max(1.0);
    let middle = (a + b + c) / 3.0;
    let grow = |corner: glam::DVec3| (middle + factor * (corner - middle)).as_vec3().to_array();
    if factor.is_finite() { [a, b, c].map(grow) } else { corners }
}

/// A bijection of 32 bits without visible pattern: Chris Wellons' `lowbias32`.
fn hash(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of 2n triangles along x, each twice as wide in its second half.
    fn strip(n: u32) -> Vec<[[f32; 3]; 3]> {
        let triangle = |k: u32| {
            let (from, width) = if k < n { (k as f32, 1.0) } else { (n as f32 + 2.0 * (k - n) as f32, 2.0) };
            [[from, 0.0, 0.0], [from + width, 0.0, 0.0], [from, 1.0, 0.0]]
        };
        (0..2 * n).map(triangle).collect()
    }

    fn order(triangles: &[[[f32; 3]; 3]]) -> (Vec<u32>, f64) {
        let mut spread = Spread::of(triangles.len(), triangles.len()).expect("large enough");
        (0..).zip(triangles).for_each(|(index, corners)| spread.add(index, corners));
        spread.finish()
    }

    #[test]
    fn the_order_is_fixed_has_no_triangle_twice_and_hits_each_eighth_of_the_area_alike() {
        let triangles = strip(24_000);
        let (indices, area) = order(&triangles);
        assert_eq!((indices.len(), area), (1500, 0.5 * 72_000.0));
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
        let (indices, _) = order(&triangles);
        assert_eq!(indices[0], 1234);
        assert!(!indices.contains(&17));
    }

    #[test]
    fn grown_triangles_together_cover_the_area_and_large_ones_stay() {
        let triangle = [[3.0, 1.0, 0.0], [3.1, 1.0, 0.0], [3.0, 1.1, 0.0]];
        let area_of = |[a, b, c]: [[f32; 3]; 3]| {
            let [a, b, c] = [a, b, c].map(glam::Vec3::from);
            0.5 * (b - a).cross(c - a).length()
        };
        let grown_at = |place| area_of(grown(triangle, place, 4096.0));
        assert!((grown_at(0) - 2.0).abs() < 1e-3 && (grown_at(8191) - 1.0).abs() < 1e-3);
        assert_eq!(grown(triangle, 5, 1.0), triangle);
        let needle = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1e-6, 0.0]];
        assert!(grown(needle, 0, 4096.0).iter().all(|corner| corner[0].abs() < 3.0));
        assert_eq!(grown([[1.0; 3]; 3], 0, 1.0), [[1.0; 3]; 3]);
    }

    #[test]
    fn a_small_mesh_has_none() {
        assert!(Spread::of(LEAST - 1, LEAST - 1).is_none());
    }
}
