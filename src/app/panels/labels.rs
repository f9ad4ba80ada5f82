//! Words and marks over the picture of any tool: labels beside points, none over another, and the crosshair.

use super::menu;
use super::rows::ask;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::keys::Command;
use crate::app::platform::{PAGE, takes_drops};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, color32, heavy};
use crate::app::update::State;
use egui::epaint::ClippedShape;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Area, Color32, Context, FontId, Id, Order, Pos2, Rect, Stroke, Ui, Vec2};
use glam::DVec3;
use pickray::math::{CursorPosition, Viewport};
use pickray::scene::View;
use pickray_render::Srgb;

/// Space between a point and its label along either axis, in logical pixels.
const GAP: f32 = 10.0;

/// Distance below which points in the picture share a label, in logical pixels.
const SAME_PLACE: f32 = 16.0;

/// Distance that a label keeps from the point of another, in logical pixels.
const CLEAR: f32 = 5.0;

/// Distance of the rings on which a label looks for a place, in logical pixels, and the angle between the places.
const RING: f32 = 14.0;
const TURN: f32 = std::f32::consts::TAU / 16.0;

/// Draws labels beside the points that `view` shows, earlier ones first. Returns a free place for a `button`, if any.
pub fn labels(
    ui: &Ui,
    desk: &Desk,
    view: &View,
    area: Rect,
    labels: &[(DVec3, String, Srgb)],
    button: Option<(DVec3, Vec2)>,
) -> Option<Rect> {
    let painter = ui.painter().with_clip_rect(area);
    let seen = |point: DVec3| {
        let at = view.cursor_from_world(point).map(|cursor| on_screen(desk, cursor));
        at.filter(|&at| area.contains(at))
    };
    let named: Vec<_> = labels.iter().filter_map(|(point, text, color)| Some((seen(*point)?, text, *color))).collect();
    let points: Vec<Pos2> = named.iter().map(|&(at, ..)| at).collect();

    // Points that are seen in one place share a label.
    let label = |of: Vec<usize>| {
        let mut words = LayoutJob::default();
        for (place, &k) in of.iter().enumerate() {
            let (_, text, color) = named[k];
            let text = if place == 0 { text.clone() } else { format!("  {text}") };
            words.append(&text, 0.0, TextFormat::simple(FontId::proportional(12.0), color32(color)));
        }
        words.wrap.max_width = 0.5 * area.width();
        (points[of[0]], painter.layout_job(words))
    };
    let written: Vec<_> = in_one_place(&points).into_iter().map(label).collect();

    let mut items: Vec<_> = written.iter().map(|(at, words)| (*at, words.size() + Vec2::new(8.0, 3.0))).collect();
    items.extend(button.and_then(|(point, size)| Some((seen(point)?, size))));
    let places = arrange(&items, area, noted(ui.ctx()), written.len());

    let ground = Colors::of(ui).panel.gamma_multiply(0.82);
    for ((at, words), place) in written.iter().zip(&places) {
        if let Some(place) = place {
            if place.distance_to_pos(*at) > 2.0 * GAP {
                painter.line_segment([*at, place.clamp(*at)], (1.0, Colors::of(ui).weak));
            }
            painter.rect_filled(*place, 3.0, ground);
            painter.galley(place.center() - 0.5 * words.size(), words.clone(), Colors::of(ui).text);
            note(ui.ctx(), *place);
        }
    }
    places.get(written.len()).copied().flatten()
}

/// Pass of egui, and the places where words were written over the picture in it.
type Noted = (u64, Vec<Rect>);

fn notes() -> Id {
    Id::unique("where words stand over the picture")
}

/// Records that text is drawn in this rectangle over the picture, so that labels and cards can avoid it.
pub fn note(ctx: &Context, place: Rect) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let (of, places) = data.get_temp_mut_or_default::<Noted>(notes());
        if *of != pass {
            places.clear();
        }
        *of = pass;
        places.push(place);
    });
}

/// Returns the rectangles over the picture in which text was drawn earlier in egui's present pass.
pub fn noted(ctx: &Context) -> Vec<Rect> {
    let (of, places) = ctx.data(|data| data.get_temp::<Noted>(notes())).unwrap_or_default();
    if of == ctx.cumulative_pass_nr() { places } else { Vec::new() }
}

/// Returns the indices of points, in groups of those that are seen in one place.
fn in_one_place(points: &[Pos2]) -> Vec<Vec<usize>> {
    let mut places: Vec<Vec<usize>> = Vec::new();
    for (k, at) in points.iter().enumerate() {
        match places.iter_mut().find(|place| points[place[0]].distance(*at) < SAME_PLACE) {
            Some(place) => place.push(k),
            None => places.push(vec![k]),
        }
    }
    places
}

