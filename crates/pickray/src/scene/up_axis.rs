//! Axis of the world that is up, y or z.

use super::{Camera, Scene};
use crate::mesh::Format;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Largest cosine between an upright camera's right and its up axis: half the digits of f64.
const UPRIGHT: f64 = 1.0 / (1 << 26) as f64;

/// The axis of the world that is up. Cameras turn about it, and the standard views (front, top …) follow from it.
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
    /// Axes that may be up, y and z.
    pub const ALL: [Self; 2] = [Self::Y, Self::Z];

    /// Returns the unit vector along the axis, which points up in world space.
    pub fn up(self) -> DVec3 {
        match self {
            Self::Y => DVec3::Y,
            Self::Z => DVec3::Z,
        }
    }

    /// Returns the unit vector, in world space, that the front of a subject faces.
    pub fn front(self) -> DVec3 {
        match self {
            Self::Y => DVec3::Z,
            Self::Z => DVec3::NEG_Y,
        }
    }

    /// Returns the other axis: z for y, y for z.
    pub fn other(self) -> Self {
        match self {
            Self::Y => Self::Z,
            Self::Z => Self::Y,
        }
    }

    /// Returns the axis that is up in most files of a format: z in PLY and STL, which scanners and CAD write, else y.
    /// Only glTF specifies its up axis.
    pub fn usual_in(format: Format) -> Self {
        match format {
            Format::PlyAscii | Format::PlyBinary | Format::StlAscii | Format::StlBinary => Self::Z,
            Format::Obj | Format::Off | Format::Gltf | Format::Glb => Self::Y,
        }
    }

    /// Returns the axis along which the camera stands upright: its right direction is perpendicular to the axis, and
    /// the axis points up in its picture. `None` if this holds for neither axis, or for both.
    pub(crate) fn of_camera(camera: &Camera) -> Option<Self> {
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
    /// Returns the axis that is taken as up where the user names none: the [usual](UpAxis::usual_in) axis for the file
    /// format of the first object, or y without a file.
    pub fn up_axis(&self) -> UpAxis {
        let format = self.objects().first().and_then(|object| object.mesh.source().format());
        format.map_or(UpAxis::default(), UpAxis::usual_in)
    }
}

/// A mesh stands on z = 0 where its lowest z is no more than this part of its height from that.
const ON_THE_GROUND: f64 = 0.02;

/// A mesh that is lower than this part of its extent is a relief, which faces z.
const RELIEF: f64 = 0.1;

/// Distance from the origin along y, in extents, beyond which a mesh has coordinates of a map, whose height is z.
const FAR: f64 = 20.0;

impl Scene {
    /// Returns `true` if z rather than y seems to be up: the scene stands on z = 0 and extends to both sides of y = 0,
    /// or it is far from the origin along y and not along z.
    #[doc(hidden)]
    pub fn seems_to_lie(&self) -> bool {
        let bounds = self.bounds();
        if bounds.is_empty() {
            return false;
        }
        let (size, middle) = (bounds.size(), bounds.center().abs());
        let largest = size.max_element();
        let stands_on_z = RELIEF * largest < size.z && bounds.min.z.abs() <= ON_THE_GROUND * size.z;
        let goes_below_y = bounds.min.y < -ON_THE_GROUND * size.y && ON_THE_GROUND * size.y < bounds.max.y;
        let is_on_map = FAR * largest < middle.y && 10.0 * middle.z < middle.y;
        (stands_on_z && goes_below_y) || is_on_map
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;
    use crate::mesh::Load;
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
            let (scene, _) = Load::bytes("mesh", text.as_bytes()).scene().expect("a mesh");
            assert_eq!(scene.up_axis(), up, "{text}");
        }
        assert_eq!(Scene::new().up_axis(), UpAxis::Y);
    }

    #[test]
    fn a_mesh_that_stands_on_z_or_on_a_map_seems_to_lie_where_y_is_up() {
        for (min, max, lies) in [
            // A teapot, upright by z, by y, and about the origin.
            ([-15.0, -10.0, 0.0], [17.0, 10.0, 15.8], true),
            ([-3.0, 0.0, -2.0], [3.4, 3.2, 2.0], false),
            ([-1.4, -1.0, -0.9], [1.4, 1.0, 0.9], false),
            // A bottle that stands a little above the ground, a room in a corner, letters, a plane.
            ([-0.036, -0.037, 0.004], [0.036, 0.037, 0.219], true),
            ([0.0, 0.0, 0.0], [556.0, 549.0, 559.0], false),
            ([-5.0, -1.0, 0.0], [5.0, 1.0, 0.2], false),
            ([-1.0, -1.0, 0.0], [1.0, 1.0, 0.0], false),
            // Ground in coordinates of a map, by z and by y.
            ([500_100.0, 4_649_700.0, 90.0], [500_300.0, 4_649_900.0, 140.0], true),
            ([500_100.0, 90.0, -4_649_900.0], [500_300.0, 140.0, -4_649_700.0], false),
        ] {
            let corners = [min, max, [max[0], min[1], min[2]]].map(|corner: [f64; 3]| corner.map(|x| x.to_string()));
            let vertices: String = corners.iter().map(|corner| format!("v {}\n", corner.join(" "))).collect();
            let (scene, _) = Load::bytes("a.obj", format!("{vertices}f 1 2 3\n").as_bytes()).scene().expect("a mesh");
            assert_eq!(scene.seems_to_lie(), lies, "{min:?} to {max:?}");
        }
        assert!(!Scene::new().seems_to_lie());
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
