//! `pickray learn`: lessons in the window, run without one, or published: copied into a folder with an index.

use super::console::{self, run_window};
use super::output::{self, Output};
use super::{CliError, Outcome};
use crate::app::platform::published::{INDEX, LONGEST_MESH, Published};
use crate::app::platform::writing::{Kind, Target, make_folder};
use crate::app::platform::{is_companion, reading};
use crate::app::texts::of_library;
use crate::app::{self, AppError};
use crate::language::Language;
use crate::lesson::{self, LONGEST_FILE, Lesson, LessonError, PageCheck};
use crate::situation_text::name_of;
use clap::Args;
use pickray::mesh::samples::{SAMPLE_PREFIX, Sample};
use pickray::mesh::{Load, folder_of, open_beside};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::iter;
use std::path::{self, Path, PathBuf};

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
    let published = target.map(|(out, folder)| publish(folder, out, &lessons)).transpose()?;
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
    text += &format!("{} in {}\n", output::count(pages, "page"), output::count(lessons, "lesson"));
    if let Some((published, out)) = result.published.as_ref().zip(out) {
        let (n_files, name) = (published.len() as u64, out.file_name().unwrap_or_default().display());
        let files = output::count(n_files, "file");
        text += &format!("{files} and an index in {}: beside the page, ?lessons={name}/ opens them\n", out.display());
    }
    text
}

/// Copies checked lessons of a folder, and the meshes that they show, into the folder `out`, and writes their index
/// there. Returns the names of the files. Fails, and writes nothing, if a file is missing, lies outside or is too
/// large, if a mesh needs one that is not copied, or if `out` holds what nobody has published there.
pub fn publish(folder: &Path, out: &Path, lessons: &[Lesson]) -> Result<Vec<String>, CliError> {
    let refused = |path: &Path, why: &str| CliError::about(path, why);
    let unmade = |error: io::Error| refused(out, &format!("cannot be made: {error}; name another folder"));
    let before = published_before(out)?;

    // The new folder takes its name when it is complete. What a run that was killed left of it is removed.
    let place = out.canonicalize().or_else(|_| path::absolute(out)).map_err(unmade)?;
    let above = place.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(&place);
    let name = format!(".{}.unpublished", place.file_name().unwrap_or_default().display());
    _ = fs::remove_dir_all(above.join(&name));
    let staging = tempfile::Builder::new().prefix(&name).rand_bytes(0).tempdir_in(above).map_err(unmade)?;
    let copies = &staging.path().join("new");
    fs::create_dir(copies).map_err(unmade)?;
    let (meshes, mut files) = (meshes(lessons), BTreeMap::new());
    for name in names(folder, lessons, &meshes) {
        let (_, file, _) = open_beside(folder, &name)
            .map_err(|error| refused(&folder.join(&name), &format!("is not published: {}", error.why())))?;
        let copy = copies.join(&name);
        let copied = make_folder(folder_of(&copy)).and_then(|()| File::create(&copy));
        let copied = copied.and_then(|mut copy| io::copy(&mut file.take(LONGEST_MESH + 1), &mut copy));
        files.insert(name, copied.map_err(unmade)?);
    }
    let index = Published::new(files).map_err(|problem| refused(folder, &format!("is not published: {problem}")))?;

    // Whoever takes the lessons has the copies alone.
    let read: Vec<_> = lesson::read_folder(copies).into_iter().flatten().collect();
    let checked = lesson::check(&read, &|error| of_library::said(error));
    let problem = checked.iter().flatten().find_map(|page| page.problems.first().cloned());
    if let Some(problem) = problem.or_else(|| meshes.iter().find_map(|mesh| image_left_out(folder, copies, mesh))) {
        let why = format!("is not published, since a mesh needs files that are not beside it: {problem}");
        return Err(refused(folder, &why.replace(&format!("{}/", copies.display()), "")));
    }
    let is_before = |name: &str| before.as_ref().is_some_and(|before| before.names().any(|other| other == name));
    let is_foreign = |name: &&str| !is_before(name) && out.join(name).symlink_metadata().is_ok();
    if let Some(name) = index.names().find(is_foreign) {
        return Err(refused(&out.join(name), "already exists, and pickray did not publish it; name a new folder"));
    }
    for name in index.names().filter(|_| before.is_some()) {
        let sources = index.names().map(|source| folder.join(source));
        Target::new(out.join(name), Kind::Mesh).sparing(sources).forced(true).check()?;
    }
    Target::new(copies.join(INDEX), Kind::Mesh).forced(true).write_json(&index, true)?;

    if before.is_some() {
        // The index goes first: by it a later run knows all files as published, wherever this one ends.
        for name in iter::once(INDEX).chain(index.names()) {
            let made = make_folder(folder_of(&place.join(name)));
            made.and_then(|()| fs::rename(copies.join(name), place.join(name)))
                .map_err(|error| refused(&out.join(name), &error.to_string()))?;
        }
    } else {
        make_folder(folder_of(&place)).map_err(unmade)?;
        // Windows gives no folder the name of an empty one.
        _ = fs::remove_dir(&place);
        fs::rename(copies, &place).map_err(unmade)?;
    }
    let is_left = |name: &&str| !index.names().any(|other| other == *name);
    // What the index no longer lists is fetched by nobody, so that it may as well stay where it cannot be removed.
    before.iter().flat_map(Published::names).filter(is_left).for_each(|name| _ = fs::remove_file(out.join(name)));
    Ok(index.names().map(str::to_owned).collect())
}

