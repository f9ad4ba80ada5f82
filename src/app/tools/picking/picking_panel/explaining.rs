//! Sections that explain a pick: its setup, source code to copy, symptoms of wrong picks with their mistakes, and
//! mistakes of the open step with their lines of code.

use super::inspector::copy_menu;
use super::ladder::{NUMBERS, mono, short};
use super::mistakes::{LEAST_OFF, pixels};
use crate::app::action::Action;
use crate::app::arrangement::Workspace;
use crate::app::desk::{Desk, Picked};
use crate::app::keys::Command;
use crate::app::panels::fields::{self, DEGREES_PER_PIXEL};
use crate::app::panels::rows::{self, ask};
use crate::app::settings::{RayView, Settings};
use crate::app::texts::{language, of_library, t};
use crate::app::theme::{Colors, SPACE, flatten, is_for_fingers};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::ladder::{Ladder, LadderAction, step_name};
use crate::app::tools::picking::learning::LearningAction;
use crate::app::tools::picking::mistakes::{self, MistakeAction, Mistakes, lines, may_tell, where_seen};
use crate::app::tools::picking::symptoms::{SYMPTOMS, page_about};
use crate::lesson::builtin;
use egui::{Button, CollapsingHeader, Color32, FontId, FontSelection, Label, RichText, Ui, vec2};
use glam::DVec3;
use pickray::intersect::Culling;
use pickray::math::PixelSample;
use pickray::pick::PickOptions;
use pickray::pick::explain::{CodeLanguage, FunctionEnd, Mistake, MistakenPick, PickTrace, Step, whole_function};
use pickray::scene::{Placement, Projection};
use pickray::study::{Change, Plane, PlaneName};

/// Least width of the list of a step's mistakes with their lines of code, in logical pixels.
pub const LEAST_WIDTH: f32 = 330.0;

/// Height of a row of names; `CLOSE` is the distance between rows, `LINE` the height of a line of code.
const ROW: f32 = 18.0;
pub const CLOSE: f32 = 2.0;
const LINE: f32 = 14.0;

pub fn symptoms(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::note(ui, t!("symptoms-about"));
    for (words, mistakes) in SYMPTOMS {
        CollapsingHeader::new(words.shown()).id_salt(words.0).show(ui, |ui| {
            for &mistake in mistakes {
                lead(ui, mistake, desk, actions);
            }
        });
    }
}

fn lead(ui: &mut Ui, mistake: Mistake, desk: &Desk, actions: &mut Vec<Action>) {
    let is_on = desk.study.mistake() == Some(mistake);
    let text = t!("symptom-lead", step = step_name(mistake.step()), mistake = mistakes::name(mistake));
    let button = ui.add(Button::selectable(is_on, text).frame_when_inactive(true).wrap());
    let is_pressed = button.on_hover_text(where_seen(mistake)).clicked();
    ask(actions, is_pressed.then_some(MistakeAction::ShowAtStep(mistake)));
    let Some((lesson, page)) = page_about(mistake) else { return };
    let title = builtin()[lesson].words(language()).title.as_str();
    let title = t!("symptom-lesson", title = title, page = page + 1);
    if rows::link(ui, RichText::new(title).small()).clicked() {
        let is_elsewhere = desk.workspace != Workspace::Learn;
        actions.extend(is_elsewhere.then_some(Action::Command(Command::Show(Workspace::Learn))));
        actions.push(LearningAction::OpenPage(lesson, page).into());
    }
}

/// Shows the names of a step's mistakes, and of the one that is shown the lines of code with their numbers.
pub fn at_step(ui: &mut Ui, step: Step, picking: &Picking, desk: &Desk, picked: &Picked, actions: &mut Vec<Action>) {
    let (mistakes, study) = (&picking.explain.mistakes, &desk.study);
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
        if picking.learning.open.is_none() {
            let which = t!("which-one");
            let button = if is_for_fingers(ui) { ui.button(which) } else { ui.small_button(which) };
            ask(actions, button.on_hover_text(t!("which-one-about")).clicked().then_some(MistakeAction::Hide));
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding = vec2(4.0, 1.0);
        for &mistake in &here {
            name(ui, mistake, mistakes, desk, actions);
        }
    });
    if let Some(shown) = study.mistake_at_work().filter(|shown| may_tell(study) && here.contains(shown)) {
        lines_of_code(ui, shown, mistakes.trace(desk).as_ref().as_ref(), picked);
    }
}

