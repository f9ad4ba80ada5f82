//! Warp of world space towards the normalised device coordinates (NDC) of a camera: a projective map, applied with one
//! more matrix.
//!
//! Points behind the eye of the picking camera are not drawn in the warped picture.
//!
//! The map is `(1 − s) I + s C P / w₀` in the eye space of the picking camera: `P` is its projection, `w₀` the w that
//! `P` gives the camera's target, and `C` puts the cube of NDC where the frustum was, its near face towards the eye.
//! Thus w is 1 at the target's depth for every `s`, and positive before the eye; nothing jumps while `s` goes from 0 to
//! 1.
//!
//! Based on: You-Dong Liang and Brian Barsky, "A New Concept and Method for Line Clipping", 1984, for [`clip`].

use glam::{DMat4, DVec3, DVec4};
use pickray::scene::View;

/// Least w of what is shown: the target has 1, and what lies in the plane of the eye has none where `s` is 1.
const LEAST_W: f64 = 1.0 / 4096.0;

/// Projective map of world space, under which lines stay lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warp {
    matrix: DMat4,
}

impl Warp {
    /// Returns the warp to the NDC of a view, by a share from 0 (nothing is moved) to 1 (what the view shows fills a
    /// cube about its target, and all its lines of sight run along the camera's axis).
    pub fn toward_ndc(view: &View, share: f64) -> Self {
        let camera = &view.camera;
        let target = DVec4::new(0.0, 0.0, -camera.distance(), 1.0);
        let projection = view.opengl_clip_from_eye() * (view.opengl_clip_from_eye() * target).w.recip();
        // As high as the picture at the target, its depth turned so that the near face is towards the eye.
        let half = 0.5 * camera.height_at(camera.distance());
        let toward_eye = if camera.reversed_z { half } else { -half };
        let cube = DMat4::from_translation(target.truncate()) * DMat4::from_scale(DVec3::new(half, half, toward_eye));
        let blended = DMat4::IDENTITY * (1.0 - share) + cube * projection * share;
        Self { matrix: view.camera.world_from_eye() * blended * view.camera.eye_from_world() }
    }

    /// Returns the warped position of a point in world space; `None` for a point behind the eye or in the eye's plane.
    pub fn point(&self, point: DVec3) -> Option<DVec3> {
        let warped = self.matrix * point.extend(1.0);
        (LEAST_W <= warped.w).then(|| warped.truncate() / warped.w)
    }

    /// Returns the warped ends, in world space, of the part of a line before the eye; `None` if there is none.
    pub fn line(&self, line: [DVec3; 2]) -> Option<[DVec3; 2]> {
        let [a, b] = line.map(|point| self.matrix * point.extend(1.0));
        let (start, end) = clip([(a.w - LEAST_W, b.w - LEAST_W)])?;
        Some([start, end].map(|t| a.lerp(b, t)).map(|point| point.truncate() / point.w))
    }

    /// Returns the matrix from a view's eye space, through the warp, to the view's clip space, and a clipping plane in
    /// eye space: only points in front of it are shown. Eye space has `unit` units to one world unit.
    pub(super) fn in_eye(&self, view: &View, unit: f64) -> (DMat4, DVec4) {
        let warped = view.camera.eye_from_world() * self.matrix * view.camera.world_from_eye();
        let warped = DMat4 { w_axis: warped.w_axis * unit, ..warped };
        (view.opengl_clip_from_eye() * warped, warped.row(3) - DVec4::W * (LEAST_W * unit))
    }
}

/// Returns the part of a line inside all planes, as two parameters from 0 to 1; `None` if there is none. A plane is
/// given by the signed distances of the line's ends, in any unit, positive inside.
pub(super) fn clip(planes: impl IntoIterator<Item = (f64, f64)>) -> Option<(f64, f64)> {
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (from, to) in planes {
        if from < 0.0 && to < 0.0 {
            return None;
        }
        let crossing = from / (from - to);
        if from < 0.0 {
            start = start.max(crossing);
        } else if to < 0.0 {
            end = end.min(crossing);
        }
    }
    (start <= end).then_some((start, end))
}

#[cfg(test)]
#[cfg(feature = "offscreen")]
mod tests {
    use super::*;
    use crate::Palette;
    use crate::tests::*;

    fn views() -> Vec<View> {
        let camera = Camera::look_at(DVec3::new(3.0, 2.0, 5.0), DVec3::new(0.5, 0.0, -1.0), DVec3::Y);
        let orthographic = Camera { projection: Projection::Orthographic { height: 3.0 }, ..camera };
        let infinite = Camera { far: f64::INFINITY, ..camera };
        let cameras = [camera, orthographic, infinite, Camera { reversed_z: true, ..camera }];
        cameras.map(|camera| View::new(camera, FramebufferSize::new(400, 300))).to_vec()
    }

    #[test]
    fn no_share_moves_nothing_and_the_target_stays_at_every_share() {
        for view in views() {
            let point = DVec3::new(0.3, -0.2, 0.4);
            let same = Warp::toward_ndc(&view, 0.0).point(point).expect("before the eye");
            assert!((same - point).length() < 1e-12, "{same}");
            for share in [0.25, 0.5, 0.75] {
                let warp = Warp::toward_ndc(&view, share);
                let [before, after] =
                    [-1e-6, 1e-6].map(|by| Warp::toward_ndc(&view, share + by).point(point).expect("before the eye"));
                assert!((before - after).length() < 1e-4, "it does not jump");
                let target = warp.point(view.camera.target).expect("before the eye");
                let across = view.camera.axes().transpose() * (target - view.camera.target);
                assert!(across.truncate().length() < 1e-12, "it moves along its own line of sight: {across}");
            }
        }
    }

