//! A lesson run without a window: whether its pages start unsolved, and their solutions solve them.

use super::samples::Samples;
use super::{Lesson, LessonProblem, Observed, Page, Truth, Values};
use crate::mesh::samples::{SAMPLE_PREFIX, Sample};
use crate::mesh::{Mesh, NotBeside, find_beside};
use crate::pick::{Change, Situation, Study, number};
use crate::scene::Scene;
use serde::Serialize;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

/// What came of running a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageCheck {
    /// The page's id.
    pub page: String,
    /// What its prediction would have had to be.
    pub truth: Option<String>,
    /// What is wrong; nothing where all is well.
    pub problems: Vec<String>,
}

/// Runs a lesson, page by page, as a window would; blocks.
pub fn check(lesson: &Lesson) -> Vec<PageCheck> {
    check_pages(lesson, &Samples::default())
}

/// What comes of the pages of each of these lessons, as by [`check`], which makes the samples anew for each lesson;
/// blocks.
pub fn check_all(lessons: &[Lesson]) -> Vec<Vec<PageCheck>> {
    let samples = Samples::default();
    lessons.iter().map(|lesson| check_pages(lesson, &samples)).collect()
}

fn check_pages(lesson: &Lesson, samples: &Samples) -> Vec<PageCheck> {
    let mut meshes = Meshes { samples, folder: lesson.folder.as_deref(), last: None };
    let mut study = None;
    lesson.pages.iter().map(|page| check_page(page, &mut meshes, &mut study)).collect()
}

/// Runs a page on the study that the one before left.
fn check_page(page: &Page, meshes: &mut Meshes, study: &mut Option<Study>) -> PageCheck {
    let mut check = PageCheck { page: page.id.clone(), truth: None, problems: Vec::new() };
    match opened(page, meshes, study.take()).and_then(|opened| run(page, &mut check, opened)) {
        Ok(left) => *study = Some(left),
        Err(problem) => check.problems.push(problem),
    }
    check
}

/// The study with which a page begins.
fn opened(page: &Page, meshes: &mut Meshes, before: Option<Study>) -> Result<Study, String> {
    let mut study = match (&page.situation, before) {
        (Some(situation), _) => {
            let mut study = Study::default();
            study.restore(situation, &[meshes.of(situation)?]).map_err(|error| error.to_string())?;
            study
        }
        (None, Some(study)) => study,
        (None, None) => return Err("there is nothing to go on with: give the page a situation".to_owned()),
    };
    page.set_up(&mut study, 1.0).map_err(|error| error.to_string())?;
    Ok(study)
}

/// Makes the prediction and does the solution, and returns the study as it is then.
fn run(page: &Page, check: &mut PageCheck, mut study: Study) -> Result<Study, String> {
    let values = |study: &Study| Values::of(&Observed::of(study).evidence());
    let start = values(&study);
    if page.goal.is_met(&start, &start) {
        check.problems.push("its goal is met when it is opened".to_owned());
    }
    if let Some(prediction) = &page.prediction {
        do_all(&mut study, &prediction.reveal, "reveal")?;
        let truth = prediction.truth(&Observed::of(&study).evidence());
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

/// What is true, in words.
fn said(page: &Page, truth: Truth) -> String {
    match (truth, page.prediction.as_ref().map(|prediction| &prediction.kind)) {
        (Truth::Choice(index), Some(super::PredictionKind::Choice { options, .. })) => options[index].clone(),
        (Truth::Choice(index), _) => index.to_string(),
        (Truth::Number(x, ""), _) => number(x),
        (Truth::Number(x, unit), _) => format!("{} {unit}", number(x)),
        (Truth::Place(place), _) => format!("{}, {}", number(place.x), number(place.y)),
    }
}

/// The meshes of a lesson's situations: samples, or files in the lesson's folder, wherever the situations were made.
struct Meshes<'a> {
    samples: &'a Samples,
    folder: Option<&'a Path>,
    /// The one that was opened last, and its name: one page after the other is about it.
    last: Option<(String, Arc<Mesh>)>,
}

impl Meshes<'_> {
    /// The mesh of a situation.
    fn of(&mut self, situation: &Situation) -> Result<Arc<Mesh>, String> {
        let name = &situation.objects[0].mesh;
        if let Some(sample) = name.strip_prefix(SAMPLE_PREFIX).and_then(Sample::from_id) {
            return self.samples.mesh(sample).map_err(|error| error.to_string());
        }
        if let Some((_, mesh)) = self.last.as_ref().filter(|(last, _)| last == name) {
            return Ok(mesh.clone());
        }
        let mesh = self.open(name)?;
        self.last = Some((name.clone(), mesh.clone()));
        Ok(mesh)
    }

    fn open(&self, name: &str) -> Result<Arc<Mesh>, String> {
        let file = self.folder.zip(Path::new(name).file_name().and_then(OsStr::to_str));
        let (folder, file) =
            file.ok_or_else(|| format!("{name} is no sample, and there is no folder to look for it"))?;
        let path = folder.join(file);
        // One that cannot be found is refused where it is opened.
        if let Err(NotBeside::Outside) = find_beside(folder, file) {
            return Err(format!("{}: {}", path.display(), LessonProblem::Outside));
        }
        let (scene, _) = Scene::open(&path).map_err(|error| error.to_string())?;
        Ok(scene.objects()[0].mesh.clone())
    }
}
