//! What benches have computed in the background of the mesh that is shown: one of each at a time, for the present mesh only.

use super::{CollideAction, bounds, box_tree};
use crate::accel::{AabbTree, Cancelled, Progress};
use crate::app::platform::Instant;
use crate::mesh::{BoundingFit, Mesh};
use glam::DVec3;
use std::sync::Arc;

/// How many rays the volumes are compared by.
const N_RAYS: u32 = 20_000;

/// Something to compute.
#[derive(Clone, Debug)]
pub struct Work {
    mesh: Arc<Mesh>,
    task: Task,
    progress: Arc<Progress>,
}

/// What is to be computed of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Task {
    /// Its bounding volumes.
    Volumes,
    /// Its tree of boxes.
    Tree,
}

/// What became of [`Work`].
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// Whose progress is this one is answered; others are not waited for.
    progress: Arc<Progress>,
    result: Result<Arc<T>, Cancelled>,
}

/// The volumes around a mesh.
#[derive(Clone, Debug)]
pub struct Volumes {
    /// One of each kind, with what it makes of many rays.
    pub fits: Vec<BoundingFit>,
    /// How long they took, in seconds.
    pub seconds: f64,
}

/// The tree of boxes over a mesh.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Local to the origin.
    pub tree: AabbTree,
    /// The mesh's origin, in object space.
    pub origin: DVec3,
    /// How many nodes lie at each depth.
    pub levels: Vec<u32>,
    /// About how many boxes a random line meets.
    pub cost: f64,
    /// How long the build took, in seconds.
    pub seconds: f64,
}

impl Work {
    /// Computes; blocks.
    pub fn run(self) -> CollideAction {
        let Self { mesh, task, progress } = self;
        let start = Instant::now();
        match task {
            Task::Volumes => {
                let fits = mesh.bounding_fits(N_RAYS, &progress);
                let result = fits.map(|fits| Arc::new(Volumes { fits, seconds: start.elapsed().as_secs_f64() }));
                CollideAction::Bounds(bounds::Action::Computed(Answer { progress, result }))
            }
            Task::Tree => {
                progress.begin("building the tree", 0.0..1.0);
                let built = AabbTree::build(mesh.positions(), mesh.triangles(), &progress);
                let seconds = start.elapsed().as_secs_f64();
                let result = built.map(|tree| {
                    let (levels, cost) = (tree.levels(), tree.cost());
                    Arc::new(Tree { tree, origin: mesh.origin(), levels, cost, seconds })
                });
                CollideAction::BoxTree(box_tree::Action::Built(Answer { progress, result }))
            }
        }
    }

    /// The answer where there is nobody to compute.
    pub fn refused(self) -> CollideAction {
        let (progress, result) = (self.progress, Err(Cancelled));
        match self.task {
            Task::Volumes => CollideAction::Bounds(bounds::Action::Computed(Answer { progress, result })),
            Task::Tree => {
                let result = Err(Cancelled);
                CollideAction::BoxTree(box_tree::Action::Built(Answer { progress, result }))
            }
        }
    }
}

/// What is computed in the background, from before it was asked for.
#[derive(Clone, Debug, Default)]
pub enum Product<T> {
    /// Not asked for.
    #[default]
    None,
    /// Being computed.
    Awaited(Arc<Progress>),
    /// There.
    Ready(Arc<T>),
}

impl<T> Product<T> {
    /// What was computed, if it is there.
    pub fn get(&self) -> Option<&T> {
        if let Self::Ready(product) = self { Some(product) } else { None }
    }

    /// Whether it is waited for.
    pub fn is_awaited(&self) -> bool {
        matches!(self, Self::Awaited(_))
    }

    /// The work to be done, where that has not been asked for yet.
    pub(in crate::app) fn ask(&mut self, mesh: &Arc<Mesh>, task: Task) -> Option<Work> {
        if !matches!(self, Self::None) {
            return None;
        }
        let progress = Arc::new(Progress::default());
        *self = Self::Awaited(progress.clone());
        Some(Work { mesh: mesh.clone(), task, progress })
    }

    /// Takes an answer; whether it is the one that was waited for and has something in it.
    pub(in crate::app) fn take(&mut self, answer: Answer<T>) -> bool {
        if !matches!(self, Self::Awaited(awaited) if Arc::ptr_eq(awaited, &answer.progress)) {
            return false;
        }
        *self = answer.result.map_or(Self::None, Self::Ready);
        self.get().is_some()
    }

    /// Wants it no longer.
    pub(in crate::app) fn drop_it(&mut self) {
        if let Self::Awaited(progress) = std::mem::take(self) {
            progress.cancel();
        }
    }
}

#[cfg(test)]
pub(in crate::app) mod tests {
    use super::super::Bench;
    use super::*;
    use crate::app::keys::{ClickMode, Command};
    use crate::app::state::tests::{MIDDLE, click, state};
    use crate::app::state::{Action, Effect, State, Workspace, update};

    /// Three triangles behind each other of which the middle of the first was picked, and a bench.
    pub fn on(bench: Bench) -> State {
        let mut state = state();
        click(&mut state, MIDDLE, ClickMode::Replace);
        state.effects.clear();
        update(&mut state, Action::Command(Command::Show(Workspace::Collide)));
        update(&mut state, Action::Collide(CollideAction::Choose(bench)));
        state
    }

    /// What is to be computed.
    pub fn asked(state: &mut State) -> Vec<Work> {
        let effects = state.effects.drain(..);
        effects.filter_map(|effect| if let Effect::Compute(work) = effect { Some(work) } else { None }).collect()
    }

    /// Computes it.
    pub fn compute(state: &mut State) {
        for work in asked(state) {
            update(state, Action::Collide(work.run()));
        }
    }

    #[test]
    fn what_was_asked_for_another_mesh_is_stopped_and_its_answer_not_taken() {
        let mut state = on(Bench::BoxTree);
        let of_first = asked(&mut state);
        assert_eq!(of_first.len(), 1);
        update(&mut state, Action::Collide(CollideAction::Choose(Bench::Sphere)));
        update(&mut state, Action::Collide(CollideAction::Choose(Bench::BoxTree)));
        assert!(asked(&mut state).is_empty(), "it is under way");
        crate::app::tools::mesh_changed(&mut state);
        assert!(of_first[0].progress.is_cancelled());
        let of_second = asked(&mut state);
        assert!(state.is_computing());
        update(&mut state, Action::Collide(of_first[0].clone().run()));
        assert!(state.is_computing() && state.collide.box_tree.tree.get().is_none());
        update(&mut state, Action::Collide(of_second[0].clone().run()));
        assert!(!state.is_computing() && state.collide.box_tree.tree.get().is_some());
    }

    #[test]
    fn what_nobody_computes_is_not_waited_for() {
        for bench in [Bench::Bounds, Bench::BoxTree] {
            let mut state = on(bench);
            assert!(state.is_computing());
            let work = asked(&mut state).remove(0);
            update(&mut state, Action::Collide(work.refused()));
            assert!(!state.is_computing());
        }
    }
}
