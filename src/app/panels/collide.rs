//! The Collide workspace beside and over the picture: the choice of a bench, its panel, its lines and its hints.

use super::rows;
use crate::app::state::{Action, Bench, CollideAction, State};
use crate::app::theme::SPACE;
use crate::app::tools::{bounds, box_tree, many_bodies, sphere, two_meshes, two_triangles};
use crate::render::{Overlay, Palette, Swarm};
use egui::{Button, Frame, Margin, Rect, Ui};

/// What stands beside the picture.
pub fn side(ui: &mut Ui, state: &State, bench: Bench, actions: &mut Vec<Action>) {
    Frame::new().inner_margin(Margin { left: 12, right: 12, top: 10, bottom: 4 }).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for other in Bench::ALL {
                if ui.add(Button::selectable(bench == other, other.name())).clicked() {
                    actions.push(Action::Collide(CollideAction::Choose(other)));
                }
            }
        });
        ui.add_space(SPACE);
    });
    ui.separator();
    if state.scene.objects.is_empty() {
        Frame::new().inner_margin(Margin::same(12)).show(ui, |ui| rows::note(ui, "No mesh yet."));
        return;
    }
    match bench {
        Bench::Sphere => sphere::panel::show(ui, state, actions),
        Bench::TwoTriangles => two_triangles::panel::show(ui, state, actions),
        Bench::TwoMeshes => two_meshes::panel::show(ui, state, actions),
        Bench::Bounds => bounds::panel::show(ui, state, actions),
        Bench::BoxTree => box_tree::panel::show(ui, state, actions),
        Bench::ManyBodies => many_bodies::panel::show(ui, state, actions),
    }
}

/// What is drawn over the scene.
pub fn overlays(state: &State, bench: Bench, palette: &Palette) -> Vec<Overlay> {
    match bench {
        Bench::Sphere => sphere::panel::overlays(state, palette),
        Bench::TwoMeshes => two_meshes::panel::overlays(state, palette),
        Bench::ManyBodies => many_bodies::panel::overlays(state, palette),
        Bench::TwoTriangles => two_triangles::panel::overlays(state, palette),
        Bench::Bounds => bounds::panel::overlays(state, palette),
        Bench::BoxTree => box_tree::panel::overlays(state, palette),
    }
}

/// What is painted into the picture, in its own pixels.
pub fn marks(ui: &Ui, state: &State, bench: Bench, area: Rect) {
    match bench {
        Bench::Sphere | Bench::TwoMeshes | Bench::ManyBodies | Bench::Bounds | Bench::BoxTree => {}
        Bench::TwoTriangles => two_triangles::panel::marks(ui, state, area),
    }
}

/// The many bodies that are drawn beside the scene, on their bench.
pub fn swarm(state: &State, palette: &Palette) -> Option<Swarm> {
    match state.bench() {
        Some(Bench::ManyBodies) => many_bodies::panel::swarm(state, palette),
        _ => None,
    }
}

/// What the mouse and the keys do on a bench, for the last line and the help.
pub const fn hints(bench: Bench) -> &'static [(&'static str, &'static str)] {
    match bench {
        Bench::Sphere => sphere::panel::HINTS,
        Bench::TwoTriangles => two_triangles::panel::HINTS,
        Bench::TwoMeshes => two_meshes::panel::HINTS,
        Bench::Bounds => bounds::panel::HINTS,
        Bench::BoxTree => box_tree::panel::HINTS,
        Bench::ManyBodies => many_bodies::panel::HINTS,
    }
}
