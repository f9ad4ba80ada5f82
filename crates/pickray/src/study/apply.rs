//! Changes made to a study, all or nothing.

use super::{Change, ChangeError, Click, HiddenMistake, Objects, Revision, Study};
use crate::math::CursorPosition;
use crate::mesh::TriangleSet;
use crate::pick::{PickOptions, TriangleId, TriangleIds};
use crate::scene::{Camera, ClipPlanes, Placement, Projection};
use glam::{DMat4, DVec2, DVec3};

impl Study {
    /// Makes a change to the study.
    ///
    /// # Errors
    /// [`ChangeError`] when the change is impossible; the study is left as it was.
    pub fn apply(&mut self, change: &Change) -> Result<(), ChangeError> {
        let (planes, placement) = (self.planes, self.placement);
        match *change {
            Change::Pick(DVec2 { x, y }) => self.click(&self.view.clone(), CursorPosition { x, y }),
            Change::Cursor(DVec2 { x, y }) => {
                self.set_click(self.click.map(|click| Click { cursor: CursorPosition { x, y }, ..click }));
            }
            Change::Near(plane) => self.set_planes(ClipPlanes { near: plane.distance(), ..planes })?,
            Change::Far(plane) => self.set_planes(ClipPlanes { far: plane.distance(), ..planes })?,
            Change::Reversed(reversed_z) => self.set_planes(ClipPlanes { reversed_z, ..planes })?,
            Change::Perspective(degrees) => {
                self.set_projection(Projection::Perspective { fov_y: degrees.to_radians() }, ChangeError::Angle)?;
            }
            Change::Orthographic(height) => {
                self.set_projection(Projection::Orthographic { height }, ChangeError::Height)?;
            }
            Change::Culling(culling) => self.set_options(PickOptions { culling, ..self.options }),
            Change::Sample(sample) => self.set_options(PickOptions { sample, ..self.options }),
            Change::Moved(translate) => self.place(Placement { translate, ..placement })?,
            Change::Turned(degrees) => self.place(Placement { rotate: degrees.map(f64::to_radians), ..placement })?,
            Change::Scaled(scale) => self.place(Placement { scale, ..placement })?,
            Change::Camera(place) => self.set_camera(place.eye, place.target, place.up)?,
            Change::WhyNot(question) => self.question = self.known(question)?,
            Change::Mistake(mistake) => self.mistake = mistake,
            Change::HiddenMistake(hidden) => self.hidden = hidden.map(HiddenMistake::new),
            Change::NameMistake(mistake) => self.hidden.iter_mut().for_each(|hidden| hidden.guesses.push(mistake)),
            Change::TellMistake => self.hidden.iter_mut().for_each(|hidden| hidden.is_told = true),
            Change::ScaleFactor(Some(factor)) if !(0.0 < factor && factor < f64::INFINITY) => {
                return Err(ChangeError::ScaleFactor);
            }
            Change::ScaleFactor(factor) => self.imagined_scale_factor = factor,
            Change::Show(objects) => self.show(objects, |index, seen| seen || objects.contains(index))?,
            Change::Hide(objects) => self.show(objects, |index, seen| seen && !objects.contains(index))?,
            Change::Isolate(objects) => self.show(objects, |index, _| objects.contains(index))?,
            Change::HideTriangles(ref ids) => self.hide_triangles(ids, TriangleSet::union_with)?,
            Change::ShowTriangles(ref ids) => self.hide_triangles(ids, TriangleSet::subtract)?,
            Change::ShowAll => {
                self.show_all();
                self.refit();
            }
            Change::Reset => self.reset(),
        }
        self.revision = Revision::next();
        Ok(())
    }

    fn set_options(&mut self, options: PickOptions) {
        self.options = options;
        self.inputs_changed();
    }

    fn set_planes(&mut self, planes: ClipPlanes) -> Result<(), ChangeError> {
        self.view.camera.with_planes(&planes, &self.scene.bounds())?;
        self.planes = planes;
        self.refit();
        Ok(())
    }

