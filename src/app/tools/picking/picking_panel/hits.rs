//! Answers over the picture: the list of all hits along the ray of a right click, and why a triangle was not hit. Also
//! the points of the picture that cards must not cover.

use super::room_for_cards;
use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::{Desk, Picked};
use crate::app::keys::Key;
use crate::app::panels::card::Card;
use crate::app::panels::on_screen;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{of_library, t};
use crate::app::theme::{Colors, SPACE, color32, heavy, palette};
use crate::app::tools::picking::learning::OpenPage;
use crate::app::tools::picking::{HitList, HitsAction, Picking, WhyAction};
use egui::{Align, Area, Button, FontId, Frame, Id, Layout, Order, Pos2, Rect, RichText, ScrollArea, Stroke, Ui};
use glam::DVec3;
use pickray::intersect::Side;
use pickray::math::{CursorPosition, PixelSample, window_from_cursor};
use pickray::pick::explain::{WhyNot, WhyNotReason};
use pickray_render::{Behind, Overlay, Palette, Pen};

pub fn show(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let Some(list) = &picking.hits else { return };
    let at = on_screen(desk, list.cursor) + egui::vec2(SPACE, SPACE);
    Area::new(Id::unique("hits")).order(Order::Foreground).fixed_pos(at).constrain_to(area).show(ui.ctx(), |ui| {
        Frame::menu(ui.style()).show(ui, |ui| {
            ui.set_width(290.0);
            // As high as it may be, not as the list before it was.
            ui.set_max_height(280.0);
            let n = list.hits.len();
            let title = if n == 0 { t!("hits-none").to_owned() } else { t!("hits-count", count = n) };
            let title = RichText::new(title).font(FontId::new(13.5, heavy()));
            ask(actions, rows::closable(ui, title, "×", t!("close-with-escape")).then_some(HitsAction::Close));
            let height = ui.spacing().interact_size.y;
            ScrollArea::vertical().auto_shrink([false, true]).show_rows(ui, height, n, |ui, range| {
                follow_keys(ui, list, range.start, height);
                range.for_each(|index| row(ui, list, index, actions));
            });
        });
    });
}

fn row(ui: &mut Ui, list: &HitList, index: usize, actions: &mut Vec<Action>) {
    let hit = &list.hits[index];
    let side = if hit.side == Side::Front { t!("side-front") } else { t!("side-back") };
    let (number, triangle, t) = ((index + 1).to_string(), hit.triangle.to_string(), format!("{:.6}", hit.t));
    let text = t!("hits-row", number = number, triangle = triangle, side = side, t = t);
    let text = RichText::new(text).color(Colors::of(ui).text);
    ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
        let row = ui.add(Button::selectable(list.pointed == index, text));
        ask(actions, row.clicked().then_some(HitsAction::Choose(index)));
        let is_pointed_to = row.hovered() && list.pointed != index && ui.input(|input| input.pointer.is_moving());
        ask(actions, is_pointed_to.then_some(HitsAction::PointOut(index)));
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

/// Returns how to choose a hit, or the triangle that was expected, and what that does; `None` if neither is asked.
pub fn next_step(picking: &Picking, desk: &Desk) -> Option<(String, &'static str)> {
    let what = match &picking.hits {
        Some(_) => t!("hits-keys"),
        None if picking.explain.why.awaits_click => t!("why-which-hint"),
        None => return None,
    };
    let how = match &picking.hits {
        _ if desk.pointer.is_finger() => t!("gesture-tap").to_owned(),
        Some(_) => [Key::Up, Key::Down, Key::Enter].map(|key| key.to_string()).join(" "),
        None => t!("gesture-plain-click").to_owned(),
    };
    Some((how, what))
}

/// Returns the outline of the triangle highlighted in the list of hits, seen through other surfaces.
pub fn overlay(picking: &Picking, desk: &Desk, palette: &Palette) -> Option<Overlay> {
    let list = picking.hits.as_ref()?;
    let id = list.hits.get(list.pointed)?.id();
    Some(Overlay::triangle(&desk.triangle(id)?, Pen::new(palette.hover, 3.0).dashed(6.0).behind(Behind::Drawn)))
}

pub fn show_why(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let why = &picking.explain.why;
    let text = match why.answer(&desk.study) {
        Some(answer) => {
            way(ui, desk, &answer, area);
            of_library::said(&answer)
        }
        None if why.awaits_click && desk.pointer.is_finger() => t!("why-which-finger").to_owned(),
        None if why.awaits_click => t!("why-which").to_owned(),
        None if why.nearest.is_awaited() => t!("why-looking").to_owned(),
        None => return,
    };
    Card::WhyNot.show(ui, room_for_cards(desk, area), 460.0, &places(picking, desk), |ui| {
        let heading = RichText::new(t!("why-not-this")).strong();
        ask(actions, rows::closable(ui, heading, "×", t!("close-with-escape")).then_some(WhyAction::Forget));
        ui.label(text);
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

/// Converts a pixel of the last pick to where its ray is seen now, in egui points; `None` from another camera.
pub fn now_on_screen(desk: &Desk, picked: &Picked, cursor: CursorPosition) -> Option<Pos2> {
    if picked.trace.view.camera != desk.view().camera {
        return None;
    }
    let window = window_from_cursor(cursor, picked.trace.view.framebuffer, PixelSample::Center);
    let ray = picked.trace.view.ray(window)?;
    desk.view().cursor_from_world(0.5 * (ray.near + ray.far)).map(|cursor| on_screen(desk, cursor))
}

/// Returns the points that cards must not cover, in egui points: of the pick, a page, a mistake and a question.
pub fn places(picking: &Picking, desk: &Desk) -> Vec<Pos2> {
    let Some(picked) = &desk.picked else { return Vec::new() };
    let of_page = picking.learning.open.iter().flat_map(OpenPage::places).flatten();
    let pixels = std::iter::once(picked.trace.cursor).chain(of_page);
    let pixels = pixels.filter_map(|cursor| now_on_screen(desk, picked, cursor));
    let goal = picking.learning.place_of_goal(desk).map(|cursor| on_screen(desk, cursor));
    let panes: &[Pane] = if desk.is_split() { &[Pane::Picking, Pane::SecondView] } else { &[Pane::Picking] };
    let points = points(picking, desk, picked);
    let seen = panes.iter().flat_map(|&pane| {
        points.iter().filter_map(move |&point| {
            Some(on_screen(desk, desk.view_of(pane).cursor_from_world(desk.drawn_in(pane, point)?)?))
        })
    });
    pixels.chain(goal).chain(seen).collect()
}

/// Returns the points in world space that cards keep off: of the hit, a mistake's ray, the triangle asked about.
fn points(picking: &Picking, desk: &Desk, picked: &Picked) -> Vec<DVec3> {
    let (mistakes, why) = (&picking.explain.mistakes, &picking.explain.why);
    let effect = mistakes.effect(desk);
    let mut points = Vec::new();
    points.extend(picked.hit.as_ref().map(|hit| hit.point_world));
    points.extend(effect.and_then(|effect| effect.lands));
    points.extend(effect.and_then(|effect| effect.ray).map(|ray| ray.near));
    points.extend(mistakes.wrong_guess(desk).and_then(|guess| guess.lands));
    if let Some(answer) = why.answer(&desk.study)
        && let Some(triangle) = desk.triangle(answer.id)
    {
        points.push(triangle.centroid());
        if matches!(answer.reason, WhyNotReason::Beside { .. }) {
            points.extend(triangle.corners());
        }
    }
    points
}
