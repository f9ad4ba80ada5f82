//! Object with its transform: queries in world space are answered by the tree of its mesh, which is in object space.

use crate::accel::{Horizon, SpherePath, Visitor};
use crate::geometry::{Aabb, Triangle};
use crate::intersect::MovingSphere;
use crate::scene::Object;
use glam::{DMat3, DMat4, DVec3};

/// Object with its transform, prepared for queries in world space.
///
/// Triangles are tested in world space, as [`Object::triangle_in_world`] gives them. Boxes of the tree are tested in
/// object space, against the ellipsoid that a sphere of world space becomes in object space. Rounding errors of the
/// change of space are bounded, and the boxes are widened by the bound.
pub(super) struct Placed<'a> {
    pub(super) object: &'a Object,
    /// A box around the mesh, in world space.
    pub(super) bounds: Aabb,
    /// The transform from object to world space; `None` for the identity.
    world_from_object: Option<DMat4>,
    /// Upper bound of the distance between a computed corner of a triangle and its exact position, in world space.
    corner_error: f64,
    /// The inverse of the transform; `None` if it cannot be trusted: then every triangle of the mesh is tested.
    inverse: Option<Inverse>,
}

struct Inverse {
    object_from_world: DMat4,
    /// Half the side lengths of the box around the ellipsoid that a unit sphere of world space becomes in object space.
    /// The next field, `stretch`, is the radius of a sphere around that ellipsoid.
    half_extents: DVec3,
    stretch: f64,
    /// Error bound of a sphere's computed centre relative to the triangles, in object space, per unit of the centre's
    /// coordinates and displacement in world space; the next field, `misplaced`, is added to the product.
    misplaced_per_unit: f64,
    misplaced: f64,
}

impl Inverse {
    /// Returns the error bound, in object space, of a point whose coordinates are up to `reach` in world space.
    fn misplaced(&self, reach: f64) -> f64 {
        self.misplaced_per_unit * reach + self.misplaced
    }
}

/// Largest distance of the product of a transform and its inverse from the identity: far less than the boxes' slack.
const INVERSE_ERROR: f64 = 1.0 / (1 << 26) as f64;

/// Distance from 1 to the next f64; half of it is one rounding.
const EPSILON: f64 = f64::EPSILON;

impl<'a> Placed<'a> {
    /// Returns an object prepared for queries in world space, or `None` if its bounding box in world space is empty.
    pub(super) fn new(object: &'a Object) -> Option<Self> {
        let in_world = object.bounds();
        if in_world.is_empty() {
            return None;
        }
        let (bounds, origin) = (object.mesh.bounds(), object.mesh.origin().abs().max_element());
        let reach = bounds.min.abs().max(bounds.max.abs());
        if object.world_from_object == DMat4::IDENTITY {
            // Bound two roundings: of a corner when the origin is added to it, of a centre when it is subtracted.
            let corner_error = EPSILON * reach.max_element();
            let inverse = Inverse {
                object_from_world: DMat4::IDENTITY,
                half_extents: DVec3::ONE,
                stretch: 1.0,
                misplaced_per_unit: EPSILON,
                misplaced: corner_error + EPSILON * origin,
            };
            let inverse = Some(inverse);
            return Some(Self { object, bounds: in_world, world_from_object: None, corner_error, inverse });
        }

        // Each coordinate of a corner is rounded five times at most, relative to the sum of magnitudes that makes it; a
        // vector is no more than √3 times as long as its greatest component.
        let matrix = object.world_from_object;
        let linear = DMat3::from_mat4(matrix);
        let shift = matrix.w_axis.truncate().abs();
        let corner_error = 8.0 * EPSILON * (linear.abs() * reach + shift).max_element();
        let inverse =
            object.object_from_world().and_then(|inverse| Inverse::new(&matrix, inverse, corner_error, origin));
        Some(Self { object, bounds: in_world, world_from_object: Some(matrix), corner_error, inverse })
    }

    /// Shows `visitor` the triangles that the moving sphere may touch at a t up to `t_max`, roughly in the order of t.
    pub(super) fn visit_swept(&self, moving: &MovingSphere, t_max: f64, visitor: &mut impl Visitor) {
        let Some(inverse) = &self.inverse else {
            return self.visit_all(t_max, visitor);
        };
        let Inverse { object_from_world, half_extents, stretch, .. } = inverse;
        let reach = moving.center.abs().max_element() + moving.displacement.abs().max_element();
        let path = SpherePath {
            center: object_from_world.transform_point3(moving.center) - self.object.mesh.origin(),
            displacement: object_from_world.transform_vector3(moving.displacement),
            half_extents: moving.radius * *half_extents,
            radius: moving.radius * stretch,
            misplaced: inverse.misplaced(reach),
        };
        self.object.mesh.tree().meet_sphere(&path, t_max, visitor);
    }

    /// Calls `visit` with the index and the world-space corners of each triangle within about `distance` of `point`,
    /// which is in world space, nearer triangles first. `visit` returns the distance up to which to search further.
    pub(super) fn visit_near(&self, point: DVec3, distance: f64, mut visit: impl FnMut(u32, &Triangle) -> f64) {
        let Some(inverse) = &self.inverse else {
            let mut visit = |index: u32, corners: &[[f32; 3]; 3]| visit(index, &self.in_world(corners));
            return self.visit_all(distance, &mut visit);
        };
        let Inverse { object_from_world, stretch, .. } = inverse;
        let misplaced = inverse.misplaced(point.abs().max_element());
        let local = object_from_world.transform_point3(point) - self.object.mesh.origin();
        let tree = self.object.mesh.tree();
        let mut visit = |index: u32, corners: &[[f32; 3]; 3]| visit(index, &self.in_world(corners)) * stretch;
        tree.near(local, distance * stretch, misplaced, &mut visit);
    }

