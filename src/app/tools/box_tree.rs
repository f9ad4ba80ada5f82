//! Bench of AABB trees: that of picks, with the way of a ray or a ball through it, and [`AabbTree`] without leaf nodes.

mod box_tree_panel;

use crate::app::desk::{Desk, navigate};
use crate::app::job::{Pending, Task};
use crate::app::platform::timed;
use crate::app::probe::{Making, Probing};
use crate::app::texts::t;
use crate::app::tool::{Activity, Event, Tool, ToolCore, tool};
use pickray::accel::{AabbTree, QueryCounts, QueryObserver};
use pickray::geometry::{Aabb, Sphere};
use pickray::mesh::{Mesh, RegionTest};
use pickray::pick::TriangleId;
use pickray::work::{Progress, packed};
use std::sync::Arc;

pub const MOST_BOXES: usize = 4096;

/// The ball's radius at first, as a share of the mesh's diagonal.
const RADIUS: f64 = 0.06;
/// Least and greatest radius of the ball, as shares of the mesh's diagonal.
pub const RADII: std::ops::RangeInclusive<f64> = 0.002..=0.5;

#[derive(Debug, Default)]
pub struct BoxTree {
    pub trees: Pending<Trees>,
    pub chosen: Choices,
    /// AABBs on the chosen level of the shown tree, at most [`MOST_BOXES`] of them, in object space.
    pub level_boxes: Vec<Aabb>,
    /// Ray with which the tree is queried, or with a ball at its hit.
    pub ray: Probing,
    pub query: Option<Query>,
}

/// Choices of the person, which stay with another mesh, but for the radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choices {
    pub kind: TreeKind,
    pub shows_level: bool,
    pub level: u32,
    pub shape: QueryShape,
    pub radius: f64,
    pub shows_tested: bool,
}

