//! The browser's clipboard. What it refuses, as where nothing was pressed before, comes to nothing.

use super::window;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};

fn clipboard() -> Option<web_sys::Clipboard> {
    // There is none where the page came over plain HTTP from elsewhere.
    let clipboard = window()?.navigator().clipboard();
    (!JsValue::from(clipboard.clone()).is_undefined()).then_some(clipboard)
}

/// Copies a text.
pub fn copy_text(text: &str) {
    if let Some(clipboard) = clipboard() {
        let copied = clipboard.write_text(text);
        spawn_local(async move { drop(JsFuture::from(copied).await) });
    }
}

/// Copies a picture, as the bytes of a PNG.
pub fn copy_png(bytes: &[u8]) -> Result<(), JsValue> {
    let clipboard = clipboard().ok_or("no clipboard")?;
    let kind = web_sys::BlobPropertyBag::new();
    kind.set_type("image/png");
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &kind)?;
    let item = js_sys::Object::new();
    js_sys::Reflect::set(&item, &"image/png".into(), &js_sys::Promise::resolve(&blob))?;
    let item = web_sys::ClipboardItem::new_with_record_from_str_to_blob_promise(&item)?;
    let items = js_sys::Array::of1(&item.into());
    let copied = clipboard.write(&items);
    spawn_local(async move { drop(JsFuture::from(copied).await) });
    Ok(())
}

/// Hands on the text that is there; nothing where the person does not let it be read.
pub fn read_text(deliver: impl FnOnce(String) + 'static) {
    if let Some(clipboard) = clipboard() {
        let read = clipboard.read_text();
        spawn_local(async move {
            if let Some(text) = JsFuture::from(read).await.ok().and_then(|text| text.as_string()) {
                deliver(text);
            }
        });
    }
}
