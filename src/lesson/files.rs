//! Lessons in files: `NAME.lesson.json`, and beside it `NAME.en.md` and `NAME.zh-CN.md`.

use super::format::Samples;
use super::{Lesson, LessonError, LessonProblem, LessonWords, format};
use crate::language::Language;
use pickray::mesh::{NotBeside, folder_of, open_beside, open_regular};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Largest length of a lesson's file in bytes.
pub const LONGEST_FILE: u64 = 1 << 20;

const ENDING: &str = ".lesson.json";

#[derive(Clone, Debug)]
pub struct LessonText<'a> {
    /// Path of the file `NAME.lesson.json`, with or without a folder.
    pub path: PathBuf,
    pub json: Cow<'a, str>,
    pub words: Vec<(Language, Cow<'a, str>)>,
}

/// Returns whether a file is named as a lesson: `NAME.lesson.json`.
pub fn is_named_so(path: &Path) -> bool {
    lesson_name(path).is_some()
}

/// Parses a lesson without a folder, with samples that lessons share; the error is the first thing that is wrong.
pub fn parse(text: &LessonText, samples: &Samples) -> Result<Lesson, LessonError> {
    let name = lesson_name(&text.path).ok_or_else(|| about(&text.path, LessonProblem::NotNamedSo))?;
    let at = |path: &Path, (line, place, problem)| LessonError { line: Some(line), place, ..about(path, problem) };
    let form = format::read(&text.json, samples).map_err(|wrong| at(&text.path, wrong))?;
    let mut words = Vec::new();
    for language in form.languages {
        let path = text.path.with_file_name(words_name(&name, language));
        let given = text.words.iter().find(|(other, _)| *other == language);
        let (_, given) = given.ok_or_else(|| about(&path, LessonProblem::MissingLanguage))?;
        words.push((language, LessonWords::parse(given, &form.pages).map_err(|wrong| at(&path, wrong))?));
    }
    Ok(Lesson { name, folder: None, pages: form.pages, words })
}

/// Reads a lesson from its files on disk, and blocks meanwhile; the error is the first thing that is wrong.
pub fn read(path: &Path) -> Result<Lesson, LessonError> {
    read_with(path, &Samples::default())
}

fn read_with(path: &Path, samples: &Samples) -> Result<Lesson, LessonError> {
    let name = lesson_name(path).ok_or_else(|| about(path, LessonProblem::NotNamedSo))?;
    let json = read_text(path, open_regular(path).map_err(NotBeside::from).map(|(file, _)| file))?;
    let folder = folder_of(path);
    let mut words = Vec::new();
    for language in Language::ALL {
        match open_beside(folder, words_name(&name, language)) {
            Err(NotBeside::Refused(error)) if error.kind() == ErrorKind::NotFound => {}
            opened => {
                let path = path.with_file_name(words_name(&name, language));
                words.push((language, read_text(&path, opened.map(|(_, file, _)| file))?.into()));
            }
        }
    }
    let lesson = parse(&LessonText { path: path.to_owned(), json: json.into(), words }, samples)?;
    Ok(Lesson { folder: Some(folder.to_owned()), ..lesson })
}

/// Reads the lessons of a folder, in the order of their names, or why one cannot be used. Blocks meanwhile.
pub fn read_folder(folder: &Path) -> Vec<Result<Lesson, LessonError>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return vec![Err(about(folder, LessonProblem::Unreadable(error.to_string())))],
    };
    let mut paths: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_named_so(path)).collect();
    paths.sort();
    let samples = Samples::default();
    paths.iter().map(|path| read_with(path, &samples)).collect()
}

/// Parses the lessons of a fetched folder from the bytes of its files by name, as [`read_folder`] does.
pub fn parse_folder(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> Vec<Result<Lesson, LessonError>> {
    let samples = Samples::default();
    let text = |name: &str| {
        let text = files.get(name).map(|bytes| std::str::from_utf8(bytes).map(Cow::from));
        text.transpose().map_err(|_| about(&folder.join(name), LessonProblem::NotText))
    };
    let lesson = |name: &String| {
        let (path, stem) = (folder.join(name), name.strip_suffix(ENDING).unwrap_or(name));
        let mut words = Vec::new();
        for language in Language::ALL {
            words.extend(text(&words_name(stem, language))?.map(|text| (language, text)));
        }
        let json = text(name)?.unwrap_or_default();
        let lesson = parse(&LessonText { path, json, words }, &samples)?;
        Ok(Lesson { folder: Some(folder.to_owned()), ..lesson })
    };
    files.keys().filter(|name| is_named_so(Path::new(name))).map(lesson).collect()
}

fn lesson_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(ENDING)?;
    (!name.is_empty()).then(|| name.to_owned())
}

fn words_name(name: &str, language: Language) -> String {
    format!("{name}.{}.md", language.code())
}

fn about(path: &Path, problem: LessonProblem) -> LessonError {
    LessonError { file: path.display().to_string(), line: None, place: String::new(), problem }
}

/// Returns the text of a lesson's file at `path`, or the error why it was not opened or is no text.
fn read_text(path: &Path, opened: Result<File, NotBeside>) -> Result<String, LessonError> {
    let unreadable = |error: io::Error| about(path, LessonProblem::Unreadable(error.to_string()));
    let file = opened.map_err(|error| match error {
        NotBeside::Outside => about(path, LessonProblem::Outside),
        error => about(path, LessonProblem::Unreadable(error.why().to_string())),
    })?;
    let mut bytes = Vec::new();
    file.take(LONGEST_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(about(path, LessonProblem::TooLong));
    }
    String::from_utf8(bytes).map_err(|_| about(path, LessonProblem::NotText))
}
