//! Panel of the bench of bounding volumes: how tight each is, whether the ray meets it, and the volumes as wires.

use super::{Bounds, BoundsAction, Volumes};
use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::Desk;
use crate::app::panels::probe;
use crate::app::panels::rows::{self, ask};
use crate::app::probe::Probe;
use crate::app::texts::{Text, t};
use crate::app::theme::{Colors, SPACE, color32, heavy, palette};
use crate::app::tool::Panel;
use crate::app::{numbers, shapes};
use egui::{CornerRadius, FontId, Label, RichText, Sense, TextWrapMode, Ui, Vec2};
use pickray::geometry::{BoundingKind, BoundingVolume, KdopKind};
use pickray::intersect::{Pretest, PretestVerdict};
use pickray::mesh::BoundingFit;
use pickray_render::{Behind, Overlay, Palette, Pen, Srgb};

const COLUMN_WIDTH: f32 = 40.0;

impl Panel for Bounds {
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        rows::section(ui, Text("bounds-section-bounding-volumes"), true, |ui| match self.volumes.get() {
            Some(volumes) => table(ui, volumes, &self.drawn, actions),
            None => ask(actions, probe::not_there(ui, &self.volumes).map(BoundsAction::Volumes)),
        });
        rows::section(ui, Text("bounds-section-ray"), true, |ui| match (&self.ray.probe, self.volumes.get()) {
            (Some(asked), Some(volumes)) => ray(ui, self, desk, asked, volumes, actions),
            _ => rows::note(ui, t!("bounds-empty")),
        });
    }

    fn overlays(&self, desk: &Desk, _: Pane, palette: &Palette) -> Vec<Overlay> {
        let Some(volumes) = self.volumes.get() else { return Vec::new() };
        let mut overlays = Vec::new();
        let seen_in_second_view = self.ray.probe.filter(|asked| asked.view != *desk.view());
        for (place, fit) in volumes.fits.iter().enumerate() {
            let kind = fit.solid.kind();
            if !self.drawn.contains(&kind) {
                continue;
            }
            let test = self.tests.get(place);
            let spared = test.is_some_and(|test| test.verdict == PretestVerdict::Spared);
            let pen = Pen::new(color(kind, palette), 2.0).opacity(if spared { 0.5 } else { 1.0 });
            wires(&fit.solid, desk, if spared { pen.dashed(4.0) } else { pen }, &mut overlays);
            if let (Some(asked), Some(Pretest { span: Some((entry, exit)), .. })) = (&seen_in_second_view, test) {
                let ends = vec![asked.ray.at(*entry), asked.ray.at(*exit)];
                for (color, width) in [(palette.selected_outline, 11.0), (color(kind, palette), 8.0)] {
                    overlays.push(Overlay::Points(ends.clone(), Pen::new(color, width).behind(Behind::Drawn)));
                }
            }
        }
        probe::lines(desk, self.ray.probe.as_ref(), palette, &mut overlays);
        overlays
    }

    fn hints(&self) -> &'static [(Text, Text)] {
        &[
            (Text("gesture-mouse"), Text("bounds-hint-mouse")),
            (Text("gesture-plain-click"), Text("bounds-hint-click")),
            (Text("key-escape"), Text("bounds-hint-esc")),
        ]
    }
}

/// Shows a table of the kinds of volumes with their measures; the ticked kinds are drawn.
fn table(ui: &mut Ui, Volumes { fits, seconds }: &Volumes, drawn: &[BoundingKind], actions: &mut Vec<Action>) {
    let rays = fits.first().map_or(0, |fit| fit.counts.rays);
    let most = |measure: fn(&BoundingFit) -> f64| fits.iter().map(measure).fold(0.0, f64::max);
    let (volume, surface) = (most(|fit| fit.volume), most(|fit| fit.surface_area));
    rows::table(ui, "volumes", [2.0, 5.0], 24.0, |ui| {
        ui.label("");
        let passed = t!("bounds-passed-about", count = rays);
        for (title, hint) in [
            (t!("bounds-volume"), t!("bounds-volume-about")),
            (t!("bounds-surface"), t!("bounds-surface-about")),
            (t!("bounds-passed"), &passed),
            (t!("bounds-in-vain"), t!("bounds-in-vain-about")),
        ] {
            ui.label(RichText::new(title).small().color(Colors::of(ui).weak)).on_hover_text(hint);
        }
        ui.end_row();
        for fit in fits {
            // A box to tick beside a square in the colour in which the volume is drawn.
            let kind = fit.solid.kind();
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                rows::swatch(ui, color32(color(kind, palette(ui))));
                let drawn = rows::check(ui, drawn.contains(&kind), name_of(kind), t!("bounds-draw"));
                ask(actions, drawn.map(|on| BoundsAction::Draw(kind, on)));
            });
            cell(ui, &brief(fit.volume, volume), fit.volume / volume);
            cell(ui, &brief(fit.surface_area, surface), fit.surface_area / surface);
            for share in [fit.counts.share_passed(), fit.counts.share_in_vain()] {
                let text = if share == 1.0 { "100 %".to_owned() } else { format!("{:.1} %", 100.0 * share) };
                cell(ui, &text, share);
            }
            ui.end_row();
        }
    });

    ui.add_space(0.5 * SPACE);
    rows::note(ui, &t!("bounds-took", count = rays, time = numbers::duration(*seconds)));
}

