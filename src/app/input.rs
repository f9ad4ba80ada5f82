//! Gestures made of mouse events and touches, in physical pixels. A press is kept until later events make it a click or
//! a drag.
//!
//! Each press has one owner, which the caller decides. A press that reaches this module belongs to the picture, and so
//! does everything until its release. The view is frozen at the press, so that a click picks what was under the cursor
//! when the button went down, whatever the camera did since.

pub mod touch;

use crate::app::keys::{ClickMode, Modifiers, click_mode};
use crate::app::pane::Pane;
use crate::app::texts::{Text, choices, named, t};
use pickray::math::{self, CursorPosition, PixelSample};
use pickray::scene::View;
use serde::{Deserialize, Serialize};

/// Greatest distance between press and release of a click, in logical pixels; a longer one makes it a drag.
pub const SLOP_LOGICAL: f64 = 4.0;

/// Distance that a finger may move between press and release of a tap, in logical pixels: more, since it rolls.
const FINGER_SLOP_LOGICAL: f64 = 10.0;

/// Distance between the two taps of a double tap at most, in logical pixels.
const DOUBLE_TAP_LOGICAL: f64 = 30.0;

/// Distance from which a finger grabs handles, as a factor of the mouse's.
const FINGER_REACH: f64 = 2.5;

/// Greatest time between the two clicks of a double click, in seconds.
pub const DOUBLE_CLICK_SECONDS: f64 = 0.4;

/// Button of the mouse, or a finger, that pressed in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Left button: picks and orbits.
    Left,
    /// Middle button: pans.
    Middle,
    /// Right button: a click lists the hits, a drag pans.
    Right,
    /// Single finger: its tap is a left click, and it drags as the left button of [`NavigationPreset::Pickray`] does.
    Finger,
}

impl Button {
    /// Returns the distance that the button may move between press and release of a click, in logical pixels.
    const fn slop(self) -> f64 {
        if matches!(self, Self::Finger) { FINGER_SLOP_LOGICAL } else { SLOP_LOGICAL }
    }

    /// Returns the distance between the two clicks of a double click at most, in logical pixels.
    const fn double_slop(self) -> f64 {
        if matches!(self, Self::Finger) { DOUBLE_TAP_LOGICAL } else { SLOP_LOGICAL }
    }

    pub const fn picks(self) -> bool {
        matches!(self, Self::Left | Self::Finger)
    }
}

named! {
    /// Motion of the camera by a drag.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Drag {
        /// Rotation around the pivot.
        Orbit => t!("drag-orbit"),
        /// Translation along the picture.
        Pan => t!("drag-pan"),
        /// Approach to what was under the cursor when the button went down, or retreat from it.
        Zoom => t!("drag-zoom"),
    }
}

choices! {
    /// Preset of which button and modifiers make a drag orbit, pan or zoom.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum NavigationPreset {
        /// Preset of pickray: the left button orbits.
        #[default]
        Pickray => "pickray",
        /// Preset of Blender: the middle button orbits.
        Blender => "Blender",
    }
}

impl NavigationPreset {
    /// Returns the preset's rows of [`DRAGS`].
    pub fn drags(self) -> impl Iterator<Item = &'static DragRow> {
        DRAGS.iter().filter(move |row| row.preset == self)
    }

    /// Returns the words for the simplest gesture of this motion: with the left button, which every touchpad has, if
    /// possible. `None` if the preset has no gesture for the motion.
    pub fn gesture(self, drag: Drag) -> Option<&'static str> {
        let row = self.drags().filter(|row| row.drag == drag).min_by_key(|row| row.button != Button::Left);
        row.map(|row| row.gesture.shown())
    }

    /// Returns the motion of a drag that begins with `press`, by the first fitting row of [`DRAGS`]; `None` if no row
    /// fits.
    pub fn drag(self, press: &Press) -> Option<Drag> {
        let Modifiers { shift, command, alt } = press.modifiers;
        let (preset, button) = match press.button {
            Button::Finger => (Self::Pickray, Button::Left),
            button => (self, button),
        };
        let fits = |row: &&DragRow| {
            let wanted = row.modifiers;
            row.button == button && (shift || !wanted.shift) && (command || !wanted.command) && (alt || !wanted.alt)
        };
        preset.drags().find(fits).map(|row| row.drag)
    }
}

