//! Reads Wavefront OBJ files: cut into pieces that are read in parallel, then joined.
//!
//! Based on: Alias|Wavefront, Advanced Visualizer Manual, Appendix B1, Object Files, 1995. Where the text is not what it says: a
//! vertex's `w` weighs free-form curves and surfaces and does not divide the corners of faces; a colour behind a vertex is passed over; a
//! backslash at the end of a comment, or ahead of a line that is a statement by itself, does not join lines; `fo` is `f`.

mod careful;
mod join;
mod names;
mod numbers;
mod piece;
mod problems;
mod sniff;
mod text;
mod workers;

use super::source::{FileText, Source, decode_utf16};
use super::{LoadError, LoadReport, Mesh, Warning};
use crate::accel::Progress;
use join::{JoinError, join};
use piece::{Piece, read_piece};
use sniff::{Content, HEAD, sniff};
use std::fs::File;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use text::{Text, TextError};
use workers::in_parallel;

/// Shares of the whole work, told by grids of 2 million triangles.
const READING: std::ops::Range<f32> = 0.0..0.25;
const BUILDING: std::ops::Range<f32> = 0.25..1.0;
/// Pieces per thread, so that none has to wait long for the last one.
const PIECES_PER_THREAD: usize = 4;
/// No piece is smaller, unless it is all there is.
const SMALLEST_PIECE: u64 = 1 << 20;
/// No piece is larger: its vertices and lines are counted in 32 bits.
const LARGEST_PIECE: u64 = 1 << 30;

/// How a text is worked through.
#[derive(Clone, Copy, Debug)]
struct Plan {
    threads: usize,
    pieces: usize,
    /// Bytes read at once.
    step: usize,
}

impl Plan {
    fn of(length: u64) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let most = if threads == 1 { 1 } else { threads * PIECES_PER_THREAD };
        let pieces = (length / SMALLEST_PIECE).clamp(1, most as u64).max(length.div_ceil(LARGEST_PIECE));
        Self { threads, pieces: pieces as usize, step: text::BUFFER }
    }
}

pub fn open(path: &Path, progress: &Progress) -> Result<(Mesh, LoadReport), LoadError> {
    let name = path.display().to_string();
    let unreadable = |error| LoadError::Unreadable { path: path.to_owned(), error };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        let what = if metadata.is_dir() { "is a folder" } else { "is a device and not a file" };
        return Err(LoadError::NotObj { name, what, advice: "choose a Wavefront OBJ file" });
    }
    let file = File::open(path).map_err(unreadable)?;
    let text = Text::File { file: Mutex::new(file), len: metadata.len() };
    let source = FileText::new(path, &metadata);
    load(&name, &text, Plan::of(text.len()), Some(source), progress)
}

pub fn from_bytes(name: &str, bytes: &[u8], progress: &Progress) -> Result<(Mesh, LoadReport), LoadError> {
    let text = Text::Bytes(bytes);
    load(name, &text, Plan::of(text.len()), None, progress)
}

fn load(
    name: &str,
    text: &Text,
    plan: Plan,
    mut source: Option<FileText>,
    progress: &Progress,
) -> Result<(Mesh, LoadReport), LoadError> {
    let start = Instant::now();
    progress.begin("reading", READING);
    let failed = |error| text_error(name, error);
    let mut head = vec![0; text.len().min(HEAD as u64) as usize];
    text.read(0, &mut head).map_err(failed)?;
    let mut encoding = None;
    let pieces = match sniff(&head, text.len()) {
        Content::Other(what, advice) => {
            return Err(LoadError::NotObj { name: name.to_owned(), what, advice });
        }
        Content::Text => read(text, plan, progress),
        Content::Utf16 { little_endian } => {
            let mut bytes = vec![0; text.len() as usize];
            text.read(0, &mut bytes).map_err(failed)?;
            let decoded = decode_utf16(&bytes, little_endian);
            encoding = Some("the text is in UTF-16 and was converted; UTF-8 is what other programs expect");
            if let Some(source) = &mut source {
                source.set_utf16(little_endian);
            }
            read(&Text::Bytes(decoded.as_bytes()), plan, progress)
        }
    };
    let pieces = pieces.map_err(failed)?.ok_or_else(|| LoadError::Cancelled { name: name.to_owned() })?;
    if let Some(source) = &mut source {
        source.set_marks(marks(&pieces));
    }

    let joined = join(pieces, plan.threads, progress).map_err(|error| join_error(name, &error))?;
    let mut report = LoadReport { name: name.to_owned(), bytes: text.len(), ..joined.report };
    report.problems = joined.problems.count();
    [report.warnings, report.remarks] = joined.problems.into_lists();
    if let Some(message) = encoding {
        report.problems += 1;
        report.warnings.insert(0, Warning { line: None, message: message.to_owned() });
    }
    if joined.triangles.is_empty() {
        return Err(no_mesh(name, &report));
    }
    report.read_seconds = start.elapsed().as_secs_f64();

    let start = Instant::now();
    progress.begin("building the tree", BUILDING);
    let source = Source::new(joined.provenance, source);
    let mesh = Mesh::from_parts(joined.origin, joined.positions, joined.triangles, joined.bounds, source, progress)
        .map_err(|_| LoadError::Cancelled { name: name.to_owned() })?;
    report.build_seconds = start.elapsed().as_secs_f64();
    Ok((mesh, report))
}

