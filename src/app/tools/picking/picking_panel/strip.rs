//! Strip of buttons that choose the effect of a drag, at the picture's edge or above a sheet; the outline of a stroke.

use crate::app::action::Action;
use crate::app::arrangement::{Arrangement, Pane, Workspace};
use crate::app::desk::Desk;
use crate::app::keys::{Command, with_key};
use crate::app::panels::rows::{self, ask};
use crate::app::panels::{area_of, card, on_screen};
use crate::app::texts::{Text, t};
use crate::app::theme::{Colors, FINGER, SPACE};
use crate::app::tools::picking::areas::{AreaAction, RULES, Stroke};
use crate::app::tools::picking::measuring::{KINDS, MeasureAction, Measuring, Snap};
use crate::app::tools::picking::{Picking, StripTool};
use egui::{
    Align, Align2, Area, Button, Color32, FontId, Frame, Id, Layout, Order, Painter, Pos2, Rect, Sense, Shape,
    TextStyle, Ui, Vec2,
};
use glam::DVec2;
use pickray::math::CursorPosition;
use pickray::study::MeasureKind;

/// The side of a button of the strip, in logical pixels, where the picture is high enough for all.
const SIDE: f32 = 32.0;
const BETWEEN: f32 = 2.0;

/// Width of the strip with the room beside it, in logical pixels; what else is at this edge begins there.
pub const WIDTH: f32 = SIDE + 6.0 * SPACE;

/// Returns whether the strip is shown: in Pick with a mesh, unless something is presented or a figure.
pub fn is_shown(desk: &Desk) -> bool {
    let is_whole = desk.shown.presenting.is_none() && desk.shown.figure.is_none();
    desk.workspace == Workspace::Pick && is_whole && !desk.scene().objects().is_empty()
}

pub fn is_row(desk: &Desk) -> bool {
    desk.shown.arrangement == Arrangement::SheetBelow
}

pub fn show(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    if !is_shown(desk) {
        return;
    }
    draw(ui, picking, desk, area);
    let is_row = is_row(desk);
    let edge = 2.0 * SPACE;

    // The axes are at the lower left.
    let pivot = if is_row { Align2::RIGHT_BOTTOM } else { Align2::LEFT_TOP };
    let at = pivot.pos_in_rect(&area.shrink(edge));
    let frame = Frame::popup(ui.style()).inner_margin(SPACE).shadow(egui::Shadow::NONE);
    let n = StripTool::ALL.len() as f32;
    let room = area.height() - 6.0 * SPACE - 2.0 - (n - 1.0) * BETWEEN;
    let side = if desk.pointer.touched { FINGER } else { (room / n).floor().clamp(20.0, SIDE) };
    let strip = Area::new(Id::unique("strip")).order(Order::Middle).pivot(pivot).fixed_pos(at).constrain_to(area);
    let length = n * (side + BETWEEN) - BETWEEN;
    let (direction, size) = match is_row {
        true => (Layout::left_to_right(Align::Center), Vec2::new(length, side)),
        false => (Layout::top_down(Align::Center), Vec2::new(side, length)),
    };
    let shown = strip.show(ui.ctx(), |ui| {
        frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(BETWEEN);
            // An area offers the size that it had before, which may be that of a row.
            ui.allocate_ui_with_layout(size, direction, |ui| {
                for row @ (tool, command, ..) in StripTool::ALL {
                    let clicked = tool_button(ui, row, side, picking.tool == tool);
                    ask(actions, (clicked && picking.tool != tool).then_some(command));
                }
            });
        });
    });
    let beside = shown.response.rect;
    card::tooltips_beside(ui.ctx(), beside);
    if picking.tool == StripTool::Click {
        return;
    }
    let at =
        if is_row { beside.right_top() - Vec2::new(0.0, SPACE) } else { beside.right_top() + Vec2::new(SPACE, 0.0) };
    let options = Area::new(Id::unique("strip's second row")).order(Order::Middle).pivot(pivot).fixed_pos(at);

    // Beside the caption of the other view.
    let area = if desk.is_split() { area_of(desk, desk.view()).intersect(area) } else { area };
    options.constrain_to(area).show(ui.ctx(), |ui| {
        frame.show(ui, |ui| {
            // As many below each other as there is no room for.
            let left = if is_row { area.left() + edge } else { at.x };
            ui.set_max_width(area.right() - edge - left - 2.0 * SPACE);
            ui.horizontal_wrapped(|ui| options_of(ui, picking, actions));
        });
    });
}

