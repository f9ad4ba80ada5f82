//! Table of the key bindings, which the hint bar, the menus and the help read. A tool's own keys are listed with the
//! tool, and take precedence while it is in use. In a browser, keys that the browser itself uses are left to it; the
//! table has other chords for most of them.

use crate::app::platform::abilities::{BROWSER_KEYS, HAS_ADDRESS, QUITS};
use crate::app::texts::{Text, named, t};
use crate::app::workspace::Workspace;
use pickray::scene::navigation::StandardView;
use std::fmt;

/// Key that a command may be bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Key that types this character, in lower case.
    Char(char),
    /// Function key, F1 to F12.
    Function(u8),
    Space,
    Home,
    End,
    PageUp,
    PageDown,
    Delete,
    Backspace,
    Tab,
    Enter,
    Escape,
    Left,
    Right,
    Up,
    Down,
}

/// Letters that a keyboard types, as far as its keys have told: Latin ones until another was typed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    is_other: bool,
}

impl Layout {
    /// Returns the key that typed `text` at a place of the keyboard, whose `code` is that of the W3C: `KeyQ`, `Digit2`.
    ///
    /// A Latin letter decides wherever it is. While the keyboard types other letters, the place decides, also for signs
    /// that stand where QWERTY has letters. Whatever but a Latin letter or `?` is typed with a digit key counts as the
    /// digit: some keyboards type digits with Shift.
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
    /// Returns `true` if a key is the panels'.
    pub fn takes(self, key: Key) -> bool {
        let least = if matches!(key, Char(_) | Key::Function(_)) { Self::Letters } else { Self::Widget };
        least <= self
    }
}

/// Modifier keys that are held.
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
        f.write_str(match self {
            Self::Char(c) => return write!(f, "{}", c.to_uppercase()),
            Self::Function(n) => return write!(f, "F{n}"),
            Self::Space => t!("key-space"),
            Self::Home => t!("key-home"),
            Self::End => t!("key-end"),
            Self::PageUp => t!("key-page-up"),
            Self::PageDown => t!("key-page-down"),
            Self::Delete => t!("key-delete"),
            Self::Backspace => t!("key-backspace"),
            Self::Tab => t!("key-tab"),
            Self::Enter => t!("key-enter"),
            Self::Escape => t!("key-escape"),
            Self::Left => t!("key-left"),
            Self::Right => t!("key-right"),
            Self::Up => t!("key-up"),
            Self::Down => t!("key-down"),
        })
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.modifiers, self.key)
    }
}

