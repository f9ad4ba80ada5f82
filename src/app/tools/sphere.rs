//! Bench of the moving sphere, a tool: the mouse's ray or keys carry a sphere to its first contact and on along it.

mod player;
mod sphere_panel;

pub use player::Player;

use crate::app::desk::Desk;
use crate::app::keys::{Key, ToolKey};
use crate::app::platform::timed;
use crate::app::texts::t;
use crate::app::tool::{Event, Tool, ToolCore, tool};
use glam::DVec3;
use pickray::collide::{SceneSweepTrace, SlidePath, slide, sweep_scene_traced};
use pickray::geometry;
use pickray::math::{self, CursorPosition, PixelSample};
use pickray::mesh::{Mesh, samples::Sample};
use pickray::pick::TriangleId;
use pickray::scene::{Projection, Scene, View};
use std::sync::{Arc, OnceLock};

/// Radius of the sphere at first, as a share of the mesh's diagonal.
const RADIUS: f64 = 0.04;
/// Least and greatest radius of the sphere, as shares of the mesh's diagonal.
pub const RADII: std::ops::RangeInclusive<f64> = 0.002..=0.4;

/// Time that the sphere takes for its whole way when it is played, in seconds.
const PLAY_SECONDS: f64 = 3.0;

/// Time of a way's sweep and slide, in seconds, above which none is computed for each motion of the mouse.
const LIVE_SECONDS: f64 = 0.05;

#[derive(Debug)]
pub struct Sphere {
    /// Radius of the sphere, in world units.
    pub radius: f64,
    pub diagonal: f64,
    pub slides: bool,
    pub run: Option<SphereMotion>,
    /// Time at which the sphere is shown on its path, from 0 at the start to 1 at the end of the displacement.
    pub time: f64,
    pub playing: bool,
    pub player: Option<Player>,
    /// Mesh that the sphere is drawn as, made when the sphere is first drawn.
    surface: OnceLock<Option<Arc<Mesh>>>,
}

/// Path of the sphere along the ray of a pixel: swept to its first contact, and slid along the surface.
#[derive(Clone, Debug)]
pub struct SphereMotion {
    /// View whose ray at `cursor` carries the sphere.
    pub view: View,
    pub cursor: CursorPosition,
    /// `true` if the path stays when the mouse moves on, since a click made it or it was played.
    pub pinned: bool,
    pub sweep: SceneSweepTrace,
    pub path: SlidePath,
    pub sweep_seconds: f64,
    pub slide_seconds: f64,
}

#[derive(Clone, Debug)]
pub enum SphereAction {
    Radius(f64),
    Slides(bool),
    Time(f64),
    Play(bool),
    Player(bool),
    Gravity(bool),
}

impl Default for Sphere {
    fn default() -> Self {
        Self {
            radius: 1.0,
            diagonal: 1.0,
            slides: true,
            run: None,
            time: 0.0,
            playing: false,
            player: None,
            surface: OnceLock::new(),
        }
    }
}

impl SphereMotion {
    /// Returns the way of a sphere along the ray of a pixel; `None` if the pixel has no ray.
    fn along(scene: &Scene, view: &View, cursor: CursorPosition, pinned: bool, radius: f64) -> Option<Self> {
        let (sphere, displacement) = way(view, cursor, radius)?;
        let (sweep, sweep_seconds) = timed(|| sweep_scene_traced(scene, &sphere, displacement));
        let (path, slide_seconds) = timed(|| slide(scene, &sphere, displacement));
        Some(Self { view: *view, cursor, pinned, sweep, path, sweep_seconds, slide_seconds })
    }

    /// Returns the sphere at `t` from 0 to 1; after its first contact it slides on if `slides`, else rests.
    pub fn at(&self, t: f64, slides: bool) -> geometry::Sphere {
        let sphere = self.sweep.sphere;
        let center = if slides {
            self.path.at(t).0
        } else {
            sphere.center + t.min(self.sweep.hit.map_or(1.0, |hit| hit.contact.t)) * self.sweep.displacement
        };
        geometry::Sphere { center, ..sphere }
    }

    pub fn touched(&self) -> Option<TriangleId> {
        self.sweep.hit.map(|hit| TriangleId { object: hit.object, triangle: hit.triangle })
    }
}

tool!(Sphere, "sphere", t!("sphere"), SphereAction => Self::update);

