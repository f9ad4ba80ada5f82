//! List of measures and landmarks, with the parts of the chosen one; their lines and words in the picture.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::panels::rows::{self, ask};
use crate::app::panels::{keep_letters, labels, on_screen};
use crate::app::settings::{LengthUnit, Settings};
use crate::app::texts::of_record::Row;
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, is_for_fingers, palette};
use crate::app::tools::picking::measuring::{
    Mark, MeasureAction, Measuring, as_csv, as_json, as_text, is_seen, kind_in_words, marks, point_in_words,
    value_in_words,
};
use crate::app::tools::picking::{Picking, StripTool};
use egui::{
    Align, Button, Color32, Id, Key, Layout, Modifiers, Rect, RichText, Sense, Shape, Stroke, TextEdit, Ui, Vec2,
    WidgetInfo,
};
use glam::DVec3;
use pickray::geometry::Feature;
use pickray::study::{MeasureKind, Measured, SurfacePoint};
use pickray_render::{Behind, Overlay, Palette, Pen, Srgb};

const BUTTON_WIDTH: f32 = 20.0;

pub fn show(ui: &mut Ui, measuring: &Measuring, desk: &Desk, actions: &mut Vec<Action>) {
    let annotations = &desk.annotations;
    let mut pointed = None;

    // While a name is typed, Tab passes over the buttons to the next name.
    let sense = if ui.ctx().text_edit_focused() { Sense::CLICK } else { Sense::click() };
    for (index, measure) in annotations.measures.iter().enumerate() {
        let Some(value) = measure.value(desk.scene()) else { continue };
        let mark = Mark::Measure(index);
        let (kind, value_text) = (kind_in_words(measure.kind), value_in_words(desk, &value));
        let text = t!("measure-row", number = (index + 1).to_string(), kind = kind, value = value_text);
        let is_chosen = measuring.chosen == Some(mark);
        row(ui, (mark, sense), &mut pointed, actions, |ui, actions| {
            ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
                let go = ui.add(Button::selectable(is_chosen, text).truncate()).on_hover_text(t!("selection-go"));
                ask(actions, go.clicked().then_some(MeasureAction::GoTo(mark)));
            });
        });
        if is_chosen {
            if let Measured::Distance(distance) = &value {
                let size = desk.bounds().size().max_element();
                rows::row(ui, &Row::new(t!("measure-along"), distance.along, ""), Some(size), actions);
            }
            ends(ui, desk, &measure.points, actions);
            ui.add_space(SPACE);
        }
    }
    let list = ui.scope(|ui| {
        for index in 0..annotations.landmarks.len() {
            landmark(ui, measuring, desk, (index, sense), &mut pointed, actions);
        }
    });

    // Letters that are typed beside a name are no commands.
    let holder = ui.memory(|memory| memory.focused()).and_then(|id| ui.ctx().read_response(id));
    keep_letters(ui, holder.is_some_and(|holder| list.response.rect.contains(holder.rect.center())));
    ask(actions, (pointed != measuring.pointed).then_some(MeasureAction::PointOut(pointed)));
    if annotations.is_empty() {
        let about = if measuring.places_landmarks { t!("measure-none-landmarks") } else { t!("measure-none") };
        rows::note(ui, about);
        if measuring.places_landmarks {
            rows::button(ui, t!("measure-open"), "", MeasureAction::Open, actions);
        }
        return;
    }
    // What is done with all of them stands below the list.
    ui.add_space(SPACE);
    let units = LengthUnit::ALL.map(|unit| (unit, unit.name()));
    let unit = rows::choice(ui, t!("measure-unit"), desk.settings.unit, units);
    ask(actions, unit.map(|unit| Action::Settings(Settings { unit, ..desk.settings.clone() })));
    ui.horizontal_wrapped(|ui| {
        ui.menu_button(t!("copy"), |ui| {
            let mut way = |words: &str, written: fn(&Desk) -> String| {
                let copied = || Action::Copy { text: written(desk), name: t!("measure-copied").to_owned() };
                ask(actions, ui.button(words).clicked().then(copied));
            };
            way(t!("measure-copy"), as_text);
            way(t!("measure-copy-json"), as_json);
            way(t!("measure-copy-csv"), as_csv);
        });
        if !annotations.landmarks.is_empty() {
            ui.menu_button(t!("measure-save"), |ui| {
                let endings =
                    [(t!("measure-save-csv"), "csv"), (t!("measure-save-json"), "json"), (t!("measure-save-pp"), "pp")];
                for (words, ending) in endings {
                    rows::button(ui, words, "", MeasureAction::Save(ending), actions);
                }
            });
        }
        rows::button(ui, t!("measure-open"), "", MeasureAction::Open, actions);
        rows::button(ui, t!("measure-remove-all"), "", MeasureAction::RemoveAll, actions);
    });
}

