//! Goals: conditions on fields that hold when a page is solved.

use super::fields::{self, nearest_name};
use super::{Field, FieldKind, FieldValue, LessonProblem, Values};
use pickray::pick::explain::number;
use serde::Deserialize;
use std::fmt;

/// Largest difference, relative to the larger number, that counts as unchanged: more than roundings, less than is seen.
const UNCHANGED: f64 = 1.0 / (1_u64 << 32) as f64;

/// Goal of a page, which is solved once all of its conditions hold.
#[derive(Clone, Debug, Default)]
pub struct Goal {
    pub conditions: Vec<Condition>,
}

/// Condition of a goal: a test of one field.
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
