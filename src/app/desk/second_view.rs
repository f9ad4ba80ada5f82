//! Split picture: beside the view that is picked in, a second, free view shows the last pick from the side.
//!
//! Presses carry their `Pane` and its view, on which they act. Both views are framed when the split begins. The picking
//! view then fills its half, so it shows less at its sides: its camera is moved back until all is seen as before or, if
//! only a part was seen, sideways to a hit that would be out of the picture. It returns when the split ends. What a
//! lesson or a situation shows stays as it says.

use super::{Desk, Picked, navigate};
use crate::app::arrangement::{Pane, Workspace};
use crate::app::settings::RayView;
use crate::app::texts::t;
use glam::DVec3;
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::pick::explain::Mistake;
use pickray::scene::{Camera, ClipPlanes, Placement, Projection, View};
use pickray::study::PageName;
use pickray_render::Warp;

/// Direction from which the free view looks at first, in the pick camera's axes; the ray then runs to the right.
const FROM: DVec3 = DVec3::new(0.85, 0.4, 0.35);
const NDC_SECONDS: f64 = 0.6;

#[derive(Clone, Debug)]
pub struct SecondView {
    /// Camera and rectangle of the free view; the rectangle is empty while the picture is not split.
    pub view: View,
    /// Point that orbits in the free view turn about, in world space.
    pub pivot: DVec3,
    /// Morph of the world in the free view: 0 is world space, 1 is the NDC of the pick's camera.
    pub ndc: f64,
    /// Value, 0 or 1, that `ndc` is moving to; `None` while `ndc` does not move by itself.
    ndc_goal: Option<f64>,
    /// View and cursor of the last pick that the free view framed, or already had within its picture.
    shown: Option<(View, CursorPosition)>,
    /// Setup at the last check: the free view was framed for it, unless somebody had moved the camera.
    setup: Option<Setup>,
    /// Camera of the free view when it was last framed; the camera in `view` differs once somebody has moved it.
    framed: Option<Camera>,
    /// `true` if the free view still has to be framed around what it shows.
    unframed: bool,
    /// Camera of the picking view before and after the split moved it; `None` if the split did not move it.
    before: Option<(Camera, Camera)>,
}

impl SecondView {
    /// Returns a free view with this camera, which has yet to be framed.
    pub(super) fn new(camera: Camera) -> Self {
        let (view, pivot) = (View::new(camera, FramebufferSize { width: 0, height: 0 }), camera.target);
        let unframed = true;
        Self { view, pivot, ndc: 0.0, ndc_goal: None, shown: None, setup: None, framed: None, unframed, before: None }
    }
}

/// Parts of a setup whose change has the free view framed anew, if nobody moved it.
#[derive(Clone, Debug, PartialEq)]
struct Setup {
    page: Option<PageName>,
    planes: ClipPlanes,
    placement: Placement,
    /// `true` if the free view shows the eye of a pick even where the pick's projection is orthographic.
    shows_eye: bool,
}

impl Desk {
    /// Returns the view of a pick. A far plane at infinity is moved to just behind all objects.
    pub fn finite_view(&self, picked: &Picked) -> View {
        let camera = picked.trace.view.camera;
        if camera.far.is_finite() {
            return picked.trace.view;
        }
        let far = Camera { far: 1.0, ..camera }.with_depth_fitted(&self.bounds()).far;
        picked.trace.view.with_camera(Camera { far: far.max(2.0 * camera.near), ..camera })
    }

    /// Returns the ends of a pick's ray in world space, the far one beyond all objects if infinite; `None` without ray.
    pub fn finite_ray(&self, picked: &Picked) -> Option<[DVec3; 2]> {
        let ray = picked.trace.ray.as_ref().ok()?;
        let camera = self.finite_view(picked).camera;
        let (near, far) = (ray.near.world, ray.far.world);
        let [from, to] = [near, far].map(|point| camera.depth_of(point));
        let end = if ray.t_max.is_some() { far } else { near.lerp(far, (camera.far - from) / (to - from)) };
        Some([near, end])
    }

    /// Returns the warp that the free view applies to the world; `None` if the world is not morphed towards NDC.
    pub fn second_view_warp(&self) -> Option<Warp> {
        let picked = self.picked.as_ref().filter(|_| self.is_split() && 0.0 < self.shown.second_view.ndc)?;
        Some(Warp::toward_ndc(&picked.trace.view, self.shown.second_view.ndc))
    }

    /// Returns the point where a view draws `point`: warped in the free view, if that is before the pick's eye.
    pub fn drawn_in(&self, pane: Pane, point: DVec3) -> Option<DVec3> {
        match self.second_view_warp().filter(|_| pane == Pane::SecondView) {
            Some(warp) => warp.point(point),
            None => Some(point),
        }
    }

