//! Hint bar at the foot of the window: what mouse, fingers and keys do just now, and what is under the mouse.

use crate::app::arrangement::Pane;
use crate::app::desk::Desk;
use crate::app::input::{CLICKS, Drag, NavigationPreset, click_gesture};
use crate::app::keys::{
    Command, Group, MOUSE_ON_SURFACE, Modifiers, TOUCH_MOVES, TOUCH_ON_SURFACE, bindings, chord_of, name_of, rows_of,
    with_finger,
};
use crate::app::platform::is_embedded;
use crate::app::texts::{of_library, t};
use crate::app::theme::Colors;
use crate::app::tool::Tool;
use crate::app::update::State;
use egui::{Align, Layout, RichText, TextStyle, Ui};
use pickray::pick::TriangleId;

pub fn show(ui: &mut Ui, state: &State) {
    let desk = &state.desk;
    ui.horizontal(|ui| {
        ui.set_min_height(20.0);
        let about_hover = desk.pointer.hover.map(|id| under_the_mouse(desk, id));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(text) = about_hover {
                ui.label(RichText::new(text).color(Colors::of(ui).text));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| hints(ui, state));
        });
    });
}

/// Shows as many hints as there is room for, none cut off.
pub fn hints(ui: &mut Ui, state: &State) {
    let _ = offered(state, is_embedded()).iter().all(|(keys, what)| hint(ui, keys, what));
}

const MOST_HINTS: usize = 4;

/// Returns hints on what to do next, the tool, and what is under the mouse; `embedded` in a page, also how to leave it.
fn offered(State { desk, tools }: &State, embedded: bool) -> Vec<Hint> {
    let (tool, held, preset) = (tools.in_use(desk), desk.pointer.modifiers, desk.settings.navigation);
    let next = if desk.has_lost_sight() { way_home(desk) } else { tool.next_step(desk) };
    let next = next.filter(|_| held == Modifiers::NONE);
    let help = chord_of(Command::ToggleHelp).map(|chord| (chord.to_string(), t!("hint-all-keys")));
    let hints = match desk.pointer.axis {
        Some(_) => vec![(t!("gesture-plain-click").to_owned(), t!("mouse-look-along"))],
        None if desk.pointer.is_finger() && held == Modifiers::NONE => hints_of_fingers(tool),
        // Over the free view a drag moves its camera, whatever the tool.
        None if !tool.hints().is_empty() && desk.pane() == Pane::Picking => hints_of(tool, desk),
        None if held != Modifiers::NONE => hints_with(held, preset),
        None if desk.pointer.hover.is_some() => hints_on_surface(),
        None => navigation(preset).chain(help).collect(),
    };
    let mut told: Vec<Hint> = next.into_iter().collect();
    for hint in hints {
        // A tool's own use of a gesture comes before the camera's.
        if told.iter().all(|(keys, _)| *keys != hint.0) {
            told.push(hint);
        }
    }
    let way_out = embedded && desk.tab_takes_next_hit() && held == Modifiers::NONE;
    told.truncate(MOST_HINTS - usize::from(way_out));
    told.extend(way_out.then(|| (t!("hint-escape-then-tab").to_owned(), t!("hint-leave-frame"))));
    told
}

/// Returns the key, or for fingers the menu, that brings all into the picture again.
fn way_home(desk: &Desk) -> Option<Hint> {
    let how = match desk.pointer.is_finger() {
        true => t!("group-view").to_owned(),
        false => chord_of(Command::ResetView)?.to_string(),
    };
    Some((how, name_of(Command::ResetView)))
}

/// Width of the spaces between keys and what they do, and before the next hint, in logical pixels.
const GAPS: (f32, f32) = (5.0, 9.0);

/// Shows a hint if there is room for all of it; returns `true` if there was.
fn hint(ui: &mut Ui, keys: &str, what: &str) -> bool {
    let colors = Colors::of(ui);
    let font = TextStyle::Small.resolve(ui.style());
    let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), colors.text).size().x;
    if width(keys) + GAPS.0 + width(what) > ui.available_width() {
        return false;
    }
    ui.spacing_mut().item_spacing.x = GAPS.0;
    ui.label(RichText::new(keys).small().color(colors.weak));
    ui.label(RichText::new(what).small().color(colors.text));
    ui.add_space(GAPS.1);
    true
}

