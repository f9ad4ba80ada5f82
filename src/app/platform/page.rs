//! Platform functions of a page: its browser gives, keeps and saves files; its worker loads meshes and does tasks.

pub mod events;
pub mod files;
mod worker;

pub use files::{ask_for_file, is_there};
pub(crate) use worker::perform;
pub use worker::{load, serve};

use super::LONGEST_IN_ADDRESS;
use crate::app::action::{Action, Job, Message};
use crate::app::arrangement::Figure;
use crate::app::platform::fonts::Font;
use crate::app::texts::{Language, t};
use crate::situation_text;
use files::fetched;
use js_sys::{Array, Promise, Uint8Array};
use pickray::mesh::problem::Problem;
use pickray::mesh::{Image, ImageKind, Pixels};
use pickray::work::Progress;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
pub use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, UrlSearchParams};

/// Runs a job on the page's only thread; calls `deliver` with its action, then with the worker's failure, if any.
pub fn run(job: Job, deliver: impl Fn(Action) + 'static) {
    spawn_local(async move {
        deliver(job.done().await);
        if let Some(problem) = worker::take_problem() {
            deliver(Action::Tell(Message::error(problem)));
        }
    });
}

/// Returns `false`, since a page is given files only, never folders.
pub fn is_folder(_: &Path) -> bool {
    false
}

/// Returns the folder of the settings: a key in the browser's storage (see [`files`]), never `None`.
pub fn own_config_dir() -> Option<PathBuf> {
    Some(files::KEPT.into())
}

/// Returns `true` if a media query holds for the browser.
pub fn matches(query: &str) -> bool {
    let asked = window().and_then(|window| window.match_media(query).ok().flatten());
    asked.is_some_and(|asked| asked.matches())
}

pub fn is_embedded() -> bool {
    window().is_some_and(|window| window.parent().ok().flatten().is_some_and(|parent| parent != window))
}

/// Opens an address in another tab; returns `false` if the browser does not allow it.
pub fn open_beside(address: &str) -> bool {
    window().is_some_and(|window| window.open_with_url_and_target(address, "_blank").is_ok_and(|tab| tab.is_some()))
}

/// Sets the language that the page's document declares, and the name of its canvas in this language.
pub fn name_language(language: Language, canvas: &str) {
    let Some(document) = window().and_then(|window| window.document()) else { return };
    let name = |element: Option<Element>, attribute, name| {
        if let Some(element) = element.filter(|element| element.get_attribute(attribute).as_deref() != Some(name)) {
            // The name of an attribute is right, so this cannot fail.
            let _ = element.set_attribute(attribute, name);
        }
    };
    name(document.document_element(), "lang", language.code());
    name(document.get_element_by_id("pickray"), "aria-label", canvas);
}

/// Has screen readers read out words, once they have finished with what they read now.
pub fn read_out(words: &str) {
    if let Some(told) = window().and_then(|window| window.document()?.get_element_by_id("told")) {
        told.set_text_content(Some(words));
    }
}

/// Shows `words` above the window, and `to_copy` to be copied by hand, or hides them where they are empty.
pub fn say_above(words: &str, to_copy: &str) {
    let _ = call("pickraySays", &[words.into(), to_copy.into()]);
}

/// Calls a function of the page's scripts; fails if there is none, or with what it throws.
fn call(name: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    let function: js_sys::Function = js_sys::Reflect::get(&js_sys::global(), &name.into())?.dyn_into()?;
    function.apply(&JsValue::NULL, &arguments.iter().collect())
}

fn window() -> Option<web_sys::Window> {
    web_sys::window()
}

fn said(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}

/// Writer to the browser's console; each write becomes a line of the lowest level.
#[derive(Debug)]
pub struct Console;

impl io::Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        web_sys::console::debug_1(&String::from_utf8_lossy(bytes).trim_end().into());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Does work of the browser's, which stays on this thread; the future of its result may leave it.
fn here<T: 'static>(work: impl Future<Output = T> + 'static) -> impl Future<Output = Option<T>> {
    let (send, receive) = async_channel::bounded(1);
    spawn_local(async move { _ = send.send(work.await).await });
    async move { receive.recv().await.ok() }
}

/// Decodes an image of a texture; `None` if the page ends.
pub async fn decode(image: Image) -> Option<Image> {
    here(async move {
        image.provide(pixels(&image).await);
        image
    })
    .await
}

