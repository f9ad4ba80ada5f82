//! Closest point of a scene to a point, and the objects of a scene that a query has to ask: those that the scene's tree
//! finds, or all where the scene has none.

use super::placed::Placed;
use crate::accel::{Answers, Points, answer_each_with};
use crate::geometry::ClosestPoint;
use crate::intersect::MovingSphere;
use crate::scene::Scene;
use crate::work::Progress;
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
    ///
    /// ```
    /// use pickray::{Scene, glam::DVec3, mesh::samples::Sample};
    ///
    /// let scene = Scene::of(Sample::Cube.mesh()?.into());
    /// assert_eq!(scene.closest_point(3.0 * DVec3::X, 2.0).expect("a point").closest.distance, 2.0);
    /// assert_eq!(scene.closest_point(3.0 * DVec3::X, 1.9), None);
    /// # Ok::<(), pickray::mesh::LoadError>(())
    /// ```
    pub fn closest_point(&self, point: DVec3, max_distance: f64) -> Option<SceneClosest> {
        self.closest_point_with(point, max_distance, &Progress::of_thread())
    }

    fn closest_point_with(&self, point: DVec3, max_distance: f64, progress: &Progress) -> Option<SceneClosest> {
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
            // Thousands of objects may lie equally near. A negative distance ends the search.
            if progress.check().is_ok() { distance(nearest) } else { -1.0 }
        });
        nearest
    }

    /// Writes to `closest` the [`closest_point`](Self::closest_point) of the scene to each point, in order.
    ///
    /// # Panics
    /// When there is room for more or fewer answers than there are points.
    pub fn closest_points(&self, points: impl Points, max_distance: f64, closest: impl Answers<Option<SceneClosest>>) {
        answer_each_with(points.n_points(), closest, |index, progress| {
            self.closest_point_with(points.point(index), max_distance, progress)
        });
    }
}

/// Calls `visit` with each visible object that may be near enough, roughly by distance; it returns how far to go on.
pub(super) fn objects_near(scene: &Scene, point: DVec3, visit: impl FnMut(u32, &Placed) -> f64) {
    let ask = asking(scene, f64::INFINITY, visit);
    match scene.tree() {
        Some(tree) => tree.near(point, f64::INFINITY, ask),
        None => all_of(scene).map(ask).for_each(drop),
    }
}

/// Calls `visit` with each visible object that the moving sphere may touch at a t up to `t_max`, roughly in the order
/// of t, and the object's index. `visit` returns the t up to which to search further; a negative one ends the search.
pub(super) fn objects_met(scene: &Scene, moving: &MovingSphere, t_max: f64, visit: impl FnMut(u32, &Placed) -> f64) {
    let ask = asking(scene, t_max, visit);
    match scene.tree() {
        Some(tree) => tree.met(moving, t_max, ask),
        None => all_of(scene).map(ask).for_each(drop),
    }
}

fn all_of(scene: &Scene) -> impl Iterator<Item = u32> {
    0..scene.objects().len() as u32
}

/// Returns a function that asks the object of an index and returns the limit of the search.
fn asking(scene: &Scene, mut limit: f64, mut visit: impl FnMut(u32, &Placed) -> f64) -> impl FnMut(u32) -> f64 {
    move |index| {
        let object = &scene.objects()[index as usize];
        let is_over = limit < 0.0;
        if object.visible
            && !is_over
            && let Some(placed) = Placed::new(object)
        {
            limit = visit(index, &placed);
        }
        limit
    }
}

#[cfg(test)]
mod tests;
