//! Touch input of the window. A long press is recognized by a frame at the right time, since no event reports it.

use super::{Input, Shell};
use crate::app::action::Action;
use crate::app::input::{Button, Gesture, Press};
use crate::app::platform;
use crate::app::update::update;
use egui_winit::winit::event::{Touch, TouchPhase};
use pickray::math::CursorPosition;
use std::time::Duration;

#[derive(Clone, Debug)]
pub(super) enum Finger {
    Down { press: Box<Press>, in_picture: bool },
    Move(CursorPosition),
    Up { seconds: f64 },
    Lost,
}

impl Shell {
    pub(super) fn note_touch(&mut self, touch: &Touch) {
        let at = CursorPosition { x: touch.location.x, y: touch.location.y };
        // Some systems move the cursor with the first finger.
        self.by_finger = true;
        self.hover_moved = true;
        let finger = match touch.phase {
            TouchPhase::Started => {
                let in_picture = self.in_picture(at);
                update(&mut self.state, Action::Touched(in_picture.then_some(at)));
                Finger::Down { press: Box::new(self.press_at(Button::Finger, at)), in_picture }
            }
            TouchPhase::Moved => Finger::Move(at),
            TouchPhase::Ended => Finger::Up { seconds: platform::seconds() },
            TouchPhase::Cancelled => Finger::Lost,
        };
        self.inputs.push(Input::Finger(touch.id, finger));
    }

    /// Returns the gesture that the event of a finger completes, if any; one that came down on a panel makes none.
    pub(super) fn resolve_finger(&mut self, id: u64, finger: Finger, held_by_panels: bool) -> Option<Gesture> {
        let scale = self.state.desk.shown.scale_factor;
        if matches!(finger, Finger::Down { in_picture: true, .. }) && !held_by_panels && self.fingers.is_none() {
            self.take_keyboard_back();
            update(&mut self.state, Action::Press);
        }
        let now = |pane| *self.state.desk.view_of(pane);
        match finger {
            Finger::Down { press, in_picture } if in_picture && !held_by_panels => {
                self.fingers.press(id, &press, scale, now)
            }
            Finger::Down { .. } => None,
            Finger::Move(to) => self.fingers.motion(id, to, scale),
            Finger::Up { seconds } => self.fingers.release(id, seconds, now),
            Finger::Lost => self.fingers.lose(id, now),
        }
    }

    /// Returns when a resting finger becomes a long press, which needs a frame; `None` without such a finger.
    pub(super) fn rests_at(&self) -> Option<platform::Instant> {
        let wait = (self.fingers.rests_at()? - platform::seconds()).max(0.0);
        platform::Instant::now().checked_add(Duration::from_secs_f64(wait))
    }
}
