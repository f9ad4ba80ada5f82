//! Display of mistakes over the picture: where the wrong ray lands, the arrows of the pattern, and a card of words.

use super::explaining::CLOSE;
use super::pixel_map::within;
use super::{lists, room_for_cards};
use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::Desk;
use crate::app::keys::Command;
use crate::app::numbers;
use crate::app::panels::card::Card;
use crate::app::panels::rows::{self, ask};
use crate::app::panels::{area_of, on_screen};
use crate::app::texts::t;
use crate::app::theme::{Colors, color32, palette};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::mistakes::{MistakeAction, may_tell, name, where_seen};
use egui::{Color32, Pos2, Rect, RichText, Stroke, TextWrapMode, Ui};
use glam::DVec3;
use pickray::pick::explain::{Mistake, MistakenPick, PatternArrow, Step};
use pickray_render::{Behind, Overlay, Palette, Pen, Srgb};

/// Height of a picture, in logical pixels, up to which it has no room for more than where the wrong ray lands.
const LOW_PICTURE: f32 = 320.0;

/// Distance in pixels below which a pick is off by rounding only.
pub const LEAST_OFF: f64 = 5e-4;

/// Distance up to which two rays begin at one point, as a share of that point's distance from the origin.
const SAME_START: f64 = 1e-6;

/// Distance from the picture's edge of the end of an arrow that leads on to a place outside, in logical pixels.
const TIP: f32 = 4.0;

/// Writes how many pixels something is off, no finer than a hand can tell.
pub fn pixels(off: f64) -> String {
    numbers::fixed(off, if 100.0 <= off { 0 } else { 1 + 2 * usize::from(off < 1.0) })
}

/// Draws where the wrong ray lands and the pattern over the picture, and shows a card with a few words.
pub fn over(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let (mistakes, study) = (&picking.explain.mistakes, &desk.study);
    let is_shown = desk.shows_ladder() && desk.picked.is_some();
    let Some(mistake) = study.mistake_at_work().filter(|_| is_shown) else { return };
    let color = color32(palette(ui).mistake);
    let painter = ui.painter().with_clip_rect(area_of(desk, desk.view()).intersect(area));
    if picking.check.is_none() && picking.learning.shows_arrows() {
        arrows(&painter, desk, &mistakes.pattern(desk), color);
    }
    let mut off = lists::places(picking, desk);
    off.extend(mistakes.effect(desk).and_then(|effect| landing(&painter, desk, &effect, color)));
    off.extend(mistakes.wrong_guess(desk).and_then(|guess| landing(&painter, desk, &guess, Colors::of(ui).text)));
    // The map of every pixel tells more, and has its own legend.
    if picking.check.is_some() {
        return;
    }
    Card::Mistake.show(ui, room_for_cards(desk, area), 456.0, &off, |ui| {
        match study.hidden() {
            Some(_) if !may_tell(study) => question(ui, picking, desk, actions),
            _ => answer(ui, mistake, picking, desk, LOW_PICTURE < area.height(), actions),
        }
        if picking.learning.shows_arrows() && shortened(desk, &mistakes.pattern(desk)) < 1.0 {
            ui.label(RichText::new(t!("mistake-arrows")).small().color(Colors::of(ui).weak));
        }
    });
}

/// Shows a heading with a button that ends the mistake; on a page of a lesson there is no button.
fn heading(ui: &mut Ui, text: &str, picking: &Picking, actions: &mut Vec<Action>) {
    let heading = RichText::new(text).strong();
    if picking.learning.open.is_some() {
        ui.horizontal(|ui| ui.label(heading));
    } else if rows::closable(ui, heading, "×", t!("mistake-close")) {
        actions.push(MistakeAction::Show(None).into());
    }
}

/// Shows the effect of a mistake that is shown or was found and, with room and no lesson, where it shows.
fn answer(ui: &mut Ui, mistake: Mistake, picking: &Picking, desk: &Desk, has_room: bool, actions: &mut Vec<Action>) {
    let was_hidden = desk.study.hidden().is_some();
    let is_of_page = picking.learning.open.is_some();
    let name = name(mistake);
    let title = if was_hidden { t!("which-one-yes", name = name) } else { t!("mistake-with", name = name) };

    // In a low picture the words run on behind the name, so that the card covers less of it.
    let runs_on = is_of_page && !has_room;
    if !runs_on {
        heading(ui, &title, picking, actions);
    }
    ui.horizontal_wrapped(|ui| {
        if runs_on {
            ui.spacing_mut().item_spacing.y = CLOSE;
            ui.label(RichText::new(&title).strong());
        }
        if let Some(effect) = picking.explain.mistakes.effect(desk) {
            ui.label(sentence(&effect));
        }
        // Whole in the next row where there is no room in this one.
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        let every_pixel = rows::link(ui, t!("mistake-every-pixel").into());
        ask(actions, every_pixel.clicked().then_some(Command::VerifyPixels));
    });
    if has_room && !is_of_page {
        ui.label(RichText::new(where_seen(mistake)).color(Colors::of(ui).weak));
    }
    if was_hidden && !is_of_page {
        rows::button(ui, t!("which-one-another"), "", MistakeAction::Hide, actions);
    }
}

