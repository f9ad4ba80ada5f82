//! Opening of files as scenes: a file is read, and then the trees over its meshes are built.

use super::{Object, Scene};
use crate::mesh::problem::Problem;
use crate::mesh::{BUILDING, IndexedMesh, Load, LoadError, LoadReport, Parts, Placed, READING, Warning};
use crate::work::Progress;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Objects and meshes of a file before the trees over the meshes are built, as [`IndexedMesh`] is of one mesh.
///
/// ```no_run
/// use pickray::Load;
///
/// let indexed = Load::file("cow.glb").indexed_scene()?;
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
    /// Returns the number of triangles of all meshes of the file, each mesh counted once.
    pub fn n_triangles(&self) -> usize {
        self.parts.n_triangles()
    }

    /// Builds the trees over the meshes; returns the scene, and the load report of the file.
    ///
    /// # Errors
    /// [`LoadError::OutOfMemory`] where there is not enough memory.
    pub fn build(self) -> Result<(Scene, LoadReport), LoadError> {
        self.build_with(&Progress::default())
    }

    /// Builds the trees as [`build`](Self::build) does, and reports to `progress` how far it has come.
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

impl Load<'_> {
    /// Loads the objects of the file.
    ///
    /// Each node of glTF's default scene that has a mesh is an object, depth first, with the node's name and transform;
    /// nodes of the same mesh share it, as do instances (EXT_mesh_gpu_instancing), each an object below its node. Nodes
    /// that the file hides (KHR_node_visibility) are invisible objects. Any other file is one object, named as the
    /// file.
    ///
    /// ```
    /// # #[cfg(feature = "gltf")] {
    /// use pickray::Load;
    ///
    /// let corners = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let document = r#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "leaf%201.bin", "byteLength": 36}],
    ///     "bufferViews": [{"buffer": 0, "byteLength": 36}],
    ///     "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
    ///     "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    ///     "nodes": [{"name": "leaf", "mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0}"#;
    /// let dropped = [("leaf 1.bin", bytemuck::bytes_of(&corners)), ("leaf.gltf", document.as_bytes())];
    /// let (scene, _) = Load::files("leaf.gltf", &dropped).scene()?;
    /// assert_eq!(scene.objects()[0].name, "leaf");
    ///
    /// let missing = Load::files("leaf.gltf", &dropped[1..]).scene().expect_err("its buffer is missing");
    /// assert!(missing.to_string().ends_with("; open or drop that file together with this one"));
    /// # }
    /// # Ok::<(), pickray::mesh::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// [Errors](Self#errors) of any load.
    pub fn scene(self) -> Result<(Scene, LoadReport), LoadError> {
        let (parts, report) = self.parts(READING)?;
        parts.build_with(report, self.watched(), &BUILDING).map(told)
    }

    /// Loads the objects of the file as [`scene`](Self::scene) does, but without the trees over their meshes.
    /// [`IndexedScene::build`] then builds the trees and returns the scene.
    ///
    /// # Errors
    /// [Errors](Self#errors) of any load.
    pub fn indexed_scene(self) -> Result<IndexedScene, LoadError> {
        let (parts, report) = self.parts(WHOLE)?;
        Ok(IndexedScene { parts, report })
    }
}

impl Scene {
    /// Returns the paths of the files that the scene's meshes were read from, and of the buffers and material libraries
    /// that these files name. Each path is listed once.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let files: BTreeSet<&Path> = self.objects().iter().flat_map(|object| object.mesh.source().files()).collect();
        files.into_iter().map(Path::to_owned).collect()
    }
}

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

    #[test]
    fn nodes_are_objects_that_share_their_meshes() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/formats/nasty__glb_flat_scale_3.glb");
        let (scene, report) = Load::file(file).scene().expect("a scene");
        let flat: Vec<bool> = scene.objects().iter().map(|object| object.object_from_world().is_none()).collect();
        let n = flat.iter().filter(|&&flat| flat).count();
        assert!(n > 0, "{flat:?}");
        assert!(
            report.warnings.iter().any(|it| it.problem.to_string().starts_with(&format!("{n} objects are flattened")))
        );

        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/formats/nasty__glb_many_instances_1.glb");
        let (scene, report) = Load::file(file).scene().expect("a scene");
        assert!(scene.objects().len() > 50 && report.warnings.is_empty());
        assert!(scene.objects().windows(2).all(|two| Arc::ptr_eq(&two[0].mesh, &two[1].mesh)));
    }

    #[test]
    fn what_is_read_first_and_built_then_is_what_is_opened_at_once_and_is_told_of_in_two_parts() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/formats/nasty__glb_many_instances_1.glb");
        let [reading, building] = [Progress::default(), Progress::default()];
        let indexed = Load::file(file).progress(&reading).indexed_scene().expect("a file");
        assert_eq!((reading.stage(), building.stage()), ("reading", ""));
        let n_triangles = indexed.n_triangles();
        let (scene, report) = indexed.build_with(&building).expect("a scene");
        assert_eq!((building.fraction(), building.stage()), (1.0, "building the tree"));
        let (at_once, expected) = Load::file(file).scene().expect("a scene");
        assert_eq!((scene.bounds(), scene.objects().len()), (at_once.bounds(), at_once.objects().len()));
        assert_eq!((report.name, report.warnings), (expected.name, expected.warnings));
        assert_eq!(n_triangles, scene.objects()[0].mesh.n_triangles(), "a mesh that many share counts once");
    }

    #[test]
    fn a_file_of_one_mesh_is_an_object_of_its_name() {
        let (scene, _) = Load::bytes("folder/t.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").scene().expect("a scene");
        assert_eq!(scene.objects().iter().map(|object| object.name.as_str()).collect::<Vec<_>>(), ["t.obj"]);
    }
}
