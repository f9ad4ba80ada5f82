//! The point of a scene that is closest to a point.

use crate::geometry::ClosestPoint;
use crate::scene::Scene;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// The point of a scene's triangles that is closest to some point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneClosest {
    /// Index of the object in its scene.
    pub object: u32,
    /// Index of the triangle in the object's mesh.
    pub triangle: u32,
    /// Point, feature and distance, in world space.
    pub closest: ClosestPoint,
}

/// The closest point of the visible objects' triangles to `point`, in world space; of the lower object, then triangle, where
/// distances are equal. `None` when nothing is visible, or the point is not finite.
pub fn closest_point(scene: &Scene, point: DVec3) -> Option<SceneClosest> {
    if !point.is_finite() {
        return None;
    }
    let mut nearest: Option<SceneClosest> = None;
    for (index, object) in scene.objects.iter().enumerate().filter(|(_, object)| object.visible) {
        for triangle in 0..object.mesh.n_triangles() as u32 {
            let closest = object.triangle_in_world(triangle).closest_point(point);
            if nearest.is_none_or(|nearest| closest.distance < nearest.closest.distance) {
                nearest = Some(SceneClosest { object: index as u32, triangle, closest });
            }
        }
    }
    nearest
}
