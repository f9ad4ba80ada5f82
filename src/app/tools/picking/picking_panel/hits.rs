//! List of all hits along the ray of a right click, nearest first.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::keys::Key;
use crate::app::panels::on_screen;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, heavy};
use crate::app::tools::picking::{HitList, HitsAction, Picking};
use egui::{Align, Area, Button, FontId, Frame, Id, Layout, Order, Rect, RichText, ScrollArea, Ui};
use pickray::intersect::Side;
use pickray_render::{Behind, Overlay, Palette, Pen};

const WIDTH: f32 = 290.0;

const MOST_HEIGHT: f32 = 280.0;

pub fn show(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let Some(list) = &picking.hits else { return };
    let at = on_screen(desk, list.cursor) + egui::vec2(SPACE, SPACE);
    Area::new(Id::unique("hits")).order(Order::Foreground).fixed_pos(at).constrain_to(area).show(ui.ctx(), |ui| {
        Frame::menu(ui.style()).show(ui, |ui| {
            ui.set_width(WIDTH);
            // As high as it may be, not as the list before it was.
            ui.set_max_height(MOST_HEIGHT);
            let title = match list.hits.len() {
                0 => t!("hits-none").to_owned(),
                n => t!("hits-count", count = n),
            };
            let title = RichText::new(title).font(FontId::new(13.5, heavy()));
            let is_closed = rows::closable(ui, title, "×", t!("close-with-escape"));
            ask(actions, is_closed.then_some(HitsAction::Close));
            list_of(ui, list, actions);
        });
    });
}

fn list_of(ui: &mut Ui, list: &HitList, actions: &mut Vec<Action>) {
    let height = ui.spacing().interact_size.y;
    let area = ScrollArea::vertical().auto_shrink([false, true]);
    area.show_rows(ui, height, list.hits.len(), |ui, range| {
        follow_keys(ui, list, range.start, height);
        for index in range {
            let hit = &list.hits[index];
            let side = match hit.side {
                Side::Front => t!("side-front"),
                Side::Back => t!("side-back"),
            };
            let (number, t) = ((index + 1).to_string(), format!("{:.6}", hit.t));
            let text = t!("hits-row", number = number, triangle = hit.triangle.to_string(), side = side, t = t);
            let text = RichText::new(text).color(Colors::of(ui).text);
            ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
                let row = ui.add(Button::selectable(list.pointed == index, text));
                ask(actions, row.clicked().then_some(HitsAction::Choose(index)));
                let is_pointed_to =
                    row.hovered() && list.pointed != index && ui.input(|input| input.pointer.is_moving());
                ask(actions, is_pointed_to.then_some(HitsAction::PointOut(index)));
            });
        }
    });
}

/// Scrolls to the row that the keys came to; `first` is the index of the first row that is shown.
fn follow_keys(ui: &mut Ui, list: &HitList, first: usize, height: f32) {
    let id = Id::unique("pointed hit");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), list.pointed));
    if before == list.pointed {
        return;
    }
    let offset = (list.pointed as f32 - first as f32) * (height + ui.spacing().item_spacing.y);
    let top = ui.min_rect().min + egui::vec2(0.0, offset);
    ui.scroll_to_rect(Rect::from_min_size(top, egui::vec2(1.0, height)), None);
}

/// Returns the keys that choose from the list of hits, and a text on what they do; `None` if the list is closed.
pub fn next_step(picking: &Picking, desk: &Desk) -> Option<(String, &'static str)> {
    let keys = [Key::Up, Key::Down, Key::Enter].map(|key| key.to_string());
    let how = if desk.pointer.is_finger() { t!("gesture-tap").to_owned() } else { keys.join(" ") };
    picking.hits.as_ref().map(|_| (how, t!("hits-keys")))
}

/// Returns the outline of the triangle highlighted in the list of hits, seen also through other surfaces; `None` if the
/// list is closed.
pub fn overlay(picking: &Picking, desk: &Desk, palette: &Palette) -> Option<Overlay> {
    let list = picking.hits.as_ref()?;
    let id = list.hits.get(list.pointed)?.id();
    let triangle = id.object_in(desk.scene())?.triangle_in_world(id.triangle);
    Some(Overlay::triangle(&triangle, Pen::new(palette.hover, 3.0).dashed(6.0).behind(Behind::Drawn)))
}
