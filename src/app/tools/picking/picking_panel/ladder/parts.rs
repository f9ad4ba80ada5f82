//! Parts of the ladder: one step at a time where its row has no room; the loupe, and tables.
//!
//! The loupe is a close-up of the pixel and its sample point. In it and in the picture, the triangle is divided around
//! the point into the areas of the barycentric weights, each in the colour of the opposite corner.

use super::{ROW_HEIGHT, Shown, mono, short, weak as small, why_covered};
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::numbers;
use crate::app::panels::rows::{self, ask};
use crate::app::panels::{area_of, on_screen};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, color32, heavy, palette};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::ladder::{DepthSteps, KINDS, LadderAction, step_name};
use egui::{
    Align, Align2, Button, Color32, Event, FontId, Frame, Grid, Id, Label, Layout, Margin, Painter, Pos2, Rect,
    RichText, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
};
use glam::DVec2;
use pickray::intersect::{RayTriangleOutcome, Rejection};
use pickray::pick::explain::{CastTrace, Loupe, PickTrace, Step, TriangleTest};
use pickray_render::Palette;

const SIDE: f32 = 132.0;

pub fn lens(ui: &mut Ui, loupe: &Loupe) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
    response.on_hover_text(t!("ladder-lens-about"));
    let (colors, palette) = (Colors::of(ui), palette(ui));
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 4.0, colors.sunken);
    let Some(seen) = loupe.in_window else {
        let text = t!("ladder-lens-behind");
        painter.text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(11.0), colors.weak);
        return;
    };
    let reach = seen.corners.iter().map(|corner| (*corner - loupe.sample).abs().max_element()).fold(0.0, f64::max);

    // From edge to edge; of a large triangle only so much that the pixel itself is still to be seen.
    let pixels = (2.6 * reach).clamp(5.0, 61.0);
    let per_pixel = f64::from(SIDE) / pixels;
    let place = |window: DVec2| {
        let from_sample = (window - loupe.sample) * per_pixel;
        rect.center() + Vec2::new(from_sample.x as f32, -from_sample.y as f32)
    };

    // The grid of the picture's pixels.
    let line = Stroke::new(0.5, colors.line);
    let half = (0.5 * pixels).ceil() as i32 + 1;
    for k in -half..=half {
        let at = place(loupe.pixel[0] + f64::from(k));
        painter.vline(at.x, rect.y_range(), line);
        painter.hline(rect.x_range(), at.y, line);
    }
    let [low, high] = loupe.pixel.map(place);
    let (corners, sample) = (seen.corners.map(place), place(loupe.sample));
    let is_inside = seen.weights.is_some_and(is_inside);
    divided(&painter, corners, sample, is_inside, palette);
    painter.rect_stroke(Rect::from_two_pos(low, high), 0.0, Stroke::new(1.0, colors.text), StrokeKind::Middle);
    letters(&painter, rect, corners, is_inside.then_some(sample), palette);
    painter.circle_filled(sample, 3.0, color32(palette.ray));
}

/// Shows the names of the corners and, if the sample lies in the triangle, of the weight in each area.
fn letters(painter: &Painter, rect: Rect, corners: [Pos2; 3], sample: Option<Pos2>, palette: &Palette) {
    let (middle, reach) = (rect.center(), 0.36 * SIDE);
    let write = |at: Pos2, letter: &str, color| {
        painter.text(at, Align2::CENTER_CENTER, letter, FontId::monospace(11.5), color32(color));
    };
    for k in 0..3 {
        if rect.shrink(8.0).contains(corners[k]) {
            let out = (corners[k] - middle).normalized();
            write(corners[k] + 6.0 * out, ["a", "b", "c"][k], palette.weights[k]);
        }
        // The area of a corner's weight lies on the other side of the sample.
        let Some(sample) = sample else { continue };
        let sum = sample.to_vec2() + corners[(k + 1) % 3].to_vec2() + corners[(k + 2) % 3].to_vec2();
        let way = (sum / 3.0).to_pos2() - middle;
        // With less way there is no room for a letter.
        if 9.0 < way.length() {
            write(middle + way * (reach / way.length()).min(1.0), ["w", "u", "v"][k], palette.background_bottom);
        }
    }
}

fn is_inside(weights: [f64; 3]) -> bool {
    weights.iter().all(|weight| 0.0 <= *weight)
}

/// Paints the outline of a triangle and, if `is_inside`, its three parts around `point`, in the colours of the weights.
fn divided(painter: &Painter, corners: [Pos2; 3], point: Pos2, is_inside: bool, palette: &Palette) {
    let outline = Stroke::new(1.5, color32(palette.selected_outline));
    if is_inside {
        for k in 0..3 {
            let part = vec![point, corners[(k + 1) % 3], corners[(k + 2) % 3]];
            let color = color32(palette.weights[k]).gamma_multiply(0.9);
            painter.add(Shape::convex_polygon(part, color, Stroke::NONE));
        }
        for corner in corners {
            painter.line_segment([point, corner], Stroke::new(1.0, outline.color));
        }
    }
    painter.add(Shape::closed_line(corners.to_vec(), outline));
}

