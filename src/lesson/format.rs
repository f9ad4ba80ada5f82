//! Parser of a lesson's JSON file, `NAME.lesson.json`.

use super::error::PartError;
use super::goal::{self, ConditionText};
use super::markdown::line_at;
use super::{Condition, Field, FieldKind, Goal, LessonProblem, Page, Prediction, PredictionKind, fields};
use crate::language::Language;
use crate::situation_text;
use glam::DVec3;
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::mesh::samples::{SAMPLE_PREFIX, Sample};
use pickray::mesh::{LoadError, Mesh};
use pickray::pick::explain::Mistake;
use pickray::scene::{Camera, Object, Scene};
use pickray::study::{Change, Situation, Study};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

const LESSON_VERSION: u32 = 1;
const LONGEST_SIDE: u32 = 16384;

/// Contents of a lesson's JSON: the lesson's languages and pages, without its words.
pub(super) struct LessonForm {
    pub languages: Vec<Language>,
    pub pages: Vec<Page>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonJson<'a> {
    #[serde(borrow)]
    version: &'a RawValue,
    #[serde(borrow)]
    languages: Option<&'a RawValue>,
    #[serde(borrow)]
    pages: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PageJson<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(borrow)]
    situation: Option<&'a RawValue>,
    scale_factor: Option<f64>,
    #[serde(default)]
    any_mesh: bool,
    mistake: Option<Mistake>,
    hidden_mistake: Option<Mistake>,
    arrows: Option<bool>,
    #[serde(default)]
    unplaced: bool,
    #[serde(default)]
    setup: bool,
    #[serde(borrow)]
    predict: Option<&'a RawValue>,
    #[serde(borrow, default)]
    goal: Vec<&'a RawValue>,
    #[serde(default)]
    hints: usize,
    #[serde(borrow, default)]
    solution: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PredictionJson<'a> {
    choice: Option<Vec<String>>,
    answer: Option<String>,
    number: Option<String>,
    click: Option<String>,
    #[serde(borrow, default)]
    reveal: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Situated {
    objects: Option<IgnoredAny>,
}

/// Sample seen whole by a fixed camera, with some changes made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleJson<'a> {
    sample: String,
    size: [u32; 2],
    viewport: Option<[i32; 4]>,
    #[serde(borrow, default)]
    set: Vec<&'a RawValue>,
}

/// Reads a lesson from its JSON; the error is the first thing that is wrong.
pub(super) fn read(text: &str, samples: &Samples) -> Result<LessonForm, PartError> {
    let source = LessonSource { text, samples };
    let json = serde_json::from_str(text).map_err(|error| (error.line().max(1), String::new(), form(&error)));
    let LessonJson { version, languages: named, pages } = json?;
    match source.value(version, "version")? {
        LESSON_VERSION => {}
        other => return Err(source.error(version.get(), "", "version", LessonProblem::Version(other))),
    }
    let languages = match named {
        Some(raw) => {
            let named: Vec<Language> = source.value(raw, "languages")?;
            // One that is named again is read once.
            Language::ALL.into_iter().filter(|language| named.contains(language)).collect()
        }
        None => Language::ALL.to_vec(),
    };
    if languages.is_empty() {
        return Err(source.error(named.map_or(text, RawValue::get), "", "languages", LessonProblem::NoLanguage));
    }
    let (mut read, mut ids): (Vec<Page>, HashSet<String>) = Default::default();
    for (index, raw) in pages.iter().enumerate() {
        let page = source.page(raw, index)?;
        if !ids.insert(page.id.clone()) {
            return Err(source.error(raw.get(), "\"id\"", &format!("page {}", page.id), LessonProblem::SamePage));
        }
        read.push(page);
    }
    if read.is_empty() {
        return Err(source.error(text, "\"pages\"", "pages", LessonProblem::NoPage));
    }
    Ok(LessonForm { languages, pages: read })
}

/// Text of a lesson, of which all its parts are slices: their addresses tell the line.
struct LessonSource<'a> {
    text: &'a str,
    samples: &'a Samples,
}

impl<'a> LessonSource<'a> {
    /// Returns the error of a part of the text, at the line of some letters in it, or else of its beginning.
    fn error(&self, part: &str, letters: &str, place: &str, problem: LessonProblem) -> PartError {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let inside = part.find(letters).unwrap_or(0);
        (line_at(self.text, start + inside), place.to_owned(), problem)
    }

