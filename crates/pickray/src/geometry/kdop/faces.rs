//! Faces of a hull of fixed directions, each a square of its plane clipped by all others, its surface and its volume.

use super::Kdop;
use crate::geometry::{Aabb, clipped};
use glam::DVec3;

impl Kdop {
    /// Returns the corners of each face, counter-clockwise from outside, in f64; a flat hull has a face on each side.
    pub fn faces(&self) -> Vec<Vec<DVec3>> {
        let bounds = self.bounds();
        let planes: Vec<(DVec3, f64)> = self.planes().collect();
        let faces = planes.iter().enumerate().map(|(place, &(normal, offset))| {
            let mut face = square(normal, offset, &bounds);
            for (other, &(normal, offset)) in planes.iter().enumerate() {
                // The opposite plane is parallel: it cuts nothing, and rounding must not.
                if other / 2 != place / 2 {
                    face = behind(normal, offset, &face);
                }
            }
            face
        });
        faces.filter(|face| face.len() >= 3).collect()
    }

    /// Returns the axis-aligned box between the hull's first three pairs of planes, perpendicular to x, y and z.
    pub fn bounds(&self) -> Aabb {
        let [x, y, z] = [self.slabs[0], self.slabs[1], self.slabs[2]];
        Aabb::new(DVec3::new(x[0], y[0], z[0]), DVec3::new(x[1], y[1], z[1]))
    }

    /// Returns the area of the hull's surface.
    pub fn surface_area(&self) -> f64 {
        self.faces().iter().map(|face| 0.5 * scaled_normal(face).length()).sum()
    }

    /// Returns the volume of the hull.
    pub fn volume(&self) -> f64 {
        // The sum of the pyramids from the middle of the bounds to each face.
        let middle = self.bounds().center();
        self.faces().iter().map(|face| scaled_normal(face).dot(face[0] - middle) / 6.0).sum()
    }
}

/// Returns a square of the plane that reaches beyond the bounds, counter-clockwise about the normal.
fn square(normal: DVec3, offset: f64, bounds: &Aabb) -> Vec<DVec3> {
    let middle = bounds.center();
    let center = middle + normal * ((offset - normal.dot(middle)) / normal.length_squared());
    let reach = 2.0 * bounds.size().length();
    let right = normal.normalize().any_orthonormal_vector() * reach;
    let up = normal.normalize().cross(right);
    vec![center + right + up, center - right + up, center - right - up, center + right - up]
}

/// Returns the part of a convex polygon with `normal · point <= offset`.
fn behind(normal: DVec3, offset: f64, polygon: &[DVec3]) -> Vec<DVec3> {
    let heights: Vec<f64> = polygon.iter().map(|corner| normal.dot(*corner) - offset).collect();
    let height = |i: usize| heights[i];
    let crossing = |i: usize, next: usize| {
        let (from, to) = (height(i), height(next));
        let is_cut = (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0);
        is_cut.then(|| polygon[i] + (polygon[next] - polygon[i]) * (from / (from - to)))
    };
    let mut left = clipped(polygon.len(), |i, _| (height(i) <= 0.0).then(|| polygon[i]), crossing);
    // A face begins where its last edge is cut: sums over its corners are rounded in this order.
    if !polygon.is_empty() && crossing(polygon.len() - 1, 0).is_some() {
        left.rotate_right(1);
    }
    left
}

/// Returns the normal of a face; its length is twice the face's area.
pub(super) fn scaled_normal(face: &[DVec3]) -> DVec3 {
    face.windows(2).skip(1).map(|edge| (edge[0] - face[0]).cross(edge[1] - face[0])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::KdopKind;

    #[test]
    fn a_cube_has_six_faces_in_every_kind() {
        let corners = Aabb::new(DVec3::new(1.0, 2.0, 3.0), DVec3::new(3.0, 4.0, 5.0)).corners();
        for kind in KdopKind::ALL {
            let hull = Kdop::enclosing(kind, corners).expect("a hull");
            assert!((hull.volume() - 8.0).abs() < 1e-12, "{kind:?} {}", hull.volume());
            assert!((hull.surface_area() - 24.0).abs() < 1e-6, "{kind:?} {}", hull.surface_area());
        }
    }

    #[test]
    fn a_cuboctahedron_is_cut_from_the_cube_by_its_corners() {
        let ring = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let points =
            ring.iter().flat_map(|&(a, b)| [DVec3::new(a, b, 0.0), DVec3::new(0.0, a, b), DVec3::new(b, 0.0, a)]);
        let hull = Kdop::enclosing(KdopKind::K14, points).expect("a hull");
        assert!((hull.volume() - 20.0 / 3.0).abs() < 1e-12, "{}", hull.volume());
        assert!((hull.surface_area() - (12.0 + 4.0 * 3.0_f64.sqrt())).abs() < 1e-6, "{}", hull.surface_area());
        assert_eq!(hull.faces().iter().filter(|face| scaled_normal(face).length() > 1e-6).count(), 14);
    }

    #[test]
    fn a_flat_hull_has_two_sides_and_no_volume() {
        let square = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
        let hull = Kdop::enclosing(KdopKind::K6, square).expect("a hull");
        assert!((hull.surface_area() - 2.0).abs() < 1e-12);
        assert_eq!(hull.volume(), 0.0);
    }
}
