//! Bench of bounding volumes, a tool: how tight one of each kind fits the mesh, and whether the mouse's ray meets it.

mod bounds_panel;

use crate::app::desk::{Desk, navigate};
use crate::app::job::{Pending, Task};
use crate::app::platform::timed;
use crate::app::probe::{Making, Probing};
use crate::app::texts::t;
use crate::app::tool::{Activity, Event, Tool, ToolCore, tool};
use glam::DVec3;
use pickray::geometry::{Aabb, BoundingKind};
use pickray::intersect::{Pretest, pretest};
use pickray::mesh::{BoundingFit, Mesh};
use pickray::pick::TriangleId;
use pickray::work::{Progress, packed};
use std::f64::consts::FRAC_1_SQRT_2;
use std::sync::Arc;

#[derive(Debug)]
pub struct Bounds {
    pub volumes: Pending<Volumes>,
    pub drawn: Vec<BoundingKind>,
    pub ray: Probing,
    /// Results of testing the mouse's ray against each volume, in the order of [`Volumes::fits`].
    pub tests: Vec<Pretest>,
}

#[derive(Debug)]
pub struct Volumes {
    /// Volumes around the mesh, one of each kind, each with counts of many rays that were tested against it.
    pub fits: Vec<BoundingFit>,
    pub seconds: f64,
}

packed!(struct Volumes { fits, seconds });

pub(in crate::app) struct FitVolumes(pub Arc<Mesh>);

packed!(struct FitVolumes { 0 });

impl Task for FitVolumes {
    type Answer = Volumes;

    fn run(self, progress: &Progress) -> Option<Volumes> {
        let (fits, seconds) = timed(|| self.0.bounding_fits(20_000, progress));
        Some(Volumes { fits: fits.ok()?, seconds })
    }
}

#[derive(Debug)]
pub enum BoundsAction {
    Volumes(Making<Volumes>),
    /// Draw the volume of a kind (`true`), or stop drawing it (`false`).
    Draw(BoundingKind, bool),
}

impl Default for Bounds {
    fn default() -> Self {
        let drawn = vec![BoundingKind::Sphere, BoundingKind::Obb];
        Self { volumes: Pending::Idle, drawn, ray: Probing::default(), tests: Vec::new() }
    }
}

tool!(Bounds, "bounds", t!("bounds"), BoundsAction => Self::update);

impl Tool for Bounds {
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool {
        match event {
            Event::MeshChanged => _ = self.volumes.stop(),
            Event::Enter => navigate::move_for_now(desk, navigate::bring_into_view),
            Event::Arrange => {
                // About as large in the picture as a ball around the mesh, the largest of the volumes.
                desk.shown.stage = desk.bench_object().map(|object| {
                    let (bounds, half) = (object.bounds(), DVec3::splat(FRAC_1_SQRT_2 * 0.5 * desk.bench_diagonal()));
                    bounds.union(Aabb::new(bounds.center() - half, bounds.center() + half))
                });
                self.update(desk, BoundsAction::Volumes(Making::Begin));
            }
            _ => {}
        }
        if self.ray.follow(desk, &event) {
            self.run_tests(desk);
        }
        false
    }

    fn activity(&self, _: &Desk) -> Activity<'_> {
        self.volumes.work(t!("bounds-fitting"), BoundsAction::Volumes(Making::Stop)).into()
    }
}

impl Bounds {
    fn update(&mut self, desk: &mut Desk, action: BoundsAction) {
        match action {
            BoundsAction::Volumes(making) => {
                if making.carry_out(&mut self.volumes, desk, FitVolumes, BoundsAction::Volumes) {
                    self.run_tests(desk);
                }
            }
            BoundsAction::Draw(kind, on) => {
                self.drawn.retain(|&drawn| drawn != kind);
                if on {
                    self.drawn.push(kind);
                }
            }
        }
    }

    fn run_tests(&mut self, desk: &mut Desk) {
        self.tests.clear();
        let hit = self.ray.probe.and_then(|probe| probe.hit);
        if let (Some(probe), Some(volumes)) = (&self.ray.probe, self.volumes.get()) {
            self.tests.extend(volumes.fits.iter().map(|fit| pretest(&probe.ray, &fit.solid, hit.is_some())));
        }
        desk.point_out(self.id(), hit.map(|hit| TriangleId { object: desk.bench_index(), triangle: hit.triangle }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tools::tests::after_a_pick;
    use crate::app::update::tests::*;
    use pickray::intersect::PretestVerdict;

    fn verdicts(state: &State) -> Vec<PretestVerdict> {
        state.tools.get::<Bounds>().tests.iter().map(|test| test.verdict).collect()
    }

    #[test]
    fn the_ray_of_the_last_pick_is_tested_once_the_volumes_are_there() {
        let mut state = after_a_pick("bounds");
        assert!(state.is_working() && state.tools.get::<Bounds>().tests.is_empty());
        assert_eq!(state.desk.selected.marked, [TriangleId { object: 0, triangle: 0 }]);
        state.settle();
        assert_eq!(verdicts(&state), [PretestVerdict::Met; 6]);
        state.act(Action::UseTool("sphere")).act(Action::UseTool("bounds"));
        assert!(state.desk.files.jobs.is_empty(), "the volumes are kept");
        assert_eq!(verdicts(&state), [PretestVerdict::Met; 6]);
    }

    #[test]
    fn the_ray_follows_the_mouse_until_a_click_keeps_it_and_escape_lets_it_go() {
        let mut state = after_a_pick("bounds");
        state.settle().command(Command::Escape);
        assert!(state.tools.get::<Bounds>().ray.probe.is_none() && verdicts(&state).is_empty());
        state.hover(NOTHING);
        let beside = verdicts(&state);
        assert_eq!(beside.len(), 6);
        assert!(beside.iter().all(|verdict| matches!(verdict, PretestVerdict::Spared | PretestVerdict::InVain)));
        assert!(state.desk.selected.marked.is_empty());
        state.leave();
        assert_eq!(verdicts(&state), beside, "the last ray stays when the mouse goes to the panel");
        state.pick(MIDDLE).hover(NOTHING);
        assert_eq!(verdicts(&state), [PretestVerdict::Met; 6], "a click keeps its ray");
        state.pick(NOTHING).act(Action::UseTool("sphere")).act(Action::UseTool("bounds"));
        assert_eq!(verdicts(&state), beside, "also while another bench is used");
        assert_eq!(state.n_selected(), 1, "and selects nothing else");
        state.act(Action::LetGo);
        assert!(state.tools.get::<Bounds>().ray.probe.is_none() && state.desk.selected.marked.is_empty());
    }

    #[test]
    fn kinds_are_drawn_and_no_longer() {
        let mut state = after_a_pick("bounds");
        state.act(BoundsAction::Draw(BoundingKind::Aabb, true)).act(BoundsAction::Draw(BoundingKind::Aabb, true));
        state.act(BoundsAction::Draw(BoundingKind::Sphere, false));
        assert_eq!(state.tools.get::<Bounds>().drawn, [BoundingKind::Obb, BoundingKind::Aabb]);
    }
}
