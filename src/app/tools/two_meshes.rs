//! The bench of two meshes: a second one is moved and turned by handles, and where both meet lights up.
//!
//! Trees are built beside the window. What meets is found at once while a drag goes on and the last answer came fast, else beside the
//! window too, one question at a time, the latest place last.

mod place;
mod second;
mod work;

pub use place::Place;
pub use second::Second;
pub use work::{Answer, Question, Ready};

pub(in crate::app) mod panel;

use super::CollideAction;
use crate::accel::PairFinder;
use crate::app::gizmo::{Gizmo, Handle, Motion};
use crate::app::input::Drag;
use crate::app::job::{self, Pending};
use crate::app::platform::{Asked, MeshSource};
use crate::app::state::loading::ask_for_file;
use crate::app::state::{LoadResult, Loading, State};
use crate::math::CursorPosition;
use crate::scene::{Camera, Object, View};
use glam::DVec3;

/// Linear colour of the second mesh, so that it is told from the first.
const COLOR: [f32; 3] = [0.86, 0.78, 0.60];

/// How far beside the first mesh a second one is put, as a share of the first one's width.
const ASIDE: f64 = 0.4;

/// How many places are remembered.
const REMEMBERED: usize = 100;

/// What the bench holds.
#[derive(Default)]
pub struct TwoMeshes {
    /// The second mesh.
    pub second: Option<Second>,
    /// Where it is.
    pub place: Place,
    /// The handle under the mouse.
    pub hovered: Option<Handle>,
    /// The handle that is held.
    pub held: Option<Handle>,
    /// What is said of where the meshes meet.
    pub answer: Option<Answer>,
    /// The second mesh, where one is being read.
    pub loading: Option<Loading>,
    /// Whether only some pair is looked for.
    pub first_only: bool,
    ready: Ready,
    prepared: Pending<Ready>,
    asked: Pending<(Question, Answer)>,
    /// Where the mesh was when its handle was gripped.
    gripped: Place,
    /// Whether Esc ended the drag that the mouse may still be making.
    dropped: bool,
    before: Vec<Place>,
    after: Vec<Place>,
    /// The camera and the pivot before all of both meshes was framed, and the camera after it.
    camera: Option<(Camera, DVec3, Camera)>,
    finder: PairFinder,
}

/// What can be done on the bench.
#[derive(Debug)]
pub enum Action {
    /// Make the second mesh the same as the first.
    Duplicate,
    /// Show the file dialog for the second mesh.
    AskForSecond,
    /// Read the second mesh.
    OpenSecond(MeshSource),
    /// The dialog for the second mesh was answered.
    Asked(Asked),
    /// Stop reading it.
    CancelSecond,
    /// Take the last move back.
    Undo,
    /// Make it again.
    Redo,
    /// Put the second mesh here; the second says whether that is to be taken back by itself: of a number that is dragged, the first change.
    Place(Place, bool),
    /// Put it where it was at first.
    Reset,
    /// Look for some pair only, or for all.
    FirstOnly(bool),
    /// The second mesh was read, or could not be.
    Loaded(job::Answer<LoadResult>),
    /// The meshes were made ready.
    Prepared(job::Answer<Ready>),
    /// Where they meet was found.
    Answered(job::Answer<(Question, Answer)>),
}

impl std::fmt::Debug for TwoMeshes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TwoMeshes")
            .field("place", &self.place)
            .field("is_working", &self.is_working())
            .finish_non_exhaustive()
    }
}

impl From<Action> for crate::app::state::Action {
    fn from(action: Action) -> Self {
        Self::Collide(CollideAction::TwoMeshes(action))
    }
}

impl TwoMeshes {
    /// Whether a move can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether a move that was taken back can be made again.
    pub fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }

    /// Whether an answer is awaited from beside the window.
    pub fn is_working(&self) -> bool {
        self.prepared.is_awaited() || self.asked.is_awaited()
    }

    /// Whether both meshes are ready to be compared.
    pub fn is_ready(&self) -> bool {
        self.ready.iter().all(Option::is_some)
    }
}

