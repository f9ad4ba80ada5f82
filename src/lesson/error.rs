//! Errors of lessons that cannot be used, in one line: the file, the line, the page and what to do.

use crate::situation_text::SituationError;
use pickray::said;
use pickray::study::ChangeError;
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub struct LessonError {
    pub file: String,
    /// Line in the file, from 1; `None` if the error is about the file as a whole.
    pub line: Option<usize>,
    /// Page and the part of it, as "page flip, goal 2"; empty if the error is about no page.
    pub place: String,
    pub problem: LessonProblem,
}

said! {
    @english
    #[derive(Clone, Debug, PartialEq)]
    pub enum LessonProblem {
        /// File that the system cannot read, or that is no regular file.
        Unreadable(why: String) => "cannot be read: {why}; check the path and the permissions",
        /// File outside the lesson's folder, which a link in the folder leads to.
        Outside => "lies outside the lesson's folder; put it there",
        TooLong => "is longer than 1 MiB, the most for a lesson; name another file",
        NotText => "is not UTF-8 text; save it as UTF-8",
        MissingLanguage =>
            "the words in this language are missing; write them, or list the languages that you have in \"languages\"",
        NotNamedSo => "is not named NAME.lesson.json, as a lesson is",
        /// JSON that is not of a lesson's form, with the parser's message.
        Form(problem: String) => "{problem}; docs/lessons.md shows the form",
        Version(version: u32) => "is of version {version}, and this pickray reads version 1; use a newer pickray",
        NoLanguage => "there must be at least one language; leave out the list to have all",
        NoPage => "there must be at least one page",
        SamePage => "another page has this id; give each its own",
        PageId => "an id has small letters, digits and hyphens only",
        UnknownField { name: String, near: &'static str } =>
            "there is no field {name:?}; {near} is the nearest, and docs/lessons.md lists them all",
        WrongValue { field: &'static str, values: String } =>
            "{field} cannot be that; it is one of: {values}; or the name of a field of that kind",
        NotANumber { field: &'static str } => "{field} is not a number; compare it with is, is_not or changed",
        NotOneTest => "one test is needed: is, is_not, at_least, at_most, near with within, or changed",
        NotOnePrediction => "one of choice with answer, number, or click is needed",
        NotPredictable { field: &'static str, needed: &'static str } =>
            "{field} is not a {needed}; name a field that is",
        NoSuchOption(answer: String) => "the answer {answer:?} is none of the options",
        Situation(error: SituationError) => "{error}",
        NoSuchSample(name: String) =>
            "there is no sample {name:?}; choose one of triangle, cube, icosphere, torus-knot, teapot, noisy-sphere",
        Sample(problem: String) => "{problem}",
        Size => "a picture has 1 to 16384 pixels each way",
        /// Change that is impossible, in a solution, a reveal or a sample's `set`.
        Change(error: ChangeError) => "{error}",
        ScaleFactor => "a scale factor is a number above 0",
        GoalWithoutSolution => "a goal needs a solution, and a solution or hints need a goal",
        UnknownPage => "there is no such page in the lesson; correct the id or remove the section",
        PageWithoutWords => "the words of this page are missing; write its section",
        MissingPart(part: &'static str) => "{part} is missing",
        Misplaced(part: String) => "{part} has no place here",
        Count { what: &'static str, given: usize, needed: usize } =>
            "the number of {what} is {given}, and the lesson has {needed}",
        Markdown(what: &'static str) =>
            "{what} is not shown in lessons; there are paragraphs, lists, code, *emphasis* and **strong** words",
    }
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
