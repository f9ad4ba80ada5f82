//! Reading of elements in a text: one record a line, element after element. Blank lines are skipped, and so are
//! comments in formats that have them.
//! The text is read in pieces. Records are counted first, in all pieces but the last, so that each piece knows to which
//! elements its lines belong.

use super::element::Element;
use super::part::Part;
use super::rows::Rows;
use crate::mesh::reading::Reading;
use crate::mesh::refusal::Refusal;
use crate::mesh::text::Window;
use crate::work::threads::in_parallel;
use std::ops::Range;

pub struct AsciiBody<'a> {
    pub elements: &'a [Element],
    pub start: u64,
    pub lines_ahead: u32,
    /// Byte that begins a comment, or `None` for formats without comments.
    pub comment: Option<u8>,
}

/// Lines of the data, with the numbers of lines and records ahead of them.
struct Piece {
    range: Range<u64>,
    lines_ahead: u32,
    records_ahead: u64,
}

/// Reads the records of all elements, in parallel pieces. Returns the records piece by piece, and the number of records
/// found for each element.
pub fn read(reading: &Reading, body: &AsciiBody) -> Result<(Vec<Part>, Vec<u64>), Refusal> {
    let plan = &reading.plan;
    let ranges = reading.text.pieces(body.start, plan.pieces, plan.step)?;
    let ahead_of_last = ranges[..ranges.len().saturating_sub(1)].to_vec();
    let counted = in_parallel(plan.threads, ahead_of_last, |range| count_records(reading, body, range));
    let counted: Vec<u64> = counted.into_iter().collect::<Result<_, _>>()?;
    let (mut pieces, mut records_ahead, mut lines_ahead) = (Vec::new(), 0, body.lines_ahead);
    for (range, records) in ranges.into_iter().zip(counted.into_iter().chain([0])) {
        pieces.push(Piece { range, lines_ahead, records_ahead });
        lines_ahead = 0;
        records_ahead += records;
    }
    let read = in_parallel(plan.threads, pieces, |piece| read_piece(reading, body, piece));
    let (parts, records): (Vec<Part>, Vec<u64>) = read.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    let mut left = records.into_iter().sum::<u64>();
    let of_element = |element: &Element| {
        let records = element.n_lines().min(left);
        left -= records;
        records
    };
    Ok((parts, body.elements.iter().map(of_element).collect()))
}

fn count_records(reading: &Reading, body: &AsciiBody, range: Range<u64>) -> Result<u64, Refusal> {
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

/// Returns the part that the lines of a piece make, and the number of records among them.
fn read_piece(reading: &Reading, body: &AsciiBody, piece: Piece) -> Result<(Part, u64), Refusal> {
    let mut part = Part::new(reading.plan.exact);
    part.piece.n_lines = piece.lines_ahead;
    let (mut at, mut records) = (piece.range.start, 0);
    let mut window = Window::new(reading.text, piece.range, reading.plan.step);
    let mut rows = Rows::new(body.elements, piece.records_ahead, body.comment);
    while window.fill()? {
        let whole = window.statements();
        if whole > 0 {
            part.piece.marks.push((part.piece.n_lines + 1, at));
        }
        // A vertex takes three numbers and what parts them, a corner a digit and a blank.
        part.reserve(whole / 6 + 1, whole / 2 + 1)?;
        records += rows.read(window.padded(), whole, &mut part);
        window.drop_front(whole);
        at += whole as u64;
        reading.went_on(whole)?;
    }
    Ok((part, records))
}
