//! Stand-ins for the side panel: a sheet of three sizes at an edge, and in a figure one part of the window.

use super::{contents, foot_id, hint_bar};
use crate::app::action::Action;
use crate::app::arrangement::{Arrangement, Detent, Figure};
use crate::app::panels::rows::{self, ask};
use crate::app::texts::t;
use crate::app::theme::{Colors, FINGER, SPACE, is_for_fingers};
use crate::app::tools::picking::Picking;
use crate::app::update::State;
use egui::{
    Align, Align2, Area, Atom, Button, CursorIcon, Frame, Id, Label, Layout, Margin, Order, Panel, Rect, Response,
    RichText, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, vec2,
};
use std::ops::RangeInclusive;

/// Breadth of the handle, which is all of the sheet at its least, in logical pixels.
const HANDLE: f32 = 48.0;

/// Breadth of the picture that the sheet leaves at its largest, in logical pixels.
const GLIMPSE: f32 = 96.0;

/// Share of the room that the sheet takes at half: a little less, so that the picture is the larger part.
const HALF: f32 = 0.48;

/// Length and thickness of the bar by which the handle is known, in logical pixels.
const GRIP: Vec2 = vec2(36.0, 4.0);

/// Width of a page beside the picture, as a share of the figure's and in logical pixels.
const FIGURE_WIDTH_SHARE: f32 = 0.45;
const FIGURE_WIDTH: RangeInclusive<f32> = 270.0..=360.0;

/// Share of the figure's height that a page below the picture takes.
const FIGURE_HEIGHT_SHARE: f32 = 0.55;

pub fn show(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let desk = &state.desk;
    ui.data_mut(|data| data.insert_temp(foot_id(), false));
    let is_below = desk.shown.arrangement == Arrangement::SheetBelow;
    let room = ui.available_rect_before_wrap();
    let length = if is_below { room.height() } else { room.width() };
    let size_at = |detent| match detent {
        Detent::Line => HANDLE,
        Detent::Half => (HALF * length).max(HANDLE),
        Detent::Whole => (length - GLIMPSE).max(HANDLE),
    };

    // Where the drag of the handle is, as a size of the sheet.
    let dragged = Id::unique("dragged-sheet");
    let held: Option<f32> = ui.data(|data| data.get_temp(dragged));
    let size = held.unwrap_or_else(|| size_at(desk.shown.detent)).clamp(HANDLE, size_at(Detent::Whole));

    // With the direction in which it is drawn over.
    let (panel, toward) = match (is_below, desk.panel_is_left()) {
        (true, _) => (Panel::bottom("below"), -Vec2::Y),
        (_, true) => (Panel::left("left"), Vec2::X),
        _ => (Panel::right("right"), -Vec2::X),
    };
    let frame = Frame::new().fill(ui.visuals().panel_fill);
    let handle = panel.frame(frame).resizable(false).exact_size(size.floor()).show(ui, |ui| {
        let whole = ui.max_rect();
        let (handle, rest) = if is_below {
            whole.split_top_bottom_at_y(whole.top() + HANDLE)
        } else if toward.x > 0.0 {
            let (rest, handle) = whole.split_left_right_at_x(whole.right() - HANDLE);
            (handle, rest)
        } else {
            whole.split_left_right_at_x(whole.left() + HANDLE)
        };
        let handle = show_handle(ui, state, handle, toward, actions);
        if HANDLE + 1.0 < size {
            // What comes into sight while it is drawn over is laid out as at half.
            let width = if is_below { rest.width() } else { rest.width().max(size_at(Detent::Half) - HANDLE) };
            let laid_out = Rect::from_min_size(rest.min, vec2(width, rest.height()));
            let mut inner = ui.new_child(UiBuilder::new().max_rect(laid_out));
            inner.set_clip_rect(rest.intersect(ui.clip_rect()));
            contents(&mut inner, state, actions);
        }
        handle
    });
    let handle = handle.inner;
    if handle.dragged() {
        let size = size + handle.drag_delta().dot(toward);
        ui.data_mut(|data| data.insert_temp(dragged, size));
        ui.ctx().request_repaint();
    } else if let Some(size) = held {
        let away = |detent: &Detent| (size_at(*detent) - size).abs();
        let nearest = Detent::ALL.into_iter().min_by(|a, b| away(a).total_cmp(&away(b)));
        actions.extend(nearest.map(Action::Detent));
        ui.data_mut(|data| data.remove::<f32>(dragged));
    } else if handle.clicked() {
        let is_open = desk.shown.detent != Detent::Line;
        actions.push(Action::Detent(if is_open { Detent::Line } else { Detent::Half }));
    }
}

