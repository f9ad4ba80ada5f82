//! The page of a lesson beside the picture, or the list of lessons; and the marks of a prediction over the picture.

mod words;

use super::explaining;
use super::lists::now_on_screen;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::diagnosis::{Answer, LONGEST};
use crate::app::keys::{Chord, Row, bindings};
use crate::app::numbers;
use crate::app::panels::rows::{self, ask};
use crate::app::panels::{area_of, on_screen};
use crate::app::platform::{OPENS_AGAIN, takes_drops};
use crate::app::texts::{language, t};
use crate::app::theme::{Colors, SPACE, color32, heavy, palette};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::ladder::step_name;
use crate::app::tools::picking::learning::{LearningAction, OpenPage, Predicted};
use crate::app::tools::picking::mistakes::OwnRayAction;
use crate::lesson::{Lesson, Page, PageWords, PredictionKind, PredictionWords, Truth};
use egui::text::LayoutJob;
use egui::{
    Align, Align2, Button, Color32, FontId, Frame, Key, Label, Layout, Margin, Rect, RichText, Stroke, TextEdit,
    TextFormat, Ui, vec2,
};
use words::NextFocus;

const TITLE_SIZE: f32 = 19.0;

/// Shows the page of a lesson that is open, or the list of lessons.
pub fn show(ui: &mut Ui, picking: &Picking, desk: &Desk, actions: &mut Vec<Action>) {
    Frame::new().inner_margin(Margin { left: 14, right: 14, top: 10, bottom: 4 }).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        let mut next = NextFocus::new(ui, &picking.learning);
        other_mesh(ui, picking, &mut next, actions);
        match picking.learning.shown() {
            Some((lesson, page, open)) => self::page(ui, desk, (lesson, page, open), &mut next, actions),
            None if let Some(answer) = &picking.own_ray => own_ray(ui, answer, actions),
            None => list(ui, picking, desk, &mut next, actions),
        }
    });
}

fn other_mesh(ui: &mut Ui, picking: &Picking, next: &mut NextFocus, actions: &mut Vec<Action>) {
    let Some(source) = &picking.learning.other_mesh else { return };
    let can_go_on = picking.learning.shown().is_some_and(|(_, page, _)| page.any_mesh);
    card(ui, |ui| {
        let (question, yes) = match can_go_on {
            true => (t!("lesson-other-mesh", name = source.name()), t!("lesson-go-on-with-it")),
            false => (t!("lesson-other-mesh-not-here", name = source.name()), t!("lesson-leave-for-it")),
        };
        ui.label(question);
        ui.horizontal_wrapped(|ui| {
            ask(actions, next.offer(ui.button(yes)).clicked().then_some(LearningAction::GoOn(true)));
            rows::button(ui, t!("lesson-keep-mesh"), "", LearningAction::GoOn(false), actions);
        });
    });
}

fn list(ui: &mut Ui, picking: &Picking, desk: &Desk, next: &mut NextFocus, actions: &mut Vec<Action>) {
    ui.label(RichText::new(t!("lessons")).font(FontId::new(TITLE_SIZE, heavy())));
    rows::note(ui, t!("lessons-about"));
    rows::fold(ui, &desk.settings, "symptoms", t!("symptoms"), actions, &mut |ui, actions| {
        explaining::symptoms(ui, desk, actions);
    });
    rows::button(ui, t!("own-ray"), "", OwnRayAction(Some(String::new())), actions);
    let progress = &desk.settings.progress;
    let is_unfinished = |lesson: &Lesson| progress.n_solved(lesson) < n_goals(lesson);
    let first_unfinished = picking.learning.lessons().position(is_unfinished).unwrap_or_default();
    let (width, colors) = (ui.available_width(), Colors::of(ui));
    let padding = 2.0 * ui.spacing().button_padding;

    // Each row is as high as the highest needs to be.
    let texts: Vec<_> = (picking.learning.lessons().enumerate())
        .map(|(index, lesson)| {
            let words = lesson.words(language());
            let mut text = LayoutJob::default();
            let name = TextFormat::simple(FontId::new(14.5, heavy()), colors.text);
            text.append(&format!("{}  {}", index + 1, words.title), 0.0, name);
            words::append(ui, &mut text, &words.summary, colors.weak);
            // At the right stands the progress.
            text.wrap.max_width = width - padding.x - 36.0;
            ui.fonts_mut(|fonts| fonts.layout_job(text))
        })
        .collect();
    let height = texts.iter().map(|text| text.size().y).fold(0.0, f32::max) + padding.y;

    // A row opens its lesson; the keyboard goes to the first one that is not solved.
    for ((index, lesson), text) in picking.learning.lessons().enumerate().zip(texts) {
        let (solved, goals) = (progress.n_solved(lesson), n_goals(lesson));
        let is_solved = solved == goals;
        let come = if is_solved { "✓".to_owned() } else { format!("{solved}/{goals}") };
        let come = RichText::new(come).color(if is_solved { colors.text } else { colors.weak });
        let about = t!("lesson-progress", solved = solved as u64, goals = goals as u64);
        let row = Button::new(text).right_text(come).frame_when_inactive(false).min_size(vec2(width, height));
        let row = ui.add(row).on_hover_text(about);
        let row = if index == first_unfinished { next.offer(row) } else { row };
        ask(actions, row.clicked().then_some(LearningAction::Open(index)));
    }
    for problem in &picking.learning.problems {
        ui.add(Label::new(RichText::new(problem).color(Colors::of(ui).error)).wrap());
    }
    if OPENS_AGAIN && takes_drops() {
        rows::note(ui, t!("lessons-drop"));
    }
}

