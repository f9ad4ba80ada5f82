//! Objects: meshes placed in the world, rays in their spaces, and placements as users set them, with rotations.

use super::object_tree::Instance;
use crate::accel::{Query, QueryObserver, RayOptions};
use crate::geometry::{Aabb, MovedRay, Ray, Triangle};
use crate::intersect::Side;
use crate::mesh::{Mesh, MeshHit, Node, TriangleSet};
use crate::work::packed;
use crate::work::said::said;
use glam::{DAffine3, DMat3, DMat4, DVec3, EulerRot};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Roundings of the largest product by which a 3×3 determinant may be off, and so is no sign of an inverse.
const DETERMINANT_ROUNDINGS: f64 = 8.0;

/// The largest coordinate in the world of an object that has a place there: products of four such are still finite.
const FARTHEST: f64 = (1u128 << 125) as f64 * (1u128 << 125) as f64;

/// A mesh placed in the world.
#[derive(Clone, Debug)]
pub struct Object {
    /// Name by which the user knows the object.
    pub name: String,
    /// Mesh of the object, in object space (the file's own coordinates); objects may share a mesh.
    pub mesh: Arc<Mesh>,
    /// Model transform: affine, that is, with a last row of 0 0 0 1.
    pub world_from_object: DMat4,
    /// Linear colour of the object: red, green and blue, 0 to 1.
    pub color: [f32; 3],
    /// `true` if the object is drawn and picked.
    pub visible: bool,
    /// Bits that select rays: a ray can hit the object if the [mask](crate::PickOptions::mask) of its pick has one of
    /// these bits. A new object has all bits.
    pub mask: u32,
    /// Triangles that are neither drawn nor picked.
    pub hidden: TriangleSet,
    /// Node of the file's scene graph that places the object; `None` if the file has no scene graph.
    pub node: Option<Node>,
}
packed!(struct Object { name, mesh, world_from_object, color, visible, mask, hidden, node });

/// Visible object without a name, whose object space is world space.
impl From<Arc<Mesh>> for Object {
    fn from(mesh: Arc<Mesh>) -> Self {
        Self::new("", mesh)
    }
}

/// Visible object without a name, whose object space is world space.
impl From<Mesh> for Object {
    fn from(mesh: Mesh) -> Self {
        Arc::new(mesh).into()
    }
}

impl Object {
    /// Returns a visible object with the identity as its transform.
    pub fn new(name: impl Into<String>, mesh: Arc<Mesh>) -> Self {
        Self {
            name: name.into(),
            mesh,
            world_from_object: DMat4::IDENTITY,
            color: [0.62, 0.66, 0.70],
            visible: true,
            mask: u32::MAX,
            hidden: TriangleSet::default(),
            node: None,
        }
    }

    /// Returns the same object under another model transform.
    #[must_use]
    pub fn with_transform(self, world_from_object: DMat4) -> Self {
        Self { world_from_object, ..self }
    }

    /// Returns the inverse model transform. `None` if [`bounds`](Self::bounds) is empty, or if the transform flattens
    /// space as far as f64 can tell; such an object cannot be picked.
    pub fn object_from_world(&self) -> Option<DMat4> {
        Some(self.placed()?.0.into())
    }

    /// Returns the inverse model transform, a flag that is `true` if the transform mirrors, and the
    /// [`bounds`](Self::bounds). `None` if [`object_from_world`](Self::object_from_world) is `None`.
    pub(crate) fn placed(&self) -> Option<(DAffine3, bool, Aabb)> {
        let (matrix, bounds) = (&self.world_from_object, self.bounds());
        if bounds.is_empty() {
            return None;
        }
        if *matrix == DMat4::IDENTITY {
            return Some((DAffine3::IDENTITY, false, bounds));
        }
        let orientation = self.orientation();
        if orientation == 0.0 {
            return None;
        }
        let inverse = DAffine3::from_mat4(*matrix).inverse();
        inverse.is_finite().then_some((inverse, orientation < 0.0, bounds))
    }

    /// Returns `true` if the transform mirrors: counter-clockwise triangles become clockwise, and fronts backs.
    pub fn is_mirrored(&self) -> bool {
        self.orientation() < 0.0
    }

