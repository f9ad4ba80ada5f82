//! Worker's side of the exchange with the page. It loads a mesh or does a task at the page's request, and returns the
//! result as bytes.

use super::fetching::{answered, ask, fetch};
use super::said;
use crate::app::answers::{Loaded, MeshSource, Refused, Shape};
use crate::app::platform::published::LONGEST_MESH;
use crate::app::platform::{loading, seconds};
use crate::app::texts::{self, Language, of_library};
use js_sys::{Array, Uint8Array};
use pickray::mesh::LoadError;
use pickray::mesh::problem::Problem;
use pickray::mesh::samples::Sample;
use pickray::work::Progress;
use std::sync::Mutex;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

/// Time between two reports of progress to the page, in seconds.
const TELL_EVERY: f64 = 0.05;

/// Function that does a task by its name and bytes, and returns the bytes of its answer.
type Perform = fn(&str, &[u8], &Progress) -> Option<Vec<u8>>;

/// Begins to answer requests from the page that started this worker; `perform` does the tasks.
pub fn serve(perform: Perform) {
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let request: Array = event.data().unchecked_into();
        spawn_local(async move { answer(&request, perform).await });
    });
    scope().set_onmessage(Some(hear.into_js_value().unchecked_ref()));
    post(&Array::of1(&"ready".into()));
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Posts a message to the page; a page that is gone hears nothing.
fn post(message: &Array) {
    let _ = scope().post_message(message);
}

async fn answer(request: &Array, perform: Perform) {
    let is_chinese = request.get(1).is_truthy();
    if is_chinese {
        fetch().await;
    }
    texts::speak(if is_chinese { Language::Chinese } else { Language::English });
    let text = |index| request.get(index).as_string().unwrap_or_default();
    if text(2) == "task" {
        let bytes = Uint8Array::new(&request.get(4)).to_vec();
        return done(perform(&text(3), &bytes, &told_progress()));
    }
    match load(request).await {
        Ok(loaded) => hand_over(loaded),
        Err(refused) => post(&Array::of2(&"refused".into(), &refused.0.into())),
    }
}

async fn load(request: &Array) -> Result<Loaded, Refused> {
    let shape = if request.get(0).is_truthy() { Shape::Joined } else { Shape::Scene };
    let text = |index| request.get(index).as_string().unwrap_or_default();
    let (kind, name) = (text(2), text(3));
    let progress = told_progress();
    let loaded = match kind.as_str() {
        "files" => {
            let files = read(&request.get(4).unchecked_into()).await?;
            loading::load_files(&name, &files, shape, &progress)
        }
        "text" => loading::load(&MeshSource::Pasted(text(4).into()), shape, &progress),
        _ => loading::load(&MeshSource::Sample(Sample::from_id(&name).unwrap_or_default()), shape, &progress),
    };
    loaded.map_err(|error| Refused::of(&error))
}

/// Reads the files that the page was given, or fetches those of a lesson; returns each with its name.
async fn read(files: &Array) -> Result<Vec<(String, Vec<u8>)>, Refused> {
    let mut read = Vec::new();
    for file in files.iter() {
        let file: Array = file.unchecked_into();
        let name = file.get(0).as_string().unwrap_or_default();
        let bytes = match file.get(1).as_string() {
            Some(address) => answered(ask(&address), LONGEST_MESH).await,
            None => JsFuture::from(file.get(1).unchecked_into::<Blob>().array_buffer())
                .await
                .map(|bytes| Uint8Array::new(&bytes).to_vec()),
        };
        let bytes = bytes.map_err(|error| {
            let error = std::io::Error::other(said(&error));
            Refused::of(&LoadError::Unreadable { path: name.clone().into(), error })
        })?;
        read.push((name, bytes));
    }
    Ok(read)
}

/// Returns a progress that is posted to the page as it goes on.
fn told_progress() -> Progress {
    let told = Mutex::new(seconds());
    Progress::heard_in_stages(move |fraction, stage| {
        let Ok(mut told) = told.lock() else { return };
        if seconds() - *told >= TELL_EVERY {
            *told = seconds();
            post(&Array::of3(&"progress".into(), &fraction.into(), &stage.into()));
        }
    })
}

/// Gives the page what was loaded; the memory of the bytes becomes the page's.
fn hand_over(loaded: Loaded) {
    let bytes = Uint8Array::from(loaded.scene.to_packed().as_slice());
    let report = loaded.report.map(|mut report| {
        // Warnings and remarks cross in the words of the language.
        for warning in report.warnings.iter_mut().chain(&mut report.remarks) {
            warning.problem = Problem::AsWritten { text: of_library::said(&warning.problem) };
        }
        serde_json::to_string(&report).unwrap_or_default()
    });
    let message = Array::of4(&"loaded".into(), &bytes, &loaded.seconds.into(), &report.into());
    let _ = scope().post_message_with_transfer(&message, &Array::of1(&bytes.buffer()));
}

/// Gives the page the answer to a task, whose memory becomes the page's; `None` if there was no memory for it.
fn done(answer: Option<Vec<u8>>) {
    let bytes = answer.map(|bytes| Uint8Array::from(bytes.as_slice()));
    let moved: Array = bytes.iter().map(Uint8Array::buffer).collect();
    let _ = scope().post_message_with_transfer(&Array::of2(&"done".into(), &bytes.into()), &moved);
}
