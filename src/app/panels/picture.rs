//! What is drawn over and into the picture: the crosshair, the place of the last pick, its ray and its camera.

use super::shapes;
use crate::app::state::State;
use crate::app::theme::{Colors, heavy};
use crate::geometry::Aabb;
use crate::math::CursorPosition;
use crate::pick::ObjectOutcome;
use crate::render::{Overlay, Palette, Pen};
use crate::scene::View;
use egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, Ui, Vec2};

/// The radius of the ring around the place of the last pick, in logical pixels: it leaves the triangle to be seen.
const RING: f32 = 7.0;

/// The crosshair's arms, from their inner to their outer end, in logical pixels.
const ARM: [f32; 2] = [5.0, 18.0];

/// Marks in the picture's own pixels.
pub fn marks(ui: &Ui, state: &State, area: Rect) {
    let painter = ui.painter().with_clip_rect(area);
    let scale = state.scale_factor as f32;
    let place = |at: CursorPosition| Pos2::new(at.x as f32 / scale, at.y as f32 / scale);
    let colors = Colors::of(ui);
    // The ray is a dot from where it was made; the ring stands for it there.
    if let Some(picked) = state
        .picked
        .as_ref()
        .filter(|picked| state.settings.show_ray && picked.view == state.view && state.bench().is_none())
    {
        let center = place(picked.cursor);
        painter.circle_stroke(center, RING, Stroke::new(3.5, Color32::from_black_alpha(150)));
        painter.circle_stroke(center, RING, Stroke::new(1.5, Color32::WHITE));
    }
    if let Some(bench) = state.bench() {
        super::collide::marks(ui, state, bench, area);
    }
    if let Some(crosshair) = state.crosshair {
        let center = place(crosshair);
        for direction in [Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y] {
            let arm = [center + ARM[0] * direction, center + ARM[1] * direction];
            painter.line_segment(arm, Stroke::new(3.5, Color32::from_black_alpha(170)));
            painter.line_segment(arm, Stroke::new(1.5, Color32::WHITE));
        }
    }
    if state.dropping {
        painter.rect_filled(area, 0.0, colors.panel.gamma_multiply(0.8));
        painter.rect_stroke(area.shrink(8.0), 8.0, Stroke::new(2.0, colors.accent), egui::StrokeKind::Inside);
        words(&painter, area, "Drop to open", colors.text);
    } else if state.scene.objects.is_empty() && state.loading.is_none() {
        words(&painter, area, "Drop an OBJ file here, or open one from the File menu", colors.weak);
    }
}

fn words(painter: &egui::Painter, area: Rect, text: &str, color: Color32) {
    painter.text(area.center(), Align2::CENTER_CENTER, text, FontId::new(17.0, heavy()), color);
}

/// The view to draw with: that of the state, its clip planes moved apart where the overlays reach out of them. Where things
/// are seen does not depend on these planes; picks go by those of the state, which fit the mesh.
pub fn drawn_view(state: &State, overlays: &[Overlay]) -> View {
    let points = overlays.iter().flat_map(|overlay| match overlay {
        Overlay::Lines(lines, _) => lines.as_flattened(),
        Overlay::Points(points, _) | Overlay::Rings(points, _, _) => points,
    });
    let reach = Aabb::from_points(points.copied());
    if reach.is_empty() {
        return state.view;
    }
    let camera = state.view.camera.with_depth_fitted(&reach.union(state.bounds()));
    View { camera, ..state.view }
}

/// What the renderer draws over the scene: of the last pick its ray and the frustum of the camera that made it, once another camera looks;
/// of a bench of the Collide workspace its lines.
pub fn overlays(state: &State, palette: &Palette) -> Vec<Overlay> {
    if let Some(bench) = state.bench() {
        return super::collide::overlays(state, bench, palette);
    }
    let mut overlays = super::verify::overlays(state, palette);
    overlays.extend(ray(state, palette));
    overlays.extend(boxes(state, palette));
    overlays
}

/// The boxes of the tree that the last pick's ray was tested against: those that it met brighter, the others faint.
fn boxes(state: &State, palette: &Palette) -> Vec<Overlay> {
    let Some(picked) = state.picked.as_ref().filter(|_| state.settings.show_boxes) else { return Vec::new() };
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
fn ray(state: &State, palette: &Palette) -> Vec<Overlay> {
    let Some(picked) = state.picked.as_ref().filter(|picked| state.settings.show_ray && picked.view != state.view)
    else {
        return Vec::new();
    };
    let Ok(ray) = &picked.trace.ray else { return Vec::new() };
    let mut overlays = Overlay::frustum(&picked.view, palette);
    let hit = picked.hit.as_ref().map(|hit| hit.point_world);
    overlays.extend(Overlay::ray(ray.near.world, ray.far.world, hit, palette));
    overlays
}
