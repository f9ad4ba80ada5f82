//! Transform of vertices from a mesh to eye space in f32, with an error that shrinks with the vertex's distance from
//! the eye.
//!
//! Based on: Patrick Cozzi and Kevin Ring, 3D Engine Design for Virtual Globes, 2011, section 5.4 (rendering relative
//! to the eye). Departure: positions are single f32 numbers about the mesh's own origin, and only the eye's position is
//! split in two, so that a vertex costs one more subtraction and no memory.
//!
//! A matrix that includes the translation would add large numbers that cancel. Here the shader computes `linear *
//! ((position - high) - low) + offset` instead. Near the eye the first difference is exact (Sterbenz), so that each
//! vertex is off by only a few roundings of its distance from the eye, wherever the mesh and the eye are.

use super::warp::Warp;
use glam::{DMat3, DMat4, DVec3, Mat3, Mat4, Vec3, Vec4};
use pickray::scene::{Camera, Object, Projection, View};

/// Values that the vertex shader needs to transform an object's vertices. Eye space has a unit of length in which the
/// camera's target is about 1 from the eye, so that numbers stay in the range of f32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EyeRelative {
    /// Point that vertex positions are taken relative to (the eye, or an orthographic camera's target), measured from
    /// the mesh's origin and rounded to f32.
    pub(super) high: Vec3,
    /// Rounding error of `high`: the exact position of the reference point minus `high`.
    pub(super) low: Vec3,
    /// Linear part of the map from the mesh's space to eye space.
    pub(super) linear: Mat3,
    /// Position, in eye space, of the point that vertex positions are taken relative to.
    pub(super) offset: Vec3,
    /// Matrix from eye space, in the renderer's unit of length, to clip space.
    pub(super) clip_from_eye: Mat4,
    /// Matrix that takes normals from object space to eye space, without keeping them at unit length.
    pub(super) normals: Mat3,
}

impl EyeRelative {
    /// Returns the values for an object in a view; `None` if the object's transform has no inverse.
    pub(super) fn new(object: &Object, view: &View) -> Option<Self> {
        let object_from_world = object.object_from_world()?;
        let camera = &view.camera;
        let unit = unit_of_eye(camera);
        let eye_from_world = camera.axes().transpose();
        let world_from_object = DMat3::from_mat4(object.world_from_object);
        let linear = eye_from_world * world_from_object * unit;

        let (center, offset) = match camera.projection {
            Projection::Perspective { .. } => (camera.eye, DVec3::ZERO),
            Projection::Orthographic { .. } => (camera.target, DVec3::new(0.0, 0.0, -camera.distance() * unit)),
        };
        // Not through the inverse matrix's last column: what is subtracted first here is the larger part.
        let from_origin = center - object.world_from_object.w_axis.truncate();
        let in_local = DMat3::from_mat4(object_from_world) * from_origin - object.mesh.origin();
        let high = in_local.as_vec3();
        let low = (in_local - high.as_dvec3()).as_vec3();

        // Cofactors take normals as the transform takes the cross products of edges: in a mirroring one, the front is
        // where the corners run counter-clockwise afterwards.
        let largest = world_from_object.to_cols_array().into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        let m = world_from_object * largest.recip();
        let cofactors = DMat3::from_cols(m.y_axis.cross(m.z_axis), m.z_axis.cross(m.x_axis), m.x_axis.cross(m.y_axis));
        let normals = eye_from_world * cofactors;
        Some(Self {
            high,
            low,
            linear: linear.as_mat3(),
            offset: offset.as_vec3(),
            clip_from_eye: clip_from_unit_eye(view).as_mat4(),
            normals: normals.as_mat3(),
        })
    }

    /// Returns the values for a warped world, and a plane in eye space, less `offset`, before which all is drawn.
    pub(super) fn warped(self, warp: &Warp, view: &View) -> (Self, Vec4) {
        let (clip_from_eye, front) = warp.in_eye(view, unit_of_eye(&view.camera));
        let distance = front.truncate().dot(self.offset.as_dvec3()) + front.w;
        let relative = Self { clip_from_eye: clip_from_eye.as_mat4(), ..self };
        (relative, front.truncate().extend(distance).as_vec4())
    }
}

