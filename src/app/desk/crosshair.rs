//! Crosshair for picking without a mouse.

use super::Desk;
use pickray::math::CursorPosition;
use pickray::scene::View;

/// Shows the crosshair in the middle of the picture, or hides it.
pub(in crate::app) fn toggle(desk: &mut Desk) {
    desk.pointer.crosshair = match desk.pointer.crosshair {
        Some(_) => None,
        None => {
            let (viewport, height) = (desk.view().viewport, f64::from(desk.view().framebuffer.height));
            let x = f64::from(viewport.x) + 0.5 * f64::from(viewport.width);
            let y = height - (f64::from(viewport.y) + 0.5 * f64::from(viewport.height));
            Some(within_picture(desk.view(), CursorPosition { x, y }))
        }
    };
}

/// Moves the crosshair by `x` and `y` physical pixels, y down; shows it if it was hidden.
pub(in crate::app) fn shift(desk: &mut Desk, x: f64, y: f64) {
    match desk.pointer.crosshair {
        Some(crosshair) => {
            let moved = CursorPosition { x: crosshair.x + x, y: crosshair.y + y };
            desk.pointer.crosshair = Some(within_picture(desk.view(), moved));
        }
        None => toggle(desk),
    }
}

/// Returns the centre of the pixel of the picture that is nearest to `at`.
pub(in crate::app) fn within_picture(view: &View, at: CursorPosition) -> CursorPosition {
    let viewport = view.viewport;
    let left = f64::from(viewport.x);
    let top = f64::from(view.framebuffer.height) - f64::from(viewport.y) - f64::from(viewport.height);
    let pixel = |x: f64, first: f64, length: i32| {
        let last = first + f64::from((length - 1).max(0));
        x.floor().clamp(first, last) + 0.5
    };
    CursorPosition { x: pixel(at.x, left, viewport.width), y: pixel(at.y, top, viewport.height) }
}
