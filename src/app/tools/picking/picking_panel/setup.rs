//! Panel for the setup of a pick: how its ray is shown, projection, clip planes, model transform, culling, and the
//! sample point in the pixel. Also the source code of such a pick, to copy, with its numbers below it.

use super::inspector::copy_menu;
use crate::app::action::Action;
use crate::app::arrangement::Workspace;
use crate::app::desk::{Desk, Picked};
use crate::app::panels::fields;
use crate::app::panels::rows::{self, ask};
use crate::app::settings::{RayView, Settings};
use crate::app::texts::{Text, of_library, t};
use crate::app::theme::{Colors, SPACE};
use crate::app::tools::picking::ladder::{Ladder, LadderAction};
use egui::{FontId, Label, RichText, Ui};
use glam::DVec3;
use pickray::intersect::Culling;
use pickray::math::PixelSample;
use pickray::pick::PickOptions;
use pickray::pick::explain::{CodeLanguage, FunctionEnd, whole_function};
use pickray::scene::{Placement, Projection};
use pickray::study::{Change, Plane, PlaneName};

/// Change of a distance for each logical pixel of a drag, as a share of the scene's size.
const SIZE_PER_PIXEL: f64 = 0.005;

/// Change of a factor for each logical pixel of a drag.
const FACTOR_PER_PIXEL: f64 = 0.01;

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let views = RayView::ALL.map(|view| (view, view.name()));
    let ray = rows::choice(ui, t!("settings-ray"), desk.settings.ray, views);
    ask(actions, ray.map(|ray| Action::Settings(Settings { ray, ..desk.settings.clone() })));
    let mut set = |change: Change| actions.push(Action::Study(change));
    let step = SIZE_PER_PIXEL * desk.bounds().size().max_element().max(f64::MIN_POSITIVE);
    projection(ui, desk, step, &mut set);
    planes(ui, desk, step, &mut set);
    placement(ui, desk.study.placement(), step, &mut set);
    options(ui, desk.study.options(), &mut set);
    if let Some(problem) = &desk.messages.refused {
        ui.add_space(SPACE);
        ui.label(RichText::new(problem).color(Colors::of(ui).error));
    }
    ui.add_space(SPACE);
    ui.horizontal_wrapped(|ui| {
        let reset = ui.button(t!("setup-reset")).on_hover_text(t!("setup-reset-about"));
        ask(actions, reset.clicked().then_some(Action::Study(Change::Reset)));
        // Beside the hit, where there is a section about it.
        if desk.workspace == Workspace::Learn {
            copy_menu(ui, desk, actions);
        }
    });
}

fn projection(ui: &mut Ui, desk: &Desk, step: f64, set: &mut impl FnMut(Change)) {
    let changed = match desk.view().camera.projection {
        Projection::Perspective { fov_y } => {
            let about = t!("setup-angle-about");
            let degrees =
                fields::number(ui, t!("setup-angle"), fov_y.to_degrees(), fields::DEGREES_PER_PIXEL, "°", about);
            degrees.map(Change::Perspective)
        }
        Projection::Orthographic { height } => {
            let about = t!("setup-height-about");
            let height = fields::number(ui, t!("setup-height"), height, step, "", about);
            height.map(Change::Orthographic)
        }
    };
    changed.into_iter().for_each(set);
}

