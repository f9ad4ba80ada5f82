//! Any bytes as a lesson: what is read is run without a panic, and what is wrong is told in one line of the text.

use super::json::damaged;
use super::numbers::Numbers;
use pickray_app::language::Language;
use pickray_app::lesson::{LessonText, check as run, parse};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::LazyLock;

/// A lesson of a small sample, with everything that a page can have.
static SAMPLE: LazyLock<Value> = LazyLock::new(|| {
    json!({
        "version": 1,
        "languages": ["en"],
        "pages": [{
            "id": "a",
            "situation": { "sample": "cube", "size": [64, 48], "viewport": [4, 4, 56, 40], "set": [
                { "moved": [0.1, 0, 0] }, { "turned": [0, 30, 0] }, { "scaled": [1, 2, 1] }, { "far": "infinite" },
                { "reversed": true }, { "pick": [30, 20] }] },
            "any_mesh": true,
            "scale_factor": 2,
            "mistake": "logical_pixels",
            "hidden_mistake": "t_not_tested",
            "predict": { "number": "near.w", "reveal": [{ "culling": "back" }, { "perspective": 30 }] },
            "goal": [{ "field": "ndc.x", "near": 0.25, "within": 0.5 }, { "field": "hit.t", "changed": true }],
            "hints": 1,
            "solution": [{ "camera": { "eye": [1, 2, 9], "target": [0, 0, 0] } }, { "pick": [40, 20] }, { "near": 1 },
                { "why_not": 3 }, { "orthographic": 4 }, { "name_mistake": "pixel_corner" }, { "mistake": null }]
        }]
    })
});

const WORDS: &str =
    "# T\n\nS.\n\n## a\n\nText.\n\n### predict\n\nQ?\n\n### reveal\n\nR.\n\n### goal\n\nG.\n\n### hints\n\n- h\n";

/// Samples that cost far more than all else, and what stands for them.
const LARGE: [&str; 4] = ["icosphere", "torus-knot", "teapot", "noisy-sphere"];
const SMALL: &str = "cube";

/// Checks the bytes as a lesson or as its words where they begin so; else as words of a page, or what they make of a
/// lesson, as the first byte chooses.
pub fn check(bytes: &[u8]) {
    static JSON: LazyLock<String> = LazyLock::new(|| SAMPLE.to_string());
    let text = String::from_utf8_lossy(bytes);
    match bytes {
        [b'{', ..] => {
            let json = LARGE.iter().fold(text.into_owned(), |json, name| json.replace(name, SMALL));
            is_run_or_refused(&json, WORDS);
        }
        [b'#', ..] => is_run_or_refused(&JSON, &text),
        [choice, ..] if choice.is_multiple_of(2) => is_run_or_refused(&JSON, &WORDS.replace("Text.", &text)),
        [_, rest @ ..] => {
            let mut numbers = Numbers::new(rest, 0.0..=f64::MAX);
            is_run_or_refused(&damaged(SAMPLE.clone(), &mut numbers).to_string(), WORDS);
        }
        [] => is_run_or_refused("", ""),
    }
}

fn is_run_or_refused(json: &str, words: &str) {
    let path = PathBuf::from("a.lesson.json");
    let text = LessonText { path, json: json.into(), words: vec![(Language::English, words.into())] };
    match parse(&text, &Default::default()) {
        Ok(lesson) => {
            let [first, second] = [0, 1].map(|_| run(std::slice::from_ref(&lesson), &|error| error.to_string()));
            assert_eq!(first, second);
        }
        Err(error) => {
            let file = if error.file.ends_with(".md") { words } else { json };
            let lines = file.matches('\n').count() + 1;
            assert!(error.line.is_none_or(|line| (1..=lines).contains(&line)), "{error}");
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
    }
}
