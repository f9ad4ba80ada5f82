//! Scene: a list of objects, changed only through the scene.

use super::{Object, ObjectTree};
use crate::geometry::Aabb;
use crate::work::packed;
use glam::DMat4;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

/// Objects in world space; an object's index is its place in the list. A scene holds fewer than 2³² objects: methods
/// panic when there would be more, and when the scene has no object of the index that they are given.
///
/// ```
/// use glam::{DMat4, DVec3};
/// use pickray::mesh::Mesh;
/// use pickray::scene::{Object, Scene};
/// use std::sync::Arc;
///
/// let mesh = Arc::new(Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?);
/// let mut scene = Scene::new();
/// let left = scene.push(Object::new("left", mesh.clone()));
/// let right = scene.push(Object::new("right", mesh));
/// scene.object_mut(right).world_from_object = DMat4::from_translation(DVec3::X);
/// scene.object_mut(left).visible = false;
/// assert_eq!(scene.bounds().min, DVec3::X);
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scene {
    objects: Vec<Object>,
    /// Tree over the objects, built when first asked for, and told of objects that change. It is dropped when objects
    /// are added or removed. The cell holds `None` in a scene that is to have no tree.
    tree: OnceLock<Option<Arc<ObjectTree>>>,
}
packed!(struct Scene { objects, tree });

/// Least number of objects of a scene with a tree, measured on instances of a thousand triangles: one by one a pick
/// among 4 took 430 ns, and by the tree one among 8 took 350.
const LEAST_OBJECTS: usize = 4;

/// Number of objects from which on a scene has no tree: a child of a node has 31 bits for its index.
const MOST_OBJECTS: usize = 1 << 31;

impl Scene {
    /// Returns an empty scene.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a scene of one object, under the object's own transform.
    pub fn of(object: Object) -> Self {
        Self::from(vec![object])
    }

    /// Returns the objects of the scene, by index.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// Returns the tree, built when first asked for; `None` if objects are too few to gain, or too many for a tree.
    #[inline]
    pub(crate) fn tree(&self) -> Option<&ObjectTree> {
        let build = || Some(Arc::new(ObjectTree::build(&self.objects)));
        let has_tree = (LEAST_OBJECTS..MOST_OBJECTS).contains(&self.objects.len());
        if has_tree { self.tree.get_or_init(build).as_deref() } else { None }
    }

    /// Returns `true` if an object is known to show nothing: one of a lower index is the same in the same place.
    #[doc(hidden)]
    pub fn is_covered(&self, index: u32) -> bool {
        self.tree.get().and_then(Option::as_deref).is_some_and(|tree| tree.is_covered(index))
    }

    /// Returns a scene that never has a tree, so that every query asks each object in turn.
    #[cfg(test)]
    pub(crate) fn without_tree(objects: Vec<Object>) -> Self {
        Self { objects, tree: OnceLock::from(None) }
    }

    /// Returns the object of this index to be changed; `None` where the scene has no such object.
    pub fn get_mut(&mut self, index: u32) -> Option<ObjectMut<'_>> {
        ((index as usize) < self.objects.len()).then_some(ObjectMut { scene: self, index: index as usize })
    }

    /// Returns the object of this index to be changed.
    pub fn object_mut(&mut self, index: u32) -> ObjectMut<'_> {
        let len = self.objects.len();
        self.get_mut(index).unwrap_or_else(|| panic!("object {index} of a scene of {len}"))
    }

    /// Gives objects, by index, new model transforms.
    ///
    /// The next query refits the tree over all objects, once for all that have changed. It builds a new tree only where
    /// objects overlap so much more than before that rays would take twice as long.
    ///
    /// ```
    /// use pickray::glam::{DMat4, DVec3};
    /// use pickray::{Object, Scene, mesh::samples::Sample};
    /// use std::sync::Arc;
    ///
    /// let cube = Arc::new(Sample::Cube.mesh()?);
    /// let mut scene: Scene = (0..100).map(|_| Object::from(cube.clone())).collect();
    /// scene.set_transforms((0..100).map(|i| (i, DMat4::from_translation(4.0 * f64::from(i) * DVec3::X))));
    /// assert_eq!(scene.bounds().max.x, 397.0);
    /// # Ok::<(), pickray::mesh::LoadError>(())
    /// ```
    pub fn set_transforms(&mut self, world_from_objects: impl IntoIterator<Item = (u32, DMat4)>) {
        for (index, world_from_object) in world_from_objects {
            self.object_mut(index).world_from_object = world_from_object;
        }
    }

    /// Adds an object at the end of the list and returns its index.
    pub fn push(&mut self, object: Object) -> u32 {
        let index = self.objects.len() as u32;
        self.insert(index, object);
        index
    }

    /// Inserts an object at an index; the indices of the objects from there on grow by one.
    pub fn insert(&mut self, index: u32, object: Object) {
        assert!(self.objects.len() < u32::MAX as usize, "a scene holds fewer than 2³² objects");
        self.tree.take();
        self.objects.insert(index as usize, object);
    }

    /// Removes an object and returns it; the indices of the objects after it shrink by one.
    pub fn remove(&mut self, index: u32) -> Object {
        self.tree.take();
        self.objects.remove(index as usize)
    }

    /// Keeps the first `len` objects and removes the others.
    pub fn truncate(&mut self, len: u32) {
        self.tree.take();
        self.objects.truncate(len as usize);
    }

    /// Removes all objects.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Returns a box in world space around the [bounds](Object::bounds) of all visible objects; [`Aabb::EMPTY`] if all
    /// of these are empty, or no object is visible.
    pub fn bounds(&self) -> Aabb {
        self.objects.iter().filter(|object| object.visible).map(Object::bounds).fold(Aabb::EMPTY, Aabb::union)
    }

    /// Returns the scene with all its trees as bytes, for [`from_packed`](Self::from_packed); the tree over many
    /// objects is built first. A web page's worker hands a scene to the page in this form.
    #[doc(hidden)]
    pub fn to_packed(&self) -> Vec<u8> {
        let _ = self.tree().map(ObjectTree::tree);
        packed::to_bytes(self)
    }

    /// Returns the scene that [`to_packed`](Self::to_packed) made into `bytes`, without building a tree. The bytes must
    /// come from another instance of this very program, never from a file or a link. `None` where the bytes are cut off
    /// or were made by another version. A scene from bytes changed in other ways may give wrong answers, or panic.
    #[doc(hidden)]
    pub fn from_packed(bytes: &[u8]) -> Option<Self> {
        packed::from_bytes(bytes)
    }
}

