//! The setup of a pick: projection, clip planes, model transform, culling and the sample of the pixel.

use crate::app::action::{Action, SetupAction};
use crate::app::desk::{Desk, Setup};
use crate::app::keys::Command;
use crate::app::panels::{fields, rows};
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
        let about = "All of it as it was when the mesh was opened; the camera stays.";
        reset = ui.button("Reset").on_hover_text(about).clicked();
        let about = "One line that holds all that goes into this pick. Ctrl+V in a pickray window restores it.";
        copy = ui.add_enabled(desk.picked.is_some(), Button::new("Copy situation")).on_hover_text(about).clicked();
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
            let about = "Between the lines of sight of the lowest and the highest row of the picture.";
            let degrees =
                fields::number(ui, "Angle of view", fov_y.to_degrees(), fields::DEGREES_PER_PIXEL, "°", about);
            degrees.map(|degrees| Projection::Perspective { fov_y: degrees.to_radians() })
        }
        Projection::Orthographic { height } => {
            let about = "How much of the world the picture is high, in world units.";
            let height = fields::number(ui, "Height", height, step, "", about);
            height.map(|height| Projection::Orthographic { height })
        }
    };
    changed.into_iter().for_each(|projection| set(SetupAction::Projection(projection)));
}

fn planes(ui: &mut Ui, desk: &Desk, step: f64, set: &mut impl FnMut(SetupAction)) {
    let (camera, planes) = (desk.view.camera, desk.setup.planes);
    let mut put = |planes: ClipPlanes| set(SetupAction::Planes(planes));
    let about = "The distance of the near plane from the eye, along the view direction, in world units. What lies before it is neither seen nor hit.";
    if let Some(near) = fields::number(ui, "Near plane", camera.near, step, "", about) {
        put(ClipPlanes { near: Some(near), ..planes });
    }
    let about = "The distance of the far plane from the eye, along the view direction, in world units. What lies beyond it is neither seen nor hit.";
    if let Some(far) = fields::number(ui, "Far plane", camera.far, step, "", about) {
        put(ClipPlanes { far: Some(far), ..planes });
    }
    rows::choices(ui, "", |ui| {
        let mut is_infinite = planes.far == Some(f64::INFINITY);
        let about =
            "The far plane at infinity: the far point of a ray is a direction, and nothing is too far to be hit.";
        let is_perspective = matches!(camera.projection, Projection::Perspective { .. });
        ui.add_enabled_ui(is_perspective, |ui| {
            if ui.checkbox(&mut is_infinite, "Infinite").on_hover_text(about).changed() {
                put(ClipPlanes { far: is_infinite.then_some(f64::INFINITY), ..planes });
            }
        });
        let mut reversed_z = planes.reversed_z;
        let about = "Depth runs backwards: 1 at the near plane, 0 at the far one.";
        if ui.checkbox(&mut reversed_z, "Reversed depth").on_hover_text(about).changed() {
            put(ClipPlanes { reversed_z, ..planes });
        }
        let is_given = planes.near.is_some() || planes.far.is_some();
        let about = "Lets both planes follow what is seen again.";
        if is_given && ui.button("Fit").on_hover_text(about).clicked() {
            put(ClipPlanes { near: None, far: None, ..planes });
        }
    });
}

fn placement(ui: &mut Ui, setup: &Setup, step: f64, set: &mut impl FnMut(SetupAction)) {
    let Placement { translate, rotate, scale } = setup.placement;
    let mut put = |placement: Placement| set(SetupAction::Placement(placement));
    if let Some((translate, _)) = fields::vector(ui, "Moved by", translate, step, "") {
        put(Placement { translate, ..setup.placement });
    }
    let degrees = rotate.map(f64::to_degrees);
    if let Some((degrees, _)) = fields::vector(ui, "Turned by", degrees, fields::DEGREES_PER_PIXEL, "°") {
        put(Placement { rotate: degrees.map(f64::to_radians), ..setup.placement });
    }
    if let Some((scale, _)) = fields::vector(ui, "Scaled by", scale, FACTOR_PER_PIXEL, "") {
        put(Placement { scale, ..setup.placement });
    }
    rows::choices(ui, "Mirrored", |ui| {
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let mut mirror = DVec3::ONE;
            mirror[axis] = -1.0;
            let about = format!("Front and back change places, along the object's {name} axis.");
            if ui.selectable_label(scale[axis] < 0.0, name).on_hover_text(about).clicked() {
                put(Placement { scale: scale * mirror, ..setup.placement });
            }
        }
    });
}

fn options(ui: &mut Ui, mut options: PickOptions, set: &mut impl FnMut(SetupAction)) {
    let before = options;
    rows::choices(ui, "Culling", |ui| {
        let (none, back) = ("Both sides can be hit.", "Only fronts can be hit; backs are not drawn.");
        ui.selectable_value(&mut options.culling, Culling::None, "None").on_hover_text(none);
        ui.selectable_value(&mut options.culling, Culling::Back, "Back").on_hover_text(back);
    });
    rows::choices(ui, "Pixel sample", |ui| {
        let about = "The point of the pixel that the ray goes through.";
        ui.selectable_value(&mut options.sample, PixelSample::Center, "Centre").on_hover_text(about);
        ui.selectable_value(&mut options.sample, PixelSample::Corner, "Corner").on_hover_text(about);
    });
    if options != before {
        set(SetupAction::Options(options));
    }
}
