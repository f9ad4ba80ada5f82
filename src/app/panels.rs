//! The panels: views that compute nothing and change nothing, but say what the person asked for.

mod go_to;
mod help;
mod hint_bar;
mod menu;
mod message;
mod picture;
pub(in crate::app) mod probe;
mod progress;
mod report;
pub(in crate::app) mod rows;
mod settings;

pub use picture::drawn_view;

use crate::app::action::{Action, Sheet};
use crate::app::theme::SPACE;
use crate::app::update::State;
use crate::app::workspace::Workspace;
use egui::{Button, Frame, Margin, Panel, Rect, ScrollArea, Ui};

/// The width of the panel at the right, at first, in logical pixels.
const SIDE_WIDTH: f32 = 348.0;

/// Shows all panels; what they leave to the picture, in egui's points. What was asked for is added to `actions`.
pub fn show(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) -> Rect {
    let State { desk, tools } = state;
    let frame = |margin| Frame::new().fill(ui.visuals().panel_fill).inner_margin(margin);
    let (bar, body) = (frame(Margin::symmetric(8, 3)), frame(Margin::ZERO));
    let panels = desk.settings.panels;
    Panel::top("menu").frame(bar).show(ui, |ui| menu::show(ui, state, actions));
    if panels.hints {
        Panel::bottom("hints").frame(bar).show(ui, |ui| hint_bar::show(ui, state));
    }
    let tool = tools.in_use(desk);
    if panels.inspector || desk.workspace != Workspace::Pick {
        // In a narrow window the picture keeps half.
        let most = (0.5 * ui.available_width()).max(240.0);
        let side_panel = if panels.left { Panel::left("side") } else { Panel::right("side") };
        side_panel.frame(body).default_size(SIDE_WIDTH.min(most)).size_range(240.0..=most).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                tabs(ui, state, actions);
                if desk.workspace != Workspace::Pick && desk.scene.objects.is_empty() {
                    Frame::new().inner_margin(Margin::same(12)).show(ui, |ui| rows::note(ui, "No mesh yet."));
                } else {
                    tool.show(ui, desk, actions);
                }
            });
        });
    }
    tool.show_below(ui, desk, actions);
    let left_over = ui.available_rect_before_wrap();
    above_the_picture(ui, state, left_over, actions);
    left_over
}

/// The tabs of the tools, where the workspace has more than one.
fn tabs(ui: &mut Ui, State { desk, tools }: &State, actions: &mut Vec<Action>) {
    if tools.of(desk.workspace).count() < 2 {
        return;
    }
    Frame::new().inner_margin(Margin { left: 12, right: 12, top: 10, bottom: 4 }).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for tool in tools.of(desk.workspace) {
                if ui.add(Button::selectable(desk.tool == tool.id(), tool.name())).clicked() {
                    actions.push(Action::UseTool(tool.id()));
                }
            }
        });
        ui.add_space(SPACE);
    });
    ui.separator();
}

fn above_the_picture(ui: &Ui, state: &State, area: Rect, actions: &mut Vec<Action>) {
    let State { desk, tools } = state;
    tools.in_use(desk).show_over(ui, desk, area, actions);
    picture::marks(ui, desk, area);
    progress::show(ui, desk, area, actions);
    message::show(ui, desk, area, actions);
    match &desk.sheet {
        None => {}
        Some(Sheet::Help) => help::show(ui, state, actions),
        Some(Sheet::Settings) => settings::show(ui, desk, actions),
        Some(Sheet::Report) => report::show(ui, desk, actions),
        Some(Sheet::GoToFace { text, problem }) => go_to::show(ui, desk, text, problem.as_deref(), actions),
    }
}
