//! The ladder: seven spaces from the cursor to the triangle, of which one is open.

use super::Picking;
use super::why::Asked;
use crate::app::desk::{Desk, Picked};
use crate::app::keys::{Key, ToolKey};
use crate::pick::{self, Loupe, PlanePoint, SinglePoint, TriangleId};
use glam::DVec3;

/// A space that the cursor goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The mouse.
    Cursor,
    /// Window coordinates.
    Window,
    /// Normalised device coordinates.
    Ndc,
    /// Eye space, before and after the division by w.
    Eye,
    /// World space.
    World,
    /// Object space.
    Object,
    /// The triangle.
    Triangle,
}

impl Step {
    /// All, in the order of the way.
    pub const ALL: [Self; 7] =
        [Self::Cursor, Self::Window, Self::Ndc, Self::Eye, Self::World, Self::Object, Self::Triangle];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cursor => "Cursor",
            Self::Window => "Window",
            Self::Ndc => "NDC",
            Self::Eye => "Eye",
            Self::World => "World",
            Self::Object => "Object",
            Self::Triangle => "Triangle",
        }
    }
}

/// A point of the ray that has a column of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayPoint {
    /// On the near plane.
    Near,
    /// Between, at the depth of the slider.
    Between,
    /// On the far plane.
    Far,
}

/// What the ladder shows beside the trace.
#[derive(Debug, Default)]
pub struct Ladder {
    /// The step that is open.
    pub open: Option<Step>,
    /// The depth in window coordinates of a third point, where one is asked for.
    pub depth: Option<f64>,
    /// The point whose numbers the mouse is over.
    pub pointed: Option<RayPoint>,
    /// Whether the arrows go from step to step.
    pub has_keyboard: bool,
    /// The third point.
    pub between: Option<PlanePoint>,
    /// The near and the far point in f32.
    pub single: Option<[SinglePoint; 2]>,
    /// The triangle that is inspected, or was asked about, seen through the pixel.
    pub loupe: Option<Loupe>,
    /// What these were computed for.
    shown: Option<(Asked, Option<TriangleId>, Option<f64>)>,
}

/// What can be done with it.
#[derive(Clone, Copy, Debug)]
pub enum LadderAction {
    /// Open a step, or close it where it is.
    Open(Step),
    /// Show a third point at this depth, or none.
    Depth(Option<f64>),
    /// The mouse is over the numbers of a point, or of none.
    Point(Option<RayPoint>),
}

/// The arrows, while the ladder has the keyboard.
const KEYS: &[ToolKey] = &[
    ToolKey { key: Key::Left, help: "Step to step", shadows: true },
    ToolKey { key: Key::Right, help: "Step to step", shadows: true },
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
        }
    }

    pub(super) fn keys(&self) -> &'static [ToolKey] {
        if self.has_keyboard { KEYS } else { &[] }
    }

    pub(super) fn key_pressed(&mut self, key: Key) {
        let present = self.open.and_then(|open| Step::ALL.iter().position(|&step| step == open));
        let last = Step::ALL.len() - 1;
        let next = match (key, present) {
            (Key::Left, Some(present)) => present.saturating_sub(1),
            (Key::Right, Some(present)) => (present + 1).min(last),
            (Key::Left, None) => last,
            _ => 0,
        };
        self.open = Some(Step::ALL[next]);
    }

    /// The place of the point whose numbers the mouse is over, in world space.
    pub fn pointed_at(&self, picked: &Picked) -> Option<DVec3> {
        let ray = picked.trace.ray.as_ref().ok()?;
        match self.pointed? {
            RayPoint::Near => Some(ray.near.world),
            RayPoint::Between => self.between.map(|point| point.world),
            RayPoint::Far => Some(ray.far.world),
        }
    }
}

impl Picking {
    /// Computes what the ladder shows of a pick, where that is another than before; nothing while it is closed.
    pub(super) fn follow_ladder(&mut self, desk: &Desk) {
        let ladder = &mut self.ladder;
        if !desk.settings.panels.chain {
            *ladder = Ladder { open: ladder.open, ..Ladder::default() };
            return;
        }
        let asked = self.why.as_ref().and_then(|why| why.answer).map(|answer| answer.id);
        let id = asked.or_else(|| desk.picked.as_ref().and_then(Picked::id));
        let now = Asked::of(desk).map(|asked| (asked, id, ladder.depth));
        if now == ladder.shown {
            return;
        }
        ladder.shown = now;
        let picked = desk.picked.as_ref();
        ladder.between = picked.zip(ladder.depth).and_then(|(picked, depth)| picked.trace.point_at(depth));
        ladder.single = picked.and_then(|picked| picked.trace.in_single_precision());
        ladder.loupe = picked
            .zip(id)
            .and_then(|(picked, id)| pick::loupe(&desk.scene, &picked.view, picked.cursor, &desk.options(), id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::Action;
    use crate::app::keys::ClickMode;
    use crate::app::tools::picking;
    use crate::app::update::tests::{MIDDLE, click, state};
    use crate::app::update::{State, update};

    fn act(state: &mut State, action: LadderAction) {
        update(state, picking::Action::Ladder(action).into());
    }

    fn ladder(state: &State) -> &Ladder {
        &state.tools.get::<Picking>().ladder
    }

    fn open() -> State {
        let mut state = state();
        state.desk.settings.panels.chain = true;
        click(&mut state, MIDDLE, ClickMode::Replace);
        state
    }

    #[test]
    fn its_numbers_are_those_of_the_trace_and_of_the_inspected_triangle() {
        let mut state = open();
        act(&mut state, LadderAction::Depth(Some(0.5)));
        let trace = &state.desk.picked.as_ref().expect("a pick").trace;
        assert_eq!(ladder(&state).between, trace.point_at(0.5));
        assert_eq!(ladder(&state).single, trace.in_single_precision());
        let loupe = ladder(&state).loupe.expect("a triangle");
        let hit = trace.hit.as_ref().expect("a hit");
        let weights = loupe.weights.expect("a point of the plane");
        let differ = weights.iter().zip([hit.w, hit.u, hit.v]).map(|(a, b)| (a - b).abs());
        assert_eq!(loupe.id, hit.id());
        assert!(differ.sum::<f64>() < 1e-12, "{loupe:?}");
        click(&mut state, MIDDLE, ClickMode::Behind);
        assert_eq!(ladder(&state).loupe.expect("a triangle").id.triangle, 1);
    }

    #[test]
    fn arrows_go_from_step_to_step_while_it_has_the_keyboard_and_move_the_crosshair_else() {
        let mut state = open();
        let takes = |state: &State| state.tools.in_use(&state.desk).takes_key(Key::Right);
        assert!(!takes(&state));
        act(&mut state, LadderAction::Open(Step::Ndc));
        assert!(takes(&state));
        for expected in [Step::Eye, Step::World, Step::Object, Step::Triangle, Step::Triangle] {
            update(&mut state, Action::Key(Key::Right, true));
            assert_eq!(ladder(&state).open, Some(expected));
        }
        update(&mut state, Action::Press);
        assert!(!takes(&state), "a press in the picture takes the keyboard back");
    }

    #[test]
    fn while_it_is_closed_nothing_is_computed() {
        let mut state = open();
        state.desk.settings.panels.chain = false;
        click(&mut state, MIDDLE, ClickMode::Behind);
        let ladder = ladder(&state);
        assert!(ladder.loupe.is_none() && ladder.single.is_none() && ladder.between.is_none());
    }
}