/// Row of the table of drags: a preset, a button and modifiers, with the motion that they make.
#[derive(Clone, Copy, Debug)]
pub struct DragRow {
    pub preset: NavigationPreset,
    pub button: Button,
    /// Modifiers that must be held; others may be held, too.
    pub modifiers: Modifiers,
    pub drag: Drag,
    pub gesture: Text,
}

const fn row(preset: NavigationPreset, button: Button, modifiers: Modifiers, drag: Drag, gesture: Text) -> DragRow {
    DragRow { preset, button, modifiers, drag, gesture }
}

/// Table of drags, by which [`NavigationPreset::drag`] decides, and which the help and the hints show.
pub const DRAGS: [DragRow; 10] = {
    use NavigationPreset::{Blender, Pickray};
    let (none, shift, ctrl, alt) = (Modifiers::NONE, Modifiers::SHIFT, Modifiers::COMMAND, Modifiers::ALT);
    [
        row(Pickray, Button::Left, shift, Drag::Pan, Text("gesture-shift-drag")),
        row(Pickray, Button::Left, none, Drag::Orbit, Text("gesture-drag")),
        row(Pickray, Button::Middle, none, Drag::Pan, Text("gesture-middle-drag")),
        row(Pickray, Button::Right, none, Drag::Pan, Text("gesture-right-drag")),
        row(Blender, Button::Middle, shift, Drag::Pan, Text("gesture-shift-middle-drag")),
        row(Blender, Button::Middle, ctrl, Drag::Zoom, Text("gesture-ctrl-middle-drag")),
        row(Blender, Button::Middle, none, Drag::Orbit, Text("gesture-middle-drag")),
        row(Blender, Button::Left, Modifiers { alt: true, ..shift }, Drag::Pan, Text("gesture-alt-shift-drag")),
        row(Blender, Button::Left, Modifiers { alt: true, ..ctrl }, Drag::Zoom, Text("gesture-ctrl-alt-drag")),
        row(Blender, Button::Left, alt, Drag::Orbit, Text("gesture-alt-drag")),
    ]
};

/// Press of a button or finger in the picture. The shell makes it, and it reaches the tool unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    pub button: Button,
    pub cursor: CursorPosition,
    pub modifiers: Modifiers,
    /// Pane of the picture that the press was in.
    pub pane: Pane,
    /// View at the press: the click or drag that follows is computed with it, whatever the camera does since.
    pub view: View,
    /// Time of the press, in seconds of any steady clock.
    pub seconds: f64,
}

impl Press {
    /// Returns the effect that a left click with the press's modifiers has on the selection.
    pub fn mode(&self) -> ClickMode {
        click_mode(self.modifiers)
    }

    /// Returns `true` if the press is on a pixel of its view. In a split picture, some pixels may belong to no view.
    pub fn is_in_view(&self) -> bool {
        self.view.viewport.contains(math::window_from_cursor(self.cursor, self.view.framebuffer, PixelSample::Center))
    }

    /// Returns `true` if a drag that begins with this press may move a tool's handle under the cursor, not the camera.
    pub fn takes_hold(&self) -> bool {
        self.button.picks() && !self.modifiers.shift && !self.modifiers.alt
    }

    /// Returns the distance from which the press grabs handles, as a factor of the mouse's: 1, or more for a finger.
    pub fn reach(&self) -> f64 {
        if self.button == Button::Finger { FINGER_REACH } else { 1.0 }
    }
}

