//! Text of lessons laid out by egui; the widget that gets the focus next, and the part of the page to scroll to.

use crate::app::theme::heavy;
use crate::app::tools::picking::learning::{Learning, OpenPage};
use crate::lesson::{Block, Span, SpanStyle};
use egui::text::LayoutJob;
use egui::{Color32, FontId, Id, Label, Response, Stroke, TextFormat, TextStyle, Ui};

/// The most letters of a formula that stays in one line.
const UNBROKEN: usize = 24;

pub fn blocks(ui: &mut Ui, blocks: &[Block], color: Color32) {
    for block in blocks {
        match block {
            Block::Paragraph(spans) => {
                ui.add(Label::new(layout(ui, spans, color)).wrap());
            }
            Block::List { ordered, items } => {
                for (index, item) in items.iter().enumerate() {
                    let text = layout(ui, item, color);
                    ui.horizontal_top(|ui| {
                        ui.label(if *ordered { format!("{}.", index + 1) } else { "•".to_owned() });
                        ui.add(Label::new(text).wrap());
                    });
                }
            }
            Block::Code(code) => {
                let font = TextStyle::Monospace.resolve(ui.style());
                ui.add(Label::new(egui::RichText::new(code).font(font).color(color)).wrap());
            }
        }
    }
}

/// Appends paragraphs, items of lists and code to a text, each on a line of its own.
pub fn append(ui: &Ui, text: &mut LayoutJob, blocks: &[Block], color: Color32) {
    let mut line = |spans: &[Span]| {
        text.append("\n", 0.0, TextFormat::default());
        append_spans(ui, text, spans, color);
    };
    for block in blocks {
        match block {
            Block::Paragraph(spans) => line(spans),
            Block::List { items, .. } => items.iter().for_each(|item| line(item)),
            Block::Code(code) => line(&[Span { text: code.clone(), style: SpanStyle::Code }]),
        }
    }
}

/// Returns the layout of spans of text, one after the other, each in its style.
pub fn layout(ui: &Ui, spans: &[Span], color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    append_spans(ui, &mut job, spans, color);
    job
}

fn append_spans(ui: &Ui, job: &mut LayoutJob, spans: &[Span], color: Color32) {
    let body = TextStyle::Body.resolve(ui.style());
    for Span { text, style } in spans {
        let mut text = text.clone();
        let mut format = TextFormat { font_id: body.clone(), color, ..TextFormat::default() };
        match style {
            SpanStyle::Plain => {}
            // Chinese letters and wide signs are not slanted: they have no italics, and would touch what follows.
            SpanStyle::Emphasis if text.chars().any(|letter| '\u{2e80}' <= letter) => {
                format.underline = Stroke::new(1.0, color);
            }
            SpanStyle::Emphasis => format.italics = true,
            SpanStyle::Strong => format.font_id = FontId::new(body.size, heavy()),
            SpanStyle::Code => {
                format.font_id = FontId::monospace(0.93 * body.size);
                format.background = ui.visuals().code_bg_color;
                text = unbroken(&text);
            }
        }
        job.append(&text, 0.0, format);
    }
}

/// Returns a formula that breaks at no line's end or, if longer than [`UNBROKEN`], beside operators alone.
fn unbroken(formula: &str) -> String {
    const SPACE: char = ' ';
    const NO_BREAK: char = '\u{a0}';
    let is_short = formula.chars().count() <= UNBROKEN;
    let is_of_name = |letter: Option<&char>| letter.is_some_and(|letter| letter.is_alphanumeric());
    let letters: Vec<char> = formula.chars().collect();
    let stays = |k: usize| is_short || is_of_name(letters[..k].last()) && is_of_name(letters.get(k + 1));
    let keep = |(k, &letter): (usize, &char)| if letter == SPACE && stays(k) { NO_BREAK } else { letter };
    letters.iter().enumerate().map(keep).collect()
}

