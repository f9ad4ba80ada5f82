//! Messages of one language, read from its files.

use crate::app::numbers;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Pattern};
use std::collections::HashMap;

/// Makes a list of message files, each as a pair of its name and its English text.
macro_rules! files {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../../assets/locales/en/", $name, ".ftl")))),+]
    };
}

/// Names and texts of all English message files, one for each subject, but for what the library says itself.
pub(super) const ENGLISH: &[(&str, &str)] = files! {
    "areas" "bounds" "box-tree" "chooser" "commands" "diagnosis" "files" "inspector" "keys" "ladder" "lessons"
    "many-bodies" "measure" "menu" "messages" "mistakes" "panels" "picking" "record" "report" "settings" "setup"
    "sphere" "two-meshes" "two-triangles" "verify"
};

/// Marks before and after each text in [`Language::Marked`].
pub(super) const MARKS: [char; 2] = ['‹', '›'];

pub(super) struct Messages {
    bundle: FluentBundle<FluentResource>,
    /// Texts of the messages that take no arguments, by their ids.
    plain: HashMap<String, String>,
    is_marked: bool,
}

impl Messages {
    /// Returns the English messages; if `is_marked`, each text between [`MARKS`].
    pub(super) fn english(is_marked: bool) -> Self {
        Self::of("en", ENGLISH, is_marked).unwrap_or_else(|problem| panic!("{problem}"))
    }

    /// Returns the messages of files of names and texts. Fails if one is not valid Fluent, or an id is there twice.
    pub(super) fn of(name: &str, files: &[(&str, &str)], is_marked: bool) -> Result<Self, String> {
        let locale = name.parse().map_err(|_| format!("{name} does not name a locale"))?;
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| match value {
            FluentValue::Number(number) => Some(numbers::count(number.value as u64)),
            _ => None,
        }));
        let mut messages = Self { bundle, plain: HashMap::new(), is_marked };
        for (file, source) in files {
            messages.add(source).map_err(|problem| format!("{name}/{file}: {problem}"))?;
        }
        Ok(messages)
    }

    fn add(&mut self, source: &str) -> Result<(), String> {
        let resource =
            FluentResource::try_new(source.to_owned()).map_err(|(_, errors)| format!("{:?}", errors.first()))?;
        let ids = resource.entries().filter_map(|entry| match entry {
            Entry::Message(message) => Some(message.id.name.to_owned()),
            _ => None,
        });
        let ids: Vec<_> = ids.collect();
        self.bundle.add_resource(resource).map_err(|errors| format!("{:?}", errors.first()))?;
        for id in ids {
            if let Some(text) = self.filled(&id, &FluentArgs::new()) {
                self.plain.insert(id, text);
            }
        }
        Ok(())
    }

    /// Returns a text that takes no arguments; `None` if no such text has this id.
    pub(super) fn plain(&self, id: &str) -> Option<&str> {
        self.plain.get(id).map(String::as_str)
    }

    /// Returns this id with the lifetime of `self`, if a text without arguments has it, else `None`.
    pub(super) fn id(&self, id: &str) -> Option<&str> {
        self.plain.get_key_value(id).map(|(id, _)| id.as_str())
    }

    /// Returns a text with its arguments filled in; `None` if no text has this id, or an argument is missing.
    pub(super) fn filled(&self, id: &str, arguments: &FluentArgs<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        if self.is_marked {
            let arguments = arguments.iter().map(|(name, value)| (name, between_marks(value))).collect();
            return Some(format!("{}{}{}", MARKS[0], self.formatted(pattern, &arguments)?, MARKS[1]));
        }
        self.formatted(pattern, arguments)
    }

    fn formatted(&self, pattern: &Pattern<&str>, arguments: &FluentArgs<'_>) -> Option<String> {
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(arguments), &mut errors);
        errors.is_empty().then(|| text.into_owned())
    }
}

/// Returns a value that stands outside of the marks of the text that it is filled in.
fn between_marks(value: &FluentValue<'_>) -> FluentValue<'static> {
    match value {
        FluentValue::String(words) => format!("{}{words}{}", MARKS[1], MARKS[0]).into(),
        other => other.clone().into_owned(),
    }
}
