//! Conversion of winit's keys to the keys of the program's key table.

use crate::app::keys::{Key, Modifiers};
use winit::event::KeyEvent;
use winit::keyboard::{KeyCode, ModifiersState, NamedKey, PhysicalKey};

/// Returns the key of an event; `None` if no command can be bound to it. A sign that is typed with a digit key, except
/// `?`, counts as the digit: some keyboards type digits with Shift.
pub fn key_of(event: &KeyEvent) -> Option<Key> {
    logical_key(&event.logical_key).map(|key| match (key, digit(event.physical_key)) {
        (Key::Char(c), Some(digit)) if !c.is_alphanumeric() && c != '?' => Key::Char(digit),
        _ => key,
    })
}

fn logical_key(key: &winit::keyboard::Key) -> Option<Key> {
    use winit::keyboard::Key as Logical;
    match key {
        Logical::Character(text) => {
            let mut letters = text.chars().flat_map(char::to_lowercase);
            letters.next().filter(|_| letters.next().is_none()).map(Key::Char)
        }
        Logical::Named(named) => NAMED.iter().find(|(name, _)| name == named).map(|&(_, key)| key),
        _ => None,
    }
}

/// Keys that type nothing, or space.
const NAMED: [(NamedKey, Key); 26] = [
    (NamedKey::F1, Key::Function(1)),
    (NamedKey::F2, Key::Function(2)),
    (NamedKey::F3, Key::Function(3)),
    (NamedKey::F4, Key::Function(4)),
    (NamedKey::F5, Key::Function(5)),
    (NamedKey::F6, Key::Function(6)),
    (NamedKey::F7, Key::Function(7)),
    (NamedKey::F8, Key::Function(8)),
    (NamedKey::F9, Key::Function(9)),
    (NamedKey::F10, Key::Function(10)),
    (NamedKey::F11, Key::Function(11)),
    (NamedKey::F12, Key::Function(12)),
    (NamedKey::Space, Key::Space),
    (NamedKey::Home, Key::Home),
    (NamedKey::End, Key::End),
    (NamedKey::PageUp, Key::PageUp),
    (NamedKey::PageDown, Key::PageDown),
    (NamedKey::Delete, Key::Delete),
    (NamedKey::Backspace, Key::Backspace),
    (NamedKey::Tab, Key::Tab),
    (NamedKey::Enter, Key::Enter),
    (NamedKey::Escape, Key::Escape),
    (NamedKey::ArrowLeft, Key::Left),
    (NamedKey::ArrowRight, Key::Right),
    (NamedKey::ArrowUp, Key::Up),
    (NamedKey::ArrowDown, Key::Down),
];

fn digit(key: PhysicalKey) -> Option<char> {
    use KeyCode::{Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9};
    const DIGITS: [KeyCode; 10] = [Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9];
    let PhysicalKey::Code(code) = key else { return None };
    DIGITS.iter().position(|&digit| digit == code).and_then(|digit| char::from_digit(digit as u32, 10))
}

/// Returns the modifiers held; on macOS Cmd counts as Ctrl.
pub fn modifiers_of(state: ModifiersState) -> Modifiers {
    let command = state.control_key() || (cfg!(target_os = "macos") && state.super_key());
    Modifiers { shift: state.shift_key(), command, alt: state.alt_key() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winit::keyboard::Key as Logical;

    #[test]
    fn letters_count_in_either_case() {
        for text in ["z", "Z"] {
            assert_eq!(logical_key(&Logical::Character(text.into())), Some(Key::Char('z')));
        }
    }

    #[test]
    fn every_key_of_the_table_can_be_typed() {
        let typed = NAMED.map(|(named, _)| logical_key(&Logical::Named(named)).expect("it is listed"));
        for binding in [false, true].into_iter().flat_map(crate::app::keys::bindings_where) {
            let key = binding.chord.key;
            assert!(matches!(key, Key::Char(_)) || typed.contains(&key), "{}", binding.chord);
        }
    }
}
