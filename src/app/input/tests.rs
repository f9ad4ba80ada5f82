use super::*;
use glam::DVec3;
use pickray::math::FramebufferSize;
use pickray::scene::Camera;

/// Returns a view from this distance.
pub fn view(distance: f64) -> View {
    let camera = Camera::look_at(DVec3::new(0.0, 0.0, distance), DVec3::ZERO, DVec3::Y);
    View::new(camera, FramebufferSize { width: 800, height: 600 })
}

pub fn at(x: f64, y: f64) -> CursorPosition {
    CursorPosition { x, y }
}

pub fn here(button: Button, modifiers: Modifiers, seconds: f64) -> Press {
    Press { button, cursor: at(100.0, 100.0), modifiers, pane: Pane::Picking, view: view(5.0), seconds }
}

/// Returns a pointer whose button went down.
fn pressed(button: Button, modifiers: Modifiers) -> Pointer {
    let mut pointer = Pointer::default();
    pointer.press(here(button, modifiers, 0.0), 1.0);
    pointer
}

fn click(pointer: &mut Pointer, seconds: f64) -> Option<Gesture> {
    pointer.press(here(Button::Left, Modifiers::NONE, seconds), 1.0);
    pointer.release(Button::Left, seconds)
}

#[test]
fn a_press_and_release_in_one_place_is_a_click_with_the_view_of_the_press() {
    let gesture = click(&mut Pointer::default(), 0.0);
    let expected = Gesture::Click { press: here(Button::Left, Modifiers::NONE, 0.0), double: false };
    assert_eq!(gesture, Some(expected));
}

#[test]
fn a_click_may_wander_as_far_as_the_slop_at_every_scale_factor() {
    for scale in [1.0, 1.25, 1.5, 1.75, 2.0] {
        for (logical, is_click) in [(3.9, true), (4.1, false)] {
            let mut pointer = Pointer::default();
            pointer.press(here(Button::Left, Modifiers::NONE, 0.0), scale);
            let moved = pointer.motion(at(100.0, 100.0 + logical * scale), scale);
            assert_eq!(moved.is_none(), is_click, "the slop gates the camera too");
            let released = pointer.release(Button::Left, 0.1);
            assert_eq!(matches!(released, Some(Gesture::Click { .. })), is_click, "{logical} px at {scale}");
        }
    }
}

#[test]
fn a_drag_that_comes_back_is_no_click() {
    let mut pointer = pressed(Button::Left, Modifiers::NONE);
    let begins = |moved| matches!(moved, Some(Gesture::Drag(DragTo { begins: true, .. })));
    assert!(begins(pointer.motion(at(150.0, 100.0), 1.0)));
    let back = pointer.motion(at(100.0, 100.0), 1.0);
    assert!(back.is_some() && !begins(back), "a drag stays one");
    assert_eq!(pointer.release(Button::Left, 0.1), Some(Gesture::DragEnds));
}

#[test]
fn buttons_modifiers_and_the_preset_decide_what_a_drag_moves() {
    use NavigationPreset::{Blender, Pickray};
    let (none, shift, control) = (Modifiers::NONE, Modifiers::SHIFT, Modifiers::COMMAND);
    for (preset, button, modifiers, expected) in [
        (Pickray, Button::Left, none, Some(Drag::Orbit)),
        (Pickray, Button::Left, control, Some(Drag::Orbit)),
        (Pickray, Button::Left, shift, Some(Drag::Pan)),
        (Pickray, Button::Middle, none, Some(Drag::Pan)),
        (Pickray, Button::Right, none, Some(Drag::Pan)),
        (Blender, Button::Left, none, None),
        (Blender, Button::Left, Modifiers::ALT, Some(Drag::Orbit)),
        (Blender, Button::Middle, none, Some(Drag::Orbit)),
        (Blender, Button::Middle, shift, Some(Drag::Pan)),
        (Blender, Button::Middle, control, Some(Drag::Zoom)),
        (Blender, Button::Right, none, None),
        (Blender, Button::Finger, none, Some(Drag::Orbit)),
        (Pickray, Button::Finger, shift, Some(Drag::Pan)),
    ] {
        match pressed(button, modifiers).motion(at(200.0, 100.0), 1.0) {
            Some(Gesture::Drag(DragTo { press, to, .. })) => {
                assert_eq!((preset.drag(&press), press.cursor, to), (expected, at(100.0, 100.0), at(200.0, 100.0)));
            }
            other => panic!("{button:?}: {other:?}"),
        }
    }
}