fn question(ui: &mut Ui, picking: &Picking, desk: &Desk, actions: &mut Vec<Action>) {
    let mistakes = &picking.explain.mistakes;
    heading(ui, t!("which-one"), picking, actions);
    if picking.learning.open.is_none() {
        ui.label(t!("which-one-question"));
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(effect) = mistakes.effect(desk) {
            ui.label(sentence(&effect));
        }
        rows::button(ui, t!("which-one-give-up"), "", MistakeAction::Tell, actions);
    });
    if let Some((guess, hidden)) = mistakes.wrong_guess(desk).zip(mistakes.effect(desk)) {
        let name = name(guess.mistake);
        let words = match (guess.can_be_told_from(&hidden), guess.pixels_off) {
            (false, _) => t!("which-one-not-here", name = name),
            (true, _) if !guess.changes => t!("which-one-no-change", name = name),
            (true, Some(off)) => {
                let lands = guess.lands.and_then(|point| desk.view().cursor_from_world(point));
                let picture = area_of(desk, desk.view());
                if lands.is_some_and(|cursor| picture.contains(on_screen(desk, cursor))) {
                    t!("which-one-no-lands", name = name, pixels = pixels(off))
                } else {
                    t!("which-one-no-lands-outside", name = name, pixels = pixels(off))
                }
            }
            (true, None) => t!("which-one-no", name = name),
        };
        ui.label(RichText::new(words).color(Colors::of(ui).warning));
    }
}

fn sentence(effect: &MistakenPick) -> String {
    let triangle = effect.hit.map(|hit| hit.triangle.to_string());
    let pixels = effect.pixels_off.map(|off| (off >= LEAST_OFF, pixels(off)));
    match (triangle, pixels) {
        _ if !effect.changes => t!("mistake-changes-nothing").to_owned(),
        _ if effect.ray.is_none() => t!("mistake-has-no-ray").to_owned(),
        (Some(triangle), Some((true, pixels))) => t!("mistake-lands-on", triangle = triangle, pixels = pixels),
        (None, Some((true, pixels))) => t!("mistake-lands-there", pixels = pixels),
        (Some(triangle), Some((false, _))) => t!("mistake-same-pixel", triangle = triangle),
        (None, Some((false, _))) => t!("mistake-same-pixel-nothing").to_owned(),
        (Some(triangle), None) => t!("mistake-lands-unseen", triangle = triangle),
        (None, None) => t!("mistake-lands-nowhere").to_owned(),
    }
}

/// Shows a line from the pick's landing to the wrong one, with a ring there or an arrow at the edge; returns its end.
fn landing(painter: &egui::Painter, desk: &Desk, effect: &MistakenPick, color: Color32) -> Option<Pos2> {
    let seen = |point: Option<DVec3>| Some(on_screen(desk, desk.view().cursor_from_world(point?)?));
    let (from, to) = seen(effect.right).zip(seen(effect.lands)).filter(|_| effect.changes)?;
    let picture = painter.clip_rect();
    let leads_out = picture.contains(from) && !picture.contains(to);
    let last_within = || within(from, to, picture.shrink(TIP)).map_or(from, |[_, end]| end);
    let end = if leads_out { last_within() } else { to };
    for (width, color) in [(4.0, Color32::from_black_alpha(150)), (2.0, color)] {
        let stroke = Stroke::new(width, color);
        painter.add(egui::Shape::dashed_line(&[from, end], stroke, 6.0, 4.0));
        if leads_out {
            let tip = TIP * (to - from).normalized();
            painter.arrow(end - 9.0 * tip, 10.0 * tip, stroke);
        } else {
            painter.circle_stroke(to, 7.0, stroke);
        }
    }
    Some(end)
}

/// Shows the pattern: an arrow at each place of the grid, dots where nothing is off.
fn arrows(painter: &egui::Painter, desk: &Desk, pattern: &[PatternArrow], color: Color32) {
    let (color, factor) = (color.gamma_multiply(0.75), shortened(desk, pattern));
    for (from, to) in pattern.iter().filter_map(|arrow| ends(desk, arrow)) {
        let arrow = factor * (to - from);
        if arrow.length() < 2.0 {
            painter.circle_filled(from, 1.5, color);
        } else {
            painter.arrow(from, arrow, Stroke::new(1.25, color));
        }
    }
}

/// Returns where an arrow of the pattern begins and ends, in egui's points; `None` if it has no end.
fn ends(desk: &Desk, arrow: &PatternArrow) -> Option<(Pos2, Pos2)> {
    Some((on_screen(desk, arrow.from), on_screen(desk, arrow.to?)))
}

/// Returns the factor that shortens all arrows of the pattern, so that their lengths can be compared.
fn shortened(desk: &Desk, pattern: &[PatternArrow]) -> f32 {
    let [first, second, ..] = pattern else { return 1.0 };
    let step = on_screen(desk, second.from).x - on_screen(desk, first.from).x;
    let lengths = pattern.iter().filter_map(|arrow| ends(desk, arrow)).map(|(from, to)| (to - from).length());
    let longest = lengths.fold(0.0, f32::max);
    if longest > 0.0 { (0.85 * step / longest).min(1.0) } else { 1.0 }
}

