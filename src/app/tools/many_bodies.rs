//! Bench of many bodies that drift and bounce in a [`World`], whose overlapping boxes sweep-and-prune finds.

mod many_bodies_panel;
mod world;

pub use world::BodyShape;

use crate::app::arrangement::Pane;
use crate::app::desk::{Desk, navigate};
use crate::app::keys::{Key, ToolKey};
use crate::app::platform::timed;
use crate::app::texts::{Text, t};
use crate::app::tool::{Activity, Event, Tool, tool};
use glam::DVec3;
use pickray::accel::{BroadPhase, BroadPhaseStats, Structure};
use pickray::geometry::Aabb;
use pickray::mesh::Mesh;
use pickray::scene::Camera;
use std::sync::Arc;
use world::World;

pub const BODIES: std::ops::RangeInclusive<usize> = 2..=10_000;

/// Least and greatest factor by which the bodies' own speeds are multiplied.
pub const SPEEDS: std::ops::RangeInclusive<f64> = 0.05..=8.0;
const SEED: u64 = 1;

/// Longest time between two frames, in seconds: slow frames slow the motion, so that neighbours stay neighbours.
const LONGEST: f64 = 1.0 / 30.0;

/// The weight of the last update in running means.
const FRESH: f64 = 0.08;

#[derive(Debug, Default)]
pub struct ManyBodies {
    /// The simulated bodies; `None` until the bench is first used.
    pub world: Option<World>,
    pub chosen: Choices,
    /// Last update by sweep-and-prune.
    pub last: Option<Update>,
    /// Last update by the structure that the library would choose; `None` unless that runs, to compare.
    pub other: Option<Update>,
    /// Number of the body that was teleported last, and the number of swaps of end points that this cost.
    pub teleported: Option<(u32, u64)>,
    broad: BroadPhase,
    /// Camera and its pivot, as they were before the bench was entered.
    camera: Option<(Camera, DVec3)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choices {
    pub shape: BodyShape,
    pub runs: bool,
    /// Factor by which the bodies' own speeds are multiplied.
    pub speed: f64,
    /// `true` if a line is drawn between the two bodies of each pair.
    pub lines: bool,
    /// The axis whose end points are shown: 0, 1, 2 for x, y, z.
    pub axis: usize,
    /// The place of the magnified part in the list of end points, from 0 at the list's start to 1 at its end.
    pub window: f64,
    /// `true` if, to compare, the structure that the library would choose by itself also runs on the bodies' boxes.
    pub compares: bool,
}

impl Default for Choices {
    fn default() -> Self {
        let shape = BodyShape::default();
        Self { shape, runs: true, speed: 1.0, lines: true, axis: 0, window: 0.5, compares: true }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Update {
    pub stats: BroadPhaseStats,
    pub pairs: usize,
    /// Running mean of the time that an update takes, in seconds.
    pub mean_seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ManyBodiesAction {
    Count(usize),
    Choose(Choices),
    Step,
    /// Move a random body to a random place at once.
    Teleport,
    Add,
    Remove,
}

tool!(ManyBodies, "many_bodies", t!("many-bodies"), ManyBodiesAction => Self::update);

impl Tool for ManyBodies {
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool {
        match event {
            Event::Key(_) => self.chosen.runs ^= true,
            // The camera is framed anew for another mesh.
            Event::MeshChanged => self.camera = None,
            Event::Arrange if !desk.scene().objects().is_empty() => {
                let index = desk.bench_index();
                desk.scene_mut().object_mut(index).visible = false;
                if self.world.is_none() {
                    self.begin(500);
                }
            }
            Event::Enter => {
                self.camera = Some((desk.view().camera, desk.shown.pivot));
                self.frame_room(desk);
            }
            Event::Leave => match self.camera.take() {
                Some((camera, pivot)) => {
                    desk.study.set_view(desk.view().with_camera(camera));
                    desk.shown.pivot = pivot;
                }
                None => navigate::home(desk, Pane::Picking),
            },
            Event::Tick(seconds) if self.chosen.runs => self.advance(seconds.clamp(0.0, LONGEST)),
            _ => return false,
        }
        true
    }

    fn keys(&self, _: &Desk) -> &'static [ToolKey] {
        &[ToolKey { key: Key::Char('h'), help: Text("many-bodies-key-hold"), shadows: true }]
    }

    fn activity(&self, desk: &Desk) -> Activity<'_> {
        let moves = self.chosen.runs && !desk.scene().objects().is_empty();
        if moves { Activity::Moves } else { Activity::Rests }
    }
}

impl ManyBodies {
    fn update(&mut self, desk: &mut Desk, action: ManyBodiesAction) {
        match action {
            ManyBodiesAction::Count(count) => {
                self.begin(count.clamp(*BODIES.start(), *BODIES.end()));
                self.frame_room(desk);
            }
            ManyBodiesAction::Choose(chosen) => self.choose(chosen),
            ManyBodiesAction::Step => {
                self.chosen.runs = false;
                self.advance(1.0 / 60.0);
            }
            ManyBodiesAction::Teleport => {
                let body = self.world.as_mut().and_then(World::displace_any);
                self.find_pairs();
                self.teleported = body.zip(self.last.map(|last| last.stats.swaps));
            }
            // The room stays as it is.
            ManyBodiesAction::Add | ManyBodiesAction::Remove => {
                let count = self.count();
                match (action, &mut self.world) {
                    (ManyBodiesAction::Add, Some(world)) if count < *BODIES.end() => world.add(),
                    (ManyBodiesAction::Remove, Some(world)) if count > *BODIES.start() => world.remove_last(),
                    _ => return,
                }
                self.find_pairs();
            }
        }
    }

