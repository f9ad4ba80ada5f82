//! Lessons, their pages, and the progress of a reader in them.

use super::{Evidence, Field, FieldValue, Goal, LessonWords, PageWords};
use crate::language::Language;
use pickray::math::CursorPosition;
use pickray::pick::explain::Mistake;
use pickray::study::{Change, ChangeError, Situation, Study};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct Lesson {
    pub name: String,
    /// Folder of the lesson's files, where its meshes lie, too; `None` if it was not read from a folder.
    pub folder: Option<PathBuf>,
    /// Pages of the lesson, at least one.
    pub pages: Vec<Page>,
    /// Words of the lesson by language, at least one.
    pub(super) words: Vec<(Language, LessonWords)>,
}

/// Page of a lesson: what is shown, asked and checked.
#[derive(Clone, Debug)]
pub struct Page {
    /// Id of the page, unique within the lesson.
    pub id: String,
    /// Situation that is restored when the page is opened; with `None`, the page goes on with the current study.
    pub situation: Option<Situation>,
    /// `true` if the page can be taken with another mesh than that of its situation.
    pub any_mesh: bool,
    /// Number of physical pixels per logical pixel that the page assumes; `None` to use the screen's number.
    pub scale_factor: Option<f64>,
    /// Mistake that is shown when the page is opened; `None` if no mistake is shown.
    pub mistake: Option<Mistake>,
    /// Mistake that is shown without its name, for the reader to guess; `None` if no mistake is hidden.
    pub hidden_mistake: Option<Mistake>,
    /// `true` if arrows may show a mistake's effect; `false` if they would give away the answer to another page.
    pub arrows: bool,
    /// `true` if the mesh is also drawn in outline where its file places it, before it is moved, turned or scaled.
    pub unplaced: bool,
    /// `true` if the setup of the pick is unfolded when the page is opened, since its goal is reached there.
    pub setup: bool,
    /// Prediction that is asked for first; `None` if the page asks for none.
    pub prediction: Option<Prediction>,
    pub goal: Goal,
    pub hints: usize,
    /// Changes that reach the goal; empty if there is no goal.
    pub solution: Vec<Change>,
}

/// Question about what will happen, which the reader answers before it is shown. The answer is never scored.
#[derive(Clone, Debug)]
pub struct Prediction {
    pub kind: PredictionKind,
    /// Changes that are made after the reader's answer; the right answer is read from the study after these changes.
    pub reveal: Vec<Change>,
}

