//! Keys and clicks, and the [`COMMANDS`] that they run, but for a tool's own keys while it is in use, and browsers'.

mod commands;

pub use commands::{
    COMMANDS, Command, Group, Need, Row, bindings, bindings_where, chord_in_words, chord_of, command_of, name_of,
    with_key,
};

use crate::app::platform::PAGE;
use crate::app::texts::Text;
use Key::Char;
use std::fmt;

/// Defines the keys. Those that type nothing, and space, have a name of the W3C, and one that is shown.
macro_rules! keys {
    ($($key:ident $name:literal $shown:expr,)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Key {
            /// Key that types this character, in lower case.
            Char(char),
            /// Function key, F1 to F12.
            Function(u8),
            $($key,)+
        }

        const NAMED: &[(Key, &str, Text)] = &[$((Key::$key, $name, $shown),)+];
    };
}

keys! {
    Space "Space" Text("key-space"),
    Home "Home" Text("key-home"),
    End "End" Text("key-end"),
    PageUp "PageUp" Text("key-page-up"),
    PageDown "PageDown" Text("key-page-down"),
    Delete "Delete" Text("key-delete"),
    Backspace "Backspace" Text("key-backspace"),
    Tab "Tab" Text("key-tab"),
    Enter "Enter" Text("key-enter"),
    Escape "Escape" Text("key-escape"),
    Left "ArrowLeft" Text("key-left"),
    Right "ArrowRight" Text("key-right"),
    Up "ArrowUp" Text("key-up"),
    Down "ArrowDown" Text("key-down"),
}

impl Key {
    /// Returns the key of a name of the W3C, which winit and browsers give to keys that type nothing, or space.
    pub fn of_name(name: &str) -> Option<Self> {
        let function = || name.strip_prefix('F')?.parse().ok().filter(|number| (1..=12).contains(number));
        let named = NAMED.iter().find(|row| row.1 == name).map(|row| row.0);
        named.or_else(|| function().map(Self::Function))
    }
}

/// Letters that a keyboard types, as far as its keys have told: Latin ones until another was typed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    is_other: bool,
}

impl Layout {
    /// Returns the key that typed `text` at a place of the keyboard, whose `code` is that of the W3C: `KeyQ`, `Digit2`.
    ///
    /// A Latin letter decides wherever it is; while other letters are typed, the place does. What else is typed with a
    /// digit key counts as the digit: some keyboards type digits with Shift.
    pub fn key_of(&mut self, text: &str, code: &str) -> Option<Key> {
        let mut letters = text.chars().flat_map(char::to_lowercase);
        let letter = letters.next()?;
        let is_latin = letter < '\u{250}' || ('\u{1e00}'..='\u{1eff}').contains(&letter);
        // Some keyboards of other letters type Latin capitals.
        if !is_latin || text.starts_with(|first: char| first.is_ascii_lowercase()) {
            self.is_other = !is_latin;
        }
        let at = |keys: &str| code.strip_prefix(keys)?.to_ascii_lowercase().parse().ok();
        let place = match code {
            _ if letter.is_ascii_alphanumeric() || letter == '?' => None,
            "Minus" | "Equal" if !is_latin => Some(if code == "Minus" { '-' } else { '=' }),
            _ => at("Digit").or_else(|| at("Key").filter(|_| self.is_other)),
        };
        place.or_else(|| Some(letter).filter(|_| letters.next().is_none())).map(Char)
    }
}

/// Holder of the keyboard among the panels; each takes more keys than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub enum Focus {
    Nothing,
    /// Button or another widget, which takes no letters.
    Widget,
    /// Text field, or a widget beside one.
    Letters,
    /// Menu or list of choices that is open.
    Popup,
}

impl Focus {
    pub fn takes(self, key: Key) -> bool {
        let least = if matches!(key, Char(_) | Key::Function(_)) { Self::Letters } else { Self::Widget };
        least <= self
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    pub shift: bool,
    /// `true` while Ctrl is held; on macOS also for Cmd.
    pub command: bool,
    pub alt: bool,
}

impl Modifiers {
    pub const NONE: Self = Self { shift: false, command: false, alt: false };
    pub const SHIFT: Self = Self { shift: true, ..Self::NONE };
    pub const COMMAND: Self = Self { command: true, ..Self::NONE };
    pub const ALT: Self = Self { alt: true, ..Self::NONE };
    pub const SHIFT_COMMAND: Self = Self { shift: true, command: true, alt: false };
}

/// Key with the modifiers that have to be held with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    /// Modifiers that are held, and no others.
    pub modifiers: Modifiers,
    pub key: Key,
}

