//! What a page plays on, without a window: a scene, a camera and the last pick, and what actions make of them.

use super::{Action, ActionError, CameraPlace, Evidence, Page, Values};
use crate::math::CursorPosition;
use crate::mesh::Mesh;
use crate::pick::{
    Mistake, MistakeInputs, MistakenPick, PickOptions, PickTrace, PlanesGiven, ReplayError, Situation, TriangleId,
    WhyNot, pick_mistaken, pick_traced, why_not,
};
use crate::scene::{Camera, ClipPlanes, Placement, Projection, Scene, View};
use glam::DVec3;
use std::sync::Arc;

/// A scene with what was set, clicked and asked last.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The mesh, alone.
    scene: Scene,
    /// What the next click is made in.
    view: View,
    /// The clip planes that were given.
    planes: ClipPlanes,
    /// Where the mesh is.
    placement: Placement,
    options: PickOptions,
    /// The view and the cursor of the last click.
    picked: Option<(View, CursorPosition)>,
    /// The triangle that was asked about.
    asked: Option<TriangleId>,
    /// The mistake that is shown.
    mistake: Option<Mistake>,
    /// The mistake that is hidden.
    hidden: Option<Mistake>,
    /// The last guess which one that is.
    named: Option<Mistake>,
    mistake_inputs: MistakeInputs,
}

/// What is seen on a stage.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The last pick.
    pub trace: Option<PickTrace>,
    /// Why the triangle asked about was not hit.
    pub why_not: Option<WhyNot>,
    /// The pick with the mistake that is shown.
    pub mistake: Option<MistakenPick>,
    /// Whether the mistake that is hidden was named.
    pub found: Option<bool>,
    /// Physical pixels to a logical one.
    pub scale_factor: f64,
}

impl Observed {
    /// The same, as goals are checked on it.
    pub fn evidence(&self) -> Evidence<'_> {
        Evidence {
            trace: self.trace.as_ref(),
            why_not: self.why_not.as_ref(),
            mistake: self.mistake.as_ref(),
            found: self.found,
            scale_factor: self.scale_factor,
        }
    }
}

impl Stage {
    /// The stage on which a situation was just restored, on its mesh.
    ///
    /// # Errors
    /// [`ReplayError`] when the mesh is not that of the situation.
    pub fn new(situation: &Situation, mesh: Arc<Mesh>) -> Result<Self, ReplayError> {
        let scene = situation.scene(&[mesh])?;
        Ok(Self {
            placement: Placement::from_matrix(&scene.objects()[0].world_from_object),
            scene,
            view: situation.view,
            planes: situation.planes_given.of_camera(&situation.view.camera),
            options: situation.options,
            picked: Some((situation.view, situation.cursor)),
            asked: None,
            mistake: None,
            hidden: None,
            named: None,
            mistake_inputs: MistakeInputs::default(),
        })
    }

    /// Opens a page, whose situation is here already; nothing has been asked on it.
    pub fn open(&mut self, page: &Page) {
        self.asked = None;
        self.mistake = page.mistake;
        self.hidden = page.hidden_mistake;
        self.named = None;
        self.mistake_inputs.scale_factor = page.scale_factor.unwrap_or(1.0);
    }

    /// Does what the window does: what is set holds for the last click, too; where the camera is put, for the next.
    ///
    /// # Errors
    /// [`ActionError`] when that is impossible; the stage is left as it was.
    pub fn apply(&mut self, action: &Action) -> Result<(), ActionError> {
        match *action {
            Action::Pick(place) => {
                self.picked = Some((self.view, CursorPosition::new(place.x, place.y)));
                self.asked = None;
                Ok(())
            }
            Action::Near(plane) => self.set_planes(ClipPlanes { near: plane.distance(), ..self.planes }),
            Action::Far(plane) => self.set_planes(ClipPlanes { far: plane.distance(), ..self.planes }),
            Action::Reversed(reversed_z) => self.set_planes(ClipPlanes { reversed_z, ..self.planes }),
            Action::Perspective(degrees) => {
                self.set_projection(Projection::Perspective { fov_y: degrees.to_radians() })
            }
            Action::Orthographic(height) => self.set_projection(Projection::Orthographic { height }),
            Action::Culling(culling) => {
                self.options.culling = culling;
                Ok(())
            }
            Action::Sample(sample) => {
                self.options.sample = sample;
                Ok(())
            }
            Action::Moved(translate) => self.place(Placement { translate, ..self.placement }),
            Action::Turned(degrees) => self.place(Placement { rotate: degrees.map(f64::to_radians), ..self.placement }),
            Action::Scaled(scale) => self.place(Placement { scale, ..self.placement }),
            Action::Camera(place) => self.look(place),
            Action::WhyNot(triangle) => self.ask(triangle),
            Action::Mistake(mistake) => {
                self.mistake = mistake;
                Ok(())
            }
            Action::NameMistake(mistake) => {
                self.named = Some(mistake);
                Ok(())
            }
        }
    }

