//! Model transform as users set it: a shift, rotations and scale factors.

use glam::{DMat4, DVec3, EulerRot};

/// Transform from object to world space: scaled about the origin, turned about the world's axes through it, then
/// shifted.
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
