//! Check of a lesson without a window: its pages have to start unsolved, and their solutions to solve them.

use super::format::Samples;
use super::{Evidence, Lesson, LessonProblem, Page, Truth, Values};
use pickray::mesh::samples::{SAMPLE_PREFIX, Sample};
use pickray::mesh::{Load, LoadError, NotBeside, find_beside};
use pickray::pick::explain::number;
use pickray::scene::{Object, Scene};
use pickray::study::{Change, SavedObject, Study};
use serde::Serialize;
use std::ffi::OsStr;
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageCheck {
    pub page: String,
    /// Right answer to the page's prediction; `None` if there is no prediction, or its field has no value.
    pub truth: Option<String>,
    /// Problems of the page; empty if all is well.
    pub problems: Vec<String>,
}

/// Function that says, in some language, why a mesh was not loaded.
type SayLoadError<'a> = &'a dyn Fn(&LoadError) -> String;

/// Runs lessons and returns the outcomes of each one's pages; `say` says why a mesh was not loaded. Blocks.
pub fn check(lessons: &[Lesson], say: SayLoadError<'_>) -> Vec<Vec<PageCheck>> {
    let samples = &Samples::default();
    let outcomes = lessons.iter().map(|lesson| {
        let mut files = LessonFiles { samples, folder: lesson.folder.as_deref(), say, last: None };
        let mut study = None;
        lesson.pages.iter().map(|page| check_page(page, &mut files, &mut study)).collect()
    });
    outcomes.collect()
}

/// Runs a page of a lesson on the study that the page before left, and leaves its own there if it ran to its end.
fn check_page(page: &Page, files: &mut LessonFiles, study: &mut Option<Study>) -> PageCheck {
    let mut check = PageCheck { page: page.id.clone(), truth: None, problems: Vec::new() };
    match opened(page, files, study.take()).and_then(|opened| run(page, &mut check, opened)) {
        Ok(left) => *study = Some(left),
        Err(problem) => check.problems.push(problem),
    }
    check
}

fn opened(page: &Page, files: &mut LessonFiles, before: Option<Study>) -> Result<Study, String> {
    let mut study = match (&page.situation, before) {
        (Some(situation), _) => {
            let mut study = Study::default();
            study.open(situation.open(|saved| files.scene(saved))?);
            study.restore(situation, &study.meshes()).map_err(|error| error.to_string())?;
            study
        }
        (None, Some(study)) => study,
        (None, None) => return Err("there is no situation to start from: give the page one".to_owned()),
    };
    page.set_up(&mut study).map_err(|error| error.to_string())?;
    Ok(study)
}

/// Makes the prediction of a page and does its solution, and returns the study as it is then.
fn run(page: &Page, check: &mut PageCheck, mut study: Study) -> Result<Study, String> {
    let values = |study: &Study| Values::of(&Evidence::of(study));
    let start = values(&study);
    if page.goal.is_met(&start, &start) {
        check.problems.push("its goal is met when it is opened".to_owned());
    }
    if let Some(prediction) = &page.prediction {
        do_all(&mut study, &prediction.reveal, "reveal")?;
        let truth = prediction.truth(&Evidence::of(&study));
        match truth {
            Some(truth) => check.truth = Some(said(page, truth)),
            None => check.problems.push("its prediction asks for something that is not there".to_owned()),
        }
        if !prediction.reveal.is_empty() && page.goal.is_met(&values(&study), &start) {
            check.problems.push("its goal is met by the reveal".to_owned());
        }
    }
    do_all(&mut study, &page.solution, "solution")?;
    let end = values(&study);
    for condition in page.goal.conditions.iter().filter(|condition| !condition.holds(&end, &start)) {
        let value = end.get(condition.field).map_or("there is none".to_owned(), |value| format!("it is {value}"));
        check.problems.push(format!("its solution does not solve it: {condition}, but {value}"));
    }
    Ok(study)
}

fn do_all(study: &mut Study, changes: &[Change], what: &str) -> Result<(), String> {
    for (index, change) in changes.iter().enumerate() {
        study.apply(change).map_err(|error| format!("{what} {}: {error}", index + 1))?;
    }
    Ok(())
}

fn said(page: &Page, truth: Truth) -> String {
    match (truth, page.prediction.as_ref().map(|prediction| &prediction.kind)) {
        (Truth::Choice(index), Some(super::PredictionKind::Choice { options, .. })) => options[index].clone(),
        (Truth::Choice(index), _) => index.to_string(),
        (Truth::Number(x, ""), _) => number(x),
        (Truth::Number(x, unit), _) => format!("{} {unit}", number(x)),
        (Truth::Place(place), _) => format!("{}, {}", number(place.x), number(place.y)),
    }
}

/// Files of a lesson's situations: samples, or files in the lesson's folder, wherever the situations were made.
struct LessonFiles<'a> {
    samples: &'a Samples,
    folder: Option<&'a Path>,
    say: SayLoadError<'a>,
    /// Name and scene of the file that was opened last, since consecutive pages often show the same file.
    last: Option<(String, Scene)>,
}

impl LessonFiles<'_> {
    fn scene(&mut self, saved: &SavedObject) -> Result<Scene, String> {
        let name = &saved.mesh;
        if let Some(sample) = name.strip_prefix(SAMPLE_PREFIX).and_then(Sample::from_id) {
            let mesh = self.samples.mesh(sample).map_err(|error| error.to_string())?;
            return Ok(Scene::of(Object::new(sample.name(), mesh)));
        }
        if let Some((_, scene)) = self.last.as_ref().filter(|(last, _)| last == name) {
            return Ok(scene.clone());
        }
        let scene = self.open(name)?;
        self.last = Some((name.clone(), scene.clone()));
        Ok(scene)
    }

    fn open(&self, name: &str) -> Result<Scene, String> {
        let file = self.folder.zip(Path::new(name).file_name().and_then(OsStr::to_str));
        let (folder, file) =
            file.ok_or_else(|| format!("{name} is not a sample, and there is no folder to search for it"))?;
        let path = folder.join(file);
        // A file that cannot be found is refused where it is opened.
        if let Err(NotBeside::Outside) = find_beside(folder, file) {
            return Err(format!("{}: {}", path.display(), LessonProblem::Outside));
        }
        Load::file(&path).scene().map(|(scene, _)| scene).map_err(|error| (self.say)(&error))
    }
}
