//! Mouse events in physical pixels become gestures: a press is kept, and is a click or a drag by what follows.
//!
//! One owner is decided at the press, by the caller: what reaches this module belongs to the picture, and everything until
//! the release with it. The view is frozen at the press, so that a click picks what was under the cursor when the button
//! went down, whatever the camera did since.

use crate::app::keys::{ClickMode, Modifiers, click_mode};
use crate::math::CursorPosition;
use crate::scene::View;

/// How far the mouse may move between press and release of a click, in logical pixels; beyond it is a drag.
pub const SLOP_LOGICAL: f64 = 4.0;

/// The longest time between two clicks of a double click, in seconds.
pub const DOUBLE_CLICK_SECONDS: f64 = 0.4;

/// A mouse button that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Picks and orbits.
    Left,
    /// Pans.
    Middle,
    /// Lists the hits and pans.
    Right,
}

/// What a drag moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drag {
    /// Around the pivot.
    Orbit,
    /// Along the picture.
    Pan,
}

/// What the mouse meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Gesture {
    /// A left click, to be resolved at `cursor` with the view of its press.
    Pick {
        /// Where the button went down.
        cursor: CursorPosition,
        /// The view frozen at the press.
        view: View,
        /// What the modifiers at the press make of it.
        mode: ClickMode,
        /// Whether it is the second of a double click, which makes the hit the pivot.
        double: bool,
    },
    /// A right click: list all hits.
    ListHits {
        /// Where the button went down.
        cursor: CursorPosition,
        /// The view frozen at the press.
        view: View,
    },
    /// The mouse is somewhere else than where the button went down.
    Drag {
        /// What it moves.
        drag: Drag,
        /// The view frozen at the press, from which the new camera is computed, so that rounding does not add up.
        view: View,
        /// Where the button went down.
        from: CursorPosition,
        /// Where the mouse is.
        to: CursorPosition,
        /// Whether it is the first of its drag.
        begins: bool,
    },
}

#[derive(Clone, Debug)]
struct Press {
    button: Button,
    at: CursorPosition,
    modifiers: Modifiers,
    view: View,
    dragging: bool,
    double: bool,
}

/// The state of the mouse between events.
#[derive(Clone, Debug, Default)]
pub struct Pointer {
    press: Option<Press>,
    last_click: Option<(f64, CursorPosition)>,
}

impl Pointer {
    /// Takes a press at `seconds` of any steady clock; ignored while another button is held.
    pub fn press(
        &mut self,
        button: Button,
        at: CursorPosition,
        modifiers: Modifiers,
        view: View,
        seconds: f64,
        scale_factor: f64,
    ) {
        if self.press.is_some() {
            return;
        }
        let double = button == Button::Left
            && modifiers == Modifiers::NONE
            && self.last_click.take().is_some_and(|(then, place)| {
                seconds - then <= DOUBLE_CLICK_SECONDS && within_slop(place, at, scale_factor)
            });
        self.press = Some(Press { button, at, modifiers, view, dragging: false, double });
    }

    /// Takes a motion; a drag once the mouse has left the slop around the press, and from there on whatever it does.
    pub fn motion(&mut self, to: CursorPosition, scale_factor: f64) -> Option<Gesture> {
        let press = self.press.as_mut()?;
        let begins = !press.dragging;
        press.dragging |= !within_slop(press.at, to, scale_factor);
        if !press.dragging {
            return None;
        }
        let drag = drag_of(press.button, press.modifiers);
        Some(Gesture::Drag { drag, view: press.view, from: press.at, to, begins })
    }

    /// Takes a release; a click where the press was no drag.
    pub fn release(&mut self, button: Button, seconds: f64) -> Option<Gesture> {
        let press = self.press.take_if(|press| press.button == button)?;
        if press.dragging {
            return None;
        }
        match button {
            Button::Left => {
                let plain = press.modifiers == Modifiers::NONE && !press.double;
                self.last_click = plain.then_some((seconds, press.at));
                let mode = click_mode(press.modifiers);
                Some(Gesture::Pick { cursor: press.at, view: press.view, mode, double: press.double })
            }
            Button::Right => Some(Gesture::ListHits { cursor: press.at, view: press.view }),
            Button::Middle => None,
        }
    }

