//! Frustum of a view through a part of its picture, and a test for objects in the picture.

use super::{Scene, View};
use crate::geometry::Frustum;
use crate::math::Unprojector;
use crate::mesh::RegionTest;
use glam::{DMat4, DVec2};

impl View {
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

    /// Returns `true` if a triangle of a visible object lies at least partly in the picture, even if something hides
    /// it.
    pub fn shows_any_of(&self, scene: &Scene) -> bool {
        let outline = self.viewport.corners();
        scene.objects().iter().filter(|object| object.is_present()).any(|object| {
            let frustum = self.frustum(&outline, &object.world_from_object);
            frustum.is_some_and(|frustum| object.mesh.any_triangle_in(&frustum, RegionTest::Touching))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::math::{ClipSpace, FramebufferSize, Viewport};
    use crate::mesh::RegionTest;
    use crate::mesh::samples::Sample;
    use crate::scene::{Camera, Object, Scene, UpAxis, View};
    use glam::{DMat4, DVec2, DVec3};

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
        let halved = DMat4::from_translation(DVec3::new(0.0, 0.0, 0.5)) * DMat4::from_scale(DVec3::new(1.0, 1.0, 0.5));
        let of_wgpu = View::from_matrices(
            view.eye_from_world(),
            halved * view.clip_from_eye(),
            ClipSpace::WGPU,
            view.viewport,
            view.framebuffer,
        );
        let same = of_wgpu.frustum(&outline, &world_from_object).expect("a frustum");
        assert_eq!(mesh.triangles_in(&same, RegionTest::Inside), expected);
        let touching = mesh.triangles_in(&frustum, RegionTest::Touching);
        assert!(inside.len() < touching.len() && inside.iter().all(|index| touching.binary_search(index).is_ok()));
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