/// Shows a row of the list with the button that removes its mark. If the mouse is over it, its mark is `pointed` at.
fn row(
    ui: &mut Ui,
    (mark, sense): (Mark, Sense),
    pointed: &mut Option<Mark>,
    actions: &mut Vec<Action>,
    contents: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    let shown = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let gap = ui.spacing().item_spacing.x;
        let room = Vec2::new(ui.available_width() - button_width(ui) - gap, ui.spacing().interact_size.y);
        ui.allocate_ui(room, |ui| {
            ui.set_min_width(room.x);
            ui.horizontal(|ui| contents(ui, actions));
        });
        let remove = small_button(ui, "×", t!("measure-remove"), sense);
        ask(actions, remove.then_some(MeasureAction::Remove(mark)));
    });
    if shown.response.contains_pointer() {
        *pointed = Some(mark);
    }
}

fn button_width(ui: &Ui) -> f32 {
    if is_for_fingers(ui) { ui.spacing().interact_size.y } else { BUTTON_WIDTH }
}

/// Shows a button with a sign, and words for the tooltip and whoever cannot see it; returns `true` if it was pressed.
fn small_button(ui: &mut Ui, sign: &str, about: &str, sense: Sense) -> bool {
    let size = Vec2::new(button_width(ui), ui.spacing().interact_size.y);
    let button = Button::new(RichText::new(sign).color(Colors::of(ui).weak)).sense(sense).min_size(size);
    let shown = ui.scope(|ui| {
        ui.spacing_mut().button_padding.x = 2.0;
        rows::sign_button(ui, button, about, true)
    });
    shown.inner
}

/// Shows the row of a landmark: its number, which goes there, its name to be typed, and buttons that move it.
fn landmark(
    ui: &mut Ui,
    measuring: &Measuring,
    desk: &Desk,
    (index, sense): (usize, Sense),
    pointed: &mut Option<Mark>,
    actions: &mut Vec<Action>,
) {
    let (mark, landmark) = (Mark::Landmark(index), &desk.annotations.landmarks[index]);
    let is_chosen = measuring.chosen == Some(mark);
    row(ui, (mark, sense), pointed, actions, |ui, actions| {
        let number = (index + 1).to_string();
        let go = Button::selectable(is_chosen, &number).min_size(Vec2::new(BUTTON_WIDTH, 0.0)).sense(sense);
        let go = ui.add(go);
        ask(actions, go.on_hover_text(t!("selection-go")).clicked().then_some(MeasureAction::GoTo(mark)));
        // Enter leads from the name to that of the next landmark.
        let mut name = landmark.name.clone();
        let width = ui.available_width() - 2.0 * (button_width(ui) + ui.spacing().item_spacing.x);
        let id = |index: usize| Id::unique("name of a landmark").with(index);
        let field = TextEdit::singleline(&mut name).id(id(index)).hint_text(t!("measure-landmark-unnamed"));
        let field = ui.add(field.desired_width(width));
        let is_last = index + 1 == desk.annotations.landmarks.len();
        if !is_last && field.lost_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
            ui.memory_mut(|memory| memory.request_focus(id(index + 1)));
        }
        let about = t!("measure-landmark-name", number = number);
        field.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, &about));
        ask(actions, field.changed().then_some(MeasureAction::Name(index, name)));
        ask(actions, field.lost_focus().then_some(MeasureAction::NameTyped));
        // Two buttons change the order, in which landmarks are saved.
        for (sign, about, by) in [("↑", t!("measure-up"), -1), ("↓", t!("measure-down"), 1)] {
            ask(actions, small_button(ui, sign, about, sense).then_some(MeasureAction::Move(index, by)));
        }
    });
    if is_chosen {
        ends(ui, desk, std::slice::from_ref(&landmark.at), actions);
    }
}

