//! Number fields that are dragged or typed in, for a number or a vector, and sliders with a number beside them.

use super::rows;
use crate::app::numbers;
use crate::app::texts::t;
use crate::app::theme::{Colors, LABEL_WIDTH, SPACE, is_for_fingers};
use egui::text::CCursorRange;
use egui::text_edit::TextEditState;
use egui::{Button, Color32, CursorIcon, DragValue, Id, Response, RichText, Role, Slider, StrokeKind, Ui, WidgetInfo};
use glam::DVec3;
use std::cell::Cell;
use std::ops::RangeInclusive;

/// Change of an angle, in degrees, for each logical pixel dragged.
pub const DEGREES_PER_PIXEL: f64 = 0.5;
const SLIDER_NUMBER_WIDTH: f32 = 74.0;

/// Least length of a slider's track beside its label, in logical pixels; with less room the track stands below.
const LEAST_TRACK: f32 = 60.0;
const NUMBER_WIDTH: f32 = 76.0;

/// Draws the ground of a button whose words and signs lie upon it, `idle` where it is neither on nor hovered.
pub fn ground(ui: &Ui, button: &Response, name: &str, is_on: bool, idle: Color32) {
    button.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, name));
    let colors = Colors::of(ui);
    let fill = match (is_on, button.hovered()) {
        (true, _) => colors.switched_on,
        (false, true) => colors.hovered,
        (false, false) => idle,
    };
    ui.painter().rect_filled(button.rect, 4.0, fill);
    if button.has_focus() {
        ui.painter().rect_stroke(button.rect, 4.0, ui.visuals().selection.stroke, StrokeKind::Inside);
    }
}

/// Adds a button that has a sign for its words, and so a name beside it; returns `true` if it was pressed.
pub fn sign_button(ui: &mut Ui, button: Button<'_>, name: &str, is_enabled: bool) -> bool {
    let button = ui.add_enabled(is_enabled, button);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, name));
    button.on_hover_text(name).clicked()
}

/// Shows a number field, `about` its label's tooltip; returns a changed value. `speed` is per logical pixel dragged.
pub fn number(ui: &mut Ui, label: &str, value: f64, speed: f64, unit: &str, about: &str) -> Option<f64> {
    let height = ui.spacing().interact_size.y;
    let shown = ui.horizontal(|ui| {
        rows::label(ui, label, height).on_hover_text(about);
        field(ui, label, value, NUMBER_WIDTH, speed, unit)
    });
    complaint(ui, label);
    shown.inner.map(|(number, _)| number)
}

/// Shows a vector's fields; returns a changed vector, with `false` if a drag goes on. `speed` is per logical pixel.
pub fn vector(ui: &mut Ui, label: &str, value: DVec3, speed: f64, unit: &str) -> Option<(DVec3, bool)> {
    let mut changed = None;
    let height = ui.spacing().interact_size.y;
    let is_narrow = ui.available_width() < LABEL_WIDTH + 3.0 * NUMBER_WIDTH;
    if is_narrow {
        rows::label(ui, label, height);
    }
    let names = ["x", "y", "z"].map(|axis| t!("field-of-axis", name = label, axis = axis));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE;
        ui.spacing_mut().button_padding.x = SPACE;
        if !is_narrow {
            rows::label(ui, label, height);
        }
        let room = ((ui.available_width() - 2.0 * SPACE) / 3.0).clamp(40.0, NUMBER_WIDTH);
        for (axis, name) in names.iter().enumerate() {
            if let Some((number, begins)) = field(ui, name, value[axis], room, speed, unit) {
                let mut whole = value;
                whole[axis] = number;
                changed = Some((whole, begins));
            }
        }
    });
    names.iter().for_each(|name| complaint(ui, name));
    changed
}

