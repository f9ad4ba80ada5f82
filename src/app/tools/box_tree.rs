//! The bench of the tree of boxes: its levels, and the path of a ray or a ball through the tree.

mod box_tree_panel;

use crate::app::action::Work;
use crate::app::desk::Desk;
use crate::app::desk::navigate::{self, Moved};
use crate::app::input::Press;
use crate::app::job::{Answer, Pending, Task};
use crate::app::platform::{perform, timed};
use crate::app::probe::{Probe, fresh_click};
use crate::app::texts::t;
use crate::app::tool::{Tool, tool};
use glam::DVec3;
use pickray::accel::{AabbTree, TreeTrace, TriangleHit};
use pickray::geometry::{Aabb, Ray, Sphere};
use pickray::intersect::Culling;
use pickray::math::CursorPosition;
use pickray::mesh::Mesh;
use pickray::pick::TriangleId;
use pickray::study::{Click, Revision};
use pickray::work::{Progress, packed};
use std::sync::Arc;

pub const MOST_BOXES: usize = 4096;

/// The ball's radius at first, as a share of the mesh's diagonal.
const RADIUS: f64 = 0.06;
/// Least and greatest radius of the ball, as shares of the mesh's diagonal.
pub const RADII: std::ops::RangeInclusive<f64> = 0.002..=0.5;

#[derive(Debug)]
pub struct BoxTree {
    pub tree: Pending<Tree>,
    pub shows_level: bool,
    pub level: u32,
    /// Boxes of the tree's level `level`, at most [`MOST_BOXES`] of them, in object space.
    pub level_boxes: Vec<Aabb>,
    /// Ray of the mouse, which queries the tree itself or places the ball at its hit.
    pub probe: Option<Probe>,
    pub shape: QueryShape,
    /// The ball's radius, in world units.
    pub radius: f64,
    /// Diagonal of the mesh's AABB, in object space; the ball's radius is limited to shares of this diagonal.
    pub diagonal: f64,
    pub shows_tested: bool,
    pub query: Option<Query>,
    taken: Option<Revision>,
    /// Camera as it was before the bench moved it back to show the boxes; `None` if the bench did not move it.
    camera: Option<Moved>,
}

/// Shape that the tree is queried with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueryShape {
    /// Ray of the mouse itself.
    #[default]
    Ray,
    /// Ball around the point where the mouse's ray hits.
    Ball,
}

/// Query of the tree and its answer.
#[derive(Clone, Debug)]
pub struct Query {
    /// Ball of the query, in object space; `None` if the query was a ray.
    pub ball: Option<Sphere>,
    /// Closest hit of the ray; `None` if it misses, or if the query was a ball.
    pub hit: Option<TriangleHit>,
    /// Triangles that the ball touches; empty if the query was a ray.
    pub found: Vec<u32>,
    /// Trace of every step through the tree, with boxes local to the mesh's origin.
    pub trace: TreeTrace,
}

/// Tree of boxes over a mesh, with its statistics.
#[derive(Debug)]
pub struct Tree {
    /// Tree of boxes, in coordinates local to the mesh's origin.
    pub tree: AabbTree,
    /// The mesh's origin, in object space.
    pub origin: DVec3,
    /// Number of nodes at each depth.
    pub levels: Vec<u32>,
    /// Estimate of how many boxes a random line meets.
    pub cost: f64,
    pub seconds: f64,
}

packed!(struct Tree { tree, origin, levels, cost, seconds });

/// Task that builds a tree of boxes over a mesh.
pub(in crate::app) struct BuildTree {
    pub mesh: Arc<Mesh>,
}

packed!(struct BuildTree { mesh });

impl Task for BuildTree {
    type Answer = Tree;

    fn run(self, progress: &Progress) -> Option<Tree> {
        let mesh = &self.mesh;
        progress.begin("building the tree", 0.0..1.0);
        let (tree, seconds) = timed(|| AabbTree::build_with(mesh.positions(), mesh.triangles(), progress));
        let tree = tree.ok()?;
        Some(Tree { origin: mesh.origin(), levels: tree.levels(), cost: tree.cost(), tree, seconds })
    }
}

#[derive(Debug)]
pub enum BoxTreeAction {
    Built(Answer<Tree>),
    /// Build the tree now, after building was stopped.
    Build,
    Stop,
    ShowLevel(bool),
    Level(u32),
    Shape(QueryShape),
    Radius(f64),
    ShowTested(bool),
    /// Forget the ray of the last click.
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
            shape: QueryShape::Ray,
            radius: 1.0,
            diagonal: 1.0,
            shows_tested: true,
            query: None,
            taken: None,
            camera: None,
        }
    }
}

tool!(BoxTree, BoxTreeAction, "box_tree", t!("box-tree"));

