//! Panel for the setup of a pick: how its ray is shown, projection, clip planes, model transform, culling, and the
//! sample point in the pixel. Also the source code of such a pick, to copy, with its numbers below it.

use super::inspector::copy_menu;
use crate::app::action::Action;
use crate::app::arrangement::Workspace;
use crate::app::desk::{Desk, Picked};
use crate::app::panels::fields::{self, DEGREES_PER_PIXEL};
use crate::app::panels::rows::{self, ask};
use crate::app::settings::{RayView, Settings};
use crate::app::texts::{of_library, t};
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

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
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
    rows::choices(ui, "", |ui| {
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
    rows::choices(ui, t!("setup-mirrored"), |ui| {
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
    rows::choices(ui, t!("setup-culling"), |ui| {
        let all = [
            (Culling::None, t!("setup-culling-none"), t!("setup-culling-none-about")),
            (Culling::Back, t!("setup-culling-back"), t!("setup-culling-back-about")),
            (Culling::Front, t!("setup-culling-front"), t!("setup-culling-front-about")),
        ];
        let chosen = rows::options(ui, before.culling, all).filter(|culling| *culling != before.culling);
        ask(actions, chosen.map(Change::Culling));
    });
    rows::choices(ui, t!("setup-sample"), |ui| {
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
