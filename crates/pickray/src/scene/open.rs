//! Opening of files as scenes: a file is read, and then the trees over its meshes are built.

use super::{Object, Scene};
use crate::mesh::problem::Problem;
use crate::mesh::{BUILDING, IndexedMesh, LoadError, LoadReport, Parts, Placed, READING, Warning};
use crate::work::Progress;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Objects and meshes of a file before the trees over the meshes are built, as [`IndexedMesh`] is one mesh before its
/// tree is built.
///
/// ```no_run
/// use pickray::scene::IndexedScene;
///
/// let indexed = IndexedScene::open("cow.glb".as_ref())?;
/// println!("{} triangles, to be seen in a while", indexed.n_triangles());
/// let (scene, report) = indexed.build()?;
/// # Ok::<(), pickray::mesh::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct IndexedScene {
    parts: Parts<Arc<IndexedMesh>>,
    report: LoadReport,
}

impl IndexedScene {
    /// Reads a file of any [`Format`](crate::mesh::Format), without building the trees over its meshes.
    ///
    /// # Errors
    /// Errors of [`Mesh::open`](crate::mesh::Mesh::open).
    pub fn open(path: &Path) -> Result<Self, LoadError> {
        Self::open_with(path, &Progress::default())
    }

    /// Does what [`open`](Self::open) does, telling `progress` how far it has come.
    ///
    /// # Errors
    /// Errors of [`open`](Self::open), and [`LoadError::Cancelled`].
    pub fn open_with(path: &Path, progress: &Progress) -> Result<Self, LoadError> {
        let (parts, report) = Parts::open_with(path, progress, WHOLE)?;
        Ok(Self { parts, report })
    }

    /// Reads the file `name` out of several files in memory, as [`open`](Self::open) and
    /// [`Mesh::from_files`](crate::mesh::Mesh::from_files) do.
    ///
    /// # Errors
    /// Errors of [`open`](Self::open).
    pub fn from_files<N: AsRef<str>, B: AsRef<[u8]>>(name: &str, files: &[(N, B)]) -> Result<Self, LoadError> {
        Self::from_files_with(name, files, &Progress::default())
    }

    /// Does what [`from_files`](Self::from_files) does, telling `progress` how far it has come.
    ///
    /// # Errors
    /// Errors of [`from_files`](Self::from_files), and [`LoadError::Cancelled`].
    pub fn from_files_with<N: AsRef<str>, B: AsRef<[u8]>>(
        name: &str,
        files: &[(N, B)],
        progress: &Progress,
    ) -> Result<Self, LoadError> {
        let (parts, report) = Parts::from_files_with(name, files, progress, WHOLE)?;
        Ok(Self { parts, report })
    }

    /// Returns the number of triangles of all meshes of the file, each mesh counted once.
    pub fn n_triangles(&self) -> usize {
        self.parts.n_triangles()
    }

    /// Builds the trees over the meshes; returns the scene, and a report of what there is to say about the file.
    ///
    /// # Errors
    /// [`LoadError::OutOfMemory`] where there is not enough memory.
    pub fn build(self) -> Result<(Scene, LoadReport), LoadError> {
        self.build_with(&Progress::default())
    }

    /// Does what [`build`](Self::build) does, telling `progress` how far it has come.
    ///
    /// # Errors
    /// Errors of [`build`](Self::build), and [`LoadError::Cancelled`].
    pub fn build_with(self, progress: &Progress) -> Result<(Scene, LoadReport), LoadError> {
        self.parts.build_with(self.report, progress, &WHOLE).map(told)
    }

    /// Returns a scene of the objects to draw until the trees are built, in which nothing can be hit yet; `None` where
    /// there is not enough memory.
    #[doc(hidden)]
    pub fn drawable(&self) -> Option<Scene> {
        Some(placed(self.parts.drawable().ok()?))
    }
}

const WHOLE: Range<f32> = 0.0..1.0;

impl Scene {
    /// Returns the objects in a file of any [`Format`](crate::mesh::Format), and a report of what there is to say about
    /// the file.
    ///
    /// Each node of glTF's default scene that has a mesh is an object, depth first, with the node's name and transform;
    /// nodes of the same mesh share it, as do instances (EXT_mesh_gpu_instancing), each an object below its node. Nodes
    /// that the file hides (KHR_node_visibility) are objects that are not visible. Any other file is one object, named
    /// as the file. [`Mesh::open`](crate::mesh::Mesh::open) makes one mesh of all, hidden or not.
    ///
    /// # Errors
    /// Errors of [`Mesh::open`](crate::mesh::Mesh::open).
    pub fn open(path: &Path) -> Result<(Self, LoadReport), LoadError> {
        Self::open_with(path, &Progress::default())
    }

    /// Does what [`open`](Self::open) does, telling `progress` how far it has come.
    ///
    /// # Errors
    /// Errors of [`open`](Self::open), and [`LoadError::Cancelled`].
    pub fn open_with(path: &Path, progress: &Progress) -> Result<(Self, LoadReport), LoadError> {
        let (parts, report) = Parts::open_with(path, progress, READING)?;
        parts.build_with(report, progress, &BUILDING).map(told)
    }

