//! Opens a file as the objects that it holds.

use super::{Object, Scene};
use crate::accel::Progress;
use crate::mesh::problem::Problem;
use crate::mesh::{LoadError, LoadReport, Parts, Placed, Warning};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl Scene {
    /// The objects in a file of any [`Format`](crate::mesh::Format), and what there is to say about it.
    ///
    /// Of glTF each node of the default scene that has a mesh is an object, depth first, with the node's name and
    /// transform; nodes of the same mesh share it. Any other file is one object, named as the file.
    /// [`Mesh::open`](crate::mesh::Mesh::open) makes one mesh of all.
    ///
    /// # Errors
    /// As [`Mesh::open`](crate::mesh::Mesh::open).
    pub fn open(path: &Path) -> Result<(Self, LoadReport), LoadError> {
        Self::open_with(path, &Progress::default())
    }

    /// [`open`](Self::open), telling `progress` how far it has come.
    ///
    /// # Errors
    /// As there, and [`LoadError::Cancelled`].
    pub fn open_with(path: &Path, progress: &Progress) -> Result<(Self, LoadReport), LoadError> {
        Parts::open_with(path, progress).map(placed)
    }

    /// [`open`](Self::open) on bytes that are not in a file, called `name` in messages.
    ///
    /// # Errors
    /// As there.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<(Self, LoadReport), LoadError> {
        Self::from_bytes_with(name, bytes, &Progress::default())
    }

    /// [`from_bytes`](Self::from_bytes), telling `progress` how far it has come.
    ///
    /// # Errors
    /// As there, and [`LoadError::Cancelled`].
    pub fn from_bytes_with(name: &str, bytes: &[u8], progress: &Progress) -> Result<(Self, LoadReport), LoadError> {
        Parts::from_bytes_with(name, bytes, progress).map(placed)
    }

    /// The files that were opened for its meshes, those that these name included, each once.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let files: BTreeSet<&Path> = self.objects().iter().flat_map(|object| object.mesh.source().files()).collect();
        files.into_iter().map(Path::to_owned).collect()
    }
}

/// The scene of what a file places. That an object cannot be picked is told.
fn placed((parts, mut report): (Parts, LoadReport)) -> (Scene, LoadReport) {
    let Parts { meshes, placed } = parts;
    let object = |it: Placed| {
        let object = Object::new(it.name, meshes[it.mesh].clone()).with_transform(it.world_from_object);
        Object { node: it.node, ..object }
    };
    let scene: Scene = placed.into_iter().map(object).collect();
    let mut flat = scene.objects().iter().filter(|object| object.object_from_world().is_none());
    if let Some(first) = flat.next() {
        let (object, count) = (format!("`{}`", first.name), flat.count() + 1);
        report.warnings.push(Warning::of_file(Problem::Flat { count, object }));
        report.problems += count as u64;
    }
    (scene, report)
}

#[cfg(all(test, feature = "gltf"))]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn nodes_are_objects_that_share_their_meshes() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/formats/nasty__glb_flat_scale_3.glb");
        let (scene, report) = Scene::open(file.as_ref()).expect("a scene");
        let flat: Vec<bool> = scene.objects().iter().map(|object| object.object_from_world().is_none()).collect();
        let n = flat.iter().filter(|&&flat| flat).count();
        assert!(n > 0, "{flat:?}");
        assert!(
            report.warnings.iter().any(|it| it.problem.to_string().starts_with(&format!("{n} objects are flattened")))
        );

        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/formats/nasty__glb_many_instances_1.glb");
        let (scene, report) = Scene::open(file.as_ref()).expect("a scene");
        assert!(scene.objects().len() > 50 && report.warnings.is_empty());
        assert!(scene.objects().windows(2).all(|two| Arc::ptr_eq(&two[0].mesh, &two[1].mesh)));
    }

    #[test]
    fn a_file_of_one_mesh_is_an_object_of_its_name() {
        let (scene, _) = Scene::from_bytes("folder/t.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").expect("a scene");
        assert_eq!(scene.objects().iter().map(|object| object.name.as_str()).collect::<Vec<_>>(), ["t.obj"]);
    }
}
