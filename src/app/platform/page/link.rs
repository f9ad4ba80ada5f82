//! Address of the page, which may contain a situation and name a language.

use super::{call, window};
use crate::app::action::{Action, Message};
use crate::app::arrangement::Figure;
use crate::app::platform::LONGEST_IN_ADDRESS;
use crate::app::texts::t;
use crate::situation_text;
use web_sys::UrlSearchParams;

/// Returns the action for the situation, or for its error, after the address's `#`; `None` if there is none.
pub fn action() -> Option<Action> {
    let hash = window()?.location().hash().ok()?;
    let line = hash.strip_prefix('#')?;
    // Some programs escape characters that need no escape.
    let line = pickray::mesh::percent_decoded(line).unwrap_or_else(|| line.to_owned());
    if !situation_text::is_line(&line) {
        return None;
    }
    Some(if line.len() > LONGEST_IN_ADDRESS {
        Action::Tell(Message::error(t!("link-too-long", most = LONGEST_IN_ADDRESS >> 10)))
    } else {
        Action::Situation(Box::new(situation_text::from_line(&line)))
    })
}

/// Returns the URL of this page, or of a figure, that restores the situation of `line`, if that is not empty; `None` if
/// the browser tells no URL. It names nothing else of this visit, such as its language, which readers choose.
pub fn address_of(line: &str, figure: Option<Figure>) -> Option<String> {
    let (location, parameters) = (window()?.location(), parameters()?);
    ["lang", "theme", "panel", "embed"].iter().for_each(|name| parameters.delete(name));
    if let Some(figure) = figure {
        parameters.set("embed", figure.name());
    }
    let (origin, path) = (location.origin().ok()?, location.pathname().ok()?);
    let search = String::from(parameters.to_string());
    let mark = if search.is_empty() { "" } else { "?" };
    let address = format!("{origin}{path}{mark}{search}#{line}");
    Some(address.trim_end_matches('#').to_owned())
}

/// Keeps the situation of `line`, or none, in the address, for a reload; the browser asks before it leaves if `asks`.
pub fn keep(line: &str, asks: bool) {
    let hash = if line.is_empty() { String::new() } else { format!("#{line}") };
    let _ = call("pickrayKeepsPlace", &[hash.into(), asks.into()]);
}

/// Returns what stands behind this name and `=` in the address's query, if anything does.
pub fn parameter(name: &str) -> Option<String> {
    parameters()?.get(name)
}

fn parameters() -> Option<UrlSearchParams> {
    UrlSearchParams::new_with_str(&window()?.location().search().ok()?).ok()
}