/// Command that a key, a menu entry or a button runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Open,
    /// Opens meshes beside those that are open.
    Add,
    Quit,
    /// Brings the selection, or everything, into view.
    FrameSelection,
    /// Frames everything, as when the mesh was opened.
    ResetView,
    /// Looks at the mesh from one of six sides.
    ViewFrom(StandardView),
    ToggleOrthographic,
    /// Shows or hides the edges over the faces.
    ToggleEdges,
    ToggleGrid,
    /// Shows only edges, or faces again.
    ToggleWireframe,
    /// Shows or hides the colours of a mesh's file.
    ToggleColors,
    /// Closes what is open above the picture or, if nothing is, clears the selection.
    Escape,
    /// Undoes the last step of the selection.
    Undo,
    /// Redoes the step of the selection that was undone last.
    Redo,
    SelectAll,
    /// Selects the triangles that are not selected, and deselects the others.
    InvertSelection,
    /// Lets drags move the camera, and clicks pick.
    SelectByClick,
    /// Lets drags select the triangles in a rectangle.
    SelectByBox,
    SelectByLasso,
    SelectByBrush,
    /// Lets clicks take the points of measures.
    Measure,
    /// Lets clicks place landmarks.
    PlaceLandmarks,
    /// Snaps points to nothing, to corners, or to corners and edges.
    NextSnap,
    /// Removes the measure or landmark that is pointed at in the list, or was chosen last.
    RemoveMark,
    /// Lets area selections also select triangles that are hidden behind others, or only visible ones.
    ToggleThrough,
    /// Selects the connected part of the triangle under the mouse.
    SelectLinked,
    /// Selects the flat region around the triangle under the mouse.
    SelectFlat,
    /// Selects the neighbours of the selected triangles, too.
    Grow,
    Shrink,
    /// Selects all triangles with the material of the triangle under the mouse.
    SelectMaterial,
    SelectObject,
    SaveSelection,
    OpenSelection,
    /// Hides the selected triangles, or the objects of the last hit or of the selected row.
    HideObjects,
    /// Hides all but the selected triangles or objects.
    IsolateObjects,
    ShowAllObjects,
    /// Asks for a triangle by its number, its face or its line.
    GoToTriangle,
    /// Inspects the next hit behind the present one, along the same ray.
    NextHit,
    /// Begins or ends to check every pixel of the picture against the GPU.
    VerifyPixels,
    /// Shows or hides the explanation of picks: the ladder (the list of a pick's steps) and the setup.
    ToggleExplain,
    /// Shows the ray of the last pick, then two views with the ray in one of them, then neither.
    NextRayView,
    /// Morphs the second view of a split picture to NDC, or back to the world.
    ToggleNdc,
    /// Looks through the camera of the last pick again.
    BackToPick,
    /// Copies the record of the last pick, as text.
    CopyRecord,
    SavePick,
    WhyNot,
    SaveSituation,
    ExportMesh,
    ExportSelection,
    /// Copies the inputs of the last pick as one line.
    CopySituation,
    /// Copies an address that shows the last pick.
    CopyLink,
    Paste,
    ToggleHelp,
    /// Shows or hides the crosshair, which picks without a mouse.
    ToggleCrosshair,
    /// Moves the crosshair by so many physical pixels, y down.
    MoveCrosshair(i8, i8),
    PickAtCrosshair,
    ToggleSidePanel,
    FocusPanels,
    Show(Workspace),
    /// Begins or ends a presentation to an audience: large type, no side panel, one step at a time.
    Present,
}

impl Command {
    /// Returns `true` if this system has what the command needs.
    pub const fn is_offered(self) -> bool {
        match self {
            Self::CopyLink => HAS_ADDRESS,
            Self::Quit => QUITS,
            _ => true,
        }
    }
}

