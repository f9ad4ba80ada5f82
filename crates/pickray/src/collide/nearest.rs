//! Closest point of a scene to a point.

use super::asked::objects_near;
use crate::accel::{Answers, Points, answer_each};
use crate::geometry::ClosestPoint;
use crate::scene::Scene;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Closest point of a scene to some point, with the triangle that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneClosest {
    /// Index of the object in its scene.
    pub object: u32,
    /// Index of the triangle in the object's mesh.
    pub triangle: u32,
    /// Closest point, feature and distance, in world space.
    pub closest: ClosestPoint,
}

impl Scene {
    /// Returns the closest point of the visible objects' triangles to `point`, in world space. Among points at equal
    /// distance it is the one on the object of the lowest index, then on the triangle of the lowest index. `None` if
    /// nothing visible is within `max_distance`, or the point is not finite.
    pub fn closest_point(&self, point: DVec3, max_distance: f64) -> Option<SceneClosest> {
        if !point.is_finite() {
            return None;
        }
        let mut nearest: Option<SceneClosest> = None;
        let distance = |nearest: Option<SceneClosest>| nearest.map_or(max_distance, |found| found.closest.distance);
        objects_near(self, point, |object, placed| {
            placed.visit_near(point, distance(nearest), |triangle, corners| {
                let closest = corners.closest_point(point);
                let is_nearer = nearest.map_or(closest.distance <= max_distance, |found| {
                    (closest.distance, object, triangle) < (found.closest.distance, found.object, found.triangle)
                });
                if is_nearer {
                    nearest = Some(SceneClosest { object, triangle, closest });
                }
                distance(nearest)
            });
            distance(nearest)
        });
        nearest
    }

    /// Writes to `closest` the [`closest_point`](Self::closest_point) of the scene to each point, in order.
    ///
    /// # Panics
    /// When there is room for more or fewer answers than there are points.
    pub fn closest_points(
        &self,
        points: &(impl Points + ?Sized),
        max_distance: f64,
        closest: impl Answers<Option<SceneClosest>>,
    ) {
        answer_each(points.n_points(), closest, |index| self.closest_point(points.point(index), max_distance));
    }
}
