//! Explanation of the last pick, whichever room is in use: its steps in the ladder, mistakes, why a triangle was not
//! hit, and the measures of the selection.
//!
//! Numbers are computed when they are asked for and their inputs have changed. Where the picture was moved or resized,
//! a click is made again at the pixel that shows its place now.

use super::asked::Why;
use super::ladder::Ladder;
use super::learning::{Learning, Predicted, fit};
use super::mistakes::Mistakes;
use crate::app::desk::history::Inspection;
use crate::app::desk::{Desk, Picked, picked, selecting};
use crate::app::job::{Answer, Memo, OnDemand, Pending};
use crate::lesson::{Evidence, Page, Truth, Values, fitted_cursor};
use pickray::geometry::Aabb;
use pickray::math::{CursorPosition, PixelSample, window_from_cursor};
use pickray::pick::{self, TriangleId, TriangleIds};
use pickray::scene::{Scene, View};
use pickray::study::{Change, Click, Revision};
use pickray::work::Progress;

#[derive(Debug, Default)]
pub struct Explain {
    pub ladder: Ladder,
    pub mistakes: Mistakes,
    pub why: Why,
    pub(in crate::app) in_front: OnDemand<Option<([Revision; 2], TriangleId)>, Option<usize>>,
    /// Last click as it was first made, with the revision of its pick if that was made again in another size.
    first_click: Option<(Revision, Click)>,
}

impl Explain {
    /// Returns how many surfaces lie before the inspected hit; `None` without a hit, or if the ray to it misses.
    pub fn in_front(&self, desk: &Desk) -> Option<usize> {
        let study = &desk.study;
        let hit = desk.picked.as_ref().and_then(|picked| picked.hit.as_ref());
        let key = hit.map(|hit| ([study.pick_revision(), study.view_revision()], hit.id()));
        *self.in_front.get(key, || {
            let (hit, view) = (hit?, study.view());
            let cursor = view.cursor_from_world(hit.point_world)?;
            let hits = pick::pick_all(study.scene(), view, cursor, study.options());
            // Seen edge on, it may be missed beside the very point.
            hits.iter().position(|other| other.id() == hit.id())
        })
    }

    /// Makes the last click again in a picture of another size; then brings question and ladder up to it.
    pub(super) fn follow(&mut self, desk: &mut Desk) {
        self.follow_size(desk);
        self.why.follow(desk);
        self.ladder.follow(desk);
    }

    /// Makes the last click again in a picture of new size, if the ladder is shown and the same triangle hit.
    fn follow_size(&mut self, desk: &mut Desk) {
        let Some(click) = desk.study.last_click().copied().filter(|_| desk.shows_ladder()) else { return };
        let now = *desk.view();
        if now == click.view || now.viewport.is_empty() || now.camera != click.view.camera {
            return;
        }

        // Always from the first place, so that roundings to whole pixels do not add up.
        let is_same = |revision| revision == desk.study.pick_revision();
        let first = self.first_click.filter(|&(revision, _)| is_same(revision)).map_or(click, |(_, first)| first);
        let cursor = fitted_cursor(first.cursor, &first.view, &now);
        let hits = pick::pick_all(desk.scene(), &now, cursor, &desk.options());
        let Some(before) = &desk.picked else { return };
        let (id, place) = (before.id(), before.place);
        let index = id.and_then(|id| hits.iter().position(|hit| hit.id() == id));
        let is_there = match (id, place) {
            (None, _) => hits.is_empty(),
            (Some(_), None) => index == Some(0),
            (Some(_), Some(_)) => index.is_some(),
        };
        let window = window_from_cursor(cursor, now.framebuffer, PixelSample::Center);
        if !is_there || !now.viewport.contains(window) {
            return;
        }
        let question = desk.study.question();
        picked::pick(desk, &now, cursor);
        picked::choose_place(desk, index.filter(|_| place.is_some()));

        // The triangle was known before, so the change does not fail.
        let _ = desk.study.apply(&Change::WhyNot(question));
        self.first_click = Some((desk.study.pick_revision(), first));
    }
}

