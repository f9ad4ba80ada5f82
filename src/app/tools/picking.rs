//! Picking: rooms that select triangles, measure, check pixels and show lessons; `explain` has what they share.

pub mod areas;
pub mod asked;
pub mod explain;
pub mod ladder;
pub mod learning;
pub mod measuring;
pub mod mistakes;
mod picking_panel;
pub mod pixel_check;
pub mod saving;
pub mod symptoms;

pub use asked::{HitList, HitsAction, Why, WhyAction};
pub use explain::{Explain, Sum, SumAction, Summary};
pub use saving::{pick_request, pick_to_save};

use crate::app::action::Effect;
use crate::app::answers::MeshSource;
use crate::app::arrangement::Workspace;
use crate::app::desk::{self, Desk, Picked, locating, picked, selecting};
use crate::app::diagnosis::Answer;
use crate::app::input::{ClickMode, Press, within_slop};
use crate::app::keys::{Command, Key, ToolKey};
use crate::app::platform::is_folder;
use crate::app::texts::{Text, t};
use crate::app::tool::{Activity, Event, Tool, tool};
use crate::lesson;
use crate::situation_text::{is_landmarks, is_selection};
use areas::{AreaAction, Areas};
use ladder::LadderAction;
use learning::{Learning, LearningAction, Predicted};
use measuring::{MeasureAction, Measuring};
use mistakes::{MistakeAction, OwnRayAction};
use pickray::math::CursorPosition;
use pickray::pick;
use pickray::scene::View;
use pickray::study::Click;
use pixel_check::{CheckAction, PixelCheck};

/// Tool of the strip: what a left drag does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StripTool {
    /// Drags move the camera, and clicks pick.
    #[default]
    Click,
    Box,
    Lasso,
    Brush,
    /// Drags move the camera, and clicks take the points of measures and landmarks.
    Measure,
}

impl StripTool {
    /// All tools, in the order of their buttons, each with its command, its name and what it does.
    pub const ALL: [(Self, Command, Text, Text); 5] = [
        (Self::Click, Command::SelectByClick, Text("area-click"), Text("area-click-about")),
        (Self::Box, Command::SelectByBox, Text("area-box"), Text("area-box-about")),
        (Self::Lasso, Command::SelectByLasso, Text("area-lasso"), Text("area-lasso-about")),
        (Self::Brush, Command::SelectByBrush, Text("area-brush"), Text("area-brush-about")),
        (Self::Measure, Command::Measure, Text("measure"), Text("measure-about")),
    ];

    pub fn of(command: Command) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known, ..)| *known == command).map(|(tool, ..)| tool)
    }

    pub const fn draws_areas(self) -> bool {
        matches!(self, Self::Box | Self::Lasso | Self::Brush)
    }

    /// Returns the mouse actions of the tool and what each does, for the hint bar and the help.
    pub fn hints(self) -> &'static [(Text, Text)] {
        const ADD: (Text, Text) = (Text("gesture-shift-drag"), Text("click-add"));
        const REMOVE: (Text, Text) = (Text("gesture-shift-ctrl-drag"), Text("click-remove"));
        const TURN: (Text, Text) = (Text("gesture-space-drag"), Text("drag-orbit"));
        const RADIUS: (Text, Text) = (Text("gesture-shift-wheel"), Text("area-radius-hint"));
        match self {
            Self::Click | Self::Measure => &[],
            Self::Box => &[(Text("gesture-drag"), Text("area-box-hint")), TURN, ADD, REMOVE],
            Self::Lasso => &[(Text("gesture-drag"), Text("area-lasso-hint")), TURN, ADD, REMOVE],
            Self::Brush => &[(Text("gesture-drag"), Text("area-brush-hint")), TURN, RADIUS, REMOVE],
        }
    }
}

#[derive(Debug, Default)]
pub struct Picking {
    pub tool: StripTool,
    pub areas: Areas,
    pub sum: Sum,
    /// The list of all hits that a right click opened; `None` if no list is open.
    pub hits: Option<HitList>,
    pub measuring: Measuring,
    /// Comparison of picking with the GPU at every pixel, and its map; `None` if none runs or is shown.
    pub check: Option<PixelCheck>,
    pub learning: Learning,
    /// The reader's own ray in place of the lessons; `None` while it is closed.
    pub own_ray: Option<Answer>,
    pub explain: Explain,
}

impl Picking {
    fn measures(&self) -> bool {
        self.tool == StripTool::Measure
    }

    /// Returns `true` if the switch for a command is on; `None` if picking has no switch for it.
    pub fn is_on(&self, command: Command) -> Option<bool> {
        match command {
            Command::VerifyPixels => Some(self.check.is_some()),
            Command::ToggleThrough => Some(self.areas.through),
            command => StripTool::of(command).map(|tool| tool == self.tool),
        }
    }

