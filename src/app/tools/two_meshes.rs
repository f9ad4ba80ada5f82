//! Bench of two meshes, a tool in which handles move and turn a second mesh; the triangles where both meet are lit.
//!
//! The meshes' AABB trees are built in the background. Contacts are found within the frame while a drag gets fast
//! answers, else in the background: for one place of the second mesh at a time, and for the latest in the end.

mod two_meshes_panel;
pub mod work;

pub use work::{Answer, Question, Ready};

use crate::app::answers::{LoadResult, Loaded, MeshSource, Shape};
use crate::app::desk::loading::ask_for_mesh;
use crate::app::desk::{Desk, Loading, navigate};
use crate::app::gizmo::{Gizmo, Handle, Motion};
use crate::app::input::DragTo;
use crate::app::job::{self, Pending};
use crate::app::keys::Command;
use crate::app::texts::{of_library, t};
use crate::app::tool::{Activity, Event, Tool, ToolCore, tool};
use glam::{DMat4, DQuat, DVec3, EulerRot};
use pickray::accel::PairFinder;
use pickray::mesh::Mesh;
use pickray::scene::Object;
use std::sync::Arc;

/// Distance by which a second mesh is put beside the first, as a share of the first one's width.
const ASIDE: f64 = 0.4;
const PLACES_REMEMBERED: usize = 100;

#[derive(Debug, Default)]
pub struct TwoMeshes {
    pub second: Option<Second>,
    pub place: MeshPose,
    pub hovered: Option<Handle>,
    pub held: Option<Handle>,
    pub answer: Option<Answer>,
    pub loading: Option<Loading>,
    pub first_only: bool,
    ready: Ready,
    prepared: Pending<Ready>,
    /// Place of the second mesh that is asked about, with the answer.
    asked: Pending<(MeshPose, Answer)>,
    /// Shift and turn of the second mesh when the drag of its handle began.
    gripped: MeshPose,
    pub before: Vec<MeshPose>,
    pub after: Vec<MeshPose>,
    finder: PairFinder,
}

#[derive(Debug)]
pub enum TwoMeshesAction {
    Duplicate,
    AskForSecond,
    OpenSecond(MeshSource),
    CancelSecond,
    /// Find where the meshes meet. If the building of their trees was stopped, build these first.
    Find,
    StopBuilding,
    /// Put the second mesh at a place. `true` begins a new step of undo, as the first change of a dragged number does.
    Place(MeshPose, bool),
    Reset,
    FirstOnly(bool),
    Loaded(job::Answer<LoadResult>),
    Prepared(job::Answer<Ready>),
    Answered(job::Answer<(MeshPose, Answer)>),
}

tool!(TwoMeshes, "two_meshes", t!("two-meshes"), TwoMeshesAction => Self::update);

impl Tool for TwoMeshes {
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool {
        match event {
            Event::MeshChanged => {
                self.second.take_if(|second| second.of_scene);
                self.ready[0] = None;
                self.forget(desk);
            }
            Event::Arrange if desk.scene().objects().is_empty() => {}
            Event::Arrange if self.second.is_none() && self.loading.is_none() => self.take_another(desk),
            Event::Arrange => self.show_second(desk),
            Event::Enter => self.frame_both(desk),
            Event::Hover(cursor) => {
                self.hovered = cursor.and_then(|cursor| self.gizmo(desk)?.handle_at(cursor, 1.0));
                desk.pointer.hover.take_if(|_| self.hovered.is_some());
            }
            Event::Drag(drag) => return self.drag(desk, drag),
            Event::DragEnds => self.held = None,
            // The second mesh goes back to where its handle was gripped.
            Event::CancelDrag if self.held.take().is_some() => {
                desk.pointer.is_drag_over = true;
                self.move_second(desk, self.gripped, false);
            }
            Event::Close => return self.cancel(),
            Event::Command(Command::Undo) => self.step(desk, false),
            Event::Command(Command::Redo) => self.step(desk, true),
            Event::Dropped(source) => self.open(desk, source.clone()),
            _ => return false,
        }
        true
    }

    fn activity(&self, _: &Desk) -> Activity<'_> {
        let reading = self.loading.as_ref().and_then(|loading| loading.work(TwoMeshesAction::CancelSecond));
        reading.or_else(|| self.prepared.work(t!("two-meshes-building"), TwoMeshesAction::StopBuilding)).into()
    }
}

impl TwoMeshes {
    fn drag(&mut self, desk: &mut Desk, drag: &DragTo) -> bool {
        let DragTo { press, to, begins } = drag;
        if *begins {
            let handle = self.gizmo(desk).filter(|_| press.takes_hold());
            let handle = handle.and_then(|gizmo| gizmo.handle_at(press.cursor, press.reach()));
            self.held = handle;
            if handle.is_some() {
                self.remember();
                self.gripped = self.place;
            }
        }
        let (Some(handle), Some(second)) = (self.held, &self.second) else { return false };
        // As it was gripped, so that rounding does not add up and the mesh comes back with the mouse.
        let gripped = self.gripped;
        let center = second.center() + gripped.translation;
        let gizmo = Gizmo { view: &press.view, scale_factor: desk.shown.scale_factor, center };
        let place = match gizmo.dragged(handle, press.cursor, *to) {
            Some(Motion::Shift(shift)) => MeshPose { translation: gripped.translation + shift, ..gripped },
            Some(Motion::Turn(turn)) => MeshPose { rotation: (turn * gripped.rotation).normalize(), ..gripped },
            None => return true,
        };
        self.move_second(desk, place, true);
        true
    }

