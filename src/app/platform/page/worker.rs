//! Exchange of the page with its worker, which gets one mesh or task at a time, and is ended if its answer is not
//! wanted.
//!
//! If a worker dies, the person is told, and nobody waits. A request to load has the browser's handles of the files;
//! the answer is `Scene::to_packed`, so that the page builds no tree.

use super::{files, said};
use crate::app::answers::{LoadResult, Loaded, MeshSource, Shape};
use crate::app::job::Task;
use crate::app::platform::published::LONGEST_MESH;
use crate::app::platform::{meshes, seconds};
use crate::app::texts::{self, Language, language, of_library, t};
use js_sys::{Array, Uint8Array};
use pickray::mesh::LoadError;
use pickray::mesh::problem::Problem;
use pickray::mesh::samples::Sample;
use pickray::scene::Scene;
use pickray::work::{Progress, packed};
use std::any::type_name;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, DedicatedWorkerGlobalScope, ErrorEvent, Event, MessageEvent, Worker, WorkerOptions, WorkerType};

/// Bytes of question and answer above which the worker is ended, since it would not give back the memory for them.
const MOST_KEPT: u32 = 32 << 20;

/// Reason why an answer cannot be read, which is for lack of memory.
const UNREADABLE: &str = "its answer cannot be read";

/// Reason why there is no answer, where the worker could not be fetched.
const NOT_FETCHED: &str = "";

/// Function that takes the worker's answer, or the reason why it ended.
type Hears = Box<dyn FnOnce(Result<&Array, &str>)>;

struct Request {
    message: Array,
    /// Bytes of the task in `message`; sending them moves their memory to the worker.
    bytes: Option<Uint8Array>,
    n_bytes: u32,
    progress: Arc<Progress>,
    answer: Hears,
}

#[derive(Default)]
struct Office {
    worker: Option<Worker>,
    /// `true` once the worker can take requests.
    is_ready: bool,
    /// Request that the worker is working on; `None` while it is idle.
    current: Option<Request>,
    waiting: VecDeque<Request>,
}

thread_local! {
    static OFFICE: RefCell<Office> = RefCell::default();
    static PROBLEM: Cell<Option<String>> = const { Cell::new(None) };
}

/// Reads or makes a mesh and builds its trees, in the worker; `None` if the work was stopped.
pub async fn load(source: MeshSource, shape: Shape, progress: Arc<Progress>) -> Option<LoadResult> {
    let (send, receive) = async_channel::bounded(1);
    let answer = Box::new(move |told: Result<&Array, &str>| {
        // Nobody may listen any longer.
        let _ = send.try_send(
            told.and_then(|message| load_result(message).ok_or(UNREADABLE))
                .unwrap_or_else(|why| Err(stopped(why, |why| t!("page-worker-stopped", problem = why)))),
        );
    });
    ask(Request { message: message_of(&source, shape), bytes: None, n_bytes: 0, progress, answer });
    receive.recv().await.ok()
}

/// Does a task in the worker; `None` if the task was stopped, or if the worker failed: see [`take_problem`].
pub(crate) async fn perform<T: Task>(task: T, progress: Arc<Progress>) -> Option<T::Answer> {
    let (send, receive) = async_channel::bounded(1);
    let answer = Box::new(move |told: Result<&Array, &str>| {
        let answer = told.and_then(|message| {
            let bytes = message.get(1).dyn_into::<Uint8Array>().map_err(|_| UNREADABLE)?;
            packed::from_bytes(&bytes.to_vec()).ok_or(UNREADABLE)
        });
        if let Err(why) = answer {
            PROBLEM.set(Some(stopped(why, |why| t!("page-task-stopped", problem = why))));
        }
        let _ = send.try_send(answer.ok());
    });
    let bytes = Uint8Array::from(packed::to_bytes(&task).as_slice());
    drop(task);
    let message = message("task", type_name::<T>(), &bytes, false);
    let n_bytes = bytes.length();
    ask(Request { message, bytes: Some(bytes), n_bytes, progress, answer });
    receive.recv().await.ok().flatten()
}

/// Returns the words on why the worker ended, or that it could not be fetched.
fn stopped(why: &str, say: impl FnOnce(&str) -> String) -> String {
    if why == NOT_FETCHED { t!("page-worker-missing").to_owned() } else { say(why) }
}

/// Returns the reason why the last task got no answer, and forgets it; `None` if no task failed.
pub fn take_problem() -> Option<String> {
    PROBLEM.take()
}

fn message_of(source: &MeshSource, shape: Shape) -> Array {
    let joined = shape == Shape::Joined;
    match source {
        MeshSource::Sample(sample) => message("sample", sample.id(), &JsValue::NULL, joined),
        MeshSource::Pasted(text) => message("text", &source.name(), &JsValue::from_str(text), joined),
        MeshSource::File(path) => {
            let given = files::beside(path).into_iter().map(|(name, file)| Array::of2(&name.into(), &file));
            let fetched =
                files::of_lessons(path).into_iter().map(|(name, file)| Array::of2(&name.into(), &file.into()));
            message("files", &source.name(), &given.chain(fetched).collect::<Array>(), joined)
        }
    }
}