impl Tool for BoxTree {
    fn mesh_changed(&mut self, desk: &mut Desk) {
        let diagonal = desk.bench_object().map_or(1.0, |object| object.mesh.bounds().size().length());
        let diagonal = if diagonal.is_finite() && diagonal > 0.0 { diagonal } else { 1.0 };
        self.tree.stop();
        let BoxTree { shows_level, level, shape, shows_tested, .. } = *self;
        let radius = RADIUS * diagonal;
        *self = BoxTree { shows_level, level, shape, shows_tested, radius, diagonal, ..BoxTree::default() };
    }

    fn enter(&mut self, desk: &mut Desk) {
        self.camera = None;
        navigate::move_for_now(desk, &mut self.camera, navigate::bring_into_view);
    }

    fn leave(&mut self, desk: &mut Desk) {
        navigate::return_from(desk, &mut self.camera);
    }

    /// Takes over the ray of the last pick, or keeps the bench's own ray where nothing was picked since.
    fn arrange(&mut self, desk: &mut Desk) {
        desk.shown.stage = desk.bench_object().map(|object| object.bounds());
        self.build(desk);
        if let Some(Click { view, cursor, .. }) = fresh_click(&desk.study, &mut self.taken) {
            self.probe = Probe::new(desk.bench_object(), &view, cursor, true);
        }
        self.query_tree(desk);
    }

    fn let_go(&mut self, desk: &mut Desk) {
        self.probe = None;
        self.query_tree(desk);
    }

    /// Divides the ball's radius by `factor`: the ball grows where the wheel is turned away with Shift.
    fn scale(&mut self, desk: &mut Desk, factor: f64) -> bool {
        self.set_radius(desk, self.radius / factor);
        true
    }

    fn click(&mut self, desk: &mut Desk, press: &Press) {
        self.probe = Probe::new(desk.bench_object(), &press.view, press.cursor, true);
        self.query_tree(desk);
    }

    fn hover(&mut self, desk: &mut Desk, cursor: Option<CursorPosition>) {
        if Probe::follow(&mut self.probe, desk.bench_object(), desk.view(), cursor) {
            self.query_tree(desk);
        }
    }

    fn work(&self) -> Option<Work<'_>> {
        let title = t!("box-tree-building").to_owned();
        Some(Work { title, progress: self.tree.progress()?, cancel: BoxTreeAction::Stop.into() })
    }
}

impl BoxTree {
    /// Begins to build the tree, unless it is built or being built already.
    fn build(&mut self, desk: &mut Desk) {
        let mesh = desk.bench_object().map(|object| object.mesh.clone());
        let Some(mesh) = mesh.filter(|_| self.tree.is_idle()) else { return };
        let build = |progress| perform(BuildTree { mesh }, progress);
        self.tree.begin_waiting(&mut desk.files.jobs, build, |answer| BoxTreeAction::Built(answer).into());
    }

    fn update(&mut self, desk: &mut Desk, action: BoxTreeAction) {
        match action {
            BoxTreeAction::Built(answer) => {
                if self.tree.keep(answer) {
                    self.collect_level();
                    self.query_tree(desk);
                }
            }
            BoxTreeAction::Build => self.build(desk),
            BoxTreeAction::Stop => {
                self.tree.stop();
            }
            BoxTreeAction::ShowLevel(on) => self.shows_level = on,
            BoxTreeAction::Level(level) => {
                self.level = level;
                self.collect_level();
            }
            BoxTreeAction::Shape(shape) => {
                self.shape = shape;
                self.query_tree(desk);
            }
            BoxTreeAction::Radius(radius) => self.set_radius(desk, radius),
            BoxTreeAction::ShowTested(on) => self.shows_tested = on,
            BoxTreeAction::LetGo => self.let_go(desk),
        }
    }

    fn set_radius(&mut self, desk: &mut Desk, radius: f64) {
        let [least, most] = [RADII.start(), RADII.end()].map(|share| share * self.diagonal);
        self.radius = if radius.is_finite() { radius.clamp(least, most) } else { self.radius };
        self.query_tree(desk);
    }

    /// Queries the tree with the mouse's ray or the ball at its hit, and points out the triangles found.
    fn query_tree(&mut self, desk: &mut Desk) {
        self.query = self.tree.get().zip(self.probe).and_then(|(Tree { tree, origin, .. }, probe)| match self.shape {
            QueryShape::Ray => {
                let local = Ray::new(probe.ray.origin - *origin, probe.ray.target - *origin);
                let (hit, trace) = tree.closest_hit_traced(&local, Culling::None);
                Some(Query { ball: None, hit, found: Vec::new(), trace })
            }
            QueryShape::Ball => {
                let ball = Sphere { center: probe.point()?, radius: self.radius };
                let local = Sphere { center: ball.center - *origin, ..ball };
                let (found, trace) = tree.triangles_in_sphere_traced(&local);
                Some(Query { ball: Some(ball), hit: None, found, trace })
            }
        });
        desk.selected.marked.clear();
        if let Some(query) = &self.query {
            let found = query.hit.map(|hit| hit.triangle).into_iter().chain(query.found.iter().copied());
            let object = desk.bench_index();
            desk.selected.marked.extend(found.map(|triangle| TriangleId { object, triangle }));
        }
    }

