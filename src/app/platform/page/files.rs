//! Files of a page: those that a person gave, which are sent nowhere, and those that are saved or kept by the browser.
//!
//! The path of a given file is valid in this page only: the number of its group, and its name. A group is files given
//! together, which lie in one folder, as companions of a mesh do.

use super::{said, window};
use crate::app::action::{Action, FileRequest, Message};
use crate::app::chooser::Purpose;
use crate::app::platform::is_companion;
use crate::app::platform::published::{self, INDEX, Published};
use crate::app::platform::reading::ends_as;
use crate::app::texts::t;
use crate::lesson::{self, LONGEST_FILE, Lesson, LessonError};
use js_sys::encode_uri_component;
use pickray::mesh::Format;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use wasm_bindgen::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, FileList, HtmlAnchorElement, HtmlInputElement};

/// Folder whose files the browser keeps, in the page's local storage.
pub const KEPT: &str = "kept";

/// Size of the largest file that is read whole here, in bytes; meshes are read by the worker.
const MOST_READ_HERE: f64 = (64 << 20) as f64;

/// Largest file that may be given, in bytes: WebAssembly has 4 GiB for the file, the mesh and its tree.
pub const MOST_BYTES: f64 = (1u64 << 30) as f64;

struct Given {
    file: File,
    /// Bytes of a file with a situation, a pick or a selection; `None` for a mesh, which the worker reads.
    bytes: Option<Vec<u8>>,
}

thread_local! {
    static GIVEN: RefCell<BTreeMap<PathBuf, Given>> = const { RefCell::new(BTreeMap::new()) };
    static GIFTS: Cell<u32> = const { Cell::new(0) };
}

/// Takes files that were given together. Returns the paths of those that can be opened, or a message if none can.
pub async fn take(files: Vec<File>) -> Result<Vec<PathBuf>, String> {
    let folder = PathBuf::from(GIFTS.replace(GIFTS.get() + 1).to_string());
    let mut opened = Vec::new();
    for file in files {
        let path = folder.join(file.name());
        if lesson::is_named_so(&path) {
            return Err(t!("page-no-lessons", name = file.name()));
        }
        let (is_mesh, is_ours) = (is_of_mesh(&path), ends_as(&path, &["json"]));
        if file.size() > MOST_BYTES {
            let size = pickray::work::memory::Bytes(file.size() as u64).to_string();
            let most = pickray::work::memory::Bytes(MOST_BYTES as u64).to_string();
            return Err(t!("page-file-too-large", name = file.name(), size = size, most = most));
        }
        let bytes = if is_ours && file.size() <= MOST_READ_HERE {
            let bytes = JsFuture::from(file.array_buffer()).await;
            let bytes = bytes.map_err(|error| t!("file-unreadable", path = file.name(), problem = said(&error)))?;
            Some(js_sys::Uint8Array::new(&bytes).to_vec())
        } else {
            None
        };
        if is_mesh || is_ours {
            opened.push(path.clone());
        }
        GIVEN.with_borrow_mut(|given| given.insert(path, Given { file, bytes }));
    }

    let are_late = opened.is_empty()
        && GIVEN.with_borrow(|given| given.keys().filter(|path| path.starts_with(&folder)).all(is_companion));
    if are_late {
        opened.extend(join_last_mesh(&folder));
    }
    if opened.is_empty() {
        // A file that is named otherwise is looked into all the same, and told of.
        opened = GIVEN.with_borrow(|given| given.keys().filter(|path| path.starts_with(&folder)).cloned().collect());
    }
    Ok(opened)
}

/// Puts the files of a folder beside the mesh that was given last; returns the path of this mesh, if there is one.
fn join_last_mesh(folder: &Path) -> Option<PathBuf> {
    GIVEN.with_borrow_mut(|given| {
        let number = |path: &&PathBuf| path.parent()?.to_str()?.parse::<u32>().ok();
        let mesh = given.keys().filter(|path| is_of_mesh(path)).max_by_key(number)?.clone();
        let late: Vec<_> = given.keys().filter(|path| path.starts_with(folder)).cloned().collect();
        for path in late {
            let file = given.remove(&path)?;
            given.insert(mesh.with_file_name(path.file_name()?), file);
        }
        Some(mesh)
    })
}

fn is_of_mesh(path: &Path) -> bool {
    ends_as(path, &Format::ENDINGS)
}

