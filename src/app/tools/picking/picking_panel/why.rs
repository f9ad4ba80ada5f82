//! The answer to why a triangle was not hit: a sentence over the picture, and a line from the pixel to the triangle
//! that the pick missed.

use super::{about, room_for_cards};
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::keys::{Command, with_key};
use crate::app::panels::card::Card;
use crate::app::panels::on_screen;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{of_library, t};
use crate::app::theme::{color32, palette};
use crate::app::tools::picking::{Picking, WhyAction};
use egui::{Rect, RichText, Stroke, Ui};
use pickray::math::CursorPosition;
use pickray::pick::explain::{WhyNot, WhyNotReason};

/// Greatest width of the answer, in logical pixels.
const MOST_WIDTH: f32 = 460.0;

pub fn show(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let text = match &*picking.why.answer {
        Some(answer) => {
            way(ui, desk, answer, area);
            of_library::said(answer)
        }
        None if picking.why.awaits_click.is_some() && desk.pointer.is_finger() => t!("why-which-finger").to_owned(),
        None if picking.why.awaits_click.is_some() => t!("why-which").to_owned(),
        None if picking.why.is_looking() => t!("why-looking").to_owned(),
        None => return,
    };
    Card::WhyNot.show(ui, room_for_cards(desk, area), MOST_WIDTH, &about::places(picking, desk), |ui| {
        let heading = RichText::new(t!("why-not-this")).strong();
        let is_closed = rows::closable(ui, heading, "×", t!("close-with-escape"));
        ask(actions, is_closed.then_some(WhyAction::Forget));
        ui.label(text);
    });
}

/// Returns the gesture to click the triangle to ask about, and a text on what the click does. `None` if no such click
/// is awaited.
pub fn next_step(picking: &Picking, desk: &Desk) -> Option<(String, &'static str)> {
    let gesture = if desk.pointer.is_finger() { t!("gesture-tap") } else { t!("gesture-plain-click") };
    picking.why.awaits_click.map(|_| (gesture.to_owned(), t!("why-which-hint")))
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

/// Shows the button that asks why a triangle was not hit, if there is any triangle.
pub fn button(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    if desk.scene().objects().is_empty() {
        return;
    }
    let button = ui.button(t!("why-not-button")).on_hover_text(with_key(t!("why-not-about"), Command::WhyNot));
    ask(actions, button.clicked().then_some(Action::Command(Command::WhyNot)));
}
