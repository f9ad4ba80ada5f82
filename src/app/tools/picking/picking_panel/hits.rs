//! All hits along the ray of a right click, nearest first.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::panels::on_screen;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, heavy};
use crate::app::tools::picking::{HitList, Picking, PickingAction};
use crate::intersect::Side;
use egui::{Align, Area, Button, FontId, Frame, Id, Layout, Order, Rect, RichText, ScrollArea, Ui};

const WIDTH: f32 = 290.0;

const MOST_HEIGHT: f32 = 280.0;

pub fn show(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let Some(list) = &picking.hits else { return };
    let at = on_screen(desk, list.cursor) + egui::vec2(SPACE, SPACE);
    Area::new(Id::unique("hits")).order(Order::Foreground).fixed_pos(at).constrain_to(area).show(ui.ctx(), |ui| {
        Frame::menu(ui.style()).show(ui, |ui| {
            ui.set_width(WIDTH);
            let title = match list.hits.len() {
                0 => t!("hits-none").to_owned(),
                n => t!("hits-count", count = n),
            };
            let title = RichText::new(title).font(FontId::new(13.5, heavy()));
            let is_closed = rows::closable(ui, title, "×", t!("close-with-escape"));
            ask(actions, is_closed.then_some(PickingAction::CloseHits));
            list_of(ui, list, actions);
        });
    });
}

fn list_of(ui: &mut Ui, list: &HitList, actions: &mut Vec<Action>) {
    let height = ui.spacing().interact_size.y;
    let area = ScrollArea::vertical().max_height(MOST_HEIGHT).auto_shrink([false, true]);
    area.show_rows(ui, height, list.hits.len(), |ui, range| {
        for index in range {
            let hit = &list.hits[index];
            let side = match hit.side {
                Side::Front => t!("side-front"),
                Side::Back => t!("side-back"),
            };
            let (number, t) = ((index + 1).to_string(), format!("{:.6}", hit.t));
            let text = t!("hits-row", number = number, triangle = hit.triangle, side = side, t = t);
            let text = RichText::new(text).color(Colors::of(ui).text);
            ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
                let row = ui.add(Button::new(text).frame(false));
                ask(actions, row.clicked().then_some(PickingAction::ChooseHit(index)));
            });
        }
    });
}
