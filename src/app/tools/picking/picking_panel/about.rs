//! Points of the picture that cards must not cover, since a text of the window is about them.

use crate::app::desk::{Desk, Picked};
use crate::app::pane::Pane;
use crate::app::panels::on_screen;
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::learning::Predicted;
use crate::lesson::Truth;
use egui::Pos2;
use glam::DVec3;
use pickray::math::{CursorPosition, PixelSample, window_from_cursor};
use pickray::pick::explain::WhyNotReason;

/// Converts a pixel of the last pick's view to the point on the same ray in the present picture, in egui points. The
/// picture may have moved or been resized since the pick. `None` if the camera has changed.
pub fn now_on_screen(desk: &Desk, picked: &Picked, cursor: CursorPosition) -> Option<Pos2> {
    if picked.trace.view.camera != desk.view().camera {
        return None;
    }
    let window = window_from_cursor(cursor, picked.trace.view.framebuffer, PixelSample::Center);
    let ray = picked.trace.view.ray(window)?;
    desk.view().cursor_from_world(0.5 * (ray.near + ray.far)).map(|cursor| on_screen(desk, cursor))
}

/// Returns the points that cards must not cover, in egui points. From the last pick: its pixel and its hit. From a
/// lesson's page: prediction, truth and goal. In either view: start and landing of a mistake's ray, and the triangle
/// that was asked about.
pub fn places(picking: &Picking, desk: &Desk) -> Vec<Pos2> {
    let Some(picked) = &*desk.picked else { return Vec::new() };
    let open = picking.learning.shown().map(|(_, _, open)| open);
    let predicted = open.and_then(|open| match open.predicted? {
        Predicted::Place(place) => Some(place),
        _ => None,
    });
    let truth = open.and_then(|open| match open.truth? {
        Truth::Place(place) => Some(place),
        _ => None,
    });
    let pixels = [Some(picked.trace.cursor), predicted, truth].into_iter().flatten();
    let pixels = pixels.filter_map(|cursor| now_on_screen(desk, picked, cursor));
    let goal = picking.learning.place_of_goal(desk).map(|cursor| on_screen(desk, cursor));
    let panes: &[Pane] = if desk.is_split() { &[Pane::Picking, Pane::SecondView] } else { &[Pane::Picking] };
    let points = points(picking, desk, picked);
    let seen = panes.iter().flat_map(|&pane| {
        points.iter().filter_map(move |&point| {
            let cursor = desk.view_of(pane).cursor_from_world(desk.drawn_in(pane, point)?)?;
            Some(on_screen(desk, cursor))
        })
    });
    pixels.chain(goal).chain(seen).collect()
}

/// Returns the points that cards keep off, in world space: the hit, the landing of a mistake or a guess, the start of a
/// mistake's ray, the triangle that was asked about.
fn points(picking: &Picking, desk: &Desk, picked: &Picked) -> Vec<DVec3> {
    let effect = picking.mistakes.effect(&desk.study);
    let mut points = Vec::new();
    points.extend(picked.hit.as_ref().map(|hit| hit.point_world));
    points.extend(effect.and_then(|effect| effect.lands));
    points.extend(effect.and_then(|effect| effect.ray).map(|ray| ray.near));
    points.extend(picking.mistakes.wrong_guess(&desk.study).and_then(|guess| guess.lands));
    if let Some(answer) = &*picking.why.answer
        && let Some(object) = answer.id.object_in(desk.scene())
    {
        let triangle = object.triangle_in_world(answer.id.triangle);
        points.push(triangle.centroid());
        if matches!(answer.reason, WhyNotReason::Beside { .. }) {
            points.extend(triangle.corners());
        }
    }
    points
}
