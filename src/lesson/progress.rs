//! Progress of a reader in lessons.

use super::Lesson;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Progress of a reader in every lesson that was opened, by the lesson's name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LearningProgress {
    lessons: BTreeMap<String, LessonProgress>,
}

/// Progress of a reader in one lesson.
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

    /// Returns how many of the lesson's pages were solved.
    pub fn n_solved(&self, lesson: &Lesson) -> usize {
        (0..lesson.pages.len()).filter(|&page| self.is_solved(lesson, page)).count()
    }

    /// Records that the page with this index is open.
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

    /// Forgets the progress in a lesson, so that the lesson begins again.
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
