//! Ray of a pixel, with which benches test their volumes or boxes, and the making of these.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::job::{Answer, Pending, Task};
use crate::app::tool::Event;
use glam::DVec3;
use pickray::geometry::Ray;
use pickray::intersect::Culling;
use pickray::math::{self, CursorPosition, PixelSample};
use pickray::mesh::{Mesh, MeshHit};
use pickray::scene::{Object, View};
use pickray::study::{Click, Revision};
use std::sync::Arc;

/// Request about what a bench makes of the mesh in a job.
#[derive(Debug)]
pub enum Making<T> {
    Made(Answer<T>),
    /// Begin, unless it is made or being made already.
    Begin,
    Stop,
}

impl<T: Send + 'static> Making<T> {
    /// Carries out a request about `made`, by the task of a mesh. Returns `true` if the value came.
    pub(in crate::app) fn carry_out<K: Task<Answer = T>, A: Into<Action> + 'static>(
        self,
        made: &mut Pending<T>,
        desk: &mut Desk,
        task: impl FnOnce(Arc<Mesh>) -> K,
        action: fn(Self) -> A,
    ) -> bool {
        match self {
            Self::Made(answer) => return made.keep(answer),
            Self::Begin => {
                let mesh = desk.bench_object().map(|object| object.mesh.clone());
                if let Some(mesh) = mesh.filter(|_| made.is_idle()) {
                    desk.begin(made, task(mesh), move |answer| action(Self::Made(answer)));
                }
            }
            Self::Stop => _ = made.stop(),
        }
        false
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Probe {
    pub view: View,
    /// `true` if a click made the probe, so that it stays when the mouse moves.
    pub pinned: bool,
    /// Ray from the near to the far plane; the mesh is placed as in its file, so that its space is the world's.
    pub ray: Ray,
    pub hit: Option<MeshHit>,
}

/// Probe of a bench: of the last pick, of a click, or of the mouse.
#[derive(Debug, Default)]
pub struct Probing {
    pub probe: Option<Probe>,
    /// Revision of the pick that was taken over last.
    taken: Option<Revision>,
}

impl Probing {
    /// Handles what changes the probe, such as a newer pick or the mouse; returns `true` if it may be another one.
    pub(in crate::app) fn follow(&mut self, desk: &Desk, event: &Event<'_>) -> bool {
        let object = desk.bench_object();
        match event {
            Event::MeshChanged | Event::LetGo => self.probe = None,
            Event::Arrange => {
                let present = Some(desk.study.pick_revision());
                if let Some(Click { view, cursor, .. }) = desk.study.last_click()
                    && std::mem::replace(&mut self.taken, present) != present
                {
                    self.probe = Probe::new(object, view, *cursor, true);
                }
            }
            Event::Click(press) => self.probe = Probe::new(object, &press.view, press.cursor, true),
            Event::Hover(Some(cursor)) if !self.probe.is_some_and(|probe| probe.pinned) => {
                self.probe = Probe::new(object, desk.view(), *cursor, false);
            }
            _ => return false,
        }
        true
    }
}

impl Probe {
    /// Returns the probe of a pixel; `None` if the view has no ray there, or if `object` is `None`.
    fn new(object: Option<&Object>, view: &View, cursor: CursorPosition, pinned: bool) -> Option<Self> {
        let ray = view.ray(math::window_from_cursor(cursor, view.framebuffer, PixelSample::Center))?;
        let ray = Ray::between(ray.near, ray.far);
        let hit = object?.mesh.closest_hit(&ray, Culling::None);
        Some(Self { view: *view, pinned, ray, hit })
    }

    pub fn point(&self) -> Option<DVec3> {
        self.hit.map(|hit| self.ray.at(hit.t))
    }
}
