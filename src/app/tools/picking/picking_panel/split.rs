//! Free view of a split picture, which sees the last pick from the side: camera, planes and ray, with their names.
//!
//! While the ladder's last step is open, the vectors of the ray-triangle test are arrows, with their letters in the
//! paper, which calls D × E₂ P.
//!
//! Based on: Tomas Möller and Ben Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997, section 3.

use super::ray::{between_name, points};
use super::{beside_strip, mistakes};
use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::{Desk, Picked};
use crate::app::keys::{Command, name_of, with_key};
use crate::app::panels::{area_of, labels, note};
use crate::app::texts::t;
use crate::app::theme::{self, Colors, SPACE};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::ladder::{Ladder, loupe};
use egui::{Align2, FontId, Id, Label, Order, Rect, RichText, Slider, Ui};
use glam::DVec3;
use pickray::math::CursorPosition;
use pickray::pick::explain::{Loupe, Step};
use pickray::scene::{Camera, Object, Projection, View};
use pickray::study::HiddenMistake;
use pickray_render::{Behind, Overlay, Palette, Pen, Srgb};

/// Height of the slider between world space and NDC, with the room below and above it, in logical pixels.
pub const SLIDER_HEIGHT: f32 = 44.0;

/// Distance of a far plane at infinity as drawn, as a multiple of the near plane's: there z is 1 within a pixel.
const FAR_AS_INFINITE: f64 = 1e4;

/// Returns the last pick with its ray from the near to the far plane, where the picture is split and there is a ray.
fn pick_with_ray(desk: &Desk) -> Option<(&Picked, [DVec3; 2])> {
    let picked = desk.picked.as_ref().filter(|_| desk.is_split())?;
    Some((picked, desk.finite_ray(picked)?))
}

/// Returns the last pick in the free view: frustum, planes, pixel and ray; empty if the picture is not split.
pub fn overlays(desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let Some((picked, [near, far])) = pick_with_ray(desk) else { return Vec::new() };
    // Nothing seems to end at infinity, neither in the world nor in NDC.
    let camera = picked.trace.view.camera;
    let drawn_far = if camera.far.is_finite() { camera.far } else { FAR_AS_INFINITE * camera.near };
    let view = desk.finite_view(picked).with_camera(Camera { far: drawn_far, ..camera });
    let mut overlays = Overlay::frustum(&view, palette);
    for (depth, color) in [(view.camera.near, palette.near_point), (view.camera.far, palette.far_point)] {
        overlays.push(Overlay::Lines(edges(view.rectangle_at(depth)), Pen::new(color, 1.5)));
        let pixel = pixel(picked, &view, depth);
        overlays.extend(pixel.map(|corners| Overlay::Lines(edges(corners), Pen::new(color, 1.0))));
    }
    overlays.extend(Overlay::ray(near, far, picked.hit.as_ref().map(|hit| hit.point_world), palette));
    overlays
}

fn edges([a, b, c, d]: [DVec3; 4]) -> Vec<[DVec3; 2]> {
    vec![[a, b], [b, c], [c, d], [d, a]]
}

/// Returns the corners in world space of the pixel that was picked, at a depth before the eye.
fn pixel(picked: &Picked, view: &View, depth: f64) -> Option<[DVec3; 4]> {
    let (x, y) = picked.trace.cursor.pixel();
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
    let Some((picked, [near, far])) = pick_with_ray(desk) else {
        return caption(ui, second_view, t!("split-next"));
    };
    let ndc = desk.shown.second_view.ndc;
    caption(ui, second_view, if ndc == 1.0 { t!("split-ndc") } else { t!("split-aside") });
    scrubber(ui, second_view, ndc, actions);
    let mut names = points(picked, near, far, palette);
    names.extend(between_name(&picking.explain.ladder, desk, palette));
    names.extend(letters(&picking.explain.ladder, desk, palette));
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
    // Beside it are the triad and the words at both of its ends.
    let width = (area.width() - 190.0).clamp(50.0, 160.0);
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

const HEAD_LENGTH: f64 = 9.0;

/// Share of an arrow at its tip over which its length in pixels is measured.
const MEASURED: f64 = 1.0 / 256.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VectorKind {
    Edge,
    /// Vector T from a corner of the triangle to the ray's origin, or the ray's direction D.
    Ray,
    /// Cross product of an edge of the triangle with D or T.
    Product,
}

/// A vector of the test in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arrow {
    letter: &'static str,
    kind: VectorKind,
    from: DVec3,
    along: DVec3,
}

impl Arrow {
    fn to(&self) -> DVec3 {
        self.from + self.along
    }

