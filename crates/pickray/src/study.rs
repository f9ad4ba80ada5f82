//! Study: all inputs of a pick and the questions asked about it. Every part of a program changes them in the same way.

mod annotations;
mod apply;
mod change;
mod saved;
mod situation;

#[doc(hidden)]
pub use annotations::Annotations;
pub use annotations::{Landmark, Measure, MeasureKind, Measured, SurfacePoint};
#[doc(hidden)]
pub use change::{CameraPlace, Change, ChangeError, Objects, Plane, PlaneName};
pub use saved::{Chain, Difference, ReplayError, SAVED_VERSION, SavedPick};
#[doc(hidden)]
pub use situation::{PageName, PlanesGiven};
pub use situation::{SITUATION_VERSION, SavedObject, Situation};

use crate::math::{CursorPosition, FramebufferSize};
use crate::mesh::Mesh;
use crate::pick::explain::{
    Mistake, MistakeInputs, MistakenPick, PickTrace, WhyNot, pick_mistaken, pick_traced, why_not,
};
use crate::pick::{PickOptions, TriangleId, TriangleIds};
use crate::scene::{Camera, ClipPlanes, Object, Placement, Scene, UpAxis, View};
use glam::DMat4;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of one state of something that changes; no two states in a program, of whatever, have the same one.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    /// Returns a new revision, different from all before.
    pub fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed))
    }
}

/// Scene with its settings, the last click, and the questions about that click.
///
/// New settings apply to the last click, too, but for moves of the camera, which apply only to the next click.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Study {
    scene: Scene,
    placed: Vec<Placed>,
    view: View,
    view_before: Option<View>,
    planes: ClipPlanes,
    placement: Placement,
    options: PickOptions,
    click: Option<Click>,
    question: Option<TriangleId>,
    mistake: Option<Mistake>,
    hidden: Option<HiddenMistake>,
    scale_factor: f64,
    imagined_scale_factor: Option<f64>,
    up_axis: Option<UpAxis>,
    revision: Revision,
    pick_revision: Revision,
    view_revision: Revision,
}

/// Transform and visibility of an object as its file has them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Placed {
    world_from_object: DMat4,
    visible: bool,
}

/// Click of the user into the picture, with the view at the time.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Click {
    /// View that the click was made in.
    pub view: View,
    /// Cursor of the click: physical pixels from the top left of the framebuffer.
    pub cursor: CursorPosition,
    /// View before the camera's last move ahead of the click; `None` if the camera had not moved by then.
    pub view_before: Option<View>,
}

/// Mistake of a pick that is shown without its name: the user has to guess which mistake it is.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct HiddenMistake {
    /// Mistake that is to be found.
    pub mistake: Mistake,
    /// Guesses made so far, the last one last.
    pub guesses: Vec<Mistake>,
    /// `true` once the user was told the mistake.
    pub is_told: bool,
}

impl HiddenMistake {
    /// Returns a hidden mistake with no guesses made, and not told.
    pub fn new(mistake: Mistake) -> Self {
        Self { mistake, guesses: Vec::new(), is_told: false }
    }

    /// Returns `true` if the user guessed the mistake, or was told it.
    pub fn is_found(&self) -> bool {
        self.is_told || self.is_named()
    }

    /// Returns `true` if one of the guesses is the mistake.
    pub fn is_named(&self) -> bool {
        self.guesses.contains(&self.mistake)
    }
}

impl Default for Study {
    /// Returns a study of an empty scene without a picture.
    fn default() -> Self {
        Self::new(Scene::default(), FramebufferSize { width: 1, height: 1 })
    }
}

impl PartialEq for Study {
    /// Compares what is set and asked, not how it came about; meshes are the same where they are one in memory.
    fn eq(&self, other: &Self) -> bool {
        let inputs = |study: &Self| {
            let Self { view, planes, placement, options, question, mistake, .. } = *study;
            let click = study.click.map(|click| (click.view, click.cursor));
            (view, planes, placement, options, click, question, mistake, study.scale_factor())
        };
        let is_same = |(a, b): (&Object, &Object)| {
            let [of_a, of_b] =
                [a, b].map(|object| (&object.name, object.world_from_object, object.visible, &object.hidden));
            Arc::ptr_eq(&a.mesh, &b.mesh) && of_a == of_b
        };
        let [a, b] = [self, other].map(|study| study.scene.objects());
        (inputs(self), &self.placed, &self.hidden) == (inputs(other), &other.placed, &other.hidden)
            && a.len() == b.len()
            && a.iter().zip(b).all(is_same)
    }
}

