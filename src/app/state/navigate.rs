//! The camera: drags, zooms and the keys of the View menu.

use super::State;
use crate::app::input::Drag;
use crate::geometry::Aabb;
use crate::math::{CursorPosition, FramebufferSize, Viewport};
use crate::scene::navigation::{self, StandardView};
use crate::scene::{Camera, DEFAULT_FOV_Y, View};
use std::f64::consts::PI;

pub(in crate::app) fn drag(state: &mut State, drag: Drag, press: &View, from: CursorPosition, to: CursorPosition) {
    let camera = match drag {
        Drag::Orbit => {
            // Across the shorter side of the picture is half a turn.
            let side = press.viewport.width.min(press.viewport.height).max(1);
            let per_pixel = PI / f64::from(side);
            let (yaw, pitch) = ((to.x - from.x) * per_pixel, (to.y - from.y) * per_pixel);
            navigation::orbit(&press.camera, state.pivot, state.settings.style.up_axis, yaw, pitch)
        }
        Drag::Pan => navigation::pan(press, state.pivot, from, to),
    };
    look(state, camera);
}

pub(in crate::app) fn zoom(state: &mut State, cursor: CursorPosition, factor: f64) {
    let camera = navigation::zoom_to(&state.view, state.pivot, cursor, factor);
    look(state, camera);
}

pub(in crate::app) fn layout(state: &mut State, viewport: Viewport, framebuffer: FramebufferSize, scale_factor: f64) {
    state.view.viewport = viewport;
    state.view.framebuffer = framebuffer;
    state.scale_factor = scale_factor;
    if state.unframed && viewport.width > 0 && viewport.height > 0 {
        home(state);
        state.unframed = false;
    }
    if let Some(crosshair) = state.crosshair {
        state.crosshair = Some(super::picking::within_picture(&state.view, crosshair));
    }
}

/// The camera as it is when a mesh is opened.
pub(in crate::app) fn home(state: &mut State) {
    let bounds = state.bounds();
    let mut camera = Camera::framing(&bounds, state.view.aspect());
    if state.settings.style.up_axis != navigation::UpAxis::Y {
        // The same view of the other turntable: a little to the right of the front, a little above.
        camera = navigation::view_from(&camera, StandardView::Front, state.settings.style.up_axis);
        camera = navigation::orbit(&camera, camera.target, state.settings.style.up_axis, -PI / 6.0, PI / 9.0);
        camera = camera.framed(&bounds, state.view.aspect());
    }
    state.pivot = camera.target;
    state.unframed = state.view.viewport.width <= 1 || state.view.viewport.height <= 1;
    look(state, camera);
}

/// Brings the selection into view, or everything where nothing is selected.
pub(in crate::app) fn frame(state: &mut State) {
    let selected = state
        .selection
        .iter()
        .filter_map(|id| {
            let object = state.scene.objects.get(id.object as usize)?;
            let triangle = object.triangle_in_world(id.triangle);
            Some(Aabb::from_points([triangle.a, triangle.b, triangle.c]))
        })
        .fold(Aabb::EMPTY, Aabb::union);
    let bounds = if selected.is_empty() { state.bounds() } else { selected };
    frame_bounds(state, &bounds);
}

pub(in crate::app) fn frame_bounds(state: &mut State, bounds: &Aabb) {
    let camera = navigation::frame(&state.view, bounds);
    state.pivot = camera.target;
    look(state, camera);
}

/// Frames everything where a part of it may be out of the picture.
pub(in crate::app) fn bring_into_view(state: &mut State) {
    let bounds = state.bounds();
    let inside = |corner: glam::DVec3| {
        let window = state.view.cursor_from_world(corner).and_then(|_| state.view.window_from_world(corner));
        window.is_some_and(|window| state.view.viewport.contains(window.truncate()))
    };
    if !bounds.is_empty() && !bounds.corners().into_iter().all(inside) {
        frame_bounds(state, &bounds);
    }
}

pub(in crate::app) fn view_from(state: &mut State, side: StandardView) {
    let camera = navigation::center_on(&state.view.camera, state.pivot);
    look(state, navigation::view_from(&camera, side, state.settings.style.up_axis));
}

pub(in crate::app) fn toggle_orthographic(state: &mut State) {
    look(state, navigation::toggle_projection(&state.view.camera, DEFAULT_FOV_Y));
}

/// Makes a point the one that orbits turn about; the picture stays.
pub(in crate::app) fn set_pivot(state: &mut State, point: glam::DVec3) {
    state.pivot = point;
    let camera = navigation::set_pivot(&state.view.camera, point);
    look(state, camera);
}

fn look(state: &mut State, camera: Camera) {
    state.view.camera = camera.with_depth_fitted(&state.bounds());
}

/// The cosine of the angle to its normal from which a triangle is seen too obliquely to go to it without turning.
const OBLIQUE: f64 = 0.3;

/// Looks at a triangle with its neighbours around it; from where the camera stands, unless that is behind or beside it.
pub(in crate::app) fn face(state: &mut State, triangle: &crate::geometry::Triangle) {
    let bounds = super::picking::surroundings(triangle);
    let normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a).normalize_or_zero();
    let toward_eye = -state.view.camera.forward();
    if normal != glam::DVec3::ZERO && normal.dot(toward_eye) < OBLIQUE {
        let middle = (triangle.a + triangle.b + triangle.c) / 3.0;
        let up = state.settings.style.up_axis.up();
        // Straight up and down the turntable would have no heading: a little aside.
        let toward = (normal + 0.02 * state.settings.style.up_axis.front()).normalize();
        let camera =
            Camera { projection: state.view.camera.projection, ..Camera::look_at(middle + toward, middle, up) };
        state.view.camera = camera;
    }
    frame_bounds(state, &bounds);
}
