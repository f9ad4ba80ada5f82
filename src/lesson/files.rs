//! Lessons of the program, and lessons in files: `NAME.lesson.json`, beside it `NAME.en.md` and `NAME.zh-CN.md`.

use super::format::{self, Samples};
use super::{Lesson, LessonError, LessonProblem, LessonWords};
use crate::language::Language;
use pickray::mesh::{NotBeside, folder_of, open_beside, open_regular};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Texts of built-in lessons: of each its name, its JSON, and its words in English and in Chinese.
macro_rules! texts {
    ($($name:literal)+) => {
        &[$([
            $name,
            include_str!(concat!("../../assets/lessons/", $name, ".lesson.json")),
            include_str!(concat!("../../assets/lessons/", $name, ".en.md")),
            include_str!(concat!("../../assets/lessons/", $name, ".zh-CN.md")),
        ]),+]
    };
}

/// Texts of the built-in lessons, in the order in which they are best taken.
const TEXTS: &[[&str; 4]] = texts! {
    "y-the-other-way" "the-drawer-moved-my-viewport" "two-screens" "one-pixel-two-depths" "why-w"
    "a-plane-at-infinity" "parallel-rays" "whose-space" "moller-and-trumbore" "half-a-pixel" "why-not-this-one"
    "three-ways-to-pick" "which-mistake"
};

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let samples = Samples::default();
    let read = |&[name, json, english, chinese]: &[&'static str; 4]| {
        let words = vec![(Language::English, english.into()), (Language::Chinese, chinese.into())];
        let text = LessonText { path: PathBuf::from(format!("{name}.lesson.json")), json: json.into(), words };
        parse(&text, &samples).unwrap_or_else(|error| panic!("a lesson that comes with the program is wrong: {error}"))
    };
    TEXTS.iter().map(read).collect()
});

/// Returns the lessons that come with the program, in the order in which they are best taken.
pub fn builtin() -> &'static [Lesson] {
    &LESSONS
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::{Block, Span};
    use pickray::mesh::samples::{SAMPLE_PREFIX, Sample};
    use pickray::pick::explain::{Mistake, MistakeInputs, can_be_found, pick_mistaken};
    use std::sync::Arc;

    #[test]
    fn every_lesson_has_words_in_every_language_and_two_to_four_pages() {
        for lesson in builtin() {
            assert_eq!(lesson.languages().collect::<Vec<_>>(), Language::ALL, "{}", lesson.name);
            assert!((2..=4).contains(&lesson.pages.len()), "{} has {} pages", lesson.name, lesson.pages.len());
            assert_ne!(lesson.words(Language::English), lesson.words(Language::Chinese), "{}", lesson.name);
        }
    }

    fn letters(blocks: &[Block]) -> String {
        let plain = |spans: &[Span]| spans.iter().map(|span| span.text.as_str()).collect::<String>();
        let text = |block: &Block| match block {
            Block::Paragraph(spans) => plain(spans),
            Block::List { items, .. } => items.iter().map(|item| plain(item) + " ").collect(),
            Block::Code(code) => code.clone(),
        };
        blocks.iter().map(|block| text(block) + " ").collect()
    }

    #[test]
    fn no_page_tells_more_than_can_be_read_at_a_glance() {
        for lesson in builtin() {
            for page in 0..lesson.pages.len() {
                let place = format!("{}, page {}", lesson.name, lesson.pages[page].id);
                let [english, chinese] = Language::ALL.map(|language| {
                    let words = lesson.page_words(page, language);
                    let reveal = words.prediction.as_ref().map(|prediction| letters(&prediction.reveal));
                    [letters(&words.text), reveal.unwrap_or_default()]
                });
                for text in english {
                    assert!(text.split_whitespace().count() <= 90, "{place}: {text}");
                }
                for text in chinese {
                    let letters = text.chars().filter(|letter| !letter.is_whitespace());
                    assert!(letters.count() <= 190, "{place}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_hidden_mistake_can_be_told_from_all_others_where_its_page_begins() {
        let pages = builtin().iter().flat_map(|lesson| &lesson.pages);
        let mut checked = 0;
        for (page, hidden) in pages.filter_map(|page| Some((page, page.hidden_mistake?))) {
            let situation = page.situation.as_ref().expect("a situation");
            let sample = situation.objects[0].mesh.strip_prefix(SAMPLE_PREFIX).and_then(Sample::from_id);
            let mesh = sample.expect("a sample").mesh().expect("a mesh");
            let scene = situation.scene(&[Arc::new(mesh)]).expect("its mesh");
            let (view, options) = (&situation.view, &situation.options);
            let picks = Mistake::ALL.iter().filter_map(|&mistake| {
                pick_mistaken(&scene, view, situation.cursor, options, mistake, &MistakeInputs::default())
            });
            assert!(can_be_found(&picks.collect::<Vec<_>>()).contains(&hidden), "page {}", page.id);
            checked += 1;
        }
        assert_eq!(checked, 3);
    }
}
