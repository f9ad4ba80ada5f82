//! Event loop, with messages of other threads, and the choice of the display server: Wayland, or X11 if that is dead.

use crate::app::AppError;
use crate::app::action::Action;
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page::events::PageEvent;
#[cfg(all(unix, not(target_vendor = "apple")))]
use crate::app::platform::take_no_drops;
#[cfg(not(target_arch = "wasm32"))]
use egui_winit::accesskit_winit;
use egui_winit::winit::event_loop::{EventLoop, EventLoopBuilder};

/// Message to the window from another thread or from the page.
pub enum Event {
    /// Request from assistive technology, such as a screen reader.
    #[cfg(not(target_arch = "wasm32"))]
    Accessibility(accesskit_winit::Event),
    /// Action that a background job has ended with.
    Action(Box<Action>),
    #[cfg(target_arch = "wasm32")]
    Page(PageEvent),
}

#[cfg(not(target_arch = "wasm32"))]
impl From<accesskit_winit::Event> for Event {
    fn from(event: accesskit_winit::Event) -> Self {
        Self::Accessibility(event)
    }
}

/// Creates the event loop on the display server that answers. Fails with why each was refused, or what is missing.
pub fn event_loop() -> Result<EventLoop<Event>, AppError> {
    let mut builder = EventLoop::with_user_event();
    // The X server's late reports are dealt with: one on a window that somebody else destroyed would make winit panic.
    #[cfg(all(unix, not(target_vendor = "apple")))]
    winit::platform::x11::register_xlib_error_hook(Box::new(|_, _| true));
    let refusal = on_x11_instead(&mut builder)?;
    builder.build().map_err(|error| {
        let wayland = refusal.map(|refusal| format!("; and no Wayland: {refusal}")).unwrap_or_default();
        AppError::NoDisplay(format!("{error}{wayland}"))
    })
}

/// Chooses X11 if it is named and a named Wayland does not answer; returns why Wayland does not. This is found out
/// before, since winit would choose Wayland, and makes no second event loop.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn on_x11_instead(builder: &mut EventLoopBuilder<Event>) -> Result<Option<String>, AppError> {
    use super::libraries::{WAYLAND, X11, missing};
    use egui_winit::winit::platform::x11::EventLoopBuilderExtX11;
    use std::path::Path;
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());

    // A connection that was handed over is nobody else's to try.
    let is_handed = given("WAYLAND_SOCKET").is_some();
    let (socket, has_x11) = (given("WAYLAND_DISPLAY"), given("DISPLAY").is_some());
    let refusal = socket.as_ref().filter(|_| has_x11 && !is_handed).and_then(|socket| match given("XDG_RUNTIME_DIR") {
        None if Path::new(socket).is_relative() => Some("XDG_RUNTIME_DIR is not set".to_owned()),
        folder => missing(WAYLAND).or_else(|| {
            let path = Path::new(&folder.unwrap_or_default()).join(socket);
            let error = std::os::unix::net::UnixStream::connect(&path).err()?;
            Some(format!("{}: {error}", path.display()))
        }),
    });
    let is_wayland = refusal.is_none() && (is_handed || socket.is_some());
    if (is_wayland || has_x11)
        && let Some(missing) = missing(if is_wayland { WAYLAND } else { X11 })
    {
        return Err(AppError::NoDisplay(missing));
    }
    if refusal.is_some() {
        builder.with_x11();
    }
    if is_wayland {
        take_no_drops();
    }
    Ok(refusal)
}

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
fn on_x11_instead(_: &mut EventLoopBuilder<Event>) -> Result<Option<String>, AppError> {
    Ok(None)
}
