//! Any bytes as the settings' file: read, or kept beside with a word; what was read comes back from what is saved.

use super::json::damaged;
use super::numbers::Numbers;
use pickray_app::app::settings::{FILE_NAME, Settings};
use std::path::PathBuf;

/// Checks the bytes themselves, and what they make of settings.
pub fn check(bytes: &[u8]) {
    check_text(bytes);
    let mut numbers = Numbers::new(bytes, 0.0..=f64::MAX);
    let some = Settings { window: Some((800.0, 600.0)), recent: vec![PathBuf::from("/a.obj")], ..Settings::default() };
    let value = damaged(serde_json::to_value(some).expect("JSON"), &mut numbers);
    check_text(&serde_json::to_vec(&value).expect("JSON"));
}

fn check_text(text: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(FILE_NAME);
    std::fs::write(&path, text).expect("written");
    let (settings, word) = Settings::load(folder.path());
    match word {
        None => assert_eq!(std::fs::read(&path).expect("it stays"), text),
        Some(_) => {
            let kept = std::fs::read(folder.path().join("settings.damaged.json")).expect("set aside");
            assert_eq!(kept, text);
        }
    }
    settings.save(folder.path()).expect("saved");
    assert_eq!(Settings::load(folder.path()), (settings, None));
}