/// Shows a number to be dragged or typed; returns its new value if it was changed, and `true` unless a drag goes on.
fn field(ui: &mut Ui, name: &str, value: f64, width: f32, speed: f64, unit: &str) -> Option<(f64, bool)> {
    let shown = ui.data_mut(|data| being_typed(data.get_temp_mut_or_default(typing(name)), value));
    let mut number = shown;
    let refused = Cell::new(false);
    let drag = DragValue::new(&mut number)
        .speed(speed)
        .suffix(unit)
        .custom_formatter(|x, _| shortened(x, speed))
        .custom_parser(|text| {
            let typed = numbers::typed(text.trim_end_matches(unit), shown, &shortened(shown, speed));
            refused.set(typed.is_none());
            typed
        });

    let height = ui.spacing().interact_size.y;
    let about = t!("field-value", name = name, value = format!("{shown}{unit}"));
    let text = format!("{}{unit}", shortened(shown, speed));
    let response = typed_or_dragged(ui, [width, height], text, drag).on_hover_text(about);
    response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, name));

    let has_focus = response.has_focus();
    let (is_refused, is_over) = (refused.get() && has_focus, response.changed() || !has_focus);
    ui.data_mut(|data| {
        if is_refused {
            data.insert_temp(refusal(name), true);
        } else if is_over {
            data.remove::<bool>(refusal(name));
        }
        if !has_focus {
            data.remove::<Option<Typed>>(typing(name));
        } else if response.changed() {
            data.insert_temp(typing(name), Some(Typed { number, before: value, after: None }));
        }
    });
    let is_new = response.changed() && number.is_finite() && number != value;
    is_new.then(|| (number, response.drag_started() || !response.dragged()))
}

/// Shows a slider, linear if `even`, else logarithmic, with its label and number; returns a chosen number.
pub fn slider(ui: &mut Ui, label: &str, value: f64, range: RangeInclusive<f64>, even: bool) -> Option<f64> {
    stepped(ui, label, value, range, even, 0.0)
}

/// Shows a label and a slider of whole numbers, linear if `even`, else logarithmic; returns the number that was chosen.
pub fn whole_slider(ui: &mut Ui, label: &str, value: u32, range: RangeInclusive<u32>, even: bool) -> Option<u32> {
    let range = f64::from(*range.start())..=f64::from(*range.end());
    stepped(ui, label, f64::from(value), range, even, 1.0).map(|chosen| chosen.round() as u32)
}

/// Shows a label and a slider with steps of this size, or without steps if it is 0.
fn stepped(ui: &mut Ui, label: &str, value: f64, range: RangeInclusive<f64>, even: bool, step: f64) -> Option<f64> {
    let mut chosen = value;
    let whole = step > 0.0;
    let written = |x: f64| if whole { numbers::count(x as u64) } else { numbers::number(x) };
    let height = ui.spacing().interact_size.y;
    let track = |room: f32| room - SLIDER_NUMBER_WIDTH - 3.0 * SPACE;
    let is_narrow = track(ui.available_width() - rows::label_width(ui)) < LEAST_TRACK;
    let above = is_narrow.then(|| rows::label(ui, label, height).id);
    ui.horizontal(|ui| {
        let name = above.unwrap_or_else(|| rows::label(ui, label, height).id);
        ui.spacing_mut().slider_width = track(ui.available_width()).clamp(20.0, 400.0);
        let slider = Slider::new(&mut chosen, range.clone()).show_value(false).logarithmic(!even).step_by(step);
        ui.add(slider).labelled_by(name);
        let number = DragValue::new(&mut chosen)
            .range(range.clone())
            .speed(if whole { 0.1 * step } else { (range.end() - range.start()) / 1000.0 })
            .custom_formatter(|x, _| written(x))
            .custom_parser(|text| {
                let apart = if whole { text.replace(',', "") } else { text.to_owned() };
                let shown = if whole { written(value).replace(',', "") } else { written(value) };
                numbers::typed(&apart, value, &shown)
            });
        typed_or_dragged(ui, [SLIDER_NUMBER_WIDTH, height], written(value), number).labelled_by(name);
    });
    (chosen != value).then_some(chosen)
}

