//! The camera: drags, zooms and the keys of the View menu.

use super::Desk;
use crate::app::input::{Drag, DragTo};
use crate::geometry::{Aabb, Triangle};
use crate::math::{CursorPosition, FramebufferSize, Viewport};
use crate::scene::navigation::{self, StandardView};
use crate::scene::{Camera, DEFAULT_FOV_Y};
use glam::DVec3;
use std::f64::consts::PI;

pub(in crate::app) fn drag(desk: &mut Desk, drag: &DragTo) {
    let (press, from, to) = (&drag.press.view, drag.press.cursor, drag.to);
    let camera = match drag.press.drag() {
        Drag::Orbit => {
            // Across the shorter side of the picture is half a turn.
            let side = press.viewport.width.min(press.viewport.height).max(1);
            let per_pixel = PI / f64::from(side);
            let (yaw, pitch) = ((to.x - from.x) * per_pixel, (to.y - from.y) * per_pixel);
            navigation::orbit(&press.camera, desk.pivot, desk.settings.style.up_axis, yaw, pitch)
        }
        Drag::Pan => navigation::pan(press, desk.pivot, from, to),
    };
    set_camera(desk, camera);
}

pub(in crate::app) fn zoom(desk: &mut Desk, cursor: CursorPosition, factor: f64) {
    let camera = navigation::zoom_to(&desk.view, desk.pivot, cursor, factor);
    set_camera(desk, camera);
}

pub(in crate::app) fn layout(desk: &mut Desk, viewport: Viewport, framebuffer: FramebufferSize, scale_factor: f64) {
    desk.view.viewport = viewport;
    desk.view.framebuffer = framebuffer;
    desk.scale_factor = scale_factor;
    if desk.unframed && viewport.width > 0 && viewport.height > 0 {
        home(desk);
        desk.unframed = false;
    }
    if let Some(crosshair) = desk.crosshair {
        desk.crosshair = Some(super::crosshair::within_picture(&desk.view, crosshair));
    }
}

/// The camera as it is when a mesh is opened.
pub(in crate::app) fn home(desk: &mut Desk) {
    let bounds = desk.bounds();
    let mut camera = Camera::framing(&bounds, desk.view.aspect());
    if desk.settings.style.up_axis != navigation::UpAxis::Y {
        // The same view of the other turntable: a little to the right of the front, a little above.
        camera = navigation::view_from(&camera, StandardView::Front, desk.settings.style.up_axis);
        camera = navigation::orbit(&camera, camera.target, desk.settings.style.up_axis, -PI / 6.0, PI / 9.0);
        camera = camera.framed(&bounds, desk.view.aspect());
    }
    desk.pivot = camera.target;
    desk.unframed = desk.view.viewport.width <= 1 || desk.view.viewport.height <= 1;
    set_camera(desk, camera);
}

/// Brings the selection into view, or everything where nothing is selected.
pub(in crate::app) fn frame(desk: &mut Desk) {
    let selected = desk
        .selection
        .iter()
        .filter_map(|id| {
            let object = desk.scene.objects.get(id.object as usize)?;
            let triangle = object.triangle_in_world(id.triangle);
            Some(Aabb::from_points([triangle.a, triangle.b, triangle.c]))
        })
        .fold(Aabb::EMPTY, Aabb::union);
    let bounds = if selected.is_empty() { desk.bounds() } else { selected };
    frame_bounds(desk, &bounds);
}

pub(in crate::app) fn frame_bounds(desk: &mut Desk, bounds: &Aabb) {
    let camera = navigation::frame(&desk.view, bounds);
    desk.pivot = camera.target;
    set_camera(desk, camera);
}

/// Frames everything where a part of it may be out of the picture.
pub(in crate::app) fn bring_into_view(desk: &mut Desk) {
    let bounds = desk.bounds();
    let inside = |corner: DVec3| {
        let window = desk.view.cursor_from_world(corner).and_then(|_| desk.view.window_from_world(corner));
        window.is_some_and(|window| desk.view.viewport.contains(window.truncate()))
    };
    if !bounds.is_empty() && !bounds.corners().into_iter().all(inside) {
        frame_bounds(desk, &bounds);
    }
}

pub(in crate::app) fn view_from(desk: &mut Desk, side: StandardView) {
    let camera = navigation::center_on(&desk.view.camera, desk.pivot);
    set_camera(desk, navigation::view_from(&camera, side, desk.settings.style.up_axis));
}

pub(in crate::app) fn toggle_orthographic(desk: &mut Desk) {
    set_camera(desk, navigation::toggle_projection(&desk.view.camera, DEFAULT_FOV_Y));
}

/// Makes a point the one that orbits turn about; the picture stays.
pub(in crate::app) fn set_pivot(desk: &mut Desk, point: DVec3) {
    desk.pivot = point;
    let camera = navigation::set_pivot(&desk.view.camera, point);
    set_camera(desk, camera);
}

fn set_camera(desk: &mut Desk, camera: Camera) {
    desk.view.camera = camera.with_depth_fitted(&desk.bounds());
}

/// The cosine of the angle to its normal from which a triangle is seen too obliquely to go to it without turning.
const OBLIQUE: f64 = 0.3;

/// Looks at a triangle with its neighbours around it; from where the camera stands, unless that is behind or beside it.
pub(in crate::app) fn face_triangle(desk: &mut Desk, triangle: &Triangle) {
    let bounds = surroundings(triangle);
    let normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a).normalize_or_zero();
    let toward_eye = -desk.view.camera.forward();
    if normal != DVec3::ZERO && normal.dot(toward_eye) < OBLIQUE {
        let middle = (triangle.a + triangle.b + triangle.c) / 3.0;
        let up = desk.settings.style.up_axis.up();
        // Straight up and down the turntable would have no heading: a little aside.
        let toward = (normal + 0.02 * desk.settings.style.up_axis.front()).normalize();
        let camera = Camera { projection: desk.view.camera.projection, ..Camera::look_at(middle + toward, middle, up) };
        desk.view.camera = camera;
    }
    frame_bounds(desk, &bounds);
}

/// The box around a triangle and as much again, so that its neighbours are seen with it.
fn surroundings(triangle: &Triangle) -> Aabb {
    let bounds = Aabb::from_points([triangle.a, triangle.b, triangle.c]);
    let room = DVec3::splat(1.5 * bounds.size().max_element());
    Aabb::new(bounds.min - room, bounds.max + room)
}
