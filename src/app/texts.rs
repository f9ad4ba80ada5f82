//! Texts of the window in the chosen language: `t!("id")` returns a text, and a [`Text`] holds an id, for tables.
//!
//! Texts are messages of [Fluent](https://projectfluent.org) in `assets/locales`, compiled in, but for a page's Chinese
//! ones. Each thread has a language: English, until [`speak`] sets another; a job has its asker's.

mod messages;
pub(crate) mod of_library;
pub(crate) mod of_mistake;
pub(in crate::app) mod of_record;

use crate::app::platform::chinese_texts;
pub use crate::language::Language;
use fluent_bundle::FluentValue;
use messages::Messages;
use std::cell::Cell;
use std::sync::{LazyLock, OnceLock};

/// Id of a text, for tables; the text is looked up when it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Text(pub &'static str);

impl Text {
    /// Returns the text of an id that is composed at run time; its id is empty, which tests rule out, if there is none.
    pub(in crate::app) fn composed(id: &str) -> Self {
        Self(messages(Language::English).id(id).unwrap_or_default())
    }

    pub fn shown(self) -> &'static str {
        text(self.0)
    }
}

thread_local! {
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::English) };
}

/// Sets the language of this thread's texts from now on.
pub fn speak(language: Language) {
    LANGUAGE.set(language);
}

/// Returns the language of this thread's texts: English while those of the language that was set are missing.
pub fn language() -> Language {
    if are_there() { LANGUAGE.get() } else { Language::English }
}

/// Returns the text of a literal id, with named arguments filled in: strings, or whole numbers with thousands.
macro_rules! t {
    ($id:literal) => {
        $crate::app::texts::text($id)
    };
    ($id:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::app::texts::filled($id, [$((stringify!($name), $value.into())),+])
    };
}
pub(in crate::app) use t;

/// Defines an enum whose values have names.
macro_rules! named {
    ($(#[$of_enum:meta])* pub enum $enum:ident { $($(#[$of_value:meta])* $value:ident => $name:expr,)+ }) => {
        $(#[$of_enum])*
        pub enum $enum {
            $($(#[$of_value])* $value,)+
        }

        impl $enum {
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }
    };
}
pub(in crate::app) use named;

/// Defines an enum of choices that have names. `ALL` has them in the order in which they are offered.
macro_rules! choices {
    ($(#[$of_enum:meta])* pub enum $enum:ident { $($(#[$of_value:meta])* $value:ident => $name:expr,)+ }) => {
        $crate::app::texts::named! { $(#[$of_enum])* pub enum $enum { $($(#[$of_value])* $value => $name,)+ } }

        impl $enum {
            pub const ALL: [Self; [$(Self::$value),+].len()] = [$(Self::$value),+];
        }
    };
}
pub(in crate::app) use choices;

/// Returns a text without arguments: if it is missing in the language the English one, if there, too, its id.
pub(in crate::app) fn text(id: &'static str) -> &'static str {
    let found = messages(language()).plain(id).or_else(|| messages(Language::English).plain(id));
    debug_assert!(found.is_some(), "no text {id}, or one with arguments");
    found.unwrap_or(id)
}

/// Returns a text with its arguments filled in, or one in English or its id, as [`text`] does.
pub(in crate::app) fn filled<const N: usize>(
    id: &'static str,
    arguments: [(&'static str, FluentValue<'_>); N],
) -> String {
    let arguments = arguments.into_iter().collect();
    let in_language = messages(language()).filled(id, &arguments);
    let found = in_language.or_else(|| messages(Language::English).filled(id, &arguments));
    debug_assert!(found.is_some(), "no text {id}");
    found.unwrap_or_else(|| id.to_owned())
}

fn messages(language: Language) -> &'static Messages {
    static ENGLISH: LazyLock<Messages> = LazyLock::new(|| Messages::english(false));
    static MARKED: LazyLock<Messages> = LazyLock::new(|| Messages::english(true));
    match language {
        Language::English => &ENGLISH,
        Language::Chinese => chinese_messages().unwrap_or(&ENGLISH),
        Language::Marked => &MARKED,
    }
}

/// Returns the Chinese messages; `None` until they are there, and if they are damaged.
fn chinese_messages() -> Option<&'static Messages> {
    static CHINESE: OnceLock<Option<Messages>> = OnceLock::new();
    let files = chinese_texts()?;
    // A server may answer with an error page instead of the messages.
    CHINESE.get_or_init(|| Messages::of("zh-CN", files, false).ok()).as_ref()
}

/// Returns `true` if the texts of this thread's language are loaded, which a page fetches.
pub fn are_there() -> bool {
    LANGUAGE.get() != Language::Chinese || is_chinese_there()
}

pub fn is_chinese_there() -> bool {
    chinese_messages().is_some()
}

#[cfg(test)]
mod tests;
