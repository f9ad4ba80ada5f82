//! Lessons, their pages, which are adapted to a picture's size, and a reader's progress in them.

use super::{Evidence, Field, FieldValue, Goal, LessonWords, PageWords};
use crate::language::Language;
use glam::DVec2;
use pickray::math::{CursorPosition, FramebufferSize, PixelSample, Viewport, cursor_from_window, window_from_cursor};
use pickray::pick::explain::Mistake;
use pickray::scene::View;
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

    pub fn solve(&mut self, lesson: &Lesson, page: usize) {
        if let Some(page) = lesson.pages.get(page) {
            self.lessons.entry(lesson.name.clone()).or_default().solved.insert(page.id.clone());
        }
    }

    pub fn begin_again(&mut self, lesson: &Lesson) {
        self.lessons.remove(&lesson.name);
    }
}

impl Page {
    /// Returns the page with situation and clicks fitted to a picture, where they show the same points of the scene.
    pub fn fitted(&self, viewport: Viewport, framebuffer: FramebufferSize) -> Self {
        let mut page = self.clone();
        let Some(situation) = page.situation.as_mut().filter(|_| !viewport.is_empty()) else { return page };
        let from = situation.view;
        let to = from.with_viewport(viewport, framebuffer);
        situation.cursor = fitted_cursor(situation.cursor, &from, &to);
        situation.view = to;
        let reveal = page.prediction.iter_mut().flat_map(|prediction| &mut prediction.reveal);
        for change in reveal.chain(&mut page.solution) {
            if let Change::Pick(place) = change {
                let cursor = fitted_cursor(CursorPosition::new(place.x, place.y), &from, &to);
                *place = DVec2::new(cursor.x, cursor.y);
            }
        }
        page
    }
}

