//! The bench of many bodies: they drift and bounce in a room, and sweep-and-prune says which of their boxes overlap.
//!
//! The library moves them and finds the pairs; beside it, on the same boxes, the structure that it would choose itself, to compare.

mod shape;

pub use shape::Shape;

pub(in crate::app) mod panel;

use super::CollideAction;
use crate::accel::{BroadPhase, BroadPhaseStats, Structure};
use crate::app::keys::Key;
use crate::app::platform::Instant;
use crate::app::state::State;
use crate::collide;
use crate::geometry::Aabb;
use crate::mesh::Mesh;
use crate::scene::Camera;
use glam::DVec3;
use std::sync::Arc;

/// How many bodies there may be.
pub const BODIES: std::ops::RangeInclusive<usize> = 2..=10_000;

/// How fast they may be, in units of their own speed.
pub const SPEEDS: std::ops::RangeInclusive<f64> = 0.05..=8.0;

/// How many bodies there are at first.
const FIRST: usize = 500;

/// What places, sizes and velocities are drawn by.
const SEED: u64 = 1;

/// The most that passes between two frames, in seconds: where frames are slow so is the motion, and neighbours stay neighbours.
const LONGEST: f64 = 1.0 / 30.0;

/// What a click on Step lets pass, in seconds.
const STEP: f64 = 1.0 / 60.0;

/// The weight of the last update in running means.
const FRESH: f64 = 0.08;

/// What the bench holds.
pub struct ManyBodies {
    /// The bodies; made when the bench is first used.
    pub world: Option<collide::ManyBodies>,
    /// What they look like.
    pub shape: Shape,
    /// Whether they move.
    pub running: bool,
    /// How fast, in units of their own speed.
    pub speed: f64,
    /// Whether lines join the bodies of a pair.
    pub lines: bool,
    /// The axis whose end points are shown: 0, 1, 2 for x, y, z.
    pub axis: usize,
    /// Where in the list of end points the magnified part lies, from 0 to 1.
    pub window: f64,
    /// The end points of that axis, in order: coordinate, body, whether it is the upper end.
    pub ends: Vec<(f64, u32, bool)>,
    /// What the last update was.
    pub last: Update,
    /// Whether the structure that the library would choose runs beside.
    pub compares: bool,
    /// What that did, and how long it takes.
    pub other: Option<Other>,
    /// The body that was last taken elsewhere, and the swaps that this cost.
    pub teleported: Option<(u32, u64)>,
    /// The bodies' mesh.
    mesh: Option<Arc<Mesh>>,
    broad: BroadPhase,
    /// The camera as it was before the bench, with its pivot.
    camera: Option<(Camera, DVec3)>,
}

/// An update of the pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Update {
    /// What the library says that it did.
    pub stats: Option<BroadPhaseStats>,
    /// How many pairs came.
    pub added: usize,
    /// How many went.
    pub removed: usize,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The running mean of that.
    pub mean_seconds: f64,
    /// How many bodies overlap no other, one, more.
    pub by_overlaps: [usize; 3],
}

/// What the structure of the library's choice did on the same boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Other {
    /// What it was and did.
    pub stats: BroadPhaseStats,
    /// How many pairs it found.
    pub pairs: usize,
    /// How long it took, in seconds, a running mean.
    pub mean_seconds: f64,
}

/// What can be done on the bench.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Start anew with so many bodies.
    Count(usize),
    /// Give them this look.
    Shape(Shape),
    /// Let them move, or hold them.
    Run(bool),
    /// Let them move a little, and hold them.
    Step,
    /// Let them be so fast.
    Speed(f64),
    /// Take one somewhere else at once.
    Teleport,
    /// Put one more into the room.
    Add,
    /// Take the last one away.
    Remove,
    /// Show the end points of this axis.
    Axis(usize),
    /// Magnify this part of the list, from 0 to 1.
    Window(f64),
    /// Join the bodies of pairs by lines, or do not.
    Lines(bool),
    /// Run the structure of the library's choice beside, or do not.
    Compare(bool),
}

impl Default for ManyBodies {
    fn default() -> Self {
        Self {
            world: None,
            shape: Shape::default(),
            running: true,
            speed: 1.0,
            lines: true,
            axis: 0,
            window: 0.5,
            ends: Vec::new(),
            last: Update::default(),
            compares: true,
            other: None,
            teleported: None,
            mesh: None,
            broad: BroadPhase::default(),
            camera: None,
        }
    }
}

impl std::fmt::Debug for ManyBodies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ManyBodies").field("running", &self.running).field("last", &self.last).finish_non_exhaustive()
    }
}

impl From<Action> for crate::app::state::Action {
    fn from(action: Action) -> Self {
        Self::Collide(CollideAction::ManyBodies(action))
    }
}

impl ManyBodies {
    /// How many bodies there are.
    pub fn count(&self) -> usize {
        self.world.as_ref().map_or(0, |world| world.boxes().len())
    }

    /// The mesh that each body shows.
    pub fn mesh(&self) -> Option<&Arc<Mesh>> {
        self.mesh.as_ref()
    }

    /// Whether that is one of those known to be closed.
    pub fn is_closed(&self) -> bool {
        self.shape != Shape::Open
    }

    /// The room that they bounce in, with what of them reaches out of it: centres stay inside.
    pub fn room(&self) -> Aabb {
        let side = self.world.as_ref().map_or(1.0, collide::ManyBodies::side);
        Aabb::new(DVec3::ZERO, DVec3::splat(side))
    }

    fn begin(&mut self, n_bodies: usize) {
        let options = collide::ManyBodiesOptions { n_bodies, seed: SEED, structure: Some(Structure::SweepAndPrune) };
        self.world = Some(collide::ManyBodies::new(&options));
        self.broad = BroadPhase::default();
        (self.last, self.other, self.teleported) = (Update::default(), None, None);
        self.look(0.0);
    }

