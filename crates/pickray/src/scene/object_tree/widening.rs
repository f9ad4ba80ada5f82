//! Widening of the box of an object, so that no ray which hits the object misses the box, and no triangle of the
//! object, as computed in the world, lies outside.

use super::reach::{Reach, STRETCH};
use crate::scene::Object;
use glam::{DAffine3, DMat3, DVec3};

/// Relative error of one rounding.
const ROUNDING: f64 = 0.5 * f64::EPSILON;

/// Returns the distance, in world units, by which an object's box is to be widened on all sides. `None` if the
/// transform nearly flattens the object: then the bound below does not hold, or the distance is more than a quarter of
/// the side of the cube around all boxes.
///
/// Let M and m be the linear part and the shift of the object's transform, N and n those of its computed inverse, u one
/// rounding, and p either point of a ray. The object sees q = N p + n − o, with o the origin of its mesh, and is hit
/// where the line through both q meets it, exactly. Computing q costs 5 u (|N| |p| + |n|) + u |o| on each axis. The
/// place x of the hit in object space is taken to the world by M and m:
///
/// ```text
/// M x + m = c + R c + r + M e,   R = M N − 1,   r = M n + m,   e the error of q
/// ```
///
/// Vector c is the ray's point in the world at the same t. The error e is the sum of the errors of both points, with
/// the factors 1 − t and t. These factors add up to STRETCH at most. The sizes of the points, with the same factors,
/// add up to L at most, which is STRETCH times the largest coordinate C of all boxes. So |M e| ≤ u (5 |M| |N| L +
/// STRETCH |M| (5 |n| + |o|)). As M x + m lies in the object's exact box, |c| ≤ (C + rest) / (1 − |R|), where rest is
/// all but R c; with |R| ≤ 1/4, |R c| + rest ≤ 4/3 (|R| C + rest).
///
/// Other roundings are those of R and r themselves, 5 u (|M| |N| + 1) and 5 u (|M| |n| + |m|); of the corners of the
/// mesh's box b, when the mesh's origin is added and when they are taken to the world, 5 u (|M| |b| + |m|), or of its
/// [ball](super::balls), of a radius of 2 |b| at most, 20 u (|M| |b| + |m|); of the ray when the tree's origin is taken
/// off and when it meets a box, 8 u L, and [that in the box's leaf](crate::accel::RayTree::boxes_along), 8 u L again;
/// of the box's corners when they are widened and taken relative to the tree's origin, 4 u C. As |M| |N| has a row sum
/// of 1 − |R| ≥ 3/4 at least, all with L together is less than 28 u |M| |N| L. Sizes are greatest components and
/// greatest row sums. The sum is doubled, for the 4/3 and its own rounding.
///
/// A ball and a point are held against triangles in the world, so no inverse is in what they need: that the box holds
/// all corners as [`Object::triangle_in_world`] computes them, to within 6 u (|M| |b| + |m|). With the box's own
/// rounding of its corners or its ball that is 26 u of these, of which the distance has 64. What the distance of a
/// ball or point from a corner is off by is no matter of the object: [`ObjectTree`](super::ObjectTree) adds it for all.
pub fn widening(object: &Object, object_from_world: &DAffine3, reach: &Reach) -> Option<f64> {
    let matrix = DAffine3::from_mat4(object.world_from_object);
    let error = matrix.matrix3 * object_from_world.matrix3 - DMat3::IDENTITY;
    let [linear, inverse, residual] = [matrix.matrix3, object_from_world.matrix3, error].map(|of| of.abs());
    let (shift, inverse_shift) = (matrix.translation.abs(), object_from_world.translation.abs());
    let residual_shift = matrix.transform_point3(object_from_world.translation).abs();
    let bounds = object.mesh.bounds();
    let corner = DVec3::splat(bounds.min.abs().max(bounds.max.abs()).max_element());

    // The greatest row sum of a product, of numbers that are not negative.
    let product = (linear * (inverse * DVec3::ONE)).max_element();
    let residual = (residual * DVec3::ONE).max_element() + 8.0 * ROUNDING * product;
    let stretched =
        28.0 * product * reach.largest + (linear * (5.0 * inverse_shift + object.mesh.origin().abs())).max_element();
    let once = (linear * (inverse_shift + corner) + shift).max_element();
    let rest = residual_shift.max_element() + ROUNDING * (STRETCH * stretched + 32.0 * once);
    let widening = 2.0 * (residual * reach.largest + rest);
    (residual <= 0.25 && widening <= 0.25 * reach.side).then_some(widening)
}
