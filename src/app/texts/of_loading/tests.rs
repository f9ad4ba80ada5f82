use super::*;
use crate::app::texts::{Language, speak};
use pickray::mesh::problem::{Need, Word};
use pickray::mesh::{Load, WriteFormat};

fn is_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

#[test]
fn why_there_is_no_mesh_is_said_in_chinese() {
    let out_of_memory = OutOfMemory { needed: 5 << 30, room: Some(Room { bytes: 1 << 30, limit: Limit::Data }) };
    let no_room = LoadError::OutOfMemory { name: "a".to_owned(), size: Need::Sample, missing: out_of_memory };
    let of_bytes = |bytes: &[u8]| Load::bytes("file.obj", bytes).mesh().map(drop).expect_err("no mesh");
    for error in [of_bytes(b""), of_bytes(b"nothing\n"), of_bytes(b"PK\x03\x04"), of_bytes(b"f 1 2 3\n"), no_room] {
        speak(Language::English);
        assert_eq!(load_error(&error), error.to_string());
        speak(Language::Chinese);
        let words = load_error(&error);
        assert!(is_chinese(&words) && [" is ", " the ", "an "].iter().all(|word| !words.contains(word)), "{words}");
    }
}

#[test]
fn why_a_mesh_is_not_written_or_a_line_not_shown_is_said_in_both_languages() {
    let (format, path) = (WriteFormat::StlBinary, std::path::PathBuf::from("a.stl"));
    let written = [
        WriteError::NoTriangles,
        WriteError::TooFar { format, vertex: 3, position: glam::DVec3::splat(1e300) },
        WriteError::TooMany { format, what: Word::Triangles, count: 5_000_000_000, limit: 4_294_967_295 },
        WriteError::OutOfMemory(OutOfMemory { needed: 1 << 40, room: None }),
    ];
    let lines = [
        LineTextError::NoFile,
        LineTextError::Unreadable { path: path.clone(), error: std::io::ErrorKind::NotFound.into() },
        LineTextError::Changed { path },
    ];
    for error in &lines {
        speak(Language::English);
        assert_eq!(line_text_error(error), error.to_string());
        speak(Language::Chinese);
        assert!(is_chinese(&line_text_error(error)), "{error}");
    }
    for language in [Language::English, Language::Chinese] {
        speak(language);
        assert_ne!(without_file(false), without_file(true), "a page was given a file, and does not keep it");
        assert_eq!(is_chinese(without_file(false)), language == Language::Chinese);
    }
    for error in &written {
        speak(Language::English);
        assert_eq!(write_error(error), error.to_string());
        speak(Language::Chinese);
        let words = write_error(error);
        assert!(is_chinese(&words) && !words.contains("the ") && !words.contains("triangle"), "{words}");
    }
}
