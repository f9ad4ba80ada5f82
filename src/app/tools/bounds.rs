//! The bench of the bounding volumes: each kind around the mesh, how tight it is, and what it makes of the mouse's ray.

pub(in crate::app) mod panel;

use super::CollideAction;
use super::probe::{Probe, Taken, fresh_pick};
use crate::accel::Progress;
use crate::app::job::{Answer, Pending};
use crate::app::platform::Instant;
use crate::app::state::State;
use crate::geometry::BoundingKind;
use crate::intersect::{Pretest, pretest};
use crate::math::CursorPosition;
use crate::mesh::{BoundingFit, Mesh};
use crate::pick::TriangleId;
use crate::scene::View;

/// What the bench holds.
#[derive(Debug)]
pub struct Bounds {
    /// The volumes.
    pub volumes: Pending<Volumes>,
    /// The kinds that are drawn.
    pub drawn: Vec<BoundingKind>,
    /// The ray that is tested.
    pub probe: Option<Probe>,
    /// What each volume makes of it, in their order.
    pub tests: Vec<Pretest>,
    taken: Taken,
}

/// How many rays the volumes are compared by.
const N_RAYS: u32 = 20_000;

/// The volumes around a mesh.
#[derive(Debug)]
pub struct Volumes {
    /// One of each kind, with what it makes of many rays.
    pub fits: Vec<BoundingFit>,
    /// How long they took, in seconds.
    pub seconds: f64,
}

impl Volumes {
    /// Fits them; `None` where that was stopped.
    fn around(mesh: &Mesh, progress: &Progress) -> Option<Self> {
        let start = Instant::now();
        let fits = mesh.bounding_fits(N_RAYS, progress).ok()?;
        Some(Self { fits, seconds: start.elapsed().as_secs_f64() })
    }
}

/// What can be done on the bench.
#[derive(Debug)]
pub enum Action {
    /// The volumes were computed.
    Computed(Answer<Volumes>),
    /// Draw volumes of this kind, or no longer.
    Draw(BoundingKind, bool),
    /// Forget the ray that a click made.
    LetGo,
}

impl Default for Bounds {
    fn default() -> Self {
        let drawn = vec![BoundingKind::Sphere, BoundingKind::Obb];
        Self { volumes: Pending::Idle, drawn, probe: None, tests: Vec::new(), taken: None }
    }
}

impl From<Action> for crate::app::state::Action {
    fn from(action: Action) -> Self {
        Self::Collide(CollideAction::Bounds(action))
    }
}

pub(in crate::app) fn update(state: &mut State, action: Action) {
    let bench = &mut state.collide.bounds;
    match action {
        Action::Computed(answer) => {
            if bench.volumes.keep(answer) {
                test(state);
            }
        }
        Action::Draw(kind, on) => {
            bench.drawn.retain(|&drawn| drawn != kind);
            if on {
                bench.drawn.push(kind);
            }
        }
        Action::LetGo => let_go(state),
    }
}

pub(in crate::app) fn mesh_changed(state: &mut State) {
    let bench = &mut state.collide.bounds;
    bench.volumes.stop();
    bench.probe = None;
    bench.tests.clear();
}

/// Begins with the ray of the last pick, or goes on with its own where nothing was picked since.
pub(in crate::app) fn enter(state: &mut State) {
    let Some(object) = state.scene.objects.first() else { return };
    let volumes = &mut state.collide.bounds.volumes;
    if volumes.is_idle() {
        let mesh = object.mesh.clone();
        let compute = move |progress: &Progress| Volumes::around(&mesh, progress);
        volumes.begin(&mut state.jobs, compute, |answer| Action::Computed(answer).into());
    }
    if let Some((view, cursor)) = fresh_pick(state.picked.as_ref(), &mut state.collide.bounds.taken) {
        probe(state, &view, cursor, true);
    }
    test(state);
}

pub(in crate::app) fn let_go(state: &mut State) {
    state.collide.bounds.probe = None;
    test(state);
}

pub(in crate::app) fn click(state: &mut State, view: &View, cursor: CursorPosition) {
    probe(state, view, cursor, true);
}

/// The last ray stays when the mouse goes to the panel or turns the view.
pub(in crate::app) fn hover(state: &mut State, cursor: Option<CursorPosition>) {
    let pinned = state.collide.bounds.probe.is_some_and(|probe| probe.pinned);
    if let Some(cursor) = cursor.filter(|_| !pinned) {
        let view = state.view;
        probe(state, &view, cursor, false);
    }
}

