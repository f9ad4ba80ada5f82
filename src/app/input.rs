//! Gestures made of mouse events and touches, in physical pixels. A press is kept until later events make it a click or
//! a drag.
//!
//! A press that reaches this module belongs to the picture, and so does everything until its release. The view is
//! frozen at the press: a click picks what was under the cursor when the button went down.

pub mod touch;

use crate::app::arrangement::Pane;
use crate::app::keys::Modifiers;
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
pub const DOUBLE_CLICK_SECONDS: f64 = 0.4;

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
    /// Returns this distance of a click, or that of a finger.
    fn slop(self, of_finger: f64) -> f64 {
        if self == Self::Finger { of_finger } else { SLOP_LOGICAL }
    }

    pub const fn picks(self) -> bool {
        matches!(self, Self::Left | Self::Finger)
    }
}

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Drag {
        Orbit => t!("drag-orbit"),
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
    pub fn drags(self) -> impl Iterator<Item = &'static DragRow> {
        DRAGS.iter().filter(move |row| row.preset == self)
    }

    /// Returns the simplest gesture of this motion, with the left button if possible; `None` if the preset has none.
    pub fn gesture(self, drag: Drag) -> Option<&'static str> {
        let row = self.drags().filter(|row| row.drag == drag).min_by_key(|row| row.button != Button::Left);
        row.map(|row| row.gesture.shown())
    }

    /// Returns the motion of a drag that begins with `press`, by the first row of [`DRAGS`] that fits, if any.
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
                let is_near = place.distance(press.cursor) <= press.button.slop(DOUBLE_TAP_LOGICAL) * scale_factor;
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
        held.dragging |= held.press.cursor.distance(to) > held.press.button.slop(FINGER_SLOP_LOGICAL) * scale_factor;
        held.dragging.then_some(Gesture::Drag(DragTo { press: held.press, to, begins }))
    }

    /// Takes a release at a time on the clock of [`Press::seconds`]; returns the end of a drag, or else a click.
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

/// Returns the nearest of these, at most `reach` away; `distance` is `None` for those that cannot be gripped.
pub fn nearest<T: Copy>(
    all: impl IntoIterator<Item = T>,
    distance: impl Fn(T) -> Option<f64>,
    reach: f64,
) -> Option<T> {
    let near = all.into_iter().filter_map(|it| Some((it, distance(it)?))).filter(|&(_, away)| away <= reach);
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(it, _)| it)
}

/// Returns the factor of the camera's distance for lines of the wheel: below 1 for those away from the person.
pub fn zoom_factor(lines: f64) -> f64 {
    const PER_LINE: f64 = 0.88;
    PER_LINE.powf(lines.clamp(-50.0, 50.0))
}

/// Scrolling of a touchpad that counts as one line of a wheel, in logical pixels.
pub const PIXELS_PER_LINE: f64 = 40.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClickMode {
    /// Selects the hit alone; a click on nothing clears the selection.
    Replace,
    Add,
    /// Adds the hit to the selection, or removes it if it is already selected.
    Toggle,
    Remove,
    /// Selects the next hit behind the present one, along the same ray.
    Behind,
}

/// Table of left clicks: modifiers, effect, and words for the hint bar.
pub const CLICKS: [(Modifiers, ClickMode, Text); 5] = [
    (Modifiers::NONE, ClickMode::Replace, Text("click-pick")),
    (Modifiers::SHIFT, ClickMode::Add, Text("click-add")),
    (Modifiers::COMMAND, ClickMode::Toggle, Text("click-toggle")),
    (Modifiers::SHIFT_COMMAND, ClickMode::Remove, Text("click-remove")),
    (Modifiers::ALT, ClickMode::Behind, Text("command-next-hit")),
];

pub fn click_gesture(modifiers: Modifiers) -> String {
    t!("gesture-click", modifiers = modifiers.to_string())
}

/// Returns the effect of a left click with these modifiers; Alt wins over the others.
pub fn click_mode(modifiers: Modifiers) -> ClickMode {
    let modifiers = if modifiers.alt { Modifiers::ALT } else { modifiers };
    CLICKS.iter().find(|row| row.0 == modifiers).map_or(ClickMode::Replace, |row| row.1)
}

#[cfg(test)]
mod tests;
