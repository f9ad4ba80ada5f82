//! Lessons in the window: their list, the open page, the reader's predictions, and whether the page's goal is met.
//!
//! Learn is picking with a page in place of the panel about the hit. Opening a page restores its situation; a
//! prediction makes the changes that reveal the answer. The goal is checked after each change of the window's state.

use super::mistakes;
use crate::app::action::Effect;
use crate::app::answers::MeshSource;
use crate::app::desk::{Desk, Picked, changing, loading, restoring, set_aside};
use crate::app::job::Memo;
use crate::app::texts::t;
use crate::lesson::{Evidence, Lesson, LessonError, Page, Prediction, PredictionKind, Truth, Values, builtin};
use pickray::math::CursorPosition;
use pickray::pick::TriangleId;
use pickray::pick::explain::Step;
use pickray::scene::View;
use pickray::study::{Change, PageName, Revision, Situation};
use std::collections::HashMap;

#[derive(Debug, Default)]
pub struct Learning {
    /// Lessons that were read from files, listed after the built-in ones.
    found: Vec<Lesson>,
    /// Messages on what was wrong with files of lessons.
    pub problems: Vec<String>,
    pub open: Option<OpenPage>,
    /// Mesh that was dropped on a lesson, while the reader is asked whether to go on with it.
    pub other_mesh: Option<MeshSource>,
    /// Values of the fields, on which goals are checked; renewed with the study or the inspected triangle.
    values: Memo<(Revision, Option<TriangleId>), Option<Values>>,
    /// Predictions on the pages of the open lesson, by index of the page.
    predictions: HashMap<usize, Predicted>,
    /// Number of times so far that a command moved the keyboard focus into the panel of the lesson.
    pub keyboard_calls: u64,
}

#[derive(Clone, Debug, Default)]
pub struct OpenPage {
    pub lesson: usize,
    pub page: usize,
    /// Situation of the lesson that the page began with; `None` if it began with the present state or another one.
    pub(super) begun_with: Option<Situation>,
    /// Values of the fields, by which goals are checked, once the page's situation is restored.
    pub(super) start: Option<Values>,
    /// Prediction of the reader, who may ask for the truth with [`Predicted::Nothing`].
    pub predicted: Option<Predicted>,
    /// Truth that was to be predicted; `None` until it is revealed, or if the page has none.
    pub truth: Option<Truth>,
    /// Cursor of the click that the prediction was about.
    pub asked_at: Option<CursorPosition>,
    /// Text in the field in which the reader types a number as prediction.
    pub number: String,
    pub hints: usize,
    pub is_solved: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Predicted {
    /// Index of the option chosen from a list.
    Choice(usize),
    Number(f64),
    Place(CursorPosition),
    /// No prediction: the truth is just shown.
    Nothing,
}

#[derive(Debug)]
pub enum LearningAction {
    /// Open a lesson, by index in the list, at the page where the reader left it.
    Open(usize),
    List,
    /// Open a page of the open lesson, by index.
    Page(usize),
    /// Open a page of a lesson, by the index of the lesson and of the page.
    OpenPage(usize, usize),
    /// Open the next lesson; after the last one, the list.
    Next,
    /// Forget the reader's progress in the lesson, and begin with its first page.
    BeginAgain,
    /// Store the reader's prediction, and reveal the answer.
    Predict(Predicted),
    EditNumber(String),
    Hint,
    /// Add lessons that were read from files, or report why one could not be read.
    Read(Vec<Result<Lesson, LessonError>>),
    /// Go on with the mesh that was dropped (`true`), or with the mesh of the lesson (`false`).
    GoOn(bool),
}

impl Learning {
    /// Returns all lessons, the built-in ones first.
    pub fn lessons(&self) -> impl Iterator<Item = &Lesson> {
        builtin().iter().chain(&self.found)
    }

