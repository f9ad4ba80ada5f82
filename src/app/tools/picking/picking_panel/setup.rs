//! The setup of a pick: projection, clip planes, model transform, culling and the sample of the pixel.

use crate::app::action::{Action, SetupAction};
use crate::app::desk::{Desk, Setup};
use crate::app::keys::Command;
use crate::app::panels::{fields, rows};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE};
use crate::intersect::Culling;
use crate::math::PixelSample;
use crate::pick::PickOptions;
use crate::scene::{ClipPlanes, Placement, Projection};
use egui::{Button, RichText, Ui};
use glam::DVec3;

/// Shares of the scene's size for a logical pixel that a distance is dragged.
const SIZE_PER_PIXEL: f64 = 0.005;

/// How much a factor changes for a logical pixel that it is dragged.
const FACTOR_PER_PIXEL: f64 = 0.01;

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let mut set = |action: SetupAction| actions.push(Action::Setup(action));
    let step = SIZE_PER_PIXEL * desk.bounds().size().max_element().max(f64::MIN_POSITIVE);
    projection(ui, desk, step, &mut set);
    planes(ui, desk, step, &mut set);
    placement(ui, &desk.setup, step, &mut set);
    options(ui, desk.setup.options, &mut set);
    if let Some(problem) = &desk.setup.problem {
        ui.add_space(SPACE);
        ui.label(RichText::new(problem).color(Colors::of(ui).error));
    }
    ui.add_space(SPACE);
    let (mut reset, mut copy) = (false, false);
    ui.horizontal_wrapped(|ui| {
        let about = t!("setup-reset-about");
        reset = ui.button(t!("setup-reset")).on_hover_text(about).clicked();
        let about = t!("setup-copy-about");
        copy = ui.add_enabled(desk.picked.is_some(), Button::new(t!("setup-copy"))).on_hover_text(about).clicked();
    });
    if reset {
        set(SetupAction::Reset);
    }
    if copy {
        actions.push(Action::Command(Command::CopySituation));
    }
}

fn projection(ui: &mut Ui, desk: &Desk, step: f64, set: &mut impl FnMut(SetupAction)) {
    let changed = match desk.view.camera.projection {
        Projection::Perspective { fov_y } => {
            let about = t!("setup-angle-about");
            let degrees =
                fields::number(ui, t!("setup-angle"), fov_y.to_degrees(), fields::DEGREES_PER_PIXEL, "°", about);
            degrees.map(|degrees| Projection::Perspective { fov_y: degrees.to_radians() })
        }
        Projection::Orthographic { height } => {
            let about = t!("setup-height-about");
            let height = fields::number(ui, t!("setup-height"), height, step, "", about);
            height.map(|height| Projection::Orthographic { height })
        }
    };
    changed.into_iter().for_each(|projection| set(SetupAction::Projection(projection)));
}

fn planes(ui: &mut Ui, desk: &Desk, step: f64, set: &mut impl FnMut(SetupAction)) {
    let (camera, planes) = (desk.view.camera, desk.setup.planes);
    let mut put = |planes: ClipPlanes| set(SetupAction::Planes(planes));
    let about = t!("setup-near-about");
    if let Some(near) = fields::number(ui, t!("setup-near"), camera.near, step, "", about) {
        put(ClipPlanes { near: Some(near), ..planes });
    }
    let about = t!("setup-far-about");
    if let Some(far) = fields::number(ui, t!("setup-far"), camera.far, step, "", about) {
        put(ClipPlanes { far: Some(far), ..planes });
    }
    rows::choices(ui, "", |ui| {
        let mut is_infinite = planes.far == Some(f64::INFINITY);
        let about = t!("setup-infinite-about");
        let is_perspective = matches!(camera.projection, Projection::Perspective { .. });
        ui.add_enabled_ui(is_perspective, |ui| {
            if ui.checkbox(&mut is_infinite, t!("setup-infinite")).on_hover_text(about).changed() {
                put(ClipPlanes { far: is_infinite.then_some(f64::INFINITY), ..planes });
            }
        });
        let mut reversed_z = planes.reversed_z;
        let about = t!("setup-reversed-about");
        if ui.checkbox(&mut reversed_z, t!("setup-reversed")).on_hover_text(about).changed() {
            put(ClipPlanes { reversed_z, ..planes });
        }
        let is_given = planes.near.is_some() || planes.far.is_some();
        let about = t!("setup-fit-about");
        if is_given && ui.button(t!("setup-fit")).on_hover_text(about).clicked() {
            put(ClipPlanes { near: None, far: None, ..planes });
        }
    });
}

fn placement(ui: &mut Ui, setup: &Setup, step: f64, set: &mut impl FnMut(SetupAction)) {
    let Placement { translate, rotate, scale } = setup.placement;
    let mut put = |placement: Placement| set(SetupAction::Placement(placement));
    if let Some((translate, _)) = fields::vector(ui, t!("setup-moved"), translate, step, "") {
        put(Placement { translate, ..setup.placement });
    }
    let degrees = rotate.map(f64::to_degrees);
    if let Some((degrees, _)) = fields::vector(ui, t!("setup-turned"), degrees, fields::DEGREES_PER_PIXEL, "°") {
        put(Placement { rotate: degrees.map(f64::to_radians), ..setup.placement });
    }
    if let Some((scale, _)) = fields::vector(ui, t!("setup-scaled"), scale, FACTOR_PER_PIXEL, "") {
        put(Placement { scale, ..setup.placement });
    }
    rows::choices(ui, t!("setup-mirrored"), |ui| {
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let mut mirror = DVec3::ONE;
            mirror[axis] = -1.0;
            let about = t!("setup-mirrored-about", axis = name);
            if ui.selectable_label(scale[axis] < 0.0, name).on_hover_text(about).clicked() {
                put(Placement { scale: scale * mirror, ..setup.placement });
            }
        }
    });
}

fn options(ui: &mut Ui, mut options: PickOptions, set: &mut impl FnMut(SetupAction)) {
    let before = options;
    rows::choices(ui, t!("setup-culling"), |ui| {
        let (none, back) = (t!("setup-culling-none-about"), t!("setup-culling-back-about"));
        ui.selectable_value(&mut options.culling, Culling::None, t!("setup-culling-none")).on_hover_text(none);
        ui.selectable_value(&mut options.culling, Culling::Back, t!("setup-culling-back")).on_hover_text(back);
    });
    rows::choices(ui, t!("setup-sample"), |ui| {
        let about = t!("setup-sample-about");
        ui.selectable_value(&mut options.sample, PixelSample::Center, t!("setup-sample-centre")).on_hover_text(about);
        ui.selectable_value(&mut options.sample, PixelSample::Corner, t!("setup-sample-corner")).on_hover_text(about);
    });
    if options != before {
        set(SetupAction::Options(options));
    }
}
