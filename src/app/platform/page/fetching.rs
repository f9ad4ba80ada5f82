//! Fetching of the page's own files, such as the Chinese messages, and of those beside it.

use crate::app::texts::t;
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
pub fn texts() -> Option<&'static [(&'static str, &'static str)]> {
    FETCHED.get().filter(|_| !LACKS_LETTERS.load(Relaxed)).map(|texts| &texts[..])
}

/// Does without the Chinese messages from now on, since their letters could not be fetched.
pub fn give_up() {
    LACKS_LETTERS.store(true, Relaxed);
}

/// Fetches the Chinese messages, unless they were fetched before.
pub async fn fetch() {
    if FETCHED.get().is_some() {
        return;
    }
    // Without the messages the window speaks English.
    let bytes = super::here(async { fetched(FILE).await.ok() }).await.flatten();
    if let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
        let _ = FETCHED.set([(FILE, text.leak())]);
    }
}
