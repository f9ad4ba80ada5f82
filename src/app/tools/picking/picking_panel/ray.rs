//! Drawing of the last pick's ray, once the camera has moved, with names of its points; and meshes as in their files.

use super::mistakes;
use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::{Desk, Picked};
use crate::app::keys::{Command, chord_of, name_of, with_key};
use crate::app::panels::{labels, on_screen};
use crate::app::settings::RayView;
use crate::app::shapes::box_edges;
use crate::app::texts::t;
use crate::app::theme;
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::ladder::Ladder;
use crate::app::tools::picking::mistakes::may_tell;
use egui::{Area, Button, Color32, Id, Order, Rect, RichText, Stroke, TextStyle, TextWrapMode, Ui, Vec2, WidgetText};
use glam::{DMat4, DVec3};
use pickray::pick::explain::{Mistake, ObjectOutcome};
use pickray::scene::{Camera, Object, Projection};
use pickray_render::{Behind, Overlay, Palette, Pen, Srgb};
use std::mem::discriminant;

/// Reach of the cross's arms to each side where nothing was hit, in logical pixels.
const CROSS: f32 = 5.0;

/// Draws a cross at the last pick's pixel if nothing was hit. After a hit, the coloured triangle shows the place.
pub fn miss(ui: &Ui, desk: &Desk, area: Rect) {
    let Some(picked) = desk.picked.as_ref().filter(|picked| picked.hit.is_none() && picked.trace.view == *desk.view())
    else {
        return;
    };
    let center = on_screen(desk, picked.trace.cursor);
    let painter = ui.painter().with_clip_rect(area);
    for (width, color) in [(3.5, Color32::from_black_alpha(150)), (1.5, Color32::WHITE)] {
        for arm in [Vec2::splat(CROSS), Vec2::new(CROSS, -CROSS)] {
            painter.line_segment([center - arm, center + arm], Stroke::new(width, color));
        }
    }
}

/// Shows the names of the points of the ray that are drawn, and how many surfaces hide the inspected triangle.
pub fn names(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    let mut names = Vec::new();
    if let Some(count) = picking.explain.in_front(desk).filter(|count| *count > 0)
        && let Some(hit) = desk.picked.as_ref().and_then(|picked| picked.hit.as_ref())
    {
        names.push((hit.point_world, t!("name-hidden", count = count as u64), palette.selected_outline));
    }
    let mut button = None;
    if let Some(picked) = seen_in_second_view(desk)
        && let Ok(ray) = &picked.trace.ray
    {
        names.extend(points(picked, ray.near.world, ray.far.world, palette));
        let camera = &picked.trace.view.camera;
        let is_point = matches!(camera.projection, Projection::Perspective { .. });
        names.extend(mistakes::name_of_start(picking, desk, palette));
        button = is_point.then(|| (camera.eye, eye_size(ui)));
    }
    names.extend(between_name(&picking.explain.ladder, desk, palette));
    // Each outlined mesh is named at the top of its box.
    for (object, color) in shown_unplaced(picking, desk, palette) {
        let bounds = object.mesh.bounds();
        let top = DVec3 { y: bounds.max.y, ..bounds.center() };
        names.push((top, t!("name-unplaced").to_owned(), color));
    }
    if let Some(place) = labels(ui, desk, desk.view(), area, &names, button) {
        eye(ui, place, actions);
    }
}

/// Returns the hit and the ray's near and far points, in world space, with their names and colours.
pub fn points(picked: &Picked, near: DVec3, far: DVec3, palette: &Palette) -> Vec<(DVec3, String, Srgb)> {
    let mut names = Vec::new();
    names.extend(picked.hit.as_ref().map(|hit| (hit.point_world, t!("name-hit").to_owned(), palette.ray)));
    names.push((near, t!("name-near").to_owned(), palette.near_point));
    let is_finite = picked.trace.ray.is_ok_and(|ray| ray.t_max.is_some());
    let far_name = if is_finite { t!("name-far") } else { t!("name-infinity") };
    names.push((far, far_name.to_owned(), palette.far_point));
    names
}

/// Returns the place of the ladder's third point in world space; `None` if none is asked for, or the ray is not shown.
fn between(ladder: &Ladder, desk: &Desk) -> Option<DVec3> {
    ladder.between(desk).filter(|_| desk.settings.ray != RayView::Off).map(|point| point.world)
}

/// Returns the point between near and far in world space, its depth as name, and its colour; `None` if not shown.
pub fn between_name(ladder: &Ladder, desk: &Desk, palette: &Palette) -> Option<(DVec3, String, Srgb)> {
    let depth = (1e3 * ladder.depth?).round() / 1e3;
    Some((between(ladder, desk)?, t!("name-depth", depth = depth.to_string()), palette.between_point))
}