    /// Returns the sign of the transform's determinant: 1, −1 where it mirrors, and 0 where rounding decides the sign.
    fn orientation(&self) -> f64 {
        let linear = DMat3::from_mat4(self.world_from_object);
        let [x, y, z] = [linear.x_axis, linear.y_axis, linear.z_axis];
        let determinant = x.dot(y.cross(z));
        // The same sum with every term positive bounds what rounding can have done.
        let (ay, az) = (y.abs(), z.abs());
        let permanent =
            x.abs().dot(DVec3::new(ay.y * az.z + ay.z * az.y, ay.z * az.x + ay.x * az.z, ay.x * az.y + ay.y * az.x));
        let bound = DETERMINANT_ROUNDINGS * f64::EPSILON * permanent;
        if determinant.abs() > bound { determinant.signum() } else { 0.0 }
    }

    /// Returns a triangle of the mesh, which must have it, in world space, with its corners in the file's order.
    pub fn triangle_in_world(&self, triangle: u32) -> Triangle {
        let Triangle { a, b, c } = self.mesh.triangle(triangle);
        let [a, b, c] = [a, b, c].map(|corner| self.world_from_object.transform_point3(corner));
        Triangle { a, b, c }
    }

    /// Returns `true` if the object is visible and its [`bounds`](Self::bounds) are not empty.
    pub(crate) fn is_present(&self) -> bool {
        self.visible && !self.bounds().is_empty()
    }

    /// Returns a box in world space around the mesh: the box of the transformed corners of the mesh's own box.
    ///
    /// [`Aabb::EMPTY`] if the transform is not finite, is not affine, or takes the mesh beyond 2²⁵⁰, about 10⁷⁵.
    /// Queries for rays, sweeps, closest points and contact ignore such an object.
    pub fn bounds(&self) -> Aabb {
        let bounds = self.mesh.bounds();
        if bounds.is_empty() || self.world_from_object.row(3).to_array() != [0.0, 0.0, 0.0, 1.0] {
            return Aabb::EMPTY;
        }
        // The least sum that a corner has is that of the least summands, also where they are rounded: James Arvo,
        // Transforming Axis-Aligned Bounding Boxes, Graphics Gems, 1990.
        let DMat4 { x_axis, y_axis, z_axis, w_axis } = self.world_from_object;
        let (mut min, mut max) = (DVec3::ZERO, DVec3::ZERO);
        for (k, axis) in [x_axis, y_axis, z_axis].into_iter().enumerate() {
            let [from, to] = [bounds.min[k], bounds.max[k]].map(|x| axis.truncate() * x);
            (min, max) = (from.min(to) + min, from.max(to) + max);
        }
        let in_world = Aabb::new(w_axis.truncate() + min, w_axis.truncate() + max);
        let is_within = |corner: DVec3| corner.abs().cmple(DVec3::splat(FARTHEST)).all();
        if is_within(in_world.min) && is_within(in_world.max) { in_world } else { Aabb::EMPTY }
    }
}

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
    pub(crate) given: Option<(Ray, DVec3)>,
}

