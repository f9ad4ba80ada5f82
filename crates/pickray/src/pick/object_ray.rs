//! Rays in the space of one object, and observers of a pick.

use crate::accel::{Query, QueryCounts, QueryObserver, RayOptions};
use crate::geometry::{MovedRay, Ray};
use crate::intersect::Side;
use crate::mesh::{Mesh, MeshHit};
use crate::scene::{Instance, Object};
use crate::work::said::said;
use glam::{DAffine3, DMat3, DMat4, DVec3};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Observer of the steps of a pick, object by object; the observer `()` costs nothing. In a scene of few objects, each
/// object is tried. In a scene of many, only the objects are tried that the scene's tree finds along the ray, no
/// farther than the hit.
pub trait PickObserver: QueryObserver {
    /// Called before an object is tested, with its index, and the ray in its space or the reason why it cannot be
    /// picked. Boxes and triangles that are reported next are those of this object.
    fn object_begins(&mut self, _object: u32, _ray: &Result<ObjectRay, Unpickable>) {}

    /// Called after an object was tested, with its closest hit between near and far plane. The hit's t is the same in
    /// world and object space, and its side is as seen in world space.
    fn object_ends(&mut self, _hit: Option<&MeshHit>) {}
}

impl PickObserver for () {}

impl PickObserver for QueryCounts {}

/// Ray taken into the space of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct ObjectRay {
    /// Inverse of the object's model transform.
    pub object_from_world: DMat4,
    /// Ray in object space. Its two points, or its origin and direction, are those of the ray in world space,
    /// transformed by `object_from_world`, so that t is the same number in both spaces.
    pub ray: Ray,
    /// `true` if the transform mirrors, so that front and back change places.
    pub mirrored: bool,
    /// Ray in world space, and what is to be subtracted from it: for an object that is only moved, whose `ray` is
    /// rounded. `None` for another one, which is decided for `ray`.
    pub(super) given: Option<(Ray, DVec3)>,
}

/// Reason for which an object cannot be hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Unpickable {
    /// Object that is not drawn.
    Hidden,
    /// Object whose mask has no bit in common with the mask of the pick.
    Masked,
    /// Object whose model transform has no inverse: it is not finite, not affine, flattens the object or takes it
    /// beyond 2²⁵⁰.
    SingularTransform,
}

said! {
    Unpickable {
        Hidden => "the object is hidden",
        Masked => "the object's mask is not that of the pick",
        SingularTransform => "the object's transform has no inverse",
    }
}

impl ObjectRay {
    /// Returns a ray of world space in the space of `object`.
    ///
    /// # Errors
    /// [`Unpickable`] where the object cannot be hit.
    pub fn new(object: &Object, ray: &Ray) -> Result<Self, Unpickable> {
        if !object.visible {
            return Err(Unpickable::Hidden);
        }
        let (object_from_world, mirrored, _) = object.placed().ok_or(Unpickable::SingularTransform)?;
        Ok(Self::of(ray, &DAffine3::from_mat4(object_from_world), mirrored))
    }

    /// Returns a ray of world space by the inverse of a model transform, which mirrors or not.
    #[inline]
    fn of(in_world: &Ray, object_from_world: &DAffine3, mirrored: bool) -> Self {
        let point = |point| object_from_world.transform_point3(point);
        let ray = in_world.map(point, |vector| object_from_world.transform_vector3(vector));
        let is_moved_only = object_from_world.matrix3 == DMat3::IDENTITY;
        let given = is_moved_only.then(|| (*in_world, -object_from_world.translation));
        Self { object_from_world: (*object_from_world).into(), ray, mirrored, given }
    }

    /// Returns this ray with another one in object space.
    pub(super) fn with_ray(self, ray: Ray) -> Self {
        Self { ray, given: None, ..self }
    }

    /// Returns the ray as a test takes it: less the origin of the object's mesh, exactly.
    #[inline]
    pub(super) fn in_mesh<'a>(&'a self, mesh: &'a Mesh) -> MovedRay<'a> {
        match &self.given {
            Some((ray, shift)) => MovedRay { less: [shift, mesh.moved_ray(ray).less[1]], ray },
            None => mesh.moved_ray(&self.ray),
        }
    }

    /// Returns the side seen in the world for a side in object space: a mirroring transform turns counter-clockwise
    /// corners clockwise.
    pub(super) fn side_in_world(&self, side: Side) -> Side {
        if self.mirrored { side.opposite() } else { side }
    }

    /// Returns a hit with the side as seen in world space.
    pub(super) fn in_world(&self, hit: MeshHit) -> MeshHit {
        MeshHit { side: self.side_in_world(hit.side), ..hit }
    }

    /// Returns the query of the object's mesh for this ray; sides of `options` are those seen in world space.
    #[inline]
    fn query<'a>(&'a self, object: &'a Object, options: RayOptions<Option<u32>>) -> Query<'a> {
        Query { ray: self.in_mesh(&object.mesh), options: options.in_object(self.mirrored) }
    }

    /// Returns the closest hit of the ray with an object, with the side as seen in world space.
    #[inline]
    pub(super) fn closest(
        &self,
        object: &Object,
        options: RayOptions<Option<u32>>,
        observer: &mut impl PickObserver,
    ) -> Option<MeshHit> {
        let (query, tree) = (self.query(object, options), object.mesh.tree());
        let hit = if object.hidden.is_empty() {
            tree.closest_of(query, observer, |_| true)
        } else {
            tree.closest_of(query, observer, |index| !object.hidden.contains(index))
        };
        hit.map(|hit| self.in_world(hit))
    }

    /// Returns a ray of world space in the space of an object as [`new`](Self::new) does, with the inverse transform
    /// that the object's instance holds.
    #[inline]
    pub(super) fn through(instance: &Instance, ray: &Ray) -> Self {
        Self::of(ray, &instance.object_from_world, instance.mirrored)
    }

    /// Calls `found` with every hit of the ray with an object, in no particular order, until `found` breaks.
    pub(super) fn visit(
        &self,
        object: &Object,
        options: RayOptions<Option<u32>>,
        mut found: impl FnMut(MeshHit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        object.mesh.tree().visit(self.query(object, options), &mut (), |hit| {
            if object.hidden.contains(hit.triangle) { ControlFlow::Continue(()) } else { found(self.in_world(hit)) }
        })
    }

    /// Returns every hit of the ray with an object, sorted by t.
    pub(super) fn all(&self, object: &Object, options: RayOptions<Option<u32>>) -> Vec<MeshHit> {
        let mut hits = object.mesh.tree().all(self.query(object, options));
        hits.retain(|hit| !object.hidden.contains(hit.triangle));
        hits.iter_mut().for_each(|hit| *hit = self.in_world(*hit));
        hits
    }
}