    #[test]
    fn the_frustum_becomes_a_cube_and_lines_of_sight_run_along_the_cameras_axis() {
        for view in views().into_iter().filter(|view| view.camera.far.is_finite()) {
            let camera = view.camera;
            let warp = Warp::toward_ndc(&view, 1.0);
            let half = 0.5 * camera.height_at(camera.distance());
            let in_cube = |point: DVec3| {
                let warped = warp.point(point).expect("before the eye");
                (camera.axes().transpose() * (warped - camera.target)) / half
            };
            for (depth, z) in [(camera.near, 1.0), (camera.far, -1.0)] {
                let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
                for (corner, (x, y)) in view.rectangle_at(depth).into_iter().zip(corners) {
                    assert!((in_cube(corner) - DVec3::new(x, y, z)).length() < 1e-9, "{}", in_cube(corner));
                }
            }
            let ray = view.ray(glam::DVec2::new(37.5, 211.5)).expect("a ray");
            let [near, far] = [ray.near, ray.far].map(in_cube);
            assert!((near - far).truncate().length() < 1e-9, "{near} and {far}");
        }
    }

    #[test]
    fn a_line_stays_a_line_and_is_cut_before_the_eye() {
        let view = views()[0];
        let camera = view.camera;
        let warp = Warp::toward_ndc(&view, 1.0);
        let line = [camera.target + DVec3::X, camera.target - DVec3::new(1.0, 0.4, 2.0)];
        let [a, b] = warp.line(line).expect("before the eye");
        let middle = warp.point(line[0].lerp(line[1], 0.3)).expect("before the eye");
        assert!((b - a).cross(middle - a).length() < 1e-9 * (b - a).length_squared());
        let behind = camera.eye - camera.forward();
        assert_eq!(warp.point(behind), None);
        assert_eq!(warp.line([behind, behind + DVec3::X * 0.1]), None);
        let [cut, _] = warp.line([behind, camera.target]).expect("a part is before the eye");
        assert!(cut.is_finite());
    }

    fn triangles(corners: &[[f32; 3]]) -> Scene {
        let indices = (0..corners.len() as u32 / 3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        let mesh = Mesh::from_triangles(corners.to_vec(), indices).expect("a mesh");
        Scene::of(Object::new("triangles", mesh.into()))
    }

    /// Returns which pixels look selected in a picture of a scene, triangles of which are selected.
    fn selected(frame: &Frame) -> Vec<bool> {
        let (picture, _) = offscreen().draw(frame).expect("a picture");
        picture.pixels.iter().map(|&[red, green, blue, _]| Palette::looks_selected([red, green, blue])).collect()
    }

    #[test]
    fn along_its_axis_the_cube_looks_as_the_frustum_does_from_the_eye() {
        let scene = triangles(&[[-1.0, -0.8, 0.9], [1.2, -1.0, -1.5], [0.2, 1.1, 0.1]]);
        let camera = Camera::look_at(DVec3::new(1.0, 0.7, 3.0), DVec3::ZERO, DVec3::Y);
        let camera = camera.with_depth_fitted(&scene.bounds());
        let view = View::new(camera, FramebufferSize::new(120, 120));
        let projection = Projection::Orthographic { height: camera.height_at(camera.distance()) };
        let along = view.with_camera(Camera { projection, near: 0.0, far: 100.0, ..camera });
        let style = Style { edges: false, axes: false, grid: false, ..Style::default() };
        let mut selection = Selection::default();
        selection.add([TriangleId { object: 0, triangle: 0 }]);
        let from_eye = selected(&Frame::new(&scene, &view, &style, &selection));
        let warp = Some(Warp::toward_ndc(&view, 1.0));
        let in_cube = selected(&Frame { warp, ..Frame::new(&scene, &along, &style, &selection) });
        let differing = from_eye.iter().zip(&in_cube).filter(|(a, b)| a != b).count();
        let seen = from_eye.iter().filter(|seen| **seen).count();
        assert!(seen > 1000 && differing < seen / 20, "{differing} of {seen} pixels differ");
    }

    #[test]
    fn what_lies_behind_the_eye_is_not_drawn_in_ndc() {
        let front = [[-0.1, -0.1, 0.0], [0.1, -0.1, 0.0], [0.0, 0.1, 0.0]];
        let behind = [[-9.0, -9.0, 6.0], [9.0, -9.0, 6.0], [0.0, 9.0, 5.5]];
        let scene = triangles(&[front, behind].concat());
        let view = View::new(Camera::look_at(DVec3::Z * 4.0, DVec3::ZERO, DVec3::Y), FramebufferSize::new(90, 90));
        let mut selection = Selection::default();
        selection.add([TriangleId { object: 0, triangle: 1 }]);
        let style = Style { axes: false, ..Style::default() };
        let warp = Some(Warp::toward_ndc(&view, 1.0));
        for toward in [DVec3::X, DVec3::new(0.3, 0.2, 1.0), DVec3::new(-0.4, 0.5, -1.0)] {
            let camera = Camera { far: 1e4, ..Camera::look_at(6.0 * toward, DVec3::ZERO, DVec3::Y) };
            let second_view = view.with_camera(camera);
            let frame = Frame { warp, ..Frame::new(&scene, &second_view, &style, &selection) };
            assert!(!selected(&frame).contains(&true), "from {toward}");
        }
    }
}
