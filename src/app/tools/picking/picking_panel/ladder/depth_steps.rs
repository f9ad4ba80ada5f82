//! Table of the smallest depth differences that depth buffers can tell apart, beside the formula of NDC.

use super::{mono, short, weak};
use crate::app::texts::t;
use crate::app::theme::Colors;
use crate::app::tools::picking::ladder::{DepthSteps, KINDS};
use egui::{Align, Grid, Label, Layout, RichText, ScrollArea, Ui};

/// The distance between columns and rows, in logical pixels.
const SPACING: [f32; 2] = [12.0, 1.0];

/// Shows the smallest depth differences that each kind of depth buffer can tell apart, at three distances.
pub fn show(ui: &mut Ui, steps: &Option<DepthSteps>) {
    let Some(DepthSteps { distances, steps }) = steps else { return };
    let colors = Colors::of(ui);
    ui.vertical(|ui| {
        ui.spacing_mut().interact_size.y = 14.0;
        let grid = Grid::new("depth steps").spacing(SPACING).min_row_height(14.0).min_col_width(0.0);
        // Wider than a telephone.
        ScrollArea::horizontal().id_salt("depth steps").show(ui, |ui| {
            grid.show(ui, |ui| {
                let caption = RichText::new(t!("depth-steps")).small().color(colors.weak);
                ui.add(Label::new(caption).extend()).on_hover_text(t!("depth-steps-about"));
                for distance in distances {
                    right(ui, &t!("depth-at", distance = short(*distance)), colors.weak);
                }
                ui.end_row();
                for ((name, ..), row) in KINDS.iter().zip(steps) {
                    weak(ui, name.shown());
                    for step in row {
                        right(ui, &short(*step), colors.text);
                    }
                    ui.end_row();
                }
            })
        });
    });
}

fn right(ui: &mut Ui, text: &str, color: egui::Color32) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add(Label::new(mono(text, color)).selectable(false).extend());
    });
}
