//! Clipboard of the browser, which may refuse: over plain HTTP, in a frame, or before anything was pressed.

use super::window;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};

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
fn notice(copied: js_sys::Promise, refused: impl FnOnce() + 'static) {
    spawn_local(async move {
        if JsFuture::from(copied).await.is_err() {
            refused();
        }
    });
}

fn write_png(clipboard: &web_sys::Clipboard, bytes: &[u8]) -> Result<js_sys::Promise, JsValue> {
    let kind = web_sys::BlobPropertyBag::new();
    kind.set_type("image/png");
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &kind)?;
    let item = js_sys::Object::new();
    js_sys::Reflect::set(&item, &"image/png".into(), &js_sys::Promise::resolve(&blob))?;
    let item = web_sys::ClipboardItem::new_with_record_from_str_to_blob_promise(&item)?;
    let items = js_sys::Array::of1(&item.into());
    Ok(clipboard.write(&items))
}

/// Calls `deliver` with the text on the clipboard; with `None` if the browser does not allow to read it.
pub fn read_text(deliver: impl FnOnce(Option<String>) + 'static) {
    let Some(clipboard) = clipboard() else { return deliver(None) };
    let read = clipboard.read_text();
    spawn_local(async move { deliver(JsFuture::from(read).await.ok().and_then(|text| text.as_string())) });
}
