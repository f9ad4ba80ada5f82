//! The abilities that not every system gives a program, what needs one that is not there is not offered; and what a
//! system asks of programs.

const PAGE: bool = cfg!(target_arch = "wasm32");

/// True where files have paths, by which they are opened again.
pub const OPENS_AGAIN: bool = !PAGE;

/// True where a browser has keys of its own, which the window leaves to it.
pub const BROWSER_KEYS: bool = PAGE;

/// True where there is something to quit: a page is closed by its browser.
pub const QUITS: bool = !PAGE;

/// True where what is seen has an address that can be passed on.
pub const HAS_ADDRESS: bool = PAGE;

/// Returns whether the window is a frame in somebody else's page.
pub fn is_embedded() -> bool {
    #[cfg(target_arch = "wasm32")]
    return super::page::is_embedded();
    #[cfg(not(target_arch = "wasm32"))]
    false
}

/// Returns whether it is asked that nothing moves only to lead the eye; known of browsers alone.
pub fn prefers_reduced_motion() -> bool {
    #[cfg(target_arch = "wasm32")]
    return super::page::prefers_reduced_motion();
    #[cfg(not(target_arch = "wasm32"))]
    false
}
