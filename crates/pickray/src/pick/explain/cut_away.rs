//! Triangles on a line of sight that the near plane cuts away.

use crate::accel::RayOptions;
use crate::geometry::Ray;
use crate::intersect::Culling;
use crate::math::PickRay;
use crate::pick::explain::TriangleTest;
use crate::pick::{ObjectRay, PickOptions, TriangleId, cast};
use crate::scene::{Projection, Scene, View};
use serde::{Deserialize, Serialize};

/// Triangle that the line of sight meets before the near plane, so that it is neither drawn nor picked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CutAway {
    /// Triangle that is cut away.
    #[serde(flatten)]
    pub id: TriangleId,
    /// Distance along the ray from the near plane back to the triangle, in world units.
    pub distance: f64,
}

/// Returns the last triangle that the line of sight meets before the near plane, but not behind the eye of a
/// perspective view. Of equally near triangles, returns the one of the lower id. Triangles whose visible side is culled
/// do not count. `None` where no triangle is cut away.
pub(super) fn cut_away(scene: &Scene, view: &View, ray: &PickRay, options: &PickOptions) -> Option<CutAway> {
    // The same line from its other end, 1 - t along: near and far point are the same numbers, so that what it meets is
    // decided alike.
    let backwards = PickRay { near: ray.far, far: ray.near, t_max: 1.0 + t_to_eye(view, ray), ..*ray };
    let length = (ray.far - ray.near).length();
    let mut nearest: Option<CutAway> = None;
    for hit in cast::all(scene, &cast::Query::seen(&backwards, RayOptions::from(options).culling(Culling::None))) {
        let id = hit.id();
        if hit.t < 1.0 || options.culling.culls(hit.side.opposite()) {
            continue;
        }
        // What rounds to the near plane is before it or not by the exact test.
        let placed = &scene.objects()[hit.object as usize];
        let Ok(object_ray) = ObjectRay::new(placed, &Ray::from(*ray)) else { continue };
        let test = TriangleTest::new(&placed.mesh, &object_ray, hit.triangle, Culling::None);
        let Some(t) = test.t_behind() else { continue };
        let found = CutAway { id, distance: -t * length };
        if nearest.is_none_or(|nearest| (found.distance, id) < (nearest.distance, nearest.id)) {
            nearest = Some(found);
        }
    }
    nearest
}

/// Returns the distance from the ray's near point back to the eye, in multiples of the ray's length; infinite in an
/// orthographic view, whose lines of sight do not begin at an eye.
pub(super) fn t_to_eye(view: &View, ray: &PickRay) -> f64 {
    match view.camera.projection {
        Projection::Perspective { .. } => (view.camera.eye - ray.near).length() / (ray.far - ray.near).length(),
        Projection::Orthographic { .. } => f64::INFINITY,
    }
}
