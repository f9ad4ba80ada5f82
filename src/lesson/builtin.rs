//! The lessons that come with the program.

use super::files::parse;
use super::format::Samples;
use super::{Lesson, LessonText};
use crate::language::Language;
use std::path::PathBuf;
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
