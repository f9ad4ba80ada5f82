//! Lists whose rows lead into the picture: objects and their parts, and over it all hits along a right click's ray.

use super::room_for_cards;
use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::{Desk, ObjectRow, Picked};
use crate::app::keys::{Command, Key, chord_in_words};
use crate::app::listed::Listed;
use crate::app::numbers;
use crate::app::panels::card::Card;
use crate::app::panels::on_screen;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{of_library, t};
use crate::app::theme::{Colors, FINGER, SPACE, color32, heavy, is_for_fingers, palette};
use crate::app::tools::picking::learning::OpenPage;
use crate::app::tools::picking::{HitList, HitsAction, Picking, WhyAction};
use egui::emath::RectTransform;
use egui::{
    Align, Align2, Area, Button, Color32, FontId, Frame, Id, Layout, Order, Painter, Pos2, Rect, Response, RichText,
    ScrollArea, Sense, Shape, Stroke, TextStyle, TextWrapMode, Ui, Vec2, WidgetInfo, WidgetText, pos2, vec2,
};
use glam::DVec3;
use pickray::intersect::Side;
use pickray::math::{CursorPosition, PixelSample, window_from_cursor};
use pickray::pick::explain::{WhyNot, WhyNotReason};
use pickray_render::{Behind, Overlay, Palette, Pen};

pub fn show_objects(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let (list, height) = (&desk.files.objects, ui.spacing().interact_size.y);
    let mut pointed = None;
    ui.spacing_mut().item_spacing.y = 0.0;

    // As high as with all rows unfolded, so that none of them moves.
    let rows_seen = (list.rows.len() as f32).min(9.0);
    let mut area = rows::list("objects", rows_seen * height);
    if let Some(place) = newly_selected(ui, desk) {
        // Beyond its end the list would bounce back.
        let last = (list.shown.len() as f32 - rows_seen).max(0.0);
        area = area.vertical_scroll_offset((place as f32 - 0.5 * rows_seen).clamp(0.0, last) * height);
    }
    area.show_rows(ui, height, list.shown.len(), |ui, range| {
        for &place in &list.shown[range] {
            let row = &list.rows[place];
            if show_row(ui, desk, (place, row), actions).contains_pointer() {
                pointed = Some(row.listed);
            }
        }
    });
    let is_new = pointed != desk.pointer.row.map(|(row, _)| row);
    actions.extend(is_new.then_some(Action::PointOutRow(pointed)));
    ui.add_space(4.0);
    let [objects, triangles] = desk.n_hidden();
    if objects + triangles > 0 {
        let command = Command::ShowAllObjects;
        rows::button(ui, t!("command-show-all"), &chord_in_words(command), command, actions);
    }

    // Below all that is clicked, which stays where it is.
    if objects > 0 {
        rows::note(ui, &t!("selection-hidden-objects", count = objects as u64));
    }
    if triangles > 0 {
        rows::note(ui, &t!("selection-hidden-triangles", count = triangles as u64));
    }
}

/// Returns the place among the rows shown of the row that was selected since the last frame, if one was.
fn newly_selected(ui: &Ui, desk: &Desk) -> Option<usize> {
    let selected = desk.selected_row();
    let before = remember(ui, selected);
    let list = &desk.files.objects;
    let selected = selected.filter(|_| before != selected)?;
    list.shown.iter().rposition(|&place| list.rows[place].listed == selected)
}

/// Keeps the selected row for the next frame; returns the one kept before.
fn remember(ui: &Ui, selected: Option<Listed>) -> Option<Listed> {
    ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(Id::unique("selected row")), selected))
}

