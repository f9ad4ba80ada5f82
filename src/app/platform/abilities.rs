//! Abilities that only some systems give a program, so that commands which need a missing one are not offered; and
//! preferences that a system asks programs to respect.

const PAGE: bool = cfg!(target_arch = "wasm32");

/// `true` if files have paths, by which they can be opened again.
pub const OPENS_AGAIN: bool = !PAGE;

/// `true` if a browser has keys of its own, which the window leaves to it.
pub const BROWSER_KEYS: bool = PAGE;

/// `true` if the program can be quit; a page is closed by its browser.
pub const QUITS: bool = !PAGE;

/// `true` if a pick has an address that can be passed on.
pub const HAS_ADDRESS: bool = PAGE;

/// Returns `true` if the window is a frame in somebody else's page.
pub fn is_embedded() -> bool {
    #[cfg(target_arch = "wasm32")]
    return super::page::is_embedded();
    #[cfg(not(target_arch = "wasm32"))]
    false
}

/// Returns `true` if the system asks programs to avoid motion that only leads the eye; known only in a browser.
pub fn prefers_reduced_motion() -> bool {
    #[cfg(target_arch = "wasm32")]
    return super::page::prefers_reduced_motion();
    #[cfg(not(target_arch = "wasm32"))]
    false
}