/// Returns the mistake's wrong ray, dashed, once the camera is not the pick's; and its triangle, if that is another.
pub fn overlays(picking: &Picking, desk: &Desk, pane: Pane, palette: &Palette) -> Vec<Overlay> {
    let effect = picking.explain.mistakes.effect(desk).and_then(|effect| Some((effect, effect.ray?)));
    let Some(((effect, ray), picked)) = effect.zip(desk.picked.as_ref()) else { return Vec::new() };
    let pen = Pen::new(palette.mistake, 2.0).behind(Behind::Drawn);
    let mut overlays = Vec::new();
    if let Some(id) = effect.hit.filter(|_| effect.changes)
        && let Some(triangle) = desk.triangle(id)
    {
        overlays.push(Overlay::triangle(&triangle, pen.dashed(4.0)));
    }
    if pane == Pane::SecondView || picked.trace.view.camera != desk.view().camera {
        // As far as every picture of the scene shows it.
        let bounds = desk.bounds();
        let most = 20.0 * bounds.size().length().max((ray.near - bounds.center()).length());
        let end = ray.near + (ray.far - ray.near).clamp_length_max(most);
        overlays.push(Overlay::Lines(vec![[ray.near, end]], pen.dashed(7.0)));
        let lands = effect.lands.filter(|_| effect.changes);
        let points = std::iter::once(ray.near).chain(lands).collect();
        overlays.push(Overlay::Points(points, Pen { width: 7.0, ..pen }));
    }
    overlays
}

/// Returns the start of the wrong ray with its name and colour, if it may be told and the right ray begins elsewhere.
pub fn name_of_start(picking: &Picking, desk: &Desk, palette: &Palette) -> Option<(DVec3, String, Srgb)> {
    let effect = picking.explain.mistakes.effect(desk).filter(|_| may_tell(&desk.study))?;
    let wrong = effect.ray.filter(|_| !matches!(effect.mistake.step(), Step::Object | Step::Triangle))?.near;
    let right = desk.picked.as_ref()?.trace.ray.as_ref().ok()?.near.world;
    let is_other = (wrong - right).length() > SAME_START * right.length();
    is_other.then(|| (wrong, t!("name-wrong-start").to_owned(), palette.mistake))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::update::tests::*;

    /// Returns a split picture with a hit, and a mistake beside it.
    fn with(mistake: Mistake) -> State {
        let mut state = after(|it| it.explain().command(Command::NextRayView));
        let view = state.view();
        let middle = view.cursor_from_world(view.camera.target).expect("before the eye");
        state.pick(middle).change([Change::Mistake(Some(mistake))]);
        state
    }

    fn drawn(state: &State, pane: Pane) -> Vec<Overlay> {
        overlays(state.picking(), &state.desk, pane, &Palette::DARK)
    }

    #[test]
    fn a_wrong_ray_that_changes_nothing_is_drawn_upon_the_right_one_from_where_it_begins() {
        for mistake in [Mistake::EyeAsOrigin, Mistake::DepthsMinusOneAndOne] {
            let state = with(mistake);
            let effect = state.picking().explain.mistakes.effect(&state.desk).expect("an effect");
            let right = state.trace().ray.expect("a ray").near.world;
            let ray = effect.ray.expect("two points");
            assert!(!effect.changes && ray.near.distance(right) > 1e-3, "{mistake:?} begins elsewhere");
            let overlays = drawn(&state, Pane::SecondView);
            let [Overlay::Lines(lines, pen), Overlay::Points(points, _)] = &overlays[..] else {
                panic!("{overlays:?}");
            };
            assert!(lines[0][0] == ray.near && pen.dash > 0.0, "{overlays:?}");
            assert_eq!(*points, [ray.near]);
            assert!(drawn(&state, Pane::Picking).is_empty(), "through its camera it is a point");
        }
    }

    #[test]
    fn the_way_to_a_place_outside_of_the_picture_ends_at_its_edge() {
        let picture = Rect::from_min_max(Pos2::ZERO, Pos2::new(400.0, 300.0));
        let from = Pos2::new(100.0, 100.0);
        let below = ((100.0, 900.0), (100.0, 300.0));
        for (to, end) in [below, ((-300.0, 0.0), (0.0, 75.0)), ((700.0, -300.0), (250.0, 0.0))] {
            let [_, found] = within(from, to.into(), picture).expect("a way within");
            assert!(found.distance(end.into()) < 1e-3, "{to:?}: {found:?}");
        }
    }

    #[test]
    fn a_wrong_ray_that_lands_elsewhere_has_points_at_both_places() {
        let state = with(Mistake::YNotFlipped);
        let effect = state.picking().explain.mistakes.effect(&state.desk).expect("an effect");
        let overlays = drawn(&state, Pane::SecondView);
        let Some(Overlay::Points(points, _)) = overlays.last() else { panic!("{overlays:?}") };
        assert!(effect.changes);
        assert_eq!(*points, [effect.ray.expect("two points").near, effect.lands.expect("a place")]);
    }
}
