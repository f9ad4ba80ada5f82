//! Meshes of files: reading or making them, their trees, and their export; all of it blocks, for a job or the worker.

use super::timed;
use super::writing::Target;
use crate::app::answers::{Loaded, MeshSource, Shape};
use crate::app::texts::{of_library, t};
use glam::DMat4;
use pickray::mesh::{self, Format, Load, LoadError, LoadReport, Mesh, MeshPart, WriteFormat, Written, folder_of};
use pickray::pick::TriangleIds;
use pickray::scene::{IndexedScene, Object, Scene};
use pickray::work::{Progress, packed};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Report on what was written, or the reason why it was not, in the window's language.
pub type ExportResult = Result<Written, String>;

/// Snapshot of the objects to export, taken when the export was asked for.
#[derive(Clone, Debug)]
pub struct Export {
    objects: Vec<ExportedObject>,
}

packed!(struct Export { objects });

#[derive(Clone, Debug)]
struct ExportedObject {
    name: String,
    mesh: Arc<Mesh>,
    world_from_object: DMat4,
    visible: bool,
    /// Indices of the triangles that are written; `None` for all.
    selected: Option<Vec<u32>>,
}

packed!(struct ExportedObject { name, mesh, world_from_object, visible, selected });

impl Export {
    /// Returns all objects of a scene, or only their selected triangles.
    pub fn of(scene: &Scene, selected: Option<&TriangleIds>) -> Self {
        let objects = (0..).zip(scene.objects()).map(|(index, object)| {
            let of_object = |selected: &TriangleIds| {
                selected.in_object(index).map(|triangles| triangles.iter().collect()).unwrap_or_default()
            };
            ExportedObject {
                name: without_ending(&object.name).to_owned(),
                mesh: object.mesh.clone(),
                world_from_object: object.world_from_object,
                visible: object.visible,
                selected: selected.map(of_object),
            }
        });
        Self { objects: objects.collect() }
    }

    /// Returns the number of exported objects that are hidden; they are written all the same.
    pub fn n_hidden(&self) -> u64 {
        let is_written = |object: &ExportedObject| object.selected.as_ref().is_none_or(|some| !some.is_empty());
        self.objects.iter().filter(|object| !object.visible && is_written(object)).count() as u64
    }

    /// Writes the objects into a file, whole or not at all where it can be replaced, and blocks meanwhile.
    pub fn write(&self, target: &Target, format: WriteFormat, progress: &Progress) -> ExportResult {
        let mut refused = None;
        let written = target.write_with(|file| {
            self.fill(file, Some(folder_of(target.path())), format, progress).map_err(|error| match error {
                mesh::WriteError::Io(error) => error,
                error => io::Error::other(refused.insert(error).to_string()),
            })
        });
        written.map_err(|error| refused.map_or_else(|| error.to_string(), |refused| why_not(target.path(), &refused)))
    }

    /// Writes the objects into a file, whole or not at all where it can be replaced; `None` if the work was stopped.
    #[cfg(not(target_arch = "wasm32"))]
    pub async fn written(self, target: Target, format: WriteFormat, progress: Arc<Progress>) -> Option<ExportResult> {
        let written = self.write(&target, format, &progress);
        progress.check().ok().map(|_| written)
    }

    /// Makes the file in the worker, and has the browser save it; `None` if the work was stopped.
    #[cfg(target_arch = "wasm32")]
    pub async fn written(self, target: Target, format: WriteFormat, progress: Arc<Progress>) -> Option<ExportResult> {
        let path = target.path().display().to_string();
        let made = super::perform(MakeFile { export: self, format, path }, progress).await?;
        let saved = |(bytes, written): (Vec<u8>, _)| {
            target.write(&bytes).map_err(|error| error.to_string())?;
            Ok(written)
        };
        Some(made.and_then(saved))
    }

    /// Writes the objects in a format to `out`, a file in `folder` if it is one on disk.
    fn fill(
        &self,
        out: &mut dyn Write,
        folder: Option<&Path>,
        format: WriteFormat,
        progress: &Progress,
    ) -> Result<Written, mesh::WriteError> {
        let parts = self.objects.iter().map(|object| {
            let part = MeshPart::new(&object.mesh).named(&object.name).moved_by(object.world_from_object);
            let part = folder.map_or(part, |folder| part.in_folder(folder));
            object.selected.as_ref().map_or(part, |triangles| part.only(triangles))
        });
        mesh::write_meshes(&parts.collect::<Vec<_>>(), format, out, progress)
    }
}

/// Returns why a format cannot hold the meshes, or that the export was stopped.
fn why_not(path: &Path, error: &mesh::WriteError) -> String {
    t!("export-refused", path = path.display().to_string(), problem = of_library::said(error))
}

/// Returns the name of an object without the ending of a mesh file, which says what the mesh was.
fn without_ending(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, ending)) if Format::ENDINGS.iter().any(|of_mesh| ending.eq_ignore_ascii_case(of_mesh)) => stem,
        _ => name,
    }
}