fn own_ray(ui: &mut Ui, answer: &Answer, actions: &mut Vec<Action>) {
    rows::button(ui, t!("lesson-back-to-list"), "", OwnRayAction(None), actions);
    ui.strong(t!("own-ray"));
    rows::note(ui, t!("own-ray-about"));
    let mut text = answer.text.clone();
    let field = TextEdit::multiline(&mut text).code_editor().char_limit(LONGEST + 1).desired_width(f32::INFINITY);
    let field = rows::list("own-ray", 150.0).show(ui, |ui| ui.add(field.desired_rows(8))).inner;
    ask(actions, field.changed().then_some(OwnRayAction(Some(text))));
    let step = answer.mistake().map(|mistake| t!("own-ray-step", step = step_name(mistake.step())));
    for sentence in answer.sentences().into_iter().chain(step) {
        ui.add(Label::new(sentence).wrap());
    }
}

pub fn place_in_words(lesson: &Lesson, open: &OpenPage) -> String {
    format!("{} · {}", lesson.words(language()).title, page_of(lesson, open))
}

fn page_of(lesson: &Lesson, open: &OpenPage) -> String {
    t!("lesson-page-of", page = (open.page + 1) as u64, pages = lesson.pages.len() as u64)
}

fn n_goals(lesson: &Lesson) -> usize {
    lesson.pages.iter().filter(|page| !page.goal.conditions.is_empty()).count()
}

fn page(ui: &mut Ui, desk: &Desk, shown: (&Lesson, &Page, &OpenPage), next: &mut NextFocus, actions: &mut Vec<Action>) {
    let (lesson, page, open) = shown;
    let words = lesson.page_words(open.page, language());
    if desk.shown.figure.is_none() {
        ui.horizontal(|ui| {
            rows::button(ui, t!("lesson-back-to-list"), "", LearningAction::List, actions);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                rows::button(ui, t!("lesson-begin-again"), "", LearningAction::BeginAgain, actions);
            });
        });
    }
    let title = RichText::new(&lesson.words(language()).title).font(FontId::new(TITLE_SIZE, heavy()));
    ui.add(Label::new(title).wrap());
    words::blocks(ui, &words.text, Colors::of(ui).text);

    // First the reader predicts; then the truth is told, and the goal is asked for.
    if let Some((prediction, words)) = page.prediction.as_ref().zip(words.prediction.as_ref()) {
        card(ui, |ui| match open.predicted {
            None => question(ui, (&prediction.kind, words), open, next, actions),
            Some(predicted) => revealed(ui, desk, predicted, open, words),
        });
    }
    let has_goal = open.is_past_prediction(page) && !page.goal.conditions.is_empty();
    let goal = has_goal.then(|| {
        let was_solved = desk.settings.progress.is_solved(lesson, open.page);
        card(ui, |ui| goal(ui, words, (open, was_solved), next, actions))
    });
    if desk.pointer.touched {
        keys(ui, words, actions);
    }
    let turning = turning(ui, lesson, open, next, actions);

    // What is to be done next may stand below what explains the truth, and the way on below that.
    if next.has_grown {
        ui.scroll_to_rect(goal.map_or(turning, |goal| goal.union(turning)), None);
    }
}

/// Shows a button for each key that the page names, for readers who have none.
fn keys(ui: &mut Ui, words: &PageWords, actions: &mut Vec<Action>) {
    let named: Vec<_> = words.strong().collect();
    let is_named = |(chord, _): &(Chord, &Row)| named.contains(&chord.to_string().as_str());
    ui.horizontal_wrapped(|ui| {
        for (chord, row) in bindings().filter(is_named) {
            let text = t!("lesson-key", key = chord.to_string(), does = row.name.shown());
            rows::button(ui, &text, "", row.command, actions);
        }
    });
}

