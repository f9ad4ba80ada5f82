//! Ladder: a panel that explains a pick in seven steps from the cursor to the triangle, of which one may be open.

use crate::app::arrangement::Pane;
use crate::app::desk::{Desk, present};
use crate::app::keys::{Key, ToolKey};
use crate::app::settings::RayView;
use crate::app::texts::Text;
use glam::DVec3;
use pickray::math::{ClipSpace, CursorPosition, DepthFormat, depth_step};
use pickray::pick;
use pickray::pick::explain::{Loupe, PickTrace, PlanePoint, Step};
use pickray::scene::Camera;

pub fn step_name(step: Step) -> &'static str {
    Text::composed(&format!("ladder-{step:?}").to_lowercase()).shown()
}

/// Point of the pick's ray whose coordinates the ladder shows in every space, in a column of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayPoint {
    Near,
    /// Point between near and far plane, at the depth that the slider sets.
    Between,
    Far,
}

/// Distance within which the mouse is over a point in the picture, in logical pixels.
const REACH: f64 = 9.0;

/// Distance up to which points are seen in one place, in logical pixels: less than one can point between.
const SAME_PLACE: f64 = 1.0;

#[derive(Debug, Default)]
pub struct Ladder {
    pub open: Option<Step>,
    /// Depth of a third point of the ray, in window coordinates; `None` if no third point is shown.
    pub depth: Option<f64>,
    /// The point whose numbers in the ladder the mouse is over; `None` if the mouse is over no point's numbers.
    pub pointed: Option<RayPoint>,
    /// Points of the ray that are seen in one place under the mouse in the picture.
    pub under_mouse: Vec<RayPoint>,
    /// `true` while the arrow keys move from step to step of the ladder.
    pub has_keyboard: bool,
    /// `true` if the function to copy ends with the ray, `false` if with the triangle that is hit.
    pub function_ends_with_ray: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum LadderAction {
    /// Open a step, or close it if it is open.
    Open(Step),
    /// Show a third point of the ray at a depth in window coordinates; `None` shows no third point.
    Depth(Option<f64>),
    /// Let the function to copy end with the ray, not with the triangle.
    EndFunctionWithRay(bool),
    /// Highlight the point whose numbers the mouse is over; `None` highlights no point.
    Point(Option<RayPoint>),
}

/// Arrow keys of the ladder, while it has the keyboard.
const KEYS: &[ToolKey] = &[
    ToolKey { key: Key::Left, help: Text("ladder-key-step"), shadows: true },
    ToolKey { key: Key::Right, help: Text("ladder-key-step"), shadows: true },
];

/// Keys of the ladder while it is presented: to go from step to step, and to cover the steps to come.
const KEYS_PRESENTING: &[ToolKey] = &[
    ToolKey { key: Key::PageUp, help: Text("ladder-key-step"), shadows: false },
    ToolKey { key: Key::PageDown, help: Text("ladder-key-step"), shadows: false },
    ToolKey { key: Key::Char('b'), help: Text("ladder-key-cover"), shadows: true },
];

impl Ladder {
    pub(super) fn act(&mut self, action: LadderAction) {
        match action {
            LadderAction::Open(step) => {
                self.open = if self.open == Some(step) { None } else { Some(step) };
                self.has_keyboard = true;
            }
            LadderAction::Depth(depth) => self.depth = depth.map(|depth| depth.clamp(0.0, 1.0)),
            LadderAction::Point(pointed) => self.pointed = pointed,
            LadderAction::EndFunctionWithRay(ray) => self.function_ends_with_ray = ray,
        }
    }

    pub(super) fn keys(&self, desk: &Desk) -> &'static [ToolKey] {
        match (desk.shown.presenting.is_some(), self.has_keyboard) {
            (true, _) => KEYS_PRESENTING,
            (false, true) => KEYS,
            (false, false) => &[],
        }
    }

    pub(super) fn key_pressed(&mut self, desk: &mut Desk, key: Key) {
        if key == Key::Char('b') {
            return present::toggle_cover(desk);
        }
        let present = self.open.map(|step| step as usize);
        let last = Step::ALL.len() - 1;
        let next = match (key, present) {
            (Key::Left | Key::PageUp, Some(present)) => present.saturating_sub(1),
            (Key::Right | Key::PageDown, Some(present)) => (present + 1).min(last),
            (Key::Left, None) => last,
            _ => 0,
        };
        self.open = Some(Step::ALL[next]);
    }

    /// Returns whether the mouse is over a point's numbers, or over the point and over no numbers.
    pub fn is_lit(&self, point: RayPoint) -> bool {
        match self.pointed {
            Some(pointed) => pointed == point,
            None => self.under_mouse.contains(&point),
        }
    }

