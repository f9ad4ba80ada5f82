//! Tooltips, which leave in sight what they explain.

use super::*;
use egui::{AreaState, Order};

/// Tooltip that is shown, if one is.
fn tooltip(harness: &Window) -> Option<Rect> {
    let layers = harness.ctx.memory(|memory| memory.areas().visible_layer_ids());
    let layer = layers.into_iter().find(|layer| layer.order == Order::Tooltip)?;
    let to_window = harness.ctx.layer_transform_to_global(layer).unwrap_or_default();
    AreaState::load(&harness.ctx, layer.id).map(|state| to_window * state.rect())
}

#[test]
fn a_tooltip_covers_no_value_row_or_tool() {
    for (size, left) in [([1280.0, 800.0], false), ([1280.0, 800.0], true), ([800.0, 600.0], false)] {
        let mut harness = window(size, 1.0);
        harness.ctx.all_styles_mut(|style| style.interaction.tooltip_delay = 0.0);
        let mut settings = Settings::default();
        settings.panels.left = left;
        harness.act(Action::Settings(settings)).pick(0).command(Command::SelectByBox);
        for label in ["Point", "Area", "Next behind", "Lasso", "Box"] {
            lowest(&harness, label).expect("it is shown").scroll_to_me();
            harness.hover_at(egui::pos2(3.0, 1.0));
            harness.frames(30);
            let place = lowest(&harness, label).expect("it is shown").rect();
            let before = painted(&harness);
            harness.hover_at(place.center());
            harness.frames(3);
            let shown = tooltip(&harness).unwrap_or_else(|| panic!("{label} at {place} of {size:?} has a tooltip"));
            let covered = before.iter().find(|it| shown.intersects(it.place.intersect(it.clip)));
            assert!(covered.is_none(), "{size:?}, {label}: {:?} is covered", covered.map(|it| &it.words));
            let tools = ["Click", "Box", "Lasso", "Brush"].map(|tool| harness.get_by_label(tool).rect());
            assert!(!tools.iter().any(|tool| shown.intersects(*tool)), "{size:?}, {label}: {shown} over {tools:?}");
            assert!(harness.ctx.content_rect().contains_rect(shown), "{size:?}, {label}: {shown}");
        }
    }
}
