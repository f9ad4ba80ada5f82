//! Fields: named numbers, words and places that goals and predictions compare, and the evidence that holds them.

use glam::DMat4;
use pickray::math::CursorPosition;
use pickray::pick::HitDetails;
use pickray::pick::explain::{MistakenPick, PickTrace, Step, WhyNot, number};
use pickray::study::{HiddenMistake, Study};
use serde_json::Value;
use std::fmt;

/// Evidence on which a goal is checked: all that is known of the last pick.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Trace of the last pick; `None` before a pick was made.
    pub trace: Option<PickTrace>,
    /// Model transform of the first object; `None` in a scene without objects.
    pub model: Option<DMat4>,
    /// Hit that is inspected: the closest, or a farther one that the reader chose; `None` if there is no hit.
    pub inspected: Option<HitDetails>,
    /// Reason why a triangle was not hit; `None` if nobody asked.
    pub why_not: Option<WhyNot>,
    /// Last pick, made again with the mistake that is shown; `None` if no mistake is shown.
    pub mistake: Option<MistakenPick>,
    /// `Some(true)` once the user has guessed the hidden mistake, `Some(false)` before; `None` if no mistake is hidden.
    pub found: Option<bool>,
    /// Number of physical pixels per logical pixel: that of the screen, or the one that a page assumes instead.
    pub scale_factor: f64,
}

impl Evidence {
    /// Computes the evidence of a study's last pick, with the closest hit as the inspected one.
    pub fn of(study: &Study) -> Self {
        let trace = study.trace();
        Self {
            inspected: trace.as_ref().and_then(|trace| trace.hit.clone()),
            trace,
            model: study.scene().objects().first().map(|object| object.world_from_object),
            why_not: study.why_not(),
            mistake: study.mistake().and_then(|mistake| study.mistaken(mistake)),
            found: study.hidden().map(HiddenMistake::is_named),
            scale_factor: study.scale_factor(),
        }
    }
}

/// Field: a name for one value of a pick, of the answer to "why not this one?" or of a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub kind: FieldKind,
    pub meaning: &'static str,
}

/// Function that reads the value of a field from the evidence, and returns `None` while the field has no value.
pub(super) type Read<T> = fn(&Evidence) -> Option<T>;

/// Kind of a field's values, with the function that reads the field's value.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// Number with its unit: "px", "°", or "" for plain numbers.
    Number(&'static str, Read<f64>),
    Flag(Read<bool>),
    /// Word from the field's list of possible words: the name of an enum's variant, whose JSON the function returns.
    Word(&'static [&'static str], Read<Value>),
    Place(Read<CursorPosition>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldValue {
    /// Number in the field's unit; a plane at infinity has an infinite distance.
    Number(f64),
    Flag(bool),
    Word(&'static str),
    /// Place in the picture: physical pixels from the top left of the framebuffer.
    Place(CursorPosition),
}

impl Field {
    /// Returns the value of the field; `None` if it has none, such as the index of the hit triangle after a miss.
    pub fn read(&self, evidence: &Evidence) -> Option<FieldValue> {
        match self.kind {
            FieldKind::Number(_, read) => read(evidence).filter(|number| !number.is_nan()).map(FieldValue::Number),
            FieldKind::Flag(read) => read(evidence).map(FieldValue::Flag),
            FieldKind::Word(words, read) => word_of(words, &read(evidence)?).map(FieldValue::Word),
            FieldKind::Place(read) => read(evidence).map(FieldValue::Place),
        }
    }

    /// Returns the step of the pick at which the window shows the field's value; `None` if no step shows it.
    pub fn step(&self) -> Option<Step> {
        let (group, rest) = self.name.split_once('.').unwrap_or((self.name, ""));
        match group {
            "cursor" => Some(Step::Cursor),
            "window" => Some(Step::Window),
            "ndc" => Some(Step::Ndc),
            "near" | "far" => match rest.split('_').next() {
                Some("depth") => Some(Step::Window),
                Some("ndc") => Some(Step::Ndc),
                Some("w" | "eye") => Some(Step::Eye),
                Some("world") => Some(Step::World),
                _ => Some(Step::Object),
            },
            "hit" if !rest.is_empty() && rest != "place" => Some(Step::Triangle),
            "inspected" => Some(Step::Triangle),
            _ => None,
        }
    }

    /// Returns the unit of the field's numbers; empty for numbers without a unit, and for values that are no numbers.
    pub fn unit(&self) -> &'static str {
        if let FieldKind::Number(unit, _) = self.kind { unit } else { "" }
    }

    /// Returns the possible values of the field in words: the unit of a number, the list of words.
    pub fn values_in_words(&self) -> String {
        match self.kind {
            FieldKind::Number("", _) => "number".to_owned(),
            FieldKind::Number(unit, _) => format!("number, {unit}"),
            FieldKind::Flag(_) => "true, false".to_owned(),
            FieldKind::Word(words, _) => words.join(", "),
            FieldKind::Place(_) => "place".to_owned(),
        }
    }
}

/// Returns the variant's name in the JSON of an enum; `None` if it is none of `words`.
fn word_of(words: &[&'static str], json: &Value) -> Option<&'static str> {
    let name = json.as_str().or_else(|| json.as_object()?.keys().next().map(String::as_str))?;
    words.iter().find(|word| **word == name).copied()
}

impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Number(f64::INFINITY) => f.write_str("infinite"),
            Self::Number(x) => number(*x).fmt(f),
            Self::Flag(flag) => flag.fmt(f),
            Self::Word(word) => word.fmt(f),
            Self::Place(CursorPosition { x, y }) => write!(f, "({}, {})", number(*x), number(*y)),
        }
    }
}
