//! Input of the document that lies over an edited text field, see `web/page/field.js`: a canvas brings no keyboard.

use super::{call, window};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// Id that the page gives the input.
const ID: &str = "field";

/// Text of the input after it changed, and its selection in UTF-16 code units.
#[derive(Debug)]
pub struct Typed {
    pub text: String,
    pub selection: (usize, usize),
}

/// Calls `deliver` whenever text or selection of the input changes.
pub fn listen(deliver: impl Fn(Typed) + 'static) {
    let tell = Closure::<dyn FnMut(String, u32, u32)>::new(move |text, from, to| {
        deliver(Typed { text, selection: (from as usize, to as usize) });
    });
    tell_script("pickrayField", &[tell.into_js_value()]);
}

/// Tells the page that the finger is on a field, or is not.
pub fn set_under_finger(is_field: bool) {
    tell_script("pickrayUnderFinger", &[is_field.into()]);
}

/// Lays the input over a field: left, top, width and height in the document's pixels.
pub fn show(place: [f32; 4], is_number: bool, is_dark: bool) {
    let [left, top, width, height] = place.map(JsValue::from);
    let mode = if is_number { "decimal" } else { "text" };
    let scheme = if is_dark { "dark" } else { "light" };
    tell_script("pickrayShowsField", &[left, top, width, height, mode.into(), scheme.into()]);
}

/// Puts a text with a selection, in UTF-16 code units, into the input.
pub fn fill(text: &str, (from, to): (usize, usize)) {
    tell_script("pickrayFillsField", &[text.into(), (from as u32).into(), (to as u32).into()]);
}

pub fn hide() {
    tell_script("pickrayHidesField", &[]);
}

/// Returns `true` if the input has the keyboard, which is the window's then.
pub fn has_focus() -> bool {
    window().and_then(|window| window.document()?.active_element()).is_some_and(|element| element.id() == ID)
}

/// Calls a function of the script; without the script there is no input.
fn tell_script(name: &str, arguments: &[JsValue]) {
    let _ = call(name, arguments);
}