/// Shows a number that is dragged and typed; for fingers it is typed alone, so that a drag over it scrolls.
fn typed_or_dragged(ui: &mut Ui, size: [f32; 2], shown: String, number: DragValue<'_>) -> Response {
    ui.add_sized(size, |ui: &mut Ui| {
        let id = ui.next_auto_id();
        if !is_for_fingers(ui) || ui.memory(|memory| memory.has_focus(id)) {
            return ui.add(number);
        }
        let all = CCursorRange::select_all_str(&shown);
        // By this cursor a page knows where a tap has to bring the keyboard.
        let button = ui.add(Button::new(shown).min_size(size.into())).on_hover_cursor(CursorIcon::ResizeHorizontal);
        if button.clicked() {
            button.request_focus();
            // What is typed takes the place of all.
            let mut state = TextEditState::default();
            state.cursor.set_char_range(Some(all));
            state.store(ui.ctx(), id);
        }
        button
    })
}

/// Number that stands in a field while it is typed.
#[derive(Clone, Copy, Debug)]
struct Typed {
    number: f64,
    /// Value before the user typed; `after` is the first other value since, the result of the typing.
    before: f64,
    after: Option<f64>,
}

/// Returns the typed number while nothing else changes the value: typing 0.1 begins with 0, angles come back rounded.
fn being_typed(typed: &mut Option<Typed>, value: f64) -> f64 {
    let Some(now) = typed else { return value };
    if value == now.before || value == *now.after.get_or_insert(value) {
        return now.number;
    }
    *typed = None;
    value
}

fn complaint(ui: &mut Ui, name: &str) {
    if ui.data(|data| data.get_temp::<bool>(refusal(name))).is_some() {
        let color = Colors::of(ui).error;
        ui.label(RichText::new(t!("field-not-a-number", name = name)).small().color(color));
    }
}

fn refusal(name: &str) -> Id {
    Id::unique(("not a number", name))
}

fn typing(name: &str) -> Id {
    Id::unique(("typed", name))
}

/// Share of a step of dragging below which a value is only the rounding of zero.
const ROUNDING: f64 = 1e-6;

/// Returns a number as text with eight signs at most, since the fields are narrow.
fn shortened(x: f64, step: f64) -> String {
    let x = if x.abs() <= ROUNDING * step { 0.0 } else { x };
    let decimals = |exponent: i32| if exponent < 0 { (3 - exponent).min(5) } else { (4 - exponent).min(3) };
    numbers::compact(x, 1e-3..1e6, decimals, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_stands_until_something_else_changes_the_value() {
        let mut typed = Some(Typed { number: 0.0, before: 5.0, after: None });
        assert_eq!([5.0, 5.0].map(|value| being_typed(&mut typed, value)), [0.0; 2]);
        assert_eq!([0.25, 0.25].map(|value| being_typed(&mut typed, value)), [0.0; 2]);
        assert_eq!([7.0, 7.0].map(|value| being_typed(&mut typed, value)), [7.0; 2]);
        assert!(typed.is_none());
    }

    #[test]
    fn numbers_in_fields_are_short_on_meshes_of_any_size() {
        for (x, step, text) in [
            (0.0, 0.01, "0"),
            (-1e-17, 0.01, "0"),
            (1.5, 0.01, "1.5"),
            (-12.3456, 0.01, "−12.346"),
            (100.0, 0.01, "100"),
            (-0.042_357_9, 1e-4, "−0.04236"),
            (4.289_333_4e-7, 2e-9, "4.29e−7"),
            (-500_025.736, 0.1, "−500026"),
            (-4_289_333.4, 2e4, "−4.29e6"),
            (f64::INFINITY, 0.1, "∞"),
        ] {
            assert_eq!(shortened(x, step), text);
            assert!(text.chars().count() <= 8);
        }
    }
}
