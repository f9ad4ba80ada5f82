//! Figure of an article: the picture with one part of the window, or alone, and a way to the whole page.

use super::{contents, foot_id};
use crate::app::action::Action;
use crate::app::arrangement::{Arrangement, Figure};
use crate::app::panels::rows::ask;
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, is_for_fingers};
use crate::app::update::State;
use egui::{Align2, Area, Button, Frame, Id, Order, Panel, Rect, RichText, Ui, WidgetInfo, vec2};
use std::ops::RangeInclusive;

/// Width of a page beside the picture, as a share of the figure's and in logical pixels.
const WIDTH_SHARE: f32 = 0.45;
const WIDTH: RangeInclusive<f32> = 270.0..=360.0;

/// Share of the figure's height that a page below the picture takes.
const HEIGHT_SHARE: f32 = 0.55;

/// Shows what a figure has beside or below its picture.
pub fn show(ui: &mut Ui, state: &State, figure: Figure, actions: &mut Vec<Action>) {
    let desk = &state.desk;
    match figure {
        Figure::Picture => {}
        Figure::Ladder => state.tools.in_use(desk).show_below(ui, desk, actions),
        Figure::Lesson => {
            ui.data_mut(|data| data.insert_temp(foot_id(), false));
            let panel = if desk.shown.arrangement == Arrangement::SheetBelow {
                Panel::bottom("page").exact_size((HEIGHT_SHARE * ui.available_height()).floor())
            } else {
                Panel::right("page").exact_size(width_beside(ui))
            };
            let panel = panel.frame(Frame::new().fill(ui.visuals().panel_fill)).resizable(false);
            panel.show(ui, |ui| contents(ui, state, actions));
        }
    }
}

/// Returns the width of what stands beside the picture of a figure, in logical pixels.
pub fn width_beside(ui: &Ui) -> f32 {
    (WIDTH_SHARE * ui.available_width()).clamp(*WIDTH.start(), *WIDTH.end()).floor()
}

/// Shows the way to the whole page, in a corner of the picture that nothing else takes.
pub fn way_out(ui: &Ui, picture: Rect, actions: &mut Vec<Action>) {
    let at = picture.right_top() + vec2(-SPACE, SPACE);
    let place = Area::new(Id::unique("way out")).order(Order::Middle).pivot(Align2::RIGHT_TOP).fixed_pos(at);
    place.show(ui.ctx(), |ui| {
        if !is_for_fingers(ui) {
            ui.spacing_mut().interact_size.y = 0.0;
        }
        let words = RichText::new("pickray ↗").small().color(Colors::of(ui).weak);
        let button = ui.add(Button::new(words).frame_when_inactive(false));
        button.widget_info(|| WidgetInfo::labeled(egui::Role::Link, true, t!("figure-whole")));
        ask(actions, button.on_hover_text(t!("figure-whole")).clicked().then_some(Action::OpenWhole));
    });
}
