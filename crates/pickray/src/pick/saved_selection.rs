//! Selected triangles saved to a file, to be selected again in the same meshes, and the checksums that recognise these.

use crate::math::{FNV, fnv};
use crate::mesh::{Mesh, TriangleSet};
use crate::pick::TriangleIds;
use crate::scene::{Object, Scene};
use crate::work::said::said;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// Version of the format that [`SavedSelection`] writes.
pub const SAVED_SELECTION_VERSION: u32 = 1;

/// Selected triangles of a scene, as a `.selection.json` file holds them.
///
/// ```
/// use pickray::mesh::samples::Sample;
/// use pickray::pick::{SavedSelection, TriangleId};
/// use pickray::scene::{Object, Scene};
///
/// let scene = Scene::of(Object::new("cube", Sample::Cube.mesh()?.into()));
/// let triangles = [2, 3, 4, 9].map(|triangle| TriangleId { object: 0, triangle }).into_iter().collect();
/// let saved = SavedSelection::new(&scene, &triangles);
/// let json = serde_json::to_string(&saved.selected[0].triangles)?;
/// assert_eq!(json, "[[2,4],9]");
/// assert_eq!(saved.restore(&scene)?, triangles);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSelection {
    /// Version of the format: [`SAVED_SELECTION_VERSION`], or that of the file that was read.
    pub version: u32,
    /// Objects that have selected triangles, each with its selected triangles.
    pub selected: Vec<SavedTriangles>,
}

/// Selected triangles of one object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTriangles {
    /// Index of the object in its scene.
    pub object: u32,
    /// Name of the object.
    pub name: String,
    /// Checksum of the object's mesh, 16 hexadecimal digits.
    pub checksum: String,
    /// Indices of the selected triangles, ascending.
    pub triangles: TriangleSet,
}

said! {
    /// Reason for which a saved selection cannot be selected again.
    #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
    #[non_exhaustive]
    pub enum SelectionError {
        Version(version: u32) where version = *version, known = SAVED_SELECTION_VERSION =>
            "was saved in version {version} of the format, and this program reads version {known}",
        NoObject { object: u32, name: String, n: usize } =>
            "was made in {name}, object {object} of its scene, and here there are {n} objects: open all of its files",
        OtherMesh { saved: String, present: String } =>
            "was made in {saved}, and {present} is another mesh: open the original file, or select again",
        NoTriangle { triangle: u32, name: String, n: usize } =>
            "selects triangle {triangle} of {name}, which has {n}: the file was changed, select again",
    }
}

impl SavedSelection {
    /// Returns the saved form of selected triangles of a scene, which must have all of their objects.
    pub fn new(scene: &Scene, triangles: &TriangleIds) -> Self {
        let object_of = |object: u32| &scene.objects()[object as usize];
        let sums = checksums(triangles.by_object().map(|(object, _)| object_of(object)));
        let selected = triangles.by_object().zip(sums).map(|((object, triangles), checksum)| SavedTriangles {
            object,
            name: object_of(object).name.clone(),
            checksum,
            triangles: triangles.clone(),
        });
        Self { version: SAVED_SELECTION_VERSION, selected: selected.collect() }
    }

    /// Returns the saved triangles as triangles of `scene`, whose meshes must be those that they were selected in.
    ///
    /// # Errors
    /// [`SelectionError`] where the version or a mesh is another, or the scene lacks an object or a triangle.
    pub fn restore(&self, scene: &Scene) -> Result<TriangleIds, SelectionError> {
        if self.version != SAVED_SELECTION_VERSION {
            return Err(SelectionError::Version(self.version));
        }
        let objects = scene.objects();
        let present = self.selected.iter().map(|SavedTriangles { object, name, .. }| {
            let missing = || SelectionError::NoObject { object: *object, name: name.clone(), n: objects.len() };
            objects.get(*object as usize).ok_or_else(missing)
        });
        let present: Vec<&Object> = present.collect::<Result<_, _>>()?;
        let sums = checksums(present.iter().copied());
        let mut all = TriangleIds::default();
        for (saved, (object, checksum)) in self.selected.iter().zip(present.into_iter().zip(sums)) {
            let name = saved.name.clone();
            if checksum != saved.checksum {
                return Err(SelectionError::OtherMesh { saved: name, present: object.name.clone() });
            }
            let n = object.mesh.n_triangles();
            if let Some(triangle) = saved.triangles.last().filter(|last| n <= *last as usize) {
                return Err(SelectionError::NoTriangle { triangle, name, n });
            }
            all.union_with(&TriangleIds::of(saved.object, saved.triangles.clone()));
        }
        Ok(all)
    }
}

