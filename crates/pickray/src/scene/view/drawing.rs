//! Matrices to draw a view with in OpenGL's clip space, whatever the view's own clip space is.

use super::View;
use crate::math::ClipSpace;
use crate::scene::view_matrices::ViewMatrices;
use glam::{DMat4, DVec3};

impl View {
    /// Returns the matrix from the eye space of [`camera`](Self::camera) to OpenGL's clip space. Together with the
    /// camera's view matrix it draws every view, even one made by matrices. Reversed depth stays reversed.
    #[doc(hidden)]
    pub fn opengl_clip_from_eye(&self) -> DMat4 {
        self.matrices.map_or_else(
            || self.clip_from_eye(),
            |ViewMatrices { eye_from_world, clip_from_eye, clip_space }| {
                opengl_from_clip(clip_space) * clip_from_eye * (eye_from_world * self.camera.world_from_eye())
            },
        )
    }

    /// Returns `true` if the picture is mirrored: triangles that look counter-clockwise from the eye are clockwise in
    /// the picture.
    #[doc(hidden)]
    pub fn is_mirrored(&self) -> bool {
        // At any depth along the view direction: the camera's eye space has y up and the other way along z.
        let clip_from_eye = self.opengl_clip_from_eye();
        let [x, y] = [clip_from_eye.x_axis, clip_from_eye.y_axis].map(|column| column.truncate().truncate());
        x.perp_dot(y) < 0.0
    }
}

/// Returns the matrix from a clip space to OpenGL's, in which depth runs the same way.
fn opengl_from_clip(clip_space: ClipSpace) -> DMat4 {
    let [low, high] = clip_space.depth_range();
    let mut matrix = DMat4::from_scale(DVec3::new(1.0, clip_space.y_sign(), 2.0 / (high - low)));
    matrix.w_axis.z = -(low + high) / (high - low);
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_planes_and_y_are_where_opengl_has_them() {
        for space in [ClipSpace::OPENGL, ClipSpace::WGPU, ClipSpace::VULKAN, ClipSpace { near: 3.0, ..ClipSpace::WGPU }]
        {
            for space in [space, space.reversed()] {
                let ends = if space.near < space.far { [-1.0, 1.0] } else { [1.0, -1.0] };
                for (depth, end) in [space.near, space.far].into_iter().zip(ends) {
                    let clip = 2.0 * DVec3::new(0.25, 0.5 * space.y_sign(), depth).extend(1.0);
                    let expected = 2.0 * DVec3::new(0.25, 0.5, end).extend(1.0);
                    assert_eq!(opengl_from_clip(space) * clip, expected, "{space:?}");
                }
            }
        }
    }
}
