//! Conversion of a text in which records do not stand one a line: each record is put on a line of its own, so that the
//! text can be read line by line.

use super::ascii::AsciiBody;
use super::element::{Element, Fields, Rest, Value};
use crate::mesh::refusal::Refusal;
use crate::mesh::relined::{Relined, Relining};
use crate::mesh::text::Text;
use crate::work::Progress;
use std::ops::Range;

/// Place in a text where the words of the records begin.
#[derive(Clone, Copy, Default)]
pub struct FirstWord {
    /// Byte of the file where the words begin.
    pub at: u64,
    pub lines_ahead: u32,
    /// Number of words to drop between byte `at` and the first record.
    pub n_ahead: usize,
}

/// Rule that decides where the colour at the end of a record ends.
#[derive(Clone, Copy)]
pub enum ColorEnd {
    /// A colour goes on to the end of the line, as in OFF.
    Line,
    /// A vertex has a colour of four numbers; a face has none.
    Word,
}

/// Returns `text` with one record a line, or `None` if it does not have exactly as many words as the records take.
pub fn relined(
    text: &Text,
    body: &AsciiBody,
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

/// Passes over the words of a record, whose first has been read; returns `None` if they are too few.
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
