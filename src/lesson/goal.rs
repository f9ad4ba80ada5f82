//! Goals: conditions on fields that hold when a page is solved. Fields are named values, which the evidence holds.

use super::fields::{self, nearest_name};
use super::{LessonProblem, Values};
use glam::DMat4;
use pickray::math::CursorPosition;
use pickray::pick::HitDetails;
use pickray::pick::explain::{MistakenPick, PickTrace, Step, WhyNot, number};
use pickray::study::{HiddenMistake, Study};
use serde::Deserialize;
use serde_json::Value;
use std::fmt;

/// Largest difference, relative to the larger number, that counts as unchanged: more than roundings, less than is seen.
const UNCHANGED: f64 = 1.0 / (1_u64 << 32) as f64;

#[derive(Clone, Debug, Default)]
pub struct Goal {
    pub conditions: Vec<Condition>,
}

#[derive(Clone, Copy, Debug)]
pub struct Condition {
    pub field: &'static Field,
    /// Test that the field's value has to pass. While the field has no value, the condition does not hold.
    pub test: Test,
}

#[derive(Clone, Copy, Debug)]
pub enum Test {
    Is(Operand),
    IsNot(Operand),
    AtLeast(Operand),
    AtMost(Operand),
    Near {
        operand: Operand,
        within: f64,
    },
    /// Comparison with the value when the page was opened: `true` if it must differ, `false` if it must not.
    Changed(bool),
}

/// Operand of a test: the value that a field is compared with.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    Value(FieldValue),
    /// Value of another field at the same time.
    Field(&'static Field),
}

/// Condition as it is written in a lesson's JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConditionText {
    pub field: String,
    is: Option<Scalar>,
    is_not: Option<Scalar>,
    at_least: Option<Scalar>,
    at_most: Option<Scalar>,
    near: Option<Scalar>,
    within: Option<f64>,
    changed: Option<bool>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a number, true, false or a text is needed")]
enum Scalar {
    Number(f64),
    Flag(bool),
    Text(String),
}

impl Goal {
    /// Returns whether the page is solved, by all values now and when it was opened; never without conditions.
    pub fn is_met(&self, now: &Values, start: &Values) -> bool {
        !self.conditions.is_empty() && self.conditions.iter().all(|condition| condition.holds(now, start))
    }
}

impl Condition {
    /// Returns whether the condition holds, by the values of all fields now and when the page was opened.
    pub fn holds(&self, now: &Values, start: &Values) -> bool {
        let Some(value) = now.get(self.field) else { return false };
        let of = |operand: Operand| match operand {
            Operand::Value(value) => Some(value),
            Operand::Field(field) => now.get(field),
        };
        let numbers = |operand: Operand| match (value, of(operand)?) {
            (FieldValue::Number(value), FieldValue::Number(other)) => Some((value, other)),
            _ => None,
        };
        match self.test {
            Test::Is(operand) => of(operand) == Some(value),
            Test::IsNot(operand) => of(operand).is_some_and(|other| other != value),
            Test::AtLeast(operand) => numbers(operand).is_some_and(|(value, least)| least <= value),
            Test::AtMost(operand) => numbers(operand).is_some_and(|(value, most)| value <= most),
            Test::Near { operand, within } => {
                numbers(operand).is_some_and(|(value, other)| value == other || (value - other).abs() <= within)
            }
            Test::Changed(changed) => start.get(self.field).is_none_or(|before| !same(before, value)) == changed,
        }
    }

    /// Reads a condition: it needs a known field, a value of that field's kind, and exactly one test.
    pub(super) fn from_text(text: &ConditionText) -> Result<Self, LessonProblem> {
        let field = fields::named(&text.field).ok_or_else(|| unknown(&text.field))?;
        let operand = |scalar: &Scalar| Operand::new(field, scalar);
        let number = |scalar: &Scalar| match field.kind {
            FieldKind::Number(..) => operand(scalar),
            _ => Err(LessonProblem::NotANumber { field: field.name }),
        };
        let given = [
            text.is.as_ref().map(|scalar| operand(scalar).map(Test::Is)),
            text.is_not.as_ref().map(|scalar| operand(scalar).map(Test::IsNot)),
            text.at_least.as_ref().map(|scalar| number(scalar).map(Test::AtLeast)),
            text.at_most.as_ref().map(|scalar| number(scalar).map(Test::AtMost)),
            text.near
                .as_ref()
                .zip(text.within)
                .map(|(scalar, within)| number(scalar).map(|operand| Test::Near { operand, within })),
            text.changed.map(|changed| Ok(Test::Changed(changed))),
        ];
        let halves = text.near.is_some() != text.within.is_some();
        let mut given = given.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(test), None) if !halves => Ok(Self { field, test: test? }),
            _ => Err(LessonProblem::NotOneTest),
        }
    }
}

impl Operand {
    fn new(field: &'static Field, scalar: &Scalar) -> Result<Self, LessonProblem> {
        let value = match (field.kind, scalar) {
            (FieldKind::Number(..), Scalar::Number(number)) => Some(FieldValue::Number(*number)),
            (FieldKind::Number(..), Scalar::Text(text)) if text == "infinite" => {
                Some(FieldValue::Number(f64::INFINITY))
            }
            (FieldKind::Flag(_), Scalar::Flag(flag)) => Some(FieldValue::Flag(*flag)),
            (FieldKind::Word(words, _), Scalar::Text(text)) => {
                words.iter().find(|word| *word == text).map(|word| FieldValue::Word(word))
            }
            _ => None,
        };
        let other = || match scalar {
            Scalar::Text(name) => fields::named(name).filter(|other| {
                std::mem::discriminant(&other.kind) == std::mem::discriminant(&field.kind)
                    && !matches!(other.kind, FieldKind::Place(_))
            }),
            _ => None,
        };
        let wrong = || LessonProblem::WrongValue { field: field.name, values: field.values_in_words() };
        value.map(Self::Value).or_else(|| other().map(Self::Field)).ok_or_else(wrong)
    }
}

/// Returns the problem of a field name that does not exist, with the most similar name that exists.
pub(super) fn unknown(name: &str) -> LessonProblem {
    LessonProblem::UnknownField { name: name.to_owned(), near: nearest_name(name) }
}

/// Returns whether two values are the same, but for the rounding of numbers.
fn same(a: FieldValue, b: FieldValue) -> bool {
    match (a, b) {
        (FieldValue::Number(a), FieldValue::Number(b)) => a == b || (a - b).abs() <= UNCHANGED * a.abs().max(b.abs()),
        _ => a == b,
    }
}

/// Writes a condition as "hit.side is back".
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = self.field.name;
        match self.test {
            Test::Is(operand) => write!(f, "{name} is {operand}"),
            Test::IsNot(operand) => write!(f, "{name} is not {operand}"),
            Test::AtLeast(operand) => write!(f, "{name} is at least {operand}"),
            Test::AtMost(operand) => write!(f, "{name} is at most {operand}"),
            Test::Near { operand, within } => write!(f, "{name} is within {} of {operand}", number(within)),
            Test::Changed(true) => write!(f, "{name} changed"),
            Test::Changed(false) => write!(f, "{name} did not change"),
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Field(field) => f.write_str(field.name),
        }
    }
}

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
