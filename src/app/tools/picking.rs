//! Picking: clicks select and inspect triangles and can reach hits behind the nearest one, and every pixel can be
//! checked against the GPU.

pub mod areas;
mod hit_list;
pub mod ladder;
pub mod learning;
pub mod measuring;
pub mod mistakes;
mod picking_panel;
pub mod pixel_check;
pub mod resized;
pub mod saving;
mod strip_tool;
mod summary;
pub mod why;

pub use hit_list::{HitList, HitsAction};
pub use saving::{pick_request, pick_to_save};
pub use strip_tool::StripTool;
pub use summary::{Sum, SumAction, Summary};
pub use why::{Why, WhyAction};

use crate::app::action::{Effect, Work};
use crate::app::answers::MeshSource;
use crate::app::desk::picked::{self, Picked};
use crate::app::desk::{Desk, locating, selecting};
use crate::app::input::{ClickMode, Press, within_slop};
use crate::app::keys::{Command, Key, ToolKey};
use crate::app::memo::Memo;
use crate::app::situation_text;
use crate::app::texts::t;
use crate::app::tool::{Event, Tool, tool};
use crate::app::workspace::Workspace;
use areas::{AreaAction, Areas};
use ladder::{Ladder, LadderAction};
use learning::{Learning, LearningAction, Predicted};
use measuring::{MeasureAction, Measuring};
use mistakes::{MistakeAction, Mistakes};
use pickray::math::CursorPosition;
use pickray::pick::{self, TriangleId};
use pickray::scene::View;
use pickray::study::{Click, Revision};
use pixel_check::{CheckAction, PixelCheck};

#[derive(Debug, Default)]
pub struct Picking {
    /// Tool of the strip that is in use.
    pub tool: StripTool,
    /// Comparison of picking with the GPU at every pixel, and its map; `None` if none runs or is shown.
    pub check: Option<PixelCheck>,
    pub ladder: Ladder,
    pub mistakes: Mistakes,
    pub learning: Learning,
    pub why: Why,
    /// Gestures that select the triangles in an area: boxes, lassos and brush strokes.
    pub areas: Areas,
    /// Tool that measures, and places landmarks.
    pub measuring: Measuring,
    /// Measures of the selection: its area, its extent and its parts.
    pub sum: Sum,
    /// The list of all hits that a right click opened; `None` if no list is open.
    pub hits: Option<HitList>,
    /// Last click as it was first made, with the revision of its pick after it was made again in a picture of another
    /// size; `None` if that never happened.
    first_click: Option<(Revision, Click)>,
    /// Number of surfaces in front of the inspected triangle at the point where it was hit; `None` without a hit, or if
    /// the ray to that point misses the triangle.
    pub hidden: Memo<Option<([Revision; 2], TriangleId)>, Option<usize>>,
}

impl Picking {
    fn click(&mut self, desk: &mut Desk, press: &Press) {
        if self.learning.awaits_click() {
            return self.predict(desk, Predicted::Place(press.cursor));
        }
        if self.ask_about_clicked(desk, press) || self.measure_at(desk, press) {
            return;
        }
        let cursor = self.inspect(desk, &press.view, press.cursor);
        match press.mode() {
            ClickMode::Behind => behind(desk, &press.view, cursor),
            mode => picked::click(desk, &press.view, cursor, mode),
        }
        locating::begin(desk);
    }

    fn command(&mut self, desk: &mut Desk, command: Command) -> bool {
        if self.command_of_list(desk, command)
            || self.command_of_measuring(desk, command)
            || self.command_of_areas(desk, command)
        {
            return true;
        }
        if let Some(tool) = StripTool::of(command).filter(|_| desk.workspace == Workspace::Pick) {
            self.use_strip_tool(desk, tool);
            return true;
        }
        match command {
            Command::NextHit => next_hit(desk),
            Command::WhyNot => self.ask_why(desk),
            Command::VerifyPixels => self.toggle_check(desk),
            Command::ToggleExplain => toggle_explain(desk),
            Command::SavePick => saving::save_pick(desk),
            Command::SaveSituation => saving::save_situation(desk),
            Command::ToggleCrosshair | Command::PickAtCrosshair => {
                // From here on the arrows move the crosshair.
                self.ladder.has_keyboard = false;
                return false;
            }
            Command::FocusPanels if desk.workspace == Workspace::Learn && desk.shows_side_panel() => {
                self.learning.keyboard_calls += 1;
            }
            _ => return false,
        }
        true
    }

