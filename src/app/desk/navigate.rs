//! Camera of both views: drags, zooms and keys of the View menu; and the axis that points up, from settings or guessed.

use super::{Desk, Moved, Zoomed, second_view};
use crate::app::action::Effect;
use crate::app::answers::MeshSource;
use crate::app::arrangement::Pane;
use crate::app::input::{Drag, DragTo, PIXELS_PER_LINE, Pinch, zoom_factor};
use crate::app::texts::t;
use glam::DVec3;
use pickray::geometry::{Aabb, Triangle};
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::mesh::Format;
use pickray::scene::navigation::{self, StandardView};
use pickray::scene::{self, Camera, DEFAULT_FOV_Y, Scene, UpAxis, View};
use std::f64::consts::PI;

pub(in crate::app) fn drag(desk: &mut Desk, drag: &DragTo) {
    let (press, from, to) = (&drag.press.view, drag.press.cursor, drag.to);
    let pivot = desk.pivot_of(drag.press.pane);
    let camera = match desk.settings.navigation.drag(&drag.press) {
        Some(Drag::Orbit) => {
            // Across the shorter side of the picture is half a turn.
            let side = press.viewport.width.min(press.viewport.height).max(1);
            let per_pixel = PI / f64::from(side);
            let (yaw, pitch) = ((to.x - from.x) * per_pixel, (to.y - from.y) * per_pixel);
            navigation::orbit(&press.camera, pivot, desk.study.up_axis(), yaw, pitch)
        }
        Some(Drag::Pan) => navigation::pan(press, pivot, from, to),
        Some(Drag::Zoom) => {
            let lines = (from.y - to.y) / (PIXELS_PER_LINE * desk.shown.scale_factor);
            let point = desk.pick_point(press, from).unwrap_or(pivot);
            toward(desk, press, point, middle_of_pixel(from), zoom_factor(lines))
        }
        None => return,
    };
    set_camera(desk, drag.press.pane, camera);
}

/// Moves the point under the midpoint of two fingers to their present midpoint, and zooms there by their distance.
pub(in crate::app) fn pinch(desk: &mut Desk, pinch: &Pinch) {
    let (press, [from, to]) = (&pinch.view, pinch.middles());
    let point = point_under(desk, pinch.pane, press, from);
    let panned = press.with_camera(navigation::pan(press, point, from, to));
    let camera = toward(desk, &panned, point, to, pinch.factor());
    set_camera(desk, pinch.pane, camera);
}

/// Returns the world-space point of the surface under the cursor, or else the pivot.
fn point_under(desk: &Desk, pane: Pane, view: &View, cursor: CursorPosition) -> DVec3 {
    // On its way to NDC the free view shows nothing at its own place.
    let is_warped = pane == Pane::SecondView && desk.second_view_warp().is_some();
    let point = if is_warped { None } else { desk.pick_point(view, cursor) };
    point.unwrap_or(desk.pivot_of(pane))
}

/// Zooms to the surface that was under the mouse when the wheel began to turn there, or else to the pivot.
pub(in crate::app) fn zoom(desk: &mut Desk, cursor: CursorPosition, factor: f64) {
    let pane = desk.pane_at(cursor);
    let view = *desk.view_of(pane);
    let goes_on = |last: &Zoomed| (last.pane, last.cursor, last.camera) == (pane, cursor, view.camera);
    let point = match desk.shown.zoomed.filter(goes_on) {
        Some(Zoomed { point, .. }) => point,
        None => point_under(desk, pane, &view, cursor),
    };
    let camera = toward(desk, &view, point, middle_of_pixel(cursor), factor);
    set_camera(desk, pane, camera);
    desk.shown.zoomed = Some(Zoomed { pane, cursor, camera: desk.view_of(pane).camera, point });
}

fn middle_of_pixel(cursor: CursorPosition) -> CursorPosition {
    let (x, y) = cursor.pixel();
    CursorPosition::new(x + 0.5, y + 0.5)
}

/// Returns the camera of `view` zoomed about `point`, kept under the cursor; unchanged where all objects would go.
fn toward(desk: &Desk, view: &View, point: DVec3, cursor: CursorPosition, factor: f64) -> Camera {
    let bounds = desk.bounds();
    // The near plane goes by the distance of what is zoomed to.
    let aimed = view.with_camera(navigation::set_pivot(&view.camera, point));
    let zoomed = |factor: f64| navigation::zoom_to(&aimed, point, cursor, factor);
    let camera = zoomed(factor);
    let shows = |camera: Camera| view.with_camera(camera.with_depth_fitted(&bounds)).shows_any_of(desk.scene());
    // A turn earlier than exactly: what is left then may be less than a pixel.
    if factor < 1.0 && shows(view.camera) && !shows(zoomed(factor * factor)) { view.camera } else { camera }
}

