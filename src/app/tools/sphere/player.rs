//! Player: a sphere that keys move through the scene, sliding along the surfaces that it meets.

use crate::app::desk::Desk;
use crate::app::keys::{Key, ToolKey};
use crate::app::texts::Text;
use glam::DVec3;
use pickray::collide::{SlideEnd, SlidePath, slide};
use pickray::geometry::Sphere;
use pickray::pick::TriangleId;

/// Speed of the player, in diagonals of the mesh a second.
const SPEED: f64 = 0.35;

/// Acceleration of the player's fall, in diagonals of the mesh a second squared.
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
    pub(in crate::app) fn is_moving(&self, held: &[Key]) -> bool {
        !held.is_empty() || (self.falls && !self.at_rest)
    }

    pub(in crate::app) fn set_gravity(&mut self, on: bool) {
        self.falls = on;
        self.fall_speed = 0.0;
        self.at_rest = false;
    }

    /// Returns the triangle that the player met last in its last step; `None` if it met none.
    pub(in crate::app) fn touched(&self) -> Option<TriangleId> {
        let hit = self.step.as_ref()?.steps.iter().rev().find_map(|step| step.contact)?;
        Some(TriangleId { object: hit.object, triangle: hit.triangle })
    }
}

/// Keys that move the player along the ground as the camera sees it, and up and down.
pub(super) const KEYS: &[ToolKey] = &[
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

/// Returns the direction of a key, as right, up and forward; zero if the key is none of the player's.
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

impl super::Sphere {
    /// Turns the player on or off. The player starts where the sphere is shown on its path, else above the scene.
    pub(super) fn toggle_player(&mut self, desk: &mut Desk, on: bool) {
        desk.pointer.held.clear();
        self.playing = false;
        let shown = self.run.as_ref().map(|run| run.at(self.time, self.slides).center);
        self.player = on.then(|| Player { center: self.free_place(desk, shown), ..Player::default() });
        self.mark(desk);
    }

    /// Pushes the player out of what it overlaps after a change of radius, or puts it above the scene if that fails.
    pub(super) fn refit_player(&mut self, desk: &mut Desk) {
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
        let path = center.map(|center| slide(desk.scene(), &Sphere { center, radius }, DVec3::ZERO));
        match path {
            Some(path) if path.ended != SlideEnd::Stuck => path.end,
            _ => above(desk.scene(), desk.study.up_axis().up(), radius),
        }
    }

    /// Moves the player as the held keys say, and lets it fall.
    pub(super) fn move_player(&mut self, desk: &mut Desk, seconds: f64) {
        let seconds = seconds.clamp(0.0, LONGEST_STEP);
        let up = desk.study.up_axis().up();
        let wish = wish(desk, up);
        let (radius, diagonal) = (self.radius, self.diagonal);
        let Some(player) = &mut self.player else { return };
        if wish != DVec3::ZERO {
            let displacement = SPEED * diagonal * seconds * wish.normalize_or_zero();
            let path = slide(desk.scene(), &Sphere { center: player.center, radius }, displacement);
            player.center = path.end;
            player.step = Some(path);
            player.at_rest = false;
        }
        if player.falls && !player.at_rest {
            player.fall_speed += GRAVITY * diagonal * seconds;
            let path =
                slide(desk.scene(), &Sphere { center: player.center, radius }, -player.fall_speed * seconds * up);
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

fn above(scene: &pickray::scene::Scene, up: DVec3, radius: f64) -> DVec3 {
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
