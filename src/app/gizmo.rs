//! Handles in the picture for moving and turning an object: arrows, rings, and a disc, of one size on the screen.

use crate::app::input::nearest;
use crate::app::shapes;
use glam::{DQuat, DVec2, DVec3};
use pickray::math::{CursorPosition, PickRay};
use pickray::scene::{Projection, View};

const ARROW_LENGTH: f64 = 96.0;

/// Distance of the arrows' start from the centre, so that the middle stays free, in logical pixels.
const ARROW_START: f64 = 18.0;
const RING_RADIUS: f64 = 72.0;

/// Length and half the width of the arrows' heads, in logical pixels.
const HEAD: (f64, f64) = (15.0, 5.5);

/// Distance from which a handle is taken, in logical pixels.
const REACH: f64 = 8.0;

/// Radius of the middle handle, in logical pixels.
pub const MIDDLE: f64 = 10.0;

/// Sine of the angle of a ring to the sight below which a drag turns it by how far the mouse moves along it.
const STEEP: f64 = 0.2;

/// Sine of an arrow's angle to the line of sight below which it is neither shown nor taken: a pixel would be miles.
const ALONG_SIGHT: f64 = 0.12;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handle {
    /// Arrow for moving the object along an axis of the world (0, 1, 2 for x, y, z).
    Arrow(u8),
    /// Ring for turning the object about an axis of the world (0, 1, 2 for x, y, z).
    Ring(u8),
    /// Disc for moving the object across the line of sight.
    Middle,
}

impl Handle {
    /// All handles; where two are equally near, the earlier one is taken.
    pub const ALL: [Self; 7] =
        [Self::Middle, Self::Arrow(0), Self::Arrow(1), Self::Arrow(2), Self::Ring(0), Self::Ring(1), Self::Ring(2)];
}

/// Motion of the object since a drag of a handle began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Translation, in world space.
    Shift(DVec3),
    /// Rotation about the gizmo's centre, in world space.
    Turn(DQuat),
}

#[derive(Clone, Copy, Debug)]
pub struct Gizmo<'a> {
    pub view: &'a View,
    pub scale_factor: f64,
    /// Centre of the handles, in world space.
    pub center: DVec3,
}

