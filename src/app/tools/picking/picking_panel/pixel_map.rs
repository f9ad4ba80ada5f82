//! Map of the comparison with the GPU over the picture, its legend, and the two triangles of an inspected pixel.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::numbers;
use crate::app::panels::on_screen;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{Text, t};
use crate::app::theme::{Colors, SPACE, color32, heavy, palette};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::mistakes::{self, may_tell};
use crate::app::tools::picking::pixel_check::{Candidate, CheckAction, Checked, Inspected, PixelCheck};
use egui::{
    Area, Button, Color32, ColorImage, ComboBox, CornerRadius, FontId, Frame, Grid, Id, Label, Order, Pos2, Rect,
    RichText, ScrollArea, Sense, Stroke, TextureHandle, TextureOptions, Ui, Vec2,
};
use pickray::math::CursorPosition;
use pickray::mesh::Place;
use pickray::pick::explain::Mistake;
use pickray_render::verify::{Counts, Verdict, Verification};
use pickray_render::{Behind, Overlay, Palette, Pen};
use std::sync::Arc;

const WIDTH: f32 = 280.0;

/// Room that the legend leaves beside and below it, in logical pixels; `LEAST_HEIGHT` is its least height.
const MARGIN: f32 = 12.0 + 2.0 * SPACE;
const LEAST_HEIGHT: f32 = 72.0;

/// Rows of the legend: each verdict, its name and its meaning.
const VERDICTS: [(Verdict, Text, Text); 4] = [
    (Verdict::Agree, Text("verify-agree"), Text("verify-agree-about")),
    (Verdict::Edge, Text("verify-edge"), Text("verify-edge-about")),
    (Verdict::Depth, Text("verify-depth"), Text("verify-depth-about")),
    (Verdict::Real, Text("verify-real"), Text("verify-real-about")),
];

#[derive(Clone)]
struct MapTexture {
    verification: Arc<Verification>,
    texture: TextureHandle,
}

/// Lays the map of verdicts over the picture, and draws a frame around the inspected pixel.
pub fn map(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect) {
    let id = Id::unique("map of verdicts");
    let check = picking.check.as_ref();
    let Some((check, checked)) = check.and_then(|check| Some((check, check.result.get()?))) else {
        return ui.data_mut(|data| data.remove::<MapTexture>(id));
    };
    let (scale, framebuffer) = (desk.shown.scale_factor as f32, check.view.framebuffer);

    // The texture is made once for each result.
    let kept = ui.data(|data| data.get_temp::<MapTexture>(id));
    let kept = kept.filter(|kept| Arc::ptr_eq(&kept.verification, &checked.verification));
    let kept = kept.or_else(|| {
        let image = checked.verification.layer(desk.shown.scale_factor);
        let size = [image.width as usize, image.height as usize];
        if ui.input(|input| input.max_texture_side) < size[0].max(size[1]) {
            return None;
        }
        let image = ColorImage::from_rgba_unmultiplied(size, image.pixels.as_flattened());
        let texture = ui.ctx().load_texture("map of verdicts", image, TextureOptions::NEAREST);
        let made = MapTexture { verification: checked.verification.clone(), texture };
        ui.data_mut(|data| data.insert_temp(id, made.clone()));
        Some(made)
    });
    let painter = ui.painter().with_clip_rect(area);
    if let Some(kept) = kept {
        let whole = Vec2::new(framebuffer.width as f32, framebuffer.height as f32) / scale;
        let uv = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(kept.texture.id(), Rect::from_min_size(Pos2::ZERO, whole), uv, Color32::WHITE);
    }

    // A frame is seen on any ground: white within black.
    if let Some(inspected) = &check.inspected {
        let square = Rect::from_center_size(on_screen(desk, inspected.mismatch.cursor), Vec2::splat(16.0));
        for (width, color) in [(3.5, Color32::from_black_alpha(170)), (1.5, Color32::WHITE)] {
            painter.rect_stroke(square, 2.0, Stroke::new(width, color), egui::StrokeKind::Middle);
        }
    }
}

