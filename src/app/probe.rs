//! Ray of a pixel with which a bench asks its volumes or boxes.

use glam::DVec3;
use pickray::geometry::Ray;
use pickray::intersect::Culling;
use pickray::math::{self, CursorPosition, PixelSample};
use pickray::mesh::MeshHit;
use pickray::scene::{Object, View};
use pickray::study::{Click, Revision, Study};

/// Ray of a pixel, and its hit.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    pub view: View,
    pub cursor: CursorPosition,
    /// `true` if a click made the probe, so that it stays when the mouse moves on.
    pub pinned: bool,
    /// Ray from the near to the far plane. The mesh stands as its file says, so that this is object space and world
    /// space.
    pub ray: Ray,
    pub hit: Option<MeshHit>,
}

/// Returns the study's last click, if it is another than the one of `taken`, which is brought up to date.
pub(in crate::app) fn fresh_click(study: &Study, taken: &mut Option<Revision>) -> Option<Click> {
    let present = Some(study.pick_revision());
    let click = study.last_click().copied();
    click.filter(|_| std::mem::replace(taken, present) != present)
}

impl Probe {
    /// Returns the probe of a pixel; `None` if the view has no ray there, or there is no object.
    pub(in crate::app) fn new(
        object: Option<&Object>,
        view: &View,
        cursor: CursorPosition,
        pinned: bool,
    ) -> Option<Self> {
        let ray = view.ray(math::window_from_cursor(cursor, view.framebuffer, PixelSample::Center))?;
        let ray = Ray::new(ray.near, ray.far);
        let hit = object?.mesh.closest_hit(&ray, Culling::None);
        Some(Self { view: *view, cursor, pinned, ray, hit })
    }

    /// Puts the ray of the mouse in the place of a probe that no click made; returns `true` if it did. The last one
    /// stays when the mouse goes to the panel or turns the view.
    pub(in crate::app) fn follow(
        probe: &mut Option<Self>,
        object: Option<&Object>,
        view: &View,
        cursor: Option<CursorPosition>,
    ) -> bool {
        let Some(cursor) = cursor.filter(|_| !probe.is_some_and(|probe| probe.pinned)) else { return false };
        *probe = Self::new(object, view, cursor, false);
        true
    }

    pub fn point(&self) -> Option<DVec3> {
        self.hit.map(|hit| self.ray.at(hit.t))
    }
}
