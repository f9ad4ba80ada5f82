//! Diagnosis of a ray that another program printed: its text and what is wrong with it in sentences.

mod reading;

pub use reading::{LONGEST, has_two_matrices};

use crate::app::numbers::{compact, number};
use crate::app::texts::{of_mistake, t};
use glam::DVec3;
use pickray::pick::explain::{Diagnosis, GivenRay, Mistake, diagnose};
use pickray::scene::{Projection, View};
use reading::{Item, Part};
use serde::Serialize;

/// Text of another program, what it says, and the diagnosis of its ray, if no numbers are missing.
#[derive(Clone, Debug)]
pub struct Answer {
    pub text: String,
    pub items: Vec<Item>,
    /// Ray that they describe, or the parts that are missing; none of them in a text that is too long to be read.
    pub given: Result<GivenRay, Vec<Part>>,
    pub diagnosis: Option<Diagnosis>,
}

impl Answer {
    pub fn of(mut text: String) -> Self {
        text.truncate(text.ceil_char_boundary(LONGEST + 1));
        let (items, given) = if text.len() <= LONGEST { reading::read(&text) } else { (vec![], Err(vec![])) };
        let diagnosis = given.as_ref().ok().map(diagnose);
        Self { text, items, given, diagnosis }
    }

    /// Returns the first of the mistakes that were found, at whose step the rays part.
    pub fn mistake(&self) -> Option<Mistake> {
        self.diagnosis.as_ref()?.mistakes.first()?.first().copied()
    }

    /// Returns the answer in sentences: what was understood or is missing, and the diagnosis.
    pub fn sentences(&self) -> Vec<String> {
        if LONGEST < self.text.len() {
            return vec![t!("diagnosis-too-long", most = LONGEST >> 10)];
        }
        let part = |part: &Part| t!("diagnosis-part", part = key(part));
        let items = self.items.iter().map(|item| {
            let unordered = if item.part == Part::Model { "unused" } else { "none" };
            let order = item.by_columns.map_or(unordered, |by_columns| if by_columns { "columns" } else { "rows" });
            let guessed = item.guessed.to_string();
            t!("diagnosis-item", part = part(&item.part), label = &*item.label, order = order, guessed = guessed)
        });
        let items = items.collect::<Vec<_>>().join("; ");
        let understood = (!items.is_empty()).then(|| t!("diagnosis-understood", items = items));
        let missing = self.given.as_ref().err().map(|parts| parts.iter().map(part).collect::<Vec<_>>().join(", "));
        let missing = missing.map(|parts| t!("diagnosis-missing", parts = parts));
        understood.into_iter().chain(missing).chain(self.diagnosis.iter().flat_map(sentences)).collect()
    }
}

fn sentences(diagnosis: &Diagnosis) -> Vec<String> {
    let Diagnosis { verdict, mistakes, nearest, remarks, view, .. } = diagnosis;
    let mut lines = vec![convention(view), t!("diagnosis-eye", eye = vector(view.camera.eye))];
    lines.push(t!("diagnosis-verdict", verdict = key(verdict)));
    let names = |mistakes: &[Mistake]| mistakes.iter().map(|it| of_mistake::name(*it)).collect::<Vec<_>>().join(" + ");
    lines.extend(mistakes.iter().map(|mistakes| format!("• {}", names(mistakes))));
    for mistake in mistakes.iter().take(1).flatten() {
        let [right, wrong] = of_mistake::lines(*mistake, view);
        lines.push(format!("    {}: {wrong}", t!("mistake-wrong-line")));
        lines.push(format!("    {}: {right}", t!("mistake-right-line")));
    }
    let pixels = |pixels: Option<f64>| pixels.map_or("none".to_owned(), number);
    lines.extend(nearest.iter().map(|(mistakes, angle, off)| {
        let (names, degrees) = (names(mistakes), number(angle.to_degrees()));
        t!("diagnosis-near", names = names, degrees = degrees, pixels = pixels(*off))
    }));
    if 1 < mistakes.len() {
        let click = diagnosis.telling_click.map_or("none".to_owned(), |click| format!("{}, {}", click.x, click.y));
        lines.push(t!("diagnosis-click", click = click));
    }
    lines.extend(remarks.iter().map(|remark| t!("diagnosis-remark", remark = *remark)));
    if let Some(([near, far], angle)) = diagnosis.right.zip(diagnosis.angle) {
        let (origin, direction) = (vector(near), vector((far - near).normalize_or_zero()));
        let (degrees, pixels) = (number(angle.to_degrees()), pixels(diagnosis.pixels));
        lines.push(t!("diagnosis-off", degrees = degrees, pixels = pixels, origin = origin, direction = direction));
    }
    lines
}

/// Returns the convention that a projection follows, as its matrix tells it.
pub fn convention(view: &View) -> String {
    let (camera, matrix, space) = (view.camera, view.clip_from_eye(), view.clip_space());
    let short = |x: f64| compact(x, 1e-3..1e8, |exponent| 3 - exponent, 3);
    let (kind, size) = match camera.projection {
        Projection::Perspective { fov_y } => ("perspective", short(fov_y.to_degrees())),
        Projection::Orthographic { height } => ("orthographic", short(height)),
    };
    let aspect = short((matrix.y_axis.y / matrix.x_axis.x).abs());
    let [near, far, from, to] = [camera.near, camera.far, space.near, space.far].map(short);
    let (reversed, y) = ((space.far < space.near).to_string(), key(&space.y));
    let shape = t!("diagnosis-shape", kind = kind, size = size, aspect = aspect);
    let depth = t!("diagnosis-depth", near = near, far = far, from = from, to = to, reversed = reversed, y = y);
    t!("diagnosis-convention", shape = shape, depth = depth)
}

/// Returns the name of a value in JSON, by which texts choose their words.
fn key(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| Some(value.as_str()?.to_owned())).unwrap_or_default()
}

fn vector(vector: DVec3) -> String {
    format!("({})", vector.to_array().map(number).join(", "))
}

#[cfg(test)]
mod tests;