    fn set_projection(&mut self, projection: Projection, error: ChangeError) -> Result<(), ChangeError> {
        if !projection.is_open() {
            return Err(error);
        }
        self.view.camera.projection = projection;
        self.refit();
        Ok(())
    }

    fn place(&mut self, placement: Placement) -> Result<(), ChangeError> {
        self.arrange(&placement.matrix());
        // Objects that the file itself flattens can be picked in no placement: refuse only if all objects are flat.
        if self.scene.objects().iter().all(|object| object.object_from_world().is_none()) {
            self.arrange(&self.placement.matrix());
            return Err(ChangeError::Placement);
        }
        self.placement = placement;
        self.refit();
        Ok(())
    }

    fn set_camera(&mut self, eye: DVec3, target: DVec3, up: DVec3) -> Result<(), ChangeError> {
        let is_somewhere = [eye, target, up].into_iter().all(DVec3::is_finite) && eye != target;
        if !is_somewhere {
            return Err(ChangeError::Camera);
        }
        if up == DVec3::ZERO {
            return Err(ChangeError::Up);
        }
        let camera = Camera { eye, target, up, ..self.view.camera };
        camera.with_planes(&self.planes, &self.scene.bounds())?;
        self.look_through(camera);
        Ok(())
    }

    /// Returns `id`; fails where it names a triangle that the scene does not have.
    fn known(&self, id: Option<TriangleId>) -> Result<Option<TriangleId>, ChangeError> {
        let unknown = id.filter(|id| id.object_in(&self.scene).is_none());
        unknown.map_or(Ok(id), |id| Err(ChangeError::NoTriangle(id)))
    }

    /// Shows and hides objects as `is_seen` says by their index and visibility; fails without such objects as `named`.
    fn show(&mut self, named: Objects, is_seen: impl Fn(u32, bool) -> bool) -> Result<(), ChangeError> {
        let n = self.scene.objects().len() as u32;
        if n <= named.last || named.last < named.first {
            return Err(ChangeError::NoObjects(named));
        }
        for index in 0..n {
            let seen = self.scene.objects()[index as usize].visible;
            if is_seen(index, seen) != seen {
                self.scene.object_mut(index).visible = !seen;
            }
        }
        self.refit();
        Ok(())
    }

    fn reset(&mut self) {
        (self.planes, self.placement, self.options) = Default::default();
        self.arrange(&DMat4::IDENTITY);
        self.show_as_placed();
        self.refit();
    }

    fn show_all(&mut self) {
        for index in 0..self.scene.objects().len() as u32 {
            let mut object = self.scene.object_mut(index);
            (object.visible, object.hidden) = (true, TriangleSet::default());
        }
    }

    /// Hides the objects that the file hides, and nothing else.
    pub(super) fn show_as_placed(&mut self) {
        self.show_all();
        for (index, _) in (0..).zip(&self.placed).filter(|(_, placed)| !placed.visible) {
            self.scene.object_mut(index).visible = false;
        }
    }

    /// Changes the hidden triangles of each object in `ids`: `by` makes them of the hidden and the named ones.
    fn hide_triangles(&mut self, ids: &TriangleIds, by: fn(&mut TriangleSet, &TriangleSet)) -> Result<(), ChangeError> {
        for (object, triangles) in ids.by_object() {
            self.known(triangles.last().map(|triangle| TriangleId { object, triangle }))?;
        }
        for (object, triangles) in ids.by_object() {
            by(&mut self.scene.object_mut(object).hidden, triangles);
        }
        self.inputs_changed();
        Ok(())
    }

    /// Moves all objects as one from where the file places them, by a transform in world space.
    pub(super) fn arrange(&mut self, by: &DMat4) {
        for (index, placed) in (0..).zip(&self.placed) {
            let mut object = self.scene.object_mut(index);
            object.world_from_object = *by * placed.world_from_object;
        }
    }
}
