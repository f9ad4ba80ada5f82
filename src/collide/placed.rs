//! An object's tree, asked in world space.

use crate::accel::{BallPath, Horizon, Visitor};
use crate::geometry::{Aabb, Triangle};
use crate::intersect::MovingSphere;
use crate::mesh::Mesh;
use crate::scene::Object;
use glam::{DMat3, DMat4, DVec3};

/// A mesh at its place in the world. Its triangles are tested in the world, as [`Object::triangle_in_world`] gives them; only its boxes are
/// tested in object space, against the ellipsoid that a sphere is there.
pub(super) struct Placed<'a> {
    object: &'a Object,
    mesh: &'a Mesh,
    /// `None` for the identity.
    world_from_object: Option<DMat4>,
    /// `None` where there is none that could be trusted: then every triangle is tested.
    inverse: Option<Inverse>,
}

struct Inverse {
    object_from_world: DMat4,
    /// A unit sphere of the world in object space: half the sides of the box around it, and the radius of a sphere around it.
    half_extents: DVec3,
    stretch: f64,
}

/// Is shown triangles in world space, and says which are still of interest.
pub(super) trait Witness {
    /// The answer is the t up to which triangles are of interest.
    fn visit(&mut self, index: u32, triangle: &Triangle) -> f64;

    /// Triangles wholly in this half space of the world are of no interest.
    fn horizon(&self) -> Option<Horizon> {
        None
    }

    /// So many boxes are tested now.
    #[inline(always)]
    fn boxes(&mut self, _count: usize) {}
}

impl<F: FnMut(u32, &Triangle) -> f64> Witness for F {
    fn visit(&mut self, index: u32, triangle: &Triangle) -> f64 {
        self(index, triangle)
    }
}

/// Takes what the tree shows into the world.
struct InWorld<'a, W> {
    placed: &'a Placed<'a>,
    witness: &'a mut W,
}

impl<W: Witness> Visitor for InWorld<'_, W> {
    fn visit(&mut self, index: u32, corners: &[[f32; 3]; 3]) -> f64 {
        self.witness.visit(index, &self.placed.in_world(corners))
    }

    #[inline(always)]
    fn boxes(&mut self, count: usize) {
        self.witness.boxes(count);
    }

    /// `normal · (M x + translation) > offset` for what are points `x + origin` in object space.
    fn horizon(&self) -> Option<Horizon> {
        let Horizon { normal, offset } = self.witness.horizon()?;
        let (local_normal, shift) = match &self.placed.world_from_object {
            None => (normal, DVec3::ZERO),
            Some(matrix) => (DMat3::from_mat4(*matrix).transpose() * normal, matrix.w_axis.truncate()),
        };
        let offset = offset - normal.dot(shift) - local_normal.dot(self.placed.mesh.origin());
        Some(Horizon { normal: local_normal, offset })
    }
}

/// How far the product of a transform and its inverse may be from the identity: far less than the boxes' slack.
const INVERSE_ERROR: f64 = 1.0 / (1 << 26) as f64;

impl<'a> Placed<'a> {
    pub(super) fn new(object: &'a Object) -> Self {
        let world_from_object = &object.world_from_object;
        let mesh = &*object.mesh;
        if *world_from_object == DMat4::IDENTITY {
            let object_from_world = DMat4::IDENTITY;
            let inverse = Inverse { object_from_world, half_extents: DVec3::ONE, stretch: 1.0 };
            return Self { object, mesh, world_from_object: None, inverse: Some(inverse) };
        }
        let inverse = object.object_from_world().filter(|inverse| {
            let error = *world_from_object * *inverse - DMat4::IDENTITY;
            DMat3::from_mat4(error).to_cols_array().iter().all(|x| x.abs() <= INVERSE_ERROR)
        });
        let inverse = inverse.map(|object_from_world| {
            let linear = DMat3::from_mat4(object_from_world);
            let half_extents = DVec3::new(linear.row(0).length(), linear.row(1).length(), linear.row(2).length());
            Inverse { object_from_world, half_extents, stretch: stretch(&linear) }
        });
        Self { object, mesh, world_from_object: Some(*world_from_object), inverse }
    }