/// Returns the drawing of the ladder's third point, and of rings around the highlighted points.
pub fn ladder_points(ladder: &Ladder, desk: &Desk, pane: Pane, palette: &Palette) -> Vec<Overlay> {
    let pen = Pen::new(palette.between_point, 8.0).behind(Behind::Drawn);
    let third = between(ladder, desk).map(|point| Overlay::Points(vec![point], pen));
    // On a ground of its own, it is seen among edges.
    let ground = Pen::new(palette.background_bottom, 4.5).opacity(0.75).behind(Behind::Drawn);
    let pens = [ground, Pen::new(palette.hover, 2.0).behind(Behind::Drawn)];
    let rings = pens.map(|pen| Overlay::Rings(ladder.ringed(desk, pane), 9.0, pen));
    third.into_iter().chain(rings).collect()
}

fn eye_size(ui: &Ui) -> Vec2 {
    let words = WidgetText::from(RichText::new(t!("eye-look")).small());
    let words = words.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Button);
    let size = words.size() + 2.0 * ui.spacing().button_padding;
    size.max(Vec2::new(0.0, ui.spacing().interact_size.y))
}

fn eye(ui: &Ui, place: Rect, actions: &mut Vec<Action>) {
    Area::new(Id::unique("eye of the pick")).order(Order::Middle).fixed_pos(place.min).show(ui.ctx(), |ui| {
        let command = Command::BackToPick;
        let look = ui.add(Button::new(RichText::new(t!("eye-look")).small()));
        let look = look.on_hover_text(with_key(name_of(command), command));
        actions.extend(look.clicked().then_some(Action::Command(command)));
    });
}

/// Returns the last pick, if its ray is shown in the picture and another camera looks at it.
fn seen_in_second_view(desk: &Desk) -> Option<&Picked> {
    desk.picked.as_ref().filter(|picked| desk.settings.ray == RayView::Ray && !is_seen_end_on(picked, desk))
}

/// Returns whether the camera still stands where the pick was made, from where its ray is a point.
fn is_seen_end_on(picked: &Picked, desk: &Desk) -> bool {
    let [of_pick, present] = [&picked.trace.view, desk.view()].map(|view| &view.camera);
    of_pick.eye == present.eye && discriminant(&of_pick.projection) == discriminant(&present.projection)
}

/// Returns how to see the ray from the side, or to go back to the pick's camera; `None` if no ray is shown.
pub fn next_step(desk: &Desk) -> Option<(String, &'static str)> {
    let is_shown = |picked: &&Picked| desk.settings.ray != RayView::Off && picked.trace.ray.is_ok();
    let picked = desk.picked.as_ref().filter(is_shown)?;
    let by_key = !desk.pointer.is_finger();
    if desk.is_split() && by_key {
        let what = if desk.shown.second_view.ndc < 1.0 { name_of(Command::ToggleNdc) } else { t!("next-world") };
        return Some((chord_of(Command::ToggleNdc)?.to_string(), what));
    }
    if is_seen_end_on(picked, desk) {
        return Some((desk.orbit_gesture()?.to_owned(), t!("next-orbit")));
    }
    let chord = chord_of(Command::BackToPick).filter(|_| by_key)?;
    Some((chord.to_string(), name_of(Command::BackToPick)))
}

/// Returns the drawing of the tree's boxes that the pick tested: those that the ray met bright, others faint.
pub fn boxes(desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let Some(picked) = desk.picked.as_ref().filter(|_| desk.settings.show_boxes) else { return Vec::new() };
    let mut overlays = Vec::new();
    for object in &picked.trace.objects {
        let ObjectOutcome::Tested(cast) = &object.outcome else { continue };
        let pens = [Pen::new(palette.frustum, 1.0).opacity(0.35), Pen::new(palette.hover, 1.25).opacity(0.9)];
        for (met, pen) in [false, true].into_iter().zip(pens) {
            let lines = cast.boxes.iter().filter(|test| test.met == met).flat_map(|test| {
                let corners = test.aabb.corners().map(|corner| corner + cast.mesh_origin);
                box_edges(corners.map(|corner| object.world_from_object.transform_point3(corner)))
            });
            overlays.push(Overlay::Lines(lines.collect(), pen));
        }
    }
    overlays
}

/// Returns the lines of the last pick's ray, empty while seen end on; the frustum only in a split picture.
pub fn ray(desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let Some(picked) = seen_in_second_view(desk) else { return Vec::new() };
    let Ok(ray) = &picked.trace.ray else { return Vec::new() };
    Overlay::ray(ray.near.world, ray.far.world, picked.hit.as_ref().map(|hit| hit.point_world), palette)
}

pub fn own_ray(desk: &Desk, palette: &Palette) -> Option<Overlay> {
    Some(Overlay::Lines(vec![desk.own_ray()?], Pen::new(palette.mistake, 2.0).behind(Behind::Drawn)))
}

/// Most triangles of a mesh that is outlined; a larger one is shown as its AABB.
const MOST_OUTLINED: usize = 1 << 18;