fn options_of(ui: &mut Ui, picking: &Picking, actions: &mut Vec<Action>) {
    if picking.tool == StripTool::Measure {
        return options_of_measuring(ui, &picking.measuring, actions);
    }
    ui.spacing_mut().item_spacing.x = 2.0;
    let areas = &picking.areas;
    let [visible, through] =
        [t!("area-visible-about"), t!("area-through-about")].map(|about| with_key(about, Command::ToggleThrough));
    let both = [(false, t!("area-visible"), visible.as_str()), (true, t!("area-through"), &through)];
    ask(actions, rows::options(ui, areas.through, both).map(AreaAction::Through));
    ui.separator();
    let rules = RULES.map(|(rule, name, about)| (rule, name.shown(), about.shown()));
    ask(actions, rows::options(ui, areas.rule, rules).map(AreaAction::Rule));
    if picking.tool == StripTool::Brush {
        ui.separator();
        let radius = t!("area-radius", pixels = format!("{:.0}", areas.radius));
        ui.label(radius).on_hover_text(t!("area-radius-about"));
    }
}

fn options_of_measuring(ui: &mut Ui, measuring: &Measuring, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    let kinds = KINDS.map(|(kind, name, about)| (Some(kind), name.shown(), about.shown()));
    let present = Some(measuring.kind).filter(|_| !measuring.places_landmarks);
    ask(actions, rows::options(ui, present, kinds).flatten().map(MeasureAction::Kind));
    let button = ui.add(Button::selectable(measuring.places_landmarks, t!("measure-landmarks")));
    let button = button.on_hover_text(with_key(t!("measure-landmarks-about"), Command::PlaceLandmarks));
    ask(actions, button.clicked().then_some(MeasureAction::PlaceLandmarks));
    ui.separator();
    for snap in Snap::ALL {
        let button = ui.add(Button::selectable(measuring.snap == snap, snap.name()));
        let button = button.on_hover_text(with_key(snap.about(), Command::NextSnap));
        ask(actions, button.clicked().then_some(MeasureAction::Snap(snap)));
    }
    if !measuring.places_landmarks && measuring.kind == MeasureKind::Path {
        ui.separator();
        let end = ui.add_enabled(measuring.can_end_path(), Button::new(t!("measure-end-path")));
        ask(actions, end.on_hover_text(t!("key-enter")).clicked().then_some(MeasureAction::EndPath));
    }
}

fn tool_button(ui: &mut Ui, row: (StripTool, Command, Text, Text), side: f32, is_on: bool) -> bool {
    let (tool, command, name, about) = (row.0, row.1, row.2.shown(), row.3.shown());
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    rows::ground(ui, &response, name, is_on, Color32::TRANSPARENT);
    let colors = Colors::of(ui);
    icon(ui.painter(), tool, rect.center(), if is_on { colors.text } else { colors.weak });
    let hint = if tool == StripTool::Click { about.to_owned() } else { with_key(about, command) };
    response.on_hover_text(format!("{name}. {hint}")).clicked()
}

/// Draws the icon of a tool: an arrow, a dashed box, a loop, a disc, a dimension line.
fn icon(painter: &Painter, tool: StripTool, middle: Pos2, color: Color32) {
    let stroke = egui::Stroke::new(1.5, color);
    let at = |x: f32, y: f32| middle + Vec2::new(x, y);
    match tool {
        StripTool::Click => {
            let arrow = [(-4.0, -8.0), (-4.0, 5.0), (-1.0, 2.2), (1.5, 7.5), (3.8, 6.4), (1.4, 1.3), (5.5, 1.0)];
            painter.add(Shape::closed_line(arrow.map(|(x, y)| at(x, y)).to_vec(), stroke));
        }
        StripTool::Box => {
            let corners = [(-8.0, -6.0), (8.0, -6.0), (8.0, 6.0), (-8.0, 6.0), (-8.0, -6.0)].map(|(x, y)| at(x, y));
            painter.extend(Shape::dashed_line(&corners, stroke, 3.5, 2.5));
        }
        StripTool::Lasso => {
            let loop_at = |k: i32| {
                let angle = std::f32::consts::TAU * k as f32 / 24.0;
                at(8.0 * angle.cos(), -2.0 + 5.0 * angle.sin() - 1.5 * angle.cos())
            };
            painter.add(Shape::closed_line((0..24).map(loop_at).collect(), stroke));
            let end = [(-3.0, 3.6), (-4.5, 5.5), (-3.5, 7.5), (-5.5, 9.5)].map(|(x, y)| at(x, y));
            painter.add(Shape::line(end.to_vec(), stroke));
        }
        StripTool::Brush => {
            painter.circle_stroke(middle, 7.5, stroke);
            painter.circle_filled(middle, 2.0, color);
        }
        StripTool::Measure => {
            let (ends, across) = ([at(-7.0, 5.0), at(7.0, -5.0)], Vec2::new(2.5, 3.5));
            painter.line_segment(ends, stroke);
            for end in ends {
                painter.line_segment([end - across, end + across], stroke);
            }
        }
    }
}