/// Returns 16 hexadecimal digits that change when the mesh does: the checksum of its origin, positions and triangles.
pub fn checksum(mesh: &Mesh) -> String {
    let origin = mesh.origin().to_array().map(f64::to_bits);
    let origin = origin.iter().flat_map(|bits| [*bits as u32, (bits >> 32) as u32]);
    let positions = mesh.positions().as_flattened().iter().map(|x| x.to_bits());
    let triangles = mesh.triangles().as_flattened().iter().copied();
    let words = origin.chain([mesh.n_vertices() as u32]).chain(positions).chain(triangles);
    format!("{:016x}", words.fold(FNV, fnv))
}

/// Returns the [`checksum`] of each object's mesh; a mesh that several objects share is looked at once.
pub fn checksums<'a>(objects: impl IntoIterator<Item = &'a Object>) -> Vec<String> {
    let mut known = HashMap::new();
    let sum =
        |object: &Object| known.entry(Arc::as_ptr(&object.mesh)).or_insert_with(|| checksum(&object.mesh)).clone();
    objects.into_iter().map(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::samples::Sample;
    use crate::pick::TriangleId;

    fn scene(samples: &[Sample]) -> Scene {
        samples.iter().map(|sample| Object::new(sample.name(), sample.mesh().expect("a mesh").into())).collect()
    }

    #[test]
    fn any_selection_comes_back_from_its_text() {
        let mut random = crate::work::seeded();
        let scene = scene(&[Sample::Icosphere, Sample::Cube, Sample::Icosphere]);
        for share in [0, 1, 3, 9, 10] {
            let mut triangles = TriangleIds::default();
            for (object, placed) in (0..).zip(scene.objects()) {
                let some = (0..placed.mesh.n_triangles() as u32).filter(|_| random.u32(0..10) < share);
                triangles.extend(some.map(|triangle| TriangleId { object, triangle }));
            }
            let saved = SavedSelection::new(&scene, &triangles);
            let text = serde_json::to_string(&saved).expect("JSON");
            let read: SavedSelection = serde_json::from_str(&text).expect("what was written");
            assert_eq!(read, saved);
            assert_eq!(read.restore(&scene), Ok(triangles));
        }
    }

    #[test]
    fn other_meshes_objects_and_numbers_are_refused_by_their_names() {
        let cube = scene(&[Sample::Cube]);
        let saved = SavedSelection::new(&cube, &TriangleIds::from([TriangleId { object: 0, triangle: 11 }]));
        let told = |saved: &SavedSelection, scene: &Scene| saved.restore(scene).expect_err("refused").to_string();
        let other = told(&saved, &scene(&[Sample::Teapot]));
        assert!(other.contains(Sample::Cube.name()) && other.contains(Sample::Teapot.name()), "{other}");
        let with = |change: &dyn Fn(&mut SavedSelection)| {
            let mut changed = saved.clone();
            change(&mut changed);
            told(&changed, &cube)
        };
        assert!(with(&|saved| saved.version = 2).contains("version 2"));
        assert!(with(&|saved| saved.selected[0].object = 3).contains("object 3"));
        for runs in ["[12]", "[[12, 3]]", "[3, [5, 12]]", "[[0, 4294967295]]"] {
            let told = with(&|saved| saved.selected[0].triangles = serde_json::from_str(runs).expect("a set"));
            assert!(told.contains("triangle ") && told.contains("has 12"), "{told}");
        }
    }
}