/// Returns the name of an image that a mesh shows in its folder, and not in the folder of its copy.
fn image_left_out(folder: &Path, copies: &Path, mesh: &str) -> Option<String> {
    let shown = |folder: &Path| -> BTreeSet<String> {
        let scene = Load::file(folder.join(mesh)).scene().map(|(scene, _)| scene).unwrap_or_else(|_| Vec::new().into());
        let images = scene.objects().iter().flat_map(|object| object.mesh.textures().images());
        images.filter(|image| image.size().is_ok()).map(|image| image.name().to_owned()).collect()
    };
    shown(folder).difference(&shown(copies)).next().cloned()
}

/// Returns the names of the meshes that lessons show, but for samples.
fn meshes(lessons: &[Lesson]) -> BTreeSet<String> {
    let situations = lessons.iter().flat_map(|lesson| &lesson.pages).filter_map(|page| page.situation.as_ref());
    let is_file = |mesh: &&String| mesh.strip_prefix(SAMPLE_PREFIX).and_then(Sample::from_id).is_none();
    let meshes = situations.flat_map(|situation| &situation.objects).map(|object| &object.mesh).filter(is_file);
    meshes.map(|mesh| name_of(OsStr::new(mesh)).to_string_lossy().into_owned()).collect()
}

/// Returns the names of the lessons' files, of the meshes that they show, and of all that these may name.
fn names(folder: &Path, lessons: &[Lesson], meshes: &BTreeSet<String>) -> BTreeSet<String> {
    let mut names = meshes.clone();
    if !names.is_empty() {
        let beside = fs::read_dir(folder).into_iter().flatten().flatten();
        let beside = beside.map(|entry| entry.file_name().to_string_lossy().into_owned());
        // Of the folders below only the files that a mesh names are published.
        let opened = meshes.iter().filter_map(|mesh| Load::file(folder.join(mesh)).scene().ok());
        let opened = opened.flat_map(|(scene, _)| scene.files()).filter_map(|file| below(folder, &file));
        names.extend(beside.chain(opened).filter(|name| is_companion(name)));
    }
    for lesson in lessons {
        names.insert(format!("{}.lesson.json", lesson.name));
        names.extend(lesson.languages().map(|language| format!("{}.{}.md", lesson.name, language.code())));
    }
    names
}

fn below(folder: &Path, file: &Path) -> Option<String> {
    let (folder, file) = (folder.canonicalize().ok()?, file.canonicalize().ok()?);
    Some(file.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/"))
}

/// Returns the index of what was published in a folder before; `None` of a new or an empty one.
fn published_before(out: &Path) -> Result<Option<Published>, CliError> {
    if fs::read_dir(out).map_or(true, |mut entries| entries.next().is_none()) {
        return Ok(None);
    }
    let index = reading::read(&out.join(INDEX), LONGEST_FILE);
    let index = index.ok().and_then(|json| Published::parse("", &json).ok()).ok_or_else(|| {
        let why = "holds other files, and no index of lessons that were published there; name a new folder";
        CliError::about(out, why)
    });
    index.map(Some)
}
