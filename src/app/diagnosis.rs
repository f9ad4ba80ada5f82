//! Diagnosis of a ray that another program printed: its text and what is wrong with it in sentences.

mod reading;

pub use reading::{LONGEST, Reading, has_two_matrices};

use crate::app::numbers::number;
use crate::app::texts::{of_mistake, t};
use glam::DVec3;
use pickray::pick::explain::{Diagnosis, Mistake, diagnose};
use pickray::scene::{Projection, View};
use serde::Serialize;

/// Text of another program, what was understood of it, and the diagnosis of its ray, if no numbers are missing.
#[derive(Clone, Debug)]
pub struct Answer {
    pub text: String,
    pub reading: Reading,
    pub diagnosis: Option<Diagnosis>,
}

impl Answer {
    pub fn of(text: String) -> Self {
        let reading = reading::read(&text);
        Self { diagnosis: reading.given.as_ref().ok().map(diagnose), reading, text }
    }

    /// Returns the first of the mistakes that were found, at whose step the rays part.
    pub fn mistake(&self) -> Option<Mistake> {
        self.diagnosis.as_ref()?.mistakes.first()?.first().copied()
    }

    /// Returns the answer in sentences: what was understood or is missing, and the diagnosis.
    pub fn sentences(&self) -> Vec<String> {
        let part = |part| t!("diagnosis-part", part = key(part));
        let understood = self.reading.items.iter().map(|item| {
            let order = item.by_columns.map_or("none", |is_by_columns| if is_by_columns { "columns" } else { "rows" });
            let (label, guessed) = (item.label.as_str(), item.guessed.to_string());
            t!("diagnosis-understood", part = part(&item.part), label = label, order = order, guessed = guessed)
        });
        let missing = self.reading.given.as_ref().err().map(|missing| {
            let parts: Vec<_> = missing.iter().map(part).collect();
            t!("diagnosis-missing", parts = parts.join(", "))
        });
        understood.chain(missing).chain(self.diagnosis.iter().flat_map(sentences)).collect()
    }
}

fn sentences(diagnosis: &Diagnosis) -> Vec<String> {
    let Diagnosis { verdict, mistakes, remarks, view, .. } = diagnosis;
    let mut lines = vec![convention(view)];
    lines.push(t!("diagnosis-verdict", verdict = key(verdict)));
    let names = |mistakes: &[Mistake]| mistakes.iter().map(|it| of_mistake::name(*it)).collect::<Vec<_>>().join(" + ");
    lines.extend(mistakes.iter().map(|mistakes| format!("• {}", names(mistakes))));
    for mistake in mistakes.iter().take(1).flatten() {
        let [right, wrong] = of_mistake::lines(*mistake, view);
        lines.push(format!("    {}: {wrong}", t!("mistake-wrong-line")));
        lines.push(format!("    {}: {right}", t!("mistake-right-line")));
    }
    let nearest =
        |(mistakes, off): &(Vec<Mistake>, f64)| format!("• {}: {}°", names(mistakes), number(off.to_degrees()));
    lines.extend(diagnosis.nearest.iter().map(nearest));
    lines.extend(remarks.iter().map(|remark| t!("diagnosis-remark", remark = *remark)));
    let click = diagnosis.telling_click;
    lines.extend(click.map(|click| t!("diagnosis-click", x = click.x.to_string(), y = click.y.to_string())));
    if let Some(([near, far], angle)) = diagnosis.right.zip(diagnosis.angle) {
        let (origin, direction) = (vector(near), vector((far - near).normalize_or_zero()));
        let (degrees, pixels) = (number(angle.to_degrees()), diagnosis.pixels.map_or("none".to_owned(), number));
        lines.push(t!("diagnosis-off", degrees = degrees, pixels = pixels, origin = origin, direction = direction));
    }
    lines
}

/// Returns the convention that a projection follows, as its matrix tells it.
fn convention(view: &View) -> String {
    let (camera, matrix, space) = (view.camera, view.clip_from_eye(), view.clip_space());
    let (kind, size) = match camera.projection {
        Projection::Perspective { fov_y } => ("perspective", fov_y.to_degrees()),
        Projection::Orthographic { height } => ("orthographic", height),
    };
    t!(
        "diagnosis-convention",
        kind = kind,
        size = number(size),
        aspect = number((matrix.y_axis.y / matrix.x_axis.x).abs()),
        near = number(camera.near),
        far = number(camera.far),
        from = number(space.near),
        to = number(space.far),
        y = key(&space.y),
        eye = vector(camera.eye)
    )
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
