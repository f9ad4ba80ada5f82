//! Why a lesson cannot be used, in one line: the file, the line, the page and what to do.

use crate::situation_text::SituationError;
use pickray::study::ChangeError;
use std::fmt;

/// Why a lesson cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonError {
    /// The file.
    pub file: String,
    /// The line in it, from 1; `None` where it is about the file as a whole.
    pub line: Option<usize>,
    /// The page and the part of it, as "page flip, goal 2"; empty where it is about none.
    pub place: String,
    /// What is wrong.
    pub problem: LessonProblem,
}

/// What is wrong with a lesson.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LessonProblem {
    /// The system refuses the file, or it is no file.
    #[error("cannot be read: {0}; check the path and the permissions")]
    Unreadable(String),
    /// It lies elsewhere, and a link is in its place.
    #[error("lies outside of the lesson's folder; put it there")]
    Outside,
    /// It is longer than any lesson.
    #[error("is longer than 1 MiB, which no lesson is; name another file")]
    TooLong,
    /// It is no text.
    #[error("is not UTF-8 text; save it as UTF-8")]
    NotText,
    /// A file of words is not there.
    #[error(
        "the words in this language are missing; write them, or name the languages that there are in \"languages\""
    )]
    MissingLanguage,
    /// The file's name is not that of a lesson.
    #[error("is not named as a lesson: NAME.lesson.json is needed")]
    NotNamedSo,
    /// It is no JSON of this form.
    #[error("{0}; docs/lessons.md shows the form")]
    Form(String),
    /// It is of a later version.
    #[error("is of version {0}, and this pickray reads version 1; take a newer pickray")]
    Version(u32),
    /// It has no pages, or no languages.
    #[error("there must be at least one")]
    Empty,
    /// Two pages are named alike.
    #[error("another page has this id; give each its own")]
    SamePage,
    /// The id of a page cannot be a heading.
    #[error("an id has small letters, digits and hyphens only")]
    PageId,
    /// There is no such field.
    #[error("there is no field {name:?}; {near} is the nearest, and docs/lessons.md lists them all")]
    UnknownField {
        /// As it was written.
        name: String,
        /// One that is spelt like it.
        near: &'static str,
    },
    /// A field never has this value.
    #[error("{field} cannot be that; it is one of: {values}; or the name of a field of that kind")]
    WrongValue {
        /// The field.
        field: &'static str,
        /// What it can be.
        values: String,
    },
    /// A field is compared as a number and is none.
    #[error("{field} is no number; compare it by is, is_not or changed")]
    NotANumber {
        /// The field.
        field: &'static str,
    },
    /// A condition has no test, or several.
    #[error("one test is needed: is, is_not, at_least, at_most, near with within, or changed")]
    NotOneTest,
    /// A prediction asks for nothing, or for several things.
    #[error("one of choice with answer, number, or click is needed")]
    NotOnePrediction,
    /// The field of a prediction is of another kind.
    #[error("{field} is no {needed}; name a field that is")]
    NotPredictable {
        /// The field.
        field: &'static str,
        /// "number" or "place".
        needed: &'static str,
    },
    /// The answer is not among the options.
    #[error("the answer {0:?} is none of the options")]
    NoSuchOption(String),
    /// A situation cannot be taken.
    #[error("{0}")]
    Situation(#[from] SituationError),
    /// There is no such sample.
    #[error("there is no sample {0:?}; take one of triangle, cube, icosphere, torus-knot, teapot, noisy-sphere")]
    NoSuchSample(String),
    /// A sample cannot be made.
    #[error("{0}")]
    Sample(String),
    /// The picture of a situation is too small or too large.
    #[error("a picture has 1 to 16384 pixels each way")]
    Size,
    /// Something that is done is impossible.
    #[error("{0}")]
    Change(#[from] ChangeError),
    /// A scale factor is none.
    #[error("a scale factor is a number above 0")]
    ScaleFactor,
    /// A goal without a solution or hints, or a solution or hints without a goal.
    #[error("a page with a goal has a solution, and one without has neither solution nor hints")]
    GoalWithoutSolution,
    /// Words of a page that is not there.
    #[error("there is no such page in the lesson; mend the id or remove the section")]
    UnknownPage,
    /// A page without words.
    #[error("the words of this page are missing; write its section")]
    PageWithoutWords,
    /// A part of the words that has to be there.
    #[error("{0} is missing")]
    MissingPart(&'static str),
    /// A part of the words that has no place there.
    #[error("{0} has no place here")]
    Misplaced(String),
    /// There are more or fewer options or hints than the lesson says.
    #[error("the number of {what} is {given}, and the lesson has {needed}")]
    Count {
        /// "options" or "hints".
        what: &'static str,
        /// How many there are.
        given: usize,
        /// How many there must be.
        needed: usize,
    },
    /// Markdown that lessons do not have.
    #[error("{0} is not shown in lessons; there are paragraphs, lists, code, *emphasis* and **strong** words")]
    Markdown(&'static str),
}

/// `FILE:LINE: PLACE: what is wrong`, on one line.
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
