//! Sentences of the library: in English its own, in other languages messages by the names of enums and variants.

use super::messages::MARKS;
use super::{Language, language, messages, t};
use crate::app::answers::MeshSource;
use fluent_bundle::FluentArgs;
use pickray::mesh::LineTextError;
use pickray::mesh::samples::Sample;
use pickray::pick::SelectionError;
use pickray::work::said::{Said, capitalized};
use pickray_render::RenderError;
use std::fmt::Display;

/// Returns a sentence of the library, or a part of one, in the language of this thread.
pub fn said(sentence: &dyn Said) -> String {
    let Some((name, arguments)) = sentence.parts() else { return sentence.to_string() };
    in_language(&id_of(name), &sentence, arguments.iter().map(|(name, argument)| (*name, said(&**argument))))
}

/// Returns a sentence of the library, complete in itself: in English with a capital letter and a full stop.
pub fn sentence(sentence: &dyn Said) -> String {
    let words = said(sentence);
    if language() == Language::Chinese { words } else { format!("{}.", capitalized(&words)) }
}

fn in_language(id: &str, english: &dyn Display, arguments: impl IntoIterator<Item = (&'static str, String)>) -> String {
    match language() {
        Language::English => english.to_string(),
        Language::Marked => format!("{}{english}{}", MARKS[0], MARKS[1]),
        Language::Chinese => {
            let arguments: FluentArgs<'_> = arguments.into_iter().collect();
            let found = messages(Language::Chinese).filled(id, &arguments);
            debug_assert!(found.is_some(), "no text {id}, or one of other arguments");
            found.unwrap_or_else(|| english.to_string())
        }
    }
}

/// Returns the id of a message for a name: `face-left-out` for `FaceLeftOut`.
fn id_of(name: &str) -> String {
    let mut id = String::new();
    for (i, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && i > 0 {
            id.push('-');
        }
        id.push(letter.to_ascii_lowercase());
    }
    id
}

/// Returns the text for a stage of a job by the name that its progress gives, which is returned if it is unknown.
pub fn stage(words: &str) -> String {
    match known_stage(words) {
        Some("") => t!("stage-starting").to_owned(),
        Some(words) => in_language(&format!("stage-{}", words.replace(' ', "-")), &words, []),
        None => words.to_owned(),
    }
}

/// Returns the stage of a job's progress that is called `words`; `None` if there is no text for it.
pub fn known_stage(words: &str) -> Option<&'static str> {
    STAGES.into_iter().find(|stage| *stage == words)
}

const STAGES: [&str; 14] = [
    "",
    "making the mesh",
    "building the tree",
    "fitting",
    "casting rays",
    "casting the rays of pixels",
    "looking between the centres of pixels",
    "finding neighbours",
    "reading",
    "writing",
    "comparing pixels",
    "joining corners",
    "smoothing normals",
    "looking for the nearest triangle",
];

pub fn sample(sample: Sample) -> String {
    in_language(&format!("sample-{}", sample.id()), &sample.name(), [])
}

/// Returns the name of a mesh to show: a file's as it is, a sample's in the language of this thread.
pub fn mesh_name(name: &str) -> String {
    match Sample::ALL.into_iter().find(|sample| sample.name() == name) {
        Some(found) => sample(found),
        None if name == MeshSource::PASTED => t!("mesh-pasted").to_owned(),
        None if name.is_empty() => t!("mesh-nameless").to_owned(),
        None => name.to_owned(),
    }
}

/// Returns why the text of a line, or the bytes of a record, cannot be shown: perhaps the file was not kept.
pub fn line_text_error(error: &LineTextError, opens_again: bool) -> String {
    match error {
        LineTextError::NoFile if !opens_again => t!("line-not-kept").to_owned(),
        _ => said(error),
    }
}

pub fn selection(mut error: SelectionError) -> String {
    match &mut error {
        SelectionError::NoObject { name, .. } | SelectionError::NoTriangle { name, .. } => *name = mesh_name(name),
        SelectionError::OtherMesh { saved, present } => {
            [saved, present].into_iter().for_each(|name| *name = mesh_name(name))
        }
        _ => {}
    }
    t!("selection-refused", why = said(&error))
}

/// Returns why there is no picture, as a text; words of the driver are not translated.
#[allow(dead_code, reason = "the shell alone tells of it, which not every build has")]
pub fn render_error(error: &RenderError) -> String {
    match error {
        RenderError::Object(problem) => in_language("render-object", error, [("problem", problem.clone())]),
        RenderError::Framebuffer(status) => {
            in_language("render-framebuffer", error, [("status", format!("{status:#x}"))])
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
