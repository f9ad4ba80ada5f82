//! Situations: all inputs of a pick, to make it again elsewhere, and their conversion to a study and back.

use super::{Click, HiddenMistake, Placed, Study};
use crate::math::{CursorPosition, FramebufferSize};
use crate::mesh::{Mesh, TriangleRun, TriangleSet};
use crate::pick::explain::{Mistake, PickTrace, pick_traced};
use crate::pick::{PickOptions, TriangleId};
use crate::scene::{Camera, ClipPlanes, Object, Placement, Scene, UpAxis, View};
use crate::study::annotations::Annotations;
use crate::study::saved::ReplayError;
use glam::DMat4;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::OsString;
use std::sync::Arc;

/// Version of the format that [`Situation`] writes.
pub const SITUATION_VERSION: u32 = 3;

/// Inputs of a pick, and what is shown beside it: question, mistakes, page of a lesson, second view, annotations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Situation {
    /// Version of the format: [`SITUATION_VERSION`], or that of the text that was read.
    pub version: u32,
    /// Objects of the scene, in their order.
    pub objects: Vec<SavedObject>,
    /// View that the pick is made in: camera, viewport and framebuffer.
    pub view: View,
    /// Flags for the view's clip planes that the user gave; the other planes are fitted to the scene.
    #[serde(default)]
    pub planes_given: PlanesGiven,
    /// Options of the pick, such as culling and the point of the pixel that the ray goes through.
    pub options: PickOptions,
    /// Cursor of the pick: physical pixels from the top left of the framebuffer.
    pub cursor: CursorPosition,
    /// `true` if nothing was picked, and only the view and what is beside it is meant; the cursor has no meaning then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_pick: bool,
    /// Triangle of which the user asked why it is not the hit; `None` without a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<TriangleId>,
    /// Mistake whose result is shown beside that of the right pick; `None` if no mistake is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<Mistake>,
    /// Mistake that is shown without its name, for the user to guess; `None` if no mistake is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden_mistake: Option<Mistake>,
    /// Number of physical pixels per logical pixel, for mistakes that confuse them; `None` to use the screen's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale_factor: Option<f64>,
    /// Page of a lesson that is open beside the pick; `None` if no lesson is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<PageName>,
    /// Camera of the second view, which moves independently of the pick's view; `None` if the picture is not split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_view: Option<Camera>,
    /// Measures and landmarks.
    #[serde(default, skip_serializing_if = "Annotations::is_empty")]
    pub annotations: Annotations,
}

/// Page of a lesson, by the names of the lesson and of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageName {
    /// Name of the lesson's files.
    pub lesson: String,
    /// Id of the page in its lesson.
    pub page: String,
}

/// Flags that tell which clip planes of a camera the user gave; the other planes are fitted to the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlanesGiven {
    /// `true` if the near plane was given.
    pub near: bool,
    /// `true` if the far plane was given.
    pub far: bool,
}

impl PlanesGiven {
    /// Returns flags that are `true` for the clip planes with a distance in `planes`.
    pub fn of(planes: &ClipPlanes) -> Self {
        Self { near: planes.near.is_some(), far: planes.far.is_some() }
    }

    /// Returns the clip planes of `camera` that the user gave, by these flags; a plane that was fitted is `None`.
    pub(crate) fn of_camera(self, camera: &Camera) -> ClipPlanes {
        let Camera { near, far, reversed_z, .. } = *camera;
        ClipPlanes { near: self.near.then_some(near), far: self.far.then_some(far), reversed_z }
    }
}

/// Object of a saved scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedObject {
    /// Name of the object.
    pub name: String,
    /// Path of the mesh's file, or `sample:` and a name. What of a path is no Unicode is replaced.
    pub mesh: String,
    /// Checksum of the mesh, by [`checksum`](crate::pick::checksum).
    pub checksum: String,
    /// Model transform of the object.
    pub world_from_object: DMat4,
    /// `true` if the object was visible.
    pub visible: bool,
    /// Triangles of the object that were hidden.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<TriangleRun>,
}