impl State {
    /// The handles about the second mesh, on its bench.
    pub fn gizmo(&self) -> Option<Gizmo<'_>> {
        let bench = &self.collide.two_meshes;
        let center = bench.second.as_ref()?.center() + bench.place.translation;
        Some(Gizmo { view: &self.view, scale_factor: self.scale_factor, center })
    }
}

pub(in crate::app) fn update(state: &mut State, action: Action) {
    match action {
        Action::Duplicate => {
            second::duplicate(state);
            frame_both(state);
        }
        Action::AskForSecond => ask_for_file(state, |answer| Action::Asked(answer).into()),
        Action::OpenSecond(source) => second::open(state, source),
        Action::CancelSecond => second::cancel(state),
        Action::Asked(answer) => second::asked(state, answer),
        Action::Undo => undo(state),
        Action::Redo => redo(state),
        Action::Place(place, begins) => {
            if begins {
                remember(state);
            }
            put(state, place, !begins);
        }
        Action::Reset => {
            remember(state);
            let place = first_place(state);
            put(state, place, false);
        }
        Action::FirstOnly(first_only) => {
            state.collide.two_meshes.first_only = first_only;
            work::ask(state, false);
        }
        Action::Loaded(answer) => second::loaded(state, answer),
        Action::Prepared(answer) => work::prepared(state, answer),
        Action::Answered(answer) => work::answered(state, answer),
    }
}

/// Where a second mesh is put at first: where its file has it, if its box meets the first one's there; else, and if it is the first one
/// again or a sample, beside the first one, but reaching into it.
fn first_place(state: &State) -> Place {
    let (Some(first), Some(second)) = (state.scene.objects.first(), &state.collide.two_meshes.second) else {
        return Place::default();
    };
    let (first, own) = (first.bounds(), second.mesh.bounds());
    let near = first.min.cmple(own.max).all() && own.min.cmple(first.max).all();
    if near && second.from_file {
        return Place::default();
    }
    let aside = ASIDE * first.size().x * DVec3::X;
    let translation = if near { aside } else { first.center() - own.center() + aside };
    Place { translation: if translation.is_finite() { translation } else { DVec3::ZERO }, ..Place::default() }
}

pub(in crate::app) fn mesh_changed(state: &mut State) {
    let bench = &mut state.collide.two_meshes;
    if bench.second.as_ref().is_some_and(|second| second.duplicate) {
        bench.second = None;
    }
    bench.ready[0] = None;
    bench.camera = None;
    let place = first_place(state);
    forget(state, place);
}

/// Puts the second mesh somewhere with no way back.
fn forget(state: &mut State, place: Place) {
    let bench = &mut state.collide.two_meshes;
    (bench.before, bench.after) = (Vec::new(), Vec::new());
    (bench.place, bench.gripped) = (place, place);
    (bench.answer, bench.held, bench.hovered) = (None, None, None);
    // What is being found out is of other meshes.
    bench.prepared.stop();
    bench.asked.stop();
}

pub(in crate::app) fn enter(state: &mut State) {
    if state.scene.objects.is_empty() {
        return;
    }
    let bench = &state.collide.two_meshes;
    if bench.second.is_none() && bench.loading.is_none() {
        second::duplicate(state);
    } else {
        show_second(state);
    }
}

/// Makes the second mesh an object of the scene, and has what is missing made ready.
fn show_second(state: &mut State) {
    if state.scene.objects.is_empty() {
        return;
    }
    let bench = &mut state.collide.two_meshes;
    state.scene.objects.truncate(1);
    if let Some(second) = &bench.second {
        let object = Object { color: COLOR, ..Object::new(second.name.clone(), second.mesh.clone()) };
        state.scene.objects.push(object.with_transform(bench.place.transform(second.center())));
    }
    work::ask(state, false);
}

/// Frames both meshes where a part of one may be out of the picture.
fn frame_both(state: &mut State) {
    if state.bench() != Some(super::Bench::TwoMeshes) || state.scene.objects.len() < 2 {
        return;
    }
    let (camera, pivot) = (state.view.camera, state.pivot);
    crate::app::state::navigate::bring_into_view(state);
    let framed = state.view.camera;
    if (framed.eye, framed.target) != (camera.eye, camera.target) {
        state.collide.two_meshes.camera.get_or_insert((camera, pivot, framed)).2 = framed;
    }
}

