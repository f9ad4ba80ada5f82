//! Conversion of a study's inputs to a situation, and back.

use super::{Click, HiddenMistake, Placed, Study};
use crate::math::CursorPosition;
use crate::mesh::Mesh;
use crate::scene::{Placement, UpAxis, View};
use crate::study::{PlanesGiven, ReplayError, Situation};
use glam::DMat4;
use std::ffi::OsString;
use std::sync::Arc;

impl Study {
    /// Restores the inputs of the situation's pick on `meshes`, one for each object. If these are the meshes of the
    /// present scene, the transforms that their files give them stay known, for a
    /// [`Change::Reset`](crate::study::Change::Reset).
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

    /// Restores the inputs of the situation's pick on the present scene, whatever its meshes are. All objects are moved
    /// by the transform of the situation's first object.
    pub fn restore_on_present(&mut self, situation: &Situation) {
        let by = situation.objects.first().map_or(DMat4::IDENTITY, |saved| saved.world_from_object);
        self.placement = Placement::from_matrix(&by);
        self.arrange(&by);
        self.show_as_placed();
        self.restore_but_scene(situation);
    }

    /// Returns the inputs of the last click's pick, for [`restore`](Self::restore) to take; `meshes` holds the path of
    /// each object's mesh, or `sample:` and a name. `None` where nothing was clicked. Time grows in proportion to the
    /// size of the meshes.
    pub fn situation(&self, meshes: impl IntoIterator<Item = impl Into<OsString>>) -> Option<Situation> {
        let Click { view, cursor, .. } = self.click?;
        Some(self.situation_at(meshes, &view, cursor))
    }

    /// Returns the present view for [`restore`](Self::restore) to take, [without a pick](Situation::without_pick);
    /// `meshes` are those of [`situation`](Self::situation).
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

    /// Returns the transform that moves objects from where the file places them to where they are, by the first object
    /// that tells it.
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