/// Paints the weights of the loupe's point as areas of its triangle in the picture, with the names of the corners.
pub fn lens_over(ui: &Ui, loupe: &Loupe, desk: &Desk, area: Rect) {
    let Some([_, u, v]) = loupe.weights.filter(|weights| is_inside(*weights)) else { return };
    let Some(triangle) = desk.triangle(loupe.id) else { return };
    let point = triangle.at(u, v);
    let seen = |point| Some(on_screen(desk, desk.view().cursor_from_world(point)?));
    let [Some(a), Some(b), Some(c)] = triangle.corners().map(seen) else { return };
    let (Some(point), corners) = (seen(point), [a, b, c]) else { return };
    let (painter, palette) = (ui.painter().with_clip_rect(area_of(desk, desk.view()).intersect(area)), palette(ui));
    divided(&painter, corners, point, true, palette);
    let size = Rect::from_points(&corners).size();
    if size.x.min(size.y) < 26.0 {
        return;
    }
    let middle = ((a.to_vec2() + b.to_vec2() + c.to_vec2()) / 3.0).to_pos2();
    for (k, corner) in corners.into_iter().enumerate() {
        let at = corner + 11.0 * (corner - middle).normalized();
        let (font, color) = (FontId::monospace(14.0), color32(palette.weights[k]));
        let text = painter.layout_no_wrap(["a", "b", "c"][k].to_owned(), font, color);
        let place = Align2::CENTER_CENTER.anchor_size(at, text.size());
        painter.rect_filled(place.expand(2.0), 3.0, color32(palette.background_bottom).gamma_multiply(0.8));
        painter.galley(place.min, text, color);
    }
}

/// Shows a table of the triangles that the ray was tested against, each with the outcome of its test.
pub fn tested(ui: &mut Ui, trace: &PickTrace, cast: &CastTrace) {
    let closest = trace.hit.as_ref().map(|hit| hit.triangle);
    let shown = &cast.triangles[..cast.triangles.len().min(64)];
    let column = |number: fn(&TriangleTest) -> f64| numbers::aligned(&shown.iter().map(number).collect::<Vec<_>>());
    let columns = [
        ("det", column(|test| test.report.det)),
        ("u det", column(|test| test.report.u_det)),
        ("v det", column(|test| test.report.v_det)),
        ("t det", column(|test| test.report.t_det)),
    ];
    ui.spacing_mut().interact_size.y = 16.0;

    // The tests stand in the order in which they were made.
    rows::table(ui, "tests", [14.0, 2.0], 16.0, |ui| {
        head(ui, t!("tested-triangle"));
        for (name, _) in &columns {
            head(ui, name);
        }
        head(ui, t!("tested-outcome"));
        ui.end_row();
        for (row, test) in shown.iter().enumerate() {
            ui.label(RichText::new(test.triangle.to_string()).monospace());
            for (_, column) in &columns {
                ui.label(RichText::new(&column[row]).monospace());
            }
            let (text, color) = outcome(ui, test, closest == Some(test.triangle));
            ui.label(RichText::new(text).color(color));
            ui.end_row();
        }
    });
    let more = (cast.triangles.len() - shown.len()) as u64 + cast.triangles_left_out;
    if more > 0 {
        small(ui, &t!("and-more", count = more));
    }
}

fn head(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).small().color(Colors::of(ui).weak)).selectable(false).extend());
}

fn outcome(ui: &Ui, test: &TriangleTest, is_closest: bool) -> (String, Color32) {
    let colors = Colors::of(ui);
    match &test.report.outcome {
        RayTriangleOutcome::Hit(_) if is_closest => (t!("tested-closest").to_owned(), colors.selected),
        RayTriangleOutcome::Hit(_) => (t!("tested-hit").to_owned(), colors.text),
        RayTriangleOutcome::Miss(why) => (reason(*why).to_owned(), colors.weak),
    }
}

pub fn reason(why: Rejection) -> &'static str {
    match why {
        Rejection::NotFinite => t!("rejected-not-finite"),
        Rejection::ZeroDirection => t!("rejected-zero-direction"),
        Rejection::Degenerate => t!("rejected-degenerate"),
        Rejection::Coplanar => t!("rejected-coplanar"),
        Rejection::Parallel => t!("rejected-parallel"),
        Rejection::Culled => t!("rejected-culled"),
        Rejection::OutsideU => t!("rejected-u"),
        Rejection::OutsideV => t!("rejected-v"),
        Rejection::OutsideW => t!("rejected-w"),
        Rejection::Behind => t!("rejected-behind"),
    }
}

/// Shows the smallest depth differences that each kind of depth buffer can tell apart, at three distances.
pub fn depth_steps(ui: &mut Ui, steps: Option<DepthSteps>) {
    let Some(DepthSteps { distances, steps }) = steps else { return };
    let colors = Colors::of(ui);
    ui.vertical(|ui| {
        ui.spacing_mut().interact_size.y = 14.0;
        let grid = Grid::new("depth steps").spacing([12.0, 1.0]).min_row_height(14.0).min_col_width(0.0);
        // Wider than a telephone.
        ScrollArea::horizontal().id_salt("depth steps").show(ui, |ui| {
            grid.show(ui, |ui| {
                let caption = RichText::new(t!("depth-steps")).small().color(colors.weak);
                ui.add(Label::new(caption).extend()).on_hover_text(t!("depth-steps-about"));
                for distance in distances {
                    right(ui, &t!("depth-at", distance = short(distance)), colors.weak);
                }
                ui.end_row();
                for ((name, ..), row) in KINDS.iter().zip(steps) {
                    small(ui, name.shown());
                    for step in row {
                        right(ui, &short(step), colors.text);
                    }
                    ui.end_row();
                }
            })
        });
    });
}

fn right(ui: &mut Ui, text: &str, color: Color32) {
    let label = Label::new(mono(text, color)).selectable(false).extend();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(label));
}

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

fn next_to(step: Step, by: isize) -> Option<Step> {
    Step::ALL.get((step as usize).checked_add_signed(by)?).copied()
}

fn turn(ui: &mut Ui, sign: &str, name: &str, to: Option<Step>, actions: &mut Vec<Action>) {
    let is_pressed = rows::sign_button(ui, Button::new(sign), name, to.is_some());
    ask(actions, to.filter(|_| is_pressed).map(LadderAction::Open));
}

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