    pub(in crate::app) fn moves_second_view(&self) -> bool {
        self.is_split() && self.shown.second_view.ndc_goal.is_some()
    }

    /// Returns the world-space points that the free view frames: of the objects and of the last pick, also in NDC.
    pub(super) fn second_view_points(&self) -> Vec<DVec3> {
        let bounds = self.bounds();
        let mut points = if bounds.is_empty() { Vec::new() } else { bounds.corners().to_vec() };
        let Some(picked) = &self.picked else { return points };
        let view = self.finite_view(picked);
        let rectangles = [view.camera.near, view.camera.far].map(|depth| view.rectangle_at(depth));
        let cube = Warp::toward_ndc(&view, 1.0);
        points.extend(rectangles.as_flattened().iter().filter_map(|&corner| cube.point(corner)));
        points.extend(rectangles.as_flattened());
        points.extend(self.second_view_eye(picked));
        points.extend(self.own_ray().as_slice().as_flattened());
        points
    }

    /// Returns the line of the reader's own ray while it is shown.
    pub fn own_ray(&self) -> Option<[DVec3; 2]> {
        self.shown.own_ray.filter(|_| self.workspace == Workspace::Learn && self.page.is_none())
    }

    /// Returns the eye of a pick if shown: in a perspective, and with the mistake that has rays begin at the eye.
    pub fn second_view_eye(&self, picked: &Picked) -> Option<DVec3> {
        let Camera { eye, projection, .. } = picked.trace.view.camera;
        let is_in_use = self.study.mistake_at_work() == Some(Mistake::EyeAsOrigin);
        (is_in_use || matches!(projection, Projection::Perspective { .. })).then_some(eye)
    }
}

pub(super) fn divide(desk: &mut Desk, framebuffer: FramebufferSize) {
    let whole = desk.shown.picture;
    let (picking, second_view) = if desk.is_split() {
        halves(whole, desk.shown.scale_factor.round().max(1.0) as i32).into()
    } else {
        (whole, Viewport::new(0, 0))
    };
    desk.study.set_view(desk.view().with_viewport(picking, framebuffer));
    desk.shown.second_view.view = desk.shown.second_view.view.with_viewport(second_view, framebuffer);
}

/// Divides the picture anew as a split begins or ends. Frames the free view then, for another mesh or a pick outside
/// and, unless the camera was moved, for another page, other planes or placement.
pub(in crate::app) fn follow(desk: &mut Desk) {
    divide_anew(desk, desk.workspace == Workspace::Pick);
    if !desk.is_split() || desk.shown.second_view.view.viewport.is_empty() || desk.view().viewport.is_empty() {
        return;
    }
    let pick = desk.picked.as_ref().map(|picked| {
        let view = &picked.trace.view;
        // With other planes it is the same click.
        let camera = Camera { near: 0.0, far: 0.0, reversed_z: false, ..view.camera };
        (view.with_camera(camera), picked.trace.cursor)
    });
    let shows_all = || desk.second_view_points().into_iter().all(|point| desk.shown.second_view.view.shows(point));
    let is_seen = pick.is_none() || pick == desk.shown.second_view.shown || shows_all();
    let setup = Setup {
        page: desk.page.clone(),
        planes: *desk.study.planes(),
        placement: *desk.study.placement(),
        shows_eye: desk.study.mistake_at_work() == Some(Mistake::EyeAsOrigin),
    };
    let second_view = &mut desk.shown.second_view;
    second_view.shown = pick;
    let is_set_up_anew =
        second_view.setup.as_ref() != Some(&setup) && second_view.framed == Some(second_view.view.camera);
    second_view.setup = Some(setup);
    if std::mem::take(&mut second_view.unframed) || !is_seen || is_set_up_anew {
        frame(desk);
    }
}

/// Divides the picture anew when a split begins or ends. If `frames`, the camera may move to keep all in sight.
pub(super) fn divide_anew(desk: &mut Desk, frames: bool) {
    if desk.is_split() == desk.shown.second_view.view.viewport.is_empty() {
        divide(desk, desk.view().framebuffer);
        desk.shown.mouse_over = Pane::Picking;
        desk.shown.second_view.unframed |= desk.is_split();
        keep_in_sight(desk, frames);
    }
}