named! {
    /// Group of keys under one heading, in the order of the help.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Group {
        /// Keys for camera and picture.
        View => t!("group-view"),
        Select => t!("group-select"),
        /// Keys for measures and landmarks.
        Measure => t!("group-measure"),
        /// Keys for explaining picks.
        Explain => t!("group-explain"),
        /// Keys for work without a mouse.
        Keyboard => t!("group-keyboard"),
        File => t!("group-file"),
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Binding {
    pub chord: Chord,
    /// Chord to use on a page, if browsers keep `chord` for themselves.
    on_page: Option<Chord>,
    pub command: Command,
    pub group: Group,
    pub help: Text,
}

impl Binding {
    const fn on_page(self, modifiers: Modifiers, key: Key) -> Self {
        Self { on_page: Some(chord(modifiers, key)), ..self }
    }
}

const fn chord(modifiers: Modifiers, key: Key) -> Chord {
    Chord { modifiers, key }
}

const fn key(group: Group, modifiers: Modifiers, key: Key, command: Command, help: Text) -> Binding {
    Binding { chord: chord(modifiers, key), on_page: None, command, group, help }
}

use Command::{MoveCrosshair, ViewFrom};
use Group::{Explain, File, Keyboard, Measure, Select, View};
use Key::Char;

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;

/// Chords with Ctrl, with Alt or of a function key that a page takes: what is used to edit, and what no browser has.
/// All others are the browser's: it never hands them over (Ctrl+W, Ctrl+1), or people would miss them (F5, Ctrl+L,
/// Alt+Left).
const TAKEN_ON_PAGE: [Chord; 8] = [
    chord(NONE, Key::Function(2)),
    chord(NONE, Key::Function(4)),
    chord(NONE, Key::Function(8)),
    chord(CTRL, Char('a')),
    chord(CTRL, Char('c')),
    chord(CTRL, Char('v')),
    chord(CTRL, Char('z')),
    chord(Modifiers::SHIFT_COMMAND, Char('z')),
];

impl Chord {
    /// Returns `true` if browsers keep this chord for themselves.
    pub fn is_of_browsers(self) -> bool {
        let Modifiers { command, alt, .. } = self.modifiers;
        (command || alt || matches!(self.key, Key::Function(_))) && !TAKEN_ON_PAGE.contains(&self)
    }

    /// Returns `true` if the program runs in a page and its browser keeps this chord for itself.
    pub fn is_left_to_browser(self) -> bool {
        BROWSER_KEYS && self.is_of_browsers()
    }
}

/// Table of all bindings. Where browsers keep a chord for themselves, the binding may have another one for pages.
pub const BINDINGS: &[Binding] = &[
    key(View, NONE, Char('f'), Command::FrameSelection, Text("command-frame")),
    key(View, NONE, Key::Home, Command::ResetView, Text("command-reset-view")),
    key(View, NONE, Char('1'), ViewFrom(StandardView::Front), Text("command-view-front")),
    key(View, NONE, Char('3'), ViewFrom(StandardView::Right), Text("command-view-right")),
    key(View, NONE, Char('7'), ViewFrom(StandardView::Top), Text("command-view-top")),
    key(View, CTRL, Char('1'), ViewFrom(StandardView::Back), Text("command-view-back")).on_page(SHIFT, Char('1')),
    key(View, CTRL, Char('3'), ViewFrom(StandardView::Left), Text("command-view-left")).on_page(SHIFT, Char('3')),
    key(View, CTRL, Char('7'), ViewFrom(StandardView::Bottom), Text("command-view-bottom")).on_page(SHIFT, Char('7')),
    key(View, NONE, Char('o'), Command::ToggleOrthographic, Text("command-orthographic")),
    key(View, NONE, Char('e'), Command::ToggleEdges, Text("command-edges")),
    key(View, NONE, Char('w'), Command::ToggleWireframe, Text("command-wireframe")),
    key(View, NONE, Char('c'), Command::ToggleColors, Text("command-colors")),
    key(View, NONE, Char('g'), Command::ToggleGrid, Text("command-grid")),
    key(View, NONE, Char('i'), Command::ToggleSidePanel, Text("command-side-panel")),
    key(View, NONE, Key::Function(2), Command::Show(Workspace::Pick), Text("command-pick")),
    key(View, NONE, Key::Function(3), Command::Show(Workspace::Collide), Text("command-collide"))
        .on_page(NONE, Key::Function(8)),
    key(View, NONE, Key::Function(4), Command::Show(Workspace::Learn), Text("command-learn")),
    key(View, NONE, Key::Function(5), Command::Present, Text("command-present")).on_page(SHIFT, Char('p')),
    key(Select, NONE, Key::Tab, Command::NextHit, Text("command-next-hit")),
    key(Select, NONE, Key::Escape, Command::Escape, Text("command-clear-selection")),
    key(Select, CTRL, Char('a'), Command::SelectAll, Text("command-select-all")),
    key(Select, CTRL, Char('i'), Command::InvertSelection, Text("command-invert-selection")).on_page(SHIFT, Char('i')),
    key(Select, CTRL, Char('z'), Command::Undo, Text("command-undo")),
    key(Select, Modifiers::SHIFT_COMMAND, Char('z'), Command::Redo, Text("command-redo")),
    key(Select, CTRL, Char('g'), Command::GoToTriangle, Text("command-go-to")).on_page(SHIFT, Char('g')),
    key(Select, NONE, Char('b'), Command::SelectByBox, Text("command-box")),
    key(Select, NONE, Char('q'), Command::SelectByLasso, Text("command-lasso")),
    key(Select, NONE, Char('j'), Command::SelectByBrush, Text("command-brush")),
    key(Select, NONE, Char('v'), Command::ToggleThrough, Text("command-through")),
    key(Select, NONE, Char('l'), Command::SelectLinked, Text("command-linked")),
    key(Select, SHIFT, Char('l'), Command::SelectLinked, Text("command-linked-add")),
    key(Select, NONE, Char('u'), Command::SelectFlat, Text("command-flat")),
    key(Select, SHIFT, Char('u'), Command::SelectFlat, Text("command-flat-add")),
    key(Select, CTRL, Char('='), Command::Grow, Text("command-grow")).on_page(NONE, Char('=')),
    key(Select, CTRL, Char('+'), Command::Grow, Text("command-grow")),
    key(Select, CTRL, Char('-'), Command::Shrink, Text("command-shrink")).on_page(NONE, Char('-')),
    key(Select, NONE, Char('h'), Command::HideObjects, Text("command-hide")),
    key(Select, SHIFT, Char('h'), Command::IsolateObjects, Text("command-isolate")),
    key(Select, Modifiers::ALT, Char('h'), Command::ShowAllObjects, Text("command-show-all")).on_page(SHIFT, Char('v')),
    key(Measure, NONE, Char('d'), Command::Measure, Text("command-measure")),
    key(Measure, SHIFT, Char('d'), Command::PlaceLandmarks, Text("command-landmarks")),
    key(Measure, NONE, Char('s'), Command::NextSnap, Text("command-snap")),
    key(Measure, NONE, Key::Delete, Command::RemoveMark, Text("command-remove-mark")),
    key(Explain, NONE, Char('x'), Command::ToggleExplain, Text("command-explain")),
    key(Explain, NONE, Char('r'), Command::NextRayView, Text("command-ray")),
    key(Explain, NONE, Char('n'), Command::ToggleNdc, Text("command-ndc")),
    key(Explain, SHIFT, Char('r'), Command::BackToPick, Text("command-back-to-pick")),
    key(Explain, NONE, Char('m'), Command::WhyNot, Text("command-why-not")),
    key(Explain, NONE, Char('p'), Command::VerifyPixels, Text("command-verify")),
    key(Explain, CTRL, Char('c'), Command::CopyRecord, Text("command-copy-record")),
    key(Explain, Modifiers::SHIFT_COMMAND, Char('c'), Command::CopySituation, Text("command-copy-situation"))
        .on_page(SHIFT, Char('c')),
    key(Explain, CTRL, Char('v'), Command::Paste, Text("command-paste")),
    key(Explain, NONE, Key::Function(1), Command::ToggleHelp, Text("command-help")),
    key(Explain, NONE, Char('?'), Command::ToggleHelp, Text("command-help")),
    key(Keyboard, NONE, Char('k'), Command::ToggleCrosshair, Text("command-crosshair")),
    key(Keyboard, NONE, Key::Left, MoveCrosshair(-1, 0), Text("command-crosshair-left")),
    key(Keyboard, NONE, Key::Right, MoveCrosshair(1, 0), Text("command-crosshair-right")),
    key(Keyboard, NONE, Key::Up, MoveCrosshair(0, -1), Text("command-crosshair-up")),
    key(Keyboard, NONE, Key::Down, MoveCrosshair(0, 1), Text("command-crosshair-down")),
    key(Keyboard, SHIFT, Key::Left, MoveCrosshair(-10, 0), Text("command-crosshair-far-left")),
    key(Keyboard, SHIFT, Key::Right, MoveCrosshair(10, 0), Text("command-crosshair-far-right")),
    key(Keyboard, SHIFT, Key::Up, MoveCrosshair(0, -10), Text("command-crosshair-far-up")),
    key(Keyboard, SHIFT, Key::Down, MoveCrosshair(0, 10), Text("command-crosshair-far-down")),
    key(Keyboard, NONE, Key::Enter, Command::PickAtCrosshair, Text("command-pick-at-crosshair")),
    key(Keyboard, NONE, Key::Function(6), Command::FocusPanels, Text("command-focus-panels")).on_page(SHIFT, Char('k')),
    key(File, CTRL, Char('o'), Command::Open, Text("command-open")).on_page(SHIFT, Char('o')),
    key(File, Modifiers::SHIFT_COMMAND, Char('o'), Command::Add, Text("command-add")).on_page(NONE, Char('+')),
    key(File, CTRL, Char('q'), Command::Quit, Text("command-quit")),
];

/// Key that a tool takes while it is in use, with or without Shift; it comes before those of [`BINDINGS`].
#[derive(Clone, Copy, Debug)]
pub struct ToolKey {
    pub key: Key,
    pub help: Text,
    /// `true` if the key replaces one of [`BINDINGS`] while the tool is in use.
    pub shadows: bool,
}

/// Returns the rows of the help for a tool's keys: keys, and what they do. Neighbouring keys with the same effect share
/// a row.
pub fn rows_of(keys: &[ToolKey]) -> Vec<(String, &'static str)> {
    let same = keys.chunk_by(|a, b| a.help == b.help);
    same.map(|keys| (keys.iter().map(|row| row.key.to_string()).collect::<Vec<_>>().join(" "), keys[0].help.shown()))
        .collect()
}

/// Returns the bindings that this system offers, with the chords that apply on it.
pub fn bindings() -> impl Iterator<Item = Binding> {
    bindings_where(BROWSER_KEYS).filter(|binding| binding.command.is_offered())
}

/// Returns the bindings as they are in a browser (`true`) or in a window of the program's own. In a browser, chords
/// that it keeps for itself are replaced, or left out if nothing replaces them.
pub(in crate::app) fn bindings_where(browser: bool) -> impl Iterator<Item = Binding> {
    BINDINGS.iter().filter_map(move |binding| {
        let replaced = browser && binding.chord.is_of_browsers();
        let chord = if replaced { binding.on_page? } else { binding.chord };
        Some(Binding { chord, ..*binding })
    })
}

/// Returns the command that a chord is bound to; `None` if it is bound to none. Shift is ignored for characters such as
/// `?`, which some keyboards type with it.
pub fn command_of(chord: Chord) -> Option<Command> {
    command_among(bindings, chord)
}

fn command_among<I: Iterator<Item = Binding>>(bindings: impl Fn() -> I, chord: Chord) -> Option<Command> {
    let find = |chord| bindings().find(|binding| binding.chord == chord).map(|binding| binding.command);
    find(chord).or_else(|| match chord.key {
        Char(c) if !c.is_alphabetic() && chord.modifiers.shift => {
            find(Chord { modifiers: Modifiers { shift: false, ..chord.modifiers }, key: chord.key })
        }
        _ => None,
    })
}

/// Returns the first chord bound to a command, for menus and tooltips; `None` if no chord is.
pub fn chord_of(command: Command) -> Option<Chord> {
    bindings_where(BROWSER_KEYS).find(|binding| binding.command == command).map(|binding| binding.chord)
}

/// Returns the first chord bound to a command, as text; empty if there is none.
pub fn chord_in_words(command: Command) -> String {
    chord_of(command).map(|chord| chord.to_string()).unwrap_or_default()
}

/// Returns the text `about` of a button, followed by the chord of its command.
pub fn with_key(about: &str, command: Command) -> String {
    t!("about-with-key", about = about, chord = chord_in_words(command))
}

/// Returns the name of a command in the table of bindings, for menus; empty if it has no binding.
pub fn name_of(command: Command) -> &'static str {
    BINDINGS.iter().find(|binding| binding.command == command).map_or("", |binding| binding.help.shown())
}

/// Effect of a left click on the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClickMode {
    /// Selects the hit alone; a click on nothing clears the selection.
    Replace,
    /// Adds the hit to the selection.
    Add,
    /// Adds the hit to the selection, or removes it if it is already selected.
    Toggle,
    /// Removes the hit from the selection.
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

/// Returns the words for a left click with these modifiers.
pub fn click_gesture(modifiers: Modifiers) -> String {
    t!("gesture-click", modifiers = modifiers.to_string())
}

/// Returns the effect of a left click with these modifiers; Alt wins over the others.
pub fn click_mode(modifiers: Modifiers) -> ClickMode {
    let modifiers = if modifiers.alt { Modifiers::ALT } else { modifiers };
    CLICKS.iter().find(|row| row.0 == modifiers).map_or(ClickMode::Replace, |row| row.1)
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

/// Returns the finger's gesture that has the same effect as this gesture of the mouse; `None` if there is no such
/// gesture.
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
