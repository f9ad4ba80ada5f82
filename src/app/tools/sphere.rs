//! Bench of the moving sphere: the mouse's ray carries one to its first contact and on; keys move another, the player.

mod sphere_panel;

use crate::app::desk::Desk;
use crate::app::keys::{Key, ToolKey};
use crate::app::platform::timed;
use crate::app::texts::{Text, t};
use crate::app::tool::{Activity, Event, Tool, ToolCore, tool};
use glam::DVec3;
use pickray::collide::{SceneContact, SceneSweepTrace, SlideEnd, SlidePath, slide, sweep_scene_traced};
use pickray::geometry;
use pickray::math::{self, CursorPosition, PixelSample};
use pickray::pick::TriangleId;
use pickray::scene::{Projection, Scene, View};

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
    pub radius: f64,
    pub slides: bool,
    pub run: Option<SphereMotion>,
    /// Time at which the sphere is shown on its path, from 0 at the start to 1 at the end of the displacement.
    pub time: f64,
    pub playing: bool,
    pub player: Option<Player>,
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
        Self { radius: 1.0, slides: true, run: None, time: 0.0, playing: false, player: None }
    }
}

impl SphereMotion {
    /// Returns a sphere's way along a pixel's ray: from two radii before the near plane, or the eye, to the far plane.
    fn along(scene: &Scene, view: &View, cursor: CursorPosition, pinned: bool, radius: f64) -> Option<Self> {
        let ray = view.ray(math::window_from_cursor(cursor, view.framebuffer, PixelSample::Center))?;
        let room = match view.camera.projection {
            Projection::Perspective { .. } => (ray.near - view.camera.eye).length(),
            Projection::Orthographic { .. } => f64::INFINITY,
        };
        let center = ray.near - room.min(2.0 * radius) * (ray.far - ray.near).try_normalize()?;
        let (sphere, displacement) = (geometry::Sphere { center, radius }, ray.far - center);
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
}

tool!(Sphere, "sphere", t!("sphere"), SphereAction => Self::update);

impl Tool for Sphere {
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool {
        match event {
            Event::MeshChanged => {
                *self = Self { radius: RADIUS * desk.bench_diagonal(), slides: self.slides, ..Self::default() };
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

    fn activity(&self, desk: &Desk) -> Activity<'_> {
        let moves = self.playing || self.player.as_ref().is_some_and(|player| player.is_moving(&desk.pointer.held));
        if moves { Activity::Moves } else { Activity::Rests }
    }

    fn keys(&self, _: &Desk) -> &'static [ToolKey] {
        KEYS
    }

    fn takes_key(&self, desk: &Desk, key: Key) -> bool {
        self.player.is_some() && self.keys(desk).iter().any(|row| row.key == key)
    }
}

impl Sphere {
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
            SphereAction::Time(time) => (self.time, self.playing) = (time.clamp(0.0, 1.0), false),
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
            SphereAction::Gravity(on) => self.player.iter_mut().for_each(|player| player.set_gravity(on)),
        }
    }

    fn set_radius(&mut self, desk: &mut Desk, radius: f64) {
        let [least, most] = [RADII.start(), RADII.end()].map(|share| share * desk.bench_diagonal());
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
        match cursor {
            Some(cursor) => self.send(desk, &view, cursor, false),
            None => {
                self.run = None;
                self.mark(desk);
            }
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
        let hit = match &self.player {
            Some(player) => player.contact(),
            None => self.run.as_ref().and_then(|run| run.sweep.hit),
        };
        desk.point_out(self.id(), hit.map(|hit| TriangleId { object: hit.object, triangle: hit.triangle }));
    }
}

const SPEED: f64 = 0.35;
const GRAVITY: f64 = 0.8;

/// Longest time of one step of the player, in seconds: after a pause it goes on from where it was.
const LONGEST_STEP: f64 = 0.1;

/// Fall in one step, as a share of the radius, up to which the player counts as at rest.
const AT_REST: f64 = 1e-4;

#[derive(Clone, Debug, Default)]
pub struct Player {
    pub center: DVec3,
    pub falls: bool,
    /// Last step of the player that keys made, or last fall that met a triangle.
    pub step: Option<SlidePath>,
    fall_speed: f64,
    at_rest: bool,
}

impl Player {
    fn is_moving(&self, held: &[Key]) -> bool {
        !held.is_empty() || (self.falls && !self.at_rest)
    }

    fn set_gravity(&mut self, on: bool) {
        (self.falls, self.fall_speed, self.at_rest) = (on, 0.0, false);
    }

