//! Sheet (a modal dialog) that lists all errors since the start, the latest first.

use super::rows;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::texts::t;
use egui::{RichText, ScrollArea, Ui};

pub fn show(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "errors", t!("errors"), 620.0, actions, |ui, actions| {
        if desk.messages.errors.is_empty() {
            return rows::note(ui, t!("errors-none"));
        }
        ScrollArea::vertical().max_height(420.0).auto_shrink([false, true]).show(ui, |ui| {
            for text in desk.messages.errors.iter().rev() {
                rows::copyable(ui, t!("errors-one"), text, RichText::new(text), actions);
                ui.separator();
            }
        });
    });
}
