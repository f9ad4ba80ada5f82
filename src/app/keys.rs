//! One table binds the keys; the hint bar, the menus and the help read the same table. A tool's own stand with the
//! tool, and come first while it is in use. In a browser none of the browser's keys is taken: where the table has one,
//! it has another for the page.

use crate::app::platform::abilities::{BROWSER_KEYS, HAS_ADDRESS, QUITS};
use crate::app::texts::{Text, t};
use crate::app::workspace::Workspace;
use pickray::scene::navigation::StandardView;
use std::fmt;

/// A key, as far as anything is bound to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A key that types this character, lower case.
    Char(char),
    /// F1 to F12.
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

/// The modifier keys that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    pub shift: bool,
    /// Ctrl; on macOS also Cmd.
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

/// A key with the modifiers that go with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    /// The modifiers, exactly these.
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

/// A command of a key, a menu entry or a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Open,
    /// Open meshes beside those that are open.
    Add,
    Quit,
    /// Bring the selection, or everything, into view.
    FrameSelection,
    /// The camera as it was when the mesh was opened.
    ResetView,
    /// Look at the mesh from one of six sides.
    ViewFrom(StandardView),
    ToggleOrthographic,
    /// Edges over the faces.
    ToggleEdges,
    ToggleGrid,
    /// Edges alone.
    ToggleWireframe,
    /// The colours that a mesh's file gives.
    ToggleColors,
    /// Close what is open above the picture; else clear the selection.
    Escape,
    /// Take back the last change of the selection.
    Undo,
    /// Do again what was taken back.
    Redo,
    SelectAll,
    /// Select what is not selected, and nothing else.
    InvertSelection,
    /// Let drags move the camera, and clicks pick.
    SelectByClick,
    /// Let drags select in a box.
    SelectByBox,
    SelectByLasso,
    SelectByBrush,
    /// Let areas take what is hidden behind others, too, or no longer.
    ToggleThrough,
    /// Select the connected part of the triangle under the mouse.
    SelectLinked,
    /// Select the flat region around the triangle under the mouse.
    SelectFlat,
    /// Select the neighbours of what is selected, too.
    Grow,
    Shrink,
    /// Select all of the material of the triangle under the mouse.
    SelectMaterial,
    SelectObject,
    SaveSelection,
    OpenSelection,
    /// Hide the selected triangles; the objects of the last hit, or those selected in their list.
    HideObjects,
    /// Show these alone.
    IsolateObjects,
    ShowAllObjects,
    /// Ask for a triangle by its number, its face or its line.
    GoToTriangle,
    /// Take the next hit behind the present one, along the same ray.
    NextHit,
    /// Check every pixel of what is seen against the GPU, or end that.
    VerifyPixels,
    /// Show how picks come about, the ladder and the setup, or no longer.
    ToggleExplain,
    /// Show the ray of the last pick, or two views with it in one of them, or neither.
    NextRayView,
    /// Draw the second of two views in NDC, or in the world again.
    ToggleNdc,
    /// Look through the camera of the last pick again.
    BackToPick,
    /// Put the record of the last hit on the clipboard, as text.
    CopyRecord,
    SavePick,
    WhyNot,
    SaveSituation,
    ExportMesh,
    ExportSelection,
    /// Copy the inputs of the pick as one line.
    CopySituation,
    /// Copy an address that shows the pick.
    CopyLink,
    Paste,
    ToggleHelp,
    /// Show or hide the crosshair, which picks without a mouse.
    ToggleCrosshair,
    /// Move the crosshair by so many physical pixels, y down.
    MoveCrosshair(i8, i8),
    PickAtCrosshair,
    ToggleSidePanel,
    FocusPanels,
    Show(Workspace),
    /// Show it to a room: large type, no side panel, a step at a time.
    Present,
}

impl Command {
    /// Returns whether this system has what the command needs.
    pub const fn is_offered(self) -> bool {
        match self {
            Self::CopyLink => HAS_ADDRESS,
            Self::Quit => QUITS,
            _ => true,
        }
    }
}

/// Headings of the help, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Camera and picture.
    View,
    Select,
    /// How the pick came about.
    Explain,
    /// Without a mouse.
    Keyboard,
    File,
}

