//! Fetching of the page's own files.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Fetches a file of the page's own; returns its bytes, or the browser's error.
pub async fn fetched(name: &str) -> Result<Vec<u8>, JsValue> {
    // The global `fetch` is there in a worker, too, which has no window.
    let global = js_sys::global();
    let fetch: js_sys::Function = js_sys::Reflect::get(&global, &"fetch".into())?.dyn_into()?;
    let asked: js_sys::Promise = fetch.call1(&global, &name.into())?.dyn_into()?;
    let response: web_sys::Response = JsFuture::from(asked).await?.dyn_into()?;
    if !response.ok() {
        return Err(response.status_text().into());
    }
    let bytes = JsFuture::from(response.array_buffer()?).await?;
    Ok(js_sys::Uint8Array::new(&bytes).to_vec())
}