    fn update(&mut self, desk: &mut Desk, action: TwoMeshesAction) {
        match action {
            TwoMeshesAction::Duplicate => {
                self.duplicate(desk);
                self.frame_both(desk);
            }
            TwoMeshesAction::AskForSecond => ask_for_mesh(desk, |source| TwoMeshesAction::OpenSecond(source).into()),
            TwoMeshesAction::OpenSecond(source) => self.open(desk, source),
            TwoMeshesAction::CancelSecond => _ = self.cancel(),
            TwoMeshesAction::Find => self.find_contact(desk, false),
            TwoMeshesAction::StopBuilding => _ = self.prepared.stop(),
            TwoMeshesAction::Place(place, begins) => {
                if begins {
                    self.remember();
                }
                self.move_second(desk, place, !begins);
            }
            TwoMeshesAction::Reset => {
                self.remember();
                let place = self.first_place(desk);
                self.move_second(desk, place, false);
            }
            TwoMeshesAction::FirstOnly(first_only) => {
                self.first_only = first_only;
                self.find_contact(desk, false);
            }
            TwoMeshesAction::Loaded(answer) => self.loaded(desk, answer),
            TwoMeshesAction::Prepared(answer) => self.prepared(desk, answer),
            TwoMeshesAction::Answered(answer) => self.answered(desk, answer),
        }
    }

    /// Returns where a second mesh is put at first: where its file has it, if that is near the first, else beside that.
    fn first_place(&self, desk: &Desk) -> MeshPose {
        let (Some(first), Some(second)) = (desk.bench_object(), &self.second) else {
            return MeshPose::default();
        };
        let (first, own) = (first.bounds(), second.mesh.bounds());
        let near = first.min.cmple(own.max).all() && own.min.cmple(first.max).all();
        if near && second.from_file {
            return MeshPose::default();
        }
        let second_view = ASIDE * first.size().x * DVec3::X;
        let translation = if near { second_view } else { first.center() - own.center() + second_view };
        MeshPose { translation: if translation.is_finite() { translation } else { DVec3::ZERO }, ..MeshPose::default() }
    }

    /// Puts the second mesh at its first place, and forgets all places to undo to, the answer and the questions.
    fn forget(&mut self, desk: &Desk) {
        let place = self.first_place(desk);
        (self.before, self.after) = (Vec::new(), Vec::new());
        (self.place, self.gripped) = (place, place);
        (self.answer, self.held, self.hovered) = (None, None, None);
        // What is being found out is of other meshes.
        self.prepared.stop();
        self.asked.stop();
    }

    /// Makes the second mesh an object of the scene, and has the contact of both meshes found.
    fn show_second(&mut self, desk: &mut Desk) {
        if desk.scene().objects().is_empty() {
            return;
        }
        desk.remove_added();
        // The triangles of the last answer are perhaps those of another mesh.
        desk.selected.marked.clear();
        if let Some(second) = &self.second {
            // Its colour tells it from the first.
            let object = Object { color: [0.86, 0.78, 0.60], ..Object::new(second.name.clone(), second.mesh.clone()) };
            desk.scene_mut().push(object.with_transform(self.place.transform(second.center())));
        }
        self.find_contact(desk, false);
    }

    /// Frames both meshes where a part of one may be out of the picture.
    fn frame_both(&self, desk: &mut Desk) {
        if desk.tool == self.id() && desk.scene().objects().len() > desk.opened().len() {
            navigate::move_for_now(desk, navigate::bring_into_view);
        }
    }

    fn remember(&mut self) {
        if self.before.last() != Some(&self.place) {
            self.before.push(self.place);
        }
        self.before.drain(..self.before.len().saturating_sub(PLACES_REMEMBERED));
        self.after.clear();
    }

    /// Moves the second mesh; `live` while a handle is dragged.
    fn move_second(&mut self, desk: &mut Desk, place: MeshPose, live: bool) {
        self.place = place;
        let index = desk.opened().len();
        let Some(second) = self.second.as_ref().filter(|_| desk.scene().objects().len() > index) else { return };
        desk.scene_mut().object_mut(index as u32).world_from_object = place.transform(second.center());
        navigate::refit(desk);
        self.find_contact(desk, live);
    }

    fn step(&mut self, desk: &mut Desk, redo: bool) {
        let [from, to] = if redo { [&mut self.after, &mut self.before] } else { [&mut self.before, &mut self.after] };
        if let Some(place) = from.pop() {
            to.push(self.place);
            self.move_second(desk, place, false);
        }
    }