    fn color(&self, palette: &Palette) -> Srgb {
        palette.vectors[self.kind as usize]
    }
}

/// Returns all vectors of the test in world space; products may no longer be perpendicular to their factors there.
fn arrows(loupe: &Loupe, object: &Object) -> [Arrow; 6] {
    let matrix = object.world_from_object;
    let world = |local: DVec3| matrix.transform_point3(local + object.mesh.origin());
    let steps = &loupe.in_f64;
    let (a, o) = (world(loupe.test.corners[0]), world(loupe.local_ray.origin));
    [
        ("E₁", VectorKind::Edge, a, steps.e1),
        ("E₂", VectorKind::Edge, a, steps.e2),
        ("T", VectorKind::Ray, a, steps.t_vec),
        ("D", VectorKind::Ray, o, steps.d),
        ("D × E₂", VectorKind::Product, a, steps.p),
        ("Q", VectorKind::Product, a, steps.q),
    ]
    .map(|(letter, kind, from, along)| Arrow { letter, kind, from, along: matrix.transform_vector3(along) })
}

fn seen(point: DVec3, desk: &Desk) -> Option<CursorPosition> {
    desk.shown.second_view.view.cursor_from_world(desk.drawn_in(Pane::SecondView, point)?)
}

fn is_in_picture(point: DVec3, desk: &Desk) -> bool {
    desk.drawn_in(Pane::SecondView, point).is_some_and(|drawn| desk.shown.second_view.view.shows(drawn))
}

/// Returns the arrows drawn while the ladder's last step is open; none is longer than the longer of both edges.
fn shown(ladder: &Ladder, desk: &Desk) -> Vec<Arrow> {
    let is_shown = desk.is_split() && ladder.open == Some(Step::Triangle);
    let Some(loupe) = is_shown.then(|| loupe(desk)).flatten() else { return Vec::new() };
    let Some(object) = desk.scene().objects().get(loupe.id.object as usize) else { return Vec::new() };
    let all = arrows(&loupe, object);
    let edge = all[0].along.length().max(all[1].along.length());
    let fitted = |arrow: Arrow| {
        let is_whole = arrow.kind == VectorKind::Edge || is_in_picture(arrow.to(), desk);
        let along = if is_whole { arrow.along } else { edge * arrow.along.try_normalize()? };
        (arrow.from.is_finite() && along.is_finite() && along != DVec3::ZERO).then_some(Arrow { along, ..arrow })
    };
    all.into_iter().filter_map(fitted).collect()
}

/// Returns the drawing of the vectors as arrows, whose heads have the same size on the screen.
pub fn arrow_overlays(ladder: &Ladder, desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let overlay = |arrow: Arrow| {
        let mut lines = vec![[arrow.from, arrow.to()]];
        lines.extend(head(&arrow, desk).into_iter().flatten());
        // D runs along the ray, which is seen on either side of it.
        let width = if arrow.letter == "D" { 1.25 } else { 2.0 };
        Overlay::Lines(lines, Pen::new(arrow.color(palette), width).behind(Behind::Drawn))
    };
    shown(ladder, desk).into_iter().map(overlay).collect()
}

/// Returns the two lines of an arrow's head, as long as [`HEAD_LENGTH`] where it is seen from the side.
fn head(arrow: &Arrow, desk: &Desk) -> Option<[[DVec3; 2]; 2]> {
    let tip = arrow.to();
    let at = seen(tip, desk)?;
    // The way that makes so many pixels, over a short one that is measured.
    let stretched = |short: DVec3, pixels: f64| {
        let measured = at.distance(seen(tip + short, desk)?);
        (0.0 < measured).then(|| short * (pixels / measured))
    };
    let back = stretched(-MEASURED * arrow.along, HEAD_LENGTH * desk.shown.scale_factor)?;
    let back = back.clamp_length_max(0.35 * arrow.along.length());
    let across = arrow.along.cross(tip - desk.shown.second_view.view.camera.eye).try_normalize()?;
    // Where the arrow is short, its head is no wider.
    let pixels = at.distance(seen(tip + back, desk)?);
    let side = stretched(MEASURED * arrow.along.length() * across, 0.45 * pixels)?;
    Some([[tip, tip + back + side], [tip, tip + back - side]])
}

