//! Fetching of files of the page and of those beside it: the Chinese messages, and the lessons in a folder that
//! `?lessons=` in the address names.

use super::said;
use crate::app::platform::published::{self, INDEX, Published};
use crate::app::texts::t;
use crate::lesson::{self, LONGEST_FILE, Lesson, LessonError};
use js_sys::encode_uri_component;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Fetches a file of the page's own; returns its bytes, or the browser's error.
pub async fn fetched(name: &str) -> Result<Vec<u8>, JsValue> {
    answered(ask(name), u64::MAX).await
}

/// Asks for a file below the page, without waiting for the answer.
pub fn ask(address: &str) -> Result<JsFuture, JsValue> {
    // The global `fetch` is there in a worker, too, which has no window.
    let global = js_sys::global();
    let fetch: js_sys::Function = js_sys::Reflect::get(&global, &"fetch".into())?.dyn_into()?;
    let asked: js_sys::Promise = fetch.call1(&global, &address.into())?.dyn_into()?;
    Ok(asked.into())
}

/// Returns the bytes of a file that was asked for, or the browser's error; one longer than `most` is refused.
pub async fn answered(asked: Result<JsFuture, JsValue>, most: u64) -> Result<Vec<u8>, JsValue> {
    let response: web_sys::Response = asked?.await?.dyn_into()?;
    if !response.ok() {
        return Err(format!("{} {}", response.status(), response.status_text()).into());
    }
    let too_long = || Err(t!("lessons-file-too-long", most = most >> 20).into());
    let length = response.headers().get("content-length")?.and_then(|length| length.parse().ok());
    if length.is_some_and(|length: u64| most < length) {
        return too_long();
    }
    let bytes = js_sys::Uint8Array::new(&JsFuture::from(response.array_buffer()?).await?);
    if most < u64::from(bytes.length()) { too_long() } else { Ok(bytes.to_vec()) }
}

/// File of all Chinese messages, one original file behind the other.
const FILE: &str = "zh-CN.ftl";

static FETCHED: OnceLock<[(&str, &str); 1]> = OnceLock::new();

/// `true` once the Chinese letters could not be fetched, so that the messages would be boxes.
static LACKS_LETTERS: AtomicBool = AtomicBool::new(false);

/// Returns the Chinese messages as a pair of file name and text; `None` until they and their letters are there.
pub fn chinese_texts() -> Option<&'static [(&'static str, &'static str)]> {
    FETCHED.get().filter(|_| !LACKS_LETTERS.load(Relaxed)).map(|texts| &texts[..])
}

/// Does without the Chinese messages from now on, since their letters could not be fetched.
pub fn give_up() {
    LACKS_LETTERS.store(true, Relaxed);
}

/// Fetches the Chinese messages, unless they were fetched before.
pub async fn fetch_chinese() {
    if FETCHED.get().is_some() {
        return;
    }
    // Without the messages the window speaks English.
    let bytes = super::here(async { fetched(FILE).await.ok() }).await.flatten();
    if let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
        let _ = FETCHED.set([(FILE, text.leak())]);
    }
}

thread_local! {
    /// The folder whose lessons were fetched, and its index.
    static FOLDER: RefCell<Option<(PathBuf, Published)>> = const { RefCell::new(None) };
}

/// Fetches the lessons of the folder that the address asks for; returns them, each or why it cannot be used, or a
/// message on why there are none. Meshes are fetched when they are shown.
pub async fn fetch_lessons(asked: &str) -> Result<Vec<Result<Lesson, LessonError>>, String> {
    let folder = published::folder(asked).ok_or_else(|| t!("lessons-no-folder", path = asked))?;
    let missing = |name: &str, problem: &str| {
        t!("lessons-not-fetched", path = format!("{folder}{name}"), problem = problem.to_owned())
    };
    let path = Path::new(&folder);
    let index = answered(ask(&address(path, INDEX)), LONGEST_FILE).await;
    let index = Published::parse(&folder, &index.map_err(|error| missing(INDEX, &said(&error)))?)?;
    // All are asked for before the first is waited for.
    let asked: Vec<_> = index.texts().map(|(name, length)| (name, length, ask(&address(path, name)))).collect();
    let mut files = BTreeMap::new();
    for (name, length, asked) in asked {
        let bytes = answered(asked, LONGEST_FILE).await.map_err(|error| missing(name, &said(&error)))?;
        if bytes.len() as u64 != length {
            return Err(missing(name, t!("lessons-other-length")));
        }
        files.insert(name.to_owned(), bytes);
    }
    let lessons = lesson::parse_folder(path, &files);
    FOLDER.set(Some((path.to_owned(), index)));
    Ok(lessons)
}

/// Returns the addresses and names of a mesh in the folder of lessons and of the files that it may name, if any.
pub fn beside(path: &Path) -> Vec<(String, String)> {
    FOLDER.with_borrow(|fetched| {
        let Some((folder, index)) = fetched.as_ref().filter(|(folder, _)| path.parent() == Some(folder)) else {
            return Vec::new();
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        index.beside(&name).map(|name| (name.to_owned(), address(folder, name))).collect()
    })
}

/// Returns the path of a mesh in the folder of lessons; `None` if it has none of this name.
pub fn mesh_of_lessons(name: &str) -> Option<PathBuf> {
    let path = FOLDER.with_borrow(|fetched| fetched.as_ref().map(|(folder, _)| folder.join(name)))?;
    (!beside(&path).is_empty()).then_some(path)
}

fn address(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    let parts = path.iter().map(|part| String::from(encode_uri_component(&part.to_string_lossy())));
    parts.collect::<Vec<_>>().join("/")
}
