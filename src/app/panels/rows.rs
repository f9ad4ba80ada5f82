//! Building blocks of all panels: sections that fold, rows of a label and a value, and sheets (modal dialogs).

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::numbers;
use crate::app::settings::Settings;
use crate::app::texts::of_record::Row;
use crate::app::texts::{Text, t};
use crate::app::theme::{Colors, LABEL_WIDTH, SPACE, color32, flatten, heavy, is_for_fingers};
use egui::{
    Align, Button, CollapsingHeader, Color32, CursorIcon, FontId, Frame, Grid, Label, Layout, Margin, ProgressBar,
    Response, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2, WidgetText,
};
use glam::DVec3;
use pickray::pick::explain::Value;
use std::ops::RangeInclusive;

pub use super::fields::{ground, sign_button, slider, whole_slider};

/// Width of a column of numbers in signs, as far as there is room; a third of a panel narrower than three columns.
const SIGNS: RangeInclusive<f32> = 8.0..=10.0;
const ROW_HEIGHT: f32 = 18.0;
const SWATCH_SIDE: f32 = 10.0;
const NUMBER_GAP: f32 = 8.0;

/// Shows a heading that folds `contents`, which are unfolded at first if `open`.
pub fn section(ui: &mut Ui, title: Text, open: bool, contents: impl FnOnce(&mut Ui)) {
    section_named(ui, title.0, title.shown(), open, Box::new(contents));
}

/// Function that shows a part of a panel. One type for all parts, here and behind references, keeps the page small.
type Contents<'a> = Box<dyn FnOnce(&mut Ui) + 'a>;

/// Function that shows a part of a panel, and adds to the actions of the panel what the user asks for in it.
type Part<'a> = &'a mut dyn FnMut(&mut Ui, &mut Vec<Action>);

/// Shows a heading that folds `contents`. egui identifies the heading by `name`, so that `title` may change.
pub fn section_named(ui: &mut Ui, name: &str, title: &str, open: bool, contents: Contents<'_>) {
    Frame::new().inner_margin(Margin { left: 12, right: 12, top: 10, bottom: 8 }).show(ui, |ui| {
        let heading = RichText::new(title).font(FontId::new(14.0, heavy()));
        CollapsingHeader::new(heading).id_salt(name).default_open(open).show_unindented(ui, |ui| {
            ui.add_space(0.5 * SPACE);
            contents(ui);
            ui.add_space(SPACE);
        });
    });
}

/// Shows a heading that folds `contents`; the settings remember under `name` whether it is open.
pub fn fold(ui: &mut Ui, settings: &Settings, name: &str, title: &str, actions: &mut Vec<Action>, contents: Part<'_>) {
    let is_open = settings.open_sections.contains(name);
    let heading = RichText::new(title).font(FontId::new(13.5, heavy()));
    let shown = CollapsingHeader::new(heading).id_salt(("fold", name)).open(Some(is_open)).show_unindented(ui, |ui| {
        contents(ui, actions);
        ui.add_space(SPACE);
    });
    if shown.header_response.clicked() {
        let mut settings = settings.clone();
        if !settings.open_sections.remove(name) {
            settings.open_sections.insert(name.to_owned());
        }
        actions.push(Action::Settings(settings));
    }
}

/// Returns a scroll area for a list, always `height` logical pixels high; others fill the rest of the panel.
pub fn list(id: &str, height: f32) -> ScrollArea {
    ScrollArea::vertical().id_salt(id).auto_shrink(false).min_scrolled_height(height).max_height(height)
}

