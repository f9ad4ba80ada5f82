//! Ray through a pixel, with which a tool of the Collide workspace tests its volumes or boxes.

use glam::DVec3;
use pickray::geometry::Ray;
use pickray::intersect::Culling;
use pickray::math::{self, CursorPosition, PixelSample};
use pickray::mesh::MeshHit;
use pickray::scene::{Object, View};
use pickray::study::{Click, Revision, Study};

/// Ray through a pixel, with its hit on one mesh.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    pub view: View,
    /// `true` if a click made the probe, so that it stays when the mouse moves.
    pub pinned: bool,
    /// Ray from the near to the far plane. The mesh is placed as in its file, so that object space and world space are
    /// equal.
    pub ray: Ray,
    pub hit: Option<MeshHit>,
}

/// Returns the study's last click if the study's pick revision differs from `taken`, which is then set to that
/// revision.
pub(in crate::app) fn fresh_click(study: &Study, taken: &mut Option<Revision>) -> Option<Click> {
    let present = Some(study.pick_revision());
    let click = study.last_click().copied();
    click.filter(|_| std::mem::replace(taken, present) != present)
}

impl Probe {
    /// Returns the probe of a pixel; `None` if the view has no ray there, or if `object` is `None`.
    pub(in crate::app) fn new(
        object: Option<&Object>,
        view: &View,
        cursor: CursorPosition,
        pinned: bool,
    ) -> Option<Self> {
        let ray = view.ray(math::window_from_cursor(cursor, view.framebuffer, PixelSample::Center))?;
        let ray = Ray::between(ray.near, ray.far);
        let hit = object?.mesh.closest_hit(&ray, Culling::None);
        Some(Self { view: *view, pinned, ray, hit })
    }

    /// Replaces a probe that no click made by one at the mouse; returns `true` if it did. Without a `cursor`, as when
    /// the mouse is over a panel or turns the view, the probe stays.
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