/// Shows a part of a page that asks for something; returns the rectangle that it takes.
fn card(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) -> Rect {
    let shown = Frame::new().fill(Colors::of(ui).raised).corner_radius(6).inner_margin(10).show(ui, |ui| {
        ui.set_width(ui.available_width());
        contents(ui);
    });
    shown.response.rect
}

fn caption(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(FontId::new(13.0, heavy())));
}

fn question(
    ui: &mut Ui,
    (kind, words): (&PredictionKind, &PredictionWords),
    open: &OpenPage,
    next: &mut NextFocus,
    actions: &mut Vec<Action>,
) {
    caption(ui, t!("lesson-predict"));
    words::blocks(ui, &words.question, Colors::of(ui).text);
    let mut predicted = None;
    match kind {
        PredictionKind::Choice { .. } => {
            for (index, option) in words.options.iter().enumerate() {
                let text = words::layout(ui, option, Colors::of(ui).text);
                if next.offer(ui.add(Button::new(text).wrap())).clicked() {
                    predicted = Some(Predicted::Choice(index));
                }
            }
        }
        PredictionKind::Number(_) => predicted = number(ui, open, next, actions).map(Predicted::Number),
        PredictionKind::Click(_) => rows::note(ui, t!("lesson-click-there")),
    }
    if next.offer(rows::link(ui, RichText::new(t!("lesson-just-show")).small())).clicked() {
        predicted = Some(Predicted::Nothing);
    }
    ask(actions, predicted.map(LearningAction::Predict));
}

/// Shows a field for a number; returns the number, once it is given.
fn number(ui: &mut Ui, open: &OpenPage, next: &mut NextFocus, actions: &mut Vec<Action>) -> Option<f64> {
    let mut text = open.number.clone();
    let given = ui.horizontal(|ui| {
        let edit = TextEdit::singleline(&mut text).desired_width(110.0).align(Align2::LEFT_CENTER);
        let edit = edit.hint_text(t!("lesson-number"));
        let edit = next.offer(ui.add(edit));
        edit.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, t!("lesson-number")));
        let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        // What is typed and entered before the next frame counts.
        let number = read_number(&text);
        let clicked = ui.add_enabled(number.is_some(), Button::new(t!("lesson-predict-it"))).clicked();
        number.filter(|_| clicked || entered)
    });
    ask(actions, (text != open.number).then_some(LearningAction::EditNumber(text)));
    given.inner
}

/// Returns the typed number; `None` if the text is none. A comma is one of decimals, unless it can only part thousands:
/// beside a point or another comma, or if three digits follow a whole part that is not 0.
fn read_number(text: &str) -> Option<f64> {
    let text = text.trim().replace('−', "-");
    let is_grouped = match text.split_once(',') {
        Some((whole, rest)) if !text.contains('.') && !rest.contains(',') => {
            rest.len() == 3 && !["", "0"].contains(&whole.trim_start_matches(['-', '+']))
        }
        _ => true,
    };
    let plain = text.replace(',', if is_grouped { "" } else { "." });
    plain.parse::<f64>().ok().filter(|number| number.is_finite())
}

fn revealed(ui: &mut Ui, desk: &Desk, predicted: Predicted, open: &OpenPage, words: &PredictionWords) {
    let colors = Colors::of(ui);
    let option = |ui: &Ui, index: usize| {
        words::layout(ui, words.options.get(index).map(Vec::as_slice).unwrap_or_default(), colors.text)
    };
    let line = |ui: &mut Ui, which: &str, what: LayoutJob| {
        ui.horizontal_top(|ui| {
            ui.label(RichText::new(which).color(colors.weak));
            ui.add(Label::new(what).wrap());
        });
    };
    let plain = |ui: &Ui, text: String| words::plain(ui, &text, colors.text);

    // The prediction stands above the truth, so that both are compared.
    let yours = match predicted {
        Predicted::Choice(index) => Some(option(ui, index)),
        Predicted::Number(number) => Some(plain(ui, numbers::number(number))),
        Predicted::Place(_) => Some(plain(ui, t!("lesson-ring").to_owned())),
        Predicted::Nothing => None,
    };
    yours.into_iter().for_each(|yours| line(ui, t!("lesson-you-said"), yours));
    let truth = match open.truth {
        Some(Truth::Choice(index)) => option(ui, index),
        Some(Truth::Number(number, unit)) => plain(ui, format!("{} {unit}", numbers::number(number)).trim().to_owned()),
        Some(Truth::Place(place)) => {
            let is_seen = area_of(desk, desk.view()).contains(on_screen(desk, place));
            plain(ui, if is_seen { t!("lesson-disc") } else { t!("lesson-outside") }.to_owned())
        }
        None => plain(ui, t!("lesson-nowhere").to_owned()),
    };
    line(ui, t!("lesson-it-is"), truth);
    words::blocks(ui, &words.reveal, colors.text);
}

