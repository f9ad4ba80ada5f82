//! Sections, rows of a label and a value, and the sheets: what all panels are built of.

use crate::app::action::{Action, Sheet};
use crate::app::numbers;
use crate::app::theme::{Colors, LABEL_WIDTH, SPACE, heavy};
use crate::pick::Row;
use egui::{
    Align, CollapsingHeader, CursorIcon, DragValue, FontId, Frame, Label, Layout, Margin, Response, RichText, Sense,
    Slider, TextWrapMode, Ui, Vec2,
};
use std::ops::RangeInclusive;

/// The least width of a number's column, in logical pixels: nine signs.
const NUMBER_WIDTH: f32 = 64.0;

/// The height of a row of one line, in logical pixels.
const ROW_HEIGHT: f32 = 18.0;

/// The space between columns of numbers, in logical pixels.
const NUMBER_GAP: f32 = 6.0;

/// The width of the number beside a slider, in logical pixels.
const SLIDER_NUMBER: f32 = 84.0;

/// A heading that folds what is under it.
pub fn section(ui: &mut Ui, title: &str, open: bool, contents: impl FnOnce(&mut Ui)) {
    section_named(ui, title, title, open, contents);
}

/// A heading whose words may change, known by `name`.
pub fn section_named(ui: &mut Ui, name: &str, title: &str, open: bool, contents: impl FnOnce(&mut Ui)) {
    Frame::new().inner_margin(Margin { left: 12, right: 12, top: 8, bottom: 2 }).show(ui, |ui| {
        let heading = RichText::new(title).font(FontId::new(14.0, heavy()));
        CollapsingHeader::new(heading).id_salt(name).default_open(open).show_unindented(ui, |ui| {
            ui.add_space(0.5 * SPACE);
            contents(ui);
            ui.add_space(SPACE);
        });
    });
    ui.separator();
}

/// A row of a record: words, or up to three numbers in columns of their own; a click copies the value, with all its digits.
pub fn row(ui: &mut Ui, (label, value): &Row, actions: &mut Vec<Action>) {
    if value.numbers.is_empty() {
        return text_row(ui, label, &value.text, actions);
    }
    line(ui, label, |ui| {
        let room = ui.available_width();
        let response = ui
            .horizontal(|ui| {
                let column = ((room - 2.0 * NUMBER_GAP) / 3.0).max(NUMBER_WIDTH);
                ui.spacing_mut().item_spacing.x = NUMBER_GAP;
                ui.spacing_mut().interact_size.y = ROW_HEIGHT;
                for number in &value.numbers {
                    let text = RichText::new(numbers::number(*number)).monospace();
                    ui.allocate_ui_with_layout(
                        Vec2::new(column, ROW_HEIGHT),
                        Layout::left_to_right(Align::Min),
                        |ui| {
                            ui.set_min_width(column);
                            ui.add(Label::new(text).wrap_mode(TextWrapMode::Extend));
                        },
                    );
                }
            })
            .response;
        let digits: Vec<_> = value.numbers.iter().map(f64::to_string).collect();
        copy_on_click(&response.interact(Sense::click()), label, &digits.join(" "), actions);
    });
}

/// A label and its value in words.
pub fn text_row(ui: &mut Ui, label: &str, value: &str, actions: &mut Vec<Action>) {
    line(ui, label, |ui| copyable(ui, label, value, RichText::new(value), actions));
}

/// A label and whatever stands beside it.
pub fn line(ui: &mut Ui, label: &str, value: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().interact_size.y = ROW_HEIGHT;
        let color = Colors::of(ui).weak;
        ui.allocate_ui_with_layout(Vec2::new(LABEL_WIDTH, ROW_HEIGHT), Layout::left_to_right(Align::Min), |ui| {
            ui.set_min_width(LABEL_WIDTH);
            ui.add(Label::new(RichText::new(label).color(color)).wrap_mode(TextWrapMode::Extend));
        });
        ui.vertical(value);
    });
}

/// A label, and buttons beside it of which one is on; their words stand in one line with the label's.
pub fn choices(ui: &mut Ui, label: &str, buttons: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        let size = Vec2::new(LABEL_WIDTH, ui.spacing().interact_size.y);
        let color = Colors::of(ui).weak;
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(size);
            ui.add(Label::new(RichText::new(label).color(color)).wrap_mode(TextWrapMode::Extend));
        });
        ui.vertical(|ui| ui.horizontal_wrapped(buttons));
    });
}

