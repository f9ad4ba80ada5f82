//! Publishing of lessons: copies of their files in a folder with an index, which the page fetches.

use crate::app::platform::published::{INDEX, LONGEST_MESH, Published, is_companion};
use crate::app::platform::reading;
use crate::app::platform::writing::{Kind, Target, make_folder};
use crate::app::situation_text::name_of;
use crate::app::texts::of_library;
use crate::cli::CliError;
use crate::lesson::{self, LONGEST_FILE, Lesson};
use pickray::mesh::open_beside;
use pickray::mesh::samples::{SAMPLE_PREFIX, Sample};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Copies checked lessons of a folder, and the meshes that they show, into the folder `out`, and writes their index
/// there. Returns the names of the files.
///
/// # Errors
/// One line, if a file is missing, lies outside or is too large, if a mesh needs one that is not copied, or if `out`
/// holds what nobody has published there. Nothing is written then.
pub fn publish(folder: &Path, out: &Path, lessons: &[Lesson]) -> Result<Vec<String>, CliError> {
    let refused = |path: &Path, why: &str| CliError::Usage(format!("{}: {why}", path.display()));
    let copies = tempfile::tempdir().map_err(|error| refused(&std::env::temp_dir(), &error.to_string()))?;
    let mut files = BTreeMap::new();
    for name in names(folder, lessons) {
        let (_, file, _) = open_beside(folder, &name)
            .map_err(|error| refused(&folder.join(&name), &format!("is not published: {}", error.why())))?;
        let copied = File::create(copies.path().join(&name))
            .and_then(|mut copy| io::copy(&mut file.take(LONGEST_MESH + 1), &mut copy));
        files.insert(name, copied.map_err(|error| refused(copies.path(), &error.to_string()))?);
    }
    let index = Published::new(files).map_err(|problem| refused(folder, &format!("is not published: {problem}")))?;

    // Whoever takes the lessons has the copies alone.
    let (read, _) = lesson::read_folder(copies.path());
    let checked = lesson::check_all(&read, &|error| of_library::said(error));
    if let Some(problem) = checked.iter().flatten().find_map(|page| page.problems.first()) {
        let why = format!("is not published, since a mesh needs files that are not beside it: {problem}");
        return Err(refused(folder, &why.replace(&format!("{}/", copies.path().display()), "")));
    }
    let before = published_before(out)?;
    let is_before = |name: &str| before.as_ref().is_some_and(|before| before.names().any(|other| other == name));
    let is_foreign = |name: &&str| !is_before(name) && out.join(name).symlink_metadata().is_ok();
    if let Some(name) = index.names().find(is_foreign) {
        return Err(refused(&out.join(name), "is there already, and nobody published it; name a new folder"));
    }

    let target = |name| Target::new(out.join(name), Kind::Mesh).sparing([folder.join(name)]).forced(true);
    make_folder(out).map_err(|error| refused(out, &format!("cannot be made: {error}; name another folder")))?;
    for name in index.names() {
        target(name).write(&reading::read(&copies.path().join(name), LONGEST_MESH)?)?;
    }
    target(INDEX).write_json(&index)?;
    let is_left = |name: &&str| !index.names().any(|other| other == *name);
    // What the index no longer lists is fetched by nobody, so that it may as well stay where it cannot be removed.
    before.iter().flat_map(Published::names).filter(is_left).for_each(|name| _ = fs::remove_file(out.join(name)));
    Ok(index.names().map(str::to_owned).collect())
}

/// Returns the names of the lessons' files, of the meshes that they show, and of all that these may name.
fn names(folder: &Path, lessons: &[Lesson]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for Lesson { pages, .. } in lessons {
        let objects = pages.iter().filter_map(|page| page.situation.as_ref()).flat_map(|situation| &situation.objects);
        let is_file = |mesh: &&String| mesh.strip_prefix(SAMPLE_PREFIX).and_then(Sample::from_id).is_none();
        let meshes = objects.map(|object| &object.mesh).filter(is_file);
        names.extend(meshes.map(|mesh| name_of(OsStr::new(mesh)).to_string_lossy().into_owned()));
    }
    if !names.is_empty() {
        let beside = fs::read_dir(folder).into_iter().flatten().flatten();
        names
            .extend(beside.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(|it| is_companion(it)));
    }
    for lesson in lessons {
        names.insert(format!("{}.lesson.json", lesson.name));
        names.extend(lesson.languages().map(|language| format!("{}.{}.md", lesson.name, language.code())));
    }
    names
}

/// Returns the index of what was published in a folder before; `None` of a new or an empty one.
fn published_before(out: &Path) -> Result<Option<Published>, CliError> {
    if fs::read_dir(out).map_or(true, |mut entries| entries.next().is_none()) {
        return Ok(None);
    }
    let index = reading::read(&out.join(INDEX), LONGEST_FILE);
    let index = index.ok().and_then(|json| Published::parse("", &json).ok()).ok_or_else(|| {
        let why = "holds other files, and no index of lessons that were published there; name a new folder";
        CliError::Usage(format!("{}: {why}", out.display()))
    });
    index.map(Some)
}