impl Study {
    /// Returns a study of a scene as its file places it, with a camera that sees all of it in this framebuffer.
    pub fn new(scene: Scene, framebuffer: FramebufferSize) -> Self {
        let aspect = f64::from(framebuffer.width) / f64::from(framebuffer.height);
        let view = View::new(Camera::framing_scene(&scene, aspect, scene.up_axis()), framebuffer);
        let revision = Revision::next();
        Self {
            placed: placed(&scene),
            scene,
            view,
            view_before: None,
            planes: ClipPlanes::default(),
            placement: Placement::default(),
            options: PickOptions::default(),
            click: None,
            question: None,
            mistake: None,
            hidden: None,
            scale_factor: 1.0,
            imagined_scale_factor: None,
            up_axis: None,
            revision,
            pick_revision: revision,
            view_revision: revision,
        }
    }

    /// Replaces the scene by another one, with default settings and no click; view and mistakes stay.
    pub fn open(&mut self, scene: Scene) {
        self.placed = placed(&scene);
        self.scene = scene;
        (self.click, self.question, self.up_axis) = (None, None, None);
        (self.planes, self.placement, self.options) = Default::default();
        self.inputs_changed();
    }

    /// Adds the objects of another scene, moved by the study's [`placement`](Self::placement) as the present ones are.
    /// The last click and the questions about it stay.
    pub fn add(&mut self, scene: &Scene) {
        let by = self.placement.matrix();
        self.placed.extend(placed(scene));
        let moved = |object: &Object| object.clone().with_transform(by * object.world_from_object);
        self.scene = self.scene.objects().iter().cloned().chain(scene.objects().iter().map(moved)).collect();
        self.refit();
    }

    /// Makes a click at `cursor` in a view, now or earlier, and forgets questions about the previous click.
    pub fn click(&mut self, view: &View, cursor: CursorPosition) {
        self.set_click(Some(Click { view: *view, cursor, view_before: self.view_before }));
    }

    /// Forgets the last click, and the questions about it.
    pub fn forget_click(&mut self) {
        self.set_click(None);
    }

    /// Replaces the camera by another one, with the clip planes that were set; others are fitted to the scene.
    pub fn look_through(&mut self, camera: Camera) {
        self.set_view(self.view.with_camera(self.fitted(camera)));
    }

    /// Takes another view as it is, clip planes included.
    pub fn set_view(&mut self, view: View) {
        if view.camera != self.view.camera {
            self.view_before = Some(self.view);
        }
        if view != self.view {
            self.view = view;
            self.view_revision = Revision::next();
        }
    }

    /// Returns every step of the last click's pick; `None` where nothing was clicked.
    pub fn trace(&self) -> Option<PickTrace> {
        self.click.map(|Click { view, cursor, .. }| pick_traced(&self.scene, &view, cursor, &self.options))
    }

    /// Returns the scene, with its objects as they are placed now.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the scene as the files place its objects, all of them visible.
    pub fn scene_of_files(&self) -> Scene {
        let placed = |(object, placed): (&Object, &Placed)| Object {
            visible: true,
            ..object.clone().with_transform(placed.world_from_object)
        };
        self.scene.objects().iter().zip(&self.placed).map(placed).collect()
    }

    /// Returns the mesh of each object.
    pub fn meshes(&self) -> Vec<Arc<Mesh>> {
        self.scene.objects().iter().map(|object| object.mesh.clone()).collect()
    }

    /// Returns the triangles that were hidden individually, in visible and in hidden objects.
    pub fn hidden_triangles(&self) -> TriangleIds {
        let mut hidden = TriangleIds::default();
        for (number, object) in (0..).zip(self.scene.objects()) {
            hidden.union_with(&TriangleIds::of(number, object.hidden.clone()));
        }
        hidden
    }

    /// Returns the view that the next click is made in.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Returns the view before the camera last moved; `None` where it has not moved.
    pub fn view_before(&self) -> Option<&View> {
        self.view_before.as_ref()
    }

    /// Returns the clip planes that were set; planes that are `None` are fitted.
    pub fn planes(&self) -> &ClipPlanes {
        &self.planes
    }

    /// Returns the placement that moves all objects as one from where the file places them.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Returns the options of a pick, such as culling and the point of the pixel that the ray goes through.
    pub fn options(&self) -> &PickOptions {
        &self.options
    }

    /// Returns the axis that is up: the chosen axis, or else that of the [scene](Scene::up_axis). It decides how
    /// cameras are framed and turned; the result of a pick does not depend on it.
    pub fn up_axis(&self) -> UpAxis {
        self.up_axis.unwrap_or(self.scene.up_axis())
    }

