//! Sets of triangles of a scene.

use crate::mesh::TriangleSet;
use crate::pick::TriangleId;
use crate::scene::Scene;
use crate::work::packed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Set of triangles of a scene: one [`TriangleSet`] for each object, ordered by object.
///
/// ```
/// use pickray::pick::{TriangleId, TriangleIds};
///
/// let [a, b] = [3, 1].map(|triangle| TriangleId { object: 0, triangle });
/// let ids: TriangleIds = [a, b].into_iter().collect();
/// assert_eq!(ids.to_vec(), [b, a]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TriangleIds {
    /// Map from the index of an object to its triangles in the set; objects without any are left out.
    objects: BTreeMap<u32, TriangleSet>,
}

packed!(struct TriangleIds { objects });

impl TriangleIds {
    /// Returns the set of some triangles of one object; `object` is its index in the scene.
    pub fn of(object: u32, triangles: TriangleSet) -> Self {
        Self { objects: std::iter::once((object, triangles)).filter(|(_, set)| !set.is_empty()).collect() }
    }

    /// Returns the number of triangles in the set.
    pub fn len(&self) -> usize {
        self.objects.values().map(TriangleSet::len).sum()
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Returns `true` if a triangle is in the set.
    pub fn contains(&self, id: TriangleId) -> bool {
        self.objects.get(&id.object).is_some_and(|triangles| triangles.contains(id.triangle))
    }

    /// Returns the triangles of an object that are in the set; `None` where there are none.
    pub fn in_object(&self, object: u32) -> Option<&TriangleSet> {
        self.objects.get(&object)
    }

    /// Returns the indices of the objects that have triangles in the set, ascending, each with its triangles.
    pub fn by_object(&self) -> impl ExactSizeIterator<Item = (u32, &TriangleSet)> {
        self.objects.iter().map(|(&object, triangles)| (object, triangles))
    }

    /// Returns all triangles of the set, ordered by object, then by triangle.
    pub fn iter(&self) -> impl Iterator<Item = TriangleId> + '_ {
        self.objects
            .iter()
            .flat_map(|(&object, triangles)| triangles.iter().map(move |triangle| TriangleId { object, triangle }))
    }

    /// Returns all triangles of the set as a list, ordered by object, then by triangle.
    pub fn to_vec(&self) -> Vec<TriangleId> {
        let mut ids = Vec::with_capacity(self.len());
        self.iter().for_each(|id| ids.push(id));
        ids
    }

    /// Adds the triangles of `other` to the set.
    pub fn union_with(&mut self, other: &Self) {
        self.combine(other, TriangleSet::union_with);
    }

    /// Removes the triangles of `other` from the set.
    pub fn subtract(&mut self, other: &Self) {
        self.combine(other, TriangleSet::subtract);
    }

    /// Removes the triangles that are not in `other` from the set.
    pub fn intersect_with(&mut self, other: &Self) {
        self.objects.retain(|object, _| other.objects.contains_key(object));
        self.combine(other, TriangleSet::intersect_with);
    }

    /// Removes the triangles of `other` that are in the set, and adds the other triangles of `other`.
    pub fn toggle_with(&mut self, other: &Self) {
        self.combine(other, TriangleSet::toggle_with);
    }

    /// Returns the number of bytes that the sets of all objects take, even if others share the memory.
    #[doc(hidden)]
    pub fn bytes(&self) -> usize {
        self.objects.values().map(|set| set.bytes() + size_of::<(u32, TriangleSet)>()).sum()
    }

    fn combine(&mut self, other: &Self, with: impl Fn(&mut TriangleSet, &TriangleSet)) {
        for (&object, theirs) in &other.objects {
            let ours = self.objects.entry(object).or_default();
            with(ours, theirs);
            if ours.is_empty() {
                self.objects.remove(&object);
            }
        }
    }
}

impl Extend<TriangleId> for TriangleIds {
    fn extend<I: IntoIterator<Item = TriangleId>>(&mut self, ids: I) {
        ids.into_iter().for_each(|id| _ = self.objects.entry(id.object).or_default().insert(id.triangle));
    }
}

impl FromIterator<TriangleId> for TriangleIds {
    fn from_iter<I: IntoIterator<Item = TriangleId>>(ids: I) -> Self {
        let mut set = Self::default();
        set.extend(ids);
        set
    }
}

impl<I: IntoIterator<Item = TriangleId>> From<I> for TriangleIds {
    fn from(ids: I) -> Self {
        ids.into_iter().collect()
    }
}

/// Returns the triangles of visible objects whose material has this name in their files, without hidden triangles.
pub fn with_material(scene: &Scene, name: &str) -> TriangleIds {
    let mut all = TriangleIds::default();
    for (index, object) in (0..).zip(scene.objects()).filter(|(_, object)| object.visible) {
        let source = object.mesh.source();
        let has_name = |triangle: &u32| source.material(*triangle) == Some(name);
        if source.materials().iter().any(|of_mesh| of_mesh == name) {
            let mut triangles: TriangleSet = (0..object.mesh.n_triangles() as u32).filter(has_name).collect();
            triangles.subtract(&object.hidden);
            all.union_with(&TriangleIds::of(index, triangles));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn it_is_the_set_that_a_tree_of_ids_is() {
        let mut random = crate::work::seeded();
        let (mut set, mut expected) = (TriangleIds::default(), BTreeSet::new());
        for _ in 0..200 {
            let some: BTreeSet<_> = (0..random.usize(0..40))
                .map(|_| TriangleId { object: [0, 1, 7, u32::MAX][random.usize(0..4)], triangle: random.u32(0..100) })
                .collect();
            let other: TriangleIds = some.iter().copied().collect();
            expected = match random.u32(0..4) {
                0 => {
                    set.union_with(&other);
                    &expected | &some
                }
                1 => {
                    set.subtract(&other);
                    &expected - &some
                }
                2 if random.bool() => {
                    set.intersect_with(&other);
                    &expected & &some
                }
                _ => {
                    set.toggle_with(&other);
                    &expected ^ &some
                }
            };
            assert!(set.iter().eq(expected.iter().copied()));
            assert_eq!((set.len(), set.is_empty()), (expected.len(), expected.is_empty()));
            assert!(set.to_vec().into_iter().eq(expected.iter().copied()));
            assert!(some.iter().all(|id| set.contains(*id) == expected.contains(id)));
            assert_eq!(set, expected.iter().copied().collect());
            assert_eq!(packed::from_bytes(&packed::to_bytes(&set)), Some(set.clone()));
        }
    }
}