    fn choose(&mut self, chosen: Choices) {
        let number = |new: f64, before: f64| if new.is_finite() { new } else { before };
        let speed = number(chosen.speed, self.chosen.speed).clamp(*SPEEDS.start(), *SPEEDS.end());
        let window = number(chosen.window, self.chosen.window).clamp(0.0, 1.0);
        self.chosen = Choices { speed, window, axis: chosen.axis.min(2), ..chosen };
        self.other.take_if(|_| !chosen.compares);
    }

    pub fn mesh(&self, desk: &Desk) -> Option<Arc<Mesh>> {
        world::mesh(self.chosen.shape, self.count(), desk.bench_object().map(|object| &object.mesh))
    }

    fn frame_room(&mut self, desk: &mut Desk) {
        if self.world.is_some() {
            desk.shown.stage = Some(self.room());
            navigate::frame_bounds(desk, &self.room());
        }
    }

    pub fn count(&self) -> usize {
        self.world.as_ref().map_or(0, |world| world.boxes.len())
    }

    /// Returns the cube in world space that the bodies' centres stay in; their boxes may stick out.
    pub fn room(&self) -> Aabb {
        let side = self.world.as_ref().map_or(1.0, |world| world.side);
        Aabb::new(DVec3::ZERO, DVec3::splat(side))
    }

    fn begin(&mut self, n_bodies: usize) {
        self.world = Some(World::new(n_bodies, SEED, Structure::SweepAndPrune));
        self.broad = BroadPhase::default();
        (self.last, self.other, self.teleported) = (None, None, None);
        self.record_update(0.0);
    }

    fn advance(&mut self, seconds: f64) {
        if let Some(world) = &mut self.world {
            world.drift(seconds * self.chosen.speed);
        }
        self.find_pairs();
    }

    fn find_pairs(&mut self) {
        let Some(world) = &mut self.world else { return };
        let (_, seconds) = timed(|| world.find_pairs());
        self.record_update(seconds);
    }

    fn record_update(&mut self, seconds: f64) {
        let Some(world) = &self.world else { return };
        // The running mean is the fresh time itself where there is none before.
        let update = |stats, pairs, before: Option<Update>, seconds| {
            let before = before.map(|before| before.mean_seconds).filter(|&before| before != 0.0);
            let mean_seconds = before.map_or(seconds, |before| (1.0 - FRESH) * before + FRESH * seconds);
            Some(Update { stats, pairs, mean_seconds })
        };
        self.last = update(world.broad.stats(), world.broad.pairs().len(), self.last, seconds);
        let before = self.other.take();
        if self.chosen.compares {
            let (pairs, seconds) = timed(|| self.broad.update(&world.boxes).len());
            self.other = update(self.broad.stats(), pairs, before, seconds);
        }
    }
}

#[cfg(test)]
mod tests;