/// A label, a slider, and its number, which can be dragged and typed; the number that was chosen, if one was.
pub fn slider(ui: &mut Ui, label: &str, value: f64, range: RangeInclusive<f64>, even: bool) -> Option<f64> {
    stepped_slider(ui, label, value, range, even, 0.0)
}

/// A slider of whole numbers.
pub fn whole_slider(ui: &mut Ui, label: &str, value: u32, range: RangeInclusive<u32>, even: bool) -> Option<u32> {
    let range = f64::from(*range.start())..=f64::from(*range.end());
    stepped_slider(ui, label, f64::from(value), range, even, 1.0).map(|chosen| chosen.round() as u32)
}

/// The slider of steps of this size; of any where it is 0.
fn stepped_slider(
    ui: &mut Ui,
    label: &str,
    value: f64,
    range: RangeInclusive<f64>,
    even: bool,
    step: f64,
) -> Option<f64> {
    let mut chosen = value;
    let whole = step > 0.0;
    let written = |x: f64| if whole { numbers::count(x as u64) } else { numbers::number(x) };
    ui.horizontal(|ui| {
        let height = ui.spacing().interact_size.y;
        let color = Colors::of(ui).weak;
        let name =
            ui.allocate_ui_with_layout(Vec2::new(LABEL_WIDTH, height), Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_size(Vec2::new(LABEL_WIDTH, height));
                ui.add(Label::new(RichText::new(label).color(color)).wrap_mode(TextWrapMode::Extend)).id
            });
        ui.spacing_mut().slider_width = (ui.available_width() - SLIDER_NUMBER - 6.0 * SPACE).clamp(40.0, 400.0);
        let slider = Slider::new(&mut chosen, range.clone()).show_value(false).logarithmic(!even).step_by(step);
        ui.add(slider).labelled_by(name.inner);
        let number = DragValue::new(&mut chosen)
            .range(range.clone())
            .speed(if whole { 0.1 * step } else { (range.end() - range.start()) / 1000.0 })
            .custom_formatter(|x, _| written(x))
            .custom_parser(|text| {
                let apart = if whole { text.replace(',', "") } else { text.to_owned() };
                let shown = if whole { written(value).replace(',', "") } else { written(value) };
                numbers::typed(&apart, value, &shown)
            });
        ui.add_sized([SLIDER_NUMBER, height], number).labelled_by(name.inner);
    });
    (chosen != value).then_some(chosen)
}

/// Text that a click puts on the clipboard.
pub fn copyable(ui: &mut Ui, name: &str, value: &str, text: RichText, actions: &mut Vec<Action>) {
    let response = ui.add(Label::new(text).sense(Sense::click()).wrap());
    copy_on_click(&response, name, value, actions);
}

fn copy_on_click(response: &Response, name: &str, value: &str, actions: &mut Vec<Action>) {
    let response = response.clone().on_hover_text("Click to copy").on_hover_cursor(CursorIcon::PointingHand);
    if response.clicked() {
        actions.push(Action::Copy { text: value.to_owned(), name: name.to_owned() });
    }
}

/// Words that explain.
pub fn note(ui: &mut Ui, text: &str) -> Response {
    let color = Colors::of(ui).weak;
    ui.add(Label::new(RichText::new(text).color(color)).wrap())
}

/// A sheet over the picture with a heading and a way to close it.
pub fn sheet(
    ui: &Ui,
    name: &str,
    width: f32,
    actions: &mut Vec<Action>,
    contents: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    let room = ui.ctx().content_rect().shrink(6.0 * SPACE);
    let shown = egui::Modal::new(egui::Id::unique(("sheet", name))).show(ui.ctx(), |ui| {
        ui.set_width(width.min(room.width() - 8.0 * SPACE));
        ui.set_max_height(room.height() - 8.0 * SPACE);
        Frame::new().inner_margin(Margin::same(8)).show(ui, |ui| {
            let mut close = false;
            ui.horizontal(|ui| {
                ui.label(RichText::new(name).font(FontId::new(18.0, heavy())));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    close = ui.button("Close").on_hover_text("Esc").clicked();
                });
            });
            ui.add_space(2.0 * SPACE);
            contents(ui, actions);
            close
        })
    });
    if shown.inner.inner || shown.backdrop_response.clicked() {
        actions.push(Action::Sheet(None::<Sheet>));
    }
}