    /// Forgets the press, as when the window loses the focus: no click will come of it.
    pub fn cancel(&mut self) {
        self.press = None;
        self.last_click = None;
    }

    /// Whether a button that belongs to the picture is held.
    pub fn is_pressed(&self) -> bool {
        self.press.is_some()
    }

    /// Whether the camera is being dragged.
    pub fn is_dragging(&self) -> bool {
        self.press.as_ref().is_some_and(|press| press.dragging)
    }
}

fn within_slop(a: CursorPosition, b: CursorPosition, scale_factor: f64) -> bool {
    (a.x - b.x).hypot(a.y - b.y) <= SLOP_LOGICAL * scale_factor
}

fn drag_of(button: Button, modifiers: Modifiers) -> Drag {
    match button {
        Button::Left if !modifiers.shift => Drag::Orbit,
        Button::Left | Button::Middle | Button::Right => Drag::Pan,
    }
}

/// The zoom of a wheel: by what factor the distance shrinks (below 1) or grows, for so many lines turned away (positive).
pub fn zoom_factor(lines: f64) -> f64 {
    const PER_LINE: f64 = 0.88;
    PER_LINE.powf(lines.clamp(-50.0, 50.0))
}

/// Pixels that a touchpad scrolls for one line of a wheel, in logical pixels.
pub const PIXELS_PER_LINE: f64 = 40.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::FramebufferSize;
    use crate::scene::Camera;
    use glam::DVec3;

    fn view() -> View {
        let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
        View::new(camera, FramebufferSize { width: 800, height: 600 })
    }

    fn at(x: f64, y: f64) -> CursorPosition {
        CursorPosition { x, y }
    }

    fn press(pointer: &mut Pointer, button: Button, modifiers: Modifiers, seconds: f64) {
        pointer.press(button, at(100.0, 100.0), modifiers, view(), seconds, 1.0);
    }

    fn click(pointer: &mut Pointer, seconds: f64) -> Option<Gesture> {
        press(pointer, Button::Left, Modifiers::NONE, seconds);
        pointer.release(Button::Left, seconds)
    }

    #[test]
    fn a_press_and_release_in_one_place_is_a_click_with_the_view_of_the_press() {
        let gesture = click(&mut Pointer::default(), 0.0);
        let expected =
            Gesture::Pick { cursor: at(100.0, 100.0), view: view(), mode: ClickMode::Replace, double: false };
        assert_eq!(gesture, Some(expected));
    }

    #[test]
    fn a_click_may_wander_as_far_as_the_slop_at_every_scale_factor() {
        for scale in [1.0, 1.25, 1.5, 1.75, 2.0] {
            for (logical, is_click) in [(3.9, true), (4.1, false)] {
                let mut pointer = Pointer::default();
                pointer.press(Button::Left, at(100.0, 100.0), Modifiers::NONE, view(), 0.0, scale);
                let moved = pointer.motion(at(100.0, 100.0 + logical * scale), scale);
                assert_eq!(moved.is_none(), is_click, "the slop gates the camera too");
                assert_eq!(pointer.release(Button::Left, 0.1).is_some(), is_click, "{logical} px at {scale}");
            }
        }
    }

    #[test]
    fn a_drag_that_comes_back_is_no_click() {
        let mut pointer = Pointer::default();
        press(&mut pointer, Button::Left, Modifiers::NONE, 0.0);
        let begins = |moved| matches!(moved, Some(Gesture::Drag { begins: true, .. }));
        assert!(begins(pointer.motion(at(150.0, 100.0), 1.0)));
        let back = pointer.motion(at(100.0, 100.0), 1.0);
        assert!(back.is_some() && !begins(back), "a drag stays one");
        assert_eq!(pointer.release(Button::Left, 0.1), None);
    }

    #[test]
    fn buttons_and_shift_decide_what_a_drag_moves() {
        let control = Modifiers::COMMAND;
        for (button, modifiers, expected) in [
            (Button::Left, Modifiers::NONE, Drag::Orbit),
            (Button::Left, control, Drag::Orbit),
            (Button::Left, Modifiers::SHIFT, Drag::Pan),
            (Button::Middle, Modifiers::NONE, Drag::Pan),
            (Button::Right, Modifiers::NONE, Drag::Pan),
        ] {
            let mut pointer = Pointer::default();
            press(&mut pointer, button, modifiers, 0.0);
            match pointer.motion(at(200.0, 100.0), 1.0) {
                Some(Gesture::Drag { drag, from, to, .. }) => {
                    assert_eq!((drag, from, to), (expected, at(100.0, 100.0), at(200.0, 100.0)));
                }
                other => panic!("{button:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn the_modifiers_of_the_press_count() {
        for (modifiers, expected, _) in crate::app::keys::CLICKS {
            let mut pointer = Pointer::default();
            press(&mut pointer, Button::Left, modifiers, 0.0);
            let gesture = pointer.release(Button::Left, 0.1);
            assert!(matches!(gesture, Some(Gesture::Pick { mode, .. }) if mode == expected), "{gesture:?}");
        }
    }

    #[test]
    fn a_second_click_soon_and_near_is_a_double_click_and_a_third_is_not() {
        let mut pointer = Pointer::default();
        let doubles: Vec<_> = [0.0, 0.2, 0.4, 5.0]
            .into_iter()
            .map(|seconds| matches!(click(&mut pointer, seconds), Some(Gesture::Pick { double: true, .. })))
            .collect();
        assert_eq!(doubles, [false, true, false, false]);
    }

    #[test]
    fn a_second_click_elsewhere_is_a_click() {
        let mut pointer = Pointer::default();
        click(&mut pointer, 0.0);
        pointer.press(Button::Left, at(110.0, 100.0), Modifiers::NONE, view(), 0.1, 1.0);
        assert!(matches!(pointer.release(Button::Left, 0.1), Some(Gesture::Pick { double: false, .. })));
    }

    #[test]
    fn the_right_button_lists_and_the_middle_one_does_nothing() {
        let mut pointer = Pointer::default();
        press(&mut pointer, Button::Right, Modifiers::NONE, 0.0);
        assert!(matches!(pointer.release(Button::Right, 0.1), Some(Gesture::ListHits { .. })));
        press(&mut pointer, Button::Middle, Modifiers::NONE, 0.2);
        assert_eq!(pointer.release(Button::Middle, 0.3), None);
    }

    #[test]
    fn a_second_button_does_not_disturb_the_first() {
        let mut pointer = Pointer::default();
        press(&mut pointer, Button::Left, Modifiers::NONE, 0.0);
        press(&mut pointer, Button::Right, Modifiers::NONE, 0.1);
        assert_eq!(pointer.release(Button::Right, 0.2), None);
        assert!(pointer.release(Button::Left, 0.3).is_some());
    }

    #[test]
    fn no_click_comes_of_a_press_that_was_cancelled() {
        let mut pointer = Pointer::default();
        press(&mut pointer, Button::Left, Modifiers::NONE, 0.0);
        pointer.cancel();
        assert_eq!(pointer.release(Button::Left, 0.1), None);
    }

    #[test]
    fn the_wheel_turned_there_and_back_changes_nothing() {
        assert!((zoom_factor(3.0) * zoom_factor(-3.0) - 1.0).abs() < 1e-12);
        assert!(zoom_factor(1.0) < 1.0, "away from the person is closer to the mesh");
        assert!(zoom_factor(f64::MAX) > 0.0);
    }
}
