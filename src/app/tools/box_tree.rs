//! The bench of the tree of boxes: its levels, and the way of a ray or of a ball through it.

pub(in crate::app) mod panel;

use super::CollideAction;
use super::probe::{Probe, Taken, fresh_pick};
use crate::accel::{AabbTree, Progress, TreeTrace, TriangleHit};
use crate::app::job::{Answer, Pending};
use crate::app::platform::Instant;
use crate::app::state::State;
use crate::geometry::{Aabb, Ray, Sphere};
use crate::intersect::Culling;
use crate::math::CursorPosition;
use crate::mesh::Mesh;
use crate::pick::TriangleId;
use crate::scene::View;
use glam::DVec3;

/// How many boxes of a level are drawn.
pub const MOST_BOXES: usize = 4096;

/// The ball's radius at first, as a share of the mesh's diagonal.
const RADIUS: f64 = 0.06;
/// The least and the greatest radius, as shares of the same.
pub const RADII: std::ops::RangeInclusive<f64> = 0.002..=0.5;

/// What the bench holds.
#[derive(Debug)]
pub struct BoxTree {
    /// The tree.
    pub tree: Pending<Tree>,
    /// Whether the boxes of a level are drawn.
    pub shows_level: bool,
    /// Which level.
    pub level: u32,
    /// Its boxes, the first [`MOST_BOXES`] of them, in object space.
    pub level_boxes: Vec<Aabb>,
    /// The ray of the mouse, with which the tree is asked, or at whose hit the ball lies.
    pub probe: Option<Probe>,
    /// What is asked with.
    pub shape: Shape,
    /// The ball's radius, in world units.
    pub radius: f64,
    /// The mesh's diagonal that the radius goes by.
    pub diagonal: f64,
    /// Whether the boxes that were tested are drawn.
    pub shows_tested: bool,
    /// What the tree answered.
    pub query: Option<Query>,
    taken: Taken,
}

/// What the tree is asked with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// The mouse's ray.
    #[default]
    Ray,
    /// A ball where that hits.
    Ball,
}

/// A question to the tree and its answer.
#[derive(Clone, Debug)]
pub struct Query {
    /// The ball, in object space; else it was the ray.
    pub ball: Option<Sphere>,
    /// The ray's closest hit.
    pub hit: Option<TriangleHit>,
    /// The triangles that the ball touches.
    pub found: Vec<u32>,
    /// Every step, boxes local to the mesh's origin.
    pub trace: TreeTrace,
}

/// The tree of boxes over a mesh.
#[derive(Debug)]
pub struct Tree {
    /// Local to the origin.
    pub tree: AabbTree,
    /// The mesh's origin, in object space.
    pub origin: DVec3,
    /// How many nodes lie at each depth.
    pub levels: Vec<u32>,
    /// About how many boxes a random line meets.
    pub cost: f64,
    /// How long the build took, in seconds.
    pub seconds: f64,
}

impl Tree {
    /// Builds it; `None` where that was stopped.
    fn over(mesh: &Mesh, progress: &Progress) -> Option<Self> {
        let start = Instant::now();
        progress.begin("building the tree", 0.0..1.0);
        let tree = AabbTree::build(mesh.positions(), mesh.triangles(), progress).ok()?;
        let seconds = start.elapsed().as_secs_f64();
        Some(Self { origin: mesh.origin(), levels: tree.levels(), cost: tree.cost(), tree, seconds })
    }
}

/// What can be done on the bench.
#[derive(Debug)]
pub enum Action {
    /// The tree was built.
    Built(Answer<Tree>),
    /// Draw the boxes of the level, or do not.
    ShowLevel(bool),
    /// Show this level.
    Level(u32),
    /// Ask with this.
    Shape(Shape),
    /// Give the ball this radius.
    Radius(f64),
    /// Draw the boxes that were tested, or do not.
    ShowTested(bool),
    /// Forget the ray that a click made.
    LetGo,
}

impl Default for BoxTree {
    fn default() -> Self {
        Self {
            tree: Pending::Idle,
            shows_level: true,
            level: 4,
            level_boxes: Vec::new(),
            probe: None,
            shape: Shape::Ray,
            radius: 1.0,
            diagonal: 1.0,
            shows_tested: true,
            query: None,
            taken: None,
        }
    }
}

impl From<Action> for crate::app::state::Action {
    fn from(action: Action) -> Self {
        Self::Collide(CollideAction::BoxTree(action))
    }
}

