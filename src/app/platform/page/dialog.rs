//! File dialog of the browser.

use super::{files, said, window};
use crate::app::action::{Action, FileRequest};
use crate::app::chooser::Purpose;
use crate::app::message::Message;
use std::path::PathBuf;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;

/// Asks for files in the browser's dialog, and returns the action for the chosen files. To save a file, asks nothing
/// and takes the proposed name.
pub async fn ask_for_file(request: FileRequest) -> Action {
    if let Purpose::Save(name, _) = request.purpose {
        return (request.then)(vec![name.into()]);
    }
    let (send, receive) = async_channel::bounded(1);
    if let Err(error) = show_dialog(send) {
        return Action::Tell(Message::error(said(&error)));
    }
    let then = request.then;
    match receive.recv().await {
        Ok(Ok(paths)) if !paths.is_empty() => then(paths),
        Ok(Err(problem)) => Action::Tell(Message::error(problem)),
        _ => Action::NoFileChosen,
    }
}

type Chosen = Result<Vec<PathBuf>, String>;

/// Shows the browser's dialog for files, several at once, since a mesh may come with those that it names.
fn show_dialog(answer: async_channel::Sender<Chosen>) -> Result<(), JsValue> {
    let document = window().and_then(|window| window.document()).ok_or("no document")?;
    let input: HtmlInputElement = document.create_element("input")?.dyn_into()?;
    input.set_type("file");
    input.set_multiple(true);
    let (chosen, cancelled) = (answer.clone(), answer);
    let asked = input.clone();
    let on_change = Closure::once_into_js(move || {
        let files = asked.files().map(files::list).unwrap_or_default();
        spawn_local(async move {
            let _ = chosen.send(files::take(files).await).await;
        });
    });
    input.set_onchange(Some(on_change.unchecked_ref()));
    let on_cancel = Closure::once_into_js(move || drop(cancelled.try_send(Ok(Vec::new()))));
    input.add_event_listener_with_callback("cancel", on_cancel.unchecked_ref())?;
    input.click();
    Ok(())
}
