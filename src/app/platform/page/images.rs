//! Images of textures, decoded by the browser.

use super::{call, said};
use js_sys::{Array, Promise, Uint8Array};
use pickray::mesh::problem::Problem;
use pickray::mesh::{Image, ImageKind, Pixels};
use pickray::work::Progress;
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Decodes an image of a texture; returns `false` if `progress` was cancelled before.
pub async fn decode(image: Image, progress: Arc<Progress>) -> bool {
    if progress.is_cancelled() {
        return false;
    }
    let (send, receive) = async_channel::bounded(1);
    spawn_local(async move {
        image.provide(pixels(&image).await);
        let _ = send.send(()).await;
    });
    receive.recv().await.is_ok()
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
