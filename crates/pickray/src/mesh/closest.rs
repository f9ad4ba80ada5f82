//! Closest point of a mesh to a point.

use super::Mesh;
use crate::geometry::ClosestPoint;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Point on a mesh that is closest to a given point, and its triangle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeshClosest {
    /// Index of the triangle that has the closest point.
    pub triangle: u32,
    /// The closest point, the feature of the triangle on which it lies, and its distance, in object space.
    pub closest: ClosestPoint,
}

impl Mesh {
    /// Returns the point on the mesh that is closest to `point`, in object space. `None` if the mesh has no point
    /// within `max_distance`, or if `point` is not finite. Of several points at equal distances, that of the triangle
    /// with the lowest index is returned.
    ///
    /// Distances are those of [`Triangle::closest_point`](crate::geometry::Triangle::closest_point), which rounds. With
    /// a `max_distance` of `f64::INFINITY` there always is a closest point.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::mesh::samples::Sample;
    ///
    /// let cube = Sample::Cube.mesh()?;
    /// let found = cube.closest_point(DVec3::new(0.5, 0.25, 3.0), f64::INFINITY).expect("a point");
    /// assert_eq!((found.closest.point, found.closest.distance), (DVec3::new(0.5, 0.25, 1.0), 2.0));
    /// assert_eq!(cube.closest_point(DVec3::new(0.5, 0.25, 3.0), 1.5), None);
    /// # Ok::<(), pickray::mesh::LoadError>(())
    /// ```
    pub fn closest_point(&self, point: DVec3, max_distance: f64) -> Option<MeshClosest> {
        if !point.is_finite() || max_distance.is_nan() || max_distance < 0.0 {
            return None;
        }
        let mut nearest: Option<MeshClosest> = None;
        let mut visit = |triangle: u32, corners: &[[f32; 3]; 3]| {
            let closest = self.placed(corners).closest_point(point);
            let is_nearer = match nearest {
                Some(found) => (closest.distance, triangle) < (found.closest.distance, found.triangle),
                None => closest.distance <= max_distance,
            };
            if is_nearer {
                nearest = Some(MeshClosest { triangle, closest });
            }
            nearest.map_or(max_distance, |found| found.closest.distance)
        };
        self.tree.near(point - self.origin, max_distance, self.misplaced(point), &mut visit);
        nearest
    }

    /// Returns an upper bound on the rounding error of `point` and of the tree's triangles when they are moved by the
    /// mesh's origin.
    pub(super) fn misplaced(&self, point: DVec3) -> f64 {
        // Taking off the origin rounds the point once, and adding it each corner.
        let reach = self.bounds.min.abs().max(self.bounds.max.abs()).max_element();
        f64::EPSILON * (point.abs().max_element() + reach + self.origin.abs().max_element())
    }
}
