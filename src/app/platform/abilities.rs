//! Abilities that not all systems give a program, so that commands without the ability are not offered. Also
//! preferences that a system asks programs to respect.

use std::sync::atomic::{AtomicBool, Ordering};

const PAGE: bool = cfg!(target_arch = "wasm32");

/// `true` if opened files have paths, by which they can be opened again; `false` on a page.
pub const OPENS_AGAIN: bool = !PAGE;

/// `true` if the program runs in a browser that has keys of its own, which the window leaves to it.
pub const BROWSER_KEYS: bool = PAGE;

/// `true` if the program can be quit; a page is closed by its browser.
pub const QUITS: bool = !PAGE;

/// `true` if a pick has an address that shows it to others, as on a page.
pub const HAS_ADDRESS: bool = PAGE;

/// `true` where winit hands the window no files that are dropped on it: on Wayland.
static DROPS_NOTHING: AtomicBool = AtomicBool::new(false);

pub fn takes_drops() -> bool {
    !DROPS_NOTHING.load(Ordering::Relaxed)
}

#[cfg(all(unix, not(target_vendor = "apple")))]
pub fn take_no_drops() {
    DROPS_NOTHING.store(true, Ordering::Relaxed);
}

/// Returns `true` if the system's clipboard takes pictures. Some Wayland compositors let only text be copied.
pub fn copies_pictures() -> bool {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    return arboard::Clipboard::new().is_ok();
    #[cfg(not(all(unix, not(target_vendor = "apple"))))]
    true
}

/// Returns `true` if the system says that it is used by fingers; known only in a browser.
pub fn has_coarse_pointer() -> bool {
    super::matches("(pointer: coarse)")
}

/// Returns `true` if the system asks programs to avoid decorative motion; known only in a browser.
pub fn prefers_reduced_motion() -> bool {
    super::matches("(prefers-reduced-motion: reduce)")
}