    fn click(&mut self, desk: &mut Desk, press: &Press) {
        if self.learning.awaits_click() {
            return self.learning.predict(desk, Predicted::Place(press.cursor));
        }
        if self.explain.why.take_click(desk, press) {
            return;
        }
        if self.measures() {
            return self.measuring.click(desk, press);
        }
        let view = &press.view;
        let cursor = self.check.as_mut().map_or(press.cursor, |check| check.inspect(desk, view, press.cursor));
        match press.mode() {
            ClickMode::Behind => behind(desk, view, cursor),
            mode => desk::click(desk, view, cursor, mode),
        }
        locating::begin(desk);
    }

    fn command(&mut self, desk: &mut Desk, command: Command) -> bool {
        let (measures, picks) = (self.measures(), desk.workspace == Workspace::Pick);
        if self.command_of_list(desk, command)
            || (picks && self.measuring.command(desk, command, measures))
            || self.areas.command(desk, command)
        {
            return true;
        }
        match command {
            Command::Measure | Command::PlaceLandmarks if picks => {
                let places = command == Command::PlaceLandmarks;
                if measures && self.measuring.places_landmarks != places {
                    self.measuring.let_go();
                } else {
                    self.use_strip_tool(desk, StripTool::Measure);
                }
                self.measuring.places_landmarks = places;
            }
            command if picks && let Some(tool) = StripTool::of(command) => self.use_strip_tool(desk, tool),
            Command::NextHit => next_hit(desk),
            Command::WhyNot => self.explain.why.ask(desk),
            Command::VerifyPixels => self.toggle_check(desk),
            Command::ToggleExplain => toggle_explain(desk),
            Command::SavePick => saving::save(desk, pick_request, t!("no-pick-to-save")),
            Command::SaveSituation => saving::save(desk, saving::situation_request, t!("no-situation-to-save")),
            Command::ToggleCrosshair | Command::PickAtCrosshair => {
                // From here on the arrows move the crosshair.
                self.explain.ladder.has_keyboard = false;
                return false;
            }
            Command::FocusPanels if desk.workspace == Workspace::Learn && desk.shows_side_panel() => {
                self.learning.keyboard_calls += 1;
            }
            _ => return false,
        }
        true
    }

    /// Brings the rooms up to what has changed. Clicks that are made again come first: all else is about the last pick.
    fn follow(&mut self, desk: &mut Desk) {
        if desk.workspace != Workspace::Learn {
            self.learning.leave(desk);
        }
        let measures = self.measures();
        self.areas.follow(desk);
        self.learning.put_click_in_place(desk);
        self.explain.follow(desk);
        self.follow_check(desk);
        self.measuring.follow(desk, measures);
        self.learning.follow(desk);
        if self.areas.stroke.is_none() {
            self.sum.follow(desk);
        }
    }

    /// Takes a tool of the strip into use; the one in use already is put away.
    fn use_strip_tool(&mut self, desk: &mut Desk, tool: StripTool) {
        self.areas.cancel_stroke(desk);
        (self.measuring.aim, self.measuring.points) = (None, Vec::new());
        self.tool = if self.tool == tool { StripTool::Click } else { tool };
    }

    /// Switches back to clicks, and closes what selects areas; returns `true` if any of this was needed.
    fn put_strip_away(&mut self) -> bool {
        let tool = std::mem::take(&mut self.tool);
        self.areas.close() || tool != StripTool::Click
    }
}

fn select_hit(desk: &mut Desk, list: &HitList, index: usize) {
    desk::step(desk, |desk| {
        let ray = desk.picked.as_ref().map(|picked| (picked.trace.cursor, picked.trace.view));
        if ray != Some((list.cursor, list.view)) {
            desk::inspect(desk, &list.view, list.cursor);
        }
        picked::choose_hit(desk, &list.hits, index);
        desk::change_selection(desk, |selection| selection.replace([list.hits[index].id()]));
        desk.mean_object();
    });
    desk.pointer.hover = desk.pointer.hover.filter(|_| !desk.pointer.mouse.is_some_and(|mouse| is_behind(desk, mouse)));
}

/// Returns whether a hit behind the nearest is inspected at this cursor: the triangle there would cover it.
fn is_behind(desk: &Desk, cursor: CursorPosition) -> bool {
    let Some(Picked { trace, place: Some((1.., _)), .. }) = &desk.picked else { return false };
    trace.view == *desk.view() && within_slop(trace.cursor, cursor, desk.shown.scale_factor)
}

/// Selects the hit behind the inspected one, around to the nearest; at a new place, the one behind the nearest.
fn behind(desk: &mut Desk, view: &View, cursor: CursorPosition) {
    let hits = pick::pick_all(desk.scene(), view, cursor, &desk.options());
    if hits.is_empty() {
        return desk::click(desk, view, cursor, ClickMode::Replace);
    }
    let inspected = desk.picked.as_ref().and_then(Picked::id);
    let present = hits.iter().position(|hit| Some(hit.id()) == inspected).unwrap_or(0);
    let next = (present + 1) % hits.len();
    select_hit(desk, &HitList { cursor, view: *view, hits, pointed: next }, next);
}