#[derive(Clone, Debug)]
pub enum PredictionKind {
    /// Choice among a few options, which the words list in this order.
    Choice {
        options: Vec<String>,
        /// Index of the right option.
        answer: usize,
    },
    /// Number, whose right answer is the value of this field.
    Number(&'static Field),
    /// Click into the picture, whose right place is the value of this field.
    Click(&'static Field),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth {
    /// Index of the right option.
    Choice(usize),
    /// Number, with its unit; the unit is empty for a plain number.
    Number(f64, &'static str),
    /// Place in the picture, in physical pixels from the top left of the framebuffer.
    Place(CursorPosition),
}

impl Page {
    /// Sets mistakes and scale factor of the page in a study that holds its situation, and takes the question back.
    pub fn set_up(&self, study: &mut Study) -> Result<(), ChangeError> {
        study.apply(&Change::ScaleFactor(self.scale_factor))?;
        study.apply(&Change::WhyNot(None))?;
        study.apply(&Change::Mistake(self.mistake))?;
        study.apply(&Change::HiddenMistake(self.hidden_mistake))
    }
}

impl Lesson {
    /// Returns the lesson's words in a language, else in English, else in the lesson's first language.
    pub fn words(&self, language: Language) -> &LessonWords {
        let of = |wanted: Language| self.words.iter().find(|(language, _)| *language == wanted);
        let (_, words) = of(language).or_else(|| of(Language::English)).unwrap_or(&self.words[0]);
        words
    }

    /// Returns the words of a page by its index, which must exist, in the language that [`words`](Self::words) finds.
    pub fn page_words(&self, page: usize, language: Language) -> &PageWords {
        &self.words(language).pages[page]
    }

    pub fn languages(&self) -> impl Iterator<Item = Language> + '_ {
        self.words.iter().map(|(language, _)| *language)
    }
}

impl Prediction {
    /// Returns the right answer by the evidence after [`reveal`](Self::reveal); `None` if the field has no value.
    pub fn truth(&self, evidence: &Evidence) -> Option<Truth> {
        match &self.kind {
            PredictionKind::Choice { answer, .. } => Some(Truth::Choice(*answer)),
            PredictionKind::Number(field) | PredictionKind::Click(field) => match field.read(evidence)? {
                FieldValue::Number(number) => Some(Truth::Number(number, field.unit())),
                FieldValue::Place(place) => Some(Truth::Place(place)),
                FieldValue::Flag(_) | FieldValue::Word(_) => None,
            },
        }
    }
}

/// Progress of a reader in every lesson that was opened, by the lesson's name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LearningProgress {
    lessons: BTreeMap<String, LessonProgress>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LessonProgress {
    /// Id of the page that was open last; `None` at the beginning.
    page: Option<String>,
    /// Ids of the pages whose goals were met.
    solved: BTreeSet<String>,
}

impl LearningProgress {
    /// Returns the index of the page that was open last; 0 if the lesson is new, or has no such page any more.
    pub fn page(&self, lesson: &Lesson) -> usize {
        let id = self.lessons.get(&lesson.name).and_then(|progress| progress.page.as_deref());
        id.and_then(|id| lesson.pages.iter().position(|page| page.id == id)).unwrap_or(0)
    }

    /// Returns whether the goal of the page with this index was met.
    pub fn is_solved(&self, lesson: &Lesson, page: usize) -> bool {
        let progress = self.lessons.get(&lesson.name);
        progress.zip(lesson.pages.get(page)).is_some_and(|(progress, page)| progress.solved.contains(&page.id))
    }

    pub fn n_solved(&self, lesson: &Lesson) -> usize {
        (0..lesson.pages.len()).filter(|&page| self.is_solved(lesson, page)).count()
    }

    pub fn open(&mut self, lesson: &Lesson, page: usize) {
        let id = lesson.pages.get(page).map(|page| page.id.clone());
        self.lessons.entry(lesson.name.clone()).or_default().page = id;
    }

    /// Records that the goal of the page with this index was met.
    pub fn solve(&mut self, lesson: &Lesson, page: usize) {
        if let Some(page) = lesson.pages.get(page) {
            self.lessons.entry(lesson.name.clone()).or_default().solved.insert(page.id.clone());
        }
    }

    pub fn begin_again(&mut self, lesson: &Lesson) {
        self.lessons.remove(&lesson.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::builtin;

    #[test]
    fn progress_is_kept_by_page_and_survives_json_until_the_lesson_begins_again() {
        let lesson = &builtin()[0];
        let mut progress = LearningProgress::default();
        assert_eq!((progress.page(lesson), progress.n_solved(lesson)), (0, 0));
        progress.open(lesson, 1);
        progress.solve(lesson, 0);
        let text = serde_json::to_string(&progress).expect("JSON");
        let mut progress: LearningProgress = serde_json::from_str(&text).expect("progress");
        assert_eq!((progress.page(lesson), progress.n_solved(lesson)), (1, 1));
        assert!(progress.is_solved(lesson, 0) && !progress.is_solved(lesson, 1));
        progress.begin_again(lesson);
        assert_eq!(progress, LearningProgress::default());
    }

    #[test]
    fn a_page_that_is_gone_leads_to_the_first() {
        let lesson = &builtin()[0];
        let mut progress = LearningProgress::default();
        progress.open(lesson, 1);
        let mut shorter = lesson.clone();
        shorter.pages.truncate(1);
        assert_eq!(progress.page(&shorter), 0);
        progress.solve(&shorter, 1);
        assert_eq!(progress.n_solved(lesson), 0, "there is no such page");
    }
}
