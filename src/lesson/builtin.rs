//! The lessons that come with the program.

use super::{Lesson, LessonText, Locale, parse};
use std::path::PathBuf;
use std::sync::LazyLock;

/// The texts of a lesson: its name, its JSON, and its words in English and in Chinese.
macro_rules! texts {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../assets/lessons/", $name, ".lesson.json")),
            include_str!(concat!("../../assets/lessons/", $name, ".en.md")),
            include_str!(concat!("../../assets/lessons/", $name, ".zh-CN.md")),
        )
    };
}

/// In the order in which they are best taken.
const TEXTS: &[(&str, &str, &str, &str)] = &[texts!("y-the-other-way")];

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let read = |&(name, json, english, chinese): &(&'static str, &'static str, &'static str, &'static str)| {
        let words = vec![(Locale::English, english.into()), (Locale::Chinese, chinese.into())];
        let text = LessonText { path: PathBuf::from(format!("{name}.lesson.json")), json: json.into(), words };
        parse(&text).unwrap_or_else(|error| panic!("a lesson that comes with the program is wrong: {error}"))
    };
    TEXTS.iter().map(read).collect()
});

/// The lessons that come with the program, in the order in which they are best taken; read when they are asked for first.
pub fn builtin() -> &'static [Lesson] {
    &LESSONS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::{PageCheck, check};

    #[test]
    fn every_lesson_starts_unsolved_and_its_solution_solves_it() {
        for lesson in builtin() {
            for PageCheck { page, problems, .. } in check(lesson) {
                assert!(problems.is_empty(), "{}, page {page}: {}", lesson.name, problems.join("; "));
            }
        }
    }

    #[test]
    fn every_lesson_has_words_in_every_language_and_two_to_four_pages() {
        for lesson in builtin() {
            assert_eq!(lesson.locales().collect::<Vec<_>>(), Locale::ALL, "{}", lesson.name);
            assert!((2..=4).contains(&lesson.pages.len()), "{} has {} pages", lesson.name, lesson.pages.len());
            assert_ne!(lesson.words(Locale::English), lesson.words(Locale::Chinese), "{}", lesson.name);
        }
    }
}