    /// Returns where the player met a triangle last in its last step; `None` if it met none.
    fn contact(&self) -> Option<SceneContact> {
        self.step.as_ref()?.steps.iter().rev().find_map(|step| step.contact)
    }
}

/// Keys that move the player along the ground as the camera sees it, and up and down.
const KEYS: &[ToolKey] = &[
    key(Key::Char('w'), Text("sphere-key-move"), true),
    key(Key::Char('a'), Text("sphere-key-move"), false),
    key(Key::Char('s'), Text("sphere-key-move"), true),
    key(Key::Char('d'), Text("sphere-key-move"), true),
    key(Key::Up, Text("sphere-key-same"), true),
    key(Key::Left, Text("sphere-key-same"), true),
    key(Key::Down, Text("sphere-key-same"), true),
    key(Key::Right, Text("sphere-key-same"), true),
    key(Key::Char('e'), Text("sphere-key-rise"), true),
    key(Key::Char('q'), Text("sphere-key-rise"), true),
];

const fn key(key: Key, help: Text, shadows: bool) -> ToolKey {
    ToolKey { key, help, shadows }
}

fn direction(key: Key) -> DVec3 {
    match key {
        Key::Char('d') | Key::Right => DVec3::X,
        Key::Char('a') | Key::Left => -DVec3::X,
        Key::Char('e') => DVec3::Y,
        Key::Char('q') => -DVec3::Y,
        Key::Char('w') | Key::Up => DVec3::Z,
        Key::Char('s') | Key::Down => -DVec3::Z,
        _ => DVec3::ZERO,
    }
}

impl Sphere {
    /// Turns the player on or off. The player starts where the sphere is shown on its path, else above the scene.
    fn toggle_player(&mut self, desk: &mut Desk, on: bool) {
        desk.pointer.held.clear();
        self.playing = false;
        let shown = self.run.as_ref().map(|run| run.at(self.time, self.slides).center);
        self.player = on.then(|| Player { center: self.free_place(desk, shown), ..Player::default() });
        self.mark(desk);
    }

    /// Pushes the player out of what it overlaps after a change of radius, or puts it above the scene if that fails.
    fn refit_player(&mut self, desk: &mut Desk) {
        let Some(center) = self.player.as_ref().map(|player| player.center) else { return };
        let center = self.free_place(desk, Some(center));
        if let Some(player) = &mut self.player {
            player.center = center;
            player.at_rest = false;
        }
    }

    /// Returns `center`, shoved out of what the sphere overlaps there, else a place above the scene.
    fn free_place(&self, desk: &Desk, center: Option<DVec3>) -> DVec3 {
        let radius = self.radius;
        match center.map(|center| slide(desk.scene(), &geometry::Sphere { center, radius }, DVec3::ZERO)) {
            Some(path) if path.ended != SlideEnd::Stuck => path.end,
            _ => above(desk.scene(), desk.study.up_axis().up(), radius),
        }
    }

    /// Moves the player as the held keys say, and lets it fall.
    fn move_player(&mut self, desk: &mut Desk, seconds: f64) {
        let seconds = seconds.clamp(0.0, LONGEST_STEP);
        let up = desk.study.up_axis().up();
        let wish = wish(desk, up);
        let (radius, diagonal) = (self.radius, desk.bench_diagonal());
        let Some(player) = &mut self.player else { return };
        if wish != DVec3::ZERO {
            let displacement = SPEED * diagonal * seconds * wish.normalize_or_zero();
            let path = slide(desk.scene(), &geometry::Sphere { center: player.center, radius }, displacement);
            player.center = path.end;
            player.step = Some(path);
            player.at_rest = false;
        }

        if player.falls && !player.at_rest {
            player.fall_speed += GRAVITY * diagonal * seconds;
            let path = slide(
                desk.scene(),
                &geometry::Sphere { center: player.center, radius },
                -player.fall_speed * seconds * up,
            );
            let fallen = (player.center - path.end).dot(up);
            // What it lies on takes its speed.
            player.fall_speed = player.fall_speed.min((fallen / seconds.max(f64::MIN_POSITIVE)).max(0.0));
            player.at_rest = path.bounces() > 0 && fallen.abs() <= AT_REST * radius;
            player.center = path.end;
            if path.bounces() > 0 {
                player.step = Some(path);
            }
            // Nothing is under the scene: it comes back from above.
            let bounds = desk.scene().bounds();
            if !bounds.is_empty() && (player.center - bounds.center()).dot(up) < -diagonal {
                player.center = above(desk.scene(), up, radius);
                player.fall_speed = 0.0;
            }
        }
        self.mark(desk);
    }
}

fn above(scene: &Scene, up: DVec3, radius: f64) -> DVec3 {
    let bounds = scene.bounds();
    if bounds.is_empty() {
        return DVec3::ZERO;
    }
    bounds.center() + (0.5 * bounds.size().dot(up) + 1.5 * radius) * up
}

/// Returns the direction of the held keys in world space, along the ground as the camera sees it, not normalised.
fn wish(desk: &Desk, up: DVec3) -> DVec3 {
    let keys: DVec3 = desk.pointer.held.iter().map(|&key| direction(key)).sum();
    let axes = desk.view().camera.axes();
    let right = (axes.x_axis - up * axes.x_axis.dot(up)).normalize_or(DVec3::X);
    keys.x * right + keys.y * up + keys.z * up.cross(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_leads_somewhere_else() {
        for (i, a) in KEYS.iter().enumerate() {
            assert_ne!(direction(a.key), DVec3::ZERO, "{}", a.key);
            let same = KEYS[..i].iter().filter(|b| direction(b.key) == direction(a.key)).count();
            assert!(same <= 1, "{} leads where two others do: a letter and an arrow", a.key);
        }
    }
}
