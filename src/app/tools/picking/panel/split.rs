//! The free view of a split picture: the camera of the last pick, its planes and its ray, each with its name.

use super::ray::points;
use crate::app::desk::{Desk, Picked};
use crate::app::panels::{area_of, labels};
use crate::app::theme::{self, Colors, SPACE};
use crate::math::CursorPosition;
use crate::render::{Overlay, Palette, Pen};
use crate::scene::{Projection, View};
use egui::{Align2, FontId, Rect, Ui};
use glam::DVec3;

/// The last pick, its view, and its ray from the near to the far plane, where the picture is split and there is a ray.
struct Shown<'a> {
    picked: &'a Picked,
    view: View,
    ray: [DVec3; 2],
}

impl<'a> Shown<'a> {
    fn of(desk: &'a Desk) -> Option<Self> {
        let picked = desk.picked.as_ref().filter(|_| desk.is_split())?;
        let ray = picked.trace.ray.as_ref().ok()?;
        let view = desk.finite_view(picked);
        let (near, far) = (ray.near.world, ray.far.world);
        // Where the far plane is at infinity, the ray ends where it has passed everything.
        let [from, to] = [near, far].map(|point| view.camera.depth_of(point));
        let end = if ray.t_max.is_some() { far } else { near.lerp(far, (view.camera.far - from) / (to - from)) };
        Some(Self { picked, view, ray: [near, end] })
    }
}

/// What is drawn of the last pick over the mesh.
pub fn overlays(desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let Some(Shown { picked, view, ray: [near, far] }) = Shown::of(desk) else { return Vec::new() };
    let mut overlays = Overlay::whole_frustum(&view, palette);
    let planes = [(view.camera.near, palette.near_point), (view.camera.far, palette.far_point)];
    for (depth, color) in planes {
        let [a, b, c, d] = view.rectangle_at(depth);
        let edges = vec![[a, b], [b, c], [c, d], [d, a]];
        overlays.push(Overlay::Lines(edges, Pen::new(color, 1.5)));
        overlays.extend(pixel(picked, &view, depth).map(|edges| Overlay::Lines(edges, Pen::new(color, 1.0))));
    }
    let hit = picked.hit.as_ref().map(|hit| hit.point_world);
    overlays.extend(Overlay::ray(near, far, hit, palette));
    overlays
}

/// The edges of the pixel that was picked, at a depth.
fn pixel(picked: &Picked, view: &View, depth: f64) -> Option<Vec<[DVec3; 2]>> {
    let (x, y) = (picked.cursor.x.floor(), picked.cursor.y.floor());
    let corner = |(right, down): (f64, f64)| view.point_under(CursorPosition { x: x + right, y: y + down }, depth);
    let [a, b, c, d] = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)].map(corner);
    let (a, b, c, d) = (a?, b?, c?, d?);
    Some(vec![[a, b], [b, c], [c, d], [d, a]])
}

/// The names of what is drawn, and of the two views.
pub fn names(ui: &Ui, desk: &Desk) {
    if !desk.is_split() {
        return;
    }
    let (palette, aside) = (theme::palette(ui), area_of(desk, &desk.aside.view));
    caption(ui, area_of(desk, &desk.view), "Pick here");
    let Some(Shown { picked, view, ray: [near, far] }) = Shown::of(desk) else {
        return caption(ui, aside, "The ray of the next pick, from aside");
    };
    caption(ui, aside, "The pick from aside");
    let mut names = points(picked, near, far, palette);
    if matches!(view.camera.projection, Projection::Perspective { .. }) {
        names.push((view.camera.eye, "Eye".to_owned(), palette.frustum));
    }
    labels(ui, desk, &desk.aside.view, aside, &names);
}

/// What a view is for, in its upper left corner.
fn caption(ui: &Ui, area: Rect, text: &str) {
    let at = area.left_top() + egui::Vec2::splat(2.0 * SPACE);
    let painter = ui.painter().with_clip_rect(area);
    painter.text(at, Align2::LEFT_TOP, text, FontId::proportional(12.0), Colors::of(ui).weak);
}