    /// Returns the indices of a lesson and of one of its pages, the first unless one is named.
    pub fn place_of(&self, lesson: &str, page: Option<&str>) -> Option<(usize, usize)> {
        let (index, known) = self.lessons().enumerate().find(|(_, known)| known.name == lesson)?;
        Some((index, page.map_or(Some(0), |page| known.pages.iter().position(|known| known.id == page))?))
    }

    /// Returns the lesson and the page that are open, with the page's state; `None` if no page is open.
    pub fn shown(&self) -> Option<(&Lesson, &Page, &OpenPage)> {
        let open = self.open.as_ref()?;
        let lesson = self.lessons().nth(open.lesson)?;
        Some((lesson, lesson.pages.get(open.page)?, open))
    }

    /// Returns whether the ladder hides a step's numbers, which tell the answer, unless the reveal changes them first.
    pub fn covers(&self, step: Step) -> bool {
        let Some((_, page, open)) = self.shown().filter(|(_, _, open)| open.predicted.is_none()) else { return false };
        let tells =
            |prediction: &&Prediction| prediction.reveal.iter().all(|change| matches!(change, Change::Mistake(_)));
        let asked = page.prediction.as_ref().filter(tells).and_then(|prediction| match &prediction.kind {
            PredictionKind::Number(field) => field.step(),
            PredictionKind::Choice { .. } | PredictionKind::Click(_) => None,
        });
        open.start.is_some() && asked.is_some_and(|asked| asked <= step)
    }

    pub fn shows_arrows(&self) -> bool {
        self.shown().is_none_or(|(_, page, _)| page.arrows)
    }

    /// Returns whether the open page asks for a prediction by a click into the picture, and none was made yet.
    pub fn asks_for_click(&self) -> bool {
        self.shown().filter(|(_, _, open)| open.predicted.is_none()).is_some_and(|(_, page, _)| {
            page.prediction.as_ref().is_some_and(|prediction| matches!(prediction.kind, PredictionKind::Click(_)))
        })
    }

    /// Returns whether the next click into the picture is a prediction on a page whose situation is restored.
    pub fn awaits_click(&self) -> bool {
        self.asks_for_click() && self.open.as_ref().is_some_and(|open| open.start.is_some())
    }
}

impl OpenPage {
    /// Returns the place that was predicted and the true one, where the prediction was about a place.
    pub fn places(&self) -> [Option<CursorPosition>; 2] {
        let predicted = if let Some(Predicted::Place(place)) = self.predicted { Some(place) } else { None };
        let truth = if let Some(Truth::Place(place)) = self.truth { Some(place) } else { None };
        [predicted, truth]
    }

    /// Returns whether a prediction was made, or the page asks for none, so that the goal is shown.
    pub fn is_past_prediction(&self, page: &Page) -> bool {
        page.prediction.is_none() || self.predicted.is_some()
    }
}

/// Returns the page with its clicks fitted to the window's picture; as it is before the window has a size.
pub(super) fn fit(desk: &Desk, page: &Page) -> Page {
    let View { viewport, framebuffer, .. } = *desk.view();
    let has_size = 1 < viewport.width && 1 < viewport.height;
    if has_size { page.fitted(viewport, framebuffer) } else { page.clone() }
}

impl Learning {
    pub(super) fn act(&mut self, desk: &mut Desk, action: LearningAction) {
        match action {
            LearningAction::Open(lesson) => {
                self.predictions.clear();
                let Some(page) = self.lessons().nth(lesson).map(|it| desk.settings.progress.page(it)) else { return };
                self.open_page(desk, (lesson, page), None);
            }
            LearningAction::List => self.leave(desk),
            LearningAction::Page(page) => {
                let Some(OpenPage { lesson, .. }) = self.open else { return };
                self.open_page(desk, (lesson, page), None);
            }
            LearningAction::OpenPage(lesson, page) => {
                self.predictions.clear();
                self.open_page(desk, (lesson, page), None);
            }
            LearningAction::Next => {
                let next = self.open.as_ref().map_or(0, |open| open.lesson + 1);
                self.leave(desk);
                self.act(desk, LearningAction::Open(next));
            }
            LearningAction::BeginAgain => {
                let Some((lesson, _, &OpenPage { lesson: index, .. })) = self.shown() else { return };
                desk.settings.progress.begin_again(lesson);
                self.act(desk, LearningAction::OpenPage(index, 0));
            }
            LearningAction::Predict(predicted) => self.predict(desk, predicted),
            LearningAction::EditNumber(text) => self.open.iter_mut().for_each(|open| open.number.clone_from(&text)),
            LearningAction::Hint => self.open.iter_mut().for_each(|open| open.hints += 1),
            LearningAction::Read(read) => self.lessons_read(desk, read),
            LearningAction::GoOn(with_other) => self.go_on(desk, with_other),
        }
    }

