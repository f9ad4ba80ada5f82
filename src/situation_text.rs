//! Situations as text: one line that is copied and pasted, and the JSON that stands in files.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pickray::study::{SAVED_VERSION, SITUATION_VERSION, SavedPick, Situation};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::ffi::OsStr;
use std::path::Path;

/// Text that a situation's line begins with, before the version.
const PREFIX: &str = "pickray";

/// Largest length of a situation in bytes, as a line of text or as JSON in a file.
pub const LONGEST: usize = 512 << 10;

/// Returns the last part of a path that was saved here or on another system, by the separators of either.
pub fn name_of(path: &OsStr) -> &OsStr {
    match path.to_str() {
        Some(text) => OsStr::new(text.rsplit(['/', '\\']).next().unwrap_or(text)),
        None => Path::new(path).file_name().unwrap_or(path),
    }
}

/// Error of a text that is no situation, or a situation that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SituationError {
    /// Text that is no situation.
    #[error("This is no situation: one begins with pickray{SITUATION_VERSION}:, as Copy situation makes it.")]
    Other,
    /// Text longer than [`LONGEST`].
    #[error("This is longer than {} KiB, which no situation is: copy it again.", LONGEST >> 10)]
    TooLong,
    /// Situation of a later version than this program reads.
    #[error(
        "This situation is of version {0}, and this pickray reads version {SITUATION_VERSION}: take a newer pickray."
    )]
    TooNew(u32),
    /// Situation of which a part is missing, or was changed in its line of text.
    #[error("This situation is cut off or damaged: copy all of it again.")]
    CutOff,
    /// JSON of another form than a situation or a saved pick, with the parser's message.
    #[error("This is neither a situation nor a saved pick: {0}.")]
    NotOfTheForm(String),
    /// Camera or scale factor with impossible numbers, with which no picture can be drawn.
    #[error("The camera of this situation allows no picture: copy it again.")]
    NoPicture,
    /// Situation without objects.
    #[error("This situation is of no mesh: copy it again.")]
    NoMesh,
    /// File that cannot be read, with the system's message.
    #[error("{0}.")]
    Unreadable(String),
}

/// Returns whether a text looks like the line of a situation.
pub fn is_line(text: &str) -> bool {
    version_and_rest(text.trim()).is_some()
}

/// Returns the text at the beginning of each line that [`to_line`] writes, such as `pickray2:`.
pub fn start_of_line() -> String {
    format!("{PREFIX}{SITUATION_VERSION}:")
}

/// Returns a situation as one line of text.
pub fn to_line(situation: &Situation) -> String {
    let json = serde_json::to_vec(situation).unwrap_or_default();
    start_of_line() + &URL_SAFE_NO_PAD.encode(json)
}

/// Reads a situation from its line of text. Blanks and line breaks within the line are skipped. Text after the
/// situation is ignored, such as a full stop, a bracket, or the `&utm_…` that a mailing adds.
///
/// # Errors
/// [`SituationError`] if the text is no line of a situation, or the situation cannot be used.
pub fn from_line(text: &str) -> Result<Situation, SituationError> {
    if text.len() > LONGEST {
        return Err(SituationError::TooLong);
    }
    let (version, code) = version_and_rest(text.trim()).ok_or(SituationError::Other)?;
    if version > SITUATION_VERSION {
        return Err(SituationError::TooNew(version));
    }
    let is_of_code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let code = code.split(|c: char| !is_of_code(c) && !c.is_whitespace()).next().unwrap_or_default();
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let json = URL_SAFE_NO_PAD.decode(code).map_err(|_| SituationError::CutOff)?;
    checked(serde_json::from_slice(&json).map_err(|_| SituationError::CutOff)?)
}

