//! View: a camera, or the matrices of another renderer, and the part of the framebuffer that its picture fills.

use super::view_matrices::ViewMatrices;
use super::{Camera, Scene};
use crate::geometry::Frustum;
use crate::math::{self, ClipSpace, CursorPosition, FramebufferSize, PickRay, RayUnprojector, Unprojector, Viewport};
use crate::mesh::RegionTest;
use crate::work::packed;
use glam::{DMat3, DMat4, DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Camera, or the matrices of another renderer, and the rectangle of the framebuffer that their picture fills. A view
/// is a plain value: later moves of a camera do not change a copy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Camera of the view. In a view [by matrices](Self::from_matrices) it is the camera nearest to the matrices, and
    /// setting another one here changes no ray: use [`with_camera`](Self::with_camera) for that.
    pub camera: Camera,
    /// Rectangle of the framebuffer that the picture fills, in physical pixels.
    pub viewport: Viewport,
    /// Size of the framebuffer, in physical pixels.
    pub framebuffer: FramebufferSize,
    /// Matrices of another renderer, used in place of the camera where they were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    matrices: Option<ViewMatrices>,
}

packed!(struct View { camera, viewport, framebuffer, matrices });

impl View {
    /// Returns a view of `camera` whose picture fills the framebuffer.
    pub fn new(camera: Camera, framebuffer: FramebufferSize) -> Self {
        Self { camera, viewport: framebuffer.into(), framebuffer, matrices: None }
    }

    /// Returns the view of another renderer, by the matrices that it draws with.
    ///
    /// `clip_from_eye` is the projection and leads to `clip_space`; `eye_from_world` is the view matrix, affine and of
    /// any handedness. Both are used as they are. Where they are singular, [`ray`](Self::ray) is `None`.
    ///
    /// The view's `camera` holds what the matrices tell of a camera: eye, forward and up directions, near and far plane
    /// along the view direction, and height of the picture. The eye is the point where the lines of sight meet or, if
    /// these are parallel, the origin of eye space. The camera is symmetric and has the viewport's aspect.
    ///
    /// The crate `pickray-render` draws the picture of the matrices, always in OpenGL's clip space.
    ///
    /// ```
    /// use glam::{DMat4, DVec2, DVec3};
    /// use pickray::math::{ClipSpace, FramebufferSize, Viewport};
    /// use pickray::scene::View;
    ///
    /// // wgpu, depth reversed, no far plane, as Bevy has it; the camera stands at z = 5.
    /// let eye_from_world = DMat4::from_translation(DVec3::new(0.0, 0.0, -5.0));
    /// let clip_from_eye = glam::dcamera::rh::proj::directx::perspective_infinite_reverse(1.0, 4.0 / 3.0, 0.5);
    /// let (viewport, framebuffer) = (Viewport::new(640, 480), FramebufferSize::new(640, 480));
    /// let clip_space = ClipSpace::WGPU.reversed();
    /// let view = View::from_matrices(eye_from_world, clip_from_eye, clip_space, viewport, framebuffer);
    ///
    /// let ray = view.ray(DVec2::new(320.0, 240.0)).expect("a line of sight");
    /// assert_eq!((ray.near, ray.t_max), (DVec3::new(0.0, 0.0, 4.5), f64::INFINITY));
    /// assert_eq!((view.camera.eye, view.camera.near), (DVec3::new(0.0, 0.0, 5.0), 0.5));
    /// ```
    pub fn from_matrices(
        eye_from_world: DMat4,
        clip_from_eye: DMat4,
        clip_space: ClipSpace,
        viewport: Viewport,
        framebuffer: FramebufferSize,
    ) -> Self {
        let matrices = ViewMatrices { eye_from_world, clip_from_eye, clip_space };
        Self { camera: matrices.camera(), viewport, framebuffer, matrices: Some(matrices) }
    }

    /// Returns the view of another camera at the same place in the framebuffer, without matrices of another renderer.
    #[must_use]
    pub fn with_camera(self, camera: Camera) -> Self {
        Self { camera, matrices: None, ..self }
    }