fn planes(ui: &mut Ui, desk: &Desk, step: f64, set: &mut impl FnMut(Change)) {
    let (camera, planes) = (desk.view().camera, desk.study.planes());
    let about = t!("setup-near-about");
    let near = fields::number(ui, t!("setup-near"), camera.near, step, "", about);
    near.into_iter().for_each(|near| set(Change::Near(Plane::At(near))));
    let far = fields::number(ui, t!("setup-far"), camera.far, step, "", t!("setup-far-about"));
    far.into_iter().for_each(|far| set(Change::Far(Plane::At(far))));
    rows::choices(ui, "", |ui| {
        let is_infinite = planes.far == Some(f64::INFINITY);
        let is_perspective = matches!(camera.projection, Projection::Perspective { .. });
        ui.add_enabled_ui(is_perspective, |ui| {
            let infinite = rows::check(ui, is_infinite, t!("setup-infinite"), t!("setup-infinite-about"));
            let plane = infinite.map(|infinite| if infinite { PlaneName::Infinite } else { PlaneName::Fitted });
            plane.into_iter().for_each(|plane| set(Change::Far(Plane::Named(plane))));
        });
        let reversed = rows::check(ui, planes.reversed_z, t!("setup-reversed"), t!("setup-reversed-about"));
        reversed.map(Change::Reversed).into_iter().for_each(&mut *set);
        let is_given = planes.near.is_some() || planes.far.is_some();
        let about = t!("setup-fit-about");
        if is_given && ui.button(t!("setup-fit")).on_hover_text(about).clicked() {
            set(Change::Near(Plane::Named(PlaneName::Fitted)));
            set(Change::Far(Plane::Named(PlaneName::Fitted)));
        }
    });
}

fn placement(ui: &mut Ui, placement: &Placement, step: f64, set: &mut impl FnMut(Change)) {
    let Placement { translate, rotate, scale } = *placement;
    if let Some((translate, _)) = fields::vector(ui, t!("setup-moved"), translate, step, "") {
        set(Change::Moved(translate));
    }
    let degrees = rotate.map(f64::to_degrees);
    if let Some((degrees, _)) = fields::vector(ui, t!("setup-turned"), degrees, fields::DEGREES_PER_PIXEL, "°") {
        set(Change::Turned(degrees));
    }
    if let Some((scale, _)) = fields::vector(ui, t!("setup-scaled"), scale, FACTOR_PER_PIXEL, "") {
        set(Change::Scaled(scale));
    }
    rows::choices(ui, t!("setup-mirrored"), |ui| {
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let mut mirror = DVec3::ONE;
            mirror[axis] = -1.0;
            let about = t!("setup-mirrored-about", axis = name);
            if ui.selectable_label(scale[axis] < 0.0, name).on_hover_text(about).clicked() {
                set(Change::Scaled(scale * mirror));
            }
        }
    });
}

fn options(ui: &mut Ui, before: &PickOptions, set: &mut impl FnMut(Change)) {
    rows::choices(ui, t!("setup-culling"), |ui| {
        let all = [
            (Culling::None, t!("setup-culling-none"), t!("setup-culling-none-about")),
            (Culling::Back, t!("setup-culling-back"), t!("setup-culling-back-about")),
            (Culling::Front, t!("setup-culling-front"), t!("setup-culling-front-about")),
        ];
        let chosen = rows::options(ui, before.culling, all).filter(|culling| *culling != before.culling);
        chosen.map(Change::Culling).into_iter().for_each(&mut *set);
    });
    rows::choices(ui, t!("setup-sample"), |ui| {
        let about = t!("setup-sample-about");
        let all = [
            (PixelSample::Center, t!("setup-sample-centre"), about),
            (PixelSample::Corner, t!("setup-sample-corner"), about),
        ];
        let chosen = rows::options(ui, before.sample, all).filter(|sample| *sample != before.sample);
        chosen.map(Change::Sample).into_iter().for_each(set);
    });
}

/// Shows the section of the function to copy, which is folded at first.
pub fn function(ui: &mut Ui, ladder: &Ladder, picked: Option<&Picked>, actions: &mut Vec<Action>) {
    rows::section(ui, Text("function"), false, |ui| languages(ui, ladder, picked, actions));
}

/// Shows a button for each language, which copies and shows the function, and a choice of the step it ends with.
fn languages(ui: &mut Ui, ladder: &Ladder, picked: Option<&Picked>, actions: &mut Vec<Action>) {
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