    fn pass(&mut self, seconds: f64) {
        if let Some(world) = &mut self.world {
            world.drift(seconds);
        }
        self.find_pairs();
    }

    fn find_pairs(&mut self) {
        let Some(world) = &mut self.world else { return };
        let start = Instant::now();
        world.find_pairs();
        let seconds = start.elapsed().as_secs_f64();
        self.look(seconds);
    }

    /// Keeps what there is to show of the last update.
    fn look(&mut self, seconds: f64) {
        let Some(world) = &self.world else { return };
        let changes = world.changes();
        let mut by_overlaps = [0; 3];
        for &overlaps in world.overlaps() {
            by_overlaps[overlaps.min(2) as usize] += 1;
        }
        self.last = Update {
            stats: Some(world.stats()),
            added: changes.added.len(),
            removed: changes.removed.len(),
            seconds,
            mean_seconds: mean(self.last.mean_seconds, seconds),
            by_overlaps,
        };
        self.ends = world.end_points(self.axis);
        if self.compares {
            let start = Instant::now();
            let pairs = self.broad.update(world.boxes()).len();
            let seconds = start.elapsed().as_secs_f64();
            let before = self.other.map_or(0.0, |other| other.mean_seconds);
            self.other = Some(Other { stats: self.broad.stats(), pairs, mean_seconds: mean(before, seconds) });
        } else {
            self.other = None;
        }
    }
}

/// A running mean; the first value is its own.
fn mean(before: f64, value: f64) -> f64 {
    if before == 0.0 { value } else { (1.0 - FRESH) * before + FRESH * value }
}

pub(in crate::app) fn takes_key(key: Key) -> bool {
    key == Key::Char('h')
}

pub(in crate::app) fn key_pressed(state: &mut State) {
    update(state, Action::Run(!state.collide.many_bodies.running));
}

pub(in crate::app) fn update(state: &mut State, action: Action) {
    let bench = &mut state.collide.many_bodies;
    match action {
        Action::Count(count) => {
            bench.begin(count.clamp(*BODIES.start(), *BODIES.end()));
            dress(state);
            frame_room(state);
        }
        Action::Shape(shape) => {
            bench.shape = shape;
            dress(state);
        }
        Action::Run(running) => bench.running = running,
        Action::Step => {
            bench.running = false;
            let seconds = STEP * bench.speed;
            bench.pass(seconds);
        }
        Action::Speed(speed) if speed.is_finite() => bench.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end()),
        Action::Speed(_) => {}
        Action::Teleport => {
            let body = bench.world.as_mut().and_then(collide::ManyBodies::displace_any);
            bench.find_pairs();
            bench.teleported = body.map(|body| (body, bench.last.stats.map_or(0, |stats| stats.swaps)));
        }
        Action::Add => change_count(state, 1),
        Action::Remove => change_count(state, -1),
        Action::Axis(axis) => {
            bench.axis = axis.min(2);
            bench.ends = bench.world.as_ref().map(|world| world.end_points(bench.axis)).unwrap_or_default();
        }
        Action::Window(window) if window.is_finite() => bench.window = window.clamp(0.0, 1.0),
        Action::Window(_) => {}
        Action::Lines(lines) => bench.lines = lines,
        Action::Compare(compares) => {
            bench.compares = compares;
            bench.other = None;
        }
    }
}

/// Adds a body or takes the last one away; the room stays as it is.
fn change_count(state: &mut State, by: i32) {
    let bench = &mut state.collide.many_bodies;
    let count = bench.count();
    let Some(world) = &mut bench.world else { return };
    if by > 0 && count < *BODIES.end() {
        world.add();
    } else if by < 0 && count > *BODIES.start() {
        world.remove_last();
    }
    bench.find_pairs();
    dress(state);
}

/// Chooses the mesh that bodies show.
fn dress(state: &mut State) {
    let open = state.scene.objects.first().map(|object| &object.mesh);
    let bench = &mut state.collide.many_bodies;
    bench.mesh = shape::mesh(bench.shape, bench.count(), open, bench.mesh.take());
}

pub(in crate::app) fn mesh_changed(state: &mut State) {
    // The camera is framed anew for another mesh.
    state.collide.many_bodies.camera = None;
    if state.collide.many_bodies.world.is_some() {
        dress(state);
    }
}

pub(in crate::app) fn enter(state: &mut State) {
    let Some(object) = state.scene.objects.first_mut() else { return };
    object.visible = false;
    if state.collide.many_bodies.world.is_none() {
        state.collide.many_bodies.begin(FIRST);
    }
    dress(state);
}

/// The camera looks into the room, and is kept as it was.
pub(in crate::app) fn arrive(state: &mut State) {
    state.collide.many_bodies.camera = Some((state.view.camera, state.pivot));
    if state.collide.many_bodies.world.is_some() {
        frame_room(state);
    }
}

/// Another bench or workspace is shown: the camera goes back to where it was.
pub(in crate::app) fn leave(state: &mut State) {
    match state.collide.many_bodies.camera.take() {
        Some((camera, pivot)) => (state.view.camera, state.pivot) = (camera, pivot),
        None => crate::app::state::navigate::home(state),
    }
}

fn frame_room(state: &mut State) {
    let room = state.collide.many_bodies.room();
    crate::app::state::navigate::frame_bounds(state, &room);
}

pub(in crate::app) fn pass(state: &mut State, seconds: f64) {
    let bench = &mut state.collide.many_bodies;
    if bench.running {
        let seconds = seconds.clamp(0.0, LONGEST) * bench.speed;
        bench.pass(seconds);
    }
}

#[cfg(test)]
mod tests;
