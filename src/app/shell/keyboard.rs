//! Conversion of winit's keys to the keys of the program's key table.

use crate::app::keys::{Key, Layout, Modifiers};
use winit::event::KeyEvent;
use winit::keyboard::{Key as Logical, ModifiersState, PhysicalKey};

/// Returns the key of an event; `None` if no command can be bound to it.
pub fn key_of(event: &KeyEvent, layout: &mut Layout) -> Option<Key> {
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

/// Returns the modifiers held; on macOS Cmd counts as Ctrl.
pub fn modifiers_of(state: ModifiersState) -> Modifiers {
    let command = state.control_key() || (cfg!(target_os = "macos") && state.super_key());
    Modifiers { shift: state.shift_key(), command, alt: state.alt_key() }
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
