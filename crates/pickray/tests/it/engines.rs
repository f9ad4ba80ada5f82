//! The table of engines in docs/coordinates.md: each engine's own matrices, by its documented formulas, give the rays
//! of its camera.

use crate::random::{seeded, vector};
use glam::{DMat4, DVec2, DVec3};
use pickray::math::{ClipSpace, FramebufferSize, Viewport, matrix_from_columns};
use pickray::scene::View;

const VIEWPORT: Viewport = Viewport { x: 0, y: 0, width: 800, height: 450 };
const NEAR: f64 = 0.3;
const FAR: f64 = 60.0;
const FOV_Y: f64 = 1.1;

/// A world's handedness, and where its cameras look in eye space.
#[derive(Clone, Copy)]
enum Eye {
    /// Right-handed, along −z.
    Right,
    /// Left-handed, along +z.
    Left,
    /// A left-handed world seen by a right-handed eye, along −z.
    LeftSeenAlongMinusZ,
}

/// What the formulas have: the cotangent of half the vertical angle, and width over height.
fn focal_and_aspect() -> (f64, f64) {
    (1.0 / (0.5 * FOV_Y).tan(), f64::from(VIEWPORT.width) / f64::from(VIEWPORT.height))
}

/// The four numbers of a perspective beside its focal lengths: z from z, w from z, z from 1.
fn perspective(z_from_z: f64, w_from_z: f64, z_from_one: f64) -> DMat4 {
    let (f, aspect) = focal_and_aspect();
    matrix_from_columns([
        [f / aspect, 0., 0., 0.],
        [0., f, 0., 0.],
        [0., 0., z_from_z, w_from_z],
        [0., 0., z_from_one, 0.],
    ])
}

/// Compares rays of random cameras with what their eye, axes and angle say; the far plane is at infinity where `far`
/// is.
fn check(eye: Eye, clip_from_eye: DMat4, space: ClipSpace, far: f64) {
    let mut random = seeded();
    let (focal, aspect) = focal_and_aspect();
    for _ in 0..200 {
        let position = 20.0 * vector(&mut random);
        let forward = vector(&mut random).normalize();
        let side = forward.cross(vector(&mut random)).normalize();
        // Numbers multiply crosswise alike in both worlds; what they mean differs by a mirror.
        let (right, up) = match eye {
            Eye::Right => (side, side.cross(forward)),
            Eye::Left | Eye::LeftSeenAlongMinusZ => (side, forward.cross(side)),
        };
        let z = if matches!(eye, Eye::Left) { forward } else { -forward };
        let rotation = DMat4::from_cols(right.extend(0.0), up.extend(0.0), z.extend(0.0), DVec3::ZERO.extend(1.0));
        let eye_from_world = rotation.transpose() * DMat4::from_translation(-position);
        let framebuffer = FramebufferSize::new(800, 450);
        let view = View::from_matrices(eye_from_world, clip_from_eye, space, VIEWPORT, framebuffer);

        let place = DVec2::new(2.0 * random.f64() - 1.0, 2.0 * random.f64() - 1.0);
        let ray = view.ray(VIEWPORT.window_from_ndc(place)).expect("a ray");
        let along = forward + (place.x * aspect * right + place.y * up) / focal;
        assert!((ray.near - (position + NEAR * along)).length() < 1e-9, "{ray:?}");
        if far < f64::INFINITY {
            assert!((ray.far - (position + far * along)).length() < 1e-6, "{ray:?}");
            assert_eq!(ray.t_max, 1.0);
        } else {
            assert!((ray.far - ray.near).normalize().dot(along.normalize()) > 1.0 - 1e-12, "{ray:?}");
            assert_eq!(ray.t_max, f64::INFINITY);
        }
        assert!((view.camera.eye - position).length() < 1e-9 && (view.camera.near - NEAR).abs() < 1e-9);
    }
}

/// From −1 at the near plane to 1 at the far one, seen along −z: `gluPerspective`.
fn opengl() -> DMat4 {
    perspective(-(FAR + NEAR) / (FAR - NEAR), -1.0, -2.0 * FAR * NEAR / (FAR - NEAR))
}

/// From 0 at the near plane to 1 at the far one, seen along −z.
fn zero_to_one() -> DMat4 {
    perspective(FAR / (NEAR - FAR), -1.0, NEAR * FAR / (NEAR - FAR))
}