    /// Sets the axis that is up; `None` to use the [scene's](Scene::up_axis) axis. The camera stays as it is.
    pub fn set_up_axis(&mut self, up: Option<UpAxis>) {
        self.up_axis = up;
    }

    /// Returns the last click; `None` where nothing was clicked.
    pub fn last_click(&self) -> Option<&Click> {
        self.click.as_ref()
    }

    /// Returns the triangle of which the user asked why it is not the hit; `None` if no triangle was asked about.
    pub fn question(&self) -> Option<TriangleId> {
        self.question
    }

    /// Returns the mistake whose result is shown beside that of the right pick; `None` if no mistake is shown.
    pub fn mistake(&self) -> Option<Mistake> {
        self.mistake
    }

    /// Returns the mistake that the user has to guess, with the guesses so far; `None` if no mistake is hidden.
    pub fn hidden(&self) -> Option<&HiddenMistake> {
        self.hidden.as_ref()
    }

    /// Returns the mistake whose ray is shown: the hidden one, else that which is shown by name, else `None`.
    pub fn mistake_at_work(&self) -> Option<Mistake> {
        self.hidden.as_ref().map(|hidden| hidden.mistake).or(self.mistake)
    }

    /// Returns the number of physical pixels per logical pixel, which mistakes that confuse the two use.
    pub fn scale_factor(&self) -> f64 {
        self.imagined_scale_factor.unwrap_or(self.scale_factor)
    }

    /// Sets the screen's number of physical pixels per logical pixel, unless [`Change::ScaleFactor`] sets another.
    pub fn set_screen_scale_factor(&mut self, factor: f64) {
        if factor != self.scale_factor {
            self.scale_factor = factor;
            self.revision = Revision::next();
        }
    }

    /// Returns the revision of all that answers depend on: the last click's pick, and the questions about it.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns the revision of the inputs of the last click's pick. The view of the next click is not one of them.
    pub fn pick_revision(&self) -> Revision {
        self.pick_revision
    }

    /// Returns the revision of the inputs of a pick in the present view.
    pub fn view_revision(&self) -> Revision {
        self.view_revision
    }

    fn set_click(&mut self, click: Option<Click>) {
        (self.click, self.question) = (click, None);
        self.revision = Revision::next();
        self.pick_revision = self.revision;
    }

    /// Returns the camera with the planes that are set, as far as its projection allows them.
    fn fitted(&self, camera: Camera) -> Camera {
        let bounds = self.scene.bounds();
        camera.with_planes(&self.planes, &bounds).unwrap_or_else(|_| camera.with_depth_fitted(&bounds))
    }

    /// Brings the planes of the view, and the projection and the planes of the last click, to what is set.
    fn refit(&mut self) {
        self.view = self.view.with_camera(self.fitted(self.view.camera));
        let projection = self.view.camera.projection;
        let of_click = self.click.map(|click| self.fitted(Camera { projection, ..click.view.camera }));
        if let Some((click, camera)) = self.click.as_mut().zip(of_click) {
            click.view = click.view.with_camera(camera);
        }
        self.inputs_changed();
    }

    fn inputs_changed(&mut self) {
        self.revision = Revision::next();
        (self.pick_revision, self.view_revision) = (self.revision, self.revision);
    }

    /// Returns the reason why the triangle in question is not the hit; `None` without a click or without a question.
    pub fn why_not(&self) -> Option<WhyNot> {
        let Click { view, cursor, .. } = self.click?;
        why_not(&self.scene, &view, cursor, &self.options, self.question?)
    }

    /// Returns the last click's pick, made again with a mistake; `None` if nothing was clicked.
    pub fn mistaken(&self, mistake: Mistake) -> Option<MistakenPick> {
        let Click { view, cursor, .. } = self.click?;
        pick_mistaken(&self.scene, &view, cursor, &self.options, mistake, &self.mistake_inputs())
    }

    /// Returns what some mistakes wrongly use for the last click's pick: the scale factor, and the view before.
    pub fn mistake_inputs(&self) -> MistakeInputs {
        MistakeInputs { scale_factor: self.scale_factor(), last_view: self.click.and_then(|click| click.view_before) }
    }
}

fn placed(scene: &Scene) -> Vec<Placed> {
    let placed = |&Object { world_from_object, visible, .. }: &Object| Placed { world_from_object, visible };
    scene.objects().iter().map(placed).collect()
}
