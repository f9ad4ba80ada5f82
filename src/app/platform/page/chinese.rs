//! Chinese messages of the window, fetched from a file of the page.

use super::fetching::fetched;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use wasm_bindgen_futures::spawn_local;

/// File of all Chinese messages, one original file behind the other.
const FILE: &str = "zh-CN.ftl";

static FETCHED: OnceLock<[(&str, &str); 1]> = OnceLock::new();

/// `true` once the Chinese letters could not be fetched, so that the messages would be boxes.
static LACKS_LETTERS: AtomicBool = AtomicBool::new(false);

/// Returns the Chinese messages as one pair of file name and text; `None` until they have been fetched, and without
/// their letters.
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
    let (send, receive) = async_channel::bounded(1);
    spawn_local(async move {
        // Without the messages the window speaks English.
        let text = fetched(FILE).await.ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let _ = send.send(text).await;
    });
    if let Ok(Some(text)) = receive.recv().await {
        let _ = FETCHED.set([(FILE, text.leak())]);
    }
}