    /// Follows the view, then the pick, the page of a lesson that is open, and the selection. Each part is computed
    /// anew only where that on which it depends has changed.
    fn follow(&mut self, desk: &mut Desk) {
        self.areas.follow(desk);
        self.put_click_in_place(desk);
        self.follow_size(desk);
        self.why.follow(desk);
        self.follow_check(desk);
        self.follow_measures(desk);
        self.count_surfaces(desk);
        self.ladder.follow(desk);
        self.mistakes.follow(desk);
        self.follow_lesson(desk);
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

    /// Counts the surfaces in front of the inspected triangle, if the triangle, the pick or the view has changed.
    fn count_surfaces(&mut self, desk: &Desk) {
        let study = &desk.study;
        let hit = desk.picked.as_ref().and_then(|picked| picked.hit.as_ref());
        let key = hit.map(|hit| ([study.pick_revision(), study.view_revision()], hit.id()));
        self.hidden.renew(key, || {
            let (hit, view) = (hit?, study.view());
            let cursor = view.cursor_from_world(hit.point_world)?;
            let hits = pick::pick_all(study.scene(), view, cursor, study.options());
            // Seen edge on, it may be missed beside the very point.
            hits.iter().position(|other| other.id() == hit.id())
        });
    }
}

/// Selects and inspects a hit along a ray, the nearest or another.
fn select_hit(desk: &mut Desk, list: &HitList, index: usize) {
    selecting::step(desk, |desk| {
        let ray = desk.picked.as_ref().map(|picked| (picked.trace.cursor, picked.trace.view));
        if ray != Some((list.cursor, list.view)) {
            picked::pick(desk, &list.view, list.cursor);
        }
        picked::choose_hit(desk, &list.hits, index);
        selecting::change(desk, |selection| selection.replace([list.hits[index].id()]));
        picked::mean_object(desk);
    });
    desk.pointer.hover = desk.pointer.hover.filter(|_| !desk.pointer.mouse.is_some_and(|mouse| is_behind(desk, mouse)));
}

/// Returns whether a hit behind the nearest is inspected and the mouse is still where it was taken: the triangle under
/// the mouse would cover that hit.
fn is_behind(desk: &Desk, cursor: CursorPosition) -> bool {
    desk.picked.as_ref().is_some_and(|Picked { trace, place, .. }| {
        let is_still_there = trace.view == *desk.view() && within_slop(trace.cursor, cursor, desk.shown.scale_factor);
        is_still_there && place.is_some_and(|(index, _)| index > 0)
    })
}

/// Selects the hit behind the inspected one, around to the nearest; at a place not picked before, the hit behind the
/// nearest.
fn behind(desk: &mut Desk, view: &View, cursor: CursorPosition) {
    let hits = pick::pick_all(desk.scene(), view, cursor, &desk.options());
    if hits.is_empty() {
        return picked::click(desk, view, cursor, ClickMode::Replace);
    }
    let inspected = desk.picked.as_ref().and_then(Picked::id);
    let present = inspected.and_then(|id| hits.iter().position(|hit| hit.id() == id)).unwrap_or(0);
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
    HitsAction => act_on_hits,
    LadderAction => act_on_ladder,
    LearningAction => act_on_lessons,
    MistakeAction => act_on_mistakes,
    WhyAction => act_on_why,
    CheckAction => act_on_check,
    AreaAction => act_on_areas,
    MeasureAction => act_on_measures,
    SumAction => act_on_sum
);

impl Tool for Picking {
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool {
        match event {
            Event::MeshChanged => {
                self.drop_area_work();
                self.measuring.mesh_changed();
                self.hits = None;
                self.forget_why(desk);
            }
            Event::Leave => {
                self.areas.cancel_stroke(desk);
                self.put_areas_away();
                self.hits = None;
                self.forget_why(desk);
                self.close_check(desk);
                self.close_mistakes(desk);
                self.leave_lesson(desk);
            }
            Event::Click(press) => self.click(desk, press),
            Event::DoubleClick => return self.why.took_click || self.end_path(desk),
            Event::RightClick(press) => self.list_hits(desk, &press.view, press.cursor),
            Event::Press => {
                self.close_hits(desk);
                self.ladder.has_keyboard = false;
            }
            Event::Hover(cursor) => {
                if let Some(list) = &self.hits {
                    self.point_to_hit(desk, list.pointed);
                } else if cursor.is_some_and(|cursor| is_behind(desk, cursor)) {
                    desk.pointer.hover = None;
                }
                self.ladder.light_points(desk);
                self.aim_under_mouse(desk, cursor);
            }
            Event::Drag(drag) => return self.drag_end(desk, drag) || self.drag_area(desk, drag),
            Event::DragEnds => {
                self.end_drag_of_end(desk);
                self.end_stroke(desk);
            }
            Event::CancelDrag => return self.cancel_drag_of_end(desk) || self.areas.cancel_stroke(desk),
            Event::Scale(factor) => return self.scale_area(desk, factor),
            Event::Command(command) => return self.command(desk, command),
            Event::Close => {
                return self.close_hits(desk).is_some()
                    || self.forget_why(desk)
                    || self.close_check(desk)
                    || self.put_mistakes_away(desk)
                    || self.measuring.let_go()
                    || self.put_areas_away();
            }
            Event::LetGo => selecting::clear(desk),
            Event::Key(key) => self.ladder.key_pressed(desk, key),
            Event::Situation(situation) => self.open_named_page(desk, *situation),
            Event::Dropped(source) => match source {
                MeshSource::File(path) if situation_text::is_selection(path) => {
                    saving::read_selection(desk, path.clone())
                }
                MeshSource::File(path) if situation_text::is_landmarks(path) => {
                    saving::read_landmarks(desk, path.clone())
                }
                MeshSource::File(path) if saving::is_of_lessons(path) => saving::read_lessons(desk, path.clone()),
                _ => return self.mesh_dropped(source),
            },
            Event::Changed => self.follow(desk),
            Event::Arrange | Event::Enter | Event::Tick(_) => return false,
        }
        true
    }

    fn is_on(&self, command: Command) -> Option<bool> {
        match command {
            Command::VerifyPixels => Some(self.check.is_some()),
            Command::ToggleThrough => Some(self.areas.through),
            command => StripTool::of(command).map(|tool| tool == self.tool),
        }
    }

    fn keys(&self) -> &'static [ToolKey] {
        self.ladder.keys()
    }

    fn takes_key(&self, key: Key) -> bool {
        self.keys().iter().any(|row| row.key == key) || (key == Key::Space && self.tool.draws_areas())
    }

    fn work(&self) -> Option<Work<'_>> {
        self.areas.work()
    }

    fn is_working(&self) -> bool {
        self.check.as_ref().is_some_and(PixelCheck::is_running) || self.work().is_some()
    }
}
