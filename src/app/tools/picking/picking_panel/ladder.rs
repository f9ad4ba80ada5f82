//! Ladder below the picture: a row of the seven steps of a pick, with the ray's points in each space; below it details.

mod details;
pub(super) mod parts;

pub use parts::show_step;

use super::explaining;
use crate::app::action::Action;
use crate::app::desk::{Desk, Picked};
use crate::app::numbers;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{of_library, t};
use crate::app::theme::{Colors, SPACE, color32, heavy, palette};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::ladder::{LadderAction, RayPoint, loupe, step_name};
use egui::{
    Align, Color32, CursorIcon, FontId, Frame, Id, Label, Layout, Margin, Rect, RichText, ScrollArea, Sense, TextStyle,
    Ui, UiBuilder, Vec2,
};
use glam::DVec3;
use pickray::math::CursorPosition;
use pickray::pick::explain::{Loupe, PlanePoint, RayTrace, Step};

/// Height of the ladder's row, in logical pixels; `LINE` is that of a line of numbers in it.
const ROW_HEIGHT: f32 = 90.0;
const LINE: f32 = 13.0;

/// Height of the ladder without an open step, which is only its row of steps, in logical pixels.
pub const LEAST_HEIGHT: f32 = ROW_HEIGHT + 14.0;

/// Distance between steps of the row, of words from their edges, and between their columns, in logical pixels.
const GAP: f32 = 4.0;

/// Most signs of a number of the row; `SIGN_WIDTH` is the width of one, as a share of the size of its letters.
const SIGNS: f32 = 7.0;
const SIGN_WIDTH: f32 = 0.6;

/// Size of the letters of numbers that have room, in logical pixels; `LEAST_NUMBERS` is the least size.
pub(super) const NUMBERS: f32 = 11.0;
const LEAST_NUMBERS: f32 = 8.0;
const MARGIN: Margin = Margin::same(6);

/// Returns the ladder's height at first, of `room` for it and the picture: less, if an open step can be read even so.
pub fn height(room: f32) -> f32 {
    (0.4 * room).clamp(LEAST_HEIGHT + 70.0, 250.0)
}

fn rung_width(room: f32) -> f32 {
    let n = Step::ALL.len() as f32;
    ((room - (n - 1.0) * GAP) / n).floor()
}

/// Returns `true` if all steps can be read side by side in `room` logical pixels; `is_small` asks for larger letters.
fn has_room_for_all(room: f32, is_small: bool) -> bool {
    let column = column_width(rung_width(room - MARGIN.sum().x) - 2.0 * GAP);
    let letters = if is_small { NUMBERS } else { LEAST_NUMBERS };
    SIGNS * SIGN_WIDTH * letters <= column
}

pub fn show(ui: &mut Ui, picking: &Picking, desk: &Desk, actions: &mut Vec<Action>) {
    if !has_room_for_all(ui.available_width(), desk.pointer.touched || desk.shown.figure.is_some()) {
        let scroll = ScrollArea::vertical().id_salt("step").auto_shrink(false);
        scroll.show(ui, |ui| show_step(ui, picking, desk, actions));
        return;
    }
    Frame::new().inner_margin(MARGIN).show(ui, |ui| {
        let Some(mut shown) = Shown::of(picking, desk) else {
            return rows::note(ui, t!("ladder-empty"));
        };
        // All steps stand in a row, each with its numbers.
        let width = rung_width(ui.available_width());
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for step in Step::ALL {
                shown.rung(ui, step, Vec2::new(width, ROW_HEIGHT), actions);
            }
        });
        ui.add_space(SPACE);
        // Below the row is what the open step does.
        match picking.explain.ladder.open {
            None => rows::note(ui, t!("ladder-open-a-step")),
            Some(open) => match why_covered(open, picking, desk) {
                Some(why) => rows::note(ui, why),
                None => {
                    let scroll = ScrollArea::vertical().id_salt(open as usize).auto_shrink(false);
                    scroll.min_scrolled_height(0.0).show(ui, |ui| {
                        shown.opened(ui, open, actions);
                    });
                }
            },
        }
        shown.point_out(actions);
    });
}

/// Pick that the ladder shows, and the point whose numbers the mouse is over.
struct Shown<'a> {
    picking: &'a Picking,
    desk: &'a Desk,
    picked: &'a Picked,
    pointed: Option<RayPoint>,
}