    /// Returns the highlighted points that get a ring in a view; the pick's own camera would see all in one place.
    pub fn ringed(&self, desk: &Desk, pane: Pane) -> Vec<DVec3> {
        let through_its_camera =
            || desk.picked.as_ref().is_some_and(|picked| picked.trace.view.camera == desk.view().camera);
        if pane == Pane::Picking && self.pointed.is_none() && through_its_camera() {
            return Vec::new();
        }
        self.points(desk).into_iter().filter(|(point, _)| self.is_lit(*point)).map(|(_, world)| world).collect()
    }

    /// Returns the third point of the ray, at the slider's depth; `None` if it is not shown, or at infinity.
    pub fn between(&self, desk: &Desk) -> Option<PlanePoint> {
        desk.picked.as_ref().filter(|_| desk.shows_ladder())?.trace.point_at(self.depth?)
    }

    fn points(&self, desk: &Desk) -> Vec<(RayPoint, DVec3)> {
        let Some(picked) = &desk.picked else { return Vec::new() };
        let whole = || picked.trace.ray.as_ref().ok().map(|ray| [ray.near.world, ray.far.world]);
        let Some([near, far]) = (if desk.is_split() { desk.finite_ray(picked) } else { whole() }) else {
            return Vec::new();
        };
        let between = self.between(desk).map(|point| (RayPoint::Between, point.world));
        [(RayPoint::Near, near), (RayPoint::Far, far)].into_iter().chain(between).collect()
    }

    /// Returns the point nearest to the mouse, within [`REACH`], and the points that are seen in the same place.
    fn find_under_mouse(&self, desk: &Desk) -> Vec<RayPoint> {
        let is_shown = desk.shows_ladder() && desk.settings.ray != RayView::Off;
        let Some(mouse) = desk.pointer.mouse.filter(|_| is_shown) else { return Vec::new() };
        let pane = desk.pane_at(mouse);
        let seen = |(point, world): (RayPoint, DVec3)| {
            Some((point, desk.view_of(pane).cursor_from_world(desk.drawn_in(pane, world)?)?))
        };
        let seen: Vec<_> = self.points(desk).into_iter().filter_map(seen).collect();
        let apart = |a: CursorPosition, b: CursorPosition| a.distance(b) / desk.shown.scale_factor;
        let nearest = seen.iter().map(|&(_, at)| at).min_by(|&a, &b| apart(a, mouse).total_cmp(&apart(b, mouse)));
        let Some(nearest) = nearest.filter(|&at| apart(at, mouse) <= REACH) else { return Vec::new() };
        seen.into_iter().filter(|&(_, at)| apart(at, nearest) <= SAME_PLACE).map(|(point, _)| point).collect()
    }

    /// Highlights the points under the mouse; forgets all but the open step while the ladder is closed.
    pub(super) fn follow(&mut self, desk: &mut Desk) {
        present::keep_shown(desk, self.open);
        if desk.shows_ladder() {
            self.light_points(desk);
        } else {
            *self = Self { open: self.open, ..Self::default() };
        }
    }

    pub(super) fn light_points(&mut self, desk: &mut Desk) {
        let under_mouse = self.find_under_mouse(desk);
        if under_mouse != self.under_mouse {
            self.under_mouse = under_mouse;
            desk.shown.panels_changed = true;
        }
    }
}

/// Returns the close-up of the pixel with the asked or inspected triangle; `None` while the ladder is closed.
pub fn loupe(desk: &Desk) -> Option<Loupe> {
    let picked = desk.picked.as_ref().filter(|_| desk.shows_ladder())?;
    let PickTrace { view, cursor, options, .. } = &picked.trace;
    let id = desk.study.question().or_else(|| picked.id())?;
    pick::explain::loupe(desk.study.scene(), view, *cursor, options, id)
}

/// Distances that stand for middle and far plane without a far plane, in near distances.
const WITHOUT_FAR: [f64; 2] = [100.0, 10_000.0];

/// Usual depth buffers: name, clip space (which decides the depths of the near and far planes), and number format.
pub const KINDS: [(Text, ClipSpace, DepthFormat); 5] = [
    (Text("depth-fixed-opengl"), ClipSpace::OPENGL, DepthFormat::Fixed24),
    (Text("depth-fixed"), ClipSpace::WGPU, DepthFormat::Fixed24),
    (Text("depth-float"), ClipSpace::WGPU, DepthFormat::Float32),
    (Text("depth-float-reversed-opengl"), ClipSpace::OPENGL.reversed(), DepthFormat::Float32),
    (Text("depth-float-reversed"), ClipSpace::WGPU.reversed(), DepthFormat::Float32),
];