    pub fn gizmo<'a>(&self, desk: &'a Desk) -> Option<Gizmo<'a>> {
        let center = self.second.as_ref()?.center() + self.place.translation;
        Some(Gizmo { view: desk.view(), scale_factor: desk.shown.scale_factor, center })
    }
}

#[derive(Clone, Debug)]
pub struct Second {
    pub name: String,
    pub mesh: Arc<Mesh>,
    /// `true` if the mesh comes from the scene: it is another object of the scene, or the first mesh again.
    pub of_scene: bool,
    /// `true` if the second mesh's own coordinates give its place relative to the first mesh.
    pub from_file: bool,
}

impl Second {
    /// Returns the middle of the mesh's AABB, in object space, about which the mesh is turned.
    pub fn center(&self) -> DVec3 {
        self.mesh.bounds().center()
    }
}

impl TwoMeshes {
    fn duplicate(&mut self, desk: &mut Desk) {
        let Some(Object { name, mesh, .. }) = desk.bench_object().cloned() else { return };
        self.cancel();
        let name = t!("two-meshes-again", name = of_library::mesh_name(&name));
        self.set_second(desk, Second { name, mesh, of_scene: true, from_file: false });
    }

    /// Takes the next object of the scene as the second mesh, or the first mesh again where there is no other.
    fn take_another(&mut self, desk: &mut Desk) {
        let (index, opened) = (desk.bench_index() as usize, desk.opened());
        let [_, _, ..] = opened else { return self.duplicate(desk) };
        let (first, other) = (&opened[index], &opened[(index + 1) % opened.len()]);
        // The first one is shown in its own space: only there are both where their files have them.
        let from_file = first.world_from_object == DMat4::IDENTITY && other.world_from_object == DMat4::IDENTITY;
        let second = Second { name: other.name.clone(), mesh: other.mesh.clone(), of_scene: true, from_file };
        self.cancel();
        self.set_second(desk, second);
    }

    fn set_second(&mut self, desk: &mut Desk, second: Second) {
        self.second = Some(second);
        self.ready[1] = None;
        self.forget(desk);
        if desk.tool == self.id() {
            self.show_second(desk);
        }
    }

    fn open(&mut self, desk: &mut Desk, source: MeshSource) {
        self.cancel();
        self.loading = Some(Loading::begin(&mut desk.files.jobs, source, Shape::Joined, TwoMeshesAction::Loaded));
    }

    fn cancel(&mut self) -> bool {
        let Some(mut loading) = self.loading.take() else { return false };
        loading.result.stop();
        true
    }

    fn loaded(&mut self, desk: &mut Desk, answer: job::Answer<LoadResult>) {
        let Some(result) = self.loading.as_mut().and_then(|loading| loading.result.take(answer)) else { return };
        let Some(Loading { source, .. }) = self.loading.take() else { return };
        let name = source.name();
        match result {
            Ok(Loaded { scene, report, .. }) => {
                let Some(Object { mesh, .. }) = scene.objects().first().cloned() else { return };
                let problems = report.map_or(0, |report| report.problems);
                if problems > 0 && !desk.messages.last.as_ref().is_some_and(|message| message.is_error) {
                    desk.tell(t!("loaded-with-warnings", name = &name, count = problems));
                }
                let from_file = !matches!(source, MeshSource::Sample(_));
                self.set_second(desk, Second { name, mesh, of_scene: false, from_file });
                self.frame_both(desk);
            }
            Err(refused) => desk.complain_of_file(refused),
        }
    }
}

/// A turn about the middle of a mesh, and a shift.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshPose {
    /// Shift of the mesh's middle in world units, from where the mesh's own coordinates have it.
    pub translation: DVec3,
    /// Turn about the mesh's middle, as a quaternion of unit length.
    pub rotation: DQuat,
}

impl MeshPose {
    /// Returns the transform from object to world space of a mesh with middle `center`; exactly the identity at rest.
    pub fn transform(&self, center: DVec3) -> DMat4 {
        if self.rotation == DQuat::IDENTITY {
            return DMat4::from_translation(self.translation);
        }
        DMat4::from_rotation_translation(self.rotation, center + self.translation - self.rotation * center)
    }

    /// Returns the turn as three successive turns about the axes of the world, first x, then y, then z, in degrees.
    pub fn degrees(&self) -> DVec3 {
        let (z, y, x) = self.rotation.to_euler(EulerRot::ZYX);
        // Adding zero takes the sign off a zero.
        DVec3::new(x, y, z).map(f64::to_degrees) + 0.0
    }

    /// Returns a place with the same shift, and with the turn for which [`degrees`](Self::degrees) returns `degrees`.
    pub fn with_degrees(self, degrees: DVec3) -> Self {
        let [x, y, z] = degrees.map(f64::to_radians).to_array();
        Self { rotation: DQuat::from_euler(EulerRot::ZYX, z, y, x).normalize(), ..self }
    }
}

#[cfg(test)]
mod tests;
