//! The page's own file of what the window says in Chinese.

use super::fetching::fetched;
use std::cell::Cell;
use std::sync::OnceLock;
use wasm_bindgen_futures::spawn_local;

/// All messages, one file behind the other.
const FILE: &str = "zh-CN.ftl";

static FETCHED: OnceLock<[(&str, &str); 1]> = OnceLock::new();

/// Returns the messages, a file with its name, where they are there.
pub fn texts() -> Option<&'static [(&'static str, &'static str)]> {
    FETCHED.get().map(|texts| &texts[..])
}

/// Has the messages come, once; returns whether they came.
pub async fn fetch() -> bool {
    thread_local! {
        static ASKED: Cell<bool> = const { Cell::new(false) };
    }
    if ASKED.replace(true) {
        return false;
    }
    let (send, receive) = async_channel::bounded(1);
    spawn_local(async move {
        // Where they do not come the window speaks English.
        let text = fetched(FILE).await.ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let _ = send.send(text).await;
    });
    let Ok(Some(text)) = receive.recv().await else { return false };
    FETCHED.set([(FILE, text.leak())]).is_ok()
}
