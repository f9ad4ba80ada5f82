//! List of objects and their parts: each row has an eye to hide and show its object or part, a click on the row selects
//! it, and a double click moves the camera to it.

use crate::app::action::Action;
use crate::app::desk::{Desk, ObjectRow};
use crate::app::keys::{Command, chord_in_words};
use crate::app::listed::Listed;
use crate::app::numbers;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{of_library, t};
use crate::app::theme::{Colors, FINGER, is_for_fingers};
use egui::emath::RectTransform;
use egui::{
    Align2, Color32, Id, Painter, Pos2, Rect, Response, RichText, Sense, Shape, Stroke, TextStyle, TextWrapMode, Ui,
    Vec2, WidgetInfo, WidgetText, pos2, vec2,
};
use pickray_render::{Overlay, Palette, Pen};

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
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
    if pointed != desk.pointer.row.map(|(row, _)| row) {
        actions.push(Action::PointOutRow(pointed));
    }
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

/// Returns the outline of the AABB of what the row under the mouse stands for.
pub fn overlays(desk: &Desk, palette: &Palette) -> Option<Overlay> {
    let (_, bounds) = desk.pointer.row?;
    (!bounds.is_empty()).then(|| Overlay::aabb(&bounds, Pen::new(palette.hover, 1.5)))
}