/// Returns point, letter and colour for each arrow: at its tip or, for T and D, before it, beside the names of points.
fn letters(ladder: &Ladder, desk: &Desk, palette: &Palette) -> Vec<(DVec3, String, Srgb)> {
    let letter = |arrow: Arrow| {
        let share = if arrow.kind == VectorKind::Ray { 0.6 } else { 1.0 };
        (arrow.from + share * arrow.along, arrow.letter.to_owned(), arrow.color(palette))
    };
    shown(ladder, desk).into_iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tools::picking::ladder::LadderAction;
    use crate::app::update::tests::*;

    /// Returns a split picture with a hit, the mesh placed so, and the last step open.
    fn open(placement: Placement) -> State {
        after(|it| {
            it.explain().change(placing(placement)).pick(MIDDLE).command(Command::NextRayView);
            it.act(LadderAction::Open(Step::Triangle))
        })
    }

    fn ladder(state: &State) -> &Ladder {
        &state.tools.get::<Picking>().explain.ladder
    }

    fn is_near(a: DVec3, b: DVec3) -> bool {
        (a - b).length() <= 1e-12 * (1.0 + b.length())
    }

    #[test]
    fn the_arrows_of_the_edges_end_at_the_corners_and_those_of_the_ray_at_its_points_however_the_mesh_is_placed() {
        let mirrored = Placement { scale: DVec3::new(-1.5, 0.75, 1.25), ..Placement::default() };
        let moved =
            Placement { translate: DVec3::new(0.25, -0.125, 0.5), rotate: DVec3::new(0.2, 0.3, 0.4), ..mirrored };
        for placement in [Placement::default(), mirrored, moved] {
            let state = open(placement);
            let loupe = loupe(&state.desk).expect("a triangle");
            let object = &state.desk.scene().objects()[0];
            let world = |corner: DVec3| object.world_from_object.transform_point3(corner);
            let triangle = object.mesh.triangle(loupe.id.triangle);
            let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(world);
            let [e1, e2, t, d, p, q] = arrows(&loupe, object);
            assert!(is_near(e1.to(), b) && is_near(e2.to(), c), "{e1:?} and {e2:?}");
            assert!([e1, e2, t, p, q].iter().all(|arrow| is_near(arrow.from, a)));
            let ray = state.trace().ray.expect("a ray");
            assert!(is_near(t.to(), ray.near.world) && is_near(d.from, ray.near.world), "{t:?} and {d:?}");
            assert!(is_near(d.to(), ray.far.world), "{d:?}");
        }
    }

    #[test]
    fn an_arrow_that_would_leave_the_picture_is_as_long_as_an_edge_and_points_the_same_way() {
        let mut state = open(Placement::default());
        let object = state.desk.scene().objects()[0].clone();
        let all = arrows(&loupe(&state.desk).expect("a triangle"), &object);
        let edge = all[0].along.length().max(all[1].along.length());
        let corners = [all[0].from, all[0].to(), all[1].to()];
        let (whole, aspect) = (state.desk.shown.second_view.view.camera, state.desk.shown.second_view.view.aspect());
        let mut shortened = 0;
        for (camera, ndc) in [(whole, 0.0), (whole, 0.5), (whole, 1.0), (whole.framed_around(&corners, aspect), 0.0)] {
            state.desk.shown.second_view.view.camera = camera;
            state.act(Action::ScrubNdc(ndc));
            for arrow in shown(ladder(&state), &state.desk) {
                let whole = all.iter().find(|other| other.letter == arrow.letter).expect("one of them");
                if is_in_picture(whole.to(), &state.desk) {
                    assert_eq!(arrow, *whole);
                } else {
                    assert!((arrow.along.length() - edge).abs() < 1e-12 * edge);
                    assert!(arrow.along.angle_between(whole.along) < 1e-6);
                    shortened += 1;
                }
            }
        }
        assert!(shortened > 0);
    }

    #[test]
    fn they_are_drawn_in_a_split_picture_while_the_last_step_is_open() {
        let mut state = open(Placement::default());
        let letters = |state: &State| {
            let all = letters(ladder(state), &state.desk, &Palette::LIGHT);
            all.into_iter().map(|(_, letter, _)| letter).collect::<Vec<_>>()
        };
        assert_eq!(letters(&state), ["E₁", "E₂", "T", "D", "D × E₂", "Q"]);
        assert_eq!(arrow_overlays(ladder(&state), &state.desk, &Palette::LIGHT).len(), 6);
        assert!(letters(state.act(LadderAction::Open(Step::Object))).is_empty());
        assert!(letters(state.act(LadderAction::Open(Step::Triangle)).command(Command::NextRayView)).is_empty());
    }

    #[test]
    fn a_far_plane_at_infinity_is_out_of_the_picture_in_the_world_and_the_far_side_of_the_cube_in_ndc() {
        let mut state = after(|it| it.pick(MIDDLE).command(Command::NextRayView));
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