said! {
    /// Reason for which an object cannot be hit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
    #[serde(rename_all = "snake_case")]
    #[non_exhaustive]
    pub enum Unpickable {
        Hidden => "the object is hidden",
        Masked => "the object's mask is not that of the pick",
        /// The transform is not finite, not affine, flattens the object or takes it beyond 2²⁵⁰:
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
        let instance = Instance::new(object).ok_or(Unpickable::SingularTransform)?;
        Ok(Self::through(&instance, ray))
    }

    /// Returns a ray of world space as [`new`](Self::new) does, by what the object's instance holds.
    #[inline]
    pub(crate) fn through(instance: &Instance, in_world: &Ray) -> Self {
        let Instance { object_from_world, mirrored, .. } = instance;
        let point = |point| object_from_world.transform_point3(point);
        let ray = in_world.map(point, |vector| object_from_world.transform_vector3(vector));
        let is_moved_only = object_from_world.matrix3 == DMat3::IDENTITY;
        let given = is_moved_only.then(|| (*in_world, -object_from_world.translation));
        Self { object_from_world: (*object_from_world).into(), ray, mirrored: *mirrored, given }
    }

    /// Returns the ray as a test takes it: less the origin of the object's mesh, exactly.
    #[inline]
    pub(crate) fn in_mesh<'a>(&'a self, mesh: &'a Mesh) -> MovedRay<'a> {
        match &self.given {
            Some((ray, shift)) => MovedRay { less: [shift, mesh.moved_ray(ray).less[1]], ray },
            None => mesh.moved_ray(&self.ray),
        }
    }

    /// Returns the side seen in the world for a side in object space: a mirroring transform turns it.
    pub(crate) fn side_in_world(&self, side: Side) -> Side {
        if self.mirrored { side.opposite() } else { side }
    }

    pub(crate) fn in_world(&self, hit: MeshHit) -> MeshHit {
        MeshHit { side: self.side_in_world(hit.side), ..hit }
    }

    /// Returns the query of the object's mesh for this ray; sides of `options` are those seen in world space.
    #[inline]
    fn query<'a>(&'a self, object: &'a Object, options: RayOptions<Option<u32>>) -> Query<'a> {
        Query { ray: self.in_mesh(&object.mesh), options: options.in_object(self.mirrored) }
    }

    /// Returns the closest hit of the ray with an object, with the side as seen in world space.
    #[inline]
    pub(crate) fn closest(
        &self,
        object: &Object,
        options: RayOptions<Option<u32>>,
        observer: &mut impl QueryObserver,
    ) -> Option<MeshHit> {
        let (query, tree) = (self.query(object, options), object.mesh.tree());
        let hit = if object.hidden.is_empty() {
            tree.closest_of(query, observer, |_| true)
        } else {
            tree.closest_of(query, observer, |index| !object.hidden.contains(index))
        };
        hit.map(|hit| self.in_world(hit))
    }

    /// Calls `found` with every hit of the ray with an object, in no particular order, until `found` breaks.
    pub(crate) fn visit(
        &self,
        object: &Object,
        options: RayOptions<Option<u32>>,
        found: &mut dyn FnMut(MeshHit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        object.mesh.tree().visit(self.query(object, options), &mut |hit| {
            if object.hidden.contains(hit.triangle) { ControlFlow::Continue(()) } else { found(self.in_world(hit)) }
        })
    }

    /// Returns every hit of the ray with an object, sorted by t.
    pub(crate) fn all(&self, object: &Object, options: RayOptions<Option<u32>>) -> Vec<MeshHit> {
        let mut hits = object.mesh.tree().all(self.query(object, options));
        hits.retain(|hit| !object.hidden.contains(hit.triangle));
        hits.iter_mut().for_each(|hit| *hit = self.in_world(*hit));
        hits
    }
}

/// Transform from object to world space: scaled about the origin, turned about the world's axes, shifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The shift, in world units.
    pub translate: DVec3,
    /// The angles of the turns, in radians: first about x, then about y, then about z.
    pub rotate: DVec3,
    /// The scale factors along the object's axes; negative factors mirror, and no factor may be 0.
    pub scale: DVec3,
}

impl Default for Placement {
    fn default() -> Self {
        Self { translate: DVec3::ZERO, rotate: DVec3::ZERO, scale: DVec3::ONE }
    }
}

impl Placement {
    /// Returns the model transform; exactly the identity for the default placement.
    pub fn matrix(&self) -> DMat4 {
        let [x, y, z] = self.rotate.to_array();
        let turn = DMat4::from_rotation_z(z) * DMat4::from_rotation_y(y) * DMat4::from_rotation_x(x);
        DMat4::from_translation(self.translate) * turn * DMat4::from_scale(self.scale)
    }

