//! Free view of a split picture, with a camera of its own that sees the last pick from the side. It shows the pick's
//! camera, its planes and its ray, each with its name.

use super::ray::{between_name, points};
use super::{beside_strip, mistakes, vectors};
use crate::app::action::Action;
use crate::app::desk::{Desk, Picked};
use crate::app::keys::{Command, name_of, with_key};
use crate::app::pane::Pane;
use crate::app::panels::{area_of, labels, note};
use crate::app::texts::t;
use crate::app::theme::{self, Colors, SPACE};
use crate::app::tools::picking::Picking;
use egui::{Align2, FontId, Id, Label, Order, Rect, RichText, Slider, Ui};
use glam::DVec3;
use pickray::math::CursorPosition;
use pickray::scene::{Camera, Projection, View};
use pickray::study::HiddenMistake;
use pickray_render::{Overlay, Palette, Pen};

/// The width of the triad and of the words at both ends of the slider, in logical pixels.
const ROOM_BESIDE_SLIDER: f32 = 190.0;

/// Height of the slider between world space and NDC, with the room below and above it, in logical pixels.
pub const SLIDER_HEIGHT: f32 = 44.0;

/// Distance at which a far plane at infinity is drawn, as a multiple of the near plane's distance: out of the picture
/// in the world, and less than a pixel from z = 1 in NDC.
const FAR_AS_INFINITE: f64 = 1e4;

/// The last pick, its view, and its ray from the near to the far plane, where the picture is split and there is a ray.
struct Shown<'a> {
    picked: &'a Picked,
    view: View,
    ray: [DVec3; 2],
}

impl<'a> Shown<'a> {
    fn of(desk: &'a Desk) -> Option<Self> {
        let picked = desk.picked.as_ref().filter(|_| desk.is_split())?;
        Some(Self { picked, view: desk.finite_view(picked), ray: desk.finite_ray(picked)? })
    }
}

/// Returns the last pick in the free view: frustum, planes, pixel and ray; empty if the picture is not split.
pub fn overlays(desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let Some(Shown { picked, view, ray: [near, far] }) = Shown::of(desk) else { return Vec::new() };
    // Nothing seems to end at infinity, neither in the world nor in NDC.
    let camera = picked.trace.view.camera;
    let drawn_far = if camera.far.is_finite() { camera.far } else { FAR_AS_INFINITE * camera.near };
    let view = view.with_camera(Camera { far: drawn_far, ..camera });
    let mut overlays = Overlay::frustum(&view, palette);
    let planes = [(view.camera.near, palette.near_point), (view.camera.far, palette.far_point)];
    for (depth, color) in planes {
        overlays.push(Overlay::Lines(edges(view.rectangle_at(depth)), Pen::new(color, 1.5)));
        let pixel = pixel(picked, &view, depth);
        overlays.extend(pixel.map(|corners| Overlay::Lines(edges(corners), Pen::new(color, 1.0))));
    }
    let hit = picked.hit.as_ref().map(|hit| hit.point_world);
    overlays.extend(Overlay::ray(near, far, hit, palette));
    overlays
}

fn edges([a, b, c, d]: [DVec3; 4]) -> Vec<[DVec3; 2]> {
    vec![[a, b], [b, c], [c, d], [d, a]]
}

/// Returns the corners in world space of the pixel that was picked, at a depth before the eye.
fn pixel(picked: &Picked, view: &View, depth: f64) -> Option<[DVec3; 4]> {
    let (x, y) = (picked.trace.cursor.x.floor(), picked.trace.cursor.y.floor());
    let corner = |(right, down): (f64, f64)| view.point_under(CursorPosition { x: x + right, y: y + down }, depth);
    let [a, b, c, d] = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)].map(corner);
    Some([a?, b?, c?, d?])
}

/// Shows the names of points in the free view, a caption for each view, and the slider from world to NDC.
pub fn names(ui: &Ui, picking: &Picking, desk: &Desk, actions: &mut Vec<Action>) {
    if !desk.is_split() {
        return;
    }
    let (palette, second_view) = (theme::palette(ui), area_of(desk, &desk.shown.second_view.view));
    caption(ui, beside_strip(desk, area_of(desk, desk.view())), t!("split-pick-here"));
    let Some(Shown { picked, ray: [near, far], .. }) = Shown::of(desk) else {
        return caption(ui, second_view, t!("split-next"));
    };
    let ndc = desk.shown.second_view.ndc;
    let what = if ndc == 1.0 { t!("split-ndc") } else { t!("split-aside") };
    caption(ui, second_view, what);
    scrubber(ui, second_view, ndc, actions);
    let mut names = points(picked, near, far, palette);
    names.extend(between_name(&picking.explain.ladder, desk, palette));
    names.extend(vectors::letters(&picking.explain.ladder, desk, palette));
    names.extend(mistakes::name_of_start(picking, desk, palette));
    // What a hidden mistake does is seen; where it does that is not told.
    let is_told = desk.study.hidden().is_none_or(HiddenMistake::is_found);
    let is_perspective = matches!(picked.trace.view.camera.projection, Projection::Perspective { .. });
    let eye = desk.second_view_eye(picked).filter(|_| is_perspective || is_told);
    names.extend(eye.map(|eye| (eye, t!("name-eye").to_owned(), palette.frustum)));
    let drawn = |(point, name, color)| Some((desk.drawn_in(Pane::SecondView, point)?, name, color));
    let names: Vec<_> = names.into_iter().filter_map(drawn).collect();
    labels(ui, desk, &desk.shown.second_view.view, second_view, &names, None);
}