/// Turn of the wheel, or a pinch of a touchpad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    pub cursor: CursorPosition,
    /// Factor for the distance of the camera: below 1 it comes nearer, above 1 it goes farther away.
    pub factor: f64,
    pub modifiers: Modifiers,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// Press and release of a button at about the same place.
    Click {
        press: Press,
        /// `true` for the second click of a double click, which makes the hit the pivot.
        double: bool,
    },
    /// Motion of the mouse or of a finger, away from where it was pressed.
    Drag(DragTo),
    /// End of a drag by release, or because it was broken off.
    DragEnds,
    /// Motion of two fingers since they touched the picture.
    Pinch(Pinch),
}

/// Drag from its press to the present cursor. Its effect is computed from the press, so that rounding does not add up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DragTo {
    pub press: Press,
    pub to: CursorPosition,
    /// `true` for the first motion of the drag.
    pub begins: bool,
}

/// Pinch of two fingers from where they began to their present points. Its effect is computed from the beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pinch {
    pub pane: Pane,
    /// View when the pinch began.
    pub view: View,
    pub from: [CursorPosition; 2],
    pub to: [CursorPosition; 2],
}

impl Pinch {
    /// Returns the midpoint of the fingers when the pinch began, and their present midpoint.
    pub fn middles(&self) -> [CursorPosition; 2] {
        [self.from, self.to].map(|[a, b]| CursorPosition { x: 0.5 * (a.x + b.x), y: 0.5 * (a.y + b.y) })
    }

    /// Returns the factor for the distance of the camera: below 1 as fingers spread, above 1 as they close.
    pub fn factor(&self) -> f64 {
        // Fingers that the screen sees as one do not zoom.
        let [from, to] = [self.from, self.to].map(|[a, b]| a.distance(b).max(1.0));
        from / to
    }
}

#[derive(Clone, Debug)]
struct Held {
    press: Press,
    dragging: bool,
    double: bool,
    /// `true` if the press may still become a click.
    clicks: bool,
}

/// State of the mouse, or of a single finger, between events.
#[derive(Clone, Debug, Default)]
pub struct Pointer {
    held: Option<Held>,
    last_click: Option<(f64, CursorPosition)>,
}

impl Pointer {
    /// Takes a press; ignored while another button is held.
    pub fn press(&mut self, press: Press, scale_factor: f64) {
        if self.held.is_some() {
            return;
        }
        let double = press.button.picks()
            && press.modifiers == Modifiers::NONE
            && self.last_click.take().is_some_and(|(then, place)| {
                let is_near = place.distance(press.cursor) <= press.button.double_slop() * scale_factor;
                press.seconds - then <= DOUBLE_CLICK_SECONDS && is_near
            });
        self.held = Some(Held { press, dragging: false, double, clicks: true });
    }

    /// Takes a press of which a drag may come, but no click.
    fn hold(&mut self, press: Press) {
        self.held = Some(Held { press, dragging: false, double: false, clicks: false });
    }

    /// Takes a motion. It is a drag once the mouse has left the slop around the press, and stays one until the release.
    pub fn motion(&mut self, to: CursorPosition, scale_factor: f64) -> Option<Gesture> {
        let held = self.held.as_mut()?;
        let begins = !held.dragging;
        held.dragging |= held.press.cursor.distance(to) > held.press.button.slop() * scale_factor;
        held.dragging.then_some(Gesture::Drag(DragTo { press: held.press, to, begins }))
    }

    /// Takes a release at the time `seconds`, on the clock of [`Press::seconds`]. Returns the end of a drag, or else a
    /// click.
    pub fn release(&mut self, button: Button, seconds: f64) -> Option<Gesture> {
        let Held { press, dragging, double, clicks } = self.held.take_if(|held| held.press.button == button)?;
        if dragging {
            return Some(Gesture::DragEnds);
        }
        if !clicks || button == Button::Middle {
            return None;
        }
        if button.picks() {
            let plain = press.modifiers == Modifiers::NONE && !double;
            self.last_click = plain.then_some((seconds, press.cursor));
        }
        Some(Gesture::Click { press, double })
    }