/// The same with planes exchanged.
fn one_to_zero() -> DMat4 {
    perspective(NEAR / (FAR - NEAR), -1.0, NEAR * FAR / (FAR - NEAR))
}

#[test]
fn wgpu_has_glams_directx_projections() {
    let (_, aspect) = focal_and_aspect();
    let glams = glam::dcamera::rh::proj::directx::perspective(FOV_Y, aspect, NEAR, FAR);
    assert!(glams.abs_diff_eq(zero_to_one(), 1e-12));
    check(Eye::Right, glams, ClipSpace::WGPU, FAR);
}

#[test]
fn bevy_has_reversed_depth_without_a_far_plane() {
    // PerspectiveProjection: Mat4::perspective_infinite_reverse_rh.
    check(Eye::Right, perspective(0.0, -1.0, NEAR), ClipSpace::WGPU.reversed(), f64::INFINITY);
}

#[test]
fn three_d_and_opengl_have_glus_perspective() {
    check(Eye::Right, opengl(), ClipSpace::OPENGL, FAR);
}

#[test]
fn three_js_has_opengls_clip_space_with_webgl_and_webgpus_with_webgpu() {
    // Matrix4.makePerspective of left, right, top, bottom at the near plane: c and d by the coordinate system.
    check(Eye::Right, opengl(), ClipSpace::OPENGL, FAR);
    check(Eye::Right, zero_to_one(), ClipSpace::WGPU, FAR);
    // With reversedDepthBuffer.
    check(Eye::Right, one_to_zero(), ClipSpace::WGPU.reversed(), FAR);
}

#[test]
fn babylon_is_left_handed_in_either_clip_space() {
    // Matrix.PerspectiveFovLH, its rows as columns: halfZRange is false with WebGL and true with WebGPU.
    let webgl = perspective((FAR + NEAR) / (FAR - NEAR), 1.0, -2.0 * FAR * NEAR / (FAR - NEAR));
    check(Eye::Left, webgl, ClipSpace::OPENGL, FAR);
    let webgpu = perspective(FAR / (FAR - NEAR), 1.0, -NEAR * FAR / (FAR - NEAR));
    check(Eye::Left, webgpu, ClipSpace::WGPU, FAR);
}

#[test]
fn unitys_camera_has_opengls_matrices_in_a_left_handed_world() {
    // Camera.worldToCameraMatrix looks along −z; Camera.projectionMatrix is OpenGL's on every platform.
    check(Eye::LeftSeenAlongMinusZ, opengl(), ClipSpace::OPENGL, FAR);
    // GL.GetGPUProjectionMatrix with Direct3D, Metal and consoles: reversed.
    check(Eye::LeftSeenAlongMinusZ, one_to_zero(), ClipSpace::WGPU.reversed(), FAR);
}

#[test]
fn unreal_has_reversed_depth_without_a_far_plane_along_z() {
    // FReversedZPerspectiveMatrix(HalfFOV, Width, Height, MinZ), its rows as columns.
    check(Eye::Left, perspective(0.0, 1.0, NEAR), ClipSpace::WGPU.reversed(), f64::INFINITY);
}

#[test]
fn godots_camera_has_opengls_projection() {
    // Projection.create_perspective, as Camera3D.get_camera_projection gives it.
    check(Eye::Right, opengl(), ClipSpace::OPENGL, FAR);
}

#[test]
fn vulkan_has_y_downwards_unless_its_viewport_is_turned() {
    // glm::perspectiveRH_ZO with proj[1][1] *= -1.
    let turned = DMat4::from_scale(DVec3::new(1.0, -1.0, 1.0));
    check(Eye::Right, turned * zero_to_one(), ClipSpace::VULKAN, FAR);
    check(Eye::Right, turned * one_to_zero(), ClipSpace::VULKAN.reversed(), FAR);
    // A viewport of negative height turns y itself.
    check(Eye::Right, zero_to_one(), ClipSpace::WGPU, FAR);
}

#[test]
fn direct3d_is_left_or_right_handed() {
    // XMMatrixPerspectiveFovLH and RH, their rows as columns.
    check(Eye::Left, perspective(FAR / (FAR - NEAR), 1.0, -NEAR * FAR / (FAR - NEAR)), ClipSpace::WGPU, FAR);
    check(Eye::Right, zero_to_one(), ClipSpace::WGPU, FAR);
}