    /// Returns the objects in a file given as `bytes` and called `name` in messages, as [`open`](Self::open) does.
    ///
    /// # Errors
    /// Errors of [`open`](Self::open).
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<(Self, LoadReport), LoadError> {
        Self::from_bytes_with(name, bytes, &Progress::default())
    }

    /// Does what [`from_bytes`](Self::from_bytes) does, telling `progress` how far it has come.
    ///
    /// # Errors
    /// Errors of [`from_bytes`](Self::from_bytes), and [`LoadError::Cancelled`].
    pub fn from_bytes_with(name: &str, bytes: &[u8], progress: &Progress) -> Result<(Self, LoadReport), LoadError> {
        let (parts, report) = Parts::from_bytes_with(name, bytes, progress, READING)?;
        parts.build_with(report, progress, &BUILDING).map(told)
    }

    /// Returns the objects in the file `name`, one of several files in memory, as [`open`](Self::open) and
    /// [`Mesh::from_files`](crate::mesh::Mesh::from_files) do: a glTF document finds its buffers among the other files.
    ///
    /// ```
    /// # #[cfg(feature = "gltf")] {
    /// use pickray::scene::Scene;
    ///
    /// let corners = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let document = r#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "leaf%201.bin", "byteLength": 36}],
    ///     "bufferViews": [{"buffer": 0, "byteLength": 36}],
    ///     "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
    ///     "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    ///     "nodes": [{"name": "leaf", "mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0}"#;
    /// let dropped = [("leaf 1.bin", bytemuck::bytes_of(&corners)), ("leaf.gltf", document.as_bytes())];
    /// let (scene, _) = Scene::from_files("leaf.gltf", &dropped)?;
    /// assert_eq!(scene.objects()[0].name, "leaf");
    ///
    /// let missing = Scene::from_files("leaf.gltf", &dropped[1..]).expect_err("its buffer is missing");
    /// assert!(missing.to_string().ends_with("; open or drop that file together with this one"));
    /// # }
    /// # Ok::<(), pickray::mesh::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// Errors of [`open`](Self::open).
    pub fn from_files<N: AsRef<str>, B: AsRef<[u8]>>(
        name: &str,
        files: &[(N, B)],
    ) -> Result<(Self, LoadReport), LoadError> {
        Self::from_files_with(name, files, &Progress::default())
    }

    /// Does what [`from_files`](Self::from_files) does, telling `progress` how far it has come.
    ///
    /// # Errors
    /// Errors of [`from_files`](Self::from_files), and [`LoadError::Cancelled`].
    pub fn from_files_with<N: AsRef<str>, B: AsRef<[u8]>>(
        name: &str,
        files: &[(N, B)],
        progress: &Progress,
    ) -> Result<(Self, LoadReport), LoadError> {
        let (parts, report) = Parts::from_files_with(name, files, progress, READING)?;
        parts.build_with(report, progress, &BUILDING).map(told)
    }

    /// Returns the files that the scene's meshes were read from, and the files that those name, each once.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let files: BTreeSet<&Path> = self.objects().iter().flat_map(|object| object.mesh.source().files()).collect();
        files.into_iter().map(Path::to_owned).collect()
    }
}

/// Returns the scene of what a file places.
fn placed(Parts { meshes, placed }: Parts) -> Scene {
    let object = |it: Placed| {
        let object = Object::new(it.name, meshes[it.mesh].clone()).with_transform(it.world_from_object);
        Object { node: it.node, visible: it.visible, ..object }
    };
    placed.into_iter().map(object).collect()
}

/// Returns the scene of what a file places; the report warns of objects that cannot be picked.
fn told((parts, mut report): (Parts, LoadReport)) -> (Scene, LoadReport) {
    let scene = placed(parts);
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
    fn what_is_read_first_and_built_then_is_what_is_opened_at_once_and_is_told_of_in_two_parts() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/formats/nasty__glb_many_instances_1.glb");
        let [reading, building] = [Progress::default(), Progress::default()];
        let indexed = IndexedScene::open_with(file.as_ref(), &reading).expect("a file");
        assert_eq!((reading.stage(), building.stage()), ("reading", ""));
        let n_triangles = indexed.n_triangles();
        let (scene, report) = indexed.build_with(&building).expect("a scene");
        assert_eq!((building.fraction(), building.stage()), (1.0, "building the tree"));
        let (at_once, expected) = Scene::open(file.as_ref()).expect("a scene");
        assert_eq!((scene.bounds(), scene.objects().len()), (at_once.bounds(), at_once.objects().len()));
        assert_eq!((report.name, report.warnings), (expected.name, expected.warnings));
        assert_eq!(n_triangles, scene.objects()[0].mesh.n_triangles(), "a mesh that many share counts once");
    }

    #[test]
    fn a_file_of_one_mesh_is_an_object_of_its_name() {
        let (scene, _) = Scene::from_bytes("folder/t.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").expect("a scene");
        assert_eq!(scene.objects().iter().map(|object| object.name.as_str()).collect::<Vec<_>>(), ["t.obj"]);
    }
}
