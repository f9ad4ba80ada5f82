//! Views and cursors drawn at random.

use fastrand::Rng;
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::scene::{Camera, View};

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
