//! Words of readers and writers of mesh files, in the language of the window.

use super::of_library::said;
use super::t;
use crate::app::platform::abilities::OPENS_AGAIN;
use pickray::math::Shortest;
use pickray::mesh::{LineTextError, LoadError, WriteError};
use pickray::work::memory::{Bytes, Limit, OutOfMemory, Room};

/// Returns why a mesh could not be read.
pub fn load_error(error: &LoadError) -> String {
    match error {
        LoadError::Unreadable { path, error } => {
            t!("file-unreadable", path = path.display().to_string(), problem = error.to_string())
        }
        LoadError::NotAMesh { name, what, advice } => {
            t!("load-not-a-mesh", name = name, what = said(what), advice = said(advice))
        }
        LoadError::NoMesh { name, line: None, what, advice } => {
            t!("load-no-mesh", name = name, what = said(what), advice = said(advice))
        }
        LoadError::NoMesh { name, line: Some(line), what, advice } => {
            t!("load-no-mesh-on-line", name = name, line = line.to_string(), what = said(what), advice = said(advice))
        }
        LoadError::TooLarge { name, what } => t!("load-too-large", name = name, what = said(what)),
        LoadError::OutOfMemory { name, size, missing } => {
            t!("load-out-of-memory", name = name, size = said(size), missing = out_of_memory(missing))
        }
        LoadError::Cancelled { name } => t!("load-cancelled", name = name),
        _ => error.to_string(),
    }
}

/// Returns how much memory is needed, and what there is.
fn out_of_memory(missing: &OutOfMemory) -> String {
    let needed = Bytes(missing.needed).to_string();
    match missing.room {
        Some(Room { bytes, limit: by }) => {
            t!("out-of-memory-room", needed = needed, room = Bytes(bytes).to_string(), limit = limit(by))
        }
        None => t!("out-of-memory-none", needed = needed),
    }
}

fn limit(limit: Limit) -> String {
    let text = match limit {
        Limit::Machine => t!("limit-machine"),
        Limit::AddressSpace => t!("limit-address"),
        Limit::Data => t!("limit-data"),
        Limit::ControlGroup => t!("limit-group"),
        _ => return limit.to_string(),
    };
    text.to_owned()
}

/// Returns why a mesh is not written.
pub fn write_error(error: &WriteError) -> String {
    match error {
        WriteError::NoTriangles => t!("write-nothing").to_owned(),
        WriteError::TooFar { format, vertex, position } => {
            let position = Shortest(position.to_array()).to_string();
            t!("write-too-far", vertex = vertex.to_string(), position = position, format = format.to_string())
        }
        WriteError::TooMany { format, what, count, limit } => t!(
            "write-too-many",
            count = count.to_string(),
            what = said(what),
            limit = limit.to_string(),
            format = format.to_string(),
        ),
        WriteError::OutOfMemory(missing) => t!("write-no-room", missing = out_of_memory(missing)),
        _ => error.to_string(),
    }
}

/// Returns why the text of a line or the bytes of a record are not shown.
pub fn line_text_error(error: &LineTextError) -> String {
    match error {
        LineTextError::NoFile => without_file(OPENS_AGAIN).to_owned(),
        LineTextError::Unreadable { path, error } => {
            t!("line-unreadable", path = path.display().to_string(), problem = error.to_string())
        }
        LineTextError::Changed { path } => t!("line-changed", path = path.display().to_string()),
        _ => error.to_string(),
    }
}

/// Returns why there is no text of a line: if files are not opened again, it is not kept.
fn without_file(opens_again: bool) -> &'static str {
    if opens_again { t!("line-without-file") } else { t!("line-not-kept") }
}

#[cfg(test)]
mod tests;
