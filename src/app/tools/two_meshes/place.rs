//! Place of the second mesh: a turn about its middle, and a shift.

use glam::{DMat4, DQuat, DVec3, EulerRot};

/// A turn about the middle of a mesh, and a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshPose {
    /// Shift of the mesh's middle in world units, from where the mesh's own coordinates have it.
    pub translation: DVec3,
    /// Turn about the mesh's middle, as a quaternion of unit length.
    pub rotation: DQuat,
}

impl Default for MeshPose {
    fn default() -> Self {
        Self { translation: DVec3::ZERO, rotation: DQuat::IDENTITY }
    }
}

impl MeshPose {
    /// Returns the transform from object to world space of a mesh whose middle is `center` in object space. The
    /// transform is exactly the identity if the mesh is neither turned nor shifted.
    pub fn transform(&self, center: DVec3) -> DMat4 {
        if self.rotation == DQuat::IDENTITY {
            return DMat4::from_translation(self.translation);
        }
        DMat4::from_rotation_translation(self.rotation, center + self.translation - self.rotation * center)
    }

    /// Returns the turn as three successive turns about the axes of the world, first x, then y, then z, in degrees.
    pub fn degrees(&self) -> DVec3 {
        let (z, y, x) = self.rotation.to_euler(EulerRot::ZYX);
        // Adding zero takes the sign off a zero.
        DVec3::new(x, y, z).map(f64::to_degrees) + 0.0
    }

    /// Returns a place with the same shift, and with the turn for which [`degrees`](Self::degrees) returns `degrees`.
    pub fn with_degrees(self, degrees: DVec3) -> Self {
        let [x, y, z] = degrees.map(f64::to_radians).to_array();
        Self { rotation: DQuat::from_euler(EulerRot::ZYX, z, y, x).normalize(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_about_the_middle_and_a_shift_moves_it() {
        let center = DVec3::new(5.0, 1.0, -2.0);
        let place =
            MeshPose { translation: DVec3::X, ..MeshPose::default() }.with_degrees(DVec3::new(10.0, 50.0, -20.0));
        assert!((place.transform(center).transform_point3(center) - (center + DVec3::X)).length() < 1e-12);
        assert_eq!(MeshPose::default().transform(center), DMat4::IDENTITY);
    }

    #[test]
    fn degrees_come_back_and_turn_about_x_first() {
        let degrees = DVec3::new(30.0, -40.0, 120.0);
        let place = MeshPose::default().with_degrees(degrees);
        assert!((place.degrees() - degrees).length() < 1e-9);
        let turned = MeshPose::default().with_degrees(DVec3::new(90.0, 0.0, 90.0)).rotation * DVec3::Y;
        assert!((turned - DVec3::Z).length() < 1e-12, "y to z about x, and z stays: {turned}");
    }
}
