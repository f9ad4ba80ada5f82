//! `pickray learn`: lessons in the window, or run without one.

use super::console;
use super::lost_display::run_window;
use super::output::Output;
use super::{CliError, Outcome, describe};
use crate::app::texts::of_library;
use crate::app::{self, AppError};
use crate::language::Language;
use crate::lesson::{self, Lesson, LessonError, PageCheck};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Take lessons in the window; or check them: that every page starts unsolved, and that its solution solves it
#[derive(Debug, Args)]
pub struct LearnArgs {
    /// A lesson, NAME.lesson.json, or a folder of lessons [default: those that are built in]
    file: Option<PathBuf>,
    /// Run them without a window
    #[arg(long)]
    check: bool,
}

#[derive(Serialize)]
struct LearnResult {
    /// `true` if no page of any lesson has a problem, and every lesson can be used.
    ok: bool,
    lessons: Vec<LessonResult>,
    /// Errors of lessons that cannot be used.
    errors: Vec<String>,
}

#[derive(Serialize)]
struct LessonResult {
    lesson: String,
    pages: Vec<PageCheck>,
}

pub fn run(args: &LearnArgs, language: Option<Language>, output: &Output) -> Result<Outcome, CliError> {
    if !args.check {
        return take(args, language, output);
    }
    let (lessons, errors) = lessons(args)?;
    let checked = lesson::check_all(&lessons, &|error| of_library::said(error));
    let results =
        lessons.into_iter().zip(checked).map(|(Lesson { name, .. }, pages)| LessonResult { lesson: name, pages });
    let lessons: Vec<_> = results.collect();
    let problems = lessons.iter().flat_map(|lesson| &lesson.pages).map(|page| page.problems.len()).sum::<usize>();
    let errors: Vec<_> = errors.iter().map(LessonError::to_string).collect();
    let result = LearnResult { ok: problems == 0 && errors.is_empty(), lessons, errors };
    output.result(&result, || text(&result))?;
    for error in &result.errors {
        output.note(error);
    }
    Ok(if result.ok { Outcome::Done } else { Outcome::No })
}

/// Opens the window where lessons are taken.
fn take(args: &LearnArgs, language: Option<Language>, output: &Output) -> Result<Outcome, CliError> {
    // What is no lesson by its name is told here; all else is read beside the window, which tells what is wrong.
    if args.file.as_ref().is_some_and(|file| !lesson::is_named_so(file) && !file.is_dir()) {
        lessons(args)?;
    }
    let options = app::Options { learn: true, lessons: args.file.clone(), language, ..app::Options::default() };
    console::give_back_own();
    match run_window(options, output) {
        Ok(()) => Ok(Outcome::Done),
        Err(error @ (AppError::NoDisplay(_) | AppError::NoOpenGl(_))) => {
            lessons(args)?;
            let why = if let AppError::NoOpenGl(error) = error { format!(": {error}") } else { String::new() };
            let message = "there is no display to take lessons on: `pickray learn --check` runs them without one";
            Err(CliError::Usage(format!("{message}{why}")))
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the lessons that are asked for, and the errors of those in a folder that cannot be used.
fn lessons(args: &LearnArgs) -> Result<(Vec<Lesson>, Vec<LessonError>), CliError> {
    match &args.file {
        None => Ok((lesson::builtin().to_vec(), Vec::new())),
        Some(folder) if folder.is_dir() => {
            let (lessons, errors) = lesson::read_folder(folder);
            if lessons.is_empty() && errors.is_empty() {
                let message = format!("{}: has no lessons; they are named NAME.lesson.json", folder.display());
                return Err(CliError::Usage(message));
            }
            Ok((lessons, errors))
        }
        Some(file) => Ok((vec![lesson::read(file)?], Vec::new())),
    }
}

/// Returns the result in words: a line for each page, and one for each problem.
fn text(result: &LearnResult) -> String {
    let mut text = String::new();
    for LessonResult { lesson, pages } in &result.lessons {
        for PageCheck { page, truth, problems } in pages {
            let truth = truth.as_ref().map(|truth| format!(", prediction {truth}")).unwrap_or_default();
            let verdict = if problems.is_empty() { "ok" } else { "wrong" };
            text += &format!("{verdict}  {lesson}, {page}{truth}\n");
            for problem in problems {
                text += &format!("       {problem}\n");
            }
        }
    }
    let pages = result.lessons.iter().map(|lesson| lesson.pages.len() as u64).sum();
    let lessons = result.lessons.len() as u64;
    text + &format!("{} in {}\n", describe::count(pages, "page"), describe::count(lessons, "lesson"))
}