/// Reads a situation from the JSON text of a file, which holds a situation or a saved pick.
///
/// # Errors
/// [`SituationError`] if the text is neither a situation nor a saved pick, or the situation cannot be used.
pub fn from_json(text: &[u8]) -> Result<Situation, SituationError> {
    /// Fields that tell a saved pick from a situation.
    #[derive(Deserialize)]
    struct Form {
        version: u32,
        chain: Option<IgnoredAny>,
        trace: Option<IgnoredAny>,
    }
    let refuse = |error: serde_json::Error| match error.is_eof() {
        true => SituationError::CutOff,
        false => SituationError::NotOfTheForm(error.to_string()),
    };
    let form: Form = serde_json::from_slice(text).map_err(refuse)?;
    if form.chain.is_some() || form.trace.is_some() {
        let saved: SavedPick = serde_json::from_slice(text).map_err(refuse)?;
        let is_known = saved.version <= SAVED_VERSION;
        return if is_known { checked(saved.situation) } else { Err(SituationError::TooNew(saved.version)) };
    }
    if text.len() > LONGEST {
        return Err(SituationError::TooLong);
    }
    if form.version > SITUATION_VERSION {
        return Err(SituationError::TooNew(form.version));
    }
    checked(serde_json::from_slice(text).map_err(refuse)?)
}

fn checked(situation: Situation) -> Result<Situation, SituationError> {
    if situation.version > SITUATION_VERSION {
        return Err(SituationError::TooNew(situation.version));
    }
    if situation.objects.is_empty() {
        return Err(SituationError::NoMesh);
    }
    if !situation.has_picture() {
        return Err(SituationError::NoPicture);
    }
    Ok(situation)
}

