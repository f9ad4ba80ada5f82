//! Text of lessons laid out by egui: paragraphs, lists, code, emphasis.

use crate::app::theme::heavy;
use crate::lesson::{Block, Span, SpanStyle};
use egui::text::LayoutJob;
use egui::{Color32, FontId, Label, Stroke, TextFormat, TextStyle, Ui};

/// The most letters of a formula that stays in one line.
const UNBROKEN: usize = 24;

/// Shows paragraphs, lists and lines of code below each other.
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