/// Returns places for labels of these sizes beside their points: within `area`, none over another or over what is
/// `taken`, and none over the point of another if that can be. The first ones choose first. The first `n_moved` move
/// away from their points if the room beside them is taken; an item that finds no place is left out.
///
/// Labels stand at the left of points that are left of the others, so that what lies between stays free.
fn arrange(items: &[(Pos2, Vec2)], area: Rect, mut taken: Vec<Rect>, n_moved: usize) -> Vec<Option<Rect>> {
    let middle = items.iter().map(|(at, _)| at.x).sum::<f32>() / items.len().max(1) as f32;
    let mut is_full = false;
    let mut place = |(k, &(at, size)): (usize, &(Pos2, Vec2))| {
        let outward = if at.x < middle - GAP { -1.0 } else { 1.0 };
        let sides =
            [(1.0, -1.0), (1.0, 1.0), (-1.0, -1.0), (-1.0, 1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
        let beside = |(x, y): (f32, f32)| {
            Rect::from_center_size(at + Vec2::new(outward * x, y) * (0.5 * size + Vec2::splat(GAP)), size)
        };
        let is_free = |place: &Rect| area.contains_rect(*place) && !taken.iter().any(|other| other.intersects(*place));
        let hides = |place: &Rect| items.iter().any(|(other, _)| place.expand(CLEAR).contains(*other));
        let free: Vec<Rect> = sides.map(beside).into_iter().filter(is_free).collect();
        let mut found = free.iter().find(|place| !hides(place)).or(free.first()).copied();
        // Rings around the point, up to one that leaves the area.
        if found.is_none() && k < n_moved && !is_full {
            let rings = (1..=(area.size().length() / RING) as u16).map(|ring| f32::from(ring) * RING);
            let around =
                rings.flat_map(|radius| (0..16u8).map(move |turn| radius * Vec2::angled(f32::from(turn) * TURN)));
            found =
                around.map(|by| Rect::from_center_size(at + by, size)).find(|place| is_free(place) && !hides(place));
            is_full = found.is_none();
        }
        taken.extend(found);
        found
    };
    items.iter().enumerate().map(&mut place).collect()
}

/// Distances of the inner and outer end of the crosshair's arms from its centre, in logical pixels.
const ARM: [f32; 2] = [6.0, 20.0];

/// Converts a cursor position, in physical pixels, to egui points.
pub fn on_screen(desk: &Desk, cursor: CursorPosition) -> Pos2 {
    Pos2::new(cursor.x as f32, cursor.y as f32) / desk.shown.scale_factor as f32
}

pub fn area_of(desk: &Desk, view: &View) -> Rect {
    let Viewport { x, y, width, height } = view.viewport;
    let top = f64::from(view.framebuffer.height) - f64::from(y) - f64::from(height);
    let corner = CursorPosition { x: f64::from(x), y: top };
    let opposite = CursorPosition { x: f64::from(x + width), y: top + f64::from(height) };
    Rect::from_min_max(on_screen(desk, corner), on_screen(desk, opposite))
}

fn between_views(painter: &egui::Painter, desk: &Desk, colors: &Colors) {
    let [picking, second_view] = [desk.view(), &desk.shown.second_view.view].map(|view| area_of(desk, view));
    let is_stacked = desk.shown.picture.width < desk.shown.picture.height;
    let line = if is_stacked {
        Rect::from_min_max(picking.left_bottom(), second_view.right_top())
    } else {
        Rect::from_min_max(picking.right_top(), second_view.left_bottom())
    };
    painter.rect_filled(line, 0.0, colors.line);
}

/// Returns the shapes of the text and marks over the picture, to be saved with it: no cards, lists and buttons.
pub fn written_over(ui: &Ui, State { desk, tools }: &State, area: Rect) -> Vec<ClippedShape> {
    tools.in_use(desk).show_over(ui, desk, area, &mut Vec::new());
    if desk.is_split() {
        between_views(&ui.painter().with_clip_rect(area), desk, Colors::of(ui));
    }
    // Cards, lists and buttons have layers of their own.
    ui.ctx().graphics(|layers| {
        layers.get(ui.layer_id()).map(|own| own.all_entries().cloned().collect()).unwrap_or_default()
    })
}

/// Draws the crosshair, the line between the two views of a split picture, and a text where there is no mesh.
pub fn marks(ui: &Ui, desk: &Desk, area: Rect) {
    let painter = ui.painter().with_clip_rect(area);
    let colors = Colors::of(ui);
    if desk.is_split() {
        between_views(&painter, desk, colors);
    }
    if let Some(crosshair) = desk.pointer.crosshair {
        let center = on_screen(desk, crosshair);
        for direction in [Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y] {
            let arm = [center + ARM[0] * direction, center + ARM[1] * direction];
            // White in black: among edges, thin lines of either would be one more of them.
            let ground = [arm[0] - 1.5 * direction, arm[1] + 1.5 * direction];
            painter.line_segment(ground, Stroke::new(6.0, Color32::from_black_alpha(215)));
            painter.line_segment(arm, Stroke::new(2.5, Color32::WHITE));
        }
    }
    if desk.files.dropping {
        painter.rect_filled(area, 0.0, colors.panel.gamma_multiply(0.8));
        painter.rect_stroke(area.shrink(8.0), 8.0, Stroke::new(2.0, colors.text), egui::StrokeKind::Inside);
        words(&painter, area, t!("picture-drop"), colors.text);
        if PAGE {
            let below = area.translate(Vec2::new(0.0, 4.0 * SPACE));
            painter.text(below.center(), Align2::CENTER_CENTER, t!("files-stay"), FontId::default(), colors.weak);
        }
    } else if is_empty(desk) {
        let what = if takes_drops() { t!("picture-empty") } else { t!("picture-empty-open") };
        words(&painter, area, what, colors.weak);
    }
}

/// Returns `true` if there is no mesh, and none on its way.
fn is_empty(desk: &Desk) -> bool {
    desk.scene().objects().is_empty() && desk.files.loading.is_none()
}

/// Shows two buttons in an empty picture, to open a file or a sample mesh, while none is open or loading.
pub fn ways_to_begin(ui: &Ui, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    if !is_empty(desk) || desk.files.dropping {
        return;
    }
    let at = area.center() + Vec2::new(0.0, 6.0 * SPACE);
    let place = Area::new(Id::unique("ways to begin")).order(Order::Middle).pivot(Align2::CENTER_TOP).fixed_pos(at);
    place.show(ui.ctx(), |ui| {
        ui.horizontal(|ui| {
            ask(actions, ui.button(t!("picture-open")).clicked().then_some(Action::Command(Command::Open)));
            ui.menu_button(t!("menu-samples"), |ui| menu::samples(ui, actions));
        });
    });
}

fn words(painter: &egui::Painter, area: Rect, text: &str, color: Color32) {
    painter.text(area.center(), Align2::CENTER_CENTER, text, FontId::new(17.0, heavy()), color);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    const AREA: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(400.0, 300.0) };

    #[test]
    fn labels_give_way_to_each_other_and_to_the_edges() {
        let mut random = Rng::with_seed(7);
        let mut left_out = 0;
        for n in 1..60 {
            let items: Vec<(Pos2, Vec2)> = (0..n)
                .map(|_| {
                    let at = Pos2::new(400.0 * random.f32(), 300.0 * random.f32());
                    (at, Vec2::new(20.0 + 80.0 * random.f32(), 12.0 + 12.0 * random.f32()))
                })
                .collect();
            let places = arrange(&items, AREA, Vec::new(), n);
            left_out += places.iter().filter(|place| place.is_none()).count();
            let shown: Vec<Rect> = places.iter().copied().flatten().collect();
            for (k, place) in shown.iter().enumerate() {
                assert!(AREA.contains_rect(*place) && !shown[..k].iter().any(|other| other.intersects(*place)));
            }
            for ((at, size), place) in items.iter().zip(&places) {
                assert!(place.is_none_or(|place| (place.size() - *size).length() < 1e-3 && !place.contains(*at)));
            }
        }
        assert!(left_out < 300, "{left_out} of 1770");
    }

    #[test]
    fn the_first_label_has_its_place_and_the_next_does_not_cover_its_point() {
        let size = Vec2::new(60.0, 16.0);
        let (first, second) = (Pos2::new(200.0, 150.0), Pos2::new(215.0, 140.0));
        let alone = arrange(&[(first, size)], AREA, Vec::new(), 0);
        let both = arrange(&[(first, size), (second, size)], AREA, Vec::new(), 0);
        assert!(both.iter().all(Option::is_some) && alone[0].is_some());
        for (place, other) in [(both[0], second), (both[1], first)] {
            assert!(place.is_some_and(|place| !place.expand(CLEAR).contains(other)), "{place:?} over {other:?}");
        }
        // Where the room beside its point is taken, a label moves away, and a button is left out.
        let taken = vec![Rect::from_center_size(first, 2.0 * size)];
        let moved = [1, 0].map(|n_moved| arrange(&[(first, size)], AREA, taken.clone(), n_moved)[0].is_some());
        assert_eq!(moved, [true, false]);
    }

    #[test]
    fn points_that_are_seen_in_one_place_share_a_label() {
        let points = [(0.0, 0.0), (50.0, 0.0), (12.0, 0.0), (50.0, 12.0), (100.0, 0.0)].map(Pos2::from);
        assert_eq!(in_one_place(&points), [vec![0, 2], vec![1, 3], vec![4]]);
    }
}
