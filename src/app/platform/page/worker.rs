//! The page's side of its worker: it is asked for one mesh at a time, and is ended where that is no longer wanted.

use super::{files, said};
use crate::accel::Progress;
use crate::app::answers::{LoadResult, Loaded, MeshSource, Refused, Shape};
use crate::app::texts::{Language, language, t};
use crate::scene::Scene;
use async_channel::Sender;
use js_sys::{Array, Uint8Array};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker whose answer had more bytes is ended: what it had for it, it would not give back.
const MOST_KEPT: u32 = 32 << 20;

struct Request {
    message: JsValue,
    progress: Arc<Progress>,
    answer: Sender<LoadResult>,
}

#[derive(Default)]
struct Office {
    worker: Option<Worker>,
    /// True once the worker takes requests.
    is_ready: bool,
    /// What it works on.
    current: Option<Request>,
    waiting: VecDeque<Request>,
}

thread_local! {
    static OFFICE: RefCell<Office> = RefCell::default();
}

/// Has the worker read or make what is opened and build its trees; `None` where that was stopped.
pub async fn load(source: MeshSource, shape: Shape, progress: Arc<Progress>) -> Option<LoadResult> {
    let (answer, receive) = async_channel::bounded(1);
    ask(Request { message: request(&source, shape), progress, answer });
    receive.recv().await.ok()
}

/// Returns what the worker is told: the shape, the language, the kind of the source, its name, and its files or text.
fn request(source: &MeshSource, shape: Shape) -> JsValue {
    let (kind, name, contents) = match source {
        MeshSource::Sample(sample) => ("sample", sample.id().to_owned(), JsValue::NULL),
        MeshSource::Pasted(text) => ("text", source.name(), JsValue::from_str(text)),
        MeshSource::File(path) => {
            let files = files::beside(path).into_iter().map(|(name, file)| Array::of2(&name.into(), &file));
            ("files", source.name(), files.collect::<Array>().into())
        }
    };
    let is_chinese = language() == Language::Chinese;
    let joined = shape == Shape::Joined;
    Array::of5(&joined.into(), &is_chinese.into(), &kind.into(), &name.into(), &contents).into()
}

fn ask(request: Request) {
    OFFICE.with_borrow_mut(|office| {
        office.waiting.push_back(request);
        office.go_on();
    });
}

impl Office {
    /// Gives the worker what comes next, where it has nothing else to do that is still wanted.
    fn go_on(&mut self) {
        if self.current.as_ref().is_some_and(|current| current.progress.is_cancelled()) {
            self.end();
        }
        self.waiting.retain(|request| !request.progress.is_cancelled());
        if self.current.is_some() || self.waiting.is_empty() {
            return;
        }
        if self.worker.is_none() {
            match start() {
                Ok(worker) => self.worker = Some(worker),
                Err(error) => return self.fail(&said(&error)),
            }
        }
        if let Some(worker) = self.worker.as_ref().filter(|_| self.is_ready)
            && let Some(request) = self.waiting.pop_front()
        {
            let posted = worker.post_message(&request.message);
            self.current = Some(request);
            if let Err(error) = posted {
                self.fail(&said(&error));
            }
        }
    }

    /// Ends the worker, and what it does with it.
    fn end(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.terminate();
        }
        self.is_ready = false;
        self.current = None;
    }

    /// Tells whoever waits that the worker is no more; the next one to ask gets another.
    fn fail(&mut self, why: &str) {
        let told = self.current.take().or_else(|| self.waiting.pop_front());
        self.end();
        if let Some(request) = told {
            let text = t!("page-worker-stopped", problem = why);
            let _ = request.answer.try_send(Err(Refused { english: text.clone(), text }));
        }
        if !self.waiting.is_empty() {
            self.go_on();
        }
    }

    fn hear(&mut self, message: &Array) {
        match message.get(0).as_string().as_deref() {
            Some("ready") => self.is_ready = true,
            Some("progress") => {
                if let (Some(current), Some(done)) = (&self.current, message.get(1).as_f64()) {
                    current.progress.advance(done as f32);
                }
            }
            Some("refused") => {
                let text = |index| message.get(index).as_string().unwrap_or_default();
                self.answer(Err(Refused { text: text(1), english: text(2) }));
            }
            _ => {
                let bytes = Uint8Array::new(&message.get(1));
                match loaded(&bytes, message) {
                    Some(loaded) => self.answer(Ok(loaded)),
                    None => self.fail("its answer cannot be read"),
                }
                if bytes.length() > MOST_KEPT {
                    self.end();
                }
            }
        }
        self.go_on();
    }

    fn answer(&mut self, result: LoadResult) {
        if let Some(current) = self.current.take() {
            // Nobody may listen any longer.
            let _ = current.answer.try_send(result);
        }
    }
}

/// Returns what the worker has loaded: its bytes, its seconds and its report.
fn loaded(bytes: &Uint8Array, message: &Array) -> Option<Loaded> {
    let scene = Scene::from_packed(&bytes.to_vec())?;
    let seconds = message.get(2).as_f64()?;
    let report = message.get(3).as_string().and_then(|json| serde_json::from_str(&json).ok());
    Some(Loaded { scene, report, seconds, unbuilt: None })
}

/// Starts a worker of this very module.
fn start() -> Result<Worker, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options("worker.js", &options)?;
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        if let Ok(message) = event.data().dyn_into::<Array>() {
            OFFICE.with_borrow_mut(|office| office.hear(&message));
        }
    });
    worker.set_onmessage(Some(hear.into_js_value().unchecked_ref()));
    let fail = Closure::<dyn FnMut(ErrorEvent)>::new(|event: ErrorEvent| {
        event.prevent_default();
        OFFICE.with_borrow_mut(|office| office.fail(&event.message()));
    });
    worker.set_onerror(Some(fail.into_js_value().unchecked_ref()));
    worker.post_message(&wasm_bindgen::module())?;
    Ok(worker)
}
