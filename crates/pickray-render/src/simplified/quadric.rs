//! Quadric: the sum of squared distances from planes.
//!
//! Based on: Peter Lindstrom, "Out-of-core simplification of large polygonal models", 2000, section 3. Departure: where
//! the planes leave a direction open, a weak pull towards a given place decides, instead of singular values.

use glam::{DMat3, DVec3};

/// Strength of the pull towards the middle, as a share of the quadric's trace.
const PULL: f64 = 1e-3;

/// Sum of squared distances from planes, times their weights.
#[derive(Clone, Copy, Default)]
pub(super) struct Quadric {
    /// Upper half of the symmetric matrix Σ n nᵀ: xx, yy, zz, xy, yz, zx.
    squares: DVec3,
    products: DVec3,
    /// Σ n (n · p).
    linear: DVec3,
}

impl Quadric {
    /// Adds the plane through a point with a normal, whose squared length is a weight, too.
    pub(super) fn add(&mut self, normal: DVec3, point: DVec3, weight: f64) {
        let weighed = weight * normal;
        self.squares += weighed * normal;
        self.products += weighed * DVec3::new(normal.y, normal.z, normal.x);
        self.linear += weighed * normal.dot(point);
    }

    /// Returns the place where the quadric, with a weak pull towards `middle`, is lowest; not finite where there is
    /// none.
    pub(super) fn lowest_near(&self, middle: DVec3) -> DVec3 {
        let DVec3 { x: xy, y: yz, z: zx } = self.products;
        let DVec3 { x: xx, y: yy, z: zz } = self.squares;
        let matrix = DMat3::from_cols(DVec3::new(xx, xy, zx), DVec3::new(xy, yy, yz), DVec3::new(zx, yz, zz));
        let pull = PULL * (xx + yy + zz);
        let offset = (matrix + DMat3::from_diagonal(DVec3::splat(pull))).inverse() * (self.linear - matrix * middle);
        middle + offset
    }
}
