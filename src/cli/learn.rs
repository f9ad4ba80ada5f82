//! `pickray learn`: lessons in the window, or run without one.

mod publishing;

use super::console::{self, run_window};
use super::output::Output;
use super::{CliError, Outcome, describe};
use crate::app::texts::of_library;
use crate::app::{self, AppError};
use crate::language::Language;
use crate::lesson::{self, Lesson, LessonError, PageCheck};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Take lessons in the window, or check that every page starts unsolved and has a solution that works
#[derive(Debug, Args)]
pub struct LearnArgs {
    /// A lesson, NAME.lesson.json, or a folder of lessons [default: the built-in ones]
    file: Option<PathBuf>,
    /// Run them without a window
    #[arg(long)]
    check: bool,
    /// Check a folder of lessons, and copy it with its meshes and an index into the folder OUT, for the page to fetch
    #[arg(long, value_name = "OUT", requires = "file")]
    publish: Option<PathBuf>,
}

#[derive(Serialize)]
struct LearnResult {
    /// `true` if no page of any lesson has a problem, and every lesson can be used.
    ok: bool,
    lessons: Vec<LessonResult>,
    errors: Vec<String>,
    /// Names of the files that were published; absent if none were.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<Vec<String>>,
}

#[derive(Serialize)]
struct LessonResult {
    lesson: String,
    pages: Vec<PageCheck>,
}

pub fn run(args: &LearnArgs, language: Option<Language>, output: &Output) -> Result<Outcome, CliError> {
    if !args.check && args.publish.is_none() {
        return take(args, language, output);
    }
    let (lessons, errors) = lessons(args)?;
    let folder = args.file.as_deref().filter(|folder| folder.is_dir());
    if let (Some(_), None, Some(file)) = (&args.publish, folder, &args.file) {
        let why = "is not a folder of lessons, which --publish needs; name the folder of the lesson";
        return Err(CliError::about(file, why));
    }
    let checked = lesson::check(&lessons, &|error| of_library::said(error));
    let ok = errors.is_empty() && checked.iter().flatten().all(|page| page.problems.is_empty());
    let target = args.publish.as_ref().zip(folder).filter(|_| ok);
    let published = target.map(|(out, folder)| publishing::publish(folder, out, &lessons)).transpose()?;
    let results =
        lessons.into_iter().zip(checked).map(|(Lesson { name, .. }, pages)| LessonResult { lesson: name, pages });
    let errors: Vec<_> = errors.iter().map(LessonError::to_string).collect();
    let result = LearnResult { ok, lessons: results.collect(), errors, published };
    output.result(&result, || text(&result, args.publish.as_deref()))?;
    for error in &result.errors {
        output.note(error);
    }
    if args.publish.is_some() && !ok {
        output.note("nothing is published until all lessons pass");
    }
    Ok(if result.ok { Outcome::Done } else { Outcome::No })
}

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
            Err(CliError(format!("{message}{why}")))
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the lessons that are asked for, and the errors of those in a folder that cannot be used.
fn lessons(args: &LearnArgs) -> Result<(Vec<Lesson>, Vec<LessonError>), CliError> {
    match &args.file {
        None => Ok((lesson::builtin().to_vec(), Vec::new())),
        Some(folder) if folder.is_dir() => {
            let read = lesson::read_folder(folder);
            if read.is_empty() {
                return Err(CliError::about(folder, "has no lessons; they are named NAME.lesson.json"));
            }
            let (lessons, errors): (Vec<_>, Vec<_>) = read.into_iter().partition(Result::is_ok);
            Ok((lessons.into_iter().flatten().collect(), errors.into_iter().filter_map(Result::err).collect()))
        }
        Some(file) => Ok((vec![lesson::read(file)?], Vec::new())),
    }
}

/// Returns the result in words: a line for each page, and one for each problem; the last one tells what is in `out`.
fn text(result: &LearnResult, out: Option<&Path>) -> String {
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
    text += &format!("{} in {}\n", describe::count(pages, "page"), describe::count(lessons, "lesson"));
    if let Some((published, out)) = result.published.as_ref().zip(out) {
        let (n_files, name) = (published.len() as u64, out.file_name().unwrap_or_default().display());
        let files = describe::count(n_files, "file");
        text += &format!("{files} and an index in {}: beside the page, ?lessons={name}/ opens them\n", out.display());
    }
    text
}
