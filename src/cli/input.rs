//! The mesh that a command works on.

use super::camera::DEFAULT_SIZE;
use super::output::Output;
use super::{CliError, describe};
use crate::app::answers::SAMPLE_PREFIX;
use crate::app::platform::writing::{Kind, Target};
use crate::mesh::samples::Sample;
use crate::mesh::{LoadReport, Mesh};
use crate::pick::Study;
use crate::scene::{Object, Scene};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// A file's objects, and what there is to say about it.
pub struct Input {
    /// As it was asked for.
    pub name: String,
    /// Its objects, placed as it says, until options change it.
    pub study: Study,
    /// The load report; for a sample, its counts.
    pub report: LoadReport,
}

impl Input {
    /// Loads the objects of a file, or makes the sample that `file` names after `sample:`. Fails when there is no such
    /// file or sample, or no mesh in it.
    pub fn load(file: &OsStr) -> Result<Self, CliError> {
        if sample_named(file)?.is_some() {
            return Self::load_joined(file);
        }
        let (scene, report) = Scene::open(Path::new(file))?;
        Ok(Self { name: file.to_string_lossy().into_owned(), study: Study::new(scene, DEFAULT_SIZE), report })
    }

    /// Does the same as [`load`](Self::load), with one object of all. Fails as that does.
    pub fn load_joined(file: &OsStr) -> Result<Self, CliError> {
        let name = file.to_string_lossy().into_owned();
        let path = Path::new(file);
        let ((mesh, report), short) = match sample_named(file)? {
            Some(sample) => (make_sample(sample, &name), sample.name().into()),
            None => (Mesh::open(path)?, path.file_name().unwrap_or(file).to_string_lossy().into_owned()),
        };
        let scene = Scene::of(Object::new(short, Arc::new(mesh)));
        Ok(Self { name, study: Study::new(scene, DEFAULT_SIZE), report })
    }

    pub fn scene(&self) -> &Scene {
        self.study.scene()
    }

    /// Returns the target of a command that reads this file. Fails where it may not be written: told before the work.
    pub fn target(path: &Path, kind: Kind, file: &OsStr, force: bool) -> Result<Target, CliError> {
        let target = Target::new(path, kind).sparing([file]).forced(force);
        target.check()?;
        Ok(target)
    }

    /// Returns the target, which spares the files that were read, too, those that the mesh names included. Fails when
    /// it is one of them: told before the work whose result goes there.
    pub fn spared_by(&self, target: Target) -> Result<Target, CliError> {
        let target = target.sparing(self.scene().files());
        target.check()?;
        Ok(target)
    }

    /// Returns the mesh of the first object: all there is where it was [joined](Self::load_joined).
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.scene().objects()[0].mesh
    }

    /// Tells that not all loaded as it stands in the file, if so.
    pub fn note_problems(&self, output: &Output) {
        if self.report.problems > 0 {
            let problems = describe::count(self.report.problems, "problem");
            output.note(&format!("{0}: {problems}; `pickray info {0}` lists them", self.name));
        }
    }
}

/// Returns the sample named, if `file` is `sample:` and a name. Fails when there is no sample of that name.
pub fn sample_named(file: &OsStr) -> Result<Option<Sample>, CliError> {
    let Some(wanted) = file.to_str().and_then(|file| file.strip_prefix(SAMPLE_PREFIX)) else { return Ok(None) };
    let ids = || Sample::ALL.map(Sample::id).join(", ");
    let unknown = || CliError::Usage(format!("there is no sample {wanted:?}: take one of {}", ids()));
    Sample::from_id(&wanted.to_ascii_lowercase()).map(Some).ok_or_else(unknown)
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
