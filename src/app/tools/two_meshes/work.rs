//! Work that takes longer than a frame: building trees, and finding where large meshes meet.

use super::{MeshPose, TwoMeshes, TwoMeshesAction};
use crate::app::desk::Desk;
use crate::app::job::{self, Task};
use crate::app::platform::{perform, timed};
use crate::app::tool::ToolCore;
use glam::DMat4;
use pickray::accel::PairFinder;
use pickray::collide::{ContactMesh, MadeReady, MeshContact, contact, first_contact};
use pickray::mesh::Mesh;
use pickray::pick::TriangleId;
use pickray::work::{Progress, packed};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Time of the last answer, in seconds, up to which the next is found within the frame while a handle is dragged.
const LIVE_SECONDS: f64 = 0.008;

/// Meshes of the bench with their trees, the first mesh first; `None` for a mesh whose tree is not built yet.
pub type Ready = [Option<Arc<ContactMesh>>; 2];

#[derive(Clone, Debug)]
pub struct Question {
    pub meshes: [Arc<ContactMesh>; 2],
    pub transforms: [DMat4; 2],
    pub first_only: bool,
}

packed!(struct Question { meshes, transforms, first_only });

#[derive(Clone, Debug)]
pub struct Answer {
    /// Contact of both meshes; with `first_only` at most one pair of triangles, and no curves.
    pub contact: MeshContact,
    pub seconds: f64,
    pub first_only: bool,
    pub lit: [usize; 2],
    pub length: f64,
}

packed!(struct Answer { contact, seconds, first_only, lit, length });

/// Task that builds the tree of each mesh, which the search for contacts needs.
pub(in crate::app) struct MakeReady(pub Vec<Arc<Mesh>>);

packed!(struct MakeReady { 0 });

impl Task for MakeReady {
    type Answer = Vec<MadeReady>;

    fn run(self, progress: &Progress) -> Option<Self::Answer> {
        let share = 1.0 / self.0.len() as f32;
        let build = |(i, mesh): (usize, &Arc<Mesh>)| {
            progress.begin("building the tree", i as f32 * share..(i + 1) as f32 * share);
            ContactMesh::made_for(mesh, progress).ok()
        };
        self.0.iter().enumerate().map(build).collect()
    }
}

impl Task for Question {
    type Answer = Answer;

    fn run(self, _: &Progress) -> Option<Answer> {
        Some(self.answer(&mut PairFinder::new()))
    }
}

/// Returns both meshes with their trees, building those that `ready` lacks; `None` if building was stopped.
async fn prepare(meshes: [Arc<Mesh>; 2], ready: Ready, progress: Arc<Progress>) -> Option<Ready> {
    let mut all: Vec<_> = ready.into_iter().flatten().collect();
    let mut missing = Vec::new();
    for mesh in &meshes {
        let is_same = |other: &Arc<Mesh>| Arc::ptr_eq(other, mesh);
        if !all.iter().any(|ready| is_same(ready.mesh())) && !missing.iter().any(is_same) {
            missing.push(mesh.clone());
        }
    }
    if !missing.is_empty() {
        let made = perform(MakeReady(missing.clone()), progress).await?;
        all.extend(missing.into_iter().zip(made).map(|(mesh, made)| Arc::new(ContactMesh::of(mesh, made))));
    }
    Some(meshes.map(|mesh| all.iter().find(|ready| Arc::ptr_eq(ready.mesh(), &mesh)).cloned()))
}

impl Question {
    /// Returns where both meshes meet, and how many triangles of each are in contact. Blocks until the answer is found.
    pub fn answer(&self, finder: &mut PairFinder) -> Answer {
        let ([a, b], [world_from_a, world_from_b]) = (&self.meshes, &self.transforms);
        let (contact, seconds) = timed(|| {
            if !self.first_only {
                return contact(finder, (a, world_from_a), (b, world_from_b));
            }
            let (pair, counts) = first_contact(finder, (a, world_from_a), (b, world_from_b))?;
            Some(MeshContact { pairs: pair.into_iter().collect(), counts, ..MeshContact::default() })
        });
        // Places only move and turn: there is always an inverse.
        let contact = contact.unwrap_or_default();
        let lit = [0, 1].map(|k| {
            let mut triangles: Vec<u32> = contact.pairs.iter().map(|pair| pair[k]).collect();
            triangles.sort_unstable();
            triangles.dedup();
            triangles.len()
        });
        let length = contact.curves.iter().map(pickray::collide::Curve::length).sum();
        Answer { contact, seconds, first_only: self.first_only, lit, length }
    }
}

impl TwoMeshes {
    fn question(&self) -> Option<Question> {
        let [Some(a), Some(b)] = &self.ready else { return None };
        let center = self.second.as_ref()?.center();
        Some(Question {
            meshes: [a.clone(), b.clone()],
            transforms: [DMat4::IDENTITY, self.place.transform(center)],
            first_only: self.first_only,
        })
    }

    /// Finds where the meshes meet, within this frame if `live` and fast; one question waits, then the latest.
    pub(super) fn find_contact(&mut self, desk: &mut Desk, live: bool) {
        if self.prepared.is_awaited() || self.asked.is_awaited() {
            return;
        }
        let Some(question) = self.question() else { return self.prepare_meshes(desk) };
        if live && self.answer.as_ref().is_some_and(|answer| answer.seconds <= LIVE_SECONDS) {
            let answer = question.answer(&mut self.finder);
            self.show_answer(desk, answer);
            return;
        }
        let place = self.place;
        let find = move |progress| async move { Some((place, perform(question, progress).await?)) };
        self.asked.begin_waiting(&mut desk.files.jobs, find, TwoMeshesAction::Answered);
    }

    fn prepare_meshes(&mut self, desk: &mut Desk) {
        let Some((first, second)) = desk.bench_object().zip(self.second.as_ref()) else { return };
        let (meshes, ready) = ([first.mesh.clone(), second.mesh.clone()], self.ready.clone());
        let prepare = |progress| prepare(meshes, ready, progress);
        self.prepared.begin_waiting(&mut desk.files.jobs, prepare, TwoMeshesAction::Prepared);
    }

    pub(super) fn prepared(&mut self, desk: &mut Desk, answer: job::Answer<Ready>) {
        if let Some(ready) = self.prepared.take(answer) {
            self.ready = ready;
            self.find_contact(desk, false);
        }
    }

    pub(super) fn answered(&mut self, desk: &mut Desk, answer: job::Answer<(MeshPose, Answer)>) {
        let Some((place, answer)) = self.asked.take(answer) else { return };
        let is_stale = (place, answer.first_only) != (self.place, self.first_only);
        self.show_answer(desk, answer);
        if is_stale {
            self.find_contact(desk, false);
        }
    }

    /// Shows an answer: lights up the triangles where both meshes meet.
    fn show_answer(&mut self, desk: &mut Desk, answer: Answer) {
        // The second mesh stands behind the objects that are open.
        let [first, second] = [desk.bench_index(), desk.opened().len() as u32];
        let of_pair =
            |&[a, b]: &[u32; 2]| [(first, a), (second, b)].map(|(object, triangle)| TriangleId { object, triangle });
        let lit: BTreeSet<_> = answer.contact.pairs.iter().flat_map(of_pair).collect();
        desk.point_out(self.id(), lit);
        self.answer = Some(answer);
    }
}
