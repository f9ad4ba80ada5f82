//! Display of mistakes: their names at the open step of the ladder, with the right and the wrong line of code, and the
//! landing of the wrong ray over the picture.

use super::ladder::{NUMBERS, mono, short};
use super::{hits, room_for_cards};
use crate::app::action::Action;
use crate::app::desk::{Desk, Picked};
use crate::app::keys::Command;
use crate::app::numbers;
use crate::app::pane::Pane;
use crate::app::panels::card::Card;
use crate::app::panels::rows::{self, ask};
use crate::app::panels::{area_of, on_screen};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, color32, flatten, is_for_fingers, palette};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::mistakes::{MistakeAction, Mistakes, lines, texts};
use crate::app::tools::picking::resized::drawn_share;
use egui::{
    Button, Color32, FontId, FontSelection, Label, Pos2, Rect, Response, RichText, Stroke, TextWrapMode, Ui, vec2,
};
use glam::DVec3;
use pickray::pick::explain::{Mistake, MistakenPick, PatternArrow, PickTrace, PlanePoint, Step};
use pickray::study::Study;
use pickray_render::{Behind, Overlay, Palette, Pen, Srgb};

/// Greatest width of the words over the picture, in logical pixels.
const MOST_WIDTH: f32 = 456.0;

/// Height of a picture, in logical pixels, up to which it has no room for more than where the wrong ray lands.
const LOW_PICTURE: f32 = 320.0;

/// Least width of the list of a step's mistakes with their lines of code, in logical pixels.
pub const LEAST_WIDTH: f32 = 330.0;

/// Height of a row of names, in logical pixels; `CLOSE` is the distance between rows, `LINE` the height of a line of
/// code.
const ROW: f32 = 18.0;
const CLOSE: f32 = 2.0;
const LINE: f32 = 14.0;

/// Distance in pixels below which a pick is off by rounding only.
const LEAST_OFF: f64 = 5e-4;

/// Distance up to which two rays begin at one point, as a share of that point's distance from the origin.
const SAME_START: f64 = 1e-6;

/// Greatest length of an arrow of the pattern, as a share of the distance between two arrows.
const LONGEST: f32 = 0.85;

/// Distance from the picture's edge of the end of an arrow that leads on to a place outside, in logical pixels.
const TIP: f32 = 4.0;

/// Length below which an arrow is a dot, in logical pixels.
const DOT: f32 = 2.0;

