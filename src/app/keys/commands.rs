//! Table of all commands. Keys, menus, help, hints and the palette read it; `update` and the tools run the commands.

use super::Key::{self, Char, Function};
use super::{Chord, Modifiers, chord};
use crate::app::arrangement::Workspace::{self, Collide, Learn, Pick};
use crate::app::platform::PAGE;
use crate::app::texts::{Text, named, t};
use Group::{Areas, Edit, Explain, File, Help, Keyboard, Look, Marks, Ray, Related, Select, View};
use Need::{Errors, Hidden, Hit, Mesh, Nothing, PickedMesh, PickedSelection, Report, Selection};
use pickray::scene::navigation::StandardView::{self, Back, Bottom, Front, Left, Right, Top};

named! {
    /// Menu or submenu, or heading of the help; some are both.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Group {
        File => t!("group-file"),
        Edit => t!("menu-edit"),
        View => t!("group-view"),
        Look => t!("menu-look"),
        /// Ways to show the ray of the pick.
        Ray => t!("settings-ray"),
        Select => t!("group-select"),
        Areas => t!("menu-areas"),
        Related => t!("menu-related"),
        /// Measures and landmarks.
        Marks => t!("group-measure"),
        Explain => t!("group-explain"),
        /// Work without a mouse.
        Keyboard => t!("group-keyboard"),
        Help => t!("menu-help"),
    }
}

named! {
    /// State in which a command does something. Its name says why the command is unavailable otherwise.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Need {
        Nothing => "",
        Mesh => t!("no-mesh"),
        Selection => t!("need-selection"),
        Hit => t!("no-pick-yet"),
        Undo => t!("live-nothing-to-undo"),
        Redo => t!("live-nothing-to-redo"),
        Hidden => t!("need-hidden"),
        /// Mesh in a workspace that picks: benches have more in the scene than the mesh.
        PickedMesh => t!("need-picked-mesh"),
        PickedSelection => t!("need-picked-selection"),
        Report => t!("report-no-file"),
        Errors => t!("errors-none"),
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub command: Command,
    /// Name in the menus, the help and the palette.
    pub name: Text,
    pub group: Group,
    pub(super) chord: Option<Chord>,
    /// Chord to use on a page, if browsers keep `chord` for themselves.
    pub(super) on_page: Option<Chord>,
    /// Menu, and which run of its entries.
    pub place: Option<(Group, u8)>,
    pub need: Need,
    /// `true` if this system has what the command needs.
    pub is_offered: bool,
}

/// Returns a row without a key and without a place in a menu; the table puts its command in.
const fn row(group: Group, name: Text) -> Row {
    let (command, need) = (Command::Escape, Nothing);
    Row { command, name, group, chord: None, on_page: None, place: None, need, is_offered: true }
}

impl Row {
    const fn chord(self, modifiers: Modifiers, key: Key) -> Self {
        Self { chord: Some(chord(modifiers, key)), ..self }
    }

    const fn key(self, key: char) -> Self {
        self.chord(Modifiers::NONE, Char(key))
    }

    const fn shift(self, key: char) -> Self {
        self.chord(Modifiers::SHIFT, Char(key))
    }

    const fn ctrl(self, key: char) -> Self {
        self.chord(Modifiers::COMMAND, Char(key))
    }

    const fn ctrl_shift(self, key: char) -> Self {
        self.chord(Modifiers::SHIFT_COMMAND, Char(key))
    }

    const fn alt(self, key: char) -> Self {
        self.chord(Modifiers::ALT, Char(key))
    }

    const fn on_page(self, modifiers: Modifiers, key: Key) -> Self {
        Self { on_page: Some(chord(modifiers, key)), ..self }
    }

    /// Sets the chord to use on a page: Shift and this letter.
    const fn page(self, key: char) -> Self {
        self.on_page(Modifiers::SHIFT, Char(key))
    }

    const fn at(self, menu: Group, run: u8) -> Self {
        Self { place: Some((menu, run)), ..self }
    }

    const fn needs(self, need: Need) -> Self {
        Self { need, ..self }
    }

    const fn only_if(self, is_offered: bool) -> Self {
        Self { is_offered, ..self }
    }

    /// Returns the menu that the command stands in, or else its heading in the help.
    pub fn menu(&self) -> Group {
        self.place.map_or(self.group, |(menu, _)| menu)
    }
}