fn probe(state: &mut State, view: &View, cursor: CursorPosition, pinned: bool) {
    state.collide.bounds.probe = Probe::new(&state.scene, view, cursor, pinned);
    test(state);
}

/// Tests the ray against each volume, and points out the triangle that it hits.
fn test(state: &mut State) {
    let bench = &mut state.collide.bounds;
    bench.tests.clear();
    let hit = bench.probe.and_then(|probe| probe.hit);
    if let (Some(probe), Some(volumes)) = (&bench.probe, bench.volumes.get()) {
        bench.tests.extend(volumes.fits.iter().map(|fit| pretest(&probe.ray, &fit.solid, hit.is_some())));
    }
    state.collide.marked.clear();
    state.collide.marked.extend(hit.map(|hit| TriangleId { object: 0, triangle: hit.triangle }));
}

#[cfg(test)]
mod tests {
    use super::super::Bench;
    use super::*;
    use crate::app::keys::{ClickMode, Command};
    use crate::app::state::tests::{MIDDLE, NOTHING, click};
    use crate::app::state::{self as app_state};
    use crate::app::tools::tests::{after_a_pick, compute};
    use crate::intersect::PretestVerdict;

    fn update(state: &mut State, action: impl Into<app_state::Action>) {
        app_state::update(state, action.into());
    }

    fn verdicts(state: &State) -> Vec<PretestVerdict> {
        state.collide.bounds.tests.iter().map(|test| test.verdict).collect()
    }

    #[test]
    fn the_ray_of_the_last_pick_is_tested_once_the_volumes_are_there() {
        let mut state = after_a_pick(Bench::Bounds);
        assert!(state.is_computing() && state.collide.bounds.tests.is_empty());
        assert_eq!(state.marked(), [TriangleId { object: 0, triangle: 0 }]);
        compute(&mut state);
        assert_eq!(verdicts(&state), [PretestVerdict::Met; 6]);
        update(&mut state, app_state::Action::Collide(CollideAction::Choose(Bench::Sphere)));
        update(&mut state, app_state::Action::Collide(CollideAction::Choose(Bench::Bounds)));
        assert!(state.jobs.is_empty(), "the volumes are kept");
        assert_eq!(verdicts(&state), [PretestVerdict::Met; 6]);
    }

    #[test]
    fn the_ray_follows_the_mouse_until_a_click_keeps_it_and_escape_lets_it_go() {
        let mut state = after_a_pick(Bench::Bounds);
        compute(&mut state);
        update(&mut state, app_state::Action::Command(Command::Escape));
        assert!(state.collide.bounds.probe.is_none() && verdicts(&state).is_empty());
        update(&mut state, app_state::Action::Hover(Some(NOTHING)));
        let beside = verdicts(&state);
        assert_eq!(beside.len(), 6);
        assert!(beside.iter().all(|verdict| matches!(verdict, PretestVerdict::Spared | PretestVerdict::InVain)));
        assert!(state.marked().is_empty());
        update(&mut state, app_state::Action::Hover(None));
        assert_eq!(verdicts(&state), beside, "the last ray stays when the mouse goes to the panel");
        click(&mut state, MIDDLE, ClickMode::Replace);
        update(&mut state, app_state::Action::Hover(Some(NOTHING)));
        assert_eq!(verdicts(&state), [PretestVerdict::Met; 6], "a click keeps its ray");
        click(&mut state, NOTHING, ClickMode::Replace);
        update(&mut state, app_state::Action::Collide(CollideAction::Choose(Bench::Sphere)));
        update(&mut state, app_state::Action::Collide(CollideAction::Choose(Bench::Bounds)));
        assert_eq!(verdicts(&state), beside, "also while another bench is used");
        assert_eq!(state.selection.len(), 1, "and selects nothing else");
        update(&mut state, Action::LetGo);
        assert!(state.collide.bounds.probe.is_none() && state.marked().is_empty());
    }

    #[test]
    fn kinds_are_drawn_and_no_longer() {
        let mut state = after_a_pick(Bench::Bounds);
        update(&mut state, Action::Draw(BoundingKind::Aabb, true));
        update(&mut state, Action::Draw(BoundingKind::Aabb, true));
        update(&mut state, Action::Draw(BoundingKind::Sphere, false));
        assert_eq!(state.collide.bounds.drawn, [BoundingKind::Obb, BoundingKind::Aabb]);
    }
}