impl Learning {
    /// Returns the cursor at which a click reaches the goal of the open page; `None` if none does, or one did.
    pub fn place_of_goal(&self, desk: &Desk) -> Option<CursorPosition> {
        let (_, page, open) = self.shown().filter(|(_, _, open)| !open.is_solved)?;
        let page = fit(desk, &Page { situation: Some(open.begun_with.clone()?), ..page.clone() });
        page.solution.iter().rev().find_map(clicked).map(|(x, y)| CursorPosition { x, y })
    }

    /// Repeats the page's own click at its place in the scene after the picture moved; `None` if nothing was done.
    pub(super) fn put_click_in_place(&mut self, desk: &mut Desk) -> Option<()> {
        let (_, page, open) = self.shown()?;
        let Click { view, cursor, .. } = *desk.study.last_click()?;
        let now = view.with_viewport(desk.view().viewport, desk.view().framebuffer);
        if now == view || now.viewport.is_empty() {
            return None;
        }
        let page = Page { situation: Some(open.begun_with.clone()?), ..page.clone() };
        let is_revealed = open.predicted.is_some();
        if click_of(&page.fitted(view.viewport, view.framebuffer), is_revealed)? != cursor.pixel() {
            return None;
        }
        let page = fit(desk, &page);
        let (x, y) = click_of(&page, is_revealed)?;
        move_click(desk, &now, CursorPosition { x, y });
        let (start, truth) = begun(desk, &page)?;
        let open = self.open.as_mut()?;
        open.start = open.start.take().map(|_| start);
        if is_revealed {
            open.truth = truth;
        }
        if let Some(Predicted::Place(place)) = &mut open.predicted {
            *place = fitted_cursor(*place, &view, &now);
        }
        if open.asked_at == Some(cursor) {
            open.asked_at = Some(CursorPosition { x, y });
        }
        Some(())
    }
}

/// Returns the pixel that a page clicks: that of its situation, or of the changes that reveal the truth.
fn click_of(page: &Page, is_revealed: bool) -> Option<(f64, f64)> {
    let reveal = page.prediction.as_ref().filter(|_| is_revealed);
    let revealing = reveal.and_then(|prediction| prediction.reveal.iter().rev().find_map(clicked));
    revealing.or_else(|| page.situation.as_ref().map(|situation| situation.cursor.pixel()))
}

fn clicked(change: &Change) -> Option<(f64, f64)> {
    if let Change::Pick(place) = change { Some((place.x, place.y)) } else { None }
}

/// Moves the last pick and what is inspected of it to another pixel; a triangle that is selected alone goes with it.
fn move_click(desk: &mut Desk, view: &View, cursor: CursorPosition) {
    let inspected = |desk: &Desk| desk.picked.as_ref().and_then(Picked::id);
    let (before, inspection) = (inspected(desk), desk.inspection());
    picked::restore(desk, inspection.map(|inspection| Inspection { view: *view, cursor, ..inspection }));
    let now = inspected(desk);
    if before != now && desk.selected.triangles.iter().eq(before) {
        selecting::step(desk, |desk| selecting::change(desk, |selection| selection.replace(now)));
    }
}

/// Returns the values that the fields of lessons have when a page begins, and the truth of its prediction.
fn begun(desk: &Desk, page: &Page) -> Option<(Values, Option<Truth>)> {
    let mut study = desk.study.clone();
    study.restore(page.situation.as_ref()?, &study.meshes()).ok()?;
    page.set_up(&mut study).ok()?;
    let start = Values::of(&Evidence::of(&study));
    let Some(prediction) = &page.prediction else { return Some((start, None)) };
    for change in &prediction.reveal {
        study.apply(change).ok()?;
    }
    Some((start, prediction.truth(&Evidence::of(&study))))
}