fn draw(ui: &Ui, Picking { tool, areas, .. }: &Picking, desk: &Desk, area: Rect) {
    let painter = ui.painter().with_clip_rect(area);
    let place = |point: DVec2| on_screen(desk, CursorPosition::new(point.x, point.y));
    if let Some(stroke) = &areas.stroke {
        outline(&painter, stroke, desk, &place);
        let last = stroke.points[stroke.points.len() - 1];
        let way = if areas.through { t!("area-through") } else { t!("area-visible") };
        let words = match stroke.count {
            Some(count) => t!("area-count", way = way, count = count as u64),
            None => t!("area-count-later", way = way),
        };
        label(ui, &painter, place(last) + Vec2::new(14.0, 14.0), &words, area);
        return;
    }
    let Some(cursor) = desk.pointer.mouse else { return };
    let mouse = on_screen(desk, cursor);
    if areas.flat.is_some() {
        let words = t!("area-angle", degrees = format!("{:.1}", areas.angle));
        label(ui, &painter, mouse + Vec2::new(14.0, 14.0), &words, area);
    } else if *tool == StripTool::Brush && area.contains(mouse) && desk.pane_at(cursor) == Pane::Picking {
        ring(&painter, mouse, areas.radius as f32);
    }
}

fn outline(painter: &Painter, stroke: &Stroke, desk: &Desk, place: &impl Fn(DVec2) -> Pos2) {
    let points: Vec<Pos2> = stroke.points.iter().map(|point| place(*point)).collect();
    match (stroke.tool, &points[..]) {
        (StripTool::Box, &[a, b]) => {
            painter.rect_filled(Rect::from_two_pos(a, b), 0.0, Color32::from_white_alpha(14));
            dashed(painter, &[a, Pos2::new(b.x, a.y), b, Pos2::new(a.x, b.y), a]);
        }
        (StripTool::Lasso, [first, .., last]) => {
            dashed(painter, &points);
            painter.add(Shape::line_segment([*last, *first], egui::Stroke::new(1.0, Color32::from_white_alpha(130))));
        }
        (StripTool::Brush, [.., last]) => ring(painter, *last, (stroke.radius / desk.shown.scale_factor) as f32),
        _ => {}
    }
}

/// Draws a line that is seen on any ground: white dashes on black.
fn dashed(painter: &Painter, points: &[Pos2]) {
    painter.add(Shape::line(points.to_vec(), egui::Stroke::new(2.5, Color32::from_black_alpha(170))));
    painter.extend(Shape::dashed_line(points, egui::Stroke::new(1.5, Color32::WHITE), 6.0, 4.0));
}

fn ring(painter: &Painter, at: Pos2, radius: f32) {
    painter.circle_stroke(at, radius, egui::Stroke::new(3.0, Color32::from_black_alpha(150)));
    painter.circle_stroke(at, radius, egui::Stroke::new(1.5, Color32::WHITE));
}

fn label(ui: &Ui, painter: &Painter, at: Pos2, words: &str, area: Rect) {
    let font: FontId = TextStyle::Body.resolve(ui.style());
    let galley = painter.layout_no_wrap(words.to_owned(), font, Colors::of(ui).text);
    let size = galley.size() + Vec2::new(12.0, 6.0);
    let rect = Rect::from_min_size(at.min(area.max - size).max(area.min), size);
    painter.rect_filled(rect, 4.0, Colors::of(ui).panel);
    painter.galley(rect.min + Vec2::new(6.0, 3.0), galley, Colors::of(ui).text);
}
