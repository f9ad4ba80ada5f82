//! Output of a command: results to stdout, messages and errors to stderr, and the words about picks, for people.

pub(super) use pickray::pick::explain::{Coordinates, count, hex_color, number};

use super::console;
use crate::app::AppError;
use crate::app::platform::reading::ReadError;
use crate::app::platform::writing::WriteError;
use crate::app::texts::of_library::said;
use crate::lesson::LessonError;
use glam::{DMat4, DVec3};
use pickray::accel::QueryCounts;
use pickray::intersect::{RayTriangleOutcome, Side};
use pickray::math::Viewport;
use pickray::mesh::LoadError;
use pickray::pick::HitDetails;
use pickray::pick::explain::{CastTrace, ObjectOutcome, PickTrace, PlanePoint};
use pickray_render::offscreen::OffscreenError;
use serde::Serialize;
use serde_json::json;
use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::path::Path;

/// Writer of results, as text or, with `--json`, as one object.
#[derive(Debug)]
pub struct Output {
    pub json: bool,
}

impl Output {
    /// Writes a result to stdout, as JSON with `--json`, else as text; a closed stdout is no failure.
    pub fn result(&self, value: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), CliError> {
        // Written as it is made: little in memory may make much text.
        let mut stdout = BufWriter::new(io::stdout().lock());
        let written = if self.json {
            serde_json::to_writer(&mut stdout, value).map_err(io::Error::from).and_then(|()| stdout.write_all(b"\n"))
        } else {
            let text = harmless(&text());
            let end = if text.ends_with('\n') { "" } else { "\n" };
            stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(end.as_bytes()))
        };
        ignore_closed_stdout(written.and_then(|()| stdout.flush()))
    }

    /// Writes a message to stderr, beside the result, on one line.
    pub fn note(&self, message: &str) {
        // There is nowhere left to complain when stderr is closed.
        let _ = writeln!(io::stderr().lock(), "pickray: {}", one_line(&harmless(message)));
    }

    pub fn error(&self, error: &CliError) {
        let message = one_line(&harmless(&error.to_string()));
        if self.json {
            let _ = writeln!(io::stdout().lock(), "{}", json!({ "error": message }));
        }
        self.note(&message);
        console::show_unread(&message);
    }
}

/// Returns the result of writing to stdout, with the error of a closed stdout turned into success.
pub fn ignore_closed_stdout(result: io::Result<()>) -> Result<(), CliError> {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CliError(format!("stdout: cannot be written: {error}; send it elsewhere")))
        }
        _ => Ok(()),
    }
}

/// Returns the text on one line, with control characters replaced by blanks: names of files may hold line breaks.
pub fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Returns the text without controls, and without letters that turn its direction, as names in files may hold them.
fn harmless(text: &str) -> String {
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.replace(|c: char| turns(c) || c.is_control() && !matches!(c, '\n' | '\t'), "\u{fffd}")
}

/// Error of a command: one line that says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CliError(pub(super) String);

/// Makes errors of commands of these types.
macro_rules! told {
    ($($error:ty),+) => {
        $(impl From<$error> for CliError {
            fn from(error: $error) -> Self {
                Self(error.to_string())
            }
        })+
    };
}

told!(AppError, LessonError, OffscreenError, ReadError, WriteError);

/// Tells in the language of this thread what is wrong with a mesh's file.
impl From<LoadError> for CliError {
    fn from(error: LoadError) -> Self {
        Self(said(&error))
    }
}

impl CliError {
    /// Returns the error of a file that cannot be used.
    pub(super) fn about(path: &Path, words: impl Display) -> Self {
        Self(format!("{}: {words}", path.display()))
    }

    /// Returns the error of wrong arguments, on one line instead of clap's many.
    pub(super) fn usage(error: &clap::Error) -> Self {
        let text = error.render().to_string();
        let told: Vec<_> = text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
            .filter(|line| !line.is_empty())
            .collect();
        let told = one_line(&told.join(" "));
        Self(format!("{}; `pickray --help` lists what pickray can do", told.trim_start_matches("error: ")))
    }
}

/// Returns a point or direction as text: its coordinates with commas between.
pub fn vector(v: DVec3) -> String {
    // Adding zero takes the sign off a zero.
    (v + 0.0).to_array().map(number).join(", ")
}

/// Greatest width of a column of names in letters; what is longer pushes its value aside.
const WIDEST_COLUMN: usize = 40;

