//! The load report: what was in the file, and every warning with its line.

use super::rows;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::numbers;
use crate::app::theme::{Colors, SPACE};
use egui::{Label, RichText, ScrollArea, Ui};

pub fn show(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "Load report", 620.0, actions, |ui, actions| {
        let Some(report) = &desk.report else {
            rows::note(ui, "This mesh was made by formula: there is no file to report on.");
            return;
        };
        rows::text_row(ui, "File", &report.name, actions);
        let counts = [
            ("lines", report.lines),
            ("vertices", report.vertices),
            ("faces", report.faces),
            ("triangles", report.triangles),
        ];
        let text: Vec<_> = counts.iter().map(|(name, n)| format!("{} {name}", numbers::count(*n))).collect();
        rows::line(ui, "Holds", |ui| {
            rows::note(ui, &format!("{}, {}", numbers::bytes(report.bytes), text.join(", ")));
        });
        let skipped = [
            ("faces with problems", report.faces_left_out),
            ("points", report.points),
            ("lines", report.polylines),
            ("curves and surfaces", report.curves_and_surfaces),
        ];
        let skipped: Vec<_> =
            skipped.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{} {name}", numbers::count(*n))).collect();
        if !skipped.is_empty() {
            rows::line(ui, "Left out", |ui| {
                rows::note(ui, &skipped.join(", "));
            });
        }
        if !report.material_libraries.is_empty() {
            rows::text_row(ui, "Materials", &report.material_libraries.join(", "), actions);
        }
        let times = [("reading", report.read_seconds), ("building the tree", report.build_seconds)];
        let text: Vec<_> = times.iter().map(|(what, s)| format!("{what} {}", numbers::duration(*s))).collect();
        rows::line(ui, "Took", |ui| {
            rows::note(ui, &text.join(", "));
        });
        ui.add_space(2.0 * SPACE);
        warnings(ui, report);
    });
}

fn warnings(ui: &mut Ui, report: &crate::mesh::LoadReport) {
    if report.warnings.is_empty() {
        ui.label("No warnings.");
        return;
    }
    let height = 19.0;
    ScrollArea::both().max_height(320.0).auto_shrink([false, true]).show_rows(
        ui,
        height,
        report.warnings.len(),
        |ui, range| {
            for warning in &report.warnings[range] {
                ui.horizontal(|ui| {
                    let line = warning.line.map_or_else(|| "file".to_owned(), |line| format!("line {line}"));
                    ui.allocate_ui(egui::vec2(96.0, height), |ui| {
                        ui.set_min_width(96.0);
                        ui.label(RichText::new(line).monospace().color(Colors::of(ui).warning));
                    });
                    ui.add(Label::new(&warning.message).extend());
                });
            }
        },
    );
}
