//! Reading or making of meshes, and building of their trees. All functions block, so they belong into a job or a page's
//! worker.

use super::timed;
use crate::app::answers::{Loaded, MeshSource, Shape};
use pickray::mesh::{Load, LoadError, LoadReport, Mesh};
use pickray::scene::{IndexedScene, Object, Scene};
use pickray::work::Progress;
use std::sync::Arc;

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