/// Returns the outlines of the two triangles of the inspected pixel: that of the ray unbroken, that of the GPU dashed.
pub fn overlays(picking: &Picking, desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let Some(inspected) = picking.check.as_ref().and_then(|check| check.inspected.as_ref()) else { return Vec::new() };
    let pens = [Pen::new(palette.far_point, 3.0), Pen::new(palette.near_point, 3.0).dashed(6.0)];
    let ids = [inspected.mismatch.picked, inspected.mismatch.shown].into_iter().zip(pens);
    ids.filter_map(|(id, pen)| Some(Overlay::triangle(&desk.triangle(id?)?, pen.behind(Behind::Drawn)))).collect()
}

/// Shows the legend of the map: how far the check has come and, once it is done, what it found.
pub fn legend(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let Some(check) = &picking.check else { return };
    let at = area.left_top() + Vec2::splat(3.0 * SPACE);
    Area::new(Id::unique("verdicts")).order(Order::Middle).fixed_pos(at).constrain_to(area).show(ui.ctx(), |ui| {
        Frame::window(ui.style()).inner_margin(12).show(ui, |ui| {
            let width = WIDTH.min(area.right() - ui.cursor().left() - MARGIN);
            ui.set_width(width);
            // In a low picture it scrolls. What is found is higher than what runs.
            ui.set_max_height((area.bottom() - ui.cursor().top() - MARGIN).max(LEAST_HEIGHT));
            let closing = [(t!("cancel"), t!("verify-stop")), ("×", t!("verify-close"))];
            let (words, hint) = closing[usize::from(!check.is_running())];
            let heading = RichText::new(t!("verify")).font(FontId::new(14.5, heavy()));
            ask(actions, rows::closable(ui, heading, words, hint).then_some(CheckAction::Close));
            ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
                match check.result.get() {
                    None => {
                        let fraction = check.result.progress().map_or(0.0, |progress| progress.fraction());
                        ui.horizontal(|ui| rows::progress(ui, width - 60.0, fraction));
                        let draws = check.ids.is_awaited();
                        rows::note(ui, if draws { t!("verify-drawing-ids") } else { t!("verify-casting") });
                    }
                    Some(checked) => found(ui, width, check, checked, actions),
                }
                ui.add_space(SPACE);
                if may_tell(&desk.study) {
                    choice_of_mistake(ui, width, check, actions);
                } else {
                    rows::note(ui, t!("verify-rays-with-hidden"));
                }
            });
        });
    });
}

fn found(ui: &mut Ui, width: f32, check: &PixelCheck, checked: &Checked, actions: &mut Vec<Action>) {
    let Counts { agree, edge, depth, real } = checked.verification.counts;
    let words = match (real, check.mistake) {
        (0, None) => t!("verify-right"),
        (0, _) => t!("verify-no-difference"),
        (_, None) => t!("verify-wrong"),
        (_, _) => t!("verify-found"),
    };
    ui.add(Label::new(RichText::new(words).strong()).wrap());

    // A click on a verdict leads to its next pixel.
    ui.spacing_mut().interact_size.y = 20.0;
    Grid::new("verdicts").show(ui, |ui| {
        for ((verdict, name, meaning), n) in VERDICTS.into_iter().zip([agree, edge, depth, real]) {
            ui.horizontal(|ui| {
                chip(ui, verdict);
                let (words, meaning) = (t!("verify-count", count = n, verdict = name.shown()), meaning.shown());
                if verdict == Verdict::Agree || n == 0 {
                    ui.label(words).on_hover_text(meaning);
                } else if rows::link(ui, words.into()).on_hover_text(t!("verify-next", meaning = meaning)).clicked() {
                    actions.push(CheckAction::Next(verdict).into());
                }
            });
            if width < WIDTH || matches!(verdict, Verdict::Edge | Verdict::Real) {
                ui.end_row();
            }
        }
    });
    let (rays, time) = (checked.verification.counts.pixels(), numbers::duration(checked.seconds));
    let note = if checked.verification.mismatches.is_empty() {
        t!("verify-rays", count = rays, time = time)
    } else {
        t!("verify-rays-and-mismatches", count = rays, time = time)
    };
    rows::note(ui, &note);
}