/// Key or gesture, and what it does.
type Hint = (String, &'static str);

/// Returns the hints on a tool's mouse and keys, then those on the camera.
fn hints_of(tool: &dyn Tool, desk: &Desk) -> Vec<Hint> {
    let mouse = tool.hints().iter().map(|&(gesture, what)| (gesture.shown().to_owned(), what.shown()));
    mouse.chain(rows_of(tool.keys(desk))).chain(navigation(desk.settings.navigation)).collect()
}

fn hints_of_fingers(tool: &dyn Tool) -> Vec<Hint> {
    let own = tool.hints().iter().filter_map(|&(gesture, what)| Some((with_finger(gesture)?, what)));
    let on_surface = TOUCH_ON_SURFACE.into_iter().filter(|_| tool.hints().is_empty());
    let all = own.chain(TOUCH_MOVES).chain(on_surface);
    all.map(|(gesture, what)| (gesture.shown().to_owned(), what.shown())).collect()
}

/// Returns the hints on moving the camera by the plainest gestures.
fn navigation(preset: NavigationPreset) -> impl Iterator<Item = Hint> {
    let drags = [Drag::Orbit, Drag::Pan].into_iter();
    let drags = drags.filter_map(move |drag| Some((preset.gesture(drag)?.to_owned(), drag.name())));
    drags.chain([(t!("gesture-wheel").to_owned(), Drag::Zoom.name())])
}

/// Returns the hints on what can be done with the triangle under the mouse.
fn hints_on_surface() -> Vec<Hint> {
    let click = CLICKS.iter().filter(|row| row.0 == Modifiers::NONE).map(|row| (click_gesture(row.0), row.2.shown()));
    let others = MOUSE_ON_SURFACE.iter().map(|(gesture, what)| (gesture.shown().to_owned(), what.shown()));
    click.chain(others).collect()
}

/// Returns the hints on what can be done with these modifiers held, by the tables that decide it.
fn hints_with(held: Modifiers, preset: NavigationPreset) -> Vec<Hint> {
    let clicks = CLICKS.iter().filter(|row| row.0 == held).map(|row| (click_gesture(row.0), row.2.shown()));
    let drags = preset.drags().filter(|row| row.modifiers == held);
    let drags = drags.map(|row| (row.gesture.shown().to_owned(), row.drag.name()));
    // Keys that act on triangles are wanted more often than another view.
    let (select, others): (Vec<_>, Vec<_>) =
        bindings().filter(|(chord, _)| chord.modifiers == held).partition(|(_, row)| row.group == Group::Select);
    let keys = select.into_iter().chain(others).map(|(chord, row)| (chord.to_string(), row.name.shown()));
    clicks.chain(drags).chain(keys).collect()
}

fn under_the_mouse(desk: &Desk, id: TriangleId) -> String {
    let (object, index) = (desk.scene().objects().get(id.object as usize), id.triangle.to_string());
    match object.and_then(|object| object.mesh.source().place(id.triangle)) {
        Some(place) => t!("hover-triangle-at", index = index, place = of_library::said(&place)),
        None => t!("hover-triangle", index = index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::zoom_factor;
    use crate::app::update::tests::*;
    use pickray_render::axis_under;

    fn words(state: &State) -> Vec<String> {
        offered(state, false).into_iter().map(|(keys, what)| format!("{keys}: {what}")).collect()
    }

    #[test]
    fn the_hints_follow_the_modifiers() {
        let words = |held, preset| {
            let hints = hints_with(held, preset).into_iter();
            hints.map(|(keys, what)| format!("{keys}: {what}")).collect::<Vec<_>>()
        };
        let pickray = NavigationPreset::Pickray;
        assert_eq!(words(Modifiers::SHIFT, pickray)[..2], ["Shift+Click: Add to the selection", "Shift+drag: Pan"]);
        let with_control = words(Modifiers::COMMAND, pickray);
        assert!(with_control[1].ends_with("A: Select all"), "{with_control:?}");
        assert!(!with_control.iter().any(|hint| hint.starts_with("F: ")));
        assert!(words(Modifiers::ALT, NavigationPreset::Blender).contains(&"Alt+drag: Orbit".to_owned()));
    }

    #[test]
    fn at_most_four_hints_tell_of_what_is_under_the_mouse_and_of_the_tool() {
        let mut state = after(|it| it.hover(CursorPosition { x: 2.5, y: 2.5 }));
        assert_eq!(words(&state), ["Drag: Orbit", "Shift+drag: Pan", "Wheel: Zoom", "F1: All keys"]);
        state.hover(MIDDLE);
        assert_eq!(words(&state)[..2], ["Click: Pick", "Double click: Pick, and turn around the hit"]);
        state.pick(MIDDLE);
        assert_eq!(words(&state)[..2], ["Drag: Orbit to see the ray", "Click: Pick"]);
        assert_eq!(words(&state).len(), MOST_HINTS);
        state.hover(CursorPosition { x: 2.5, y: 2.5 });
        assert!(!words(&state).contains(&"Drag: Orbit".to_owned()), "a drag is told of once");
        let view = state.view();
        let axes = (0..400).flat_map(|k| (0..300).map(move |l| (k, l))).map(|(k, l)| CursorPosition {
            x: f64::from(view.viewport.x) + f64::from(k),
            y: f64::from(view.framebuffer.height) - f64::from(l),
        });
        let style = &state.desk.settings.style;
        let end = axes.into_iter().find(|&at| axis_under(&view, style, state.desk.shown.scale_factor, at).is_some());
        state.act(Action::Hover(end));
        assert_eq!(words(&state).last().map(String::as_str), Some("Click: Look along it"));
        state.go_to(Workspace::Collide);
        for tool in state.tools.of(Workspace::Collide).map(|tool| tool.id()).collect::<Vec<_>>() {
            state.act(Action::UseTool(tool));
            let shown = words(&state);
            assert!((1..=MOST_HINTS).contains(&shown.len()), "{tool}: {shown:?}");
        }
    }

    #[test]
    fn in_a_frame_of_another_page_the_way_out_is_told_while_tab_takes_the_next_hit() {
        let mut state = state();
        let way_out = |state: &State| offered(state, true).into_iter().any(|(keys, _)| keys == "Esc, then Tab");
        assert!(!way_out(&state), "Tab leaves");
        state.pick(MIDDLE).hover(MIDDLE);
        assert!(way_out(&state) && offered(&state, true).len() == MOST_HINTS);
        assert!(offered(&state, false).iter().all(|(keys, _)| !keys.contains("Tab")), "here Tab leads nowhere else");
        state.command(Command::Escape);
        assert!(!way_out(&state));
    }

    #[test]
    fn a_mesh_that_is_a_dot_or_out_of_the_picture_is_brought_back_by_home() {
        let mut state = state();
        let home = "Home: Reset the view";
        for _ in 0..60 {
            state.zoom(MIDDLE, zoom_factor(-1.0));
            let [left, right] = [-1.0, 1.0].map(|x| state.desk.view().cursor_from_world(DVec3::new(x, -1.0, 0.0)));
            let across = right.expect("before the eye").x - left.expect("before the eye").x;
            assert!(words(&state)[0] == home || 11.0 < across, "{across}");
            assert!(words(&state)[0] != home || across < 13.0, "{across}");
        }
        assert_eq!(words(&state)[0], home);
        state.command(Command::ResetView);
        assert_ne!(words(&state)[0], home);
    }

    #[test]
    fn fingers_are_told_of_from_the_first_touch_until_the_mouse_is_there() {
        let mut state = after(|it| it.act(Action::Touched(Some(MIDDLE))));
        assert_eq!(words(&state), ["One finger: Orbit", "Two fingers: Pan and zoom", "Tap: Pick", LIST]);
        state.pick(MIDDLE);
        let after_pick = ["One finger: Orbit to see the ray", "Two fingers: Pan and zoom", "Tap: Pick", LIST];
        assert_eq!(words(&state), after_pick);
        state.hover(MIDDLE);
        assert_eq!(words(&state)[0], "Drag: Orbit to see the ray");
        state.leave().go_to(Workspace::Collide);
        for tool in state.tools.of(Workspace::Collide).map(|tool| tool.id()).collect::<Vec<_>>() {
            state.act(Action::UseTool(tool));
            let shown = words(&state);
            assert!(shown.contains(&"One finger: Orbit".to_owned()) && !shown.contains(&LIST.to_owned()), "{shown:?}");
            let of_mouse = |hint: &String| ["Mouse", "Click", "Shift", "Ctrl"].iter().any(|w| hint.starts_with(w));
            assert!(!shown.iter().any(of_mouse), "{tool}: {shown:?}");
        }
    }

    #[test]
    fn a_drag_that_selects_is_told_of_and_the_one_that_orbits_meanwhile() {
        let mut state = after(|it| it.pick(MIDDLE).hover(MIDDLE));
        for (command, what) in [
            (Command::SelectByBox, "Select in a box"),
            (Command::SelectByLasso, "Select in a lasso"),
            (Command::SelectByBrush, "Paint"),
        ] {
            state.command(command);
            let shown = words(&state);
            assert_eq!(shown[..2], [format!("Drag: {what}"), "Space+drag: Orbit".to_owned()]);
            assert!(!shown.concat().contains("to see the ray"), "{shown:?}");
            state.act(Action::Touched(Some(MIDDLE))).leave();
            let of_fingers = words(&state);
            assert_eq!(of_fingers[..2], [format!("One finger: {what}"), "Two fingers: Pan and zoom".to_owned()]);
            assert!(of_fingers.iter().all(|hint| !hint.contains("drag")), "{of_fingers:?}");
            state.hover(MIDDLE);
        }
        state.command(Command::SelectByClick);
        assert_eq!(words(&state)[0], "Drag: Orbit to see the ray");
        state.command(Command::SelectByBox).command(Command::NextRayView);
        let over = middle(&state.desk.shown.second_view.view);
        state.hover(over);
        assert_eq!(words(&state)[0], "Drag: Orbit", "over the free view");
    }

    const LIST: &str = "Long press: List all hits, nearest first";

    #[test]
    fn the_camera_is_moved_as_the_preset_has_it_whatever_tool_is_in_use() {
        for (preset, drag) in [(NavigationPreset::Pickray, "Drag"), (NavigationPreset::Blender, "Alt+drag")] {
            let State { desk, tools } = State::new(Settings { navigation: preset, ..Settings::default() });
            for tool in tools.of(Workspace::Collide) {
                let orbits: Vec<_> = hints_of(tool, &desk).into_iter().filter(|hint| hint.1 == "Orbit").collect();
                assert_eq!(orbits, [(drag.to_owned(), "Orbit")], "{}", tool.name());
            }
        }
    }
}