/// Moves the camera so that its half shows all that the whole picture showed, or across to a hit that the split would
/// hide. Moves it back where the picture is whole again and the camera was not moved otherwise.
fn keep_in_sight(desk: &mut Desk, frames: bool) {
    let (camera, was_framed) = (desk.view().camera, navigate::is_as_framed(desk));
    let back = desk.shown.second_view.before.take().filter(|(_, moved)| *moved == camera);

    // Whole again: back to where the camera was.
    if !desk.is_split() {
        match back {
            Some((before, _)) => navigate::set_camera(desk, Pane::Picking, before),
            None if was_framed => return navigate::home(desk, Pane::Picking),
            None => return,
        }
        return keep_framed(desk, was_framed);
    }

    // Split: all that was shown, or else at least the hit.
    let whole = desk.view().with_viewport(desk.shown.picture, desk.view().framebuffer);
    if frames && !desk.view().viewport.is_empty() && camera.shows_all_of(desk.scene(), whole.aspect()) {
        if camera.shows_all_of(desk.scene(), desk.view().aspect()) {
            return;
        }
        navigate::set_camera(desk, Pane::Picking, camera.filled_by(desk.scene(), desk.view().aspect()));
        keep_framed(desk, was_framed);
    } else {
        let hit = desk.picked.as_ref().and_then(|picked| picked.hit.as_ref()).map(|hit| hit.point_world);
        let Some(hit) = hit.filter(|&hit| whole.shows(hit) && !desk.view().shows(hit)) else { return };
        let right = camera.axes().x_axis;
        let across = right * right.dot(hit - camera.eye);
        let moved = Camera { eye: camera.eye + across, target: camera.target + across, ..camera };
        navigate::set_camera(desk, Pane::Picking, moved);
    }
    desk.shown.second_view.before = Some((camera, desk.view().camera));
}

/// Marks the camera that was placed as framed, if the one before it was.
fn keep_framed(desk: &mut Desk, was_framed: bool) {
    if was_framed {
        desk.shown.framed = desk.view().camera;
    }
}

/// Marks the free view to be framed anew, now or when the picture is next split.
pub(in crate::app) fn forget(desk: &mut Desk) {
    desk.shown.second_view.unframed = true;
}

/// Frames all that the free view shows, seen from the right of the pick's camera.
pub(super) fn frame(desk: &mut Desk) {
    let camera = desk.picked.as_ref().map_or(desk.view().camera, |picked| picked.trace.view.camera);
    let up = desk.study.up_axis().up();
    let from = Camera::look_at(camera.axes() * FROM, DVec3::ZERO, up);
    desk.shown.second_view.view.camera =
        from.framed_around(&desk.second_view_points(), desk.shown.second_view.view.aspect());
    desk.shown.second_view.pivot = desk.shown.second_view.view.camera.target;
    desk.shown.second_view.framed = Some(desk.shown.second_view.view.camera);
}

pub(super) fn show(desk: &mut Desk, camera: Camera) {
    desk.settings.ray = RayView::Split;
    divide_anew(desk, false);
    follow(desk);
    desk.shown.second_view.view.camera = camera;
    desk.shown.second_view.pivot = camera.target;
    desk.shown.second_view.unframed = false;
}

/// Begins to morph the free view to NDC or, if it is there or on its way there, back to the world.
pub(in crate::app) fn toggle_ndc(desk: &mut Desk) {
    if !desk.is_split() {
        return desk.tell(t!("ndc-needs-two-views"));
    }
    if desk.picked.is_none() {
        return desk.tell(t!("ndc-needs-pick"));
    }
    let is_there = desk.shown.second_view.ndc_goal.unwrap_or(desk.shown.second_view.ndc) > 0.5;
    let goal = if is_there { 0.0 } else { 1.0 };
    if desk.settings.reduces_motion() {
        return scrub_ndc(desk, goal);
    }
    desk.shown.second_view.ndc_goal = Some(goal);
}

/// Morphs the free view to this share of the way: 0 is world space, 1 is NDC.
pub(in crate::app) fn scrub_ndc(desk: &mut Desk, share: f64) {
    desk.shown.second_view.ndc = share.clamp(0.0, 1.0);
    desk.shown.second_view.ndc_goal = None;
}

pub(in crate::app) fn tick(desk: &mut Desk, seconds: f64) {
    let second_view = &mut desk.shown.second_view;
    let Some(goal) = second_view.ndc_goal else { return };
    let step = seconds / NDC_SECONDS;
    second_view.ndc += (goal - second_view.ndc).clamp(-step, step);
    second_view.ndc_goal = (second_view.ndc != goal).then_some(goal);
}

/// Returns the left and right half of a rectangle, or the upper and lower of a high one, with `between` pixels between.
fn halves(whole: Viewport, between: i32) -> [Viewport; 2] {
    let Viewport { x, y, width, height } = whole;
    if width < height {
        let half = (height - between).max(0) / 2;
        [Viewport { y: y + height - half, height: half, ..whole }, Viewport { height: half, ..whole }]
    } else {
        let half = (width - between).max(0) / 2;
        [Viewport { width: half, ..whole }, Viewport { x: x + width - half, width: half, ..whole }]
    }
}

#[cfg(test)]
mod tests;