/// Shows the handle: a bar that is dragged, what was hit or can be done, and buttons for the sheet's size.
fn show_handle(ui: &mut Ui, state: &State, area: Rect, toward: Vec2, actions: &mut Vec<Action>) -> Response {
    let (colors, is_below) = (Colors::of(ui), toward.y != 0.0);
    let handle = ui.interact(area, Id::unique("handle"), Sense::click_and_drag());
    let is_open = state.desk.shown.detent != Detent::Line;
    let name = if is_open { t!("sheet-close") } else { t!("sheet-open") };
    handle.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, name));
    let handle =
        handle.on_hover_cursor(if is_below { CursorIcon::ResizeVertical } else { CursorIcon::ResizeHorizontal });

    let grip = if is_below { GRIP } else { GRIP.yx() };
    let at = area.center() + (0.5 * HANDLE - 7.0) * toward;
    ui.painter().rect_filled(Rect::from_center_size(at, grip), 2.0, colors.weak.gamma_multiply(0.6));
    if handle.has_focus() {
        ui.painter().rect_stroke(area.shrink(1.0), 4.0, ui.visuals().selection.stroke, egui::StrokeKind::Inside);
    }

    let layout = if is_below { Layout::right_to_left(Align::Center) } else { Layout::top_down(Align::Center) };
    let inside = area.shrink2(if is_below { vec2(SPACE, 0.0) } else { vec2(0.0, SPACE) });
    let mut inner = ui.new_child(UiBuilder::new().max_rect(inside).layout(layout));
    let at = Detent::ALL.iter().position(|detent| *detent == state.desk.shown.detent).unwrap_or_default();
    let larger = (toward, t!("sheet-larger"), Detent::ALL.get(at + 1));
    let smaller = (-toward, t!("sheet-smaller"), Detent::ALL.get(at.wrapping_sub(1)));
    for (toward, name, to) in [larger, smaller] {
        let button = Button::new(chevron(toward)).min_size(Vec2::splat(FINGER)).frame_when_inactive(false);
        let is_pressed = rows::sign_button(&mut inner, button, name, to.is_some());
        actions.extend(to.filter(|_| is_pressed).map(|&detent| Action::Detent(detent)));
    }
    if is_below {
        inner.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(2.0 * SPACE);
            line(ui, state);
        });
    }
    handle
}

fn chevron<'a>(toward: Vec2) -> Atom<'a> {
    Atom::paint(Vec2::splat(14.0), move |ui, args| {
        let (middle, tip) = (args.rect.center(), 3.0 * toward);
        let ends = [6.0 * toward.rot90() - tip, tip, -6.0 * toward.rot90() - tip].map(|by| middle + by);
        ui.painter().line(ends.to_vec(), Stroke::new(1.75, args.fallback_text_color));
    })
}

/// Shows the foot of a window whose sheet is at the right: a line on what was hit.
pub fn foot(ui: &mut Ui, state: &State) {
    let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(8, 3));
    Panel::bottom("foot").frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = 22.0;
            line(ui, state);
        });
    });
}

fn line(ui: &mut Ui, state: &State) {
    let is_shut = !state.desk.shows_side_panel();
    match state.tools.in_use(&state.desk).in_one_line(&state.desk).filter(|_| is_shut) {
        Some(text) => drop(ui.add(Label::new(RichText::new(text).color(Colors::of(ui).text)).truncate())),
        None => hint_bar::hints(ui, state),
    }
}

pub fn figure(ui: &mut Ui, state: &State, figure: Figure, actions: &mut Vec<Action>) {
    let desk = &state.desk;
    match figure {
        Figure::Picture => {}
        Figure::Ladder => {
            let picking = state.tools.get::<Picking>();
            [true, false].into_iter().for_each(|is_wide| picking.show_ladder(ui, desk, is_wide, actions));
        }
        Figure::Lesson => {
            ui.data_mut(|data| data.insert_temp(foot_id(), false));
            let panel = if desk.shown.arrangement == Arrangement::SheetBelow {
                Panel::bottom("page").exact_size((FIGURE_HEIGHT_SHARE * ui.available_height()).floor())
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
    (FIGURE_WIDTH_SHARE * ui.available_width()).clamp(*FIGURE_WIDTH.start(), *FIGURE_WIDTH.end()).floor()
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
