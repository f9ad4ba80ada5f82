//! The last line: what the mouse and the keys do with the modifiers that are held now, and what is under the mouse.

use crate::app::desk::Desk;
use crate::app::input::{Drag, NavigationPreset};
use crate::app::keys::{BINDINGS, CLICKS, Command, Modifiers, chord_of, click_gesture, name_of, rows_of};
use crate::app::texts::{of_library, t};
use crate::app::theme::Colors;
use crate::app::tool::Tool;
use crate::app::update::State;
use crate::pick::TriangleId;
use egui::{Align, Layout, RichText, TextStyle, Ui};

pub fn show(ui: &mut Ui, State { desk, tools }: &State) {
    ui.horizontal(|ui| {
        ui.set_min_height(20.0);
        let about_hover = desk.pointer.hover.map(|id| under_the_mouse(desk, id));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(text) = about_hover {
                ui.label(RichText::new(text).color(Colors::of(ui).text));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                // As many as there is room for, none cut off.
                let tool = tools.in_use(desk);
                let next = if desk.has_lost_sight() { way_home() } else { tool.next_step(desk) };
                if let Some((keys, what)) = next.filter(|_| desk.pointer.modifiers == Modifiers::NONE) {
                    hint(ui, &keys, what);
                }
                let preset = desk.settings.navigation;
                let hints = if tool.hints().is_empty() {
                    hints(desk.pointer.modifiers, preset)
                } else {
                    hints_of(tool, preset)
                };
                let _ = hints.iter().all(|(keys, what)| hint(ui, keys, what));
            });
        });
    });
}

/// Returns the key that brings all into the picture again.
fn way_home() -> Option<Hint> {
    Some((chord_of(Command::ResetView)?.to_string(), name_of(Command::ResetView)))
}

/// The space between the keys and what they do, and before the next hint, in logical pixels.
const GAPS: (f32, f32) = (5.0, 9.0);

/// Shows a hint where there is room for all of it; whether there was.
fn hint(ui: &mut Ui, keys: &str, what: &str) -> bool {
    let colors = Colors::of(ui);
    let font = TextStyle::Small.resolve(ui.style());
    let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), colors.text).size().x;
    if width(keys) + GAPS.0 + width(what) > ui.available_width() {
        return false;
    }
    ui.spacing_mut().item_spacing.x = GAPS.0;
    ui.label(RichText::new(keys).small().strong().color(colors.accent));
    ui.label(RichText::new(what).small().color(colors.weak));
    ui.add_space(GAPS.1);
    true
}

/// A key or gesture, and what it does.
type Hint = (String, &'static str);

/// Returns what a tool makes of mouse and keys, then how the camera is moved.
fn hints_of(tool: &dyn Tool, preset: NavigationPreset) -> Vec<Hint> {
    let mouse = tool.hints().iter().map(|&(gesture, what)| (gesture.shown().to_owned(), what.shown()));
    mouse.chain(rows_of(tool.keys())).chain(navigation(preset)).collect()
}

/// Returns how the camera is moved, by the plainest gestures.
fn navigation(preset: NavigationPreset) -> impl Iterator<Item = Hint> {
    let drags = [Drag::Orbit, Drag::Pan].into_iter();
    let drags = drags.filter_map(move |drag| Some((preset.gesture(drag)?.to_owned(), drag.name())));
    drags.chain([(t!("gesture-wheel").to_owned(), Drag::Zoom.name())])
}

/// Returns what can be done with these modifiers held, by the tables that decide it.
fn hints(held: Modifiers, preset: NavigationPreset) -> Vec<Hint> {
    let mut hints: Vec<Hint> = Vec::new();
    if held == Modifiers::NONE {
        hints.extend(CLICKS.iter().map(|&(modifiers, _, what)| (click_gesture(modifiers), what.shown())));
        hints.extend(navigation(preset));
        if let Some(chord) = chord_of(Command::ToggleHelp) {
            hints.insert(1, (chord.to_string(), t!("hint-all-keys")));
        }
        return hints;
    }
    hints.extend(
        CLICKS.iter().filter(|row| row.0 == held).map(|&(modifiers, _, what)| (click_gesture(modifiers), what.shown())),
    );
    let while_held = preset.drags().filter(|row| row.modifiers == held);
    hints.extend(while_held.map(|row| (row.gesture.shown().to_owned(), row.drag.name())));
    let keys = BINDINGS.iter().filter(|binding| binding.chord.modifiers == held);
    hints.extend(keys.map(|binding| (binding.chord.to_string(), binding.help.shown())));
    hints
}

fn under_the_mouse(desk: &Desk, id: TriangleId) -> String {
    let object = desk.scene().objects().get(id.object as usize);
    match object.and_then(|object| object.mesh.source().place(id.triangle)) {
        Some(place) => t!("hover-triangle-at", index = id.triangle, place = of_library::place(place)),
        None => t!("hover-triangle", index = id.triangle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::Settings;
    use crate::app::workspace::Workspace;

    #[test]
    fn the_hints_follow_the_modifiers() {
        let words = |held| {
            hints(held, NavigationPreset::Pickray)
                .into_iter()
                .map(|(keys, what)| format!("{keys}: {what}"))
                .collect::<Vec<_>>()
        };
        assert!(words(Modifiers::NONE).contains(&"Click: Pick".to_owned()));
        assert_eq!(words(Modifiers::SHIFT)[..2], ["Shift+Click: Add to the selection", "Shift+drag: Pan"]);
        assert!(words(Modifiers::COMMAND).iter().any(|hint| hint.ends_with("Z: Undo")));
        assert!(!words(Modifiers::COMMAND).iter().any(|hint| hint.starts_with("F: ")));
        let blender: Vec<_> = hints(Modifiers::ALT, NavigationPreset::Blender);
        assert!(blender.contains(&("Alt+drag".to_owned(), "Orbit")), "{blender:?}");
    }

    #[test]
    fn the_camera_is_moved_as_the_preset_has_it_whatever_tool_is_in_use() {
        let state = State::new(Settings::default());
        for tool in state.tools.of(Workspace::Collide) {
            for (preset, drag) in [(NavigationPreset::Pickray, "Drag"), (NavigationPreset::Blender, "Alt+drag")] {
                let orbits: Vec<_> = hints_of(tool, preset).into_iter().filter(|hint| hint.1 == "Orbit").collect();
                assert_eq!(orbits, [(drag.to_owned(), "Orbit")], "{}", tool.name());
            }
        }
    }
}