/// Shows the names of a step's mistakes; for the mistake that is shown, also the right and the wrong line of code, with
/// their numbers.
pub fn at_step(ui: &mut Ui, step: Step, picking: &Picking, study: &Study, picked: &Picked, actions: &mut Vec<Action>) {
    let mistakes = &picking.mistakes;
    let here: Vec<_> = Mistake::ALL.into_iter().filter(|mistake| mistake.step() == step).collect();
    if here.is_empty() || picked.trace.ray.is_err() {
        return;
    }
    // The lines of code are whole below three rows of names in the ladder as high as it is at first.
    ui.spacing_mut().item_spacing.y = CLOSE;
    flatten(ui, ROW);
    ui.horizontal(|ui| {
        let about = RichText::new(t!("mistakes")).strong();
        ui.add(Label::new(about).selectable(false)).on_hover_text(t!("mistakes-about"));
        // A page of a lesson hides what it wants to be found.
        let may_hide = picking.learning.open.is_none();
        if may_hide && which_one(ui).on_hover_text(t!("which-one-about")).clicked() {
            actions.push(MistakeAction::Hide.into());
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding = vec2(4.0, 1.0);
        for &mistake in &here {
            name(ui, mistake, mistakes, study, actions);
        }
    });
    if let Some(shown) = study.mistake_at_work().filter(|shown| mistakes.may_tell(study) && here.contains(shown)) {
        lines_of_code(ui, shown, mistakes, picked);
    }
}

/// Shows the button that hides a mistake to be found.
fn which_one(ui: &mut Ui) -> Response {
    if is_for_fingers(ui) { ui.button(t!("which-one")) } else { ui.small_button(t!("which-one")) }
}

/// Shows a mistake's name, with how far off it is where that may be told: a click takes it, or guesses it.
fn name(ui: &mut Ui, mistake: Mistake, mistakes: &Mistakes, study: &Study, actions: &mut Vec<Action>) {
    let may_tell = mistakes.may_tell(study);
    let is_on = may_tell && study.mistake_at_work() == Some(mistake);
    let name = texts(mistake).name.shown();
    let text = match mistakes.of(mistake).filter(|_| may_tell) {
        Some(effect) => format!("{name} · {}", in_short(effect)),
        None => name.to_owned(),
    };
    let was_guessed = study.hidden().is_some_and(|hidden| hidden.guesses.contains(&mistake));
    let text = RichText::new(text).small();
    let text = if was_guessed && !is_on { text.strikethrough() } else { text };
    let about = if may_tell { texts(mistake).shows.shown() } else { t!("which-one-about") };
    // As wide with what is told as without, so that none moves under the mouse.
    let button = Button::selectable(is_on, text).frame_when_inactive(true).min_size(vec2(widest(ui, name), 0.0));
    let button = ui.add(button).on_hover_text(about);
    ask(actions, button.clicked().then_some(MistakeAction::Take(Some(mistake))));
}

/// Returns the width of a mistake's button with the longest words that may be told in it, in logical pixels.
fn widest(ui: &Ui, name: &str) -> f32 {
    let pixels = t!("mistake-pixels", pixels = "0.999");
    let ends = [t!("mistake-nothing"), t!("mistake-no-ray"), t!("mistake-unseen"), &pixels];
    let font = FontSelection::Style(egui::TextStyle::Small).resolve(ui.style());
    let width = |end: &str| ui.painter().layout_no_wrap(end.to_owned(), font.clone(), Color32::WHITE).size().x;
    let end = ends.map(width).into_iter().fold(0.0, f32::max);
    width(&format!("{name} · ")) + end + 2.0 * ui.spacing().button_padding.x
}

/// Writes how many pixels something is off, no finer than a hand can tell.
fn pixels(off: f64) -> String {
    let decimals = if 100.0 <= off { 0 } else { 1 + 2 * usize::from(off < 1.0) };
    numbers::fixed(off, decimals)
}

/// Returns how far off a mistake is, in two words.
fn in_short(effect: &MistakenPick) -> String {
    match effect.pixels_off {
        _ if !effect.changes => t!("mistake-nothing").to_owned(),
        Some(off) if off < LEAST_OFF => t!("mistake-pixels", pixels = "0"),
        Some(off) => t!("mistake-pixels", pixels = pixels(off)),
        None if effect.ray.is_none() => t!("mistake-no-ray").to_owned(),
        None => t!("mistake-unseen").to_owned(),
    }
}

/// Width of the words beside a line of code, with the space behind them, in points.
const WORDS_BESIDE: f32 = 64.0;

/// Shows the right line of code and the wrong one below each other, each with the near and the far point that it gives.
fn lines_of_code(ui: &mut Ui, mistake: Mistake, mistakes: &Mistakes, picked: &Picked) {
    let ([right, wrong], colors) = (lines(mistake, picked.trace.view.viewport), Colors::of(ui));
    ui.spacing_mut().interact_size.y = LINE;
    let code = |text: &str, color| Label::new(mono(text, color).line_height(Some(LINE))).extend();
    let lines = [
        (t!("mistake-right-line"), right, colors.text, Some(&picked.trace)),
        (t!("mistake-wrong-line"), wrong, colors.error, mistakes.trace.as_ref()),
    ];
    // Beside the words that say which line it is.
    let (font, room) = (FontId::monospace(NUMBERS), ui.available_width() - WORDS_BESIDE);
    let grid = egui::Grid::new("lines of code").num_columns(2).min_row_height(LINE).spacing(vec2(2.0 * SPACE, 0.0));
    grid.show(ui, |ui| {
        for (which, line, color, trace) in lines {
            ui.label(RichText::new(which).small().color(colors.weak).line_height(Some(LINE)));
            ui.add(code(line.shown(), color));
            if let Some(points) = trace.and_then(|trace| points(mistake.step(), trace, picked)) {
                let [near, far] = points.map(|point| point.to_array().map(short).join("  "));
                ui.end_row();
                ui.label(RichText::new("").line_height(Some(LINE)));
                let numbers = t!("mistake-points", near = near, far = far);
                let width = ui.painter().layout_no_wrap(numbers.clone(), font.clone(), colors.weak).size().x;
                let font = FontId::monospace(NUMBERS * (room / width).min(1.0));
                let text = RichText::new(numbers).font(font).color(colors.weak).line_height(Some(LINE));
                ui.add(Label::new(text).extend());
            }
            ui.end_row();
        }
    });
}

/// Returns the near and the far point of a pick in the space of a step; `None` if the step has none.
fn points(step: Step, trace: &PickTrace, picked: &Picked) -> Option<[DVec3; 2]> {
    let ray = trace.ray.as_ref().ok()?;
    let of = |point: fn(&PlanePoint) -> DVec3| Some([point(&ray.near), point(&ray.far)]);
    match step {
        Step::Cursor | Step::Triangle => None,
        Step::Window => of(|point| point.window),
        Step::Ndc => of(|point| point.ndc),
        Step::Eye => of(|point| point.eye),
        Step::World => of(|point| point.world),
        Step::Object => {
            let ray = trace.cast_of(picked.id().map(|id| id.object))?.ray;
            Some([ray.origin, ray.target])
        }
    }
}

/// Draws, over the picture, where the wrong ray lands and the arrows of the mistake's pattern. Also shows a card with a
/// few words on the mistake.
pub fn over(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let (mistakes, study) = (&picking.mistakes, &desk.study);
    if !desk.shows_ladder() {
        return;
    }
    let Some(mistake) = study.mistake_at_work().filter(|_| desk.picked.is_some()) else { return };
    let color = color32(palette(ui).mistake);
    let painter = ui.painter().with_clip_rect(area_of(desk, desk.view()).intersect(area));
    if picking.check.is_none() && picking.learning.shows_arrows() {
        arrows(&painter, desk, &mistakes.pattern, color);
    }
    let mut off = hits::places(picking, desk);
    off.extend(mistakes.effect(study).and_then(|effect| landing(&painter, desk, effect, color)));
    off.extend(mistakes.wrong_guess(study).and_then(|guess| landing(&painter, desk, guess, Colors::of(ui).text)));
    // The map of every pixel tells more, and has its own legend.
    if picking.check.is_some() {
        return;
    }
    Card::Mistake.show(ui, room_for_cards(desk, area), MOST_WIDTH, &off, |ui| {
        match study.hidden() {
            Some(_) if !mistakes.may_tell(study) => question(ui, picking, desk, actions),
            _ => answer(ui, mistake, picking, study, LOW_PICTURE < area.height(), actions),
        }
        if let Some(share) = drawn_share(desk) {
            let percent = numbers::fixed(100.0 * share, 0);
            ui.label(RichText::new(t!("mistake-drawn-share", percent = percent)).small().color(Colors::of(ui).weak));
        }
        if picking.learning.shows_arrows() && shortened(desk, &mistakes.pattern) < 1.0 {
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
        actions.push(MistakeAction::Take(None).into());
    }
}

/// Shows the effect of a mistake that is shown, or was found; and where it shows, if there is room and no lesson is
/// open.
fn answer(ui: &mut Ui, mistake: Mistake, picking: &Picking, study: &Study, has_room: bool, actions: &mut Vec<Action>) {
    let was_hidden = study.hidden().is_some();
    let is_of_page = picking.learning.open.is_some();
    let name = texts(mistake).name.shown();
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
        if let Some(effect) = picking.mistakes.effect(study) {
            ui.label(sentence(effect));
        }
        // Whole in the next row where there is no room in this one.
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        let every_pixel = rows::link(ui, t!("mistake-every-pixel").into());
        ask(actions, every_pixel.clicked().then_some(Action::Command(Command::VerifyPixels)));
    });
    if has_room && !is_of_page {
        ui.label(RichText::new(texts(mistake).shows.shown()).color(Colors::of(ui).weak));
    }
    if was_hidden && !is_of_page && ui.button(t!("which-one-another")).clicked() {
        actions.push(MistakeAction::Hide.into());
    }
}

/// Shows the question while a mistake is hidden, and the outcome of the last guess.
fn question(ui: &mut Ui, picking: &Picking, desk: &Desk, actions: &mut Vec<Action>) {
    let (mistakes, study) = (&picking.mistakes, &desk.study);
    heading(ui, t!("which-one"), picking, actions);
    if picking.learning.open.is_none() {
        ui.label(t!("which-one-question"));
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(effect) = mistakes.effect(study) {
            ui.label(sentence(effect));
        }
        let gives_up = ui.button(t!("which-one-give-up")).clicked();
        ask(actions, gives_up.then_some(MistakeAction::Tell));
    });
    if let Some((guess, hidden)) = mistakes.wrong_guess(study).zip(mistakes.effect(study)) {
        let name = texts(guess.mistake).name.shown();
        let words = match (guess.can_be_told_from(hidden), guess.pixels_off) {
            (false, _) => t!("which-one-not-here", name = name),
            (true, _) if !guess.changes => t!("which-one-no-change", name = name),
            (true, Some(off)) if !is_in_picture(desk, guess) => {
                t!("which-one-no-lands-outside", name = name, pixels = pixels(off))
            }
            (true, Some(off)) => t!("which-one-no-lands", name = name, pixels = pixels(off)),
            (true, None) => t!("which-one-no", name = name),
        };
        ui.label(RichText::new(words).color(Colors::of(ui).warning));
    }
}