    /// Collects the boxes of the level that is shown, or of the deepest one where the tree has fewer levels.
    fn collect_level(&mut self) {
        self.level_boxes.clear();
        let Some(Tree { tree, origin, levels, .. }) = self.tree.get() else { return };
        self.level = self.level.min((levels.len() as u32).saturating_sub(1));
        let boxes = tree.nodes_at(self.level, MOST_BOXES).into_iter().map(|node| tree.node(node).aabb);
        self.level_boxes = boxes.map(|aabb| Aabb::new(aabb.min + *origin, aabb.max + *origin)).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action;
    use crate::app::input::Wheel;
    use crate::app::keys::{Command, Modifiers};
    use crate::app::tools::tests::{after_a_pick, compute};
    use crate::app::update::tests::{MIDDLE, NOTHING, wheel};
    use crate::app::update::{self as app, State};

    fn update(state: &mut State, action: impl Into<action::Action>) {
        app::update(state, action.into());
    }

    fn query(state: &State) -> &Query {
        state.tools.get::<BoxTree>().query.as_ref().expect("an answer")
    }

    #[test]
    fn the_ray_of_the_last_pick_goes_through_the_tree() {
        let mut state = after_a_pick("box_tree");
        assert!(state.tools.get::<BoxTree>().query.is_none());
        compute(&mut state);
        let tree = state.tools.get::<BoxTree>().tree.get().expect("a tree");
        assert_eq!((tree.tree.n_triangles(), tree.tree.n_nodes(), &tree.levels[..]), (3, 2, &[1, 1][..]));
        let picked = state.desk.picked.as_ref().and_then(|picked| picked.hit.clone()).expect("a hit");
        let hit = query(&state).hit.expect("the same hit");
        assert_eq!(hit.triangle, picked.triangle);
        assert!((hit.t - picked.t).abs() < 1e-12);
        assert_eq!(state.desk.selected.marked, [picked.id()]);
        assert_eq!(query(&state).trace.counts.boxes, 1, "the root's box is not tested");
    }

    #[test]
    fn levels_end_at_the_deepest() {
        let mut state = after_a_pick("box_tree");
        compute(&mut state);
        let bench =
            |state: &State| (state.tools.get::<BoxTree>().level, state.tools.get::<BoxTree>().level_boxes.clone());
        assert_eq!(bench(&state).0, 1, "there are two levels");
        update(&mut state, BoxTreeAction::Level(0));
        assert_eq!(bench(&state), (0, vec![state.desk.scene().bounds()]));
        update(&mut state, BoxTreeAction::Level(77));
        assert_eq!((bench(&state).0, bench(&state).1.len()), (1, 1));
    }

    #[test]
    fn a_ball_lies_where_the_ray_hits_and_grows_by_the_wheel_with_shift() {
        let mut state = after_a_pick("box_tree");
        compute(&mut state);
        update(&mut state, BoxTreeAction::Shape(QueryShape::Ball));
        let ball = query(&state).ball.expect("a ball");
        assert_eq!(ball.center, state.tools.get::<BoxTree>().probe.and_then(|probe| probe.point()).expect("a hit"));
        assert_eq!(query(&state).found, [0]);
        let with_shift = Wheel { modifiers: Modifiers::SHIFT, ..wheel(MIDDLE, 0.8) };
        for _ in 0..60 {
            update(&mut state, action::Action::Zoom(with_shift));
        }
        assert_eq!(
            state.tools.get::<BoxTree>().radius,
            0.5 * state.tools.get::<BoxTree>().diagonal,
            "the most that there is"
        );
        assert_eq!(query(&state).found, [0, 1, 2]);
        assert_eq!(state.desk.selected.marked.len(), 3);
        update(&mut state, BoxTreeAction::Radius(f64::NAN));
        assert!(state.tools.get::<BoxTree>().radius.is_finite());
    }

    #[test]
    fn escape_lets_the_ray_go_and_a_ball_needs_a_hit() {
        let mut state = after_a_pick("box_tree");
        compute(&mut state);
        update(&mut state, action::Action::Command(Command::Escape));
        assert!(state.tools.get::<BoxTree>().query.is_none() && state.desk.selected.marked.is_empty());
        update(&mut state, action::Action::Hover(Some(NOTHING)));
        assert_eq!(query(&state).hit, None);
        update(&mut state, BoxTreeAction::Shape(QueryShape::Ball));
        assert!(state.tools.get::<BoxTree>().query.is_none());
        assert!(state.tools.get::<BoxTree>().probe.is_some_and(|probe| !probe.pinned));
    }
}
