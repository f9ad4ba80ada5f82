//! Situations as text: one line that is copied and pasted, and the JSON that stands in files.

mod short;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pickray::said;
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

said! {
    /// Error of a text that is no situation, or a situation that cannot be used.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum SituationError {
        Other where start = start_of_line() =>
            "This is not a situation: one begins with {start}, as Copy situation makes it.",
        TooLong where most = LONGEST >> 10 =>
            "This is longer than {most} KiB, the most for a situation: copy it again.",
        OtherVersion(version: u32) where version = *version, known = SITUATION_VERSION =>
            "This situation is of version {version}, and this pickray reads version {known}: copy it again.",
        /// Situation of which a part is missing, or was changed in its line of text.
        CutOff => "This situation is cut off or damaged: copy all of it again.",
        /// JSON of another form than a situation or a saved pick, with the parser's message.
        NotOfTheForm(problem: String) => "This is neither a situation nor a saved pick: {problem}.",
        /// Camera, scale factor or size with impossible numbers, with which no picture can be drawn.
        NoPicture => "The camera or size of this situation allows no picture: copy it again.",
        NoMesh => "This situation has no mesh: copy it again.",
        /// File that cannot be read, with the system's message.
        Unreadable(problem: String) => "{problem}.",
    }
}

pub fn is_line(text: &str) -> bool {
    version_and_rest(text.trim()).is_some()
}

/// Returns the text at the beginning of each line that [`to_line`] writes, such as `pickray3:`.
pub fn start_of_line() -> String {
    format!("{PREFIX}{SITUATION_VERSION}:")
}

pub fn to_line(situation: &Situation) -> String {
    start_of_line() + &URL_SAFE_NO_PAD.encode(short::packed(situation).unwrap_or_default())
}

/// Reads a situation from its line of text, without blanks and line breaks within, and whatever follows it.
pub fn from_line(text: &str) -> Result<Situation, SituationError> {
    if text.len() > LONGEST {
        return Err(SituationError::TooLong);
    }
    let (version, code) = version_and_rest(text.trim()).ok_or(SituationError::Other)?;
    if version != SITUATION_VERSION {
        return Err(SituationError::OtherVersion(version));
    }
    let is_of_code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let code = code.split(|c: char| !is_of_code(c) && !c.is_whitespace()).next().unwrap_or_default();
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let bytes = URL_SAFE_NO_PAD.decode(code).map_err(|_| SituationError::CutOff)?;
    checked(short::unpacked(&bytes).ok_or(SituationError::CutOff)?)
}

/// Reads a situation from the JSON text of a file, which holds a situation or a saved pick.
pub fn from_json(text: &[u8]) -> Result<Situation, SituationError> {
    /// Fields that tell a saved pick from a situation.
    #[derive(Deserialize)]
    struct Form {
        version: u32,
        chain: Option<IgnoredAny>,
    }
    let refuse = |error: serde_json::Error| match error.is_eof() {
        true => SituationError::CutOff,
        false => SituationError::NotOfTheForm(error.to_string()),
    };
    let form: Form = serde_json::from_slice(text).map_err(refuse)?;
    let is_pick = form.chain.is_some();
    if form.version != if is_pick { SAVED_VERSION } else { SITUATION_VERSION } {
        return Err(SituationError::OtherVersion(form.version));
    }
    if is_pick {
        let saved: SavedPick = serde_json::from_slice(text).map_err(refuse)?;
        return checked(saved.situation);
    }
    if text.len() > LONGEST {
        return Err(SituationError::TooLong);
    }
    checked(serde_json::from_slice(text).map_err(refuse)?)
}