    /// Returns the same view in another rectangle of the framebuffer, or in another framebuffer.
    #[must_use]
    pub fn with_viewport(self, viewport: Viewport, framebuffer: FramebufferSize) -> Self {
        Self { viewport, framebuffer, ..self }
    }

    /// Returns the picture's width divided by its height; 1 where the picture covers no pixel.
    pub fn aspect(&self) -> f64 {
        self.viewport.aspect().unwrap_or(1.0)
    }

    /// Returns the matrix from world to eye space.
    pub fn eye_from_world(&self) -> DMat4 {
        self.matrices.map_or_else(|| self.camera.eye_from_world(), |matrices| matrices.eye_from_world)
    }

    /// Returns the matrix from eye to world space; not finite where the matrix to eye space has no inverse.
    pub fn world_from_eye(&self) -> DMat4 {
        self.matrices.map_or_else(|| self.camera.world_from_eye(), |matrices| matrices.eye_from_world.inverse())
    }

    /// Returns the matrix from eye to clip space.
    pub fn clip_from_eye(&self) -> DMat4 {
        self.matrices.map_or_else(|| self.camera.clip_from_eye(self.aspect()), |matrices| matrices.clip_from_eye)
    }

    /// Returns the clip space that [`clip_from_eye`](Self::clip_from_eye) leads to: OpenGL's for a camera.
    pub fn clip_space(&self) -> ClipSpace {
        let opengl = if self.camera.reversed_z { ClipSpace::OPENGL.reversed() } else { ClipSpace::OPENGL };
        self.matrices.map_or(opengl, |matrices| matrices.clip_space)
    }

    /// Returns the origin of eye space in world space, and the linear part of the matrix from world to eye space.
    /// Applied to a point's difference from that origin, the linear part loses no digits of far points.
    pub(crate) fn eye_and_axes(&self) -> (DVec3, DMat3) {
        match self.matrices {
            Some(matrices) => (self.world_from_eye().w_axis.truncate(), DMat3::from_mat4(matrices.eye_from_world)),
            None => (self.camera.eye, self.camera.axes().transpose()),
        }
    }

    /// Returns the line of sight of a window position (origin lower left), in world space; `None` where the projection
    /// is singular or the viewport covers no pixel.
    ///
    /// Lines of sight are taken to world space by the camera's own axes instead of an inverse matrix. In a view by
    /// matrices, both matrices are applied in twice the precision. So an eye far from the origin costs no accuracy
    /// beyond the rounding of its coordinates.
    pub fn ray(&self, window: DVec2) -> Option<PickRay> {
        self.sightlines().ray(window)
    }

    /// Returns the source of this view's lines of sight, in world space.
    #[doc(hidden)]
    pub fn sightlines(&self) -> Sightlines {
        match self.matrices {
            Some(ViewMatrices { eye_from_world, clip_from_eye, clip_space }) => Sightlines {
                unprojector: Unprojector::new(&eye_from_world, &clip_from_eye, self.viewport)
                    .and_then(|unprojector| unprojector.for_rays(Some(clip_space))),
                world_from_eye: None,
            },
            None => Sightlines { world_from_eye: Some(self.camera.world_from_eye()), ..self.sightlines_in_eye() },
        }
    }

    /// Returns the source of this view's lines of sight, in eye space.
    pub(crate) fn sightlines_in_eye(&self) -> Sightlines {
        Sightlines {
            unprojector: Unprojector::new(&DMat4::IDENTITY, &self.clip_from_eye(), self.viewport)
                .and_then(|unprojector| unprojector.for_rays(self.matrices.map(|matrices| matrices.clip_space))),
            world_from_eye: None,
        }
    }

    pub(crate) fn has_matrices(&self) -> bool {
        self.matrices.is_some()
    }

    /// Returns the window coordinates and depth of a point in world space; `None` if it lies in the plane of the eye.
    pub fn window_from_world(&self, point: DVec3) -> Option<DVec3> {
        math::project_in(point, &self.eye_from_world(), &self.clip_from_eye(), self.viewport, self.clip_space())
    }

