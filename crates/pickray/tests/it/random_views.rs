//! Views and cursors drawn at random.

use crate::*;
use pickray::math::{ClipSpace, perspective, perspective_reversed};

/// A view by a camera, in a viewport that may reach beyond the window.
pub fn view(random: &mut Rng, camera: Camera) -> View {
    let viewport = Viewport {
        x: random.i32(-20..20),
        y: random.i32(-20..20),
        width: random.i32(1..60),
        height: random.i32(1..60),
    };
    let framebuffer = FramebufferSize { width: 70, height: random.u32(1..70) };
    View::new(camera, framebuffer).with_viewport(viewport, framebuffer)
}

/// A cursor over the viewport.
pub fn cursor(random: &mut Rng, view: &View) -> CursorPosition {
    let x = f64::from(view.viewport.x + random.i32(0..view.viewport.width));
    let y = f64::from(view.framebuffer.height as i32 - 1 - view.viewport.y - random.i32(0..view.viewport.height));
    CursorPosition { x: x + random.f64(), y: y + random.f64() }
}

/// A view of what is around a point, from some distance: of any projection and clip space, with planes that cut some of
/// it away.
pub fn around(
    random: &mut Rng,
    point: DVec3,
    distance: f64,
    (viewport, framebuffer): (Viewport, FramebufferSize),
) -> View {
    let camera = Camera::look_at(point + distance * direction(random), point, DVec3::new(0.1, 1.0, 0.2));
    let near = distance * (0.05 + 0.7 * random.f64());
    let far = distance * [1.0 + random.f64(), 3.0, f64::INFINITY][random.usize(..3)];
    let camera = Camera { near, far, reversed_z: random.bool(), ..camera };
    let by_camera = |camera| View::new(camera, framebuffer).with_viewport(viewport, framebuffer);
    let by = |clip_from_eye: DMat4, space| {
        View::from_matrices(camera.eye_from_world(), clip_from_eye, space, viewport, framebuffer)
    };
    let half = DMat4::from_translation(DVec3::new(0.0, 0.0, 0.5)) * DMat4::from_scale(DVec3::new(1.0, 1.0, 0.5));
    let down = DMat4::from_scale(DVec3::new(1.0, -1.0, 1.0));
    match random.u8(..6) {
        0..=2 => by_camera(camera),
        3 => {
            let projection = Projection::Orthographic { height: distance * (0.3 + 2.0 * random.f64()) };
            by_camera(Camera { projection, far: far.min(3.0 * distance), ..camera })
        }
        4 => by(half * perspective(1.1, 1.3, near, far), ClipSpace::WGPU),
        _ => by(down * half * perspective_reversed(1.1, 1.3, near, far), ClipSpace::VULKAN.reversed()),
    }
}