pub(in crate::app) fn update(state: &mut State, action: Action) {
    let bench = &mut state.collide.box_tree;
    match action {
        Action::Built(answer) => {
            if bench.tree.keep(answer) {
                bench.take_level();
                ask(state);
            }
        }
        Action::ShowLevel(on) => bench.shows_level = on,
        Action::Level(level) => {
            bench.level = level;
            bench.take_level();
        }
        Action::Shape(shape) => {
            bench.shape = shape;
            ask(state);
        }
        Action::Radius(radius) => set_radius(state, radius),
        Action::ShowTested(on) => bench.shows_tested = on,
        Action::LetGo => let_go(state),
    }
}

impl BoxTree {
    /// Looks up the boxes of the level, the deepest where there are not so many.
    fn take_level(&mut self) {
        self.level_boxes.clear();
        let Some(Tree { tree, origin, levels, .. }) = self.tree.get() else { return };
        self.level = self.level.min((levels.len() as u32).saturating_sub(1));
        let boxes = tree.nodes_at(self.level, MOST_BOXES).into_iter().map(|node| tree.node(node).aabb);
        self.level_boxes = boxes.map(|aabb| Aabb::new(aabb.min + *origin, aabb.max + *origin)).collect();
    }
}

pub(in crate::app) fn mesh_changed(state: &mut State) {
    let diagonal = state.scene.bounds().size().length();
    let diagonal = if diagonal.is_finite() && diagonal > 0.0 { diagonal } else { 1.0 };
    let bench = &mut state.collide.box_tree;
    bench.tree.stop();
    let BoxTree { shows_level, level, shape, shows_tested, .. } = *bench;
    *bench =
        BoxTree { shows_level, level, shape, shows_tested, radius: RADIUS * diagonal, diagonal, ..BoxTree::default() };
}

/// Begins with the ray of the last pick, or goes on with its own where nothing was picked since.
pub(in crate::app) fn enter(state: &mut State) {
    let Some(object) = state.scene.objects.first() else { return };
    let tree = &mut state.collide.box_tree.tree;
    if tree.is_idle() {
        let mesh = object.mesh.clone();
        let build = move |progress: &Progress| Tree::over(&mesh, progress);
        tree.begin(&mut state.jobs, build, |answer| Action::Built(answer).into());
    }
    if let Some((view, cursor)) = fresh_pick(state.picked.as_ref(), &mut state.collide.box_tree.taken) {
        state.collide.box_tree.probe = Probe::new(&state.scene, &view, cursor, true);
    }
    ask(state);
}

pub(in crate::app) fn let_go(state: &mut State) {
    state.collide.box_tree.probe = None;
    ask(state);
}

/// The wheel with Shift: away from the person makes the ball larger.
pub(in crate::app) fn scale(state: &mut State, factor: f64) {
    set_radius(state, state.collide.box_tree.radius / factor);
}

fn set_radius(state: &mut State, radius: f64) {
    let bench = &mut state.collide.box_tree;
    let [least, most] = [RADII.start(), RADII.end()].map(|share| share * bench.diagonal);
    bench.radius = if radius.is_finite() { radius.clamp(least, most) } else { bench.radius };
    ask(state);
}

pub(in crate::app) fn click(state: &mut State, view: &View, cursor: CursorPosition) {
    state.collide.box_tree.probe = Probe::new(&state.scene, view, cursor, true);
    ask(state);
}

/// The last ray stays when the mouse goes to the panel or turns the view.
pub(in crate::app) fn hover(state: &mut State, cursor: Option<CursorPosition>) {
    let pinned = state.collide.box_tree.probe.is_some_and(|probe| probe.pinned);
    if let Some(cursor) = cursor.filter(|_| !pinned) {
        state.collide.box_tree.probe = Probe::new(&state.scene, &state.view, cursor, false);
        ask(state);
    }
}