impl fmt::Display for Modifiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = if cfg!(target_os = "macos") { "Cmd" } else { "Ctrl" };
        for (held, name) in [(self.command, command), (self.alt, "Alt"), (self.shift, "Shift")] {
            if held {
                write!(f, "{name}+")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(c) => write!(f, "{}", c.to_uppercase()),
            Self::Function(n) => write!(f, "F{n}"),
            _ => NAMED.iter().filter(|row| row.0 == *self).try_for_each(|row| f.write_str(row.2.shown())),
        }
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.modifiers, self.key)
    }
}

const fn chord(modifiers: Modifiers, key: Key) -> Chord {
    Chord { modifiers, key }
}

/// Chords with Ctrl, with Alt or of a function key that a page takes: what is used to edit, and what no browser has.
/// Others are the browser's (Ctrl+W, Ctrl+1), or people would miss them (F5, Ctrl+L, Alt+Left).
const TAKEN_ON_PAGE: [Chord; 8] = [
    chord(Modifiers::NONE, Key::Function(2)),
    chord(Modifiers::NONE, Key::Function(4)),
    chord(Modifiers::NONE, Key::Function(8)),
    chord(Modifiers::COMMAND, Char('a')),
    chord(Modifiers::COMMAND, Char('c')),
    chord(Modifiers::COMMAND, Char('v')),
    chord(Modifiers::COMMAND, Char('z')),
    chord(Modifiers::SHIFT_COMMAND, Char('z')),
];

impl Chord {
    pub fn is_of_browsers(self) -> bool {
        let Modifiers { command, alt, .. } = self.modifiers;
        (command || alt || matches!(self.key, Key::Function(_))) && !TAKEN_ON_PAGE.contains(&self)
    }

    /// Returns `true` if the program runs in a page and its browser keeps this chord for itself.
    pub fn is_left_to_browser(self) -> bool {
        PAGE && self.is_of_browsers()
    }
}

/// Key that a tool takes while it is in use, with or without Shift; it comes before those of [`COMMANDS`].
#[derive(Clone, Copy, Debug)]
pub struct ToolKey {
    pub key: Key,
    pub help: Text,
    /// `true` if the key replaces one of [`COMMANDS`] while the tool is in use.
    pub shadows: bool,
}

/// Returns the rows of the help for a tool's keys and what they do; neighbours with the same effect share a row.
pub fn rows_of(keys: &[ToolKey]) -> Vec<(String, &'static str)> {
    let same = keys.chunk_by(|a, b| a.help == b.help);
    same.map(|keys| (keys.iter().map(|row| row.key.to_string()).collect::<Vec<_>>().join(" "), keys[0].help.shown()))
        .collect()
}

/// Rows of the help about the mouse on a mesh, other than single clicks and drags: gestures, and their effects.
pub const MOUSE_ON_SURFACE: [(Text, Text); 3] = [
    (Text("gesture-double-click"), Text("mouse-pick-and-pivot")),
    (Text("gesture-right-click"), Text("mouse-list-hits")),
    (Text("gesture-wheel-or-pinch"), Text("mouse-zoom")),
];

/// Rows of the help about the mouse off the mesh: gestures, and their effects.
pub const MOUSE_ELSEWHERE: [(Text, Text); 2] = [
    (Text("gesture-click-on-nothing"), Text("mouse-clear")),
    (Text("gesture-click-on-axis"), Text("mouse-look-along")),
];

/// Rows of the help about fingers that move the camera: gestures, and their effects.
pub const TOUCH_MOVES: [(Text, Text); 2] =
    [(Text("gesture-one-finger"), Text("drag-orbit")), (Text("gesture-two-fingers"), Text("touch-pan-and-zoom"))];

/// Rows of the help about a finger on a mesh: gestures, and their effects.
pub const TOUCH_ON_SURFACE: [(Text, Text); 3] = [
    (Text("gesture-tap"), Text("click-pick")),
    (Text("gesture-long-press"), Text("mouse-list-hits")),
    (Text("gesture-double-tap"), Text("mouse-pick-and-pivot")),
];

/// Returns the finger's gesture with the same effect as this one of the mouse; `None` if there is none.
pub fn with_finger(gesture: Text) -> Option<Text> {
    match gesture.0 {
        "gesture-plain-click" => Some(Text("gesture-tap")),
        "gesture-drag" => Some(Text("gesture-one-finger")),
        "gesture-mouse" | "gesture-shift-wheel" | "gesture-ctrl-z" | "key-escape" | "key-enter" | "key-s" => None,
        "gesture-shift-drag" | "gesture-shift-ctrl-drag" | "gesture-space-drag" => None,
        _ => Some(gesture),
    }
}

#[cfg(test)]
mod tests;
