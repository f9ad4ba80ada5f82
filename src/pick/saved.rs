//! A pick saved to be run again: what it was made on, every number of it, and what it found.

use super::path_text::{escaped, unescaped};
use super::{PickTrace, RECORD_VERSION, pick_traced};
use crate::mesh::Mesh;
use crate::scene::{Object, Scene};
use glam::DMat4;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::sync::Arc;

/// How far apart numbers of equal meaning may be, relative to the largest of the vector or matrix that they stand in: sines
/// and tangents differ by a rounding or two between machines, and inverses amplify it.
const SAME: f64 = 1.0 / (1_u64 << 32) as f64;

/// A pick with all that it takes to make it again, as it stands in a `.pick.json` file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedPick {
    /// [`RECORD_VERSION`], or 1.
    pub version: u32,
    /// The objects of the scene, in their order.
    pub objects: Vec<SavedObject>,
    /// The pick: cursor, view and options, every step and the hit.
    pub trace: PickTrace,
}

/// An object of a saved scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedObject {
    /// Its name.
    pub name: String,
    /// Where its mesh is: a path, or `sample:` and a name. What is not Unicode in a path is replaced.
    pub mesh: String,
    /// The path, with what is not Unicode as `%` and two hexadecimal digits a byte, and a `%` too; only where `mesh` does not hold it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mesh_escaped: Option<String>,
    /// [`checksum`] of the mesh.
    pub checksum: String,
    /// Its model transform.
    pub world_from_object: DMat4,
    /// Whether it was visible.
    pub visible: bool,
}

/// Why a saved pick cannot be run again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The file is of another version.
    #[error(
        "was saved in version {0} of the format, and this program reads versions 1 to {RECORD_VERSION}: save the pick again"
    )]
    Version(u32),
    /// A mesh is not the one that was picked.
    #[error("{0} is not the mesh that was picked: bring back the file as it was, or save the pick again")]
    OtherMesh(String),
    /// There is a mesh too few or too many.
    #[error("{needed} meshes are needed and {given} were given")]
    NumberOfMeshes {
        /// Meshes of the saved scene.
        needed: usize,
        /// Meshes given.
        given: usize,
    },
}

/// A step of a pick in which the saved one and the present one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What parts them, as in the words of the chain.
    pub step: String,
    /// As it was saved.
    pub saved: String,
    /// As it is now.
    pub now: String,
}

impl SavedPick {
    /// The pick traced in `scene`; `meshes` says for each object where its mesh is.
    pub fn new(scene: &Scene, meshes: impl IntoIterator<Item = impl Into<OsString>>, trace: PickTrace) -> Self {
        let meshes = meshes.into_iter().map(Into::into);
        let objects = scene.objects.iter().zip(meshes).map(|(object, mesh)| SavedObject {
            name: object.name.clone(),
            mesh: mesh.to_string_lossy().into_owned(),
            mesh_escaped: escaped(&mesh),
            checksum: checksum(&object.mesh),
            world_from_object: object.world_from_object,
            visible: object.visible,
        });
        Self { version: RECORD_VERSION, objects: objects.collect(), trace }
    }

    /// Runs the pick again on `meshes`, one for each object: the trace now, and where it parts from the saved one, in the order of the steps. No difference means
    /// the same pick.
    ///
    /// # Errors
    /// [`ReplayError`] when the meshes or the version are not those of the saved pick.
    pub fn replay(&self, meshes: &[Arc<Mesh>]) -> Result<(PickTrace, Vec<Difference>), ReplayError> {
        if !(1..=RECORD_VERSION).contains(&self.version) {
            return Err(ReplayError::Version(self.version));
        }
        if meshes.len() != self.objects.len() {
            return Err(ReplayError::NumberOfMeshes { needed: self.objects.len(), given: meshes.len() });
        }
        let mut scene = Scene::default();
        for (saved, mesh) in self.objects.iter().zip(meshes) {
            if saved.checksum != checksum(mesh) {
                return Err(ReplayError::OtherMesh(saved.mesh.clone()));
            }
            let object = Object::new(&saved.name, mesh.clone()).with_transform(saved.world_from_object);
            scene.objects.push(Object { visible: saved.visible, ..object });
        }
        let now = pick_traced(&scene, &self.trace.view, self.trace.cursor, &self.trace.options);
        let differences = differences(&self.trace, &now);
        Ok((now, differences))
    }
}

