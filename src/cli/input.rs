//! Meshes that a command works on.

use super::camera::{DEFAULT_SIZE, MoveArgs, ViewArgs};
use super::output::{self, Output};
use super::{CliError, Outcome};
use crate::app::answers::SAMPLE_PREFIX;
use crate::app::platform::reading;
use crate::app::platform::writing::Target;
use crate::situation_text::SituationError;
use clap::Args;
use pickray::mesh::samples::Sample;
use pickray::mesh::{Load, LoadReport, Mesh};
use pickray::scene::{Object, Scene};
use pickray::study::{Situation, Study};
use serde::Serialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Meshes of a command as one scene, the place of the scene, and the camera that sees it.
#[derive(Debug, Args)]
pub struct SceneArgs {
    /// The meshes: OBJ, OFF, PLY, STL or glTF files, or sample:NAME; several form one scene
    #[arg(required = true, value_name = "FILE")]
    files: Vec<OsString>,
    #[command(flatten)]
    moved: MoveArgs,
    #[command(flatten)]
    view: ViewArgs,
}

impl SceneArgs {
    /// Returns the meshes as the options say, and the target, which may be none of the files read, nor of `others`.
    pub fn open<'a>(
        &self,
        target: Option<Target>,
        others: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<(Input, Option<Target>), CliError> {
        let target = target.map(|target| target.sparing(&self.files).sparing(others));
        target.iter().try_for_each(Target::check)?;
        let mut input = Input::load(&self.files)?;
        let target = target.map(|target| input.spared_by(target)).transpose()?;
        self.place(&mut input.study)?;
        Ok((input, target))
    }

    /// Places the scene of a study and its camera as the options say. Fails if an option is impossible.
    pub fn place(&self, study: &mut Study) -> Result<(), CliError> {
        self.moved.apply(study)?;
        self.view.apply(study)
    }
}

/// Input of a command: the objects of one or several files, and their load reports.
pub struct Input {
    /// Files as the arguments name them, each with the number of its objects.
    files: Vec<(OsString, usize)>,
    /// Study whose scene holds the files' objects, placed as the files say until options change it.
    pub study: Study,
    /// Load reports, one for each file; the report of a sample holds only counts and times.
    pub reports: Vec<LoadReport>,
}

impl Input {
    /// Loads the objects of files and samples, `sample:NAME`, as one scene. Fails if one does not exist or is no mesh.
    pub fn load<F: AsRef<OsStr>>(files: &[F]) -> Result<Self, CliError> {
        Self::of(files, |file| if sample_named(file)?.is_some() { joined(file) } else { Ok(Load::file(file).scene()?) })
    }

    /// Loads one file, with all its objects joined to one, or makes a sample. Fails as [`load`](Self::load) does.
    pub fn load_joined(file: &OsStr) -> Result<Self, CliError> {
        Self::of(&[file], joined)
    }

    fn of<F: AsRef<OsStr>>(
        names: &[F],
        load: impl Fn(&OsStr) -> Result<(Scene, LoadReport), CliError>,
    ) -> Result<Self, CliError> {
        let (mut files, mut reports, mut objects) = (Vec::new(), Vec::new(), Vec::new());
        // A file that is named several times is read once.
        let mut loaded = HashMap::new();
        for name in names.iter().map(AsRef::as_ref) {
            let (scene, report) = match loaded.entry(name) {
                Entry::Occupied(known) => Clone::clone(known.get()),
                Entry::Vacant(place) => place.insert(load(name)?).clone(),
            };
            files.push((name.to_owned(), scene.objects().len()));
            reports.push(report);
            objects.extend(scene.objects().iter().cloned());
        }
        Ok(Self { files, study: Study::new(objects.into(), DEFAULT_SIZE), reports })
    }

    pub fn name(&self) -> String {
        self.files.iter().map(|(file, _)| file.to_string_lossy()).collect::<Vec<_>>().join(", ")
    }

    pub fn sources(&self) -> impl Iterator<Item = &OsStr> {
        self.files.iter().flat_map(|(file, n)| std::iter::repeat_n(file.as_os_str(), *n))
    }

    /// Returns how long reading the files and building the trees took, in seconds.
    pub fn load_seconds(&self) -> f64 {
        self.reports.iter().map(LoadReport::load_seconds).sum()
    }

    pub fn scene(&self) -> &Scene {
        self.study.scene()
    }

    /// Returns `target`, checked to be none of the files that the meshes were read from, and that these name.
    pub fn spared_by(&self, target: Target) -> Result<Target, CliError> {
        let target = target.sparing(self.scene().files());
        target.check()?;
        Ok(target)
    }

    /// Returns the mesh of the first object; it is the only one if the file was [joined](Self::load_joined).
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.scene().objects()[0].mesh
    }

    /// Writes a command's result, and reports which files had problems. Returns `Done` if `is_yes`, else `No`.
    pub fn finish(
        &self,
        output: &Output,
        is_yes: bool,
        result: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<Outcome, CliError> {
        output.result(result, text)?;
        self.note_problems(output);
        Ok(if is_yes { Outcome::Done } else { Outcome::No })
    }

    /// Reports on stderr which files had problems while loading, if any.
    pub fn note_problems(&self, output: &Output) {
        for ((file, _), report) in self.files.iter().zip(&self.reports).filter(|(_, report)| report.problems > 0) {
            let (name, problems) = (file.to_string_lossy(), output::count(report.problems, "problem"));
            output.note(&format!("{name}: {problems}; `pickray info {name}` lists them"));
        }
    }
}

/// Returns the sample that `file` names; `None` if it names a file. Fails when there is no such sample.
pub fn sample_named(file: &OsStr) -> Result<Option<Sample>, CliError> {
    let Some(wanted) = file.to_str().and_then(|file| file.strip_prefix(SAMPLE_PREFIX)) else { return Ok(None) };
    let ids = || Sample::ALL.map(Sample::id).join(", ");
    let unknown = || CliError(format!("there is no sample {wanted:?}: choose one of {}", ids()));
    Sample::from_id(&wanted.to_ascii_lowercase()).map(Some).ok_or_else(unknown)
}

/// Loads a file, or makes a sample, as one object of all that it holds.
fn joined(file: &OsStr) -> Result<(Scene, LoadReport), CliError> {
    let path = Path::new(file);
    let ((mesh, report), name) = match sample_named(file)? {
        Some(sample) => (make_sample(sample, &file.to_string_lossy()), sample.name().into()),
        None => (Mesh::open(path)?, path.file_name().unwrap_or(file).to_string_lossy().into_owned()),
    };
    Ok((Scene::of(Object::new(name, Arc::new(mesh))), report))
}

fn make_sample(sample: Sample, name: &str) -> (Mesh, LoadReport) {
    let start = Instant::now();
    let (positions, triangles) = sample.positions_and_triangles();
    let read_seconds = start.elapsed().as_secs_f64();
    let mesh = Mesh::from_triangles(positions, triangles).expect("a sample is a mesh");
    let report = LoadReport {
        name: name.to_owned(),
        vertices: mesh.n_vertices() as u64,
        triangles: mesh.n_triangles() as u64,
        faces: mesh.n_triangles() as u64,
        read_seconds,
        build_seconds: start.elapsed().as_secs_f64() - read_seconds,
        ..LoadReport::default()
    };
    (mesh, report)
}

pub(super) fn situation(path: &Path) -> Result<Situation, CliError> {
    reading::situation(path).map_err(|error| match error {
        SituationError::Unreadable(told) => CliError(told),
        error => CliError::about(path, error),
    })
}