impl<'a> Shown<'a> {
    fn of(picking: &'a Picking, desk: &'a Desk) -> Option<Self> {
        Some(Self { picking, desk, picked: desk.picked.as_ref()?, pointed: None })
    }

    /// Has the point that the mouse is over highlighted, unless it is.
    fn point_out(&self, actions: &mut Vec<Action>) {
        let is_other = self.pointed != self.picking.explain.ladder.pointed;
        ask(actions, is_other.then_some(LadderAction::Point(self.pointed)));
    }

    fn opened(&mut self, ui: &mut Ui, open: Step, actions: &mut Vec<Action>) {
        let (picking, desk, picked) = (self.picking, self.desk, self.picked);
        let mut beside = false;
        let has_room_beside = 2.0 * explaining::LEAST_WIDTH < ui.available_width();
        ui.horizontal_top(|ui| {
            let least = Id::unique(("widest-details", open as usize, ui.available_width() as u32, t!("mistakes")));
            let shown = ui.vertical(|ui| {
                if has_room_beside {
                    ui.set_min_width(ui.data(|data| data.get_temp(least)).unwrap_or_default());
                }
                details::show(ui, open, self, actions);
            });
            // As wide as its widest numbers so far: the names beside it do not move with every click.
            ui.data_mut(|data| data.insert_temp(least, shown.response.rect.width()));
            beside = explaining::LEAST_WIDTH + SPACE <= ui.available_width();
            if beside {
                ui.add_space(SPACE);
                ui.vertical(|ui| explaining::at_step(ui, open, picking, desk, picked, actions));
            }
        });
        if !beside {
            explaining::at_step(ui, open, picking, desk, picked, actions);
        }
    }

    fn rung(&mut self, ui: &mut Ui, step: Step, size: Vec2, actions: &mut Vec<Action>) {
        let ladder = &self.picking.explain.ladder;
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let is_open = ladder.open == Some(step);
        let colors = Colors::of(ui);
        rows::ground(ui, &response, step_name(step), is_open, colors.raised);
        let inside = rect.shrink(GAP);
        let builder = UiBuilder::new().max_rect(inside).id_salt(step as usize).layout(Layout::top_down(Align::Min));
        let mut inner = ui.new_child(builder);
        inner.set_clip_rect(rect.intersect(ui.clip_rect()));
        inner.spacing_mut().item_spacing.y = 0.0;
        inner.spacing_mut().interact_size.y = 14.0;

        // The longest number is as wide as a column, and small words shrink as much.
        let size = (column_width(inside.width()) / (SIGNS * SIGN_WIDTH)).clamp(LEAST_NUMBERS, NUMBERS);
        let styles = &mut inner.style_mut().text_styles;
        styles.insert(TextStyle::Monospace, FontId::monospace(size));
        styles.entry(TextStyle::Small).and_modify(|small| small.size *= size / NUMBERS);
        let title = RichText::new(step_name(step)).font(FontId::new(13.5, heavy())).color(colors.text);
        inner.add(Label::new(title).selectable(false));
        if self.desk.shown.presenting.is_some() && ladder.open.is_some() && !is_open {
            inner.set_opacity(0.45);
        }

        // Numbers that are to be predicted or shown later stay covered.
        match why_covered(step, self.picking, self.desk) {
            Some(why) => {
                weak(&mut inner, "• • •");
                weak(&mut inner, why);
            }
            None => self.numbers(&mut inner, step, inside),
        }
        let clickable = response.on_hover_cursor(CursorIcon::PointingHand);
        ask(actions, clickable.clicked().then_some(LadderAction::Open(step)));
    }

