//! Edges of a hull of fixed directions: of each line in which two planes meet, the part that no other plane cuts off.

use super::Kdop;
use crate::math::double::ROUNDOFF;
use glam::DVec3;

/// Error of computed points on two planes, and of planes moved out to make up for rounding, per unit of the largest sum
/// of a corner's coordinates. A plane has been moved by at most 6 roundings of that sum, its offset from the middle is
/// off by 4, a point on two planes by that times 7 (their angle is 35° or more) and the roundings of its own formula.
const CORNER_ERROR: f64 = 128.0 * ROUNDOFF;

impl Kdop {
    /// Returns the edges of the hull, each once, from corner to corner, in f64. Edges so short that rounding alone may
    /// have made them are left out, so that a corner in which many planes meet is one corner. A flat hull has the edges
    /// of its one polygon; a hull that is a point has none.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::geometry::{Kdop, KdopKind};
    ///
    /// let octahedron = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z];
    /// for (kind, n_edges) in [(KdopKind::K6, 12), (KdopKind::K14, 12), (KdopKind::K18, 24)] {
    ///     assert_eq!(Kdop::enclosing(kind, octahedron).unwrap().edges().len(), n_edges);
    /// }
    /// ```
    pub fn edges(&self) -> Vec<[DVec3; 2]> {
        // Offsets are relative to the middle, so that a small hull far away keeps its digits.
        let bounds = self.bounds();
        let middle = bounds.center();
        let planes: Vec<SlabPlane> =
            self.planes().map(|(normal, offset)| SlabPlane { normal, offset: offset - normal.dot(middle) }).collect();
        let error = CORNER_ERROR * bounds.min.abs().max(bounds.max.abs()).element_sum();
        let pairs = (0..planes.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        pairs.filter_map(|(i, j)| edge(&planes, i, j, error)).map(|edge| edge.map(|end| middle + end)).collect()
    }
}

/// Plane of the points with `normal · point = offset`; the normal's components are -1, 0 and 1.
struct SlabPlane {
    normal: DVec3,
    offset: f64,
}

/// Returns the part of the line on planes `i < j` that all planes leave. `None` if it is a point or nothing, and if
/// earlier planes, with which it is found, go through the same line (planes 2k and 2k + 1 are parallel).
fn edge(planes: &[SlabPlane], i: usize, j: usize, error: f64) -> Option<[DVec3; 2]> {
    let (p, q) = (&planes[i], &planes[j]);
    // Products of such normals are exact, so parallel planes give exactly zero.
    let along = p.normal.cross(q.normal);
    let squared = along.length_squared();
    if squared == 0.0 {
        return None;
    }
    let (pp, pq, qq) = (p.normal.length_squared(), p.normal.dot(q.normal), q.normal.length_squared());
    let foot = ((p.offset * qq - q.offset * pq) * p.normal + (q.offset * pp - p.offset * pq) * q.normal) / squared;

    let (mut start, mut end) = (f64::NEG_INFINITY, f64::INFINITY);
    for (k, plane) in planes.iter().enumerate().filter(|&(k, _)| k != i && k != j) {
        let (speed, room) = (plane.normal.dot(along), plane.offset - plane.normal.dot(foot));
        if speed > 0.0 {
            end = end.min(room / speed);
        } else if speed < 0.0 {
            start = start.max(room / speed);
        } else if room < -error || (room <= error && k < j && (k < i || k / 2 != i / 2)) {
            return None;
        }
    }
    let is_long = (end - start) * squared.sqrt() > 2.0 * error;
    is_long.then(|| [foot + start * along, foot + end * along])
}

#[cfg(test)]
mod tests {
    use super::super::faces::scaled_normal;
    use super::*;
    use crate::geometry::{Aabb, KdopKind};

    /// Returns the number of corners, where those that are one but for rounding count once.
    fn n_corners(edges: &[[DVec3; 2]], error: f64) -> usize {
        let mut corners: Vec<DVec3> = Vec::new();
        for &end in edges.as_flattened() {
            if corners.iter().all(|corner| (*corner - end).length() > error) {
                corners.push(end);
            }
        }
        corners.len()
    }

    #[test]
    fn a_cube_has_twelve_edges_in_every_kind_also_far_away() {
        for offset in [DVec3::ZERO, DVec3::new(1e6, -3e7, 0.1)] {
            let corners = Aabb::new(DVec3::new(1.1, 2.2, 3.3), DVec3::new(3.1, 4.2, 5.3)).corners();
            for kind in KdopKind::ALL {
                let edges = Kdop::enclosing(kind, corners.map(|corner| corner + offset)).expect("a hull").edges();
                assert_eq!(edges.len(), 12, "{kind:?} at {offset}");
                assert!(edges.iter().all(|[a, b]| ((*a - *b).length() - 2.0).abs() < 1e-6), "{edges:?}");
            }
        }
    }

    #[test]
    fn corners_less_edges_and_faces_make_two() {
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..200 {
            let n = random.usize(4..40);
            let scale = f64::exp2(f64::from(random.i32(-60..60)));
            let mut coordinate = || scale * (random.f64() - 0.5);
            let points: Vec<DVec3> =
                (0..n).map(|_| DVec3::new(coordinate(), 2.0 * coordinate(), coordinate())).collect();
            for kind in KdopKind::ALL {
                let hull = Kdop::enclosing(kind, points.iter().copied()).expect("a hull");
                let (edges, close) = (hull.edges(), 1e-9 * scale);
                let areas = hull.faces().into_iter().map(|face| scaled_normal(&face).length());
                let n_faces = areas.filter(|area| *area > close * scale).count();
                assert_eq!(n_corners(&edges, close) + n_faces, edges.len() + 2, "round {round}, {kind:?}");
                for [a, b] in edges {
                    let middle = 0.5 * (a + b);
                    let rooms = hull.slabs().map(|(normal, min, max)| {
                        let along = normal.dot(middle);
                        [along - min, max - along]
                    });
                    let rooms: Vec<f64> = rooms.flatten().collect();
                    assert!(rooms.iter().all(|&room| room > -close), "an edge is not outside");
                    assert!(rooms.iter().filter(|&&room| room < close).count() >= 2, "it lies in two planes");
                }
            }
        }
    }

    #[test]
    fn a_flat_hull_has_the_edges_of_its_polygon_and_a_point_none() {
        let square = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
        for kind in KdopKind::ALL {
            assert_eq!(Kdop::enclosing(kind, square).expect("a hull").edges().len(), 4, "{kind:?}");
            assert!(Kdop::enclosing(kind, [DVec3::ONE]).expect("a hull").edges().is_empty(), "{kind:?}");
            assert_eq!(Kdop::enclosing(kind, [DVec3::ZERO, DVec3::X]).expect("a hull").edges().len(), 1, "{kind:?}");
        }
    }
}