    /// Returns the placement with the scale, rotation and shift of an affine matrix. Its matrix equals the given one,
    /// but for rounding, unless the given one shears. A matrix that mirrors becomes a placement that mirrors along x.
    pub fn from_matrix(world_from_object: &DMat4) -> Self {
        if *world_from_object == DMat4::IDENTITY {
            return Self::default();
        }
        let (scale, rotation, translate) = world_from_object.to_scale_rotation_translation();
        let (z, y, x) = rotation.to_euler(EulerRot::ZYX);
        // Adding zero takes the sign off a zero.
        Self { translate, rotate: DVec3::new(x, y, z) + 0.0, scale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    fn placed(world_from_object: DMat4) -> Object {
        let mesh =
            Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]]).expect("a mesh");
        Object::new("triangle", Arc::new(mesh)).with_transform(world_from_object)
    }

    #[test]
    fn a_flattened_turned_object_has_no_inverse() {
        for turn in [0.0, 0.1, 0.7, 2.3] {
            let rotation = DMat4::from_quat(DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), turn));
            let flat = rotation * DMat4::from_scale(DVec3::new(1.0, 1.0, 0.0)) * rotation;
            assert_eq!(placed(flat).object_from_world(), None);
            assert!(!placed(flat).is_mirrored());
        }
    }

    #[test]
    fn a_tiny_scale_has_an_inverse() {
        let object = placed(DMat4::from_scale(DVec3::new(1e-30, 1.0, -1e20)));
        let inverse = object.object_from_world().expect("an inverse");
        assert!(object.is_mirrored());
        let point = DVec3::new(1.0, 2.0, 3.0);
        let back = inverse.transform_point3(object.world_from_object.transform_point3(point));
        assert!((back - point).length() < 1e-14);
    }

    #[test]
    fn an_object_has_a_place_up_to_coordinates_whose_products_are_finite() {
        let scaled = |scale: f64| placed(DMat4::from_scale(DVec3::splat(scale)));
        for scale in [f64::MAX, 1e155, 2.0 * FARTHEST] {
            assert_eq!((scaled(scale).object_from_world(), scaled(scale).bounds()), (None, Aabb::EMPTY), "{scale}");
        }
        assert_eq!(scaled(FARTHEST).bounds(), Aabb::new(DVec3::ZERO, DVec3::new(FARTHEST, FARTHEST, 0.0)));
        assert!(scaled(FARTHEST).object_from_world().is_some());
        assert!(placed(DMat4::from_translation(DVec3::new(0.0, -1e200, 0.0))).bounds().is_empty());
    }

    #[test]
    fn an_object_is_scaled_then_turned_about_x_first_then_shifted() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let placement = Placement {
            translate: DVec3::new(10.0, 0.0, 0.0),
            rotate: DVec3::new(quarter, 0.0, quarter),
            scale: DVec3::new(1.0, 2.0, 3.0),
        };
        let placed = |point: DVec3| placement.matrix().transform_point3(point);
        // Doubled, y is turned about x to z; z stays where it is about z.
        assert!((placed(DVec3::Y) - DVec3::new(10.0, 0.0, 2.0)).length() < 1e-12);
        assert!((placed(DVec3::X) - DVec3::new(10.0, 1.0, 0.0)).length() < 1e-12);
        assert_eq!(Placement::default().matrix(), DMat4::IDENTITY);
    }

    #[test]
    fn a_placement_comes_back_from_its_matrix() {
        for scale in [DVec3::new(2.0, 0.5, 3.0), DVec3::new(-2.0, 0.5, 3.0)] {
            let placement =
                Placement { translate: DVec3::new(1.0, -2.0, 3.0), rotate: DVec3::new(0.3, -0.7, 2.0), scale };
            let back = Placement::from_matrix(&placement.matrix());
            let same = |a: DVec3, b: DVec3| (a - b).length() < 1e-12;
            assert!(same(back.translate, placement.translate) && same(back.rotate, placement.rotate), "{back:?}");
            assert!(same(back.scale, placement.scale), "{back:?}");
        }
        let mirrored_y = Placement { scale: DVec3::new(1.0, -1.0, 1.0), ..Placement::default() };
        let back = Placement::from_matrix(&mirrored_y.matrix());
        assert!(back.matrix().abs_diff_eq(mirrored_y.matrix(), 1e-12), "{back:?}");
        assert_eq!(Placement::from_matrix(&DMat4::IDENTITY), Placement::default());
    }
}
