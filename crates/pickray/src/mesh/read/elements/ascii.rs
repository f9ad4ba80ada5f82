//! Reading of elements in a text: one record a line, element after element, between blank lines and comments.
//! Records are counted first, in all pieces but the last, so that each piece knows the elements of its lines.

use super::part::Part;
use super::rows::Rows;
use super::{Element, Fields, Value};
use crate::mesh::read::relined::{Relined, Relining};
use crate::mesh::report::Result;
use crate::mesh::text::{Reading, Text, Window};
use crate::work::Progress;
use crate::work::threads::in_parallel;
use std::ops::Range;

pub struct AsciiBody<'a> {
    pub elements: &'a [Element],
    pub start: u64,
    pub lines_ahead: u32,
    /// Byte that begins a comment, or `None` for formats without comments.
    pub comment: Option<u8>,
}

/// Place in a text where the words of the records begin.
#[derive(Clone, Copy, Default)]
pub struct FirstWord {
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

/// Returns the records of all elements, piece by piece, and the number of records found for each element.
pub fn read(reading: &Reading, body: &AsciiBody) -> Result<(Vec<Part>, Vec<u64>)> {
    let plan = &reading.plan;
    let ranges = reading.text.pieces(body.start, plan.pieces, plan.step)?;
    let ahead_of_last = ranges[..ranges.len().saturating_sub(1)].to_vec();
    let counted = in_parallel(plan.threads, ahead_of_last, |range| count_records(reading, body, range));
    let counted: Vec<u64> = counted.into_iter().collect::<Result<_, _>>()?;
    let (mut pieces, mut records_ahead, mut lines_ahead) = (Vec::new(), 0, body.lines_ahead);
    for (range, records) in ranges.into_iter().zip(counted.into_iter().chain([0])) {
        pieces.push((range, lines_ahead, records_ahead));
        lines_ahead = 0;
        records_ahead += records;
    }
    let read =
        in_parallel(plan.threads, pieces, |(range, lines, records)| read_piece(reading, body, range, lines, records));
    let (parts, records): (Vec<Part>, Vec<u64>) = read.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    let mut left = records.into_iter().sum::<u64>();
    let of_element = |element: &Element| {
        let records = element.n_lines().min(left);
        left -= records;
        records
    };
    Ok((parts, body.elements.iter().map(of_element).collect()))
}

fn count_records(reading: &Reading, body: &AsciiBody, range: Range<u64>) -> Result<u64> {
    let rows = Rows::new(body.elements, 0, body.comment);
    let mut window = Window::new(reading.text, range, reading.plan.step);
    let mut records = 0;
    while window.fill()? {
        let whole = window.statements();
        records += rows.count(window.padded(), whole);
        window.drop_front(whole);
        reading.progress.check()?;
    }
    Ok(records)
}

/// Returns the part that the lines in `range` make, and the number of records among them.
fn read_piece(
    reading: &Reading,
    body: &AsciiBody,
    range: Range<u64>,
    lines_ahead: u32,
    records_ahead: u64,
) -> Result<(Part, u64)> {
    let mut part = Part::new(reading.plan.exact);
    part.piece.n_lines = lines_ahead;
    let (mut at, mut records) = (range.start, 0);
    let mut window = Window::new(reading.text, range, reading.plan.step);
    let mut rows = Rows::new(body.elements, records_ahead, body.comment);
    while window.fill()? {
        let whole = window.statements();
        if whole > 0 {
            part.piece.marks.push((part.piece.n_lines + 1, at));
        }
        // A vertex takes three numbers and what parts them, a corner a digit and a blank.
        part.piece.reserve(whole / 6 + 1, whole / 2 + 1)?;
        records += rows.read(window.padded(), whole, &mut part);
        window.drop_front(whole);
        at += whole as u64;
        reading.went_on(whole)?;
    }
    Ok((part, records))
}

/// Returns `text` with one record a line, or `None` if it does not have exactly as many words as the records take.
pub fn relined(
    text: &Text,
    body: &AsciiBody,
    first: FirstWord,
    color_end: ColorEnd,
    progress: &Progress,
) -> Result<Option<Relined>> {
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
    Ok(words.next_word().is_none().then_some(words.relined))
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
    match (color_end, &element.fields) {
        _ if !element.may_end_in_color => {}
        (ColorEnd::Line, _) => {
            while !words.is_at_line_end() {
                words.next_word()?;
            }
        }
        (ColorEnd::Word, Fields::Vertex { .. }) => pass_words(words, 4)?,
        _ => {}
    }
    Some(())
}

fn pass_words(words: &mut Relining, count: u64) -> Option<()> {
    (0..count).try_for_each(|_| words.next_word().map(drop))
}