    fn visit_all(&self, mut limit: f64, visitor: &mut impl Visitor) {
        let mesh = &self.object.mesh;
        for (index, corners) in (0..).zip(mesh.triangles()) {
            if limit < 0.0 {
                return;
            }
            limit = visitor.visit(index, &corners.map(|corner| mesh.positions()[corner as usize]));
        }
    }

    /// Returns the triangle of these corners of the tree, in world space.
    pub(super) fn in_world(&self, corners: &[[f32; 3]; 3]) -> Triangle {
        let corners = corners.map(|corner| self.object.mesh.origin() + DVec3::from(corner.map(f64::from)));
        let [a, b, c] = match &self.world_from_object {
            Some(world_from_object) => corners.map(|corner| world_from_object.transform_point3(corner)),
            None => corners,
        };
        Triangle { a, b, c }
    }

    /// Returns the world's half-space, of points x of the tree: `normal · (M (x + origin) + translation) > offset`.
    pub(super) fn in_tree(&self, Horizon { normal, offset }: Horizon) -> Horizon {
        let (local_normal, shift) = match &self.world_from_object {
            None => (normal, DVec3::ZERO),
            Some(matrix) => (DMat3::from_mat4(*matrix).transpose() * normal, matrix.w_axis.truncate()),
        };
        // Seven roundings of these, and the local normal's own, whose product with a corner is below a corner's error.
        let origin = self.object.mesh.origin();
        let size = offset.abs() + normal.abs().dot(shift.abs()) + local_normal.abs().dot(origin.abs());
        let behind = 4.0 * f64::EPSILON * size + 2.0 * self.corner_error;
        Horizon { normal: local_normal, offset: offset - normal.dot(shift) - local_normal.dot(origin) + behind }
    }
}

impl Inverse {
    /// Returns the inverse with its error bounds, or `None` if `inverse` is not near enough to that of `matrix`, or not
    /// in the range of numbers. `corner_error` is in the world, `origin` the largest coordinate of the mesh's.
    ///
    /// Let N and n be the inverse's linear part and shift, M and m those of the matrix, u = ε / 2 one rounding. The
    /// centre c is taken to x = N c + n, of which the place in the world is M x + m = c + R c + r, with R = M N − 1 and
    /// r = M n + m. Both are computed here, to within 5 u of the magnitudes summed. So in the world x is off by
    /// |R| |c| + |r| and the corners by their error, in object space by so much times the stretch; computing x adds 5 u
    /// of |N| |c| + |n| and one rounding when the mesh's origin is taken off. The same holds of all the way, with the
    /// displacement's size added to |c|. Sizes are greatest components and greatest row sums, which a vector exceeds √3
    /// times at most. Twice that covers its own rounding, and a little more stretch of the exact inverse.
    fn new(matrix: &DMat4, inverse: DMat4, corner_error: f64, origin: f64) -> Option<Self> {
        let error = *matrix * inverse - DMat4::IDENTITY;
        let residual = row_sum(&DMat3::from_mat4(error));
        if residual.is_nan() || residual > INVERSE_ERROR {
            return None;
        }
        let linear = DMat3::from_mat4(inverse);
        let stretch = stretch(&linear);
        let [size, inverse_size] = [row_sum(&DMat3::from_mat4(*matrix)), row_sum(&linear)];
        let greatest_shift = |of: &DMat4| of.w_axis.truncate().abs().max_element();
        let [shift, inverse_shift, residual_shift] = [matrix, &inverse, &error].map(greatest_shift);

        let residual = residual + 4.0 * EPSILON * size * inverse_size;
        let residual_shift = residual_shift + 4.0 * EPSILON * (size * inverse_shift + shift);
        let computed = |size: f64| 3.0 * EPSILON * size;
        let misplaced_per_unit = 4.0 * (stretch * residual + computed(inverse_size));
        let misplaced = 4.0 * (stretch * (corner_error + residual_shift) + computed(inverse_shift) + EPSILON * origin);
        let half_extents = DVec3::new(linear.row(0).length(), linear.row(1).length(), linear.row(2).length());
        let is_sound = half_extents.is_finite() && stretch.is_finite() && (misplaced_per_unit + misplaced).is_finite();
        is_sound.then_some(Self { object_from_world: inverse, half_extents, stretch, misplaced_per_unit, misplaced })
    }
}

/// Returns the greatest sum of magnitudes in a row.
fn row_sum(matrix: &DMat3) -> f64 {
    (matrix.abs() * DVec3::ONE).max_element()
}

/// Returns a bound of how much longer the matrix makes a vector: the root of the greatest row sum of `mᵀm` or `m mᵀ`.
/// It is reached by rotations with a uniform scale, and by scales along the axes before or after a rotation.
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
    use crate::work::{seeded, vector};
    use glam::DQuat;

    #[test]
    fn the_stretch_is_a_bound_and_exact_for_turns_and_scales() {
        let turn = DMat3::from_quat(DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 0.7));
        let scale = DMat3::from_diagonal(DVec3::new(-3.0, 0.5, 2.0));
        assert!((stretch(&(2.0 * turn)) - 2.0).abs() < 1e-14);
        assert!((stretch(&(turn * scale)) - 3.0).abs() < 1e-14);
        let mut rng = seeded();
        for _ in 0..1000 {
            let matrix = DMat3::from_cols(vector(&mut rng), vector(&mut rng), vector(&mut rng));
            let v = vector(&mut rng);
            assert!((matrix * v).length() <= stretch(&matrix) * v.length() * (1.0 + 1e-14));
        }
    }
}