    /// Returns the position in the framebuffer at which a point in world space is seen; `None` unless before the eye.
    pub fn cursor_from_world(&self, point: DVec3) -> Option<CursorPosition> {
        Some(math::cursor_from_window(self.window_before_eye(point)?, self.framebuffer))
    }

    /// Returns the window coordinates of a point in world space; `None` if it is not before the eye.
    pub(crate) fn window_before_eye(&self, point: DVec3) -> Option<DVec2> {
        let clip = self.clip_from_eye() * (self.eye_from_world() * point.extend(1.0));
        Some(self.window_from_world(point).filter(|_| clip.w > 0.0)?.truncate())
    }

    /// Returns `true` if a point in world space is before the eye and in the picture, even if something hides it.
    #[doc(hidden)]
    pub fn shows(&self, point: DVec3) -> bool {
        self.window_before_eye(point).is_some_and(|window| self.viewport.contains(window))
    }

    /// Returns the picture's corners in world space, `depth` along the view, counter-clockwise from the lower left.
    #[doc(hidden)]
    pub fn rectangle_at(&self, depth: f64) -> [DVec3; 4] {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| self.point_at(DVec2::new(x, y), depth))
    }

    /// Returns the point, in world space, under a cursor (not moved to its pixel's centre) at `depth` along the view
    /// direction; `None` where the viewport covers no pixel.
    pub fn point_under(&self, cursor: CursorPosition, depth: f64) -> Option<DVec3> {
        let window = math::window_point(cursor, self.framebuffer);
        Some(self.point_at(self.viewport.ndc_from_window(window)?, depth))
    }

    /// Returns the point in world space at a place of the picture (−1 to 1, y up) and at `depth` along the view.
    fn point_at(&self, place: DVec2, depth: f64) -> DVec3 {
        if self.matrices.is_some()
            && let Some(PickRay { near, far, .. }) = self.ray(self.viewport.window_from_ndc(place))
        {
            let [near_depth, far_depth] = [near, far].map(|point| self.camera.depth_of(point));
            return near + (depth - near_depth) / (far_depth - near_depth) * (far - near);
        }
        let half_height = 0.5 * self.camera.height_at(depth);
        let in_eye = DVec3::new(place.x * half_height * self.aspect(), place.y * half_height, -depth);
        self.camera.world_from_eye().transform_point3(in_eye)
    }

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

    /// Returns `true` if the picture is mirrored: triangles counter-clockwise from the eye are clockwise in it.
    #[doc(hidden)]
    pub fn is_mirrored(&self) -> bool {
        // At any depth along the view direction: the camera's eye space has y up and the other way along z.
        let clip_from_eye = self.opengl_clip_from_eye();
        let [x, y] = [clip_from_eye.x_axis, clip_from_eye.y_axis].map(|column| column.truncate().truncate());
        x.perp_dot(y) < 0.0
    }

    /// Returns the frustum seen through a convex outline in the picture, between near and far plane, in the object
    /// space of `world_from_object`. The object's mesh finds its triangles in the frustum by
    /// [`triangles_in`](crate::mesh::Mesh::triangles_in).
    ///
    /// The outline's corners are window coordinates, origin lower left; a rectangle has four. `None` where
    /// [`Frustum::through_window`] is `None` in world space: an object that its transform flattens has a frustum.
    pub fn frustum(&self, outline: &[DVec2], world_from_object: &DMat4) -> Option<Frustum> {
        let (eye_from_world, clip_from_eye) = (self.eye_from_world(), self.clip_from_eye());
        Unprojector::new(&eye_from_world, &clip_from_eye, self.viewport)?;
        let clip_from_object = clip_from_eye * (eye_from_world * *world_from_object);
        Frustum::of_outline(outline, clip_from_object, self.viewport, self.clip_space())
    }

    /// Returns `true` if a visible object's triangle lies at least partly in the picture, even if something hides it.
    #[doc(hidden)]
    pub fn shows_any_of(&self, scene: &Scene) -> bool {
        let outline = self.viewport.corners();
        scene.objects().iter().filter(|object| object.is_present()).any(|object| {
            let frustum = self.frustum(&outline, &object.world_from_object);
            frustum.is_some_and(|frustum| object.mesh.any_triangle_in(&frustum, RegionTest::Touching))
        })
    }
}

