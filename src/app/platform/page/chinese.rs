//! Chinese messages of the window, fetched from a file of the page.

use super::fetching::fetched;
use std::cell::Cell;
use std::sync::OnceLock;
use wasm_bindgen_futures::spawn_local;

/// File of all Chinese messages, one original file behind the other.
const FILE: &str = "zh-CN.ftl";

static FETCHED: OnceLock<[(&str, &str); 1]> = OnceLock::new();

/// Returns the Chinese messages as one pair of file name and text; `None` until they have been fetched.
pub fn texts() -> Option<&'static [(&'static str, &'static str)]> {
    FETCHED.get().map(|texts| &texts[..])
}

/// Fetches the Chinese messages, at the first call only; returns `true` if they arrived.
pub async fn fetch() -> bool {
    thread_local! {
        static ASKED: Cell<bool> = const { Cell::new(false) };
    }
    if ASKED.replace(true) {
        return false;
    }
    let (send, receive) = async_channel::bounded(1);
    spawn_local(async move {
        // Without the messages the window speaks English.
        let text = fetched(FILE).await.ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let _ = send.send(text).await;
    });
    let Ok(Some(text)) = receive.recv().await else { return false };
    FETCHED.set([(FILE, text.leak())]).is_ok()
}
