//! Messages to the window from other threads and from the page.

use crate::app::action::Action;
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page::events::PageEvent;
#[cfg(not(target_arch = "wasm32"))]
use egui_winit::accesskit_winit;

/// Message to the window from another thread or from the page.
pub enum Event {
    /// Request from assistive technology, such as a screen reader.
    #[cfg(not(target_arch = "wasm32"))]
    Accessibility(accesskit_winit::Event),
    /// Action that a background job has ended with.
    Action(Box<Action>),
    /// Event of the web page that holds the canvas.
    #[cfg(target_arch = "wasm32")]
    Page(PageEvent),
}

#[cfg(not(target_arch = "wasm32"))]
impl From<accesskit_winit::Event> for Event {
    fn from(event: accesskit_winit::Event) -> Self {
        Self::Accessibility(event)
    }
}