/// Returns the version of a situation's line and the code behind its colon; `None` if the text is no such line.
fn version_and_rest(text: &str) -> Option<(u32, &str)> {
    let (version, rest) = text.strip_prefix(PREFIX)?.split_once(':')?;
    Some((version.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DMat4, DVec3};
    use pickray::math::{CursorPosition, FramebufferSize};
    use pickray::mesh::samples::Sample;
    use pickray::pick::explain::Mistake;
    use pickray::pick::{PickOptions, TriangleId};
    use pickray::scene::{Camera, Object, Scene, UpAxis, View};
    use pickray::study::{PageName, PlanesGiven};
    use std::sync::Arc;

    fn situation(sample: Sample) -> Situation {
        let mesh = sample.mesh().expect("a mesh");
        let turned = DMat4::from_rotation_y(0.1) * DMat4::from_scale(DVec3::new(-1.0 / 3.0, 2.0, 1e-3));
        let scene = Scene::of(Object::new(sample.name(), Arc::new(mesh)).with_transform(turned));
        let camera =
            Camera { far: f64::INFINITY, reversed_z: true, ..Camera::framing(&scene.bounds(), 1.7, scene.up_axis()) };
        let view = View::new(camera, FramebufferSize::new(2731, 1537));
        let mesh = format!("sample:{}", sample.id());
        let cursor = CursorPosition::new(1_234.567_890_123, 0.1 + 0.2);
        let situation = Situation::new(&scene, [mesh], &view, cursor, &PickOptions::default());
        Situation { planes_given: PlanesGiven { near: false, far: true }, ..situation }
    }

    /// Returns a situation of a sample with all that can be asked and shown of it.
    fn puzzle(sample: Sample) -> Situation {
        let situation = situation(sample);
        let second_view =
            Camera::framing(&pickray::geometry::Aabb::new(DVec3::NEG_ONE, DVec3::splat(1.0 / 3.0)), 1.3, UpAxis::Y);
        Situation {
            question: Some(TriangleId { object: 0, triangle: 1_234 }),
            mistake: Some(Mistake::FlippedByViewportHeight),
            hidden_mistake: Some(Mistake::FlippedByViewportHeight),
            scale_factor: Some(4.0 / 3.0),
            page: Some(PageName { lesson: "a-lesson-of-a-teacher".to_owned(), page: "whose-height".to_owned() }),
            second_view: Some(second_view),
            ..situation
        }
    }

    #[test]
    fn the_name_in_a_path_is_that_of_the_system_it_was_saved_on() {
        for path in
            ["ball.obj", "/meshes/ball.obj", r"C:\meshes\ball.obj", r"\\server\share\ball.obj", "C:/meshes/ball.obj"]
        {
            assert_eq!(name_of(OsStr::new(path)), "ball.obj", "{path}");
        }
        assert_eq!(name_of(OsStr::new("sample:teapot")), "sample:teapot");
    }

    #[test]
    fn situations_survive_a_line_and_a_file_bit_for_bit_and_lines_are_short() {
        for sample in Sample::ALL.into_iter().filter(|sample| !matches!(sample, Sample::NoisySphere)) {
            for situation in [situation(sample), puzzle(sample)] {
                let line = to_line(&situation);
                assert!(line.len() <= 2048 && line.lines().count() == 1, "{} bytes", line.len());
                assert!(is_line(&line));
                assert_eq!(from_line(&line), Ok(situation.clone()));
                let broken = format!(" {}\n  {}\n", &line[..100], &line[100..]);
                assert_eq!(from_line(&broken), Ok(situation.clone()), "as a mail breaks it");
                let json = serde_json::to_vec_pretty(&situation).expect("JSON");
                assert_eq!(from_json(&json), Ok(situation));
            }
        }
    }

    #[test]
    fn what_stands_behind_a_line_in_a_sentence_or_a_mailing_does_not_break_it() {
        let situation = puzzle(Sample::Cube);
        let line = to_line(&situation);
        for behind in [".", ")", "),", "。", "）", "&utm_source=mail&fbclid=Iw-1", "?a", "…", "\"", " .\n"] {
            assert_eq!(from_line(&(line.clone() + behind)), Ok(situation.clone()), "{behind}");
            assert_eq!(from_line(&(line[..line.len() - 9].to_owned() + behind)), Err(SituationError::CutOff));
        }
    }

    #[test]
    fn a_line_of_version_1_is_read() {
        let situation = Situation { version: 1, ..situation(Sample::Cube) };
        let line = to_line(&situation).replace("pickray2:", "pickray1:");
        assert_eq!(from_line(&line), Ok(situation));
    }

    #[test]
    fn what_is_cut_off_too_new_or_too_long_is_refused_with_the_reason() {
        let line = to_line(&situation(Sample::Cube));
        for end in 9..line.len() {
            assert_eq!(from_line(&line[..end]), Err(SituationError::CutOff), "cut at {end}");
        }
        assert_eq!(from_line("pickray3:e30"), Err(SituationError::TooNew(3)));
        assert_eq!(from_line("hello"), Err(SituationError::Other));
        assert_eq!(from_line(&format!("pickray1:{}", "A".repeat(LONGEST))), Err(SituationError::TooLong));
        assert_eq!(from_json(b"{\"version\": 7}"), Err(SituationError::TooNew(7)));
        assert_eq!(from_json(b"{\"version\": 1, \"obj"), Err(SituationError::CutOff));
        let refused = from_json(b"{\"version\": 1}").expect_err("fields are missing");
        assert!(matches!(refused, SituationError::NotOfTheForm(_)), "{refused}");
        let long = format!("{{\"version\": 1, \"x\": \"{}\"}}", "A".repeat(LONGEST));
        assert_eq!(from_json(long.as_bytes()), Err(SituationError::TooLong));
        let mut blind = situation(Sample::Cube);
        blind.view.camera.near = -1.0;
        blind.view.camera.far = -2.0;
        assert_eq!(from_line(&to_line(&blind)), Err(SituationError::NoPicture));
        let mut blind = puzzle(Sample::Cube);
        blind.second_view.as_mut().expect("a camera").target = DVec3::INFINITY;
        assert!(from_line(&to_line(&blind)).is_err());
        let none = Situation { objects: Vec::new(), ..situation(Sample::Cube) };
        assert_eq!(from_line(&to_line(&none)), Err(SituationError::NoMesh));
    }
}
