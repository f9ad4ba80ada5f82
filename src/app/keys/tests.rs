//! Tests of the table of keys, in a window and on a page.

use super::commands::command_among;
use super::*;
use crate::app::input::{ClickMode, click_mode};
use pickray::scene::navigation::StandardView;
use std::collections::HashSet;

#[test]
fn no_chord_is_bound_twice() {
    for browser in [false, true] {
        let mut seen = HashSet::new();
        for (chord, _) in bindings_where(browser) {
            assert!(seen.insert(chord), "{chord} is bound twice");
        }
    }
}

#[test]
fn what_people_use_in_a_browser_is_the_browser_s() {
    let functions = [1, 3, 5, 6, 7, 9, 10, 11, 12].map(|n| chord(Modifiers::NONE, Key::Function(n)));
    let with_control = "wtnqrlfgdpsohjkeui0123456789+-=".chars().map(|c| chord(Modifiers::COMMAND, Char(c)));
    let with_shift = "cijktnpwo".chars().map(|c| chord(Modifiers::SHIFT_COMMAND, Char(c)));
    let keys = [Key::Left, Key::Right, Key::Up, Key::Home, Char('h'), Char('d'), Key::Function(4)];
    let with_alt = keys.map(|key| chord(Modifiers::ALT, key));
    let others = [
        chord(Modifiers::COMMAND, Key::Tab),
        chord(Modifiers::SHIFT_COMMAND, Key::Tab),
        chord(Modifiers::COMMAND, Key::PageDown),
        chord(Modifiers::SHIFT, Key::Function(3)),
    ];
    let all = functions.into_iter().chain(with_control).chain(with_shift).chain(with_alt).chain(others);
    for chord in all {
        assert!(chord.is_of_browsers(), "{chord}");
        assert_eq!(command_among(|| bindings_where(true), chord), None, "{chord} is not taken on a page");
    }
}

#[test]
fn what_a_key_does_in_a_window_another_does_on_a_page() {
    for (own, row) in bindings_where(false) {
        let on_page = bindings_where(true).find(|(_, other)| other.command == row.command);
        // A page is closed by its browser.
        let expected = (row.command != Command::Quit).then_some(row.command);
        assert_eq!(on_page.map(|(_, row)| row.command), expected, "{own}");
        let Some((chord, _)) = on_page else { continue };
        assert!(!chord.is_of_browsers(), "{chord}");
        assert_eq!(command_among(|| bindings_where(true), chord), expected, "{chord}");
    }
}

#[test]
fn a_key_is_another_on_a_page_only_where_browsers_have_it() {
    let needless = COMMANDS.iter().find(|row| row.on_page.is_some() && !row.chord.is_some_and(Chord::is_of_browsers));
    assert!(needless.is_none(), "{needless:?}");
    assert!(bindings_where(false).map(|(chord, _)| chord).eq(COMMANDS.iter().filter_map(|row| row.chord)));
}

#[test]
fn a_sign_that_is_typed_with_shift_has_its_command_on_a_page() {
    let on_page = |key| command_among(|| bindings_where(true), chord(Modifiers::SHIFT, Char(key)));
    assert_eq!(on_page('+'), Some(Command::Add), "as on an American keyboard");
    assert_eq!(on_page('7'), Some(Command::ViewFrom(StandardView::Bottom)));
    let in_window = command_of(chord(Modifiers::SHIFT, Char('7')));
    assert_eq!(in_window, Some(Command::ViewFrom(StandardView::Top)), "in a window as ever");
}

#[test]
fn every_combination_of_modifiers_has_a_click_mode() {
    assert_eq!(click_mode(Modifiers::NONE), ClickMode::Replace);
    assert_eq!(click_mode(Modifiers::SHIFT), ClickMode::Add);
    assert_eq!(click_mode(Modifiers::COMMAND), ClickMode::Toggle);
    assert_eq!(click_mode(Modifiers::SHIFT_COMMAND), ClickMode::Remove);
    assert_eq!(click_mode(Modifiers::ALT), ClickMode::Behind);
    assert_eq!(click_mode(Modifiers { shift: true, command: true, alt: true }), ClickMode::Behind);
}

#[test]
fn a_key_does_what_its_system_can_and_nothing_else() {
    for (chord, row) in bindings_where(false) {
        assert_eq!(command_of(chord), row.is_offered.then_some(row.command), "{chord}");
    }
}

#[test]
fn signs_go_by_what_is_typed_letters_by_their_shift_and_chords_are_written_as_on_the_keyboard() {
    for modifiers in [Modifiers::NONE, Modifiers::SHIFT] {
        assert_eq!(command_of(Chord { modifiers, key: Char('?') }), Some(Command::ToggleHelp));
    }
    assert_eq!(command_of(Chord { modifiers: Modifiers::SHIFT, key: Char('f') }), None);
    let redo = chord_of(Command::Redo).expect("bound");
    let command = if cfg!(target_os = "macos") { "Cmd" } else { "Ctrl" };
    assert_eq!(redo.to_string(), format!("{command}+Shift+Z"));
}

#[test]
fn a_key_goes_by_its_latin_letter_else_by_its_place() {
    for (keyboard, keys) in [
        ("US", &[("q", "KeyQ", 'q'), ("?", "Slash", '?'), ("+", "Equal", '+')][..]),
        ("Russian", &[("й", "KeyQ", 'q'), ("Ф", "KeyA", 'a'), ("?", "Digit7", '?'), ("-", "Minus", '-')]),
        ("Ukrainian", &[("і", "KeyS", 's'), ("7", "Digit7", '7')]),
        ("Greek", &[("ζ", "KeyZ", 'z'), (";", "KeyQ", 'q'), ("ς", "KeyW", 'w')]),
        ("Hebrew", &[("כ", "KeyF", 'f'), ("F", "KeyF", 'f'), ("/", "KeyQ", 'q'), ("'", "KeyW", 'w')]),
        ("Arabic", &[("ﻻ", "KeyB", 'b'), ("لا", "KeyB", 'b'), ("١", "Digit1", '1')]),
        ("Thai", &[("ๆ", "KeyQ", 'q'), ("่", "KeyJ", 'j'), ("ึ", "Digit7", '7'), ("ข", "Minus", '-')]),
        ("AZERTY", &[("a", "KeyQ", 'a'), ("m", "Semicolon", 'm'), (",", "KeyM", ','), ("è", "Digit7", '7')]),
        ("QWERTZ", &[("z", "KeyY", 'z'), ("y", "KeyZ", 'y'), ("ö", "Semicolon", 'ö')]),
        ("Turkish", &[("ı", "KeyI", 'ı'), ("i", "Quote", 'i')]),
    ] {
        let mut layout = Layout::default();
        for &(text, code, key) in keys {
            assert_eq!(layout.key_of(text, code), Some(Char(key)), "{text} at {code} of a {keyboard} keyboard");
        }
    }
    let mut switched = Layout::default();
    let keys = [("й", "KeyQ"), ("q", "KeyQ"), (",", "KeyM")].map(|(text, code)| switched.key_of(text, code));
    assert_eq!(keys, ['q', 'q', ','].map(|key| Some(Char(key))), "from a Russian one to AZERTY");
}
