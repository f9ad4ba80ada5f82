//! Sheet of every key and gesture, read from the tables that bind them, with the present state of each switch.

use super::rows;
use crate::app::action::Action;
use crate::app::arrangement::Workspace;
use crate::app::input::{CLICKS, NavigationPreset, click_gesture};
use crate::app::keys::{
    Command, Group, MOUSE_ELSEWHERE, MOUSE_ON_SURFACE, Row, TOUCH_MOVES, TOUCH_ON_SURFACE, bindings, rows_of,
};
use crate::app::settings::RayView;
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, heavy};
use crate::app::update::State;
use egui::{FontId, RichText, ScrollArea, Ui};

/// Width of the keys of a row, in logical pixels.
const KEYS_WIDTH: f32 = 118.0;

/// Width of a column if there is room, in logical pixels.
const COLUMN_WIDTH: f32 = 340.0;

/// Least width of a column, in logical pixels: with less room, all stands in one.
const LEAST_COLUMN: f32 = 270.0;

/// Width of the space between the columns, in logical pixels.
const GAP: f32 = 6.0 * SPACE;

pub fn show(ui: &Ui, state: &State, actions: &mut Vec<Action>) {
    rows::sheet(ui, "command-help", t!("command-help"), 2.0 * COLUMN_WIDTH + 84.0, actions, |ui, _| {
        ScrollArea::vertical().show(ui, |ui| {
            let column = (0.5 * (ui.available_width() - GAP)).min(COLUMN_WIDTH);
            if column < LEAST_COLUMN {
                first_column(ui, state);
                return second_column(ui, state);
            }
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.vertical(|ui| {
                    ui.set_width(column);
                    first_column(ui, state);
                });
                ui.add_space(GAP);
                ui.vertical(|ui| {
                    ui.set_width(column);
                    second_column(ui, state);
                });
            });
        });
    });
}

fn first_column(ui: &mut Ui, state: &State) {
    if state.desk.pointer.touched {
        touch(ui);
    }
    mouse(ui, state.desk.settings.navigation);
    group(ui, state, Group::Select);
    group(ui, state, Group::Marks);
    group(ui, state, Group::File);
    for tool in state.tools.of(Workspace::Collide) {
        heading(ui, &t!("help-bench", workspace = Workspace::Collide.name(), bench = tool.name()));
        for (keys, what) in tool.hints() {
            row(ui, keys.shown(), what.shown(), None);
        }
        for (keys, what) in rows_of(tool.keys(&state.desk)) {
            row(ui, &keys, what, None);
        }
    }
}

fn second_column(ui: &mut Ui, state: &State) {
    group(ui, state, Group::View);
    group(ui, state, Group::Explain);
    group(ui, state, Group::Keyboard);
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(SPACE);
    ui.label(RichText::new(text).font(FontId::new(14.0, heavy())));
}

fn mouse(ui: &mut Ui, preset: NavigationPreset) {
    heading(ui, t!("group-mouse"));
    for (modifiers, _, what) in CLICKS {
        row(ui, &click_gesture(modifiers), what.shown(), None);
    }
    for drag in preset.drags() {
        row(ui, drag.gesture.shown(), drag.drag.name(), None);
    }
    for (gesture, what) in MOUSE_ON_SURFACE.into_iter().chain(MOUSE_ELSEWHERE) {
        row(ui, gesture.shown(), what.shown(), None);
    }
}

fn touch(ui: &mut Ui) {
    heading(ui, t!("group-touch"));
    for (gesture, what) in TOUCH_MOVES.into_iter().chain(TOUCH_ON_SURFACE) {
        row(ui, gesture.shown(), what.shown(), None);
    }
}

fn group(ui: &mut Ui, state: &State, group: Group) {
    heading(ui, group.name());
    for (chord, binding) in bindings().filter(|(_, row)| row.group == group) {
        row(ui, &chord.to_string(), binding.name.shown(), live(state, binding));
    }
}

fn row(ui: &mut Ui, keys: &str, what: &str, live: Option<&str>) {
    ui.horizontal_top(|ui| {
        let colors = Colors::of(ui);
        ui.spacing_mut().item_spacing.x = 2.0 * SPACE;
        // Rows are rows of text, none as high as a button.
        ui.spacing_mut().interact_size.y = 0.0;
        ui.allocate_ui(egui::vec2(KEYS_WIDTH, 18.0), |ui| {
            ui.set_width(KEYS_WIDTH);
            ui.add(egui::Label::new(RichText::new(keys).color(colors.text)).wrap());
        });
        ui.vertical(|ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(what).color(colors.weak));
                if let Some(live) = live {
                    ui.label(RichText::new(live).color(colors.text));
                }
            });
        });
    });
}

fn live(state: &State, &Row { command, need, .. }: &Row) -> Option<&'static str> {
    match command {
        Command::Undo | Command::Redo => (!state.meets(need)).then(|| need.name()),
        Command::ToggleOrthographic if state.is_on(command) == Some(true) => Some(t!("live-orthographic")),
        Command::ToggleOrthographic => Some(t!("live-perspective")),
        Command::NextRayView => Some(match state.desk.settings.ray {
            RayView::Off => t!("live-off"),
            RayView::Ray => t!("live-on"),
            RayView::Split => t!("live-in-two-views"),
        }),
        _ => state.is_on(command).map(|on| if on { t!("live-on") } else { t!("live-off") }),
    }
}