    fn numbers(&mut self, ui: &mut Ui, step: Step, area: Rect) {
        let (ladder, desk, picked) = (&self.picking.explain.ladder, self.desk, self.picked);
        let trace = &picked.trace;

        // The first and the last step have numbers of their own, and without a ray the others have none.
        let ray = match (step, &trace.ray) {
            (Step::Cursor, _) => return cursor(ui, trace.cursor, desk.study.scale_factor(), area.width()),
            (_, Ok(ray)) => ray,
            (Step::Window, Err(why)) => return weak(ui, &t!("ladder-no-ray", why = of_library::said(why))),
            (_, Err(_)) => return weak(ui, "–"),
        };
        if step == Step::Triangle {
            return match loupe(desk) {
                Some(loupe) => triangle(ui, &loupe, picked),
                None => weak(ui, t!("ladder-no-triangle")),
            };
        }
        let Some([near, far]) = columns(step, ray, picked) else { return weak(ui, "–") };

        // The near and the far point stand side by side, and light up together with those in the picture.
        let size = desk.bounds().size().max_element();
        let written = |x: f64| if matches!(step, Step::World | Step::Object) { short_place(x, size) } else { short(x) };
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let width = column_width(area.width());
            for (point, column) in [(RayPoint::Near, near), (RayPoint::Far, far)] {
                let is_direction = ray.t_max.is_none() && matches!(step, Step::Eye | Step::World | Step::Object);
                let name = match point {
                    RayPoint::Far if is_direction => t!("ladder-direction"),
                    RayPoint::Far => t!("ladder-far"),
                    _ => t!("ladder-near"),
                };
                let shown = ui.allocate_ui(Vec2::new(width, area.height() - 18.0), |ui| {
                    ui.vertical(|ui| {
                        ui.set_width(width);
                        let Colors { link, weak, text, .. } = *Colors::of(ui);
                        let [weak, text] = if ladder.is_lit(point) { [link; 2] } else { [weak, text] };
                        ui.add(Label::new(RichText::new(name).small().color(weak)).selectable(false));
                        for x in column {
                            ui.add(Label::new(in_row(&written(x), text)).selectable(false).extend());
                        }
                    });
                });
                if ui.rect_contains_pointer(shown.response.rect) {
                    self.pointed = Some(point);
                }
            }
        });
    }
}

fn column_width(inside: f32) -> f32 {
    (0.5 * (inside - GAP)).floor()
}

/// Returns the close-up of the open last step; `None` if covered, or if a surface is in front of the triangle.
pub fn open_loupe(picking: &Picking, desk: &Desk) -> Option<Loupe> {
    let step = Step::Triangle;
    let is_open = picking.explain.ladder.open == Some(step) && why_covered(step, picking, desk).is_none();
    let is_hidden = picking.explain.in_front(desk).is_some_and(|count| 0 < count);
    (is_open && !is_hidden).then(|| loupe(desk)).flatten()
}

/// Returns why a step's numbers are covered, to be predicted or presented later; `None` if they are shown.
fn why_covered(step: Step, picking: &Picking, desk: &Desk) -> Option<&'static str> {
    let until_predicted = picking.learning.covers(step).then_some(t!("ladder-covered-until-predicted"));
    until_predicted.or_else(|| desk.is_covered(step).then_some(t!("ladder-covered-until-shown")))
}

/// Returns the near and the far point of a ray at a step, if it has these; of an infinite ray its direction.
fn columns(step: Step, ray: &RayTrace, picked: &Picked) -> Option<[Vec<f64>; 2]> {
    let three = |near: DVec3, far: DVec3| Some([near, far].map(|point| point.to_array().to_vec()));
    let is_infinite = ray.t_max.is_none();
    match step {
        Step::World if is_infinite => three(ray.near.world, ray.far.world - ray.near.world),
        Step::Object => {
            let in_object = details::cast(picked)?.ray;
            let far = if is_infinite { in_object.target - in_object.origin } else { in_object.target };
            three(in_object.origin, far)
        }
        _ => Some([point_in(step, &ray.near)?, point_in(step, &ray.far)?]),
    }
}

/// Returns the coordinates of a point of the ray at a step that it goes through; `None` at other steps.
fn point_in(step: Step, point: &PlanePoint) -> Option<Vec<f64>> {
    match step {
        Step::Window => Some(point.window.to_array().to_vec()),
        Step::Ndc => Some(point.ndc.to_array().to_vec()),
        Step::Eye => Some(point.eye_homogeneous.to_array().to_vec()),
        Step::World => Some(point.world.to_array().to_vec()),
        Step::Cursor | Step::Object | Step::Triangle => None,
    }
}