/// Shows a row of a record; a click copies all digits. The mesh's extent `size` decides how many of a point are shown.
pub fn row(ui: &mut Ui, Row { label, value, about }: &Row, size: Option<f64>, actions: &mut Vec<Action>) {
    if let Some(color) = value.color {
        return explained(ui, label, about, &mut |ui| {
            ui.horizontal(|ui| {
                swatch(ui, color32(color));
                copyable(ui, label, &value.text, RichText::new(&value.text).monospace(), actions);
            });
        });
    }
    match &value.numbers[..] {
        [] => {
            explained(ui, label, about, &mut |ui| copyable(ui, label, &value.text, RichText::new(&value.text), actions))
        }
        [number] => explained(ui, label, about, &mut |ui| {
            let text = RichText::new(numbers::number(*number)).monospace();
            copyable(ui, label, &number.to_string(), text, actions);
        }),
        numbers => vector(ui, label, about, numbers, size, actions),
    }
}

pub fn swatch(ui: &mut Ui, color: Color32) {
    let (square, _) = ui.allocate_exact_size(Vec2::splat(SWATCH_SIDE), Sense::hover());
    let outline = Stroke::new(1.0, Colors::of(ui).line);
    ui.painter().rect(square, 2.0, color, outline, StrokeKind::Inside);
}

/// Shows the numbers of a vector at the right in columns that rows share; long ones stand below each other.
fn vector(ui: &mut Ui, name: &str, about: &str, values: &[f64], size: Option<f64>, actions: &mut Vec<Action>) {
    let sign = ui.fonts_mut(|fonts| fonts.glyph_width(&TextStyle::Monospace.resolve(ui.style()), '0'));
    let room = ui.available_width();
    let column_of_three = |room: f32| (room - 2.0 * NUMBER_GAP) / 3.0;
    let beside = column_of_three(room - LABEL_WIDTH - NUMBER_GAP);
    let column = beside.clamp(SIGNS.start() * sign, SIGNS.end() * sign).min(column_of_three(room));
    let signs = (column / sign + 0.01) as usize;
    let texts = match size {
        Some(size) => numbers::place(values, signs, size),
        None => numbers::vector(values, signs),
    };
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let column = column.max(longest as f32 * sign);
    let width_of = |n: usize| column * n as f32 + NUMBER_GAP * (n - 1) as f32;
    let per_line = if width_of(texts.len()) <= room { texts.len() } else { 1 };
    let width = width_of(per_line);

    let label = |ui: &mut Ui| {
        let words = RichText::new(name).color(Colors::of(ui).weak);
        with_tooltip(ui.add(Label::new(words).sense(Sense::hover()).truncate()), about);
    };
    let words = WidgetText::from(name).into_galley(ui, None, f32::INFINITY, TextStyle::Body).size();
    let is_long = room < words.x + NUMBER_GAP + width;
    if is_long {
        label(ui);
    }
    let digits: Vec<_> = values.iter().map(f64::to_string).collect();
    for (line, texts) in texts.chunks(per_line).enumerate() {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.spacing_mut().interact_size.y = ROW_HEIGHT;
            if line == 0 && !is_long {
                label(ui);
            }
            ui.add_space((ui.available_width() - width).max(0.0));
            let shown = ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = NUMBER_GAP;
                for text in texts {
                    let right = Layout::right_to_left(Align::Center);
                    ui.allocate_ui_with_layout(Vec2::new(column, ROW_HEIGHT), right, |ui| {
                        ui.set_min_width(column);
                        ui.add(Label::new(RichText::new(text).monospace()).extend());
                    });
                }
            });
            copy_on_click(&shown.response.interact(Sense::click()), name, &digits.join(" "), actions);
        });
    }
}

pub fn value_row(ui: &mut Ui, label: &'static str, value: impl Into<Value>, actions: &mut Vec<Action>) {
    row(ui, &Row::new(label, value, ""), None, actions);
}

/// Shows a label and a point of a mesh, whose extent `size` decides the number of digits.
pub fn place_row(ui: &mut Ui, label: &'static str, place: DVec3, size: f64, actions: &mut Vec<Action>) {
    row(ui, &Row::new(label, place, ""), Some(size), actions);
}

pub fn text_row(ui: &mut Ui, label: &str, value: &str, actions: &mut Vec<Action>) {
    explained(ui, label, "", &mut |ui| copyable(ui, label, value, RichText::new(value), actions));
}