impl Default for Choices {
    fn default() -> Self {
        let (kind, shape) = (TreeKind::default(), QueryShape::default());
        Self { kind, shows_level: true, level: 2, shape, radius: 1.0, shows_tested: true }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeKind {
    /// Tree that picking uses to find the triangle hit by a ray.
    #[default]
    Ray,
    /// Tree without leaf nodes, as an article on collision detection builds it; picking does not use it.
    Leafless,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueryShape {
    /// Ray through the pixel under the mouse.
    #[default]
    Ray,
    /// Ball around the point where the mouse's ray hits the mesh.
    Ball,
}

/// Query of the tree that picking uses, with its answer.
#[derive(Clone, Debug)]
pub struct Query {
    /// Ball of the query, in object space; `None` if the query was a ray.
    pub ball: Option<Sphere>,
    /// Indices of the triangles that the ball touches; for a ray, the index of the first triangle hit, if any.
    pub found: Vec<u32>,
    pub walk: Walk,
}

/// Tree without leaf nodes over a mesh, with its statistics, and the numbers of boxes of both trees.
#[derive(Debug)]
pub struct Trees {
    /// Tree without leaf nodes; its coordinates are relative to the mesh's origin.
    pub leafless: AabbTree,
    /// Number of nodes on each level of the tree without leaf nodes, the root's level first.
    pub leafless_levels: Vec<u32>,
    /// Number of boxes on each level of the tree that picking uses, the root's level first.
    pub ray_levels: Vec<u32>,
    /// Estimate of how many boxes of the tree without leaf nodes a random line meets.
    pub cost: f64,
    /// Time that building the tree without leaf nodes took, in seconds.
    pub seconds: f64,
}

packed!(struct Trees { leafless, leafless_levels, ray_levels, cost, seconds });

impl Trees {
    /// Returns the number of boxes on each level of a tree, the root's level first.
    pub fn levels(&self, kind: TreeKind) -> &[u32] {
        match kind {
            TreeKind::Ray => &self.ray_levels,
            TreeKind::Leafless => &self.leafless_levels,
        }
    }
}

/// Task that builds the tree without leaf nodes over a mesh, and counts the boxes of both trees on each level.
pub(in crate::app) struct BuildTree(pub Arc<Mesh>);

packed!(struct BuildTree { 0 });

impl Task for BuildTree {
    type Answer = Trees;

    fn run(self, progress: &Progress) -> Option<Trees> {
        let Self(mesh) = self;
        progress.begin("building the tree", 0.0..1.0);
        let (leafless, seconds) = timed(|| AabbTree::build_with(mesh.positions(), mesh.triangles(), progress));
        let leafless = leafless.ok()?;
        let [mut leafless_levels, mut ray_levels] = [Vec::new(), Vec::new()];
        let count = |levels: &mut Vec<u32>, depth: u32| {
            levels.resize(levels.len().max(depth as usize + 1), 0);
            levels[depth as usize] += 1;
            true
        };
        leafless.for_each_box(|_, depth| count(&mut leafless_levels, depth));
        mesh.tree().for_each_box(|_, depth| count(&mut ray_levels, depth));
        Some(Trees { cost: leafless.cost(), leafless, leafless_levels, ray_levels, seconds })
    }
}

#[derive(Debug)]
pub enum BoxTreeAction {
    Trees(Making<Trees>),
    Choose(Choices),
}

tool!(BoxTree, "box_tree", t!("box-tree"), BoxTreeAction => Self::update);

impl Tool for BoxTree {
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool {
        match event {
            Event::MeshChanged => {
                self.trees.stop();
                let chosen = Choices { radius: RADIUS * desk.bench_diagonal(), ..self.chosen };
                *self = Self { chosen, ..Self::default() };
            }
            Event::Enter => navigate::move_for_now(desk, navigate::bring_into_view),
            Event::Arrange => {
                desk.shown.stage = desk.bench_object().map(|object| object.bounds());
                self.update(desk, BoxTreeAction::Trees(Making::Begin));
            }
            // The ball grows where the wheel is turned away with Shift.
            Event::Scale(factor) => {
                self.choose(desk, Choices { radius: self.chosen.radius / factor, ..self.chosen });
                return true;
            }
            _ => {}
        }
        if self.ray.follow(desk, &event) {
            self.query_tree(desk);
        }
        false
    }

    fn activity(&self, _: &Desk) -> Activity<'_> {
        self.trees.work(t!("box-tree-building"), BoxTreeAction::Trees(Making::Stop)).into()
    }
}

impl BoxTree {
    fn update(&mut self, desk: &mut Desk, action: BoxTreeAction) {
        match action {
            BoxTreeAction::Trees(making) => {
                if making.carry_out(&mut self.trees, desk, BuildTree, BoxTreeAction::Trees) {
                    self.collect_level(desk);
                }
            }
            BoxTreeAction::Choose(chosen) => self.choose(desk, chosen),
        }
    }

    fn choose(&mut self, desk: &mut Desk, chosen: Choices) {
        let [least, most] = [RADII.start(), RADII.end()].map(|share| share * desk.bench_diagonal());
        let radius = if chosen.radius.is_finite() { chosen.radius.clamp(least, most) } else { self.chosen.radius };
        self.chosen = Choices { radius, ..chosen };
        self.collect_level(desk);
        self.query_tree(desk);
    }

    /// Queries the tree of picks, if it is shown, by the ray or the ball, and points out the triangles found.
    fn query_tree(&mut self, desk: &mut Desk) {
        let asked = self.ray.probe.filter(|_| self.chosen.kind == TreeKind::Ray).zip(desk.bench_object());
        self.query = asked.and_then(|(probe, object)| {
            let (mesh, mut walk) = (&object.mesh, Walk::default());
            let (ball, found) = match self.chosen.shape {
                QueryShape::Ray => {
                    let hit = mesh.closest_hit_observed(&probe.ray, &mut walk);
                    (None, hit.map(|hit| hit.triangle).into_iter().collect())
                }
                QueryShape::Ball => {
                    let (ball, mut found) = (Sphere { center: probe.point()?, radius: self.chosen.radius }, Vec::new());
                    let test = RegionTest::Touching;
                    mesh.for_each_triangle_in_observed(&ball, test, &mut walk, |triangle| found.push(triangle));
                    found.sort_unstable();
                    (Some(ball), found)
                }
            };
            Some(Query { ball, found, walk })
        });
        let (object, found) = (desk.bench_index(), self.query.iter().flat_map(|query| &query.found));
        desk.point_out(self.id(), found.map(|&triangle| TriangleId { object, triangle }));
    }

    /// Collects the boxes of the level that is shown, or of the deepest one where the tree has fewer levels.
    fn collect_level(&mut self, desk: &Desk) {
        self.level_boxes.clear();
        let Some((trees, object)) = self.trees.get().zip(desk.bench_object()) else { return };
        let deepest = (trees.levels(self.chosen.kind).len() as u32).saturating_sub(1);
        self.chosen.level = self.chosen.level.min(deepest);
        let (mesh, level, boxes) = (&object.mesh, self.chosen.level, &mut self.level_boxes);
        let visit = |aabb: &Aabb, depth: u32| {
            if depth == level && boxes.len() < MOST_BOXES {
                boxes.push(Aabb::new(aabb.min + mesh.origin(), aabb.max + mesh.origin()));
            }
            depth < level && boxes.len() < MOST_BOXES
        };
        match self.chosen.kind {
            TreeKind::Ray => mesh.tree().for_each_box(visit),
            TreeKind::Leafless => trees.leafless.for_each_box(visit),
        }
    }
}

/// Record of the tests of one query of an AABB tree, in order.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// Boxes tested, local to the mesh's origin, at most [`MOST_BOXES`]; more are only counted.
    pub boxes: Vec<TestedBox>,
    /// Triangles tested, at most [`MOST_BOXES`]; more are only counted.
    pub triangles: Vec<u32>,
    /// Number of all boxes tested, and number of all triangles tested.
    pub tested: QueryCounts,
    /// Number of the tested boxes, and of the tested triangles, that the ray or ball meets.
    pub met: QueryCounts,
    /// Numbers of boxes tested and met on each level, root first; levels below the lowest tested box are missing.
    pub levels: Vec<[u64; 2]>,
}

#[derive(Clone, Copy, Debug)]
pub struct TestedBox {
    pub aabb: Aabb,
    /// Depth of the box in the tree; the root has depth 0.
    pub depth: u32,
    pub met: bool,
}

impl QueryObserver for Walk {
    fn box_tested(&mut self, aabb: &Aabb, depth: u32, met: bool) {
        self.tested.boxes += 1;
        self.met.boxes += u64::from(met);
        let level = depth as usize;
        self.levels.resize(self.levels.len().max(level + 1), [0; 2]);
        self.levels[level][0] += 1;
        self.levels[level][1] += u64::from(met);
        if self.boxes.len() < MOST_BOXES {
            self.boxes.push(TestedBox { aabb: *aabb, depth, met });
        }
    }

