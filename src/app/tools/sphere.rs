//! The bench of the moving sphere: a pick's ray carries a sphere to what it touches first, and on along that; or the keys do.

mod player;

pub use player::Player;

pub(in crate::app) mod panel;

use super::CollideAction;
use crate::app::keys::Key;
use crate::app::platform::Instant;
use crate::app::state::State;
use crate::collide::{SceneSweepTrace, SlidePath, slide, sweep_scene_traced};
use crate::geometry;
use crate::math::{self, CursorPosition, PixelSample};
use crate::pick::TriangleId;
use crate::scene::{Projection, Scene, View};
use glam::DVec3;

/// The radius at first, as a share of the scene's diagonal.
const RADIUS: f64 = 0.04;
/// The least and the greatest radius, as shares of the same.
pub const RADII: std::ops::RangeInclusive<f64> = 0.002..=0.4;

/// How long the sphere takes for its way when it is played, in seconds.
const PLAY_SECONDS: f64 = 3.0;

/// A sweep that took longer than this, in seconds, is not made for each motion of the mouse.
const LIVE_SECONDS: f64 = 0.05;

/// What the bench holds.
#[derive(Debug)]
pub struct Sphere {
    /// The radius, in world units.
    pub radius: f64,
    /// The diagonal of the scene that the radius goes by.
    pub diagonal: f64,
    /// Whether the sphere slides on after its first contact.
    pub slides: bool,
    /// The way of the sphere that is shown.
    pub run: Option<Run>,
    /// The time at which it is shown, from 0 at the start to 1 at the end of the displacement.
    pub time: f64,
    /// Whether the time runs.
    pub playing: bool,
    /// The sphere that the keys move, instead of a way.
    pub player: Option<Player>,
}

/// A way of the sphere, with what the library says of it.
#[derive(Clone, Debug)]
pub struct Run {
    /// The view whose ray carries it.
    pub view: View,
    /// Where the mouse was.
    pub cursor: CursorPosition,
    /// Whether a click made it, so that it stays when the mouse moves on.
    pub pinned: bool,
    /// The first contact.
    pub sweep: SceneSweepTrace,
    /// The way on along what is met.
    pub path: SlidePath,
    /// How long the sweep took, in seconds, with its trace.
    pub sweep_seconds: f64,
    /// How long the slide took, in seconds.
    pub slide_seconds: f64,
}

/// What can be done on the bench.
#[derive(Clone, Debug)]
pub enum Action {
    /// Give the sphere this radius.
    Radius(f64),
    /// Let it slide on after its first contact, or stop there.
    Slides(bool),
    /// Show it at this time.
    Time(f64),
    /// Let the time run, or hold it.
    Play(bool),
    /// Forget the way that a click made.
    LetGo,
    /// Let the keys move the sphere, or no longer.
    Player(bool),
    /// Whether the player falls.
    Gravity(bool),
}

impl Default for Sphere {
    fn default() -> Self {
        Self { radius: 1.0, diagonal: 1.0, slides: true, run: None, time: 0.0, playing: false, player: None }
    }
}

impl Sphere {
    pub(in crate::app) fn is_moving(&self, held: &[Key]) -> bool {
        self.playing || self.player.as_ref().is_some_and(|player| player.is_moving(held))
    }

    pub(in crate::app) fn takes_key(&self, key: Key) -> bool {
        self.player.is_some() && player::takes_key(key)
    }

    /// The sphere as it is shown: the player, or where the way has it at the present time.
    pub fn shown(&self) -> Option<geometry::Sphere> {
        match (&self.player, &self.run) {
            (Some(player), _) => Some(geometry::Sphere { center: player.center, radius: self.radius }),
            (None, Some(run)) => Some(run.at(self.time, self.slides)),
            (None, None) => None,
        }
    }
}

impl Run {
    /// The sphere at time t: on its way, and after its first contact along what it met, or at rest there.
    pub fn at(&self, t: f64, slides: bool) -> geometry::Sphere {
        let sphere = self.sweep.sphere;
        let center = if slides {
            self.path.at(t).0
        } else {
            sphere.center + t.min(self.sweep.hit.map_or(1.0, |hit| hit.contact.t)) * self.sweep.displacement
        };
        geometry::Sphere { center, ..sphere }
    }

    /// The triangle that is touched first.
    pub fn touched(&self) -> Option<TriangleId> {
        self.sweep.hit.map(|hit| TriangleId { object: hit.object, triangle: hit.triangle })
    }
}

impl From<Action> for crate::app::state::Action {
    fn from(action: Action) -> Self {
        Self::Collide(CollideAction::Sphere(action))
    }
}

pub(in crate::app) fn update(state: &mut State, action: Action) {
    let bench = &mut state.collide.sphere;
    match action {
        Action::Radius(radius) => set_radius(state, radius),
        Action::Slides(slides) => bench.slides = slides,
        Action::Time(time) => {
            bench.time = time.clamp(0.0, 1.0);
            bench.playing = false;
        }
        Action::Play(playing) => {
            bench.playing = playing && bench.run.is_some();
            if bench.playing && bench.time >= 1.0 {
                bench.time = 0.0;
            }
            if let Some(run) = &mut bench.run {
                run.pinned |= bench.playing;
            }
        }
        Action::LetGo => let_go(state),
        Action::Player(on) => player::toggle(state, on),
        Action::Gravity(on) => {
            if let Some(player) = &mut bench.player {
                player.set_gravity(on);
            }
        }
    }
}

