//! The panels: views of the [`State`] that compute nothing and change nothing, but say what the person asked for.

mod chain;
mod collide;
mod go_to;
mod help;
mod hint_bar;
mod hits;
mod inspector;
mod menu;
mod mesh_info;
mod message;
mod picture;
pub(in crate::app) mod probe;
mod progress;
mod report;
pub(in crate::app) mod rows;
mod selection;
mod settings;
pub(in crate::app) mod shapes;
mod verify;

pub use collide::swarm;
pub use picture::{drawn_view, overlays};

use crate::app::numbers;
use crate::app::state::{Action, Sheet, State};
use crate::app::theme::SPACE;
use egui::{Frame, Margin, Panel, Rect, ScrollArea, Ui};

/// The width of the panel at the right, at first, in logical pixels.
const SIDE_WIDTH: f32 = 348.0;

/// The height of the chain at the bottom, at first, in logical pixels.
const CHAIN_HEIGHT: f32 = 300.0;

/// Shows all panels; what they leave to the picture, in egui's points. What was asked for is added to `actions`.
pub fn show(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) -> Rect {
    let frame = |margin| Frame::new().fill(ui.visuals().panel_fill).inner_margin(margin);
    let (bar, body) = (frame(Margin::symmetric(8, 3)), frame(Margin::ZERO));
    let panels = state.settings.panels;
    Panel::top("menu").frame(bar).show(ui, |ui| menu::show(ui, state, actions));
    if panels.hints {
        Panel::bottom("hints").frame(bar).show(ui, |ui| hint_bar::show(ui, state));
    }
    let bench = state.bench();
    if panels.inspector || bench.is_some() {
        // In a narrow window the picture keeps half.
        let most = (0.5 * ui.available_width()).max(240.0);
        let side_panel = if panels.left { Panel::left("side") } else { Panel::right("side") };
        side_panel.frame(body).default_size(SIDE_WIDTH.min(most)).size_range(240.0..=most).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match bench {
                None => side(ui, state, actions),
                Some(bench) => collide::side(ui, state, bench, actions),
            });
        });
    }
    if panels.chain && bench.is_none() {
        let most = (ui.available_height() - 100.0).max(160.0);
        Panel::bottom("chain")
            .frame(body)
            .resizable(true)
            .default_size(CHAIN_HEIGHT)
            .size_range(CHAIN_HEIGHT.min(most)..=most)
            .show(ui, |ui| chain::show(ui, state, actions));
    }
    let left_over = ui.available_rect_before_wrap();
    above_the_picture(ui, state, left_over, actions);
    left_over
}

fn side(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    if let Some(inspected) = state.check.as_ref().and_then(|check| check.inspected.as_ref()) {
        rows::section(ui, "Pixel", true, |ui| verify::inspector(ui, inspected, actions));
    }
    rows::section(ui, "Hit", true, |ui| inspector::show(ui, state, actions));
    let count = state.selection.len();
    let title =
        if count == 0 { "Selection".to_owned() } else { format!("Selection ({})", numbers::count(count as u64)) };
    rows::section_named(ui, "Selection", &title, true, |ui| selection::show(ui, state, actions));
    rows::section(ui, "Mesh", true, |ui| mesh_info::show(ui, state, actions));
    ui.add_space(2.0 * SPACE);
}

fn above_the_picture(ui: &Ui, state: &State, area: Rect, actions: &mut Vec<Action>) {
    verify::map(ui, state, area);
    picture::marks(ui, state, area);
    verify::legend(ui, state, area, actions);
    progress::show(ui, state, area, actions);
    message::show(ui, state, area, actions);
    hits::show(ui, state, area, actions);
    match &state.sheet {
        None => {}
        Some(Sheet::Help) => help::show(ui, state, actions),
        Some(Sheet::Settings) => settings::show(ui, state, actions),
        Some(Sheet::Report) => report::show(ui, state, actions),
        Some(Sheet::GoToFace { text, problem }) => go_to::show(ui, state, text, problem.as_deref(), actions),
    }
}