/// Returns where the wrong ray lands, in words.
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

/// Returns whether the place where a wrong ray lands is seen in the picture.
fn is_in_picture(desk: &Desk, effect: &MistakenPick) -> bool {
    let lands = effect.lands.and_then(|point| desk.view().cursor_from_world(point));
    lands.is_some_and(|cursor| area_of(desk, desk.view()).contains(on_screen(desk, cursor)))
}

/// Shows a line from where the pick landed to where the wrong ray lands, with a ring there; an arrow at the edge of the
/// picture leads on to a place outside of it. Returns the end of the line; `None` if there is none.
fn landing(painter: &egui::Painter, desk: &Desk, effect: &MistakenPick, color: Color32) -> Option<Pos2> {
    let seen = |point: Option<DVec3>| Some(on_screen(desk, desk.view().cursor_from_world(point?)?));
    let (from, to) = seen(effect.right).zip(seen(effect.lands)).filter(|_| effect.changes)?;
    let picture = painter.clip_rect();
    let leads_out = picture.contains(from) && !picture.contains(to);
    let end = if leads_out { last_within(picture.shrink(TIP), from, to) } else { to };
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

/// Returns the last point within a rectangle on the way from one of its points to one beyond it.
fn last_within(rect: Rect, from: Pos2, to: Pos2) -> Pos2 {
    let way = to - from;
    let share = |way: f32, back: f32, on: f32| match way {
        way if way > 0.0 => on / way,
        way if way < 0.0 => back / way,
        _ => f32::INFINITY,
    };
    let x = share(way.x, rect.min.x - from.x, rect.max.x - from.x);
    let y = share(way.y, rect.min.y - from.y, rect.max.y - from.y);
    from + x.min(y).clamp(0.0, 1.0) * way
}

/// Shows the pattern: an arrow at each place of the grid, dots where nothing is off.
fn arrows(painter: &egui::Painter, desk: &Desk, pattern: &[PatternArrow], color: Color32) {
    let ends = |arrow| ends(desk, arrow);
    let (color, factor) = (color.gamma_multiply(0.75), shortened(desk, pattern));
    for (from, to) in pattern.iter().filter_map(ends) {
        let arrow = factor * (to - from);
        if arrow.length() < DOT {
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

/// Returns the factor by which the arrows of the pattern are shortened: one for all, so that their lengths can be
/// compared.
fn shortened(desk: &Desk, pattern: &[PatternArrow]) -> f32 {
    let [first, second, ..] = pattern else { return 1.0 };
    let step = on_screen(desk, second.from).x - on_screen(desk, first.from).x;
    let lengths = pattern.iter().filter_map(|arrow| ends(desk, arrow)).map(|(from, to)| (to - from).length());
    let longest = lengths.fold(0.0, f32::max);
    if longest > 0.0 { (LONGEST * step / longest).min(1.0) } else { 1.0 }
}

/// Returns the drawing of the wrong ray of the mistake at work. The triangle that it hits is outlined, if the mistake
/// changes anything. The ray itself is dashed, and drawn only in the free view or once the camera is not the pick's. A
/// wrong ray that changes nothing lies upon the right ray.
pub fn overlays(picking: &Picking, desk: &Desk, pane: Pane, palette: &Palette) -> Vec<Overlay> {
    let effect = picking.mistakes.effect(&desk.study).filter(|_| desk.shows_ladder());
    let Some((effect, picked)) = effect.zip(desk.picked.as_ref()) else { return Vec::new() };
    let Some(ray) = effect.ray else { return Vec::new() };
    let pen = Pen::new(palette.mistake, 2.0).behind(Behind::Drawn);
    let mut overlays = Vec::new();
    if let Some(id) = effect.hit.filter(|_| effect.changes)
        && let Some(triangle) = desk.triangle(id)
    {
        overlays.push(Overlay::triangle(&triangle, pen.dashed(4.0)));
    }
    if pane == Pane::SecondView || picked.trace.view.camera != desk.view().camera {
        let end = visible_end(desk, ray.near, ray.far);
        overlays.push(Overlay::Lines(vec![[ray.near, end]], pen.dashed(7.0)));
        let lands = effect.lands.filter(|_| effect.changes);
        let points = std::iter::once(ray.near).chain(lands).collect();
        overlays.push(Overlay::Points(points, Pen { width: 7.0, ..pen }));
    }
    overlays
}

/// Returns the start of the wrong ray in world space, with its name and colour. `None` if it may not be told, or if the
/// right ray begins there, too. Also `None` for mistakes in the step Object or later, where the ray in world space is
/// right.
pub fn name_of_start(picking: &Picking, desk: &Desk, palette: &Palette) -> Option<(DVec3, String, Srgb)> {
    let may_tell = desk.shows_ladder() && picking.mistakes.may_tell(&desk.study);
    let effect = picking.mistakes.effect(&desk.study).filter(|_| may_tell)?;
    let wrong = effect.ray.filter(|_| !matches!(effect.mistake.step(), Step::Object | Step::Triangle))?.near;
    let right = desk.picked.as_ref()?.trace.ray.as_ref().ok()?.near.world;
    let is_other = (wrong - right).length() > SAME_START * right.length();
    is_other.then(|| (wrong, t!("name-wrong-start").to_owned(), palette.mistake))
}

/// Returns the far end of a ray, or a point of it so far off that it leaves every picture of the scene.
fn visible_end(desk: &Desk, near: DVec3, far: DVec3) -> DVec3 {
    let bounds = desk.bounds();
    let most = 20.0 * (bounds.max - bounds.min).length().max((near - bounds.center()).length());
    let length = (far - near).length();
    if length > most { near + (far - near) * (most / length) } else { far }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keys::ClickMode;
    use crate::app::update::tests::{change, click, state};
    use crate::app::update::{State, update};
    use pickray::study::Change;

    /// Returns a split picture with a hit, and a mistake beside it.
    fn with(mistake: Mistake) -> State {
        let mut state = state();
        state.desk.settings.panels.explain = true;
        update(&mut state, Action::Command(Command::NextRayView));
        let view = *state.desk.view();
        let middle = view.cursor_from_world(view.camera.target).expect("before the eye");
        click(&mut state, middle, ClickMode::Replace);
        change(&mut state, [Change::Mistake(Some(mistake))]);
        state
    }

    fn drawn(state: &State, pane: Pane) -> Vec<Overlay> {
        overlays(state.tools.get::<Picking>(), &state.desk, pane, &Palette::DARK)
    }

    #[test]
    fn a_wrong_ray_that_changes_nothing_is_drawn_upon_the_right_one_from_where_it_begins() {
        for mistake in [Mistake::EyeAsOrigin, Mistake::DepthsMinusOneAndOne] {
            let state = with(mistake);
            let effect = *state.tools.get::<Picking>().mistakes.effect(&state.desk.study).expect("an effect");
            let right = state.desk.picked.as_ref().expect("a pick").trace.ray.expect("a ray").near.world;
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
        for (to, end) in
            [((100.0, 900.0), (100.0, 300.0)), ((-300.0, 0.0), (0.0, 75.0)), ((700.0, -300.0), (250.0, 0.0))]
        {
            let found = last_within(picture, from, to.into());
            assert!(found.distance(end.into()) < 1e-3, "{to:?}: {found:?}");
        }
    }

    #[test]
    fn a_wrong_ray_that_lands_elsewhere_has_points_at_both_places() {
        let state = with(Mistake::YNotFlipped);
        let effect = *state.tools.get::<Picking>().mistakes.effect(&state.desk.study).expect("an effect");
        let overlays = drawn(&state, Pane::SecondView);
        let Some(Overlay::Points(points, _)) = overlays.last() else { panic!("{overlays:?}") };
        assert!(effect.changes);
        assert_eq!(*points, [effect.ray.expect("two points").near, effect.lands.expect("a place")]);
    }
}