#[test]
fn the_plainest_gesture_of_a_preset_stands_for_the_others() {
    use NavigationPreset::{Blender, Pickray};
    assert_eq!([Drag::Orbit, Drag::Pan].map(|drag| Pickray.gesture(drag)), [Some("Drag"), Some("Shift+drag")]);
    assert_eq!([Drag::Orbit, Drag::Pan].map(|drag| Blender.gesture(drag)), [Some("Alt+drag"), Some("Alt+Shift+drag")]);
    assert_eq!(Pickray.gesture(Drag::Zoom), None, "the wheel zooms");
}

#[test]
fn the_modifiers_of_the_press_count() {
    for (modifiers, expected, _) in CLICKS {
        let gesture = pressed(Button::Left, modifiers).release(Button::Left, 0.1);
        assert!(matches!(gesture, Some(Gesture::Click { press, .. }) if press.mode() == expected), "{gesture:?}");
    }
}

#[test]
fn a_second_click_soon_and_near_is_a_double_click_and_a_third_is_not() {
    let mut pointer = Pointer::default();
    let doubles: Vec<_> = [0.0, 0.2, 0.4, 5.0]
        .into_iter()
        .map(|seconds| matches!(click(&mut pointer, seconds), Some(Gesture::Click { double: true, .. })))
        .collect();
    assert_eq!(doubles, [false, true, false, false]);
    pointer.press(Press { cursor: at(110.0, 100.0), ..here(Button::Left, Modifiers::NONE, 5.1) }, 1.0);
    let elsewhere = pointer.release(Button::Left, 5.1);
    assert!(matches!(elsewhere, Some(Gesture::Click { double: false, .. })));
}

#[test]
fn the_right_button_lists_and_the_middle_one_does_nothing() {
    let mut pointer = pressed(Button::Right, Modifiers::NONE);
    assert!(matches!(pointer.release(Button::Right, 0.1), Some(Gesture::Click { .. })));
    let left = click(&mut pointer, 0.2);
    assert!(matches!(left, Some(Gesture::Click { double: false, .. })), "two buttons make no double click");
    pointer.press(here(Button::Middle, Modifiers::NONE, 0.2), 1.0);
    assert_eq!(pointer.release(Button::Middle, 0.3), None);
}

#[test]
fn a_second_button_does_not_disturb_the_first() {
    let mut pointer = pressed(Button::Left, Modifiers::NONE);
    pointer.press(here(Button::Right, Modifiers::NONE, 0.1), 1.0);
    assert_eq!(pointer.release(Button::Right, 0.2), None);
    assert!(pointer.release(Button::Left, 0.3).is_some());
}

#[test]
fn no_click_comes_of_a_press_that_was_cancelled() {
    let mut pointer = pressed(Button::Left, Modifiers::NONE);
    assert_eq!((pointer.cancel(), pointer.release(Button::Left, 0.1)), (None, None));
    pointer.press(here(Button::Left, Modifiers::NONE, 0.2), 1.0);
    pointer.motion(at(150.0, 100.0), 1.0);
    assert_eq!(pointer.cancel(), Some(Gesture::DragEnds), "a tool lets go of what it holds");
}

#[test]
fn the_wheel_turned_there_and_back_changes_nothing() {
    assert!((zoom_factor(3.0) * zoom_factor(-3.0) - 1.0).abs() < 1e-12);
    assert!(zoom_factor(1.0) < 1.0, "away from the person is closer to the mesh");
    assert!(zoom_factor(f64::MAX) > 0.0);
}