impl SavedObject {
    /// Where its mesh is, as it was named when the pick was saved.
    pub fn mesh_path(&self) -> OsString {
        self.mesh_escaped.as_deref().and_then(unescaped).unwrap_or_else(|| self.mesh.clone().into())
    }
}

/// 16 hexadecimal digits that change when the mesh does: FNV-1a over its origin, positions and triangles.
///
/// Based on: Glenn Fowler, Landon Curt Noll and Phong Vo, The FNV Non-Cryptographic Hash Algorithm, 1991; taken over words of 32 bits instead of
/// bytes.
pub fn checksum(mesh: &Mesh) -> String {
    let origin = mesh.origin().to_array().map(f64::to_bits);
    let origin = origin.iter().flat_map(|bits| [*bits as u32, (bits >> 32) as u32]);
    let positions = mesh.positions().as_flattened().iter().map(|x| x.to_bits());
    let triangles = mesh.triangles().as_flattened().iter().copied();
    let words = origin.chain([mesh.n_vertices() as u32]).chain(positions).chain(triangles);
    let fnv = |hash: u64, word: u32| (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", words.fold(0xcbf2_9ce4_8422_2325, fnv))
}

/// Where two traces part, step by step. What the tree visited is not compared: it may change with the program.
fn differences(saved: &PickTrace, now: &PickTrace) -> Vec<Difference> {
    let mut list = Differences(Vec::new());
    list.numbers("window coordinates", &saved.window.to_array(), &now.window.to_array());
    list.numbers("view matrix", &saved.eye_from_world.to_cols_array(), &now.eye_from_world.to_cols_array());
    list.numbers("projection matrix", &saved.clip_from_eye.to_cols_array(), &now.clip_from_eye.to_cols_array());
    let ray_or_reason = |trace: &PickTrace| trace.ray.map_or_else(|why| why.to_string(), |_| "a ray".into());
    list.words("ray", ray_or_reason(saved), ray_or_reason(now));
    if let (Ok(saved), Ok(now)) = (&saved.ray, &now.ray) {
        for (plane, saved, now) in [("near", &saved.near, &now.near), ("far", &saved.far, &now.far)] {
            for (space, saved, now) in [
                ("NDC", saved.ndc, now.ndc),
                ("eye space", saved.eye, now.eye),
                ("world space", saved.world, now.world),
            ] {
                list.numbers(&format!("{plane} point, {space}"), &saved.to_array(), &now.to_array());
            }
        }
    }
    list.words("result", saved.result_in_words(), now.result_in_words());
    if let (Some(saved), Some(now)) = (&saved.hit, &now.hit) {
        list.numbers("t", &[saved.t], &[now.t]);
        list.numbers("barycentric weights", &[saved.u, saved.v, saved.w], &[now.u, now.v, now.w]);
        list.numbers("point", &saved.point_world.to_array(), &now.point_world.to_array());
    }
    list.0
}

struct Differences(Vec<Difference>);

impl Differences {
    fn numbers(&mut self, step: &str, saved: &[f64], now: &[f64]) {
        let largest = saved.iter().chain(now).fold(0.0_f64, |largest, x| largest.max(x.abs()));
        if saved.iter().zip(now).any(|(a, b)| (a - b).abs() > SAME * largest) {
            self.0.push(Difference { step: step.into(), saved: format!("{saved:?}"), now: format!("{now:?}") });
        }
    }

    fn words(&mut self, step: &str, saved: String, now: String) {
        if saved != now {
            self.0.push(Difference { step: step.into(), saved, now });
        }
    }
}