fn choice_of_mistake(ui: &mut Ui, width: f32, check: &PixelCheck, actions: &mut Vec<Action>) {
    let name = |mistake: Option<Mistake>| mistake.map_or_else(|| t!("mistake-none"), mistakes::name);
    ui.horizontal(|ui| {
        let label = ui.label(RichText::new(t!("verify-rays-with")).color(Colors::of(ui).weak));
        let shown = ComboBox::from_id_salt("mistake").selected_text(name(check.mistake)).width(width - 84.0);
        let shown = shown.show_ui(ui, |ui| {
            for mistake in std::iter::once(None).chain(Mistake::ALL.map(Some)) {
                if ui.add(Button::selectable(check.mistake == mistake, name(mistake))).clicked() {
                    actions.push(CheckAction::Spoil(mistake).into());
                    ui.close();
                }
            }
        });
        shown.response.labelled_by(label.id).on_hover_text(t!("verify-rays-with-about"));
    });
}

fn chip(ui: &mut Ui, verdict: Verdict) {
    let [red, green, blue] = verdict.color();
    rows::swatch(ui, Color32::from_rgb(red, green, blue));
}

/// Number of pixels that the loupe shows on each side of the inspected one.
const LOUPE: i32 = 2;
const MAGNIFIED_PIXEL: f32 = 32.0;

/// Shows the verdict on the inspected pixel, the reason for it, and the triangles of ray and GPU.
pub fn inspector(ui: &mut Ui, inspected: &Inspected, actions: &mut Vec<Action>) {
    let mismatch = &inspected.mismatch;
    ui.horizontal(|ui| {
        chip(ui, mismatch.verdict);
        let (column, row) = mismatch.cursor.pixel();
        let name = VERDICTS.iter().find(|(verdict, ..)| *verdict == mismatch.verdict).map(|(_, name, _)| name.shown());
        let (column, row, verdict) = (column.to_string(), row.to_string(), name.unwrap_or_default());
        let title = t!("pixel-title", column = column, row = row, verdict = verdict);
        ui.label(RichText::new(title).font(FontId::new(16.0, heavy())));
    });
    rows::note(ui, &inspected.reason());
    let palette = palette(ui);
    loupe(ui, inspected, palette);
    candidate(ui, &inspected.picked, (palette.far_point, false), actions);
    candidate(ui, &inspected.shown, (palette.near_point, true), actions);
}

/// Shows the pixel and its neighbours with the outlines of both triangles; the dot is where the ray goes.
fn loupe(ui: &mut Ui, inspected: &Inspected, palette: &Palette) {
    ui.add_space(SPACE);
    let (place, _) = ui.allocate_exact_size(Vec2::splat(MAGNIFIED_PIXEL * (2 * LOUPE + 1) as f32), Sense::hover());
    let (painter, colors) = (ui.painter().with_clip_rect(place), Colors::of(ui));
    painter.rect_filled(place, CornerRadius::ZERO, colors.sunken);
    let middle = inspected.mismatch.cursor;
    let on_loupe = |corner: &CursorPosition| {
        place.center() + MAGNIFIED_PIXEL * Vec2::new((corner.x - middle.x) as f32, (corner.y - middle.y) as f32)
    };

    let outlines = [(&inspected.picked, palette.far_point), (&inspected.shown, palette.near_point)];
    let outlines = outlines.map(|(candidate, color)| {
        let corners = candidate.as_ref()?.corners?.map(|corner| on_loupe(&corner));
        let fill = color32(color).gamma_multiply(0.25);
        painter.add(egui::Shape::convex_polygon(corners.to_vec(), fill, Stroke::NONE));
        Some((corners, color32(color)))
    });
    for at in (0..=2 * LOUPE + 1).map(|line| MAGNIFIED_PIXEL * line as f32) {
        painter.vline(place.left() + at, place.y_range(), (1.0, colors.line));
        painter.hline(place.x_range(), place.top() + at, (1.0, colors.line));
    }

    for (k, outline) in outlines.iter().enumerate() {
        let Some(([a, b, c], color)) = outline else { continue };
        let (closed, stroke) = ([*a, *b, *c, *a], Stroke::new(2.0, *color));
        if k == 0 {
            painter.add(egui::Shape::line(closed.to_vec(), stroke));
        } else {
            // Dashes of an edge far longer than the loupe would be far too many.
            for edge in closed.windows(2).filter_map(|ends| within(ends[0], ends[1], place)) {
                painter.extend(egui::Shape::dashed_line(&edge, stroke, 6.0, 4.0));
            }
        }
    }
    painter.circle(place.center(), 3.5, colors.text, Stroke::new(1.5, colors.panel));
}

