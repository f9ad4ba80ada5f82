//! The axis of the world that is up.

use super::{Camera, Scene};
use crate::mesh::Format;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// How far from a right angle to its up axis the right of an upright camera is, at most, as a cosine: half the digits
/// of f64.
const UPRIGHT: f64 = 1.0 / (1 << 26) as f64;

/// The axis of the world that is up: that of the turntable and of the standard views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UpAxis {
    /// y is up and the front faces +z, as most OBJ files have it, and glTF by its specification.
    #[default]
    Y,
    /// z is up and the front faces −y, as scans and CAD have it.
    Z,
}

impl UpAxis {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Y, Self::Z];

    /// The unit vector up.
    pub fn up(self) -> DVec3 {
        match self {
            Self::Y => DVec3::Y,
            Self::Z => DVec3::Z,
        }
    }

    /// The unit vector that the front faces.
    pub fn front(self) -> DVec3 {
        match self {
            Self::Y => DVec3::Z,
            Self::Z => DVec3::NEG_Y,
        }
    }

    /// The other axis.
    pub fn other(self) -> Self {
        match self {
            Self::Y => Self::Z,
            Self::Z => Self::Y,
        }
    }

    /// Returns the axis that is up in most files of a format: z in PLY and STL, which scanners and CAD write, else y.
    /// None of these says.
    pub fn usual_in(format: Format) -> Self {
        match format {
            Format::PlyAscii | Format::PlyBinary | Format::StlAscii | Format::StlBinary => Self::Z,
            Format::Obj | Format::Off | Format::Gltf | Format::Glb => Self::Y,
        }
    }

    /// Returns the axis that a camera stands upright by, where it does by one alone.
    pub fn of_camera(camera: &Camera) -> Option<Self> {
        let axes = camera.axes();
        let is_upright = |axis: &Self| {
            let up = axis.up();
            axes.x_axis.dot(up).abs() <= UPRIGHT && axes.y_axis.dot(up) > UPRIGHT
        };
        match Self::ALL.map(|axis| is_upright(&axis)) {
            [true, false] => Some(Self::Y),
            [false, true] => Some(Self::Z),
            _ => None,
        }
    }
}

impl Scene {
    /// Returns the axis that is taken as up where nobody says: the [usual](UpAxis::usual_in) one in files as that of
    /// the first object, and y without a file.
    pub fn up_axis(&self) -> UpAxis {
        let format = self.objects().first().and_then(|object| object.mesh.source().format());
        format.map_or(UpAxis::default(), UpAxis::usual_in)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;
    use crate::scene::navigation::{StandardView, orbit, view_from};

    #[test]
    fn z_is_taken_as_up_in_ply_and_stl_whatever_their_name() {
        let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        let stl = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n\
                   endfacet\nendsolid\n";
        let ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
                   element face 1\nproperty list uchar int vertex_indices\nend_header\n\
                   0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
        let off = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
        for (text, up) in [(obj, UpAxis::Y), (stl, UpAxis::Z), (ply, UpAxis::Z), (off, UpAxis::Y)] {
            let (scene, _) = Scene::from_bytes("mesh", text.as_bytes()).expect("a mesh");
            assert_eq!(scene.up_axis(), up, "{text}");
        }
        assert_eq!(Scene::new().up_axis(), UpAxis::Y);
    }

    #[test]
    fn an_upright_camera_tells_its_up_axis_unless_both_may_be() {
        let bounds = Aabb::new(DVec3::ZERO, DVec3::ONE);
        for up in UpAxis::ALL {
            let first = Camera::framing(&bounds, 1.5, up);
            assert_eq!(UpAxis::of_camera(&first), Some(up));
            assert_eq!(UpAxis::of_camera(&orbit(&first, DVec3::ZERO, up, 2.0, 0.7)), Some(up));
            assert_eq!(UpAxis::of_camera(&view_from(&first, StandardView::Right, up)), Some(up));
            let rolled = Camera { up: DVec3::ONE, ..first };
            assert_eq!(UpAxis::of_camera(&rolled), None);
        }
        let from_above = view_from(&Camera::framing(&bounds, 1.5, UpAxis::Z), StandardView::Front, UpAxis::Z);
        let from_above = orbit(&from_above, DVec3::ZERO, UpAxis::Z, 0.0, 0.5);
        assert_eq!(UpAxis::of_camera(&from_above), None, "it stands upright by y, too");
    }
}
