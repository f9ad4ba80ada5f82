//! Picks along a ray in world space that the caller made.

use crate::math::PickRay;
use crate::pick::{Hit, SceneRayOptions, cast};
use crate::scene::Scene;

/// Returns the closest hit of a ray in world space with t between 0 and the ray's `t_max`: between its near and its far
/// plane. Nothing is allocated but the scene's tree over many objects, when it is first needed.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::Ray;
/// use pickray::mesh::Mesh;
/// use pickray::pick::{PickOptions, any_along, describe_along, pick_along};
/// use pickray::scene::{Object, Scene};
///
/// let mesh = Mesh::from_triangles(vec![[-1., -1., 0.], [1., -1., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
/// let scene = Scene::of(Object::new("triangle", mesh.into()));
/// let ray = Ray::between(DVec3::new(0.0, 0.0, 5.0), DVec3::new(0.0, 0.0, 4.0)).into();
///
/// let hit = pick_along(&scene, &ray, &PickOptions::default()).expect("a hit");
/// assert_eq!((hit.triangle, hit.t), (0, 5.0));
/// assert!(any_along(&scene, &ray, &PickOptions::default()));
/// let details = describe_along(&scene, &ray, &hit).expect("a hit of this scene");
/// assert_eq!((details.point_world, details.distance), (DVec3::ZERO, 5.0));
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
pub fn pick_along(scene: &Scene, ray: &PickRay, options: impl Into<SceneRayOptions>) -> Option<Hit> {
    cast::closest_along(scene, ray, options.into().into())
}

/// Returns every hit of a ray in world space with t between 0 and the ray's `t_max`, nearest first; hits at exactly the
/// same t by object, then by triangle.
pub fn all_along(scene: &Scene, ray: &PickRay, options: impl Into<SceneRayOptions>) -> Vec<Hit> {
    cast::all(scene, ray, options.into().into())
}

/// Returns `true` if a ray in world space hits anything with t between 0 and the ray's `t_max`: for shadows and lines
/// of sight. The search ends at the first hit that is found.
pub fn any_along(scene: &Scene, ray: &PickRay, options: impl Into<SceneRayOptions>) -> bool {
    cast::any(scene, ray, options.into().into())
}