/// The pieces of a text; `None` when reading was cancelled.
fn read(text: &Text, plan: Plan, progress: &Progress) -> Result<Option<Vec<Piece>>, TextError> {
    let pieces = text.pieces(0, plan.pieces, plan.step)?;
    let done = AtomicU64::new(0);
    let went_on = |bytes: usize| {
        let done = done.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        progress.advance(done as f32 / text.len() as f32);
        !progress.is_cancelled()
    };
    in_parallel(plan.threads, pieces, |range| read_piece(text, range, plan.step, went_on)).into_iter().collect()
}

/// Where lines of the file begin, every so many bytes.
fn marks(pieces: &[Piece]) -> Vec<(u32, u64)> {
    let mut lines = 0u32;
    let mut marks = Vec::new();
    for piece in pieces {
        marks.extend(piece.marks.iter().map(|&(line, at)| (line.saturating_add(lines), at)));
        lines = lines.saturating_add(piece.n_lines);
    }
    marks
}

fn text_error(name: &str, error: TextError) -> LoadError {
    let name = name.to_owned();
    match error {
        TextError::Io(error) => LoadError::Unreadable { path: name.into(), error },
        TextError::Shortened => LoadError::NotObj {
            name,
            what: "became shorter while it was read",
            advice: "load it again when nothing writes to it",
        },
        TextError::EndlessStatement(at) => {
            LoadError::TooLarge { name, what: format!("a single statement of more than 1 GiB begins at byte {at}") }
        }
    }
}

fn join_error(name: &str, error: &JoinError) -> LoadError {
    let name = name.to_owned();
    match error {
        JoinError::Cancelled => LoadError::Cancelled { name },
        JoinError::TooMany(what, count, limit) => {
            LoadError::TooLarge { name, what: format!("{count} {what} are more than the {limit} that a mesh can have") }
        }
    }
}

/// Why there is no triangle in a file that could be read.
fn no_mesh(name: &str, report: &LoadReport) -> LoadError {
    let first = report.warnings.iter().find(|warning| warning.line.is_some());
    let skipped = report.points + report.polylines + report.curves_and_surfaces;
    let (line, what, advice) = if report.bytes == 0 {
        (None, "the file is empty".to_owned(), "save or fetch it again")
    } else if report.faces > 0 {
        let why = first.map_or("", |warning| &warning.message);
        let what = format!("none of its {} faces can be used: {why}", report.faces);
        (first.and_then(|warning| warning.line), what, "correct the file, or export it again")
    } else if report.vertices + skipped > 0 {
        let what = format!(
            "there are no faces, only {} vertices, {} points, {} polylines, {} curves and surfaces",
            report.vertices, report.points, report.polylines, report.curves_and_surfaces
        );
        (None, what, "pickray picks triangles: export the mesh with its faces (`f` statements)")
    } else {
        let what = match first {
            Some(warning) => format!("neither vertices nor faces were found: {}", warning.message),
            None => "neither vertices nor faces were found".to_owned(),
        };
        (first.and_then(|warning| warning.line), what, "choose a Wavefront OBJ file")
    };
    LoadError::NoMesh { name: name.to_owned(), line, what, advice }
}