/// Shows the mouse in physical pixels, and beside that in logical ones.
fn cursor(ui: &mut Ui, cursor: CursorPosition, scale_factor: f64, width: f32) {
    let CursorPosition { x, y } = cursor;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (name, [x, y]) in
            [(t!("ladder-physical"), [x, y]), (t!("ladder-logical"), [x, y].map(|side| side / scale_factor))]
        {
            ui.vertical(|ui| {
                ui.set_width(column_width(width));
                weak(ui, name);
                named(ui, &[("x", x), ("y", y)]);
            });
        }
    });
}

/// Shows the weights and t of a triangle, and the depth of the hit if the triangle was hit.
fn triangle(ui: &mut Ui, loupe: &Loupe, picked: &Picked) {
    if let Some(weights) = loupe.weights {
        weights_of(ui, weights);
    }
    if let Some(t) = loupe.in_f64.t {
        named(ui, &[("t", t)]);
    }
    let hit = picked.hit.as_ref().filter(|hit| hit.id() == loupe.id);
    if let Some(window) = hit.and_then(|hit| hit.window) {
        named(ui, &[(t!("ladder-depth"), window.z)]);
    }
}

/// Shows the weights of corners, each in the colour of its area.
fn weights_of(ui: &mut Ui, weights: [f64; 3]) {
    let colors = palette(ui).weights.map(color32);
    for (name, k) in [("u", 1), ("v", 2), ("w", 0)] {
        let text = mono(&format!("{name} {}", short(weights[k])), colors[k]).line_height(Some(LINE));
        ui.add(Label::new(text).selectable(false).extend());
    }
}

fn named(ui: &mut Ui, values: &[(&str, f64)]) {
    for (name, value) in values {
        let color = Colors::of(ui).text;
        ui.add(Label::new(in_row(&format!("{name} {}", short(*value)), color)).selectable(false).extend());
    }
}

fn weak(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).small().color(Colors::of(ui).weak)).selectable(false).wrap());
}

fn in_row(text: &str, color: Color32) -> RichText {
    RichText::new(text).monospace().line_height(Some(LINE)).color(color)
}

pub(super) fn mono(text: &str, color: Color32) -> RichText {
    RichText::new(text).font(FontId::monospace(NUMBERS)).color(color)
}

/// Returns a number in at most seven characters, so that two fit side by side into a step of the row.
pub(super) fn short(x: f64) -> String {
    numbers::compact(x, 1e-3..1e5, |exponent| (4 - exponent).min(4), 1)
}

/// Returns a coordinate in at most seven signs: far from the origin its last ones, which tell places of the mesh apart.
fn short_place(x: f64, size: f64) -> String {
    if !(0.0 < size && 100.0 * size < x.abs() && x.abs() < 1e15) {
        return short(x);
    }
    let text = format!("{:.*}", numbers::decimals_at(size, 3), x.abs());
    let sign = if x < 0.0 { "−" } else { "" };
    match text.len().saturating_sub(7 - sign.chars().count()) {
        0 => format!("{sign}{text}"),
        over => format!("{sign}…{}", &text[over + 1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounding_is_no_distance_in_pixels() {
        assert_eq!([2.8e-14, -2.8e-14, 2.8e-5, 0.25].map(details::pixels), ["0", "0", "2.8e−5", "0.25"]);
    }

    #[test]
    fn numbers_of_the_row_are_short() {
        for (x, text) in [
            (0.0, "0"),
            (-0.123_456, "−0.1235"),
            (-12.345_67, "−12.346"),
            (1023.5, "1023.5"),
            (99_999.0, "99999"),
            (123_456.7, "1.2e5"),
            (-1.5e-7, "−1.5e−7"),
            (f64::INFINITY, "∞"),
        ] {
            assert_eq!(short(x), text);
            assert!(short(x).chars().count() <= 7);
        }
    }

    #[test]
    fn places_far_from_the_origin_have_their_last_digits_in_the_row() {
        for (x, size, text) in [
            (4_649_797.262, 100.0, "…9797.3"),
            (-4_649_797.262, 100.0, "−…797.3"),
            (500_123.25, 0.75, "…3.2500"),
            (120.5, 100.0, "120.5"),
            (25_000.0, 200.0, "25000.0"),
            (-0.123_456, 2.0, "−0.1235"),
        ] {
            assert_eq!(short_place(x, size), text);
            assert!(short_place(x, size).chars().count() <= 7);
        }
    }
}