/// Returns a message to the worker: shape, language, kind of the source or `task`, name, and files, text or bytes.
fn message(kind: &str, name: &str, contents: &JsValue, joined: bool) -> Array {
    let is_chinese = language() == Language::Chinese;
    Array::of5(&joined.into(), &is_chinese.into(), &kind.into(), &name.into(), contents)
}

fn ask(request: Request) {
    OFFICE.with_borrow_mut(|office| {
        office.waiting.push_back(request);
        office.go_on();
    });
}

impl Office {
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
            let moved: Array = request.bytes.iter().map(Uint8Array::buffer).collect();
            let posted = worker.post_message_with_transfer(&request.message, &moved);
            self.current = Some(request);
            if let Err(error) = posted {
                self.fail(&said(&error));
            }
        }
    }

    fn end(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.terminate();
        }
        self.is_ready = false;
        self.current = None;
    }

    /// Tells the request in work, or else the next one, that the worker ended; the others get a new worker.
    fn fail(&mut self, why: &str) {
        let told = self.current.take().or_else(|| self.waiting.pop_front());
        self.end();
        if let Some(request) = told {
            (request.answer)(Err(why));
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
                    let stage = message.get(2).as_string().unwrap_or_default();
                    current.progress.begin(of_library::known_stage(&stage).unwrap_or_default(), done as f32..1.0);
                }
            }
            _ => {
                if let Some(current) = self.current.take() {
                    (current.answer)(Ok(message));
                    let answered = message.get(1).dyn_into::<Uint8Array>().map_or(0, |bytes| bytes.length());
                    if current.n_bytes + answered > MOST_KEPT {
                        self.end();
                    }
                }
            }
        }
        self.go_on();
    }
}

fn load_result(message: &Array) -> Option<LoadResult> {
    if message.get(0).as_string()? == "refused" {
        return Some(Err(message.get(1).as_string().unwrap_or_default()));
    }
    let scene = Scene::from_packed(&Uint8Array::new(&message.get(1)).to_vec())?;
    let seconds = message.get(2).as_f64()?;
    let report = message.get(3).as_string().and_then(|json| serde_json::from_str(&json).ok());
    Some(Ok(Loaded { scene, report, seconds, unbuilt: None }))
}

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
    let fail = Closure::<dyn FnMut(Event)>::new(|event: Event| {
        event.prevent_default();
        // A script that cannot be fetched gives no reason.
        let why = event.dyn_ref::<ErrorEvent>().map_or_else(|| NOT_FETCHED.to_owned(), ErrorEvent::message);
        OFFICE.with_borrow_mut(|office| office.fail(&why));
    });
    worker.set_onerror(Some(fail.into_js_value().unchecked_ref()));
    worker.post_message(&wasm_bindgen::module())?;
    Ok(worker)
}

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

fn post(message: &Array) {
    let _ = scope().post_message(message);
}

async fn answer(request: &Array, perform: Perform) {
    let is_chinese = request.get(1).is_truthy();
    if is_chinese {
        files::fetch_chinese().await;
    }
    texts::speak(if is_chinese { Language::Chinese } else { Language::English });
    let text = |index| request.get(index).as_string().unwrap_or_default();
    if text(2) == "task" {
        let bytes = Uint8Array::new(&request.get(4)).to_vec();
        return done(perform(&text(3), &bytes, &told_progress()));
    }
    match loaded(request).await {
        Ok(loaded) => hand_over(loaded),
        Err(refused) => post(&Array::of2(&"refused".into(), &refused.into())),
    }
}

async fn loaded(request: &Array) -> Result<Loaded, String> {
    let shape = if request.get(0).is_truthy() { Shape::Joined } else { Shape::Scene };
    let text = |index| request.get(index).as_string().unwrap_or_default();
    let (kind, name) = (text(2), text(3));
    let progress = told_progress();
    let loaded = match kind.as_str() {
        "files" => {
            let files = read(&request.get(4).unchecked_into()).await?;
            meshes::load_files(&name, &files, shape, &progress)
        }
        "text" => meshes::load(&MeshSource::Pasted(text(4).into()), shape, &progress),
        _ => meshes::load(&MeshSource::Sample(Sample::from_id(&name).unwrap_or_default()), shape, &progress),
    };
    loaded.map_err(|error| of_library::said(&error))
}

/// Reads the files that the page was given, or fetches those of a lesson; returns each with its name.
async fn read(files: &Array) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut read = Vec::new();
    for file in files.iter() {
        let file: Array = file.unchecked_into();
        let name = file.get(0).as_string().unwrap_or_default();
        let bytes = match file.get(1).as_string() {
            Some(address) => files::answered(files::ask(&address), LONGEST_MESH).await,
            None => JsFuture::from(file.get(1).unchecked_into::<Blob>().array_buffer())
                .await
                .map(|bytes| Uint8Array::new(&bytes).to_vec()),
        };
        let bytes = bytes.map_err(|error| {
            let error = std::io::Error::other(said(&error));
            of_library::said(&LoadError::Unreadable { path: name.clone().into(), error })
        })?;
        read.push((name, bytes));
    }
    Ok(read)
}

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