/// Adds a row of a name and a value to a text, the names in a column of `width` letters.
pub fn row(text: &mut String, width: usize, name: &str, value: impl Display) {
    let width = width.min(WIDEST_COLUMN);
    let _ = writeln!(text, "  {name:<width$} {}", one_line(&value.to_string()));
}

pub fn hits(hits: &[HitDetails]) -> String {
    let mut text = String::new();
    for hit in hits {
        let line = hit.source.line.map(|line| format!(" line {line}")).unwrap_or_default();
        let side = if hit.side == Side::Front { "front" } else { "back" };
        let _ = writeln!(text, "  t {:<12} triangle {}{line} {side}", number(hit.t), hit.triangle);
    }
    text
}

pub fn steps(trace: &PickTrace) -> String {
    let mut text = String::new();
    let view = &trace.view;
    let _ = writeln!(text, "cursor        {}, {} from the top left", number(trace.cursor.x), number(trace.cursor.y));
    let _ = writeln!(text, "framebuffer   {} x {}", view.framebuffer.width, view.framebuffer.height);
    let Viewport { x, y, width, height } = view.viewport;
    let _ = writeln!(text, "viewport      {width} x {height} at {x}, {y} from the lower left");
    let _ = writeln!(text, "window        {}, {}", number(trace.window.x), number(trace.window.y));
    write_matrix(&mut text, "clip from eye (projection)", &trace.clip_from_eye);
    write_matrix(&mut text, "eye from world (view)", &trace.eye_from_world);

    match &trace.ray {
        Ok(ray) => {
            write_plane_point(&mut text, "near point, t = 0", &ray.near);
            let far = match ray.t_max {
                Some(_) => "far point, t = 1",
                None => "far plane at infinity: a direction; a point that way, t = 1",
            };
            write_plane_point(&mut text, far, &ray.far);
        }
        Err(why) => _ = writeln!(text, "no ray: {why}"),
    }

    for object in &trace.objects {
        match &object.outcome {
            ObjectOutcome::Unpickable(why) => _ = writeln!(text, "{}: {why}", object.name),
            ObjectOutcome::Tested(cast) => write_cast(&mut text, &object.name, cast),
            _ => {}
        }
    }
    if trace.objects_left_out > 0 {
        let further = count(trace.objects_left_out, "further object");
        let were = if trace.objects_left_out == 1 { "was" } else { "were" };
        let _ = writeln!(
            text,
            "{further} {were} not asked: the ray misses its box, or the box begins behind the hit, or the object \
             cannot be hit"
        );
    }
    text
}

fn write_matrix(text: &mut String, name: &str, matrix: &DMat4) {
    let _ = writeln!(text, "{name}");
    for row in 0..4 {
        let numbers = matrix.row(row).to_array().map(|x| format!("{:>17}", number(x)));
        let _ = writeln!(text, "  {}", numbers.join(" "));
    }
}

fn write_plane_point(text: &mut String, name: &str, point: &PlanePoint) {
    let _ = writeln!(text, "{name}");
    let homogeneous = point.eye_homogeneous.to_array().map(number).join(", ");
    for (space, value) in [
        ("window", vector(point.window)),
        ("NDC", vector(point.ndc)),
        ("inverse", homogeneous),
        ("eye", vector(point.eye)),
        ("world", vector(point.world)),
    ] {
        row(text, 11, space, value);
    }
}

fn write_cast(text: &mut String, name: &str, cast: &CastTrace) {
    let QueryCounts { boxes, triangles } = cast.counts;
    let _ = writeln!(text, "{name}: {} and {} tested", count(boxes, "box"), count(triangles, "triangle"));
    let _ = writeln!(text, "  near        {}", vector(cast.ray.origin));
    let _ = writeln!(text, "  far         {}", vector(cast.ray.target));
    for test in &cast.triangles {
        let outcome = match test.report.outcome {
            RayTriangleOutcome::Hit(hit) => format!("hit at t {}", number(hit.t)),
            RayTriangleOutcome::Miss(why) => format!("missed: {}", serde_json::json!(why).as_str().unwrap_or_default()),
        };
        let _ = writeln!(text, "  triangle {}: det {}, {outcome}", test.triangle, number(test.report.det));
    }
    if cast.triangles_left_out > 0 {
        let _ = writeln!(text, "  and {} more", cast.triangles_left_out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_has_no_negative_zero() {
        assert_eq!(vector(DVec3::new(-0.0, 1.0, -1e-7)), "0, 1, -1e-7");
    }
}