fn goal(
    ui: &mut Ui,
    words: &PageWords,
    (open, was_solved): (&OpenPage, bool),
    next: &mut NextFocus,
    actions: &mut Vec<Action>,
) {
    let colors = Colors::of(ui);
    caption(ui, t!("lesson-goal"));
    ui.add(Label::new(words::layout(ui, &words.goal, colors.text)).wrap());
    for (number, hint) in (1..).zip(words.hints.iter().take(open.hints)) {
        let hint = words::layout(ui, hint, colors.weak);
        ui.horizontal_top(|ui| {
            ui.label(RichText::new(format!("{number}")).color(colors.weak));
            ui.add(Label::new(hint).wrap());
        });
    }
    ui.horizontal(|ui| {
        if open.is_solved {
            ui.label(RichText::new(t!("lesson-solved")).strong());
        } else if was_solved {
            ui.label(RichText::new(t!("lesson-was-solved")).color(colors.weak));
        }
        let left = words.hints.len().saturating_sub(open.hints);
        if left > 0 && !open.is_solved {
            let hint = next.offer(ui.button(t!("lesson-hint", count = left as u64)));
            ask(actions, hint.clicked().then_some(LearningAction::Hint));
        }
    });
}

fn turning(ui: &mut Ui, lesson: &Lesson, open: &OpenPage, next: &mut NextFocus, actions: &mut Vec<Action>) -> Rect {
    ui.add_space(0.5 * SPACE);
    let shown = ui.horizontal(|ui| {
        let back = ui.add_enabled(0 < open.page, Button::new(t!("lesson-page-back"))).clicked();
        ask(actions, back.then(|| LearningAction::Page(open.page - 1)));
        ui.label(RichText::new(page_of(lesson, open)).color(Colors::of(ui).weak));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (text, action) = match open.page + 1 {
                last if last == lesson.pages.len() => (t!("lesson-next-lesson"), LearningAction::Next),
                next => (t!("lesson-page-on"), LearningAction::Page(next)),
            };
            ask(actions, next.offer(ui.button(text)).clicked().then_some(action));
        });
    });
    shown.response.rect
}

/// Draws a dot at the last click; a ring at a predicted place, a disc at the true one; or asks for that click.
pub fn marks(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect) {
    let painter = ui.painter().with_clip_rect(area);
    let colors = Colors::of(ui);
    if picking.learning.awaits_click() {
        // In two views over the one that is clicked in.
        let area = area_of(desk, desk.view()).intersect(area);
        let at = area.center_top() + vec2(0.0, 3.0 * SPACE);
        let (words, font) = (t!("lesson-click-there").to_owned(), FontId::new(14.0, heavy()));
        let text = painter.layout(words, font, colors.text, area.width() - 4.0 * SPACE);
        let place = Align2::CENTER_TOP.anchor_size(at, text.size() + vec2(16.0, 8.0));
        painter.rect_filled(place, 5.0, colors.panel.gamma_multiply(0.9));
        painter.galley(place.min + vec2(8.0, 4.0), text, colors.text);
    }
    let Some((_, _, open)) = picking.learning.shown() else { return };
    let Some(picked) = &desk.picked else { return };
    if picked.hit.is_some()
        && let Some(at) = now_on_screen(desk, picked, picked.trace.cursor)
    {
        painter.circle(at, 2.5, Color32::WHITE, Stroke::new(1.5, Color32::BLACK));
    }

    // A prediction is marked only while its click is the last one.
    if open.asked_at != Some(picked.trace.cursor) {
        return;
    }
    let color = color32(palette(ui).ray);
    let [predicted, truth] = open.places().map(|place| now_on_screen(desk, picked, place?));
    if let Some((a, b)) = predicted.zip(truth) {
        painter.add(egui::Shape::dashed_line(&[a, b], Stroke::new(1.5, color), 5.0, 4.0));
    }
    for (width, color) in [(4.0, Color32::from_black_alpha(150)), (2.0, color)] {
        if let Some(at) = predicted {
            painter.circle_stroke(at, 8.0, Stroke::new(width, color));
        }
    }
    if let Some(at) = truth {
        painter.circle(at, 5.0, color, Stroke::new(1.5, Color32::WHITE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_however_its_sign_decimals_and_thousands_are_written() {
        for (text, number) in [
            ("−0.719", -0.719),
            ("-0,719", -0.719),
            ("0,7", 0.7),
            ("359,5", 359.5),
            ("1,280", 1280.0),
            ("1,280.5", 1280.5),
            ("1,234,567", 1_234_567.0),
            (" 1e−3 ", 1e-3),
        ] {
            assert_eq!(read_number(text), Some(number), "{text}");
        }
        for text in ["", "y", "1;2", "inf", "NaN"] {
            assert_eq!(read_number(text), None, "{text}");
        }
    }
}