impl Gizmo<'_> {
    /// Returns the handle nearest to the cursor, if it is near enough (`reach` is 1 for the mouse) and before the eye.
    pub fn handle_at(&self, cursor: CursorPosition, reach: f64) -> Option<Handle> {
        let at = DVec2::new(cursor.x, cursor.y);
        let distance = |handle: Handle| {
            if handle == Handle::Middle {
                let away = self.on_screen(self.center)?.distance(at);
                return (away <= MIDDLE * self.scale_factor).then_some(0.0);
            }
            let lines = self.lines(handle);
            let away = lines.iter().filter_map(|&[a, b]| Some(to_segment(at, self.on_screen(a)?, self.on_screen(b)?)));
            Some(away.fold(f64::INFINITY, f64::min))
        };
        nearest(Handle::ALL, distance, reach * REACH * self.scale_factor)
    }

    /// Returns the lines of a handle in world space: none for the middle, a disc, nor for an arrow seen from its tip.
    pub fn lines(&self, handle: Handle) -> Vec<[DVec3; 2]> {
        let Some(pixel) = self.pixel() else { return Vec::new() };
        let sight = self.sight();
        match handle {
            Handle::Middle => Vec::new(),
            Handle::Arrow(axis) => {
                let along = direction(axis);
                let second_view = along.cross(sight);
                if second_view.length() < ALONG_SIGHT {
                    return Vec::new();
                }
                let tip = self.center + along * (ARROW_LENGTH * pixel);
                let neck = tip - along * (HEAD.0 * pixel);
                let half = second_view.normalize() * (HEAD.1 * pixel);
                let [left, right] = [neck - half, neck + half];
                vec![[self.center + along * (ARROW_START * pixel), neck], [tip, left], [tip, right], [left, right]]
            }
            Handle::Ring(axis) => {
                let normal = direction(axis);
                // A ring seen from straight ahead is drawn as a whole.
                let flat = normal.cross(sight).length() < ALONG_SIGHT;
                let mut lines = shapes::circle(self.center, normal, RING_RADIUS * pixel);
                lines.retain(|[a, b]| flat || ((a + b) / 2.0 - self.center).dot(sight) <= 0.0);
                lines
            }
        }
    }

    /// Returns the object's motion for a drag of `handle`; `None` if lines of sight do not determine it.
    pub fn dragged(&self, handle: Handle, from: CursorPosition, to: CursorPosition) -> Option<Motion> {
        match handle {
            Handle::Middle => {
                let depth = self.view.camera.depth_of(self.center);
                let [start, end] = [from, to].map(|cursor| self.view.point_under(cursor, depth));
                Some(Motion::Shift(end? - start?))
            }
            Handle::Arrow(axis) => {
                let along = direction(axis);
                let [start, end] = [from, to].map(|cursor| self.along_axis(cursor, along));
                Some(Motion::Shift((end? - start?) * along))
            }
            Handle::Ring(axis) => {
                let normal = direction(axis);
                let angle = self.angle_in_plane(normal, from, to).or_else(|| self.angle_along(normal, from, to))?;
                angle.is_finite().then(|| Motion::Turn(DQuat::from_axis_angle(normal, angle)))
            }
        }
    }

    /// Returns the world-space length of a logical pixel at the centre; `None` if the centre is not before the eye.
    fn pixel(&self) -> Option<f64> {
        let depth = self.view.camera.depth_of(self.center);
        let before = matches!(self.view.camera.projection, Projection::Orthographic { .. }) || depth > 0.0;
        let height = f64::from(self.view.viewport.height.max(1));
        before.then(|| self.view.camera.height_at(depth) / height * self.scale_factor)
    }

    fn sight(&self) -> DVec3 {
        let camera = &self.view.camera;
        match camera.projection {
            Projection::Perspective { .. } => (self.center - camera.eye).try_normalize().unwrap_or(camera.forward()),
            Projection::Orthographic { .. } => camera.forward(),
        }
    }

    fn on_screen(&self, point: DVec3) -> Option<DVec2> {
        self.view.cursor_from_world(point).map(|cursor| DVec2::new(cursor.x, cursor.y))
    }

    fn ray(&self, cursor: CursorPosition) -> Option<(DVec3, DVec3)> {
        // The exact place of the mouse, not its pixel's centre: a drag is as fine as the mouse.
        let window = DVec2::new(cursor.x, f64::from(self.view.framebuffer.height) - cursor.y);
        let PickRay { near, far, .. } = self.view.ray(window)?;
        Some((near, (far - near).try_normalize()?))
    }

    /// Returns the signed distance from the centre, along an axis through it, of the point closest to a line of sight.
    fn along_axis(&self, cursor: CursorPosition, axis: DVec3) -> Option<f64> {
        let (eye, sight) = self.ray(cursor)?;
        let common = axis.cross(sight);
        let steepness = common.length_squared();
        if steepness < ALONG_SIGHT * ALONG_SIGHT {
            return None;
        }
        Some((eye - self.center).cross(sight).dot(common) / steepness)
    }

    /// Returns the angle about the centre between the places where two lines of sight meet the plane of a ring.
    fn angle_in_plane(&self, normal: DVec3, from: CursorPosition, to: CursorPosition) -> Option<f64> {
        let arm = |cursor: CursorPosition| {
            let (eye, sight) = self.ray(cursor)?;
            let fall = normal.dot(sight);
            (fall.abs() >= STEEP).then(|| eye + sight * (normal.dot(self.center - eye) / fall) - self.center)
        };
        let (start, end) = (arm(from)?, arm(to)?);
        Some(normal.dot(start.cross(end)).atan2(start.dot(end)))
    }

    /// Returns the angle by which a ring seen from its side turns: how far the mouse moved along it, in radii.
    fn angle_along(&self, normal: DVec3, from: CursorPosition, to: CursorPosition) -> Option<f64> {
        let depth = self.view.camera.depth_of(self.center);
        let [start, end] = [from, to].map(|cursor| self.view.point_under(cursor, depth));
        // Direction in which the ring's side turned to the eye moves.
        let tangent = normal.cross(-self.sight()).try_normalize()?;
        Some((end? - start?).dot(tangent) / (RING_RADIUS * self.pixel()?))
    }
}

