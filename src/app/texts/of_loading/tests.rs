use super::*;
use crate::app::texts::speak;
use pickray::mesh::problem::{Advice, Item, Kind, List, Need, Problem, Use, Word};
use pickray::mesh::{Load, WriteFormat};
use std::collections::BTreeSet;

fn is_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

/// Returns every sentence and word that the library says of files, with some arguments.
fn every() -> Vec<Box<dyn Said>> {
    fn of<T: Said + 'static>(all: Vec<T>) -> impl Iterator<Item = Box<dyn Said>> {
        all.into_iter().map(|one| Box::new(one) as Box<dyn Said>)
    }
    let words = of(Advice::every()).chain(of(Kind::every())).chain(of(Word::every())).chain(of(Use::every()));
    of(Problem::every())
        .chain(words)
        .chain(of(List::every()))
        .chain(of(Item::every()))
        .chain(of(Need::every()))
        .collect()
}

#[test]
fn every_sentence_about_a_file_is_in_chinese_with_the_same_arguments() {
    let source = include_str!("../../../../assets/locales/zh-CN/problems.ftl");
    let mut messages: BTreeSet<&str> = source.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    // Sentences that are of no language.
    let names = ["problem-as-written", "item-named"];
    for sentence in every() {
        let (english, id) = (sentence.to_string(), id_of(sentence.name().expect("a name")));
        assert!(messages.remove(&*id), "{id} is not in problems.ftl");
        speak(Language::English);
        assert_eq!(said(&*sentence), english);
        speak(Language::Chinese);
        let chinese = said(&*sentence);
        assert!(is_chinese(&chinese) || names.contains(&&*id), "{id} is {chinese}");
        for (name, argument) in sentence.arguments() {
            assert!(english.contains(&argument.to_string()), "{name} is not in {english}");
            assert!(chinese.contains(&said(argument)), "{name} is not in {chinese}");
        }
        assert!(!english.contains(['{', '}']) && !chinese.contains(['{', '}']), "{english}: {chinese}");
    }
    assert!(messages.is_empty(), "the library does not say {messages:?}");
}

#[test]
fn a_warning_is_said_in_the_language_with_all_that_stands_in_it() {
    let (_, report) = Load::bytes("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 x\n").mesh().expect("a mesh");
    let problem = &report.warnings[0].problem;
    assert_eq!(said(problem), "`x` is not a corner: vertex indices are whole numbers; the face is left out");
    speak(Language::Chinese);
    assert_eq!(said(problem), "`x` 不是顶点：顶点索引是整数；该面被略去");
    speak(Language::Marked);
    assert_eq!(said(problem), format!("‹{problem}›"));
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