/// Shows a mistake's name, with how far off it is where that may be told: a click takes it, or guesses it.
fn name(ui: &mut Ui, mistake: Mistake, mistakes: &Mistakes, desk: &Desk, actions: &mut Vec<Action>) {
    let (study, may_tell) = (&desk.study, may_tell(&desk.study));
    let is_on = may_tell && study.mistake_at_work() == Some(mistake);
    let name = mistakes::name(mistake);
    let text = match mistakes.of(desk, mistake).filter(|_| may_tell) {
        Some(effect) => format!("{name} · {}", in_short(&effect)),
        None => name.to_owned(),
    };
    let was_guessed = study.hidden().is_some_and(|hidden| hidden.guesses.contains(&mistake));
    let text = RichText::new(text).small();
    let text = if was_guessed && !is_on { text.strikethrough() } else { text };
    let about = if may_tell { where_seen(mistake) } else { t!("which-one-about") };
    // As wide with what is told as without, so that none moves under the mouse.
    let button = Button::selectable(is_on, text).frame_when_inactive(true).min_size(vec2(widest(ui, name), 0.0));
    let button = ui.add(button).on_hover_text(about);
    let action =
        if may_tell { MistakeAction::Show(Some(mistake).filter(|_| !is_on)) } else { MistakeAction::Guess(mistake) };
    ask(actions, button.clicked().then_some(action));
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

fn in_short(effect: &MistakenPick) -> String {
    match effect.pixels_off {
        _ if !effect.changes => t!("mistake-nothing").to_owned(),
        Some(off) if off < LEAST_OFF => t!("mistake-pixels", pixels = "0"),
        Some(off) => t!("mistake-pixels", pixels = pixels(off)),
        None if effect.ray.is_none() => t!("mistake-no-ray").to_owned(),
        None => t!("mistake-unseen").to_owned(),
    }
}

/// Shows the right line of code and the wrong one below each other, each with the near and the far point that it gives.
fn lines_of_code(ui: &mut Ui, mistake: Mistake, mistaken: Option<&PickTrace>, picked: &Picked) {
    let ([right, wrong], colors) = (lines(mistake, &picked.trace.view), Colors::of(ui));
    ui.spacing_mut().interact_size.y = LINE;
    let code = |text: &str, color| Label::new(mono(text, color).line_height(Some(LINE))).extend();
    let lines = [
        (t!("mistake-right-line"), right, colors.text, Some(&picked.trace)),
        (t!("mistake-wrong-line"), wrong, colors.error, mistaken),
    ];
    // Beside the words that say which line it is.
    let (font, room) = (FontId::monospace(NUMBERS), ui.available_width() - 64.0);
    let grid = egui::Grid::new("lines of code").num_columns(2).min_row_height(LINE).spacing(vec2(2.0 * SPACE, 0.0));
    grid.show(ui, |ui| {
        for (which, line, color, trace) in lines {
            ui.label(RichText::new(which).small().color(colors.weak).line_height(Some(LINE)));
            ui.add(code(line, color));
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
    let both = [&ray.near, &ray.far];
    Some(match step {
        Step::Cursor | Step::Triangle => return None,
        Step::Window => both.map(|point| point.window),
        Step::Ndc => both.map(|point| point.ndc),
        Step::Eye => both.map(|point| point.eye),
        Step::World => both.map(|point| point.world),
        Step::Object => {
            let ray = trace.cast_of(picked.id().map(|id| id.object))?.ray;
            [ray.origin, ray.target]
        }
    })
}

/// Change of a distance for each logical pixel of a drag, as a share of the scene's size.
const SIZE_PER_PIXEL: f64 = 0.005;

pub fn setup(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let views = RayView::ALL.map(|view| (view, view.name()));
    let ray = rows::choice(ui, t!("settings-ray"), desk.settings.ray, views);
    ask(actions, ray.map(|ray| Action::Settings(Settings { ray, ..desk.settings.clone() })));
    let step = SIZE_PER_PIXEL * desk.bounds().size().max_element().max(f64::MIN_POSITIVE);
    camera(ui, desk, step, actions);
    placement(ui, desk.study.placement(), step, actions);
    options(ui, desk.study.options(), actions);
    if let Some(problem) = &desk.messages.refused {
        ui.add_space(SPACE);
        ui.label(RichText::new(problem).color(Colors::of(ui).error));
    }
    ui.add_space(SPACE);
    ui.horizontal_wrapped(|ui| {
        rows::button(ui, t!("setup-reset"), t!("setup-reset-about"), Change::Reset, actions);
        // Beside the hit, where there is a section about it.
        if desk.workspace == Workspace::Learn {
            copy_menu(ui, desk, actions);
        }
    });
}

fn camera(ui: &mut Ui, desk: &Desk, step: f64, actions: &mut Vec<Action>) {
    let (camera, planes) = (desk.view().camera, desk.study.planes());
    let (changed, is_perspective) = match camera.projection {
        Projection::Perspective { fov_y } => {
            let (degrees, about) = (fov_y.to_degrees(), t!("setup-angle-about"));
            let degrees = fields::number(ui, t!("setup-angle"), degrees, DEGREES_PER_PIXEL, "°", about);
            (degrees.map(Change::Perspective), true)
        }
        Projection::Orthographic { height } => {
            let height = fields::number(ui, t!("setup-height"), height, step, "", t!("setup-height-about"));
            (height.map(Change::Orthographic), false)
        }
    };
    ask(actions, changed);
    let near = fields::number(ui, t!("setup-near"), camera.near, step, "", t!("setup-near-about"));
    ask(actions, near.map(|near| Change::Near(Plane::At(near))));
    let far = fields::number(ui, t!("setup-far"), camera.far, step, "", t!("setup-far-about"));
    ask(actions, far.map(|far| Change::Far(Plane::At(far))));

    rows::choices(ui, "", &mut |ui| {
        let is_infinite = planes.far == Some(f64::INFINITY);
        ui.add_enabled_ui(is_perspective, |ui| {
            let infinite = rows::check(ui, is_infinite, t!("setup-infinite"), t!("setup-infinite-about"));
            let plane = infinite.map(|infinite| if infinite { PlaneName::Infinite } else { PlaneName::Fitted });
            ask(actions, plane.map(|plane| Change::Far(Plane::Named(plane))));
        });
        let reversed = rows::check(ui, planes.reversed_z, t!("setup-reversed"), t!("setup-reversed-about"));
        ask(actions, reversed.map(Change::Reversed));
        let is_given = planes.near.is_some() || planes.far.is_some();
        if is_given && ui.button(t!("setup-fit")).on_hover_text(t!("setup-fit-about")).clicked() {
            actions.extend([Change::Near, Change::Far].map(|plane| plane(Plane::Named(PlaneName::Fitted)).into()));
        }
    });
}

fn placement(ui: &mut Ui, placement: &Placement, step: f64, actions: &mut Vec<Action>) {
    let Placement { translate, rotate, scale } = *placement;
    let moved = fields::vector(ui, t!("setup-moved"), translate, step, "");
    ask(actions, moved.map(|(moved, _)| Change::Moved(moved)));
    let turned = fields::vector(ui, t!("setup-turned"), rotate.map(f64::to_degrees), DEGREES_PER_PIXEL, "°");
    ask(actions, turned.map(|(degrees, _)| Change::Turned(degrees)));
    let scaled = fields::vector(ui, t!("setup-scaled"), scale, 0.01, "");
    ask(actions, scaled.map(|(scale, _)| Change::Scaled(scale)));
    rows::choices(ui, t!("setup-mirrored"), &mut |ui| {
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let mut mirror = DVec3::ONE;
            mirror[axis] = -1.0;
            let mirrored = ui.selectable_label(scale[axis] < 0.0, name);
            let mirrored = mirrored.on_hover_text(t!("setup-mirrored-about", axis = name));
            ask(actions, mirrored.clicked().then_some(Change::Scaled(scale * mirror)));
        }
    });
}

fn options(ui: &mut Ui, before: &PickOptions, actions: &mut Vec<Action>) {
    rows::choices(ui, t!("setup-culling"), &mut |ui| {
        let all = [
            (Culling::None, t!("setup-culling-none"), t!("setup-culling-none-about")),
            (Culling::Back, t!("setup-culling-back"), t!("setup-culling-back-about")),
            (Culling::Front, t!("setup-culling-front"), t!("setup-culling-front-about")),
        ];
        let chosen = rows::options(ui, before.culling, all).filter(|culling| *culling != before.culling);
        ask(actions, chosen.map(Change::Culling));
    });
    rows::choices(ui, t!("setup-sample"), &mut |ui| {
        let about = t!("setup-sample-about");
        let names =
            [(PixelSample::Center, t!("setup-sample-centre")), (PixelSample::Corner, t!("setup-sample-corner"))];
        let all = names.map(|(sample, name)| (sample, name, about));
        let chosen = rows::options(ui, before.sample, all).filter(|sample| *sample != before.sample);
        ask(actions, chosen.map(Change::Sample));
    });
}

/// Shows a button for each language, which copies and shows the function, and a choice of the step it ends with.
pub fn function(ui: &mut Ui, ladder: &Ladder, picked: Option<&Picked>, actions: &mut Vec<Action>) {
    rows::note(ui, t!("function-about"));
    let Some(picked) = picked.filter(|picked| picked.trace.ray.is_ok()) else {
        return rows::note(ui, t!("function-none"));
    };
    let end = match &picked.hit {
        Some(hit) if !ladder.function_ends_with_ray => FunctionEnd::Triangle(hit),
        hit => FunctionEnd::Ray(hit.as_ref().map(|hit| hit.object)),
    };
    if picked.hit.is_some() {
        let options = [(false, t!("function-triangle")), (true, t!("function-ray"))];
        let chosen = rows::choice(ui, t!("function-end"), ladder.function_ends_with_ray, options);
        actions.extend(chosen.map(|ray| LadderAction::EndFunctionWithRay(ray).into()));
    }
    let code = |language| whole_function(&picked.trace, end, language, &|comment| of_library::said(comment));
    ui.horizontal_wrapped(|ui| {
        for language in CodeLanguage::ALL {
            let button = ui.button(language.name()).on_hover_ui(|ui| {
                let code = RichText::new(code(language).unwrap_or_default()).font(FontId::monospace(11.0));
                ui.add(Label::new(code).extend());
            });
            if button.clicked() {
                let name = t!("copied-function").to_owned();
                actions.extend(code(language).map(|text| Action::Copy { text, name }));
            }
        }
    });
}