impl Situation {
    /// Returns the inputs of a pick in `scene`; `meshes` holds the path of each object's mesh, or `sample:` and a name.
    pub fn new(
        scene: &Scene,
        meshes: impl IntoIterator<Item = impl Into<OsString>>,
        view: &View,
        cursor: CursorPosition,
        options: &PickOptions,
    ) -> Self {
        let meshes: Vec<OsString> = meshes.into_iter().map(Into::into).collect();
        let objects = &scene.objects()[..meshes.len().min(scene.objects().len())];
        let sums = crate::pick::checksums(objects);
        let objects = objects.iter().zip(meshes).zip(sums).map(|((object, mesh), checksum)| SavedObject {
            name: object.name.clone(),
            mesh: mesh.to_string_lossy().into_owned(),
            checksum,
            world_from_object: object.world_from_object,
            visible: object.visible,
            hidden: object.hidden.clone().into(),
        });
        Self {
            version: SITUATION_VERSION,
            objects: objects.collect(),
            view: *view,
            planes_given: PlanesGiven::default(),
            options: *options,
            cursor,
            without_pick: false,
            question: None,
            mistake: None,
            hidden_mistake: None,
            scale_factor: None,
            page: None,
            second_view: None,
            annotations: Annotations::default(),
        }
    }

    /// Returns `true` if cameras, picture and scale factor are valid, which they may not be in a damaged file.
    pub fn has_picture(&self) -> bool {
        let has_picture = |camera: &Camera| {
            let points = [camera.eye, camera.target, camera.up];
            let finite = points.into_iter().all(glam::DVec3::is_finite) && camera.eye != camera.target;
            finite && camera.has_picture(self.view.aspect())
        };
        let FramebufferSize { width, height } = self.view.framebuffer;
        let is_scaled = self.scale_factor.is_none_or(|factor| 0.0 < factor && factor < f64::INFINITY);
        let has_pixels = is_scaled && width.min(height) > 0;
        has_picture(&self.view.camera) && self.second_view.as_ref().is_none_or(has_picture) && has_pixels
    }

    /// Returns a scene of the situation's objects, as their files place them. Saved objects of one file get its objects
    /// in turn, again from the first if they are more; none if it has none. Where their number is no multiple of the
    /// file's, checksums tell which they are. `scene_of` opens the file of an object, once for each file.
    ///
    /// # Errors
    /// Errors of `scene_of`.
    pub fn open<E>(&self, mut scene_of: impl FnMut(&SavedObject) -> Result<Scene, E>) -> Result<Scene, E> {
        let mut n_saved = HashMap::<&str, usize>::new();
        self.objects.iter().for_each(|saved| *n_saved.entry(&saved.mesh).or_default() += 1);
        type PlacesBySum = HashMap<String, Vec<usize>>;
        // Objects of each file, their places by checksum where these decide, and the next place.
        let mut opened: HashMap<&str, (Scene, PlacesBySum, usize)> = HashMap::new();
        let objects = self.objects.iter().map(|saved| {
            let (scene, places, next) = match opened.entry(&saved.mesh) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let scene = scene_of(saved)?;
                    let mut places = PlacesBySum::new();
                    if !n_saved[place.key()].is_multiple_of(scene.objects().len()) {
                        let sums = crate::pick::checksums(scene.objects()).into_iter().enumerate();
                        sums.for_each(|(place, sum)| places.entry(sum).or_default().push(place));
                    }
                    place.insert((scene, places, 0))
                }
            };
            // Take the next object with this checksum, wrapping around; if none has it, the next object of the scene.
            let of_sum = places.get(&saved.checksum).map(|places| {
                let behind = places.partition_point(|place| *place < *next);
                *places.get(behind).unwrap_or(&places[0])
            });
            let place = of_sum.unwrap_or(*next);
            *next = (place + 1) % scene.objects().len().max(1);
            Ok(scene.objects().get(place).cloned())
        });
        objects.filter_map(Result::transpose).collect()
    }

    /// Returns the situation's scene, with `meshes` as the meshes of its objects: one for each, in the same order.
    ///
    /// # Errors
    /// [`ReplayError`] when the meshes are not those of the situation.
    pub fn scene(&self, meshes: &[Arc<Mesh>]) -> Result<Scene, ReplayError> {
        if meshes.len() != self.objects.len() {
            return Err(ReplayError::NumberOfMeshes { needed: self.objects.len(), given: meshes.len() });
        }
        let object = |(saved, mesh): (&SavedObject, &Arc<Mesh>)| {
            let object = Object::new(&saved.name, mesh.clone()).with_transform(saved.world_from_object);
            Object { visible: saved.visible, hidden: TriangleSet::of_runs(&saved.hidden, mesh.n_triangles()), ..object }
        };
        let objects: Vec<Object> = self.objects.iter().zip(meshes).map(object).collect();
        match self.objects.iter().zip(crate::pick::checksums(&objects)).find(|(saved, sum)| saved.checksum != *sum) {
            Some((saved, _)) => Err(ReplayError::OtherMesh(saved.mesh.clone())),
            None => Ok(objects.into()),
        }
    }

    /// Makes the pick on `meshes`, one for each object, and returns its trace.
    ///
    /// # Errors
    /// Errors of [`scene`](Self::scene).
    pub fn pick_traced(&self, meshes: &[Arc<Mesh>]) -> Result<PickTrace, ReplayError> {
        Ok(pick_traced(&self.scene(meshes)?, &self.view, self.cursor, &self.options))
    }
}