/// Returns the objects that are not where their files have them, if shown, each with the colour of its outline.
fn shown_unplaced<'a>(picking: &Picking, desk: &'a Desk, palette: &Palette) -> Vec<(&'a Object, Srgb)> {
    let study = &desk.study;
    let mistake = study.mistake_at_work().filter(|_| may_tell(study) && desk.shows_ladder());
    let color = match mistake {
        Some(Mistake::ModelMatrixForgotten) => palette.mistake,
        _ if picking.learning.shown().is_some_and(|(_, page, _)| page.unplaced) => palette.frustum,
        _ => return Vec::new(),
    };
    let is_moved = |object: &&Object| object.visible && object.world_from_object != DMat4::IDENTITY;
    desk.opened().iter().filter(is_moved).map(|object| (object, color)).collect()
}

/// Returns the outlines of meshes at the places that their files give them, as a pane's camera sees them.
pub fn unplaced(picking: &Picking, desk: &Desk, pane: Pane, palette: &Palette) -> Vec<Overlay> {
    let camera = &desk.view_of(pane).camera;
    let overlay = |(object, color)| {
        Overlay::Lines(outline(object, camera), Pen::new(color, 1.5).opacity(0.85).behind(Behind::Drawn))
    };
    shown_unplaced(picking, desk, palette).into_iter().map(overlay).collect()
}

fn outline(object: &Object, camera: &Camera) -> Vec<[DVec3; 2]> {
    let mesh = &object.mesh;
    let adjacency = if mesh.n_triangles() <= MOST_OUTLINED { mesh.adjacency().ok() } else { None };
    let Some(adjacency) = adjacency else { return box_edges(mesh.bounds().corners()).collect() };
    let eye = match camera.projection {
        Projection::Perspective { .. } => camera.eye.extend(1.0),
        Projection::Orthographic { .. } => (-camera.forward()).extend(0.0),
    };
    adjacency.outline(mesh, eye)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::NavigationPreset;
    use crate::app::tools::picking::learning::{LearningAction, Predicted};
    use crate::app::update::tests::*;
    use crate::lesson::builtin;

    #[test]
    fn the_next_step_is_told_as_it_is_bound() {
        let mut state = after(|it| it.pick(MIDDLE));
        for (preset, gesture) in [(NavigationPreset::Pickray, "Drag"), (NavigationPreset::Blender, "Alt+drag")] {
            state.desk.settings.navigation = preset;
            assert_eq!(next_step(&state.desk), Some((gesture.to_owned(), "Orbit to see the ray")));
        }
        let view = state.view();
        state.act(pressed(MIDDLE, view, ClickMode::Replace, true));
        assert_ne!(state.desk.view().camera, view.camera, "it turns about the hit");
        assert_eq!(next_step(&state.desk).map(|(_, what)| what), Some("Orbit to see the ray"));
        assert!(seen_in_second_view(&state.desk).is_none());
        state.look_from(StandardView::Top);
        assert_eq!(next_step(&state.desk), Some(("Shift+R".to_owned(), "Back to the camera of the pick")));
    }

    fn drawn(state: &State) -> Vec<Overlay> {
        unplaced(state.picking(), &state.desk, Pane::Picking, &Palette::DARK)
    }

    #[test]
    fn a_mesh_that_was_moved_is_outlined_where_its_file_has_it_while_its_matrix_is_forgotten() {
        let mut state = after(|it| it.explain().pick(MIDDLE));
        state.change([Change::Mistake(Some(Mistake::ModelMatrixForgotten))]);
        assert!(drawn(&state).is_empty(), "it is where its file has it");
        state.change(placing(Placement { translate: DVec3::X, ..Placement::default() }));
        let bounds = state.desk.opened()[0].mesh.bounds();
        let [Overlay::Lines(lines, _)] = &drawn(&state)[..] else { panic!("{:?}", drawn(&state)) };
        assert!(2 < lines.len() && lines.iter().flatten().all(|point| bounds.contains(*point)), "{lines:?}");
        assert!(drawn(state.change([Change::Mistake(Some(Mistake::DirectionNormalized))])).is_empty());
        state.change([Change::Mistake(None), Change::HiddenMistake(Some(Mistake::ModelMatrixForgotten))]);
        assert!(drawn(&state).is_empty(), "it would tell which is hidden");
    }

    #[test]
    fn every_page_on_whose_space_it_is_shows_the_outline_and_none_before_its_place_is_predicted() {
        let lesson = builtin().iter().position(|lesson| lesson.name == "whose-space").expect("the lesson");
        let mut state = after(|it| it.go_to(Workspace::Learn));
        for (page, is_told) in [(0, true), (1, true), (2, false)] {
            state.act(LearningAction::OpenPage(lesson, page));
            if state.desk.files.loading.is_some() {
                state.load(Sample::Teapot.mesh().expect("a mesh"));
            }
            assert_eq!(!drawn(&state).is_empty(), is_told, "page {page}");
            state.act(LearningAction::Predict(Predicted::Nothing));
            assert_eq!(drawn(&state).len(), 1, "page {page}");
        }
        assert!(drawn(state.act(LearningAction::List)).is_empty());
    }
}