fn ends(ui: &mut Ui, desk: &Desk, points: &[SurfacePoint], actions: &mut Vec<Action>) {
    let size = desk.bounds().size().max_element();
    for (number, point) in points.iter().enumerate() {
        let (Some(words), Some(at)) = (point_in_words(desk, point), point.position(desk.scene())) else { continue };
        let (feature, triangle) = (point.on.feature(), point.on.triangle.to_string());
        let words = if feature == Feature::Face { words } else { t!("measure-on", what = words, triangle = triangle) };
        rows::text_row(ui, &t!("measure-point", number = (number + 1).to_string()), &words, actions);
        if !matches!(feature, Feature::Vertex(_)) {
            rows::value_row(ui, t!("measure-weights"), DVec3::from(point.on.weights), actions);
        }
        rows::place_row(ui, t!("measure-position"), at, size, actions);
    }
}

/// Returns the value of the measure that is being made or was chosen, for the one line of a closed sheet.
pub fn in_one_line(measuring: &Measuring, desk: &Desk) -> Option<String> {
    let value = live(measuring, desk).or_else(|| {
        let Mark::Measure(index) = measuring.chosen? else { return None };
        desk.annotations.measures.get(index)?.value(desk.scene())
    });
    Some(value_in_words(desk, &value?))
}

/// Returns the value of the measure that is being made, with the point that a click would take, if it has one.
pub fn live(measuring: &Measuring, desk: &Desk) -> Option<Measured> {
    if measuring.points.is_empty() {
        return None;
    }
    let taken = measuring.points.iter().filter_map(|point| point.position(desk.scene()));
    let points: Vec<_> = taken.chain(measuring.aim.map(|aim| aim.position)).collect();
    Measured::of(measuring.kind, &points)
}

pub fn next_step(measuring: &Measuring, desk: &Desk) -> (String, &'static str) {
    let what = match (measuring.places_landmarks, measuring.kind, measuring.points.len()) {
        (true, ..) => t!("measure-place"),
        (_, _, 0) => t!("measure-first"),
        (_, MeasureKind::Distance, _) => t!("measure-second"),
        (_, MeasureKind::Angle, 1) => t!("measure-apex"),
        (_, MeasureKind::Angle, _) => t!("measure-third"),
        (_, MeasureKind::Path, _) => t!("measure-next"),
    };
    (desk.click_gesture().to_owned(), what)
}

/// Width of the lines of measures, wider where one is chosen, and diameter of their ends, in logical pixels.
const LINE: f32 = 2.0;
const LIT: f32 = 3.0;
const END: f32 = 8.0;

/// Returns the lines and ends of measures, the landmarks, and the line to the place that a click would take.
pub fn overlays(picking: &Picking, desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let (measuring, mut overlays) = (&picking.measuring, Vec::new());
    let is_lit = |mark| [measuring.chosen, measuring.pointed].contains(&Some(mark));
    for mark in marks(&desk.annotations) {
        let points = mark.points(&desk.annotations).iter().map(|point| point.position(desk.scene()));
        let Some(points) = points.collect::<Option<Vec<_>>>() else { continue };
        let pen = Pen::new(palette.other, if is_lit(mark) { LIT } else { LINE });
        overlays.extend(lines(&points, pen, palette));
        if matches!(mark, Mark::Measure(index) if desk.annotations.measures[index].kind == MeasureKind::Angle) {
            overlays.push(Overlay::Lines(arc(&points), pen));
        }
    }
    if picking.tool == StripTool::Measure {
        let taken: Option<Vec<_>> = measuring.points.iter().map(|point| point.position(desk.scene())).collect();
        let taken = taken.unwrap_or_default();
        if let (Some(last), Some(aim)) = (taken.last(), measuring.aim) {
            let pen = Pen::new(palette.other, LINE).dashed(6.0).behind(Behind::Drawn);
            overlays.push(Overlay::Lines(vec![[*last, aim.position]], pen));
        }
        overlays.extend(lines(&taken, Pen::new(palette.other, LINE), palette));
        // The edge that a click would take a point of.
        if let Some(point) = measuring.aim.map(|aim| aim.point)
            && let Feature::Edge(edge) = point.on.feature()
            && let Some(triangle) = desk.triangle(point.id())
        {
            let ends = [edge, (edge + 1) % 3].map(|corner| triangle.corners()[usize::from(corner)]);
            overlays.push(Overlay::Lines(vec![ends], Pen::new(palette.hover, 3.0).behind(Behind::Drawn)));
        }
    }
    overlays
}

const ARC_PIECES: u32 = 24;

