//! The ray of the last pick: its place in the picture, and its lines in the scene once another camera looks.

use crate::app::desk::Desk;
use crate::app::shapes;
use crate::pick::ObjectOutcome;
use crate::render::{Overlay, Palette, Pen};
use egui::{Color32, Pos2, Rect, Stroke, Ui};

/// The radius of the ring around the place of the last pick, in logical pixels: it leaves the triangle to be seen.
const RING: f32 = 7.0;

/// A ring around the place of the last pick: from where it was made the ray is a dot, and the ring stands for it there.
pub fn ring(ui: &Ui, desk: &Desk, area: Rect) {
    let Some(picked) = desk.picked.as_ref().filter(|picked| desk.settings.show_ray && picked.view == desk.view) else {
        return;
    };
    let scale = desk.scale_factor as f32;
    let center = Pos2::new(picked.cursor.x as f32 / scale, picked.cursor.y as f32 / scale);
    let painter = ui.painter().with_clip_rect(area);
    painter.circle_stroke(center, RING, Stroke::new(3.5, Color32::from_black_alpha(150)));
    painter.circle_stroke(center, RING, Stroke::new(1.5, Color32::WHITE));
}

/// The boxes of the tree that the last pick's ray was tested against: those that it met brighter, the others faint.
pub fn boxes(desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let Some(picked) = desk.picked.as_ref().filter(|_| desk.settings.show_boxes) else { return Vec::new() };
    let mut overlays = Vec::new();
    for object in &picked.trace.objects {
        let ObjectOutcome::Tested(cast) = &object.outcome else { continue };
        for (met, pen) in
            [(false, Pen::new(palette.frustum, 1.0).opacity(0.35)), (true, Pen::new(palette.hover, 1.25).opacity(0.9))]
        {
            let lines = cast.boxes.iter().filter(|test| test.met == met).flat_map(|test| {
                let corners = test.aabb.corners().map(|corner| corner + cast.mesh_origin);
                shapes::box_edges(corners.map(|corner| object.world_from_object.transform_point3(corner)))
            });
            overlays.push(Overlay::Lines(lines.collect(), pen));
        }
    }
    overlays
}

/// The ray of the last pick and the frustum of the camera that made it, once another camera looks.
pub fn ray(desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let Some(picked) = desk.picked.as_ref().filter(|picked| desk.settings.show_ray && picked.view != desk.view) else {
        return Vec::new();
    };
    let Ok(ray) = &picked.trace.ray else { return Vec::new() };
    let mut overlays = Overlay::frustum(&picked.view, palette);
    let hit = picked.hit.as_ref().map(|hit| hit.point_world);
    overlays.extend(Overlay::ray(ray.near.world, ray.far.world, hit, palette));
    overlays
}