impl From<Vec<Object>> for Scene {
    fn from(objects: Vec<Object>) -> Self {
        assert!(objects.len() <= u32::MAX as usize, "a scene holds fewer than 2³² objects");
        Self { objects, tree: OnceLock::new() }
    }
}

impl FromIterator<Object> for Scene {
    fn from_iter<I: IntoIterator<Item = Object>>(objects: I) -> Self {
        Self::from(Vec::from_iter(objects))
    }
}

/// An object of a scene, borrowed to be changed. When the borrow is dropped, the scene's tree is told.
#[derive(Debug)]
pub struct ObjectMut<'a> {
    scene: &'a mut Scene,
    index: usize,
}

impl Deref for ObjectMut<'_> {
    type Target = Object;

    fn deref(&self) -> &Object {
        &self.scene.objects[self.index]
    }
}

impl DerefMut for ObjectMut<'_> {
    fn deref_mut(&mut self) -> &mut Object {
        &mut self.scene.objects[self.index]
    }
}

impl Drop for ObjectMut<'_> {
    fn drop(&mut self) {
        if let Some(Some(tree)) = self.scene.tree.get_mut() {
            Arc::make_mut(tree).place(self.index, &self.scene.objects[self.index]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Mesh;
    use glam::DVec3;

    fn at(x: f64) -> Object {
        let mesh =
            Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]]).expect("a mesh");
        Object::new(x.to_string(), mesh.into()).with_transform(DMat4::from_translation(DVec3::splat(x)))
    }

    fn names(scene: &Scene) -> Vec<&str> {
        scene.objects().iter().map(|object| object.name.as_str()).collect()
    }

    #[test]
    fn hidden_objects_do_not_count_for_the_bounds() {
        let mut scene = Scene::of(at(5.0));
        let hidden = scene.push(Object { visible: false, ..at(0.0) });
        assert_eq!(scene.bounds(), Aabb::new(DVec3::splat(5.0), DVec3::new(6.0, 6.0, 5.0)));
        scene.object_mut(0).visible = false;
        assert!(scene.bounds().is_empty());
        scene.object_mut(hidden).visible = true;
        assert_eq!(scene.bounds(), Aabb::new(DVec3::ZERO, DVec3::new(1.0, 1.0, 0.0)));
    }

    #[test]
    fn an_object_covers_those_that_are_the_same_in_its_place_until_something_changes() {
        let first = at(1.0);
        let others = [
            Object { mask: 1, ..first.clone() },
            Object { hidden: [0].into_iter().collect(), ..first.clone() },
            first.clone().with_transform(DMat4::IDENTITY),
            Object { name: "another".to_owned(), ..first.clone() },
            Object { visible: false, ..first.clone() },
        ];
        let mut scene: Scene = std::iter::once(first).chain(others).collect();
        let covered = |scene: &Scene| scene.tree().map(|_| [0, 1, 2, 3, 4, 5].map(|index| scene.is_covered(index)));
        assert_eq!(covered(&scene), Some([false, false, false, false, true, false]));
        scene.object_mut(0).visible = false;
        assert_eq!(covered(&scene), Some([false; 6]));
    }

    #[test]
    fn objects_keep_the_order_of_their_indices() {
        let mut scene: Scene = [1.0, 2.0, 3.0].map(at).into_iter().collect();
        scene.insert(1, at(9.0));
        assert_eq!(names(&scene), ["1", "9", "2", "3"]);
        assert_eq!(scene.push(at(4.0)), 4);
        assert_eq!((scene.remove(0).name.as_str(), names(&scene)), ("1", vec!["9", "2", "3", "4"]));
        scene.truncate(2);
        assert_eq!(names(&scene), ["9", "2"]);
        assert!(scene.get_mut(2).is_none());
        scene.clear();
        assert!(scene.objects().is_empty() && scene.bounds().is_empty());
    }
}