pub fn plain(ui: &Ui, text: &str, color: Color32) -> LayoutJob {
    layout(ui, &[Span { text: text.to_owned(), style: SpanStyle::Plain }], color)
}

/// Keyboard focus that the panel of a lesson gives to the first widget that is offered, if it is due.
pub struct NextFocus {
    is_due: bool,
    /// `true` if a command moved the focus into the panel, so that it scrolls there: a new page is read from its top.
    is_called: bool,
    /// `true` if the page has become longer by an answer, its goal or a hint, or less of it is seen after an answer.
    pub has_grown: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Seen {
    /// Number of times, up to the last frame, that a command moved the keyboard focus into the panel.
    calls: u64,
    /// Indices of the open lesson and of its page; `None` for the list of lessons.
    page: Option<(usize, usize)>,
    /// Number of things that the page told: an answer, that its goal is reached, and hints.
    told: usize,
    /// Height of the part of the panel that is seen, in logical pixels.
    height: f32,
}

impl NextFocus {
    /// Returns the focus for this frame, due if a command moved it here, or keys opened a page that asks for no click.
    pub fn new(ui: &Ui, learning: &Learning) -> Self {
        let id = Id::unique("where the keyboard goes in a lesson");
        let page = learning.open.as_ref().map(|open| (open.lesson, open.page));
        let answered = learning.open.as_ref().is_some_and(|open| open.predicted.is_some());
        let told = |open: &OpenPage| usize::from(answered) + usize::from(open.is_solved) + open.hints;
        let (told, height) = (learning.open.as_ref().map_or(0, told), ui.clip_rect().height());
        let now = Seen { calls: learning.keyboard_calls, page, told, height };
        let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<Seen>(id), now));
        let was_here = ui.memory(|memory| memory.focused().is_some());
        let is_turned = now.page != before.page && was_here && !learning.asks_for_click();
        let is_called = now.calls != before.calls;
        let is_longer = before.told < now.told || answered && now.height < before.height;
        Self { is_due: is_called || is_turned, is_called, has_grown: now.page == before.page && is_longer }
    }

    /// Gives a widget the focus, if it is due and no other got it in this frame; scrolls there if a command moved it.
    pub fn offer(&mut self, response: Response) -> Response {
        if std::mem::take(&mut self.is_due) {
            response.request_focus();
            if self.is_called {
                response.scroll_to_me(None);
            }
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::lesson::builtin;
    use egui::Context;

    #[test]
    fn emphasis_is_slanted_in_english_and_underlined_in_chinese() {
        let mut n_emphasised = 0;
        for (language, is_slanted) in [(Language::English, true), (Language::Chinese, false)] {
            let pages = builtin().iter().flat_map(|lesson| &lesson.words(language).pages);
            for block in pages.flat_map(|page| &page.text) {
                let Block::Paragraph(spans) = block else { continue };
                let mut output = Context::default().run_ui(Default::default(), |ui| {
                    let job = layout(ui, spans, Color32::WHITE);
                    let sections = job.sections.iter().zip(spans);
                    for (section, _) in sections.filter(|(_, span)| span.style == SpanStyle::Emphasis) {
                        let has_line = section.format.underline != Stroke::NONE;
                        assert_eq!((section.format.italics, has_line), (is_slanted, !is_slanted), "{spans:?}");
                        n_emphasised += 1;
                    }
                });
                output.textures_delta.clear();
            }
        }
        assert!(10 < n_emphasised, "{n_emphasised}");
    }

    #[test]
    fn a_formula_is_not_broken_and_a_long_one_only_beside_an_operator() {
        assert_eq!(unbroken("w a + u b + v c"), "w\u{a0}a\u{a0}+\u{a0}u\u{a0}b\u{a0}+\u{a0}v\u{a0}c");
        assert_eq!(unbroken("2 · clientX / innerWidth of it − 1"), "2 · clientX / innerWidth\u{a0}of\u{a0}it − 1");
    }
}