    /// A box around it, in world space.
    pub(super) fn bounds(&self) -> Aabb {
        if self.world_from_object.is_none() { self.mesh.bounds() } else { self.object.bounds() }
    }

    /// Shows `witness` the triangles that the sphere may touch at t up to `t_max`, the first ones more or less first.
    pub(super) fn meet(&self, moving: &MovingSphere, t_max: f64, witness: &mut impl Witness) {
        let Some(Inverse { object_from_world, half_extents, stretch }) = &self.inverse else {
            return self.visit_all(t_max, |index, triangle| witness.visit(index, triangle));
        };
        let path = BallPath {
            center: object_from_world.transform_point3(moving.center()) - self.mesh.origin(),
            displacement: object_from_world.transform_vector3(moving.displacement()),
            half_extents: moving.radius() * *half_extents,
            radius: moving.radius() * stretch,
        };
        self.mesh.tree().meet_ball(&path, t_max, &mut InWorld { placed: self, witness });
    }

    /// Shows `visit` the triangles that may lie within `distance` of the point, nearer ones more or less first, all in world space. It
    /// answers with the distance up to which it is still interested.
    pub(super) fn near(&self, point: DVec3, distance: f64, mut visit: impl FnMut(u32, &Triangle) -> f64) {
        let Some(Inverse { object_from_world, stretch, .. }) = &self.inverse else {
            return self.visit_all(distance, visit);
        };
        let local = object_from_world.transform_point3(point) - self.mesh.origin();
        let tree = self.mesh.tree();
        let mut visit = |index: u32, corners: &[[f32; 3]; 3]| visit(index, &self.in_world(corners)) * stretch;
        tree.near(local, distance * stretch, &mut visit);
    }

    fn visit_all(&self, mut limit: f64, mut visit: impl FnMut(u32, &Triangle) -> f64) {
        for index in 0..self.mesh.n_triangles() as u32 {
            if limit < 0.0 {
                return;
            }
            let Triangle { a, b, c } = self.mesh.triangle(index);
            limit = visit(index, &self.to_world([a, b, c]));
        }
    }

    fn in_world(&self, corners: &[[f32; 3]; 3]) -> Triangle {
        self.to_world(corners.map(|corner| self.mesh.origin() + DVec3::from(corner.map(f64::from))))
    }

    fn to_world(&self, corners: [DVec3; 3]) -> Triangle {
        let [a, b, c] = match &self.world_from_object {
            Some(world_from_object) => corners.map(|corner| world_from_object.transform_point3(corner)),
            None => corners,
        };
        Triangle { a, b, c }
    }
}

/// A bound of how much longer the matrix makes a vector: the root of the greatest row sum of `mᵀm` or `m mᵀ`. It is reached by
/// rotations with a uniform scale, and by scales along the axes before or after a rotation.
fn stretch(matrix: &DMat3) -> f64 {
    let row_sum = |m: DMat3| {
        let [x, y, z] = [m.x_axis, m.y_axis, m.z_axis].map(DVec3::abs);
        (x + y + z).max_element()
    };
    let transposed = matrix.transpose();
    row_sum(transposed * *matrix).min(row_sum(*matrix * transposed)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    #[test]
    fn the_stretch_is_a_bound_and_exact_for_turns_and_scales() {
        let turn = DMat3::from_quat(DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 0.7));
        let scale = DMat3::from_diagonal(DVec3::new(-3.0, 0.5, 2.0));
        assert!((stretch(&(2.0 * turn)) - 2.0).abs() < 1e-14);
        assert!((stretch(&(turn * scale)) - 3.0).abs() < 1e-14);
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..1000 {
            let mut vector = || DVec3::new(rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5);
            let matrix = DMat3::from_cols(vector(), vector(), vector());
            let v = vector();
            assert!((matrix * v).length() <= stretch(&matrix) * v.length() * (1.0 + 1e-14));
        }
    }
}