/// Shows a row with a label and the widgets that `value` adds beside it.
pub fn line(ui: &mut Ui, label: &str, value: &mut dyn FnMut(&mut Ui)) {
    ui.horizontal_top(|ui| {
        flatten(ui, ROW_HEIGHT);
        let height = ui.spacing().interact_size.y;
        self::label(ui, label, height);
        ui.vertical(value);
    });
}

/// Adds the tooltip `about`, unless it is empty.
fn with_tooltip(response: Response, about: &str) -> Response {
    if about.is_empty() { response } else { response.on_hover_text(about) }
}

fn explained(ui: &mut Ui, text: &str, about: &str, value: &mut dyn FnMut(&mut Ui)) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().interact_size.y = ROW_HEIGHT;
        with_tooltip(label(ui, text, ROW_HEIGHT), about);
        ui.vertical(value);
    });
}

pub(super) fn label_width(ui: &Ui) -> f32 {
    LABEL_WIDTH.min(0.4 * ui.available_width())
}

/// Shows a label in the column of labels, whose width shrinks in a narrow panel.
pub fn label(ui: &mut Ui, text: &str, height: f32) -> Response {
    let size = Vec2::new(label_width(ui), height);
    let layout = Layout::left_to_right(if height > ROW_HEIGHT { Align::Center } else { Align::Min });
    let label = Label::new(RichText::new(text).color(Colors::of(ui).weak)).sense(Sense::hover()).truncate();
    let shown = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        ui.set_max_width(size.x);
        ui.add(label)
    });
    shown.inner
}

/// Shows a label and, beside it, buttons of which one is on, with all texts in one line.
pub fn choices(ui: &mut Ui, text: &str, buttons: &mut dyn FnMut(&mut Ui)) {
    ui.horizontal_top(|ui| {
        label(ui, text, ui.spacing().interact_size.y);
        ui.vertical(|ui| ui.horizontal_wrapped(buttons));
    });
}

/// Shows a label and a button for each option; returns the option that was chosen, if one was.
pub fn choice<T: PartialEq>(
    ui: &mut Ui,
    text: &str,
    present: T,
    options: impl IntoIterator<Item = (T, impl Into<WidgetText>)>,
) -> Option<T> {
    let (mut chosen, mut options) = (None, options.into_iter());
    choices(ui, text, &mut |ui| {
        for (option, text) in options.by_ref() {
            if ui.selectable_label(present == option, text.into()).clicked() {
                chosen = Some(option);
            }
        }
    });
    chosen
}

/// Shows a button with a tooltip for each option; returns the option that was chosen, if one was.
pub fn options<T: PartialEq + Copy, const N: usize>(ui: &mut Ui, present: T, all: [(T, &str, &str); N]) -> Option<T> {
    let mut chosen = None;
    for (option, text, about) in all {
        if ui.selectable_label(present == option, text).on_hover_text(about).clicked() {
            chosen = Some(option);
        }
    }
    chosen
}

/// Shows `text`; a click copies `value`, and the user is told that `name` was copied.
pub fn copyable(ui: &mut Ui, name: &str, value: &str, text: RichText, actions: &mut Vec<Action>) {
    let response = ui.add(Label::new(text).sense(Sense::click()).wrap());
    copy_on_click(&response, name, value, actions);
}

fn copy_on_click(response: &Response, name: &str, value: &str, actions: &mut Vec<Action>) {
    let response = response.clone().on_hover_text(t!("click-to-copy")).on_hover_cursor(CursorIcon::PointingHand);
    actions.extend(response.clicked().then(|| Action::Copy { text: value.to_owned(), name: name.to_owned() }));
}

pub fn link(ui: &mut Ui, words: RichText) -> Response {
    if is_for_fingers(ui) { ui.add(Button::new(words.color(Colors::of(ui).link)).frame(false)) } else { ui.link(words) }
}

