//! Tables of the ladder: the triangles that a pick tested, and the smallest differences that depth buffers tell apart.

use super::{mono, short, weak as small};
use crate::app::numbers;
use crate::app::panels::rows;
use crate::app::texts::t;
use crate::app::theme::Colors;
use crate::app::tools::picking::ladder::{DepthSteps, KINDS};
use egui::{Align, Color32, Grid, Label, Layout, RichText, ScrollArea, Ui};
use pickray::intersect::{RayTriangleOutcome, Rejection};
use pickray::pick::explain::{CastTrace, PickTrace, TriangleTest};

/// Shows a table of the triangles that the ray was tested against, each with the outcome of its test.
pub fn show(ui: &mut Ui, trace: &PickTrace, cast: &CastTrace) {
    let closest = trace.hit.as_ref().map(|hit| hit.triangle);
    let shown = &cast.triangles[..cast.triangles.len().min(64)];
    let column = |number: fn(&TriangleTest) -> f64| numbers::aligned(&shown.iter().map(number).collect::<Vec<_>>());
    let columns = [
        ("det", column(|test| test.report.det)),
        ("u det", column(|test| test.report.u_det)),
        ("v det", column(|test| test.report.v_det)),
        ("t det", column(|test| test.report.t_det)),
    ];
    ui.spacing_mut().interact_size.y = 16.0;
    // The tests stand in the order in which they were made.
    rows::table(ui, "tests", [14.0, 2.0], 16.0, |ui| {
        head(ui, t!("tested-triangle"));
        for (name, _) in &columns {
            head(ui, name);
        }
        head(ui, t!("tested-outcome"));
        ui.end_row();
        for (row, test) in shown.iter().enumerate() {
            ui.label(RichText::new(test.triangle.to_string()).monospace());
            for (_, column) in &columns {
                ui.label(RichText::new(&column[row]).monospace());
            }
            let (text, color) = outcome(ui, test, closest == Some(test.triangle));
            ui.label(RichText::new(text).color(color));
            ui.end_row();
        }
    });
    let more = (cast.triangles.len() - shown.len()) as u64 + cast.triangles_left_out;
    if more > 0 {
        small(ui, &t!("and-more", count = more));
    }
}

/// Shows the head of a column, which makes room for it.
fn head(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).small().color(Colors::of(ui).weak)).selectable(false).extend());
}

fn outcome(ui: &Ui, test: &TriangleTest, is_closest: bool) -> (String, Color32) {
    let colors = Colors::of(ui);
    match &test.report.outcome {
        RayTriangleOutcome::Hit(_) if is_closest => (t!("tested-closest").to_owned(), colors.selected),
        RayTriangleOutcome::Hit(_) => (t!("tested-hit").to_owned(), colors.text),
        RayTriangleOutcome::Miss(why) => (reason(*why).to_owned(), colors.weak),
    }
}

pub fn reason(why: Rejection) -> &'static str {
    match why {
        Rejection::NotFinite => t!("rejected-not-finite"),
        Rejection::ZeroDirection => t!("rejected-zero-direction"),
        Rejection::Degenerate => t!("rejected-degenerate"),
        Rejection::Coplanar => t!("rejected-coplanar"),
        Rejection::Parallel => t!("rejected-parallel"),
        Rejection::Culled => t!("rejected-culled"),
        Rejection::OutsideU => t!("rejected-u"),
        Rejection::OutsideV => t!("rejected-v"),
        Rejection::OutsideW => t!("rejected-w"),
        Rejection::Behind => t!("rejected-behind"),
    }
}

/// Shows the smallest depth differences that each kind of depth buffer can tell apart, at three distances.
pub fn show_depth_steps(ui: &mut Ui, steps: Option<DepthSteps>) {
    let Some(DepthSteps { distances, steps }) = steps else { return };
    let colors = Colors::of(ui);
    ui.vertical(|ui| {
        ui.spacing_mut().interact_size.y = 14.0;
        let grid = Grid::new("depth steps").spacing([12.0, 1.0]).min_row_height(14.0).min_col_width(0.0);
        // Wider than a telephone.
        ScrollArea::horizontal().id_salt("depth steps").show(ui, |ui| {
            grid.show(ui, |ui| {
                let caption = RichText::new(t!("depth-steps")).small().color(colors.weak);
                ui.add(Label::new(caption).extend()).on_hover_text(t!("depth-steps-about"));
                for distance in distances {
                    right(ui, &t!("depth-at", distance = short(distance)), colors.weak);
                }
                ui.end_row();
                for ((name, ..), row) in KINDS.iter().zip(steps) {
                    small(ui, name.shown());
                    for step in row {
                        right(ui, &short(step), colors.text);
                    }
                    ui.end_row();
                }
            })
        });
    });
}

fn right(ui: &mut Ui, text: &str, color: Color32) {
    let label = Label::new(mono(text, color)).selectable(false).extend();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(label));
}