fn name_of(kind: BoundingKind) -> &'static str {
    if kind == BoundingKind::Sphere { t!("bounds-sphere") } else { kind.name() }
}

fn cell(ui: &mut Ui, text: &str, share: f64) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.set_min_width(COLUMN_WIDTH);
        ui.add(Label::new(RichText::new(text).monospace().size(11.0)).wrap_mode(TextWrapMode::Extend));
        let (rect, _) = ui.allocate_exact_size(Vec2::new(COLUMN_WIDTH, 3.0), Sense::hover());
        let filled = rect.with_max_x(rect.left() + COLUMN_WIDTH * share.clamp(0.0, 1.0) as f32);
        ui.painter().rect_filled(rect, CornerRadius::ZERO, Colors::of(ui).line);
        ui.painter().rect_filled(filled, CornerRadius::ZERO, Colors::of(ui).weak);
    });
}

/// Share of the largest number of a column up to which a number is a rounded zero, as for a box of no height.
const ROUNDING: f64 = f64::EPSILON;

/// Writes a measure with four significant digits; 0 where it is a rounded zero beside the largest, `most`.
fn brief(x: f64, most: f64) -> String {
    if x <= ROUNDING * most { "0".to_owned() } else { numbers::number(format!("{x:.3e}").parse().unwrap_or(x)) }
}

fn ray(ui: &mut Ui, bench: &Bounds, desk: &Desk, asked: &Probe, volumes: &Volumes, actions: &mut Vec<Action>) {
    probe::heading(ui, asked);
    if let Some(hit) = asked.hit {
        rows::value_row(ui, "t", hit.t, actions);
    }
    ui.add_space(SPACE);
    let colors = Colors::of(ui);
    rows::table(ui, "tests", [16.0, 2.0], 18.0, |ui| {
        rows::headings(ui, &["", "", t!("bounds-enters"), t!("bounds-leaves")]);
        for (fit, test) in volumes.fits.iter().zip(&bench.tests) {
            ui.label(RichText::new(name_of(fit.solid.kind())).color(colors.weak));
            let (words, color) = match test.verdict {
                PretestVerdict::Spared => (t!("bounds-missed"), colors.weak),
                PretestVerdict::Met => (t!("bounds-met"), colors.text),
                PretestVerdict::InVain => (t!("bounds-vain"), colors.warning),
                PretestVerdict::Lost => (t!("bounds-lost"), colors.error),
            };
            ui.label(RichText::new(words).font(FontId::new(13.5, heavy())).color(color));
            for t in test.span.map_or([None; 2], |(entry, exit)| [Some(entry), Some(exit)]) {
                ui.label(RichText::new(t.map_or_else(|| "–".to_owned(), numbers::number)).monospace());
            }
            ui.end_row();
        }
    });
    ask(actions, probe::kept(ui, desk, asked).then_some(Action::LetGo));
}

fn color(kind: BoundingKind, palette: &Palette) -> Srgb {
    match kind {
        BoundingKind::Sphere => palette.near_point,
        BoundingKind::Aabb => palette.frustum,
        BoundingKind::Obb => palette.other,
        BoundingKind::Kdop(KdopKind::K14) => palette.hover,
        BoundingKind::Kdop(KdopKind::K18) => palette.marked,
        BoundingKind::Kdop(_) => palette.far_point,
    }
}

fn wires(solid: &BoundingVolume, desk: &Desk, pen: Pen, overlays: &mut Vec<Overlay>) {
    let lines = match solid {
        BoundingVolume::Sphere(sphere) => {
            return overlays.extend(shapes::ball(sphere, &desk.view().camera, pen, (1.0, 0.5 * pen.opacity)));
        }
        BoundingVolume::Aabb(aabb) => shapes::box_edges(aabb.corners()).collect(),
        BoundingVolume::Obb(obb) => shapes::box_edges(obb.corners()).collect(),
        BoundingVolume::Kdop(kdop) => kdop.edges(),
    };
    overlays.push(Overlay::Lines(lines, pen));
}