async fn pixels(image: &Image) -> Result<Pixels, Problem> {
    let (kind, bytes) = image.to_decode()?;
    let kind = if kind == ImageKind::Png { "image/png" } else { "image/jpeg" };
    let damaged = |error: JsValue| Problem::ImageDamaged { why: said(&error) };
    let bytes = Uint8Array::from(&*bytes);
    let decoding = call("pickrayDecodes", &[bytes.into(), kind.into()]).map_err(damaged)?;
    let decoded: Array = JsFuture::from(Promise::from(decoding)).await.map_err(damaged)?.unchecked_into();
    let [width, height] = [0, 1].map(|k| decoded.get(k).as_f64().unwrap_or_default() as u32);
    let bytes: Uint8Array = decoded.get(2).unchecked_into();
    Pixels::new(width, height, bytes.to_vec()).ok_or(Problem::ImageLarge)
}

/// File of the page with the letters of Chinese, Greek and Cyrillic.
const LETTERS: &str = "NotoSansSC-Regular.otf";

/// Returns the page's own font with many letters at the first call, when a letter is missing; no font later.
pub async fn find_fonts(_: BTreeSet<char>, _: Arc<Progress>) -> Option<Vec<Font>> {
    thread_local! {
        static ASKED: Cell<bool> = const { Cell::new(false) };
    }
    if ASKED.replace(true) {
        return Some(Vec::new());
    }
    let bytes = here(async { fetched(LETTERS).await.ok() }).await?;
    if bytes.is_none() {
        files::give_up();
    }
    Some(bytes.map(|bytes| Font { name: LETTERS.to_owned(), bytes, index: 0 }).into_iter().collect())
}

/// Returns the text of bytes in an encoding; `None` if they are not valid in it, or it is not known.
pub fn decode_name(encoding: &str, bytes: &[u8]) -> Option<String> {
    let options = web_sys::TextDecoderOptions::new();
    options.set_fatal(true);
    let decoder = web_sys::TextDecoder::new_with_label_and_options(encoding, &options).ok()?;
    decoder.decode_with_u8_array(bytes).ok()
}

/// Returns the clipboard of the browser, which may refuse: over plain HTTP, in a frame, or before anything was pressed.
fn clipboard() -> Option<web_sys::Clipboard> {
    // A page that came over plain HTTP from elsewhere has no clipboard.
    let clipboard = window()?.navigator().clipboard();
    (!JsValue::from(clipboard.clone()).is_undefined()).then_some(clipboard)
}

/// Copies a text; calls `refused` if the browser does not allow it.
pub fn copy_text(text: &str, refused: impl FnOnce() + 'static) {
    let Some(clipboard) = clipboard() else { return refused() };
    notice(clipboard.write_text(text), refused);
}

/// Copies a picture, as the bytes of a PNG; calls `refused` if the browser does not allow it.
pub fn copy_png(bytes: &[u8], refused: impl FnOnce() + 'static) {
    match clipboard().ok_or(JsValue::UNDEFINED).and_then(|clipboard| write_png(&clipboard, bytes)) {
        Ok(copied) => notice(copied, refused),
        Err(_) => refused(),
    }
}

/// Waits for a copy to be made; calls `refused` if it is not, after all.
fn notice(copied: Promise, refused: impl FnOnce() + 'static) {
    spawn_local(async move {
        if JsFuture::from(copied).await.is_err() {
            refused();
        }
    });
}

fn write_png(clipboard: &web_sys::Clipboard, bytes: &[u8]) -> Result<Promise, JsValue> {
    let kind = web_sys::BlobPropertyBag::new();
    kind.set_type("image/png");
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &kind)?;
    let item = js_sys::Object::new();
    js_sys::Reflect::set(&item, &"image/png".into(), &Promise::resolve(&blob))?;
    let item = web_sys::ClipboardItem::new_with_record_from_str_to_blob_promise(&item)?;
    let items = Array::of1(&item.into());
    Ok(clipboard.write(&items))
}

/// Calls `deliver` with the text on the clipboard; with `None` if the browser does not allow to read it.
pub fn read_text(deliver: impl FnOnce(Option<String>) + 'static) {
    let Some(clipboard) = clipboard() else { return deliver(None) };
    let read = clipboard.read_text();
    spawn_local(async move { deliver(JsFuture::from(read).await.ok().and_then(|text| text.as_string())) });
}

/// Returns the action for the situation, or for its error, after the address's `#`; `None` if there is none.
pub fn linked() -> Option<Action> {
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

/// Returns the URL of this page, or of a figure, that restores the situation of `line`; it names no language.
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
pub fn keep_address(line: &str, asks: bool) {
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