/// Returns the part of a line within a rectangle; `None` if none is.
pub fn within(from: Pos2, to: Pos2, place: Rect) -> Option<[Pos2; 2]> {
    let along = to - from;
    let (mut start, mut end) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let [low, high] = [place.min[axis], place.max[axis]].map(|side| (side - from[axis]) / along[axis]);
        if along[axis] == 0.0 {
            if from[axis] < place.min[axis] || place.max[axis] < from[axis] {
                return None;
            }
        } else {
            (start, end) = (start.max(low.min(high)), end.min(low.max(high)));
        }
    }
    (start < end).then(|| [from + start * along, from + end * along])
}

fn candidate(ui: &mut Ui, candidate: &Option<Candidate>, (color, dashed): ([f32; 3], bool), actions: &mut Vec<Action>) {
    ui.add_space(SPACE);
    ui.horizontal(|ui| {
        let (place, _) = ui.allocate_exact_size(Vec2::new(18.0, 12.0), Sense::hover());
        let stroke = Stroke::new(3.0, color32(color));
        let ends = [place.left_center(), place.right_center()];
        if dashed {
            ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, 5.0, 3.0));
        } else {
            ui.painter().line_segment(ends, stroke);
        }
        let triangle = candidate.as_ref().map(|candidate| candidate.evidence.triangle.triangle.to_string());
        let words = match (dashed, triangle) {
            (false, Some(triangle)) => t!("pixel-ray-hits", triangle = triangle),
            (false, None) => t!("pixel-ray-hits-nothing").to_owned(),
            (true, Some(triangle)) => t!("pixel-gpu-shows", triangle = triangle),
            (true, None) => t!("pixel-gpu-shows-nothing").to_owned(),
        };
        ui.label(RichText::new(words).font(FontId::new(13.5, heavy())));
    });
    let Some(Candidate { evidence, place, .. }) = candidate else { return };
    if let Some(place) = place {
        let (label, number) = match place {
            Place::Line(line) => (t!("record-line"), line.to_string()),
            Place::Record(record) => (t!("record-record"), record.to_string()),
        };
        rows::text_row(ui, label, &number, actions);
    }

    // The numbers behind the verdict, with the error that is granted to the GPU.
    if evidence.from_edge.is_finite() {
        let pixels = format!("{:.5}", evidence.from_edge.abs());
        let error = format!("{:.1e}", evidence.edge_error);
        let text = match evidence.from_edge < 0.0 {
            true => t!("pixel-outside", pixels = pixels, error = error),
            false => t!("pixel-inside", pixels = pixels, error = error),
        };
        rows::text_row(ui, t!("pixel-edge"), &text, actions);
        let depth = format!("{:.9} ± {:.1e}", evidence.depth, evidence.depth_error);
        rows::text_row(ui, t!("pixel-depth"), &depth, actions);
    } else {
        rows::text_row(ui, t!("pixel-edge"), t!("pixel-nowhere"), actions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_to_the_loupe() {
        let place = Rect::from_min_max(Pos2::new(0.0, 0.0), Pos2::new(10.0, 10.0));
        let cut = |from: [f32; 2], to: [f32; 2]| within(from.into(), to.into(), place);
        assert_eq!(cut([-1e6, 5.0], [1e6, 5.0]), Some([Pos2::new(0.0, 5.0), Pos2::new(10.0, 5.0)]));
        assert_eq!(cut([2.0, -20.0], [2.0, 4.0]), Some([Pos2::new(2.0, 0.0), Pos2::new(2.0, 4.0)]));
        assert_eq!(cut([-5.0, 0.0], [5.0, 20.0]), None);
        assert_eq!(cut([11.0, 0.0], [11.0, 10.0]), None);
    }
}