pub(in crate::app) fn layout(desk: &mut Desk, viewport: Viewport, framebuffer: FramebufferSize, scale_factor: f64) {
    let before = desk.view().viewport;
    desk.shown.picture = viewport;
    desk.shown.scale_factor = scale_factor;
    second_view::divide(desk, framebuffer);
    if desk.view().viewport != before && viewport.width > 0 && viewport.height > 0 && is_as_framed(desk) {
        home(desk, Pane::Picking);
    }
    if let Some(crosshair) = desk.pointer.crosshair {
        desk.pointer.crosshair = Some(super::locating::within_picture(desk.view(), crosshair));
    }
}

/// Frames everything as when the mesh was opened or, in the free view, as when the picture was split.
pub(in crate::app) fn home(desk: &mut Desk, pane: Pane) {
    if pane == Pane::SecondView {
        return second_view::frame(desk);
    }
    let bounds = desk.bounds();
    let (aspect, up) = (desk.view().aspect(), desk.study.up_axis());
    let camera = match desk.shown.stage {
        Some(stage) => Camera::framing(&stage, aspect, up),
        None => Camera::framing_scene(desk.drawn_scene(), aspect, up),
    };
    desk.shown.pivot = scene::middle(&bounds);
    set_camera(desk, Pane::Picking, camera);
    desk.shown.framed = desk.view().camera;
}

/// Returns `true` if nothing is picked, and nobody has moved the camera since it was framed. A pick keeps its view.
pub(super) fn is_as_framed(desk: &Desk) -> bool {
    let place = |camera: &Camera| (camera.eye, camera.target, camera.projection);
    desk.picked.is_none() && place(&desk.shown.framed) == place(&desk.view().camera)
}

/// Makes another axis point up, or with `None` that of the file's format, and frames everything as at first.
pub(in crate::app) fn set_up_axis(desk: &mut Desk, up: Option<UpAxis>) {
    desk.messages.up = None;
    desk.study.set_up_axis(up);
    home(desk, Pane::Picking);
    second_view::forget(desk);
}

/// Frames the selected triangles, or everything if none is selected.
pub(in crate::app) fn frame(desk: &mut Desk, pane: Pane) {
    let triangles = desk.selected.triangles.iter().filter_map(|id| desk.triangle(id));
    let selected = triangles.map(|triangle| Aabb::from_points(triangle.corners())).fold(Aabb::EMPTY, Aabb::union);
    let bounds = if selected.is_empty() { desk.bounds() } else { selected };
    frame_from(desk, pane, *desk.view_of(pane), &bounds);
}

pub(in crate::app) fn frame_bounds(desk: &mut Desk, bounds: &Aabb) {
    frame_from(desk, Pane::Picking, *desk.view(), bounds);
}

/// Frames a world-space box in the direction in which `view` looks.
fn frame_from(desk: &mut Desk, pane: Pane, view: View, bounds: &Aabb) {
    let camera = navigation::frame(&view, bounds);
    *desk.pivot_of_mut(pane) = scene::middle(bounds);
    set_camera(desk, pane, camera);
}

/// Frames everything, if a part of it is out of the picture. The camera keeps its direction.
pub(in crate::app) fn bring_into_view(desk: &mut Desk) {
    let (scene, view, bounds) = (desk.drawn_scene(), desk.view(), desk.bounds());
    let is_seen = match desk.shown.stage {
        Some(stage) => stage.corners().into_iter().all(|corner| view.shows(corner)),
        None => view.camera.shows_all_of(scene, view.aspect()),
    };
    if is_seen || bounds.is_empty() {
        return;
    }
    let camera = match desk.shown.stage {
        Some(stage) => view.camera.filled_by_box(&stage, view.aspect()),
        None => view.camera.filled_by(scene, view.aspect()),
    };
    desk.shown.pivot = scene::middle(&bounds);
    set_camera(desk, Pane::Picking, camera);
}

