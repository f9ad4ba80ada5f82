//! The line that says what went wrong or was done, at the foot of the picture.

use crate::app::action::{Action, Sheet};
use crate::app::desk::Desk;
use crate::app::panels::rows::ask;
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE};
use crate::scene::UpAxis;
use egui::{Align2, Area, Frame, Id, Label, Order, Rect, RichText, Stroke, Ui};

pub fn show(ui: &Ui, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let Some(message) = &desk.messages.last else { return };
    let at = area.center_bottom() - egui::vec2(0.0, 3.0 * SPACE);
    let width = (area.width() - 6.0 * SPACE).clamp(160.0, 560.0);
    let place = Area::new(Id::unique("message")).order(Order::Middle).pivot(Align2::CENTER_BOTTOM).fixed_pos(at);
    place.show(ui.ctx(), |ui| {
        let colors = Colors::of(ui);
        let mut frame = Frame::window(ui.style()).inner_margin(10);
        if message.is_error {
            frame = frame.stroke(Stroke::new(1.5, colors.error));
        }
        frame.show(ui, |ui| {
            ui.set_max_width(width);
            ui.horizontal(|ui| {
                if message.is_error {
                    ui.label(RichText::new(t!("message-error")).strong().color(colors.error));
                }
                ui.vertical(|ui| {
                    ui.set_max_width(width - 150.0);
                    ui.add(Label::new(&message.text).wrap());
                });
                if message.about_report && ui.button(t!("message-show")).clicked() {
                    actions.extend([Action::CloseMessage, Action::Sheet(Some(Sheet::Report))]);
                }
                if message.about_up {
                    let other = desk.study.up_axis().other();
                    let name = if other == UpAxis::Y { t!("up-y") } else { t!("menu-z-is-up") };
                    let switch = ui.button(name).on_hover_text(t!("up-about")).clicked();
                    actions.extend(
                        switch.then_some([Action::CloseMessage, Action::TakeAsUp(other)]).into_iter().flatten(),
                    );
                }
                ask(actions, ui.button("×").on_hover_text(t!("close")).clicked().then_some(Action::CloseMessage));
            });
        });
    });
}