    /// What is seen now.
    pub fn observe(&self) -> Observed {
        let trace = self.picked.map(|(view, cursor)| pick_traced(&self.scene, &view, cursor, &self.options));
        let asked = self.picked.zip(self.asked);
        let why_not = asked.and_then(|((view, cursor), id)| why_not(&self.scene, &view, cursor, &self.options, id));
        let shown = self.picked.zip(self.mistake);
        let mistake = shown.and_then(|((view, cursor), mistake)| {
            pick_mistaken(&self.scene, &view, cursor, &self.options, mistake, &self.mistake_inputs)
        });
        let found = self.hidden.map(|hidden| self.named == Some(hidden));
        Observed { trace, why_not, mistake, found, scale_factor: self.mistake_inputs.scale_factor }
    }

    /// The values of all fields now.
    pub fn values(&self) -> Values {
        Values::of(&self.observe().evidence())
    }

    /// The situation of the last click; `mesh` says where its mesh is.
    pub(super) fn situation(&self, mesh: &str) -> Option<Situation> {
        let (view, cursor) = self.picked?;
        let planes_given = PlanesGiven::of(&self.planes);
        Some(Situation { planes_given, ..Situation::new(&self.scene, [mesh], &view, cursor, &self.options) })
    }

    fn set_planes(&mut self, planes: ClipPlanes) -> Result<(), ActionError> {
        let before = std::mem::replace(&mut self.planes, planes);
        self.refit().inspect_err(|_| self.planes = before)
    }

    fn set_projection(&mut self, projection: Projection) -> Result<(), ActionError> {
        if !projection.is_open() {
            return Err(ActionError::Projection);
        }
        let before = self.view;
        self.view = before.with_camera(Camera { projection, ..before.camera });
        self.refit().inspect_err(|_| self.view = before)
    }

    fn place(&mut self, placement: Placement) -> Result<(), ActionError> {
        let before = std::mem::replace(&mut self.scene.object_mut(0).world_from_object, placement.matrix());
        let placed = match self.scene.objects()[0].object_from_world() {
            Some(_) => self.refit(),
            None => Err(ActionError::Placement),
        };
        match placed {
            Ok(()) => self.placement = placement,
            Err(_) => self.scene.object_mut(0).world_from_object = before,
        }
        placed
    }

    fn look(&mut self, place: CameraPlace) -> Result<(), ActionError> {
        let CameraPlace { eye, target, up } = place;
        let is_somewhere = [eye, target, up].into_iter().all(DVec3::is_finite) && eye != target;
        if !is_somewhere {
            return Err(ActionError::Camera);
        }
        let camera = Camera { eye, target, up, ..self.view.camera };
        let camera = camera.with_planes(&self.planes, &self.scene.bounds())?;
        self.mistake_inputs.last_view = Some(self.view);
        self.view = self.view.with_camera(camera);
        Ok(())
    }

    fn ask(&mut self, triangle: u32) -> Result<(), ActionError> {
        if self.scene.objects()[0].mesh.n_triangles() <= triangle as usize {
            return Err(ActionError::NoTriangle(triangle));
        }
        self.asked = Some(TriangleId { object: 0, triangle });
        Ok(())
    }

    /// Brings the planes of the view, and the projection and the planes of the last click, to what is set.
    fn refit(&mut self) -> Result<(), ActionError> {
        let bounds = self.scene.bounds();
        let camera = self.view.camera.with_planes(&self.planes, &bounds)?;
        if let Some((view, _)) = &mut self.picked {
            let picking = Camera { projection: camera.projection, ..view.camera };
            *view = view.with_camera(picking.with_planes(&self.planes, &bounds)?);
        }
        self.view = self.view.with_camera(camera);
        Ok(())
    }
}
