//! Reading of settings that are only partly understood. A field of another version of the program does not spoil the
//! other fields.

use super::{DAMAGED_FILE_NAME, Settings};
use crate::app::platform::writing::{Kind, Target};
use crate::app::texts::t;
use serde_json::{Map, Value};
use std::path::Path;

/// Greatest number of fields whose names are told.
const NAMED: usize = 5;

/// Returns the settings in a text, and the names of the fields that were not understood and got their defaults.
///
/// # Errors
///
/// [`serde_json::Error`] if the text is no object of JSON.
pub fn parsed(text: &[u8]) -> serde_json::Result<(Settings, Vec<String>)> {
    // As a struct, serde would read a list of the values as well.
    let fields: Map<String, Value> = serde_json::from_slice(text)?;
    let mut left_out = Vec::new();
    let kept = understood("", fields.into(), &|value| value, &mut left_out).and_then(settings);
    Ok((kept.unwrap_or_default(), left_out))
}

/// Saves a copy of a settings file with fields that were not understood, beside the file. Returns a message about it.
pub fn told(path: &Path, bytes: &[u8], left_out: &[String]) -> String {
    let mut names = left_out[..left_out.len().min(NAMED)].join(t!("list-comma"));
    if left_out.len() > NAMED {
        names += "…";
    }
    let kept = path.with_file_name(DAMAGED_FILE_NAME);
    match Target::new(&kept, Kind::Settings).forced(true).write(bytes) {
        Ok(()) => t!("settings-in-part-kept", names = names, path = kept.display().to_string()),
        Err(_) => t!("settings-in-part", names = names),
    }
}

fn settings(value: Value) -> Option<Settings> {
    serde_json::from_value(value).ok()
}

/// Returns the part of a value that can be read where `place` puts it in the settings. Names of fields that cannot are
/// added to `left_out`. A value without fields is read as a whole or not.
fn understood(name: &str, value: Value, place: &dyn Fn(Value) -> Value, left_out: &mut Vec<String>) -> Option<Value> {
    if settings(place(value.clone())).is_some() {
        return Some(value);
    }
    if let Value::Object(fields) = value {
        let mut inner = Vec::new();
        let kept: Map<String, Value> = fields
            .into_iter()
            .filter_map(|(key, value)| {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                let here = |value| place(Value::Object(Map::from_iter([(key.clone(), value)])));
                let value = understood(&name, value, &here, &mut inner)?;
                Some((key, value))
            })
            .collect();
        let kept = Value::Object(kept);
        if settings(place(kept.clone())).is_some() {
            left_out.append(&mut inner);
            return Some(kept);
        }
    }
    left_out.push(name.to_owned());
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::{PictureOptions, ThemeChoice};

    #[test]
    fn what_is_understood_is_used_field_by_field_and_the_rest_is_named() {
        let text = r#"{"theme": "dark", "language": "klingon", "picture": {"scale": 3, "overlays": "some"},
            "panels": 7, "style": {"shading": "sepia", "edges": false}, "window": ["wide", 3], "recent": ["/a.obj"],
            "progress": {"flip": {"page": 7, "solved": ["one"]}, "odd": 7}, "of another version": {"x": "y"}}"#;
        let (settings, mut left_out) = parsed(text.as_bytes()).expect("an object");
        left_out.sort();
        let names =
            ["language", "panels", "picture.overlays", "progress.flip.page", "progress.odd", "style.shading", "window"];
        assert_eq!(left_out, names);
        let picture = PictureOptions { scale: 3, ..PictureOptions::default() };
        assert_eq!((settings.theme, settings.picture, settings.style.edges), (ThemeChoice::Dark, picture, false));
        assert_eq!((settings.recent.len(), settings.window), (1, None));
        let progress = serde_json::to_value(&settings.progress).expect("JSON");
        assert_eq!(progress["flip"]["solved"], serde_json::json!(["one"]));
        assert_eq!(progress.get("odd"), None);
    }

    #[test]
    fn each_field_may_hold_anything_and_the_others_are_kept() {
        let usual = serde_json::to_value(Settings { theme: ThemeChoice::Dark, ..Settings::default() }).expect("JSON");
        let Value::Object(fields) = usual else { panic!("settings are an object") };
        for key in fields.keys().filter(|key| *key != "theme") {
            for odd in [serde_json::json!("odd"), serde_json::json!([[]]), serde_json::json!({"odd": [1]})] {
                let mut fields = fields.clone();
                fields.insert(key.clone(), odd);
                let text = serde_json::to_vec(&fields).expect("JSON");
                let (settings, left_out) = parsed(&text).expect("an object");
                assert_eq!(settings.theme, ThemeChoice::Dark, "{key}");
                assert!(left_out.iter().all(|name| name.starts_with(key)), "{key}: {left_out:?}");
            }
        }
    }
}