    /// Forgets the press, as when the window loses the focus: no click will come of it, and a drag has ended.
    pub fn cancel(&mut self) -> Option<Gesture> {
        self.last_click = None;
        self.held.take().filter(|held| held.dragging).map(|_| Gesture::DragEnds)
    }

    pub fn is_dragging(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.dragging)
    }
}

/// Returns `true` if two points are so close together that a mouse held still may have moved between them.
pub fn within_slop(a: CursorPosition, b: CursorPosition, scale_factor: f64) -> bool {
    a.distance(b) <= SLOP_LOGICAL * scale_factor
}

/// Returns the factor for the camera's distance when the wheel turns by so many lines. Positive `lines`, away from the
/// person, give a factor below 1.
pub fn zoom_factor(lines: f64) -> f64 {
    const PER_LINE: f64 = 0.88;
    PER_LINE.powf(lines.clamp(-50.0, 50.0))
}

/// Scrolling of a touchpad that counts as one line of a wheel, in logical pixels.
pub const PIXELS_PER_LINE: f64 = 40.0;

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use pickray::math::FramebufferSize;
    use pickray::scene::Camera;

    fn view() -> View {
        let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
        View::new(camera, FramebufferSize { width: 800, height: 600 })
    }

    fn at(x: f64, y: f64) -> CursorPosition {
        CursorPosition { x, y }
    }

    fn here(button: Button, modifiers: Modifiers, seconds: f64) -> Press {
        Press { button, cursor: at(100.0, 100.0), modifiers, pane: Pane::Picking, view: view(), seconds }
    }

    fn press(pointer: &mut Pointer, button: Button, modifiers: Modifiers, seconds: f64) {
        pointer.press(here(button, modifiers, seconds), 1.0);
    }

    fn click(pointer: &mut Pointer, seconds: f64) -> Option<Gesture> {
        press(pointer, Button::Left, Modifiers::NONE, seconds);
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
        let mut pointer = Pointer::default();
        press(&mut pointer, Button::Left, Modifiers::NONE, 0.0);
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
            let mut pointer = Pointer::default();
            press(&mut pointer, button, modifiers, 0.0);
            match pointer.motion(at(200.0, 100.0), 1.0) {
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
        assert_eq!(
            [Drag::Orbit, Drag::Pan].map(|drag| Blender.gesture(drag)),
            [Some("Alt+drag"), Some("Alt+Shift+drag")]
        );
        assert_eq!(Pickray.gesture(Drag::Zoom), None, "the wheel zooms");
    }

    #[test]
    fn the_modifiers_of_the_press_count() {
        for (modifiers, expected, _) in crate::app::keys::CLICKS {
            let mut pointer = Pointer::default();
            press(&mut pointer, Button::Left, modifiers, 0.0);
            let gesture = pointer.release(Button::Left, 0.1);
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
        let mut pointer = Pointer::default();
        press(&mut pointer, Button::Right, Modifiers::NONE, 0.0);
        assert!(matches!(pointer.release(Button::Right, 0.1), Some(Gesture::Click { .. })));
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
        assert_eq!(pointer.cancel(), None);
        assert_eq!(pointer.release(Button::Left, 0.1), None);
        press(&mut pointer, Button::Left, Modifiers::NONE, 0.2);
        pointer.motion(at(150.0, 100.0), 1.0);
        assert_eq!(pointer.cancel(), Some(Gesture::DragEnds), "a tool lets go of what it holds");
    }

    #[test]
    fn the_wheel_turned_there_and_back_changes_nothing() {
        assert!((zoom_factor(3.0) * zoom_factor(-3.0) - 1.0).abs() < 1e-12);
        assert!(zoom_factor(1.0) < 1.0, "away from the person is closer to the mesh");
        assert!(zoom_factor(f64::MAX) > 0.0);
    }
}
