//! Second mesh of the bench: another object of the scene, the first mesh again, or a mesh that is read in the
//! background. Its place is a turn about its middle, and a shift.

use super::{TwoMeshes, TwoMeshesAction};
use crate::app::answers::{LoadResult, Loaded, MeshSource, Shape};
use crate::app::desk::{Desk, Loading};
use crate::app::job::Answer;
use crate::app::texts::{of_library, t};
use crate::app::tool::ToolCore;
use glam::{DMat4, DQuat, DVec3, EulerRot};
use pickray::mesh::Mesh;
use pickray::scene::Object;
use std::sync::Arc;

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
    pub(super) fn duplicate(&mut self, desk: &mut Desk) {
        let Some(Object { name, mesh, .. }) = desk.bench_object().cloned() else { return };
        self.cancel();
        let name = t!("two-meshes-again", name = of_library::mesh_name(&name));
        self.set_second(desk, Second { name, mesh, of_scene: true, from_file: false });
    }

    /// Takes the next object of the scene as the second mesh, or the first mesh again where there is no other.
    pub(super) fn take_another(&mut self, desk: &mut Desk) {
        let (index, n) = (desk.bench_index() as usize, desk.opened().len());
        let [Some(first), Some(other)] = [index, (index + 1) % n.max(1)].map(|index| desk.opened().get(index)) else {
            return;
        };
        if n == 1 {
            return self.duplicate(desk);
        }
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

    pub(super) fn open(&mut self, desk: &mut Desk, source: MeshSource) {
        self.cancel();
        self.loading = Some(Loading::begin(&mut desk.files.jobs, source, Shape::Joined, TwoMeshesAction::Loaded));
    }

    /// Stops reading the second mesh; returns whether it was being read.
    pub(super) fn cancel(&mut self) -> bool {
        let Some(mut loading) = self.loading.take() else { return false };
        loading.result.stop();
        true
    }

    pub(super) fn loaded(&mut self, desk: &mut Desk, answer: Answer<LoadResult>) {
        let loading = &mut self.loading;
        let Some(result) = loading.as_mut().and_then(|loading| loading.result.take(answer)) else { return };
        let Some(Loading { source, .. }) = loading.take() else { return };
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
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_about_the_middle_and_a_shift_moves_it() {
        let center = DVec3::new(5.0, 1.0, -2.0);
        let place =
            MeshPose { translation: DVec3::X, ..MeshPose::default() }.with_degrees(DVec3::new(10.0, 50.0, -20.0));
        assert!((place.transform(center).transform_point3(center) - (center + DVec3::X)).length() < 1e-12);
        assert_eq!(MeshPose::default().transform(center), DMat4::IDENTITY);
    }

    #[test]
    fn degrees_come_back_and_turn_about_x_first() {
        let degrees = DVec3::new(30.0, -40.0, 120.0);
        let place = MeshPose::default().with_degrees(degrees);
        assert!((place.degrees() - degrees).length() < 1e-9);
        let turned = MeshPose::default().with_degrees(DVec3::new(90.0, 0.0, 90.0)).rotation * DVec3::Y;
        assert!((turned - DVec3::Z).length() < 1e-12, "y to z about x, and z stays: {turned}");
    }
}
