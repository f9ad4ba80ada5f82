//! The Collide workspace beside and over the picture: the choice of a bench, its panel, its lines and its hints.

mod bounds;
mod box_tree;
mod many_bodies;
mod probe;
pub(super) mod shapes;
mod sphere;
mod two_meshes;
mod two_triangles;

use super::rows;
use crate::app::state::{Action, Bench, CollideAction, State};
use crate::app::theme::SPACE;
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
        Bench::Sphere => sphere::show(ui, state, actions),
        Bench::TwoTriangles => two_triangles::show(ui, state, actions),
        Bench::TwoMeshes => two_meshes::show(ui, state, actions),
        Bench::Bounds => bounds::show(ui, state, actions),
        Bench::BoxTree => box_tree::show(ui, state, actions),
        Bench::ManyBodies => many_bodies::show(ui, state, actions),
    }
}

/// What is drawn over the scene.
pub fn overlays(state: &State, bench: Bench, palette: &Palette) -> Vec<Overlay> {
    match bench {
        Bench::Sphere => sphere::overlays(state, palette),
        Bench::TwoMeshes => two_meshes::overlays(state, palette),
        Bench::ManyBodies => many_bodies::overlays(state, palette),
        Bench::TwoTriangles => two_triangles::overlays(state, palette),
        Bench::Bounds => bounds::overlays(state, palette),
        Bench::BoxTree => box_tree::overlays(state, palette),
    }
}

/// What is painted into the picture, in its own pixels.
pub fn marks(ui: &Ui, state: &State, bench: Bench, area: Rect) {
    match bench {
        Bench::Sphere | Bench::TwoMeshes | Bench::ManyBodies | Bench::Bounds | Bench::BoxTree => {}
        Bench::TwoTriangles => two_triangles::marks(ui, state, area),
    }
}

/// The many bodies that are drawn beside the scene, on their bench.
pub fn swarm(state: &State, palette: &Palette) -> Option<Swarm> {
    match state.bench() {
        Some(Bench::ManyBodies) => many_bodies::swarm(state, palette),
        _ => None,
    }
}

/// What the mouse and the keys do on a bench, for the last line and the help.
pub const fn hints(bench: Bench) -> &'static [(&'static str, &'static str)] {
    match bench {
        Bench::Sphere => sphere::HINTS,
        Bench::TwoTriangles => two_triangles::HINTS,
        Bench::TwoMeshes => two_meshes::HINTS,
        Bench::Bounds => bounds::HINTS,
        Bench::BoxTree => box_tree::HINTS,
        Bench::ManyBodies => many_bodies::HINTS,
    }
}