/// Calls `act`, which moves the camera for a tool of the Collide workspace. Keeps the camera before, for [`move_back`].
pub(in crate::app) fn move_for_now(desk: &mut Desk, act: impl FnOnce(&mut Desk)) {
    let (camera, pivot) = (desk.view().camera, desk.shown.pivot);
    act(desk);
    let to = desk.view().camera;
    if (to.eye, to.target) != (camera.eye, camera.target) {
        desk.shown.moved.get_or_insert(Moved { camera, pivot, to }).to = to;
    }
}

/// Takes the camera back to where it was before [`move_for_now`], unless somebody has moved it since.
pub(in crate::app) fn move_back(desk: &mut Desk) {
    if let Some(Moved { camera, pivot, to }) = desk.shown.moved.take()
        && (to.eye, to.target) == (desk.view().camera.eye, desk.view().camera.target)
    {
        desk.study.set_view(desk.view().with_camera(camera));
        desk.shown.pivot = pivot;
    }
}

pub(in crate::app) fn view_from(desk: &mut Desk, pane: Pane, side: StandardView) {
    let camera = navigation::center_on(&desk.view_of(pane).camera, desk.pivot_of(pane));
    set_camera(desk, pane, navigation::view_from(&camera, side, desk.study.up_axis()));
}

/// Looks along a world axis (0, 1, 2) from its positive side or, if the camera is there already, its negative side.
pub(in crate::app) fn look_along(desk: &mut Desk, pane: Pane, axis: usize) {
    let style_axis = desk.study.up_axis();
    let toward = DVec3::AXES[axis];
    let facing = |direction: DVec3| match direction {
        d if d == style_axis.up() => StandardView::Top,
        d if d == -style_axis.up() => StandardView::Bottom,
        d if d == style_axis.front() => StandardView::Front,
        d if d == -style_axis.front() => StandardView::Back,
        d if d == style_axis.up().cross(style_axis.front()) => StandardView::Right,
        _ => StandardView::Left,
    };
    let is_there = ALONG < -desk.view_of(pane).camera.forward().dot(toward);
    view_from(desk, pane, facing(if is_there { -toward } else { toward }));
}

pub(in crate::app) fn toggle_orthographic(desk: &mut Desk, pane: Pane) {
    set_camera(desk, pane, navigation::toggle_projection(&desk.view_of(pane).camera, DEFAULT_FOV_Y));
}

pub(in crate::app) fn back_to_pick(desk: &mut Desk) {
    match &desk.picked {
        Some(picked) => set_camera(desk, Pane::Picking, picked.trace.view.camera),
        None => desk.tell(t!("no-pick-yet")),
    }
}

/// Makes a world-space point the pivot, about which orbits turn; the camera stays.
pub(in crate::app) fn set_pivot(desk: &mut Desk, pane: Pane, point: DVec3) {
    *desk.pivot_of_mut(pane) = point;
    let camera = navigation::set_pivot(&desk.view_of(pane).camera, point);
    set_camera(desk, pane, camera);
}

/// Fits the near and far planes to the objects again, except for a plane whose distance was given.
pub(in crate::app) fn refit(desk: &mut Desk) {
    set_camera(desk, Pane::Picking, desk.view().camera);
}

/// Replaces the camera of a view, with clip planes that are fitted to the objects; the pivot stays.
pub(super) fn set_camera(desk: &mut Desk, pane: Pane, camera: Camera) {
    if pane == Pane::SecondView {
        desk.shown.second_view.view.camera = camera.with_depth_fitted(&Aabb::from_points(desk.second_view_points()));
        return;
    }
    // The study knows no mesh whose tree is still being built.
    if desk.workspace.picks() && desk.awaited().is_none() {
        desk.study.look_through(camera);
    } else {
        let camera = Camera { reversed_z: false, ..camera }.with_depth_fitted(&desk.bounds());
        desk.study.set_view(desk.view().with_camera(camera));
    }
}

/// Cosine of the angle between sight and normal below which a triangle is seen too obliquely, so that the view turns.
const OBLIQUE: f64 = 0.3;

/// Cosine of the angle between sight and an axis above which a camera looks along it.
const ALONG: f64 = 0.9999;