/// Returns the cursor in the view `to` with nearly the same line of sight as `cursor` in the view `from`.
pub fn fitted_cursor(cursor: CursorPosition, from: &View, to: &View) -> CursorPosition {
    let sample = window_from_cursor(cursor, from.framebuffer, PixelSample::Center);
    let Some(ndc) = from.viewport.ndc_from_window(sample) else { return cursor };
    // A wider picture shows more at the sides, unless the projection is somebody's own and does not follow it.
    let is_fixed = from.clip_from_eye() == to.clip_from_eye();
    let ndc = if is_fixed { ndc } else { DVec2::new(ndc.x * from.aspect() / to.aspect(), ndc.y) };
    // A mouse tells whole pixels.
    let (x, y) = cursor_from_window(to.viewport.window_from_ndc(ndc), to.framebuffer).pixel();
    CursorPosition { x, y }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::{Values, builtin, check};
    use pickray::scene::{Object, Scene};

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

    /// Windows that readers have: the picture in each, beside a panel and above the line of hints or the ladder, and
    /// the framebuffer.
    const WINDOWS: [(Viewport, FramebufferSize); 7] = [
        (Viewport { x: 0, y: 24, width: 900, height: 666 }, FramebufferSize::new(1280, 720)),
        (Viewport { x: 0, y: 224, width: 900, height: 466 }, FramebufferSize::new(1280, 720)),
        (Viewport { x: 0, y: 448, width: 1800, height: 932 }, FramebufferSize::new(2560, 1440)),
        (Viewport { x: 300, y: 24, width: 700, height: 700 }, FramebufferSize::new(1024, 768)),
        // A telephone upright, at the scale factors 2 and 3, and on its side: there the sheet is where the panel is.
        (Viewport { x: 0, y: 764, width: 780, height: 828 }, FramebufferSize::new(780, 1688)),
        (Viewport { x: 0, y: 1146, width: 1170, height: 1242 }, FramebufferSize::new(1170, 2532)),
        (Viewport { x: 810, y: 92, width: 878, height: 592 }, FramebufferSize::new(1688, 780)),
    ];

    /// Pages that are about certain pixels of a window; in another window other pixels solve them.
    const ABOUT_PIXELS: [&str; 9] = [
        "two-origins", "not-turned", "offset-forgotten", "whose-height", "another-middle", "where-it-hardly-shows",
        "the-corner", "the-outline", "beside",
    ];

    #[test]
    fn every_lesson_starts_unsolved_and_can_be_solved_in_windows_of_any_size() {
        for (viewport, framebuffer) in WINDOWS {
            for lesson in builtin() {
                let is_left = |page: &Page| page.situation.as_ref().is_some_and(|it| 0 < it.view.viewport.x);
                let viewport_of = |page: &Page| match is_left(page) || viewport.x < 500 {
                    true => viewport,
                    false => Viewport { x: 0, ..viewport },
                };
                let pages: Vec<_> =
                    lesson.pages.iter().map(|page| page.fitted(viewport_of(page), framebuffer)).collect();
                for (page, own) in pages.iter().zip(&lesson.pages) {
                    let Some(situation) = &page.situation else { continue };
                    let clicked = window_from_cursor(situation.cursor, framebuffer, PixelSample::Center);
                    let is_seen = situation.view.viewport.contains(clicked);
                    let was = own.situation.as_ref().expect("a situation");
                    let clicked = window_from_cursor(was.cursor, was.view.framebuffer, PixelSample::Center);
                    assert!(is_seen || !was.view.viewport.contains(clicked), "{}: {viewport:?}", page.id);
                }
                for page in check(&[Lesson { pages, ..lesson.clone() }], &|error| error.to_string()).remove(0) {
                    let is_expected = |problem: &&String| {
                        ABOUT_PIXELS.contains(&page.page.as_str()) && problem.starts_with("its solution")
                    };
                    let problems: Vec<_> = page.problems.iter().filter(|problem| !is_expected(problem)).collect();
                    assert!(problems.is_empty(), "{}, page {}, {viewport:?}: {problems:?}", lesson.name, page.page);
                }
            }
        }
    }

    /// Pictures in a window of 1280 × 720, beside the panel and above the ladder, at the scale factors 1 and 1.5:
    /// viewport y, width and height.
    const AT_SCALES: [(i32, i32, i32); 2] = [(281, 980, 407), (307, 830, 363)];

    /// Returns a page fitted into a picture of `AT_SCALES`, and a study of the teapot with the page set up. The panel
    /// is at the left if the page's own picture leaves room there.
    fn at_scale(page: &Page, (y, width, height): (i32, i32, i32)) -> (Page, Study) {
        let framebuffer = FramebufferSize::new(1280, 720);
        let mesh = std::sync::Arc::new(pickray::mesh::samples::Sample::Teapot.mesh().expect("a mesh"));
        let begins = page.situation.as_ref().map_or(0, |situation| situation.view.viewport.x);
        let x = if 0 < begins { framebuffer.width as i32 - width } else { 0 };
        let page = page.fitted(Viewport { x, y, width, height }, framebuffer);
        let mut study = Study::new(Scene::of(Object::new("Teapot", mesh.clone())), framebuffer);
        study.restore(page.situation.as_ref().expect("a situation"), std::slice::from_ref(&mesh)).expect("its mesh");
        page.set_up(&mut study).expect("its scale factor");
        (page, study)
    }

    fn reveal(page: &Page, study: &mut Study) {
        for change in page.prediction.iter().flat_map(|prediction| &prediction.reveal) {
            study.apply(change).expect("a change");
        }
    }

    #[test]
    fn pages_about_rows_of_the_window_have_a_place_that_solves_them_above_the_ladder() {
        let pages = builtin().iter().flat_map(|lesson| &lesson.pages);
        let names = ["two-origins", "not-turned", "offset-forgotten", "whose-height"];
        for page in pages.filter(|page| names.contains(&page.id.as_str())) {
            for scale in AT_SCALES {
                let (page, mut study) = at_scale(page, scale);
                let values = |study: &Study| Values::of(&Evidence::of(study));
                let start = values(&study);
                reveal(&page, &mut study);
                let Viewport { x, y, width, height } = study.view().viewport;
                let top = 720 - y - height;
                let (columns, rows) = ((x + 5..x + width).step_by(20), (top + 3)..(top + height - 3));
                let places = columns.flat_map(|x| rows.clone().step_by(4).map(move |y| (x, y)));
                let solves = |&(x, y): &(i32, i32)| {
                    let mut tried = study.clone();
                    let pick = Change::Pick(DVec2::new(f64::from(x), f64::from(y)));
                    tried.apply(&pick).is_ok() && page.goal.is_met(&values(&tried), &start)
                };
                let n_places = places.filter(solves).count();
                assert!(10 <= n_places, "{}, {scale:?}: {n_places} pieces of 20 × 4 pixels", page.id);
            }
        }
    }

    #[test]
    fn a_click_stays_at_its_place_of_the_mesh() {
        let page = &builtin()[0].pages[0];
        let (viewport, framebuffer) = WINDOWS[3];
        let fitted = page.fitted(viewport, framebuffer);
        let [before, after] = [page, &fitted].map(|page| {
            let situation = page.situation.as_ref().expect("a situation");
            let window = window_from_cursor(situation.cursor, situation.view.framebuffer, PixelSample::Center);
            (situation.view.ray(window).expect("a ray"), situation.view.camera)
        });
        assert_eq!(before.1, after.1);
        // A pixel of the smaller picture is 1/700 of its height, of some 10 units at the far plane.
        assert!((before.0.far - after.0.far).length() < 0.02, "{before:?} {after:?}");
        let same =
            page.fitted(page.situation.as_ref().expect("a situation").view.viewport, FramebufferSize::new(1280, 720));
        assert_eq!(same.situation.map(|situation| situation.cursor.pixel()), Some((473.0, 146.0)));
    }
}