/// Smallest depth differences that the usual depth buffers can tell apart, between a camera's near and far planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthSteps {
    /// Distances from the eye to the near plane, the middle and the far plane, or what stands for these.
    pub distances: [f64; 3],
    /// Smallest depth differences at the three `distances`, in world units, for each buffer of [`KINDS`].
    pub steps: [[f64; 3]; KINDS.len()],
}

impl DepthSteps {
    /// Returns the smallest differences between a camera's planes; `None` if these enclose no depths.
    pub fn of(camera: &Camera) -> Option<Self> {
        let Camera { near, far, .. } = *camera;
        let is_finite = far.is_finite();
        let [middle, far] = if is_finite { [0.5 * (near + far), far] } else { WITHOUT_FAR.map(|times| times * near) };
        let distances = [near, middle, far];
        let mut steps = [[0.0; 3]; KINDS.len()];
        for (row, (_, clip_space, format)) in steps.iter_mut().zip(KINDS) {
            for (step, distance) in row.iter_mut().zip(distances) {
                *step = depth_step(camera.depth_range(), clip_space, format, distance)?;
            }
        }
        Some(Self { distances, steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::update::tests::*;
    use pickray::scene::Projection;

    fn ladder(state: &State) -> &Ladder {
        &state.picking().explain.ladder
    }

    fn open() -> State {
        after(|it| it.explain().pick(MIDDLE))
    }

    #[test]
    fn its_numbers_are_those_of_the_trace_and_of_the_inspected_triangle() {
        let mut state = open();
        state.act(LadderAction::Depth(Some(0.5)));
        let trace = state.trace();
        assert_eq!(ladder(&state).between(&state.desk), trace.point_at(0.5));
        let loupe = loupe(&state.desk).expect("a triangle");
        let hit = trace.hit.as_ref().expect("a hit");
        let weights = loupe.weights.expect("a point of the plane");
        let differ = weights.iter().zip([hit.w, hit.u, hit.v]).map(|(a, b)| (a - b).abs());
        assert_eq!(loupe.id, hit.id());
        assert!(differ.sum::<f64>() < 1e-12, "{loupe:?}");
        let desk = &state.click(MIDDLE, ClickMode::Behind).desk;
        assert_eq!(super::loupe(desk).expect("a triangle").id.triangle, 1);
    }

    #[test]
    fn arrows_go_from_step_to_step_while_it_has_the_keyboard_and_move_the_crosshair_else() {
        let mut state = open();
        let takes = |state: &State| state.tools.in_use(&state.desk).takes_key(&state.desk, Key::Right);
        assert!(!takes(&state));
        assert!(takes(state.act(LadderAction::Open(Step::Ndc))));
        for expected in [Step::Eye, Step::World, Step::Object, Step::Triangle, Step::Triangle] {
            assert_eq!(ladder(state.act(Action::Key(Key::Right, true))).open, Some(expected));
        }
        assert!(!takes(state.act(Action::Press)), "a press in the picture takes the keyboard back");
        state.act(LadderAction::Open(Step::Ndc)).command(Command::ToggleCrosshair);
        assert!(state.desk.pointer.crosshair.is_some() && !takes(&state), "so does the crosshair");
    }

    /// Returns a window with the ladder open, the picture split, and a third point.
    fn split() -> State {
        let mut state = open();
        assert!(state.command(Command::NextRayView).desk.is_split());
        let middle = seen(&state, Pane::Picking, state.desk.view().camera.target);
        state.pick(middle).act(LadderAction::Depth(Some(0.75)));
        state
    }

    /// Returns where a point of the world is seen in a view.
    fn seen(state: &State, pane: Pane, point: DVec3) -> CursorPosition {
        let warp = state.desk.second_view_warp().filter(|_| pane == Pane::SecondView);
        let shown = warp.map_or(Some(point), |warp| warp.point(point)).expect("before the eye");
        state.desk.view_of(pane).cursor_from_world(shown).expect("before the eye")
    }

    /// Moves the mouse so many pixels right of where a point is seen.
    fn hover_beside(state: &mut State, pane: Pane, point: DVec3, right: f64) {
        let CursorPosition { x, y } = seen(state, pane, point);
        let at = CursorPosition { x: x + right, y };
        assert_eq!(state.desk.pane_at(at), pane);
        state.hover(at);
    }

    fn lit(state: &State) -> Vec<RayPoint> {
        let all = [RayPoint::Near, RayPoint::Between, RayPoint::Far];
        all.into_iter().filter(|&point| ladder(state).is_lit(point)).collect()
    }

    #[test]
    fn a_point_under_the_mouse_in_the_free_view_lights_its_numbers_in_the_world_and_in_ndc() {
        let mut state = split();
        for ndc in [0.0, 0.4, 1.0] {
            state.act(Action::ScrubNdc(ndc));
            for (point, world) in ladder(&state).points(&state.desk) {
                hover_beside(&mut state, Pane::SecondView, world, 2.0);
                assert_eq!(lit(&state), [point], "at {ndc}");
                for pane in [Pane::Picking, Pane::SecondView] {
                    let expected = if pane == Pane::SecondView { vec![world] } else { Vec::new() };
                    assert_eq!(ladder(&state).ringed(&state.desk, pane), expected);
                }
                assert!(std::mem::take(&mut state.desk.shown.panels_changed));
                hover_beside(&mut state, Pane::SecondView, world, 2.5);
                assert!(!state.desk.shown.panels_changed, "nothing else is lit");
            }
            assert!(lit(state.leave()).is_empty());
        }
        let (_, far) = ladder(&state).points(&state.desk)[1];
        state.desk.shown.scale_factor = 2.0;
        hover_beside(&mut state, Pane::SecondView, far, 17.0);
        assert_eq!(lit(&state), [RayPoint::Far], "8.5 logical pixels");
    }

    #[test]
    fn through_the_camera_of_the_pick_all_points_are_in_one_place() {
        let mut state = split();
        let (_, far) = ladder(&state).points(&state.desk)[1];
        hover_beside(&mut state, Pane::Picking, far, 8.0);
        assert_eq!(lit(&state), [RayPoint::Near, RayPoint::Between, RayPoint::Far]);
        assert_eq!(ladder(&state).ringed(&state.desk, Pane::SecondView).len(), 3);
        hover_beside(&mut state, Pane::Picking, far, 10.0);
        assert!(lit(&state).is_empty());
    }

    #[test]
    fn numbers_under_the_mouse_go_before_points_under_it_and_do_not_forget_them() {
        let mut state = split();
        let (_, far) = ladder(&state).points(&state.desk)[1];
        hover_beside(&mut state, Pane::SecondView, far, 0.0);
        assert_eq!(lit(state.act(LadderAction::Point(Some(RayPoint::Near)))), [RayPoint::Near]);
        assert_eq!(lit(state.act(LadderAction::Point(None))), [RayPoint::Far]);
        state.act(LadderAction::Point(Some(RayPoint::Between)));
        let between = ladder(&state).between(&state.desk).expect("a third point").world;
        for pane in [Pane::Picking, Pane::SecondView] {
            assert_eq!(ladder(&state).ringed(&state.desk, pane), [between]);
        }
    }

    #[test]
    fn in_a_whole_picture_the_points_of_a_ray_that_is_shown_light_up() {
        let mut state = open();
        state.look_from(StandardView::Right);
        let (_, near) = ladder(&state).points(&state.desk)[0];
        let at = seen(&state, Pane::Picking, near);
        assert_eq!(lit(state.hover(at)), [RayPoint::Near]);
        assert_eq!(ladder(&state).ringed(&state.desk, Pane::Picking), [near]);
        state.desk.settings.ray = RayView::Off;
        assert!(lit(state.hover(at)).is_empty());
    }

    #[test]
    fn while_it_is_closed_it_has_no_numbers() {
        let mut state = open();
        state.desk.settings.panels.explain = false;
        state.click(MIDDLE, ClickMode::Behind);
        assert!(loupe(&state.desk).is_none() && ladder(&state).between(&state.desk).is_none());
    }

    #[test]
    fn of_the_usual_buffers_only_reversed_floats_from_0_to_1_are_as_fine_far_away() {
        let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
        for far in [1e4, f64::INFINITY] {
            let DepthSteps { distances, steps } =
                DepthSteps::of(&Camera { near: 1.0, far, ..camera }).expect("a range");
            assert_eq!(distances[0], 1.0);
            let [.., best] = steps;
            for others in &steps[..KINDS.len() - 1] {
                assert!(100.0 * best[2] < others[2], "{steps:?}");
            }
            // Where depth is 0, at a far plane that is not at infinity, they are finer still.
            let relative = [0, 1, 2].map(|k| best[k] / distances[k]);
            assert!(relative.iter().all(|share| *share < 2e-7), "{relative:?}");
        }
    }

    #[test]
    fn parallel_lines_of_sight_have_even_steps_and_planes_out_of_order_have_none() {
        let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
        let parallel = Camera { projection: Projection::Orthographic { height: 2.0 }, ..camera };
        let steps = DepthSteps::of(&parallel).expect("a range").steps;
        assert!(steps[0] == [steps[0][0]; 3] && steps[1] == steps[0], "{steps:?}");
        assert_eq!(DepthSteps::of(&Camera { far: camera.near, ..camera }), None);
    }
}