pub(in crate::app) fn mesh_changed(state: &mut State) {
    let diagonal = state.scene.bounds().size().length();
    let diagonal = if diagonal.is_finite() && diagonal > 0.0 { diagonal } else { 1.0 };
    let slides = state.collide.sphere.slides;
    state.collide.sphere = Sphere { radius: RADIUS * diagonal, diagonal, slides, ..Sphere::default() };
}

pub(in crate::app) fn enter(state: &mut State) {
    mark(state);
}

/// Forgets the way that a click made, or the player; the next motion of the mouse makes another.
pub(in crate::app) fn let_go(state: &mut State) {
    let bench = &mut state.collide.sphere;
    bench.run = None;
    bench.playing = false;
    bench.player = None;
    state.collide.held.clear();
    mark(state);
}

/// The wheel with Shift: away from the person makes the sphere larger.
pub(in crate::app) fn scale(state: &mut State, factor: f64) {
    set_radius(state, state.collide.sphere.radius / factor);
}

fn set_radius(state: &mut State, radius: f64) {
    let bench = &mut state.collide.sphere;
    let [least, most] = [RADII.start(), RADII.end()].map(|share| share * bench.diagonal);
    bench.radius = if radius.is_finite() { radius.clamp(least, most) } else { bench.radius };
    player::refit(state);
    if let Some(Run { view, cursor, pinned, .. }) = state.collide.sphere.run {
        run(state, &view, cursor, pinned);
    }
}

pub(in crate::app) fn click(state: &mut State, view: &View, cursor: CursorPosition) {
    state.collide.sphere.player = None;
    run(state, view, cursor, true);
}

pub(in crate::app) fn hover(state: &mut State, cursor: Option<CursorPosition>) {
    let bench = &state.collide.sphere;
    let slow = bench.run.as_ref().is_some_and(|run| run.sweep_seconds + run.slide_seconds > LIVE_SECONDS);
    if bench.player.is_some() || slow || bench.run.as_ref().is_some_and(|run| run.pinned) {
        return;
    }
    let view = state.view;
    match cursor {
        Some(cursor) => run(state, &view, cursor, false),
        None => {
            state.collide.sphere.run = None;
            mark(state);
        }
    }
}

pub(in crate::app) fn pass(state: &mut State, seconds: f64) {
    let bench = &mut state.collide.sphere;
    if bench.playing {
        bench.time = (bench.time + seconds / PLAY_SECONDS).min(1.0);
        bench.playing = bench.time < 1.0;
    }
    player::pass(state, seconds);
}

/// Sends the sphere along the ray of a pixel.
fn run(state: &mut State, view: &View, cursor: CursorPosition, pinned: bool) {
    let radius = state.collide.sphere.radius;
    let bench = &mut state.collide.sphere;
    bench.run = way(view, cursor, radius)
        .map(|(sphere, displacement)| sent(&state.scene, view, cursor, pinned, &sphere, displacement));
    // A fresh way is shown where it touches; time is for looking back and ahead.
    bench.playing = false;
    bench.time = bench.run.as_ref().and_then(|run| run.sweep.hit).map_or(1.0, |hit| hit.contact.t);
    mark(state);
}

fn sent(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    pinned: bool,
    sphere: &geometry::Sphere,
    displacement: DVec3,
) -> Run {
    let start = Instant::now();
    let sweep = sweep_scene_traced(scene, sphere, displacement);
    let sweep_seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let path = slide(scene, sphere, displacement);
    let slide_seconds = start.elapsed().as_secs_f64();
    Run { view: *view, cursor, pinned, sweep, path, sweep_seconds, slide_seconds }
}

/// The sphere before the near plane by its own size, where there is room before the eye, and its way to the far plane.
fn way(view: &View, cursor: CursorPosition, radius: f64) -> Option<(geometry::Sphere, DVec3)> {
    let ray = view.ray(math::window_from_cursor(cursor, view.framebuffer, PixelSample::Center))?;
    let direction = (ray.far - ray.near).try_normalize()?;
    let room = match view.camera.projection {
        Projection::Perspective { .. } => (ray.near - view.camera.eye).length(),
        Projection::Orthographic { .. } => f64::INFINITY,
    };
    let center = ray.near - room.min(2.0 * radius) * direction;
    Some((geometry::Sphere { center, radius }, ray.far - center))
}

/// Points out what is touched.
fn mark(state: &mut State) {
    let bench = &state.collide.sphere;
    let touched = match &bench.player {
        Some(player) => player.touched(),
        None => bench.run.as_ref().and_then(Run::touched),
    };
    state.collide.marked.clear();
    state.collide.marked.extend(touched);
}