    fn triangle_tested(&mut self, triangle: u32, met: bool) {
        self.tested.triangles += 1;
        self.met.triangles += u64::from(met);
        if self.triangles.len() < MOST_BOXES {
            self.triangles.push(triangle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Wheel;
    use crate::app::tools::tests::after_a_pick;
    use crate::app::update::tests::*;

    /// Returns the bench after a pick, with its work done.
    fn bench() -> State {
        let mut state = after_a_pick("box_tree");
        state.settle();
        state
    }

    impl State {
        fn box_tree(&self) -> &BoxTree {
            self.tools.get::<BoxTree>()
        }

        /// Chooses otherwise than before.
        fn choose(&mut self, choice: impl FnOnce(&mut Choices)) -> &mut Self {
            let mut chosen = self.box_tree().chosen;
            choice(&mut chosen);
            self.act(BoxTreeAction::Choose(chosen))
        }

        /// Returns `true` if there is no answer, and nothing is pointed out.
        fn is_unasked(&self) -> bool {
            self.box_tree().query.is_none() && self.desk.selected.marked.is_empty()
        }
    }

    fn query(state: &State) -> &Query {
        state.box_tree().query.as_ref().expect("an answer")
    }

    #[test]
    fn the_ray_of_the_last_pick_goes_through_the_tree_that_picks_walk() {
        let state = bench();
        let picked = state.desk.picked.as_ref().expect("a pick");
        let (cast, walk) = (picked.trace.cast_of(None).expect("a cast"), &query(&state).walk);
        // The bounds, and two boxes in them.
        assert_eq!((walk.tested, walk.levels.as_slice()), (cast.counts, &[[1, 1], [2, 2]][..]));
        let boxes = cast.boxes.iter().map(|test| (test.aabb, test.depth, test.met));
        assert!(walk.boxes.iter().map(|test| (test.aabb, test.depth, test.met)).eq(boxes));
        assert!(walk.triangles.iter().copied().eq(cast.triangles.iter().map(|test| test.triangle)));
        let hit = picked.hit.as_ref().expect("a hit");
        assert_eq!(query(&state).found, [hit.triangle]);
        assert_eq!(state.desk.selected.marked, [hit.id()]);
        let trees = state.box_tree().trees.get().expect("trees");
        assert_eq!((&trees.ray_levels[..], &trees.leafless_levels[..]), (&[1, 2][..], &[1, 1][..]));
        assert_eq!((trees.leafless.n_triangles(), trees.leafless.n_nodes()), (3, 2));
    }

    #[test]
    fn no_ray_goes_through_the_leafless_tree_until_the_other_one_is_shown_again() {
        let mut state = bench();
        assert!(state.choose(|chosen| chosen.kind = TreeKind::Leafless).is_unasked());
        assert!(state.hover(MIDDLE).is_unasked());
        state.choose(|chosen| chosen.kind = TreeKind::Ray);
        assert_eq!((query(&state).found.len(), state.desk.selected.marked.len()), (1, 1));
    }

    #[test]
    fn levels_end_at_the_deepest() {
        let mut state = bench();
        let seen = |state: &State| (state.box_tree().chosen.level, state.box_tree().level_boxes.len());
        assert_eq!(seen(&state), (1, 2), "there are two levels");
        assert_eq!(seen(state.choose(|chosen| chosen.level = 77)).0, 1);
        state.choose(|chosen| (chosen.level, chosen.kind) = (0, TreeKind::Leafless));
        assert_eq!((seen(&state).0, &state.box_tree().level_boxes[..]), (0, &[state.desk.scene().bounds()][..]));
        assert_eq!(seen(state.choose(|chosen| chosen.level = 77)), (1, 1), "there are two levels");
        assert_eq!(seen(state.choose(|chosen| chosen.kind = TreeKind::Ray)), (1, 2));
    }

    #[test]
    fn a_ball_lies_where_the_ray_hits_and_grows_by_the_wheel_with_shift() {
        let mut state = bench();
        let ball = query(state.choose(|chosen| chosen.shape = QueryShape::Ball)).ball.expect("a ball");
        assert_eq!(ball.center, state.box_tree().ray.probe.and_then(|probe| probe.point()).expect("a hit"));
        assert_eq!(query(&state).found, [0]);
        let with_shift = Wheel { modifiers: Modifiers::SHIFT, ..wheel(MIDDLE, 0.8) };
        (0..60).for_each(|_| _ = state.act(Action::Zoom(with_shift)));
        assert_eq!(state.box_tree().chosen.radius, 0.5 * state.desk.bench_diagonal(), "the most that there is");
        assert_eq!((&query(&state).found[..], state.desk.selected.marked.len()), (&[0, 1, 2][..], 3));
        assert!(state.choose(|chosen| chosen.radius = f64::NAN).box_tree().chosen.radius.is_finite());
    }

    #[test]
    fn escape_lets_the_ray_go_and_a_ball_needs_a_hit() {
        let mut state = bench();
        assert!(state.command(Command::Escape).is_unasked());
        assert!(query(state.hover(NOTHING)).found.is_empty());
        let bench = state.choose(|chosen| chosen.shape = QueryShape::Ball).box_tree();
        assert!(bench.query.is_none() && bench.ray.probe.is_some_and(|probe| !probe.pinned));
    }
}
