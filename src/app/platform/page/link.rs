//! Address of the page, which may contain a situation and name a language.

use super::window;
use crate::app::action::Action;
use crate::app::message::Message;
use crate::app::platform::LONGEST_IN_ADDRESS;
use crate::app::situation_text;
use crate::app::texts::t;
use web_sys::UrlSearchParams;

/// Returns the action for the situation after the address's `#`; `None` if there is no situation. A situation that
/// cannot be read gives an action that shows the error.
pub fn action() -> Option<Action> {
    let hash = window()?.location().hash().ok()?;
    let line = hash.strip_prefix('#')?;
    // Some programs escape characters that need no escape.
    let line = pickray::mesh::percent::decoded(line).unwrap_or_else(|| line.to_owned());
    if !situation_text::is_line(&line) {
        return None;
    }
    Some(if line.len() > LONGEST_IN_ADDRESS {
        Action::Tell(Message::error(t!("link-too-long", most = LONGEST_IN_ADDRESS >> 10)))
    } else {
        Action::Situation(Box::new(situation_text::from_line(&line)))
    })
}

/// Returns the URL of this page that restores the situation (the inputs of a pick) which `line` encodes; `None` if the
/// browser does not tell the page's own URL. The URL names no language, so that each reader sees their own.
pub fn address_of(line: &str) -> Option<String> {
    let (location, parameters) = (window()?.location(), parameters()?);
    parameters.delete("lang");
    let (origin, path) = (location.origin().ok()?, location.pathname().ok()?);
    let search = String::from(parameters.to_string());
    let mark = if search.is_empty() { "" } else { "?" };
    Some(format!("{origin}{path}{mark}{search}#{line}"))
}

/// Returns the language that `?lang=` in the address names; `None` if it names none.
pub fn language() -> Option<String> {
    parameters()?.get("lang")
}

/// Returns the folder of lessons that `?lessons=` in the address names; `None` if it names none.
pub fn lessons() -> Option<String> {
    parameters()?.get("lessons")
}

/// Returns what `?frame-log` in the address asks to be listed beside each frame's own numbers in the browser's console;
/// `None` if it asks for no log.
pub fn frame_log() -> Option<String> {
    parameters()?.get("frame-log")
}

fn parameters() -> Option<UrlSearchParams> {
    UrlSearchParams::new_with_str(&window()?.location().search().ok()?).ok()
}