pub fn direction(axis: u8) -> DVec3 {
    DVec3::AXES[usize::from(axis % 3)]
}

fn to_segment(point: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let length_squared = along.length_squared();
    let t = if length_squared > 0.0 { ((point - a).dot(along) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    point.distance(a + t * along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::math::FramebufferSize;
    use pickray::scene::Camera;

    fn views() -> [View; 2] {
        let camera = Camera::look_at(DVec3::new(6.0, 4.0, 9.0), DVec3::ZERO, DVec3::Y);
        let flat = Camera { projection: Projection::Orthographic { height: 8.0 }, ..camera };
        [camera, flat].map(|camera| View::new(camera, FramebufferSize { width: 1000, height: 700 }))
    }

    fn gizmo(view: &View) -> Gizmo<'_> {
        Gizmo { view, scale_factor: 1.0, center: DVec3::new(0.5, 0.2, -0.3) }
    }

    fn cursor(gizmo: &Gizmo, point: DVec3) -> CursorPosition {
        gizmo.view.cursor_from_world(point).expect("before the eye")
    }

    #[test]
    fn every_handle_is_found_where_it_is_drawn() {
        for view in views() {
            let gizmo = gizmo(&view);
            assert_eq!(gizmo.handle_at(cursor(&gizmo, gizmo.center), 1.0), Some(Handle::Middle));
            for axis in 0..3 {
                let [tip, _] = gizmo.lines(Handle::Arrow(axis))[1];
                assert_eq!(gizmo.handle_at(cursor(&gizmo, tip), 1.0), Some(Handle::Arrow(axis)));
                let (ring, lines) = (Handle::Ring(axis), gizmo.lines(Handle::Ring(axis)));
                let found = lines.iter().filter(|[a, _]| gizmo.handle_at(cursor(&gizmo, *a), 1.0) == Some(ring));
                assert!(2 * found.count() > lines.len(), "but for where another crosses it");
            }
            assert_eq!(gizmo.handle_at(CursorPosition { x: 5.0, y: 5.0 }, 1.0), None);
        }
    }

    #[test]
    fn a_finger_beside_a_handle_takes_hold_of_it_where_the_mouse_does_not() {
        let view = &views()[0];
        let gizmo = gizmo(view);
        let found = |reach: f64| (0..600).filter(|&y| gizmo.handle_at(at(&gizmo, y), reach).is_some()).count();
        assert!(found(2.5) > found(1.0) + 20, "{} and {}", found(2.5), found(1.0));
    }

    /// Returns a place `y` pixels below the top, in the column of the handles' centre.
    fn at(gizmo: &Gizmo, y: i32) -> CursorPosition {
        CursorPosition { y: f64::from(y), ..cursor(gizmo, gizmo.center) }
    }

    #[test]
    fn it_is_as_large_on_every_screen_and_from_every_distance() {
        for view in views() {
            for (scale_factor, away) in [(1.0, 0.0), (1.0, -5.0), (2.0, 0.0), (2.0, -5.0)] {
                let center = view.camera.target + away * view.camera.forward();
                let gizmo = Gizmo { view: &view, scale_factor, center };
                let on_screen = |point: DVec3| gizmo.on_screen(point).expect("seen");
                let ring = gizmo.lines(Handle::Ring(1)).into_iter().flatten();
                let radius = ring.map(|point| on_screen(point).distance(on_screen(center))).fold(0.0, f64::max);
                assert!((radius / (RING_RADIUS * scale_factor) - 1.0).abs() < 0.15, "{radius} at {scale_factor}");
                let [tip, _] = gizmo.lines(Handle::Arrow(1))[1];
                let of_ring = gizmo.lines(Handle::Ring(1))[0][0];
                let ratio = center.distance(tip) / center.distance(of_ring);
                assert!((ratio - ARROW_LENGTH / RING_RADIUS).abs() < 1e-9, "{ratio}: arrows reach beyond the rings");
            }
        }
    }

    #[test]
    fn an_arrow_follows_the_mouse_along_its_axis_alone() {
        for view in views() {
            let gizmo = gizmo(&view);
            for axis in 0..3 {
                let wanted = 0.7 * direction(axis);
                let (from, to) = (cursor(&gizmo, gizmo.center), cursor(&gizmo, gizmo.center + wanted));
                let Some(Motion::Shift(shift)) = gizmo.dragged(Handle::Arrow(axis), from, to) else { panic!("{axis}") };
                assert!((shift - wanted).length() < 1e-9, "{shift}");
                let beside = CursorPosition { x: to.x + 13.0, y: to.y - 40.0 };
                let Some(Motion::Shift(shift)) = gizmo.dragged(Handle::Arrow(axis), from, beside) else { panic!() };
                assert_eq!(shift.reject_from(direction(axis)).length(), 0.0);
            }
        }
    }

    #[test]
    fn a_ring_turns_by_the_angle_between_the_places_gripped() {
        for view in views() {
            let gizmo = gizmo(&view);
            for axis in 0..3 {
                let normal = direction(axis);
                let arm = normal.any_orthonormal_vector();
                let turn = DQuat::from_axis_angle(normal, 0.8);
                let (from, to) = (cursor(&gizmo, gizmo.center + arm), cursor(&gizmo, gizmo.center + turn * arm));
                let Some(Motion::Turn(found)) = gizmo.dragged(Handle::Ring(axis), from, to) else { panic!("{axis}") };
                assert!(found.angle_between(turn) < 1e-7, "{axis}: {found}");
            }
        }
    }

    #[test]
    fn a_ring_seen_from_its_side_turns_towards_where_it_is_pushed() {
        let camera = Camera::look_at(DVec3::new(0.0, 0.0, 9.0), DVec3::ZERO, DVec3::Y);
        let view = View::new(camera, FramebufferSize { width: 1000, height: 700 });
        let gizmo = Gizmo { view: &view, scale_factor: 1.0, center: DVec3::ZERO };
        let from = cursor(&gizmo, DVec3::ZERO);
        let to = CursorPosition { x: from.x + 36.0, ..from };
        let Some(Motion::Turn(turn)) = gizmo.dragged(Handle::Ring(1), from, to) else { panic!("no turn") };
        let front = turn * DVec3::Z;
        assert!(front.x > 0.3 && (turn.to_axis_angle().1 - 0.5).abs() < 1e-9, "the near side follows: {front}");
        // The arrow that points at the eye can neither be seen nor gripped.
        assert!(gizmo.lines(Handle::Arrow(2)).is_empty());
        assert_eq!(gizmo.dragged(Handle::Arrow(2), from, to), None);
    }

    #[test]
    fn the_middle_keeps_what_was_gripped_under_the_mouse() {
        for view in views() {
            let gizmo = gizmo(&view);
            let from = cursor(&gizmo, gizmo.center);
            let to = CursorPosition { x: from.x + 120.0, y: from.y - 50.0 };
            let Some(Motion::Shift(shift)) = gizmo.dragged(Handle::Middle, from, to) else { panic!("no shift") };
            let now = cursor(&gizmo, gizmo.center + shift);
            assert!(now.distance(to) < 1e-6);
        }
    }

    #[test]
    fn behind_the_eye_there_is_nothing_to_grip() {
        let [view, _] = views();
        let center = view.camera.eye - 3.0 * view.camera.forward();
        let gizmo = Gizmo { view: &view, scale_factor: 1.0, center };
        assert!(Handle::ALL.iter().all(|&handle| gizmo.lines(handle).is_empty()));
        assert_eq!(gizmo.handle_at(CursorPosition { x: 500.0, y: 350.0 }, 1.0), None);
    }
}