/// Asks the tree with what the mouse points at, and points out the triangles that it finds.
fn ask(state: &mut State) {
    let bench = &mut state.collide.box_tree;
    bench.query = bench.tree.get().zip(bench.probe).and_then(|(Tree { tree, origin, .. }, probe)| match bench.shape {
        Shape::Ray => {
            let local = Ray::new(probe.ray.origin - *origin, probe.ray.target - *origin);
            let (hit, trace) = tree.closest_hit_traced(&local, Culling::None);
            Some(Query { ball: None, hit, found: Vec::new(), trace })
        }
        Shape::Ball => {
            let ball = Sphere { center: probe.point()?, radius: bench.radius };
            let local = Sphere { center: ball.center - *origin, ..ball };
            let (found, trace) = tree.triangles_in_sphere_traced(&local);
            Some(Query { ball: Some(ball), hit: None, found, trace })
        }
    });
    state.collide.marked.clear();
    if let Some(query) = &bench.query {
        let found = query.hit.map(|hit| hit.triangle).into_iter().chain(query.found.iter().copied());
        state.collide.marked.extend(found.map(|triangle| TriangleId { object: 0, triangle }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bench;
    use super::*;
    use crate::app::keys::{Command, Modifiers};
    use crate::app::state::tests::{MIDDLE, NOTHING};
    use crate::app::state::{self as app_state};
    use crate::app::tools::tests::{after_a_pick, compute};

    fn update(state: &mut State, action: impl Into<app_state::Action>) {
        app_state::update(state, action.into());
    }

    fn query(state: &State) -> &Query {
        state.collide.box_tree.query.as_ref().expect("an answer")
    }

    #[test]
    fn the_ray_of_the_last_pick_goes_through_the_tree() {
        let mut state = after_a_pick(Bench::BoxTree);
        assert!(state.collide.box_tree.query.is_none());
        compute(&mut state);
        let tree = state.collide.box_tree.tree.get().expect("a tree");
        assert_eq!((tree.tree.n_triangles(), tree.tree.n_nodes(), &tree.levels[..]), (3, 2, &[1, 1][..]));
        let picked = state.picked.as_ref().and_then(|picked| picked.hit.clone()).expect("a hit");
        let hit = query(&state).hit.expect("the same hit");
        assert_eq!(hit.triangle, picked.triangle);
        assert!((hit.t - picked.t).abs() < 1e-12);
        assert_eq!(state.marked(), [picked.id()]);
        assert_eq!(query(&state).trace.counts.boxes, 1, "the root's box is not tested");
    }

    #[test]
    fn levels_end_at_the_deepest() {
        let mut state = after_a_pick(Bench::BoxTree);
        compute(&mut state);
        let bench = |state: &State| (state.collide.box_tree.level, state.collide.box_tree.level_boxes.clone());
        assert_eq!(bench(&state).0, 1, "there are two levels");
        update(&mut state, Action::Level(0));
        assert_eq!(bench(&state), (0, vec![state.scene.bounds()]));
        update(&mut state, Action::Level(77));
        assert_eq!((bench(&state).0, bench(&state).1.len()), (1, 1));
    }

    #[test]
    fn a_ball_lies_where_the_ray_hits_and_grows_by_the_wheel_with_shift() {
        let mut state = after_a_pick(Bench::BoxTree);
        compute(&mut state);
        update(&mut state, Action::Shape(Shape::Ball));
        let ball = query(&state).ball.expect("a ball");
        assert_eq!(ball.center, state.collide.box_tree.probe.and_then(|probe| probe.point()).expect("a hit"));
        assert_eq!(query(&state).found, [0]);
        update(&mut state, app_state::Action::Modifiers(Modifiers::SHIFT));
        for _ in 0..60 {
            update(&mut state, app_state::Action::Zoom(MIDDLE, 0.8));
        }
        assert_eq!(state.collide.box_tree.radius, 0.5 * state.collide.box_tree.diagonal, "the most that there is");
        assert_eq!(query(&state).found, [0, 1, 2]);
        assert_eq!(state.marked().len(), 3);
        update(&mut state, Action::Radius(f64::NAN));
        assert!(state.collide.box_tree.radius.is_finite());
    }

    #[test]
    fn escape_lets_the_ray_go_and_a_ball_needs_a_hit() {
        let mut state = after_a_pick(Bench::BoxTree);
        compute(&mut state);
        update(&mut state, app_state::Action::Command(Command::Escape));
        assert!(state.collide.box_tree.query.is_none() && state.marked().is_empty());
        update(&mut state, app_state::Action::Hover(Some(NOTHING)));
        assert_eq!(query(&state).hit, None);
        update(&mut state, Action::Shape(Shape::Ball));
        assert!(state.collide.box_tree.query.is_none());
        assert!(state.collide.box_tree.probe.is_some_and(|probe| !probe.pinned));
    }
}