    fn value<T: Deserialize<'a>>(&self, raw: &'a RawValue, place: &str) -> Result<T, PartError> {
        serde_json::from_str(raw.get()).map_err(|error| {
            let (line, place, problem) = self.error(raw.get(), "", place, form(&error));
            (line + error.line().saturating_sub(1), place, problem)
        })
    }

    fn page(&self, raw: &'a RawValue, index: usize) -> Result<Page, PartError> {
        let json: PageJson = self.value(raw, &format!("page {}", index + 1))?;
        let id: String = self.value(json.id, &format!("page {}", index + 1))?;
        let place = format!("page {id}");
        let at = |letters: &str, problem| Err(self.error(raw.get(), letters, &place, problem));
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
            return at("\"id\"", LessonProblem::PageId);
        }
        if json.scale_factor.is_some_and(|factor| !(0.0 < factor && factor < f64::INFINITY)) {
            return at("\"scale_factor\"", LessonProblem::ScaleFactor);
        }
        let conditions =
            json.goal.iter().enumerate().map(|(i, raw)| self.condition(raw, &format!("{place}, goal {}", i + 1)));
        let conditions: Vec<_> = conditions.collect::<Result<_, _>>()?;
        let solution = self.changes(&json.solution, &format!("{place}, solution"))?;
        if conditions.is_empty() != solution.is_empty() || (conditions.is_empty() && json.hints > 0) {
            return at("\"goal\"", LessonProblem::GoalWithoutSolution);
        }
        let situation = json.situation.map(|raw| self.situation(raw, &format!("{place}, situation"))).transpose()?;
        let prediction = json.predict.map(|raw| self.prediction(raw, &format!("{place}, predict"))).transpose()?;
        let PageJson { scale_factor, any_mesh, mistake, hidden_mistake, unplaced, setup, hints, .. } = json;
        let arrows = json.arrows.unwrap_or(true);
        let goal = Goal { conditions };

        // Restoring the situation then sets all that the page begins with.
        let situation = situation.map(|it| Situation { mistake, hidden_mistake, scale_factor, question: None, ..it });
        Ok(Page {
            id,
            situation,
            any_mesh,
            scale_factor,
            mistake,
            hidden_mistake,
            arrows,
            unplaced,
            setup,
            prediction,
            goal,
            hints,
            solution,
        })
    }

    fn condition(&self, raw: &'a RawValue, place: &str) -> Result<Condition, PartError> {
        let text: ConditionText = self.value(raw, place)?;
        let name = format!("\"{}\"", text.field);
        Condition::from_text(&text).map_err(|problem| self.error(raw.get(), &name, place, problem))
    }

    fn changes(&self, raws: &[&'a RawValue], place: &str) -> Result<Vec<Change>, PartError> {
        raws.iter().enumerate().map(|(index, raw)| self.value(raw, &format!("{place} {}", index + 1))).collect()
    }

    fn prediction(&self, raw: &'a RawValue, place: &str) -> Result<Prediction, PartError> {
        let json: PredictionJson = self.value(raw, place)?;
        let field = |name: &str, is_right: fn(&Field) -> bool, needed: &'static str| {
            let problem = match fields::named(name) {
                Some(field) if is_right(field) => return Ok(field),
                Some(field) => LessonProblem::NotPredictable { field: field.name, needed },
                None => goal::unknown(name),
            };
            Err(self.error(raw.get(), &format!("\"{name}\""), place, problem))
        };
        let kind = match (json.choice, json.answer, json.number, json.click) {
            (Some(options), Some(answer), None, None) => {
                let Some(index) = options.iter().position(|option| *option == answer) else {
                    return Err(self.error(raw.get(), "\"answer\"", place, LessonProblem::NoSuchOption(answer)));
                };
                PredictionKind::Choice { options, answer: index }
            }
            (None, None, Some(name), None) => {
                PredictionKind::Number(field(&name, |f| matches!(f.kind, FieldKind::Number(..)), "number")?)
            }
            (None, None, None, Some(name)) => {
                PredictionKind::Click(field(&name, |f| matches!(f.kind, FieldKind::Place(_)), "place")?)
            }
            _ => return Err(self.error(raw.get(), "", place, LessonProblem::NotOnePrediction)),
        };
        Ok(Prediction { kind, reveal: self.changes(&json.reveal, &format!("{place}, reveal"))? })
    }

    /// Returns the situation of a page, written as the line that the window copies, as full JSON, or as a sample.
    fn situation(&self, raw: &'a RawValue, place: &str) -> Result<Situation, PartError> {
        if raw.get().starts_with('"') {
            let line: String = self.value(raw, place)?;
            return situation_text::from_line(&line)
                .map_err(|error| self.error(raw.get(), "", place, LessonProblem::Situation(error)));
        }
        let Situated { objects } = self.value(raw, place)?;
        if objects.is_none() {
            return self.sample(raw, place);
        }
        // Parsed first for the line of what is not of the form.
        self.value::<Situation>(raw, place)?;
        let error = |letters: &str, problem| self.error(raw.get(), letters, place, problem);
        let situation = situation_text::from_json(raw.get().as_bytes())
            .map_err(|wrong| error("", LessonProblem::Situation(wrong)))?;
        match situation.objects[0].mesh.strip_prefix(SAMPLE_PREFIX) {
            Some(name) if Sample::from_id(name).is_none() => {
                Err(error("\"mesh\"", LessonProblem::NoSuchSample(name.to_owned())))
            }
            _ => Ok(situation),
        }
    }

    fn sample(&self, raw: &'a RawValue, place: &str) -> Result<Situation, PartError> {
        let json: SampleJson = self.value(raw, place)?;
        let error = |letters: &str, problem| self.error(raw.get(), letters, place, problem);
        let Some(sample) = Sample::from_id(&json.sample) else {
            return Err(error("\"sample\"", LessonProblem::NoSuchSample(json.sample)));
        };
        let [width, height] = json.size;
        if !(1..=LONGEST_SIDE).contains(&width) || !(1..=LONGEST_SIDE).contains(&height) {
            return Err(error("\"size\"", LessonProblem::Size));
        }
        let made = self.samples.mesh(sample);
        let mesh = made.map_err(|wrong| error("\"sample\"", LessonProblem::Sample(wrong.to_string())))?;
        let scene = Scene::of(Object::new(sample.name(), mesh));
        let mut study = Study::new(scene, FramebufferSize { width, height });
        let mut view = *study.view();
        if let Some([x, y, width, height]) = json.viewport {
            view.viewport = Viewport { x, y, width, height };
        }
        if view.viewport.is_empty() {
            return Err(error("\"viewport\"", LessonProblem::Size));
        }

        // A camera of its own, not the window's: answers go by it, whatever becomes of that one.
        let (bounds, up) = (study.scene().bounds(), study.up_axis());
        let (yaw, pitch, up, front) = (30_f64.to_radians(), 20_f64.to_radians(), up.up(), up.front());
        let level = yaw.sin() * up.cross(front) + yaw.cos() * front;
        let toward_eye = pitch.cos() * level + pitch.sin() * up;
        view.camera = Camera::look_at(toward_eye, DVec3::ZERO, up).framed(&bounds, view.aspect());
        study.set_view(view);
        let middle = view.cursor_from_world(view.camera.target);
        study.click(&view, middle.unwrap_or(CursorPosition::new(0.0, 0.0)));
        for (index, raw) in json.set.iter().enumerate() {
            let place = format!("{place}, set {}", index + 1);
            let change: Change = self.value(raw, &place)?;
            let wrong = |error| self.error(raw.get(), "", &place, LessonProblem::Change(error));
            study.apply(&change).map_err(wrong)?;
        }
        Ok(study.situation([format!("{SAMPLE_PREFIX}{}", sample.id())]).expect("there is a click"))
    }
}