/// Task of a page's worker that makes a file of meshes in memory; the page then has the browser save it.
#[cfg(any(target_arch = "wasm32", test))]
pub(in crate::app) struct MakeFile {
    pub export: Export,
    pub format: WriteFormat,
    /// Path of the file, for messages about why it cannot be made.
    pub path: String,
}

#[cfg(any(target_arch = "wasm32", test))]
packed!(struct MakeFile { export, format, path });

#[cfg(any(target_arch = "wasm32", test))]
impl crate::app::job::Task for MakeFile {
    /// Bytes of the file and what they hold, or words on why there are none.
    type Answer = Result<(Vec<u8>, Written), String>;

    fn run(self, progress: &Progress) -> Option<Self::Answer> {
        let mut bytes = Vec::new();
        let written = self.export.fill(&mut bytes, None, self.format, progress);
        progress.check().ok()?;
        Some(written.map(|written| (bytes, written)).map_err(|error| why_not(self.path.as_ref(), &error)))
    }
}

/// Number of triangles below which a file is shown only when its trees are built, since that takes a moment.
const SEEN_FIRST: usize = 500_000;

/// Reads or makes a mesh, and builds its trees; those of a large file with [`Shape::Scene`] are left to
/// [`build_trees`]. Fails if the file cannot be read or holds no mesh, or if `progress` was cancelled.
pub fn load(source: &MeshSource, shape: Shape, progress: &Progress) -> Result<Loaded, LoadError> {
    match source {
        MeshSource::File(path) if shape == Shape::Scene => {
            let (read, seconds) = timed(|| Load::file(path).progress(progress).indexed_scene());
            let indexed = read?;
            if indexed.n_triangles() < SEEN_FIRST {
                return build_trees(indexed, seconds, progress);
            }
            Ok(Loaded { scene: Scene::default(), report: None, seconds, unbuilt: Some(indexed) })
        }
        MeshSource::File(path) => built(|| Ok(joined(&source.name(), Load::file(path).progress(progress).mesh()?))),
        // A pasted text is read as one of several files, so that a library that it names is told to be missing.
        MeshSource::Pasted(text) => {
            load_files(MeshSource::PASTED, &[(MeshSource::PASTED, text.as_bytes())], shape, progress)
        }
        MeshSource::Sample(sample) => {
            let (mesh, seconds) = timed(|| sample.mesh_with(progress));
            let scene = Scene::of(Object::new(sample.name(), Arc::new(mesh?)));
            Ok(Loaded { scene, report: None, seconds, unbuilt: None })
        }
    }
}

/// Reads the mesh file called `name` from `files` in memory, which also hold its companions, and builds its trees.
pub fn load_files<N: AsRef<str>, B: AsRef<[u8]>>(
    name: &str,
    files: &[(N, B)],
    shape: Shape,
    progress: &Progress,
) -> Result<Loaded, LoadError> {
    match shape {
        Shape::Scene => built(|| Load::files(name, files).progress(progress).scene()),
        Shape::Joined => built(|| Ok(joined(name, Load::files(name, files).progress(progress).mesh()?))),
    }
}

/// Builds the trees of a file that took `read_seconds` to read; the time in the result includes them.
pub fn build_trees(indexed: IndexedScene, read_seconds: f64, progress: &Progress) -> Result<Loaded, LoadError> {
    let loaded = built(|| indexed.build_with(progress))?;
    Ok(Loaded { seconds: read_seconds + loaded.seconds, ..loaded })
}

fn built(build: impl FnOnce() -> Result<(Scene, LoadReport), LoadError>) -> Result<Loaded, LoadError> {
    let (built, seconds) = timed(build);
    let (scene, report) = built?;
    Ok(Loaded { scene, report: Some(report), seconds, unbuilt: None })
}

fn joined(name: &str, (mesh, report): (Mesh, LoadReport)) -> (Scene, LoadReport) {
    (Scene::of(Object::new(name, Arc::new(mesh))), report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn files_in_memory_are_read_and_built_on_one_way_from_nothing_to_all() {
        for shape in [Shape::Scene, Shape::Joined] {
            let (send, heard) = mpsc::channel();
            let progress =
                Progress::heard_in_stages(move |fraction, stage| send.send((stage, fraction)).expect("heard"));
            let files = [("three.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")];
            load_files("three.obj", &files, shape, &progress).expect("a mesh");
            let heard: Vec<_> = heard.try_iter().collect();
            let first = |stage| heard.iter().find(|told| told.0 == stage).expect("it is told").1;
            assert_eq!(first("reading"), 0.0, "{heard:?}");
            assert!(first("building the tree") < 0.1, "most of it is yet to come: {heard:?}");
            assert_eq!(heard.last(), Some(&("building the tree", 1.0)));
        }
    }
}
