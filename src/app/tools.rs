//! The Collide workspace: benches on which one kind of collision is seen at work, on the mesh that is open.
//!
//! A bench is a module with its state, an `Action` of its own and the functions that are called here in one `match` each. What it computes,
//! it has the library compute, and keeps the library's answer or trace; its panel and its lines over the picture are views of that.

pub mod bounds;
pub mod box_tree;
pub mod many_bodies;
pub mod probe;
pub mod sphere;
pub mod two_meshes;
pub mod two_triangles;

use crate::app::input::Gesture;
use crate::app::keys::{Command, Key};
use crate::app::state::{Action, State};
use crate::geometry::Aabb;
use crate::math::CursorPosition;
use crate::pick::{self, Hit, TriangleId};
use crate::scene::{Object, Scene, View};
use glam::DMat4;
use serde::{Deserialize, Serialize};

/// What the window is used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Workspace {
    /// Triangles are picked.
    #[default]
    Pick,
    /// Collisions are tried.
    Collide,
}

impl Workspace {
    /// Both, in the order of their tabs.
    pub const ALL: [Self; 2] = [Self::Pick, Self::Collide];

    /// What its tab says.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pick => "Pick",
            Self::Collide => "Collide",
        }
    }
}

/// A kind of collision to try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bench {
    /// A moving sphere against the mesh.
    #[default]
    Sphere,
    /// Two triangles against each other.
    TwoTriangles,
    /// A second mesh, moved through the first.
    TwoMeshes,
    /// Bounding volumes around the mesh.
    Bounds,
    /// The tree of boxes over the mesh.
    BoxTree,
    /// Many bodies in a room.
    ManyBodies,
}

impl Bench {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 6] =
        [Self::Sphere, Self::TwoMeshes, Self::ManyBodies, Self::TwoTriangles, Self::Bounds, Self::BoxTree];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sphere => "Sphere",
            Self::TwoTriangles => "Two triangles",
            Self::TwoMeshes => "Two meshes",
            Self::Bounds => "Bounds",
            Self::BoxTree => "Box tree",
            Self::ManyBodies => "Many bodies",
        }
    }
}

/// All that the workspace holds.
#[derive(Debug, Default)]
pub struct Collide {
    /// The bench in use.
    pub bench: Bench,
    /// The moving sphere.
    pub sphere: sphere::Sphere,
    /// The two triangles.
    pub two_triangles: two_triangles::TwoTriangles,
    /// The second mesh and where both meet.
    pub two_meshes: two_meshes::TwoMeshes,
    /// The bounding volumes.
    pub bounds: bounds::Bounds,
    /// The tree of boxes.
    pub box_tree: box_tree::BoxTree,
    /// The many bodies.
    pub many_bodies: many_bodies::ManyBodies,
    /// Keys of the bench's own that are held.
    pub held: Vec<Key>,
    /// Triangles pointed out: filled in another colour.
    pub marked: Vec<TriangleId>,
}

/// Everything that can happen in the workspace.
#[derive(Debug)]
pub enum CollideAction {
    /// Use this bench.
    Choose(Bench),
    /// A key that the bench takes went down (true) or up.
    Key(Key, bool),
    /// No key is held any longer, as when the window loses the focus.
    KeysUp,
    /// On the bench of the moving sphere.
    Sphere(sphere::Action),
    /// On the bench of the two triangles.
    TwoTriangles(two_triangles::Action),
    /// On the bench of two meshes.
    TwoMeshes(two_meshes::Action),
    /// On the bench of the bounding volumes.
    Bounds(bounds::Action),
    /// On the bench of the tree of boxes.
    BoxTree(box_tree::Action),
    /// On the bench of many bodies.
    ManyBodies(many_bodies::Action),
}

impl State {
    /// Whether Esc has something to close first.
    fn anything_is_open(&self) -> bool {
        self.sheet.is_some() || self.hits.is_some() || self.message.is_some() || self.crosshair.is_some()
    }

    /// The bench in use, in the Collide workspace.
    pub fn bench(&self) -> Option<Bench> {
        (self.workspace == Workspace::Collide).then_some(self.collide.bench)
    }

    /// Triangles that a bench, or the check of the pixels, points out.
    pub fn marked(&self) -> &[TriangleId] {
        if self.bench().is_some() { &self.collide.marked } else { self.marked_by_check() }
    }

    /// Whether something moves by itself, so that frames follow each other with an [`Action::Tick`] each.
    pub fn is_moving(&self) -> bool {
        match self.bench() {
            None | Some(Bench::TwoTriangles | Bench::Bounds | Bench::BoxTree) => false,
            Some(Bench::Sphere) => self.collide.sphere.is_moving(&self.collide.held),
            Some(Bench::TwoMeshes) => false,
            Some(Bench::ManyBodies) => self.collide.many_bodies.running && !self.scene.objects.is_empty(),
        }
    }

