//! Average plane of a mesh's surface around a point, as the surface looks from afar; stand-ins are laid into this
//! plane.

use glam::DVec3;
use std::collections::HashMap;

/// Largest number of triangles of a part that are looked at to tell how its surface lies.
const SAMPLES: usize = 1 << 17;

/// Least length of a mean normal that tells how a surface lies; surfaces that face several ways have shorter ones.
const LEAST_NORMAL: f64 = 0.4;

/// Sums of area, middle and normal over a surface's triangles, for each cell of a grid.
pub(crate) struct LocalSurface {
    side: f64,
    cells: HashMap<[i64; 3], Sum>,
}

/// Plane that a surface lies in on average, and how rough the surface is.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeanPlane {
    pub(super) middle: DVec3,
    /// Mean of the surface's unit normals: the rougher the surface, the shorter it is.
    pub(super) normal: DVec3,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    area: f64,
    middle: DVec3,
    normal: DVec3,
}

impl LocalSurface {
    /// Sums up a surface of `n` triangles, or an even sample of them, in cubic cells whose edges are `side` long.
    /// `corners_of` returns the corners of a triangle by its index.
    pub(crate) fn of(n: usize, side: f64, corners_of: impl Fn(usize) -> [[f32; 3]; 3]) -> Self {
        let mut surface = Self { side, cells: HashMap::new() };
        let samples = n.min(SAMPLES);
        let first_of = |k: usize| (k as u64 * n as u64 / samples as u64) as usize;
        for k in 0..samples {
            let (first, end) = (first_of(k), first_of(k + 1));
            surface.add(corners_of(first + super::hash(k as u32) as usize % (end - first)));
        }
        surface
    }

    fn add(&mut self, corners: [[f32; 3]; 3]) {
        let [a, b, c] = corners.map(|corner| glam::Vec3::from(corner).as_dvec3());
        let (middle, normal) = ((a + b + c) / 3.0, 0.5 * (b - a).cross(c - a));
        let area = normal.length();
        let sum = self.cells.entry((middle / self.side).floor().as_i64vec3().to_array()).or_default();
        *sum = Sum { area: sum.area + area, middle: sum.middle + area * middle, normal: sum.normal + normal };
    }

    /// Returns the plane of the surface near a place: the mean of the eight cells around the place, nearer cells
    /// weighing more. `None` if the surface has no plane there.
    pub(super) fn near(&self, place: DVec3) -> Option<MeanPlane> {
        let from_first = place / self.side - 0.5;
        let (first, share) = (from_first.floor(), from_first - from_first.floor());
        let mut all = Sum::default();
        for k in 0..8 {
            let step = glam::BVec3::new(k & 1 != 0, k & 2 != 0, k & 4 != 0);
            let weight = DVec3::select(step, share, 1.0 - share).element_product();
            let step = DVec3::select(step, DVec3::ONE, DVec3::ZERO);
            if let Some(sum) = self.cells.get(&(first + step).as_i64vec3().to_array()) {
                all.area += weight * sum.area;
                all.middle += weight * sum.middle;
                all.normal += weight * sum.normal;
            }
        }
        let plane = MeanPlane { middle: all.middle / all.area, normal: all.normal / all.area };
        (LEAST_NORMAL <= plane.normal.length()).then_some(plane)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns two triangles in each unit square of 40 × 40, each corner lifted.
    fn field(lift: impl Fn(u32, u32) -> f32) -> Vec<[[f32; 3]; 3]> {
        let corner = |x: u32, y: u32| [x as f32, y as f32, lift(x, y)];
        let square = |k: u32| {
            let (x, y) = (k / 40, k % 40);
            let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x, y + 1), corner(x + 1, y + 1)];
            [[a, b, c], [b, d, c]]
        };
        (0..1600).flat_map(square).collect()
    }

    fn near(triangles: &[[[f32; 3]; 3]], place: DVec3) -> Option<MeanPlane> {
        LocalSurface::of(triangles.len(), 5.0, |k| triangles[k]).near(place)
    }

    #[test]
    fn a_smooth_surface_has_its_own_plane_and_a_rough_one_a_shorter_normal() {
        let slope = near(&field(|x, _| 0.5 * x as f32), DVec3::new(20.3, 19.7, 10.0)).expect("a plane");
        assert!((slope.normal - DVec3::new(-0.5, 0.0, 1.0).normalize()).length() < 1e-6, "{slope:?}");
        assert!((slope.middle.z - 0.5 * slope.middle.x).abs() < 1e-6, "{slope:?}");
        let rough = field(|x, y| (super::super::hash(41 * x + y) % 1000) as f32 / 1000.0);
        let rough = near(&rough, DVec3::new(20.3, 19.7, 0.2)).expect("a plane");
        assert!(rough.normal.length() < 0.95 && 0.99 < rough.normal.normalize().z, "{rough:?}");
        assert!((rough.middle.z - 0.5).abs() < 0.1, "{rough:?}");
    }

    #[test]
    fn a_sheet_with_two_sides_a_far_place_and_nothing_have_no_plane() {
        let mut sheet = field(|_, _| 0.0);
        sheet.extend(sheet.clone().into_iter().map(|[a, b, c]| [a, c, b]));
        assert!(near(&sheet, DVec3::new(20.0, 20.0, 0.0)).is_none());
        assert!(near(&field(|_, _| 0.0), DVec3::new(20.0, 20.0, 99.0)).is_none());
        assert!(near(&[], DVec3::ZERO).is_none());
        assert!(near(&[[[1.0; 3]; 3]], DVec3::ONE).is_none());
    }
}