impl Study {
    /// Restores the inputs of the situation's pick on `meshes`, one for each object. If they are those of the present
    /// scene, what their files say of them stays known, for a [`Change::Reset`](crate::study::Change::Reset).
    ///
    /// # Errors
    /// [`ReplayError`] when the meshes are not those of the situation; the study is left as it was.
    pub fn restore(&mut self, situation: &Situation, meshes: &[Arc<Mesh>]) -> Result<(), ReplayError> {
        let scene = situation.scene(meshes)?;
        let objects = self.scene.objects();
        let is_present = objects.len() == meshes.len()
            && objects.iter().zip(meshes).all(|(object, mesh)| Arc::ptr_eq(&object.mesh, mesh));
        if !is_present {
            let placed = Placed { world_from_object: DMat4::IDENTITY, visible: true };
            (self.placed, self.scene) = (vec![placed; meshes.len()], scene);
        } else {
            for (index, saved) in (0..).zip(scene.objects()) {
                let mut object = self.scene.object_mut(index);
                (object.world_from_object, object.visible) = (saved.world_from_object, saved.visible);
                object.hidden = saved.hidden.clone();
            }
        }
        self.placement = Placement::from_matrix(&self.moved_by());
        self.restore_but_scene(situation);
        Ok(())
    }

    /// Restores the inputs on the present scene, of any meshes, all moved by the transform of the first saved object.
    pub fn restore_on_present(&mut self, situation: &Situation) {
        let by = situation.objects.first().map_or(DMat4::IDENTITY, |saved| saved.world_from_object);
        self.placement = Placement::from_matrix(&by);
        self.arrange(&by);
        self.show_as_placed();
        self.restore_but_scene(situation);
    }

    /// Returns the inputs of the last click's pick, for [`restore`](Self::restore) to take; `meshes` holds the path of
    /// each object's mesh, or `sample:` and a name. `None` where nothing was clicked. Reads all of the meshes.
    pub fn situation(&self, meshes: impl IntoIterator<Item = impl Into<OsString>>) -> Option<Situation> {
        let Click { view, cursor, .. } = self.click?;
        Some(self.situation_at(meshes, &view, cursor))
    }

    /// Returns the present view as [`situation`](Self::situation) does, [without a pick](Situation::without_pick).
    pub fn situation_without_pick(&self, meshes: impl IntoIterator<Item = impl Into<OsString>>) -> Situation {
        let cursor = CursorPosition::new(0.0, 0.0);
        Situation { without_pick: true, ..self.situation_at(meshes, &self.view, cursor) }
    }

    fn situation_at(
        &self,
        meshes: impl IntoIterator<Item = impl Into<OsString>>,
        view: &View,
        cursor: CursorPosition,
    ) -> Situation {
        Situation {
            planes_given: PlanesGiven::of(&self.planes),
            question: self.question,
            mistake: self.mistake,
            hidden_mistake: self.hidden.as_ref().map(|hidden| hidden.mistake),
            scale_factor: self.mistake_at_work().map(|_| self.scale_factor()),
            ..Situation::new(&self.scene, meshes, view, cursor, &self.options)
        }
    }