fn next_hit(desk: &mut Desk) {
    match desk.study.last_click().copied() {
        Some(Click { view, cursor, .. }) => behind(desk, &view, cursor),
        None => desk.tell(t!("picking-nothing-behind")),
    }
}

/// Shows the ladder and the setup, or hides them; a lesson always has both.
fn toggle_explain(desk: &mut Desk) {
    if desk.workspace == Workspace::Pick {
        desk.settings.panels.explain ^= true;
        if desk.settings.panels.explain {
            desk.draw_sheet_over();
        }
        desk.files.effects.push(Effect::SaveSettings);
    }
}

tool!(
    Picking,
    "picking",
    t!("picking"),
    HitsAction => Self::act_on_hits,
    LadderAction => |picking, _, action| picking.explain.ladder.act(action),
    LearningAction => |picking, desk, action| picking.learning.act(desk, action),
    OwnRayAction => Self::act_on_own_ray,
    MistakeAction => |picking, desk, action| picking.explain.change_mistake(desk, action),
    WhyAction => |picking, desk, action| picking.explain.why.act(desk, action),
    CheckAction => Self::act_on_check,
    AreaAction => |picking, desk, action| picking.areas.act(desk, action),
    MeasureAction => |picking, desk, action| picking.measuring.act(desk, action),
    SumAction => |picking, _, SumAction(answer)| _ = picking.sum.summary.keep(answer),
);

impl Tool for Picking {
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool {
        let measures = self.measures();
        match event {
            Event::MeshChanged => {
                self.areas.mesh_changed();
                self.measuring.mesh_changed();
                self.hits = None;
                self.explain.why.forget(desk);
            }
            Event::Leave => {
                self.areas.cancel_stroke(desk);
                self.put_strip_away();
                self.hits = None;
                self.explain.why.forget(desk);
                self.close_check(desk);
                mistakes::close(desk);
                self.learning.leave(desk);
            }
            Event::Click(press) => self.click(desk, press),
            Event::DoubleClick if self.explain.why.took_click => {}
            Event::DoubleClick if measures => self.measuring.end_path(desk),
            Event::RightClick(press) => self.list_hits(desk, &press.view, press.cursor),
            Event::Press => {
                self.close_hits(desk);
                self.explain.ladder.has_keyboard = false;
            }
            Event::Hover(cursor) => {
                if let Some(list) = &self.hits {
                    self.point_to_hit(desk, list.pointed);
                } else if cursor.is_some_and(|cursor| is_behind(desk, cursor)) {
                    desk.pointer.hover = None;
                }
                self.explain.ladder.light_points(desk);
                self.measuring.hover(desk, cursor.filter(|_| measures));
            }
            Event::Drag(drag) => {
                return self.measuring.drag(desk, drag, measures) || self.areas.drag(desk, self.tool, drag);
            }
            Event::DragEnds => {
                self.measuring.end_drag(desk);
                self.areas.end_stroke(desk);
            }
            Event::CancelDrag => return self.measuring.cancel_drag(desk) || self.areas.cancel_stroke(desk),
            Event::Scale(factor) => return self.areas.scale(desk, self.tool, factor),
            Event::Command(command) => return self.command(desk, command),
            Event::Close => {
                return self.close_hits(desk).is_some()
                    || self.explain.why.forget(desk)
                    || self.close_check(desk)
                    || (self.learning.open.is_none() && mistakes::close(desk))
                    || self.measuring.let_go()
                    || self.put_strip_away();
            }
            Event::LetGo => selecting::clear(desk),
            Event::Key(key) => self.explain.ladder.key_pressed(desk, key),
            Event::Situation(situation) => self.learning.open_named_page(desk, *situation),
            Event::Dropped(source) => match source {
                MeshSource::File(path) if is_selection(path) => saving::read_selection(desk, path.clone()),
                MeshSource::File(path) if is_landmarks(path) => saving::read_landmarks(desk, path.clone()),
                MeshSource::File(path) if lesson::is_named_so(path) || is_folder(path) => {
                    saving::read_lessons(desk, path.clone());
                }
                _ => return self.learning.mesh_dropped(source),
            },
            Event::Changed => self.follow(desk),
            Event::DoubleClick | Event::Arrange | Event::Enter | Event::Tick(_) => return false,
        }
        true
    }

    fn keys(&self, desk: &Desk) -> &'static [ToolKey] {
        self.explain.ladder.keys(desk)
    }

    fn takes_key(&self, desk: &Desk, key: Key) -> bool {
        self.keys(desk).iter().any(|row| row.key == key) || (key == Key::Space && self.tool.draws_areas())
    }

    fn activity(&self, _: &Desk) -> Activity<'_> {
        match self.areas.work() {
            None if self.check.as_ref().is_some_and(PixelCheck::is_running) => Activity::Works(None),
            work => work.into(),
        }
    }
}
