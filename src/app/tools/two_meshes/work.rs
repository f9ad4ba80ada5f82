//! What takes longer than a frame may: the trees, and where large meshes meet.

use super::TwoMeshes;
use crate::accel::{PairFinder, Progress};
use crate::app::platform::Instant;
use crate::app::state::{Effect, State};
use crate::collide::{ContactMesh, MeshContact, contact, first_contact};
use crate::mesh::Mesh;
use crate::pick::TriangleId;
use glam::DMat4;
use std::sync::Arc;

/// While a handle is dragged, the answer is found in the frame where the last one took no longer than this, in seconds.
const LIVE_SECONDS: f64 = 0.008;

/// Meshes to be made ready; either may be so already.
#[derive(Clone, Debug)]
pub struct Preparation {
    /// Which it is.
    pub number: u64,
    /// The first and the second mesh.
    pub meshes: [Arc<Mesh>; 2],
    /// What is ready of them.
    pub ready: [Option<Arc<ContactMesh>>; 2],
}

/// Where do these meet?
#[derive(Clone, Debug)]
pub struct Question {
    /// Which it is.
    pub number: u64,
    /// The first and the second mesh.
    pub meshes: [Arc<ContactMesh>; 2],
    /// Their transforms.
    pub transforms: [DMat4; 2],
    /// Whether some pair will do.
    pub first_only: bool,
}

/// What the library says of where both meet.
#[derive(Clone, Debug)]
pub struct Answer {
    /// All that they share; of some pair only the pair.
    pub contact: MeshContact,
    /// How long it took to find, in seconds.
    pub seconds: f64,
    /// Whether only some pair was looked for.
    pub first_only: bool,
    /// How many triangles of both are in a pair.
    pub lit: [usize; 2],
    /// The length of all curves.
    pub length: f64,
}

/// Builds the trees that are missing; a mesh that is both gets one. Blocks.
pub fn prepare(mut preparation: Preparation) -> Preparation {
    for i in 0..2 {
        if preparation.ready[i].is_none() {
            let mesh = &preparation.meshes[i];
            let other = preparation.ready[1 - i].as_ref().filter(|ready| Arc::ptr_eq(ready.mesh(), mesh));
            // Nobody cancels this progress.
            let built = || ContactMesh::new(mesh.clone(), &Progress::default()).ok().map(Arc::new);
            preparation.ready[i] = other.cloned().or_else(built);
        }
    }
    preparation
}

impl Question {
    /// The answer, and the triangles that it lights up. Blocks for as long as it takes.
    pub fn answer(&self, finder: &mut PairFinder) -> Answer {
        let ([a, b], [world_from_a, world_from_b]) = (&self.meshes, &self.transforms);
        let start = Instant::now();
        let contact = if self.first_only {
            first_contact(finder, (a, world_from_a), (b, world_from_b)).map(|(pair, counts)| MeshContact {
                pairs: pair.into_iter().collect(),
                counts,
                ..MeshContact::default()
            })
        } else {
            contact(finder, (a, world_from_a), (b, world_from_b))
        };
        let seconds = start.elapsed().as_secs_f64();
        // Places only move and turn: there is always an inverse.
        let contact = contact.unwrap_or_default();
        let lit = [0, 1].map(|k| {
            let mut triangles: Vec<u32> = contact.pairs.iter().map(|pair| pair[k]).collect();
            triangles.sort_unstable();
            triangles.dedup();
            triangles.len()
        });
        let length = contact.curves.iter().map(crate::collide::Curve::length).sum();
        Answer { contact, seconds, first_only: self.first_only, lit, length }
    }
}

impl TwoMeshes {
    fn question(&self) -> Option<Question> {
        let [Some(a), Some(b)] = &self.ready else { return None };
        let center = self.second.as_ref()?.center();
        Some(Question {
            number: self.number,
            meshes: [a.clone(), b.clone()],
            transforms: [DMat4::IDENTITY, self.place.transform(center)],
            first_only: self.first_only,
        })
    }
}

/// Has the answer found for the present place: in this frame where that is fast while `live`, else beside the window.
pub(in crate::app) fn ask(state: &mut State, live: bool) {
    let bench = &mut state.collide.two_meshes;
    if bench.working {
        bench.stale = true;
        return;
    }
    let Some(mut question) = bench.question() else { return have_prepared(state) };
    if live && bench.answer.as_ref().is_some_and(|answer| answer.seconds <= LIVE_SECONDS) {
        let answer = question.answer(&mut bench.finder);
        take(state, answer);
        return;
    }
    bench.number += 1;
    bench.working = true;
    bench.stale = false;
    question.number = bench.number;
    state.effects.push(Effect::FindContact(question));
}

fn have_prepared(state: &mut State) {
    let Some(first) = state.scene.objects.first() else { return };
    let bench = &mut state.collide.two_meshes;
    let Some(second) = &bench.second else { return };
    bench.number += 1;
    bench.working = true;
    bench.stale = false;
    let meshes = [first.mesh.clone(), second.mesh.clone()];
    state.effects.push(Effect::PrepareContact(Preparation {
        number: bench.number,
        meshes,
        ready: bench.ready.clone(),
    }));
}

pub(in crate::app) fn prepared(state: &mut State, preparation: Preparation) {
    let first = state.scene.objects.first().map(|object| object.mesh.clone());
    let bench = &mut state.collide.two_meshes;
    if bench.number != preparation.number {
        return;
    }
    bench.working = false;
    let second = bench.second.as_ref().map(|second| second.mesh.clone());
    for ((ready, made), wanted) in bench.ready.iter_mut().zip(preparation.ready).zip([first, second]) {
        // Another mesh may have come meanwhile.
        *ready = made.filter(|made| wanted.is_some_and(|wanted| Arc::ptr_eq(made.mesh(), &wanted)));
    }
    if bench.ready.iter().all(Option::is_some) || bench.stale {
        ask(state, false);
    }
}

pub(in crate::app) fn answered(state: &mut State, number: u64, answer: Answer) {
    let bench = &mut state.collide.two_meshes;
    if bench.number != number {
        return;
    }
    bench.working = false;
    let stale = bench.stale;
    take(state, answer);
    if stale {
        ask(state, false);
    }
}

/// Shows an answer: both meshes' triangles light up.
fn take(state: &mut State, answer: Answer) {
    if state.bench() == Some(super::super::Bench::TwoMeshes) {
        let marked = &mut state.collide.marked;
        marked.clear();
        marked.extend(
            answer
                .contact
                .pairs
                .iter()
                .flat_map(|&[a, b]| [TriangleId { object: 0, triangle: a }, TriangleId { object: 1, triangle: b }]),
        );
        marked.sort_unstable();
        marked.dedup();
    }
    state.collide.two_meshes.answer = Some(answer);
}