/// Frames two triangles, with neighbours unless `alone`, from near the present direction, neither edge on.
pub(in crate::app) fn face_both(desk: &mut Desk, [p, q]: [&Triangle; 2], alone: bool) {
    let toward_eye = -desk.view().camera.forward();
    let normals = [p, q].map(|triangle| {
        let normal = triangle.normal().unwrap_or(DVec3::ZERO);
        if normal.dot(toward_eye) < 0.0 { -normal } else { normal }
    });
    let mut view = *desk.view();
    if normals.iter().any(|normal| normal.dot(toward_eye) < OBLIQUE) {
        view = view_from_direction(desk, (normals[0] + normals[1] + 0.25 * toward_eye).normalize_or(toward_eye), p.a);
    }
    let around = |triangle: &Triangle| match alone {
        true => Aabb::from_points(triangle.corners()),
        false => surroundings(triangle),
    };
    let both = around(p).union(around(q));
    // Room for the names of corners.
    let room = if alone { 0.1 * both.size().length() } else { 0.0 };
    frame_from(desk, Pane::Picking, view, &Aabb::new(both.min - room, both.max + room));
}

/// Frames a triangle with its neighbours; the camera turns only if it sees the triangle obliquely or from behind.
pub(in crate::app) fn face_triangle(desk: &mut Desk, triangle: &Triangle) {
    let mut view = *desk.view();
    if let Some(normal) = triangle.normal()
        && normal.dot(-view.camera.forward()) < OBLIQUE
    {
        view = view_from_direction(desk, normal, triangle.centroid());
    }
    // Beyond all that is shown there are no neighbours.
    let own = Aabb::from_points(triangle.corners());
    let (all, around) = (desk.bounds().union(own), surroundings(triangle));
    frame_from(desk, Pane::Picking, view, &Aabb::new(around.min.max(all.min), around.max.min(all.max)));
}

/// Returns the view of a world-space point from a direction; its distance is yet to be set.
fn view_from_direction(desk: &Desk, direction: DVec3, point: DVec3) -> View {
    let axis = desk.study.up_axis();
    // Straight up and down the turntable would have no heading: a little aside.
    let toward = (direction + 0.02 * axis.front()).normalize();
    let camera = Camera::look_at(point + toward, point, axis.up());
    desk.view().with_camera(Camera { projection: desk.view().camera.projection, ..camera })
}

/// Returns the box around a triangle and 1.5 times its extent to all sides, so that its neighbours are in it.
fn surroundings(triangle: &Triangle) -> Aabb {
    let bounds = Aabb::from_points(triangle.corners());
    let room = DVec3::splat(1.5 * bounds.size().max_element());
    Aabb::new(bounds.min - room, bounds.max + room)
}

/// Returns the settings' name of the format of a scene's first object; `None` if the format says which axis is up.
fn family_of(scene: &Scene) -> Option<&'static str> {
    match scene.objects().first()?.mesh.source().format()? {
        Format::Obj => Some("OBJ"),
        Format::Off => Some("OFF"),
        Format::PlyAscii | Format::PlyBinary => Some("PLY"),
        Format::StlAscii | Format::StlBinary => Some("STL"),
        _ => None,
    }
}

impl Desk {
    /// Returns the name under which the settings keep the up axis for the open file's format, if they keep one.
    pub fn family(&self) -> Option<&'static str> {
        family_of(self.study.scene())
    }

    /// Returns the up axis that the settings give for a scene: for all files, or for the scene's format.
    pub(in crate::app) fn up_by_settings(&self, scene: &Scene) -> Option<UpAxis> {
        self.settings.up.or_else(|| self.settings.up_in.get(family_of(scene)?).copied())
    }
}

/// Makes another axis point up. Also stores it in the settings, if they already have an axis for the format.
pub(in crate::app) fn take_as_up(desk: &mut Desk, up: UpAxis) {
    if let Some(family) = desk.family()
        && let Some(kept) = desk.settings.up_in.get_mut(family)
    {
        *kept = up;
        desk.files.effects.push(Effect::SaveSettings);
    }
    set_up_axis(desk, Some(up));
}

/// Shows a line with the axis that was guessed to point up. It is shown for z, or for y if the objects seem to lie.
pub(super) fn tell_up(desk: &mut Desk, source: Option<&MeshSource>) {
    let scene = desk.study.scene();
    let (Some(format), None) = (family_of(scene), desk.up_by_settings(scene)) else { return };
    let name = source.map(MeshSource::name).unwrap_or_default();
    desk.messages.up = match desk.study.up_axis() {
        UpAxis::Z => Some(t!("loaded-with-z-up", name = name, format = format)),
        UpAxis::Y if scene.seems_to_lie() => Some(t!("loaded-lying", name = name, format = format)),
        UpAxis::Y => None,
    };
}
