//! Errors of lessons that cannot be used, in one line: the file, the line, the page and what to do.

use crate::situation_text::SituationError;
use pickray::study::ChangeError;
use std::fmt;

/// Error of a lesson that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonError {
    pub file: String,
    /// Line in the file, from 1; `None` if the error is about the file as a whole.
    pub line: Option<usize>,
    /// Page and the part of it, as "page flip, goal 2"; empty if the error is about no page.
    pub place: String,
    pub problem: LessonProblem,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LessonProblem {
    /// File that the system cannot read, or that is no regular file.
    #[error("cannot be read: {0}; check the path and the permissions")]
    Unreadable(String),
    /// File outside the lesson's folder, which a link in the folder leads to.
    #[error("lies outside the lesson's folder; put it there")]
    Outside,
    #[error("is longer than 1 MiB, the most for a lesson; name another file")]
    TooLong,
    #[error("is not UTF-8 text; save it as UTF-8")]
    NotText,
    /// Missing Markdown file with the lesson's words in one of the lesson's languages.
    #[error("the words in this language are missing; write them, or list the languages that you have in \"languages\"")]
    MissingLanguage,
    #[error("is not named NAME.lesson.json, as a lesson is")]
    NotNamedSo,
    /// JSON that is not of a lesson's form, with the parser's message.
    #[error("{0}; docs/lessons.md shows the form")]
    Form(String),
    #[error("is of version {0}, and this pickray reads version 1; use a newer pickray")]
    Version(u32),
    #[error("there must be at least one language; leave out the list to have all")]
    NoLanguage,
    #[error("there must be at least one page")]
    NoPage,
    #[error("another page has this id; give each its own")]
    SamePage,
    #[error("an id has small letters, digits and hyphens only")]
    PageId,
    #[error("there is no field {name:?}; {near} is the nearest, and docs/lessons.md lists them all")]
    UnknownField { name: String, near: &'static str },
    #[error("{field} cannot be that; it is one of: {values}; or the name of a field of that kind")]
    WrongValue { field: &'static str, values: String },
    #[error("{field} is not a number; compare it with is, is_not or changed")]
    NotANumber { field: &'static str },
    #[error("one test is needed: is, is_not, at_least, at_most, near with within, or changed")]
    NotOneTest,
    #[error("one of choice with answer, number, or click is needed")]
    NotOnePrediction,
    #[error("{field} is not a {needed}; name a field that is")]
    NotPredictable { field: &'static str, needed: &'static str },
    #[error("the answer {0:?} is none of the options")]
    NoSuchOption(String),
    #[error("{0}")]
    Situation(#[from] SituationError),
    #[error("there is no sample {0:?}; choose one of triangle, cube, icosphere, torus-knot, teapot, noisy-sphere")]
    NoSuchSample(String),
    #[error("{0}")]
    Sample(String),
    #[error("a picture has 1 to 16384 pixels each way")]
    Size,
    /// Change that is impossible, in a solution, a reveal or a sample's `set`.
    #[error("{0}")]
    Change(#[from] ChangeError),
    #[error("a scale factor is a number above 0")]
    ScaleFactor,
    #[error("a goal needs a solution, and a solution or hints need a goal")]
    GoalWithoutSolution,
    #[error("there is no such page in the lesson; correct the id or remove the section")]
    UnknownPage,
    #[error("the words of this page are missing; write its section")]
    PageWithoutWords,
    #[error("{0} is missing")]
    MissingPart(&'static str),
    #[error("{0} has no place here")]
    Misplaced(String),
    #[error("the number of {what} is {given}, and the lesson has {needed}")]
    Count { what: &'static str, given: usize, needed: usize },
    #[error("{0} is not shown in lessons; there are paragraphs, lists, code, *emphasis* and **strong** words")]
    Markdown(&'static str),
}

/// Error of a part of a lesson's file: the line, from 1; the page and the part of it; and the problem.
pub(super) type PartError = (usize, String, LessonProblem);

/// Writes `FILE:LINE: PLACE: what is wrong`, on one line.
impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { file, line, place, problem } = self;
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
        let text = format!("{file}{line}: {place}{problem}");
        f.write_str(&text.trim_end_matches('.').replace(char::is_control, " "))
    }
}

impl std::error::Error for LessonError {}