    /// Opens the page that a situation names, and restores that situation in place of the page's own.
    pub(super) fn open_named_page(&mut self, desk: &mut Desk, situation: Situation) {
        let Some(name) = situation.page.clone() else { return };
        match self.place_of(&name.lesson, Some(&name.page)) {
            Some((lesson, page)) => {
                self.predictions.clear();
                self.open_page(desk, (lesson, page), Some(situation));
            }
            None => {
                restoring::restore(desk, situation, None);
                desk.complain(t!("situation-of-lesson", name = name.lesson));
            }
        }
    }

    /// Opens a page: restores its situation, or the one that is given, and sets what the page shows or hides.
    fn open_page(&mut self, desk: &mut Desk, (lesson, page): (usize, usize), given: Option<Situation>) {
        let goes_on = self.open.as_ref().is_some_and(|open| open.lesson == lesson);
        self.close_page(desk);
        let Some(shown) = self.lessons().nth(lesson) else { return };
        let Some(opened) = shown.pages.get(page) else { return };
        set_aside::begin(desk);
        desk.settings.progress.open(shown, page);
        desk.files.effects.push(Effect::SaveSettings);
        // A page that goes on with what there is needs its first situation, where the lesson was left.
        let before = shown.pages[..=page].iter().rev().find(|page| page.situation.is_some());
        let is_new = opened.situation.is_some() || !goes_on || desk.picked.is_none();
        desk.page = Some(PageName { lesson: shown.name.clone(), page: opened.id.clone() });
        // What a page sets is checked where it is read.
        let _ = opened.set_up(&mut desk.study);
        let own = before.and_then(|page| page.situation.as_ref());
        desk.shown.panel_left = own.is_some_and(|own| 0 < own.view.viewport.x);
        let own = before.filter(|_| is_new && given.is_none());
        let begun_with = own.and_then(|page| page.situation.clone());
        if let Some(situation) = given.or_else(|| fit(desk, own?).situation) {
            restoring::restore(desk, situation, shown.folder.as_deref());
        }
        self.open = Some(OpenPage { lesson, page, begun_with, ..OpenPage::default() });
    }

    /// Closes the page, undoes the lesson's changes of mesh and planes, and cancels its situation that lacks a mesh.
    pub(super) fn leave(&mut self, desk: &mut Desk) {
        if let Some((lesson, ..)) = self.shown() {
            let own = lesson.pages.iter().filter_map(|page| page.situation.as_ref());
            own.for_each(|own| restoring::give_up(desk, &own.objects));
        }
        if self.open.is_some() {
            self.close_page(desk);
            changing::change(desk, &Change::Reset);
        }
    }

    fn close_page(&mut self, desk: &mut Desk) {
        if self.open.take().is_some() {
            (desk.page, desk.shown.panel_left) = (None, false);
            mistakes::close(desk);
            changing::change(desk, &Change::WhyNot(None));
        }
    }