/// Returns the arc of an angle at the second of three points, at a third of the shorter leg.
fn arc(points: &[DVec3]) -> Vec<[DVec3; 2]> {
    let &[a, apex, b] = points else { return Vec::new() };
    let radius = (a - apex).length().min((b - apex).length()) / 3.0;
    let (Some(from), Some(to)) = ((a - apex).try_normalize(), (b - apex).try_normalize()) else { return Vec::new() };
    // Around a straight angle any way leads from one leg to the other.
    let across = to.reject_from_normalized(from).try_normalize().unwrap_or_else(|| from.any_orthonormal_vector());
    let at = |piece: u32| {
        let (sin, cos) = (from.angle_between(to) * f64::from(piece) / f64::from(ARC_PIECES)).sin_cos();
        apex + radius * (cos * from + sin * across)
    };
    (0..ARC_PIECES).map(|piece| [at(piece), at(piece + 1)]).collect()
}

/// Returns a line through points, and a dot on a dark ground at each.
fn lines(points: &[DVec3], pen: Pen, palette: &Palette) -> Vec<Overlay> {
    let legs = points.windows(2).map(|leg| [leg[0], leg[1]]).collect();
    let ground = Pen::new(palette.background_bottom, END + 3.0).behind(Behind::Faint);
    let end = Pen { width: END + pen.width - LINE, ..pen };
    vec![Overlay::Lines(legs, pen), Overlay::Points(points.to_vec(), ground), Overlay::Points(points.to_vec(), end)]
}

/// Shows the words of measures and landmarks, and the mark and the words of the place that a click would take.
pub fn show_marks(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect) {
    let (measuring, palette) = (&picking.measuring, palette(ui));
    let mut words: Vec<(DVec3, String, Srgb)> = Vec::new();
    if picking.tool == StripTool::Measure
        && let Some(aim) = measuring.aim
    {
        aimed(ui, desk, area, aim.position, &aim.point);
        words.extend(point_in_words(desk, &aim.point).map(|text| (aim.position, text, palette.vectors[1])));
        if let (Some(value), Some(last)) = (live(measuring, desk), measuring.points.last())
            && let Some(last) = last.position(desk.scene())
        {
            words.push((0.5 * (last + aim.position), value_in_words(desk, &value), palette.other));
        }
    }

    // Each measure has its number in the list and its value, and each landmark its number and its name.
    for (number, measure) in (1..).zip(&desk.annotations.measures) {
        let Some((points, value)) = measure.positions(desk.scene()).zip(measure.value(desk.scene())) else { continue };
        let at = match value {
            Measured::Distance(_) => 0.5 * (points[0] + points[1]),
            Measured::Path(_) => points[points.len() - 1],
            Measured::Angle(_) => points[1],
        };
        let value = value_in_words(desk, &value);
        words.push((at, t!("measure-in-picture", number = number.to_string(), value = value), palette.other));
    }
    for (number, landmark) in desk.annotations.landmarks.iter().enumerate() {
        // The words on what is behind would be taken for those on what is before it.
        let seen = Some(landmark.at).filter(|at| is_seen(desk, desk.view(), at));
        let Some(at) = seen.and_then(|at| at.position(desk.scene())) else { continue };
        let text = t!("measure-landmark", number = (number + 1).to_string(), name = &landmark.name);
        words.push((at, text, palette.other));
    }
    labels(ui, desk, desk.view(), area, &words, None);
}

/// Draws the mark of the place that a click would take: a square at a corner, a diamond at an edge, a cross elsewhere.
fn aimed(ui: &Ui, desk: &Desk, area: Rect, position: DVec3, point: &SurfacePoint) {
    let Some(at) = desk.view().cursor_from_world(position) else { return };
    let (painter, at) = (ui.painter().with_clip_rect(area), on_screen(desk, at));
    let around = |corners: [(f32, f32); 4]| corners.map(|corner| at + 6.0 * Vec2::from(corner)).to_vec();
    for (width, color) in [(4.0, Color32::from_black_alpha(200)), (2.0, Color32::WHITE)] {
        let stroke = Stroke::new(width, color);
        let corners = match point.on.feature() {
            Feature::Vertex(_) => [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
            Feature::Edge(_) => [(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
            Feature::Face => {
                for arm in [Vec2::X, Vec2::Y] {
                    painter.line_segment([at - 5.0 * arm, at + 5.0 * arm], stroke);
                }
                continue;
            }
        };
        painter.add(Shape::closed_line(around(corners), stroke));
    }
}
