//! Data in words wherever lines end: each record gets a line of its own, to be read as one.

use super::ascii::Body;
use super::element::{Element, Fields, Rest, Value};
use crate::mesh::refusal::Refusal;
use crate::mesh::relined::{Relined, Relining};
use crate::mesh::text::Text;
use crate::work::Progress;
use std::ops::Range;

/// Place where the words begin of which the records are made.
#[derive(Clone, Copy, Default)]
pub struct FirstWord {
    /// A byte of the file.
    pub at: u64,
    pub lines_ahead: u32,
    /// Number of words ahead of the first record.
    pub n_ahead: usize,
}

/// End of a colour that stands behind the properties of a record.
#[derive(Clone, Copy)]
pub enum ColorEnd {
    /// The end of the line, as OFF has it.
    Line,
    /// The fourth number, of a vertex; a face has no colour.
    Word,
}

/// Returns a text with a record a line; `None` where its words are not exactly as many as the records take.
pub fn relined(
    text: &Text,
    body: &Body,
    first: FirstWord,
    color_end: ColorEnd,
    progress: &Progress,
) -> Result<Option<Relined>, Refusal> {
    let mut words = Relining::new(text, first.at, first.lines_ahead, body.comment, progress)?;
    for _ in 0..first.n_ahead {
        let Some(word) = words.next_word() else { return Ok(None) };
        words.drop_word(word);
    }
    for element in body.elements {
        for _ in 0..element.n_lines() {
            let Some(word) = words.next_word() else { return Ok(None) };
            words.begin_line(&word)?;
            if pass_record(&mut words, word, element, color_end).is_none() {
                return Ok(None);
            }
        }
    }
    Ok(words.next_word().is_none().then(|| words.finish()))
}

/// Passes over the words of a record, whose first has been read; `None` where they are too few.
fn pass_record(words: &mut Relining, first: Range<usize>, element: &Element, color_end: ColorEnd) -> Option<()> {
    let mut first = Some(first);
    for property in &element.properties {
        let word = first.take().or_else(|| words.next_word())?;
        if let Value::List { .. } = property.value {
            let count: u64 = std::str::from_utf8(words.bytes(word)).ok()?.parse().ok()?;
            pass_words(words, count)?;
        }
    }
    match (element.rest, color_end, &element.fields) {
        (Rest::Color, ColorEnd::Line, _) => {
            while !words.is_at_line_end() {
                words.next_word()?;
            }
        }
        (Rest::Color, ColorEnd::Word, Fields::Vertex { .. }) => pass_words(words, 4)?,
        _ => {}
    }
    Some(())
}

fn pass_words(words: &mut Relining, count: u64) -> Option<()> {
    (0..count).try_for_each(|_| words.next_word().map(drop))
}