    /// Stores a prediction, makes the changes that reveal the truth, and stores the truth.
    pub(super) fn predict(&mut self, desk: &mut Desk, predicted: Predicted) {
        let Some((_, page, open)) = self.shown() else { return };
        let Some(prediction) = fit(desk, page).prediction.filter(|_| open.predicted.is_none()) else { return };
        for change in &prediction.reveal {
            changing::change(desk, change);
        }
        let truth = prediction.truth(&evidence(desk));
        let asked_at = desk.picked.as_ref().map(|picked| picked.trace.cursor);
        if let Some(open) = &mut self.open {
            (open.predicted, open.truth, open.asked_at) = (Some(predicted), truth, asked_at);
            self.predictions.insert(open.page, predicted);
        }
    }

    /// Stores the fields' values once the page's situation is restored; then checks whether its goal is met.
    pub(super) fn follow(&mut self, desk: &mut Desk) {
        if desk.page.is_none() {
            return;
        }
        let key = (desk.study.revision(), desk.picked.as_ref().and_then(Picked::id));
        self.values.renew(key, || Some(Values::of(&evidence(desk))));
        let is_there = desk.files.restoring.is_none() && desk.files.loading.is_none();
        let Some((lesson, page, open)) = self.shown().filter(|(_, _, open)| is_there && !open.is_solved) else {
            return;
        };
        let Some(values) = &*self.values else { return };
        let Some(start) = &open.start else {
            // That a situation was restored goes without saying here.
            desk.messages.last.take_if(|message| !message.is_error);
            let (start, before) = (values.clone(), self.predictions.get(&open.page).copied());
            self.open.iter_mut().for_each(|open| open.start = Some(start.clone()));
            // One who leafs back finds what was said before.
            before.into_iter().for_each(|predicted| self.predict(desk, predicted));
            return self.follow(desk);
        };
        if open.is_past_prediction(page) && page.goal.is_met(values, start) {
            desk.settings.progress.solve(lesson, open.page);
            desk.files.effects.push(Effect::SaveSettings);
            desk.shown.panels_changed = true;
            self.open.iter_mut().for_each(|open| open.is_solved = true);
        }
    }

    fn lessons_read(&mut self, desk: &mut Desk, read: Vec<Result<Lesson, LessonError>>) {
        self.close_page(desk);
        let is_one = matches!(read[..], [Ok(_)]);
        for read in read {
            match read {
                // One that is read again is a newer one.
                Ok(lesson) => {
                    let file = format!("{}.lesson.json", lesson.name);
                    self.problems.retain(|problem| !problem.contains(&file));
                    self.found.retain(|other| (&other.name, &other.folder) != (&lesson.name, &lesson.folder));
                    self.found.push(lesson);
                }
                Err(problem) => {
                    let problem = problem.to_string();
                    self.problems.retain(|other| *other != problem);
                    desk.complain(problem.clone());
                    self.problems.push(problem);
                }
            }
        }
        if is_one {
            let last = self.lessons().count() - 1;
            self.act(desk, LearningAction::Open(last));
        }
    }

    /// Asks whether to go on with a mesh that was dropped, if a page is open; returns whether it asks.
    pub(super) fn mesh_dropped(&mut self, source: &MeshSource) -> bool {
        self.other_mesh = self.open.as_ref().map(|_| source.clone());
        self.other_mesh.is_some()
    }

    fn go_on(&mut self, desk: &mut Desk, with_other: bool) {
        let Some(source) = self.other_mesh.take().filter(|_| with_other) else { return };
        match self.shown() {
            Some((_, page, open)) if page.any_mesh => {
                self.open = Some(OpenPage { lesson: open.lesson, page: open.page, ..OpenPage::default() });
                self.predictions.clear();
            }
            _ => self.close_page(desk),
        }
        loading::open(desk, source);
    }
}

fn evidence(desk: &Desk) -> Evidence {
    let inspected = desk.picked.as_ref().and_then(|picked| picked.hit.clone());
    Evidence { inspected, ..Evidence::of(&desk.study) }
}

#[cfg(test)]
mod tests;