/// Shows an explanatory text in a weak colour, wrapped to the width of the panel.
pub fn note(ui: &mut Ui, text: &str) {
    let color = Colors::of(ui).weak;
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
}

/// Shows a bar of this width, filled by a fraction from 0 to 1, with the fraction in per cent behind it.
pub fn progress(ui: &mut Ui, width: f32, fraction: f32) {
    let fill = Colors::of(ui).weak;
    ui.add(ProgressBar::new(fraction).desired_width(width).desired_height(8.0).fill(fill));
    ui.add_sized([40.0, 20.0], Label::new(format!("{:.0} %", 100.0 * fraction)));
}

/// Shows a note that no mesh is open, or that the AABB tree of a mesh is still being built.
pub fn no_mesh(ui: &mut Ui, desk: &Desk) {
    note(ui, if desk.awaited().is_some() { t!("mesh-awaited") } else { t!("no-mesh") });
}

/// Shows a result in larger type than the rows around it.
pub fn title(ui: &mut Ui, text: &str) {
    ui.label(title_text(text));
}

pub fn title_text(text: &str) -> RichText {
    RichText::new(text).font(FontId::new(19.0, heavy()))
}

/// Shows a table, scrolled across where the panel is narrower.
pub fn table(ui: &mut Ui, name: &str, spacing: [f32; 2], row_height: f32, contents: impl FnOnce(&mut Ui)) {
    let grid = Grid::new(name).spacing(spacing).min_row_height(row_height);
    ScrollArea::both().id_salt(name).show(ui, |ui| grid.show(ui, contents));
}

pub fn headings(ui: &mut Ui, headings: &[&str]) {
    for heading in headings {
        ui.label(RichText::new(*heading).small().color(Colors::of(ui).weak));
    }
    ui.end_row();
}

/// Shows a heading and, at its right, a button to close what is under it; returns `true` if that was pressed.
pub fn closable(ui: &mut Ui, heading: RichText, button: &str, about: &str) -> bool {
    let close = ui.horizontal(|ui| {
        ui.label(heading);
        let right = Layout::right_to_left(Align::Center);
        ui.with_layout(right, |ui| ui.button(button).on_hover_text(about).clicked()).inner
    });
    close.inner
}

pub fn ask(actions: &mut Vec<Action>, asked: Option<impl Into<Action>>) {
    actions.extend(asked.map(Into::into));
}

/// Shows a checkbox with the tooltip `about`; returns its new state if the user changed it.
pub fn check(ui: &mut Ui, mut on: bool, text: &str, about: &str) -> Option<bool> {
    with_tooltip(ui.checkbox(&mut on, text), about).changed().then_some(on)
}

/// Shows a button with the tooltip `about`, which asks for an action.
pub fn button(ui: &mut Ui, text: &str, about: &str, action: impl Into<Action>, actions: &mut Vec<Action>) {
    ask(actions, with_tooltip(ui.button(text), about).clicked().then_some(action));
}

/// Shows a sheet, a modal dialog `width` logical pixels wide, which egui identifies by `name`, and a way to close it.
pub fn sheet(ui: &Ui, name: &str, title: &str, width: f32, actions: &mut Vec<Action>, contents: Part<'_>) {
    let room = ui.ctx().content_rect().shrink(6.0 * SPACE);
    let shown = egui::Modal::new(egui::Id::unique(("sheet", name))).show(ui.ctx(), |ui| {
        ui.set_width(width.min(room.width() - 8.0 * SPACE));
        ui.set_max_height(room.height() - 8.0 * SPACE);
        Frame::new().inner_margin(Margin::same(8)).show(ui, |ui| {
            let title = RichText::new(title).font(FontId::new(18.0, heavy()));
            let close = closable(ui, title, t!("close"), t!("key-escape"));
            ui.add_space(2.0 * SPACE);
            contents(ui, actions);
            close
        })
    });
    let closes = shown.inner.inner || shown.backdrop_response.clicked();
    ask(actions, closes.then_some(Action::Sheet(None)));
}
