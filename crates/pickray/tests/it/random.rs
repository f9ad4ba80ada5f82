//! Random numbers whose seed is printed, so that what fails can be made again.

use fastrand::Rng;
use glam::DVec3;
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::scene::{Camera, View};

/// A generator of a new seed, which is printed.
pub fn seeded() -> Rng {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    Rng::with_seed(seed)
}

/// A number from −1 to 1.
pub fn signed(random: &mut Rng) -> f64 {
    2.0 * random.f64() - 1.0
}

/// A vector of coordinates from −1 to 1.
pub fn vector(random: &mut Rng) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| signed(random)))
}

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
