//! Widgets of the benches (tools that demonstrate one algorithm) that query the mesh with a probe, the ray of a pixel.

use super::rows;
use crate::app::desk::Desk;
use crate::app::job::Pending;
use crate::app::probe::{Making, Probe};
use crate::app::texts::t;
use crate::app::theme::SPACE;
use egui::Ui;
use pickray_render::{Behind, Overlay, Palette, Pen};

const RING_RADIUS: f32 = 7.0;

/// Says that volumes or boxes are being built, or shows a button to build them; returns its request.
pub fn not_there<T>(ui: &mut Ui, pending: &Pending<T>) -> Option<Making<T>> {
    if pending.is_awaited() {
        rows::note(ui, t!("probe-in-the-making"));
        return None;
    }
    rows::note(ui, t!("probe-stopped"));
    ui.button(t!("probe-begin-again")).clicked().then_some(Making::Begin)
}

/// Shows a heading with the index of the triangle that the probe's ray hits, or a note that the ray misses.
pub fn heading(ui: &mut Ui, probe: &Probe) {
    match probe.hit {
        Some(hit) => rows::title(ui, &t!("triangle-number", index = hit.triangle.to_string())),
        None => rows::title(ui, t!("probe-misses")),
    }
}

/// Shows a button that unpins the probe, if a click has pinned its ray. Returns `true` if the button was pressed.
pub fn kept(ui: &mut Ui, desk: &Desk, probe: &Probe) -> bool {
    ui.add_space(SPACE);
    if !probe.pinned {
        return false;
    }
    if probe.view == *desk.view() {
        rows::note(ui, t!("probe-turn"));
    }
    ui.button(t!("probe-let-go")).on_hover_text(t!("key-escape")).clicked()
}

/// Appends the drawing of the probe's ray to `overlays`. A pinned ray that is seen end on becomes a ring at its hit.
pub fn lines(desk: &Desk, probe: Option<&Probe>, palette: &Palette, overlays: &mut Vec<Overlay>) {
    let Some(probe) = probe else { return };
    if probe.view != *desk.view() {
        overlays.extend(Overlay::ray(probe.ray.origin, probe.ray.target, probe.point(), palette));
    } else if probe.pinned {
        let place = vec![probe.point().unwrap_or(probe.ray.target)];
        for (color, width) in [(palette.selected_outline, 3.5), (palette.ray, 1.75)] {
            overlays.push(Overlay::Rings(place.clone(), RING_RADIUS, Pen::new(color, width).behind(Behind::Drawn)));
        }
    }
}