impl Tool for Sphere {
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool {
        match event {
            Event::MeshChanged => {
                let (slides, diagonal) = (self.slides, desk.bench_diagonal());
                *self = Self { radius: RADIUS * diagonal, diagonal, slides, ..Self::default() };
            }
            Event::Arrange => self.mark(desk),
            // The next motion of the mouse makes another way.
            Event::LetGo => {
                (self.run, self.playing, self.player) = (None, false, None);
                desk.pointer.held.clear();
                self.mark(desk);
            }
            // The sphere grows where the wheel is turned away with Shift.
            Event::Scale(factor) => self.set_radius(desk, self.radius / factor),
            Event::Click(press) => {
                self.player = None;
                self.send(desk, &press.view, press.cursor, true);
            }
            Event::Hover(cursor) => self.hover(desk, cursor),
            Event::Tick(seconds) => {
                if self.playing {
                    self.time = (self.time + seconds / PLAY_SECONDS).min(1.0);
                    self.playing = self.time < 1.0;
                }
                self.move_player(desk, seconds);
            }
            _ => return false,
        }
        true
    }

    fn is_moving(&self, desk: &Desk) -> bool {
        self.playing || self.player.as_ref().is_some_and(|player| player.is_moving(&desk.pointer.held))
    }

    fn keys(&self) -> &'static [ToolKey] {
        player::KEYS
    }

    fn takes_key(&self, key: Key) -> bool {
        self.player.is_some() && player::KEYS.iter().any(|row| row.key == key)
    }
}

impl Sphere {
    pub(super) fn surface(&self) -> Option<&Arc<Mesh>> {
        self.surface.get_or_init(|| Sample::Icosphere.mesh().ok().map(Arc::new)).as_ref()
    }

    /// Returns the sphere that is shown, if any: the player, or the sphere on its path at the present time.
    pub fn shown(&self) -> Option<geometry::Sphere> {
        match (&self.player, &self.run) {
            (Some(player), _) => Some(geometry::Sphere { center: player.center, radius: self.radius }),
            (None, Some(run)) => Some(run.at(self.time, self.slides)),
            (None, None) => None,
        }
    }

    fn update(&mut self, desk: &mut Desk, action: SphereAction) {
        match action {
            SphereAction::Radius(radius) => self.set_radius(desk, radius),
            SphereAction::Slides(slides) => self.slides = slides,
            SphereAction::Time(time) => {
                self.time = time.clamp(0.0, 1.0);
                self.playing = false;
            }
            SphereAction::Play(playing) => {
                self.playing = playing && self.run.is_some();
                if self.playing && self.time >= 1.0 {
                    self.time = 0.0;
                }
                if let Some(run) = &mut self.run {
                    run.pinned |= self.playing;
                }
            }
            SphereAction::Player(on) => self.toggle_player(desk, on),
            SphereAction::Gravity(on) => {
                if let Some(player) = &mut self.player {
                    player.set_gravity(on);
                }
            }
        }
    }

    fn set_radius(&mut self, desk: &mut Desk, radius: f64) {
        let [least, most] = [RADII.start(), RADII.end()].map(|share| share * self.diagonal);
        self.radius = if radius.is_finite() { radius.clamp(least, most) } else { self.radius };
        self.refit_player(desk);
        if let Some(SphereMotion { view, cursor, pinned, .. }) = self.run {
            self.send(desk, &view, cursor, pinned);
        }
    }

    fn hover(&mut self, desk: &mut Desk, cursor: Option<CursorPosition>) {
        let stays = |run: &SphereMotion| run.pinned || run.sweep_seconds + run.slide_seconds > LIVE_SECONDS;
        if self.player.is_some() || self.run.as_ref().is_some_and(stays) {
            return;
        }
        let view = *desk.view();
        if let Some(cursor) = cursor {
            self.send(desk, &view, cursor, false);
        } else {
            self.run = None;
            self.mark(desk);
        }
    }

    fn send(&mut self, desk: &mut Desk, view: &View, cursor: CursorPosition, pinned: bool) {
        self.run = SphereMotion::along(desk.scene(), view, cursor, pinned, self.radius);
        // A fresh way is shown where it touches; time is for looking back and ahead.
        self.playing = false;
        self.time = self.run.as_ref().and_then(|run| run.sweep.hit).map_or(1.0, |hit| hit.contact.t);
        self.mark(desk);
    }

    /// Points out the triangle that the player, or else the sphere on its way, touches.
    fn mark(&self, desk: &mut Desk) {
        let touched = match &self.player {
            Some(player) => player.touched(),
            None => self.run.as_ref().and_then(SphereMotion::touched),
        };
        desk.point_out(self.id(), touched);
    }
}

/// Returns the sphere two radii before the near plane but not behind the eye, and its displacement to the far plane;
/// `None` if the pixel has no ray.
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
