//! Fetching of the page's own files, and of those beside it.

use crate::app::texts::t;
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

/// Returns the bytes of a file that was asked for, at most `most`, or the browser's error. A longer one is not fetched
/// where the server tells its length before.
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