    /// A box in world space around all that a bench shows, and else around the scene; what the camera frames.
    pub fn bounds(&self) -> Aabb {
        match self.bench() {
            Some(Bench::ManyBodies) if !self.scene.objects.is_empty() => self.collide.many_bodies.room(),
            _ => self.scene.bounds(),
        }
    }

    /// Whether a mesh is being read.
    pub fn is_reading(&self) -> bool {
        self.loading.is_some() || self.collide.two_meshes.loading.is_some()
    }

    /// Whether a key is the bench's, which is told when it goes down and when it goes up, and does nothing else.
    pub fn takes_key(&self, key: Key) -> bool {
        match self.bench() {
            None | Some(Bench::Bounds | Bench::BoxTree) => false,
            Some(Bench::TwoTriangles) => two_triangles::takes_key(key),
            Some(Bench::Sphere) => self.collide.sphere.takes_key(key),
            Some(Bench::TwoMeshes) => false,
            Some(Bench::ManyBodies) => many_bodies::takes_key(key),
        }
    }

    /// Whether the bench in use waits for what is computed in the background, so that its progress is drawn now and then.
    pub fn is_computing(&self) -> bool {
        match self.bench() {
            None | Some(Bench::Sphere | Bench::TwoTriangles | Bench::TwoMeshes | Bench::ManyBodies) => false,
            Some(Bench::Bounds) => self.collide.bounds.volumes.is_awaited(),
            Some(Bench::BoxTree) => self.collide.box_tree.tree.is_awaited(),
        }
    }
}

pub(in crate::app) fn update(state: &mut State, action: CollideAction) {
    match action {
        CollideAction::Choose(bench) => choose(state, bench),
        CollideAction::Key(key, down) => {
            state.collide.held.retain(|&held| held != key);
            match state.bench() {
                Some(Bench::TwoTriangles) if down && state.takes_key(key) => two_triangles::key_pressed(state),
                Some(Bench::ManyBodies) if down && state.takes_key(key) => many_bodies::key_pressed(state),
                Some(_) if down && state.takes_key(key) => state.collide.held.push(key),
                _ => {}
            }
        }
        CollideAction::KeysUp => state.collide.held.clear(),
        CollideAction::Sphere(action) => sphere::update(state, action),
        CollideAction::TwoTriangles(action) => two_triangles::update(state, action),
        CollideAction::TwoMeshes(action) => two_meshes::update(state, action),
        CollideAction::Bounds(action) => bounds::update(state, action),
        CollideAction::BoxTree(action) => box_tree::update(state, action),
        CollideAction::ManyBodies(action) => many_bodies::update(state, action),
    }
}

/// Takes what a bench makes something else of than picking does; what is left is handed back.
pub(in crate::app) fn left_over(state: &mut State, action: Action) -> Option<Action> {
    let Some(bench) = state.bench() else { return Some(action) };
    match (bench, action) {
        (_, Action::Gesture(Gesture::ListHits { .. }) | Action::Command(Command::NextHit)) => None,
        (_, Action::Command(Command::Escape)) if !state.anything_is_open() => {
            match bench {
                Bench::Sphere => sphere::let_go(state),
                Bench::TwoTriangles => two_triangles::clear(state),
                Bench::TwoMeshes => two_meshes::let_go(state),
                Bench::Bounds => bounds::let_go(state),
                Bench::BoxTree => box_tree::let_go(state),
                Bench::ManyBodies => {}
            }
            None
        }
        (_, Action::Gesture(Gesture::Drag { drag, view, from, to, begins })) => {
            let taken = match bench {
                Bench::Sphere | Bench::ManyBodies | Bench::Bounds | Bench::BoxTree => false,
                Bench::TwoTriangles => two_triangles::drag(state, drag, &view, from, to, begins),
                Bench::TwoMeshes => two_meshes::drag(state, drag, &view, from, to, begins),
            };
            (!taken).then_some(Action::Gesture(Gesture::Drag { drag, view, from, to, begins }))
        }
        (Bench::Sphere, Action::Zoom(_, factor)) if state.modifiers.shift => {
            sphere::scale(state, factor);
            None
        }
        (Bench::TwoMeshes, Action::Command(Command::Undo)) => {
            two_meshes::undo(state);
            None
        }
        (Bench::TwoMeshes, Action::Command(Command::Redo)) => {
            two_meshes::redo(state);
            None
        }
        (Bench::TwoMeshes, Action::Dropped(source)) => {
            two_meshes::open_second(state, source);
            None
        }
        (Bench::BoxTree, Action::Zoom(_, factor)) if state.modifiers.shift => {
            box_tree::scale(state, factor);
            None
        }
        (_, action) => Some(action),
    }
}

