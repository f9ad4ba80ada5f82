//! Keeps the click of a lesson's page in its place in the scene when the picture moves or is resized. The click is
//! repeated at the pixel that shows this place now.

use super::{Learning, Picked, Predicted, fit};
use crate::app::desk::history::Inspection;
use crate::app::desk::{Desk, picked, selecting};
use crate::app::tools::picking::Picking;
use crate::lesson::{Evidence, Page, Truth, Values, fitted_cursor};
use pickray::math::CursorPosition;
use pickray::scene::View;
use pickray::study::{Change, Click};

impl Learning {
    /// Returns the cursor at which a click reaches the goal of the open page; `None` once the goal is reached, or if no
    /// click reaches it.
    pub fn place_of_goal(&self, desk: &Desk) -> Option<CursorPosition> {
        let (_, page, open) = self.shown().filter(|(_, _, open)| !open.is_solved)?;
        let page = fit(desk, &Page { situation: Some(open.begun_with.clone()?), ..page.clone() });
        page.solution.iter().rev().find_map(clicked).map(|(x, y)| CursorPosition { x, y })
    }
}

impl Picking {
    /// Repeats the open page's click at the same place in the scene, if the picture was moved or resized. A click that
    /// the reader made stays as it was. Returns `None` if nothing was done.
    pub(in crate::app::tools::picking) fn put_click_in_place(&mut self, desk: &mut Desk) -> Option<()> {
        let (_, page, open) = self.learning.shown()?;
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
        let open = self.learning.open.as_mut()?;
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

/// Returns the pixel that a change clicks; `None` if the change is no click.
fn clicked(change: &Change) -> Option<(f64, f64)> {
    if let Change::Pick(place) = change { Some((place.x, place.y)) } else { None }
}

/// Moves the last pick and what is inspected of it to another pixel; a triangle that is selected alone goes with it.
fn move_click(desk: &mut Desk, view: &View, cursor: CursorPosition) {
    let inspected = |desk: &Desk| desk.picked.as_ref().and_then(Picked::id);
    let (before, inspection) = (inspected(desk), picked::inspection(desk));
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