/// Shows a row of the list: the fold of a row that holds others, the eye, the name and the number of triangles.
fn show_row(ui: &mut Ui, desk: &Desk, (place, row): (usize, &ObjectRow), actions: &mut Vec<Action>) -> Response {
    let list = &desk.files.objects;
    let colors = Colors::of(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), ui.spacing().interact_size.y), Sense::click());
    let is_selected = list.has_several() && desk.selected_row() == Some(row.listed);
    let name = of_library::mesh_name(&row.name);
    rows::ground(ui, &response, &name, is_selected, Color32::TRANSPARENT);

    // Upon the row lie the eye, the fold and the words, each of which is pressed by itself.
    let sign = if is_for_fingers(ui) { FINGER } else { 20.0 };
    let eye = Rect::from_min_size(rect.min, vec2(sign, rect.height()));

    // Deep rows are indented no farther than others.
    let left = eye.right() + row.depth.min(8) as f32 * 12.0;
    let width = if list.has_folds { sign } else { 4.0 };
    let fold = Rect::from_min_size(pos2(left, rect.top()), vec2(width, rect.height()));
    if 0 < row.n_below {
        let turned = ui.interact(fold, ui.scope_id().with(("fold", place)), Sense::click());
        turned.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, !row.is_folded, t!("objects-fold")));
        triangle(ui.painter(), fold.center(), row.is_folded, colors.weak);
        ask(actions, turned.clicked().then_some(Action::FoldRow(place)));
    }
    // The eye shows or hides the row; the rest of the row selects it.
    let is_seen = desk.is_any_seen(row);
    let looked = ui.interact(eye, ui.scope_id().with(("eye", place)), Sense::click());
    let about = if is_seen { t!("objects-hide") } else { t!("objects-show") };
    looked.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_seen, format!("{about}: {name}")));
    let color = if looked.hovered() || looked.has_focus() { colors.text } else { colors.weak };
    draw_eye(ui.painter(), eye.center(), is_seen, color);
    ask(actions, looked.on_hover_text(about).clicked().then_some(Action::ShowRow(row.listed, !is_seen)));
    text(ui, row, &name, is_seen, Rect::from_min_max(pos2(fold.right(), rect.top()), rect.max));
    let response = response.on_hover_text(t!("objects-about"));
    if response.double_clicked() {
        actions.push(Action::FrameRow(row.listed));
    } else if response.clicked() {
        // The list stays where it was clicked.
        remember(ui, Some(row.listed));
        actions.push(Action::SelectRow(row.listed));
    }
    response
}

/// Writes the name of a row, cut where there is no room, and its number of triangles at the right.
fn text(ui: &Ui, row: &ObjectRow, name: &str, is_seen: bool, rect: Rect) {
    let colors = Colors::of(ui);
    let color = if is_seen { colors.text } else { colors.weak };
    let small = TextStyle::Small.resolve(ui.style());
    let right = pos2(rect.right() - 4.0, rect.center().y);
    let number = ui.painter().text(right, Align2::RIGHT_CENTER, numbers::count(row.n_triangles), small, colors.weak);
    let room = number.left() - 8.0 - rect.left();
    let (name, mode) = (WidgetText::from(RichText::new(name).color(color)), Some(TextWrapMode::Truncate));
    let galley = name.into_galley(ui, mode, room.max(0.0), TextStyle::Body);
    ui.painter().galley(pos2(rect.left(), rect.center().y - 0.5 * galley.size().y), galley, color);
}

/// Draws the sign of a row that is folded (▸), or not (▾).
fn triangle(painter: &Painter, middle: Pos2, is_folded: bool, color: Color32) {
    let corners = [vec2(-2.5, -4.0), vec2(3.5, 0.0), vec2(-2.5, 4.0)];
    let turned = |corner: Vec2| if is_folded { corner } else { vec2(-corner.y, corner.x) };
    let corners = corners.map(|corner| middle + turned(corner)).to_vec();
    painter.add(Shape::convex_polygon(corners, color, Stroke::NONE));
}

fn draw_eye(painter: &Painter, middle: Pos2, is_open: bool, color: Color32) {
    let place = RectTransform::from_to(
        Rect::from_center_size(Pos2::ZERO, Vec2::splat(2.0)),
        Rect::from_center_size(middle, vec2(13.0, 8.0)),
    );
    let lid = |side: f32| -> Vec<Pos2> {
        (-8..=8).map(|step| step as f32 / 8.0).map(|x| place * pos2(x, side * (1.0 - x * x))).collect()
    };
    let stroke = Stroke::new(1.2, color);
    painter.add(Shape::line(lid(1.0), stroke));
    if is_open {
        painter.add(Shape::line(lid(-1.0), stroke));
        painter.circle_filled(middle, 2.0, color);
    }
}

pub fn overlay_of_row(desk: &Desk, palette: &Palette) -> Option<Overlay> {
    let (_, bounds) = desk.pointer.row?;
    (!bounds.is_empty()).then(|| Overlay::aabb(&bounds, Pen::new(palette.hover, 1.5)))
}

pub fn show_hits(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let Some(list) = &picking.hits else { return };
    let at = on_screen(desk, list.cursor) + vec2(SPACE, SPACE);
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
    let top = ui.min_rect().min + vec2(0.0, offset);
    ui.scroll_to_rect(Rect::from_min_size(top, vec2(1.0, height)), None);
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
pub fn overlay_of_hit(picking: &Picking, desk: &Desk, palette: &Palette) -> Option<Overlay> {
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
    painter.line_segment(ends, Stroke::new(3.5, Color32::from_black_alpha(150)));
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
