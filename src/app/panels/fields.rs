//! Number fields that are dragged or typed in, for one number or for the three components of a vector.

use super::rows;
use crate::app::numbers;
use crate::app::texts::t;
use crate::app::theme::{Colors, LABEL_WIDTH, SPACE};
use egui::{DragValue, Id, RichText, Ui};
use glam::DVec3;
use std::cell::Cell;

/// Change of an angle, in degrees, for each logical pixel dragged.
pub const DEGREES_PER_PIXEL: f64 = 0.5;

/// Width of a number, in logical pixels.
const NUMBER: f32 = 76.0;

/// Shows a number field with a label; returns the new value if the user changed it. `speed` is the change per logical
/// pixel dragged, `about` the tooltip of the label.
pub fn number(ui: &mut Ui, label: &str, value: f64, speed: f64, unit: &str, about: &str) -> Option<f64> {
    let height = ui.spacing().interact_size.y;
    let shown = ui.horizontal(|ui| {
        rows::label(ui, label, height).on_hover_text(about);
        field(ui, label, value, NUMBER, speed, unit)
    });
    complaint(ui, label);
    shown.inner.map(|(number, _)| number)
}

/// Shows three number fields for a vector; returns the new vector if the user changed a number. The `bool` is `false`
/// if this change continues a drag. `speed` is the change per logical pixel dragged.
pub fn vector(ui: &mut Ui, label: &str, value: DVec3, speed: f64, unit: &str) -> Option<(DVec3, bool)> {
    let mut changed = None;
    let height = ui.spacing().interact_size.y;
    let is_narrow = ui.available_width() < LABEL_WIDTH + 3.0 * NUMBER;
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
        let room = ((ui.available_width() - 2.0 * SPACE) / 3.0).clamp(40.0, NUMBER);
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
    let response = rows::number(ui, [width, height], text, drag).on_hover_text(about);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name));
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

/// Number that stands in a field while it is typed.
#[derive(Clone, Copy, Debug)]
struct Typed {
    number: f64,
    /// Value before the user typed. `after` is the first different value since then, taken for the result of the
    /// typing.
    before: f64,
    after: Option<f64>,
}

/// Returns the number that was typed as long as nothing else changes the value, else the value. Typing 0.1 begins with
/// a 0, which may be refused, and angles come back rounded.
fn being_typed(typed: &mut Option<Typed>, value: f64) -> f64 {
    let Some(now) = typed else { return value };
    if value == now.before || value == *now.after.get_or_insert(value) {
        return now.number;
    }
    *typed = None;
    value
}

/// Says that the text that is being typed into a field is no number.
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
