//! The answer to why a triangle was not hit: a sentence over the picture, and the way from the pixel to the triangle it
//! missed.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::keys::{Command, with_key};
use crate::app::panels::on_screen;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{t, why_not};
use crate::app::theme::{SPACE, color32, palette};
use crate::app::tools::picking::{Picking, PickingAction};
use crate::math::CursorPosition;
use crate::pick::{WhyNot, WhyNotReason};
use egui::{Align2, Area, Frame, Id, Order, Rect, RichText, Stroke, Ui, vec2};

/// The most that the answer is wide, in logical pixels.
const MOST_WIDTH: f32 = 460.0;

pub fn show(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let text = match &*picking.why.answer {
        Some(answer) => {
            way(ui, desk, answer, area);
            why_not::sentence(answer)
        }
        None if picking.why.is_looking() => t!("why-looking").to_owned(),
        None => return,
    };
    let at = area.center_bottom() - vec2(0.0, 3.0 * SPACE);
    let place = Area::new(Id::unique("why not")).order(Order::Middle).pivot(Align2::CENTER_BOTTOM).fixed_pos(at);
    place.constrain_to(area).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(MOST_WIDTH.min(area.width() - 8.0 * SPACE));
            let heading = RichText::new(t!("why-not-this")).strong();
            let is_closed = rows::closable(ui, heading, "×", t!("close-with-escape"));
            ask(actions, is_closed.then_some(PickingAction::ForgetWhy));
            ui.label(text);
        });
    });
}

/// Shows a line from the pixel to the nearest place of the triangle that it missed, while the camera of the pick looks.
fn way(ui: &Ui, desk: &Desk, answer: &WhyNot, area: Rect) {
    let Some(picked) = desk.picked.as_ref().filter(|picked| picked.trace.view == *desk.view()) else { return };
    let WhyNotReason::Beside { offset, .. } = answer.reason else { return };
    let CursorPosition { x, y } = picked.trace.cursor;
    // The offset leads from there to the sample, with y up.
    let there = CursorPosition { x: x - offset.x, y: y + offset.y };
    let ends = [on_screen(desk, picked.trace.cursor), on_screen(desk, there)];
    let painter = ui.painter().with_clip_rect(area);
    painter.line_segment(ends, Stroke::new(3.5, egui::Color32::from_black_alpha(150)));
    painter.line_segment(ends, Stroke::new(1.5, color32(palette(ui).marked_dot)));
}

/// Shows the button that asks about a triangle, where there is any.
pub fn button(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    if desk.scene().objects().is_empty() {
        return;
    }
    let button = ui.button(t!("why-not-button")).on_hover_text(with_key(t!("why-not-about"), Command::WhyNot));
    ask(actions, button.clicked().then_some(Action::Command(Command::WhyNot)));
}
