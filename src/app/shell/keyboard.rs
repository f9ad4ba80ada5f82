//! Keys as winit names them, in the terms of the key table.

use crate::app::keys::{Key, Modifiers};
use winit::event::KeyEvent;
use winit::keyboard::{KeyCode, ModifiersState, NamedKey, PhysicalKey};

/// The key of an event, if anything could be bound to it. Digits count by their place too, so that keyboards which type
/// them with Shift have them.
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
        Logical::Named(named) => Some(match named {
            NamedKey::F1 => Key::Function(1),
            NamedKey::F2 => Key::Function(2),
            NamedKey::F3 => Key::Function(3),
            NamedKey::F6 => Key::Function(6),
            NamedKey::Home => Key::Home,
            NamedKey::Tab => Key::Tab,
            NamedKey::Enter => Key::Enter,
            NamedKey::Escape => Key::Escape,
            NamedKey::ArrowLeft => Key::Left,
            NamedKey::ArrowRight => Key::Right,
            NamedKey::ArrowUp => Key::Up,
            NamedKey::ArrowDown => Key::Down,
            _ => return None,
        }),
        _ => None,
    }
}

fn digit(key: PhysicalKey) -> Option<char> {
    let PhysicalKey::Code(code) = key else { return None };
    Some(match code {
        KeyCode::Digit1 => '1',
        KeyCode::Digit3 => '3',
        KeyCode::Digit7 => '7',
        _ => return None,
    })
}

/// The modifiers held; on macOS Cmd counts as Ctrl.
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
        let named = [
            NamedKey::F1,
            NamedKey::F2,
            NamedKey::F3,
            NamedKey::F6,
            NamedKey::Home,
            NamedKey::Tab,
            NamedKey::Enter,
            NamedKey::Escape,
            NamedKey::ArrowLeft,
            NamedKey::ArrowRight,
            NamedKey::ArrowUp,
            NamedKey::ArrowDown,
        ];
        let typed: Vec<_> = named.into_iter().filter_map(|named| logical_key(&Logical::Named(named))).collect();
        for binding in crate::app::keys::BINDINGS {
            let key = binding.chord.key;
            assert!(matches!(key, Key::Char(_)) || typed.contains(&key), "{}", binding.chord);
        }
    }
}
