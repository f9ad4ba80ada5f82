//! Reads PLY files: a header that says which elements there are, and their records, in words or in bytes.
//!
//! Based on: Greg Turk, The PLY Polygon File Format, 1994. Read beyond that format: types by their sizes (`uint8`),
//! `tristrips` as the Stanford scans have them, lines that end in any way, and lines of the header that say nothing of
//! the data. Crates that read PLY, serde-ply among them, tell neither line nor byte of a record, which every triangle
//! keeps here.

mod header;

use super::elements::{AsciiBody, Data, FirstWord, Job};
use super::reading::Plan;
use super::refusal::Refusal;
use super::source::FileText;
use super::text::Text;
use super::{Format, IndexedMesh, LoadReport};
use crate::work::Progress;
use header::Header;

pub fn load(
    text: &Text,
    plan: Plan,
    file: Option<FileText>,
    progress: &Progress,
) -> Result<(IndexedMesh, LoadReport), Refusal> {
    let Header { encoding, elements, length, n_lines, problems } = header::read(text, plan.step)?;
    let job = Job { text, plan, file, progress };
    let (mesh, mut report) = match encoding {
        None => {
            let body = AsciiBody { elements: &elements, start: length, lines_ahead: n_lines, comment: None };
            let first_word = FirstWord { at: length, lines_ahead: n_lines, n_ahead: 0 };
            job.load_words(Format::PlyAscii, &body, &[first_word])?
        }
        Some(order) => job.load(Format::PlyBinary, |reading| Data::in_bytes(reading, &elements, length, order))?,
    };
    let [_, of_header] = problems.into_lists();
    report.remarks.splice(0..0, of_header);
    Ok((mesh, report))
}

#[cfg(test)]
mod tests;
