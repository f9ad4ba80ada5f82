//! The window as a web page: what its scripts call.
#![cfg(target_arch = "wasm32")]

use pickray_app::app::{self, Options};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Says on the page that there is no window, or no longer one, and why.
    #[wasm_bindgen(js_namespace = globalThis, js_name = pickrayFailed)]
    fn failed(why: &str);
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log(text: &str);
}

/// Opens the window in the page's canvas.
#[wasm_bindgen]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        log(&info.to_string());
        failed(&info.to_string());
    }));
    if let Err(error) = app::spawn(Options::default(), |error| failed(&error.to_string())) {
        failed(&error.to_string());
    }
}

/// Loads meshes for the page that started this as its worker.
#[wasm_bindgen]
pub fn work() {
    std::panic::set_hook(Box::new(|info| log(&info.to_string())));
    app::work();
}
