//! Errors of lessons that cannot be used, in one line: the file, the line, the page and what to do.

use crate::situation_text::SituationError;
use pickray::study::ChangeError;
use std::fmt;

/// Error of a lesson that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonError {
    /// Path of the file that has the error.
    pub file: String,
    /// Line in the file, from 1; `None` if the error is about the file as a whole.
    pub line: Option<usize>,
    /// Page and the part of it, as "page flip, goal 2"; empty if the error is about no page.
    pub place: String,
    /// Problem that makes the lesson unusable.
    pub problem: LessonProblem,
}

/// Problem of a lesson that cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LessonProblem {
    /// File that the system cannot read, or that is no regular file.
    #[error("cannot be read: {0}; check the path and the permissions")]
    Unreadable(String),
    /// File outside of the lesson's folder, which a link in the folder leads to.
    #[error("lies outside of the lesson's folder; put it there")]
    Outside,
    /// File longer than 1 MiB, the limit for a lesson's file.
    #[error("is longer than 1 MiB, which no lesson is; name another file")]
    TooLong,
    /// File that is no UTF-8 text.
    #[error("is not UTF-8 text; save it as UTF-8")]
    NotText,
    /// Missing Markdown file with the lesson's words in one of the lesson's languages.
    #[error(
        "the words in this language are missing; write them, or name the languages that there are in \"languages\""
    )]
    MissingLanguage,
    /// File name that is not of the form `NAME.lesson.json`.
    #[error("is not named as a lesson: NAME.lesson.json is needed")]
    NotNamedSo,
    /// JSON that is not of a lesson's form, with the parser's message.
    #[error("{0}; docs/lessons.md shows the form")]
    Form(String),
    /// Version of the lesson format that is not the one that this program reads.
    #[error("is of version {0}, and this pickray reads version 1; take a newer pickray")]
    Version(u32),
    /// Empty list of languages.
    #[error("there must be at least one language; leave the list out for all")]
    NoLanguage,
    /// Empty list of pages.
    #[error("there must be at least one page")]
    NoPage,
    /// Id that two pages of the lesson have.
    #[error("another page has this id; give each its own")]
    SamePage,
    /// Id of a page that is empty, or has characters other than small letters, digits and hyphens.
    #[error("an id has small letters, digits and hyphens only")]
    PageId,
    /// Name of a field that does not exist.
    #[error("there is no field {name:?}; {near} is the nearest, and docs/lessons.md lists them all")]
    UnknownField {
        /// Name as it was written.
        name: String,
        /// Name of the existing field that is spelt most like it.
        near: &'static str,
    },
    /// Value that a field never has.
    #[error("{field} cannot be that; it is one of: {values}; or the name of a field of that kind")]
    WrongValue {
        /// Name of the field.
        field: &'static str,
        /// Values that the field can have, in words.
        values: String,
    },
    /// Field that is compared as a number but has no numbers as values.
    #[error("{field} is no number; compare it by is, is_not or changed")]
    NotANumber {
        /// Name of the field.
        field: &'static str,
    },
    /// Error in a lesson's file: a condition of a goal must have exactly one test, and has none or several.
    #[error("one test is needed: is, is_not, at_least, at_most, near with within, or changed")]
    NotOneTest,
    /// Prediction that asks for nothing, or for several things.
    #[error("one of choice with answer, number, or click is needed")]
    NotOnePrediction,
    /// Field of a prediction that is of another kind than the prediction needs.
    #[error("{field} is no {needed}; name a field that is")]
    NotPredictable {
        /// Name of the field.
        field: &'static str,
        /// Kind that is needed: "number" or "place".
        needed: &'static str,
    },
    /// Right answer of a choice that is not among its options.
    #[error("the answer {0:?} is none of the options")]
    NoSuchOption(String),
    /// Situation that cannot be used.
    #[error("{0}")]
    Situation(#[from] SituationError),
    /// Name of a sample that does not exist.
    #[error("there is no sample {0:?}; take one of triangle, cube, icosphere, torus-knot, teapot, noisy-sphere")]
    NoSuchSample(String),
    /// Sample that cannot be made, with the reason.
    #[error("{0}")]
    Sample(String),
    /// Picture of a situation that is too small or too large.
    #[error("a picture has 1 to 16384 pixels each way")]
    Size,
    /// Change that is impossible, in a solution, a reveal or a sample's `set`.
    #[error("{0}")]
    Change(#[from] ChangeError),
    /// Scale factor that is no finite number above 0.
    #[error("a scale factor is a number above 0")]
    ScaleFactor,
    /// Page with a goal but no solution, or with a solution or hints but no goal.
    #[error("a goal needs a solution, and a solution or hints need a goal")]
    GoalWithoutSolution,
    /// Words for a page that the lesson does not have.
    #[error("there is no such page in the lesson; mend the id or remove the section")]
    UnknownPage,
    /// A page without words.
    #[error("the words of this page are missing; write its section")]
    PageWithoutWords,
    /// Required part of a lesson's words that is missing.
    #[error("{0} is missing")]
    MissingPart(&'static str),
    /// Heading in a lesson's words that does not belong where it stands, or that stands there twice.
    #[error("{0} has no place here")]
    Misplaced(String),
    /// Number of options or hints in the words that differs from the number in the lesson's JSON.
    #[error("the number of {what} is {given}, and the lesson has {needed}")]
    Count {
        /// What is counted: "options" or "hints".
        what: &'static str,
        /// Number of options or hints in the words.
        given: usize,
        /// Number of options or hints in the lesson's JSON.
        needed: usize,
    },
    /// Markdown construct that lessons do not allow.
    #[error("{0} is not shown in lessons; there are paragraphs, lists, code, *emphasis* and **strong** words")]
    Markdown(&'static str),
}

/// Writes `FILE:LINE: PLACE: what is wrong`, on one line.
impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { file, line, place, problem } = self;
        let mut text = file.clone();
        if let Some(line) = line {
            text += &format!(":{line}");
        }
        text += ": ";
        if !place.is_empty() {
            text += &format!("{place}: ");
        }
        text += problem.to_string().trim_end_matches('.');
        let one_line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        f.write_str(&one_line)
    }
}

impl std::error::Error for LessonError {}