/// Returns the scale from world units to the renderer's units of eye space: a power of two, to be exact.
pub(super) fn unit_of_eye(camera: &Camera) -> f64 {
    let distance = camera.distance();
    if distance.is_normal() { (-distance.log2().round()).clamp(-1000.0, 1000.0).exp2() } else { 1.0 }
}

/// Returns the matrix from eye space in the renderer's unit to clip space; only its last column is not the view's.
pub(super) fn clip_from_unit_eye(view: &View) -> DMat4 {
    let clip_from_eye = view.opengl_clip_from_eye();
    DMat4 { w_axis: clip_from_eye.w_axis * unit_of_eye(&view.camera), ..clip_from_eye }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::math::FramebufferSize;
    use pickray::mesh::Mesh;

    fn object(position: Vec3, world_from_object: DMat4) -> Object {
        let mesh = Mesh::from_triangles(vec![position.to_array(); 3], vec![[0, 1, 2]]).expect("a mesh");
        Object::new("point", mesh.into()).with_transform(world_from_object)
    }

    /// Returns a position in NDC, by the shader's sums in f32.
    fn ndc(relative: &EyeRelative, position: Vec3) -> DVec3 {
        let eye = relative.linear * ((position - relative.high) - relative.low) + relative.offset;
        let clip = relative.clip_from_eye * eye.extend(1.0);
        (clip.truncate() / clip.w).as_dvec3()
    }

    fn exact(view: &View, object: &Object) -> DVec3 {
        let eye = view.eye_from_world() * object.triangle_in_world(0).a.extend(1.0);
        let clip = view.clip_from_eye() * eye;
        clip.truncate() / clip.w
    }

    #[test]
    fn vertices_near_the_eye_do_not_jitter_wherever_mesh_and_eye_are() {
        let model = DMat4::from_translation(DVec3::new(500_000.0, 5_000_000.0, 100.0));
        for projection in [Projection::Perspective { fov_y: 0.8 }, Projection::Orthographic { height: 0.02 }] {
            // A hundredth of a unit from a vertex of a mesh that is a thousand units wide.
            let position = Vec3::new(437.03125, -291.0625, 12.015_625);
            let object = object(position, model);
            let vertex = object.triangle_in_world(0).a;
            let mut camera = Camera::look_at(vertex + DVec3::new(0.004, -0.007, 0.005), vertex, DVec3::Y);
            camera.projection = projection;
            let view = View::new(camera, FramebufferSize::new(1000, 700));
            let relative = EyeRelative::new(&object, &view).expect("an inverse");
            let off = ndc(&relative, position) - exact(&view, &object);
            // 1/1000 of a pixel of a picture 1000 pixels wide; a plain f32 matrix is off by a hundred pixels here.
            assert!(off.truncate().abs().max_element() < 2e-6, "{projection:?}: {off}");
        }
    }

    #[test]
    fn a_flattening_transform_is_not_drawn() {
        let object = object(Vec3::ONE, DMat4::from_scale(DVec3::new(1.0, 0.0, 1.0)));
        let camera = Camera::look_at(DVec3::new(1.0, 2.0, 3.0), DVec3::ZERO, DVec3::Y);
        assert_eq!(EyeRelative::new(&object, &View::new(camera, FramebufferSize::new(100, 100))), None);
    }

    #[test]
    fn worlds_of_any_size_stay_within_f32() {
        for size in [1e-30, 1e-6, 1e7, 1e30] {
            let camera = Camera::look_at(DVec3::new(1.0, 2.0, 3.0) * size, DVec3::ZERO, DVec3::Y);
            let view = View::new(camera, FramebufferSize::new(100, 100));
            let position = (DVec3::new(0.3, 0.2, 0.1) * size).as_vec3();
            let object = object(position, DMat4::IDENTITY);
            let relative = EyeRelative::new(&object, &view).expect("an inverse");
            let off = ndc(&relative, position) - exact(&view, &object);
            assert!(off.truncate().abs().max_element() < 1e-6, "{size}: {off}");
        }
    }
}
