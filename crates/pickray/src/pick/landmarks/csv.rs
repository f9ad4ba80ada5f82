//! Landmarks as a table of comma-separated values.
//!
//! Based on: Y. Shafranovich, RFC 4180, Common Format and MIME Type for Comma-Separated Values Files, 2005. Departure:
//! lines may end without a carriage return, and empty lines are passed over.

use super::{LandmarkError, Landmarks, MeshLandmark, MeshPoint};
use crate::work::memory;
use glam::DVec3;
use std::fmt::Write;

/// Columns that are written, and read in any order.
const COLUMNS: [&str; 8] = ["name", "x", "y", "z", "triangle", "weight_a", "weight_b", "weight_c"];

impl Landmarks {
    /// Returns the landmarks as comma-separated values, a line each, below a line that names the columns: `name`, `x`,
    /// `y`, `z`, `triangle` and the weights of its corners, `weight_a`, `weight_b`, `weight_c`. A name that
    /// spreadsheets would take for a formula has an apostrophe before it, which [`from_csv`](Self::from_csv) takes off.
    pub fn to_csv(&self) -> String {
        let mut csv = COLUMNS.join(",") + "\n";
        for MeshLandmark { name, point: DVec3 { x, y, z }, on } in self.picked() {
            let name = if is_formula(name) { &format!("'{name}") } else { name };
            let is_plain = !name.contains([',', '"', '\n', '\r']) && name.trim() == name;
            let name = if is_plain { name.clone() } else { format!("\"{}\"", name.replace('"', "\"\"")) };
            let _ = write!(csv, "{name},{x},{y},{z},");
            let _ = match on {
                Some(MeshPoint { triangle, weights: [a, b, c] }) => writeln!(csv, "{triangle},{a},{b},{c}"),
                None => writeln!(csv, ",,,"),
            };
        }
        csv
    }

    /// Returns landmarks from comma-separated values. The first line names the columns, in any order: `x`, `y` and `z`
    /// are needed, unknown ones are passed over. Where semicolons part the columns, numbers may have decimal commas. A
    /// triangle and all three weights give a place on a triangle.
    ///
    /// # Errors
    /// [`LandmarkError`] where the text is no such table.
    pub fn from_csv(text: &str) -> Result<Self, LandmarkError> {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        let first = rest.lines().find(|line| !line.is_empty()).unwrap_or_default();
        let separator = if first.contains(';') && !first.contains(',') { ';' } else { ',' };
        let mut rows = Rows { rest, line: 1, separator };
        let header = rows.next().transpose()?.map_or(Vec::new(), |(_, names)| names);
        let places = COLUMNS.map(|column| header.iter().position(|name| name.trim().eq_ignore_ascii_case(column)));
        if let Some(missing) = (1..4).find(|&column| places[column].is_none()) {
            return Err(LandmarkError::NoColumn(COLUMNS[missing]));
        }

        // Read the rows, whose columns may stand in any order.
        let mut landmarks = Vec::new();
        let most = memchr::memchr_iter(b'\n', text.as_bytes()).count();
        memory::reserve(&mut landmarks, most).map_err(LandmarkError::OutOfMemory)?;
        for row in rows {
            let (line, fields) = row?;
            let (found, columns) = (fields.len(), header.len());
            if found != columns {
                return Err(LandmarkError::Fields { line, found, columns });
            }
            let field = |column: usize| places[column].map_or("", |place| fields[place].as_str());
            let no_number = |column: usize| LandmarkError::NoNumber { line, column: COLUMNS[column] };
            let number = |column: usize| {
                let text = field(column).trim();
                let number: Option<f64> =
                    if separator == ';' { text.replace(',', ".").parse().ok() } else { text.parse().ok() };
                number.filter(|number| number.is_finite()).ok_or_else(|| no_number(column))
            };
            let on = if (4..8).any(|column| field(column).trim().is_empty()) {
                None
            } else {
                let triangle = field(4).trim().parse().map_err(|_| no_number(4))?;
                Some(MeshPoint { triangle, weights: [number(5)?, number(6)?, number(7)?] })
            };
            let point = DVec3::new(number(1)?, number(2)?, number(3)?);
            let name = field(0);
            let name = name.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(name).to_owned();
            landmarks.push(MeshLandmark { name, point, on });
        }
        Ok(Self::new(landmarks))
    }
}

/// Returns whether spreadsheets would take a name for a formula, also behind apostrophes that say it is none.
fn is_formula(name: &str) -> bool {
    name.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// Rows of a table, each with the line where it begins.
struct Rows<'a> {
    rest: &'a str,
    line: usize,
    separator: char,
}

impl Iterator for Rows<'_> {
    type Item = Result<(usize, Vec<String>), LandmarkError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Skip empty lines.
        let full = self.rest.trim_start_matches(['\n', '\r']);
        self.line += self.rest[..self.rest.len() - full.len()].matches('\n').count();
        self.rest = full;
        if full.is_empty() {
            return None;
        }
        let (begins, mut fields) = (self.line, vec![String::new()]);
        let mut in_quotes = false;
        let mut characters = full.char_indices().peekable();
        let mut end = full.len();
        while let Some((place, character)) = characters.next() {
            self.line += usize::from(character == '\n');
            let field = fields.last_mut().expect("a row has a field");
            match character {
                '"' if in_quotes && characters.next_if(|&(_, next)| next == '"').is_some() => field.push('"'),
                '"' if in_quotes => in_quotes = false,
                '"' if field.is_empty() => in_quotes = true,
                _ if character == self.separator && !in_quotes => fields.push(String::new()),
                '\n' if !in_quotes => {
                    end = place + 1;
                    break;
                }
                '\r' if !in_quotes => {}
                _ => field.push(character),
            }
        }
        self.rest = &full[end..];
        Some(if in_quotes { Err(LandmarkError::OpenQuotes(begins)) } else { Ok((begins, fields)) })
    }
}
