//! Events of the browser that winit does not pass on: drops, pastes, addresses, a lost context, and a field's input.

use super::{call, files, window};
use crate::app::action::{Action, Message};
use crate::app::keys::{Chord, Key, Layout, Modifiers};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{ClipboardEvent, DragEvent, Event, EventTarget, HtmlCanvasElement, KeyboardEvent, WheelEvent};

/// Size of a browser's wheel event, below 0, while two fingers spread to e (2.718) times their distance.
pub const PINCH: f64 = 100.0;

/// Event of the page that winit does not report.
#[derive(Debug)]
pub enum PageEvent {
    Action(Box<Action>),
    Pasted(String),
    /// Text that was typed into the input over a field.
    Typed(Typed),
    /// Text that the browser refused to copy; `None` if it was a picture.
    NotCopied(Option<String>),
    /// A newer version of the page is kept for the next start.
    NewerVersion,
    /// Wheel event that stands for a pinch on a trackpad: below 0 if the fingers spread, above 0 if they close.
    Pinched(f64),
    ContextLost,
    ContextRestored,
    /// The lessons of the address have come, or cannot come.
    LessonsCame,
}

type Deliver = Rc<dyn Fn(PageEvent)>;

/// Calls `deliver` with each event from now on, as long as the page is open.
pub fn listen(canvas: &HtmlCanvasElement, deliver: impl Fn(PageEvent) + 'static) {
    let Some(window) = window() else { return };
    let deliver: Deliver = Rc::new(deliver);
    listen_to_drops(&window, &deliver);
    let mut layout = Layout::default();
    on(canvas, "keydown", true, &deliver, move |event, _| keep_from_browser(event.unchecked_ref(), &mut layout));
    on(canvas, "contextmenu", false, &deliver, |event, _| event.prevent_default());
    listen_to_pinches(canvas, &deliver);
    on(&window, "paste", false, &deliver, |event, tell| {
        let data = event.unchecked_ref::<ClipboardEvent>().clipboard_data();
        if let Some(text) = data.and_then(|data| data.get_data("text/plain").ok()) {
            event.prevent_default();
            tell(PageEvent::Pasted(text));
        }
    });
    // This event comes with a link that is clicked again, too.
    on(&window, "popstate", false, &deliver, |_, tell| super::linked().into_iter().for_each(|to| tell(act(to))));
    on(canvas, "webglcontextlost", false, &deliver, |event, tell| {
        // Unless prevented, the default is that no context comes back.
        event.prevent_default();
        tell(PageEvent::ContextLost);
    });
    on(canvas, "webglcontextrestored", false, &deliver, |_, tell| tell(PageEvent::ContextRestored));
    let told = deliver.clone();
    listen_to_field(move |typed| told(PageEvent::Typed(typed)));
    let tell = Closure::<dyn FnMut()>::new(move || deliver(PageEvent::NewerVersion));
    // Without the script nothing is kept.
    let _ = call("pickrayKeeps", &[tell.into_js_value()]);
}

fn act(action: Action) -> PageEvent {
    PageEvent::Action(Box::new(action))
}

/// Takes pinches from the browser, which would zoom the page: wheels with Ctrl or, in Safari, events of their own.
fn listen_to_pinches(canvas: &HtmlCanvasElement, deliver: &Deliver) {
    on(canvas, "wheel", true, deliver, |event, tell| {
        let wheel = event.unchecked_ref::<WheelEvent>();
        // The article around a frame would scroll.
        event.prevent_default();
        if wheel.ctrl_key() {
            event.stop_propagation();
            tell(PageEvent::Pinched(wheel.delta_y()));
        }
    });
    let last = Rc::new(Cell::new(1.0));
    let begun = last.clone();
    on(canvas, "gesturestart", false, deliver, move |event, _| {
        event.prevent_default();
        begun.set(1.0);
    });
    // Pinches of fingers on a screen come as touches, too.
    let is_trackpad = window().is_some_and(|window| window.navigator().max_touch_points() == 0);
    on(canvas, "gesturechange", false, deliver, move |event, tell| {
        event.prevent_default();
        let scale = js_sys::Reflect::get(event, &"scale".into()).ok().and_then(|scale| scale.as_f64());
        if let Some(scale) = scale.filter(|scale| is_trackpad && 0.0 < *scale) {
            tell(PageEvent::Pinched(-PINCH * (scale / last.replace(scale)).ln()));
        }
    });
}

