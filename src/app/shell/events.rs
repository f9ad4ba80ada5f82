//! Events that no click consists of: fingers, keys, the wheel, size and focus, files, requests of screen readers.

use super::{Input, Shell};
use crate::app::action::Action;
use crate::app::input::{Button, Gesture, PIXELS_PER_LINE, Press, Wheel, zoom_factor};
use crate::app::keys::{Chord, Command, Key, Layout, Modifiers};
use crate::app::update::{State, update};
use crate::app::{panels, platform};
#[cfg(not(target_arch = "wasm32"))]
use egui_winit::accesskit_winit;
use egui_winit::winit;
use pickray::math::CursorPosition;
use std::time::Duration;
use winit::event::{ElementState, KeyEvent, MouseScrollDelta, Touch, TouchPhase, WindowEvent};
use winit::keyboard::{Key as Logical, PhysicalKey};

#[derive(Clone, Debug)]
pub(super) enum Finger {
    Down { press: Box<Press>, in_picture: bool },
    Move(CursorPosition),
    Up { seconds: f64 },
    Lost,
}

impl Shell {
    /// Keeps an event for the next frame, or does at once what needs no frame.
    pub(super) fn note(&mut self, event: &WindowEvent) {
        match *event {
            WindowEvent::Resized(size) => {
                if let Some(canvas) = &self.canvas {
                    canvas.context.resize(size.width, size.height);
                    canvas.window.request_redraw();
                }
            }
            WindowEvent::CursorLeft { .. } => {
                self.cursor = None;
                self.hover_moved = true;
            }
            WindowEvent::Touch(ref touch) => self.note_touch(touch),
            WindowEvent::MouseWheel { delta, .. } => {
                let lines = match delta {
                    // Some systems turn the wheel sideways while Shift is held.
                    MouseScrollDelta::LineDelta(x, y) => f64::from(if y == 0.0 { x } else { y }),
                    MouseScrollDelta::PixelDelta(by) => by.y / (PIXELS_PER_LINE * self.state.desk.shown.scale_factor),
                };
                self.zoom_by(zoom_factor(lines));
            }
            WindowEvent::PinchGesture { delta, .. } if delta.is_finite() => self.zoom_by((-delta).exp()),
            WindowEvent::ModifiersChanged(modifiers) => {
                let state = modifiers.state();
                let command = state.control_key() || (cfg!(target_os = "macos") && state.super_key());
                let modifiers = Modifiers { shift: state.shift_key(), command, alt: state.alt_key() };
                update(&mut self.state, Action::Modifiers(modifiers));
            }
            WindowEvent::Focused(false) => {
                update(&mut self.state, Action::Modifiers(Modifiers::NONE));
                self.inputs.push(Input::FocusLost);
                self.request_redraw();
            }
            WindowEvent::HoveredFile(_) => update(&mut self.state, Action::Dropping(true)),
            WindowEvent::HoveredFileCancelled => update(&mut self.state, Action::Dropping(false)),
            WindowEvent::DroppedFile(ref path) => {
                update(&mut self.state, Action::Dropping(false));
                // Several dropped files come as an event each, and are taken together.
                self.dropped.push(path.clone());
                self.request_redraw();
            }
            _ => {}
        }
    }

    pub(super) fn zoom_by(&mut self, factor: f64) {
        if let Some(at) = self.cursor.filter(|&at| self.in_picture(at)) {
            let wheel = Wheel { cursor: at, factor, modifiers: self.state.desk.pointer.modifiers };
            self.inputs.push(Input::Action(Action::Zoom(wheel)));
        }
    }

    /// Passes a key on to the tool in use, if it is one of its own; returns `true` if it was.
    pub(super) fn bench_key(&mut self, event: &KeyEvent) -> bool {
        let Some(key) = key_of(event, &mut self.layout) else { return false };
        let down = event.state == ElementState::Pressed;
        let modifiers = self.state.desk.pointer.modifiers;
        let is_taken = modifiers.command
            || Chord { modifiers, key }.is_left_to_browser()
            || self.state.desk.messages.sheet.is_some()
            || panels::focus(&self.egui).takes(key);
        let State { desk, tools } = &self.state;
        if !tools.in_use(desk).takes_key(desk, key) || (down && is_taken) {
            return false;
        }
        if !event.repeat {
            self.inputs.push(Input::Action(Action::Key(key, down)));
        }
        true
    }

    /// Returns the command of a key, unless the key is the panels'.
    pub(super) fn key_pressed(&mut self, event: &KeyEvent) -> Option<Command> {
        let key = key_of(event, &mut self.layout)?;
        let chord = Chord { modifiers: self.state.desk.pointer.modifiers, key };
        let command = self.state.command_of(chord, panels::focus(&self.egui))?;
        let repeats = matches!(command, Command::MoveCrosshair(..) | Command::NextHit | Command::Undo | Command::Redo);
        (repeats || !event.repeat).then_some(command)
    }

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

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn answer_assistant(&mut self, event: accesskit_winit::WindowEvent) {
        let Some(canvas) = &mut self.canvas else { return };
        match event {
            accesskit_winit::WindowEvent::InitialTreeRequested => self.egui.enable_accesskit(),
            accesskit_winit::WindowEvent::ActionRequested(request) => canvas.input.on_accesskit_action_request(request),
            accesskit_winit::WindowEvent::AccessibilityDeactivated => self.egui.disable_accesskit(),
        }
    }
}

fn key_of(event: &KeyEvent, layout: &mut Layout) -> Option<Key> {
    key_at(&event.logical_key, event.physical_key, layout)
}

fn key_at(key: &Logical, at: PhysicalKey, layout: &mut Layout) -> Option<Key> {
    match key {
        // winit names keys and their places as the W3C does.
        Logical::Character(text) => match at {
            PhysicalKey::Code(code) => layout.key_of(text, &format!("{code:?}")),
            PhysicalKey::Unidentified(_) => layout.key_of(text, ""),
        },
        Logical::Named(named) => Key::of_name(&format!("{named:?}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winit::keyboard::{KeyCode, NamedKey};

    #[test]
    fn a_key_is_known_by_what_it_types_and_where_it_is() {
        for (text, code, key) in [("z", KeyCode::KeyY, 'z'), ("Z", KeyCode::KeyZ, 'z'), ("&", KeyCode::Digit1, '1')] {
            let key = Some(Key::Char(key));
            assert_eq!(key_at(&Logical::Character(text.into()), code.into(), &mut Layout::default()), key);
        }
    }

    #[test]
    fn every_key_of_the_table_can_be_typed() {
        use NamedKey::*;
        let at = PhysicalKey::Code(KeyCode::Tab);
        let named = [
            F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, Space, Home, End, PageUp, PageDown, Delete, Backspace,
            Tab, Enter, Escape, ArrowLeft, ArrowRight, ArrowUp, ArrowDown,
        ];
        let typed = named.map(|named| key_at(&Logical::Named(named), at, &mut Layout::default()));
        for (chord, _) in [false, true].into_iter().flat_map(crate::app::keys::bindings_where) {
            assert!(matches!(chord.key, Key::Char(_)) || typed.contains(&Some(chord.key)), "{chord}");
        }
    }
}