/// The bench is shown after another, or none.
pub(in crate::app) fn arrive(state: &mut State) {
    state.collide.two_meshes.camera = None;
    frame_both(state);
}

/// Another bench or workspace is shown: the camera goes back to where it was, unless it has been moved since.
pub(in crate::app) fn leave(state: &mut State) {
    if let Some((camera, pivot, framed)) = state.collide.two_meshes.camera.take()
        && (framed.eye, framed.target) == (state.view.camera.eye, state.view.camera.target)
    {
        (state.view.camera, state.pivot) = (camera, pivot);
    }
}

/// Keeps the present place as one to come back to.
fn remember(state: &mut State) {
    let bench = &mut state.collide.two_meshes;
    if bench.before.last() != Some(&bench.place) {
        bench.before.push(bench.place);
    }
    if bench.before.len() > REMEMBERED {
        bench.before.remove(0);
    }
    bench.after.clear();
}

/// Moves the second mesh; `live` while a handle is dragged.
fn put(state: &mut State, place: Place, live: bool) {
    let bench = &mut state.collide.two_meshes;
    bench.place = place;
    if let (Some(second), Some(object)) = (&bench.second, state.scene.objects.get_mut(1)) {
        object.world_from_object = place.transform(second.center());
        state.view.camera = state.view.camera.with_depth_fitted(&state.scene.bounds());
        work::ask(state, live);
    }
}

pub(in crate::app) fn undo(state: &mut State) {
    let bench = &mut state.collide.two_meshes;
    if let Some(place) = bench.before.pop() {
        bench.after.push(bench.place);
        put(state, place, false);
    }
}

pub(in crate::app) fn redo(state: &mut State) {
    let bench = &mut state.collide.two_meshes;
    if let Some(place) = bench.after.pop() {
        bench.before.push(bench.place);
        put(state, place, false);
    }
}

pub(in crate::app) fn hover(state: &mut State, cursor: Option<CursorPosition>) {
    let hovered = cursor.and_then(|cursor| state.gizmo()?.handle_at(cursor));
    let bench = &mut state.collide.two_meshes;
    bench.hovered = hovered;
    if cursor.is_some() {
        // Nothing hovers during a drag: it is over.
        bench.held = None;
    }
    if hovered.is_some() {
        state.hover = None;
    }
}

/// A drag that begins on a handle moves or turns the second mesh; whether it does.
pub(in crate::app) fn drag(
    state: &mut State,
    drag: Drag,
    view: &View,
    from: CursorPosition,
    to: CursorPosition,
    begins: bool,
) -> bool {
    if begins {
        let handle = if drag == Drag::Orbit { state.gizmo().and_then(|gizmo| gizmo.handle_at(from)) } else { None };
        let bench = &mut state.collide.two_meshes;
        (bench.held, bench.dropped) = (handle, false);
        if handle.is_some() {
            remember(state);
            let bench = &mut state.collide.two_meshes;
            bench.gripped = bench.place;
        }
    }
    let bench = &state.collide.two_meshes;
    if bench.dropped {
        return true;
    }
    let (Some(handle), Some(second)) = (bench.held, &bench.second) else { return false };
    // As it was gripped, so that rounding does not add up and the mesh comes back with the mouse.
    let gripped = bench.gripped;
    let gizmo = Gizmo { view, scale_factor: state.scale_factor, center: second.center() + gripped.translation };
    let place = match gizmo.dragged(handle, from, to) {
        Some(Motion::Shift(shift)) => Place { translation: gripped.translation + shift, ..gripped },
        Some(Motion::Turn(turn)) => Place { rotation: (turn * gripped.rotation).normalize(), ..gripped },
        None => return true,
    };
    put(state, place, true);
    true
}

/// Esc: the handle that is held goes back to where it was gripped.
pub(in crate::app) fn let_go(state: &mut State) {
    let bench = &mut state.collide.two_meshes;
    if bench.held.take().is_some() {
        bench.dropped = true;
        let place = bench.gripped;
        put(state, place, false);
    }
}

pub(in crate::app) use second::open as open_second;

#[cfg(test)]
mod tests;