fn listen_to_drops(window: &web_sys::Window, deliver: &Deliver) {
    on(window, "dragover", false, deliver, |event, tell| {
        event.prevent_default();
        tell(act(Action::Dropping(true)));
    });
    on(window, "dragleave", false, deliver, |event, tell| {
        // From one element to the next the file stays over the page.
        if event.unchecked_ref::<DragEvent>().related_target().is_none() {
            tell(act(Action::Dropping(false)));
        }
    });
    on(window, "drop", false, deliver, |event, tell| {
        event.prevent_default();
        tell(act(Action::Dropping(false)));
        let data = event.unchecked_ref::<DragEvent>().data_transfer();
        let files = data.and_then(|data| data.files()).map(files::list).unwrap_or_default();
        if files.is_empty() {
            return;
        }
        let tell = tell.clone();
        spawn_local(async move {
            tell(act(match files::take(files).await {
                Ok(paths) => Action::FilesDropped(paths),
                Err(problem) => Action::Tell(Message::error(problem)),
            }));
        });
    });
}

static KEEPS_TAB: AtomicBool = AtomicBool::new(false);

/// Sets whether the window takes the Tab key from now on, or Tab moves the focus out of the canvas.
pub fn keep_tab(keeps: bool) {
    KEEPS_TAB.store(keeps, Ordering::Relaxed);
}

/// Prevents the browser's own use of our keys, and hides from winit those that are a paste or leave the page.
fn keep_from_browser(event: &KeyboardEvent, layout: &mut Layout) {
    let modifiers =
        Modifiers { shift: event.shift_key(), command: event.ctrl_key() || event.meta_key(), alt: event.alt_key() };
    let Some(key) = key_of(&event.key(), &event.code(), layout) else { return };
    let chord = Chord { modifiers, key };
    let leaves = key == Key::Tab && !KEEPS_TAB.load(Ordering::Relaxed);
    if leaves || (modifiers.command && matches!(key, Key::Char('v'))) {
        event.stop_propagation();
    } else if !chord.is_left_to_browser() {
        event.prevent_default();
    }
}

/// Returns the key of a browser's name, if it types a letter, is a function key, or moves the page or its focus.
fn key_of(name: &str, code: &str, layout: &mut Layout) -> Option<Key> {
    match name {
        " " => Some(Key::Space),
        _ if name.chars().count() == 1 => layout.key_of(name, code),
        _ => Key::of_name(name).filter(|key| !matches!(key, Key::Delete | Key::Enter | Key::Escape)),
    }
}

/// Calls `call` with `tell` for each of these events; with `first`, before the elements below hear of it.
fn on(target: &EventTarget, name: &str, first: bool, tell: &Deliver, mut call: impl FnMut(&Event, &Deliver) + 'static) {
    let tell = tell.clone();
    let call = Closure::<dyn FnMut(Event)>::new(move |event| call(&event, &tell)).into_js_value();
    // Fails only for a non-function.
    let _ = target.add_event_listener_with_callback_and_bool(name, call.unchecked_ref(), first);
}

/// Id that the page gives the input.
const ID: &str = "field";

/// Text of the input after it changed, and its selection in UTF-16 code units.
#[derive(Debug)]
pub struct Typed {
    pub text: String,
    pub selection: (usize, usize),
}

/// Calls `deliver` whenever text or selection of the input changes.
fn listen_to_field(deliver: impl Fn(Typed) + 'static) {
    let tell = Closure::<dyn FnMut(String, u32, u32)>::new(move |text, from, to| {
        deliver(Typed { text, selection: (from as usize, to as usize) });
    });
    tell_script("pickrayField", &[tell.into_js_value()]);
}

pub fn set_under_finger(is_field: bool) {
    tell_script("pickrayUnderFinger", &[is_field.into()]);
}

/// Lays the input over a field: left, top, width and height in the document's pixels.
pub fn show_field(place: [f32; 4], is_number: bool, is_dark: bool) {
    let [left, top, width, height] = place.map(JsValue::from);
    let mode = if is_number { "decimal" } else { "text" };
    let scheme = if is_dark { "dark" } else { "light" };
    tell_script("pickrayShowsField", &[left, top, width, height, mode.into(), scheme.into()]);
}

/// Puts a text with a selection, in UTF-16 code units, into the input.
pub fn fill_field(text: &str, (from, to): (usize, usize)) {
    tell_script("pickrayFillsField", &[text.into(), (from as u32).into(), (to as u32).into()]);
}

pub fn hide_field() {
    tell_script("pickrayHidesField", &[]);
}

/// Returns `true` if the input has the keyboard, which is the window's then.
pub fn field_has_focus() -> bool {
    window().and_then(|window| window.document()?.active_element()).is_some_and(|element| element.id() == ID)
}

/// Calls a function of the script; without the script there is no input.
fn tell_script(name: &str, arguments: &[JsValue]) {
    let _ = call(name, arguments);
}
