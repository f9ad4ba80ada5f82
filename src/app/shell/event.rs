//! Messages to the window from other threads.

use crate::app::action::Action;
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page::events::PageEvent;
#[cfg(feature = "desktop")]
use egui_winit::accesskit_winit;

/// A message from another thread.
pub enum Event {
    /// From assistive technology.
    #[cfg(feature = "desktop")]
    Accessibility(accesskit_winit::Event),
    /// The action that a job ended in.
    Action(Box<Action>),
    /// From the page around the canvas.
    #[cfg(target_arch = "wasm32")]
    Page(PageEvent),
}

#[cfg(feature = "desktop")]
impl From<accesskit_winit::Event> for Event {
    fn from(event: accesskit_winit::Event) -> Self {
        Self::Accessibility(event)
    }
}
