//! The table of engines in docs/coordinates.md: each engine's own matrices, by its documented formulas, give the rays
//! of its camera.

use crate::*;
use pickray::math::{ClipSpace, matrix_from_columns};

const VIEWPORT: Viewport = Viewport { x: 0, y: 0, width: 800, height: 450 };
const NEAR: f64 = 0.3;
const FAR: f64 = 60.0;
const FOV_Y: f64 = 1.1;
const INF: f64 = f64::INFINITY;

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

        let place = vector(&mut random).truncate();
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
fn each_engine_has_the_rays_of_its_camera() {
    let (_, aspect) = focal_and_aspect();
    let glams = glam::dcamera::rh::proj::directx::perspective(FOV_Y, aspect, NEAR, FAR);
    assert!(glams.abs_diff_eq(zero_to_one(), 1e-12), "wgpu has glam's projections of DirectX");
    let (wgpu, opengl_space, vulkan) = (ClipSpace::WGPU, ClipSpace::OPENGL, ClipSpace::VULKAN);
    let left = perspective(FAR / (FAR - NEAR), 1.0, -NEAR * FAR / (FAR - NEAR));
    let left_opengl = perspective((FAR + NEAR) / (FAR - NEAR), 1.0, -2.0 * FAR * NEAR / (FAR - NEAR));
    let turned = DMat4::from_scale(DVec3::new(1.0, -1.0, 1.0));
    for (engine, eye, clip_from_eye, space, far) in [
        ("wgpu", Eye::Right, zero_to_one(), wgpu, FAR),
        ("Bevy, Mat4::perspective_infinite_reverse_rh", Eye::Right, perspective(0.0, -1.0, NEAR), wgpu.reversed(), INF),
        ("three-d and OpenGL, gluPerspective", Eye::Right, opengl(), opengl_space, FAR),
        // Matrix4.makePerspective of left, right, top, bottom at the near plane: c and d by the coordinate system.
        ("three.js with WebGL", Eye::Right, opengl(), opengl_space, FAR),
        ("three.js with WebGPU", Eye::Right, zero_to_one(), wgpu, FAR),
        ("three.js with reversedDepthBuffer", Eye::Right, one_to_zero(), wgpu.reversed(), FAR),
        // Matrix.PerspectiveFovLH, its rows as columns: halfZRange is false with WebGL and true with WebGPU.
        ("Babylon.js with WebGL", Eye::Left, left_opengl, opengl_space, FAR),
        ("Babylon.js with WebGPU", Eye::Left, left, wgpu, FAR),
        // Camera.worldToCameraMatrix looks along −z; Camera.projectionMatrix is OpenGL's on every platform.
        ("Unity, Camera.projectionMatrix", Eye::LeftSeenAlongMinusZ, opengl(), opengl_space, FAR),
        ("Unity, GL.GetGPUProjectionMatrix", Eye::LeftSeenAlongMinusZ, one_to_zero(), wgpu.reversed(), FAR),
        ("Unreal, FReversedZPerspectiveMatrix", Eye::Left, perspective(0.0, 1.0, NEAR), wgpu.reversed(), INF),
        ("Godot, Projection.create_perspective", Eye::Right, opengl(), opengl_space, FAR),
        ("Vulkan, perspectiveRH_ZO with proj[1][1] *= -1", Eye::Right, turned * zero_to_one(), vulkan, FAR),
        ("Vulkan, reversed", Eye::Right, turned * one_to_zero(), vulkan.reversed(), FAR),
        ("Vulkan, a viewport of negative height", Eye::Right, zero_to_one(), wgpu, FAR),
        ("Direct3D, XMMatrixPerspectiveFovLH", Eye::Left, left, wgpu, FAR),
        ("Direct3D, XMMatrixPerspectiveFovRH", Eye::Right, zero_to_one(), wgpu, FAR),
    ] {
        println!("{engine}");
        check(eye, clip_from_eye, space, far);
    }
}