fn checked(situation: Situation) -> Result<Situation, SituationError> {
    if situation.version != SITUATION_VERSION {
        return Err(SituationError::OtherVersion(situation.version));
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

pub const SELECTION_ENDING: &str = ".selection.json";

fn is_named(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    endings.iter().any(|ending| name.ends_with(ending))
}

/// Returns `true` if a file's name ends as those of situations or saved picks do.
pub fn is_named_so(path: &Path) -> bool {
    is_named(path, &[".situation.json", ".pick.json"])
}

pub fn is_selection(path: &Path) -> bool {
    is_named(path, &[SELECTION_ENDING])
}

pub fn is_landmarks(path: &Path) -> bool {
    is_named(path, &[".landmarks.json", ".csv", ".pp"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DMat4, DVec3};
    use pickray::intersect::Culling;
    use pickray::math::{ClipSpace, CursorPosition, FramebufferSize, PixelSample};
    use pickray::mesh::TriangleRun;
    use pickray::mesh::samples::Sample;
    use pickray::pick::explain::Mistake;
    use pickray::pick::{PickOptions, TriangleId};
    use pickray::scene::{Camera, Object, Projection, Scene, UpAxis, View};
    use pickray::study::{PageName, PlanesGiven};
    use std::sync::Arc;

    fn situation(sample: Sample) -> Situation {
        let mesh = sample.mesh().expect("a mesh");
        let turned = DMat4::from_rotation_y(0.1) * DMat4::from_scale(DVec3::new(-1.0 / 3.0, 2.0, 1e-3));
        let scene = Scene::of(Object::new(sample.name(), Arc::new(mesh)).with_transform(turned));
        let framed = Camera::framing(&scene.bounds(), 1.7, scene.up_axis());
        let camera = Camera { far: f64::INFINITY, reversed_z: true, ..framed };
        let view = View::new(camera, FramebufferSize::new(2731, 1537));
        let mesh = format!("sample:{}", sample.id());
        let cursor = CursorPosition::new(1_234.567_890_123, 0.1 + 0.2);
        let situation = Situation::new(&scene, [mesh], &view, cursor, &PickOptions::default());
        Situation { planes_given: PlanesGiven { near: false, far: true }, ..situation }
    }

    /// Returns a situation of a sample with all that can be asked and shown of it.
    fn puzzle(sample: Sample) -> Situation {
        let situation = situation(sample);
        let bounds = pickray::geometry::Aabb::new(DVec3::NEG_ONE, DVec3::splat(1.0 / 3.0));
        Situation {
            question: Some(TriangleId { object: 0, triangle: 1_234 }),
            mistake: Some(Mistake::FlippedByViewportHeight),
            hidden_mistake: Some(Mistake::FlippedByViewportHeight),
            scale_factor: Some(4.0 / 3.0),
            page: Some(PageName { lesson: "a-lesson-of-a-teacher".to_owned(), page: "whose-height".to_owned() }),
            second_view: Some(Camera::framing(&bounds, 1.3, UpAxis::Y)),
            ..situation
        }
    }

    /// Returns a puzzle in which every other field is set, too, and a second object is not a sample.
    fn whole(sample: Sample) -> Situation {
        let mut situation = puzzle(sample);
        let object = &mut situation.objects[0];
        (object.visible, object.hidden) = (false, [3, 4, 5, 99].map(TriangleRun::One).into());
        let other = object.clone();
        situation.objects.push(other);
        let other = &mut situation.objects[1];
        (other.name, other.mesh) = ("kuh".to_owned(), "kuh\u{fffd}.obj".to_owned());
        other.world_from_object = DMat4::IDENTITY;
        situation.options = PickOptions { culling: Culling::Front, sample: PixelSample::Corner, mask: 5 };
        situation.planes_given.near = true;
        let View { camera, viewport, framebuffer, .. } = situation.view;
        let clip_from_eye = camera.clip_from_eye(1.7);
        situation.view =
            View::from_matrices(camera.eye_from_world(), clip_from_eye, ClipSpace::OPENGL, viewport, framebuffer);
        situation.view.camera.projection = Projection::Orthographic { height: 0.1 + 0.2 };
        (situation.view.camera.near, situation.view.camera.far) = (0.1, 7.0);
        situation
    }

    #[test]
    fn bytes_that_were_made_up_are_taken_or_refused() {
        let seed = fastrand::u64(..);
        println!("seed {seed}");
        let mut random = fastrand::Rng::with_seed(seed);
        let bytes = short::packed(&whole(Sample::Cube)).expect("it is packed");
        let mut n_taken = 0;
        for _ in 0..1_000 {
            let mut bytes = bytes[2..].to_vec();
            bytes.truncate(random.usize(..2 * bytes.len()));
            (0..random.usize(..4)).for_each(|_| _ = random.choice(&mut bytes).map(|byte| *byte = random.u8(..)));
            if let Some(situation) = short::unpacked(&short::with_checksum(&bytes)) {
                let again = short::packed(&situation).expect("it is packed");
                assert_eq!(told(&short::unpacked(&again).expect("it is taken")), told(&situation));
                n_taken += 1;
            }
        }
        assert!(n_taken > 20, "{n_taken}");
    }

    #[test]
    fn the_name_in_a_path_is_that_of_the_system_it_was_saved_on() {
        for folder in ["", "/meshes/", r"C:\meshes\", r"\\server\share\", "C:/meshes/"] {
            assert_eq!(name_of(OsStr::new(&format!("{folder}ball.obj"))), "ball.obj", "{folder}");
        }
        assert_eq!(name_of(OsStr::new("sample:teapot")), "sample:teapot");
    }

    /// Returns all that a situation holds, as a text in which 0 and −0 differ.
    fn told(situation: &Situation) -> String {
        serde_json::to_string(situation).expect("JSON")
    }

    #[test]
    fn situations_survive_a_line_and_a_file_bit_for_bit_and_lines_are_short() {
        for sample in Sample::ALL {
            for situation in [situation(sample), puzzle(sample), whole(sample)] {
                let line = to_line(&situation);
                assert!(line.len() <= 1300 && line.lines().count() == 1, "{} bytes", line.len());
                assert!(is_line(&line));
                assert_eq!(told(&from_line(&line).expect("a situation")), told(&situation));
                let broken = format!(" {}\n  {}\n", &line[..100], &line[100..]);
                assert_eq!(from_line(&broken), Ok(situation.clone()), "as a mail breaks it");
                let json = serde_json::to_vec_pretty(&situation).expect("JSON");
                assert_eq!(from_json(&json), Ok(situation));
            }
        }
    }

    #[test]
    fn a_line_holds_every_number_bit_for_bit() {
        let plain = [0.0, -0.0, 13.0, 14.0, 8191.0, 8192.0, -1.0, 65_536.0, 0.5, 1e-300, 5e-324, 1e300, 1e16, -1e19];
        let of_bits = [0x2fff_ffff_ffff_ffff, 0x3000_0000_0000_0000].map(f64::from_bits);
        let others = [0.1 + 0.2, -1.0 / 3.0, f64::MIN_POSITIVE, f64::MAX, 9_007_199_254_740_993.0];
        let numbers = [&plain[..], &of_bits, &others].concat();
        for (i, &number) in numbers.iter().enumerate() {
            let at = |i: usize| numbers[i % numbers.len()];
            let mut situation = situation(Sample::Cube);
            situation.cursor = CursorPosition::new(at(i + 1), at(i + 2));
            situation.objects[0].world_from_object.w_axis.x = number;
            let camera = &mut situation.view.camera;
            (camera.eye.y, camera.target.z, camera.near, camera.reversed_z) = (at(i + 3), at(i + 4), at(i + 5), false);
            (camera.up, camera.far) = (DVec3::new(number, at(i + 6), at(i + 7)), at(i + 8));
            situation.view.viewport.x = -7;
            let bytes = short::packed(&situation).expect("it is packed");
            assert_eq!(told(&short::unpacked(&bytes).expect("a situation")), told(&situation), "{number}");
        }
    }

    #[test]
    fn what_is_hidden_cannot_be_read_in_a_line_nor_in_its_bytes() {
        for mistake in Mistake::ALL {
            let line = to_line(&Situation { hidden_mistake: Some(mistake), mistake: None, ..puzzle(Sample::Cube) });
            let bytes = URL_SAFE_NO_PAD.decode(&line[start_of_line().len()..]).expect("base64");
            let text = String::from_utf8_lossy(&bytes);
            assert!(!line.contains(mistake.name()) && !text.contains(mistake.name()) && !text.contains("hidden"));
        }
    }

    #[test]
    fn fields_of_a_later_pickray_are_skipped_and_a_sample_of_another_shape_keeps_its_checksum() {
        let mut situation = situation(Sample::Cube);
        situation.objects[0].checksum = "0123456789abcdef".to_owned();
        assert_eq!(from_line(&to_line(&situation)), Ok(situation.clone()));
        let bytes = short::packed(&situation).expect("it is packed");
        let later = short::with_json(&bytes, |json| json["measures"] = serde_json::json!([{"from": 1, "to": [2]}]));
        assert_eq!(short::unpacked(&later), Some(situation));
    }

    #[test]
    fn a_line_that_inflates_to_more_than_any_situation_is_refused() {
        let bytes = short::packed(&puzzle(Sample::Cube)).expect("it is packed");
        for length in [LONGEST, 64 << 20] {
            let bomb = short::with_json(&bytes, |json| json["x"] = serde_json::json!(" ".repeat(length)));
            let line = start_of_line() + &URL_SAFE_NO_PAD.encode(bomb);
            assert!(matches!(from_line(&line), Err(SituationError::CutOff | SituationError::TooLong)), "{length}");
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

    /// Lines of the third version: a pick of a cube, and the same as a puzzle with a page that nobody has.
    const VERSION_3: [&str; 2] = [
        "pickray3:YPkFEmwRkD_67HkQiDGQP_VeIEzbksxAD-4QlALVAkAYllGPc8kxQAc2XoROoLK_vSxOBI-8Nr_LHs9xp-TrP8GxeUSlZJsCAgQ\
         CEtAVABLQFQABAQ",
        "pickray3:mD8AI5CuMAY7wGMY0CEMpZFRlhE58gAygKQkimX0YTTVEpdqARJsEZA_-ux5EIgxkD_1XiBM25LMQA_uEJQC1QJAGJZRj3PJMUA\
         HNl6ETqCyv70sTgSPvDa_yx7Pcafk6z_BsXlEpWSbAgIEAhLQFQAS0BUAAQE",
    ];

    #[test]
    fn lines_keep_their_meaning() {
        let plain = from_line(VERSION_3[0]).expect("a situation");
        assert_eq!((plain.version, plain.cursor), (3, CursorPosition::new(620.0, 400.0)));
        let camera = plain.view.camera;
        assert_eq!((camera.eye.x, camera.up.y), (1.682_732_643_678_807_7, 0.939_692_620_785_908_2));
        assert_eq!(plain.planes_given, PlanesGiven::default());
        let mesh = Arc::new(Sample::Cube.mesh().expect("a mesh"));
        assert!(plain.scene(&[mesh]).is_ok(), "its checksum is that of the cube");
        let page = Some(PageName { lesson: "which-mistake".to_owned(), page: "one".to_owned() });
        let hidden_mistake = Some(Mistake::PixelCorner);
        let puzzle = Situation { hidden_mistake, page, scale_factor: Some(1.0), ..plain.clone() };
        assert_eq!(VERSION_3.map(from_line), [Ok(plain.clone()), Ok(puzzle.clone())]);
        assert_eq!([to_line(&plain), to_line(&puzzle)], VERSION_3);
        for sample in Sample::ALL {
            let scene = Scene::of(Object::new(sample.name(), Arc::new(sample.mesh().expect("a mesh"))));
            let mesh = format!("sample:{}", sample.id());
            let pick = Situation::new(&scene, [mesh], &plain.view, plain.cursor, &plain.options);
            assert!(to_line(&pick).len() < 200, "{} has its checksum on any machine", sample.name());
        }
    }

    #[test]
    fn what_is_cut_off_of_another_version_or_too_long_is_refused_with_the_reason() {
        for line in [to_line(&situation(Sample::Cube)), to_line(&puzzle(Sample::Teapot))] {
            for end in 9..line.len() {
                assert_eq!(from_line(&line[..end]), Err(SituationError::CutOff), "cut at {end}");
            }
        }
        let line = to_line(&puzzle(Sample::Cube));
        for place in 9..line.len() {
            for other in ["A", "B", "-", "q"].iter().filter(|other| line[place..=place] != ***other) {
                let damaged = format!("{}{other}{}", &line[..place], &line[place + 1..]);
                assert_eq!(from_line(&damaged), Err(SituationError::CutOff), "{other} at {place}");
            }
        }
        for version in [1, 2, 4] {
            assert_eq!(from_line(&format!("pickray{version}:e30")), Err(SituationError::OtherVersion(version)));
            let json = format!("{{\"version\": {version}}}");
            assert_eq!(from_json(json.as_bytes()), Err(SituationError::OtherVersion(version)));
        }
        assert_eq!(from_line("hello"), Err(SituationError::Other));
        assert_eq!(from_line(&format!("pickray3:{}", "A".repeat(LONGEST))), Err(SituationError::TooLong));
        assert_eq!(from_json(b"{\"version\": 3, \"obj"), Err(SituationError::CutOff));
        let refused = from_json(b"{\"version\": 3}").expect_err("fields are missing");
        assert!(matches!(refused, SituationError::NotOfTheForm(_)), "{refused}");
        let long = format!("{{\"version\": 3, \"x\": \"{}\"}}", "A".repeat(LONGEST));
        assert_eq!(from_json(long.as_bytes()), Err(SituationError::TooLong));
        let mut blind = situation(Sample::Cube);
        (blind.view.camera.near, blind.view.camera.far) = (-1.0, -2.0);
        assert_eq!(from_line(&to_line(&blind)), Err(SituationError::NoPicture));
        let mut blind = situation(Sample::Cube);
        blind.view.framebuffer.width = 0;
        assert_eq!(from_line(&to_line(&blind)), Err(SituationError::NoPicture), "without pixels");
        let mut blind = puzzle(Sample::Cube);
        blind.second_view.as_mut().expect("a camera").target = DVec3::INFINITY;
        assert!(from_line(&to_line(&blind)).is_err());
        let none = Situation { objects: Vec::new(), ..situation(Sample::Cube) };
        assert_eq!(from_line(&to_line(&none)), Err(SituationError::NoMesh));
    }
}
