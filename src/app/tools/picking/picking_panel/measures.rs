//! List of measures and landmarks, with the parts and ends of the one that was chosen.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::panels::keep_letters;
use crate::app::panels::rows::{self, ask};
use crate::app::settings::LengthUnit;
use crate::app::texts::of_record::Row;
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, is_for_fingers};
use crate::app::tools::picking::PickingAction;
use crate::app::tools::picking::measuring::{
    Mark, MeasureAction, Measuring, as_csv, as_json, as_text, kind_in_words, point_in_words, value_in_words,
};
use egui::{Align, Button, Id, Key, Layout, Modifiers, RichText, Sense, TextEdit, Ui, Vec2, WidgetInfo};
use glam::DVec3;
use pickray::geometry::Feature;
use pickray::study::{MeasureKind, Measured, SurfacePoint};

/// Width of the buttons behind a row, in logical pixels.
const BUTTON: f32 = 20.0;

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
                ask(actions, go.clicked().then(|| act(MeasureAction::GoTo(mark))));
            });
        });
        if is_chosen {
            details(ui, desk, &measure.points, &value, actions);
        }
    }
    let list = ui.scope(|ui| {
        for index in 0..annotations.landmarks.len() {
            landmark(ui, measuring, desk, (index, sense), &mut pointed, actions);
        }
    });
    let holder = ui.memory(|memory| memory.focused()).and_then(|id| ui.ctx().read_response(id));
    keep_letters(ui, holder.is_some_and(|holder| list.response.rect.contains(holder.rect.center())));
    ask(actions, (pointed != measuring.pointed).then(|| act(MeasureAction::PointOut(pointed))));
    if annotations.is_empty() {
        let about = if measuring.places_landmarks { t!("measure-none-landmarks") } else { t!("measure-none") };
        rows::note(ui, about);
        if measuring.places_landmarks {
            open(ui, actions);
        }
        return;
    }
    ui.add_space(SPACE);
    let units = LengthUnit::ALL.map(|unit| (unit, unit.name()));
    if let Some(unit) = rows::choice(ui, t!("measure-unit"), desk.settings.unit, units) {
        let mut settings = desk.settings.clone();
        settings.unit = unit;
        actions.push(Action::Settings(settings));
    }
    ui.horizontal_wrapped(|ui| {
        let mut copy = |words: &str, written: fn(&Desk) -> String| {
            let copied = || Action::Copy { text: written(desk), name: t!("measure-copied").to_owned() };
            ask(actions, ui.button(words).clicked().then(copied));
        };
        copy(t!("measure-copy"), as_text);
        copy(t!("measure-copy-json"), as_json);
        copy(t!("measure-copy-csv"), as_csv);
        if !annotations.landmarks.is_empty() {
            ui.menu_button(t!("measure-save"), |ui| {
                let endings =
                    [(t!("measure-save-csv"), "csv"), (t!("measure-save-json"), "json"), (t!("measure-save-pp"), "pp")];
                for (words, ending) in endings {
                    ask(actions, ui.button(words).clicked().then(|| act(MeasureAction::Save(ending))));
                }
            });
        }
        open(ui, actions);
        let remove = ui.button(t!("measure-remove-all"));
        ask(actions, remove.clicked().then(|| act(MeasureAction::RemoveAll)));
    });
}

fn open(ui: &mut Ui, actions: &mut Vec<Action>) {
    ask(actions, ui.button(t!("measure-open")).clicked().then(|| act(MeasureAction::Open)));
}

fn act(action: MeasureAction) -> Action {
    PickingAction::from(action).into()
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
        ask(actions, remove.then(|| act(MeasureAction::Remove(mark))));
    });
    if shown.response.contains_pointer() {
        *pointed = Some(mark);
    }
}

fn button_width(ui: &Ui) -> f32 {
    if is_for_fingers(ui) { ui.spacing().interact_size.y } else { BUTTON }
}

/// Shows a button with a sign, and words for the tooltip and whoever cannot see it; returns `true` if it was pressed.
fn small_button(ui: &mut Ui, sign: &str, about: &str, sense: Sense) -> bool {
    let size = Vec2::new(button_width(ui), ui.spacing().interact_size.y);
    ui.scope(|ui| {
        ui.spacing_mut().button_padding.x = 2.0;
        let sign = RichText::new(sign).color(Colors::of(ui).weak);
        let button = ui.add_sized(size, Button::new(sign).sense(sense));
        button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, about));
        button.on_hover_text(about).clicked()
    })
    .inner
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
        let go = Button::selectable(is_chosen, &number).min_size(Vec2::new(BUTTON, 0.0)).sense(sense);
        let go = ui.add(go);
        ask(actions, go.on_hover_text(t!("selection-go")).clicked().then(|| act(MeasureAction::GoTo(mark))));
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
        ask(actions, field.changed().then(|| act(MeasureAction::Name(index, name))));
        ask(actions, field.lost_focus().then(|| act(MeasureAction::NameTyped)));
        for (sign, about, by) in [("↑", t!("measure-up"), -1), ("↓", t!("measure-down"), 1)] {
            ask(actions, small_button(ui, sign, about, sense).then(|| act(MeasureAction::Move(index, by))));
        }
    });
    if is_chosen {
        ends(ui, desk, std::slice::from_ref(&landmark.at), actions);
    }
}

/// Shows the parts of a distance along the axes, and the points.
fn details(ui: &mut Ui, desk: &Desk, points: &[SurfacePoint], value: &Measured, actions: &mut Vec<Action>) {
    if let Measured::Distance(distance) = value {
        let size = desk.bounds().size().max_element();
        rows::row(ui, &Row::new(t!("measure-along"), distance.along, ""), Some(size), actions);
    }
    ends(ui, desk, points, actions);
    ui.add_space(SPACE);
}

/// Shows what each point lies on, and where it is.
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

/// Returns the value of the measure that is being made or was chosen, for the one line of a closed sheet; `None` if
/// there is none.
pub fn in_one_line(measuring: &Measuring, desk: &Desk) -> Option<String> {
    let value = live(measuring, desk).or_else(|| match measuring.chosen? {
        Mark::Measure(index) => desk.annotations.measures.get(index)?.value(desk.scene()),
        Mark::Landmark(_) => None,
    })?;
    Some(value_in_words(desk, &value))
}

/// Returns the value of the measure that is being made, with the point that a click would take; `None` if it has too
/// few points.
pub fn live(measuring: &Measuring, desk: &Desk) -> Option<Measured> {
    if measuring.points.is_empty() {
        return None;
    }
    let taken = measuring.points.iter().filter_map(|point| point.position(desk.scene()));
    let points: Vec<_> = taken.chain(measuring.aim.map(|aim| aim.position)).collect();
    Measured::of(measuring.kind, &points)
}

/// Returns the hint on what a click takes next.
pub fn next_step(measuring: &Measuring, desk: &Desk) -> (String, &'static str) {
    let gesture = match desk.pointer.crosshair {
        Some(_) => t!("key-enter"),
        None if desk.pointer.is_finger() => t!("gesture-tap"),
        None => t!("gesture-plain-click"),
    };
    let what = match (measuring.places_landmarks, measuring.kind, measuring.points.len()) {
        (true, ..) => t!("measure-place"),
        (_, _, 0) => t!("measure-first"),
        (_, MeasureKind::Distance, _) => t!("measure-second"),
        (_, MeasureKind::Angle, 1) => t!("measure-apex"),
        (_, MeasureKind::Angle, _) => t!("measure-third"),
        (_, MeasureKind::Path, _) => t!("measure-next"),
    };
    (gesture.to_owned(), what)
}