/// Goes on where the window was left, if nothing says what it is wanted for; a file is there to be picked in.
pub(in crate::app) fn resume(state: &mut State, nothing_asked_for: bool) {
    let (workspace, bench) = (state.settings.workspace, state.settings.bench);
    choose(state, bench);
    if nothing_asked_for && workspace != state.workspace {
        show(state, workspace);
    }
    state.settings.workspace = state.workspace;
}

/// Goes over to a workspace; from the Collide workspace to itself, on to its next bench.
pub(in crate::app) fn show(state: &mut State, workspace: Workspace) {
    if state.workspace != workspace {
        let before = state.bench();
        state.workspace = workspace;
        state.settings.workspace = workspace;
        state.hits = None;
        go_over(state, before);
    } else if let Some(bench) = state.bench() {
        let place = Bench::ALL.iter().position(|&other| other == bench).unwrap_or(0);
        choose(state, Bench::ALL[(place + 1) % Bench::ALL.len()]);
    }
}

fn choose(state: &mut State, bench: Bench) {
    if state.collide.bench != bench {
        let before = state.bench();
        state.collide.bench = bench;
        state.settings.bench = bench;
        go_over(state, before);
    }
}

/// Arranges everything for another bench, or none, than `before`: the camera too, where one shows something else than the mesh.
fn go_over(state: &mut State, before: Option<Bench>) {
    enter(state);
    let now = state.bench();
    if before == Some(Bench::TwoMeshes) && now != before {
        two_meshes::leave(state);
    }
    if before == Some(Bench::ManyBodies) && now != before {
        many_bodies::leave(state);
    }
    if now == Some(Bench::TwoMeshes) && now != before {
        two_meshes::arrive(state);
    }
    if now == Some(Bench::ManyBodies) && now != before {
        many_bodies::arrive(state);
    }
}

/// Another mesh is shown: what benches keep of the one before is dropped.
pub(in crate::app) fn mesh_changed(state: &mut State) {
    sphere::mesh_changed(state);
    two_triangles::mesh_changed(state);
    two_meshes::mesh_changed(state);
    bounds::mesh_changed(state);
    box_tree::mesh_changed(state);
    many_bodies::mesh_changed(state);
    enter(state);
}

/// Arranges the scene for the workspace and its bench: the mesh as its file says, with what the bench adds.
fn enter(state: &mut State) {
    state.collide.held.clear();
    state.collide.marked.clear();
    state.hover = None;
    if let Some(mesh) = state.scene.objects.first().cloned() {
        state.scene = Scene::of(Object { visible: true, world_from_object: DMat4::IDENTITY, ..mesh });
    }
    match state.bench() {
        None => {}
        Some(Bench::Sphere) => sphere::enter(state),
        Some(Bench::TwoTriangles) => two_triangles::enter(state),
        Some(Bench::TwoMeshes) => two_meshes::enter(state),
        Some(Bench::Bounds) => bounds::enter(state),
        Some(Bench::BoxTree) => box_tree::enter(state),
        Some(Bench::ManyBodies) => many_bodies::enter(state),
    }
}

/// A left click in the picture.
pub(in crate::app) fn click(state: &mut State, view: &View, cursor: CursorPosition) {
    match state.collide.bench {
        Bench::Sphere => sphere::click(state, view, cursor),
        Bench::TwoTriangles => two_triangles::click(state, view, cursor),
        Bench::Bounds => bounds::click(state, view, cursor),
        Bench::BoxTree => box_tree::click(state, view, cursor),
        Bench::TwoMeshes | Bench::ManyBodies => {}
    }
}

/// The mouse is over this place of the picture, or no longer over it.
pub(in crate::app) fn hover(state: &mut State, cursor: Option<CursorPosition>) {
    match state.collide.bench {
        Bench::Sphere => sphere::hover(state, cursor),
        Bench::TwoTriangles => two_triangles::hover(state, cursor),
        Bench::TwoMeshes => two_meshes::hover(state, cursor),
        Bench::Bounds => bounds::hover(state, cursor),
        Bench::BoxTree => box_tree::hover(state, cursor),
        Bench::ManyBodies => {}
    }
}

/// So many seconds went by.
pub(in crate::app) fn pass(state: &mut State, seconds: f64) {
    match state.bench() {
        None | Some(Bench::TwoTriangles | Bench::Bounds | Bench::BoxTree) => {}
        Some(Bench::Sphere) => sphere::pass(state, seconds),
        Some(Bench::TwoMeshes) => {}
        Some(Bench::ManyBodies) => many_bodies::pass(state, seconds),
    }
}

/// What is seen at a place of the picture.
fn pick(state: &State, view: &View, cursor: CursorPosition) -> Option<Hit> {
    pick::pick(&state.scene, view, cursor, &crate::app::state::picking::OPTIONS)
}

#[cfg(test)]
pub(in crate::app) mod tests;