/// Returns the problem that serde reports, without the place that it gives.
fn form(error: &serde_json::Error) -> LessonProblem {
    let text = error.to_string();
    LessonProblem::Form(text.split(" at line ").next().unwrap_or(&text).to_owned())
}

/// Sample meshes that lessons use, each made only once.
#[derive(Debug, Default)]
pub struct Samples(RefCell<Vec<(Sample, Arc<Mesh>)>>);

impl Samples {
    /// Returns the mesh of a sample, which is made when first asked for.
    pub(super) fn mesh(&self, sample: Sample) -> Result<Arc<Mesh>, LoadError> {
        let mut made = self.0.borrow_mut();
        if let Some((_, mesh)) = made.iter().find(|(other, _)| *other == sample) {
            return Ok(mesh.clone());
        }
        let mesh = Arc::new(sample.mesh()?);
        made.push((sample, mesh.clone()));
        Ok(mesh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_made_once_however_often_it_is_asked_for() {
        let samples = Samples::default();
        let [cube, triangle, again] =
            [Sample::Cube, Sample::Triangle, Sample::Cube].map(|sample| samples.mesh(sample).expect("a mesh"));
        assert!(Arc::ptr_eq(&cube, &again) && !Arc::ptr_eq(&cube, &triangle));
        assert_eq!(cube.n_triangles(), 12);
    }
}
