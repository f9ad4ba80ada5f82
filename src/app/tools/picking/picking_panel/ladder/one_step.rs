//! Ladder where there is no room for its row: one step at a time.

use super::{ROW_HEIGHT, Shown, why_covered};
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, heavy};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::ladder::{LadderAction, step_name};
use egui::{Align, Button, Event, FontId, Frame, Id, Layout, Margin, Pos2, Rect, RichText, Sense, Ui, Vec2};
use pickray::pick::explain::Step;

/// Shows one step, with its details: arrows and swipes lead to the next ones, and dots tell which it is.
pub fn show_step(ui: &mut Ui, picking: &Picking, desk: &Desk, actions: &mut Vec<Action>) {
    let step = picking.explain.ladder.open.unwrap_or(Step::Cursor);
    let shown = Frame::new().inner_margin(Margin::symmetric(12, 6)).show(ui, |ui| {
        let Some(mut shown) = Shown::of(picking, desk) else {
            return rows::note(ui, t!("ladder-empty"));
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(step_name(step)).font(FontId::new(15.0, heavy())));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                turn(ui, "→", t!("ladder-next-step"), next_to(step, 1), actions);
                dots(ui, step);
                turn(ui, "←", t!("ladder-step-before"), next_to(step, -1), actions);
            });
        });
        // The numbers that the row would have, and below them what the step does.
        match why_covered(step, picking, desk) {
            Some(why) => rows::note(ui, why),
            None => {
                let area = Rect::from_min_size(ui.cursor().min, Vec2::new(ui.available_width(), ROW_HEIGHT));
                ui.scope(|ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    ui.spacing_mut().interact_size.y = 14.0;
                    shown.numbers(ui, step, area);
                });
                ui.add_space(SPACE);
                shown.opened(ui, step, actions);
            }
        }
        shown.point_out(actions);
    });
    let to = swiped(ui, shown.response.rect).and_then(|by| next_to(step, by));
    ask(actions, to.map(LadderAction::Open));
}

/// Returns the step so many further on; `None` beyond the first and the last.
fn next_to(step: Step, by: isize) -> Option<Step> {
    Step::ALL.get((step as usize).checked_add_signed(by)?).copied()
}

fn turn(ui: &mut Ui, sign: &str, name: &str, to: Option<Step>, actions: &mut Vec<Action>) {
    let is_pressed = rows::sign_button(ui, Button::new(sign), name, to.is_some());
    ask(actions, to.filter(|_| is_pressed).map(LadderAction::Open));
}

/// Draws a dot for each step, that of the one that is shown in full colour.
fn dots(ui: &mut Ui, step: Step) {
    let between = 10.0;
    let (rect, _) = ui.allocate_exact_size(Vec2::new(between * Step::ALL.len() as f32, between), Sense::hover());
    for other in Step::ALL {
        let at = rect.left_center() + Vec2::new(between * (other as usize as f32 + 0.5), 0.0);
        let (radius, color) = if other == step { (3.5, Colors::of(ui).text) } else { (2.5, Colors::of(ui).line) };
        ui.painter().circle_filled(at, radius, color);
    }
}

/// Returns 1 once a finger was swiped to the left in `area`, −1 to the right, farther than up or down.
fn swiped(ui: &Ui, area: Rect) -> Option<isize> {
    let began = Id::unique("where a swipe over the ladder began");
    // A finger that is lifted is nowhere any longer.
    let place = |is_down: bool| {
        let place = |event: &Event| match *event {
            Event::PointerButton { pos, pressed, .. } => (pressed == is_down).then_some(pos),
            _ => None,
        };
        ui.input(|input| input.events.iter().rev().find_map(place))
    };
    if let Some(at) = place(true) {
        ui.data_mut(|data| data.insert_temp(began, at));
    }
    let to = place(false)?;
    let from: Pos2 = ui.data(|data| data.get_temp(began))?;
    let by = to - from;
    let seen = area.intersect(ui.clip_rect());
    // A slider or a number is smaller than what scrolls.
    let dragged = ui.ctx().drag_stopped_id().and_then(|id| ui.ctx().read_response(id));
    if dragged.is_some_and(|widget| !widget.rect.contains_rect(seen)) {
        return None;
    }
    let is_across = seen.contains(from) && 2.0 * by.y.abs() < by.x.abs();
    (is_across && 48.0 < by.x.abs()).then_some(if by.x < 0.0 { 1 } else { -1 })
}