impl Group {
    pub fn title(self) -> &'static str {
        match self {
            Self::View => t!("group-view"),
            Self::Select => t!("group-select"),
            Self::Explain => t!("group-explain"),
            Self::Keyboard => t!("group-keyboard"),
            Self::File => t!("group-file"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Binding {
    pub chord: Chord,
    /// The chord on a page, where browsers have the other.
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
use Group::{Explain, File, Keyboard, Select, View};
use Key::Char;

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;

/// The keys that a page takes of those with Ctrl, with Alt and of functions: what is used to edit, and what no browser
/// has. All others are the browser's, be it that it never hands them over (Ctrl+W, Ctrl+1) or that people would miss
/// them (F5, Ctrl+L, Alt+Left).
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
    /// Returns whether browsers have it for themselves.
    pub fn is_of_browsers(self) -> bool {
        let Modifiers { command, alt, .. } = self.modifiers;
        (command || alt || matches!(self.key, Key::Function(_))) && !TAKEN_ON_PAGE.contains(&self)
    }

    /// Returns whether it is not ours here, but the browser's around the page.
    pub fn is_left_to_browser(self) -> bool {
        BROWSER_KEYS && self.is_of_browsers()
    }
}

/// Every key that does something, and which it is on a page where browsers have it.
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

/// A key that a tool takes while it is in use, with or without Shift; it comes before those of [`BINDINGS`].
#[derive(Clone, Copy, Debug)]
pub struct ToolKey {
    pub key: Key,
    pub help: Text,
    /// True where it stands in for a key of [`BINDINGS`] meanwhile.
    pub shadows: bool,
}

/// Returns rows of the help about a tool's keys: those that follow each other and do the same are one.
pub fn rows_of(keys: &[ToolKey]) -> Vec<(String, &'static str)> {
    let same = keys.chunk_by(|a, b| a.help == b.help);
    same.map(|keys| (keys.iter().map(|row| row.key.to_string()).collect::<Vec<_>>().join(" "), keys[0].help.shown()))
        .collect()
}

/// Returns the keys that are bound here, with their chords as they are here, whose commands this system has what they
/// need for.
pub fn bindings() -> impl Iterator<Item = Binding> {
    bindings_where(BROWSER_KEYS).filter(|binding| binding.command.is_offered())
}

/// Returns the table as it is in a browser (true) or a window of its own: what is no browser's stays as it is.
pub(in crate::app) fn bindings_where(browser: bool) -> impl Iterator<Item = Binding> {
    BINDINGS.iter().filter_map(move |binding| {
        let replaced = browser && binding.chord.is_of_browsers();
        let chord = if replaced { binding.on_page? } else { binding.chord };
        Some(Binding { chord, ..*binding })
    })
}

/// Returns the command of a chord. Shift is ignored for signs such as `?`, which are typed with it on some keyboards.
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

/// Returns the first chord bound to a command, for menus and tooltips.
pub fn chord_of(command: Command) -> Option<Chord> {
    bindings_where(BROWSER_KEYS).find(|binding| binding.command == command).map(|binding| binding.chord)
}

/// Writes the first chord bound to a command; nothing where there is none.
pub fn chord_in_words(command: Command) -> String {
    chord_of(command).map(|chord| chord.to_string()).unwrap_or_default()
}

/// Says of a button what it is about, and the key of its command.
pub fn with_key(about: &str, command: Command) -> String {
    t!("about-with-key", about = about, chord = chord_in_words(command))
}

/// Returns what the table calls a command, for menus.
pub fn name_of(command: Command) -> &'static str {
    BINDINGS.iter().find(|binding| binding.command == command).map_or("", |binding| binding.help.shown())
}

/// An effect of a click on the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClickMode {
    /// The hit becomes the selection; nothing hit clears it.
    Replace,
    /// The hit joins.
    Add,
    /// The hit joins, or leaves where it is in.
    Toggle,
    /// The hit leaves.
    Remove,
    /// The hit behind the present one becomes the selection.
    Behind,
}

/// The table of left clicks with modifiers that input decides by and the hint bar reads.
pub const CLICKS: [(Modifiers, ClickMode, Text); 5] = [
    (Modifiers::NONE, ClickMode::Replace, Text("click-pick")),
    (Modifiers::SHIFT, ClickMode::Add, Text("click-add")),
    (Modifiers::COMMAND, ClickMode::Toggle, Text("click-toggle")),
    (Modifiers::SHIFT_COMMAND, ClickMode::Remove, Text("click-remove")),
    (Modifiers::ALT, ClickMode::Behind, Text("command-next-hit")),
];

/// Returns what a left click with these modifiers is called.
pub fn click_gesture(modifiers: Modifiers) -> String {
    t!("gesture-click", modifiers = modifiers.to_string())
}

/// Returns what a left click with these modifiers does; Alt wins over the others.
pub fn click_mode(modifiers: Modifiers) -> ClickMode {
    let modifiers = if modifiers.alt { Modifiers::ALT } else { modifiers };
    CLICKS.iter().find(|row| row.0 == modifiers).map_or(ClickMode::Replace, |row| row.1)
}

/// Rows of the help about the mouse over a mesh that are neither single clicks nor drags.
pub const MOUSE_ON_SURFACE: [(Text, Text); 3] = [
    (Text("gesture-double-click"), Text("mouse-pick-and-pivot")),
    (Text("gesture-right-click"), Text("mouse-list-hits")),
    (Text("gesture-wheel-or-pinch"), Text("mouse-zoom")),
];

/// Rows of the help about the mouse elsewhere.
pub const MOUSE_ELSEWHERE: [(Text, Text); 2] = [
    (Text("gesture-click-on-nothing"), Text("mouse-clear")),
    (Text("gesture-click-on-axis"), Text("mouse-look-along")),
];

/// How fingers move the camera.
pub const TOUCH_MOVES: [(Text, Text); 2] =
    [(Text("gesture-one-finger"), Text("drag-orbit")), (Text("gesture-two-fingers"), Text("touch-pan-and-zoom"))];

/// What a finger does over a mesh.
pub const TOUCH_ON_SURFACE: [(Text, Text); 3] = [
    (Text("gesture-tap"), Text("click-pick")),
    (Text("gesture-long-press"), Text("mouse-list-hits")),
    (Text("gesture-double-tap"), Text("mouse-pick-and-pivot")),
];

/// Returns the gesture of a finger that does what one of the mouse does with a tool; `None` where fingers have none.
pub fn with_finger(gesture: Text) -> Option<Text> {
    match gesture.0 {
        "gesture-plain-click" => Some(Text("gesture-tap")),
        "gesture-drag" => Some(Text("gesture-one-finger")),
        "gesture-mouse" | "gesture-shift-wheel" | "gesture-ctrl-z" | "key-escape" => None,
        "gesture-shift-drag" | "gesture-shift-ctrl-drag" | "gesture-space-drag" => None,
        _ => Some(gesture),
    }
}

#[cfg(test)]
mod tests;