    /// Returns the transform from where the file places objects to where they are, by the first that tells it.
    fn moved_by(&self) -> DMat4 {
        let mut pairs = self.scene.objects().iter().zip(&self.placed);
        let by = pairs.find_map(|(object, placed)| {
            let placed = placed.world_from_object;
            let from_world = object.clone().with_transform(placed).object_from_world()?;
            let is_there = object.world_from_object == placed;
            Some(if is_there { DMat4::IDENTITY } else { object.world_from_object * from_world })
        });
        by.unwrap_or(DMat4::IDENTITY)
    }

    fn restore_but_scene(&mut self, situation: &Situation) {
        let Situation { view, cursor, options, planes_given, question, mistake, .. } = *situation;
        self.planes = planes_given.of_camera(&view.camera);
        self.options = options;
        self.up_axis = UpAxis::of_camera(&view.camera).or(self.up_axis);
        self.set_view(view);
        self.click = (!situation.without_pick).then_some(Click { view, cursor, view_before: None });
        self.question = question.filter(|id| id.object_in(&self.scene).is_some());
        self.mistake = mistake;
        self.hidden = situation.hidden_mistake.map(HiddenMistake::new);
        self.imagined_scale_factor = situation.scale_factor;
        self.inputs_changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_read_as_fewer_objects_gives_those_of_the_meshes_that_were_saved() {
        let mesh = |x: f32| {
            let corners = vec![[x, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
            Arc::new(Mesh::from_triangles(corners, vec![[0, 1, 2]]).expect("a mesh"))
        };
        let [tree, house, shed] = [0.0, 0.5, 0.25].map(mesh);
        let scene = |meshes: &[&Arc<Mesh>]| -> Scene {
            meshes.iter().zip(0..).map(|(&mesh, i)| Object::new(format!("{i}"), mesh.clone())).collect()
        };
        let [was, is] = [scene(&[&tree, &house]), scene(&[&tree, &tree, &tree, &house])];
        let view =
            View::new(Camera::framing(&was.bounds(), 1.0, was.up_axis()), FramebufferSize { width: 9, height: 9 });
        let cursor = CursorPosition { x: 4.0, y: 4.0 };
        let saved = Situation::new(&was, ["town.glb"; 2], &view, cursor, &PickOptions::default());
        let opened = saved.open(|_| Ok::<_, ()>(is.clone())).expect("objects");
        let meshes: Vec<_> = opened.objects().iter().map(|object| object.mesh.clone()).collect();
        assert!(Arc::ptr_eq(&meshes[0], &tree) && Arc::ptr_eq(&meshes[1], &house));
        assert!(saved.scene(&meshes).is_ok());

        // Triangles are hidden that the mesh has, and no others take any memory.
        let mut hiding = saved;
        hiding.objects[1].hidden = vec![TriangleRun::One(u32::MAX), TriangleRun::FirstAndLast([0, u32::MAX])];
        let hidden = hiding.scene(&meshes).expect("the same meshes").objects()[1].hidden.clone();
        assert!(hidden == TriangleSet::all(1) && hidden.bytes() < 1000, "{} bytes", hidden.bytes());

        // Again from the first one of its mesh, and of an unknown mesh the next of all.
        let was = scene(&[&house, &tree, &tree, &shed, &tree, &house, &house]);
        let saved = Situation::new(&was, ["town.glb"; 7], &view, cursor, &PickOptions::default());
        let opened = saved.open(|_| Ok::<_, ()>(is.clone())).expect("objects");
        let places: Vec<_> = opened.objects().iter().map(|object| object.name.as_str()).collect();
        assert_eq!(places, ["3", "0", "1", "2", "0", "3", "3"]);
    }

    #[test]
    fn a_file_without_objects_gives_none_and_is_not_the_mesh_that_was_saved() {
        let mesh = Mesh::from_triangles(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]);
        let was = Scene::of(Object::new("a", Arc::new(mesh.expect("a mesh"))));
        let view =
            View::new(Camera::framing(&was.bounds(), 1.0, was.up_axis()), FramebufferSize { width: 9, height: 9 });
        let cursor = CursorPosition { x: 4.0, y: 4.0 };
        let saved = Situation::new(&was, ["a.obj"], &view, cursor, &PickOptions::default());
        let opened = saved.open(|_| Ok::<_, ()>(Scene::default())).expect("no objects");
        assert!(opened.objects().is_empty());
        assert_eq!(saved.scene(&[]).err(), Some(ReplayError::NumberOfMeshes { needed: 1, given: 0 }));
    }
}