/// Source of a view's lines of sight: the same rays as [`View::ray`] returns, with what all pixels share computed once.
#[derive(Clone, Debug)]
pub struct Sightlines {
    unprojector: Option<RayUnprojector>,
    /// Matrix that takes unprojected points from eye to world space; `None` if the unprojected points stay as they are.
    world_from_eye: Option<DMat4>,
}

impl Sightlines {
    /// Returns the line of sight of a window position (origin lower left), in the space of this source: world or eye
    /// space. `None` if [`View::ray`] is `None`.
    pub fn ray(&self, window: DVec2) -> Option<PickRay> {
        let ray = self.unprojector.as_ref()?.pick_ray(window)?;
        let Some(world_from_eye) = self.world_from_eye else { return Some(ray) };
        let [near, far] = [ray.near, ray.far].map(|point| world_from_eye.transform_point3(point));
        (near.is_finite() && far.is_finite()).then_some(PickRay { near, far, ..ray })
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
    use crate::mesh::samples::Sample;
    use crate::scene::{Object, UpAxis};

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

    #[test]
    fn a_rectangle_holds_the_triangles_whose_corners_are_seen_in_it() {
        let mesh = Sample::Icosphere.mesh().expect("a mesh");
        let world_from_object = DMat4::from_translation(DVec3::new(0.3, -0.1, 0.05)) * DMat4::from_rotation_z(0.4);
        let camera = Camera::framing(&mesh.bounds(), 1.0, UpAxis::Y);
        let view = View::new(camera, FramebufferSize { width: 400, height: 300 });
        let (low, high) = (DVec2::new(170.0, 90.0), DVec2::new(260.0, 180.0));
        let outline = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        let frustum = view.frustum(&outline, &world_from_object).expect("a frustum");
        let is_seen = |point: DVec3| {
            let window = view.window_from_world(world_from_object.transform_point3(point)).expect("before the eye");
            low.cmple(window.truncate()).all() && window.truncate().cmple(high).all() && (0.0..=1.0).contains(&window.z)
        };
        let inside = mesh.triangles_in(&frustum, RegionTest::Inside);
        let all = 0..mesh.n_triangles() as u32;
        let expected: Vec<u32> = all.filter(|&i| mesh.triangle(i).corners().into_iter().all(is_seen)).collect();
        assert!(!expected.is_empty());
        assert_eq!(inside, expected);
    }

    #[test]
    fn views_of_extreme_sizes_show_what_is_before_them_and_singular_ones_nothing() {
        let mesh = Sample::Cube.mesh().expect("a mesh");
        let view = View::new(Camera::framing(&mesh.bounds(), 1.0, UpAxis::Y), FramebufferSize { width: 9, height: 9 });
        let seen = |view: View, transform: DMat4| {
            view.shows_any_of(&Scene::of(Object::new("", mesh.clone().into()).with_transform(transform)))
        };
        let flat = DMat4::from_scale(DVec3::new(1.0, 1.0, 0.0));
        for (corner, size, is_shown) in
            [(0, 9, true), (i32::MAX, i32::MAX, true), (i32::MIN, i32::MAX, true), (5, 0, false), (5, i32::MIN, false)]
        {
            let mut view = view;
            view.viewport = Viewport { x: corner, y: corner, width: size, height: size };
            for transform in [DMat4::IDENTITY, flat] {
                assert_eq!(seen(view, transform), is_shown, "{corner} {size} {transform}");
            }
        }
        for (eye_from_world, clip_from_eye) in [(flat, DMat4::IDENTITY), (DMat4::IDENTITY, DMat4::ZERO)] {
            let view =
                View::from_matrices(eye_from_world, clip_from_eye, ClipSpace::OPENGL, view.viewport, view.framebuffer);
            assert!(!seen(view, DMat4::IDENTITY));
            assert_eq!(view.frustum(&view.viewport.corners(), &DMat4::IDENTITY), None);
        }
    }
}
