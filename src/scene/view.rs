//! All that a pick or a frame needs to know of where it is seen from.

use super::Camera;
use crate::math::{self, CursorPosition, FramebufferSize, PickRay, Unprojector, Viewport};
use glam::{DMat4, DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// A camera and the rectangle of the framebuffer that shows what it sees; a copy kept at a press is a frozen view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The camera.
    pub camera: Camera,
    /// Where the picture lies in the framebuffer.
    pub viewport: Viewport,
    /// The framebuffer, in physical pixels.
    pub framebuffer: FramebufferSize,
}

impl View {
    /// A view that fills the framebuffer.
    pub fn new(camera: Camera, framebuffer: FramebufferSize) -> Self {
        let [width, height] = [framebuffer.width, framebuffer.height].map(|n| i32::try_from(n).unwrap_or(i32::MAX));
        Self { camera, viewport: Viewport { x: 0, y: 0, width, height }, framebuffer }
    }

    /// Width over height of the picture; 1 where it covers no pixel.
    pub fn aspect(&self) -> f64 {
        self.viewport.aspect().unwrap_or(1.0)
    }

    /// The matrix from world to eye space.
    pub fn eye_from_world(&self) -> DMat4 {
        self.camera.eye_from_world()
    }

    /// The matrix from eye to clip space.
    pub fn clip_from_eye(&self) -> DMat4 {
        self.camera.clip_from_eye(self.aspect())
    }

    /// The line of sight of a window position (origin lower left), in eye space; `None` where the projection is singular or
    /// the viewport covers no pixel.
    pub fn ray_in_eye(&self, window: DVec2) -> Option<PickRay> {
        math::pick_ray(window, &DMat4::IDENTITY, &self.clip_from_eye(), self.viewport)
    }

    /// The same in world space; for many of them, [`sightlines`](Self::sightlines) does once what they share.
    ///
    /// It is taken there by the camera's own axes instead of an inverse matrix, so that an eye far from the origin costs no
    /// more accuracy than its coordinates have.
    pub fn ray(&self, window: DVec2) -> Option<PickRay> {
        self.sightlines().ray(window)
    }

    /// All lines of sight of this view.
    pub fn sightlines(&self) -> Sightlines {
        Sightlines {
            unprojector: Unprojector::new(&DMat4::IDENTITY, &self.clip_from_eye(), self.viewport),
            world_from_eye: self.camera.world_from_eye(),
        }
    }

    /// Window coordinates and depth of a point in world space; `None` in the plane of the eye.
    pub fn window_from_world(&self, point: DVec3) -> Option<DVec3> {
        math::project(point, &self.eye_from_world(), &self.clip_from_eye(), self.viewport)
    }

    /// Where in the framebuffer a point in world space is seen; `None` behind the eye and in its plane.
    pub fn cursor_from_world(&self, point: DVec3) -> Option<CursorPosition> {
        let clip = self.clip_from_eye() * (self.eye_from_world() * point.extend(1.0));
        let window = self.window_from_world(point)?;
        (clip.w > 0.0).then(|| math::cursor_from_window(window.truncate(), self.framebuffer))
    }

    /// Whether a point in world space is before the eye and within the picture, whatever hides it.
    pub fn shows(&self, point: DVec3) -> bool {
        let window = self.cursor_from_world(point).and_then(|_| self.window_from_world(point));
        window.is_some_and(|window| self.viewport.contains(window.truncate()))
    }

    /// The corners of the picture's rectangle at `depth` along the view direction, in world space: from the lower left one
    /// counter-clockwise.
    pub fn rectangle_at(&self, depth: f64) -> [DVec3; 4] {
        let half_height = 0.5 * self.camera.height_at(depth);
        let half_width = half_height * self.aspect();
        let world_from_eye = self.camera.world_from_eye();
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| world_from_eye.transform_point3(DVec3::new(x * half_width, y * half_height, -depth)))
    }

    /// The point, in world space, under a cursor (not moved to its pixel's centre) at `depth` along the view direction; `None` where the viewport covers no pixel.
    pub fn point_under(&self, cursor: CursorPosition, depth: f64) -> Option<DVec3> {
        let window = DVec2::new(cursor.x, f64::from(self.framebuffer.height) - cursor.y);
        let ndc = self.viewport.ndc_from_window(window)?;
        let half_height = 0.5 * self.camera.height_at(depth);
        let in_eye = DVec3::new(ndc.x * half_height * self.aspect(), ndc.y * half_height, -depth);
        Some(self.camera.world_from_eye().transform_point3(in_eye))
    }
}

/// The lines of sight of a view: what [`View::ray`] computes once for all pixels of a picture, with the same answers.
#[derive(Clone, Debug)]
pub struct Sightlines {
    unprojector: Option<Unprojector>,
    world_from_eye: DMat4,
}

impl Sightlines {
    /// The line of sight of a window position (origin lower left), in world space; `None` as for [`View::ray_in_eye`].
    pub fn ray(&self, window: DVec2) -> Option<PickRay> {
        let in_eye = self.unprojector.as_ref()?.pick_ray(window)?;
        let [near, far] = [in_eye.near, in_eye.far].map(|point| self.world_from_eye.transform_point3(point));
        (near.is_finite() && far.is_finite()).then_some(PickRay { near, far, ..in_eye })
    }
}
