//! The line that says what went wrong or was done, at the foot of the picture; it fades once there was time to read it.

use crate::app::action::{Action, Sheet};
use crate::app::desk::Desk;
use crate::app::panels::rows::ask;
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE};
use crate::scene::UpAxis;
use egui::{Align2, Area, Frame, Id, Label, Order, Rect, RichText, Sense, Stroke, Ui};
use std::time::Duration;

/// How long a line stays, and how much longer for each of its letters, in seconds.
const STAY: f64 = 5.0;
const STAY_PER_LETTER: f64 = 0.06;

/// How long it takes to fade, and how often it is drawn meanwhile, in seconds.
const FADE: f64 = 0.5;
const FADE_STEP: f64 = 0.04;

/// Returns what egui knows it by.
pub fn id() -> Id {
    Id::unique("message")
}

pub fn show(ui: &Ui, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let Some(message) = &desk.messages.last else { return };
    let id = id();
    let left = time_left(ui, id, desk.messages.said, &message.text);
    if left <= 0.0 {
        return actions.push(Action::CloseMessage);
    }
    let at = area.center_bottom() - egui::vec2(0.0, 3.0 * SPACE);
    let width = (area.width() - 6.0 * SPACE).clamp(160.0, 560.0);
    let place = Area::new(id).order(Order::Middle).pivot(Align2::CENTER_BOTTOM).fixed_pos(at).sense(Sense::hover());
    let shown = place.show(ui.ctx(), |ui| {
        // Its ground takes no press, and its words are not to be marked: both go on to the picture.
        ui.style_mut().interaction.selectable_labels = false;
        ui.multiply_opacity((left / FADE).min(1.0) as f32);
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
    if shown.response.contains_pointer() {
        // It is being read.
        ui.data_mut(|data| data.remove::<Begun>(id));
    }
}

/// Which line it was, and when its time began.
type Begun = (u64, f64);

/// Returns how many seconds a line stays from now on. Its time begins when somebody is there: at the first thing that
/// mouse or keys do after it came.
fn time_left(ui: &Ui, id: Id, said: u64, text: &str) -> f64 {
    let stay = STAY + STAY_PER_LETTER * text.chars().count() as f64;
    let begun = ui.data(|data| data.get_temp::<Begun>(id)).filter(|begun| begun.0 == said);
    let (now, is_someone_there) = ui.input(|input| (input.time, !input.events.is_empty()));
    let Some((_, begun)) = begun else {
        if is_someone_there {
            ui.data_mut(|data| data.insert_temp::<Begun>(id, (said, now)));
            ui.ctx().request_repaint_after(Duration::from_secs_f64(stay - FADE));
        }
        return stay;
    };
    let left = begun + stay - now;
    ui.ctx().request_repaint_after(Duration::from_secs_f64((left - FADE).max(FADE_STEP)));
    left
}
