//! The words of lessons as egui lays them out: paragraphs, lists, code, emphasis.

use crate::app::theme::heavy;
use crate::lesson::{Block, Span, SpanStyle};
use egui::text::LayoutJob;
use egui::{Color32, FontId, Label, TextFormat, TextStyle, Ui};

/// Shows paragraphs, lists and lines of code below each other.
pub fn blocks(ui: &mut Ui, blocks: &[Block], color: Color32) {
    for block in blocks {
        match block {
            Block::Paragraph(spans) => {
                let text = layout(ui, spans, color);
                ui.add(Label::new(text).wrap());
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

/// Returns runs of letters, one after the other.
pub fn layout(ui: &Ui, spans: &[Span], color: Color32) -> LayoutJob {
    let body = TextStyle::Body.resolve(ui.style());
    let mut job = LayoutJob::default();
    for Span { text, style } in spans {
        let mut format = TextFormat { font_id: body.clone(), color, ..TextFormat::default() };
        match style {
            SpanStyle::Plain => {}
            SpanStyle::Emphasis => format.italics = true,
            SpanStyle::Strong => format.font_id = FontId::new(body.size, heavy()),
            SpanStyle::Code => {
                format.font_id = FontId::monospace(0.93 * body.size);
                format.background = ui.visuals().code_bg_color;
            }
        }
        job.append(text, 0.0, format);
    }
    job
}

/// Returns letters without a style.
pub fn plain(ui: &Ui, text: &str, color: Color32) -> LayoutJob {
    layout(ui, &[Span { text: text.to_owned(), style: SpanStyle::Plain }], color)
}
