//! Messages to the window from other threads.

use crate::app::action::Action;
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page::events::PageEvent;
#[cfg(not(target_arch = "wasm32"))]
use egui_winit::accesskit_winit;

/// A message from another thread.
pub enum Event {
    /// From assistive technology.
    #[cfg(not(target_arch = "wasm32"))]
    Accessibility(accesskit_winit::Event),
    /// The action that a job ended in.
    Action(Box<Action>),
    /// From the page around the canvas.
    #[cfg(target_arch = "wasm32")]
    Page(PageEvent),
}

#[cfg(not(target_arch = "wasm32"))]
impl From<accesskit_winit::Event> for Event {
    fn from(event: accesskit_winit::Event) -> Self {
        Self::Accessibility(event)
    }
}