/// Most triangles of the selection's meshes with which it is added up at once, not in the background.
const FEW_TRIANGLES: usize = 100_000;

/// Measures of the selection, in world space.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    pub area: f64,
    pub bounds: Aabb,
    /// Number of parts of the selection, connected by edges; `None` if they could not be counted.
    pub parts: Option<usize>,
}

/// Measures of the present selection, ready or still being added up in the background.
#[derive(Debug, Default)]
pub struct Sum {
    pub summary: Pending<Summary>,
    /// Renewed with the number of steps that the selection has made, and with the pick's inputs.
    begun: Memo<(u64, Revision), ()>,
}

#[derive(Debug)]
pub struct SumAction(pub(super) Answer<Summary>);

impl Summary {
    /// Returns the measures of triangles of a scene; `None` if `progress` was cancelled.
    fn of(scene: &Scene, ids: &TriangleIds, progress: &Progress) -> Option<Self> {
        let mut summary = Self { area: 0.0, bounds: Aabb::EMPTY, parts: Some(0) };
        for (index, triangles) in ids.by_object() {
            let Some(object) = scene.objects().get(index as usize) else { continue };
            progress.check().ok()?;
            for triangle in triangles.iter() {
                let triangle = object.triangle_in_world(triangle);
                summary.area += triangle.area();
                summary.bounds = summary.bounds.union(Aabb::from_points(triangle.corners()));
            }
            let parts = object.mesh.adjacency_with(progress).ok().map(|adjacency| adjacency.n_parts(triangles));
            progress.check().ok()?;
            summary.parts = summary.parts.zip(parts).map(|(a, b)| a + b);
        }
        Some(summary)
    }
}

impl Sum {
    /// Computes the measures anew, if the selection or the placement of the objects has changed.
    pub(super) fn follow(&mut self, desk: &mut Desk) {
        if !self.begun.renew((desk.selected.steps(), desk.study.pick_revision()), || ()) {
            return;
        }
        self.summary.stop();
        let ids = desk.selected.triangles.triangles().clone();
        if ids.len() < 2 {
            return;
        }
        let scene = desk.study.scene().clone();
        let objects = ids.by_object().filter_map(|(index, _)| scene.objects().get(index as usize));
        if objects.map(|object| object.mesh.n_triangles()).sum::<usize>() <= FEW_TRIANGLES {
            self.summary = Summary::of(&scene, &ids, &Progress::default()).map_or(Pending::Idle, Pending::Ready);
            return;
        }
        let sum_up = move |progress: &_| Summary::of(&scene, &ids, progress);
        self.summary.begin(&mut desk.files.jobs, sum_up, SumAction);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::update::tests::*;

    #[test]
    fn a_click_before_the_ladder_is_made_again_above_it_with_its_question() {
        let mut state = after(|it| it.pick(MIDDLE));
        let (before, id) = (state.trace().view, state.inspected_id());
        // As high as the ladder leaves it.
        let viewport = Viewport { x: 100, y: 210, width: 500, height: 190 };
        state.change([Change::WhyNot(id)]).lay_out(viewport, before.framebuffer);
        assert_eq!(state.trace().view, before, "without the ladder it stays");
        state.command(Command::ToggleExplain);
        assert_eq!(state.trace().view, state.view());
        assert_eq!((state.inspected_id(), state.desk.study.question()), (id, id));
    }

    #[test]
    fn a_click_stays_where_its_pixel_is_out_of_the_picture_or_the_camera_has_moved() {
        for (cursor, turns) in [(NOTHING, false), (MIDDLE, true)] {
            let mut state = after(|it| it.explain().pick(cursor));
            let before = state.trace().view;
            if turns {
                state.look_from(StandardView::Right);
            }
            state.lay_out(Viewport { width: 150, ..before.viewport }, before.framebuffer);
            assert_eq!(state.trace().view, before, "{cursor:?}");
        }
    }
}