/// Returns all files that were given together with the one at `path`, which is included, each with its name.
pub fn beside(path: &Path) -> Vec<(String, File)> {
    GIVEN.with_borrow(|given| {
        let together = given.iter().filter(|(other, _)| other.parent() == path.parent());
        together.map(|(_, given)| (given.file.name(), given.file.clone())).collect()
    })
}

pub fn is_there(path: &Path) -> bool {
    GIVEN.with_borrow(|given| given.contains_key(path))
}

/// Returns the bytes of a file that was given or is kept. Fails for a given mesh, which only the worker reads.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.starts_with(KEPT) {
        let text = storage().map_or(Ok(None), |storage| storage.get_item(&key(path))).map_err(refused)?;
        return text.map(String::into_bytes).ok_or_else(|| io::ErrorKind::NotFound.into());
    }
    let read = GIVEN.with_borrow(|given| given.get(path).map(|given| given.bytes.clone()));
    read.ok_or(io::ErrorKind::NotFound)?.ok_or_else(|| io::ErrorKind::FileTooLarge.into())
}

/// Stores a file in [`KEPT`] in the browser; saves any other file as a download.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.starts_with(KEPT) {
        let Some(storage) = storage() else { return Ok(()) };
        return storage.set_item(&key(path), &String::from_utf8_lossy(bytes)).map_err(refused);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    download(&name, bytes).map_err(refused)
}

fn key(path: &Path) -> String {
    format!("pickray/{}", path.file_name().unwrap_or_default().to_string_lossy())
}

fn refused(error: JsValue) -> io::Error {
    io::Error::other(said(&error))
}

/// Returns the browser's storage; `None` if the browser denies it, as it may to a frame. Nothing is kept then.
fn storage() -> Option<web_sys::Storage> {
    window()?.local_storage().ok().flatten()
}

fn download(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let document = window().and_then(|window| window.document()).ok_or("no document")?;
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence(&parts)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The address is read once the browser comes to it.
    let revoke = Closure::once_into_js(move || web_sys::Url::revoke_object_url(&address));
    let window = window().ok_or("no window")?;
    window.set_timeout_with_callback_and_timeout_and_arguments_0(revoke.unchecked_ref(), 60_000)?;
    Ok(())
}

pub fn list(files: FileList) -> Vec<File> {
    (0..files.length()).filter_map(|index| files.item(index)).collect()
}

/// Asks for files in the browser's dialog, or takes the proposed name to save one; returns the request's action.
pub async fn ask_for_file(request: FileRequest) -> Action {
    if let Purpose::Save(name, _) = request.purpose {
        return (request.then)(vec![name.into()]);
    }
    let (send, receive) = async_channel::bounded(1);
    if let Err(error) = show_dialog(send) {
        return Action::Tell(Message::error(said(&error)));
    }
    let then = request.then;
    match receive.recv().await {
        Ok(Ok(paths)) if !paths.is_empty() => then(paths),
        Ok(Err(problem)) => Action::Tell(Message::error(problem)),
        _ => Action::Nothing,
    }
}

type Chosen = Result<Vec<PathBuf>, String>;

/// Shows the browser's dialog for files, several at once, since a mesh may come with those that it names.
fn show_dialog(answer: async_channel::Sender<Chosen>) -> Result<(), JsValue> {
    let document = window().and_then(|window| window.document()).ok_or("no document")?;
    let input: HtmlInputElement = document.create_element("input")?.dyn_into()?;
    input.set_type("file");
    input.set_multiple(true);
    let (chosen, cancelled) = (answer.clone(), answer);
    let asked = input.clone();
    let on_change = Closure::once_into_js(move || {
        let files = asked.files().map(list).unwrap_or_default();
        spawn_local(async move {
            let _ = chosen.send(take(files).await).await;
        });
    });
    input.set_onchange(Some(on_change.unchecked_ref()));
    let on_cancel = Closure::once_into_js(move || drop(cancelled.try_send(Ok(Vec::new()))));
    input.add_event_listener_with_callback("cancel", on_cancel.unchecked_ref())?;
    input.click();
    Ok(())
}

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

/// Fetches the lessons of the folder of the address; each, or why not, or a message on why there are none.
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
pub fn of_lessons(path: &Path) -> Vec<(String, String)> {
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
    (!of_lessons(&path).is_empty()).then_some(path)
}

fn address(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    let parts = path.iter().map(|part| String::from(encode_uri_component(&part.to_string_lossy())));
    parts.collect::<Vec<_>>().join("/")
}
