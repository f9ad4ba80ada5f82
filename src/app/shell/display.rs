//! Choice of the display server: Wayland, or X11 if the environment names both and Wayland does not answer.

use super::event::Event;
use crate::app::AppError;
use egui_winit::winit::event_loop::{EventLoop, EventLoopBuilder};

/// Creates the event loop on the display server that answers.
///
/// # Errors
///
/// [`AppError::NoDisplay`] with the reason why each display server that the environment names was refused.
pub fn event_loop() -> Result<EventLoop<Event>, AppError> {
    let mut builder = EventLoop::with_user_event();
    #[cfg(all(unix, not(target_vendor = "apple")))]
    pass_over_xlib_errors();
    let refusal = on_x11_instead(&mut builder);
    builder.build().map_err(|error| {
        let wayland = refusal.map(|refusal| format!("; and no Wayland: {refusal}")).unwrap_or_default();
        AppError::NoDisplay(format!("{error}{wayland}"))
    })
}

/// Chooses X11 if it is named and a named Wayland does not answer; returns why Wayland does not. winit, which would
/// choose Wayland, makes one event loop and no second, so that this is found out before.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn on_x11_instead(builder: &mut EventLoopBuilder<Event>) -> Option<String> {
    use egui_winit::winit::platform::x11::EventLoopBuilderExtX11;
    use std::path::Path;
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    // A connection that was handed over is nobody else's to try.
    if given("DISPLAY").is_none() || given("WAYLAND_SOCKET").is_some() {
        return None;
    }
    let socket = given("WAYLAND_DISPLAY")?;
    let folder = given("XDG_RUNTIME_DIR");
    let refusal = match folder {
        None if Path::new(&socket).is_relative() => "XDG_RUNTIME_DIR is not set".to_owned(),
        folder => {
            let path = Path::new(&folder.unwrap_or_default()).join(socket);
            let error = std::os::unix::net::UnixStream::connect(&path).err()?;
            format!("{}: {error}", path.display())
        }
    };
    builder.with_x11();
    Some(refusal)
}

/// Takes the X server's reports on requests of Xlib as dealt with. A report comes later than its request and belongs to
/// none that is waited for. If the driver asked something of a window that somebody else destroyed, winit would take
/// the report for a failure of its own next call, and panic.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn pass_over_xlib_errors() {
    winit::platform::x11::register_xlib_error_hook(Box::new(|_, _| true));
}

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
fn on_x11_instead(_: &mut EventLoopBuilder<Event>) -> Option<String> {
    None
}