/// Defines the enum of commands and their table. Those with data come first, and have rows in square brackets.
macro_rules! commands {
    (
        $(#[$about:meta])*
        pub enum $enum:ident { $($(#[$of_data:meta])* $with_data:ident($($data:ty),+),)+ }
        $($($plain:ident)? $([$given:expr])? => $row:expr,)+
    ) => {
        $(#[$about])*
        pub enum $enum {
            $($(#[$of_data])* $with_data($($data),+),)+
            $($($plain,)?)+
        }

        use $enum::{$($with_data),+};

        /// Table of all commands, in the order of the help and, within a run of entries, of the menus.
        pub static COMMANDS: &[Row] = &[$(Row { command: $($enum::$plain)? $($given)?, ..$row }),+];
    };
}

const NONE: Modifiers = Modifiers::NONE;

commands! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Command {
        ViewFrom(StandardView),
        Show(Workspace),
        /// Moves the crosshair by so many physical pixels, y down.
        MoveCrosshair(i8, i8),
    }

    FrameSelection => row(View, Text("command-frame")).key('f').at(View, 0),
    ResetView => row(View, Text("command-reset-view")).chord(NONE, Key::Home).at(View, 0),
    [ViewFrom(Front)] => row(View, Text("command-view-front")).key('1').at(Look, 0),
    [ViewFrom(Right)] => row(View, Text("command-view-right")).key('3').at(Look, 0),
    [ViewFrom(Top)] => row(View, Text("command-view-top")).key('7').at(Look, 0),
    [ViewFrom(Back)] => row(View, Text("command-view-back")).ctrl('1').page('1').at(Look, 0),
    [ViewFrom(Left)] => row(View, Text("command-view-left")).ctrl('3').page('3').at(Look, 0),
    [ViewFrom(Bottom)] => row(View, Text("command-view-bottom")).ctrl('7').page('7').at(Look, 0),
    ToggleSmooth => row(View, Text("menu-smooth")).at(View, 1),
    ToggleOcclusion => row(View, Text("menu-occlusion")).at(View, 1),
    ToggleEdges => row(View, Text("command-edges")).key('e').at(View, 1),
    ToggleGrid => row(View, Text("command-grid")).key('g').at(View, 1),
    ToggleAxes => row(View, Text("settings-picture-axes")),
    ToggleOrthographic => row(View, Text("command-orthographic")).key('o').at(View, 1),
    ToggleUp => row(View, Text("menu-z-is-up")).at(View, 1),
    ToggleWireframe => row(View, Text("command-wireframe")).key('w').at(View, 1),
    ToggleColors => row(View, Text("command-colors")).key('c').at(View, 1),
    ToggleTextures => row(View, Text("menu-textures")).at(View, 1),
    ToggleSidePanel => row(View, Text("command-side-panel")).key('i').at(View, 4),
    ToggleHints => row(View, Text("settings-panels-hints")).at(View, 4),
    [Show(Pick)] => row(View, Text("command-pick")).chord(NONE, Function(2)),
    [Show(Collide)] => row(View, Text("command-collide")).chord(NONE, Function(3)).on_page(NONE, Function(8)),
    [Show(Learn)] => row(View, Text("command-learn")).chord(NONE, Function(4)),
    Present => row(View, Text("command-present")).chord(NONE, Function(5)).page('p').at(Help, 1),
    NextHit => row(Select, Text("command-next-hit")).chord(NONE, Key::Tab).at(Select, 3).needs(Hit),
    Escape => row(Select, Text("command-clear-selection")).chord(NONE, Key::Escape),
    SelectAll => row(Select, Text("command-select-all")).ctrl('a').at(Select, 0).needs(Mesh),
    InvertSelection => row(Select, Text("command-invert-selection")).ctrl('i').page('i').at(Select, 0).needs(Mesh),
    ClearSelection => row(Select, Text("selection-clear")).at(Select, 0).needs(Selection),
    Undo => row(Select, Text("command-undo")).ctrl('z').at(Edit, 0).needs(Need::Undo),
    Redo => row(Select, Text("command-redo")).ctrl_shift('z').at(Edit, 0).needs(Need::Redo),
    GoToTriangle => row(Select, Text("command-go-to")).ctrl('g').page('g').at(Select, 3).needs(Mesh),
    SelectByClick => row(Select, Text("area-click")),
    SelectByBox => row(Select, Text("command-box")).key('b').at(Areas, 0),
    SelectByLasso => row(Select, Text("command-lasso")).key('q').at(Areas, 0),
    SelectByBrush => row(Select, Text("command-brush")).key('j').at(Areas, 0),
    ToggleThrough => row(Select, Text("command-through")).key('v').at(Areas, 0),
    SelectLinked => row(Select, Text("command-linked")).key('l').at(Related, 0).needs(Mesh),
    [Command::SelectLinked] => row(Select, Text("command-linked-add")).shift('l'),
    SelectFlat => row(Select, Text("command-flat")).key('u').at(Related, 0).needs(Mesh),
    [Command::SelectFlat] => row(Select, Text("command-flat-add")).shift('u'),
    SelectMaterial => row(Select, Text("select-material")).at(Related, 0).needs(Mesh),
    SelectObject => row(Select, Text("select-object")).at(Related, 0).needs(Mesh),
    Grow => row(Select, Text("command-grow")).ctrl('=').on_page(NONE, Char('=')).at(Related, 1).needs(Selection),
    [Command::Grow] => row(Select, Text("command-grow")).ctrl('+'),
    Shrink => row(Select, Text("command-shrink")).ctrl('-').on_page(NONE, Char('-')).at(Related, 1).needs(Selection),
    SaveSelection => row(Select, Text("save-selection")).at(Select, 1).needs(Selection),
    OpenSelection => row(Select, Text("open-selection")).at(Select, 1).needs(Mesh),
    HideObjects => row(Select, Text("command-hide")).key('h').at(Select, 2).needs(Mesh),
    IsolateObjects => row(Select, Text("command-isolate")).shift('h').at(Select, 2).needs(Mesh),
    ShowAllObjects => row(Select, Text("command-show-all")).alt('h').page('v').at(Select, 2).needs(Hidden),
    Measure => row(Marks, Text("command-measure")).key('d').at(Marks, 0),
    PlaceLandmarks => row(Marks, Text("command-landmarks")).shift('d').at(Marks, 0).needs(Mesh),
    NextSnap => row(Marks, Text("command-snap")).key('s').at(Marks, 0).needs(Mesh),
    RemoveMark => row(Marks, Text("command-remove-mark")).chord(NONE, Key::Delete).at(Marks, 0).needs(Mesh),
    ToggleExplain => row(Explain, Text("command-explain")).key('x').at(View, 2),
    NextRayView => row(Explain, Text("command-ray")).key('r'),
    ToggleNdc => row(Explain, Text("command-ndc")).key('n').at(Ray, 0),
    BackToPick => row(Explain, Text("command-back-to-pick")).shift('r').at(View, 3).needs(Hit),
    ToggleBoxes => row(Explain, Text("menu-boxes")).at(View, 3),
    WhyNot => row(Explain, Text("command-why-not")).key('m'),
    VerifyPixels => row(Explain, Text("command-verify")).key('p').at(View, 3),
    CopyRecord => row(Explain, Text("command-copy-record")).ctrl('c').at(Edit, 1).needs(Hit),
    CopyJson => row(Explain, Text("menu-copy-json")).at(Edit, 1).needs(Hit),
    CopySituation => row(Explain, Text("command-copy-situation")).ctrl_shift('c').page('c').at(Edit, 1).needs(Hit),
    CopyLink => row(Explain, Text("menu-copy-link")).at(Edit, 1).needs(Hit).only_if(PAGE),
    CopyEmbedCode => row(Explain, Text("menu-copy-embed")).at(Edit, 1).needs(Hit).only_if(PAGE),
    CopyPicture => row(File, Text("menu-copy-picture")).at(Edit, 1).needs(Mesh),
    Paste => row(Explain, Text("command-paste")).ctrl('v').at(Edit, 1),
    ToggleHelp => row(Explain, Text("command-help")).chord(NONE, Function(1)).at(Help, 0),
    [Command::ToggleHelp] => row(Explain, Text("command-help")).key('?'),
    ShowPalette => row(Explain, Text("command-palette")).ctrl('p').page('f').at(Help, 0),
    ShowReport => row(Help, Text("report")).at(Help, 0).needs(Report),
    ToggleCrosshair => row(Keyboard, Text("command-crosshair")).key('k').at(Select, 3).needs(Mesh),
    [MoveCrosshair(-1, 0)] => row(Keyboard, Text("command-crosshair-left")).chord(NONE, Key::Left),
    [MoveCrosshair(1, 0)] => row(Keyboard, Text("command-crosshair-right")).chord(NONE, Key::Right),
    [MoveCrosshair(0, -1)] => row(Keyboard, Text("command-crosshair-up")).chord(NONE, Key::Up),
    [MoveCrosshair(0, 1)] => row(Keyboard, Text("command-crosshair-down")).chord(NONE, Key::Down),
    [MoveCrosshair(-10, 0)] => row(Keyboard, Text("command-crosshair-far-left")).chord(Modifiers::SHIFT, Key::Left),
    [MoveCrosshair(10, 0)] => row(Keyboard, Text("command-crosshair-far-right")).chord(Modifiers::SHIFT, Key::Right),
    [MoveCrosshair(0, -10)] => row(Keyboard, Text("command-crosshair-far-up")).chord(Modifiers::SHIFT, Key::Up),
    [MoveCrosshair(0, 10)] => row(Keyboard, Text("command-crosshair-far-down")).chord(Modifiers::SHIFT, Key::Down),
    PickAtCrosshair => row(Keyboard, Text("command-pick-at-crosshair")).chord(NONE, Key::Enter),
    FocusPanels => row(Keyboard, Text("command-focus-panels")).chord(NONE, Function(6)).page('k').at(Help, 0),
    Open => row(File, Text("command-open")).ctrl('o').page('o').at(File, 0),
    Add => row(File, Text("command-add")).ctrl_shift('o').on_page(NONE, Char('+')).at(File, 0).needs(Mesh),
    SavePick => row(File, Text("menu-save-pick")).at(File, 1).needs(Hit),
    SaveSituation => row(File, Text("menu-save-situation")).at(File, 1).needs(Hit),
    SavePicture => row(File, Text("menu-save-picture")).at(File, 1).needs(Mesh),
    ExportMesh => row(File, Text("menu-export-mesh")).at(File, 2).needs(PickedMesh),
    ExportSelection => row(File, Text("menu-export-selection")).at(File, 2).needs(PickedSelection),
    ShowSettings => row(Edit, Text("settings")).at(Edit, 2),
    ShowErrors => row(Help, Text("errors")).at(Help, 1).needs(Errors),
    Quit => row(File, Text("command-quit")).ctrl('q').at(File, 3).only_if(!PAGE),
}

/// Returns the rows with keys that this system offers, with the chords that apply on it.
pub fn bindings() -> impl Iterator<Item = (Chord, &'static Row)> {
    bindings_where(PAGE).filter(|(_, row)| row.is_offered)
}

/// Returns the rows with keys in a browser (`true`), which keeps some chords, or in a window of the program's own.
pub fn bindings_where(browser: bool) -> impl Iterator<Item = (Chord, &'static Row)> {
    COMMANDS.iter().filter_map(move |row| {
        let chord = row.chord?;
        Some((if browser && chord.is_of_browsers() { row.on_page? } else { chord }, row))
    })
}

/// Returns the command of a chord. Shift is ignored for characters such as `?`, which some keyboards type with it.
pub fn command_of(chord: Chord) -> Option<Command> {
    command_among(bindings, chord)
}

pub(super) fn command_among<I: Iterator<Item = (Chord, &'static Row)>>(
    bindings: impl Fn() -> I,
    chord: Chord,
) -> Option<Command> {
    let find = |wanted| bindings().find(|(chord, _)| *chord == wanted).map(|(_, row)| row.command);
    find(chord).or_else(|| match chord.key {
        Char(c) if !c.is_alphabetic() && chord.modifiers.shift => {
            find(Chord { modifiers: Modifiers { shift: false, ..chord.modifiers }, key: chord.key })
        }
        _ => None,
    })
}

impl Command {
    /// Returns the row of the command; for a movement of the crosshair that no key makes, that of another one.
    pub fn row(self) -> &'static Row {
        COMMANDS.iter().find(|row| row.command == self).unwrap_or(&COMMANDS[0])
    }
}

/// Returns the first chord bound to a command, for menus and tooltips; `None` if no chord is.
pub fn chord_of(command: Command) -> Option<Chord> {
    bindings_where(PAGE).find(|(_, row)| row.command == command).map(|(chord, _)| chord)
}

/// Returns the first chord bound to a command, as text; empty if there is none.
pub fn chord_in_words(command: Command) -> String {
    chord_of(command).map(|chord| chord.to_string()).unwrap_or_default()
}

/// Returns the text `about` of a button, followed by the chord of its command, if it has one.
pub fn with_key(about: &str, command: Command) -> String {
    match chord_of(command) {
        Some(chord) => t!("about-with-key", about = about, chord = chord.to_string()),
        None => about.to_owned(),
    }
}

pub fn name_of(command: Command) -> &'static str {
    command.row().name.shown()
}