/// Shows a slider at the foot of the free view, beside the triad, that leads from the world to NDC and back.
fn scrubber(ui: &Ui, area: Rect, ndc: f64, actions: &mut Vec<Action>) {
    let width = (area.width() - ROOM_BESIDE_SLIDER).clamp(50.0, 160.0);
    let at = area.right_bottom() - egui::Vec2::splat(2.0 * SPACE);
    let place = egui::Area::new(Id::unique("way to NDC")).order(Order::Middle).pivot(Align2::RIGHT_BOTTOM);
    let shown = place.fixed_pos(at).constrain_to(area).show(ui.ctx(), |ui| {
        let ground = egui::Frame::new().fill(Colors::of(ui).panel.gamma_multiply(0.82));
        ground.corner_radius(4).inner_margin(6).show(ui, |ui| {
            ui.horizontal(|ui| {
                let word = |ui: &mut Ui, text: &str| {
                    ui.add(Label::new(RichText::new(text).small().color(Colors::of(ui).weak)).selectable(false))
                };
                word(ui, t!("ladder-world"));
                ui.spacing_mut().slider_width = width;
                let mut share = ndc;
                let slider = ui.add(Slider::new(&mut share, 0.0..=1.0).show_value(false));
                let slider = slider.labelled_by(word(ui, t!("ladder-ndc")).id);
                let about = with_key(name_of(Command::ToggleNdc), Command::ToggleNdc);
                actions.extend(slider.on_hover_text(about).changed().then_some(Action::ScrubNdc(share)));
            });
        });
    });
    note(ui.ctx(), shown.response.rect);
}

/// Shows a caption that says what a view is for, in its upper left corner.
fn caption(ui: &Ui, area: Rect, text: &str) {
    let at = area.left_top() + egui::Vec2::splat(2.0 * SPACE);
    let (painter, colors) = (ui.painter().with_clip_rect(area), Colors::of(ui));
    let room = area.width() - 4.0 * SPACE;
    let galley = painter.layout(text.to_owned(), FontId::proportional(12.0), colors.weak, room);
    // Lines may run below it.
    let place = Rect::from_min_size(at, galley.size()).expand2(egui::vec2(4.0, 1.5));
    painter.rect_filled(place, 3.0, colors.panel.gamma_multiply(0.82));
    painter.galley(at, galley, colors.weak);
    note(ui.ctx(), place);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::update::tests::{MIDDLE, state};
    use pickray::study::{Change, Plane, PlaneName};

    #[test]
    fn a_far_plane_at_infinity_is_out_of_the_picture_in_the_world_and_the_far_side_of_the_cube_in_ndc() {
        let mut state = state();
        state.pick(MIDDLE).command(Command::NextRayView);
        for (far, ndc, is_whole) in [
            (PlaneName::Fitted, 0.0, true),
            (PlaneName::Fitted, 1.0, true),
            (PlaneName::Infinite, 0.0, false),
            (PlaneName::Infinite, 1.0, true),
        ] {
            state.change([Change::Far(Plane::Named(far))]).act(Action::ScrubNdc(ndc));
            let desk = &state.desk;
            let of_far_plane = overlays(desk, &Palette::DARK).into_iter().find_map(|overlay| match overlay {
                Overlay::Lines(lines, pen) if pen.color == Palette::DARK.far_point => Some(lines),
                _ => None,
            });
            let is_seen = |point: DVec3| {
                let drawn = desk.drawn_in(Pane::SecondView, point);
                drawn.is_some_and(|drawn| desk.shown.second_view.view.shows(drawn))
            };
            let corners = of_far_plane.expect("a rectangle").into_iter().map(|[corner, _]| corner);
            let n_seen = corners.filter(|&corner| is_seen(corner)).count();
            assert_eq!(n_seen == 4, is_whole, "{far:?}, {ndc}: {n_seen} corners");
        }
    }
}
